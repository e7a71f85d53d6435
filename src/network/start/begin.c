/* Elements that measure their deformation from where they stand at the start (20-sim's springs).
 *
 * While the start is sought their force is the one that they begin with, wherever the bodies are, and so they
 * do not determine a position. Where a part without mass is held by nothing else, and no damper gives it a
 * speed, its balance of forces has nothing left to be solved for: either the forces that the elements begin
 * with happen to balance, or the start is impossible. To find out, such elements begin at the first guess of
 * the position (structure.c), the balance moves the part, and the force that they then have is compared with
 * the one that was asked for. */
#include "network/network.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/start/begin.h"

#include <math.h>
#include <string.h>

static double *start_of(const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    return e->ops->from_start > 0 ? s->memories + e->coefficients + e->ops->from_start - 1 : NULL;
}

void eg_network_seek_start(eg_network *s)
{
    for (int i = 0; s->m->coefficients.are_memories && i < s->m->element_count; i++) {
        double *start = start_of(s, i);
        if (start)
            *start = NAN;
    }
}

bool eg_network_begin_element(eg_network *s, int i)
{
    double *start = start_of(s, i);
    bool begins = start && isnan(*start);
    if (begins)
        *start = s->s_rel[i];
    return begins;
}

/* The force that element i would have if it began where it stands. */
static eg_force force_begun_with(const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    double k[EG_ELEMENT_MAX_COEFFICIENTS];
    size_t count =
        e->ops->coefficient_count > 0 ? (size_t)e->ops->coefficient_count : EG_ELEMENT_COEFFICIENTS;
    eg_force f;
    memcpy(k, s->k + e->coefficients, count * sizeof *k);
    k[e->ops->from_start - 1] = s->s_rel[i];
    e->ops->force(k, s->mode[i], s->s_rel[i], s->v_rel[i], &f);
    return f;
}

static void report_unbalanced(eg_network *s, const eg_term *term, const eg_force *asked, double missing)
{
    const eg_element *e = &s->m->elements[term->index];
    const eg_instance *i = &s->m->instances[e->instance];
    const int at = eg_class_parameter(i->class, e->ops->fitted);
    const double fit = e->ops->fitting(s->k + e->coefficients, asked->f + missing / term->coefficient);
    eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(i),
              "%s.%s = %.9g m does not fit: %s has no mass and nothing damps it, so that the force at the "
              "start determines the deformation",
              i->path, e->ops->fitted, at >= 0 ? i->p[at] : 0.0,
              s->m->bodies[e->body_b > 0 && s->m->bodies[e->body_b].mass == 0 ? e->body_b : e->body_a].name);
    /* more digits would only show round-off; check_balance takes ten */
    eg_remedy(s->base.diagnostics, "set %s.%s = %.12g", i->path, e->ops->fitted, fit);
}

/* Do the forces that the elements of a balance begin with balance? What is left over has moved the part from
 * where they began; 1e-9 of the forces is what a value of ten digits leaves. */
static eg_status check_balance(eg_network *s, const eg_balance *b)
{
    double missing = 0, size = 0;
    const eg_term *first = NULL;
    eg_force first_asked = {0};
    for (int k = b->first; k < b->first + b->count; k++) {
        const eg_term *term = &s->balance.terms[k];
        const eg_force *now = &s->force[term->index];
        const double *start = start_of(s, term->index);
        size += fabs(term->coefficient * now->f);
        if (!start || isnan(*start))
            continue;
        const eg_force asked = force_begun_with(s, term->index);
        missing += term->coefficient * (now->f - asked.f);
        size += fabs(term->coefficient * asked.df_ds) * (1e-3 + 1e-6 * fabs(s->s_rel[term->index]));
        if (!first) {
            first = term;
            first_asked = asked;
        }
    }
    if (!first || fabs(missing) <= 1e-9 * size)
        return EG_OK;
    report_unbalanced(s, first, &first_asked, missing);
    return EG_ERROR_MODEL;
}

eg_status eg_network_begin_elements(eg_network *s, double t, double *y, double *yp)
{
    bool any = false;
    eg_status status = EG_OK;
    for (int i = 0; i < s->m->element_count && !any; i++)
        any = start_of(s, i) != NULL;
    if (!any)
        return EG_OK;
    eg_network_evaluate(s, t, y, yp, 0);
    for (int i = 0; i < s->balance.count && status == EG_OK; i++)
        status = check_balance(s, &s->balance.list[i]);
    for (int i = 0; i < s->m->element_count; i++)
        (void)eg_network_begin_element(s, i);
    if (status != EG_OK || s->simple)
        return status;
    int settled = eg_network_settle_modes(s, t, y, yp, false, NULL);
    if (settled == 0)
        return EG_OK;
    if (settled == EG_ERROR_MEMORY)
        return EG_ERROR_MEMORY;
    return EG_ERROR_MODEL;
}
