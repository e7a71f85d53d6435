"""The C library's declarations, as include/elastogap/*.h has them, for ctypes.

Structures are those of the headers, field by field; tests/test_layout.py has a C compiler compare sizes and
offsets. Nothing here is public.
"""
from __future__ import annotations

import ctypes
import operator
import os
from ctypes import (
    CFUNCTYPE,
    POINTER,
    Structure,
    c_char_p,
    c_double,
    c_int,
    c_long,
    c_size_t,
    c_ulonglong,
    c_void_p,
)
from typing import Any, Sequence

from ._library import load

OK = 0
DIFFERENT = 1
ERROR_MEMORY = -1
ERROR_USAGE = -2
ERROR_MODEL = -3
ERROR_SIMULATION = -4
ERROR_FILE = -5
ERROR_UNAVAILABLE = -6

doubles = POINTER(c_double)
texts = POINTER(c_char_p)

# int (*)(double time, eg_progress *context), int (*)(size_t done, eg_progress *context)
progress_of_run = CFUNCTYPE(c_int, c_double, c_void_p)
progress_of_sets = CFUNCTYPE(c_int, c_size_t, c_void_p)
# void (*)(const eg_fit_progress *now, eg_progress *context)
progress_of_fit = CFUNCTYPE(None, c_void_p, c_void_p)
# int (*)(const eg_sweep_progress *now, eg_progress *context), void (*)(eg_sweep_visitor *, const eg_sweep_row *)
progress_of_rows = CFUNCTYPE(c_int, c_void_p, c_void_p)
visit_of_row = CFUNCTYPE(None, c_void_p, c_void_p)
read_of_run = CFUNCTYPE(c_int, c_void_p, c_size_t, c_void_p, POINTER(c_void_p))
release_of_run = CFUNCTYPE(None, c_void_p, c_void_p)


class Diagnostic(Structure):
    _c_name_ = "eg_diagnostic"
    _fields_ = [
        ("severity", c_int),
        ("file", c_char_p),
        ("line", c_int),
        ("column", c_int),
        ("message", c_char_p),
        ("source", c_char_p),
        ("caret", c_int),
        ("remedy", c_char_p),
    ]


class Experiment(Structure):
    _c_name_ = "eg_experiment"
    _fields_ = [("start_time", c_double), ("stop_time", c_double), ("interval", c_double), ("tolerance", c_double)]


class Unsaved(Structure):
    _c_name_ = "eg_unsaved"
    _fields_ = [("path", c_char_p), ("text", c_char_p), ("length", c_size_t)]


class ReadOptions(Structure):
    _c_name_ = "eg_read_options"
    _fields_ = [
        ("size", c_size_t),
        ("model", c_char_p),
        ("include_dirs", texts),
        ("include_count", c_size_t),
        ("settings", texts),
        ("setting_count", c_size_t),
        ("max_components", c_size_t),
        ("unsaved", POINTER(Unsaved)),
        ("unsaved_count", c_size_t),
        ("test", c_char_p),
        ("setting_places", c_void_p),
    ]


class VariableInfo(Structure):
    _c_name_ = "eg_variable_info"
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("doc", c_char_p), ("type", c_int), ("start", c_double)]


class SimulateOptions(Structure):
    _c_name_ = "eg_simulate_options"
    _fields_ = [
        ("size", c_size_t),
        ("start_time", c_double),
        ("stop_time", c_double),
        ("interval", c_double),
        ("tolerance", c_double),
        ("engine", c_char_p),
        ("step", c_double),
        ("signals", texts),
        ("signal_count", c_size_t),
        ("inputs", doubles),
        ("max_events", c_long),
        ("max_steps", c_long),
        ("time_limit", c_double),
        ("memory_limit", c_size_t),
        ("progress", progress_of_run),
        ("context", c_void_p),
        ("progress_interval", c_double),
        ("start_from", c_void_p),
        ("save_times", doubles),
        ("save_count", c_size_t),
        ("saved", POINTER(c_void_p)),
        ("restart_times", doubles),
        ("restart_count", c_size_t),
    ]


class Energy(Structure):
    _c_name_ = "eg_energy"
    _fields_ = [
        ("initial", c_double),
        ("supplied", c_double),
        ("turnover", c_double),
        ("kinetic", c_double),
        ("potential", c_double),
        ("dissipated", c_double),
        ("error", c_double),
        ("allowed", c_double),
        ("likely", c_char_p),
        ("has_heat", c_int),
        ("heated", c_double),
        ("heat_supplied", c_double),
        ("heat_stored", c_double),
        ("heat_removed", c_double),
        ("heat_turnover", c_double),
        ("heat_error", c_double),
    ]


class Statistics(Structure):
    _c_name_ = "eg_statistics"
    _fields_ = [
        ("engine", c_char_p),
        ("engine_reason", c_char_p),
        ("tolerance", c_double),
        ("engine_tolerance", c_double),
        ("states", c_long),
        ("algebraic", c_long),
        ("steps", c_long),
        ("evaluations", c_long),
        ("jacobians", c_long),
        ("factorizations", c_long),
        ("newton_iterations", c_long),
        ("rejected_steps", c_long),
        ("clusters", c_long),
        ("largest_cluster", c_long),
        ("mean_cluster", c_double),
        ("events", c_long),
        ("time_events", c_long),
        ("compile_seconds", c_double),
        ("initialize_seconds", c_double),
        ("integrate_seconds", c_double),
        ("total_seconds", c_double),
        ("end_time", c_double),
        ("trajectory_bytes", c_size_t),
        ("model_bytes", c_size_t),
        ("state_bytes", c_size_t),
        ("energy", Energy),
    ]


