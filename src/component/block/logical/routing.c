/* Routing: blocks that combine and take apart vectors of signals. Nothing is computed; a signal has the
 * derivatives of what it was made of. */
#include "component/by_equations.h"

#define N(name_, doc_) EG_PARAMETER_COUNT(name_, 1.0, 1.0, doc_)
#define IN(name_, size_, doc_) EG_PORTS_OF(EG_REAL_INPUT, name_, size_, doc_)
#define OUT(name_, size_, doc_) EG_PORTS_OF(EG_REAL_OUTPUT, name_, size_, doc_)

/* ---------------------------------------------------------------- one signal, passed on */

#define PASS(id, name_, kind_, what_)                                                                        \
    static const eg_port id##_ports[] = {EG_PORT_OF(EG_##kind_##_INPUT, "u", "Input signal"),                \
                                         EG_PORT_OF(EG_##kind_##_OUTPUT, "y", "The same signal")};           \
    EG_EQUATION_BLOCK(id, name_, what_ " signal, passed on as it is",                                        \
                      "It gives a signal another name, and closes connectors that a model has inside.",      \
                      "Routes", EG_TEXTS("y = u;"), EG_PORTS(id##_ports))

PASS(real_pass_through, "Routing.RealPassThrough", REAL, "Real")
PASS(integer_pass_through, "Routing.IntegerPassThrough", INTEGER, "Integer")
PASS(boolean_pass_through, "Routing.BooleanPassThrough", BOOLEAN, "Boolean")

static const eg_parameter replicator_parameters[] = {N("nout", "Number of outputs")};

#define REPLICATES(id, name_, kind_, what_)                                                                  \
    static const eg_port id##_ports[] = {                                                                    \
        EG_PORT_OF(EG_##kind_##_INPUT, "u", "Input signal"),                                                 \
        EG_PORTS_OF(EG_##kind_##_OUTPUT, "y", "nout", "The same signal, nout times")};                       \
    EG_EQUATION_BLOCK(id, name_, what_ " signal, made a vector of equal ones",                               \
                      "Every output is the input: for vectors of components that are driven alike.",         \
                      "Routes", EG_TEXTS("for i in 1:nout loop y[i] = u; end for;"),                         \
                      EG_PARAMETERS(replicator_parameters), EG_PORTS(id##_ports))

REPLICATES(replicator, "Routing.Replicator", REAL, "Real")
REPLICATES(integer_replicator, "Routing.IntegerReplicator", INTEGER, "Integer")
REPLICATES(boolean_replicator, "Routing.BooleanReplicator", BOOLEAN, "Boolean")

/* ---------------------------------------------------------------- some signals of a vector */

static const eg_parameter extract_parameters[] = {N("nin", "Number of inputs"),
                                                  N("nout", "Number of outputs"),
                                                  {.name = "extract",
                                                   .columns = 1,
                                                   .type = EG_INTEGER,
                                                   .value_text = "1:nout",
                                                   .is_structural = true,
                                                   .doc = "Which of the inputs the outputs are"}};
static const eg_port extract_ports[] = {IN("u", "nin", "Input signals"), OUT("y", "nout", "Those of them")};

EG_EQUATION_BLOCK(extract_signal, "Routing.ExtractSignal", "Some signals of a vector",
                  "Output i is input extract[i]; an input may be taken several times, or not at all.",
                  "Routes", EG_TEXTS("for i in 1:nout loop y[i] = u[extract[i]]; end for;"),
                  EG_PARAMETERS(extract_parameters), EG_PORTS(extract_ports))

static const eg_parameter extractor_parameters[] = {
    N("nin", "Number of inputs"),
    {.name = "allowOutOfRange",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: an index below 1 or above nin gives outOfRangeValue; false: it ends the run"},
    {.name = "outOfRangeValue", .value = 1e10, .doc = "Output for an index out of range"}};
static const eg_port extractor_ports[] = {IN("u", "nin", "Input signals"),
                                          EG_PORT_OF(EG_INTEGER_INPUT, "index", "Which of them, from 1"),
                                          EG_PORT_OF(EG_REAL_OUTPUT, "y", "Input number index")};
static const eg_variable extractor_variables[] = {
    {.name = "k", .size = "nin + 1", .is_protected = true, .doc = "What the first inputs come to"}};

EG_EQUATION_BLOCK(
    extractor, "Routing.Extractor", "One signal of a vector, chosen by an Integer signal",
    "The output is the input whose number, from 1 to nin, is the index; that the index changes is "
    "an event.",
    "Routes",
    EG_TEXTS("k[1] = outOfRangeValue;",
             "for i in 1:nin loop k[i + 1] = if index == i then u[i] else k[i]; end for;",
             "assert(allowOutOfRange or index >= 1 and index <= nin, \"the index is out of range: "
             "there is no such input\");",
             "y = k[nin + 1];"),
    EG_PARAMETERS(extractor_parameters), EG_PORTS(extractor_ports), EG_VARIABLES(extractor_variables))

/* ---------------------------------------------------------------- vectors joined and parted */

static const eg_parameter multiplex_parameters[] = {EG_PARAMETER_COUNT("n", 0.0, 0.0, "Number of inputs")};
static const eg_port multiplex_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "n", "Input signals"),
                                          OUT("y", "n", "The same, as one vector")};

EG_EQUATION_BLOCK(multiplex, "Routing.Multiplex", "Signals joined to a vector", "Output i is input i.",
                  "Routes", EG_TEXTS("for i in 1:n loop y[i] = u[i]; end for;"),
                  EG_PARAMETERS(multiplex_parameters), EG_PORTS(multiplex_ports))

static const eg_port demultiplex_ports[] = {IN("u", "n", "Vector of signals"),
                                            EG_PORTS_OF(EG_REAL_OUTPUT, "y", "n", "Its signals")};

EG_EQUATION_BLOCK(demultiplex, "Routing.DeMultiplex", "A vector parted to its signals",
                  "Output i is input i.", "Routes", EG_TEXTS("for i in 1:n loop y[i] = u[i]; end for;"),
                  EG_PARAMETERS(multiplex_parameters), EG_PORTS(demultiplex_ports))

static const eg_parameter lengths_2[] = {N("n1", "Length of vector 1"), N("n2", "Length of vector 2")};

static const eg_port multiplex2_ports[] = {IN("u1", "n1", "Vector 1"), IN("u2", "n2", "Vector 2"),
                                           OUT("y", "n1 + n2", "All of them")};

EG_EQUATION_BLOCK(multiplex2, "Routing.Multiplex2", "Two vectors of signals joined to one",
                  "The output is the elements of u1, then those of u2, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y[i] = u1[i]; end for;",
                           "for i in 1:n2 loop y[n1 + i] = u2[i]; end for;"),
                  EG_PARAMETERS(lengths_2), EG_PORTS(multiplex2_ports))

static const eg_port demultiplex2_ports[] = {IN("u", "n1 + n2", "Vector of signals"),
                                             OUT("y1", "n1", "Vector 1"), OUT("y2", "n2", "Vector 2")};

EG_EQUATION_BLOCK(demultiplex2, "Routing.DeMultiplex2", "A vector of signals parted into two",
                  "y1 is the first n1 elements of the input, y2 the n2 that follow, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y1[i] = u[i]; end for;",
                           "for i in 1:n2 loop y2[i] = u[n1 + i]; end for;"),
                  EG_PARAMETERS(lengths_2), EG_PORTS(demultiplex2_ports))

static const eg_parameter lengths_3[] = {N("n1", "Length of vector 1"), N("n2", "Length of vector 2"),
                                         N("n3", "Length of vector 3")};

static const eg_port multiplex3_ports[] = {IN("u1", "n1", "Vector 1"), IN("u2", "n2", "Vector 2"),
                                           IN("u3", "n3", "Vector 3"),
                                           OUT("y", "n1 + n2 + n3", "All of them")};

EG_EQUATION_BLOCK(multiplex3, "Routing.Multiplex3", "Three vectors of signals joined to one",
                  "The output is the elements of u1, then those of u2, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y[i] = u1[i]; end for;",
                           "for i in 1:n2 loop y[n1 + i] = u2[i]; end for;",
                           "for i in 1:n3 loop y[n1 + n2 + i] = u3[i]; end for;"),
                  EG_PARAMETERS(lengths_3), EG_PORTS(multiplex3_ports))

static const eg_port demultiplex3_ports[] = {IN("u", "n1 + n2 + n3", "Vector of signals"),
                                             OUT("y1", "n1", "Vector 1"), OUT("y2", "n2", "Vector 2"),
                                             OUT("y3", "n3", "Vector 3")};

EG_EQUATION_BLOCK(demultiplex3, "Routing.DeMultiplex3", "A vector of signals parted into three",
                  "y1 is the first n1 elements of the input, y2 the n2 that follow, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y1[i] = u[i]; end for;",
                           "for i in 1:n2 loop y2[i] = u[n1 + i]; end for;",
                           "for i in 1:n3 loop y3[i] = u[n1 + n2 + i]; end for;"),
                  EG_PARAMETERS(lengths_3), EG_PORTS(demultiplex3_ports))

static const eg_parameter lengths_4[] = {N("n1", "Length of vector 1"), N("n2", "Length of vector 2"),
                                         N("n3", "Length of vector 3"), N("n4", "Length of vector 4")};

static const eg_port multiplex4_ports[] = {IN("u1", "n1", "Vector 1"), IN("u2", "n2", "Vector 2"),
                                           IN("u3", "n3", "Vector 3"), IN("u4", "n4", "Vector 4"),
                                           OUT("y", "n1 + n2 + n3 + n4", "All of them")};

EG_EQUATION_BLOCK(multiplex4, "Routing.Multiplex4", "Four vectors of signals joined to one",
                  "The output is the elements of u1, then those of u2, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y[i] = u1[i]; end for;",
                           "for i in 1:n2 loop y[n1 + i] = u2[i]; end for;",
                           "for i in 1:n3 loop y[n1 + n2 + i] = u3[i]; end for;",
                           "for i in 1:n4 loop y[n1 + n2 + n3 + i] = u4[i]; end for;"),
                  EG_PARAMETERS(lengths_4), EG_PORTS(multiplex4_ports))

static const eg_port demultiplex4_ports[] = {IN("u", "n1 + n2 + n3 + n4", "Vector of signals"),
                                             OUT("y1", "n1", "Vector 1"), OUT("y2", "n2", "Vector 2"),
                                             OUT("y3", "n3", "Vector 3"), OUT("y4", "n4", "Vector 4")};

EG_EQUATION_BLOCK(demultiplex4, "Routing.DeMultiplex4", "A vector of signals parted into four",
                  "y1 is the first n1 elements of the input, y2 the n2 that follow, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y1[i] = u[i]; end for;",
                           "for i in 1:n2 loop y2[i] = u[n1 + i]; end for;",
                           "for i in 1:n3 loop y3[i] = u[n1 + n2 + i]; end for;",
                           "for i in 1:n4 loop y4[i] = u[n1 + n2 + n3 + i]; end for;"),
                  EG_PARAMETERS(lengths_4), EG_PORTS(demultiplex4_ports))

