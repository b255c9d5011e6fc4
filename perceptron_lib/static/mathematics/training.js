// The algorithm, with the learning rate 1; `perceptron_lib.training`.
import { score } from "./halfspaces.js";

// The rows that a pass visits: those of `order`, if it fits the data, or all as they stand; `visited` in Python.
export const rows = (order, n) =>
  order?.length && order.every((i) => Number.isInteger(i) && i >= 0 && i < n)
    ? order
    : Array.from({ length: n }, (_, i) => i);

// The rows in a new random order.
export function shuffled(n) {
  const order = rows([], n);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// The perceptron, visit by visit, until a pass makes no mistake or `visits` or `passes` are used up: the weights, the
// mistakes (each with its example and the visits before it), the visits, and whether the run has converged.
export function train(problem) {
  const { points, labels, order, w0, b0 = 0, delta = 0, visits = Infinity, passes } = problem;
  const visited = rows(order, points.length);
  const n = visited.length;
  const w = w0 ? [...w0] : points[0].map(() => 0);
  let b = b0;
  const mistakes = [];
  let converged = false;
  let t = 0;
  while (!converged && t < visits && t < passes * n) {
    const i = visited[t % n];
    const [x, y] = [points[i], labels[i]];
    if (y * score(w, b, x) <= delta) {
      for (let j = 0; j < w.length; j++) w[j] += y * x[j];
      b += y;
      mistakes.push({ example: i, visit: t });
    }
    t++;
    converged = t % n === 0 && (mistakes.at(-1)?.visit ?? -1) < t - n; // a whole pass without a mistake
  }
  return { w, b, mistakes, visits: t, converged };
}

// The padded weights of a run, [...w, b], after 0, 1, ... updates.
export function path({ points, labels, w0, b0 = 0 }, { mistakes }) {
  const weights = [[...(w0 ?? points[0].map(() => 0)), b0]];
  for (const { example: i } of mistakes) {
    weights.push(weights.at(-1).map((value, j) => value + labels[i] * (points[i][j] ?? 1)));
  }
  return weights;
}
