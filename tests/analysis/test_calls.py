"""A study is one call from Python: settings as keywords, a table back, no console."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from analysis.studies import calls
from analysis.studies.questions import TimingSettings
from analysis.studies.timing import TimingStudy
from model import UserError


def test_a_call_plays_and_returns_what_the_study_answers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    found = calls.staff_timing(policy="random", players=2, deals=40, data=tmp_path, workers=1)
    study = TimingStudy(TimingSettings(policies=("random",), deals=40), tmp_path)
    pd.testing.assert_frame_equal(found, study.frames(1).cards)
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("asked", "words"),
    [({"players": 5}, "players"), ({"policy": "nobody"}, "not a policy"), ({"seed": -1}, "seed")],
)
def test_what_its_command_refuses_is_refused(asked: dict[str, object], words: str, tmp_path: Path):
    with pytest.raises(UserError, match=words):
        calls.staff_timing(**asked, data=tmp_path)


def test_a_setting_that_it_does_not_have_is_named_with_those_it_has(tmp_path: Path):
    with pytest.raises(TypeError, match=r"no setting 'game'; settings: rules, players"):
        calls.staff_prices(game=100, data=tmp_path)
