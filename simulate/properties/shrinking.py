"""Shrink a violation in the middle of a game to a minimal example: a position and few actions.

A candidate is a position in the form of transcripts and the actions from there. It is laid out,
played, and kept if the same check fails at its last step and nowhere before. Candidates lose
players, rounds, actions, cards, goods and rooms, as long as anything can be removed.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from model import UserError
from model.patch import Patch
from simulate.engine.state import new_games
from simulate.game import Game
from simulate.properties.answers import Found
from simulate.properties.declared import TRANSITION, Check
from simulate.properties.evaluate import ask
from simulate.properties.playing import Players, each_of, replayed
from simulate.properties.replaying import replay_of
from simulate.properties.running import CheckExample, GameRange, example_of
from simulate.properties.steering import GUIDED
from simulate.referee import Document
from simulate.referee.fields import PositionForm
from simulate.referee.position import at_turn, put, read
from simulate.referee.recorder import Recorder
from simulate.referee.writing import document_of, plain
from simulate.verify.gaps.trees import changed, entry, without
from simulate.words.lexicon import Lexicon
from simulate.words.names import seat_name

SECONDS = 20.0
"""Time limit for shrinking a violation."""
FEWEST = 2  # players


@dataclass(frozen=True)
class Small:
    """A violation. ``data``: the position in the form of a transcript (None: the game begins with
    its set-up); ``games``: the start, shape (1,); ``actions``: from there."""

    data: dict[str, Any] | None
    games: np.ndarray
    actions: tuple[int, ...]
    found: Found

    @property
    def players(self) -> int:
        """Number of players at the table."""
        return int(self.games[0]["n_players"])


@dataclass(frozen=True)
class Counterexample:
    """The final form of a violation. ``document``: the transcript, which the referee accepts;
    ``step``: the one that shows it, 0 for the start. ``actions``: how many lead there from the
    position; ``before``: how many led there in the game in which it was found."""

    check: Check
    document: Document
    step: int
    actions: int
    before: int
    players: int
    found: Found
    origin: str
    tries: int
    seconds: float


def counterexample(
    example: CheckExample,
    check: Check,
    players: Players,
    patches: Sequence[Patch] = (),
) -> Counterexample:
    """Shrink an example of a check and write its transcript.

    Raises UserError if no position before it can be written as a transcript.
    """
    began = time.monotonic()
    shrinking = Shrinking(check, players, began + SECONDS, patches, example.origin)
    kept = shrinking.of(example)
    if not kept or kept[-1].players > FEWEST or kept[-1].data is None:
        for n in range(FEWEST, example.players + 1):
            found = [
                more for other in elsewhere(example, check, players, n)
                if (more := shrinking.of(other))
            ]  # fmt: skip
            if found:
                smallest = min(found, key=lambda some: _weight(some[-1]))
                kept = [*kept, *smallest]
                break
    for small in reversed(kept):
        made = shrinking.written(small)
        if made is not None:
            return Counterexample(
                check, made, len(made.steps), len(small.actions), example.step, small.players,
                small.found, example.origin, shrinking.tries, time.monotonic() - began,
            )  # fmt: skip
    raise UserError(f"{check.name}: its violation cannot be written down as a transcript")


ELSEWHERE, FEW = 60, 3  # games to examine, examples to take


def elsewhere(
    example: CheckExample, check: Check, players: Players, n: int
) -> Iterator[CheckExample]:
    """Up to FEW examples from games of ``n`` players by the same policy."""
    if example.policy == GUIDED or players.in_python(example.policy):
        return
    table = each_of(example.policy)[:n]  # of a mixed table, the remaining ones
    left = FEW
    part = GameRange(example.rules, example.policy, 0, ELSEWHERE)
    for number in range(ELSEWHERE):
        for trail in players.play(players.deal(n, example.seed, number), table, number):
            answer = ask(check, players.columns(trail), trail.taken, trail.first)
            if answer.found is not None:
                yield example_of(check, trail, answer.found, part, example.seed, (n, number))
                left -= 1
                break
        if not left:
            return


def recorded(
    players: Players,
    games: np.ndarray,
    actions: Sequence[int],
    patches: Sequence[Patch],
    title: str,
    notes: str,
    here: bool = True,
) -> Document | None:
    """The transcript of actions from a position; None if it cannot be written.

    ``games``: the position, shape (1,); ``here``: begin with it, not with the set-up.
    """
    game = Game.standing(players.program, games)
    try:
        recorder = Recorder(players.ruleset, game, patches=patches, here=here, title=title[:200])
        for action in actions:
            recorder.add(action)
            game.apply(action)
        return document_of({**plain(recorder.document()), "notes": notes[:4000]})
    except (UserError, RuntimeError):
        return None


def _without_decks(data: dict[str, Any], check: Check) -> Iterator[dict[str, Any]]:
    """The transcript without decks, which hardly ever matter: first without hands too, if these do
    not matter either, then with them."""
    if "position" not in data:
        return
    short = deepcopy(data)
    for key in ("guest_deck", "staff_deck", "row"):
        short["position"].pop(key, None)
    bare = deepcopy(short)
    for row in bare["position"].get("players", {}).values():
        row.pop("hand", None)
    empty = {**bare, "position": _with_empty_hands(bare["position"], bare["players"])}
    if _shown(empty, check) is not None:
        yield bare
    yield short


def _with_empty_hands(data: dict[str, Any], n: int) -> dict[str, Any]:
    """A position in which unspecified hands are empty.

    By default an unspecified hand is filled with as many cards as players are dealt, and violations
    by these cards would not be noticed.
    """
    rows = data.get("players", {})
    names = [seat_name(seat) for seat in range(n)]
    return {**data, "players": {name: {"hand": [], **rows.get(name, {})} for name in names}}


def _shown(data: dict[str, Any], check: Check) -> Document | None:
    """The document, if the referee accepts it and the check fails at its end and only there."""
    try:
        document = document_of(data)
        replay = replay_of(document)
    except (UserError, RuntimeError):
        return None
    answer = ask(check, replay.columns, replay.taken)
    found = answer.found
    if found is None or answer.mistake is not None:
        return None
    last = found.at + (check.kind == TRANSITION)
    return document if last == len(replay.taken) - 1 else None


def said(check: Check, found: Found) -> str:
    """The finding of a counterexample, in words."""
    what = "happens" if check.kind in ("never", "reachable") else "does not hold"
    who = "" if found.seat < 0 else f" for {seat_name(found.seat)}"
    why = f" ({found.why})" if found.why else ""
    return f"{check.sentence.rstrip('.')}: {what}{who}{why}"


@dataclass
class Shrinking:
    """Makes a violation smaller until time is over. ``tries``: candidates played."""

    check: Check
    players: Players
    until: float
    patches: Sequence[Patch] = ()
    origin: str = ""
    tries: int = 0
    careful: bool = False  # must each candidate have a transcript?
    lexicons: dict[int, Lexicon] = field(default_factory=dict)
    best: Small = field(init=False)

    @property
    def over(self) -> bool:
        """Is time over?"""
        return time.monotonic() > self.until

    def lexicon(self, n: int) -> Lexicon:
        """The words for a table of ``n`` players."""
        if n not in self.lexicons:
            names = [seat_name(seat) for seat in range(n)]
            self.lexicons[n] = Lexicon(self.players.ruleset, names, self.players.program)
        return self.lexicons[n]

    def written(self, small: Small) -> Document | None:
        """The transcript of a violation; None if the referee objects or it does not show it."""
        check = self.check
        notes = f"{check.kind} {check.name}: {said(check, small.found)}. {self.origin}."
        document = recorded(
            self.players, small.games, small.actions, self.patches, check.sentence, notes,
            here=small.data is not None,
        )  # fmt: skip
        if document is None:
            return None
        data = plain(document)
        for shorter in _without_decks(data, check):
            shown = _shown(shorter, check)
            if shown is not None:
                return shown
        return _shown(data, check)

    def of(self, example: CheckExample) -> list[Small]:
        """An example in a form that can be written, and then smaller; empty if there is none."""
        kept = [*self.starts(example)]
        return [*kept, self.smaller(kept[-1])] if kept else []

    # -- where to start --------------------------------------------------------------------------

    def starts(self, example: CheckExample) -> Iterator[Small]:
        """The violation from positions before it: from the start, if the game began there, and from
        the latest position that can be laid out."""
        states, taken = example.states, example.taken
        last = self._last(example.found)
        begun = int(states[0]["decisions"]) == 0 and int(states[0]["round_no"]) == 0
        if begun:
            actions = tuple(int(action) for action in taken[:last])
            small = self._played(None, states[:1].copy(), actions)
            if small is not None:
                yield small
        n = int(states[0]["n_players"])
        for at in range(last, -1, -1):
            if not at_turn(states[at]):
                continue
            if at == last and last > 0 and self.check.kind != TRANSITION:
                continue  # an action that leads there is more informative than the position alone
            try:
                data = read(self.lexicon(n), states[at])
            except UserError:
                continue
            actions = tuple(int(action) for action in taken[at:last])
            small = self._laid_out(data, n, actions, states[at]["key"])
            if small is not None:
                yield small
                return
            if self.over:
                return
        if begun and last > 0 and at_turn(states[last]):  # only the set-up led there
            with suppress(UserError):
                data = read(self.lexicon(n), states[last])
                small = self._laid_out(data, n, (), states[last]["key"])
                if small is not None:
                    yield small

    def _last(self, found: Found) -> int:
        """How many actions it takes from the first position to show the finding."""
        return found.at + (self.check.kind == TRANSITION)

    # -- candidates ------------------------------------------------------------------------------

    def _laid_out(
        self, data: dict[str, Any], n: int, actions: Sequence[int], key: Any
    ) -> Small | None:
        """A candidate from plain data, or None if it is not a position or shows nothing."""
        self.tries += 1
        try:
            form = PositionForm.model_validate(_with_empty_hands(data, n))
            games, _ = put(self.lexicon(n), form)
        except (UserError, ValueError, IndexError, KeyError):
            return None
        games[0]["key"] = key
        return self._played(data, games, actions)

    def _played(
        self, data: dict[str, Any] | None, games: np.ndarray, actions: Sequence[int]
    ) -> Small | None:
        """A candidate if the check fails after its last action, or before that: then cut there."""
        try:
            game = Game.standing(self.players.program, games)
            trail = replayed(self.players, game, actions)
        except (UserError, RuntimeError):
            return None
        answer = ask(self.check, self.players.columns(trail), trail.taken)
        found = answer.found
        if found is None or answer.mistake is not None:
            return None
        last = self._last(found)
        if last == 0 and len(actions) > 0:
            return None  # the position itself is a violation: a different one
        start = new_games()
        start[:] = trail.games[:1]
        return Small(data, start, tuple(actions[:last]), found)

    def smaller(self, small: Small) -> Small:
        """The smallest violation found, starting from one that is laid out."""
        if small.data is None:
            return small
        self.best = small
        before = None
        while before is not self.best and not self.over:
            before = self.best
            for one in (
                self._fewer_players, self._fewer_actions, self._later, self._less_there,
                self._fewer_words, self._smaller_numbers,
            ):  # fmt: skip
                self._checked(one)
        return self.best

    def _checked(self, one: Callable[[], None]) -> None:
        """Let a method make the best violation smaller. If the result has no transcript, repeat it
        and require one of each candidate."""
        before = self.best
        one()
        if self.best is before or self.written(self.best) is not None:
            return
        self.best, self.careful = before, True
        one()
        self.careful = False

    def _better(self, data: dict[str, Any], n: int, actions: Sequence[int]) -> bool:
        """Is this violation smaller than the best? If so, it becomes the best."""
        if self.over:
            return False
        found = self._laid_out(data, n, actions, self.best.games[0]["key"])
        if found is None or _weight(found) >= _weight(self.best):
            return False
        if self.careful and self.written(found) is None:
            return False
        self.best = found
        return True

    def _fewer_actions(self) -> None:
        """Try without some of the actions: halves, quarters, then each alone."""
        size = len(self.best.actions) // 2
        while size:
            first = 0
            while first < len(self.best.actions):
                actions = self.best.actions
                rest = actions[:first] + actions[first + size :]
                if not rest or not self._better(self._data, self._seats, rest):
                    first += size
            size //= 2

    def _fewer_players(self) -> None:
        """Try without one of the players; with fewer dice, too, if there would be too many."""
        gone = 0
        while self._seats > FEWEST and gone < self._seats:
            n = self._seats
            data = _without_player(self._data, n, gone)
            dice = data.get("dice")
            fewer = [data]
            if isinstance(dice, list):
                most = int(self.players.program[0].dice[n - 1])
                fewer += [{**data, "dice": some} for some in _stretches(dice, most)]
            if not any(self._better(one, n - 1, self.best.actions) for one in fewer):
                gone += 1

    def _later(self) -> None:
        """Try the position after some of the actions, and the rest of them."""
        game = Game.standing(self.players.program, self.best.games)
        actions = self.best.actions
        for done, action in enumerate(actions[:-1], start=1):
            game.apply(action)
            if at_turn(game.state):
                with suppress(UserError):
                    data = read(self.lexicon(self._seats), game.state)
                    self._better(data, self._seats, actions[done:])

    def _less_there(self) -> None:
        """Try without an entry of the position, large ones first, or without a part of a list."""
        for path in _paths(self._data):
            if not _is_there(self._data, path):
                continue
            self._better(without(self._data, path), self._seats, self.best.actions)

    def _fewer_words(self) -> None:
        """Try texts that list rooms, goods or dice without some of their items."""
        for path in _paths(self._data):
            size = 1 << 6
            while size and _is_there(self._data, path):
                text = entry(self._data, path)
                if not isinstance(text, str) or " " not in text:
                    break
                first = 0
                while first < len(text.split()):
                    words = entry(self._data, path).split()
                    rest = " ".join(words[:first] + words[first + size :])
                    shorter = changed(self._data, path, rest)
                    if not rest or not self._better(shorter, self._seats, self.best.actions):
                        first += size
                size //= 2

    def _smaller_numbers(self) -> None:
        """Try a smaller number somewhere: 0, 1, half of it, one less."""
        for path in _paths(self._data):
            value = entry(self._data, path)
            if isinstance(value, bool) or not isinstance(value, int):
                continue
            while value > 0:
                less = next(
                    (
                        some
                        for some in dict.fromkeys((0, 1, value // 2, value - 1))
                        if some < value
                        and self._better(
                            changed(self._data, path, some), self._seats, self.best.actions
                        )
                    ),
                    None,
                )
                if less is None:
                    break
                value = less

    @property
    def _data(self) -> dict[str, Any]:
        assert self.best.data is not None
        return self.best.data

    @property
    def _seats(self) -> int:
        return self.best.players


def _weight(small: Small) -> tuple[int, int, int, int]:
    """The size to minimise: players, then actions, then entries, then numbers."""
    return small.players, len(small.actions), _entries(small.data), _amounts(small.data)


def _entries(data: Any) -> int:
    """The number of entries of a position."""
    if isinstance(data, dict):
        return sum(1 + _entries(part) for part in data.values())
    if isinstance(data, (list, tuple)):
        return sum(1 + _entries(part) for part in data)
    return len(data.split()) if isinstance(data, str) else 0


def _amounts(data: Any) -> int:
    """The sum of a position's numbers, and of the digits of its texts."""
    if isinstance(data, dict):
        return sum(_amounts(part) for part in data.values())
    if isinstance(data, (list, tuple)):
        return sum(_amounts(part) for part in data)
    if isinstance(data, bool) or not isinstance(data, (int, str)):
        return 0
    return abs(data) if isinstance(data, int) else sum(int(c) for c in data if c.isdigit())


