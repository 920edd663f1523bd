"""The type of options and arguments that name a data folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from simulate.data.store import URL


class PlaceType(click.ParamType):
    """A folder, as a path, or an object store, as its URL."""

    name = "place"

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        return Path(value) if isinstance(value, str) and URL not in value else value


PLACE = PlaceType()
