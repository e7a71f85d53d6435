/* The names of a model's variables, and the one that was probably meant by a name that is none of them. */
#include "base/arena.h"
#include "base/names.h"
#include "network/motion/observe.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_NAMES = 20000 }; /* that are looked at for a message: all but the largest models' */

int eg_observable_name(const eg_observable *o, char **name, size_t *capacity)
{
    const char *parts[3] = {o->path, o->port, o->variable};
    size_t length = 0;
    for (int i = 0; i < 3; i++)
        length += parts[i] ? strlen(parts[i]) + 1 : 0;
    if (eg_grow((void **)name, capacity, length + 1, 1) < 0)
        return -1;
    char *end = *name;
    for (int i = 0; i < 3; i++) {
        if (!parts[i] || !*parts[i])
            continue;
        if (end > *name)
            *end++ = '.';
        size_t n = strlen(parts[i]);
        memcpy(end, parts[i], n);
        end += n;
    }
    *end = '\0';
    return 0;
}

typedef struct gathering {
    eg_observable_visitor visitor;
    char **names;
    size_t count, capacity;
} gathering;

static int gather(eg_observable_visitor *v, const eg_observable *o)
{
    gathering *g = (gathering *)v;
    char *name = NULL;
    size_t capacity = 0;
    if (g->count >= MOST_NAMES ||
        eg_grow((void **)&g->names, &g->capacity, g->count + 1, sizeof *g->names) < 0 ||
        eg_observable_name(o, &name, &capacity) < 0)
        return 1;
    g->names[g->count++] = name;
    return 0;
}

char *eg_model_nearest_variable(const eg_model *m, const char *name)
{
    gathering g = {.visitor.visit = gather};
    eg_model_each_variable(m, &g.visitor);
    const char *best = eg_nearest(name, (const char *const *)g.names, g.count);
    char *copy = best ? strdup(best) : NULL;
    for (size_t i = 0; i < g.count; i++)
        free(g.names[i]);
    free(g.names);
    return copy;
}
