"""The rules page: every clause with its evidence, the rulings, the open positions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from markupsafe import Markup

from analysis.studies.variants import MODULES, READINGS, ChangeSet
from model.clauses import DOCUMENTS, clauses
from model.gaps import Gap, gaps
from model.sources import Ruling, sources
from reports.links import link, rule_link
from reports.pictures import ending
from reports.places import MODULE_RULINGS, OPEN, RULINGS, address, groups, rulings_page
from reports.rules.evidence import (
    VERIFICATION,
    Evidence,
    file_of,
    gather,
    line_of,
    place_of,
    test_lines,
)
from reports.rules.trace import Traced, trace
from reports.site import proven
from reports.site.blocks import Drawing, Page
from reports.tables.table import Table
from reports.tables.variants import readings, readings_by
from reports.text import count
from simulate.referee import read_file

if TYPE_CHECKING:
    from reports.results import Results

KEY = "rules"
TITLES = {
    "set_up": "Set-up",
    "variants": "Variants",
    "rounds": "Rounds",
    "turn": "A turn",
    "actions": "Main actions",
    "serving": "Goods and guests",
    "checking_in": "Moving in",
    "rooms": "Rooms and groups",
    "staff_rules": "Staff cards in general",
    "politics_rules": "Politics cards in general",
    "emperor_rules": "Emperor scorings in general",
    "final": "The end of the game",
    "moments": "Moments and orders that no text names",
    "staff_01_24": "Staff cards 1 to 24",
    "staff_25_48": "Staff cards 25 to 48",
    "guests_yellow": "Yellow guests",
    "guests_blue": "Blue guests",
    "guests_red": "Red guests",
    "guests_green": "Green guests",
    "politics": "Politics cards",
    "emperor": "Emperor tiles",
    "online_variants": "Variants played online",
    "waltz_combining": "Let's Waltz!: modules together",
    "waltz_ballrooms": "Ballrooms",
    "waltz_ballroom_cards": "Ballrooms and rehearsal rooms, one by one",
    "waltz_champagne": "Champagne",
    "waltz_guests": "Guests of Let's Waltz!",
    "waltz_celebrities": "Celebrities",
    "waltz_hotels": "Unique hotels",
    "waltz_entrances": "Hotel entrances",
    "waltz_start_player": "The start player and the key",
    "waltz_more": "Module 5 and its bell cards",
    "waltz_staff_119_133": "Staff cards 119 to 133",
}


@dataclass(frozen=True)
class Topic:
    """The clauses of one file, in its order."""

    id: str
    clauses: tuple[Traced, ...]

    @property
    def title(self) -> str:
        return TITLES.get(self.id, self.id.replace("_", " ").capitalize())

    def count(self, status: str) -> int:
        return sum(one.clause.status == status for one in self.clauses)

    @property
    def tests(self) -> int:
        """The number of different tests that name a clause of this topic."""
        return len({test.id for one in self.clauses for test in one.tests})

    @property
    def rarest(self) -> Traced | None:
        """The counted clause that came up least in play."""
        counted = [one for one in self.clauses if one.least is not None]
        return min(counted, key=lambda one: one.least or 0, default=None)


@dataclass(frozen=True)
class RulingLine:
    """A ruling, the clauses that name it, and the effect of each other reading, in words (empty:
    not measured). where: the section of the page of variants that compares its readings."""

    id: str
    ruling: Ruling
    clauses: tuple[str, ...]
    measured: tuple[str, ...]
    where: str


@dataclass(frozen=True)
class GapLine:
    """An open position, the number of games with it (None: not counted yet), and its example, if
    any, as text and as a drawing of its end."""

    id: str
    gap: Gap
    games: int | None
    example: str
    drawing: Drawing | None


def topics(evidence: Evidence) -> list[Topic]:
    """All clauses by topic: general rules in the order of a game, then the cards."""
    traced: dict[str, list[Traced]] = {}
    for one in trace(clauses(), evidence):
        traced.setdefault(one.topic, []).append(one)
    order = [*(id for id in TITLES if id in traced), *(id for id in traced if id not in TITLES)]
    return [Topic(id, tuple(traced[id])) for id in order]


def topics_table(found: Sequence[Topic]) -> Table:
    """One row per topic: numbers of clauses and tests, and the clause rarest in play."""
    pages = {topic: one.key for one in groups() for topic in one.topics}
    rows = [
        (
            link(f"{pages[one.id]}.html#{one.id}", one.title),
            *(str(one.count(status)) for status in ("implemented", "ruling", "out-of-scope")),
            count(one.tests),
            Markup("{} × {}").format(count(one.rarest.least or 0), rule_link(one.rarest.id))
            if one.rarest
            else "–",
        )
        for one in found
    ]
    head = ("Topic", "Implemented", "Ruling", "Out of scope", "Tests",
            "Rarest in play")  # fmt: skip
    return Table("Clauses by topic", head, rows, key="topics")


def rulings(measured: Mapping[str, ChangeSet]) -> list[RulingLine]:
    """All rulings with the clauses that they decide; measured: see `Results.variants`."""
    named: dict[str, list[str]] = {}
    for id, clause in clauses().items():
        for decided in clause.rulings:
            named.setdefault(decided, []).append(id)
    lines = []
    for id, ruling in sources().ruling.items():
        key = MODULES if ruling.modules else READINGS
        effects = readings(measured[key], id) if key in measured else []
        lines.append(RulingLine(id, ruling, tuple(named.get(id, ())), tuple(effects), key))
    return lines


def gap_lines(evidence: Evidence, drawn: bool = True) -> list[GapLine]:
    """The register of open positions with their counts; drawn: with pictures of the examples."""
    lines = []
    for id, gap in gaps().items():
        games = None
        if evidence.counts is not None and id in evidence.counts.gaps:
            games = sum(evidence.counts.gaps[id].values())
        example = VERIFICATION / "gaps" / f"{id}.txt"
        text = example.read_text("utf-8").rstrip() if example.exists() else ""
        lines.append(GapLine(id, gap, games, text, _drawing(id) if drawn else None))
    return lines


def _drawing(id: str) -> Drawing | None:
    """The end of an open position's example, drawn; None without one."""
    file = VERIFICATION / "gaps" / f"{id}.json"
    if not file.exists():
        return None
    found = ending(read_file(file))
    return Drawing(f"{id}-example", found.drawn, "Where the example ends.", found.words, ())


