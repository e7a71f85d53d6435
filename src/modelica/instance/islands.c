/* Islands: flanges and heat ports of users' classes to which no component of the library is joined, however
 * far connections lead; and signals that no component of the library takes.
 *
 * The network knows bodies, and what is joined to its components it must know as positions of bodies and
 * forces on them. Where there are equations only, Modelica's own view is the better one: potential and flow
 * are variables like any other, a connection is an equation, and constraints are solved with all the rest.
 * The rod that stands for what PartialRigid says of its flanges is no component of its own: where both its
 * ends lie on islands, an equation says it instead. */
#include "modelica/instance/islands.h"

#include "base/union_find.h"
#include "component/spec_check.h"
#include "modelica/formula/formula.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define USUAL_TEMPERATURE 288.15 /* [K] the guess, as of MSL's Temperature: radiation has no slope at 0 K */

typedef struct islands {
    eg_reader *r;
    eg_spec *spec;
    int *first_port; /* (instances) its first end */
    int connectors;  /* the end of the first connector */
    int count;       /* ends */
    int *parent;
    bool *is_native;  /* (sets, by representative) a component of the library is joined to it */
    eg_names *spoken; /* paths of which formulas speak */
} islands;

/* ---------------------------------------------------------------- ends */

/* -1: the path names none. */
static int end_of(const islands *s, const char *path)
{
    long connector = eg_names_find(s->spec->connector_paths, path);
    eg_instance *owner;
    const char *name;
    if (connector >= 0)
        return s->connectors + (int)connector;
    if (eg_spec_split(s->spec, path, &owner, &name) != EG_OK)
        return -1;
    int port = eg_class_port(owner->class, name);
    return port < 0 ? -1 : s->first_port[owner - s->spec->instances] + port;
}

static bool number_ends(islands *s)
{
    const eg_spec *spec = s->spec;
    s->first_port = eg_new_array(s->r, spec->instance_count + 1, sizeof *s->first_port);
    for (size_t i = 0; s->first_port && i < spec->instance_count; i++) {
        s->first_port[i] = s->connectors;
        s->connectors += (int)spec->instances[i].class->port_count;
    }
    s->count = s->connectors + (int)spec->connector_count;
    s->parent = eg_new_array(s->r, (size_t)s->count + 1, sizeof *s->parent);
    s->is_native = eg_new_array(s->r, (size_t)s->count + 1, sizeof *s->is_native);
    if (!s->first_port || !s->parent || !s->is_native)
        return false;
    eg_sets_init(s->parent, s->count);
    for (size_t i = 0; i < spec->connection_count; i++) {
        int from = end_of(s, spec->connections[i].from), to = end_of(s, spec->connections[i].to);
        if (from >= 0 && to >= 0)
            eg_sets_join(s->parent, from, to);
    }
    return true;
}

/* What is held rigidly goes with what is native at one end of it. True when that changed something. */
static bool spread(islands *s, const int *component, bool *is_taken)
{
    const eg_spec *spec = s->spec;
    bool changed = false;
    for (size_t i = 0; i < spec->instance_count; i++) {
        if (!spec->instances[i].is_implied)
            continue;
        bool *a = &s->is_native[eg_sets_find(s->parent, s->first_port[i])],
             *b = &s->is_native[eg_sets_find(s->parent, s->first_port[i] + 1)];
        changed = changed || *a != *b;
        *a = *b = *a || *b;
    }
    for (size_t i = 0; i < spec->connector_count; i++) {
        bool *native = &s->is_native[eg_sets_find(s->parent, s->connectors + (int)i)];
        if (component[i] < 0 || *native == is_taken[component[i]])
            continue;
        changed = *native = is_taken[component[i]] = true;
    }
    return changed;
}

static bool is_real_signal(eg_port_kind kind)
{
    return kind == EG_REAL_INPUT || kind == EG_REAL_OUTPUT;
}

static bool *native_of(const islands *s, int end)
{
    return &s->is_native[eg_sets_find(s->parent, end)];
}

/* Signals stay with the library where it takes them, where they come from outside of the model or go there,
 * and where nothing gives them: the network says so by name. In Dyad any relation may give them. */
