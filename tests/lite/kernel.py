"""A notebook open in JupyterLite: wait for its kernel, write into its cells, run, save, reload and download it."""

from pathlib import Path
from typing import Any

from playwright.sync_api import BrowserContext, Locator, Page

LONG = 300_000  # milliseconds: Python has to be loaded, and the machine may be busy
NOTEBOOK = "globalThis.jupyterapp?.shell.currentWidget"
CELLS = f"{NOTEBOOK}.context.model.sharedModel.cells"


class Lite:
    """A notebook that is open in JupyterLite, with what a reader can do with it."""

    def __init__(self, context: BrowserContext, page: Page) -> None:
        self.context, self.page = context, page

    @classmethod
    def follow(cls, link: Locator) -> "Lite":
        """Click a link to a notebook, whether it opens a tab of its own or not."""
        before = link.page
        if link.get_attribute("target") == "_blank":
            with before.context.expect_page() as opened:
                link.click()
            return cls(before.context, opened.value)
        link.click()
        return cls(before.context, before)

    def wait_for_cells(self) -> "Lite":
        """Wait until the notebook is there; its kernel may not be."""
        self.page.wait_for_function(f"{NOTEBOOK}?.context?.isReady && {CELLS}.length > 1", timeout=LONG)
        return self

    def wait(self) -> "Lite":
        """Wait until the notebook is there and its kernel has nothing to do."""
        self.wait_for_cells()
        session = f"{NOTEBOOK}.sessionContext"
        idle = f"{session}.isReady && {session}.session?.kernel?.status === 'idle'"
        self.page.wait_for_function(idle, timeout=LONG)
        return self

    def run_all(self) -> None:
        """Run all cells, in order, up to the first that fails, and wait for the end."""
        self.begin_to_run_all()
        self.wait_for_the_end()

    def begin_to_run_all(self) -> None:
        """Start running all cells."""
        self.page.evaluate(
            """() => {
              globalThis.ran = false;
              jupyterapp.commands.execute("notebook:run-all-cells").finally(() => { globalThis.ran = true });
            }"""
        )

    def wait_for_the_end(self) -> None:
        """Wait until all cells have run."""
        self.page.wait_for_function("globalThis.ran", timeout=LONG)
        self.wait()

    def run_cell(self, cell_id: str) -> None:
        """Run a cell, wait for the end, and keep the cell in sight."""
        self.page.evaluate(
            """async id => {
              const { content } = jupyterapp.shell.currentWidget;
              content.activeCellIndex = content.widgets.findIndex(cell => cell.model.id === id);
              await jupyterapp.commands.execute("notebook:run-cell");
              await content.scrollToItem(content.activeCellIndex);
            }""",
            cell_id,
        )

    def run(self, code: str) -> str:
        """Run code in the notebook's kernel, outside its cells, and return what it prints."""
        printed: str = self.page.evaluate(
            """async code => {
              const run = jupyterapp.shell.currentWidget.sessionContext.session.kernel.requestExecute({ code });
              let printed = "";
              run.onIOPub = ({ header, content }) => { if (header.msg_type === "stream") printed += content.text };
              await run.done;
              return printed;
            }""",
            code,
        )
        return printed

    def cells(self) -> list[dict[str, Any]]:
        """Return all cells as they are now, each in the form that it has in a file."""
        found: list[dict[str, Any]] = self.page.evaluate(f"{CELLS}.map(cell => cell.toJSON())")
        return found

    def sources(self) -> dict[str, str]:
        """Return the text of each cell, by its id."""
        return {cell["id"]: cell["source"] for cell in self.cells()}

    def outputs(self) -> list[dict[str, Any]]:
        """Return the outputs of all cells, in order."""
        return [output for cell in self.cells() for output in cell.get("outputs", [])]

    def errors(self) -> list[str]:
        """Return the errors among the outputs."""
        return [f"{out['ename']}: {out['evalue']}" for out in self.outputs() if out["output_type"] == "error"]

    def set_source(self, cell_id: str, text: str) -> None:
        """Write this text into a cell."""
        write = f"([id, text]) => {CELLS}.find(cell => cell.id === id).setSource(text)"
        self.page.evaluate(write, [cell_id, text])

    def save(self) -> None:
        """Save the notebook, as File > Save does."""
        self.page.evaluate("jupyterapp.commands.execute('docmanager:save')")

    def reload(self) -> "Lite":
        """Load the page anew, and wait for the notebook."""
        self.page.reload()
        return self.wait_for_cells()

    def download(self, folder: Path) -> Path:
        """Download the notebook by the menu, and return the file, which keeps its name."""
        with self.page.expect_download() as download:
            self.page.get_by_role("menuitem", name="File", exact=True).click()
            self.page.locator(".lm-Menu-item[data-command='docmanager:download']").click()
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path
