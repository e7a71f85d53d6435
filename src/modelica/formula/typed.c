/* What expressions of equations come to: scalars and arrays of formulas, with type and unit. */
#include <math.h>
#include <string.h>

#include "modelica/formula/formula.h"

eg_typed eg_typed_scalar(int type, int formula, const eg_quantity *unit)
{
    return (eg_typed){.type = type, .formula = formula, .unit = unit, .count = 1};
}

int eg_typed_at(const eg_typed *t, size_t i)
{
    return t->rank > 0 ? t->formulas[i] : t->formula;
}

eg_typed eg_typed_element(const eg_typed *t, size_t i)
{
    eg_typed e = *t;
    e.formula = eg_typed_at(t, i);
    e.rank = 0;
    e.dims = NULL;
    e.count = 1;
    e.formulas = NULL;
    return e;
}

bool eg_typed_same_shape(const eg_typed *a, const eg_typed *b)
{
    if (a->rank != b->rank)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (a->dims[i] != b->dims[i])
            return false;
    return true;
}

bool eg_typed_is_number(const eg_typed *t)
{
    return t->type == EG_REAL || t->type == EG_INTEGER;
}

const char *eg_typed_describe(eg_reader *r, const eg_typed *t)
{
    if (t->type == EG_RECORD && t->rank > 0)
        return eg_textf(r, "an array with %d dimension%s of the record %s", t->rank, t->rank == 1 ? "" : "s",
                        t->type_name);
    if (t->type == EG_RECORD)
        return eg_textf(r, "the record %s", t->type_name);
    eg_value like = {.type = t->type, .rank = t->rank, .dims = t->dims, .type_name = t->type_name};
    return eg_value_describe(r, &like);
}

bool eg_typed_array(eg_formulas *f, uint32_t at, eg_typed like, int rank, const long *dims, eg_typed *out,
                    int **formulas)
{
    size_t count = 1;
    for (int i = 0; i < rank; i++) {
        if (dims[i] > 0 && count > (size_t)f->r->limit / (size_t)dims[i]) {
            eg_error(f->r, f->scope.source, at, "this array has more than %lld elements", f->r->limit);
            eg_hint(f->r, "make its sizes smaller");
            return false;
        }
        count *= (size_t)dims[i];
    }
    long *kept = eg_new_array(f->r, (size_t)rank + 1, sizeof *kept);
    *formulas = eg_new_array(f->r, count, sizeof **formulas);
    if (!kept || !*formulas || !eg_count_steps(f->r, f->scope.source, at, (long long)count))
        return false;
    for (int i = 0; i < rank; i++)
        kept[i] = dims[i];
    *out = like;
    out->rank = rank;
    out->dims = kept;
    out->count = count;
    out->formulas = *formulas;
    out->formula = -1;
    return true;
}

/* ---------------------------------------------------------------- values */

/* Literals are counted from 0 in values. */
static double shift_of(int type)
{
    return type == EG_ENUMERATION ? 1.0 : 0.0;
}

double eg_text_number(eg_reader *r, const char *text)
{
    const char *symbol = eg_symbol(r, text);
    size_t i = 0;
    while (i < r->texts.count && r->texts.items[i] != symbol)
        i++;
    if (symbol && i == r->texts.count)
        eg_list_add(r, &r->texts, (void *)(uintptr_t)symbol);
    return (double)(i + 1);
}

bool eg_number_text(eg_formulas *f, eg_typed *t)
{
    if (t->type != EG_STRING || t->rank > 0 || t->formula >= 0)
        return true;
    return eg_formula_number(f, eg_text_number(f->r, t->text), &t->formula) && !f->r->out_of_memory;
}

bool eg_typed_of_value(eg_formulas *f, const eg_expr *e, const eg_value *v, eg_typed *out)
{
    eg_typed like = {.type = v->type,
                     .formula = -1,
                     .unit = v->unit,
                     .count = 1,
                     .text = v->text,
                     .literals = v->literals,
                     .type_name = v->type_name};
    int *formulas;
    *out = like;
    if (v->type == EG_STRING && v->rank == 0)
        return true;
    if (v->rank == 0)
        return eg_formula_number(f, v->number + shift_of(v->type), &out->formula);
    if (!eg_typed_array(f, e->at, like, v->rank, v->dims, out, &formulas))
        return false;
    out->text = NULL;
    for (size_t i = 0; i < v->count; i++) {
        eg_typed one = {.type = EG_STRING, .formula = -1, .text = v->type == EG_STRING ? v->texts[i] : NULL};
        if (v->type == EG_STRING ? !eg_number_text(f, &one)
                                 : !eg_formula_number(f, v->numbers[i] + shift_of(v->type), &one.formula))
            return false;
        formulas[i] = one.formula;
    }
    return true;
}

