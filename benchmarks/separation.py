"""Measure how long `separate` takes, and that it is right; `python -m benchmarks.separation` prints it in Markdown.

Times are processor times of one thread, turn by turn with the others in one process; each ratio is the median of the
ratios within a turn. Sets with a known answer lie nearer and nearer to the border between separable and not. The exit
status is 1 if any answer was wrong; it never depends on a time.
"""

import math
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import numpy as np
from scipy.optimize import linprog
from sklearn.datasets import load_digits
from sklearn.svm import SVC, LinearSVC
from threadpoolctl import threadpool_limits

from benchmarks.data import Examples, gaussian
from benchmarks.report import asked_to_write, goals, machine, publish, say, seconds
from perceptron_lib import pad, radius, separate
from perceptron_lib.separability import Nonseparable, Separator

SHAPES = [(300, 2), (3000, 2), (500, 20), (3000, 64)]
KINDS = {"wide margin": 0.5, "narrow margin": 0.02, "many on the margin": 0.5, "one flipped": 0.02, "10 % flipped": 0.0}
REPETITIONS, SECONDS, ENOUGH = 3, 0.5, 10.0  # as many turns at least, and as long; but none after so many seconds
DECADES, SETS = range(1, 10), 30  # margin / R from 1e-1 to 1e-9, so many small sets for each


@dataclass(frozen=True)
class Row:
    """What was measured on one data set; ratios are to our time, None where the other was not run."""

    name: str
    right: bool
    milliseconds: float
    linprog: float | None
    svc: float | None
    linear: float | None
    share: float | None  # of the largest margin, attained by LinearSVC


@dataclass(frozen=True)
class Trial:
    """One set with a known answer: 10^-decade is its margin / R, or how deep a point lies on the wrong side."""

    decade: int
    separable: bool
    right: bool
    milliseconds: float


def examples(n: int, d: int, kind: str) -> Examples:
    """Draw normal data, labelled by a random hyperplane, and move each class away from it.

    With "many on the margin", the points nearer than the margin are moved onto it instead.
    """
    if kind == "many on the margin":
        return gaussian(n, d, "wide margin")
    rng = np.random.default_rng(0)
    X, normal = rng.standard_normal((n, d)), unit(rng, d)
    y = np.where(X @ normal + 0.1 >= 0, 1, -1)
    X += KINDS[kind] * y[:, None] * normal
    flipped = {"one flipped": np.arange(1), "10 % flipped": np.flatnonzero(rng.random(n) < 0.1)}.get(kind, np.arange(0))
    y[flipped] *= -1
    return X, y


def digits(positive: int) -> Examples:
    """Return the digits that come with scikit-learn, one against the rest: integers from 0 to 16."""
    X, digit = load_digits(return_X_y=True)
    return X.astype(np.int64), np.where(digit == positive, 1, -1)


def unit(rng: np.random.Generator, d: int) -> np.ndarray:
    """Draw a direction."""
    u = rng.standard_normal(d)
    return u / np.linalg.norm(u)


def judge(X: np.ndarray, y: np.ndarray, answer: Separator | Nonseparable) -> bool:
    """Whether the answer holds up to rounding: no direction has a larger margin than the length of a hull's point."""
    rows, alpha = answer.support, answer.alpha.astype(np.float64)
    left = float(np.linalg.norm((alpha[rows] * y[rows]) @ pad(X[rows]).astype(np.float64)))
    margin, attained = 0.0, 0.0
    if isinstance(answer, Separator):
        margin, attained = answer.margin, float((y * (X @ answer.w + answer.b)).min())
    weights = bool((alpha >= 0).all()) and math.isclose(alpha.sum(), 1)
    return weights and max(abs(left - margin), abs(attained - margin)) < 1e-14 * radius(X) * math.sqrt(X.shape[1])


def compare(name: str, X: np.ndarray, y: np.ndarray, separable: bool | None) -> Row:
    """Time `separate` against other ways to the same question, turn by turn; None: nobody knows if it is separable."""
    n, d = X.shape
    answer = separate(X, y)
    linear = LinearSVC(loss="hinge", C=1e10)
    support_vectors = SVC(kernel="linear", C=1e10, max_iter=1_000_000)

    def feasible() -> None:  # y (<w, x> + b) >= 1
        Z = y[:, None] * pad(X)
        linprog(np.zeros(d + 1), A_ub=-Z, b_ub=-np.ones(n), bounds=(None, None), method="highs")

    turns: dict[str, Callable[[], object]] = {"ours": lambda: separate(X, y), "linprog": feasible}
    if answer.separable:  # otherwise no support vector machine with such a C comes to an end
        turns |= {"linear": lambda: linear.fit(X, y), "svc": lambda: support_vectors.fit(X, y)}
    times: list[dict[str, float]] = []
    while not times or (spent := sum(sum(turn.values()) for turn in times)) < ENOUGH:
        if len(times) >= REPETITIONS and spent >= SECONDS:
            break
        times.append({name: seconds(turn) for name, turn in turns.items()})

    def ratio(other: str) -> float | None:
        return median(turn[other] / turn["ours"] for turn in times) if other in turns else None

    share = None
    if isinstance(answer, Separator):
        v = np.append(linear.coef_[0], linear.intercept_[0])
        share = float((y * (X @ v[:-1] + v[-1])).min() / np.linalg.norm(v) / answer.margin)
    return Row(
        f"{n:,} × {d}, {name}",
        judge(X, y, answer) and separable in (None, answer.separable),
        1000 * median(turn["ours"] for turn in times),
        ratio("linprog"),
        ratio("svc"),
        ratio("linear"),
        share,
    )


