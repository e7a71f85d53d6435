/* What a state consists of, and back into a network.
 *
 * Parts are arrays by name: the unknowns y and their rates y', what the network remembers
 * (eg_network_memories), what elements remember, and a few numbers. All else follows from these: it is found
 * anew where a state is put into a network. Parameters go along to tell which of them are others. */
#include "simulate/state.h"

#include "base/file.h"
#include "base/hash.h"
#include "base/span.h"
#include "component/friction/friction.h"
#include "component/spec.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/motion/take_over.h"
#include "network/motion/unknowns.h"
#include "network/user/delay.h"
#include "network/user/user.h"

#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- whose state it is */

static uint64_t hash_text(uint64_t h, const char *text)
{
    return eg_hash(h, text ? text : "", (text ? strlen(text) : 0) + 1);
}

static uint64_t hash_count(uint64_t h, long count)
{
    unsigned char bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (unsigned char)((unsigned long)count >> (8 * i) & 0xff);
    return eg_hash(h, bytes, sizeof bytes);
}

/* Names of components with their classes, of users' variables, and numbers of all that there is. */
static uint64_t structure_of(const eg_model *m)
{
    uint64_t h = EG_HASH_OF_NOTHING;
    const long counts[] = {m->n,
                           m->instance_count,
                           m->body_count,
                           m->dynamics.massless_count,
                           m->node_count,
                           m->element_count,
                           m->drive_count,
                           m->kinds.friction_count,
                           m->net_count,
                           m->signals.loop_count,
                           m->heat_count,
                           m->switch_count,
                           m->interface.input_count};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        h = hash_count(h, counts[i]);
    for (int i = 0; i < m->instance_count; i++)
        h = hash_text(hash_text(h, m->instances[i].path), m->instances[i].class->name);
    const eg_user *u = m->user;
    if (!u)
        return h;
    const long users[] = {u->unknowns,     u->states,       u->quantity_count, u->relation_count,
                          u->clause_count, u->action_count, u->sample_count,   u->impulse_count,
                          u->before_count, u->grip_count};
    for (size_t i = 0; i < sizeof users / sizeof *users; i++)
        h = hash_count(h, users[i]);
    for (int i = 0; i < u->quantity_count; i++)
        h = hash_text(h, u->quantities[i].path);
    for (int i = 0; i < u->unknowns; i++)
        h = hash_count(h, u->unknown_of[i]);
    return h;
}

/* What y holds, which stateSelect decides: "ball.s\nball.v\n". In the arena; NULL: out of memory. */
static const char *name_unknowns(const eg_model *m, eg_arena *arena)
{
    char *made = NULL, name[1024];
    size_t size = 0;
    eg_unknown *all = eg_model_unknowns(m);
    FILE *out = all ? open_memstream(&made, &size) : NULL;
    for (int i = 0; out && i < m->n; i++) {
        eg_unknown_name(&all[i], name, sizeof name);
        fprintf(out, "%s\n", name);
    }
    char *text = out ? eg_text_end(out, &made) : NULL;
    const char *names = text ? eg_arena_text(arena, text, size) : NULL;
    free(text);
    free(all);
    return names;
}

/* ---------------------------------------------------------------- making one */

static double *add_reals(eg_state *state, const char *name, const double *from, size_t count)
{
    double *reals = eg_arena_array(state->arena, count + 1, sizeof *reals);
    if (!reals)
        return NULL;
    if (from && count > 0)
        memcpy(reals, from, count * sizeof *reals);
    state->parts[state->part_count++] =
        (eg_state_part){.name = name, .is_real = true, .count = count, .reals = reals};
    return reals;
}

static long whole(const eg_memory *x, size_t i)
{
    switch (x->kind) {
    case EG_MEMORY_INT: return ((const int *)x->at)[i];
    case EG_MEMORY_LONG: return ((const long *)x->at)[i];
    case EG_MEMORY_BOOL: return ((const bool *)x->at)[i];
    case EG_MEMORY_REAL: break;
    }
    return 0;
}

static bool add_memory(eg_state *state, const eg_memory *x)
{
    if (x->kind == EG_MEMORY_REAL)
        return add_reals(state, x->name, x->at, x->count) != NULL;
    long *wholes = eg_arena_array(state->arena, x->count, sizeof *wholes);
    if (!wholes)
        return false;
    for (size_t i = 0; i < x->count; i++)
        wholes[i] = whole(x, i);
    state->parts[state->part_count++] = (eg_state_part){.name = x->name, .count = x->count, .wholes = wholes};
    return true;
}

