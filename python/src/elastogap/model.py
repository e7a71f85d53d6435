"""Models: read from texts, built by calls, run."""
from __future__ import annotations

import ctypes
import math
import os
import tempfile
import threading
import weakref
from collections import OrderedDict
from dataclasses import dataclass
from functools import partial
from typing import Any, Callable, Mapping, Sequence, Union

import numpy as np

from . import _c, program
from .calls import INTERVAL, Listening, looks_up
from .ensemble import Ensemble, Outcome, Want
from .errors import (
    Diagnostic,
    ElastogapError,
    EnergyWarning,
    Messages,
    SimulationError,
    UsageError,
    check,
    error_of,
    warn,
)
from .fit import Data, Fit, Optimum, bounds, pairs, run_fit, run_optimize
from .fixed import Stepper
from .linear import Linearization, linearize
from .result import Diagram, Floats, Result, Svg, Trajectory
from .sensitivity import Sensitivities, add_columns, sensitivity
from .state import State, state_of_row
from .steady import Equilibria, Equilibrium, steady
from .sweep import Chance, Design, Factor, Sweep
from .sweep import chance as run_chance
from .sweep import run as run_sweep

Value = Union[float, int, bool, str, Sequence[Any], "np.ndarray[Any, Any]"]
"""What a parameter can be given: a number in its SI unit, a bool, nested sequences for arrays, or a Modelica
expression as a str ('"a.csv"' for a String, "StateSelect.prefer" for a literal)."""

LAYOUTS = ("network", "modelica")
"""Who places the components of a diagram: the library, or the model's text."""
THEMES = ("auto", "light", "dark")
"""The colours of a diagram; "auto": what the viewer prefers."""
_COMPILED_AT_MOST = 32  # models of other settings that are kept
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
    if not isinstance(value, Sequence) or isinstance(value, (bytes, bytearray, memoryview)):
        raise TypeError(f"a parameter is given a number, a bool, a str or nested sequences of them, not {value!r}")
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


class _Spec(_c.Held):
    """The library's description of a model."""

    __slots__ = ("handle",)

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __del__(self) -> None:
        _c.lib.eg_spec_free(self.handle)


class Compiled(_c.Held):
    """A model ready to run: const, for any number of threads."""

    __slots__ = ("handle", "name", "defaults", "said", "again")

    def __init__(self, spec: _Spec, again: Callable[[], _Spec]) -> None:
        self.again = again
        """Makes its spec anew, as it was."""
        handle = ctypes.c_void_p()
        with Messages() as d:
            check(_c.lib.eg_model_compile(spec.handle, d.handle, ctypes.byref(handle)), d)
            self.said = d.read()
        assert handle.value
        self.handle = handle.value
        self.name = _c.text(_c.lib.eg_model_name(self.handle))
        self.defaults = _c.lib.eg_simulate_options_default(self.handle)
        self.defaults.progress, self.defaults.progress_interval = looks_up, INTERVAL

    def __del__(self) -> None:
        if hasattr(self, "handle"):
            _c.lib.eg_model_free(self.handle)


_models: "weakref.WeakSet[Model]" = weakref.WeakSet()


def _unlock() -> None:
    """In the child of a fork: who held a lock there is not here."""
    for model in list(_models):
        model._lock = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_unlock)


