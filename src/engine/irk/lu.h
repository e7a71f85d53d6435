/* Full complex matrices of some unknowns: elimination with partial pivoting (Golub and Van Loan, Matrix
 * Computations, algorithm 3.4.1), real and imaginary parts apart so that loops over columns are loops over
 * numbers side by side. */
#ifndef EG_ENGINE_IRK_LU_H
#define EG_ENGINE_IRK_LU_H

#include <stdbool.h>

typedef struct eg_irk_lu {
    int n;
    double *re, *im; /* (n x n) by rows: U on and above the diagonal, the factors of L below it */
    int *pivot;      /* (n) the row that row k was changed with */
} eg_irk_lu;

/* In the place of the matrix. False: it is singular, or not finite. */
bool eg_irk_factor(eg_irk_lu *a);
/* (re, im) := a^-1 (re, im). */
void eg_irk_solve(const eg_irk_lu *a, double *re, double *im);

#endif
