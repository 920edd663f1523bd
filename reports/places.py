"""The page of each rule on the site: rules by topic, rulings and open positions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from model.clauses import read_topic, topic_files
from model.sources import sources


@dataclass(frozen=True)
class RulePage:
    """A page of rules: its key below "rules-", its name, and its topics, in playing order."""

    id: str
    name: str
    topics: tuple[str, ...]

    @property
    def key(self) -> str:
        return f"rules-{self.id}"


GROUPS = (
    RulePage("start", "Set-up and rounds", ("set_up", "variants", "rounds")),
    RulePage("turns", "Turns and actions", ("turn", "actions", "serving")),
    RulePage("hotel", "Guests, rooms and the end", ("checking_in", "rooms", "final")),
    RulePage("cards", "Cards in general", ("staff_rules", "politics_rules", "emperor_rules")),
    RulePage("staff", "Staff cards 1 to 48", ("staff_01_24", "staff_25_48")),
    RulePage("guests", "Guests", ("guests_yellow", "guests_blue", "guests_red", "guests_green")),
    RulePage("court", "Politics cards and emperor tiles", ("politics", "emperor")),
    RulePage("online", "Online variants, modules together", ("online_variants", "waltz_combining")),
    RulePage("ballrooms", "Ballrooms", ("waltz_ballrooms", "waltz_ballroom_cards")),
    RulePage("champagne", "Champagne and dancing guests", ("waltz_champagne", "waltz_guests")),
    RulePage(
        "celebrities", "Celebrities, start player", ("waltz_celebrities", "waltz_start_player")
    ),
    RulePage("entrances", "Hotels and entrances", ("waltz_hotels", "waltz_entrances")),
    RulePage("more", "Module 5", ("waltz_more", "waltz_staff_119_133")),
)
"""The pages; a topic that none of them names has its own page."""
RULINGS, MODULE_RULINGS, OPEN = "rules-rulings", "rules-module-rulings", "rules-open"


@cache
def groups() -> tuple[RulePage, ...]:
    """All pages; topics that no group names come last."""
    named = {topic for one in GROUPS for topic in one.topics}
    rest = [topic for topic in topic_files() if topic not in named]
    alone = [RulePage(one.replace("_", "-"), one.replace("_", " ").capitalize(), (one,))
             for one in rest]  # fmt: skip
    return (*GROUPS, *alone)


@cache
def _pages() -> dict[str, str]:
    return {id: one.key for one in groups() for topic in one.topics for id in read_topic(topic)}


def address(id: str) -> str:
    """The page and anchor of a clause, "ruling-…" or "gap-…", from the top folder."""
    kind, _, name = id.partition("-")
    if kind == "ruling":
        return f"{rulings_page(name)}.html#{id}"
    return f"{OPEN if kind == 'gap' else _pages()[id]}.html#{id}"


def rulings_page(id: str) -> str:
    """The page of a ruling; rulings that only modules bring have their own page."""
    return MODULE_RULINGS if sources().ruling[id].modules else RULINGS
