"""Answers that are kept come back as they were, as long as play is what it was."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest
from rich.console import Console

from analysis.studies import kept, price
from analysis.studies.frames import columns_of
from analysis.studies.guests import Guests, GuestStudy
from analysis.studies.ladder import Ladder
from analysis.studies.politics_price import PoliticsPriceStudy
from analysis.studies.price import PriceStudy
from analysis.studies.questions import GuestSettings, PriceSettings, TimingSettings
from analysis.studies.study import leave
from analysis.studies.timing import Timing, TimingStudy
from model import UserError, load_ruleset
from reports.pipeline import ReportPlan, studies_of

RULES = "revised-2021"


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """What fixed games come to today: the tests change it."""
    today: dict[str, str] = {}
    monkeypatch.setattr(kept, "fingerprint", lambda names: {n: today.get(n, "0") for n in names})
    monkeypatch.setattr(kept, "holds", lambda was: was == {n: today.get(n, "0") for n in was})
    return today


def frame(answers: type[Any], name: str) -> pd.DataFrame:
    """A table of an answer: texts and numbers of all kinds in turn."""
    columns = columns_of(answers, name)
    texts = [["1", "17"], ['Ä, "quoted"', "NA"], ["", "good"]]
    numbers = [[2, 2], [np.inf, 3.25], [np.nan, -1 / 3], [True, False]]
    return pd.DataFrame({
        column: texts[at % 3] if column in columns.texts else numbers[at % 4]
        for at, column in enumerate(columns.names)
    })  # fmt: skip


def prices(folder: Path, games: int = 480_000) -> price.Prices:
    settings = PriceSettings(RULES, games=games)
    answer = price.Prices(settings, frame(price.Prices, "prices"), frame(price.Prices, "levels"))
    kept.keep(folder, price.PriceStudy(settings, folder), answer)
    return answer


def test_an_answer_comes_back_as_it_was(play: dict[str, str], tmp_path: Path):
    answer = prices(tmp_path)
    found = kept.kept(tmp_path, price.PriceStudy, RULES)
    assert found.settings == answer.settings
    for name in ("prices", "levels"):
        pd.testing.assert_frame_equal(
            getattr(found, name), getattr(answer, name), rtol=1e-5, check_dtype=False
        )


def test_it_is_not_given_where_a_number_of_the_rules_is_another(
    play: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """Though fixed games play alike: they meet few cards."""
    prices(tmp_path)
    assert kept.kept(tmp_path, price.PriceStudy, RULES) is not None
    patch = tmp_path / "other.toml"
    patch.write_text('id = "other"\n[set]\n"politics.cards.A-krones.places" = [16, 10, 5]\n')
    other = load_ruleset(RULES, patches=[patch])
    monkeypatch.setattr(kept, "read_recipe", lambda _: SimpleNamespace(resolve=lambda: other))
    assert kept.kept(tmp_path, price.PriceStudy, RULES) is None


def test_a_table_without_a_row_comes_back_with_its_columns(tmp_path: Path):
    """Its numbers are numbers still, whatever an empty column was before."""
    columns = columns_of(Ladder, "fits")
    for empty in (frame(Ladder, "fits")[:0], frame(Ladder, "fits")[:0].astype(object)):
        kept.write_frame(tmp_path, "fits", empty, columns)
        found = kept.read_frame(tmp_path, "fits", columns)
        assert found.empty
        assert tuple(found.columns) == columns.names
        assert (found["p"] < 0.05).sum() == 0
    (tmp_path / "fits.csv").write_text("players,about,chi2\n")
    with pytest.raises(UserError, match="its columns are not those"):
        kept.read_frame(tmp_path, "fits", columns)


@pytest.mark.parametrize("part", [RULES, "player greedy, base game"])
def test_it_is_not_given_where_rules_or_players_play_otherwise(
    part: str, play: dict[str, str], tmp_path: Path
):
    prices(tmp_path)
    play[part] = "1"
    assert kept.kept(tmp_path, price.PriceStudy, RULES) is None


def test_nothing_is_given_of_other_rules_or_other_questions(play: dict[str, str], tmp_path: Path):
    prices(tmp_path)
    assert kept.kept(tmp_path, price.PriceStudy, "original-2015") is None
    assert kept.kept(tmp_path, GuestStudy, RULES) is None


def test_prices_of_each_kind_of_card_are_kept_by_themselves(play: dict[str, str], tmp_path: Path):
    staff = prices(tmp_path)
    settings = PriceSettings(RULES, games=100)
    other = price.Prices(settings, frame(price.Prices, "prices"), frame(price.Prices, "levels"))
    kept.keep(tmp_path, PoliticsPriceStudy(settings, tmp_path), other)
    assert kept.kept(tmp_path, price.PriceStudy, RULES).settings == staff.settings
    assert kept.kept(tmp_path, PoliticsPriceStudy, RULES).settings == settings


@pytest.mark.parametrize("spoil", ["{", '{"play": {"a": "0"}}', "[]"])
def test_a_damaged_one_is_named(spoil: str, play: dict[str, str], tmp_path: Path):
    prices(tmp_path)
    place = kept.folder_of(tmp_path, "price", RULES)
    (place / kept.NOTE).write_text(spoil)
    with pytest.raises(UserError, match=r"price-revised-2021"):
        kept.kept(tmp_path, price.PriceStudy, RULES)


def test_a_table_that_is_missing_is_named(play: dict[str, str], tmp_path: Path):
    prices(tmp_path)
    (kept.folder_of(tmp_path, "price", RULES) / "levels.csv").unlink()
    with pytest.raises(UserError, match=r"price-revised-2021.*levels\.csv"):
        kept.kept(tmp_path, price.PriceStudy, RULES)


def test_a_question_that_no_report_tells_of_is_refused_before_it_is_played(tmp_path: Path):
    study = price.PriceStudy(PriceSettings(RULES, cards=("17",)), tmp_path)
    with pytest.raises(UserError, match="no report uses `gah study price 17"):
        kept.answered(study, 1, Console(file=io.StringIO()), tmp_path / "kept")
    assert not list(tmp_path.iterdir())


# --- in a report ----------------------------------------------------------------------------------


def more(longer: Path, data: Path, plan: ReportPlan | None = None) -> Any:
    places = {name: data / name for name in ("price", "guests", "assumed")}
    return studies_of(plan or ReportPlan.usual(), places, longer, Console(file=io.StringIO()))


def test_a_report_shows_what_is_kept_where_nobody_asked_at_length(
    play: dict[str, str], tmp_path: Path
):
    prices(tmp_path / "longer")
    found = more(tmp_path / "longer", tmp_path)
    assert set(found.kept) == {price.PriceStudy}
    assert PriceStudy not in found.played


def test_a_report_shows_when_cards_are_worth_playing_from_what_is_kept(
    play: dict[str, str], tmp_path: Path
):
    settings = TimingSettings(RULES, deals=20)
    study = TimingStudy(settings, tmp_path)
    kept.keep(
        tmp_path / "longer",
        study,
        Timing(settings, *(frame(Timing, one) for one in ("values", "cards", "rounds"))),
    )
    found = more(tmp_path / "longer", tmp_path)
    assert found.kept[TimingStudy].settings == settings
    assert TimingStudy not in found.noted
    play[RULES] = "1"
    assert TimingStudy not in more(tmp_path / "longer", tmp_path).kept


def test_more_games_than_are_kept_are_played(play: dict[str, str], tmp_path: Path):
    plan = ReportPlan.usual()
    prices(tmp_path / "longer", games=plan.prices - 1)
    found = more(tmp_path / "longer", tmp_path, plan)
    assert found.played[PriceStudy].settings.games == plan.prices
    assert found.played[PriceStudy].note() is None


def test_what_was_completed_here_is_shown_before_what_is_kept(play: dict[str, str], tmp_path: Path):
    settings = GuestSettings(RULES, deals=20)
    kept.keep(
        tmp_path,
        GuestStudy(settings, tmp_path),
        Guests(settings, *(frame(Guests, one) for one in ("values", "averages"))),
    )
    own = GuestStudy(GuestSettings(RULES, deals=10), tmp_path / "guests")
    own.data.mkdir()
    noted = own.note()
    assert noted is not None
    leave(own.data, own.name, *noted)
    found = more(tmp_path, tmp_path)
    assert found.noted[GuestStudy].settings.deals == 10
    assert GuestStudy not in found.kept
