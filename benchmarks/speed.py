"""Measure `perceptron_lib` against scikit-learn; `python -m benchmarks.speed` prints the result in Markdown.

A time alone says little: it differs from machine to machine and from minute to minute. So both libraries run in one
process and one thread, turn by turn; what counts is processor time, and the median of the ratios within a turn.
`--before FOLDER` names a folder with another version of the project, whose `train` takes its turn with them.
The exit status is 1 if any weights differ from scikit-learn's, which would be an error; it never depends on a time.
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import numpy as np
from sklearn.linear_model import Perceptron
from threadpoolctl import threadpool_limits

from benchmarks.data import Case, cases
from benchmarks.report import command_line, goals, machine, publish, say, seconds
from perceptron_lib import Run, train

REPETITIONS, SECONDS = 5, 1.0  # at least as many repetitions of each comparison, and as long

Train = Callable[..., Run]


@dataclass(frozen=True)
class Row:
    """What was measured on one data set."""

    name: str
    passes: int
    mistakes: int
    milliseconds: float
    to_sklearn: float
    to_product: float
    before: float | None  # the other version's time to scikit-learn's
    copied: bool
    equal: bool


def version_in(folder: str) -> Train:
    """Return the `train` of another version, loaded beside this one."""
    own = {name: sys.modules.pop(name) for name in list(sys.modules) if name.split(".")[0] == "perceptron_lib"}
    sys.path.insert(0, folder)
    try:
        from perceptron_lib import train as other
    finally:
        sys.path.remove(folder)
        sys.modules.update(own)
    return other


def compare(case: Case, other: Train | None) -> Row:
    """Run both libraries on the same examples in the same order for the same number of passes, turn by turn."""
    X, y = case.examples()
    passes = train(X, y, max_passes=case.passes).passes  # fewer than the most, if a pass makes no mistake
    w = np.random.default_rng(0).standard_normal(X.shape[1])
    scores = np.empty(len(X))
    model = Perceptron(shuffle=False, tol=None, penalty=None, max_iter=passes)

    def products() -> None:
        for _ in range(passes):
            np.matmul(X, w, out=scores)

    turns = [lambda: train(X, y, max_passes=passes), lambda: model.fit(X, y), products]
    if other is not None:
        turns.append(lambda: other(X, y, max_passes=passes))
    for warm_up in turns:
        warm_up()
    times: list[list[float]] = []
    while len(times) < REPETITIONS or sum(map(sum, times)) < SECONDS:
        times.append([seconds(turn) for turn in turns])

    run = train(X, y, max_passes=passes)
    return Row(
        case.name,
        passes,
        len(run.mistakes),
        1000 * median(turn[0] for turn in times),
        median(turn[0] / turn[1] for turn in times),
        median(turn[0] / turn[2] for turn in times),
        median(turn[3] / turn[1] for turn in times) if other is not None else None,
        run.X is not X,
        np.array_equal(run.w, model.coef_[0]) and run.b == model.intercept_[0],
    )


def table(rows: list[Row]) -> list[str]:
    """Write the comparison as a Markdown table."""
    lines = [
        "| data set | passes | mistakes | ms a run | ÷ scikit-learn | before | one pass ÷ one `X @ w` | weights |",
        "|:--|--:|--:|--:|--:|--:|--:|:--|",
    ]
    for row in rows:
        before, equal = "" if row.before is None else f"{row.before:.2f}", "equal" if row.equal else "**differ**"
        lines.append(
            f"| {row.name} | {row.passes:,} | {row.mistakes:,} | {row.milliseconds:,.2f} | {row.to_sklearn:.2f} "
            f"| {before} | {row.to_product:.1f} | {equal} |"
        )
    return lines


def report(rows: list[Row]) -> str:
    """Write all that was measured, and hold it to the goals, in Markdown."""
    ratios, copies = [row.to_sklearn for row in rows], sum(row.copied for row in rows)
    equal = sum(row.equal for row in rows)
    held = [
        ("the same weights as scikit-learn's, bit for bit", f"{equal} of {len(rows)} sets", equal == len(rows)),
        ("at most 0.40 of scikit-learn's time in the median", f"{median(ratios):.2f}", median(ratios) <= 0.4),
        ("never slower", f"at most {max(ratios):.2f}", max(ratios) <= 1),
        ("no copy of a float64 X in C order", f"{copies} copies", not copies),
    ]
    return "\n".join([*table(rows), "", *goals(held), "", machine("NumPy", "scikit-learn", "Numba")])


def main() -> int:
    """Measure everything, print it, write it if asked to; return 1 if any weights differ."""
    parser = command_line(__doc__)
    parser.add_argument("--before", metavar="FOLDER", help="a folder with another version of the project")
    options = parser.parse_args()
    other, rows = options.before and version_in(options.before), []
    with threadpool_limits(1):
        for case in cases():
            say(f"{case.name} ...")
            rows.append(compare(case, other))
            say(f" {rows[-1].to_sklearn:.2f} of scikit-learn's time\n")
    publish("speed", report(rows), options.write)
    return 0 if all(row.equal for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
