/* Finds blocks of equal bytes again, those that were seen lately: a model says the same of many components.
 * The caller keeps the blocks and compares; here is where to look for one. */
#ifndef EG_BASE_RECENT_H
#define EG_BASE_RECENT_H

#include <stddef.h>
#include <stdint.h>

enum { EG_RECENT_SLOTS = 256 };

/* All zero: nothing has been seen. */
typedef struct eg_recent {
    int slots[EG_RECENT_SLOTS]; /* 1 + the caller's number of a block; 0: none */
} eg_recent;

/* Where the number of a block with these bytes stands, if it stands anywhere (FNV-1a). */
static inline int *eg_recent_slot(eg_recent *recent, const void *bytes, size_t size)
{
    uint32_t h = 2166136261U;
    for (size_t i = 0; i < size; i++)
        h = (h ^ ((const unsigned char *)bytes)[i]) * 16777619U;
    return &recent->slots[(h ^ (h >> 16)) % EG_RECENT_SLOTS];
}

#endif
