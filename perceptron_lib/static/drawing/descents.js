// What the figures of descent share: their state, their paths as far as they have got, and a player that walks on them.
import { player } from "./player.js";
import { dot, signedRows } from "../mathematics/halfspaces.js";
import { LOSSES, descend, objective } from "../mathematics/losses.js";
import { rows } from "../mathematics/training.js";

// What the paths follow from; an address may hold anything.
export const problemOf = (get) => ({
  signed: signedRows(get("points"), get("labels")),
  start: get("start"),
  eta: Math.max(1e-3, get("eta")),
  passes: get("max_passes"),
  loss: Object.hasOwn(LOSSES, get("loss")) ? get("loss") : "hinge",
  order: rows(get("order"), get("points").length),
});

// The batch path and, unless the first is `alone`, the stochastic path, to their ends.
export const descents = (alone) => ({ signed, loss, ...given }) =>
  [given.order.length, ...(alone ? [] : [1])].map((size) => descend(signed, loss, { ...given, size }));

// How many looks at an example have been made, each path for itself, and how many there are.
const lastLook = (get) => get("max_passes") * rows(get("order"), get("points").length).length;
export const madeLooks = (get) => Math.min(Math.max(0, Math.round(get("looks"))), lastLook(get));

// A run as far as it has got: the weights after each update, those of the last pass, their costs and the functional
// margins of the examples.
export function soFar(run, { signed, loss, order }, looks) {
  const made = (count) => run.looks.findLastIndex((look) => look <= count);
  const weights = run.weights.slice(0, made(looks) + 1);
  const last = weights.at(-1);
  const late = run.weights.slice(Math.max(0, made(looks - order.length)), weights.length);
  return {
    weights,
    ended: looks >= run.end && run.stopped,
    late: late.map((v) => objective(v, signed, loss)),
    cost: objective(last, signed, loss),
    margins: signed.map((z) => dot(z, last)),
  };
}

// A player over the looks or, of the batch path alone, over its steps.
export function walker(get, set, alone) {
  const size = () => (alone ? rows(get("order"), get("points").length).length : 1);
  return player({
    at: () => Math.floor(madeLooks(get) / size()),
    end: () => lastLook(get) / size(),
    go: (to) => set({ looks: to * size() }),
    noun: alone ? "step" : "look",
  });
}

// Do some work again only when what it is given has changed: the data, the loss or the window, not m.
export function once(work) {
  let [known, result] = ["", null];
  return (...given) => {
    const key = JSON.stringify(given);
    if (key !== known) [known, result] = [key, work(...given)];
    return result;
  };
}

export const right = (margins) => `${margins.filter((m) => m > 0).length} of ${margins.length} right`;
