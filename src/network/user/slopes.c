/* Derivatives of signals that equations give, where a drive moves a flange exactly along one, or a block
 * differentiates it.
 *
 * A net has one value, which engines carry as an algebraic unknown without derivatives. Where more is
 * needed the spec gets three hidden outputs, x itself, x0, and its derivatives x1 and x2 by equations, and
 * is compiled anew; the net of x is then the bundle of the three, as that of Move is. */
#include "network/user/user.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SLOPES = 3 };

eg_status eg_user_note_slopes(eg_model *m, int net)
{
    eg_user *u = m->user;
    if (!u->slopes)
        u->slopes = eg_arena_array(m->arena, (size_t)u->output_count, sizeof *u->slopes);
    if (!u->slopes)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < u->slope_count; i++)
        if (u->outputs[u->slopes[i]].net == net)
            return EG_OK;
    for (int i = 0; i < u->output_count; i++)
        if (u->outputs[i].net == net)
            u->slopes[u->slope_count++] = i;
    return EG_OK;
}

/* ---------------------------------------------------------------- putting them into the spec */

/* Where the spec says that the signal is: the quantity's own place goes with the model. */
static eg_place place_of(const eg_spec *spec, const char *path, int owner)
{
    char name[400];
    long connector = eg_names_find(spec->connector_paths, path);
    if (connector >= 0)
        return spec->connectors[connector].place;
    snprintf(name, sizeof name, "%.*s", owner > 0 ? owner - 1 : 0, path);
    long instance = eg_names_find(spec->paths, name);
    return instance >= 0 ? eg_instance_place(&spec->instances[instance]) : EG_NOWHERE;
}

/* Output "owner.$member0" ... with the formula. */
static bool add_output(eg_spec *spec, const eg_user_quantity *q, int slope, int formula)
{
    const char *dot = strrchr(q->path, '.');
    int owner = dot ? (int)(dot - q->path) + 1 : 0;
    eg_place place = place_of(spec, q->path, owner);
    eg_connector output = {
        .path = eg_arena_format(spec->arena, "%.*s$%s%d", owner, q->path, q->path + owner, slope),
        .kind = EG_REAL_OUTPUT,
        .unit = "",
        .comment = "",
        .place = place,
        .start = NAN,
        .slope_of = eg_arena_copy(spec->arena, q->path),
        .slope = slope};
    if (formula < 0 || !output.path || !output.slope_of || eg_spec_add_connector(spec, output) < 0)
        return false;
    int left = eg_spec_add_formula(spec, (eg_formula){.op = EG_OP_VARIABLE, .path = output.path});
    eg_user_equation equation = {
        .kind = EG_USER_EQUATION, .left = left, .right = formula, .when = -1, .place = place};
    return left >= 0 && eg_spec_add_equation(spec, equation) >= 0;
}

eg_status eg_user_add_slopes(eg_spec *spec, const eg_user *user)
{
    for (int i = 0; i < user->slope_count; i++) {
        const eg_user_quantity *q = &user->quantities[user->outputs[user->slopes[i]].quantity];
        const char *path = eg_arena_copy(spec->arena, q->path);
        int formula = path ? eg_spec_add_formula(spec, (eg_formula){.op = EG_OP_VARIABLE, .path = path}) : -1;
        for (int slope = 0; slope < SLOPES; slope++) {
            if (slope > 0)
                formula = eg_spec_add_formula(spec, (eg_formula){.op = EG_OP_DER, .a = formula});
            if (!add_output(spec, q, slope, formula))
                return EG_ERROR_MEMORY;
        }
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- what they are once compiled */

static int output_of(const eg_user *u, const char *path)
{
    for (int i = 0; i < u->output_count; i++)
        if (strcmp(u->quantities[u->outputs[i].quantity].path, path) == 0)
            return i;
    return -1;
}

void eg_user_join_slopes(eg_model *m)
{
    eg_user *u = m->user;
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *c = &m->connector.list[i];
        int output = c->slope_of ? output_of(u, c->slope_of) : -1;
        if (output < 0)
            continue;
        eg_net *n = &m->nets[u->outputs[output].net];
        n->kind = EG_SIGNAL_BUNDLE;
        n->inputs[c->slope] = m->connector.node[i];
        n->input_count = SLOPES;
        u->has_slopes = true;
        if (c->slope + 1 < SLOPES)
            continue;
        u->outputs[output] = u->outputs[--u->output_count]; /* the bundle follows from its inputs */
    }
}
