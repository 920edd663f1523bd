"""Do players bid well? Each against the same player that never raises, or that bids at random.

`python -m tests.auctions` writes verification/auctions.txt and .json anew; with players named it
prints their lines and leaves the record as it is. One seat is the player, the others play alike but
bid in the other way; each deal is played once from every seat, with the same dice. A player whose
bids are worse than none wins less than its share.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from model import load_ruleset
from simulate import Game, policies
from simulate.base.outputs import keep
from simulate.base.provenance import commit
from simulate.engine import codes as c
from simulate.engine.compile import compile_ruleset
from simulate.engine.frames import a_of, b_of, kind_of
from simulate.engine.rng import below, draw
from simulate.fingerprint import fingerprint, parts_of
from tests.strength import wilson

RECORD = Path(__file__).parents[1] / "verification" / "auctions.json"
RULES = ("revised-2021+unique-hotels", "revised-2021+lets-waltz")
GAMES = {"greedy": 480, "planner": 240, "expert": 96}
"""Of each player, at each table: a multiple of 2, 3 and 4."""
SEED = 515_151
HEAD = (
    f"{'player':<10}{'others':<14}{'rules':<28}{'players':>7}{'games':>7}{'wins':>8}{'fair':>7}"
    f"{'95% (Wilson)':>18}{'VP':>8}{'theirs':>8}{'price':>7}"
)
Pick = Callable[[Game], int]


def never_raises(pick: Pick) -> Pick:
    """Names the entrance that the player would, for nothing, and passes on any bid of another."""

    def choose(game: Game) -> int:
        legal = {kind_of(one): one for one in reversed(game.legal())}
        if c.BID not in legal:
            return pick(game)
        if c.PASS in legal:
            return legal[c.PASS]
        wanted = a_of(pick(game))
        return next(one for one in game.legal() if a_of(one) == wanted and b_of(one) == 0)

    return choose


def bids_at_random(pick: Pick) -> Pick:
    """Any legal bid, or a pass, all equally likely."""

    def choose(game: Game) -> int:
        legal = game.legal()
        if not any(kind_of(one) == c.BID for one in legal):
            return pick(game)
        word = draw(game.state.key, c.S_POLICY, int(game.state.decisions))
        return legal[int(below(word, len(legal)))]

    return choose


OTHERS = {"never raise": never_raises, "at random": bids_at_random}


def measured(policy: str, others: str, rules: str, players: int, games: int) -> dict[str, Any]:
    """One line: a player against others that bid in another way, over so many mirrored games."""
    program = compile_ruleset(load_ruleset(rules))
    picks = [policies.chooser(policy, program[0])]
    picks += [OTHERS[others](policies.chooser(policy, program[0])) for _ in range(players - 1)]
    wins, mine, theirs, price = 0.0, 0.0, 0.0, 0.0
    for number in range(games):
        game = Game(program, players, SEED, number // players)
        while not game.over:
            legal = game.legal()
            place = (game.player + number) % players
            game.apply(legal[0] if len(legal) == 1 else picks[place](game))
        me = -number % players
        seats = game.state.players[:players]
        first = [i for i in range(players) if seats[i].rank == 1]
        wins += (me in first) / len(first)
        mine += int(seats[me].vp)
        price += int(seats[me].entrance_price)
        theirs += sum(int(seats[i].vp) for i in range(players) if i != me) / (players - 1)
    low, high = wilson(wins, games)
    return {
        "policy": policy, "others": others, "rules": rules, "players": players, "games": games,
        "share": wins / games, "low": low, "high": high, "vp": mine / games,
        "rivals": theirs / games, "price": price / games,
    }  # fmt: skip


def line(one: dict[str, Any]) -> str:
    """A line of the table."""
    between = f"{one['low']:.1%} to {one['high']:.1%}"
    return (
        f"{one['policy']:<10}{one['others']:<14}{one['rules']:<28}{one['players']:>7}"
        f"{one['games']:>7}{one['share']:>8.1%}{1 / one['players']:>7.1%}{between:>18}"
        f"{one['vp']:>8.1f}{one['rivals']:>8.1f}{one['price']:>7.1f}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("policies", nargs="*", help=f"of {', '.join(GAMES)}; without: all, kept")
    given = parser.parse_args()
    began, lines = time.process_time(), []
    for policy in given.policies or GAMES:
        for rules in RULES:
            for players in (2, 3, 4):
                for others in OTHERS:
                    lines.append(measured(policy, others, rules, players, GAMES[policy]))
                    print(line(lines[-1]), flush=True)
    if given.policies:
        return
    made = {
        "date": f"{datetime.now(UTC):%Y-%m-%d %H:%M} UTC", "commit": commit(),
        "seconds": round(time.process_time() - began),
        "play": fingerprint(parts_of([*RULES], [*GAMES])),
    }  # fmt: skip
    text = [
        "Bids in the auction of hotel entrances",
        "======================================",
        "",
        "One player against others that bid in another way and play as it does otherwise, on deals",
        "not seen in training, each played from every seat. Fair: what an equal one would win.",
        "Price: krones that the player paid for its entrance, in the mean.",
        "",
        HEAD,
        *map(line, lines),
        "",
        f"{made['date']}, commit {made['commit']}; {made['seconds']} s of processor time",
        "    python -m tests.auctions",
        "",
    ]
    keep(RECORD, json.dumps(made | {"lines": lines}, indent=1) + "\n")
    keep(RECORD.with_suffix(".txt"), "\n".join(text))


if __name__ == "__main__":
    main()
