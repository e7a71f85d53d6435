"""Constants of a model from measurements, and values for which something about a run is least."""
from __future__ import annotations

import csv
import ctypes
import html
import math
import os
import tempfile
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Iterator, Mapping, Sequence, Union

import numpy as np

from . import _c
from .calls import Stop, interruptible
from .errors import Diagnostic, ElastogapWarning, Messages, check, warn
from .result import Floats

if TYPE_CHECKING:
    from .model import _Spec

Columns = Mapping[str, Any]
"""Arrays by names of columns, perhaps with units: {"time": t, "pos[mm]": x}; NaN is a sample that is missing."""
Data = Union[str, "os.PathLike[str]", Columns]
"""A file of comma-separated values, or its columns."""


@dataclass(frozen=True)
class Estimate:
    """One number that was sought; NaN where the data does not tell."""

    name: str
    unit: str
    value: float
    start: float
    """Where the best search began."""
    least: float
    most: float
    """Bounds; infinite where there is none."""
    deviation: float
    low: float
    high: float
    """The interval by the curvature of the sum of squares."""
    profile_low: float
    profile_high: float
    """The interval by profile likelihood; NaN where a bound came first."""
    is_at_bound: bool
    is_told: bool
    """The data tells it."""


@dataclass(frozen=True)
class Series:
    """One column of one file, in its unit."""

    file: str
    column: str
    expression: str
    unit: str
    time: Floats
    """[s] of the file; of events, rows and loops their number."""
    value: Floats
    model: Floats
    """What the model shows, through the sensor."""
    pull: Floats
    """Cook's distance: how far leaving a sample out would move the estimates."""
    missing: int
    outliers: int
    noise: float
    autocorrelation: float
    autocorrelation_chance: float
    """Of that between neighbours, or more, by noise alone."""
    normal_chance: float

    @property
    def residual(self) -> Floats:
        """What remains: measured less shown."""
        return self.value - self.model


class _Owner(_c.Held):
    """Of what the library has found."""

    __slots__ = ("pointer", "_free")

    def __init__(self, pointer: Any, free: Any) -> None:
        self.pointer = pointer
        self._free = free

    def __del__(self) -> None:
        self._free(self.pointer)


