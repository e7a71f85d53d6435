/* The parametric facet at points of a run against differences of models that are read with the parameter
 * changed, and backward against forward.
 *
 * Differences are central, with steps h and h/2, and extrapolated (Richardson). Where x and D are the sum and
 * the correction, what is left is about as much smaller than the correction as that is than D, and the
 * rounding of what is subtracted, over h. Where second differences over h do not shrink with h there is a
 * kink: the point stands on the edge of a minimum or a choice that makes no event, and nothing is
 * compared. */
#ifndef PARAMETRIC_POINTS_H
#define PARAMETRIC_POINTS_H

#include "parametric_motion.h"

#include "component/spec_again.h"
#include "elastogap/state.h"
#include "network/motion/evaluate.h"
#include "network/motion/observe.h"
#include "network/motion/take_over.h"
#include "network/user/evaluate.h"
#include "network/user/relevant.h"
#include "simulate/state.h"

enum { POINTS = 4, STENCIL = 4, MIDDLE = STENCIL };

typedef struct tally {
    long parameters, refused, skipped, derivatives, wrong;
} tally;

/* What a point comes to: rows, switching functions, variables, and the modes in which it was computed. */
typedef struct point_values {
    double *x; /* (n + switches + quantities) */
    int *mode; /* (relations) */
    bool ok;
} point_values;

typedef struct point_check {
    const kept_model *m;
    const char *name;
    eg_network *s; /* at the point */
    double t, *y, *yp;
    int n, switches, quantities, relations, all;
    double *size; /* (all) what numbers are the sum of */
    double *w;    /* (n + columns) weights of rows, and of variables */
    double *back; /* w'F_theta, w'out_theta (parameters), and the same by y and y' (n) */
    bool has_back;
    point_values at[STENCIL + 1]; /* the last one: with the value that there is */
    tally *sum;
} point_check;

static inline point_values new_values(const point_check *c)
{
    return (point_values){.x = calloc((size_t)c->all + 1, sizeof(double)),
                          .mode = calloc((size_t)c->relations + 1, sizeof(int))};
}

static inline void release_values(point_values *v)
{
    free(v->x);
    free(v->mode);
}

/* The point by a model with another value: same y, y', and memory. */
static inline void evaluate_changed(const point_check *c, const eg_model *model, point_values *v)
{
    eg_network *s = eg_network_create(model, NULL);
    double *y = malloc(sizeof(double) * ((size_t)c->n + 1));
    memcpy(y, c->y, sizeof(double) * (size_t)c->n);
    eg_system_set_span(&s->base, c->t, c->t + 1);
    eg_network_take_over(s, c->s);
    v->ok = eg_network_revive(s, c->t, y, c->yp) == 0 &&
            s->base.ops->residual(&s->base, c->t - s->base.origin, c->y, c->yp, v->x) == 0;
    for (int i = 0; i < c->quantities && v->ok; i++)
        v->x[c->n + c->switches + i] = s->user.value[model->user->quantities[i].node];
    v->ok = v->ok && s->base.ops->switching(&s->base, c->t - s->base.origin, c->y, v->x + c->n) == 0;
    memcpy(v->mode, s->user.mode, sizeof(int) * (size_t)c->relations);
    free(y);
    eg_network_free(s);
}

static inline bool has_same_shape(const point_check *c, const eg_model *model)
{
    return model && model->n == c->n && model->switch_count == c->switches &&
           model->user->quantity_count == c->quantities && model->user->relation_count == c->relations;
}

static inline void describe_value(const point_check *c, int i, char *text, size_t size)
{
    if (i < c->n)
        c->s->base.ops->describe(&c->s->base, i, text, size);
    else if (i < c->n + c->switches)
        snprintf(text, size, "switching function %d", i - c->n);
    else
        snprintf(text, size, "%s", c->m->model->user->quantities[i - c->n - c->switches].path);
}

static inline double largest_of(const point_check *c, int i)
{
    double most = 0;
    for (int k = 0; k <= MIDDLE; k++)
        most = fmax(most, fabs(c->at[k].x[i]));
    return most;
}

static inline bool has_kink(const point_check *c, int i, double h, double rounding)
{
    const double x = c->at[MIDDLE].x[i];
    const double wide = ((c->at[0].x[i] - x) + (c->at[1].x[i] - x)) / h;
    const double narrow = ((c->at[2].x[i] - x) + (c->at[3].x[i] - x)) / (h / 2);
    return fabs(narrow) > 0.75 * fabs(wide) && fabs(narrow) > 4 * rounding;
}

