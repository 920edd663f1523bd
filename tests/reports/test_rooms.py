"""The picture of the hotels: what its title says, and where its numbers stand."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from model import load_ruleset
from reports.figures import style
from reports.figures.layout import NARROW, WIDE
from reports.figures.rooms import rooms_figure, rooms_title
from reports.results import Results
from reports.site.pages import game
from tests.reports.canvas import cover, texts


def hotels(rules: str, board: str, full: tuple[int, int], empty: tuple[int, int]) -> pd.DataFrame:
    """A plan of which one room is always occupied, one never, and all others in half the hotels."""
    cells = load_ruleset("revised-2021").boards[board].cells
    floor, column = np.divmod(np.arange(20), 5)
    share = pd.Series(0.5, index=pd.MultiIndex.from_arrays([floor + 1, column + 1]))
    share[full], share[empty] = 1.0, 0.0
    half = {"rules": rules, "players": 2, "policy": "planner", "board": board,
            "floor": floor + 1, "column": column + 1, "colour": cells}  # fmt: skip
    occupied = pd.DataFrame({**half, "measure": "occupied", "estimate": share.to_numpy()})
    both = pd.concat([occupied, occupied.assign(measure="prepared", estimate=1.0)])
    return both.assign(
        low=both["estimate"] - 0.01, high=both["estimate"] + 0.01, hotels=40, games=20
    )


@pytest.fixture
def built(computed: Results) -> Results:
    frames = [
        hotels(computed.editions[0], "night", (4, 1), (1, 2)),
        hotels(computed.rules, "night", (3, 4), (2, 5)),
        *(hotels(f"{computed.rules} (boards=day)", f"day_{letter}", (4, 5), (4, 1))
          for letter in "abcd"),
    ]  # fmt: skip
    return replace(computed, rooms=pd.concat(frames, ignore_index=True))


def test_the_title_names_the_rooms_of_the_newer_edition(built):
    assert rooms_title(built) == (
        "Most hotels have a guest in the yellow room on floor 3, column 4, 100.0% (99.0 to 101.0);"
        " fewest in the yellow room on floor 2, column 5, 0.0% (−1.0 to 1.0) (2021, night side,"
        " 2 planners)"
    )


@pytest.mark.parametrize("layout", [WIDE, NARROW])
def test_each_plan_is_a_panel_and_no_number_covers_another(built, layout):
    with style.styled():
        canvas = rooms_figure(built, layout).canvas
        canvas.draw_without_rendering()
        boxes = texts(canvas)
    titles = [ax.get_title(loc="left") for ax in canvas.axes]
    assert titles == ["2015, night side", "2021, night side",
                      *(f"2021, day side {letter}" for letter in "ABCD")]  # fmt: skip
    night = canvas.axes[1]
    (full,) = [one for one in night.texts if one.get_text() == "100" and one.get_fontsize() > 8]
    assert full.get_position() == pytest.approx((4, 3), abs=0.3)
    for at, (name, box) in enumerate(boxes):
        for other, second in boxes[at + 1 :]:
            assert not cover(box, second), (name, other)


def test_without_games_that_can_be_played_again_there_is_no_picture(computed):
    assert computed.rooms.empty  # played by rules that the model does not have
    assert game._rooms(computed) == []
