"""A game played interactively: act in words, undo, save, continue from a transcript.

session = Session.dealt(load_ruleset("revised-2021"), players=2, seed=7)
session.act("guest 2")
session.undo()
session.set("krones", "12", seat=0)
session.save(Path("mine.json"))
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from model import Ruleset, UserError
from model.patch import Patch
from model.words import many
from simulate.actions import decode, to_words
from simulate.decisions.readings import Refused
from simulate.engine import codes as c
from simulate.game import Game, IllegalAction
from simulate.narration.changes import HAND, OFFER, Changes
from simulate.narration.sentences import sentence
from simulate.referee.document import Document
from simulate.referee.judge import Judge
from simulate.referee.phrases import parts
from simulate.referee.position import at_turn
from simulate.referee.reasons import Case, Reason, cited, explain
from simulate.referee.recorder import Recorder, from_state
from simulate.referee.stepper import Stepper
from simulate.referee.verdict import OK
from simulate.referee.words import read_action
from simulate.referee.writing import document_of, plain, read_file
from simulate.words.lexicon import Lexicon
from simulate.words.names import Names

# How others see an action with a card hidden from them.
UNSEEN = {c.DRAFT: "drafts a staff card", c.BURY: "puts a staff card under the deck"}

# Fields of a position that name cards, and the decks in which a newly set card may lie.
DECKS = {
    "row": ("guest_deck", "guest_discard"),
    "guests": ("guest_deck", "guest_discard"),
    "hand": ("staff_deck", "staff_removed"),
    "staff": ("staff_deck", "staff_removed"),
}


DEALT = re.compile(r"seed (\d{1,18}), game (\d{1,18})$")  # the title of a game dealt here


@dataclass
class _Mark:
    """A saved state of a game, to go back to."""

    game: Game
    recorder: Recorder
    seat: int


@dataclass
class _Earlier:
    """A transcript's decision before the step from which a game continues, to go back to.

    ``begun``: the last position before it that can be laid out; ``since``: the actions after that.
    """

    begun: Stepper
    since: tuple[str, ...]
    seat: int


class Session:
    """One game, its transcript so far, and its undo history.

    ``game``: its state; ``names``: words for its cards and players.
    """

    def __init__(
        self, ruleset: Ruleset, game: Game, recorder: Recorder, patches: Sequence[Patch]
    ) -> None:
        self.ruleset, self.game, self.recorder = ruleset, game, recorder
        self.lexicon: Lexicon = recorder.lexicon
        self.names: Names = self.lexicon.names
        self.patches = tuple(patches)
        self._marks: list[_Mark] = []
        self._earlier: list[_Earlier] = []

    @classmethod
    def dealt(
        cls,
        ruleset: Ruleset,
        players: int,
        seed: int,
        number: int = 0,
        *,
        names: Sequence[str] = (),
        patches: Sequence[Patch] = (),
    ) -> Session:
        """A new game; the parameters as for ``Game`` and ``Recorder``."""
        game = Game(ruleset, players, seed, number)
        title = f"seed {seed}, game {number}"
        recorder = Recorder(ruleset, game, players=names, patches=patches, title=title)
        return cls(ruleset, game, recorder, patches)

    @classmethod
    def laid_out(cls, lexicon: Lexicon, stepper: Stepper, rules: dict[str, Any]) -> Session:
        """A stepper's current position; ``rules``: in a transcript's form.

        It is in a turn, or at the first decision of a set-up. Later chance is dealt again.
        Raises UserError where nobody is to move.
        """
        first = not stepper.g.decisions and not at_turn(stepper.g)
        if stepper.player < 0 or not (first or at_turn(stepper.g)):
            raise UserError("it is nobody's turn in this position")
        ruleset, players = lexicon.ruleset, lexicon.players
        if any(isinstance(patch, str) for patch in rules.get("patches", ())):
            raise UserError("rules.patches: write the patches themselves into the transcript")
        patches = [Patch.model_validate(tree) for tree in rules.get("patches", ())]
        game = stepper.game()
        if not first:  # as the position will be read again, without the sources of VP
            document = from_state(game, ruleset, players=players, patches=patches)
            game = Judge(document).stepper.game()
        recorder = Recorder(ruleset, game, players=players, patches=patches, here=not first)
        return cls(ruleset, game, recorder, patches)

    @classmethod
    def taken_over(cls, document: Document, step: int | None = None) -> Session:
        """A game after a step of a transcript (default: the last one).

        Its own transcript begins with the turn of that step, or with the set-up. Later dice
        and hidden cards are dealt again. Raises UserError if nobody was to move then, if
        the transcript is not in order up to there, or if it names patch files (write the patches
        into it instead).
        """
        steps = document.steps if step is None else document.steps[:step]
        judge, rules = Judge(document), plain(document).get("rules", {})
        begun, since, earlier = judge.stepper.copy(), list[str](), list[_Earlier]()
        for verdict, done in zip(judge.steps(), steps, strict=False):
            if verdict.status != OK:
                raise UserError(f"step {verdict.number} is {verdict.status}: {verdict.reason}")
            if done.do is not None:
                seat = judge.lexicon.find_seat(verdict.by)
                earlier.append(_Earlier(begun, tuple(since), -1 if seat is None else seat))
            if judge.stepper.player >= 0 and at_turn(judge.stepper.g):
                begun, since = judge.stepper.copy(), []
            elif done.do is not None:
                since.append(done.do)
        session = cls.laid_out(judge.lexicon, begun, rules)
        for words in since:
            session.act(words)
        session._marks.clear()
        session._earlier = earlier
        return session

    @classmethod
    def resumed(cls, document: Document) -> Session:
        """A game as it was saved: same deal, same later chance, and every step can be undone.

        ``document``: as ``save`` wrote it. A game whose position was set, or that was dealt
        elsewhere, continues as from any transcript (``taken_over``). Raises UserError likewise.
        """
        dealt = DEALT.match(document.title)
        rules = plain(document).get("rules", {})
        if dealt is None or document.setup is None or not isinstance(rules.get("spec", ""), str):
            return cls.taken_over(document)
        judge = Judge(document)
        patches = [Patch.model_validate(tree) for tree in rules.get("patches", ())]
        names = document.names if isinstance(document.players, list) else ()
        players, (seed, number) = len(document.names), map(int, dealt.groups())
        session = cls.dealt(judge.ruleset, players, seed, number, names=names, patches=patches)
        if plain(session.document())["setup"] != plain(document)["setup"]:
            return cls.taken_over(document)
        for step in document.steps:
            if step.do is not None:
                session.act(step.do)
        return session

    @property
    def players(self) -> list[str]:
        return self.recorder.lexicon.players

    # -- what there is to do ---------------------------------------------------------------------

    @property
    def player(self) -> int:
        """The seat that decides; -1 when the game is over."""
        return self.game.player

    def options(self) -> list[tuple[str, str]]:
        """The legal actions: each one's words and its meaning in this position."""
        told = [sentence(self.names, self.game.state, action).text for action in self.game.legal()]
        return list(zip(self.game.legal_words(), told, strict=True))

    def parts(self, words: str) -> list[str]:
        """The actions that a text stands for: "prepare 1.3, 1.4" is two, "takes a die of 5" one.

        Raises IllegalAction for amounts that the action cannot give.
        """
        try:
            return parts(words, self.game.state, self.game.rules)
        except Refused as refused:
            ids = cited(self.ruleset.edition, *refused.ids)
            raise IllegalAction(_because(Reason(refused.text, ids))) from None

    def act(self, words: str | int, hidden: Collection[int] = ()) -> list[str]:
        """Carry out an action, compact or in any words; returns its changes, in lines.

        ``hidden``: seats whose cards in hand, or drawn, are not named.
        Raises UserError for words that mean nothing, and IllegalAction with the reason (and the
        ids of clauses) for an illegal action; then nothing has changed.
        """
        action = words if isinstance(words, int) else self._read(words)
        mark = self._mark()
        before = self.game.games.copy()[0]
        told = sentence(self.names, before, action).text
        self.recorder.add(action)
        self.game.apply(action)
        self._marks.append(mark)
        changed = list(changes(self.names, self.players, before, self.game.state, hidden))
        who = self.players[mark.seat]
        if mark.seat in hidden:
            told = UNSEEN.get(decode(action)[0], told)
        return [f"{who}: {told or to_words(self.game.rules, action)}", *changed]

    def _read(self, words: str) -> int:
        legal = self.game.legal_words()
        action = read_action(self.lexicon, self.game.state, self.player, words, legal)
        if isinstance(action, Reason):
            raise IllegalAction(_because(action))
        if action not in self.game.legal():
            state = self.game.state
            case = Case(
                self.lexicon, state, state.frames[state.top - 1], action, tuple(self.game.legal())
            )
            raise IllegalAction(_because(explain(case)))
        return action

    # -- going back ------------------------------------------------------------------------------

    def undo(self, seats: Sequence[int] = ()) -> bool:
        """Undo the last action; with ``seats``, all actions back to the last one of these.

        Returns whether there was one.
        """
        back = len(self._marks) - 1
        while back >= 0 and seats and self._marks[back].seat not in seats:
            back -= 1
        if back < 0:
            return self._undo_earlier(seats)
        mark = self._marks[back]
        del self._marks[back:]
        self.game, self.recorder = mark.game, mark.recorder
        return True

    def _undo_earlier(self, seats: Sequence[int]) -> bool:
        """Undo before the step from which the game continues."""
        rules = self.recorder.data.get("rules", {})
        while self._earlier:
            one = self._earlier.pop()
            if seats and one.seat not in seats:
                continue
            try:
                found = Session.laid_out(self.lexicon, one.begun.copy(), rules)
                for words in one.since:
                    found.act(words)
            except UserError:  # no position can be laid out there
                continue
            self._marks.clear()
            self.game, self.recorder = found.game, found.recorder
            return True
        return False

    def _mark(self) -> _Mark:
        """The state now, independent of what follows."""
        recorder = copy(self.recorder)
        recorder.stepper, recorder.steps = self.recorder.stepper.copy(), list(self.recorder.steps)
        return _Mark(self.game.copy(), recorder, self.player)

    # -- writing down and laying out -------------------------------------------------------------

    def document(self) -> Document:
        return self.recorder.document()

    def save(self, file: Path) -> None:
        """Write the transcript. Raises UserError if that is not possible."""
        self.recorder.write(file)

    def set(self, field: str, value: str, seat: int | None = None) -> None:
        """Change the position: a field of a transcript's ``position``, or of a player's in it.

        ``value``: as JSON, or else the text that a transcript has there. Earlier moves are no
        longer part of the transcript; ``undo`` restores them. Raises UserError in the middle of an
        action, and for unknown fields and impossible values.
        """
        players = self.players
        document = from_state(self.game, self.ruleset, players=players, patches=self.patches)
        data = plain(document)
        where = data["position"] if seat is None else data["position"]["players"][players[seat]]
        where[field] = given = _value(value)
        cards = given if isinstance(given, list) else list(given) if isinstance(given, dict) else []
        for deck in DECKS.get(field, ()):
            self._take_out(data["position"], deck, cards)
        judge = Judge(document_of(data))
        found = Session.laid_out(judge.lexicon, judge.stepper, data.get("rules", {}))
        self._marks.append(self._mark())
        self.game, self.recorder = found.game, found.recorder

    def _take_out(self, position: dict[str, Any], deck: str, cards: Sequence[Any]) -> None:
        """Remove newly set cards from the decks."""
        known = self.lexicon.guests if deck.startswith("guest") else self.lexicon.staff
        gone = {known.find(card) for card in cards if isinstance(card, int | str)}
        listed = [known.find(card) for card in position.get(deck, [])]
        position[deck] = [known.numbers[card] for card in listed if card not in gone]


