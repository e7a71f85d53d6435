/* One run, from start to stop.
 *
 *   eg_model *model;
 *   eg_model_compile(spec, d, &model);
 *   eg_simulate_options o = eg_simulate_options_default(model);
 *   eg_trajectory *t; eg_statistics st;
 *   eg_simulate(model, &o, d, &t, &st);
 */
#ifndef ELASTOGAP_SIMULATE_H
#define ELASTOGAP_SIMULATE_H

#include "elastogap/base.h"
#include "elastogap/fixed.h"
#include "elastogap/spec.h"
#include "elastogap/trajectory.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Checks the spec and compiles it. The spec may be changed or freed afterwards. *model is NULL unless
 * EG_OK. EG_ERROR_MODEL, EG_ERROR_MEMORY. */
EG_API eg_status eg_model_compile(eg_spec *spec, eg_diagnostics *diagnostics, eg_model **model);
EG_API void eg_model_free(eg_model *model); /* accepts NULL */
/* Its name, the model's own; and what its text says of runs (eg_spec_experiment). */
EG_API const char *eg_model_name(const eg_model *model);
EG_API eg_experiment eg_model_experiment(const eg_model *model);
/* What its text wants done with it; the model's own. */
EG_API const eg_analysis *eg_model_analysis(const eg_model *model);

/* What the values of a variable are; all are passed as doubles. */
typedef enum eg_value_type { EG_VALUE_REAL, EG_VALUE_BOOLEAN, EG_VALUE_INTEGER } eg_value_type;

/* An input or output of the whole model; strings are the model's. */
typedef struct eg_variable_info {
    const char *name; /* "u" */
    const char *unit; /* "" when dimensionless */
    const char *doc;
    eg_value_type type;
    double start; /* of an input: its value where a run is given none */
} eg_variable_info;

/* What the model's top level declares `input` and nothing inside gives, variables and connectors; number i
 * of them (empty beyond the last). A Real one that jumps during a run moves nothing exactly along it. */
EG_API size_t eg_model_inputs(const eg_model *model);
EG_API eg_variable_info eg_model_input(const eg_model *model, size_t i);
/* What it declares `output`. */
EG_API size_t eg_model_outputs(const eg_model *model);
EG_API eg_variable_info eg_model_output(const eg_model *model, size_t i);

/* What the model needs of one of 20-sim's elements, force or velocity, and the form of its equation that is
 * solved ("force out", "velocity out: der(x) = (p.F - k*x)/d"). Strings are the model's. */
typedef struct eg_causality {
    const char *component; /* path */
    const char *form;
} eg_causality;
/* How many there are, and number i of them in order of declaration (empty strings beyond the last). */
EG_API size_t eg_model_causalities(const eg_model *model);
EG_API eg_causality eg_model_causality(const eg_model *model, size_t i);

/* The caller's own data for `progress`: complete the type yourself. */
typedef struct eg_progress eg_progress;

/* The state of a model at a time (state.h). */
typedef struct eg_state eg_state;

