/* Making programs, and the numbers of a lane. The lists are made by one walk over a model's parts, which the
 * base model takes to note the indices, and each instance to check them and to take its coefficients. */
#include "ensemble/program.h"

#include "base/reason.h"
#include "engine/erk/table.h"
#include "network/motion/evaluate.h"
#include "network/user/user.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what lanes take */

/* A source block of which nothing but time is asked. */
static bool is_source(const eg_net *n)
{
    return n->kind == EG_SIGNAL_BLOCK && n->of_time && n->input_count == 0 && n->states == 0 &&
           n->unknown < 0 && !n->block->is_derivative;
}

static bool takes_input(const eg_model *m, const eg_user_input *in)
{
    switch (in->kind) {
    case EG_USER_SIGNAL: return in->other == 0 && is_source(&m->nets[in->index]);
    case EG_USER_RATE:
    case EG_USER_TIME:
    case EG_USER_START:
    case EG_USER_VALUE:
    case EG_USER_DISTANCE:
    case EG_USER_SPEED:
    case EG_USER_FORCE:
    case EG_USER_DISCRETE:
    case EG_USER_BEFORE:
    case EG_USER_SAMPLE:
    case EG_USER_TERMINAL: return true;
    default: return false;
    }
}

static bool takes_equations(const eg_network *s, char *reason, size_t size)
{
    const eg_user *u = s->m->user;
    const char *in_the_way = NULL;
    if (!u)
        return true;
    if (s->base.origin != 0 && u->clock >= 0) /* see eg_tape_run_late */
        in_the_way = "follow time in a run that begins late";
    else if (!u->is_explicit || u->is_implicit || u->has_speeds || u->switches_on_rates || u->is_balanced)
        in_the_way = "have to be solved at each point";
    else if (u->delay_count > 0)
        in_the_way = "look back by delay()";
    else if (u->impulse_count > 0)
        in_the_way = "have impulses";
    else if (u->output_count > 0)
        in_the_way = "give signals";
    else if (u->tape.loop_count > 0)
        in_the_way = "have loops whose number of passes changes";
    for (int i = 0; i < u->flow_count; i++)
        if (u->flows[i].is_heat)
            in_the_way = "give heat flows";
    return !in_the_way || eg_refuse(reason, size, "equations of %s %s", s->m->name, in_the_way);
}

/* Unknowns beside those of bodies and of users' equations. */
static bool has_other_unknowns(const eg_model *m, char *reason, size_t size)
{
    for (int i = 1; i < m->body_count; i++)
        if (m->bodies[i].mass == 0)
            return !eg_refuse(reason, size, "the part at %s has no mass", m->bodies[i].name);
    if (m->drive_count > 0)
        return !eg_refuse(reason, size, "%s gives a motion", eg_instance_path(m, m->drives[0].instance));
    if (m->heat_count > 0)
        return !eg_refuse(reason, size, "there is heat at %s", m->heat[0].name);
    for (int i = 0; i < m->net_count; i++)
        if (m->nets[i].states > 0 || m->nets[i].unknown >= 0)
            return !eg_refuse(reason, size, "the signal %s has states, or is part of a loop",
                              m->nets[i].name);
    return false;
}

static bool takes_signals(const eg_model *m, char *reason, size_t size)
{
    if (m->signals.switched_count > 0)
        return eg_refuse(reason, size, "the signal %s has kinks", m->nets[m->signals.switched[0]].name);
    for (int i = 0; i < m->source_count; i++)
        if (!is_source(&m->nets[m->sources[i].input]))
            return eg_refuse(reason, size, "the force of %s follows more than time",
                             eg_instance_path(m, m->sources[i].instance));
    for (int i = 0; i < m->net_count; i++)
        if (m->nets[i].dynamic && !is_source(&m->nets[i]))
            return eg_refuse(reason, size, "the signal %s follows the motion", m->nets[i].name);
    return true;
}

bool eg_program_takes(const eg_network *s, char *reason, size_t size)
{
    const eg_model *m = s->m;
    if (m->n == 0)
        return eg_refuse(reason, size, "there are no unknowns");
    if (has_other_unknowns(m, reason, size))
        return false;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (e->friction)
            return eg_refuse(reason, size, "the friction of %s may hold", eg_instance_path(m, e->instance));
        if (!e->ops->force || e->ops->force_under)
            return eg_refuse(reason, size, "the force of %s follows a signal or a temperature",
                             eg_instance_path(m, e->instance));
    }
    if (!takes_signals(m, reason, size) || !takes_equations(s, reason, size))
        return false;
    return (s->simple && !m->dynamics.is_implicit) ||
           eg_refuse(reason, size, "accelerations in %s depend on each other", m->name);
}