static bool mark_signals(islands *s)
{
    const eg_spec *spec = s->spec;
    bool *has_source = eg_new_array(s->r, (size_t)s->count + 1, sizeof *has_source);
    if (!has_source)
        return false;
    for (size_t i = 0; i < spec->instance_count; i++)
        for (size_t k = 0; k < spec->instances[i].class->port_count; k++) {
            int end = s->first_port[i] + (int)k;
            eg_port_kind kind = spec->instances[i].class->ports[k].kind;
            if (kind == EG_REAL_OUTPUT)
                has_source[eg_sets_find(s->parent, end)] = true;
        }
    for (size_t i = 0; i < spec->connector_count; i++) { /* an output of the model shows a signal as it is */
        const eg_connector *c = &spec->connectors[i];
        int end = s->connectors + (int)i;
        if (c->kind == EG_REAL_OUTPUT && !strchr(c->path, '.') && has_source[eg_sets_find(s->parent, end)])
            *native_of(s, end) = true;
    }
    for (size_t i = 0; i < spec->connector_count; i++)
        if (spec->connectors[i].kind == EG_REAL_OUTPUT)
            has_source[eg_sets_find(s->parent, s->connectors + (int)i)] = true;
    for (size_t i = 0; i < spec->connector_count; i++) {
        const eg_connector *c = &spec->connectors[i];
        int end = s->connectors + (int)i;
        bool may_be_given =
            has_source[eg_sets_find(s->parent, end)] || (c->place.file && eg_source_is_dyad(c->place.file));
        if (c->kind == EG_REAL_INPUT && (!strchr(c->path, '.') || !may_be_given))
            *native_of(s, end) = true;
    }
    return true;
}

/* Marks what belongs to the library. */
static bool mark_native(islands *s)
{
    const eg_spec *spec = s->spec;
    int *component = eg_new_array(s->r, spec->connector_count + 1, sizeof *component);
    bool *is_taken = eg_new_array(s->r, spec->connector_count + 1, sizeof *is_taken);
    if (!component || !is_taken || !eg_find_rigid(s->r, spec, component))
        return false;
    for (size_t i = 0; i < spec->instance_count; i++)
        for (size_t k = 0; k < spec->instances[i].class->port_count && !spec->instances[i].is_implied; k++)
            if (spec->instances[i].class->ports[k].kind != EG_REAL_OUTPUT)
                *native_of(s, s->first_port[i] + (int)k) = true;
    if (!mark_signals(s))
        return false;
    while (spread(s, component, is_taken)) {}
    return true;
}

static bool is_island(const islands *s, int end)
{
    return end >= 0 && !s->is_native[eg_sets_find(s->parent, end)];
}

/* ---------------------------------------------------------------- variables and equations */

static const char *unit_of(eg_port_kind kind, bool is_flow)
{
    if (eg_port_is_thermal(kind))
        return is_flow ? "W" : "K";
    if (eg_port_is_rotational(kind))
        return is_flow ? "N.m" : "rad";
    return is_flow ? "N" : "m";
}

static const char *member_path(const islands *s, const char *path, eg_port_kind kind, bool is_flow)
{
    return eg_textf(s->r, "%s.%s", path, is_flow ? eg_port_flow(kind) : eg_port_potential(kind));
}

static bool no_memory(islands *s)
{
    s->r->out_of_memory = true;
    return false;
}

static bool add_variable(islands *s, const eg_connector *c, bool is_flow)
{
    eg_user_variable v = {.path = member_path(s, c->path, c->kind, is_flow),
                          .unit = unit_of(c->kind, is_flow),
                          .comment = c->comment,
                          .type = EG_REAL,
                          .start = !is_flow && eg_port_is_thermal(c->kind) ? USUAL_TEMPERATURE : NAN,
                          .nominal = NAN,
                          .fixed = -1,
                          .state_select = -1,
                          .place = c->place};
    if (eg_spec_add_variable(s->spec, v) < 0)
        return no_memory(s);
    return !is_flow || eg_note_flow(s->r, v.path, c->place);
}

