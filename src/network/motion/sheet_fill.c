/* Carrying a sheet out. Every loop is over rows. */
#include "network/motion/sheet_parts.h"

#include <math.h>
#include <string.h>

int eg_sheet_rows(const eg_sheet *e)
{
    return e->rows;
}

const double *eg_sheet_column(const eg_sheet *e, int column)
{
    int cell = e->column[column];
    return eg_sheet_cell(e, cell < 0 ? 0 : cell);
}

/* As eg_network_place_body, where nothing is driven. */
static void place(const eg_sheet *e, const eg_sheet_body *p, int count)
{
    const double *x = eg_sheet_cell(e, p->x), *parent = eg_sheet_cell(e, p->parent);
    double *to = eg_sheet_cell(e, p->to), ratio = p->body->ratio, gain = p->body->gain, motion = gain * 0.0;
    const eg_dd constant = p->body->constant;
    for (int i = 0; i < count && gain != 1; i++)
        to[i] = eg_dd_value(eg_dd_scale(eg_dd_add(constant, eg_dd_of(x[i])), gain));
    for (int i = 0; i < count && gain == 1; i++)
        to[i] = eg_dd_value(eg_dd_add(constant, eg_dd_of(x[i])));
    for (int i = 0; i < count; i++)
        to[i] = ratio * parent[i] + (to[i] + motion);
}

/* One by one. */
static void act(const eg_sheet *e, const eg_network *s, const eg_sheet_element *p, int count)
{
    const eg_element *of = &s->m->elements[p->number];
    const double *k = s->k + of->coefficients, *s_rel = eg_sheet_cell(e, p->s_rel),
                 *v_rel = eg_sheet_cell(e, p->v_rel), *u = eg_sheet_cell(e, p->u < 0 ? 0 : p->u);
    double *f = eg_sheet_cell(e, p->f), *bounded = eg_sheet_cell(e, p->bounded),
           *loss = eg_sheet_cell(e, p->loss);
    int mode = s->mode[p->number];
    if (of->ops->forces) {
        of->ops->forces(k, mode, count, s_rel, v_rel, f, bounded, loss);
        return;
    }
    for (int i = 0; i < count; i++) {
        eg_force at;
        eg_response response;
        if (of->ops->force_under)
            of->ops->force_under(k, mode, (eg_influence){p->u < 0 ? 1 : u[i], NAN}, s_rel[i], v_rel[i], &at,
                                 &response);
        else
            of->ops->force(k, mode, s_rel[i], v_rel[i], &at);
        f[i] = at.f;
        if (of->ops->bound)
            of->ops->bound(k, mode, &at);
        bounded[i] = at.f;
        loss[i] = at.loss;
    }
}

static void evaluate_signals(const eg_sheet *e, eg_network *s, int first, int count, const double *t)
{
    int nets = s->m->net_count;
    for (int i = 0; i < (e->is_steady ? 1 : count); i++) {
        s->time = t[i];
        eg_network_evaluate_signals(s, t[i], s->zero, s->zero, true);
        for (int k = 0; k < nets; k++)
            eg_sheet_cell(e, first + k)[i] = s->net[k].x;
    }
    for (int k = 0; k < nets && e->is_steady; k++)
        for (int i = 1; i < count; i++)
            eg_sheet_cell(e, first + k)[i] = s->net[k].x;
}

/* ---------------------------------------------------------------- components */

static void look(const eg_sheet *e, const eg_sheet_component *x, int row, eg_port_values *port)
{
    for (int k = 0; k < x->sights; k++) {
        const eg_sheet_sight *p = &e->sights[x->first_sight + k];
        port[k] = (eg_port_values){.s = eg_sheet_cell(e, p->s)[row],
                                   .v = eg_sheet_cell(e, p->v)[row],
                                   .a = eg_sheet_cell(e, p->a)[row],
                                   .f = eg_sheet_cell(e, p->f)[row],
                                   .y = eg_sheet_cell(e, p->y)[row]};
    }
}

static void observe_one(const eg_sheet *e, const eg_network *s, const eg_sheet_component *x, int row,
                        eg_observation *o)
{
    const int *cells = e->variables + x->first_variable;
    double *out = e->shown;
    look(e, x, row, s->port_values);
    if (x->element >= 0) {
        const eg_sheet_element *p = &e->elements[x->element];
        o->s_rel = eg_sheet_cell(e, p->s_rel)[row];
        o->v_rel = eg_sheet_cell(e, p->v_rel)[row];
        o->u = p->u < 0 ? 1 : eg_sheet_cell(e, p->u)[row];
        o->force.f = eg_sheet_cell(e, p->bounded)[row];
        o->force.loss = eg_sheet_cell(e, p->loss)[row];
    }
    for (int k = 0; k < x->variables; k++)
        out[k] = eg_sheet_cell(e, cells[k])[row];
    s->m->instances[x->instance].class->observe(o, out);
    for (int k = 0; k < x->variables; k++)
        eg_sheet_cell(e, cells[k])[row] = out[k];
}

