"""The figures' JavaScript computes what the library computes, on random problems."""

from collections import Counter
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.spatial import ConvexHull, HalfspaceIntersection

from perceptron_lib import (
    Halfspace,
    datasets,
    descend,
    find_cycle,
    losses,
    mistake_bound,
    one_vs_one,
    one_vs_rest,
    pad,
    radius,
    separate,
    train,
    variants,
    verify,
)
from perceptron_lib.convergence import longest_stream
from perceptron_lib.multiclass import train_multiclass
from perceptron_lib.widgets import ClassesExplorer, CycleExplorer, DescentExplorer
from perceptron_lib.widgets.descent import LOSSES
from tests.library.strategies import labelled_sets

# Threshold units

JUDGE = """all => all.map(([w, b, x, y]) => [
  halfspaces.score(w, b, x), halfspaces.votes(w, x), halfspaces.predict(w, b, x), halfspaces.right(w, b, x, y),
])"""


def test_votes(javascript):
    rng = np.random.default_rng(0)
    zeros = 0
    for k in range(60):
        d, whole = int(rng.integers(1, 9)), k % 2
        w, b = (rng.integers(-3, 4, d), rng.integers(-6, 7) / 2) if whole else (rng.normal(size=d), rng.normal())
        halfspace, X, y = Halfspace(w, b), rng.integers(0, 2, (10, d)), rng.choice([-1, 1], 10)
        found = javascript(JUDGE, [[w, float(b), x, label] for x, label in zip(X, y, strict=True)])
        scores, votes, predictions, right = map(np.array, zip(*found, strict=True))
        wanted = halfspace.score(X)
        np.testing.assert_allclose(scores, wanted, atol=0 if whole else 1e-12)  # halves are not rounded
        assert (votes == w * X).all()
        assert (predictions == halfspace.predict(X)).all()
        assert (right == (y * wanted > 0)).all()
        zeros += (wanted == 0).sum()
    assert zeros > 10  # sign(0) = -1, and a mistake


def test_the_threshold_is_that_of_the_neuron_of_1943(javascript):
    rows, biases = np.array(list(product([0, 1], repeat=5))), np.arange(-7, 7.5, 0.5)
    for theta, b in zip(javascript("all => all.map(b => halfspaces.threshold(b))", biases), biases, strict=True):
        assert ((rows.sum(axis=1) >= theta) == (Halfspace(np.ones(5), b).predict(rows) == 1)).all()


# The run, its oracle and its proof

RUN = """problems => problems.map(problem => {
  const run = training.train(problem), { points, labels } = problem;
  const weights = training.path(problem, run), answer = separability.separate(points, labels);
  return [run, weights, answer, convergence.radius(points), convergence.verify(weights, answer.oracle)];
})"""


def book():
    """The book's own data, with labels -1 and +1."""
    digits = datasets.digits(positive=0)
    sets = [datasets.spam(), datasets.divination(), datasets.or_(), datasets.and_(), datasets.xor()]
    sets += [datasets.clouds(), datasets.axes(10), datasets.spiral(0.1), datasets.printed_bound()]
    return [(d.X, d.y) for d in sets] + [(digits.X[:200, 8:40], digits.y[:200])]


def test_runs_and_proofs(javascript):
    problems = [(X, y, {**options, "eta": 1}) for X, y, options in labelled_sets(100, seed=0)]
    problems += [(X, y, {"delta": delta}) for X, y in book() for delta in (0, 1)]
    given = [{"points": X, "labels": y, "passes": 100, **options} for X, y, options in problems]
    separable = [compare_run(*problem, *found) for problem, found in zip(problems, javascript(RUN, given), strict=True)]
    assert 10 < separable.count(False) < 90


