/* The engine exact on bodies that stand alone between springs, dampers and contacts to what does not move:
 * their motion is known in closed form (closed_motion.h), and so are the falls of their elements' switching
 * functions, so that a step goes to the next event or to the horizon. */
#include "base/extremes.h"
#include "base/local.h"
#include "engine/exact/apart.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

/* Is the body tied to nothing that moves, whatever elements do? */
static bool is_alone(const eg_local *m, int b)
{
    bool alone = b > 0 && m->first[b] < m->first[b + 1];
    for (int k = m->first[b]; k < m->first[b + 1] && alone; k++)
        alone = m->items[m->touching[k]].body[0] == 0 || m->items[m->touching[k]].body[1] == 0;
    return alone;
}

bool eg_apart_find_alone(eg_apart *a)
{
    int motions = 0;
    for (int b = 0; b < a->model->body_count; b++)
        a->bodies[b].motion = is_alone(a->model, b) ? motions++ : -1;
    a->alone = calloc((size_t)motions + 1, sizeof *a->alone);
    return a->alone != NULL;
}

/* The speed, and the work of a constant outer force, of a motion in closed form. */
void eg_apart_advance_closed_body(eg_apart *a, int b)
{
    eg_apart_body *p = &a->bodies[b];
    eg_apart_alone *alone = &a->alone[p->motion];
    eg_closed_motion *m = &alone->motion;
    double *v = eg_apart_speed(a, b);
    /* Its own event is where it has been found, of which the time has been rounded. */
    double t = alone->spent = a->time == p->begin + alone->fall ? alone->fall : a->time - p->begin;
    eg_closed_motion_at(m, t, &p->moved, v);
    alone->square = NAN;
    p->noise = 8 * DBL_EPSILON * eg_closed_motion_speed_size(m, t);
    if (p->loads > 0) {
        double push = a->push[(size_t)p->load * EG_APART_SPEEDS];
        eg_apart_add_work(a, EG_POWER_SUPPLIED, push * p->moved);
        eg_apart_add_work(a, EG_POWER_TURNOVER, fabs(push) * eg_closed_motion_way(m, t, p->moved));
    }
}

/* add_loss and the item's value, of a motion in closed form; 8 ulp of what that is a sum of are noise. */
void eg_apart_advance_closed_item(eg_apart *a, int i)
{
    eg_apart_item *p = &a->items[i];
    const eg_local_item *of = &a->items[i].of;
    int end = eg_apart_mover(of);
    eg_apart_body *b = &a->bodies[of->body[end]];
    eg_apart_alone *alone = &a->alone[b->motion];
    eg_closed_motion *m = &alone->motion;
    double factor = of->factor[end], moved = factor * b->moved, *s = eg_apart_distance(a, i);
    const eg_local_law *law = &a->items[i].law;
    if (i < a->model->element_count && (law->drag != 0 || law->drag_s != 0 || law->drag_v != 0)) {
        double begin = factor * (m->v[0] + (m->kind == EG_MOTION_DECAYS ? m->v[1] : 0));
        double loss = (law->drag - law->drag_v * begin + 0.5 * law->drag_s * moved) * moved;
        if (law->drag_v != 0 && isnan(alone->square))
            alone->square = eg_closed_motion_square(m, alone->spent);
        eg_apart_add_work(a, EG_POWER_DISSIPATED,
                          loss + (law->drag_v != 0 ? law->drag_v * factor * factor * alone->square : 0));
    }
    p->noise = 8 * DBL_EPSILON * (fabs(s[0]) + fabs(factor) * eg_closed_motion_size(m, alone->spent));
    s[0] += moved;
    p->is_closed = false;
}

/* Is a force of an edge, p by place and q by speed, less than what is told by numbers, at the speeds and
 * places that the body has gone through? */
static bool is_lost(const eg_closed_motion *m, double p, double q, double fast)
{
    const double least = 0x1p53 * DBL_MIN;
    return q != 0 && fast > 0 && m->kind != EG_MOTION_FLIES && (fabs(p) / m->pace + fabs(q)) * fast < least;
}