def _bytes_of(path: str) -> bytes | None:
    try:
        with open(path, "rb") as stream:
            return stream.read()
    except OSError:
        return None


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
        _models.add(self)

    @classmethod
    def _of(cls, name: str, steps: Sequence[tuple[str, tuple[Any, ...]]]) -> "Model":
        """The model that these steps make, which are taken when it is asked for."""
        made = Model(name)
        made._steps = list(steps)
        return made

    def copy(self) -> "Model":
        """Another model, as this one is now."""
        with self._lock:
            return Model._of(self._name, self._steps)

    def __copy__(self) -> "Model":
        return self.copy()

    def __deepcopy__(self, _: Any) -> "Model":
        return self.copy()

    def __reduce__(self) -> Any:
        """By its text and what calls have changed: for other processes, of multiprocessing, mpi4py, Dask. Libraries and
        tables that it uses are read there, where they were."""
        with self._lock:
            return Model._of, (self._name, self._steps)

    # ---------------------------------------------------------------- making it

    def _begin(self, settings: tuple[tuple[str, str], ...]) -> _Spec:
        """The spec of the first step: read with the settings, or empty."""
        kind, arguments = self._steps[0]
        handle = ctypes.c_void_p()
        with Messages() as d:
            if kind == "create":
                handle.value = _c.lib.eg_spec_create(_c.encoded(arguments[0]), d.handle)
                if not handle.value:
                    raise MemoryError
            else:
                name, text, folder, model, include, given, test = arguments
                places = (ctypes.c_char_p * max(len(include), 1))(*[_c.path(p) for p in include])
                pairs = [f"{path}={value}" for path, value in (*given, *settings)]
                values = _c.array_of_texts(pairs)
                options = _c.ReadOptions(
                    ctypes.sizeof(_c.ReadOptions),
                    _c.encoded(model) if model else None,
                    places,
                    len(include),
                    values,
                    len(pairs),
                    0,
                    _c.encoded(test) if test else None,
                )
                found = name
                if kind == "file" and text is not None and _bytes_of(name) != text:
                    found = os.path.join(folder, name)  # the working directory may be another one by now
                if kind == "file" and (text is None or _bytes_of(found) == text):
                    status = _c.lib.eg_spec_read(
                        _c.path(found), ctypes.byref(options), d.handle, ctypes.byref(handle)
                    )
                else:
                    status = _c.lib.eg_spec_read_text(
                        text, len(text), _c.path(name), ctypes.byref(options), d.handle, ctypes.byref(handle)
                    )
                check(status, d)
                warn(d.read(), 6)
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
        name = _c.encoded(path)
        if isinstance(value, str):
            check(_c.lib.eg_spec_set_string(spec.handle, name, _c.encoded(value), d.handle), d)
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
        self._change("add", _c.encoded(name), _c.encoded(path))
        for parameter, value in parameters.items():
            self.set(f"{path}.{parameter}", value)
        return self

    @staticmethod
    def _has(class_name: str) -> bool:
        trial = _Spec(_c.lib.eg_spec_create(b"trial", None))
        return bool(_c.lib.eg_spec_add(trial.handle, _c.encoded(class_name), b"x", None) == _c.OK)

    def set(self, path: str, value: Value) -> "Model":
        """Sets a parameter ("mass.m") in its SI unit; what depends on it follows. A str is a String's text, a nested
        sequence a matrix. Returns the model."""
        self._change("set", path, value)
        return self

    def start(self, path: str, value: float, fixed: bool = True) -> "Model":
        """Sets a start value ("mass.s") [SI]; fixed: it must hold, else it is a guess. Returns the model."""
        self._change("start", _c.encoded(path), float(value), int(fixed))
        return self

    def connect(self, first: str, *others: str) -> "Model":
        """Connects ports ("gap.flange_b", "mass.flange_a") one after the other. Returns the model."""
        for a, b in zip((first, *others), others):
            self._change("connect", _c.encoded(a), _c.encoded(b))
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
                again = partial(_made_anew, self._name, tuple(self._steps), key, dict(settings))
                found = Compiled(self._with(key, settings), again)
                self._compiled[key] = found
                warn(found.said, 5)
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
                self._apply(spec, "start", (_c.encoded(path[: -len(".start")]), float(value), 1))  # type: ignore[arg-type]
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
        return _taken(text, length)

    def diagram(self, *, layout: str = "network", theme: str = "auto") -> Svg:
        """The network as a picture, an SVG, which notebooks show. layout: "network", as an engineer would sketch it, or
        "modelica", as the text places its components. theme: "light", "dark", or "auto", what the viewer prefers. A
        notebook that has the model itself as a cell's value shows the picture without options."""
        options = _c.lib.eg_diagram_options_default()
        options.layout = _index("layout", layout, LAYOUTS)
        options.theme = _index("theme", theme, THEMES)
        text, length = ctypes.c_void_p(), ctypes.c_size_t()
        said: list[Diagnostic] = []
        with self._lock, Messages() as d:
            picture = _laid_out(self._made, options, said)
            check(_c.lib.eg_diagram_svg(picture.handle, ctypes.byref(text), ctypes.byref(length)), d)
        warn(said, 3)
        return Svg(_taken(text, length))

    def _repr_svg_(self) -> str | None:
        """For notebooks: the diagram; nothing while the model is not whole or wrong."""
        try:
            return self.diagram()
        except ElastogapError:
            return None

    def convert(self, path: str | os.PathLike[str]) -> list[Diagnostic]:
        """Writes its text in the other language: a Modelica text in Dyad (.dyad), one in Dyad or 20-sim's in Modelica
        (.mo). What was told of it."""
        with tempfile.TemporaryDirectory() as folder:
            return program.write(["convert", *self._source(folder, is_text=True)], path)

    def info(self) -> str:
        """What `elastogap info` tells of it."""
        with tempfile.TemporaryDirectory() as folder:
            return program.info(*self._source(folder))

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
        max_events: int | None = None,
        time_limit: float | None = None,
        memory_limit: int | None = None,
        progress: Callable[[float], Any] | None = None,
        start_from: "State | Equilibrium | str | os.PathLike[str] | None" = None,
        save_at: "float | Sequence[float] | Floats" = (),
        restart_at: "float | Sequence[float] | Floats" = (),
        sensitivity: Sequence[str] = (),
        **settings: Value,
    ) -> Result:
        """Runs the model.

        Times are in s; tolerance is relative, from 1e-12 to 1e-2; the default of each is the model's experiment's.
        engine: "auto", "exact", "erk", "irk", "ida" or "fixed" (with steps of `step` [s]). signals: patterns of what
        is stored (* and ? are wild). inputs: values [SI] that the model's inputs have. max_steps: 0 for as many as it
        takes. max_events: at one instant without progress. time_limit [s] by the clock. memory_limit [bytes] of the
        result. progress: called some times a second with the time reached [s]; when it answers anything true, the
        result ends there. start_from: a state, an equilibrium or the file of a state, in which the run begins; or
        "steady" for the equilibrium that there is, or the only stable one. Interval, tolerance and engine are then
        those of the run that has saved it. save_at: times [s] at which the run saves its state, `Result.states`.
        restart_at: times [s] at which the engine begins anew, as a run from a state saved there does. sensitivity:
        parameters and start values; the result has by how much each of its Reals moves with them, as signals
        "d(ball.s)/d(stop.c)" of its own rows, NaN from an event on from which there is no derivative. All others are
        settings of parameters and start values [SI]: **{"stop.d": 200, "ball.s.start": 0.1}; a model is read and
        compiled once for each combination, and 32 are kept.

        Warnings of the library are ElastogapWarnings, an EnergyWarning where the energy balance does not close.
        SimulationError.partial has what there is up to the last good point. Ctrl-C ends a run.
        """
        if progress is not None and not callable(progress):
            raise TypeError(f"progress is called with the time, which {progress!r} cannot be")
        compiled = self._compile(settings)
        o = _c.SimulateOptions.from_buffer_copy(compiled.defaults)
        state = None
        if start_from is not None:
            state = self._state(compiled, start_from, start_time, inputs)
            _c.lib.eg_state_apply(state._handle, ctypes.byref(o))
        if start_time is not None:
            o.start_time = start_time
        if stop_time is not None:
            o.stop_time = stop_time
        if interval is not None:
            o.interval = interval
        elif state is None and (start_time is not None or stop_time is not None):
            said = _c.lib.eg_model_experiment(compiled.handle).interval
            o.interval = (o.stop_time - o.start_time) / 500 if math.isnan(said) else said
        if tolerance is not None:
            o.tolerance = tolerance
        if engine is not None:
            o.engine = _c.encoded(engine)
        if step is not None:
            o.step = step
        if max_steps is not None:
            o.max_steps = _c.count(max_steps, name="max_steps")
        if max_events is not None:
            o.max_events = _c.count(max_events, name="max_events")
        if time_limit is not None:
            o.time_limit = time_limit
        if memory_limit is not None:
            o.memory_limit = _c.count(memory_limit, name="memory_limit")
        if signals is not None:
            patterns = _c.array_of_texts(signals)
            o.signals, o.signal_count = patterns, len(signals)
        if inputs:
            held = self._inputs(compiled, inputs)
            o.inputs = held.ctypes.data_as(_c.doubles)
        save = None if save_at == () else np.array(save_at, dtype=np.float64, ndmin=1)
        if restart_at != ():
            anew = np.array(restart_at, dtype=np.float64, ndmin=1)
            o.restart_times, o.restart_count = anew.ctypes.data_as(_c.doubles), anew.size
        if not sensitivity:
            return _run(compiled, o, progress, save)
        if start_from is not None or inputs or restart_at != ():
            raise UsageError("sensitivity follows a run from the model's own start, of its own inputs, in one go")
        result = _run(compiled, o, progress, save)
        add_columns(compiled, sensitivity, o, result)
        return result

    def _state(
        self,
        compiled: Compiled,
        start_from: "State | Equilibrium | str | os.PathLike[str]",
        start_time: float | None,
        inputs: Mapping[str, float] | None,
    ) -> State:
        if isinstance(start_from, State):
            return start_from
        if isinstance(start_from, Equilibrium):
            return start_from.state
        if isinstance(start_from, str) and start_from == "steady":
            given = self._inputs(compiled, inputs) if inputs else None
            return steady(compiled, start_time, given, None, None, None, None).choose().state
        return State.read(start_from)

    def _inputs(self, compiled: Compiled, given: Mapping[str, float]) -> Floats:
        lib = _c.lib
        known = [_variable(lib.eg_model_input(compiled.handle, i)) for i in range(lib.eg_model_inputs(compiled.handle))]
        names = [v.name for v in known]
        for name in given:
            if name not in names:
                has = ", ".join(names) or "none"
                raise UsageError(f"{name} is no input of {compiled.name}, which has {has}")
        return np.array([float(given.get(v.name, v.start)) for v in known])

    def _own_spec(self, settings: Mapping[str, Value]) -> _Spec:
        """One that nobody else changes while it is worked on."""
        made = self.copy()
        return made._with(tuple((path, written(value)) for path, value in settings.items()), settings)

    def fit(
        self,
        data: "Data | Sequence[Data]",
        match: Mapping[str, str],
        free: "Sequence[str] | Mapping[str, Sequence[float] | None]" = (),
        *,
        each: "Sequence[str] | Mapping[str, Sequence[float] | None]" = (),
        rows: Mapping[str, str] | None = None,
        sensors: Mapping[str, str] | None = None,
        weights: Mapping[str, str] | None = None,
        time: str | None = None,
        robust: bool = False,
        starts: int | None = None,
        seed: int | None = None,
        level: float | None = None,
        profile: bool = True,
        engine: str | None = None,
        tolerance: float | None = None,
        start_time: float | None = None,
        stop_time: float | None = None,
        max_steps: int | None = None,
        threads: int | None = None,
        **settings: Value,
    ) -> Fit:
        """Finds constants from measurements, and says how well they are known: `elastogap fit`.

        data: a file of comma-separated values or its columns as a mapping of arrays (NaN: missing), or several of
        them, a run of its own each. match: what columns are held against, {"pos[mm]": "ball.s"}; {"hit": "time(gap,
        contact begins)"} for times of events; {"force": "-gap.f over depth = -gap.s_rel"} for one column over another.
        free: parameters and start values that are sought, a sequence of names, or {"gap.c": (1e3, 1e7), "gap.d":
        None} with (low, high) or (low, start, high); each: the same with a value of its own for each file. rows:
        {"ball.v.start": "speed[m/s]"}, each row is a run. sensors: {"pos": "delay, gain, bias, noise=0.1"}. weights:
        {"pos": "its column of deviations"}. time: the column of times. robust: outliers pull nothing. level: of
        intervals, 0.95. profile: intervals by profile likelihood too. What the data does not tell is in Fit.open, and
        warned of. docs/from-measurement-to-model.md shows all of it.
        """
        texts = {
            "matches": pairs(match),
            "free": bounds(free),
            "each": bounds(each),
            "rows": pairs(rows or {}),
            "sensors": [f"{column}: {words}" for column, words in (sensors or {}).items()],
            "weights": pairs(weights or {}),
        }
        asked = {
            "time": time, "engine": engine, "tolerance": tolerance, "start_time": start_time, "stop_time": stop_time,
            "max_steps": max_steps, "starts": starts, "seed": seed, "level": level, "threads": threads,
            "robust": int(robust), "profile": int(profile),
        }
        return run_fit(self._own_spec(settings), data, texts, asked)

    def optimize(
        self,
        minimize: str | None = None,
        free: "Sequence[str] | Mapping[str, Sequence[float] | None]" = (),
        *,
        maximize: str | None = None,
        subject: Sequence[str] = (),
        starts: int | None = None,
        seed: int | None = None,
        engine: str | None = None,
        tolerance: float | None = None,
        start_time: float | None = None,
        stop_time: float | None = None,
        max_steps: int | None = None,
        threads: int | None = None,
        **settings: Value,
    ) -> Optimum:
        """Finds values for which something about a run is least, or greatest: `elastogap optimize`.

        minimize, maximize: an expression as of ensembles, "max(-stop.f)". free: what is sought, as for `fit`.
        subject: limits, ["max(-stop.s_rel) <= 0.02"]. An optimum that is not within them, or has not settled, is
        warned of.
        """
        if (minimize is None) == (maximize is None):
            raise UsageError("say what is to be least, minimize, or greatest, maximize; one of them")
        asked = {
            "engine": engine, "tolerance": tolerance, "start_time": start_time, "stop_time": stop_time,
            "max_steps": max_steps, "starts": starts, "seed": seed, "threads": threads,
        }
        text = minimize if minimize is not None else maximize
        assert text is not None
        return run_optimize(self._own_spec(settings), text, minimize is None, subject, bounds(free), asked)

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
            if not isinstance(wanted, Mapping):
                raise TypeError(f"wanted is a mapping, of names to what is asked of each run, not {wanted!r}")
            again = Model.prepare, (self.copy(), list(names), dict(wanted))
            return Ensemble(self._made().handle, names, wanted, again)

    def sweep(
        self,
        factors: "Mapping[str, Factor] | Design",
        wanted: Mapping[str, Want | str],
        *,
        design: str = "grid",
        count: int = 1,
        seed: int = 1,
        correlations: Mapping[tuple[str, str], float] | None = None,
        table: str | os.PathLike[str] | None = None,
        journal: str | os.PathLike[str] | None = None,
        resume: bool = False,
        threads: int = 0,
        progress: Callable[[int, int], Any] | None = None,
        **options: Any,
    ) -> Sweep:
        """Runs all rows of a design: `elastogap sweep`.

        factors: distributions or values by parameter or start value (`Factor`), with design ("grid", "random",
        "latin", "sobol", "saltelli", "saltelli2"), count, seed and correlations as of `Design`; or a `Design`. wanted:
        as of `ensemble`. table: a CSV that is written; then what has been computed stands in a journal beside it, and
        `resume` goes on with that of a sweep that was stopped, by Ctrl-C or by the loss of the machine. progress:
        called now and then with the rows done and all rows; when it answers anything true, the sweep stops
        (SimulationError). Options: those of each run (start_time, stop_time, tolerance, engine, step, max_steps,
        time_limit). A row that fails is NaN with its reason.
        """
        plan = factors if isinstance(factors, Design) else Design(
            design, factors, count, seed=seed, correlations=correlations
        )
        self._check_run_options("sweep", options)
        for name in wanted:
            if name in plan.names:
                raise UsageError(f"{name!r} is what rows give and what is wanted: call the latter something else")
        return run_sweep(self.prepare(plan.names, wanted), plan, table, journal, resume, threads, progress, options)

    @staticmethod
    def _check_run_options(call: str, options: Mapping[str, Any]) -> None:
        known = ("start_time", "stop_time", "tolerance", "engine", "step", "max_steps", "time_limit")
        for name in options:
            if name not in known:
                raise TypeError(f"{call} takes no {name!r}; options of its runs are {', '.join(known)}")

    def chance(
        self,
        factors: "Mapping[str, Factor]",
        wanted: Want | str,
        above: float,
        *,
        count: int = 1000,
        seed: int = 1,
        correlations: Mapping[tuple[str, str], float] | None = None,
        table: str | os.PathLike[str] | None = None,
        journal: str | os.PathLike[str] | None = None,
        resume: bool = False,
        threads: int = 0,
        progress: Callable[[int, int], Any] | None = None,
        **options: Any,
    ) -> Chance:
        """How likely `wanted` is greater than `above`, where that is too rare to be counted: subset simulation, as
        `elastogap sweep --design subset`. A chance of 1e-6 takes some seven levels of `count` rows.

        factors, correlations: distributions, as of `sweep`. wanted: a `Want`, or an expression. count: the rows of a
        level, 100 at least. table, journal, resume, threads, progress and options: as of `sweep`; the table has the
        level of each row. A level in which all rows have the same value, below the limit, is a SimulationError.
        """
        self._check_run_options("chance", options)
        plan = Design("random", factors, count, seed=seed, correlations=correlations)
        name = wanted if isinstance(wanted, str) else "wanted"
        asked = self.prepare(plan.names, {name: wanted})
        return run_chance(asked, plan, float(above), table, journal, resume, threads, progress, options)

    def steady(
        self,
        time: float | None = None,
        *,
        inputs: Mapping[str, float] | None = None,
        most_modes: int | None = None,
        starts: int | None = None,
        most: int | None = None,
        time_limit: float | None = None,
        **settings: Value,
    ) -> Equilibria:
        """All equilibria that can be found, with their stability: `elastogap steady`.

        time [s]: at which sources are what they are. inputs: values [SI] that the model's inputs have. most_modes:
        how many combinations of modes are looked at (4096). starts: points to begin from in a combination that is not
        linear (48). most: how many are found (1000). time_limit [s] by the clock.
        """
        compiled = self._compile(settings)
        given = self._inputs(compiled, inputs) if inputs else None
        return steady(compiled, time, given, most_modes, starts, most, time_limit)

    def state_at(self, result: Result, time: float | None = None, **settings: Value) -> State:
        """The state at a row of a result of this model, at `time` [s] (the right side of an event), by default the last
        one. What rows do not hold is what it is at the start, and a warning names it."""
        when = math.nan if time is None else float(time)
        return state_of_row(self._compile(settings), result._trajectory, when, result.name)

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
        max_steps: int | None = None,
        time_limit: float | None = None,
        start_from: "State | Equilibrium | None" = None,
        **settings: Value,
    ) -> Linearization:
        """The linear model about the point that a run reaches at `time` [s] (default: the start), or about a state.

        inputs: signals of time or sources; outputs: variables or expressions; by default what the model's top level
        declares. reach: how near a change of mode is told of, as a share of the states' sizes.
        """
        options = {
            "reach": reach,
            "engine": engine,
            "tolerance": tolerance,
            "max_steps": None if max_steps is None else _c.count(max_steps, name="max_steps"),
            "time_limit": time_limit,
        }
        compiled = self._compile(settings)
        state = None if start_from is None else self._state(compiled, start_from, None, None)
        return linearize(compiled, time, inputs, outputs, options, state)

    def sensitivity(
        self,
        by: Sequence[str],
        of: Sequence[str],
        *,
        start_time: float | None = None,
        stop_time: float | None = None,
        interval: float | None = None,
        tolerance: float | None = None,
        engine: str | None = None,
        max_steps: int | None = None,
        time_limit: float | None = None,
        adjoint: bool = False,
        **settings: Value,
    ) -> Sensitivities:
        """What a run comes to, and its exact derivatives by parameters, through every event.

        by: parameters ("gap.c") and start values ("ball.s(start)"). of: variables at the end of the run, and
        expressions: "max(-gap.f)", "at(ball.s, 0.5)", "integral(gap.lossPower)", "time(gap, contact begins, 3)".
        adjoint: backward, each number once through the run, whatever the number of parameters; then there are no
        rows. All others are as for `simulate`.
        """
        compiled = self._compile(settings)
        if interval is None and (start_time is not None or stop_time is not None):
            span = (compiled.defaults.start_time, compiled.defaults.stop_time)
            begin, end = (x if given is None else given for given, x in zip((start_time, stop_time), span))
            interval = (end - begin) / 500
        options = {
            "start_time": start_time,
            "stop_time": stop_time,
            "interval": interval,
            "tolerance": tolerance,
            "engine": engine,
            "max_steps": None if max_steps is None else _c.count(max_steps, name="max_steps"),
            "time_limit": time_limit,
        }
        return sensitivity(compiled, by, of, options, adjoint)

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
        options = [o for name in inputs for o in ("--inputs", name)]
        options += [o for name in outputs for o in ("--outputs", name)]
        options += [o for name, kind in (flanges or {}).items() for o in ("--flange", f"{name}={kind}")]
        options += ["--engine", engine] if engine else []
        options += ["--source"] if source else []
        options += [o for name, value in settings.items() for o in ("--set", f"{name}={written(value)}")]
        with tempfile.TemporaryDirectory() as folder:
            program.write(["fmu", *self._source(folder), "--fmi", f"{fmi:g}", *options], path)

    def _source(self, folder: str, is_text: bool = False) -> list[str]:
        """What names this model to the program: what was read, or its flat text where calls have changed it. is_text:
        the text alone, whatever it was read with."""
        kind, arguments = self._steps[0]
        if kind == "create" or len(self._steps) > 1:
            flat = os.path.join(folder, f"{self.name}.mo")
            with open(flat, "w", encoding="utf-8") as stream:
                stream.write(self.flatten())
            return [flat]
        name, text, home, model, include, given, _ = arguments
        path = os.path.join(home, name)
        if kind == "text" or (text is not None and _bytes_of(path) != text):
            path = os.path.join(folder, os.path.basename(name))
            with open(path, "wb") as file:
                file.write(text)
        found = [path if text is not None else name]
        if is_text:
            return found + [o for place in include for o in ("-I", os.path.abspath(place))]
        found += ["--model", model] if model else []
        found += [o for place in include for o in ("-I", os.path.abspath(place))]
        return found + [o for path, value in given for o in ("--set", f"{path}={value}")]

    def __repr__(self) -> str:
        return f"<model {self._name}>"


