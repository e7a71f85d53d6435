/* What the literals of enumerations mean. */
#include "component/class.h"
#include "component/contact/hard_stop.h"

#include <string.h>

static const eg_literal literals[] = {
    {"StateSelect", "never", "Do not use as a state at all"},
    {"StateSelect", "avoid", "Use as a state only where nothing else will do"},
    {"StateSelect", "default", "Use as a state where it is convenient"},
    {"StateSelect", "prefer", "Use as a state rather than those with default"},
    {"StateSelect", "always", "Use as a state; an error where it cannot be"},
    {"SimpleController", "P", "Proportional controller"},
    {"SimpleController", "PI", "Proportional and integral controller"},
    {"SimpleController", "PD", "Proportional and derivative controller"},
    {"SimpleController", "PID", "Proportional, integral and derivative controller"},
    {"LimiterHomotopy", "NoHomotopy", "No simplified model at the start"},
    {"LimiterHomotopy", "Linear", "Simplified at the start: no limits"},
    {"LimiterHomotopy", "UpperLimit", "Simplified at the start: the upper limit"},
    {"LimiterHomotopy", "LowerLimit", "Simplified at the start: the lower limit"},
    {"VariableLimiterHomotopy", "NoHomotopy", "No simplified model at the start"},
    {"VariableLimiterHomotopy", "Linear", "Simplified at the start: no limits"},
    {"VariableLimiterHomotopy", "Fixed", "Simplified at the start: a fixed value"},
    {"TimeEvents", "Always", "Events at all points"},
    {"TimeEvents", "AtDiscontinuities", "Events where the table jumps"},
    {"TimeEvents", "NoTimeEvents", "No events"},
    {"ReferenceType", "Filtered", "The reference goes through a filter, so that it may jump"},
    {"ReferenceType", "Exact", "The reference is followed exactly"},
    {"Regularization", "Exp", "Smooth everywhere: 2/(1 + exp(-v/(0.01*v0))) - 1"},
    {"Regularization", "Sine", "A quarter of a sine where |v| < v0"},
    {"Regularization", "Linear", "A straight line where |v| < v0"},
    {"Regularization", "Cosine", "1 - cos(pi/2*v/v0) where |v| < v0, level at 0"},
    {"String", "Default", "The plain one: nothing is computed from other parameters"},
    {"String", "Gravity", "With the body's weight"},
    {"String", "Stiffness", "k and the damping ratio b are given"},
    {"String", "Frequency", "The natural frequency f and the damping ratio b are given"},
    {"String", "elasto-gap", "Spring and bounded damper of ElastoGap: never pulls, never jumps"},
    {"String", "kelvin-voigt", "Spring and damper as they are: jump at the touch, pull before the end"},
    {"String", "kelvin-voigt-clipped", "Spring and damper, 0 where they would pull"},
    {"String", "undamped-rebound", "Damper while approaching only"},
    {"String", "smooth-transition", "Damper that comes in smoothly over a depth"},
    {"String", "hertz", "Spring of a power, without damper"},
    {"String", "lankarani-nikravesh-1994", "Hysteresis damping in proportion to the spring, of 1994"},
    {"String", "hunt-crossley", "Hysteresis damping of Hunt and Crossley (1975)"},
    {"String", "lankarani-nikravesh", "Hysteresis damping of Lankarani and Nikravesh (1990)"},
    {"String", "gonthier", "Hysteresis damping of Gonthier and others (2004)"},
    {"String", "flores", "Hysteresis damping of Flores and others (2011)"},
    {"String", "hu-guo", "Hysteresis damping of Hu and Guo (2015)"},
    {"String", "exact-restitution", "Hysteresis damping whose restitution is exact"},
    {"String", EG_HARD_STOP_SMOOTH,
     "Spring and damper come in smoothly over the transition region, and go out in the same way"},
    {"String", EG_HARD_STOP_UNDAMPED, "Spring at once, damper while approaching only"},
    {"String", EG_HARD_STOP_DAMPED, "Spring and damper as they are: jump at the touch, pull before the end"},
    {"String", EG_HARD_STOP_RESTITUTION, "Rigid: speeds jump by the coefficient of restitution"},
    {"String", "restitution", "Rigid: speeds jump by the coefficient of restitution"},
    {NULL, NULL, NULL}};

static const char *doc_in(const eg_literal *list, const char *type, const char *literal)
{
    for (; list->type; list++)
        if (strcmp(list->type, type) == 0 && strcmp(list->literal, literal) == 0)
            return list->doc;
    return NULL;
}

const char *eg_literal_doc(const char *type_name, const char *literal)
{
    const char *dot = strrchr(type_name, '.'), *type = dot ? dot + 1 : type_name;
    const char *doc = doc_in(literals, type, literal);
    return doc ? doc : doc_in(eg_library_literals, type, literal);
}
