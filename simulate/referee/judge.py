"""Judges a transcript: replays it and gives a verdict on each step."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from model import UserError
from model.clauses import clauses
from simulate.actions import to_words
from simulate.decisions.readings import Refused
from simulate.decisions.registry import FRAMES
from simulate.game import NoDecision
from simulate.referee.document import BRINGS, Document, Step
from simulate.referee.drawing import draw
from simulate.referee.expectations import Expectations
from simulate.referee.laying import Faults, faults_of
from simulate.referee.lenient import superfluous, supplied
from simulate.referee.phrases import parts
from simulate.referee.position import start_of
from simulate.referee.readout import state_of, state_text
from simulate.referee.reasons import Case, Reason, cited, explain
from simulate.referee.recovery import Recovery
from simulate.referee.rules import resolve
from simulate.referee.setting_up import dealt
from simulate.referee.stepper import (
    CELEBRITIES,
    CELEBRITY,
    GUEST,
    RESHUFFLE,
    ROLL,
    TILE,
    Stepper,
)
from simulate.referee.values import Card
from simulate.referee.verdict import (
    ENDING,
    FAILED,
    ILLEGAL,
    MISSING,
    OK,
    UNJUDGED,
    UNREADABLE,
    StepVerdict,
    Verdict,
)
from simulate.referee.words import read_action
from simulate.referee.writing import document_of, plain
from simulate.words.lexicon import Lexicon
from simulate.words.names import seat_name

ASKED_ONLY, ALL, NONE = "asked", "all", "none"
LEFT_OUT = "no such decision was pending here"
LACKING = {
    GUEST: 'the transcript does not say which guest was drawn: add "drawn": ["NAME"]',
    CELEBRITY: 'the transcript does not say which celebrity came: add "drawn": ["NAME"]',
    TILE: "an emperor scoring follows, and the transcript does not say which tile is in the game",
}


def judge(
    document: Document,
    folder: Path | None = None,
    *,
    show: str = ASKED_ONLY,
    at_steps: Collection[int] = (),
) -> Verdict:
    """Judge all steps of a transcript, including those after a fault as far as possible.

    Args:
        folder: where to find patch files that the transcript names.
        show: which states the verdict holds: "asked" (steps that say show), "all" or "none".
        at_steps: numbers of further steps, from 1, whose states are included.
    Raises UserError if the rules, the set-up or the position cannot be used.
    """
    return Judge(document, folder, show=show, at_steps=at_steps).judge()


@dataclass(frozen=True)
class _Change:
    """The last step that changed the game: the state before it, its action, its draws."""

    before: Stepper
    change: Callable[[Stepper], object]
    drawn: tuple[Card, ...]


class Judge:
    """One transcript being judged. After ``judge``, ``stepper`` holds the final position."""

    def __init__(
        self,
        document: Document,
        folder: Path | None = None,
        *,
        show: str = ASKED_ONLY,
        at_steps: Collection[int] = (),
    ) -> None:
        self.document, self.show, self.at_steps = document, show, set(at_steps)
        self.ruleset, program = resolve(document.rules, folder)
        self.lexicon = Lexicon(self.ruleset, document.names, program)
        try:
            games, known = start_of(document, self.lexicon)
        except UserError as error:
            raise Faults([*faults_of(error), *self._unreadable()]) from None
        self.stepper = Stepper(self.lexicon.program, games, known)
        self.stepper.run()
        self._ways = ""  # what may have come before a step that is not legal
        self._last: _Change | None = None
        self._recovery = Recovery(self.lexicon, self.stepper)

    def _unreadable(self) -> Iterator[str]:
        """Steps that cannot be understood in any position."""
        g = dealt(self.lexicon)[0]
        for number, step in enumerate(self.document.steps, start=1):
            try:
                if step.by is not None:
                    self.lexicon.seat(step.by)
                for text in parts(str(step.do or step.illegal or "pass"), g, None):
                    read_action(self.lexicon, g, 0, text, [])
            except UserError as error:
                yield f"step {number}: {error}"

    def take(self, step: Any) -> StepVerdict:
        """Judge one more step, as a transcript has it, and append it to ``document``.

        ``step``: a text or an object of plain data. An illegal, incomplete or unreadable step
        changes nothing and is not appended. Raises UserError for anything that is not a step.
        """
        document = document_of({**plain(self.document), "steps": [step]})
        judged = self._judged(len(self.document.steps) + 1, document.steps[0])
        if judged.status not in ENDING or self.stepper.waiting in LACKING:
            steps = [*self.document.steps, *document.steps]
            self.document = self.document.model_copy(update={"steps": steps})
        return judged

    def judge(self) -> Verdict:
        """The verdict on all steps."""
        return self.verdict(list(self.steps()))

    def steps(self) -> Iterator[StepVerdict]:
        """Judge the steps one by one. In between, ``stepper`` holds the position after the last.

        A faulty step is left out, and judging continues as described in ``recovery``.
        """
        for number, step in enumerate(drawn_together(self.document.steps), start=1):
            waits = self._recovery.prepare(step)
            judged = self._judged(number, step)
            if waits and judged.status in (ILLEGAL, MISSING, FAILED):
                judged = replace(judged, status=UNJUDGED, reason=waits, clauses=(), state=None)
            elif waits and judged.status == UNREADABLE:  # short forms are read by the position
                judged = replace(judged, reason=f"{judged.reason}; {waits}")
            yield judged
            if judged.status in ENDING:
                self._recovery.after(judged, step)

    def verdict(self, judged: Sequence[StepVerdict]) -> Verdict:
        """The verdict on the steps judged so far."""
        g = self.stepper.g
        return Verdict(
            title=self.document.title,
            ruleset=self.ruleset.label,
            ruleset_hash=self.ruleset.hash,
            players=tuple(self.lexicon.players),
            steps=tuple(judged),
            unjudged=sum(step.status == UNJUDGED for step in judged)
            + len(self.document.steps)
            - len(judged),
            over=self.stepper.over,
            then=self._next(),
            vp={name: int(g.players[i].vp) for i, name in enumerate(self.lexicon.players)},
        )

    # -- steps -----------------------------------------------------------------------------------

    def _judged(self, number: int, step: Step) -> StepVerdict:
        if step.drawn is not None and step.kind == "drawn" and self._last is not None:
            self.stepper.become(self._last.before.copy())
        try:
            found = self._step(step)
        except UserError as error:
            found = {"status": UNREADABLE, "reason": str(error)}
        wanted = step.show or number in self.at_steps or self.show == ALL
        if wanted and self.show != NONE and found.get("status") not in ENDING:
            found["state"] = state_of(self.lexicon, self.stepper)
            found["shown"] = tuple(state_text(self.lexicon, self.stepper))
        text, who = text_of_step(step), found.get("by")
        if who and step.by is None:
            text = f"{who}: {text}"
        return StepVerdict(number=number, text=text, **found)

    def _step(self, step: Step) -> dict[str, Any]:
        kind, stepper = step.kind, self.stepper
        if kind in ("note", "show"):
            return {}
        if kind == "drawn":
            return self._named_later(step)
        if kind == "roll" and stepper.waiting != ROLL and self.document.lenient:
            return self._filled_before(ROLL, step)
        if kind in (ROLL, RESHUFFLE, CELEBRITIES):
            return self._told(step)
        if kind == "expect":
            assert step.expect is not None
            unmet = Expectations(self.lexicon, stepper).unmet(step.expect)
            return {"status": FAILED, "reason": "; ".join(unmet)} if unmet else {}
        missing = self._missing()
        if missing:
            return {"status": MISSING, "reason": missing}
        return self._refused(step) if kind == "illegal" else self._done(step)

    def _told(self, step: Step) -> dict[str, Any]:
        """A roll of the dice, or a new order of the guests."""
        stepper = self.stepper
        if step.kind == ROLL:
            change, ids = partial(Stepper.roll, dice=step.roll or []), self._dice_clauses()
        elif step.kind == CELEBRITIES:
            met = [self.lexicon.keyed("celebrity", card) for card in step.celebrities or ()]
            change, ids = partial(Stepper.celebrities, order=met), ("lounge.reshuffle",)
        else:
            guests = [self.lexicon.guests.find(card) for card in step.reshuffle or ()]
            change, ids = partial(Stepper.reshuffle, guests=guests), ("row.deck-empty",)
        stepper = stepper.copy()
        try:
            change(stepper)
        except UserError as error:
            return self._against(f"{error} ({self._next()})", *ids)
        return self._change(change, step.drawn or (), {})

    # -- cards drawn ------------------------------------------------------------------------------

    def _change(
        self, change: Callable[[Stepper], object], drawn: Sequence[Card], found: dict[str, Any]
    ) -> dict[str, Any]:
        """Carry out a step that draws the cards named; returns the findings."""
        before = self.stepper.copy()
        try:
            draw(self.lexicon, self.stepper, drawn, change)
        except NoDecision:  # not the fault of the step
            self.stepper.become(before)
            raise
        except UserError as error:
            self.stepper.become(before)
            return {**found, **self._against(f"drawn: {error}")}
        self._last = _Change(before, change, tuple(drawn))
        return self._after(found)

    def _named_later(self, step: Step) -> dict[str, Any]:
        """The step before drew these cards, too: repeat it with them."""
        last = self._last
        if last is None:
            return self._against("drawn: nothing has been drawn yet")
        return self._change(last.change, (*last.drawn, *(step.drawn or ())), {})

    def _against(self, reason: str, *ids: str) -> dict[str, Any]:
        ids = cited(self.ruleset.edition, *ids)
        return {"status": ILLEGAL, "reason": reason, "clauses": ids}

    def _dice_clauses(self) -> tuple[str, ...]:
        """The clauses on how many dice are rolled, and when."""
        stepper = self.stepper
        if stepper.waiting != ROLL:
            return ("round.roll", "pass.wait")
        return (
            ("round.roll", "set-up.dice") if stepper.g.rolls == 1 else ("pass.bin", "pass.reroll")
        )

    def _filled_before(self, waiting: str, step: Step) -> dict[str, Any]:
        """Lenient: do what may be left out before a roll, as it must have been done."""
        filled = self._supply(lambda at: at.waiting == waiting, ends=True)
        return {**self._told(step), "filled": filled}

    def _done(self, step: Step) -> dict[str, Any]:
        """A step that claims one action, or several."""
        try:
            texts = parts(str(step.do), self.stepper.g, self.stepper.rules)
        except Refused as refused:
            by = self._name(self.stepper.player)
            return {"by": by, **self._against(refused.text, *refused.ids)}
        if len(texts) == 1:
            return self._one_done(step.model_copy(update={"do": texts[0]}))
        before, filled, found = self.stepper.copy(), list[str](), dict[str, Any]()
        for i, text in enumerate(texts):
            last = i == len(texts) - 1
            more = {"do": text, "by": step.by if not i else None}
            one = step.model_copy(update={**more, "drawn": step.drawn if last else None})
            try:
                found = self._one_done(one)
            except UserError:
                self.stepper.become(before)
                raise
            filled += found.pop("filled", ())
            if found.get("status") in ENDING and not (last and self.stepper.waiting in LACKING):
                self.stepper.become(before)
                return {**found, "reason": f"{text}: {found['reason']}"}
        return {**found, "filled": tuple(filled)}

    def _one_done(self, step: Step) -> dict[str, Any]:
        """An action claimed to have been done."""
        filled: tuple[str, ...] = ()
        action, reason = self._claimed(step)
        if reason is not None and self.document.lenient:
            said = self._action(str(step.do))
            seat = None if step.by is None else self.lexicon.seat(step.by)
            if isinstance(said, int) and superfluous(self.stepper, said, seat):
                return {"by": self._name(self.stepper.player if seat is None else seat),
                        "left_out": LEFT_OUT}  # fmt: skip
            filled = self._supply(partial(self._takes, step), ends=seat is not None)
            if not filled and seat not in (None, self.stepper.player):  # for the right reason
                filled = self._supply(lambda at: at.player == seat, ends=True)
            action, reason = self._claimed(step) if filled else (action, reason)
        by = self._name(self.stepper.player)
        if reason is not None:
            return {
                "status": ILLEGAL, "by": by, "reason": reason.text + self._ways,
                "clauses": reason.clauses, "filled": filled,
            }  # fmt: skip
        assert action is not None
        change = partial(Stepper.apply, action=action)
        return self._change(change, step.drawn or (), {"by": by, "filled": filled})

    def _claimed(self, step: Step) -> tuple[int | None, Reason | None]:
        """The action of a step that is legal here, or the reason why it is not."""
        self._ways = ""
        reason = self._wrong_player(step)
        if reason is not None:
            return None, reason
        action = self._action(str(step.do))
        if isinstance(action, Reason):
            return None, action
        return (action, None) if self.stepper.allows(action) else (None, self._why(action))

    def _takes(self, step: Step, at: Stepper) -> bool:
        """Is the action of a step legal in another position of this game?"""
        if at.player < 0 or (step.by is not None and self.lexicon.seat(step.by) != at.player):
            return False
        try:
            text = parts(str(step.do), at.g, at.rules)[0]
            action = read_action(self.lexicon, at.g, at.player, text, [])
        except (UserError, Refused):
            return False
        return isinstance(action, int) and at.allows(action)

    def _supply(self, reached: Callable[[Stepper], bool], *, ends: bool) -> tuple[str, ...]:
        """Do what a lenient transcript left out, if it is unambiguous; returns the actions done.

        If it is ambiguous, ``_ways`` describes the possibilities.
        """
        ways = supplied(self.stepper, reached, ends=ends)
        if len(ways) == 1:
            return tuple(self._fill(action) for action in ways[0])
        if ways:
            words = (", ".join(to_words(self.stepper.rules, one) for one in way) for way in ways)
            self._ways = f"; before it may have come: {' or: '.join(words)}; write which"
        return ()

    def _refused(self, step: Step) -> dict[str, Any]:
        """An action that is claimed to be illegal."""
        filled: tuple[str, ...] = ()
        reason = self._wrong_player(step)
        if reason is not None and self.document.lenient and step.by is not None:
            seat = self.lexicon.seat(step.by)
            filled = self._supply(lambda at: at.player == seat, ends=True)
            reason = self._wrong_player(step)
        if self._missing():
            return {"status": MISSING, "reason": self._missing(), "filled": filled}
        if reason is None:
            action = self._action(str(step.illegal))
            if isinstance(action, Reason):
                reason = action
            elif self.stepper.allows(action):
                known = action in self.stepper.legal()
                may = "this may be legal here: the card can be among those that are not known"
                return {"status": FAILED, "reason": "this is legal here" if known else may}
            else:
                reason = self._why(action)
        found: dict[str, Any] = {"reason": reason.text, "clauses": reason.clauses}
        wrong = because(step.because, reason)
        if wrong:
            found |= {"status": FAILED, "reason": wrong}
        return found | {"by": self._name(self.stepper.player), "filled": filled}

    def _after(self, found: dict[str, Any]) -> dict[str, Any]:
        """The verdict on a step after it is done: chance that followed may be missing."""
        lacking = LACKING.get(self.stepper.waiting)
        return {**found, "status": MISSING, "reason": lacking} if lacking else found

    # -- decisions -------------------------------------------------------------------------------

    def _action(self, words: str) -> int | Reason:
        stepper = self.stepper
        if stepper.over:
            return Reason("the game is over", cited(self.ruleset.edition, "end.over"))
        return read_action(self.lexicon, stepper.g, stepper.player, words, stepper.legal_words())

    def _why(self, action: int) -> Reason:
        stepper = self.stepper
        case = Case(self.lexicon, stepper.g, stepper.frame, action, tuple(stepper.legal()))
        return explain(case)

    def _wrong_player(self, step: Step) -> Reason | None:
        """Somebody acts on another player's decision."""
        stepper = self.stepper
        if step.by is None or stepper.over:
            return None
        seat = self.lexicon.seat(step.by)
        if seat == stepper.player:
            return None
        kind = int(stepper.frame.kind)
        ids = cited(self.ruleset.edition, *FRAMES[kind].order)
        who = self._name(stepper.player)
        return Reason(
            f"it is the decision of {who} ({FRAMES[kind].asks}), not of {self._name(seat)}", ids
        )

    def _missing(self) -> str:
        """Chance whose result the transcript does not give."""
        stepper = self.stepper
        if stepper.waiting == ROLL:
            n = int(stepper.g.dice_left)
            return f"{n} dice are rolled here: the transcript does not say how they fell"
        if stepper.waiting == RESHUFFLE:
            return "the discarded guests are shuffled: the transcript does not say their new order"
        if stepper.waiting == CELEBRITIES:
            return "celebrities are shuffled here: the transcript does not say their new order"
        return LACKING.get(stepper.waiting, "")

    def _fill(self, action: int) -> str:
        seat = self.stepper.player
        self.stepper.apply(action)
        return f"{self._name(seat)}: {to_words(self.stepper.rules, action)}"

    def _name(self, seat: int) -> str:
        return self.lexicon.players[seat] if seat >= 0 else ""

    def _next(self) -> str:
        """What happens after the last step judged."""
        stepper = self.stepper
        if stepper.over:
            return "the game is over"
        if stepper.waiting:
            return self._missing()
        return f"{self._name(stepper.player)} decides {FRAMES[int(stepper.frame.kind)].asks}"


