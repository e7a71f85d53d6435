/* Energy and powers of the mechanics, and the scales that accuracy is asked against. */
#include "base/union_find.h"
#include "network/motion/energy.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/motion/rub.h"
#include "network/motion/switching.h"
#include "network/motion/view.h"
#include "network/solve/consistent.h"
#include "network/user/evaluate.h"
#include "network/user/inertia.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double eg_network_kinetic(const eg_network *s, const double *y)
{
    double sum = 0;
    for (int i = 0; i < s->m->inertia_count; i++) {
        double v = eg_node_speed(s, s->m->inertias[i].node, y);
        sum += 0.5 * s->m->inertias[i].mass * v * v;
    }
    return sum + eg_user_kinetic(s, y);
}

int eg_network_energy(eg_system *base, double t, const double *y, double *kinetic, double *potential)
{
    eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    eg_network_evaluate(s, t, y, s->scratch.zero, 0);
    *kinetic = eg_network_kinetic(s, y);
    *potential = 0;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (e->ops->energy)
            *potential += e->ops->energy(s->k + e->coefficients, s->mode[i], s->s_rel[i]);
    }
    return 0;
}

static void supply(double *power, double P)
{
    power[EG_POWER_SUPPLIED] += P;
    power[EG_POWER_TURNOVER] += fabs(P);
}

/* Drives work through the forces they transmit, which need accelerations. Those that follow equations may
 * move by what is algebraic, which is known only at the points for which engines solve: *at becomes a y
 * with what it is at t. */
static int drive_powers(eg_network *s, double t, const double **at, double *power)
{
    const double *y = *at;
    const eg_model *m = s->m;
    double *yp = s->scratch.drive;
    int status = eg_network_accelerations(s, t, y, yp);
    if (status)
        return status;
    if (!s->simple)
        *at = y = s->scratch.work[3]; /* where accelerations have found it */
    eg_network_evaluate(s, t, y, yp, 0);
    if (eg_stick_forces(s, yp) < 0)
        return 1;
    eg_view whole = eg_view_whole(m);
    eg_network_port_forces(s, yp, &whole, s->scratch.port_force, s->scratch.node_sum);
    for (int i = 0; i < m->drive_count; i++) /* f at the flange is what flows into the drive */
        supply(power, -s->scratch.port_force[m->tree.links[m->drives[i].link].ends[0].port] *
                          s->signals.drive[i].dx);
    return 0;
}

/* Those of sources, equations and losses at the point evaluated last. */
static void add_powers(eg_network *s, const double *y, double *power)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->source_count; i++) {
        const eg_force_source *f = &m->sources[i];
        double v = eg_node_speed(s, f->node, y) - eg_node_speed(s, f->support, y);
        supply(power, f->sign * s->signals.net[f->input].x * v);
    }
    for (int i = 0; m->user && i < m->user->flow_count; i++) {
        const eg_user_flow *f = &m->user->flows[i];
        if (f->is_heat || m->user->is_of_law[i] || m->user->is_of_work[i])
            continue;
        const double f_rest = s->user.value[f->result.node] - eg_user_inertial_force(s, i);
        supply(power, -f_rest * eg_node_speed(s, f->node, y));
    }
    if (m->user && m->user->law_count + m->user->work_count > 0)
        eg_user_law_powers(s, y, power);
    for (int i = 0; i < m->element_count; i++) {
        power[EG_POWER_DISSIPATED] += s->force[i].loss;
        if (!m->elements[i].ops->supplies)
            continue;
        const double P = -s->force[i].f * s->v_rel[i];
        if (P > 0)
            supply(power, P);
        else
            power[EG_POWER_DISSIPATED] -= P;
    }
}

/* ---------------------------------------------------------------- heat */

static double source_heat(const eg_network *s, const eg_heat_source *h, const double *y)
{
    return h->sign * s->signals.net[h->input].x *
           (1 + h->alpha * (eg_network_temperature(s, h->node, y) - h->T_ref));
}

static double term_heat(const eg_network *s, const eg_heat_term *of, const double *y)
{
    const eg_model *m = s->m;
    switch (of->kind) {
    case EG_HEAT_LOSS: return s->force[of->index].loss;
    case EG_HEAT_SOURCE: return source_heat(s, &m->thermal.sources[of->index], y);
    case EG_HEAT_FLOW: return -s->user.value[m->user->flows[of->index].result.node];
    case EG_HEAT_CONDUCTED: break;
    }
    const eg_conductor *c = &m->thermal.conductors[of->index];
    return of->sign * eg_network_heat_flow(s, c, eg_network_temperature(s, c->node_a, y),
                                           eg_network_temperature(s, c->node_b, y));
}

