/* The arithmetic of lanes. Every loop over lanes does the same to each, so that compilers make vectors of
 * it; the functions exist for each width, and for the vector registers that machines have, which changes no
 * bit: lanes do not look at each other, and products are not fused with sums. */
#include "ensemble/program.h"

#include "base/clones.h"
#include "engine/erk/erk.h"
#include "engine/erk/table.h"
#include "network/motion/evaluate.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>

#if defined(__GNUC__)
#define ALWAYS static inline __attribute__((always_inline))
#else
#define ALWAYS static inline
#endif
#define CLONES EG_CLONES("avx512f", "avx2")

/* Rows do not overlap but by being the same. */
#if defined(__GNUC__) && !defined(__clang__)
#define EACH(l) _Pragma("GCC ivdep") for (int l = from; l < to; l++)
#define ALL(l) _Pragma("GCC ivdep") for (int l = 0; l < W; l++)
#else
#define EACH(l) for (int l = from; l < to; l++)
#define ALL(l) for (int l = 0; l < W; l++)
#endif
#define ROW(array, i) ((array) + (size_t)(i) * (size_t)W)

/* ---------------------------------------------------------------- the right-hand side */

/* to = sum of coefficient*x, + constant where that is not NULL. */
ALWAYS void add_up(const eg_lanes *L, int W, int from, int to, eg_sum sum, const double *constant,
                   const double *x, double *out)
{
    EACH(l)
    out[l] = 0;
    for (int k = sum.first; k < sum.first + sum.count; k++) {
        const double *c = ROW(L->coefficient, k), *from_x = ROW(x, L->p->term[k]);
        EACH(l)
        out[l] += c[l] * from_x[l];
    }
    for (int l = from; l < to && constant; l++)
        out[l] += constant[l];
}

ALWAYS void measure(const eg_lanes *L, int W, int from, int to, const double *y)
{
    for (int i = 0; i < L->p->elements; i++) {
        add_up(L, W, from, to, L->p->s[i], ROW(L->constant, i), y, ROW(L->s, i));
        add_up(L, W, from, to, L->p->v[i], NULL, y, ROW(L->v, i));
    }
}

static double force_by_law(const eg_lanes *L, int i, int l, double s, double v)
{
    const eg_network *net = L->network[l];
    const eg_element *e = &net->m->elements[i];
    eg_force f;
    e->ops->force(net->k + e->coefficients, net->mode[i], s, v, &f);
    return f.f;
}

ALWAYS void push_all(const eg_lanes *L, int W, int from, int to, eg_sum sum, const double *f)
{
    for (int k = sum.first; k < sum.first + sum.count; k++) {
        const double *c = ROW(L->pushing, k);
        double *r = ROW(L->sum, L->p->push[k]);
        EACH(l)
        r[l] += c[l] * f[l];
    }
}

ALWAYS void find_forces(const eg_lanes *L, int W, int from, int to)
{
    for (int i = 0; i < L->p->elements; i++) {
        const double *s = ROW(L->s, i), *v = ROW(L->v, i), *F = ROW(L->F, i), *S = ROW(L->S, i);
        const double *V = ROW(L->V, i), *Ks = ROW(L->Ks, i), *Kv = ROW(L->Kv, i);
        const bool *by_law = ROW(L->by_law, i);
        double *f = ROW(L->f, i);
        bool any = false;
        EACH(l)
        f[l] = F[l] + (Ks[l] * (s[l] - S[l]) + Kv[l] * (v[l] - V[l]));
        EACH(l)
        any |= by_law[l];
        for (int l = from; l < to && any; l++)
            if (by_law[l] && L->network[l])
                f[l] = force_by_law(L, i, l, s[l], v[l]);
    }
}

static double source_by_block(const eg_lanes *L, int i, int l, double t)
{
    const eg_network *net = L->network[l];
    const eg_net *n = &net->m->nets[L->p->source_net[i]];
    const double at = L->origin + t;
    eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}}, u = {0};
    eg_block_evaluate(n, net->m->instances[n->instance].p, net->phase[n->instance], (eg_jet){at, 1, 0}, z,
                      &u);
    eg_jet_go_on(&u, t - (at - L->origin), 0);
    return u.x;
}

