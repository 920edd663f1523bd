"""The value of a position to a seat: a small network over what it may know (features.py).

It predicts how many VP the seat and its best rival will still get, and the seat's chance to win.
The first layer is updated from position to position: an action changes a few dozen of some 1,400
features.
"""

from typing import Any, NamedTuple

import llvmlite.ir
import numba
import numpy as np
from numba.extending import intrinsic, overload

from simulate.base.tastes import TASTES
from simulate.compiling.signatures import declare
from simulate.engine.hotel import bits
from simulate.engine.jit import compiled
from simulate.learned.features import FEATURES, LINE
from simulate.learned.further import LAYOUTS

FIRST, SECOND, HEADS = 64, 32, 3
OWN, RIVAL, WIN = range(HEADS)
VP_UNIT = 20.0  # unit of the VP heads
ROWS_AT_ONCE = 4
LIST = max(LAYOUTS) + ROWS_AT_ONCE  # room for a list of changed features

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
    rows=numba.int64[::1],
    amounts=numba.float32[::1],
    second_sums=numba.float32[::1],
    heads=numba.float32[::1],
)


# The settings of a learned player's decisions.
DIAL = np.dtype(
    (
        np.record,
        [
            ("width", "i8"),  # beam width of plans
            ("leaves", "i8"),  # plans compared by rollouts
            ("playouts", "i8"),  # rollouts over all plans; 0: the value decides
            ("late", "i8"),  # number of last rounds with wider plans:
            ("late_width", "i8"),  # beam width in those rounds
            ("second", "f8"),  # weight of a second opinion on ends of plans (choice.py); 0: none
            ("distinct", "b1"),  # keep only one of several positions of equal value at a depth?
            ("net", "i8"),  # which of the table's networks it uses
            ("rivals", "f8"),  # share of the best rival's VP that is subtracted
            ("win", "f8"),  # VP that winning counts for
            ("passing", "f8"),  # VP subtracted from the value of a position after a pass
            # Its tastes, in VP:
            ("leans", "b1"),  # has it any?
            ("tastes", "f8", (len(TASTES),)),  # per unit of the tastes of base/tastes.py
            # Actions that it does not take, see bars.py:
            ("barred", "u8"),  # kinds of actions, as bits; 0: nothing is barred
            ("first", "i8"),  # only those with this first argument; below 0: all
            ("but_first", "b1"),  # all except those with it, instead
        ],
    )
)
declare(dial=numba.from_dtype(DIAL), dials=numba.from_dtype(DIAL)[::1])


class Network(NamedTuple):
    """Weights, all float32. The number of features is that of the rows of ``first_weights``."""

    first_weights: np.ndarray  # (features, FIRST)
    first_bias: np.ndarray  # (FIRST,)
    second_weights: np.ndarray  # (FIRST, SECOND)
    second_bias: np.ndarray  # (SECOND,)
    head_weights: np.ndarray  # (SECOND, HEADS)
    head_bias: np.ndarray  # (HEADS,)


