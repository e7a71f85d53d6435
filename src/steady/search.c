/* The search for all equilibria.
 *
 * Which modes are there at rest? Of a contact those that its law has at v_rel = 0 for some distance; of a
 * relation of users' equations both of its sides. Each combination of them is tried: Newton's method in these
 * modes, frozen, from the start of the model (newton.c), then modes follow that the point contradicts. Where
 * all laws are linear piece by piece, a combination has one equilibrium at most or a set that floats,
 * Newton's method finds it in one step from anywhere, and trying all combinations is a proof that there are
 * no others: the solutions of a linear complementarity problem by enumeration (R. W. Cottle, J.-S. Pang, R.
 * E. Stone, The Linear Complementarity Problem, 1992, section 1.3). Where there are more combinations than
 * are to be looked at, neighbours of those that have led somewhere are tried first, as pivoting methods do,
 * which differ from them in one contact.
 *
 * Where laws are curved a combination may have several: Newton's method begins at many points, spread evenly
 * over all scales that the model has by Halton's sequence (J. H. Halton, Numer. Math. 2 (1960) 84-90). That
 * finds much and proves nothing, which is said. */
#include "steady/steady.h"

#include "base/clock.h"
#include "base/flag.h"
#include "base/linear_mode.h"
#include "component/friction/friction.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/motion/take_over.h"
#include "network/solve/consistent.h"
#include "network/user/slide.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    MOST_STATIC = 8, /* modes of one contact */
    PROBES = 33,
    POINTS = 8,     /* starts on one scale, */
    BETWEEN = 7,    /* and between two equilibria, */
    MOST_PAIRS = 12 /* of so many */
};

eg_steady_options eg_steady_options_default(const eg_model *model)
{
    return (eg_steady_options){.size = sizeof(eg_steady_options),
                               .time = eg_simulate_options_default(model).start_time,
                               .most_modes = 4096,
                               .starts = 48,
                               .most = 1000};
}

/* What may be in one of several modes. */
typedef enum kind {
    OF_ELEMENT,
    OF_RELATION,
    OF_STOP /* a hard stop, or a rigid contact: to be in contact is to be at one place */
} kind;

enum { AS_IT_IS = -1 };

typedef struct choice {
    kind kind;
    int index; /* element or relation */
    int modes[MOST_STATIC], count;
    int of_past; /* one of these, in which a contact is only if it has touched before; -1: there is none */
} choice;

typedef struct finder {
    const eg_model *m;
    const eg_steady_options *o;
    eg_diagnostics *loud, *quiet;
    eg_steady_place start;
    choice *choices;
    size_t choice_count;
    double combinations;           /* of all modes */
    bool is_linear, is_enumerable; /* all that has modes is among the choices */
    double length;                 /* of the model: how far contacts are from their edges [m] */
    eg_steady_place *found;
    size_t count, capacity, tried;
    size_t starts;   /* in a combination, so that all take no more than most_modes in all */
    double deadline; /* by the clock; 0: none */
    bool is_late, is_stopped;
    int *tried_modes; /* (tried x choices) of a search that is not complete */
    size_t tried_capacity;
    eg_status status;
} finder;

/* ---------------------------------------------------------------- modes at rest */

static void add_mode(choice *c, int mode)
{
    for (int i = 0; i < c->count; i++)
        if (c->modes[i] == mode)
            return;
    if (c->count < MOST_STATIC)
        c->modes[c->count++] = mode;
}

/* Where the mode changes between s0 and s1, to round-off. */
static double edge_between(const eg_element *e, const double *k, double s0, double s1)
{
    const int mode = e->ops->mode_at(k, s0, 0);
    for (int i = 0; i < 200; i++) {
        const double middle = 0.5 * (s0 + s1);
        if (middle == s0 || middle == s1)
            break;
        if (e->ops->mode_at(k, middle, 0) == mode)
            s0 = middle;
        else
            s1 = middle;
    }
    return s1;
}

/* Distances of either sign on all scales, and 0. */
static double probe(int i)
{
    const int half = PROBES / 2;
    if (i == half)
        return 0;
    return i < half ? -pow(10, half - i - 9) : pow(10, i - half - 9);
}