ALWAYS void find_sources(const eg_lanes *L, int W, int from, int to, const double *t)
{
    for (int i = 0; i < L->p->sources; i++) {
        const double *u0 = ROW(L->u0, i), *u1 = ROW(L->u1, i), *u2 = ROW(L->u2, i), *since = ROW(L->since, i);
        const bool *by_block = ROW(L->by_block, i);
        double *u = ROW(L->u, i);
        bool any = false;
        EACH(l)
        u[l] = u0[l] + (t[l] - since[l]) * (u1[l] + u2[l] * (t[l] - since[l]));
        EACH(l)
        any |= by_block[l];
        for (int l = from; l < to && any; l++)
            if (by_block[l] && L->network[l])
                u[l] = source_by_block(L, i, l, t[l]);
    }
}

/* ---------------------------------------------------------------- users' equations */

ALWAYS void take_input(const eg_lanes *L, int W, int from, int to, int i, const double *t, const double *y,
                       double *v)
{
    const eg_model *m = L->p->model;
    const eg_user_input *in = &m->user->inputs[i];
    const double *x = ROW(L->held, i);
    if (in->kind == EG_USER_VALUE)
        x = ROW(y, m->first.user + in->index);
    else if (in->kind == EG_USER_FORCE)
        x = ROW(L->f, in->index);
    else if (in->kind == EG_USER_SIGNAL)
        x = ROW(L->u, L->p->in_source[i]);
    if (in->kind == EG_USER_DISTANCE)
        add_up(L, W, from, to, L->p->in[i], ROW(L->constant, L->p->elements + i), y, v);
    else if (in->kind == EG_USER_SPEED)
        add_up(L, W, from, to, L->p->in[i], NULL, y, v);
    else if (in->kind == EG_USER_TIME) {
        EACH(l)
        v[l] = L->origin + t[l];
    } else {
        EACH(l)
        v[l] = x[l];
    }
}

static void one_by_one(int op, int from, int to, const double *a, const double *b, double *v)
{
    EACH(l)
    v[l] = eg_op_compute(op, a[l], b[l]);
}

/* The commonest operations as vectors, as eg_tape_run computes them; the others lane by lane. */
ALWAYS void carry_out(const eg_lanes *L, int W, int from, int to, const eg_instruction *x, double *v)
{
    const double *a = ROW(L->value, x->a < 0 ? 0 : x->a), *b = x->b < 0 ? a : ROW(L->value, x->b);
    switch (x->op) {
    case EG_OP_ADD: EACH(l) v[l] = a[l] + b[l]; break;
    case EG_OP_SUB: EACH(l) v[l] = a[l] - b[l]; break;
    case EG_OP_MUL: EACH(l) v[l] = a[l] * b[l]; break;
    case EG_OP_DIV: EACH(l) v[l] = a[l] / b[l]; break;
    case EG_OP_NEG: EACH(l) v[l] = -a[l]; break;
    case EG_OP_SQRT: EACH(l) v[l] = sqrt(a[l]); break;
    case EG_OP_ABS: EACH(l) v[l] = fabs(a[l]); break;
    case EG_OP_MIN: EACH(l) v[l] = a[l] < b[l] ? a[l] : b[l]; break;
    case EG_OP_MAX: EACH(l) v[l] = a[l] > b[l] ? a[l] : b[l]; break;
    case EG_OP_ALONG: EACH(l) v[l] = a[l]; break;
    case EG_OP_SELECT: {
        const double *c = ROW(L->value, x->c);
        EACH(l)
        v[l] = a[l] != 0 ? b[l] : c[l];
        break;
    }
    default: one_by_one(x->op, from, to, a, b, v);
    }
}

