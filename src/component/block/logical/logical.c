/* Logical: what is combined and compared at once, without memory. Where a comparison changes is an event,
 * located exactly; between events the truth values are constant. */
#include "component/by_equations.h"

static const eg_port one[] = {EG_PORT_OF(EG_BOOLEAN_INPUT, "u", "Input signal"),
                              EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};
static const eg_port two[] = {EG_PORT_OF(EG_BOOLEAN_INPUT, "u1", "First input"),
                              EG_PORT_OF(EG_BOOLEAN_INPUT, "u2", "Second input"),
                              EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};
static const eg_port three[] = {EG_PORT_OF(EG_BOOLEAN_INPUT, "u1", "Output while u2 is true"),
                                EG_PORT_OF(EG_BOOLEAN_INPUT, "u2", "Which one of the others is the output"),
                                EG_PORT_OF(EG_BOOLEAN_INPUT, "u3", "Output while u2 is false"),
                                EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};

#define GATE(id, name_, ports_, extends_, doc_, text_, equation_)                                            \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_MSL_BLOCK(name_),                                                                         \
        .kind = EG_BLOCK,                                                                                    \
        .doc = (doc_),                                                                                       \
        .text = (text_),                                                                                     \
        .extends = EG_TEXTS(EG_INTERFACE(extends_)),                                                         \
        .examples = EG_TEXTS("LogicNetwork"),                                                                \
        .equations = EG_TEXTS(equation_),                                                                    \
        .by_equations = true,                                                                                \
        EG_PORTS(ports_),                                                                                    \
    };

GATE(logical_and, "Logical.And", two, "partialBooleanSI2SO", "True while both inputs are",
     "The output is true while u1 and u2 are both true.", "y = u1 and u2;")
GATE(logical_or, "Logical.Or", two, "partialBooleanSI2SO", "True while one input is, or both",
     "The output is true while u1 or u2 is true, or both.", "y = u1 or u2;")
GATE(logical_xor, "Logical.Xor", two, "partialBooleanSI2SO", "True while one input is, not both",
     "The output is true while the inputs differ.", "y = u1 <> u2;")
GATE(logical_nor, "Logical.Nor", two, "partialBooleanSI2SO", "True while no input is",
     "The output is true while neither u1 nor u2 is.", "y = not (u1 or u2);")
GATE(logical_nand, "Logical.Nand", two, "partialBooleanSI2SO", "False while both inputs are true",
     "The output is false while u1 and u2 are both true.", "y = not (u1 and u2);")
GATE(logical_not, "Logical.Not", one, "partialBooleanSISO", "The opposite of the input",
     "The output is true while the input is false.", "y = not u;")
GATE(logical_switch, "Logical.LogicalSwitch", three, "partialBooleanSI3SO",
     "One of two Boolean signals, as a third one says",
     "The output is u1 while u2 is true, and u3 while it is false.", "y = if u2 then u1 else u3;")

/* ---------------------------------------------------------------- comparisons */

static const eg_parameter threshold[] = {{.name = "threshold", .doc = "What the input is compared with"}};
static const eg_port compared[] = {EG_PORT_OF(EG_REAL_INPUT, "u", "Input signal"),
                                   EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};
static const eg_port compared_two[] = {EG_PORT_OF(EG_REAL_INPUT, "u1", "First input"),
                                       EG_PORT_OF(EG_REAL_INPUT, "u2", "Second input"),
                                       EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};

#define THRESHOLD(id, name_, words, relation)                                                                \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_MSL_BLOCK(name_),                                                                         \
        .kind = EG_BLOCK,                                                                                    \
        .doc = "True while a signal is " words " a threshold",                                               \
        .text = "The output is true while u is " words " threshold. Where u crosses it is an event; a "      \
                "signal that only touches the threshold may be seen there or not, as round-off has it.",     \
        .extends = EG_TEXTS(EG_INTERFACE("partialBooleanThresholdComparison")),                              \
        .examples = EG_TEXTS("Relay"),                                                                       \
        .equations = EG_TEXTS("y = u " relation " threshold;"),                                              \
        .by_equations = true,                                                                                \
        EG_PARAMETERS(threshold),                                                                            \
        EG_PORTS(compared),                                                                                  \
    };
#define COMPARISON(id, name_, words, relation)                                                               \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_MSL_BLOCK(name_),                                                                         \
        .kind = EG_BLOCK,                                                                                    \
        .doc = "True while one signal is " words " another",                                                 \
        .text = "The output is true while u1 is " words " u2. Where they cross is an event.",                \
        .extends = EG_TEXTS(EG_INTERFACE("partialBooleanComparison")),                                       \
        .examples = EG_TEXTS("LogicNetwork"),                                                                \
        .equations = EG_TEXTS("y = u1 " relation " u2;"),                                                    \
        .by_equations = true,                                                                                \
        EG_PORTS(compared_two),                                                                              \
    };

THRESHOLD(greater_threshold, "Logical.GreaterThreshold", "greater than", ">")
THRESHOLD(greater_equal_threshold, "Logical.GreaterEqualThreshold", "greater than or equal to", ">=")
THRESHOLD(less_threshold, "Logical.LessThreshold", "less than", "<")
THRESHOLD(less_equal_threshold, "Logical.LessEqualThreshold", "less than or equal to", "<=")
COMPARISON(greater, "Logical.Greater", "greater than", ">")
COMPARISON(greater_equal, "Logical.GreaterEqual", "greater than or equal to", ">=")
COMPARISON(less, "Logical.Less", "less than", "<")
COMPARISON(less_equal, "Logical.LessEqual", "less than or equal to", "<=")

/* ---------------------------------------------------------------- a switch of Real signals */

static const eg_port switch_ports[] = {EG_PORT_OF(EG_REAL_INPUT, "u1", "Output while u2 is true"),
                                       EG_PORT_OF(EG_BOOLEAN_INPUT, "u2", "Which one is the output"),
                                       EG_PORT_OF(EG_REAL_INPUT, "u3", "Output while u2 is false"),
                                       EG_PORT_OF(EG_REAL_OUTPUT, "y", "Output signal")};

const eg_class eg_class_switch = {
    .name = EG_MSL_BLOCK("Logical.Switch"),
    .kind = EG_BLOCK,
    .doc = "One of two signals, as a Boolean one says",
    .text = "The output is u1 while u2 is true, and u3 while it is false; it may jump where u2 changes.",
    .examples = EG_TEXTS("Relay"),
    .equations = EG_TEXTS("y = if u2 then u1 else u3;"),
    .by_equations = true,
    EG_PORTS(switch_ports),
};
