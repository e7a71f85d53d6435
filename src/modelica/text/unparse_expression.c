/* Expressions, as text. The tree is written so that reading it again gives the same tree: parentheses stand
 * where an operand binds less than what is around it. */
#include "modelica/text/unparse.h"

#include "base/number.h"
#include "modelica/value/functions.h"

#include <string.h>

/* How strongly a node binds; operands that bind less need parentheses. */
enum { LOOSE, RANGE, OR, AND, NOT, RELATION, SUM, PRODUCT, POWER, TIGHT };

static int strength(const eg_expr *e, bool to_dyad)
{
    switch (e->kind) {
    case EG_E_IF: return to_dyad ? TIGHT : LOOSE;
    case EG_E_RANGE: return RANGE;
    case EG_E_OR: return OR;
    case EG_E_AND: return AND;
    case EG_E_NOT: return NOT;
    case EG_E_RELATION: return RELATION;
    case EG_E_SUM: return SUM;
    case EG_E_PRODUCT: return PRODUCT;
    case EG_E_POWER: return POWER;
    default: return TIGHT;
    }
}

/* In parentheses when it binds less than `least`. */
static void write_operand(eg_unparser *u, const eg_expr *e, int least)
{
    bool is_loose = strength(e, u->to_dyad) < least;
    if (is_loose)
        fputc('(', u->out);
    eg_unparse_expression(u, e);
    if (is_loose)
        fputc(')', u->out);
}

static void write_list(eg_unparser *u, eg_expr *const *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        if (i > 0)
            fputs(", ", u->out);
        if (items[i])
            eg_unparse_expression(u, items[i]);
    }
}

static void write_number(eg_unparser *u, const eg_expr *e)
{
    char text[64];
    if (e->is_integer) {
        fprintf(u->out, "%.0f", e->number);
        return;
    }
    text[eg_number_write(e->number, text)] = '\0';
    fputs(text, u->out);
    if (!strpbrk(text, ".eE")) /* it was written as a Real */
        fputs(".0", u->out);
}

/* ---------------------------------------------------------------- names */

/* A constant of a class around this one: by its full name, since this one will stand outside. */
static const char *constant_name(eg_unparser *u, const eg_member *member, eg_definition *found_in)
{
    const eg_syntax *around = found_in ? found_in->syntax : NULL;
    if (member->kind != EG_M_COMPONENT || u->hoisted.count == 0 || found_in == u->scope || !around)
        return NULL;
    return eg_textf(u->r, "%s.%s",
                    around->source == u->source ? eg_unparse_own_name(u, found_in) : found_in->full,
                    member->name);
}

/* What the first names of a reference are known as elsewhere: an import, or a function of the library. */
static const char *full_name(eg_unparser *u, const eg_reference *name, uint32_t *taken)
{
    eg_definition *found_in = NULL;
    eg_member *member = name->is_global ? eg_find_member(u->r, u->r->root, name->parts[0].name)
                                        : eg_lookup(u->r, u->scope, name->parts[0].name, &found_in);
    uint32_t i = 1;
    *taken = 1;
    if (!member || name->parts[0].subscript_count > 0)
        return NULL;
    if (member->kind != EG_M_CLASS)
        return constant_name(u, member, found_in);
    eg_definition *d = member->definition;
    while (i < name->count && d->kind == EG_D_SCOPE) {
        member = eg_find_member(u->r, d, name->parts[i].name);
        if (!member || member->kind != EG_M_CLASS)
            break;
        d = member->definition;
        i++;
    }
    *taken = i;
    bool is_own = d->syntax && d->syntax->source == u->source;
    if (d->kind == EG_D_SCOPE && is_own)
        return u->hoisted.count > 0 ? eg_unparse_own_name(u, d) : NULL;
    const bool is_enumeration = d->kind == EG_D_TYPE && d->literals && d->enclosing != u->r->root;
    return u->to_dyad && is_enumeration ? eg_unparse_stand_in(u, name->parts[0].at, d->full, NULL) : d->full;
}

