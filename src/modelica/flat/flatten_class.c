/* The equations of an instance of a native class: its descriptor's, with the instance's names. */
#include "modelica/flat/flatten.h"

#include <stdlib.h>
#include <string.h>

typedef struct printing {
    eg_flattening *f;
    eg_writer *w;
    eg_class_scope scope;
    eg_source *source;
    bool is_mode; /* it is friction's mode that is said */
    const eg_expr
        *rate; /* or what its sa is where a part without mass slides: that acceleration; else NULL */
} printing;

static void print(printing *p, const eg_expr *e, int binding);

static void refuse(printing *p, uint32_t at, const char *what)
{
    eg_error(p->f->r, p->source, at, "%s", what);
    eg_hint(p->f->r, "simulate the model itself: this class of it cannot be written as equations");
    p->f->failed = true;
}

/* ---------------------------------------------------------------- names */

/* Of a member of the class: that of the instance's, or as it stands where there is no instance. */
static void print_name(printing *p, const char *name)
{
    if (p->scope.instance->path)
        eg_write_path(p->w, p->scope.instance->path, name);
    else
        eg_write(p->w, name);
}

/* u[i] of a vector of ports or variables. */
static void print_element(printing *p, const eg_expr *e)
{
    const eg_part *part = &e->reference->parts[0];
    double element = 0;
    if (part->subscript_count != 1 || !eg_class_value(&p->scope, part->subscripts[0], &element)) {
        refuse(p, e->at, "this must be one element, its index known");
        return;
    }
    char *name = eg_arena_format(p->f->r->arena, "%s[%d]", part->name, (int)element);
    const eg_class *class = p->scope.instance->class;
    if (!name || (eg_class_port(class, name) < 0 && eg_class_variable(class, name) < 0))
        refuse(p, e->at, "there is no such element");
    else
        print_name(p, name);
}

static void print_subscripts(printing *p, const eg_part *part)
{
    for (uint32_t i = 0; i < part->subscript_count; i++) {
        double value;
        eg_write(p->w, i ? ", " : "[");
        if (eg_class_value(&p->scope, part->subscripts[i], &value))
            eg_write_number(p->w, value, false);
        else
            print(p, part->subscripts[i], EG_BINDS_IF);
    }
    eg_write(p->w, part->subscript_count ? "]" : "");
}

static bool print_loop_variable(printing *p, const eg_reference *reference)
{
    for (const eg_class_loop *l = p->scope.loops; l && reference->count == 1; l = l->outer)
        if (strcmp(l->name, reference->parts[0].name) == 0) {
            eg_write_number(p->w, l->value, true);
            return true;
        }
    return false;
}

static bool is_named(const eg_expr *e, const char *name)
{
    return e->kind == EG_E_REFERENCE && strcmp(e->reference->parts[0].name, name) == 0;
}

/* What the equations of rigid contacts alone speak of, a number of the model's masses. */
static bool print_unseen(printing *p, const eg_expr *e)
{
    const eg_instance *instance = p->scope.instance;
    const bool is_meant = eg_flatten_is_rigid(p->f, instance) && is_named(e, "unseen_force");
    if (is_meant)
        eg_write_number(p->w, p->f->friction[instance - p->f->spec->instances].unseen_force, true);
    return is_meant;
}

static void print_reference(printing *p, const eg_expr *e)
{
    const eg_class *class = p->scope.instance->class;
    if (print_loop_variable(p, e->reference) || print_unseen(p, e))
        return;
    eg_meaning m = eg_class_meaning(class, e->reference);
    switch (m.kind) {
    case EG_MEANS_PARAMETER:
        print_name(p, class->parameters[m.index].name);
        print_subscripts(p, &e->reference->parts[0]);
        break;
    case EG_MEANS_VARIABLE: print_name(p, class->variables[m.index].name); break;
    case EG_MEANS_SIGNAL: print_name(p, class->ports[m.index].name); break;
    case EG_MEANS_ELEMENTS: print_element(p, e); break;
    case EG_MEANS_IN_PORT:
        print_name(p, eg_textf(p->f->r, "%s.%s", class->ports[m.index].name, m.member));
        break;
    case EG_MEANS_TIME: eg_write(p->w, "time"); break;
    case EG_MEANS_NUMBER: eg_write_number(p->w, m.number, true); break;
    case EG_MEANS_LITERAL:
        eg_write(p->w, eg_reference_text(p->f->r, e->reference, e->reference->count));
        break;
    case EG_MEANS_NOTHING:
        refuse(p, e->at, "this name is no parameter, variable or port of the class");
        break;
    }
}

