"""Players that a user brings as a Python file: ``my_player.py``, or ``my_player.py:function``.

The file has ``choose(game) -> action``, on a ``simulate.Game`` whose turn it is; the action is one
of ``game.legal()``, compact or in words. ``NAME`` (optional) is what tables and paths call the
player. The file is run as it is, with all that it may do: only run a file that you trust.
"""

from __future__ import annotations

import hashlib
import importlib.util
import inspect
import itertools
import os
import re
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from numbers import Integral
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from model import UserError, reading
from simulate.actions import from_words

if TYPE_CHECKING:
    from simulate.game import Game

FORM = re.compile(r"(?P<path>.+\.py)(?::(?P<function>\w+))?")
DEFAULT = "choose"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
MAX_BYTES = 8 << 20
MAX_WORDS = 400  # characters of an action
RUN_SECONDS, SECONDS = 60.0, 300.0
"""How long a file may take to be run, and to decide once unless it sets SECONDS."""
PATIENCE = 5  # times that it is asked to end
KEPT = 32  # files that stay loaded


@dataclass(frozen=True)
class OwnPolicy:
    """A player of a user's file. ``digest``: of the file, 12 hex digits."""

    name: str
    description: str
    path: Path
    digest: str
    module: ModuleType
    choose: Callable[[Game], Any]


class PlayerFile(str):
    """A player's file that the user of this program named: its full path, ``:function`` behind it
    if it is not ``choose``.

    Only such a name is ever run. Text from a manifest, a note or a table is a plain ``str``, so it
    names a policy of the suite or nothing, whatever it looks like. The mark survives pickling, and
    so the way to worker processes; it does not survive writing to disk.
    """

    __slots__ = ()


def named(text: str) -> str:
    """A policy as the user of this program typed it: a `PlayerFile` if it has the form of one.

    Call it with what a user typed, never with text from a file. Raises UserError for a path that
    cannot exist.
    """
    match = FORM.fullmatch(text)
    if match is None:
        return text
    path = _file(match["path"])
    function = match["function"]
    return PlayerFile(path if function in (None, DEFAULT) else f"{path}:{function}")


def is_own(name: str) -> bool:
    """Is this a player's file that the user named?"""
    return isinstance(name, PlayerFile)


def _file(name: str) -> Path:
    """The full path of a file as a user names it. Raises UserError if it can have none."""
    try:
        return Path(name).expanduser().resolve()
    except (OSError, RuntimeError, ValueError) as error:  # a loop of links, an unknown ~user
        raise UserError(f"policy {name}: no such file ({error})") from None


def own(name: str) -> OwnPolicy:
    """The player of a `PlayerFile`; the file is run once as long as its content stays the same.

    Raises UserError if it cannot be read or run, has no such function, or was not named by the
    user.
    """
    match = FORM.fullmatch(name)
    if match is None or not is_own(name):
        raise UserError(f"policy {name!r} is not a player's file that you named")
    path = _file(match["path"])
    try:
        source = reading.read_bytes(path, MAX_BYTES)
    except UserError as error:
        raise UserError(f"policy {name}: {error}") from None
    return _loaded(path, match["function"] or DEFAULT, source)


@lru_cache(maxsize=KEPT)
def _loaded(path: Path, function: str, source: bytes) -> OwnPolicy:
    digest = hashlib.sha256(source).hexdigest()[:12]
    with _guarded(path, RUN_SECONDS, lambda what: UserError(f"policy {path}: {what}")):
        return _described(path, function, digest, _run(path, source, digest))


def _described(path: Path, function: str, digest: str, module: ModuleType) -> OwnPolicy:
    """What a module says of its player. Raises UserError if that is none."""
    choose = getattr(module, function, None)
    if not callable(choose):
        raise UserError(f"policy {path}: there is no function {function}(game)")
    named = getattr(module, "NAME", None)
    name = re.sub(r"[^A-Za-z0-9_.-]+", "-", path.stem).strip("-.") if named is None else named
    if type(name) is not str or not NAME.fullmatch(name) or name.endswith(".py"):
        raise UserError(
            f"policy {path}: {name!r:.60} is not a valid name of a player;"
            " set NAME to letters, digits, - and _"
        )
    if function != DEFAULT:
        name = f"{name}-{function}"
    told = inspect.getdoc(choose if function != DEFAULT else module) or inspect.getdoc(choose)
    description = (told or f"{function}(game) of {path.name}").splitlines()[0]
    return OwnPolicy(name, description, path, digest, module, choose)


