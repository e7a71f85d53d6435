/* Complex matrices of some unknowns, stored in full: elimination with partial pivoting (Golub and Van Loan,
 * Matrix Computations, algorithm 3.4.1), real and imaginary parts apart so that loops over columns are loops
 * over numbers side by side. Rows that are 0 for the most part, as those of bodies in a row are, say where
 * they are not: what is 0 takes no part in the work.
 *
 * A pivot is what is left of an entry of the matrix less what elimination has taken from it. Where next
 * to nothing is, it is the rounding of what was summed, and no unknown follows from it: the mass of a
 * body beside a damper whose impulse in a step is 2^53 times the body's, say, is no part of the matrix
 * any more. */
#ifndef EG_ENGINE_IRK_LU_H
#define EG_ENGINE_IRK_LU_H

#include <stdbool.h>

typedef struct eg_irk_lu {
    int n;
    double *re, *im; /* (n x n) by rows: U on and above the diagonal, the factors of L below it */
    int *pivot;      /* (n) the row that row k was changed with */
    /* (n x n) columns of row i that are not 0: before[i] of them in front of the diagonal, from i n on, and
     * behind[i] of them behind it, from i n + i + 1 on. */
    int *column;
    int *before, *behind; /* (n) */
    int *row;             /* (n) work */
    int lost;             /* the column whose pivot is rounding, 0 or not finite; -1: none */
} eg_irk_lu;

/* In the place of the matrix. False: it is singular but for rounding, or not finite; a->lost says where. */
bool eg_irk_factor(eg_irk_lu *a);
/* (re, im) := a^-1 (re, im). */
void eg_irk_solve(const eg_irk_lu *a, double *re, double *im);

#endif