/* Is what the reference names before its last name a heat port? */
static bool is_of_heat_port(eg_unparser *u, const eg_reference *name)
{
    eg_definition *native = NULL;
    eg_member *member = eg_lookup(u->r, u->scope, name->parts[0].name, NULL);
    for (uint32_t i = 1; i + 1 < name->count; i++) {
        eg_definition *type = member && member->kind == EG_M_COMPONENT ? eg_member_type(u->r, member) : NULL;
        member = type && eg_find_bases(u->r, type) ? eg_find_member(u->r, type, name->parts[i].name) : NULL;
    }
    if (!member || (member->kind != EG_M_COMPONENT && member->kind != EG_M_PORT))
        return false;
    if (member->kind == EG_M_PORT)
        return eg_port_is_thermal(member->owner->native->ports[member->index].kind);
    eg_definition *type = eg_member_type(u->r, member);
    return type && eg_classify(u->r, type, &native) == EG_C_CONNECTOR && native &&
           eg_port_is_thermal(native->native->ports[0].kind);
}

/* The heat flow of a heat port is Q in Dyad and Q_flow in Modelica. */
static const char *name_of_last(eg_unparser *u, const eg_reference *name)
{
    const char *last = name->parts[name->count - 1].name;
    const char *theirs = u->to_dyad ? "Q_flow" : "Q", *ours = u->to_dyad ? "Q" : "Q_flow";
    return name->count > 1 && strcmp(last, theirs) == 0 && is_of_heat_port(u, name) ? ours : last;
}

/* What Dyad calls a constant of Modelica, where nothing else has that name; NULL: as Modelica does. */
static const char *constant_of_dyad(eg_unparser *u, const char *known, const eg_reference *name,
                                    uint32_t first)
{
    bool is_whole = u->to_dyad && known && (first == name->count || first + 1 == name->count);
    if (!is_whole || name->parts[name->count - 1].subscript_count > 0)
        return NULL;
    const char *full = first == name->count ? known : eg_textf(u->r, "%s.%s", known, name->parts[first].name);
    const char *dyad = eg_dyad_constant(full);
    const eg_member *other = dyad ? eg_lookup(u->r, u->scope, eg_symbol(u->r, dyad), NULL) : NULL;
    return other && other->kind == EG_M_COMPONENT ? NULL : dyad;
}

void eg_unparse_reference(eg_unparser *u, const eg_reference *name)
{
    uint32_t first = 0;
    const char *known = full_name(u, name, &first);
    const char *constant = constant_of_dyad(u, known, name, first);
    if (constant) {
        fputs(constant, u->out);
        return;
    }
    const eg_constant *number = known && u->to_dyad ? eg_constant_find(known) : NULL;
    if (number && first == name->count) {
        char text[EG_NUMBER_SIZE];
        text[eg_number_write(number->value, text)] = '\0';
        fputs(text, u->out);
        return;
    }
    if (known && strchr(known, '.'))
        fputs(known, u->out);
    else if (known) /* a class of the text's own may have a name that is a keyword there */
        eg_unparse_name(u, known);
    else
        first = 0;
    for (uint32_t i = first; i < name->count; i++) {
        fputs(i > 0 ? "." : "", u->out);
        const char *own = eg_unparse_member_name(u, name, i);
        eg_unparse_name(u, own == name->parts[i].name && i + 1 == name->count ? name_of_last(u, name) : own);
        if (name->parts[i].subscript_count > 0) {
            fputc('[', u->out);
            write_list(u, name->parts[i].subscripts, name->parts[i].subscript_count);
            fputc(']', u->out);
        }
    }
}

void eg_unparse_iterators(eg_unparser *u, const eg_iterator *iterators, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fprintf(u->out, "%s%s", i > 0 ? ", " : "", u->to_dyad || i == 0 ? "for " : "");
        eg_unparse_name(u, iterators[i].name);
        const eg_expr *range = iterators[i].range;
        if (!range)
            continue;
        fputs(" in ", u->out);
        if (range->kind == EG_E_RANGE && range->count == 1) /* which the text leaves to be told by use */
            fputs("1:", u->out);
        eg_unparse_expression(u, range);
    }
}

/* ---------------------------------------------------------------- calls and conditions */

/* Functions of Modelica that Julia has under another name. */
typedef struct julia_name {
    const char *modelica, *julia;
    uint32_t arguments;
    const char *first; /* what stands before the arguments */
} julia_name;

