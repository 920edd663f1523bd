"""Suggested costs: planted cards that are off get the fewest changes that bring all inside."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from analysis.cards.prices import CardCurve
from analysis.cards.suggest import mended, suggest, worths
from analysis.studies.questions import SuggestSettings
from analysis.studies.suggest import Round, SuggestStudy
from model import load_ruleset


def card(item: str, printed: int, worth: float, floor: float = -6.0, se: float = 0.01) -> CardCurve:
    """A card of that worth as printed, a krone being a VP, never below its floor."""
    levels = np.arange(max(0, printed - 6), printed + 7, dtype=float)
    line = np.maximum(worth - (levels - printed), floor)
    rng = np.random.default_rng(1)
    fit = np.vstack([line, line + rng.normal(0, se, (50, len(levels)))])
    ones = np.ones(len(levels))
    return CardCurve(item, float(printed), levels, ones, ones, fit, fit, fit, fit[:, 0], -1)


def family(off: dict[str, float], size: int = 40, **more: float) -> list[CardCurve]:
    """Cards worth nothing beside those that are off; worths add up to 0 as all are against all."""
    rest = -sum(off.values()) / (size - len(off))
    cards = [card(item, 4, worth, **more) for item, worth in off.items()]
    return cards + [card(f"x{i}", 3, rest, **more) for i in range(size - len(off))]


def test_only_cards_outside_are_changed_and_by_as_little_as_brings_them_inside():
    found = suggest(family({"strong": 5.0, "weak": -4.5, "good": 2.0}), 3.0).set_index("item")
    changed = found[found["suggested"] != found["printed"]]
    assert set(changed.index) == {"strong", "weak"}
    assert found.loc["strong", "suggested"] == 4 + 3  # 2 VP above: the whole interval is inside
    assert found.loc["weak", "suggested"] == 4 - 2
    assert found["inside"].all()
    assert found.loc["strong", "before"] == pytest.approx(5, abs=0.01)


def test_a_change_that_others_make_needless_is_not_made():
    """Dearer strong cards lower the average card: a weak one comes inside by that alone."""
    off = {f"s{i}": 9.0 for i in range(8)}
    found = suggest(family(off | {"weak": -3.2}), 3.0).set_index("item")
    assert found.loc["weak", "before"] < -3
    assert found.loc["weak", "suggested"] == found.loc["weak", "printed"]
    assert abs(found.loc["weak", "after"]) < 3


def test_what_no_cost_brings_inside_is_left_at_its_best_and_said():
    cards = family({"hopeless": -8.0})
    found = suggest(cards, 3.0).set_index("item")
    assert not found.loc["hopeless", "inside"]
    assert found.loc["hopeless", "suggested"] == 0
    assert not suggest(family({"mighty": 20.0}), 3.0).set_index("item").loc["mighty", "inside"]


def test_an_interval_that_reaches_out_asks_for_more():
    sure = suggest(family({"strong": 5.0}), 3.0).set_index("item").loc["strong", "suggested"]
    unsure = suggest(family({"strong": 5.0}, se=0.8), 3.0).set_index("item")
    assert unsure.loc["strong", "suggested"] > sure


def test_worths_are_against_the_mean_of_the_others():
    cards = family({"strong": 5.0}, size=11)
    levels = np.array([one.printed for one in cards])
    before = worths(cards, levels)
    levels[0] += 2
    after = worths(cards, levels)
    assert after[0] == before[0] - 2
    assert after[1:] - before[1:] == pytest.approx(0.2)


def test_a_cost_moves_against_the_verdict_of_any_table_and_never_back():
    tried = {"1": [3], "2": [3], "3": [3], "4": [0], "5": [3]}
    tables = [
        {"1": "too strong", "2": "too weak", "3": "too strong", "4": "too weak", "5": "balanced"},
        {"1": "balanced", "2": "undecided", "3": "too weak", "4": "too weak", "5": "balanced"},
    ]
    once = mended(tried, tables, (), 0, 12)
    assert once == {"1": 4, "2": 2, "3": 3, "4": 0, "5": 3}
    back = [{"1": "too weak"}, {"1": "too weak"}]
    assert mended({"1": [3, 3, 4]}, back, (), 0, 12) == {"1": 4}


@pytest.mark.parametrize(
    ("costs", "word", "wanted"),
    [
        ([5, 4], "too weak", 3),  # what the prices moved it by does not count
        ([5, 4, 3], "too weak", 1),
        ([5, 4, 3, 1], "too weak", -2),
        ([5, 4, 3, 1, 1], "too weak", 0),  # it was content in between
        ([5, 4, 3, 1], "too strong", 2),  # too far: what lies between was not tried
        ([5, 4, 3, -9], "too weak", -10),  # no farther than what may be asked
        ([5, 4, 3, -10], "too weak", -10),
        ([2, 3, 5], "too strong", 7),
        ([2, 3, 4], "too strong", 6),
        ([6, 3, 4], "too strong", 5),  # 6 was tried
    ],
)
def test_a_cost_moves_by_one_more_each_time_that_it_did_not_suffice(
    costs: list[int], word: str, wanted: int
):
    assert mended({"1": costs}, [{"1": word}], (), -10, 12) == {"1": wanted}


def test_with_a_card_that_is_off_move_those_that_are_likelier_off_than_not():
    tried = {item: [3, 3] for item in ("off", "leans", "torn", "both", "inside")}
    verdicts = [dict.fromkeys(tried, "undecided") | {"off": "too weak", "both": "too strong"},
                dict.fromkeys(tried, "undecided")]  # fmt: skip
    leanings = [
        {"off": "too weak", "leans": "too strong", "torn": "too weak", "both": "too strong"},
        {"off": "too strong", "torn": "too strong", "both": "too weak", "inside": "balanced"},
    ]
    found = mended(tried, verdicts, leanings, 0, 12)
    assert found == {"off": 2, "leans": 4, "torn": 3, "both": 4, "inside": 3}
    content = [dict.fromkeys(tried, "undecided")]  # nothing is shown to be off
    assert set(mended(tried, content, leanings, 0, 12).values()) == {3}


@pytest.mark.parametrize(
    ("rounds", "costs"),
    [(9, [4, 3, 1]), (3, [4, 3, 1]), (2, [4, 3]), (1, [4])],
    ids=("until all are content", "just enough", "cut short", "one"),
)
def test_what_other_judges_find_is_mended_in_further_rounds(
    rounds: int, costs: list[int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Those who the prices are for want the card at 3, the judges at 1; they are asked in the
    rounds that pass, and in the last."""

    def asked(self: SuggestStudy, one: Round, policies: tuple[str, ...], *_: object) -> Round:
        wanted = {"planner": 3, "expert": 1}
        rows = pd.DataFrame([
            {"players": 2, "policy": policy, "item": "1",
             "verdict": "too weak" if one.costs["1"] > wanted[policy] else "balanced"}
            for policy in policies
        ])  # fmt: skip
        return replace(one, checks=pd.concat([one.checks, rows]))

    monkeypatch.setattr(SuggestStudy, "_asked", asked)
    monkeypatch.setattr("analysis.studies.suggest._patch", lambda *_: "")
    monkeypatch.setattr(
        SuggestStudy, "suggested",
        pd.DataFrame({"item": ["1"], "printed": [5], "suggested": [4]}),
    )  # fmt: skip
    settings = SuggestSettings(policies=("planner",), rounds=rounds, judges=("expert",))
    played = list(SuggestStudy(settings, tmp_path).rounds(1))
    assert [one.costs["1"] for one in played] == costs
    heard = [set(one.checks["policy"]) == {"planner", "expert"} for one in played]
    assert heard == [cost <= 3 or at == rounds for at, cost in enumerate(costs, 1)]


