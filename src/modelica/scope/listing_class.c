/* Inside of a class: what it extends, what it declares, and what it inherits, with the values that hold.
 *
 * A class is walked from itself to the classes that it extends. `given` is a stack of the modifiers on the
 * way, the outermost first: what one of them says of a member goes before what stands behind it, and before
 * the member's own declaration. */
#include "modelica/scope/listing_class.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "component/describe.h"
#include "modelica/scope/bundled.h"
#include "modelica/scope/documentation.h"
#include "modelica/text/unparse.h"

/* A modifier and the class in which it is written. */
typedef struct written {
    const eg_modifier *modifier; /* NULL: none */
    eg_definition *home;
} written;

/* An expression and where it stands. */
typedef struct said {
    const eg_expr *value; /* NULL: nothing is said */
    eg_definition *home;
} said;

typedef struct gathering {
    eg_reader *r;
    eg_listing listing;
    void *context;
    const eg_definition *asked; /* the class that is listed */
    bool is_dyad;
    written given[EG_DEPTH_LIMIT + 1];
    int depth;
    eg_list members; /* of eg_listed */
    int within;      /* how many classes around it are listed with it */
} gathering;

/* ---------------------------------------------------------------- words */

const char *eg_listed_kind_of(eg_reader *r, const eg_definition *d)
{
    if (d->syntax)
        return eg_textf(r, "%s%s", d->syntax->is_partial ? "partial " : "",
                        eg_restriction_names[d->syntax->restriction]);
    switch (d->kind) {
    case EG_D_NATIVE: return eg_describe_kind(d->native->kind);
    case EG_D_TYPE: return "type";
    case EG_D_CONSTANT: return "constant";
    case EG_D_FUNCTION: return "function";
    case EG_D_ICON: return "icon";
    case EG_D_SCOPE: break;
    }
    return "package";
}

const char *eg_listed_comment(eg_reader *r, const eg_definition *d)
{
    if (d->native)
        return d->native->doc;
    if (d->constant)
        return eg_textf(r, "%s%s", d->constant->doc ? d->constant->doc : "",
                        strcmp(d->constant->unit ? d->constant->unit : "1", "1") != 0
                            ? eg_textf(r, " [%s]", d->constant->unit)
                            : "");
    if (d->kind == EG_D_TYPE && d->unit_type)
        return *d->unit_type->unit ? eg_textf(r, "Real in %s", d->unit_type->unit) : "Real";
    return d->syntax ? d->syntax->comment : NULL;
}

static void put_expression(eg_unparser *u, const void *expression)
{
    eg_unparse_expression(u, expression);
}

/* The expression in the language of the class that is listed, on one line. */
static const char *text_of(const gathering *g, said s)
{
    const eg_syntax *syntax = s.home ? s.home->syntax : NULL;
    if (!s.value)
        return NULL;
    if (s.value->kind == EG_E_NUMBER) {
        char number[EG_NUMBER_SIZE];
        eg_number_write(s.value->number, number);
        return eg_textf(g->r, "%s", number);
    }
    eg_unparser u = {.r = g->r, .scope = s.home, .source = syntax ? syntax->source : NULL, .tries = true};
    u.to_dyad = u.from_dyad = g->is_dyad;
    const char *text = eg_unparse_text(&u, put_expression, s.value);
    char *line = eg_new(g->r, strlen(text ? text : "") + 1);
    size_t length = 0;
    for (const char *c = text ? text : ""; line && *c; c++)
        if (!isspace((unsigned char)*c) || (length > 0 && line[length - 1] != ' '))
            line[length++] = isspace((unsigned char)*c) ? ' ' : *c;
    return line;
}

/* ---------------------------------------------------------------- what is said of a member */

static const eg_modifier *argument(eg_reader *r, const eg_modifier *m, const char *name)
{
    return m && name ? eg_find_argument(r, m, name) : NULL;
}

/* Its value, or that of an attribute of it (NULL: the value), by the outermost modifier that gives it. */
static said find_said(const gathering *g, const char *name, const char *attribute)
{
    for (int i = 0; i < g->depth; i++) {
        const eg_modifier *m = argument(g->r, g->given[i].modifier, name);
        m = attribute ? argument(g->r, m, attribute) : m;
        if (m && m->value)
            return (said){m->value, g->given[i].home};
    }
    return (said){0};
}