def drawn_together(steps: Sequence[Step]) -> Iterator[Step]:
    """The steps, each with the cards that a later step names as drawn by it."""
    for i, step in enumerate(steps):
        later = [one for one in steps[i + 1 : i + 2] if one.kind == "drawn"]
        before = i > 0 and step.kind == "drawn" and steps[i - 1].kind in BRINGS
        if later and step.kind in BRINGS:
            cards = [*(step.drawn or ()), *(later[0].drawn or ())]
            yield step.model_copy(update={"drawn": cards})
        elif before:
            yield step.model_copy(update={"drawn": None, "note": f"drawn: {_cards(step.drawn)}"})
        else:
            yield step


def _cards(cards: Sequence[Card] | None) -> str:
    return ", ".join(str(card) for card in cards or ())


def because(claimed: str | None, reason: Reason) -> str:
    """The fault in a transcript's reason for a refusal; empty if there is none."""
    if claimed is None or claimed in reason.clauses:
        return ""
    if claimed in clauses() or claimed.casefold() not in reason.text.casefold():
        ids = f" [{', '.join(reason.clauses)}]" if reason.clauses else ""
        return f"it is refused, but for another reason than {claimed!r}: {reason.text}{ids}"
    return ""


def text_of_step(step: Step) -> str:
    """A step in one line."""
    by = f"{step.by}: " if isinstance(step.by, str) else ""
    by = f"{seat_name(step.by - 1)}: " if isinstance(step.by, int) else by
    if step.kind == "do":
        return f"{by}{step.do}"
    if step.kind == "illegal":
        return f"{by}not: {step.illegal}"
    if step.kind == "roll":
        return f"roll {' '.join(str(face) for face in step.roll or ())}"
    if step.kind in ("reshuffle", "celebrities", "drawn"):
        return f"{step.kind} {_cards(getattr(step, step.kind))}"
    if step.kind == "expect":
        assert step.expect is not None
        return f"expect {', '.join(sorted(step.expect.model_fields_set))}"
    return "show" if step.kind == "show" else f"note: {step.note}"


__all__ = ["OK", "Judge", "judge"]
