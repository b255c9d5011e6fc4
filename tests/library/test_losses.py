"""Losses and descent against differences, formulas, scikit-learn, least squares, and the perceptron itself."""

import math
from dataclasses import FrozenInstanceError
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import hinge_loss, log_loss, mean_squared_error, zero_one_loss

from perceptron_lib import datasets, train
from perceptron_lib.losses import (
    Loss,
    descend,
    gradient,
    hinge,
    logistic,
    objective,
    perceptron,
    shifted_hinge,
    squared,
    zero_one,
)
from tests.library.strategies import DYADIC, FLOATS, INTEGERS, dot, problems, rows_of_a_pass

NOISY = datasets.clouds(60, noise=0.7, rng=1)  # no halfspace separates these
NAN = float("nan")

# Name: the loss, its kink or jump (infinity where there is none), and its cost and slope in words of `math`.
FORMULAS = {
    "0-1": (zero_one, 0, lambda m: float(m <= 0), lambda m: 0),
    "perceptron": (perceptron, 0, lambda m: max(0, -m), lambda m: -1 if m <= 0 else 0),
    "hinge": (hinge, 1, lambda m: max(0, 1 - m), lambda m: -1 if m <= 1 else 0),
    "hinge shifted to 0.25": (
        shifted_hinge(0.25),
        0.25,
        lambda m: max(0, 0.25 - m),
        lambda m: -1 if m <= 0.25 else 0,
    ),
    "hinge shifted to 7": (shifted_hinge(7), 7, lambda m: max(0, 7 - m), lambda m: -1 if m <= 7 else 0),
    "logistic": (logistic, math.inf, lambda m: math.log1p(math.exp(-m)), lambda m: -1 / (1 + math.exp(m))),
    "squared": (squared, math.inf, lambda m: (1 - m) ** 2, lambda m: 2 * m - 2),
}
EVERY_LOSS = pytest.mark.parametrize("name", FORMULAS)
EVERY_CONVEX_LOSS = pytest.mark.parametrize("name", [name for name in FORMULAS if name != "0-1"])
FEW = settings(max_examples=12)  # for each of many losses
MARGINS = st.integers(-640, 640).map(lambda k: k / 64)


@st.composite
def weighted(draw):
    """Draw examples, padded weights for them, and a penalty."""
    problem = draw(problems(FLOATS))
    w = draw(st.lists(FLOATS[1], min_size=problem.X.shape[1] + 1, max_size=problem.X.shape[1] + 1))
    return problem.X, problem.y, w, draw(st.sampled_from([0, 0.1, 3]))


def margins(w, X, y):
    return [s * dot(w, [*x, 1]) for x, s in zip(np.asarray(X).tolist(), y.tolist(), strict=True)]


def brute_objective(w, X, y, cost, penalty):
    return np.mean([cost(m) for m in margins(w, X, y)]) + penalty / 2 * sum(v * v for v in w[:-1])


# --- what an example costs ---------------------------------------------------------------------------------------


@EVERY_LOSS
@FEW
@given(m=MARGINS)
def test_each_loss_and_its_slope_are_their_formulas(name, m):
    loss, _, cost, slope = FORMULAS[name]
    assert loss(m) == pytest.approx(cost(m), rel=1e-14)
    assert loss.slope(np.array([m]))[0] == pytest.approx(slope(m), rel=1e-14)
    assert repr(loss) == f"Loss({name})"
    assert loss.name == name


@EVERY_LOSS
@FEW
@given(m=MARGINS)
def test_each_slope_is_a_difference_quotient_away_from_the_kink(name, m):
    loss, kink, *_ = FORMULAS[name]
    assume(abs(m - kink) > 1e-3)
    h = 1e-5
    assert loss.slope(np.array([m]))[0] == pytest.approx((loss(m + h) - loss(m - h)) / (2 * h), rel=1e-6, abs=1e-9)


@EVERY_CONVEX_LOSS
@FEW
@given(m=MARGINS, other=MARGINS)
def test_each_slope_is_a_subgradient_also_at_the_kink(name, m, other):
    loss, kink, *_ = FORMULAS[name]
    for at in (m, kink if math.isfinite(kink) else m):
        line = loss(at) + loss.slope(np.array([at]))[0] * (other - at)
        assert loss(other) >= line - (1e-12 if name == "logistic" else 0)  # the others do not round