/* Does a modifier on the way make it final? */
static bool is_said_final(const gathering *g, const char *name)
{
    for (int i = 0; i < g->depth; i++) {
        const eg_modifier *m = argument(g->r, g->given[i].modifier, name);
        if (m && m->is_final)
            return true;
    }
    return false;
}

/* The same with what its own declaration says. */
static said find_declared(const gathering *g, const eg_component *c, eg_definition *owner,
                          const char *attribute)
{
    said s = find_said(g, c->name, attribute);
    const eg_modifier *own = attribute ? argument(g->r, c->modifier, attribute) : c->modifier;
    return s.value || !own || !own->value ? s : (said){own->value, owner};
}

/* What its type says: a user's own type (type Force = Real(unit = "N")) down to one of the library. */
static said find_of_type(eg_reader *r, eg_definition *type, const char *attribute)
{
    for (int depth = 0; type && depth < EG_DEPTH_LIMIT; depth++) {
        const eg_modifier *m =
            type->syntax && type->syntax->is_short ? argument(r, type->syntax->modifier, attribute) : NULL;
        if (m && m->value)
            return (said){m->value, type};
        if (!type->syntax || !eg_find_bases(r, type) || type->base_count == 0)
            break;
        type = type->bases[0].definition;
    }
    return (said){0};
}

static const eg_unit_type *unit_type_of(eg_reader *r, eg_definition *type)
{
    eg_definition *native = NULL;
    if (!type || eg_classify(r, type, &native) != EG_C_VALUE || !native)
        return NULL;
    return native->unit_type;
}

/* ---------------------------------------------------------------- limits */

/* A limit in words: a number, or an expression. */
static const char *range_of(const gathering *g, said low, said high, double type_min, double type_max)
{
    bool is_number =
        (!low.value || low.value->kind == EG_E_NUMBER) && (!high.value || high.value->kind == EG_E_NUMBER);
    char text[EG_DESCRIBE_SIZE];
    if (is_number) {
        eg_describe_limits(low.value ? low.value->number : type_min,
                           high.value ? high.value->number : type_max, text);
        return *text ? eg_textf(g->r, "%s", text) : NULL;
    }
    if (low.value && high.value)
        return eg_textf(g->r, "%s to %s", text_of(g, low), text_of(g, high));
    return low.value ? eg_textf(g->r, ">= %s", text_of(g, low)) : eg_textf(g->r, "<= %s", text_of(g, high));
}

static const char *text_in_quotes(const gathering *g, said s)
{
    return s.value && s.value->kind == EG_E_STRING ? s.value->text : text_of(g, s);
}

/* "= 3", "start = 1, fixed = true", or NULL. */
static const char *value_of(const gathering *g, said value, said start, said fixed)
{
    if (value.value)
        return eg_textf(g->r, "= %s", text_of(g, value));
    if (start.value && fixed.value)
        return eg_textf(g->r, "start = %s, fixed = %s", text_of(g, start), text_of(g, fixed));
    if (start.value)
        return eg_textf(g->r, g->is_dyad ? "guess = %s" : "start = %s", text_of(g, start));
    return NULL;
}

/* ---------------------------------------------------------------- members */

static bool is_listed(const gathering *g, const char *name)
{
    for (size_t i = 0; i < g->members.count; i++)
        if (strcmp(((const eg_listed *)g->members.items[i])->name, name) == 0)
            return true;
    return false;
}

static void add(gathering *g, eg_listed one)
{
    eg_listed *kept = is_listed(g, one.name) ? NULL : eg_new(g->r, sizeof *kept);
    if (!kept)
        return;
    *kept = one;
    eg_list_add(g->r, &g->members, kept);
}

/* The class that declares it, where that is another than the one that is listed. */
static const char *origin(const gathering *g, const eg_definition *owner)
{
    return owner == g->asked ? NULL : owner->full;
}

static eg_listed_kind kind_of_component(const eg_component *c, const eg_definition *type,
                                        eg_category category)
{
    const bool is_signal = (c->is_input || c->is_output) && category == EG_C_VALUE;
    if (category == EG_C_CONNECTOR || is_signal || (type && eg_is_own_connector(type)))
        return EG_LISTED_PORT;
    if (c->variability == EG_V_PARAMETER)
        return EG_LISTED_PARAMETER;
    if (c->variability == EG_V_CONSTANT)
        return EG_LISTED_CONSTANT;
    return category == EG_C_VALUE || category == EG_C_RECORD ? EG_LISTED_VARIABLE : EG_LISTED_COMPONENT;
}

