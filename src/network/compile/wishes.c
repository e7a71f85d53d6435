/* Wishes that are heard but not met: a variable that is to be a state (stateSelect = always) and is none, or
 * that is not to be one (never) and is.
 *
 * Positions are chosen as they are asked for, and one that cannot be chosen is an error (coordinates.c). The
 * speeds that are integrated are those of bodies, so that a relative speed is a state only where it is the
 * speed of one body, as it is against the ground (linear models take others, too: linearize/states.c).
 * Accelerations, forces and losses follow from the states.
 * The motion is the same either way: hence a warning.
 */
#include "network/motion/unknowns.h"
#include "network/user/user.h"

#include "base/names.h"
#include "network/compile/compile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static eg_state_select wish_of(const eg_instance *instance, int variable, eg_state_select otherwise)
{
    for (size_t i = 0; i < instance->start_count; i++)
        if (instance->starts[i].variable == variable && instance->starts[i].state_select >= 0)
            return (eg_state_select)instance->starts[i].state_select;
    return otherwise;
}

/* Is the difference of the two speeds, but for a known motion, the speed of one body? */
static bool is_of_one_body(const eg_model *m, int from, int to)
{
    if (m->nodes[from].more > 0 || m->nodes[to].more > 0)
        return false;
    return (m->nodes[from].body == 0) != (m->nodes[to].body == 0);
}

static void warn_of_speed(eg_diagnostics *d, eg_place place, const char *name, const char *distance)
{
    eg_report(
        d, EG_WARNING, place,
        "%s is no state, though it is asked for (stateSelect=always): between moving bodies the speeds that "
        "runs and FMUs integrate are those of the bodies, from which it follows",
        name);
    eg_remedy(d, "ask for %s, which can be a state, and leave out stateSelect of the speed", distance);
}

/* Where a hard stop stops a body, the relative speed of such an element stays, as that of a state does. */
static bool stays_in_jumps(const eg_model *m, const eg_coordinate_part *part, bool has_stops)
{
    const eg_class *class = m->instances[part->instance].class;
    return has_stops && class->element && !class->friction && eg_coordinate_wish(m, part) >= EG_PREFER;
}

static void look_at_speed(const eg_model *m, const eg_coordinate_part *part, bool has_stops,
                          eg_diagnostics *d)
{
    const eg_instance *instance = &m->instances[part->instance];
    const int from = eg_port_at(m, part->instance, part->from), to = eg_port_at(m, part->instance, part->to);
    if (from < 0 || to < 0 || part->variable_v < 0 ||
        wish_of(instance, part->variable_v, part->select) != EG_ALWAYS || is_of_one_body(m, from, to) ||
        stays_in_jumps(m, part, has_stops))
        return;
    char name[400];
    const eg_variable *variables = instance->class->variables;
    snprintf(name, sizeof name, "%s.%s", instance->path, variables[part->variable_v].name);
    warn_of_speed(d, eg_instance_place(instance), name,
                  part->variable_s >= 0 ? variables[part->variable_s].name : "the position");
}

/* What the attributes of one instance ask of variables that never are states. */
static void look_at_others(const eg_instance *instance, eg_diagnostics *d)
{
    static const char *const followers[] = {"a", "f", "tau", "lossPower", "a_rel"};
    for (size_t i = 0; i < instance->start_count; i++) {
        const char *variable = instance->class->variables[instance->starts[i].variable].name;
        for (size_t k = 0; k < EG_COUNT(followers); k++) {
            if (instance->starts[i].state_select != EG_ALWAYS || strcmp(variable, followers[k]) != 0)
                continue;
            eg_report(d, EG_WARNING, eg_instance_place(instance),
                      "%s.%s is no state, though it is asked for (stateSelect=always): it follows from the "
                      "states",
                      instance->path, variable);
            eg_remedy(d, "leave out its stateSelect");
        }
    }
}

/* ---------------------------------------------------------------- users' parts */

static int node_of_connector(const eg_model *m, const char *path, const char *port)
{
    char name[1000];
    snprintf(name, sizeof name, "%s%s%s", path, *path ? "." : "", port);
    for (int i = 0; i < m->connector.count; i++)
        if (strcmp(m->connector.list[i].path, name) == 0)
            return eg_port_is_mechanical(m->connector.list[i].kind) ? m->connector.node[i] : -1;
    return -1;
}

/* v_rel of a class of the user's that extends a partial one: the variable PATH.v_rel. Is it one? */
static bool look_at_user(const eg_model *m, const eg_spec *spec, const eg_user_variable *v, eg_diagnostics *d)
{
    static const char *const speeds[] = {"v_rel", "w_rel"}, *const distances[] = {"s_rel", "phi_rel"};
    for (size_t i = 0; i < spec->use_count; i++)
        for (size_t k = 0; k < EG_COUNT(speeds); k++) {
            const char *path = spec->uses[i].path;
            char name[1000];
            snprintf(name, sizeof name, "%s%s%s", path, *path ? "." : "", speeds[k]);
            if (strcmp(v->path, name) != 0 || eg_class_variable(spec->uses[i].class, distances[k]) < 0)
                continue;
            const int from = node_of_connector(m, path, "flange_a");
            const int to = node_of_connector(m, path, "flange_b");
            if (from >= 0 && to >= 0 && !is_of_one_body(m, from, to))
                warn_of_speed(d, v->place, name, distances[k]);
            return true;
        }
    return false;
}

