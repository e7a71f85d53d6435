/* The engine exact on models that fall apart: each cluster of bodies goes by its own clock.
 *
 * Bodies that active elements tie together are a cluster. It makes steps on its own: the Taylor series of
 * its bodies' speeds and its items' distances (base/local.h), element by element, without a matrix,
 *     v_rel,k = sum of factor v_k,  s_(k+1) = v_rel,k/(k+1),  f_k = f_s s_k + f_v v_rel,k,
 *     v_(k+1) = (u_k - sum of factor f_k)/(m (k+1)).
 * In the norm max |v_b|/w_b, |s|/(sum of |factor| w), weights w found by iteration, its growth rho is the
 * largest root of rho^2 w = K + rho D, K and D sums of |factor f_s|/m and |factor f_v|/m over a body's
 * elements. A step of rho h <= 1, and after one without an event of rho h <= 2, has as many terms, 24 at
 * most, as leave a rest below 1e-17 (exact.c has the bound). What nothing touches flies to the next time
 * event in one step, whose polynomial has the degree of its load.
 *
 * The distances between clusters, and all that is not active, are integrals of two speeds; their
 * polynomials reach as far as both clusters' steps do. Every switching function of an element is linear
 * in its distance and speed, so it is a polynomial as well, and eg_taylor_fall finds its first root,
 * missing none (taylor.h). The roots and the ends of steps wait in a queue. An event advances the
 * clusters at the two ends of its element to its instant, changes the mode, parts or joins them, expands
 * the series of those that come out of it, and looks for the roots of what touches them: it costs what
 * its clusters cost, whatever else the model holds.
 *
 * Works are integrals of products of polynomials, summed up as pieces are advanced. Rows are made where a
 * body has changed that the observer is concerned with: then all of y is filled in, each piece from its
 * own polynomial. */
#include "engine/exact_march.h"

#include "engine/exact_apart.h"
#include "engine/taylor.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ORDER = EG_APART_ORDER, SPEEDS = EG_APART_SPEEDS, DISTANCES = EG_APART_DISTANCES };
/* rho h; the part of a step's change that the series leaves out. */
static const double reach = 1, reach_on = 2, left_out = 1e-17;

typedef eg_apart_body body;
typedef eg_apart_item item;
typedef eg_apart apart;

static double *speed_of(const apart *a, int b)
{
    return eg_apart_speed(a, b);
}

static double *distance_of(const apart *a, int i)
{
    return eg_apart_distance(a, i);
}

/* ---------------------------------------------------------------- values now */

static double part(double t, double begin, double length)
{
    return length > 0 ? (t - begin) / length : 0;
}

/* The motion in closed form of a body since the beginning of its step. */
static void closed_at(const apart *a, int b, double t, double *x, double *v)
{
    eg_motion_at(&a->motions[a->bodies[b].motion], t - a->bodies[b].begin, x, v);
}

static double body_speed(const apart *a, int b, double t)
{
    const body *p = &a->bodies[b];
    if (p->is_closed) {
        double x, v;
        closed_at(a, b, t, &x, &v);
        return v;
    }
    return eg_taylor_value(speed_of(a, b), p->degree, part(t, p->begin, p->length));
}

static double item_value(const apart *a, int i, double t)
{
    const item *p = &a->items[i];
    if (p->is_closed) {
        const eg_local_item *of = &a->model->items[i];
        double x, v;
        closed_at(a, of->body[eg_apart_mover(of)], t, &x, &v);
        return distance_of(a, i)[0] + of->factor[eg_apart_mover(of)] * x;
    }
    return eg_taylor_value(distance_of(a, i), p->degree, part(t, p->begin, p->length));
}

/* Now; one of its bodies may be in the middle of a step. */
static double item_speed(const apart *a, int i)
{
    const eg_local_item *of = &a->model->items[i];
    double sum = 0;
    for (int k = 0; k < 2; k++)
        if (of->body[k] > 0)
            sum += of->factor[k] * body_speed(a, of->body[k], a->time);
    return sum;
}

/* The unknowns of body b at t. */
static void fill(apart *a, int b, double t, bool position, bool speed)
{
    int i = a->model->x_of[b];
    double *x = &a->y[b - 1], *v = &a->y[a->model->body_count - 1 + b - 1];
    if (a->bodies[b].is_closed) {
        const eg_local_item *of = &a->model->items[i];
        double moved;
        closed_at(a, b, t, &moved, v);
        *x = distance_of(a, i)[0] + of->factor[eg_apart_mover(of)] * moved;
        return;
    }
    if (position)
        *x = item_value(a, i, t);
    if (speed)
        *v = body_speed(a, b, t);
}

static void fill_all(apart *a, double t)
{
    for (int b = 1; b < a->model->body_count; b++)
        fill(a, b, t, true, true);
}

/* What rows look at. */
static void fill_row(apart *a, double t)
{
    for (int k = 0; k < a->seen_count; k++) {
        int b = a->seen[k];
        fill(a, b, t, a->unknowns[b - 1], a->unknowns[a->model->body_count - 1 + b - 1]);
    }
}

/* ---------------------------------------------------------------- failures */

static void fail(apart *a, eg_status status)
{
    if (a->status == EG_OK)
        a->status = status;
}

