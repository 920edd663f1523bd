"""What experiments play, kept as files: patches of their arms, and players."""

from __future__ import annotations

from pathlib import Path

from simulate.base.files import make_folder
from simulate.data.folder import Folder


def keep_file(folder: Path, name: str, text: str) -> Path:
    """Write a file below a folder, unless it is there; returns its path.

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