class Signal(Structure):
    _c_name_ = "eg_signal"
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("doc", c_char_p), ("is_discrete", c_int)]


class Event(Structure):
    _c_name_ = "eg_event"
    _fields_ = [("time", c_double), ("component", c_char_p), ("name", c_char_p), ("row", c_size_t)]


class Deviation(Structure):
    _c_name_ = "eg_deviation"
    _fields_ = [
        ("name", c_char_p),
        ("missing", c_int),
        ("largest", c_double),
        ("time", c_double),
        ("value", c_double),
        ("lower", c_double),
        ("upper", c_double),
    ]


class Wanted(Structure):
    _c_name_ = "eg_wanted"
    _fields_ = [
        ("kind", c_int),
        ("signal", c_char_p),
        ("component", c_char_p),
        ("event", c_char_p),
        ("number", c_long),
    ]


class EnsembleOptions(Structure):
    _c_name_ = "eg_ensemble_options"
    _fields_ = [
        ("size", c_size_t),
        ("run", SimulateOptions),
        ("threads", c_int),
        ("lanes", c_int),
        ("energy_errors", doubles),
        ("balance", c_int),
        ("recompile", c_int),
        ("progress", progress_of_sets),
        ("context", c_void_p),
        ("stop", POINTER(c_int)),
    ]


class EnsembleStatistics(Structure):
    _c_name_ = "eg_ensemble_statistics"
    _fields_ = [
        ("engine", c_char_p),
        ("engine_reason", c_char_p),
        ("threads", c_int),
        ("lanes", c_int),
        ("failed", c_size_t),
        ("recompiled", c_size_t),
        ("balanced", c_size_t),
        ("open", c_size_t),
        ("steps", c_long),
        ("rejected_steps", c_long),
        ("events", c_long),
        ("seconds", c_double),
    ]


class ElastoGapLaw(Structure):
    _c_name_ = "eg_elasto_gap"
    _fields_ = [
        ("c", c_double),
        ("d", c_double),
        ("s_rel0", c_double),
        ("s_ref", c_double),
        ("f_ref", c_double),
        ("n", c_double),
    ]


class Contact(Structure):
    _c_name_ = "eg_contact"
    _fields_ = [("law", c_int), ("gap", ElastoGapLaw), ("D", c_double), ("transition", c_double)]


class ContactAnswers(Structure):
    _c_name_ = "eg_contact_answers"
    _fields_ = [
        ("f", doubles),
        ("df_ds", doubles),
        ("df_dv", doubles),
        ("loss", doubles),
        ("mode", POINTER(c_int)),
        ("energy", doubles),
    ]


class ImpactProblem(Structure):
    _c_name_ = "eg_impact_problem"
    _fields_ = [("law", Contact), ("mass", c_double), ("speed", c_double), ("load", c_double), ("f_release", c_double)]


class Impact(Structure):
    _c_name_ = "eg_impact"
    _fields_ = [
        ("e", c_double),
        ("contact_time", c_double),
        ("peak_force", c_double),
        ("max_penetration", c_double),
        ("energy_lost", c_double),
        ("parts", c_int),
        ("e_is_closed", c_int),
        ("is_closed", c_int),
        ("sticks", c_int),
    ]


class ImpactPoint(Structure):
    _c_name_ = "eg_impact_point"
    _fields_ = [("time", c_double), ("penetration", c_double), ("speed", c_double), ("push", c_double)]


class ImpactTrace(Structure):
    _c_name_ = "eg_impact_trace"
    _fields_ = [("points", POINTER(ImpactPoint)), ("count", c_size_t), ("capacity", c_size_t), ("failed", c_int)]


class Design(Structure):
    _c_name_ = "eg_impact_design"
    _fields_ = [
        ("law", c_int),
        ("e", c_double),
        ("mass", c_double),
        ("speed", c_double),
        ("load", c_double),
        ("n", c_double),
        ("transition", c_double),
        ("by", c_int),
        ("value", c_double),
        ("f_release", c_double),
    ]


class FixedPlan(Structure):
    _c_name_ = "eg_fixed_plan"
    _fields_ = [
        ("step", c_double),
        ("iterations", c_int),
        ("bodies", c_int),
        ("mass", doubles),
        ("speed", doubles),
        ("items", c_int),
        ("springs", c_int),
        ("contacts", c_int),
        ("frictions", c_int),
        ("stops", c_int),
        ("loads", c_int),
        ("inputs", c_int),
        ("outputs", c_int),
        ("item", c_void_p),
        ("spring", c_void_p),
        ("contact", c_void_p),
        ("friction", c_void_p),
        ("stop", c_void_p),
        ("load", c_void_p),
        ("input", doubles),
        ("output", c_void_p),
        ("place", c_void_p),
        ("first", c_void_p),
        ("row", c_void_p),
        ("coupling", c_void_p),
        ("heat", c_void_p),
        ("givens", c_int),
        ("given", c_void_p),
        ("program", c_void_p),
    ]


class FixedState(Structure):
    _c_name_ = "eg_fixed_state"
    _fields_ = [
        ("doubles", c_size_t),
        ("steps", c_long),
        ("unconverged", c_long),
        ("iterations", c_int),
        ("work", c_double),
        ("turnover", c_double),
        ("lost", c_double),
        ("heated", c_double),
        ("memory", c_double * 1),
    ]


class LinearizeOptions(Structure):
    _c_name_ = "eg_linearize_options"
    _fields_ = [
        ("size", c_size_t),
        ("simulate", SimulateOptions),
        ("time", c_double),
        ("inputs", texts),
        ("input_count", c_size_t),
        ("outputs", texts),
        ("output_count", c_size_t),
        ("reach", c_double),
    ]