def near(rng: np.random.Generator, n: int, d: int, ratio: float) -> Examples:
    """Draw a separable set of normal points, half of them so near to the boundary that margin / R is about ratio."""
    X, u = rng.standard_normal((n, d)) * math.exp(rng.uniform(-2, 2)), unit(rng, d)
    y, b = np.where(np.arange(n) % 2 == 0, 1, -1), rng.standard_normal()
    least = ratio * radius(X) * math.sqrt(1 + b**2)
    distance = least + np.where(rng.random(n) < 0.5, least * rng.exponential(size=n), np.abs(X @ u))
    return X + (y * distance - X @ u - b)[:, None] * u, y


def mixed(rng: np.random.Generator, n: int, d: int, ratio: float) -> Examples:
    """Draw a set that nothing separates: a point of one class, in the hull of the other, is near to one of its corners.

    That hull without the point would be separable with margin / R = 0.01.
    """
    X, y = near(rng, n - 1, d, 0.01)
    other = X[y == 1]
    corner = other[rng.integers(len(other))]
    return np.vstack([X, corner + ratio * (other.mean(axis=0) - corner)]), np.append(y, -1)


def sweep(decade: int) -> list[Trial]:
    """Ask for the answer on many sets of up to 64 columns at one distance from the border, separable or not in turn."""
    trials = []
    for j in range(SETS):
        rng = np.random.default_rng([decade, j])
        d = 64 if j == 0 else int(math.exp(rng.uniform(0, math.log(65))))
        n = int(5 * (d + 1) * math.exp(rng.uniform(0, 2)))
        for separable in (True, False):
            X, y = (near if separable else mixed)(rng, n, d, 10.0**-decade)
            begin = time.process_time()
            answer = separate(X, y)
            spent = time.process_time() - begin
            right = judge(X, y, answer) and answer.separable == separable
            trials.append(Trial(decade, separable, right, 1000 * spent))
    return trials


def compared(rows: list[Row]) -> list[str]:
    """Write the comparison as a Markdown table."""
    lines = [
        "| data set | ms | linprog ÷ ours | SVC ÷ ours | LinearSVC ÷ ours | its share of the margin | right |",
        "|:--|--:|--:|--:|--:|--:|:--|",
    ]
    for row in rows:
        ratios = ["" if value is None else f"{value:,.2f}" for value in (row.linprog, row.svc, row.linear, row.share)]
        right = "yes" if row.right else "**no**"
        lines.append(f"| {row.name} | {row.milliseconds:,.1f} | {' | '.join(ratios)} | {right} |")
    return lines


def swept(trials: list[Trial]) -> list[str]:
    """Write the sweep as a Markdown table, separable sets on the left and the others on the right."""
    lines = [
        "| margin ÷ R, or depth | separable: median ms | slowest | wrong | not separable: median | slowest | wrong |",
        "|:--|--:|--:|--:|--:|--:|--:|",
    ]
    for decade in DECADES:
        cells = [f"1e-{decade}"]
        for separable in (True, False):
            these = [one for one in trials if (one.decade, one.separable) == (decade, separable)]
            times = [one.milliseconds for one in these]
            cells += [f"{median(times):,.1f}", f"{max(times):,.0f}", str(sum(not one.right for one in these))]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def report(rows: list[Row], trials: list[Trial]) -> str:
    """Write all that was measured, and hold it to the goals, in Markdown."""
    every: list[Row | Trial] = [*rows, *trials]
    wrong, slowest = sum(not one.right for one in every), max(one.milliseconds for one in every)
    held = [
        ("every answer right", f"{wrong} wrong of {len(every):,}", wrong == 0),
        ("data of the book's size, up to 3,000 × 64, in under 1 s", f"at most {slowest / 1000:.2f} s", slowest < 1000),
    ]
    return "\n".join([*compared(rows), "", *swept(trials), "", *goals(held), "", machine("NumPy", "SciPy")])


def main() -> int:
    """Measure everything, print it, write it if asked to; return 1 if any answer was wrong."""
    write = asked_to_write(__doc__)
    warnings.simplefilter("ignore")  # of the others, that they did not converge
    rng, rows, trials = np.random.default_rng(0), [], []
    with threadpool_limits(1):
        for n, d in SHAPES:
            for kind in KINDS:
                rows.append(compare(kind, *examples(n, d, kind), True if "margin" in kind else None))
                say(f"{rows[-1].name}: {rows[-1].milliseconds:,.1f} ms\n")
        whole = rng.integers(-(10**6), 10**6, (3000, 64))
        rows += [compare(f"digits, {k} v rest", *digits(k), None) for k in (5, 8)]
        rows.append(compare("integers to 1,000,000", whole, np.where(whole @ unit(rng, 64) > 0, 1, -1), True))
        for decade in DECADES:
            trials += sweep(decade)
            say(f"sets at 1e-{decade}: at most {max(one.milliseconds for one in trials[-2 * SETS :]):,.0f} ms\n")
    publish("separation", report(rows, trials), write)
    return 0 if all(one.right for one in rows) and all(one.right for one in trials) else 1


if __name__ == "__main__":
    sys.exit(main())
