/* Connectors of Boolean and Integer signals, and the partial blocks that have them or vectors of signals:
 * what users' own blocks extend. */
#include "component/by_equations.h"

#define IN(name_, doc_) EG_PORT_OF(EG_REAL_INPUT, name_, doc_)
#define OUT(name_, doc_) EG_PORT_OF(EG_REAL_OUTPUT, name_, doc_)
#define BOOLEAN_IN(name_, doc_) EG_PORT_OF(EG_BOOLEAN_INPUT, name_, doc_)
#define BOOLEAN_OUT(name_, doc_) EG_PORT_OF(EG_BOOLEAN_OUTPUT, name_, doc_)
#define INTEGER_IN(name_, doc_) EG_PORT_OF(EG_INTEGER_INPUT, name_, doc_)
#define INTEGER_OUT(name_, doc_) EG_PORT_OF(EG_INTEGER_OUTPUT, name_, doc_)

/* ---------------------------------------------------------------- connectors */

#define CONNECTOR(id, name_, port_, doc_, text_)                                                             \
    static const eg_port id##_port[] = {port_};                                                              \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_INTERFACE(name_),                                                                         \
        .kind = EG_CONNECTOR,                                                                                \
        .doc = (doc_),                                                                                       \
        .text = (text_),                                                                                     \
        EG_PORTS(id##_port),                                                                                 \
    };

#define INPUT_TEXT                                                                                           \
    "It takes the value of the one output that it is connected to, directly or through connectors of the "   \
    "models around it, and changes at events only."
#define OUTPUT_TEXT "It may feed any number of inputs, and changes at events only."

CONNECTOR(boolean_input, "BooleanInput", BOOLEAN_IN("u", "Signal that comes in"),
          "Boolean signal that a block takes in", INPUT_TEXT)
CONNECTOR(boolean_output, "BooleanOutput", BOOLEAN_OUT("y", "Signal that goes out"),
          "Boolean signal that a block gives out", OUTPUT_TEXT)
CONNECTOR(integer_input, "IntegerInput", INTEGER_IN("u", "Signal that comes in"),
          "Integer signal that a block takes in", INPUT_TEXT)
CONNECTOR(integer_output, "IntegerOutput", INTEGER_OUT("y", "Signal that goes out"),
          "Integer signal that a block gives out", OUTPUT_TEXT)
CONNECTOR(real_vector_input, "RealVectorInput", IN("u", "Signal that comes in"),
          "Real signal that comes in, an element of a vector",
          "As RealInput; the name is for vectors of them.")
CONNECTOR(boolean_vector_input, "BooleanVectorInput", BOOLEAN_IN("u", "Signal that comes in"),
          "Boolean signal that comes in, an element of a vector",
          "As BooleanInput; the name is for vectors of them.")
CONNECTOR(integer_vector_input, "IntegerVectorInput", INTEGER_IN("u", "Signal that comes in"),
          "Integer signal that comes in, an element of a vector",
          "As IntegerInput; the name is for vectors of them.")
CONNECTOR(real_vector_output, "RealVectorOutput", OUT("y", "Signal that goes out"),
          "Real signal that goes out, an element of a vector",
          "As RealOutput; the name is for vectors of them.")

/* ---------------------------------------------------------------- partial blocks */

#define NUMBER(name_, value_, min_, doc_)                                                                    \
    {                                                                                                        \
        .name = (name_), .type = EG_INTEGER, .value = (value_), .min = (min_), .max = 2147483647.0,          \
        .is_structural = true, .doc = (doc_)                                                                 \
    }

#define PARTIAL(id, name_, doc_, text_)                                                                      \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_INTERFACE(name_),                                                                         \
        .kind = EG_PARTIAL,                                                                                  \
        .doc = (doc_),                                                                                       \
        .text = (text_),                                                                                     \
        .by_equations = true,                                                                                \
        EG_PORTS(id##_ports),                                                                                \
    };
