"""Three classes: the regions are those of `one_vs_rest` and `one_vs_one`, and the figure does what hands tell it to."""

import matplotlib.pyplot as plt
import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import datasets, one_vs_one, one_vs_rest
from perceptron_lib.widgets import ClassesExplorer
from tests.hands import number

PLACE = ("multiclass", "fig-three-classes")
RULES = ("one-vs-rest", "votes", "scores")
LEFT, RIGHT, BOTTOM, TOP = WINDOW = (-7.0, 8.0, -6.0, 8.0)
CORNERS = [[LEFT, BOTTOM], [RIGHT, BOTTOM], [RIGHT, TOP], [LEFT, TOP]]
AREA = (RIGHT - LEFT) * (TOP - BOTTOM)


def exact(P):
    """Round to binary fractions: scores with whole weights are exact then, and two equal ones are a tie."""
    return np.round(P * 2.0**16) / 2.0**16


ANYWHERE = exact(np.random.default_rng(5).uniform((LEFT, BOTTOM), (RIGHT, TOP), size=(40, 2)))


def problems(count, seed):
    """Yield random sets of three classes: near, far or on few integers, in clusters or mixed."""
    rng = np.random.default_rng(seed)
    while count:
        n, kind = int(rng.integers(3, 25)), rng.integers(4)
        y = rng.integers(3, size=n)
        if len(set(y.tolist())) == 3:
            count -= 1
            X = rng.normal(size=(n, 2)) * rng.choice([0.5, 4]) + 3 * rng.normal(size=(3, 2))[y] * rng.integers(2)
            if kind < 3:
                X = [rng.integers(-1, 2, size=(n, 2)), X.round(), X.round(1)][kind]
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


DIVIDE = """all => all.map(([points, labels, passes, corners, one, other, x]) => {
  const found = reductions.machines(points, labels, passes);
  const pieces = Object.entries(found).map(([rule, machine]) => [rule, reductions.regions(machine, corners)]);
  const differences = reductions.differences(found[one], found[other], corners);
  const areas = differences.map(piece => reductions.area(piece.corners));
  return [found, Object.fromEntries(pieces), differences, areas, reductions.predictClass(found[one], x)];
})"""


def agree(javascript, problems):
    """Hold JavaScript's perceptrons, predictions, regions and differences to those of the library."""
    problems = list(problems)
    chosen = [np.random.default_rng(k).permutation(RULES)[:2].tolist() for k in range(len(problems))]
    places = [ANYWHERE[k % len(ANYWHERE)] for k in range(len(problems))]
    given = [(*problem, CORNERS, *rules, x) for problem, rules, x in zip(problems, chosen, places, strict=True)]
    for problem, rules, x, found in zip(problems, chosen, places, javascript(DIVIDE, given), strict=True):
        compare(*problem, *rules, x, *found)


def compare(X, y, passes, one, other, x, found, pieces, differences, areas, predicted):
    every, duels = one_vs_rest(X, y, max_passes=passes), one_vs_one(X, y, max_passes=passes)
    says = {"one-vs-rest": every.predict, "votes": duels.predict, "scores": lambda P: duels.predict(P, by="scores")}
    rng = np.random.default_rng(len(y))
    for rule, machine in zip(RULES, (every, duels, duels), strict=True):
        for mine, run in zip(found[rule]["runs"], machine.runs, strict=True):
            assert ([m["example"] for m in mine["mistakes"]], mine["converged"]) == (run.mistakes.example.tolist(), run.converged)
            np.testing.assert_allclose([*mine["w"], mine["b"]], [*run.w, run.b], rtol=1e-12, atol=1e-12)
        assert sum(area(piece["corners"]) for piece in pieces[rule]) == pytest.approx(AREA, rel=1e-9)
        for piece in pieces[rule]:
            if area(piece["corners"]) > 0.01:
                weights = rng.dirichlet(np.ones(len(piece["corners"])), size=5) + 0.02
                P = (weights / weights.sum(axis=1, keepdims=True)) @ piece["corners"]
                assert (says[rule](exact(P)) == piece["label"]).all()
        for label in range(3):
            here = inside([piece for piece in pieces[rule] if piece["label"] == label], ANYWHERE)
            assert (here == (says[rule](ANYWHERE) == label)).all()
    assert (inside(differences, ANYWHERE) == (says[one](ANYWHERE) != says[other](ANYWHERE))).all()
    assert areas == pytest.approx([area(piece["corners"]) for piece in differences])
    assert predicted == says[one]([x])[0]


def test_javascript_agrees_with_python_on_random_sets(javascript):
    agree(javascript, problems(80, seed=0))


