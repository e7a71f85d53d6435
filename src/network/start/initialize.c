/* The start: positions and speeds of the bodies from whatever start values the model gives.
 *
 * Start values are conditions that tie bodies to each other and to the ground (conditions.c). What the ties
 * say becomes unknowns; modes are settled; what follows from forces, and start values of accelerations
 * (steady states), is met by Newton's method on the bodies that no fixed value ties (steady_state.c). */
#include "network/start/initialize.h"
#include "network/compile/path.h"
#include "network/motion/energy.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/motion/kinematics.h"
#include "network/motion/weak.h"
#include "network/start/begin.h"
#include "network/start/deep.h"
#include "network/user/delay.h"
#include "network/user/events.h"
#include "network/user/relations.h"
#include "network/user/structure.h"
#include "network/user/tangents.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- from ties to unknowns */

/* Differences of bodies become coordinates (order 0) or speeds (order 1). */
static void set_unknowns(eg_network *s, int order, eg_ties *ties, double *y)
{
    const eg_model *m = s->m;
    for (int b = 1; b < m->body_count; b++) {
        if (order == 1) {
            y[eg_v(m, b)] = eg_dd_value(eg_ties_find(ties, b).value);
            continue;
        }
        const eg_body *body = &m->bodies[b];
        const eg_flange_node *from = eg_start_node(m, body->from), *to = eg_start_node(m, body->to);
        eg_dd at_from = eg_dd_scale(eg_ties_find(ties, from->body).value, from->factor);
        eg_dd at_to = eg_dd_scale(eg_ties_find(ties, to->body).value, to->factor);
        eg_dd x = eg_dd_sub(eg_dd_add(at_to, to->offset), eg_dd_add(at_from, from->offset));
        x = eg_dd_add(x, eg_dd_sub(eg_dd_of(s->signals.motion[to->motion].x),
                                   eg_dd_of(s->signals.motion[from->motion].x)));
        y[eg_x(b)] = eg_dd_value(eg_dd_add(x, eg_dd_of(eg_body_shift(m, body))));
    }
}

static void start_drives(eg_network *s, double *y)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->drive_count; i++) {
        const eg_drive *d = &m->drives[i];
        const eg_instance *instance = &m->instances[d->instance];
        double s_start = 0, v_start = 0;
        if (d->variable_s >= 0)
            eg_start_rank(instance, d->variable_s, false, &s_start);
        if (d->variable_v >= 0)
            eg_start_rank(instance, d->variable_v, false, &v_start);
        if (d->states > 0)
            instance->class->drive->start(instance->p, s->signals.net[d->input], s_start, v_start,
                                          y + d->state);
    }
}

static unsigned rests(const eg_model *m, const eg_net *n)
{
    return n->states > 0 && n->block->rests ? n->block->rests(m->instances[n->instance].p) : 0;
}

bool eg_start_rests(const eg_model *m, const eg_net *n, int i)
{
    return (rests(m, n) & EG_RESTS(i)) != 0;
}

bool eg_start_is_sought(const eg_model *m, const eg_net *n, int i)
{
    return (rests(m, n) & EG_SOUGHT(i)) == EG_SOUGHT(i);
}

bool eg_start_seeks(const eg_model *m)
{
    bool seeks = false;
    for (int i = 0; i < m->net_count && !seeks; i++)
        for (int k = 0; k < m->nets[i].states && !seeks; k++)
            seeks = eg_start_is_sought(m, &m->nets[i], k);
    return seeks;
}

/* States of blocks; those that are to be sought together only the first time, as guesses. */
static void start_blocks(eg_network *s, bool is_first, double *y)
{
    const eg_model *m = s->m;
    const bool seeks = !is_first && eg_start_seeks(m);
    for (int i = 0; i < m->net_count && m->first.heat > m->first.block; i++) {
        const eg_net *n = &m->nets[i];
        double u[EG_BLOCK_MAX_INPUTS] = {0};
        for (int k = 0; k < n->input_count; k++)
            u[k] = s->signals.net[n->inputs[k]].x;
        double x[EG_BLOCK_MAX_STATES];
        for (int k = 0; k < n->states; k++)
            x[k] = y[n->state + k];
        if (n->states > 0)
            n->block->start(m->instances[n->instance].p, u, x);
        for (int k = 0; k < n->states; k++)
            if (!seeks || !eg_start_rests(m, n, k))
                y[n->state + k] = x[k];
    }
}

