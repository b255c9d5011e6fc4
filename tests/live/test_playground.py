"""The playground steps as `train` does, and does on the page what hands tell it to."""

import math

import numpy as np
import pytest
from playwright.sync_api import expect

from perceptron_lib import datasets, mistake_bound, radius, separate, train
from perceptron_lib.widgets import Playground
from tests.hands import number
from tests.library.strategies import labelled_sets

PLACE = ("algorithm", "fig-playground")


def agree(javascript, problems, passes=200):
    """Hold runs in JavaScript to the same runs in Python: each mistake and its time, the stop, the weights."""
    given, runs = [], []
    for X, y, options in problems:
        options = {name: value for name, value in options.items() if name != "eta"}
        runs.append(train(X, y, max_passes=passes, **options))
        given.append({"points": X, "labels": y, "passes": passes, **options})
    for found, run in zip(javascript("problems => problems.map(training.train)", given), runs, strict=True):
        assert [m["example"] for m in found["mistakes"]] == run.mistakes.example.tolist()
        assert [m["visit"] for m in found["mistakes"]] == run.mistakes.visit.tolist()
        assert (found["visits"], found["converged"]) == (run.visits, run.converged)
        np.testing.assert_allclose([*found["w"], found["b"]], [*run.w, run.b], rtol=1e-12, atol=1e-12)


def test_javascript_steps_as_python_does_on_random_sets(javascript):
    agree(javascript, labelled_sets(100, seed=0))


BOOK = {
    "spam": datasets.spam(),
    "divination": datasets.divination(),
    "or": datasets.or_(),
    "and": datasets.and_(),
    "xor": datasets.xor(),
    "axes": datasets.axes(6),
    "spiral": datasets.spiral(0.05),
    "printed bound": datasets.printed_bound(),
    "clouds": datasets.clouds(),
    "clouds that overlap": datasets.clouds(60, 0.6, 2),
    "digits": datasets.digits(5),
}


@pytest.mark.parametrize("name", BOOK)
@pytest.mark.parametrize("options", [{}, {"delta": 1.0}], ids=str)
def test_javascript_steps_as_python_does_on_the_books_data(javascript, name, options):
    X, y = BOOK[name]
    agree(javascript, [(X, y, options)], passes=20 if name == "digits" else 200)
    agree(javascript, [(X, y, {**options, "order": np.random.default_rng(1).permutation(len(y))})], passes=3)


# On the page


LABELS = [-1, 1, -1, 1, 1, 1, -1, -1]


def check(hands, visits=14, labels=LABELS, **options):
    """The figure's numbers are those of Python for the points where the figure shows them."""
    line, run = hands.numbers, train(hands.places(), labels, max_passes=1000, **options)
    k = int((run.mistakes.visit < visits).sum())
    assert number(r"(\d+) mistakes? so far", line) == k
    wrong = round(run.loss[k] * len(labels))
    assert number(r"(\d+) of \d+ points (?:is|are) wrong", line) == wrong
    answer = separate(run.X, labels)
    if answer.separable:
        bound = mistake_bound(radius(run.X), answer.margin, run.delta)
        assert number(r"at most ([\d,]+) are", line) == pytest.approx(math.floor(bound), abs=1)
        assert number(r"γ = ([\d.]+)", line) == pytest.approx(answer.margin, abs=6e-4)
    else:
        assert "nothing separates" in line
    w, b = run.weights[k][:2], run.weights[k][2]
    if k:
        cells = hands.figure.locator(".live-log tbody tr").first.locator("td").all_inner_texts()
        w1, w2, bias = " ".join(cells[3:]).replace("−", "-").translate(str.maketrans("", "", "(),")).split()
        assert (float(w1), float(w2), float(bias)) == pytest.approx((*w, b), abs=6e-3)
    return k, run


def test_it_starts_after_the_update_that_did_harm(live):
    hands = live(*PLACE)
    assert hands.places() == [tuple(point) for point in Playground().points]
    k, run = check(hands)
    assert k == 4
    assert run.loss[4] > run.loss[3]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_point_moved_by_the_mouse_changes_the_run(live, theme):
    hands = live(*PLACE, theme=theme, whole=True)
    before = hands.at(5)
    hands.drag(5, 40, 60)
    assert hands.at(5) != before
    check(hands)
    hands.drag(4, 120, 10)
    check(hands)


def test_a_point_moved_by_a_finger_changes_the_run_and_fingers_have_room(live):
    hands = live(*PLACE, whole=True, phone=True)
    before = hands.at(0)
    hands.swipe(0, -70, 60)
    assert hands.at(0) != before
    check(hands)
    assert not hands.cramped()


def test_points_are_moved_flipped_and_deleted_by_keys(live):
    hands = live(*PLACE)
    hands.press(2, "ArrowLeft", "Shift+ArrowDown")
    assert hands.at(2) == pytest.approx((1.4, 0.5))
    check(hands)
    hands.press(2, "Enter")
    flipped = [*LABELS[:2], 1, *LABELS[3:]]
    check(hands, labels=flipped)
    hands.press(0, "Delete")
    assert hands.marks().count() == 7
    check(hands, labels=flipped[1:])