ALWAYS void run_tape(const eg_lanes *L, int W, int from, int to, const int *list, int count, const double *t,
                     const double *y)
{
    const eg_instruction *code = L->p->model->user->tape.code;
    for (int k = 0; k < count; k++) {
        const eg_instruction *x = &code[list[k]];
        double *v = ROW(L->value, list[k]);
        if (x->op == EG_OP_INPUT)
            take_input(L, W, from, to, x->a, t, y, v);
        else
            carry_out(L, W, from, to, x, v);
    }
}

/* ---------------------------------------------------------------- together */

ALWAYS void find_rates(const eg_lanes *L, int W, int from, int to, const double *t, const double *y,
                       double *rate)
{
    const eg_program *p = L->p;
    const eg_model *m = p->model;
    measure(L, W, from, to, y);
    find_sources(L, W, from, to, t);
    find_forces(L, W, from, to);
    if (m->user)
        run_tape(L, W, from, to, p->needed, p->needed_count, t, y);
    for (int j = 0; j < m->first.user && j < 2 * (p->bodies - 1); j++)
        EACH(l)
    ROW(L->sum, j)[l] = 0;
    for (int i = 0; i < p->elements; i++)
        push_all(L, W, from, to, p->from_element[i], ROW(L->f, i));
    for (int i = 0, source = 0; i < m->source_count; i++) {
        for (source = 0; p->source_net[source] != m->sources[i].input;)
            source++;
        push_all(L, W, from, to, p->from_source[i], ROW(L->u, source));
    }
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        push_all(L, W, from, to, p->from_flow[i], ROW(L->value, m->user->flows[i].result.node));
    for (int b = 1; b < p->bodies; b++) {
        const double *sum = ROW(L->sum, eg_v(m, b)), *mass = ROW(L->mass, b);
        double *a = ROW(rate, eg_v(m, b));
        add_up(L, W, from, to, p->rate[b], NULL, y, ROW(rate, eg_x(b)));
        EACH(l)
        a[l] = -sum[l] / mass[l];
    }
    for (int i = 0; m->user && i < m->user->unknowns; i++) {
        const double *v = ROW(L->value, m->user->rows[i].result.node);
        double *out = ROW(rate, m->first.user + i);
        EACH(l)
        out[l] = -v[l];
    }
}

/* + sum of coefficient*y where the force goes: the speed at which it works. */
ALWAYS void add_speeds(const eg_lanes *L, int W, int from, int to, eg_sum sum, const double *y, double *out)
{
    for (int k = sum.first; k < sum.first + sum.count; k++) {
        const double *c = ROW(L->pushing, k), *v = ROW(y, L->p->push[k]);
        EACH(l)
        out[l] += c[l] * v[l];
    }
}

ALWAYS void supply(int W, int from, int to, const double *P, double *power)
{
    double *supplied = ROW(power, EG_POWER_SUPPLIED), *turnover = ROW(power, EG_POWER_TURNOVER);
    EACH(l)
    {
        supplied[l] += P[l];
        turnover[l] += fabs(P[l]);
    }
}

/* What works at the point evaluated last, as network/motion/energy.c has it; but what elements take, whether
 * they lose or store it, is one number. */
ALWAYS void find_powers(const eg_lanes *L, int W, int from, int to, const double *y, double *power)
{
    const eg_program *p = L->p;
    const eg_model *m = p->model;
    double *taken = ROW(power, EG_POWER_DISSIPATED), P[EG_LANES_MOST], v[EG_LANES_MOST];
    for (int q = 0; q < EG_LANES_WORKS; q++)
        EACH(l)
    ROW(power, q)[l] = 0;
    for (int i = 0; i < p->elements; i++) {
        const double *f = ROW(L->f, i), *speed = ROW(L->v, i);
        const bool supplies = m->elements[i].ops->supplies;
        EACH(l)
        {
            const double into = f[l] * speed[l];
            P[l] = supplies && into < 0 ? -into : 0;
            taken[l] += into + P[l];
        }
        if (supplies)
            supply(W, from, to, P, power);
    }
    for (int i = 0, source = 0; i < m->source_count; i++) {
        for (source = 0; p->source_net[source] != m->sources[i].input;)
            source++;
        EACH(l)
        v[l] = 0;
        add_speeds(L, W, from, to, p->from_source[i], y, v);
        EACH(l)
        P[l] = -ROW(L->u, source)[l] * v[l];
        supply(W, from, to, P, power);
    }
    for (int i = 0; m->user && i < m->user->flow_count; i++) {
        EACH(l)
        v[l] = 0;
        add_speeds(L, W, from, to, p->from_flow[i], y, v);
        EACH(l)
        P[l] = -ROW(L->value, m->user->flows[i].result.node)[l] * v[l];
        supply(W, from, to, P, power);
    }
}

