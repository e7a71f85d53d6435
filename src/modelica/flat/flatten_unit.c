/* Units of expressions in flat text. Functions of the user's have been carried out there, and records and
 * arrays are their elements; so an expression may have a unit that its value did not have, and that what it
 * is given to could not take. It is then written as a plain number. */
#include "modelica/flat/flatten.h"

#include <string.h>

/* What the reader will make of the unit of an expression (value/evaluate.c). */
typedef struct unit {
    const eg_quantity *quantity; /* NULL: none, or none that is known */
    bool varies;                 /* with the branch that is taken */
} unit;

static const char *unit_of_parameter(const eg_flattening *f, const char *path)
{
    const long declared = eg_names_find(f->declared, path);
    if (declared >= 0)
        return f->spec->declared[declared].unit;
    const char *dot = strrchr(path, '.');
    char *owner = eg_arena_text(f->r->arena, path, dot ? (size_t)(dot - path) : 0);
    const long at = owner ? eg_names_find(f->spec->paths, owner) : -1;
    const eg_class *class = at < 0 ? NULL : f->spec->instances[at].class;
    const int i = class ? eg_class_parameter(class, dot ? dot + 1 : path) : -1;
    return i >= 0 && class->parameters[i].type == EG_REAL ? class->parameters[i].unit : NULL;
}

static bool is_literal(const eg_flattening *f, int formula)
{
    const eg_formula *x = &f->spec->formulas[formula];
    return x->op == EG_OP_CONSTANT && !eg_formula_is_bound(x);
}

static unit unit_of(eg_flattening *f, int formula);

static unit unit_of_product(eg_flattening *f, const eg_formula *x)
{
    const unit a = unit_of(f, x->a), b = unit_of(f, x->b);
    const bool varies = a.varies || b.varies;
    if (is_literal(f, x->b))
        return a;
    if (is_literal(f, x->a) && x->op == EG_OP_MUL)
        return b;
    return (unit){eg_quantity_product(f->r, a.quantity, b.quantity, x->op == EG_OP_DIV), varies};
}

static unit unit_of_power(eg_flattening *f, const eg_formula *x)
{
    unit a = unit_of(f, x->a);
    const double n = f->spec->formulas[x->b].number;
    a.varies = a.varies || (a.quantity && !is_literal(f, x->b));
    a.quantity = a.quantity && n == (double)(int)n && n > -10 && n < 10
                     ? eg_quantity_power(f->r, a.quantity, 2 * (int)n)
                     : NULL;
    return a;
}

/* Of a sum, of a choice. */
static unit unit_of_either(unit a, unit b)
{
    const bool same = a.quantity && b.quantity && !eg_quantity_differs(a.quantity, b.quantity);
    return (unit){a.quantity ? a.quantity : b.quantity,
                  a.varies || b.varies || ((a.quantity || b.quantity) && !same)};
}

static unit unit_of(eg_flattening *f, int formula)
{
    const eg_formula *x = &f->spec->formulas[formula];
    switch (x->op) {
    case EG_OP_CONSTANT: return x->a >= 0 ? unit_of(f, x->a) : (unit){0};
    case EG_OP_VARIABLE: return (unit){.quantity = eg_quantity_of(f->r, unit_of_parameter(f, x->path))};
    case EG_OP_MUL:
    case EG_OP_DIV: return unit_of_product(f, x);
    case EG_OP_POW: return unit_of_power(f, x);
    case EG_OP_ADD:
    case EG_OP_SUB: {
        const unit a = unit_of(f, x->a), b = unit_of(f, x->b);
        return (unit){a.quantity ? a.quantity : b.quantity, a.varies || b.varies};
    }
    case EG_OP_MIN:
    case EG_OP_MAX: return unit_of_either(unit_of(f, x->a), unit_of(f, x->b));
    case EG_OP_SELECT: return unit_of_either(unit_of(f, x->b), unit_of(f, x->c));
    case EG_OP_SQRT: {
        unit a = unit_of(f, x->a);
        a.quantity = a.quantity ? eg_quantity_power(f->r, a.quantity, 1) : NULL;
        return a;
    }
    case EG_OP_NEG:
    case EG_OP_ABS:
    case EG_OP_FLOOR:
    case EG_OP_CEIL:
    case EG_OP_MODULO:
    case EG_OP_REMAINDER:
    case EG_OP_SMOOTH: return unit_of(f, x->a);
    default: return (unit){0};
    }
}

void eg_flatten_bound_value(eg_flattening *f, int formula, eg_type type, const char *of_unit)
{
    const unit own = type == EG_REAL && of_unit && *of_unit ? unit_of(f, formula) : (unit){0};
    const bool is_plain =
        own.varies || (own.quantity && eg_quantity_differs(own.quantity, eg_quantity_of(f->r, of_unit)));
    eg_write(&f->w, is_plain ? "Elastogap.Math.number(" : "");
    eg_flatten_formula(f, formula, type == EG_BOOLEAN);
    eg_write(&f->w, is_plain ? ")" : "");
}
