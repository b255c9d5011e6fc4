// Losses as functions of the functional margin m = y * score, and descent on their mean: `perceptron_lib.losses` with a
// constant step size. Weights are padded: [...w, b]. What is called `signed` are `signedRows`.
import { dot } from "./halfspaces.js";

const shiftedHinge = (delta) => ({ value: (m) => Math.max(delta - m, 0), slope: (m) => (m <= delta ? -1 : 0) });

export const LOSSES = {
  "0-1": { value: (m) => (m <= 0 ? 1 : 0), slope: () => 0 },
  perceptron: shiftedHinge(0),
  hinge: shiftedHinge(1),
  logistic: {
    value: (m) => Math.max(0, -m) + Math.log1p(Math.exp(-Math.abs(m))),
    slope: (m) => -(m > 0 ? Math.exp(-m) : 1) / (1 + Math.exp(-Math.abs(m))), // never overflows
  },
  squared: { value: (m) => (1 - m) ** 2, slope: (m) => 2 * (m - 1) },
};

// The mean loss over the signed rows.
export const objective = (weights, signed, loss) =>
  signed.reduce((sum, z) => sum + LOSSES[loss].value(dot(z, weights)), 0) / signed.length;

// The gradient of the mean loss over the signed rows.
export function gradient(weights, signed, loss) {
  const sum = weights.map(() => 0);
  for (const z of signed) {
    const slope = LOSSES[loss].slope(dot(z, weights));
    if (slope !== 0) for (let j = 0; j < sum.length; j++) sum[j] += slope * z[j];
  }
  return sum.map((value) => value / signed.length);
}

// Descent in batches of `size` rows: the weights after 0, 1, ... updates, and how many `looks` at a row had been made
// by then; the updates of each pass, why it stopped and after how many looks. A zero gradient is no update; a pass
// without any is the end. Weights beyond the floats ("overflow") are not kept.
export function descend(signed, loss, { start, eta, passes, order, size = order.length }) {
  const visited = order.map((i) => signed[i]);
  const [weights, looks, perPass] = [[start], [0], []];
  while (perPass.length < passes) {
    const before = weights.length;
    for (let t = 0; t < order.length; t += size) {
      const slope = gradient(weights.at(-1), visited.slice(t, t + size), loss);
      if (slope.every((value) => value === 0)) continue;
      const next = weights.at(-1).map((value, j) => value - eta * slope[j]);
      const made = perPass.length * order.length + Math.min(t + size, order.length);
      if (!next.every(Number.isFinite)) {
        return { weights, looks, perPass: [...perPass, weights.length - before], stopped: "overflow", end: made };
      }
      weights.push(next);
      looks.push(made);
    }
    perPass.push(weights.length - before);
    const end = perPass.length * order.length;
    if (weights.length === before) return { weights, looks, perPass, stopped: "no updates", end };
  }
  return { weights, looks, perPass, stopped: "max_passes", end: passes * order.length };
}
