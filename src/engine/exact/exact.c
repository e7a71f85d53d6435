/* The `exact` engine: models that are linear between events, to round-off.
 *
 * The motion. Within a mode increments obey a linear system (base/linear_mode.h), so all Taylor
 * coefficients of the motion follow from the first by multiplication with one sparse matrix,
 *     y_(k+1) = (A y_k + B u_k + C w_k)/(k+1),  k >= 1,
 * u_k those of the inputs, whose law is known (polynomials and harmonics, summed anew from each instant:
 * nothing drifts), w_k those of the losses, Cauchy products of distances and speeds that the mechanics
 * gave before: heat is a cascade behind the motion. y_0 is the point itself and y_1 what the system's own
 * equations give there, so that no constant takes part and differences of large numbers keep their
 * digits. The matrix is made once a mode and kept.
 *
 * The step. With weights w > 0, the norm |y| = max |y_i|/w_i and a bound rho on the norm of A (the
 * largest of (|A| w)_i/w_i, w made nearly the Perron vector of |A| by iteration: Collatz (1942), Math. Z.
 * 48), terms beyond order K of a step h sum up to less than (rho h)^K/(K+1)! e^(rho h) |h y_1|. Steps
 * have rho h <= 1 and K = 20: less than 6e-20, well below round-off, so the step *is* its polynomial.
 * Inputs that grow faster than rho take its place; products of two motions grow twice as fast, so steps
 * are half as long where there are losses. Where A is nilpotent (free flight, drift) the series ends, and
 * the step goes all the way. There is no tolerance. Nothing is inverted, decomposed or divided: critical
 * damping and double roots are cases like any other.
 *
 * The events. On a step with rho h <= 1 the polynomial of degree 11 through Gauss-Lobatto nodes is within
 * 2 (rho h/4)^12/12! < 3e-16 of the motion, relative to its size (in the norm above): the watch, which
 * shows with Bernstein's form that a function has no root, exactly one, or halves the interval, therefore
 * misses nothing that is larger than round-off, two crossings between samples and grazing included.
 * Switching functions of elements that qualify are linear in the motion, so what holds for it holds for
 * them. */
#include "engine/exact/march.h"
#include "base/linear_mode.h"
#include "base/reason.h"
#include "engine/exact/radau.h"
#include "engine/exact/taylor.h"
#include "engine/exact/whole.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    ORDER = 20,
    LOOK_DEGREE = 11,
    NILPOTENT = 15,
    ROUNDS = 40,
    SOME = 10,
    ROUNDS_AT_MOST = 1000,
    FIRST_TRY = 6
};
/* rho h. */
static const double reach = 1.0, reach_with_losses = 0.5;
/* Quadrature of powers needs no more than this. */
static const double quadrature = 1e-12;

/* A mode, made once. */
typedef struct known_mode {
    int *key;
    eg_linear_mode *mode;
    double rate; /* rho [1/s] */
} known_mode;

typedef struct exact {
    eg_engine base;
    size_t n;
    double *terms;      /* ((ORDER + 1) x n) Taylor coefficients of the last step, times length^k */
    double *end, *rate; /* (n) y at t1; y' there, if known */
    double *work;       /* (n) */
    bool rate_known;
    double length;          /* of the last step [s] */
    double *series, *slope; /* of inputs and losses */
    double *paths;          /* (ORDER + 1 x 3 losses): coefficients of s, v and the loss */
    size_t room;            /* in series, slope and paths together */
    known_mode *known;
    int known_count, known_room, next_known;
    const known_mode *now;
    eg_whole *whole;     /* long steps; NULL: none has been tried */
    long calm, next_try; /* steps in this mode, and when a long one is tried next */
    double long_length;  /* how long that is to be [s]; 0: not known */
    bool checked;
    eg_counters counters;
} exact;

static exact *own(eg_engine *engine)
{
    return (exact *)engine;
}

/* ---------------------------------------------------------------- making one */

static void forget(known_mode *k)
{
    eg_linear_mode_free(k->mode);
    free(k->key);
    *k = (known_mode){0};
}

static void exact_free(eg_engine *engine)
{
    if (!engine)
        return;
    exact *e = own(engine);
    for (int i = 0; i < e->known_count; i++)
        forget(&e->known[i]);
    free(e->known);
    eg_whole_free(e->whole);
    free(e->terms);
    free(e->series);
    free(engine);
}