/* Numbers that elements remember: those of elements that do, one element after the other. `at`: from the
 * network, or to it; NULL: they are counted. */
static size_t move_memories(eg_network *s, double *at, bool is_taken)
{
    const eg_model *m = s->m;
    size_t moved = 0;
    for (int i = 0; i < m->element_count && s->memories; i++) {
        const eg_element *e = &m->elements[i];
        const size_t count = (size_t)eg_element_coefficients(e->ops, e->p);
        if (!e->ops->remember && !e->ops->from_start)
            continue;
        double *own = s->memories + e->coefficients;
        if (at)
            memcpy(is_taken ? at + moved : own, is_taken ? own : at + moved, count * sizeof *own);
        moved += count;
    }
    return moved;
}

/* All numeric parameters, of components and then of the model's own. */
static size_t list_parameters(const eg_model *m, double *at)
{
    size_t count = 0;
    for (int i = 0; i < m->instance_count; i++) {
        if (at && m->instances[i].p_count > 0)
            memcpy(at + count, m->instances[i].p, m->instances[i].p_count * sizeof *at);
        count += m->instances[i].p_count;
    }
    for (int i = 0; i < m->told.declared_count; i++) {
        if (m->told.declared[i].type == EG_STRING)
            continue;
        if (at)
            at[count] = m->told.declared[i].value;
        count++;
    }
    return count;
}

/* Numbers of the network one by one. */
enum { EVENT_TIME, START_TIME, SINCE, STRIKE_SCALE, LEAST_LENGTH, LEAST_SPEED, FINISHED, NUMBERS };

static bool add_parts(eg_state *state, eg_network *s, const double *y, const double *yp)
{
    const size_t n = (size_t)s->m->n;
    eg_memory list[EG_NETWORK_MEMORIES];
    const size_t count = eg_network_memories(s, list);
    const double numbers[NUMBERS] = {s->left.time,       s->start_time,     s->user.since,   s->strike.scale,
                                     s->rounding.length, s->rounding.speed, s->base.finished};
    bool good = add_reals(state, "y", y, n) && add_reals(state, "rates", yp, n) &&
                add_reals(state, "least", s->rounding.least, n) &&
                add_reals(state, "numbers", numbers, NUMBERS);
    for (size_t i = 0; i < count && good; i++)
        good = add_memory(state, &list[i]);
    double *memories = good ? add_reals(state, "memories", NULL, move_memories(s, NULL, true)) : NULL;
    if (memories)
        (void)move_memories(s, memories, true);
    double *past =
        memories && s->user.delays ? add_reals(state, "past", NULL, eg_delays_pack(s, NULL)) : NULL;
    if (past)
        (void)eg_delays_pack(s, past);
    double *parameters = memories && (past || !s->user.delays)
                             ? add_reals(state, "parameters", NULL, list_parameters(s->m, NULL))
                             : NULL;
    if (parameters)
        (void)list_parameters(s->m, parameters);
    return parameters != NULL;
}

eg_state *eg_state_take(eg_network *s, double t, const double *y, const double *yp)
{
    eg_arena *arena = eg_arena_create();
    eg_state *state = arena ? eg_arena_alloc(arena, sizeof *state) : NULL;
    if (!state) {
        eg_arena_free(arena);
        return NULL;
    }
    const eg_experiment e = eg_model_experiment(s->m);
    *state = (eg_state){.arena = arena,
                        .model = eg_arena_copy(arena, s->m->name),
                        .engine = "auto",
                        .structure = structure_of(s->m),
                        .unknowns = name_unknowns(s->m, arena),
                        .time = t,
                        .interval = isnan(e.interval) ? 0 : e.interval,
                        .tolerance = isnan(e.tolerance) ? 1e-6 : e.tolerance,
                        .rows_from = t};
    state->parts = eg_arena_array(arena, EG_STATE_MOST_PARTS, sizeof *state->parts);
    if (state->model && state->unknowns && state->parts && add_parts(state, s, y, yp))
        return state;
    eg_state_free(state);
    return NULL;
}

int eg_state_add_steps(eg_state *state, const double *steps, size_t count)
{
    return count == 0 || add_reals(state, "steps", steps, count) ? 0 : -1;
}

