/* The curves of a law and its constants. */
#include "web/impact_curves.h"

#include "base/complex_number.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum {
    SPEEDS = 31,      /* of the curve of restitution */
    FLIGHT = 24,      /* points of a flight */
    CONTACT = 60,     /* points of a bounce's contact, some */
    BOUNCES = 12,     /* at most */
    FREQUENCIES = 120 /* of a spectrum */
};
static const double STILL = 0.02; /* of the first speed: bounces below are no more to be seen */

/* ---------------------------------------------------------------- curves */

static eg_status add(eg_impact_curve *curve, double x, double y)
{
    if (curve->count == curve->capacity) {
        const size_t capacity = 2 * curve->capacity + 64;
        double *longer = realloc(curve->x, capacity * sizeof *longer);
        if (longer)
            curve->x = longer;
        double *other = longer ? realloc(curve->y, capacity * sizeof *other) : NULL;
        if (!other)
            return EG_ERROR_MEMORY;
        curve->y = other;
        curve->capacity = capacity;
    }
    curve->x[curve->count] = x;
    curve->y[curve->count++] = y;
    return EG_OK;
}

static void release(eg_impact_curve *curve)
{
    free(curve->x);
    free(curve->y);
}

void eg_impact_curves_release(eg_impact_curves *curves)
{
    release(&curves->loop);
    release(&curves->course);
    release(&curves->restitution);
    release(&curves->bounce);
    release(&curves->spectrum);
}

/* From `from` to `to` in equal ratios. */
static double spread(double from, double to, int i, int count)
{
    return from * pow(to / from, (double)i / (count - 1));
}

/* ---------------------------------------------------------------- the impact */

static eg_impact_problem problem_of(const eg_impact_setting *s, double speed)
{
    const bool is_rigid = s->law == EG_CONTACT_RESTITUTION, takes_e = eg_contact_is_hysteresis(s->law);
    const double d = takes_e || s->law == EG_CONTACT_HERTZ ? 0.0 : s->d;
    const eg_elasto_gap gap = is_rigid ? eg_elasto_gap_simple(INFINITY, 0.0, 0.0, 1.0)
                                       : eg_elasto_gap_msl(0.0, d, 0.0, 1.0, s->c, s->n);
    eg_contact law = eg_contact_make(s->law, &gap, is_rigid ? s->e : 0.0, s->transition);
    if (takes_e)
        law.D = eg_contact_factor(s->law, s->e);
    return (eg_impact_problem){law, s->mass, speed, s->load, 0.0};
}

static eg_status follow(const eg_impact_problem *p, eg_impact_curves *curves)
{
    eg_impact_trace trace = {0};
    eg_status status = eg_impact_follow(p, &trace);
    for (size_t i = 0; i < trace.count && status == EG_OK; i++) {
        const eg_impact_point *point = &trace.points[i];
        status = add(&curves->loop, point->penetration, point->push);
        if (status == EG_OK)
            status = add(&curves->course, point->time, point->push);
    }
    eg_impact_trace_release(&trace);
    return status;
}

static eg_status find_restitution(const eg_impact_setting *s, eg_impact_curve *curve)
{
    eg_status status = EG_OK;
    for (int i = 0; i < SPEEDS && status == EG_OK; i++) {
        const double speed = spread(0.01 * s->speed, 10.0 * s->speed, i, SPEEDS);
        const eg_impact_problem p = problem_of(s, speed);
        eg_impact impact;
        const bool is_known = eg_impact_compute(&p, &impact) == EG_OK;
        status = add(curve, speed, is_known ? impact.e : NAN);
    }
    return status;
}

/* ---------------------------------------------------------------- bounces */

/* The way of the body under its load from `begin` on, where it leaves the stop with `speed`, for `span`. */
static eg_status fly(const eg_impact_setting *s, double begin, double speed, double span,
                     eg_impact_curve *curve)
{
    eg_status status = EG_OK;
    for (int i = 0; i <= FLIGHT && status == EG_OK; i++) {
        const double t = span * i / FLIGHT;
        status = add(curve, begin + t, (speed - 0.5 * s->load / s->mass * t) * t);
    }
    return status;
}

/* What comes before the first touch: the second half of a flight; without a load a straight line. */
static eg_status arrive(const eg_impact_setting *s, double span, eg_impact_curve *curve)
{
    eg_status status = EG_OK;
    for (int i = 0; i < FLIGHT && status == EG_OK; i++) {
        const double t = span * (i - FLIGHT) / FLIGHT;
        status = add(curve, t, -(s->speed + 0.5 * s->load / s->mass * t) * t);
    }
    return status;
}

