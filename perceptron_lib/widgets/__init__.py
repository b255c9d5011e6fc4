"""The live figures: pictures that the reader moves, on the website as in a notebook.

Each is a Jupyter widget (an anywidget), drawn by an ES module in `static/figures/` that also steps the algorithm, so
that it lives without Python. In a notebook its state is here as well: move a point and read `figure.points`, or set
`figure.points` and see it move; attributes can be given when a figure is made, `Playground(visits=0)`. What follows
from them, such as `Playground.run`, the library computes when asked.
"""

from perceptron_lib.widgets.classes import ClassesExplorer
from perceptron_lib.widgets.cycle import CycleExplorer
from perceptron_lib.widgets.descent import DescentExplorer, MachinesExplorer
from perceptron_lib.widgets.halfspace import HalfspaceExplorer
from perceptron_lib.widgets.playground import Playground
from perceptron_lib.widgets.proof import ProofExplorer
from perceptron_lib.widgets.vote import VoteExplorer

__all__ = [
    "ClassesExplorer",
    "CycleExplorer",
    "DescentExplorer",
    "HalfspaceExplorer",
    "MachinesExplorer",
    "Playground",
    "ProofExplorer",
    "VoteExplorer",
]