/* ---------------------------------------------------------------- expressions */

static void print_list(printing *p, const char *open, const eg_expr *e, const char *between,
                       const char *close)
{
    eg_write(p->w, open);
    for (uint32_t i = 0; i < e->count; i++) {
        eg_write(p->w, i ? between : "");
        print(p, e->items[i], EG_BINDS_IF);
    }
    eg_write(p->w, close);
}

static void print_call(printing *p, const eg_expr *e)
{
    eg_write(p->w, e->reference->is_global ? "." : "");
    for (uint32_t i = 0; i < e->reference->count; i++) {
        eg_write(p->w, i ? "." : "");
        eg_write(p->w, e->reference->parts[i].name);
    }
    print_list(p, "(", e, ", ", ")");
}

static const char *operator_text(eg_token_kind kind)
{
    switch (kind) {
    case EG_T_PLUS: return " + ";
    case EG_T_MINUS: return " - ";
    case EG_T_STAR: return "*";
    case EG_T_SLASH: return "/";
    case EG_T_DOT_SLASH: return " ./ "; /* of rows of a table */
    case EG_T_LESS: return " < ";
    case EG_T_LESS_EQUAL: return " <= ";
    case EG_T_GREATER: return " > ";
    case EG_T_GREATER_EQUAL: return " >= ";
    case EG_T_EQUAL: return " == ";
    case EG_T_NOT_EQUAL: return " <> ";
    default: return NULL;
    }
}

void eg_flatten_write_locked(eg_flattening *f, const eg_instance *instance)
{
    bool lets_go = f->has_rigid && !eg_flatten_is_massless(f, instance); /* no impulse passes through it */
    eg_write(&f->w, lets_go ? "Elastogap.Math.holds(" : "");
    eg_write_path(&f->w, instance->path, "locked");
    eg_write(&f->w, lets_go ? ")" : "");
}

/* `if locked`: of what holds. */
static bool is_locked(const printing *p, const eg_expr *condition)
{
    return condition->kind == EG_E_REFERENCE && strcmp(condition->reference->parts[0].name, "locked") == 0 &&
           eg_flatten_rubs(p->f, p->scope.instance);
}

/* sa against what friction holds with, of which only pre(mode) == 0 speaks. What sa is while it slides, an
 * acceleration, says nothing of what it will hold with where it comes to rest. A start lasts while sa, limit
 * and acceleration, is beyond the limit, and where others hold the body the acceleration is 0 but for
 * rounding, of which the start may not take notice: a part of 1e-9 is more than that, and less than any load
 * that counts. What a signal lets go holds with 1e-12 N or N.m at least, less than any load and more than
 * rounding: so that it takes hold where it lets go and nothing pulls, in either direction. */
static void print_held(printing *p, const eg_expr *relation, const char *limit, const char *start)
{
    eg_write(p->w, "(if pre(");
    print_name(p, "mode");
    eg_write(p->w, ") == 0");
    if (start) {
        eg_write(p->w, " and not pre(");
        print_name(p, start);
        eg_write(p->w, ")");
    }
    eg_write(p->w, " then ");
    print(p, relation->items[0], EG_BINDS_OR);
    eg_write(p->w, " else 0)");
    bool forward = relation->operators[0] == EG_T_GREATER,
         lets_go = eg_flatten_lets_go(p->f, p->scope.instance);
    eg_write(p->w, forward ? " > " : " < ");
    eg_write(p->w, !lets_go ? "" : forward ? "noEvent(max(1e-12, " : "noEvent(min(-1e-12, ");
    eg_write(p->w, limit);
    eg_write(p->w, *limit ? "*(" : "");
    print(p, relation->items[1], *limit || lets_go ? EG_BINDS_IF : EG_BINDS_SUM);
    eg_write(p->w, *limit ? ")" : "");
    eg_write(p->w, lets_go ? "))" : "");
}

/* Without mass a start lasts until the speed shows, and ends where that goes the wrong way by more than
 * rounding. */
