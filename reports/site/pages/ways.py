"""Ways to win: how many there are, what each wins and costs, how games open. The page is below
"Strong play", and exists only if the study was recorded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial

import pandas as pd
from markupsafe import Markup

from analysis.course.play import axis as named
from analysis.course.ways import BETTER, UNDECIDED, WORSE
from analysis.players import insisting
from analysis.studies.ways.study import Ways, WaysStudy
from analysis.studies.ways.tastes import way
from model import load_ruleset
from reports import names
from reports.figures import ways as figures
from reports.figures.figure import for_pages
from reports.grounds import Grounds, grounds_of_study
from reports.pictures import groups, picture, words
from reports.results import Results
from reports.site.blocks import Block, Drawing, Finding, Items, More, Note, Page, Prose, Section
from reports.tables import insisting as insisting_tables
from reports.tables import ways as tables
from reports.text import count, listing, number, upper
from simulate import Game
from simulate.engine.compile import compile_ruleset
from simulate.engine.rng import deal_and_chance
from simulate.policies import chooser
from simulate.words.names import Names, seat_name

KEY = "ways"
SHOWN_AXES = 3
"""Number of traits named next to a drawn hotel."""


def pages(results: Results) -> list[Page]:
    """The page, if the study was recorded."""
    found = results.of(WaysStudy)
    if found is None or not (len(found.ways) or len(found.insist)):
        return []
    cells = [for_pages(partial(figures.cells_figure, found))] if len(found.cells) else []
    sections = [
        Section("advice", "In short", [Items(advice(found))]),
        *_section("pays", "What each way wins", _pays(found)),
        *_section("costs", "What insisting costs", _costs(found)),
        *_section("space", "Which ways there are", cells),
        *_section("beats", "Who beats whom", _meets(found)),
        *_section("rules", "Editions, modules and both sides of the hotels", _elsewhere(found)),
        *_section("hotels", "A hotel of each way", [] if results.early else _hotels(found)),
        *_section("openings", "Openings", _openings(found)),
    ]
    lead = "Strategies rather than cards: what each way to play wins, costs and needs."
    return [Page(KEY, "Ways to win", "Ways to win", lead,
                 findings=findings(results), sections=sections)]  # fmt: skip


def _section(id: str, title: str, blocks: Sequence[Block]) -> list[Section]:
    return [Section(id, title, blocks)] if blocks else []


def findings(results: Results) -> list[Finding]:
    """The answer with its grounds; empty if the study was not recorded."""
    found = results.of(WaysStudy)
    if found is None or not (len(found.ways) or len(found.insist)):
        return []
    return [Finding("Is there more than one way to win?", sentence(found), _grounds(found), KEY)]


def _grounds(found: Ways) -> Grounds:
    s = found.settings
    played = len(found.ways) or len(found.openings)
    games = [f"{count(s.games)} games for each number of players"] if played else []
    if len(found.insist):
        games.append(f"{count(int(found.insist['deals'].max()))} deals of each way and strength")
    who = dict.fromkeys([*(s.policies if played else ()), *(s.juries if len(found.insist) else ())])
    return grounds_of_study(s, listing([names.players(one) for one in who]), "; ".join(games))


def sentence(found: Ways) -> str:
    """The answer: how many ways are viable, how many cost too much, and what is undecided."""
    if len(found.insist):
        return _insisting(found)
    n, policy = found.tables[0]
    rows = found.at("ways", n, policy)
    worse, better = ([*rows[rows["verdict"] == one]["name"]] for one in (WORSE, BETTER))
    open_ = int((rows["verdict"] == UNDECIDED).sum())
    parts = [f"{upper(tables.few(len(rows)))} ways are played by {names.players(policy, n)}"]
    if better:
        parts.append(f"{listing(better)} {'pays' if len(better) == 1 else 'pay'} most")
    if worse:
        parts.append(f"{listing(worse)} {'pays' if len(worse) == 1 else 'pay'} least")
    if open_:
        parts.append(f"{tables.few(open_)} cannot be judged yet")
    return f"{'; '.join(parts)}."


def _insisting(found: Ways) -> str:
    n, policy = figures.insisted(found)
    ways = insisting_tables.by_verdict(found, n, policy)
    top, bad = ways[insisting.DOMINANT], ways[insisting_tables.TOO_MUCH]
    good, total = len(top) + len(ways[insisting.VIABLE]), sum(map(len, ways.values()))
    said = [f"{upper(tables.few(good))} of {tables.few(total)} ways to win are viable"]
    if len(top):
        said.append(f"{_words(top)} {'wins' if len(top) == 1 else 'win'} more than all-round play")
    if len(bad):
        what = _words(bad) if len(bad) <= insisting_tables.LISTED else tables.few(len(bad))
        said.append(f"{what} {'costs' if len(bad) == 1 else 'cost'} too much")
    beyond, open_ = (len(ways[one]) for one in (insisting_tables.NO_MORE, insisting.OPEN))
    if beyond:
        said.append(f"{tables.few(beyond)} cannot be insisted on")
    if open_:
        said.append(f"{tables.few(open_)} cannot be judged yet")
    return f"{'; '.join(said)} ({names.players(policy, n)})."


def _words(rows: pd.DataFrame, last: str = "and") -> str:
    """The ways of some rows; joined by "or" if each was tried alone."""
    return listing([way(str(one)).words for one in rows["taste"]], last)


def advice(found: Ways) -> list[str]:
    """Advice for players, only as far as shown; advice from winners is for the first table."""
    out = [tables.how_many(found)] if len(found.ways) else []
    out += [said for table in found.tables[:1] for said in tables.paying(found, *table)]
    if len(found.insist):
        out += insisted_words(found)
    for n, policy in found.tables[:1]:
        axes = found.at("axes", n, policy)
        more = axes[axes["within_low"] > 0.03].sort_values("within", ascending=False).head(3)
        less = axes[axes["within_high"] < -0.03].sort_values("within").head(2)
        who = names.players(policy)
        if len(more):
            out.append(f"With {n} players, go for {listing([_more(r) for r in more['axis']])}"
                       f" when the game offers it: in the same seat of the same deal, {who} with"
                       " more of it win more.")  # fmt: skip
        if len(less):
            alone = listing([_more(one) for one in less["axis"]])
            out.append(f"With {n} players, do not rely on {alone} alone: players who do win less.")
    return out


def insisted_words(found: Ways) -> list[str]:
    """Which ways a player may insist on, which not, and where another jury disagrees."""
    n, policy = figures.insisted(found)
    ways = insisting_tables.by_verdict(found, n, policy)
    good = pd.concat([ways[insisting.DOMINANT], ways[insisting.VIABLE]]).sort_index()
    bad, beyond = ways[insisting_tables.TOO_MUCH], ways[insisting_tables.NO_MORE]
    who, out = names.players(policy, n), []
    if len(good):
        out.append(
            f"With {who}, insisting on {_words(good, 'or')} costs at most"
            f" {number(100 * insisting.COST, 0)} points of wins."
        )
    for jury in (one for players, one in found.contests("insist") if players == n):
        too_much = insisting_tables.by_verdict(found, n, jury)[insisting_tables.TOO_MUCH]
        other = too_much[too_much["taste"].isin(good["taste"])]
        if len(other):
            out.append(
                f"With {names.players(jury, n)}, insisting on {_words(other, 'or')} costs too much."
            )
    if len(bad):
        out.append(f"With {who}, do not insist on {_words(bad, 'or')}: it costs more than"
                   f" {number(100 * insisting.COST, 0)} points of wins.")  # fmt: skip
    if len(beyond):
        out.append(f"With {who}, nobody gets substantially more of this by insisting:"
                   f" {_words(beyond)}.")  # fmt: skip
    return out


def _more(axis: str) -> str:
    return named(axis).more


def _pays(found: Ways) -> list[Block]:
    if not len(found.ways):
        return []
    care = Note(
        "What this does not show",
        "A way is defined by what a seat achieved. Seats that score with politics cards were also"
        " able to fulfil them, so part of a way's wins is luck with dice and cards. What the deal"
        " suggests is removed; the cost of insisting on a way is measured below, by players who"
        " want it.",
    )
    out: list[Block] = [for_pages(partial(figures.ways_figure, found)), care]
    rest = [said for table in found.tables[1:] for said in tables.paying(found, *table)]
    out.append(
        Items(rest + [said for one in found.tables for said in tables.decisive(found, *one)])
    )
    first, *others = [_of_table(found, *table) for table in found.tables]
    out += [*first, *(More(f"The same with {names.seated(*table)}", blocks)
                      for table, blocks in zip(found.tables[1:], others, strict=True))]  # fmt: skip
    stable = tables.stability_table(found, "ways-stability")
    return [*out, More("How many ways there are", [stable])]


def _of_table(found: Ways, n: int, policy: str) -> list[Block]:
    """What each way wins and what winners have more of at one table."""
    at = f"{n}-{_file(policy)}"
    return [tables.ways_table(found, n, policy, f"ways-{at}"),
            tables.axes_table(found, n, policy, f"ways-axes-{at}")]  # fmt: skip


def _file(policy: str) -> str:
    return policy.replace(":", "-")


def _costs(found: Ways) -> list[Block]:
    if not len(found.curves):
        return []
    said = Items([*insisting_tables.verdicts_words(found),
                  *insisting_tables.agreement_words(found)])  # fmt: skip
    return [for_pages(partial(figures.curves_figure, found)), said,
            insisting_tables.costs_table(found, "ways-costs")]  # fmt: skip


def _elsewhere(found: Ways) -> list[Block]:
    if not len(found.widened):
        return []
    return [Items(insisting_tables.widened_words(found)), insisting_tables.widened_table(found),
            insisting_tables.elsewhere_table(found, "ways-elsewhere")]  # fmt: skip


def _meets(found: Ways) -> list[Block]:
    matrix = [for_pages(partial(figures.meets_figure, found))] if len(found.meets) else []
    crowds = [insisting_tables.crowding_table(found, *at) for at in found.contests("crowding")]
    said = [Items(insisting_tables.crowding_words(found))] if crowds else []
    return [*matrix, *said, *crowds]


def _openings(found: Ways) -> list[Block]:
    if not len(found.openings):
        return []
    intro = Prose(
        "Openings are compared between the seats of one game. These players choose an opening when"
        " it fits, so one that they seldom choose may be worse in other games. A room is"
        " written as floor and column: 1.3 is the third room of the lowest floor."
    )
    by: dict[tuple[int, str], list[Block]] = {}
    for n, p, kind in tables.openings(found):
        at = f"openings-{kind}-{n}-{_file(p)}"
        by.setdefault((n, p), []).append(tables.openings_table(found, n, p, kind, at))
    (_, first), *others = by.items()
    folded = [More(f"The same with {names.seated(*table)}", blocks) for table, blocks in others]
    return [intro, tables.openings_in_short(found), *first, *folded]


def _hotels(found: Ways) -> list[Block]:
    """The most typical winner of each way at the first table, drawn at the end of its game."""
    if not len(found.typical):
        return []
    n, policy = found.tables[0]
    ways = found.at("ways", n, policy).set_index("way")
    return [
        _hotel(found, row, str(ways.loc[row["way"], "name"]))
        for _, row in found.at("typical", n, policy).iterrows()
    ]


def _hotel(found: Ways, row: pd.Series, name: str) -> Drawing:
    s, players = found.settings, int(row["players"])
    svg, said, vp = drawn(s.rules, players, str(row["policy"]), int(row["seed"]), int(row["game"]),
                          s.repeats, int(row["seat"]))  # fmt: skip
    traits = found.at("traits", players, str(row["policy"]))
    mine = traits[traits["way"] == row["way"]]
    mine = mine.loc[mine["apart"].abs().sort_values(ascending=False, kind="stable").index]
    apart = [f"{_more(str(one['axis']))} {number(one['apart'], 1, True)}"
             for _, one in mine.head(SHOWN_AXES).iterrows()]  # fmt: skip
    caption = Markup(
        "<b>{}</b>: the winner with the most typical play, {} with {} VP at the end of game"
        " {} of seed {} ({}). The way compared with all seats, in standard deviations: {}."
    ).format(upper(name), seat_name(int(row["seat"])), vp, int(row["game"]), int(row["seed"]),
             names.players(str(row["policy"]), players), listing(apart))  # fmt: skip
    return Drawing(f"way-{int(row['way'])}", svg, caption, said, ())


@cache
def drawn(
    rules: str, players: int, policy: str, seed: int, number_: int, repeats: int, seat: int
) -> tuple[Markup, tuple[str, ...], int]:
    """The final hotel of a seat in a game that is played again: drawing, description, VP."""
    ruleset = load_ruleset(rules)
    program = compile_ruleset(ruleset)
    pick = chooser(policy, program[0])
    deal, chance = deal_and_chance(number_, repeats, True)
    game = Game(program, players, seed, deal, chance)
    while not game.over:
        game.apply(pick(game))
    called, only = Names(ruleset, program[0]), [f"hotel-{seat}"]
    svg = picture(called, game.state, title="A hotel", only=only)
    return svg, tuple(words(groups(called, game.state, only=only))), game.scores()[seat]