/* ---------------------------------------------------------------- putting it back */

static const eg_state_part *find(const eg_state *state, const char *name)
{
    for (size_t i = 0; i < state->part_count; i++)
        if (strcmp(state->parts[i].name, name) == 0)
            return &state->parts[i];
    return NULL;
}

static eg_status refuse(const eg_state *state, eg_network *s, const char *what)
{
    eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE, "the state of %s at %.9g s is damaged: %s",
              state->model, state->time, what);
    eg_remedy(s->base.diagnostics, "save the state anew");
    return EG_ERROR_USAGE;
}

/* The reals of a part, of which there must be so many; NULL: refused. */
static const double *reals_of(const eg_state *state, eg_network *s, const char *name, size_t count)
{
    const eg_state_part *part = find(state, name);
    if (part && part->is_real && part->count == count)
        return part->reals;
    (void)refuse(state, s, name);
    return NULL;
}

static bool may_be_any(const char *name)
{
    return strcmp(name, "memories") == 0 || strcmp(name, "past") == 0 || strcmp(name, "numbers") == 0 ||
           strcmp(name, "parameters") == 0;
}

/* The number of segments of a friction element's characteristic. */
static int segments_of(const eg_element *e)
{
    double low = 0, high = INFINITY;
    int count = 1;
    if (!e->friction || !e->friction->edges)
        return 1;
    for (e->friction->edges(e->p, 0, &low, &high); isfinite(high) && count < 100000; count++)
        e->friction->edges(e->p, count, &low, &high);
    return count;
}

/* Is `mode` one that the element has? */
static bool is_mode(const eg_network *s, size_t i, long mode)
{
    const eg_element *e = &s->m->elements[i];
    const int own = e->ops->mode_total ? e->ops->mode_total(s->k + e->coefficients) : e->ops->mode_count;
    if (!e->friction)
        return mode >= 0 && mode < (own > 0 ? own : 1);
    return mode >= 0 && (mode >> 3) < (eg_friction_slides((int)(mode & 7)) ? segments_of(e) : 2);
}

static bool is_right_whole(const eg_network *s, const eg_memory *x, size_t i, long value)
{
    if (x->kind == EG_MEMORY_BOOL || x->at == s->user.mode)
        return value == 0 || value == 1;
    if (x->at == s->mode)
        return is_mode(s, i, value);
    if (x->at == s->left.mode || x->at == s->left.friction)
        return value == -1 || value == 0 || is_mode(s, i, value);
    return true;
}

static eg_status put_memory(const eg_state *state, eg_network *s, const eg_memory *x)
{
    const eg_state_part *part = find(state, x->name);
    const bool is_real = x->kind == EG_MEMORY_REAL;
    if (!part || part->is_real != is_real || part->count != x->count)
        return refuse(state, s, x->name);
    if (is_real) {
        memcpy(x->at, part->reals, x->count * sizeof(double));
        return EG_OK;
    }
    for (size_t i = 0; i < x->count; i++) {
        const long value = part->wholes[i];
        if (!is_right_whole(s, x, i, value))
            return refuse(state, s, x->name);
        switch (x->kind) {
        case EG_MEMORY_INT: ((int *)x->at)[i] = (int)value; break;
        case EG_MEMORY_LONG: ((long *)x->at)[i] = value; break;
        case EG_MEMORY_BOOL: ((bool *)x->at)[i] = value != 0; break;
        case EG_MEMORY_REAL: break;
        }
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- phases of blocks */

/* Those that are ended by time follow from it, and the others from what goes into the blocks but for those
 * that remember, which have one of the next ones. */
static bool is_next_phase(const eg_net *n, const double *p, long phase, long saved)
{
    if (phase == saved)
        return true;
    for (int i = 0; i < n->block->switch_count && n->block->next_phase; i++) {
        const long next = n->block->next_phase(p, phase, i);
        if (next == saved)
            return true;
        for (int k = 0; k < n->block->switch_count; k++)
            if (n->block->next_phase(p, next, k) == saved)
                return true;
    }
    return false;
}

static void guess_phases(eg_network *s, double t)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->instance_count; i++) {
        const eg_block_ops *block = m->instances[i].class->block;
        s->phase[i] = block && block->phase ? block->phase(m->instances[i].p, t) : 0;
        s->left.phase[i] = LONG_MIN;
    }
}

