// The perceptron's relatives; `perceptron_lib.variants`.

// The averaged perceptron: the mean of the padded weights after each visit of a run; `path` are the weights after
// 0, 1, ... updates. Those before the first visit where none was made.
export function average(path, { mistakes, visits }) {
  const ends = [...mistakes.map(({ visit }) => visit), visits]; // weights k are in force until this many visits
  if (!visits) return path[0];
  const sum = (j) => path.reduce((total, v, k) => total + v[j] * (ends[k] - (ends[k - 1] ?? 0)), 0);
  return path[0].map((_, j) => sum(j) / visits);
}
