"""The perceptron: its data, its geometry, its training loop and its pictures.

The library of the book *The Perceptron*. One convention holds everywhere (chapter *Notation*): rows are
examples, `X` has shape (n, d), labels are -1 and +1, the score of x is <w, x> + b, a point is predicted +1
iff its score is positive, and an example is a mistake iff y * score <= delta, with delta = 0 unless said.
"""

from perceptron_lib import datasets
from perceptron_lib.convergence import mistake_bound, radius, verify
from perceptron_lib.cycling import find_cycle, reachable
from perceptron_lib.halfspaces import Halfspace, pad
from perceptron_lib.passes import Progress
from perceptron_lib.separability import separate
from perceptron_lib.training import Mistakes, Run, train

__all__ = [
    "Halfspace",
    "Mistakes",
    "Progress",
    "Run",
    "datasets",
    "find_cycle",
    "mistake_bound",
    "pad",
    "radius",
    "reachable",
    "separate",
    "train",
    "verify",
]
__version__ = "0.1.0"
