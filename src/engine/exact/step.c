/* The engine exact in pieces: clusters, and one step of each.
 *
 * Bodies that active elements tie together are a cluster. It makes steps on its own: the Taylor series of
 * its bodies' speeds and its items' distances (base/local.h), element by element, without a matrix,
 *     v_rel,k = sum of factor v_k,  s_(k+1) = v_rel,k/(k+1),  f_k = f_s s_k + f_v v_rel,k,
 *     v_(k+1) = (u_k - sum of factor f_k)/(m (k+1)).
 * In the norm max |v_b|/w_b, |s|/(sum of |factor| w), weights w found by iteration, its growth rho is the
 * largest root of rho^2 w = K + rho D, K and D sums of |factor f_s|/m and |factor f_v|/m over a body's
 * elements. A step of rho h <= 2, shorter where the first terms show that an event ends it, has as many
 * terms, 24 at most, as leave a rest below 1e-17 (exact.c has the bound). What nothing touches flies to the
 * next time event in one step, whose polynomial has the degree of its load. */
#include "base/arena.h"
#include "base/extremes.h"
#include "engine/exact/apart.h"
#include "engine/exact/taylor.h"
#include "base/two.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ORDER = EG_APART_ORDER, SPEEDS = EG_APART_SPEEDS };
static const double reach = EG_APART_REACH;

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

/* ---------------------------------------------------------------- clusters */

static bool follows_speed(const eg_local_law *law)
{
    bool follows = false;
    for (int j = 0; j < law->switches; j++)
        follows = follows || law->h_v[j] != 0;
    return follows;
}

void eg_apart_take_law(apart *a, int i, double v_rel)
{
    item *p = &a->items[i];
    const eg_local_law *law = &a->items[i].law;
    p->mark = a->epoch;
    p->v_rel = v_rel;
    if (a->model->has_powers && law->n <= 0)
        p->power_noise = 0;
    p->is_active = law->f != 0 || law->f_s != 0 || law->f_v != 0 || law->n > 0 ||
                   (a->model->has_powers && follows_speed(law));
}

void eg_apart_read_law(apart *a, int i)
{
    double v_rel = eg_apart_item_speed(a, i);
    a->system->local->law(a->system, i, distance_of(a, i)[0], v_rel, &a->items[i].law);
    eg_apart_take_law(a, i, v_rel);
}

void eg_apart_read_laws(apart *a)
{
    const eg_local *m = a->model;
    for (int j = 0; j < a->changed_count; j++)
        for (int k = m->first[a->changed[j]]; k < m->first[a->changed[j] + 1]; k++) {
            int i = m->touching[k];
            if (i < m->element_count && a->items[i].mark != a->epoch && !a->items[i].is_plain)
                eg_apart_read_law(a, i);
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
                int other = a->items[i].of.body[end];
                if (other == 0 || a->bodies[other].mark == -a->epoch)
                    continue;
                a->bodies[other].mark = -a->epoch;
                a->members[a->member_count++] = other;
            }
        }
}

/* Room for the cluster in work. */
static bool make_room(apart *a)
{
    if (eg_grow((void **)&a->bound_bodies, &a->bound_room, (size_t)a->member_count + 1,
                sizeof *a->bound_bodies) == 0 &&
        eg_grow((void **)&a->ties, &a->tie_room, (size_t)a->inside_count + 1, sizeof *a->ties) == 0)
        return true;
    eg_apart_fail(a, EG_ERROR_MEMORY);
    return false;
}

/* The cluster in one place: number 0 is what does not move. */
static void gather(apart *a)
{
    const eg_local *m = a->model;
    a->bound_bodies[0] = (eg_apart_bound){.v = a->still};
    for (int j = 0; j < a->member_count; j++) {
        int b = a->members[j];
        body *p = &a->bodies[b];
        p->slot = j + 1;
        a->bound_bodies[j + 1] = (eg_apart_bound){.v = speed_of(a, b),
                                                  .push = a->push + (size_t)p->load * SPEEDS,
                                                  .push_degree = -1,
                                                  .inverse_mass = 1 / m->mass[b]};
    }
    double most = 0;
    for (int j = 0; j < a->inside_count; j++) {
        int i = a->inside[j];
        const eg_local_item *of = &a->items[i].of;
        const eg_local_law *law = &a->items[i].law;
        eg_apart_tie *tie = &a->ties[j];
        most = eg_larger(fabs(law->f), most);
        *tie = (eg_apart_tie){
            .s = distance_of(a, i), .element = i, .f = law->f, .f_s = law->f_s, .f_v = law->f_v};
        for (int k = 0; k < 2; k++) {
            tie->slot[k] = of->body[k] > 0 ? a->bodies[of->body[k]].slot : 0;
            tie->end[k] = &a->bound_bodies[tie->slot[k]];
            tie->factor[k] = of->body[k] > 0 ? of->factor[k] : 0;
        }
    }
    a->sums_exactly =
        DBL_EPSILON * most * (a->options->stop_time - a->options->start_time) > a->least_momentum;
}

