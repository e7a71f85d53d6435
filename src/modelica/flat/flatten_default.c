/* Values of a component's parameters that follow from its other ones, f_ref = c*s_ref: as expressions, so
 * that in flat text, too, they follow. A descriptor tells such a value twice, by code (`complete`) and as a
 * text (`value_text`, or `formula` where that is prose). The text is printed where it comes to what the code
 * does. */
#include "modelica/flat/flatten.h"

#include "component/describe.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the texts */

/* The text of parameter i as an expression; NULL when it is none: some are prose. */
static const eg_expr *parse(eg_flattening *f, const eg_class *class, int i)
{
    const eg_parameter *p = &class->parameters[i];
    const char *const equations[] = {
        eg_textf(f->r, "%s = %s;", p->name, p->formula ? p->formula : p->value_text), NULL};
    eg_diagnostics *outside = f->r->diagnostics;
    const int errors = f->r->errors;
    f->r->diagnostics = NULL;
    const eg_syntax *syntax = eg_class_syntax_of(f->r, class, equations);
    const bool is_one = syntax && f->r->errors == errors && syntax->section_count == 1 &&
                        syntax->sections[0].count == 1 && syntax->sections[0].body[0]->kind == EG_Q_EQUALITY;
    f->r->diagnostics = outside;
    f->r->errors = errors;
    return is_one ? syntax->sections[0].body[0]->right : NULL;
}

static const eg_expr *text_of(eg_flattening *f, const eg_class *class, int i)
{
    const size_t at = eg_flatten_class_index(class);
    eg_flat_default *list = f->defaults[at];
    if (!list)
        list = f->defaults[at] = eg_new_array(f->r, class->parameter_count, sizeof *list);
    if (!list)
        return NULL;
    if (!list[i].is_known)
        list[i] = (eg_flat_default){.is_known = true, .text = parse(f, class, i)};
    return list[i].text;
}

/* ---------------------------------------------------------------- what they come to */

/* Code and text compute the same in another order of operations: some roundings. */
static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b)) || fabs(a - b) <= 64 * DBL_EPSILON * fmin(fabs(a), fabs(b));
}

const eg_expr *eg_flatten_default(eg_flattening *f, const eg_instance *instance, const double *p, int i)
{
    const eg_parameter *parameter = &instance->class->parameters[i];
    double value;
    if (instance->given[i] || !instance->class->complete || parameter->columns != 0 ||
        parameter->type == EG_ENUMERATION || parameter->type == EG_STRING ||
        !(parameter->value_text || parameter->formula))
        return NULL;
    const eg_expr *text = text_of(f, instance->class, i);
    eg_instance other = *instance;
    other.p = (double *)(uintptr_t)p;
    const eg_class_scope scope = {.instance = &other};
    return text && eg_class_value(&scope, text, &value) && is_same(value, p[i]) ? text : NULL;
}

/* Another matrix: its first column, where there are more, may have to keep its order. */
static void change_elements(const eg_instance *instance, double *p, int i, size_t k)
{
    static const double factor[] = {2, 0.5, 1, 1, 1}, more[] = {0, 0, 1, -1, 0};
    const eg_matrix m = eg_parameter_matrix(instance->p, i);
    double *elements = p + (m.elements - instance->p);
    for (int n = 0; n < m.rows * m.columns; n++)
        if (m.columns == 1 || n % m.columns > 0)
            elements[n] = factor[k] * elements[n] + more[k];
    if (factor[k] == 1 && more[k] == 0 && m.rows > 1 && m.columns > 1) /* the first argument alone */
        elements[0] += 0.1 * (elements[m.columns] - elements[0]);
}

/* Of values that changed from p to `other`, is there one that the flat text does not compute? */
static bool is_left_behind(eg_flattening *f, const eg_instance *instance, const double *p,
                           const double *other, int i)
{
    const eg_class *class = instance->class;
    for (size_t j = 0; j < class->parameter_count; j++) {
        if (j == (size_t)i || is_same(other[j], p[j]))
            continue;
        if (class->parameters[j].is_structural || !eg_flatten_default(f, instance, p, (int)j) ||
            !eg_flatten_default(f, instance, other, (int)j))
            return true;
    }
    return false;
}

bool eg_flatten_leaves_behind(eg_flattening *f, const eg_instance *instance, int i)
{
    const eg_class *class = instance->class;
    const size_t count = class->parameter_count, size = instance->p_count * sizeof *instance->p;
    const bool is_matrix = class->parameters[i].columns != 0;
    if (!class->complete || class->parameters[i].type == EG_STRING)
        return false;
    double *p = eg_new_array(f->r, instance->p_count, sizeof *p);
    double *other = eg_new_array(f->r, instance->p_count, sizeof *other);
    bool *given = eg_new_array(f->r, count, sizeof *given);
    if (!p || !other || !given)
        return true;
    memcpy(p, instance->p, size);
    memcpy(given, instance->given, count * sizeof *given);
    class->complete(p, given);
    given[i] = true;
    /* Twice is far enough to be seen in whatever follows, also through maxima and minima: each is tried. */
    const double values[] = {2 * instance->p[i], instance->p[i] / 2, instance->p[i] + 1, instance->p[i] - 1,
                             1.1 * instance->p[i]};
    double min, max;
    eg_parameter_range(&class->parameters[i], &min, &max);
    for (size_t k = 0; k < EG_COUNT(values); k++) {
        if (!is_matrix && !(values[k] >= min && values[k] <= max))
            continue;
        memcpy(other, instance->p, size);
        if (is_matrix)
            change_elements(instance, other, i, k);
        else
            other[i] = values[k];
        class->complete(other, given);
        if (is_left_behind(f, instance, p, other, i))
            return true;
    }
    return false;
}
