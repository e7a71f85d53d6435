/* Users' equations of a spec as text: formulas become expressions again. */
#include "modelica/flat/flatten.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "modelica/value/functions.h"

static void print(eg_flattening *f, int formula, int binding, bool truth);

/* ---------------------------------------------------------------- types */

static bool component_variable_is_boolean(const eg_flattening *f, const char *path)
{
    const char *dot = strrchr(path, '.');
    char *owner = dot ? eg_arena_text(f->r->arena, path, (size_t)(dot - path)) : NULL;
    long index = owner ? eg_names_find(f->spec->paths, owner) : -1;
    if (index < 0)
        return false;
    const eg_class *class = f->spec->instances[index].class;
    int variable = eg_class_variable(class, dot + 1);
    return variable >= 0 && class->variables[variable].type == EG_BOOLEAN;
}

/* Is it a truth value? A constant may be either; then what it is compared with decides. */
static bool is_boolean(const eg_flattening *f, int formula)
{
    return f->is_truth[formula];
}

static bool find_truth(const eg_flattening *f, const eg_formula *x)
{
    long index;
    switch (x->op) {
    case EG_OP_VARIABLE:
        index = eg_names_find(f->spec->variable_paths, x->path);
        return index >= 0 ? f->spec->variables[index].type == EG_BOOLEAN
                          : component_variable_is_boolean(f, x->path);
    case EG_OP_LESS:
    case EG_OP_LESS_EQUAL:
    case EG_OP_EQUAL:
    case EG_OP_NOT_EQUAL:
    case EG_OP_AND:
    case EG_OP_OR:
    case EG_OP_NOT:
    case EG_OP_INITIAL:
    case EG_OP_TERMINAL:
    case EG_OP_EDGE:
    case EG_OP_CHANGE:
    case EG_OP_HOLDS:
    case EG_OP_SAMPLE: return true;
    case EG_OP_PRE:
    case EG_OP_SMOOTH: return is_boolean(f, x->a);
    case EG_OP_SELECT: return is_boolean(f, x->b) || is_boolean(f, x->c);
    case EG_OP_LOOP: {
        const eg_loop *loop = &f->spec->loops.loops[x->c];
        return (int)x->number == loop->carried || loop->is_truth[(int)x->number];
    }
    default: return false;
    }
}

void eg_flatten_find_truths(eg_flattening *f)
{
    f->is_truth = eg_new_array(f->r, f->spec->formula_count + 1, sizeof(bool));
    for (size_t i = 0; f->is_truth && i < f->spec->formula_count; i++)
        f->is_truth[i] = find_truth(f, &f->spec->formulas[i]);
}

/* ---------------------------------------------------------------- operators */

typedef struct operator_text {
    int op, binding, left, right;
    const char *text;
} operator_text;

static const operator_text infixes[] = {
    {EG_OP_ADD, EG_BINDS_SUM, EG_BINDS_SUM, EG_BINDS_PRODUCT, " + "},
    {EG_OP_SUB, EG_BINDS_SUM, EG_BINDS_SUM, EG_BINDS_PRODUCT, " - "},
    {EG_OP_MUL, EG_BINDS_PRODUCT, EG_BINDS_PRODUCT, EG_BINDS_POWER, "*"},
    {EG_OP_DIV, EG_BINDS_PRODUCT, EG_BINDS_PRODUCT, EG_BINDS_POWER, "/"},
    {EG_OP_POW, EG_BINDS_POWER, EG_BINDS_MOST, EG_BINDS_MOST, "^"},
    {EG_OP_LESS, EG_BINDS_RELATION, EG_BINDS_SUM, EG_BINDS_SUM, " < "},
    {EG_OP_LESS_EQUAL, EG_BINDS_RELATION, EG_BINDS_SUM, EG_BINDS_SUM, " <= "},
    {EG_OP_EQUAL, EG_BINDS_RELATION, EG_BINDS_SUM, EG_BINDS_SUM, " == "},
    {EG_OP_NOT_EQUAL, EG_BINDS_RELATION, EG_BINDS_SUM, EG_BINDS_SUM, " <> "},
    {EG_OP_AND, EG_BINDS_AND, EG_BINDS_AND, EG_BINDS_NOT, " and "},
    {EG_OP_OR, EG_BINDS_OR, EG_BINDS_OR, EG_BINDS_AND, " or "},
};