def build(results: Results | None = None) -> Page:
    """The page and those below it. Only the effects of readings depend on games. Raises UserError
    for unusable records."""
    evidence = gather()
    found = topics(evidence)
    open_ones = gap_lines(evidence, drawn=results is None or not results.early)
    shared = {
        "evidence": evidence,
        "documents": DOCUMENTS,
        "editions": tuple(sources().edition),
        "test_lines": test_lines,
        "file_of": file_of,
        "line_of": line_of,
        "place_of": place_of,
        "address": address,
        "topics": (),
        "rulings": (),
        "gaps": (),
    }
    by_id = {one.id: one for one in found}
    measured = results.variants if results else {}
    decided = rulings(measured)

    def page(key: str, name: str, **extra: object) -> Page:
        return Page(key, name, name, template="rules_part.html.j2", extra=shared | extra)

    pages = [
        page(one.key, one.name, topics=[by_id[id] for id in one.topics if id in by_id])
        for one in groups()
    ]
    return Page(
        key=KEY,
        title="The rules, one by one",
        short="Rules",
        lead="Where each rule is written, what plays and tests it, and how often it came up.",
        template="rules.html.j2",
        extra=shared | {
            "proven": proven.answers(evidence, [one for topic in found for one in topic.clauses]),
            "overview": topics_table(found),
        },
        children=[
            *pages,
            *(
                page(key, name, rulings=[one for one in decided if rulings_page(one.id) == key],
                     played=readings_by(measured[topic]) if topic in measured else "")
                for key, name, topic in ((RULINGS, "Rulings", READINGS),
                                         (MODULE_RULINGS, "Rulings on modules", MODULES))
            ),
            page(OPEN, "What the books leave open", gaps=open_ones,
                 drawings=[one.drawing for one in open_ones if one.drawing is not None]),
        ],
    )  # fmt: skip
