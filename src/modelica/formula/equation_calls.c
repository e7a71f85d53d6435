/* Calls that stand as equations: assert, terminate, reinit and print. */
#include <string.h>

#include "modelica/formula/equations.h"

bool eg_is_call_of(const eg_equation *q, const char *name)
{
    return q->kind == EG_Q_CALL && q->left->kind == EG_E_CALL && q->left->reference->count == 1 &&
           strcmp(q->left->reference->parts[0].name, name) == 0;
}

/* A claim about parameters that does not hold. */
static bool check_assert(eg_formulas *f, const eg_equation *q, const char *text, bool is_warning)
{
    const char *path = eg_node_path(f->r, f->scope.node);
    if (is_warning)
        eg_warn(f->r, f->scope.source, q->at, "%s%sassertion: %.1000s", path, *path ? ": " : "", text);
    else {
        eg_error(f->r, f->scope.source, q->at, "%s%sassertion failed: %.1000s", path, *path ? ": " : "",
                 text);
        eg_hint(f->r, "change the values in its condition so that this holds");
    }
    return true;
}

/* assert(condition, message, level) */
bool eg_carry_assert(eg_formulas *f, const eg_equation *q, int when)
{
    eg_typed condition;
    double known;
    eg_user_equation one = {.kind = EG_USER_ASSERT, .right = -1, .when = when};
    f->r->is_asserting = f->r->is_for_derivatives;
    const bool is_good = eg_formula_assert(f, q, &one, &condition);
    f->r->is_asserting = false;
    if (!is_good)
        return !f->r->out_of_memory;
    int open;
    if (f->is_guarded && (!eg_formula_add(f, EG_OP_NOT, f->guard, -1, -1, &open) ||
                          !eg_formula_add(f, EG_OP_OR, open, condition.formula, -1, &condition.formula)))
        return false;
    if (when < 0 && (f->r->is_for_text ? eg_formula_is_literal(f, condition.formula, &known)
                                       : eg_formula_known(f, condition.formula, &known)))
        return known != 0 || check_assert(f, q, one.text, one.is_warning);
    one.left = condition.formula;
    return eg_add_equation(f, one, q->at);
}

/* terminate(message), print(message): in a clause. */
static bool carry_message(eg_formulas *f, const eg_equation *q, eg_user_equation_kind kind, int when)
{
    eg_user_equation one = {.kind = kind, .left = -1, .right = -1, .when = when};
    one.right = f->is_guarded ? f->guard : -1;
    return eg_formula_message(f, q->left->items[0], &one) ? eg_add_equation(f, one, q->at)
                                                          : !f->r->out_of_memory;
}

static bool carry_terminate(eg_formulas *f, const eg_equation *q, int when)
{
    if (q->left->count != 1) {
        eg_error(f->r, f->scope.source, q->at, "terminate takes a message");
        eg_hint(f->r, "write terminate(\"why the run ends\")");
        return true;
    }
    if (when < 0) {
        eg_error(f->r, f->scope.source, q->at, "terminate must stand in a when clause");
        eg_hint(f->r, "write when condition then terminate(\"...\"); end when;");
        return true;
    }
    return carry_message(f, q, EG_USER_TERMINATE, when);
}

bool eg_carry_call(eg_formulas *f, const eg_equation *q, int when)
{
    if (eg_is_call_of(q, "assert"))
        return eg_carry_assert(f, q, when);
    if (eg_is_call_of(q, "terminate"))
        return carry_terminate(f, q, when);
    if (eg_is_print(f, q))
        return !eg_print_is_heard(f, q, when >= 0) || carry_message(f, q, EG_USER_PRINT, when);
    if (eg_is_call_of(q, "reinit")) {
        eg_error(f->r, f->scope.source, q->at, "reinit must stand in a when clause");
        eg_hint(f->r, "write when condition then reinit(x, ...); end when;");
    } else {
        eg_error(f->r, f->scope.source, q->at, "here an equation must stand, not a call");
        eg_hint(f->r, "assert, terminate, reinit and print can be called by themselves");
    }
    return true;
}
