/* Pivots of IDA's matrices: others where an event has made one 0, and none where one is rounding.
 *
 * A pivot is an entry of the matrix less what elimination has taken from it, a sum of products of L and U.
 * Where next to nothing of these is left it is their rounding, and no unknown follows from it: the mass of a
 * body beside a damper whose impulse in a step is 2^53 times the body's is no part of the matrix any more. A
 * shorter step may see it.
 *
 * KLU scales rows to a largest entry of 1, so that such a pivot is small; only then are the products looked
 * at. */
#include "engine/ida/ida.h"

#include <ida/ida.h>
#include <math.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>

#if defined(SUNDIALS_INT64_T)
typedef SuiteSparse_long whole;
#define extract_factors klu_l_extract
#else
typedef int whole;
#define extract_factors klu_extract
#endif

/* Both by columns, rows and columns in the order of pivots. */
typedef struct factors {
    whole *start_l, *start_u, *row_l, *row_u; /* one block, */
    double *l, *u;                            /* and another */
} factors;

/* False: out of memory. */
static bool extract(SUNLinearSolver solver, factors *f)
{
    sun_klu_numeric *numeric = SUNLinSol_KLUGetNumeric(solver);
    const size_t n = (size_t)numeric->n, in_l = (size_t)numeric->lnz, in_u = (size_t)numeric->unz;
    f->l = malloc((in_l + in_u) * sizeof *f->l);
    f->start_l = malloc((2 * (n + 1) + in_l + in_u) * sizeof *f->start_l);
    if (!f->l || !f->start_l)
        return false;
    f->u = f->l + in_l;
    f->start_u = f->start_l + n + 1;
    f->row_l = f->start_u + n + 1;
    f->row_u = f->row_l + in_l;
    return extract_factors(numeric, SUNLinSol_KLUGetSymbolic(solver), f->start_l, f->row_l, f->l, f->start_u,
                           f->row_u, f->u, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
                           SUNLinSol_KLUGetCommon(solver)) != 0;
}

/* What was taken from pivot k, in magnitude. */
static double taken_from(const factors *f, whole k)
{
    double sum = 0.0;
    for (whole i = f->start_u[k]; i < f->start_u[k + 1]; i++)
        for (whole j = f->row_u[i], m = f->start_l[j]; j < k && m < f->start_l[j + 1]; m++)
            if (f->row_l[m] == k)
                sum += fabs(f->u[i] * f->l[m]);
    return sum;
}

/* The unknown whose pivot is rounding, or -1. */
static int find_rounding(SUNLinearSolver solver)
{
    const double small = 0x1p-40, least = 0x1p-48;
    const sun_klu_numeric *numeric = SUNLinSol_KLUGetNumeric(solver);
    const double *pivot = numeric->Udiag;
    const whole n = numeric->n;
    factors f = {0};
    int lost = -1;
    whole k = 0;
    while (k < n && fabs(pivot[k]) >= small)
        k++;
    if (k < n && extract(solver, &f))
        for (; k < n && lost < 0; k++)
            if (fabs(pivot[k]) < small && fabs(pivot[k]) < least * taken_from(&f, k))
                lost = (int)SUNLinSol_KLUGetSymbolic(solver)->Q[k];
    free(f.l);
    free(f.start_l);
    return lost;
}

/* The unknown at which KLU met a pivot of 0, or -1. */
static int find_zero(SUNLinearSolver solver)
{
    const sun_klu_common *common = SUNLinSol_KLUGetCommon(solver);
    return common->status == KLU_SINGULAR ? (int)common->singular_col : -1;
}

bool eg_ida_is_hidden(const eg_ida *e)
{
    return e->lost >= 0 && e->base.system->differential[e->lost];
}

/* Would the rest of the run take no more than a million steps? */
static bool is_worth_shorter_steps(const eg_ida *e)
{
    const double most = 1e6;
    double length = 0.0;
    IDAGetCurrentStep(e->memory, &length);
    return e->t_stop - e->base.t1 <= most * length;
}

/* Pivots are those of the first matrix as long as the pattern stands. One that an event has made 0 is no
 * sign that the matrix is singular: then others are sought. */
static int find_pivots(SUNLinearSolver solver, SUNMatrix matrix)
{
    eg_ida *e = SUNLinSol_KLUGetCommon(solver)->user_data;
    int flag = SUNLinSolSetup_KLU(solver, matrix);
    if (flag != SUNLS_SUCCESS && SUNLinSol_KLUGetCommon(solver)->status == KLU_OUT_OF_MEMORY) {
        (void)eg_ida_no_memory(e);
        return SUNLS_MEM_FAIL;
    }
    if (flag == SUNLS_PACKAGE_FAIL_REC &&
        SUNLinSol_KLUReInit(solver, matrix, 0, SUNKLU_REINIT_PARTIAL) == SUNLS_SUCCESS)
        flag = SUNLinSolSetup_KLU(solver, matrix);
    e->lost = flag == SUNLS_SUCCESS ? find_rounding(solver) : find_zero(solver);
    if (e->lost < 0)
        return flag;
    return eg_ida_is_hidden(e) && is_worth_shorter_steps(e) ? SUNLS_PACKAGE_FAIL_REC
                                                            : SUNLS_PACKAGE_FAIL_UNREC;
}

void eg_ida_own_pivots(eg_ida *e)
{
    SUNLinSol_KLUGetCommon(e->solver)->user_data = e;
    e->solver->ops->setup = find_pivots;
}