/* Small models keep many modes, large ones few. */
static int modes_to_keep(size_t n)
{
    size_t count = 100000 / (n + 1);
    if (count < 2)
        return 2;
    return count > 128 ? 128 : (int)count;
}

static eg_engine *exact_create(eg_system *system, double tolerance)
{
    exact *e = calloc(1, sizeof *e);
    size_t n = (size_t)system->n;
    (void)tolerance;
    if (e) {
        e->known_room = modes_to_keep(n);
        e->known = calloc((size_t)e->known_room, sizeof *e->known);
    }
    if (!e || !e->known) {
        eg_report_memory(system->diagnostics, "in engine exact");
        if (e)
            exact_free(&e->base);
        return NULL;
    }
    e->base = (eg_engine){
        .ops = &eg_engine_exact, .system = system, .tolerance = quadrature, .degree = LOOK_DEGREE};
    e->n = n;
    return &e->base;
}

/* Room for the series of all unknowns: a run in pieces has its own. */
static bool make_terms(exact *e)
{
    if (!e->terms)
        e->terms = calloc((ORDER + 4) * e->n + 1, sizeof *e->terms);
    if (!e->terms)
        return false;
    e->end = e->terms + (ORDER + 1) * e->n;
    e->rate = e->end + e->n;
    e->work = e->rate + e->n;
    return true;
}

/* ---------------------------------------------------------------- the norm of a mode's matrix */

/* |A| w, rows and columns of states only. */
static void multiply_sizes(const eg_linear_mode *m, const double *w, double *product)
{
    for (int i = 0; i < m->n; i++) {
        double sum = 0;
        for (int k = m->start[i]; k < m->start[i + 1] && m->is_state[i]; k++)
            if (m->column[k] < m->n)
                sum += fabs(m->value[k]) * w[m->column[k]];
        product[i] = sum;
    }
}

static bool is_nilpotent(const eg_linear_mode *m, double *w, double *product)
{
    for (int i = 0; i < m->n; i++)
        w[i] = 1;
    for (int round = 0; round < NILPOTENT; round++) {
        bool any = false;
        multiply_sizes(m, w, product);
        for (int i = 0; i < m->n; i++) { /* only where there is something counts */
            w[i] = product[i] > 0;
            any = any || product[i] > 0;
        }
        if (!any)
            return true;
    }
    return false;
}

/* Any weights give a bound; the geometric mean of w and |A| w takes them to the best. It goes on for as
 * long as it gains, since numbers of a model may be in units of very different size. */
static double bound_rate(const eg_linear_mode *m, double *w, double *product)
{
    double best = INFINITY, before = INFINITY;
    if (is_nilpotent(m, w, product))
        return 0;
    for (int i = 0; i < m->n; i++)
        w[i] = 1;
    for (int round = 0; round < ROUNDS_AT_MOST; round++) {
        double most = 0, largest = 0;
        if (round >= ROUNDS - SOME && round % SOME == 0) {
            if (round >= ROUNDS && !(best < 0.9 * before))
                break;
            before = best;
        }
        multiply_sizes(m, w, product);
        for (int i = 0; i < m->n; i++)
            most = fmax(most, product[i] / w[i]);
        best = fmin(best, most);
        for (int i = 0; i < m->n; i++) {
            w[i] = sqrt(w[i] * fmax(product[i] / most, 1e-3 * w[i]));
            largest = fmax(largest, w[i]);
        }
        for (int i = 0; i < m->n; i++)
            w[i] = fmax(w[i] / largest, 1e-300);
    }
    return best;
}

/* ---------------------------------------------------------------- a mode begins */

static bool is_key(const known_mode *k, const int *key, int count)
{
    return memcmp(k->key, key, (size_t)count * sizeof *key) == 0;
}

/* Room for the inputs and losses of the mode. */
static bool make_room(exact *e, const eg_linear_mode *m)
{
    size_t inputs = (size_t)m->input_count, losses = (size_t)m->loss_count;
    size_t room = (ORDER + 1) * (inputs + 3 * losses) + 2 * losses;
    if (room > e->room || !e->series) {
        free(e->series);
        e->series = malloc((room + 1) * sizeof *e->series);
        e->room = e->series ? room : 0;
    }
    if (!e->series)
        return false;
    e->slope = e->series + (ORDER + 1) * inputs;
    e->paths = e->slope + 2 * losses;
    return true;
}

