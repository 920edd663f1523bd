"""The page of a comparison: a site of one page, with figures and CSV files next to it."""

from __future__ import annotations

from pathlib import Path

from analysis.rulesets.compare import measures
from analysis.studies.compare import Comparison
from reports.figures import style
from reports.figures.compare import figures, what
from reports.site.blocks import Block, Code, Items, Page, Prose, Section, without_empty
from reports.site.build import write_site
from reports.spreadsheet import write_csv
from reports.tables import answer as tables_answer
from reports.tables import compare as tables_compare
from reports.tables.table import Table
from reports.text import count, number

METHOD = (
    """Every ruleset plays the same deals, by the same kind of player in all seats: equal seeds give
    equal decks, tiles and dice as far as the rules allow. Differences are taken deal by deal, so
    most of the luck cancels; gain is the factor by which unpaired games would need to be more. If
    rulesets differ only in tiles, politics cards or ballrooms, deals without these are identical:
    they are not played and count with a difference of 0. Estimates and intervals are then those of
    all deals, but the means of a ruleset are not known. Intervals are 95%, clustered by deal. On
    alone: the change added to the first ruleset. Off alone: the second ruleset minus the second
    without the change. Only together: the whole minus the sum of the changes on alone.""",
    """Verdicts: equivalent if the whole 95% interval lies within the margin of the measure (it may
    still differ from 0); otherwise more, less, better or worse at a false discovery rate of 5% over
    the measures of one comparison; otherwise undecided, with the number of deals that ensures
    another verdict whatever the true difference is. If no deal differs, the difference never came
    up with these players. Margins are choices, not measurements:""",
)
PROGRAMS = "These players are programs. A result for one kind of them may not hold for people."


def write_comparison(found: Comparison, out: Path) -> Path:
    """Write the page, figures/ and the frames as CSV below `out`; returns the page's path."""
    out.mkdir(parents=True, exist_ok=True)
    frames = {
        "measures": found.measures,
        "cards": found.cards,
        "guests": found.guests,
        "winners": found.winners,
        "differing": found.differing,
    }
    for name, frame in frames.items():
        write_csv(frame, out / f"{name}.csv")
    with style.styled():
        page = build_page(found)
    return write_site([page], out)


def build_page(found: Comparison) -> Page:
    """The page, its figures drawn but not saved."""
    sections = (
        Section("short", "In short", [*map(Prose, played_words(found)), *short_tables(found)]),
        Section("rules", "What differs in the rules", [tables_compare.differences_table(found)]),
        Section("whole", "The whole difference", _whole_blocks(found)),
        Section("single", "Single changes", _single_blocks(found)),
        Section("cards", "Cards that the changes touch", [
            tables_compare.cards_table(found, card_names(found, "staff")),
            tables_compare.guests_table(found, card_names(found, "guest")),
        ]),
        Section("figures", "Figures", figures(found)),
        Section("method", "Method", [*map(Prose, METHOD), margins_table(), Prose(PROGRAMS)]),
        Section("rerun", "Reproduce", [
            Code(found.plan.command), Prose("The games of each run:"),
            Code("\n".join(found.commands())),
        ]),
    )  # fmt: skip
    return Page(
        key="index", title=title_of(found), short="Comparison",
        lead="Rulesets compared on equal deals.", sections=without_empty(sections),
    )  # fmt: skip


def short_tables(found: Comparison) -> list[Table]:
    """The answer: what the whole difference does, if there is one, and each change alone."""
    whole = [] if found.plan.other is None else [tables_answer.whole_table(found)]
    return [*whole, tables_answer.changes_table(found)]


def _whole_blocks(found: Comparison) -> list[Block]:
    if found.plan.other is None:
        return [Prose(f"Each change is compared alone with {found.plan.base.label}.")]
    return [tables_compare.measures_table(found, n, p) for n, p in found.tables]


def _single_blocks(found: Comparison) -> list[Block]:
    blocks: list[Block] = [tables_compare.singles_table(found, n, p) for n, p in found.tables]
    blocks += [tables_compare.pairs_table(found, n, p) for n, p in found.tables]
    if found.plan.skipped:
        skipped = [f"{name}, {kind}: {why}" for name, kind, why in found.plan.skipped]
        blocks += [Prose("These changes cannot be switched alone:"), Items(skipped)]
    return blocks


def card_names(found: Comparison, kind: str) -> dict[int, str]:
    """Names of all cards of a kind (staff, guest) that some ruleset has, by number."""
    return {
        int(number): card.name
        for ruleset in found.plan.rulesets.values()
        for number, card in getattr(ruleset, kind).items()
    }


def title_of(found: Comparison) -> str:
    """The title: the rulesets compared, or the question of a topic."""
    topic = found.plan.topic
    return what(found) if topic is None else f"{topic.question} {found.plan.base.label}"


def played_words(found: Comparison) -> list[str]:
    """How many deals were examined, can differ and were played; empty if all were played."""
    deals = found.settings.games
    return [
        f"{' or '.join(found.only)} is on the table in {count(played)} of {count(deals)} deals with"
        f" {n} players: only these can differ and were played, all others count with a difference"
        f" of 0 (the same intervals with {number(deals / played, 1)} times fewer games)."
        for n, played in found.played.items()
    ]


def margins_table() -> Table:
    """The margins and their reasons."""
    rows = []
    for one in measures():
        unit = tables_compare.unit_of(one)
        better = {"equal": "nearer to an equal share"}.get(one.better, one.better)
        share = one.judged.margin_of_share if one.judged else None
        margin = (
            f"±{number(one.margin(2) * unit.factor, unit.digits)} {one.unit}"
            if share is None
            else f"±{number(100 * share, 0)}% of an equal share among the players"
        )
        rows.append((one.label, margin, one.reason, better or "neither"))
    return Table("Margins", ("Measure", "Margin", "Reason", "Better"), rows)
