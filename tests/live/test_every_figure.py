"""What every live figure does: a picture where no script runs, its state in the address, room for fingers, paper."""

import pytest
from playwright.sync_api import expect

# Each figure, and states that no figure writes into an address.
FIGURES = {
    "learning_machines": ("fig-vote-explorer", ["words=1,1&w=3&b=1", "w=1", "w=1,1,1,1,x"]),
    "halfspaces": ("fig-halfspace", ["w=0,0", "shown=others", "names=%,x", "names=1;2"]),
    "algorithm": ("fig-playground", ["visits=x", "visits=", "visits=Infinity", "order=0.5,1,2,3,4,5,6,7", "visits=-1"]),
    "convergence": ("fig-progress", ["order=7", "points=1,2&order=7", "points=1,2"]),
    "xor": ("fig-cycle-explorer", ["step=-2.5", "points=0,0;0,1;1,0;1,1;2,2&step=2"]),
    "losses": ("fig-descent", ["loss=toString&eta=-1&looks=1e9&order=9,9,9,9,9,9&start=1,1&m=1e9", "loss=%"]),
    "multiclass": ("fig-three-classes", ["rule=best&other=toString", "passes=1e9", "visits=-2.5&rule=multiclass"]),
}
BROKEN = ["nonsense", "&=%&points", "shown=x", "points=1", "points=1,2;3&labels=1,1", "points=x,y&labels=1"]
BROKEN += ["points=&labels=", "points=0,0&labels=7", "points=%5B%5B0,0%5D%5D&labels=%5B1%5D"]


@pytest.fixture(params=FIGURES)
def place(request):
    return request.param, FIGURES[request.param][0]


def shown(hands):
    return hands.numbers, hands.places()


def test_without_scripts_there_is_a_picture(live, place):
    hands = live(*place, whole=True, scripts=False)
    expect(hands.figure.locator("img")).to_be_visible()
    assert hands.figure.locator("img").evaluate("e => e.naturalWidth") > 0
    expect(hands.figure.locator(".live")).to_have_count(0)


def test_the_address_keeps_the_state_and_reset_brings_the_start_back(live, place):
    hands = live(*place)
    first = shown(hands)
    if hands.marks().count():
        hands.press(0, "ArrowRight", "Shift+ArrowUp")
    else:
        hands.figure.get_by_role("checkbox").first.press("Space")
    changed = shown(hands)
    assert changed != first
    hands = live(*place, state=hands.kept())
    assert shown(hands) == changed
    hands.button("Reset").click()
    assert shown(hands) == first
    hands.page.wait_for_function("!location.hash")


def test_an_address_that_no_figure_wrote_does_no_harm(live, place):
    hands = live(*place)
    first = shown(hands)
    for state in [*BROKEN, *FIGURES[place[0]][1]]:
        hands.go(f"#{place[1]}?{state}")
        hands.settle()
        hands.button("Reset").click()
        assert shown(hands) == first, state


def test_on_a_phone_fingers_have_room_and_nothing_is_too_wide(live, place):
    hands = live(*place, whole=True, phone=True)
    assert not hands.cramped()
    for part in hands.figure.locator(".live > *").all():
        box = part.bounding_box()
        assert box is None or box["x"] + box["width"] <= 344


def test_on_paper_there_is_the_figure_without_its_controls(live, place):
    hands = live(*place, whole=True)
    hands.page.emulate_media(media="print")
    expect(hands.figure.locator(".live-plane").first).to_be_visible()
    expect(hands.button("Reset")).to_be_hidden()


def test_what_was_done_can_be_undone_and_done_again(live, place):
    hands = live(*place)
    first = shown(hands)
    expect(hands.button("Undo")).to_be_disabled()
    if hands.marks().count():
        hands.press(0, "ArrowRight")
    else:
        hands.figure.get_by_role("checkbox").first.press("Space")
    changed = shown(hands)
    hands.button("Undo").click()
    assert shown(hands) == first
    expect(hands.button("Undo")).to_be_disabled()
    hands.button("Redo").click()
    assert shown(hands) == changed
    hands.button("Reset").press("Control+z")
    assert shown(hands) == first
    hands.button("Reset").press("Control+Shift+Z")
    assert shown(hands) == changed


def test_each_figure_has_three_goals_and_shows_how_each_is_reached(live, place):
    hands = live(*place)
    goals = hands.figure.locator(".live-goals")
    goals.locator("summary").click()
    expect(goals.locator("summary")).to_have_text("Goals 0 of 3")
    for i, goal in enumerate(goals.get_by_role("listitem").all()):
        told = goal.locator(".live-told")
        expect(told).to_be_empty()
        goal.get_by_role("button", name="Hint").click()
        expect(told).not_to_be_empty()
        hands.button("Reset").click()
        expect(goals.locator(".live-tick").nth(i)).to_have_text("○")
        goal.get_by_role("button", name="Show").click()
        expect(goals.locator(".live-tick").nth(i)).to_have_text("✓")
        assert hands.kept()  # the state fits the address, and so the figure


def test_a_link_to_the_state_is_copied(live, place):
    hands = live(*place)
    hands.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    if hands.marks().count():
        hands.press(0, "ArrowRight")
    else:
        hands.figure.get_by_role("checkbox").first.press("Space")
    hands.button("Copy link").click()
    expect(hands.button("Copied")).to_be_visible()
    copied = hands.page.evaluate("navigator.clipboard.readText()")
    hands.kept()
    assert copied == hands.page.url
