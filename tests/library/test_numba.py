"""With Numba, without it, and where compiled code cannot be kept, the same is learned."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from perceptron_lib import datasets, train, train_multiclass
from perceptron_lib.variants import train_kernel


def learned():
    """Learn from whole numbers, narrow and wide, as integers and as floats, on which no score is rounded."""
    X, y = datasets.digits()
    narrow, wide = np.rint(3 * datasets.clouds(60, noise=0.7, rng=1).X), X[:60]
    found = []
    for rows in (narrow, narrow.astype(int), wide, wide.astype(int)):
        two, ten = np.where(y[:60] == 5, 1, -1), y[:60]
        for options in (
            {"max_passes": 6},
            {"delta": 20, "eta": 2, "order": "shuffled", "rng": 0, "max_passes": 6},
            {"order": "random", "rng": 0, "max_passes": 3},
        ):
            one, cut = (train(rows, two, max_updates=budget, **options) for budget in (None, 9))
            many, kernel = train_multiclass(rows, ten, **options), train_kernel(rows @ rows.T, two, **options)
            for run, w in ((one, one.w), (cut, cut.w), (many, many.W), (kernel, kernel.coefficients)):
                how = run.passes, run.visits, run.stopped, w.dtype.name
                found.append([list(run.mistakes), w.tolist(), np.asarray(run.b).tolist(), how])
    return json.dumps(found)


def elsewhere(code):
    """Return what a new Python prints."""
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=root)
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_without_numba_the_same_is_learned_to_the_last_bit():
    hide = "import sys; sys.modules['numba'] = None"  # now it cannot be imported
    assert elsewhere(f"{hide}\nfrom tests.library.test_numba import learned\nprint(learned())") == learned()


CANNOT_KEEP = """
import numba
from perceptron_lib import datasets, train

compiles, compiled = numba.njit, []

def njit(*args, cache=False, **options):
    if cache:
        raise RuntimeError("cannot cache function '_visit_for_numba': no locator available")
    decorate = compiles(*args, **options)
    return decorate if args else lambda loop: compiled.append(loop.__module__) or decorate(loop)

numba.njit = njit
print(train(*datasets.or_()), compiled.count("perceptron_lib.training"))
"""


def test_where_compiled_code_cannot_be_kept_it_is_compiled_anew():
    pytest.importorskip("numba", reason="without Numba nothing is compiled", exc_type=ImportError)
    assert elsewhere(CANNOT_KEEP) == f"{train(*datasets.or_())} 1"