static const struct {
    int op;
    const char *name;
} functions[] = {
    {EG_OP_SQRT, "sqrt"},
    {EG_OP_ABS, "abs"},
    {EG_OP_SIGN, "sign"},
    {EG_OP_MIN, "min"},
    {EG_OP_MAX, "max"},
    {EG_OP_SIN, "sin"},
    {EG_OP_COS, "cos"},
    {EG_OP_TAN, "tan"},
    {EG_OP_ASIN, "asin"},
    {EG_OP_ACOS, "acos"},
    {EG_OP_ATAN, "atan"},
    {EG_OP_ATAN2, "atan2"},
    {EG_OP_SINH, "sinh"},
    {EG_OP_COSH, "cosh"},
    {EG_OP_TANH, "tanh"},
    {EG_OP_EXP, "exp"},
    {EG_OP_LOG, "log"},
    {EG_OP_LOG10, "log10"},
    {EG_OP_FLOOR, "floor"},
    {EG_OP_CEIL, "ceil"},
    {EG_OP_QUOTIENT, "div"},
    {EG_OP_MODULO, "mod"},
    {EG_OP_REMAINDER, "rem"},
    {EG_OP_INITIAL, "initial"},
    {EG_OP_DER, "der"},
    {EG_OP_PRE, "pre"},
    {EG_OP_EDGE, "edge"},
    {EG_OP_CHANGE, "change"},
    {EG_OP_SAMPLE, "sample"},
    {EG_OP_SMOOTH, "noEvent"},
    {EG_OP_ALONG, "Elastogap.Math.withDerivative"},
    {EG_OP_DELAY, "delay"},
    {EG_OP_TERMINAL, "terminal"},
    {EG_OP_IMPULSE, "Elastogap.Math.impulse"},
    {EG_OP_STRUCK, "Elastogap.Math.impactSpeed"},
    {EG_OP_HOLDS, "Elastogap.Math.holds"},
};

const char *eg_flatten_infix(int op)
{
    for (size_t i = 0; i < EG_COUNT(infixes); i++)
        if (infixes[i].op == op)
            return infixes[i].text;
    return NULL;
}

const char *eg_flatten_function(int op)
{
    for (size_t i = 0; i < EG_COUNT(functions); i++)
        if (functions[i].op == op)
            return functions[i].name;
    return NULL;
}

static void open_if(eg_flattening *f, bool parentheses)
{
    eg_write(&f->w, parentheses ? "(" : "");
}

static void close_if(eg_flattening *f, bool parentheses)
{
    eg_write(&f->w, parentheses ? ")" : "");
}

static const operator_text *infix_of(const eg_formula *x)
{
    for (size_t i = 0; i < EG_COUNT(infixes); i++)
        if (infixes[i].op == x->op)
            return &infixes[i];
    return NULL;
}

static bool needs_no_event(const eg_flattening *f, int formula)
{
    const eg_formula *x = &f->spec->formulas[formula];
    return f->has_no_events[formula] && !f->is_smooth && eg_op_operands(x->op) > 0;
}

/* The operator of a left operand that stands there as it is, without parentheses or a name; or NULL. */
static const operator_text *continues(const eg_flattening *f, int formula, const operator_text *around)
{
    const operator_text *o = infix_of(&f->spec->formulas[formula]);
    return o && o->binding >= around->left && !f->shared[formula] && !needs_no_event(f, formula) ? o : NULL;
}

static bool takes_truth(const eg_flattening *f, const eg_formula *x, const operator_text *o)
{
    return x->op == EG_OP_AND || x->op == EG_OP_OR ||
           (o->binding == EG_BINDS_RELATION && (is_boolean(f, x->a) || is_boolean(f, x->b)));
}