/* ---------------------------------------------------------------- how fast it may change */

/* Sums over the elements of each body, in the norm with |v_b| <= weight_b: how the forces answer to
 * speeds, and to distances that such speeds make in unit time. Answers rho; each body's own is in `rate`. */
static double bound_once(apart *a)
{
    double rho = 0;
    for (int j = 1; j <= a->member_count; j++)
        a->bound_bodies[j].stiff = a->bound_bodies[j].damped = 0;
    for (int j = 0; j < a->inside_count; j++) {
        const eg_apart_tie *tie = &a->ties[j];
        eg_apart_bound *p = &a->bound_bodies[tie->slot[0]], *q = &a->bound_bodies[tie->slot[1]];
        double left = fabs(tie->factor[0]), right = fabs(tie->factor[1]);
        double speed = left * p->weight + right * q->weight;
        p->stiff += left * fabs(tie->f_s) * speed;
        q->stiff += right * fabs(tie->f_s) * speed;
        p->damped += left * fabs(tie->f_v) * speed;
        q->damped += right * fabs(tie->f_v) * speed;
    }
    for (int j = 1; j <= a->member_count; j++) { /* rho^2 w = stiff/m + rho damped/m */
        eg_apart_bound *p = &a->bound_bodies[j];
        double part = p->inverse_mass / p->weight, damped = 0.5 * p->damped * part, stiff = p->stiff * part;
        p->rate = damped + sqrt(damped * damped + stiff);
        rho = p->rate > rho ? p->rate : rho;
    }
    return rho;
}

/* Any weights give a bound; some rounds make it a better one. */
static double bound(apart *a)
{
    enum { ROUNDS = 3 };
    double best = INFINITY;
    if (a->inside_count == 0)
        return 0;
    if (a->inside_count == 1) { /* the distance moves by itself, and all else with it */
        const eg_apart_tie *tie = &a->ties[0];
        double light = tie->factor[0] * tie->factor[0] * a->bound_bodies[tie->slot[0]].inverse_mass +
                       tie->factor[1] * tie->factor[1] * a->bound_bodies[tie->slot[1]].inverse_mass;
        double damped = 0.5 * fabs(tie->f_v) * light;
        return damped + sqrt(damped * damped + fabs(tie->f_s) * light);
    }
    for (int j = 1; j <= a->member_count; j++)
        a->bound_bodies[j].weight = 1;
    for (int round = 1;; round++) {
        double rho = bound_once(a);
        best = rho < best ? rho : best;
        if (round == ROUNDS || a->member_count == 1 || rho == 0)
            return best;
        for (int j = 1; j <= a->member_count; j++) {
            double share = a->bound_bodies[j].rate / rho;
            a->bound_bodies[j].weight *= sqrt(share > 1e-3 ? share : 1e-3);
        }
    }
}

/* ---------------------------------------------------------------- outer forces */

/* The outer force of a body from now on, by powers of time in units of a->load_unit. Answers how fast it
 * changes. */
static double read_loads(apart *a, int b)
{
    const eg_local *m = a->model;
    body *p = &a->bodies[b];
    double grows = 0, series[SPEEDS], rest[SPEEDS] = {0}, *push = a->push + (size_t)p->load * SPEEDS;
    if (p->loads == 0 || (p->is_pushed_evenly && p->push_degree == 0))
        return 0;
    memset(push, 0, sizeof *push * SPEEDS);
    p->is_pushed_evenly = true;
    for (int j = p->load; j < p->load + p->loads; j++) {
        double rate =
            a->system->local->signal(a->system, m->loads[j].signal, a->time, ORDER, a->load_unit, series);
        grows = fmax(grows, rate);
        p->is_pushed_evenly = p->is_pushed_evenly && m->loads[j].is_constant;
        for (int k = 0; k <= ORDER; k++) {
            const eg_dd sum = eg_dd_two_sum(push[k], m->loads[j].coefficient * series[k]);
            push[k] = sum.hi;
            rest[k] += sum.lo;
        }
    }
    for (int k = 0; k <= ORDER; k++)
        push[k] += rest[k];
    return grows;
}

