/* Logical: blocks with a memory. pre(x) is the value of x before the event; what a block remembers changes at
 * events only. */
#include "component/by_equations.h"

static const eg_port one[] = {EG_PORT_OF(EG_BOOLEAN_INPUT, "u", "Input signal"),
                              EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};
static const eg_parameter pre_u[] = {EG_PARAMETER_PRE("pre_u_start", "u")};

#define REMEMBERS_U(id, name_, doc_, text_, equation_)                                                       \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_MSL_BLOCK(name_),                                                                         \
        .kind = EG_BLOCK,                                                                                    \
        .doc = (doc_),                                                                                       \
        .text = (text_),                                                                                     \
        .extends = EG_TEXTS(EG_INTERFACE("partialBooleanSISO")),                                             \
        .examples = EG_TEXTS("LogicNetwork"),                                                                \
        .equations = EG_TEXTS("initial equation pre(u) = pre_u_start;", equation_),                          \
        .by_equations = true,                                                                                \
        EG_PARAMETERS(pre_u),                                                                                \
        EG_PORTS(one),                                                                                       \
    };

REMEMBERS_U(logical_pre, "Logical.Pre", "Breaks a circle of Boolean signals",
            "The output follows the input one round of the event later, at the same time: a relay that holds "
            "itself needs one in its circle.",
            "y = pre(u);")
REMEMBERS_U(logical_edge, "Logical.Edge", "True at the instant at which the input becomes true",
            "The output is true during the event in which the input rises, and false again after it.",
            "y = edge(u);")
REMEMBERS_U(logical_change, "Logical.Change", "True at the instants at which the input changes",
            "The output is true during the event in which the input rises or falls, and false again after "
            "it.",
            "y = change(u);")

static const eg_variable falling_variables[] = {
    {.name = "not_u", .type = EG_BOOLEAN, .is_protected = true, .doc = "The opposite of the input"}};

const eg_class eg_class_logical_falling_edge = {
    .name = EG_MSL_BLOCK("Logical.FallingEdge"),
    .kind = EG_BLOCK,
    .doc = "True at the instant at which the input becomes false",
    .text = "The output is true during the event in which the input falls, and false again after it.",
    .extends = EG_TEXTS(EG_INTERFACE("partialBooleanSISO")),
    .examples = EG_TEXTS("LogicNetwork"),
    .equations =
        EG_TEXTS("not_u = not u;", "initial equation pre(not_u) = not pre_u_start;", "y = edge(not_u);"),
    .by_equations = true,
    EG_PARAMETERS(pre_u),
    EG_PORTS(one),
    EG_VARIABLES(falling_variables),
};

static const eg_port crossing_ports[] = {EG_PORT_OF(EG_REAL_INPUT, "u", "Input signal"),
                                         EG_PORT_OF(EG_BOOLEAN_INPUT, "enable", "Is it to be looked at?"),
                                         EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};
static const eg_variable crossing_variables[] = {
    {.name = "disable", .type = EG_BOOLEAN, .is_protected = true, .doc = "The opposite of enable"},
    {.name = "u_pos", .type = EG_BOOLEAN, .is_protected = true, .doc = "The input is looked at and >= 0"}};

const eg_class eg_class_zero_crossing = {
    .name = EG_MSL_BLOCK("Logical.ZeroCrossing"),
    .kind = EG_BLOCK,
    .doc = "True at the instants at which a signal crosses zero",
    .text = "While enable is true the output is true during the events in which u passes through zero, in "
            "either direction. That enable itself changes is no crossing.",
    .extends = EG_TEXTS(EG_INTERFACE("partialBooleanSO")),
    .examples = EG_TEXTS("Relay"),
    .equations = EG_TEXTS("disable = not enable;", "initial equation pre(u_pos) = false;",
                          "initial equation pre(enable) = false;", "initial equation pre(disable) = true;",
                          "u_pos = enable and u >= 0;",
                          "y = change(u_pos) and not edge(enable) and not edge(disable);"),
    .by_equations = true,
    EG_PORTS(crossing_ports),
    EG_VARIABLES(crossing_variables),
};

/* ---------------------------------------------------------------- relays */

static const eg_parameter hysteresis_parameters[] = {
    {.name = "uLow", .need = EG_FALLS_BACK, .value = 0.0, .doc = "Below it the output becomes false"},
    {.name = "uHigh", .need = EG_FALLS_BACK, .value = 1.0, .doc = "Above it the output becomes true"},
    EG_PARAMETER_PRE("pre_y_start", "y")};
