"""Figures about modules: games with them compared with games without, and their factorial."""

from __future__ import annotations

import pandas as pd

from analysis.base.verdicts import DIFFERENT
from analysis.cards import entrances
from analysis.course import seats
from analysis.rulesets import factorial
from analysis.rulesets.factorial import AVERAGE, PAIR
from analysis.studies.modules import START, Modules
from reports import names
from reports.figures import draw, hover, saying, style
from reports.figures.catalogue import card_text
from reports.figures.figure import Claim, Figure, How
from reports.figures.hover import Spot
from reports.figures.layout import WIDE, Layout
from reports.pieces import pieces
from reports.tables.modules import (
    PLACES,
    may_be_first,
    order_of_entrances,
    stands_alone,
    unit_of,
)
from reports.text import KRONES, VP, count, equal_share, listing, signed

SHOWN = ("vp", "decisions", "vp_spread", "vp_closeness", "win_seat_1")
"""Measures of the figure of main effects: score, length, swing, closeness, first seat."""


def effects_figure(found: Modules, layout: Layout = WIDE) -> Figure:
    """Average effect of each module: one row of panels per measure, one panel per player count."""
    return _forest(
        found, layout, AVERAGE, list(SHOWN), list(found.factors), *effects_title(found),
        key="module-effects", topic="What each module does",
        words="Games with the module minus games without, averaged over subsets of the others.",
    )  # fmt: skip


def pairs_figure(found: Modules, layout: Layout = WIDE) -> Figure:
    """Interactions of two modules, in score and spread."""
    rows = found.rows("effects", kind=PAIR)
    return _forest(
        found, layout, PAIR, ["vp", "vp_spread"], list(dict.fromkeys(rows["name"])),
        pairs_title(found), [], key="module-pairs", topic="What two modules do only together",
        words="How much more one module changes with the other in play than without it.",
    )  # fmt: skip


def _forest(
    found: Modules, layout: Layout, kind: str, wanted: list[str], order: list[str], title: str,
    claims: list[Claim], *, key: str, topic: str, words: str,
) -> Figure:  # fmt: skip
    frame = found.rows("effects", kind=kind)
    players = sorted({n for n, _ in found.tables})
    policies = list(dict.fromkeys(policy for _, policy in found.tables))
    marks = {one: draw.policy_mark(policies, one) for one in policies}
    height = 0.26 if kind == AVERAGE and not layout.narrow else 0.36
    canvas, axes = layout.grid([0.85 + height * len(order)] * len(wanted), len(players))
    for measure, line in zip(wanted, axes, strict=True):
        for ax, n in zip(line, players, strict=True):
            rows = frame[(frame["measure"] == measure) & (frame["players"] == n)]
            series = [draw.Series(one, rows[rows["policy"] == one], marks[one]) for one in policies]
            first = rows.iloc[0]
            unit = unit_of(first)
            draw.forest(
                ax, order, series, "name", unit.factor,
                layout.label(f"{first['label']},\ndifference in {unit.name}"),
                rows=[layout.label(names.together(one)) for one in order],
                margin=first["margin"] * unit.factor, gap=0.8 / (1 + len(series)),
            )  # fmt: skip
            ax.set_title(f"{n} players", fontsize=9)
    draw.legend(canvas, list(marks.items()), draw.FDR_NOTES)
    games = sorted({int(g) for g in frame["games"]})
    return Figure(
        key=key, topic=topic, title=title, claims=claims,
        caption=(
            f"{words} All subsets of the {len(found.factors)} modules of the expansion are added to"
            f" {names.ruleset(found.settings.rules)} and play the same {count(games[0])} deals."
            " Lines: 95% intervals,"
            " clustered by deal. Shaded: within the margin of the measure. Filled: false discovery"
            " rate 5% over all modules and measures of a table. Some printed values of the"
            f" expansion are assumed. Seed {found.settings.seed}."
        ),
        alt=f"{words} {title}", table=frame, canvas=canvas,
        how=How((factorial.effects_frame,), composed=(factorial.effects_query,),
                command=found.settings.command),
    )  # fmt: skip


