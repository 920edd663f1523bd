"""Verdicts on cards in words: too strong, too weak, balanced; by whom, and for whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
from markupsafe import Markup

from analysis import Config
from analysis.base.kinds import kind
from analysis.base.metrics import metric
from analysis.base.verdicts import UNDECIDED, WORDS
from analysis.cards.agreement import HEADLINE
from reports import names
from reports.links import piece_link
from reports.pieces import Piece, pieces
from reports.results import Results, rows_of
from reports.tables.table import Table
from reports.text import PERCENT, POINTS, VP, Unit, count, listing, measured, plain, signed, upper
from simulate.base.notation import bounds

NAMED = 4
"""Most cards that a sentence names; the table has all."""

UNKNOWN = "too few games"
"""Verdict on a card without an estimate."""

SIGNS = {
    "too strong": ("▲", "strong"), "too weak": ("▼", "weak"), "balanced": ("=", "same"),
    "raises": ("▲", "strong"), "lowers": ("▼", "weak"), "within margin": ("=", "same"),
    UNDECIDED: ("?", "open"), UNKNOWN: ("–", "open"),
}  # fmt: skip
"""A sign and a tone for each verdict, because not everybody can see colours."""


def badge(verdict: str) -> Markup:
    """A verdict with its sign."""
    sign, tone = SIGNS[verdict or UNKNOWN]
    return Markup('<span class="verdict {}"><i>{}</i> {}</span>').format(
        tone, sign, verdict or UNKNOWN
    )


def unit_of(metric_id: str) -> Unit:
    """The unit of an effect."""
    return POINTS if metric(metric_id).unit == "share" else VP


def headline(kind_id: str) -> str:
    """The metric by which a kind of card is judged first."""
    return HEADLINE[kind(kind_id).estimand]


def judged(results: Results, kind_id: str, config: Config) -> pd.DataFrame:
    """Effects and verdicts on the cards of a kind by its first metric, by item; may be empty."""
    found = results.judged.effects
    if found.empty:
        return pd.DataFrame(columns=["verdict"])
    return rows_of(found, config, kind=kind_id, metric=headline(kind_id)).set_index("item")


def dependent(results: Results, kind_id: str, rules: str, players: int) -> set[str]:
    """Cards whose effect depends on who plays."""
    found = results.judged.agreement
    if found.empty:
        return set()
    keep = (found["rules"] == rules) & (found["players"] == players) & (found["kind"] == kind_id)
    keep &= (found["metric"] == headline(kind_id)) & found["agent_dependent"]
    return set(found.loc[keep, "item"])


def claim(low: float, high: float) -> float:
    """The smallest effect consistent with an interval: the bound nearest to 0, or 0."""
    return low if low > 0 else high if high < 0 else 0.0


@dataclass(frozen=True)
class Verdicts:
    """The cards of one kind by verdict in one configuration, the surest claims first."""

    config: Config
    metric: str
    margin: float
    limit_low: float
    strong: pd.DataFrame
    weak: pd.DataFrame
    balanced: int
    undecided: int
    unknown: int
    error: float = 0.0
    """Mean probability that a verdict is wrong, over the cards that have one."""

    @property
    def cards(self) -> int:
        return len(self.strong) + len(self.weak) + self.balanced + self.undecided + self.unknown

    @property
    def who(self) -> str:
        return names.players(self.config.policy, self.config.players)

    @property
    def answer(self) -> bool | None:
        """Is the kind balanced? No if a card is shown not to be, yes if all are shown to be."""
        if len(self.strong) or len(self.weak):
            return False
        return True if self.balanced == self.cards else None

    @property
    def open_words(self) -> str:
        """How many cards are shown to be balanced, and how many are open."""
        said = f"{count(self.balanced)} of {count(self.cards)} are shown to be balanced"
        open_ = f"{count(self.undecided)} undecided"
        few = f", {count(self.unknown)} with too few games" if self.unknown else ""
        return f"{said} and {open_}{few}"


def verdicts_of(results: Results, kind_id: str, config: Config) -> Verdicts | None:
    """All verdicts on a kind in one configuration; None if nothing is judged."""
    found = judged(results, kind_id, config)
    if found.empty or found["se"].isna().all():  # too few games for any
        return None
    one = metric(headline(kind_id))
    strong, weak, balanced = WORDS[one.direction]
    claims = [claim(low, high) for low, high in zip(found["low"], found["high"], strict=True)]
    found = found.assign(claim=claims).sort_values("claim", key=abs, ascending=False)
    counted = found["verdict"].value_counts()
    sides = [found[found["verdict"] == word] for word in (strong, weak)]
    return Verdicts(
        config, one.id, float(found["margin"].iloc[0]), float(found["limit_low"].iloc[0]),
        sides[0], sides[1],
        balanced=int(counted.get(balanced, 0)), undecided=int(counted.get(UNDECIDED, 0)),
        unknown=int(counted.get("", 0)), error=mean_error(found),
    )  # fmt: skip


def mean_error(judged: pd.DataFrame) -> float:
    """Mean probability that a verdict is wrong, over the rows that have one; 0 without any."""
    given = judged[~judged["verdict"].isin((UNDECIDED, ""))]
    return float((1 - given["probability"]).mean()) if len(given) else 0.0


def of_the_player(row: pd.Series, unit: Unit) -> list[str]:
    """What a dealt effect shows about the players rather than the card: its use, and misplays.

    Empty for kinds that nobody chooses to use.
    """
    if pd.isna(row.get("use")):
        return []
    said = [f"used by {plain(measured(row, 'use'), PERCENT)} of the seats dealt it"]
    if not pd.isna(row["above"]):
        said.append(f"{signed(measured(row, 'above'), unit)} compared with an unused card")
    if row["unused"]:
        said.append("these players hardly use it, so what it could be worth is not known")
    if row["misplayed"]:
        said.append("playing it costs these players points: this is about them, not the card")
    return said


def verdict_words(results: Results, kind_id: str, config: Config) -> str:
    """The verdicts on cards in one configuration, and how many are open.

    Empty if nothing is judged.
    """
    one = verdicts_of(results, kind_id, config)
    if one is None:
        return ""
    words = WORDS[metric(one.metric).direction]
    parts = [
        f"{upper(word)}: {_named(kind_id, rows)}" if len(rows) else f"No card is shown to be {word}"
        for word, rows in zip(words, (one.strong, one.weak), strict=False)
    ]
    return f"{'. '.join(parts)}. With {one.who}, {one.open_words}."


def verdict_numbers(results: Results, kind_id: str, config: Config) -> list[str]:
    """The effects of the cards that `verdict_words` names, and the limits of "balanced"."""
    one = verdicts_of(results, kind_id, config)
    if one is None:
        return []
    named = pd.concat([one.strong.head(NAMED), one.weak.head(NAMED)])
    return [
        *(f"{name_of(kind_id, str(item), row)}: {signed(row, unit_of(one.metric))}"
          for item, row in named.iterrows()),
        f"Cards from {margin_words(one)} count as balanced.",
    ]  # fmt: skip


def _named(kind_id: str, rows: pd.DataFrame) -> str:
    """Cards with a verdict by name, the surest first."""
    return listing(_first(kind_id, rows, name_of))


def verdict_table(results: Results, kind_id: str) -> Table:
    """Numbers of cards by verdict, for each edition, table and kind of player."""
    known = [
        found
        for rules in reversed(results.editions)
        for players in results.judged_players
        for policy in results.policies
        if (found := verdicts_of(results, kind_id, Config(rules, players, policy))) is not None
    ]
    words = WORDS[metric(headline(kind_id)).direction]
    columns = (*words[:2], words[2], "undecided")
    sizes = [
        (len(one.strong), len(one.weak), one.balanced, one.undecided + one.unknown)
        for one in known
    ]  # fmt: skip
    rows = [
        (names.ruleset(one.config.rules), str(one.config.players), one.config.policy,
         _linked(kind_id, one.strong) or "–", _linked(kind_id, one.weak) or "–",
         *(count(size) if size else "–" for size in numbers[2:]))
        for one, numbers in zip(known, sizes, strict=True)
    ]  # fmt: skip
    frame = pd.DataFrame([
        one.config.params() | dict(zip(columns, numbers, strict=True))
        for one, numbers in zip(known, sizes, strict=True)
    ])  # fmt: skip
    return Table(
        "Verdicts by edition, table and who plays: the cards shown to be off, the surest first, and"
        " the numbers of other cards",
        ["Edition", "At the table", "Played by", *(word.capitalize() for word in columns)],
        rows, words=True, key=f"verdicts-{kind_id.replace('_', '-')}", named=2, frame=frame,
    )  # fmt: skip


def _linked(kind_id: str, rows: pd.DataFrame) -> Markup:
    """Cards with a verdict as links, and the number of others if not all are named."""
    return Markup(", ").join(_first(kind_id, rows, linked))


def _first(
    kind_id: str, rows: pd.DataFrame, called: Callable[[str, str, pd.Series], str]
) -> list[str]:
    """The names of the first `NAMED` cards, and how many more there are."""
    named = [called(kind_id, str(item), row) for item, row in rows.head(NAMED).iterrows()]
    rest = [f"{count(len(rows) - NAMED)} more"] if len(rows) > NAMED else []
    return [*named, *rest]


def _piece(kind_id: str, item: str) -> Piece | None:
    return next((piece for piece in pieces(kind_id) if piece.key == item), None)


def name_of(kind_id: str, item: str, row: pd.Series) -> str:
    """Name of a card with its printed number."""
    piece = _piece(kind_id, item)
    return piece.full_name if piece else f"{row['name']} ({item})"


def linked(kind_id: str, item: str, row: pd.Series) -> Markup | str:
    """The name of a card as a link to its page, if it has one."""
    piece = _piece(kind_id, item)
    return piece_link(piece) if piece else name_of(kind_id, item, row)


def margin_words(one: Verdicts) -> str:
    """The limits of "balanced", e.g. "-2.5 to +3.0 VP"."""
    unit = unit_of(one.metric)
    low, high = (limit * unit.factor for limit in (one.limit_low, one.margin))
    return f"{bounds(low, high, 1, sign=True)} {unit.name}"
