"""Equilibria: where a model rests."""
from __future__ import annotations

import ctypes
import html
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Sequence

from . import _c
from .calls import Stop, interruptible
from .errors import Diagnostic, Messages, check, warn
from .linear import Linearization
from .result import Floats
from .state import State

if TYPE_CHECKING:
    from .model import Compiled

STABILITIES = ("stable", "neutral", "one-sided", "unstable", "unknown")
"""What an equilibrium can be: no eigenvalue has a real part > 0; some are 0, so that what floats stays wherever it is
put; stable on one side of the edge of a contact alone; unstable; unknown without LAPACK."""


@dataclass(frozen=True)
class Contact:
    """A contact or a friction element at rest."""

    component: str
    mode: str
    """"apart", "linear", "locked" ..."""
    is_at_edge: bool
    """The mode ends just here."""


@dataclass(frozen=True)
class Held:
    """Friction holds what would balance elsewhere too: the variable may be anything between."""

    component: str
    variable: str
    unit: str
    low: float
    high: float
    """Infinite where it holds everywhere."""


@dataclass(frozen=True)
class Moving:
    """A state that changes at a constant rate."""

    state: str
    unit: str
    """Of the state."""
    speed: float
    """In that unit a second."""


@dataclass(frozen=True)
class Equilibrium:
    """Nothing moves here, and nothing changes; or a steady motion, which has `moving`."""

    number: int
    """From 1."""
    stability: str
    """One of `STABILITIES`."""
    words: str
    """"stable", "unstable: 1 growing mode of 12.5 1/s", "floats: ball.s"."""
    contacts: tuple[Contact, ...]
    floating: tuple[str, ...]
    """States that may be anything, as nothing pulls them back."""
    held: tuple[Held, ...]
    residual: float
    """What is left over of the balance that is off most by rounding, in its unit (of bodies [N])."""
    relative_residual: float
    """Beside the largest term of all balances of its kind."""
    residual_of: str
    linear: Linearization = field(repr=False)
    """States with their values, modes, eigenvalues; and what is behind an edge."""
    state: State = field(repr=False)
    """To begin a run with: `m.simulate(start_from=e)`."""
    moving: tuple[Moving, ...] = ()

    def __getitem__(self, name: str) -> float:
        """The value of a state of the linear model."""
        for v in self.linear.states:
            if v.name == name:
                return v.value
        raise KeyError(f"{name!r} is none of {', '.join(v.name for v in self.linear.states)}")

    def __reduce__(self) -> Any:
        raise TypeError("an equilibrium cannot be pickled; its state can, and its numbers")


class _Owner(_c.Held):
    """The library's memory of a search."""

    def __init__(self, pointer: Any) -> None:
        self.pointer = pointer

    def __del__(self) -> None:
        _c.lib.eg_equilibria_free(self.pointer)


