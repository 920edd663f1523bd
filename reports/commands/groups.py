"""Groups of commands: `gah study`, `gah players` and `gah check`."""

from __future__ import annotations

import click

from reports.commands.lazy import LazyGroup

STUDIES = {
    "cards": "Estimate what each card is worth, with verdicts.",
    "price": "Estimate fair costs of staff cards and values of guests.",
    "suggest": "Suggest costs that balance the staff cards.",
    "timing": "Find the rounds in which staff cards are worth playing.",
    "guests": "Find which guests are good value at each price.",
    "compare": "Measure what one ruleset changes against another.",
    "modules": "Measure modules alone and together, and fair bids.",
    "variants": "Measure each change, option, variant and reading alone.",
    "assumed": "Check which findings are robust to the assumed values.",
    "luck": "Measure how much of a result is skill or luck.",
    "restrict": "Measure what a player loses without a part of the game.",
    "ways": "Find how many ways to win there are, and what each costs.",
    "power": "Find how many games a question needs.",
}
PLAYERS = {
    "list": "List the computer players.",
    "ladder": "Rate the computer players by a tournament.",
    "curve": "Measure playing strength by search budget.",
    "train": "Train the learned players by self-play.",
}
CHECKS = {
    "verify": "Check the engine over many games.",
    "validate": "Check that the statistics keep their promises.",
    "fingerprint": "Check that a fixed set of games still plays identically.",
    "bench": "Measure how fast games are played.",
}


@click.group(cls=LazyGroup, lazy=STUDIES)
def study() -> None:
    """Answer one question about balance, from games that it records.

    Each study says what it will play, plays what is not recorded yet, and continues where it was
    stopped. `gah report` shows what was completed last.
    """


@click.group(cls=LazyGroup, lazy=PLAYERS, modules={"list": "policies:policies"})
def players() -> None:
    """List, rate and train the computer players."""


@click.group(cls=LazyGroup, lazy=CHECKS)
def check() -> None:
    """Check the engine, the statistics and the speed."""


GROUPS = ("study", "players", "check")
