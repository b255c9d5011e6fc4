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


def replayed_kernel(K, y, *, eta, delta, **rules):
    """The kernel perceptron, its state the coefficients; every score is added up anew."""
    K, signs, eta, delta = K.tolist(), y.tolist(), *((eta, delta) if K.dtype != object else map(Fraction, (eta, delta)))
    return replay(
        len(K),
        [0] * len(K),
        lambda c, i: signs[i] * sum(a * (k + 1) for a, k in zip(c, K[i], strict=True)),
        lambda c, i: [a + (eta * signs[i] if j == i else 0) for j, a in enumerate(c)],
        delta=delta,
        **rules,
    )


def without_start(options):
    return {name: value for name, value in options.items() if name not in ("w0", "b0")}


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


def test_in_cyclic_order_the_visit_tells_example_and_pass():
    for stops in ({"max_passes": 30}, {"max_updates": 100}):
        run = train(*NOISY, **stops)
        assert len(run.mistakes) > 99
        np.testing.assert_array_equal(run.mistakes.visit % 60, run.mistakes.example)
        np.testing.assert_array_equal(run.mistakes.visit // 60 + 1, run.mistakes.in_pass)
        assert np.all(np.diff(run.mistakes.visit) > 0)
    assert train(*NOISY, max_passes=30).visits == 30 * 60


def test_a_run_that_is_cut_short_counts_its_last_pass_up_to_the_mistake_without_budget():
    X, y = datasets.xor()
    full = train(X, y, max_passes=5)
    cut = train(X, y, max_updates=6)
    assert cut.visits == full.mistakes.visit[6]
    assert survival(cut).tolist() == [*np.diff(full.mistakes.visit[:7], prepend=0)]
    assert facts(train_kernel(X @ X.T, y, max_updates=6)) == facts(cut)


def test_a_start_that_is_right_everywhere_has_all_the_votes_and_is_the_average():
    run = train(*datasets.and_(), w0=[2, 2], b0=-3)
    assert survival(run).tolist() == [4]
    assert (average(run).w.tolist(), average(run).b) == ([2, 2], -3)
    assert (pocket(run).w.tolist(), pocket(run).b) == ([2, 2], -3)


def test_the_average_of_a_run_in_fractions_is_exact_where_floats_would_round():
    run = train([[0, Fraction(1, 3)], [1, 1]], [-1, 1], eta=Fraction(1, 7), max_passes=3)
    told = replayed(run.X, run.y, eta=run.eta, delta=0, order="cyclic", rng=0, max_passes=3, max_updates=None)
    mean = [sum(column) / len(told.after) for column in zip(*told.after, strict=True)]
    assert [*average(run).w.tolist(), average(run).b] == mean
    assert any(v.denominator % 7 == 0 for v in mean)


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


def test_the_pocket_is_better_than_the_end_of_a_run_that_does_not_converge():
    run = train(*NOISY, max_passes=20)
    right = [np.mean(NOISY.y * h.score(NOISY.X) > 0) for h in (pocket(run), run.halfspace)]
    assert right[0] == run.accuracy.max() > right[1]


# --- the kernel perceptron ---------------------------------------------------------------------------------------


@EVERY_KIND
@FEWER
@given(data=st.data())
def test_with_the_linear_kernel_it_is_the_perceptron_mistake_by_mistake(kind, data):
    problem = data.draw(problems(kind))
    X, y, options = problem.X, problem.y, without_start(problem.options)
    new = problem.X[::-1] + 1
    for rows in (X, problem.exact):
        run, kernel = train(rows, y, **options), train_kernel(rows @ rows.T, y, **options)
        assert facts(kernel) == facts(run)
        assert kernel.mistakes.per_pass.tolist() == run.mistakes.per_pass.tolist()
        assert kernel.classes == run.classes
        assert kernel.coefficients.dtype == run.w.dtype
        assert (rows.T @ kernel.coefficients).tolist() == run.w.tolist()
        assert kernel.b == run.b == sum(kernel.coefficients.tolist())
        assert kernel.score(new @ rows.T).tolist() == run.halfspace.score(new).tolist()


@EVERY_KIND
@FEWER
@given(data=st.data())
def test_with_a_polynomial_kernel_it_is_the_perceptron_on_all_products_of_features(kind, data):
    problem, degree, constant = data.draw(problems(kind)), data.draw(st.integers(2, 3)), data.draw(st.integers(0, 1))
    y, options = problem.y, without_start(problem.options)
    X = np.rint(problem.X).astype(problem.X.dtype)  # so that no product rounds

    def products(X):
        X = np.hstack([X, np.full((len(X), 1), constant, dtype=X.dtype)])
        phi = X
        for _ in range(degree - 1):
            phi = (phi[:, :, None] * X[:, None, :]).reshape(len(X), -1)
        return phi

    run, kernel = train(products(X), y, **options), train_kernel((X @ X.T + constant) ** degree, y, **options)
    assert facts(kernel) == facts(run)
    assert (products(X).T @ kernel.coefficients).tolist() == run.w.tolist()
    new = X[::-1] - 2
    assert kernel.score((new @ X.T + constant) ** degree).tolist() == run.halfspace.score(products(new)).tolist()


@EVERY_KIND
@FEWER
@given(data=st.data())
def test_kernel_runs_are_the_replayed_run_for_any_symmetric_matrix(kind, data):
    problem = data.draw(problems(kind))
    y, options, n = problem.y, without_start(problem.options), len(problem.y)
    square = np.resize(problem.X.ravel(), (n, n))
    K = square + square.T
    told = replayed_kernel(K, y, **options)
    for run in (train_kernel(K, y, **options), train_kernel(exact(K), y, **options)):
        assert facts(run) == told_facts(told)
        assert run.coefficients.tolist() == told.path[-1]
        often = np.bincount(run.mistakes.example, minlength=n)
        assert run.coefficients.tolist() == (options["eta"] * (y * often)).tolist()
    assert train_kernel(K, y, **options).coefficients.dtype == K.dtype


@FEWER
@given(problems(FLOATS))
def test_on_any_floats_a_kernel_run_is_the_replayed_one_unless_a_score_is_within_rounding_of_delta(problem):
    K, options = problem.X @ problem.X.T, without_start(problem.options)
    K = (K + K.T) / 2
    told = replayed_kernel(exact(K), problem.y, **options)
    assume(told.closest > 1e-9)
    run = train_kernel(K, problem.y, **options)
    assert facts(run) == told_facts(told)
    np.testing.assert_allclose(run.coefficients, [float(c) for c in told.path[-1]], rtol=1e-9)


def test_the_product_kernel_solves_xor_that_no_halfspace_solves():
    X, y = datasets.xor()
    run = train_kernel((X @ X.T + 1) ** 2, y)
    assert run.stopped == "no mistakes"
    assert np.sign(run.score((X @ X.T + 1) ** 2)).tolist() == y.tolist()
    assert train_kernel(X @ X.T, y, max_passes=100).stopped == "max_passes"


def test_any_two_labels_will_do_and_the_larger_is_plus_one():
    run = train_kernel(np.eye(3), ["spam", "ham", "spam"])
    assert run.classes == ("ham", "spam")
    assert np.sign(run.coefficients).tolist() == [1, -1, 1] or run.coefficients[1] < 0 <= run.coefficients[0]


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


@pytest.mark.parametrize(
    ("K", "options", "kind"),
    [
        ([[2**62, 0], [0, 2**62]], {}, "int64"),
        ([[1e308, 0], [0, 1e308]], {}, "float64"),
        ([[2**30, 0], [0, 2**30]], {"eta": 2**20, "delta": 2**62}, "int64"),
        ([[0, 0], [0, 0]], {"eta": 2**59}, "int64"),  # scores stay small, but coefficients grow in every pass
        ([[0.0, 0.0], [0.0, 0.0]], {"eta": 1e307}, "float64"),
        ([[-1, -1], [-1, -1]], {"eta": 2**57}, "int64"),  # all scores stay zero
    ],
)
def test_overflow_is_an_error_and_no_infinity(K, options, kind):
    with pytest.raises(ValueError, match=f"could overflow {kind}"):
        train_kernel(K, [-1, 1], max_passes=10**4, **options)


def test_large_integers_that_do_not_overflow_are_trained():
    X, y = datasets.xor()
    for scale in (1, 10**12):
        run = train_kernel(X @ X.T * scale, y, max_passes=1000)
        assert (len(run.mistakes), run.stopped) == (4000, "max_passes")


def test_integers_beyond_int64_are_trained_exactly():
    K = np.array([[10**40, 3], [3, 10**41]], dtype=object)
    run = train_kernel(K, [-1, 1], eta=10**20, delta=10**30)
    assert run.stopped == "no mistakes"
    assert run.coefficients.tolist() == [-(10**20), 10**20]
    assert run.score([[10**40, 3]]).tolist() == [-(10**60) + 3 * 10**20]


def test_scores_of_integers_do_not_wrap_around():
    run = train_kernel(3 * np.eye(2, dtype=int), [-1, 1], eta=2**40)
    assert run.score([[2**40, 0]]).tolist() == [-(2**80)]


def test_a_kernel_run_says_what_it_is():
    one = train_kernel([[1, -3], [-3, 1]], [-1, 1])
    assert repr(one) == "KernelRun(1 mistake in 2 passes, stopped: no mistakes)"