/* Those of heat, at the point evaluated last. What nodes that take heat are given leaves there. */
static void add_heat_powers(eg_network *s, const double *y, double *power)
{
    const eg_model *m = s->m;
    const eg_heat_exits *x = &m->thermal.exits;
    double heated = 0, supplied = 0, removed = 0, turnover = 0;
    for (int i = 0; i < m->kinds.heated_count; i++) {
        const double loss = s->force[m->kinds.heated[i]].loss;
        heated += loss;
        turnover += fabs(loss);
    }
    for (int i = 0; i < m->thermal.source_count; i++) {
        const double Q = source_heat(s, &m->thermal.sources[i], y);
        supplied += Q;
        turnover += fabs(Q);
    }
    for (int i = 0; m->user && i < m->user->flow_count; i++) {
        if (!m->user->flows[i].is_heat)
            continue;
        const double Q = -s->user.value[m->user->flows[i].result.node];
        supplied += Q;
        turnover += fabs(Q);
    }
    for (int i = 0; i < x->count; i++) {
        double sum = 0;
        for (int k = x->start[i]; k < x->start[i + 1]; k++)
            sum += term_heat(s, &x->terms[k], y);
        removed += sum;
        turnover += fabs(sum);
    }
    power[EG_POWER_HEATED] = heated;
    power[EG_POWER_HEAT_SUPPLIED] = supplied;
    power[EG_POWER_HEAT_REMOVED] = removed;
    power[EG_POWER_HEAT_TURNOVER] = turnover;
}

double eg_network_heat_stock(const eg_network *s, const double *y)
{
    const eg_model *m = s->m;
    double sum = 0;
    for (int i = 0; i < m->heat_count; i++)
        if (m->heat[i].unknown >= 0 && m->heat[i].capacity > 0)
            sum += m->heat[i].capacity * y[m->heat[i].unknown];
    return sum;
}

int eg_network_powers(eg_system *base, double t, const double *y, double *power)
{
    eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    memset(power, 0, sizeof(double) * EG_POWER_COUNT);
    if (m->drive_count > 0) {
        int status = drive_powers(s, t, &y, power);
        if (status)
            return status;
    } else if (m->dynamics.rates_in_forces) {
        int status = eg_network_accelerations(s, t, y, s->scratch.drive);
        if (status)
            return status;
        eg_network_evaluate(s, t, y, s->scratch.drive, 0);
    } else {
        eg_network_evaluate(s, t, y, s->scratch.zero, EG_EVALUATE_FOR_RATES);
    }
    add_powers(s, y, power);
    if (base->has_heat)
        add_heat_powers(s, y, power);
    return 0;
}

/* Where nothing follows accelerations but what friction holds with, one evaluation does for both. */
int eg_network_sample(eg_system *base, double t, const double *y, double *power, double *h)
{
    eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    if (!eg_network_needs_no_rates(s) || m->drive_count > 0 || m->dynamics.rates_in_forces) {
        int status = eg_network_powers(base, t, y, power);
        return status == 0 ? eg_network_switching(base, t, y, h) : status;
    }
    memset(power, 0, sizeof(double) * EG_POWER_COUNT);
    bool holds = eg_friction_needs_forces(s);
    int status = holds ? eg_network_derivatives(base, t, y, s->ahead.rate) : 0;
    if (status != 0)
        return status;
    if (!holds)
        eg_network_evaluate(s, t, y, s->scratch.zero, EG_EVALUATE_FOR_SWITCHES);
    add_powers(s, y, power);
    if (base->has_heat)
        add_heat_powers(s, y, power);
    return eg_network_switching_here(s, t, holds ? s->ahead.rate : s->scratch.zero, h);
}

/* ---------------------------------------------------------------- nominals */

/* Below these magnitudes nothing is asked that the user did not ask for. They are those of models that one
 * can touch; of what begins smaller it is a share of that, however large other motions of the model are,
 * and of what is larger by far than all that one can touch, round-off. */
static const double LENGTH = 1e-7, SPEED = 1e-6, TEMPERATURE = 1e-3, SIGNAL = 1e-9, SHARE = 1e-3;