static void not_finite(apart *a, int b)
{
    char who[160];
    if (a->status != EG_OK)
        return;
    a->system->ops->describe(a->system, a->model->body_count - 1 + b - 1, who, sizeof who);
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: the %s is no longer finite", a->time, who);
    eg_remedy(a->system->diagnostics, "look for a parameter or an input that lets it grow without bound");
    fail(a, EG_ERROR_SIMULATION);
}

/* As in march.c: time has to pass the round-off of as many events as are allowed. */
static void count_event(apart *a)
{
    double span = a->options->stop_time - a->options->start_time;
    double ulps = 8 * DBL_EPSILON * fabs(a->time) * (double)a->options->max_events;
    if (a->time - a->mark > fmax(1e-14 * span, ulps)) {
        a->mark = a->time;
        a->since_mark = 0;
    }
    if (++a->since_mark <= a->options->max_events)
        return;
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %ld events without progress%s%s", a->time,
              a->since_mark, a->heard ? ", the last one of " : "", a->heard ? a->heard : "");
    eg_remedy(a->system->diagnostics,
              "look at what these components do there: a contact needs compliance and damping, a source a "
              "longer period");
    fail(a, EG_ERROR_SIMULATION);
}

static void hear(eg_event_sink *sink, double t, const char *component, const char *name, bool is_time_event)
{
    apart *a = (apart *)sink;
    a->heard = component;
    a->observer->sink.happened(&a->observer->sink, t, component, name, is_time_event);
}

/* ---------------------------------------------------------------- advancing pieces to now */

void eg_apart_add_work(apart *a, int power, double work)
{
    a->work[power] = eg_dd_add(a->work[power], eg_dd_of(work));
}

/* The integral of v^2 over the step up to its part x, v the rate of s: of its powers, those of the
 * diagonal once, all others twice. */
static double square_of_rate(const double *s, int degree, double length, double x)
{
    double rate[DISTANCES], sum[2 * DISTANCES] = {0};
    for (int k = 0; k < degree; k++)
        rate[k] = (k + 1) * s[k + 1] / length;
    for (int i = 0; i < degree; i++) {
        double *at = sum + 2 * i + 1, twice = 2 * rate[i];
        at[0] += rate[i] * rate[i];
        for (int k = i + 1; k < degree; k++)
            at[k - i] += twice * rate[k];
    }
    for (int k = 2; k < 2 * degree; k++)
        sum[k] /= k;
    return length * eg_taylor_value(sum, 2 * degree - 1, x);
}

/* The integral of drag*v dt, drag = drag_0 + drag_s (s - s_0) + drag_v (v - v_0): but for that of v^2 it
 * is one over s. */
static void add_loss(apart *a, int i, double x)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->laws[i];
    const double *s = distance_of(a, i);
    if (p->length <= 0 || (law->drag == 0 && law->drag_s == 0 && law->drag_v == 0))
        return;
    double moved = x * eg_taylor_value(s + 1, p->degree - 1, x), v = s[1] / p->length;
    double loss = (law->drag - law->drag_v * v + 0.5 * law->drag_s * moved) * moved;
    if (law->drag_v != 0)
        loss += law->drag_v * square_of_rate(s, p->degree, p->length, x);
    eg_apart_add_work(a, EG_POWER_DISSIPATED, loss);
}

/* What rounding may leave of a sum at x: some ulp of its terms. */
static double noise_of(const double *terms, int degree, double x)
{
    double power = 1, sum = 0;
    for (int k = 0; k <= degree; k++, power *= x)
        sum += fabs(terms[k]) * power;
    return 8 * DBL_EPSILON * sum;
}

static void advance_item(apart *a, int i)
{
    item *p = &a->items[i];
    if (p->advanced == a->epoch)
        return;
    p->advanced = a->epoch;
    if (p->is_closed) {
        eg_apart_advance_closed_item(a, i);
        p->degree = 0;
        p->begin = a->time;
        p->length = 0;
        return;
    }
    double x = part(a->time, p->begin, p->length), *s = distance_of(a, i);
    if (i < a->model->element_count)
        add_loss(a, i, x);
    p->noise = noise_of(s, p->degree, x);
    s[0] = eg_taylor_value(s, p->degree, x);
    p->degree = 0;
    p->begin = a->time;
    p->length = 0;
}

static void advance_body(apart *a, int b)
{
    body *p = &a->bodies[b];
    double x = part(a->time, p->begin, p->length), *v = speed_of(a, b);
    bool is_closed = p->is_closed && p->length > 0;
    if (is_closed) {
        eg_apart_advance_closed_body(a, b);
    } else if (p->loads > 0 && p->length > 0) {
        const double *push = a->push + (size_t)p->load * SPEEDS;
        double turnover, work = eg_taylor_turnover(push, p->push_degree, v, p->degree, x, &turnover);
        eg_apart_add_work(a, EG_POWER_SUPPLIED, p->length * work);
        eg_apart_add_work(a, EG_POWER_TURNOVER, p->length * turnover);
    }
    if (!is_closed) {
        p->noise = noise_of(v, p->degree, x);
        v[0] = eg_taylor_value(v, p->degree, x);
    }
    p->is_closed = false;
    if (!isfinite(v[0]))
        not_finite(a, b);
    a->fastest = fmax(a->fastest, fabs(v[0]));
    p->degree = 0;
    p->begin = a->time;
    p->length = 0;
    for (int k = a->model->first[b]; k < a->model->first[b + 1]; k++)
        advance_item(a, a->model->touching[k]);
}