static void report_temperature(eg_network *s, const eg_condition *c, double T)
{
    char text[256];
    eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(&s->m->instances[c->instance]),
              "the fixed start value %s contradicts the %.9g K that others give to what it touches",
              eg_start_describe(s, c, text, sizeof text), T);
    eg_remedy(s->base.diagnostics, "remove one of them, or make the values agree");
}

/* Where a signal gives the temperature, fixed values must agree with it: once signals are what they are. */
static eg_status check_given_temperatures(eg_network *s, const double *y)
{
    const eg_model *m = s->m;
    eg_status status = EG_OK;
    if (m->parts.heat_fixed_count > 0)
        eg_network_evaluate(s, s->start_time, y, s->scratch.zero,
                            EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_POSITIONS);
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *part = &m->parts.heat_capacity[i];
        int node = m->ports.node[m->ports.base[part->instance] + part->port];
        eg_condition c = {.instance = part->instance, .variable = part->variable_T};
        if (m->heat[node].input < 0 || m->heat[node].unknown >= 0 ||
            eg_start_rank(&m->instances[part->instance], part->variable_T, false, &c.value) !=
                EG_CONDITION_FIXED)
            continue;
        double T = eg_network_temperature(s, node, y);
        if (fabs(c.value - T) <= 1e-9 * fabs(T))
            continue;
        report_temperature(s, &c, T);
        status = EG_ERROR_MODEL;
    }
    return status;
}

/* The heat node whose temperature the instruction is, or -1. */
static int heat_node_of(const eg_user *u, int instruction)
{
    const eg_instruction *x = &u->tape.code[instruction];
    return x->op == EG_OP_INPUT && u->inputs[x->a].kind == EG_USER_TEMPERATURE ? u->inputs[x->a].index : -1;
}

/* Those that equations give, T = 350 where T is that of a node with a capacity; no part's then. */
static void start_given_temperatures(const eg_network *s, eg_start_problem *p, double *y)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    for (int i = 0; u && i < u->initial_count; i++) {
        const eg_user_row *row = &u->initial[i];
        const int left = heat_node_of(u, row->left), right = heat_node_of(u, row->right);
        const int node = left >= 0 ? left : right;
        const eg_instruction *given = &u->tape.code[left >= 0 ? row->right : row->left];
        if (node < 0 || given->op != EG_OP_CONSTANT || m->heat[node].unknown < 0 || p->temperature[node] >= 0)
            continue;
        p->temperature[node] = (int)m->parts.heat_capacity_count;
        y[m->heat[node].unknown] = given->number;
    }
}

/* Start values of temperatures: fixed ones first, then guesses, then defaults; the first of a node counts,
 * and other fixed ones must agree with it. */
static eg_status start_temperatures(eg_network *s, eg_start_problem *p, double *y)
{
    static const int ranks[] = {EG_CONDITION_FIXED, EG_GUESS_OTHER, EG_DEFAULT_OTHER};
    const eg_model *m = s->m;
    eg_status status = EG_OK;
    for (int i = 0; i < m->heat_count; i++)
        if (m->heat[i].unknown >= 0)
            y[m->heat[i].unknown] = 293.15;
    for (int pass = 0; pass < 3; pass++) {
        if (pass == 1)
            start_given_temperatures(s, p, y);
        for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
            const eg_heat_capacity_part *part = &m->parts.heat_capacity[i];
            int node = m->ports.node[m->ports.base[part->instance] + part->port],
                unknown = m->heat[node].unknown;
            eg_condition c = {.instance = part->instance, .variable = part->variable_T};
            if (eg_start_rank(&m->instances[part->instance], part->variable_T, false, &c.value) !=
                ranks[pass])
                continue;
            bool free = unknown >= 0 && p->temperature[node] < 0;
            double T = eg_network_temperature(s, node, y);
            if (free) {
                p->temperature[node] = (int)i;
                y[unknown] = c.value;
            } else if (pass == 0 && (unknown >= 0 || m->heat[node].input < 0) &&
                       fabs(c.value - T) > 4 * 2.220446049250313e-16 * fabs(T)) {
                report_temperature(s, &c, T);
                status = EG_ERROR_MODEL;
            }
        }
    }
    return status;
}

