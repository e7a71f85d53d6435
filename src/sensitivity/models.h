/* The models behind sensitivities: the one that was read, and the same as equations, whose derivatives by
 * all parameters are exact. */
#ifndef EG_SENSITIVITY_MODELS_H
#define EG_SENSITIVITY_MODELS_H

#include "network/user/tune.h"
#include "sensitivity/measure.h"
#include "sensitivity/prepare.h"

struct eg_prepared {
    eg_arena *arena;
    eg_simulate_options run;
    const char **by, **of; /* texts of its own */
    size_t by_count, of_count;
    eg_sensitivity_name *parameters; /* (by_count), with present values */
    double *first;                   /* (by_count) values it was prepared with */
    double *dtheta;                  /* (by_count x parameters of the facet) directions */
    double *theta;                   /* (parameters of the facet) */
    int *place;                      /* (by_count) each among these */
    eg_spec *spec;                   /* in which parameters that are asked for follow from no others */
    bool is_changed;                 /* by that it has become another one than that which was read */
    eg_model *native;                /* of the spec as it was read; NULL: not of the present values */
    eg_model *whole;                 /* as equations, with all of its parameters: their names, and refusals */
    eg_model *model;      /* the same, in which those that are asked for stay, and all others are numbers */
    eg_user_tuner *tuner; /* NULL: it is always compiled anew */
    eg_readout readout;
    eg_measure_plan plan;
    const eg_engine_ops *engine;
    eg_arena *words; /* what the last run has said */
};

/* Makes the numbers of the models those of `values` (NULL: the first ones). EG_OK; EG_ERROR_MODEL,
 * EG_ERROR_MEMORY (reported). */
eg_status eg_prepared_take(eg_prepared *p, const double *values, eg_diagnostics *d);
/* The model as it was read, with the present values, in which components tell their events. NULL: it cannot
 * be made (reported). */
const eg_model *eg_prepared_native(eg_prepared *p, eg_diagnostics *d);

#endif