@pytest.mark.parametrize("delta", [0, 1, 0.25, Fraction(1, 2), 7, 1e6])
def test_at_its_kink_a_shifted_hinge_has_slope_minus_one_as_a_mistake_leads_to_an_update(delta):
    at = float(delta)
    around = np.array([np.nextafter(at, -np.inf), at, np.nextafter(at, np.inf)])
    assert shifted_hinge(delta).slope(around).tolist() == [-1, -1, 0]


def test_the_zero_one_loss_counts_a_zero_margin_as_a_mistake_and_has_no_slope():
    assert zero_one([-1, -1e-300, 0, 1e-300, 1]).tolist() == [1, 1, 1, 0, 0]
    assert zero_one.slope(np.array([-1.0, 0, 1])).tolist() == [0, 0, 0]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("m", [30, 700, 750, 1e4, 1e300])
def test_the_logistic_loss_neither_overflows_nor_loses_its_digits(m):
    assert logistic([m, -m]).tolist() == pytest.approx([math.log1p(math.exp(-m)), m], rel=1e-14, abs=0)
    assert logistic.slope(np.array([m, -m])).tolist() == pytest.approx([-math.exp(-m), -1], rel=1e-12, abs=0)


@EVERY_LOSS
def test_a_loss_keeps_the_shape_of_the_margins(name):
    loss, _, cost, _ = FORMULAS[name]
    for m in (2, [2, -2], [[0, 1, 2], [3, 4, 5]], np.ones((2, 1, 3), dtype=int)):
        assert loss(m).shape == np.shape(m)
        np.testing.assert_allclose(loss(m), np.vectorize(cost, otypes=[float])(m), rtol=1e-14)
    assert loss(Fraction(1, 2)) == pytest.approx(cost(0.5))


# --- the mean over the examples ----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(5))
def test_scikit_learn_finds_the_same_mean_losses(seed):
    X, y = datasets.clouds(50, noise=0.7, rng=seed)
    w = np.random.default_rng(seed).normal(size=3)
    scores = X @ w[:2] + w[2]
    for loss, judge in [
        (hinge, hinge_loss(y, scores)),
        (logistic, log_loss(y, 1 / (1 + np.exp(-scores)))),
        (zero_one, zero_one_loss(y, np.where(scores > 0, 1, -1))),
        (squared, mean_squared_error(y, scores)),
    ]:
        np.testing.assert_allclose(objective([w], X, y, loss), [judge], rtol=1e-12)


@EVERY_LOSS
@FEW
@given(data=weighted())
def test_the_objective_is_the_mean_cost_and_half_the_penalty_times_the_squared_weights(name, data):
    X, y, w, penalty = data
    loss, kink, cost, _ = FORMULAS[name]
    assume(name != "0-1" or all(abs(m - kink) > 1e-9 for m in margins(w, X, y)))
    path = [w, [0] * len(w), [-v for v in w]]
    judge = [brute_objective(v, X, y, cost, penalty) for v in path]
    np.testing.assert_allclose(objective(path, X, y, loss, penalty=penalty), judge, rtol=1e-10, atol=1e-12)


@EVERY_LOSS
@FEW
@given(data=weighted())
def test_the_gradient_is_a_difference_quotient_in_every_direction_away_from_kinks(name, data):
    X, y, w, penalty = data
    loss, kink, *_ = FORMULAS[name]
    assume(all(abs(m - kink) > 1e-3 for m in margins(w, X, y)))
    h = 1e-5
    steps = h * np.eye(len(w))
    ahead, behind = (objective(w + sign * steps, X, y, loss, penalty=penalty) for sign in (1, -1))
    slopes = gradient(w, X, y, loss, penalty=penalty)
    assert slopes.shape == (len(w),)
    np.testing.assert_allclose(slopes, (ahead - behind) / (2 * h), rtol=1e-5, atol=1e-5)


