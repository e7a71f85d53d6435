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

try:
    import numpy as _numpy  # noqa: F401
except ImportError as _fault:
    raise ImportError(
        f"elastogap needs numpy, which this Python cannot import ({_fault}): `pip install numpy`, or Debian's Python "
        "with the package python3-numpy"
    ) from _fault

from . import _c
from .ensemble import Ensemble, EnsembleStatistics, Outcome, Want, count, event_time, final, maximum, minimum
from .errors import (
    Diagnostic,
    ElastogapError,
    ElastogapWarning,
    EnergyWarning,
    FileError,
    ModelError,
    SimulationError,
    UnavailableError,
    UsageError,
)
from .fit import Estimate, Fit, Optimum, OptimumLimit, OptimumValue, Series
from .fixed import Stepper
from .fmu import Fmu
from .law import MODES, Answer, ContactLaw, Course, Impact, design, laws
from .linear import Kink, Linearization, LinearVariable
from .model import LAYOUTS, THEMES, Experiment, Model, Variable, load, loads
from .program import info
from .result import (
    WINDOWS,
    Column,
    Deviation,
    Energy,
    Event,
    Events,
    Picture,
    Result,
    Signal,
    Spectrum,
    Statistics,
    Svg,
    plot,
    read,
    report,
)
from .sensitivity import Sensitivities
from .state import State
from .steady import STABILITIES, Contact, Equilibria, Equilibrium, Held
from .sweep import DESIGNS, Chance, Design, Effect, Interval, Level, Sweep, SweepStatistics, quantile
from .table import Table, read_table

__version__: str = _c.text(_c.lib.eg_version())

__all__ = [
    "Answer",
    "Chance",
    "Column",
    "Contact",
    "ContactLaw",
    "Course",
    "DESIGNS",
    "Design",
    "Deviation",
    "Diagnostic",
    "Effect",
    "ElastogapError",
    "ElastogapWarning",
    "Energy",
    "EnergyWarning",
    "Ensemble",
    "EnsembleStatistics",
    "Equilibria",
    "Equilibrium",
    "Estimate",
    "Event",
    "Events",
    "Experiment",
    "FileError",
    "Fit",
    "Fmu",
    "Held",
    "Impact",
    "Interval",
    "Kink",
    "LAYOUTS",
    "Level",
    "LinearVariable",
    "Linearization",
    "MODES",
    "Model",
    "ModelError",
    "Optimum",
    "OptimumLimit",
    "OptimumValue",
    "Outcome",
    "Picture",
    "Result",
    "STABILITIES",
    "Sensitivities",
    "Series",
    "Signal",
    "SimulationError",
    "Spectrum",
    "State",
    "Statistics",
    "Stepper",
    "Svg",
    "Sweep",
    "SweepStatistics",
    "THEMES",
    "Table",
    "UnavailableError",
    "UsageError",
    "Variable",
    "WINDOWS",
    "Want",
    "count",
    "design",
    "event_time",
    "final",
    "info",
    "laws",
    "load",
    "loads",
    "maximum",
    "minimum",
    "plot",
    "quantile",
    "read",
    "read_table",
    "report",
]