/* The left operand of a sum of many terms is the sum of all but the last. So that its depth is none of the
 * stack's, left operands are walked down to the first one, and what follows it is written on the way back. */
static bool print_infix(eg_flattening *f, const eg_formula *x, int binding)
{
    const operator_text *o = infix_of(x), *inner;
    if (!o)
        return false;
    const bool is_closed = o->binding < binding;
    void *outer = NULL;
    size_t depth = 0, capacity = 0;
    open_if(f, is_closed);
    for (; (inner = continues(f, x->a, o)); o = inner) {
        if (eg_grow(&outer, &capacity, depth + 1, sizeof x) != 0) {
            f->r->out_of_memory = true;
            break;
        }
        ((const eg_formula **)outer)[depth++] = x;
        x = &f->spec->formulas[x->a];
    }
    if (!f->r->out_of_memory)
        print(f, x->a, o->left, takes_truth(f, x, o));
    while (!f->r->out_of_memory) {
        eg_write(&f->w, o->text);
        print(f, x->b, o->right, takes_truth(f, x, o));
        if (depth == 0)
            break;
        x = ((const eg_formula **)outer)[--depth];
        o = infix_of(x);
    }
    free(outer);
    close_if(f, is_closed);
    return true;
}

static bool print_function(eg_flattening *f, const eg_formula *x, bool truth)
{
    /* terminal() becomes true once; edge(...) may stand around variables only. */
    if (x->op == EG_OP_EDGE && f->spec->formulas[x->a].op == EG_OP_TERMINAL) {
        eg_write(&f->w, "terminal()");
        return true;
    }
    for (size_t i = 0; i < EG_COUNT(functions); i++) {
        if (functions[i].op != x->op)
            continue;
        int operands = eg_op_operands(x->op);
        bool keeps = x->op == EG_OP_PRE || x->op == EG_OP_SMOOTH, was_smooth = f->is_smooth;
        f->is_smooth = was_smooth || x->op == EG_OP_SMOOTH;
        eg_write(&f->w, functions[i].name);
        eg_write(&f->w, "(");
        if (operands > 0)
            print(f, x->a, EG_BINDS_IF, (keeps && truth) || x->op == EG_OP_EDGE || x->op == EG_OP_HOLDS);
        eg_write(&f->w, operands > 1 ? ", " : "");
        if (operands > 1)
            print(f, x->b, EG_BINDS_IF, false);
        eg_write(&f->w, operands > 2 ? ", " : "");
        if (operands > 2)
            print(f, x->c, EG_BINDS_IF, false);
        eg_write(&f->w, ")");
        f->is_smooth = was_smooth;
        return true;
    }
    return false;
}

static bool is_settled(void *context, const char *path)
{
    return eg_flatten_is_held(context, path);
}

/* The branch of which nobody can change that it is taken, or the formula itself: the others may speak of what
 * is not there. */
static int taken(eg_flattening *f, int formula)
{
    for (const eg_formula *x; (x = &f->spec->formulas[formula])->op == EG_OP_SELECT;) {
        const eg_formula *condition = &f->spec->formulas[x->a];
        if (condition->op != EG_OP_CONSTANT || f->shared[formula] ||
            !eg_formula_names(f->spec, x->a, is_settled, f))
            break;
        formula = condition->number != 0 ? x->b : x->c;
    }
    return formula;
}

