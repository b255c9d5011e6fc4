"""Run a submission: every cell gets its turn, whatever the others do.

nbgrader's own ``Execute`` gives up a notebook whose kernel dies or hangs, and counts a cell that got no answer as
passed. Here a cell that runs too long, prints without end or ends Python fails alone: a new kernel takes over, is told
the student's other cells again, and goes on.
"""

import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from queue import Empty

import matplotlib
from jupyter_client.blocking.client import BlockingKernelClient
from jupyter_client.kernelspec import KernelSpec
from jupyter_client.manager import KernelManager
from nbconvert.exporters.exporter import ResourcesDict
from nbformat import NotebookNode
from nbformat.v4 import new_output, output_from_msg
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import is_grade
from traitlets import Bool, Integer, default

ROOT = Path(__file__).resolve().parents[1]
START = 60  # seconds that a kernel gets to start
SHORTEST = 5  # seconds that a cell gets however many cells before it were stopped


class Stopped(Exception):
    """A cell that did not come to its end; ``name`` and the message are what the student reads."""

    def __init__(self, name: str, message: str):
        super().__init__(message)
        self.name = name


def in_sandbox(shared: Path) -> list[str]:
    """Return the start of a command that runs in a sandbox: no network, and no folder to write but ``shared``.

    The system's programs, this Python and ``perceptron_lib`` can be read; the course and ``homework`` are not there.
    """
    seen = ["/usr", "/bin", "/lib", "/lib64", "/etc/ld.so.cache", "/etc/fonts", sys.base_prefix, sys.prefix]
    seen += [sysconfig.get_paths()["purelib"], str(ROOT / "perceptron_lib")]
    return [
        "bwrap", "--unshare-all", "--die-with-parent", "--new-session",
        "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp",
        *(word for path in dict.fromkeys(seen) for word in ("--ro-bind-try", path, path)),
        "--bind", str(shared), str(shared), "--chdir", str(shared),
        "--unsetenv", "JPY_PARENT_PID",  # the grader has no number in here
    ]  # fmt: skip


@cache
def sandbox_works() -> bool:
    """Return whether bubblewrap is installed, may make its sandbox on this machine, and what a set needs is in it."""
    if not shutil.which("bwrap"):
        return False
    trial = [sys.executable, "-c", "import ipykernel, perceptron_lib"]
    with tempfile.TemporaryDirectory() as folder:
        return subprocess.run([*in_sandbox(Path(folder)), *trial], capture_output=True).returncode == 0


class _Manager(KernelManager):
    command: list[str]

    @property
    def kernel_spec(self) -> KernelSpec:
        return KernelSpec(argv=self.command, language="python")


