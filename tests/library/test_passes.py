"""The order of the visits and the stopping criteria: the same for everything that makes mistakes in passes."""

import time
from fractions import Fraction
from functools import partial
from itertools import count, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.datasets import load_iris

from perceptron_lib import datasets, descend, losses, train, train_multiclass
from perceptron_lib.losses import Descent
from perceptron_lib.variants import train_kernel
from tests.library.strategies import INTEGERS, dot, facts, problems


def coarse(n, seed):
    """Return clouds that no halfspace separates, on whole numbers, so that scores of zero do happen."""
    X, y = datasets.clouds(n, noise=0.7, rng=seed)
    return np.rint(3 * X).astype(int), y


NOISY, HELD_OUT = coarse(60, 1), coarse(40, 4)
IRIS = load_iris(return_X_y=True)

WAYS = {  # every loop of the library on examples that nothing separates
    "train": partial(train, *NOISY, order="shuffled", rng=0),
    "descend": partial(descend, *NOISY, losses.hinge, batch_size=7, eta=0.5, order="shuffled", rng=2),
    "train_multiclass": partial(train_multiclass, *IRIS, order="shuffled", rng=1),
    "train_kernel": partial(train_kernel, NOISY[0] @ NOISY[0].T, NOISY[1]),
}
EVERY_WAY = pytest.mark.parametrize("learn", WAYS.values(), ids=WAYS)


def updates(result):
    """Return the rows of each update, the updates of each pass, and why the run stopped."""
    if isinstance(result, Descent):
        return [batch.tolist() for batch in result.batches], result.per_pass.tolist(), result.stopped
    return result.mistakes.example.tolist(), result.mistakes.per_pass.tolist(), result.stopped


# --- how much ----------------------------------------------------------------------------------------------------


@EVERY_WAY
def test_max_passes_cuts_the_same_run_shorter(learn):
    rows, per_pass, stopped = updates(learn(max_passes=40))
    assert (len(per_pass), stopped) == (40, "max_passes")
    for budget in (1, 2, 39):
        assert updates(learn(max_passes=budget)) == (rows[: sum(per_pass[:budget])], per_pass[:budget], "max_passes")


@given(problem=problems(INTEGERS), budget=st.integers(1, 40))
def test_max_updates_cuts_the_same_run_shorter(problem, budget):
    learn = partial(train, problem.X, problem.y, **problem.options | {"max_passes": 40, "max_updates": None})
    rows, per_pass, stopped = updates(learn())
    cut = updates(learn(max_updates=budget))
    if len(rows) <= budget:  # it just suffices, or more
        assert cut == (rows, per_pass, stopped)
    else:  # up to the pass of the update that found no budget
        last = int(np.searchsorted(np.cumsum(per_pass), budget, side="right"))
        assert cut == (rows[:budget], [*per_pass[:last], budget - sum(per_pass[:last])], "max_updates")


def test_many_passes_at_once_are_as_they_are_one_by_one():
    one_by_one = {"max_seconds": 3600}  # which is looked at after each pass
    for data in (NOISY, datasets.and_(), datasets.xor()):
        for stops in ({"max_passes": 3000}, {"max_updates": 5000, "max_passes": 9999}):
            run, other = train(*data, **stops), train(*data, **stops, **one_by_one)
            assert facts(run) == facts(other)
            assert run.weights.tolist() == other.weights.tolist()


def test_max_seconds_stops_at_the_end_of_the_first_pass_that_ends_later(monkeypatch):
    clock = count()  # it shows one second more each time that it is looked at: at the start, and after each pass
    monkeypatch.setattr(time, "monotonic", lambda: next(clock))
    run = train(*NOISY, max_seconds=7)
    assert (run.stopped, run.passes) == ("max_seconds", 8)
    assert train(*datasets.and_(), max_seconds=3600).stopped == "no mistakes"


# --- what is watched ---------------------------------------------------------------------------------------------


def error(X, y, delta=0):
    """Return the share of mistakes as a function of the weights."""
    return lambda w, b: float(np.mean(y * (X @ w + b) <= delta))


def first_still(values, patience, tol):
    """Return the first pass whose value differs from none of the so many before by more than the tolerance."""
    windows = {p: values[p - patience - 1 : p] for p in range(patience + 1, len(values) + 1)}
    return next((p for p, window in windows.items() if max(window) - min(window) <= tol), None)


def first_not_fallen(values, patience, tol):
    """Return the first pass at which the best value is hardly better than it was so many passes before."""
    best = np.minimum.accumulate(values)
    return next((p for p in range(patience + 1, len(values) + 1) if best[p - 1 - patience] - best[p - 1] <= tol), None)


def first_unmoved(path, patience, tol):
    """Return the first pass at the end of so many that moved no coordinate by more than a share of the largest."""
    still = [np.abs(v - u).max() <= tol * np.abs(v).max() for u, v in pairwise(path)]
    return next((p for p in range(patience + 1, len(path) + 1) if all(still[p - 1 - patience : p - 1])), None)


