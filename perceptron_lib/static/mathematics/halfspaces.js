// Halfspaces and threshold units; `perceptron_lib.halfspaces`. The weights are w, the bias is b.

export function dot(u, v) {
  let sum = 0;
  for (let j = 0; j < u.length; j++) sum += u[j] * v[j];
  return sum;
}

export function score(w, b, x) {
  let sum = b;
  for (let j = 0; j < w.length; j++) sum += w[j] * x[j];
  return sum;
}

// +1 where the score is positive, else -1.
export const predict = (w, b, x) => (score(w, b, x) > 0 ? 1 : -1);

// A score of 0 is a mistake whatever the label is.
export const right = (w, b, x, y) => y * score(w, b, x) > 0;

// The vote w_j x_j of each input.
export const votes = (w, x) => w.map((weight, j) => weight * x[j]);

// The theta of the neuron of 1943 with this bias: a whole sum exceeds -b exactly if it reaches theta.
export const threshold = (b) => Math.floor(-b) + 1;

// The rows z_i = y_i (x_i, 1): <(w, b), z_i> is the functional margin of example i, and an update adds z_i to (w, b).
export const signedRows = (points, labels) => points.map((x, i) => [...x, 1].map((value) => labels[i] * value));

// The point of the line <w, x> + b = 0 nearest to p; p itself where w = 0 has no line.
export function foot(w, b, p) {
  const t = score(w, b, p) / (dot(w, w) || 1);
  return p.map((value, j) => value - t * w[j]);
}

// The part of a convex polygon, a list of corners, where <w, x> + b >= 0.
export function clip(polygon, w, b) {
  const kept = [];
  polygon.forEach((p, i) => {
    const q = polygon[(i + 1) % polygon.length];
    const [at, next] = [score(w, b, p), score(w, b, q)];
    if (at >= 0) kept.push(p);
    if (at >= 0 !== next >= 0) {
      const t = at / (at - next);
      kept.push([p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])]);
    }
  });
  return kept;
}

// The part of a convex polygon where +1 is predicted, or that where -1 is. A score that is zero everywhere is positive
// nowhere.
export function side(polygon, w, b, positive) {
  if (positive) return w.some(Boolean) || b > 0 ? clip(polygon, w, b) : [];
  const turned = w.map((value) => -value);
  return clip(polygon, turned, -b);
}

// Weight space. <w, x> + b is as linear in w as it is in x: at a given b, what an example asks of w is a halfspace.

// The part of a convex polygon in the plane of w whose weights are right, with b, on the example (x, y): where
// y * score > delta. The example at the origin asks nothing of w: all weights are right on it, or none.
export const rightWeights = (polygon, x, y, b, delta = 0) =>
  side(polygon, x.map((value) => y * value), y * b - delta, true);

// The part whose weights are right, with b, on all examples; empty unless some weights of the polygon are.
export function solutions(polygon, points, labels, b, delta = 0) {
  const kept = points.reduce((rest, x, i) => rightWeights(rest, x, labels[i], b, delta), polygon);
  const middle = [0, 1].map((j) => kept.reduce((sum, p) => sum + p[j], 0) / kept.length);
  const inside = (x, i) => labels[i] * score(x, b, middle) - delta > 1e-9 * Math.hypot(...x, b, delta);
  return points.every(inside) ? kept : [];
}
