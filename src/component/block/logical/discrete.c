/* Discrete: blocks that look at their input at equal intervals, and blocks that do when a signal rises.
 *
 * firstTrigger is true from the first sample to the second. What is sampled is the value after all that
 * happens at that instant, but for inputs that are sampled themselves, whose new value is not waited for
 * by blocks that take pre() of them. */
#include "component/sampled.h"

static const eg_parameter plain_parameters[] = {EG_SAMPLED};
static const eg_port siso[] = {EG_PORTS_SISO};
static const eg_variable trigger_variables[] = {EG_TRIGGERS};

EG_EQUATION_BLOCK(
    sampler, "Discrete.Sampler", "Samples a signal",
    "At startTime and every samplePeriod later the output takes the value of the input, and keeps "
    "it until the next sample.",
    "SampledLoop",
    EG_TEXTS(EG_TRIGGER_EQUATIONS, "initial equation pre(y) = 0;",
             "when {sampleTrigger, initial()} then y = if time >= startTime then u else pre(y); "
             "end when;"),
    .extends = EG_TEXTS(EG_INTERFACE("DiscreteSISO")), EG_PARAMETERS(plain_parameters), EG_PORTS(siso),
    EG_VARIABLES(trigger_variables))

static const eg_variable hold_variables[] = {
    EG_TRIGGERS, {.name = "ySample", .modifiers = "start = 0, fixed = true", .doc = "The sample"}};

EG_EQUATION_BLOCK(zero_order_hold, "Discrete.ZeroOrderHold", "Samples a signal and holds the sample",
                  "As Sampler, but the output follows one round of the event later: loops through it need no "
                  "other break.",
                  "SampledLoop",
                  EG_TEXTS(EG_TRIGGER_EQUATIONS,
                           "when {sampleTrigger, initial()} then ySample = if time >= startTime then u else "
                           "pre(ySample); end when;",
                           "y = pre(ySample);"),
                  .extends = EG_TEXTS(EG_INTERFACE("DiscreteSISO")), EG_PARAMETERS(plain_parameters),
                  EG_PORTS(siso), EG_VARIABLES(hold_variables))

static const eg_variable first_order_variables[] = {
    EG_TRIGGERS,
    {.name = "tSample", EG_SI_TIME, .is_protected = true, .doc = "Time of the last sample"},
    {.name = "uSample", .is_protected = true, .doc = "The last sample"},
    {.name = "pre_uSample", .is_protected = true, .doc = "The sample before it"},
    {.name = "c", .is_protected = true, .doc = "Slope between them"}};

EG_EQUATION_BLOCK(
    first_order_hold, "Discrete.FirstOrderHold", "Samples a signal and goes on along a line",
    "Between samples the output is the line through the two samples before, a sample behind.", "SampledLoop",
    EG_TEXTS(EG_TRIGGER_EQUATIONS, "initial equation pre(c) = 0;",
             "when {initial(), sampleTrigger} then tSample = time; uSample = u; "
             "pre_uSample = if initial() then u else pre(uSample); c = if initial() or firstTrigger "
             "then 0 else (uSample - pre_uSample)/samplePeriod; end when;",
             "y = pre_uSample + pre(c)*(time - tSample);"),
    .extends = EG_TEXTS(EG_INTERFACE("DiscreteSISO")), EG_PARAMETERS(plain_parameters), EG_PORTS(siso),
    EG_VARIABLES(first_order_variables))

static const eg_parameter delay_parameters[] = {EG_PARAMETER_Y_START, EG_SAMPLED};

EG_EQUATION_BLOCK(
    unit_delay, "Discrete.UnitDelay", "The sample before",
    "At each sample the output takes the value that the input had before that instant; until the "
    "first one it is y_start. With an input that is sampled at the same instants it is one period "
    "late: 1/z.",
    "SampledLoop",
    EG_TEXTS(EG_TRIGGER_EQUATIONS, "initial equation y = y_start;",
             "when sampleTrigger then y = pre(u); end when;"),
    .extends = EG_TEXTS(EG_INTERFACE("DiscreteSISO")), EG_PARAMETERS(delay_parameters), EG_PORTS(siso),
    EG_VARIABLES(trigger_variables))

/* ---------------------------------------------------------------- linear systems */

static const eg_parameter transfer_parameters[] = {
    {.name = "b",
     .columns = 1,
     .value_text = "{1}",
     .is_structural = true,
     .doc = "Coefficients of the numerator, the highest power of z first"},
    {.name = "a",
     .columns = 1,
     .value_text = "{1}",
     .is_structural = true,
     .doc = "Coefficients of the denominator, the highest power of z first"},
    EG_SAMPLED,
    {.name = "nb",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "size(b, 1)",
     .doc = "Length of b"},
    {.name = "na",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "size(a, 1)",
     .doc = "Length of a"},
};
static const eg_variable transfer_variables[] = {
    EG_TRIGGERS,
    {.name = "x",
     .size = "size(a, 1) - 1",
     .modifiers = "each start = 0, each fixed = true",
     .doc = "States of the controller canonical form"},
    {.name = "x1", .modifiers = "start = 0, fixed = true", .is_protected = true, .doc = "The newest state"},
    {.name = "xext",
     .size = "size(a, 1)",
     .modifiers = "each start = 0, each fixed = true",
     .is_protected = true,
     .doc = "The newest state and those before"},
};