def _made_anew(name: str, steps: Sequence[Any], key: Sequence[tuple[str, str]], settings: Mapping[str, Value]) -> _Spec:
    """A spec of its own for each caller: laying it out completes it, and threads may ask at once."""
    return Model._of(name, steps)._with(tuple(key), settings)


def _index(what: str, given: str, names: Sequence[str]) -> int:
    """The number of what is named."""
    if given not in names:
        raise UsageError(f"{what} is {given!r}, but must be one of {', '.join(names)}")
    return names.index(given)


def _laid_out(made: Callable[[], _Spec], options: Any = None, said: list[Diagnostic] | None = None) -> Diagram:
    """The diagram of the spec that is made; what the library says of it is added to `said`."""
    spec, picture = made(), ctypes.c_void_p()
    with Messages() as d:
        given = None if options is None else ctypes.byref(options)
        check(_c.lib.eg_diagram_create_at_start(spec.handle, given, d.handle, ctypes.byref(picture)), d)
        if said is not None:
            said.extend(d.read())
    assert picture.value
    return Diagram(picture.value)


def _taken(text: ctypes.c_void_p, length: ctypes.c_size_t) -> str:
    """A text that the library has made for the caller, who frees it."""
    assert text.value
    try:
        return ctypes.string_at(text.value, length.value).decode()
    finally:
        _c.libc.free(text)


