"""Every figure of the report can be read: no text on text, no ids, no claim without an interval.

Figures of games are made from the synthetic tree, those of players, modules and timing from
planted frames, so that what is drawn is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from matplotlib.figure import Figure as Canvas

from analysis.studies.curve import CurveStudy
from analysis.studies.ladder import LadderStudy
from analysis.studies.luck import LuckStudy
from analysis.studies.modules import Modules, ModuleStudy
from analysis.studies.timing import TimingStudy
from analysis.studies.variants import VariantsStudy
from reports.figures import style
from reports.figures.figure import Claim, Figure
from reports.figures.habits import habits_figure
from reports.figures.layout import WIDE
from reports.results import Results
from reports.site.blocks import blocks_of
from reports.site.build import places
from reports.site.contents import PAGES
from tests.reports import legible
from tests.reports.conftest import variants_at
from tests.reports.legible import faults
from tests.reports.test_modules import found as found
from tests.reports.test_players import PACE, curve_of, ladder_of
from tests.reports.test_players import games as games
from tests.reports.test_timing import worths


@pytest.fixture(scope="module")
def shown(computed: Results, varied: Path, found: Modules, games, few: None) -> Results:
    """Results with everything that a figure can show."""
    from analysis.studies.luck import Luck

    luck = games.played[LuckStudy].frames(1)
    assert isinstance(luck, Luck)
    return replace(
        computed,
        answers={
            LadderStudy: replace(ladder_of((33.0, 900.0)), pace=PACE),
            CurveStudy: curve_of(),
            LuckStudy: luck,
            ModuleStudy: found,
            TimingStudy: worths(),
            VariantsStudy: variants_at(varied).frames(2),
        },
    )


def drawn(results: Results) -> Iterator[Figure]:
    """Every figure of every page, those of single cards once for each kind of card."""
    with style.styled():
        for entry in PAGES:
            for place in places([entry.build(results)]):
                for block in blocks_of(place.page):
                    if isinstance(block, Figure):
                        yield block


@pytest.fixture(scope="module")
def figures(shown: Results) -> dict[str, Figure]:
    return {one.key: one for one in drawn(shown)}


def test_every_figure_can_be_read(figures: dict[str, Figure]):
    assert len(figures) > 15
    found = [fault for one in figures.values() for fault in faults(one)]
    assert found == [], "\n".join(found)


def test_every_mark_of_habits_is_within_its_panel(computed: Results):
    """The panels share their scale, and the largest mean is not in the first."""
    rows = [
        {"metric": metric, "label": metric, "unit": "dice", "players": n, "estimate": 2.0 * n,
         "se": 0.1, "low": 2.0 * n - 0.2, "high": 2.0 * n + 0.2,
         **{f"{who}{end}": mean * n for who, mean in (("strong", 3.0), ("weak", 1.0))
            for end in ("", "_low", "_high")}}
        for metric in ("dice_1", "dice_2") for n in (2, 4)
    ]  # fmt: skip
    with style.styled():
        figure = habits_figure(replace(computed, habits=pd.DataFrame(rows)))
    for ax in figure.canvas.axes:
        left, right = ax.get_xlim()
        assert left == 0
        assert all((line.get_xdata() < right).all() for line in ax.lines)  # type: ignore[union-attr,operator]
    filled, hollow = (handle for one in figure.canvas.legends for handle in one.legend_handles)
    assert "(filled)" in filled.get_label()
    assert "(hollow)" in hollow.get_label()
    assert (filled.get_markerfacecolor() != "white", hollow.get_markerfacecolor()) == (
        True,
        "white",
    )


def planted(title: str = "Nothing is shown", **more: object) -> Figure:
    canvas, axes = WIDE.grid([2.0], 1)
    axes[0][0].plot([0, 1], [0, 1], "o")
    axes[0][0].set_xlabel("VP")
    axes[0][0].set_ylabel("VP")
    table = pd.DataFrame({"a": [1]})
    return Figure("key", "Topic", title, "Caption", "Alt", table, canvas, **more)  # type: ignore[arg-type]


def test_a_figure_without_faults_has_none():
    with style.styled():
        assert faults(planted()) == []
        assert faults(planted("This raises scores", claims=[Claim(0.1, 2.0)])) == []


@pytest.mark.parametrize(
    ("title", "claims", "fault"),
    [
        ("Place 4 wins most, +2.5 (−1.4 to +6.4)", [Claim(-1.4, 6.4)], "does not show"),
        ("Place 4 wins most", [], "without a number"),
        ("Six of ten win more than half", [Claim(0.48, 0.9, 0.5)], "does not show"),
    ],
)
def test_a_title_that_claims_what_its_interval_does_not_show_is_found(title, claims, fault):
    with style.styled():
        assert fault in "".join(faults(planted(title, claims=claims)))


def test_text_on_text_text_that_is_cut_off_and_text_on_marks_are_found():
    with style.styled():
        figure = planted()
        ax = figure.canvas.axes[0]
        ax.text(0.5, 0.5, "one label")
        ax.text(0.52, 0.5, "another label")
        beyond = ax.text(0.97, 0.2, "a label that goes on beyond the edge of the figure")
        beyond.set_in_layout(False)
        ax.text(0.99, 1.0, "on a mark", ha="center", va="center")
        found = "".join(faults(figure))
    assert "'one label' on 'another label'" in found
    assert "cut off: 'a label that" in found
    assert "'on a mark' on a mark or line of the data" in found


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (r"$\mathdefault{10^{4}}$", "raw markup"),
        ("die-bonus-cost=free", "an id"),
        ("kitchen-hand-cost", "an id"),
        ("vp_winner", "an id"),
        ("The Kitchen Hand costs 5 krones", ""),
    ],
)
def test_markup_and_ids_are_found(text: str, fault: str):
    assert fault in "".join(legible.raw(text))
    assert bool(fault) == bool(list(legible.raw(text)))


def test_colours_that_look_alike_are_found_unless_shapes_differ():
    for marker, alike in (("o", True), ("s", False)):
        with style.styled():
            canvas, axes = WIDE.grid([2.0], 1)
            axes[0][0].plot([0], [0], "o", color=style.GREEN)
            axes[0][0].plot([1], [1], marker, color=style.GREY)
            found = list(legible.alike(canvas))
        assert bool(found) == alike
        assert all("green-blind" in one for one in found)


def test_an_axis_of_several_units_is_found():
    with style.styled():
        figure = planted()
        figure.canvas.axes[0].set_xlabel("with modules minus without")
        assert "an axis without a unit" in "".join(faults(figure))


def old_pace() -> Canvas:
    """The picture of strength against time as it was: each of its ticks as raw markup."""
    ladder = replace(ladder_of((33.0, 900.0)), pace=PACE)
    rated = ladder.ratings.merge(ladder.pace[["rung", "players", "game_ms"]])
    with style.styled():
        canvas, axes = WIDE.grid([3.2], 2, width=3.1)
        for ax, n in zip(axes[0], (2, 3), strict=True):
            rows = rated[rated["players"] == n]
            ax.plot(rows["game_ms"] / n, rows["estimate"], "o")
            ax.set_xscale("log")
            ax.set_xlabel("ms of one core a seat and game")
    return canvas


def test_the_old_picture_of_strength_against_time_fails():
    found = "".join(legible.faults_of(old_pace()))
    assert "raw markup" in found
    assert "mathdefault" in found
    assert "an axis without a unit" in found
