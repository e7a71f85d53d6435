/* MathBoolean and MathInteger: blocks that take vectors of Boolean and Integer signals.
 *
 * Vectors are taken one by one: k[i + 1] is what the first i inputs come to. */
#include "component/by_equations.h"

#define NU EG_PARAMETER_COUNT("nu", 0.0, 0.0, "Number of inputs")

static const eg_parameter count[] = {NU};
static const eg_port gate_ports[] = {EG_PORTS_OF(EG_BOOLEAN_INPUT, "u", "nu", "Input signals"),
                                     EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};
static const eg_variable gate_variables[] = {{.name = "k",
                                              .size = "nu + 1",
                                              .type = EG_BOOLEAN,
                                              .is_protected = true,
                                              .doc = "What the first inputs come to"}};

#define GATE(id, name_, doc_, text_, first_, next_, result_)                                                 \
    EG_EQUATION_BLOCK(id, name_, doc_, text_, "Sequencer",                                                   \
                      EG_TEXTS("k[1] = " first_ ";", "for i in 1:nu loop k[i + 1] = " next_ "; end for;",    \
                               "y = " result_ ";"),                                                          \
                      .extends = EG_TEXTS(EG_INTERFACE("PartialBooleanMISO")), EG_PARAMETERS(count),         \
                      EG_PORTS(gate_ports), EG_VARIABLES(gate_variables))

GATE(multi_and, "MathBoolean.And", "Are all inputs true?",
     "True while every input is, and there is one at least.", "nu > 0", "k[i] and u[i]", "k[nu + 1]")
GATE(multi_or, "MathBoolean.Or", "Is an input true?", "True while one input at least is.", "false",
     "k[i] or u[i]", "k[nu + 1]")
GATE(multi_nand, "MathBoolean.Nand", "Is an input false?",
     "False while all inputs are true: the opposite of And.", "nu > 0", "k[i] and u[i]", "not k[nu + 1]")
GATE(multi_nor, "MathBoolean.Nor", "Are all inputs false?",
     "True while no input is true: the opposite of Or.", "false", "k[i] or u[i]", "not k[nu + 1]")

static const eg_variable xor_variables[] = {{.name = "k",
                                             .size = "nu + 1",
                                             .type = EG_INTEGER,
                                             .is_protected = true,
                                             .doc = "How many of the first inputs are true"}};

EG_EQUATION_BLOCK(multi_xor, "MathBoolean.Xor", "Is exactly one input true?",
                  "True while one input is true and all others are false.", "Sequencer",
                  EG_TEXTS("k[1] = 0;",
                           "for i in 1:nu loop k[i + 1] = k[i] + (if u[i] then 1 else 0); end for;",
                           "y = k[nu + 1] == 1;"),
                  .extends = EG_TEXTS(EG_INTERFACE("PartialBooleanMISO")), EG_PARAMETERS(count),
                  EG_PORTS(gate_ports), EG_VARIABLES(xor_variables))

/* ---------------------------------------------------------------- one Boolean signal */

static const eg_port one[] = {EG_PORT_OF(EG_BOOLEAN_INPUT, "u", "Input signal"),
                              EG_PORT_OF(EG_BOOLEAN_OUTPUT, "y", "Output signal")};
static const eg_parameter pre_u[] = {EG_PARAMETER_PRE("pre_u_start", "u")};
#define SMALL .extends = EG_TEXTS(EG_INTERFACE("PartialBooleanSISO_small")), EG_PORTS(one)

EG_EQUATION_BLOCK(small_not, "MathBoolean.Not", "The opposite of a Boolean signal",
                  "As Logical.Not, with another icon.", "Sequencer", EG_TEXTS("y = not u;"), SMALL)
EG_EQUATION_BLOCK(rising_edge, "MathBoolean.RisingEdge",
                  "True at the instant at which the input becomes true",
                  "The output is true during the event in which the input rises, and false again after it.",
                  "Sequencer", EG_TEXTS("initial equation pre(u) = pre_u_start;", "y = edge(u);"), SMALL,
                  EG_PARAMETERS(pre_u))
EG_EQUATION_BLOCK(
    changing_edge, "MathBoolean.ChangingEdge", "True at the instants at which the input changes",
    "The output is true during the event in which the input rises or falls, and false after it.", "Sequencer",
    EG_TEXTS("initial equation pre(u) = pre_u_start;", "y = change(u);"), SMALL, EG_PARAMETERS(pre_u))

static const eg_variable not_u[] = {
    {.name = "not_u", .type = EG_BOOLEAN, .is_protected = true, .doc = "The opposite of the input"}};
EG_EQUATION_BLOCK(
    falling_edge, "MathBoolean.FallingEdge", "True at the instant at which the input becomes false",
    "The output is true during the event in which the input falls, and false again after it.", "Sequencer",
    EG_TEXTS("not_u = not u;", "initial equation pre(not_u) = not pre_u_start;", "y = edge(not_u);"), SMALL,
    EG_PARAMETERS(pre_u), EG_VARIABLES(not_u))

