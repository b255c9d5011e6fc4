// The multiclass perceptron on the classes 0, 1, 2, from zero, with the learning rate 1; `perceptron_lib.multiclass`.
import { score } from "./halfspaces.js";
import { leads } from "./reductions.js";

// All classes at once, until a pass makes no mistake or `passes` are used up. A mistake is an example that some rival
// class scores at least as high as its own: the example is added to its own class, and taken from the highest rival.
export function trainMulticlass(points, labels, passes) {
  const rows = [0, 1, 2].map(() => ({ w: [0, 0], b: 0 }));
  const add = (row, x, sign) => {
    row.w = row.w.map((value, j) => value + sign * x[j]);
    row.b += sign;
  };
  const mistakes = [];
  let converged = false;
  for (let pass = 0; pass < passes && !converged; pass++) {
    converged = true;
    points.forEach((x, i) => {
      const scores = rows.map(({ w, b }) => score(w, b, x));
      const rivals = [0, 1, 2].filter((k) => k !== labels[i]);
      const rival = rivals.reduce((best, k) => (scores[k] > scores[best] ? k : best));
      if (scores[labels[i]] > scores[rival]) return;
      add(rows[labels[i]], x, 1);
      add(rows[rival], x, -1);
      mistakes.push({ example: i, rival });
      converged = false;
    });
  }
  return { rows, mistakes, converged };
}

// Its rule, as `machines` gives the others; its lines are where two classes score alike.
export function multiclass(points, labels, passes) {
  const run = trainMulticlass(points, labels, passes);
  const lines = leads(run.rows);
  return { runs: [run], lines, rounds: [lines] };
}