/* The whole cluster of a body, unless it is among the changed already. */
static void advance_cluster(apart *a, int b)
{
    if (b == 0 || a->bodies[b].mark == a->epoch)
        return;
    eg_queue_set(&a->queue, a->model->element_count + a->bodies[b].cluster, INFINITY);
    int at = b;
    do {
        a->bodies[at].mark = a->epoch;
        a->changed[a->changed_count++] = at;
        advance_body(a, at);
        at = a->bodies[at].next;
    } while (at != b);
}

/* ---------------------------------------------------------------- new clusters */

/* Laws of all elements that touch what has changed. */
static void read_laws(apart *a)
{
    const eg_local *m = a->model;
    for (int j = 0; j < a->changed_count; j++)
        for (int k = m->first[a->changed[j]]; k < m->first[a->changed[j] + 1]; k++) {
            int i = m->touching[k];
            if (i >= m->element_count || a->items[i].mark == a->epoch)
                continue;
            eg_local_law *law = &a->laws[i];
            a->items[i].mark = a->epoch;
            a->system->ops->local_law(a->system, i, distance_of(a, i)[0], item_speed(a, i), law);
            a->items[i].is_active = law->f != 0 || law->f_s != 0 || law->f_v != 0;
        }
}

/* All that active elements tie to body b; members are marked by -epoch. */
static void collect(apart *a, int b)
{
    const eg_local *m = a->model;
    a->member_count = a->inside_count = 0;
    a->bodies[b].mark = -a->epoch;
    a->members[a->member_count++] = b;
    for (int j = 0; j < a->member_count; j++)
        for (int k = m->first[a->members[j]]; k < m->first[a->members[j] + 1]; k++) {
            int i = m->touching[k];
            if (i >= m->element_count || !a->items[i].is_active || a->items[i].mark == -a->epoch)
                continue;
            a->items[i].mark = -a->epoch;
            a->inside[a->inside_count++] = i;
            for (int end = 0; end < 2; end++) {
                int other = m->items[i].body[end];
                if (other == 0 || a->bodies[other].mark == -a->epoch)
                    continue;
                a->bodies[other].mark = -a->epoch;
                a->members[a->member_count++] = other;
            }
        }
}

/* Sums over the elements of each body, in the norm with |v_b| <= weight_b: how the forces answer to
 * speeds, and to distances that such speeds make in unit time. Answers rho, and for each member by how
 * much of it the weight should grow. */
static double bound_once(apart *a)
{
    const eg_local *m = a->model;
    double rho = 0;
    for (int j = 0; j < a->member_count; j++)
        a->stiff[a->members[j]] = a->damped[a->members[j]] = 0;
    for (int j = 0; j < a->inside_count; j++) {
        const eg_local_item *of = &m->items[a->inside[j]];
        const eg_local_law *law = &a->laws[a->inside[j]];
        double speed = 0;
        for (int k = 0; k < 2; k++)
            speed += of->body[k] > 0 ? fabs(of->factor[k]) * a->weight[of->body[k]] : 0;
        for (int k = 0; k < 2; k++) {
            a->stiff[of->body[k]] += fabs(of->factor[k] * law->f_s) * speed;
            a->damped[of->body[k]] += fabs(of->factor[k] * law->f_v) * speed;
        }
    }
    for (int j = 0; j < a->member_count; j++) { /* rho^2 w = stiff/m + rho damped/m */
        int b = a->members[j];
        double size = m->mass[b] * a->weight[b], damped = a->damped[b] / size, stiff = a->stiff[b] / size;
        a->stiff[b] = 0.5 * (damped + sqrt(damped * damped + 4 * stiff));
        rho = fmax(rho, a->stiff[b]);
    }
    return rho;
}

/* Any weights give a bound; some rounds make it a better one. */
static double bound(apart *a)
{
    enum { ROUNDS = 3 };
    double best = INFINITY;
    for (int j = 0; j < a->member_count; j++)
        a->weight[a->members[j]] = 1;
    for (int round = 0; round < (a->member_count > 1 ? ROUNDS : 1); round++) {
        double rho = bound_once(a);
        best = fmin(best, rho);
        for (int j = 0; j < a->member_count && rho > 0; j++)
            a->weight[a->members[j]] *= sqrt(fmax(a->stiff[a->members[j]] / rho, 1e-3));
    }
    return a->inside_count > 0 ? best : 0;
}

/* The outer force of a body from now on, by powers of time. Answers how fast it changes. */
static double read_loads(apart *a, int b)
{
    const eg_local *m = a->model;
    body *p = &a->bodies[b];
    double grows = 0, series[SPEEDS], *push = a->push + (size_t)p->load * SPEEDS;
    if (p->loads == 0 || (p->is_pushed_evenly && p->push_degree == 0))
        return 0;
    memset(push, 0, sizeof *push * SPEEDS);
    p->is_pushed_evenly = true;
    for (int j = p->load; j < p->load + p->loads; j++) {
        double rate = a->system->ops->local_signal(a->system, m->loads[j].signal, a->time, ORDER, series);
        grows = fmax(grows, rate);
        p->is_pushed_evenly = p->is_pushed_evenly && m->loads[j].is_constant;
        for (int k = 0; k <= ORDER; k++)
            push[k] += m->loads[j].coefficient * series[k];
    }
    return grows;
}