static void print_begins(printing *p, const eg_expr *relation)
{
    bool forward = relation->operators[0] == EG_T_GREATER;
    bool is_massless = eg_flatten_is_massless(p->f, p->scope.instance);
    const char *start = forward ? "startForward" : "startBackward";
    eg_write(p->w, "(");
    print_held(p, relation, "", is_massless ? start : NULL);
    eg_write(p->w, " or pre(");
    print_name(p, start);
    eg_write(p->w, ") and ");
    if (is_massless) {
        print_name(p, eg_flatten_turns(p->scope.instance) ? "w_relfric" : "v_relfric");
        eg_write(p->w, forward ? " > -1e-12" : " < 1e-12");
    } else {
        print_held(p, relation, "0.999999999", NULL);
    }
    eg_write(p->w, ")");
}

/* v_relfric > 0 of a start in a loop: 1e-15 m/s is more than what rounding makes of a speed that others hold
 * at 0. Of what takes hold: 1e-12 m/s is more than what it leaves of a difference of two speeds. */
static void print_begun(printing *p, const eg_expr *relation)
{
    const char *sign = relation->operators[0] == EG_T_GREATER ? " > " : " < -";
    print(p, relation->items[0], EG_BINDS_SUM);
    eg_write(p->w, sign);
    bool is_looped = eg_flatten_is_looped(p->f, p->scope.instance);
    eg_write(p->w, "(if pre(");
    print_name(p, "mode");
    eg_write(p->w, is_looped ? ") == 0 then 1e-15 else " : ") == 2 then 1e-12 else 0)");
    if (is_looped && eg_flatten_lets_go(p->f, p->scope.instance)) {
        eg_write(p->w, "if pre(");
        print_name(p, "mode");
        eg_write(p->w, ") == 2 then 1e-12 else ");
    }
    eg_write(p->w, is_looped ? "0)" : "");
}

static bool is_begun(const printing *p, const eg_expr *e)
{
    return p->is_mode && e->items[1]->kind == EG_E_NUMBER && e->items[1]->number == 0 &&
           e->items[0]->kind == EG_E_REFERENCE && strstr(e->items[0]->reference->parts[0].name, "_relfric");
}

static bool is_held(const printing *p, const eg_expr *e)
{
    return e->items[0]->kind == EG_E_REFERENCE && strcmp(e->items[0]->reference->parts[0].name, "sa") == 0 &&
           eg_flatten_rubs(p->f, p->scope.instance);
}

static void print_chain(printing *p, const eg_expr *e, int first, int rest)
{
    if (e->kind == EG_E_SUM && e->operators[0] == EG_T_MINUS)
        eg_write(p->w, "-");
    for (uint32_t i = 0; i < e->count; i++) {
        const char *text = e->kind == EG_E_AND ? " and "
                           : e->kind == EG_E_OR
                               ? " or "
                               : operator_text(e->operators[e->kind == EG_E_RELATION ? 0 : i]);
        if (i > 0 && !text)
            refuse(p, e->at, "this operator is not for scalars");
        else
            eg_write(p->w, i > 0 ? text : "");
        print(p, e->items[i], i == 0 ? first : rest);
    }
}

/* What sa is beyond the limit by in a start: the acceleration, which without mass may have any value. There
 * it is 1e-3 at least, so that what begins to slide is not held by the same breath. */
static void print_lead(printing *p, const eg_expr *condition)
{
    const char *name = condition->kind == EG_E_REFERENCE ? condition->reference->parts[0].name : "";
    bool forward = strcmp(name, "startForward") == 0;
    if (!p->rate || (!forward && strcmp(name, "startBackward") != 0))
        return;
    eg_write(p->w, " + ");
    print(p, p->rate, EG_BINDS_PRODUCT);
    eg_write(p->w, forward ? " - noEvent(max(" : " - noEvent(min(");
    print(p, p->rate, EG_BINDS_IF);
    eg_write(p->w, forward ? ", 1e-3))" : ", -1e-3))");
}

/* The branches that conditions on structural parameters leave. */
static void print_if(printing *p, const eg_expr *e, int binding)
{
    bool open = false;
    for (uint32_t i = 0; i < e->count; i += 2) {
        bool is_else = i + 1 == e->count;
        double holds;
        bool known = !is_else && eg_class_structural_value(&p->scope, e->items[i], &holds);
        if (known && holds == 0)
            continue;
        is_else = is_else || known;
        const eg_expr *branch = e->items[is_else && !known ? i : i + 1];
        if (is_else && !open) {
            print(p, branch, binding);
            return;
        }
        if (!open)
            eg_write(p->w, binding > EG_BINDS_IF ? "(if " : "if ");
        else
            eg_write(p->w, is_else ? " else " : " elseif ");
        if (!is_else) {
            if (is_locked(p, e->items[i]))
                eg_flatten_write_locked(p->f, p->scope.instance);
            else
                print(p, e->items[i], EG_BINDS_IF);
            eg_write(p->w, " then ");
        }
        open = true;
        print(p, branch, is_else ? EG_BINDS_IF : EG_BINDS_OR);
        if (!is_else)
            print_lead(p, e->items[i]);
        if (is_else)
            break;
    }
    eg_write(p->w, open && binding > EG_BINDS_IF ? ")" : "");
}

