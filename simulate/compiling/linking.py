"""Compile each function to machine code once, however many functions call it.

By default numba links all callees into each function, optimises the whole, and makes machine code
of it. In a chain of calls the last function is thus compiled as often as the chain is long. Here a
function that others call is a *part*: intermediate code, cached as it is. Parts are linked,
optimised and made into machine code in two places only:

* in a *unit*, once for all callers: the exported functions of a package, with all they call.
  Other compiled code calls them by the names of their symbols;
* in a function that Python calls, with the parts it calls, up to those that are exported.

This relies on numba's internal classes. ``jit.py`` works without this module where they differ from
what is expected, see ``unexpected``.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

import llvmlite.binding as llvm
from numba.core import compiler, funcdesc
from numba.core.codegen import CPUCodeLibrary, JITCodeLibrary
from numba.core.registry import CPUDispatcher, cpu_target
from numba.core.runtime.nrt import rtsys
from numba.core.typing.context import CallStack
from numba.core.typing.templates import make_concrete_template
from numba.np import arrayobj

from simulate.compiling import code_cache, indices

UNITS: dict[str, "Unit"] = {}
INLINED = 100
"""Largest size, in LLVM's measure, of a function that is inlined into its callers. With LLVM's
default, more than twice as large, the engine grows and random games take about 4% longer."""

# numba's undocumented names that this file and jit.py call or replace.
LEANS_ON: dict[Any, tuple[str, ...]] = {
    CPUCodeLibrary: (
        "add_linking_library",
        "finalize",
        "_ensure_finalized",
        "_get_module_for_linking",
        "_optimize_functions",
        "_optimize_final_module",
    ),
    JITCodeLibrary: ("create_ir_module", "enable_object_caching", "get_pointer_to_function"),
    arrayobj: ("fix_integer_index",),
    CPUDispatcher: (
        "compile",
        "_compile_for_args",
        "fold_argument_types",
        "get_call_template",
        "get_overload",
        "is_compiling",
    ),
    compiler.Compiler: ("define_pipelines",),
    compiler.CompileResult: ("_reduce", "_rebuild"),
    compiler.Flags: ("no_compile", "no_cpython_wrapper", "no_cfunc_wrapper"),
    cpu_target.typing_context: ("callstack",),
    cpu_target.target_context: ("codegen", "insert_user_function", "refresh"),
    cpu_target.target_context.codegen(): ("magic_tuple", "_create_empty_module", "_data_layout"),
    llvm: ("create_pass_builder", "create_pipeline_tuning_options", "create_mcjit_compiler"),
}


def unexpected() -> list[str]:
    """The names that this module relies on and that numba or llvmlite lack."""
    return [
        f"{getattr(owner, '__name__', type(owner).__name__)}.{name}"
        for owner, names in LEANS_ON.items()
        for name in names
        if not hasattr(owner, name)
    ]


class Part:
    """One function for one signature as intermediate code, and the parts that it calls.

    numba treats it as a library to link into the function's callers.
    """

    _reload_init: tuple[()] = ()  # numba asks for it

    def __init__(
        self, callee: "Callee", symbol: str, signature: Any, bitcode: bytes, calls: Any
    ) -> None:
        self.callee, self.unit = callee, callee.unit
        self.symbol, self.signature, self.bitcode, self._calls = symbol, signature, bitcode, calls

    @property
    def calls(self) -> "list[Part]":
        """The parts that this one calls, looked up on first use."""
        return [callee_of(module, name).part(types) for module, name, types in self._calls]

    @property
    def descriptor(self) -> Any:
        """The descriptor by which numba declares and calls the function."""
        result, arguments = self.signature.return_type, self.signature.args
        return funcdesc.ExternalFunctionDescriptor(self.symbol, result, arguments)

    def _ensure_finalized(self) -> None:
        """Required by numba; nothing is left to do."""

    def _get_module_for_linking(self) -> Any:
        """The module that numba links into a caller that does not support parts."""
        module, needed = linked([self])
        make_ready(needed)
        return module


def callee_of(module: str, name: str) -> "Callee":
    """The function of this name, as compiled code calls it."""
    return getattr(importlib.import_module(module), name).callee


def linked(parts: Iterable[Part], unit: str = "") -> tuple[Any, set[str]]:
    """Link parts and all that they call into one module; returns it and the other units it needs.

    Parts that belong to a unit are left out, except those of the ``unit`` being built.
    """
    codegen = cpu_target.target_context.codegen()
    module = llvm.parse_assembly(str(codegen._create_empty_module("linked")))
    needed: set[str] = set()
    seen: set[Part] = set()
    waiting = list(parts)
    while waiting:
        part = waiting.pop()
        if part in seen:
            continue
        seen.add(part)
        if part.unit and part.unit != unit:
            needed.add(part.unit)
            continue
        module.link_in(llvm.parse_bitcode(part.bitcode))
        waiting += part.calls
    # Not earlier: a "linkonce_odr" function is linked only if the module calls it already.
    for function in module.functions:
        if not function.is_declaration and function.linkage == llvm.Linkage.external:
            function.linkage = "linkonce_odr"
    return module, needed


def make_ready(units: Iterable[str]) -> None:
    """Load the machine code of units, so that code that calls it can be loaded."""
    for name in sorted(units):
        UNITS[name].ready()


def keep_inside(module: Any, symbols: Iterable[str]) -> None:
    """Make all symbols of a module internal except the given ones.

    numba numbers functions in the order in which a process compiles them, so another process may
    use the same name for something else. Functions without outside callers are also optimised
    better.
    """
    seen = set(symbols)
    for one in (*module.functions, *module.global_variables):
        if not one.is_declaration:
            one.linkage = "external" if one.name in seen else "internal"


class CollectingLibrary(CPUCodeLibrary):
    """Collects the parts that the code calls, instead of linking them."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.parts: dict[Part, None] = {}

    def create_ir_module(self, name: str) -> Any:
        return indices.from_0(super().create_ir_module(name))

    def add_linking_library(self, library: Any) -> None:
        if isinstance(library, Part):
            self.parts[library] = None
        else:
            super().add_linking_library(library)


