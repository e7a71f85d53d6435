/* The hidden class of sources that stand for inputs of the whole model. */
#ifndef EG_COMPONENT_INTERFACE_RUN_INPUT_H
#define EG_COMPONENT_INTERFACE_RUN_INPUT_H

#include "component/class.h"

/* Its parameters. A run has EG_INPUT_NUMBERS numbers of its own in the place of the first ones, its law of
 * time: start + slope*(t - since) + bend/2*(t - since)^2. */
enum {
    EG_INPUT_START,
    EG_INPUT_SLOPE,
    EG_INPUT_BEND,
    EG_INPUT_SINCE,
    EG_INPUT_NUMBERS,
    EG_INPUT_INDEX = EG_INPUT_NUMBERS
};

static inline bool eg_input_is_held(const double *law)
{
    return law[EG_INPUT_SLOPE] == 0 && law[EG_INPUT_BEND] == 0;
}

static inline double eg_input_value(const double *law, double t)
{
    double past = t - law[EG_INPUT_SINCE];
    return eg_input_is_held(law)
               ? law[EG_INPUT_START]
               : law[EG_INPUT_START] + past * (law[EG_INPUT_SLOPE] + 0.5 * law[EG_INPUT_BEND] * past);
}

static inline void eg_input_hold(double *law, double value)
{
    law[EG_INPUT_START] = value;
    law[EG_INPUT_SLOPE] = law[EG_INPUT_BEND] = law[EG_INPUT_SINCE] = 0;
}

extern const eg_class eg_class_run_input;

#endif
