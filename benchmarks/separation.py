"""Measure `separate`: its times, its gap, its refusals; `python -m benchmarks.separation` prints them in Markdown.

Times are processor times of one thread, turn by turn with the others in one process; each ratio is the median of the
ratios within a turn. Only the goal on a million examples is read from the clock, with all cores. For the gap, sets
are built with a known answer, nearer and nearer to the border between separable and not. The exit status is 1 if any
answer was wrong; it never depends on a time.
"""

import math
import os
import sys
import time
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

import numpy as np
from scipy.optimize import linprog
from sklearn.svm import SVC, LinearSVC
from threadpoolctl import threadpool_limits

from benchmarks.data import Examples, gaussian
from benchmarks.report import asked_to_write, goals, machine, publish, say, seconds
from perceptron_lib import pad, radius, separate
from perceptron_lib.separability import Nonseparable, Separator

SHAPES = [(300, 2), (10_000, 10), (100_000, 50), (20_000, 200), (1_000_000, 20)]
KINDS = {"wide margin": 0.5, "narrow margin": 0.02, "many on the margin": 0.5, "one flipped": 0.02, "10 % flipped": 0.0}
REPETITIONS, SECONDS, ENOUGH = 3, 0.5, 10.0  # as many turns at least, and as long; but none after so many seconds
LIMIT = 30.0  # seconds that HiGHS may take for its answer

# The sets with a known answer: margin / R from 1e-1 to 1e-12, many small ones for each, a few of them with 200 columns
DECADES, SETS, WIDE = range(1, 13), 100, 2
LARGE, DECADES_OF_LARGE = [(1_000_000, 20), (500_000, 50), (100_000, 100), (200_000, 100)], (3, 4, 6)

Answer = Separator | Nonseparable | None  # None: declined


@dataclass(frozen=True)
class Row:
    """What was measured on one data set; ratios are to our time, None where the other was not run."""

    name: str
    shape: tuple[int, int]
    separable: bool
    right: bool
    precision: float
    milliseconds: float
    clock: float
    products: float
    linprog: float | None
    unanswered: bool  # by linprog
    svc: float | None
    linear: float | None
    share: float | None  # of the largest margin, attained by LinearSVC


@dataclass(frozen=True)
class Trial:
    """One set with a known answer: 10^-decade is its margin / R, or how deep a point lies on the wrong side."""

    decade: int
    shape: tuple[int, int]
    separable: bool
    declined: bool
    right: bool
    precision: float
    seconds: float


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


def unit(rng: np.random.Generator, d: int) -> np.ndarray:
    """Draw a direction."""
    u = rng.standard_normal(d)
    return u / np.linalg.norm(u)


def ask(X: np.ndarray, y: np.ndarray) -> Answer:
    """Return the answer of `separate`, or None where floats cannot decide."""
    try:
        return separate(X, y)
    except ValueError as error:
        if "cannot decide" not in str(error):
            raise
        return None


def judge(X: np.ndarray, y: np.ndarray, answer: Separator | Nonseparable) -> tuple[bool, float]:
    """Recompute what the answer claims; return whether it holds up to rounding, and how precisely it is proved.

    That is the relative gap between the bounds on the margin, or the length of the sum that should vanish, over R.
    """
    R = radius(X)
    if isinstance(answer, Separator):
        attained, rounding = (y * (X @ answer.w + answer.b)).min(), 1e-14 * R * math.sqrt(X.shape[1])
        holds = 0 < answer.lower <= answer.upper and abs(attained - answer.lower) <= rounding
        return bool(holds), (answer.upper - answer.lower) / answer.lower
    rows = answer.support
    left = float(np.linalg.norm((answer.alpha[rows] * y[rows]) @ pad(X[rows])))
    holds = (answer.alpha >= 0).all() and abs(answer.alpha.sum() - 1) < 1e-12 and left < 1e-12 * R
    return bool(holds), answer.norm / R