def effects_title(found: Modules) -> tuple[str, list[Claim]]:
    """The modules that are shown to raise scores and to lengthen the game, at the first table."""
    n, policy = found.tables[0]
    parts, claims = [], []
    for measure, verb in (("vp", "raise scores"), ("decisions", "lengthen the game")):
        rows = found.rows("effects", players=n, policy=policy, kind=AVERAGE, measure=measure)
        raised = rows[rows["verdict"].isin(DIFFERENT) & (rows["low"] > 0)]
        if len(raised):
            raised = raised.sort_values("estimate", ascending=False)
            parts.append(
                f"{listing([names.together(one) for one in raised['name']])} {verb}"
                if len(raised) > 1
                else f"{names.together(raised.iloc[0]['name'])} {verb.replace(' ', 's ', 1)}"
            )
            claims += saying.shown(raised)
    if not parts:
        return "No module is shown to raise scores or to lengthen the game", []
    return f"{'; '.join(parts)} ({names.players(policy, n)})", claims


def pairs_title(found: Modules) -> str:
    """How many interactions are shown, out of all."""
    n, policy = found.tables[0]
    rows = found.rows("effects", players=n, policy=policy, kind=PAIR)
    moved = int(rows["verdict"].isin(DIFFERENT).sum())
    return (
        f"{moved or 'None'} of {len(rows)} possible interactions of two modules"
        f" {'is' if moved == 1 else 'are'} shown ({names.players(policy, n)})"
    )


def entrances_figure(found: Modules, layout: Layout = WIDE) -> Figure:
    """Lead and fair bid of each entrance: a row of panels each, one panel per player count."""
    frame = found.entrances
    policy = found.tables[0][1]
    players = sorted({n for n, _ in found.tables})
    mark = style.DEALT_MARK
    order = order_of_entrances(found, players[0], policy)
    called = frame.drop_duplicates("item").set_index("item")["name"]
    canvas, axes = layout.grid([0.75 + 0.26 * len(order)] * 2, len(players))
    pages = {piece.key: piece for piece in pieces("entrance")}
    spots: list[Spot] = []
    for line, (outcome, words) in zip(
        axes, (("lead", "VP of the owner minus the others"), ("bid", "fair bid, krones")),
        strict=True,
    ):  # fmt: skip
        for ax, n in zip(line, players, strict=True):
            rows = frame[(frame["outcome"] == outcome) & (frame["players"] == n)]
            rows = rows[rows["policy"] == policy]
            rows = rows.assign(low=rows["sim_low"], high=rows["sim_high"])
            draw.forest(ax, order, [draw.Series(policy, rows, mark)], "item", 1.0,
                        layout.label(words), rows=[str(called[item]) for item in order],
                        gap=0.4)  # fmt: skip
            by_item = rows.set_index("item")
            unit = VP if outcome == "lead" else KRONES
            for y, item in enumerate(order):
                row = by_item.loc[item]
                said = f"{called[item]}, {n} players: {signed(row, unit)}. "
                piece = pages.get(str(item))
                spots.append(Spot(f"{outcome}-{n}-{item}", said + card_text(piece),
                                  piece.href if piece else ""))  # fmt: skip
                hover.row(ax, y, spots[-1])
            ax.set_title(f"{n} players", fontsize=9)
    draw.legend(canvas, [(policy, mark)], draw.FDR_NOTES)
    title, claims = entrances_headline(found)
    return Figure(
        key="entrances-worth", topic="What hotel entrances are worth", title=title,
        claims=claims,
        caption=(
            f"{entrances_title(found)}. Entrances are assigned by design, not by auction, at no"
            " price: chance and an order that"
            " is reversed decide who owns what. Fair bid: krones at which the owner wins 1/n of the"
            " games if the others pay nothing; below 0 nobody should bid. Lines: 95% intervals,"
            f" joint over the entrances, clustered by deal. {names.players(policy)},"
            f" {count(int(frame['deals'].min()))} deals or more, four orders each. Bonus tokens of"
            f" the Dove are assumed. Seed {found.settings.seed}."
        ),
        alt=f"Lead in VP and fair bid of each hotel entrance. {title}",
        table=frame, canvas=canvas, spots=spots,
        how=How((entrances.worth_frame,), ("handed_out",), command=found.settings.command),
    )  # fmt: skip


def entrances_headline(found: Modules) -> tuple[str, list[Claim]]:
    """The entrance that is shown to be worth most, and at which tables."""
    best: dict[str, list[int]] = {}
    claims = []
    if not found.entrances["estimate"].notna().any():
        return "Too few games to compare the entrances", []
    for n, policy in found.tables:
        rows = found.rows("entrances", players=n, policy=policy, outcome="lead")
        for _, row in rows.dropna(subset=["estimate"]).iterrows():
            claim = Claim.of(row, joint=True)
            if stands_alone(row) and claim.shown:
                best.setdefault(row["name"], []).append(n)
                claims.append(claim)
    if not best:
        return "No entrance is shown to be worth more than all others", []
    said = [f"{name} is worth more than the other entrances with {listing(list(map(str, some)))}"
            " players" for name, some in best.items()]  # fmt: skip
    return "; ".join(said), claims


