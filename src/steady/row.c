/* The state at a row of a result.
 *
 * Unknowns have names, those of the model's variables, and are looked for among the columns. What is found is
 * put in place of what the model starts with; modes follow from the point. Then the row that this state gives
 * is held against the one there is: whatever of the past the row does not hold shows there. */
#include "steady/steady.h"

#include "base/names.h"
#include "base/trajectory.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/motion/kinematics.h"
#include "network/motion/observe.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED = 6 };
/* By how much values of one row may differ from what follows from the others, as shares of them: those of
 * other programs have six digits or so. */
static const double ALIKE = 1e-5;

typedef struct reading {
    const eg_model *m;
    const eg_trajectory *table;
    const char *name; /* of the table */
    size_t row;
    double time;
    eg_diagnostics *d;
    eg_steady_place place;
    eg_arena *arena;
    char missing[400], guessed[400]; /* names */
    int missing_count, guessed_count;
} reading;

static void note(char *list, size_t size, int *count, const char *name)
{
    const size_t used = strlen(list);
    if (*count < NAMED)
        snprintf(list + used, size - used, "%s%s", *count > 0 ? ", " : "", name);
    else if (*count == NAMED)
        snprintf(list + used, size - used, ", ...");
    (*count)++;
}

/* ---------------------------------------------------------------- the row */

static eg_status find_row(reading *x)
{
    const size_t rows = eg_trajectory_rows(x->table);
    if (rows == 0) {
        eg_report(x->d, EG_ERROR, EG_NOWHERE, "%s has no rows to begin from", x->name);
        eg_remedy(x->d, "name a table that has some");
        return EG_ERROR_USAGE;
    }
    const double first = eg_trajectory_time(x->table, 0), last = eg_trajectory_time(x->table, rows - 1);
    const double close = isnan(x->time) ? 0 : 1e-12 * fmax(fabs(x->time), fabs(last - first));
    double before = -INFINITY, behind = INFINITY;
    x->row = isnan(x->time) ? rows - 1 : rows;
    for (size_t i = 0; i < rows && !isnan(x->time); i++) {
        const double t = eg_trajectory_time(x->table, i);
        if (fabs(t - x->time) <= close)
            x->row = i;
        before = t < x->time ? fmax(before, t) : before;
        behind = t > x->time ? fmin(behind, t) : behind;
    }
    if (x->row < rows) {
        x->time = eg_trajectory_time(x->table, x->row);
        return EG_OK;
    }
    if (isfinite(before) && isfinite(behind)) {
        eg_report(
            x->d, EG_ERROR, EG_NOWHERE,
            "%s has no row at %.15g s, but at %.15g s and %.15g s: between rows nothing is known for sure",
            x->name, x->time, before, behind);
        eg_remedy(x->d, "take one of these, or make rows there by another --interval");
    } else {
        eg_report(x->d, EG_ERROR, EG_NOWHERE,
                  "%s has no row at %.15g s: its rows are from %.15g s to %.15g s", x->name, x->time, first,
                  last);
        eg_remedy(x->d, "choose a time in between");
    }
    return EG_ERROR_USAGE;
}

/* The value of a variable in the row; false: it has none there. */
static bool look_up(const reading *x, const char *name, double *value)
{
    const long signal = eg_trajectory_find(x->table, name);
    if (signal < 0)
        return false;
    *value = eg_trajectory_value(x->table, (size_t)signal, x->row);
    return isfinite(*value);
}

/* ---------------------------------------------------------------- the unknowns */

/* The place of a body by that of any flange on it, once its parent in the tree of coordinates has its own. */
static bool place_body(reading *x, int body)
{
    const eg_model *m = x->m;
    eg_network *s = x->place.network;
    const eg_body *b = &m->bodies[body];
    char name[300];
    double value;
    for (int i = 0; i < m->instance_count; i++)
        for (size_t k = 0; k < m->instances[i].class->port_count; k++) {
            const eg_port *port = &m->instances[i].class->ports[k];
            const int node = eg_port_is_mechanical(port->kind) ? eg_port_at(m, i, (int)k) : -1;
            if (node < 0 || m->nodes[node].body != body || m->nodes[node].more > 0)
                continue;
            snprintf(name, sizeof name, "%s.%s.%s", eg_instance_path(m, i), port->name,
                     eg_port_potential(port->kind));
            if (!look_up(x, name, &value))
                continue;
            eg_network_evaluate(s, x->time, x->place.y, x->place.yp, EG_EVALUATE_POSITIONS);
            x->place.y[eg_x(body)] += (value - eg_node_position(s, node)) / (m->nodes[node].factor * b->gain);
            return true;
        }
    return false;
}