static const julia_name *julia_name_of(const char *full, uint32_t arguments)
{
    static const julia_name table[] = {
        {"integer", "floor", 1, "Int, "},
        {"product", "prod", 1, ""},
        {"max", "maximum", 1, ""},
        {"min", "minimum", 1, ""},
        {"linspace", "range", 3, ""},
        {"atan2", "atan", 2, ""},
        {"Modelica.Math.atan2", "atan", 2, ""},
    };
    for (size_t i = 0; i < EG_COUNT(table); i++)
        if (strcmp(table[i].modelica, full) == 0 && table[i].arguments == arguments)
            return &table[i];
    return NULL;
}

/* The full name of the function of Modelica that is called; NULL: it is none. */
static const char *native_function(eg_unparser *u, const eg_expr *e)
{
    uint32_t taken = 0;
    const eg_reference *name = e->reference;
    const eg_member *first = eg_lookup(u->r, u->scope, name->parts[0].name, NULL);
    if (!first)
        return name->count == 1 ? name->parts[0].name : NULL;
    if (first->kind != EG_M_CLASS)
        return NULL;
    if (first->definition->kind == EG_D_FUNCTION)
        return first->definition->full;
    const char *known = full_name(u, name, &taken);
    return known && taken == name->count && strncmp(known, "Modelica.", 9) == 0 ? known : NULL;
}

/* A call of a function of Modelica as Julia has it; false: nothing was written. */
static bool write_julia_call(eg_unparser *u, const eg_expr *e)
{
    static const char math[] = "Modelica.Math.";
    const char *full = e->names ? NULL : native_function(u, e);
    if (!full)
        return false;
    const julia_name *julia = julia_name_of(full, e->count);
    if (strcmp(full, "identity") == 0) /* of Julia it is another function */
        eg_unparse_refuse(u, e->at, "identity(n) cannot be written", "write the matrix: [[1, 0], [0, 1]]");
    if (!julia && (strncmp(full, math, strlen(math)) != 0 || strchr(full + strlen(math), '.')))
        return false;
    const char *name = julia ? julia->julia : full + strlen(math);
    const eg_member *other = eg_lookup(u->r, u->scope, eg_symbol(u->r, name), NULL);
    if (other && (other->kind != EG_M_CLASS ||
                  (other->definition->kind != EG_D_FUNCTION && !other->definition->is_loose)))
        return false;
    fprintf(u->out, "%s(%s", name, julia ? julia->first : "");
    for (uint32_t i = 0; i < e->count; i++) {
        fputs(i == 0 ? "" : julia && i == 2 ? ", length = " : ", ", u->out);
        eg_unparse_expression(u, e->items[i]);
    }
    fputc(')', u->out);
    return true;
}

static void write_call(eg_unparser *u, const eg_expr *e)
{
    bool is_whole = !u->to_dyad && strcmp(eg_reference_text(u->r, e->reference, e->reference->count),
                                          EG_FUNCTION_WHOLE) == 0;
    if (u->to_dyad && write_julia_call(u, e))
        return;
    if (u->to_dyad && e->reference->count == 1 && strcmp(e->reference->parts[0].name, "initial") == 0)
        eg_unparse_refuse(u, e->at, "initial() cannot be written", "write an initial equation");
    if (e->reference->count == 1 && eg_is_keyword(e->reference->parts[0].name))
        fputs(e->reference->parts[0].name, u->out); /* der */
    else if (is_whole)
        fputs("integer", u->out); /* which a whole number is the same for */
    else
        eg_unparse_reference(u, e->reference);
    fputc('(', u->out);
    for (uint32_t i = 0; i < e->count; i++) {
        if (i > 0)
            fputs(", ", u->out);
        if (e->names && e->names[i]) {
            eg_unparse_name(u, e->names[i]);
            fputs(" = ", u->out);
        }
        eg_unparse_expression(u, e->items[i]);
    }
    fputc(')', u->out);
}

/* if c then a elseif d then b else e, or ifelse(c, a, ifelse(d, b, e)) */
static void write_if(eg_unparser *u, const eg_expr *e)
{
    uint32_t last = e->count - 1;
    for (uint32_t i = 0; i < last; i += 2) {
        if (u->to_dyad)
            fputs("ifelse(", u->out);
        else
            fputs(i > 0 ? " elseif " : "if ", u->out);
        eg_unparse_expression(u, e->items[i]);
        fputs(u->to_dyad ? ", " : " then ", u->out);
        eg_unparse_expression(u, e->items[i + 1]);
        if (u->to_dyad)
            fputs(", ", u->out);
    }
    if (!u->to_dyad)
        fputs(" else ", u->out);
    eg_unparse_expression(u, e->items[last]);
    for (uint32_t i = 0; i < last && u->to_dyad; i += 2)
        fputc(')', u->out);
}