#define PARTIAL_WITH(id, name_, doc_, text_)                                                                 \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_INTERFACE(name_),                                                                         \
        .kind = EG_PARTIAL,                                                                                  \
        .doc = (doc_),                                                                                       \
        .text = (text_),                                                                                     \
        .by_equations = true,                                                                                \
        EG_PARAMETERS(id##_parameters),                                                                      \
        EG_PORTS(id##_ports),                                                                                \
    };

static const eg_port boolean_siso_ports[] = {BOOLEAN_IN("u", "Input signal"),
                                             BOOLEAN_OUT("y", "Output signal")};
#define partial_boolean_siso_ports boolean_siso_ports
#define partial_boolean_siso_small_ports boolean_siso_ports
PARTIAL(boolean_siso, "BooleanSISO", "Block with one Boolean input and one Boolean output",
        "The class that extends it says how y depends on u.")
PARTIAL(partial_boolean_siso, "partialBooleanSISO", "Block with one Boolean input and one Boolean output",
        "The same as BooleanSISO with another icon.")
PARTIAL(partial_boolean_siso_small, "PartialBooleanSISO_small",
        "Block with one Boolean input and one Boolean output, drawn small",
        "The same as BooleanSISO with another icon.")

static const eg_port si2_boolean_so_ports[] = {
    BOOLEAN_IN("u1", "First input"), BOOLEAN_IN("u2", "Second input"), BOOLEAN_OUT("y", "Output signal")};
#define partial_boolean_si2so_ports si2_boolean_so_ports
PARTIAL(si2_boolean_so, "SI2BooleanSO", "Block with two Boolean inputs and one Boolean output",
        "The class that extends it says how y depends on u1 and u2.")
PARTIAL(partial_boolean_si2so, "partialBooleanSI2SO", "Block with two Boolean inputs and one Boolean output",
        "The same as SI2BooleanSO with another icon.")

static const eg_port partial_boolean_si3so_ports[] = {
    BOOLEAN_IN("u1", "First input"), BOOLEAN_IN("u2", "Second input"), BOOLEAN_IN("u3", "Third input"),
    BOOLEAN_OUT("y", "Output signal")};
PARTIAL(partial_boolean_si3so, "partialBooleanSI3SO",
        "Block with three Boolean inputs and one Boolean output",
        "The class that extends it says how y depends on u1, u2 and u3.")

static const eg_port partial_boolean_si_ports[] = {BOOLEAN_IN("u", "Input signal")};
PARTIAL(partial_boolean_si, "partialBooleanSI", "Block with one Boolean input",
        "The class that extends it says what is done with u.")

static const eg_port partial_boolean_so_ports[] = {BOOLEAN_OUT("y", "Output signal")};
#define partial_boolean_source_ports partial_boolean_so_ports
#define boolean_signal_source_ports partial_boolean_so_ports
PARTIAL(partial_boolean_so, "partialBooleanSO", "Block with one Boolean output",
        "The class that extends it says what y is.")
PARTIAL(partial_boolean_source, "partialBooleanSource", "Source of a Boolean signal",
        "The class that extends it says what y is.")
PARTIAL(boolean_signal_source, "BooleanSignalSource", "Source of a Boolean signal",
        "The class that extends it says what y is.")

static const eg_parameter partial_boolean_threshold_comparison_parameters[] = {
    {.name = "threshold", .doc = "What the input is compared with"}};
static const eg_port partial_boolean_threshold_comparison_ports[] = {IN("u", "Input signal"),
                                                                     BOOLEAN_OUT("y", "Output signal")};
PARTIAL_WITH(partial_boolean_threshold_comparison, "partialBooleanThresholdComparison",
             "Block that compares a signal with a threshold",
             "The class that extends it says what y is; where u crosses the threshold is an event.")

static const eg_port partial_boolean_comparison_ports[] = {IN("u1", "First input"), IN("u2", "Second input"),
                                                           BOOLEAN_OUT("y", "Output signal")};
PARTIAL(partial_boolean_comparison, "partialBooleanComparison", "Block that compares two signals",
        "The class that extends it says what y is; where u1 crosses u2 is an event.")

static const eg_port integer_so_ports[] = {INTEGER_OUT("y", "Output signal")};
PARTIAL(integer_so, "IntegerSO", "Block with one Integer output", "The class that extends it says what y is.")

static const eg_parameter integer_signal_source_parameters[] = {
    {.name = "offset", .type = EG_INTEGER, .doc = "Added to the signal, also before startTime"},
    {.name = "startTime", EG_SI_TIME, .doc = "Until then the output is constant"}};
#define integer_signal_source_ports integer_so_ports
PARTIAL_WITH(integer_signal_source, "IntegerSignalSource",
             "Source of an Integer signal that begins at startTime", "Before startTime the output is offset.")

static const eg_port integer_si_boolean_so_ports[] = {INTEGER_IN("u", "Input signal"),
                                                      BOOLEAN_OUT("y", "Output signal")};
PARTIAL(integer_si_boolean_so, "IntegerSIBooleanSO", "Block with an Integer input and a Boolean output",
        "The class that extends it says how y depends on u.")

static const eg_port partial_integer_siso_ports[] = {INTEGER_IN("u", "Input signal"),
                                                     INTEGER_OUT("y", "Output signal")};
PARTIAL(partial_integer_siso, "PartialIntegerSISO", "Block with an Integer input and an Integer output",
        "The class that extends it says how y depends on u.")

/* ---------------------------------------------------------------- vectors of signals */

static const eg_parameter mo_parameters[] = {NUMBER("nout", 1.0, 1.0, "Number of outputs")};
static const eg_port mo_ports[] = {EG_PORTS_OF(EG_REAL_OUTPUT, "y", "nout", "Output signals")};
PARTIAL_WITH(mo, "MO", "Block with a vector of outputs", "The class that extends it says what y is.")

static const eg_parameter simo_parameters[] = {NUMBER("nout", 1.0, 0.0, "Number of outputs")};
static const eg_port simo_ports[] = {IN("u", "Input signal"),
                                     EG_PORTS_OF(EG_REAL_OUTPUT, "y", "nout", "Output signals")};
PARTIAL_WITH(simo, "SIMO", "Block with one input and a vector of outputs",
             "The class that extends it says how y depends on u.")

static const eg_parameter miso_parameters[] = {NUMBER("nin", 1.0, 0.0, "Number of inputs")};
static const eg_port miso_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nin", "Input signals"),
                                     OUT("y", "Output signal")};