/* if a then b elseif ...: a chain, not nested. */
static void print_select(eg_flattening *f, const eg_formula *x, int binding, bool truth)
{
    const int branch = taken(f, (int)(x - f->spec->formulas));
    if (branch != (int)(x - f->spec->formulas)) {
        print(f, branch, binding, truth);
        return;
    }
    truth = truth || is_boolean(f, (int)(x - f->spec->formulas));
    open_if(f, binding > EG_BINDS_IF);
    const char *word = "if ";
    for (;; x = &f->spec->formulas[x->c]) {
        eg_write(&f->w, word);
        print(f, x->a, EG_BINDS_IF, true);
        eg_write(&f->w, " then ");
        print(f, x->b, EG_BINDS_OR, truth);
        word = " elseif ";
        if (f->spec->formulas[x->c].op != EG_OP_SELECT || f->shared[x->c] || taken(f, x->c) != x->c)
            break;
    }
    eg_write(&f->w, " else ");
    print(f, x->c, EG_BINDS_OR, truth);
    close_if(f, binding > EG_BINDS_IF);
}

/* 'loop.1'(which, arguments), whose truth values are numbers. */
static void print_loop(eg_flattening *f, const eg_formula *x, bool truth)
{
    const eg_formula *formulas = f->spec->formulas;
    int count = f->spec->loops.loops[x->c].arguments, *of = eg_new_array(f->r, (size_t)count, sizeof *of);
    for (int j = count, link = x->a; of && j-- > 0; link = formulas[link].b)
        of[j] = formulas[link].a;
    eg_write(&f->w, truth ? "noEvent(" : "");
    eg_write_path(&f->w, eg_textf(f->r, "loop.%d", x->c + 1), NULL);
    eg_write(&f->w, "(");
    eg_write_integer(&f->w, (long)x->number + 1);
    for (int j = 0; of && j < count; j++) {
        bool is_truth = f->is_truth[of[j]];
        eg_write(&f->w, is_truth ? ", if " : ", ");
        print(f, of[j], is_truth ? EG_BINDS_OR : EG_BINDS_IF, is_truth);
        eg_write(&f->w, is_truth ? " then 1 else 0" : "");
    }
    eg_write(&f->w, truth ? ") > 0.5)" : ")");
}

/* What has no value, in a branch that need not be taken, is written as what has none. */
static void print_number(eg_flattening *f, double number, int binding, bool truth)
{
    if (truth)
        eg_write(&f->w, number != 0 ? "true" : "false");
    else if (!isfinite(number))
        eg_write(&f->w, isnan(number) ? "(0/0)" : number > 0 ? "(1/0)" : "((-1)/0)");
    else
        eg_write_number(&f->w, number, binding > EG_BINDS_IF);
}

static void print_whole(eg_flattening *f, int formula, int binding, bool truth)
{
    const eg_formula *x = &f->spec->formulas[formula];
    switch (x->op) {
    case EG_OP_CONSTANT:
        if (x->a >= 0)
            print_whole(f, x->a, binding, truth); /* what the number was made of */
        else
            print_number(f, x->number, binding, truth);
        break;
    case EG_OP_VARIABLE: eg_write_path(&f->w, x->path, NULL); break;
    case EG_OP_TIME: eg_write(&f->w, "time"); break;
    case EG_OP_SELECT: print_select(f, x, binding, truth); break;
    case EG_OP_LOOP: print_loop(f, x, f->is_truth[formula]); break;
    case EG_OP_NEG:
        open_if(f, EG_BINDS_SUM < binding);
        eg_write(&f->w, "-");
        print(f, x->a, EG_BINDS_PRODUCT, false);
        close_if(f, EG_BINDS_SUM < binding);
        break;
    case EG_OP_NOT:
        open_if(f, EG_BINDS_NOT < binding);
        eg_write(&f->w, "not ");
        print(f, x->a, EG_BINDS_RELATION, true);
        close_if(f, EG_BINDS_NOT < binding);
        break;
    default:
        if (!print_infix(f, x, binding) && !print_function(f, x, truth))
            f->failed = true;
    }
}

/* What has no events, printed where others have. */
static void print_smooth(eg_flattening *f, int formula, bool truth)
{
    eg_write(&f->w, "noEvent(");
    f->is_smooth = true;
    print_whole(f, formula, EG_BINDS_IF, truth);
    f->is_smooth = false;
    eg_write(&f->w, ")");
}

