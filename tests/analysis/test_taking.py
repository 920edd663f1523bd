"""What it is worth to take a guest: planted worths that must be found, and play that is forced."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis.cards.taking import GOOD, POOR, average_frame, taking_frame
from model import UserError, load_ruleset
from simulate import Game
from simulate.engine import codes as c
from simulate.engine.frames import a_of, kind_of
from simulate.experiments.greedily import best_of
from simulate.experiments.taking import AskedTurn
from simulate.learned.bars import ANY
from simulate.learned.network import DIAL
from simulate.learned.table import choosing

GUESTS, PLACES, COSTS = 12, 5, np.array([3, 2, 1, 0, 0])
WORTH = np.linspace(-6, 8, GUESTS)
"""VP of taking each planted guest for nothing; a krone costs a VP."""


def planted(worth: np.ndarray, deals: int, sd: float, seed: int = 1) -> pd.DataFrame:
    """Rows as `AskedTurn.play` gives them at a table of three: luck of the deal and of each way."""
    rng = np.random.default_rng(seed)
    items = np.argsort(rng.random((deals, GUESTS)), axis=1)[:, :PLACES]
    shared, none = rng.normal(0, 20, (deals, 1)), rng.normal(0, sd, (deals, 1))
    lead = shared + worth[items] - COSTS + rng.normal(0, sd, items.shape)
    chosen = worth[items] - COSTS == (worth[items] - COSTS).max(axis=1, keepdims=True)
    wide = {
        "item": items,
        "price": np.broadcast_to(COSTS, items.shape),
        "chosen": chosen,
        "lead": 2 * lead,
        "lead_none": np.broadcast_to(2 * (shared + none), items.shape),
    }
    rows = {name: values.ravel() for name, values in wide.items()}
    frame = pd.DataFrame({"deal": np.repeat(np.arange(deals), PLACES), **rows})
    frame["chosen"] = frame["chosen"].astype(np.int8)
    return frame.assign(win=(frame["lead"] > 0) * 12, win_none=(frame["lead_none"] > 0) * 12)


def estimated(frame: pd.DataFrame, folder: Path) -> pd.DataFrame:
    file = folder / "rows.parquet"
    frame.to_parquet(file)
    found = taking_frame([str(file)], 3, {"0": "Nobody"})
    return found[found["outcome"] == "lead"].set_index(["item", "price"])


def truth(item: str, price: int) -> float:
    return float(WORTH[int(item)] - price)


def test_planted_worths_are_found_and_covered_as_often_as_promised(tmp_path: Path):
    found = estimated(planted(WORTH, 4_000, 10.0), tmp_path)
    assert len(found) == GUESTS * len(set(COSTS))
    z = [(row["estimate"] - truth(*at)) / row["se"] for at, row in found.iterrows()]  # fmt: skip
    assert np.sqrt(np.mean(np.square(z))) == pytest.approx(1, abs=0.35)
    assert max(map(abs, z)) < 4
    assert found.loc[("0", 0), "name"] == "Nobody"


def test_verdicts_tell_the_planted_sign_and_nothing_where_nothing_is_planted(tmp_path: Path):
    found = estimated(planted(WORTH, 4_000, 10.0), tmp_path)
    for at, row in found.iterrows():
        if row["verdict"] in (GOOD, POOR):
            assert (row["verdict"] == GOOD) == (truth(*at) > 0)
    assert found.loc[("11", 3), "verdict"] == GOOD  # 8 VP for 3 krones
    assert found.loc[("0", 0), "verdict"] == POOR
    # Nothing is gained for nothing: at that price, no verdict.
    level = estimated(planted(np.zeros(GUESTS), 4_000, 10.0), tmp_path)
    assert (level.xs(0, level="price")["verdict"] == "undecided").all()


def test_instead_is_against_the_other_guests_of_the_same_row(tmp_path: Path):
    frame = planted(WORTH, 500, 0.0)
    found = estimated(frame, tmp_path)
    net = frame.assign(net=frame["lead"] / 2)
    of_deal = net.groupby("deal")["net"]
    others = (of_deal.transform("sum") - net["net"]) / (PLACES - 1)
    known = (net["net"] - others).groupby([net["item"], net["price"]]).mean()
    for (item, price), value in known.items():
        seen = found.loc[(str(item), price), "instead"]
        assert np.isnan(seen) or seen == pytest.approx(value, abs=1e-9)
    assert found["instead"].notna().sum() > GUESTS


def test_a_guest_that_lay_there_alone_is_compared_with_none_only(tmp_path: Path):
    found = estimated(planted(WORTH, 4_000, 1.0).groupby("deal").head(1), tmp_path)
    assert np.isfinite(found["estimate"]).all()
    assert found["instead"].isna().all()


def test_few_deals_give_no_verdict(tmp_path: Path):
    found = estimated(planted(WORTH, 40, 1.0), tmp_path)
    at_one = found.xs(1, level="price")
    assert (at_one["verdict"] == "").all()
    assert at_one["estimate"].isna().all()


def test_an_average_guest_costs_what_is_asked(tmp_path: Path):
    file = tmp_path / "rows.parquet"
    planted(WORTH, 4_000, 5.0).to_parquet(file)
    found = average_frame([str(file)], 3)
    for _, row in found[found["outcome"] == "lead"].iterrows():
        assert abs(row["estimate"] - (WORTH.mean() - row["price"])) < 4 * row["se"]
    assert found["use"].between(0, 1).all()


# --- play that is forced --------------------------------------------------------------------------


def by_hand(turn: AskedTurn, deal: int, way: int | None) -> tuple[Game, dict[int, int]]:
    """The game of a deal in which the guest of a place is taken first, or none on that turn; and
    the guests that could be taken, by action."""
    game = Game(turn.ruleset, turn.players, turn.seed, deal)
    free = held = best_of
    if turn.policy != "greedy":
        bar = np.zeros(1, DIAL)
        bar["barred"], bar["first"] = 1 << c.TAKE_GUEST, ANY
        free, held = choosing(turn.policy), choosing(turn.policy, bar[0])
    there: dict[int, int] = {}
    while not game.over:
        legal = game.legal()
        state = game.state
        on = game.player == 0 and state.round_no == 1 and state.players[0].turns_taken == 0
        on &= state.frames[state.top - 1].kind == c.F_TURN
        guests = [one for one in legal if kind_of(one) == c.TAKE_GUEST] if on else []
        if guests and not there:
            numbers = game.rules.guest_number
            there = {a_of(one): int(numbers[state.row[a_of(one)]]) for one in guests}
            if way is not None:
                game.apply(next(one for one in guests if a_of(one) == way))
                continue
        barred = guests if way is None else []
        pick = held if barred else free
        game.apply(pick(game, [one for one in legal if one not in barred]))
    return game, there


@pytest.fixture(scope="module")
def turn() -> AskedTurn:
    return AskedTurn(load_ruleset("revised-2021"), 2, "greedy", 7)


def test_players_that_search_cannot_be_forced(turn: AskedTurn):
    with pytest.raises(UserError, match="it takes too long"):
        AskedTurn(turn.ruleset, 2, "search", 7).play(0, 1)


@pytest.mark.parametrize("policy", ["greedy", "planner", "expert"])
def test_each_way_is_the_game_that_python_plays_when_it_does_the_same(turn: AskedTurn, policy: str):
    turn = replace(turn, policy=policy)
    found = turn.play(3, 1)
    game, there = by_hand(turn, 3, None)
    assert dict(zip(found["place"], found["item"], strict=True)) == there
    assert (found["lead_none"] == game.scores()[0] - game.scores()[1]).all()
    row = found.iloc[0]
    game, _ = by_hand(turn, 3, int(row["place"]))
    assert row["lead"] == game.scores()[0] - game.scores()[1]
    assert row["win"] == (12 if row["lead"] > 0 else row["win"])
    assert list(found["price"]) == [turn.ruleset.row.costs[place] for place in found["place"]]


def test_deals_are_the_same_in_whatever_range_they_are_played(turn: AskedTurn):
    whole = turn.play(0, 6)
    parts = pd.concat([turn.play(0, 2), turn.play(2, 4)], ignore_index=True)
    pd.testing.assert_frame_equal(whole, parts)
    assert whole.groupby("deal")["chosen"].sum().max() == 1


def test_a_turn_of_a_later_round_is_another_position(turn: AskedTurn):
    later = AskedTurn(turn.ruleset, 2, "greedy", 7, round=4).play(0, 4)
    assert not later.equals(turn.play(0, 4))
    assert set(later["price"]) <= {0, 1, 2, 3}
