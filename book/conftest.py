"""nbval runs each chapter and compares what its cells print and draw; here is what it leaves out: the live figures."""

import copy
from typing import Any

import pytest
from nbval.plugin import IPyNbFile

from tools.notebooks import VIEW, WIDGETS, models, named


class Chapter(IPyNbFile):
    """A chapter as nbval runs it, with one test more at its end."""

    def collect(self) -> list[pytest.Item]:
        """Return a test for each cell, and one for the live figures."""
        self.tests: list[Any] = [*super().collect()]
        self.states: dict[str, dict[str, Any]] = {}
        return [*self.tests, LiveFigures.from_parent(self, name="live figures")]

    def get_kernel_message(self, *args: Any, **options: Any) -> dict[str, Any]:
        """Return the kernel's next message; note what it tells about the state of a widget."""
        message = super().get_kernel_message(*args, **options)
        if message["msg_type"] in ("comm_open", "comm_msg"):
            content = message["content"]
            self.states.setdefault(content["comm_id"], {}).update(content["data"].get("state", {}))
        return message


class LiveFigures(pytest.Item):
    """Every cell shows the live figure that is stored with it, and they are all left in their stored states."""

    parent: Chapter

    def runtest(self) -> None:
        """Compare the stored chapter with the run that nbval has just made."""
        stored, fresh = self.parent.nb, copy.deepcopy(self.parent.nb)
        code = [cell for cell in fresh.cells if cell.cell_type == "code"]
        for cell, test in zip(code, self.parent.tests, strict=True):
            cell.outputs = test.test_outputs
        fresh.metadata.widgets = {WIDGETS: {"state": {name: {"state": s} for name, s in self.parent.states.items()}}}
        fresh = named(fresh)
        assert views(fresh) == views(stored)
        assert models(fresh).keys() == models(stored).keys()
        for name, model in models(stored).items():
            old, new = model["state"], models(fresh)[name]["state"]
            changed = [key for key in old.keys() | new.keys() if old.get(key) != new.get(key)]
            assert not changed, f"{name} has another state: run `make notebooks`, look at the change, and commit it"

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> str:
        """Say what differs, without pytest's own frames."""
        return str(excinfo.value)


def views(notebook: Any) -> list[list[str]]:
    """Return for each cell the live figures that it shows."""
    return [
        [output.data[VIEW].model_id for output in cell.get("outputs", []) if VIEW in output.get("data", {})]
        for cell in notebook.cells
    ]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(file_path: Any, parent: Any) -> Any:
    """Put a Chapter in the place of nbval's own."""
    files = yield
    return [Chapter.from_parent(parent, path=file_path) if isinstance(file, IPyNbFile) else file for file in files]