/* What is shared is a number; a truth value has become one. */
static void print(eg_flattening *f, int formula, int binding, bool truth)
{
    bool asks = f->is_truth[formula] && !f->is_remembered[formula];
    if (f->shared[formula]) {
        eg_write(&f->w, asks ? "noEvent(" : "");
        eg_write_path(&f->w, eg_flatten_shared_name(f, formula), NULL);
        eg_write(&f->w, asks ? " > 0.5)" : "");
    } else if (needs_no_event(f, formula)) {
        print_smooth(f, formula, truth);
    } else {
        print_whole(f, formula, binding, truth);
    }
}

static void print_shared(eg_flattening *f, int formula)
{
    bool truth = f->is_truth[formula], is_number = truth && !f->is_remembered[formula];
    eg_flatten_begin(f);
    eg_write_path(&f->w, eg_flatten_shared_name(f, formula), NULL);
    eg_write(&f->w, is_number ? " = if " : " = ");
    if (needs_no_event(f, formula))
        print_smooth(f, formula, truth);
    else
        print_whole(f, formula, truth ? EG_BINDS_OR : EG_BINDS_IF, truth);
    eg_write(&f->w, is_number ? " then 1 else 0" : "");
    eg_flatten_end(f);
}

static void print_all_shared(eg_flattening *f)
{
    for (size_t i = 0; i < f->spec->formula_count && !f->r->out_of_memory; i++)
        if (f->shared[i])
            print_shared(f, (int)i);
}

/* ---------------------------------------------------------------- equations */

static void print_sides(eg_flattening *f, const eg_user_equation *q)
{
    bool truth = is_boolean(f, q->left) || is_boolean(f, q->right);
    print(f, q->left, EG_BINDS_OR, truth);
    eg_write(&f->w, " = ");
    print(f, q->right, EG_BINDS_IF, truth);
}

/* String(x, significantDigits = 3) */
static void print_number_text(eg_flattening *f, const eg_user_text *part)
{
    eg_write(&f->w, "String(");
    print(f, part->formula, EG_BINDS_IF, part->type == EG_BOOLEAN);
    if (part->digits > 0) {
        eg_write(&f->w, ", significantDigits = ");
        eg_write_integer(&f->w, part->digits);
    }
    if (part->width > 0) {
        eg_write(&f->w, ", minimumLength = ");
        eg_write_integer(&f->w, part->width);
        eg_write(&f->w, part->is_left ? ", leftJustified = true" : ", leftJustified = false");
    }
    eg_write(&f->w, ")");
}

static void print_message(eg_flattening *f, const eg_user_equation *q)
{
    if (!q->parts)
        eg_write_string(&f->w, q->text ? q->text : "");
    for (const eg_user_text *part = q->parts; part; part = part->next) {
        eg_write(&f->w, part == q->parts ? "" : " + ");
        if (part->formula >= 0)
            print_number_text(f, part);
        else
            eg_write_string(&f->w, part->text ? part->text : "");
    }
}

static void print_equation(eg_flattening *f, const eg_user_equation *q)
{
    switch (q->kind) {
    case EG_USER_EQUATION:
    case EG_USER_INITIAL:
    case EG_USER_LINKED:
    case EG_USER_ASSIGN: print_sides(f, q); break;
    case EG_USER_REINIT:
        eg_write(&f->w, "reinit(");
        print(f, q->left, EG_BINDS_IF, false);
        eg_write(&f->w, ", ");
        print(f, q->right, EG_BINDS_IF, false);
        eg_write(&f->w, ")");
        break;
    case EG_USER_ASSERT:
        eg_write(&f->w, "assert(");
        print(f, q->left, EG_BINDS_IF, true);
        eg_write(&f->w, ", ");
        print_message(f, q);
        eg_write(&f->w, q->is_warning ? ", AssertionLevel.warning)" : ")");
        break;
    case EG_USER_TERMINATE:
    case EG_USER_PRINT:
        if (q->right >= 0) {
            eg_write(&f->w, "if ");
            print(f, q->right, EG_BINDS_IF, true);
            eg_write(&f->w, " then ");
        }
        eg_write(&f->w, q->kind == EG_USER_PRINT ? EG_FUNCTION_PRINT "(" : "terminate(");
        print_message(f, q);
        eg_write(&f->w, q->right >= 0 ? "); end if" : ")");
        break;
    }
}