/* By powers of the part of a step. */
void eg_apart_scale_load(apart *a, int b, double length)
{
    body *p = &a->bodies[b];
    double power = 1, *push = a->push + (size_t)p->load * SPEEDS;
    if (p->loads == 0 || (p->is_pushed_evenly && p->push_degree == 0))
        return;
    p->push_degree = 0;
    for (int k = 1; k <= ORDER; k++) {
        power *= length;
        push[k] = push[k] != 0 ? push[k] * power : 0;
        p->push_degree = push[k] != 0 ? k : p->push_degree;
    }
}

/* Terms that leave no more than that, for rho h. */
static int terms_for(double rho)
{
    double left = exp(rho);
    for (int k = 1; k <= ORDER; k++) {
        left *= rho / k;
        if (left * rho / (k + 1) < left_out)
            return k;
    }
    return ORDER;
}

/* Coefficient k + 1 of all speeds and distances inside, from coefficient k of the speeds. */
static void expand_once(apart *a, int k, double length)
{
    const eg_local *m = a->model;
    for (int j = 0; j < a->member_count; j++) {
        int b = a->members[j];
        const body *p = &a->bodies[b];
        a->force[b] = k <= p->push_degree ? a->push[(size_t)p->load * SPEEDS + (size_t)k] : 0;
    }
    for (int j = 0; j < a->inside_count; j++) {
        int i = a->inside[j];
        const eg_local_item *of = &m->items[i];
        const eg_local_law *law = &a->laws[i];
        double *s = distance_of(a, i), v_rel = 0;
        for (int end = 0; end < 2; end++)
            v_rel += of->body[end] > 0 ? of->factor[end] * speed_of(a, of->body[end])[k] : 0;
        double f = k == 0 ? law->f : law->f_s * s[k] + law->f_v * v_rel;
        s[k + 1] = length / (k + 1) * v_rel;
        a->force[of->body[0]] -= of->factor[0] * f;
        a->force[of->body[1]] -= of->factor[1] * f;
    }
    for (int j = 0; j < a->member_count; j++) {
        int b = a->members[j];
        speed_of(a, b)[k + 1] = length / (k + 1) * a->force[b] / m->mass[b];
    }
}

/* Has something changed at this instant, or does a step only follow another? Elements come first among
 * what is due. */
static bool is_event(const apart *a)
{
    return a->due_count == 0 || a->due[0] < a->model->element_count;
}

static void count_cluster(apart *a)
{
    eg_counters *c = a->counters;
    c->steps++;
    if (a->inside_count == 0 || !is_event(a))
        return;
    c->clusters++;
    c->cluster_bodies += a->member_count;
    c->largest_cluster = a->member_count > c->largest_cluster ? a->member_count : c->largest_cluster;
}

/* The cluster's step is made: its members know it, and the queue. */
void eg_apart_settle(apart *a, double length, int degree)
{
    int leader = a->members[0];
    for (int j = 0; j < a->member_count; j++) {
        body *p = &a->bodies[a->members[j]];
        p->begin = a->time;
        p->length = length;
        p->degree = degree;
        p->cluster = leader;
        p->next = a->members[j + 1 < a->member_count ? j + 1 : 0];
    }
    double end = a->time + length;
    eg_queue_set(&a->queue, a->model->element_count + leader, end < a->horizon ? end : INFINITY);
    count_cluster(a);
}

/* Where in the cluster is a body? */
static int member_of(const apart *a, int b)
{
    for (int j = 0; j < a->member_count; j++)
        if (a->members[j] == b)
            return j;
    return -1;
}

/* exact_long.h; outer forces are known by powers of time. Answers how far it is from being resolved: 1 is
 * good. */
static double make_long_step(apart *a, double length)
{
    double push[EG_LONG_BODIES][EG_LONG_DEGREE + 1] = {{0}}, v[EG_LONG_BODIES][EG_LONG_DEGREE + 1] = {{0}};
    double mass[EG_LONG_BODIES];
    for (int j = 0; j < a->member_count; j++) {
        const body *p = &a->bodies[a->members[j]];
        double power = 1;
        mass[j] = a->model->mass[a->members[j]];
        v[j][0] = speed_of(a, a->members[j])[0];
        for (int k = 0; k <= EG_LONG_DEGREE && p->loads > 0; k++, power *= length)
            push[j][k] = power * a->push[(size_t)p->load * SPEEDS + (size_t)k];
    }
    for (int j = 0; j < a->inside_count; j++) {
        const eg_local_item *of = &a->model->items[a->inside[j]];
        const eg_local_law *law = &a->laws[a->inside[j]];
        eg_long_element *e = &a->stiff_elements[j];
        *e = (eg_long_element){.factor = {of->factor[0], of->factor[1]},
                               .s = distance_of(a, a->inside[j])[0],
                               .f = law->f,
                               .f_s = law->f_s,
                               .f_v = law->f_v};
        for (int k = 0; k < 2; k++)
            e->body[k] = of->body[k] > 0 ? member_of(a, of->body[k]) : -1;
        if (law->f_s < 0 || law->f_v < 0)
            return INFINITY;
    }
    double rest = eg_long_step(a->long_steps, a->member_count, mass, a->inside_count, a->stiff_elements,
                               length, push, v);
    for (int j = 0; j < a->member_count && rest <= 1; j++)
        memcpy(speed_of(a, a->members[j]), v[j], sizeof v[j]);
    return rest;
}