static const eg_parameter lengths_5[] = {N("n1", "Length of vector 1"), N("n2", "Length of vector 2"),
                                         N("n3", "Length of vector 3"), N("n4", "Length of vector 4"),
                                         N("n5", "Length of vector 5")};

static const eg_port multiplex5_ports[] = {
    IN("u1", "n1", "Vector 1"), IN("u2", "n2", "Vector 2"),
    IN("u3", "n3", "Vector 3"), IN("u4", "n4", "Vector 4"),
    IN("u5", "n5", "Vector 5"), OUT("y", "n1 + n2 + n3 + n4 + n5", "All of them")};

EG_EQUATION_BLOCK(multiplex5, "Routing.Multiplex5", "Five vectors of signals joined to one",
                  "The output is the elements of u1, then those of u2, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y[i] = u1[i]; end for;",
                           "for i in 1:n2 loop y[n1 + i] = u2[i]; end for;",
                           "for i in 1:n3 loop y[n1 + n2 + i] = u3[i]; end for;",
                           "for i in 1:n4 loop y[n1 + n2 + n3 + i] = u4[i]; end for;",
                           "for i in 1:n5 loop y[n1 + n2 + n3 + n4 + i] = u5[i]; end for;"),
                  EG_PARAMETERS(lengths_5), EG_PORTS(multiplex5_ports))

