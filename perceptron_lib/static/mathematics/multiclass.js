// The multiclass perceptron on the classes 0, 1, 2, from zero, with the learning rate 1; `perceptron_lib.multiclass`.
import { judged, leads } from "./reductions.js";
import { nearest } from "./separability.js";

const CLASSES = [0, 1, 2];

// The score of each class for x; the rows are their padded weights.
const scoresOf = (rows, x) => rows.map((row) => row[0] * x[0] + row[1] * x[1] + row[2]);

// The class with the highest score among the rivals of the own one, the first of several.
function worst(scores, own) {
  let rival = own ? 0 : 1;
  for (let k = rival + 1; k < 3; k++) if (k !== own && scores[k] > scores[rival]) rival = k;
  return rival;
}

// Add x to its own class, and take it from the rival; or a part of it.
function update(rows, x, own, rival, part = 1) {
  for (let j = 0; j < 3; j++) {
    const value = part * (x[j] ?? 1);
    rows[own][j] += value;
    rows[rival][j] -= value;
  }
}

const zeros = () => CLASSES.map(() => [0, 0, 0]);

// All classes at once, until a pass makes no mistake or `passes` are used up. A mistake is an example that some rival
// scores at least as high as its own class.
export function trainMulticlass(points, labels, passes) {
  const [rows, mistakes, n] = [zeros(), [], points.length];
  let t = 0;
  let converged = false;
  while (!converged && t < passes * n) {
    const i = t % n;
    const scores = scoresOf(rows, points[i]);
    const rival = worst(scores, labels[i]);
    if (scores[labels[i]] <= scores[rival]) {
      update(rows, points[i], labels[i], rival);
      mistakes.push({ example: i, rival, visit: t });
    }
    t++;
    converged = t % n === 0 && (mistakes.at(-1)?.visit ?? -1) < t - n; // a whole pass without a mistake
  }
  return { rows, mistakes, visits: t, converged };
}

// Its rule after so many `visits` of its run, as `machines` gives the others; its lines are where two classes score
// alike. Of the last update it has made this `part`. The last visit is its `step`: the example and the next one, the
// scores and weights before it, and the rival, if it was a mistake.
export function multiclass(points, labels, passes, visits = Infinity, part = 1) {
  const run = trainMulticlass(points, labels, passes);
  const t = Math.min(visits, run.visits);
  const made = run.mistakes.filter(({ visit }) => visit < t - 1);
  const before = zeros();
  for (const { example: i, rival } of made) update(before, points[i], labels[i], rival);

  const n = points.length;
  const example = t ? (t - 1) % n : null;
  const { visit, rival } = run.mistakes[made.length] ?? {};
  const step = { visit: t, example, next: t < run.visits ? t % n : null, before };
  step.scores = t ? scoresOf(before, points[example]) : [0, 0, 0];
  step.rival = visit === t - 1 ? rival : null;
  const rows = before.map((row) => [...row]);
  if (step.rival !== null) update(rows, points[example], labels[example], rival, part);

  const lines = leads(rows.map(([u, v, b]) => ({ w: [u, v], b })));
  return { runs: [judged(run, () => nearest(kesler(points, labels)).margin)], rows, step, lines, rounds: [lines] };
}

// Kesler's long vectors: for each example and each rival, the padded example in the block of its own class and its
// negative in that of the rival. Weights separate all classes at once exactly if their products with all are positive.
export const kesler = (points, labels) =>
  points.flatMap((x, i) => {
    const block = (k, rival) => [...x, 1].map((value) => ((k === labels[i]) - (k === rival)) * value);
    const rivals = CLASSES.filter((k) => k !== labels[i]);
    return rivals.map((rival) => CLASSES.flatMap((k) => block(k, rival)));
  });
