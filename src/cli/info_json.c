/* elastogap info --json: classes and texts member by member. */
#include "cli/info.h"
#include "cli/info_json.h"

#include "cli/options.h"
#include "component/describe.h"
#include "component/topics.h"
#include "modelica/flat/class_cases.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* ---------------------------------------------------------------- values */

void eg_info_json_text(eg_info_json *i, const char *name, const char *text)
{
    if (text)
        eg_json_text(&i->json, name, text);
    else
        eg_json_number(&i->json, name, NAN);
}

void eg_info_json_expression(eg_info_json *i, const char *name, const char *text)
{
    double number;
    const bool is_true = text && strcmp(text, "true") == 0;
    if (is_true || (text && strcmp(text, "false") == 0))
        eg_json_truth(&i->json, name, is_true);
    else if (text && eg_options_number(text, &number))
        eg_json_number(&i->json, name, number);
    else
        eg_info_json_text(i, name, text);
}

static void put_limit(eg_info_json *i, const char *name, double limit)
{
    eg_json_number(&i->json, name, limit);
}

static void put_texts(eg_info_json *i, const char *name, const char *const *texts)
{
    eg_json_opening(&i->json, name, "[");
    for (; texts && *texts; texts++)
        eg_json_text(&i->json, NULL, *texts);
    eg_json_closing(&i->json, "]");
}

/* The lines of one text. */
static void put_lines(eg_info_json *i, const char *name, const char *text)
{
    eg_json_opening(&i->json, name, "[");
    while (text && *text) {
        const size_t length = strcspn(text, "\n");
        char *line = strndup(text, length);
        if (line && length > 0)
            eg_json_text(&i->json, NULL, line);
        free(line);
        text += length + (text[length] == '\n');
    }
    eg_json_closing(&i->json, "]");
}

