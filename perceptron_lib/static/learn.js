// The mathematics of the live figures. tests/live holds every function to the library in Python.

const dot = (u, v) => u.reduce((sum, value, j) => sum + value * v[j], 0);

export function score(w, b, x) {
  let sum = b;
  for (let j = 0; j < w.length; j++) sum += w[j] * x[j];
  return sum;
}

// The rows that a pass visits: those of `order`, if it fits the data, or all as they stand; `order_on` in Python.
export const rows = (order, n) =>
  order?.length && order.every((i) => Number.isInteger(i) && i >= 0 && i < n)
    ? order
    : Array.from({ length: n }, (_, i) => i);

// How many passes are tried, so that a run can be made anew at each move of a point; `tried_passes` in Python.
export const passesFor = (n) => Math.min(1000, Math.ceil(30_000 / n));

// The rows in a new random order.
export function shuffled(n) {
  const order = rows([], n);
  for (let i = n - 1; i > 0; i--) {
    const j = Math.floor(Math.random() * (i + 1));
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

// The perceptron, visit by visit, until a pass makes no mistake or `visits` or `passes` are used up: the weights,
// the example of each mistake, when it was made (the visits before it), and whether the run has come to rest.
export function train(problem) {
  const { points, labels, order, w0, b0 = 0, eta = 1, delta = 0, visits = Infinity, passes = 1000 } = problem;
  const visited = rows(order, points.length);
  const n = visited.length;
  const w = w0 ? [...w0] : points[0].map(() => 0);
  let b = b0;
  const mistakes = [];
  const when = [];
  let rest = false;
  let t = 0;
  while (!rest && t < visits && t < passes * n) {
    const i = visited[t % n];
    const [x, y] = [points[i], labels[i]];
    if (y * score(w, b, x) <= delta) {
      for (let j = 0; j < w.length; j++) w[j] += eta * y * x[j];
      b += eta * y;
      mistakes.push(i);
      when.push(t);
    }
    t++;
    rest = t % n === 0 && (when.at(-1) ?? -1) < t - n; // a whole pass without a mistake
  }
  return { w, b, mistakes, when, visits: t, rest };
}

// Walk once more through the weights of a run: `tell(k, w, b)` for k = 0, 1, ... updates. w is one array all the time.
export function follow({ points, labels, w0, b0 = 0, eta = 1 }, { mistakes }, tell) {
  const w = w0 ? [...w0] : points[0].map(() => 0);
  let b = b0;
  tell(0, w, b);
  mistakes.forEach((i, k) => {
    for (let j = 0; j < w.length; j++) w[j] += eta * labels[i] * points[i][j];
    b += eta * labels[i];
    tell(k + 1, w, b);
  });
}

// The length of the longest padded example.
export const radius = (points) => Math.sqrt(Math.max(...points.map((x) => dot(x, x) + 1)));

// The unit vector with the largest margin over the padded examples, by Wolfe's method: the point of the convex hull of
// the z_i = y_i (x_i, 1) that is nearest to the origin. A margin of zero says that nothing separates the examples.
export function separate(points, labels) {
  const z = points.map((x, i) => [...x, 1].map((value) => labels[i] * value));
  const sizes = z.map((row) => dot(row, row));
  const reach = Math.max(...sizes);
  let support = [sizes.indexOf(Math.min(...sizes))];
  let alpha = [1];
  let v = z[support[0]];
  for (;;) {
    const scores = z.map((row) => dot(row, v));
    const worst = scores.indexOf(Math.min(...scores));
    const size = dot(v, v);
    if (size <= 1e-20 * reach || scores[worst] >= size - 1e-12 * reach) break;
    [support, alpha] = approach(z, [...support, worst], [...alpha, 0]);
    v = v.map((_, j) => support.reduce((sum, i, k) => sum + alpha[k] * z[i][j], 0));
    if (dot(v, v) >= size) break; // as near as floats can tell
  }
  const margin = Math.sqrt(dot(v, v));
  if (margin <= 1e-7 * Math.sqrt(reach)) return { margin: 0, oracle: null };
  return { margin, oracle: v.map((value) => value / margin) };
}

// Walk towards the nearest point of the rows' affine hull, and let go of each row whose weight comes to zero.
function approach(z, support, alpha) {
  for (;;) {
    const goal = affine(support.map((i) => z[i]));
    if (!goal) return [support.slice(0, -1), alpha.slice(0, -1)]; // dependent, up to rounding: give the new row up
    if (Math.min(...goal) > 1e-12) return [support, goal];
    const step = Math.min(...alpha.map((a, k) => (goal[k] <= 1e-12 ? a / (a - goal[k]) : 1)));
    const walked = alpha.map((a, k) => a + step * (goal[k] - a));
    support = support.filter((_, k) => walked[k] > 1e-12);
    alpha = walked.filter((a) => a > 1e-12);
  }
}

// The weights with sum 1 of the point nearest to the origin in the affine hull of the rows: (Z Z^T + 1) a = c 1.
function affine(Z) {
  const a = solve(
    Z.map((u) => Z.map((v) => dot(u, v) + 1)),
    Z.map(() => 1),
  );
  const sum = a?.reduce((total, value) => total + value, 0);
  return a && sum > 0 ? a.map((value) => value / sum) : null;
}

// Gaussian elimination with pivots; null where the matrix is singular, up to rounding.
function solve(A, right) {
  const M = A.map((line, i) => [...line, right[i]]);
  const size = Math.max(...A.flat().map(Math.abs));
  for (let k = 0; k < M.length; k++) {
    const p = M.slice(k).reduce((best, line, i) => (Math.abs(line[k]) > Math.abs(M[best][k]) ? k + i : best), k);
    if (Math.abs(M[p][k]) <= 1e-13 * size) return null;
    [M[k], M[p]] = [M[p], M[k]];
    for (let i = k + 1; i < M.length; i++) {
      const factor = M[i][k] / M[k][k];
      for (let j = k; j <= M.length; j++) M[i][j] -= factor * M[k][j];
    }
  }
  for (let i = M.length - 1; i >= 0; i--) {
    for (let j = i + 1; j < M.length; j++) M[i][M.length] -= M[i][j] * M[j][M.length];
    M[i][M.length] /= M[i][i];
  }
  return M.map((line) => line[M.length]);
}

// Novikoff's bound in its general form: the largest k with
// (along + k eta margin)^2 <= ||w_0||^2 + k (eta^2 R^2 + 2 eta delta).
export function mistakeBound({ R, margin, delta = 0, eta = 1, start = 0, along = -start }) {
  if (!(margin > 0)) return Infinity;
  const ahead = along / (eta * margin);
  const aside = (start ** 2 - along ** 2) / (eta * margin) ** 2;
  const half = (R ** 2 + (2 * delta) / eta) / margin ** 2 / 2 - ahead;
  return half + Math.sqrt(half ** 2 + Math.max(0, aside));
}