static bool add_signal(islands *s, const eg_connector *c)
{
    eg_user_variable v = {.path = c->path,
                          .unit = c->unit,
                          .comment = c->comment,
                          .type = EG_REAL,
                          .is_output = c->kind == EG_REAL_OUTPUT && !strchr(c->path, '.'),
                          .is_discrete = c->is_discrete,
                          .start = c->start,
                          .nominal = c->has_nominal ? c->nominal : NAN,
                          .fixed = c->has_fixed ? c->fixed : -1,
                          .state_select = c->has_select ? c->state_select : -1,
                          .place = c->place};
    return eg_spec_add_variable(s->spec, v) >= 0 || no_memory(s);
}

static bool add_equation(islands *s, int left, int right, eg_place place)
{
    eg_user_equation q = {.kind = EG_USER_EQUATION, .left = left, .right = right, .when = -1, .place = place};
    return eg_spec_add_equation(s->spec, q) >= 0 || no_memory(s);
}

/* flange_b.s = flange_a.s + L, where the rod stood. */
static bool write_rod(islands *s, const eg_instance *rod)
{
    eg_formulas f = {.r = s->r, .spec = s->spec};
    int a, b, length, sum;
    const char *dot = strrchr(rod->path, '.');
    int owner = dot ? (int)(dot - rod->path) + 1 : 0;
    return eg_formula_path(&f, eg_textf(s->r, "%.*sflange_a.s", owner, rod->path), &a) &&
           eg_formula_path(&f, eg_textf(s->r, "%.*sflange_b.s", owner, rod->path), &b) &&
           eg_formula_number(&f, rod->p[eg_class_parameter(rod->class, "L")], &length) &&
           eg_formula_add(&f, EG_OP_ADD, a, length, -1, &sum) &&
           add_equation(s, b, sum, eg_instance_place(rod));
}

static bool list_spoken(islands *s)
{
    s->spoken = eg_names_create(64);
    for (size_t i = 0; s->spoken && i < s->spec->formula_count; i++)
        if (s->spec->formulas[i].op == EG_OP_VARIABLE &&
            eg_names_add(s->spoken, s->spec->formulas[i].path, (long)i) < 0)
            return no_memory(s);
    return s->spoken || no_memory(s);
}

/* A model that says nothing of its connector, in equations or connections, takes no force from it. */
static bool close_silent(islands *s, const eg_connector *c)
{
    const eg_spec *spec = s->spec;
    eg_formulas f = {.r = s->r, .spec = s->spec};
    const char *path = member_path(s, c->path, c->kind, true);
    int left, zero;
    if (eg_names_find(s->spoken, path) >= 0 ||
        eg_names_find(s->spoken, member_path(s, c->path, c->kind, false)) >= 0)
        return true;
    for (size_t i = 0; i < spec->connection_count; i++) {
        const eg_connection *k = &spec->connections[i];
        if ((k->from_is_outer && strcmp(k->from, c->path) == 0) ||
            (k->to_is_outer && strcmp(k->to, c->path) == 0))
            return true;
    }
    return eg_formula_path(&f, path, &left) && eg_formula_number(&f, 0, &zero) &&
           add_equation(s, left, zero, c->place);
}

static bool free_connection(islands *s, const eg_connection *k)
{
    long from = eg_names_find(s->spec->connector_paths, k->from),
         to = eg_names_find(s->spec->connector_paths, k->to);
    long one = from >= 0 ? from : to;
    if (one >= 0 && is_real_signal(s->spec->connectors[one].kind))
        return eg_join_variables(s->r, (eg_face){k->from, k->from_is_outer}, (eg_face){k->to, k->to_is_outer},
                                 false, k->place);
    if (from < 0 || to < 0)
        return true; /* to a rod, which is gone */
    eg_port_kind a = s->spec->connectors[from].kind, b = s->spec->connectors[to].kind;
    for (int is_flow = 0; is_flow < 2; is_flow++)
        if (!eg_join_variables(s->r, (eg_face){member_path(s, k->from, a, is_flow), k->from_is_outer},
                               (eg_face){member_path(s, k->to, b, is_flow), k->to_is_outer}, is_flow,
                               k->place))
            return false;
    return true;
}

