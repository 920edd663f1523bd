"""Files import one another in one direction, those within functions included, and so do folders."""

from graphlib import CycleError, TopologicalSorter

import grimp
import pytest

Imports = dict[str, set[str]]

BOTH_WAYS = {
    ("simulate.policies", "simulate.learned"): "the list of players names the learned ones too",
}
"""Where a folder needs another that needs it, and why; the import that is made an exception of."""


@pytest.fixture(scope="module")
def imported() -> Imports:
    """What each file imports."""
    packages = ("model", "simulate", "analysis", "reports")
    graph = grimp.build_graph(*packages, exclude_type_checking_imports=True, cache_dir=None)
    found = {one: graph.find_modules_directly_imported_by(one) for one in graph.modules}
    assert {"simulate.policies.seating"} < found["simulate.policies"]  # they are read at all
    return found


def refuse_circles(imports: Imports) -> None:
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        pytest.fail(" imports ".join(reversed(error.args[1])))


def test_no_file_imports_in_a_circle(imported: Imports):
    refuse_circles(imported)


def folders(imported: Imports) -> Imports:
    """What each folder imports. A file beside folders, which may use them, stands for itself."""
    parents = {one.rpartition(".")[0] for one in imported}
    around = {one.rpartition(".")[0] for one in parents}

    def place(file: str) -> str:
        home = file if file in parents else file.rpartition(".")[0]
        return file if home in around else home

    found: Imports = {}
    for file, others in imported.items():
        found.setdefault(place(file), set()).update(map(place, others))
    return {one: others - {one} for one, others in found.items()}


def test_folders_import_in_no_circle_but_those_declared(imported: Imports):
    between = folders(imported)
    for one, other in BOTH_WAYS:
        between[other].discard(one)
        between[one].discard(other)
    refuse_circles(between)


@pytest.mark.parametrize("pair", BOTH_WAYS, ids="-".join)
def test_what_is_declared_is_still_needed(imported: Imports, pair: tuple[str, str]):
    between = folders(imported)
    for one, other in set(BOTH_WAYS) - {pair}:
        between[other].discard(one)
        between[one].discard(other)
    with pytest.raises(pytest.fail.Exception):
        refuse_circles(between)
