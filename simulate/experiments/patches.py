"""Patches of the arms of an experiment, kept as files."""

from __future__ import annotations

from pathlib import Path

from simulate.base.files import make_folder
from simulate.data.folder import Folder


def keep_patch(folder: Path, id: str, text: str) -> Path:
    """Write a patch below a folder, unless it is there; returns its path.

    Raises UserError if it cannot be written.
    """
    root, name, data = Folder(folder.parent), f"{folder.name}/{id}.toml", text.encode()
    try:
        same = root.read(name, len(data) + 1) == data
    except OSError:
        same = False
    if not same:
        make_folder(root.path)
        root.write(name, data)
    return folder / f"{id}.toml"
