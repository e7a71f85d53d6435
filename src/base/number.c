/* Writing a double as the shortest decimal that reads back to it.
 *
 * Method: Schubfach (R. Giulietti, "The Schubfach way to render doubles", 2020). A double c 2^q stands
 * for all reals nearer to it than to its neighbours, from (c - 1/2) 2^q to (c + 1/2) 2^q (below a power
 * of two the lower half is half as wide), ends included when c is even. Let 10^k be the largest power
 * of ten not above the width of that interval. Then at least one multiple of 10^k lies in it and at most
 * one of 10^(k+1), which would be shorter. With all bounds multiplied by 4 to be integers,
 *
 *     v = 4 c 2^q 10^-k / 4
 *
 * needs the product of 4c with the 128-bit g(-k) of number_powers.c only to its integer part and the
 * information whether anything is left below; the paper proves that 126 bits suffice for that in every
 * case ("round to odd"). */
#include "base/number.h"

#include "base/number_powers.h"

#include <stdbool.h>
#include <string.h>

typedef struct decimal {
    uint64_t digits; /* no trailing zero unless 0 */
    int exponent;    /* value = digits 10^exponent */
} decimal;

/* floor(g cp / 2^128), with the lowest bit set when that is not exact. */
static uint64_t round_to_odd(const uint64_t g[2], uint64_t cp)
{
    eg_wide low = eg_wide_product(g[1], cp);
    eg_wide high = eg_wide_product(g[0], cp);
    uint64_t middle = high.low + low.high;
    uint64_t top = high.high + (middle < high.low);
    return top | (middle > 1);
}

/* The decimal in the interval of c 2^q with the fewest digits, nearest to it where there are several.
 * Trailing zeros may remain. */
static decimal shortest(uint64_t c, int q, bool narrow_below)
{
    bool even = c % 2 == 0;
    uint64_t below = 4 * c - (narrow_below ? 1 : 2), above = 4 * c + 2;
    /* floor(log10(2^q)), and floor(log10(3/4 2^q)) for the narrower interval */
    int k = (q * 1262611 - (narrow_below ? 524031 : 0)) >> 22;
    int shift = q + eg_floor_log2_pow10(-k) + 1;
    const uint64_t *g = eg_powers_of_ten[-k - EG_POWERS_FIRST];
    uint64_t lower = round_to_odd(g, below << shift) + !even;
    uint64_t value = round_to_odd(g, (4 * c) << shift);
    uint64_t upper = round_to_odd(g, above << shift) - !even;

    uint64_t s = value / 4;
    uint64_t tens = s / 10;
    bool down = lower <= 40 * tens, up = 40 * tens + 40 <= upper;
    if (s >= 10 && down != up)
        return (decimal){tens + up, k + 1};
    down = lower <= 4 * s;
    up = 4 * s + 4 <= upper;
    if (down != up)
        return (decimal){s + up, k};
    uint64_t middle = 4 * s + 2;
    return (decimal){s + (value > middle || (value == middle && s % 2 == 1)), k};
}

static decimal strip_zeros(decimal d)
{
    if (d.digits % 10 != 0)
        return d;
    while (d.digits % 100000000 == 0) {
        d.digits /= 100000000;
        d.exponent += 8;
    }
    while (d.digits % 10 == 0) {
        d.digits /= 10;
        d.exponent++;
    }
    return d;
}

/* The decimal for a finite value > 0 given by its bits. */
static decimal decimal_of(uint64_t bits)
{
    const uint64_t hidden = UINT64_C(1) << 52;
    uint64_t fraction = bits & (hidden - 1);
    int biased = (int)(bits >> 52);
    if (biased == 0)
        return strip_zeros(shortest(fraction, -1074, false));
    uint64_t c = fraction | hidden;
    int q = biased - 1075;
    /* Integers below 2^53 are their own shortest decimal but for trailing zeros. */
    if (q <= 0 && q >= -52 && (c & ((UINT64_C(1) << -q) - 1)) == 0)
        return strip_zeros((decimal){c >> -q, 0});
    return strip_zeros(shortest(c, q, fraction == 0 && biased > 1));
}

static const char pairs[] = "00010203040506070809101112131415161718192021222324"
                            "25262728293031323334353637383940414243444546474849"
                            "50515253545556575859606162636465666768697071727374"
                            "75767778798081828384858687888990919293949596979899";