class SensitivityOptions(Structure):
    _c_name_ = "eg_sensitivity_options"
    _fields_ = [
        ("size", c_size_t),
        ("run", SimulateOptions),
        ("by", texts),
        ("by_count", c_size_t),
        ("by_all", c_int),
        ("of", texts),
        ("of_count", c_size_t),
        ("adjoint", c_int),
    ]


class SensitivityName(Structure):
    _c_name_ = "eg_sensitivity_name"
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("value", c_double)]


class SensitivityItem(Structure):
    _c_name_ = "eg_sensitivity_item"
    _fields_ = [("derivative", c_double), ("below", c_double), ("above", c_double), ("why", c_char_p)]


class SensitivityRun(Structure):
    _c_name_ = "eg_sensitivities"
    _fields_ = [
        ("model", c_char_p),
        ("end_time", c_double),
        ("of", POINTER(SensitivityName)),
        ("by", POINTER(SensitivityName)),
        ("of_count", c_size_t),
        ("by_count", c_size_t),
        ("items", POINTER(SensitivityItem)),
        ("rows", c_void_p),
    ]


class LinearVariable(Structure):
    _c_name_ = "eg_linear_variable"
    _fields_ = [("name", c_char_p), ("unit", c_char_p), ("value", c_double), ("rate", c_double)]


class LinearContact(Structure):
    _c_name_ = "eg_linear_contact"
    _fields_ = [("component", c_char_p), ("mode", c_char_p)]


class LinearOmission(Structure):
    _c_name_ = "eg_linear_omission"
    _fields_ = [("name", c_char_p), ("reason", c_char_p)]


class LinearEigenvalue(Structure):
    _c_name_ = "eg_linear_eigenvalue"
    _fields_ = [("real", c_double), ("imaginary", c_double), ("frequency", c_double), ("damping", c_double)]


class Linearization(Structure):
    _c_name_ = "eg_linearization"


class LinearKink(Structure):
    _c_name_ = "eg_linear_kink"
    _fields_ = [
        ("component", c_char_p),
        ("event", c_char_p),
        ("share", c_double),
        ("beyond", POINTER(Linearization)),
    ]


Linearization._fields_ = [
    ("model", c_char_p),
    ("time", c_double),
    ("state_count", c_size_t),
    ("input_count", c_size_t),
    ("output_count", c_size_t),
    ("states", POINTER(LinearVariable)),
    ("inputs", POINTER(LinearVariable)),
    ("outputs", POINTER(LinearVariable)),
    ("A", doubles),
    ("B", doubles),
    ("C", doubles),
    ("D", doubles),
    ("contacts", POINTER(LinearContact)),
    ("contact_count", c_size_t),
    ("omissions", POINTER(LinearOmission)),
    ("omission_count", c_size_t),
    ("eigenvalues", POINTER(LinearEigenvalue)),
    ("shapes", doubles),
    ("kinks", POINTER(LinearKink)),
    ("kink_count", c_size_t),
]


class SteadyOptions(Structure):
    _c_name_ = "eg_steady_options"
    _fields_ = [
        ("size", c_size_t),
        ("time", c_double),
        ("inputs", doubles),
        ("most_modes", c_size_t),
        ("starts", c_size_t),
        ("most", c_size_t),
        ("time_limit", c_double),
        ("stop", POINTER(c_int)),
    ]


class SteadyContact(Structure):
    _c_name_ = "eg_steady_contact"
    _fields_ = [("component", c_char_p), ("mode", c_char_p), ("is_at_edge", c_int)]


class SteadyRange(Structure):
    _c_name_ = "eg_steady_range"
    _fields_ = [
        ("component", c_char_p),
        ("variable", c_char_p),
        ("unit", c_char_p),
        ("low", c_double),
        ("high", c_double),
    ]


class SteadySpeed(Structure):
    _c_name_ = "eg_steady_speed"
    _fields_ = [
        ("state", c_char_p),
        ("unit", c_char_p),
        ("speed", c_double),
    ]


class Equilibrium(Structure):
    _c_name_ = "eg_equilibrium"
    _fields_ = [
        ("linear", POINTER(Linearization)),
        ("stability", c_int),
        ("words", c_char_p),
        ("contacts", POINTER(SteadyContact)),
        ("contact_count", c_size_t),
        ("floating", texts),
        ("floating_count", c_size_t),
        ("ranges", POINTER(SteadyRange)),
        ("range_count", c_size_t),
        ("residual", c_double),
        ("relative_residual", c_double),
        ("residual_of", c_char_p),
        ("state", c_void_p),
        ("moving", POINTER(SteadySpeed)),
        ("moving_count", c_size_t),
    ]


class Equilibria(Structure):
    _c_name_ = "eg_equilibria"
    _fields_ = [
        ("model", c_char_p),
        ("time", c_double),
        ("items", POINTER(Equilibrium)),
        ("count", c_size_t),
        ("is_complete", c_int),
        ("combinations", c_size_t),
        ("extent", c_char_p),
    ]


class Law(Structure):
    _c_name_ = "eg_law"
    _fields_ = [
        ("kind", c_int),
        ("number", c_double * 4),
        ("has_bounds", c_int),
        ("list", doubles),
        ("list_count", c_size_t),
    ]


class Factor(Structure):
    _c_name_ = "eg_factor"
    _fields_ = [("name", c_char_p), ("law", Law)]


class Correlation(Structure):
    _c_name_ = "eg_correlation"
    _fields_ = [("one", c_size_t), ("other", c_size_t), ("value", c_double)]


