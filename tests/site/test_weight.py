"""What makes the finished pages light: how much code the live figures take, and none of it twice."""

import json
import re

import pytest
from playwright.sync_api import Browser

from extensions.weight import STATE, once, slim
from tests.hands import SITE, Hands, listen
from tools.minutes import chapters

MOST = 70_000  # bytes, as they are before a server compresses them


def stored(page: str) -> dict[str, dict[str, object]]:
    """The states of a page's live figures, by their names."""
    found = STATE.search(page)
    models = json.loads(found[2])["state"] if found else {}
    return {name: model["state"] for name, model in models.items() if "_esm" in model["state"]}


@pytest.mark.parametrize("name", [*(chapter.file for chapter in chapters().values()), "book/index"])
def test_the_code_of_live_figures_is_light_and_no_page_has_it_twice(name: str) -> None:
    figures = stored((SITE / f"{name}.html").read_text(encoding="utf-8"))
    code = [str(state[kind]) for state in figures.values() for kind in ("_esm", "_css")]
    own = [text for text in code if text not in figures]  # the name of a figure stands for its code
    assert len(own) == len(set(own))
    assert (SITE / "_static" / "live.js").stat().st_size + sum(len(text.encode()) for text in own) <= MOST


def test_a_figure_that_has_its_code_from_another_lives_and_they_leave_each_other_alone(
    chromium: Browser, address: str
) -> None:
    text = (SITE / "book" / "algorithm.html").read_text(encoding="utf-8")
    found = STATE.search(text)
    assert found
    state = json.loads(found[2])
    first = state["state"]["fig-playground"]
    other = first | {"state": first["state"] | {"visits": 0}}
    state["state"] = {"fig-first": other} | state["state"]  # the other is first, and so it is the one that keeps it
    kept = STATE.sub(once, f"{found[1]}{json.dumps(state)}{found[3]}")
    assert STATE.sub(once, kept) == kept  # a page that a later build leaves alone
    for kind in ("_esm", "_css"):
        assert [state[kind] == "fig-first" for state in stored(kept).values()] == [False, True, True]

    figure = re.search(r'<figure [^>]*id="fig-playground".*?</figure>', text, re.S)
    assert figure
    twin = figure[0].replace("fig-playground", "fig-first")
    page = chromium.new_page()
    faults = listen(page, address)
    page.route("**/twins.html", lambda route: route.fulfill(
        body=text.replace(found[0], kept).replace(figure[0], figure[0] + twin), content_type="text/html"
    ))  # fmt: skip
    page.goto(f"{address}book/twins.html")
    start = first["state"]["visits"]
    for name, visits in (("fig-playground", start), ("fig-first", 0)):
        hands = Hands(page, name, faults)
        hands.figure.scroll_into_view_if_needed()
        page.wait_for_selector(f"#{name}.alive")
        assert hands.number(r"Visit (\d+)") == visits
        hands.button("Step").click()
        assert hands.number(r"Visit (\d+)") == visits + 1
    assert Hands(page, "fig-playground", faults).number(r"Visit (\d+)") == start + 1
    page.close()
    assert not faults, faults


def test_scripts_lose_only_what_says_nothing() -> None:
    script = """// A comment.
const say = (a, b) => {
  // Another.
  return [a - -b, "x , y // z"]; // a third

};
const root = (v) => v > 0 ? v / 2 : { v };
"""
    assert slim(script) == (
        'const say=(a,b)=>{\nreturn [a - -b, "x , y // z"];\n};\nconst root = (v) => v > 0 ? v / 2 : { v };\n'
    )
