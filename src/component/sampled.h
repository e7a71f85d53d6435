/* What blocks that sample share: when they do, and the signals that tell. */
#ifndef EG_COMPONENT_SAMPLED_H
#define EG_COMPONENT_SAMPLED_H

#include "component/by_equations.h"

#define EG_SAMPLED                                                                                           \
    {.name = "samplePeriod",                                                                                 \
     EG_SI_TIME,                                                                                             \
     .need = EG_FALLS_BACK,                                                                                  \
     .value = 0.1,                                                                                           \
     EG_AT_LEAST(2.220446049250313e-14),                                                                     \
     .is_structural = true,                                                                                  \
     .doc = "Time from one sample to the next"},                                                             \
    {                                                                                                        \
        .name = "startTime", EG_SI_TIME, .is_structural = true, .doc = "Time of the first sample"            \
    }
#define EG_TRIGGERS                                                                                          \
    {.name = "sampleTrigger",                                                                                \
     .type = EG_BOOLEAN,                                                                                     \
     .is_protected = true,                                                                                   \
     .doc = "True at the instants of samples"},                                                              \
    {                                                                                                        \
        .name = "firstTrigger", .type = EG_BOOLEAN, .fixed = true, .is_protected = true,                     \
        .modifiers = "start = false, fixed = true", .doc = "True from the first sample to the second"        \
    }
#define EG_TRIGGER_EQUATIONS                                                                                 \
    "sampleTrigger = sample(startTime, samplePeriod);",                                                      \
        "when sampleTrigger then firstTrigger = time <= startTime + samplePeriod/2; end when;"

#endif