/* ---------------------------------------------------------------- the walk */

/* Notes terms of sums, or checks them against the program's and takes their coefficients. */
typedef struct walk {
    eg_program *p; /* to be filled, or NULL: */
    const eg_program *made;
    double *coefficient, *pushing; /* of a lane, */
    int width;
    int terms, pushes;
    bool differs, measures; /* measures: only counts */
} walk;

static void term(walk *w, int index, double coefficient)
{
    int at = w->terms++;
    if (w->measures)
        return;
    if (w->p)
        w->p->term[at] = index;
    else if (at >= w->made->terms || w->made->term[at] != index)
        w->differs = true;
    else
        w->coefficient[(size_t)at * (size_t)w->width] = coefficient;
}

static void end_sum(const walk *w, eg_sum *sums, int i, int first)
{
    if (w->p && !w->measures)
        sums[i] = (eg_sum){first, w->terms - first};
}

static void push(walk *w, const eg_scatter *list, int item)
{
    for (int k = list->start[item]; k < list->start[item + 1]; k++) {
        int at = w->pushes++;
        if (w->measures)
            continue;
        if (w->p)
            w->p->push[at] = list->terms[k].index;
        else if (at >= w->made->pushes || w->made->push[at] != list->terms[k].index)
            w->differs = true;
        else
            w->pushing[(size_t)at * (size_t)w->width] = list->terms[k].coefficient;
    }
}

/* sign*(speed of a node); -1: the ground. */
static void speed(walk *w, const eg_model *m, int node, double sign)
{
    for (int i = 0; node >= 0 && i <= m->nodes[node].more; i++) {
        eg_term t = eg_node_term(m, &m->nodes[node], i);
        if (t.index > 0)
            term(w, eg_v(m, t.index), sign * t.coefficient);
    }
}

static void distance(walk *w, const eg_model *m, const eg_row *row)
{
    for (int i = row->first; i < row->first + row->count; i++)
        term(w, m->row.terms[i].index, m->row.terms[i].coefficient);
}

static void walk_over(walk *w, const eg_model *m)
{
    for (int i = 0; i < m->element_count; i++) {
        const eg_row *row = &m->row.list[m->elements[i].row];
        int first = w->terms;
        distance(w, m, row);
        end_sum(w, w->p ? w->p->s : NULL, i, first);
        first = w->terms;
        speed(w, m, row->to, 1);
        speed(w, m, row->from, -1);
        end_sum(w, w->p ? w->p->v : NULL, i, first);
    }
    for (int b = 1; b < m->body_count; b++) {
        int first = w->terms;
        speed(w, m, m->bodies[b].to, 1);
        speed(w, m, m->bodies[b].from, -1);
        end_sum(w, w->p ? w->p->rate : NULL, b, first);
    }
    for (int i = 0; m->user && i < m->user->input_count; i++) {
        const eg_user_input *in = &m->user->inputs[i];
        int first = w->terms;
        if (in->kind == EG_USER_DISTANCE)
            distance(w, m, &m->row.list[in->row]);
        else if (in->kind == EG_USER_SPEED)
            speed(w, m, in->index, 1);
        end_sum(w, w->p ? w->p->in : NULL, i, first);
    }
}

static void walk_pushes(walk *w, const eg_model *m)
{
    const eg_scatter *lists[] = {&m->scatter.elements, &m->scatter.sources, &m->scatter.flows};
    const int counts[] = {m->element_count, m->source_count, m->user ? m->user->flow_count : 0};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < counts[k]; i++) {
            int first = w->pushes;
            push(w, lists[k], i);
            if (w->p && !w->measures) {
                eg_sum *const from[] = {w->p->from_element, w->p->from_source, w->p->from_flow};
                from[k][i] = (eg_sum){first, w->pushes - first};
            }
        }
}

/* ---------------------------------------------------------------- making a program */

/* All instructions of the tape's core that the marked ones need, but for what stands still; ascending. False:
 * an input is among them that lanes do not take, or out of memory. */
