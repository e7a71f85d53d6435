/* FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv. Tells bytes that were changed by accident, not by
 * design. */
#ifndef EG_BASE_HASH_H
#define EG_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>

static const uint64_t EG_HASH_OF_NOTHING = 14695981039346656037u;

/* The hash of what has the hash `before`, followed by these bytes. */
static inline uint64_t eg_hash(uint64_t before, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    for (size_t i = 0; i < length; i++)
        /* The checker knows numbers, but not the bytes that they are made of.
         * NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
        before = (before ^ from[i]) * 1099511628211u;
    return before;
}

#endif