/* A step far beyond what its stiffness `rho` lets a series take, where the motion has become smooth. */
static bool step_far(apart *a, double rho, double longest)
{
    enum { FIRST_TRY = 12, MOST_ELEMENTS = 2 * EG_LONG_BODIES };
    body *leader = &a->bodies[a->members[0]];
    if (is_event(a)) {
        leader->calm = 0;
        leader->next_try = FIRST_TRY;
        leader->long_length = 0;
    }
    if (++leader->calm < leader->next_try || a->member_count > EG_LONG_BODIES ||
        a->inside_count > MOST_ELEMENTS || rho * longest < 4 * reach_on)
        return false;
    double least = 2 * reach_on / rho, length = leader->long_length > 0 ? leader->long_length : 2 * least;
    while ((length = fmin(length, longest)) > least) {
        double resolved = make_long_step(a, length);
        bool good = resolved <= 1;
        double part = 0.8 * pow(fmax(resolved, 1e-30), -1.0 / (EG_LONG_DEGREE - 1));
        leader->long_length = length * (good ? fmin(fmax(part, 1.5), 20) : fmin(fmax(part, 0.1), 0.5));
        if (good) {
            for (int j = 0; j < a->member_count; j++)
                eg_apart_scale_load(a, a->members[j], length);
            eg_apart_settle(a, length, EG_LONG_DEGREE);
            return true;
        }
        length = leader->long_length;
    }
    leader->long_length = 0;
    leader->next_try = 2 * leader->calm;
    return false;
}

/* Is the cluster, of which a step of `length` has been made, so stiff that steps to a tolerance would be far
 * longer, for long? Its series then tells: the term of order 6 is much smaller than that tolerance, and
 * would be as large in a step of so many times the length. */
static void look_for_stiffness(apart *a, double length)
{
    enum { CALM = 40, TERM = 6 };
    const double far = 12, many = 400, least = 1e-8; /* below which the term is round-off */
    const body *leader = &a->bodies[a->members[0]];
    double term = 0;
    if (a->tolerance <= 0 || is_event(a) || leader->calm < CALM || leader->degree < TERM ||
        a->member_count <= EG_LONG_BODIES || a->horizon - a->time < many * length)
        return;
    for (int j = 0; j < a->member_count; j++)
        term = fmax(term, fabs(speed_of(a, a->members[j])[TERM]));
    a->left = term * pow(far, TERM) < fmax(a->tolerance, least) * a->fastest;
}

/* One step of the cluster of the members. */
static void expand(apart *a)
{
    double longest = a->horizon - a->time, grows = 0;
    int degree = 0;
    for (int j = 0; j < a->member_count; j++)
        grows = fmax(grows, read_loads(a, a->members[j]));
    if (eg_apart_step_closed(a, longest))
        return;
    double rho = bound(a);
    if (a->inside_count > 0 && step_far(a, rho, grows * longest > 0.5 ? 0.5 / grows : longest))
        return;
    rho = fmax(rho, grows);
    double most = is_event(a) ? reach : reach_on;
    double length = rho * longest > most ? most / rho : longest;
    for (int j = 0; j < a->member_count; j++) {
        eg_apart_scale_load(a, a->members[j], length);
        int from_load = a->bodies[a->members[j]].push_degree + 1;
        degree = from_load > degree ? from_load : degree;
    }
    if (rho > 0)
        degree = terms_for(rho * length);
    degree = degree < ORDER ? degree : ORDER;
    for (int k = 0; k < degree; k++)
        expand_once(a, k, length);
    eg_apart_settle(a, length, degree);
    look_for_stiffness(a, length);
}

/* ---------------------------------------------------------------- distances and their roots */

/* Where the steps of the bodies at both ends end. */
static double reaches(const apart *a, const eg_local_item *of)
{
    double end = INFINITY;
    for (int k = 0; k < 2; k++)
        if (of->body[k] > 0)
            end = fmin(end, a->bodies[of->body[k]].begin + a->bodies[of->body[k]].length);
    return end;
}

/* Coefficients of v_rel, and of the sum of the sizes of what it is the difference of, over `length` from
 * now. */
static int relative_speed(const apart *a, const eg_local_item *of, double length, double *v_rel, double *size)
{
    int degree = 0;
    memset(v_rel, 0, sizeof *v_rel * DISTANCES);
    memset(size, 0, sizeof *size * DISTANCES);
    for (int end = 0; end < 2; end++) {
        const body *p = &a->bodies[of->body[end]];
        const double *v = speed_of(a, of->body[end]);
        double moved[DISTANCES];
        if (of->body[end] == 0)
            continue;
        if (p->begin != a->time || p->length != length) {
            double x = part(a->time, p->begin, p->length);
            eg_taylor_move(v, p->degree, x, p->length > 0 ? length / p->length : 0, moved);
            v = moved;
        }
        for (int k = 0; k <= p->degree; k++) {
            v_rel[k] += of->factor[end] * v[k];
            size[k] += fabs(of->factor[end] * v[k]);
        }
        degree = p->degree > degree ? p->degree : degree;
    }
    return degree;
}

