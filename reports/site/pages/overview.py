"""The decision page: five answers and a chart, then what to change, what was fixed, the seats."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pandas as pd
from markupsafe import Markup

from analysis import Config
from analysis.base.verdicts import BALANCED, DIFFERENT
from analysis.rulesets.factorial import AVERAGE
from analysis.studies.ladder import LadderStudy
from analysis.studies.modules import ModuleStudy
from analysis.studies.suggest import Suggestion, SuggestStudy, outside
from model import load_ruleset
from reports import names
from reports.figures import games as figures_games
from reports.figures import overview as figures_overview
from reports.figures.figure import for_pages
from reports.links import link
from reports.results import Results, rows_of
from reports.site.blocks import (
    NO,
    NOT_YET,
    PARTLY,
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
from reports.site.fair import BAR
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
    ways,
)
from reports.strength import measured
from reports.strength import words as strength_words
from reports.tables.price import BEYOND, asked_of, balanced_beyond, changed_of
from reports.tables.table import Table
from reports.text import PERCENT, VP, cell, count, equal_share, listing, number, plain, upper
from reports.verdicts import Verdicts, linked, verdicts_of

KEY = "index"
NAMED = 4
"""Cards of each verdict in the table of what to change; the page of staff cards has all."""
LONGEST = 12
"""Words of an answer on the first screen."""
UNMEASURED = "not yet measured by these players"
"""Replaces a remedy found by other players: verdict and remedy must have the same jury."""
RAISING = {
    "decisions": ("adds decisions", "add decisions"),
    "vp_spread": ("widens the spread of scores", "widen the spread of scores"),
}
"""Phrases for one and for several modules that are shown to raise a measure."""
DOORS = (
    ("staff", "Staff cards", "every verdict"), ("guests", "Guests", "value, use"),
    ("court", "Politics and emperor", "cards, tiles"),
    ("modules", "Modules", "expansion, bids"), ("variants", "Editions and variants", "each change"),
    ("strong", "Strong play", "habits, ways to win"), ("players", "Players", "strength, luck"),
    ("game", "The game", "length, leads"), ("rules", "Rules", "clauses, rulings"),
    ("questions", "Questions", "find answers"), ("method", "Method", "checks, glossary"),
)  # fmt: skip


def build(results: Results) -> Page:
    found = mended(results)
    after = results.facts.short(results.rules)
    answers = [balanced(results), to_change(results), repaired(found, results),
               first_seat(results), with_modules(results)]  # fmt: skip
    judged = verdicts_of(results, "staff", results.main)
    figure = for_pages(partial(figures_overview.front_figure, results, judged)) if judged else None
    return Page(
        key=KEY,
        title="Is the game balanced?",
        short="Overview",
        sections=[
            Section("short", "", [*_stale(results), Front(answers, figure)]),
            Section("change", "What to change", _change(results)),
            Section("mended", f"What {after} fixed, and what it made worse",
                    _mended(found, results)),
            Section("seats", "Seats with 2, 3 and 4 players", [seat_table(results)]),
            *_ways(results),
            Section("read-on", "Read on", [Prose(strength(results)), Doors([
                (f"{key}.html", name, words) for key, name, words in DOORS
            ])]),
        ],
    )  # fmt: skip


def _ways(results: Results) -> list[Section]:
    """The sentence on ways to win, if they were measured."""
    return [
        Section("ways", one.about, [Prose(Markup('{} <a href="{}">Ways to win</a>').format(
            one.text, one.href))])
        for one in ways.findings(results)
    ]  # fmt: skip


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
        *ways.findings(results),
    ]


def strength(results: Results) -> str:
    """Who plays, and how strong this player is among the rated programs."""
    who = results.main.policy
    ladder = results.of(LadderStudy)
    known = measured(results.rules)
    if words := strength_words(who, results.players[0], known):
        return words
    if ladder is None or who not in ladder.settings.rungs:
        return f"The strength of “{who}”, the program that played, is not measured yet."
    table = ladder.settings.players[0]
    rows = ladder.of(table).reset_index(drop=True)
    first = rows.iloc[0]
    among = f"the strongest of {count(len(rows))} programs with {table} players"
    if first["rung"] == who:
        return f"“{who}” is {among}."
    ahead = float(first["estimate"] - rows.loc[rows["rung"] == who, "estimate"].iloc[0])
    return f"“{who}” is rated {number(ahead, 0)} points below “{first['rung']}”, {among}."


def words_of(text: str) -> int:
    """Words of a sentence, as a reader counts them."""
    return len(text.split())


def fitting(candidates: Sequence[str]) -> str:
    """The first sentence that is short enough; the last if none is."""
    return next((one for one in candidates if words_of(one) <= LONGEST), candidates[-1])


def balanced(results: Results) -> Finding:
    """Are the staff cards balanced? Names the cards that are shown not to be."""
    about = "Are the staff cards balanced?"
    found = verdicts_of(results, "staff", results.main)
    if found is None:
        return Finding(about, "No verdicts: the model no longer knows these rules.", None,
                       staff.KEY, sign=UNKNOWN)  # fmt: skip
    grounds = results.judged_grounds([results.main])
    sign = UNKNOWN if found.answer is None else YES if found.answer else NO
    return Finding(about, _off_words(found), grounds, staff.KEY, "chart", who=found.who, sign=sign)


def _off_words(found: Verdicts) -> str:
    """The cards that are off, by name if there is room, otherwise their number."""
    sides = [(rows, word) for rows, word in ((found.strong, "too strong"), (found.weak, "too weak"))
             if len(rows)]  # fmt: skip
    if not sides:
        return (
            f"All {count(found.cards)} cards are shown to be balanced."
            if found.answer
            else f"No card is shown to be off; {count(found.balanced)} are balanced."
        )
    named = [f"{listing(list(rows['name']))} {_are(rows)} {word}" for rows, word in sides]
    counted = [f"{count(len(rows))} {_are(rows)} {word}" for rows, word in sides]
    return fitting([f"{' and '.join(named)}.", f"{' and '.join(counted)}."])


def _are(rows: pd.DataFrame) -> str:
    return "is" if len(rows) == 1 else "are"


def remedies(results: Results) -> pd.DataFrame | None:
    """The tried costs of cards by item, or None if the players of the verdicts tried none."""
    found = results.of(SuggestStudy)
    if found is None or not len(found.changes):
        return None
    asked, main = found.settings, results.main
    if asked.policies[0] != main.policy or asked.players[0] != main.players:
        return None
    return found.changes.assign(item=found.changes["item"].astype(str)).set_index("item")


def doubted(results: Results) -> list[str]:
    """Names of the cards that are too strong or too weak at the new costs for other players or
    other numbers of players."""
    found, main = results.of(SuggestStudy), results.main
    if found is None or remedies(results) is None:
        return []
    last = outside(found.last)
    others = (last["policy"] != main.policy) | (last["players"] != main.players)
    return list(dict.fromkeys(last[others]["name"]))


def to_change(results: Results) -> Finding:
    """Is there a remedy that the same players tried? New costs, and whether they balance cards."""
    about = "Is a remedy proven?"
    found = verdicts_of(results, "staff", results.main)
    if found is None:
        return Finding(about, "No verdicts.", None, KEY, "change", sign=UNKNOWN)
    grounds = results.judged_grounds([results.main])
    off = [str(item) for rows in (found.strong, found.weak) for item in rows.index]
    if not off:
        return Finding(about, "No card is shown to need one.", grounds, KEY, "change",
                       "The table", sign=NO)  # fmt: skip
    tried = remedies(results)
    if tried is None:
        return Finding(about, f"New costs are {UNMEASURED}.", grounds, KEY, "change", "The table",
                       sign=NOT_YET)  # fmt: skip
    mine = tried[tried.index.isin(off)]
    good = int((mine["after_verdict"] == BALANCED).sum())
    elsewhere = len(doubted(results))
    sign = YES if good == len(off) and not elsewhere else PARTLY if good else NO
    text = f"With new costs, {good} of the {len(off)} cards are balanced."
    if elsewhere:
        text = (
            f"New costs balance {good} of {len(off)} cards, but {elsewhere}"
            f" {'is' if elsewhere == 1 else 'are'} unbalanced at other tables."
        )
    return Finding(about, text, grounds, KEY, "change", "The table", sign=sign)


def repaired(found: list[Mended], results: Results) -> Finding:
    """Did the newer edition fix the cards that it changed?"""
    about = f"Did {results.facts.short(results.rules)} fix the cards it changed?"
    cards = [one for one in found if one.card is not None]
    if not cards:
        return Finding(about, "No change of a card is known.", None, KEY, "mended", sign=UNKNOWN)
    fixed = [one for one in cards if one.sign == YES]
    worse = [one for one in cards if one.sign == NO and one.worse]
    still = [one for one in cards if one.sign == NO and not one.worse]
    rest = [one for one in cards if one.sign == UNKNOWN]
    parts = [f"it fixed {_cards(fixed, results)}"] if fixed else []
    parts += [f"it made {_cards(worse, results)} worse"] if worse else []
    parts += [f"{_cards(still, results)} {'is' if len(still) == 1 else 'are'} still off"] \
        if still else []  # fmt: skip
    open_ = f"{count(len(rest))} cannot be judged yet" if rest else ""
    if not parts and not open_:
        open_ = "none of them is shown to have been off"
    text = fitting([
        _sentence([*parts, *([open_] if open_ else [])]), _sentence(parts or [open_]),
        f"It fixed {len(fixed)} cards; {len(worse) + len(still)} are off.",
    ])  # fmt: skip
    off = worse or still
    sign = PARTLY if fixed and (off or rest) else YES if fixed else NO if off else UNKNOWN
    configs = [Config(r, results.main.players, results.main.policy) for r in results.editions]
    grounds = results.judged_grounds(configs)
    who = names.players(results.main.policy, results.main.players)
    return Finding(about, text, grounds, KEY, "mended", who=who, sign=sign)


def _cards(some: Sequence[Mended], results: Results) -> str:
    return listing([results.facts.staff.get(one.card or 0, "") for one in some])


def _sentence(parts: Sequence[str]) -> str:
    text = "; ".join(part for part in parts if part)
    return f"{upper(text)}."


def first_seat(results: Results) -> Finding:
    """Does it matter who starts? For each number of players, compared with the margin."""
    about = "Does it matter who starts?"
    rows, signs = {}, {}
    tables = results.seat_tables(results.rules)
    for n in tables:
        config = Config(results.rules, n, results.main.policy)
        rows[n] = rows_of(results.seats, config, outcome="win", seat=0).iloc[0]
        signs[n] = seats.seat_matters(rows[n], n)
    sign = YES if YES in signs.values() else NO if set(signs.values()) == {NO} else UNKNOWN
    n = next((n for n, said in signs.items() if said == sign), tables[0])
    share = f"{number(float(rows[n]['mean']) * 100, 1)}%"
    text = {
        YES: f"With {n} players the starter wins {share} instead of {equal_share(n)}.",
        NO: f"With {n} players the starter wins {share}, about its share.",
        UNKNOWN: "Too few games to tell.",
    }[sign]
    configs = [Config(results.rules, n, results.main.policy) for n in tables]
    grounds = results.judged_grounds(configs)
    who = names.players(results.main.policy)
    return Finding(about, text, grounds, KEY, "seats", who=who, sign=sign)


def with_modules(results: Results) -> Finding:
    """Do the modules change the length of a game and the spread of its scores?"""
    about = "Do the modules change the game?"
    found = results.of(ModuleStudy)
    if found is None:
        return Finding(about, "Not recorded yet: gah study modules records it.", None, modules.KEY,
                       sign=UNKNOWN)  # fmt: skip
    n, policy = found.tables[0]
    parts, short = [], []
    for measure, (one, several) in RAISING.items():
        rows = found.rows("effects", players=n, policy=policy, kind=AVERAGE, measure=measure)
        moved = rows[rows["verdict"].isin(DIFFERENT) & (rows["estimate"] > 0)]
        if len(moved):
            does = one if len(moved) == 1 else several
            parts.append(f"{listing([*map(names.together, moved['name'])])} {does}")
            every = (
                f"all {len(rows)}" if len(moved) == len(rows) else f"{len(moved)} of {len(rows)}"
            )
            short.append(f"{every} {does}")
    rows = found.rows("effects", players=n, policy=policy, kind=AVERAGE)
    alike = bool((rows["verdict"] == "equivalent").all())
    sign = YES if parts else NO if alike else UNKNOWN
    if not parts:
        text = "No difference beyond a margin is shown."
    else:
        text = fitting([f"{upper('; '.join(some))}." for some in (parts, short)])
    who = names.players(policy, n)
    return Finding(about, text, None, modules.KEY, "matrix", who=who, sign=sign)


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
    blocks: list[Block] = [change_table(results, found)]
    if others := doubted(results):
        by = link("staff.html#suggested", "Who judged")
        blocks.append(
            Prose(Markup("Unbalanced at other tables: {}. {}").format(listing(others), by))
        )
    elif remedies(results) is not None and len(found.weak):
        blocks.append(Prose(BAR))
    return blocks


def change_table(results: Results, found: Verdicts) -> Table:
    """The cards that are off: printed cost, and, if the players of the verdicts tried new costs,
    the cost to try and the result measured with it."""
    staff = load_ruleset(found.config.rules).staff
    tried = remedies(results)
    shown = 3 if tried is None else 5
    rows = []
    for side in (found.strong, found.weak):
        for item, row in side.head(NAMED).iterrows():
            attempt, after = "–", "–"
            if tried is not None and str(item) in tried.index:
                one = tried.loc[str(item)]
                attempt = asked_of(int(one["suggested"]))
                then = pd.Series(
                    {name: one[f"after_{name}"] for name in ("estimate", "low", "high")}
                )
                after = f"{one['after_verdict']}, {cell(then, VP)}"
            rows.append((linked("staff", str(item), row), str(row["verdict"]),
                         str(staff[int(item)].cost), attempt, after)[:shown])  # fmt: skip
    head = ("Card", "Verdict", "Costs, krones", "Try", "Measured after the change, VP")[:shown]
    caption = f"Judged by {found.who}, {count(results.judged_games(found.config))} games"
    if max(len(found.strong), len(found.weak)) > NAMED:
        caption += f"; the surest {NAMED} of each kind"
    frame = pd.concat([found.strong, found.weak]).reset_index()
    suggestion = results.of(SuggestStudy)
    if tried is not None and suggestion is not None:
        asked = suggestion.settings
        named = [str(i) for side in (found.strong, found.weak) for i in side.head(NAMED).index]
        caption += f". {_tested(tried, named, suggestion)}"
        frame = frame.assign(tried_policy=asked.policies[0], tried_players=asked.players[0],
                             tried_games=asked.tested)  # fmt: skip
    return Table(caption, head, rows, words=True, key="to-change", named=0, frame=frame)


def _tested(tried: pd.DataFrame, named: Sequence[str], suggestion: Suggestion) -> str:
    """The games that tested the new costs, and the meaning of the verdicts on the named cards."""
    text = (
        f"New costs tested in {count(suggestion.settings.tested)} further games, in which"
        f" {changed_of(tried)} costs were changed at once; margin {suggestion.margin:g} VP"
    )
    beyond = balanced_beyond(tried[tried.index.isin(named)], suggestion.margin)
    return f"{text}. {BEYOND}" if beyond else text


def _mended(found: list[Mended], results: Results) -> list[Block]:
    if not found:
        return [Prose("The model does not list changes between these labels.")]
    cards = [one for one in found if one.card is not None and one.sign in (YES, NO)]
    rows = [
        (results.facts.staff.get(one.card or 0, ""),
         "fixed" if one.sign == YES else "made worse" if one.worse else "still off",
         one.before or "–", one.after or "–") for one in cards
    ]  # fmt: skip
    rest = len(found) - len(rows)
    note = Prose(f"{count(rest)} other {'change' if rest == 1 else 'changes'}: nothing to fix, or"
                 " undecided. The page Editions and variants lists them.")  # fmt: skip
    if not rows:
        return [note]
    before, after = (names.ruleset(rules) for rules in results.editions)
    main = results.main
    axis = figures_overview.AXIS
    caption = f"{upper(axis)}, {names.players(main.policy, main.players)}"
    return [Table(caption, ("Card", "Result", before, after), rows, words=True, key="mended",
                  named=0), note]  # fmt: skip


def seat_table(results: Results) -> Table:
    """How often the starter and the best seat win, with each number of players."""
    policy, rows = results.main.policy, []
    for n in (2, 3, 4):
        mine = rows_of(results.seats, Config(results.rules, n, policy), outcome="win")
        if mine.empty:
            rows.append((str(n), equal_share(n), UNMEASURED, "–", "–"))
            continue
        ends = {name: mine[name] + 1 / n for name in ("low", "high", "sim_low", "sim_high")}
        shares = mine.assign(**ends, estimate=mine["mean"]).set_index("seat")
        best = shares.loc[shares["estimate"].idxmax()]
        name = figures_games.PLACES[int(shares["estimate"].idxmax())]
        shown = float(best["sim_low"]) > 1 / n  # joint, because it was picked out of all seats
        rows.append((str(n), equal_share(n), plain(shares.loc[0], PERCENT),
                     f"{name}: {plain(best, PERCENT, joint=True)}" if shown else "none shown",
                     count(int(best["games"]))))  # fmt: skip
    head = ("Players", "Equal share", "Starter wins", "Seat that wins more", "Games")
    shown_of = results.seats["players"].isin((2, 3, 4)) & (results.seats["outcome"] == "win")
    mine = (results.seats["rules"] == results.rules) & (results.seats["policy"] == policy)
    return Table(f"Share of wins, {names.players(policy)}", head, rows, words=True, key="shares",
                 frame=results.seats[shown_of & mine])  # fmt: skip