class DesignOptions(Structure):
    _c_name_ = "eg_design_options"
    _fields_ = [
        ("size", c_size_t),
        ("kind", c_int),
        ("count", c_size_t),
        ("seed", c_ulonglong),
        ("factors", POINTER(Factor)),
        ("factor_count", c_size_t),
        ("correlations", POINTER(Correlation)),
        ("correlation_count", c_size_t),
        ("table", doubles),
        ("table_rows", c_size_t),
        ("table_columns", c_size_t),
    ]


class SweepProgress(Structure):
    _c_name_ = "eg_sweep_progress"
    _fields_ = [("done", c_size_t), ("rows", c_size_t), ("computed", c_size_t), ("seconds", c_double)]


class SweepRow(Structure):
    _c_name_ = "eg_sweep_row"
    _fields_ = [
        ("row", c_size_t),
        ("values", doubles),
        ("results", doubles),
        ("status", c_int),
        ("energy_error", c_double),
        ("reason", c_char_p),
    ]


class SweepOptions(Structure):
    _c_name_ = "eg_sweep_options"
    _fields_ = [
        ("size", c_size_t),
        ("runs", EnsembleOptions),
        ("resume", c_int),
        ("journal", c_char_p),
        ("keep_journal", c_int),
        ("identity", c_ulonglong),
        ("titles", texts),
        ("progress", progress_of_rows),
        ("context", c_void_p),
        ("visit", visit_of_row),
        ("visitor", c_void_p),
    ]


class SweepStatistics(Structure):
    _c_name_ = "eg_sweep_statistics"
    _fields_ = [
        ("engine", c_char_p),
        ("threads", c_int),
        ("rows", c_size_t),
        ("found", c_size_t),
        ("failed", c_size_t),
        ("recompiled", c_size_t),
        ("balanced", c_size_t),
        ("open", c_size_t),
        ("steps", c_long),
        ("rejected_steps", c_long),
        ("events", c_long),
        ("seconds", c_double),
    ]


class Interval(Structure):
    _c_name_ = "eg_interval"
    _fields_ = [("value", c_double), ("low", c_double), ("high", c_double)]


class Effect(Structure):
    _c_name_ = "eg_effect"
    _fields_ = [("at", c_double), ("difference", Interval)]


SUBSET_LEVELS = 30


class SubsetOptions(Structure):
    _c_name_ = "eg_subset_options"
    _fields_ = [("size", c_size_t), ("sweep", SweepOptions), ("measure", c_size_t), ("limit", c_double)]


class SubsetLevel(Structure):
    _c_name_ = "eg_subset_level"
    _fields_ = [("threshold", c_double), ("share", c_double), ("variation", c_double)]


class SubsetResult(Structure):
    _c_name_ = "eg_subset_result"
    _fields_ = [
        ("chance", Interval),
        ("variation", c_double),
        ("unknown", c_double),
        ("failed", c_size_t),
        ("levels", c_size_t),
        ("level", SubsetLevel * SUBSET_LEVELS),
    ]


class SpectrumOptions(Structure):
    _c_name_ = "eg_spectrum_options"
    _fields_ = [
        ("size", c_size_t),
        ("from", c_double),
        ("to", c_double),
        ("window", c_int),
        ("max_frequency", c_double),
    ]


class SpectrumPeak(Structure):
    _c_name_ = "eg_spectrum_peak"
    _fields_ = [("frequency", c_double), ("amplitude", c_double)]


class Spectrum(Structure):
    _c_name_ = "eg_spectrum"
    _fields_ = [
        ("from", c_double),
        ("to", c_double),
        ("interval", c_double),
        ("mean", c_double),
        ("count", c_size_t),
        ("frequency", doubles),
        ("amplitude", doubles),
        ("peaks", SpectrumPeak * 12),
        ("peak_count", c_size_t),
    ]


class PlotRun(Structure):
    _c_name_ = "eg_plot_run"
    _fields_ = [("trajectory", c_void_p), ("label", c_char_p)]


class PlotOptions(Structure):
    _c_name_ = "eg_plot_options"
    _fields_ = [("size", c_size_t), ("title", c_char_p), ("log_x", c_int), ("log_y", c_int)]


class DiagramOptions(Structure):
    _c_name_ = "eg_diagram_options"
    _fields_ = [("size", c_size_t), ("theme", c_int), ("layout", c_int), ("start", c_void_p)]


class ReportRun(Structure):
    _c_name_ = "eg_report_run"
    _fields_ = [
        ("trajectory", c_void_p),
        ("label", c_char_p),
        ("file", c_char_p),
        ("statistics", POINTER(Statistics)),
        ("diagram", c_void_p),
    ]


class ReportEnsemble(Structure):
    _c_name_ = "eg_report_ensemble"
    _fields_ = [("count", c_size_t), ("read", read_of_run), ("release", release_of_run), ("context", c_void_p)]


class RecordOptions(Structure):
    _c_name_ = "eg_record_options"
    _fields_ = [
        ("size", c_size_t),
        ("width", c_int),
        ("height", c_int),
        ("rate", c_double),
        ("speed", c_double),
        ("from", c_double),
        ("to", c_double),
        ("theme", c_int),
        ("progress", progress_of_run),
        ("context", c_void_p),
    ]


class FitProgress(Structure):
    _c_name_ = "eg_fit_progress"
    _fields_ = [("done", c_size_t), ("parts", c_size_t), ("starts", c_size_t), ("runs", c_long)]


