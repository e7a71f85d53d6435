"""A model as a linear one."""
from __future__ import annotations

import ctypes
import html
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Sequence

import numpy as np
from numpy.typing import NDArray

from . import _c
from .calls import INTERVAL, Stop, interruptible
from .errors import Diagnostic, Messages, check, warn
from .result import Floats
from .state import State

if TYPE_CHECKING:
    from .model import Compiled


@dataclass(frozen=True)
class LinearVariable:
    """A state, an input or an output at the point."""

    name: str
    unit: str
    value: float
    rate: float
    """Of a state its derivative there; else 0."""


@dataclass(frozen=True)
class Kink:
    """Where a mode changes within reach of the point."""

    component: str
    event: str
    share: float
    """Of the states' sizes that leads there; 0: at the point."""
    beyond: "Linearization | None"
    """The model on the other side."""


class _Owner(_c.Held):
    """The library's memory of a linearization."""

    def __init__(self, pointer: Any) -> None:
        self.pointer = pointer

    def __del__(self) -> None:
        _c.lib.eg_linearization_free(self.pointer)


class Linearization:
    """der(x - x0) = der(x)0 + A (x - x0) + B (u - u0),  y - y0 = C (x - x0) + D (u - u0)."""

    def __init__(self, pointer: Any, owner: object) -> None:
        of = pointer.contents
        n, m, p = of.state_count, of.input_count, of.output_count
        self._pointer, self._owner = pointer, owner
        self.time: float = of.time
        """[s] of the point."""
        self.states = _variables(of.states, n)
        self.inputs = _variables(of.inputs, m)
        self.outputs = _variables(of.outputs, p)
        self.A = _matrix(of.A, n, n)
        """(states, states)"""
        self.B = _matrix(of.B, n, m)
        """(states, inputs)"""
        self.C = _matrix(of.C, p, n)
        """(outputs, states)"""
        self.D = _matrix(of.D, p, m)
        """(outputs, inputs)"""
        self.modes: dict[str, str] = {
            _c.text(of.contacts[i].component): _c.text(of.contacts[i].mode) for i in range(of.contact_count)
        }
        """The mode of each contact and friction element at the point."""
        self.omitted: dict[str, str] = {
            _c.text(of.omissions[i].name): _c.text(of.omissions[i].reason) for i in range(of.omission_count)
        }
        """Unknowns of the model that are no states here, and why."""
        values = of.eigenvalues
        self.eigenvalues: NDArray[np.complex128] = np.array(
            [complex(values[i].real, values[i].imaginary) for i in range(n)] if values else []
        )
        """[1/s] by magnitude; empty where LAPACK is missing."""
        self.frequencies: Floats = np.array([values[i].frequency for i in range(n)] if values else [])
        """Natural, of each eigenvalue [Hz]."""
        self.damping: Floats = np.array([values[i].damping for i in range(n)] if values else [])
        """Damping ratio of each."""
        flat = np.ctypeslib.as_array(of.shapes, (2 * n * n,)) if of.shapes and n else np.zeros(0)
        pairs = flat[0::2] + 1j * flat[1::2]
        self.shapes: NDArray[np.complex128] = pairs.reshape(-1, n) if n else pairs
        """(eigenvalues, states) mode shapes, row i that of eigenvalue i; the largest entry is 1."""
        self.kinks: list[Kink] = [
            Kink(
                _c.text(k.component),
                _c.text(k.event),
                k.share,
                Linearization(k.beyond, owner) if k.beyond else None,
            )
            for k in (of.kinks[i] for i in range(of.kink_count))
        ]

    def has(self, name: str) -> bool:
        """Is it one of the states?"""
        return any(v.name == name for v in self.states)

    def response(self, omega: Any) -> NDArray[np.complex128]:
        """C (j omega - A)^-1 B + D at each omega [rad/s]: (omegas, outputs, inputs); NaN at a pole."""
        w = np.ascontiguousarray(np.atleast_1d(omega), dtype=np.float64)
        out = np.empty((w.size, len(self.outputs), len(self.inputs)), dtype=np.complex128)
        with Messages() as d:
            status = _c.lib.eg_linearization_response(
                self._pointer, w.ctypes.data, w.size, d.handle, out.ctypes.data
            )
            check(status, d)
        return out

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes all of it, as .json, .csv, .mo or .mat."""
        with Messages() as d:
            check(_c.lib.eg_linearization_write(self._pointer, _c.path(path), d.handle), d)

    def bode(self, path: str | os.PathLike[str], low: float = 0, high: float = 0) -> None:
        """Magnitude and phase from `low` to `high` [Hz] (0: chosen), as a table (.csv), or drawn (.svg, .png, .pdf)."""
        with Messages() as d:
            check(_c.lib.eg_linearization_bode(self._pointer, low, high, _c.path(path), d.handle), d)

    def __reduce__(self) -> Any:
        raise TypeError("a linear model cannot be pickled; its arrays can: l.A, l.B, l.C, l.D")

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{v.real:.6g} &plusmn; {abs(v.imag):.6g} j</td><td>{f:.6g}</td><td>{d:.4g}</td></tr>"
            for v, f, d in zip(self.eigenvalues, self.frequencies, self.damping)
            if v.imag >= 0
        )
        head = "<tr><th>eigenvalue [1/s]</th><th>frequency [Hz]</th><th>damping</th></tr>"
        return f"<p>{html.escape(repr(self)[1:-1])}</p><table>{head}{rows}</table>"

    def __repr__(self) -> str:
        return (
            f"<linear model at {self.time:.9g} s: {len(self.states)} states, {len(self.inputs)} inputs, "
            f"{len(self.outputs)} outputs>"
        )


def _variables(values: Any, count: int) -> list[LinearVariable]:
    return [
        LinearVariable(_c.text(v.name), _c.text(v.unit), v.value, v.rate) for v in (values[i] for i in range(count))
    ]


def _matrix(values: Any, rows: int, columns: int) -> Floats:
    if rows * columns == 0:
        return np.zeros((rows, columns))
    return np.ctypeslib.as_array(values, (rows, columns)).copy()


def linearize(
    compiled: "Compiled",
    time: float | None,
    inputs: Sequence[str] | None,
    outputs: Sequence[str] | None,
    options: dict[str, Any],
    state: State | None,
) -> Linearization:
    """As Model.linearize says."""
    o, stop = _c.lib.eg_linearize_options_default(compiled.handle), Stop()
    if time is not None:
        o.time = time
    if state is not None:
        _c.lib.eg_state_apply(state._handle, ctypes.byref(o.simulate))
        o.time = o.simulate.start_time if time is None else time
    reach = options.pop("reach", None)
    if reach is not None:
        o.reach = reach
    for name, value in options.items():
        if value is not None:
            setattr(o.simulate, name, _c.encoded(value) if name == "engine" else value)
    kept = [_c.array_of_texts(names or ()) for names in (inputs, outputs)]
    if inputs is not None:
        o.inputs, o.input_count = kept[0], len(inputs)
    if outputs is not None:
        o.outputs, o.output_count = kept[1], len(outputs)
    hears = _c.progress_of_run(lambda reached, context: stop.is_up)
    o.simulate.progress, o.simulate.progress_interval = hears, INTERVAL

    def call() -> tuple[Linearization, tuple[Diagnostic, ...], Any]:
        pointer = ctypes.POINTER(_c.Linearization)()
        with Messages() as d:
            check(_c.lib.eg_linearize(compiled.handle, ctypes.byref(o), d.handle, ctypes.byref(pointer)), d)
            return Linearization(pointer, _Owner(pointer)), d.read(), (kept, hears, state)

    made, said, _ = interruptible(stop, call)
    warn(said, 4)
    return made