static bool list_needed(eg_program *p, bool *mark, int **list, int *count)
{
    const eg_user *u = p->model->user;
    int *all = *list = eg_arena_array(p->arena, (size_t)p->tape, sizeof **list);
    *count = 0;
    if (!all)
        return false;
    for (int i = p->tape - 1; i >= 0; i--) {
        const eg_instruction *x = &u->tape.code[i];
        const int of[3] = {x->a, x->b, x->c};
        mark[i] = mark[i] && !u->is_frozen[i];
        for (int k = 0; mark[i] && k < 3 && k < eg_op_operands(x->op); k++)
            mark[of[k]] = true;
        if (mark[i] && x->op == EG_OP_INPUT) {
            p->is_asked[x->a] = true;
            if (!takes_input(p->model, &u->inputs[x->a]))
                return false;
        }
    }
    for (int i = 0; i < p->tape; i++)
        if (mark[i])
            all[(*count)++] = i;
    return true;
}

static bool list_tape(eg_program *p)
{
    const eg_user *u = p->model->user;
    if (!u)
        return true;
    bool *mark = calloc((size_t)p->tape + 1, sizeof *mark);
    p->is_asked = eg_arena_array(p->arena, (size_t)p->inputs, sizeof *p->is_asked);
    if (!mark || !p->is_asked) {
        free(mark);
        return false;
    }
    for (int i = 0; i < u->unknowns; i++)
        mark[u->rows[i].result.node] = true;
    for (int i = 0; i < u->flow_count; i++)
        mark[u->flows[i].result.node] = true;
    bool good = list_needed(p, mark, &p->needed, &p->needed_count);
    memset(mark, 0, (size_t)p->tape * sizeof *mark);
    for (int i = 0; i < u->relation_count; i++)
        if (u->relations[i].switch_index >= 0)
            mark[u->relations[i].a] = mark[u->relations[i].b] = true;
    good = good && list_needed(p, mark, &p->watched, &p->watched_count);
    free(mark);
    return good;
}

/* Nets that sources or users' equations take, each once. */
static int source_of(eg_program *p, int net)
{
    for (int i = 0; i < p->sources; i++)
        if (p->source_net[i] == net)
            return i;
    p->source_net[p->sources] = net;
    return p->sources++;
}

static bool list_sources(eg_program *p)
{
    const eg_model *m = p->model;
    p->source_net = eg_arena_array(p->arena, (size_t)(m->source_count + p->inputs), sizeof(int));
    p->in_source = eg_arena_array(p->arena, (size_t)p->inputs, sizeof(int));
    if (!p->source_net || !p->in_source)
        return false;
    for (int i = 0; i < m->source_count; i++)
        (void)source_of(p, m->sources[i].input);
    for (int i = 0; i < p->inputs; i++) {
        const eg_user_input *in = &m->user->inputs[i];
        p->in_source[i] = in->kind == EG_USER_SIGNAL && p->is_asked[i] ? source_of(p, in->index) : -1;
    }
    return true;
}

static bool list_terms(eg_program *p)
{
    const eg_model *m = p->model;
    walk w = {.p = p, .measures = true};
    walk_over(&w, m);
    walk_pushes(&w, m);
    p->terms = w.terms;
    p->pushes = w.pushes;
    p->term = eg_arena_array(p->arena, (size_t)p->terms, sizeof(int));
    p->push = eg_arena_array(p->arena, (size_t)p->pushes, sizeof(int));
    p->s = eg_arena_array(p->arena, (size_t)p->elements, sizeof *p->s);
    p->v = eg_arena_array(p->arena, (size_t)p->elements, sizeof *p->v);
    p->rate = eg_arena_array(p->arena, (size_t)p->bodies, sizeof *p->rate);
    p->in = eg_arena_array(p->arena, (size_t)p->inputs, sizeof *p->in);
    p->from_element = eg_arena_array(p->arena, (size_t)p->elements, sizeof *p->from_element);
    p->from_source = eg_arena_array(p->arena, (size_t)m->source_count, sizeof *p->from_source);
    p->from_flow = eg_arena_array(p->arena, m->user ? (size_t)m->user->flow_count : 0, sizeof *p->from_flow);
    if (!p->term || !p->push || !p->s || !p->v || !p->rate || !p->in || !p->from_element || !p->from_source ||
        !p->from_flow)
        return false;
    w = (walk){.p = p};
    walk_over(&w, m);
    walk_pushes(&w, m);
    return true;
}

