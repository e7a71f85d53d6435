"""Many sets of values, one call."""
from __future__ import annotations

import ctypes
import math
from dataclasses import dataclass, field
from typing import Any, Callable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _c
from .calls import Stop, interruptible
from .errors import Diagnostic, EnergyWarning, Messages, UsageError, error_of, warn
from .result import Floats

_FINAL, _MINIMUM, _MAXIMUM, _COUNT, _TIME = range(5)


@dataclass(frozen=True)
class Want:
    """What one number of a run is."""

    kind: int
    signal: str = ""
    component: str = "*"
    event: str = "*"
    number: int = 1


def final(signal: str) -> Want:
    """A signal, or an expression of signals, at the end: "ball.s", "max(a.s) - min(a.s)"."""
    return Want(_FINAL, signal)


def minimum(signal: str) -> Want:
    """The least value in the run, on the engine's dense output and at both sides of events."""
    return Want(_MINIMUM, signal)


def maximum(signal: str) -> Want:
    """The greatest value in the run."""
    return Want(_MAXIMUM, signal)


def count(component: str = "*", event: str = "*") -> Want:
    """How many events of components and names that match there were."""
    return Want(_COUNT, "", component, event)


def event_time(component: str = "*", event: str = "*", number: int = 1) -> Want:
    """The time [s] of number `number` of the events that match, from 1; NaN where there are fewer."""
    return Want(_TIME, "", component, event, number)


@dataclass(frozen=True)
class EnsembleStatistics:
    """How an ensemble went."""

    engine: str
    engine_reason: str
    threads: int
    lanes: int
    failed: int
    recompiled: int
    balanced: int
    open: int
    steps: int
    rejected_steps: int
    events: int
    seconds: float


@dataclass(frozen=True)
class Outcome(Mapping[str, Floats]):
    """o["peak"]: one number a set, in the shape of the values; NaN where a set has failed."""

    results: Floats
    """(sets, wanted)"""
    status: NDArray[np.intc]
    """(sets) 0, or why a set failed: -2 it changes the structure, -3 a value is out of range or there is no start,
    -4 the run failed on the way."""
    energy_error: Floats
    """(sets) what the balance of energies misses, relative; NaN where a set failed."""
    statistics: EnsembleStatistics
    diagnostics: tuple[Diagnostic, ...] = field(repr=False)
    names: tuple[str, ...]
    shape: tuple[int, ...]

    def __getitem__(self, name: str) -> Floats:
        """One of the results of every set, in the shape of the ensemble; NaN where the set failed."""
        if name not in self.names:
            raise KeyError(f"{name!r} is none of {', '.join(self.names)}")
        return self.results[:, self.names.index(name)].reshape(self.shape)

    def __iter__(self) -> Any:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)

    @property
    def failed(self) -> NDArray[np.bool_]:
        """Which sets have no results, in the shape of the values."""
        return np.asarray(self.status != 0).reshape(self.shape)


def wanted_of(wanted: Mapping[str, Want | str]) -> Any:
    """An eg_wanted[] that owns its texts."""
    asked = (_c.Wanted * max(len(wanted), 1))()
    for slot, want in zip(asked, wanted.values()):
        w = final(want) if isinstance(want, str) else want
        if not isinstance(w, Want):
            raise TypeError(f"what is wanted is a Want or an expression, not {w!r}")
        slot.kind, slot.number = w.kind, _c.count(w.number)
        slot.signal = _c.encoded(w.signal) or None
        slot.component, slot.event = _c.encoded(w.component), _c.encoded(w.event)
    return asked


def set_run(run: Any, **options: Any) -> None:
    """The options of each run that are not None, into an eg_simulate_options."""
    for name, value in options.items():
        if value is not None:
            kinds: dict[str, Callable[[Any], Any]] = {"engine": _c.encoded, "max_steps": _c.count}
            setattr(run, name, kinds[name](value) if name in kinds else value)


