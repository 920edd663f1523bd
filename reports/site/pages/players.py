"""The computer players: how strong they are, and how much of a result is luck."""

from __future__ import annotations

from functools import partial

from markupsafe import Markup

from analysis.studies.curve import BudgetCurve, CurveStudy
from analysis.studies.ladder import Ladder, LadderStudy
from analysis.studies.luck import Luck, LuckStudy
from reports import facts, names, strength
from reports.figures import players as figures_players
from reports.figures.figure import for_pages
from reports.grounds import Grounds, grounds_of_study
from reports.results import Results
from reports.site.blocks import Block, Finding, More, Page, Prose, Section, Terms
from reports.tables import players as tables_players
from reports.text import count, upper

KEY = "players"


def build(results: Results) -> Page:
    ladder = results.of(LadderStudy)
    described = facts.describe_policies(ladder.settings.rungs if ladder else results.policies)
    who = Prose(
        "These players are consistent, not clever. A result that holds for several kinds says"
        " something about the rules; a result for a single kind says something about that kind."
        " None of them measures people."
    )
    return Page(
        key=KEY,
        title="Players",
        short="Players",
        lead="Who played, how strong they are, and how much of a result is luck.",
        findings=findings(results),
        sections=[
            Section("who", "Who plays", [who, Terms(list(described.items()))]),
            *_strength(results),
            Section("ladder-section", "The ladder", _ladder(results)),
            Section("budget-section", "Strength by search budget", _budget(results)),
            Section("luck-section", "Skill and luck", _luck(results)),
        ],
    )


def _strength(results: Results) -> list[Section]:
    """The measured strength of the strongest players against others, if it still holds."""
    lines = strength.measured(results.rules)
    if not lines:
        return []
    return [Section("strength", "How strong the strongest are", [strength.table(lines)])]


def findings(results: Results) -> list[Finding]:
    """The strongest player, and where winning comes from."""
    out = []
    ladder, luck = results.of(LadderStudy), results.of(LuckStudy)
    if ladder:
        grounds = _of_ladder(ladder)
        out.append(Finding("Which player is strongest?", figures_players.strongest(ladder), grounds,
                           KEY, "ladder", numbers=figures_players.gaps(ladder)))  # fmt: skip
        out.append(Finding(
            "How deep is the game?", tables_players.depth_words(ladder), grounds, KEY, "ladder",
            numbers=[f"{upper(tables_players.depth(ladder, n))}, with {n} players"
                     for n in ladder.settings.players],
        ))  # fmt: skip
    else:
        out.append(_missing("Which player is strongest?", "gah players ladder"))
    if curve := results.of(CurveStudy):
        out.append(Finding("Does looking further ahead help?",
                           figures_players.budget_words(curve), _of_curve(curve), KEY, "budget",
                           numbers=figures_players.budget_numbers(curve)))  # fmt: skip
    else:
        out.append(_missing("Does looking further ahead help?", "gah players curve"))
    if luck:
        out.append(Finding(
            "How much of a result is luck?", figures_players.luck_words(luck), _of_luck(luck), KEY,
            "luck",
            numbers=[*figures_players.luck_numbers(luck), figures_players.lead_words(luck)],
        ))  # fmt: skip
    else:
        out.append(_missing("How much of a result is luck?", "gah study luck"))
    return out


def _of_ladder(ladder: Ladder) -> Grounds:
    s = ladder.settings
    return grounds_of_study(
        s, f"{count(len(s.rungs))} players against each other",
        f"{count(s.deals)} deals of each pair in rotated seats", names.ruleset(ladder.label),
    )  # fmt: skip


def _of_curve(curve: BudgetCurve) -> Grounds:
    s = curve.settings
    return grounds_of_study(
        s, f"{s.search} against {s.against}",
        f"{count(s.deals)} deals of each budget in rotated seats",
    )  # fmt: skip


def _of_luck(luck: Luck) -> Grounds:
    s = luck.settings
    return grounds_of_study(
        s, "; ".join(map(names.table, luck.kinds)),
        f"{count(s.deals)} deals, each with {s.dice} sets of dice in rotated seats",
    )  # fmt: skip


def _unrecorded(command: str) -> Markup:
    return Markup("Not recorded yet: <code>{}</code> records it.").format(command)


def _missing(about: str, command: str) -> Finding:
    return Finding(about, _unrecorded(command), None, KEY)


def _ladder(results: Results) -> list[Block]:
    ladder = results.of(LadderStudy)
    if ladder is None:
        return [Prose(_unrecorded("gah players ladder"))]
    first, *further = ladder.settings.players
    how = (
        "This is the latest full ladder"
        if ladder.recorded
        else "This is a short ladder without the slowest players; gah players ladder plays a longer"
        " one, which this page then shows, and measures how long a decision takes"
    )
    return [
        Prose(f"The ladder shows how strong the programs are against each other, and so how far a"
              f" result of this report may depend on who plays. {how}."),
        for_pages(partial(figures_players.ladder_figure, ladder)),
        *([for_pages(partial(figures_players.pace_figure, ladder))] if len(ladder.pace) else []),
        tables_players.ladder_table(ladder, first),
        *(More(f"The same with {n} players", [tables_players.ladder_table(ladder, n)])
          for n in further),
        tables_players.winning_table(ladder),
    ]  # fmt: skip


def _budget(results: Results) -> list[Block]:
    curve = results.of(CurveStudy)
    if curve is None:
        return [Prose(_unrecorded("gah players curve"))]
    return [
        for_pages(partial(figures_players.budget_figure, curve)),
        tables_players.budget_table(curve),
    ]


def _luck(results: Results) -> list[Block]:
    luck = results.of(LuckStudy)
    if luck is None:
        return [Prose(_unrecorded("gah study luck"))]
    tables = [tables_players.luck_table(luck, kinds) for kinds in luck.kinds]
    return [
        for_pages(partial(figures_players.luck_figure, luck)),
        Prose(figures_players.lead_words(luck)),
        *(More(f"All sources in numbers: {one.caption}", [one]) for one in tables),
    ]
