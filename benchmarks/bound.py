"""Hold Novikoff's theorem, in its general form, against 30,000 runs; `python -m benchmarks.bound` prints the result.

Each separable data set is run with random learning rates, thresholds, orders and starts. No run may make more
mistakes than the bound that follows from the oracle of `separate`, and every inequality of the proof must hold at
each of its updates: exactly on integers and fractions, up to rounding on floats. All randomness has fixed seeds.
The exit status is 1 if anything was violated.
"""

import math
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from textwrap import fill
from typing import Any

import numpy as np
from threadpoolctl import threadpool_limits

from benchmarks.report import asked_to_write, machine, publish, say
from perceptron_lib import datasets, mistake_bound, radius, separate, train, verify
from perceptron_lib.checks import Array, Number
from perceptron_lib.separability import Nonseparable, Separator

RUNS = 3  # of each set
BUDGET = 20_000  # updates in a run, at most
EXACT = 300  # on fractions, which Python's own loop runs
PATH = 10_000  # the first updates of a run, at which every inequality is checked; its mistakes are counted to the end

Examples = tuple[Array, Array]
Rng = np.random.Generator


@dataclass(frozen=True)
class Settings:
    """How to run: the options of `train`, and the name of the start."""

    w0: Array
    b0: Number
    eta: Number
    delta: Number
    order: Any
    start: str


@dataclass(frozen=True)
class Outcome:
    """What came of one run, and under which headings it counts."""

    headings: tuple[str, ...]
    mistakes: int
    bound: float
    checked: int  # updates at which every inequality was checked
    exact: bool
    converged: bool
    violations: tuple[str, ...]
    exceeds: bool = False  # the bound, and not only an inequality on the way to it

    @property
    def ratio(self) -> float:
        """Mistakes over bound: at most 1 by the theorem."""
        return self.mistakes / self.bound if self.mistakes else 0.0


def log_uniform(rng: Rng, low: float, high: float) -> float:
    """Draw a number between low and high, each order of magnitude as likely as any other."""
    return float(math.exp(rng.uniform(math.log(low), math.log(high))))


def unit(rng: Rng, d: int) -> Array:
    """Draw a direction."""
    u = rng.standard_normal(d)
    return u / np.linalg.norm(u)


def gaussian(rng: Rng) -> Examples:
    """Draw normal features, labelled by a random hyperplane."""
    d = int(rng.integers(1, 21))
    X = rng.standard_normal((int(log_uniform(rng, 2, 201)), d))
    return X, np.where(X @ unit(rng, d) >= rng.normal(0, 0.5), 1, -1)


def rescaled(rng: Rng) -> Examples:
    """Draw the same, each column in a unit of its own, all shifted away from the origin."""
    X, y = gaussian(rng)
    shift = rng.normal(0, log_uniform(rng, 1e-2, 1e2), X.shape[1])
    return (X + shift) * np.exp(rng.uniform(math.log(1e-3), math.log(1e3), X.shape[1])), y


def tiny(rng: Rng) -> Examples:
    """Draw normal features, half of them moved to the boundary: the margin is about 1e-2 to 1e-9 of their length."""
    d = int(rng.integers(1, 21))
    X, u = rng.standard_normal((int(rng.integers(3 * (d + 1), 201)), d)), unit(rng, d)
    y, b = np.where(rng.random(len(X)) < 0.5, 1, -1), rng.normal(0, 0.5)
    distance = np.where(rng.random(len(X)) < 0.5, np.abs(X @ u), log_uniform(rng, 1e-9, 1e-2) * math.sqrt(d))
    return X + (y * distance * (1 + rng.exponential(size=len(X))) - X @ u - b)[:, None] * u, y


def integers(rng: Rng, most: int = 200, columns: int = 20) -> Examples:
    """Draw integer features, labelled by a hyperplane with integer weights; no point lies on it."""
    d, reach = int(rng.integers(1, columns + 1)), int(log_uniform(rng, 1, 1001))
    X = rng.integers(-reach, reach + 1, size=(int(log_uniform(rng, 2, most + 1)), d))
    score = X @ rng.integers(-9, 10, size=d) + rng.integers(-reach, reach + 1)
    return X[score != 0], np.sign(score[score != 0])


def fractions(rng: Rng) -> Examples:
    """Draw few integers over a common denominator, as `fractions.Fraction`."""
    X, y = integers(rng, 20, 4)
    return X * np.full(X.shape, Fraction(1, int(rng.integers(2, 100)))), y


def axes(rng: Rng) -> Examples:
    """Put points on the axes, as `datasets.axes`, but mirrored and shuffled, with labels in any order."""
    X, y = datasets.axes(int(rng.integers(2, 21)), int(log_uniform(rng, 2, 101)))
    return rng.permutation(X) * rng.choice([-1, 1], size=X.shape[1]), rng.permutation(y)


