"""Lists every id of specs, options and rulings, with its title."""

from __future__ import annotations

from collections.abc import Iterator

from model.sources import Change, Ruling, sources

# Kinds of change with their headings, in the order of the list.
KINDS = {
    "module": "Modules (EDITION+module)",
    "variant": "Variants (EDITION+variant)",
    "extra": "Extras of one print run (EDITION+module+extra)",
    "change": "Changes (EDITION+change, EDITION-change)",
}


def all_ids() -> Iterator[str]:
    """The list, line by line: headings, each followed by its ids."""
    yield from _editions()
    yield from _changes("module")
    yield from _combinations()
    for kind in ("variant", "extra", "change"):
        yield from _changes(kind)
    yield from _bundles()
    yield from _rulings()
    yield from _options()


def _editions() -> Iterator[str]:
    yield "Editions"
    for id, edition in sources().edition.items():
        yield f"  {id}: {edition.title}; changes: {', '.join(edition.changes) or 'none'}"


def _changes(kind: str) -> Iterator[str]:
    yield KINDS[kind]
    for id, change in sources().change.items():
        if change.kind == kind:
            yield f"  {id}: {change.title}{_needs(change)} [{change.source}]"


def _needs(change: Change) -> str:
    return f" (with {', '.join(change.modules)})" if change.modules else ""


def _combinations() -> Iterator[str]:
    yield "Additions for two modules together (automatic)"
    for id, combination in sources().combination.items():
        yield f"  {id}: {combination.title} [{combination.source}]"


def _bundles() -> Iterator[str]:
    yield "Bundles: several of them under one name (EDITION+bundle)"
    for id, bundle in sources().bundle.items():
        adds = [f"adds {', '.join(bundle.changes)}"] if bundle.changes else []
        takes = [f"takes back {', '.join(bundle.takes_back)}"] if bundle.takes_back else []
        preset = (bundle.rulings | bundle.options).items()
        sets = [f"with {', '.join(f'{k}={value}' for k, value in preset)}"] if preset else []
        alone = f" (alone: {bundle.edition}+{id})" if bundle.edition else ""
        yield f"  {id}: {bundle.title}{alone}; {'; '.join(adds + takes + sets)} [{bundle.source}]"


def _rulings() -> Iterator[str]:
    known = sources().ruling
    yield "Rulings (--ruling id=reading)"
    for id, ruling in known.items():
        if ruling.status == "switch":
            readings = " | ".join(ruling.readings)
            needs = f" (with {' or '.join(ruling.modules)})" if ruling.modules else ""
            yield f"  {id}: {ruling.question}{needs} {readings}; default {_default(ruling)}"
    yield "Rulings with one reading"
    for id, ruling in known.items():
        if ruling.status == "documented":
            reading = next(iter(ruling.readings.values()))
            yield f"  {id}: {ruling.question} {reading.title}"


def _default(ruling: Ruling) -> str:
    """The default reading, by edition if they differ."""
    defaults = {edition: ruling.default_for(edition) for edition in sources().edition}
    books = "".join(f" (the {one} rulebook says {name})" for one, name in ruling.books.items())
    if len(set(defaults.values())) == 1:
        return next(iter(defaults.values())) + books
    return ", ".join(f"{name} in {edition}" for edition, name in defaults.items()) + books


def _options() -> Iterator[str]:
    yield "Options (--hands, --boards, --promos)"
    for id, option in sources().option.items():
        yield f"  {id}: {' | '.join(option.choices)}; {option.title}"
