"""Many sets of values, one call."""
from __future__ import annotations

import ctypes
import threading
import warnings
from dataclasses import dataclass, field
from typing import Any, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _c
from .errors import Diagnostic, ElastogapWarning, Messages, UsageError, error_of
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


class _Stop:
    """Stops an ensemble between sets, from whichever of its threads asks next."""

    def __init__(self) -> None:
        self.asked = False
        self.function = _c.progress_of_sets(lambda done, context: int(self.asked))


class Ensemble:
    """A model, what its sets give, and what is asked of them: const, for any number of threads."""

    def __init__(self, spec: int, names: Sequence[str], wanted: Mapping[str, Want | str]) -> None:
        self.names = tuple(names)
        self.wanted = tuple(wanted)
        asked = (_c.Wanted * max(len(wanted), 1))()
        for slot, want in zip(asked, wanted.values()):
            w = final(want) if isinstance(want, str) else want
            slot.kind, slot.number = w.kind, w.number
            slot.signal = w.signal.encode() or None
            slot.component, slot.event = w.component.encode(), w.event.encode()
        handle = ctypes.c_void_p()
        with Messages() as d:
            texts = _c.array_of_texts(self.names)
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

    def run(
        self,
        values: Any,
        *,
        shape: tuple[int, ...] | None = None,
        start_time: float | None = None,
        stop_time: float | None = None,
        tolerance: float | None = None,
        engine: str | None = None,
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
        there. Ctrl-C stops it between sets.
        """
        table = np.ascontiguousarray(values, dtype=np.float64)
        if table.ndim != 2 or table.shape[1] != len(self.names):
            raise UsageError(f"values are of shape {table.shape}, but must be (sets, {len(self.names)})")
        sets = table.shape[0]
        results = np.empty((sets, len(self.wanted)))
        status = np.zeros(sets, dtype=np.intc)
        errors = np.empty(sets)
        statistics = _c.EnsembleStatistics()
        stop = _Stop()
        o = _c.lib.eg_ensemble_options_default(self._handle)
        for name, value in (("start_time", start_time), ("stop_time", stop_time), ("tolerance", tolerance)):
            if value is not None:
                setattr(o.run, name, value)
        if engine is not None:
            o.run.engine = engine.encode()
        if max_steps is not None:
            o.run.max_steps = max_steps
        if time_limit is not None:
            o.run.time_limit = time_limit
        o.threads, o.lanes, o.balance, o.recompile = threads, lanes, int(balance), int(recompile)
        o.energy_errors = errors.ctypes.data_as(_c.doubles)
        o.progress = stop.function
        with Messages() as d:
            outcome = _interruptible(
                stop,
                lambda: _c.lib.eg_ensemble_run(
                    self._handle,
                    ctypes.byref(o),
                    sets,
                    table.ctypes.data,
                    results.ctypes.data,
                    status.ctypes.data,
                    d.handle,
                    ctypes.byref(statistics),
                ),
            )
            if outcome < 0 and not np.any(status != 0):
                raise error_of(outcome, d)
            said = d.read()
        for message in said:
            if message.severity == "warning":
                warnings.warn(str(message), ElastogapWarning, stacklevel=2)
        numbers = {f: getattr(statistics, f) for f, _ in _c.EnsembleStatistics._fields_}
        numbers["engine"] = _c.text(numbers["engine"])
        numbers["engine_reason"] = _c.text(numbers["engine_reason"])
        return Outcome(
            results, status, errors, EnsembleStatistics(**numbers), said, self.wanted, shape or (sets,)
        )


def _interruptible(stop: _Stop, call: Any) -> int:
    """Makes a call that takes long in another thread where this one is the main one, which alone hears Ctrl-C. It
    returns, or raises, when the call has ended: until then the library writes into arrays."""
    if threading.current_thread() is not threading.main_thread():
        return int(call())
    answer: list[int] = []
    ended = threading.Event()

    def work() -> None:
        try:
            answer.append(int(call()))
        finally:
            ended.set()

    threading.Thread(target=work).start()
    raised: BaseException | None = None
    while not ended.is_set():
        try:
            ended.wait()
        except BaseException as interrupt:
            raised, stop.asked = interrupt, True
    if raised is not None:
        raise raised
    return answer[0]
