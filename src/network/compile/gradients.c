/* Gradients: how signals and driven motions depend on the unknowns, their rates and time.
 *
 * A net's gradient is a list of terms for each of its value and first two derivatives. Which terms there
 * are depends on the structure alone; their coefficients are constants, too, unless a block on the way is
 * nonlinear. The compiler finds the terms; a run computes the coefficients anew at every point where there
 * are nonlinear blocks.
 *
 * For a block y = g(z), with z its inputs and states, P = dg/dz, and der(x) = r(z), R = dr/dz,
 *     grad(y)         = P grad(z)
 *     grad(der(y))    = P grad(der(z)) + der(P) grad(z)
 *     grad(der(der y)) = P grad(der(der(z)))               linear blocks only
 *     grad(der(x))    = R grad(z),  grad(der(der(x))) = R grad(der(z)).
 * der(P) = H der(z) by polarisation of the second derivative that jets carry: for directions a and b,
 *     a'Hb = (q(a + b) - q(a - b))/4,  q(a) = a'Ha the second derivative along a. */
#include "network/network.h"
#include "base/arena.h"
#include "network/compile/compile.h"
#include "network/compile/gradients.h"
#include "network/motion/evaluate.h"

#include <stdlib.h>
#include <string.h>

/* Compiling: `model` grows and s is NULL. Running: terms are the run's own. */
typedef struct tracing {
    const eg_model *m;
    eg_model *model;
    const eg_network *s;
    eg_term *terms;
} tracing;

static int add(tracing *t, eg_gradient *g, int order, int index, double coefficient)
{
    eg_term *terms = t->model ? t->model->signals.gradient_terms : t->terms;
    for (int i = 0; i < g->count[order]; i++)
        if (terms[g->first[order] + i].index == index) {
            terms[g->first[order] + i].coefficient += coefficient;
            return 0;
        }
    eg_model *m = t->model;
    if (!m)
        return 0; /* cannot be: the structure is the same */
    if (eg_grow((void **)&m->signals.gradient_terms, &m->signals.gradient_term_capacity,
                (size_t)m->signals.gradient_term_count + 1, sizeof(eg_term)) < 0)
        return -1;
    m->signals.gradient_terms[m->signals.gradient_term_count++] = (eg_term){index, coefficient};
    g->count[order]++;
    return 0;
}

static int add_scaled(tracing *t, eg_gradient *g, int order, const eg_gradient *of, int of_order,
                      double factor)
{
    for (int i = 0; i < of->count[of_order] && factor != 0; i++) {
        eg_term x = (t->model ? t->model->signals.gradient_terms : t->terms)[of->first[of_order] + i];
        if (add(t, g, order, x.index, factor * x.coefficient) < 0)
            return -1;
    }
    return 0;
}

/* ---------------------------------------------------------------- sensors */

static int add_motion(tracing *t, eg_gradient *g, int order, int motion, int which, double sign)
{
    int status = 0;
    const eg_motion *k = &t->m->tree.motions[motion];
    for (int i = k->first + k->count - 1; i >= k->first; i--) {
        eg_term x = t->m->tree.drive_terms[i];
        status |= add_scaled(t, g, order, &t->m->drives[x.index].gradient, which, sign * x.coefficient);
    }
    return status;
}

static int add_bodies(tracing *t, eg_gradient *g, int order, int node, int base, double sign)
{
    int status = 0;
    const eg_flange_node *n = node < 0 ? NULL : &t->m->nodes[node];
    for (int i = 0; n && i <= n->more; i++) {
        eg_term x = eg_node_term(t->m, n, i);
        if (x.index > 0)
            status |= add(t, g, order, base + eg_v(t->m, x.index), sign * x.coefficient);
    }
    return status;
}

