/* Which components that users write hold their flanges rigidly?
 *
 * Counted are the equations of a component that speak of nothing but potentials of its connectors,
 * variables of its own and numbers: flange_a.s = s - L/2; flange_b.s = s + L/2. When they are more than those
 * variables, they say something of the potentials alone. A spring's s_rel = flange_b.s - flange_a.s does
 * not. */
#include "modelica/instance/islands.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VISITS = 200, MOST_LEAVES = 20 };

typedef struct tally {
    int equations, helpers;
} tally;

typedef struct survey {
    eg_reader *r;
    const eg_spec *spec;
    eg_names *owners;  /* path of a component with its dot -> number */
    eg_names *helpers; /* paths of variables that have been counted */
    tally *components;
    int count;
    /* the equation that is looked at */
    const char *leaves[MOST_LEAVES];
    int leaf_count, visits;
} survey;

static size_t owner_length(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot ? (size_t)(dot - path) + 1 : 0;
}

static const char *owner_of(survey *s, const char *path, size_t length)
{
    return eg_textf(s->r, "%.*s", (int)length, path);
}

/* Gathers the variables of a formula; false when it is more than a sum with factors. */
static bool gather(survey *s, int formula)
{
    if (formula < 0)
        return true;
    const eg_formula *f = &s->spec->formulas[formula];
    if (--s->visits < 0)
        return false;
    switch (f->op) {
    case EG_OP_CONSTANT: return true;
    case EG_OP_VARIABLE:
        if (s->leaf_count == MOST_LEAVES)
            return false;
        s->leaves[s->leaf_count++] = f->path;
        return true;
    case EG_OP_ADD:
    case EG_OP_SUB:
    case EG_OP_NEG:
    case EG_OP_MUL:
    case EG_OP_DIV: return gather(s, f->a) && gather(s, f->b);
    default: return false;
    }
}

/* The connector whose potential the path is, or -1. */
static long connector_of(survey *s, const char *path)
{
    size_t length = owner_length(path);
    if (length == 0)
        return -1;
    long i = eg_names_find(s->spec->connector_paths, owner_of(s, path, length - 1));
    bool is_potential = i >= 0 &&
                        strcmp(path + length, eg_port_potential(s->spec->connectors[i].kind)) == 0 &&
                        !eg_port_is_signal(s->spec->connectors[i].kind);
    return is_potential ? i : -1;
}

/* The component to which all leaves belong, or -1. */
static long component_of_leaves(survey *s)
{
    long common = -1;
    for (int i = 0; i < s->leaf_count; i++) {
        long connector = connector_of(s, s->leaves[i]);
        const char *path = connector >= 0 ? s->spec->connectors[connector].path : s->leaves[i];
        bool is_variable = eg_names_find(s->spec->variable_paths, s->leaves[i]) >= 0;
        long owner = eg_names_find(s->owners, owner_of(s, path, owner_length(path)));
        if (owner < 0 || (common >= 0 && owner != common) || (connector < 0 && !is_variable))
            return -1;
        common = owner;
    }
    return common;
}

static bool count(survey *s, const eg_user_equation *q)
{
    s->leaf_count = 0;
    s->visits = MOST_VISITS;
    long owner = q->kind == EG_USER_EQUATION && gather(s, q->left) && gather(s, q->right)
                     ? component_of_leaves(s)
                     : -1;
    if (owner < 0)
        return true;
    s->components[owner].equations++;
    for (int i = 0; i < s->leaf_count; i++) {
        if (connector_of(s, s->leaves[i]) >= 0 || eg_names_find(s->helpers, s->leaves[i]) >= 0)
            continue;
        if (eg_names_add(s->helpers, s->leaves[i], 1) < 0)
            return false;
        s->components[owner].helpers++;
    }
    return true;
}

static bool number_owners(survey *s, int *component)
{
    s->owners = eg_names_create(64);
    s->helpers = eg_names_create(64);
    s->components = eg_new_array(s->r, s->spec->connector_count + 1, sizeof *s->components);
    if (!s->owners || !s->helpers || !s->components)
        return false;
    for (size_t i = 0; i < s->spec->connector_count; i++) {
        const eg_connector *c = &s->spec->connectors[i];
        component[i] = -1;
        if (eg_port_is_signal(c->kind))
            continue;
        const char *owner = owner_of(s, c->path, owner_length(c->path));
        long known = eg_names_find(s->owners, owner);
        if (known < 0 && eg_names_add(s->owners, owner, s->count) < 0)
            return false;
        component[i] = known < 0 ? s->count++ : (int)known;
    }
    return true;
}

bool eg_find_rigid(eg_reader *r, const eg_spec *spec, int *component)
{
    survey s = {.r = r, .spec = spec};
    bool ok = number_owners(&s, component);
    for (size_t i = 0; ok && i < spec->equation_count && s.count > 0; i++)
        ok = count(&s, &spec->equations[i]);
    for (size_t i = 0; ok && i < spec->connector_count; i++)
        if (component[i] >= 0 && s.components[component[i]].equations <= s.components[component[i]].helpers)
            component[i] = -1;
    eg_names_free(s.owners);
    eg_names_free(s.helpers);
    r->out_of_memory = r->out_of_memory || !ok;
    return ok;
}
