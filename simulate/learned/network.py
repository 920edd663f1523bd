"""The value of a position to a seat: a small network, told what the seat may know (features.py).

It says how many VP the seat and its best rival will still get, and how likely it is to win. The
first layer is kept up to date from position to position: of some 1,400 features an action changes
a few dozen.
"""

from typing import NamedTuple

import numba
import numpy as np

from simulate.engine.jit import compiled, declare
from simulate.learned.features import FEATURES, LINE

FIRST, SECOND, HEADS = 64, 32, 3
OWN, RIVAL, WIN = range(HEADS)
VP_UNIT = 20.0  # what the heads of VP count in

declare(
    others=numba.float32[::1],
    sums=numba.float64[::1],
    first_weights=numba.float32[:, ::1],
    first_bias=numba.float32[::1],
    second_weights=numba.float32[:, ::1],
    second_bias=numba.float32[::1],
    head_weights=numba.float32[:, ::1],
    head_bias=numba.float32[::1],
    hidden_sums=numba.float32[::1],
    old_sums=numba.float32[::1],
    second_sums=numba.float32[::1],
    heads=numba.float32[::1],
)


# How a learned player decides.
DIAL = np.dtype(
    (
        np.record,
        [
            ("width", "i8"),  # positions kept at each depth of a plan
            ("leaves", "i8"),  # plans held against what may follow
            ("playouts", "i8"),  # worlds for that, over all plans; 0: the value decides
            ("rivals", "f8"),  # share of the best rival's VP that is taken off the own
            ("win", "f8"),  # VP that winning counts for
        ],
    )
)
declare(dial=numba.from_dtype(DIAL), dials=numba.from_dtype(DIAL)[::1])


class Network(NamedTuple):
    """Weights, all float32."""

    first_weights: np.ndarray  # (FEATURES, FIRST)
    first_bias: np.ndarray  # (FIRST,)
    second_weights: np.ndarray  # (FIRST, SECOND)
    second_bias: np.ndarray  # (SECOND,)
    head_weights: np.ndarray  # (SECOND, HEADS)
    head_bias: np.ndarray  # (HEADS,)


SHAPES = {
    "first_weights": (FEATURES, FIRST),
    "first_bias": (FIRST,),
    "second_weights": (FIRST, SECOND),
    "second_bias": (SECOND,),
    "head_weights": (SECOND, HEADS),
    "head_bias": (HEADS,),
}


def blank() -> Network:
    """A network that knows nothing: all weights 0."""
    return Network(**{name: np.zeros(shape, np.float32) for name, shape in SHAPES.items()})


@compiled
def first_layer(inputs, first_weights, first_bias, hidden_sums):
    """The sums of the first layer from nothing."""
    for j in range(FIRST):
        hidden_sums[j] = first_bias[j]
    for i in range(FEATURES):
        if inputs[i] != 0.0:
            for j in range(FIRST):
                hidden_sums[j] += inputs[i] * first_weights[i, j]


@compiled
def changed_layer(inputs, others, old_sums, first_weights, hidden_sums):
    """The sums for features ``x`` from those (``old_sums``) for features ``y``."""
    for j in range(FIRST):
        hidden_sums[j] = old_sums[j]
    for line in range(FEATURES // LINE):
        differ = 0
        for k in range(LINE):
            differ += inputs[line * LINE + k] != others[line * LINE + k]
        if differ:
            for k in range(LINE):
                i = line * LINE + k
                d = inputs[i] - others[i]
                if d != 0.0:
                    for j in range(FIRST):
                        hidden_sums[j] += d * first_weights[i, j]


@compiled
def rest(hidden_sums, second_weights, second_bias, head_weights, head_bias, second_sums, heads):
    """From the sums of the first layer to the heads."""
    for j in range(SECOND):
        second_sums[j] = second_bias[j]
    for i in range(FIRST):
        if hidden_sums[i] > 0.0:
            for j in range(SECOND):
                second_sums[j] += hidden_sums[i] * second_weights[i, j]
    for j in range(HEADS):
        heads[j] = head_bias[j]
    for i in range(SECOND):
        if second_sums[i] > 0.0:
            for j in range(HEADS):
                heads[j] += second_sums[i] * head_weights[i, j]
