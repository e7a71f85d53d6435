/* Hashes: of bytes, which tell what was changed by accident, not by design; and of words, for tables. */
#ifndef EG_BASE_HASH_H
#define EG_BASE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

static const uint64_t EG_HASH_OF_NOTHING = 14695981039346656037u;

/* FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv): the hash of what has the hash `before`, followed by
 * these bytes. */
static inline uint64_t eg_hash(uint64_t before, const void *bytes, size_t length)
{
    const unsigned char *from = bytes;
    for (size_t i = 0; i < length; i++)
        /* The checker knows numbers, but not the bytes that they are made of.
         * NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult) */
        before = (before ^ from[i]) * 1099511628211u;
    return before;
}

/* 0 and -0 are two numbers here. */
static inline uint64_t eg_bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* 32 bits. A multiplication carries what differs upwards, a shift brings it down again, so that operands
 * that go up one by one, and numbers that differ in their exponents alone, spread over a table too. (The
 * factor is 2^64 over the golden ratio: D. Knuth, The Art of Computer Programming 3, 6.4.) */
static inline uint64_t eg_hash_of(const uint64_t *words, size_t count)
{
    static const uint64_t golden = 0x9E3779B97F4A7C15u;
    uint64_t h = 0;
    for (size_t k = 0; k < count; k++) {
        h = (h ^ words[k]) * golden;
        h ^= h >> 32;
    }
    return (h * golden) >> 32;
}

#endif
