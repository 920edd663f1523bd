"""Sentences for the actions of `decisions/celebrities.py`."""

from __future__ import annotations

from model.words import describe_effects
from simulate.engine import codes as c
from simulate.narration.changes import CELEBRITY, DICE
from simulate.narration.decision import Decision, Sentences, owned
from simulate.words.spelling import DICE_WORDS


def tell_use_celebrity(d: Decision) -> tuple[str, ...]:
    celebrity = int(d.player["celebrities"][d.a])
    effects = describe_effects(d.names.celebrity_card(celebrity).effects)
    return (f"{d.names.celebrity(celebrity)}: {effects}", CELEBRITY)


def tell_ignore_good(d: Decision) -> tuple[str, ...]:
    guest = d.names.guest(int(d.player["cafe"][d.a]))
    helpers = [d.names.card(card) for card in owned(d) if d.rules.card_ignore_good[card]]
    return (f"{' and '.join(helpers)}: the last good that {guest} wants is ignored",)


SENTENCES: Sentences = {
    c.IGNORE_GOOD: tell_ignore_good,
    c.USE_CELEBRITY: tell_use_celebrity,
    c.REMOVE_DIE: lambda d: (f"puts the {DICE_WORDS[d.a + 1]} die away", DICE),
}
