"""Run the chapters, the library's tests and the solutions of the problem sets as other processors would.

python -m tools.portable [setting ...]
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = [f"tests/library/test_{path.stem}.py" for path in sorted((ROOT / "perceptron_lib").glob("*.py"))]
TESTS = ["book", "tests/homework/test_solutions.py", "tests/library/test_input.py"]
TESTS += [name for name in LIBRARY if (ROOT / name).exists()]

# Three libraries choose their code by the processor: OpenBLAS, NumPy and Numba. The choice of one does not change that
# of another, so a run can change them all.
WIDE = " ".join(np.show_config(mode="dicts")["SIMD Extensions"]["found"])  # what NumPy has beyond the common ground
SETTINGS = {
    "oldest": {"OPENBLAS_CORETYPE": "Nehalem", "NPY_DISABLE_CPU_FEATURES": WIDE, "NUMBA_CPU_NAME": "generic"},
    "newest": {"OPENBLAS_CORETYPE": "SkylakeX"},  # AVX-512; on AMD, OpenBLAS by itself takes narrower kernels
    "plain": {"OPENBLAS_CORETYPE": "Sandybridge", "NUMBA_DISABLE_JIT": "1"},  # as for debugging and coverage
    "without": {"OPENBLAS_CORETYPE": "Haswell", "PYTHONPATH": "NO_NUMBA"},  # as with `pip install .`
}
PROBE = """
import numpy, scipy.linalg, threadpoolctl
numpy.eye(99) @ scipy.linalg.inv(numpy.eye(99))
print(*{info["architecture"] for info in threadpoolctl.threadpool_info() if info["internal_api"] == "openblas"})
"""


def passes(name: str, setting: dict[str, str]) -> bool:
    """Run the tests in an environment with these variables, and return whether they pass."""
    env = os.environ | setting | {"OPENBLAS_NUM_THREADS": "1"}  # the tests run on all cores already
    core = setting["OPENBLAS_CORETYPE"]
    probe = subprocess.run([sys.executable, "-c", PROBE], env=env, capture_output=True, text=True)
    print(f"\n{name}: {' '.join(f'{key}={value!r}' for key, value in setting.items())}", flush=True)
    if probe.stdout.split() != [core]:
        print(f"OpenBLAS cannot run its kernels for {core} on this processor; those it chose run instead.", flush=True)
        del env["OPENBLAS_CORETYPE"]
    pytest = [
        sys.executable,
        "-m",
        "pytest",
        "--quiet",
        "-rs",
        "--tb=short",
        "-n",
        "auto",
        "--dist",
        "loadscope",
        *TESTS,
    ]
    return subprocess.run(pytest, cwd=ROOT, env=env).returncode == 0


def main() -> int:
    """Run the tests in the settings named on the command line, by default in all."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "numba.py").write_text("raise ImportError('no Numba in this setting')")
        SETTINGS["without"]["PYTHONPATH"] = folder
        failed = [name for name in sys.argv[1:] or SETTINGS if not passes(name, SETTINGS[name])]
    print("\nThe same everywhere." if not failed else f"\nNot the same: {', '.join(failed)}.")
    return len(failed)


if __name__ == "__main__":
    sys.exit(main())