static void print_rows(printing *p, const eg_expr *e)
{
    eg_write(p->w, "[");
    for (uint32_t i = 0; i < e->count; i++)
        print_list(p, i ? "; " : "", e->items[i], ", ", "");
    eg_write(p->w, "]");
}

static int binding_of(const eg_expr *e)
{
    switch (e->kind) {
    case EG_E_OR: return EG_BINDS_OR;
    case EG_E_AND: return EG_BINDS_AND;
    case EG_E_NOT: return EG_BINDS_NOT;
    case EG_E_RELATION: return EG_BINDS_RELATION;
    case EG_E_SUM: return EG_BINDS_SUM;
    case EG_E_PRODUCT: return EG_BINDS_PRODUCT;
    case EG_E_POWER: return EG_BINDS_POWER;
    case EG_E_RANGE: return EG_BINDS_IF;
    default: return EG_BINDS_MOST;
    }
}

static void print_plain(printing *p, const eg_expr *e)
{
    switch (e->kind) {
    case EG_E_NUMBER: eg_write_number(p->w, e->number, false); break;
    case EG_E_BOOLEAN: eg_write(p->w, e->number != 0 ? "true" : "false"); break;
    case EG_E_STRING: eg_write_string(p->w, e->text); break;
    case EG_E_REFERENCE: print_reference(p, e); break;
    case EG_E_CALL: print_call(p, e); break;
    case EG_E_ARRAY: print_list(p, "{", e, ", ", "}"); break;
    case EG_E_ROWS: print_rows(p, e); break;
    case EG_E_RANGE: print_list(p, "", e, ":", ""); break;
    case EG_E_SUM: print_chain(p, e, EG_BINDS_PRODUCT, EG_BINDS_PRODUCT); break;
    case EG_E_PRODUCT: print_chain(p, e, EG_BINDS_PRODUCT, EG_BINDS_POWER); break;
    case EG_E_POWER:
        print(p, e->items[0], EG_BINDS_MOST);
        eg_write(p->w, "^");
        print(p, e->items[1], EG_BINDS_MOST);
        break;
    case EG_E_NOT:
        eg_write(p->w, "not ");
        print(p, e->items[0], EG_BINDS_RELATION);
        break;
    case EG_E_AND: print_chain(p, e, EG_BINDS_NOT, EG_BINDS_NOT); break;
    case EG_E_OR: print_chain(p, e, EG_BINDS_AND, EG_BINDS_AND); break;
    case EG_E_RELATION:
        if (is_held(p, e))
            print_begins(p, e);
        else if (is_begun(p, e))
            print_begun(p, e);
        else
            print_chain(p, e, EG_BINDS_SUM, EG_BINDS_SUM);
        break;
    case EG_E_COLON: eg_write(p->w, ":"); break;
    case EG_E_END: eg_write(p->w, "end"); break;
    default: refuse(p, e->at, "this cannot stand in an equation of a class");
    }
}

static void print(printing *p, const eg_expr *e, int binding)
{
    if (e->kind == EG_E_IF) {
        print_if(p, e, binding);
        return;
    }
    bool parentheses = binding_of(e) < binding;
    eg_write(p->w, parentheses ? "(" : "");
    print_plain(p, e);
    eg_write(p->w, parentheses ? ")" : "");
}

/* ---------------------------------------------------------------- equations */

static void print_equations(printing *p, eg_equation *const *body, uint32_t count, bool inside);

static void print_branches(printing *p, const eg_equation *q, const char *keyword)
{
    const char *word = keyword;
    for (uint32_t i = 0; i < q->branch_count; i++) {
        eg_write(p->w, q->branches[i].condition ? word : " else ");
        if (q->branches[i].condition) {
            print(p, q->branches[i].condition, EG_BINDS_IF);
            eg_write(p->w, " then ");
        }
        print_equations(p, q->branches[i].body, q->branches[i].count, true);
        word = *keyword == 'i' ? " elseif " : " elsewhen ";
    }
    eg_write(p->w, *keyword == 'i' ? " end if" : " end when");
}