def test_steps_go_forward_and_back_and_to_the_end(live):
    hands = live(*PLACE)
    hands.button("Step").click()
    check(hands, visits=15)
    assert hands.number(r"Visit (\d+)") == 15
    hands.button("Next mistake").click()
    k, run = check(hands, visits=17)
    assert k == 5
    hands.button("Back").click()
    check(hands, visits=16)
    hands.button("Run").click()
    k, run = check(hands, visits=math.inf)
    assert (hands.number(r"Visit (\d+)"), k) == (run.visits, len(run.mistakes))
    assert "Converged" in hands.numbers
    expect(hands.button("Step")).to_be_disabled()
    hands.button("To start").click()
    check(hands, visits=0)
    expect(hands.button("Back")).to_be_disabled()


def test_added_points_take_part(live):
    hands = live(*PLACE)
    hands.button("Run").click()
    hands.button("Add −1").click()
    hands.page.keyboard.press("Shift+ArrowLeft")
    check(hands, visits=math.inf, labels=[*LABELS, -1])
    hands.button("Flip").click()
    check(hands, visits=math.inf, labels=[*LABELS, 1])
    hands.button("Delete").click()
    check(hands, visits=math.inf)


def chosen(hands):
    """The numbers of the marks around which a dotted circle is seen."""
    halos = hands.marks().locator(".live-halo")
    dots = halos.evaluate_all("all => all.map(e => getComputedStyle(e)).map(s => s.stroke + s.strokeDasharray)")
    return [i for i, look in enumerate(dots) if look != "nonenone"]


def test_buttons_act_on_the_point_that_is_seen_to_be_chosen(live):
    hands = live(*PLACE)
    assert chosen(hands) == [0]
    hands.drag(5, 10, 10)
    assert chosen(hands) == [5]
    hands.button("Flip").click()
    flipped = [*LABELS[:5], -1, *LABELS[6:]]
    check(hands, labels=flipped)
    hands.marks().nth(7).focus()
    for left in (7, 6):  # the last one is deleted: the one before it is the last now
        hands.button("Delete").click()
        assert chosen(hands) == [left - 1]
        check(hands, labels=flipped[:left])
    hands.go("#fig-playground?points=[[0,1],[1,0]]&labels=[1,-1]")  # others, and fewer
    assert chosen(hands) == [1]
    hands.button("Delete").click()  # the last of its class stays
    hands.button("Add +1").click()
    assert chosen(hands) == [2]
    hands.button("Delete").click()
    check(hands, labels=[1, -1])


def test_the_threshold_counts(live):
    hands = live(*PLACE)
    hands.figure.get_by_label("threshold δ").fill("1.5")
    check(hands, delta=1.5)


def test_reset_brings_the_start_back_and_the_address_keeps_the_state(live):
    hands = live(*PLACE)
    first = hands.numbers
    hands.drag(3, 30, -50)
    hands.button("Step").click()
    changed = hands.numbers
    assert changed != first
    hands = live(*PLACE, state=hands.kept("visits=15"))
    assert hands.numbers == changed
    hands.button("Reset").click()
    assert hands.numbers == first
    hands.page.wait_for_function("!location.hash")


BROKEN = ["points=[[1]]", "points=1&labels=[]", "visits=%22x%22", "points=[[0,0]]", "points=[]&labels=[]", "nonsense"]
BROKEN.append("order=[0.5,1,2,3,4,5,6,7]")


@pytest.mark.parametrize("state", BROKEN)
def test_an_address_that_no_figure_wrote_does_no_harm(live, state):
    hands = live(*PLACE, state=state)
    check(hands)


def test_another_place_in_the_page_leaves_it_alone(live):
    hands = live(*PLACE)
    hands.button("Step").click()
    changed = hands.numbers
    hands.go("#the-rule")
    assert hands.numbers == changed


def test_without_scripts_there_is_a_picture(live):
    hands = live(*PLACE, whole=True, scripts=False)
    picture = hands.figure.locator("img")
    expect(picture).to_be_visible()
    assert picture.evaluate("e => e.naturalWidth") > 0


def test_on_paper_there_is_the_figure_without_its_controls(live):
    hands = live(*PLACE, whole=True)
    hands.page.emulate_media(media="print")
    expect(hands.figure.locator(".live-plane")).to_be_visible()
    expect(hands.button("Step")).to_be_hidden()


# In Python


def test_python_computes_what_the_state_implies():
    playground = Playground()
    assert playground.mistakes == 4
    assert playground.w.tolist() == playground.run.weights[4][:2].tolist()
    playground.visits = 10**6
    assert playground.mistakes == len(playground.run.mistakes) == 10
    assert playground.b == playground.run.b
    playground.put(np.array([[0, 0], [1, 1], [1, 0]]), np.array([-1, 1, 1]))
    assert playground.labels == [-1, 1, 1]


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"points": [[1, 2, 3]]}, "needs 2"),
        ({"points": [[1, np.nan]]}, "points"),
        ({"points": [[1, 2]]}, "1 points and 8 labels"),
        ({"labels": [1, 2, 3]}, "3 classes"),
        ({"delta": -1}, "at least 0"),
        ({"w0": [1]}, "needs 2 numbers"),
        ({"visits": 1.5}, "whole number"),
        ({"order": [0.5]}, "row numbers"),
    ],
)
def test_what_does_not_fit_is_refused_and_nothing_is_lost(state, says):
    playground = Playground()
    before = playground.get_state()
    for name, value in state.items():
        with pytest.raises(ValueError, match=says):
            setattr(playground, name, value)
    assert playground.get_state() == before


def test_both_together_are_refused_together():
    playground = Playground()
    before = playground.get_state()
    with pytest.raises(ValueError, match="2 points and 3 labels"):
        playground.put([[0, 0], [1, 1]], [1, -1, 1])
    assert playground.get_state() == before