static inline void compare_values(point_check *c, int parameter, const double *J, double h)
{
    double largest = 0;
    for (int i = 0; i < c->all; i++)
        largest = fmax(largest, fabs(J[i]));
    for (int i = 0; i < c->all; i++) {
        const int q = i - c->n - c->switches;
        if (q >= 0 && c->m->model->user->quantities[q].type != EG_REAL)
            continue;
        const double wide = (c->at[0].x[i] - c->at[1].x[i]) / (2 * h);
        const double narrow = (c->at[2].x[i] - c->at[3].x[i]) / h, D = (4 * narrow - wide) / 3;
        const double rest = narrow == wide ? 0 : (narrow - wide) * (narrow - wide) / fabs(D);
        const double rounding = 256 * ULP * (c->size[i] + largest_of(c, i)) / h + 16 * ULP * largest;
        const double allowed = 1e-7 * fmax(fabs(J[i]), fabs(D)) + 4 * rest + rounding;
        char what[200], text[600];
        c->sum->derivatives++;
        if (fabs(J[i] - D) <= allowed || has_kink(c, i, h, rounding))
            continue;
        c->sum->wrong++;
        describe_value(c, i, what, sizeof what);
        snprintf(text, sizeof text, "%s at %.9g s: d(%s)/d(%s) is %.12g, differences give %.12g within %.1e",
                 c->name, c->t, what, c->m->parameters[parameter].name, J[i], D, allowed);
        rig_fail(__FILE__, __LINE__, text);
    }
}

/* A sum of products forward and backward, both of the same ones, whose sizes are `size` together. */
static inline void compare_sums(point_check *c, const char *what, double forward, double backward,
                                double size)
{
    char text[400];
    if (!c->has_back || fabs(forward - backward) <= 512 * ULP * (size + fabs(backward)))
        return;
    c->sum->wrong++;
    snprintf(text, sizeof text, "%s at %.9g s by %s: backward %.17g, forward %.17g", c->name, c->t, what,
             backward, forward);
    rig_fail(__FILE__, __LINE__, text);
}

static inline void compare_back(point_check *c, int parameter, const double *dr, const double *dout)
{
    const double moved = fmax(fabs(c->m->parameters[parameter].value), 1e-3);
    double forward = 0, size = 0;
    for (int i = 0; i < c->n; i++) {
        forward += c->w[i] * dr[i];
        size += fabs(c->w[i]) * (fabs(dr[i]) + c->size[i] / moved);
    }
    compare_sums(c, c->m->parameters[parameter].name, forward, c->back[parameter], size);
    const eg_user *u = c->m->model->user;
    forward = size = 0;
    for (int q = 0; q < c->quantities; q++) {
        const double w = c->w[c->n + eg_columns_of(c->m->model).users + q];
        const double own = u->quantities[q].type == EG_REAL ? dout[q] : 0;
        forward += w * own;
        size += fabs(w) * (fabs(own) + c->size[c->n + c->switches + q] / moved);
    }
    compare_sums(c, c->m->parameters[parameter].name, forward, c->back[c->m->count + parameter], size);
}

/* By y and y': along one direction in which all of these move, and no parameter. */
static inline void compare_states(point_check *c)
{
    eg_system *s = &c->s->base;
    const eg_columns columns = eg_columns_of(c->m->model);
    const size_t n = (size_t)c->n;
    double *dtheta = calloc((size_t)c->m->count + 1, sizeof *dtheta);
    double *dy = calloc(3 * n + (size_t)columns.total + 1, sizeof *dy), *dyp = dy + n, *dr = dyp + n,
           *dout = dr + n, forward = 0, backward[2] = {0, 0}, size[2] = {0, 0};
    const double *back = c->back + 2 * c->m->count, t = c->t - s->origin;
    for (size_t i = 0; i < n; i++) {
        dy[i] = sin(5.0 * (double)i + 2) * fmax(fabs(c->y[i]), 1e-3);
        dyp[i] = sin(7.0 * (double)i + 1) * fmax(fabs(c->yp[i]), 1e-3);
        for (size_t k = 0; k < 2; k++) {
            backward[k] += back[2 * k * n + i] * dy[i] + back[(2 * k + 1) * n + i] * dyp[i];
            size[k] += fabs(back[2 * k * n + i] * dy[i]) + fabs(back[(2 * k + 1) * n + i] * dyp[i]);
        }
    }
    if (c->has_back && s->parametric->begin(s, 1, dtheta) == 0 &&
        s->parametric->residual(s, 0, t, c->y, c->yp, 0, dy, dyp, dr) == 0 &&
        s->parametric->outputs(s, 0, t, c->y, c->yp, 0, dy, dyp, dout) == 0) {
        for (size_t i = 0; i < n; i++) {
            forward += c->w[i] * dr[i];
            size[0] += fabs(c->w[i]) * (fabs(dr[i]) + c->size[i]);
        }
        compare_sums(c, "y", forward, backward[0], size[0]);
        forward = 0;
        for (int i = 0; i < columns.total; i++) {
            forward += c->w[c->n + i] * dout[i];
            size[1] += fabs(c->w[c->n + i] * dout[i]);
        }
        for (int q = 0; q < c->quantities; q++)
            size[1] += c->size[c->n + c->switches + q];
        compare_sums(c, "y of variables", forward, backward[1], size[1]);
    }
    free(dtheta);
    free(dy);
}