/* Results of measurements and simulations mostly have 16 or 17 digits, so it is counted from there. */
static int digit_count(uint64_t digits)
{
    uint64_t bound = UINT64_C(10000000000000000);
    int count = 17;
    for (; digits < bound && count > 1; bound /= 10)
        count--;
    return count;
}

/* Writes digits, of which there are `count`, so that they end before `end`. */
static void put_few_digits(char *end, uint32_t digits, int count)
{
    for (; count >= 2; count -= 2) {
        end -= 2;
        memcpy(end, pairs + 2 * (digits % 100), 2);
        digits /= 100;
    }
    if (count == 1)
        end[-1] = (char)('0' + digits);
}

/* Eight digits: halves of four, of these halves of two, of these the digits, side by side in one word. The
 * factors are reciprocals that are near enough for numbers so small. */
static void put_eight_digits(char *to, uint32_t digits)
{
    uint64_t x = digits / 10000 | (uint64_t)(digits % 10000) << 32;
    uint64_t left = (x * 10486 >> 20) & UINT64_C(0x0000007F0000007F);
    x = left | (x - 100 * left) << 16;
    left = (x * 103 >> 10) & UINT64_C(0x000F000F000F000F);
    x = (left | (x - 10 * left) << 8) + UINT64_C(0x3030303030303030);
    const char text[8] = {(char)x,         (char)(x >> 8),  (char)(x >> 16), (char)(x >> 24),
                          (char)(x >> 32), (char)(x >> 40), (char)(x >> 48), (char)(x >> 56)};
    memcpy(to, text, sizeof text);
}

/* In parts, since operations of 32 bits are cheaper. */
static inline void put_digits(char *end, uint64_t digits, int count)
{
    const uint64_t part = 100000000;
    for (; count >= 8; count -= 8) {
        const uint64_t rest = digits / part;
        end -= 8;
        put_eight_digits(end, (uint32_t)(digits - rest * part));
        digits = rest;
    }
    put_few_digits(end, (uint32_t)digits, count);
}

static char *put_exponent(char *out, int exponent)
{
    *out++ = 'e';
    if (exponent < 0)
        *out++ = '-';
    int magnitude = exponent < 0 ? -exponent : exponent;
    int count = 1;
    if (magnitude >= 100)
        count = 3;
    else if (magnitude >= 10)
        count = 2;
    put_digits(out + count, (uint64_t)magnitude, count);
    return out + count;
}

/* Digits with the point behind the first `whole` of them; 0 < whole < count. */
static char *put_with_point(char *out, uint64_t digits, int count, int whole)
{
    put_digits(out + count + 1, digits, count);
    out[0] = out[1];
    if (whole > 1)
        memmove(out + 1, out + 2, (size_t)whole - 1);
    out[whole] = '.';
    return out + count + 1;
}

static char *put_decimal(char *out, decimal d)
{
    int count = digit_count(d.digits);
    int whole = count + d.exponent; /* digits before the point */
    if (whole > 17 || whole < -3) {
        if (count == 1)
            *out++ = (char)('0' + d.digits);
        else
            out = put_with_point(out, d.digits, count, 1);
        return put_exponent(out, whole - 1);
    }
    if (whole <= 0) {
        memset(out, '0', (size_t)(2 - whole));
        out[1] = '.';
        put_digits(out + 2 - whole + count, d.digits, count);
        return out + 2 - whole + count;
    }
    if (whole < count)
        return put_with_point(out, d.digits, count, whole);
    put_digits(out + count, d.digits, count);
    memset(out + count, '0', (size_t)(whole - count));
    return out + whole;
}

size_t eg_number_write(double value, char *text)
{
    const uint64_t infinity = UINT64_C(0x7FF) << 52;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    bool negative = bits >> 63;
    bits &= ~(UINT64_C(1) << 63);
    char *out = text;
    if (negative && bits <= infinity)
        *out++ = '-';
    if (bits >= infinity) {
        memcpy(out, bits == infinity ? "inf" : "nan", 3);
        out += 3;
    } else if (bits == 0) {
        *out++ = '0';
    } else {
        out = put_decimal(out, decimal_of(bits));
    }
    *out = '\0';
    return (size_t)(out - text);
}
