"""Pairs of staff cards that are worth more or less in one hand than the sum of both."""

from __future__ import annotations

from collections.abc import Iterator

import pandas as pd

from analysis import Config
from analysis.base.families import FDR
from analysis.base.stats import LEVEL
from analysis.cards.pairs import POWER
from reports import names
from reports.links import piece_link
from reports.pieces import Piece, pieces
from reports.results import Results
from reports.site.blocks import Block, More, Prose
from reports.tables.table import Table
from reports.text import Unit, count, interval, listing, number

BETTER, WORSE = "better together", "worse together"
ONE = Unit(1, 1, "VP")
TOO_FEW = "The games are too few for pairs."


def shown(results: Results, item: str = "") -> pd.DataFrame:
    """The pairs that differ from the sum of both by more than chance, the surest first.

    item: only pairs with this card.
    """
    found = results.pairs
    if found.empty:
        return found
    found = found[found["q_by"] <= FDR]
    if item:
        found = found[(found["a"] == item) | (found["b"] == item)]
    return found.sort_values("p", kind="stable")


def families(results: Results) -> Iterator[tuple[Config, pd.DataFrame]]:
    """The pairs that were tested together, the newer edition first."""
    for rules in reversed(results.editions):
        mine = results.pairs[results.pairs["rules"] == rules]
        for (players, policy), rows in mine.groupby(["players", "policy"], sort=True):
            yield Config(rules, int(players), str(policy)), rows


def blocks(piece: Piece, results: Results) -> list[Block]:
    """The partners of a card: a table, or a note that none is shown or none was tested."""
    if results.pairs.empty:
        return []
    cards = set(results.pairs["a"]) | set(results.pairs["b"])
    if piece.key not in cards:
        return [Prose(f"Best partners: not tested, unlike the pairs of {count(len(cards))} other"
                      " cards.")]  # fmt: skip
    found = shown(results, piece.key)
    if found.empty:
        return [Prose(f"Best partners: none are shown. {_reach(results)}")]
    return [_table(found, results, "Best and worst partners", piece, root="../")]


def of_all(results: Results) -> list[Block]:
    """The pairs of all cards, for the page of staff cards."""
    if results.pairs.empty:
        return [Prose("No pairs were estimated: the rules that were recorded are not known.")]
    found = shown(results)
    first = next(families(results))[0]
    mine = (found["rules"] == first.rules) & (found["players"] == first.players)
    edition, who = names.ruleset(first.rules), names.players(first.policy, first.players)
    said = f"{count(mine.sum()) if mine.any() else 'No'} pairs can be shown ({edition}, {who})."
    blocks: list[Block] = [Prose(f"{said} {tested(results)}")]
    title = "Pairs that differ from the sum of both"
    if mine.any():
        blocks.append(_table(found[mine], results, title, None))
    if not mine.all():
        others = _table(found[~mine], results, title, None, key="partners-others")
        blocks.append(More("At other tables", [others]))
    return blocks


def tested(results: Results) -> str:
    """How many pairs were tested on which games, and how large an effect these can find."""
    parts = []
    for config, rows in families(results):
        known = rows.dropna(subset=["se"])
        if known.empty:
            continue
        size = f"{number(float(known['detectable'].median()), 1)} VP"
        parts.append(f"{size} with {config.players} ({count(int(rows['games'].max()))} games)")
    reach = (
        f"With an edition's games a pair is found {POWER:.0%} of the time if it differs by"
        f" {listing(list(dict.fromkeys(parts)))}." if parts else TOO_FEW
    )  # fmt: skip
    who = next(families(results))[0].policy
    most = count(int(results.pairs.groupby(["rules", "players"]).size().max()))
    return (
        f"Both cards in one random hand, {who} players: VP beyond the sum of what each adds alone,"
        f" tested for all {most} pairs of an edition and table at a false discovery rate of"
        f" {FDR:.0%}. {reach}"
    )


def _reach(results: Results) -> str:
    """The same in short, on the page of a card."""
    known = [rows.dropna(subset=["se"]) for _, rows in families(results)]
    sizes = [float(rows["detectable"].median()) for rows in known if len(rows)]
    if not sizes:
        return TOO_FEW
    ends = dict.fromkeys(number(size, 1) for size in (min(sizes), max(sizes)))
    most = [int(rows["games"].max()) for rows in known if len(rows)]
    games = dict.fromkeys(count(size) for size in (min(most), max(most)))
    return (
        f"Tested with all {count(max(map(len, known)))} pairs of an edition and table at a false"
        f" discovery rate of {FDR:.0%}. With {' to '.join(games)} games, a pair is found in"
        f" {POWER:.0%} of cases if it differs from the sum of both by {' to '.join(ends)} VP."
    )


def _table(
    found: pd.DataFrame,
    results: Results,
    caption: str,
    piece: Piece | None,
    root: str = "",
    key: str = "partners",
) -> Table:
    """key: of a table of all pairs."""
    alone = piece is None and len(found[["rules", "players"]].drop_duplicates()) == 1
    named = {one.key: piece_link(one, root) for one in pieces("staff")}
    rows = []
    for _, row in found.iterrows():
        cards = [
            named.get(str(row[side]), results.facts.card(int(row[side]))) for side in ("a", "b")
        ]
        if piece is not None:
            cards = [cards[1] if str(row["a"]) == piece.key else cards[0]]
        rows.append((
            BETTER if row["estimate"] > 0 else WORSE, *cards,
            *(() if alone else (names.ruleset(str(row["rules"])), str(row["players"]))),
            f"{number(row['estimate'], 1, True)}"
            f" ({interval(row['sim_low'], row['sim_high'], ONE, sign=True)} jointly)",
            number(row["shrunk"], 1, True), count(int(row["n_both"])),
        ))  # fmt: skip
    cards_head = ["Partner"] if piece is not None else ["Card", "Partner"]
    key = f"partners-{piece.key}" if piece is not None else key
    where = found.iloc[0]
    who = names.players(where["policy"], int(where["players"]) if alone else None)
    of = f"{names.ruleset(where['rules'])}, {who}" if alone else who
    return Table(
        f"{caption}: VP beyond the sum of what each adds alone, {of},"
        f" false discovery rate {FDR:.0%} over all pairs, {LEVEL:.0%} intervals. Estimates of the"
        " pairs picked out are too far from 0 on average; “likely” allows for that",
        ["", *cards_head, *(() if alone else ("Edition", "At the table")), "Together, VP",
         "Likely, VP", "Hands"],
        rows, words=True, key=key, named=1, frame=found,
        brief=piece is None,
    )  # fmt: skip
