"""The origin of measured figures: the commit and the digest of the code that made them."""

import hashlib
import subprocess
from pathlib import Path

from simulate.base.own_code import SIMULATE

# What compiled code of any package may call.
SHARED = ("engine/*.py", "policies/*.py", "playing/rows.py")
COUNTED = (":/", ":!/verification")  # all except records, which are being written


def commit() -> str:
    """The commit of the checkout, and whether files differ from it; or "no checkout"."""
    git = ["git", "-C", str(Path(__file__).parent)]
    try:
        head = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True)
        changed = subprocess.run(
            [*git, "status", "--porcelain", "--", *COUNTED], capture_output=True, text=True
        ).stdout.strip()
    except OSError:
        return "unknown"
    if head.returncode:
        return "no checkout"
    return head.stdout.strip() + (" with changes" if changed else "")


def digest_of(*patterns: str, salt: str = "") -> str:
    """Digest of the files of this package that match the patterns, 12 hex digits."""
    digest = hashlib.sha256(salt.encode())
    for pattern in patterns:
        for path in sorted(SIMULATE.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


def play_digest() -> str:
    """Digest of all code that determines how a game goes: engine and policies."""
    return digest_of(*SHARED, "policies/*.toml")