/* A mode in which a stop is that has touched, and sticks: where it lets go, what it has stored is lost. */
static void add_mode_of_past(const finder *f, choice *c)
{
    const eg_element *e = &f->m->elements[c->index];
    const double *k = f->start.network->k + e->coefficients;
    for (int mode = 1; e->ops->lost && mode < e->ops->mode_count; mode++)
        if (e->ops->lost(k, mode, 0, 1) > 0 || e->ops->lost(k, mode, 0, 2) > 0) {
            add_mode(c, mode);
            c->of_past = mode;
        }
}

static void probe_element(finder *f, int i)
{
    const eg_network *s = f->start.network;
    const eg_element *e = &f->m->elements[i];
    const double *k = s->k + e->coefficients;
    choice *c = &f->choices[f->choice_count];
    *c = (choice){.index = i, .of_past = -1};
    add_mode(c, s->mode[i]);
    for (int n = 0; n < PROBES; n++) {
        add_mode(c, e->ops->mode_at(k, probe(n), 0));
        if (n == 0 || e->ops->mode_at(k, probe(n), 0) == e->ops->mode_at(k, probe(n - 1), 0))
            continue;
        const double edge = edge_between(e, k, probe(n - 1), probe(n));
        add_mode(c, e->ops->mode_at(k, edge, 0));
        if (fabs(s->s_rel[i] - edge) < 1e3)
            f->length = fmax(f->length, fabs(s->s_rel[i] - edge));
    }
    add_mode_of_past(f, c);
    if (c->count > 1)
        f->choice_count++;
    f->combinations *= c->count;
}

/* Rigid contacts are open or closed; what rubs stays in the mode that the point has. */
static void list_stops(finder *f, int i)
{
    const eg_element *e = &f->m->elements[i];
    double low = -INFINITY, high = INFINITY;
    f->is_enumerable = f->is_enumerable && e->friction->restitution;
    if (!e->friction->stops || eg_steady_body_of(f->start.network, i) == 0)
        return;
    e->friction->stops(e->p, &low, &high);
    choice *c = &f->choices[f->choice_count];
    *c = (choice){.kind = OF_STOP, .index = i};
    add_mode(c, e->friction->restitution ? (int)EG_FREE : (int)AS_IT_IS);
    if (isfinite(low))
        add_mode(c, EG_AT_MIN);
    if (isfinite(high))
        add_mode(c, EG_AT_MAX);
    if (c->count > 1)
        f->choice_count++;
    f->combinations *= c->count;
}

/* Relations on which nothing depends at the start may matter elsewhere, so all count that a motion may
 * change. */
static void list_choices(finder *f)
{
    const eg_network *s = f->start.network;
    const eg_model *m = f->m;
    f->combinations = 1;
    f->is_enumerable = m->signals.switched_count == 0;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (e->friction)
            list_stops(f, i);
        else if (e->ops->mode_at && (e->ops->remember || e->ops->from_start) && !e->ops->lost)
            f->is_enumerable = false;
        else if (e->ops->mode_at && e->ops->switch_count > 0)
            probe_element(f, i);
    }
    for (int i = 0; m->user && i < m->user->relation_count; i++) {
        if (m->user->relations[i].is_of_time || m->user->relations[i].switch_index < 0)
            continue;
        choice *c = &f->choices[f->choice_count++];
        *c = (choice){
            .kind = OF_RELATION, .index = i, .modes = {s->user.mode[i], !s->user.mode[i]}, .count = 2};
        f->combinations *= 2;
    }
}

/* ---------------------------------------------------------------- what has been found */

static bool is_same_place(const finder *f, const eg_steady_place *a, const eg_steady_place *b)
{
    const eg_model *m = f->m;
    double length = 0, speed = 0;
    if ((a->length > 0) != (b->length > 0))
        return false;
    for (int i = 1; i < m->body_count; i++)
        speed = fmax(speed, fmax(fabs(a->y[eg_v(m, i)]), fabs(b->y[eg_v(m, i)])));
    for (int i = m->first.drive; i < m->first.heat; i++) /* what drives move may be all that moves */
        speed = fmax(speed, fabs(a->yp[i]));
    for (int i = 1; i < m->body_count && a->length > 0; i++)
        if (!(fabs(a->y[eg_v(m, i)] - b->y[eg_v(m, i)]) <= 1e-9 * speed))
            return false;
    eg_network_evaluate(a->network, a->t, a->y, a->yp, EG_EVALUATE_POSITIONS);
    eg_network_evaluate(b->network, b->t, b->y, b->yp, EG_EVALUATE_POSITIONS);
    for (int i = 1; i < m->body_count; i++)
        length = fmax(length, fmax(fabs(a->network->position[i]), fabs(b->network->position[i])));
    for (int i = 1; i < m->body_count; i++)
        if (!(fabs(a->network->position[i] - b->network->position[i]) <= 1e-9 * length))
            return false;
    for (int i = 2 * (m->body_count - 1); i < m->n; i++)
        if (a->network->differential[i] &&
            !(fabs(a->y[i] - b->y[i]) <= 1e-7 * fmax(1e-9, fmax(fabs(a->y[i]), fabs(b->y[i])))))
            return false;
    return true;
}

