"""An installed suite is complete: code, rules, and the records that the pages of a report quote."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PACKAGES = ("model", "simulate", "analysis", "reports", "verification")
OUTSIDE = {".pyc", ".nbi", ".nbc"}
ASK = """
import json, sys
sys.meta_path = [one for one in sys.meta_path if "editable" not in repr(one).lower()]
from reports import review_text, strength
from reports.rules import evidence
from reports.site.pages import validation
from simulate import fingerprint
from analysis.studies.long_run import kept
known = evidence.gather()
records = [one.RECORD for one in (review_text, strength, validation, fingerprint)]
print(json.dumps({
    "at": evidence.__file__,
    "missing": [name for name in ("tests", "counts", "survivors", "proofs", "planted")
                if not getattr(known, name)],
    "records": [str(one) for one in records if not one.exists()],
    "tests of the Kitchen Hand": len((known.tests or {}).get("staff.17", [])),
}))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of a copy of the files that git knows, with an index as `make wheel` writes it."""
    copy = tmp_path_factory.mktemp("copy")
    named = [*PACKAGES, "pyproject.toml", "README.md", "LICENSE"]
    asked = ["git", "-C", str(ROOT), "ls-files", "-co", "--exclude-standard", "-z", "--", *named]
    for name in subprocess.run(asked, capture_output=True, check=True, text=True).stdout.split(
        "\0"
    ):
        if name and (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    test = {"test": "tests/scenarios/test_staff.py::test_it", "line": 1, "corner": False}
    index = {"clauses": {"staff.17": [test]}}
    (copy / "verification" / "tests_index.json").write_text(json.dumps(index), "utf-8")
    pip = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        str(copy / "dist"),
        str(copy),
    ]
    subprocess.run(pip, check=True, capture_output=True)
    (found,) = (copy / "dist").glob("*.whl")
    return found


def test_the_wheel_has_every_file_of_its_packages(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())
    copy = wheel.parents[1]
    asked = {
        str(file.relative_to(copy))
        for package in PACKAGES
        for file in (copy / package).rglob("*")
        if file.is_file() and file.suffix not in OUTSIDE
    }
    assert len(asked) > 500
    assert asked - names == set()


def test_pages_find_their_records_outside_of_the_checkout(wheel: Path, tmp_path: Path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "installed")
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(tmp_path / "installed")},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found.pop("at").startswith(str(tmp_path))
    assert found == {"missing": [], "records": [], "tests of the Kitchen Hand": 1}