def spiral(rng: Rng) -> tuple[Array, Array, Settings]:
    """Wind a spiral as `datasets.spiral`, but for any eta, delta and start, in a space of 3 to 20 dimensions.

    When its turn comes, each example scores just below delta, and gains no more than the margin along the oracle:
    both lemmas of the proof hold with equality but for rounding, and a run in order nearly reaches the bound. At
    most 200 points, so that some spirals end early.
    """
    margin, R, eta = rng.uniform(0.08, 0.9), log_uniform(rng, 1e3, 1e5), log_uniform(rng, 1e-3, 1e3)
    delta = rng.choice([0.0, log_uniform(rng, 1e-3, 1e1)])  # in units of eta R^2, lengths in units of R, w of eta R
    length, angle = rng.choice([0.0, log_uniform(rng, 1e-1, 1e2)]), rng.uniform(0, math.pi)
    flat, start = math.sqrt(1 - margin**2), length * np.array([math.sin(angle), 0.0, math.cos(angle)])
    points: list[Array] = []
    w, side = start, 1.0
    while len(points) < 200:
        aside = math.hypot(*w[:2])
        wanted = delta - w[2] * margin - 1e-12 * (1 + aside)
        cosine = wanted / (flat * aside) if aside else math.copysign(2, wanted + 1e-11)
        if cosine < -1:
            break
        turn = math.atan2(w[1], w[0]) + side * math.acos(min(cosine, 1))
        points.append(np.array([flat * math.cos(turn), flat * math.sin(turn), margin]))
        w, side = w + points[-1], -side
    y = np.where(np.arange(len(points)) % 2 == 0, 1, -1)  # in turn, so that the bias stays at 0 or eta
    frame = np.linalg.qr(rng.standard_normal((int(rng.integers(3, 21)), 3)))[0].T
    X = y[:, None] * R * np.array(points).reshape(-1, 3) @ frame
    name = "zero" if not length else "towards" if angle < math.pi / 2 else "away"
    return X, y, Settings(eta * R * start @ frame, 0.0, eta, eta * R**2 * delta, "cyclic", name)


KINDS: dict[str, tuple[int, Callable[[Rng], Any]]] = {
    "Gaussian": (2000, gaussian),
    "rescaled and shifted": (1500, rescaled),
    "tiny margins": (1500, tiny),
    "integers": (2000, integers),
    "fractions": (500, fractions),
    "axes": (1000, axes),
    "spirals, each for its first run": (1500, spiral),
}


def settings(rng: Rng, X: Array, oracle: Separator) -> Settings:
    """Draw a learning rate, a threshold, an order and a start, in the dtype of the data."""
    R, whole = radius(X), X.dtype != np.float64
    eta: Any = log_uniform(rng, 1, 1e3) if whole else log_uniform(rng, 1e-3, 1e3)
    delta: Any = rng.choice([0.0, eta * R**2 * log_uniform(rng, 1e-3, 1e1)])
    name = str(rng.choice(["zero", "random", "towards", "away"]))
    length = eta * R * log_uniform(rng, 1e-1, 1e4)
    right = np.append(oracle.w, oracle.b) + log_uniform(rng, 1e-9, 1) * unit(rng, X.shape[1] + 1)
    w: Array = {"zero": 0 * right, "random": unit(rng, len(right)), "towards": right, "away": -right}[name] * length
    if whole:
        w, eta, delta = np.rint(w).astype(np.int64), round(eta), round(delta)
    if X.dtype == object:
        q = int(rng.integers(1, 10))
        w, eta, delta = w * np.full(len(w), Fraction(1, q)), Fraction(eta, 7), Fraction(delta, q)
    order = rng.choice(["cyclic", "shuffled", "random", "permutation"])
    return Settings(w[:-1], w[-1], eta, delta, rng.permutation(len(X)) if order == "permutation" else str(order), name)


def outcomes(kind: str, index: int) -> list[Outcome]:
    """Make one set, ask for its oracle, run it several times, and check every run."""
    rng = np.random.default_rng([list(KINDS).index(kind), index])
    while True:  # until both labels occur
        X, y, *first = KINDS[kind][1](rng)
        if len(X) and len(np.unique(y)) == 2:
            break
    oracle = separate(X, y)
    if isinstance(oracle, Nonseparable):
        return [Outcome((kind,), 0, math.inf, 0, False, False, (f"{kind}, set {index}: called nonseparable",))]
    runs = [*first, *(settings(rng, X, oracle) for _ in range(RUNS - len(first)))]
    return [checked(kind, f"{kind}, set {index}, run {j}", X, y, oracle, run) for j, run in enumerate(runs)]


