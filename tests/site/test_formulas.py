"""Formulas are set when the book is built, and one that cannot be set is reported with its page and line."""

from io import StringIO

import pytest
from sphinx.application import Sphinx

PAGE = r"""# A page

Here is $\tilde w^\top x > 0$, and (see {eq}`eq-sum`) there

$$
1 + 1 = 2
$$ (eq-sum)
"""


@pytest.fixture
def build(tmp_path):
    """Build a site of one page; return the page and the warnings."""

    def build(text):
        (tmp_path / "index.md").write_text(text, encoding="utf-8")
        settings = {
            "extensions": ["myst_parser", "extensions.formulas"],
            "html_math_renderer": "katex",
            "myst_enable_extensions": ["dollarmath"],
            "keep_warnings": True,
        }
        warnings = StringIO()
        html, cache = tmp_path / "html", tmp_path / "cache"
        Sphinx(tmp_path, None, html, cache, "html", settings, None, warnings, freshenv=True).build()
        return (html / "index.html").read_text(encoding="utf-8"), warnings.getvalue()

    return build


def test_a_page_holds_its_formulas_as_html_and_mathml(build):
    page, warnings = build(PAGE)
    assert "formula" not in warnings
    assert page.count('<span class="katex-html" aria-hidden="true">') == 2
    assert page.count("<math ") == 2
    assert "annotation" not in page
    assert "tilde" not in page


def test_a_formula_is_tied_to_the_comma_after_it(build):
    page, _ = build(PAGE)
    assert "</span>,</span> and" in page
    assert page.count('<span class="tied">') == 1


def test_numbers_and_links_of_formulas_are_sphinxs_own(build):
    page, _ = build(PAGE)
    assert '<span class="eqno">(1)<a class="headerlink" href="#equation-eq-sum"' in page
    assert '<a class="reference internal" href="#equation-eq-sum">(1)</a>' in page


@pytest.mark.parametrize("wrong", [r"\nosuchthing", "{", "x_1_2", "é"])
def test_a_formula_that_cannot_be_set_is_reported_with_its_page_and_line(build, wrong):
    _, warnings = build(f"# A page\n\nFirst a line.\n\nAnd here is ${wrong}$.\n")
    assert "index.md:5: WARNING: KaTeX refuses" in warnings
    assert wrong in warnings.replace("\\\\", "\\")