/* Bodies whose coordinates no variable shows, parents first. */
static void place_bodies(reading *x, const eg_linear_variable *v, const bool *is_known)
{
    const eg_model *m = x->m;
    for (int k = 0; k < m->body_count; k++) {
        const int body = m->tree.body_order[k];
        if (body > 0 && !is_known[eg_x(body)] && !place_body(x, body) &&
            x->place.network->differential[eg_x(body)])
            note(x->missing, sizeof x->missing, &x->missing_count, v[eg_x(body)].name);
    }
}

/* Is unknown i one of a component's own, which has no variable's name? */
static bool is_of_component(const eg_model *m, int i)
{
    return i >= 2 * (m->body_count - 1) && i < m->first.user;
}

/* ---------------------------------------------------------------- states that variables show */

/* All variables, as columns. */
typedef struct sight {
    eg_view *view;
    double *columns, *others; /* at one point, and at another */
} sight;

static eg_status sight_open(sight *all, const reading *x)
{
    const size_t count = (size_t)eg_model_columns(x->m) + 1;
    bool *instances = malloc((size_t)x->m->instance_count + 1);
    all->columns = calloc(2 * count, sizeof *all->columns);
    if (instances && all->columns) {
        memset(instances, true, (size_t)x->m->instance_count + 1);
        all->others = all->columns + count;
        all->view = eg_view_create(x->place.network, instances);
    }
    free(instances);
    return all->view ? EG_OK : EG_ERROR_MEMORY;
}

static void sight_close(sight *all)
{
    eg_view_free(all->view);
    free(all->columns);
}

static void look_at(const reading *x, const sight *all, double *columns)
{
    const eg_steady_place *p = &x->place;
    eg_network_forget_signals(p->network);
    eg_network_observe(p->network, x->time, p->y, p->yp, all->view, columns);
}

/* Of which variable is a state the value, or a multiple of it? That is found by trying two values. */
typedef struct showing {
    eg_observable_visitor visitor; /* first */
    const reading *x;
    const sight *all;
    double one, other; /* values tried */
    double value;      /* of the state, by the row */
    bool is_found, is_same;
    char *text;
    size_t capacity;
} showing;

static int try_variable(eg_observable_visitor *visitor, const eg_observable *o)
{
    showing *f = (showing *)visitor;
    const double a = f->all->columns[o->column], b = f->all->others[o->column];
    const bool is_same = a == f->one && b == f->other;
    double value;
    if (f->is_same || (f->is_found && !is_same) || a == 0 || !isfinite(a) ||
        !(fabs(a * f->other - b * f->one) <= 8 * DBL_EPSILON * fabs(a * f->other)))
        return 0;
    if (eg_observable_name(o, &f->text, &f->capacity) < 0)
        return -1;
    if (!look_up(f->x, f->text, &value))
        return 0;
    f->value = is_same ? value : value * (f->one / a);
    f->is_found = true;
    f->is_same = is_same;
    return 0;
}

/* States of components that have names of their own, as the speed of a source that follows a signal or what a
 * controller integrates, are taken from a variable that shows them; what none shows is noted. */
static eg_status find_shown(reading *x, const eg_linear_variable *v, const bool *is_known)
{
    const eg_model *m = x->m;
    double *y = x->place.y;
    sight all = {0};
    eg_status status = sight_open(&all, x);
    for (int i = 0; i < m->n && status == EG_OK; i++) {
        if (is_known[i] || !x->place.network->differential[i] || !is_of_component(m, i))
            continue;
        showing f = {
            .visitor.visit = try_variable, .x = x, .all = &all, .one = 0.7310585786, .other = 1.3591409};
        const double kept = y[i];
        y[i] = f.one;
        look_at(x, &all, all.columns);
        y[i] = f.other;
        look_at(x, &all, all.others);
        status = eg_model_each_variable(m, &f.visitor) == 0 ? EG_OK : EG_ERROR_MEMORY;
        y[i] = f.is_found ? f.value : kept;
        if (!f.is_found)
            note(x->guessed, sizeof x->guessed, &x->guessed_count, v[i].name);
        free(f.text);
    }
    sight_close(&all);
    eg_network_forget_signals(x->place.network);
    return status;
}