EG_EQUATION_BLOCK(
    discrete_transfer_function, "Discrete.TransferFunction", "Linear transfer function of z, of any order",
    "y is u times (b[1]*z^m + ...)/(a[1]*z^n + ...), sampled, the numerator of no higher order than "
    "the denominator.",
    "SampledLoop",
    EG_TEXTS(EG_TRIGGER_EQUATIONS,
             "assert(nb <= na, \"the numerator b must be no longer than the denominator a\");",
             "when sampleTrigger then "
             "x1 = (u - sum(a[i + 1]*pre(x[i]) for i in 1:na - 1))/a[1]; "
             "xext = cat(1, {x1}, pre(x)); x = xext[1:na - 1]; "
             "y = sum(b[i]*xext[na - nb + i] for i in 1:nb); end when;"),
    .extends = EG_TEXTS(EG_INTERFACE("DiscreteSISO")), EG_PARAMETERS(transfer_parameters), EG_PORTS(siso),
    EG_VARIABLES(transfer_variables))

#define MATRIX(name_, default_, doc_)                                                                        \
    {                                                                                                        \
        .name = (name_), .columns = EG_ANY_COLUMNS, .value_text = (default_), .is_structural = true,         \
        .doc = (doc_)                                                                                        \
    }
static const eg_parameter space_parameters[] = {
    MATRIX("A", "[1, 0; 0, 1]", "How the states act on the next ones"),
    MATRIX("B", "[1; 1]", "How the inputs act on the next states"),
    MATRIX("C", "[1, 1]", "How the states act on the outputs"),
    MATRIX("D", "zeros(size(C, 1), size(B, 2))", "How the inputs act on the outputs"),
    EG_SAMPLED,
    {.name = "nin",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "size(B, 2)",
     .doc = "Number of inputs"},
    {.name = "nout",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "size(C, 1)",
     .doc = "Number of outputs"},
};
static const eg_port space_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nin", "Input signals"),
                                      EG_PORTS_OF(EG_REAL_OUTPUT, "y", "nout", "Output signals")};
static const eg_variable space_variables[] = {EG_TRIGGERS,
                                              {.name = "x", .size = "size(A, 1)", .doc = "States"}};

EG_EQUATION_BLOCK(
    discrete_state_space, "Discrete.StateSpace", "Linear system in state space, sampled",
    "At each sample x becomes A*pre(x) + B*u and y becomes C*pre(x) + D*u.", "SampledLoop",
    EG_TEXTS(EG_TRIGGER_EQUATIONS,
             "assert(size(A, 2) == size(A, 1) and size(B, 1) == size(A, 1) and size(C, 2) == "
             "size(A, 1) and size(D, 1) == nout and size(D, 2) == nin, \"the sizes of A, B, C and D "
             "do not fit\");",
             "when sampleTrigger then x = A*pre(x) + B*u; y = C*pre(x) + D*u; end when;"),
    .extends = EG_TEXTS(EG_INTERFACE("DiscreteMIMO")), EG_PARAMETERS(space_parameters), EG_PORTS(space_ports),
    EG_VARIABLES(space_variables))

/* ---------------------------------------------------------------- at a signal's word */

static const eg_parameter y_start_parameters[] = {EG_PARAMETER_Y_START};
static const eg_port triggered_ports[] = {EG_PORTS_SISO,
                                          EG_PORT_OF(EG_BOOLEAN_INPUT, "trigger", "Says when: as it rises")};

EG_EQUATION_BLOCK(triggered_sampler, "Discrete.TriggeredSampler", "Samples a signal when another one rises",
                  "When trigger becomes true the output takes the value of the input; before it is y_start.",
                  "SampledLoop",
                  EG_TEXTS("initial equation y = y_start;", "when trigger then y = u; end when;"),
                  EG_PARAMETERS(y_start_parameters), EG_PORTS(triggered_ports))

EG_EQUATION_BLOCK(
    triggered_max, "Discrete.TriggeredMax", "Greatest magnitude among triggered samples",
    "When trigger becomes true the output becomes the magnitude of the input where that is greater; "
    "it begins with 0.",
    "SampledLoop",
    EG_TEXTS("initial equation y = 0;", "when trigger then y = max(pre(y), abs(u)); end when;"),
    EG_PORTS(triggered_ports))