/* Makes the present mode known, in the place of the one that has been known longest. */
static known_mode *learn(exact *e, double t, const double *y, const double *yp, const int *key, int count)
{
    eg_system *s = e->base.system;
    int at = e->known_count < e->known_room ? e->known_count++ : e->next_known++ % e->known_room;
    known_mode *k = &e->known[at];
    forget(k);
    k->key = malloc((size_t)count * sizeof *key + 1);
    if (k->key) {
        memcpy(k->key, key, (size_t)count * sizeof *key);
        k->mode = s->linear->mode(s, t, y, yp);
    }
    if (!k->mode) {
        forget(k);
        k->key = NULL;
        return NULL;
    }
    k->rate = bound_rate(k->mode, e->work, e->end);
    e->counters.jacobians++;
    return k;
}

static const known_mode *find_mode(exact *e, double t, const double *y, const double *yp)
{
    int count;
    const int *key = e->base.system->linear->key(e->base.system, &count);
    for (int i = 0; i < e->known_count; i++)
        if (e->known[i].mode && is_key(&e->known[i], key, count))
            return &e->known[i];
    return learn(e, t, y, yp, key, count);
}

static bool exact_takes(eg_system *s, double t, const double *y, char *reason, size_t size)
{
    (void)t;
    (void)y;
    return s->linear ? s->linear->takes(s, reason, size)
                     : eg_refuse(reason, size, "the system does not say what its modes are");
}

static int refuse(exact *e, double t)
{
    eg_system *s = e->base.system;
    char reason[EG_REASON_SIZE];
    e->checked = true;
    if (exact_takes(s, t, NULL, reason, sizeof reason))
        return 0;
    eg_report(s->diagnostics, EG_ERROR, EG_NOWHERE,
              "the engine exact cannot begin at t = %.15g s, because %s, and it takes models that are linear "
              "between events only",
              s->origin + t, reason);
    eg_remedy(s->diagnostics, "use the engine auto");
    return -1;
}

/* A motion along the edge of a relation, to which both sides lead back, has no matrix. */
static int refuse_slide(exact *e, double t)
{
    eg_system *s = e->base.system;
    eg_report(
        s->diagnostics, EG_ERROR, EG_NOWHERE,
        "the engine exact cannot go on at t = %.15g s: the motion slides along the edge of a relation, to "
        "which the equations lead back from both sides",
        s->origin + t);
    eg_remedy(s->diagnostics, "use the engine auto");
    return -1;
}

static int exact_restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    exact *e = own(engine);
    int count;
    if (!e->checked && refuse(e, t) != 0)
        return -1;
    if (!make_terms(e))
        return EG_ENGINE_OUT_OF_MEMORY;
    if (!e->base.system->linear->key(e->base.system, &count))
        return refuse_slide(e, t);
    e->now = find_mode(e, t, y, yp);
    if (!e->now || !make_room(e, e->now->mode))
        return e->now ? EG_ENGINE_OUT_OF_MEMORY : -1;
    memcpy(e->end, y, e->n * sizeof *y);
    memcpy(e->rate, yp, e->n * sizeof *yp);
    e->rate_known = true;
    e->calm = 0;
    e->next_try = FIRST_TRY;
    e->long_length = 0;
    engine->t0 = engine->t1 = t;
    return 0;
}

/* ---------------------------------------------------------------- the series */

static double row_times(const eg_linear_mode *m, int row, const double *y, const double *u, const double *w)
{
    double sum = 0;
    for (int k = m->start[row]; k < m->start[row + 1]; k++) {
        const int j = m->column[k], input = j - m->n, following = input - m->input_count;
        if (input < 0)
            sum += m->value[k] * y[j];
        else if (following < 0)
            sum += m->value[k] * u[input];
        else
            sum += m->value[k] * w[3 * following + 2];
    }
    return sum;
}

static void find_algebraic(const exact *e, double *y, const double *u, const double *w)
{
    const eg_linear_mode *m = e->now->mode;
    for (int i = 0; i < m->n && !m->all_states; i++)
        if (!m->is_state[i])
            y[i] = row_times(m, i, y, u, w);
}

