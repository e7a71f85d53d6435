"""Contact laws on arrays, single impacts, and the constants that deliver a wanted restitution."""
from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _c
from .errors import Messages, UsageError, check
from .result import Floats

MODES = ("apart", "approach-limited", "linear", "rebound-limited", "undamped", "transition")
"""What the numbers in Answer.mode mean."""
_BY = {"c": 0, "contact_time": 1, "max_penetration": 2, "peak_force": 3}


class Answer(NamedTuple):
    """What a law answers at points, all in the shape of the points."""

    f: Floats
    """Force, negative in compression [N]."""
    df_ds: Floats
    """[N/m]"""
    df_dv: Floats
    """[N.s/m]"""
    loss: Floats
    """Power that becomes heat [W]."""
    mode: NDArray[np.intc]
    """Index in MODES."""
    energy: Floats
    """That the spring stores [J]."""


@dataclass(frozen=True)
class Impact:
    """What becomes of a single impact."""

    e: float
    """Restitution: speed at parting over speed at touch."""
    contact_time: float
    """[s]"""
    peak_force: float
    """Largest push [N]."""
    max_penetration: float
    """[m]"""
    energy_lost: float
    """[J]"""
    parts: bool
    """The body leaves the stop again."""
    is_closed: bool
    """All of it is from closed forms; else from integration to 1e-10."""
    sticks: bool = False
    """The body comes back to where it touched, and f_release holds it: e is 0, energy_lost that of the first push."""


class Course(NamedTuple):
    """The course of an impact from touch to parting; where the force jumps two points have one time."""

    time: Floats
    """[s]"""
    penetration: Floats
    """[m]"""
    speed: Floats
    """Of penetration [m/s]."""
    push: Floats
    """[N]"""


class ContactLaw:
    """A contact law with its constants; law(s_rel, v_rel) is its force on arrays, at memory speed.

    name: as `elastogap info Elastogap.Contact.Gap` lists them ("elasto-gap", "hunt-crossley", "kelvin-voigt", ...).
    c [N/m^n]; d [N.s/m], where the law has one; s_rel0 [m]: where contact begins; n: exponent; s_ref [m] and f_ref [N]:
    the spring's force at that compression, by default c at 1 m; D: the damping factor of the hysteresis family; the
    restitution of the rigid law; transition [m]: over which the damper of smooth-transition sets in.
    """

    def __init__(
        self,
        name: str = "elasto-gap",
        *,
        c: float | None = None,
        d: float = 0.0,
        s_rel0: float = 0.0,
        n: float = 1.0,
        s_ref: float = 1.0,
        f_ref: float | None = None,
        D: float = 0.0,
        transition: float = 0.0,
    ) -> None:
        number = _c.lib.eg_contact_find(_c.encoded(name))
        if _c.lib.eg_contact_name(number) is None:
            raise UsageError(f"{name!r} is no contact law; there are {', '.join(laws())}")
        if (c is None) == (f_ref is None):
            raise UsageError("a contact takes either c or f_ref")
        force = f_ref if f_ref is not None else float(c) * s_ref  # type: ignore[arg-type]
        gap = _c.ElastoGapLaw(c if c is not None else force / s_ref, d, s_rel0, s_ref, force, n)
        self._law = _c.Contact(number, gap, D, transition)

    @classmethod
    def _of(cls, law: Any) -> "ContactLaw":
        made = cls.__new__(cls)
        made._law = _c.Contact.from_buffer_copy(law)
        return made

    @property
    def name(self) -> str:
        """Which law it is."""
        return _c.text(_c.lib.eg_contact_name(self._law.law))

    @property
    def parameters(self) -> dict[str, float]:
        """Its constants."""
        gap = self._law.gap
        values = {name: float(getattr(gap, name)) for name, _ in _c.ElastoGapLaw._fields_}
        return {**values, "D": float(self._law.D), "transition": float(self._law.transition)}

    def __call__(self, s_rel: Any, v_rel: Any, v0: float = 1.0, out: Floats | None = None) -> Floats:
        """Force [N], negative in compression, at s_rel [m] and v_rel [m/s], broadcast against each other. v0 [m/s]: the
        speed at touch, of the hysteresis family. out: where to put it, contiguous and of the same shape."""
        s, v, shape = _points(s_rel, v_rel)
        if out is None:
            out = np.empty(shape)
        elif not (
            isinstance(out, np.ndarray)
            and out.shape == shape
            and out.dtype == np.float64
            and out.flags.c_contiguous
            and out.flags.writeable
        ):
            raise UsageError(f"out must be a contiguous array of float64 of shape {shape}")
        status = _c.lib.eg_contact_forces(
            ctypes.byref(self._law), _c.real(v0), s.size, s.ctypes.data, v.ctypes.data, out.ctypes.data
        )
        if status < 0:
            raise UsageError(f"{self.name} is rigid: it has impulses, and no force")
        return out

    def answer(self, s_rel: Any, v_rel: Any, v0: float = 1.0) -> Answer:
        """Force, derivatives, loss, mode and stored energy."""
        s, v, shape = _points(s_rel, v_rel)
        f, df_ds, df_dv, loss, energy = (np.empty(shape) for _ in range(5))
        mode = np.empty(shape, dtype=np.intc)
        numbers = [x.ctypes.data_as(_c.doubles) for x in (f, df_ds, df_dv, loss)]
        places = mode.ctypes.data_as(ctypes.POINTER(ctypes.c_int))
        pointers = _c.ContactAnswers(*numbers, places, energy.ctypes.data_as(_c.doubles))
        status = _c.lib.eg_contact_answer(
            ctypes.byref(self._law), _c.real(v0), s.size, s.ctypes.data, v.ctypes.data, ctypes.byref(pointers)
        )
        if status < 0:
            raise UsageError(f"{self.name} is rigid: it has impulses, and no force")
        return Answer(f, df_ds, df_dv, loss, mode, energy)

    def _problem(self, mass: float, speed: float, load: float, f_release: float) -> Any:
        return _c.ImpactProblem(self._law, mass, speed, load, f_release)

    def impact(self, mass: float, speed: float, load: float = 0.0, f_release: float = 0.0) -> Impact:
        """A body of mass [kg] that meets the stop with speed [m/s], pressed on by a constant load [N]; f_release [N] is
        the pull that the stop withstands before it lets go of the body, 0 where it does not stick."""
        out = _c.Impact()
        problem = self._problem(mass, speed, load, f_release)
        with Messages() as d:
            check(_c.lib.eg_impact_compute(ctypes.byref(problem), ctypes.byref(out)), d)
        return _impact(out)

    def course(self, mass: float, speed: float, load: float = 0.0, f_release: float = 0.0) -> Course:
        """The course of that impact."""
        trace = _c.ImpactTrace()
        problem = self._problem(mass, speed, load, f_release)
        try:
            with Messages() as d:
                check(_c.lib.eg_impact_follow(ctypes.byref(problem), ctypes.byref(trace)), d)
            if trace.count == 0:
                return Course(*(np.zeros(0) for _ in Course._fields))
            size = ctypes.sizeof(_c.ImpactPoint) // 8
            address = ctypes.cast(trace.points, _c.doubles)
            table = np.ctypeslib.as_array(address, (trace.count, size)).copy()
        finally:
            _c.lib.eg_impact_trace_release(ctypes.byref(trace))
        return Course(*table.T)

    def __repr__(self) -> str:
        values = ", ".join(f"{k}={v:.9g}" for k, v in self.parameters.items())
        return f"ContactLaw({self.name!r}, {values})"


