"""What a run has left: signals, events, energies."""
from __future__ import annotations

import ctypes
import fnmatch
import html
import itertools
import math
import os
import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Callable, Iterator, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _c, page
from .errors import Diagnostic, Messages, UnavailableError, UsageError, check, warn
from .state import State

if TYPE_CHECKING:
    import pandas
    import xarray

Floats = NDArray[np.float64]


def needs(module: str) -> Any:
    """A package that is not asked for unless it is used."""
    import importlib

    try:
        return importlib.import_module(module)
    except ImportError as fault:
        name = module.partition(".")[0]
        raise UnavailableError(f"this takes the package {name}, which cannot be imported: {fault}") from fault


class Trajectory(_c.Held):
    """The library's memory of a run; freed when nothing looks at it any more."""

    __slots__ = ("handle", "__weakref__")

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __del__(self) -> None:
        _c.lib.eg_trajectory_free(self.handle)


class Diagram(_c.Held):
    """The library's picture of a model."""

    __slots__ = ("handle",)

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def __del__(self) -> None:
        _c.lib.eg_diagram_free(self.handle)


class _DLDevice(ctypes.Structure):
    _fields_ = [("device_type", ctypes.c_int), ("device_id", ctypes.c_int)]


class _DLDataType(ctypes.Structure):
    _fields_ = [("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16)]


class _DLTensor(ctypes.Structure):
    _fields_ = [
        ("data", ctypes.c_void_p),
        ("device", _DLDevice),
        ("ndim", ctypes.c_int),
        ("dtype", _DLDataType),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    ]


_Deleter = ctypes.CFUNCTYPE(None, ctypes.c_void_p)


class _DLManagedTensor(ctypes.Structure):
    _fields_ = [("dl_tensor", _DLTensor), ("manager_ctx", ctypes.c_void_p), ("deleter", _Deleter)]


class _DLManagedTensorVersioned(ctypes.Structure):
    _fields_ = [
        ("major", ctypes.c_uint32),
        ("minor", ctypes.c_uint32),
        ("manager_ctx", ctypes.c_void_p),
        ("deleter", _Deleter),
        ("flags", ctypes.c_uint64),
        ("dl_tensor", _DLTensor),
    ]


_READ_ONLY = 1
_PLAIN, _VERSIONED = b"dltensor", b"dltensor_versioned"
_Destructor = ctypes.CFUNCTYPE(None, ctypes.c_void_p)
_CPU, _FLOAT = 1, 2
_lent: dict[int, Any] = {}  # what DLPack consumers hold, by the address of their tensor


def _give_back(tensor: Any) -> None:
    _lent.pop(tensor, None)


def _drop_capsule(capsule: int) -> None:
    """Of a capsule that nobody has taken."""
    api = ctypes.pythonapi
    for name in (_PLAIN, _VERSIONED):
        if api.PyCapsule_IsValid(ctypes.c_void_p(capsule), name):
            _lent.pop(api.PyCapsule_GetPointer(ctypes.c_void_p(capsule), name), None)


_deleter, _destructor = _Deleter(_give_back), _Destructor(_drop_capsule)
ctypes.pythonapi.PyCapsule_IsValid.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
ctypes.pythonapi.PyCapsule_GetPointer.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
ctypes.pythonapi.PyCapsule_GetPointer.restype = ctypes.c_void_p
ctypes.pythonapi.PyCapsule_New.argtypes = [ctypes.c_void_p, ctypes.c_char_p, _Destructor]
ctypes.pythonapi.PyCapsule_New.restype = ctypes.py_object


class Column(_c.Held):
    """One signal where it stands in the library's memory, for any consumer of arrays: numpy by
    `__array_interface__`, others by DLPack. It keeps the run alive. The values must not be written to."""

    __slots__ = ("trajectory", "__array_interface__")

    def __init__(self, trajectory: Trajectory, signal: int) -> None:
        stride = ctypes.c_size_t()
        pointer = _c.lib.eg_trajectory_values(trajectory.handle, signal, ctypes.byref(stride))
        self.trajectory = trajectory
        self.__array_interface__: dict[str, Any] = {
            "version": 3,
            "typestr": "<f8",
            "data": (pointer or 0, True),
            "shape": (_c.lib.eg_trajectory_rows(trajectory.handle),),
            "strides": (8 * stride.value,),
        }

    def __dlpack_device__(self) -> tuple[int, int]:
        return _CPU, 0

    def __dlpack__(
        self,
        *,
        stream: None = None,
        max_version: tuple[int, int] | None = None,
        dl_device: tuple[int, int] | None = None,
        copy: bool | None = None,
    ) -> Any:
        """The capsule; of version 1 it says that it is read-only, to those who ask for that version."""
        if stream is not None or dl_device not in (None, (_CPU, 0)):
            raise BufferError("a signal is in the memory of the processor, and of no other device")
        if copy:
            raise BufferError("a signal is lent, not copied: np.array(r['x']) makes a copy")
        of = self.__array_interface__
        shape = (ctypes.c_int64 * 1)(of["shape"][0])
        strides = (ctypes.c_int64 * 1)(of["strides"][0] // 8)
        plain = _DLTensor(of["data"][0], _DLDevice(_CPU, 0), 1, _DLDataType(_FLOAT, 64, 1), shape, strides, 0)
        tensor: Any
        if max_version is not None and tuple(max_version) >= (1, 0):
            name = _VERSIONED
            tensor = _DLManagedTensorVersioned(1, 0, None, _deleter, _READ_ONLY, plain)
        else:
            name = _PLAIN
            tensor = _DLManagedTensor(plain, None, _deleter)
        address = ctypes.addressof(tensor)
        _lent[address] = (tensor, shape, strides, self)
        return ctypes.pythonapi.PyCapsule_New(address, name, _destructor)


@dataclass(frozen=True)
class Signal:
    """What one variable is."""

    name: str
    """Its dotted path."""
    unit: str
    """"" where it has none."""
    doc: str
    is_discrete: bool
    """It stays the same between events."""


@dataclass(frozen=True)
class Event:
    """One event that happened."""

    time: float
    """[s]"""
    component: str
    """Its path."""
    name: str
    """"contact begins"."""
    row: int
    """Its left row; the right one is row + 1. -1: not stored."""


class Events(_c.Held, Sequence[Event]):
    """The events of a run in order of time."""

    def __init__(self, trajectory: Trajectory) -> None:
        self._trajectory = trajectory

    def __len__(self) -> int:
        return int(_c.lib.eg_trajectory_events(self._trajectory.handle))

    def __getitem__(self, i: Any) -> Any:
        """Event number i, from 0, in order of time; of a slice a list of them."""
        if isinstance(i, slice):
            return [self[k] for k in range(*i.indices(len(self)))]
        count = len(self)
        k = i + count if i < 0 else i
        if not 0 <= k < count:
            raise IndexError(i)
        e = _c.lib.eg_trajectory_event(self._trajectory.handle, k)
        row = e.row if e.row < 2**63 else -1
        return Event(e.time, _c.text(e.component), _c.text(e.name), row)

    def of(self, component: str = "*", name: str = "*") -> list[Event]:
        """Those whose component and name match (* and ? are wild)."""
        return [e for e in self if fnmatch.fnmatchcase(e.component, component) and fnmatch.fnmatchcase(e.name, name)]

    def __repr__(self) -> str:
        lines = [f"{e.time:<14.9g} {e.component}: {e.name}" for e in self]
        return "\n".join(lines) or "no events"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{e.time:.9g}</td><td>{html.escape(e.component)}</td><td>{html.escape(e.name)}</td></tr>"
            for e in self
        )
        return f"<table><tr><th>time [s]</th><th>component</th><th>event</th></tr>{rows}</table>"


@dataclass(frozen=True)
class Energy:
    """Where the energy went [J]: initial + supplied = kinetic + potential + dissipated, each integrated on its own."""

    initial: float
    supplied: float
    turnover: float
    """Integral of the magnitude of the power of sources."""
    kinetic: float
    potential: float
    dissipated: float
    error: float
    """What the balance misses, over the largest energy of the run."""
    allowed: float
    """What it may miss before a warning tells of it."""
    likely: str
    """Where it is open: the path of a component, or ""."""
    has_heat: bool
    heated: float
    heat_supplied: float
    heat_stored: float
    heat_removed: float
    heat_turnover: float
    heat_error: float

    def _repr_html_(self) -> str:
        names = ["initial", "supplied", "kinetic", "potential", "dissipated"]
        rows = "".join(f"<tr><td>{n}</td><td>{getattr(self, n):.9g}</td></tr>" for n in names)
        return f"<table><tr><th>energy</th><th>[J]</th></tr>{rows}</table>"


@dataclass(frozen=True)
class Statistics:
    """How a run went."""

    engine: str
    engine_reason: str
    """Why `auto` has chosen it; "" when it was asked for."""
    tolerance: float
    engine_tolerance: float
    states: int
    algebraic: int
    steps: int
    evaluations: int
    jacobians: int
    factorizations: int
    newton_iterations: int
    rejected_steps: int
    clusters: int
    largest_cluster: int
    mean_cluster: float
    events: int
    time_events: int
    compile_seconds: float
    initialize_seconds: float
    integrate_seconds: float
    total_seconds: float
    end_time: float
    """Reached [s]."""
    trajectory_bytes: int
    model_bytes: int
    state_bytes: int


def _plain(structure: Any, names: Sequence[str]) -> dict[str, Any]:
    values = {name: getattr(structure, name) for name in names}
    return {name: _c.text(v) if isinstance(v, bytes) or v is None else v for name, v in values.items()}


@dataclass(frozen=True)
class Deviation:
    """How far a signal is from a reference."""

    name: str
    missing: bool
    largest: float
    """In units of the tube's half-height; up to 1 is inside."""
    time: float
    value: float
    lower: float
    upper: float


class Result(_c.Held, Mapping[str, Floats]):
    """A run: r["ball.s"] is the signal as an array over r.time, both sides of each event.

    Arrays are read-only views on the library's memory, and keep it: they stay valid when this and the model are gone.
    """

    __slots__ = ("_trajectory", "_statistics", "_diagnostics", "_names", "_draw", "name", "states")

    def __init__(
        self,
        trajectory: Trajectory,
        statistics: Any,
        diagnostics: tuple[Diagnostic, ...],
        name: str,
        draw: Callable[[], Diagram] | None = None,
    ) -> None:
        self.states: tuple[State, ...] = ()
        """Those at the times that `save_at` has named, as far as the run has come."""
        self._trajectory = trajectory
        self._statistics = statistics
        self._diagnostics = diagnostics
        self._names: list[str] | None = None
        self._draw = draw  # makes the diagram of the model as it was; None: there is no model
        self.name = name

    # ---------------------------------------------------------------- signals

    @property
    def names(self) -> list[str]:
        """The names of all signals, in order of declaration."""
        if self._names is None:
            handle, lib = self._trajectory.handle, _c.lib
            self._names = [
                _c.text(lib.eg_trajectory_signal(handle, i).name) for i in range(lib.eg_trajectory_signals(handle))
            ]
        return self._names

    def _find(self, name: str) -> int:
        if not isinstance(name, str):
            raise KeyError(f"{name!r} is no signal of {self.name}: signals have names")
        found = _c.lib.eg_trajectory_find(self._trajectory.handle, _c.encoded(name))
        if found < 0:
            import difflib

            near = difflib.get_close_matches(name, self.names, 1)
            raise KeyError(f"{name!r} is no signal of {self.name}" + (f"; did you mean {near[0]!r}?" if near else ""))
        return int(found)

    def column(self, name: str) -> Column:
        """A signal for any consumer of arrays, by DLPack too: np.from_dlpack(r.column("ball.s"))."""
        return Column(self._trajectory, -1 if name == "time" else self._find(name))

    def __getitem__(self, name: str) -> Floats:
        """The values of one variable in all rows, a view on the library's memory."""
        return np.asarray(self.column(name))

    @property
    def time(self) -> Floats:
        """(rows) [s]; an event is two rows with the same time, left side first."""
        return np.asarray(Column(self._trajectory, -1))

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        """The number of signals."""
        return int(_c.lib.eg_trajectory_signals(self._trajectory.handle))

    def __contains__(self, name: object) -> bool:
        if not isinstance(name, str) or "\0" in name:
            return False
        return bool(_c.lib.eg_trajectory_find(self._trajectory.handle, _c.encoded(name)) >= 0)

    def match(self, *patterns: str) -> list[str]:
        """The names that match one of the patterns (* and ? are wild)."""
        return [n for n in self.names if any(fnmatch.fnmatchcase(n, p) for p in patterns)]

    def signal(self, name: str) -> Signal:
        """Unit and meaning of a signal."""
        s = _c.lib.eg_trajectory_signal(self._trajectory.handle, self._find(name))
        return Signal(_c.text(s.name), _c.text(s.unit), _c.text(s.doc), bool(s.is_discrete))

    def at(self, name: str, time: float) -> float:
        """A signal at a time [s], straight between rows; discrete ones held, the right side at an event."""
        return float(_c.lib.eg_trajectory_at(self._trajectory.handle, self._find(name), _c.real(time)))

    # ---------------------------------------------------------------- what happened

    @property
    def events(self) -> Events:
        """What happened, in order of time."""
        return Events(self._trajectory)

    @property
    def energy(self) -> Energy:
        """Where the energy went."""
        if self._statistics is None:
            raise UsageError(f"{self.name} was read from a file, which tells of no energies")
        values = _plain(self._statistics.energy, [f for f, _ in _c.Energy._fields_])
        values["has_heat"] = bool(values["has_heat"])
        return Energy(**values)

    @property
    def statistics(self) -> Statistics:
        """How the run went."""
        if self._statistics is None:
            raise UsageError(f"{self.name} was read from a file, which tells of no statistics")
        return Statistics(**_plain(self._statistics, [f for f, _ in _c.Statistics._fields_ if f != "energy"]))

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What the run had to say: notes and warnings."""
        return self._diagnostics

    # ---------------------------------------------------------------- onward

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes .csv, or .mat in Dymola's format. The file appears whole or not at all."""
        with Messages() as d:
            check(_c.lib.eg_trajectory_write(self._trajectory.handle, _c.path(path), d.handle), d)

    def compare(self, reference: "Result", tolerance: float = 1e-3) -> list[Deviation]:
        """How far each signal of the reference is from this one, in units of a tube of `tolerance` around it."""
        if not isinstance(reference, Result):
            raise TypeError(f"the reference is a Result, not {reference!r}")
        count = len(reference)
        out = (_c.Deviation * max(count, 1))()
        with Messages() as d:
            status = _c.lib.eg_trajectory_compare(self._trajectory.handle, reference._trajectory.handle, tolerance, out)
            check(status, d)
        return [
            Deviation(_c.text(v.name), bool(v.missing), v.largest, v.time, v.value, v.lower, v.upper)
            for v in out[:count]
        ]

    def plot(
        self,
        *curves: str,
        path: str | os.PathLike[str] | None = None,
        title: str = "",
        log_x: bool = False,
        log_y: bool = False,
    ) -> Any:
        """Draws this run alone, as `elastogap.plot` draws several."""
        return plot({self.name: self}, *curves, path=path, title=title, log_x=log_x, log_y=log_y)

    def report(self, path: str | os.PathLike[str], *, file: str = "") -> None:
        """Writes a page of HTML to look at: motion, plots, events and energies; `file`: where all rows are, to be named
        there. What moves is the diagram of the model as it was for this run; results that were read have none. The file
        appears whole or not at all. `elastogap.report` shows several runs."""
        page.write({self.name: self}, path, file=file)

    def record(
        self,
        path: str | os.PathLike[str],
        *,
        size: tuple[int, int] = (0, 0),
        rate: float = 25,
        speed: float = math.nan,
        start: float = math.nan,
        end: float = math.nan,
        dark: bool = False,
    ) -> None:
        """Records the model in motion, as its page shows it: .mp4, .webm or .gif by the program ffmpeg, or an .svg that
        moves by itself. size: width and height [px], 0: what fits; rate: frames a second; speed: seconds of the run in
        a second of the film, by default 1, or 10 s in all for runs of less than 3 s or more than 30 s; start and end:
        what of the run is shown [s]."""
        page.record(self, path, size, rate, speed, (start, end), dark)

    def spectrum(
        self,
        name: str,
        *,
        start: float = math.nan,
        end: float = math.nan,
        window: str = "hann",
        max_frequency: float = 0,
    ) -> "Spectrum":
        """The amplitude spectrum of a signal between two times [s], by default of all of the run; window: one of
        `WINDOWS`; max_frequency [Hz], 0: half of that of the rows. Take a small `interval` for the run: what is between
        rows is not seen."""
        if window not in WINDOWS:
            raise UsageError(f"{window!r} is no window; there are {', '.join(WINDOWS)}")
        o, out = _c.lib.eg_spectrum_options_default(), _c.Spectrum()
        setattr(o, "from", start)
        o.to, o.window, o.max_frequency = end, WINDOWS.index(window), max_frequency
        signal = self._find(name)
        try:
            with Messages() as d:
                status = _c.lib.eg_trajectory_spectrum(
                    self._trajectory.handle, signal, ctypes.byref(o), d.handle, ctypes.byref(out)
                )
                check(status, d)
            return Spectrum._of(out, name, self.signal(name).unit)
        finally:
            _c.lib.eg_spectrum_release(ctypes.byref(out))

    def to_pandas(self, *patterns: str) -> "pandas.DataFrame":
        """A DataFrame of the signals that match (all without a pattern), by time. Takes pandas."""
        frames = needs("pandas")
        names = self.match(*patterns) if patterns else self.names
        return frames.DataFrame({n: self[n] for n in names}, index=frames.Index(self.time, name="time"))

    def to_xarray(self, *patterns: str) -> "xarray.Dataset":
        """A Dataset of the signals that match (all without a pattern), with units. Takes xarray."""
        names = self.match(*patterns) if patterns else self.names
        return needs("xarray").Dataset(
            {n: ("time", self[n], {"units": self.signal(n).unit, "long_name": self.signal(n).doc}) for n in names},
            coords={"time": ("time", self.time, {"units": "s"})},
        )

    def __repr__(self) -> str:
        time = self.time
        span = f"{time[0]:.9g} to {time[-1]:.9g} s" if len(time) else "nothing"
        return f"<{self.name}: {span}, {len(time)} rows of {len(self)} signals, {len(self.events)} events>"

    def _repr_html_(self) -> str:
        shown = self.events[:20]
        more = len(self.events) - len(shown)
        rows = "".join(
            f"<tr><td>{e.time:.9g}</td><td>{html.escape(e.component)}</td><td>{html.escape(e.name)}</td></tr>"
            for e in shown
        )
        rest = f"<p>and {more} more</p>" if more > 0 else ""
        head = "<tr><th>time [s]</th><th>component</th><th>event</th></tr>"
        table = f"<table>{head}{rows}</table>{rest}" if shown else ""
        energy = self.energy._repr_html_() if self._statistics is not None else ""
        return f"<p>{html.escape(repr(self)[1:-1])}</p>{table}{energy}"


class Svg(str):
    """The text of an SVG, which notebooks show as the picture."""

    def _repr_svg_(self) -> str:
        return str(self)


class Picture:
    """An SVG that a notebook shows."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def __repr__(self) -> str:
        return f"<SVG of {len(self.svg)} bytes>"


WINDOWS = ("hann", "flattop", "rectangular")
"""What the span of a spectrum is weighted with."""


@dataclass(frozen=True)
class Spectrum:
    """Amplitudes over frequencies: A*sin(2*pi*f*t) has A at f."""

    name: str
    unit: str
    frequency: Floats
    """[Hz], from 0 on."""
    amplitude: Floats
    """In the unit of the signal; at 0 the mean's magnitude."""
    mean: float
    interval: float
    """[s] between samples."""
    start: float
    """[s]"""
    end: float
    """[s]"""
    peaks: tuple[tuple[float, float], ...]
    """Frequencies [Hz] and amplitudes of maxima that are no side lobes, the largest first."""

    @classmethod
    def _of(cls, out: Any, name: str, unit: str) -> "Spectrum":
        f, a = (np.ctypeslib.as_array(p, (out.count,)).copy() for p in (out.frequency, out.amplitude))
        peaks = tuple((p.frequency, p.amplitude) for p in out.peaks[: out.peak_count])
        return cls(name, unit, f, a, out.mean, out.interval, getattr(out, "from"), out.to, peaks)

    def plot(self) -> Any:
        """A matplotlib figure."""
        figure = needs("matplotlib.figure").Figure(figsize=(7.0, 3.0), layout="constrained")
        axis = figure.subplots()
        axis.plot(self.frequency, self.amplitude, linewidth=1.2)
        axis.set_xlabel("frequency [Hz]")
        axis.set_ylabel(f"{self.name} [{self.unit}]" if self.unit else self.name)
        return figure

    def __repr__(self) -> str:
        first = ", ".join(f"{a:.6g} at {f:.6g} Hz" for f, a in self.peaks[:3])
        return f"<spectrum of {self.name}: {first or 'no peaks'}>"


# ---------------------------------------------------------------- pictures


def report(
    runs: "Mapping[str, Result] | Sequence[Result]",
    path: str | os.PathLike[str],
    *,
    title: str = "",
    chosen: str | int = 0,
) -> None:
    """Writes a page of several runs: up to 8 as lines, of which any can be chosen in the page; more as bands of all of
    them beside the chosen one (its name, or its number). Runs have the names that a dict gives them, or else their
    own."""
    page.write(_labelled(runs), path, title, chosen)


def _labelled(runs: "Mapping[str, Result] | Sequence[Result] | Result") -> dict[str, Result]:
    if isinstance(runs, Result):
        return {runs.name: runs}
    named: dict[str, Any] = {}
    if isinstance(runs, Mapping):
        named.update(dict(runs))
    else:
        for r in runs:
            base = r.name if isinstance(r, Result) else ""
            names = itertools.chain([base], (f"{base} {k}" for k in itertools.count(2)))
            named[next(n for n in names if n not in named)] = r
    if not named or not all(isinstance(r, Result) for r in named.values()):
        raise TypeError("runs are Results: a list of them, or a dict by their labels")
    return named


def _halves(curve: str) -> tuple[str, str | None]:
    """y, and x where it is drawn over another variable than time; a colon between quotes is of a name."""
    is_quoted = False
    for i, letter in enumerate(curve):
        is_quoted ^= letter == "'"
        if letter == ":" and not is_quoted:
            return curve[:i], curve[i + 1 :]
    return curve, None


def plot(
    runs: "Mapping[str, Result] | Sequence[Result] | Result",
    *curves: str,
    path: str | os.PathLike[str] | None = None,
    title: str = "",
    log_x: bool = False,
    log_y: bool = False,
) -> Any:
    """Draws runs in one picture, each by its label where there are several.

    A curve is a pattern of signals (* and ? are wild), drawn over time with event marks, one panel a unit; or two
    with a colon between, "stop.f:stop.s_rel", the first drawn over the second. With a path (.svg, .png, .pdf) by the
    library, which takes gnuplot. Without one by matplotlib, whose figure is returned, where that is installed; else
    as SVG for a notebook. log_x, log_y: axes by powers of ten, which show nothing at or below 0.
    """
    scales = (log_x, log_y)
    named = _labelled(runs)
    chosen = curves or tuple(next(iter(named.values())).names)
    for curve in chosen:
        for pattern in filter(None, _halves(curve)):
            if not any(r.match(pattern) for r in named.values()):
                next(iter(named.values()))._find(pattern)
    name = title or ", ".join(dict.fromkeys(r.name for r in named.values()))
    if path is not None:
        _draw(named, chosen, name, path, scales)
        return None
    try:
        from matplotlib.figure import Figure
    except ImportError:
        with tempfile.TemporaryDirectory() as folder:
            place = os.path.join(folder, "figure.svg")
            _draw(named, chosen, name, place, scales)
            with open(place, encoding="utf-8") as stream:
                return Picture(stream.read())
    figure = _figure(Figure, named, chosen, name)
    for axis in figure.axes:
        if log_x:
            axis.set_xscale("log")
        if log_y:
            axis.set_yscale("log")
    return figure


def _draw(
    named: dict[str, Result],
    curves: Sequence[str],
    title: str,
    path: str | os.PathLike[str],
    scales: tuple[bool, bool],
) -> None:
    listed = (_c.PlotRun * len(named))(
        *[_c.PlotRun(r._trajectory.handle, _c.encoded(label)) for label, r in named.items()]
    )
    texts = _c.array_of_texts(curves)
    with Messages() as d:
        options = _c.PlotOptions(ctypes.sizeof(_c.PlotOptions), _c.encoded(title), *scales)
        status = _c.lib.eg_runs_draw(
            listed, len(named), texts, len(curves), ctypes.byref(options), _c.path(path), d.handle
        )
        check(status, d)
        warn(d.read(), 4)


def _pairs(r: Result, curve: str) -> list[tuple[str, str | None]]:
    y, x = _halves(curve)
    over = r.match(x) if x is not None else []
    names = r.match(y)
    if x is None:
        return [(n, None) for n in names]
    if len(over) == 1:
        return [(n, over[0]) for n in names]
    if len(over) != len(names):
        raise UsageError(f"{curve}: {len(names)} variables match {y}, but {len(over)} match {x}")
    return list(zip(names, over))


def _figure(make: Any, named: dict[str, Result], curves: Sequence[str], title: str) -> Any:
    panels: dict[tuple[str, str], list[tuple[str, Result, str, str | None]]] = {}
    for label, r in named.items():
        for y, x in dict.fromkeys(pair for curve in curves for pair in _pairs(r, curve)):
            across = "time [s]" if x is None else f"{x} [{r.signal(x).unit}]"
            panels.setdefault((r.signal(y).unit, across), []).append((label, r, y, x))
    figure = make(figsize=(7.0, 1.0 + 2.0 * len(panels)), layout="constrained")
    axes = figure.subplots(len(panels), 1, squeeze=False)[:, 0]
    over_time = [axis for axis, (_, across) in zip(axes, panels) if across == "time [s]"]
    for axis in over_time[:-1]:
        axis.sharex(over_time[-1])
        axis.tick_params(labelbottom=False)
    for axis, ((unit, across), lines) in zip(axes, panels.items()):
        for label, r, y, x in lines:
            text = y if len(named) == 1 else f"{y}, {label}"
            drawn = "steps-post" if r.signal(y).is_discrete and x is None else "default"
            axis.plot(r.time if x is None else r[x], r[y], label=text, drawstyle=drawn, linewidth=1.2)
        marked = [r for _, r, _, _ in lines] if axis in over_time and len(named) == 1 else []
        for event in marked[0].events if marked and len(marked[0].events) <= 200 else ():
            axis.axvline(event.time, color="0.7", linewidth=0.5, linestyle=":", zorder=0)
        axis.set_ylabel(f"[{unit}]" if unit else "")
        axis.legend(loc="best", fontsize="small")
        if axis not in over_time[:-1]:
            axis.set_xlabel(across)
    figure.suptitle(title)
    return figure


def read(path: str | os.PathLike[str]) -> Result:
    """Reads a result: CSV with a time column, or a .mat of a Modelica tool."""
    handle = ctypes.c_void_p()
    with Messages() as d:
        check(_c.lib.eg_trajectory_read(_c.path(path), d.handle, ctypes.byref(handle)), d)
        said = d.read()
    assert handle.value
    return Result(Trajectory(handle.value), None, said, os.path.basename(os.fsdecode(path)))
