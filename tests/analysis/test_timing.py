"""What plays of staff cards are worth by round: planted worths that must be found."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis.cards.timing import COSTS, GAINS, card_frame, round_frame, value_frame

CARDS, ROUNDS = 8, 7
WORTH = np.linspace(-8, 10, CARDS)
"""VP of having each planted card in play for a round; it lasts until the end."""


def worth(card: np.ndarray, round_no: np.ndarray) -> np.ndarray:
    return np.asarray(WORTH[card] * (ROUNDS + 1 - round_no) / ROUNDS)


def planted(deals: int, sd: float = 10.0, shared: float = 0.0, seed: int = 1) -> pd.DataFrame:
    """Rows as `Held.play` gives them at a table of three; a seat plays six cards a deal.

    sd: luck of each way; shared: of a deal, alike in all rows that take a play back.
    """
    rng = np.random.default_rng(seed)
    card = np.argsort(rng.random((deals, CARDS)), axis=1)[:, :6]
    when = rng.integers(1, ROUNDS + 1, card.shape)
    luck = rng.normal(0, 20, (deals, 1)) + np.zeros(card.shape)
    back = rng.normal(0, shared, (deals, 1)) if shared else np.zeros((deals, 1))
    later = when < ROUNDS
    ways = {
        "": luck + worth(card, when),
        "_never": luck + back + rng.normal(0, sd, card.shape),
        "_wait": luck + back + rng.normal(0, sd, card.shape) + later * worth(card, when + 1),
    }
    columns = {
        f"{outcome}{way}": scale * (values > 0 if outcome == "win" else values)
        for way, values in ways.items()
        for outcome, scale in (("lead", 2), ("vp", 1), ("win", 12))
    }
    wide = {"item": card, "round": when, "round_wait": np.where(later, when + 1, 0),
            "round_never": np.zeros_like(card), **columns}  # fmt: skip
    rows = {name: values.ravel() for name, values in wide.items()}
    return pd.DataFrame({"deal": np.repeat(np.arange(deals), 6), "seat": 0, **rows})


def written(frame: pd.DataFrame, folder: Path) -> list[str]:
    file = folder / "rows.parquet"
    frame.to_parquet(file)
    return [str(file)]


def test_planted_worths_are_found_and_covered_as_often_as_promised(tmp_path: Path):
    files = written(planted(6_000), tmp_path)
    found = value_frame(files, 3, ROUNDS, {"0": "Nobody"})
    found = found[found["outcome"] == "lead"]
    assert len(found) == CARDS * ROUNDS
    assert set(found.loc[found["item"] == "0", "name"]) == {"Nobody"}
    card, when = found["item"].astype(int).to_numpy(), found["round"].to_numpy()
    z = (found["estimate"] - worth(card, when)) / found["se"]
    assert np.sqrt(np.mean(np.square(z))) == pytest.approx(1, abs=0.3)
    # A round more of it is what waiting costs; in the last there is nothing to wait for.
    early = found[found["round"] < ROUNDS]
    now = WORTH[early["item"].astype(int)] / ROUNDS
    inside = (early["now_low"] <= now) & (now <= early["now_high"])
    assert inside.mean() > 0.85
    assert found.loc[found["round"] == ROUNDS, ["now", "later"]].isna().all(axis=None)
    assert (early["later"] == 1).all()


def test_verdicts_tell_the_planted_sign_of_playing_and_of_waiting(tmp_path: Path):
    found = card_frame(written(planted(12_000), tmp_path), 3, ROUNDS, {})
    lead = found[found["outcome"] == "lead"].set_index("item")
    for item, row in lead.iterrows():
        up = WORTH[int(str(item))] > 0
        assert row["verdict"] in (GAINS if up else COSTS, "undecided")
        assert row["waiting"] in (COSTS if up else GAINS, "undecided")
    assert lead.loc["7", ["verdict", "waiting"]].tolist() == [GAINS, COSTS]
    assert lead.loc["0", ["verdict", "waiting"]].tolist() == [COSTS, GAINS]
    assert (lead["sim_low"] < lead["low"]).all()


def test_rounds_are_weighted_as_played_and_round_0_holds_all(tmp_path: Path):
    rows = planted(500)
    rows = rows[(rows["round"] == 2) | (rows["deal"] % 2 == 0)]
    found = round_frame(written(rows, tmp_path), 3, ROUNDS)
    by = found[found["outcome"] == "vp"].set_index("round")
    difference = rows["vp"] - rows["vp_never"]
    assert by.loc[0, "estimate"] == pytest.approx(difference.mean())
    assert by.loc[2, "estimate"] == pytest.approx(difference[rows["round"] == 2].mean())
    assert by.loc[0, "n"] == len(rows)
    weighted = (by["estimate"] * by["n"]).drop(index=0).sum() / by["n"].drop(index=0).sum()
    assert by.loc[0, "estimate"] == pytest.approx(weighted)
    waits = rows["round"] < ROUNDS
    now = (rows["vp"] - rows["vp_wait"])[waits].mean()
    assert by.loc[0, "now"] == pytest.approx(now)


def test_plays_of_one_deal_are_one_cluster(tmp_path: Path):
    """Where all plays of a deal share their luck, six of them say no more than one."""
    rows = planted(2_000, sd=0.1, shared=10.0)
    found = round_frame(written(rows, tmp_path), 3, ROUNDS)
    whole = found[(found["outcome"] == "lead") & (found["round"] == 0)].iloc[0]
    assert whole["deals"] == 2_000
    assert whole["n"] == 12_000
    by_deal = (rows["lead"] - rows["lead_never"]).groupby(rows["deal"]).mean() / 2
    assert whole["se"] == pytest.approx(by_deal.std() / np.sqrt(2_000), rel=0.02)


def test_few_plays_say_nothing_and_no_play_has_no_row(tmp_path: Path):
    rows = planted(200)
    rows = rows[(rows["item"] != 3) & ((rows["item"] != 4) | (rows["deal"] < 15))]
    files = written(rows, tmp_path)
    cards = card_frame(files, 3, ROUNDS, {})
    cards = cards[cards["outcome"] == "lead"].set_index("item")
    assert "3" not in cards.index
    assert np.isnan(cards.loc["4", "estimate"])
    assert cards.loc["4", "verdict"] == ""
    assert 0 < cards.loc["4", "n"] < 15
    assert cards.loc["5", "verdict"] != ""
