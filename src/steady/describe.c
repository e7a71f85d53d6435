/* What is said of an equilibrium: its linear model, what is left over of its balances, what floats, what
 * friction holds and how far, and how stable it is. */
#include "steady/steady.h"

#include "component/friction/friction.h"
#include "linearize/lapack.h"
#include "network/motion/switching.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How near an edge is told of, as a share of the states' sizes: what rounding leaves of a point on it. */
static const double EDGE = 1e-10;
/* Of an eigenvalue, beside its magnitude and beside the largest one: what is 0. */
static const double SMALL = 1e-6, SMALL_BESIDE = 1e-7;
enum { MOST_RANGES = 16 };

/* ---------------------------------------------------------------- balances */

/* The balance of forces that is off most: mass times acceleration, as the equations have it at rest. */
static eg_status find_residual(eg_steady_place *p, eg_arena *arena, eg_equilibrium *out)
{
    eg_network *s = p->network;
    const eg_model *m = s->m;
    int worst = 0;
    out->residual = 0;
    for (int b = 1; b < m->body_count; b++) {
        const double off = m->bodies[b].mass * fabs(p->yp[eg_v(m, b)]);
        if (m->bodies[b].mass > 0 && off >= out->residual) {
            out->residual = off;
            worst = b;
        }
    }
    out->residual_of = eg_arena_copy(arena, worst > 0 && m->bodies[worst].name ? m->bodies[worst].name : "");
    eg_network_evaluate(s, p->t, p->y, p->yp, 0);
    const double largest = eg_steady_largest_force(s);
    out->relative_residual = largest > 0 ? out->residual / largest : 0;
    return out->residual_of ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- what floats */

static bool is_speed(const char *unit)
{
    return strcmp(unit, "m/s") == 0 || strcmp(unit, "rad/s") == 0;
}

/* States that move most along what changes nothing. */
static eg_status find_floating(eg_steady_place *p, eg_arena *arena, eg_diagnostics *d, eg_equilibrium *out)
{
    eg_linear_ports ports = {0};
    eg_linear_point l = eg_steady_linear(p, &ports, d);
    eg_status status = eg_linear_open(&l);
    const size_t n = l.state_count;
    double *room = status == EG_OK ? calloc(2 * n * n + 8 * n + 1, sizeof *room) : NULL;
    out->floating = eg_arena_array(arena, n + 1, sizeof *out->floating);
    if (status == EG_OK && (!room || !out->floating))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK) {
        double *A = room, *null = A + n * n, *b = null + n * n, *noise = b + n, *x = noise + n, *more = x + n;
        memcpy(A, l.out->l.A, n * n * sizeof *A);
        for (size_t k = 0; k < n; k++)
            noise[k] = 1;
        const long rank = eg_steady_eliminate(A, b, noise, n, x, null, more, NULL);
        for (size_t k = 0; rank >= 0 && k < n - (size_t)rank; k++) {
            size_t best = n;
            for (size_t j = 0; j < n; j++)
                if (!is_speed(l.out->l.states[j].unit) &&
                    (best == n || fabs(null[k * n + j]) > fabs(null[k * n + best])))
                    best = j;
            if (best == n || null[k * n + best] == 0)
                continue;
            const char *name = eg_arena_copy(arena, l.out->l.states[best].name);
            status = name ? status : EG_ERROR_MEMORY;
            out->floating[out->floating_count++] = name;
        }
    }
    free(room);
    if (l.out)
        eg_linearization_free(&l.out->l);
    eg_linear_close(&l);
    return status;
}

/* ---------------------------------------------------------------- what moves on */

static bool is_moving(const eg_equilibrium *out, const char *state)
{
    for (size_t i = 0; i < out->moving_count; i++)
        if (strcmp(out->moving[i].state, state) == 0)
            return true;
    return false;
}

