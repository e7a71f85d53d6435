/* Reading a number exactly, whatever the locale.
 *
 * A decimal is w 10^k with up to 19 digits w; more digits are cut off, and then w < true < w + 1.
 * 1. w <= 2^53 and |k| <= 22: both are doubles and one operation rounds once (Clinger 1990).
 * 2. Else multiply with the 128-bit power of ten of number_powers.c. It is too large by less than one
 *    unit of its last place, so the product of W (w shifted to the left) with g - 1 lies below the
 *    number and that with g above or on it; where both round to the same double, that is the answer.
 * 3. Where they do not (about once in 2^60 random numbers, but also for every decimal half-way between two
 *    doubles), the answer is the lower or the upper one: compare all digits with the point half-way
 *    between them in exact integer arithmetic (as Gay 1990). */
#include "base/number.h"

#include "base/number_powers.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum {
    DIGITS_IN_WORD = 19, /* decimal digits that always fit into 64 bits */
    /* A point half-way between two doubles has at most 768 significant digits; of what follows it
     * only matters whether it is zero. */
    MOST_DIGITS = 770
};

/* Exponents are cut off here: far beyond all doubles even after as many digits as memory holds. */
static const int64_t farthest = INT64_C(1000000000000000);

/* A decimal as it stands in the text. */
typedef struct decimal_text {
    const char *first, *last; /* the digits, the first one not 0; a point may lie between them */
    int64_t count;            /* of these digits */
    int64_t cut_count;        /* of those that did not fit into `word` */
    bool cut;                 /* not all of those were 0 */
    uint64_t word;            /* the others */
    int64_t exponent;         /* number = word 10^exponent, but for the digits that were cut off */
} decimal_text;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static int leading_zeros(uint64_t x) /* x != 0 */
{
#if defined(__GNUC__)
    return __builtin_clzll(x);
#else
    int n = 0;
    for (; !(x >> 63); x <<= 1)
        n++;
    return n;
#endif
}

/* ---------------------------------------------------------------- rounding */

/* The bits of sig 2^exponent rounded to the nearest double, ties to even; bit 0 of sig is sticky, that
 * is, set when anything non-zero was below. */
static uint64_t round_bits(uint64_t sig, int exponent)
{
    if (sig == 0)
        return 0;
    int zeros = leading_zeros(sig);
    sig <<= zeros;
    exponent -= zeros;
    int shift = 11;
    if (exponent + shift < -1074)
        shift = exponent < -1074 - 65 ? 65 : -1074 - exponent;
    if (shift > 64)
        return 0;
    uint64_t kept = shift == 64 ? 0 : sig >> shift;
    uint64_t rest = shift == 64 ? sig : sig & ((UINT64_C(1) << shift) - 1);
    uint64_t half = UINT64_C(1) << (shift - 1);
    kept += rest > half || (rest == half && kept % 2 == 1);
    int biased = exponent + shift + 1075; /* >= 1; kept carries the hidden bit, hence biased - 1 below */
    if (biased >= 2047)
        return UINT64_C(0x7FF) << 52;
    return ((uint64_t)(biased - 1) << 52) + kept;
}

