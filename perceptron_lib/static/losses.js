// Losses as functions of the agreement m = y * score, and descent on their mean: `perceptron_lib.losses` without
// penalty and with a constant step size. Weights are padded: [w..., b]. tests/live/test_descent.py compares the two.

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

const signedRows = (points, labels) => points.map((x, i) => [...x, 1].map((value) => labels[i] * value));

function inner(u, w) {
  let sum = 0;
  for (let j = 0; j < u.length; j++) sum += u[j] * w[j];
  return sum;
}

export const agreements = (weights, points, labels) => signedRows(points, labels).map((u) => inner(u, weights));

// The mean loss at each row of padded weights.
export function objective(weights, points, labels, loss) {
  const signed = signedRows(points, labels);
  const { value } = LOSSES[loss];
  return weights.map((w) => signed.reduce((sum, u) => sum + value(inner(u, w)), 0) / signed.length);
}

export const gradient = (weights, points, labels, loss) =>
  meanSlope(signedRows(points, labels), weights, LOSSES[loss].slope);

// Of the rows from `begin` on, before `end`.
function meanSlope(signed, w, slope, begin = 0, end = signed.length) {
  const sum = w.map(() => 0);
  for (let i = begin; i < end; i++) {
    const s = slope(inner(signed[i], w));
    if (s !== 0) for (let j = 0; j < sum.length; j++) sum[j] += s * signed[i][j];
  }
  return sum.map((value) => value / (end - begin));
}

// Descent in batches of `size` rows: the weights after 0, 1, ... updates, the updates of each pass, and why it stopped.
// A zero gradient is no update; a pass without any is the end. Weights beyond the floats ("overflow") are not kept.
export function descend(points, labels, loss, { start, eta, passes, order, size = order.length }) {
  const rows = signedRows(points, labels);
  const signed = order.map((i) => rows[i]);
  const weights = [start];
  const perPass = [];
  let stopped = "";
  for (let w = start; !stopped;) {
    let updates = 0;
    for (let t = 0; t < order.length; t += size) {
      const slope = meanSlope(signed, w, LOSSES[loss].slope, t, Math.min(t + size, signed.length));
      if (slope.every((value) => value === 0)) continue;
      w = w.map((value, j) => value - eta * slope[j]);
      if (!w.every(Number.isFinite)) return { weights, perPass: [...perPass, updates], stopped: "overflow" };
      weights.push(w);
      updates++;
    }
    perPass.push(updates);
    stopped = !updates ? "no updates" : perPass.length >= passes ? "max_passes" : "";
  }
  return { weights, perPass, stopped };
}

// Marching squares: where a surface over a grid, heights[j][i], crosses a level; segments in units of the grid.
export function contour(heights, level) {
  const found = [];
  for (let j = 0; j + 1 < heights.length; j++) {
    for (let i = 0; i + 1 < heights[j].length; i++) {
      const corners = [
        [i, j],
        [i + 1, j],
        [i + 1, j + 1],
        [i, j + 1],
      ];
      const above = corners.map(([x, y]) => heights[y][x] - level);
      if (above.every((v) => v >= 0) || above.every((v) => v < 0)) continue;
      const cuts = corners.flatMap(([x, y], k) => {
        const [p, q, [u, v]] = [above[k], above[(k + 1) % 4], corners[(k + 1) % 4]];
        const t = p / (p - q);
        return p >= 0 === q >= 0 ? [] : [[x + t * (u - x), y + t * (v - y)]];
      });
      for (let k = 0; k < cuts.length; k += 2) found.push([cuts[k], cuts[k + 1]]);
    }
  }
  return found;
}
