/* Exponentials and waves of many numbers at once. The bits of each are its own, whoever stands beside it and
 * whatever the machine has for vectors. Where |x| is beyond what is reckoned here they are the C
 * library's. */
#ifndef EG_BASE_ELEMENTARY_H
#define EG_BASE_ELEMENTARY_H

/* exp(x), within an ulp. */
void eg_exponentials(int count, const double *restrict x, double *restrict out);
/* cos(x) and sin(x), within an ulp of each or 2^-69, whichever is more: what that is beside sin(x) next to a
 * multiple of pi is far below what x has been rounded by. */
void eg_waves(int count, const double *restrict x, double *restrict cosine, double *restrict sine);

/* The same of one number. */
double eg_exponential(double x);
void eg_wave(double x, double *cosine, double *sine);

#endif