class FitOptions(Structure):
    _c_name_ = "eg_fit_options"
    _fields_ = [
        ("size", c_size_t),
        ("data", texts),
        ("data_count", c_size_t),
        ("matches", texts),
        ("match_count", c_size_t),
        ("free", texts),
        ("free_count", c_size_t),
        ("each", texts),
        ("each_count", c_size_t),
        ("rows", texts),
        ("row_count", c_size_t),
        ("sensors", texts),
        ("sensor_count", c_size_t),
        ("weights", texts),
        ("weight_count", c_size_t),
        ("time", c_char_p),
        ("engine", c_char_p),
        ("tolerance", c_double),
        ("start_time", c_double),
        ("stop_time", c_double),
        ("max_steps", c_long),
        ("robust", c_int),
        ("starts", c_int),
        ("seed", c_ulonglong),
        ("profile", c_int),
        ("level", c_double),
        ("threads", c_int),
        ("stop", POINTER(c_int)),
        ("progress", progress_of_fit),
        ("context", c_void_p),
    ]


class FitEstimate(Structure):
    _c_name_ = "eg_fit_estimate"
    _fields_ = [
        ("name", c_char_p),
        ("unit", c_char_p),
        ("value", c_double),
        ("start", c_double),
        ("least", c_double),
        ("most", c_double),
        ("deviation", c_double),
        ("low", c_double),
        ("high", c_double),
        ("profile_low", c_double),
        ("profile_high", c_double),
        ("is_at_bound", c_int),
        ("is_told", c_int),
        ("is_of_model", c_int),
    ]


class FitSeries(Structure):
    _c_name_ = "eg_fit_series"
    _fields_ = [
        ("file", c_char_p),
        ("column", c_char_p),
        ("expression", c_char_p),
        ("unit", c_char_p),
        ("is_events", c_int),
        ("is_rows", c_int),
        ("count", c_size_t),
        ("missing", c_size_t),
        ("early", c_size_t),
        ("time", doubles),
        ("value", doubles),
        ("model", doubles),
        ("pull", doubles),
        ("noise", c_double),
        ("autocorrelation", c_double),
        ("autocorrelation_chance", c_double),
        ("skew_chance", c_double),
        ("outliers", c_size_t),
    ]


class FitOpen(Structure):
    _c_name_ = "eg_fit_open"
    _fields_ = [
        ("words", c_char_p),
        ("direction", doubles),
    ]


class Fit(Structure):
    _c_name_ = "eg_fit"
    _fields_ = [
        ("model", c_char_p),
        ("estimates", POINTER(FitEstimate)),
        ("estimate_count", c_size_t),
        ("correlation", doubles),
        ("series", POINTER(FitSeries)),
        ("series_count", c_size_t),
        ("open", POINTER(FitOpen)),
        ("open_count", c_size_t),
        ("samples", c_size_t),
        ("level", c_double),
        ("sum", c_double),
        ("is_robust", c_int),
        ("has_settled", c_int),
        ("way", c_char_p),
        ("pull_series", c_size_t),
        ("pull_sample", c_size_t),
        ("runs", c_long),
        ("seconds", c_double),
        ("profile_seconds", c_double),
        ("starts", c_size_t),
        ("agreeing", c_size_t),
    ]


class OptimizeOptions(Structure):
    _c_name_ = "eg_optimize_options"
    _fields_ = [
        ("size", c_size_t),
        ("minimize", c_char_p),
        ("maximize", c_int),
        ("subject", texts),
        ("subject_count", c_size_t),
        ("free", texts),
        ("free_count", c_size_t),
        ("engine", c_char_p),
        ("tolerance", c_double),
        ("start_time", c_double),
        ("stop_time", c_double),
        ("max_steps", c_long),
        ("starts", c_int),
        ("seed", c_ulonglong),
        ("threads", c_int),
        ("stop", POINTER(c_int)),
    ]


class OptimumValue(Structure):
    _c_name_ = "eg_optimum_value"
    _fields_ = [
        ("name", c_char_p),
        ("unit", c_char_p),
        ("value", c_double),
        ("start", c_double),
        ("least", c_double),
        ("most", c_double),
        ("is_at_bound", c_int),
    ]


class OptimumLimit(Structure):
    _c_name_ = "eg_optimum_limit"
    _fields_ = [
        ("text", c_char_p),
        ("value", c_double),
        ("limit", c_double),
        ("price", c_double),
        ("is_active", c_int),
    ]


class Optimum(Structure):
    _c_name_ = "eg_optimum"
    _fields_ = [
        ("model", c_char_p),
        ("text", c_char_p),
        ("value", c_double),
        ("begin", c_double),
        ("values", POINTER(OptimumValue)),
        ("value_count", c_size_t),
        ("limits", POINTER(OptimumLimit)),
        ("limit_count", c_size_t),
        ("is_within", c_int),
        ("has_settled", c_int),
        ("kink", c_double),
        ("kink_in", c_char_p),
        ("equal", c_size_t),
        ("steps", c_int),
        ("runs", c_long),
        ("starts", c_size_t),
        ("agreeing", c_size_t),
        ("seconds", c_double),
    ]


