"""What counts as a chapter's core."""

import nbformat.v4 as v4

from tools.minutes import Amount, count


def counted(*cells):
    amounts = count(v4.new_notebook(cells=list(cells)))
    return amounts["core"], amounts["whole"]


def test_a_starred_section_ends_where_its_level_ends():
    text = "# One two\n\nthree\n\n## ★ Four\n\nfive\n\n### Six\n\nseven $x$ eight\n\n## Nine\n\nten"
    core, whole = counted(v4.new_markdown_cell(text))
    assert (core, whole) == (Amount(words=2), Amount(words=5))


def test_formulas_and_cells_are_counted_where_they_are_seen():
    shown, hidden = v4.new_code_cell("1"), v4.new_code_cell("2", metadata={"tags": ["hide-input"]})
    text = "## Two\n\nWe see\n\n$$\nx\n$$ (eq-x)\n\n:::{prf:proof}\nSo\n\n$$\ny\n$$\n:::\n\n### ★ More"
    core, whole = counted(shown, hidden, v4.new_markdown_cell(text), v4.new_code_cell("3"))
    assert (core, whole) == (Amount(words=3, formulas=2, cells=1), Amount(words=3, formulas=2, cells=2))


def test_answers_and_solutions_are_folded_but_what_is_asked_is_not():
    answer = v4.new_markdown_cell("::::{dropdown} Why so?\nBecause of this.\n::::")
    asked = v4.new_markdown_cell(":::{exercise}\n:label: ex\nDo that.\n:::\n\n:::{solution-start} ex\n:::\n\nDone")
    end = v4.new_markdown_cell("it is.\n\n:::{solution-end}\n:::\n\nAfter")
    core, whole = counted(answer, asked, v4.new_code_cell("1"), end)
    assert (core.words, core.cells) == (5, 0)
    assert whole.words - core.words >= 6
    assert whole.cells == 1


def test_a_caption_is_read_too():
    figure = {"mystnb": {"figure": {"caption": "One two *three*.", "name": "fig-x"}}, "tags": ["hide-input"]}
    core, _ = counted(v4.new_code_cell("1", metadata=figure))
    assert core == Amount(words=3)


def test_readers_are_told_twice_the_minutes_in_fives():
    assert Amount(words=2200).told == 20
    assert Amount(words=1100, formulas=4, cells=4).told == 20
    assert Amount().told == 5