/* Only the branch that holds, where conditions are known. */
static bool print_known_branch(printing *p, const eg_equation *q, bool inside)
{
    for (uint32_t i = 0; i < q->branch_count; i++) {
        double holds = 1;
        const eg_expr *condition = q->branches[i].condition;
        if (condition && !eg_class_structural_value(&p->scope, condition, &holds))
            return false;
        if (holds == 0)
            continue;
        print_equations(p, q->branches[i].body, q->branches[i].count, inside);
        break;
    }
    return true;
}

static void print_loop(printing *p, const eg_equation *q, bool inside)
{
    const eg_expr *range = q->iterator_count == 1 ? q->iterators[0].range : NULL;
    double first = 0, last = 0;
    if (!range || range->kind != EG_E_RANGE || range->count != 2 ||
        !eg_class_value(&p->scope, range->items[0], &first) ||
        !eg_class_value(&p->scope, range->items[1], &last)) {
        refuse(p, q->at, "the range of this loop is not known");
        return;
    }
    const eg_class_loop *outer = p->scope.loops;
    eg_class_loop loop = {q->iterators[0].name, first, outer};
    p->scope.loops = &loop;
    for (; loop.value <= last; loop.value++)
        print_equations(p, q->branches[0].body, q->branches[0].count, inside);
    p->scope.loops = outer;
}

/* a_relfric/unitAcceleration = ... of friction. */
static bool is_about_rest(const eg_expr *left)
{
    return left->kind == EG_E_PRODUCT && left->items[0]->kind == EG_E_REFERENCE &&
           strcmp(left->items[0]->reference->parts[0].name, "a_relfric") == 0;
}

/* 0 = if locked then (what says how it is held) else left - (right) */
static void print_rest(printing *p, const eg_equation *q)
{
    if (eg_flatten_write_rest(p->f, p->scope.instance))
        eg_flatten_write_at_rest(p->f, p->scope.instance);
    p->rate = eg_flatten_is_massless(p->f, p->scope.instance) ? q->left : NULL;
    eg_write(p->w, ") else ");
    print(p, q->left, EG_BINDS_SUM);
    eg_write(p->w, " - (");
    print(p, q->right, EG_BINDS_IF);
    eg_write(p->w, ")");
    p->rate = NULL;
}

/* A speed that jumps while it holds lets it go, which way sa does not say: 1e-12 m/s is more than what
 * rounding leaves of a speed that is held at 0, and less than any impact. */
static void print_speed(printing *p, bool is_forward)
{
    print_name(p, eg_flatten_turns(p->scope.instance) ? "w_relfric" : "v_relfric");
    eg_write(p->w, is_forward ? " > 1e-12" : " < -1e-12");
}

/* startForward, or startBackward, as sa and such jumps have it. */
static void print_start(printing *p, const eg_expr *by_sa, bool is_forward)
{
    eg_write(p->w, "(");
    print(p, by_sa, EG_BINDS_IF);
    eg_write(p->w, ") and not ");
    print_speed(p, !is_forward);
    eg_write(p->w, " or pre(");
    print_name(p, "mode");
    eg_write(p->w, ") == 0 and ");
    print_speed(p, is_forward);
}

/* May speeds jump? */
static bool has_jumps(const eg_flattening *f)
{
    return f->has_stops || f->has_rigid || f->has_reinit || f->has_jumps;
}

static void print_equality(printing *p, const eg_equation *q)
{
    const bool is_forward = is_named(q->left, "startForward");
    if (is_about_rest(q->left) && eg_flatten_holds_beside(p->f, p->scope.instance)) {
        print_rest(p, q);
        return;
    }
    p->is_mode = is_named(q->left, "mode") && (eg_flatten_is_looped(p->f, p->scope.instance) ||
                                               eg_flatten_lets_go(p->f, p->scope.instance));
    print(p, q->left, EG_BINDS_OR);
    eg_write(p->w, " = ");
    if ((is_forward || is_named(q->left, "startBackward")) && has_jumps(p->f) &&
        eg_flatten_rubs(p->f, p->scope.instance))
        print_start(p, q->right, is_forward);
    else
        print(p, q->right, EG_BINDS_IF);
    p->is_mode = false;
}