ACTIVITIES = np.array(
    [(-3, -3), (-4, -2), (-4, -4), (0, 0), (1, 2), (0, 2), (-3, 3), (-4, 3), (-4, 4), (5, 1), (6, 1), (6, 0)]
)
SIX = np.array([(0, 3), (-7, -8), (-3, -2), (4, -2), (3, -1), (0, 4)])
BOOK = {
    **{f"without {k}": (ACTIVITIES[np.arange(12) // 3 != k], np.repeat(range(3), 3)) for k in range(4)},
    "pair by pair": (SIX, np.repeat(range(3), 2)),
    # the book has no other sets of three classes in the plane, so the rows take turns
    **{name: (X, np.arange(len(X)) % 3) for name, (X, _) in {
        "divination": datasets.divination(), "xor": datasets.xor(), "clouds": datasets.clouds(),
        "spiral": datasets.spiral(0.05), "printed bound": datasets.printed_bound(),
    }.items() if X.shape[1] == 2},
}  # fmt: skip


@pytest.mark.parametrize("name", BOOK)
def test_javascript_agrees_with_python_on_the_books_data(javascript, name):
    agree(javascript, [(*BOOK[name], passes) for passes in (1, 20)])


# On the page

LABELS = [0, 0, 0, 1, 1, 1, 2, 2, 2]

PAINTED = f"""places => {{
  const fills = [...document.querySelectorAll('#{PLACE[1]} path[fill^=url]')];
  return places.map(([x, y]) => fills.filter(path => path.isPointInFill(new DOMPoint(x, y)))
    .map(path => path.getAttribute('fill').match(/(plus|minus|third|dots)/)[1]));
}}"""


def machines(f):
    return one_vs_rest(f.points, f.labels, max_passes=f.passes), one_vs_one(f.points, f.labels, max_passes=f.passes)


def check(hands, labels=LABELS, **state):
    """Numbers and regions are those of the library for the points where the figure says that they are."""
    line, figure = hands.numbers, ClassesExplorer(points=hands.places(), labels=labels, **state)
    for rule in RULES:
        right = (figure.predict(figure.points, rule) == labels).sum()
        assert number(rf"points:.* {rule} (\d+)", line) == right
    assert number(r"of (\d+) points", line) == len(labels)
    every, duels = machines(figure)
    for machine, name in ((every, "one-vs-rest perceptrons"), (duels, "duels")):
        assert number(rf"(\d) of 3 {name}", line) == sum(run.converged for run in machine.runs)
    rows = np.stack(np.meshgrid(np.linspace(LEFT, RIGHT, 301), np.linspace(BOTTOM, TOP, 301)), axis=-1).reshape(-1, 2)
    if figure.rule == figure.other:
        assert "the same" in line
    else:
        share = 100 * (figure.predict(rows) != figure.predict(rows, figure.other)).mean()
        assert number(r"on ([\d.]+) %", line) == pytest.approx(share, abs=0.6)
    x = 38 + 314 * (ANYWHERE[:, 0] - LEFT) / (RIGHT - LEFT)
    y = 296 - 288 * (ANYWHERE[:, 1] - BOTTOM) / (TOP - BOTTOM)
    painted = hands.page.evaluate(PAINTED, np.column_stack([x, y]).tolist())
    own, others = figure.predict(ANYWHERE), figure.predict(ANYWHERE, figure.other)
    for kinds, label, other in zip(painted, own, others, strict=True):
        assert kinds == [("plus", "minus", "third")[label], *(["dots"] if label != other else [])]
    notes = hands.figure.locator(".live-mark .live-note").all_text_contents()
    assert notes == ["wrong" if k else "" for k in figure.predict(figure.points) != labels]
    return figure


def choose(hands, rule, other):
    first, second = hands.figure.get_by_role("combobox").all()
    first.select_option(rule)
    second.select_option(other)


def test_it_starts_with_three_rules_that_are_right_and_differ(live):
    hands = live(*PLACE)
    assert hands.places() == [tuple(point) for point in ClassesExplorer().points]
    figure = check(hands)
    assert all((figure.predict(figure.points, rule) == LABELS).all() for rule in RULES)
    assert hands.number(r"on ([\d.]+) %") > 10


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_one_point_moved_by_the_mouse_is_enough_to_answer_the_question(live, theme):
    hands = live(*PLACE, whole=True, theme=theme)
    before = hands.numbers
    hands.drag(3, 30, 58)
    assert hands.numbers != before
    figure = check(hands)
    assert (figure.predict(figure.points) != LABELS).any()
    assert (figure.predict(figure.points, "votes") == LABELS).all()
    choose(hands, "votes", "scores")
    check(hands, rule="votes", other="scores")


def test_a_point_moved_by_a_finger_changes_the_regions_and_fingers_have_room(live):
    hands = live(*PLACE, whole=True, phone=True)
    before = hands.at(7)
    hands.swipe(7, -70, -60)
    assert hands.at(7) != before
    check(hands)
    assert not hands.cramped()


def test_keys_move_a_point_change_its_class_and_delete_it(live):
    hands = live(*PLACE)
    hands.press(3, "ArrowRight", "Shift+ArrowDown")
    assert hands.at(3) == pytest.approx((0.1, -1))
    check(hands)
    hands.press(3, "Enter")
    changed = [*LABELS[:3], 2, *LABELS[4:]]
    check(hands, changed)
    hands.press(3, "Delete")
    assert hands.marks().count() == 8
    check(hands, changed[:3] + changed[4:])


def test_buttons_add_change_and_delete_the_circled_point(live):
    hands = live(*PLACE)
    hands.marks().nth(6).focus()
    expect(hands.marks().nth(6)).to_have_class("live-mark third chosen")
    hands.button("Add a point").click()
    hands.page.keyboard.press("Shift+ArrowLeft")
    check(hands, [*LABELS, 2])
    hands.button("Next class").click()
    check(hands, [*LABELS, 0])
    hands.button("Delete").click()
    check(hands)


def test_no_class_loses_its_last_point(live):
    hands = live(*PLACE)
    for _ in range(2):
        hands.press(0, "Delete")
    hands.press(0, "Delete", "Enter")
    assert hands.marks().count() == 7
    check(hands, LABELS[2:])
    expect(hands.button("Delete")).to_be_disabled()
    expect(hands.button("Next class")).to_be_disabled()


def test_rules_are_compared_and_passes_count(live):
    hands = live(*PLACE)
    hands.drag(4, -20, 90)
    for rule, other in [("votes", "one-vs-rest"), ("scores", "votes"), ("one-vs-rest", "scores"), ("scores", "scores")]:
        choose(hands, rule, other)
        check(hands, rule=rule, other=other)
    hands.figure.get_by_label("passes").fill("2")
    check(hands, rule="scores", other="scores", passes=2)


def test_reset_brings_the_start_back_and_the_address_keeps_the_state(live):
    hands = live(*PLACE)
    first = hands.numbers
    hands.drag(3, 30, -50)
    choose(hands, "votes", "one-vs-rest")
    hands.figure.get_by_label("passes").fill("7")
    changed = hands.numbers, hands.places()
    assert changed[0] != first
    hands = live(*PLACE, state=hands.kept("passes=7"))
    assert (hands.numbers, hands.places()) == changed
    check(hands, rule="votes", other="one-vs-rest", passes=7)
    hands.button("Reset").click()
    assert hands.numbers == first
    hands.page.wait_for_function("!location.hash")


@pytest.mark.parametrize("state", ['rule="best"&other="toString"', "points=[[0,0]]&labels=[7]", "passes=1e9"])
def test_an_address_that_no_figure_wrote_does_no_harm(live, state):
    hands = live(*PLACE, state=state)
    hands.button("Reset").click()
    check(hands)


def test_without_scripts_there_is_a_picture(live):
    hands = live(*PLACE, whole=True, scripts=False)
    picture = hands.figure.locator("img")
    expect(picture).to_be_visible()
    assert picture.evaluate("e => e.naturalWidth") > 0


# In Python


def test_python_computes_what_the_state_implies():
    figure = ClassesExplorer(passes=2)
    every, duels = machines(figure)
    figure.put(np.array([[0, 0], [1, 1], [1, 0], [5, 5]]), np.array([0, 1, 2, 2]))
    every, duels = machines(figure)
    grid = ANYWHERE * 0.2
    for rule in RULES:
        figure.rule = rule
        by = {} if rule == "one-vs-rest" else {"by": rule}
        assert (figure.predict(grid) == (duels if by else every).predict(grid, **by)).all()


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"points": [[1, 2, 3]]}, "needs 2"),
        ({"points": [[1, 2]]}, "1 points and 9 labels"),
        ({"labels": [0, 1] * 4 + [1]}, "has 2 classes"),
        ({"labels": [0, 1, 2]}, "9 points and 3 labels"),
        ({"rule": "best"}, "must be one of"),
        ({"other": ["votes"]}, "must be one of"),
        ({"passes": 0}, "at least 1"),
        ({"passes": 101}, "at most 100"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_lost(state, says):
    figure = ClassesExplorer()
    before = figure.get_state()
    for name, value in state.items():
        with pytest.raises(ValueError, match=says):
            setattr(figure, name, value)
    assert figure.get_state() == before


@pytest.mark.parametrize("rule", RULES)
def test_the_picture_shows_the_points_and_where_the_rules_differ(rule):
    figure = ClassesExplorer(rule=rule)
    figure.picture()
    ax = plt.gca()
    marks = np.concatenate([group.get_offsets() for group in ax.collections[:3]])
    np.testing.assert_allclose(marks, figure.points)
    dots = np.column_stack(ax.lines[-1].get_data())
    assert (len(dots) > 0) == (rule != figure.other)
    assert (figure.predict(dots) != figure.predict(dots, figure.other)).all() if len(dots) else True
    assert (*ax.get_xlim(), *ax.get_ylim()) == WINDOW
    plt.close()