static const char *dimensions_of(const gathering *g, const eg_component *c, eg_definition *owner)
{
    const char *text = "";
    for (uint32_t i = 0; i < c->dimension_count; i++)
        text = eg_textf(g->r, "%s%s%s", text, i > 0 ? ", " : "",
                        c->dimensions[i]->kind == EG_E_COLON ? ":"
                                                             : text_of(g, (said){c->dimensions[i], owner}));
    return *text ? eg_textf(g->r, "[%s]", text) : "";
}

/* A limit by itself: what is said, else that of the type. */
static const char *limit_of(const gathering *g, said s, double of_type)
{
    char number[EG_NUMBER_SIZE];
    if (s.value)
        return text_of(g, s);
    if (!isfinite(of_type))
        return NULL;
    eg_number_write(of_type, number);
    return eg_textf(g->r, "%s", number);
}

static void gather(gathering *g, eg_definition *d);

/* A connector may hold connectors; what is in those is listed down to here. */
enum { DEEPEST_CONNECTOR = 4 };

/* The variables of a connector of a user's own. */
static void take_variables(const gathering *g, eg_listed *one, eg_definition *type)
{
    gathering *inner = eg_new(g->r, sizeof *inner);
    if (!inner)
        return;
    *inner = (gathering){.r = g->r, .asked = type, .is_dyad = g->is_dyad, .within = g->within + 1};
    gather(inner, type);
    one->members = (const eg_listed *const *)inner->members.items;
    one->member_count = inner->members.count;
}

/* What its type says for programs. */
static void take_type(const gathering *g, eg_listed *one, eg_definition *type, eg_category category)
{
    eg_definition *native = NULL;
    if (!type || eg_classify(g->r, type, &native) == EG_C_BROKEN)
        return;
    one->class = type->full;
    if (category == EG_C_VALUE && native) {
        one->literals = native->literals;
        one->literal_docs = native->literal_docs;
    }
    if (category == EG_C_CONNECTOR && native)
        one->connector = native->native;
    else if (eg_is_own_connector(type) && g->within < DEEPEST_CONNECTOR)
        take_variables(g, one, type);
}

static void add_component(gathering *g, eg_definition *owner, const eg_component *c)
{
    eg_reader *r = g->r;
    eg_member *member = eg_find_member(r, owner, c->name);
    eg_definition *type = member && member->component == c ? eg_member_type(r, member) : NULL;
    eg_category category = type ? eg_classify(r, type, NULL) : EG_C_OTHER;
    const eg_unit_type *unit = unit_type_of(r, type);
    if (type && type->kind == EG_D_ICON)
        return;
    eg_listed one = {.is = kind_of_component(c, type, category), .name = c->name, .comment = c->comment};
    bool is_number = category == EG_C_VALUE;
    const char *direction;
    if (c->is_input)
        direction = "input ";
    else if (c->is_output)
        direction = "output ";
    else if (c->is_flow)
        direction = "flow ";
    else
        direction = "";
    one.type = eg_textf(r, "%s%s%s%s", direction, c->is_final ? "final " : "",
                        eg_reference_text(r, c->type, c->type->count), dimensions_of(g, c, owner));
    one.from = origin(g, owner);
    if (is_number) {
        said low = find_declared(g, c, owner, "min"), high = find_declared(g, c, owner, "max");
        said of_unit = find_declared(g, c, owner, "unit");
        of_unit = of_unit.value ? of_unit : find_of_type(r, type, "unit");
        low = low.value ? low : find_of_type(r, type, "min");
        high = high.value ? high : find_of_type(r, type, "max");
        if (of_unit.value)
            one.unit = text_in_quotes(g, of_unit);
        else if (unit)
            one.unit = unit->unit;
        else
            one.unit = NULL;
        one.range = range_of(g, low, high, unit ? unit->min : -INFINITY, unit ? unit->max : INFINITY);
        one.min = limit_of(g, low, unit ? unit->min : -INFINITY);
        one.max = limit_of(g, high, unit ? unit->max : INFINITY);
    }
    if (category == EG_C_CONNECTOR)
        one.unit = text_in_quotes(g, find_declared(g, c, owner, "unit"));
    one.binding = text_of(g, find_declared(g, c, owner, NULL));
    one.start = text_of(g, find_declared(g, c, owner, "start"));
    one.condition = c->condition ? text_of(g, (said){c->condition, owner}) : NULL;
    if (c->is_input)
        one.direction = "input";
    else if (c->is_output)
        one.direction = "output";
    else
        one.direction = NULL;
    one.is_flow = c->is_flow;
    one.is_final = c->is_final || is_said_final(g, c->name);
    one.is_required = one.is == EG_LISTED_PARAMETER && is_number && !one.binding && !one.start;
    take_type(g, &one, type, category);
    one.value = value_of(g, find_declared(g, c, owner, NULL), find_declared(g, c, owner, "start"),
                         find_declared(g, c, owner, "fixed"));
    if (!one.value && one.is == EG_LISTED_PARAMETER && is_number)
        one.value = "required";
    if (c->condition)
        one.value = eg_textf(r, "%s%sif %s", one.value ? one.value : "", one.value ? " " : "",
                             text_of(g, (said){c->condition, owner}));
    add(g, one);
}

