"""How soon invariants find planted faults, by random play, the seeker and the guided search.

`python -m tests.fault_finding` plants twenty faults, writes verification/properties.txt and .json,
and takes some fifteen minutes. Eight are patches of numbers, cards and procedures. Six change what
the compiled program holds, so that the engine plays otherwise than the ruleset says. Six are
mistakes in the code of the engine, each in a copy of the project that is compiled for it. Each has
an invariant in the words of the game, which holds without the fault. What is found is shrunk.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

import simulate
from simulate.engine.compile import compile_ruleset
from simulate.properties import assume, final, invariant, never, transition
from simulate.properties.declared import Check
from simulate.properties.evaluate import ask
from simulate.properties.playing import Players
from simulate.properties.running import CheckExample, GameRange, Rules, example_of
from simulate.properties.shrinking import Shrinking
from simulate.properties.steering import GUIDED, Guide
from tests.strength import closing, stamp, write

ROOT = Path(__file__).parents[1]
RECORD = ROOT / "verification" / "properties.json"
RULES = "revised-2021"
SEARCHES = ("random", "seeker", GUIDED)
SEED = 717_171
MOST_GAMES = {"random": 600, "seeker": 300, GUIDED: 300}
CLEAN_GAMES = 60
SHRINK_SECONDS = 12.0
PLAYERS = (3, 4, 2)
MOST_ACTIONS = 6
Alter = Callable[[Any], None]


# -- invariants, which hold by the printed rules ---------------------------------------------------


@invariant(target=lambda player: player.krones)
def krones_end_at_20(player):
    """A player holds at most 20 krones."""
    return player.krones <= 20


@transition(when=lambda action: action.kind == "claim")
def a_claim_pays_15_10_or_5(before, action, after):
    """Claiming a politics card brings 15, 10 or 5 VP for politics."""
    now = after[action.player].vp_from["politics cards"]
    return now - action.player.vp_from["politics cards"] in (5, 10, 15)


@final
def stranded_guests_cost(game):
    """Nobody gains from guests left in the cafe."""
    return all(player.vp_from["guests left in the cafe"] <= 0 for player in game.players)


@invariant(target=lambda player: player.hand_size)
def hands_stay_small(player):
    """A hand never holds more than 14 cards."""
    return player.hand_size <= 14


@transition(target=lambda after: max(player.vp for player in after.players))
def no_action_brings_40_vp(before, action, after):
    """During turns no action brings 40 VP."""
    assume(before.phase == "turns" and after.phase == "turns")
    return after[action.player].vp < action.player.vp + 40


@invariant(target=lambda player: player.vp_from["cells covered"])
def cells_pay_little(player):
    """The cells at the top right bring at most 8 VP before any is covered again."""
    return player.vp_from["cells covered"] <= 12


@invariant(target=lambda player: player.kitchen["wine"])
def wine_is_no_lake(player):
    """A kitchen never holds 20 wine."""
    return player.kitchen["wine"] < 20


@never
def politics_in_round_1(game):
    """Nobody has claimed a politics card in round 1."""
    assume(game.round == 1)
    return any(card.claimed_by for card in game.politics)


@invariant(target=lambda player: player.emperor)
def steps_by_round(player):
    """Nobody is on space 13 of the emperor track in round 1."""
    assume(player.game.round == 1)
    return player.emperor < 13


@transition(when=lambda action: action.kind == "die" and action.face == 6)
def copying_is_cheap(before, action, after):
    """Taking a die of 6 costs at most 3 krones."""
    return after[action.player].krones >= action.player.krones - 3


@invariant(target=lambda player: player.hotel.occupied())
def hotels_fill_slowly(player):
    """Nobody has five occupied rooms in round 1."""
    assume(player.game.round == 1)
    return player.hotel.occupied() < 5


@final(target=lambda player: player.hotel.occupied())
def floors_pay_at_most_4(game):
    """An occupied room scores at most 4 VP at the end."""
    return all(
        player.vp_from["occupied rooms"] <= 4 * player.hotel.occupied() for player in game.players
    )


@transition(when=lambda action: action.kind == "check-in")
def guests_pay_what_they_print(before, action, after):
    """A guest who moves in brings the VP on the card."""
    assume(action.guest is not None)
    gained = after[action.player].vp_from["guests"] - action.player.vp_from["guests"]
    return gained == action.guest.vp


@transition(when=lambda action: action.kind == "guest")
def the_row_costs_what_it_says(before, action, after):
    """Who takes a guest has paid at most 3 krones."""
    return after[action.player].krones >= action.player.krones - 3


@final
def krones_score_one_each(game):
    """Krones and goods left bring at most one VP each."""
    return all(
        player.vp_from["goods and krones left"] <= player.krones + player.kitchen.total
        for player in game.players
    )


@transition(when=lambda action: action.kind == "check-in")
def guests_want_their_colour(before, action, after):
    """A blue, red or yellow guest moves into a room of that colour."""
    assume(action.guest is not None and action.guest.colour != "green")
    colour = action.guest.colour
    return after[action.player].hotel.occupied(colour) > action.player.hotel.occupied(colour)


@transition(when=lambda action: action.kind == "prepare")
def rooms_adjoin(before, action, after):
    """A room is prepared next to, above or below another one."""
    was, now = action.player.hotel, after[action.player].hotel
    cells = [(floor, column) for floor in range(1, 5) for column in range(1, 6)]
    there = {(f, col) for f, col in cells if was[f"{f}.{col}"] != "empty"}
    assume(there)
    new = [(f, col) for f, col in cells if now[f"{f}.{col}"] != "empty" and (f, col) not in there]
    return all(there & {(f, col - 1), (f, col + 1), (f - 1, col), (f + 1, col)} for f, col in new)


@transition(when=lambda before, action: before.decision == "serve" and action.kind == "place")
def served_goods_leave_the_kitchen(before, action, after):
    """What is served from the kitchen is there no longer."""
    return after[action.player].kitchen.total < action.player.kitchen.total


@invariant(hidden=True)
def nobody_works_and_waits(player):
    """No staff card is in the hand of the player for whom it is in play."""
    return not any(card.name in player.staff for card in player.hand)


@transition(when=lambda before, after: after.round > before.round > 0)
def the_start_moves_on(before, action, after):
    """In a new round somebody else begins."""
    return after.start_player.name != before.start_player.name


# -- faults ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fault:
    """A fault: ``patch``, ``alter`` of the compiled program, or ``code``; and who must notice.

    ``code``: a file of the engine, what stands there, and what is put in its place.
    """

    name: str
    check: Check
    patch: str = ""
    alter: Alter | None = None
    code: tuple[str, str, str] | None = None

    @property
    def kind(self) -> str:
        """Where it is planted."""
        return "code" if self.code else "program" if self.alter else "patch"


def put(field: str, *at: int, value: int) -> Alter:
    """Another number in the compiled program."""

    def alter(rules: Any) -> None:
        array = rules[field]
        if at:
            array[at] = value
        else:
            rules[field] = value

    return alter


def staff(text: str) -> str:
    """A new staff card that costs nothing."""
    return f'[add.staff]\n201 = {{ name = "x", german = "x", cost = 0, {text} }}\n'


FAULTS = (
    Fault("the third place pays 8", a_claim_pays_15_10_or_5,
          '[set]\n"politics.places" = [15, 10, 8]\n'),
    Fault("stranded guests bring 5", stranded_guests_cost,
          '[set]\n"final.stranded_guest_vp" = 5\n'),
    Fault("a card that draws 12", hands_stay_small,
          staff('timing = "once", effects = [{ do = "draw", cards = 12 }]')),
    Fault("a card worth 60 VP", no_action_brings_40_vp,
          staff('timing = "once", effects = [{ do = "gain", vp = 60 }]')),
    Fault("cells pay 9", cells_pay_little,
          '[set]\n"hotel.cell_vp" = { 13 = 1, 14 = 1, 17 = 2, 18 = 2, 19 = 9 }\n'),
    Fault("a cellar of wine", wine_is_no_lake,
          staff('timing = "round", effects = [{ do = "gain", wine = 8 }]')),
    Fault("a card for two rooms", politics_in_round_1,
          '[set]\n"politics.cards.A-rooms.needs" = [{ count = "rooms", at_least = 3 }]\n'),
    Fault("a leap on the track", steps_by_round,
          staff('timing = "once", effects = [{ do = "gain", emperor = 13 }]')),
    Fault("copying costs 5", copying_is_cheap, alter=put("copy_cost", 6, value=5)),
    Fault("an order of nothing", hotels_fill_slowly,
          alter=lambda rules: _clear(rules["guest_order"], rules["guest_goods"])),
    Fault("the top floor scores 9", floors_pay_at_most_4, alter=put("floor_vp", 3, value=9)),
    Fault("a guest pays one more", guests_pay_what_they_print,
          alter=lambda rules: _add(rules["guest_vp"], 7)),
    Fault("the dearest place costs 5", the_row_costs_what_it_says,
          alter=put("row_cost", 0, value=5)),
    Fault("a krone scores 2", krones_score_one_each, alter=put("final_krone_vp", value=2)),
    Fault("krones run off the track", krones_end_at_20,
          code=("ledger.py", "min(rules.krones_max, p.krones + krones + p.more_krones)",
                "p.krones + krones + p.more_krones")),
    Fault("guests take any room", guests_want_their_colour,
          code=("moving_in.py", "return p.vacant & rules.colour_mask[p.board, colour]",
                "return p.vacant")),
    Fault("floors meet at their ends", rooms_adjoin,
          code=("hotel.py", "((tiles & NOT_RIGHTMOST) << 1)", "(tiles << 1)")),
    Fault("served goods stay", served_goods_leave_the_kitchen,
          code=("goods.py", "    p.kitchen[k] -= used\n", "")),
    Fault("played cards stay in hand", nobody_works_and_waits,
          code=("staff.py", "    remove_card(p.hand, p.hand_size, card)\n    p.hand_size -= 1\n"
                "    put_into_play", "    put_into_play")),
    Fault("the same seat begins again", the_start_moves_on,
          code=("flow.py", "(g.first_seat + 1) % g.n_players", "g.first_seat")),
)  # fmt: skip


def _clear(orders: np.ndarray, goods: np.ndarray) -> None:
    orders[:], goods[:] = 0, 0
    orders[:, 0], goods[:] = 1, 1


def _add(values: np.ndarray, i: int) -> None:
    values[i] += 1


# -- searches --------------------------------------------------------------------------------------


class Unwritten(Shrinking):
    """Shrinks what no transcript can show, because the referee plays by the ruleset."""

    def written(self, small: Any) -> Any:
        """Whatever is played shows it."""
        return small


def players_with(fault: Fault, folder: Path) -> tuple[Rules, Players]:
    """Who plays with the fault, which the code may have already."""
    if fault.code is not None:
        rules = Rules(RULES)
        return rules, Players(rules.load())
    if fault.alter is not None:
        rules = Rules(RULES)
        ruleset = rules.load()
        program = compile_ruleset(ruleset).copy()
        fault.alter(program[0])
        return rules, Players(ruleset, program)
    path = folder / "fault.toml"
    path.write_text(f'id = "fault"\n{fault.patch}', encoding="utf-8")
    rules = Rules(RULES, patches=(str(path),))
    return rules, Players(rules.load())


def sought(
    check: Check, rules: Rules, players: Players, search: str, games: int
) -> tuple[CheckExample | None, int, float]:
    """The first violation, the games played and the seconds until then."""
    guide = Guide(players, [check]) if search == GUIDED else None
    part, began = GameRange(rules, search, 0, games), time.process_time()
    for number in range(games):
        n = PLAYERS[number % len(PLAYERS)]
        game = players.deal(n, SEED, number)
        trails = guide.play(game, number) if guide else players.play(game, search, number)
        for trail in trails:
            answer = ask(check, players.columns(trail), trail.taken, trail.first)
            if answer.mistake is not None:
                raise RuntimeError(
                    f"{check.name}, line {answer.mistake.line}: {answer.mistake.text}"
                )
            if answer.found is not None:
                example = example_of(check, trail, answer.found, part, SEED, (n, number))
                return example, number + 1, time.process_time() - began
    return None, games, time.process_time() - began


def shrunk(example: CheckExample, fault: Fault, rules: Rules, players: Players) -> dict[str, Any]:
    """The violation before and after shrinking."""
    kind = Unwritten if fault.alter is not None else Shrinking
    began = time.monotonic()
    shrinking = kind(fault.check, players, began + SHRINK_SECONDS, rules.read_patches())
    small = shrinking.of(example)[-1]
    return {
        "before": example.step + (fault.check.kind == "transition"),
        "actions": len(small.actions),
        "seats": small.players,
        "shrink_seconds": time.monotonic() - began,
        "tries": shrinking.tries,
    }


def measured(fault: Fault, folder: Path) -> dict[str, Any]:
    """What becomes of one fault. Raises RuntimeError if its invariant fails without it."""
    clean = Rules(RULES)
    for search in ("random", "greedy", "seeker"):
        if sought(fault.check, clean, Players(clean.load()), search, CLEAN_GAMES)[0]:
            raise RuntimeError(f"{fault.check.name} does not hold without a fault")
    made = {"name": fault.name, "kind": fault.kind, "check": fault.check.name,
            "sentence": fault.check.sentence}  # fmt: skip
    return made | (in_a_copy(fault, folder) if fault.code else searched(fault, folder))


def searched(fault: Fault, folder: Path) -> dict[str, Any]:
    """How soon each search finds a fault, by the engine as it is here, and the violation shrunk."""
    rules, players = players_with(fault, folder)
    for search in SEARCHES:  # compiles what is not compiled yet
        sought(fault.check, rules, players, search, 1)
    found: dict[str, Any] = {}
    best: CheckExample | None = None
    for search in SEARCHES:
        example, games, seconds = sought(fault.check, rules, players, search, MOST_GAMES[search])
        found[search] = {"found": example is not None, "games": games, "seconds": seconds}
        best = best or example
    if best is None:
        return {"searches": found}
    if fault.code is not None:
        shrunk(best, fault, rules, players)  # compiles, too
    return {"searches": found} | shrunk(best, fault, rules, players)


def in_a_copy(fault: Fault, folder: Path) -> dict[str, Any]:
    """The same by a copy of the project with the fault in its engine, which is compiled for it.

    Raises RuntimeError if the engine does not have what the fault replaces.
    """
    assert fault.code is not None
    file, old, new = fault.code
    copy = folder / "copy"
    skip = shutil.ignore_patterns("__pycache__")
    for part in ("model", "simulate", "analysis", "tests"):
        shutil.copytree(ROOT / part, copy / part, ignore=skip, dirs_exist_ok=True)
    path = copy / "simulate" / "engine" / file
    source = path.read_text("utf-8")
    if source.count(old) != 1:
        raise RuntimeError(f"{fault.name}: {file} has what it replaces {source.count(old)} times")
    path.write_text(source.replace(old, new), "utf-8")
    cache = folder / "cache"
    cache.mkdir(mode=0o700, exist_ok=True)
    out = folder / "found.json"
    subprocess.run(
        [sys.executable, "-m", "tests.fault_finding", fault.name, str(out)], cwd=copy, check=True,
        env={**os.environ, "PYTHONPATH": str(copy), "GAH_CACHE_DIR": str(cache)},
    )  # fmt: skip
    return json.loads(out.read_text("utf-8"))  # type: ignore[no-any-return]


def summary(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The figures over all faults."""
    searches = {}
    for search in SEARCHES:
        some = [row["searches"][search] for row in rows]
        hit = [one for one in some if one["found"]]
        searches[search] = {
            "found": len(hit),
            "games": statistics.median(one["games"] for one in hit) if hit else None,
            "seconds": statistics.median(one["seconds"] for one in hit) if hit else None,
        }
    lengths = [row["actions"] for row in rows if "actions" in row]
    return {
        "faults": len(rows), "searches": searches,
        "shrunk": len(lengths), "median_actions": statistics.median(lengths),
        "most_actions": max(lengths),
        "median_before": statistics.median(row["before"] for row in rows if "actions" in row),
        "median_shrink_seconds": statistics.median(
            row["shrink_seconds"] for row in rows if "actions" in row
        ),
    }  # fmt: skip


