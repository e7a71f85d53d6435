/* Exponentials and waves: the argument is reduced by a multiple of log 2 or pi/2 that is subtracted in parts
 * (Cody and Waite 1980, Software Manual for the Elementary Functions), of which all but the last are so short
 * that their product with the multiple is exact; what the difference rounds off goes along. Then Taylor's
 * series, as far as its remainder is below a hundredth of an ulp. Which multiple it is stands in the last
 * bits of a number to which 3*2^51 has been added. No branch and no table, so that compilers make vectors of
 * it. */
#include "base/elementary.h"
#include "base/clones.h"
#include "base/hash.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static const double shift = 0x1.8p52;
/* exp(x) and 1/exp(x) are no subnormal numbers. */
static const double longest_exponent = 700.0;
/* Multiples of pi/2 up to here have twenty bits, and the first two parts of pi/2 thirty-three. */
static const double longest_wave = 0x1p20;

static inline double number_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* exp(r + rest), |r| <= log(2)/2: the remainder of the series is 0.347^14/14! = 4e-18. */
static inline double series_of_exp(double r, double rest)
{
    double sum = 1.0 / 6227020800.0;
    sum = sum * r + 1.0 / 479001600.0;
    sum = sum * r + 1.0 / 39916800.0;
    sum = sum * r + 1.0 / 3628800.0;
    sum = sum * r + 1.0 / 362880.0;
    sum = sum * r + 1.0 / 40320.0;
    sum = sum * r + 1.0 / 5040.0;
    sum = sum * r + 1.0 / 720.0;
    sum = sum * r + 1.0 / 120.0;
    sum = sum * r + 1.0 / 24.0;
    sum = sum * r + 1.0 / 6.0;
    sum = sum * r + 0.5;
    return 1.0 + (r + (r * r * sum + rest));
}

static inline double exponential(double x)
{
    const double log2e = 0x1.71547652b82fep+0, first = 0x1.62e42feep-1, second = 0x1.a39ef35793c76p-33;
    const double shifted = x * log2e + shift, k = shifted - shift;
    const double most = x - k * first, less = k * second, r = most - less;
    const double power = series_of_exp(r, (most - r) - less);
    return number_of(eg_bits_of(power) + (eg_bits_of(shifted) << 52));
}

/* sin(r)/r - 1 over r^2 and (cos(r) - 1 + r^2/2)/r^4, z = r^2, |r| <= pi/4: the remainders of the series are
 * 0.785^18/19! = 1e-19 of sin(r) and 0.785^18/18! = 2e-18. */
static inline double series_of_sine(double z)
{
    double sum = 1.0 / 355687428096000.0;
    sum = sum * z - 1.0 / 1307674368000.0;
    sum = sum * z + 1.0 / 6227020800.0;
    sum = sum * z - 1.0 / 39916800.0;
    sum = sum * z + 1.0 / 362880.0;
    sum = sum * z - 1.0 / 5040.0;
    sum = sum * z + 1.0 / 120.0;
    return sum * z - 1.0 / 6.0;
}

static inline double series_of_cosine(double z)
{
    double sum = 1.0 / 20922789888000.0;
    sum = sum * z - 1.0 / 87178291200.0;
    sum = sum * z + 1.0 / 479001600.0;
    sum = sum * z - 1.0 / 3628800.0;
    sum = sum * z + 1.0 / 40320.0;
    sum = sum * z - 1.0 / 720.0;
    return sum * z + 1.0 / 24.0;
}

static inline void wave(double x, double *cosine, double *sine)
{
    const double by = 0x1.45f306dc9c883p-1; /* 2/pi */
    const double first = 0x1.921fb544p+0, second = 0x1.0b4611a6p-34, third = 0x1.3198a2e037073p-69;
    const double shifted = x * by + shift, k = shifted - shift;
    const double most = x - k * first, less = k * second, high = most - less, back = most - high;
    const double low = ((most - (high + back)) + (back - less)) - k * third; /* Knuth's sum */
    const double r = high + low, rest = (high - r) + low;
    const double z = r * r, half = 0.5 * z, near = 1.0 - half;
    const double s = r + (r * z * series_of_sine(z) + rest * near);
    const double c = near + (((1.0 - near) - half) + (z * z * series_of_cosine(z) - r * rest));
    /* By quarters of the circle: which of them is which, and their signs. */
    const uint64_t quarter = eg_bits_of(shifted), swaps = (uint64_t)0 - (quarter & 1);
    const uint64_t of_s = eg_bits_of(s), of_c = eg_bits_of(c), change = (of_s ^ of_c) & swaps;
    *sine = number_of((of_s ^ change) ^ ((quarter & 2) << 62));
    *cosine = number_of((of_c ^ change) ^ (((quarter + 1) & 2) << 62));
}

EG_CLONES("avx2")
static void find_exponentials(int count, const double *restrict x, double *restrict out)
{
    int beyond = 0;
    for (int i = 0; i < count; i++) {
        out[i] = exponential(x[i]);
        beyond |= !(fabs(x[i]) <= longest_exponent);
    }
    for (int i = 0; i < count && beyond; i++)
        if (!(fabs(x[i]) <= longest_exponent))
            out[i] = exp(x[i]);
}

EG_CLONES("avx2")
static void find_waves(int count, const double *restrict x, double *restrict cosine, double *restrict sine)
{
    int beyond = 0;
    for (int i = 0; i < count; i++) {
        wave(x[i], &cosine[i], &sine[i]);
        beyond |= !(fabs(x[i]) <= longest_wave);
    }
    for (int i = 0; i < count && beyond; i++)
        if (!(fabs(x[i]) <= longest_wave)) {
            cosine[i] = cos(x[i]);
            sine[i] = sin(x[i]);
        }
}

void eg_exponentials(int count, const double *restrict x, double *restrict out)
{
    find_exponentials(count, x, out);
}

void eg_waves(int count, const double *restrict x, double *restrict cosine, double *restrict sine)
{
    find_waves(count, x, cosine, sine);
}

double eg_exponential(double x)
{
    return fabs(x) <= longest_exponent ? exponential(x) : exp(x);
}

void eg_wave(double x, double *cosine, double *sine)
{
    if (fabs(x) <= longest_wave) {
        wave(x, cosine, sine);
        return;
    }
    *cosine = cos(x);
    *sine = sin(x);
}
