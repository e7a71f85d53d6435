/* The engines there are. */
#include "engine/engine.h"

#include "base/reason.h"

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

bool eg_engine_runs(const eg_engine_ops *engine, eg_system *s, double t, const double *y, char *reason,
                    size_t size)
{
    if (!engine->create)
        return eg_refuse(reason, size, "it is %s", engine->doc);
    if (engine->most_unknowns > 0 && s->n > engine->most_unknowns)
        return eg_refuse(reason, size, "there are %d unknowns, and it takes up to %d", s->n,
                         engine->most_unknowns);
    return !engine->takes || engine->takes(s, t, y, reason, size);
}

bool eg_engine_takes(const eg_engine_ops *engine, int unknowns, eg_diagnostics *d)
{
    if (engine->most_unknowns == 0 || unknowns <= engine->most_unknowns)
        return true;
    eg_report(d, EG_ERROR, EG_NOWHERE, "the engine %s takes models of up to %d unknowns, and there are %d",
              engine->name, engine->most_unknowns, unknowns);
    eg_remedy(d, "use the engine auto or ida");
    return false;
}