def report(made: dict[str, Any]) -> str:
    """The record as text."""
    head = f"{'fault':<30}{'in':<9}" + "".join(f"{one:>18}" for one in SEARCHES)
    lines = [
        "Faults found by invariants",
        "==========================",
        "",
        "Twenty planted faults, each with an invariant that holds without it. By search: games and",
        "seconds of one core until the first violation; -: not found in "
        + ", ".join(f"{MOST_GAMES[one]} games ({one})" for one in SEARCHES) + ".",
        "The first violation is shrunk: actions before, actions after, players, seconds.",
        "",
        f"{head}{'before':>8}{'after':>7}{'players':>9}{'s':>6}",
    ]  # fmt: skip
    for row in made["rows"]:
        cells = ""
        for search in SEARCHES:
            one = row["searches"][search]
            cells += f"{one['games']:>10}{one['seconds']:>6.1f} s" if one["found"] else f"{'-':>18}"
        end = (
            f"{row['before']:>8}{row['actions']:>7}{row['seats']:>9}{row['shrink_seconds']:>6.1f}"
            if "actions" in row
            else ""
        )
        lines.append(f"{row['name']:<30}{row['kind']:<9}{cells}{end}")
    total = made["summary"]
    lines += ["", "Over all faults"]
    for search, one in total["searches"].items():
        median = f", median {one['games']:g} games, {one['seconds']:.2f} s" if one["found"] else ""
        lines.append(f"    {search}: {one['found']} of {total['faults']} found{median}")
    lines.append(
        f"    shrunk: median {total['median_actions']:g} actions from"
        f" {total['median_before']:g}, at most {total['most_actions']}, median"
        f" {total['median_shrink_seconds']:.1f} s"
    )
    return "\n".join([*lines, *closing(made, ["python -m tests.fault_finding"])])


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        rows = [measured(fault, Path(folder)) for fault in FAULTS]
    spent = os.times()
    seconds = sum((spent.user, spent.system, spent.children_user, spent.children_system))
    made = {"rows": rows, "summary": summary(rows), "seconds": seconds}
    made |= stamp([RULES], ["random", "greedy"])
    write(RECORD, made, report(made))


def copied(name: str, out: Path) -> None:
    """In a copy with a fault in its engine: what the searches find."""
    assert Path(simulate.__file__).is_relative_to(Path.cwd())
    fault = next(fault for fault in FAULTS if fault.name == name)
    out.write_text(json.dumps(searched(fault, out.parent)), "utf-8")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        copied(sys.argv[1], Path(sys.argv[2]))
    else:
        main()