eg_program *eg_program_create(const eg_network *s)
{
    const eg_model *m = s->m;
    char reason[EG_REASON_SIZE];
    if (!eg_program_takes(s, reason, sizeof reason))
        return NULL;
    eg_program *p = calloc(1, sizeof *p);
    if (!p)
        return NULL;
    *p = (eg_program){.model = m,
                      .n = m->n,
                      .elements = m->element_count,
                      .bodies = m->body_count,
                      .switches = m->switch_count,
                      .inputs = m->user ? m->user->input_count : 0,
                      .tape = m->user ? m->user->core : 0,
                      .relations = m->user ? m->user->relation_count : 0,
                      .works = m->element_count > 0 || m->source_count > 0 ||
                               (m->user && m->user->flow_count > 0)};
    p->arena = eg_arena_create();
    if (!p->arena || !list_terms(p) || !list_tape(p) || !list_sources(p)) {
        eg_program_free(p);
        return NULL;
    }
    return p;
}

void eg_program_free(eg_program *p)
{
    if (!p)
        return;
    eg_arena_free(p->arena);
    free(p);
}

/* ---------------------------------------------------------------- lanes */

/* Bytes of a row of eight lanes: one vector, or two, which is fast to load and store where it does not cross
 * two lines of a cache. */
enum { LINE = 64 };

bool eg_lanes_create(eg_lanes *l, const eg_program *p, int width)
{
    *l = (eg_lanes){.p = p, .width = width};
    const size_t n = (size_t)p->n, e = (size_t)p->elements, h = (size_t)p->switches, u = (size_t)p->sources;
    const struct {
        double **at;
        size_t count;
    } parts[] = {
        {&l->coefficient, (size_t)p->terms},
        {&l->constant, e + (size_t)p->inputs},
        {&l->mass, (size_t)p->bodies},
        {&l->pushing, (size_t)p->pushes},
        {&l->F, e},
        {&l->Ks, e},
        {&l->Kv, e},
        {&l->S, e},
        {&l->V, e},
        {&l->H, h},
        {&l->Hs, h},
        {&l->Hv, h},
        {&l->u0, u},
        {&l->u1, u},
        {&l->u2, u},
        {&l->since, u},
        {&l->held, (size_t)p->inputs},
        {&l->sign, (size_t)p->relations},
        {&l->band, (size_t)p->relations},
        {&l->recent, (size_t)p->relations},
        {&l->value, (size_t)p->tape},
        {&l->s, e},
        {&l->v, e},
        {&l->f, e},
        {&l->u, u},
        {&l->sum, n},
        {&l->t, 1},
        {&l->y, n},
        {&l->out, n},
        {&l->k, EG_ERK_STAGES * n},
        {&l->start, n},
        {&l->rate, n},
        {&l->arg, n},
        {&l->after, n},
        {&l->polynomial, (EG_ERK_DEGREE + 1) * n},
        {&l->h, h},
        {&l->power, EG_ERK_STAGES * EG_LANES_WORKS},
        {&l->power_begin, EG_LANES_WORKS},
        {&l->power_end, EG_LANES_WORKS},
        {&l->power_now, EG_LANES_WORKS},
        {&l->work, EG_LANES_WORKS},
    };
    const size_t count = sizeof parts / sizeof *parts;
    size_t total = LINE / sizeof(double);
    for (size_t i = 0; i < count; i++)
        total += parts[i].count * (size_t)width;
    double *at = l->memory = calloc(total, sizeof *at);
    l->by_law = calloc(e * (size_t)width + 1, sizeof *l->by_law);
    l->by_block = calloc(u * (size_t)width + 1, sizeof *l->by_block);
    if (!l->memory || !l->by_law || !l->by_block)
        return false;
    at += (LINE - (uintptr_t)at % LINE) % LINE / sizeof *at;
    for (size_t i = 0; i < count; at += parts[i].count * (size_t)width, i++)
        *parts[i].at = at;
    return true;
}

void eg_lanes_release(eg_lanes *l)
{
    free(l->memory);
    free(l->by_law);
    free(l->by_block);
    *l = (eg_lanes){0};
}

static size_t at(const eg_lanes *l, int i, int lane)
{
    return (size_t)i * (size_t)l->width + (size_t)lane;
}

