"""Where rulebooks leave something open, engine and witness agree under every reading.

Each example of an open position is played by both, step by step, and some way further: games seldom
come to these positions by themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from model import Ruleset, load_ruleset
from model.gaps import gaps
from model.sources import sources
from simulate import Game
from simulate.actions import from_words
from simulate.referee.document import Document
from simulate.referee.position import start_of
from simulate.referee.rules import resolve
from simulate.referee.writing import document_of, plain, read_file
from simulate.words.lexicon import Lexicon
from tests.witness.comparison import Disagreement, Match

EXAMPLES = Path(__file__).parents[2] / "verification" / "gaps"
FURTHER = 40  # decisions after the last step


def cases() -> Iterator[tuple[str, str, str]]:
    """Each example with each reading of each ruling of its position."""
    for id, gap in gaps().items():
        if not (EXAMPLES / f"{id}.json").exists():
            continue
        for ruling in gap.rulings:
            for reading in sources().ruling[ruling].readings:
                if sources().ruling[ruling].status == "switch":
                    yield id, ruling, reading


def begun(document: Document, witness_by: Ruleset | None = None) -> tuple[Match, Game]:
    """The position of an example, laid out for both."""
    ruleset, program = resolve(document.rules)
    games, _ = start_of(document, Lexicon(ruleset, document.names, program))
    game = Game(program, document.players)
    game.games[:] = games
    match = Match(ruleset, document.players, 1, witness_by=witness_by, game=game)
    game.refresh()
    return match, game


def example(gap: str) -> Document:
    """The example of a position, with all emperor tiles, so that it can be played on."""
    document = read_file(EXAMPLES / f"{gap}.json")
    if document.position is None:
        return document
    tree = plain(document)
    there = {key[0]: key for key in tree["position"].get("tiles", ())}
    own = tree["position"].get("own_tiles", "").split()
    tree["position"]["tiles"] = [
        there.get(letter) or next(f"{letter}{n}" for n in range(1, 5) if f"{letter}{n}" not in own)
        for letter in "ABC"
    ]
    return document_of(tree)


@pytest.mark.parametrize(("gap", "ruling", "reading"), [*cases()])
def test_both_play_an_example_alike_under_each_reading(gap: str, ruling: str, reading: str) -> None:
    document = example(gap)
    if ruling not in load_ruleset(document.rules.spec).rulings:
        pytest.skip("the question does not come up under the rules of the example")
    rulings = {**document.rules.rulings, ruling: reading}
    rules = document.rules.model_copy(update={"rulings": rulings})
    match, game = begun(document.model_copy(update={"rules": rules}))
    match.compare()
    draw = random.Random(f"{gap} {ruling} {reading}")
    steps = [step.do for step in document.steps if step.do is not None]
    for _ in range(len(steps) + FURTHER):
        if game.over:
            break
        action = from_words(game.rules, steps.pop(0)) if steps else draw.choice(game.legal())
        if action not in game.legal():
            steps, action = [], draw.choice(game.legal())
        match.act(action)
        match.compare()


def play(match: Match, game: Game, steps: list[str]) -> None:
    """Play on by these actions. Raises Disagreement."""
    for words in steps:
        match.act(from_words(game.rules, words))
        match.compare()


def test_a_witness_of_another_reading_is_found_out() -> None:
    """The placebo: the same example, played by the witness under the other reading."""
    document = example("second-cell-of-an-action")
    other = load_ruleset(document.rules.spec, rulings={"chaplin-cells": "once"})
    match, game = begun(document, other)
    steps = [step.do for step in document.steps if step.do is not None]
    with pytest.raises(Disagreement):
        play(match, game, [*steps, "end turn"])
