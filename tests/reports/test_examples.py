"""The example turns on the pages of cards: they happened, and show the card at work."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from model import load_ruleset
from reports.pictures import groups, words
from reports.results import Results
from reports.site import examples
from reports.site.blocks import Drawing
from reports.site.pages import rules as rules_page
from simulate import Game
from simulate.policies import chooser
from simulate.words.names import Names

SOURCE = examples.Source("revised-2021", 2, "greedy", 7, 1)


@pytest.fixture(scope="module")
def found() -> dict[examples.Key, examples.Example]:
    return examples.search((SOURCE,))


def test_an_example_is_what_the_page_of_the_game_shows_at_its_step(found):
    ruleset = load_ruleset(SOURCE.rules)
    game = Game(ruleset, SOURCE.players, SOURCE.seed)
    names, pick = Names(ruleset, game.rules), chooser(SOURCE.policy, game.rules)
    wanted = {one.step: one for one in found.values()}
    for step in range(max(wanted) + 1):
        if step in wanted:
            lines = words(groups(names, game.state))
            assert [line for line in wanted[step].words if line not in lines] == []
        game.apply(pick(game))


def test_the_card_is_at_work_in_it(found):
    names = Names(load_ruleset(SOURCE.rules), Game(load_ruleset(SOURCE.rules), 2).rules)
    kinds = {kind for kind, _ in found}
    assert kinds == {"staff", "guest", "politics"}
    for (kind, key), one in found.items():
        (header, *deeds), said = one.lines, {line.split(":")[0].strip(): line for line in one.words}
        assert header.startswith("Seat ")
        told = " ".join(deeds)
        if kind == "staff":
            assert f"{key} {names.ruleset.staff[int(key)].name}" in said["Staff in play"]
            assert f"plays {key} " in told
        elif kind == "guest":
            card = f"{key} {names.ruleset.guest[int(key)].name}"
            assert any(card in part and "has everything" in part
                       for part in said["Café"].split("table "))  # fmt: skip
            assert f"{card} moves from" in told
        else:
            letter = names.ruleset.politics.cards[key].letter
            assert f"puts a marker on politics card {letter}" in told
            assert f"claimed by {header[:6]}" in said["Politics cards"]


def test_pages_say_where_it_comes_from_or_that_there_is_none(computed: Results, few: None):
    (drawing,) = examples.blocks("guest", "49", computed) or [None]
    source = examples.sources(computed)[0]
    assert (source.rules, source.policy) == (computed.rules, "greedy")
    known = examples.search(examples.sources(computed))
    key = next(key for kind, key in known if kind == "staff")
    (drawing,) = examples.blocks("staff", key, computed)
    assert isinstance(drawing, Drawing)
    one = known["staff", key]
    assert f"gah play --rules {source.rules} --players {source.players}" in drawing.caption
    assert f"game {one.game}, step {one.step}" in drawing.caption
    (none,) = examples.blocks("staff", "9999", computed)
    assert "None of the example games" in str(none)
    assert examples.blocks("ballroom", "apollosaal", computed) == []


def test_games_by_rules_that_are_unknown_today_have_no_examples():
    gone = dataclasses.replace(SOURCE, rules="revised-2021+no-such-change")
    assert examples.search((gone,)) == {}


def test_the_drawing_is_a_file_and_its_words_are_on_the_page(report: Path):
    pages = [page.read_text("utf-8") for page in (report / "cards").glob("*.html")]
    with_drawing = [text for text in pages if 'class="position"' in text]
    without = [text for text in pages if "None of the example games" in text]
    assert with_drawing
    assert len(with_drawing) + len(without) >= 4, "staff, guests and a politics card"
    named = {name for text in pages for name in re.findall(r'src="../(positions/[^"]+)"', text)}
    named |= set(
        re.findall(r'src="(positions/[^"]+)"', (report / "rules-open.html").read_text("utf-8"))
    )
    assert {f"positions/{file.name}" for file in (report / "positions").iterdir()} == named
    for name in named:
        assert (report / name).read_text("utf-8").startswith("<svg")


def test_pages_that_come_again_are_not_kept_waiting_for_examples(computed: Results):
    early = dataclasses.replace(computed, early=True)
    assert examples.blocks("staff", "1", early) == []
    found = [one for page in rules_page.build(early).children for one in page.extra["gaps"]]
    assert found
    assert all(one.drawing is None for one in found)
