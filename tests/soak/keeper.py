"""Keeps the soak going: starts the process that plays, kills it at random, and keeps count.

What is done is in a small file that is written whole, so that the soak itself can be killed at any
time. Of a finished run its digest is kept, and its files are deleted.
"""

from __future__ import annotations

import json
import random
import select
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from model import UserError
from simulate.base.files import write_whole
from simulate.data.folder import Folder
from tests.soak.plan import plan

ROOT = Path(__file__).parents[2]
STATE = "state.json"
TRIES = 3
"""So often may a run end the process that plays it before it counts as a problem."""
BATCH = 40
"""Runs that are finished before those of them that are sampled are played again."""
LOOK = 60.0
"""Seconds between two lines about how far it is."""

Say = Callable[[str], None]


@dataclass
class State:
    """All that is known. ``code``: the digest of what decides how games go, as it was begun.

    ``share``: (k, n) for each n-th run from number k; (0, 1) for all. ``done``: what came of each
    run, by its number; ``met``: the runs that a kill met while they were played; ``again``: of
    those played again uninterrupted, whether the bytes were the same.
    """

    games: int
    names: list[str]
    code: str
    commit: str
    began: str
    share: tuple[int, int] = (0, 1)
    seconds: float = 0.0
    kills: int = 0
    done: dict[str, dict[str, Any]] = field(default_factory=dict)
    met: list[int] = field(default_factory=list)
    again: dict[str, bool] = field(default_factory=dict)


def join(folder: Path, begun: State, shares: Sequence[State]) -> None:
    """Write down what came of the shares of a soak as the state of one, and all their time."""
    whole = replace(begun, seconds=sum(one.seconds for one in shares))
    for one in shares:
        whole.kills += one.kills
        whole.done |= one.done
        whole.met += one.met
        whole.again |= one.again
    write_whole(folder / STATE, json.dumps(asdict(whole)).encode())