class Ensemble(_c.Held):
    """A model, what its sets give, and what is asked of them: const, for any number of threads."""

    def __init__(
        self, spec: int, names: Sequence[str], wanted: Mapping[str, Want | str], again: tuple[Any, ...]
    ) -> None:
        self._again = again
        texts = _c.array_of_texts(names)
        self.names = tuple(names)
        self.wanted = tuple(wanted)
        asked = wanted_of(wanted)
        handle = ctypes.c_void_p()
        with Messages() as d:
            status = _c.lib.eg_ensemble_create(
                spec, texts, len(self.names), asked, len(wanted), d.handle, ctypes.byref(handle)
            )
            if status < 0:
                raise error_of(status, d)
        assert handle.value
        self._handle = handle.value

    def __del__(self) -> None:
        if hasattr(self, "_handle"):
            _c.lib.eg_ensemble_free(self._handle)

    def __reduce__(self) -> Any:
        return self._again

    @property
    def handle(self) -> int:
        """The address of the library's ensemble, for calls of its own C functions."""
        return self._handle

    def run(
        self,
        values: Any,
        *,
        shape: tuple[int, ...] | None = None,
        start_time: float | None = None,
        stop_time: float | None = None,
        tolerance: float | None = None,
        engine: str | None = None,
        step: float | None = None,
        max_steps: int | None = None,
        time_limit: float | None = None,
        threads: int = 0,
        lanes: int = 0,
        balance: bool = False,
        recompile: bool = False,
    ) -> Outcome:
        """Runs one set a row of `values` (sets, names) [SI].

        threads: 0 for one a core. lanes: 1, 4, 8 or 16 instances whose steps are made together; 0 for 16. balance: no
        set shares vectors, so that energy errors are those of single runs. recompile: sets that change the structure
        run on models of their own instead of failing. Sets that fail are NaN, with their status; all the others are
        there. The other options are those of `Model.simulate`, of each set. Ctrl-C stops it.
        """
        table = np.ascontiguousarray(values, dtype=np.float64)
        if table.ndim != 2 or table.shape[1] != len(self.names):
            raise UsageError(f"values are of shape {table.shape}, but must be (sets, {len(self.names)})")
        sets = table.shape[0]
        results = np.empty((sets, len(self.wanted)))
        status = np.zeros(sets, dtype=np.intc)
        errors = np.empty(sets)
        statistics = _c.EnsembleStatistics()
        stop = Stop()
        o = _c.lib.eg_ensemble_options_default(self._handle)
        set_run(
            o.run,
            start_time=start_time,
            stop_time=stop_time,
            tolerance=tolerance,
            engine=engine,
            step=step,
            max_steps=max_steps,
            time_limit=time_limit,
        )
        o.threads, o.lanes = _c.count(threads, 2**31 - 1, name="threads"), _c.count(lanes, 2**31 - 1, name="lanes")
        o.balance, o.recompile = int(balance), int(recompile)
        o.energy_errors = errors.ctypes.data_as(_c.doubles)
        o.stop = stop.pointer

        def call() -> tuple[tuple[Diagnostic, ...], BaseException | None, Any]:
            with Messages() as d:
                outcome = _c.lib.eg_ensemble_run(
                    self._handle,
                    ctypes.byref(o),
                    sets,
                    table.ctypes.data,
                    results.ctypes.data,
                    status.ctypes.data,
                    d.handle,
                    ctypes.byref(statistics),
                )
                has_run = statistics.threads > 0
                is_lost = outcome < 0 and (outcome == _c.ERROR_MEMORY or not has_run)
                fault = error_of(outcome, d) if is_lost else None
                return d.read(), fault, (errors, stop)  # what only C looks at has to live until here

        said, fault, _ = interruptible(stop, call)
        if fault is not None:
            raise fault
        worst = float(np.nanmax(errors)) if np.isfinite(errors).any() else math.nan
        warn(said, 3, lambda d: EnergyWarning(d, worst, sets=statistics.open))
        numbers = {f: getattr(statistics, f) for f, _ in _c.EnsembleStatistics._fields_}
        numbers["engine"] = _c.text(numbers["engine"])
        numbers["engine_reason"] = _c.text(numbers["engine_reason"])
        made = EnsembleStatistics(**numbers)
        return Outcome(results, status, errors, made, said, self.wanted, (sets,) if shape is None else shape)
