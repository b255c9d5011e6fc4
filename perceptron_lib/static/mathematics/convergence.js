// Novikoff's theorem, with the learning rate 1; `perceptron_lib.convergence`.
import { dot } from "./halfspaces.js";

// The length of the longest padded example.
export const radius = (points) => Math.sqrt(Math.max(...points.map((x) => dot(x, x) + 1)));

// Novikoff's bound in its general form: the largest k with
// (along + k margin)^2 <= start^2 + k (R^2 + 2 delta), where the run starts at weights of length `start`, of which
// `along` lies along the oracle.
export function mistakeBound({ R, margin, delta = 0, start = 0, along = 0 }) {
  if (!(margin > 0)) return Infinity;
  const half = (R ** 2 + 2 * delta) / margin ** 2 / 2 - along / margin;
  const aside = (start ** 2 - along ** 2) / margin ** 2;
  return half + Math.sqrt(half ** 2 + Math.max(0, aside));
}

// The quantities of the proof at each of the padded weights of a run: their squared length and, where there is an
// oracle, their progress along it.
export const verify = (weights, oracle) => ({
  squaredNorm: weights.map((v) => dot(v, v)),
  progress: oracle ? weights.map((v) => dot(oracle, v)) : [],
});