/* Of all members; answers how fast the fastest changes. */
static double read_all_loads(apart *a)
{
    double grows = 0;
    a->load_unit = 1;
    for (int j = 0; j < a->member_count; j++)
        grows = eg_larger(read_loads(a, a->members[j]), grows);
    const double unit = eg_taylor_unit(grows);
    if (unit == 1)
        return grows;
    a->load_unit = unit;
    for (int j = 0; j < a->member_count; j++)
        read_loads(a, a->members[j]);
    return grows;
}

/* By powers of the part of a step, without those whose sum is nothing beside the largest. */
void eg_apart_scale_load(apart *a, int b, double length)
{
    const double nothing = 1e-20;
    body *p = &a->bodies[b];
    double most = 0, power = 1, part = length / a->load_unit, *push = a->push + (size_t)p->load * SPEEDS;
    if (p->loads == 0 || (p->is_pushed_evenly && p->push_degree == 0))
        return;
    p->push_degree = 0;
    for (int k = 1; k <= ORDER; k++) {
        power *= part;
        push[k] = push[k] != 0 ? push[k] * power : 0;
    }
    for (int k = 0; k <= ORDER; k++)
        most = fmax(most, fabs(push[k]));
    for (int k = 1; k <= ORDER; k++)
        if (fabs(push[k]) > nothing * most)
            p->push_degree = k;
        else
            push[k] = 0;
}

/* ---------------------------------------------------------------- a step is made */

/* Has something changed at this instant, or does a step only follow another? Elements come first among
 * what is due. */
bool eg_apart_is_event(const apart *a)
{
    return a->due_count == 0 || a->due[0] < a->model->element_count;
}

static void count_cluster(apart *a)
{
    eg_counters *c = a->counters;
    c->steps++;
    if (a->inside_count == 0 || !eg_apart_is_event(a))
        return;
    c->clusters++;
    c->cluster_bodies += a->member_count;
    c->largest_cluster = a->member_count > c->largest_cluster ? a->member_count : c->largest_cluster;
}

/* How large the coefficients of a body's speed are, together. */
static void find_sizes(body *p, const double *v)
{
    double first = 0;
    eg_two tail = eg_two_both(0);
    int k = 1;
    for (; k < EG_APART_HEAD && k <= p->degree; k++)
        first += fabs(v[k]);
    for (; k < p->degree; k += 2)
        tail = eg_two_plus(tail, eg_two_size(eg_two_load(v + k)));
    p->tail = eg_two_sum(tail) + (k == p->degree ? fabs(v[k]) : 0);
    p->bend = first + p->tail;
    p->most = fabs(v[0]) + p->bend;
}

/* Its numbers are too large for a series: it stays where it is. */
static double drop_series(apart *a)
{
    for (int j = 0; j < a->member_count; j++) {
        a->bodies[a->members[j]].degree = 0;
        a->bodies[a->members[j]].length = 0;
    }
    eg_apart_give_up(a, a->members[0]);
    return 0;
}

/* The cluster's step is made: its members know it, and the queue. */
void eg_apart_settle(apart *a, double length, int degree)
{
    int leader = a->members[0];
    bool is_finite = length < INFINITY;
    for (int j = 0; j < a->member_count; j++) {
        body *p = &a->bodies[a->members[j]];
        p->begin = a->time;
        p->length = length;
        p->stretch = (eg_stretch){1, 0, length};
        p->degree = degree;
        p->cluster = leader;
        p->next = a->members[j + 1 < a->member_count ? j + 1 : 0];
        p->rate = INFINITY;
        find_sizes(p, speed_of(a, a->members[j]));
        is_finite = is_finite && p->most < INFINITY;
        if (j > 0) /* it may have led another cluster */
            eg_queue_set(&a->queue, a->model->element_count + a->members[j], INFINITY);
    }
    a->bodies[leader].soonest = INFINITY;
    a->bodies[leader].soonest_item = -1;
    a->bodies[leader].is_withdrawn = false;
    double end = a->time + (is_finite ? length : drop_series(a));
    eg_queue_set(&a->queue, a->model->element_count + leader, end < a->horizon ? end : INFINITY);
    count_cluster(a);
}

/* ---------------------------------------------------------------- long steps */

