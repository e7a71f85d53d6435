/* A motion and how it follows its parameters, by the plainest means: steps of Runge and Kutta's classical
 * method, events by bisection of the step, all linear systems by elimination. Nothing of an engine is in it,
 * and of the system its callbacks and the parametric facet alone. */
#ifndef PARAMETRIC_MOTION_H
#define PARAMETRIC_MOTION_H

#include "build_model.h"

#include "base/parametric.h"
#include "modelica/parametric.h"
#include "network/motion/observe.h"
#include "network/network.h"
#include "network/user/user.h"

/* ---------------------------------------------------------------- models */

typedef struct kept_model {
    eg_diagnostics *d;
    eg_spec *spec;
    char *flat;
    size_t length;
    eg_model *model;
    eg_network *s;
    const eg_system_parameter *parameters;
    int count;
} kept_model;

static inline void show_messages(const kept_model *m)
{
    char text[1500];
    for (size_t i = 0; i < eg_diagnostics_count(m->d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(m->d, i), 0, text, sizeof text);
        print_error("  %s", text);
    }
}

/* Takes over the spec. */
static inline kept_model keep_model(eg_spec *spec)
{
    kept_model m = {.d = eg_diagnostics_create(), .spec = spec};
    eg_spec *kept = NULL;
    if (eg_spec_flatten(spec, m.d, &m.flat, &m.length) == EG_OK &&
        eg_spec_keep_parameters(spec, m.d, &kept) == EG_OK)
        (void)eg_model_compile(kept, m.d, &m.model);
    eg_spec_free(kept);
    if (!m.model)
        show_messages(&m);
    assert_non_null(m.model);
    m.s = eg_network_create(m.model, m.d);
    assert_non_null(m.s);
    assert_non_null(m.s->base.parametric);
    m.parameters = m.s->base.parametric->parameters(&m.s->base, &m.count);
    return m;
}

static inline kept_model keep_text(const char *text)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    if (eg_spec_read_text(text, strlen(text), "text", NULL, d, &spec) != EG_OK) {
        kept_model m = {.d = d};
        show_messages(&m);
        fail();
    }
    eg_diagnostics_free(d);
    return keep_model(spec);
}

static inline void release_model(kept_model *m)
{
    eg_network_free(m->s);
    eg_model_free(m->model);
    eg_spec_free(m->spec);
    eg_diagnostics_free(m->d);
    free(m->flat);
}

static inline int parameter_of(const kept_model *m, const char *name)
{
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->parameters[i].name, name) == 0)
            return i;
    print_error("there is no parameter %s\n", name);
    fail();
    return -1;
}

/* "gap.c=3", "ball.s.start=1" */
static inline void write_setting(char *text, size_t size, const char *name, double value)
{
    const char *start = strstr(name, "(start)");
    const int length = (int)(start ? start - name : (ptrdiff_t)strlen(name));
    snprintf(text, size, "%.*s%s=%.17g", length, name, start ? ".start" : "", value);
}

/* ---------------------------------------------------------------- the motion */

enum { MOST = 40 }; /* unknowns, switching functions */

typedef struct moving {
    eg_system *s;
    bool follows; /* a direction, too */
    double t, y[MOST], yp[MOST], dy[MOST];
    int events;
} moving;