static const eg_parameter on_delay_parameters[] = {
    {.name = "delayTime", EG_SI_TIME, .need = EG_REQUIRED, EG_AT_LEAST(0.0), .doc = "By how much"}};
static const eg_variable on_delay_variables[] = {
    {.name = "delaySignal", .type = EG_BOOLEAN, .is_protected = true, .doc = "The input is true"},
    {.name = "t_next", EG_SI_TIME, .is_protected = true, .doc = "When the output becomes true"}};

EG_EQUATION_BLOCK(
    on_delay, "MathBoolean.OnDelay", "Delays rising edges alone",
    "The output becomes true delayTime after the input, and false with it; an input that is true at "
    "the start comes through at once.",
    "Sequencer",
    EG_TEXTS("initial equation pre(u) = false; pre(delaySignal) = false; pre(t_next) = time - 1;",
             "when {initial(), u, not u} then delaySignal = u; "
             "t_next = if u and not initial() then time + delayTime else time - 1; end when;",
             "y = if delaySignal then time >= t_next else false;"),
    SMALL, EG_PARAMETERS(on_delay_parameters), EG_VARIABLES(on_delay_variables))

/* ---------------------------------------------------------------- the first that is active */

#define SWITCH_VARIABLES                                                                                     \
    {.name = "firstActiveIndex",                                                                             \
     .type = EG_INTEGER,                                                                                     \
     .is_protected = true,                                                                                   \
     .doc = "The first input that is true; 0: none"},                                                        \
    {                                                                                                        \
        .name = "k", .size = "nu + 1", .type = EG_INTEGER, .is_protected = true,                             \
        .doc = "The first true one among the last inputs"                                                    \
    }
#define FIRST_ACTIVE                                                                                         \
    "k[nu + 1] = 0;", "for i in 1:nu loop k[i] = if u[i] then i else k[i + 1]; end for;",                    \
        "firstActiveIndex = k[1];"
#define USE_PRE                                                                                              \
    {                                                                                                        \
        .name = "use_pre_as_default", .type = EG_BOOLEAN, .value = 1.0, .is_structural = true,               \
        .doc = "true: the output stays what it was while no input is true; false: it is y_default"           \
    }
static const char switch_text[] =
    "While an input is true the output is expr[i], i the first that is; a modifier gives the expressions, "
    "expr = {x, y}. While none is true the output stays, or is y_default.";

/* chosen[i + 1]: what the last inputs from i on choose */
#define CHOSEN(type_, none_)                                                                                 \
    {.name = "expr",                                                                                         \
     .size = "nu",                                                                                           \
     .type = (type_),                                                                                        \
     .value = "fill(" none_ ", nu)",                                                                         \
     .doc = "What the output is while input i is the first true one"},                                       \
    {                                                                                                        \
        .name = "chosen", .size = "nu + 1", .type = (type_), .is_protected = true,                           \
        .doc = "What the last inputs choose"                                                                 \
    }
#define CHOOSE                                                                                               \
    "chosen[nu + 1] = if use_pre_as_default then pre(y) else y_default;",                                    \
        "for i in 1:nu loop chosen[i] = if u[i] then expr[i] else chosen[i + 1]; end for;",                  \
        "initial equation pre(y) = y_default;", "y = chosen[1];"

static const eg_parameter boolean_switch_parameters[] = {
    USE_PRE,
    {.name = "y_default", .type = EG_BOOLEAN, .doc = "The output while no input is true, or at the start"},
    NU};
static const eg_variable boolean_switch_variables[] = {SWITCH_VARIABLES, CHOSEN(EG_BOOLEAN, "false")};
EG_EQUATION_BLOCK(boolean_multi_switch, "MathBoolean.MultiSwitch", "The expression of the first true input",
                  switch_text, "Sequencer", EG_TEXTS(FIRST_ACTIVE, CHOOSE), EG_PORTS(gate_ports),
                  EG_PARAMETERS(boolean_switch_parameters), EG_VARIABLES(boolean_switch_variables))

static const eg_parameter integer_switch_parameters[] = {
    {.name = "y_default", .type = EG_INTEGER, .doc = "The output while no input is true, or at the start"},
    USE_PRE,
    NU};
static const eg_port integer_switch_ports[] = {EG_PORTS_OF(EG_BOOLEAN_INPUT, "u", "nu", "Input signals"),
                                               EG_PORT_OF(EG_INTEGER_OUTPUT, "y", "Output signal")};
static const eg_variable integer_switch_variables[] = {SWITCH_VARIABLES, CHOSEN(EG_INTEGER, "0")};
EG_EQUATION_BLOCK(integer_multi_switch, "MathInteger.MultiSwitch", "The expression of the first true input",
                  switch_text, "Sequencer", EG_TEXTS(FIRST_ACTIVE, CHOOSE), EG_PORTS(integer_switch_ports),
                  EG_PARAMETERS(integer_switch_parameters), EG_VARIABLES(integer_switch_variables))

static const eg_parameter real_switch_parameters[] = {
    {.name = "y_default", .doc = "The output while no input is true"},
    NU,
    EG_PARAMETER_COUNT("precision", 3.0, 0.0, "Digits of the number that the icon shows")};
