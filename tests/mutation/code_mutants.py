"""Mutants of the rules code, and how one is put into the modules that are loaded."""

from __future__ import annotations

import ast
import importlib
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from tests.mutation.caches import forget
from tests.mutation.operators import NOT_RULES, OPERATORS

ROOT = Path(__file__).resolve().parents[2]
FILES = (
    "simulate/engine/*.py",
    "simulate/actions.py",
    "simulate/decisions/forms.py",
    "simulate/words/spelling.py",
    "simulate/game.py",
)
LEFT_OUT = {
    "simulate/engine/__init__.py": "empty",
    "simulate/engine/jit.py": "how the engine is compiled; plain Python does not use it",
    "simulate/compiling/linking.py": "how compiled functions are put together; the same holds",
    "simulate/compiling/code_cache.py": "how compiled code is kept on disk; the same holds",
    "simulate/engine/codes.py": "names for numbers, which every module copies when it is loaded",
    "simulate/engine/program.py": "the layout of the compiled rules in memory",
    "simulate/engine/state.py": "the layout of a game in memory",
}

MODULE = "(module)"
"""In a path, in place of a function: constants, and what else runs while the module is imported."""


@dataclass(frozen=True)
class CodeMutant:
    """``path``: module.function; ``lines``: of the statement, from 1; ``source``: the module."""

    id: str
    group: str
    path: str
    file: str
    lines: tuple[int, int]
    source: str


@dataclass(frozen=True)
class Site:
    """A node that an operator changes: the n-th of its replacements."""

    module: int
    top: int
    function: str
    node: cst.CSTNode
    operator: int
    n: int
    lines: tuple[int, int]


class Module:
    """A source file cut into its top statements."""

    def __init__(self, path: Path) -> None:
        self.file = path.relative_to(ROOT).as_posix()
        self.name = self.file.removesuffix(".py").replace("/", ".")
        self.wrapper = MetadataWrapper(cst.parse_module(path.read_text("utf-8")))
        self.tree = self.wrapper.module

    @cached_property
    def positions(self) -> Any:
        return self.wrapper.resolve(PositionProvider)

    @cached_property
    def parts(self) -> list[str]:
        """The text before the first statement, then of each statement."""
        head = [self.tree.code_for_node(line) for line in self.tree.header]
        return ["".join(head), *(self.tree.code_for_node(part) for part in self.tree.body)]

    def sites(self, module: int, only: int | None = None) -> Iterator[Site]:
        """Of all top statements, or of one."""
        for top, part in enumerate(self.tree.body):
            if only in (None, top):
                yield from self._below(part, module, top, "", (0, 0))

    def _below(
        self, node: cst.CSTNode, module: int, top: int, function: str, lines: tuple[int, int]
    ) -> Iterator[Site]:
        if isinstance(node, NOT_RULES):
            return
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            function = f"{function}.{node.name.value}".lstrip(".")
        if isinstance(node, cst.BaseStatement):
            lines = self._lines(node)
        for number, (_, kind, operator) in enumerate(OPERATORS):
            if isinstance(node, kind):
                for n, _ in enumerate(operator(node)):
                    yield Site(module, top, function, node, number, n, lines)
        for child in node.children:
            yield from self._below(child, module, top, function, lines)

    def _lines(self, node: cst.BaseStatement) -> tuple[int, int]:
        """Of a statement; of a compound one only its head."""
        where = self.positions[node]
        last = where.end.line
        body = getattr(node, "body", None)
        if isinstance(body, cst.BaseSuite):
            last = max(where.start.line, self.positions[body].start.line - 1)
        return where.start.line, last

    def path(self, site: Site) -> str:
        """Module and function of a place."""
        return f"{self.name.removeprefix('simulate.')}.{site.function or MODULE}"

    def mutant(self, site: Site) -> CodeMutant | None:
        """None if the replacement is no Python."""
        name, _, operator = OPERATORS[site.operator]
        new = list(operator(site.node))[site.n]
        part = self.tree.body[site.top].deep_replace(site.node, new)
        text = self.tree.code_for_node(part)
        parts = list(self.parts)
        old, parts[site.top + 1] = parts[site.top + 1], text
        source = "".join(parts)
        try:
            ast.parse(source)
        except SyntaxError:
            return None
        path = self.path(site)
        id = f"{path}: {changed(old, text)}"
        return CodeMutant(id, name, path, self.file, site.lines, source)


def changed(old: str, new: str) -> str:
    """The lines that differ, before and after."""
    before, after = old.splitlines(), new.splitlines()
    while before and after and before[0] == after[0]:
        del before[0], after[0]
    while before and after and before[-1] == after[-1]:
        del before[-1], after[-1]
    gone, come = (" ".join(line.strip() for line in lines) for lines in (before, after))
    return f"{gone} => {come}"