def load(file: Path, step: int | None = None, *, resume: bool = False) -> Session:
    """A game after a step of a transcript's file; ``resume``: as saved.

    Raises UserError naming the file.
    """
    document = read_file(file)
    if step is not None and step > len(document.steps):
        raise UserError(f"{file.name}: it has {len(document.steps)} steps, no step {step}")
    try:
        return Session.resumed(document) if resume else Session.taken_over(document, step)
    except UserError as error:
        raise UserError(f"{file.name}: {error}") from None


def changes(
    names: Names, players: Sequence[str], before: Any, after: Any, hidden: Collection[int] = ()
) -> Iterator[str]:
    """The differences between two states: a line for each player, and one for the table.

    ``hidden``: seats whose cards in hand, or drawn, are not named.
    """
    found = Changes(names, before, after)
    for seat, player in enumerate(players):
        unseen = frozenset({HAND, OFFER}) if seat in hidden else frozenset[str]()
        phrases = found.of_player(seat, unseen)
        if seat in hidden:
            more = int(after["players"][seat]["hand_size"] - before["players"][seat]["hand_size"])
            phrases += [f"{many(more, 'card')} into the hand"] if more > 0 else []
        if phrases:
            yield f"{player}: {'; '.join(phrases)}"
    table = found.of_table()
    if hidden:  # a card put under the deck is hidden from all
        table = [phrase for phrase in table if not phrase.endswith("goes under the staff deck")]
    if table:
        yield "; ".join(table)


def _because(reason: Reason) -> str:
    return f"{reason.text} [{', '.join(reason.clauses)}]" if reason.clauses else reason.text


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):  # more digits, or brackets, than json reads
        return text