/* The first fall of the element's functions, as a part of its step. */
static double first_fall(const apart *a, int i, const double *v_rel, const double *size, int *which)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->laws[i];
    const double *s = distance_of(a, i);
    const eg_local_item *of = &a->model->items[i];
    double noise = 0;
    for (int k = 0; k < 2; k++)
        noise += fabs(of->factor[k]) * a->bodies[of->body[k]].noise;
    double first = 2, instant = p->length > 0 ? 4 * DBL_EPSILON * fabs(a->time) / p->length : 0;
    for (int j = 0; j < law->switches; j++) {
        double h[DISTANCES], sizes[DISTANCES];
        if (law->h_s[j] == 0 && law->h_v[j] == 0)
            continue;
        double down = h[0] = law->h[j];
        sizes[0] = fabs(law->h_s[j] * s[0]) + fabs(law->h_v[j]) * size[0];
        for (int k = 1; k <= p->degree; k++) {
            h[k] = law->h_s[j] * s[k] + law->h_v[j] * (k < p->degree ? v_rel[k] : 0);
            down += h[k] < 0 ? h[k] : 0;
        }
        double blur = fabs(law->h_s[j]) * p->noise + fabs(law->h_v[j]) * noise;
        blur += p->degree > 0 ? fabs(h[1]) * instant : 0;
        if (down > 0 && h[0] > blur + 64 * DBL_EPSILON * sizes[0]) /* clearly above, and cannot get down */
            continue;
        for (int k = 1; k <= p->degree; k++)
            sizes[k] = fabs(law->h_s[j]) * p->length / k * size[k - 1] +
                       fabs(law->h_v[j]) * (k < p->degree ? size[k] : 0);
        double x = eg_taylor_fall(h, sizes, p->degree, blur, 0.125 * instant);
        if (x < first) {
            first = x;
            *which = j;
        }
    }
    return first;
}

/* The item's polynomial from now on, and its next event. */
static void renew_item(apart *a, int i)
{
    const eg_local_item *of = &a->model->items[i];
    item *p = &a->items[i];
    int mover = of->body[eg_apart_mover(of)];
    if (a->bodies[mover].is_closed) {
        p->is_closed = true;
        p->begin = a->time;
        p->length = a->bodies[mover].length;
        if (i < a->model->element_count)
            eg_queue_set(&a->queue, i,
                         fmin(a->time + p->fall, p->fall < INFINITY ? a->time + p->length : INFINITY));
        return;
    }
    double v_rel[DISTANCES], size[DISTANCES], *s = distance_of(a, i);
    double end = reaches(a, of), length = fmax(end - a->time, 0);
    for (int k = 0; k < 2;
         k++) /* its ends may have begun together: then their step is its step, to the bit */
        if (of->body[k] > 0 && a->bodies[of->body[k]].begin == a->time && length > 0 &&
            a->time + a->bodies[of->body[k]].length == end)
            length = a->bodies[of->body[k]].length;
    int degree = relative_speed(a, of, length, v_rel, size);
    for (int k = 0; k <= degree; k++)
        s[k + 1] = length / (k + 1) * v_rel[k];
    p->begin = a->time;
    p->length = length;
    p->degree = degree + 1;
    if (i >= a->model->element_count)
        return;
    double x = first_fall(a, i, v_rel, size, &p->which);
    eg_queue_set(&a->queue, i, x <= 1 ? fmin(a->time + x * length, end) : INFINITY);
}

/* New clusters, series, roots for all that has changed. */
static void renew(apart *a)
{
    const eg_local *m = a->model;
    read_laws(a);
    for (int j = 0; j < a->changed_count; j++)
        if (a->bodies[a->changed[j]].mark != -a->epoch) {
            collect(a, a->changed[j]);
            expand(a);
        }
    for (int j = 0; j < a->changed_count; j++)
        for (int k = m->first[a->changed[j]]; k < m->first[a->changed[j] + 1]; k++) {
            int i = m->touching[k];
            if (a->items[i].advanced != a->epoch)
                continue;
            a->items[i].advanced = -a->epoch;
            renew_item(a, i);
        }
    a->changed_count = a->due_count = 0;
}

/* Begins an instant at which so many entries of the queue are due. */
static void begin(apart *a, double t, int due)
{
    a->time = t;
    a->epoch++;
    a->changed_count = 0;
    a->due_count = due;
}

static void advance_all(apart *a)
{
    for (int b = 1; b < a->model->body_count; b++)
        advance_cluster(a, b);
}

/* ---------------------------------------------------------------- rows */

static double grid_time(const apart *a)
{
    return a->options->start_time + a->grid_index * a->options->interval;
}

static void answer(apart *a, int answer)
{
    if (answer < 0)
        fail(a, (eg_status)answer);
}

static bool derive(apart *a, double t)
{
    if (a->system->ops->derivatives(a->system, t, a->y, a->yp) == 0)
        return true;
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: the derivatives could not be evaluated", t);
    fail(a, EG_ERROR_SIMULATION);
    return false;
}

/* One of the observer's rows, of what y holds. */
static void show(apart *a, int (*row)(eg_observer *, double, const double *, const double *), double t)
{
    bool asks = a->observer->concerns != NULL;
    if (a->status == EG_OK && (asks || derive(a, t)))
        answer(a, row(a->observer, t, a->y, asks ? NULL : a->yp));
    a->last_row = t;
}