def compare_run(X, y, options, found, weights, answer, longest, proof):
    """Hold what JavaScript makes of one problem to the library. Return whether it is separable."""
    run, oracle = train(X, y, max_passes=100, **options), separate(X, y)
    assert [mistake["example"] for mistake in found["mistakes"]] == run.mistakes.example.tolist()
    assert [mistake["visit"] for mistake in found["mistakes"]] == run.mistakes.visit.tolist()
    assert (found["visits"], found["converged"]) == (run.visits, run.converged)
    np.testing.assert_allclose([*found["w"], found["b"]], [*run.w, run.b], rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(weights, run.weights.astype(float), rtol=1e-12, atol=1e-12)
    assert longest == pytest.approx(radius(X), rel=1e-12)
    np.testing.assert_allclose(proof["squaredNorm"], (run.weights.astype(float) ** 2).sum(axis=1), rtol=1e-9, atol=1e-9)
    if not oracle.separable:
        assert (answer, proof["progress"]) == ({"margin": 0, "oracle": None}, [])
        return False
    assert answer["margin"] == pytest.approx(oracle.margin, rel=1e-8)
    np.testing.assert_allclose(answer["oracle"], [*oracle.w, oracle.b], atol=1e-7)
    progress = verify(run, oracle).progress
    np.testing.assert_allclose(proof["progress"], progress, rtol=1e-7, atol=1e-7 * (1 + abs(progress).max()))
    return True


def test_a_run_stops_after_so_many_visits(javascript):
    (X, y), options = datasets.xor(), {"order": [3, 1, 0, 2]}
    given = [{"points": X, "labels": y, "passes": 5, "visits": t, **options} for t in range(25)]
    run = train(X, y, max_passes=5, **options)
    for t, found in enumerate(javascript("problems => problems.map(training.train)", given)):
        assert found["visits"] == min(t, 20)
        assert [*found["w"], found["b"]] == run.weights[(run.mistakes.visit < t).sum()].tolist()


def test_the_mistake_bound(javascript):
    rng = np.random.default_rng(2)
    problems = []
    for _ in range(200):
        R, start = rng.uniform(1, 10), rng.choice([0, rng.uniform(0, 30)])
        given = {"R": R, "margin": R * rng.uniform(0.01, 1), "delta": rng.choice([0.0, 1.0, 5.0])}
        problems.append({**given, "start": start, "along": rng.uniform(-start, start)})
    found = javascript("all => all.map(convergence.mistakeBound)", problems)
    assert found == pytest.approx([mistake_bound(**given) for given in problems], rel=1e-9)


def test_the_longest_stream(javascript):
    rng = np.random.default_rng(3)
    problems = [(X, y) for X, y in book() if X.shape[1] == 2 and len(X) < 40]
    problems += [(rng.integers(-6, 7, (6, 2)) / 2, rng.permutation([1, 1, 1, -1, -1, -1])) for _ in range(20)]
    problems += [(rng.uniform(-3, 3, (n, 2)).round(2), y) for n in (6, 12, 60) for y in rng.choice([-1, 1], (5, n))]
    expected = [longest_stream(X, y, looks=20_000) for X, y in problems]
    found = javascript("all => all.map(([X, y]) => convergence.longestStream(X, y, 20000))", problems)
    assert [(ours["stream"], ours["all"]) for ours in found] == expected
    assert {everything for _, everything in expected} == {True, False}


# Cycles

XOR = datasets.xor()
FIND = """all => all.map(([points, labels, limit]) => {
  const found = cycling.findCycle(points, labels, limit);
  if (!found) return [null, null];
  const weights = cycling.walk(points, labels, found.before + found.steps);
  const after = (_, t) => cycling.stateAfter(points, labels, weights, found.before + t);
  return [found, Array.from({ length: found.steps + 1 }, after)];
})"""


def exact(X):
    return np.array([[Fraction(float(value)) for value in row] for row in X])


def random_corners(count):
    """Random sets on grids of 1, 1/2, 1/4, ..., 1/16, separable or not."""
    rng = np.random.default_rng(0)
    for _ in range(count):
        n, grain = int(rng.integers(2, 7)), 2.0 ** rng.integers(5)
        X = rng.integers(-grain, 2 * grain + 1, (n, 2)) / grain
        yield X, rng.permutation(np.append([-1, 1], rng.choice([-1, 1], n - 2)))


def endings(javascript, problems, limit):
    """Hold what JavaScript finds to `find_cycle`, every state included; say how the run on each set ends."""
    found = javascript(FIND, [(X, y, limit) for X, y in problems])
    return [compare_cycle(X, y, limit, *answer) for (X, y), answer in zip(problems, found, strict=True)]


def compare_cycle(X, y, limit, found, walk):
    try:
        cycle = find_cycle(exact(X), y, max_steps=limit)
    except ValueError:
        assert found is None
        return "longer"
    for name in ("before", "steps", "passes", "mistakes"):
        assert found[name] == getattr(cycle, name), name
    assert [state["weights"] for state in walk] == cycle.weights.tolist()  # floats and fractions, equal exactly
    assert [state["hand"] for state in walk[:-1]] == cycle.rows.tolist()
    changed = (cycle.weights[1:] != cycle.weights[:-1]).any(axis=1)
    assert [state["updated"] for state in walk[1:]] == changed.tolist()
    z = exact(pad(np.asarray(X, dtype=float)) * np.asarray(y)[:, None])
    assert [state["margin"] for state in walk[:-1]] == (z[cycle.rows] * cycle.weights[:-1]).sum(axis=1).tolist()
    wrong = [state["hand"] for state in walk[:-1] if state["margin"] <= 0]
    assert found["counts"] == np.bincount(np.array(wrong, dtype=int), minlength=len(y)).tolist()
    end = cycle.before + cycle.steps
    run = train(X, y, max_passes=end)
    assert found["earlier"] == (run.mistakes.visit < cycle.before).sum()
    assert walk[-1]["was"] == run.weights[max(0, (run.mistakes.visit < end).sum() - 1)].tolist()
    return "cycles" if cycle.mistakes else "converges"


def test_cycles(javascript):
    found = endings(javascript, [*random_corners(240)], 400)
    assert min(found.count(ending) for ending in ("cycles", "converges", "longer")) > 5


def test_the_limit_of_a_cycle_is_met_to_the_step(javascript):
    corners = np.array([[0, 0], [0, 1], [1, 0], [15 / 16, 15 / 16]])
    cycle = find_cycle(exact(corners), XOR.y)
    end = cycle.before + cycle.steps
    assert endings(javascript, [(corners, XOR.y)], end) == ["cycles"]
    assert endings(javascript, [(corners, XOR.y)], end - 1) == ["longer"]


def test_the_corner_on_the_diagonal_does_what_the_chapter_says(javascript):
    """The length jumps up and down, the share of (0, 0) falls to zero, and one sixteenth further the run converges."""
    limit = CycleExplorer().max_steps
    diagonal = [([[0, 0], [0, 1], [1, 0], [t / 16] * 2], XOR.y, limit) for t in range(16, -1, -1)]
    found = javascript("all => all.map(given => cycling.findCycle(...given))", diagonal)
    last = [cycle["mistakes"] > 0 for cycle in found].index(False) - 1
    changes = np.diff([cycle["steps"] for cycle in found[: last + 1]])
    assert changes.max() > 0 > changes.min()
    shares = [Fraction(cycle["counts"][0], cycle["mistakes"]) for cycle in found[: last + 1]]
    assert sorted(set(shares), reverse=True) == shares
    assert shares[-1] == 0
    assert all(cycle["mistakes"] == 0 for cycle in found[last + 1 :])


def test_fractions_are_in_lowest_terms(javascript):
    texts = {0: "0", 3: "3", -17 / 16: "−17/16", 0.5: "1/2", -1 / 256: "−1/256", -2.5: "−5/2"}
    assert javascript("all => all.map(value => cycling.fraction(value))", [*texts]) == [*texts.values()]


# Losses and descent

DESCEND = "([X, y, loss, given]) => losses.descend(halfspaces.signedRows(X, y), loss, given)"


def paths(javascript, problems):
    """Return what Python's descent and JavaScript's make of each (X, y, loss, options)."""
    runs = []
    for X, y, loss, given in problems:
        options = {"eta": given["eta"], "max_passes": given["passes"], "order": given["order"]}
        options |= {"batch_size": given.get("size"), "w0": given["start"][:-1], "b0": given["start"][-1]}
        runs.append(descend(X, y, LOSSES[loss], **options))
    return zip(runs, javascript(f"all => all.map({DESCEND})", problems), strict=True)


def same_path(run, found, rtol):
    """Compare every weight of both paths; rtol is relative to the largest weight so far."""
    assert (found["perPass"], found["stopped"]) == (run.per_pass.tolist(), run.stopped)
    weights = np.array(found["weights"], dtype=float)
    scale = np.maximum.accumulate(np.abs(run.weights).max(axis=1)) + 1
    assert (np.abs(weights - run.weights) <= rtol * scale[:, None]).all()


def batches(k):
    """All rows at once, which is the default, then one, then three at a time."""
    return {"size": [1, 3][k % 3 - 1]} if k % 3 else {}


def test_descent(javascript):
    rng = np.random.default_rng(0)
    problems = []
    for k in range(90):
        n, d = int(rng.integers(2, 20)), int(rng.integers(1, 4))
        X, y = rng.normal(size=(n, d)) * rng.choice([0.3, 1, 3]), np.array([-1, 1] * 10)[:n]
        order = rng.permutation(n) if rng.random() < 0.8 else rng.integers(n, size=5)
        options = {"eta": float(rng.choice([0.05, 0.3, 1])), "passes": int(rng.integers(1, 20)), "order": order}
        problems.append((X, y, [*LOSSES][k % 5], {**options, **batches(k), "start": rng.normal(size=d + 1)}))
    found = [*paths(javascript, problems)]
    for run, path in found:
        same_path(run, path, 1e-8)
    cost = "roads => roads.map(([ws, X, y, l]) => ws.map(w => losses.objective(w, halfspaces.signedRows(X, y), l)))"
    roads = [(path["weights"], *problem[:3]) for (_, path), problem in zip(found, problems, strict=True)]
    for (run, _), ours in zip(found, javascript(cost, roads), strict=True):
        np.testing.assert_allclose(np.array(ours, dtype=float), run.objective, rtol=1e-7, atol=1e-9)


def test_descent_is_exact_where_the_arithmetic_is(javascript):
    """Integers, kinked losses, a step size and batches that divide exactly: every weight and every tie is the same."""
    rng = np.random.default_rng(1)
    problems = []
    for k in range(210):
        n, d = int(rng.choice([4, 8])), int(rng.integers(1, 4))
        X, y = rng.integers(-4, 5, (n, d)), np.array([-1, 1] * 4)[:n]
        options = {"eta": float(rng.choice([0.25, 0.5, 1])), "passes": 6, "order": rng.permutation(n), **batches(k % 2)}
        loss = ("0-1", "perceptron", "hinge")[k % 3]
        problems.append((X, y, loss, {**options, "start": rng.integers(-3, 4, d + 1).astype(float)}))
    ties = 0
    for (run, path), (X, y, loss, _) in zip(paths(javascript, problems), problems, strict=True):
        same_path(run, path, 0)
        ties += (y * (run.weights[:, :-1] @ X.T + run.weights[:, -1:]) == (loss == "hinge")).sum()
    assert ties > 400


def test_looks_are_counted(javascript):
    """After so many looks the weights are those of a single pass over as many rows."""
    rng = np.random.default_rng(2)
    problems, counts = [], []
    for k in range(60):
        n, size = int(rng.integers(2, 9)), int(rng.choice([1, 3]))
        X, order = rng.normal(size=(n, 2)), rng.permutation(n) if k % 2 else rng.integers(n, size=6)
        given = {"eta": 0.3, "passes": 5, "order": order, "start": rng.normal(size=3), "size": size}
        problems.append((X, np.array([-1, 1] * 4 + [1])[:n], [*LOSSES][k % 5], given))
        passes, late = rng.integers(5), int(rng.integers(len(order) // size + 1))
        counts.append(int(passes) * len(order) + late * size)
    for (X, y, loss, given), looks, (_, found) in zip(problems, counts, paths(javascript, problems), strict=True):
        k = sum(look <= looks for look in found["looks"]) - 1
        wanted = [given["start"]]
        for rows in np.split(np.resize(given["order"], looks), range(len(given["order"]), looks, len(given["order"]))):
            if looks:
                options = {"eta": given["eta"], "order": rows, "batch_size": given["size"], "max_passes": 1}
                start = {"w0": wanted[-1][:-1], "b0": wanted[-1][-1]}
                wanted += [*descend(X, y, LOSSES[loss], **options, **start).weights[1:]]
        assert k == len(wanted) - 1
        np.testing.assert_allclose(np.array(found["weights"][: k + 1], dtype=float), wanted, atol=1e-8)
        assert found["end"] == len(found["perPass"]) * len(given["order"])


def test_losses_and_gradients(javascript):
    m = np.array([-900, -3, -1, -1e-9, 0, 0.5, 1, 1 + 1e-9, 2, 800])
    tell = "([all, l]) => all.map(m => [losses.LOSSES[l].value(m), losses.LOSSES[l].slope(m)])"
    slope = "([w, X, y, l]) => losses.gradient(w, halfspaces.signedRows(X, y), l)"
    figure = DescentExplorer()
    for name, loss in LOSSES.items():
        np.testing.assert_allclose(javascript(tell, [m, name]), np.transpose([loss(m), loss.slope(m)]), rtol=1e-14)
        for w in ([-1.0, 3.0], [0.3, -0.2]):
            ours = javascript(slope, [w, figure.points, figure.labels, name])
            np.testing.assert_allclose(ours, losses.gradient(w, figure.points, figure.labels, loss), atol=1e-14)


@pytest.mark.parametrize("eta", [1.0, 2.0])
def test_overflow_comes_with_the_same_update(javascript, eta):
    figure = DescentExplorer(loss="squared", eta=eta)
    with pytest.raises(ValueError, match="left the range of floats") as caught:
        _ = figure.stochastic
    options = {"eta": eta, "passes": 60, "order": figure.order, "start": figure.start, "size": 1}
    found = javascript(DESCEND, [figure.points, figure.labels, "squared", options])
    assert found["stopped"] == "overflow"
    assert f"in update {len(found['weights'])}:" in str(caught.value)


def test_level_lines_lie_on_the_surface(javascript):
    w, b = np.linspace(-2, 2, 31), np.linspace(-3, 3, 21)
    plane = (w[None] + 2 * b[:, None]).tolist()  # on which marching squares are exact
    ends = np.array(javascript("plane => contour.contour(plane, 0.3)", plane))
    at_w, at_b = -2 + ends[..., 0] * 4 / 30, -3 + ends[..., 1] * 6 / 20
    np.testing.assert_allclose(at_w + 2 * at_b, 0.3, atol=1e-12)
    np.testing.assert_allclose(np.hypot(np.diff(at_w), np.diff(at_b)).sum(), np.hypot(4, 2))
    assert javascript("plane => contour.contour(plane, 100)", plane) == []


# Three classes

RULES = ("one-vs-rest", "votes", "scores", "multiclass")
LEFT, RIGHT, BOTTOM, TOP = ClassesExplorer().window
CORNERS = [[LEFT, BOTTOM], [RIGHT, BOTTOM], [RIGHT, TOP], [LEFT, TOP]]
DIVIDE = """all => all.map(([points, labels, passes, corners, one, other, x]) => {
  const given = [points, labels, passes];
  const found = { ...reductions.machines(...given), multiclass: multiclass.multiclass(...given) };
  const pieces = Object.entries(found).map(([rule, machine]) => [rule, reductions.regions(machine, corners)]);
  const differences = reductions.differences(found[one], found[other], corners);
  const areas = differences.map(piece => reductions.area(piece.corners));
  return [found, Object.fromEntries(pieces), differences, areas, reductions.predictClass(found[one], x)];
})"""


def binary(P):
    """Round to binary fractions: scores with whole weights are exact then, and two equal ones are a tie."""
    return np.round(P * 2.0**16) / 2.0**16


ANYWHERE = binary(np.random.default_rng(5).uniform((LEFT, BOTTOM), (RIGHT, TOP), size=(40, 2)))


def three_classes(count):
    """Yield random sets of three classes, near, far or on few integers, in clusters or mixed, and how many passes."""
    rng = np.random.default_rng(0)
    while count:
        n, kind = int(rng.integers(3, 25)), rng.integers(4)
        y = rng.integers(3, size=n)
        if len(set(y.tolist())) == 3:
            count -= 1
            X = rng.normal(size=(n, 2)) * rng.choice([0.5, 4]) + 3 * rng.normal(size=(3, 2))[y] * rng.integers(2)
            X = [rng.integers(-1, 2, size=(n, 2)), X.round(), X.round(1), X][kind]
            yield X, y, int(rng.choice([1, 2, 5, 20]))


def area(corners):
    x, y = np.transpose(corners)
    return (x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def inside(pieces, P):
    """In how many of these convex polygons, with corners counter-clockwise, each point is."""
    count = np.zeros(len(P), dtype=int)
    for corners in [piece["corners"] for piece in pieces if area(piece["corners"]) > 1e-9]:
        edge = np.roll(corners, -1, axis=0) - corners
        gap = P[:, None] - np.asarray(corners)
        count += (edge[:, 0] * gap[:, :, 1] - edge[:, 1] * gap[:, :, 0] >= -1e-12).all(axis=1)
    return count


def test_three_classes(javascript):
    problems = [*three_classes(80)]
    chosen = [np.random.default_rng(k).permutation(RULES)[:2].tolist() for k in range(len(problems))]
    given = [(*p, CORNERS, *rules, ANYWHERE[k % 40]) for k, (p, rules) in enumerate(zip(problems, chosen, strict=True))]
    for (X, y, passes, _, *rest), found in zip(given, javascript(DIVIDE, given), strict=True):
        compare_classes(X, y, passes, *rest, *found)


LEARN = """all => all.map(([X, y, passes, visits, part]) => [
  multiclass.trainMulticlass(X, y, passes), multiclass.multiclass(X, y, passes, visits, part)])"""


def test_the_multiclass_perceptron(javascript):
    rng = np.random.default_rng(6)
    problems = [
        (*p, int(rng.integers(1 + p[2] * len(p[1]))), float(rng.choice([1, rng.random()]))) for p in three_classes(200)
    ]
    ends = []
    for (X, y, passes, visits, part), (found, there) in zip(problems, javascript(LEARN, problems), strict=True):
        run = train_multiclass(X, y, max_passes=passes)
        when = run.mistakes.visit.tolist()
        assert [mistake["example"] for mistake in found["mistakes"]] == run.mistakes.example.tolist()
        assert [mistake["rival"] for mistake in found["mistakes"]] == run.rivals.tolist()
        assert [mistake["visit"] for mistake in found["mistakes"]] == when
        assert (found["converged"], found["visits"]) == (run.converged, run.visits)
        np.testing.assert_allclose(found["rows"], run.weights[-1], rtol=1e-12, atol=1e-12)

        t, n, step = min(visits, run.visits), len(y), there["step"]
        before, after = (run.weights[np.searchsorted(when, max(0, end))] for end in (t - 1, t))
        rows = before + part * (after - before)
        np.testing.assert_allclose(step["before"], before, rtol=1e-12, atol=1e-12)
        np.testing.assert_allclose(there["rows"], rows, rtol=1e-12, atol=1e-12)
        for line, (j, k) in zip(there["lines"], ((0, 1), (0, 2), (1, 2)), strict=True):
            np.testing.assert_allclose([*line["w"], line["b"]], rows[k] - rows[j], rtol=1e-12, atol=1e-11)
        assert (step["visit"], step["example"]) == (t, (t - 1) % n if t else None)
        assert step["next"] == (t % n if t < run.visits else None)
        assert step["rival"] == (run.rivals[when.index(t - 1)] if t - 1 in when else None)
        scores = before @ [*X[(t - 1) % n], 1] if t else [0, 0, 0]
        np.testing.assert_allclose(step["scores"], scores, rtol=1e-12, atol=1e-11)
        ends.append(run.converged)
    assert 10 < sum(ends) < 190


POSSIBLE = """all => all.map(([X, y, passes]) => {
  const found = { ...reductions.machines(X, y, passes), multiclass: multiclass.multiclass(X, y, passes) };
  return [multiclass.kesler(X, y), Object.values(found).map(({ runs }) => runs.map(run => run.separable()))];
})"""


def test_what_no_weights_can_do(javascript):
    rng = np.random.default_rng(7)
    problems = []
    for _ in range(150):
        y = rng.permutation([0, 1, 2, *rng.integers(3, size=rng.integers(3, 9))])
        problems.append((rng.integers(-9, 10, size=(len(y), 2)) / rng.choice([1, 8]), y, int(rng.choice([1, 5, 50]))))
    counts = Counter()
    for (X, y, _), (long, found) in zip(problems, javascript(POSSIBLE, problems), strict=True):
        z = np.array(long_vectors(X, y))
        np.testing.assert_array_equal(long, z)
        every = [separate(X, y == k).separable for k in range(3)]
        pairs = [separate(X[y != k], y[y != k] == max({0, 1, 2} - {k})).separable for k in (2, 1, 0)]
        whole = [separate(np.vstack([z, -z]), np.repeat([1, -1], len(z))).separable]
        assert found == [every, pairs, pairs, whole]
        counts[all(every), all(pairs), *whole] += 1
    assert {*counts} >= {(True, True, True), (False, True, True), (False, False, False)}, counts


def long_vectors(X, y):
    """Kesler's: the padded example in the block of its own class, its negative in that of a rival."""
    return [
        np.kron(np.eye(3)[own] - np.eye(3)[rival], [*x, 1])
        for x, own in zip(X, y, strict=True)
        for rival in range(3)
        if rival != own
    ]


def compare_classes(X, y, passes, one, other, x, found, pieces, differences, areas, predicted):
    every, pairwise = one_vs_rest(X, y, max_passes=passes), one_vs_one(X, y, max_passes=passes)
    whole = train_multiclass(X, y, max_passes=passes)
    says = {
        "one-vs-rest": every.predict,
        "votes": pairwise.predict,
        "scores": lambda P: pairwise.predict(P, by="scores"),
        "multiclass": whole.predict,
    }
    rng = np.random.default_rng(len(y))
    for rule, runs in zip(RULES, (every.runs, pairwise.runs, pairwise.runs, []), strict=True):
        for mine, run in zip(found[rule]["runs"] if runs else [], runs, strict=True):
            assert [mistake["example"] for mistake in mine["mistakes"]] == run.mistakes.example.tolist()
            np.testing.assert_allclose([*mine["w"], mine["b"]], [*run.w, run.b], rtol=1e-12, atol=1e-12)
        assert sum(area(piece["corners"]) for piece in pieces[rule]) == pytest.approx(area(CORNERS), rel=1e-9)
        for piece in pieces[rule]:
            if area(piece["corners"]) > 0.01:
                weights = rng.dirichlet(np.ones(len(piece["corners"])), size=5) + 0.02
                P = (weights / weights.sum(axis=1, keepdims=True)) @ piece["corners"]
                assert (says[rule](binary(P)) == piece["label"]).all()
        for label in range(3):
            here = inside([piece for piece in pieces[rule] if piece["label"] == label], ANYWHERE)
            assert (here == (says[rule](ANYWHERE) == label)).all()
    assert (inside(differences, ANYWHERE) == (says[one](ANYWHERE) != says[other](ANYWHERE))).all()
    assert areas == pytest.approx([area(piece["corners"]) for piece in differences])
    assert predicted == says[one]([x])[0]


# Weight space

SOLUTIONS = """all => all.map(([points, labels, b, delta, frame]) => [
  halfspaces.solutions(frame, points, labels, b, delta),
  halfspaces.rightWeights(frame, points[0], labels[0], b, delta),
])"""


def signed_area(corners):
    """The area of a polygon, positive where its corners go round to the left."""
    x, y = np.array(corners).reshape(-1, 2).T
    return float(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


def area_of(halves, frame):
    """The area of the part of the frame where a w1 + c w2 + d >= 0 for each row (a, c, d), by linear programming."""
    sides = np.column_stack([[*np.eye(2), *-np.eye(2)], np.full(4, frame)])
    rows = np.vstack([halves, sides])
    if ((rows[:, :2] == 0).all(axis=1) & (rows[:, 2] <= 0)).any():
        return 0.0
    rows = rows[(rows[:, :2] != 0).any(axis=1)]
    size = np.linalg.norm(rows[:, :2], axis=1)
    middle = linprog([0, 0, -1], -np.column_stack([rows[:, :2], -size]), rows[:, 2], bounds=(None, None))
    if middle.x[2] < 1e-9:  # how far the sides are from the point that is furthest within
        return 0.0
    return float(ConvexHull(HalfspaceIntersection(-rows, middle.x[:2]).intersections).volume)


def test_the_weights_that_are_right_on_all(javascript):
    rng = np.random.default_rng(3)
    frame = [[-4, -4], [4, -4], [4, 4], [-4, 4]]
    problems = []
    for _ in range(300):
        n, whole = int(rng.integers(1, 8)), rng.random() < 0.7
        X = rng.integers(-2, 3, (n, 2)) if whole else rng.normal(size=(n, 2))
        y = rng.choice([-1, 1], n)
        b, delta = float(rng.integers(-2, 3)), float(rng.choice([0, 0, 1]))
        if rng.random() < 0.5:
            y = np.where(X @ rng.normal(size=2) + b > 0, 1, -1)  # some weights are right
        problems.append((X, y, b, delta, frame))
    wide, empty, origin = 0, 0, 0
    for (X, y, b, delta, _), (found, first) in zip(problems, javascript(SOLUTIONS, problems), strict=True):
        halves = np.column_stack([y[:, None] * X, y * b - delta])
        assert signed_area(found) == pytest.approx(area_of(halves, 4), abs=1e-6)
        assert signed_area(first) == pytest.approx(area_of(halves[:1], 4), abs=1e-6)
        assert (halves @ pad(np.array(found).reshape(-1, 2)).T >= -1e-9).all()
        wide, empty = wide + bool(found), empty + (not found)
        origin += not X.any(axis=1).all()
    assert min(wide, empty, origin) > 20


def test_no_slice_of_weight_space_is_right_on_xor(javascript):
    frame = [[-9, -9], [9, -9], [9, 9], [-9, 9]]
    problems = [(XOR.X, XOR.y, b / 4, 0, frame) for b in range(-12, 13)]
    assert all(found == [] for found, _ in javascript(SOLUTIONS, problems))


# The average


def test_the_average(javascript):
    code = """all => all.map(problem => {
      const run = training.train(problem), weights = training.path(problem, run);
      return [variants.average(weights, run), variants.average(weights.slice(0, 1), { mistakes: [], visits: 0 })];
    })"""
    problems = [(X, y, options) for X, y, options in labelled_sets(60, seed=0)]
    given = [{"points": X, "labels": y, "passes": 5, **options} for X, y, options in problems]
    for (X, y, options), (mean, start) in zip(problems, javascript(code, given), strict=True):
        run = train(X, y, max_passes=5, **{**options, "eta": 1})
        found = variants.average(run)
        np.testing.assert_allclose(mean, [*found.w, found.b], rtol=1e-9, atol=1e-9)
        np.testing.assert_allclose(start, [*run.w0, run.b0])
