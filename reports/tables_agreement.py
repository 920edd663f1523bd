"""Verdicts on cards in words and tables: too strong, too weak, balanced, and for whom."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd
from markupsafe import Markup

from analysis import Config
from analysis.judged import HEADLINE
from analysis.kinds import kind
from analysis.metrics import metric
from analysis.verdicts import UNDECIDED, WORDS
from reports.results import Results, rows_of
from reports.site.blocks import Block, More, Section
from reports.site.links import piece_link
from reports.site.pieces import pieces
from reports.tables import Table
from reports.text import POINTS, VP, Unit, count, listing, number, signed

NAMED = 3
"""Cards that a sentence names; the table has them all."""


def unit_of(metric_id: str) -> Unit:
    """How an effect is written."""
    return POINTS if metric(metric_id).unit == "share" else VP


def judged(results: Results, kind_id: str, config: Config) -> pd.DataFrame:
    """Effects and verdicts on the cards of a kind by its first metric, by item; may be empty."""
    found = results.judged.effects
    if found.empty:
        return pd.DataFrame(columns=["verdict"])
    id = HEADLINE[kind(kind_id).estimand]
    return rows_of(found, config, kind=kind_id, metric=id).set_index("item")


def dependent(results: Results, kind_id: str, rules: str, players: int) -> set[str]:
    """Cards whose effect depends on who plays."""
    found = results.judged.agreement
    if found.empty:
        return set()
    keep = (found["rules"] == rules) & (found["players"] == players) & (found["kind"] == kind_id)
    keep &= (found["metric"] == HEADLINE[kind(kind_id).estimand]) & found["agent_dependent"]
    return set(found.loc[keep, "item"])


def agreement_table(results: Results, kind_id: str, rules: str) -> Table | None:
    """All cards of a kind with their verdicts by number and kind of players; None without any."""
    configs = [Config(rules, n, p) for n in results.players for p in results.policies]
    frames = {config: judged(results, kind_id, config) for config in configs}
    frames = {config: frame for config, frame in frames.items() if len(frame)}
    if not frames:
        return None
    first = next(iter(frames.values()))
    one = metric(first["metric"].iloc[0])
    unit = unit_of(one.id)
    marked = {n: dependent(results, kind_id, rules, n) for n in results.players}
    linked = {piece.key: piece_link(piece) for piece in pieces(kind_id)}
    rows: list[Sequence[str]] = []
    for item in first.sort_values("estimate", ascending=False).index:
        cells = [_cell(frame, item, unit) for frame in frames.values()]
        who = [f"at {n}" for n in results.players if item in marked[n]]
        name = linked.get(item, Markup("{} ({})").format(first.loc[item, "name"], item))
        rows.append((name, *cells, listing(who) if who else "–"))
    head = ("", *(f"{c.players} players, {c.policy}" for c in frames), "Depends on who plays")
    margin = number(first["margin"].iloc[0] * unit.factor, 0)
    caption = (
        f"{rules}: {one.label}, {unit.name}: shrunk estimate [95% interval] and verdict against a"
        f" margin of ±{margin} (the unshrunk estimate decides; false discovery rate 5% over the"
        " cards of a column)"
    )
    found = results.judged.agreement
    frame = found[(found["kind"] == kind_id) & (found["rules"] == rules)]
    key = f"agreement-{kind_id.replace('_', '-')}-{rules}"
    return Table(caption, head, rows, key=key, frame=frame)


def agreement_sections(results: Results, kind_id: str, title: str = "") -> list[Section]:
    """The verdicts on a kind under the newer rules, with those under the older behind a line."""
    older, newer = (agreement_table(results, kind_id, rules) for rules in results.editions)
    blocks: list[Block] = [newer] if newer else []
    if older:
        blocks.append(More(f"The same under {results.editions[0]}", [older]))
    name = f"verdicts{f'-{kind_id}' if title else ''}".replace("_", "-")
    return [Section(name, title or "Verdicts, and for whom they hold", blocks)] if blocks else []


def _cell(frame: pd.DataFrame, item: str, unit: Unit) -> str:
    if item not in frame.index or pd.isna(frame.loc[item, "shrunk"]):
        return "–"
    row = frame.loc[item]
    value, low, high = (number(row[name] * unit.factor, unit.digits, True)
                        for name in ("shrunk", "shrunk_low", "shrunk_high"))  # fmt: skip
    return f"{value} [{low} to {high}] {row['verdict']}"


def verdict_words(results: Results, kind_id: str, rules: str, players: int) -> str:
    """Which cards have which verdict at a table, for which kinds of player, and how many are open.

    Empty where nothing is judged.
    """
    frames = {p: judged(results, kind_id, Config(rules, players, p)) for p in results.policies}
    frames = {policy: frame for policy, frame in frames.items() if len(frame)}
    if not frames:
        return ""
    marked = dependent(results, kind_id, rules, players)
    direction = metric(next(iter(frames.values()))["metric"].iloc[0]).direction
    strong, weak, balanced = WORDS[direction]
    parts = [_side(results, kind_id, frames, word, marked) for word in (strong, weak)]
    rest = [
        f"for {policy} {open_words(frame['verdict'], balanced)}" for policy, frame in frames.items()
    ]
    return f"With {players} players {'; '.join(parts)}; {', '.join(rest)}"


def open_words(verdicts: pd.Series, balanced: str) -> str:
    """How many of the cards are balanced, how many undecided, and for how many nothing is known."""
    same, open_, none = (int((verdicts == word).sum()) for word in (balanced, UNDECIDED, ""))
    said = f"{count(same)} of {count(len(verdicts))} are {balanced} and {count(open_)} {UNDECIDED}"
    return said + (f" (too few games for {count(none)})" if none else "")


def _side(
    results: Results, kind_id: str, frames: dict[str, pd.DataFrame], word: str, marked: set[str]
) -> str:
    """The cards with a verdict, the largest first, each with who says so."""
    says: dict[str, list[str]] = {}
    for policy, frame in frames.items():
        for item in frame.index[frame["verdict"] == word]:
            says.setdefault(item, []).append(policy)
    if not says:
        return f"no card is shown to be {word}"

    def told(item: str) -> pd.Series:
        return frames[says[item][0]].loc[item]

    order = sorted(says, key=lambda item: -abs(float(told(item)["estimate"])))
    names = {item: f"{told(item)['name']} ({item})" for item in order}
    names |= {piece.key: piece.full_name for piece in pieces(kind_id)}
    unit = unit_of(told(order[0])["metric"])
    named = [
        f"{names[item]} {signed(told(item), unit, name=False)},"
        f" {_who(says[item], list(frames))}" + (" (depends on who plays)" if item in marked else "")
        for item in order[:NAMED]
    ]
    rest = [f"{count(len(order) - NAMED)} more"] if len(order) > NAMED else []
    return f"{word}: {listing([*named, *rest])}"


def _who(says: Sequence[str], all_players: Sequence[str]) -> str:
    if len(says) == len(all_players) > 1:
        return f"for {listing(list(says))} alike"
    return f"for {listing(list(says))}"