/* What has begun so many periods ago that doubles do not count them has no next event. */
static eg_status report_uncounted(const eg_network *s, const eg_instance *instance, double t)
{
    eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
              "%s has begun so many periods before the start at %.9g s that doubles do not count them",
              instance->path, t);
    eg_remedy(s->base.diagnostics, "let it begin later (startTime), or give it a longer period");
    return EG_ERROR_MODEL;
}

static eg_status start_phases(eg_network *s, double t)
{
    const eg_model *m = s->m;
    eg_network_forget_signals(s);
    for (int i = 0; i < m->instance_count && s->phase; i++) {
        const eg_instance *instance = &m->instances[i];
        const eg_block_ops *block = instance->class->block;
        s->phase[i] = block && block->phase ? block->phase(instance->p, t) : 0;
        if (block && block->phase && block->phase_end && block->phase_end(instance->p, s->phase[i]) <= t)
            return report_uncounted(s, instance, t);
    }
    return EG_OK;
}

double eg_start_excess(const eg_network *s, const eg_condition *c, int order, const double *y)
{
    if (order == 0)
        return eg_node_position(s, c->to) - eg_node_position(s, c->from) + c->shift - c->value;
    return eg_node_speed(s, c->to, y) - eg_node_speed(s, c->from, y) - c->value;
}

/* Opens the fixed values of one order that the balance of forces, which has the last word on parts without
 * mass, does not give; says how many. */
static int open_conditions(eg_network *s, eg_start_problem *p, int order, const double *y)
{
    int opened = 0;
    double size = 1e-6; /* of what the model's positions, or speeds, are rounded against */
    for (int b = 1; b < s->m->body_count; b++)
        size = fmax(size, fabs(order == 0 ? s->position[b] : y[eg_v(s->m, b)]));
    for (int i = 0; i < p->conditions[order].count; i++) {
        eg_condition *c = &p->conditions[order].items[i];
        if (c->rank != EG_CONDITION_FIXED || c->open ||
            fabs(eg_start_excess(s, c, order, y)) <= 1e-9 * fmax(size, fabs(c->value)))
            continue;
        c->open = true;
        opened++;
    }
    return opened;
}

/* Moves what is free until fixed values hold that follow from forces. Meeting some may spoil others, which
 * then are met too. */
static eg_status meet_conditions(eg_network *s, eg_start_problem *p, double t, double *y, double *yp)
{
    const eg_model *m = s->m;
    eg_status status = EG_OK;
    if (p->conditions[2].count > 0 || eg_start_seeks(m) || (m->user && m->user->initial_count > 0))
        status = eg_start_accelerations(s, p, t, y, yp);
    while (status == EG_OK && (m->dynamics.massless_count > 0 || m->tree.more_term_count > 0)) {
        eg_network_evaluate(s, t, y, s->scratch.zero, EG_EVALUATE_POSITIONS);
        int opened = open_conditions(s, p, 0, y) + open_conditions(s, p, 1, y);
        if (opened == 0)
            break;
        p->open += opened;
        status = eg_start_accelerations(s, p, t, y, yp);
    }
    return status;
}

/* ---------------------------------------------------------------- guesses that were taken */

typedef struct gap_report {
    eg_network *s;
    char text[512];
    int count;
    eg_place place;
} gap_report;

static void note_gap(gap_report *g, const eg_condition *c)
{
    char one[256];
    size_t used = strlen(g->text);
    if (g->count++ == 0)
        g->place = eg_instance_place(&g->s->m->instances[c->instance]);
    if (g->count <= 4)
        snprintf(g->text + used, sizeof g->text - used, "%s%s", g->count > 1 ? ", " : "",
                 eg_start_describe(g->s, c, one, sizeof one));
}