/* As that of native ones, where the unit says what it is. */
static double nominal_of_user(const eg_user_quantity *q)
{
    const struct {
        const char *unit;
        double nominal;
    } known[] = {{"m", LENGTH}, {"rad", LENGTH}, {"m/s", SPEED}, {"rad/s", SPEED}, {"K", TEMPERATURE}};
    if (q->nominal > 0)
        return q->nominal;
    for (size_t i = 0; q->unit && i < sizeof known / sizeof *known; i++)
        if (strcmp(q->unit, known[i].unit) == 0)
            return known[i].nominal;
    return SIGNAL;
}

/* Of unknown i, whatever the run. */
static double usual_nominal(const eg_model *m, int i)
{
    if (i < m->first.drive)
        return i < m->body_count - 1 ? LENGTH : SPEED;
    if (i < m->first.block)
        return LENGTH;
    if (i >= m->first.heat && i < m->first.loop)
        return TEMPERATURE;
    if (i < m->first.user || !m->user)
        return SIGNAL;
    return nominal_of_user(&m->user->quantities[m->user->unknown_of[i - m->first.user]]);
}

/* What the user has given for it, or 0. */
static double given_nominal(const eg_model *m, int i)
{
    if (i < m->body_count - 1)
        return m->bodies[i + 1].nominal;
    return m->user && i >= m->first.user
               ? fmax(m->user->quantities[m->user->unknown_of[i - m->first.user]].nominal, 0)
               : 0;
}

/* Of unknown i, which begins with the size `own`, where numbers of the size `all` round. */
static double least_of(const eg_model *m, int i, double own, double all)
{
    const double given = given_nominal(m, i), usual = usual_nominal(m, i);
    const bool is_known = own > 0 && isfinite(own) && isfinite(all);
    if (given > 0 || !is_known || (i >= m->first.heat && i < m->first.loop))
        return given > 0 ? given : usual;
    return fmax(fmin(usual, SHARE * own), DBL_EPSILON * all);
}

/* What a body may begin with: its position and speed, and what its speed, and its acceleration in the time
 * for which that holds, make of them in `soon` seconds, or until they have turned it. */
static void size_of_body(const eg_model *m, int b, const double *y, const double *yp, double soon,
                         const double *holds, double *length, double *speed)
{
    const double a = fabs(yp[eg_v(m, b)]);
    *speed = fmax(fabs(y[eg_v(m, b)]), a * (holds ? holds[eg_v(m, b)] : soon));
    *length = fmax(fabs(y[eg_x(b)]), a > 0 ? fmin(*speed * soon, *speed * *speed / a) : *speed * soon);
    *speed = fmax(*speed, fmin(sqrt(*length * a), soon > 0 ? *length / soon : INFINITY));
}

static void find_least_momentum(eg_network *s)
{
    s->rounding.momentum = INFINITY;
    for (int b = 1; b < s->m->body_count; b++)
        if (s->m->bodies[b].mass > 0)
            s->rounding.momentum =
                fmin(s->rounding.momentum, s->m->bodies[b].mass * s->rounding.least[eg_v(s->m, b)]);
}

/* Momenta of masses that equations write are not known here. */
static void find_faintest(eg_network *s, const double *y, const double *yp)
{
    s->rounding.faintest = INFINITY;
    s->rounding.faintest_body = 0;
    for (int b = 1; b < s->m->body_count; b++) {
        const int v = eg_v(s->m, b);
        const double mass = s->m->bodies[b].mass, speed = fmax(fabs(y[v]), fabs(yp[v]) * s->base.span);
        if (mass > 0 && mass != EG_WRITTEN_MASS && speed > 0 && mass * speed < s->rounding.faintest) {
            s->rounding.faintest = mass * speed;
            s->rounding.faintest_body = b;
        }
    }
}

void eg_network_forget_scales(eg_network *s)
{
    for (int i = 0; i < s->m->n; i++)
        s->rounding.least[i] = least_of(s->m, i, 0, 0);
    s->rounding.length = LENGTH;
    s->rounding.speed = SPEED;
    s->rounding.faintest = INFINITY;
    find_least_momentum(s);
}

/* Bodies that forces tie together: what begins at 0 is of the size of these, and of no others. */
typedef struct islands {
    int *set;      /* (bodies) union-find */
    double *sizes; /* (bodies x 2) of a set, at its first member: the largest length and speed */
} islands;