static const eg_port hysteresis_ports[] = {EG_PORT_OF(EG_REAL_INPUT, "u", "Input signal"),
                                           EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};

const eg_class eg_class_hysteresis = {
    .name = EG_MSL_BLOCK("Logical.Hysteresis"),
    .kind = EG_BLOCK,
    .doc = "True from above an upper limit to below a lower one",
    .text = "The output becomes true when u rises above uHigh, and false when it falls below uLow; in "
            "between it stays what it was.",
    .examples = EG_TEXTS("Relay"),
    .equations = EG_TEXTS("assert(uHigh > uLow, \"uHigh must be greater than uLow\");",
                          "initial equation pre(y) = pre_y_start;",
                          "y = not pre(y) and u > uHigh or pre(y) and u >= uLow;"),
    .by_equations = true,
    EG_PARAMETERS(hysteresis_parameters),
    EG_PORTS(hysteresis_ports),
};

static const eg_parameter on_off_parameters[] = {
    {.name = "bandwidth", .need = EG_FALLS_BACK, .value = 0.1, .doc = "Width of the band around reference"},
    EG_PARAMETER_PRE("pre_y_start", "y")};
static const eg_port on_off_ports[] = {EG_PORT_OF(EG_REAL_INPUT, "reference", "Middle of the band"),
                                       EG_PORT_OF(EG_REAL_INPUT, "u", "What is measured"),
                                       EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "What the actuator does")};

const eg_class eg_class_on_off_controller = {
    .name = EG_MSL_BLOCK("Logical.OnOffController"),
    .kind = EG_BLOCK,
    .doc = "Controller that switches on and off",
    .text = "The output becomes true when u falls below reference - bandwidth/2, and false when it reaches "
            "reference + bandwidth/2.",
    .examples = EG_TEXTS("Relay"),
    .equations = EG_TEXTS("initial equation pre(y) = pre_y_start;",
                          "y = pre(y) and u < reference + bandwidth/2 or u < reference - bandwidth/2;"),
    .by_equations = true,
    EG_PARAMETERS(on_off_parameters),
    EG_PORTS(on_off_ports),
};

static const eg_parameter flip_flop_parameters[] = {
    {.name = "Qini", .type = EG_BOOLEAN, .doc = "Q at the start"}};
static const eg_port flip_flop_ports[] = {EG_PORT_OF(EG_BOOLEAN_OUTPUT, "Q", "What was set"),
                                          EG_PORT_OF(EG_BOOLEAN_OUTPUT, "QI", "The opposite of Q"),
                                          EG_PORT_OF(EG_BOOLEAN_INPUT, "S", "Sets Q"),
                                          EG_PORT_OF(EG_BOOLEAN_INPUT, "R", "Resets Q")};
static const eg_variable flip_flop_variables[] = {{.name = "neither",
                                                   .type = EG_BOOLEAN,
                                                   .is_protected = true,
                                                   .doc = "Neither S nor Q: what QI is in the next round"}};

const eg_class eg_class_rs_flip_flop = {
    .name = EG_MSL_BLOCK("Logical.RSFlipFlop"),
    .kind = EG_BLOCK,
    .doc = "Remembers whether it was set or reset last",
    .text = "Two NORs, each with the output of the other: S makes Q true, R makes it false, and while "
            "neither is true Q stays. While both are true Q and QI are false.",
    .examples = EG_TEXTS("Relay"),
    .equations = EG_TEXTS("neither = not (S or Q);", "initial equation pre(neither) = not Qini;",
                          "QI = pre(neither);", "Q = not (QI or R);"),
    .by_equations = true,
    EG_PARAMETERS(flip_flop_parameters),
    EG_PORTS(flip_flop_ports),
    EG_VARIABLES(flip_flop_variables),
};

/* ---------------------------------------------------------------- time */

static const eg_port timer_ports[] = {EG_PORT_OF(EG_BOOLEAN_INPUT, "u", "Runs while true"),
                                      EG_PORT_OF(EG_REAL_OUTPUT, "y", "Time since u became true")};
static const eg_variable timer_variables[] = {
    {.name = "entryTime", EG_SI_TIME, .is_protected = true, .doc = "When u became true"}};