static const eg_port demultiplex5_ports[] = {IN("u", "n1 + n2 + n3 + n4 + n5", "Vector of signals"),
                                             OUT("y1", "n1", "Vector 1"),
                                             OUT("y2", "n2", "Vector 2"),
                                             OUT("y3", "n3", "Vector 3"),
                                             OUT("y4", "n4", "Vector 4"),
                                             OUT("y5", "n5", "Vector 5")};

EG_EQUATION_BLOCK(demultiplex5, "Routing.DeMultiplex5", "A vector of signals parted into five",
                  "y1 is the first n1 elements of the input, y2 the n2 that follow, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y1[i] = u[i]; end for;",
                           "for i in 1:n2 loop y2[i] = u[n1 + i]; end for;",
                           "for i in 1:n3 loop y3[i] = u[n1 + n2 + i]; end for;",
                           "for i in 1:n4 loop y4[i] = u[n1 + n2 + n3 + i]; end for;",
                           "for i in 1:n5 loop y5[i] = u[n1 + n2 + n3 + n4 + i]; end for;"),
                  EG_PARAMETERS(lengths_5), EG_PORTS(demultiplex5_ports))

static const eg_parameter lengths_6[] = {N("n1", "Length of vector 1"), N("n2", "Length of vector 2"),
                                         N("n3", "Length of vector 3"), N("n4", "Length of vector 4"),
                                         N("n5", "Length of vector 5"), N("n6", "Length of vector 6")};

