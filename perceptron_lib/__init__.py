"""The perceptron: its data, its geometry, its training loop, its relatives and its pictures.

The library of the book *The Perceptron*. One convention holds everywhere (chapter *Notation*): rows are
examples, `X` has shape (n, d), labels are -1 and +1, the score of x is <w, x> + b, a point is predicted +1
iff its score is positive, and an example is a mistake iff y * score <= delta, with delta = 0 unless said. Every
function refuses what it cannot use with a `ValueError` that says what is wrong, where, and what to do.

What a reader may use is listed below; `perceptron_lib.estimators` has the perceptrons with scikit-learn's interface,
`perceptron_lib.plots` the pictures and `perceptron_lib.widgets` the live figures, each imported by itself. The other
modules are the library's own.
"""

from perceptron_lib import datasets, losses, multiclass, reductions, variants
from perceptron_lib.convergence import mistake_bound, radius, verify
from perceptron_lib.cycling import find_cycle, reachable
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.losses import descend
from perceptron_lib.multiclass import train_multiclass
from perceptron_lib.passes import Mistakes
from perceptron_lib.reductions import one_vs_one, one_vs_rest
from perceptron_lib.separability import separate
from perceptron_lib.training import Run, train

__all__ = [
    "Halfspace",
    "Mistakes",
    "Run",
    "datasets",
    "descend",
    "find_cycle",
    "losses",
    "mistake_bound",
    "multiclass",
    "one_vs_one",
    "one_vs_rest",
    "pad",
    "radius",
    "reachable",
    "reductions",
    "separate",
    "train",
    "train_multiclass",
    "variants",
    "verify",
]
__version__ = "0.1.0"