ALWAYS void find_both(const eg_lanes *L, int W, int from, int to, const double *t, const double *y,
                      double *rate, double *power)
{
    find_rates(L, W, from, to, t, y, rate);
    if (power)
        find_powers(L, W, from, to, y, power);
}

static void switch_by_law(const eg_lanes *L, int W, int i, int l, double *h)
{
    const eg_network *net = L->network[l];
    const eg_element *e = &net->m->elements[i];
    double own[EG_ELEMENT_MAX_SWITCHES];
    e->ops->switching(net->k + e->coefficients, net->mode[i], ROW(L->s, i)[l], ROW(L->v, i)[l], own, NULL,
                      NULL);
    for (int k = 0; k < e->ops->switch_count; k++)
        ROW(h, e->first_switch + k)[l] = own[k];
}

ALWAYS void find_switches(const eg_lanes *L, int W, int from, int to, const double *t, const double *y,
                          double *h)
{
    const eg_model *m = L->p->model;
    measure(L, W, from, to, y);
    for (int i = 0; i < L->p->elements; i++) {
        const eg_element *e = &m->elements[i];
        const double *s = ROW(L->s, i), *v = ROW(L->v, i), *S = ROW(L->S, i), *V = ROW(L->V, i);
        for (int k = e->first_switch; e->ops->switching && k < e->first_switch + e->ops->switch_count; k++) {
            const double *H = ROW(L->H, k), *Hs = ROW(L->Hs, k), *Hv = ROW(L->Hv, k);
            EACH(l)
            ROW(h, k)[l] = H[l] + (Hs[l] * (s[l] - S[l]) + Hv[l] * (v[l] - V[l]));
        }
        for (int l = from; l < to && e->ops->switching; l++)
            if (ROW(L->by_law, i)[l] && L->network[l])
                switch_by_law(L, W, i, l, h);
    }
    if (!m->user)
        return;
    find_sources(L, W, from, to, t);
    find_forces(L, W, from, to);
    run_tape(L, W, from, to, L->p->watched, L->p->watched_count, t, y);
    for (int i = 0; i < L->p->relations; i++) {
        const eg_user_relation *r = &m->user->relations[i];
        if (r->switch_index < 0)
            continue;
        const double *a = ROW(L->value, r->a), *b = ROW(L->value, r->b), *sign = ROW(L->sign, i);
        const double *band = ROW(L->band, i);
        double *recent = ROW(L->recent, i), *out = ROW(h, r->switch_index);
        EACH(l)
        {
            const double d = sign[l] * (b[l] - a[l]), size = fabs(d);
            out[l] = sign[l] == 0 ? 1 : d + band[l];
            recent[l] = size > recent[l] ? size : recent[l];
        }
    }
}

/* ---------------------------------------------------------------- by width */

#define BY_WIDTH(W_, call)                                                                                   \
    switch (W_) {                                                                                            \
    case 1: {                                                                                                \
        enum { W = 1 };                                                                                      \
        call;                                                                                                \
        break;                                                                                               \
    }                                                                                                        \
    case 4: {                                                                                                \
        enum { W = 4 };                                                                                      \
        call;                                                                                                \
        break;                                                                                               \
    }                                                                                                        \
    case 8: {                                                                                                \
        enum { W = 8 };                                                                                      \
        call;                                                                                                \
        break;                                                                                               \
    }                                                                                                        \
    default: {                                                                                               \
        enum { W = EG_LANES_MOST };                                                                          \
        call;                                                                                                \
        break;                                                                                               \
    }                                                                                                        \
    }