/* Of a variable of the user's own: what follows from others is no state. A part's v_rel is told of above. */
static void look_at_own(const eg_model *m, const eg_user_variable *v, eg_diagnostics *d)
{
    for (int k = 0; m->user && k < m->user->quantity_count; k++) {
        const eg_user_quantity *q = &m->user->quantities[k];
        if (!q->is_declared || strcmp(q->path, v->path) != 0)
            continue;
        if (q->role != EG_ROLE_STATE && !q->has_rate) {
            eg_report(d, EG_WARNING, v->place,
                      "%s is no state, though it is asked for (stateSelect=always): no equation speaks of "
                      "der(%s), and others determine it",
                      v->path, v->path);
            eg_remedy(d, "leave out its stateSelect, or write what der(%s) is", v->path);
        }
        return;
    }
}

/* ---------------------------------------------------------------- what is not to be a state */

static bool is_instance(const eg_model *m, long at, const char *path)
{
    return at >= 0 && at < m->instance_count && strcmp(m->instances[at].path, path) == 0;
}

/* Does anything in the model ask for that? */
static bool any_never(const eg_model *m, const eg_spec *spec)
{
    for (size_t i = 0; i < m->parts.coordinate_count; i++)
        if (m->parts.coordinate[i].select == EG_NEVER)
            return true;
    for (int i = 0; i < m->instance_count; i++)
        for (size_t k = 0; k < m->instances[i].start_count; k++)
            if (m->instances[i].starts[k].state_select == EG_NEVER)
                return true;
    for (size_t i = 0; i < spec->variable_count; i++)
        if (spec->variables[i].state_select == EG_NEVER)
            return true;
    return false;
}

static bool is_never(const eg_model *m, const eg_spec *spec, const eg_unknown *u)
{
    const long own = u->variable ? -1 : eg_names_find(spec->variable_paths, u->path);
    if (own >= 0)
        return spec->variables[own].state_select == EG_NEVER;
    const long at = u->variable && !u->port ? eg_names_find(spec->paths, u->path) : -1;
    const eg_instance *instance = is_instance(m, at, u->path) ? &m->instances[at] : NULL;
    const int variable = instance ? eg_class_variable(instance->class, u->variable) : -1;
    if (variable < 0)
        return false;
    eg_state_select of_all = EG_DEFAULT;
    for (size_t i = 0; i < m->parts.coordinate_count; i++)
        if (m->parts.coordinate[i].instance == at)
            of_all = m->parts.coordinate[i].select;
    return wish_of(instance, variable, of_all) == EG_NEVER;
}

static void look_at_states(const eg_model *m, const eg_spec *spec, eg_diagnostics *d)
{
    eg_unknown *all = any_never(m, spec) ? eg_model_unknowns(m) : NULL;
    for (int i = 0; all && i < m->n; i++) {
        char name[400];
        if (!all[i].is_state || !all[i].path || !is_never(m, spec, &all[i]))
            continue;
        eg_unknown_name(&all[i], name, sizeof name);
        const long own = all[i].variable ? -1 : eg_names_find(spec->variable_paths, all[i].path);
        const long at = all[i].variable ? eg_names_find(spec->paths, all[i].path) : -1;
        eg_place place = EG_NOWHERE;
        if (own >= 0)
            place = spec->variables[own].place;
        else if (is_instance(m, at, all[i].path))
            place = eg_instance_place(&m->instances[at]);
        eg_report(d, EG_WARNING, place,
                  "%s is a state, though it is asked not to be one (stateSelect=never): %s", name,
                  own >= 0 ? "no other variable determines it"
                           : "the speeds of bodies are integrated, and a position of each");
        eg_remedy(d, "leave out its stateSelect: the motion is the same");
    }
    free(all);
}

/* ---------------------------------------------------------------- the model */

void eg_warn_of_wishes(const eg_model *m, const eg_spec *spec, eg_diagnostics *d)
{
    bool has_stops = false;
    for (int i = 0; i < m->instance_count; i++) {
        const eg_class *class = m->instances[i].class;
        has_stops = has_stops || (class->friction && class->friction->stops);
        look_at_others(&m->instances[i], d);
    }
    for (size_t i = 0; i < m->parts.coordinate_count; i++)
        look_at_speed(m, &m->parts.coordinate[i], has_stops, d);
    for (size_t i = 0; i < spec->variable_count; i++)
        if (spec->variables[i].state_select == EG_ALWAYS && !look_at_user(m, spec, &spec->variables[i], d))
            look_at_own(m, &spec->variables[i], d);
    look_at_states(m, spec, d);
}