const eg_class eg_class_timer = {
    .name = EG_MSL_BLOCK("Logical.Timer"),
    .kind = EG_BLOCK,
    .doc = "Time for which a signal has been true",
    .text = "While u is true the output is the time since it became true, and 0 while it is false. A u that "
            "is true at the start has been since time 0.",
    .examples = EG_TEXTS("Relay"),
    .equations = EG_TEXTS("initial equation pre(entryTime) = 0;", "when u then entryTime = time; end when;",
                          "y = if u then time - entryTime else 0.0;"),
    .by_equations = true,
    EG_PORTS(timer_ports),
    EG_VARIABLES(timer_variables),
};

static const eg_parameter delay_parameters[] = {
    {.name = "delayTime", EG_SI_TIME, EG_AT_LEAST(0.0), .doc = "By how much"}};
static const eg_port delay_ports[] = {
    EG_PORT_OF(EG_BOOLEAN_INPUT, "u", "Input signal"),
    EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y1", "Rises with u and falls later"),
    EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y2", "Rises later and falls with u"),
};
static const eg_variable delay_variables[] = {
    {.name = "tSwitch", EG_SI_TIME, .is_protected = true, .doc = "When u changed last"}};

const eg_class eg_class_logical_delay = {
    .name = EG_MSL_BLOCK("Logical.LogicalDelay"),
    .kind = EG_BLOCK,
    .doc = "Delays one edge of a Boolean signal",
    .text = "y1 becomes true with u and false delayTime after it; y2 becomes true delayTime after u and "
            "false with it. What lasts shorter than delayTime does not come through.",
    .examples = EG_TEXTS("Relay"),
    .equations = EG_TEXTS("initial equation tSwitch = time - 2*delayTime;",
                          "when {u, not u} then tSwitch = time; end when;",
                          "y1 = if u then true else not time >= tSwitch + delayTime;",
                          "y2 = if not u then false else time >= tSwitch + delayTime;"),
    .by_equations = true,
    EG_PARAMETERS(delay_parameters),
    EG_PORTS(delay_ports),
    EG_VARIABLES(delay_variables),
};

static const eg_parameter trapezoid_parameters[] = {
    {.name = "amplitude", .value = 1.0, .doc = "Height"},
    {.name = "rising", EG_SI_TIME, EG_AT_LEAST(0.0), .doc = "How long it rises"},
    {.name = "falling", EG_SI_TIME, EG_AT_LEAST(0.0), .value_text = "rising", .doc = "How long it falls"},
    {.name = "offset", .doc = "Output before it rises"},
};
static const eg_port trapezoid_ports[] = {EG_PORT_OF(EG_BOOLEAN_INPUT, "u", "Rises while true"),
                                          EG_PORT_OF(EG_REAL_OUTPUT, "y", "Output signal")};
static const eg_variable trapezoid_variables[] = {
    {.name = "endValue", .is_protected = true, .doc = "Where the output is going"},
    {.name = "rate", .is_protected = true, .doc = "How fast it rises or falls"},
    {.name = "T", EG_SI_TIME, .is_protected = true, .doc = "When it will be there"},
};

const eg_class eg_class_triggered_trapezoid = {
    .name = EG_MSL_BLOCK("Logical.TriggeredTrapezoid"),
    .kind = EG_BLOCK,
    .doc = "Rises when a signal becomes true, and falls when it becomes false",
    .text = "The output goes to offset + amplitude with the rate amplitude/rising while u is true, and back "
            "to offset with the rate amplitude/falling while it is false, from wherever it is.",
    .examples = EG_TEXTS("Relay"),
    .equations = EG_TEXTS(
        "y = if time < T then endValue - (T - time)*rate else endValue;",
        "when {initial(), u, not u} then"
        " endValue = if u then offset + amplitude else offset;"
        " rate = if u and rising > 0 then amplitude/rising"
        " else if not u and falling > 0 then -amplitude/falling else 0;"
        " T = if u and not rising > 0 or not u and not falling > 0 or not abs(amplitude) > 0 or initial()"
        " then time else time + (endValue - pre(y))/rate;"
        " end when;"),
    .by_equations = true,
    EG_PARAMETERS(trapezoid_parameters),
    EG_PORTS(trapezoid_ports),
    EG_VARIABLES(trapezoid_variables),
};