class PartLibrary(CollectingLibrary):
    """Collects what numba produces for one function: its module, and the parts it calls."""

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def finalize(self) -> None:
        """Link what is not a part, such as numba's own functions; optimise nothing."""
        for library in dict.fromkeys(self._linking_libraries):
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True

    def bitcode(self, name: str, symbol: str) -> bytes:
        """The module as bitcode, with only the function of this name visible, as ``symbol``."""
        self._ensure_finalized()
        self._final_module.get_function(name).name = symbol
        keep_inside(self._final_module, [symbol])
        return self._final_module.as_bitcode()


class EntryLibrary(CollectingLibrary, JITCodeLibrary):
    """The code of a function that Python calls, with the parts it calls."""

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.needed: set[str] = set()
        self.enable_object_caching()

    def finalize(self) -> None:
        if self.parts:
            module, self.needed = linked(self.parts)
            make_ready(self.needed)
            self._final_module.link_in(module)
        super().finalize()

    def _optimize_final_module(self) -> None:
        for function in self._final_module.functions:
            if function.linkage == llvm.Linkage.linkonce_odr:
                function.linkage = "internal"  # see keep_inside
        super()._optimize_final_module()


class EntryCompiler(compiler.Compiler):
    """numba's compiler, for functions that Python calls."""

    def define_pipelines(self) -> Any:
        state = self.state
        state.library = EntryLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        return super().define_pipelines()


class EntryCache:
    """numba's cache for the machine code of a function that Python calls."""

    cache_path = None  # required by numba

    def __init__(self, function: Callable[..., Any]) -> None:
        self.module, self.name = function.__module__, function.__name__

    def load_overload(self, types: Any, context: Any) -> Any:
        found = code_cache.load(self.module, self.name, "entry", types)
        if found is None:
            return None
        needed, result = found
        make_ready(needed)
        rtsys.initialize(context)  # compiling does this too, and functions that make arrays need it
        return compiler.CompileResult._rebuild(context, *result)

    def save_overload(self, types: Any, result: Any) -> None:
        found = sorted(result.library.needed), result._reduce()
        code_cache.save(self.module, self.name, "entry", types, found)


class Callee:
    """A function as other compiled code calls it."""

    def __init__(self, dispatcher: Any, types_for: Callable[[Any], Any], unit: str) -> None:
        self.dispatcher, self.types_for, self.unit = dispatcher, types_for, unit
        self.function = dispatcher.py_func
        self.module, self.name = self.function.__module__, self.function.__name__
        if unit:
            UNITS.setdefault(unit, Unit(unit)).exports.append(self)
        self.parts: dict[Any, Part] = {}

    def part(self, types: Any) -> Part:
        """The part for a signature: in memory, cached, or compiled now (with its unit, if any)."""
        if types not in self.parts:
            found = self._kept(types)
            if found is None and self.unit:
                UNITS[self.unit].ready()
                found = self.parts.get(types) or self._kept(types)
            found = found or self._made(types)
            if types not in self.parts:
                self.parts[types] = found
                context = cpu_target.target_context
                context.insert_user_function(found, found.descriptor, [found])
        return self.parts[types]

    def _kept(self, types: Any) -> Part | None:
        found = code_cache.load(self.module, self.name, "part", types)
        if found is None:
            return None
        rtsys.initialize(cpu_target.target_context)  # see EntryCache
        return Part(self, *found)

    def _made(self, types: Any) -> Part:
        target = cpu_target
        target.target_context.refresh()
        library = PartLibrary(target.target_context.codegen(), self.function.__qualname__)
        flags: Any = compiler.Flags()
        target.options.parse_as_flags(flags, self.dispatcher.targetoptions)
        flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
        result = compiler.compile_extra(
            target.typing_context,
            target.target_context,
            self.function,
            types,
            None,
            flags,
            {},
            library=library,
        )
        symbol = self.symbol(types)
        bitcode = library.bitcode(result.fndesc.mangled_name, symbol)
        calls = [(one.callee.module, one.callee.name, one.signature.args) for one in library.parts]
        made = symbol, result.signature, bitcode, calls
        code_cache.save(self.module, self.name, "part", types, made)
        return Part(self, *made)

    def symbol(self, types: Any) -> str:
        """The name under which machine code calls the function.

        It is the same in all processes, so that they can share code through the cache. numba's own
        name is not: it has numbers that numba gives to types and functions as it meets them.
        """
        return f"{self.module}.{self.name}.{code_cache.digest_of_types(types)}"

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """numba calls this at a call site: returns the known signatures."""
        pysig, args = self.dispatcher.fold_argument_types(args, kws)
        self.part(self.types_for(args))
        name = self.function.__name__
        signatures = [part.signature for part in self.parts.values()]
        template = make_concrete_template(f"Call of {name}", name, signatures)
        return template, pysig, args, {}

    def get_overload(self, types: Any) -> Part:
        """numba calls this for the function's library for a signature."""
        return self.parts[tuple(types)]