/* Guesses of temperatures. */
static void note_temperatures(gap_report *g, const eg_start_problem *p)
{
    const eg_model *m = g->s->m;
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *part = &m->parts.heat_capacity[i];
        eg_condition c = {.instance = part->instance, .variable = part->variable_T};
        int node = m->ports.node[m->ports.base[part->instance] + part->port];
        if (p->temperature[node] == (int)i && m->heat[node].capacity > 0 &&
            eg_start_rank(&m->instances[part->instance], part->variable_T, false, &c.value) !=
                EG_CONDITION_FIXED)
            note_gap(g, &c);
    }
}

static void note_user_states(gap_report *g, const eg_start_problem *p)
{
    const eg_user *u = g->s->m->user;
    for (int i = 0; u && i < u->states; i++) {
        const eg_user_quantity *q = &u->quantities[u->unknown_of[i]];
        size_t used = strlen(g->text);
        if (q->fixed == 1 || p->user_solved[i])
            continue;
        if (g->count++ == 0)
            g->place = q->place;
        if (g->count <= 4)
            snprintf(g->text + used, sizeof g->text - used, "%s%s = %.9g%s%s", g->count > 1 ? ", " : "",
                     q->path, isnan(q->start) ? 0 : q->start, *q->unit ? " " : "", q->unit);
    }
}

/* How many numbers the start is made of: states that no balance determines. */
static int count_unknowns(const eg_network *s)
{
    const eg_model *m = s->m;
    int count = m->user ? m->user->states : 0;
    for (int b = 1; b < m->body_count; b++)
        count += (s->balance.shift[b] < 0) + !eg_start_is_massless(m, b);
    for (int i = 0; i < m->heat_count; i++)
        count += m->heat[i].unknown >= 0 && m->heat[i].capacity > 0;
    return count;
}

/* One warning names the guesses that were taken as if they were fixed. */
static void report_gaps(eg_network *s, const eg_start_problem *p)
{
    gap_report g = {.s = s};
    for (int order = 0; order < 2; order++)
        for (int i = 0; i < p->conditions[order].count; i++) {
            const eg_condition *c = &p->conditions[order].items[i];
            bool solved = p->solved[order][c->from < 0 ? 0 : s->m->nodes[c->from].body] ||
                          p->solved[order][s->m->nodes[c->to].body];
            if (c->used && c->rank != EG_CONDITION_FIXED && c->instance >= 0 && !solved &&
                eg_start_parameter(&s->m->instances[c->instance], c->variable) < 0)
                note_gap(&g, c);
        }
    note_temperatures(&g, p);
    note_user_states(&g, p);
    if (g.count == 0)
        return;
    eg_report(s->base.diagnostics, EG_WARNING, g.place,
              "%d start value%s not fixed; the guess is taken: %s%s; equations: %d, unknowns: %d", g.count,
              g.count > 1 ? "s are" : " is", g.text, g.count > 4 ? ", ..." : "", count_unknowns(s) - g.count,
              count_unknowns(s));
    eg_remedy(s->base.diagnostics,
              "say which values must hold, for example mass(s(start=0, fixed=true), v(start=0, fixed=true))");
}

/* ---------------------------------------------------------------- one attempt */

static eg_status problem_create(eg_start_problem *p, const eg_model *m)
{
    for (int order = 0; order < 2; order++) {
        p->solved[order] = calloc((size_t)m->body_count, sizeof(bool));
        if (eg_ties_create(&p->ties[order], m->body_count) != EG_OK ||
            eg_ties_create(&p->fixed[order], m->body_count) != EG_OK || !p->solved[order])
            return EG_ERROR_MEMORY;
    }
    p->together = malloc(sizeof *p->together * (size_t)m->body_count);
    p->temperature = malloc(sizeof(int) * ((size_t)m->heat_count + 1));
    for (int i = 0; i < m->heat_count && p->temperature; i++)
        p->temperature[i] = -1;
    p->user_solved = calloc(m->user ? (size_t)m->user->states + 1 : 1, sizeof(bool));
    return p->together && p->temperature && p->user_solved ? EG_OK : EG_ERROR_MEMORY;
}

static void problem_release(eg_start_problem *p)
{
    for (int order = 0; order < 3; order++)
        free(p->conditions[order].items);
    for (int order = 0; order < 2; order++) {
        eg_ties_free(&p->ties[order]);
        eg_ties_free(&p->fixed[order]);
        free(p->solved[order]);
    }
    free(p->together);
    free(p->temperature);
    free(p->user_solved);
    memset(p, 0, sizeof *p);
}