/* Is y as good as an equilibrium in the modes of a, so that Newton's method leaves it where it is? `apart`:
 * how far from a it is. */
static bool is_left_alone(const finder *f, const eg_steady_place *a, const double *y)
{
    eg_steady_place p = {0};
    bool is = eg_steady_place_copy(&p, a, f->quiet);
    if (is) {
        memcpy(p.y, y, sizeof *y * (size_t)f->m->n);
        is = eg_steady_solve(&p, f->quiet);
    }
    double largest = 0;
    for (int i = 0; i < f->m->n; i++)
        largest = fmax(largest, fabs(y[i]));
    for (int i = 0; i < f->m->n && is; i++)
        is = !p.network->differential[i] ||
             fabs(p.y[i] - y[i]) <= 1e-6 * fabs(a->y[i] - y[i]) + 1e-13 * largest;
    eg_steady_place_free(&p);
    return is;
}

/* Does b belong to a set that a is of, in the modes of a, in which something floats or is held by friction
 * anywhere? Then all that lies between is of it, too: two points are looked at that no symmetry makes
 * equilibria. */
static bool is_of_set(const finder *f, const eg_steady_place *a, const eg_steady_place *b)
{
    static const double parts[] = {0.3819660112501051, 0.7360679774997897};
    double *y = malloc(sizeof *y * ((size_t)f->m->n + 1));
    bool is = y && is_left_alone(f, a, b->y);
    for (int k = 0; k < 2 && is; k++) {
        for (int i = 0; i < f->m->n; i++)
            y[i] = (1 - parts[k]) * a->y[i] + parts[k] * b->y[i];
        is = is_left_alone(f, a, y);
    }
    free(y);
    return is;
}

/* Keeps it, unless it is known, or belongs to a set that is; where what is known belongs to its set, in its
 * place. */
static void keep(finder *f, eg_steady_place *p)
{
    for (size_t i = 0; i < f->count; i++)
        if (is_same_place(f, &f->found[i], p)) {
            eg_steady_place_free(p);
            return;
        }
    for (size_t i = 0; i < f->count && !(p->length > 0); i++) {
        if (f->found[i].length > 0)
            continue;
        if (!is_of_set(f, &f->found[i], p)) {
            if (!is_of_set(f, p, &f->found[i]))
                continue;
            const eg_steady_place kept = f->found[i];
            f->found[i] = *p;
            *p = kept;
        }
        eg_steady_place_free(p);
        return;
    }
    if (eg_grow((void **)&f->found, &f->capacity, f->count + 1, sizeof *f->found) < 0) {
        f->status = EG_ERROR_MEMORY;
        eg_steady_place_free(p);
        return;
    }
    f->found[f->count++] = *p;
}

/* ---------------------------------------------------------------- trying */

static bool goes_on(finder *f)
{
    f->is_late = f->is_late || (f->deadline > 0 && eg_clock_seconds() > f->deadline);
    f->is_stopped = f->is_stopped || eg_flag_is_up(f->o->stop);
    return f->status == EG_OK && !f->is_late && !f->is_stopped && f->count < f->o->most;
}

static double halton(size_t i, unsigned base)
{
    double part = 1, sum = 0;
    for (; i > 0; i /= base) {
        part /= base;
        sum += part * (double)(i % base);
    }
    return sum;
}

