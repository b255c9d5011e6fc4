"""Measure many classes against scikit-learn; `python -m benchmarks.multiclass` prints the result in Markdown.

Both libraries run in one process and one thread, turn by turn, on the same examples in the same order for the same
number of passes. Times are processor times; each ratio is the median of the ratios within a turn. A run of ours ends
early after a pass without a mistake and scikit-learn's does not, so each ratio is given per pass made as well.
The exit status is 1 if any weights differ from scikit-learn's, which would be an error; it never depends on a time.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any

import numpy as np
from sklearn.linear_model import Perceptron
from sklearn.model_selection import train_test_split
from sklearn.multiclass import OneVsOneClassifier
from threadpoolctl import threadpool_limits

from benchmarks.data import Examples
from benchmarks.report import asked_to_write, goals, machine, publish, say, seconds
from perceptron_lib import datasets, one_vs_one, one_vs_rest, train_multiclass

PASSES = (5, 20, 50)
REPETITIONS, SECONDS = 11, 2.0  # at least as many turns of each comparison, and as long
OPPONENTS = {"one_vs_rest": "Perceptron", "one_vs_one": "OneVsOneClassifier", "train_multiclass": "Perceptron"}
GOAL = 0.6  # of scikit-learn's time, at most


@dataclass(frozen=True)
class Row:
    """What was measured of one of our functions on one data set; passes are those of all perceptrons together."""

    name: str
    function: str
    most: int  # passes of each perceptron
    passes: int
    sklearn_passes: int
    milliseconds: float
    ratios: tuple[float, ...]  # to scikit-learn's time, one for each turn
    equal: bool | None  # None: scikit-learn has no such algorithm

    @property
    def to_sklearn(self) -> float:
        """Our time over scikit-learn's."""
        return median(self.ratios)

    @property
    def per_pass(self) -> float:
        """Our time for a pass over scikit-learn's for a pass."""
        return self.to_sklearn * self.sklearn_passes / self.passes


def mingled(n: int = 20_000, d: int = 50, classes: int = 10) -> Examples:
    """Draw normal data, labelled by the highest of random linear scores; then label one in ten at random."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((n, d))
    y = (X @ rng.standard_normal((d, classes))).argmax(axis=1)
    drawn = np.flatnonzero(rng.random(n) < 0.1)
    y[drawn] = rng.integers(classes, size=len(drawn))
    return X, y


def perceptron(passes: int) -> Perceptron:
    """Return scikit-learn's perceptron, which makes as many passes in the order of the rows."""
    return Perceptron(shuffle=False, tol=None, penalty=None, max_iter=passes)


def compare(name: str, X: np.ndarray, y: np.ndarray, passes: int) -> list[Row]:
    """Run both libraries on the same examples in the same order for the same number of passes, turn by turn."""
    theirs: dict[str, Any] = {
        "Perceptron": perceptron(passes),
        "OneVsOneClassifier": OneVsOneClassifier(perceptron(passes)),
    }
    turns: dict[str, Callable[[], object]] = {
        "one_vs_rest": lambda: one_vs_rest(X, y, max_passes=passes),
        "Perceptron": lambda: theirs["Perceptron"].fit(X, y),
        "train_multiclass": lambda: train_multiclass(X, y, max_passes=passes),
        "one_vs_one": lambda: one_vs_one(X, y, max_passes=passes),
        "OneVsOneClassifier": lambda: theirs["OneVsOneClassifier"].fit(X, y),
    }
    for warm_up in turns.values():
        warm_up()
    times: list[dict[str, float]] = []
    while len(times) < REPETITIONS or sum(sum(turn.values()) for turn in times) < SECONDS:
        times.append({who: seconds(turn) for who, turn in turns.items()})

    all_at_once = train_multiclass(X, y, max_passes=passes)
    each, pairwise = one_vs_rest(X, y, max_passes=passes), one_vs_one(X, y, max_passes=passes)
    made = {
        "one_vs_rest": sum(run.passes for run in each.runs),
        "one_vs_one": sum(run.passes for run in pairwise.runs),
        "train_multiclass": all_at_once.passes * len(all_at_once.classes),
    }
    one, many = theirs["Perceptron"], theirs["OneVsOneClassifier"].estimators_
    equal = {
        "one_vs_rest": np.array_equal(each.W, one.coef_) and np.array_equal(each.b, one.intercept_),
        "one_vs_one": np.array_equal(pairwise.W, np.vstack([pair.coef_ for pair in many]))
        and np.array_equal(pairwise.b, np.concatenate([pair.intercept_ for pair in many])),
    }
    perceptrons = {"Perceptron": len(one.coef_), "OneVsOneClassifier": len(many)}
    return [
        Row(
            name,
            ours,
            passes,
            made[ours],
            passes * perceptrons[other],
            1000 * median(turn[ours] for turn in times),
            tuple(turn[ours] / turn[other] for turn in times),
            equal.get(ours),
        )
        for ours, other in OPPONENTS.items()
    ]