class Function(CPUDispatcher):
    """A function that Python calls. In compiled code it acts as its callee."""

    callee: Callee
    # numba reads this to detect recursion. There is none, but a unit, which may contain this
    # function too, is built when its first function is needed: while another one is being compiled.
    is_compiling: Any = False

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return self.callee.get_call_template(args, kws)

    def get_overload(self, types: Any) -> Any:
        return self.callee.get_overload(types)


class Unit:
    """The exported functions of a package, with all that they call, as machine code."""

    def __init__(self, package: str) -> None:
        self.package = package
        self.exports: list[Callee] = []
        self._engine: Any = None
        self._making = False

    def ready(self) -> None:
        """Load the machine code into memory and register its symbols with LLVM."""
        if self._engine is not None or self._making:
            return
        modules_of(self.package)
        types = self.types()
        found = code_cache.load(self.package, "all", "unit", types)
        if found is None:
            with code_cache.alone(self.package):  # a second process finds what the first saved
                found = code_cache.load(self.package, "all", "unit", types) or self._made()
        symbols, needed, code = found
        make_ready(needed)
        codegen = cpu_target.target_context.codegen()
        empty = llvm.parse_assembly(str(codegen._create_empty_module(self.package)))
        engine = llvm.create_mcjit_compiler(empty, target_machine())
        engine.add_object_file(llvm.ObjectFileRef.from_data(code))
        engine.finalize_object()
        for symbol in symbols:
            llvm.add_symbol(symbol, engine.get_function_address(symbol))
        self._engine = engine

    @contextmanager
    def being_made(self) -> Iterator[None]:
        """While this lasts, parts of this unit are compiled without asking for the unit."""
        context = cpu_target.typing_context
        self._making, within, context.callstack = True, context.callstack, CallStack()
        try:
            yield
        finally:
            self._making, context.callstack = False, within

    def types(self) -> list[Any]:
        """All types of the exported functions; other types make another unit."""
        ordered = sorted(self.exports, key=lambda callee: (callee.module, callee.name))
        return [one for callee in ordered for one in callee.types_for(None)]

    def _made(self) -> tuple[list[str], list[str], bytes]:
        with self.being_made():
            parts = [callee.part(callee.types_for(None)) for callee in self.exports]
        symbols = [part.symbol for part in parts]
        module, needed = linked(parts, self.package)
        keep_inside(module, symbols)
        machine = target_machine()
        optimise(module, machine)
        made = symbols, sorted(needed), machine.emit_object(module)
        code_cache.save(self.package, "all", "unit", self.types(), made)
        return made


def modules_of(package: str) -> list[ModuleType]:
    """The modules of a package, imported."""
    path = importlib.import_module(package).__path__
    found = pkgutil.iter_modules(path, f"{package}.")
    return [importlib.import_module(module.name) for module in found]


def functions_of(package: str) -> list[Callee]:
    """The compiled functions of a package."""
    return [
        value.callee
        for module in modules_of(package)
        for value in vars(module).values()
        if isinstance(value, Function) and value.callee.module == module.__name__
    ]


def target_machine() -> Any:
    """The processor of this machine, as numba compiles for it."""
    triple, cpu, features = cpu_target.target_context.codegen().magic_tuple()
    return llvm.Target.from_triple(triple).create_target_machine(
        cpu=cpu,
        features=features,
        opt=3,
        reloc="static" if triple.startswith("x86") else "default",
        codemodel="jitdefault",
        jit=True,
    )


def optimise(module: Any, machine: Any) -> None:
    """Optimise a whole module."""
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.inlining_threshold = INLINED
    options.loop_vectorization = True
    options.slp_vectorization = False
    builder = llvm.create_pass_builder(machine, options)
    builder.getModulePassManager().run(module, builder)