CLONES static void rates_of_all(const eg_lanes *lanes, const double *t, const double *y, double *rate,
                                double *power){
    BY_WIDTH(lanes->width, find_both(lanes, W, 0, W, t, y, rate, power))}

/* ---------------------------------------------------------------- a step */

/* to = y + length (sum of row i's terms), as the engine erk does. */
ALWAYS void combine(const eg_lanes *L, int W, int n, int i, const double *length, double *out)
{
    const eg_erk_term *first = eg_erk_a + eg_erk_start[i], *last = eg_erk_a + eg_erk_start[i + 1];
    for (int j = 0; j < n; j++) {
        const double *y = ROW(L->start, j);
        double sum[EG_LANES_MOST] = {0};
        for (const eg_erk_term *a = first; a < last; a++) {
            const double *k = ROW(L->k, a->stage * n + j);
            ALL(l)
            sum[l] += a->a * k[l];
        }
        ALL(l)
        ROW(out, j)[l] = y[l] + length[l] * sum[l];
    }
}

/* Only these have a weight in works: of a whole trial (find_work) or of a part (eg_lanes_work_until). */
static bool has_weight(int stage)
{
    return (stage >= 5 && stage <= EG_ERK_STEP) || stage >= 16;
}

/* dy/dx at the time of stage i. */
ALWAYS void stage(eg_lanes *L, int W, int n, const eg_lanes_trial *r, bool stretched, int i, const double *y)
{
    double t[EG_LANES_MOST], slope[EG_LANES_MOST] = {0}, *k = ROW(L->k, i * n);
    double *power = L->p->works && has_weight(i) ? ROW(L->power, i * EG_LANES_WORKS) : NULL;
    ALL(l)
    t[l] = r->begin[l] + eg_erk_c[i] * r->length[l];
    for (int l = 0; l < W && stretched; l++) {
        const eg_stretch *s = &r->stretch[l];
        double x = s->begin + eg_erk_c[i] * r->length[l];
        slope[l] = eg_stretch_slope(s->power, x);
        t[l] = r->begin[l] + (eg_stretch_raise(s->power, x) - eg_stretch_raise(s->power, s->begin));
    }
    for (int l = 0; l < W && i == EG_ERK_STEP; l++)
        t[l] = r->end[l];
    rates_of_all(L, t, y, k, power);
    for (int q = 0; q < EG_LANES_WORKS && power && i == EG_ERK_STEP; q++)
        ALL(l)
    ROW(L->power_end, q)[l] = ROW(power, q)[l];
    for (int q = 0; q < EG_LANES_WORKS && power && stretched; q++)
        ALL(l)
    ROW(power, q)[l] *= slope[l];
    for (int j = 0; j < n && stretched; j++)
        ALL(l)
    ROW(k, j)[l] *= slope[l];
}

/* Works of the whole trial by the weights of its end, as if they were unknowns: their error is of the order
 * of those of the motion. The turnover, which is no smooth function, is a mean power: it is a scale only. */
ALWAYS void find_work(const eg_lanes *L, int W, const eg_lanes_trial *r)
{
    const eg_erk_term *first = eg_erk_a + eg_erk_start[EG_ERK_STEP];
    const eg_erk_term *last = eg_erk_a + eg_erk_start[EG_ERK_STEP + 1];
    for (int q = 0; q < EG_LANES_WORKS; q++) {
        const bool is_mean = q == EG_POWER_TURNOVER;
        double sum[EG_LANES_MOST] = {0}, weights = 0;
        for (const eg_erk_term *a = first; a < last; a++) {
            const double weight = is_mean ? fabs(a->a) : a->a;
            const double *P = ROW(L->power, a->stage * EG_LANES_WORKS + q);
            weights += weight;
            ALL(l)
            sum[l] += weight * P[l];
        }
        ALL(l)
        ROW(L->work, q)[l] = r->length[l] * (is_mean ? sum[l] / weights : sum[l]);
    }
}