class Kernel:
    """A Python kernel in a folder of its own, in the sandbox if there is one."""

    def __init__(self, memory: int, sandbox: bool):
        self.folder = Path(tempfile.mkdtemp(prefix="kernel-"))
        file = self.folder / "kernel.json"
        python = [sys.executable, "-m", "ipykernel_launcher", "-f", str(file), "--HistoryManager.enabled=False"]
        limits = [sys.executable, str(Path(__file__).with_name("limits.py")), str(memory)]
        # Sockets in the folder are the way into a sandbox that has no network.
        self.manager = _Manager(transport="ipc", connection_file=str(file), ip=str(self.folder / "socket"))
        self.manager.command = limits + (in_sandbox(self.folder) + python if sandbox else python)
        with suppress(FileNotFoundError):  # else every kernel looks for the fonts anew
            shutil.copytree(matplotlib.get_cachedir(), self.folder / "matplotlib")
        # Of the grader's environment only how to compute: it may hold the password of a database.
        env = {name: value for name, value in os.environ.items() if name.startswith(("NPY_", "NUMBA_", "OPENBLAS_"))}
        env |= {f"{name}_NUM_THREADS": "1" for name in ("OMP", "OPENBLAS", "MKL", "NUMBA")}
        env |= {"HOME": str(self.folder), "MPLCONFIGDIR": str(self.folder / "matplotlib"), "LANG": "C.UTF-8"}
        env |= {"MPLBACKEND": "module://matplotlib_inline.backend_inline", "PATH": os.environ.get("PATH", os.defpath)}
        self.manager.start_kernel(env=env, cwd=str(self.folder), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.client: BlockingKernelClient = self.manager.blocking_client()
        self.client.start_channels()
        self.client.wait_for_ready(timeout=START)

    def stop(self) -> None:
        """End the kernel and all that it started."""
        self.client.stop_channels()
        pid = self.manager.provisioner.pid  # type: ignore[union-attr]  # the kernel is a process of this machine
        self.manager.shutdown_kernel(now=True)
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(pid, signal.SIGKILL)  # the kernel leads a process group; its children may have outlived it
        shutil.rmtree(self.folder, ignore_errors=True)

    def run(self, source: str, seconds: float, characters: int) -> list[NotebookNode]:
        """Run one cell and return its outputs; the last one is an error if it failed.

        Raises
        ------
        Stopped
            If the cell runs longer than ``seconds``, prints more than ``characters``, or ends the kernel.
        """
        asked = self.client.execute(source, store_history=False, allow_stdin=False)
        outputs, printed, until = [], 0, time.monotonic() + seconds
        while True:
            if time.monotonic() > until:
                raise Stopped("CellTimeoutError", f"this cell did not finish within {seconds:g} seconds")
            try:
                message = self.client.get_iopub_msg(timeout=0.2)
            except Empty:
                if not self.manager.is_alive():
                    raise Stopped("DeadKernelError", "this cell ended the Python process") from None
                continue
            if message["parent_header"].get("msg_id") != asked:
                continue
            kind, content = message["msg_type"], message["content"]
            if kind == "status" and content["execution_state"] == "idle":
                break
            printed += len(str(content))
            if printed > characters:
                raise Stopped("OutputError", f"this cell printed more than {characters:,} characters")
            if kind in ("stream", "display_data", "execute_result", "error"):
                outputs.append(output_from_msg(message))
        try:
            while (answer := self.client.get_shell_msg(timeout=SHORTEST))["parent_header"].get("msg_id") != asked:
                pass  # an answer to something asked before
        except Empty:
            raise Stopped("DeadKernelError", "this cell ended the Python process") from None
        reply = answer["content"]
        if reply["status"] == "error" and not any(out.output_type == "error" for out in outputs):
            outputs.append(new_output("error", ename=reply["ename"], evalue=reply["evalue"], traceback=[]))
        return outputs


class RunCells(NbGraderPreprocessor):
    """Run a submission in a kernel, or in several where cells stop it."""

    timeout = Integer(30, help="Seconds that a cell may take, half as long after each that was stopped.").tag(
        config=True
    )
    characters = Integer(200_000, help="Characters that a cell may print.").tag(config=True)
    memory = Integer(4 * 2**30, help="Bytes of memory that a submission may use.").tag(config=True)
    sandbox = Bool(help="Run in bubblewrap's sandbox; by default where that works.").tag(config=True)

    @default("sandbox")
    def _sandbox(self) -> bool:
        return sandbox_works()

    def preprocess(self, nb: NotebookNode, resources: ResourcesDict) -> tuple[NotebookNode, ResourcesDict]:
        """Run all cells in order and store their outputs."""
        seconds: float = self.timeout
        kernel, told = Kernel(self.memory, self.sandbox), list[str]()
        try:
            for cell in nb.cells:
                if cell.cell_type != "code" or not cell.source.strip():
                    continue
                try:
                    cell.outputs = kernel.run(cell.source, seconds, self.characters)
                except Stopped as stop:
                    cell.outputs = [_error(stop)]
                    seconds = max(SHORTEST, seconds / 2)
                    kernel.stop()
                    kernel = self._again(told, seconds)
                else:
                    if not is_grade(cell):
                        told.append(cell.source)
                if is_grade(cell):
                    # nbgrader would read a warning as a failed test, and a number as its points
                    cell.outputs = [out for out in cell.outputs if out.output_type == "error"]
        finally:
            kernel.stop()
        return nb, resources

    def _again(self, told: list[str], seconds: float) -> Kernel:
        """Return a new kernel that knows what the old one was told; a cell that stops it now is left out for good."""
        kernel = Kernel(self.memory, self.sandbox)
        for source in list(told):
            try:
                kernel.run(source, seconds, self.characters)
            except Stopped:
                told.remove(source)
                kernel.stop()
                return self._again(told, seconds)
        return kernel


def _error(stop: Stopped) -> NotebookNode:
    return new_output("error", ename=stop.name, evalue=str(stop), traceback=[f"{stop.name}: {stop}"])
