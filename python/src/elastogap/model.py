"""Models: read from texts, built by calls, run."""
from __future__ import annotations

import ctypes
import math
import os
import signal
import sys
import tempfile
import threading
import warnings
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Callable, Iterable, Mapping, Sequence, Union

import numpy as np

from . import _c
from .ensemble import Ensemble, Outcome, Want
from .errors import Diagnostic, ElastogapWarning, Messages, SimulationError, UsageError, check, error_of
from .fixed import Stepper
from .fmu import Fmu, export
from .linear import Linearization, linearize
from .result import Floats, Result, Trajectory

Value = Union[float, int, bool, str, Sequence[Any], "np.ndarray[Any, Any]"]
"""What a parameter can be given: a number in its SI unit, a bool, nested sequences for arrays, or a Modelica
expression as a str ('"a.csv"' for a String, "StateSelect.prefer" for a literal)."""

_COMPILED_AT_MOST = 32  # models of other settings that are kept
_SIGINT = int(signal.SIGINT)
_INTERRUPT = 0.05  # how often a run looks for Ctrl-C [s]
_SHORT = (
    "Modelica.Mechanics.Translational.Components.",
    "Modelica.Mechanics.Translational.Sources.",
    "Modelica.Mechanics.Translational.Sensors.",
    "Elastogap.Contact.",
)


def written(value: Value) -> str:
    """A value as Modelica writes it."""
    if isinstance(value, str):
        return value
    if isinstance(value, (bool, np.bool_)):
        return "true" if value else "false"
    if isinstance(value, (int, np.integer)):
        return str(int(value))
    if isinstance(value, (float, np.floating)):
        if not math.isfinite(value):
            raise UsageError(f"{value} cannot be written as a number of Modelica")
        return repr(float(value))
    if isinstance(value, np.ndarray):
        value = value.tolist()
        return written(value)
    return "{" + ", ".join(written(v) for v in value) + "}"


@dataclass(frozen=True)
class Variable:
    """An input or an output of a whole model."""

    name: str
    unit: str
    doc: str
    start: float
    """Of an input: its value where a run is given none."""


@dataclass(frozen=True)
class Experiment:
    """What a run does where it is not told otherwise; NaN where the model does not say."""

    start_time: float
    stop_time: float
    interval: float
    tolerance: float


class _Spec:
    """The library's description of a model."""

    __slots__ = ("handle",)

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __del__(self) -> None:
        _c.lib.eg_spec_free(self.handle)


class Compiled:
    """A model ready to run: const, for any number of threads."""

    __slots__ = ("handle", "name", "defaults", "said")

    def __init__(self, spec: _Spec) -> None:
        handle = ctypes.c_void_p()
        with Messages() as d:
            check(_c.lib.eg_model_compile(spec.handle, d.handle, ctypes.byref(handle)), d)
            self.said = d.read()
        assert handle.value
        self.handle = handle.value
        self.name = _c.text(_c.lib.eg_model_name(self.handle))
        self.defaults = _c.lib.eg_simulate_options_default(self.handle)
        self.defaults.progress, self.defaults.progress_interval = _looks_up, _INTERRUPT

    def __del__(self) -> None:
        if hasattr(self, "handle"):
            _c.lib.eg_model_free(self.handle)


def _warn(said: Iterable[Diagnostic], depth: int) -> None:
    for d in said:
        if d.severity == "warning":
            warnings.warn(str(d), ElastogapWarning, stacklevel=depth)


_signal: Any = sys.modules.get("_signal", signal)  # what `signal` wraps, ten times as fast
_run_of_thread = threading.local()  # .told: the caller's function, .raised: what ended the run


def _look_up(time: float, _: Any) -> int:
    """Called from a run some times a second; being Python, it lets signals be heard. What the caller's own function
    raises ends the run, and goes on in Python behind it."""
    try:
        told = _run_of_thread.told
        heard = _interrupts.heard and threading.current_thread() is threading.main_thread()
        return int(heard or told is not None and bool(told(time)))
    except BaseException as raised:
        _run_of_thread.raised = raised
        return 1


