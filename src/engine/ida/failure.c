/* Why IDA stopped, said in the model's own words. */
#include "engine/ida/ida.h"

#include <float.h>
#include <ida/ida.h>
#include <math.h>

/* The unknown whose last correction is the largest in units of its tolerance, or -1. */
static int worst_error(eg_ida *e)
{
    N_Vector error = e->view;
    double *correction = e->trial;
    N_VSetArrayPointer(correction, error);
    int n = e->base.system->n, worst = -1;
    double largest = 0.0;
    if (IDAGetEstLocalErrors(e->memory, error) != IDA_SUCCESS ||
        IDAGetErrWeights(e->memory, e->weight) != IDA_SUCCESS)
        return -1;
    const double *w = NV_DATA_S(e->weight);
    for (int i = 0; i < n; i++) {
        double size = fabs(correction[i] * w[i]);
        if (!(size <= largest)) {
            largest = size;
            worst = i;
        }
        if (isnan(size))
            return i;
    }
    return worst;
}

static void name(eg_ida *e, int i, char *text, size_t size)
{
    eg_system *s = e->base.system;
    if (i >= 0)
        s->ops->describe(s, i, text, size);
    else
        text[0] = '\0';
}

int eg_ida_no_memory(eg_ida *e)
{
    eg_report_memory(e->base.system->diagnostics, "in engine ida");
    return -1;
}

/* `text` ends where the unknown's name follows; negative: the one that changes fastest. */
static void report(eg_ida *e, int i, const char *text, const char *remedy)
{
    char who[160];
    if (i < 0)
        i = eg_engine_suspect(e->base.system, NV_DATA_S(e->y), NV_DATA_S(e->yp));
    name(e, i, who, sizeof who);
    eg_diagnostics *list = e->base.system->diagnostics;
    eg_report(list, EG_ERROR, EG_NOWHERE, "the simulation stopped at t = %.15g s: %s%s%s",
              e->base.system->origin + e->base.t1, text, i >= 0 ? ", first of all for the " : "", who);
    eg_remedy(list, "%s", remedy);
}

int eg_ida_failed(eg_ida *e, int flag)
{
    double length = 0.0;
    if (e->lost >= 0 && (flag == IDA_CONV_FAIL || flag == IDA_NLS_FAIL))
        flag = IDA_LSETUP_FAIL;
    switch (flag) {
    case IDA_MEM_FAIL: return eg_ida_no_memory(e);
    case IDA_ERR_FAIL:
        report(e, worst_error(e), "however short the step, its error exceeds the tolerance",
               "look for a value that jumps or a stiffness that is far too large there, or ask for a "
               "larger tolerance");
        break;
    case IDA_CONV_FAIL:
    case IDA_NLS_FAIL:
        report(e, worst_error(e), "the equations of a step could not be solved",
               "look for parameters out of proportion there, or ask for a smaller tolerance");
        break;
    case IDA_LSETUP_FAIL:
    case IDA_LSOLVE_FAIL:
        IDAGetCurrentStep(e->memory, &length);
        if (eg_ida_is_hidden(e))
            return eg_engine_lost(&e->base, e->lost, length);
        report(e, e->lost, "the equations do not determine all unknowns",
               "give what is named there a mass, a damper or a support");
        break;
    case IDA_RES_FAIL:
    case IDA_REP_RES_ERR:
    case IDA_FIRST_RES_FAIL:
        report(e, e->unfit, "the equations have no finite value there",
               "look for an input or a parameter that leads out of the range of a formula");
        break;
    case IDA_ILL_INPUT: /* rates whose norm is beyond numbers: the first step is 0 */
        report(e, -1, "no step is short enough for the rates there",
               "look for a mass, a stiffness, a damping or a speed out of all proportion");
        break;
    default: report(e, -1, e->complaint, "this is unexpected: please report it with the model");
    }
    return -1;
}
