/* MSL's tables of one variable as external objects: what friction classes of the MSL, and copies of them, are
 * written with.
 *
 *     final parameter ExternalCombiTable1D tableID = ExternalCombiTable1D("NoName", "NoName", table, columns,
 *                                                                         smoothness, extrapolation);
 *     mu = getTable1DValueNoDer2(tableID, 1, v);
 *
 * There is no object: a call looks up what the object is declared with, and becomes the function of its
 * points. */
#include <string.h>

#include "modelica/formula/formula.h"
#include "modelica/value/tables.h"

enum { HOLD_LAST_POINT, LAST_TWO_POINTS, PERIODIC, NO_EXTRAPOLATION };

/* The arguments of the constructor. */
enum { TABLE_NAME, FILE_NAME, TABLE, COLUMNS, SMOOTHNESS, EXTRAPOLATION, ARGUMENTS };
static const char *const names[] = {"tableName", "fileName",   "table",
                                    "columns",   "smoothness", "extrapolation"};

typedef struct table {
    eg_value x, y;
    int smoothness, extrapolation;
} table;

static bool refuse(eg_formulas *f, const eg_expr *e, const char *what, const char *hint)
{
    eg_error(f->r, f->scope.source, e->at, "%s", what);
    eg_hint(f->r, "%s", hint);
    return false;
}

/* The call with which the object is declared, and where. */
static const eg_expr *declaration_of(eg_formulas *f, const eg_expr *e, eg_scope *scope)
{
    eg_targets targets;
    eg_entry entry = {0};
    if (e->kind != EG_E_REFERENCE || !eg_find_targets(f->r, &f->scope, e->reference, &targets))
        return NULL;
    eg_node *node = targets.count == 1 && !targets.class ? targets.items[0].node : NULL;
    if (!node || targets.items[0].member || !node->type || !eg_is_external_object(node->type) ||
        !eg_find_value(f->r, node->entries, node->entry_count, NULL, &entry) || !entry.modifier ||
        entry.modifier->value->kind != EG_E_CALL)
        return NULL;
    *scope = eg_scope_of(entry.node, entry.home);
    scope->source = entry.modifier->source;
    return entry.modifier->value;
}

static const eg_expr *argument(const eg_expr *call, int which)
{
    for (uint32_t i = 0; i < call->count; i++) {
        const char *name = call->names ? call->names[i] : NULL;
        if (name ? strcmp(name, names[which]) == 0 : i == (uint32_t)which)
            return call->items[i];
    }
    return NULL;
}

static bool evaluate(eg_formulas *f, const eg_scope *scope, const eg_expr *call, int which, eg_value *value)
{
    const eg_expr *e = argument(call, which);
    *value = EG_NO_VALUE;
    return !e || eg_evaluate(f->r, scope, e, value);
}

/* Column `column` (from 1) of the matrix, as a vector. */
static bool take_column(eg_formulas *f, const eg_value *matrix, long column, eg_value *out)
{
    double *numbers = eg_new_array(f->r, (size_t)matrix->dims[0], sizeof *numbers);
    long *dims = eg_new_array(f->r, 1, sizeof *dims);
    if (!numbers || !dims)
        return false;
    dims[0] = matrix->dims[0];
    for (long i = 0; i < matrix->dims[0]; i++)
        numbers[i] = matrix->numbers[i * matrix->dims[1] + column - 1];
    *out = eg_value_array(EG_REAL, 1, dims, numbers);
    return true;
}

static bool read_table(eg_formulas *f, const eg_expr *e, table *t)
{
    eg_scope scope;
    eg_value name, matrix, columns, smoothness, extrapolation;
    long k = 0;
    const eg_expr *call = declaration_of(f, e->items[0], &scope);
    if (!call)
        return refuse(f, e,
                      "here the name of an ExternalCombiTable1D must stand that is declared with its value",
                      "declare it with = ExternalCombiTable1D(...)");
    if (!evaluate(f, &scope, call, FILE_NAME, &name) || !evaluate(f, &scope, call, TABLE, &matrix) ||
        !evaluate(f, &scope, call, COLUMNS, &columns) ||
        !evaluate(f, &scope, call, SMOOTHNESS, &smoothness) ||
        !evaluate(f, &scope, call, EXTRAPOLATION, &extrapolation) ||
        !eg_formula_integer(f, e->items[1], "the number of the column", &k))
        return false;
    if (name.type == EG_STRING && strcmp(name.text, "NoName") != 0)
        return refuse(f, e, "tables of files are read by the blocks CombiTable1Ds and CombiTable1Dv only",
                      "write the table into the model");
    bool fits = matrix.rank == 2 && eg_value_is_number(&matrix) && matrix.count > 0 && columns.rank == 1 &&
                eg_value_is_number(&columns) && k >= 1 && k <= columns.dims[0];
    double column = fits ? columns.numbers[k - 1] : 0;
    if (!fits || !(column >= 1 && column <= (double)matrix.dims[1]))
        return refuse(f, e, "the table has no such column", "columns must name columns of the table");
    t->smoothness = smoothness.type < 0 ? 0 : (int)smoothness.number;
    t->extrapolation = extrapolation.type < 0 ? LAST_TWO_POINTS : (int)extrapolation.number;
    return take_column(f, &matrix, 1, &t->x) && take_column(f, &matrix, (long)column, &t->y);
}

/* u within the table: held at its ends, or repeated. */
static bool place_in(eg_formulas *f, const table *t, int u, int *at)
{
    int low, high, span, part, turns;
    double first = t->x.numbers[0], last = t->x.numbers[t->x.count - 1];
    *at = u;
    if (t->extrapolation == LAST_TWO_POINTS || t->extrapolation == NO_EXTRAPOLATION)
        return true;
    if (!eg_formula_number(f, first, &low) || !eg_formula_number(f, last, &high))
        return false;
    if (t->extrapolation == HOLD_LAST_POINT)
        return eg_formula_add(f, EG_OP_MAX, u, low, -1, at) &&
               eg_formula_add(f, EG_OP_MIN, *at, high, -1, at);
    return eg_formula_number(f, last - first, &span) && eg_formula_add(f, EG_OP_SUB, u, low, -1, &part) &&
           eg_formula_add(f, EG_OP_DIV, part, span, -1, &turns) &&
           eg_formula_add(f, EG_OP_FLOOR, turns, -1, -1, &turns) &&
           eg_formula_add(f, EG_OP_MUL, turns, span, -1, &turns) &&
           eg_formula_add(f, EG_OP_SUB, u, turns, -1, at);
}

bool eg_formula_of_external_table(eg_formulas *f, const eg_expr *e, const eg_definition *d, eg_typed *out)
{
    table t;
    eg_typed u;
    const char *what = d->full + strlen(EG_EXTERNAL_TABLE);
    bool is_value =
        strcmp(what, "Value") == 0 || strcmp(what, "ValueNoDer") == 0 || strcmp(what, "ValueNoDer2") == 0;
    if (!is_value)
        return refuse(f, e,
                      "of the functions of external tables only getTable1DValue, getTable1DValueNoDer and "
                      "getTable1DValueNoDer2 are known",
                      "take one of these");
    if (e->names || e->count != 3)
        return refuse(f, e,
                      "it takes three arguments by position: the table, the number of the column, where",
                      "write getTable1DValue(table, column, x)");
    *out = eg_typed_scalar(EG_REAL, -1, NULL);
    int at;
    return read_table(f, e, &t) && eg_formula_of(f, e->items[2], &u) && place_in(f, &t, u.formula, &at) &&
           eg_formula_between(f, e, &t.x, &t.y, t.smoothness, at, &out->formula);
}