@EVERY_CONVEX_LOSS
@FEW
@given(data=weighted(), direction=st.lists(FLOATS[1], min_size=5, max_size=5), scale=st.sampled_from([1e-3, 1, 100]))
def test_the_gradient_supports_the_convex_objective_from_below(name, data, direction, scale):
    X, y, w, penalty = data
    loss, step = FORMULAS[name][0], scale * np.array(direction[: len(w)])
    for at in (np.array(w), np.zeros(len(w))):  # every example is at the kink of the perceptron loss at zero
        here, there = objective([at, at + step], X, y, loss, penalty=penalty)
        assert there >= here + gradient(at, X, y, loss, penalty=penalty) @ step - 1e-9 * (1 + abs(there) + abs(here))


def test_a_long_path_is_measured_in_parts_without_a_seam():
    X, y = np.tile(NOISY.X, (50, 1)), np.tile(NOISY.y, 50)
    path = np.random.default_rng(0).normal(size=(3001, 3))
    assert len(path) * len(X) > 2 * 4_000_000
    judge = np.maximum(0, 1 - NOISY.y * (path[:, :2] @ NOISY.X.T + path[:, 2:])).mean(axis=1)
    np.testing.assert_allclose(objective(path, X, y, hinge), judge, rtol=1e-12)


def test_more_examples_than_fit_in_a_part_are_measured_weight_by_weight():
    n = 4_000_001  # so that each weight is a part
    assert objective([[1, 0], [2, 0]], np.ones((n, 1)), np.ones(n), squared).tolist() == [0, 1]


def test_the_mean_loss_takes_any_two_labels_and_one_class_that_is_plus_or_minus_one():
    words = np.where(NOISY.y > 0, "spam", "ham")
    for w in ([1, 2, 3], (0.5, Fraction(1, 3), -1)):
        np.testing.assert_array_equal(gradient(w, NOISY.X, words, hinge), gradient(w, NOISY.X, NOISY.y, hinge))
        np.testing.assert_array_equal(objective([w], NOISY.X, words), objective([w], NOISY.X, NOISY.y))
    assert gradient([0, 0], [[3]], [-1]).tolist() == [3, 1]
    assert objective([[2, 1]], [[3]], [-1]).tolist() == [7]


# --- the perceptron is a stochastic descent ----------------------------------------------------------------------


@pytest.mark.parametrize("kind", [INTEGERS, DYADIC], ids=["integers", "dyadic"])
@settings(max_examples=40)
@given(data=st.data())
def test_stochastic_descent_on_a_shifted_hinge_is_the_perceptron_mistake_by_mistake(kind, data):
    problem = data.draw(problems(kind))
    options = problem.without("max_updates")
    run = train(problem.X, problem.y, **options)
    down = descend(problem.X, problem.y, shifted_hinge(options.pop("delta")), batch_size=1, **options)
    assert [batch.tolist() for batch in down.batches] == [[i] for i in run.mistakes.example.tolist()]
    assert down.per_pass.tolist() == run.mistakes.per_pass.tolist()
    assert down.weights.tolist() == run.weights.tolist()
    assert (down.w.tolist(), down.b, down.passes) == (run.w.tolist(), run.b, run.passes)
    assert down.stopped == run.stopped.replace("no mistakes", "no updates")


# --- each step, by hand ------------------------------------------------------------------------------------------


def textbook(X, y, slope, *, kink, batch_size, eta, penalty, w0, b0, order, max_passes, rng):
    """Descent in fractions: path, batches, updates of each pass, why it stopped, steps, and the closest call."""
    w = [Fraction(v) for v in (*(w0 or [0] * X.shape[1]), b0)]
    signed = [[int(s) * Fraction(v) for v in (*x, 1)] for x, s in zip(X.tolist(), y, strict=True)]
    path, batches, per_pass, steps, closest = [w], [], [], [], math.inf
    next_rows = rows_of_a_pass(order, len(X), rng)
    step = 0
    for _ in range(max_passes):
        rows, per_pass = next_rows(), [*per_pass, 0]
        for batch in [rows[t : t + batch_size] for t in range(0, len(rows), batch_size)]:
            ms = [dot(w, signed[i]) for i in batch]
            if batches or any(w):
                closest = min([closest, *(abs(m - kink) for m in ms)])
            slopes = [Fraction(slope(m)) for m in ms]
            down = [
                sum(v * signed[i][j] for v, i in zip(slopes, batch, strict=True)) / len(batch) for j in range(len(w))
            ]
            down = [g + Fraction(penalty) * v for g, v in zip(down, [*w[:-1], 0], strict=True)]
            closest = min([closest, *(abs(g) for g in down if g)]) if any(down) else closest
            if any(down):
                rate = Fraction(eta(step) if callable(eta) else eta)
                w = [v - rate * g for v, g in zip(w, down, strict=True)]
                path, batches, steps = [*path, w], [*batches, batch], [*steps, step]
                per_pass[-1] += 1
            step += 1
        converged = not any(slope(dot(w, z)) for z in signed)
        if not per_pass[-1] and (converged or not isinstance(order, str) or order == "cyclic"):
            return path, batches, per_pass, "no updates", steps, closest
    return path, batches, per_pass, "max_passes", steps, closest


