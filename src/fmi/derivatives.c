/* Partial derivatives of derivatives and outputs by states, inputs and time, in the present modes: exact,
 * from the Jacobians of the equations (network/solve/tangent.c).
 *
 * One thing is not differentiated but taken by differences: the rate of a state that is algebraic in the
 * present modes and no position, which is itself a derivative of the equations. */
#include "fmi/core_parts.h"
#include "fmi/dependencies.h"
#include "network/motion/events.h"
#include "network/solve/derivatives.h"
#include "network/solve/tangent.h"
#include "network/user/user.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct direction {
    double *dy, *du; /* (n), (inputs) */
    double dt;
    double *dv, *din; /* of the users' tape */
} direction;

static bool refuse(eg_fmu *f, const char *why)
{
    eg_report(f->diagnostics, EG_ERROR, EG_NOWHERE, "%s", why);
    eg_remedy(
        f->diagnostics,
        "ask for derivatives of the derivatives of states and of real outputs, by states, inputs or time");
    return false;
}

static bool make_direction(eg_fmu *f, direction *d)
{
    const eg_model *m = eg_fmu_model(f);
    size_t n = (size_t)m->n, inputs = (size_t)m->interface.input_count;
    size_t tape = m->user ? (size_t)m->user->tape.count : 0, in = m->user ? (size_t)m->user->input_count : 0;
    d->dy = calloc(n + inputs + tape + in + 1, sizeof(double));
    if (!d->dy) {
        (void)eg_fmu_out_of_memory(f);
        return false;
    }
    d->du = d->dy + n;
    d->dv = d->du + inputs;
    d->din = d->dv + tape;
    return true;
}

static const eg_fmu_variable *variable(const eg_fmu *f, size_t reference)
{
    return reference < f->list.count ? &f->list.items[reference] : NULL;
}

static bool is_known(const eg_fmu *f, size_t reference)
{
    const eg_fmu_variable *v = variable(f, reference);
    return v && v->type == EG_REAL && !(v->is_discrete && v->kind == EG_FMU_INPUT) &&
           (v->kind == EG_FMU_TIME || v->kind == EG_FMU_INPUT ||
            (v->kind == EG_FMU_STATE && f->at != EG_AT_INITIALIZATION));
}

static bool is_unknown(const eg_fmu *f, size_t reference)
{
    const eg_fmu_variable *v = variable(f, reference);
    return v && v->type == EG_REAL &&
           (v->kind == EG_FMU_DERIVATIVE || v->kind == EG_FMU_OUTPUT ||
            (v->kind == EG_FMU_STATE && f->at == EG_AT_INITIALIZATION));
}

static void add_known(const eg_fmu *f, direction *d, size_t reference, double seed)
{
    const eg_fmu_variable *v = variable(f, reference);
    double *of;
    if (v->kind == EG_FMU_TIME)
        of = &d->dt;
    else if (v->kind == EG_FMU_INPUT)
        of = &d->du[v->index];
    else
        of = &d->dy[v->index];
    *of += seed;
}

/* ---------------------------------------------------------------- one direction */

/* y' at a point that lies away from the present one by a part of the direction. */
static bool rate_away(eg_fmu *f, const direction *d, double part, int unknown, double *rate)
{
    eg_network *s = f->network;
    size_t n = (size_t)s->base.n;
    double *y = malloc((2 * n + 1) * sizeof(double));
    if (!y) {
        (void)eg_fmu_out_of_memory(f);
        return false;
    }
    for (size_t i = 0; i < n; i++)
        y[i] = f->y[i] + part * d->dy[i];
    memcpy(y + n, f->yp, n * sizeof(double));
    for (int i = 0; i < s->m->interface.input_count; i++)
        eg_network_input(s, i)[EG_INPUT_START] += part * d->du[i];
    bool done = s->base.ops->settle(&s->base, eg_fmu_since(f, f->time) + part * d->dt, y, y + n) == 0;
    for (int i = 0; i < s->m->interface.input_count; i++)
        eg_network_input(s, i)[EG_INPUT_START] -= part * d->du[i];
    *rate = y[n + (size_t)unknown];
    free(y);
    return done;
}

static bool difference_of_rates(eg_fmu *f, const direction *d, int unknown, double *value)
{
    double size = 0, at = 0, rate[2] = {0, 0};
    for (int i = 0; i < f->network->base.n; i++) {
        size = fmax(size, fabs(d->dy[i]));
        at = fmax(at, d->dy[i] != 0 ? fabs(f->y[i]) : 0);
    }
    for (int i = 0; i < f->network->m->interface.input_count; i++)
        size = fmax(size, fabs(d->du[i]));
    size = fmax(size, fabs(d->dt));
    *value = 0;
    if (size == 0)
        return true;
    double h = 1e-6 * fmax(at, 1e-3) / size;
    if (!rate_away(f, d, h, unknown, &rate[0]) || !rate_away(f, d, -h, unknown, &rate[1]))
        return false;
    *value = (rate[0] - rate[1]) / (2 * h);
    return true;
}

/* While the instance is being initialized states are unknowns too: those that are given stay where they are,
 * unless the start follows the inputs, as a steady state does. Found out by trying. */
