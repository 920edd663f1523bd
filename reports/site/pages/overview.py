"""The overview: what a reader wants to know within a minute, and the ways to everything else."""

from __future__ import annotations

from functools import partial

import pandas as pd

from analysis import Config
from analysis.base.metrics import margin_at, metric
from analysis.base.verdicts import DIFFERENT
from analysis.rulesets.factorial import AVERAGE
from reports import names
from reports.figures import overview as figures_overview
from reports.figures.figure import for_pages
from reports.pieces import pieces
from reports.results import Results, rows_of
from reports.site import fair
from reports.site.blocks import (
    NO,
    UNKNOWN,
    YES,
    Block,
    Doors,
    Finding,
    Front,
    Note,
    Page,
    Prose,
    Section,
)
from reports.site.mended import Mended, mended
from reports.site.pages import (
    court,
    editions,
    game,
    guests,
    modules,
    players,
    seats,
    staff,
    variants,
)
from reports.strength import measured
from reports.strength import words as strength_words
from reports.tables import assumed as tables_assumed
from reports.tables.modules import unit_of as module_unit
from reports.tables.table import Table
from reports.text import PERCENT, POINTS, cell, count, listing, number, signed
from reports.verdicts import (
    Verdicts,
    badge,
    linked,
    margin_words,
    name_of,
    verdicts_of,
)

KEY = "index"

DOORS = (
    ("staff", "Staff cards", "every card: verdict, worth, use"),
    ("editions", "Editions", "what 2021 changed, and what that does"),
    ("guests", "Guests", "how often each is served, what it scores"),
    ("court", "Politics and emperor", "what lies on the table for all"),
    ("modules", "Modules", "the expansion: what to play, what to bid"),
    ("variants", "Variants and rulings", "options, online variants, open rules"),
    ("seats", "Seats", "who starts, and does it matter"),
    ("players", "Players", "how strong they are, skill and luck"),
    ("game", "The game", "length, lead changes, where points come from"),
    ("rules", "Rules", "every clause with its sources and tests"),
    ("method", "Method", "how sure all this is; glossary"),
)


def build(results: Results) -> Page:
    found = mended(results)
    before, after = (results.facts.short(rules) for rules in results.editions)
    answers = [balanced(results), to_change(results), repaired(found, results),
               first_seat(results), with_modules(results)]  # fmt: skip
    judged = verdicts_of(results, "staff", results.main)
    figure = for_pages(partial(figures_overview.staff_figure, results, judged)) if judged else None
    return Page(
        key=KEY,
        title="Is the game balanced?",
        short="Overview",
        lead=strength(results),
        sections=[
            Section("short", "", [*_stale(results), Front(answers, figure)]),
            Section("change", "What to change", _change(results)),
            Section("mended", f"What {after} mended of {before}", _mended(found, results)),
            Section("read-on", "Read on", [Doors([
                (f"{key}.html", name, words) for key, name, words in DOORS
            ])]),
        ],
    )  # fmt: skip


def answers(results: Results) -> list[Finding]:
    """The findings of all pages."""
    return [
        *staff.findings(results),
        *editions.findings(results),
        *seats.findings(results),
        *game.findings(results),
        *guests.findings(results),
        *court.findings(results),
        *modules.findings(results),
        *variants.findings(results),
        *players.findings(results),
    ]


def strength(results: Results) -> str:
    """Who says so: the players of the games, and where they stand among all that were rated."""
    who = results.main.policy
    ladder = results.ladder
    said = f"Played by programs ({listing(results.policies)}), not by people."
    known = measured(results.rules)
    if told := strength_words(who, results.players[0], known):
        return f"{said} {told}"
    if ladder is None or who not in ladder.settings.rungs:
        return f"{said} How strong they are is not measured yet."
    table = ladder.settings.players[0]
    rows = ladder.of(table).reset_index(drop=True)
    first = rows.iloc[0]
    among = f"{count(len(rows))} programs rated with {table} players"
    if first["rung"] == who:
        return f"{said} “{who}” is rated first of {among}."
    ahead = float(first["estimate"] - rows.loc[rows["rung"] == who, "estimate"].iloc[0])
    return (
        f"{said} “{who}” is rated {number(ahead, 0)} points below “{first['rung']}”, the first of"
        f" {among}."
    )