class Keeper:
    """The soak, or a share of it, in a folder. Raises UserError if another one was begun there."""

    def __init__(self, folder: Path, begun: State, every: float, say: Say) -> None:
        self.folder = folder
        self.every = every
        self.say = say
        self.state = self._state(begun)
        self.parts = plan(begun.games, begun.names)
        first, each = begun.share
        self.mine = self.parts[first::each]
        self.chance = random.Random()  # when it kills decides nothing but where a run is met
        self.at = -1
        self.deaths = 0
        self.said = self.noted = time.monotonic()
        self.here = 0  # games since this process began

    def _state(self, begun: State) -> State:
        path = self.folder / STATE
        if not path.exists():
            return begun
        try:
            found = State(**json.loads(path.read_text("utf-8")))
            found.share = (found.share[0], found.share[1])
        except (ValueError, TypeError):
            raise UserError(f"{path}: is no state of a soak") from None
        for key in ("games", "names", "code", "share"):
            there, wanted = getattr(found, key), getattr(begun, key)
            if there != wanted:
                raise UserError(
                    f"{self.folder}: holds a soak whose {key} is {there}, not {wanted}; go on with"
                    f" what began it (commit {found.commit[:12]}), or give another folder"
                )
        return found

    @property
    def games(self) -> int:
        """Games of the runs that are done."""
        return sum(self.parts[int(number)].games for number in self.state.done)

    @property
    def wrong(self) -> dict[int, list[str]]:
        """What is wrong, by the number of the run."""
        found = {int(n): list(one["problems"]) for n, one in self.state.done.items()}
        for number, same in self.state.again.items():
            if not same:
                found[int(number)].append("other bytes than when it is played uninterrupted")
        return {number: problems for number, problems in sorted(found.items()) if problems}

    def keep_on(self) -> None:
        """Do what is left, and write down what was done."""
        shutil.rmtree(self.folder / "again", ignore_errors=True)  # begun when this was killed
        for number in self.state.done:
            if not self._is_due(int(number)):
                self._forget(int(number))
        for path in (self.folder / "killed").glob("*"):  # which was at it when the soak was killed
            if str(int(path.name)) not in self.state.done and int(path.name) not in self.state.met:
                self.state.met.append(int(path.name))
        while left := [
            part.number for part in self.mine if str(part.number) not in self.state.done
        ]:
            self._under_fire(left[:BATCH])
            self._in_peace()
        self._in_peace()
        self._note()

    # --- killed at random ------------------------------------------------------------------------

    def _under_fire(self, numbers: Sequence[int]) -> None:
        """Play runs, while the process that does is killed now and then."""
        vain = 0  # lives in which no run was finished: each next one is longer, on a slow machine
        while left := [number for number in numbers if str(number) not in self.state.done]:
            patience = self.chance.uniform(0.3, 1.7) * self.every * 1.5**vain
            killed, before = False, len(self.state.done)
            for said in self._told("killed", left, patience):
                if said is None:
                    killed = True
                elif "begun" in said:
                    self.at = said["begun"]
                else:
                    self._done(said)
            if killed:
                self.state.kills += 1
                if self.at >= 0 and self.at not in self.state.met:
                    self.state.met.append(self.at)
            elif len(left) > len(self.state.done) - before:
                self._died()
            vain = vain + 1 if len(self.state.done) == before else 0
            self._note()

    def _done(self, said: dict[str, Any]) -> None:
        """Write down what came of a run; what is wrong is left to be looked at."""
        number = said.pop("done")
        self.state.done[str(number)] = said
        self.at, self.deaths = -1, 0
        self.here += self.parts[number].games
        self._note()
        for problem in said["problems"]:
            self.say(f"WRONG: {self.parts[number]}: {problem}")
        if not said["problems"] and not self._is_due(number):
            self._forget(number)

    def _forget(self, number: int) -> None:
        """Delete the files of a run, unless something is wrong with them."""
        if number not in self.wrong:
            for place in ("killed", "again"):
                shutil.rmtree(self.folder / place / f"{number:05d}", ignore_errors=True)

    def _died(self) -> None:
        """The process ended by itself, and was not asked to."""
        self.deaths += 1
        self.say(f"the process that plays ended by itself, at run {self.at}")
        if self.deaths == TRIES:
            if self.at < 0:
                raise UserError("the process that plays does not come up; see what it said")
            what = f"ended the process that played it {TRIES} times"
            self._done({"done": self.at, "digest": "", "problems": [what]})

    # --- uninterrupted -------------------------------------------------------------------------

    def _in_peace(self) -> None:
        """Play again, uninterrupted, the runs that are sampled and those that a kill met."""
        due = [int(number) for number in self.state.done if self._is_due(int(number))]
        for said in self._told("again", due, None) if due else ():
            if said and "done" in said:
                number = said["done"]
                same = said["digest"] == self.state.done[str(number)]["digest"]
                self.state.again[str(number)] = same
                self._note()
                if not same:
                    self.say(f"WRONG: {self.parts[number]}: other bytes when uninterrupted")
                self._forget(number)
        if left := [number for number in due if self._is_due(number)]:
            raise UserError(f"run {left[0]} ends the process that plays it uninterrupted")

    def _is_due(self, number: int) -> bool:
        """Is a run that is done to be played again?"""
        wanted = self.parts[number].sampled or number in self.state.met
        played = bool(self.state.done[str(number)]["digest"])
        return wanted and played and str(number) not in self.state.again

    # --- the process ------------------------------------------------------------------------------

    def _told(
        self, place: str, numbers: Sequence[int], patience: float | None
    ) -> Iterator[dict[str, Any] | None]:
        """What a process tells that plays these runs; None last if it was killed meanwhile.

        ``patience``: seconds until it is, from when it begins to play; None: it is left in peace.
        """
        asked = {"games": self.state.games, "names": self.state.names, "numbers": list(numbers),
                 "folder": str(self.folder / place), "afresh": patience is None}  # fmt: skip
        deadline, killed, rest = float("inf"), False, b""
        first = "begun" if self.here else "done"  # the first of all compiles, which may take long
        with subprocess.Popen(
            [sys.executable, "-m", "tests.soak.player"],
            cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0,
        ) as process:  # fmt: skip
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                process.stdin.write(json.dumps(asked).encode() + b"\n")
                while True:
                    if time.monotonic() > deadline:
                        process.kill()
                        killed, deadline = True, float("inf")
                    self._say_how_far()
                    if not select.select([process.stdout], [], [], 1.0)[0]:
                        continue
                    piece = process.stdout.read(1 << 16)
                    if not piece:
                        break
                    *lines, rest = (rest + piece).split(b"\n")
                    for said in map(json.loads, lines):
                        if patience is not None and first in said and deadline == float("inf"):
                            deadline = time.monotonic() + patience
                        yield said
            finally:
                process.kill()
        if killed and process.returncode < 0:  # else it had ended already
            yield None

    def _note(self) -> None:
        """Write down all that is known."""
        now = time.monotonic()
        self.state.seconds += now - self.noted
        self.noted = now
        write_whole(self.folder / STATE, json.dumps(asdict(self.state)).encode())

    def _say_how_far(self) -> None:
        now = time.monotonic()
        if now - self.said < LOOK:
            return
        self.said = now
        self._note()
        state, games = self.state, self.games
        rate = games / max(1.0, state.seconds)
        all_games = sum(part.games for part in self.mine)
        left = f"{(all_games - games) / rate / 3600:.1f} hours" if rate else "unknown time"
        used = sum(entry.length for entry in Folder(self.folder).below(".").values())
        self.say(
            f"{time.strftime('%d %H:%M')}  {games:,} of {all_games:,} games"
            f" ({games / all_games:.1%}), {rate:,.0f} a second, {left} left;"
            f" {state.kills} kills, {sum(state.again.values())} of {len(state.again)} runs the same"
            f" when uninterrupted, {len(self.wrong)} wrong; {used / 1e6:,.0f} MB"
        )