static void store(apart *a, double t)
{
    fill_row(a, t);
    show(a, a->observer->point, t);
}

/* Asked to stop between two points of the grid: the run ends at the last one, whose row there is. */
static void stop_in_grid(apart *a)
{
    double t = a->last_row;
    a->stopped = true;
    begin(a, t, 0);
    advance_all(a);
}

/* Grid points before t, or at t where nothing happens then. */
static void store_grid(apart *a, double t, bool happens)
{
    enum { ROWS = 256 };
    const eg_march_options *o = a->options;
    double end = happens ? t - 1e-9 * o->interval : t;
    for (long rows = 1; a->status == EG_OK && (happens ? grid_time(a) < end : grid_time(a) <= end); rows++) {
        store(a, grid_time(a));
        a->grid_index++;
        if (rows % ROWS == 0 && a->observer->progress &&
            a->observer->progress(a->observer, a->last_row) != 0) {
            stop_in_grid(a);
            return;
        }
    }
}

static void pass_grid(apart *a)
{
    if (grid_time(a) <= a->time + 1e-9 * a->options->interval)
        a->grid_index++;
}

/* ---------------------------------------------------------------- events */

/* Takes from the queue all that it has for t. Is a body among it that rows show? */
static bool take_due(apart *a, double t)
{
    const eg_local *m = a->model;
    bool concerned = false;
    while (a->queue.count > 0 && a->queue.time[a->queue.heap[0]] <= t) {
        int first = a->queue.heap[0];
        eg_queue_set(&a->queue, first, INFINITY);
        a->due[a->due_count++] = first;
        for (int end = 0; end < 2 && first < m->element_count; end++) {
            int b = m->items[first].body[end], at = b;
            do
                concerned = concerned || a->concerned[at];
            while ((at = a->bodies[at].next) != b);
        }
    }
    return concerned;
}

static void advance_due(apart *a)
{
    int elements = a->model->element_count;
    for (int j = 0; j < a->due_count; j++) {
        const eg_local_item *of = &a->model->items[a->due[j] < elements ? a->due[j] : 0];
        advance_cluster(a, a->due[j] < elements ? of->body[0] : a->due[j] - elements);
        advance_cluster(a, a->due[j] < elements ? of->body[1] : 0);
    }
}

/* Ends modes of the elements that have fallen. */
static void fire(apart *a)
{
    bool counted = false;
    for (int j = 0; j < a->due_count; j++) {
        int i = a->due[j];
        if (i >= a->model->element_count)
            continue;
        if (!counted)
            count_event(a);
        counted = true;
        a->system->ops->local_fire(a->system, a->time, i, a->items[i].which, distance_of(a, i)[0],
                                   item_speed(a, i), &a->sink);
    }
    if (counted && a->time != a->last_instant) {
        a->result->instants++;
        a->last_instant = a->time;
    }
}

/* What the queue has next; rows where somebody wants them. */
static void local_event(apart *a, double t)
{
    bool row = take_due(a, t);
    store_grid(a, t, row);
    if (a->stopped)
        return;
    begin(a, t, a->due_count);
    advance_due(a);
    if (row) {
        fill_row(a, t);
        show(a, a->observer->left, t);
    }
    if (a->status == EG_OK)
        fire(a);
    if (row) {
        show(a, a->observer->right, t);
        pass_grid(a);
    }
    if (a->status == EG_OK)
        renew(a);
}

static void look_ahead(apart *a)
{
    a->time_event = a->system->ops->next_time_event(a->system, a->time);
    a->horizon = fmin(a->options->stop_time, a->time_event);
}

/* A source changes its law: all begin anew. */
static void time_event(apart *a)
{
    bool jumped = false;
    store_grid(a, a->horizon, true);
    if (a->stopped)
        return;
    begin(a, a->horizon, 0);
    advance_all(a);
    fill_all(a, a->time);
    show(a, a->observer->left, a->time);
    count_event(a);
    if (a->status != EG_OK || !derive(a, a->time))
        return;
    int outcome = a->system->ops->handle_event(a->system, a->time, NULL, a->y, a->yp, &jumped, &a->sink);
    if (outcome != 0)
        fail(a, outcome == EG_ERROR_MEMORY ? EG_ERROR_MEMORY : EG_ERROR_SIMULATION);
    a->result->instants += a->time != a->last_instant;
    a->last_instant = a->time;
    show(a, a->observer->right, a->time);
    pass_grid(a);
    look_ahead(a);
    if (a->status == EG_OK)
        renew(a);
}

/* ---------------------------------------------------------------- the run */

static void set_out(apart *a)
{
    const eg_local *m = a->model;
    for (int i = 0; i < m->item_count; i++)
        distance_of(a, i)[0] = m->start[i];
    for (int b = 0; b < m->body_count; b++) {
        speed_of(a, b)[0] = b > 0 ? a->y[m->body_count - 1 + b - 1] : 0;
        a->bodies[b].next = a->bodies[b].cluster = b;
        a->bodies[b].push_degree = -1;
    }
    for (int j = 0; j < m->load_count; j++) {
        body *p = &a->bodies[m->loads[j].body];
        p->load = p->loads++ == 0 ? j : p->load;
    }
    look_ahead(a);
    begin(a, a->options->start_time, 0);
    advance_all(a);
    store(a, a->time);
    pass_grid(a);
    renew(a);
}