static bool is_start_given(eg_fmu *f, const direction *d, const double *dy)
{
    const eg_model *m = eg_fmu_model(f);
    size_t n = (size_t)m->n;
    double *y = calloc(2 * n + 1, sizeof(double));
    eg_network *s = y ? eg_network_create(m, NULL) : NULL;
    bool is_given = s != NULL;
    for (int i = 0; i < m->interface.input_count && is_given; i++)
        eg_network_hold_input(s, i, eg_network_input(f->network, i)[EG_INPUT_START] + 1e-3 * d->du[i]);
    if (is_given)
        s->base.origin = f->network->base.origin;
    is_given = is_given &&
               s->base.ops->initialize(&s->base, eg_fmu_since(f, f->start) + 1e-3 * d->dt, y, y + n) == EG_OK;
    for (size_t i = 0; i < f->list.states && is_given; i++) {
        int k = f->list.items[f->list.first_state + i].index;
        is_given = dy[k] != 0 || y[k] == f->y[k];
    }
    eg_network_free(s);
    free(y);
    return is_given ||
           refuse(
               f,
               "the start follows what is given here: its derivatives are known after initialization only");
}

/* Answers of all unknowns to the direction. */
static bool answer(eg_fmu *f, direction *d, const uint32_t *unknowns, size_t count, double *out)
{
    eg_network *s = f->network;
    const eg_model *m = s->m;
    size_t n = (size_t)m->n;
    eg_change change = {.dy = d->dy, .du = d->du, .dt = d->dt};
    if (!eg_fmu_make_consistent(f) || eg_network_tangent(s, f->time, f->y, f->yp, &change) != 0)
        return false;
    if (f->at == EG_AT_INITIALIZATION && !is_start_given(f, d, s->scratch.direction))
        return false;
    if (m->user)
        eg_network_users_along(s, d->din, d->dv);
    for (size_t i = 0; i < count; i++) {
        const eg_fmu_variable *v = variable(f, unknowns[i]);
        if (v->kind != EG_FMU_OUTPUT) {
            out[i] = s->scratch.direction[(v->kind == EG_FMU_DERIVATIVE ? n : 0) + (size_t)v->index];
            continue;
        }
        int quantity = eg_fmu_quantity_of_output(m, v->name);
        out[i] = m->user && quantity >= 0 ? d->dv[m->user->quantities[quantity].node]
                                          : eg_network_signal_along(s, eg_fmu_net_of_output(m, v->name));
    }
    f->is_observed = false;
    for (size_t i = 0; i < count; i++) {
        const eg_fmu_variable *v = variable(f, unknowns[i]);
        if (isnan(out[i]) && v->kind == EG_FMU_DERIVATIVE && !difference_of_rates(f, d, v->index, &out[i]))
            return false;
        if (!isfinite(out[i]))
            return refuse(f, "a derivative is not to be had at this point");
    }
    return true;
}

/* ---------------------------------------------------------------- for importers */

static bool may_be_asked(eg_fmu *f, const uint32_t *unknowns, size_t unknown_count, const uint32_t *knowns,
                         size_t known_count)
{
    if (!eg_fmu_settle(f) || !eg_fmu_apply_inputs(f))
        return false;
    if (!eg_fmu_has_derivatives(&f->list, eg_fmu_model(f)))
        return refuse(f, "this FMU provides no directional derivatives");
    for (size_t i = 0; i < unknown_count; i++)
        if (!is_unknown(f, unknowns[i]))
            return refuse(f, "an unknown must be the derivative of a state, or a real output");
    for (size_t i = 0; i < known_count; i++)
        if (!is_known(f, knowns[i]))
            return refuse(f, "a known must be a state (after the start), a continuous input, or time");
    return true;
}

bool eg_fmu_directional(eg_fmu *f, const uint32_t *unknowns, size_t unknown_count, const uint32_t *knowns,
                        size_t known_count, const double *seed, double *sensitivity)
{
    direction d = {0};
    if (!may_be_asked(f, unknowns, unknown_count, knowns, known_count) || !make_direction(f, &d))
        return false;
    for (size_t i = 0; i < known_count; i++)
        add_known(f, &d, knowns[i], seed[i]);
    bool done = answer(f, &d, unknowns, unknown_count, sensitivity);
    free(d.dy);
    return done;
}

/* A direction for each known: adjoints are few, and so are FMUs of many thousand states. */
bool eg_fmu_adjoint(eg_fmu *f, const uint32_t *unknowns, size_t unknown_count, const uint32_t *knowns,
                    size_t known_count, const double *seed, double *sensitivity)
{
    double *column = malloc((unknown_count + 1) * sizeof *column);
    if (!column) {
        (void)eg_fmu_out_of_memory(f);
        return false;
    }
    bool done = may_be_asked(f, unknowns, unknown_count, knowns, known_count);
    for (size_t k = 0; k < known_count && done; k++) {
        double one = 1;
        done = eg_fmu_directional(f, unknowns, unknown_count, &knowns[k], 1, &one, column);
        sensitivity[k] = 0;
        for (size_t i = 0; i < unknown_count && done; i++)
            sensitivity[k] += seed[i] * column[i];
    }
    free(column);
    return done;
}