typedef struct eg_simulate_options {
    size_t size;                /* of this struct, or 0: EG_VERSION in base.h */
    double start_time;          /* [s]; default: the experiment's, else 0 */
    double stop_time;           /* [s]; default: the experiment's, else start_time + 1 */
    double interval;            /* [s] between stored points; default: the experiment's, else span/500 */
    double tolerance;           /* relative, from 1e-12 to 1e-2; default: the experiment's, else 1e-6 */
    const char *engine;         /* "auto", "erk", "exact", "fixed", "ida" or "irk"; NULL: "auto" */
    double step;                /* [s] of the engine "fixed", at most: an interval is a whole number of
                                   equal ones; default 0: 1e-3 */
    const char *const *signals; /* patterns of variables to store; NULL: all */
    size_t signal_count;
    /* Values that the model's inputs have during the run (eg_model_inputs of them; Booleans as 0 and 1);
     * NULL: their start values. */
    const double *inputs;
    long max_events; /* at one instant without progress before the run is given up; default 1000 */
    /* Of the whole run, rejected ones and state events too, and 100 more for each row of the grid and each
     * time event on the way: a run that has used them up and is not near its end stops at the last good
     * point with EG_ERROR_SIMULATION and a message that names the time reached and what is busy. Of the
     * engine "exact" as many for each ten bodies; of "fixed" none. In an ensemble: of each set. Default
     * 500,000; 0: as many as it takes. */
    long max_steps;
    /* By the clock [s]; default 0: as long as it takes. A run that is not done by then ends at the last good
     * point with EG_ERROR_SIMULATION and a message that names the time reached and what is busy. It is looked
     * at between steps; nothing else in a run depends on the clock. In an ensemble: of each set. */
    double time_limit;
    /* What results may take [bytes]; default 0: 4 GB. Known beforehand to be more: EG_ERROR_USAGE; a run
     * whose events fill it ends at the last good point, EG_ERROR_SIMULATION. */
    size_t memory_limit;
    /* Called now and then with the time reached; returns 0 to go on, anything else to stop (the
     * trajectory then ends there). NULL: never. */
    int (*progress)(double time, eg_progress *context);
    eg_progress *context;
    /* By the clock [s]: it is called once that long has passed, and then no more often; default 0: after each
     * step. */
    double progress_interval;
    /* The run begins in this state, whose time start_time then is (eg_state_apply); default NULL: with the
     * model's start values. Inputs go on as they were, unless `inputs` says what they are. */
    const eg_state *start_from;
    /* Times [s], ascending, from start_time to stop_time, at which the run saves its state; default: none. It
     * goes on as if it did not, bit for bit, unless the model looks back (delay): that begins anew there, as
     * at restart_times. By the engine "fixed" states are those at the ends of steps, the first ones from
     * these times on. saved[save_count] receives the states, the caller's, also those of a run that fails
     * later; NULL where it has not come that far. */
    const double *save_times;
    size_t save_count;
    eg_state **saved;
    /* Times [s], likewise, at which the engine begins anew, from nothing but the state, with a row of
     * results: behind them the run has the bits of one that goes on from a state saved there. Steps of the
     * engine "fixed" end there, and go on. Default: none. */
    const double *restart_times;
    size_t restart_count;
} eg_simulate_options;

/* The defaults named above, for this model. What is run from outside step by step is a plan (fixed.h) or an
 * FMU; one model with thousands of values is an ensemble (ensemble.h). */
EG_API eg_simulate_options eg_simulate_options_default(const eg_model *model);

/* Where the mechanical energy went [J]. Balance: initial + supplied = kinetic + potential + dissipated,
 * each integrated on its own; dissipated is what became heat, whether a heat port took it or not. A run whose
 * balance is open, error > allowed, is told of by a warning with the figure and the likely component; one
 * whose balance is no finite number has failed (EG_ERROR_SIMULATION). */
typedef struct eg_energy {
    double initial;    /* kinetic + potential at the start */
    double supplied;   /* work of forces, drives */
    double turnover;   /* integral of |source power| */
    double kinetic;    /* at the end */
    double potential;  /* at the end */
    double dissipated; /* integral of all losses */
    /* |imbalance| over the largest energy of the run: initial + turnover, kinetic + potential at the end, or
     * dissipated; 0 where nothing was turned over. What the rounding of positions makes of a model
     * that begins at rest is no imbalance: the energy is taken to be 1e6 times that at least. */
    double error;
    double allowed;     /* 1e-6, or 100 times the tolerance where the engine has one and that is more */
    const char *likely; /* where an open balance is: the path of a component (the model's string), or NULL */
    /* Of models with heat ports, unless the engine is "fixed": heated + heat_supplied = heat_stored +
     * heat_removed, each integrated on its own. */
    int has_heat;         /* 0 or 1 */
    double heated;        /* losses that heat ports took: of `dissipated` */
    double heat_supplied; /* by sources of heat flow, and equations */
    double heat_stored;   /* in heat capacities at the end, less at the start */
    double heat_removed;  /* by fixed and prescribed temperatures, those of equations that store it too */
    double heat_turnover; /* integral of the magnitudes of all but heat_stored */
    double heat_error;    /* |imbalance| over the larger of heat_turnover and |heat_stored|, as `error` */
} eg_energy;

