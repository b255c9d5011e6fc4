"""The order of the visits and the rules that end a run: the same for everything that learns in passes."""

import time
from fractions import Fraction
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.datasets import load_iris

from perceptron_lib import datasets, descend, losses, train, train_multiclass
from perceptron_lib.losses import Descent
from perceptron_lib.variants import train_kernel
from tests.library.strategies import INTEGERS, dot, problems


def coarse(n, seed):
    """Return clouds that no halfspace separates, on whole numbers, so that scores of zero do happen."""
    X, y = datasets.clouds(n, noise=0.7, rng=seed)
    return np.rint(3 * X).astype(int), y


NOISY, HELD_OUT = coarse(60, 1), coarse(40, 4)
IRIS = load_iris(return_X_y=True)

WAYS = {  # every loop of the library on examples that nothing separates
    "train": partial(train, *NOISY, order="shuffled", rng=0),
    "train with a threshold": partial(train, *NOISY, delta=4, eta=2, order="shuffled", rng=0),
    "descend": partial(descend, *NOISY, losses.hinge, batch_size=7, eta=0.5, order="shuffled", rng=2),
    "descend one by one": partial(descend, *NOISY, batch_size=1, order="shuffled", rng=0),
    "train_multiclass": partial(train_multiclass, *IRIS, order="shuffled", rng=1),
    "train_kernel": partial(train_kernel, NOISY[0] @ NOISY[0].T, NOISY[1]),
}
EVERY_WAY = pytest.mark.parametrize("learn", WAYS.values(), ids=WAYS)


def updates(result):
    """Return the rows of each update, the updates of each pass, and why the run stopped."""
    if isinstance(result, Descent):
        return [batch.tolist() for batch in result.batches], result.per_pass.tolist(), result.stopped
    return result.mistakes.example.tolist(), result.mistakes.per_pass.tolist(), result.stopped


def final(result):
    """Return the weights and biases at the end, those of the kernel perceptron being its coefficients."""
    w = next(getattr(result, name) for name in ("coefficients", "W", "w") if hasattr(result, name))
    return np.append(w, result.b)


# --- how much ----------------------------------------------------------------------------------------------------

ON = {  # the same on a problem, with further options
    "train": lambda p, **options: train(p.X, p.y, **options),
    "descend": lambda p, delta, **options: descend(p.X, p.y, batch_size=2, **options),
    "train_multiclass": lambda p, w0, b0, **options: train_multiclass(p.X, p.y, **options),
    "train_kernel": lambda p, w0, b0, **options: train_kernel(p.X @ p.X.T, p.y, **options),
}


@pytest.mark.parametrize("learn", ON.values(), ids=ON)
@settings(max_examples=50)
@given(problem=problems(INTEGERS), budget=st.integers(1, 40))
def test_max_passes_and_max_updates_cut_the_same_run_shorter_and_a_callback_changes_nothing(learn, problem, budget):
    learn = partial(learn, problem, **problem.options | {"max_passes": 40, "max_updates": None})
    rows, per_pass, stopped = updates(learn())
    assert len(per_pass) == 40 or stopped != "max_passes"
    assert updates(learn(callback=lambda now: None)) == (rows, per_pass, stopped)

    short, end = per_pass[:budget], stopped if len(per_pass) <= budget else "max_passes"
    assert updates(learn(max_passes=budget)) == (rows[: sum(short)], short, end)

    cut = updates(learn(max_updates=budget))
    if len(rows) <= budget:  # it just suffices, or more
        assert cut == (rows, per_pass, stopped)
    else:  # up to the pass of the update that found no budget
        last = int(np.searchsorted(np.cumsum(per_pass), budget, side="right"))
        assert cut == (rows[:budget], [*per_pass[:last], budget - sum(per_pass[:last])], "max_updates")


def test_a_budget_that_just_suffices_ends_without_mistakes():
    assert train(*datasets.and_(), max_updates=18).stopped == "no mistakes"
    assert train(*datasets.and_(), max_updates=17).stopped == "max_updates"


