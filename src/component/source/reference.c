/* What Position and Speed share (reference.h). */
#include "component/source/reference.h"

const char *const eg_reference_types[] = {"Filtered", "Exact", NULL};

void eg_reference_complete(double *p, const bool *given)
{
    (void)given;
    p[EG_REFERENCE_W_CRIT] = 2.0 * 3.14159265358979323846 * p[EG_REFERENCE_F_CRIT];
}

const char *eg_reference_check(const double *p, const bool *given, bool *is_error)
{
    *is_error = false;
    if (!eg_reference_is_exact(p) && p[EG_REFERENCE_F_CRIT] == 0.0)
        return "f_crit = 0 lets nothing through the filter: the reference has no effect after the start";
    if (eg_reference_is_exact(p) && given[EG_REFERENCE_F_CRIT])
        return "f_crit plays no part, because the reference is followed exactly";
    return NULL;
}
