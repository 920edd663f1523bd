"""A person at the table: the terminal dialogue of `gah play --me`."""

from __future__ import annotations

import inspect
import shlex
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from model import UserError
from model.words import many
from simulate.base import outputs
from simulate.engine import codes as c
from simulate.game import Game, IllegalAction
from simulate.narration.changes import dice_text
from simulate.narration.scoring import result_lines
from simulate.narration.setting import (
    board_lines,
    hand_line,
    lounge_line,
    shared_lines,
    status_line,
)
from simulate.policies import chooser, get, named
from simulate.referee.session import Session, load
from simulate.words.lexicon import fold, near
from simulate.words.names import Names, seat_name

if TYPE_CHECKING:
    from simulate.learned.advice import Adviser

HELP = """\
Type an action's number or words to carry it out; cards can be given by name or number.
Several at once: prepare 1.4, 1.5; serve 1 cake, 1 wine on Duke; 2 wine, 1 coffee.
  hint [PLAYER]       what a simulated player would do here; learned ones add what it is worth
  undo                back to your last decision
  board               the table, what all players have, and the legal actions
  card NAME           what a card says, by name or number
  picture FILE.svg    a drawing of the table
  set FIELD VALUE     change the position, as transcripts write it: set dice "1 1 3 5"
  set SEAT FIELD VALUE   of a player: set 1 krones 12, set 2 hand "[17, 38]"
  save FILE.json      the transcript so far; `gah referee` replays it
  load FILE.json [N]  continue from a transcript, after its step N
  quit                leave; the game is saved after each action, see the last line"""
DIGITS = 9
HINTED, WORLDS = 4, 64  # actions whose worth a hint shows, and determinizations for it
COMMANDS = ("help", "hint", "undo", "board", "card", "picture", "set", "save", "load", "quit")


def _usage(word: str) -> list[str]:
    """The ways to write a command, as the help has them."""
    ways = [line.strip().split("  ")[0] for line in HELP.splitlines()]
    return [way for way in ways if way.split()[0] == word]


def new_save() -> Path | None:
    """A file for a new game, in the user's state folder; None without a home folder."""
    import platformdirs

    name = f"{datetime.now():%Y-%m-%d-%H%M%S-%f}.json"
    try:
        return Path(platformdirs.user_state_dir("gah")) / "games" / name
    except RuntimeError:  # a user without a home
        return None


class Quit(Exception):
    """The person leaves the table."""


