"""The strategies that users import: what they draw is consistent, accepted and shrinks."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from simulate.engine.state import MAX_STAFF
from simulate.properties import strategies
from simulate.properties.strategies import (
    INVARIANTS,
    Drawn,
    Laid,
    Watch,
    games,
    positions,
    transcripts,
)
from simulate.properties.strategies.invariants import OF_POSITIONS
from simulate.properties.strategies.positions import laid
from simulate.properties.strategies.seeing import seats, staff_places
from simulate.referee import judge, parse, text_of

HERE = Path(strategies.__file__).parent
SEARCH = settings(
    database=None, derandomize=True, max_examples=400, deadline=None, phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
BASE = st.just(Drawn("revised-2021"))
MODULES = st.just(Drawn("revised-2021+lets-waltz"))


@settings(phases=[Phase.generate])  # a large example shrinks for minutes
@given(position=positions())
def test_a_position_is_accepted_and_consistent(position: Laid):
    assert judge(position.document).exit_code == 0
    for holds in OF_POSITIONS:
        holds(Watch(position.game))
    cards = staff_places(position.game.state)
    assert len(cards) == len(set(cards))


@given(position=positions(BASE | MODULES))
def test_turns_and_dice_are_those_of_one_round(position: Laid):
    form = position.document.position
    assert form is not None
    turns = sum(player.turns_taken for player in form.players.values())
    assert len(form.dice) + turns == position.drawn.program()[0].dice[position.players]


@given(position=positions(BASE | MODULES))
def test_a_position_is_the_same_when_it_is_read_again(position: Laid):
    again = laid(position.drawn, parse(text_of(position.document)))
    assert again.game.games.tobytes() == position.game.games.tobytes()


CORNERS = {
    "no guest left": lambda g: g["guest_deck_size"] == g["guest_next"] and (g["row"] < 0).all(),
    "an empty staff deck": lambda g: g["staff_deck_size"] == 0,
    "a full cafe": lambda g: any((p["cafe"][:3] >= 0).all() for p in seats(g)),
    "five occupied rooms in round 1": lambda g: (
        g["round_no"] == 1 and any(int(p["occupied"]).bit_count() >= 5 for p in seats(g))
    ),
}


@pytest.mark.parametrize("corner", CORNERS)
def test_corners_are_reached(corner: str):
    find(positions(BASE), lambda one: bool(CORNERS[corner](one.game.state)), settings=SEARCH)


def a_row_is_full(position: Laid) -> bool:
    g, n = position.game.state, position.players
    seats_of = position.drawn.program()[0]["row_seats"][g["ballrooms"], :, n]
    return bool((seats(g)["dancers"].sum(axis=0) == seats_of).any())


CORNERS_OF_MODULES = {
    "a full row": a_row_is_full,
    "two celebrities met": lambda one: (seats(one.game.state)["celebrities"] >= 0).sum() >= 2,
    "all wait for long": lambda one: (
        one.game.state["lounge_waited"] == one.drawn.program()[0]["n_waits"] - 1
    ).all(),
    "half of the own tiles": lambda one: any(
        0 < int(p["own_tiles_left"]).bit_count() < 6 for p in seats(one.game.state)
    ),
}


@pytest.mark.parametrize("corner", CORNERS_OF_MODULES)
def test_corners_of_modules_are_reached(corner: str):
    find(positions(MODULES), lambda one: bool(CORNERS_OF_MODULES[corner](one)), settings=SEARCH)


def test_a_position_that_counts_a_card_twice_is_refused():
    """The placebo of what is accepted."""
    position = find(
        positions(BASE), lambda one: one.game.state["players"][0]["hand_size"] > 0, settings=SEARCH
    )
    game = position.game.copy()
    p = game.state["players"][0]
    p["staff"][int(p["staff_size"])] = p["hand"][0]
    p["staff_size"] += 1
    with pytest.raises(AssertionError, match="in two places"):
        INVARIANTS[0](Watch(game))
    assert len(staff_places(game.state)) <= MAX_STAFF + 1


@settings(max_examples=6)
@given(played=games(BASE))
def test_a_game_ends_and_its_positions_are_those_of_its_actions(played: Any):
    assert played.end().over
    assert sum(1 for _ in played.positions()) == len(played.actions) + 1


@settings(max_examples=12)
@given(document=transcripts())
def test_a_transcript_is_accepted(document: Any):
    assert judge(document).exit_code == 0
    assert text_of(parse(text_of(document))) == text_of(document)


# -- as another project has them -------------------------------------------------------------------

PROJECT = """
from hypothesis import given, settings
from hypothesis import strategies as st
from simulate.properties.strategies import Drawn, positions

@settings(deadline=None, max_examples=20, database=None, derandomize=True)
@given(positions(st.just(Drawn("revised-2021"))))
def test_krones(position):
    krones = position.game.state["players"]["krones"]
    assert (krones <= {most}).all()
"""


def in_project(folder: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder with one file of tests."""
    (folder / "test_mine.py").write_text(text, encoding="utf-8")
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "."],
        cwd=folder, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(("most", "status"), [(20, 0), (15, 1)])
def test_a_project_of_ten_lines_uses_them(tmp_path: Path, most: int, status: int):
    done = in_project(tmp_path, PROJECT.format(most=most))
    assert done.returncode == status, done.stdout + done.stderr
    assert ("krones': 16" in done.stdout) == bool(status), done.stdout


def examples() -> Iterator[str]:
    yield from re.findall(r"```python\n(.*?)```", (HERE / "README.md").read_text("utf-8"), re.S)


@pytest.mark.long
def test_the_examples_of_the_readme_pass(tmp_path: Path):
    found = list(examples())
    assert len(found) == 3
    done = in_project(tmp_path, "\n".join(found))
    assert done.returncode == 0, done.stdout + done.stderr
    assert "3 passed" in done.stdout


WITHOUT = """
import sys
sys.modules["hypothesis"] = None
import simulate.properties, simulate.properties.running, reports.cli
from model import UserError
try:
    import simulate.properties.strategies
except UserError as error:
    print(error)
"""


def test_without_the_extra_one_line_says_what_is_missing():
    """And ordinary commands do without it."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, check=True, timeout=120
    )
    assert "needs the extra properties, pip install" in done.stdout
    assert "(hypothesis is not there)" in done.stdout
