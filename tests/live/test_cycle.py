"""The cycle explorer finds the exact cycle that `find_cycle` finds, and walks round it on the page."""

import json
from fractions import Fraction
from urllib.parse import quote

import matplotlib.pyplot as plt
import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import datasets, find_cycle, pad, separate, train
from perceptron_lib.widgets import CycleExplorer
from perceptron_lib.widgets.cycle import STEPS

CHAPTER, FIGURE = "xor", "fig-cycle-explorer"
XOR = datasets.xor()


def exact(X):
    return np.array([[Fraction(float(value)) for value in row] for row in X])


def problems(count, seed):
    """Random sets on grids of 1, 1/2, 1/4, ..., 1/16, separable or not."""
    rng = np.random.default_rng(seed)
    for _ in range(count):
        n, grain = int(rng.integers(2, 7)), 2.0 ** rng.integers(5)
        X = rng.integers(-grain, 2 * grain + 1, (n, 2)) / grain
        y = np.append([-1, 1], rng.choice([-1, 1], n - 2))
        yield X, rng.permutation(y)


def book_sets():
    """The book's sets in the plane; what is not in sixteenths is rounded to them."""
    clouds, students = datasets.clouds(n=60, noise=0.6, rng=2), datasets.divination()
    return {
        "or": datasets.or_(),
        "and": datasets.and_(),
        "xor": XOR,
        "xor in -1, +1": (2 * XOR.X - 1, XOR.y),
        "printed bound": datasets.printed_bound(),
        "axes": datasets.axes(2),
        "students": (students.X * [0.1, 10], students.y),
        "clouds apart": datasets.clouds(20, rng=0),
        "clouds": (clouds.X, clouds.y),
    }


def agree(javascript, problems, limit):
    """Hold what JavaScript finds to `find_cycle`, every state included; say which of three endings each set had."""
    problems = [(np.asarray(X, dtype=float), np.asarray(y)) for X, y in problems]
    found = javascript(FIND, [(*problem, limit) for problem in problems])
    return [compare(*problem, limit, *answer) for problem, answer in zip(problems, found, strict=True)]


FIND = """all => all.map(([points, labels, limit]) => {
  const found = cycling.findCycle(points, labels, limit);
  return [found, found && cycling.states(points, labels, found.before, found.before + found.steps + 1)];
})"""


def compare(X, y, limit, found, walk):
    try:
        cycle = find_cycle(exact(X), y, max_steps=limit)
    except ValueError:
        assert found is None
        return "longer"
    for name in ("before", "steps", "passes", "mistakes"):
        assert found[name] == getattr(cycle, name), name
    end = cycle.before + cycle.steps
    assert [state["weights"] for state in walk] == cycle.weights.tolist()  # floats and fractions, equal exactly
    assert [state["hand"] for state in walk[:-1]] == cycle.rows.tolist()
    z = exact(pad(X) * y[:, None])
    rows = [state["hand"] for state in walk]
    assert [state["margin"] for state in walk[:-1]] == (z[rows[:-1]] * cycle.weights[:-1]).sum(axis=1).tolist()
    wrong = [state["hand"] for state in walk[:-1] if state["margin"] <= 0]
    assert found["counts"] == np.bincount(np.array(wrong, dtype=int), minlength=len(y)).tolist()
    assert (np.array(found["counts"]) @ z == 0).all()
    run = train(X, y, max_passes=end)
    assert found["earlier"] == (run.mistakes.visit < cycle.before).sum()
    was = run.weights[max(0, (run.mistakes.visit < end).sum() - 1)]
    assert walk[-1]["was"] == was.tolist()
    return "cycles" if cycle.mistakes else "rests"


def test_the_cycle_is_pythons_on_random_sets(javascript):
    endings = agree(javascript, problems(240, seed=0), 400)
    assert min(endings.count(ending) for ending in ("cycles", "rests", "longer")) > 5


@pytest.mark.parametrize("name", book_sets())
def test_the_cycle_is_pythons_on_the_books_sets(javascript, name):
    X, y = book_sets()[name]
    [ending] = agree(javascript, [(np.round(16 * X) / 16, y)], 3000)
    assert ending != "longer" or name in ("clouds", "students")


def test_the_limit_is_pythons_to_the_step(javascript):
    corners = [[0, 0], [0, 1], [1, 0], [15 / 16, 15 / 16]]
    cycle = find_cycle(exact(corners), XOR.y)
    end = cycle.before + cycle.steps
    assert agree(javascript, [(corners, XOR.y)], end) == ["cycles"]
    assert agree(javascript, [(corners, XOR.y)], end - 1) == ["longer"]


