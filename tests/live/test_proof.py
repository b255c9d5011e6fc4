"""The live proof of Novikoff's theorem: its numbers are the library's, and its curves are drawn where they say."""

import re
from itertools import pairwise

import matplotlib.pyplot as plt
import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import datasets, mistake_bound, radius, separate, train, verify
from perceptron_lib.widgets import ProofExplorer
from tests.hands import number
from tests.library.strategies import labelled_sets

CHAPTER, FIGURE = "convergence", "fig-progress"
LABELS = ProofExplorer().labels


def book():
    """The book's own data, with labels -1 and +1."""
    digits = datasets.digits(positive=0)
    sets = [datasets.spam(), datasets.divination(), datasets.or_(), datasets.and_(), datasets.xor()]
    sets += [datasets.clouds(), datasets.axes(10), datasets.spiral(0.1), datasets.printed_bound()]
    return [(d.X, d.y) for d in sets] + [(digits.X[:200, 8:40], digits.y[:200])]


PROVE = """problems => problems.map(problem => {
  const { points, labels } = problem, answer = separability.separate(points, labels);
  const weights = training.path(problem, training.train(problem));
  return [answer, convergence.radius(points), convergence.verify(weights, answer.oracle)];
})"""


def prove(javascript, problems):
    """Hold separate, radius and verify to the library on every problem. Return which of them are separable."""
    problems = [(X, y, {name: v for name, v in options.items() if name != "eta"}) for X, y, options in problems]
    given = [{"points": X, "labels": y, "passes": 100, **options} for X, y, options in problems]
    return [compare(*problem, *found) for problem, found in zip(problems, javascript(PROVE, given), strict=True)]


def compare(X, y, options, found, longest, proof):
    """Hold what JavaScript makes of one problem to the library. Return whether it is separable."""
    oracle = separate(X, y)
    assert longest == pytest.approx(radius(X), rel=1e-12)
    run = train(X, y, max_passes=100, **options)
    np.testing.assert_allclose(proof["squaredNorm"], (run.weights.astype(float) ** 2).sum(axis=1), rtol=1e-9, atol=1e-9)
    if not oracle.separable:
        assert found == {"margin": 0, "oracle": None}
        assert proof["progress"] == []
        return False
    assert found["margin"] == pytest.approx(oracle.margin, rel=1e-8)
    np.testing.assert_allclose(found["oracle"], [*oracle.w, oracle.b], atol=1e-7)
    python = verify(run, oracle)
    scale = 1 + abs(python.progress).max()
    np.testing.assert_allclose(proof["progress"], python.progress, rtol=1e-7, atol=1e-7 * scale)
    return True


def test_javascript_proves_as_python_does_on_random_sets(javascript):
    kinds = prove(javascript, labelled_sets(80, seed=1))
    assert kinds.count(True) > 20
    assert kinds.count(False) > 10


def test_javascript_proves_as_python_does_on_the_books_data(javascript):
    kinds = prove(javascript, [(X, y, {"delta": delta}) for X, y in book() for delta in (0, 1)])
    assert kinds.count(False) == 2  # XOR


def test_javascript_bounds_as_python_does(javascript):
    rng = np.random.default_rng(2)
    problems = []
    for _ in range(200):
        R, start = rng.uniform(1, 10), rng.choice([0, rng.uniform(0, 30)])
        given = {"R": R, "margin": R * rng.uniform(0.01, 1), "delta": rng.choice([0.0, 1.0, 5.0])}
        given |= {"start": start, "along": rng.uniform(-start, start)}
        problems.append(given)
    found = javascript("all => all.map(given => convergence.mistakeBound(given))", problems)
    assert found == pytest.approx([mistake_bound(**given) for given in problems], rel=1e-9)


def mapped(path, corner, scale):
    """The points of an SVG path in the units of its axes."""
    pixels = np.array([[float(v) for v in p.split()] for p in re.split("[ML]", path.rstrip("Z")) if p])
    return (pixels - corner) * scale


def curves(hands):
    """What the chart shows, in its own units: {name: points}, empty where nothing is drawn."""
    chart = hands.figure.locator(".live-plane").nth(1)
    ticks = [
        float(text.replace(",", "")) for text in chart.locator(".live-axes text:not(.live-name)").all_text_contents()
    ]
    reach, top = ticks[[b > a for a, b in pairwise(ticks)].index(False)], ticks[-1]  # across, then up
    paths = {
        "most": ".before",
        "least": ".live-drop",
        "length": ".live-curve:not(.before, .added)",
        "progress": ".added",
    }
    ds = {name: chart.locator(f"path{css}").first.get_attribute("d") or "" for name, css in paths.items()}
    ds["meeting"] = re.sub(r"[^-\d. ]", "", chart.locator("circle").get_attribute("transform") or "")
    return {name: mapped(d, (38, 202), (reach / 258, -top / 178)) if d else [] for name, d in ds.items()}


