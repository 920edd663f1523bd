"""The players there are: each has a name, a line that describes it, and a code for compiled play.

A policy of your own, in Python, is any function ``choose(game) -> action`` on a ``simulate.Game``;
see README.md.
"""

from dataclasses import dataclass

import numpy as np

from model import UserError
from simulate.policies.weights import declared
from simulate.policies.worth import WORTH, worth_table


@dataclass(frozen=True)
class Policy:
    """A player. ``style`` names the file of weights it reads; none: it plays at random."""

    name: str
    description: str
    style: str | None = None


POLICIES = (
    Policy("random", "any legal action, all equally likely"),
    Policy("greedy", "looks one action ahead; evaluation with declared weights", "greedy"),
    Policy("politician", "greedy that goes for politics cards and the emperor", "politician"),
)


def names() -> list[str]:
    """The names of all policies."""
    return [policy.name for policy in POLICIES]


def get(name: str) -> Policy:
    """The policy of a name. Raises UserError naming those there are."""
    for policy in POLICIES:
        if policy.name == name:
            return policy
    raise UserError(f"policy {name!r} is unknown; there are: {', '.join(names())}")


def code(name: str) -> int:
    """The code under which compiled play knows a policy."""
    return POLICIES.index(get(name))


def worth_tables(rules: np.record) -> np.ndarray:
    """The tables that compiled policies read for one program, shape (len(POLICIES),)."""
    tables = np.zeros(len(POLICIES), dtype=WORTH)
    for i, policy in enumerate(POLICIES):
        if policy.style:
            tables[i] = worth_table(rules, declared(policy.style))[0]
    return tables


