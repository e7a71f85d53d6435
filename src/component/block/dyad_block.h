/* What the blocks under Dyad's names share: they are given by their equations (by_equations in class.h),
 * known by the names of their library with and without its modules, BlockComponents.Math.Gain and
 * BlockComponents.Gain. */
#ifndef EG_COMPONENT_BLOCK_DYAD_BLOCK_H
#define EG_COMPONENT_BLOCK_DYAD_BLOCK_H

#include "component/by_equations.h"

/* EG_TEXTS of its equations, then its parameters, ports and variables. */
#define EG_DYAD_BLOCK(id, module_, name_, doc_, text_, equations_, ...)                                      \
    const eg_class eg_class_dyad_##id = {                                                                    \
        .name = "BlockComponents." module_ "." name_,                                                        \
        .short_name = "BlockComponents." name_,                                                              \
        .kind = EG_BLOCK,                                                                                    \
        .doc = doc_ " (Dyad)",                                                                               \
        .text = (text_),                                                                                     \
        .examples = EG_TEXTS("BlocksDyad"),                                                                  \
        .equations = equations_,                                                                             \
        .by_equations = true,                                                                                \
        __VA_ARGS__,                                                                                         \
    };

#endif