def shapes(features: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a network with this many features, in order."""
    return {
        "first_weights": (features, FIRST),
        "first_bias": (FIRST,),
        "second_weights": (FIRST, SECOND),
        "second_bias": (SECOND,),
        "head_weights": (SECOND, HEADS),
        "head_bias": (HEADS,),
    }


def blank(features: int = FEATURES) -> Network:
    """An untrained network: all weights 0."""
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes(features).items()}
    return Network(**arrays)


def widened(net: Network, features: int) -> Network:
    """The network with further features of weight 0: its output is unchanged."""
    rows = np.zeros((features, FIRST), np.float32)
    rows[: len(net.first_weights)] = net.first_weights
    return net._replace(first_weights=rows)


@compiled
def first_layer(inputs, first_weights, first_bias, hidden_sums):
    """The sums of the first layer, computed from all features."""
    for j in range(FIRST):
        hidden_sums[j] = first_bias[j]
    for i in range(len(first_weights)):
        if inputs[i] != 0.0:
            for j in range(FIRST):
                hidden_sums[j] += inputs[i] * first_weights[i, j]


def differing(inputs, others, first):
    """Bit set of the LINE features from ``first`` on that differ between two positions."""
    return sum(1 << k for k in range(LINE) if inputs[first + k] != others[first + k])


@intrinsic
def _differing(context: Any, inputs: Any, others: Any, first: Any) -> Any:
    """The same by one comparison of vectors, which LLVM does not generate from a loop."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lines = llvmlite.ir.VectorType(llvmlite.ir.FloatType(), LINE)
        loaded = []
        for kind, array in zip(signature.args[:2], arguments[:2]):
            data = context.make_array(kind)(context, builder, array).data
            place = builder.bitcast(builder.gep(data, [arguments[2]]), lines.as_pointer())
            loaded.append(builder.load(place, align=4))
        differ = builder.bitcast(builder.fcmp_unordered("!=", *loaded), llvmlite.ir.IntType(LINE))
        return builder.zext(differ, llvmlite.ir.IntType(64))

    return numba.int64(inputs, others, numba.int64), generate


@overload(differing, inline="always")
def _differing_in_one_step(inputs: Any, others: Any, first: Any) -> Any:
    def compared(inputs: Any, others: Any, first: Any) -> Any:
        return _differing(inputs, others, first)  # type: ignore[call-arg]  # numba adds the context

    return compared


@compiled
def changed_layer(inputs, others, old_sums, first_weights, rows, amounts, hidden_sums):
    """The sums for features ``inputs`` from those (``old_sums``) for features ``others``.

    ``rows``, ``amounts``: buffers for a list of features. Rows of weights are added four at a time,
    in pairs: if added one at a time, each sum would wait for the previous one.
    """
    n = 0
    for line in range(len(first_weights) // LINE):
        differ = differing(inputs, others, line * LINE)
        while differ:
            i = line * LINE + bits((differ - 1) & ~differ)
            rows[n] = i
            amounts[n] = inputs[i] - others[i]
            n += 1
            differ &= differ - 1
    for k in range(n, n + ROWS_AT_ONCE - 1):
        rows[k] = 0
        amounts[k] = 0.0
    for j in range(FIRST):
        hidden_sums[j] = old_sums[j]
    for k in range(0, n, ROWS_AT_ONCE):
        a, b, c, d = amounts[k], amounts[k + 1], amounts[k + 2], amounts[k + 3]
        row_a, row_b, row_c, row_d = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        for j in range(FIRST):
            one = a * first_weights[row_a, j] + b * first_weights[row_b, j]
            other = c * first_weights[row_c, j] + d * first_weights[row_d, j]
            hidden_sums[j] += one + other


def second_layer(hidden_sums, second_weights, second_bias, second_sums):
    """The sums of the second layer from those of the first, four rows at a time as above."""
    second_sums[:] = second_bias
    given = np.maximum(hidden_sums, np.float32(0.0))
    for i in range(0, FIRST, ROWS_AT_ONCE):
        a, b, c, d = (given[k] * second_weights[k] for k in range(i, i + ROWS_AT_ONCE))
        second_sums += (a + b) + (c + d)


@intrinsic
def _second_layer(context: Any, sums: Any, weights: Any, bias: Any, second: Any) -> Any:
    """The same with all sums in registers; LLVM would store and load them row by row."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        number = llvmlite.ir.FloatType()
        row = llvmlite.ir.VectorType(number, SECOND)
        data = [
            context.make_array(kind)(context, builder, array).data
            for kind, array in zip(signature.args, arguments)
        ]

        def at(array: int, first: int) -> Any:
            return builder.gep(data[array], [llvmlite.ir.Constant(llvmlite.ir.IntType(64), first)])

        def load_row(array: int, first: int) -> Any:
            return builder.load(builder.bitcast(at(array, first), row.as_pointer()), align=4)

        def product(i: int) -> Any:
            sum_of = builder.load(at(0, i))
            zero = llvmlite.ir.Constant(number, 0.0)
            above = builder.fcmp_ordered(">", sum_of, zero)
            given = builder.select(above, sum_of, zero)
            one = builder.insert_element(
                llvmlite.ir.Constant(row, llvmlite.ir.Undefined),
                given,
                llvmlite.ir.Constant(llvmlite.ir.IntType(32), 0),
            )
            places = llvmlite.ir.VectorType(llvmlite.ir.IntType(32), SECOND)
            everywhere = builder.shuffle_vector(one, one, llvmlite.ir.Constant(places, None))
            return builder.fmul(everywhere, load_row(1, i * SECOND))

        total = load_row(2, 0)
        for i in range(0, FIRST, ROWS_AT_ONCE):
            a, b, c, d = (product(k) for k in range(i, i + ROWS_AT_ONCE))
            total = builder.fadd(total, builder.fadd(builder.fadd(a, b), builder.fadd(c, d)))
        builder.store(total, builder.bitcast(at(3, 0), row.as_pointer()), align=4)
        return context.get_dummy_value()

    return numba.void(sums, weights, bias, second), generate


@overload(second_layer, inline="always")
def _second_layer_in_registers(
    hidden_sums: Any, second_weights: Any, second_bias: Any, second_sums: Any
) -> Any:
    def summed(hidden_sums: Any, second_weights: Any, second_bias: Any, second_sums: Any) -> None:
        _second_layer(hidden_sums, second_weights, second_bias, second_sums)  # type: ignore[call-arg]

    return summed


@compiled
def rest(hidden_sums, second_weights, second_bias, head_weights, head_bias, second_sums, heads):
    """From the sums of the first layer to the heads."""
    second_layer(hidden_sums, second_weights, second_bias, second_sums)
    own, rival, win = head_bias[OWN], head_bias[RIVAL], head_bias[WIN]
    for i in range(SECOND):
        v = max(second_sums[i], np.float32(0.0))
        own += v * head_weights[i, OWN]
        rival += v * head_weights[i, RIVAL]
        win += v * head_weights[i, WIN]
    heads[OWN], heads[RIVAL], heads[WIN] = own, rival, win