static eg_status take_unknowns(reading *x)
{
    const eg_model *m = x->m;
    eg_network *s = x->place.network;
    double *y = x->place.y;
    eg_linear_variable *v = eg_arena_array(x->arena, (size_t)m->n + 1, sizeof *v);
    bool *is_known = eg_arena_array(x->arena, (size_t)m->n + 1, sizeof *is_known);
    if (!v || !is_known)
        return EG_ERROR_MEMORY;
    eg_network_evaluate(s, x->time, y, x->place.yp, EG_EVALUATE_POSITIONS);
    if (eg_linear_name_unknowns(s, y, x->arena, v) != EG_OK)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->n; i++) {
        double value = 0;
        const bool known = look_up(x, v[i].name, &value);
        is_known[i] = known;
        if (known)
            y[i] = v[i].value == y[i] ? value : y[i] + (value - v[i].value);
        else if (!s->differential[i] || i < m->body_count - 1)
            continue;
        else if (!is_of_component(m, i))
            note(x->missing, sizeof x->missing, &x->missing_count, v[i].name);
    }
    place_bodies(x, v, is_known);
    if (x->missing_count == 0)
        return find_shown(x, v, is_known);
    eg_report(x->d, EG_ERROR, EG_NOWHERE, "%s does not hold all that a run of %s begins with: %s", x->name,
              m->name, x->missing);
    eg_remedy(x->d, "store these variables, too (--signals), or save the state (--save-state)");
    return EG_ERROR_USAGE;
}

/* The value of a discrete variable in the row. */
static bool look_up_discrete(const reading *x, const eg_user_quantity *q, double *value)
{
    const long signal = q->role != EG_ROLE_STATE ? eg_trajectory_find(x->table, q->path) : -1;
    const bool is_discrete = signal >= 0 && (eg_trajectory_signal(x->table, (size_t)signal).is_discrete ||
                                             x->m->user->clause_count > 0);
    return is_discrete && look_up(x, q->path, value);
}

/* What changes at events only, and pre(...) of it, which is the same but in an event. */
static void take_discrete(const reading *x)
{
    const eg_user *u = x->m->user;
    double value;
    for (int i = 0; u && i < u->quantity_count; i++)
        if (look_up_discrete(x, &u->quantities[i], &value))
            x->place.network->user.discrete[i] = value;
    for (int i = 0; u && i < u->before_count; i++) {
        const int k = u->befores[i].quantity;
        if (k >= 0 &&
            (look_up_discrete(x, &u->quantities[k], &value) || look_up(x, u->quantities[k].path, &value)))
            x->place.network->user.before[i] = value;
    }
}

static void note_discrete(reading *x)
{
    const eg_user *u = x->m->user;
    double value;
    for (int i = 0; u && i < u->quantity_count; i++)
        if (u->quantities[i].role == EG_ROLE_DISCRETE && !look_up_discrete(x, &u->quantities[i], &value))
            note(x->guessed, sizeof x->guessed, &x->guessed_count, u->quantities[i].path);
}

static void note_memories(reading *x)
{
    for (int i = 0; i < x->m->element_count; i++) {
        const eg_element *e = &x->m->elements[i];
        char name[300];
        if (!e->ops->remember && !e->ops->from_start)
            continue;
        snprintf(name, sizeof name, "what %s remembers", eg_instance_path(x->m, e->instance));
        note(x->guessed, sizeof x->guessed, &x->guessed_count, name);
    }
}

/* ---------------------------------------------------------------- is it the row? */

typedef struct checking {
    eg_observable_visitor visitor; /* first */
    const reading *x;
    const double *columns;
    double worst, is, should;
    char name[300], *text;
    size_t capacity;
} checking;

static int check_one(eg_observable_visitor *visitor, const eg_observable *o)
{
    checking *c = (checking *)visitor;
    double value;
    if (eg_observable_name(o, &c->text, &c->capacity) < 0)
        return -1;
    if (!look_up(c->x, c->text, &value))
        return 0;
    const double is = c->columns[o->column], off = fabs(is - value);
    const double share = off / fmax(fmax(fabs(is), fabs(value)), 1e-6);
    if (share > c->worst) {
        c->worst = share;
        c->is = is;
        c->should = value;
        snprintf(c->name, sizeof c->name, "%s", c->text);
    }
    return 0;
}

static eg_status check_row(reading *x)
{
    sight all = {0};
    checking c = {.visitor.visit = check_one, .x = x};
    eg_status status = sight_open(&all, x);
    if (status == EG_OK) {
        c.columns = all.columns;
        eg_network_observe(x->place.network, x->time, x->place.y, x->place.yp, all.view, all.columns);
        status = eg_model_each_variable(x->m, &c.visitor) == 0 ? EG_OK : EG_ERROR_MEMORY;
    }
    if (status == EG_OK && c.worst > ALIKE)
        eg_report(
            x->d, EG_WARNING, EG_NOWHERE,
            "the state found in %s at %.9g s gives %s = %.9g, where the row has %.9g: it may be that of "
            "other parameters, or on the other side of an event",
            x->name, x->time, c.name, c.is, c.should);
    sight_close(&all);
    free(c.text);
    return status;
}

/* ---------------------------------------------------------------- all of it */

