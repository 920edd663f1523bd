"""Declaring invariants: decorators, premises, and the conversion of a file's functions to checks.

Each decorator makes a ``Check`` of a function. Its docstring is the sentence that reports print;
the names of its parameters determine its arguments.
"""

from __future__ import annotations

import dis
import inspect
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from inspect import ismodule
from itertools import pairwise
from types import CodeType
from typing import Any

from model.errors import UserError

INVARIANT, TRANSITION, FINAL = "invariant", "transition", "final"
REACHABLE, NEVER = "reachable", "never"
OF_POSITIONS = ("game", "player")
OF_TRANSITIONS = ("before", "action", "after")


class Unmet(Exception):
    """The premise of a check is not met here."""


class Misdeclared(UserError):
    """A check is declared in a way that cannot work; the message names its line."""


def assume(condition: object) -> None:
    """End the check here unless the condition holds.

    Only calls that pass every ``assume`` count as checks. A check that never does is reported as
    vacuous, not as passed.
    """
    if not condition:
        raise Unmet


@dataclass(frozen=True)
class Check:
    """One declared invariant.

    ``kind``: one of the constants above. ``wants``: the names of its parameters. ``when`` and
    ``target`` take the same or fewer. ``hidden``: it may read hands, decks and cards on offer.
    ``compiled``: a numba function of the raw state and the compiled rules.
    """

    kind: str
    name: str
    sentence: str
    function: Callable[..., Any]
    wants: tuple[str, ...]
    file: str
    line: int
    when: Callable[..., Any] | None = None
    target: Callable[..., Any] | None = None
    hidden: bool = False
    compiled: bool = False

    @property
    def by_seat(self) -> bool:
        """Is it asked for each player of a position?"""
        return "player" in self.wants

    @property
    def wanted(self) -> bool:
        """Is one example enough to satisfy it, as for ``reachable``?"""
        return self.kind == REACHABLE

    def __call__(self, *given: Any) -> Any:
        """The function itself, so that one check can use another."""
        return self.function(*given)


declared: list[Check] = []
"""All checks in order of declaration, including those whose name was used again."""


@dataclass
class Declaring:
    """A decorator, with or without arguments."""

    kind: str
    allowed: tuple[str, ...] = field(default=OF_POSITIONS)

    def __call__(
        self,
        function: Callable[..., Any] | None = None,
        *,
        when: Callable[..., Any] | None = None,
        target: Callable[..., Any] | None = None,
        hidden: bool = False,
    ) -> Any:
        """Declare a check.

        Args:
            when: the premise, a function of the same or fewer parameters; the check is only made
                where it returns true.
            target: a number that a search tries to maximise, a function of ``game`` or ``player``
                (``after`` for a transition).
            hidden: may it read hands, decks and cards on offer?
        Raises Misdeclared, naming the line.
        """
        if function is None:
            return lambda given: self(given, when=when, target=target, hidden=hidden)
        plain = getattr(function, "py_func", function)  # of a numba function
        code = plain.__code__
        check = Check(
            kind=self.kind,
            name=plain.__name__,
            sentence=_sentence(plain),
            function=function,
            wants=tuple(inspect.signature(plain).parameters),
            file=code.co_filename,
            line=code.co_firstlineno,
            when=when,
            target=target,
            hidden=hidden,
            compiled=plain is not function,
        )
        self._validate(check)
        declared.append(check)
        return check

    def _validate(self, check: Check) -> None:
        where = f"line {check.line}: {check.name}"
        function: Any = check.function
        if check.compiled:
            if check.kind == TRANSITION or len(check.wants) != 2:
                raise Misdeclared(f"{where}: a numba function takes the state and the rules")
            if check.when is not None or check.target is not None:
                raise Misdeclared(f"{where}: a numba function has no when= and no target=")
            if not can_answer(function.py_func):
                raise Misdeclared(f"{where}: returns nothing; write return")
            return
        unknown = [name for name in check.wants if name not in self.allowed]
        if unknown or not check.wants:
            known = ", ".join(self.allowed)
            what = f"has the parameter {unknown[0]!r}" if unknown else "has no parameter"
            raise Misdeclared(f"{where}: {what}; @{check.kind} passes {known}, by these names")


def _sentence(function: Callable[..., Any]) -> str:
    """The first paragraph of the docstring in one line, or the name in words."""
    said = (inspect.getdoc(function) or "").split("\n\n")[0]
    return " ".join(said.split()) or function.__name__.replace("_", " ")


@cache
def can_answer(function: Callable[..., Any]) -> bool:
    """May a function return something, or raise? One that calls other than built-in ones may."""
    code, known = function.__code__, function.__globals__.items()
    others = {name for name, one in known if callable(one) or ismodule(one)} - {assume.__name__}
    steps = list(dis.get_instructions(code))
    returned = (
        before if step.opname == "RETURN_VALUE" else step  # else a constant
        for before, step in pairwise(steps)
        if step.opname in ("RETURN_VALUE", "RETURN_CONST")
    )
    return (
        bool(code.co_freevars)
        or _may_raise(code, others)
        or any(one.opcode not in dis.hasconst or one.argval is not None for one in returned)
    )


def _may_raise(code: CodeType, others: set[str]) -> bool:
    return any(
        step.opname == "RAISE_VARARGS" or (step.opname == "LOAD_GLOBAL" and step.argval in others)
        for step in dis.get_instructions(code)
    ) or any(_may_raise(one, others) for one in code.co_consts if isinstance(one, CodeType))


def parameters(function: Callable[..., Any], check: Check) -> tuple[str, ...]:
    """The parameters of ``when`` or ``target`` of a check. Raises Misdeclared for invalid ones."""
    allowed: tuple[str, ...] = OF_TRANSITIONS if check.kind == TRANSITION else OF_POSITIONS
    if function is check.target and check.kind == TRANSITION:
        allowed = ("after",)
    names = tuple(inspect.signature(function).parameters)
    unknown = [name for name in names if name not in allowed]
    if unknown:
        raise Misdeclared(
            f"line {check.line}: {check.name}: when= and target= take {', '.join(allowed)},"
            f" not {unknown[0]!r}"
        )
    return names


invariant = Declaring(INVARIANT)
"""Must hold in every position: ``@invariant def rich(player): return player.krones <= 20``."""
final = Declaring(FINAL)
"""Must hold in every position of a finished game."""
reachable = Declaring(REACHABLE)
"""Must be true in some position; passes when an example is found, and counts examples."""
never = Declaring(NEVER)
"""Must be true in no position."""
transition = Declaring(TRANSITION, OF_TRANSITIONS)
"""Must hold from each position to the next: ``before``, ``action``, ``after``."""