/* As the point has them; phases of blocks that others feed follow in turn. */
static void follow_phases(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_model *m = s->m;
    eg_jet z[EG_BLOCK_MAX_ARGUMENTS];
    for (int round = 0, changes = 1; round <= m->signals.switched_count && changes > 0; round++) {
        changes = 0;
        eg_network_forget_signals(s);
        eg_network_evaluate(s, t, y, yp, EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_NO_FORCES);
        for (int i = 0; i < m->signals.switched_count; i++) {
            const eg_net *n = &m->nets[m->signals.switched[i]];
            if (!n->block->phase_at)
                continue;
            eg_network_arguments(s, n, z);
            const long phase = n->block->phase_at(m->instances[n->instance].p, z);
            changes += phase != s->phase[n->instance];
            s->phase[n->instance] = phase;
        }
    }
}

/* The saved phases, where blocks may be in them at this point: a table that is another one may have fewer. */
static eg_status put_phases(const eg_state *state, eg_network *s, double t, const double *y, const double *yp,
                            bool is_same)
{
    const eg_model *m = s->m;
    const eg_state_part *part = find(state, "phases");
    if (!s->phase)
        return EG_OK;
    if (!part || part->is_real || part->count != (size_t)m->instance_count)
        return refuse(state, s, "phases");
    guess_phases(s, t);
    follow_phases(s, t, y, yp);
    for (int i = 0; i < m->instance_count; i++) {
        const eg_block_ops *block = m->instances[i].class->block;
        const bool is_timed = block && block->phase;
        const bool is_near = labs(part->wholes[i] - s->phase[i]) <= 1;
        if (is_timed && is_near && is_same)
            s->phase[i] = part->wholes[i];
        else if (is_timed && is_same)
            return refuse(state, s, "phases");
    }
    for (int i = 0; i < m->signals.switched_count; i++) {
        const eg_net *n = &m->nets[m->signals.switched[i]];
        const long saved = part->wholes[n->instance];
        if (!n->block->phase && is_next_phase(n, m->instances[n->instance].p, s->phase[n->instance], saved))
            s->phase[n->instance] = saved;
        else if (!n->block->phase && is_same)
            return refuse(state, s, "phases");
    }
    eg_network_forget_signals(s);
    return EG_OK;
}

/* ---------------------------------------------------------------- parameters that are others */

