/* What the literals of enumerations mean. */
#include "component/class.h"
#include "component/contact/hard_stop.h"

#include <string.h>

static const struct {
    const char *type, *literal, *doc; /* the last part of the type's name */
} literals[] = {
    {"StateSelect", "never", "Do not use as a state at all"},
    {"StateSelect", "avoid", "Use as a state only where nothing else will do"},
    {"StateSelect", "default", "Use as a state where it is convenient"},
    {"StateSelect", "prefer", "Use as a state rather than those with default"},
    {"StateSelect", "always", "Use as a state; an error where it cannot be"},
    {"AnalogFilter", "CriticalDamping", "Filter with critical damping"},
    {"AnalogFilter", "Bessel", "Bessel filter"},
    {"AnalogFilter", "Butterworth", "Butterworth filter"},
    {"AnalogFilter", "ChebyshevI", "Chebyshev I filter"},
    {"FilterType", "LowPass", "Low pass filter"},
    {"FilterType", "HighPass", "High pass filter"},
    {"FilterType", "BandPass", "Band pass filter"},
    {"FilterType", "BandStop", "Band stop filter"},
    {"Init", "NoInit", "No initialization: start values are guesses"},
    {"Init", "SteadyState", "Derivatives of the states are 0 at the start"},
    {"Init", "InitialState", "The states have their start values"},
    {"Init", "InitialOutput", "The output has its start value"},
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
    {"Smoothness", "LinearSegments", "Straight lines between the points"},
    {"Smoothness", "ContinuousDerivative", "Akima's cubics: the first derivative is continuous"},
    {"Smoothness", "ConstantSegments", "Steps: the value of the point before"},
    {"Smoothness", "MonotoneContinuousDerivative1",
     "Cubics of Fritsch and Butland: they rise as the points do"},
    {"Smoothness", "MonotoneContinuousDerivative2", "Cubics of Steffen: they rise as the points do"},
    {"Smoothness", "ModifiedContinuousDerivative",
     "Akima's modified cubics: the first derivative is continuous"},
    {"Extrapolation", "HoldLastPoint", "The value of the first or last point"},
    {"Extrapolation", "LastTwoPoints", "Goes on as at the first or last two points"},
    {"Extrapolation", "Periodic", "Begins anew"},
    {"Extrapolation", "NoExtrapolation", "An error"},
    {"TimeEvents", "Always", "Events at all points"},
    {"TimeEvents", "AtDiscontinuities", "Events where the table jumps"},
    {"TimeEvents", "NoTimeEvents", "No events"},
    {"ReferenceType", "Filtered", "The reference goes through a filter, so that it may jump"},
    {"ReferenceType", "Exact", "The reference is followed exactly"},
    {"InterpolationType", "LinearInterpolation", "Straight lines between the points"},
    {"InterpolationType", "ConstantInterpolation", "Steps: the value of the point before"},
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
};

const char *eg_literal_doc(const char *type_name, const char *literal)
{
    const char *dot = strrchr(type_name, '.'), *type = dot ? dot + 1 : type_name;
    for (size_t i = 0; i < EG_COUNT(literals); i++)
        if (strcmp(literals[i].type, type) == 0 && strcmp(literals[i].literal, literal) == 0)
            return literals[i].doc;
    return NULL;
}