static bool same_tape(const eg_lanes *l, const eg_model *m)
{
    const eg_user *a = l->p->model->user, *b = m->user;
    if (!a)
        return !b;
    if (!b || a->core != b->core || a->input_count != b->input_count)
        return false;
    for (int i = 0; i < a->core; i++) {
        const eg_instruction *x = &a->tape.code[i], *y = &b->tape.code[i];
        if (x->op != y->op || x->a != y->a || x->b != y->b || x->c != y->c)
            return false;
    }
    for (int i = 0; i < a->input_count; i++)
        if (a->inputs[i].kind != b->inputs[i].kind || a->inputs[i].index != b->inputs[i].index ||
            a->inputs[i].other != b->inputs[i].other)
            return false;
    for (int i = 0; i < a->unknowns; i++)
        if (a->rows[i].result.node != b->rows[i].result.node)
            return false;
    for (int i = 0; i < a->relation_count; i++)
        if (a->relations[i].a != b->relations[i].a || a->relations[i].b != b->relations[i].b ||
            a->relations[i].switch_index != b->relations[i].switch_index)
            return false;
    for (int i = 0; i < a->flow_count; i++)
        if (a->flows[i].result.node != b->flows[i].result.node)
            return false;
    return true;
}

bool eg_lanes_load(eg_lanes *l, int lane, eg_network *network)
{
    const eg_program *p = l->p;
    const eg_model *m = network->m;
    walk w = {
        .made = p, .coefficient = l->coefficient + lane, .pushing = l->pushing + lane, .width = l->width};
    char reason[EG_REASON_SIZE];
    if (!eg_program_takes(network, reason, sizeof reason) || !same_tape(l, m))
        return false;
    walk_over(&w, m);
    walk_pushes(&w, m);
    if (w.differs || w.terms != p->terms || w.pushes != p->pushes)
        return false;
    for (int i = 0; i < p->elements; i++)
        l->constant[at(l, i, lane)] = m->row.list[m->elements[i].row].constant;
    for (int i = 0; i < p->inputs; i++)
        if (m->user->inputs[i].kind == EG_USER_DISTANCE)
            l->constant[at(l, p->elements + i, lane)] = m->row.list[m->user->inputs[i].row].constant;
    for (int b = 1; b < p->bodies; b++)
        l->mass[at(l, b, lane)] = network->stick.mass[b];
    l->network[lane] = network;
    return true;
}

/* ---------------------------------------------------------------- a mode begins */

static void freeze_element(eg_lanes *l, int lane, const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    const double *k = s->k + e->coefficients;
    const size_t x = at(l, i, lane);
    l->by_law[x] = !e->ops->is_linear || !e->ops->is_linear(k);
    l->S[x] = s->s_rel[i];
    l->V[x] = s->v_rel[i];
    l->F[x] = s->force[i].f;
    l->Ks[x] = s->force[i].df_ds;
    l->Kv[x] = s->force[i].df_dv;
    double h[EG_ELEMENT_MAX_SWITCHES], by_s[EG_ELEMENT_MAX_SWITCHES] = {0},
                                       by_v[EG_ELEMENT_MAX_SWITCHES] = {0};
    if (!e->ops->switching)
        return;
    e->ops->switching(k, s->mode[i], s->s_rel[i], s->v_rel[i], h, by_s, by_v);
    for (int j = 0; j < e->ops->switch_count; j++) {
        l->H[at(l, e->first_switch + j, lane)] = h[j];
        l->Hs[at(l, e->first_switch + j, lane)] = by_s[j];
        l->Hv[at(l, e->first_switch + j, lane)] = by_v[j];
    }
}

/* Where a source is a polynomial of time, it is that of its value and derivatives now. */
static void freeze_source(eg_lanes *l, int lane, const eg_network *s, int i, double t)
{
    const eg_net *n = &s->m->nets[l->p->source_net[i]];
    const double *p = s->m->instances[n->instance].p;
    const size_t x = at(l, i, lane);
    eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}}, u = {0};
    eg_generator g = {NAN, NAN};
    if (n->block->generator)
        g = n->block->generator(p, s->phase[n->instance]);
    const double clock = l->origin + t;
    eg_block_evaluate(n, p, s->phase[n->instance], (eg_jet){clock, 1, 0}, z, &u);
    eg_jet_go_on(&u, t - (clock - l->origin), 0);
    l->by_block[x] = !(g.decay == 0 && g.frequency == 0);
    l->u0[x] = u.x;
    l->u1[x] = u.dx;
    l->u2[x] = 0.5 * u.ddx;
    l->since[x] = t;
}

