"""Sentences for the actions of `decisions/start_player.py`."""

from __future__ import annotations

from model.words import many
from simulate.engine import codes as c
from simulate.narration.changes import KEY
from simulate.narration.decision import Decision, Sentences
from simulate.narration.sentences.main_actions import second_die


def tell_key(d: Decision) -> tuple[str, ...]:
    good = many(int(d.rules.key_goods), "dish or drink", "dishes or drinks")
    parts = [
        "takes the skeleton key instead of a die and starts the next round",
        f"{good} of choice, a main action of strength {d.rules.key_strength}",
        *second_die(d, 0),
    ]
    return ("; ".join(parts), KEY)


SENTENCES: Sentences = {
    c.KEY: tell_key,
}
