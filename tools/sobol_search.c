/* Searches direction numbers for further dimensions of Sobol's sequence, and prints them as rows of
 * src/sweep/sobol_table.h:
 *
 *   cc -O2 -I. -Iinclude -Isrc tools/sobol_search.c src/sweep/sobol.c -o sobol_search && ./sobol_search
 *
 * Dimensions take primitive polynomials in the order of their degrees and numbers; one that no set fits is
 * passed over. Of CANDIDATES sets of first numbers a dimension gets the one that is most even together with
 * each dimension before it: the parameter t of the net that the two of them make of 2^m points (Niederreiter
 * 1992, chapter 4) counts 2^t, at several m. Of the dimensions that there are digits for, the first digits are independent ("property A",
 * Sobol 1976). The search begins behind the dimensions of Joe and Kuo, which stay. */
#include "sweep/sweep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GIVEN = 21, CANDIDATES = 48, HIGHEST = 16, DIGITS = EG_SOBOL_DIGITS };

static uint64_t directions[EG_SOBOL_MOST][DIGITS];

/* Does x^s + a_1 x^(s-1) + ... + 1 let a shift register run through all 2^s - 1 states? */
static int is_primitive(int degree, unsigned a)
{
    const unsigned taps = a << 1 | 1u, period = (1u << degree) - 1;
    unsigned state = 1, steps = 0;
    do {
        const unsigned top = state >> (degree - 1) & 1;
        state = (state << 1 & period) ^ (top ? taps : 0);
        steps++;
    } while (state != 1 && steps <= period);
    return steps == period;
}

static void extend(uint64_t *v, int degree, unsigned a, const unsigned *first)
{
    for (int i = 0; i < DIGITS; i++) {
        if (i < degree) {
            v[i] = (uint64_t)first[i] << (DIGITS - 1 - i);
            continue;
        }
        v[i] = v[i - degree] ^ (v[i - degree] >> degree);
        for (int k = 1; k < degree; k++)
            if (a >> (degree - 1 - k) & 1)
                v[i] ^= v[i - k];
    }
}

/* Digit `digit` of the first m directions: a row of the generator matrix. */
static uint32_t row_of(const uint64_t *v, int digit, int m)
{
    uint32_t row = 0;
    for (int k = 0; k < m; k++)
        row |= (uint32_t)(v[k] >> (DIGITS - 1 - digit) & 1) << k;
    return row;
}

/* Adds a row to those in `basis`, by their lowest digits; 0: it depends on them. */
static int add_row(uint32_t *basis, uint32_t row)
{
    while (row != 0) {
        const int low = __builtin_ctz(row);
        if (basis[low] == 0) {
            basis[low] = row;
            return 1;
        }
        row ^= basis[low];
    }
    return 0;
}

static int t_of(const uint64_t *one, const uint64_t *other, int m)
{
    int strength = m;
    for (int rows = 0; rows < strength; rows++) {
        uint32_t basis[32] = {0};
        int more = 0;
        for (int i = 0; i < rows; i++)
            add_row(basis, row_of(one, i, m));
        while (rows + more < strength && add_row(basis, row_of(other, more, m)))
            more++;
        strength = rows + more < strength ? rows + more : strength;
    }
    return m - strength;
}

/* Does the matrix of the first digits of this dimension and all before it stay regular? */
static int has_property_a(const uint64_t *v, int dimension)
{
    uint64_t basis[DIGITS] = {0};
    if (dimension >= DIGITS)
        return 1;
    for (int i = 0; i <= dimension; i++) {
        const uint64_t *of = i < dimension ? directions[i] : v;
        uint64_t row = 0;
        for (int k = 0; k <= dimension; k++)
            row |= (of[k] >> (DIGITS - 1) & 1) << k;
        while (row != 0 && basis[__builtin_ctzll(row)] != 0)
            row ^= basis[__builtin_ctzll(row)];
        if (row == 0)
            return 0;
        basis[__builtin_ctzll(row)] = row;
    }
    return 1;
}

static double unevenness(const uint64_t *v, int dimension, double most)
{
    double sum = 0;
    for (int i = 0; i < dimension && sum < most; i++)
        for (int m = 6; m <= HIGHEST; m += 2)
            sum += (double)(1u << t_of(directions[i], v, m));
    return sum;
}

static int search(int dimension, int degree, unsigned a)
{
    unsigned best[16] = {0};
    double least = 1e300;
    for (int c = 0; c < CANDIDATES; c++) {
        unsigned first[16] = {0};
        uint64_t v[DIGITS];
        for (int i = 0; i < degree; i++) {
            uint64_t z = ((uint64_t)dimension << 32) + (uint64_t)(c * 64 + i) + 0x9e3779b97f4a7c15u;
            z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
            z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
            first[i] = (unsigned)((z ^ (z >> 31)) & ((1u << (i + 1)) - 1)) | 1u;
        }
        extend(v, degree, a, first);
        if (!has_property_a(v, dimension))
            continue;
        const double value = unevenness(v, dimension, least);
        if (value < least) {
            least = value;
            memcpy(best, first, sizeof best);
            memcpy(directions[dimension], v, sizeof v);
        }
    }
    if (best[0] == 0)
        return 0;
    printf("    {%d, %u, {", degree, a);
    for (int i = 0; i < degree; i++)
        printf("%s%u", i > 0 ? ", " : "", best[i]);
    printf("}},\n");
    return 1;
}

int main(void)
{
    int dimension = 1;
    for (int i = 0; i < GIVEN; i++)
        eg_sobol_directions(i, directions[i]);
    for (int degree = 1; dimension < EG_SOBOL_MOST; degree++)
        for (unsigned a = 0; a < 1u << (degree - 1) && dimension < EG_SOBOL_MOST; a++) {
            if (!is_primitive(degree, a))
                continue;
            dimension += dimension < GIVEN || search(dimension, degree, a);
        }
    return 0;
}
