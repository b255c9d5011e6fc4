"""Random problems for the tests, the settings under which Hypothesis draws them, and the judges of the answers."""

from dataclasses import dataclass
from fractions import Fraction
from types import SimpleNamespace

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st

settings.register_profile("book", deadline=None, derandomize=True)
settings.load_profile("book")


@dataclass
class Problem:
    """Data and options for one call of `train`."""

    X: np.ndarray
    y: np.ndarray
    options: dict

    @property
    def exact(self):
        """The same features as fractions."""
        return exact(self.X)

    def without(self, *names):
        """Return the options but for some, for a function that does not have them."""
        return {name: value for name, value in self.options.items() if name not in names}


# Three sorts of problems: a dtype, features and learning rates. On the first two, floats do not round.
INTEGERS = (np.int64, st.integers(-9, 9), st.integers(1, 4))
DYADIC = (np.float64, st.integers(-640, 640).map(lambda k: k / 64), st.integers(1, 64).map(lambda k: k / 16))
FLOATS = (np.float64, st.integers(-9999, 9999).map(lambda k: k / 997), st.sampled_from([0.1, 0.3, 1 / 3, 0.7, 1.0]))


@st.composite
def problems(draw, kind):
    dtype, feature, eta = kind
    n, d = draw(st.integers(2, 8)), draw(st.integers(1, 4))
    X = draw(st.lists(st.lists(feature, min_size=d, max_size=d), min_size=n, max_size=n))
    y = draw(st.lists(st.sampled_from([-1, 1]), min_size=n, max_size=n).filter(lambda y: len(set(y)) == 2))
    rows = st.lists(st.integers(0, n - 1), min_size=1, max_size=2 * n)
    options = {
        "w0": draw(st.none() | st.lists(feature, min_size=d, max_size=d)),
        "b0": draw(st.just(0) | feature),
        "eta": draw(eta),
        "delta": draw(st.just(0) | feature.map(abs)),
        "order": draw(st.sampled_from(["cyclic", "shuffled", "random"]) | rows | rows.map(np.array)),
        "max_passes": draw(st.integers(1, 40)),
        "max_updates": draw(st.none() | st.integers(1, 60)),
        "rng": draw(st.integers(0, 99)),
    }
    return Problem(np.array(X, dtype=dtype), np.array(y), options)


@st.composite
def class_problems(draw, kind):
    """Draw data of two to four classes, 0, 1, ..., and options for one call of `train_multiclass`."""
    dtype, feature, eta = kind
    c, d = draw(st.integers(2, 4)), draw(st.integers(1, 3))
    n = draw(st.integers(c, 8))

    def table(rows):
        return st.lists(st.lists(feature, min_size=d, max_size=d), min_size=rows, max_size=rows)

    y = draw(st.permutations([*range(c), *draw(st.lists(st.integers(0, c - 1), min_size=n - c, max_size=n - c))]))
    rows = st.lists(st.integers(0, n - 1), min_size=1, max_size=2 * n)
    options = {
        "W0": draw(st.none() | table(c)),
        "b0": draw(st.none() | st.lists(feature, min_size=c, max_size=c)),
        "eta": draw(eta),
        "delta": draw(st.just(0) | feature.map(abs)),
        "order": draw(st.sampled_from(["cyclic", "shuffled", "random"]) | rows | rows.map(np.array)),
        "max_passes": draw(st.integers(1, 20)),
        "rng": draw(st.integers(0, 99)),
    }
    return Problem(np.array(draw(table(n)), dtype=dtype), np.array(y), options)


def exact(X):
    """Return an object array of fractions, equal to X."""
    X = np.asarray(X)
    fractions = np.empty(X.shape, dtype=object)
    fractions.flat = [Fraction(v) for v in X.ravel().tolist()]
    return fractions


def dot(w, x):
    """Return <w, x> in Python's own arithmetic."""
    return sum(a * c for a, c in zip(w, x, strict=True))