/* What is not finite there: the force of an element or an unknown; else what is largest. */
static void name_unfit(eg_network *s, const double *y, const double *yp, char *who, size_t size)
{
    const eg_model *m = s->m;
    char name[160];
    int largest = 0;
    for (int e = 0; e < m->element_count; e++)
        if (!isfinite(s->force[e].f)) {
            snprintf(who, size, "the force of %s", eg_instance_path(m, m->elements[e].instance));
            return;
        }
    for (int i = 0; i < m->n; i++)
        if (!(fabs(y[i]) + fabs(yp[i]) <= fabs(y[largest]) + fabs(yp[largest])))
            largest = i;
    s->base.ops->describe(&s->base, largest, name, sizeof name);
    snprintf(who, size, "the %s", m->n > 0 ? name : "model");
}

static void report_unfit(eg_network *s, const double *y, const double *yp)
{
    char who[200];
    if (s->m->user && eg_user_report_undefined(s))
        return;
    name_unfit(s, y, yp, who, sizeof who);
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
              "the equations cannot be evaluated at the start: a value is not finite; look at %s first", who);
    eg_remedy(s->base.diagnostics,
              "change its start value, or the parameters that it divides by or takes roots of");
}

static eg_status settle(eg_network *s, double t, double *y, double *yp)
{
    eg_diagnostics *d = s->base.diagnostics;
    const size_t before = d ? eg_diagnostics_errors(d) : 0;
    eg_stick_let_go(s);
    int status = eg_network_settle_modes(s, t, y, yp, true, NULL);
    if (status == 0)
        return EG_OK;
    const bool is_told = status == EG_ERROR_MEMORY || (d && eg_diagnostics_errors(d) > before);
    if (!is_told)
        report_unfit(s, y, yp);
    return status == EG_ERROR_MEMORY ? EG_ERROR_MEMORY : EG_ERROR_MODEL;
}

/* What fixed positions tie moves together when the balance of a massless body is sought. The representative
 * of a set is its lowest body, that of the ground 0. */
static void tell_together(eg_network *s, eg_start_problem *p)
{
    for (int b = 0; b < s->m->body_count; b++)
        p->together[b] = eg_ties_find(&p->fixed[0], b);
    s->together = p->together;
}

static eg_status solve(eg_network *s, eg_start_problem *p, double t, double *y, double *yp)
{
    const eg_model *m = s->m;
    eg_status status = start_temperatures(s, p, y);
    for (int order = 0; order < 2; order++) {
        eg_status one = eg_start_tie(s, order, &p->conditions[order], &p->ties[order], &p->fixed[order]);
        if (one != EG_OK)
            status = one;
    }
    if (status != EG_OK && !(p->is_trial && status == EG_ERROR_MODEL))
        return status;
    set_unknowns(s, 0, &p->ties[0], y);
    set_unknowns(s, 1, &p->ties[1], y);
    tell_together(s, p);
    status = settle(s, t, y, yp);
    if (status == EG_OK)
        status = meet_conditions(s, p, t, y, yp);
    for (int b = 1; b < m->body_count; b++) {
        p->solved[0][b] |= s->balance.shift[b] >= 0;
        p->solved[1][b] |= eg_start_is_massless(m, b);
    }
    for (int i = 0; m->user && s->user.slots && i < m->user->states; i++)
        p->user_solved[i] |= s->user.slots->is_algebraic[i];
    if (status == EG_OK && m->user)
        status = eg_user_check_fixed(s, y);
    if (status == EG_OK)
        status = check_given_temperatures(s, y);
    s->together = NULL;
    return status;
}

/* From drives and signals as they are at (t, y); in a trial values that contradict these yet are let be. */
static eg_status attempt(eg_network *s, const bool *tree, bool is_trial, double t, double *y, double *yp)
{
    eg_start_problem p = {.is_trial = is_trial};
    eg_status status = problem_create(&p, s->m);
    eg_network_seek_start(s);
    for (int order = 0; order < 3 && status == EG_OK; order++)
        if (eg_start_collect(s, order, tree, &p.conditions[order]) < 0)
            status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = solve(s, &p, t, y, yp);
    if (status == EG_OK)
        report_gaps(s, &p);
    if (status == EG_OK && !is_trial)
        status = eg_user_tangents_start(s, p.user_solved, t, y, yp) != 0 ? EG_ERROR_MODEL : EG_OK;
    problem_release(&p);
    return status;
}