PARTIAL_WITH(miso, "MISO", "Block with a vector of inputs and one output",
             "The class that extends it says how y depends on u.")

static const eg_parameter mimo_parameters[] = {NUMBER("nin", 1.0, 0.0, "Number of inputs"),
                                               NUMBER("nout", 1.0, 0.0, "Number of outputs")};
static const eg_port mimo_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nin", "Input signals"),
                                     EG_PORTS_OF(EG_REAL_OUTPUT, "y", "nout", "Output signals")};
PARTIAL_WITH(mimo, "MIMO", "Block with vectors of inputs and outputs",
             "The class that extends it says how y depends on u.")

static const eg_parameter mimos_parameters[] = {NUMBER("n", 1.0, 0.0, "Number of inputs and of outputs")};
static const eg_port mimos_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "n", "Input signals"),
                                      EG_PORTS_OF(EG_REAL_OUTPUT, "y", "n", "Output signals")};
PARTIAL_WITH(mimos, "MIMOs", "Block with as many outputs as inputs",
             "The class that extends it says how y depends on u.")

static const eg_parameter mi2mo_parameters[] = {NUMBER("n", 1.0, 0.0, "Length of the vectors")};
static const eg_port mi2mo_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u1", "n", "First vector of inputs"),
                                      EG_PORTS_OF(EG_REAL_INPUT, "u2", "n", "Second vector of inputs"),
                                      EG_PORTS_OF(EG_REAL_OUTPUT, "y", "n", "Output signals")};
PARTIAL_WITH(mi2mo, "MI2MO", "Block with two vectors of inputs and one of outputs",
             "The class that extends it says how y depends on u1 and u2.")

static const eg_parameter partial_real_miso_parameters[] = {
    NUMBER("significantDigits", 3.0, 1.0, "Digits of the number that the icon shows"),
    NUMBER("nu", 0.0, 0.0, "Number of inputs")};
static const eg_port partial_real_miso_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nu", "Input signals"),
                                                  OUT("y", "Output signal")};
PARTIAL_WITH(partial_real_miso, "PartialRealMISO", "Block with a vector of inputs and one output",
             "The class that extends it says how y depends on u.")

static const eg_parameter partial_integer_miso_parameters[] = {NUMBER("nu", 0.0, 0.0, "Number of inputs")};
static const eg_port partial_integer_miso_ports[] = {
    EG_PORTS_OF(EG_INTEGER_INPUT, "u", "nu", "Input signals"), INTEGER_OUT("y", "Output signal")};
PARTIAL_WITH(partial_integer_miso, "PartialIntegerMISO",
             "Block with a vector of Integer inputs and one Integer output",
             "The class that extends it says how y depends on u.")

#define partial_boolean_miso_parameters partial_integer_miso_parameters
static const eg_port partial_boolean_miso_ports[] = {
    EG_PORTS_OF(EG_BOOLEAN_INPUT, "u", "nu", "Input signals"), BOOLEAN_OUT("y", "Output signal")};
PARTIAL_WITH(partial_boolean_miso, "PartialBooleanMISO",
             "Block with a vector of Boolean inputs and one Boolean output",
             "The class that extends it says how y depends on u.")

#define boolean_mimos_parameters mimos_parameters
static const eg_port boolean_mimos_ports[] = {EG_PORTS_OF(EG_BOOLEAN_INPUT, "u", "n", "Input signals"),
                                              EG_PORTS_OF(EG_BOOLEAN_OUTPUT, "y", "n", "Output signals")};
PARTIAL_WITH(boolean_mimos, "BooleanMIMOs", "Block with as many Boolean outputs as Boolean inputs",
             "The class that extends it says how y depends on u.")

#define sv_control_ports                                                                                     \
    {                                                                                                        \
        IN("u_s", "Setpoint"), IN("u_m", "Measurement"), OUT("y", "What the actuator does")                  \
    }
static const eg_port svcontrol_ports[] = sv_control_ports;
PARTIAL(svcontrol, "SVcontrol", "Controller of one signal",
        "The class that extends it says how y depends on the setpoint u_s and the measurement u_m.")