STRUCTURES: tuple[Any, ...] = (
    Diagnostic,
    Experiment,
    Unsaved,
    ReadOptions,
    VariableInfo,
    SimulateOptions,
    SensitivityOptions,
    SensitivityName,
    SensitivityItem,
    SensitivityRun,
    Energy,
    Statistics,
    Signal,
    Event,
    Deviation,
    Wanted,
    EnsembleOptions,
    EnsembleStatistics,
    ElastoGapLaw,
    Contact,
    ContactAnswers,
    ImpactProblem,
    Impact,
    ImpactPoint,
    ImpactTrace,
    Design,
    FixedPlan,
    FixedState,
    LinearizeOptions,
    LinearVariable,
    LinearContact,
    LinearOmission,
    LinearEigenvalue,
    LinearKink,
    Linearization,
    SteadyOptions,
    SteadyContact,
    SteadyRange,
    Equilibrium,
    Equilibria,
    Law,
    Factor,
    Correlation,
    DesignOptions,
    SweepProgress,
    SweepRow,
    SweepOptions,
    SweepStatistics,
    Interval,
    Effect,
    SubsetOptions,
    SubsetLevel,
    SubsetResult,
    SpectrumOptions,
    SpectrumPeak,
    Spectrum,
    PlotRun,
    PlotOptions,
    DiagramOptions,
    ReportRun,
    ReportEnsemble,
    RecordOptions,
    FitProgress,
    FitOptions,
    FitEstimate,
    FitSeries,
    FitOpen,
    Fit,
    OptimizeOptions,
    OptimumValue,
    OptimumLimit,
    Optimum,
)

