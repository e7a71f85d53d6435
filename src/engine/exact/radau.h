/* The Radau method of D = EG_RADAU_STAGES stages, as operators on Legendre coefficients over a step, x from 0 to
 * 1. It knows integrals at its points only, where P_D is P_(D-1); so to integrate is a matrix A of Legendre
 * coefficients, and with normalised polynomials, over x from -1 to 1, it is 1 and 1/(2D - 1) at the ends of the
 * diagonal and skew beside it (Hairer and Wanner's W-transformation). A = U T U*, U unitary and T triangular
 * (Schur). */
#ifndef EG_ENGINE_EXACT_RADAU_H
#define EG_ENGINE_EXACT_RADAU_H

enum { EG_RADAU_STAGES = 12, EG_RADAU_ORDER = 20 };

/* Complex numbers side by side. */
typedef struct eg_radau_pairs {
    double re[EG_RADAU_STAGES], im[EG_RADAU_STAGES];
} eg_radau_pairs;

typedef struct eg_radau {
    eg_radau_pairs t[EG_RADAU_STAGES], square[EG_RADAU_STAGES]; /* T and T^2 by columns */
    eg_radau_pairs u[EG_RADAU_STAGES], rows[EG_RADAU_STAGES];   /* U by columns, by rows */
    double powers[EG_RADAU_STAGES + 1][EG_RADAU_STAGES + 1];    /* P_k(2x - 1) = sum powers[k][j] x^j */
    double legendre[EG_RADAU_ORDER + 1][EG_RADAU_STAGES]; /* x^k along P_j(2x - 1) at the points; of powers
                                                                   beyond D the part up to P_D */
    double norm[EG_RADAU_STAGES];                         /* of P_j: its square is 2/norm^2 */
} eg_radau;

void eg_radau_make(eg_radau *radau);

#endif
