// Novikoff's proof on a run. tests/live/test_proof.py holds it to `verify` in Python.
import { follow, radius } from "./learn.js";

// The quantities of the proof after 0, 1, ..., k updates: the squared length of the weights, what it may be at most,
// and, where there is an oracle, the progress with what it must be at least. All vectors are padded.
export function verify(problem, run, { margin, oracle }) {
  const { points, eta = 1, delta = 0 } = problem;
  const growth = eta ** 2 * radius(points) ** 2 + 2 * eta * delta;
  const proof = { squaredNorm: [], mostSquaredNorm: [], progress: [], leastProgress: [] };
  follow(problem, run, (k, w, b) => {
    let squared = b * b;
    let along = oracle ? oracle[w.length] * b : 0;
    for (let j = 0; j < w.length; j++) {
      squared += w[j] * w[j];
      if (oracle) along += oracle[j] * w[j];
    }
    proof.squaredNorm.push(squared);
    proof.mostSquaredNorm.push(proof.squaredNorm[0] + k * growth);
    if (!oracle) return;
    proof.progress.push(along);
    proof.leastProgress.push(proof.progress[0] + k * eta * margin);
  });
  return proof;
}