static const eg_port real_switch_ports[] = {EG_PORTS_OF(EG_BOOLEAN_INPUT, "u", "nu", "Input signals"),
                                            EG_PORT_OF(EG_REAL_OUTPUT, "y", "Output signal")};
static const eg_variable real_switch_variables[] = {SWITCH_VARIABLES, CHOSEN(EG_REAL, "0.0")};
EG_EQUATION_BLOCK(real_multi_switch, "Math.MultiSwitch", "The expression of the first true input",
                  "While an input is true the output is expr[i], i the first that is; a modifier gives the "
                  "expressions, expr = {x, y}. While none is true the output is y_default.",
                  "Sequencer",
                  EG_TEXTS(FIRST_ACTIVE, "chosen[nu + 1] = y_default;",
                           "for i in 1:nu loop chosen[i] = if u[i] then expr[i] else chosen[i + 1]; end for;",
                           "y = chosen[1];"),
                  EG_PORTS(real_switch_ports), EG_PARAMETERS(real_switch_parameters),
                  EG_VARIABLES(real_switch_variables))

/* ---------------------------------------------------------------- Integer signals */

static const eg_parameter sum_parameters[] = {NU,
                                              {.name = "k",
                                               .columns = 1,
                                               .type = EG_INTEGER,
                                               .value_text = "fill(1, nu)",
                                               .is_structural = true,
                                               .doc = "Factors of the inputs"}};
static const eg_port integer_ports[] = {EG_PORTS_OF(EG_INTEGER_INPUT, "u", "nu", "Input signals"),
                                        EG_PORT_OF(EG_INTEGER_OUTPUT, "y", "Output signal")};
static const eg_variable integer_variables[] = {{.name = "first",
                                                 .size = "nu + 1",
                                                 .type = EG_INTEGER,
                                                 .is_protected = true,
                                                 .doc = "What the first inputs come to"}};
#define INTEGERS                                                                                             \
    .extends = EG_TEXTS(EG_INTERFACE("PartialIntegerMISO")), EG_PORTS(integer_ports),                        \
    EG_VARIABLES(integer_variables)

EG_EQUATION_BLOCK(integer_sum, "MathInteger.Sum", "Weighted sum of Integer signals",
                  "y = k[1]*u[1] + k[2]*u[2] + ...; 0 without inputs.", "Sequencer",
                  EG_TEXTS("first[1] = 0;",
                           "for i in 1:nu loop first[i + 1] = first[i] + k[i]*u[i]; end for;",
                           "y = first[nu + 1];"),
                  INTEGERS, EG_PARAMETERS(sum_parameters))
EG_EQUATION_BLOCK(integer_product, "MathInteger.Product", "Product of Integer signals",
                  "y = u[1]*u[2]*...; 0 without inputs.", "Sequencer",
                  EG_TEXTS("first[1] = if nu > 0 then 1 else 0;",
                           "for i in 1:nu loop first[i + 1] = first[i]*u[i]; end for;", "y = first[nu + 1];"),
                  INTEGERS, EG_PARAMETERS(count))

static const eg_parameter add_parameters[] = {
    {.name = "use_reset", .type = EG_BOOLEAN, .is_structural = true, .doc = "true: the input reset exists"},
    {.name = "use_set",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the input set exists, and is what a reset sets"},
    {.name = "y_start", .type = EG_INTEGER, .doc = "Output at the start, and after a reset without set"}};
static const eg_port add_ports[] = {
    EG_PORT_OF(EG_INTEGER_INPUT, "u", "What is added"),
    EG_PORT_OF(EG_INTEGER_OUTPUT, "y", "Sum"),
    EG_PORT_OF(EG_BOOLEAN_INPUT, "trigger", "Says when: as it rises"),
    {.name = "reset", .kind = EG_BOOLEAN_INPUT, .condition = "use_reset", .doc = "Sets the sum, as it rises"},
    {.name = "set", .kind = EG_INTEGER_INPUT, .condition = "use_set", .doc = "What a reset sets"}};
#define LOCAL(name_, kind_, doc_) "protected Modelica.Blocks.Interfaces." kind_ " " name_ " \"" doc_ "\";"

EG_EQUATION_BLOCK(
    triggered_add, "MathInteger.TriggeredAdd", "Adds up an Integer signal whenever another rises",
    "When trigger rises the input is added to the output; when reset rises the output becomes set, "
    "or y_start.",
    "Sequencer",
    EG_TEXTS("connect(reset, local_reset);", "connect(set, local_set);",
             "if not use_reset then local_reset = false; end if;",
             "if not use_set then local_set = y_start; end if;", "initial equation pre(y) = y_start;",
             "when {trigger, local_reset} then y = if local_reset then local_set else pre(y) + u; "
             "end when;"),
    .components = EG_TEXTS(LOCAL("local_reset", "BooleanOutput", "reset, or false"),
                           LOCAL("local_set", "IntegerOutput", "set, or y_start")),
    .extends = EG_TEXTS(EG_INTERFACE("PartialIntegerSISO")), EG_PORTS(add_ports),
    EG_PARAMETERS(add_parameters))
