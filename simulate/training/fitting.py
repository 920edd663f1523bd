"""Fit the network to positions and their targets: Adam (Kingma & Ba 2015), in numpy.

Only the non-zero features of a position are stored and used: some 170 of 1,400.
"""

from dataclasses import dataclass
from typing import NamedTuple

import numba
import numpy as np

from simulate.compiling.signatures import declare
from simulate.engine.jit import compiled
from simulate.learned.network import FIRST, HEADS, WIN, Network, shapes

declare(
    indices=numba.uint16[::1],
    halves=numba.float32[::1],
    begins=numba.int64[::1],
    chosen=numba.int64[::1],
    layer=numba.float32[:, ::1],
    slopes=numba.float32[:, ::1],
)
WIN_WEIGHT = 0.5  # weight of the win loss relative to that of VP
MEAN_OF = 1000  # approximate number of steps that the mean of the weights spans
BETA_1, BETA_2, EPSILON = 0.9, 0.999, 1e-8


class Samples(NamedTuple):
    """Positions as non-zero features, with their targets."""

    indices: np.ndarray  # uint16: of features, position by position
    amounts: np.ndarray  # float32: their values
    begins: np.ndarray  # int64, one more than positions: where the features of each begin
    targets: np.ndarray  # float32 (positions, HEADS)


def joined(parts: list[Samples]) -> Samples:
    """Several collections as one."""
    offsets = np.cumsum([0] + [len(part.indices) for part in parts])
    begins = [part.begins[:-1] + offset for part, offset in zip(parts, offsets)]
    return Samples(
        np.concatenate([part.indices for part in parts]),
        np.concatenate([part.amounts for part in parts]),
        np.concatenate([*begins, offsets[-1:]]),
        np.concatenate([part.targets for part in parts]),
    )


@compiled
def forward(indices, halves, begins, chosen, first_weights, first_bias, layer):
    """The sums of the first layer of some positions."""
    for i in range(len(chosen)):
        for j in range(FIRST):
            layer[i, j] = first_bias[j]
        for k in range(begins[chosen[i]], begins[chosen[i] + 1]):
            feature = indices[k]
            v = halves[k]
            for j in range(FIRST):
                layer[i, j] += v * first_weights[feature, j]


@compiled
def backward(indices, halves, begins, chosen, layer, slopes):
    """Add the gradients of the first weights, from those of the first layer's sums (``layer``)."""
    for i in range(len(chosen)):
        for k in range(begins[chosen[i]], begins[chosen[i] + 1]):
            feature = indices[k]
            v = halves[k]
            for j in range(FIRST):
                slopes[feature, j] += v * layer[i, j]


@dataclass
class Adam:
    """A network in training: its weights, and the running moments of their gradients.

    ``mean`` is a running mean of the weights and is what plays: single batches make the weights
    fluctuate (Polyak and Juditsky 1992).
    """

    weights: dict[str, np.ndarray]
    mean: dict[str, np.ndarray]
    first: dict[str, np.ndarray]
    second: dict[str, np.ndarray]
    steps: int = 0

    @classmethod
    def new(cls, seed: int, features: int) -> "Adam":
        """A network of random weights that reads this many features."""
        rng = np.random.default_rng(seed)
        of = shapes(features)
        weights = {name: np.zeros(shape, np.float32) for name, shape in of.items()}
        scales = (("first_weights", 0.08), ("second_weights", 0.18), ("head_weights", 0.1))
        for name, scale in scales:
            weights[name] = (scale * rng.standard_normal(of[name])).astype(np.float32)
        zeros = {name: np.zeros(shape, np.float32) for name, shape in of.items()}
        mean = {name: array.copy() for name, array in weights.items()}
        return cls(weights, mean, zeros, {name: zero.copy() for name, zero in zeros.items()})

    def averaged(self) -> Network:
        """The mean weights in the form for compiled code."""
        names = Network._fields
        return Network(**{name: np.ascontiguousarray(self.mean[name]) for name in names})

    def step(self, slopes: dict[str, np.ndarray], rate: float, decay: float) -> None:
        """One step against the gradient, with weight decay (Loshchilov & Hutter 2019)."""
        self.steps += 1
        share = np.float32(1 / min(self.steps, MEAN_OF))
        scale = rate * np.sqrt(1 - BETA_2**self.steps) / (1 - BETA_1**self.steps)
        for name, slope in slopes.items():
            first, second = self.first[name], self.second[name]
            first *= BETA_1
            first += (1 - BETA_1) * slope
            second *= BETA_2
            second += (1 - BETA_2) * np.square(slope)
            weights = self.weights[name]
            if weights.ndim == 2:
                weights *= 1 - rate * decay
            weights -= (scale * first / (np.sqrt(second) + EPSILON)).astype(np.float32)
            self.mean[name] += share * (weights - self.mean[name])


def slopes_of(
    weights: dict[str, np.ndarray], samples: Samples, chosen: np.ndarray
) -> tuple[dict[str, np.ndarray], np.ndarray]:
    """The gradients of the loss over some positions, and the mean squared error of each head."""
    layer = np.empty((len(chosen), FIRST), np.float32)
    given = samples.indices, samples.amounts, samples.begins, chosen
    forward(*given, weights["first_weights"], weights["first_bias"], layer)
    first = np.maximum(layer, 0)
    sums = first @ weights["second_weights"] + weights["second_bias"]
    second = np.maximum(sums, 0)
    heads = second @ weights["head_weights"] + weights["head_bias"]
    targets = samples.targets[chosen]
    off = heads - targets
    chance = 1 / (1 + np.exp(-heads[:, WIN]))
    off[:, WIN] = WIN_WEIGHT * (chance - targets[:, WIN])
    error = np.mean(np.square(heads - targets), axis=0)
    error[WIN] = np.mean(np.square(chance - targets[:, WIN]))
    back = off / np.float32(len(chosen))
    to_second = (back @ weights["head_weights"].T) * (sums > 0)
    to_first = np.ascontiguousarray((to_second @ weights["second_weights"].T) * (layer > 0))
    into_first = np.zeros_like(weights["first_weights"])
    backward(*given, to_first, into_first)
    return {
        "first_weights": into_first,
        "first_bias": to_first.sum(axis=0),
        "second_weights": first.T @ to_second,
        "second_bias": to_second.sum(axis=0),
        "head_weights": second.T @ back,
        "head_bias": back.sum(axis=0),
    }, error


def fit(
    adam: Adam,
    samples: Samples,
    seed: int,
    epochs: int,
    rates: tuple[float, float],
    batch: int,
    decay: float,
) -> np.ndarray:
    """Fit to the samples for this many epochs; the rate falls from the first value to the second.

    Returns the mean errors of the last epoch by head, shape (HEADS,): VP in units, chances.
    """
    rng = np.random.default_rng(seed)
    n = len(samples.targets)
    steps = epochs * (n // batch)
    errors = np.zeros(HEADS)
    done = 0
    for _ in range(epochs):
        order = rng.permutation(n)
        errors[:] = 0
        for k in range(n // batch):
            chosen = order[k * batch : (k + 1) * batch]
            slopes, error = slopes_of(adam.weights, samples, chosen)
            rate = rates[0] * (rates[1] / rates[0]) ** (done / max(1, steps - 1))
            adam.step(slopes, rate, decay)
            errors += error
            done += 1
    return errors / max(1, n // batch)
