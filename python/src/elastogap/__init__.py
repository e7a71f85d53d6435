"""elastogap: one-dimensional mechanics with contact.

    import elastogap as eg
    m = eg.load("Drop.mo")
    r = m.simulate(stop_time=2, tolerance=1e-8, **{"stop.d": 200})
    r["ball.s"], r.time, r.events, r.energy
    r.plot("ball.s", "stop.f")

All numbers are in SI units, all signs those of the Modelica Standard Library: forces of contacts are negative in
compression.
"""
from __future__ import annotations

from . import _c
from .ensemble import Ensemble, EnsembleStatistics, Outcome, Want, count, event_time, final, maximum, minimum
from .errors import (
    Diagnostic,
    ElastogapError,
    ElastogapWarning,
    FileError,
    ModelError,
    SimulationError,
    UnavailableError,
    UsageError,
)
from .fixed import Stepper
from .fmu import Fmu
from .law import MODES, Answer, ContactLaw, Course, Impact, design, laws
from .linear import Kink, Linearization, LinearVariable
from .model import Experiment, Model, Variable, load, loads
from .result import Column, Deviation, Energy, Event, Events, Picture, Result, Signal, Statistics, read

__version__: str = _c.text(_c.lib.eg_version())

__all__ = [
    "MODES",
    "Answer",
    "Column",
    "ContactLaw",
    "Course",
    "Deviation",
    "Diagnostic",
    "ElastogapError",
    "ElastogapWarning",
    "Energy",
    "Ensemble",
    "EnsembleStatistics",
    "Event",
    "Events",
    "Experiment",
    "FileError",
    "Fmu",
    "Impact",
    "Kink",
    "LinearVariable",
    "Linearization",
    "Model",
    "ModelError",
    "Outcome",
    "Picture",
    "Result",
    "Signal",
    "SimulationError",
    "Statistics",
    "Stepper",
    "UnavailableError",
    "UsageError",
    "Variable",
    "Want",
    "count",
    "design",
    "event_time",
    "final",
    "laws",
    "load",
    "loads",
    "maximum",
    "minimum",
    "read",
]