def check(hands, labels=LABELS):
    """Hold numbers, lines and curves to the library, at the places and in the order that the figure reports."""
    report = hands.numbers
    each = "marks => marks.map(m => ['aria-label', 'transform', 'class'].map(name => m.getAttribute(name)))"
    found = [[text.replace("−", "-") for text in mark] for mark in hands.marks().evaluate_all(each)]
    X, pixels = (np.array([re.findall(r"-?[\d.]+", mark[i])[-2:] for mark in found], dtype=float) for i in (0, 1))
    order = [int(i) - 1 for i in report.split("Order: ")[1].rstrip(".").split()]
    assert sorted(order) == list(range(len(X)))
    run, oracle = train(X, labels, order=order), separate(X, labels)
    k, drawn = len(run.mistakes), curves(hands)
    assert number(r"made ([\d,]+) mistake", report) == k
    plane = hands.figure.locator(".live-plane").first
    scale = np.ptp(pixels[:, 0]) / np.ptp(X[:, 0])
    shift = pixels[0] - scale * X[0] * [1, -1]

    def line(css, i=0):
        d = plane.locator(f"path{css}").nth(i).get_attribute("d") or ""
        return mapped(d, shift, np.array([1, -1]) / scale) if d else None

    length = np.sqrt((run.weights**2).sum(axis=1))
    R = radius(X)
    circle = float(hands.figure.locator("circle.before").get_attribute("r") or 0)
    assert circle == pytest.approx(scale * (R**2 - 1) ** 0.5, rel=1e-3)
    near_enough = {"atol": 0.01 * max(length.max(), drawn["most"][-1, 1]), "rtol": 0}
    steps = drawn["length"][:, 0].round().astype(int)  # of a long run not all
    assert steps.tolist() == [*range(0, k, -(-(k + 1) // 600)), k]
    np.testing.assert_allclose(drawn["length"][:, 1], length[steps], **near_enough)
    np.testing.assert_allclose(drawn["most"][:, 1], R * np.sqrt(drawn["most"][:, 0].clip(0)), **near_enough)
    np.testing.assert_allclose(run.halfspace.signed_distance(line(".live-line:not(.added)")), 0, atol=0.1)
    words = hands.figure.locator(".live-plane text[style]:not([visibility])").all_text_contents()
    always, beside = {"run", "length", "√k · R"}, {"oracle", "progress", "k · γ"}
    assert {word for word in words if word and "=" not in word} == (always | beside if oracle.separable else always)
    if not oracle.separable:
        assert "no margin, no oracle, no bound" in report
        assert not len(drawn["progress"])
        assert not len(drawn["least"])
        assert line(".added") is None
        return run, oracle
    proof = verify(run, oracle)
    assert number(r"γ = ([\d.]+)", report) == pytest.approx(oracle.margin, abs=6e-4)
    assert number(r"R = ([\d.]+)", report) == pytest.approx(R, abs=6e-4)
    assert number(r"γ² = ([\d.,]+)", report) == pytest.approx(proof.bound, rel=1e-6, abs=6e-3)
    assert number(r"at most ([\d,]+) mistake", report) == int(proof.bound)
    assert number(r"pass (\d+)", report) == run.passes
    np.testing.assert_allclose(drawn["progress"][:, 1], proof.progress[steps], **near_enough)
    np.testing.assert_allclose(drawn["least"][:, 1], oracle.margin * drawn["least"][:, 0], **near_enough)
    np.testing.assert_allclose(oracle.halfspace.signed_distance(line(".added")), 0, atol=0.1)
    for i, side in enumerate((1, -1)):
        level = oracle.halfspace.score(line(".live-drop", i))
        np.testing.assert_allclose(level, side * oracle.margin, atol=0.1)
    assert bool(len(drawn["meeting"])) == (proof.bound <= drawn["most"][-1, 0])
    for place in drawn["meeting"]:
        np.testing.assert_allclose(place, (proof.bound, proof.bound * proof.margin), rtol=0.01)
    agreement = np.array(labels) * oracle.halfspace.score(X)
    ringed = [i for i, mark in enumerate(found) if "ring" in mark[2]]
    assert ringed == np.flatnonzero(agreement < oracle.margin * (1 + 1e-6)).tolist()
    return run, oracle


def test_the_mouse_moves_points_and_curves(live):
    hands = live(CHAPTER, FIGURE, whole=True)
    run, oracle = check(hands)
    assert (len(run.mistakes), sorted(oracle.support)) == (9, [2, 5])
    before = curves(hands)
    hands.drag(2, 0, 40)  # a circled point, towards the dashed line: only the margin falls
    closer = check(hands)[1]
    assert closer.margin < oracle.margin
    after = curves(hands)
    assert after["most"][-1, 1] == pytest.approx(radius(hands.places()) * after["most"][-1, 0] ** 0.5, rel=0.01)
    assert after["least"][-1, 1] / after["least"][-1, 0] < before["least"][-1, 1] / before["least"][-1, 0]
    hands.drag(4, -90, 90)  # in among the squares
    assert not check(hands)[1].separable
    assert hands.button("Worst of 100 orders").is_disabled()
    hands.button("Reset").click()
    assert hands.places() == [tuple(point) for point in ProofExplorer().points]
    check(hands)


def test_the_axes_wait_while_a_point_is_held(live):
    hands = live(CHAPTER, FIGURE)
    before = curves(hands)
    x, y = hands.middle(2)
    hands.page.mouse.move(x, y)
    hands.page.mouse.down()
    hands.page.mouse.move(x, y + 40, steps=4)
    hands.settle()
    during = curves(hands)
    np.testing.assert_array_equal(during["most"], before["most"])
    assert during["least"][-1, 1] < before["least"][-1, 1]
    hands.page.mouse.up()
    hands.settle()
    assert curves(hands)["most"][-1, 0] > before["most"][-1, 0]
    check(hands)


def test_orders_move_the_run_but_not_the_curves_around_it(live):
    hands = live(CHAPTER, FIGURE)
    before = curves(hands)["most"]
    slope = curves(hands)["least"]
    expect(hands.button("As numbered")).to_be_disabled()
    hands.button("Worst of 100 orders").click()
    run, _ = check(hands)
    assert len(run.mistakes) > 9
    np.testing.assert_allclose(curves(hands)["most"][:, 1] ** 2 / 21, curves(hands)["most"][:, 0], atol=0.3)
    for _ in range(3):
        hands.button("Shuffle").click()
        check(hands)
    hands.button("As numbered").click()
    check(hands)
    np.testing.assert_array_equal(curves(hands)["most"], before)
    np.testing.assert_array_equal(curves(hands)["least"], slope)


def test_labels_flip_but_both_classes_stay(live):
    hands = live(CHAPTER, FIGURE)
    hands.press(5, "Enter")
    assert check(hands, [*LABELS[:5], 1])[1].separable
    hands.press(5, "Enter")
    hands.marks().nth(0).focus()
    hands.button("Flip").click()
    assert not check(hands, [-1, *LABELS[1:]])[1].separable
    state = f"points={[[1, 0], [-1, 0]] * 3}&labels={LABELS}".replace(" ", "")
    other = live(CHAPTER, FIGURE, state=state)
    run, _ = check(other)
    assert other.number(r"at most (\d+)") == len(run.mistakes) == 2  # two places: the bound is met
    for i in (0, 2, 4):
        other.press(i, "Enter")
    check(other, [-1, -1, -1, -1, 1, -1])


def test_fingers_and_keys_do_what_the_mouse_does(live):
    phone = live(CHAPTER, FIGURE, whole=True, phone=True)
    start = phone.at(2)
    phone.swipe(2, -20, 15)
    assert phone.at(2) != start
    check(phone)
    assert not phone.cramped()
    desk = live(CHAPTER, FIGURE, theme="dark")
    desk.press(1, "ArrowRight", "ArrowRight", "Shift+ArrowUp")
    assert desk.at(1) == (-2.3, 0.5)
    check(desk)


def test_the_address_holds_the_state(live):
    hands = live(CHAPTER, FIGURE)
    hands.drag(2, -30, 10)
    hands.button("Worst of 100 orders").click()
    shown = hands.numbers, hands.places()
    again = live(CHAPTER, FIGURE, state=hands.kept("order="))
    assert (again.numbers, again.places()) == shown
    check(again)
    wrong = live(CHAPTER, FIGURE, state="points=[[1,2]]&order=[7]")
    assert wrong.places() == [tuple(point) for point in ProofExplorer().points]


def test_without_scripts_a_picture_is_there(live):
    hands = live(CHAPTER, FIGURE, whole=True, scripts=False)
    expect(hands.figure.locator("img")).to_be_visible()


def test_python_computes_from_the_state():
    figure = ProofExplorer()
    assert len(figure.run.mistakes) == figure.verification.mistakes == 9
    assert figure.verification.holds
    figure.order = [5, 4, 3, 2, 1, 0]
    assert figure.run.mistakes.example[0] == 5
    figure.order = [7, 8]  # not of these points
    assert figure.run.mistakes.example.tolist() == ProofExplorer().run.mistakes.example.tolist()
    X, y = datasets.xor()
    figure.put(X, y)
    assert not figure.oracle.separable
    assert figure.run.passes == 1000
    with pytest.raises(ValueError, match="nothing separates"):
        _ = figure.verification
    with pytest.raises(ValueError, match="row numbers"):
        figure.order = [-1]
    with pytest.raises(ValueError, match=r"figure\.put"):
        figure.labels = [1, -1]


def test_the_picture_shows_lines_and_curves():
    figure = ProofExplorer()
    figure.picture()
    plane, chart = plt.gcf().axes
    assert [text.get_text() for text in plane.get_legend().get_texts()][-2:] == ["run", "oracle"]
    assert len(plane.lines) == 4  # with the two where the oracle's score is +margin and -margin
    np.testing.assert_array_equal(chart.lines[2].get_ydata(), figure.verification.progress)
    figure.put(*datasets.xor())
    figure.picture()
    assert "no oracle" in plt.gcf().axes[1].texts[0].get_text()
    plt.close("all")
