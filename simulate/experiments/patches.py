"""Files of experiments: patches of their arms, and players."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simulate.base.files import make_folder
from simulate.data.folder import Folder


def keep_file(folder: Path, name: str, text: str) -> Path:
    """Write a file in a folder, unless it exists; returns its path.

    Raises UserError if it cannot be written.
    """
    root, below, data = Folder(folder.parent), f"{folder.name}/{name}", text.encode()
    try:
        same = root.read(below, len(data) + 1) == data
    except OSError:
        same = False
    if not same:
        make_folder(root.path)
        root.write(below, data)
    return folder / name


def patch_text(id: str, title: str, values: Mapping[str, object], reason: str = "") -> str:
    """A patch file that sets values by path."""
    head = {"id": id, "title": title, **({"reason": reason} if reason else {})}
    lines = [f"{word} = {json.dumps(text)}" for word, text in head.items()]
    sets = [f'"{path}" = {toml_value(value)}' for path, value in values.items()]
    return "\n".join([*lines, "", "[set]", *sets]) + "\n"


def toml_value(value: Any) -> str:
    """A value as TOML, in one line."""
    if isinstance(value, Mapping):
        inside = ", ".join(f"{toml_key(k)} = {toml_value(v)}" for k, v in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml_value, value))}]"
    if isinstance(value, float):
        return repr(value)  # inf and nan are valid TOML, too
    return json.dumps(value)


def toml_key(key: str) -> str:
    """A key of a table, quoted if necessary."""
    bare = key.isascii() and key.replace("_", "").replace("-", "").isalnum()
    return key if bare else json.dumps(key)