/* ---------------------------------------------------------------- when */

/* Equations by the clause in which they stand: first[clause], then next[equation]. */
typedef struct by_clause {
    int *first, *next;
} by_clause;

static bool sort_by_clause(eg_flattening *f, by_clause *by)
{
    const eg_spec *s = f->spec;
    by->first = eg_new_array(f->r, s->when_count + 1, sizeof(int));
    by->next = eg_new_array(f->r, s->equation_count + 1, sizeof(int));
    if (!by->first || !by->next)
        return false;
    for (size_t i = 0; i < s->when_count; i++)
        by->first[i] = -1;
    for (size_t i = s->equation_count; i-- > 0;) {
        int when = s->equations[i].when;
        if (when < 0)
            continue;
        by->next[i] = by->first[when];
        by->first[when] = (int)i;
    }
    return true;
}

static void print_condition(eg_flattening *f, int when)
{
    const eg_user_when *whens = f->spec->whens;
    bool several = whens[when].other >= 0;
    eg_write(&f->w, several ? "{" : "");
    for (int i = when; i >= 0; i = whens[i].other) {
        eg_write(&f->w, i == when ? "" : ", ");
        print(f, whens[i].condition, EG_BINDS_IF, true);
    }
    eg_write(&f->w, several ? "}" : "");
}

static void print_clause(eg_flattening *f, const by_clause *by, int when)
{
    print_condition(f, when);
    eg_write(&f->w, " then\n");
    for (int i = by->first[when]; i >= 0; i = by->next[i]) {
        eg_write(&f->w, "    ");
        print_equation(f, &f->spec->equations[i]);
        eg_write(&f->w, ";\n");
    }
}

/* The clauses that others name as `other` belong to these. */
static void print_whens(eg_flattening *f, const by_clause *by)
{
    const eg_spec *s = f->spec;
    bool *is_other = eg_new_array(f->r, s->when_count + 1, sizeof(bool));
    int *below = eg_new_array(f->r, s->when_count + 1, sizeof(int));
    if (!is_other || !below)
        return;
    for (size_t i = 0; i < s->when_count; i++)
        below[i] = -1;
    for (size_t i = 0; i < s->when_count; i++)
        if (s->whens[i].other >= 0)
            is_other[s->whens[i].other] = true;
    for (size_t i = 0; i < s->when_count; i++)
        if (!is_other[i] && s->whens[i].above >= 0)
            below[s->whens[i].above] = (int)i;
    for (size_t i = 0; i < s->when_count; i++) {
        if (is_other[i] || s->whens[i].above >= 0)
            continue;
        for (int when = (int)i; when >= 0; when = below[when]) {
            eg_write(&f->w, when == (int)i ? "  when " : "  elsewhen ");
            print_clause(f, by, when);
        }
        eg_write(&f->w, "  end when;\n");
    }
}

void eg_flatten_formulas(eg_flattening *f, bool initial)
{
    const eg_spec *s = f->spec;
    by_clause by;
    if (!initial)
        print_all_shared(f);
    for (size_t i = 0; i < s->equation_count; i++) {
        const eg_user_equation *q = &s->equations[i];
        if (q->when >= 0 || (q->kind == EG_USER_INITIAL) != initial)
            continue;
        eg_flatten_begin(f);
        print_equation(f, q);
        eg_flatten_end(f);
    }
    if (!initial && s->when_count > 0 && sort_by_clause(f, &by))
        print_whens(f, &by);
}

void eg_flatten_formula(eg_flattening *f, int formula, bool truth)
{
    print(f, formula, EG_BINDS_IF, truth);
}
