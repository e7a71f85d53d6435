/* Sobol's sequence (1967, USSR Comput. Math. Math. Phys. 7, 86-112), in the first 21 dimensions with the
 * direction numbers of Joe and Kuo (2008, SIAM J. Sci. Comput. 30, 2635-2654; "new-joe-kuo-6"), whose
 * projections to two dimensions are even, and behind these with numbers that were searched for the same.
 *
 * Digit i of a dimension has the number m_i, odd and less than 2^i, and the direction m_i/2^i. The first ones
 * are given; the others follow from a primitive polynomial x^s + a_1 x^(s-1) + ... + a_(s-1) x + 1:
 *   m_i = 2 a_1 m_(i-1) xor 2^2 a_2 m_(i-2) xor ... xor 2^s m_(i-s) xor m_(i-s). */
#include "sweep/sweep.h"

typedef struct polynomial {
    int degree;            /* s */
    unsigned coefficients; /* a_1 ... a_(s-1), the first one the highest digit */
    unsigned first[11];    /* m_1 ... m_s */
} polynomial;

/* Of the dimensions behind the first one, whose directions are 1/2, 1/4, 1/8 ... */
static const polynomial polynomials[EG_SOBOL_MOST - 1] = {
#include "sweep/sobol_table.h"
};

/* directions[i] is m_(i+1)/2^(i+1) in units of 2^-52: in these, 2^k m_(i-k) is directions[i-k], and m_(i-s)
 * that shifted by s digits. */
void eg_sobol_directions(int dimension, uint64_t *directions)
{
    if (dimension == 0) {
        for (int i = 0; i < EG_SOBOL_DIGITS; i++)
            directions[i] = (uint64_t)1 << (EG_SOBOL_DIGITS - 1 - i);
        return;
    }
    const polynomial *p = &polynomials[dimension - 1];
    for (int i = 0; i < EG_SOBOL_DIGITS; i++) {
        if (i < p->degree) {
            directions[i] = (uint64_t)p->first[i] << (EG_SOBOL_DIGITS - 1 - i);
            continue;
        }
        directions[i] = directions[i - p->degree] ^ (directions[i - p->degree] >> p->degree);
        for (int k = 1; k < p->degree; k++)
            if (p->coefficients >> (p->degree - 1 - k) & 1)
                directions[i] ^= directions[i - k];
    }
}

uint64_t eg_sobol_point(const uint64_t *directions, uint64_t k)
{
    uint64_t point = 0, gray = k ^ (k >> 1);
    for (int i = 0; gray != 0 && i < EG_SOBOL_DIGITS; i++, gray >>= 1)
        if (gray & 1)
            point ^= directions[i];
    return point;
}
