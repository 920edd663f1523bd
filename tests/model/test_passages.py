"""Every passage of the rulebooks belongs to a clause or has a reason, and the files are right."""

import pytest

from model import UserError, passages
from model.clauses import clauses
from reports import cli

ONE = "lines = 3\npassages = '''\n1 Titel ~ heading\n2 Der Preis: serve.price\n2 Er ist ?\n'''\n"


@pytest.mark.parametrize("document", passages.READ)
def test_every_sentence_has_a_clause_or_a_reason(document):
    assert [one for one in passages.passages(document) if not one.covered] == []


def test_passages_and_sources_of_clauses_agree():
    assert list(passages.problems()) == []


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Lays out one document of three lines with this text."""

    def lay(text):
        (tmp_path / "online.toml").write_text(text)
        monkeypatch.setattr(passages, "FOLDER", tmp_path)
        passages.passages.cache_clear()
        monkeypatch.setattr(passages, "READ", ("online",))

    yield lay
    passages.passages.cache_clear()


def test_a_passage_ends_where_the_next_one_begins(made):
    made(ONE)
    found = passages.passages("online")
    assert [(one.first, one.last, one.covered) for one in found] == [
        (1, 1, True), (2, 2, True), (2, 3, False),
    ]  # fmt: skip
    assert passages.coverage("online") == (1, 1, 1)


def test_what_is_not_covered_or_names_nothing_is_said(made, capsys):
    made(ONE.replace("serve.price", "no.such"))
    said = list(passages.problems())
    assert any("line 2 'Der Preis': there is no clause no.such" in line for line in said)
    online = sum("online" in clause.source for clause in clauses().values())
    assert sum("is its source, but no passage" in line for line in said) == online
    assert cli.run(["rules", "clauses", "--coverage"]) == 0
    assert "online 2-3 'Er ist': NO CLAUSE" in capsys.readouterr().out


@pytest.mark.parametrize("wrong", ["3 zu spaet: x.y\n2 da ~ heading", "4 hinten ~ heading", "ohne"])
def test_a_file_that_leaves_lines_out_or_goes_back_is_refused(made, wrong):
    made(ONE.replace("2 Der Preis: serve.price\n2 Er ist ?", wrong))
    with pytest.raises(UserError, match=r"passages/online.toml"):
        passages.passages("online")
