"""Small positions played out, line by line, by engine and witness; a sample of all lines."""

import pytest

from model import load_ruleset
from tests.witness import small
from tests.witness.comparison import Disagreement, Match
from tests.witness.plan import rulesets
from tests.witness.small import Tried, every_line, line, positions, some_lines

SMALL = positions()


@pytest.mark.parametrize("name", SMALL)
def test_lines_drawn_at_random_are_played_alike(name):
    tried = some_lines(SMALL[name], 12, seed=3)
    assert tried.lines == 12
    assert tried.positions > 12


def test_lines_are_all_different_and_what_they_share_is_compared_once():
    whole = every_line(SMALL["goods original-2015"], most=40)
    again = Tried()
    taken: set[tuple[int, ...]] = set()
    path: list[int] = []

    def first(depth: int, n: int) -> int:
        path.append(0)
        return 0

    line(SMALL["goods original-2015"], first, 0, again)
    taken.add(tuple(path))
    assert whole.lines == 40
    assert again.positions < whole.positions < 40 * again.positions


def test_the_share_of_random_play_is_whole_when_all_lines_were_played_and_grows_until_then():
    document = SMALL["goods original-2015"]
    whole, some = every_line(document), every_line(document, most=20)
    assert whole.covered == pytest.approx(1)
    assert 0 < some.covered < whole.covered
    assert every_line(document, budget=0).lines == 0


def test_the_record_counts_what_was_compared_and_names_a_disagreement(monkeypatch):
    known = {"goods original-2015": SMALL["goods original-2015"]}
    monkeypatch.setattr(small, "positions", lambda: known)
    found = small.compared(budget=0.5)
    text = small.text_of({"compared": found, "date": "today", "commit": "1234"})
    assert f"{found['goods original-2015']['lines']:,} lines; 0 disagreements." in text

    def differ(*_, **__):
        raise Disagreement("legal actions", "a", "b")

    monkeypatch.setattr(small, "every_line", differ)
    text = small.text_of({"compared": small.compared(1), "date": "today", "commit": "1234"})
    assert "1 disagreements." in text
    assert "goods original-2015: legal actions" in text


def test_another_rule_is_found_in_some_line(monkeypatch):
    """The placebo: the witness plays the other edition, in which room and staff costs differ."""
    other = load_ruleset("original-2015")

    def begin(self, ruleset, players, seed, number=0, witness_by=None, game=None):
        real(self, ruleset, players, seed, number, other, game)

    real = Match.__init__
    monkeypatch.setattr(Match, "__init__", begin)
    with pytest.raises(Disagreement):
        every_line(SMALL["staff revised-2021"], most=400)


def test_orders_of_bell_cards_are_compared_under_both_readings():
    assert ("bell-orders", "left") in {rules.ruling for rules in rulesets()}