/* One impact from *time on, which becomes when it is over; *e is its restitution, 0 where the body stays. */
static eg_status stay(const eg_impact_problem *p, double *time, eg_impact_curve *curve, double *e)
{
    eg_impact_trace trace = {0};
    eg_status status = eg_impact_follow(p, &trace);
    const size_t each = trace.count / CONTACT + 1;
    for (size_t i = 0; i < trace.count && status == EG_OK; i++)
        if (i % each == 0 || i + 1 == trace.count)
            status = add(curve, *time + trace.points[i].time, -trace.points[i].penetration);
    if (status == EG_OK && trace.count > 0) {
        const eg_impact_point *last = &trace.points[trace.count - 1];
        *time += last->time;
        *e = fmax(-last->speed / p->speed, 0.0);
    }
    eg_impact_trace_release(&trace);
    return status;
}

static eg_status bounce(const eg_impact_setting *s, double contact, eg_impact_curve *curve)
{
    const bool is_rigid = s->law == EG_CONTACT_RESTITUTION;
    const double flight = s->load > 0.0 ? 2.0 * s->mass * s->speed / s->load : 0.0; /* with the first speed */
    const double alone = contact > 0.0 && isfinite(contact) ? 3.0 * contact : 1.0;
    double time = 0.0, speed = s->speed;
    eg_status status = arrive(s, flight > 0.0 ? 0.5 * flight : alone, curve);
    for (int k = 0; k < BOUNCES && speed >= STILL * s->speed && status == EG_OK; k++) {
        const eg_impact_problem p = problem_of(s, speed);
        double e = s->e;
        if (!is_rigid)
            status = stay(&p, &time, curve, &e);
        if (status != EG_OK || !(e > 0.0))
            break;
        const double span = flight > 0.0 ? flight * e * speed / s->speed : alone;
        status = fly(s, time, e * speed, span, curve);
        time += span;
        speed = flight > 0.0 ? e * speed : 0.0; /* without a load it does not come back */
    }
    return status;
}

/* ---------------------------------------------------------------- the spectrum */

/* exp(-i*x) */
static eg_complex turn(double x)
{
    return eg_complex_of(cos(x), -sin(x));
}

/* Where the push goes from f to g over a span h, its transform is, by parts, i*(g*E - f*D)/w + (g - f)/h*(E
 * - D)/w^2, D and E being exp(-i*w*t) at both ends. In spans so short that this would cancel the trapezoid
 * is as good: it is wrong by a share of (w*h)^2/12. */
static double amplitude(const eg_impact_curve *course, double w)
{
    const double SHORT = 1e-3;
    eg_complex sum = {0.0, 0.0}, before = {0.0, 0.0}, turned_before = {1.0, 0.0};
    for (size_t i = 0; i < course->count; i++) {
        const eg_complex turned = turn(w * course->x[i]);
        const eg_complex here = eg_complex_scale(course->y[i], turned);
        const double span = i > 0 ? course->x[i] - course->x[i - 1] : 0.0;
        if (w * span < SHORT) {
            sum = eg_complex_add(sum, eg_complex_scale(0.5 * span, eg_complex_add(before, here)));
        } else {
            const double slope = (course->y[i] - course->y[i - 1]) / span;
            const eg_complex ends = eg_complex_sub(here, before);
            sum = eg_complex_add(sum, eg_complex_of(-ends.im / w, ends.re / w));
            sum =
                eg_complex_add(sum, eg_complex_scale(slope / (w * w), eg_complex_sub(turned, turned_before)));
        }
        before = here;
        turned_before = turned;
    }
    return eg_complex_abs(sum);
}

static eg_status find_spectrum(const eg_impact_curve *course, eg_impact_curve *curve)
{
    const double pi = 3.14159265358979323846;
    const double span = course->count > 0 ? course->x[course->count - 1] : 0.0;
    eg_status status = EG_OK;
    for (int i = 0; i < FREQUENCIES && span > 0.0 && status == EG_OK; i++) {
        const double frequency = spread(0.05 / span, 20.0 / span, i, FREQUENCIES);
        status = add(curve, frequency, amplitude(course, 2.0 * pi * frequency));
    }
    return status;
}

/* ---------------------------------------------------------------- all of it */

eg_status eg_impact_curves_make(const eg_impact_setting *s, eg_impact_wanted wanted, eg_impact_curves *curves)
{
    const eg_impact_problem p = problem_of(s, s->speed);
    eg_status status = eg_impact_compute(&p, &curves->impact);
    if (status != EG_OK)
        return status;
    if (wanted == EG_WANTED_BOUNCE)
        return bounce(s, curves->impact.contact_time, &curves->bounce);
    if (wanted == EG_WANTED_RESTITUTION)
        return find_restitution(s, &curves->restitution);
    if (s->law != EG_CONTACT_RESTITUTION)
        status = follow(&p, curves);
    return status == EG_OK ? find_spectrum(&curves->course, &curves->spectrum) : status;
}