typedef struct eg_statistics {
    const char *engine;        /* static: the one that ran, or "erk and irk" */
    const char *engine_reason; /* static: why `auto` chose it; "" when asked for by name */
    double tolerance;          /* asked for */
    double engine_tolerance;   /* what the engine worked with; 0: "exact" and "fixed" have none */
    long states, algebraic;    /* differential and algebraic unknowns */
    long steps, evaluations, jacobians, factorizations, newton_iterations, rejected_steps;
    /* Of "exact", and of "erk" with exponents, where a model falls apart: clusters of bodies in contact that
     * came out of events (0: the model went as one piece), their mean and their largest number of bodies. */
    long clusters, largest_cluster;
    double mean_cluster;
    long events, time_events; /* state events (mode changes) and time events */
    double compile_seconds, initialize_seconds, integrate_seconds, total_seconds;
    double end_time; /* reached [s] */
    size_t trajectory_bytes, model_bytes, state_bytes;
    eg_energy energy;
} eg_statistics;

/* Runs the model. *trajectory is valid also when EG_ERROR_SIMULATION is returned (it then ends at the
 * last good point) and NULL for every other failure. statistics may be NULL. EG_ERROR_USAGE: options
 * out of range, or a pattern of signals that nothing matches; EG_ERROR_MODEL: initialisation impossible;
 * EG_ERROR_SIMULATION: the run fails on the way, or the engine asked for does not take this model;
 * EG_ERROR_UNAVAILABLE: the engine is not in this build; EG_ERROR_MEMORY. Of start_from also EG_ERROR_USAGE:
 * it is the state of another model, or not at start_time. */
EG_API eg_status eg_simulate(const eg_model *model, const eg_simulate_options *options,
                             eg_diagnostics *diagnostics, eg_trajectory **trajectory,
                             eg_statistics *statistics);

/* ---------------------------------------------------------------- fixed steps (fixed.h)
 *
 *   eg_fixed_model *fixed;
 *   eg_fixed_compile(model, 1e-3, (const char *[]){"spool.s", "stop.f"}, 2, d, &fixed);
 *   const eg_fixed_plan *plan = eg_fixed_plan_of(fixed);
 *   eg_fixed_state *state = malloc(eg_fixed_size(plan));
 *   eg_fixed_begin(plan, state);
 *   for (;;)
 *       eg_fixed_step(plan, state, inputs, outputs);
 *   free(state);
 *   eg_fixed_model_free(fixed);
 */

/* Makes a plan with steps of `step` [s] and these outputs, paths of positions, speeds, relative ones, forces,
 * losses and temperatures ("mass.s", "stop.f", "stop.lossPower", "housing.T"), of sensors that show one of
 * these, and of outputs of the model that such a sensor gives. (Accelerations, and what rigid connections
 * carry, are not among them.) Inputs are the signals and motions that drive the mechanics and the heat, and
 * forces that equations give; the caller gives them: sources and inputs of the model, and where signals
 * follow the motion the controller, whose output is the input. What moves exactly as it is told (Position
 * with exact=true, Speed, Accelerate, Move) is an input by its place [m] or angle [rad], whatever smooth
 * source moves it in the model; only its changes count, from plan->input[i] on, which is where it starts.
 * *out, the caller's, is NULL unless EG_OK. EG_ERROR_USAGE; EG_ERROR_MODEL: no start, or something in the
 * model has no place in a plan; EG_ERROR_MEMORY. */
EG_API eg_status eg_fixed_compile(const eg_model *model, double step, const char *const *outputs,
                                  size_t output_count, eg_diagnostics *diagnostics, eg_fixed_model **out);
/* The plan: the model's own, const, for any number of states. */
EG_API const eg_fixed_plan *eg_fixed_plan_of(const eg_fixed_model *fixed);
/* What input i of its plan is in the model that it was made from: the path of a signal ("sine.y"), or of the
 * component that gives a motion ("hand"). "" where there is no such input. The model's string. */
EG_API const char *eg_fixed_input_name(const eg_model *model, const eg_fixed_model *fixed, int i);

#ifdef __cplusplus
}
#endif
#endif
