"""Rulesets as a strategy: an edition, single changes, options, rulings, and patches of any kind."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from model import Ruleset, UserError, load_ruleset
from model.ruleset import parse_spec
from model.sources import sources
from simulate.engine.compile import compile_ruleset
from tests.properties.patches import patches

HERE = Path(__file__).parent
# A land of plenty, so that a player without a plan fills a hotel and meets the rarer rules.
GENEROUS = (HERE / "generous.toml").read_text(encoding="utf-8")
FEW_GUESTS = (HERE / "few_guests.toml").read_text(encoding="utf-8")
FEW_DICE = (HERE / "few_dice.toml").read_text(encoding="utf-8")
NAMED = (GENEROUS, FEW_GUESTS, FEW_DICE)


@dataclass(frozen=True)
class Drawn:
    """A ruleset as it was drawn: what ``load_ruleset`` takes, patches as texts."""

    spec: str = "original-2015"
    options: tuple[tuple[str, str], ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    patches: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """What deviates from the edition, for a reader: one line, and some for each patch."""
        chosen = ", ".join(f"{k}={v}" for k, v in (*self.options, *self.rulings))
        lines = [f"{self.spec} ({chosen})" if chosen else self.spec]
        for text in self.patches:
            first, *rest = text.strip().splitlines()
            named = text in NAMED
            lines += [f"patch {first[6:-1]}"] if named else ["patch", *rest]
        return lines

    def load(self) -> Ruleset:
        """The ruleset. Raises UserError if a patch is refused."""
        return _loaded(self)

    def program(self) -> np.ndarray:
        """The compiled ruleset. Raises UserError if a patch is refused."""
        return _program(self)

    def with_patch(self, text: str) -> Drawn:
        """The same with a further patch."""
        return Drawn(self.spec, self.options, self.rulings, (*self.patches, text))


@lru_cache(maxsize=64)
def _loaded(drawn: Drawn) -> Ruleset:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for i, text in enumerate(drawn.patches):
            files.append(Path(folder) / f"patch-{i}.toml")
            files[-1].write_text(text, encoding="utf-8")
        rulings = dict(drawn.rulings)
        return load_ruleset(drawn.spec, rulings=rulings, patches=files, **dict(drawn.options))


@lru_cache(maxsize=64)
def _program(drawn: Drawn) -> np.ndarray:
    return compile_ruleset(_loaded(drawn))


def specs() -> st.SearchStrategy[str]:
    """An edition with any of its changes left out and any others added."""
    known = sources()

    def flipped(drawn: tuple[str, set[str]]) -> str:
        edition, flips = drawn
        own = known.edition[edition].changes
        return edition + "".join(f"{'-' if c in own else '+'}{c}" for c in sorted(flips))

    flips = st.sets(st.sampled_from(sorted(known.change)), max_size=len(known.change))
    return st.tuples(st.sampled_from(sorted(known.edition)), st.just(set()) | flips).map(flipped)


@st.composite
def options(draw: Callable[..., Any]) -> tuple[tuple[str, str], ...]:
    """Some of the options chosen."""
    chosen = []
    for id, option in sources().option.items():
        choice = draw(st.sampled_from([None, *option.choices]))
        if choice:
            chosen.append((id, choice))
    return tuple(chosen)


@st.composite
def rulings(draw: Callable[..., Any], spec: str) -> tuple[tuple[str, str], ...]:
    """Some of the open questions answered otherwise than by default."""
    known = sources()
    _edition, in_force = parse_spec(spec)
    open_ = [
        id
        for id, ruling in known.ruling.items()
        if ruling.status == "switch" and not set(ruling.superseded_by) & set(in_force)
    ]
    chosen = draw(st.lists(st.sampled_from(open_), max_size=6, unique=True))
    return tuple((id, draw(st.sampled_from(sorted(known.ruling[id].readings)))) for id in chosen)


SETTINGS = ([], [GENEROUS], [GENEROUS], [GENEROUS, FEW_GUESTS], [FEW_DICE])


@st.composite
def rulesets(draw: Callable[..., Any], patched: bool | None = None) -> Drawn:
    """A ruleset that the model accepts. ``patched``: with or without random patches (None: any)."""
    spec = draw(specs())
    texts = []
    if patched is not False:
        texts += draw(st.sampled_from(SETTINGS))
        if patched or draw(st.booleans()):
            texts.append(draw(patches()))
    drawn = Drawn(spec, draw(options()), draw(rulings(spec)), tuple(texts))
    try:
        drawn.program()
    except UserError:
        assume(False)
    return drawn