/* Rows of force sensors stand in such lists, too. */
static void join_bodies(const eg_model *m, const eg_scatter *list, int count, int *set)
{
    for (int i = 0; i < count; i++) {
        int first = 0;
        for (int k = list->start[i]; k < list->start[i + 1]; k++) {
            const int body = list->terms[k].index - eg_v(m, 1) + 1;
            if (body < 1 || body >= m->body_count)
                continue;
            first = first > 0 ? first : body;
            eg_sets_join(set, first, body);
        }
    }
}

static void find_islands(const eg_model *m, islands *all)
{
    eg_sets_init(all->set, m->body_count);
    join_bodies(m, &m->scatter.elements, m->element_count, all->set);
    join_bodies(m, &m->scatter.inertias, m->inertia_count, all->set);
}

/* How fast the ends of its coordinate are [m/s]: the distance between bodies that travel together rounds as
 * their ways do. */
static double speed_of_ends(const eg_network *s, int b, const double *y)
{
    const eg_body *body = &s->m->bodies[b];
    return fmax(body->from < 0 ? 0 : fabs(eg_node_speed(s, body->from, y)),
                fabs(eg_node_speed(s, body->to, y)));
}

/* s->least where rates hold for so long [s]; NULL: for `soon`. */
static void take_scales(eg_network *s, const double *y, const double *yp, double soon, const double *holds,
                        islands *all)
{
    const eg_model *m = s->m;
    double own[2];
    memset(all->sizes, 0, 2 * (size_t)m->body_count * sizeof *all->sizes);
    for (int b = 1; b < m->body_count; b++) {
        double *sizes = all->sizes + 2 * (size_t)eg_sets_find(all->set, b);
        size_of_body(m, b, y, yp, soon, holds, &own[0], &own[1]);
        sizes[0] = fmax(sizes[0], own[0]);
        sizes[1] = fmax(sizes[1], own[1]);
    }
    for (int i = 0; i < m->n; i++) {
        const double size = fmax(fabs(y[i]), (holds ? holds[i] : soon) * fabs(yp[i]));
        s->rounding.least[i] = least_of(m, i, size, size);
    }
    for (int b = 1; b < m->body_count; b++) {
        const int at[2] = {eg_x(b), eg_v(m, b)};
        const double *sizes = all->sizes + 2 * (size_t)eg_sets_find(all->set, b);
        size_of_body(m, b, y, yp, soon, holds, &own[0], &own[1]);
        const double way = speed_of_ends(s, b, y) * (holds ? holds[at[0]] : soon);
        const double rounded[2] = {fmax(own[0], way), own[1]};
        for (int k = 0; k < 2; k++)
            s->rounding.least[at[k]] =
                own[k] > 0 ? least_of(m, at[k], own[k], rounded[k]) : least_of(m, at[k], sizes[k], sizes[k]);
        s->rounding.length =
            b > 1 ? fmin(s->rounding.length, s->rounding.least[at[0]]) : s->rounding.least[at[0]];
        s->rounding.speed =
            b > 1 ? fmin(s->rounding.speed, s->rounding.least[at[1]]) : s->rounding.least[at[1]];
    }
    find_least_momentum(s);
}

/* Is something so large that its round-off is what is asked of it, where nobody has asked for that? */
static bool is_vast(const eg_network *s)
{
    for (int i = 0; i < s->m->n; i++)
        if (s->rounding.least[i] > fmax(usual_nominal(s->m, i), given_nominal(s->m, i)))
            return true;
    return false;
}

/* The rates a step of Heun's method of `length` further on, at the same time; false: there are none. */
static bool rates_ahead(eg_network *s, double t, const double *y, const double *yp, double length, double *at,
                        double *rate)
{
    for (int i = 0; i < s->m->n; i++)
        at[i] = y[i] + length * yp[i];
    if (eg_network_derivatives(&s->base, t, at, rate) != 0)
        return false;
    for (int i = 0; i < s->m->n; i++)
        at[i] = y[i] + 0.5 * length * (yp[i] + rate[i]);
    return eg_network_derivatives(&s->base, t, at, rate) == 0;
}

/* Has the mode of the start ended at `at`, where h0 are its switching functions at the start? Those that
 * begin at 0 have no sign yet. */
static bool has_left_mode(eg_network *s, double t, const double *at, const double *h0, double *h)
{
    if (eg_network_switching(&s->base, t, at, h) != 0)
        return true;
    for (int i = 0; i < s->base.switch_count; i++)
        if (h0[i] > 0 && !(h[i] >= 0))
            return true;
    return false;
}