/* By the polynomial that `extend` makes of unknowns. */
void eg_lanes_work_until(const eg_lanes *L, int lane, double length, double part, double *work)
{
    const int W = L->width;
    double z = 2.0 * part - 1.0, T[EG_ERK_DEGREE + 1] = {1.0, z}, weight[EG_ERK_NODES + 1] = {0};
    double weights = 0;
    for (int p = 2; p <= EG_ERK_DEGREE; p++)
        T[p] = 2.0 * z * T[p - 1] - T[p - 2];
    for (int p = 0; p <= EG_ERK_DEGREE; p++)
        for (int m = 0; m <= EG_ERK_NODES; m++)
            weight[m] += T[p] * eg_erk_dense[p][m];
    for (int m = 0; m < EG_ERK_NODES; m++)
        weights += fabs(weight[m]);
    for (int q = 0; q < EG_LANES_WORKS; q++) {
        const bool is_mean = q == EG_POWER_TURNOVER;
        double sum = 0;
        for (int m = 0; m < EG_ERK_NODES; m++)
            sum += (is_mean ? fabs(weight[m]) : weight[m]) *
                   ROW(L->power, eg_erk_node[m] * EG_LANES_WORKS + q)[lane];
        if (is_mean)
            work[q] = length * part * (weights > 0 ? sum / weights : 0);
        else
            work[q] = length * sum + weight[EG_ERK_NODES] * ROW(L->work, q)[lane];
    }
}

/* The error of the end in units of what is allowed (the engine erk's measure_error). */
ALWAYS void find_error(const eg_lanes *L, int W, int n, eg_lanes_trial *r)
{
    double fifth[EG_LANES_MOST] = {0}, third[EG_LANES_MOST] = {0};
    for (int j = 0; j < n; j++) {
        const double *y = ROW(L->start, j), *after = ROW(L->after, j);
        double five[EG_LANES_MOST] = {0}, three[EG_LANES_MOST] = {0};
        for (int m = 0; m < EG_ERK_ERRORS; m++) {
            const double *k = ROW(L->k, eg_erk_error[m].stage * n + j);
            for (int l = 0; l < W; l++) {
                five[l] += eg_erk_error[m].fifth * k[l];
                three[l] += eg_erk_error[m].third * k[l];
            }
        }
        for (int l = 0; l < W; l++) {
            double scale =
                eg_erk_scale(ROW(r->low, j)[l], ROW(r->high, j)[l], ROW(r->nominal, j)[l], after[l]);
            double allowed = eg_erk_allowed(r->tolerance[l], scale, y[l], after[l], r->end[l] - r->begin[l],
                                            ROW(r->noise, j)[l]);
            five[l] = fabs(r->length[l] * five[l]) / allowed;
            three[l] = fabs(r->length[l] * three[l]) / allowed;
            fifth[l] = five[l] <= fifth[l] ? fifth[l] : five[l]; /* NaN wins */
            third[l] = three[l] <= third[l] ? third[l] : three[l];
        }
    }
    for (int l = 0; l < W; l++) {
        r->error[l] = eg_erk_error_of(fifth[l], third[l]);
        r->error[l] = isnan(r->error[l]) ? INFINITY : r->error[l];
    }
}

ALWAYS void extend(eg_lanes *L, int W, int n, const eg_lanes_trial *r)
{
    for (int j = 0; j < n; j++) {
        const double *y = ROW(L->start, j), *after = ROW(L->after, j);
        for (int p = 0; p <= EG_ERK_DEGREE; p++) {
            double *c = ROW(L->polynomial, p * n + j), sum[EG_LANES_MOST] = {0};
            for (int m = 0; m < EG_ERK_NODES; m++) {
                const double *k = ROW(L->k, eg_erk_node[m] * n + j);
                ALL(l)
                sum[l] += eg_erk_dense[p][m] * (r->length[l] * k[l]);
            }
            ALL(l)
            c[l] = sum[l] + eg_erk_dense[p][EG_ERK_NODES] * (after[l] - y[l]);
        }
    }
}