def laws() -> list[str]:
    """The names of all contact laws."""
    names: list[str] = []
    while (name := _c.lib.eg_contact_name(len(names))) is not None:
        names.append(_c.text(name))
    return names


def design(
    name: str,
    e: float,
    *,
    mass: float,
    speed: float,
    load: float = 0.0,
    f_release: float = 0.0,
    n: float = 1.0,
    transition: float = 0.0,
    c: float | None = None,
    contact_time: float | None = None,
    max_penetration: float | None = None,
    peak_force: float | None = None,
) -> tuple[ContactLaw, Impact]:
    """The law with the constants that deliver restitution `e` for a body of mass [kg] at speed [m/s], to 1e-9; and the
    impact. One of c [N/m^n], contact_time [s], max_penetration [m] and peak_force [N] fixes its size."""
    number = _c.lib.eg_contact_find(_c.encoded(name))
    if _c.lib.eg_contact_name(number) is None:
        raise UsageError(f"{name!r} is no contact law; there are {', '.join(laws())}")
    sizes = {"c": c, "contact_time": contact_time, "max_penetration": max_penetration, "peak_force": peak_force}
    given = {k: v for k, v in sizes.items() if v is not None}
    if len(given) != 1:
        raise UsageError("one of c, contact_time, max_penetration and peak_force must be given")
    ((by, value),) = given.items()
    wanted = _c.Design(number, e, mass, speed, load, n, transition, _BY[by], value, f_release)
    problem, out = _c.ImpactProblem(), _c.Impact()
    with Messages() as d:
        status = _c.lib.eg_impact_design_solve(
            ctypes.byref(wanted), d.handle, ctypes.byref(problem), ctypes.byref(out)
        )
        check(status, d)
    return ContactLaw._of(problem.law), _impact(out)


def _impact(out: Any) -> Impact:
    return Impact(
        out.e,
        out.contact_time,
        out.peak_force,
        out.max_penetration,
        out.energy_lost,
        bool(out.parts),
        bool(out.is_closed and out.e_is_closed),
        bool(out.sticks),
    )


def _points(s_rel: Any, v_rel: Any) -> tuple[Floats, Floats, tuple[int, ...]]:
    s = np.asarray(s_rel, dtype=np.float64)
    v = np.asarray(v_rel, dtype=np.float64)
    if s.shape != v.shape:
        s, v = np.broadcast_arrays(s, v)
    return np.ascontiguousarray(s), np.ascontiguousarray(v), s.shape
