"""Patches of the arms of an experiment, kept as files."""

from __future__ import annotations

from pathlib import Path

from model import UserError


def keep_patch(folder: Path, id: str, text: str) -> Path:
    """Write a patch below a folder, unless it is there; returns its path.

    Raises UserError if it cannot be written.
    """
    path = folder / f"{id}.toml"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise UserError(f"{path}: cannot write ({error.strerror})") from None
    return path
