// Machines for the classes 0, 1, 2 made of perceptrons for two classes, and the regions of the plane that they make.
// tests/live/test_classes.py holds every function to the library in Python.
import { clip } from "./draw.js";
import { score, train } from "./learn.js";

export const PAIRS = [
  [0, 1],
  [0, 2],
  [1, 2],
];

const perceptron = (points, labels, passes) => train({ points, labels, passes, w0: [0, 0] });

// One perceptron for each class: +1 for the class, -1 for all others.
export const oneVsAll = (points, labels, passes) =>
  [0, 1, 2].map((k) =>
    perceptron(
      points,
      labels.map((y) => (y === k ? 1 : -1)),
      passes,
    ),
  );

// One perceptron for each pair of classes, on the examples of these two: a duel. The later class is +1.
export const oneVsOne = (points, labels, passes) =>
  PAIRS.map(([j, k]) => {
    const seen = (list) => list.filter((_, i) => labels[i] === j || labels[i] === k);
    return perceptron(
      seen(points),
      seen(labels).map((y) => (y === k ? 1 : -1)),
      passes,
    );
  });

// The sum of the scores of its duels for each class, each counted in its favour.
const sums = ([u, v, w]) => [mix(u, v, -1, -1), mix(u, w, 1, -1), mix(v, w, 1, 1)];

const mix = (u, v, m, n) => ({ w: u.w.map((value, j) => m * value + n * v.w[j]), b: m * u.b + n * v.b });

// Scores compared pair by pair: to have the highest one is to win all its duels among these.
const leads = (scores) => PAIRS.map(([j, k]) => mix(scores[k], scores[j], 1, -1));

// The three rules. Each has its perceptrons, and duels that a class must win: where no class wins both of its duels in
// the first round, the second round decides.
export function machines(points, labels, passes) {
  const [every, duels] = [oneVsAll(points, labels, passes), oneVsOne(points, labels, passes)];
  const added = leads(sums(duels));
  return {
    "one-vs-all": { runs: every, rounds: [leads(every)] },
    votes: { runs: duels, rounds: [duels, added] },
    scores: { runs: duels, rounds: [added] },
  };
}

// The class that a rule predicts for x.
export function predict({ rounds }, x) {
  for (const duels of rounds) {
    const [first, second, third] = duels.map(({ w, b }) => score(w, b, x) > 0);
    if (!first && !second) return 0;
    if (first && !third) return 1;
    if (second && third) return 2;
  }
  return 0;
}

// A side of a line within a convex polygon: where the score is positive, or where it is not. A score that is zero
// everywhere is positive nowhere.
function side(corners, { w, b }, positive) {
  if (!positive)
    return clip(
      corners,
      w.map((value) => -value),
      -b,
    );
  return w.some(Boolean) || b > 0 ? clip(corners, w, b) : [];
}

// The answers of the three duels by which each class wins its two, and those by which none does: 0 beats 1, 1 beats 2
// and 2 beats 0, or the reverse.
const WON = [
  [false, false, null],
  [true, null, false],
  [null, true, true],
];
const TIED = [
  [false, true, false],
  [true, false, true],
];

// The regions of a rule within a convex polygon, as convex pieces: [{ label, corners }, ...].
export function regions({ rounds: [duels, ...others] }, corners) {
  const where = (answers) =>
    duels.reduce((kept, duel, r) => (answers[r] === null ? kept : side(kept, duel, answers[r])), corners);
  const pieces = WON.map((answers, label) => ({ label, corners: where(answers) }));
  const decided = others.length ? TIED.flatMap((answers) => regions({ rounds: others }, where(answers))) : [];
  return [...pieces, ...decided].filter((piece) => piece.corners.length > 2);
}

// Where two rules predict different classes: the pieces of the one, cut up by the other.
export const differences = (one, other, corners) =>
  regions(one, corners).flatMap((piece) => regions(other, piece.corners).filter(({ label }) => label !== piece.label));

export const area = (corners) =>
  corners.reduce((sum, [x, y], i) => {
    const [u, v] = corners[(i + 1) % corners.length];
    return sum + (x * v - u * y) / 2;
  }, 0);