WATCHED = [  # the threshold, the quantity, what it is, the judge, and tolerances
    (0, "training error", error(*NOISY), first_still, (0, 0.05)),
    (0, "validation error", error(*HELD_OUT), first_not_fallen, (0, 0.05)),
    (0, "weights", np.append, first_unmoved, (0.2, 0.4)),
    (4, "training error", error(*NOISY, 4), first_still, (0, 0.05, 0.1)),
    (4, "validation error", error(*HELD_OUT, 4), first_not_fallen, (0, 0.05)),
]


@pytest.mark.parametrize(("delta", "watch", "measure", "judge", "tols"), WATCHED)
def test_a_run_stops_when_what_it_watches_stands_still(delta, watch, measure, judge, tols):
    learn = partial(WAYS["train"], delta=delta, max_passes=200)
    free = learn()
    ends = np.cumsum(free.mistakes.per_pass)
    measured, waits = [measure(w[:-1], w[-1]) for w in free.weights[ends]], set()
    for tol in tols:
        for patience in (1, 2, 4):
            stop = judge(measured, patience, tol)
            held_out = {"validation": HELD_OUT} if watch == "validation error" else {}
            run = learn(watch=watch, patience=patience, tol=tol, **held_out)
            assert (run.stopped, run.passes) == ((watch, stop) if stop else ("max_passes", 200))
            assert facts(run)[0] == facts(free)[0][: ends[run.passes - 1]]  # watched, but not learned from
            waits.add(run.passes - patience)
    assert max(waits) > 1  # not all of these runs stopped at once
    if watch == "training error":
        assert learn(watch=watch, patience=4, tol=1).passes == 5


def test_xor_is_stopped_by_its_weights_because_each_pass_brings_them_back():
    run = train(*datasets.xor(), watch="weights")  # for five passes, if nothing else is said, and not at all
    assert (run.stopped, run.passes) == ("weights", 6)
    assert len(run.mistakes) > 0


def test_the_watched_error_is_exact_where_int64_would_wrap_around():
    X, y = datasets.xor()
    far = [[2**62, 0], [0, -(2**62)]]  # times a weight of 4, this would wrap around to 0
    free = train(X, y, w0=[4, 4], b0=-1, max_passes=50)
    states = free.weights[np.cumsum(free.mistakes.per_pass)].tolist()
    errors = [np.mean([s * dot(w, [*x, 1]) <= 0 for x, s in zip(far, [1, -1], strict=True)]) for w in states]
    run = train(X, y, w0=[4, 4], b0=-1, watch="validation error", validation=(far, [1, -1]), patience=1)
    assert (run.stopped, run.passes) == ("validation error", first_not_fallen(errors, 1, 0))