/* ---------------------------------------------------------------- operators */

static const char *operator_text(const eg_unparser *u, eg_token_kind kind)
{
    return kind == EG_T_NOT_EQUAL && u->to_dyad ? "!=" : eg_token_kind_text(kind);
}

/* a + b - c: the first operator is a sign, the others stand between. */
static void write_chain(eg_unparser *u, const eg_expr *e, int own)
{
    for (uint32_t i = 0; i < e->count; i++) {
        eg_token_kind op = e->operators ? e->operators[i] : EG_T_PLUS;
        if (i > 0)
            fprintf(u->out, " %s ", operator_text(u, op));
        else if (own == SUM && op == EG_T_MINUS)
            fputc('-', u->out);
        write_operand(u, e->items[i], own + 1);
    }
}

static bool is_scalar(eg_unparser *u, const eg_expr *e);

static void write_between(eg_unparser *u, const eg_expr *e, const char *text, int least)
{
    for (uint32_t i = 0; i < e->count; i++) {
        if (i > 0)
            fputs(text, u->out);
        write_operand(u, e->items[i], least);
    }
}

/* Has the value that the reference names no dimensions? What is not known may have. */
static bool is_scalar_name(eg_unparser *u, const eg_reference *name)
{
    eg_member *member = eg_lookup(u->r, u->scope, name->parts[0].name, NULL);
    if (!member) /* an iterator, or time */
        return name->count == 1 && name->parts[0].subscript_count == 0;
    for (uint32_t i = 0; member; i++) {
        const eg_part *part = &name->parts[i];
        const bool is_component = member->kind == EG_M_COMPONENT;
        uint32_t dimensions = is_component ? member->component->dimension_count : member->size > 0;
        for (uint32_t k = 0; k < part->subscript_count; k++)
            if (!is_scalar(u, part->subscripts[k]))
                return false;
        if (member->kind == EG_M_PARAMETER && member->owner->native->parameters[member->index].columns != 0)
            return false;
        if (member->kind == EG_M_CLASS || part->subscript_count != dimensions)
            return member->kind == EG_M_CLASS; /* a constant of a package */
        if (i + 1 == name->count)
            return true;
        eg_definition *type = is_component ? eg_member_type(u->r, member) : NULL;
        member =
            type && eg_find_bases(u->r, type) ? eg_find_member(u->r, type, name->parts[i + 1].name) : NULL;
    }
    return false;
}

static bool is_scalar_call(eg_unparser *u, const eg_expr *e)
{
    static const char *const reducing[] = {"sum", "product", "scalar", "ndims"};
    static const char *const each[] = {"sin",  "cos",  "tan",   "asin",   "acos",    "atan",  "atan2",
                                       "sinh", "cosh", "tanh",  "exp",    "log",     "log10", "sqrt",
                                       "abs",  "sign", "floor", "ceil",   "integer", "div",   "mod",
                                       "rem",  "der",  "pre",   "noEvent"};
    const char *last = e->reference->parts[e->reference->count - 1].name;
    for (size_t i = 0; i < EG_COUNT(reducing); i++)
        if (strcmp(last, reducing[i]) == 0)
            return true;
    if ((strcmp(last, "min") == 0 || strcmp(last, "max") == 0) && e->count == 1)
        return true;
    bool known =
        (strcmp(last, "min") == 0 || strcmp(last, "max") == 0 || strcmp(last, "size") == 0) && e->count == 2;
    if (known && strcmp(last, "size") == 0)
        return true;
    for (size_t i = 0; i < EG_COUNT(each) && !known; i++)
        known = strcmp(last, each[i]) == 0;
    for (uint32_t i = 0; i < e->count && known; i++)
        known = is_scalar(u, e->items[i]);
    return known;
}

static bool is_scalar(eg_unparser *u, const eg_expr *e)
{
    switch (e->kind) {
    case EG_E_NUMBER:
    case EG_E_BOOLEAN:
    case EG_E_STRING:
    case EG_E_RELATION:
    case EG_E_NOT:
    case EG_E_AND:
    case EG_E_OR:
    case EG_E_END: return true;
    case EG_E_REFERENCE: return is_scalar_name(u, e->reference);
    case EG_E_CALL: return is_scalar_call(u, e);
    case EG_E_SUM:
    case EG_E_PRODUCT:
    case EG_E_POWER:
    case EG_E_IF: break;
    default: return false;
    }
    for (uint32_t i = 0; i < e->count; i++)
        if (!is_scalar(u, e->items[i]))
            return false;
    return true;
}

