"""A failing test leaves a picture of its game and a transcript of its position."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simulate.properties.strategies.invariants import Watch
from simulate.properties.strategies.rulesets import Drawn
from simulate.referee import judge, read_file
from tests import pictured
from tests.properties.playing import holds_throughout
from tests.scenarios.table import Table


def fails() -> None:
    t = Table("revised-2021", krones=3, vacant="1.1", dice="2 2 2")
    assert t.me.krones == 4


def test_picture_and_transcript_are_left(tmp_path: Path):
    with pytest.raises(AssertionError) as failed:
        fails()
    files = list(pictured.leave("a test[with / a case]", failed, tmp_path))
    assert [file.suffix for file in files] == [".svg", ".json"]
    assert "3 krones" in files[0].read_text("utf-8")
    assert judge(read_file(files[1])).ok


def test_a_property_leaves_the_game_that_breaks_it(tmp_path: Path):
    def broken(watch: Watch) -> None:
        assert watch.game.state.round_no < 2

    def fails(drawn: Drawn) -> None:
        holds_throughout(broken, drawn, 2, 7)

    with pytest.raises(AssertionError) as failed:
        fails(Drawn("revised-2021", options=(("boards", "day"),)))
    files = list(pictured.leave("a property", failed, tmp_path))
    assert [file.suffix for file in files] == [".svg", ".json"]
    assert "Round 2 of 7" in files[0].read_text("utf-8")
    assert re.search("day [a-d] board", files[0].read_text("utf-8"))
    assert judge(read_file(files[1])).ok


def test_without_a_game_nothing_is_left(tmp_path: Path):
    with pytest.raises(ZeroDivisionError) as failed:
        _ = 1 / (lambda: 0)()
    assert list(pictured.leave("a test", failed, tmp_path)) == []