# Name, what it returns, what it takes; handles are c_void_p.
_FUNCTIONS: list[tuple[str, Any, list[Any]]] = [
    ("eg_version", c_char_p, []),
    ("eg_status_text", c_char_p, [c_int]),
    ("eg_diagnostics_create", c_void_p, []),
    ("eg_diagnostics_free", None, [c_void_p]),
    ("eg_diagnostics_count", c_size_t, [c_void_p]),
    ("eg_diagnostics_get", POINTER(Diagnostic), [c_void_p, c_size_t]),
    ("eg_diagnostic_format", c_size_t, [POINTER(Diagnostic), c_int, c_char_p, c_size_t]),
    ("eg_spec_create", c_void_p, [c_char_p, c_void_p]),
    ("eg_spec_free", None, [c_void_p]),
    ("eg_spec_read", c_int, [c_char_p, POINTER(ReadOptions), c_void_p, POINTER(c_void_p)]),
    (
        "eg_spec_read_text",
        c_int,
        [c_char_p, c_size_t, c_char_p, POINTER(ReadOptions), c_void_p, POINTER(c_void_p)],
    ),
    ("eg_spec_add", c_int, [c_void_p, c_char_p, c_char_p, c_void_p]),
    ("eg_spec_set", c_int, [c_void_p, c_char_p, c_double, c_void_p]),
    ("eg_spec_set_string", c_int, [c_void_p, c_char_p, c_char_p, c_void_p]),
    ("eg_spec_set_matrix", c_int, [c_void_p, c_char_p, doubles, c_size_t, c_void_p]),
    ("eg_spec_set_start", c_int, [c_void_p, c_char_p, c_double, c_int, c_void_p]),
    ("eg_spec_connect", c_int, [c_void_p, c_char_p, c_char_p, c_void_p]),
    ("eg_spec_set_experiment", None, [c_void_p, Experiment]),
    ("eg_spec_experiment", Experiment, [c_void_p]),
    ("eg_spec_name", c_char_p, [c_void_p]),
    ("eg_spec_comment", c_char_p, [c_void_p]),
    ("eg_spec_flatten", c_int, [c_void_p, c_void_p, POINTER(c_void_p), POINTER(c_size_t)]),
    ("eg_diagram_options_default", DiagramOptions, []),
    ("eg_diagram_create_at_start", c_int, [c_void_p, c_void_p, c_void_p, POINTER(c_void_p)]),
    ("eg_diagram_free", None, [c_void_p]),
    ("eg_diagram_svg", c_int, [c_void_p, POINTER(c_void_p), POINTER(c_size_t)]),
    ("eg_model_compile", c_int, [c_void_p, c_void_p, POINTER(c_void_p)]),
    ("eg_model_free", None, [c_void_p]),
    ("eg_model_name", c_char_p, [c_void_p]),
    ("eg_model_experiment", Experiment, [c_void_p]),
    ("eg_model_inputs", c_size_t, [c_void_p]),
    ("eg_model_input", VariableInfo, [c_void_p, c_size_t]),
    ("eg_model_outputs", c_size_t, [c_void_p]),
    ("eg_model_output", VariableInfo, [c_void_p, c_size_t]),
    ("eg_simulate_options_default", SimulateOptions, [c_void_p]),
    (
        "eg_simulate",
        c_int,
        [c_void_p, POINTER(SimulateOptions), c_void_p, POINTER(c_void_p), POINTER(Statistics)],
    ),
    ("eg_trajectory_free", None, [c_void_p]),
    ("eg_trajectory_rows", c_size_t, [c_void_p]),
    ("eg_trajectory_signals", c_size_t, [c_void_p]),
    ("eg_trajectory_signal", Signal, [c_void_p, c_size_t]),
    ("eg_trajectory_find", c_long, [c_void_p, c_char_p]),
    ("eg_trajectory_values", c_void_p, [c_void_p, c_long, POINTER(c_size_t)]),
    ("eg_trajectory_at", c_double, [c_void_p, c_size_t, c_double]),
    ("eg_trajectory_events", c_size_t, [c_void_p]),
    ("eg_trajectory_event", Event, [c_void_p, c_size_t]),
    ("eg_trajectory_write", c_int, [c_void_p, c_char_p, c_void_p]),
    ("eg_trajectory_read", c_int, [c_char_p, c_void_p, POINTER(c_void_p)]),
    ("eg_trajectory_plot", c_int, [c_void_p, texts, c_size_t, c_char_p, c_char_p, c_void_p]),
    ("eg_trajectory_compare", c_int, [c_void_p, c_void_p, c_double, POINTER(Deviation)]),
    (
        "eg_ensemble_create",
        c_int,
        [c_void_p, texts, c_size_t, POINTER(Wanted), c_size_t, c_void_p, POINTER(c_void_p)],
    ),
    ("eg_ensemble_free", None, [c_void_p]),
    ("eg_ensemble_options_default", EnsembleOptions, [c_void_p]),
    (
        "eg_ensemble_run",
        c_int,
        [
            c_void_p,
            POINTER(EnsembleOptions),
            c_size_t,
            c_void_p,
            c_void_p,
            c_void_p,
            c_void_p,
            POINTER(EnsembleStatistics),
        ],
    ),
    ("eg_contact_name", c_char_p, [c_int]),
    ("eg_contact_find", c_int, [c_char_p]),
    ("eg_contact_forces", c_int, [POINTER(Contact), c_double, c_size_t, c_void_p, c_void_p, c_void_p]),
    (
        "eg_contact_answer",
        c_int,
        [POINTER(Contact), c_double, c_size_t, c_void_p, c_void_p, POINTER(ContactAnswers)],
    ),
    ("eg_impact_compute", c_int, [POINTER(ImpactProblem), POINTER(Impact)]),
    ("eg_impact_follow", c_int, [POINTER(ImpactProblem), POINTER(ImpactTrace)]),
    ("eg_impact_trace_release", None, [POINTER(ImpactTrace)]),
    ("eg_impact_design_solve", c_int, [POINTER(Design), c_void_p, POINTER(ImpactProblem), POINTER(Impact)]),
    ("eg_fixed_compile", c_int, [c_void_p, c_double, texts, c_size_t, c_void_p, POINTER(c_void_p)]),
    ("eg_fixed_plan_of", POINTER(FixedPlan), [c_void_p]),
    ("eg_fixed_input_name", c_char_p, [c_void_p, c_void_p, c_int]),
    ("eg_fixed_model_free", None, [c_void_p]),
    ("eg_fixed_size", c_size_t, [POINTER(FixedPlan)]),
    ("eg_fixed_begin", None, [POINTER(FixedPlan), c_void_p]),
    ("eg_fixed_step", c_int, [POINTER(FixedPlan), c_void_p, c_void_p, c_void_p]),
    ("eg_fixed_show", None, [POINTER(FixedPlan), c_void_p, c_void_p]),
    ("eg_fixed_energy", c_double, [POINTER(FixedPlan), c_void_p]),
    ("eg_linearize_options_default", LinearizeOptions, [c_void_p]),
    (
        "eg_linearize",
        c_int,
        [c_void_p, POINTER(LinearizeOptions), c_void_p, POINTER(POINTER(Linearization))],
    ),
    ("eg_linearization_free", None, [POINTER(Linearization)]),
    ("eg_sensitivity_options_default", SensitivityOptions, [c_void_p]),
    (
        "eg_sensitivity",
        c_int,
        [c_void_p, POINTER(SensitivityOptions), c_void_p, POINTER(POINTER(SensitivityRun))],
    ),
    ("eg_sensitivity_columns", c_int, [c_void_p, POINTER(SensitivityOptions), c_void_p, c_void_p]),
    ("eg_sensitivities_free", None, [POINTER(SensitivityRun)]),
    (
        "eg_linearization_response",
        c_int,
        [POINTER(Linearization), c_void_p, c_size_t, c_void_p, c_void_p],
    ),
    ("eg_linearization_write", c_int, [POINTER(Linearization), c_char_p, c_void_p]),
    ("eg_linearization_bode", c_int, [POINTER(Linearization), c_double, c_double, c_char_p, c_void_p]),
    (
        "eg_runs_draw",
        c_int,
        [POINTER(PlotRun), c_size_t, texts, c_size_t, POINTER(PlotOptions), c_char_p, c_void_p],
    ),
    ("eg_report_write", c_int, [POINTER(ReportRun), c_size_t, c_char_p, c_char_p, c_void_p]),
    ("eg_report_write_bands", c_int, [POINTER(ReportRun), POINTER(ReportEnsemble), c_char_p, c_char_p, c_void_p]),
    ("eg_record_options_default", RecordOptions, []),
    ("eg_report_record", c_int, [POINTER(ReportRun), c_char_p, POINTER(RecordOptions), c_char_p, c_void_p]),
    ("eg_spectrum_options_default", SpectrumOptions, []),
    (
        "eg_trajectory_spectrum",
        c_int,
        [c_void_p, c_size_t, POINTER(SpectrumOptions), c_void_p, POINTER(Spectrum)],
    ),
    ("eg_spectrum_release", None, [POINTER(Spectrum)]),
    ("eg_state_free", None, [c_void_p]),
    ("eg_state_time", c_double, [c_void_p]),
    ("eg_state_model", c_char_p, [c_void_p]),
    ("eg_state_apply", None, [c_void_p, POINTER(SimulateOptions)]),
    ("eg_state_write", c_int, [c_void_p, c_char_p, c_void_p]),
    ("eg_state_text", c_int, [c_void_p, POINTER(c_void_p), POINTER(c_size_t)]),
    ("eg_state_read", c_int, [c_char_p, c_void_p, POINTER(c_void_p)]),
    ("eg_state_from_text", c_int, [c_char_p, c_size_t, c_char_p, c_void_p, POINTER(c_void_p)]),
    ("eg_state_of_row", c_int, [c_void_p, c_void_p, c_double, c_char_p, c_void_p, POINTER(c_void_p)]),
    ("eg_steady_options_default", SteadyOptions, [c_void_p]),
    ("eg_steady", c_int, [c_void_p, POINTER(SteadyOptions), c_void_p, POINTER(POINTER(Equilibria))]),
    ("eg_equilibria_free", None, [POINTER(Equilibria)]),
    ("eg_equilibria_choose", c_int, [POINTER(Equilibria), c_size_t, c_void_p, POINTER(c_void_p)]),
    ("eg_equilibria_write", c_int, [POINTER(Equilibria), c_char_p, c_void_p]),
    ("eg_law_read", c_int, [c_char_p, POINTER(Law), c_void_p]),
    ("eg_law_release", None, [POINTER(Law)]),
    ("eg_law_quantile", c_double, [POINTER(Law), c_double, c_double]),
    ("eg_design_create", c_int, [POINTER(DesignOptions), c_void_p, POINTER(c_void_p)]),
    ("eg_design_free", None, [c_void_p]),
    ("eg_design_rows", c_size_t, [c_void_p]),
    ("eg_design_columns", c_size_t, [c_void_p]),
    ("eg_design_row", None, [c_void_p, c_size_t, c_void_p]),
    ("eg_sweep_options_default", SweepOptions, [c_void_p]),
    (
        "eg_sweep_run",
        c_int,
        [c_void_p, c_void_p, POINTER(SweepOptions), c_char_p, c_void_p, POINTER(SweepStatistics)],
    ),
    (
        "eg_sweep_sobol",
        c_int,
        [c_void_p, c_size_t, c_size_t, c_ulonglong, POINTER(Interval), POINTER(Interval), POINTER(c_size_t)],
    ),
    (
        "eg_sweep_sobol_second",
        c_int,
        [
            c_void_p, c_size_t, c_size_t, c_ulonglong,
            POINTER(Interval), POINTER(Interval), POINTER(Interval), POINTER(c_size_t),
        ],
    ),
    ("eg_sweep_quantile", c_int, [c_void_p, c_size_t, c_double, POINTER(Interval)]),
    ("eg_sweep_exceedance", Interval, [c_void_p, c_size_t, c_double]),
    ("eg_sweep_mean", Interval, [c_void_p, c_size_t]),
    ("eg_sweep_slopes", c_int, [c_void_p, c_void_p, c_size_t, c_size_t, POINTER(Interval)]),
    (
        "eg_sweep_subset",
        c_int,
        [
            c_void_p, c_void_p, POINTER(SubsetOptions), c_char_p, c_void_p,
            POINTER(SubsetResult), POINTER(SweepStatistics),
        ],
    ),
    ("eg_fit_options_default", FitOptions, []),
    ("eg_fit_run", c_int, [c_void_p, POINTER(FitOptions), c_void_p, POINTER(POINTER(Fit))]),
    ("eg_fit_free", None, [POINTER(Fit)]),
    ("eg_fit_write", c_int, [POINTER(Fit), c_char_p, c_void_p]),
    ("eg_optimize_options_default", OptimizeOptions, []),
    ("eg_optimize", c_int, [c_void_p, POINTER(OptimizeOptions), c_void_p, POINTER(POINTER(Optimum))]),
    ("eg_optimum_free", None, [POINTER(Optimum)]),
    ("eg_sweep_effects", c_int, [c_void_p, c_void_p, c_size_t, POINTER(Effect), POINTER(c_size_t)]),
]

