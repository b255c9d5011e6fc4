// Novikoff's theorem, with the learning rate 1; `perceptron_lib.convergence`.
import { dot, signedRows } from "./halfspaces.js";

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

// The longest stream of mistakes, from zero: what an adversary presents who looks ahead. All weights after k mistakes
// lead to all those after k + 1; where there are more than `width` of these, the shortest are kept, which have the
// longest way to go, and it is no longer sure that no stream is longer (`all`). The search ends after so many `looks`
// at an example.
export function longestStream(points, labels, looks = 100_000) {
  const z = signedRows(points, labels);
  const width = Math.max(1, Math.floor(600 / z.length));
  let [level, all] = [[{ v: z[0].map(() => 0) }], true];
  while (looks > 0) {
    looks -= level.length * z.length;
    const next = new Map();
    for (const from of level) {
      z.forEach((row, i) => {
        if (dot(row, from.v) > 0) return;
        const v = from.v.map((value, j) => value + row[j]);
        const name = v.join();
        if (!next.has(name)) next.set(name, { v, i, from });
      });
    }
    if (!next.size) break;
    level = [...next.values()];
    if (level.length <= width) continue;
    all = false;
    level = level.sort((a, b) => dot(a.v, a.v) - dot(b.v, b.v)).slice(0, width);
  }
  const stream = [];
  for (let at = level[0]; at.from; at = at.from) stream.unshift(at.i);
  return { stream, all: all && looks > 0 };
}