@EVERY_LOSS
@FEW
@given(problem=problems(DYADIC), data=st.data())
def test_descent_is_the_textbook_descent(name, problem, data):
    loss, kink, _, slope = FORMULAS[name]
    size = data.draw(st.integers(1, 9))
    asked = []
    schedule = data.draw(st.booleans())
    options = {
        **{k: problem.options[k] for k in ("w0", "b0", "order", "rng")},
        "eta": (lambda t: asked.append(t) or 0.5 / (1 + t)) if schedule else data.draw(FLOATS[2]) / 8,
        "penalty": data.draw(st.sampled_from([0, 0.1, 1])),
        "max_passes": data.draw(st.integers(1, 3)),
    }
    if loss is logistic:  # so that math.exp does not overflow
        options |= {"max_passes": 1, "eta": options["eta"] if schedule else options["eta"] / 100}
        assume(max(map(abs, margins([*(options["w0"] or [0] * len(problem.X[0])), 1], problem.X, problem.y))) < 300)
    path, batches, per_pass, stopped, steps, closest = textbook(
        problem.X, problem.y, slope, kink=kink, batch_size=size, **options
    )
    assume(closest > 1e-9)
    asked.clear()
    down = descend(problem.X, problem.y, loss, batch_size=size, **options)
    assert [batch.tolist() for batch in down.batches] == batches
    assert down.per_pass.tolist() == per_pass
    assert down.stopped == stopped
    assert not schedule or asked == steps
    judge = np.array([[float(v) for v in w] for w in path])
    np.testing.assert_allclose(down.weights, judge, rtol=1e-9, atol=1e-9 * max(1, np.abs(judge).max()))


@pytest.mark.parametrize("order", ["cyclic", "shuffled", "random", [*range(9, -1, -1), 3, 3], [0, 1, 2]], ids=str)
@pytest.mark.parametrize("size", [1, 3, 4, 10, 12, 100, None])
def test_a_mini_batch_never_reaches_over_the_end_of_a_pass_and_together_they_are_the_order(order, size):
    X, y = datasets.clouds(10)
    down = descend(X, y, squared, batch_size=size, eta=0.01, order=order, rng=5, max_passes=7)
    length = 10 if isinstance(order, str) else len(order)
    size = size or length
    sizes = [len(batch) for batch in down.batches]
    whole = length // size
    assert sizes == ([size] * whole + [length - size * whole] * (length % size > 0)) * 7
    assert down.per_pass.tolist() == [math.ceil(length / size)] * 7
    rows = np.concatenate(down.batches).reshape(7, length)
    if order == "shuffled":
        assert np.sort(rows).tolist() == [list(range(10))] * 7
        assert len({tuple(row) for row in rows.tolist()}) > 1
    elif order != "random":
        assert rows.tolist() == [list(range(10)) if order == "cyclic" else order] * 7


# --- where descents end ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_batch_descent_on_the_squared_loss_ends_at_the_least_squares_solution(seed):
    rng = np.random.default_rng(seed)
    X, y = rng.normal(size=(30, 3)), np.where(np.arange(30) % 2, 1, -1)
    down = descend(X, y, squared, eta=0.2, max_passes=3000)
    judge = np.linalg.lstsq(np.column_stack([X, np.ones(30)]), y)[0]
    np.testing.assert_allclose(down.weights[-1], judge, atol=1e-10)


