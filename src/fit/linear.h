/* Linear algebra of small least squares, and the quantiles of their intervals. */
#ifndef EG_FIT_LINEAR_H
#define EG_FIT_LINEAR_H

#include <stddef.h>

/* A = U S V': a (m x n, m >= n, column by column) becomes U, s[n] the singular values, the largest first, and
 * v (n x n, column by column); room[n n + n]. Of a tall matrix by its triangle; by one-sided rotations
 * (Hestenes 1958), which find small singular values of columns of different size to their own digits (Demmel
 * and Veselic 1992, SIAM J. Matrix Anal. 13). */
void eg_singular_values(double *a, size_t m, size_t n, double *s, double *v, double *room);

/* Student's t of `freedom` degrees (more than 0; INFINITY: the normal distribution) that is exceeded with
 * chance `tail`, more than 0 and less than 0.5. */
double eg_student_quantile(double tail, double freedom);
/* The chance of a normal number beyond +z or -z. */
double eg_normal_tails(double z);

#endif
