"""What an observation says of the open decision is what the decision is about, under its name.

What is to be expected comes from elsewhere: from the words of the actions before and of those that
are legal, from the model's cards, and from what the actions then do to a copy of the game.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache

import numpy as np
import pytest

from model import Ruleset, load_ruleset
from simulate import Game
from simulate.actions import to_words
from simulate.decisions.entries import FIELDS
from simulate.decisions.registry import FRAMES
from simulate.encoding import Observer
from simulate.engine.compile import compile_ruleset
from simulate.properties.strategies.playing import choose

SPECS = {
    "original-2015": {"hands": "draft", "promos": "with"},
    "revised-2021+lets-waltz": {},
    "revised-2021+ballrooms+celebrities+unique-hotels+start-player+draft": {},
    "revised-2021+ballrooms+rowe-smith+more": {},
}
GAMES = 6
GOODS = ("strudel", "cake", "wine", "coffee", "champagne")


@cache
def ruleset(spec: str) -> Ruleset:
    return load_ruleset(spec, **SPECS[spec])


class Diary:
    """A game that is followed by its words, and what each decision should be told as."""

    def __init__(self, spec: str, players: int, seed: int) -> None:
        self.model = ruleset(spec)
        self.game = Game(compile_ruleset(self.model), players, seed)
        self.observer = Observer(self.game.rules)
        self.kinds: Counter[str] = Counter()
        self.acts: list[str] = []  # what the player did in this turn
        self.last = self.last_kind = ""
        self.before = self.game.copy()

    def told(self) -> dict[str, int]:
        """What the seat that decides sees, without the zeros."""
        vector = self.observer(self.game, self.game.player)
        return {self.observer.names[i]: int(vector[i]) for i in np.flatnonzero(vector)}

    def play(self, rng: random.Random) -> None:
        """Play to the end; every decision is looked at."""
        while not self.game.over:
            told = self.told()
            kind = next(name[10:] for name in told if re.fullmatch(r"decision: [a-z ]+", name)
                        and name[10:] in NAMES)  # fmt: skip
            self.kinds[kind] += 1
            self.fields(kind, told)
            check = getattr(self, kind.replace(" ", "_"), None)
            if check:
                check(told)
            action = choose(self.game, rng)
            self.before, self.last_kind = self.game.copy(), kind
            self.last = to_words(self.game.rules, action)
            if kind == "turn":
                self.acts.append(self.last)
                if self.last in ("pass", "end turn"):
                    self.acts = []
            self.game.apply(action)

    def fields(self, kind: str, told: dict[str, int]) -> None:
        """Nothing is told that this kind of decision does not have."""
        entry = next(frame for frame in FRAMES.values() if frame.name == kind)
        known = {name.replace("_", " ") for name in FIELDS}
        for name in told:
            field = name.removeprefix("decision: ").split(":")[0]
            if name.startswith("decision: ") and field in known and name != f"decision: {kind}":
                assert field.replace(" ", "_") in entry.fields, (kind, name)
            flagged = name.split(": ")[0]
            if flagged in NAMES and flagged != kind:
                raise AssertionError(f"{name} in a decision of {kind}")

    def one(self, told: dict[str, int], field: str) -> str:
        """The only label under a field."""
        found = [name for name in told if name.startswith(f"decision: {field}: ")]
        assert len(found) == 1, found
        return found[0].removeprefix(f"decision: {field}: ")

    def legal(self, pattern: str) -> list[re.Match[str]]:
        """The legal actions whose words match."""
        matches = [re.fullmatch(pattern, words) for words in self.game.legal_words()]
        return [match for match in matches if match]

    def spent(self, words: str) -> int:
        """Krones that an action costs, tried on a copy."""
        twin = self.game.copy()
        who = self.game.player
        twin.apply(words)
        return int(self.game.state.players[who].krones) - int(twin.state.players[who].krones)

    # -- one check for each kind of decision ------------------------------------------------------

    def turn(self, told: dict[str, int]) -> None:
        if "turn: extra turn" in told or "turn: without an action" in told:
            return
        done = [w for w in self.acts if w.startswith("die ") or w == "take key"]
        assert ("turn: guest taken" in told) == any(w.startswith("guest") for w in self.acts)
        assert ("turn: action done" in told) == bool(done)
        assert ("turn: started" in told) == bool(self.acts)
        assert ("turn: personal tile used" in told) == any("use tile" in w for w in self.acts)

    def tracks(self, told: dict[str, int]) -> None:
        assert told["decision: strength"] == max(int(m[1]) for m in self.legal(r"steps (\d+)"))

    def split(self, told: dict[str, int]) -> None:
        seconds = [int(m[1]) for m in self.legal(r"split (\d+) (\d+)")]
        assert told["decision: strength"] // 2 == max(seconds)
        if self.last_kind == "turn":
            assert told[f"decision: face: {self.last.split()[1]}"] == 1

    def prepare(self, told: dict[str, int]) -> None:
        discount, player = told.get("decision: discount", 0), self.game.state.players
        floors = self.model.hotel.floor_costs
        me = player[self.game.player]
        for match in self.legal(r"prepare (\d)\.\d")[:3]:
            floor = int(match[1]) - 1
            assert floor < told["decision: floors"]
            if me.room_cost.min() > max(floors) and not me.events:
                spent = self.spent(match[0])
                assert spent == max(0, floors[floor] - discount), match[0]
        same_frame = self.last_kind == "prepare" and self.last.startswith("prepare")
        if same_frame and self.game.state.top == self.before.state.top and "phase: turns" in told:
            was = int(self.before.state.frames[self.before.state.top - 1].left)
            assert told["decision: left"] == was - 1

    def hire(self, told: dict[str, int]) -> None:
        discount = told.get("decision: discount", 0)
        for match in self.legal(r"hire (\d+)")[:3]:
            card = self.model.staff[int(match[1])]
            me = self.game.state.players[self.game.player]
            if card.timing != "once" and not me.events:
                assert self.spent(match[0]) == max(0, card.cost - discount), match[0]

    def goods(self, told: dict[str, int]) -> None:
        for match in self.legal(r"(?:keep|place) (\w+).*"):
            assert told[f"decision: goods: {match[1]}"] > 0, match[0]
        total = sum(told.get(f"decision: goods: {good}", 0) for good in GOODS)
        if re.fullmatch(r"place \w+ on table \d", self.last) and self.last_kind == "goods":
            old = self.before.state.frames[self.before.state.top - 1].goods
            if self.before.state.top == self.game.state.top:
                assert total <= sum(old.tolist()) - 1

    def choose_goods(self, told: dict[str, int]) -> None:
        self.received(told, r"choose (\w+)", "choose goods")

    def swap(self, told: dict[str, int]) -> None:
        self.received(told, r"swap \w+ for (\w+)", "swap")

    def received(self, told: dict[str, int], pattern: str, kind: str) -> None:
        """Goods chosen so far are those of the words."""
        if self.last_kind != kind or not re.fullmatch(pattern, self.last):
            self.chosen: Counter[str] = Counter()
        else:
            self.chosen[re.fullmatch(pattern, self.last)[1]] += 1
        shown = {good: told.get(f"decision: goods: {good}", 0) for good in GOODS}
        assert +Counter(shown) == self.chosen

    def rewards(self, told: dict[str, int]) -> None:
        left = re.fullmatch(
            r"(check in|dance) table (\d) to (\S+)(?: from section (\d))?", self.last
        )
        sent = re.fullmatch(r"send to (\S+) from section (\d)", self.last)
        if not left and not sent:
            return
        if left:
            table = int(left[2])
            guest = self.before.state.players[self.before.player].cafe[table - 1]
            number = self.game.rules.guest_number[guest]
            assert told[f"decision: guest: guest {number}"] == 1
            assert self.one(told, "table") == f"table {table}"
            assert ("rewards: the guest went to a room" in told) == (left[1] == "check in")
            self.parts(told, self.model.guest[int(number)].reward)
        if left and left[1] == "check in":
            assert not [name for name in told if re.match("decision: (seat|section)", name)]
        elif "rewards: bonus of the row due" in told or "rewards: bonus of the section due" in told:
            seat, section = (left[3], left[4]) if left else (sent[1], sent[2])
            place, row = seat.split(".")
            where = ("left", "middle", "right")[int(place) - 1]
            assert self.one(told, "seat") == f"{where}, {row}"
            assert self.one(told, "section") == f"section {section}"

    def parts(self, told: dict[str, int], reward) -> None:
        """The parts of a reward are those on the card, with what is printed there."""
        for i, effect in enumerate(reward, start=1):
            shown = {name: n for name, n in told.items() if name.startswith(f"reward {i}, ")}
            if not shown:  # carried out by itself
                continue
            assert shown.pop(f"reward {i}, {effect.do}") == 1
            for name, number in shown.items():
                word, argument = re.fullmatch(r"reward \d+, (\w+): (.+)", name).groups()
                assert word == effect.do
                given = getattr(effect, argument, None)
                if argument == "discount" and effect.free:
                    given = 99
                if given is not None:
                    assert number == given, name
        for match in self.legal(r"reward (\d)"):
            assert f"reward {match[1]}, {reward[int(match[1]) - 1].do}" in told

    def penalty(self, told: dict[str, int]) -> None:
        scoring = self.model.emperor.rounds.index(int(self.game.state.round_no))
        tile = sorted(self.model.emperor_tile)[int(self.game.state.emperor_tiles[scoring])]
        letter = [key for key in sorted(self.model.emperor_tile) if key[0] == tile[0]]
        assert self.one(told, "tile") == f"emperor tile {tile[0]} {letter.index(tile) + 1}"

    def remove_room(self, told: dict[str, int]) -> None:
        me = self.game.state.players[self.game.player]
        tiles = {"vacant": me.vacant, "occupied": me.occupied}[self.one(told, "state")]
        for match in self.legal(r"remove room (\d)\.(\d)"):
            assert int(tiles) >> (5 * (int(match[1]) - 1) + int(match[2]) - 1) & 1

    def remove_staff(self, told: dict[str, int]) -> None:
        for match in self.legal(r"remove staff (\d+)"):
            assert self.model.staff[int(match[1])].timing == self.one(told, "timing")

    def remove_dancer(self, told: dict[str, int]) -> None:
        place = ("left", "middle", "right").index(self.one(told, "ballroom"))
        dancers = self.game.state.players[self.game.player].dancers[place]
        rows = [("bottom", "middle", "top").index(m[1]) for m in self.legal(r"remove dancer (\w+)")]
        assert rows == np.flatnonzero(dancers).tolist()

    def send(self, told: dict[str, int]) -> None:
        for match in self.legal(r"send to (\d)\.(\w+) from section (\d)")[:4]:
            who = self.game.player
            place, row = int(match[1]) - 1, ("bottom", "middle", "top").index(match[2])
            ballroom = sorted(self.model.ballroom)[self.game.state.ballrooms[place]]
            printed = self.model.ballroom[ballroom].rows[row].champagne
            twin, me = self.game.copy(), self.game.state.players[who]
            if me.resting[int(match[3]) - 1] > 1 and not me.events:
                twin.apply(match[0])
                spent = int(me.kitchen[4]) - int(twin.state.players[who].kitchen[4])
                less = told.get("decision: reductions: dancer 1", 0)
                if not self.model.ballroom[ballroom].rows[row].bonus:
                    assert spent == max(0, printed - less), match[0]


NAMES = {frame.name for frame in FRAMES.values()}


@pytest.mark.parametrize("spec", SPECS)
def test_what_is_told_of_a_decision_is_what_it_is_about(spec):
    kinds: Counter[str] = Counter()
    for seed in range(GAMES):
        diary = Diary(spec, 2 + seed % 3, seed)
        diary.play(random.Random(seed))
        kinds += diary.kinds
    if "ballrooms" in spec:
        assert {"rewards", "send", "goods", "prepare", "hire", "split", "tracks"} <= set(kinds)