def balanced(results: Results) -> Finding:
    """Are the staff cards balanced, in both editions."""
    about = "Are the staff cards balanced?"
    found = {rules: verdicts_of(results, "staff", Config(rules, results.main.players,
                                                         results.main.policy))
             for rules in reversed(results.editions)}  # fmt: skip
    known = {rules: one for rules, one in found.items() if one is not None}
    if results.rules not in known:
        return Finding(about, "No verdicts: the model does not know these rules any longer.",
                       None, staff.KEY, sign=UNKNOWN)  # fmt: skip
    now = known[results.rules]
    parts = [
        f"{results.facts.brief(rules)}: {len(one.strong)} too strong, {len(one.weak)} too weak,"
        f" {one.open_words}"
        for rules, one in known.items()
    ]
    text = f"{'; '.join(parts)} ({now.who}, margin {margin_words(now)})."
    configs = [one.config for one in known.values()]
    return Finding(about, text, results.judged_grounds(configs), staff.KEY, "all", "All cards",
                   sign=_said(now.answer))  # fmt: skip


def _said(answer: bool | None) -> str:
    return UNKNOWN if answer is None else YES if answer else NO


def to_change(results: Results) -> Finding:
    """Which cards should be changed: those that are shown not to be balanced."""
    about = "Is there a card to change?"
    found = verdicts_of(results, "staff", results.main)
    grounds = results.judged_grounds([results.main])
    if found is None:
        return Finding(about, "No verdicts.", None, KEY, "change", sign=UNKNOWN)
    off = [(rows.iloc[0], item) for rows in (found.strong, found.weak)
           for item in rows.index[:1]]  # fmt: skip
    if not off:
        sign = NO if found.answer else UNKNOWN
        text = f"None is shown to be off; {found.open_words}."
        return Finding(about, text, grounds, KEY, "change", "The table", sign=sign)
    named = [
        f"{name_of('staff', str(item), row)} {signed(row, POINTS, name=False)}, {row['verdict']}"
        + (f", {priced}" if (priced := fair.short_words(results, str(item))) else "")
        for row, item in off
    ]
    text = f"Most surely {listing(named)} (points of win rate)."
    return Finding(about, text, grounds, KEY, "change", "The table", sign=YES)


def repaired(found: list[Mended], results: Results) -> Finding:
    """Did the newer edition mend what it changed."""
    about = f"Did {results.facts.short(results.rules)} mend what it changed?"
    signs = [one.sign for one in found]
    if not found:
        return Finding(about, "No change is known.", None, KEY, "mended", sign=UNKNOWN)
    yes, no, unknown = (signs.count(sign) for sign in (YES, NO, UNKNOWN))
    rest = len(found) - yes - no - unknown
    parts = [f"{yes} yes", f"{no} no", f"{unknown} unknown"]
    parts += [f"{rest} without a card to mend or with nothing to mend"] if rest else []
    sign = NO if no else UNKNOWN if unknown else YES
    text = f"Of its {count(len(found))} changes: {', '.join(parts)}."
    configs = [Config(r, results.main.players, results.main.policy) for r in results.editions]
    grounds = results.judged_grounds(configs)
    return Finding(about, text, grounds, KEY, "mended", "Each change", sign=sign)


def first_seat(results: Results) -> Finding:
    """Does it matter who starts: at every table, against the margin of its measure."""
    about = "Does it matter who starts?"
    one = metric("win_seat_1").compared
    assert one is not None
    margins, parts, signs = [], [], []
    for n in results.players:
        config = Config(results.rules, n, results.main.policy)
        row = rows_of(results.seats, config, outcome="win", seat=0).iloc[0]
        margins.append(margin_at(one, n))
        parts.append(f"{signed(row, POINTS, name=False)} at {n}")
        signs.append(seat_matters(row, margins[-1]))
    text = (
        f"Wins of the start player above an equal share, in points: {listing(parts)} players;"
        f" {listing([number(margin * POINTS.factor, 1) for margin in margins])} or less would not"
        " matter."
    )
    sign = YES if YES in signs else NO if set(signs) == {NO} else UNKNOWN
    configs = [Config(results.rules, n, results.main.policy) for n in results.players]
    return Finding(about, text, results.judged_grounds(configs), seats.KEY, "advantage", sign=sign)