static double double_of(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

/* ---------------------------------------------------------------- products with the table */

/* w g(k), 192 bits, top first. */
typedef struct product {
    uint64_t top, middle, low;
} product;

static product multiply(uint64_t w, const uint64_t g[2])
{
    eg_wide low = eg_wide_product(g[1], w);
    eg_wide high = eg_wide_product(g[0], w);
    uint64_t middle = high.low + low.high;
    return (product){high.high + (middle < high.low), middle, low.low};
}

static product minus(product p, uint64_t w)
{
    uint64_t borrow = p.low < w;
    uint64_t carried = p.middle < borrow;
    return (product){p.top - carried, p.middle - borrow, p.low - w};
}

static uint64_t round_product(product p, int exponent)
{
    int zeros = leading_zeros(p.top);
    uint64_t sig = p.top, rest = p.middle;
    if (zeros > 0) {
        sig = (sig << zeros) | (rest >> (64 - zeros));
        rest <<= zeros;
    }
    return round_bits(sig | (rest != 0 || p.low != 0), exponent + 128 - zeros);
}

/* Bounds for the bits of word 10^k, or of what lies between it and (word + 1) 10^k when digits were
 * cut off. */
static void bracket(uint64_t word, bool cut, int k, uint64_t *lower, uint64_t *upper)
{
    const uint64_t *g = eg_powers_of_ten[k - EG_POWERS_FIRST];
    int zeros = leading_zeros(word + cut);
    int exponent = eg_floor_log2_pow10(k) - 127 - zeros;
    bool exact = k >= 0 && k <= EG_POWERS_EXACT_LAST;
    product p = multiply(word << zeros, g);
    *upper = round_product(cut ? multiply((word + 1) << zeros, g) : p, exponent);
    *lower = round_product(exact ? p : minus(p, word << zeros), exponent);
}

/* ---------------------------------------------------------------- exact comparison */

/* A natural number of up to 32*BIG_WORDS bits, lowest word first. The largest that occurs: the 770 digits
 * (2558 bits) times 2^1075, or a double's 54 bits times 10^1094 (3635 bits). */
enum { BIG_WORDS = 128 };

typedef struct big {
    uint32_t word[BIG_WORDS];
    int count;
} big;

/* b = b*factor + addend */
static void big_multiply(big *b, uint32_t factor, uint32_t addend)
{
    uint64_t carry = addend;
    for (int i = 0; i < b->count; i++) {
        carry += (uint64_t)b->word[i] * factor;
        b->word[i] = (uint32_t)carry;
        carry >>= 32;
    }
    if (carry != 0) {
        assert(b->count < BIG_WORDS);
        b->word[b->count++] = (uint32_t)carry;
    }
}

static void big_multiply_ten(big *b, int64_t power)
{
    for (; power > 0; power--)
        big_multiply(b, 10, 0);
}

static void big_shift(big *b, int bits)
{
    for (; bits >= 31; bits -= 31)
        big_multiply(b, UINT32_C(1) << 31, 0);
    big_multiply(b, UINT32_C(1) << bits, 0);
}

static int big_compare(const big *a, const big *b)
{
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    for (int i = a->count - 1; i >= 0; i--)
        if (a->word[i] != b->word[i])
            return a->word[i] < b->word[i] ? -1 : 1;
    return 0;
}

/* The digits of the text as a natural number; returns how many of them it lacks. Where digits beyond
 * MOST_DIGITS are not all 0, one digit 1 stands for them. */
static int64_t big_from_text(big *b, const decimal_text *d)
{
    int64_t used = 0;
    bool rest = false;
    for (const char *c = d->first; c < d->last; c++) {
        if (!is_digit(*c))
            continue;
        if (used < MOST_DIGITS) {
            big_multiply(b, 10, (uint32_t)(*c - '0'));
            used++;
        } else if (*c != '0') {
            rest = true;
        }
    }
    if (rest) {
        big_multiply(b, 10, 1);
        used++;
    }
    return d->count - used;
}

/* Is the number nearer to the double after `lower` than to `lower`? */
static bool is_above_half_way(const decimal_text *d, uint64_t lower)
{
    int biased = (int)(lower >> 52);
    uint64_t m = lower & ((UINT64_C(1) << 52) - 1);
    int q = biased == 0 ? -1074 : biased - 1075;
    if (biased != 0)
        m |= UINT64_C(1) << 52;
    uint64_t half_way = 2 * m + 1; /* times 2^(q-1) */
    big right = {{(uint32_t)half_way, (uint32_t)(half_way >> 32)}, half_way >> 32 ? 2 : 1};
    big left = {{0}, 0};
    int64_t exponent = big_from_text(&left, d) + d->exponent - d->cut_count;
    big_multiply_ten(exponent > 0 ? &left : &right, exponent > 0 ? exponent : -exponent);
    big_shift(q - 1 > 0 ? &right : &left, q - 1 > 0 ? q - 1 : 1 - q);
    int order = big_compare(&left, &right);
    return order > 0 || (order == 0 && m % 2 == 1);
}

/* ---------------------------------------------------------------- decimals */

/* Reads digits with at most one point among them. False when there is no digit. */
static bool scan_digits(const char **text, const char *end, decimal_text *d)
{
    const char *c = *text;
    const char *point = NULL;
    int64_t digits = 0;
    for (; c < end && (is_digit(*c) || (*c == '.' && !point)); c++) {
        if (*c == '.') {
            point = c;
            continue;
        }
        digits++;
        if (d->count == 0 && *c == '0')
            continue;
        if (d->count == 0)
            d->first = c;
        if (d->count++ < DIGITS_IN_WORD)
            d->word = 10 * d->word + (uint64_t)(*c - '0');
        else
            d->cut = d->cut || *c != '0';
    }
    d->last = c;
    d->cut_count = d->count > DIGITS_IN_WORD ? d->count - DIGITS_IN_WORD : 0;
    d->exponent = d->cut_count - (point ? c - point - 1 : 0);
    *text = c;
    return digits > 0;
}

/* Reads "e-12" after `mark` (e or p); nothing when it is not complete. */
static int64_t scan_exponent(const char **text, const char *end, char mark)
{
    const char *c = *text;
    if (c >= end || (*c | 0x20) != mark)
        return 0;
    c++;
    bool negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+'))
        c++;
    if (c >= end || !is_digit(*c))
        return 0;
    int64_t exponent = 0;
    for (; c < end && is_digit(*c); c++)
        if (exponent < farthest)
            exponent = 10 * exponent + (*c - '0');
    *text = c;
    return negative ? -exponent : exponent;
}

static double decimal_value(decimal_text *d)
{
    static const double exact[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                   1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    int64_t k = d->exponent;
    if (d->word == 0 || k < EG_POWERS_FIRST)
        return 0.0;
    if (k > 308)
        return double_of(UINT64_C(0x7FF) << 52);
    if (!d->cut && d->word <= UINT64_C(1) << 53 && k >= -22 && k <= 22)
        return k < 0 ? (double)d->word / exact[-k] : (double)d->word * exact[k];
    uint64_t lower, upper;
    bracket(d->word, d->cut, (int)k, &lower, &upper);
    if (lower != upper)
        lower += is_above_half_way(d, lower);
    return double_of(lower);
}

/* ---------------------------------------------------------------- hexadecimals and words */

static int hexadecimal_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    char folded = (char)(c | 0x20);
    return folded >= 'a' && folded <= 'f' ? folded - 'a' + 10 : -1;
}

/* Reads what follows "0x". NULL when there is no digit. */
static const char *read_hexadecimal(const char *c, const char *end, double *value)
{
    uint64_t sig = 0;
    int64_t exponent = 0, digits = 0;
    bool point = false;
    for (; c < end && (hexadecimal_digit(*c) >= 0 || (*c == '.' && !point)); c++) {
        if (*c == '.') {
            point = true;
            continue;
        }
        digits++;
        uint64_t digit = (uint64_t)hexadecimal_digit(*c);
        if (sig >> 60 == 0) {
            sig = 16 * sig + digit;
            exponent -= point ? 4 : 0;
        } else {
            sig |= digit != 0;
            exponent += point ? 0 : 4;
        }
    }
    if (digits == 0)
        return NULL;
    exponent += scan_exponent(&c, end, 'p');
    int bounded;
    if (exponent > 5000)
        bounded = 5000;
    else if (exponent < -5000)
        bounded = -5000;
    else
        bounded = (int)exponent;
    *value = double_of(round_bits(sig, bounded));
    return c;
}

/* Does `word` (lower case) stand at c, in any case? */
static bool starts_with(const char *c, const char *end, const char *word)
{
    for (; *word; word++, c++)
        if (c >= end || (*c | 0x20) != *word)
            return false;
    return true;
}

static const char *read_word(const char *c, const char *end, double *value)
{
    static const struct {
        const char *word;
        size_t length;
        uint64_t bits;
    } words[] = {{"infinity", 8, UINT64_C(0x7FF0000000000000)},
                 {"inf", 3, UINT64_C(0x7FF0000000000000)},
                 {"nan", 3, UINT64_C(0x7FF8000000000000)}};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        if (starts_with(c, end, words[i].word)) {
            *value = double_of(words[i].bits);
            return c + words[i].length;
        }
    }
    return NULL;
}

const char *eg_number_read(const char *text, const char *end, double *value)
{
    const char *c = text;
    bool negative = c < end && *c == '-';
    if (c < end && (*c == '-' || *c == '+'))
        c++;
    double magnitude = 0.0;
    decimal_text d = {0};
    const char *stop = NULL;
    if (end - c > 2 && c[0] == '0' && (c[1] | 0x20) == 'x')
        stop = read_hexadecimal(c + 2, end, &magnitude);
    if (!stop && scan_digits(&c, end, &d)) {
        d.exponent += scan_exponent(&c, end, 'e');
        magnitude = decimal_value(&d);
        stop = c;
    } else if (!stop) {
        stop = read_word(c, end, &magnitude);
    }
    if (stop)
        *value = negative ? -magnitude : magnitude;
    return stop;
}
