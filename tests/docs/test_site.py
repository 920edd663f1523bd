"""The site of the documents: every README has a page, a link that leads nowhere fails the build."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from simulate.decisions import __main__ as tables

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


@pytest.fixture(scope="module")
def conf() -> ModuleType:
    """docs/conf.py."""
    spec = importlib.util.spec_from_file_location("conf", DOCS / "conf.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def built(source: Path, out: Path) -> subprocess.CompletedProcess[str]:
    """Build a folder as `make docs` builds docs/."""
    return subprocess.run(
        [sys.executable, "-m", "sphinx", "-q", "-W", "--keep-going", "-c", DOCS, source, out],
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_every_readme_has_a_page(conf: ModuleType):
    """Those of the folders of tests describe tests to who edits them, where they lie."""
    asked = set(ROOT.glob("*.md"))
    for folder in ("model", "simulate", "analysis", "reports", "verification"):
        asked |= set((ROOT / folder).rglob("README.md"))
    assert asked - set(conf.PAGES) == set()


def test_links_of_an_included_file_lead_to_pages(conf: ModuleType):
    text = conf.text_of(DOCS / "index.md", (DOCS / "index.md").read_text("utf-8"))
    assert "(parts/model.md)" in text
    assert "(../verification/staff-at-a-glance.png)" in text
    assert "(tutorials/designer.md)" in text
    assert "{toctree}" in text


def test_the_page_of_decisions_ends_with_the_tables_of_the_registry(conf: ModuleType):
    page = DOCS / "parts" / "decisions.md"
    assert conf.text_of(page, page.read_text("utf-8")).endswith(tables.text())


@pytest.mark.parametrize(
    ("line", "said"),
    [("Nothing is wrong with it.", ""), ("[lost](nowhere.md)", "nowhere.md"),
     ("[lost](#no-such-heading)", "no-such-heading")],
)  # fmt: skip
def test_a_link_that_leads_nowhere_fails_the_build(tmp_path: Path, line: str, said: str):
    source = tmp_path / "source"
    source.mkdir()
    (source / "index.md").write_text(f"# A page\n\n{line}\n", "utf-8")
    done = built(source, tmp_path / "out")
    assert (done.returncode == 0) == (not said), done.stderr
    assert said in done.stderr
    if not said:
        page = (tmp_path / "out" / "index.html").read_text("utf-8")
        loaded = re.findall(r"""(?:src|<link[^>]*href)=["'](\w+:)?//""", page)
        assert loaded == [], "a page asks for something from elsewhere"


def test_the_steps_of_the_dockerfile_are_there():
    text = (ROOT / "Dockerfile").read_text("utf-8")
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.M))
    asked = re.findall(r"make (\w+)", text.replace('"make", "', "make "))
    assert asked[-1] == "report"
    assert set(asked) - {"chromium"} <= targets
    assert re.search(r"^CMD \[\"make\", \"report\"\]$", text, re.M)
    python = re.search(r"^FROM python:3\.(\d+)", text, re.M)
    assert python is not None
    assert int(python[1]) >= 11
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    needed = {"Makefile", "pyproject.toml", "requirements.lock", "requirements-uv.lock", "model",
              "simulate", "analysis", "reports", "verification", "README.md"}  # fmt: skip
    assert all((ROOT / name).exists() for name in needed)
    assert not needed & set(ignored)
