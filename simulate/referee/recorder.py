"""Writes transcripts: of games as they are played, and of positions.

recorder = Recorder(ruleset, game)
while not game.over:
    action = policy(game)
    recorder.add(action)
    game.apply(action)
print(text_of(recorder.document()))
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from model import Ruleset, UserError
from model.patch import Patch
from simulate.actions import from_words, to_words
from simulate.base import outputs
from simulate.game import Game
from simulate.referee.document import FORMAT, Document
from simulate.referee.fields import GAME, SEAT
from simulate.referee.fields.field import FieldView
from simulate.referee.kinds import CELEBRITY, GUEST
from simulate.referee.pieces import Pieces
from simulate.referee.position import read, said
from simulate.referee.rules import rules_of
from simulate.referee.stepper import CELEBRITIES, RESHUFFLE, ROLL, Event, Stepper
from simulate.referee.writing import document_of, text_of
from simulate.words.lexicon import Lexicon
from simulate.words.names import seat_name

# Claims about each player at the end of a game.
RESULT = (
    *("krones", "emperor", "vp", "vp_from", "rank", "kitchen", "guests", "staff", "occupied"),
    "dancers",
)


def from_state(
    game: Game,
    ruleset: Ruleset,
    *,
    players: Sequence[str] = (),
    patches: Iterable[Patch] = (),
    title: str = "",
    steps: Iterable[Any] = (),
) -> Document:
    """A transcript that starts at a game's current position.

    ``ruleset``: the game's ruleset; ``patches``: its patches, if it has any;
    ``players``: their names, "Seat 1" and so on without them; ``steps``: what follows.
    Raises UserError if a decision within a turn, the set-up or a scoring is open.
    """
    data = _head(game, ruleset, players, patches, title)
    lexicon = Lexicon(ruleset, _names(game, players), game.program)
    return document_of({**data, "position": read(lexicon, game.state), "steps": list(steps)})


def _names(game: Game, players: Sequence[str]) -> list[str]:
    n = int(game.state.n_players)
    return list(players) or [seat_name(seat) for seat in range(n)]


def _head(
    game: Game, ruleset: Ruleset, players: Sequence[str], patches: Iterable[Patch], title: str
) -> dict[str, Any]:
    head: dict[str, Any] = {"format": FORMAT, "rules": rules_of(ruleset, patches)}
    head["players"] = list(players) or int(game.state.n_players)
    return {**head, "title": title} if title else head


class Recorder:
    """Notes a game as a transcript, from its beginning or from a turn on.

    Parameters as for ``from_state``; ``here``: begin with the position even if no decision has
    been made in the game yet, because it was laid out. The game itself is not changed: pass every
    action to ``add``, in words or compact, before or after it is applied.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        game: Game,
        *,
        players: Sequence[str] = (),
        patches: Iterable[Patch] = (),
        title: str = "",
        here: bool = False,
    ) -> None:
        self.lexicon = Lexicon(ruleset, _names(game, players), game.program)
        self.stepper = Stepper(game.program, game.games.copy(), None)
        self.data = _head(game, ruleset, players, patches, title)
        self.steps: list[Any] = []
        self._last = -1
        g = game.state
        if g.decisions or here:
            self.data["position"] = read(self.lexicon, g)
        else:
            self.data["setup"] = said(
                FieldView(self.lexicon, g), (field for field in GAME if field.setup)
            )
            if g.rolls:  # the set-up had no decisions
                self.steps.append({ROLL: Pieces(g, game.rules).named_dice()})
        self.stepper.run()
        self.steps += [self._told(event) for event in self.stepper.events]

    def add(self, action: int | str) -> None:
        """Note an action of the game. Raises UserError if it is not legal here."""
        rules = self.stepper.rules
        compact = from_words(rules, action) if isinstance(action, str) else int(action)
        if not self.stepper.allows(compact):
            raise UserError(f"{to_words(rules, compact)!r} is not legal here")
        seat, words = self.stepper.player, to_words(rules, compact)
        by = {"by": self.lexicon.players[seat]} if seat != self._last else {}
        self.steps.append({**by, "do": words} if by else words)
        self._last = seat
        seen = len(self.stepper.events)
        self.stepper.apply(compact)
        self.steps += [self._told(event) for event in self.stepper.events[seen:]]

    def _told(self, event: Event) -> dict[str, Any]:
        """A step that states the result of chance."""
        outcome = list(event.outcome)
        if event.kind == RESHUFFLE:
            return {RESHUFFLE: [GUEST.plain(self.lexicon, int(guest)) for guest in outcome]}
        if event.kind == CELEBRITIES:
            return {CELEBRITIES: [CELEBRITY.plain(self.lexicon, int(i)) for i in outcome]}
        return {ROLL: outcome}

    def document(self) -> Document:
        """The transcript so far; of a finished game, with its result as the last step."""
        steps = [*self.steps, {"expect": self.result()}] if self.stepper.over else self.steps
        return document_of({**self.data, "steps": steps})

    def write(self, file: Path) -> None:
        """Write the transcript so far to a file. Raises UserError if that is not possible."""
        outputs.keep(file, text_of(self.document()))

    def result(self) -> dict[str, Any]:
        """The end of the game as an expectation: what a player would read off the table."""
        view = FieldView(self.lexicon, self.stepper.g)
        rows = {
            name: said(view.of(seat), (field for field in SEAT if field.name in RESULT))
            for seat, name in enumerate(self.lexicon.players)
        }
        return {"over": True, "round": int(view.g.round_no), "players": rows}

    def watch(self, choose: Callable[[Game, str], int]) -> Callable[[Game, str], int]:
        """``choose(game, policy)`` that records its choices."""

        def choosing(game: Game, policy: str) -> int:
            action = choose(game, policy)
            self.add(action)
            return action

        return choosing


def record(
    ruleset: Ruleset,
    players: int,
    seed: int,
    choose: Callable[[Game], int],
    *,
    number: int = 0,
    patches: Iterable[Patch] = (),
    title: str = "",
) -> Document:
    """Play a game from a seed by ``choose(game)`` and return its transcript."""
    game = Game(ruleset, players, seed, number)
    recorder = Recorder(ruleset, game, patches=patches, title=title)
    while not game.over:
        action = choose(game)
        recorder.add(action)
        game.apply(action)
    return recorder.document()