static const eg_port multiplex6_ports[] = {IN("u1", "n1", "Vector 1"),
                                           IN("u2", "n2", "Vector 2"),
                                           IN("u3", "n3", "Vector 3"),
                                           IN("u4", "n4", "Vector 4"),
                                           IN("u5", "n5", "Vector 5"),
                                           IN("u6", "n6", "Vector 6"),
                                           OUT("y", "n1 + n2 + n3 + n4 + n5 + n6", "All of them")};

EG_EQUATION_BLOCK(multiplex6, "Routing.Multiplex6", "Six vectors of signals joined to one",
                  "The output is the elements of u1, then those of u2, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y[i] = u1[i]; end for;",
                           "for i in 1:n2 loop y[n1 + i] = u2[i]; end for;",
                           "for i in 1:n3 loop y[n1 + n2 + i] = u3[i]; end for;",
                           "for i in 1:n4 loop y[n1 + n2 + n3 + i] = u4[i]; end for;",
                           "for i in 1:n5 loop y[n1 + n2 + n3 + n4 + i] = u5[i]; end for;",
                           "for i in 1:n6 loop y[n1 + n2 + n3 + n4 + n5 + i] = u6[i]; end for;"),
                  EG_PARAMETERS(lengths_6), EG_PORTS(multiplex6_ports))

static const eg_port demultiplex6_ports[] = {IN("u", "n1 + n2 + n3 + n4 + n5 + n6", "Vector of signals"),
                                             OUT("y1", "n1", "Vector 1"),
                                             OUT("y2", "n2", "Vector 2"),
                                             OUT("y3", "n3", "Vector 3"),
                                             OUT("y4", "n4", "Vector 4"),
                                             OUT("y5", "n5", "Vector 5"),
                                             OUT("y6", "n6", "Vector 6")};

EG_EQUATION_BLOCK(demultiplex6, "Routing.DeMultiplex6", "A vector of signals parted into six",
                  "y1 is the first n1 elements of the input, y2 the n2 that follow, and so on.", "Routes",
                  EG_TEXTS("for i in 1:n1 loop y1[i] = u[i]; end for;",
                           "for i in 1:n2 loop y2[i] = u[n1 + i]; end for;",
                           "for i in 1:n3 loop y3[i] = u[n1 + n2 + i]; end for;",
                           "for i in 1:n4 loop y4[i] = u[n1 + n2 + n3 + i]; end for;",
                           "for i in 1:n5 loop y5[i] = u[n1 + n2 + n3 + n4 + i]; end for;",
                           "for i in 1:n6 loop y6[i] = u[n1 + n2 + n3 + n4 + n5 + i]; end for;"),
                  EG_PARAMETERS(lengths_6), EG_PORTS(demultiplex6_ports))