enum { MANY = 32 };

static bool observe_rows(const eg_sheet *e, const eg_network *s, const eg_sheet_component *x, int count)
{
    const eg_instance *instance = &s->m->instances[x->instance];
    double *out[MANY];
    if (!instance->class->observe_rows || x->element < 0 || x->variables > MANY)
        return false;
    const eg_sheet_element *p = &e->elements[x->element];
    for (int k = 0; k < x->variables; k++)
        out[k] = eg_sheet_cell(e, e->variables[x->first_variable + k]);
    eg_observed o = {count,
                     instance->p,
                     s->k + s->m->elements[p->number].coefficients,
                     s->mode[p->number],
                     eg_sheet_cell(e, p->s_rel),
                     eg_sheet_cell(e, p->v_rel),
                     eg_sheet_cell(e, p->bounded),
                     eg_sheet_cell(e, p->loss)};
    instance->class->observe_rows(&o, out);
    return true;
}

static void observe(const eg_sheet *e, const eg_network *s, const eg_sheet_component *x, int count,
                    const double *t)
{
    const eg_instance *instance = &s->m->instances[x->instance];
    if (observe_rows(e, s, x, count))
        return;
    eg_observation o = {.p = instance->p, .port = s->port_values};
    if (s->phase)
        o.phase = s->phase[x->instance];
    if (x->element >= 0) {
        const eg_element *element = &s->m->elements[e->elements[x->element].number];
        o.k = s->k + element->coefficients;
        o.mode = s->mode[e->elements[x->element].number];
    }
    for (int row = 0; row < count; row++) {
        o.time = t[row];
        observe_one(e, s, x, row, &o);
    }
}

/* ---------------------------------------------------------------- */

/* Four rows at a time, as vectors have them; rows beyond the last one are of no use. */
#define EACH(expression)                                                                                     \
    for (int first = 0; first < count; first += EG_SHEET_BLOCK)                                              \
        for (int i = first; i < first + EG_SHEET_BLOCK; i++)                                                 \
            to[i] = (expression);                                                                            \
    break

static void carry_out(const eg_sheet *e, eg_network *s, int count, const double *t)
{
    for (const eg_sheet_step *p = e->steps, *end = p + e->step_count; p < end; p++) {
        const double *a = e->cells + p->a, *b = e->cells + p->b, c = p->c, d = p->d;
        double *restrict to = e->cells + p->to;
        switch (p->kind) {
        case EG_SHEET_TIMES: EACH(c * a[i]);
        case EG_SHEET_LINE: EACH(c * a[i] + d);
        case EG_SHEET_PLACE: EACH(c * a[i] + d + 0.0);
        case EG_SHEET_SHIFT: EACH(a[i] + d);
        case EG_SHEET_MINUS: EACH(a[i] - b[i]);
        case EG_SHEET_APART: EACH(c * a[i] - d * b[i] + 0.0);
        case EG_SHEET_BEGIN: EACH(0.0 + c * a[i]);
        case EG_SHEET_ADD: EACH(to[i] + c * a[i]);
        case EG_SHEET_REST: EACH((0.0 - a[i]) / c);
        case EG_SHEET_BOTH: EACH(c * a[i] + d * b[i]);
        case EG_SHEET_BODY: place(e, &e->bodies[p->number], count); break;
        case EG_SHEET_ELEMENT: act(e, s, &e->elements[p->number], count); break;
        case EG_SHEET_SIGNALS: evaluate_signals(e, s, p->number, count, t); break;
        case EG_SHEET_COMPONENT: observe(e, s, &e->components[p->number], count, t); break;
        }
    }
}

void eg_sheet_fill(eg_sheet *e, eg_network *s, int count, const double *t, const double *y, size_t stride)
{
    for (int k = 0; k < e->unknown_count; k++)
        memcpy(eg_sheet_cell(e, 1 + k), y + (size_t)k * stride, (size_t)count * sizeof *y);
    carry_out(e, s, count, t);
}

void eg_sheet_fill_one(eg_sheet *e, eg_network *s, double t, const double *y)
{
    for (int k = 0; k < e->unknown_count; k++)
        *eg_sheet_cell(e, 1 + k) = y[e->unknowns[k]];
    carry_out(e, s, 1, &t);
}
