"""`gah check validate` in its short form: the promises on a few thousand recorded games."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from analysis.studies import validate as recording
from tests.commands.recording import Gah, query


@pytest.mark.long
@pytest.mark.guard
def test_the_short_form_holds_and_is_recorded(
    tmp_path: Path, gah: Gah, monkeypatch: pytest.MonkeyPatch
):
    for one in ("planted_strengths", "planted_shares"):  # have tests of their own
        monkeypatch.setattr(f"analysis.method.validate.{one}", lambda replications, seed: iter(()))
    monkeypatch.setattr(recording, "TABLES", (("random", 2, 1.0), ("random", 4, 0.5)))
    monkeypatch.setattr(recording, "SAME_DEAL", 3)
    words = ("check", "validate", "--replications", 20, "--deals", 100, "--workers", 1)
    out = tmp_path / "validation.txt"
    status, text, err = gah(*words, "--data", tmp_path / "data", "--out", out)
    assert err == ""
    assert status == 0, text
    assert out.read_text("utf-8") in text
    record = json.loads(out.with_suffix(".json").read_text("utf-8"))
    assert (record["replications"], record["deals"]) == (20, 100)
    assert {one["quantity"] for one in record["checks"]} >= {
        "VP of a player", "VP, paired", "VP of a player, 4 random",
    }  # fmt: skip
    assert {one["check"] for one in record["checks"]} >= {
        "planted: change of the dealt effect covers",
        "shared deals: dealt effect covers, 3 games a deal",
    }
    assert not [one for one in record["checks"] if one["low"] is None], "not judged"
    kinds = {one["check"].partition(":")[0] for one in record["checks"]}
    assert kinds == {
        "no effect", "planted", "equivalence", "looking", "stopping", "few deals", "shared deals",
        "verdicts",
    }  # fmt: skip
    played = query(
        tmp_path / "data",
        "select rules, players, seed, count(*), count(distinct deal) from games group by all",
    )
    assert sorted(played) == [
        ("revised-2021", 2, 1, 2000, 2000), ("revised-2021", 2, 2, 2000, 2000),
        ("revised-2021", 2, 3, 3000, 1000), ("revised-2021", 4, 1, 1000, 1000),
        ("revised-2021", 4, 2, 1000, 1000),
        ("revised-2021 (patch planted-card)", 2, 1, 2000, 2000),
        ("revised-2021 (patch planted-card)", 4, 1, 1000, 1000),
    ]  # fmt: skip


def test_the_cards_of_a_block_are_those_recorded(tmp_path: Path, gah: Gah):
    """The planted card's seats and VP against a count over the recorded tables."""
    study = recording.ValidationStudy(4, 50, 1, tmp_path)
    from simulate.batch import run

    for one in study.table(0):
        run(one)
    block = study.block(1)
    held = query(
        tmp_path,
        "select count(*), sum(p.vp) from cards c join players p using (rules, seed, game, seat)"
        " where c.kind = 'staff' and c.came = 'dealt' and c.card = 3 and rules = 'revised-2021'"
        " and seed = 1",
    )[0]
    totals = block.cards_same.sum(axis=(0, 1))
    assert (totals[0], totals[1]) == held
    everything = query(
        tmp_path, "select sum(vp) from players where rules = 'revised-2021' and seed = 1"
    )[0][0]
    without = query(
        tmp_path,
        "select count(*), sum(vp) from players anti join (select game from cards"
        " where kind = 'staff' and came = 'dealt' and card = 3 and rules = 'revised-2021'"
        " and seed = 1) using (game) where rules = 'revised-2021' and seed = 1",
    )[0]
    assert (totals[2], totals[3]) == without
    assert block.same[..., 0].sum() * 2 == pytest.approx(everything)
