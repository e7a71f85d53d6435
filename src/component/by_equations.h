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

#define EG_PARAMETER_COUNT(name_, value_, min_, doc_)                                                        \
    {                                                                                                        \
        .name = (name_), .type = EG_INTEGER, .value = (value_), .min = (min_), .max = 2147483647.0,          \
        .is_structural = true, .doc = (doc_)                                                                 \
    }

/* A block: its name below Modelica.Blocks, one line and paragraphs about it, an example, EG_TEXTS of its
 * equations; then its parameters, ports and variables. */
#define EG_EQUATION_BLOCK(id, name_, doc_, text_, example_, equations_, ...)                                 \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_MSL_BLOCK(name_),                                                                         \
        .kind = EG_BLOCK,                                                                                    \
        .doc = (doc_),                                                                                       \
        .text = (text_),                                                                                     \
        .examples = EG_TEXTS(example_),                                                                      \
        .equations = equations_,                                                                             \
        .by_equations = true,                                                                                \
        __VA_ARGS__,                                                                                         \
    };

/* The value of pre(u) or pre(y) at the start. */
#define EG_PARAMETER_PRE(name_, of_)                                                                         \
    {                                                                                                        \
        .name = (name_), .type = EG_BOOLEAN, .doc = "Value of pre(" of_ ") at the start"                     \
    }

#endif