def test_the_corner_on_the_diagonal_does_what_the_chapter_says(javascript):
    """The length jumps up and down, the share of (0, 0) falls to zero, and one sixteenth further the run rests."""
    diagonal = [([[0, 0], [0, 1], [1, 0], [t / 16] * 2], XOR.y) for t in range(16, -1, -1)]
    found = javascript("all => all.map(([points, labels]) => cycling.findCycle(points, labels, 50000))", diagonal)
    last = [cycle["mistakes"] > 0 for cycle in found].index(False) - 1
    changes = np.diff([cycle["steps"] for cycle in found[: last + 1]])
    assert changes.max() > 0 > changes.min()
    shares = [Fraction(cycle["counts"][0], cycle["mistakes"]) for cycle in found[: last + 1]]
    assert sorted(set(shares), reverse=True) == shares
    assert shares[-1] == 0
    assert all(cycle["mistakes"] == 0 for cycle in found[last + 1 :])


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (3, "3"), (-17 / 16, "−17/16"), (0.5, "1/2"), (-1 / 256, "−1/256"), (-2.5, "−5/2")]
)
def test_fractions_are_in_lowest_terms(javascript, value, text):
    assert javascript("value => cycling.fraction(value)", value) == text


# On the page

TIMERS = """globalThis.timers = new Set();  // of the test, which lets time go by
setInterval = act => (timers.add(act), act);
clearInterval = act => timers.delete(act);"""


def corners(hands):
    """Where the corners are, in sixteenths: hands read them with two decimals."""
    return [[round(16 * value) / 16 for value in place] for place in hands.places()]


def go(hands, points, step):
    """Go to an address that holds this state."""
    hands.go(f"#{FIGURE}?points={quote(json.dumps(points))}&step={step}")


def shown(step, points):
    """The line of numbers that belongs to a state, computed by the library."""
    explorer = CycleExplorer(points=points, labels=XOR.y, step=step)
    cycle, certificate = explorer.cycle, explorer.certificate
    w, b, hand = [Fraction(value) for value in explorer.w], Fraction(explorer.b), step % 4
    agreement = XOR.y[hand] * (w[0] * Fraction(points[hand][0]) + w[1] * Fraction(points[hand][1]) + b)
    run = train(points, XOR.y, max_passes=cycle.before + 4)

    def count(k, one, many):
        return f"{k} {one if k == 1 else many}"

    if certificate is None:
        earlier = count((run.mistakes.visit < cycle.before).sum(), "mistake", "mistakes")
        outcome = f"Converged after {count(cycle.before, 'step', 'steps')} and {earlier}: separable."
    else:
        counts = " + ".join(str(share * cycle.mistakes) for share in certificate)
        outcome = (
            f"The state comes back: a cycle of {cycle.steps} steps ({count(cycle.passes, 'pass', 'passes')}) with "
            f"{cycle.mistakes} mistakes ({counts}), after {count(cycle.before, 'step', 'steps')}. "
            f"Certificate: {', '.join(map(str, certificate))}."
        )
    verdict = "right" if agreement > 0 else "a mistake"
    return (
        f"{outcome} Step {step}: w = ({w[0]}, {w[1]}), b = {b}; example {hand + 1} has "
        f"y · score {agreement}, {verdict}."
    )


def table(hands):
    """The rows of the table, in plain minus signs, and which of them is marked as the present one."""
    rows = hands.figure.locator("tbody tr")
    texts = [[cell.replace("−", "-") for cell in row.locator("td").all_inner_texts()] for row in rows.all()]
    return [row for row in texts if any(row)], [row.get_attribute("aria-current") for row in rows.all()]