def _run(path: Path, source: bytes, digest: str) -> ModuleType:
    """The module that a file makes when it is run."""
    title = f"gah_own_{re.sub(r'[^a-zA-Z0-9]', '_', path.stem)}_{digest}"
    spec = importlib.util.spec_from_loader(title, loader=None, origin=str(path))
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    module.__file__ = str(path)
    sys.modules[title] = module  # where dataclasses and pickle look for it
    try:
        exec(compile(source, str(path), "exec"), module.__dict__)
    except BaseException:
        sys.modules.pop(title, None)
        raise
    return module


class OutOfTimeError(BaseException):
    """A file takes too long: no `except Exception` of its own keeps it from ending."""


@contextmanager
def _guarded(path: Path, seconds: float, refused: Callable[[str], UserError]) -> Iterator[None]:
    """Let a user's file do something: whatever it raises, and how long it takes, is told in a line.

    Time is only taken in the main thread of a process, as those have that play. A file that catches
    even `OutOfTimeError`, again and again, ends the process.
    """
    count = itertools.count(1)

    def late(*_: object) -> None:
        if next(count) > PATIENCE:
            signal.setitimer(signal.ITIMER_REAL, 0)
            print(f"gah: {refused('does not end when asked to')}", file=sys.stderr, flush=True)
            os._exit(2)
        raise OutOfTimeError(f"took more than {seconds:g} s")

    timed = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGALRM, late) if timed else None
    if timed:
        signal.setitimer(signal.ITIMER_REAL, seconds, 1.0)
    try:
        yield
    except (UserError, KeyboardInterrupt):
        raise
    except BaseException as error:
        raise refused(_reason(error, path)) from None
    finally:
        if timed:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)


def digests(names: Iterable[str]) -> dict[str, str]:
    """The digests of the files among the policies of a table, by the players' names."""
    return {own(name).name: own(name).digest for name in names if is_own(name)}


def check_names(names: Iterable[str], registered: Iterable[str]) -> None:
    """Raises UserError if two players of a table would go by one name."""
    taken = dict.fromkeys(registered, "a policy of the suite")
    for name in names:
        if is_own(name):
            player = own(name)
            if taken.setdefault(player.name, name) != name:
                raise UserError(
                    f"policy {name}: the name {player.name!r} is that of {taken[player.name]} too; "
                    "give the file another NAME"
                )


def picker(name: str) -> Callable[[Game], int]:
    """A user's player as a function from a game to a legal action in its compact form.

    It is given a copy of the game. The function raises UserError if the player fails or chooses
    what is not legal, saying what was.
    """
    player = own(name)
    seconds = float(getattr(player.module, "SECONDS", SECONDS))

    def pick(game: Game) -> int:
        with _guarded(player.path, seconds, lambda what: _refused(player, game, what)):
            choice = player.choose(game.copy())
            action = _compact(game, choice)
            if action not in game.legal():
                raise _refused(player, game, f"chose {choice!r:.200}, which is not legal")
            return action

    return pick


def _compact(game: Game, choice: Any) -> int:
    """A choice in its compact form; -1, which is never legal, if it has none."""
    if isinstance(choice, str):
        if len(choice) > MAX_WORDS:
            return -1
        try:
            return from_words(game.rules, choice)
        except UserError:
            return -1
    return -1 if isinstance(choice, bool) or not isinstance(choice, Integral) else int(choice)


def _refused(player: OwnPolicy, game: Game, what: str) -> UserError:
    round_ = int(game.state.round_no)
    where = f"seat {game.player + 1}, {f'round {round_}' if round_ else 'set-up'}"
    legal = " | ".join(game.legal_words())
    return UserError(f"policy {player.name} ({player.path}), {where}: {what}; legal: {legal}")


def _reason(error: BaseException, path: Path) -> str:
    """An exception in one line, with the last line of the file that led to it."""
    if isinstance(error, OutOfTimeError):
        return f"{error}; a file may set SECONDS, for one decision"
    text = traceback.format_exception_only(error)[-1].strip()
    frames = traceback.walk_tb(error.__traceback__)
    lines: list[int | None] = [
        line for frame, line in frames if frame.f_code.co_filename == str(path)
    ]
    if isinstance(error, SyntaxError):
        lines = [error.lineno]
    return f"line {lines[-1]}: {text}" if lines else text