class Fit(_c.Held):
    """What a fit has found: fit["gap.c"] is a value, fit.estimates says how well it is known."""

    def __init__(self, pointer: Any, said: tuple[Diagnostic, ...]) -> None:
        of, text = pointer.contents, _c.text
        self._owner = _Owner(pointer, _c.lib.eg_fit_free)
        self.model = text(of.model)
        self.estimates = tuple(_estimate(of.estimates[i]) for i in range(of.estimate_count))
        n = len(self.estimates)
        self.correlation: Floats = np.array(of.correlation[: n * n], dtype=np.float64).reshape(n, n)
        self.series = tuple(_series(of.series[i]) for i in range(of.series_count))
        self.open = tuple(text(of.open[i].words) for i in range(of.open_count))
        """What the data does not tell, in words; empty where it tells all."""
        self.samples: int = of.samples
        self.level: float = of.level
        self.sum: float = of.sum
        """Of squares, in standard deviations."""
        self.has_settled = bool(of.has_settled)
        self.way = text(of.way)
        """How it was sought, and why."""
        self.runs: int = of.runs
        self.seconds: float = of.seconds
        self.starts: int = of.starts
        self.agreeing: int = of.agreeing
        """Of the starts, those that ended where the best did."""
        self.diagnostics = said

    def __getitem__(self, name: str) -> float:
        """What was found for one number, in SI units."""
        return self.estimate(name).value

    def __iter__(self) -> Iterator[str]:
        return (e.name for e in self.estimates)

    def __len__(self) -> int:
        return len(self.estimates)

    def estimate(self, name: str) -> Estimate:
        """That of a name: "gap.c", "ball.s.start", "pos.delay"."""
        for e in self.estimates:
            if e.name == name or e.name == name.replace("(start)", ".start"):
                return e
        raise KeyError(f"{name} was not sought, but {', '.join(self)}")

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a page (.html), all numbers (.json) or all samples (.csv)."""
        with Messages() as d:
            check(_c.lib.eg_fit_write(self._owner.pointer, _c.path(path), d.handle), d)

    def __repr__(self) -> str:
        lines = [f"{self.model}: {len(self)} numbers from {self.samples} samples"]
        lines += [f"{e.name} = {e.value:.8g} {e.unit}  {_interval(e)}" for e in self.estimates]
        return "\n".join(lines + list(self.open))

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{html.escape(e.name)}</td><td>{e.value:.8g}</td><td>{html.escape(e.unit)}</td>"
            f"<td>{_interval(e)}</td></tr>"
            for e in self.estimates
        )
        said = "".join(f"<p>{html.escape(words)}</p>" for words in self.open)
        head = f"<tr><th>sought</th><th>value</th><th>unit</th><th>{100 * self.level:g} %</th></tr>"
        return f"{said}<table>{head}{rows}</table>"


def _interval(e: Estimate) -> str:
    if not e.is_told:
        return "not told by the data"
    return f"{e.low:.6g} to {e.high:.6g}"


def _estimate(e: Any) -> Estimate:
    return Estimate(
        _c.text(e.name), _c.text(e.unit), e.value, e.start, e.least, e.most, e.deviation, e.low, e.high, e.profile_low,
        e.profile_high, bool(e.is_at_bound), bool(e.is_told),
    )


def _series(s: Any) -> Series:
    def array(pointer: Any) -> Floats:
        return np.array(pointer[: s.count], dtype=np.float64)

    return Series(
        _c.text(s.file), _c.text(s.column), _c.text(s.expression), _c.text(s.unit), array(s.time), array(s.value),
        array(s.model), array(s.pull), s.missing, s.outliers, s.noise, s.autocorrelation, s.autocorrelation_chance,
        s.skew_chance,
    )


# ---------------------------------------------------------------- texts and files


def bounds(sought: "Sequence[str] | Mapping[str, Any]") -> list[str]:
    """"NAME", or "NAME=LOW:HIGH", or "NAME=LOW:START:HIGH" of what is sought."""
    if isinstance(sought, (str, bytes)):
        raise TypeError(f"a sequence of names, or a mapping of names to bounds, is asked for, not {sought!r}")
    if not isinstance(sought, Mapping):
        return list(sought)
    texts = []
    for name, given in sought.items():
        numbers = [] if given is None else [_c.real(x) for x in given]
        if numbers and not 2 <= len(numbers) <= 3:
            raise ValueError(f"bounds of {name} are (low, high) or (low, start, high), not {given!r}")
        texts.append(name + ("=" if numbers else "") + ":".join(repr(x) for x in numbers))
    return texts


def pairs(given: Mapping[str, str]) -> list[str]:
    """"NAME = TEXT" of each."""
    if not isinstance(given, Mapping):
        raise TypeError(f"a mapping of names to texts is asked for, not {given!r}")
    return [f"{name} = {text}" for name, text in given.items()]


def _write_columns(columns: Columns, path: str) -> None:
    arrays = [np.asarray(values, dtype=np.float64).ravel() for values in columns.values()]
    if len({a.size for a in arrays}) > 1:
        sizes = ", ".join(f"{name} {a.size}" for name, a in zip(columns, arrays))
        raise ValueError(f"columns of one file have one length, but there are {sizes}")
    with open(path, "w", newline="", encoding="utf-8") as stream:
        table = csv.writer(stream)
        table.writerow(columns)
        for row in zip(*arrays):
            table.writerow(["" if math.isnan(x) else repr(float(x)) for x in row])


def _files(data: "Data | Sequence[Data]", folder: str) -> list[Any]:
    """Paths of all data; columns are written there."""
    given = [data] if isinstance(data, (str, os.PathLike, Mapping)) else list(data)
    paths = []
    for number, one in enumerate(given):
        if isinstance(one, Mapping):
            made = os.path.join(folder, f"data{number + 1}.csv")
            _write_columns(one, made)
            paths.append(made)
        else:
            paths.append(os.fspath(one))
    return paths


def _numbers(options: Any, asked: Mapping[str, Any]) -> None:
    whole = {"starts": 2**31 - 1, "threads": 2**31 - 1, "seed": 2**64 - 1, "max_steps": 2**63 - 1}
    for name, value in asked.items():
        if value is not None:
            setattr(options, name, _c.count(value, whole[name], name=name) if name in whole else value)


def run_fit(
    spec: "_Spec",
    data: "Data | Sequence[Data]",
    texts: Mapping[str, Sequence[str]],
    asked: Mapping[str, Any],
) -> Fit:
    """As Model.fit says."""
    o, stop = _c.lib.eg_fit_options_default(), Stop()
    with tempfile.TemporaryDirectory() as folder:
        paths = _files(data, folder)
        held = [(ctypes.c_char_p * max(len(paths), 1))(*[_c.path(p) for p in paths])]
        o.data, o.data_count = held[0], len(paths)
        counts = {"matches": "match_count", "free": "free_count", "each": "each_count", "rows": "row_count",
                  "sensors": "sensor_count", "weights": "weight_count"}
        for name, count in counts.items():
            held.append(_c.array_of_texts(texts[name]))
            setattr(o, name, held[-1])
            setattr(o, count, len(texts[name]))
        for name in ("time", "engine"):
            if asked.get(name) is not None:
                setattr(o, name, _c.encoded(asked[name]))
        _numbers(o, {k: v for k, v in asked.items() if k not in ("time", "engine")})
        o.stop = stop.pointer

        def call() -> tuple[Fit, Any]:
            pointer = ctypes.POINTER(_c.Fit)()
            with Messages() as d:
                check(_c.lib.eg_fit_run(spec.handle, ctypes.byref(o), d.handle, ctypes.byref(pointer)), d)
                return Fit(pointer, d.read()), (held, stop, spec)  # which live until here

        found, _ = interruptible(stop, call)
    _tell(found.diagnostics)
    return found


def _tell(said: Sequence[Diagnostic]) -> None:
    """Warnings, and errors that what was found goes with."""
    warn(said, 5)
    for d in said:
        if d.severity == "error":
            warnings.warn(ElastogapWarning(d), stacklevel=4)


# ---------------------------------------------------------------- optima


@dataclass(frozen=True)
class OptimumValue:
    """A value that was sought."""

    name: str
    unit: str
    value: float
    start: float
    least: float
    most: float
    is_at_bound: bool


@dataclass(frozen=True)
class OptimumLimit:
    """What must hold."""

    text: str
    value: float
    limit: float
    price: float
    """What the optimum would change by per unit of the limit (Lagrange's multiplier)."""
    is_active: bool


class Optimum(_c.Held):
    """What is best: optimum["stop.c"] is a value, optimum.value what it comes to."""

    def __init__(self, pointer: Any, said: tuple[Diagnostic, ...]) -> None:
        of, text = pointer.contents, _c.text
        self._owner = _Owner(pointer, _c.lib.eg_optimum_free)
        self.model = text(of.model)
        self.text = text(of.text)
        """What is least, or greatest."""
        self.value: float = of.value
        self.begin: float = of.begin
        """Of it, where the best search began."""
        self.values = tuple(
            OptimumValue(text(v.name), text(v.unit), v.value, v.start, v.least, v.most, bool(v.is_at_bound))
            for v in (of.values[i] for i in range(of.value_count))
        )
        self.limits = tuple(
            OptimumLimit(text(x.text), x.value, x.limit, x.price, bool(x.is_active))
            for x in (of.limits[i] for i in range(of.limit_count))
        )
        self.is_within = bool(of.is_within)
        """All limits hold."""
        self.has_settled = bool(of.has_settled)
        self.kink: float = of.kink
        """How far one-sided slopes are apart there, as a part of the largest; 0: it is smooth."""
        self.kink_in = text(of.kink_in)
        self.equal: int = of.equal
        """Of max(A, B), which is least where they are equal, how many of these hold it there."""
        self.steps: int = of.steps
        self.runs: int = of.runs
        self.seconds: float = of.seconds
        self.starts: int = of.starts
        self.agreeing: int = of.agreeing
        self.diagnostics = said

    def __getitem__(self, name: str) -> float:
        """What was found for one number, in SI units."""
        for v in self.values:
            if v.name == name or v.name == name.replace("(start)", ".start"):
                return v.value
        raise KeyError(f"{name} was not sought, but {', '.join(v.name for v in self.values)}")

    def __repr__(self) -> str:
        lines = [f"{self.model}: {self.text} is {self.value:.12g}"]
        return "\n".join(lines + [f"{v.name} = {v.value:.12g} {v.unit}" for v in self.values])


def run_optimize(
    spec: "_Spec",
    text: str,
    is_greatest: bool,
    subject: Sequence[str],
    free: Sequence[str],
    asked: Mapping[str, Any],
) -> Optimum:
    """As Model.optimize says."""
    o, stop = _c.lib.eg_optimize_options_default(), Stop()
    limits, sought = _c.array_of_texts(subject), _c.array_of_texts(free)
    o.minimize, o.maximize = _c.encoded(text), int(is_greatest)
    o.subject, o.subject_count = limits, len(subject)
    o.free, o.free_count = sought, len(free)
    if asked.get("engine") is not None:
        o.engine = _c.encoded(asked["engine"])
    _numbers(o, {k: v for k, v in asked.items() if k != "engine"})
    o.stop = stop.pointer

    def call() -> tuple[Optimum, Any]:
        pointer = ctypes.POINTER(_c.Optimum)()
        with Messages() as d:
            check(_c.lib.eg_optimize(spec.handle, ctypes.byref(o), d.handle, ctypes.byref(pointer)), d)
            return Optimum(pointer, d.read()), (limits, sought, stop, spec)  # which live until here

    found, _ = interruptible(stop, call)
    _tell(found.diagnostics)
    return found
