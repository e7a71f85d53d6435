/* Connections of variables (chapter 9.2 of the Modelica specification): in every set of connected connectors
 * potentials are equal and flows sum to zero, those of a model's own connector with the other sign where it
 * is connected from inside; what flows into a connector that is connected to nothing is 0.
 *
 * These are the variables of connectors that users declare; and the members of flanges and heat ports to
 * which no component of the library is joined (islands.c). */
#include "base/union_find.h"
#include "modelica/formula/formula.h"
#include "modelica/instance/islands.h"

#include <stdlib.h>

typedef struct pair {
    eg_face a, b;
    bool is_flow;
    eg_place place;
} pair;

typedef struct flow {
    const char *path;
    eg_place place;
} flow;

bool eg_join_variables(eg_reader *r, eg_face a, eg_face b, bool is_flow, eg_place place)
{
    pair *p = eg_new(r, sizeof *p);
    if (!p)
        return false;
    *p = (pair){a, b, is_flow, place};
    return eg_list_add(r, &r->pairs, p);
}

bool eg_note_flow(eg_reader *r, const char *path, eg_place place)
{
    flow *f = eg_new(r, sizeof *f);
    if (!f)
        return false;
    *f = (flow){path, place};
    return eg_list_add(r, &r->flows, f);
}

/* ---------------------------------------------------------------- sets */

/* Ends: 2*i the side of variable i that looks outside, 2*i + 1 the one that looks inside; of a potential the
 * first stands for both. */
typedef struct sets {
    eg_reader *r;
    eg_spec *spec;
    eg_names *names;
    const char **paths;
    eg_place *places; /* of the variable, then of a connection to it */
    bool *is_connected;
    size_t count, capacity;
    int *parent;
    int *first, *next; /* (ends) members of each set, in order; -1 */
} sets;

/* The number of the variable; -1 when out of memory. */
static long number_of(sets *s, const char *path, eg_place place)
{
    long known = eg_names_find(s->names, path);
    if (known >= 0)
        return known;
    if (s->count == s->capacity || eg_names_add(s->names, path, (long)s->count) < 0) {
        s->r->out_of_memory = true;
        return -1;
    }
    s->paths[s->count] = path;
    s->places[s->count] = place;
    return (long)s->count++;
}

static bool begin(sets *s)
{
    size_t most = 2 * s->r->pairs.count + s->r->flows.count + 1;
    s->capacity = most;
    s->names = eg_names_create(64);
    s->paths = eg_new_array(s->r, most, sizeof *s->paths);
    s->places = eg_new_array(s->r, most, sizeof *s->places);
    s->parent = eg_new_array(s->r, 2 * most, sizeof *s->parent);
    s->first = eg_new_array(s->r, 2 * most, sizeof *s->first);
    s->next = eg_new_array(s->r, 2 * most, sizeof *s->next);
    s->r->out_of_memory = s->r->out_of_memory || !s->names;
    return !s->r->out_of_memory;
}

static bool join(sets *s, const pair *p)
{
    long a = number_of(s, p->a.path, p->place), b = number_of(s, p->b.path, p->place);
    if (a < 0 || b < 0)
        return false;
    s->places[a] = s->places[b] = p->place;
    eg_sets_join(s->parent, 2 * (int)a + (p->is_flow && p->a.is_inside),
                 2 * (int)b + (p->is_flow && p->b.is_inside));
    return true;
}

static bool gather(sets *s, bool flows)
{
    if (!begin(s))
        return false;
    eg_sets_init(s->parent, 2 * (int)s->capacity);
    for (size_t i = 0; flows && i < s->r->flows.count; i++) {
        const flow *f = s->r->flows.items[i];
        if (number_of(s, f->path, f->place) < 0)
            return false;
    }
    for (size_t i = 0; i < s->r->pairs.count; i++) {
        const pair *p = s->r->pairs.items[i];
        if (p->is_flow == flows && !join(s, p))
            return false;
    }
    int ends = 2 * (int)s->count;
    for (int i = 0; i < ends; i++)
        s->first[i] = -1;
    for (int i = ends; i-- > 0;) {
        int set = eg_sets_find(s->parent, i);
        s->next[i] = s->first[set];
        s->first[set] = i;
    }
    return true;
}

/* ---------------------------------------------------------------- equations */

static bool add_equation(sets *s, int left, int right, eg_place place)
{
    eg_user_equation q = {.kind = EG_USER_EQUATION, .left = left, .right = right, .when = -1, .place = place};
    if (eg_spec_add_equation(s->spec, q) < 0)
        s->r->out_of_memory = true;
    return !s->r->out_of_memory;
}

static bool equate_potentials(sets *s, eg_formulas *f, int first)
{
    int left, right;
    for (int end = s->next[first]; end >= 0; end = s->next[end])
        if (!eg_formula_path(f, s->paths[end / 2], &left) ||
            !eg_formula_path(f, s->paths[first / 2], &right) ||
            !add_equation(s, left, right, s->places[end / 2]))
            return false;
    return true;
}

/* Nothing is connected to a side that looks inside: the equations of its model say what flows there, but not
 * of an expandable connector, which they do not know. */
static bool sum_flows(sets *s, eg_formulas *f, int first)
{
    int sum = -1, zero, one;
    if (s->next[first] < 0 && first % 2 == 1 && !eg_is_path_in_bus(s->r, s->paths[first / 2]))
        return true;
    for (int end = first; end >= 0; end = s->next[end]) {
        bool minus = end % 2 == 1;
        if (!eg_formula_path(f, s->paths[end / 2], &one))
            return false;
        bool ok = true;
        if (sum >= 0)
            ok = eg_formula_add(f, minus ? EG_OP_SUB : EG_OP_ADD, sum, one, -1, &sum);
        else if (minus)
            ok = eg_formula_add(f, EG_OP_NEG, one, -1, -1, &sum);
        else
            sum = one;
        if (!ok)
            return false;
    }
    return eg_formula_number(f, 0, &zero) && add_equation(s, sum, zero, s->places[first / 2]);
}

static bool connect_all(eg_reader *r, eg_spec *spec, bool flows)
{
    sets s = {.r = r, .spec = spec};
    eg_formulas f = {.r = r, .spec = spec};
    bool ok = gather(&s, flows);
    for (int i = 0; ok && i < 2 * (int)s.count; i++)
        if (s.first[i] >= 0)
            ok = (flows ? sum_flows : equate_potentials)(&s, &f, s.first[i]);
    eg_names_free(s.names);
    return ok;
}

bool eg_connect_variables(eg_reader *r, eg_spec *spec)
{
    if (r->errors > 0)
        return !r->out_of_memory;
    return eg_free_islands(r, spec) && connect_all(r, spec, false) && connect_all(r, spec, true);
}