ALWAYS void step(eg_lanes *L, int W, eg_lanes_trial *r)
{
    const int n = L->p->n;
    bool stretched = false;
    ALL(l)
    stretched = stretched || r->stretch[l].power > 1;
    for (int j = 0; j < n; j++)
        ALL(l)
    ROW(L->k, j)[l] = eg_stretch_slope(r->stretch[l].power, r->stretch[l].begin) * ROW(L->rate, j)[l];
    for (int q = 0; q < EG_LANES_WORKS; q++)
        ALL(l)
    ROW(L->power, q)
    [l] = eg_stretch_slope(r->stretch[l].power, r->stretch[l].begin) * ROW(L->power_begin, q)[l];
    for (int i = 1; i < EG_ERK_STAGES; i++) {
        double *at = i < EG_ERK_STEP ? L->arg : L->y;
        if (i == EG_ERK_STEP)
            at = L->after;
        combine(L, W, n, i, r->length, at);
        if (i == EG_ERK_STEP)
            find_error(L, W, n, r);
        stage(L, W, n, r, stretched, i, at);
    }
    extend(L, W, n, r);
    if (L->p->works)
        find_work(L, W, r);
}

ALWAYS void dense(const eg_lanes *L, int W, double part, double *y)
{
    const int n = L->p->n;
    double z = 2.0 * part - 1.0, T[EG_ERK_DEGREE + 1] = {1.0, z};
    for (int p = 2; p <= EG_ERK_DEGREE; p++)
        T[p] = 2.0 * z * T[p - 1] - T[p - 2];
    for (int j = 0; j < n; j++) {
        double sum[EG_LANES_MOST] = {0};
        for (int p = EG_ERK_DEGREE; p >= 0; p--)
            ALL(l)
        sum[l] += T[p] * ROW(L->polynomial, p * n + j)[l];
        ALL(l)
        ROW(y, j)[l] = ROW(L->start, j)[l] + sum[l];
    }
}

/* Clones are static: the resolvers of others are seen from outside of the library. */
CLONES static void step_of_all(eg_lanes *lanes, eg_lanes_trial *trial)
{
    BY_WIDTH(lanes->width, step(lanes, W, trial))
}

void eg_lanes_step(eg_lanes *lanes, eg_lanes_trial *trial)
{
    step_of_all(lanes, trial);
}

CLONES static void dense_of_all(const eg_lanes *lanes, double part, double *y)
{
    BY_WIDTH(lanes->width, dense(lanes, W, part, y))
}

void eg_lanes_dense(const eg_lanes *lanes, double part, double *y)
{
    dense_of_all(lanes, part, y);
}

void eg_lanes_evaluate(eg_lanes *lanes, int lane, const double *t, const double *y, double *rate)
{
    find_rates(lanes, lanes->width, lane, lane + 1, t, y, rate);
}

void eg_lanes_evaluate_powers(eg_lanes *lanes, int lane, const double *t, const double *y, double *rate)
{
    find_both(lanes, lanes->width, lane, lane + 1, t, y, rate, lanes->power_now);
}

void eg_lanes_watch(eg_lanes *lanes, int lane, const double *t, const double *y, double *h)
{
    find_switches(lanes, lanes->width, lane, lane + 1, t, y, h);
}

CLONES static void switches_of_all(eg_lanes *lanes, const double *t, const double *y, double *h)
{
    BY_WIDTH(lanes->width, find_switches(lanes, W, 0, W, t, y, h))
}

void eg_lanes_watch_all(eg_lanes *lanes, const double *t, const double *y, double *h)
{
    switches_of_all(lanes, t, y, h);
}