def entrances_title(found: Modules) -> str:
    """The entrance worth most and the one worth least, at the first table."""
    n, policy = found.tables[0]
    rows = found.rows("entrances", players=n, policy=policy).set_index(["outcome", "item"])
    known = rows.loc["lead"]["estimate"].dropna()
    order = [item for item in order_of_entrances(found, n, policy) if item in known.index]
    if not order:
        return f"With {names.players(policy, n)}, too few games to compare the entrances"
    best, worst = (rows.loc["lead", item] for item in (order[0], order[-1]))
    bid = rows.loc["bid", order[0]]
    if not stands_alone(best):
        every = found.rows("entrances", players=n, policy=policy)
        return (
            f"With {names.players(policy, n)} none is shown to be worth most;"
            f" {may_be_first(every)} may"
            f" rank first. {worst['name']} is worth least, {signed(worst, VP, joint=True)}"
        )
    return (
        f"With {names.players(policy, n)}, {best['name']} is worth most,"
        f" {signed(best, VP, joint=True)}"
        f" more than the others, with a fair bid of {signed(bid, KRONES, joint=True)};"
        f" {worst['name']} is worth least, {signed(worst, VP, joint=True)}"
    )


def positions_figure(found: Modules, layout: Layout = WIDE) -> Figure:
    """Win rate of each place at the start: one panel per player count, one mark per ruleset."""
    frame = found.seats
    policy = found.tables[0][1]
    frame = frame[(frame["outcome"] == "win") & (frame["policy"] == policy)]
    players = sorted({n for n, _ in found.tables})
    rules = list(dict.fromkeys(frame["rules"]))
    colours = (style.BLUE, style.ORANGE, style.GREEN, style.RED, style.SKY)
    marks = {
        one: style.Mark(color, marker)
        for one, color, marker in zip(rules, colours, "os^Dv", strict=False)
    }
    canvas, axes = layout.grid([0.6 + 0.17 * len(rules) * max(players)], len(players), top=1.0)
    for ax, n in zip(axes[0], players, strict=True):
        rows = frame[frame["players"] == n]
        series = [draw.Series(one, rows[rows["rules"] == one], marks[one]) for one in rules]
        draw.forest(
            ax, range(n), series, "seat", 100.0,
            layout.label(f"share of wins minus {equal_share(n)}, points"), f"{n} players",
            rows=list(PLACES[:n]), gap=0.8 / (1 + len(series)), fdr=None,
        )  # fmt: skip
    draw.legend(
        canvas, [(names.with_modules(names.ruleset(one)), mark) for one, mark in marks.items()]
    )
    title, claims = positions_title(found)
    return Figure(
        key="start-positions", topic="Places at the start", title=title, claims=claims,
        caption=(
            f"Share of wins of each place minus an equal share, {names.players(policy)}. Averages"
            f" are over all subsets of the modules on {count(int(frame['games'].min()))} deals or"
            " more. Lines: 95% intervals, clustered by deal. Places were not chosen. Seed"
            f" {found.settings.seed}."
        ),
        alt=f"Win rates of the places at the start. {title}", table=frame, canvas=canvas,
        how=How((seats.pooled_advantage, seats.seat_advantage), ("seats_pooled", "seats"),
                command=found.settings.command),
    )  # fmt: skip


def positions_title(found: Modules) -> tuple[str, list[Claim]]:
    """The best place with the module at the largest table, if its interval shows one."""
    n, policy = found.tables[-1]
    row = best_place(found, n, policy)
    claim = Claim.of(row, joint=True)
    who = names.players(policy, n)
    if claim.shown and claim.low > 0:
        return f"The {PLACES[int(row['seat'])]} place wins more than its share ({who})", [claim]
    return f"No place at the start is shown to win more than its share ({who})", []


def best_place(found: Modules, players: int, policy: str) -> pd.Series:
    """The place that wins most with the module, on average over all subsets that have it."""
    rows = found.rows("seats", players=players, policy=policy, outcome="win")
    rows = rows[rows["rules"] == f"with {START}, on average"]
    return rows.loc[rows["estimate"].idxmax()]
