/* Enumerations of Dyad. Where no case has fields it is one of Modelica. Else it is a record that knows which
 * case it is, and has the fields of all cases, each where its case is:
 *
 *   enum Initialize = | Steady               record Initialize
 *                     | Fixed(x::Position)     type enum = enumeration(Steady, Fixed);
 *                                              enum case;
 *                                              Position x if case == enum.Fixed;
 *                                            end Initialize;
 *
 * No field can be called enum or case, which are keywords. Initialize.Fixed(x = 10) is the record with that
 * case (instance/record.c), and compared, init == Initialize.Fixed, a record is its case. */
#include "modelica/dyad/dyad.h"

#include <string.h>

/* The cases while they are parsed: the names and comments of all, and the fields of each. */
typedef struct cases {
    eg_list names, comments;
    eg_list all;    /* of eg_case */
    eg_list fields; /* of eg_component, each name once */
} cases;

static eg_component *find_field(const cases *c, const char *name)
{
    for (size_t i = 0; i < c->fields.count; i++) {
        eg_component *field = c->fields.items[i];
        if (field->name == name)
            return field;
    }
    return NULL;
}

static eg_expr *reference(eg_parser *p, const char *text, uint32_t at)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_REFERENCE, at);
    if (e)
        e->reference = eg_dyad_name(p, text, at);
    return e && e->reference ? e : NULL;
}

/* case == enum.Name */
static eg_expr *is_case(eg_parser *p, const char *name, uint32_t at)
{
    static const eg_token_kind equal[] = {EG_T_EQUAL};
    eg_expr *relation = eg_parse_new_expr(p, EG_E_RELATION, at);
    eg_expr **sides = eg_new_array(p->r, 2, sizeof *sides);
    if (!relation || !sides)
        return NULL;
    sides[0] = reference(p, "case", at);
    sides[1] = reference(p, eg_textf(p->r, "enum.%s", name), at);
    relation->operators = equal;
    relation->items = sides;
    relation->count = 2;
    return sides[0] && sides[1] ? relation : NULL;
}

static eg_expr *either(eg_parser *p, eg_expr *a, eg_expr *b)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_OR, b->at);
    eg_expr **items = eg_new_array(p->r, 2, sizeof *items);
    if (!e || !items)
        return NULL;
    items[0] = a;
    items[1] = b;
    e->items = items;
    e->count = 2;
    return e;
}

static bool same_type(eg_parser *p, const eg_component *a, const eg_component *b)
{
    return strcmp(eg_dyad_text(p, a->type), eg_dyad_text(p, b->type)) == 0 &&
           a->dimension_count == b->dimension_count;
}

/* The field exists in one more case. Its value is one of that case alone. */
static bool join_field(eg_parser *p, cases *c, eg_component *field, const char *name)
{
    eg_component *known = find_field(c, field->name);
    eg_expr *condition = is_case(p, name, field->at);
    field->modifier->value = NULL;
    if (!condition)
        return false;
    if (!known) {
        field->condition = condition;
        return eg_list_add(p->r, &c->fields, field);
    }
    if (!same_type(p, known, field)) {
        eg_error(p->r, p->source, field->at, "\"%.200s\" has another type in another case", field->name);
        eg_hint(p->r, "fields of one name have one type; give this one a name of its own");
        return false;
    }
    known->condition = either(p, known->condition, condition);
    return known->condition != NULL;
}

/* (field::Type = value, ...) */
static bool parse_fields(eg_parser *p, cases *c, eg_case *one)
{
    eg_list names = {0}, defaults = {0};
    if (!eg_parse_accept(p, EG_T_LEFT))
        return true;
    while (p->token.kind != EG_T_RIGHT) {
        eg_component *field = eg_dyad_field(p);
        eg_expr *value = field ? field->modifier->value : NULL;
        if (!field || !eg_list_add(p->r, &names, (void *)(uintptr_t)field->name) ||
            !eg_list_add(p->r, &defaults, value) || !join_field(p, c, field, one->name))
            return false;
        for (size_t i = 0; i + 1 < names.count; i++)
            if (names.items[i] == field->name) {
                eg_parse_fail(p, "\"%.200s\" is there twice in one case", field->name);
                eg_hint(p->r, "leave one of them out, or give it another name");
                return false;
            }
        if (!eg_parse_accept(p, EG_T_COMMA))
            break;
    }
    one->fields = (const char **)names.items;
    one->defaults = (eg_expr **)defaults.items;
    one->count = (uint32_t)names.count;
    return eg_parse_expect(p, EG_T_RIGHT);
}

