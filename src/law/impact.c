/* What a single impact comes to: closed form where there is one, else integration. */
#include "law/impact.h"

#include <math.h>
#include <stdlib.h>

static bool has_damper(eg_contact_law law)
{
    return !eg_contact_is_hysteresis(law) && law != EG_CONTACT_HERTZ && law != EG_CONTACT_RESTITUTION;
}

eg_status eg_unit_impact_compute(const eg_unit_impact *unit, eg_impact *impact)
{
    *impact = (eg_impact){0};
    if (eg_unit_impact_closed(unit, impact) && impact->is_closed)
        return EG_OK;
    const eg_impact closed = *impact;
    eg_status status = eg_unit_impact_integrate(unit, impact, NULL);
    if (status != EG_OK || !closed.e_is_closed || closed.e == 0.0)
        return status;
    impact->e = closed.e;
    impact->energy_lost = closed.energy_lost;
    impact->e_is_closed = 1;
    return EG_OK;
}

static bool is_positive(double x)
{
    return x > 0.0 && isfinite(x);
}

static bool is_fit(const eg_impact_problem *p)
{
    const eg_elasto_gap *gap = &p->law.gap;
    if (!eg_contact_name(p->law.law) || p->law.law == EG_CONTACT_RESTITUTION || !is_positive(p->mass) ||
        !is_positive(p->speed) || !(p->f_release >= 0.0 && isfinite(p->f_release)))
        return false;
    if (!is_positive(gap->f_ref) || !is_positive(gap->s_ref) || !(gap->n >= 1.0 && isfinite(gap->n)))
        return false;
    if (p->law.law == EG_CONTACT_SMOOTH_TRANSITION && !is_positive(p->law.transition))
        return false;
    double damping = 0.0;
    if (has_damper(p->law.law))
        damping = gap->d;
    else if (eg_contact_is_hysteresis(p->law.law))
        damping = p->law.D;
    return damping >= 0.0 && isfinite(damping) && p->load >= 0.0 && isfinite(p->load);
}

static eg_unit_impact unit_of(const eg_impact_problem *p, double L)
{
    const eg_elasto_gap *gap = &p->law.gap;
    const double momentum = p->mass * p->speed;
    eg_unit_impact unit = {.law = p->law.law, .n = gap->n, .load = p->load * L / (momentum * p->speed)};
    unit.width = p->law.transition / L;
    unit.release = p->f_release * L / (momentum * p->speed);
    if (eg_contact_is_hysteresis(unit.law))
        unit.delta = p->law.D;
    else if (unit.law == EG_CONTACT_LANKARANI_NIKRAVESH_1994)
        unit.delta = gap->d * p->speed / gap->f_ref;
    else if (has_damper(unit.law))
        unit.delta = gap->d * L / momentum;
    return unit;
}

/* The unit of length of an impact [m]: L = s_ref*(m*v0^2/(f_ref*s_ref))^(1/(n + 1)). */
static double length_of(const eg_impact_problem *p)
{
    const eg_elasto_gap *gap = &p->law.gap;
    return gap->s_ref * pow(p->mass * p->speed * p->speed / (gap->f_ref * gap->s_ref), 1.0 / (gap->n + 1.0));
}

/* Rigid: in no time. */
static eg_status compute_rigid(const eg_impact_problem *p, eg_impact *impact)
{
    const double e = p->law.D, energy = 0.5 * p->mass * p->speed * p->speed;
    if (!is_positive(p->mass) || !is_positive(p->speed) || !(e >= 0.0 && e <= 1.0) || !isfinite(energy) ||
        p->f_release != 0.0)
        return EG_ERROR_USAGE;
    *impact = (eg_impact){.e = e,
                          .peak_force = INFINITY,
                          .energy_lost = energy * (1.0 - e) * (1.0 + e),
                          .parts = e > 0.0,
                          .e_is_closed = 1,
                          .is_closed = 1};
    return EG_OK;
}

eg_status eg_impact_compute(const eg_impact_problem *p, eg_impact *impact)
{
    if (p->law.law == EG_CONTACT_RESTITUTION)
        return compute_rigid(p, impact);
    if (!is_fit(p))
        return EG_ERROR_USAGE;
    const double L = length_of(p), momentum = p->mass * p->speed;
    if (!is_positive(L) || !is_positive(momentum * p->speed / L))
        return EG_ERROR_USAGE;
    const eg_unit_impact unit = unit_of(p, L);
    eg_status status = eg_unit_impact_compute(&unit, impact);
    if (status == EG_OK)
        eg_unit_impact_stick(&unit, impact);
    impact->contact_time *= L / p->speed;
    impact->peak_force *= momentum * p->speed / L;
    impact->max_penetration *= L;
    impact->energy_lost *= momentum * p->speed;
    return status;
}

/* ---------------------------------------------------------------- the course of an impact */

void eg_impact_trace_add(eg_impact_trace *trace, eg_impact_point point)
{
    if (trace->count == trace->capacity) {
        size_t capacity = trace->capacity > 0 ? 2 * trace->capacity : 256;
        eg_impact_point *more = realloc(trace->points, capacity * sizeof *more);
        if (!more) {
            trace->failed = 1;
            return;
        }
        trace->points = more;
        trace->capacity = capacity;
    }
    trace->points[trace->count++] = point;
}

void eg_impact_trace_release(eg_impact_trace *trace)
{
    free(trace->points);
    *trace = (eg_impact_trace){0};
}

eg_status eg_impact_follow(const eg_impact_problem *p, eg_impact_trace *trace)
{
    if (!is_fit(p))
        return EG_ERROR_USAGE;
    const double L = length_of(p), force = p->mass * p->speed * p->speed / L;
    if (!is_positive(L) || !is_positive(force))
        return EG_ERROR_USAGE;
    const eg_unit_impact unit = unit_of(p, L);
    eg_impact impact;
    eg_status status = eg_unit_impact_integrate(&unit, &impact, trace);
    if (status == EG_OK && impact.parts)
        eg_unit_impact_trace_pull(&unit, trace);
    for (size_t i = 0; i < trace->count; i++) {
        trace->points[i].time *= L / p->speed;
        trace->points[i].penetration *= L;
        trace->points[i].speed *= p->speed;
        trace->points[i].push *= force;
    }
    return status == EG_OK && trace->failed ? EG_ERROR_MEMORY : status;
}
