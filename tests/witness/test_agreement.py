"""The engine and the witness agree, decision by decision; a sample of the long comparison."""

from __future__ import annotations

import pytest

from tests.witness.comparison import AS_THE_ENGINE, Disagreement, Match, disagreements
from tests.witness.plan import Rules, compare, picker, rulesets

SAMPLE = [
    *(Rules("original-2015"), Rules("revised-2021"), Rules("original-2015+lets-waltz")),
    *(Rules("revised-2021+lets-waltz+draft"), Rules("revised-2021", hands="draft", boards="day")),
    Rules("revised-2021+lets-waltz+sweep+herlius+rowe-smith+auto-claim+turn-without-dice"),
]


@pytest.mark.parametrize("rules", SAMPLE, ids=str)
def test_no_disagreement(rules: Rules) -> None:
    done = compare(rules, 600, seed=20)
    assert not done.wrong
    assert done.positions.total() >= 600


def test_every_reading_of_every_switch_is_compared() -> None:
    from model.sources import sources

    compared = {rules.ruling for rules in rulesets() if rules.ruling}
    for id, ruling in sources().ruling.items():
        for reading in ruling.readings if ruling.status == "switch" else ():
            defaults = {
                ruling.default_for(edition) for edition in ("original-2015", "revised-2021")
            }
            assert (id, reading) in compared or defaults == {reading}, f"{id}={reading}"


# Those that some dozens of games meet.
OFTEN = [id for id, one in disagreements().items() if not one.get("rare")]


def met(id: str, games: int) -> bool:
    """Does a game show that the two differ where the witness reads a question in its own way."""
    ruleset = Rules(disagreements()[id]["rules"]).load()
    for number in range(games):
        match = Match(ruleset, 2 + number % 3, 1, number, AS_THE_ENGINE - {id})
        pick = picker(("random", "greedy")[number % 2], match.game, number)
        try:
            match.compare()
            while not match.game.over:
                match.act(pick(match.game))
                match.compare()
        except Disagreement:
            return True
        except RuntimeError:
            continue
    return False


@pytest.mark.long
@pytest.mark.parametrize("id", sorted(OFTEN))
def test_each_disagreement_listed_is_one(id: str) -> None:
    assert met(id, games=40)


def test_a_disagreement_listed_is_one() -> None:
    assert met("answers-before-laying", games=12)