/* The first falls of the functions of all elements at body b, which moves alone, up to `end`. False: they
 * cannot be told from it. */
static bool find_closed_falls(eg_apart *a, int b, eg_apart_alone *alone, double end)
{
    const eg_local *model = a->model;
    eg_closed_motion *m = &alone->motion;
    double instant = 4 * DBL_EPSILON * fabs(a->time);
    const double furthest = (fabs(eg_apart_speed(a, b)[0]) + fabs(m->c) * end) * end;
    alone->fall = INFINITY;
    for (int k = model->first[b]; k < model->first[b + 1]; k++) {
        int i = model->touching[k];
        if (i >= model->element_count)
            continue;
        const eg_local_law *law = &a->items[i].law;
        double factor = a->items[i].of.factor[eg_apart_mover(&a->items[i].of)], v = eg_apart_speed(a, b)[0];
        a->items[i].fall = INFINITY;
        /* A contact ends last: what falls later than another function is not sought. */
        for (int j = law->switches - 1; j >= 0; j--) {
            double p = factor * law->h_s[j], q = factor * law->h_v[j];
            if (p == 0 && q == 0)
                continue;
            if (is_lost(m, p, q, a->bodies[b].fast)) {
                eg_apart_stop_at_sizes(a, b);
                return true;
            }
            double rate = p * v + q * (m->c - m->d * v);
            /* One of forces is known as these are, whatever the distance that they begin at. */
            double of_place = q != 0 ? law->h[j] : law->h_s[j] * eg_apart_distance(a, i)[0];
            double size = fabs(of_place) + fabs(q * v);
            double blur = fabs(law->h_s[j]) * a->items[i].noise + fabs(q) * a->bodies[b].noise +
                          fabs(rate) * instant + 64 * DBL_EPSILON * size;
            if (!(size + blur + fabs(law->h_s[j]) * furthest < INFINITY)) /* no number can tell */
                return false;
            double t =
                eg_closed_motion_fall(m, law->h[j], p, q, size, blur, eg_smaller(end, a->items[i].fall));
            if (isnan(t))
                return false;
            if (t <= a->items[i].fall && t < INFINITY) {
                a->items[i].fall = t;
                a->items[i].which = j;
            }
        }
        alone->fall = eg_smaller(alone->fall, a->items[i].fall);
    }
    return true;
}

/* A body between springs and dampers to what does not move, and a constant force: one step to the horizon. */
bool eg_apart_step_closed(eg_apart *a, double longest)
{
    const eg_local *m = a->model;
    int b = a->members[0];
    eg_apart_body *p = &a->bodies[b];
    double stiff = 0, damped = 0, force = p->loads > 0 ? a->push[(size_t)p->load * EG_APART_SPEEDS] : 0;
    if (a->member_count != 1 || p->motion < 0 || (p->loads > 0 && !p->is_pushed_evenly))
        return false;
    for (int j = 0; j < a->inside_count; j++) {
        const eg_local_item *of = &a->items[a->inside[j]].of;
        const eg_local_law *law = &a->items[a->inside[j]].law;
        double factor = of->factor[eg_apart_mover(of)];
        if (law->f_s < 0 || law->f_v < 0)
            return false;
        stiff += factor * factor * law->f_s;
        damped += factor * factor * law->f_v;
        force -= factor * law->f;
    }
    double mass = m->mass[b];
    eg_apart_alone *alone = &a->alone[p->motion];
    bool flies = stiff == 0 && damped == 0;
    if ((!flies && stiff * longest * longest < mass) ||
        !eg_closed_motion_make(&alone->motion, eg_apart_speed(a, b)[0], force / mass, stiff / mass,
                               damped / mass) ||
        !find_closed_falls(a, b, alone, longest))
        return false;
    eg_apart_scale_load(a, b, longest);
    eg_apart_settle(a, longest, 0);
    p->is_closed = true;
    return true;
}