/* ---------------------------------------------------------------- drives and signals at the start */

/* Drives and blocks start from signals, signals may come from drives and blocks. */
static void refresh_from(eg_network *s, bool is_first, double t, double *y, const double *yp)
{
    for (int round = 0; round < 2; round++) {
        eg_network_evaluate(s, t, y, yp,
                            EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_POSITIONS | EG_EVALUATE_NO_FORCES);
        start_drives(s, y);
        start_blocks(s, is_first && round == 0, y);
    }
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_POSITIONS | EG_EVALUATE_NO_FORCES);
}

static void refresh(eg_network *s, double t, double *y, const double *yp)
{
    refresh_from(s, false, t, y, yp);
}

/* What the start depends on: motions, states of blocks that are not sought, and the signals that give start
 * values. */
static int list_dependencies(const eg_network *s, const double *y, double *values)
{
    const eg_model *m = s->m;
    int count = 0;
    const bool seeks = eg_start_seeks(m);
    for (int i = 0; i < m->net_count; i++)
        for (int k = 0; k < m->nets[i].states; k++)
            if (!seeks || !eg_start_rests(m, &m->nets[i], k))
                values[count++] = y[m->nets[i].state + k];
    for (int i = 0; i < m->drive_count; i++) {
        values[count++] = s->signals.drive[i].x;
        values[count++] = s->signals.drive[i].dx;
    }
    for (size_t i = 0; i < m->parts.initial_count; i++) {
        const eg_initial_part *p = &m->parts.initial[i];
        values[count++] = s->signals.net[eg_start_net(m, p)].x;
    }
    return count;
}

static bool all_equal(const double *a, const double *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!(fabs(a[i] - b[i]) <= 8 * 2.220446049250313e-16 * fabs(b[i])))
            return false;
    return true;
}

/* Sensors may see bodies whose start depends on what the sensors say: attempts, not yet reported, until
 * motions and signals stay the same. */
static eg_status find_motions(eg_network *s, const bool *tree, double t, double *y, double *yp)
{
    const eg_model *m = s->m;
    size_t room =
        2 * (size_t)m->drive_count + m->parts.initial_count + (size_t)(m->first.heat - m->first.block);
    if (room == 0)
        return EG_OK;
    eg_diagnostics *loud = s->base.diagnostics, *quiet = eg_diagnostics_create();
    double *before = malloc(2 * sizeof *before * room), *after = before + room;
    eg_status status = before && quiet ? EG_OK : EG_ERROR_MEMORY;
    bool settled = false;
    s->base.diagnostics = quiet;
    for (int round = 0; round < 60 && !settled && status != EG_ERROR_MEMORY; round++) {
        int count = list_dependencies(s, y, before);
        status = attempt(s, tree, true, t, y, yp);
        refresh(s, t, y, yp);
        list_dependencies(s, y, after);
        settled = all_equal(before, after, count);
    }
    s->base.diagnostics = loud;
    if (status != EG_ERROR_MEMORY && !settled) {
        eg_report(loud, EG_ERROR, EG_NOWHERE,
                  "no start has been found: signals that give a motion or a start value "
                  "depend on positions which depend on these signals");
        eg_remedy(loud, "give the bodies that the sensors see fixed start values of their own");
        status = EG_ERROR_MODEL;
    } else if (status != EG_ERROR_MEMORY) {
        status = EG_OK; /* what is wrong will be found again, and said */
    }
    eg_diagnostics_free(quiet);
    free(before);
    return status;
}

/* Does the signal jump at some time after t? */
static bool jumps_after(const eg_model *m, int net, double t)
{
    const eg_net *n = &m->nets[net];
    if (n->kind != EG_SIGNAL_BLOCK || n->unknown >= 0 || n->lag > 0)
        return false;
    for (int i = 0; i < n->input_count; i++)
        if (jumps_after(m, n->inputs[i], t))
            return true;
    const eg_instance *instance = &m->instances[n->instance];
    const eg_block_ops *block = n->block;
    return block->continuity && eg_block_continuity(block, instance->p, n->output, t) < 0 && block->phase &&
           block->phase_end && block->phase_end(instance->p, block->phase(instance->p, t)) < INFINITY;
}

