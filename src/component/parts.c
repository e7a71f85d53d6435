/* Growing lists of parts, one a kind. */
#include "component/parts.h"

#include "base/arena.h"

#include <stdlib.h>

#define DEFINE_ADDER(name, type)                                                                             \
    int eg_parts_add_##name(eg_parts *parts, type part)                                                      \
    {                                                                                                        \
        void *items = parts->name;                                                                           \
        if (eg_grow(&items, &parts->name##_capacity, parts->name##_count + 1, sizeof part) != 0)             \
            return -1;                                                                                       \
        parts->name = items;                                                                                 \
        part.instance = parts->instance;                                                                     \
        parts->name[parts->name##_count++] = part;                                                           \
        return 0;                                                                                            \
    }
EG_PART_LIST(DEFINE_ADDER)
#undef DEFINE_ADDER

void eg_parts_trim(eg_parts *parts)
{
#define TRIM(name, type)                                                                                     \
    {                                                                                                        \
        void *items = parts->name;                                                                           \
        eg_trim(&items, &parts->name##_capacity, parts->name##_count, sizeof *parts->name);                  \
        parts->name = items;                                                                                 \
    }
    EG_PART_LIST(TRIM)
#undef TRIM
}

void eg_parts_forget_made(eg_parts *parts)
{
    free(parts->rigid);
    free(parts->ground);
    free(parts->inertia);
    parts->rigid = NULL;
    parts->ground = NULL;
    parts->inertia = NULL;
    parts->rigid_count = parts->rigid_capacity = 0;
    parts->ground_count = parts->ground_capacity = 0;
    parts->inertia_count = parts->inertia_capacity = 0;
}

size_t eg_parts_bytes(const eg_parts *parts)
{
    size_t bytes = 0;
#define ADD_BYTES(name, type) bytes += parts->name##_capacity * sizeof *parts->name;
    EG_PART_LIST(ADD_BYTES)
#undef ADD_BYTES
    return bytes;
}

void eg_parts_release(eg_parts *parts)
{
    if (!parts)
        return;
#define RELEASE(name, type) free(parts->name);
    EG_PART_LIST(RELEASE)
#undef RELEASE
    *parts = (eg_parts){0};
}
