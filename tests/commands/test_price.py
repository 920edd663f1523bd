"""`gah study price` as a user types it, with few games of random players."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from reports.tables.price import precision
from tests.commands.recording import Gah, assert_refused, query


def typed(root: Path, *more: object) -> list[object]:
    words = ["study", "price", *more, "--policy", "random", "--games", 480, "--workers", 1]
    return [*words, "--data", root / "data", "--out", root / "out"]


def test_the_cards_asked_for_are_priced_from_games_at_their_costs(tmp_path: Path, gah: Gah):
    status, text, err = gah(*typed(tmp_path, "kitchen hand", "staff.21"))
    assert (status, err) == (0, "")
    assert "Fair cost" in text
    frame = pd.read_csv(tmp_path / "out" / "prices.csv", dtype={"item": str})
    assert set(frame["item"]) == {"17", "21"}
    assert dict(zip(frame["item"], frame["printed"], strict=True)) == {"17": 5, "21": 3}
    levels = pd.read_csv(tmp_path / "out" / "levels.csv", dtype={"item": str})
    assert set(levels.loc[levels["item"] == "21", "level"]) == set(range(10))
    (row,) = query(
        tmp_path / "data",
        "select count(*), count(distinct rules), count(distinct deal) from games",
    )
    assert row == (480, 24, 20)
    holders = query(
        tmp_path / "data",
        "select count(*) from cards where kind = 'staff' and came = 'dealt' and card = 21",
    )
    assert levels.loc[levels["item"] == "21", "n"].sum() == holders[0][0]
    told = json.loads((tmp_path / "out" / "prices.json").read_text("utf-8"))
    assert told["command"].startswith("gah study price 17 21 --rules revised-2021 --players 2")
    # Games of single cards are no prices of all: the report is told nothing.
    assert not list((tmp_path / "data").glob("price-*.json"))


def test_an_unknown_card_and_hands_that_are_drafted_are_refused(tmp_path: Path, gah: Gah):
    assert_refused(gah(*typed(tmp_path, "kichen hand")), "did you mean Kitchen Hand?")
    assert_refused(gah(*typed(tmp_path), "--hands", "draft"), "prices need hands that chance dealt")


@pytest.mark.long
def test_guests_are_priced_by_taking_them_by_force(tmp_path: Path, gah: Gah):
    asked = typed(tmp_path, "architect", "guest.95", "--kind", "guest")
    status, text, err = gah(*asked, "--games", 1920)
    assert (status, err) == (0, "")
    assert "Fair VP" in text
    frame = pd.read_csv(tmp_path / "out" / "prices.csv", dtype={"item": str})
    assert dict(zip(frame["item"], frame["printed"], strict=True)) == {"57": 1, "95": 2}
    levels = pd.read_csv(tmp_path / "out" / "levels.csv", dtype={"item": str})
    assert set(levels.loc[levels["item"] == "57", "level"]) == set(range(8))
    told = json.loads((tmp_path / "out" / "prices.json").read_text("utf-8"))
    assert told["command"].startswith("gah study price --kind guest 57 95 --rules revised-2021")


def test_politics_cards_are_priced_by_barring_seats(tmp_path: Path, gah: Gah):
    words = [
        "study",
        "price",
        "--kind",
        "politics",
        "20 krones",
        "politics.cards.C-red-yellow",
        "--games",
        360,
    ]
    status, text, err = gah(*words, "--workers", 1, "--data", tmp_path / "data", "--out", tmp_path)
    assert (status, err) == (0, "")
    assert "360 deals" in text
    assert "Claimed" in text
    frame = pd.read_csv(tmp_path / "prices.csv").set_index("item")
    assert dict(frame["printed"]) == {"A-krones": 15, "C-red-yellow": 15}
    assert frame["use"].between(0, 1).all()
    levels = pd.read_csv(tmp_path / "levels.csv")
    assert set(levels.loc[levels["item"] == "C-red-yellow", "level"]) == set(range(0, 46, 5))
    told = json.loads((tmp_path / "prices.json").read_text("utf-8"))
    assert told["command"].startswith(
        "gah study price --kind politics A-krones C-red-yellow --rules"
    )


def test_an_unknown_politics_card_is_refused(tmp_path: Path, gah: Gah):
    asked = typed(tmp_path, "A-krons", "--kind", "politics")
    assert_refused(gah(*asked), "not one of the politics cards")


def test_an_unknown_guest_and_what_guests_are_not_asked_are_refused(tmp_path: Path, gah: Gah):
    assert_refused(gah(*typed(tmp_path, "architekt", "--kind", "guest")), "not one of the guests")
    assert_refused(gah(*typed(tmp_path, "--kind", "guest", "--draft", 2)), "neither --draft")


def test_one_closed_interval_is_singular():
    frame = pd.DataFrame({"fair_low": [1.0, -np.inf], "fair_high": [3.0, np.inf]})
    assert "(1 of 2 is closed; 1 has an end" in precision(frame)
