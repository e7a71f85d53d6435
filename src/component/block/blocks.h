/* What the signal blocks share. Jets do the differentiating (jet.h): a block writes its equation once. */
#ifndef EG_COMPONENT_BLOCK_BLOCKS_H
#define EG_COMPONENT_BLOCK_BLOCKS_H

#include "component/common.h"

#define EG_MSL_BLOCK(name) "Modelica.Blocks." name

#define EG_PORT_U                                                                                            \
    {                                                                                                        \
        .name = "u", .kind = EG_REAL_INPUT, .doc = "Input signal"                                            \
    }
#define EG_PORT_Y                                                                                            \
    {                                                                                                        \
        .name = "y", .kind = EG_REAL_OUTPUT, .doc = "Output signal"                                          \
    }
#define EG_PORTS_SISO EG_PORT_U, EG_PORT_Y
#define EG_PORTS_SI2SO                                                                                       \
    {.name = "u1", .kind = EG_REAL_INPUT, .doc = "First input"},                                             \
        {.name = "u2", .kind = EG_REAL_INPUT, .doc = "Second input"}, EG_PORT_Y

/* Modelica.Blocks.Types.Init */
enum { EG_NO_INIT, EG_STEADY_STATE, EG_INITIAL_STATE, EG_INITIAL_OUTPUT };
extern const char *const eg_init_literals[];
#define EG_PARAMETER_INIT(how)                                                                               \
    {                                                                                                        \
        .name = "initType", .type = EG_ENUMERATION, .type_name = "Modelica.Blocks.Types.Init",               \
        .literals = eg_init_literals, .value = (how), .is_structural = true,                                 \
        .doc = "What holds at the start: nothing (the start values are taken as they are), a steady state, " \
               "the state or the output"                                                                     \
    }
#define EG_PARAMETER_Y_START                                                                                 \
    {                                                                                                        \
        .name = "y_start", .doc = "Output at the start"                                                      \
    }
#define EG_PARAMETER_X_START                                                                                 \
    {                                                                                                        \
        .name = "x_start", .doc = "State at the start"                                                       \
    }

/* For `state_count` and `lag`. */
int eg_one(const double *p);
int eg_two(const double *p);

#endif