static bool is_same_number(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* "stop.c": what there is to say of a parameter. */
typedef struct named {
    const char *path, *name; /* path "": the name is all */
    eg_type type;
    const char *const *literals; /* enumerations, where they are known; else NULL */
} named;

/* Parameter number `index`. */
static named name_parameter(const eg_model *m, size_t index)
{
    for (int i = 0; i < m->instance_count; i++) {
        const eg_instance *x = &m->instances[i];
        if (index < x->class->parameter_count && index < x->p_count) {
            const eg_parameter *p = &x->class->parameters[index];
            return (named){x->path, p->name, p->type, p->literals};
        }
        if (index < x->p_count)
            return (named){x->path, "a table", EG_REAL, NULL};
        index -= x->p_count;
    }
    for (int i = 0; i < m->told.declared_count; i++)
        if (m->told.declared[i].type != EG_STRING && index-- == 0)
            return (named){"", m->told.declared[i].path, m->told.declared[i].type, NULL};
    return (named){"", "", EG_REAL, NULL};
}

/* As a text of a model says it: false, never, 0.25. */
static const char *write_value(const named *p, double value, char text[40])
{
    int count = 0;
    while (p->literals && p->literals[count])
        count++;
    snprintf(text, 40, "%.9g", value);
    if (p->type == EG_BOOLEAN)
        return value != 0 ? "true" : "false";
    return p->type == EG_ENUMERATION && value >= 0 && value < count ? p->literals[(int)value] : text;
}

/* Tells which parameters differ; true: none. */
static bool compare_parameters(const eg_state *state, eg_network *s, const double *now, size_t count)
{
    const eg_state_part *part = find(state, "parameters");
    size_t others = 0, first = 0;
    if (!part || !part->is_real || part->count != count) {
        eg_report(s->base.diagnostics, EG_WARNING, EG_NOWHERE,
                  "%s has other tables than when its state was saved", s->m->name);
        return false;
    }
    for (size_t i = count; i-- > 0;)
        if (!is_same_number(part->reals[i], now[i])) {
            others++;
            first = i;
        }
    if (others == 0)
        return true;
    const named what = name_parameter(s->m, first);
    char was[40], is[40];
    eg_report(
        s->base.diagnostics, EG_WARNING, EG_NOWHERE,
        "the state was saved with other values of parameters: %s%s%s was %s and is %s; %zu of them differ",
        what.path, *what.path ? "." : "", what.name, write_value(&what, part->reals[first], was),
        write_value(&what, now[first], is), others);
    return false;
}

const double *eg_state_steps(const eg_state *state, const eg_model *model, size_t *count)
{
    const eg_state_part *steps = find(state, "steps"), *part = find(state, "parameters");
    const size_t parameters = list_parameters(model, NULL);
    double *now = calloc(parameters + 1, sizeof *now);
    bool is_same = now && steps && steps->is_real && part && part->is_real && part->count == parameters;
    if (now)
        (void)list_parameters(model, now);
    for (size_t i = 0; i < parameters && is_same; i++)
        is_same = is_same_number(part->reals[i], now[i]);
    free(now);
    *count = is_same ? steps->count : 0;
    return is_same ? steps->reals : NULL;
}

/* ---------------------------------------------------------------- all of it */

/* Whether y holds the same here: the number 0.3 may be a distance to one body or to another. */
static eg_status check_unknowns(const eg_state *state, eg_network *s)
{
    eg_diagnostics *d = s->base.diagnostics;
    eg_arena *arena = eg_arena_create();
    const char *now = arena ? name_unknowns(s->m, arena) : NULL, *was = state->unknowns;
    eg_status status = now ? EG_OK : EG_ERROR_MEMORY;
    while (now && *now && *was && status == EG_OK) {
        const size_t length = strcspn(was, "\n"), own = strcspn(now, "\n");
        if (length != own || memcmp(was, now, own) != 0) {
            eg_report(d, EG_ERROR, EG_NOWHERE,
                      "the state was saved with other states of %s: \"%.*s\" where it has \"%.*s\" now",
                      state->model, (int)length, was, (int)own, now);
            eg_remedy(d, "ask for the same states as then (stateSelect), or begin with a row of a result, "
                         "--start-from run.csv@T");
            status = EG_ERROR_USAGE;
        }
        was += length + 1;
        now += own + 1;
    }
    if (status == EG_OK && *was != *now)
        status = refuse(state, s, "names of unknowns");
    eg_arena_free(arena);
    return status;
}

static eg_status check_whose(const eg_state *state, eg_network *s)
{
    eg_diagnostics *d = s->base.diagnostics;
    if (strcmp(state->model, s->m->name) != 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "the state is that of the model %s, not of %s", state->model,
                  s->m->name);
        eg_remedy(d, "begin with a state that %s has saved", s->m->name);
        return EG_ERROR_USAGE;
    }
    if (state->structure != structure_of(s->m)) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  "the state was saved of a model %s with other components, variables or equations",
                  state->model);
        eg_remedy(d, "run the model anew, and save its state");
        return EG_ERROR_USAGE;
    }
    return check_unknowns(state, s);
}

static eg_status check_reals(const eg_state *state, eg_network *s)
{
    for (size_t i = 0; i < state->part_count; i++) {
        const eg_state_part *part = &state->parts[i];
        for (size_t k = 0; part->is_real && k < part->count && !may_be_any(part->name); k++)
            if (isnan(part->reals[k]) || (isinf(part->reals[k]) && strcmp(part->name, "least") != 0))
                return refuse(state, s, part->name);
    }
    return EG_OK;
}

/* What delays look back at. */
static eg_status put_past(const eg_state *state, eg_network *s)
{
    const eg_state_part *part = find(state, "past");
    if (!s->user.delays)
        return EG_OK;
    if (!part || !part->is_real)
        return refuse(state, s, "past");
    const eg_status status = eg_delays_unpack(s, part->reals, part->count);
    return status == EG_ERROR_USAGE ? refuse(state, s, "past") : status;
}

