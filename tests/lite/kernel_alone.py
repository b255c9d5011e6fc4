"""Runs in the browser: JupyterLite's kernel without JupyterLite around it, for one notebook after the other.

What JupyterLite does in JavaScript, taking what the kernel publishes and making cells' outputs of it, is here.
`pyodide_kernel` must have been imported before, as there: it chooses where Matplotlib draws.
"""

import json
import sys
from typing import Any

import matplotlib
from matplotlib import pyplot
from matplotlib_inline.backend_inline import set_matplotlib_formats
from pyodide_kernel import ipython_shell, kernel_instance, stderr_stream, stdout_stream

outputs: list[dict[str, Any]] = []  # of the cell that runs


def printed(name: str, text: str) -> None:
    """Take what a cell prints; prints that follow one another are one output."""
    if outputs and outputs[-1].get("name") == name:
        outputs[-1]["text"] += text
    else:
        outputs.append({"output_type": "stream", "name": name, "text": text})


def shown(data: dict[str, Any], *about: object) -> None:
    """Take what a cell displays."""
    outputs.append({"output_type": "display_data", "data": data})


def returned(count: int, data: dict[str, Any], *about: object) -> None:
    """Take the value of a cell's last line."""
    outputs.append({"output_type": "execute_result", "data": data})


def forget() -> None:
    """Leave nothing of the notebook before that could stand in for what the next one lacks."""
    ipython_shell.reset()
    for module in [name for name in sys.modules if name.split(".")[0] == "perceptron_lib"]:
        del sys.modules[module]
    pyplot.close("all")
    matplotlib.rcdefaults()
    set_matplotlib_formats("png")


async def run(cells: list[str]) -> str:
    """Run cells up to the first that fails, and return the outputs of each that ran, as JSON."""
    forget()
    ran = []
    for cell in cells:
        result = await kernel_instance.run(cell)
        if result["status"] == "error":
            outputs.append({"output_type": "error", "ename": result["ename"], "evalue": result["evalue"]})
        ran.append([*outputs])
        outputs.clear()
        if result["status"] == "error":
            break
    return json.dumps(ran)


stdout_stream.publish_stream_callback = stderr_stream.publish_stream_callback = printed
ipython_shell.display_pub.display_data_callback = shown
ipython_shell.displayhook.publish_execution_result = returned
ipython_shell.send_comm = lambda *message: None  # live figures tell nobody