/* `changed` are the models with p + h, p - h, p + h/2, p - h/2. */
static inline void check_parameter(point_check *c, int parameter, eg_model *const changed[STENCIL], double h)
{
    eg_system *s = &c->s->base;
    const eg_parametric_facet *f = s->parametric;
    double *dtheta = calloc((size_t)c->m->count + 1, sizeof *dtheta),
           *zero = calloc((size_t)c->n + 1, sizeof *zero);
    double *J = calloc((size_t)(c->all + eg_model_columns(c->m->model)) + 1, sizeof *J),
           *columns = J + c->all;
    const double t = c->t - s->origin;
    dtheta[parameter] = 1;
    bool ok = f->begin(s, 1, dtheta) == 0 && f->residual(s, 0, t, c->y, c->yp, 0, zero, zero, J) == 0 &&
              f->switching(s, 0, t, c->y, 0, zero, J + c->n) == 0 &&
              f->outputs(s, 0, t, c->y, c->yp, 0, zero, zero, columns) == 0;
    for (int i = 0; i < c->quantities; i++)
        J[c->n + c->switches + i] = columns[eg_columns_of(c->m->model).users + i];
    c->sum->refused += !ok;
    bool is_near = false; /* to an edge, beyond which other modes hold */
    for (int k = 0; k <= MIDDLE && ok && !is_near; k++) {
        evaluate_changed(c, k == MIDDLE ? c->m->model : changed[k], &c->at[k]);
        is_near = !c->at[k].ok ||
                  memcmp(c->at[k].mode, c->at[0].mode, sizeof(int) * (size_t)c->relations) != 0 ||
                  memcmp(c->at[k].mode, c->s->user.mode, sizeof(int) * (size_t)c->relations) != 0;
    }
    c->sum->skipped += is_near;
    if (ok && !is_near)
        compare_values(c, parameter, J, h);
    if (ok)
        compare_back(c, parameter, J, J + c->n + c->switches);
    free(dtheta);
    free(zero);
    free(J);
}

static inline void find_sizes(point_check *c)
{
    const eg_user *u = c->m->model->user;
    eg_network_residual(&c->s->base, c->t, c->y, c->yp, c->size);
    memset(c->size, 0, sizeof(double) * (size_t)c->all);
    eg_user_add_sizes(c->s, c->size);
    const double *sizes = eg_user_sizes(c->s);
    double most = 0; /* of relations */
    for (int i = 0; i < u->relation_count; i++)
        if (u->relations[i].a >= 0)
            most = fmax(most, sizes[u->relations[i].a] + sizes[u->relations[i].b]);
    for (int i = 0; i < c->switches; i++)
        c->size[c->n + i] = most;
    for (int i = 0; i < c->quantities; i++)
        c->size[c->n + c->switches + i] = sizes[u->quantities[i].node];
}

