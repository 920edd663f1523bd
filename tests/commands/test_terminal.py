"""Tables at the terminal: at 80 columns nothing of them is cut or lost."""

from __future__ import annotations

import io

import pytest
from markupsafe import Markup
from rich.console import Console

from reports.commands.terminal import parts, show
from reports.tables.table import Table

HEAD = ("Player", "Rating, points", "Above the next", "Games", "Share of wins, %", "Mean VP",
        "Decisions per game", "ms per game", "ms per decision")  # fmt: skip
ROWS = [
    ("search:200", "+233 (+226 to +241)", "+33 (+26 to +41)", "1,234", "52.1 (48.0 to 56.2)",
     "119.8 (118.7 to 120.9)", "253", "4,560", "18.2"),
    ("politician", "0", "–", "1,234", "12.1 (10.0 to 14.2)",
     "99.8 (98.7 to 100.9)", "241", "12", "0.05"),
]  # fmt: skip


def printed(width: int, without: str = "") -> str:
    out = io.StringIO()
    show(Table("The ladder", HEAD, ROWS), Console(file=out, width=width), without)
    return out.getvalue()


@pytest.mark.parametrize("width", [60, 80, 100, 200])
def test_no_heading_is_cut_and_no_column_lost(width):
    text = printed(width)
    assert max(map(len, text.splitlines())) <= width
    for heading in HEAD:
        for word in heading.split():
            assert word in text, word
    for row in ROWS:
        for cell in row:
            assert cell in text, cell
    assert text.count("The ladder") == 1


def test_a_part_repeats_the_names_of_the_rows():
    assert printed(80).count("search:200") > 1
    assert printed(200).count("search:200") == 1


def test_every_column_is_in_one_part_and_one_can_be_left_out():
    columns = list(range(1, len(HEAD)))
    found = parts(Table("", HEAD, ROWS), columns, 80)
    assert [column for part in found for column in part] == columns
    assert "Above" not in printed(80, without="Above the next")


def test_rows_that_look_alike_are_told_apart_in_each_part():
    head = ("Kind", "Measure", "Margin", "Verdicts")
    rows = [("staff", name, "3.00 VP of a mean", "48 undecided of 48") for name in ("VP", "wins")]
    out = io.StringIO()
    show(Table("", head, rows), Console(file=out, width=44))
    lines = out.getvalue().splitlines()
    assert sum("wins" in line for line in lines) > 1
    assert sum("staff" in line and "VP " in line for line in lines) > 1


@pytest.mark.parametrize("width", [60, 200])
def test_what_pages_mark_up_is_plain_text_and_no_name_is_cut(width):
    """As in the table of variants: a name and its id below it, a verdict and what differs."""
    name = Markup("{} <br><a href='x.html#y'><code>{}</code></a>").format(
        "The group's bonus [first]", "occupancy-bonus-order=before-or-after")  # fmt: skip
    verdict = Markup("<strong>matters</strong><br>turns −0.50 (−0.60 to −0.40) &amp; more")
    out = io.StringIO()
    show(Table("", ("Change", "Verdict"), [(name, verdict)]), Console(file=out, width=width))
    rows = [line.split("│")[1:3] for line in out.getvalue().splitlines() if "│" in line]
    change, differs = ("".join("".join(column).split()) for column in zip(*rows, strict=True))
    assert change == "Thegroup'sbonus[first]occupancy-bonus-order=before-or-after"
    assert differs == "mattersturns−0.50(−0.60to−0.40)&more"
    assert max(map(len, out.getvalue().splitlines())) <= width


@pytest.mark.parametrize("width", range(50, 130))
def test_the_last_column_is_whole_however_wide_the_terminal(width):
    """Rich gave columns that break more than their share, and cut the last one on the right."""
    rows = [("Executive Housekeeper (12)", "−12.60 (−26.22 to +1.01)", "0.26", "98", "+21.04",
             "undecided (too strong: 72%)")]  # fmt: skip
    head = ("Card", "Estimate (95% interval)", "q (BY)", "Used, %", "Above unused", "Verdict")
    out = io.StringIO()
    show(Table("", head, rows), Console(file=out, width=width))
    text = out.getvalue()
    assert max(map(len, text.splitlines())) <= width
    assert {line[-1] for line in text.splitlines()} <= set("┓┃┩│┘")
    cells = [line[1:-1].replace("┃", "│").split("│") for line in text.splitlines()]
    words = {word for line in cells for cell in line for word in cell.split()}
    assert set(" ".join((*head, *rows[0])).split()) <= words


def test_a_column_wider_than_the_terminal_is_broken_and_not_cut():
    out = io.StringIO()
    show(Table("", ("Card", "Verdict"), [("Chef", "x" * 60)]), Console(file=out, width=40))
    assert out.getvalue().count("x") == 60
    assert max(map(len, out.getvalue().splitlines())) <= 40


@pytest.mark.parametrize("width", [60, 80, 200])
def test_an_id_in_the_first_column_can_be_pasted(width):
    name = Markup("{} <br><code>{}</code>").format(
        "Before or after the reward of the guest who moves in", "occupancy-bonus-order=before"
    )
    out = io.StringIO()
    rows = [(name, "turns −0.50 (−0.60 to −0.40), " * 3, "100.0 (34.2 to 100.0)")]
    show(Table("", ("Change", "Differs", "Deals, %"), rows), Console(file=out, width=width))
    assert "occupancy-bonus-order=before" in out.getvalue()


def test_rows_alike_but_for_a_late_column_are_told_apart_at_80_columns():
    """As in the verdicts of `gah study cards`, where all rows have the same number of players."""
    head = ("Kind", "Measure", "Players", "Played by", "Margin", "Verdicts")
    rows = [
        ("staff cards", measure, "2", policy, "±3.00 VP", "40 undecided, 7 too weak, 1 strong")
        for policy in ("greedy", "random")
        for measure in ("VP by being dealt it", "lead by it")
    ]
    out = io.StringIO()
    show(Table("", head, rows), Console(file=out, width=80))
    lines = [line for line in out.getvalue().splitlines() if "│ staff cards" in line]
    assert len(lines) % 4 == 0
    assert all(sum(m in line and p in line for line in lines) == len(lines) / 4
               for p in ("greedy", "random") for m in ("VP by", "lead by"))  # fmt: skip


@pytest.mark.parametrize("width", [60, 80])
def test_no_number_is_broken_between_its_thousands(width):
    many = "149,662 (104,432 to 232,403)"
    rows = [("VP of a player", "unpaired", "27.62", "0.20", many, many, "89 s", "11%", "0.774")]
    head = ("Measure", "Design", "SD of a deal", "Effect", "Games for 80%", "Games for 90%",
            "Time", "Power with 10,000", "Least effect with 10,000")  # fmt: skip
    out = io.StringIO()
    show(Table("", head, rows), Console(file=out, width=width))
    for number in ("149,662", "(104,432", "232,403)", "10,000"):
        assert number in out.getvalue()
