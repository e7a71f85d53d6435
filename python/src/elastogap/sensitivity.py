"""Derivatives of a run by parameters."""
from __future__ import annotations

import ctypes
import html
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np

from . import _c
from .calls import INTERVAL, Stop, interruptible
from .errors import Diagnostic, Messages, check, warn
from .result import Floats

if TYPE_CHECKING:
    from .model import Compiled
    from .result import Result


def _column(trajectory: int, signal: int) -> Floats:
    stride = ctypes.c_size_t()
    rows = _c.lib.eg_trajectory_rows(trajectory)
    first = _c.lib.eg_trajectory_values(trajectory, signal, ctypes.byref(stride))
    if rows == 0 or not first:
        return np.zeros(0)
    flat = (ctypes.c_double * ((rows - 1) * stride.value + 1)).from_address(first)
    return np.ctypeslib.as_array(flat)[:: stride.value].copy()


class Sensitivities:
    """What a run comes to, and by how much that moves with each parameter.

    s["max(-gap.f)", "gap.c"] is one derivative, s.derivatives all of them, (of, by). Where there is none, as where the
    motion only touches an edge, it is NaN; `below` and `above` have both sides where they are known, and `why` the
    event. rows has, over time, what looks at one instant: "time", "ball.s", "d(ball.s)/d(gap.c)".
    """

    def __init__(self, of: Any) -> None:
        n, m = of.of_count, of.by_count
        self.model: str = _c.text(of.model)
        self.end_time: float = of.end_time
        """[s]"""
        self.of: tuple[str, ...] = tuple(_c.text(of.of[i].name) for i in range(n))
        self.by: tuple[str, ...] = tuple(_c.text(of.by[k].name) for k in range(m))
        self.units: dict[str, str] = {
            _c.text(x.name): _c.text(x.unit) for x in [of.of[i] for i in range(n)] + [of.by[k] for k in range(m)]
        }
        """Of what is asked for, and of parameters [SI]."""
        self.values: Floats = np.array([of.of[i].value for i in range(n)])
        self.parameters: Floats = np.array([of.by[k].value for k in range(m)])
        items = [of.items[i] for i in range(n * m)]
        self.derivatives: Floats = np.array([x.derivative for x in items]).reshape(n, m)
        """(of, by)"""
        self.below: Floats = np.array([x.below for x in items]).reshape(n, m)
        """Towards lesser values of the parameter; the derivative, where there is one."""
        self.above: Floats = np.array([x.above for x in items]).reshape(n, m)
        self.why: dict[tuple[str, str], str] = {
            (self.of[i // m], self.by[i % m]): _c.text(x.why) for i, x in enumerate(items) if x.why
        }
        """Why there is no derivative, where there is none."""
        rows, lib = of.rows, _c.lib
        self.rows: dict[str, Floats] = {"time": _column(rows, -1)} if rows else {}
        for i in range(lib.eg_trajectory_signals(rows) if rows else 0):
            self.rows[_c.text(lib.eg_trajectory_signal(rows, i).name)] = _column(rows, i)

    def __getitem__(self, pair: tuple[str, str]) -> float:
        """The derivative of pair[0] by pair[1]."""
        of, by = pair
        if of not in self.of or by not in self.by:
            raise KeyError(f"{pair!r} is none of {', '.join(self.of)} by one of {', '.join(self.by)}")
        return float(self.derivatives[self.of.index(of), self.by.index(by)])

    def __repr__(self) -> str:
        return f"<Sensitivities of {', '.join(self.of)} by {', '.join(self.by)}>"

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{html.escape(x)}</th>" for x in ("", "value", *self.by))
        body = "".join(
            f"<tr><th>{html.escape(of)}</th><td>{value:.9g}</td>"
            + "".join(f"<td>{x:.9g}</td>" for x in row)
            + "</tr>"
            for of, value, row in zip(self.of, self.values, self.derivatives)
        )
        return f"<table><tr>{head}</tr>{body}</table>"


def add_columns(compiled: "Compiled", by: Sequence[str], run: Any, result: "Result") -> None:
    """To a result of the options `run`, before anyone has looked at it."""
    o, stop, spec = _c.lib.eg_sensitivity_options_default(compiled.handle), Stop(), compiled.again()
    o.run = run
    o.run.signals, o.run.signal_count, o.run.save_count = None, 0, 0
    names = _c.array_of_texts(by)
    o.by, o.by_count = names, len(by)
    hears = _c.progress_of_run(lambda reached, context: stop.is_up)
    o.run.progress, o.run.progress_interval = hears, INTERVAL

    def call() -> tuple[tuple[Diagnostic, ...], Any]:
        with Messages() as d:
            handle = result._trajectory.handle
            check(_c.lib.eg_sensitivity_columns(spec.handle, ctypes.byref(o), d.handle, handle), d)
            return d.read(), (names, hears)

    said, _ = interruptible(stop, call)
    warn(said, 4)


def sensitivity(
    compiled: "Compiled", by: Sequence[str], of: Sequence[str], options: dict[str, Any], adjoint: bool
) -> Sensitivities:
    """As Model.sensitivity says."""
    o, stop, spec = _c.lib.eg_sensitivity_options_default(compiled.handle), Stop(), compiled.again()
    for name, value in options.items():
        if value is not None:
            setattr(o.run, name, _c.encoded(value) if name == "engine" else value)
    o.adjoint = int(adjoint)
    kept = [_c.array_of_texts(names) for names in (by, of)]
    o.by, o.by_count, o.of, o.of_count = kept[0], len(by), kept[1], len(of)
    hears = _c.progress_of_run(lambda reached, context: stop.is_up)
    o.run.progress, o.run.progress_interval = hears, INTERVAL

    def call() -> tuple[Sensitivities, tuple[Diagnostic, ...], Any]:
        pointer = ctypes.POINTER(_c.SensitivityRun)()
        with Messages() as d:
            check(_c.lib.eg_sensitivity(spec.handle, ctypes.byref(o), d.handle, ctypes.byref(pointer)), d)
            try:
                return Sensitivities(pointer.contents), d.read(), (kept, hears)
            finally:
                _c.lib.eg_sensitivities_free(pointer)

    made, said, _ = interruptible(stop, call)
    warn(said, 4)
    return made
