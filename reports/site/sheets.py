"""The page of one card, tile or board: its text, rulings, tests, and results from play."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pandas as pd
from markupsafe import Markup

from analysis import Config
from analysis.cards.tallies import CAME, QUERIES
from analysis.studies.assumed import AssumedStudy
from analysis.studies.guests import GuestStudy
from analysis.studies.price import PriceStudy
from analysis.studies.timing import TimingStudy
from model.assumptions import assumptions
from model.clauses import DOCUMENTS, card_of, clauses
from model.gaps import gaps
from model.marks import covered
from model.sources import sources
from reports import names
from reports.figures import sheets as figures_sheets
from reports.figures import timing as figures_timing
from reports.links import rule_link
from reports.pieces import GATHERED, Piece, gathered_page, kind_of, pieces
from reports.results import Results, rows_of
from reports.rules.evidence import Evidence, gather, test_lines
from reports.rules.trace import Traced, trace
from reports.site import examples, fair, partners, timing, value
from reports.site.blocks import (
    Answers,
    Block,
    Finding,
    Items,
    More,
    Note,
    Page,
    Prose,
    Section,
)
from reports.tables import assumed as tables_assumed
from reports.tables.cards import sure_words
from reports.tables.table import Table
from reports.text import PERCENT, POINTS, Unit, cell, count, listing, plain, signed, upper
from reports.verdicts import UNKNOWN, judged, of_the_player, unit_of

ROOT = "../"
JUDGED_KINDS = ("staff", "guest", "politics", "emperor_tile")
UNITS = {"came": PERCENT, "used": PERCENT, "win": PERCENT}
ONE = Unit(1, 1, "")
RECORD = "gah report --full"


@cache
def known() -> Evidence:
    """Tests, counts and mistakes of the clauses, gathered once."""
    return gather()


def sheets(tally: str, results: Results) -> list[Page]:
    """The pages of all components of a kind: one for each, or one for all."""
    if tally in GATHERED:
        return [gathered(tally, results)]
    return [sheet(piece, results) for piece in pieces(tally)]


def gathered(tally: str, results: Results) -> Page:
    """The page of all components of a kind, with a section for each."""
    kind = kind_of(tally)
    sections, found = [], []
    for piece in pieces(tally):
        traced = trace((id for id in clauses() if card_of(id) == piece.path), known())
        short = [f"{one.about}: {one.text}" for one in in_short(piece, results)]
        sections.append(Section(piece.slug, piece.full_name, [
            *([Items(short)] if short else []),
            *_says(piece), *_repeated(piece, results),
            More("What play shows", _play(piece, results)),
            More("Rules, rulings and tests", _rules(traced)),
        ]))  # fmt: skip
        found.append((_lead(piece), piece.full_name, piece.german, piece.href))
    return Page(
        key=gathered_page(tally), title=kind.many, short=kind.many,
        lead=f"All {len(sections)} {kind.many.lower()}: what each says, and what play shows.",
        sections=sections, entries=found,
    )  # fmt: skip


def sheet(piece: Piece, results: Results) -> Page:
    """The page of one component."""
    traced = trace((id for id in clauses() if card_of(id) == piece.path), known())
    short = in_short(piece, results)
    example = examples.blocks(piece.kind.tally, piece.key, results)
    sections = [
        *([Section("short", "", [Answers(short)])] if short else []),
        Section("says", "What it says", [*_says(piece), *_repeated(piece, results)]),
        *([Section("example", "An example turn", example)] if example else []),
        Section("play", "What play shows", _play(piece, results)),
        Section("rules", "Rules, rulings and tests", _rules(traced)),
    ]
    return Page(
        key=piece.page,
        title=piece.name if piece.name != piece.key else piece.full_name,
        short=piece.full_name,
        lead=_lead(piece),
        sections=sections,
    )


def in_short(piece: Piece, results: Results) -> list[Finding]:
    """Verdict, worth, rank and use in each edition, for the players that titles are about."""
    main = results.main
    out = []
    for rules in reversed(results.editions):
        config = Config(rules, main.players, main.policy)
        found = results.tallies_of(piece.kind.tally, piece.key)
        used = rows_of(found, config, measure="used") if not found.empty else found
        uses = []
        if not used.empty and not used["estimate"].isna().any():
            uses.append(f"used {plain(used.iloc[0], PERCENT)} of the times a player has it")
        parts = _judged(piece, config, results, uses)
        if not parts:
            continue
        verdict, text = _verdict(piece, config, results), "; ".join(parts)
        who = names.players(config.policy, config.players)
        out.append(Finding(f"In {results.facts.short(rules)}, {who}",
                           f"{upper(text)}.", sign=verdict))  # fmt: skip
    staff, guest = _is_staff(piece), piece.kind.tally == "guest"
    asked: tuple[tuple[Any, Any, str], ...] = (
        (results.of(PriceStudy) if staff else None, fair, "Its cost"),
        (results.of(TimingStudy) if staff else None, timing, "Playing it"),
        (results.of(GuestStudy) if guest else None, value, "Taken by force"),
    )
    for answer, view, words in asked:
        if answer is not None and (text := view.sentence(results, piece.key)):
            rules = results.facts.short(answer.settings.rules)
            out.append(Finding(f"{words} in {rules}, {names.seated(*answer.table)}", text))
    return out


def _verdict(piece: Piece, config: Config, results: Results) -> str:
    tally = piece.kind.tally
    if tally not in JUDGED_KINDS:
        return ""
    found = judged(results, tally, config)
    return str(found.loc[piece.key, "verdict"]) or UNKNOWN if piece.key in found.index else ""


def _judged(piece: Piece, config: Config, results: Results, uses: list[str]) -> list[str]:
    """Worth and rank, if chance allows an estimate; ``uses`` where that does not count them, in
    more games."""
    tally = piece.kind.tally
    found = judged(results, tally, config) if tally in JUDGED_KINDS else pd.DataFrame()
    if piece.key not in found.index or pd.isna(found.loc[piece.key, "se"]):
        return uses
    row, unit = found.loc[piece.key], unit_of(found.loc[piece.key, "metric"])
    rank = int(found["estimate"].rank(ascending=False, method="min").loc[piece.key])
    among = int(found["estimate"].notna().sum())
    what = "lead when dealt it" if tally == "staff" else "score of a player in games with it"
    words = [sure_words(row), f"{signed(row, unit)} {what}, number {rank} of {among}"]
    return [*words, *_wins(piece, config, results), *(of_the_player(row, unit) or uses)]


def _wins(piece: Piece, config: Config, results: Results) -> list[str]:
    """The card's effect on wins, if the verdict is about leads."""
    found = rows_of(results.judged.effects, config, kind=piece.kind.tally, metric="dealt_win",
                    item=piece.key)  # fmt: skip
    return [f"{signed(found.iloc[0], POINTS)} wins"] if len(found) else []


