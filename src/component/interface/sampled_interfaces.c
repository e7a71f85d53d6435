/* Partial blocks that sample, and controllers with vectors of signals. */
#include "component/sampled.h"

#define IN(name, doc) EG_PORT_OF(EG_REAL_INPUT, name, doc)
#define INS(name, size, doc) EG_PORTS_OF(EG_REAL_INPUT, name, size, doc)
#define OUT(name, doc) EG_PORT_OF(EG_REAL_OUTPUT, name, doc)
#define OUTS(name, size, doc) EG_PORTS_OF(EG_REAL_OUTPUT, name, size, doc)
#define COUNT(name, doc) EG_PARAMETER_COUNT(name, 1.0, 0.0, doc)

#define PARTIAL(id, name_, doc_, text_, ...)                                                                 \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_INTERFACE(name_),                                                                         \
        .kind = EG_PARTIAL,                                                                                  \
        .doc = (doc_),                                                                                       \
        .text = (text_),                                                                                     \
        .by_equations = true,                                                                                \
        __VA_ARGS__,                                                                                         \
    };
#define SAMPLES .equations = EG_TEXTS(EG_TRIGGER_EQUATIONS), EG_VARIABLES(trigger_variables)

static const eg_variable trigger_variables[] = {EG_TRIGGERS};
static const eg_parameter sampled[] = {EG_SAMPLED};

PARTIAL(
    discrete_block, "DiscreteBlock", "Block that samples",
    "It has the signals sampleTrigger, true at startTime and every samplePeriod later, and firstTrigger. The "
    "class that extends it says what is done then.",
    SAMPLES, EG_PARAMETERS(sampled))

static const eg_port siso[] = {EG_PORTS_SISO};
PARTIAL(discrete_siso, "DiscreteSISO", "Block that samples, with one input and one output",
        "The class that extends it says what y becomes when sampleTrigger is true.", SAMPLES,
        EG_PARAMETERS(sampled), EG_PORTS(siso))

static const eg_parameter mimo_parameters[] = {EG_SAMPLED, COUNT("nin", "Number of inputs"),
                                               COUNT("nout", "Number of outputs")};
static const eg_port mimo[] = {INS("u", "nin", "Input signals"), OUTS("y", "nout", "Output signals")};
PARTIAL(discrete_mimo, "DiscreteMIMO", "Block that samples, with vectors of inputs and outputs",
        "The class that extends it says what y becomes when sampleTrigger is true.", SAMPLES,
        EG_PARAMETERS(mimo_parameters), EG_PORTS(mimo))

static const eg_parameter mimos_parameters[] = {COUNT("n", "Number of inputs and of outputs"), EG_SAMPLED};
static const eg_port mimos[] = {INS("u", "n", "Input signals"), OUTS("y", "n", "Output signals")};
PARTIAL(discrete_mimos, "DiscreteMIMOs", "Block that samples, with as many outputs as inputs",
        "The class that extends it says what y becomes when sampleTrigger is true.", SAMPLES,
        EG_PARAMETERS(mimos_parameters), EG_PORTS(mimos))

static const eg_port sv_ports[] = {IN("u_s", "Setpoint"), IN("u_m", "Measurement"),
                                   OUT("y", "What the actuator does")};
#define SAMPLER(name, size, each)                                                                            \
    "Modelica.Blocks.Discrete.Sampler" size " " name "(" each "final samplePeriod = samplePeriod, " each     \
    "final startTime = startTime) \"Samples of " name "\";"

PARTIAL(
    sv_discrete, "SVdiscrete", "Controller of one signal, sampled",
    "The samples of setpoint and measurement are sampler_s.y and sampler_m.y; the class that extends it says "
    "how y follows from them.",
    .components = EG_TEXTS(SAMPLER("sampler_s", "", ""), SAMPLER("sampler_m", "", "")),
    .equations = EG_TEXTS(EG_TRIGGER_EQUATIONS, "connect(u_s, sampler_s.u);", "connect(u_m, sampler_m.u);"),
    EG_VARIABLES(trigger_variables), EG_PARAMETERS(sampled), EG_PORTS(sv_ports))

#define CONTROLLER_COUNTS                                                                                    \
    COUNT("nu_s", "Number of setpoints"), COUNT("nu_m", "Number of measurements"),                           \
        COUNT("ny", "Number of outputs")
static const eg_parameter mv_parameters[] = {CONTROLLER_COUNTS};
static const eg_parameter mv_discrete_parameters[] = {EG_SAMPLED, CONTROLLER_COUNTS};
static const eg_port mv_ports[] = {INS("u_s", "nu_s", "Setpoints"), INS("u_m", "nu_m", "Measurements"),
                                   OUTS("y", "ny", "What the actuators do")};
PARTIAL(mv_control, "MVcontrol", "Controller of several signals",
        "The class that extends it says how y depends on the setpoints and the measurements.",
        EG_PARAMETERS(mv_parameters), EG_PORTS(mv_ports))
PARTIAL(
    mv_discrete, "MVdiscrete", "Controller of several signals, sampled",
    "The samples of setpoints and measurements are sampler_s.y and sampler_m.y; the class that extends it "
    "says how y follows from them.",
    .components = EG_TEXTS(SAMPLER("sampler_s", "[nu_s]", "each "), SAMPLER("sampler_m", "[nu_m]", "each ")),
    .equations = EG_TEXTS(EG_TRIGGER_EQUATIONS, "connect(u_s, sampler_s.u);", "connect(u_m, sampler_m.u);"),
    EG_VARIABLES(trigger_variables), EG_PARAMETERS(mv_discrete_parameters), EG_PORTS(mv_ports))

/* ---------------------------------------------------------------- vectors of Boolean and Integer signals */

static const eg_parameter integer_mo_parameters[] = {
    EG_PARAMETER_COUNT("nout", 1.0, 1.0, "Number of outputs")};
static const eg_port integer_mo_ports[] = {EG_PORTS_OF(EG_INTEGER_OUTPUT, "y", "nout", "Output signals")};
PARTIAL(integer_mo, "IntegerMO", "Block with a vector of Integer outputs",
        "The class that extends it says what y is.", EG_PARAMETERS(integer_mo_parameters),
        EG_PORTS(integer_mo_ports))

static const eg_parameter n_parameters[] = {COUNT("n", "Number of inputs and of outputs")};
static const eg_port integer_mi_ports[] = {EG_PORTS_OF(EG_INTEGER_INPUT, "u", "n", "Input signals"),
                                           EG_PORTS_OF(EG_BOOLEAN_OUTPUT, "y", "n", "Output signals")};
PARTIAL(integer_mi_boolean_mos, "IntegerMIBooleanMOs",
        "Block with Integer inputs and as many Boolean outputs",
        "The class that extends it says how y depends on u.", EG_PARAMETERS(n_parameters),
        EG_PORTS(integer_mi_ports))

static const eg_port mi2_ports[] = {INS("u1", "n", "First vector of inputs"),
                                    INS("u2", "n", "Second vector of inputs"),
                                    EG_PORTS_OF(EG_BOOLEAN_OUTPUT, "y", "n", "Output signals")};
PARTIAL(mi2_boolean_mos, "MI2BooleanMOs", "Block with two vectors of inputs and one of Boolean outputs",
        "The class that extends it says how y depends on u1 and u2.", EG_PARAMETERS(n_parameters),
        EG_PORTS(mi2_ports))

PARTIAL(partial_conversion_block, "PartialConversionBlock", "Block that gives its input in another unit",
        "The class that extends it says how y depends on u.", EG_PORTS(siso))