static void freeze_equations(eg_lanes *l, int lane, const eg_network *s)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < l->p->inputs; i++)
        l->held[at(l, i, lane)] = u->inputs[i].kind == EG_USER_RATE ? 0 : s->user.in[i];
    for (int i = 0; i < l->p->tape; i++)
        if (u->is_frozen[i])
            l->value[at(l, i, lane)] = s->user.value[i];
    for (int i = 0; i < l->p->relations; i++) {
        l->sign[at(l, i, lane)] = s->user.mode[i] ? 1 : -1;
        if (!s->user.relevant[i])
            l->sign[at(l, i, lane)] = 0;
        l->band[at(l, i, lane)] = s->user.band[i];
        l->recent[at(l, i, lane)] = 0;
    }
}

void eg_lanes_freeze(eg_lanes *l, int lane, double t, const double *y, const double *yp)
{
    eg_network *s = l->network[lane];
    eg_network_evaluate(s, l->origin + t, y, yp, 0);
    for (int i = 0; i < l->p->elements; i++)
        freeze_element(l, lane, s, i);
    for (int i = 0; i < l->p->sources; i++)
        freeze_source(l, lane, s, i, t);
    if (s->m->user)
        freeze_equations(l, lane, s);
}

/* ---------------------------------------------------------------- one lane as a system */

static void put(eg_lanes *l, int lane, double t, const double *y)
{
    l->t[lane] = t;
    for (int j = 0; j < l->p->n; j++)
        l->y[at(l, j, lane)] = y[j];
}

int eg_lanes_derivatives(eg_lanes *l, int lane, double t, const double *y, double *yp)
{
    double sum = 0; /* any NaN or infinity shows in the sum */
    put(l, lane, t, y);
    eg_lanes_evaluate(l, lane, l->t, l->y, l->out);
    for (int j = 0; j < l->p->n; j++) {
        yp[j] = l->out[at(l, j, lane)];
        sum += yp[j] * 0.0;
    }
    return sum == 0.0 ? 0 : 1;
}

void eg_lanes_powers(eg_lanes *l, int lane, double t, const double *y, double *power)
{
    put(l, lane, t, y);
    eg_lanes_evaluate_powers(l, lane, l->t, l->y, l->out);
    for (int q = 0; q < EG_LANES_WORKS; q++)
        power[q] = l->power_now[at(l, q, lane)];
}

void eg_lanes_switching(eg_lanes *l, int lane, double t, const double *y, double *h)
{
    eg_network *s = l->network[lane];
    const eg_user *u = l->p->model->user;
    put(l, lane, t, y);
    eg_lanes_watch(l, lane, l->t, l->y, l->h);
    for (int i = 0; i < l->p->switches; i++)
        h[i] = l->h[at(l, i, lane)];
    for (int i = 0; i < l->p->relations; i++) { /* as eg_user_switching keeps them */
        if (u->relations[i].switch_index < 0)
            continue;
        s->user.scale[i] = fmax(s->user.scale[i], fabs(l->value[at(l, u->relations[i].b, lane)] -
                                                       l->value[at(l, u->relations[i].a, lane)]));
        s->user.recent[i] = fmax(s->user.recent[i], l->recent[at(l, i, lane)]);
    }
}

/* In models without users' equations. */
void eg_lanes_switching_rates(eg_lanes *l, int lane, double t, const double *y, const double *yp, double *dh)
{
    const eg_program *p = l->p;
    const eg_network *s = l->network[lane];
    put(l, lane, t, y);
    eg_lanes_watch(l, lane, l->t, l->y, l->h); /* leaves distances and speeds */
    for (int i = 0; i < p->elements; i++) {
        const eg_element *e = &s->m->elements[i];
        double a = 0, speed_now = l->v[at(l, i, lane)], h[EG_ELEMENT_MAX_SWITCHES];
        double by_s[EG_ELEMENT_MAX_SWITCHES] = {0}, by_v[EG_ELEMENT_MAX_SWITCHES] = {0};
        for (int k = p->v[i].first; k < p->v[i].first + p->v[i].count; k++)
            a += l->coefficient[at(l, k, lane)] * yp[p->term[k]];
        for (int k = 0; k < e->ops->switch_count; k++) {
            by_s[k] = l->Hs[at(l, e->first_switch + k, lane)];
            by_v[k] = l->Hv[at(l, e->first_switch + k, lane)];
        }
        if (l->by_law[at(l, i, lane)] && e->ops->switching)
            e->ops->switching(s->k + e->coefficients, s->mode[i], l->s[at(l, i, lane)], speed_now, h, by_s,
                              by_v);
        for (int k = 0; k < e->ops->switch_count; k++)
            dh[e->first_switch + k] = by_s[k] * speed_now + by_v[k] * a;
    }
}