class Code:
    """The rules code and the mutants of it."""

    def __init__(self) -> None:
        paths = [path for pattern in FILES for path in sorted(ROOT.glob(pattern))]
        rules = [p for p in paths if p.relative_to(ROOT).as_posix() not in LEFT_OUT]
        self.modules = [Module(path) for path in rules]
        for module in self.modules:
            importlib.import_module(module.name)

    def sites(self) -> list[Site]:
        """Every place and replacement, in the order of the files."""
        return [site for i, module in enumerate(self.modules) for site in module.sites(i)]

    def path(self, site: Site) -> str:
        """Module and function of a place."""
        return self.modules[site.module].path(site)

    def some_sites(self, n: int, seed: int) -> list[Site]:
        """A quick sample: n top statements, longer ones more willingly, and a place in each."""
        rng = random.Random(seed)
        tops = [
            (i, k) for i, module in enumerate(self.modules) for k in range(len(module.parts) - 1)
        ]
        sizes = [self.modules[i].parts[k + 1].count("\n") for i, k in tops]
        found: list[Site] = []
        while len(found) < n:
            ((i, k),) = rng.choices(tops, sizes)
            sites = list(self.modules[i].sites(i, k))
            found += rng.sample(sites, min(1, len(sites)))
        return found

    def mutants(self, sites: list[Site] | None = None) -> list[CodeMutant]:
        """The mutants of some sites (or all), without twins; ids are unique."""
        found: list[CodeMutant] = []
        seen: set[tuple[str, str]] = set()
        times: Counter[str] = Counter()
        for site in self.sites() if sites is None else sites:
            mutant = self.modules[site.module].mutant(site)
            if mutant is None or (mutant.file, mutant.source) in seen:
                continue
            seen.add((mutant.file, mutant.source))
            times[mutant.id] += 1
            if times[mutant.id] > 1:
                values = {**vars(mutant), "id": f"{mutant.id} (number {times[mutant.id]})"}
                mutant = CodeMutant(**values)
            found.append(mutant)
        return found

    # -- in the child ------------------------------------------------------------------------

    def install(self, mutant: CodeMutant) -> bool:
        """Put the mutant into its module; False if the module can no longer be loaded."""
        name = mutant.file.removesuffix(".py").replace("/", ".")
        if not parses(mutant.source):
            return False
        lost = constants((ROOT / mutant.file).read_text("utf-8")) - constants(mutant.source)
        if any(imports(other, name, key) for key in lost for other in list(sys.modules.values())):
            return False
        if any(reads(other, key) for key in lost for other in package_of(name)):
            return False
        module = sys.modules[name]
        for key in lost:
            delattr(module, key)
        if not run_again(module, mutant.source):
            return False
        for other in made_with(name):
            if not run_again(other, Path(str(other.__file__)).read_text("utf-8")):
                return False
        forget()
        return True


def parses(source: str) -> bool:
    """Is a text Python at all?"""
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


def run_again(module: ModuleType, source: str) -> bool:
    """Execute a text in the place of a module; False if that fails."""
    before = dict(vars(module))
    try:
        exec(compile(source, str(module.__file__), "exec"), vars(module))
    except Exception:
        return False
    for key, old in before.items():
        new = vars(module)[key]
        if new is not old:
            keep(module, key, old, new)
    return True


TABLES, LAST_TABLE = "simulate.decisions.", "simulate.decisions.registry"
"""Modules whose tables are made by each other's functions while they are imported."""


def made_with(name: str) -> list[ModuleType]:
    """The tables that functions of a module have made: they are made anew, all of them last."""
    if not name.startswith(TABLES):
        return []
    made = [
        module
        for other, module in list(sys.modules.items())
        if other.startswith(TABLES) and other != LAST_TABLE and imports(module, name)
    ]
    return [*made, sys.modules[LAST_TABLE]]


def users(mutant: CodeMutant) -> list[str]:
    """The functions of the module that mention what a mutant of a constant assigns, as paths."""
    source = (ROOT / mutant.file).read_text("utf-8")
    first, last = mutant.lines
    changed = constants("\n".join(source.splitlines()[first - 1 : last]))
    module = mutant.path.rpartition(".")[0]
    return [
        f"{module}.{node.name}"
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef)
        and any(isinstance(one, ast.Name) and one.id in changed for one in ast.walk(node))
    ]


def package_of(name: str) -> list[ModuleType]:
    """The modules of a module's package, itself aside."""
    package = name.rpartition(".")[0] + "."
    return [
        one for key, one in list(sys.modules.items()) if key.startswith(package) and key != name
    ]


def reads(module: ModuleType, name: str) -> bool:
    """Does a module's text ask another for an attribute of this name, such as a table of its own?

    What it makes of it while it is imported is not made again for a mutant.
    """
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    return any(isinstance(node, ast.Attribute) and node.attr == name for node in ast.walk(tree))


def constants(source: str) -> set[str]:
    """The names that a module's text assigns at its top level."""
    found = set()
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
        for target in targets:
            found |= {one.id for one in ast.walk(target) if isinstance(one, ast.Name)}
    return found


def keep(module: ModuleType, key: str, old: Any, new: Any) -> None:
    """Functions and classes stay the same things, which others hold, and take the new code."""
    if isinstance(old, FunctionType) and isinstance(new, FunctionType):
        take(old, new)
    elif isinstance(old, type) and isinstance(new, type):
        for name, member in vars(old).items():
            twin = vars(new).get(name)
            for part in ("fget", "__func__"):
                member, twin = getattr(member, part, member), getattr(twin, part, twin)
            if isinstance(member, FunctionType) and isinstance(twin, FunctionType):
                take(member, twin)
    else:  # a constant: those who imported it by name get it as well
        for other in list(sys.modules.values()):
            if vars(other).get(key) is old and imports(other, module.__name__, key):
                setattr(other, key, new)
        return
    setattr(module, key, old)


def take(old: FunctionType, new: FunctionType) -> None:
    if old.__code__ != new.__code__ and not new.__code__.co_freevars:
        old.__code__ = new.__code__
    old.__defaults__ = new.__defaults__
    old.__kwdefaults__ = new.__kwdefaults__


def imports(module: ModuleType, source: str, name: str = "") -> bool:
    """Does a module's text say ``from source import name``, or, without a name, import anything?"""
    file = getattr(module, "__file__", None)
    if not file or not Path(file).is_relative_to(ROOT) or not file.endswith(".py"):
        return False
    for node in ast.walk(ast.parse(Path(file).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module == source:
            if not name or any(alias.name == name for alias in node.names):
                return True
    return False
