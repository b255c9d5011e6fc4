"""Measure `perceptron_lib` against scikit-learn; `python -m benchmarks.speed` prints the result in Markdown.

A time alone says little: it differs from machine to machine and from minute to minute. So both libraries run in one
process and one thread, turn by turn; what counts is processor time, and the median of the ratios within a turn.
The exit status is 1 if any weights differ from scikit-learn's, which would be an error; it never depends on a time.
"""

import os
import subprocess
import sys
import tracemalloc
from dataclasses import dataclass
from statistics import median

import numpy as np
from sklearn.linear_model import Perceptron
from threadpoolctl import threadpool_limits

from benchmarks.data import Case, cases
from benchmarks.report import HERE, asked_to_write, goals, machine, publish, say, seconds
from perceptron_lib import train

REPETITIONS, SECONDS = 5, 1.0  # at least as many repetitions of each comparison, and as long

IMPORT = """
import time, numpy
begin = time.perf_counter()
import perceptron_lib
print(time.perf_counter() - begin)
"""
FIRST_FIT = """
import time, numpy, perceptron_lib
X = numpy.random.default_rng(0).standard_normal((10_000, 10))
y = numpy.where(X[:, 0] > 0, 1, -1)
begin = time.perf_counter()
perceptron_lib.train(X, y, max_passes=10)
print(time.perf_counter() - begin)
from perceptron_lib.training import _steps, compiled
assert compiled(_steps) and compiled(_steps).stats.cache_hits, "the loop did not come compiled from the cache"
"""


@dataclass(frozen=True)
class Row:
    """What was measured on one data set."""

    name: str
    passes: int
    mistakes: int
    milliseconds: float
    to_sklearn: float
    to_product: float
    equal: bool


def compare(case: Case) -> Row:
    """Run both libraries on the same examples in the same order for the same number of passes, turn by turn."""
    X, y = case.examples()
    passes = train(X, y, max_passes=case.passes).passes  # fewer than the most, if a pass makes no mistake
    w = np.random.default_rng(0).standard_normal(X.shape[1])
    scores = np.empty(len(X))
    model = Perceptron(shuffle=False, tol=None, penalty=None, max_iter=passes)

    def products() -> None:
        for _ in range(passes):
            np.matmul(X, w, out=scores)

    turns = (lambda: train(X, y, max_passes=passes), lambda: model.fit(X, y), products)
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
        1000 * median(ours for ours, _, _ in times),
        median(ours / theirs for ours, theirs, _ in times),
        median(ours / product for ours, _, product in times),
        np.array_equal(run.w, model.coef_[0]) and run.b == model.intercept_[0],
    )


def memory(case: Case) -> tuple[float, bool]:
    """Return the peak of memory in a run beyond X and the trace, as a share of X, and whether X was copied.

    `tracemalloc` sees all that Python and NumPy allocate; the compiler's own needs are kept out by a run before.
    """
    X, y = case.examples()
    train(X[:100], y[:100], max_passes=1)
    tracemalloc.start()
    run = train(X, y, max_passes=case.passes)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    trace = run.mistakes.example.nbytes + run.mistakes.in_pass.nbytes
    return (peak - trace) / X.nbytes, run.X is not X


def in_new_process(program: str) -> float:
    """Run a program that prints one number in fresh processes; return the median, and stop if one of them fails.

    The first run fills the caches, Python's own for imported modules included, even where that one is switched off.
    """
    command = [sys.executable, "-c", program]
    caching = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, cwd=HERE.parent, env=caching, capture_output=True)
    runs = [
        subprocess.run(command, cwd=HERE.parent, env=caching, stdout=subprocess.PIPE, text=True, check=True)
        for _ in range(7)
    ]
    return median(float(run.stdout) for run in runs)


def table(rows: list[Row]) -> list[str]:
    """Write the comparison as a Markdown table."""
    lines = [
        "| data set | passes | mistakes | ms a run | ÷ scikit-learn | one pass ÷ one `X @ w` | equal weights |",
        "|:--|--:|--:|--:|--:|--:|:--|",
    ]
    for row in rows:
        lines.append(
            f"| {row.name} | {row.passes:,} | {row.mistakes:,} | {row.milliseconds:,.2f} | {row.to_sklearn:.2f} "
            f"| {row.to_product:.1f} | {'yes' if row.equal else '**no**'} |"
        )
    return lines


def report(rows: list[Row], beyond: float, copied: bool, importing: float, first: float) -> str:
    """Write all that was measured, and hold it to the goals, in Markdown."""
    ratios = [row.to_sklearn for row in rows]
    equal = sum(row.equal for row in rows)
    held = [
        ("the same weights as scikit-learn's, bit for bit", f"{equal} of {len(rows)} sets", equal == len(rows)),
        ("at most 0.50 of scikit-learn's time on every set", f"at most {max(ratios):.2f}", max(ratios) <= 0.5),
        ("at most 0.25 of it in the median", f"{median(ratios):.2f}", median(ratios) <= 0.25),
        ("no copy of a float64 X in C order", "a copy" if copied else "no copy", not copied),
        ("memory beyond X and the trace: under 5 % of X", f"{beyond:.1%}", beyond < 0.05),
        ("import beyond NumPy's own: under 0.2 s", f"{importing:.2f} s", importing < 0.2),
        ("first fit in a new process, with a warm cache: under 0.5 s", f"{first:.2f} s", first < 0.5),
    ]
    return "\n".join([*table(rows), "", *goals(held), "", machine("NumPy", "scikit-learn", "Numba")])


def main() -> int:
    """Measure everything, print it, write it if asked to; return 1 if any weights differ."""
    write = asked_to_write(__doc__)
    rows = []
    with threadpool_limits(1):
        for case in cases():
            say(f"{case.name} ...")
            rows.append(compare(case))
            say(f" {rows[-1].to_sklearn:.2f} of scikit-learn's time\n")
        say("memory, import, first fit ...\n")
        beyond, copied = zip(*(memory(case) for case in cases() if case.name.startswith("1,000,000")), strict=True)
    text = report(rows, max(beyond), any(copied), in_new_process(IMPORT), in_new_process(FIRST_FIT))
    publish("speed", text, write)
    return 0 if all(row.equal for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