def _variable(v: Any) -> Variable:
    return Variable(_c.text(v.name), _c.text(v.unit), _c.text(v.doc), v.start)


def _of_energy(compiled: Compiled, result: Result) -> Callable[[Diagnostic], EnergyWarning]:
    def make(d: Diagnostic) -> EnergyWarning:
        e = result.energy
        error = e.heat_error if d.message.startswith("the heat balance") else e.error
        return EnergyWarning(d, error, e.allowed, e.likely)

    return make


def _run(compiled: Compiled, options: Any, told: Callable[[float], Any] | None, save: Floats | None) -> Result:
    handle, statistics, lib = ctypes.c_void_p(), _c.Statistics(), _c.lib
    saved: Any = ()
    if save is not None:
        saved = (ctypes.c_void_p * save.size)()
        options.save_times, options.save_count, options.saved = save.ctypes.data_as(_c.doubles), save.size, saved
    fault: BaseException | None = None
    result: Result | None = None
    listening = Listening(told)
    with Messages() as d, listening:
        status = lib.eg_simulate(
            compiled.handle, ctypes.byref(options), d.handle, ctypes.byref(handle), ctypes.byref(statistics)
        )
        said = d.read()
        if handle.value:
            draw = partial(_laid_out, compiled.again)
            result = Result(Trajectory(handle.value), statistics, said, compiled.name, draw)
            if save is not None:
                result.states = tuple(State(h) for h in saved if h)
        if status < 0:
            fault = error_of(status, d)
    if listening.raised is not None:
        raise listening.raised
    if fault is not None:
        if isinstance(fault, SimulationError):
            fault.partial = result
        raise fault
    assert result is not None
    if said:
        warn(said, 4, _of_energy(compiled, result))
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
    of parameters and start values that hold from the beginning. test: of a Dyad model's metadata, whose initial
    values and span hold. The file is read now; what becomes of it later changes nothing. Of an FMU (.fmu) it is an
    `Fmu`, which can be simulated.
    """
    name = os.fsdecode(os.fspath(path))
    if name.lower().endswith(".fmu"):
        from .fmu import Fmu

        if model is not None or include or settings or test is not None:
            raise UsageError(f"{name} is an FMU: it takes no model, include, settings or test here")
        return Fmu(name)
    return _read("file", name, None if not os.path.isfile(name) else _bytes_of(name), model, include, settings, test)


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
    return _read("text", name, text.encode("utf-8", "surrogateescape"), model, include, settings, test)


def _read(
    kind: str,
    name: str,
    text: bytes | None,
    model: str | None,
    include: Sequence[str | os.PathLike[str]],
    settings: Mapping[str, Value] | None,
    test: str | None,
) -> Model:
    if isinstance(include, (str, bytes, os.PathLike)):
        raise TypeError(f"include is a sequence of folders: [{os.fspath(include)!r}]")
    places = tuple(os.path.abspath(os.fsdecode(os.fspath(p))) for p in include)
    given = tuple((p, written(v)) for p, v in (settings or {}).items())
    m = Model._of(os.path.basename(name), [(kind, (name, text, os.getcwd(), model, places, given, test))])
    m._name = m.name
    return m
