"""The value of a position to a seat: a small network, given what the seat may know (features.py).

It says how many VP the seat and its best rival will still get, and how likely it is to win. The
first layer is kept up to date from position to position: of some 1,400 features an action changes
a few dozen.
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
VP_UNIT = 20.0  # what the heads of VP count in
ROWS_AT_ONCE = 4
LIST = max(LAYOUTS) + ROWS_AT_ONCE  # room for a list of features that changed

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


# How a learned player decides.
DIAL = np.dtype(
    (
        np.record,
        [
            ("width", "i8"),  # positions kept at each depth of a plan
            ("leaves", "i8"),  # plans held against what may follow
            ("playouts", "i8"),  # worlds for that, over all plans; 0: the value decides
            ("late", "i8"),  # the last rounds, in which plans are wider:
            ("late_width", "i8"),  # positions kept at each depth there
            ("second", "f8"),  # weight of a second opinion on ends of plans (choice.py); 0: none
            ("distinct", "b1"),  # of positions at a depth that are worth the same, is one kept?
            ("net", "i8"),  # which of the networks at the table it judges by
            ("rivals", "f8"),  # share of the best rival's VP that is taken off the own
            ("win", "f8"),  # VP that winning counts for
            ("passing", "f8"),  # VP that are taken off the value of a position after a pass
            # What it likes in addition, in VP:
            ("leans", "b1"),  # does it at all?
            ("tastes", "f8", (len(TASTES),)),  # for each unit of the tastes of base/tastes.py
            # What it does not take, see bars.py:
            ("barred", "u8"),  # kinds of actions, as bits; 0: nothing is barred
            ("first", "i8"),  # of these, those with this first argument; below 0: all
            ("but_first", "b1"),  # all but those with it, instead
        ],
    )
)
declare(dial=numba.from_dtype(DIAL), dials=numba.from_dtype(DIAL)[::1])


class Network(NamedTuple):
    """Weights, all float32. It reads as many features as ``first_weights`` has rows."""

    first_weights: np.ndarray  # (features, FIRST)
    first_bias: np.ndarray  # (FIRST,)
    second_weights: np.ndarray  # (FIRST, SECOND)
    second_bias: np.ndarray  # (SECOND,)
    head_weights: np.ndarray  # (SECOND, HEADS)
    head_bias: np.ndarray  # (HEADS,)


def shapes(features: int) -> dict[str, tuple[int, ...]]:
    """The shape of each array of a network that reads this many features, in their order."""
    return {
        "first_weights": (features, FIRST),
        "first_bias": (FIRST,),
        "second_weights": (FIRST, SECOND),
        "second_bias": (SECOND,),
        "head_weights": (SECOND, HEADS),
        "head_bias": (HEADS,),
    }


def blank(features: int = FEATURES) -> Network:
    """A network that knows nothing: all weights 0."""
    arrays = {name: np.zeros(shape, np.float32) for name, shape in shapes(features).items()}
    return Network(**arrays)


def widened(net: Network, features: int) -> Network:
    """The network with further features, which it does not heed yet: it says the same."""
    rows = np.zeros((features, FIRST), np.float32)
    rows[: len(net.first_weights)] = net.first_weights
    return net._replace(first_weights=rows)


@compiled
def first_layer(inputs, first_weights, first_bias, hidden_sums):
    """The sums of the first layer from nothing."""
    for j in range(FIRST):
        hidden_sums[j] = first_bias[j]
    for i in range(len(first_weights)):
        if inputs[i] != 0.0:
            for j in range(FIRST):
                hidden_sums[j] += inputs[i] * first_weights[i, j]


def differing(inputs, others, first):
    """Which of LINE features from ``first`` on differ between two positions, as a bit set."""
    return sum(1 << k for k in range(LINE) if inputs[first + k] != others[first + k])


@intrinsic
def _differing(context: Any, inputs: Any, others: Any, first: Any) -> Any:
    """The same by one comparison of vectors, which LLVM does not make of a loop by itself."""

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

    ``rows``, ``amounts``: memory for a list of features. Rows of weights are added four at a time,
    in pairs: sums of one at a time would each wait for the last.
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
    """The same with all sums in registers, where LLVM stores and loads them row by row."""

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