/* Texts by their numbers. */
static bool texts_to_value(eg_formulas *f, const eg_typed *t, eg_value *v)
{
    const char **texts = eg_new_array(f->r, t->count, sizeof *texts);
    for (size_t i = 0; texts && i < t->count; i++) {
        double number = 0;
        if (!eg_formula_known(f, eg_typed_at(t, i), &number) || number < 1 ||
            number > (double)f->r->texts.count)
            return false;
        texts[i] = f->r->texts.items[(size_t)number - 1];
    }
    *v = (eg_value){.type = EG_STRING, .rank = t->rank, .dims = t->dims, .count = t->count};
    v->text = t->rank == 0 && texts ? texts[0] : NULL;
    v->texts = t->rank > 0 ? texts : NULL;
    return texts != NULL;
}

bool eg_typed_to_value(eg_formulas *f, const eg_typed *t, eg_value *v)
{
    double *numbers = eg_value_room(f->r, t->count);
    if (!numbers)
        return false;
    if (t->type == EG_STRING && t->text) {
        *v = eg_value_text(t->text);
        return true;
    }
    if (t->type == EG_STRING)
        return texts_to_value(f, t, v);
    for (size_t i = 0; i < t->count; i++) {
        if (!eg_formula_known(f, eg_typed_at(t, i), &numbers[i]))
            return false;
        numbers[i] -= shift_of(t->type);
    }
    *v = t->rank > 0 ? eg_value_array(t->type, t->rank, t->dims, numbers)
                     : eg_value_number(t->type, numbers[0]);
    v->unit = t->unit;
    v->literals = t->literals;
    v->type_name = t->type_name;
    return true;
}

/* ---------------------------------------------------------------- fitting */

static bool types_fit(const eg_typed *to, const eg_typed *from)
{
    bool all = to->type == EG_RECORD && from->type == EG_RECORD && to->field_count == from->field_count;
    for (uint32_t i = 0; all && i < to->field_count; i++) {
        const eg_typed *field = eg_typed_field(from, to->names[i]);
        all = field && types_fit(&to->fields[i], field) && eg_typed_same_shape(&to->fields[i], field);
    }
    if (to->type == EG_RECORD)
        return all;
    if (to->type == EG_REAL)
        return from->type == EG_REAL || from->type == EG_INTEGER;
    return to->type == from->type &&
           (to->type != EG_ENUMERATION ||
            eg_same_enumeration(to->literals, to->type_name, from->literals, from->type_name));
}

bool eg_typed_fits(eg_formulas *f, uint32_t at, const char *name, const eg_typed *to, const eg_typed *from)
{
    if (!types_fit(to, from) || !eg_typed_same_shape(to, from)) {
        eg_error(f->r, f->scope.source, at, "\"%.200s\" is of type %s; it cannot be %s", name,
                 eg_typed_describe(f->r, to), eg_typed_describe(f->r, from));
        if (to->type == EG_INTEGER && from->type == EG_REAL)
            eg_hint(f->r, "write integer(...), which rounds down");
        else if (types_fit(to, from))
            eg_hint(f->r, "both must have the same size; fill(x, n) makes an array of one value");
        else
            eg_hint(f->r, "give it a value of its own type");
        return false;
    }
    if (eg_quantity_differs(to->unit, from->unit))
        eg_warn(f->r, f->scope.source, at, "\"%.200s\" is in %s, its value in %s", name, to->unit->text,
                from->unit->text);
    return true;
}

bool eg_typed_join(eg_formulas *f, uint32_t at, const char *what, eg_typed *a, const eg_typed *b)
{
    bool fits = types_fit(a, b) || types_fit(b, a);
    if (!fits || !eg_typed_same_shape(a, b)) {
        eg_error(f->r, f->scope.source, at, "%s must be alike: this is %s, the first one %s", what,
                 eg_typed_describe(f->r, b), eg_typed_describe(f->r, a));
        eg_hint(f->r, "make all of one type and one size");
        return false;
    }
    if (b->type == EG_REAL)
        a->type = EG_REAL;
    if (!a->unit)
        a->unit = b->unit;
    return true;
}
