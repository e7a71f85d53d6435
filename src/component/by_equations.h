/* Classes that are given by their equations alone (by_equations in class.h): what their descriptors share. */
#ifndef EG_COMPONENT_BY_EQUATIONS_H
#define EG_COMPONENT_BY_EQUATIONS_H

#include "component/block/blocks.h"

#define EG_INTERFACE(name) EG_MSL_BLOCK("Interfaces." name)

#define EG_PORT_OF(kind_, name_, doc_)                                                                       \
    {                                                                                                        \
        .name = (name_), .kind = (kind_), .doc = (doc_)                                                      \
    }
#define EG_PORTS_OF(kind_, name_, size_, doc_)                                                               \
    {                                                                                                        \
        .name = (name_), .kind = (kind_), .size = (size_), .doc = (doc_)                                     \
    }

/* The value of pre(u) or pre(y) at the start. */
#define EG_PARAMETER_PRE(name_, of_)                                                                         \
    {                                                                                                        \
        .name = (name_), .type = EG_BOOLEAN, .doc = "Value of pre(" of_ ") at the start"                     \
    }

#endif