def seat_matters(row: pd.Series, margin: float) -> str:
    """Yes if all places are shown not to win alike and the first differs, no if its interval lies
    within the margin."""
    low, high, p = float(row["low"]), float(row["high"]), float(row["p_all"])
    if -margin <= low and high <= margin:
        return NO
    return YES if p < 0.05 and (low > 0 or high < 0) else UNKNOWN


def with_modules(results: Results) -> Finding:
    """What the modules do to length and spread, on average over all sets of them."""
    about = "Do the modules change the game?"
    found = results.factorial
    if found is None:
        return Finding(
            about,
            "Not recorded yet: gah study modules records it.",
            None,
            modules.KEY,
            sign=UNKNOWN,
        )
    n, policy = found.tables[0]
    parts = []
    for measure, words in (("decisions", "longest with"), ("vp_spread", "widest scores with")):
        rows = found.rows("effects", players=n, policy=policy, kind=AVERAGE, measure=measure)
        moved = rows[rows["verdict"].isin(DIFFERENT) & (rows["estimate"] > 0)]
        if len(moved):
            row = moved.loc[moved["estimate"].idxmax()]
            parts.append(f"{words} {names.together(row['name'])}, {signed(row, module_unit(row))}")
    rows = found.rows("effects", players=n, policy=policy, kind=AVERAGE)
    alike = rows["verdict"] == "equivalent"
    sign = YES if parts else NO if alike.all() else UNKNOWN
    text = "; ".join(parts) or "No difference beyond its margin is shown"
    text = (f"{text[:1].upper()}{text[1:]} ({names.players(policy, n)})."
            + (f" {_assumed(results)}" if found.assumed else ""))  # fmt: skip
    return Finding(about, text, None, modules.KEY, "matrix", sign=sign)


def _assumed(results: Results) -> str:
    """That values are assumed, and in how many completions of them the same modules are named."""
    if results.repeated is None:
        return "Some values are assumed."
    return f"Some values are assumed; {tables_assumed.chosen(results.repeated)}."


def _stale(results: Results) -> list[Block]:
    if not results.facts.stale:
        return []
    stale = ", ".join(map(names.ruleset, results.facts.stale))
    return [
        Note("Recorded under other rules",
             f"The model has changed since these games were played: {stale}. Play the games again"
             " for a report that fits.")
    ]  # fmt: skip


def _change(results: Results) -> list[Block]:
    found = verdicts_of(results, "staff", results.main)
    if found is None or found.answer is True or not len(found.strong) + len(found.weak):
        return [Prose("No staff card is shown to be too strong or too weak, so no change is"
                      " recommended.")]  # fmt: skip
    return [change_table(results, found)]


def change_table(results: Results, found: Verdicts) -> Table:
    """The cards that are shown to be off, with what they cost and how they are used."""
    costs = {piece.key: piece.word("Costs") for piece in pieces("staff")}
    rows = []
    for side in (found.strong, found.weak):
        for item, row in side.iterrows():
            used = rows_of(results.tallies_of("staff", str(item)), found.config, measure="used")
            rows.append((
                badge(str(row["verdict"])), linked("staff", str(item), row),
                costs.get(str(item), "–"), *fair.fair_cells(results, str(item)), cell(row, POINTS),
                cell(used.iloc[0], PERCENT, sign=False) if len(used) else "–",
            ))  # fmt: skip
    head = ("Verdict", "Staff card", "Printed cost", "Fair cost", "What changes then",
            "Wins, points", "Played when dealt, %")  # fmt: skip
    caption = (
        f"{results.facts.brief(found.config.rules)}, {found.who}, against an average card."
        f" {fair.caption(results)}"
    )
    return Table(caption, head, rows, words=True, key="to-change", named=1,
                 frame=pd.concat([found.strong, found.weak]).reset_index())  # fmt: skip


def _mended(found: list[Mended], results: Results) -> list[Block]:
    if not found:
        return [Prose("The model does not list changes between these labels.")]
    rows = [
        (one.sign, one.change.title, one.before or "–", one.after or "–", one.why) for one in found
    ]
    before, after = (results.facts.brief(rules) for rules in results.editions)
    head = ("Mended?", "Change", f"Worth in {before}", f"Worth in {after}", "What carries it")
    main = results.main
    caption = (
        "Mended: off before and shown to be balanced, or nearer to it, now. Worth: wins when dealt"
        f" the card, in points, {names.players(main.policy, main.players)}"
    )
    return [Table(caption, head, rows, words=True, key="mended", named=1)]