lib: Any = load()
for _name, _result, _arguments in _FUNCTIONS:
    _function = getattr(lib, _name)
    _function.restype = _result
    _function.argtypes = _arguments

libc: Any = ctypes.CDLL(None)
libc.free.argtypes = [c_void_p]
libc.free.restype = None


def text(value: bytes | None) -> str:
    """A C text; names in models may be any bytes."""
    return value.decode("utf-8", "replace") if value else ""


def _whole(raw: bytes, value: Any) -> bytes:
    if b"\0" in raw:
        raise ValueError(f"a text for the library cannot hold a NUL: {value!r}")
    return raw


def encoded(value: Any) -> bytes:
    """A name or an expression for C, where a text would end at a NUL within it."""
    if not isinstance(value, str):
        raise TypeError(f"a name is a str, not {type(value).__name__}: {value!r}")
    return _whole(value.encode("utf-8", "surrogateescape"), value)


def path(value: Any) -> bytes:
    """The path of a file for C."""
    return _whole(os.fsencode(value), value)


def count(value: Any, most: int = 2**63 - 1, *, name: str = "a count") -> int:
    """A number of things, which C would take modulo a power of two where it does not fit. name: of the argument."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is a whole number, not {value!r}") from None
    if not 0 <= number <= most:
        raise ValueError(f"{name} = {value} is out of range: from 0 to {most}")
    return number


def real(value: Any) -> float:
    """A number, which a str is not."""
    if isinstance(value, (str, bytes)):
        raise TypeError(f"a number is asked for, not {value!r}")
    return float(value)


class Held:
    """Base of what holds the library's memory and is const: copies are the same, and other processes get none."""

    __slots__ = ()

    def __copy__(self) -> Any:
        return self

    def __deepcopy__(self, _: Any) -> Any:
        return self

    def __reduce__(self) -> Any:
        raise TypeError(
            f"{type(self).__name__} holds memory of the library and cannot be pickled: "
            "send the model, which can, or arrays: r['x'].copy()"
        )


def array_of_texts(values: Sequence[Any]) -> Any:
    """A char *[] that owns its texts."""
    if isinstance(values, (str, bytes)):
        raise TypeError(f"a sequence of names is asked for, not the one name {values!r}: [{values!r}]")
    return (c_char_p * max(len(values), 1))(*[encoded(v) for v in values])