/* Start number `number` > 0: states are moved by what the model has of length, on several scales. */
static bool scatter(const finder *f, eg_steady_place *p, size_t number)
{
    static const unsigned primes[] = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53};
    static const double scales[] = {1, 0.3, 3, 0.1, 0.03, 10};
    eg_linear_ports ports = {0};
    eg_linear_point l = eg_steady_linear(p, &ports, f->quiet);
    bool good = eg_linear_open(&l) == EG_OK;
    double *change = good ? calloc(l.state_count + 1, sizeof *change) : NULL;
    size_t moved = 0;
    for (size_t k = 0; change && k < l.state_count; k++) {
        const char *unit = l.out->l.states[k].unit;
        const double spread = 2 * halton(number, primes[moved % 16]) - 1;
        const double by = scales[(number / POINTS + moved / 16) % (sizeof scales / sizeof *scales)];
        if (strcmp(unit, "m/s") == 0 || strcmp(unit, "rad/s") == 0)
            continue;
        const bool is_place = strcmp(unit, "m") == 0 || strcmp(unit, "rad") == 0;
        change[k] = 2 * by * spread * (is_place ? f->length : fmax(1, fabs(l.out->l.states[k].value)));
        moved++;
    }
    if (change)
        eg_steady_move(&l, change, p->y);
    free(change);
    if (l.out)
        eg_linearization_free(&l.out->l);
    eg_linear_close(&l);
    return change && eg_network_make_consistent(p->network, p->t, p->y, p->yp) == 0;
}

/* What is at a stop comes to stand there. */
static void set_mode(const finder *f, const choice *c, int mode, eg_steady_place *p)
{
    double low = 0, high = 0;
    if (c->kind == OF_RELATION) {
        p->network->user.mode[c->index] = mode;
        return;
    }
    if (mode != AS_IT_IS)
        p->network->mode[c->index] = mode;
    if (c->kind == OF_ELEMENT && mode == c->of_past && p->network->memories) {
        const eg_element *e = &f->m->elements[c->index];
        e->ops->remember(p->network->memories + e->coefficients, mode, mode, p->network->s_rel[c->index], 0);
    }
    if (c->kind != OF_STOP || (mode != EG_AT_MIN && mode != EG_AT_MAX))
        return;
    const eg_element *e = &f->m->elements[c->index];
    e->friction->stops(e->p, &low, &high);
    p->y[eg_x(eg_steady_body_of(p->network, c->index))] +=
        (mode == EG_AT_MIN ? low : high) - f->start.network->s_rel[c->index];
}

/* From start number `number` in these modes; modes[choices]. How many steps that took; 0: none was found. */
static int try_one(finder *f, const int *modes, size_t number)
{
    eg_steady_place p = {0};
    bool found = eg_steady_place_copy(&p, &f->start, f->quiet);
    for (size_t i = 0; found && i < f->choice_count; i++)
        set_mode(f, &f->choices[i], modes[i], &p);
    if (found && number > 0)
        found = eg_network_revive(p.network, p.t, p.y, p.yp) == 0 &&
                eg_network_make_consistent(p.network, p.t, p.y, p.yp) == 0 && scatter(f, &p, number);
    found = found && eg_steady_settle(&p, f->quiet) && eg_steady_hold(&p, f->quiet);
    eg_diagnostics_forget(f->quiet, 0);
    const int steps = found ? p.steps : 0;
    if (found)
        keep(f, &p);
    else
        eg_steady_place_free(&p);
    return steps;
}

/* All starts in these modes; where the first ones find something in so few steps as only linear equations
 * take, further ones would find the same. */
static void try_modes(finder *f, const int *modes)
{
    enum { FEW = 4, ENOUGH = 6 };
    size_t quick = 0;
    f->tried++;
    for (size_t i = 0; i <= (f->is_linear ? 0 : f->starts) && goes_on(f); i++) {
        const int steps = try_one(f, modes, i);
        quick += steps > 0 && steps <= FEW;
        if (quick == i + 1 && quick == ENOUGH)
            break;
    }
}

/* Between two stable equilibria of a smooth potential lies one that is not (the mountain pass theorem, A.
 * Ambrosetti, P. H. Rabinowitz, J. Funct. Anal. 14 (1973) 349-381): so points between those that were found
 * are good to begin from. */
static void try_between(finder *f, const double *one, const double *other)
{
    for (int i = 1; i <= BETWEEN && goes_on(f); i++) {
        const double part = (double)i / (BETWEEN + 1);
        eg_steady_place p = {0};
        bool found = eg_steady_place_copy(&p, &f->start, f->quiet);
        for (int k = 0; k < f->m->n && found; k++)
            p.y[k] = (1 - part) * one[k] + part * other[k];
        found = found && eg_network_settle_modes(p.network, p.t, p.y, p.yp, true, NULL) == 0 &&
                eg_steady_settle(&p, f->quiet);
        eg_diagnostics_forget(f->quiet, 0);
        if (found)
            keep(f, &p);
        else
            eg_steady_place_free(&p);
    }
}

