// The exact cycle of a run from zero, in the order of the rows, with delta = 0 and eta = 1, in the plane. Where the
// coordinates are sixteenths (or other dyadic fractions, if not too fine), floats make no rounding error here.

export const LIMIT = 50_000; // steps, those before the cycle and those in it together

// The rows z_i = y_i (x_i, 1): <(w, b), z_i> is the agreement of example i, and an update adds z_i to (w, b).
const signedRows = (points, labels) =>
  points.map(([x1, x2], i) => Float64Array.of(labels[i] * x1, labels[i] * x2, labels[i]));
const agreementOf = (s, z) => s[0] * z[0] + s[1] * z[1] + s[2] * z[2];
const same = (s, t) => s[0] === t[0] && s[1] === t[1] && s[2] === t[2];

// Visit an example: update the weights if it is a mistake, and say whether it was.
function visit(s, z) {
  if (agreementOf(s, z) > 0) return false;
  for (let j = 0; j < 3; j++) s[j] += z[j];
  return true;
}

// The steps before the first state that comes back (weights and place in the pass) and the mistakes in them, and the
// steps of the cycle with the mistakes on each example; null where these are more than `limit` steps. By Brent's
// method, which keeps two states only: a cycle is a number of whole passes, so it is enough to compare after each.
export function findCycle(points, labels, limit = LIMIT) {
  const z = signedRows(points, labels);
  const n = z.length;
  const pass = (s) => {
    for (let i = 0; i < n; i++) visit(s, z[i]);
  };
  const [near, far, kept] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  let passes = 0;
  for (let walked = 0, power = 1; ; walked += n) {
    if (walked > 3 * (limit + n)) return null; // the method needs at most three times the steps that it looks for
    pass(far);
    passes++;
    if (same(far, kept)) break;
    if (passes < power) continue;
    kept.set(far);
    power *= 2;
    passes = 0;
  }
  far.fill(0);
  for (let k = 0; k < passes; k++) pass(far);
  let [before, earlier] = [0, 0];
  for (; !same(near, far); before++) {
    if (visit(near, z[before % n])) earlier++;
    visit(far, z[before % n]);
  }
  const steps = passes * n;
  if (before + steps > limit) return null;
  const counts = points.map(() => 0);
  for (let t = before; t < before + steps; t++) if (visit(near, z[t % n])) counts[t % n]++;
  return { before, earlier, steps, passes, mistakes: counts.reduce((sum, c) => sum + c), counts };
}

// The states after `from`, ..., `to` - 1 steps: the weights, those before the last update, and the example at hand.
export function states(points, labels, from, to) {
  const z = signedRows(points, labels);
  const [s, was] = [new Float64Array(3), new Float64Array(3)];
  const found = [];
  for (let step = 0; step < to; step++) {
    const hand = step % z.length;
    const agreement = agreementOf(s, z[hand]);
    if (step >= from) found.push({ step, weights: [...s], was: [...was], hand, agreement });
    if (agreement > 0) continue;
    for (let j = 0; j < 3; j++) was[j] = s[j];
    visit(s, z[hand]);
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