# -- what can be removed
# ----------------------------------------------------------------------------


def _without_player(data: dict[str, Any], n: int, seat: int) -> dict[str, Any]:
    """A position without one of its players; the others keep their order."""
    names = [seat_name(i) for i in range(n)]
    rest = [name for i, name in enumerate(names) if i != seat]
    found = deepcopy(data)
    rows = [row for name, row in found["players"].items() if name != names[seat]]
    found["players"] = dict(zip(names, rows))
    for key, value in list(found.items()):
        if value == names[seat]:
            del found[key]
        elif value in rest:
            found[key] = names[rest.index(value)]
    return found


def _stretches(dice: list[Any], most: int) -> Iterator[list[Any]]:
    """Adjacent dice, at most ``most``, longer stretches first."""
    for kept in range(min(len(dice) - 1, most), 0, -1):
        for first in range(len(dice) - kept + 1):
            yield dice[first : first + kept]


def _is_there(data: Any, path: tuple[Any, ...]) -> bool:
    for step in path:
        if isinstance(data, dict):
            if step not in data:
                return False
        elif not isinstance(data, list) or step >= len(data):
            return False
        data = data[step]
    return True


def _paths(data: Any, before: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of everything in plain data: whole entries first, those of lists from the end."""
    if isinstance(data, dict):
        entries = list(data.items())
    elif isinstance(data, list):
        entries = list(enumerate(data))[::-1]
    else:
        return []
    whole = [(*before, key) for key, _ in entries if before or key != "players"]
    return whole + [path for key, part in entries for path in _paths(part, (*before, key))]