/* States that change, but by rounding. What moves does not float. */
static eg_status find_moving(eg_steady_place *p, eg_arena *arena, eg_diagnostics *d, eg_equilibrium *out)
{
    eg_linear_ports ports = {0};
    eg_linear_point l = eg_steady_linear(p, &ports, d);
    eg_status status = eg_linear_open(&l);
    out->moving = eg_arena_array(arena, l.state_count + 1, sizeof *out->moving);
    for (size_t k = 0; k < l.state_count && status == EG_OK && out->moving; k++) {
        const eg_linear_variable *v = &l.out->l.states[k];
        const double rate = eg_linear_rate(&l, k);
        if (fabs(rate) <= 100 * eg_steady_noise(&l, k))
            continue;
        eg_steady_speed *speed = &out->moving[out->moving_count++];
        *speed = (eg_steady_speed){eg_arena_copy(arena, v->name), eg_arena_copy(arena, v->unit), rate};
        status = speed->state && speed->unit ? EG_OK : EG_ERROR_MEMORY;
    }
    size_t kept = 0;
    for (size_t i = 0; i < out->floating_count && status == EG_OK; i++)
        if (!is_moving(out, out->floating[i]))
            out->floating[kept++] = out->floating[i];
    out->floating_count = kept;
    if (l.out)
        eg_linearization_free(&l.out->l);
    eg_linear_close(&l);
    return out->moving ? status : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- what friction holds */

static eg_status find_ranges(eg_steady_place *p, eg_arena *arena, eg_diagnostics *d, eg_equilibrium *out)
{
    const eg_network *s = p->network;
    const eg_model *m = s->m;
    out->ranges = eg_arena_array(arena, MOST_RANGES, sizeof *out->ranges);
    if (!out->ranges)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->element_count && out->range_count < MOST_RANGES; i++) {
        const eg_element *e = &m->elements[i];
        const int b = eg_steady_body_of(s, i);
        if (!e->friction || e->friction->restitution || b == 0 ||
            eg_friction_kind_of(s->mode[i]) != EG_LOCKED)
            continue;
        const eg_coordinate_part *part = &m->parts.coordinate[m->bodies[b].coordinate];
        const eg_instance *x = &m->instances[part->instance];
        const double at = p->y[eg_x(b)], unit = fmax(1e-9, 1e-6 * fabs(at));
        eg_steady_range *range = &out->ranges[out->range_count++];
        range->component = eg_arena_copy(arena, eg_instance_path(m, e->instance));
        const char *variable = part->variable_s >= 0 ? x->class->variables[part->variable_s].name : "s";
        const char *si = part->variable_s >= 0 ? x->class->variables[part->variable_s].unit : "m";
        range->variable = eg_arena_format(arena, "%s.%s", x->path, variable);
        range->unit = eg_arena_copy(arena, si ? si : "");
        if (!range->component || !range->variable || !range->unit)
            return EG_ERROR_MEMORY;
        double low = -INFINITY, high = INFINITY; /* of s_rel */
        if (e->friction->stops)
            e->friction->stops(e->p, &low, &high);
        range->low = at + fmax(eg_steady_reach(p, b, -unit, d), low - s->s_rel[i]);
        range->high = at + fmin(eg_steady_reach(p, b, unit, d), high - s->s_rel[i]);
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- contacts */

/* Is the mode of element i at its end? */
static bool is_at_edge(const eg_linearization *l, const char *component)
{
    for (size_t i = 0; i < l->kink_count; i++)
        if (strcmp(l->kinks[i].component, component) == 0)
            return true;
    return false;
}

static eg_status list_contacts(eg_arena *arena, eg_equilibrium *out)
{
    const eg_linearization *l = out->linear;
    out->contacts = eg_arena_array(arena, l->contact_count + 1, sizeof *out->contacts);
    if (!out->contacts)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < l->contact_count; i++)
        out->contacts[out->contact_count++] = (eg_steady_contact){
            l->contacts[i].component, l->contacts[i].mode, is_at_edge(l, l->contacts[i].component)};
    return EG_OK;
}

/* ---------------------------------------------------------------- stability */

static double largest_of(const eg_linearization *l)
{
    double largest = 0;
    for (size_t i = 0; i < l->state_count; i++)
        largest = fmax(largest, hypot(l->eigenvalues[i].real, l->eigenvalues[i].imaginary));
    return largest;
}

/* As that of a position along which a motion goes on. */
static bool is_zero(const eg_linearization *l, size_t i)
{
    return hypot(l->eigenvalues[i].real, l->eigenvalues[i].imaginary) <= SMALL_BESIDE * largest_of(l);
}

/* The fastest eigenvalue that grows [1/s]; 0: none does. *zeros: how many are 0, *growing: how many grow. */
static double growth(const eg_linearization *l, size_t *growing, size_t *zeros)
{
    double most = 0;
    *growing = *zeros = 0;
    for (size_t i = 0; i < l->state_count; i++) {
        const eg_linear_eigenvalue *e = &l->eigenvalues[i];
        const double size = hypot(e->real, e->imaginary);
        if (is_zero(l, i)) {
            (*zeros)++;
        } else if (e->real > SMALL * size) {
            (*growing)++;
            most = fmax(most, e->real);
        }
    }
    return most;
}

static const char *list_floating(eg_arena *arena, const eg_equilibrium *out)
{
    const char *text = "floats:";
    for (size_t i = 0; i < out->floating_count && text; i++)
        text = eg_arena_format(arena, "%s%s %s", text, i > 0 ? "," : "", out->floating[i]);
    return text;
}

/* Of the other sides of edges: the fastest growth. */
static double growth_beyond(const eg_linearization *l)
{
    size_t growing, zeros;
    double most = 0;
    for (size_t i = 0; i < l->kink_count; i++)
        if (l->kinks[i].beyond && l->kinks[i].beyond->eigenvalues)
            most = fmax(most, growth(l->kinks[i].beyond, &growing, &zeros));
    return most;
}

static void judge(eg_arena *arena, eg_equilibrium *out)
{
    const eg_linearization *l = out->linear;
    size_t growing = 0, zeros = 0;
    if (!l->eigenvalues && l->state_count > 0) {
        out->stability = EG_STABILITY_UNKNOWN;
        out->words = "stability not known";
        return;
    }
    const double here = l->state_count > 0 ? growth(l, &growing, &zeros) : 0, beyond = growth_beyond(l);
    if (here > 0 && (l->kink_count == 0 || beyond > 0)) {
        out->stability = EG_UNSTABLE;
        out->words = eg_arena_format(arena, "unstable: %zu growing mode%s, the fastest of %.6g 1/s", growing,
                                     growing == 1 ? "" : "s", here);
    } else if (here > 0 || beyond > 0) {
        out->stability = EG_ONE_SIDED;
        out->words = "stable on one side of an edge, unstable on the other";
    } else if (out->floating_count > 0) {
        out->stability = EG_NEUTRAL;
        out->words = list_floating(arena, out);
    } else {
        bool is_damped = true;
        for (size_t i = 0; i < l->state_count; i++)
            is_damped =
                is_damped && (l->eigenvalues[i].real < -SMALL_BESIDE * fabs(l->eigenvalues[i].imaginary) ||
                              (out->moving_count > 0 && is_zero(l, i)));
        out->stability = EG_STABLE;
        if (out->range_count > 0)
            out->words = "stable, held by friction";
        else
            out->words = is_damped ? "stable" : "stable, not damped";
    }
}

/* "steady motion, a.s by 2 m/s, b.s by 2 m/s: stable" */
static void tell_motion(eg_arena *arena, eg_equilibrium *out)
{
    enum { MOST = 3 };
    const char *text = "steady motion";
    for (size_t i = 0; i < out->moving_count && i < MOST && text; i++) {
        const eg_steady_speed *v = &out->moving[i];
        text =
            eg_arena_format(arena, "%s, %s by %.9g %s/s", text, v->state, v->speed, *v->unit ? v->unit : "1");
    }
    if (text && out->moving_count > MOST)
        text = eg_arena_format(arena, "%s and %zu more", text, out->moving_count - MOST);
    out->words = text && out->words ? eg_arena_format(arena, "%s: %s", text, out->words) : NULL;
}

eg_status eg_steady_describe(eg_steady_place *p, eg_arena *arena, eg_diagnostics *d, eg_equilibrium *out)
{
    eg_linear_ports ports = {0};
    eg_linearization *linear = NULL;
    eg_diagnostics *quiet = eg_diagnostics_create();
    *out = (eg_equilibrium){.words = ""};
    eg_status status = quiet ? EG_OK : EG_ERROR_MEMORY;
    eg_state *state = status == EG_OK ? eg_state_take(p->network, p->t, p->y, p->yp) : NULL;
    if (status == EG_OK && !state)
        status = EG_ERROR_MEMORY;
    out->state = state;
    if (status == EG_OK)
        status = find_residual(p, arena, out);
    if (status == EG_OK && !(p->length > 0))
        status = find_ranges(p, arena, quiet, out);
    if (status == EG_OK)
        status = find_floating(p, arena, quiet, out);
    if (status == EG_OK && p->length > 0)
        status = find_moving(p, arena, quiet, out);
    if (status == EG_OK)
        status = eg_linear_at(p->network, &ports, p->t, p->y, p->yp, EDGE, true, quiet, &linear);
    out->linear = linear;
    if (status == EG_OK)
        status = list_contacts(arena, out);
    if (status == EG_OK)
        judge(arena, out);
    if (status == EG_OK && out->moving_count > 0)
        tell_motion(arena, out);
    if (status == EG_OK && out->stability == EG_STABILITY_UNKNOWN && d)
        eg_lapack_missing(d, EG_WARNING, "the stability of equilibria needs");
    eg_diagnostics_free(quiet);
    return out->words ? status : EG_ERROR_MEMORY;
}