/* [a, b; c, d]. In Dyad a matrix is made of its elements: one made of vectors or other matrices has no words
 * there. */
static void write_rows(eg_unparser *u, const eg_expr *e)
{
    for (uint32_t i = 0; i < e->count && u->to_dyad; i++)
        for (uint32_t k = 0; k < e->items[i]->count; k++)
            if (!is_scalar(u, e->items[i]->items[k])) {
                eg_unparse_refuse(u, e->items[i]->items[k]->at, "matrices made of vectors cannot be written",
                                  "name their elements one by one");
                i = e->count - 1;
                break;
            }
    fputc('[', u->out);
    for (uint32_t i = 0; i < e->count; i++) {
        if (i > 0)
            fputs(u->to_dyad ? ", " : "; ", u->out);
        if (u->to_dyad)
            fputc('[', u->out);
        write_list(u, e->items[i]->items, e->items[i]->count);
        if (u->to_dyad)
            fputc(']', u->out);
    }
    fputc(']', u->out);
}

static void write_collect(eg_unparser *u, const eg_expr *e)
{
    if (u->to_dyad)
        eg_unparse_refuse(u, e->at, "arrays of values built by loops cannot be written",
                          "write the elements one by one");
    fputc('{', u->out);
    eg_unparse_expression(u, e->items[0]);
    fputc(' ', u->out);
    eg_unparse_iterators(u, e->iterators, e->iterator_count);
    fputc('}', u->out);
}

void eg_unparse_expression(eg_unparser *u, const eg_expr *e)
{
    switch (e->kind) {
    case EG_E_NUMBER: write_number(u, e); break;
    case EG_E_BOOLEAN: fputs(e->number != 0 ? "true" : "false", u->out); break;
    case EG_E_STRING: eg_unparse_string(u, e->text); break;
    case EG_E_REFERENCE:
        if (!eg_unparse_case(u, e))
            eg_unparse_reference(u, e->reference);
        break;
    case EG_E_CALL:
        if (!eg_unparse_case(u, e))
            write_call(u, e);
        break;
    case EG_E_ARRAY:
        fputc(u->to_dyad ? '[' : '{', u->out);
        write_list(u, e->items, e->count);
        fputc(u->to_dyad ? ']' : '}', u->out);
        break;
    case EG_E_ROWS: write_rows(u, e); break;
    case EG_E_COLLECT: write_collect(u, e); break;
    case EG_E_RANGE: write_between(u, e, ":", RANGE + 1); break;
    case EG_E_SUM: write_chain(u, e, SUM); break;
    case EG_E_PRODUCT: write_chain(u, e, PRODUCT); break;
    case EG_E_POWER:
        write_operand(u, e->items[0], TIGHT);
        fputs(eg_token_kind_text(e->operators[0]), u->out);
        write_operand(u, e->items[1], TIGHT);
        break;
    case EG_E_NOT:
        fputs(u->to_dyad ? "!" : "not ", u->out);
        write_operand(u, e->items[0], u->to_dyad ? TIGHT : RELATION);
        break;
    case EG_E_AND: write_between(u, e, " and ", AND + 1); break;
    case EG_E_OR: write_between(u, e, " or ", OR + 1); break;
    case EG_E_RELATION:
        if (eg_unparse_case_relation(u, e, operator_text(u, e->operators[0])))
            break;
        write_operand(u, e->items[0], SUM);
        fprintf(u->out, " %s ", operator_text(u, e->operators[0]));
        write_operand(u, e->items[1], SUM);
        break;
    case EG_E_IF: write_if(u, e); break;
    case EG_E_TUPLE:
        fputc('(', u->out);
        write_list(u, e->items, e->count);
        fputc(')', u->out);
        break;
    case EG_E_COLON: fputc(':', u->out); break;
    case EG_E_END: fputs("end", u->out); break;
    case EG_E_FUNCTION:
        if (u->to_dyad)
            eg_unparse_refuse(u, e->at, "functions as arguments cannot be written",
                              "call the function that is meant itself");
        fputs("function ", u->out);
        write_call(u, e);
        break;
    }
}