/* ---------------------------------------------------------------- taking out */

static bool rename_all(islands *s)
{
    eg_spec *spec = s->spec;
    eg_names_free(spec->paths);
    eg_names_free(spec->connector_paths);
    spec->paths = eg_names_create(spec->instance_count + 1);
    spec->connector_paths = eg_names_create(spec->connector_count + 1);
    bool ok = spec->paths && spec->connector_paths;
    for (size_t i = 0; ok && i < spec->instance_count; i++)
        ok = eg_names_add(spec->paths, spec->instances[i].path, (long)i) >= 0;
    for (size_t i = 0; ok && i < spec->connector_count; i++)
        ok = eg_names_add(spec->connector_paths, spec->connectors[i].path, (long)i) >= 0;
    return ok || no_memory(s);
}

/* What belongs to islands, by index; asked for before anything moves. */
typedef struct freed {
    bool *connectors, *instances, *connections;
    size_t count;
} freed;

static bool find_free(islands *s, freed *x)
{
    const eg_spec *spec = s->spec;
    x->connectors = eg_new_array(s->r, spec->connector_count + 1, sizeof(bool));
    x->instances = eg_new_array(s->r, spec->instance_count + 1, sizeof(bool));
    x->connections = eg_new_array(s->r, spec->connection_count + 1, sizeof(bool));
    if (!x->connectors || !x->instances || !x->connections)
        return false;
    for (size_t i = 0; i < spec->connector_count; i++) {
        x->connectors[i] = is_island(s, s->connectors + (int)i);
        x->count += x->connectors[i];
    }
    for (size_t i = 0; i < spec->instance_count; i++)
        x->instances[i] = spec->instances[i].is_implied && is_island(s, s->first_port[i]);
    for (size_t i = 0; i < spec->connection_count; i++) {
        int from = end_of(s, spec->connections[i].from);
        x->connections[i] = is_island(s, from);
    }
    return true;
}

static bool write_all(islands *s, const freed *x)
{
    const eg_spec *spec = s->spec;
    bool ok = true;
    for (size_t i = 0; ok && i < spec->connector_count; i++)
        if (x->connectors[i] && is_real_signal(spec->connectors[i].kind))
            ok = add_signal(s, &spec->connectors[i]);
        else if (x->connectors[i])
            ok = add_variable(s, &spec->connectors[i], false) &&
                 add_variable(s, &spec->connectors[i], true) && close_silent(s, &spec->connectors[i]);
    for (size_t i = 0; ok && i < spec->connection_count; i++)
        ok = !x->connections[i] || free_connection(s, &spec->connections[i]);
    for (size_t i = 0; ok && i < spec->instance_count; i++)
        ok = !x->instances[i] || write_rod(s, &spec->instances[i]);
    return ok;
}

static bool take_out(islands *s, const freed *x)
{
    eg_spec *spec = s->spec;
    size_t kept = 0;
    for (size_t i = 0; i < spec->connection_count; i++)
        if (!x->connections[i])
            spec->connections[kept++] = spec->connections[i];
    spec->connection_count = kept;
    kept = 0;
    for (size_t i = 0; i < spec->connector_count; i++)
        if (!x->connectors[i])
            spec->connectors[kept++] = spec->connectors[i];
    spec->connector_count = kept;
    kept = 0;
    for (size_t i = 0; i < spec->instance_count; i++)
        if (!x->instances[i])
            spec->instances[kept++] = spec->instances[i];
    spec->instance_count = kept;
    return rename_all(s);
}

bool eg_free_islands(eg_reader *r, eg_spec *spec)
{
    islands s = {.r = r, .spec = spec};
    freed x = {0};
    if (spec->connector_count == 0)
        return true;
    bool ok = number_ends(&s) && mark_native(&s) && find_free(&s, &x);
    if (ok && x.count > 0)
        ok = list_spoken(&s) && write_all(&s, &x) && take_out(&s, &x);
    eg_names_free(s.spoken);
    return ok;
}
