/* Texts of assert and terminate: what is known when the model is read is one text; String(x) of what changes
 * becomes a part that is written when the message is. */
#include <string.h>

#include "modelica/formula/statements.h"
#include "modelica/value/functions.h"

/* Appends a part to the list that *end closes. */
static bool add(eg_formulas *f, const eg_user_text ***end, eg_user_text part)
{
    eg_user_text *kept = eg_new(f->r, sizeof *kept);
    if (!kept)
        return false;
    *kept = part;
    **end = kept;
    *end = &kept->next;
    return true;
}

static bool is_string_call(const eg_expr *e)
{
    return e->kind == EG_E_CALL && e->reference->count == 1 &&
           strcmp(e->reference->parts[0].name, "String") == 0 && e->count > 0;
}

/* String(x, significantDigits = 3, minimumLength = 8, leftJustified = false) */
static bool add_number(eg_formulas *f, const eg_expr *e, const eg_user_text ***end)
{
    eg_typed x;
    eg_user_text part = {.is_left = true};
    if (!eg_formula_of(f, e->items[0], &x))
        return false;
    for (uint32_t i = 1; i < e->count; i++) {
        const char *name = e->names ? e->names[i] : NULL;
        eg_typed t;
        double number;
        if (!eg_formula_of(f, e->items[i], &t))
            return false;
        bool fits = name && eg_formula_known(f, t.formula, &number);
        if (fits && strcmp(name, "significantDigits") == 0 && number >= 1 && number <= 17)
            part.digits = (int)number;
        else if (fits && strcmp(name, "minimumLength") == 0 && number >= 0 && number <= 200)
            part.width = (int)number;
        else if (fits && strcmp(name, "leftJustified") == 0)
            part.is_left = number != 0;
        else {
            eg_error(f->r, f->scope.source, e->items[i]->at,
                     "this is no option of String here, or out of range");
            eg_hint(f->r,
                    "its options are significantDigits (1 to 17), minimumLength (0 to 200), leftJustified");
            return false;
        }
    }
    part.formula = x.formula;
    part.type = x.type;
    part.literals = x.literals;
    return add(f, end, part);
}

static bool add_parts(eg_formulas *f, const eg_expr *e, const eg_user_text ***end)
{
    eg_typed t;
    if (is_string_call(e) && !eg_formula_is_fixed(f, e))
        return add_number(f, e, end);
    if (e->kind == EG_E_SUM && !eg_formula_is_fixed(f, e)) {
        for (uint32_t i = 0; i < e->count; i++) {
            if (e->operators[i] == EG_T_MINUS) {
                eg_error(f->r, f->scope.source, e->at, "texts are joined by \"+\"");
                eg_hint(f->r, "write + between them, and String(...) around numbers");
                return false;
            }
            if (!add_parts(f, e->items[i], end))
                return false;
        }
        return true;
    }
    if (!eg_formula_of_any(f, e, &t))
        return false;
    if (t.type == EG_STRING && !t.text)
        return add(f, end, (eg_user_text){.formula = t.formula, .type = EG_STRING, .is_left = true});
    if (t.type != EG_STRING) {
        eg_error(f->r, f->scope.source, e->at, "a message is a text, not %s", eg_typed_describe(f->r, &t));
        eg_hint(f->r, "write String(x)");
        return false;
    }
    return add(f, end, (eg_user_text){.formula = -1, .text = t.text});
}

bool eg_formula_message(eg_formulas *f, const eg_expr *e, eg_user_equation *one)
{
    const eg_user_text *first = NULL, **end = &first;
    if (!add_parts(f, e, &end))
        return false;
    const char *text = "";
    for (const eg_user_text *part = first; part; part = part->next) {
        if (part->formula >= 0) {
            one->parts = first;
            one->text = "";
            return true;
        }
        text = eg_textf(f->r, "%s%s", text, part->text);
    }
    one->text = text;
    return true;
}

bool eg_is_print(eg_formulas *f, const eg_equation *q)
{
    if (q->kind != EG_Q_CALL || q->left->kind != EG_E_CALL)
        return false;
    const eg_reference *name = q->left->reference;
    if (strcmp(name->parts[name->count - 1].name, strrchr(EG_FUNCTION_PRINT, '.') + 1) != 0)
        return false;
    const eg_definition *d =
        eg_resolve_function(f->r, eg_scope_instance(&f->scope), f->scope.home, f->scope.source, name);
    return d && strcmp(d->full, EG_FUNCTION_PRINT) == 0;
}

bool eg_print_is_heard(eg_formulas *f, const eg_equation *q, bool in_when)
{
    if (in_when && q->left->count == 1)
        return true;
    eg_warn(f->r, f->scope.source, q->at, "this is not printed: %s",
            in_when ? "no file is written" : "it stands outside of a when clause");
    eg_hint(f->r, in_when ? "leave the name of the file out; the text becomes a note"
                          : "write when initial() then print(...); end when;");
    return false;
}

bool eg_formula_assert(eg_formulas *f, const eg_equation *q, eg_user_equation *one, eg_typed *condition)
{
    const eg_expr *call = q->left, *arguments[3] = {NULL, NULL, NULL};
    static const char *const names[] = {"condition", "message", "level"};
    bool fits = call->count >= 2 && call->count <= 3;
    for (uint32_t i = 0; fits && i < call->count; i++) {
        uint32_t k = i;
        for (uint32_t j = 0; call->names && call->names[i] && j < 3; j++)
            k = strcmp(call->names[i], names[j]) == 0 ? j : k;
        fits = !arguments[k];
        arguments[k] = call->items[i];
    }
    if (!fits || !arguments[0] || !arguments[1]) {
        eg_error(f->r, f->scope.source, q->at, "assert takes a condition, a message and perhaps a level");
        eg_hint(f->r, "write assert(x > 0, \"x is not positive\"), or with AssertionLevel.warning behind it");
        return false;
    }
    eg_typed level;
    if (!eg_formula_of_condition(f, arguments[0], "the condition of assert", condition))
        return false;
    if (arguments[2] && !eg_formula_of(f, arguments[2], &level))
        return false;
    double number = 0;
    one->is_warning = arguments[2] && level.type == EG_ENUMERATION &&
                      eg_formula_known(f, level.formula, &number) && number == 1.0;
    const bool is_decided = f->r->is_for_text ? eg_formula_is_literal(f, condition->formula, &number)
                                              : eg_formula_known(f, condition->formula, &number);
    if (is_decided && number != 0.0) { /* the message is made where the claim does not hold (chapter 8.3.7) */
        one->text = "";
        return true;
    }
    return eg_formula_message(f, arguments[1], one);
}