class Sitting:
    """A person at the seats ``mine``, policies at the others.

    ``policies``: names by seat; ``hint``: the policy that gives hints; ``saved``: the file in which
    the game is saved after each of the person's actions.
    """

    def __init__(
        self,
        session: Session,
        mine: Sequence[int],
        policies: Sequence[str],
        hint: str,
        saved: Path | None = None,
    ) -> None:
        self.session, self.mine, self.saved = session, list(mine), saved
        self.policies, self.hint = list(policies), hint
        self._listed = b""  # the position whose options were listed last
        self._choosers: dict[str, Callable[[Game], int]] = {}
        self._adviser: Adviser | None = None

    def play(self) -> None:
        """Continue until the game is over or the person leaves."""
        _complete(lambda: [words for words, _ in self.session.options()])
        click.echo("Type help for all commands.\n")
        self._board()
        try:
            while not self.session.game.over:
                if self.session.player in self.mine:
                    self._ask()
                else:
                    policy = self.policies[self.session.player % len(self.policies)]
                    self._act(self._pick(policy))
        except (Quit, EOFError, KeyboardInterrupt, click.Abort):
            click.echo()
            self._keep()
            self._say_how_to_go_on()
            return
        self._keep()
        self._board()
        session = self.session
        self._tell(["", *result_lines(session.names, session.game.state, session.players)])

    # -- asking ----------------------------------------------------------------------------------

    def _ask(self) -> None:
        """Handle one decision of the person, or one command."""
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
        """Print the numbered legal actions."""
        click.echo(f"\n{self._name(self.session.player)} decides:")
        for number, (words, told) in enumerate(options, start=1):
            click.echo(f"  {number:>3}  {words}" + (f"  ({told})" if told else ""))

    def _do(self, said: str, options: Sequence[str]) -> None:
        """Carry out what was typed. Raises UserError if it is wrong."""
        word, _, rest = said.partition(" ")
        command = getattr(self, f"_{word}", None) if word in COMMANDS else None
        if command is not None:
            try:
                parts = shlex.split(rest)
            except ValueError as error:
                raise UserError(f"{rest}: {error}") from None
            try:
                inspect.signature(command).bind(*parts)
            except TypeError:
                raise UserError(f"write {' or '.join(_usage(word))}") from None
            command(*parts)
        elif said.isdecimal():
            number = _number(said)
            if not 1 <= number <= len(options):
                raise UserError(
                    f"{said[:DIGITS]}: the actions are numbered from 1 to {len(options)}"
                )
            self._act(options[number - 1])
            self._keep()
        elif said:
            try:
                self._act(*self.session.parts(said))
            except UserError as error:
                if not str(error).endswith("is no action"):
                    raise
                hint = near(word, COMMANDS) or "; help lists what can be typed"
                raise UserError(f"{error}{hint}") from None
            self._keep()

    def _act(self, *actions: str | int) -> None:
        """Carry out actions, all or none, and print what they changed."""
        lines: list[str] = []
        for done, action in enumerate(actions):
            try:
                lines += self._changed(action)
            except UserError:
                for _ in range(done):
                    self.session.undo()
                raise
        self._tell(lines)

    def _changed(self, action: str | int) -> list[str]:
        """Carry out an action; what it changed, and dice that were rolled after it."""
        g = self.session.game.state
        before, old = (int(g.round_no), int(g.rolls)), g.copy()
        others = [seat for seat in range(len(self.session.players)) if seat not in self.mine]
        done, *lines = self.session.act(action, others)
        lines = [done, *self._scorings(old), *lines]
        g = self.session.game.state
        if (int(g.round_no), int(g.rolls)) != before and g.dice_left:
            begins = f"Round {g.round_no} begins. " if int(g.round_no) != before[0] else ""
            rolled = many(int(g.dice_left), "die", "dice")
            lines.append(f"{begins}{rolled} rolled: {dice_text(g)}")
        return lines

    def _scorings(self, before: Any) -> list[str]:
        """A heading for the scorings that came since a state, if any."""
        names, g = self.session.names, self.session.game.state
        phase, round_no = int(before.phase), int(before.round_no)
        found = []
        scored = names.rules.scoring_round[: names.rules.n_scorings].tolist()
        ended = (int(g.phase), int(g.round_no)) != (phase, round_no)
        if phase == c.PH_TURNS and ended and round_no in scored:
            tile = names.tile_keys[int(g.emperor_tiles[scored.index(round_no)])]
            found.append(f"emperor scoring after round {round_no} (tile {tile})")
        if phase < c.PH_FINAL_STAFF <= int(g.phase):
            found += ["rest of the emperor scoring"] * (phase != c.PH_TURNS)
            found.append("final scoring")
        return [f"-- {', '.join(found)} --"] if found else []

    def _keep(self) -> None:
        """Save the game. If that fails, say so once, and continue."""
        if self.saved is None:
            return
        try:
            self.saved.parent.mkdir(parents=True, exist_ok=True)
            self.session.save(self.saved)
        except (UserError, OSError) as error:
            click.echo(f"! the game can no longer be saved: {error}")
            self.saved = None

    def _say_how_to_go_on(self) -> None:
        if self.saved is not None and not self.session.game.over:
            seats = " ".join(f"--me {seat + 1}" for seat in self.mine)
            policies = shlex.quote(",".join(self.policies))
            file = shlex.quote(str(self.saved))
            click.echo(f"Saved. To continue: gah play {seats} --policy {policies} --resume {file}")

    # -- commands --------------------------------------------------------------------------------

    def _help(self) -> None:
        click.echo(HELP)

    def _quit(self) -> None:
        raise Quit

    def _undo(self) -> None:
        if not self.session.undo(self.mine):
            raise UserError("there is nothing to undo")

    def _hint(self, name: str = "") -> None:
        name = named(name)[0] if name else self.hint
        action = self._pick(name)
        self._advise(f"{name} would take", action)
        if get(name).plans:
            self._worth(action)

    def _advise(self, before: str, action: int, worth: str = "") -> None:
        """Print a line for one of the options."""
        at = self.session.game.legal().index(action)
        words, told = self.session.options()[at]
        click.echo(f"{before} {at + 1}: {words}" + (f" ({told})" if told else "") + worth)

    def _worth(self, action: int) -> None:
        """Print the estimated worth of an action and of the next best ones, by a learned player."""
        from simulate.learned.advice import Adviser  # here because it compiles much code

        game = self.session.game
        if self._adviser is None or self._adviser.table.program is not game.program:
            self._adviser = Adviser(game.program, int(game.state.n_players))
        others = [one for one in self._adviser.candidates(game) if one != action]
        actions = [action, *others[: HINTED - 1]]
        worths = self._adviser.weigh(game, actions, WORLDS)
        for one, (own, rival, win) in zip(actions, worths.mean(axis=0), strict=True):
            end = f": you end with {own:.0f} VP, the best rival with {rival:.0f}; {win:.0%} to win"
            self._advise("  it estimates", one, end)

    def _save(self, file: str) -> None:
        self.session.save(Path(file))

    def _load(self, file: str, step: str = "") -> None:
        if step and not step.isdecimal():
            raise UserError(f"{step}: write the number of a step")
        found = load(Path(file), _number(step) if step else None)
        self.session = found
        self._choosers.clear()  # they depend on the ruleset
        self._board()

    def _set(self, first: str, second: str, third: str | None = None) -> None:
        if third is None:
            self.session.set(first, second)
            return
        if not first.isdecimal() or not 1 <= _number(first) <= len(self.session.players):
            raise UserError(f"write the number of a seat first, 1 to {len(self.session.players)}")
        self.session.set(second, third, _number(first) - 1)

    def _picture(self, file: str) -> None:
        from reports.pictures import Unseen, picture

        session = self.session
        others = [seat for seat in range(len(session.players)) if seat not in self.mine]
        drawn = picture(
            session.names, session.game.state, session.players, unseen=Unseen(hands=others)
        )
        outputs.keep(Path(file), drawn)

    def _board(self) -> None:
        """Print the table."""
        names, g = self.session.names, self.session.game.state
        lines = ["Set-up"]
        if self.session.game.over:
            lines = ["The game is over."]
        elif g.round_no:
            lines = [f"Round {g.round_no} of {names.rules.rounds}, dice {dice_text(g)}"]
            lines.append(_order(g, names))
        lines += ["", *board_lines(names, g), "", *shared_lines(names, g), ""]
        lines.append("Row, with prices and rewards:")
        for place, guest in enumerate(g.row):
            price = int(names.rules.row_cost[place])
            lines.append(f"  [{price}] {_guest(names, int(guest))}")
        if names.rules.coloured_dice:
            lines.append(lounge_line(names, g))
        for seat in range(int(g.n_players)):
            p = g.players[seat]
            lines += ["", status_line(names, g, seat)]
            claimed = [f"politics card {'ABC'[i]}" for i in range(3) if int(p.claimed) >> i & 1]
            lines += [f"  claimed: {', '.join(claimed)}"] if claimed else []
            for guest in p.cafe[: p.tables]:
                lines += [f"  {_guest(names, int(guest))}"] if guest >= 0 else []
            lines += [f"  {hand_line(names, g, seat)}"] if seat in self.mine else []
        self._tell(lines)
        self._listed = b""

    def _card(self, first: str, *more: str) -> None:
        """Print the text of a card."""
        from reports.replay.film import card_texts

        said = fold(" ".join((first, *more)))
        lexicon, names = self.session.lexicon, self.session.names
        found = [names.staff(i) for i in lexicon.staff.called(said)]
        found += [names.guest(i) for i in lexicon.guests.called(said)]
        found += [names.celebrity(i) for i in lexicon.celebrities(said)]
        texts = card_texts(names)
        for name in found:
            click.echo(f"{name}: {texts[name]}")
        if not found:
            close = near(said, [text.partition(" ")[2] or text for text in texts])
            raise UserError(f"there is no card {said!r} in this ruleset{close}")

    def _pick(self, name: str) -> int:
        """The action that a policy chooses here."""
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
    """A whole number from its digits; too many digits give the largest number."""
    return int(digits) if len(digits) <= DIGITS else 10**DIGITS


def _guest(names: Names, guest: int) -> str:
    """A guest with order, VP and reward."""
    if guest < 0:
        return "empty"
    reward = names.reward(guest) if names.guest_card(guest).reward else "none"
    return f"{names.guest_text(guest)}; reward: {reward}"


def _order(g: Any, names: Names) -> str:
    """The turns still to come in the round, by the numbers on the tiles."""
    n, tiles = int(g.n_players), names.rules.turn_tiles[int(g.n_players)]
    left = [
        (int(tiles[(seat - int(g.first_seat)) % n][turn]), seat)
        for seat in range(n)
        for turn in range(int(g.players[seat].turns_taken), 2)
    ]
    return f"Turns to come: {', '.join(f'{no}: {seat_name(seat)}' for no, seat in sorted(left))}"


def _complete(options: Callable[[], list[str]]) -> None:
    """Let the Tab key complete actions and commands, if the readline library is available."""
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
