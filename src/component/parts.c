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

void eg_parts_release(eg_parts *parts)
{
    if (!parts)
        return;
#define RELEASE(name, type) free(parts->name);
    EG_PART_LIST(RELEASE)
#undef RELEASE
    *parts = (eg_parts){0};
}