/* For how long rates hold, more or less [s]: at most `soon`, and no longer than the mode. A light body that a
 * stiff damper takes along, or a state with a short time constant, may begin with a rate out of all
 * proportion to what becomes of it; so may one that falls on a stop in front of it. `work`: room for two y
 * and two sets of switching functions. */
static void find_holds(eg_network *s, double t, const double *y, const double *yp, double soon, double *holds,
                       double *work)
{
    const int n = s->m->n;
    const double part = 0x1p-4, more_or_less = 0.5;
    double *at = work, *rate = at + n, *h0 = rate + n, *h = h0 + s->base.switch_count;
    int open = n;
    for (int i = 0; i < n; i++)
        holds[i] = -1;
    const bool has_modes = eg_network_switching(&s->base, t, y, h0) == 0;
    for (double length = soon; open > 0 && length > 0; length *= part) {
        const bool is_good =
            rates_ahead(s, t, y, yp, length, at, rate) && !(has_modes && has_left_mode(s, t, at, h0, h));
        for (int i = 0; i < n; i++) {
            const bool is_held = is_good && fabs(rate[i] - yp[i]) <= more_or_less * fabs(yp[i]);
            if (holds[i] < 0 && (is_held || yp[i] == 0)) {
                holds[i] = length;
                open--;
            }
        }
    }
    for (int i = 0; i < n; i++)
        holds[i] = fmax(holds[i], 0);
}

static eg_status no_room(const eg_network *s)
{
    eg_report_memory(s->base.diagnostics, "in the start of %s", s->m->name);
    return EG_ERROR_MEMORY;
}

static eg_status find_vast_scales(eg_network *s, double t, const double *y, const double *yp, double soon,
                                  islands *all)
{
    const size_t n = (size_t)s->m->n, numbers = 3 * n + 2 * (size_t)s->base.switch_count;
    double *holds = malloc(numbers * sizeof *holds);
    if (!holds)
        return no_room(s);
    find_holds(s, t, y, yp, soon, holds, holds + n);
    take_scales(s, y, yp, soon, holds, all);
    eg_network_derivatives(&s->base, t, y, holds); /* so that forces are those of the start again */
    free(holds);
    return EG_OK;
}

eg_status eg_network_find_scales(eg_network *s, double t, const double *y, const double *yp)
{
    const double soon = 1e-2 * s->base.span;
    const size_t bodies = (size_t)s->m->body_count + 1;
    islands all = {.sizes = malloc(bodies * (2 * sizeof *all.sizes + sizeof *all.set))};
    if (!all.sizes)
        return no_room(s);
    all.set = (int *)(void *)(all.sizes + 2 * bodies);
    find_islands(s->m, &all);
    take_scales(s, y, yp, soon, NULL, &all);
    find_faintest(s, y, yp);
    const eg_status status = is_vast(s) ? find_vast_scales(s, t, y, yp, soon, &all) : EG_OK;
    free(all.sizes);
    return status;
}

/* An ulp of the largest force, for all of the run, against what momentum is to be known to. */
void eg_network_watch_rounding(eg_network *s)
{
    double most = 0;
    for (int i = 0; i < s->m->element_count; i++)
        most = fmax(most, fabs(s->force[i].f));
    for (int i = 0; i < s->m->source_count; i++)
        most = fmax(most, fabs(s->signals.net[s->m->sources[i].input].x));
    for (int i = 0; s->m->user && i < s->m->user->flow_count; i++)
        most = fmax(most, fabs(s->user.value[s->m->user->flows[i].result.node]));
    const double span = s->base.span > 0 ? s->base.span : 1;
    const double rounding = DBL_EPSILON * most * span, far_more = 100;
    s->rounding.sums_exactly = rounding > s->rounding.momentum;
    s->rounding.is_doubtful = s->rounding.is_doubtful || rounding > far_more * s->rounding.momentum;
}

int eg_network_hidden(const eg_network *s, const double *y, const double *yp, double allowed)
{
    const eg_model *m = s->m;
    static const double ROUNDINGS = 32; /* that steps add up */
    int hidden = -1;
    double most = 1;
    for (int i = 0; i < m->n; i++) {
        const bool is_asked = i < m->body_count - 1 || i >= m->first.user;
        const double way = fabs(yp[i]) * s->base.span;
        const double rounding = ROUNDINGS * DBL_EPSILON * fabs(y[i]);
        if (!is_asked || !s->differential[i] || given_nominal(m, i) > 0 || way <= usual_nominal(m, i))
            continue;
        if (rounding > most * allowed * way) {
            most = rounding / (allowed * way);
            hidden = i;
        }
    }
    return hidden;
}

