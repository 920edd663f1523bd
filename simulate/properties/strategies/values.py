"""Values of the schema as strategies: what any field may hold, read off the models themselves.

A field that the models gain is drawn from then on, with nothing to change here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

from annotated_types import Ge, Le, MaxLen, MinLen
from hypothesis import strategies as st
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from model.vocabulary.base import COLOURS, FILTERS, NEEDED, Count, Filter
from model.vocabulary.effects import Effect
from model.vocabulary.penalties import Penalty
from model.wording import GOODS

# Fields that are drawn in a narrower range than the schema allows: beyond it, points no longer fit
# the records, or a card feeds itself for ever.
CEILINGS = {
    "Gain.vp": 20,
    "LoseScore.vp": 20,
    "Draw.cards": 4,
    "Strength.dice": 3,
    "Final.krone_vp": 20,
}
LONGEST_LIST = 3


def unwrapped(annotation: Any, extra: tuple[Any, ...] = ()) -> tuple[Any, tuple[Any, ...]]:
    """An annotation without ``Annotated`` and ``| None``, and the constraints found on the way."""
    found = list(extra)
    while True:
        if get_origin(annotation) is Annotated:
            annotation, *more = get_args(annotation)
            for entry in more:
                found += entry.metadata if isinstance(entry, FieldInfo) else [entry]
        elif get_origin(annotation) in (Union, UnionType) and NoneType in get_args(annotation):
            rest = [part for part in get_args(annotation) if part is not NoneType]
            annotation = Union[tuple(rest)]  # noqa: UP007
        else:
            return annotation, tuple(found)


def bounds(meta: tuple[Any, ...], path: str) -> tuple[int, int]:
    """The least and the largest whole number of a field."""
    low = next((int(m.ge) for m in meta if isinstance(m, Ge)), 0)  # type: ignore[call-overload]
    high = next((int(m.le) for m in meta if isinstance(m, Le)), 20)  # type: ignore[call-overload]
    return low, min(high, CEILINGS.get(path, high))


def number(low: int, high: int, near: int | None = None) -> st.SearchStrategy[int]:
    """A whole number: mostly a small one, or one near what stands there; now and then any."""
    start = low if near is None else max(low, near - 2)
    end = low + 3 if near is None else near + 2
    return st.integers(min(start, high), min(end, high)) | st.integers(low, high)


def of(annotation: Any, meta: tuple[Any, ...] = (), path: str = "") -> st.SearchStrategy[Any]:
    """A strategy for the plain data (as in a TOML file) of an annotation."""
    annotation, meta = unwrapped(annotation, meta)
    origin = get_origin(annotation)
    if annotation is bool:
        return st.booleans()
    if annotation is int:
        return number(*bounds(meta, path))
    if annotation is str:
        return st.just("x")
    if origin is Literal:
        return st.sampled_from(get_args(annotation))
    if origin in (Union, UnionType):
        return st.one_of([of(part) for part in get_args(annotation)])
    if origin is tuple:
        item, *rest = get_args(annotation)
        pair = len(rest) + 1 if rest != [...] else None
        least = pair or next((m.min_length for m in meta if isinstance(m, MinLen)), 0)
        most = pair or next((m.max_length for m in meta if isinstance(m, MaxLen)), LONGEST_LIST)
        unique = "Literal" in repr(item)  # faces and goods are named once
        return st.lists(of(item), min_size=least, max_size=most, unique=unique)
    if origin is dict:  # by number of players
        of_one = of(get_args(annotation)[1])
        return st.fixed_dictionaries({str(n): of_one for n in (2, 3, 4)})
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return words(annotation)
    raise NotImplementedError(f"{path}: {annotation}")


@cache
def words(model: type[BaseModel], leave_out: tuple[str, ...] = ()) -> st.SearchStrategy[Any]:
    """A strategy for the fields of one model; those with a default may be left out."""
    if issubclass(model, Filter):
        return st.sampled_from(get_args(Count)).flatmap(lambda count: counting(model, count))
    return fields(model, ("evidence", "number", *leave_out))


def fields(model: type[BaseModel], without: tuple[str, ...]) -> st.SearchStrategy[Any]:
    """All fields of a model but some."""
    needed: dict[str, st.SearchStrategy[Any]] = {}
    optional: dict[str, st.SearchStrategy[Any]] = {}
    for name, field in model.model_fields.items():
        if name in without:
            continue
        path = f"{model.__name__}.{name}"
        drawn = of(field.annotation, tuple(field.metadata), path)
        (needed if field.is_required() else optional)[field.alias or name] = drawn
    return st.fixed_dictionaries(needed, optional=optional)


@cache
def counting(model: type[BaseModel], count: str) -> st.SearchStrategy[Any]:
    """A word that counts something, narrowed down by what fits it."""
    name = "per" if "per" in model.model_fields else "count"
    narrowing = {filter: NARROWINGS[filter] for filter in FILTERS if count in FILTERS[filter]}
    needed = {NEEDED[count]: narrowing.pop(NEEDED[count])} if count in NEEDED else {}
    narrowed = st.fixed_dictionaries({name: st.just(count), **needed}, optional=narrowing)
    rest = fields(model, (name, *FILTERS))
    return st.tuples(rest, narrowed).map(lambda parts: parts[0] | parts[1])


NARROWINGS: dict[str, st.SearchStrategy[Any]] = {
    "colour": st.sampled_from(COLOURS),
    "floor": st.integers(1, 4),
    "good": st.sampled_from(GOODS),
    "goods": st.lists(st.sampled_from(GOODS), min_size=1, max_size=5, unique=True),
    "guest_colour": st.sampled_from([*COLOURS, "green"]),
    "min_goods": st.integers(1, 7),  # the engine counts orders of seven items and more as one
    "rooms": st.integers(1, 8),
}


# --- leaves: what a path of a ruleset can be set to ----------------------------------------------


@dataclass(frozen=True)
class Leaf:
    """A path that holds a number or a word, what it holds, and a strategy for something else."""

    path: str
    value: Any
    values: st.SearchStrategy[Any]


def leaves(value: Any, annotation: Any = None, meta: Any = (), path: str = "") -> Iterator[Leaf]:
    """All leaves below a part of a resolved ruleset. ``annotation``: its type in the schema."""
    annotation, meta = unwrapped(annotation, tuple(meta))
    owner = ".".join(path.split(".")[-1:])
    if isinstance(value, BaseModel):
        for name, field in type(value).model_fields.items():
            here = f"{path}.{field.alias or name}" if path else name
            named = (*field.metadata, Owner(f"{type(value).__name__}.{name}"))
            yield from leaves(getattr(value, name), field.annotation, named, here)
    elif isinstance(value, dict):
        for key, entry in value.items():
            yield from leaves(entry, get_args(annotation)[1], (), f"{path}.{key}")
    elif isinstance(value, tuple):
        for i, entry in enumerate(value):
            yield from leaves(entry, get_args(annotation)[0], (), f"{path}.{i}")
    elif isinstance(value, bool):
        yield Leaf(path, value, st.just(not value))
    elif get_origin(annotation) is Literal:
        others = [word for word in get_args(annotation) if word != value]
        if others:
            yield Leaf(path, value, st.sampled_from(others))
    elif isinstance(value, int):
        of_model = next((m.name for m in meta if isinstance(m, Owner)), owner)
        yield Leaf(path, value, number(*bounds(meta, of_model), near=value))


@dataclass(frozen=True)
class Owner:
    """Marks a field with the model that it belongs to."""

    name: str


# --- effects and penalties -------------------------------------------------------------------


def kinds(union: Any) -> dict[str, type[BaseModel]]:
    """The models of a tagged union by their tag."""
    found = {}
    for model in get_args(get_args(union)[0]):
        tag = model.model_fields.get("do") or model.model_fields["kind"]
        found[get_args(tag.annotation)[0]] = model
    return found


EFFECTS, PENALTIES = kinds(Effect), kinds(Penalty)
# What an answer to a die must not do: it would be answered itself, without end.
ENDLESS = ("extra_turn", "use_action_space")


def effect(without: tuple[str, ...] = ("copy_final",)) -> st.SearchStrategy[Any]:
    """Any effect but those named."""
    return st.one_of([words(model) for do, model in EFFECTS.items() if do not in without])


def effects(
    least: int = 0, most: int = LONGEST_LIST, without: tuple[str, ...] = ("copy_final",)
) -> st.SearchStrategy[Any]:
    return st.lists(effect(without), min_size=least, max_size=most)


def penalties() -> st.SearchStrategy[Any]:
    """A list of penalties; the first room is removed from the highest floor."""

    def first_from_highest(found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        if found and found[0]["do"] == "remove_room":
            return [{**found[0], "from": "highest"}, *found[1:]]
        return found

    one = st.one_of([words(model) for model in PENALTIES.values()])
    return st.lists(one, max_size=2).map(first_from_highest)
