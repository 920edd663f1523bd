"""Open the place that a user names, whatever kind of store it is."""

from __future__ import annotations

from pathlib import Path

from simulate.data.folder import Folder
from simulate.data.store import URL, Place, Store


def store_at(place: Place | Store) -> Store:
    """The store at a place. Raises UserError for a URL that cannot be opened."""
    if isinstance(place, Store):
        return place
    if isinstance(place, Path) or URL not in place:
        return Folder(Path(place))
    kind, _, path = place.partition(URL)
    if kind == "file":
        return Folder(Path(path))
    from simulate.data.bucket import Bucket  # its client takes a second to import

    return Bucket(kind + URL + path.rstrip("/"))