/* Ends with a row at the last point, or leaves off without one. */
static void arrive(apart *a)
{
    double stop = a->options->stop_time;
    if (a->left) {
        begin(a, a->time, 0);
        advance_all(a);
    } else if (a->status == EG_OK && a->time < stop && !a->system->finished && !a->stopped) {
        store_grid(a, stop, true);
        if (!a->stopped) {
            begin(a, stop, 0);
            advance_all(a);
        }
    }
    fill_all(a, a->time);
    bool storable = a->status == EG_OK || a->status == EG_ERROR_SIMULATION;
    bool derived = storable && a->system->ops->derivatives(a->system, a->time, a->y, a->yp) == 0;
    if (derived && !a->left && a->last_row != a->time)
        answer(a, a->observer->point(a->observer, a->time, a->y, a->observer->concerns ? NULL : a->yp));
    a->result->end_time = a->time;
    for (int p = 0; p < EG_POWER_COUNT; p++)
        a->result->work[p] = eg_dd_value(a->work[p]);
}

static void run(apart *a)
{
    enum { TURNS = 64 };
    eg_observer *o = a->observer;
    set_out(a);
    for (long turn = 1; a->status == EG_OK && !a->system->finished && !a->stopped && !a->left; turn++) {
        double due = a->queue.count > 0 ? a->queue.time[a->queue.heap[0]] : INFINITY;
        if (due <= a->horizon)
            local_event(a, due);
        else if (a->time_event <= a->options->stop_time && a->time < a->options->stop_time)
            time_event(a);
        else
            break;
        if (turn % TURNS == 0 && !a->stopped && o->progress && o->progress(o, a->time) != 0)
            a->stopped = true;
    }
    arrive(a);
}

/* What rows take; and what does not move does not change. */
static void find_seen(apart *a)
{
    size_t bodies = (size_t)a->model->body_count;
    memset(a->concerned, true, bodies);
    memset(a->unknowns, true, 2 * (bodies - 1));
    if (a->observer->concerns)
        a->observer->concerns(a->observer, a->concerned, a->unknowns);
    a->concerned[0] = false;
    for (int b = 1; b < a->model->body_count; b++)
        if (a->unknowns[b - 1] || a->unknowns[a->model->body_count - 1 + b - 1])
            a->seen[a->seen_count++] = b;
}

/* One block for all numbers. */
static bool allocate(apart *a)
{
    const eg_local *m = a->model;
    size_t bodies = (size_t)m->body_count, items = (size_t)m->item_count;
    size_t elements = (size_t)m->element_count, loads = (size_t)m->load_count;
    a->bodies = calloc(bodies, sizeof *a->bodies);
    a->items = calloc(items + 1, sizeof *a->items);
    a->laws = calloc(elements + 1, sizeof *a->laws);
    a->v = calloc(SPEEDS * (bodies + loads) + DISTANCES * items + 4 * bodies, sizeof *a->v);
    a->concerned = calloc(3 * bodies, sizeof *a->concerned);
    a->changed = calloc(4 * bodies + 2 * elements, sizeof *a->changed);
    if (!a->bodies || !a->items || !a->laws || !a->v || !a->concerned || !a->changed)
        return false;
    a->push = a->v + SPEEDS * bodies;
    a->s = a->push + SPEEDS * loads;
    a->force = a->s + DISTANCES * items;
    a->weight = a->force + bodies;
    a->stiff = a->weight + bodies;
    a->damped = a->stiff + bodies;
    a->members = a->changed + bodies;
    a->due = a->members + bodies;
    a->inside = a->due + bodies + elements;
    a->seen = a->inside + elements;
    a->unknowns = a->concerned + bodies;
    a->long_steps = eg_long_create();
    return a->long_steps && eg_apart_find_alone(a) &&
           eg_queue_create(&a->queue, m->element_count + m->body_count);
}

static void release(apart *a)
{
    free(a->bodies);
    free(a->items);
    free(a->motions);
    free(a->laws);
    free(a->v);
    free(a->concerned);
    free(a->changed);
    eg_long_free(a->long_steps);
    eg_queue_free(&a->queue);
}

eg_status eg_exact_march(eg_system *system, const eg_local *model, const eg_march_options *options,
                         double tolerance, double *y, double *yp, eg_observer *observer,
                         eg_march_result *result, eg_counters *counters, bool *left)
{
    apart a = {.sink = {hear},
               .system = system,
               .model = model,
               .options = options,
               .observer = observer,
               .result = result,
               .counters = counters,
               .y = y,
               .yp = yp,
               .tolerance = tolerance,
               .last_instant = NAN,
               .last_row = NAN,
               .time = options->start_time,
               .mark = options->start_time};
    memset(result, 0, sizeof *result);
    if (allocate(&a)) {
        find_seen(&a);
        run(&a);
    } else {
        eg_report(system->diagnostics, EG_ERROR, EG_NOWHERE, "out of memory before the first step");
        a.status = EG_ERROR_MEMORY;
    }
    release(&a);
    *left = a.left && a.status == EG_OK;
    return a.status;
}
