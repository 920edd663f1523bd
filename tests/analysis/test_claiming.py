"""A politics card that one seat may not claim: play that is barred, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest

from model import UserError, load_ruleset
from simulate import Game
from simulate.batch import Run, run
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.engine.frames import a_of, kind_of
from simulate.experiments.claiming import Barred
from simulate.experiments.greedily import best_of
from tests.commands.recording import query

SEED = 7


def by_hand(table: Barred, deal: int, card: str = "", who: int = -1) -> Game:
    """The game of a deal in which a seat may not claim a card and decides as if it paid nothing."""
    game = Game(table.ruleset, table.players, table.seed, deal)
    keys = list(table.ruleset.politics.cards)
    place = [keys[int(i)] for i in game.state.politics].index(card) if card else -1
    worthless = compile_ruleset(table.ruleset)
    if card:
        worthless[0]["place_vp"][keys.index(card)] = 0
    while not game.over:
        legal = game.legal()
        if game.player == who:
            allowed = [one for one in legal if kind_of(one) != c.CLAIM or a_of(one) != place]
            seen = Game(worthless, table.players, table.seed, deal)
            seen.games[0] = game.games[0]
            game.apply(best_of(seen, allowed))
        else:
            game.apply(best_of(game, legal))
    return game


@pytest.fixture(scope="module")
def table() -> Barred:
    return Barred(load_ruleset("revised-2021"), 2, "greedy", SEED)


@pytest.fixture(scope="module")
def found(table: Barred) -> pd.DataFrame:
    return table.play(0, 40)


def test_each_way_is_the_game_that_python_plays_when_it_does_the_same(
    table: Barred, found: pd.DataFrame
):
    rows = found[found["claimed"] == 1].head(2)
    assert len(rows) == 2
    for row in rows.itertuples():
        seat = int(row.seat)
        free, barred = by_hand(table, row.deal), by_hand(table, row.deal, row.item, seat)
        for game, lead in ((free, row.lead), (barred, row.lead_barred)):
            scores = game.scores()
            assert lead == scores[seat] - scores[1 - seat]
        places = [list(table.ruleset.politics.cards)[int(i)] for i in free.state.politics]
        bit = 1 << places.index(row.item)
        assert int(free.state.players[seat].claimed) & bit
        assert not int(barred.state.players[seat].claimed) & bit


def test_every_card_of_a_deal_and_every_seat_has_a_row(found: pd.DataFrame):
    assert len(found) == 40 * 3 * 2
    assert (found.groupby(["deal", "seat"])["item"].nunique() == 3).all()
    letters = found.groupby("deal")["item"].agg(
        lambda items: "".join(sorted({i[0] for i in items}))
    )
    assert set(letters) == {"ABC"}
    # Of two the one leads by as much as the other is behind, whatever card is asked about.
    free = found.pivot_table(index=["deal", "item"], columns="seat", values="lead")
    assert (free[0] == -free[1]).all()


@pytest.mark.parametrize("policy", ["greedy", "planner"])
def test_deals_are_the_same_in_whatever_range_they_are_played(table: Barred, policy: str):
    table = replace(table, policy=policy)
    whole = table.play(0, 4)
    parts = pd.concat([table.play(0, 1), table.play(1, 3)], ignore_index=True)
    pd.testing.assert_frame_equal(whole, parts)


def test_planners_are_barred_as_they_are_recorded_where_they_may_claim(
    table: Barred, tmp_path: Path
):
    planners = replace(table, policy="planner")
    found = planners.play(0, 4)
    run(Run(table.ruleset, 2, "planner", 4, SEED, tmp_path, workers=1))
    vp = dict(query(tmp_path, "select (game, seat), vp from players"))
    for row in found.itertuples():
        assert row.lead == vp[row.deal, row.seat] - vp[row.deal, 1 - row.seat]
    claimed = found[found["claimed"] == 1]
    assert (claimed["lead"] != claimed["lead_barred"]).any()


def test_who_may_not_claim_what_pays_nothing_loses_nothing(table: Barred, tmp_path: Path):
    """At a place of nothing a barred seat sees what a free one sees: only its markers differ."""
    patch = tmp_path / "nothing.toml"
    patch.write_text('id = "nothing"\n[set]\n' + "\n".join(
        f'"politics.cards.{key}.places" = [0, 0, 0]' for key in table.ruleset.politics.cards
    ))  # fmt: skip
    rows = Barred(load_ruleset(patches=[patch]), 2, "greedy", SEED).play(0, 40)
    unclaimed = rows[rows["claimed"] == 0]
    assert len(unclaimed) > 40
    assert (unclaimed["lead"] == unclaimed["lead_barred"]).all()


def test_who_cannot_be_barred_is_refused(table: Barred):
    with pytest.raises(UserError, match="it takes too long"):
        Barred(table.ruleset, 2, "search", SEED).play(0, 1)
    by_itself = load_ruleset("revised-2021+auto-claim")
    with pytest.raises(UserError, match="nobody can be kept from it"):
        Barred(by_itself, 2, "greedy", SEED).play(0, 1)