static inline bool begin_point(point_check *c, const kept_model *m, const char *name, const eg_state *state,
                               tally *sum)
{
    const eg_user *u = m->model->user;
    *c = (point_check){.m = m,
                       .name = name,
                       .t = eg_state_time(state),
                       .n = m->model->n,
                       .switches = m->model->switch_count,
                       .quantities = u->quantity_count,
                       .relations = u->relation_count,
                       .sum = sum};
    c->all = c->n + c->switches + c->quantities;
    c->s = eg_network_create(m->model, m->d);
    c->y = calloc((size_t)c->n + 1, sizeof(double));
    c->yp = calloc((size_t)c->n + 1, sizeof(double));
    const int columns = eg_columns_of(m->model).total;
    c->w = calloc((size_t)(c->n + columns) + 1, sizeof(double));
    c->size = calloc((size_t)c->all + 1, sizeof(double));
    c->back = calloc(2 * (size_t)m->count + 4 * (size_t)c->n + 1, sizeof(double));
    for (int k = 0; k <= MIDDLE; k++)
        c->at[k] = new_values(c);
    for (int i = 0; i < c->n + columns; i++)
        c->w[i] = cos(3 * i + 1);
    eg_system_set_span(&c->s->base, c->t, c->t + 1);
    if (eg_state_put(state, c->s, c->y, c->yp) != EG_OK)
        return false;
    find_sizes(c);
    eg_system *base = &c->s->base;
    const eg_parametric_facet *f = base->parametric;
    double *by_y = c->back + 2 * m->count;
    const eg_backward rows = {by_y, by_y + c->n, c->back, NULL};
    const eg_backward shown = {by_y + 2 * c->n, by_y + 3 * c->n, c->back + m->count, NULL};
    c->has_back = f->residual_back(base, c->t - base->origin, c->y, c->yp, c->w, &rows) == 0 &&
                  f->outputs_back(base, c->t - base->origin, c->y, c->yp, c->w + c->n, &shown) == 0;
    compare_states(c);
    return true;
}

static inline void end_point(point_check *c)
{
    for (int k = 0; k <= MIDDLE; k++)
        release_values(&c->at[k]);
    eg_network_free(c->s);
    free(c->y);
    free(c->yp);
    free(c->w);
    free(c->size);
    free(c->back);
}

/* The flat text with another value, its parameters kept, as a model. NULL: it is none. */
static inline eg_model *changed_model(const kept_model *m, const char *name, double value)
{
    char setting[400];
    const char *list = setting;
    eg_read_options o = eg_read_options_default();
    eg_spec *flat = NULL, *kept = NULL;
    eg_model *model = NULL;
    write_setting(setting, sizeof setting, name, value);
    o.settings = &list;
    o.setting_count = 1;
    if (eg_spec_read_text(m->flat, m->length, "flat", &o, NULL, &flat) == EG_OK &&
        eg_spec_read_for(flat, EG_FOR_DERIVATIVES, NULL, &kept) == EG_OK &&
        eg_spec_complete(kept, NULL) == EG_OK)
        (void)eg_model_compile(kept, NULL, &model);
    eg_spec_free(kept);
    eg_spec_free(flat);
    return model;
}

/* Every `stride`-th parameter, from `first` on, at four points of the model's own run. */
static inline void check_points(const kept_model *m, const char *name, int first, int stride, tally *sum)
{
    const double part[POINTS] = {0.01, 0.13, 0.37, 0.71};
    double when[POINTS];
    eg_state *state[POINTS] = {NULL};
    eg_trajectory *rows = NULL;
    eg_statistics st;
    eg_simulate_options o = eg_simulate_options_default(m->model);
    for (int k = 0; k < POINTS; k++)
        when[k] = o.start_time + part[k] * (o.stop_time - o.start_time);
    o.stop_time = when[POINTS - 1];
    o.save_times = when;
    o.save_count = POINTS;
    o.saved = state;
    TRUE(eg_simulate(m->model, &o, m->d, &rows, &st) == EG_OK);
    point_check c[POINTS];
    bool is_there[POINTS];
    for (int k = 0; k < POINTS; k++)
        is_there[k] = state[k] && begin_point(&c[k], m, name, state[k], sum);
    for (int i = first; i < m->count; i += stride) {
        const double p = m->parameters[i].value, h = 1e-3 * fmax(fabs(p), 1e-3);
        const double value[STENCIL] = {p + h, p - h, p + h / 2, p - h / 2};
        eg_model *changed[STENCIL] = {NULL};
        bool ok = m->parameters[i].refusal == NULL;
        sum->parameters++;
        sum->refused += !ok;
        for (int k = 0; k < STENCIL && ok; k++) {
            changed[k] = changed_model(m, m->parameters[i].name, value[k]);
            ok = has_same_shape(&c[0], changed[k]);
            sum->skipped += !ok; /* out of range, or of another structure */
        }
        for (int k = 0; k < POINTS && ok; k++)
            if (is_there[k])
                check_parameter(&c[k], i, changed, h);
        for (int k = 0; k < STENCIL; k++)
            eg_model_free(changed[k]);
    }
    for (int k = 0; k < POINTS; k++) {
        if (is_there[k] || state[k])
            end_point(&c[k]);
        eg_state_free(state[k]);
    }
    eg_trajectory_free(rows);
}

#endif