def test_validation_examples_have_the_labels_of_the_others():
    names, runs = np.array(["a", "b"]), []
    for wrap in (lambda y: (y + 1) // 2, lambda y: names[(y + 1) // 2]):
        validation = HELD_OUT[0].tolist(), wrap(HELD_OUT[1])
        runs.append(train(NOISY[0], wrap(NOISY[1]), watch="validation error", validation=validation, patience=3))
    assert runs[0].stopped == "validation error"
    assert updates(runs[0]) == updates(runs[1])


# --- in which order ----------------------------------------------------------------------------------------------


def visited(n, order, rng, passes):
    """Return the rows that each pass visits: with so large a threshold each visit is a mistake."""
    X, y = np.zeros((n, 1), dtype=int), np.arange(n) % 2
    return train(X, y, delta=10**9, order=order, rng=rng, max_passes=passes).mistakes.example.reshape(passes, -1)


@given(st.integers(2, 30), st.integers(0, 99))
def test_a_shuffled_pass_holds_every_row_once_and_a_random_pass_holds_rows(n, seed):
    assert visited(n, "cyclic", seed, 3).tolist() == [list(range(n))] * 3
    assert np.sort(visited(n, "shuffled", seed, 3)).tolist() == [list(range(n))] * 3
    drawn = visited(n, "random", seed, 3)
    assert drawn.shape == (3, n)
    assert set(drawn.ravel().tolist()) <= set(range(n))


def test_shuffled_passes_differ_and_random_rows_come_equally_often():
    assert not np.array_equal(*visited(20, "shuffled", 0, 2))
    often = np.bincount(visited(20, "random", 0, 1000).ravel(), minlength=20)
    assert np.all(np.abs(often - 1000) < 150)  # five standard deviations


@pytest.mark.parametrize("order", ["shuffled", "random"])
def test_the_same_seed_gives_the_same_run_and_another_seed_another(order):
    for learn in WAYS.values():
        runs = [learn(order=order, max_passes=9, rng=seed) for seed in (5, np.random.default_rng(5), 6, None)]
        assert updates(runs[0]) == updates(runs[1])
        assert len({str(updates(run)) for run in runs}) == 3  # without a seed every run draws anew


def test_a_random_order_goes_on_until_every_row_is_right():
    X, y = np.ones((30, 1)), np.ones(30)
    X[0], y[0] = -1, -1  # the only row that the start gets wrong, and a pass misses it one time in three
    runs = [train(X, y, b0=2, order="random", rng=seed) for seed in range(20)]
    assert all(run.converged and (y * run.halfspace.score(X) > 0).all() for run in runs)
    assert max(run.mistakes.in_pass[0] for run in runs) > 1


def test_mini_batches_that_cancel_in_one_shuffled_pass_do_not_end_a_descent_that_another_pass_would_continue():
    X, y = [[1], [1], [2], [2]], [1, -1, 1, -1]
    down = descend(X, y, batch_size=2, order="shuffled", rng=0, max_passes=50)
    assert (0 in down.per_pass, len(down.per_pass)) == (True, 50)


@pytest.mark.parametrize(
    "order", [[3, 1, 2, 0], (3, 1, 2, 0), range(3, -1, -1), np.array([3, 1, 2, 0]), np.uint8([0, 3])]
)
def test_an_order_comes_in_any_container(order):
    run = train(*datasets.or_(), order=order, delta=Fraction(10**9), max_passes=2)
    assert run.mistakes.example.tolist() == [*order] * 2


# --- refused -----------------------------------------------------------------------------------------------------

WHOLE = "must be a whole number of at least 1, but is"
BAD_CRITERIA = [
    *(("max_passes", v, f"max_passes {WHOLE} {v}") for v in (0, -1, 1.5, 2.0, True, None)),
    ("max_updates", 0, f"max_updates {WHOLE} 0"),
    ("patience", 0, f"patience {WHOLE} 0"),
    ("max_seconds", 0, "max_seconds must be greater than 0, but is 0"),
    ("max_seconds", float("nan"), "max_seconds holds NaN"),
    ("tol", -1, "tol must be at least 0, but is -1"),
    ("order", "cylic", "order must be one of 'cyclic', 'shuffled', 'random' or a sequence of rows, but is 'cylic'"),
    ("order", [0, 4], "order names row 4 at position 1, but the rows of X are 0 to 3"),
    ("order", [0, 1, -1], "order names row -1 at position 2, but the rows of X are 0 to 3"),
    *(("order", v, "order must be a sequence of row numbers") for v in ([], [0.0], [True], [[0, 1]], 5, None, ["a"])),
    ("order", [[0], [0, 1]], "order is not a rectangular array"),
    ("watch", "error", "watch must be one of 'training error', 'validation error', 'weights' or None, but is 'error'"),
    ("watch", "validation error", "watch='validation error' and .* go together: give both or neither"),
    ("validation", datasets.or_(), "watch='validation error' and .* go together: give both or neither"),
    ("rng", "0", "rng must be a seed >= 0, a numpy.random.Generator or None, but is '0'"),
    ("rng", -1, "rng must be a seed >= 0, .* but is -1"),
]


@pytest.mark.parametrize(("name", "value", "says"), BAD_CRITERIA, ids=[f"{n} = {v!r}" for n, v, _ in BAD_CRITERIA])
def test_criteria_that_mean_nothing_are_refused(name, value, says):
    with pytest.raises(ValueError, match="^" + says):
        train(*datasets.or_(), **{name: value})


@EVERY_WAY
def test_every_way_to_learn_has_passes_to_limit_and_an_order(learn):
    for name, value, says in (BAD_CRITERIA[0], ("order", "cylic", "order must be one of 'cyclic'")):
        with pytest.raises(ValueError, match="^" + says):
            learn(**{name: value})


BAD_VALIDATION = {
    "a number": (5, r"validation must be a pair \(X, y\)"),
    "three arrays": ((*NOISY, NOISY[1]), r"validation must be a pair \(X, y\)"),
    "more features": (([[1, 2, 3]] * 2, [1, -1]), r"validation X has 3 features, but needs 2"),
    "NaN": (([[1, 2], [1, float("nan")]], [1, -1]), r"validation X holds NaN in row 1, column 1"),
    "other labels": ((NOISY[0], NOISY[1] + 1), r"validation y has the class 0, which is not among the classes learned"),
    "fewer labels": ((NOISY[0], [1, -1]), r"validation y has 2 labels, but there are 60 examples"),
}


@pytest.mark.parametrize(("value", "says"), BAD_VALIDATION.values(), ids=BAD_VALIDATION)
def test_unusable_validation_examples_are_refused(value, says):
    with pytest.raises(ValueError, match="^" + says):
        train(*NOISY, watch="validation error", validation=value)
