/* What the files of an instance's functions know of each other; importers see core.h alone. */
#ifndef EG_FMI_CORE_PARTS_H
#define EG_FMI_CORE_PARTS_H

#include "fmi/core.h"

/* Reports; false. */
bool eg_fmu_out_of_memory(eg_fmu *f);
/* Both texts one after the other, malloc'ed; NULL: no memory. */
char *eg_fmu_join(const char *a, const char *b);

/* Importers' times as the run counts them, from its origin (base/system.h), and back [s]. */
static inline double eg_fmu_since(const eg_fmu *f, double t)
{
    return eg_system_since(&f->network->base, t);
}

static inline double eg_fmu_clock(const eg_fmu *f, double t)
{
    return f->network->base.origin + t;
}

/* All below that answer: false when it failed (reported). */

/* ---- texts.c */
bool eg_fmu_read_manifest(eg_fmu *f);
/* The model with its settings. */
bool eg_fmu_read_model(eg_fmu *f, eg_model **model);

/* ---- core.c */
void eg_fmu_forget_run(eg_fmu *f);
/* Of it: what steps, and what watches. */
void eg_fmu_forget_engine(eg_fmu *f);
/* Reads the model with the parameters that have been set; there is no run afterwards. */
bool eg_fmu_recompile(eg_fmu *f);
/* Finds the variables of `own`. */
bool eg_fmu_map_variables(eg_fmu *f);
/* A run of the present model, whose point is not filled in. */
bool eg_fmu_make_run(eg_fmu *f);
/* y' and what is algebraic of the present point. */
bool eg_fmu_make_consistent(eg_fmu *f);
/* Fills the columns. */
void eg_fmu_observe(eg_fmu *f);
/* Of the event sink: counts. */
void eg_fmu_heard(eg_event_sink *sink, double t, const char *component, const char *name, bool is_time_event);

/* ---- tune.c */
/* Remembers what was, before the first tunable parameter is set. */
bool eg_fmu_begin_tuning(eg_fmu *f);
void eg_fmu_end_tuning(eg_fmu *f);

/* ---- exchange.c */
/* What fires at once is handled, until nothing does; *jumped becomes true when states jump. */
bool eg_fmu_begin_mode(eg_fmu *f, bool *jumped);

/* ---- cosimulation.c */
/* Inputs that were set come into force before anything else is asked for. */
bool eg_fmu_apply_inputs(eg_fmu *f);
/* Steps reach to the end of the run, or of the experiment while nobody says when that is. */
bool eg_fmu_begin_journey(eg_fmu *f, double beyond);
/* Of the journey that is about to end, once: what it leaves open. */
void eg_fmu_close_account(eg_fmu *f);

#endif
