"""A person at the table: the part of `gah play --me` that asks and answers at the terminal."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from model import UserError
from simulate import outputs
from simulate.game import Game, IllegalAction
from simulate.narration.changes import dice_text
from simulate.narration.setting import hand_line, lounge_line, row_line, status_line
from simulate.policies import chooser, get, named
from simulate.session import Session, load

if TYPE_CHECKING:
    from simulate.learned.advice import Adviser

HELP = """\
A number or the words of an action carries it out; cards go by name or number, too.
  hint [PLAYER]       what a simulated player would do here; learned ones: what it is worth
  undo                back to your last decision
  board               the table, what everybody has, and what can be done
  picture FILE.svg    the same as a drawing
  set FIELD VALUE     change the position, as transcripts write it: set dice "1 1 3 5"
  set SEAT FIELD VALUE   of a player: set 1 krones 12, set 2 hand "[17, 38]"
  save FILE.json      the transcript so far; `gah referee` replays it
  load FILE.json [N]  go on from a transcript, after its step N
  quit                (without saving)"""
DIGITS = 9
HINTED, WORLDS = 4, 64  # actions whose worth a hint tells, and imagined worlds for it
COMMANDS = ("help", "hint", "undo", "board", "picture", "set", "save", "load", "quit")


class Quit(Exception):
    """The person leaves the table."""


class Sitting:
    """Somebody at the seats ``mine``, policies at the others.

    ``policies``: of the seats, by name; ``hint``: the one that is asked for hints.
    """

    def __init__(
        self, session: Session, mine: Sequence[int], policies: Sequence[str], hint: str
    ) -> None:
        self.session, self.mine = session, list(mine)
        self.policies, self.hint = list(policies), hint
        self._listed = b""  # the position whose options were listed last
        self._choosers: dict[str, Callable[[Game], int]] = {}
        self._adviser: Adviser | None = None

    def play(self) -> None:
        """Go on until the game is over or the person leaves."""
        _complete(lambda: [words for words, _ in self.session.options()])
        click.echo("Type help for what can be done besides playing.\n")
        self._board()
        try:
            while not self.session.game.over:
                if self.session.player in self.mine:
                    self._ask()
                else:
                    policy = self.policies[self.session.player % len(self.policies)]
                    self._tell(self.session.act(self._pick(policy)))
        except (Quit, EOFError, click.Abort):
            click.echo()
            return
        self._board()
        ranks = self.session.game.ranks()
        for seat, vp in enumerate(self.session.game.scores()):
            click.echo(f"{self._name(seat)}: {vp} VP, rank {ranks[seat]}")

    # -- asking ----------------------------------------------------------------------------------

    def _ask(self) -> None:
        """One decision of the person, or one command."""
        options, position = self.session.options(), self.session.game.games.tobytes()
        if position != self._listed:
            self._list(options)
        self._listed = position
        said = input("> ").strip()
        try:
            self._do(said, [words for words, _ in options])
        except (IllegalAction, UserError) as error:
            click.echo(f"! {error}")

    def _list(self, options: Sequence[tuple[str, str]]) -> None:
        """What can be done here, numbered."""
        click.echo(f"\n{self._name(self.session.player)} decides:")
        for number, (words, told) in enumerate(options, start=1):
            click.echo(f"  {number:>3}  {words}" + (f"  ({told})" if told else ""))

    def _do(self, said: str, options: Sequence[str]) -> None:
        """Carry out what was typed. Raises UserError with what is wrong with it."""
        word, _, rest = said.partition(" ")
        command = getattr(self, f"_{word}", None) if word in COMMANDS else None
        if command is not None:
            try:
                parts = shlex.split(rest)
            except ValueError as error:
                raise UserError(f"{rest}: {error}") from None
            command(*self._fitting(word, parts))
        elif said.isdecimal():
            number = _number(said)
            if not 1 <= number <= len(options):
                raise UserError(
                    f"{said[:DIGITS]}: the actions are numbered from 1 to {len(options)}"
                )
            self._tell(self.session.act(options[number - 1]))
        elif said:
            self._tell(self.session.act(said))

    @staticmethod
    def _fitting(word: str, parts: list[str]) -> list[str]:
        wanted = {"hint": (0, 1), "picture": (1, 1), "set": (2, 3), "save": (1, 1), "load": (1, 2)}
        least, most = wanted.get(word, (0, 0))
        if not least <= len(parts) <= most:
            raise UserError(f"{word} does not go with {len(parts)} words; see help")
        return parts

    # -- commands --------------------------------------------------------------------------------

    def _help(self) -> None:
        click.echo(HELP)

    def _quit(self) -> None:
        raise Quit

    def _undo(self) -> None:
        if not self.session.undo(self.mine):
            raise UserError("there is nothing to take back")

    def _hint(self, name: str = "") -> None:
        name = named(name)[0] if name else self.hint
        action = self._pick(name)
        self._advise(f"{name} would take", action)
        if get(name).plans:
            self._worth(action)

    def _advise(self, before: str, action: int, worth: str = "") -> None:
        """A line for one of the options."""
        at = self.session.game.legal().index(action)
        words, told = self.session.options()[at]
        click.echo(f"{before} {at + 1}: {words}" + (f" ({told})" if told else "") + worth)

    def _worth(self, action: int) -> None:
        """What a learned player thinks that an action is worth, and the next best ones."""
        from simulate.learned.advice import Adviser  # here: it is compiled code, and much of it

        game = self.session.game
        if self._adviser is None or self._adviser.table.program is not game.program:
            self._adviser = Adviser(game.program, int(game.state.n_players))
        others = [one for one in self._adviser.candidates(game) if one != action]
        actions = [action, *others[: HINTED - 1]]
        worths = self._adviser.weigh(game, actions, WORLDS)
        for one, (own, rival, win) in zip(actions, worths.mean(axis=0), strict=True):
            end = f": you {own:.0f} VP at the end, the best rival {rival:.0f}; {win:.0%} to win"
            self._advise("  as it thinks,", one, end)

    def _save(self, file: str) -> None:
        self.session.save(Path(file))

    def _load(self, file: str, step: str = "") -> None:
        if step and not step.isdecimal():
            raise UserError(f"{step}: write the number of a step")
        found = load(Path(file), _number(step) if step else None)
        self.session = found
        self._choosers.clear()  # they know the ruleset
        self._board()

    def _set(self, first: str, second: str, third: str | None = None) -> None:
        if third is None:
            self.session.set(first, second)
            return
        if not first.isdecimal() or not 1 <= _number(first) <= len(self.session.players):
            raise UserError(f"write the number of a seat first, 1 to {len(self.session.players)}")
        self.session.set(second, third, _number(first) - 1)

    def _picture(self, file: str) -> None:
        from reports.pictures import picture

        session = self.session
        outputs.keep(Path(file), picture(session.names, session.game.state, session.players))

    def _board(self) -> None:
        """The table in lines."""
        names, g = self.session.names, self.session.game.state
        lines = [f"Round {g.round_no}, dice {dice_text(g)}", row_line(names, g)]
        if names.rules.coloured_dice:
            lines.append(lounge_line(names, g))
        for seat in range(int(g.n_players)):
            lines.append(status_line(names, g, seat))
            lines += [hand_line(names, g, seat)] if seat in self.mine else []
        self._tell(lines)
        self._listed = b""

    def _pick(self, name: str) -> int:
        """What a policy chooses here."""
        if name not in self._choosers:
            self._choosers[name] = chooser(name, self.session.game.rules)
        return self._choosers[name](self.session.game.copy())

    def _name(self, seat: int) -> str:
        return self.session.players[seat]

    @staticmethod
    def _tell(lines: Sequence[str]) -> None:
        for line in lines:
            click.echo(line)


def _number(digits: str) -> int:
    """A whole number from its digits; of longer ones, which nothing here has, the largest."""
    return int(digits) if len(digits) <= DIGITS else 10**DIGITS


def _complete(options: Callable[[], list[str]]) -> None:
    """Let the Tab key complete actions and commands, where the terminal's library is there."""
    try:
        import readline
    except ImportError:  # not on every system
        return

    def completed(text: str, state: int) -> str | None:
        found = [one for one in (*options(), *COMMANDS) if one.startswith(text)]
        return found[state] if state < len(found) else None

    readline.set_completer(completed)
    readline.set_completer_delims("")
    readline.parse_and_bind("tab: complete")