/* Derivative number `which` (0..2) of s(to) - s(from), as a contribution to order `order` of g. */
static int add_kinematics(tracing *t, eg_gradient *g, int order, const eg_row *row, int which)
{
    const eg_model *m = t->m;
    int status = 0;
    if (which == 0)
        for (int i = 0; i < row->count && status == 0; i++) {
            eg_term x = m->row.terms[row->first + i];
            status = add(t, g, order, x.index, x.coefficient);
        }
    int base = which == 2 ? m->n : 0;
    if (which > 0)
        status |= add_bodies(t, g, order, row->to, base, 1) | add_bodies(t, g, order, row->from, base, -1) |
                  add_motion(t, g, order, eg_node_motion(m, row->to), which, 1) |
                  add_motion(t, g, order, eg_node_motion(m, row->from), which, -1);
    for (int i = 0; i < row->motion_count && which == 0; i++) {
        eg_term x = m->row.motion_terms[row->first_motion + i];
        status |= add_scaled(t, g, order, &m->drives[x.index].gradient, 0, x.coefficient);
    }
    return status;
}

/* ---------------------------------------------------------------- blocks */

/* Partial derivatives of a block with n arguments, at the point evaluated last. */
typedef struct partials {
    int n;
    double P[EG_BLOCK_MAX_ARGUMENTS], der_P[EG_BLOCK_MAX_ARGUMENTS];
    double R[EG_BLOCK_MAX_STATES][EG_BLOCK_MAX_ARGUMENTS];
} partials;

static double second(const eg_net *n, const double *p, long phase, const eg_jet *z)
{
    eg_jet y = {0};
    eg_block_evaluate(n, p, phase, (eg_jet){0}, z, &y);
    return y.ddx;
}