/* Coefficient k of the losses, those before and that of the motion being known. */
static void find_losses(const exact *e, int k, const double *y, const double *u)
{
    const eg_linear_mode *m = e->now->mode;
    size_t stride = 3 * (size_t)m->loss_count;
    double *at = e->paths + (size_t)k * stride;
    for (int i = 0; i < m->loss_count; i++) {
        const double *bend = m->curvature + 3 * (size_t)i, *slope = e->slope + 2 * (size_t)i;
        double *p = at + 3 * (size_t)i;
        p[0] = row_times(m, m->n + 2 * i, y, u, at);
        p[1] = row_times(m, m->n + 2 * i + 1, y, u, at);
        double sum = slope[0] * p[0] + slope[1] * p[1];
        for (int j = 1; j < k; j++) {
            const double *a = e->paths + (size_t)j * stride + 3 * (size_t)i,
                         *b = e->paths + (size_t)(k - j) * stride + 3 * (size_t)i;
            sum += 0.5 * bend[0] * a[0] * b[0] + bend[1] * a[0] * b[1] + 0.5 * bend[2] * a[1] * b[1];
        }
        p[2] = sum;
    }
}

/* Scaled by length^k, as all coefficients are, from such in units of `unit`. */
static void scale_inputs(exact *e, double unit)
{
    const double part = e->length / unit;
    double power = 1;
    size_t inputs = (size_t)e->now->mode->input_count;
    for (int k = 1; k <= ORDER && inputs > 0; k++) {
        power *= part;
        for (size_t i = 0; i < inputs; i++)
            e->series[(size_t)k * inputs + i] *= power;
    }
}

/* All coefficients from those of order 0 and y' there. */
static void expand(exact *e)
{
    const eg_linear_mode *m = e->now->mode;
    size_t losses = 3 * (size_t)m->loss_count;
    for (size_t i = 0; i < e->n; i++)
        e->terms[e->n + i] = e->length * e->rate[i];
    for (int k = 1; k <= ORDER; k++) {
        double *y = e->terms + (size_t)k * e->n, *w = e->paths + (size_t)k * losses;
        const double *u = e->series + (size_t)(k * m->input_count);
        if (losses > 0 && !m->all_states)
            memset(w, 0, losses * sizeof *w);
        if (losses > 0) { /* a temperature may be algebraic: the motion first */
            find_algebraic(e, y, u, w);
            find_losses(e, k, y, u);
        }
        find_algebraic(e, y, u, w);
        for (int i = 0; i < m->n && k < ORDER; i++)
            if (m->is_state[i])
                y[e->n + (size_t)i] = e->length / (k + 1) * row_times(m, i, y, u, w);
    }
}

/* y at the part x of the step. */
static void sum_up(const exact *e, double x, double *y)
{
    const size_t n = e->n;
    memcpy(y, e->terms + ORDER * n, n * sizeof *y);
    for (size_t k = ORDER; k-- > 0;) {
        const double *term = e->terms + k * n;
        for (size_t i = 0; i < n; i++)
            y[i] = y[i] * x + term[i];
    }
}

static int stopped(const exact *e)
{
    const int unknown = eg_engine_suspect(e->base.system, e->end, e->rate);
    (void)eg_engine_failed(e->base.system, e->base.t1, EG_ERROR_SIMULATION, "the derivatives", unknown);
    return -1;
}

/* A step of that length, whatever the stiffness (whole.h). Inputs are in units of *unit, and then in units
 * of the length. Answers how far it is from being resolved: 1 is good. */
static double make_long_step(exact *e, double length, double *unit)
{
    const eg_linear_mode *m = e->now->mode;
    e->length = length;
    scale_inputs(e, *unit);
    *unit = length;
    const double rest = eg_whole_step(e->whole, m, e->terms, e->rate, e->series, length, e->terms);
    if (rest > 1)
        return rest;
    memset(e->terms + (EG_RADAU_STAGES + 1) * e->n, 0, (ORDER - EG_RADAU_STAGES) * e->n * sizeof *e->terms);
    for (int k = 1; k <= ORDER; k++)
        find_algebraic(e, e->terms + (size_t)k * e->n, e->series + (size_t)(k * m->input_count), e->paths);
    return rest;
}

