"""The gestures that the figures share: what marks tell of clicks, taps, hovering and the focus."""

import pytest
from playwright.sync_api import Page

from perceptron_lib.widgets.base import STATIC
from tests.hands import served

SETUP = """async ([options]) => {
  const style = document.head.appendChild(document.createElement("link"));
  Object.assign(style, { rel: "stylesheet", href: "live.css" });
  await new Promise(done => (style.onload = done));
  const { Marks, editing } = await import("./drawing/marks.js");
  const { Plane } = await import("./drawing/plane.js");
  const state = { points: [[2, 2], [8, 8]], labels: [1, -1] };
  const [get, set] = [(name) => state[name], (values) => { Object.assign(state, values); marks.draw(); }];
  const plane = new Plane({ label: "a plane", x: [0, 10], y: [0, 10], names: ["x", "y"], height: 330 });
  const told = [];
  const list = () => state.points.map((at, i) => ({ at, mark: "plus", name: `point ${i + 1}`, lit: i === state.lit }));
  const gestures = {
    empty: (at, shift) => { told.push(at, shift); edit.add(shift ? -1 : 1, at); },
    hover: (i) => { told.push(i); set({ lit: i }); },
  };
  const given = Object.fromEntries(options.map((name) => [name, gestures[name]]));
  const marks = new Marks(plane, { list, move: (i, at) => set({ points: get("points").with(i, at) }), ...given });
  const edit = editing({ get, set }, marks);
  const live = document.createElement("div");
  live.className = "live";
  live.append(plane.svg);
  document.body.append(live, Object.assign(document.createElement("div"), { style: "height: 2000px" }));
  marks.draw();
  Object.assign(globalThis, { state, told, plane });
}"""
WHERE = """([x, y]) => {
  const box = plane.svg.getBoundingClientRect(), scale = box.width / 360;
  return [box.left + scale * plane.px(x), box.top + scale * plane.py(y)];
}"""


@pytest.fixture
def plane(chromium):
    """Open a page with two points at (2, 2) and (8, 8), with these options of Marks, for a mouse or a finger."""
    contexts = []

    def open_plane(*options: str, phone: bool = False) -> Page:
        contexts.append(chromium.new_context(viewport={"width": 360, "height": 740}, has_touch=phone))
        page = contexts[-1].new_page()
        page.goto(address + "live.css")
        page.evaluate("document.documentElement.innerHTML = '<head></head><body></body>'")
        page.evaluate(SETUP, [options])
        return page

    with served(STATIC) as address:
        yield open_plane
        for context in contexts:
            context.close()


def where(page, x, y):
    return page.evaluate(WHERE, [x, y])


def state(page, name):
    return page.evaluate("name => state[name]", name)


def test_a_click_on_the_empty_plane_adds_a_point_there(plane):
    page = plane("empty")
    page.mouse.click(*where(page, 5, 3))
    assert state(page, "points")[2] == pytest.approx([5, 3], abs=0.1)
    page.keyboard.down("Shift")
    page.mouse.click(*where(page, 3, 6))
    page.keyboard.up("Shift")
    assert state(page, "labels") == [1, -1, 1, -1]
    assert page.evaluate("document.activeElement.ariaLabel").startswith("point 4")
    for at in ((2, 2), (8.2, 8), (-0.4, 5), (5, -0.4)):  # on a mark; beyond the axes
        page.mouse.click(*where(page, *at))
    assert len(state(page, "points")) == 4


def test_neither_a_drag_nor_a_plane_without_the_option_adds_a_point(plane):
    page = plane("empty")
    for start, end in (((5, 5), (6, 7)), ((2, 2), (4, 4))):  # of nothing; of a point
        page.mouse.move(*where(page, *start))
        page.mouse.down()
        page.mouse.move(*where(page, *end), steps=3)
        page.mouse.up()
    assert state(page, "points") == [pytest.approx([4, 4]), [8, 8]]
    page = plane()
    page.mouse.click(*where(page, 5, 3))
    assert len(state(page, "points")) == 2


def swipe(page, start, end):
    touch = page.context.new_cdp_session(page)
    for kind, x, y in [
        ("touchStart", *start),
        *(("touchMove", *[s + t * (e - s) for s, e in zip(start, end, strict=True)]) for t in (0.3, 0.6, 1)),
    ]:
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()


def test_a_tap_adds_a_point_and_a_swipe_scrolls(plane):
    page = plane("empty", phone=True)
    x, y = where(page, 5, 6)
    page.touchscreen.tap(x, y)
    assert state(page, "points")[2] == pytest.approx([5, 6], abs=0.1)
    x, y = where(page, 5, 4)
    swipe(page, (x, y), (x, y - 150))
    page.wait_for_function("scrollY > 50")
    assert len(state(page, "points")) == 3


def test_a_finger_need_not_hit_a_mark_exactly(plane):
    for phone in (True, False):
        page = plane("empty", phone=phone)
        x, y = where(page, 2, 2)
        if phone:
            swipe(page, (x + 19, y), (x + 19, y - 100))
            assert page.evaluate("scrollY") == 0
        else:
            page.mouse.move(x + 19, y)
            page.mouse.down()
            page.mouse.move(x + 19, y - 100, steps=3)
            page.mouse.up()
        assert (state(page, "points")[0] == [2, 2]) is not phone


def test_marks_tell_what_is_under_the_pointer_or_has_the_focus(plane):
    page = plane("hover")
    page.mouse.move(*where(page, 5, 5))
    page.mouse.move(*where(page, 2, 2))
    assert page.evaluate("told") == [0]
    assert page.locator(".live-mark.lit").count() == 1
    page.mouse.move(*where(page, 8, 8))
    page.mouse.move(*where(page, 5, 5))
    assert page.evaluate("told") == [0, 1, -1]
    page.keyboard.press("Tab")
    page.mouse.move(*where(page, 8, 8))
    page.mouse.down()
    page.mouse.move(*where(page, 5, 5), steps=5)  # while it is dragged, wherever the pointer is
    page.mouse.up()
    assert page.evaluate("told.slice(3)") == [0, 1]
    page.keyboard.press("Shift+Tab")
    page.mouse.move(*where(page, 9, 1))
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("told.slice(5)") == [0, -1]