_looks_up = _c.progress_of_run(_look_up)


class _Interrupts:
    """While the main thread is in a run, a Ctrl-C is noted, and handled as ever once the run has ended: an exception
    out of a handler that C has called would be lost."""

    def __init__(self) -> None:
        self.heard = False
        self.before: Any = None

    def _note(self, *_: Any) -> None:
        self.heard = True

    def begin(self) -> bool:
        """False where that is not this thread's to do, or a run is within another one."""
        if self.before is not None or threading.current_thread() is not threading.main_thread():
            return False
        self.before = _signal.getsignal(_SIGINT)
        if not callable(self.before):
            self.before = None
            return False
        self.heard = False
        _signal.signal(_SIGINT, self._note)
        return True

    def end(self) -> None:
        before, self.before = self.before, None
        _signal.signal(_SIGINT, before)
        if self.heard:
            self.heard = False
            before(_SIGINT, None)


_interrupts = _Interrupts()


class Model:
    """A model: read by `load` or `loads`, or empty for `add`, `set` and `connect`.

    It may be changed at any time, by one thread at a time; runs take it as it is then, in any number of threads.
    """

    def __init__(self, name: str = "Model") -> None:
        self._name = name
        self._steps: list[tuple[str, tuple[Any, ...]]] = [("create", (name,))]
        self._spec: _Spec | None = None
        self._compiled: OrderedDict[tuple[tuple[str, str], ...], Compiled] = OrderedDict()
        self._plain: Compiled | None = None
        self._lock = threading.RLock()

    # ---------------------------------------------------------------- making it

    def _begin(self, settings: tuple[tuple[str, str], ...]) -> _Spec:
        """The spec of the first step: read with the settings, or empty."""
        kind, arguments = self._steps[0]
        handle = ctypes.c_void_p()
        with Messages() as d:
            if kind == "create":
                handle.value = _c.lib.eg_spec_create(arguments[0].encode(), d.handle)
                if not handle.value:
                    raise MemoryError
            else:
                name, text, model, include, given, test = arguments
                places = _c.array_of_texts([os.fspath(p) for p in include])
                pairs = [f"{path}={value}" for path, value in (*given, *settings)]
                values = _c.array_of_texts(pairs)
                options = _c.ReadOptions(
                    model.encode() if model else None,
                    places,
                    len(include),
                    values,
                    len(pairs),
                    0,
                    test.encode() if test else None,
                )
                if kind == "file":
                    status = _c.lib.eg_spec_read(
                        os.fsencode(name), ctypes.byref(options), d.handle, ctypes.byref(handle)
                    )
                else:
                    status = _c.lib.eg_spec_read_text(
                        text, len(text), name.encode(), ctypes.byref(options), d.handle, ctypes.byref(handle)
                    )
                check(status, d)
                _warn(d.read(), 6)
        assert handle.value
        return _Spec(handle.value)

    def _apply(self, spec: _Spec, kind: str, arguments: tuple[Any, ...]) -> None:
        with Messages() as d:
            if kind == "add":
                check(_c.lib.eg_spec_add(spec.handle, arguments[0], arguments[1], d.handle), d)
            elif kind == "connect":
                check(_c.lib.eg_spec_connect(spec.handle, arguments[0], arguments[1], d.handle), d)
            elif kind == "start":
                check(_c.lib.eg_spec_set_start(spec.handle, *arguments, d.handle), d)
            elif kind == "experiment":
                before = _c.lib.eg_spec_experiment(spec.handle)
                for field, value in arguments[0].items():
                    setattr(before, field, value)
                _c.lib.eg_spec_set_experiment(spec.handle, before)
            else:
                self._set(spec, arguments[0], arguments[1], d)

    @staticmethod
    def _set(spec: _Spec, path: str, value: Value, d: Messages) -> None:
        name = path.encode()
        if isinstance(value, str):
            check(_c.lib.eg_spec_set_string(spec.handle, name, value.encode(), d.handle), d)
        elif np.ndim(value) == 0:
            check(_c.lib.eg_spec_set(spec.handle, name, float(value), d.handle), d)  # type: ignore[arg-type]
        else:
            table = np.ascontiguousarray(value, dtype=np.float64)
            first = table.ctypes.data_as(_c.doubles)
            check(_c.lib.eg_spec_set_matrix(spec.handle, name, first, table.shape[0], d.handle), d)

    def _made(self) -> _Spec:
        if self._spec is None:
            spec = self._begin(())
            for kind, arguments in self._steps[1:]:
                self._apply(spec, kind, arguments)
            self._spec = spec
        return self._spec

    def _change(self, kind: str, *arguments: Any) -> None:
        """Makes a change, and remembers it once it has been made."""
        with self._lock:
            self._apply(self._made(), kind, arguments)
            self._steps.append((kind, arguments))
            self._compiled.clear()
            self._plain = None

    def add(self, class_name: str, path: str, **parameters: Value) -> "Model":
        """Adds an instance of a class by its full dotted name, or the last part of one of Translational's
        Components, Sources or Sensors or of Elastogap.Contact; and sets its parameters [SI]. Returns the model."""
        name = class_name
        if "." not in class_name:
            name = next((p + class_name for p in _SHORT if self._has(p + class_name)), class_name)
        self._change("add", name.encode(), path.encode())
        for parameter, value in parameters.items():
            self.set(f"{path}.{parameter}", value)
        return self

    @staticmethod
    def _has(class_name: str) -> bool:
        trial = _Spec(_c.lib.eg_spec_create(b"trial", None))
        return bool(_c.lib.eg_spec_add(trial.handle, class_name.encode(), b"x", None) == _c.OK)

    def set(self, path: str, value: Value) -> "Model":
        """Sets a parameter ("mass.m") in its SI unit; what depends on it follows. A str is a String's text, a nested
        sequence a matrix. Returns the model."""
        self._change("set", path, value)
        return self

    def start(self, path: str, value: float, fixed: bool = True) -> "Model":
        """Sets a start value ("mass.s") [SI]; fixed: it must hold, else it is a guess. Returns the model."""
        self._change("start", path.encode(), float(value), int(fixed))
        return self

    def connect(self, first: str, *others: str) -> "Model":
        """Connects ports ("gap.flange_b", "mass.flange_a") one after the other. Returns the model."""
        for a, b in zip((first, *others), others):
            self._change("connect", a.encode(), b.encode())
        return self

    def experiment(self, **values: float) -> "Model":
        """Sets start_time [s], stop_time [s], interval [s] or tolerance of runs that are not told otherwise."""
        known = [f for f, _ in _c.Experiment._fields_]
        for name in values:
            if name not in known:
                raise UsageError(f"{name} is none of {', '.join(known)}")
        self._change("experiment", {k: float(v) for k, v in values.items()})
        return self

    def _compile(self, settings: Mapping[str, Value]) -> Compiled:
        """The model with settings, compiled; the newest are kept."""
        if not settings:
            plain = self._plain
            if plain is not None:
                return plain
        with self._lock:
            key = tuple((path, written(value)) for path, value in settings.items())
            found = self._compiled.get(key)
            if found is None:
                found = Compiled(self._with(key, settings))
                self._compiled[key] = found
                _warn(found.said, 5)
                if len(self._compiled) > _COMPILED_AT_MOST:
                    self._compiled.popitem(last=False)
            else:
                self._compiled.move_to_end(key)
            if not settings:
                self._plain = found
            return found

    def _with(self, key: tuple[tuple[str, str], ...], settings: Mapping[str, Value]) -> _Spec:
        """A spec of its own with settings."""
        if not key:
            return self._made()
        is_read = self._steps[0][0] != "create"
        spec = self._begin(key if is_read else ())
        for kind, arguments in self._steps[1:]:
            self._apply(spec, kind, arguments)
        for path, value in settings.items() if not is_read else ():
            if path.endswith(".start"):
                self._apply(spec, "start", (path[: -len(".start")].encode(), float(value), 1))  # type: ignore[arg-type]
            else:
                self._apply(spec, "set", (path, value))
        return spec

    # ---------------------------------------------------------------- what it is

    @property
    def name(self) -> str:
        """The model's name."""
        with self._lock:
            return _c.text(_c.lib.eg_spec_name(self._made().handle))

    @property
    def comment(self) -> str:
        """What its text says it is."""
        with self._lock:
            return _c.text(_c.lib.eg_spec_comment(self._made().handle))

    @property
    def defaults(self) -> Experiment:
        """What its experiment says."""
        with self._lock:
            e = _c.lib.eg_spec_experiment(self._made().handle)
        return Experiment(e.start_time, e.stop_time, e.interval, e.tolerance)

    @property
    def inputs(self) -> list[Variable]:
        """What its top level declares `input`."""
        c, lib = self._compile({}), _c.lib
        return [_variable(lib.eg_model_input(c.handle, i)) for i in range(lib.eg_model_inputs(c.handle))]

    @property
    def outputs(self) -> list[Variable]:
        """What its top level declares `output`."""
        c, lib = self._compile({}), _c.lib
        return [_variable(lib.eg_model_output(c.handle, i)) for i in range(lib.eg_model_outputs(c.handle))]

    def flatten(self) -> str:
        """The whole model as flat Modelica text: every variable, every equation, no component."""
        text, length = ctypes.c_void_p(), ctypes.c_size_t()
        with self._lock, Messages() as d:
            status = _c.lib.eg_spec_flatten(self._made().handle, d.handle, ctypes.byref(text), ctypes.byref(length))
            check(status, d)
        assert text.value
        try:
            return ctypes.string_at(text.value, length.value).decode()
        finally:
            _c.libc.free(text)

    def check(self) -> tuple[Diagnostic, ...]:
        """Compiles the model; returns notes and warnings, raises ModelError where it is wrong."""
        return self._compile({}).said

    # ---------------------------------------------------------------- runs

    def simulate(
        self,
        *,
        start_time: float | None = None,
        stop_time: float | None = None,
        interval: float | None = None,
        tolerance: float | None = None,
        engine: str | None = None,
        step: float | None = None,
        signals: Sequence[str] | None = None,
        inputs: Mapping[str, float] | None = None,
        max_steps: int | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        progress: Callable[[float], Any] | None = None,
        **settings: Value,
    ) -> Result:
        """Runs the model.

        Times are in s; tolerance is relative, from 1e-12 to 1e-2; the default of each is the model's experiment's.
        engine: "auto", "exact", "erk", "irk", "ida" or "fixed" (with steps of `step` [s]). signals: patterns of what is
        stored (* and ? are wild). inputs: values [SI] that the model's inputs have. max_steps: 0 for as many as it
        takes. time_limit [s] by the clock. memory_limit [bytes] of the result. progress: called some times a second
        with the time reached [s]; when it answers anything true, the result ends there. All others are settings of
        parameters and start values [SI]: **{"stop.d": 200, "ball.s.start": 0.1}; a model is read and compiled once
        for each combination, and 32 are kept.

        Warnings of the library are ElastogapWarnings. SimulationError.partial has what there is up to the last good
        point. Ctrl-C ends a run.
        """
        compiled = self._compile(settings)
        o = _c.SimulateOptions.from_buffer_copy(compiled.defaults)
        if start_time is not None:
            o.start_time = start_time
        if stop_time is not None:
            o.stop_time = stop_time
        if interval is not None:
            o.interval = interval
        elif start_time is not None or stop_time is not None:
            said = _c.lib.eg_model_experiment(compiled.handle).interval
            o.interval = (o.stop_time - o.start_time) / 500 if math.isnan(said) else said
        if tolerance is not None:
            o.tolerance = tolerance
        if engine is not None:
            o.engine = engine.encode()
        if step is not None:
            o.step = step
        if max_steps is not None:
            o.max_steps = max_steps
        if time_limit is not None:
            o.time_limit = time_limit
        if memory_limit is not None:
            o.memory_limit = memory_limit
        if signals is not None:
            patterns = _c.array_of_texts(signals)
            o.signals, o.signal_count = patterns, len(signals)
        if inputs:
            held = self._inputs(compiled, inputs)
            o.inputs = held.ctypes.data_as(_c.doubles)
        return _run(compiled, o, progress)

    def _inputs(self, compiled: Compiled, given: Mapping[str, float]) -> Floats:
        lib = _c.lib
        known = [_variable(lib.eg_model_input(compiled.handle, i)) for i in range(lib.eg_model_inputs(compiled.handle))]
        names = [v.name for v in known]
        for name in given:
            if name not in names:
                has = ", ".join(names) or "none"
                raise UsageError(f"{name} is no input of {compiled.name}, which has {has}")
        return np.array([float(given.get(v.name, v.start)) for v in known])

    def ensemble(
        self,
        values: Mapping[str, Any],
        wanted: Mapping[str, Want | str],
        **options: Any,
    ) -> Outcome:
        """Runs the model for many sets of values at once, on all cores.

        values: arrays [SI] by parameter or start value ("stop.c", "ball.s.start"), broadcast against each other: one
        set an element. wanted: what is asked of each run, by names of your own: `final`, `minimum`, `maximum`,
        `count`, `event_time`; a str is the final value of a signal or expression. Options: those of
        `Ensemble.run`. The outcome's arrays have the shape of the values.
        """
        arrays = np.broadcast_arrays(*[np.asarray(v, dtype=np.float64) for v in values.values()])
        shape = arrays[0].shape if arrays else (1,)
        table = np.column_stack([a.ravel() for a in arrays]) if arrays else np.zeros((1, 0))
        return self.prepare(list(values), wanted).run(table, shape=shape, **options)

    def prepare(self, names: Sequence[str], wanted: Mapping[str, Want | str]) -> Ensemble:
        """An ensemble to be run again and again: `names` are what the sets give values to, in order of columns."""
        with self._lock:
            return Ensemble(self._made().handle, names, wanted)

    def stepper(self, step: float, outputs: Sequence[str] = (), **settings: Value) -> Stepper:
        """A stepper with fixed steps [s] for real time: `outputs` are paths ("ball.s", "stop.f")."""
        return Stepper(self._compile(settings), step, outputs)

    def linearize(
        self,
        time: float | None = None,
        *,
        inputs: Sequence[str] | None = None,
        outputs: Sequence[str] | None = None,
        reach: float | None = None,
        engine: str | None = None,
        tolerance: float | None = None,
        **settings: Value,
    ) -> Linearization:
        """The linear model about the point that a run reaches at `time` [s] (default: the start).

        inputs: signals of time or sources; outputs: variables or expressions; by default what the model's top level
        declares. reach: how near a change of mode is told of, as a share of the states' sizes.
        """
        return linearize(self._compile(settings), time, inputs, outputs, reach, engine, tolerance)

    def fmu(
        self,
        path: str | os.PathLike[str],
        *,
        fmi: float = 3.0,
        engine: str | None = None,
        inputs: Sequence[str] = (),
        outputs: Sequence[str] = (),
        flanges: Mapping[str, str] | None = None,
        source: bool = False,
        **settings: Value,
    ) -> None:
        """Writes an FMU for Model Exchange and Co-Simulation, which needs no compiler.

        fmi: 2.0 or 3.0. engine: of Co-Simulation. inputs, outputs: patterns of signals that become such beside those
        that the model declares. flanges: open flanges that become terminals, as {"flange": "force"} or "motion".
        source: C99 source instead of a library.
        """
        options = [o for name in inputs for o in ("--inputs", name)] + [o for name in outputs for o in ("--outputs", name)]
        options += [o for name, kind in (flanges or {}).items() for o in ("--flange", f"{name}={kind}")]
        options += ["--engine", engine] if engine else []
        options += ["--source"] if source else []
        options += [o for name, value in settings.items() for o in ("--set", f"{name}={written(value)}")]
        with tempfile.TemporaryDirectory() as folder:
            export(self._source(folder), path, fmi, options)

    def _source(self, folder: str) -> list[str]:
        """What names this model to the program: what was read, or its flat text where calls have changed it."""
        kind, arguments = self._steps[0]
        if kind == "create" or len(self._steps) > 1:
            flat = os.path.join(folder, f"{self.name}.mo")
            with open(flat, "w", encoding="utf-8") as stream:
                stream.write(self.flatten())
            return [flat]
        name, text, model, include, given, test = arguments
        if kind == "text":
            name = os.path.join(folder, os.path.basename(name))
            with open(name, "wb") as file:
                file.write(text)
        found = [os.path.abspath(name) if os.path.exists(name) else name]
        found += ["--model", model] if model else []
        found += [o for place in include for o in ("-I", os.path.abspath(place))]
        return found + [o for path, value in given for o in ("--set", f"{path}={value}")]

    def __repr__(self) -> str:
        return f"<model {self._name}>"


