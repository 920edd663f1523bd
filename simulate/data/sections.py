"""A data folder and its sections: data folders of studies and others inside it.

`data/` holds the runs of `gah simulate` and `gah batch` itself. Each study has its own folder
`data/studies/NAME`, because it plays games of the same name in different ways (mirrored deals,
cards taken out). Earlier versions used `data/NAME`, and `data/games` for `gah simulate`.
"""

from __future__ import annotations

import re

from simulate.data.manifest import PATCHES, RUNS, TABLES, manifests
from simulate.data.places import store_at
from simulate.data.store import Place, Store

STUDIES = "studies"
NOTE = re.compile(r"[a-z][a-z_-]*-[^/]*\.json")
"""A study's file about its last question."""

PARTS = re.compile(r"[a-z]+/[0-9a-f]{16}/[0-9]+-[0-9]+\.parquet")
"""Forced deals of a study, as `analysis.studies.parts` names them."""

KINDS = "hired", "taken", "claimed"
"""The folders of forced deals, in that of their study."""


def stores(root: Place | Store) -> dict[str, Store]:
    """The data folders at a place that hold runs, by their names below it; "" is the place itself.

    Raises UserError if there is none.
    """
    store = store_at(root)
    found = {"": store} if _has_runs(store, "") else {}
    found |= {name: store_at(f"{store}/{name}") for name in sections(store)
              if _has_runs(store, name)}  # fmt: skip
    if not found:
        manifests(store)  # it reports what is missing
    return found


def sections(store: Store) -> list[str]:
    """The folders inside a data folder that are data folders themselves, sorted.

    They include the folders of the studies of such a folder, as `gah batch --out data/plan` makes
    them.
    """
    names = [name for name in _folders(store, "") if name not in (RUNS, PATCHES, STUDIES)]
    within = ["", *(f"{name}/" for name in names if name not in TABLES)]
    inner = [name for outer in within for name in _folders(store, f"{outer}{STUDIES}")]
    return sorted(name for name in [*names, *inner] if _is_section(store, name))


def _folders(store: Store, folder: str) -> list[str]:
    return [name for name, entry in store.entries(folder).items() if entry.folder]


def _is_section(store: Store, name: str) -> bool:
    if _has_runs(store, name):
        return True
    inside = {one.removeprefix(f"{name}/") for one in store.entries(name)}
    return name not in TABLES and bool(inside & {*KINDS, PATCHES})


def _has_runs(store: Store, name: str) -> bool:
    return any(one.endswith(".json") for one in store.entries(f"{name}/{RUNS}".lstrip("/")))


def of_study(name: str) -> bool:
    """Is a file below a data folder one that a study saves in addition to its games?"""
    return bool(NOTE.fullmatch(name) or PARTS.fullmatch(name))


def in_section(name: str, known: list[str]) -> bool:
    """Is a file or folder inside one of the sections, or does it contain sections?"""
    if name == STUDIES:
        return True
    for section in known:
        inner = name.removeprefix(f"{section}/")
        if section.startswith(f"{name}/") or (name == section and section not in TABLES):
            return True
        if inner != name and (section not in TABLES or not inner.startswith("rules=")):
            return True
    return False
