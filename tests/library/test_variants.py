"""The average, the pocket and the kernel perceptron against runs that are replayed visit by visit in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from perceptron_lib import datasets, train
from perceptron_lib.variants import average, pocket, survival, train_kernel
from tests.library.strategies import DYADIC, FLOATS, INTEGERS, dot, exact, facts, problems, replay, replayed, told_facts

EVERY_KIND = pytest.mark.parametrize("kind", [INTEGERS, DYADIC], ids=["integers", "dyadic"])
FEWER = settings(max_examples=20)  # every problem is replayed in fractions, visit by visit
NOISY = datasets.clouds(60, noise=0.7, rng=1)  # no halfspace separates these


def replayed_kernel(K, y, *, eta=1, delta=0, order="cyclic", rng=None, max_passes):
    """The kernel perceptron, its state the coefficients; every score is added up anew."""
    K, signs, eta, delta = K.tolist(), y.tolist(), *((eta, delta) if K.dtype != object else map(Fraction, (eta, delta)))
    return replay(
        len(K),
        [0] * len(K),
        lambda c, i: signs[i] * sum(a * (k + 1) for a, k in zip(c, K[i], strict=True)),
        lambda c, i: [a + (eta * signs[i] if j == i else 0) for j, a in enumerate(c)],
        delta=delta,
        order=order,
        rng=rng,
        max_passes=max_passes,
    )


# --- visits, and the average over them ---------------------------------------------------------------------------


@EVERY_KIND
@FEWER
@given(data=st.data())
def test_survival_and_average_are_those_of_a_run_replayed_visit_by_visit(kind, data):
    problem = data.draw(problems(kind))
    told = replayed(problem.X, problem.y, **problem.options)
    made = np.bincount([t for *_, t in told.mistakes], minlength=len(told.after))
    votes = np.bincount(made.cumsum(), minlength=len(told.path)).tolist()  # weights k are those after k updates
    mean = [Fraction(sum(column)) / len(told.after) for column in zip(*told.after, strict=True)]
    for X in (problem.X, problem.exact):
        run = train(X, problem.y, **problem.options)
        assert survival(run).tolist() == votes
        assert survival(run).sum() == run.visits
        found = average(run)
        if run.w.dtype == object:
            assert [*found.w.tolist(), found.b] == mean
            assert all(isinstance(v, Fraction | int) for v in (*found.w.tolist(), found.b))
        else:
            assert found.w.dtype == np.float64
            np.testing.assert_allclose([*found.w, found.b], [float(v) for v in mean], rtol=1e-12, atol=1e-10)


def test_a_start_that_is_right_everywhere_has_all_the_votes_and_is_the_average():
    run = train(*datasets.and_(), w0=[2, 2], b0=-3)
    assert survival(run).tolist() == [4]
    assert (average(run).w.tolist(), average(run).b) == ([2, 2], -3)
    assert (pocket(run).w.tolist(), pocket(run).b) == ([2, 2], -3)


# --- the pocket --------------------------------------------------------------------------------------------------


@EVERY_KIND
@FEWER
@given(data=st.data())
def test_the_pocket_holds_the_earliest_weights_that_get_most_right(kind, data):
    problem = data.draw(problems(kind))
    told = replayed(problem.X, problem.y, **problem.options)
    padded, signs = [[*x, 1] for x in problem.X.tolist()], problem.y.tolist()
    right = [sum(s * dot(w, x) > 0 for x, s in zip(padded, signs, strict=True)) for w in told.path]
    best = told.path[right.index(max(right))]
    for X in (problem.X, problem.exact):
        found = pocket(train(X, problem.y, **problem.options))
        assert [*found.w.tolist(), found.b] == best


# --- the kernel perceptron ---------------------------------------------------------------------------------------


@EVERY_KIND
@FEWER
@given(data=st.data())
def test_with_the_linear_kernel_it_is_the_perceptron_mistake_by_mistake(kind, data):
    problem = data.draw(problems(kind))
    X, y, options = problem.X, problem.y, problem.without("w0", "b0", "max_updates")
    for rows in (X, problem.exact):
        run, kernel = train(rows, y, **options), train_kernel(rows @ rows.T, y, **options)
        assert facts(kernel) == facts(run)
        assert kernel.mistakes.per_pass.tolist() == run.mistakes.per_pass.tolist()
        assert kernel.coefficients.dtype == run.w.dtype
        assert (rows.T @ kernel.coefficients).tolist() == run.w.tolist()
        assert kernel.b == run.b == sum(kernel.coefficients.tolist())


@EVERY_KIND
@FEWER
@given(data=st.data())
def test_kernel_runs_are_the_replayed_run_for_any_symmetric_matrix(kind, data):
    problem = data.draw(problems(kind))
    y, options, n = problem.y, problem.without("w0", "b0", "max_updates"), len(problem.y)
    square = np.resize(problem.X.ravel(), (n, n))
    K = square + square.T
    told = replayed_kernel(K, y, **options)
    for run in (train_kernel(K, y, **options), train_kernel(exact(K), y, **options)):
        assert facts(run) == told_facts(told)
        assert run.coefficients.tolist() == told.path[-1]
    assert train_kernel(K, y, **options).coefficients.dtype == K.dtype


@FEWER
@given(problems(FLOATS))
def test_on_any_floats_a_kernel_run_is_the_replayed_one_unless_a_score_is_within_rounding_of_delta(problem):
    K, options = problem.X @ problem.X.T, problem.without("w0", "b0", "max_updates")
    K = (K + K.T) / 2
    told = replayed_kernel(exact(K), problem.y, **options)
    assume(told.closest > 1e-9)
    run = train_kernel(K, problem.y, **options)
    assert facts(run) == told_facts(told)
    np.testing.assert_allclose(run.coefficients, [float(c) for c in told.path[-1]], rtol=1e-9)


def test_the_product_kernel_solves_xor_that_no_halfspace_solves():
    X, y = datasets.xor()
    K = (X @ X.T + 1) ** 2
    run = train_kernel(K, y)
    assert run.stopped == "no mistakes"
    assert np.sign(K @ run.coefficients + run.b).tolist() == y.tolist()
    assert train_kernel(X @ X.T, y, max_passes=100).stopped == "max_passes"


def test_any_two_labels_will_do_and_the_larger_is_plus_one():
    words, numbers = (train_kernel(np.eye(3), y) for y in (["spam", "ham", "spam"], [1, -1, 1]))
    assert words.coefficients.tolist() == numbers.coefficients.tolist()


def test_nothing_given_is_changed():
    K, y = NOISY.X @ NOISY.X.T, NOISY.y.copy()
    before = K.copy()
    for kind in (np.float64, object):
        train_kernel(K.astype(kind, copy=False), y, max_passes=3)
        np.testing.assert_array_equal(K, before)
        np.testing.assert_array_equal(y, NOISY.y)


# --- unusable, and large -----------------------------------------------------------------------------------------

BAD_KERNELS = {
    "not square": ([[1, 2, 3], [2, 1, 3]], r"K has shape \(2, 3\), but needs \(n, n\)"),
    "not symmetric": ([[1, 2], [3, 1]], "K is not symmetric"),
    "not symmetric beyond the floats": ([[1, 10**400], [3, 1]], "K is not symmetric"),
    "not symmetric in small numbers": ([[0, 1e-9], [5e-9, 0]], "K is not symmetric"),
    "not symmetric by one in a billion": ([[1, 10**9], [10**9 + 1, 1]], "K is not symmetric"),
}


@pytest.mark.parametrize(("K", "says"), BAD_KERNELS.values(), ids=BAD_KERNELS)
def test_what_is_no_kernel_is_refused(K, says):
    with pytest.raises(ValueError, match="^" + says):
        train_kernel(K, [-1, 1])


def test_a_kernel_that_rounding_made_a_little_unsymmetric_is_taken():
    K = NOISY.X @ NOISY.X.T
    K[0, 1] = np.nextafter(K[0, 1], np.inf)
    assert train_kernel(K, NOISY.y, max_passes=2).passes == 2


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    ("K", "options"),
    [
        ([[2**62, 0], [0, 2**62]], {}),
        ([[2**30, 0], [0, 2**30]], {"eta": 2**20, "delta": 2**62}),
        ([[0, 0], [0, 0]], {"eta": 2**46 + 1}),  # only in so many visits
        ([[-1, -1], [-1, -1]], {"eta": 2**57}),  # all scores stay zero
        ([[3, 0], [0, 3]], {"delta": 2**62}),
        (np.array([[10**40, 3], [3, 10**41]], dtype=object), {"eta": 10**20, "delta": 10**30}),
    ],
)
def test_integers_that_would_overflow_are_trained_exactly(K, options):
    run = train_kernel(K, [-1, 1], max_passes=40, **options)
    told = replayed_kernel(np.array(K), np.array([-1, 1]), max_passes=40, **options)
    assert facts(run) == told_facts(told)
    assert run.coefficients.tolist() == told.path[-1]
    assert run.coefficients.dtype == object


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("K", "eta"), [([[1e308, 0], [0, 1e308]], 1), ([[0.0, 0.0], [0.0, 0.0]], 1e307)])
def test_floats_that_could_overflow_are_refused(K, eta):
    with pytest.raises(ValueError, match="the weights could overflow float64"):
        train_kernel(K, [-1, 1], eta=eta)


def test_a_kernel_run_says_what_it_is():
    one = train_kernel([[1, -3], [-3, 1]], [-1, 1])
    assert repr(one) == "KernelRun(1 mistake in 2 passes, stopped: no mistakes)"