static void print_equation(printing *p, const eg_equation *q, bool inside)
{
    if (q->kind == EG_Q_IF && print_known_branch(p, q, inside))
        return;
    if (q->kind == EG_Q_FOR) {
        print_loop(p, q, inside);
        return;
    }
    /* What happens at events beside the code of a class is among the equations of the spec. */
    if (p->scope.instance->class->events && (q->kind == EG_Q_WHEN || q->kind == EG_Q_CALL))
        return;
    if (!inside)
        eg_flatten_begin(p->f);
    switch (q->kind) {
    case EG_Q_EQUALITY: print_equality(p, q); break;
    case EG_Q_CALL: print(p, q->left, EG_BINDS_IF); break;
    case EG_Q_IF: print_branches(p, q, "if "); break;
    case EG_Q_WHEN: print_branches(p, q, "when "); break;
    default: refuse(p, q->at, "this cannot stand among the equations of a class");
    }
    if (inside)
        eg_write(p->w, ";");
    else
        eg_flatten_end(p->f);
}

static void print_equations(printing *p, eg_equation *const *body, uint32_t count, bool inside)
{
    for (uint32_t i = 0; i < count; i++) {
        if (inside && i > 0)
            eg_write(p->w, " ");
        print_equation(p, body[i], inside);
    }
}

void eg_flatten_expression(eg_flattening *f, const eg_instance *instance, const eg_expr *e)
{
    printing p = {.f = f, .w = &f->w, .scope = {.instance = instance}};
    print(&p, e, EG_BINDS_IF);
}

void eg_flatten_equation(eg_flattening *f, const eg_class_scope *scope, const eg_syntax *text,
                         const eg_equation *q)
{
    printing p = {.f = f, .w = &f->w, .scope = *scope, .source = text->source};
    print_equation(&p, q, true);
}

/* ---------------------------------------------------------------- one instance */

size_t eg_flatten_class_index(const eg_class *class)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    size_t low = 0, high = count;
    while (low + 1 < high) {
        size_t middle = (low + high) / 2;
        if (strcmp(classes[middle]->name, class->name) <= 0)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* Of the class, or of the variant as which an instance is made. */
static eg_syntax *syntax_of(eg_flattening *f, const eg_class *class)
{
    size_t count, low = eg_flatten_class_index(class);
    eg_classes(&count);
    eg_class printed = *class;
    if (class->flat_equations) {
        printed.equations = class->flat_equations;
        low += count;
    }
    if (!f->syntax[low])
        f->syntax[low] = eg_class_syntax(f->r, &printed);
    return f->syntax[low];
}

/* Is it asserted of values that are final in the text, and true? */
static bool is_met(const printing *p, const eg_equation *demand)
{
    double holds = 0;
    return demand->kind == EG_Q_CALL &&
           eg_class_structural_value(&p->scope, demand->left->items[0], &holds) && holds != 0;
}

/* What values of several parameters, and of the start, must not do together: asserted, by itself or in a when
 * clause. */
static void print_demands(printing *p, const eg_class *class)
{
    const eg_syntax *syntax = class->demands ? eg_class_syntax_of(p->f->r, class, class->demands) : NULL;
    p->f->failed = p->f->failed || (class->demands && !syntax);
    for (uint32_t i = 0; syntax && i < syntax->sections[0].count; i++) {
        const eg_equation *q = syntax->sections[0].body[i];
        if (is_met(p, q))
            continue;
        eg_flatten_begin(p->f);
        if (q->kind == EG_Q_WHEN)
            print_branches(p, q, "when ");
        else
            print(p, q->left, EG_BINDS_IF);
        eg_flatten_end(p->f);
    }
}

void eg_flatten_instance(eg_flattening *f, const eg_instance *instance, bool initial)
{
    const eg_class *made_as =
        instance->class->variant ? instance->class->variant(instance->p) : instance->class;
    const eg_syntax *syntax = syntax_of(f, made_as);
    if (!syntax) {
        f->failed = true;
        return;
    }
    printing p = {.f = f, .w = &f->w, .scope = {.instance = instance}, .source = syntax->source};
    for (uint32_t i = 0; i < syntax->section_count; i++)
        if (syntax->sections[i].is_initial == initial)
            print_equations(&p, syntax->sections[i].body, syntax->sections[i].count, false);
    if (!initial)
        print_demands(&p, instance->class);
}
