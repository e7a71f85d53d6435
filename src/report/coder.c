#include "report/coder.h"

#include "base/arena.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the range coder (Martin 1979; LZMA) */

enum {
    CHANCE_BITS = 11,
    EVEN = 1 << (CHANCE_BITS - 1),
    ADAPTS = 4,
    TREE = 128,
    CONTEXTS = 17,
    MOST_RAW = 12
};

typedef struct coder {
    eg_code *to;
    uint64_t low; /* the interval so far: from low on, of the size range */
    uint32_t range;
    unsigned char cache; /* a byte that a carry may still change, */
    size_t pending;      /* and behind it so many less one of 0xFF */
    uint16_t chances[CONTEXTS][TREE];
    bool failed;
} coder;

static void put_byte(coder *c, unsigned char byte)
{
    eg_code *to = c->to;
    if (c->failed || eg_grow((void **)&to->bytes, &to->capacity, to->length + 1, 1) != 0)
        c->failed = true;
    else
        to->bytes[to->length++] = byte;
}

static void shift(coder *c)
{
    if (c->low < UINT64_C(0xFF000000) || c->low > UINT64_C(0xFFFFFFFF)) {
        const unsigned char carry = (unsigned char)(c->low >> 32);
        for (; c->pending > 0; c->pending--) {
            put_byte(c, (unsigned char)(c->cache + carry));
            c->cache = 0xFF;
        }
        c->cache = (unsigned char)(c->low >> 24);
    }
    c->pending++;
    c->low = (c->low & 0x00FFFFFF) << 8;
}

static void renew(coder *c)
{
    while (c->range < UINT32_C(1) << 24) {
        c->range <<= 8;
        shift(c);
    }
}

/* One bit, of which `chance` says how likely it is 0. */
static void put_bit(coder *c, uint16_t *chance, unsigned bit)
{
    const uint32_t bound = (c->range >> CHANCE_BITS) * *chance;
    if (bit == 0) {
        c->range = bound;
        *chance = (uint16_t)(*chance + (((1 << CHANCE_BITS) - *chance) >> ADAPTS));
    } else {
        c->low += bound;
        c->range -= bound;
        *chance = (uint16_t)(*chance - (*chance >> ADAPTS));
    }
    renew(c);
}

/* Bits of which nothing is known, from the highest on. */
static void put_raw(coder *c, uint64_t bits, unsigned count)
{
    while (count > 0) {
        const unsigned some = count < MOST_RAW ? count : MOST_RAW;
        count -= some;
        c->range >>= some;
        c->low += (bits >> count & ((UINT32_C(1) << some) - 1)) * c->range;
        renew(c);
    }
}

/* A number of up to 7 bits by the tree of its context. */
static void put_length(coder *c, unsigned context, unsigned length)
{
    unsigned node = 1;
    for (int k = 6; k >= 0; k--) {
        const unsigned bit = length >> k & 1;
        put_bit(c, &c->chances[context][node], bit);
        node = 2 * node + bit;
    }
}

/* ---------------------------------------------------------------- differences */

static unsigned length_of(uint64_t v)
{
    unsigned length = 0;
    for (unsigned step = 32; step > 0; step /= 2)
        if (v >> step) {
            v >>= step;
            length += step;
        }
    return length + (v > 0);
}

/* Of both signs the smallest first: 0, -1, 1, -2 ... */
static uint64_t folded(uint64_t v, unsigned width, uint64_t mask)
{
    return (v << 1 ^ (v >> (width - 1) & 1 ? mask : 0)) & mask;
}

/* Differences of the next order, from behind. */
static void difference(uint64_t *v, size_t count, uint64_t mask)
{
    for (size_t i = count; i-- > 1;)
        v[i] = (v[i] - v[i - 1]) & mask;
}

static size_t bits_of(const uint64_t *v, size_t count, unsigned width, uint64_t mask)
{
    size_t bits = 0;
    for (size_t i = 0; i < count; i++)
        bits += length_of(folded(v[i], width, mask));
    return bits;
}

/* The order at which they are shortest; beyond the first that is longer there is none. */
static int find_order(uint64_t *v, uint64_t *spare, size_t count, unsigned width, uint64_t mask)
{
    memcpy(spare, v, count * sizeof *v);
    size_t least = bits_of(v, count, width, mask), last = least;
    int best = 0;
    for (int order = 1; order <= EG_CODE_ORDERS; order++) {
        difference(spare, count, mask);
        const size_t bits = bits_of(spare, count, width, mask);
        if (bits < least) {
            least = bits;
            best = order;
        } else if (bits > last && order > best + 1)
            break;
        last = bits;
    }
    for (int order = 0; order < best; order++)
        difference(v, count, mask);
    return best;
}

int eg_code_series(eg_code *code, uint64_t *v, size_t count, unsigned width)
{
    const uint64_t mask = width == 64 ? UINT64_MAX : (UINT64_C(1) << width) - 1;
    *code = (eg_code){0};
    if (count == 0)
        return 0;
    uint64_t *spare = malloc(count * sizeof *spare);
    coder *c = malloc(sizeof *c);
    if (!spare || !c) {
        free(spare);
        free(c);
        return -1;
    }
    *c = (coder){.to = code, .range = UINT32_MAX, .pending = 1};
    for (size_t i = 0; i < CONTEXTS; i++)
        for (size_t k = 0; k < TREE; k++)
            c->chances[i][k] = EVEN;
    for (size_t i = 0; width >= 32 && i < count; i++) /* what has a sign is below all that has none */
        v[i] ^= v[i] >> (width - 1) ? mask >> 1 : 0;
    code->order = find_order(v, spare, count, width, mask);
    unsigned before = 0;
    for (size_t i = 0; i < count && !c->failed && code->length < count * width / 8; i++) {
        const uint64_t number = folded(v[i], width, mask);
        const unsigned length = length_of(number);
        put_length(c, before / 4, length);
        if (length > 1)
            put_raw(c, number, length - 1);
        before = length;
    }
    for (int i = 0; i < 5; i++)
        shift(c);
    const bool failed = c->failed;
    free(spare);
    free(c);
    if (failed || code->length >= count * width / 8) {
        free(code->bytes);
        code->bytes = NULL;
    }
    return failed ? -1 : 0;
}