@EVERY_WAY
def test_max_seconds_stops_at_the_end_of_the_first_pass_that_ends_later(learn, monkeypatch):
    now = [0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def a_second_passes(_):
        now[0] += 1

    result = learn(max_seconds=7, callback=a_second_passes)  # at the end of pass p the clock shows p - 1
    assert (result.stopped, result.passes) == ("max_seconds", 9)
    assert train(*datasets.and_(), max_seconds=3600).stopped == "no mistakes"


# --- what is watched ---------------------------------------------------------------------------------------------


def after_each_pass(learn, measure):
    measured = []
    learn(callback=lambda now: measured.append(measure(now.w, now.b)))
    return measured


def error(X, y, delta=0):
    """Return the share of mistakes as a function of the weights, also of weights for many classes."""

    def share(w, b):
        scores = X @ w.T + b
        return float(np.mean(scores.argmax(axis=1) != y if w.ndim == 2 else y * scores <= delta))

    return share


def objective(w, b):
    return losses.objective([[*w, b]], *NOISY, losses.hinge)[0]


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


ODD = IRIS[0][1::2][::-1], IRIS[1][1::2][::-1]
WATCHED = {  # the quantity, what it is, the judge, and tolerances
    "train": [
        ("training error", error(*NOISY), first_still, (0, 0.05)),
        ("validation error", error(*HELD_OUT), first_not_fallen, (0, 0.05)),
        ("weights", np.append, first_unmoved, (0.2, 0.4)),
    ],
    "train with a threshold": [
        ("training error", error(*NOISY, 4), first_still, (0, 0.05, 0.1)),
        ("validation error", error(*HELD_OUT, 4), first_not_fallen, (0, 0.05)),
    ],
    "descend": [
        ("loss", objective, first_still, (0.02, 0.1)),
        ("training error", error(*NOISY), first_still, (0, 0.05)),
        ("validation error", error(*HELD_OUT), first_not_fallen, (0, 0.05)),
        ("weights", np.append, first_unmoved, (0.1, 0.2)),
    ],
    "descend one by one": [
        ("training error", error(*NOISY), first_still, (0, 0.05)),
        ("validation error", error(*HELD_OUT), first_not_fallen, (0, 0.05)),
    ],
    "train_multiclass": [
        ("training error", error(*IRIS), first_still, (0, 0.05)),
        ("validation error", error(*ODD), first_not_fallen, (0, 0.05)),
        ("weights", np.append, first_unmoved, (0.05, 0.1)),
    ],
    "train_kernel": [("weights", np.append, first_unmoved, (0.05, 0.1, 0.2))],
}
CASES = [(way, *case) for way, cases in WATCHED.items() for case in cases]


@pytest.mark.parametrize(("way", "watch", "measure", "judge", "tols"), CASES, ids=[f"{c[0]}: {c[1]}" for c in CASES])
def test_a_run_stops_when_what_it_watches_stands_still(way, watch, measure, judge, tols):
    learn = partial(WAYS[way], max_passes=200)
    measured, waits = after_each_pass(learn, measure), set()
    for tol in tols:
        for patience in (1, 2, 4):
            stop = judge(measured, patience, tol)
            held_out = {"validation": ODD if way == "train_multiclass" else HELD_OUT} if "valid" in watch else {}
            result = learn(watch=watch, patience=patience, tol=tol, **held_out)
            assert (result.stopped, result.passes) == ((watch, stop) if stop else ("max_passes", 200))
            assert updates(result)[:2] == updates(learn(max_passes=result.passes))[:2]  # watched, but not learned from
            waits.add(result.passes - patience)
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
    errors = []

    def judge(now):
        w, b = now.w.tolist(), now.b
        errors.append(np.mean([s * (dot(w, x) + b) <= 0 for x, s in zip(far, [1, -1], strict=True)]))

    watched = {"watch": "validation error", "validation": (far, [1, -1]), "patience": 1}
    run = train(X, y, w0=[4, 4], b0=-1, callback=judge, **watched)
    assert (run.stopped, run.passes) == ("validation error", first_not_fallen(errors, 1, 0))


@pytest.mark.parametrize("way", ["train", "descend", "train_multiclass"])
def test_validation_examples_have_the_labels_of_the_others(way):
    names = np.array(["a", "b", "c"])
    X, y = IRIS if way == "train_multiclass" else (NOISY[0], (NOISY[1] + 1) // 2)
    held_out = ODD if way == "train_multiclass" else (HELD_OUT[0], (HELD_OUT[1] + 1) // 2)
    learn, given = {"train": train, "descend": descend, "train_multiclass": train_multiclass}[way], []
    for wrap in (lambda y: y, lambda y: names[y]):
        validation = held_out[0].tolist(), wrap(held_out[1])
        given.append(learn(X, wrap(y), watch="validation error", validation=validation, patience=3))
    assert given[0].stopped == "validation error"
    assert updates(given[0]) == updates(given[1])


# --- what is told ------------------------------------------------------------------------------------------------


@EVERY_WAY
def test_a_callback_is_told_copies_after_each_pass_and_stops_the_run_with_true(learn):
    told = []

    def callback(now):
        told.append((now.passes, now.updates, np.append(now.w, now.b)))
        now.w[:] = 99
        return now.passes == 7

    result = learn(callback=callback)
    assert (result.stopped, result.passes) == ("callback", 7)
    assert [passes for passes, *_ in told] == list(range(1, 8))
    assert [so_far for _, so_far, _ in told] == np.cumsum(updates(result)[1]).tolist()
    for passes, _, w in told:
        np.testing.assert_array_equal(w, final(learn(max_passes=passes)))


def test_a_callback_does_not_hide_that_the_run_is_done():
    free = train(*datasets.and_())
    told = train(*datasets.and_(), callback=lambda now: now.passes >= free.passes)
    assert updates(told) == updates(free)


def test_progress_is_written_to_stderr_at_most_ten_times_a_second_and_at_the_end(capsys, monkeypatch):
    now = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])

    def a_sixteenth_of_a_second_passes(_):
        now[0] += 1 / 16

    run = train(*datasets.and_(), progress=True, callback=a_sixteenth_of_a_second_passes)
    out, err = capsys.readouterr()
    assert out == ""
    so_far = np.cumsum(run.mistakes.per_pass)
    shown = [f"\rpass {p} of at most 1000, {so_far[p - 1]} updates" for p in range(3, run.passes, 2)]
    assert err == "".join(shown) + f"\rpass {run.passes} of at most 1000, 18 updates, stopped: no mistakes\n"


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
    runs = [
        descend(X, y, batch_size=2, order="shuffled", rng=0, max_passes=50, callback=callback)
        for callback in (None, lambda now: False)
    ]
    assert updates(runs[0]) == updates(runs[1])


@pytest.mark.parametrize(
    "order", [[3, 1, 2, 0], (3, 1, 2, 0), range(3, -1, -1), np.array([3, 1, 2, 0]), np.uint8([0, 3])]
)
def test_an_order_comes_in_any_container(order):
    run = train(*datasets.or_(), order=order, delta=Fraction(10**9), max_passes=2)
    assert run.mistakes.example.tolist() == [*order] * 2


# --- refused -----------------------------------------------------------------------------------------------------

WHOLE = "must be a whole number of at least 1, but is"
BAD_RULES = [
    *(("max_passes", v, f"max_passes {WHOLE} {v}") for v in (0, -1, 1.5, 2.0, True, None)),
    ("max_updates", 0, f"max_updates {WHOLE} 0"),
    ("patience", 0, f"patience {WHOLE} 0"),
    ("callback", 5, "callback must be a function of a Progress, but is 5"),
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
    ("rng", "0", "rng must be a seed, a numpy.random.Generator or None, but is '0'"),
    ("rng", True, "rng must be a seed"),
    ("rng", -1, "rng must not be negative, but is -1"),
]


@pytest.mark.parametrize(("name", "value", "says"), BAD_RULES, ids=[f"{n} = {v!r}" for n, v, _ in BAD_RULES])
def test_rules_that_mean_nothing_are_refused(name, value, says):
    with pytest.raises(ValueError, match="^" + says):
        train(*datasets.or_(), **{name: value})


@EVERY_WAY
def test_every_way_to_learn_obeys_these_rules_and_has_no_others(learn):
    with pytest.raises(ValueError, match=r"^max_passes must be"):
        learn(max_passes=0)
    with pytest.raises(ValueError, match=r"^watch must be one of .* or None, but is 'luck'"):
        learn(watch="luck")
    with pytest.raises(TypeError, match="max_epochs"):
        learn(max_epochs=3)


def test_a_descent_watches_its_loss_too_and_a_kernel_perceptron_its_weights_alone():
    with pytest.raises(ValueError, match="one of 'loss', 'training error', 'validation error', 'weights' or None, but"):
        WAYS["descend"](watch="los")
    for watch in ("training error", "validation error", "loss"):
        with pytest.raises(ValueError, match=f"watch must be one of 'weights' or None, but is '{watch}'"):
            WAYS["train_kernel"](watch=watch)


BAD_VALIDATION = {
    "a number": (5, r"validation must be a pair \(X, y\)"),
    "three arrays": ((*NOISY, NOISY[1]), r"validation must be a pair \(X, y\)"),
    "more features": (([[1, 2, 3]] * 2, [1, -1]), r"validation X has 3 features, but needs 2"),
    "NaN": (([[1, 2], [1, float("nan")]], [1, -1]), r"validation X holds NaN in row 1, column 1"),
    "other labels": ((NOISY[0], NOISY[1] > 0), r"validation y has the classes \(False, True\), but y has \(-1, 1\)"),
    "one class": ((NOISY[0], [1] * 60), r"validation y has one class only"),
    "fewer labels": ((NOISY[0], [1, -1]), r"validation y has 2 labels, but there are 60 examples"),
}


@pytest.mark.parametrize(("value", "says"), BAD_VALIDATION.values(), ids=BAD_VALIDATION)
def test_unusable_validation_examples_are_refused(value, says):
    for way in ("train", "descend"):
        with pytest.raises(ValueError, match="^" + says):
            WAYS[way](watch="validation error", validation=value)
