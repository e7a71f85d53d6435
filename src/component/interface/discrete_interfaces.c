/* Connectors of Boolean and Integer signals, and those of vectors of signals. */
#include "component/block/blocks.h"

#define CONNECTOR(id, name_, kind_, port_, port_doc_, doc_, text_)                                           \
    static const eg_port id##_port[] = {{.name = (port_), .kind = (kind_), .doc = (port_doc_)}};             \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_MSL_BLOCK("Interfaces." name_),                                                           \
        .kind = EG_CONNECTOR,                                                                                \
        .doc = (doc_),                                                                                       \
        .text = (text_),                                                                                     \
        EG_PORTS(id##_port),                                                                                 \
    };

#define INPUT_TEXT                                                                                           \
    "It takes the value of the one output that it is connected to, directly or through connectors of the "   \
    "models around it, and changes at events only."
#define OUTPUT_TEXT "It may feed any number of inputs, and changes at events only."

CONNECTOR(boolean_input, "BooleanInput", EG_BOOLEAN_INPUT, "u", "Signal that comes in",
          "Boolean signal that a block takes in", INPUT_TEXT)
CONNECTOR(boolean_output, "BooleanOutput", EG_BOOLEAN_OUTPUT, "y", "Signal that goes out",
          "Boolean signal that a block gives out", OUTPUT_TEXT)
CONNECTOR(integer_input, "IntegerInput", EG_INTEGER_INPUT, "u", "Signal that comes in",
          "Integer signal that a block takes in", INPUT_TEXT)
CONNECTOR(integer_output, "IntegerOutput", EG_INTEGER_OUTPUT, "y", "Signal that goes out",
          "Integer signal that a block gives out", OUTPUT_TEXT)
CONNECTOR(real_vector_input, "RealVectorInput", EG_REAL_INPUT, "u", "Signal that comes in",
          "Real signal that comes in, an element of a vector",
          "As RealInput; the name is for vectors of them.")
CONNECTOR(boolean_vector_input, "BooleanVectorInput", EG_BOOLEAN_INPUT, "u", "Signal that comes in",
          "Boolean signal that comes in, an element of a vector",
          "As BooleanInput; the name is for vectors of them.")
CONNECTOR(integer_vector_input, "IntegerVectorInput", EG_INTEGER_INPUT, "u", "Signal that comes in",
          "Integer signal that comes in, an element of a vector",
          "As IntegerInput; the name is for vectors of them.")
CONNECTOR(real_vector_output, "RealVectorOutput", EG_REAL_OUTPUT, "y", "Signal that goes out",
          "Real signal that goes out, an element of a vector",
          "As RealOutput; the name is for vectors of them.")
