"""A cell of a chapter can be changed and run on the page itself."""


def test_a_cell_is_changed_and_run_on_its_page(window, address):
    page = window.new_page()
    page.goto(f"{address}book/algorithm.html")
    page.get_by_role("button", name="Change this code and run it here").press("Enter")
    console = page.frame_locator("iframe.run-here")
    prompt = console.locator(".jp-CodeConsole-promptCell")
    prompt.get_by_text("one_pass").first.wait_for(timeout=300_000)
    frame = next(frame for frame in page.frames if "/repl/" in frame.url)
    outputs = console.locator(".jp-CodeConsole-content .jp-OutputArea-output")

    def run() -> str:
        console.get_by_title("Run").first.click()
        outputs.first.wait_for(timeout=300_000)
        return outputs.last.inner_text()

    assert run() == "[ 0  2  0 -1  1] 0\n"
    source = "jupyterapp.shell.currentWidget.console.promptCell.model.sharedModel"
    frame.evaluate(f"{source}.setSource({source}.getSource().replace('<=', '<'))")
    assert run() == "[0 0 0 0 0] 0\n"