/* The compiler has looked for jumps from the experiment's start on; this run may begin earlier. */
static eg_status check_drives(const eg_network *s, double t)
{
    const eg_model *m = s->m;
    eg_status status = EG_OK;
    for (int i = 0; i < m->drive_count; i++) {
        const eg_drive *d = &m->drives[i];
        if (d->states > 0 || !jumps_after(m, d->input, t))
            continue;
        const eg_instance *instance = &m->instances[d->instance];
        eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
                  "%s moves its flange exactly along the signal %s, but that signal jumps after the start at "
                  "%.9g s: the speed of the flange would be infinite",
                  instance->path, m->nets[d->input].name, t);
        eg_remedy(s->base.diagnostics, "set %s(exact=false), or start later", instance->path);
        status = EG_ERROR_MODEL;
    }
    return status;
}

/* Users' assertions hold from now on, and samples may be due. */
static eg_status end_start(eg_network *s, double t, double *y, double *yp)
{
    bool jumped;
    if (eg_user_end_start(s, t, y, yp) < 0)
        return EG_ERROR_MODEL;
    if (eg_delays_begin(s, t) != 0)
        return EG_ERROR_MEMORY;
    const eg_user *u = s->m->user; /* initial() is no longer true, pre(x) no longer its start value */
    int status = u->before_count + u->impulse_count + u->clause_count > 0
                     ? eg_network_settle_modes(s, t, y, yp, false, NULL)
                     : 0;
    if (status == 0)
        status = eg_user_end_event(s, t, y, yp);
    if (status == 0 && eg_user_is_due(s, t))
        status = eg_network_handle_event(&s->base, t, NULL, y, yp, &jumped, NULL);
    if (status == 0)
        return EG_OK;
    if (status == EG_ERROR_MEMORY)
        return EG_ERROR_MEMORY;
    return EG_ERROR_MODEL;
}

/* Where unknowns begin that equations determine: as their start values say, 0 without one; 1 without one;
 * others (eg_user_guess_other) from FIRST_OTHER on. */
enum { AS_GUESSED, FROM_ONE, FIRST_OTHER };

static eg_status seek_from(eg_network *s, int guess, const bool *tree, double t, double *y, double *yp)
{
    const eg_model *m = s->m;
    memset(y, 0, sizeof(double) * (size_t)s->base.n);
    memset(yp, 0, sizeof(double) * (size_t)s->base.n);
    if (m->user) {
        eg_user_begin_start(s, t);
        eg_user_guess(s, y);
    }
    eg_network_take_inputs(s);
    if (guess == FROM_ONE)
        eg_user_guess_one(s, y);
    else if (guess >= FIRST_OTHER)
        eg_user_guess_other(s, guess - FIRST_OTHER, y);
    refresh_from(s, true, t, y, yp);
    if (m->user && eg_user_guess_elsewhere(s, y))
        refresh_from(s, true, t, y, yp);
    for (int i = 0; m->user && i < m->user->first_count && eg_user_take_firsts(s); i++)
        refresh_from(s, true, t, y, yp);
    const eg_status status = find_motions(s, tree, t, y, yp);
    return status == EG_OK ? attempt(s, tree, false, t, y, yp) : status;
}

/* Once more, with what was said before forgotten. False: another guess would not help. */
static bool seek_again(eg_network *s, int guess, const bool *tree, double t, double *y, double *yp,
                       size_t before, eg_status *status)
{
    if (start_phases(s, t) != EG_OK)
        return false;
    eg_diagnostics_forget(s->base.diagnostics, before);
    *status = seek_from(s, guess, tree, t, y, yp);
    return *status == EG_ERROR_MODEL;
}