/* ---------------------------------------------------------------- members of the component library */

static const char *default_of(const gathering *g, const eg_parameter *p)
{
    char text[EG_DESCRIBE_SIZE];
    said value = find_said(g, p->name, NULL), start = find_said(g, p->name, "start");
    if (value.value || start.value)
        return value_of(g, value, start, (said){0});
    eg_describe_default(p, text);
    return eg_textf(g->r, "%s", text);
}

static void add_native_parameter(gathering *g, const eg_class *class, const eg_parameter *p)
{
    eg_reader *r = g->r;
    char type[EG_DESCRIBE_SIZE];
    double min, max;
    if (p->is_protected)
        return;
    const said value = find_said(g, p->name, NULL), start = find_said(g, p->name, "start");
    char *own = value.value || start.value ? NULL : eg_parameter_text(p);
    const char *standard = own ? eg_textf(r, "%s", own) : NULL;
    free(own);
    const bool falls_back = p->need == EG_FALLS_BACK && !value.value && !start.value;
    eg_describe_type(p, type);
    eg_parameter_range(p, &min, &max);
    add(g, (eg_listed){.is = p->is_constant ? EG_LISTED_CONSTANT : EG_LISTED_PARAMETER,
                       .name = p->name,
                       .type = eg_textf(r, "%s", type),
                       .unit = p->unit,
                       .range =
                           range_of(g, find_said(g, p->name, "min"), find_said(g, p->name, "max"), min, max),
                       .value = default_of(g, p),
                       .comment = p->doc,
                       .from = class->name,
                       .min = limit_of(g, find_said(g, p->name, "min"), min),
                       .max = limit_of(g, find_said(g, p->name, "max"), max),
                       .binding = value.value  ? text_of(g, value)
                                  : falls_back ? NULL
                                               : standard,
                       .start = start.value  ? text_of(g, start)
                                : falls_back ? standard
                                             : NULL,
                       .class = p->type_name,
                       .literals = p->literals,
                       .is_final = p->is_derived || is_said_final(g, p->name),
                       .is_required = p->need == EG_REQUIRED && !value.value && !start.value});
}

static void add_native(gathering *g, const eg_class *class)
{
    eg_reader *r = g->r;
    for (size_t i = 0; i < class->parameter_count; i++)
        add_native_parameter(g, class, &class->parameters[i]);
    for (size_t i = 0; i < class->port_count; i++) {
        const eg_port *p = &class->ports[i];
        add(g, (eg_listed){.is = EG_LISTED_PORT,
                           .name = p->name,
                           .type = eg_describe_connector(p->kind, g->is_dyad ? "Dyad" : class->name),
                           .unit = p->unit,
                           .value = p->condition ? eg_textf(r, "if %s", p->condition) : NULL,
                           .comment = p->doc,
                           .from = class->name,
                           .condition = p->condition,
                           .connector = eg_class_find(eg_port_connector(p->kind))});
    }
    for (size_t i = 0; i < class->variable_count; i++) {
        const eg_variable *v = &class->variables[i];
        if (!v->is_protected)
            add(g,
                (eg_listed){.is = EG_LISTED_VARIABLE,
                            .name = v->name,
                            .type = eg_describe_variable(v),
                            .unit = v->unit,
                            .value = value_of(g, find_said(g, v->name, NULL), find_said(g, v->name, "start"),
                                              find_said(g, v->name, "fixed")),
                            .comment = v->doc,
                            .from = class->name,
                            .binding = text_of(g, find_said(g, v->name, NULL)),
                            .start = text_of(g, find_said(g, v->name, "start")),
                            .condition = v->condition});
    }
}

