// A threshold unit: weighted votes, their sum, the verdict. tests/live/test_vote.py holds it to the library in Python.
import { score } from "./learn.js";

// The vote w_j x_j of each input.
export const votes = (w, x) => w.map((weight, j) => weight * x[j]);

// +1 where the score is positive, else -1.
export const predict = (w, b, x) => (score(w, b, x) > 0 ? 1 : -1);

// A score of 0 is a mistake whatever the label is.
export const right = (w, b, x, y) => y * score(w, b, x) > 0;

// The theta of the neuron of 1943 with this bias: a whole sum exceeds -b exactly if it reaches theta.
export const threshold = (b) => Math.floor(-b) + 1;
