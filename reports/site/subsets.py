"""Sections and sentences about modules, shared by the report and `gah study modules`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from markupsafe import Markup

from analysis.base.verdicts import DIFFERENT, EQUIVALENT, LEVEL
from analysis.rulesets.factorial import AVERAGE, PAIR, subsets
from analysis.studies.assumed import BEST_ENTRANCE, Repeated
from analysis.studies.modules import FRAMES, HOTELS, SINGLES, START, Modules
from reports import names
from reports.figures import modules as drawn
from reports.figures import style
from reports.figures.figure import for_pages
from reports.grounds import grounds_of_study, untrained_with
from reports.site.blocks import (
    Block,
    Code,
    Finding,
    More,
    Note,
    Page,
    Prose,
    Section,
    without_empty,
)
from reports.site.build import write_site
from reports.spreadsheet import write_csv
from reports.tables import assumed as tables_assumed
from reports.tables import modules as tables
from reports.tables.assumed import ASSUMED
from reports.text import KRONES, POINTS, VP, count, listing, number, p_value, signed, upper

KEY, EFFECT = "modules", "effect"
"""The page, and its section on each module."""

QUESTIONS = (
    ("What do the modules do to scores?", ("vp",)),
    ("Which modules make the game longer or shorter?", ("decisions", "turns")),
    ("Which modules make the game swingier or calmer?", ("vp_spread",)),
    ("Which modules make the game closer or less close?", ("vp_closeness", "close_games")),
)
"""Questions about a game, and the measures that answer them."""
AT_LARGEST = ("vp_spread",)
"""Measures shown for the table with most players; with two players, the last is the second."""


@dataclass(frozen=True)
class Said:
    """A question about modules with its answer, its numbers, and the section of its figure.

    effects: the kind of effects whose verdicts it reports, and their measures; empty for others.
    grounds: the parts of its `Grounds` that differ from those of the effects. modules: those in its
    games, on whose values it depends; None: all.
    """

    about: str
    text: str
    anchor: str
    numbers: list[str]
    effects: tuple[str, ...] = ()
    grounds: Mapping[str, Any] = field(default_factory=dict)
    modules: tuple[str, ...] | None = None

    def assumed(self, found: Modules) -> bool:
        """Is any value of its modules assumed?"""
        return bool(set(found.assumed).intersection(self.modules or found.factors))


def answers(found: Modules) -> list[Said]:
    """The results of the factorial and of single modules, in sentences with intervals."""
    out = [_games(found, *one) for one in QUESTIONS]
    out.append(_only_together(found))
    if tables.skill_tables(found):
        out.append(_skill(found))
    out += [_entrance(found), _krone(found), _key(found), _places(found)]
    return out


def assumed_words(found: Modules) -> str:
    """Which modules depend on values that no source gives."""
    if not found.assumed:
        return "All printed values of the modules are known."
    counted = [f"{number} of {names.change(one)}" for one, number in found.assumed.items()]
    known = [names.change(one) for one in found.factors if one not in found.assumed]
    rest = f" All values of {listing(known)} are known." if known else ""
    return (
        f"No source gives some printed values, so they are assumed: {listing(counted)}. The effects"
        f" of these modules depend on them; gah rules assumptions lists them.{rest}"
    )


def sentences(found: Modules) -> list[str]:
    """The answers, each after its question and with its numbers."""
    said = [
        f"{one.about} {one.text}" + (f" ({'; '.join(one.numbers)})" if one.numbers else "")
        for one in answers(found)
    ]
    return [*said, assumed_words(found)]


def findings(found: Modules, repeated: Repeated | None = None) -> list[Finding]:
    """The answers as findings of the report, with their grounds.

    repeated: in how many completions of the assumed values their verdicts hold, if recorded.
    """
    s = found.settings
    grounds = grounds_of_study(
        s, f"{listing(s.policies)} at all seats", f"{count(s.games)} deals of each subset",
        f"{names.ruleset(s.rules)} with all subsets of the modules",
    )  # fmt: skip
    grounds = replace(grounds, untrained=untrained_with(found.settings, subsets(found.factors)))
    return [
        Finding(one.about, f"{one.text}{' ' + ASSUMED if one.assumed(found) else ''}",
                replace(grounds, **one.grounds), KEY, one.anchor,
                numbers=[*one.numbers, *_behind(found, one, repeated)])
        for one in answers(found)
    ]  # fmt: skip


def _behind(found: Modules, one: Said, repeated: Repeated | None) -> list[str]:
    """In how many completions of the assumed values the verdicts hold, if recorded."""
    if not one.assumed(found) or repeated is None or not one.effects:
        return []
    kind, *measures = one.effects
    deals = int(found.entrances["deals"].min()) if kind == BEST_ENTRANCE else found.settings.games
    above = tables_assumed.Above(deals, tuple(n for n, _ in found.tables))
    return [tables_assumed.behind(repeated, kind, *measures, above=above)]


def _games(found: Modules, question: str, wanted: tuple[str, ...]) -> Said:
    parts = [_one_measure(found, measure) for measure in wanted]
    return Said(question, " ".join(text for text, _ in parts), EFFECT,
                [one for _, numbers in parts for one in numbers], (AVERAGE, *wanted))  # fmt: skip


def _one_measure(found: Modules, measure: str) -> tuple[str, list[str]]:
    """Modules that raise or lower a measure at every table, and the numbers of one table."""
    at = max(range(len(found.tables)), key=lambda i: found.tables[i][0]) \
        if measure in AT_LARGEST else 0  # fmt: skip
    tables_of = [
        found.rows("effects", players=n, policy=p, kind=AVERAGE, measure=measure).set_index("name")
        for n, p in found.tables
    ]
    first = tables_of[at]
    n, policy = found.tables[at]
    by_size = first["estimate"].abs().sort_values(ascending=False, kind="stable").index
    parts, named = [], list[str]()
    for sign, word in ((1, "more"), (-1, "less")):
        alike = [
            one for one in by_size
            if all(t.loc[one, "verdict"] in DIFFERENT and t.loc[one, "estimate"] * sign > 0
                   for t in tables_of)
        ]  # fmt: skip
        named += alike
        if alike:
            largest, *others = map(names.change, alike)
            unit = tables.unit_of(first.loc[alike[0]])
            size = number(first.loc[alike[0], "estimate"] * unit.factor, 1, True)
            parts.append(f"{word} with {listing([f'{largest} ({size} {unit.name})', *others])}")
    same = [
        one for one in found.factors if all(t.loc[one, "verdict"] == EQUIVALENT for t in tables_of)
    ]
    if same:
        every = len(same) == len(found.factors)
        parts.append(
            "within the margin with"
            f" {'every module' if every else listing([*map(names.change, same)])}"
        )
    rest = [one for one in found.factors if one not in named and one not in same]
    if rest:
        parts.append(
            f"undecided or different between tables with {listing([*map(names.change, rest)])}"
        )
    label = str(first["label"].iloc[0])
    numbers = [
        f"{names.change(one)}, {label}, {names.players(policy, n)}:"
        f" {signed(first.loc[one], tables.unit_of(first.loc[one]))}"
        for one in named or by_size[:1]
    ]
    sized = f" ({names.players(policy, n)}, largest change first)" if named else ""
    return f"{upper(label)}{sized}: {'; '.join(parts)}.", numbers


def _by_table(found: Modules, clauses: Sequence[str]) -> str:
    """One clause per table as sentences."""
    return names.by_table([(n, names.players(policy)) for n, policy in found.tables], clauses)


def _only_together(found: Modules) -> Said:
    known, numbers = [], []
    for n, policy in found.tables:
        rows = found.rows("effects", players=n, policy=policy, kind=PAIR)
        moved = rows[rows["verdict"].isin(DIFFERENT)]
        vp = rows[rows["measure"] == "vp"]
        most = vp.loc[vp["estimate"].abs().idxmax()]
        known.append(dict.fromkeys(moved["name"]))
        numbers.append(f"{len(moved)} of {len(rows)} interactions are shown with"
                       f" {names.players(policy, n)}")  # fmt: skip
        numbers.append(f"Strongest for scores, {names.players(policy, n)}:"
                       f" {names.together(most['name'])}, {signed(most, VP)}")  # fmt: skip
    alike = [names.together(one) for one in known[0] if all(one in some for some in known)]
    text = (
        f"These pairs do at every table: {listing(alike)}."
        if alike
        else "No two are shown to at every table."
    )
    return Said("Do modules change each other?", text, "together", numbers, (PAIR,))


def _skill(found: Modules) -> Said:
    _, policy = tables.skill_tables(found)[0]
    rows = found.rows("matches", kind=AVERAGE)
    parts = []
    for sign, word in ((1, "more"), (-1, "less")):
        moved = rows[rows["verdict"].isin(DIFFERENT) & (rows["estimate"] * sign > 0)]
        parts += [f"{word} with {listing([*map(names.change, moved['name'])])}"] \
            if len(moved) else []  # fmt: skip
    mean = float(rows["mean_a"].iloc[0] + rows["mean_b"].iloc[0]) / 2
    strong, *_, weak = map(names.player, policy.split(","))
    numbers = [f"{names.change(row['name'])}: {signed(row, POINTS)}" for _, row in rows.iterrows()]
    return Said(
        "With which modules does the stronger player win more often?",
        f"The stronger player wins {'; '.join(parts) or 'as often, as far as is shown'}.", "skill",
        [f"{strong} against {weak}, on average over all subsets: {number(mean * 100, 1)}% of games",
         *numbers],
        grounds={
            "policies": f"{strong} and {weak} at one table",
            "players": f"{int(rows['players'].iloc[0])} players",
            "games": f"{count(int(rows['games'].min()))} deals of each subset at all rotated seats",
        },
    )  # fmt: skip


def _alone(found: Modules, module: str) -> dict[str, Any]:
    """The grounds of games with one module."""
    return {"rules": names.ruleset(f"{found.settings.rules}+{module}"),
            "untrained": untrained_with(found.settings, [{module}])}  # fmt: skip


def _entrance(found: Modules) -> Said:
    parts, numbers = [], []
    for n, policy in found.tables:
        rows = found.rows("entrances", players=n, policy=policy).dropna(subset=["estimate"])
        by = rows.set_index(["outcome", "item"])
        order = [item for item in tables.order_of_entrances(found, n, policy)
                 if ("lead", item) in by.index]  # fmt: skip
        if not order:
            parts.append("too few games were played")
            continue
        best, worst = (by.loc["lead", item] for item in (order[0], order[-1]))
        bid = by.loc["bid", order[0]]
        parts.append(
            f"{best['name']} is worth most: bid {number(bid['estimate'], 1)} krones more than what"
            " the others pay"
            if tables.stands_alone(best)
            else f"none is shown to be worth most; {tables.may_be_first(rows)} may rank first"
        )
        numbers += [
            f"{best['name']}, {names.players(policy, n)}: {signed(best, VP, joint=True)} above the"
            f" others, fair at a bid of {signed(bid, KRONES, joint=True)} more than they pay",
            f"Worth least is {worst['name']}: {signed(worst, VP, joint=True)}",
        ]
    return Said("Which hotel entrance is worth most, and what is its fair price?",
                _by_table(found, parts), "entrances", numbers, (BEST_ENTRANCE,),
                {"games": f"{count(int(found.entrances['deals'].min()))} deals, four orders each",
                 **_alone(found, HOTELS)}, modules=(HOTELS,))  # fmt: skip


def _krone(found: Modules) -> Said:
    parts, numbers = [], []
    for n, policy in found.tables:
        by = found.rows("prices", players=n, policy=policy).set_index("outcome")
        lead, win = by.loc["lead"], by.loc["win"]
        parts.append(
            f"a krone more costs {number(-lead['estimate'], 1)} VP of the lead"
            if lead["high"] < 0
            else "a krone more is not shown to cost VP"
        )
        numbers.append(
            f"A krone paid more than the others pay, {names.players(policy, n)}: lead"
            f" {signed(lead, VP)}, wins {signed(win, POINTS)}"
        )
    return Said("What is a krone worth?",
                f"{_by_table(found, parts)} It was paid for a hotel entrance, in the set-up.",
                "entrances", numbers,
                grounds={"games": f"{count(int(found.entrances['deals'].min()))} deals, four orders"
                                  " each", **_alone(found, HOTELS)}, modules=(HOTELS,))  # fmt: skip


KEY_WORDS = {"more": "raises scores", "less": "lowers scores",
             EQUIVALENT: "moves scores by less than the margin"}  # fmt: skip
"""What the skeleton key does, by the verdict on scores."""


def _key(found: Modules) -> Said:
    words = SINGLES[0][2]
    parts, numbers = [], []
    for n, policy in found.tables:
        rows = found.rows("singles", players=n, policy=policy, name=words).set_index("measure")
        vp = rows.loc["vp"]
        does = KEY_WORDS.get(str(vp["verdict"]), "is not shown to change scores")
        parts.append(f"the key in play {does}")
        numbers.append(
            f"With the key in play, {names.players(policy, n)}: scores {signed(vp, VP)}, wins of"
            f" the first seat {signed(rows.loc['win_seat_1'], POINTS)}"
        )
    alone = found.rows("keyless")
    if len(alone):
        row = alone.iloc[0]
        numbers.append(
            f"A player who may take it wins {signed(row, POINTS)} more than an equal share against"
            f" one of the same kind who never does ({int(row['players'])} players at one table,"
            f" {count(int(row['games']))} deals)"
        )
    return Said("What is the skeleton key worth?", _by_table(found, parts), "key", numbers,
                grounds={"games": f"{count(found.settings.single)} deals",
                         **_alone(found, START)}, modules=(START,))  # fmt: skip


def _places(found: Modules) -> Said:
    parts, numbers = [], []
    with_key = [one for one in subsets(found.factors) if START in one]
    for n, policy in found.tables:
        row = drawn.best_place(found, n, policy)
        place, who = tables.PLACES[int(row["seat"])], names.players(policy, n)
        called = "last" if row["seat"] == n - 1 else place
        best = row["p_all"] < LEVEL and row["sim_low"] > 0
        parts.append(
            f"the {called} place wins more than its share"
            if best
            else "no place is shown to win more than its share"
        )
        numbers.append(f"{who}, {place}: {signed(row, POINTS, joint=True)} against an equal share"
                       f" (all places equal: {p_value(row['p_all'])})")  # fmt: skip
    return Said("Which place at the start is best with the module of the start player?",
                _by_table(found, parts), "places", numbers,
                grounds={"rules": f"{names.ruleset(found.settings.rules)} with all subsets that"
                                  f" have {names.change(START)}",
                         "untrained": untrained_with(found.settings, with_key)})  # fmt: skip


def sections(found: Modules) -> list[Section]:
    """Figures and tables of the factorial and of single modules."""
    each = found.tables
    return [
        Section(EFFECT, "What each module does", [
            Note("Assumed values", assumed_words(found)),
            for_pages(partial(drawn.effects_figure, found)),
            More("In numbers", [tables.effects_table(found, n, p) for n, p in each]),
            More("Added alone, on average and last; what equal deals gain", [
                tables.single_ways_table(found, n, p) for n, p in each
            ]),
            More("What a deal keeps when a module is added", [tables.shared_table(found)]),
        ]),
        Section("matrix", "What to play: every combination", [
            Prose("Longer means more decisions, swingier more VP between first and last, closer"
                  " more games won by at most 5 VP. Choose “with” or “–” for each module."),
            tables.matrix_table(found),
        ]),
        Section("together", "What modules do only together", [
            for_pages(partial(drawn.pairs_figure, found)),
            More("In numbers", [tables.pairs_table(found, n, p) for n, p in each]),
            More("How far modules add up", [tables.additivity_table(found, n, p) for n, p in each]),
        ]),
        Section("skill", "Skill and modules", _skill_blocks(found)),
        Section("entrances", "Hotel entrances and their fair price", [
            Prose("In an auction, players choose who owns what at which price. Here chance assigns"
                  " the entrances at no price, and again at prices set beforehand, so differences"
                  " are causal for such players. Prices are relative: krones more than what the"
                  " others pay."),
            *([tables.bids_table(found)] if len(found.rows("by_set")) else []),
            for_pages(partial(drawn.entrances_figure, found)),
            More("In numbers", [tables.entrances_table(found, n, p) for n, p in each]),
            More("Win rates by price", [tables.curve_table(found, n, p) for n, p in each]),
            More("In auctions, where players choose", [
                tables.items_table(found, n, p, "hotels") for n, p in each
            ]),
        ]),
        Section("key", "The skeleton key, krones by place, VP of celebrities", [
            tables.singles_table(found, *each[0]),
            *([More("At other tables", [tables.singles_table(found, n, p) for n, p in each[1:]])]
              if each[1:] else []),
            More("Players by keys taken (players chose)", [
                tables.keys_table(found, n, p) for n, p in each
            ]),
            More("Celebrities one by one", [
                tables.items_table(found, n, p, "celebrities") for n, p in each
            ]),
        ]),
        Section("places", "Places at the start", [
            for_pages(partial(drawn.positions_figure, found)),
            *(More(f"In numbers: {tables.who(n, p)}", [tables.seats_table(found, n, p)])
              for n, p in each),
        ]),
    ]  # fmt: skip


def _skill_blocks(found: Modules) -> list[Block]:
    blocks: list[Block] = [tables.skill_table(found, n, p) for n, p in tables.skill_tables(found)]
    if not blocks:
        return [
            Prose(
                Markup(
                    "Not played yet: <code>gah study modules --skill planner,greedy</code> plays"
                    " it."
                )
            )
        ]
    how = (
        "Two kinds of player at one table, each deal in all rotated seats. If the stronger one"
        " wins less often, luck matters more. Played only at the smallest table."
    )
    return [Prose(how), *blocks]


def write_page(found: Modules, out: Path) -> Path:
    """Write a page with these sections, figures/ and all frames as CSV; returns the page's path."""
    out.mkdir(parents=True, exist_ok=True)
    for name in FRAMES:
        write_csv(getattr(found, name), out / f"{name}.csv")
    with style.styled():
        parts = sections(found)
    parts.append(Section("rerun", "Reproduce", [Code(found.settings.command)]))
    page = Page(key="index", title="The modules, alone and together", short="Modules",
                lead="Every subset of the modules on equal deals, and what is in them.",
                findings=[replace(one, page="index") for one in findings(found)],
                sections=without_empty(parts))  # fmt: skip
    return write_site([page], out)