def _lead(piece: Piece) -> str:
    words = [piece.kind.one + (f" {piece.key}" if piece.key.isdigit() else "")]
    words += [piece.german] if piece.german else []
    words += [f"added by {piece.added}"] if piece.added else ["base game"]
    return ", ".join(words)


def _says(piece: Piece) -> list[Block]:
    """Both editions side by side; differences are named, assumed values explained."""
    editions = list(piece.sides)
    labels = list(dict.fromkeys(label for side in piece.sides.values() for label, _ in side))
    texts = {edition: dict(side) for edition, side in piece.sides.items()}
    rows = [(label, *(upper(texts[e].get(label, "–")) for e in editions)) for label in labels]
    blocks: list[Block] = [
        Table(
            "In words, from the rules data",
            ("", *map(names.ruleset, editions)),
            rows,
            words=True,
            key=f"says-{piece.slug}",
        ),
    ]
    changed = [label for label in labels if len({texts[e].get(label) for e in editions}) > 1]
    missing = [e for e in sources().edition if e not in piece.sides]
    if changed:
        blocks.append(
            Note("The editions differ", f"Their texts differ in: {', '.join(changed).lower()}.")
        )
    if missing:
        blocks.append(Prose(f"Not in {listing([*map(names.ruleset, missing)])}."))
    assumed = {
        path: one for path, one in assumptions().by_path.items() if covered(path, (piece.path,))
    }
    for path, one in assumed.items():
        about = f"Assumed, no source gives it: {path.removeprefix(piece.path).lstrip('.') or 'all'}"
        blocks.append(Note(about, f"{upper(one.reason)}."))
    return blocks


def _repeated(piece: Piece, results: Results) -> list[Block]:
    """In how many completions of the assumed values the verdicts on a staff card hold."""
    found = results.of(AssumedStudy)
    if found is None or not _is_staff(piece):
        return []
    text = tables_assumed.of_card(found, piece.key)
    return [Note("Under other plausible values, with all modules", f"{text}.")] if text else []


def _play(piece: Piece, results: Results) -> list[Block]:
    blocks: list[Block] = []
    tally = piece.kind.tally
    name = piece.slug
    drawn = not results.early  # figures of single cards take longer than all other figures
    if drawn and tally in JUDGED_KINDS:
        worth = figures_sheets.worth_figure(tally, piece.key, piece.full_name, name, results)
        blocks += [worth] if worth else []
    if drawn and tally in figures_sheets.USED:
        late = figures_sheets.rounds_figure(tally, piece.key, piece.full_name, name, results)
        blocks += [late] if late else []
    if drawn and _is_staff(piece) and (answer := results.of(TimingStudy)):
        timed = figures_timing.card_figure(answer, piece.key, piece.full_name, name)
        blocks += [timed] if timed else []
    if _is_staff(piece):
        blocks += partners.blocks(piece, results)
    found = results.tallies_of(tally, piece.key)
    if found.empty:
        blocks.append(Prose(
            Markup("No recorded game of this report uses it. <code>{}</code> records games that"
                   " may use it.").format(RECORD)
        ))  # fmt: skip
    else:
        blocks.append(_counts(piece, found, results))
    blocks += _verified(piece)
    return blocks