static void try_pairs(finder *f)
{
    const size_t n = (size_t)f->m->n, count = f->count < MOST_PAIRS ? f->count : MOST_PAIRS;
    double *y = malloc((count * n + 1) * sizeof *y);
    if (!y) {
        f->status = EG_ERROR_MEMORY;
        return;
    }
    for (size_t i = 0; i < count; i++)
        memcpy(y + i * n, f->found[i].y, n * sizeof *y);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < i; k++)
            try_between(f, y + k * n, y + i * n);
    free(y);
}

/* ---------------------------------------------------------------- combinations */

/* Each combination of modes once. */
static void try_all(finder *f, int *modes, void (*try)(finder *, const int *))
{
    size_t *at = calloc(f->choice_count + 1, sizeof *at), i = 0;
    bool is_first = true;
    if (!at) {
        f->status = EG_ERROR_MEMORY;
        return;
    }
    for (; i < f->choice_count || is_first; is_first = false) {
        for (size_t k = 0; k < f->choice_count; k++)
            modes[k] = f->choices[k].modes[at[k]];
        if (!goes_on(f))
            break;
        try(f, modes);
        for (i = 0; i < f->choice_count && ++at[i] == (size_t)f->choices[i].count; i++)
            at[i] = 0;
    }
    free(at);
}

/* The combination goes on the list of what is to be tried, unless it stands there. */
static void plan(finder *f, const int *modes, size_t *planned)
{
    const size_t width = f->choice_count;
    for (size_t i = 0; i < *planned; i++)
        if (memcmp(f->tried_modes + i * width, modes, width * sizeof *modes) == 0)
            return;
    if (*planned >= f->o->most_modes)
        return;
    if (eg_grow((void **)&f->tried_modes, &f->tried_capacity, (*planned + 1) * width, sizeof *modes) < 0) {
        f->status = EG_ERROR_MEMORY;
        return;
    }
    memcpy(f->tried_modes + (*planned)++ * width, modes, width * sizeof *modes);
}

static void plan_neighbours(finder *f, int *modes, size_t *planned)
{
    for (size_t k = 0; k < f->choice_count && *planned < f->o->most_modes; k++) {
        const int own = modes[k];
        for (int i = 0; i < f->choices[k].count; i++) {
            modes[k] = f->choices[k].modes[i];
            plan(f, modes, planned);
        }
        modes[k] = own;
    }
}

/* Of those that were found. */
static void modes_of(const finder *f, const eg_steady_place *p, int *modes)
{
    for (size_t k = 0; k < f->choice_count; k++) {
        const choice *c = &f->choices[k];
        modes[k] = c->kind == OF_RELATION ? p->network->user.mode[c->index] : p->network->mode[c->index];
        if (c->kind == OF_STOP && modes[k] != EG_AT_MIN && modes[k] != EG_AT_MAX)
            modes[k] = c->modes[0];
    }
}

/* First as the model starts, then each contact's first and last mode, then neighbours. */
static void try_some(finder *f, int *modes)
{
    size_t planned = 0, seen = 0;
    for (int corner = 0; corner < 3; corner++) {
        for (size_t k = 0; k < f->choice_count; k++) {
            const choice *c = &f->choices[k];
            const size_t at[] = {0, c->count - 1, c->count / 2};
            modes[k] = c->modes[at[corner]];
        }
        plan(f, modes, &planned);
    }
    for (size_t next = 0; next < planned && goes_on(f); next++) {
        memcpy(modes, f->tried_modes + next * f->choice_count, f->choice_count * sizeof *modes);
        try_modes(f, modes);
        for (; seen < f->count; seen++) {
            modes_of(f, &f->found[seen], modes);
            plan_neighbours(f, modes, &planned);
        }
        memcpy(modes, f->tried_modes + next * f->choice_count, f->choice_count * sizeof *modes);
        if (next < 3)
            plan_neighbours(f, modes, &planned);
    }
}

/* ---------------------------------------------------------------- steady motion */

/* All that friction is to hold goes along with what it rubs on. */
static void lock(const eg_model *m, eg_network *s)
{
    for (int i = 0; i < m->element_count; i++)
        if (m->elements[i].friction && !m->elements[i].friction->restitution)
            s->mode[i] = EG_LOCKED;
}

