/* What may not differ between the sets of an ensemble, and while an FMU runs: all that decides which
 * equations there are. Values of Real parameters may, as long as they do not make an inertia or a stiffness
 * appear or vanish (of parts without mass also a damping), and exponents stay what they are: those decide
 * how smooth a law is. */
#include "network/network.h"
#include "network/compile/same_structure.h"
#include "network/user/user.h"

#include <string.h>

static bool same_counts(const eg_model *a, const eg_model *b)
{
    const int pairs[][2] = {
        {a->n, b->n},
        {a->instance_count, b->instance_count},
        {a->body_count, b->body_count},
        {a->dynamics.massless_count, b->dynamics.massless_count},
        {a->node_count, b->node_count},
        {a->tree.link_count, b->tree.link_count},
        {a->drive_count, b->drive_count},
        {a->element_count, b->element_count},
        {a->kinds.friction_count, b->kinds.friction_count},
        {a->net_count, b->net_count},
        {a->signals.loop_count, b->signals.loop_count},
        {a->source_count, b->source_count},
        {a->inertia_count, b->inertia_count},
        {a->heat_count, b->heat_count},
        {a->thermal.point_count, b->thermal.point_count},
        {a->thermal.conductor_count, b->thermal.conductor_count},
        {a->switch_count, b->switch_count},
    };
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (pairs[i][0] != pairs[i][1])
            return false;
    return true;
}

/* Is each variable found in the same way, and each state the same one? */
static bool same_roles(const eg_user *a, const eg_user *b)
{
    for (int i = 0; i < a->quantity_count; i++)
        if (a->quantities[i].role != b->quantities[i].role)
            return false;
    for (int i = 0; i < a->unknowns; i++)
        if (a->unknown_of[i] != b->unknown_of[i])
            return false;
    return true;
}

static bool same_equations(const eg_user *a, const eg_user *b)
{
    if (!a || !b)
        return !a && !b;
    return a->unknowns == b->unknowns && a->states == b->states && a->quantity_count == b->quantity_count &&
           a->relation_count == b->relation_count && a->clause_count == b->clause_count &&
           a->action_count == b->action_count && a->sample_count == b->sample_count &&
           a->delay_count == b->delay_count && a->impulse_count == b->impulse_count && same_roles(a, b);
}

/* The exponents of contact laws are all called n, or n of something. */
static bool is_exponent(const eg_class *class, const eg_parameter *p)
{
    return class->element && p->name[0] == 'n' && (p->name[1] == '\0' || p->name[1] == '_');
}

static bool same_instance(const eg_instance *a, const eg_instance *b)
{
    if (a->class != b->class || a->p_count != b->p_count)
        return false;
    for (size_t i = 0; i < a->class->parameter_count; i++) {
        const eg_parameter *p = &a->class->parameters[i];
        if ((p->type == EG_REAL && !is_exponent(a->class, p)) || p->columns != 0)
            continue;
        if (a->p[i] != b->p[i])
            return false;
    }
    return true;
}

static bool same_element(const eg_model *a, const eg_model *b, int i)
{
    const eg_element *x = &a->elements[i], *y = &b->elements[i];
    const double *k = a->coefficients.k + x->coefficients, *l = b->coefficients.k + y->coefficients;
    const eg_element_ops *ops = x->ops;
    const int matters = a->dynamics.massless_count > 0 ? EG_ON_POSITION | EG_ON_VELOCITY : EG_ON_POSITION;
    if (ops != y->ops || x->friction != y->friction || x->input != y->input || x->heat_point != y->heat_point)
        return false;
    if (ops->is_linear && ops->is_linear(k) != ops->is_linear(l))
        return false;
    const int modes = ops->mode_total ? ops->mode_total(k) : ops->mode_count;
    if (ops->mode_total && ops->mode_total(l) != modes)
        return false;
    for (int mode = 0; mode < modes; mode++) {
        if (ops->dependence && ((ops->dependence(k, mode) ^ ops->dependence(l, mode)) & matters) != 0)
            return false;
        for (int h = 0; ops->roughness && h < ops->switch_count; h++)
            if (ops->roughness(k, mode, h) != ops->roughness(l, mode, h))
                return false;
    }
    return true;
}

bool eg_structure_is_same(const eg_model *a, const eg_model *b)
{
    if (!same_counts(a, b) || !same_equations(a->user, b->user))
        return false;
    for (int i = 0; i < a->instance_count; i++)
        if (!same_instance(&a->instances[i], &b->instances[i]))
            return false;
    for (int i = 0; i < a->body_count; i++)
        if ((a->bodies[i].mass == 0) != (b->bodies[i].mass == 0))
            return false;
    for (int i = 0; i < a->element_count; i++)
        if (!same_element(a, b, i))
            return false;
    return true;
}