def compare(n: int, d: int, kind: str) -> Row:
    """Time `separate` against other ways to the same question, turn by turn."""
    X, y = examples(n, d, kind)
    separable, w = "flipped" not in kind, np.random.default_rng(1).standard_normal(d)
    status: list[int] = []
    linear = LinearSVC(loss="hinge", C=1e10)
    support_vectors = SVC(kernel="linear", C=1e10, max_iter=1_000_000)

    def feasible() -> None:  # y (<w, x> + b) >= 1
        Z = y[:, None] * pad(X)
        options = {"time_limit": LIMIT}
        zeros, ones = np.zeros(d + 1), np.ones(n)
        found = linprog(zeros, A_ub=-Z, b_ub=-ones, bounds=(None, None), method="highs", options=options)
        status.append(found.status)

    turns: dict[str, Callable[[], object]] = {"ours": lambda: ask(X, y), "product": lambda: X @ w}
    if n * d <= 1e5 or kind in ("narrow margin", "10 % flipped"):
        turns["linprog"] = feasible
    if separable:  # otherwise no support vector machine with such a C comes to an end
        turns["linear"] = lambda: linear.fit(X, y)
        if n * d <= 1e5:
            turns["svc"] = lambda: support_vectors.fit(X, y)
    clock, answer = math.inf, None
    with threadpool_limits(os.cpu_count()):
        for _ in range(REPETITIONS):
            began = time.perf_counter()
            answer = ask(X, y)
            clock = min(clock, time.perf_counter() - began)
    times: list[dict[str, float]] = []
    while not times or (spent := sum(sum(turn.values()) for turn in times)) < ENOUGH:
        if len(times) >= REPETITIONS and spent >= SECONDS:
            break
        times.append({name: seconds(turn) for name, turn in turns.items()})

    def ratio(name: str, to: str) -> float | None:
        return median(turn[name] / turn[to] for turn in times) if name in turns else None

    right, precision = judge(X, y, answer) if answer is not None else (False, math.inf)
    share = None
    if separable and isinstance(answer, Separator):
        v = np.append(linear.coef_[0], linear.intercept_[0])
        share = float((y * (X @ v[:-1] + v[-1])).min() / np.linalg.norm(v) / answer.margin)
    return Row(
        f"{n:,} × {d:,}, {kind}",
        (n, d),
        separable,
        right and answer is not None and answer.separable == separable,
        precision,
        1000 * median(turn["ours"] for turn in times),
        clock,
        median(turn["ours"] / turn["product"] for turn in times),
        ratio("linprog", "ours"),
        any(found not in (0, 2) for found in status),
        ratio("svc", "ours"),
        ratio("linear", "ours"),
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


def attempt(decade: int, n: int, d: int, separable: bool, rng: np.random.Generator) -> Trial:
    """Ask for the answer on one set of which it is known."""
    X, y = (near if separable else mixed)(rng, n, d, 10.0**-decade)
    begin = time.process_time()
    answer = ask(X, y)
    spent = time.process_time() - begin
    if answer is None:
        return Trial(decade, (n, d), separable, True, True, 0.0, spent)
    right, precision = judge(X, y, answer)
    return Trial(decade, (n, d), separable, False, right and answer.separable == separable, precision, spent)


def sweep(decade: int) -> list[Trial]:
    """Ask for the answer on many small sets at one distance from the border, separable or not in turn."""
    trials = []
    for j in range(SETS):
        rng = np.random.default_rng([decade, j])
        d = 200 if j < WIDE else int(math.exp(rng.uniform(0, math.log(51))))
        n = int(5 * (d + 1) * math.exp(rng.uniform(0, 2)))
        trials += [attempt(decade, n, d, separable, rng) for separable in (True, False)]
    return trials


def compared(rows: list[Row]) -> list[str]:
    """Write the comparison as a Markdown table."""

    def shown(value: float | None, digits: str = ",.3g", before: str = "") -> str:
        return "" if value is None else before + format(value, digits)

    lines = [
        "| data set | ms | ÷ one `X @ w` | linprog ÷ ours | SVC ÷ ours | LinearSVC ÷ ours | its share of the margin "
        "| gap, or sum ÷ R | right |",
        "|:--|--:|--:|--:|--:|--:|--:|--:|:--|",
    ]
    for row in rows:
        lines.append(
            f"| {row.name} | {row.milliseconds:,.1f} | {row.products:,.0f} "
            f"| {shown(row.linprog, ',.1f', '> ' if row.unanswered else '')} | {shown(row.svc, ',.1f')} "
            f"| {shown(row.linear, ',.1f')} | {shown(row.share, '.2f')} | {row.precision:.0e} "
            f"| {'yes' if row.right else '**no**'} |"
        )
    return lines


def swept(trials: list[Trial]) -> list[str]:
    """Write the sweep as a Markdown table, separable sets on the left and the others on the right."""
    lines = [
        "| margin ÷ R, or depth | separable: worst gap | declined | wrong | not separable: worst sum ÷ R | declined "
        "| wrong |",
        "|:--|--:|--:|--:|--:|--:|--:|",
    ]
    for decade in DECADES:
        cells = [f"1e-{decade}"]
        for separable in (True, False):
            these = [one for one in trials if (one.decade, one.separable) == (decade, separable)]
            cells.append(f"{max(one.precision for one in these):.0e}")
            cells += [str(sum(one.declined for one in these)), str(sum(not one.right for one in these))]
        lines.append(f"| {' | '.join(cells)} |")
    return lines


def enlarged(trials: list[Trial]) -> list[str]:
    """Write the large sets as a Markdown table."""
    lines = ["| large set | margin ÷ R, or depth | separable | s | gap, or sum ÷ R |", "|:--|--:|:--|--:|--:|"]
    for one in trials:
        n, d = one.shape
        found = "**declined**" if one.declined else f"{one.precision:.0e}" if one.right else "**wrong**"
        lines.append(
            f"| {n:,} × {d} | 1e-{one.decade} | {'yes' if one.separable else 'no'} | {one.seconds:.1f} | {found} |"
        )
    return lines


def met(trials: list[Trial]) -> tuple[str, bool]:
    """Say how well the sets were answered, and whether that is well enough."""
    gap, declined = max(one.precision for one in trials), sum(one.declined for one in trials)
    return f"{gap:.0e}, {declined} of {len(trials):,} declined", gap < 1e-9 and not declined


def report(rows: list[Row], small: list[Trial], large: list[Trial]) -> str:
    """Write all that was measured, and hold it to the goals, in Markdown."""
    every: list[Row | Trial] = [*rows, *small, *large]
    wrong = sum(not one.right for one in every)
    million = [row for row in rows if row.shape == SHAPES[-1]]
    crowded = max(row.clock for row in million if "many" in row.name)
    apart = max(row.clock for row in million if row.separable and "many" not in row.name)
    mingled = max(row.clock for row in million if not row.separable)
    above = [one for one in small if one.decade <= 6]
    held = [
        ("every answer right", f"{wrong} wrong of {len(every):,}", wrong == 0),
        ("1,000,000 × 20 in under 1 s by the clock: separable", f"{apart:.2f} s", apart < 1),
        ("the same, with 38 % of the points exactly on the margin", f"{crowded:.2f} s", crowded < 1),
        ("the same, not separable", f"{mingled:.2f} s", mingled < 1),
        ("gap under 1e-9 and no refusal down to margin ÷ R = 1e-6", *met([one for one in above if one.separable])),
        ("no refusal down to there of sets that are not separable", *met([one for one in above if not one.separable])),
        ("the same with 200 columns, both answers", *met([one for one in above if one.shape[1] == 200])),
        ("the same on large sets, both answers", *met(large)),
    ]
    tables = [compared(rows), swept(small), enlarged(large), goals(held)]
    lines = [line for table in tables for line in [*table, ""]]
    return "\n".join([*lines, machine("NumPy", "SciPy", "scikit-learn")])


def main() -> int:
    """Measure everything, print it, write it if asked to; return 1 if any answer was wrong."""
    write = asked_to_write(__doc__)
    warnings.simplefilter("ignore")  # of the others, that they did not converge
    rows, small, large = [], [], []
    with threadpool_limits(1):
        for n, d in SHAPES:
            for kind in KINDS:
                say(f"{n:,} × {d:,}, {kind} ...")
                rows.append(compare(n, d, kind))
                say(f" {rows[-1].milliseconds:,.1f} ms\n")
        for decade in DECADES:
            say(f"{2 * SETS} small sets at 1e-{decade} ...")
            small += sweep(decade)
            say(f" {sum(one.declined for one in small if one.decade == decade)} declined\n")
        for n, d in LARGE:
            for decade in DECADES_OF_LARGE:
                for separable in (True, False):
                    say(f"{n:,} × {d:,} at 1e-{decade} ...")
                    large.append(attempt(decade, n, d, separable, np.random.default_rng(decade)))
                    say(f" {large[-1].seconds:.1f} s\n")
    publish("separation", report(rows, small, large), write)
    every: list[Row | Trial] = [*rows, *small, *large]
    return 0 if all(one.right for one in every) else 1


if __name__ == "__main__":
    sys.exit(main())