/* The model's start at that time: what a row does not hold is what it is there. */
static eg_status begin(reading *x)
{
    eg_simulate_options o = eg_simulate_options_default(x->m);
    eg_diagnostics *said = eg_diagnostics_create();
    x->place.network = said ? eg_network_create(x->m, said) : NULL;
    x->place.y = calloc(2 * (size_t)x->m->n + 1, sizeof *x->place.y);
    eg_status status = EG_ERROR_MEMORY;
    if (x->place.network && x->place.y) {
        x->place.yp = x->place.y + x->m->n;
        x->place.t = o.start_time = o.stop_time = x->time;
        status = eg_simulate_begin(x->place.network, &o, x->place.y, x->place.yp);
        x->place.network->base.diagnostics = x->d;
    }
    for (size_t i = 0; said && status != EG_OK && i < eg_diagnostics_count(said); i++) {
        const eg_diagnostic *one = eg_diagnostics_get(said, i);
        if (one->severity == EG_ERROR)
            eg_report_again(x->d, one);
    }
    eg_diagnostics_free(said);
    return status;
}

/* Modes follow from the point. */
static eg_status settle(reading *x)
{
    eg_steady_place *p = &x->place;
    take_discrete(x);
    eg_network_forget_signals(p->network);
    eg_stick_let_go(p->network);
    if (eg_network_settle_modes(p->network, x->time, p->y, p->yp, true, NULL) == 0)
        return EG_OK;
    eg_report(x->d, EG_ERROR, EG_NOWHERE, "the row of %s at %.9g s is none that %s can be in", x->name,
              x->time, x->m->name);
    eg_remedy(x->d, "take a row of a run of this model with these parameters");
    return EG_ERROR_MODEL;
}

/* What holds in the row has not just begun to hold: conditions of when clauses are to be true there without
 * that anything happens. So modes settle some times with all values put back, and nobody hears what the
 * clauses do. */
static eg_status learn_conditions(reading *x)
{
    enum { TIMES = 3 };
    eg_steady_place *p = &x->place;
    const size_t n = (size_t)x->m->n;
    if (!x->m->user || x->m->user->clause_count == 0)
        return EG_OK;
    double *kept = malloc((n + 1) * sizeof *kept);
    eg_diagnostics *loud = x->d, *quiet = eg_diagnostics_create();
    eg_status status = kept && quiet ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        memcpy(kept, p->y, n * sizeof *kept);
        x->d = p->network->base.diagnostics = quiet;
    }
    for (int i = 0; i < TIMES && status == EG_OK; i++) {
        status = settle(x);
        memcpy(p->y, kept, n * sizeof *kept);
        p->network->base.finished = false;
    }
    x->d = p->network->base.diagnostics = loud;
    eg_diagnostics_free(quiet);
    free(kept);
    return status == EG_ERROR_MODEL ? EG_OK : status; /* told by who settles next */
}

static eg_status take(reading *x, eg_state **out)
{
    eg_status status = eg_steady_check(x->m, "a row does not hold that", x->d);
    if (status != EG_OK)
        eg_remedy(x->d, "save the state (--save-state), which holds all that it looks back at");
    if (status == EG_OK)
        status = find_row(x);
    if (status == EG_OK)
        status = begin(x);
    if (status == EG_OK)
        status = take_unknowns(x);
    if (status != EG_OK)
        return status;
    eg_steady_place *p = &x->place;
    note_discrete(x);
    note_memories(x);
    status = learn_conditions(x);
    if (status == EG_OK)
        status = settle(x);
    if (status != EG_OK)
        return status;
    status = check_row(x);
    if (status == EG_OK && x->guessed_count > 0)
        eg_report(x->d, EG_WARNING, EG_NOWHERE, "%s does not hold %s: that is as at the start of a run",
                  x->name, x->guessed);
    if (status == EG_OK && !(*out = eg_state_take(p->network, x->time, p->y, p->yp)))
        status = EG_ERROR_MEMORY;
    return status;
}

eg_status eg_state_of_row(const eg_model *model, const eg_trajectory *result, double time, const char *name,
                          eg_diagnostics *diagnostics, eg_state **out)
{
    eg_diagnostics *own = diagnostics ? NULL : eg_diagnostics_create();
    reading x = {.m = model,
                 .table = result,
                 .name = name,
                 .time = time,
                 .d = diagnostics ? diagnostics : own,
                 .arena = eg_arena_create()};
    *out = NULL;
    eg_status status = x.d && x.arena ? take(&x, out) : EG_ERROR_MEMORY;
    eg_steady_place_free(&x.place);
    eg_arena_free(x.arena);
    eg_diagnostics_free(own);
    return status;
}