int eg_network_overheated(const eg_network *s, const double *yp, double allowed, double *by)
{
    const eg_model *m = s->m;
    int source = -1;
    *by = 0;
    for (int i = 0; i < m->thermal.source_count; i++) {
        const eg_heat_source *h = &m->thermal.sources[i];
        const double capacity = m->heat[h->node].capacity;
        if (!(capacity > 0) || m->heat[h->node].unknown < 0)
            continue;
        const double rounding = DBL_EPSILON * fabs(s->signals.net[h->input].x) * s->base.span / capacity;
        const double way = fabs(eg_network_temperature_rate(s, h->node, yp)) * s->base.span;
        if (rounding > fmax(*by, fmax(TEMPERATURE, allowed * way))) {
            *by = rounding;
            source = i;
        }
    }
    return source;
}

/* What acts on each balance where all else stands still: rows of c [N/m] and d [N.s/m], of bodies. */
static void sum_slopes(const eg_network *s, double *c, double *d)
{
    const eg_scatter *rows = &s->m->scatter.elements;
    for (int i = 0; i < s->m->element_count; i++)
        for (int k = rows->start[i]; k < rows->start[i + 1]; k++) {
            const double square = rows->terms[k].coefficient * rows->terms[k].coefficient;
            c[rows->terms[k].index] += square * s->force[i].df_ds;
            d[rows->terms[k].index] += square * s->force[i].df_dv;
        }
}

/* The angle that the body swings through in the run, or until it has come to rest [rad]; 0 where it does not
 * swing. */
static double angle_of(const eg_network *s, int b, const double *y, const double *yp, double c, double d,
                       double allowed)
{
    const double mass = s->stick.mass[b], omega = sqrt(c / mass);
    const int v = eg_v(s->m, b);
    if (!(c > 0) || !isfinite(omega) || d < 0 || d >= 2 * omega * mass ||
        hypot(y[v], yp[v] / omega) <= s->rounding.least[v])
        return 0;
    const double rest = d > 0 ? -2 * mass / d * log(allowed) : INFINITY;
    return omega * fmin(s->base.span, rest);
}

int eg_network_swinging(const eg_network *s, const double *y, const double *yp, double allowed, double *angle)
{
    const eg_model *m = s->m;
    double *c = calloc(2 * (size_t)m->n + 1, sizeof *c);
    int body = -1;
    *angle = allowed / DBL_EPSILON;
    if (!c)
        return -1;
    sum_slopes(s, c, c + m->n);
    for (int b = 1; b < m->body_count; b++) {
        const int v = eg_v(m, b);
        const double own = s->stick.lead[b] == b ? angle_of(s, b, y, yp, c[v], c[m->n + v], allowed) : 0;
        if (own > *angle) {
            *angle = own;
            body = b;
        }
    }
    free(c);
    return body;
}

void eg_network_nominals(eg_system *base, const double *y, double *nominal)
{
    (void)y;
    memcpy(nominal, eg_network_of(base)->rounding.least, sizeof *nominal * (size_t)base->n);
}

static bool has_mass(const eg_model *m, int body)
{
    return body == 0 || m->bodies[body].mass > 0;
}

/* A gap in contact whose s_rel is a coordinate, or one beside the motion of a drive, and one of whose ends
 * has no mass. Between masses and driven bodies the error that is allowed to their speeds keeps a compression
 * accurate; the speed of a part without mass is algebraic, and nothing is asked of it. */
void eg_network_reaches(eg_system *base, double t, const double *y, double *reach)
{
    eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    bool has_motions = false;
    for (int i = 0; i < m->n; i++)
        reach[i] = INFINITY;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        const eg_row *row = &m->row.list[e->row];
        if (!e->ops->compression || row->count != 1 || (has_mass(m, e->body_a) && has_mass(m, e->body_b)))
            continue;
        if (row->motion_count > 0 && !has_motions)
            eg_network_evaluate(s, t, y, s->scratch.zero, EG_EVALUATE_NO_FORCES);
        has_motions = has_motions || row->motion_count > 0;
        const eg_term *x = &m->row.terms[row->first];
        double s_rel = eg_row_value(s, row, y);
        double c = e->ops->compression(s->k + e->coefficients, s->mode[i], s_rel);
        reach[x->index] = fmin(reach[x->index], c / fabs(x->coefficient));
    }
}
