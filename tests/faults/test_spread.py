"""Sums on a real Dask cluster, and of an object store: the same to the last digit as here."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from analysis import Config, open_tree
from analysis.base.kinds import kind
from analysis.base.measure import measure
from analysis.base.reader import Limits, bytes_of
from analysis.base.spread import Spread, current, reduce_part, spread_over
from analysis.cards.effects import Subject, chance_effects
from analysis.course.scores import score_histogram
from model import UserError, load_ruleset
from simulate.batch import Run, run
from tests.faults.bucket import upload

pytest.importorskip("distributed")
RULES = "revised-2021"
CONFIG = Config(RULES, 2, "random")


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("spread")
    run(Run(load_ruleset(RULES), 2, "random", 900, 1, out, shard_games=100))
    return out


def estimates(place: Path | str) -> list[pd.DataFrame]:
    """A total, an effect of cards that needs the openings as well, and counts."""
    ruleset = load_ruleset(RULES)
    subject = Subject(CONFIG, "random", ruleset)
    with open_tree(place) as tree:
        tree.part_games = 100  # a part for each shard, so that there is something to share out
        return [
            measure(tree, ["vp", "win", "turns"], by=["rules"]),
            chance_effects(tree, subject, kind("guest")),
            score_histogram(tree, CONFIG),
        ]


@pytest.mark.long
@pytest.mark.guard
def test_one_two_and_four_workers_and_a_store_give_the_same(data: Path, url: str):
    upload(data, url)
    here = estimates(data)
    assert len(here[1]) > 50
    for workers in (1, 2, 4):
        with spread_over("local", workers):
            for mine, theirs in zip(here, estimates(data), strict=True):
                pd.testing.assert_frame_equal(mine, theirs, check_exact=True)
    with spread_over("local", 2):
        for mine, theirs in zip(here, estimates(url), strict=True):
            pd.testing.assert_frame_equal(mine, theirs, check_exact=True)
    for mine, theirs in zip(here, estimates(url), strict=True):
        pd.testing.assert_frame_equal(mine, theirs, check_exact=True)


@pytest.mark.long
@pytest.mark.guard
def test_a_worker_that_is_killed_changes_no_digit(data: Path, monkeypatch: pytest.MonkeyPatch):
    """After some parts: those that it holds are read again by the other."""
    here = estimates(data)
    killed: list[int] = []
    share_out = Spread.each

    def each(self: Spread, *asked: Any) -> Iterator[Any]:
        for number, found in enumerate(share_out(self, *asked)):
            if number == 1 and not killed:
                victim = next(iter(self.client.run(os.getpid).values()))
                os.kill(victim, signal.SIGKILL)
                killed.append(victim)
            yield found

    monkeypatch.setattr(Spread, "each", each)
    with spread_over("local", 2):
        for mine, theirs in zip(here, estimates(data), strict=True):
            pd.testing.assert_frame_equal(mine, theirs, check_exact=True)
    assert killed


@pytest.mark.long
def test_work_that_kills_every_worker_ends_with_a_clear_error():
    with spread_over("local", 2):
        spread = current()
        assert spread is not None
        with pytest.raises(UserError, match="lost again and again"):
            list(spread.each(lambda _: os._exit(1), [()], None, Limits(), False))


def test_copies_of_a_store_go_when_there_is_no_room(
    data: Path, url: str, monkeypatch: pytest.MonkeyPatch
):
    upload(data, url)
    monkeypatch.setenv("GAH_CACHE_ROOM", "60KB")
    here, there = estimates(data), estimates(url)
    for mine, theirs in zip(here, there, strict=True):
        pd.testing.assert_frame_equal(mine, theirs, check_exact=True)


def test_a_worker_of_another_version_refuses():
    with pytest.raises(UserError, match="another version"):
        reduce_part(lambda reader: None, (), None, Limits(), False, "0" * 64)


def test_a_size_is_read_or_refused():
    assert (bytes_of("600MB", "x"), bytes_of("1.5 gb", "x")) == (600_000_000, 1_500_000_000)
    with pytest.raises(UserError, match="GAH_MEMORY much: not a size"):
        bytes_of("much", "GAH_MEMORY")
