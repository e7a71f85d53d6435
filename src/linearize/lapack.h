/* LAPACK, loaded when the first eigenvalues are asked for: most runs of the program need none. */
#ifndef EG_LINEARIZE_LAPACK_H
#define EG_LINEARIZE_LAPACK_H

#include "elastogap/base.h"

/* Routines of the Fortran library with 32-bit integers; the lengths of texts come last. */
typedef struct eg_lapack {
    void *handle;
    void (*dgeev)(const char *jobvl, const char *jobvr, const int *n, double *a, const int *lda, double *wr,
                  double *wi, double *vl, const int *ldvl, double *vr, const int *ldvr, double *work,
                  const int *lwork, int *info, size_t, size_t);
    void (*dgebal)(const char *job, const int *n, double *a, const int *lda, int *ilo, int *ihi,
                   double *scale, int *info, size_t);
    void (*dgehrd)(const int *n, const int *ilo, const int *ihi, double *a, const int *lda, double *tau,
                   double *work, const int *lwork, int *info);
    void (*dormhr)(const char *side, const char *trans, const int *m, const int *n, const int *ilo,
                   const int *ihi, const double *a, const int *lda, const double *tau, double *c,
                   const int *ldc, double *work, const int *lwork, int *info, size_t, size_t);
} eg_lapack;

/* EG_OK, or EG_ERROR_UNAVAILABLE (nothing is reported). */
eg_status eg_lapack_load(eg_lapack *l);
void eg_lapack_unload(eg_lapack *l);
/* Says what needs it, and what to install, as an error or a warning. */
void eg_lapack_missing(eg_diagnostics *d, eg_severity severity, const char *what);

#endif
