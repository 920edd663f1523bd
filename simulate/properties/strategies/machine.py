"""A state machine over the public interface: play, stray, copy, replay, save, under any ruleset.

After each action all invariants are checked. A failure is shown as a transcript of one turn.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
)
from hypothesis.strategies import SearchStrategy

from model import UserError
from simulate import Game
from simulate.actions import encode, from_words, to_words
from simulate.decisions.registry import ACTIONS
from simulate.properties.strategies.invariants import INVARIANTS, Watch
from simulate.properties.strategies.playing import EAGER, STYLES, weight
from simulate.properties.strategies.rulesets import Drawn, rulesets
from simulate.properties.strategies.telling import Broken, Telling, transcript

HUNDREDTHS = st.integers(0, 99)


def pick(game: Game, hundredths: int, style: dict[int, float] = EAGER) -> int:
    """An action by its place: the most eager ones first and with the largest shares."""
    legal = sorted(game.legal(), key=lambda action: -weight(action, style))
    shares = np.cumsum([weight(action, style) for action in legal])
    place = int(np.searchsorted(shares, hundredths / 100 * shares[-1], side="right"))
    return legal[min(place, len(legal) - 1)]


class GameMachine(RuleBasedStateMachine):
    """One game. Its steps shrink to few, and their numbers to small ones.

    To subclass: ``rulesets`` is a strategy of ``Drawn``, ``checks`` are functions of a ``Watch``
    that assert what must hold at the start and after each action; ``folder``: where the turn of a
    failure is left as a transcript (None: nowhere). Further ``@rule`` methods act by ``apply``.
    A failure raises ``telling.Broken``, whose message is the turn in words.
    """

    rulesets: SearchStrategy[Drawn] = rulesets()
    checks: Sequence[Callable[[Watch], None]] = INVARIANTS
    folder: Path | None = Path("build/failures")

    @initialize(data=st.data(), n=st.integers(2, 4), seed=HUNDREDTHS)
    def deal(self, data: st.DataObject, n: int, seed: int) -> None:
        drawn: Drawn = data.draw(self.rulesets, "rules")
        self.drawn, self.players, self.seed = drawn, n, seed
        self.game = Game(drawn.program(), n, seed)
        self.watch = Watch(self.game)
        self.telling = Telling(drawn, self.game, seed)
        self.done: list[int] = []
        with self.reported():
            for holds in self.checks:
                holds(self.watch)

    @contextmanager
    def reported(self) -> Iterator[None]:
        """Show whatever goes wrong inside as a transcript."""
        try:
            yield
        except Broken:
            raise
        except Exception as error:
            problem = str(error).splitlines()[0] if str(error) else ""
            kind = "" if isinstance(error, AssertionError) else f"{type(error).__name__}: "
            raise self.failure(f"{kind}{problem}"[:300]) from None

    def failure(self, problem: str) -> Broken:
        """The error to raise for a problem."""
        return transcript(self.telling, problem, self.folder)

    def apply(self, action: int) -> None:
        """Apply an action, and check what must hold after it."""
        with self.reported():
            before = self.game.games[0].copy()
            self.telling.about_to(action)
            self.game.apply(action)
            self.done.append(action)
            self.watch.applied(action, before)
            for holds in self.checks:
                holds(self.watch)

    def follow(self, game: Game) -> None:
        """Continue with another object of the same game."""
        self.game = self.telling.game = game
        self.watch = self.watch.copy(game)

    @precondition(lambda self: not self.game.over)
    @rule(place=HUNDREDTHS)
    def act(self, place: int) -> None:
        self.apply(pick(self.game, place))

    @precondition(lambda self: not self.game.over)
    @rule(actions=st.integers(1, 150), luck=st.integers(0, 9))
    def play_on(self, actions: int, luck: int) -> None:
        """Several actions by a player without a plan."""
        rng = random.Random(luck)
        styles = rng.choices(STYLES, k=4)
        for _ in range(actions):
            if self.game.over:
                return
            self.apply(pick(self.game, rng.randrange(100), styles[self.game.player]))

    @precondition(lambda self: not self.game.over)
    @rule(
        actions=st.integers(1, 150),
        luck=st.integers(0, 9),
        a=st.integers(0, 5),
        b=st.integers(0, 20),
    )
    def play_on_and_stray(self, actions: int, luck: int, a: int, b: int) -> None:
        self.play_on(actions, luck)
        self.stray(a, b)

    @rule(a=st.integers(0, 5), b=st.integers(0, 20))
    def stray(self, a: int, b: int) -> None:
        """An illegal action of any kind is refused and changes nothing."""
        before, legal = self.game.games.tobytes(), self.game.legal()
        self.telling.look()
        with self.reported():
            for kind in ACTIONS:
                action = encode(kind, a, b)
                if action not in legal:
                    self.refused(action)
            assert self.game.games.tobytes() == before, "what was refused left a trace"
            assert self.game.legal() == legal, "what was refused changed what is legal"

    def refused(self, action: int) -> None:
        try:
            self.game.apply(action)
        except UserError:
            return
        self.telling.actions.append(self.named(action))
        raise AssertionError(f"{self.named(action)!r} was carried out, but is not legal")

    def named(self, action: int) -> str:
        try:
            return to_words(self.game.rules, action)
        except UserError:
            return str(action)

    @rule(how=st.sampled_from(["copied", "replayed", "restored", "looked at"]))
    def have_it_again(self, how: str) -> None:
        """Continue with the same game, obtained again in some way."""
        with self.reported():
            match how:
                case "copied":
                    self.copy()
                case "replayed":
                    self.replay()
                case "restored":
                    self.save_and_restore()
                case _:
                    self.look_again()
            for holds in self.checks:
                holds(self.watch)

    def copy(self) -> None:
        """A copy; the original is played on elsewhere and must not matter."""
        old, twin = self.game, self.game.copy()
        self.same(twin, "copied")
        before = twin.games.tobytes()
        for _ in range(3):
            if not old.over:
                old.apply(old.legal()[-1])
        assert twin.games.tobytes() == before, "the copy changed with the original"

    def replay(self) -> None:
        """The same actions from the start lead here."""
        again = Game(self.drawn.program(), self.players, self.seed)
        for action in self.done:
            again.apply(action)
        self.same(again, "replayed")

    def save_and_restore(self) -> None:
        """The bytes of the record are the whole game."""
        again = Game(self.drawn.program(), self.players, self.seed + 1)
        saved = self.game.games.tobytes()
        again.games[:] = np.frombuffer(saved, dtype=again.games.dtype)
        again.refresh()
        self.same(again, "restored")

    def same(self, other: Game, how: str) -> None:
        assert other.games.tobytes() == self.game.games.tobytes(), f"the {how} game is another"
        assert other.legal() == self.game.legal(), f"the {how} game has other legal actions"
        self.follow(other)

    def look_again(self) -> None:
        """Looking changes nothing, and every action's words mean that action."""
        before, legal = self.game.games.tobytes(), self.game.legal()
        self.game.refresh()
        assert self.game.legal() == legal, "looking again shows other actions"
        assert self.game.games.tobytes() == before, "looking again changes the game"
        for action, text in zip(legal, self.game.legal_words()):
            assert from_words(self.game.rules, text) == action, f"{text!r} is another action"