def rows_of_a_pass(order, n, rng):
    """Return a function that gives the rows of the next pass."""
    rng = np.random.default_rng(rng)
    drawn = {
        "cyclic": lambda: list(range(n)),
        "shuffled": lambda: rng.permutation(n).tolist(),
        "random": lambda: rng.integers(n, size=n, dtype=np.uint32).tolist(),
    }
    return drawn[order] if isinstance(order, str) else lambda: [int(i) for i in order]


def may_miss_rows(order):
    """Whether a pass in this order may leave out a row that the next one visits."""
    return isinstance(order, str) and order == "random"


def replay(n, state, margin, update, *, delta, order, rng, max_passes, max_updates=None):
    """Visit by visit, with nothing but Python: the state after each visit, the mistakes, how it ended.

    The closest call is the smallest distance of a visited functional margin from delta; a start at zero, which does not
    round, is set aside.
    """
    told = SimpleNamespace(path=[state], after=[], mistakes=[], closest=Fraction(10**9), stopped="max_passes")
    rows = rows_of_a_pass(order, n, rng)
    for p in range(1, max_passes + 1):
        told.passes, clean = p, True
        for i in rows():
            m = margin(state, i)
            told.closest = min(told.closest, abs(m - delta)) if told.mistakes or any(state) else told.closest
            if m <= delta:
                if len(told.mistakes) == max_updates:
                    told.stopped = "max_updates"
                    return told
                told.mistakes.append((i, p, len(told.after)))
                state, clean = update(state, i), False
                told.path.append(state)
            told.after.append(state)
        if clean and not (may_miss_rows(order) and any(margin(state, i) <= delta for i in range(n))):
            told.stopped = "no mistakes"
            return told
    return told


def replayed(X, y, *, w0=None, b0=0, eta, delta, **rules):
    """The perceptron as in the lectures, its state a list (w, b). Integers and dyadic floats do not round.

    Of other floats, give the exact X.
    """
    padded, signs, start = [[*x, 1] for x in X.tolist()], y.tolist(), [*(w0 or [0] * X.shape[1]), b0]
    if X.dtype == object:
        start, eta, delta = [Fraction(v) for v in start], Fraction(eta), Fraction(delta)
    return replay(
        len(X),
        start,
        lambda w, i: signs[i] * dot(w, padded[i]),
        lambda w, i: [a + eta * signs[i] * c for a, c in zip(w, padded[i], strict=True)],
        delta=delta,
        **rules,
    )


def facts(run):
    """Return the mistakes, each with its example, pass and visit, and how the run ended."""
    mistakes = [(i, p, t) for (i, p), t in zip(run.mistakes, run.mistakes.visit.tolist(), strict=True)]
    return mistakes, (run.passes, run.visits, run.stopped)


def told_facts(told):
    """Return the same facts of a replayed run."""
    return told.mistakes, (told.passes, len(told.after), told.stopped)


def labelled_sets(count, seed):
    """Yield random sets, separable or not, coarse or fine, with random orders, starts, thresholds and rates."""
    rng = np.random.default_rng(seed)
    while count:
        n, d = int(rng.integers(2, 40)), int(rng.integers(1, 5))
        X = rng.normal(size=(n, d)) * rng.choice([0.1, 1, 10]) + rng.normal(size=d)
        X = X.round(1) if rng.random() < 0.5 else X
        y = np.where(X @ rng.normal(size=d) > rng.normal(), 1, -1) if rng.random() < 0.7 else rng.choice([-1, 1], n)
        if len(set(y.tolist())) == 2:
            count -= 1
            start = {"w0": rng.normal(size=d), "b0": rng.normal()} if rng.random() < 0.5 else {}
            options = {"delta": float(rng.choice([0, 0.5, 1])), "eta": float(rng.choice([0.3, 1, 2]))}
            yield X, y, {**start, **options, "order": rng.permutation(n)}