def test_the_buttons_walk(live):
    hands = live(CHAPTER, FIGURE)
    assert hands.numbers == shown(3, XOR.X)
    rows, current = table(hands)
    places = [[f"({w1}, {w2})", f"{b}"] for w1, w2, b in find_cycle(*XOR).weights]
    assert [row[1:3] for row in rows] == places[:4]
    assert [row[0] for row in rows] == ["0", "1", "2", "▸ 3"]
    assert [row[5] for row in rows] == ["mistake"] * 4
    assert current[:4] == [None, None, None, "step"]
    assert hands.figure.locator(".live-mark.ring").get_attribute("aria-label").startswith("example 4")
    hands.button("Step").click()
    assert hands.numbers == shown(4, XOR.X)
    now, before = hands.figure.locator(".live-line:not(.before)"), hands.figure.locator(".live-line.before")
    assert now.get_attribute("d") == ""  # w = 0
    assert before.get_attribute("d") != ""
    assert table(hands)[0][0][0] == "▸ 0"  # the state has come back

    corner = [[0, 0], [0, 1], [1, 0], [0.75, 0.75]]
    go(hands, corner, 5)
    cycle = CycleExplorer(points=corner, labels=XOR.y).cycle
    to_cycle = "To the cycle's start"
    walk = [("Back", 4), ("To start", 0), ("Step", 1), (to_cycle, cycle.before), ("Back", cycle.before - 1)]
    for button, step in [*walk, ("Step", cycle.before), ("Step", cycle.before + 1)]:
        hands.button(button).click()
        assert hands.numbers == shown(step, corner)
        assert next(row[0] for row in table(hands)[0] if "▸" in row[0]) == f"▸ {step}"
    hands.button("To start").click()
    expect(hands.button("Back")).to_be_disabled()

    hands.page.evaluate(TIMERS)
    hands.button("Play").click()
    for step in (1, 2):
        hands.page.evaluate("timers.forEach(act => act())")
        assert hands.numbers == shown(step, corner)
    hands.button("Stop").click()
    assert hands.page.evaluate("timers.size") == 0


def test_a_corner_is_dragged_until_the_cycle_dies(live):
    hands = live(CHAPTER, FIGURE, whole=True)
    hands.drag(3, -60, 75)
    moved = corners(hands)
    assert moved[:3] == XOR.X[:3].tolist()
    assert max(moved[3]) < 1
    assert hands.numbers == shown(3, moved)
    hands.drag(3, -75, 80)
    moved = corners(hands)
    assert separate(np.array(moved), XOR.y).separable
    assert hands.numbers == shown(3, moved)
    hands.button("To convergence").click()
    assert hands.numbers == shown(CycleExplorer(points=moved, labels=XOR.y).cycle.before, moved)
    for _ in range(4):
        hands.button("Step").click()
    expect(hands.button("Step")).to_be_disabled()
    hands.button("Reset").click()
    assert hands.numbers == shown(3, XOR.X)


def test_arrow_keys_move_by_a_sixteenth_and_the_address_keeps_it(live):
    hands = live(CHAPTER, FIGURE, theme="dark")
    for k in range(1, 10):
        hands.press(3, "ArrowLeft", "ArrowDown")
        at = 1 - k / 16
        assert hands.at(3) == pytest.approx((at, at), abs=0.006)
        assert hands.numbers == shown(3, [*XOR.X[:3].tolist(), [at, at]])
        assert hands.numbers.startswith("Converged" if at < 0.5 else "The state comes back")
    hands.press(0, "Shift+ArrowUp")
    hands.button("Step").click()
    moved = [[0, 0.625], [0, 1], [1, 0], [at, at]]
    assert corners(hands) == moved
    assert hands.numbers == shown(4, moved)

    hands = live(CHAPTER, FIGURE, state=hands.kept("step=4"))
    assert corners(hands) == moved
    assert hands.numbers == shown(4, moved)
    hands.button("Reset").click()
    assert hands.numbers == shown(3, XOR.X)
    hands.page.wait_for_function("!location.hash")


def test_a_finger_drags_a_corner_on_a_phone_and_nothing_is_too_wide(live):
    hands = live(CHAPTER, FIGURE, whole=True, phone=True)
    hands.swipe(3, -30, 35)
    moved = corners(hands)
    assert max(moved[3]) < 1
    assert hands.numbers == shown(3, moved)

    wild = [[0.0625, -0.0625], [-0.3125, 1.0625], [1.0625, -0.4375], [0.9375, 0.9375]]
    for step in (700, 47_000):
        go(hands, wild, step)
        assert hands.numbers == shown(step, wild)
        assert not hands.cramped()
        for part in hands.figure.locator(".live-log, .live-row, .live-plane").all():
            assert part.bounding_box()["width"] <= 328
            assert part.bounding_box()["x"] + part.bounding_box()["width"] <= 344


