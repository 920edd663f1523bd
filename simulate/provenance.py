"""Where measured figures come from: the commit of the code that made them."""

import subprocess
from pathlib import Path

COUNTED = (":/", ":!/verification")  # all but the records that are being written


def commit() -> str:
    """The commit of the checkout, and whether files differ from it; or that there is none."""
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
