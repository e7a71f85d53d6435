/* The start of users' variables. */
#include "network/start/initialize.h"

#include <math.h>

void eg_user_guess(const eg_network *s, double *y)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->unknowns; i++) {
        double start = u->quantities[u->unknown_of[i]].start;
        y[s->m->first_user + i] = isnan(start) ? 0 : start;
    }
}

eg_status eg_user_check_fixed(const eg_network *s)
{
    const eg_user *u = s->m->user;
    eg_status status = EG_OK;
    for (int i = 0; i < u->check_count; i++) {
        const eg_user_row *c = &u->checks[i];
        const eg_user_quantity *q = &u->quantities[c->quantity];
        double is = s->user_value[c->left], must = s->user_value[c->right];
        if (fabs(is - must) <= 1e-9 * fmax(fmax(fabs(is), fabs(must)), 1e-6))
            continue;
        eg_report(s->base.diagnostics, EG_ERROR, q->place,
                  "the fixed start value %s = %.9g contradicts others: equations and fixed values of what it "
                  "is tied to make it %.9g",
                  q->path, must, is);
        eg_remedy(s->base.diagnostics, "remove one of them, or make the values agree");
        status = EG_ERROR_MODEL;
    }
    return status;
}