/* All that may move begins at one speed, and contacts and friction in the modes of that, unless friction is
 * to hold; or contacts in these modes. */
static void try_speed(finder *f, double speed, bool holds, const int *modes)
{
    eg_steady_place p = {0};
    bool found = eg_steady_place_copy(&p, &f->start, f->quiet);
    if (found)
        eg_steady_set_speed(&p, speed, f->quiet);
    if (found)
        eg_stick_let_go(p.network);
    found = found && eg_network_settle_modes(p.network, p.t, p.y, p.yp, true, NULL) == 0;
    if (found && holds)
        lock(f->m, p.network);
    for (size_t i = 0; found && modes && i < f->choice_count; i++)
        set_mode(f, &f->choices[i], modes[i], &p);
    p.length = f->length;
    found = found && eg_steady_settle(&p, f->quiet);
    eg_diagnostics_forget(f->quiet, 0);
    if (found)
        keep(f, &p);
    else
        eg_steady_place_free(&p);
}

/* Speeds to begin with; friction and drag ask for either sense. */
static void try_speeds(finder *f, const int *modes)
{
    static const double speeds[] = {1, -1, 30, -30, 0.01, -0.01, 1000, -1000};
    for (size_t i = 0; i < sizeof speeds / sizeof *speeds && goes_on(f); i++)
        try_speed(f, speeds[i], false, modes);
    if (f->m->kinds.friction_count > 0)
        try_speed(f, speeds[0], true, modes);
}

static void try_motions(finder *f, int *modes)
{
    enum { FEW = 64 };
    if (f->combinations <= FEW && f->choice_count > 0)
        try_all(f, modes, try_speeds);
    try_speeds(f, NULL);
}

/* ---------------------------------------------------------------- the start */

static eg_status begin(finder *f)
{
    eg_simulate_options o = eg_simulate_options_default(f->m);
    char reason[160];
    o.start_time = o.stop_time = f->o->time;
    o.inputs = f->o->inputs;
    f->start.network = eg_network_create(f->m, f->loud);
    f->start.y = calloc(2 * (size_t)f->m->n + 1, sizeof *f->start.y);
    const size_t relations = f->m->user ? (size_t)f->m->user->relation_count : 0;
    f->choices = calloc((size_t)f->m->element_count + relations + 1, sizeof *f->choices);
    if (!f->start.network || !f->start.y || !f->choices)
        return EG_ERROR_MEMORY;
    f->start.yp = f->start.y + f->m->n;
    f->start.t = f->o->time;
    eg_status status = eg_simulate_begin(f->start.network, &o, f->start.y, f->start.yp);
    if (status != EG_OK)
        return status;
    eg_network *s = f->start.network;
    if (eg_slides(s)) {
        eg_report(
            f->loud, EG_ERROR, EG_NOWHERE,
            "at time %.9g s %s slides along the edge of a relation: there is no equilibrium to be found "
            "from there",
            f->o->time, f->m->name);
        eg_remedy(f->loud, "choose another --time, or start values away from the edge");
        return EG_ERROR_SIMULATION;
    }
    for (int b = 1; b < f->m->body_count; b++)
        if (f->m->bodies[b].mass > 0)
            f->start.y[eg_v(f->m, b)] = 0;
    eg_stick_let_go(s);
    if (eg_network_settle_modes(s, f->o->time, f->start.y, f->start.yp, true, NULL) != 0)
        return EG_ERROR_SIMULATION;
    eg_network_evaluate(s, f->o->time, f->start.y, f->start.yp, EG_EVALUATE_POSITIONS);
    f->is_linear = s->base.linear && s->base.linear->takes(&s->base, reason, sizeof reason);
    for (int b = 1; b < f->m->body_count; b++)
        f->length = fmax(f->length, fabs(s->position[b]));
    list_choices(f);
    f->length = f->length > 0 ? f->length : 1;
    return EG_OK;
}

/* ---------------------------------------------------------------- the answer */

typedef struct answer {
    eg_equilibria e; /* first: an eg_equilibria * is one of these */
    eg_arena *arena;
} answer;

static int compare(const eg_model *m, const eg_steady_place *a, const eg_steady_place *b)
{
    if ((a->length > 0) != (b->length > 0))
        return a->length > 0 ? 1 : -1;
    for (int i = 0; i < m->n; i++)
        if (a->y[i] != b->y[i])
            return a->y[i] < b->y[i] ? -1 : 1;
    return 0;
}

