/* What friction holds rests anywhere in a range: how far that goes, and to its middle.
 *
 * Whether the element holds with its body moved is found out by trying: all else comes to rest with it
 * (newton.c), and the modes still fit. The range ends where the load is the most that it holds; that is found
 * by doubling and halving the way. */
#include "steady/steady.h"

#include "component/friction/friction.h"
#include "network/motion/events.h"

#include <math.h>
#include <string.h>

enum { QUADRUPLINGS = 40, BISECTIONS = 52, SCALES = 10 };

int eg_steady_body_of(const eg_network *s, int element)
{
    const eg_model *m = s->m;
    for (int b = 1; b < m->body_count; b++) {
        const int part = m->bodies[b].coordinate;
        if (part >= 0 && m->parts.coordinate[part].instance == m->elements[element].instance)
            return b;
    }
    return 0;
}

/* Moves the body by `by` and lets all else come to rest; true: modes still fit. */
static bool move(eg_steady_place *p, int body, double by, eg_diagnostics *d)
{
    const eg_model *m = p->network->m;
    eg_steady_place before = {0};
    p->y[eg_x(body)] += by;
    bool holds = eg_steady_solve(p, d) && eg_steady_place_copy(&before, p, d) &&
                 eg_network_settle_modes(p->network, p->t, p->y, p->yp, false, NULL) == 0 &&
                 memcmp(p->network->mode, before.network->mode,
                        sizeof *p->network->mode * (size_t)m->element_count) == 0;
    for (int i = 1; i < m->body_count && holds; i++)
        holds = p->y[eg_v(m, i)] == 0;
    eg_steady_place_free(&before);
    return holds;
}

static bool holds_at(const eg_steady_place *from, int body, double by, eg_diagnostics *d)
{
    eg_steady_place p = {0};
    const bool holds = eg_steady_place_copy(&p, from, d) && move(&p, body, by, d);
    eg_steady_place_free(&p);
    return holds;
}

double eg_steady_reach(const eg_steady_place *p, int body, double unit, eg_diagnostics *d)
{
    double good = 0, bad = unit;
    int i = 0;
    for (; i < QUADRUPLINGS && holds_at(p, body, bad, d); i++) {
        good = bad;
        bad *= 4;
    }
    if (i == QUADRUPLINGS)
        return unit > 0 ? INFINITY : -INFINITY;
    for (i = 0; i < BISECTIONS; i++) {
        const double middle = 0.5 * (good + bad);
        if (holds_at(p, body, middle, d))
            good = middle;
        else
            bad = middle;
    }
    return good;
}

/* From the edge to the middle of what element i holds, if it holds anything near by. */
static bool hold_one(eg_steady_place *p, int i, int body, eg_diagnostics *d)
{
    const double size = fmax(fabs(p->y[eg_x(body)]), 1e-3);
    eg_steady_place held = {0};
    bool good = eg_steady_place_copy(&held, p, d);
    double to = 0;
    if (good)
        held.network->mode[i] = EG_LOCKED;
    for (int k = 0; k < 2 * SCALES && good && to == 0; k++) {
        const double by = (k % 2 == 0 ? 1 : -1) * size * pow(10, floor(0.5 * k) - 10);
        if (!holds_at(&held, body, by, d))
            continue;
        const double end = eg_steady_reach(&held, body, by, d);
        to = isfinite(end) ? 0.5 * end : by;
    }
    if (to != 0 && move(&held, body, to, d)) {
        const eg_steady_place kept = *p;
        *p = held;
        held = kept;
    }
    eg_steady_place_free(&held);
    return good;
}

bool eg_steady_hold(eg_steady_place *p, eg_diagnostics *d)
{
    bool good = true;
    for (int i = 0; i < p->network->m->element_count && good; i++) {
        const eg_element *e = &p->network->m->elements[i];
        const int mode = p->network->mode[i], body = e->friction ? eg_steady_body_of(p->network, i) : 0;
        const bool moves = eg_friction_slides(mode) || eg_friction_starts(mode);
        if (body > 0 && !e->friction->restitution && moves && p->network->v_rel[i] == 0)
            good = hold_one(p, i, body, d);
    }
    return good;
}
