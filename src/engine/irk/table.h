/* Coefficients of the engine `irk`: Radau's method with seven stages (Radau IIA, order 13; Hairer and Wanner,
 * Solving Ordinary Differential Equations II, 2nd edition 1996, sections IV.5, IV.8).
 *
 * The method is collocation: the polynomial of degree 7 that begins at y(0) and obeys the equations at the
 * seven points c, the roots of P_7(2x - 1) - P_6(2x - 1), the last of which is the end. With z_i = y(c_i) -
 * y(0), h y'(c_i) = sum over j of rate[i][j] z_j. That matrix has one real eigenvalue and three pairs of
 * complex ones; with w = (real one, real and imaginary part of the next, ...),
 *     z = from w,   w = to z,   to rate from = the eigenvalues, in blocks of (a, -b; b, a).
 * The dense output has degree 8: it passes through the same points, and begins with the y' that the equations
 * have there. That is more accurate, and what begins at 0 and rises slowly does not fall below 0 first. All
 * numbers were computed with 60 digits. tests/test_irk.c checks them by what they are for. */
#ifndef EG_ENGINE_IRK_TABLE_H
#define EG_ENGINE_IRK_TABLE_H

enum { EG_IRK_STAGES = 7, EG_IRK_DEGREE = 8, EG_IRK_SYSTEMS = 4 };

extern const double eg_irk_c[EG_IRK_STAGES];
/* Real and imaginary part; the first one is real. */
extern const double eg_irk_eigenvalue[EG_IRK_SYSTEMS][2];
extern const double eg_irk_from[EG_IRK_STAGES][EG_IRK_STAGES];
extern const double eg_irk_to[EG_IRK_STAGES][EG_IRK_STAGES];
extern const double eg_irk_rate[EG_IRK_STAGES][EG_IRK_STAGES];
/* h/eigenvalue[0] y'(0) + sum of error[i] z_i is the difference to a formula of order 7. */
extern const double eg_irk_error[EG_IRK_STAGES];
/* The polynomial in the part x of the step, by Chebyshev polynomials:
 * y(x) - y(0) = sum over k of T_k(2x - 1) (sum over i of dense[k][i] z_i + bend[k] b),
 * b by how much h y'(0) is more than without; that adds to y by no more than 0.12 b. */
extern const double eg_irk_dense[EG_IRK_STAGES + 1][EG_IRK_STAGES];
extern const double eg_irk_bend[EG_IRK_DEGREE + 1];

#endif
