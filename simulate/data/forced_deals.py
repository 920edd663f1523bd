"""Deals with forced actions of studies in a data folder: list, describe and remove them.

They have separate tables, in parts below the folder of their study, because each deal is played in
several ways. Each part contains a description of what was played.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from pydantic import BaseModel, ConfigDict, ValidationError

from simulate.data.manifest import Text
from simulate.data.places import store_at
from simulate.data.sections import KINDS, sections
from simulate.data.store import Place, Store

FOLDER = re.compile(r"[0-9a-f]{16}")
PART = re.compile(r"[0-9]{1,18}-([0-9]{1,18})\.parquet")


class About(BaseModel):
    """The description in a part; parts of earlier versions contain less."""

    model_config = ConfigDict(strict=True, extra="ignore", frozen=True)

    ruleset: Text = "?"
    players: int | None = None
    policy: Text = "?"
    seed: int | None = None


@dataclass(frozen=True)
class ForcedDeals:
    """One table. kind: of `KINDS`; folder: below that of the section; length: bytes."""

    section: str
    store: Store
    kind: str
    folder: str
    about: About
    parts: tuple[str, ...]
    deals: int
    length: int

    def remove(self) -> None:
        """Remove its parts, and nothing else."""
        for name in self.parts:
            self.store.remove(f"{self.folder}/{name}")
        self.store.drop(self.folder)


def forced_deals(root: Place | Store) -> list[ForcedDeals]:
    """All tables below a data folder, by section."""
    store = store_at(root)
    found = []
    for section in ["", *sections(store)]:
        inner = store_at(f"{store}/{section}") if section else store
        found += [one for kind in KINDS for one in _of_kind(section, inner, kind)]
    return found


def _of_kind(section: str, store: Store, kind: str) -> Iterator[ForcedDeals]:
    for name, entry in sorted(store.entries(kind).items()):
        folder = f"{kind}/{name.rpartition('/')[2]}"
        if not entry.folder or not FOLDER.fullmatch(folder.rpartition("/")[2]):
            continue
        parts = {
            file.rpartition("/")[2]: (int(match[1]), one.length)
            for file, one in store.entries(folder).items()
            if one.regular and (match := PART.fullmatch(file.rpartition("/")[2]))
        }
        if parts:
            about = _about(store, f"{folder}/{min(parts)}")
            deals, length = map(sum, zip(*parts.values(), strict=True))
            yield ForcedDeals(section, store, kind, folder, about, tuple(parts), deals, length)


def _about(store: Store, name: str) -> About:
    """The description in a part; empty if damaged, which the study reports when it reads it."""
    import pyarrow as pa  # here: listing runs needs only their manifests
    import pyarrow.parquet as pq

    try:
        with store.source(name) as file:
            said = (pq.read_metadata(file).metadata or {}).get(b"gah", b"{}")
        return About.model_validate(json.loads(said))
    except (OSError, ValueError, RecursionError, pa.ArrowException, ValidationError):
        return About()
