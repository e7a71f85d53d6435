/* Models between which a run can pass. */
#ifndef EG_NETWORK_COMPILE_SAME_STRUCTURE_H
#define EG_NETWORK_COMPILE_SAME_STRUCTURE_H

#include "network/model.h"

/* Have the models the same unknowns, elements, modes and events? */
bool eg_structure_is_same(const eg_model *a, const eg_model *b);

#endif