/* A step far beyond what stiffness lets a series take, `least`, where the motion has become smooth. */
static bool step_far(exact *e, double least, double longest, double *unit)
{
    enum { FAR = 4 };
    if (++e->calm < e->next_try || e->n > EG_WHOLE_MOST || e->now->mode->loss_count > 0 ||
        longest < FAR * least || (!e->whole && !(e->whole = eg_whole_create((int)e->n))))
        return false;
    double length = e->long_length > 0 ? e->long_length : FAR * least;
    while ((length = fmin(length, longest)) > 2 * least) {
        const double resolved = make_long_step(e, length, unit);
        const bool good = resolved <= 1;
        const double part = 0.8 * pow(fmax(resolved, 1e-30), -1.0 / (EG_RADAU_STAGES - 1));
        e->long_length = length * (good ? fmin(fmax(part, 1.5), 20) : fmin(fmax(part, 0.1), 0.5));
        if (good)
            return true;
        length = e->long_length;
    }
    e->long_length = 0;
    e->next_try = 2 * e->calm;
    return false;
}

static int exact_step(eg_engine *engine, double t_stop)
{
    exact *e = own(engine);
    eg_system *s = engine->system;
    const eg_linear_mode *m = e->now->mode;
    memcpy(e->terms, e->end, e->n * sizeof *e->end);
    if (!e->rate_known && s->ops->derivatives(s, engine->t1, e->end, e->rate) != 0)
        return stopped(e);
    e->rate_known = false;
    double grows = s->linear->inputs(s, m, engine->t1, e->end, ORDER, 1, e->series, e->slope);
    double unit = eg_taylor_unit(grows);
    if (unit != 1)
        grows = s->linear->inputs(s, m, engine->t1, e->end, ORDER, unit, e->series, e->slope);
    double rate = fmax(e->now->rate, grows), rest = t_stop - engine->t1;
    double longest = rate > 0 ? (m->loss_count > 0 ? reach_with_losses : reach) / rate : INFINITY;
    engine->t0 = engine->t1;
    if (longest < rest && step_far(e, longest, grows > 0 ? fmin(rest, reach / grows) : rest, &unit)) {
        engine->t1 = e->length < rest ? engine->t0 + e->length : t_stop;
    } else {
        engine->t1 = longest < rest ? engine->t0 + longest : t_stop;
        e->length = engine->t1 - engine->t0;
        scale_inputs(e, unit);
        expand(e);
    }
    sum_up(e, 1, e->end);
    e->counters.steps++;
    e->counters.evaluations++;
    return 0;
}

static int exact_dense(eg_engine *engine, double t, double *y, double *yp)
{
    const exact *e = own(engine);
    double x = e->length > 0 ? (t - engine->t0) / e->length : 0;
    if (t >= engine->t1 || t <= engine->t0)
        memcpy(y, t >= engine->t1 ? e->end : e->terms, e->n * sizeof *y);
    else
        sum_up(e, x, y);
    return yp ? engine->system->ops->derivatives(engine->system, t, y, yp) : 0;
}

static bool plan_pieces(exact *e, const eg_march_options *options, const double *y, eg_observer *observer,
                        eg_exact_task *task, eg_status *status)
{
    eg_system *s = e->base.system;
    const eg_local *model = eg_exact_pieces(s, options, y, status);
    if (!model || model->has_powers)
        return false;
    *task = (eg_exact_task){s, model, options, 0, 0, 0, observer, &e->counters};
    return true;
}

static bool exact_march(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                        eg_observer *observer, eg_march_result *result, eg_status *status)
{
    eg_exact_task task;
    bool left;
    if (!plan_pieces(own(engine), options, y, observer, &task, status))
        return *status != EG_OK;
    *status = eg_exact_march(&task, y, yp, result, &left);
    return true;
}

static eg_course *exact_course(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                               eg_observer *observer, eg_march_result *result, eg_status *status)
{
    eg_exact_task task;
    bool is_planned = plan_pieces(own(engine), options, y, observer, &task, status);
    return is_planned ? eg_exact_course(&task, y, yp, result, status) : NULL;
}

static void exact_counters(const eg_engine *engine, eg_counters *counters)
{
    *counters = ((const exact *)engine)->counters;
}

const eg_engine_ops eg_engine_exact = {
    .name = "exact",
    .doc = "models that are linear between events, to round-off",
    .takes = exact_takes,
    .create = exact_create,
    .restart = exact_restart,
    .step = exact_step,
    .dense = exact_dense,
    .march = exact_march,
    .course = exact_course,
    .counters = exact_counters,
    .free = exact_free,
};