def test_any_address_does_no_harm_and_motion_can_be_declined(live):
    hands = live(CHAPTER, FIGURE)
    expect(hands.button("Play")).to_be_visible()
    hands.page.emulate_media(reduced_motion="reduce")
    expect(hands.button("Step")).to_be_visible()
    expect(hands.button("Play")).to_be_hidden()

    for points in ([], [[1]], [[0, 0], [0, 1], [1, 0], [1, 1], [2, 2]]):
        go(hands, points, 2)
        assert hands.numbers == shown(3, XOR.X)
    go(hands, [[0, 0], [0, 1], [1, 0], [0.9, 0.97]], -2.5)
    assert hands.numbers == shown(0, [[0, 0], [0, 1], [1, 0], [14 / 16, 1]])  # the nearest sixteenths

    near = [[0.1875, 0], [-0.5, 1], [1, -0.375], [1.125, -0.4375]]  # separable, with a tiny margin
    explorer = CycleExplorer(points=near, labels=XOR.y, step=STEPS - 1)
    with pytest.raises(ValueError, match="no state came back within 50000 steps"):
        _ = explorer.cycle
    go(hands, near, STEPS - 1)
    assert hands.numbers.startswith("No state has come back within 50,000 steps")
    (w1, w2), b = map(Fraction, explorer.w), Fraction(explorer.b)
    assert f"Step 49999: w = ({w1}, {w2}), b = {b};" in hands.numbers
    hands.button("Step").click()
    expect(hands.button("Step")).to_be_disabled()
    expect(hands.button("To the cycle's start")).to_be_disabled()


def test_without_scripts_there_is_a_picture(live):
    hands = live(CHAPTER, FIGURE, whole=True, scripts=False)
    expect(hands.figure.locator("img")).to_be_visible()


# In Python


def test_python_follows_the_state():
    explorer = CycleExplorer()
    assert (explorer.w.tolist(), explorer.b) == ([1, 1], 1)
    assert repr(explorer.cycle) == repr(find_cycle(*XOR))
    assert explorer.certificate == [Fraction(1, 4)] * 4
    explorer.step = 4
    assert (explorer.w.tolist(), explorer.b) == ([0, 0], 0)
    explorer.points = [[0, 0], [0, 1], [1, 0], [7 / 16, 7 / 16]]
    assert explorer.cycle.mistakes == 0
    assert explorer.certificate is None
    explorer.step = explorer.cycle.before
    z = XOR.y[:, None] * pad(np.array(explorer.points))
    assert (z @ [*explorer.w, explorer.b] > 0).all()


def test_python_walks_by_the_rule():
    rng = np.random.default_rng(1)
    for X, y in problems(30, seed=1):
        step = int(rng.integers(200))
        explorer = CycleExplorer(points=X, labels=y, step=step)
        w, b = np.zeros(2), 0.0
        for t in range(step):
            i = t % len(y)
            if y[i] * (w @ X[i] + b) <= 0:
                w, b = w + y[i] * X[i], b + y[i]
        assert ([*explorer.w], explorer.b) == ([*w], b)


@pytest.mark.parametrize(
    ("state", "message"),
    [
        ({"points": [[0, 0], [0, 0.1], [1, 0], [1, 1]]}, "sixteenths"),
        ({"points": [[0, 0], [0, 2000], [1, 0], [1, 1]]}, "sixteenths"),
        ({"step": -1}, "whole number"),
        ({"step": 1.5}, "whole number"),
        ({"step": STEPS + 1}, "at most 50000"),
        ({"labels": [1, -1, 1]}, "3 labels"),
    ],
)
def test_what_is_not_a_state_is_refused(state, message):
    explorer = CycleExplorer()
    name, value = next(iter(state.items()))
    before = getattr(explorer, name)
    with pytest.raises(ValueError, match=message):
        setattr(explorer, name, value)
    assert getattr(explorer, name) == before


@pytest.mark.parametrize(
    ("step", "lines"), [(0, []), (1, []), (2, ["-"]), (3, ["-", "--"]), (4, ["--"])], ids=lambda value: str(value)
)
def test_the_picture_has_the_lines_of_the_state(step, lines):
    CycleExplorer(step=step).picture()
    assert [line.get_linestyle() for line in plt.gca().lines] == lines
    assert plt.gca().get_title().startswith(f"after {step} step")
    plt.close()


def test_a_notebook_gets_the_picture_too():
    data, _ = CycleExplorer()._repr_mimebundle_()
    assert "after 3 steps" in data["image/svg+xml"]
