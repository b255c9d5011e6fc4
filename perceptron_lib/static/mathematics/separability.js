// The oracle with the largest margin; `perceptron_lib.separability`, in floats.
import { dot, signedRows } from "./halfspaces.js";

// The unit vector with the largest margin over the padded examples. A margin of zero says that nothing separates them.
export const separate = (points, labels) => nearest(signedRows(points, labels));

// The unit vector whose least product with the rows of z is largest, by Wolfe's method: the direction of the point of
// their convex hull that is nearest to the origin.
export function nearest(z) {
  const sizes = z.map((row) => dot(row, row));
  const largest = Math.max(...sizes);
  let support = [sizes.indexOf(Math.min(...sizes))];
  let alpha = [1];
  let v = z[support[0]];
  for (;;) {
    const scores = z.map((row) => dot(row, v));
    const worst = scores.indexOf(Math.min(...scores));
    const size = dot(v, v);
    if (size <= 1e-20 * largest || scores[worst] >= size - 1e-12 * largest) break;
    [support, alpha] = approach(z, [...support, worst], [...alpha, 0]);
    v = v.map((_, j) => support.reduce((sum, i, k) => sum + alpha[k] * z[i][j], 0));
    if (dot(v, v) >= size) break; // as near as floats can tell
  }
  const margin = Math.sqrt(dot(v, v));
  if (margin <= 1e-7 * Math.sqrt(largest)) return { margin: 0, oracle: null };
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
