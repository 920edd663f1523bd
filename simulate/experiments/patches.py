"""Patches of the arms of an experiment, kept as files."""

from __future__ import annotations

from pathlib import Path

from simulate.data.files import write_whole


def keep_patch(folder: Path, id: str, text: str) -> Path:
    """Write a patch below a folder, unless it is there; returns its path.

    Raises UserError if it cannot be written.
    """
    path = folder / f"{id}.toml"
    try:
        same = path.is_file() and path.read_text(encoding="utf-8") == text
    except (OSError, ValueError):
        same = False
    if not same:
        write_whole(path, text.encode())
    return path