/* ---------------------------------------------------------------- the walk */

static const eg_class *native_of(const eg_definition *d)
{
    if (d->native)
        return d->native;
    if (d->is_written)
        return eg_class_find(d->full);
    return NULL;
}

static void gather_base(gathering *g, eg_definition *d, const eg_base *base)
{
    if (g->depth >= EG_DEPTH_LIMIT)
        return;
    g->given[g->depth++] = (written){base->modifier, d};
    gather(g, base->definition);
    g->depth--;
}

/* Extended classes first, as their members stand among the results. */
static void gather(gathering *g, eg_definition *d)
{
    eg_reader *r = g->r;
    const eg_class *native = native_of(d);
    if (native) {
        add_native(g, native);
        return;
    }
    if (d->kind != EG_D_SCOPE || !d->syntax || !eg_find_bases(r, d) ||
        !eg_count_steps(r, d->syntax->source, d->syntax->at, 1))
        return;
    for (uint32_t i = 0; i < d->base_count; i++)
        gather_base(g, d, &d->bases[i]);
    for (uint32_t i = 0; i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        if (e->kind == EG_EL_COMPONENT && !e->is_protected && !e->component->is_redeclared)
            add_component(g, d, e->component);
    }
}

/* ---------------------------------------------------------------- bases, equations */

static void put(const gathering *g, eg_listed one)
{
    g->listing(g->context, &one);
}

static const char *modifier_text(const gathering *g, const eg_modifier *m, eg_definition *home)
{
    const char *list = "";
    for (uint32_t i = 0; m && i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        const char *inner = a->is_redeclaration ? "" : modifier_text(g, a, home);
        list = eg_textf(g->r, "%s%s%s%s%s%s%s", list, i > 0 ? ", " : "",
                        a->is_redeclaration ? "redeclare " : "", a->name, inner, a->value ? " = " : "",
                        a->value ? text_of(g, (said){a->value, home}) : "");
    }
    return *list ? eg_textf(g->r, "(%s)", list) : "";
}

static void list_bases(const gathering *g, eg_definition *d)
{
    for (uint32_t i = 0; eg_find_bases(g->r, d) && i < d->base_count; i++)
        put(g, (eg_listed){.is = EG_LISTED_EXTENDS,
                           .name = eg_textf(g->r, "%s%s", d->bases[i].definition->full,
                                            modifier_text(g, d->bases[i].modifier, d)),
                           .comment = eg_listed_comment(g->r, d->bases[i].definition)});
}

static void put_equation(eg_unparser *u, const void *item)
{
    eg_unparse_modelica_equation(u, item);
}

static void put_relation(eg_unparser *u, const void *item)
{
    eg_unparse_relation(u, item, false);
}

static void put_initial_relation(eg_unparser *u, const void *item)
{
    eg_unparse_relation(u, item, true);
}

static void put_lines(const gathering *g, const char *text, const char *prefix)
{
    while (text && *text) {
        size_t length = strcspn(text, "\n");
        if (length > 0)
            put(g, (eg_listed){.is = EG_LISTED_EQUATION,
                               .name = eg_textf(g->r, "%s%.*s", prefix, (int)length, text)});
        text += length + (text[length] == '\n');
    }
}

static void list_section(const gathering *g, eg_definition *d, const eg_section *s)
{
    bool in_dyad = g->is_dyad && !s->is_algorithm;
    const char *prefix = "";
    if (!in_dyad && (s->is_initial || s->is_algorithm)) {
        put_lines(g,
                  eg_textf(g->r, "%s%s", s->is_initial ? "initial " : "",
                           s->is_algorithm ? "algorithm" : "equation"),
                  "");
        prefix = "  ";
    }
    for (uint32_t i = 0; i < s->count; i++) {
        eg_unparser u = {.r = g->r, .scope = d, .source = d->syntax->source, .tries = true};
        u.to_dyad = u.from_dyad = in_dyad;
        eg_unparse_item write = put_relation;
        if (!in_dyad)
            write = put_equation;
        else if (s->is_initial)
            write = put_initial_relation;
        const char *text = eg_unparse_text(&u, write, s->body[i]);
        if (in_dyad && u.unsaid) { /* carried in the metadata: Modelica */
            u.to_dyad = false;
            text = eg_unparse_text(&u, put_equation, s->body[i]);
        }
        put_lines(g, text, prefix);
    }
}