@pytest.mark.parametrize("penalty", [0.01, 0.1, 1])
def test_penalised_logistic_descent_ends_where_scikit_learn_does(penalty):
    down = descend(*NOISY, logistic, eta=0.5, penalty=penalty, max_passes=5000)
    judge = LogisticRegression(C=1 / (60 * penalty), tol=1e-12, max_iter=10_000).fit(*NOISY)
    np.testing.assert_allclose(down.weights[-1], [*judge.coef_[0], judge.intercept_[0]], atol=1e-6)
    assert np.abs(gradient(down.weights[-1], *NOISY, logistic, penalty=penalty)).max() < 1e-10


@pytest.mark.parametrize(("loss", "curvature"), [(squared, 2), (logistic, 1 / 4)], ids=["squared", "logistic"])
@FEW
@given(data=weighted())
def test_a_step_of_at_most_one_over_the_curvature_never_raises_the_objective(loss, curvature, data):
    X, y, w, penalty = data
    padded = np.column_stack([X, np.ones(len(X))])
    steepest = curvature * np.linalg.eigvalsh(padded.T @ padded / len(X))[-1] + penalty
    down = descend(X, y, loss, eta=1 / steepest, penalty=penalty, w0=w[:-1], b0=w[-1], max_passes=20)
    assert (np.diff(down.objective) <= 1e-9 * (1 + down.objective[:-1])).all()
    slope = gradient(w, X, y, loss, penalty=penalty)
    promised = slope @ slope / (2 * steepest)
    assert len(down.objective) == 1 or down.objective[0] - down.objective[1] >= promised * (1 - 1e-6) - 1e-9 * (
        1 + down.objective[0]
    )


def test_the_objective_of_a_descent_is_measured_after_each_update():
    loss, _, cost, _ = FORMULAS["logistic"]
    down = descend(*NOISY, loss, batch_size=7, eta=0.05, penalty=0.2, w0=[1, -1], b0=2, max_passes=4)
    judge = [brute_objective(w, *NOISY, cost, 0.2) for w in down.weights.tolist()]
    assert len(judge) == len(down.batches) + 1 == 4 * 9 + 1
    np.testing.assert_allclose(down.objective, judge, rtol=1e-12)
    assert down.objective is down.objective


# --- when to stop ------------------------------------------------------------------------------------------------


def test_a_descent_ends_by_itself_when_every_gradient_of_a_pass_is_zero():
    clouds = datasets.clouds(50, noise=0.05)
    down = descend(*clouds, hinge)
    assert down.stopped == "no updates"
    assert down.per_pass[-1] == 0 < down.per_pass[-2]
    assert down.objective[-1] == 0
    solved = descend([[1], [-1]], [1, -1], squared, w0=[1])
    assert (solved.stopped, solved.weights.tolist(), solved.batches) == ("no updates", [[1, 0]], ())
    assert descend(*clouds, zero_one).stopped == "no updates"
    assert descend(*clouds, zero_one, penalty=1, eta=0.5, w0=[1, 1], max_passes=9).w.tolist() == [0.5**9] * 2


# --- what a descent tells ----------------------------------------------------------------------------------------


def test_a_descent_tells_where_it_ended_and_on_what_it_went_down():
    X, y, w0 = NOISY.X.copy(), np.where(NOISY.y > 0, "spam", "ham"), np.array([1, 2])
    down = descend(X, y, logistic, batch_size=30, penalty=0.1, w0=w0, b0=Fraction(1, 2), max_passes=3)
    assert down.weights[0].tolist() == [1, 2, 0.5]
    assert down.weights.dtype == np.float64
    assert [*down.w, down.b] == [*down.halfspace.w, down.halfspace.b] == down.weights[-1].tolist()
    assert (type(down.b), down.passes, down.loss, down.penalty) == (float, 3, logistic, 0.1)
    assert down.y.tolist() == NOISY.y.tolist()
    np.testing.assert_array_equal(down.X, X)
    assert {batch.dtype for batch in down.batches} == {np.dtype(np.int64)}
    assert repr(down) == "Descent(6 updates in 3 passes, stopped: max_passes, w=[0.7429 1.2507], b=-0.3818)"
    assert w0.tolist() == [1, 2]
    np.testing.assert_array_equal(X, NOISY.X)
    with pytest.raises(FrozenInstanceError):
        down.stopped = "never"
    with pytest.raises(FrozenInstanceError):
        logistic.name = "other"