/* Equilibria, then steady motions, by their states; there are few. */
static void sort(finder *f)
{
    for (size_t i = 1; i < f->count; i++)
        for (size_t k = i; k > 0 && compare(f->m, &f->found[k], &f->found[k - 1]) < 0; k--) {
            const eg_steady_place kept = f->found[k];
            f->found[k] = f->found[k - 1];
            f->found[k - 1] = kept;
        }
}

static const char *extent_of(const finder *f, eg_arena *arena, bool is_whole)
{
    char what[80];
    if (f->is_stopped)
        return eg_arena_format(arena, "the search was stopped after %zu combinations of modes", f->tried);
    if (f->is_late)
        return eg_arena_format(arena, "the time allowed was over after %zu combinations of modes", f->tried);
    if (f->count >= f->o->most)
        return eg_arena_format(arena, "the search has ended with %zu equilibria", f->count);
    if (!is_whole)
        return eg_arena_format(arena, "%zu of %.6g combinations of modes were looked at: there may be others",
                               f->tried, f->combinations);
    if (f->tried == 1)
        snprintf(what, sizeof what, "there is one combination of modes");
    else
        snprintf(what, sizeof what, "all %zu combinations of modes were looked at", f->tried);
    if (!f->is_linear)
        return eg_arena_format(arena, "%s, from %zu points each; some laws are curved: there may be others",
                               what, f->starts + 1);
    return eg_arena_format(arena, "%s; all laws are linear piece by piece%s", what,
                           f->is_enumerable
                               ? ": there are no others"
                               : ", but friction or blocks have modes besides: there may be others");
}

static void warn_of_none(finder *f)
{
    char who[EG_STEADY_NAME] = "";
    eg_steady_name_open(&f->start, f->quiet, who);
    eg_report(f->loud, EG_WARNING, EG_NOWHERE, "no equilibrium of %s was found at time %.9g s%s%s",
              f->m->name, f->o->time, *who ? ": nothing stops " : "", who);
    eg_remedy(f->loud, "see whether something falls, or is driven, with nothing that holds it; or give start "
                       "values nearer to where it may rest");
}

static eg_status conclude(finder *f, bool is_whole, eg_equilibria **out)
{
    eg_arena *arena = eg_arena_create();
    answer *a = arena ? eg_arena_alloc(arena, sizeof *a) : NULL;
    if (!a) {
        eg_arena_free(arena);
        return EG_ERROR_MEMORY;
    }
    a->arena = arena;
    *out = &a->e;
    a->e.time = f->o->time;
    a->e.combinations = f->tried;
    a->e.is_complete = is_whole && f->is_linear && f->is_enumerable && !f->is_late && !f->is_stopped &&
                       f->count < f->o->most;
    a->e.model = eg_arena_copy(arena, f->m->name);
    a->e.extent = extent_of(f, arena, is_whole);
    a->e.items = eg_arena_array(arena, f->count + 1, sizeof *a->e.items);
    if (!a->e.model || !a->e.extent || !a->e.items)
        return EG_ERROR_MEMORY;
    sort(f);
    eg_status status = EG_OK;
    for (size_t i = 0; i < f->count && status == EG_OK; i++) {
        status = eg_steady_describe(&f->found[i], arena, i == 0 ? f->loud : NULL, &a->e.items[i]);
        a->e.count++; /* what there is of it is to be freed */
    }
    if (status == EG_OK && f->count == 0 && !f->is_stopped)
        warn_of_none(f);
    return status;
}

eg_status eg_steady_check(const eg_model *m, const char *what, eg_diagnostics *d)
{
    if (!m->user || m->user->delay_count == 0)
        return EG_OK;
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s uses delay, which looks back: %s", m->name, what);
    eg_remedy(d, "replace delay by a state, such as a first order lag");
    return EG_ERROR_MODEL;
}

static eg_status check_options(const eg_model *m, const eg_steady_options *o, eg_diagnostics *d)
{
    if (!eg_options_fit(o->size, sizeof *o, "eg_steady_options", d))
        return EG_ERROR_USAGE;
    if (!isfinite(o->time) || o->most_modes < 1 || o->most < 1 || !(o->time_limit >= 0)) {
        eg_report(
            d, EG_ERROR, EG_NOWHERE,
            "time is %g s, most_modes %zu, most %zu, time_limit %g s, but must be finite, and at least 1, "
            "1 and 0",
            o->time, o->most_modes, o->most, o->time_limit);
        eg_remedy(d, "write values in these ranges");
        return EG_ERROR_USAGE;
    }
    return eg_steady_check(m, "its equilibria are not looked for", d);
}