static bool parse_case(eg_parser *p, cases *c)
{
    const char *comment = eg_dyad_doc(p);
    eg_case *one = eg_new(p->r, sizeof *one);
    if (!one || !(one->name = eg_parse_identifier(p, "the name of a case")))
        return false;
    for (size_t i = 0; i < c->names.count; i++)
        if (c->names.items[i] == one->name)
            return eg_parse_fail(p, "the case \"%.200s\" is there twice", one->name);
    return eg_list_add(p->r, &c->names, (void *)(uintptr_t)one->name) &&
           eg_list_add(p->r, &c->comments, (void *)(uintptr_t)comment) && eg_list_add(p->r, &c->all, one) &&
           parse_fields(p, c, one);
}

static void make_enumeration(eg_syntax *class, const cases *c)
{
    class->restriction = EG_R_TYPE;
    class->is_short = class->is_enumeration = true;
    class->literals = (const char **)c->names.items;
    class->literal_comments = (const char **)c->comments.items;
    class->literal_count = (uint32_t)c->names.count;
}

/* type enum = enumeration(...), inside of the class. */
static eg_syntax *own_enumeration(eg_parser *p, const eg_syntax *class, const cases *c)
{
    eg_syntax *type = eg_new(p->r, sizeof *type);
    if (!type)
        return NULL;
    *type = (eg_syntax){
        .name = eg_symbol(p->r, "enum"), .at = class->at, .source = class->source, .is_dyad = true};
    make_enumeration(type, c);
    return type->name ? type : NULL;
}

static bool make_record(eg_parser *p, eg_syntax *class, const cases *c)
{
    eg_dyad_body body = {.elements = {0}};
    eg_syntax *type = own_enumeration(p, class, c);
    eg_component *which = eg_new(p->r, sizeof *which);
    class->restriction = EG_R_RECORD;
    class->cases = eg_new_array(p->r, c->all.count, sizeof *class->cases);
    if (!type || !which || !class->cases)
        return false;
    *which = (eg_component){.name = eg_symbol(p->r, "case"),
                            .type = eg_dyad_name(p, "enum", class->at),
                            .modifier = eg_dyad_modifier(p, NULL, class->at),
                            .variability = EG_V_PARAMETER,
                            .at = class->at};
    for (size_t i = 0; i < c->all.count; i++)
        class->cases[class->case_count++] = *(const eg_case *)c->all.items[i];
    bool ok = which->name && which->type && which->modifier &&
              eg_dyad_add_element(p, &body, (eg_class_element){.kind = EG_EL_CLASS, .class = type}) &&
              eg_dyad_add_element(p, &body, (eg_class_element){.kind = EG_EL_COMPONENT, .component = which});
    for (size_t i = 0; i < c->fields.count && ok; i++)
        ok = eg_dyad_add_element(
            p, &body, (eg_class_element){.kind = EG_EL_COMPONENT, .component = c->fields.items[i]});
    return ok && eg_dyad_keep_body(p, class, &body);
}

bool eg_dyad_cases(eg_parser *p, eg_syntax *class)
{
    cases c = {.names = {0}};
    eg_parse_accept(p, EG_T_PIPE);
    do
        if (!parse_case(p, &c))
            return false;
    while (eg_parse_accept(p, EG_T_PIPE));
    if (c.fields.count > 0)
        return make_record(p, class, &c);
    make_enumeration(class, &c);
    return true;
}