def _variable(v: Any) -> Variable:
    return Variable(_c.text(v.name), _c.text(v.unit), _c.text(v.doc), v.start)


def _run(compiled: Compiled, options: Any, told: Callable[[float], Any] | None) -> Result:
    handle, statistics, lib = ctypes.c_void_p(), _c.Statistics(), _c.lib
    outer = getattr(_run_of_thread, "told", None)  # of a run that is made within `told`
    _run_of_thread.told, _run_of_thread.raised = told, None
    listens = _interrupts.begin()
    with Messages() as d:
        try:
            status = lib.eg_simulate(
                compiled.handle, ctypes.byref(options), d.handle, ctypes.byref(handle), ctypes.byref(statistics)
            )
            raised, said = _run_of_thread.raised, d.read()
            result = Result(Trajectory(handle.value), statistics, said, compiled.name) if handle.value else None
        finally:
            _run_of_thread.told, _run_of_thread.raised = outer, None
            if listens:
                _interrupts.end()
        if raised is not None:
            raise raised
        if status < 0:
            fault = error_of(status, d)
            if isinstance(fault, SimulationError):
                fault.partial = result
            raise fault
    if said:
        _warn(said, 4)
    assert result is not None
    return result


def load(
    path: str | os.PathLike[str],
    *,
    model: str | None = None,
    include: Sequence[str | os.PathLike[str]] = (),
    settings: Mapping[str, Value] | None = None,
    test: str | None = None,
) -> Model:
    """Reads a model of Modelica or Dyad (.dyad): a file, or a class by its dotted name.

    model: which of the file's, by default the last that is not partial. include: roots of libraries. settings: values
    of parameters and start values that hold from the beginning. test: of a Dyad model's metadata, whose initial values
    and span hold. An FMU (.fmu) is opened by `Fmu`.
    """
    if os.fspath(path).lower().endswith(".fmu"):
        raise UsageError(f"{os.fspath(path)} is an FMU: open it by eg.Fmu(path)")
    given = tuple((p, written(v)) for p, v in (settings or {}).items())
    return _read("file", (os.fspath(path), b"", model, tuple(include), given, test))


def loads(
    text: str,
    *,
    name: str = "model.mo",
    model: str | None = None,
    include: Sequence[str | os.PathLike[str]] = (),
    settings: Mapping[str, Value] | None = None,
    test: str | None = None,
) -> Model:
    """Reads a model from text, as `load` from a file; `name` stands for the file in messages, and tells by .dyad that
    the text is Dyad's."""
    given = tuple((p, written(v)) for p, v in (settings or {}).items())
    return _read("text", (name, text.encode(), model, tuple(include), given, test))


def _read(kind: str, arguments: tuple[Any, ...]) -> Model:
    m = Model.__new__(Model)
    m.__init__(os.path.basename(arguments[0]))  # type: ignore[misc]
    m._steps = [(kind, arguments)]
    m._name = m.name
    return m