def test_the_perceptron_loss_on_all_examples_is_the_default():
    default = descend(*NOISY, max_passes=9)
    given_all = descend(*NOISY, perceptron, batch_size=60, eta=1, penalty=0, order="cyclic", max_passes=9)
    assert default.weights.tolist() == given_all.weights.tolist()
    assert default.loss is perceptron
    assert descend(*NOISY, squared, eta=0.01).passes == 1000
    np.testing.assert_array_equal(gradient([1, 2, 3], *NOISY), gradient([1, 2, 3], *NOISY, perceptron, penalty=0))


def test_a_loss_of_ones_own_can_be_descended_on():
    cubic = Loss("cubed", lambda m: np.maximum(1 - m, 0) ** 3, lambda m: -3 * np.maximum(1 - m, 0) ** 2)
    down = descend(*datasets.clouds(20, noise=0.05), cubic, eta=0.05, max_passes=3000)
    assert down.objective[-1] < 0.01 * down.objective[0]


def test_integers_beyond_the_floats_of_exact_whole_numbers_are_descended_on_as_floats():
    down = descend(np.array([[2**70], [-(2**70)]], dtype=object), [1, -1], hinge, eta=2.0**-70, max_passes=5)
    assert down.weights.tolist() == [[0, 0], [1, 0]]


# --- unusable ----------------------------------------------------------------------------------------------------

X, Y = [[0, 0], [0, 1], [1, 0], [1, 1]], [-1, 1, 1, 1]
BAD_OPTIONS = [
    *(("loss", v, "loss must be a Loss such as losses.hinge, but is ") for v in ("hinge", None, shifted_hinge)),
    *(("batch_size", v, f"batch_size must be a whole number of at least 1, but is {v}") for v in (0, 1.5, True)),
    ("eta", -1, "eta must be greater than 0, but is -1"),
    ("eta", lambda t: 1 - t, "eta must be greater than 0, but is 0"),
    ("eta", lambda t: NAN, "eta holds NaN"),
    ("eta", lambda t: None, "eta holds None"),
    ("penalty", -1e-300, "penalty must be at least 0, but is -1e-300"),
]


@pytest.mark.parametrize(("name", "value", "says"), BAD_OPTIONS, ids=[f"{n}: {says}" for n, _, says in BAD_OPTIONS])
def test_descend_refuses_options(name, value, says):
    with pytest.raises(ValueError, match="^" + says):
        descend(X, Y, **{"loss": squared, "batch_size": 1, name: value})


def test_weights_that_do_not_fit_the_examples_are_refused():
    for weights in ([1, 2], [1, 2, 3, 4], [[1, 2, 3]], 5):
        with pytest.raises(ValueError, match=r"^weights has shape .*, but needs \(w, b\), shape \(3,\)"):
            gradient(weights, X, Y)
    with pytest.raises(ValueError, match=r"^weights has 2 features, but needs 3"):
        objective([[1, 2]], X, Y)
    for measure in (
        lambda **options: objective([[1, 2, 3]], X, Y, **options),
        lambda **o: gradient([1, 2, 3], X, Y, **o),
    ):
        with pytest.raises(ValueError, match=r"^penalty must be at least 0, but is -1"):
            measure(penalty=-1)
        with pytest.raises(ValueError, match=r"^loss must be a Loss"):
            measure(loss=None)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("size", [None, 1])
def test_too_large_a_step_size_is_an_error_and_no_warning(size):
    with pytest.raises(ValueError, match=r"^the weights left the range of floats in update \d+: eta is too large"):
        descend([[10], [20], [-10]], [1, -1, -1], squared, eta=10, batch_size=size)


@pytest.mark.filterwarnings("error")
def test_the_weights_that_overflow_are_counted_by_their_update():
    with pytest.raises(ValueError, match="in update 2: eta is too large"):
        descend([[1.0], [-1.0]], [1, -1], squared, eta=1e200)


@pytest.mark.filterwarnings("error")
def test_the_objective_of_weights_that_are_too_large_is_infinite_without_a_warning():
    down = descend([[10], [20], [-10]], [1, -1, -1], squared, eta=10, max_passes=80)
    assert down.objective[-1] == np.inf


@pytest.mark.parametrize("value", [-1, -1e-300, NAN, "1", None, [1, 2]])
def test_a_shifted_hinge_refuses_a_threshold(value):
    with pytest.raises(ValueError, match=r"^delta (must|holds)"):
        shifted_hinge(value)