/* From other guesses than those that are given, and with steps that are shortened where they lead away. */
static eg_status seek_elsewhere(eg_network *s, const bool *tree, double t, double *y, double *yp,
                                size_t before)
{
    eg_status status = EG_ERROR_MODEL;
    s->solver.is_damped = true;
    bool goes_on = seek_again(s, AS_GUESSED, tree, t, y, yp, before, &status);
    for (int k = 0; goes_on && eg_user_has_other_guess(k); k++) {
        goes_on = seek_again(s, FIRST_OTHER + k, tree, t, y, yp, before, &status);
        if (status == EG_OK)
            eg_user_report_other_guess(s, k);
    }
    s->solver.is_damped = false;
    return status;
}

/* At a guess of 0 equations may not determine their unknowns, as y x = 4 there does not tell x: where no
 * start has been found from there, one is sought from 1, and then elsewhere. Where none is found what is
 * said is what became of the guesses. */
static eg_status seek(eg_network *s, const bool *tree, double t, double *y, double *yp)
{
    eg_diagnostics *d = s->base.diagnostics;
    const size_t before = d ? eg_diagnostics_count(d) : 0;
    eg_status status = seek_from(s, AS_GUESSED, tree, t, y, yp);
    if (status != EG_ERROR_MODEL || !s->m->user || s->m->user->unknowns == 0)
        return status;
    if (eg_user_guess_one(s, y) && !seek_again(s, FROM_ONE, tree, t, y, yp, before, &status))
        return status;
    if (eg_user_has_undefined(s)) /* where it was asked last: a guess of the user's lies outside */
        return status;
    status = seek_elsewhere(s, tree, t, y, yp, before);
    if (status != EG_ERROR_MODEL || start_phases(s, t) != EG_OK)
        return status;
    eg_diagnostics_forget(d, before);
    return seek_from(s, AS_GUESSED, tree, t, y, yp);
}

/* What changes at events only may begin with what follows from the start, and the start from that: the one is
 * found with the other as it was found before, until it stays. */
static eg_status seek_with_late(eg_network *s, const bool *tree, double t, double *y, double *yp)
{
    enum { MOST = 50 };
    eg_user_forget_late(s);
    for (int round = 0; round < MOST; round++) {
        const eg_status status = seek(s, tree, t, y, yp);
        if (status != EG_OK)
            return status;
        refresh(s, t, y, yp);
        if (!eg_user_take_late(s))
            return EG_OK;
        if (start_phases(s, t) != EG_OK)
            return EG_ERROR_MODEL;
    }
    eg_report(
        s->base.diagnostics, EG_ERROR, EG_NOWHERE,
        "what changes at events only and begins with what the start determines does not settle: the start "
        "depends on it in turn");
    eg_remedy(s->base.diagnostics, "let its initial equation follow from parameters and fixed states");
    return EG_ERROR_MODEL;
}

eg_status eg_network_initialize(eg_system *base, double t, double *y, double *yp)
{
    eg_network *s = eg_network_of(base);
    const eg_model *m = s->m;
    if (check_drives(s, t) != EG_OK || start_phases(s, t) != EG_OK)
        return EG_ERROR_MODEL;
    bool *tree = calloc(m->parts.coordinate_count + 1, sizeof(bool));
    if (!tree)
        return EG_ERROR_MEMORY;
    for (int b = 1; b < m->body_count; b++)
        if (m->bodies[b].coordinate >= 0)
            tree[m->bodies[b].coordinate] = true;
    s->start_time = t;
    eg_network_forget_scales(s);
    const size_t errors = base->diagnostics ? eg_diagnostics_errors(base->diagnostics) : 0;
    eg_status status = m->user ? seek_with_late(s, tree, t, y, yp) : seek(s, tree, t, y, yp);
    free(tree);
    if (status == EG_OK)
        status = eg_network_begin_elements(s, t, y, yp);
    if (status == EG_OK && m->user)
        status = end_start(s, t, y, yp);
    /* where modes settle anew: the first time tells itself */
    if (status == EG_ERROR_MODEL && base->diagnostics && eg_diagnostics_errors(base->diagnostics) == errors)
        report_unfit(s, y, yp);
    if (status == EG_OK)
        status = eg_network_find_scales(s, t, y, yp);
    if (status == EG_OK)
        status = eg_network_check_start(s, y, yp);
    if (status == EG_OK)
        eg_network_tell_deep_starts(s, t, y, yp);
    return status;
}