static eg_status find_all(finder *f, eg_equilibria **out)
{
    eg_status status = begin(f);
    if (status != EG_OK)
        return status;
    const bool is_whole = f->combinations <= (double)f->o->most_modes;
    const double most = is_whole ? f->combinations : (double)f->o->most_modes;
    f->starts = (size_t)fmin((double)f->o->starts, (double)f->o->most_modes / most);
    int *modes = calloc(f->choice_count + 1, sizeof *modes);
    if (!modes)
        return EG_ERROR_MEMORY;
    if (is_whole)
        try_all(f, modes, try_modes);
    else
        try_some(f, modes);
    if (!f->is_linear && f->status == EG_OK)
        try_pairs(f);
    if (f->status == EG_OK && (f->m->kinds.friction_count > 0 || eg_steady_may_move(&f->start, f->quiet)))
        try_motions(f, modes);
    free(modes);
    return f->status == EG_OK ? conclude(f, is_whole, out) : f->status;
}

eg_status eg_steady(const eg_model *model, const eg_steady_options *options, eg_diagnostics *diagnostics,
                    eg_equilibria **out)
{
    eg_diagnostics *own = diagnostics ? NULL : eg_diagnostics_create();
    eg_diagnostics *d = diagnostics ? diagnostics : own;
    *out = NULL;
    if (!d)
        return EG_ERROR_MEMORY;
    finder f = {.m = model, .o = options, .loud = d, .quiet = eg_diagnostics_create()};
    eg_status status = f.quiet ? check_options(model, options, d) : EG_ERROR_MEMORY;
    if (status == EG_OK && options->time_limit > 0)
        f.deadline = eg_clock_seconds() + options->time_limit;
    if (status == EG_OK)
        status = find_all(&f, out);
    if (status != EG_OK) {
        eg_equilibria_free(*out);
        *out = NULL;
    }
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(d, "while looking for equilibria of %s", model->name);
    for (size_t i = 0; i < f.count; i++)
        eg_steady_place_free(&f.found[i]);
    free(f.found);
    free(f.tried_modes);
    free(f.choices);
    eg_steady_place_free(&f.start);
    eg_diagnostics_free(f.quiet);
    eg_diagnostics_free(own);
    return status;
}

void eg_equilibria_free(eg_equilibria *all)
{
    if (!all)
        return;
    for (size_t i = 0; i < all->count; i++) {
        eg_linearization_free((eg_linearization *)(uintptr_t)all->items[i].linear);
        eg_state_free((eg_state *)(uintptr_t)all->items[i].state);
    }
    eg_arena *arena = ((answer *)all)->arena;
    eg_arena_free(arena);
}

/* ---------------------------------------------------------------- one of them */

static eg_status report_which(const eg_equilibria *all, size_t stable, eg_diagnostics *d)
{
    if (all->count == 0)
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no equilibrium to begin with at %.9g s", all->model,
                  all->time);
    else
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s has %zu equilibria at %.9g s, %zu of them stable: which one?",
                  all->model, all->count, all->time, stable);
    if (all->count > 0)
        eg_remedy(d, "`elastogap steady` lists them with their numbers: --start steady:1");
    return EG_ERROR_MODEL;
}

eg_status eg_equilibria_choose(const eg_equilibria *all, size_t number, eg_diagnostics *diagnostics,
                               eg_state **state)
{
    size_t stable = 0, last = 0;
    *state = NULL;
    for (size_t i = 0; i < all->count; i++)
        if (all->items[i].stability == EG_STABLE || all->items[i].stability == EG_NEUTRAL) {
            stable++;
            last = i + 1;
        }
    if (number > all->count) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "%s has no equilibrium number %zu at %.9g s, but %zu",
                  all->model, number, all->time, all->count);
        eg_remedy(diagnostics, "write a number in that range; elastogap steady lists all");
        return EG_ERROR_USAGE;
    }
    if (number == 0) {
        if (all->count == 1)
            number = 1;
        else if (stable == 1)
            number = last;
        else
            number = 0;
    }
    if (number == 0)
        return report_which(all, stable, diagnostics);
    *state = eg_state_copy(all->items[number - 1].state);
    return *state ? EG_OK : EG_ERROR_MEMORY;
}