/* A x = b of n unknowns, by columns; A and b are lost, x is b. */
static inline void solve_system(int n, double A[MOST][MOST], double *b)
{
    for (int k = 0; k < n; k++) {
        int best = k;
        for (int i = k + 1; i < n; i++)
            best = fabs(A[k][i]) > fabs(A[k][best]) ? i : best;
        for (int j = 0; j < n; j++) {
            const double x = A[j][k];
            A[j][k] = A[j][best];
            A[j][best] = x;
        }
        const double swapped = b[k];
        b[k] = b[best];
        b[best] = swapped;
        for (int i = k + 1; i < n; i++) {
            const double factor = A[k][i] / A[k][k];
            for (int j = k; j < n; j++)
                A[j][i] -= factor * A[j][k];
            b[i] -= factor * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= A[j][k] * b[j];
        b[k] /= A[k][k];
    }
}

/* At (t, y, y'): dy' of the differential unknowns, and dy of the algebraic ones, from dy of the rest. */
static inline void rates_along(const moving *m, double t, const double *y, const double *yp, double *dy,
                               double *dyp)
{
    const eg_parametric_facet *f = m->s->parametric;
    const int n = m->s->n;
    double A[MOST][MOST], r[MOST], one[MOST];
    for (int i = 0; i < n; i++) {
        dyp[i] = 0;
        dy[i] = m->s->differential[i] ? dy[i] : 0;
    }
    assert_int_equal(f->residual(m->s, 0, t, y, yp, 0, dy, dyp, r), 0);
    for (int j = 0; j < n; j++) {
        double *x = m->s->differential[j] ? &dyp[j] : &dy[j];
        *x = 1;
        assert_int_equal(f->residual(m->s, 0, t, y, yp, 0, dy, dyp, one), 0);
        *x = 0;
        for (int i = 0; i < n; i++)
            A[j][i] = one[i] - r[i];
    }
    for (int i = 0; i < n; i++)
        r[i] = -r[i];
    solve_system(n, A, r);
    for (int i = 0; i < n; i++)
        *(m->s->differential[i] ? &dyp[i] : &dy[i]) = r[i];
}

static inline void rates(const moving *m, double t, double *y, double *yp, double *dy, double *dyp)
{
    if (m->s->ops->settle)
        assert_int_equal(m->s->ops->settle(m->s, t, y, yp), 0);
    else
        assert_int_equal(m->s->ops->derivatives(m->s, t, y, yp), 0);
    if (m->follows)
        rates_along(m, t, y, yp, dy, dyp);
}

/* One step of h from m into `to`. */
static inline void step(const moving *m, double h, moving *to)
{
    static const double at[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    double k[4][MOST], dk[4][MOST] = {{0}}, y[MOST], dy[MOST];
    const int n = m->s->n;
    *to = *m;
    for (int stage = 0; stage < 4; stage++) {
        for (int i = 0; i < n; i++) {
            y[i] = m->y[i] + (stage > 0 ? at[stage] * h * k[stage - 1][i] : 0);
            dy[i] = m->dy[i] + (stage > 0 ? at[stage] * h * dk[stage - 1][i] : 0);
        }
        memcpy(k[stage], m->yp, sizeof k[stage]);
        rates(m, m->t + at[stage] * h, y, k[stage], dy, dk[stage]);
    }
    for (int stage = 0; stage < 4; stage++)
        for (int i = 0; i < n; i++) {
            if (!m->s->differential[i])
                continue;
            to->y[i] += h / 6 * weight[stage] * k[stage][i];
            to->dy[i] += h / 6 * weight[stage] * dk[stage][i];
        }
    to->t = m->t + h;
    double dyp[MOST];
    rates(to, to->t, to->y, to->yp, to->dy, dyp);
}

/* What is no further below 0 has not fallen: it may have been passed, by rounding, with the edge before. */
static const double EDGE = 1e-12;

static inline int first_fallen(const moving *m, const double *before)
{
    double h[MOST];
    assert_true(m->s->switch_count <= MOST);
    assert_int_equal(m->s->ops->switching(m->s, m->t, m->y, h), 0);
    for (int i = 0; i < m->s->switch_count; i++)
        if (h[i] < -EDGE && before[i] >= -EDGE)
            return i;
    return -1;
}

/* How the instant moves at which function `which` falls through 0. */
static inline double instant_along(const moving *m, int which)
{
    const eg_parametric_facet *f = m->s->parametric;
    double dh[MOST], still[MOST], passing[MOST], zero[MOST] = {0};
    assert_int_equal(f->switching(m->s, 0, m->t, m->y, 0, m->dy, dh), 0);
    assert_int_equal(f->switching(m->s, 0, m->t, m->y, 0, zero, still), 0);
    assert_int_equal(f->switching(m->s, 0, m->t, m->y, 1, m->yp, passing), 0);
    return -dh[which] / (passing[which] - still[which]);
}

/* which: of the switching function, -1: a time event. */
static inline void pass_event(moving *m, int which)
{
    const int n = m->s->n;
    bool fired[MOST] = {false}, jumped;
    double dt = 0, spread, dy[MOST];
    if (which >= 0)
        fired[which] = true;
    if (m->follows) {
        if (which >= 0)
            dt = instant_along(m, which);
        else
            assert_int_equal(m->s->parametric->time_event(m->s, 0, m->t, &dt, &spread), 0);
        for (int i = 0; i < n; i++)
            dy[i] = m->dy[i] + dt * m->yp[i];
        assert_int_equal(m->s->parametric->leave(m->s, m->t, m->y, m->yp, &dt, dy), 0);
    }
    assert_int_equal(
        m->s->ops->handle_event(m->s, m->t, which >= 0 ? fired : NULL, m->y, m->yp, &jumped, NULL), 0);
    if (m->follows) {
        assert_int_equal(m->s->parametric->arrive(m->s, 0, m->t, m->y, m->yp, m->dy), 0);
        for (int i = 0; i < n; i++)
            m->dy[i] -= dt * m->yp[i];
    }
    m->events++;
}

/* From the start of the network to `end` in steps of `length` at most; the direction is that of parameter
 * `which` of m (-1: none). */
static inline moving move(const kept_model *m, eg_network *s, int which, double end, double length)
{
    moving x = {.s = &s->base, .follows = which >= 0};
    double *dtheta = calloc((size_t)m->count + 1, sizeof *dtheta);
    assert_true(s->base.n <= MOST);
    if (which >= 0) {
        dtheta[which] = 1;
        if (x.s->parametric->begin(x.s, 1, dtheta) != 0)
            show_messages(m);
    }
    assert_int_equal(x.s->ops->initialize(x.s, 0, x.y, x.yp), EG_OK);
    if (which >= 0)
        assert_int_equal(x.s->parametric->start(x.s, 0, 0, x.y, x.yp, x.dy), 0);
    while (x.t < end) {
        const double due = x.s->ops->next_time_event(x.s, x.t), to = fmin(end, due);
        double h = fmin(length, to - x.t), before[MOST];
        moving next;
        assert_int_equal(x.s->ops->switching(x.s, x.t, x.y, before), 0);
        step(&x, h, &next);
        if (to - next.t < 1e-9 * length)
            next.t = to;
        int fell = first_fallen(&next, before);
        if (fell < 0) {
            x = next;
            if (x.t == due)
                pass_event(&x, -1);
            continue;
        }
        double low = 0, high = h;
        for (int i = 0; i < 200 && low + (high - low) / 2 > low && low + (high - low) / 2 < high; i++) {
            step(&x, low + (high - low) / 2, &next);
            const int one = first_fallen(&next, before);
            *(one >= 0 ? &high : &low) = next.t - x.t;
            fell = one >= 0 ? one : fell;
        }
        step(&x, high, &next);
        x = next;
        pass_event(&x, fell);
    }
    free(dtheta);
    return x;
}

/* d(variable)/d(parameter) at the end, by the facet. */
static inline double value_along(const moving *x, const char *variable)
{
    const eg_network *s = eg_network_of(x->s);
    const eg_user *u = s->m->user;
    double dyp[MOST], dy[MOST], *columns = calloc((size_t)eg_model_columns(s->m) + 1, sizeof *columns);
    double found = NAN;
    memcpy(dy, x->dy, sizeof dy);
    rates_along(x, x->t, x->y, x->yp, dy, dyp);
    assert_int_equal(x->s->parametric->outputs(x->s, 0, x->t, x->y, x->yp, 0, dy, dyp, columns), 0);
    for (int i = 0; i < u->quantity_count; i++)
        if (strcmp(u->quantities[i].path, variable) == 0)
            found = columns[eg_columns_of(s->m).users + i];
    free(columns);
    return found;
}

#endif