/* Is what forces of elements round to in such a step a share of the momentum to be known that many steps would
 * add up? What else their bodies feel is lost beside them: the step would be smooth, and wrong. */
static bool hides_momentum(const apart *a, double length)
{
    const double share = 1e-3;
    double most = 0;
    for (int j = 0; j < a->inside_count; j++)
        most = fmax(most, fabs(a->items[a->inside[j]].law.f));
    return DBL_EPSILON * most * length > share * a->least_momentum;
}

/* long.h; outer forces are known by powers of time. Answers how far it is from being resolved: 1 is
 * good. */
static double make_long_step(apart *a, double length)
{
    double push[EG_LONG_BODIES][EG_LONG_DEGREE + 1] = {{0}}, v[EG_LONG_BODIES][EG_LONG_DEGREE + 1] = {{0}};
    double mass[EG_LONG_BODIES];
    eg_long_element elements[2 * EG_LONG_BODIES];
    if (hides_momentum(a, length))
        return INFINITY;
    for (int j = 0; j < a->member_count; j++) {
        const body *p = &a->bodies[a->members[j]];
        double power = 1;
        mass[j] = a->model->mass[a->members[j]];
        v[j][0] = speed_of(a, a->members[j])[0];
        for (int k = 0; k <= EG_LONG_DEGREE && p->loads > 0; k++, power *= length / a->load_unit)
            push[j][k] = power * a->push[(size_t)p->load * SPEEDS + (size_t)k];
    }
    for (int j = 0; j < a->inside_count; j++) {
        const eg_local_item *of = &a->items[a->inside[j]].of;
        const eg_local_law *law = &a->items[a->inside[j]].law;
        eg_long_element *e = &elements[j];
        *e = (eg_long_element){.factor = {of->factor[0], of->factor[1]},
                               .s = distance_of(a, a->inside[j])[0],
                               .f = law->f,
                               .f_s = law->f_s,
                               .f_v = law->f_v};
        for (int k = 0; k < 2; k++)
            e->body[k] = a->ties[j].slot[k] - 1;
        if (law->f_s < 0 || law->f_v < 0)
            return INFINITY;
    }
    if (!a->long_steps && !(a->long_steps = eg_long_create())) {
        eg_apart_fail(a, EG_ERROR_MEMORY);
        return INFINITY;
    }
    double rest =
        eg_long_step(a->long_steps, a->member_count, mass, a->inside_count, elements, length, push, v);
    for (int j = 0; j < a->member_count && rest <= 1; j++)
        memcpy(speed_of(a, a->members[j]), v[j], sizeof v[j]);
    return rest;
}

/* A step far beyond what its stiffness `rho` lets a series take, where the motion has become smooth. */
static bool step_far(apart *a, double rho, double longest)
{
    enum { FIRST_TRY = 6, MOST_ELEMENTS = 2 * EG_LONG_BODIES };
    body *leader = &a->bodies[a->members[0]];
    if (eg_apart_is_event(a)) {
        leader->calm = 0;
        leader->next_try = FIRST_TRY;
        leader->long_length = 0;
    }
    if (++leader->calm < leader->next_try ||
        a->member_count > (a->tolerance > 0 ? EG_LONG_FEW : EG_LONG_BODIES) ||
        a->inside_count > MOST_ELEMENTS || rho * longest < 4 * reach)
        return false;
    double least = 2 * reach / rho, length = leader->long_length > 0 ? leader->long_length : 2 * least;
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

static bool has_powers(const apart *a)
{
    for (int j = 0; j < a->inside_count && a->model->has_powers; j++)
        if (a->items[a->inside[j]].law.n > 0)
            return true;
    return false;
}

void eg_apart_step(apart *a, int b)
{
    const double longest = a->horizon - a->time;
    collect(a, b);
    const double grows = read_all_loads(a);
    bool powers = has_powers(a);
    if (!powers && eg_apart_step_closed(a, longest))
        return;
    const bool flies = a->member_count == 1 && a->inside_count == 0 && a->bodies[b].loads == 0;
    if (flies || (powers && longest <= 0)) { /* or the run ends here */
        eg_apart_settle(a, longest, 0);
        return;
    }
    if (!make_room(a))
        return;
    gather(a);
    if (powers) {
        eg_apart_step_by_powers(a, longest, grows);
        return;
    }
    double rho = bound(a);
    if (a->inside_count == 0 || !step_far(a, rho, grows * longest > 0.5 ? 0.5 / grows : longest))
        eg_apart_step_by_series(a, rho, grows, longest);
}