class Equilibria(Sequence[Equilibrium]):
    """All that were found, in order of their states."""

    def __init__(self, pointer: Any, said: tuple[Diagnostic, ...]) -> None:
        of = pointer.contents
        self._owner = _Owner(pointer)
        self.model = _c.text(of.model)
        self.time: float = of.time
        """[s] at which sources are what they are."""
        self.is_complete = bool(of.is_complete)
        """There are no others: every combination of modes was solved as a linear one."""
        self.combinations: int = of.combinations
        """Of modes that were looked at."""
        self.extent = _c.text(of.extent)
        """In words, what was looked at."""
        self.diagnostics = said
        self._items = [self._read(i, of.items[i]) for i in range(of.count)]

    def _read(self, index: int, e: Any) -> Equilibrium:
        handle = ctypes.c_void_p()
        with Messages() as d:
            check(_c.lib.eg_equilibria_choose(self._owner.pointer, index + 1, d.handle, ctypes.byref(handle)), d)
        assert handle.value
        text = _c.text
        return Equilibrium(
            index + 1,
            STABILITIES[e.stability],
            text(e.words),
            tuple(
                Contact(text(c.component), text(c.mode), bool(c.is_at_edge))
                for c in (e.contacts[i] for i in range(e.contact_count))
            ),
            tuple(text(e.floating[i]) for i in range(e.floating_count)),
            tuple(
                Held(text(r.component), text(r.variable), text(r.unit), r.low, r.high)
                for r in (e.ranges[i] for i in range(e.range_count))
            ),
            e.residual,
            e.relative_residual,
            text(e.residual_of),
            Linearization(e.linear, self._owner),
            State(handle.value),
            tuple(Moving(text(v.state), text(v.unit), v.speed) for v in (e.moving[i] for i in range(e.moving_count))),
        )

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, i: Any) -> Any:
        """Equilibrium number i, from 0; of a slice a list of them."""
        return self._items[i]

    @property
    def stable(self) -> list[Equilibrium]:
        """Those that are stable or neutral."""
        return [e for e in self if e.stability in ("stable", "neutral")]

    def choose(self, number: int = 0) -> Equilibrium:
        """Equilibrium `number`, from 1; by default the one that there is, or the stable one where only one of several
        is. ModelError where there is none, or several."""
        handle = ctypes.c_void_p()
        with Messages() as d:
            check(_c.lib.eg_equilibria_choose(self._owner.pointer, number, d.handle, ctypes.byref(handle)), d)
        assert handle.value
        State(handle.value)
        if number > 0:
            return self._items[number - 1]
        return self._items[0] if len(self._items) == 1 else self.stable[0]

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes all of them as .json (linear models too) or .csv (a row an equilibrium)."""
        with Messages() as d:
            check(_c.lib.eg_equilibria_write(self._owner.pointer, _c.path(path), d.handle), d)

    def __reduce__(self) -> Any:
        raise TypeError("equilibria cannot be pickled; their states can, and their numbers")

    def __repr__(self) -> str:
        lines = [f"{self.model} at {self.time:.9g} s: {len(self)} equilibria; {self.extent}"]
        return "\n".join(lines + [f"{e.number}  {e.words}" for e in self])

    def _repr_html_(self) -> str:
        names = [v.name for v in self[0].linear.states] if len(self) else []
        units = {v.name: v.unit for v in self[0].linear.states} if len(self) else {}
        shown = [n for n in names if any(e.linear.has(n) for e in self)][:12]
        head = "".join(f"<th>{html.escape(n)} [{html.escape(units[n])}]</th>" for n in shown)
        rows = "".join(
            f"<tr><td>{e.number}</td><td>{html.escape(e.words)}</td>"
            + "".join(f"<td>{e[n]:.9g}</td>" if e.linear.has(n) else "<td></td>" for n in shown)
            + f"<td>{html.escape(', '.join(f'{c.component} {c.mode}' for c in e.contacts))}</td></tr>"
            for e in self
        )
        title = f"<p>{html.escape(self.model)} at {self.time:.9g} s: {html.escape(self.extent)}</p>"
        return f"{title}<table><tr><th></th><th></th>{head}<th>modes</th></tr>{rows}</table>"


def steady(
    compiled: "Compiled",
    time: float | None,
    inputs: Floats | None,
    most_modes: int | None,
    starts: int | None,
    most: int | None,
    time_limit: float | None,
) -> Equilibria:
    """As Model.steady says."""
    o, stop = _c.lib.eg_steady_options_default(compiled.handle), Stop()
    asked = {"time": time, "most_modes": most_modes, "starts": starts, "most": most, "time_limit": time_limit}
    for name, value in asked.items():
        if value is not None:
            setattr(o, name, _c.count(value, name=name) if name in ("most_modes", "starts", "most") else value)
    if inputs is not None:
        o.inputs = inputs.ctypes.data_as(_c.doubles)
    o.stop = stop.pointer

    def call() -> tuple[Equilibria, Any]:
        pointer = ctypes.POINTER(_c.Equilibria)()
        with Messages() as d:
            check(_c.lib.eg_steady(compiled.handle, ctypes.byref(o), d.handle, ctypes.byref(pointer)), d)
            return Equilibria(pointer, d.read()), (inputs, stop)  # which live until here

    found, _ = interruptible(stop, call)
    warn(found.diagnostics, 4)
    return found
