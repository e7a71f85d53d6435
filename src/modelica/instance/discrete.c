/* Boolean and Integer signals between components. A connector of that kind is a variable that changes at
 * events only, and a connection an equation: what takes the signal = what gives it.
 *
 * Which side gives follows from where the connector stands: an output of a component, an input of the model
 * that has the connection. Two that take (u1 and u2 of one component) are joined as well; the one that gets
 * its signal elsewhere hands it on to the other. */
#include "modelica/formula/formula.h"

#include <string.h>

typedef struct joint {
    eg_joint_side sides[2];
    eg_place place;
    bool is_done;
} joint;

/* What gives a connector its value, or NULL. */
static const char *giver_of(eg_reader *r, const char *path)
{
    return eg_pairs_get(r->discrete, r->root, eg_symbol(r, path));
}

static bool remember(eg_reader *r, const char *taker, const char *giver)
{
    if (eg_pairs_set(r->discrete, r->root, eg_symbol(r, taker), (void *)(uintptr_t)giver) != 0)
        r->out_of_memory = true;
    return !r->out_of_memory;
}

static void refuse_two(eg_reader *r, eg_place place, const char *taker, const char *one, const char *other)
{
    r->errors++;
    eg_report(r->diagnostics, EG_ERROR, place, "%s is connected to two outputs, %s and %s", taker, one,
              other);
    eg_remedy(r->diagnostics, "join them by a block Modelica.Blocks.Logical.Or, And, ...");
}

/* taker = giver */
static bool hand_on(eg_reader *r, eg_spec *spec, const joint *j, const char *taker, const char *giver)
{
    eg_formulas f = {.r = r, .spec = spec};
    eg_user_equation q = {.kind = EG_USER_EQUATION, .when = -1, .place = j->place};
    if (!remember(r, taker, giver) || !eg_formula_path(&f, taker, &q.left) ||
        !eg_formula_path(&f, giver, &q.right))
        return false;
    if (eg_spec_add_equation(spec, q) < 0)
        r->out_of_memory = true;
    return !r->out_of_memory;
}

bool eg_join_discrete(eg_reader *r, eg_joint_side a, eg_joint_side b, eg_place place)
{
    joint *j = eg_new(r, sizeof *j);
    if (!j)
        return false;
    *j = (joint){.sides = {a, b}, .place = place};
    if (a.gives && b.gives) {
        r->errors++;
        eg_report(r->diagnostics, EG_ERROR, place, "%s and %s are connected to each other: two outputs",
                  a.path, b.path);
        eg_remedy(r->diagnostics, "join them by a block Modelica.Blocks.Logical.Or, And, ...");
        return true;
    }
    return eg_list_add(r, &r->joints, j);
}

/* One that gives and one that takes. */
static bool join_direct(eg_reader *r, eg_spec *spec, joint *j)
{
    int giver = j->sides[0].gives ? 0 : 1;
    const char *from = j->sides[giver].path, *to = j->sides[1 - giver].path, *known = giver_of(r, to);
    j->is_done = true;
    if (known && eg_symbol(r, known) == eg_symbol(r, from))
        return true;
    if (!known)
        return hand_on(r, spec, j, to, from);
    refuse_two(r, j->place, to, known, from);
    return true;
}

/* Two that take, once one of them has its signal. *changed tells whether something was done. */
static bool join_takers(eg_reader *r, eg_spec *spec, joint *j, bool *changed)
{
    const char *a = j->sides[0].path, *b = j->sides[1].path;
    const char *of_a = giver_of(r, a), *of_b = giver_of(r, b);
    if (!of_a && !of_b)
        return true;
    j->is_done = *changed = true;
    if (of_a && of_b) {
        if (eg_symbol(r, of_a) != eg_symbol(r, of_b))
            refuse_two(r, j->place, a, of_a, of_b);
        return true;
    }
    return of_a ? hand_on(r, spec, j, b, of_a) : hand_on(r, spec, j, a, of_b);
}

typedef struct discrete {
    const char *path;
    eg_port_kind kind;
    eg_place place;
} discrete;

bool eg_note_discrete(eg_reader *r, const char *path, eg_port_kind kind, eg_place place)
{
    discrete *d = eg_new(r, sizeof *d);
    if (!d)
        return false;
    *d = (discrete){path, kind, place};
    return eg_list_add(r, &r->discrete_nodes, d);
}

/* An input to which nothing leads: one of the model itself is given from outside. */
static void check_source(eg_reader *r, eg_spec *spec, const discrete *d)
{
    if (eg_port_is_output(d->kind) || giver_of(r, d->path))
        return;
    long own = strchr(d->path, '.') ? -1 : eg_names_find(spec->variable_paths, d->path);
    if (own >= 0) {
        spec->variables[own].is_input = true;
        return;
    }
    r->errors++;
    eg_report(r->diagnostics, EG_ERROR, d->place, "the signal %s is not connected to a source", d->path);
    eg_remedy(r->diagnostics, "connect it to the output of a block, for example %s",
              eg_port_type(d->kind) == EG_BOOLEAN ? "Modelica.Blocks.Sources.BooleanConstant"
                                                  : "Modelica.Blocks.Sources.IntegerConstant");
}

bool eg_connect_discrete(eg_reader *r, eg_spec *spec)
{
    for (size_t i = 0; i < r->joints.count; i++) {
        joint *j = r->joints.items[i];
        if ((j->sides[0].gives || j->sides[1].gives) && !join_direct(r, spec, j))
            return false;
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < r->joints.count; i++) {
            joint *j = r->joints.items[i];
            if (!j->is_done && !join_takers(r, spec, j, &changed))
                return false;
        }
    }
    for (size_t i = 0; i < r->discrete_nodes.count && !r->out_of_memory; i++)
        check_source(r, spec, r->discrete_nodes.items[i]);
    return !r->out_of_memory;
}