def checked(kind: str, name: str, X: Array, y: Array, oracle: Separator, how: Settings) -> Outcome:
    """Run once, and compare with the bound and with every inequality of its proof."""
    budget = EXACT if X.dtype == object else BUDGET
    options: dict[str, Any] = {"w0": how.w0, "b0": how.b0, "eta": how.eta, "delta": how.delta, "order": how.order}
    options |= {"rng": 0, "max_passes": 10**9}
    run = train(X, y, **options, max_updates=budget)
    k, start = len(run.mistakes), np.append(how.w0, float(how.b0)).astype(np.float64)
    length, rounding = float(np.linalg.norm(start)), 4 * len(start) * float(np.finfo(np.float64).eps)
    along = float(start @ np.append(oracle.w, oracle.b)) - rounding * length  # rounded down, so the bound is rounded up
    length *= 1 + rounding
    bound = mistake_bound(radius(X), oracle.margin, how.delta, how.eta, start=length, along=along)

    violations = [f"{k} mistakes, but the bound is {bound}"] if k > bound else []
    proof = verify(run if k <= PATH else train(X, y, **options, max_updates=PATH), oracle)
    if not proof.holds:
        violations.append(f"an inequality of the proof fails: {proof}")
    if k > proof.bound:
        violations.append(f"{k} mistakes, but verify's bound is {proof.bound}")
    headings = (
        kind,
        "delta = 0" if how.delta == 0 else "delta > 0",
        f"start: {how.start}",
        f"order: {how.order if isinstance(how.order, str) else 'a permutation'}",
        "eta >= 1" if how.eta >= 1 else "eta < 1",
    )
    messages = tuple(f"{name}: {violation}" for violation in violations)
    exceeds = k > min(bound, proof.bound)
    return Outcome(headings, k, bound, proof.mistakes, proof.exact, run.converged, messages, exceeds)


def all_outcomes() -> Iterator[list[Outcome]]:
    """Check all sets, one process a core, in a fixed order."""
    sets = [(kind, index) for kind, (count, _) in KINDS.items() for index in range(count)]
    sets = [sets[i] for i in np.random.default_rng(0).permutation(len(sets))]  # quick and slow ones mixed
    train([[0.0], [1.0]], [0, 1])  # the processes find the loop compiled
    with ProcessPoolExecutor(os.cpu_count(), initializer=threadpool_limits, initargs=(1,)) as pool:
        yield from pool.map(outcomes, *zip(*sets, strict=True), chunksize=20)


def table(found: list[Outcome]) -> list[str]:
    """Write the distribution of mistakes over bound as a Markdown table, one row for each heading."""
    lines = [
        "| runs | number | updates | not converged | mistakes ÷ bound: median | 95 % | max |",
        "|:--|--:|--:|--:|--:|--:|--:|",
    ]
    others = sorted({heading for one in found for heading in one.headings} - set(KINDS))
    for heading in ["all", *KINDS, *others]:
        these = [one for one in found if heading in ("all", *one.headings)]
        median, most, top = np.quantile([one.ratio for one in these], [0.5, 0.95, 1])
        lines.append(
            f"| {heading} | {len(these):,} | {sum(one.mistakes for one in these):,} "
            f"| {sum(not one.converged for one in these):,} | {median:.2g} | {most:.2g} "
            f"| {math.floor(1e6 * top) / 1e6:.6f} |"
        )
    return lines


def report(sets: int, found: list[Outcome]) -> str:
    """Write what was checked, what was violated, and how near to the bound the runs came, in Markdown."""
    violations = [violation for one in found for violation in one.violations]
    unfinished = [one for one in found if not one.converged]
    summary = (
        f"**Of {len(found):,} runs on {sets:,} sets {sum(one.exceeds for one in found)} exceeded the bound, and "
        f"{sum(bool(one.violations) for one in found)} failed any check at all.** They made "
        f"{sum(one.mistakes for one in found):,} updates; every inequality of the proof was checked at "
        f"{sum(one.checked for one in found):,} of them, in exact arithmetic at "
        f"{sum(one.checked for one in found if one.exact):,}. {len(unfinished):,} runs had not converged when their "
        f"budget of updates was spent; until then they had made at most "
        f"{max((one.ratio for one in unfinished), default=0):.2g} of the mistakes that the bound allows."
    )
    failures = [f"- {violation}" for violation in violations[:100]]
    lines = [fill(summary, 120), "", *failures, *([""] if failures else []), *table(found)]
    return "\n".join([*lines, "", machine("NumPy", "SciPy", "Numba")])


def main() -> int:
    """Check everything, print it, write it if asked to; return 1 if anything was violated."""
    write = asked_to_write(__doc__)
    sets = sum(count for count, _ in KINDS.values())
    found: list[Outcome] = []
    violations = 0
    for done, some in enumerate(all_outcomes(), start=1):
        found += some
        violations += sum(len(one.violations) for one in some)
        if done % 100 == 0 or done == sets:
            say(f"\r{done:,} of {sets:,} sets, {violations} violations")
    say("\n")
    publish("bound", report(sets, found), write)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
