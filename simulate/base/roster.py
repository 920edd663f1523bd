"""The available players, by name: a table that needs no engine."""

from __future__ import annotations

import re
from dataclasses import dataclass

from model.errors import UserError
from simulate.base.tastes import spelled, stem_of, tastes_of


@dataclass(frozen=True)
class Policy:
    """A player. ``style`` names the file of weights it reads; none: it plays at random.

    A policy that ``searches`` plays games out with that style; its name may give the number for
    each decision: ``playouts`` (0: by search.toml). ``module``: without it in play the player acts
    as greedy does (a name of ``weights.MODULES``). A player that ``plans`` judges whole turns by
    the learned value (``simulate.learned``); its playouts are those of players.toml, and its name
    may contain tastes (``simulate.base.tastes``).
    """

    name: str
    description: str
    style: str | None = None
    searches: bool = False
    playouts: int = 0
    module: str | None = None
    plans: bool = False


RANDOM = "random"

MAX_PLAYOUTS = 1_000_000
"""Per decision, for a policy that searches."""

POLICIES: tuple[Policy, ...] = (
    Policy(RANDOM, "any legal action, all equally likely"),
    Policy("greedy", "looks one action ahead; evaluation with declared weights", "greedy"),
    Policy("politician", "greedy that goes for politics cards at any price", "politician"),
    Policy("handset", "greedy with the weights that it had before any search", "handset"),
    Policy("guests", "greedy that puts guests and their VP first", "guests"),
    Policy("staff", "greedy that plays as many staff cards as it can", "staff"),
    Policy("emperor", "greedy that keeps far ahead on the emperor track", "emperor"),
    Policy("blue", "greedy that prefers blue rooms and their guests", "blue"),
    Policy("red", "greedy that prefers red rooms and their guests", "red"),
    Policy("yellow", "greedy that prefers yellow rooms and their guests", "yellow"),
    Policy("dancer", "greedy that sends dancers to ballrooms", "dancer", module="ballrooms"),
    Policy("planner", "plans its whole turn, judged by a learned value", plans=True),
    Policy(
        "expert",
        "planner that tries its best plans against what may follow; expert:200: 200 times",
        searches=True,
        plans=True,
    ),
    Policy(
        "planner-v2", "planner trained on both sides of the board and with each module", plans=True
    ),
    Policy("expert-v2", "planner-v2 with a wider beam, and without trials", plans=True),
    *(
        Policy(f"planner-{what}", f"planner that {taste}", plans=True)
        for what, taste in (
            ("staff", "likes to play staff cards"),
            ("emperor", "likes to be far ahead on the emperor track"),
            ("blue", "likes blue rooms"),
            ("red", "likes red rooms"),
            ("yellow", "likes yellow rooms"),
        )
    ),
    Policy("search", "plays games out before it decides; search:50: 50 times", "greedy", True),
)

NUMBERED = re.compile(r"([a-z-]+):[1-9][0-9]{0,6}")
"""A policy that searches, with its own number of playouts: "search:50"."""


def registered(name: str) -> str:
    """A name that is exactly that of a policy here; also "search:50" and "planner+staff=2".

    Use this to read a policy from a file. Raises UserError if there is no such policy, or if it is
    not spelled as the suite spells it.
    """
    player, tastes = tastes_of(name)
    match = NUMBERED.fullmatch(player)
    stem = match[1] if match else player
    if not any(
        one.name == stem and (one.searches or not match) and (one.plans or not tastes)
        for one in POLICIES
    ) or name != spelled(player, tastes):
        raise UserError(
            f"{name[:80]!r} is not a policy of this suite"
            + ("; a player's file is only run where you name it" if ".py" in name else "")
        )
    return name


SEEKER = Policy("seeker", "steers games to rare states; in `gah check verify` alone", "greedy")


def thoughtless(name: str) -> tuple[bool, bool, bool]:
    """Sort key of players' names, from those that look farthest ahead to the one that does not.

    An unknown name sorts as greedy does.
    """
    stem = stem_of(name)
    found = next((one for one in POLICIES if one.name == stem), POLICIES[1])
    return found.name == RANDOM, not found.plans, not found.searches
