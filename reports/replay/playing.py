"""A game played by policies, filmed along with the narrator."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from model.patch import Patch
from reports.pictures import Unseen, groups
from reports.replay.film import Film, Jump, card_texts
from simulate.game import Game
from simulate.narration.lines import TextLine
from simulate.narration.transcript import Narrator
from simulate.referee.recorder import Recorder

JUMPS = ("round", "turn")


class Camera:
    """Films a narrated game: ``choose`` and the lines pass through it unchanged.

    Step n of the film is the position after step n of the game's transcript, so a step has the same
    number in both; a roll is also a step, and shows the same as the decision before it. The lines
    of a step are those that led to it.

    ``patches``: those of the ruleset. ``file``: the transcript that is also written, for commands;
    "" if there is none.
    """

    def __init__(
        self, narrator: Narrator, *, patches: Iterable[Patch] = (), file: str = ""
    ) -> None:
        self.narrator = narrator
        self.film = Film(f"Grand Austria Hotel: {narrator.title}", file=file)
        self.film.cards = card_texts(narrator.names)
        self._players = narrator.policies
        self._pending: list[tuple[int, str]] = []  # the parts of an unfinished line
        self._recorder = Recorder(narrator.names.ruleset, narrator.game, patches=patches)

    def watch(self, choose: Callable[[Game, str], int]) -> Callable[[Game, str], int]:
        """``choose(game, policy)``, with a picture taken before each choice."""

        def choosing(game: Game, policy: str) -> int:
            self._continued(self.narrator.pending)
            self._look(game)
            action = choose(game, policy)
            self._recorder.add(action)
            return action

        return choosing

    def lines(self, told: Iterator[TextLine]) -> Iterator[TextLine]:
        """The narrator's lines; after the last one the film is complete."""
        for line in told:
            self._hear(line)
            yield line
        self._look(self.narrator.game)

    def _look(self, game: Game) -> None:
        unseen = Unseen(claims=self.film.claims(game.state))
        shown = groups(self.narrator.names, game.state, self._players, unseen=unseen)
        while len(self.film) <= len(self._recorder.steps):
            self.film.add(shown, game.player)

    def _continued(self, text: str) -> None:
        """Note the present state of a line that later decisions may continue."""
        known = "".join(part for _, part in self._pending)
        if text and not text.startswith(known):
            self._pending, known = [], ""
        if len(text) > len(known):
            self._pending.append((len(self.film), text[len(known) :]))

    def _hear(self, line: TextLine) -> None:
        known = "".join(part for _, part in self._pending)
        if self._pending and line.text.startswith(known):
            self._continued(line.text)
            parts, self._pending = self._pending, []
        else:
            parts = [(len(self.film), line.text)]
        step = parts[0][0]
        self.film.say(line.style, line.indent, parts)
        if line.style in JUMPS:
            self.film.jumps.append(Jump(step, line.style, line.text.partition(";")[0]))
