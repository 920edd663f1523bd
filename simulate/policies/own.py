"""Players that a user adds as a Python file: ``my_player.py``, or ``my_player.py:function``.

The file defines ``choose(game) -> action``, where ``game`` is a ``simulate.Game`` with a decision
pending; the action is one of ``game.legal()``, compact or in words. ``NAME`` (optional) is the
player's name in tables and paths. The file is run without restrictions: only run a file that you
trust.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from numbers import Integral
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from model import UserError
from simulate.actions import from_words
from simulate.policies import user_file

if TYPE_CHECKING:
    from simulate.game import Game

FORM = re.compile(r"(?P<path>.+\.py)(?::(?P<function>\w+))?")
DEFAULT = "choose"
NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]*")
MAX_WORDS = 400  # characters of an action
SECONDS = 300.0
"""Time limit for one decision, unless the file sets SECONDS."""


@dataclass(frozen=True)
class OwnPolicy:
    """A player from a user's file. ``digest``: of the file, 12 hex digits."""

    name: str
    description: str
    path: Path
    digest: str
    module: ModuleType
    choose: Callable[[Game], Any]


class PlayerFile(str):
    """A player's file that the user of this program named: its full path, followed by ``:function``
    if that is not ``choose``.

    Only such a name is ever run. Text from a manifest, a note or a table is a plain ``str``, so it
    names a policy of the suite or nothing, whatever it looks like. The type survives pickling, and
    so reaches worker processes; it does not survive writing to disk.
    """

    __slots__ = ()


def named(text: str) -> str:
    """A policy as the user of this program typed it: a `PlayerFile` if it looks like a file.

    Call it with what a user typed, never with text from a file. Raises UserError for a path that
    cannot exist.
    """
    match = FORM.fullmatch(text)
    if match is None:
        return text
    path = user_file.full_path(match["path"], f"policy {match['path']}")
    function = match["function"]
    return PlayerFile(path if function in (None, DEFAULT) else f"{path}:{function}")


def is_own(name: str) -> bool:
    """Is this a player's file that the user named?"""
    return isinstance(name, PlayerFile)


def own(name: str) -> OwnPolicy:
    """The player of a `PlayerFile`; the file is run only once unless its content changes.

    Raises UserError if it cannot be read or run, has no such function, or was not named by the
    user.
    """
    match = FORM.fullmatch(name)
    if match is None or not is_own(name):
        raise UserError(f"policy {name!r} is not a player's file that you named")
    path = Path(match["path"])
    source = user_file.source_of(path, f"policy {name}")
    return _loaded(path, match["function"] or DEFAULT, source)


@lru_cache(maxsize=user_file.KEPT)
def _loaded(path: Path, function: str, source: bytes) -> OwnPolicy:
    title = f"policy {path}"
    with _guarded(path, user_file.RUN_SECONDS, title, lambda what: UserError(f"{title}: {what}")):
        return _described(path, function, user_file.digest_of(source), user_file.run(path, source))


def _described(path: Path, function: str, digest: str, module: ModuleType) -> OwnPolicy:
    """The player that a module defines. Raises UserError if there is none."""
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


@contextmanager
def _guarded(
    path: Path, seconds: float, what: str, refused: Callable[[str], UserError]
) -> Iterator[None]:
    """Run code of a user's file; turn any exception or timeout into a one-line error."""
    try:
        with user_file.limited(seconds, what):
            yield
    except (UserError, KeyboardInterrupt):
        raise
    except user_file.OutOfTimeError as error:
        raise refused(f"{error}; a file may set SECONDS, for one decision") from None
    except BaseException as error:
        raise refused(user_file.message(error, path)) from None


def digests(names: Iterable[str]) -> dict[str, str]:
    """The digests of the files among the policies of a table, by the players' names."""
    return {own(name).name: own(name).digest for name in names if is_own(name)}


def check_names(names: Iterable[str], registered: Iterable[str]) -> None:
    """Raises UserError if two players of a table would have the same name."""
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

    The player receives a copy of the game. The function raises UserError if the player fails, or if
    its choice is not legal, and then lists the legal actions.
    """
    player = own(name)
    seconds = float(getattr(player.module, "SECONDS", SECONDS))

    def pick(game: Game) -> int:
        title = f"policy {player.name} ({player.path})"
        with _guarded(player.path, seconds, title, lambda what: _refused(player, game, what)):
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
