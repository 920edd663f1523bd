"""Plays games with the engine and the witness side by side and says where they disagree.

Both begin with the same set-up. At every decision the legal actions have to be the same, in the
same words; each action is then carried out by both, with the chance that the engine's game brought,
and what lies before the players has to be the same again. Positions are compared as their
documents, which the witness reads by the referee's page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from model import Ruleset
from model.patch import Patch
from simulate import Game
from simulate.actions import to_words
from simulate.referee.position import at_turn, read
from simulate.referee.recorder import Recorder
from tests.witness.document import key_of, read_start, summary
from tests.witness.interpreter import Illegal, Witness


@dataclass
class Disagreement(Exception):
    """Where witness and engine differ: what about, and how to get there."""

    what: str
    engine: Any
    witness: Any
    steps: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        last = " | ".join(self.steps[-12:])
        return (
            f"{self.what}\n  engine:  {self.engine}\n  witness: {self.witness}\n  after:   {last}"
        )


class Match:
    """One game played by both. Raises Disagreement as soon as they differ.

    positions counts the decisions at which both were compared. witness_by: the witness plays by
    this ruleset, to show that a difference of rules is found. game: one to begin with, between the
    actions of a turn, before one, or at the beginning of its set-up. patches: those of the ruleset.
    """

    def __init__(
        self,
        ruleset: Ruleset,
        players: int,
        seed: int,
        number: int = 0,
        witness_by: Ruleset | None = None,
        game: Game | None = None,
        patches: Sequence[Patch] = (),
    ) -> None:
        self.ruleset = ruleset
        self.game = game or Game(ruleset, players, seed, number)
        here = game is not None and at_turn(game.state)
        self.recorder = Recorder(ruleset, self.game, patches=patches, here=here)
        self.steps: list[str] = []
        self.positions = 0
        self.told = 0
        self.witness = Witness(witness_by or ruleset, self.recorder.data)
        self._tell_chance()

    def _tell_chance(self) -> None:
        """The chance that the engine's game brought, told to the witness."""
        for step in self.recorder.steps[self.told :]:
            if isinstance(step, str) or "do" in step:
                continue
            self._expects(self.witness.chance is not None, "chance", step, self.witness.asked)
            self.witness.answer(self._outcome(step))
        self.told = len(self.recorder.steps)

    def _outcome(self, step: dict[str, Any]) -> Any:
        if "roll" in step:
            fallen: dict[str, Any] = {"white": [n for n in step["roll"] if isinstance(n, int)]}
            coloured = [die for die in step["roll"] if not isinstance(die, int)]
            return fallen | {die[:-1]: int(die[-1]) for die in coloured}
        if "celebrities" in step:
            return [key_of(self.ruleset.celebrity, name) for name in step["celebrities"]]
        return step["reshuffle"]

    def _expects(self, holds: bool, what: str, engine: Any, witness: Any) -> None:
        if not holds:
            raise Disagreement(what, engine, witness, self.steps)

    def compare(self) -> None:
        """The decision and the position, in both."""
        if self.game.over:
            self._expects(self.witness.table.over, "the end", "over", self.witness.asked)
            self._compare_end()
            return
        self._expects(
            self.witness.chance is None and not self.witness.table.over,
            *("what is open", self.game.legal_words(), self.witness.asked),
        )
        self._expects(
            self.witness.asked is not None and self.witness.asked.seat == self.game.player,
            *("who decides", self.game.player, self.witness.asked),
        )
        engine, witness = set(self.game.legal_words()), set(self.witness.legal)
        self._expects(
            engine == witness,
            *("legal actions", *apart(engine, witness)),
        )
        if at_turn(self.game.state):
            self._compare_position()
        self.positions += 1

    def _compare_position(self) -> None:
        """All that a position's document says, between the actions of a turn.

        Within one nobody says in which order come the things that come by themselves.
        """
        names = list(self.recorder.lexicon.players)
        position = read(self.recorder.lexicon, self.game.state)
        engine = summary(read_start(self.ruleset, {"players": names, "position": position}))
        witness = summary(self.witness.table)
        differ = [name for name in witness if engine[name] != witness[name]]
        self._expects(
            not differ,
            *("position", {n: engine[n] for n in differ}, {n: witness[n] for n in differ}),
        )

    def _compare_end(self) -> None:
        """The VP of everybody, by source, and the ranks."""
        result = self.recorder.result()["players"]
        for seat in self.witness.table.seats:
            engine = result[seat.name]
            sources = {name: vp for name, vp in engine.get("vp_from", {}).items() if vp}
            own = {name: vp for name, vp in seat.vp_from.items() if vp}
            self._expects(
                (engine.get("vp", 0), sources) == (seat.vp, own),
                *(f"the end of {seat.name}", (engine.get("vp", 0), sources), (seat.vp, own)),
            )
            rank = self.game.ranks()[seat.index]
            self._expects(rank == seat.rank, f"the rank of {seat.name}", rank, seat.rank)

    def act(self, action: int) -> None:
        """Carry out an action, compact as the engine has it, in both."""
        words = to_words(self.game.rules, action)
        self.steps.append(words)
        self.recorder.add(action)
        self.game.apply(action)
        try:
            self.witness.answer(words)
        except Illegal as error:
            raise Disagreement("an action", words, str(error), self.steps) from None
        self._tell_chance()


def apart(engine: set[str], witness: set[str]) -> tuple[Any, Any]:
    """What each has alone, with what both have if that is little."""
    both = sorted(engine & witness)[:6]
    return (sorted(engine - witness), "both", both), sorted(witness - engine)


def play(
    ruleset: Ruleset, players: int, seed: int, choose: Callable[[Game], int], number: int = 0
) -> Match:
    """A whole game by `choose(game)`, compared at every decision. Raises Disagreement."""
    match = Match(ruleset, players, seed, number)
    match.compare()
    while not match.game.over:
        match.act(choose(match.game))
        match.compare()
    return match