def test_a_card_that_is_too_weak_for_nothing_brings_vp_instead_and_the_patch_can_be_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    def asked(self: SuggestStudy, one: Round, *_: object) -> Round:
        """Too weak until it brings 2 VP."""
        row = {"players": 4, "policy": "planner", "item": "22"}
        verdict = "too weak" if one.costs["22"] > -2 else "balanced"
        return replace(one, checks=pd.DataFrame([{**row, "verdict": verdict}]))

    monkeypatch.setattr(SuggestStudy, "_asked", asked)
    monkeypatch.setattr(
        SuggestStudy, "suggested",
        pd.DataFrame({"item": ["22"], "printed": [3], "suggested": [1]}),
    )  # fmt: skip
    study = SuggestStudy(SuggestSettings(policies=("planner",), rounds=9), tmp_path)
    brings = []
    for at, one in enumerate(study.rounds(1)):
        file = tmp_path / f"{at}.toml"
        file.write_text(one.patch, encoding="utf-8")
        card = load_ruleset("revised-2021", patches=(file,)).staff[22]
        brings.append((card.cost, card.hired_vp))
    assert brings == [(1, 0), (0, 0), (0, 2)]


def test_beyond_the_levels_played_a_card_has_the_worth_of_the_nearest():
    cards = family({"weak": -2.0}, size=11)
    levels = np.array([one.printed for one in cards])
    levels[0] = -3
    lowest = worths(cards, levels)[0]
    levels[0] = 0
    assert lowest == worths(cards, levels)[0] == pytest.approx(2.0)
    levels[0] = 12
    assert worths(cards, levels)[0] == pytest.approx(-6.0)