static eg_status put_parts(const eg_state *state, eg_network *s, double *y, double *yp)
{
    const size_t n = (size_t)s->m->n;
    eg_memory list[EG_NETWORK_MEMORIES];
    const size_t count = eg_network_memories(s, list);
    const double *y0 = reals_of(state, s, "y", n), *yp0 = y0 ? reals_of(state, s, "rates", n) : NULL;
    const double *least = yp0 ? reals_of(state, s, "least", n) : NULL;
    const double *numbers = least ? reals_of(state, s, "numbers", NUMBERS) : NULL;
    const size_t remembered = move_memories(s, NULL, true);
    double *memories = numbers ? (double *)(uintptr_t)reals_of(state, s, "memories", remembered) : NULL;
    if (!memories)
        return EG_ERROR_USAGE;
    memcpy(y, y0, n * sizeof *y);
    memcpy(yp, yp0, n * sizeof *yp);
    memcpy(s->rounding.least, least, n * sizeof *least);
    (void)move_memories(s, memories, false);
    s->left.time = numbers[EVENT_TIME];
    s->start_time = numbers[START_TIME];
    s->user.since = numbers[SINCE];
    s->strike.scale = numbers[STRIKE_SCALE];
    s->rounding.length = numbers[LEAST_LENGTH];
    s->rounding.speed = numbers[LEAST_SPEED];
    s->base.finished = numbers[FINISHED] != 0;
    s->time = state->time;
    s->user.starting = false;
    eg_status status = put_past(state, s);
    for (size_t i = 0; i < count && status == EG_OK; i++)
        if (list[i].at != s->phase)
            status = put_memory(state, s, &list[i]);
    return status;
}

eg_status eg_state_put(const eg_state *state, eg_network *s, double *y, double *yp)
{
    const size_t count = list_parameters(s->m, NULL);
    double *now = malloc((count + (size_t)s->m->n + 1) * sizeof *now);
    if (!now)
        return EG_ERROR_MEMORY;
    (void)list_parameters(s->m, now);
    eg_status status = check_whose(state, s);
    if (status == EG_OK)
        status = check_reals(state, s);
    const bool is_same = status == EG_OK && compare_parameters(state, s, now, count);
    if (status == EG_OK)
        status = put_parts(state, s, y, yp);
    if (status == EG_OK)
        status = put_phases(state, s, state->time, y, yp, is_same);
    if (status == EG_OK) { /* y is the saved one also where it would be found otherwise by round-off */
        double *trial = now + count;
        memcpy(trial, y, sizeof *y * (size_t)s->m->n);
        int answer = eg_network_revive(s, state->time, trial, yp);
        if (answer == 0 && !is_same)
            answer = eg_network_settle_modes(s, state->time, y, yp, false, NULL);
        if (answer == 0)
            status = EG_OK;
        else if (answer == EG_ERROR_MEMORY)
            status = EG_ERROR_MEMORY;
        else
            status = EG_ERROR_SIMULATION;
        if (status == EG_ERROR_SIMULATION) {
            eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
                      "the equations of %s have no value in the state that was saved at %.9g s", s->m->name,
                      state->time);
            eg_remedy(s->base.diagnostics,
                      "begin with another state, or with the parameters with which it was saved");
        }
    }
    free(now);
    return status;
}

/* ---------------------------------------------------------------- */

eg_status eg_simulate_begin(eg_network *s, const eg_simulate_options *o, double *y, double *yp)
{
    eg_system *system = &s->base;
    eg_system_set_span(system, o->start_time, o->stop_time);
    if (o->start_from) {
        const eg_status status = eg_state_put(o->start_from, s, y, yp);
        if (status != EG_OK)
            return status;
    }
    for (int i = 0; o->inputs && i < s->m->interface.input_count; i++)
        eg_network_hold_input(s, i, o->inputs[i]);
    if (o->start_from && o->inputs) {
        eg_network_take_inputs(s);
        eg_network_forget_signals(s);
    }
    return o->start_from ? EG_OK
                         : system->ops->initialize(system, eg_system_since(system, o->start_time), y, yp);
}

eg_state *eg_state_copy(const eg_state *state)
{
    (void)eg_arena_share(state->arena);
    return (eg_state *)(uintptr_t)state;
}

void eg_state_free(eg_state *state)
{
    if (state)
        eg_arena_free(state->arena);
}

double eg_state_time(const eg_state *state)
{
    return state->time;
}

const char *eg_state_model(const eg_state *state)
{
    return state->model;
}

void eg_state_apply(const eg_state *state, eg_simulate_options *options)
{
    options->start_from = state;
    options->start_time = state->time;
    options->tolerance = state->tolerance;
    options->engine = state->engine;
    options->step = state->step;
    if (state->interval > 0)
        options->interval = state->interval;
}
