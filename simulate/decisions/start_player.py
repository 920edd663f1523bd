"""The start player and the skeleton key."""

from __future__ import annotations

from simulate.decisions.entries import Action
from simulate.decisions.forms import fixed
from simulate.decisions.readings import Reading
from simulate.engine import codes as c

ACTIONS = (
    Action(
        c.KEY, "take-key", "take the skeleton key",
        fixed("take key").also(
            Reading("take (?:the )?(?:skeleton )?key", lambda at, m: (0, 0, 0))
        ),
        (c.F_TURN,), samples=("take key",),
        possible=lambda rules: bool(rules.key),
    ),
)  # fmt: skip