void eg_info_json_items(eg_info_json *i, const char *class, const char *const *literals,
                        const char *const *docs)
{
    if (!literals) {
        eg_info_json_text(i, "items", NULL);
        return;
    }
    eg_json_opening(&i->json, "items", "[");
    for (size_t k = 0; literals[k]; k++) {
        const char *doc = docs ? docs[k] : NULL;
        if (!docs && class)
            doc = eg_literal_doc(class, literals[k]);
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", literals[k]);
        eg_info_json_text(i, "description", doc);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
}

/* ---------------------------------------------------------------- the object */

void eg_info_json_begin(eg_info_json *i)
{
    eg_file_text(i->json.file, "{");
    i->begun = true;
}

/* ---------------------------------------------------------------- connectors */

/* In which direction the axis goes through the plane at which the component is cut free; of signals which way
 * they go. */
static const char *direction_of(eg_port_kind kind)
{
    if (eg_port_is_signal(kind))
        return eg_port_is_output(kind) ? "output" : "input";
    if (kind == EG_FLANGE_A || kind == EG_ROT_FLANGE_A)
        return "into the cut plane";
    if (kind == EG_FLANGE_B || kind == EG_ROT_FLANGE_B)
        return "out of the cut plane";
    return NULL;
}

static void put_connector_variable(eg_info_json *i, const char *name, const char *unit, bool is_flow)
{
    eg_json_opening(&i->json, NULL, "{");
    eg_json_text(&i->json, "name", name);
    eg_info_json_text(i, "unit", unit);
    eg_json_truth(&i->json, "flow", is_flow);
    eg_json_closing(&i->json, "}");
}

/* What kind of connector it is: its direction, and the variables in it. */
static void put_port_kind(eg_info_json *i, eg_port_kind kind, const char *unit)
{
    const bool is_signal = eg_port_is_signal(kind);
    eg_info_json_text(i, "direction", direction_of(kind));
    eg_info_json_text(i, "unit", is_signal && unit && *unit ? unit : NULL);
    eg_json_opening(&i->json, "variables", "[");
    if (!is_signal) {
        const bool turns = eg_port_is_rotational(kind), is_thermal = eg_port_is_thermal(kind);
        const char *potential = is_thermal ? "K" : "m", *flow = is_thermal ? "W" : "N";
        put_connector_variable(i, eg_port_potential(kind), turns ? "rad" : potential, false);
        put_connector_variable(i, eg_port_flow(kind), turns ? "N.m" : flow, true);
    }
    eg_json_closing(&i->json, "]");
}

/* ---------------------------------------------------------------- a class of the component library */

static const char *unless_empty(const char *text)
{
    return text && *text ? text : NULL;
}

static void put_parameter(eg_info_json *i, const eg_parameter *p)
{
    char type[EG_DESCRIBE_SIZE];
    double min, max;
    char *value = eg_parameter_text(p);
    eg_describe_type(p, type);
    eg_parameter_range(p, &min, &max);
    eg_json_opening(&i->json, NULL, "{");
    eg_json_text(&i->json, "name", p->name);
    eg_json_text(&i->json, "type", type);
    eg_info_json_text(i, "unit", unless_empty(p->unit));
    eg_info_json_expression(i, "default", p->need == EG_HAS_DEFAULT ? value : NULL);
    eg_info_json_expression(i, "start", p->need == EG_FALLS_BACK ? value : NULL);
    eg_json_truth(&i->json, "required", p->need == EG_REQUIRED);
    put_limit(i, "min", min);
    put_limit(i, "max", max);
    eg_json_truth(&i->json, "final", p->is_derived || p->is_constant);
    eg_json_truth(&i->json, "protected", p->is_protected);
    eg_info_json_text(i, "description", p->doc);
    eg_info_json_items(i, p->type_name, p->literals, NULL);
    eg_info_json_text(i, "from", NULL);
    eg_json_closing(&i->json, "}");
    free(value);
}

static void put_parameters(eg_info_json *i, const eg_class *class, bool constants)
{
    eg_json_opening(&i->json, constants ? "constants" : "parameters", "[");
    for (size_t k = 0; k < class->parameter_count; k++)
        if (class->parameters[k].is_constant == constants)
            put_parameter(i, &class->parameters[k]);
    eg_json_closing(&i->json, "]");
}

static void put_ports(eg_info_json *i, const eg_class *class, const char *name)
{
    eg_json_opening(&i->json, "connectors", "[");
    for (size_t k = 0; k < class->port_count; k++) {
        const eg_port *p = &class->ports[k];
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", p->name);
        eg_json_text(&i->json, "type", eg_describe_connector(p->kind, name));
        eg_json_text(&i->json, "class", eg_port_connector(p->kind));
        put_port_kind(i, p->kind, p->unit);
        eg_info_json_text(i, "condition", p->condition);
        eg_info_json_text(i, "description", p->doc);
        eg_info_json_text(i, "from", NULL);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
}

static void put_variables(eg_info_json *i, const eg_class *class)
{
    eg_json_opening(&i->json, "variables", "[");
    for (size_t k = 0; k < class->variable_count; k++) {
        const eg_variable *v = &class->variables[k];
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", v->name);
        eg_json_text(&i->json, "type", eg_describe_variable(v));
        eg_info_json_text(i, "unit", unless_empty(v->unit));
        eg_info_json_text(i, "condition", v->condition);
        eg_json_truth(&i->json, "protected", v->is_protected);
        eg_info_json_text(i, "description", v->doc);
        eg_info_json_text(i, "from", NULL);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
}

static void put_equation(eg_info_json *i, const char *text, const char *from)
{
    eg_json_opening(&i->json, NULL, "{");
    eg_json_text(&i->json, "text", text);
    eg_info_json_text(i, "from", from);
    eg_json_closing(&i->json, "}");
}

static void put_equations(eg_info_json *i, const char *name, const char *const *texts)
{
    eg_json_opening(&i->json, name, "[");
    for (; texts && *texts; texts++)
        put_equation(i, *texts, NULL);
    eg_json_closing(&i->json, "]");
}

/* Where their form depends on a parameter, the common ones, and those of each of its values. */
static void put_equations_of(eg_info_json *i, const eg_class *class)
{
    eg_class_cases cases;
    const bool has_cases = eg_class_cases_make(class, &cases) && cases.parameter;
    put_equations(i, "equations", has_cases ? cases.common : class->equations);
    put_texts(i, "relations", has_cases ? NULL : class->relations);
    eg_json_opening(&i->json, "cases", "[");
    for (int k = 0; has_cases && k < cases.count; k++) {
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "parameter", cases.parameter->name);
        eg_json_text(&i->json, "value", cases.parameter->literals[k]);
        eg_json_truth(&i->json, "complete", cases.is_whole[k]);
        put_equations(i, "equations", (const char *const *)cases.own[k]);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
    eg_class_cases_free(&cases);
}

static void put_topic(eg_info_json *i, const eg_class *class, const eg_topic *topic)
{
    const eg_citation *r = class->references || !topic ? class->references : topic->references;
    if (topic) {
        eg_json_opening(&i->json, "topic", "{");
        eg_json_text(&i->json, "title", topic->title);
        eg_json_text(&i->json, "text", topic->text);
        eg_json_text(&i->json, "example", topic->example);
        put_texts(i, "curves", topic->curves);
        eg_json_closing(&i->json, "}");
    } else {
        eg_info_json_text(i, "topic", NULL);
    }
    eg_json_opening(&i->json, "references", "[");
    for (; r && r->text; r++) {
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "text", r->text);
        eg_info_json_text(i, "doi", r->doi);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
}

static void put_related(eg_info_json *i, const eg_class *class, const char *name)
{
    const eg_class *related[EG_RELATED];
    const size_t count = eg_class_related(class, name, related, EG_RELATED);
    eg_json_opening(&i->json, "related", "[");
    for (size_t k = 0; k < count; k++) {
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", related[k]->name);
        eg_info_json_text(i, "description", related[k]->doc);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
}

static void put_declarations(eg_info_json *i, const char *const *texts)
{
    eg_json_opening(&i->json, "components", "[");
    for (; texts && *texts; texts++) {
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "declaration", *texts);
        eg_json_closing(&i->json, "}");
    }
    eg_json_closing(&i->json, "]");
}

bool eg_info_json_class(eg_info_json *i, const eg_class *class, const char *name, const eg_info_users *users)
{
    const bool is_short = class->short_name && strcmp(name, class->short_name) == 0;
    const eg_topic *topic = eg_topic_of(class);
    char *needed = eg_describe_usage(class, name, EG_USAGE_NEEDED);
    char *all = eg_describe_usage(class, name, EG_USAGE_ALL);
    eg_info_json_begin(i);
    eg_json_text(&i->json, "name", is_short ? class->name : name);
    eg_json_text(&i->json, "kind", eg_describe_kind(class->kind));
    eg_info_json_text(i, "description", class->doc);
    eg_json_text(&i->json, "class", class->name);
    eg_info_json_text(i, "short_name", class->short_name);
    eg_info_json_text(i, "documentation", class->text);
    put_lines(i, "usage", needed);
    put_lines(i, "usage_with_all", all);
    put_texts(i, "extends", class->extends);
    put_parameters(i, class, false);
    put_parameters(i, class, true);
    put_ports(i, class, name);
    put_variables(i, class);
    put_declarations(i, class->components);
    put_equations_of(i, class);
    put_topic(i, class, topic);
    eg_json_opening(&i->json, "used_in", "[");
    for (const char *const *e = class->examples; e && *e; e++)
        eg_json_text(&i->json, NULL, *e);
    for (size_t k = 0; k < users->count; k++)
        eg_json_text(&i->json, NULL, users->names[k]);
    eg_json_closing(&i->json, "]");
    put_related(i, class, name);
    put_texts(i, "also", class->also);
    const bool is_whole = needed && all;
    free(needed);
    free(all);
    return is_whole;
}

/* ---------------------------------------------------------------- listings of texts */

static const char *list_of(eg_listed_kind kind)
{
    switch (kind) {
    case EG_LISTED_CLASS:
    case EG_LISTED_BROKEN:
    case EG_LISTED_INNER: return "classes";
    case EG_LISTED_USAGE: return "usage";
    case EG_LISTED_EXTENDS: return "extends";
    case EG_LISTED_FACT: return "facts";
    case EG_LISTED_PARAMETER: return "parameters";
    case EG_LISTED_CONSTANT: return "constants";
    case EG_LISTED_PORT: return "connectors";
    case EG_LISTED_VARIABLE: return "variables";
    case EG_LISTED_COMPONENT: return "components";
    case EG_LISTED_EQUATION: return "equations";
    case EG_LISTED_USER: return "used_in";
    default: return NULL;
    }
}

static void close_list(eg_info_json *i)
{
    if (i->is_list)
        eg_json_closing(&i->json, "]");
    i->is_list = false;
}

/* The last member is written but for the lists that a class has empty. */
static void complete(eg_info_json *i)
{
    const int of = i->is_inside;
    close_list(i);
    for (int kind = EG_LISTED_USAGE; kind <= EG_LISTED_USER && i->is_class[of]; kind++) {
        if (kind == EG_LISTED_FACT || (i->lists[of] & 1U << (unsigned)kind) != 0)
            continue;
        eg_json_opening(&i->json, list_of((eg_listed_kind)kind), "[");
        eg_json_closing(&i->json, "]");
    }
    i->is_class[of] = false;
    i->lists[of] = 0;
}

void eg_info_json_close_list(eg_info_json *i)
{
    complete(i);
    if (i->is_inside) {
        i->is_inside = false;
        eg_json_closing(&i->json, "}");
        eg_json_closing(&i->json, "]");
    }
    complete(i);
    i->last = EG_LISTED_HEADING;
}

void eg_info_json_end(eg_info_json *i)
{
    eg_info_json_close_list(i);
    if (i->begun)
        eg_file_text(i->json.file, "\n}\n");
    i->begun = false;
}

static void put_heading(eg_info_json *i, const eg_listed *l)
{
    complete(i);
    if (!i->begun) {
        eg_info_json_begin(i);
    } else {
        if (i->is_inside)
            eg_json_closing(&i->json, "}");
        else
            eg_json_opening(&i->json, "contents", "[");
        eg_json_opening(&i->json, NULL, "{");
        i->is_inside = true;
    }
    i->is_class[i->is_inside] = l->kind && strcmp(l->kind, "package") != 0;
    eg_json_text(&i->json, "name", l->name);
    eg_info_json_text(i, "kind", l->kind);
    eg_info_json_text(i, "description", unless_empty(l->comment));
}

static void put_own_connector(eg_info_json *i, const eg_listed *l)
{
    eg_info_json_text(i, "direction", l->direction);
    eg_info_json_text(i, "unit", unless_empty(l->unit));
    eg_json_opening(&i->json, "variables", "[");
    for (size_t k = 0; k < l->member_count; k++)
        put_connector_variable(i, l->members[k]->name, unless_empty(l->members[k]->unit),
                               l->members[k]->is_flow);
    eg_json_closing(&i->json, "]");
}

static void put_connector(eg_info_json *i, const eg_listed *l)
{
    const eg_class *c = l->connector;
    if (c && c->port_count > 0) {
        eg_json_text(&i->json, "class", l->class ? l->class : c->name);
        put_port_kind(i, c->ports[0].kind, l->unit);
    } else {
        eg_info_json_text(i, "class", l->class);
        put_own_connector(i, l);
    }
    eg_info_json_text(i, "condition", l->condition);
}

static void put_member(eg_info_json *i, const eg_listed *l)
{
    eg_json_opening(&i->json, NULL, "{");
    eg_json_text(&i->json, "name", l->name);
    eg_info_json_text(i, "type", l->type);
    if (l->is == EG_LISTED_PORT) {
        put_connector(i, l);
    } else if (l->is == EG_LISTED_COMPONENT) {
        eg_info_json_text(i, "class", l->class);
        eg_info_json_text(i, "condition", l->condition);
    } else {
        eg_info_json_text(i, "unit", unless_empty(l->unit));
        eg_info_json_expression(i, "default", l->binding);
        eg_info_json_expression(i, "start", l->start);
        eg_json_truth(&i->json, "required", l->is_required);
        eg_info_json_expression(i, "min", l->min);
        eg_info_json_expression(i, "max", l->max);
        eg_json_truth(&i->json, "final", l->is_final || l->is == EG_LISTED_CONSTANT);
        eg_json_truth(&i->json, "protected", false);
        eg_info_json_text(i, "condition", l->condition);
        eg_info_json_items(i, l->class, l->literals, l->literal_docs);
    }
    eg_info_json_text(i, "description", unless_empty(l->comment));
    eg_info_json_text(i, "from", l->from);
    eg_json_closing(&i->json, "}");
}

static void put_class_row(eg_info_json *i, const eg_listed *l)
{
    eg_json_opening(&i->json, NULL, "{");
    eg_json_text(&i->json, "name", l->name);
    eg_info_json_text(i, "kind", l->kind);
    eg_info_json_text(i, "description", unless_empty(l->comment));
    if (l->is == EG_LISTED_BROKEN)
        eg_json_truth(&i->json, "broken", true);
    eg_json_closing(&i->json, "}");
}

static void put_item(eg_info_json *i, const eg_listed *l)
{
    switch (l->is) {
    case EG_LISTED_CLASS:
    case EG_LISTED_BROKEN:
    case EG_LISTED_INNER: put_class_row(i, l); break;
    case EG_LISTED_USAGE:
    case EG_LISTED_EXTENDS:
    case EG_LISTED_USER: eg_json_text(&i->json, NULL, l->name); break;
    case EG_LISTED_FACT:
        eg_json_opening(&i->json, NULL, "{");
        eg_json_text(&i->json, "name", l->name);
        eg_info_json_expression(i, "value", l->value);
        eg_json_closing(&i->json, "}");
        break;
    case EG_LISTED_EQUATION: put_equation(i, l->name, l->from); break;
    default: put_member(i, l); break;
    }
}

void eg_info_json_listed(eg_info_json *i, const eg_listed *l)
{
    if (l->is == EG_LISTED_HEADING) {
        put_heading(i, l);
    } else if (l->is == EG_LISTED_DOCUMENTATION) {
        close_list(i);
        eg_json_text(&i->json, "documentation", l->name);
    } else if (list_of(l->is)) {
        const char *before = list_of(i->last);
        if (!i->is_list || !before || strcmp(before, list_of(l->is)) != 0) {
            close_list(i);
            eg_json_opening(&i->json, list_of(l->is), "[");
            i->is_list = true;
            i->lists[i->is_inside] |= 1U << (unsigned)l->is;
        }
        put_item(i, l);
    }
    i->last = l->is;
}
