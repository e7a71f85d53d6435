/* Sources of Boolean and Integer signals, and those whose output is an expression. */
#include "component/by_equations.h"

#include <float.h>

static const eg_port boolean_out[] = {EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};
static const eg_port integer_out[] = {EG_PORT_OF(EG_INTEGER_OUTPUT, "y", "Output signal")};

#define EXTENDS_SOURCE .extends = EG_TEXTS(EG_INTERFACE("partialBooleanSource"))

static const eg_parameter constant_parameters[] = {
    {.name = "k", .type = EG_BOOLEAN, .value = 1.0, .doc = "The output"}};

const eg_class eg_class_boolean_constant = {
    .name = EG_MSL_BLOCK("Sources.BooleanConstant"),
    .kind = EG_BLOCK,
    .doc = "Boolean signal that does not change",
    .text = "The output is k, always.",
    EXTENDS_SOURCE,
    .examples = EG_TEXTS("LogicNetwork"),
    .equations = EG_TEXTS("y = k;"),
    .by_equations = true,
    EG_PARAMETERS(constant_parameters),
    EG_PORTS(boolean_out),
};

static const eg_parameter step_parameters[] = {
    {.name = "startTime", EG_SI_TIME, .doc = "When the output changes"},
    {.name = "startValue", .type = EG_BOOLEAN, .doc = "Output before startTime"},
};

const eg_class eg_class_boolean_step = {
    .name = EG_MSL_BLOCK("Sources.BooleanStep"),
    .kind = EG_BLOCK,
    .doc = "Boolean signal that changes once",
    .text = "The output is startValue, and from startTime on its opposite.",
    EXTENDS_SOURCE,
    .examples = EG_TEXTS("LogicNetwork"),
    .equations = EG_TEXTS("y = if time >= startTime then not startValue else startValue;"),
    .by_equations = true,
    EG_PARAMETERS(step_parameters),
    EG_PORTS(boolean_out),
};

#define PERIOD(start_, doc_)                                                                                 \
    {                                                                                                        \
        .name = "period", EG_SI_TIME, .need = EG_FALLS_BACK, .value = (start_), EG_AT_LEAST(DBL_MIN),        \
        .doc = (doc_)                                                                                        \
    }

static const eg_parameter pulse_parameters[] = {
    {.name = "width",
     .value = 50.0,
     .min = DBL_MIN,
     .max = 100.0,
     .doc = "Length of a pulse in percent of the period"},
    PERIOD(1.0, "Time from one pulse to the next"),
    {.name = "startTime", EG_SI_TIME, .doc = "When the first pulse begins"},
    {.name = "Twidth",
     EG_SI_TIME,
     .value_text = "period*width/100",
     .is_protected = true,
     .doc = "Length of a pulse"},
};
static const eg_variable pulse_variables[] = {
    {.name = "pulseStart", EG_SI_TIME, .is_protected = true, .doc = "When the present pulse began"}};

const eg_class eg_class_boolean_pulse = {
    .name = EG_MSL_BLOCK("Sources.BooleanPulse"),
    .kind = EG_BLOCK,
    .doc = "Train of Boolean pulses",
    .text = "From startTime on each period begins with width percent in which the output is true. Every edge "
            "is a time event.",
    EXTENDS_SOURCE,
    .examples = EG_TEXTS("LogicNetwork"),
    .equations = EG_TEXTS("initial equation pulseStart = startTime;",
                          "when sample(startTime, period) then pulseStart = time; end when;",
                          "y = time >= pulseStart and time < pulseStart + Twidth;"),
    .by_equations = true,
    EG_PARAMETERS(pulse_parameters),
    EG_PORTS(boolean_out),
    EG_VARIABLES(pulse_variables),
};

static const eg_parameter trigger_parameters[] = {
    PERIOD(0.01, "Time from one instant to the next"),
    {.name = "startTime", EG_SI_TIME, .doc = "The first instant"},
};

const eg_class eg_class_sample_trigger = {
    .name = EG_MSL_BLOCK("Sources.SampleTrigger"),
    .kind = EG_BLOCK,
    .doc = "True at regular instants",
    .text = "The output is true during the time events at startTime, startTime + period and so on, and false "
            "again after each of them.",
    EXTENDS_SOURCE,
    .examples = EG_TEXTS("LogicNetwork"),
    .equations = EG_TEXTS("y = sample(startTime, period);"),
    .by_equations = true,
    EG_PARAMETERS(trigger_parameters),
    EG_PORTS(boolean_out),
};

/* ---------------------------------------------------------------- Integer */

static const eg_parameter integer_parameters[] = {
    {.name = "k", .type = EG_INTEGER, .need = EG_FALLS_BACK, .value = 1.0, .doc = "The output"}};

const eg_class eg_class_integer_constant = {
    .name = EG_MSL_BLOCK("Sources.IntegerConstant"),
    .kind = EG_BLOCK,
    .doc = "Integer signal that does not change",
    .text = "The output is k, always.",
    .extends = EG_TEXTS(EG_INTERFACE("IntegerSO")),
    .examples = EG_TEXTS("LogicNetwork"),
    .equations = EG_TEXTS("y = k;"),
    .by_equations = true,
    EG_PARAMETERS(integer_parameters),
    EG_PORTS(integer_out),
};

static const eg_parameter integer_step_parameters[] = {
    {.name = "height", .type = EG_INTEGER, .value = 1.0, .doc = "By how much the output jumps"},
    {.name = "offset", .type = EG_INTEGER, .doc = "Output before startTime"},
    {.name = "startTime", EG_SI_TIME, .doc = "When it jumps"},
};

const eg_class eg_class_integer_step = {
    .name = EG_MSL_BLOCK("Sources.IntegerStep"),
    .kind = EG_BLOCK,
    .doc = "Integer signal that jumps once",
    .text = "The output is offset, and from startTime on offset + height.",
    .extends = EG_TEXTS(EG_INTERFACE("IntegerSignalSource")),
    .examples = EG_TEXTS("LogicNetwork"),
    .equations = EG_TEXTS("y = offset + (if time < startTime then 0 else height);"),
    .by_equations = true,
    EG_PARAMETERS(integer_step_parameters),
    EG_PORTS(integer_out),
};

/* ---------------------------------------------------------------- expressions */

#define EXPRESSION(id, name_, kind_, value_, what)                                                           \
    static const eg_port id##_ports[] = {                                                                    \
        {.name = "y", .kind = (kind_), .value = (value_), .doc = "Output signal: y = expression"}};          \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_MSL_BLOCK(name_),                                                                         \
        .kind = EG_BLOCK,                                                                                    \
        .doc = what " signal given by an expression",                                                        \
        .text = "The output is whatever its modifier says, in the names of the model that has the block: "   \
                "(y = expression). Without one it is " value_ ".",                                           \
        .examples = EG_TEXTS("LogicNetwork"),                                                                \
        .by_equations = true,                                                                                \
        EG_PORTS(id##_ports),                                                                                \
    };
EXPRESSION(real_expression, "Sources.RealExpression", EG_REAL_OUTPUT, "0.0", "Real")
EXPRESSION(integer_expression, "Sources.IntegerExpression", EG_INTEGER_OUTPUT, "0", "Integer")
EXPRESSION(boolean_expression, "Sources.BooleanExpression", EG_BOOLEAN_OUTPUT, "false", "Boolean")
