// The exact cycle of a run from zero, in the order of the rows, with delta = 0 and eta = 1, in the plane;
// `perceptron_lib.cycling`. Where the coordinates are sixteenths (or other dyadic fractions, if not too fine), floats
// make no rounding error here.
import { dot, signedRows } from "./halfspaces.js";

// The padded weights after a visit to the signed row z: other ones if it is a mistake, else the same array.
const visit = (v, z) => (dot(v, z) > 0 ? v : [v[0] + z[0], v[1] + z[1], v[2] + z[2]]);
const same = (u, v) => u.every((value, j) => value === v[j]);
const key = ([w1, w2, b]) => (w1 * 4096 + w2) * 4096 + b; // quicker than a text; what has the same one is compared

// The padded weights after 0, 1, ..., `steps` steps; the same array again where a visit made no mistake.
export function walk(points, labels, steps) {
  const z = signedRows(points, labels);
  const weights = [[0, 0, 0]];
  for (let t = 0; t < steps; t++) weights.push(visit(weights[t], z[t % z.length]));
  return weights;
}

// The steps before the first state that comes back (weights and place in the pass) and the mistakes in them, and the
// steps of the cycle with the mistakes on each example; null where these are more than `limit` steps. A cycle is a
// number of whole passes, so it is enough to know the weights before each pass again.
export function findCycle(points, labels, limit) {
  const z = signedRows(points, labels);
  const n = z.length;
  const weights = [[0, 0, 0]]; // after 0, 1, ... steps
  const begun = new Map(); // after how many steps a pass began with weights of this key
  const known = (v) => begun.get(key(v)) ?? -1;
  let t = 0;
  for (; known(weights[t]) < 0 || !same(weights[known(weights[t])], weights[t]); t += n) {
    if (t >= limit + n) return null;
    begun.set(key(weights[t]), t);
    for (const row of z) weights.push(visit(weights.at(-1), row));
  }
  let before = known(weights[t]);
  const steps = t - before;
  while (before && same(weights[before - 1], weights[before - 1 + steps])) before--; // the cycle may begin in a pass
  if (before + steps > limit) return null;

  const counts = points.map(() => 0);
  let earlier = 0;
  for (t = 0; t < before + steps; t++) {
    if (weights[t + 1] === weights[t]) continue;
    if (t < before) earlier++;
    else counts[t % n]++;
  }
  return { before, earlier, steps, passes: steps / n, mistakes: counts.reduce((sum, c) => sum + c), counts };
}

// The state after so many steps of a walk: the weights, those before the last update, whether the last step made one,
// and the example at hand with its functional margin.
export function stateAfter(points, labels, weights, step) {
  const now = weights[step];
  let last = step - 1;
  while (last >= 0 && weights[last] === now) last--;
  const hand = step % points.length;
  const margin = labels[hand] * (dot(points[hand], now) + now[2]);
  return { step, weights: now, was: weights[Math.max(0, last)], updated: last >= 0 && last === step - 1, hand, margin };
}

// A fraction as it is written, here of a whole number of 256ths: "−17/16".
export function fraction(value, parts = 256) {
  const top = Math.round(value * parts);
  let [a, b] = [Math.abs(top), parts];
  while (b) [a, b] = [b, a % b];
  return `${top < 0 ? "−" : ""}${Math.abs(top) / a}${parts > a ? `/${parts / a}` : ""}`;
}
