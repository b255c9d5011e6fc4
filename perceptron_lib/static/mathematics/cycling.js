// The exact cycle of a run from zero, in the order of the rows, with delta = 0 and eta = 1, in the plane;
// `perceptron_lib.cycling`. Where the coordinates are sixteenths (or other dyadic fractions, if not too fine), floats
// make no rounding error here.
import { dot, signedRows } from "./halfspaces.js";

// The padded weights after a visit to the signed row z: other ones if it is a mistake, else the same array.
const visit = (weights, z) => (dot(weights, z) > 0 ? weights : weights.map((value, j) => value + z[j]));
const same = (u, v) => u.every((value, j) => value === v[j]);

// The steps before the first state that comes back (weights and place in the pass) and the mistakes in them, and the
// steps of the cycle with the mistakes on each example; null where these are more than `limit` steps. A cycle is a
// number of whole passes, so it is enough to know the weights before each pass again.
export function findCycle(points, labels, limit) {
  const z = signedRows(points, labels);
  const n = z.length;
  const weights = [[0, 0, 0]]; // after 0, 1, ... steps
  const begun = new Map(); // after how many steps a pass began with these weights
  let t = 0;
  for (; !begun.has(weights[t].join()); t += n) {
    if (t >= limit + n) return null;
    begun.set(weights[t].join(), t);
    for (const row of z) weights.push(visit(weights.at(-1), row));
  }
  let before = begun.get(weights[t].join());
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

// The states after `from`, ..., `to` - 1 steps: the weights, those before the last update, and the example at hand with
// its functional margin.
export function states(points, labels, from, to) {
  const z = signedRows(points, labels);
  let weights = [0, 0, 0];
  let was = weights;
  const found = [];
  for (let step = 0; step < to; step++) {
    const hand = step % z.length;
    if (step >= from) found.push({ step, weights, was, hand, margin: dot(weights, z[hand]) });
    const next = visit(weights, z[hand]);
    if (next !== weights) [was, weights] = [weights, next];
  }
  return found;
}

// A fraction as it is written, here of a whole number of 256ths: "−17/16".
export function fraction(value, parts = 256) {
  const top = Math.round(value * parts);
  let [a, b] = [Math.abs(top), parts];
  while (b) [a, b] = [b, a % b];
  return `${top < 0 ? "−" : ""}${Math.abs(top) / a}${parts > a ? `/${parts / a}` : ""}`;
}