def _counts(piece: Piece, found: pd.DataFrame, results: Results) -> Table:
    """One row per configuration, one column per measure; for staff cards, dealt effects come first,
    with their own numbers of games."""
    labels = dict(found[["measure", "label"]].drop_duplicates().itertuples(index=False, name=None))
    order = measures_of(found)
    rows = []
    for config in results.configs_of(found):
        mine = rows_of(found, config).set_index("measure")
        cells = [
            cell(mine.loc[m], UNITS.get(m, ONE), sign=False) if m in mine.index else "–"
            for m in order
        ]
        games = count(results.games(config))
        edition = names.ruleset(config.rules)
        rows.append((f"{edition}, {config.policy}, {config.players} players",
                     *_dealt(piece, config, results), games, *cells))  # fmt: skip
    dealt = ["Games dealt", "Dealt: win rate, points", "Dealt: VP"] if _is_staff(piece) else []
    head = ["", *dealt, "Games"]
    head += [labels[m] + (", %" if m in UNITS else "") for m in order]
    return Table(
        "As recorded: estimate (95% interval), clustered by deal", head, rows,
        key=piece.slug, frame=found,
    )  # fmt: skip


def measures_of(found: pd.DataFrame) -> list[str]:
    """Names of the measures in some tallies, in order."""
    known = [CAME[0], *(one.name for wanted in QUERIES.values() for one in wanted)]
    there = set(found["measure"])
    return [name for name in dict.fromkeys(known) if name in there]


def _is_staff(piece: Piece) -> bool:
    return piece.kind.tally == "staff"


def _dealt(piece: Piece, config: Config, results: Results) -> list[str]:
    if not _is_staff(piece):
        return []
    cells = [count(results.judged_games(config))]
    known = results.dealt_by_card.get(int(piece.key), results.dealt.iloc[:0])
    for outcome, unit in (("win", POINTS), ("vp", ONE)):
        rows = rows_of(known, config, outcome=outcome).dropna(subset=["estimate"])
        cells.append("–" if rows.empty else cell(rows.iloc[0], unit))
    return cells


def _verified(piece: Piece) -> list[Block]:
    """How often it came up in verified play, from the records of verification."""
    counts = known().counts
    if counts is None:
        return []
    counted = {key: counts.total(key) or 0 for key in counts.counts if covered(key, (piece.path,))}
    if not counted:
        return []
    words = [f"{_short(key, piece)}: {count(times)}" for key, times in counted.items()]
    return [More("How often verified games met it", [Items(words)])]


def _short(key: str, piece: Piece) -> str:
    return key.removeprefix(piece.path).lstrip(".").replace(".", " ") or "met"


def _rules(traced: Sequence[Traced]) -> list[Block]:
    """Each clause with its sources and tests; the rulings and open positions that touch them."""
    blocks: list[Block] = []
    for one in traced:
        blocks.append(Prose(Markup("{} {}").format(rule_link(one.id, ROOT), one.clause.text)))
        lines = [f"{DOCUMENTS[d]}: {where}" for d, where in one.clause.source.items()]
        lines += [
            Markup("Test <code>{}:{} {}</code>").format(test.file, test.line, test.name)
            + (f", {test.cases} cases" if test.cases > 1 else "")
            for test in test_lines(one.tests)
        ]
        lines += [
            Markup("Unnoticed mistake: <code>{}</code>").format(mistake.text)
            for mistake in one.unnoticed
        ]
        blocks.append(More(f"Sources and tests ({len(one.tests)} cases)", [Items(lines)]))
    ids = {one.id for one in traced}
    asked = dict.fromkeys(ruling for one in traced for ruling in one.clause.rulings)
    for id in asked:
        ruling = sources().ruling[id]
        played = dict.fromkeys(
            ruling.readings[ruling.default_for(edition)].title for edition in sources().edition
        )
        books = "".join(
            f" The rulebook of {names.ruleset(edition)} itself says: {ruling.readings[said].title}."
            for edition, said in ruling.books.items()
        )
        text = Markup("{} Played: {}.{} {} ({})").format(
            ruling.question, "; ".join(played), books, ruling.reason,
            rule_link(f"ruling-{id}", ROOT, Markup("<code>{}</code>").format(id)),
        )  # fmt: skip
        blocks.append(Note("Ruling", text))
    open_ones = [(id, gap) for id, gap in gaps().items() if ids & set(gap.clauses)]
    if open_ones:
        blocks.append(Prose("Positions that the books leave open and that involve it:"))
        blocks.append(Items([rule_link(f"gap-{id}", ROOT, gap.title) for id, gap in open_ones]))
    return blocks
