"""Rulesets as a strategy: an edition, single changes, options, rulings, and patches of any kind."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import tomli
from hypothesis import assume
from hypothesis import strategies as st

from model import Ruleset, UserError, load_ruleset
from model.patch import Patch
from model.ruleset import parse_spec
from model.sources import sources
from simulate.engine.compile import compile_ruleset
from simulate.properties.strategies.patches import patches
from simulate.referee.rules import rules_of

HERE = Path(__file__).parent
# A land of plenty, so that a player without a plan fills a hotel and meets the rarer rules.
GENEROUS = (HERE / "generous.toml").read_text(encoding="utf-8")
FEW_GUESTS = (HERE / "few_guests.toml").read_text(encoding="utf-8")
FEW_DICE = (HERE / "few_dice.toml").read_text(encoding="utf-8")
EVENTFUL = (HERE / "eventful.toml").read_text(encoding="utf-8")  # needs the unique hotels
NAMED = (GENEROUS, FEW_GUESTS, FEW_DICE, EVENTFUL)


@dataclass(frozen=True)
class Drawn:
    """A ruleset as drawn: the arguments of ``load_ruleset``, with patches as texts."""

    spec: str = "original-2015"
    options: tuple[tuple[str, str], ...] = ()
    rulings: tuple[tuple[str, str], ...] = ()
    patches: tuple[str, ...] = ()
    assumptions: str = "default"

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def lines(self) -> list[str]:
        """Differences from the edition in words: one line, and some for each patch."""
        assumed = (("assumptions", self.assumptions),) if self.assumptions != "default" else ()
        chosen = ", ".join(f"{k}={v}" for k, v in (*self.options, *self.rulings, *assumed))
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

    def read_patches(self) -> list[Patch]:
        """The patches themselves, as transcripts hold them."""
        return [Patch.model_validate(tomli.loads(text)) for text in self.patches]

    def named(self) -> dict[str, Any]:
        """The rules as a transcript names them, patches included."""
        return rules_of(self.load(), self.read_patches())

    def with_patch(self, text: str) -> Drawn:
        """The same with a further patch."""
        return replace(self, patches=(*self.patches, text))


@lru_cache(maxsize=64)
def _loaded(drawn: Drawn) -> Ruleset:
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for i, text in enumerate(drawn.patches):
            files.append(Path(folder) / f"patch-{i}.toml")
            files[-1].write_text(text, encoding="utf-8")
        return load_ruleset(
            drawn.spec,
            rulings=dict(drawn.rulings),
            assumptions=drawn.assumptions,
            patches=files,
            **dict(drawn.options),
        )


@lru_cache(maxsize=64)
def _program(drawn: Drawn) -> np.ndarray:
    return compile_ruleset(_loaded(drawn))


def of_kind(*kinds: str) -> list[str]:
    """The ids of changes of these kinds; those of the draft are of kind "draft"."""
    known = sources().change
    kind_of = {
        id: "draft" if c.kind == "change" and c.modules else c.kind for id, c in known.items()
    }
    return sorted(id for id, kind in kind_of.items() if kind in kinds)


MODULES = tuple(id for id, change in sources().change.items() if change.kind == "module")


@st.composite
def editions(draw: Callable[..., Any]) -> str:
    """An edition with any of its changes left out and any others added, and variants."""
    edition = draw(st.sampled_from(sorted(sources().edition)))
    flips = draw(st.just(set()) | st.sets(st.sampled_from(of_kind("change"))))
    own = sources().edition[edition].changes
    signed = [f"{'-' if change in own else '+'}{change}" for change in sorted(flips)]
    variants = draw(st.just([]) | st.lists(st.sampled_from(of_kind("variant")), unique=True))
    return edition + "".join([*signed, *(f"+{variant}" for variant in variants)])


@st.composite
def modules(draw: Callable[..., Any]) -> str:
    """Additions to the edition: some of the modules, all or some of the draft's changes."""
    chosen = draw(st.sampled_from([MODULES]) | st.sets(st.sampled_from(MODULES), min_size=1))
    plus = [module for module in MODULES if module in chosen]
    known = sources().change
    above = [id for id in of_kind("draft", "extra") if set(known[id].modules) <= set(chosen)]
    more = draw(
        st.sampled_from([[], ["draft"]])
        | st.lists(st.sampled_from(above or ["draft"]), unique=True)
    )
    return "".join(f"+{id}" for id in (*plus, *more))


def specs() -> st.SearchStrategy[str]:
    """A ruleset's name: half of them with modules."""
    with_modules = st.builds(str.__add__, editions(), modules())
    return st.booleans().flatmap(lambda more: with_modules if more else editions())


def in_play(spec: str) -> tuple[str, ...]:
    """The modules of a ruleset."""
    _edition, changes = parse_spec(spec)
    return tuple(id for id in changes if id in MODULES)


@st.composite
def options(draw: Callable[..., Any]) -> tuple[tuple[str, str], ...]:
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


ASSUMED = st.just("default") | st.integers(0, 999).map("sample:{}".format)
SETTINGS: tuple[list[str], ...] = ([], [GENEROUS], [GENEROUS], [GENEROUS, FEW_GUESTS], [FEW_DICE])


@st.composite
def rulesets(draw: Callable[..., Any], patched: bool | None = None) -> Drawn:
    """A ruleset that the model accepts. ``patched``: with or without random patches (None: any)."""
    spec = draw(specs())
    texts = []
    if patched is not False:
        texts += draw(st.sampled_from(SETTINGS))
        if patched or draw(st.booleans()):
            texts.append(draw(patches(modules=in_play(spec))))
    assumed = draw(ASSUMED) if in_play(spec) else "default"
    drawn = Drawn(spec, draw(options()), draw(rulings(spec)), tuple(texts), assumed)
    try:
        drawn.program()
    except UserError:
        assume(False)
    return drawn