static void list_equations(const gathering *g, eg_definition *d, int depth)
{
    const eg_class *native = native_of(d);
    for (size_t i = 0; native && native->equations && native->equations[i]; i++)
        put(g, (eg_listed){.is = EG_LISTED_EQUATION, .name = native->equations[i], .from = native->name});
    if (native || !d->syntax || depth > EG_DEPTH_LIMIT)
        return;
    for (uint32_t i = 0; i < d->syntax->section_count; i++)
        list_section(g, d, &d->syntax->sections[i]);
    for (uint32_t i = 0; i < d->base_count; i++)
        list_equations(g, d->bases[i].definition, depth + 1);
}

/* ---------------------------------------------------------------- how it is used */

/* What has no value yet, in parentheses. */
static const char *required_of(const gathering *g)
{
    const char *list = "";
    for (size_t i = 0; i < g->members.count; i++) {
        const eg_listed *m = g->members.items[i];
        bool is_needed = m->is == EG_LISTED_PARAMETER && m->value &&
                         (strcmp(m->value, "required") == 0 || strncmp(m->value, "falls back", 10) == 0 ||
                          strncmp(m->value, "start = ", 8) == 0);
        if (is_needed)
            list = eg_textf(g->r, "%s%s%s = 1", list, *list ? ", " : "", m->name);
    }
    return *list ? eg_textf(g->r, "(%s)", list) : "";
}

static const char *usage_of(const gathering *g, const eg_definition *d)
{
    const eg_syntax *syntax = d->syntax;
    const char *required = required_of(g);
    char first = (char)tolower((unsigned char)d->name[0]);
    const char *name = eg_textf(g->r, first == d->name[0] ? "%c%s1" : "%c%s", first, d->name + 1);
    if (d->name[0] == '\'')
        name = "part";
    if (syntax->restriction == EG_R_FUNCTION || syntax->restriction == EG_R_PACKAGE ||
        syntax->restriction == EG_R_TYPE)
        return NULL;
    if (syntax->is_partial)
        return eg_textf(g->r, g->is_dyad ? "extends %s%s" : "extends %s%s;", d->full,
                        g->is_dyad && !*required ? "()" : required);
    if (g->is_dyad)
        return eg_textf(g->r, "%s = %s%s", name, d->full, *required ? required : "()");
    return eg_textf(g->r, "%s %s%s;", d->full, name, required);
}

static void list_members(const gathering *g)
{
    for (int kind = EG_LISTED_PARAMETER; kind <= EG_LISTED_COMPONENT; kind++)
        for (size_t i = 0; i < g->members.count; i++) {
            const eg_listed *m = g->members.items[i];
            if (m->is == (eg_listed_kind)kind)
                g->listing(g->context, m);
        }
}

static void list_inner(const gathering *g, const eg_definition *d)
{
    for (uint32_t i = 0; i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        eg_member *m = e->kind == EG_EL_CLASS && !e->is_protected
                           ? eg_find_member(g->r, (eg_definition *)(uintptr_t)d, e->class->name)
                           : NULL;
        if (m && m->kind == EG_M_CLASS)
            put(g, (eg_listed){.is = EG_LISTED_INNER,
                               .name = e->class->name,
                               .kind = eg_listed_kind_of(g->r, m->definition),
                               .comment = e->class->comment});
    }
}

/* ---------------------------------------------------------------- types, constants, functions */

static void fact(const gathering *g, const char *name, const char *value)
{
    if (value && *value)
        put(g, (eg_listed){.is = EG_LISTED_FACT, .name = name, .value = value});
}

static void number_fact(const gathering *g, const char *name, double value)
{
    char number[EG_NUMBER_SIZE];
    if (!isfinite(value))
        return;
    eg_number_write(value, number);
    fact(g, name, eg_textf(g->r, "%s", number));
}

