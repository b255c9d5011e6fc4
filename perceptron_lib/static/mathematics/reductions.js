// Machines for the classes 0, 1, 2 made of perceptrons for two classes, and the regions of the plane that they make;
// `perceptron_lib.reductions`.
import { score, side } from "./halfspaces.js";
import { separate } from "./separability.js";
import { train } from "./training.js";

export const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
];

// A run, and whether any weights do what it tries: one that has converged has found some, else `margin` tells, once.
export function judged(run, margin) {
  let known = run.converged || null;
  return { ...run, separable: () => (known ??= margin() > 0) };
}

const learn = (points, labels, passes) =>
  judged(train({ points, labels, w0: [0, 0], passes }), () => (points.length ? separate(points, labels).margin : 1));

// One perceptron for each class: +1 for the class, -1 for the rest.
const oneVsRest = (points, labels, passes) =>
  [0, 1, 2].map((k) => {
    const signs = labels.map((y) => (y === k ? 1 : -1));
    return learn(points, signs, passes);
  });

// One perceptron for each pair of classes, on the examples of these two. The later class is +1.
const oneVsOne = (points, labels, passes) =>
  PAIRS.map(([j, k]) => {
    const seen = (list) => list.filter((_, i) => labels[i] === j || labels[i] === k);
    const signs = seen(labels).map((y) => (y === k ? 1 : -1));
    return learn(seen(points), signs, passes);
  });

const mix = (u, v, m, n) => ({ w: u.w.map((value, j) => m * value + n * v.w[j]), b: m * u.b + n * v.b });

// The sum of its pairwise scores for each class, each counted in its favour.
const sums = ([u, v, w]) => [mix(u, v, -1, -1), mix(u, w, 1, -1), mix(v, w, 1, 1)];

// Scores compared pair by pair: a class with the highest one wins all its pairs.
export const leads = (scores) => PAIRS.map(([j, k]) => mix(scores[k], scores[j], 1, -1));

// The three rules. Each has its perceptrons, whose boundaries are its `lines`, and rounds of pairs: where no class wins
// both of its pairs in the first round, the second round decides.
export function machines(points, labels, passes) {
  const [every, pairwise] = [oneVsRest(points, labels, passes), oneVsOne(points, labels, passes)];
  const added = leads(sums(pairwise));
  return {
    "one-vs-rest": { runs: every, lines: every, rounds: [leads(every)] },
    votes: { runs: pairwise, lines: pairwise, rounds: [pairwise, added] },
    scores: { runs: pairwise, lines: pairwise, rounds: [added] },
  };
}

// The class that a rule predicts for x.
export function predictClass({ rounds }, x) {
  for (const round of rounds) {
    const [first, second, third] = round.map(({ w, b }) => score(w, b, x) > 0);
    if (!first && !second) return 0;
    if (first && !third) return 1;
    if (second && third) return 2;
  }
  return 0;
}

// The signs of the three pairs by which each class wins its two, whatever the third one says, and those by which none
// does: 0 beats 1, 1 beats 2 and 2 beats 0, or the reverse.
const WON = ["--?", "+?-", "?++"];
const TIED = ["-+-", "+-+"];

// The regions of a rule within a convex polygon, as convex pieces: [{ label, corners }, ...].
export function regions({ rounds: [round, ...others] }, corners) {
  const where = (signs) =>
    round.reduce((kept, { w, b }, r) => (signs[r] === "?" ? kept : side(kept, w, b, signs[r] === "+")), corners);
  const pieces = WON.map((signs, label) => ({ label, corners: where(signs) }));
  const decided = others.length ? TIED.flatMap((signs) => regions({ rounds: others }, where(signs))) : [];
  return [...pieces, ...decided].filter((piece) => piece.corners.length > 2);
}

// Where two rules predict different classes: the pieces of the one, cut up by the other.
export const differences = (one, other, corners) =>
  regions(one, corners).flatMap((piece) => regions(other, piece.corners).filter(({ label }) => label !== piece.label));

export const area = (corners) =>
  corners.reduce((sum, [x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length];
    return sum + (x * v - u * y) / 2;
  }, 0);
