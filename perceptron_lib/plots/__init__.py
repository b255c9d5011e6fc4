"""Every picture of the book. Each function draws on `ax`, or on a new figure, and returns the axes.

One style: class +1 is a blue circle and class -1 an orange square; a line is solid, the line before an update is
dashed; the example at hand is circled. Colour is never the only sign.
"""

from perceptron_lib.plots.descents import losses, steps, surface
from perceptron_lib.plots.multiclass import classes, confusion, images, pixels, unrolled
from perceptron_lib.plots.plane import (
    boundary,
    data,
    distances,
    hulls,
    lifted,
    measure,
    padding,
    projection,
    regions,
    turn,
    vectors,
)
from perceptron_lib.plots.proofs import against_margin, nearest, proof, shares, winding
from perceptron_lib.plots.runs import (
    along,
    length,
    path,
    states,
    update,
    updates,
    weight_slice,
    weight_slices,
    weight_space,
)
from perceptron_lib.plots.style import BLUE, GREY, ORANGE, STYLE, svg, use_book_style
from perceptron_lib.plots.units import capacity, neuron, unit, votes

__all__ = ["BLUE", "GREY", "ORANGE", "STYLE", "svg", "use_book_style"]
__all__ += [
    "boundary",
    "data",
    "distances",
    "hulls",
    "lifted",
    "measure",
    "padding",
    "projection",
    "regions",
    "turn",
    "vectors",
]
__all__ += ["along", "length", "path", "states", "update", "updates"]
__all__ += ["weight_slice", "weight_slices", "weight_space"]
__all__ += ["against_margin", "nearest", "proof", "shares", "winding"]
__all__ += ["losses", "steps", "surface"]
__all__ += ["capacity", "neuron", "unit", "votes"]
__all__ += ["classes", "confusion", "images", "pixels", "unrolled"]