static void list_literals(const gathering *g, const eg_definition *type)
{
    for (size_t i = 0; type->literals && type->literals[i]; i++) {
        const char *doc =
            type->literal_docs ? type->literal_docs[i] : eg_literal_doc(type->full, type->literals[i]);
        put(g, (eg_listed){.is = EG_LISTED_FACT, .name = type->literals[i], .value = doc ? doc : ""});
    }
}

static void list_type(const gathering *g, eg_definition *d)
{
    static const char *const names[] = {"Real", "Integer", "Boolean", "enumeration", "String"};
    eg_definition *native = NULL;
    if (eg_classify(g->r, d, &native) != EG_C_VALUE || !native)
        return;
    const eg_unit_type *u = native->unit_type;
    said unit = find_of_type(g->r, d, "unit"), low = find_of_type(g->r, d, "min"),
         high = find_of_type(g->r, d, "max");
    fact(g, "values", names[native->type]);
    fact(g, "unit", unit.value ? text_in_quotes(g, unit) : u ? u->unit : NULL);
    fact(g, "display unit", u ? u->display_unit : NULL);
    fact(g, "range", range_of(g, low, high, u ? u->min : -INFINITY, u ? u->max : INFINITY));
    number_fact(g, "nominal", u ? u->nominal : NAN);
    number_fact(g, "start", u ? u->start : NAN);
    list_literals(g, native);
}

static void list_constant(const gathering *g, const eg_constant *c)
{
    char number[EG_NUMBER_SIZE];
    eg_number_write(c->value, number);
    fact(g, "value", eg_textf(g->r, "%s", number));
    fact(g, "type", c->type);
    fact(g, "unit", c->unit);
}

/* ---------------------------------------------------------------- the class */

static bool is_dyad(const eg_definition *d)
{
    return d->syntax && d->syntax->is_dyad;
}

static void list_text(gathering *g, eg_definition *d)
{
    gather(g, d);
    const char *usage = usage_of(g, d);
    if (usage)
        put(g, (eg_listed){.is = EG_LISTED_USAGE, .name = usage});
    list_bases(g, d);
    list_members(g);
    list_equations(g, d, 0);
    list_inner(g, d);
}

static void list_documentation(gathering *g, const eg_definition *d)
{
    const eg_pictures *p = d->syntax ? d->syntax->pictures : NULL;
    char *text =
        p && p->annotation.text ? eg_documentation_of(p->annotation.text, p->annotation.length) : NULL;
    if (text)
        put(g, (eg_listed){.is = EG_LISTED_DOCUMENTATION, .name = text});
    free(text);
}

void eg_list_members(eg_reader *r, eg_definition *d, eg_listing listing, void *context)
{
    gathering *g = eg_new(r, sizeof *g);
    if (!g)
        return;
    *g = (gathering){.r = r, .listing = listing, .context = context, .asked = d, .is_dyad = is_dyad(d)};
    gather(g, d);
    list_members(g);
}

void eg_list_class(eg_reader *r, eg_definition *d, const char *asked, eg_listing listing, void *context)
{
    gathering *g = eg_new(r, sizeof *g);
    const eg_class *native = native_of(d);
    const char *name = asked ? asked : d->full;
    if (!g)
        return;
    *g = (gathering){.r = r, .listing = listing, .context = context, .asked = d, .is_dyad = is_dyad(d)};
    if (native) {
        put(g, (eg_listed){.is = EG_LISTED_NATIVE, .name = name, .native = native});
        return;
    }
    put(g, (eg_listed){.is = EG_LISTED_HEADING,
                       .name = name,
                       .kind = eg_listed_kind_of(r, d),
                       .comment = eg_listed_comment(r, d)});
    list_documentation(g, d);
    if (d->constant)
        list_constant(g, d->constant);
    else if (d->kind == EG_D_TYPE ||
             (d->syntax && (d->syntax->restriction == EG_R_TYPE || d->syntax->is_enumeration)))
        list_type(g, d);
    else if (d->kind == EG_D_FUNCTION)
        fact(g, "built in", "calls of it are computed, and differentiated, by the program itself");
    else if (d->kind == EG_D_ICON)
        fact(g, "empty", "a class that only draws: to extend it changes nothing that moves");
    else if (d->syntax)
        list_text(g, d);
}
