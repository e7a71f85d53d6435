/* Coefficients of the engine `erk`: an explicit Runge-Kutta step of order 8 and a continuous extension of
 * order 8.
 *
 * Stages 0 to 11 and the weights (row 12) are those of Dormand and Prince's method of order 8 with twelve
 * stages, and the two estimates of its error, of order 5 and 3, those of Hairer, Noersett and Wanner (Solving
 * Ordinary Differential Equations I, 2nd edition 1993, section II.5: DOP853). Row 12 is the end of the
 * step, and its derivative the first stage of the next.
 *
 * The extension is built by raising the order in two turns (Enright, Jackson, Noersett and Thomsen 1986, ACM
 * TOMS 12, 193-218). From stages 0 to 12 any inner point of the step follows to order 6: three such points
 * are stages 13 to 15. With them any point follows to order 7: stages 16 to 20. Each row is the solution of
 * least norm of the order conditions, which are linear in it. Derivatives at points of order 7 err by h^8,
 * and the polynomial of degree 8 that begins and ends where the step does, and whose derivative is theirs
 * at stages 0, 12 and 16 to 20, by h^9. The eight points were searched for, by the size of its order
 * conditions of order 9 and of the weights. tests/test_erk_table.c checks every order condition of all of
 * this. */
#ifndef EG_ENGINE_ERK_TABLE_H
#define EG_ENGINE_ERK_TABLE_H

enum {
    EG_ERK_STEP = 12,   /* row of the weights: the end of the step */
    EG_ERK_STAGES = 21, /* with those of the extension */
    EG_ERK_DEGREE = 8,
    EG_ERK_NODES = 7,
    EG_ERK_ERRORS = 8
};

typedef struct eg_erk_term {
    int stage;
    double a;
} eg_erk_term;

typedef struct eg_erk_estimate {
    int stage;
    double fifth, third; /* weights of the error of order 5 and of order 3 */
} eg_erk_estimate;

extern const double eg_erk_c[EG_ERK_STAGES];
/* Row i: eg_erk_a[eg_erk_start[i]] ... eg_erk_a[eg_erk_start[i + 1] - 1]. */
extern const int eg_erk_start[EG_ERK_STAGES + 1];
extern const eg_erk_term eg_erk_a[];
extern const eg_erk_estimate eg_erk_error[EG_ERK_ERRORS];
/* The polynomial in the part x of the step, by Chebyshev polynomials, in which no digits cancel:
 * y(x) = y(0) + sum over k of T_k(2x - 1) (h sum over j of dense[k][j] y'(node[j]) + dense[k][7] (y(1) -
 * y(0))). */
extern const int eg_erk_node[EG_ERK_NODES];
extern const double eg_erk_dense[EG_ERK_DEGREE + 1][EG_ERK_NODES + 1];

#endif