/* der(P_j): the mixed second derivative along der(z) and argument j. */
static double rate_of_partial(const eg_net *n, const double *p, long phase, const eg_jet *z, int count, int j)
{
    eg_jet plus[EG_BLOCK_MAX_ARGUMENTS] = {{0}}, minus[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
    for (int i = 0; i < count; i++) {
        plus[i] = (eg_jet){z[i].x, z[i].dx + (i == j), 0};
        minus[i] = (eg_jet){z[i].x, z[i].dx - (i == j), 0};
    }
    return (second(n, p, phase, plus) - second(n, p, phase, minus)) / 4;
}

void eg_block_rate_partials(const eg_net *n, const double *p, long phase, const eg_jet *z,
                            double (*R)[EG_BLOCK_MAX_ARGUMENTS])
{
    int count = n->input_count + n->states;
    for (int j = 0; j < count; j++) {
        eg_jet seed[EG_BLOCK_MAX_ARGUMENTS] = {{0}}, dx[EG_BLOCK_MAX_STATES] = {{0}};
        for (int i = 0; i < count; i++)
            seed[i] = (eg_jet){z[i].x, i == j, 0};
        n->block->rates(p, phase, (eg_jet){0}, seed, dx);
        for (int i = 0; i < n->states; i++)
            R[i][j] = dx[i].dx;
    }
}

double eg_block_partial(const eg_net *n, const double *p, long phase, const eg_jet *z, int j)
{
    eg_jet seed[EG_BLOCK_MAX_ARGUMENTS] = {{0}}, y = {0};
    for (int i = 0; i < n->input_count + n->states; i++)
        seed[i] = (eg_jet){z[i].x, i == j, 0};
    eg_block_evaluate(n, p, phase, (eg_jet){0}, seed, &y);
    return y.dx;
}

static void find_partials(const tracing *t, const eg_net *n, partials *q)
{
    const double *p = t->m->instances[n->instance].p;
    eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
    long phase = 0;
    memset(q, 0, sizeof *q);
    q->n = n->input_count + n->states;
    if (!t->s && n->block->is_nonlinear) { /* the structure is all that is asked for */
        for (int j = 0; j < q->n; j++) {
            q->P[j] = q->der_P[j] = 1;
            for (int i = 0; i < n->states; i++)
                q->R[i][j] = 1;
        }
        return;
    }
    if (t->s) {
        phase = t->s->phase[n->instance];
        eg_network_arguments(t->s, n, z);
    }
    for (int j = 0; j < q->n; j++) {
        q->P[j] = eg_block_partial(n, p, phase, z, j);
        if (n->block->is_nonlinear)
            q->der_P[j] = rate_of_partial(n, p, phase, z, q->n, j);
    }
    if (n->states > 0)
        eg_block_rate_partials(n, p, phase, z, q->R);
}

/* factor*(gradient of derivative `which` of argument j). */
static int add_argument(tracing *t, eg_gradient *g, int order, const eg_net *n, const partials *q, int j,
                        int which, double factor)
{
    int status = 0, state = j - n->input_count;
    if (state < 0)
        return add_scaled(t, g, order, &t->m->nets[n->inputs[j]].gradient, which, factor);
    if (factor == 0)
        return 0;
    if (which == 0)
        return add(t, g, order, n->state + state, factor);
    for (int i = 0; i < q->n && status == 0; i++)
        status = add_argument(t, g, order, n, q, i, which - 1, factor * q->R[state][i]);
    return status;
}

static int block_gradient(tracing *t, const eg_net *n, eg_gradient *g, const partials *q, int order)
{
    int status = 0;
    if (n->with_time)
        return add(t, g, order, 2 * t->m->n + 3 * (int)(n - t->m->nets) + order, 1);
    if (n->block->is_derivative)
        return order < 2 ? add_scaled(t, g, order, &t->m->nets[n->inputs[0]].gradient, order + 1, 1) : 0;
    if (order > n->derivatives)
        return 0;
    for (int j = 0; j < q->n && status == 0; j++) {
        status = add_argument(t, g, order, n, q, j, order, q->P[j]);
        if (status == 0 && order == 1)
            status = add_argument(t, g, order, n, q, j, 0, q->der_P[j]);
    }
    return status;
}

/* Signals number 0, 1, 2 of a bundle are its value and derivatives; the last one's derivatives follow. */
static int bundle_gradient(tracing *t, const eg_net *n, eg_gradient *g, int order)
{
    int i = order < n->input_count ? order : n->input_count - 1;
    return add_scaled(t, g, order, &t->m->nets[n->inputs[i]].gradient, order - i, 1);
}

static int temperature_gradient(tracing *t, const eg_net *n, eg_gradient *g)
{
    int status = 0;
    for (int side = 0; side < 2 && status == 0; side++) {
        int node = side ? n->from : n->to;
        const eg_heat_node *h = node < 0 ? NULL : &t->m->heat[node];
        double sign = side ? -n->gain : n->gain;
        if (h && h->unknown >= 0)
            status = add(t, g, 0, h->unknown + n->order * t->m->n, sign);
        else if (h && h->input >= 0)
            status = add_scaled(t, g, 0, &t->m->nets[h->input].gradient, n->order, sign);
    }
    return status;
}

/* ---------------------------------------------------------------- nets and drives */

static void begin(tracing *t, eg_gradient *g, int order)
{
    if (!t->model)
        return;
    g->first[order] = t->model->signals.gradient_term_count;
    g->count[order] = 0;
}

/* g: the net's own while compiling, a copy of its bounds while running. */
static int net_gradient(tracing *t, int net, eg_gradient *g)
{
    const eg_net *n = &t->m->nets[net];
    partials q;
    bool chains = n->kind == EG_SIGNAL_BLOCK && n->unknown < 0 && !n->with_time && !n->block->is_derivative;
    if (chains)
        find_partials(t, n, &q);
    for (int order = 0; order < 3; order++) {
        int status = 0;
        begin(t, g, order);
        if (n->unknown >= 0)
            status = order == 0 ? add(t, g, 0, t->m->first.loop + n->unknown, 1) : 0;
        else if (order > n->need) /* nobody asks */
            status = 0;
        else if (n->kind == EG_SIGNAL_SENSOR && (n->dynamic || n->is_shown) && n->order + order <= 2)
            status = add_kinematics(t, g, order, &t->m->row.list[n->row], n->order + order);
        else if (n->kind == EG_SIGNAL_TEMPERATURE)
            status = order == 0 ? temperature_gradient(t, n, g) : 0;
        else if (n->kind == EG_SIGNAL_BUNDLE)
            status = bundle_gradient(t, n, g, order);
        else if (n->kind == EG_SIGNAL_BLOCK)
            status = block_gradient(t, n, g, &q, order);
        if (status < 0)
            return -1;
    }
    return 0;
}

static int drive_gradient(tracing *t, int drive, eg_gradient *g)
{
    double partial[2][EG_DRIVE_MAX_STATES + 2] = {{0}};
    const eg_drive *d = &t->m->drives[drive];
    const eg_instance *instance = &t->m->instances[d->instance];
    const eg_gradient *u = &t->m->nets[d->input].gradient;
    instance->class->drive->partials(instance->p, partial);
    for (int order = 0; order < 3; order++) {
        int status = 0;
        begin(t, g, order);
        if (d->states == 0) { /* the motion is the input */
            status = add_scaled(t, g, order, u, order, 1);
        } else if (order == 0) {
            status = add(t, g, 0, d->state, 1);
        } else {
            const double *p = partial[order - 1];
            for (int s = 0; s < d->states; s++)
                if (p[s] != 0)
                    status |= add(t, g, order, d->state + s, p[s]);
            status |= add_scaled(t, g, order, u, 0, p[EG_DRIVE_MAX_STATES]);
            status |= add_scaled(t, g, order, u, 1, p[EG_DRIVE_MAX_STATES + 1]);
        }
        if (status)
            return -1;
    }
    return 0;
}

static int trace(tracing *t, int item)
{
    const eg_model *m = t->m;
    if (t->model)
        return item >= 0 ? net_gradient(t, item, &t->model->nets[item].gradient)
                         : drive_gradient(t, -1 - item, &t->model->drives[-1 - item].gradient);
    eg_gradient bounds = item >= 0 ? m->nets[item].gradient : m->drives[-1 - item].gradient;
    return item >= 0 ? net_gradient(t, item, &bounds) : drive_gradient(t, -1 - item, &bounds);
}

/* Where loops are cut the gradient is that of the unknown: known first, because what follows in the order
 * may have come before. */
static int trace_all(tracing *t)
{
    const eg_model *m = t->m;
    int status = 0;
    for (int i = 0; i < m->net_count && status == 0; i++)
        if (m->nets[i].unknown >= 0)
            status = trace(t, i);
    for (int i = 0; i < m->net_count + m->drive_count && status == 0; i++)
        if (m->signals.order[i] < 0 || m->nets[m->signals.order[i]].unknown < 0)
            status = trace(t, m->signals.order[i]);
    return status;
}

static bool has_rates(const eg_model *m, int net)
{
    const eg_gradient *g = &m->nets[net].gradient;
    for (int i = g->first[0]; i < g->first[0] + g->count[0]; i++)
        if (m->signals.gradient_terms[i].index >= m->n && m->signals.gradient_terms[i].index < 2 * m->n)
            return true;
    return false;
}

static void find_rates_in_forces(eg_model *m)
{
    for (int i = 0; i < m->source_count; i++)
        m->dynamics.rates_in_forces |= has_rates(m, m->sources[i].input);
    for (int i = 0; i < m->element_count; i++)
        m->dynamics.rates_in_forces |= m->elements[i].input >= 0 && has_rates(m, m->elements[i].input);
}

static bool follows_rates(const eg_model *m, const eg_gradient *g)
{
    for (int order = 0; order < 3; order++)
        for (int i = g->first[order]; i < g->first[order] + g->count[order]; i++)
            if (m->signals.gradient_terms[i].index >= m->n && m->signals.gradient_terms[i].index < 2 * m->n)
                return true;
    return false;
}

eg_status eg_compile_gradients(eg_model *m)
{
    tracing t = {.m = m, .model = m};
    if (trace_all(&t) < 0)
        return EG_ERROR_MEMORY;
    find_rates_in_forces(m);
    for (int i = 0; i < m->drive_count; i++)
        m->dynamics.is_implicit = m->dynamics.is_implicit || follows_rates(m, &m->drives[i].gradient);
    for (int i = 0; i < m->net_count; i++) {
        const eg_net *n = &m->nets[i];
        m->dynamics.is_implicit = m->dynamics.is_implicit || (n->dynamic && follows_rates(m, &n->gradient));
        m->signals.nonlinear |= n->block && n->block->is_nonlinear && (n->dynamic || n->is_shown) &&
                                !n->with_time && n->unknown < 0;
    }
    return EG_OK;
}

void eg_network_update_gradients(eg_network *s)
{
    tracing t = {.m = s->m, .s = s, .terms = s->signals.gradient_terms};
    if (!s->m->signals.nonlinear)
        return;
    for (int i = 0; i < s->m->signals.gradient_term_count; i++)
        s->signals.gradient_terms[i] = (eg_term){s->m->signals.gradient_terms[i].index, 0};
    trace_all(&t);
}