def accuracies(X: np.ndarray, y: np.ndarray, passes: int) -> str:
    """Say which share of a quarter of the examples, held out, each way gets right."""
    X_in, X_out, y_in, y_out = train_test_split(X, y, random_state=0, stratify=y)
    learned: dict[str, Any] = {
        "`one_vs_rest`": one_vs_rest(X_in, y_in, max_passes=passes),
        "`one_vs_one`": one_vs_one(X_in, y_in, max_passes=passes),
        "`train_multiclass`": train_multiclass(X_in, y_in, max_passes=passes),
        "scikit-learn's `Perceptron`": perceptron(passes).fit(X_in, y_in),
        "`OneVsOneClassifier`": OneVsOneClassifier(perceptron(passes)).fit(X_in, y_in),
    }
    shares = (f"{who} {np.mean(model.predict(X_out) == y_out):.1%}" for who, model in learned.items())
    return f"Held-out accuracy on {len(y_out)} digits, learned from the others in {passes} passes: {', '.join(shares)}."


def table(rows: list[Row]) -> list[str]:
    """Write the comparison as a Markdown table."""
    lines = [
        "| data set | function | passes each | made by ours | by scikit-learn's | ms a run | ÷ scikit-learn "
        "| least to most | ÷ scikit-learn, per pass | equal weights |",
        "|:--|:--|--:|--:|--:|--:|--:|--:|--:|:--|",
    ]
    for row in rows:
        equal = "" if row.equal is None else "yes" if row.equal else "**no**"
        lines.append(
            f"| {row.name} | `{row.function}` | {row.most} | {row.passes:,} | {row.sklearn_passes:,} "
            f"| {row.milliseconds:,.1f} | {row.to_sklearn:.2f} | {min(row.ratios):.2f} to {max(row.ratios):.2f} "
            f"| {row.per_pass:.2f} | {equal} |"
        )
    return lines


def report(rows: list[Row], accuracy: str) -> str:
    """Write all that was measured, and hold it to the goals, in Markdown."""
    equal = [row.equal for row in rows if row.equal is not None]
    held = [("the same weights as scikit-learn's, bit for bit", f"{sum(equal)} of {len(equal)} fits", all(equal))]
    for function in OPPONENTS:
        most = max(row.to_sklearn for row in rows if row.function == function)
        goal = f"`{function}`: at most {GOAL:.2f} of scikit-learn's time"
        held.append((goal, f"at most {most:.2f}", most <= GOAL))
    return "\n".join([*table(rows), "", accuracy, "", *goals(held), "", machine("NumPy", "scikit-learn", "Numba")])


def main() -> int:
    """Measure everything, print it, write it if asked to; return 1 if any weights differ."""
    write = asked_to_write(__doc__)
    digits = datasets.digits()
    rows = []
    with threadpool_limits(1):
        for name, X, y in (("digits", *digits), ("20,000 × 50, made", *mingled())):
            for passes in PASSES:
                say(f"{name}, {passes} passes ...")
                rows += compare(name, X, y, passes)
                say(f" {', '.join(f'{row.to_sklearn:.2f}' for row in rows[-3:])} of scikit-learn's time\n")
        accuracy = accuracies(digits.X, digits.y, max(PASSES))
    publish("multiclass", report(rows, accuracy), write)
    return 1 if any(row.equal is False for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
