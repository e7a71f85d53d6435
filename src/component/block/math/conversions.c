/* From Boolean to Real signals and back, and the same for Integer. */
#include "component/by_equations.h"

#define PORTS(id, from, to)                                                                                  \
    static const eg_port id##_ports[] = {EG_PORT_OF(from, "u", "Input signal"),                              \
                                         EG_PORT_OF(to, "y", "Output signal")};
#define CONVERSION(id, name_, doc_, text_, equation_, ...)                                                   \
    const eg_class eg_class_##id = {.name = EG_MSL_BLOCK(name_),                                             \
                                    .kind = EG_BLOCK,                                                        \
                                    .doc = (doc_),                                                           \
                                    .text = (text_),                                                         \
                                    .examples = EG_TEXTS("LogicNetwork"),                                    \
                                    .equations = EG_TEXTS(equation_),                                        \
                                    .by_equations = true,                                                    \
                                    EG_PORTS(id##_ports),                                                    \
                                    __VA_ARGS__};

static const eg_parameter real_parameters[] = {
    {.name = "realTrue", .value = 1.0, .doc = "Output while the input is true"},
    {.name = "realFalse", .doc = "Output while the input is false"},
};
PORTS(boolean_to_real, EG_BOOLEAN_INPUT, EG_REAL_OUTPUT)
CONVERSION(boolean_to_real, "Math.BooleanToReal", "Number for a truth value",
           "The output is realTrue while u is true and realFalse while it is false; it jumps at events.",
           "y = if u then realTrue else realFalse;", EG_PARAMETERS(real_parameters),
           .extends = EG_TEXTS(EG_INTERFACE("partialBooleanSI")))

static const eg_parameter integer_parameters[] = {
    {.name = "integerTrue", .type = EG_INTEGER, .value = 1.0, .doc = "Output while the input is true"},
    {.name = "integerFalse", .type = EG_INTEGER, .doc = "Output while the input is false"},
};
PORTS(boolean_to_integer, EG_BOOLEAN_INPUT, EG_INTEGER_OUTPUT)
CONVERSION(boolean_to_integer, "Math.BooleanToInteger", "Whole number for a truth value",
           "The output is integerTrue while u is true and integerFalse while it is false.",
           "y = if u then integerTrue else integerFalse;", EG_PARAMETERS(integer_parameters),
           .extends = EG_TEXTS(EG_INTERFACE("partialBooleanSI")))

static const eg_parameter real_threshold[] = {
    {.name = "threshold", .value = 0.5, .doc = "From it on the input counts as true"}};
PORTS(real_to_boolean, EG_REAL_INPUT, EG_BOOLEAN_OUTPUT)
CONVERSION(real_to_boolean, "Math.RealToBoolean", "Truth value of a number",
           "The output is true while u >= threshold. Where u crosses it is an event.", "y = u >= threshold;",
           EG_PARAMETERS(real_threshold), .extends = EG_TEXTS(EG_INTERFACE("partialBooleanSO")))

static const eg_parameter integer_threshold[] = {
    {.name = "threshold", .type = EG_INTEGER, .value = 1.0, .doc = "From it on the input counts as true"}};
PORTS(integer_to_boolean, EG_INTEGER_INPUT, EG_BOOLEAN_OUTPUT)
CONVERSION(integer_to_boolean, "Math.IntegerToBoolean", "Truth value of a whole number",
           "The output is true while u >= threshold.", "y = u >= threshold;",
           EG_PARAMETERS(integer_threshold), .extends = EG_TEXTS(EG_INTERFACE("partialBooleanSO")))

PORTS(integer_to_real, EG_INTEGER_INPUT, EG_REAL_OUTPUT)
CONVERSION(integer_to_real, "Math.IntegerToReal", "Real signal of an Integer one",
           "The output is the input; it jumps at events.", "y = u;", .extends = NULL)

PORTS(integer_change, EG_INTEGER_INPUT, EG_BOOLEAN_OUTPUT)
CONVERSION(integer_change, "Math.IntegerChange", "True at the instants at which an Integer signal changes",
           "The output is true during the events in which u changes, and false again after each of them.",
           "y = change(u);", .extends = EG_TEXTS(EG_INTERFACE("IntegerSIBooleanSO")))
