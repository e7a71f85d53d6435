/* The engines there are. */
#include "engine/engine.h"

#include <string.h>

const eg_engine_ops *const eg_engines[] = {&eg_engine_ida,
                                           &eg_engine_erk,
                                           &eg_engine_irk,
                                           &eg_engine_exact,
                                           &eg_engine_fixed,
                                           &eg_engine_direct,
                                           NULL};

const eg_engine_ops *eg_engine_find(const char *name)
{
    for (int i = 0; eg_engines[i]; i++)
        if (strcmp(eg_engines[i]->name, name) == 0)
            return eg_engines[i];
    return NULL;
}
