/* Classes in Dyad: from the tree of Modelica text to components and analyses. */
#include "modelica/text/unparse.h"

#include <string.h>

static bool is_number(const eg_expr *e)
{
    return e && e->kind == EG_E_NUMBER;
}

static const eg_modifier *argument(const eg_modifier *m, const char *name)
{
    for (uint32_t i = 0; m && i < m->count; i++)
        if (m->arguments[i]->name && strcmp(m->arguments[i]->name, name) == 0)
            return m->arguments[i];
    return NULL;
}

/* ---------------------------------------------------------------- modifications */

/* What an attribute is called; NULL: an initial relation says it. */
static const char *attribute(const eg_modifier *of, const eg_modifier *m)
{
    static const struct {
        const char *modelica, *dyad;
    } table[] = {{"start", "guess"}, {"unit", "units"}, {"displayUnit", "displayUnits"}};
    if (eg_unparse_is_fixed(of) && (strcmp(m->name, "start") == 0 || strcmp(m->name, "fixed") == 0))
        return NULL;
    if (strcmp(m->name, "fixed") == 0 && m->value && m->value->kind == EG_E_BOOLEAN && m->value->number == 0)
        return NULL; /* or it would not be said in Dyad */
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(m->name, table[i].modelica) == 0 && m->count == 0)
            return table[i].dyad;
    return m->name;
}

/* Is e the literal StateSelect.name? */
static bool is_wish(const eg_expr *e, const char *name)
{
    return e->kind == EG_E_REFERENCE && e->reference->count == 2 &&
           strcmp(e->reference->parts[0].name, "StateSelect") == 0 &&
           strcmp(e->reference->parts[1].name, name) == 0;
}

/* The n of n > 0 or n < 0; NULL: e is something else. */
static const eg_expr *against_zero(const eg_expr *e, eg_token_kind operator)
{
    const bool fits =
        e->kind == EG_E_RELATION && e->count == 2 &&
        e->operators[0] == operator&& e->items[1]->kind == EG_E_NUMBER && !(e->items[1]->number > 0);
    return fits ? e->items[0] : NULL;
}

/* The number that a wish was made of (dyad/element.c); NULL: of none. Both times it is the same one: what
 * Modelica wrote by itself and differs is not taken for it. */
static const eg_expr *number_of_wish(const eg_unparser *u, const eg_expr *e)
{
    if (e->kind != EG_E_IF || e->count != 5 || !is_wish(e->items[1], "prefer") ||
        !is_wish(e->items[3], "avoid") || !is_wish(e->items[4], "default"))
        return NULL;
    const eg_expr *above = against_zero(e->items[0], EG_T_GREATER);
    const eg_expr *below = against_zero(e->items[2], EG_T_LESS);
    if (!above || !below)
        return NULL;
    const char *text = u->source->text;
    const size_t length = strcspn(text + above->at, "<>");
    return above == below || (strncmp(text + above->at, text + below->at, length) == 0 &&
                              strcspn(text + below->at, "<>") == length)
               ? above
               : NULL;
}

static bool is_state_select(const eg_modifier *m)
{
    return strcmp(m->name, "stateSelect") == 0 && m->value && m->count == 0;
}

/* Writes stateSelect = StateSelect.prefer as statePriority = 1, always as Inf; false: Dyad has no number for
 * it, which is said. */
static bool write_priority(eg_unparser *u, const eg_modifier *m)
{
    static const char *const wishes[][2] = {
        {"always", "Inf"}, {"prefer", "1"}, {"default", "0"}, {"avoid", "-1"}, {"never", "-Inf"}};
    for (size_t i = 0; i < EG_COUNT(wishes); i++)
        if (is_wish(m->value, wishes[i][0])) {
            fprintf(u->out, "statePriority = %s", wishes[i][1]);
            return true;
        }
    const eg_expr *number = number_of_wish(u, m->value);
    if (!number) {
        eg_warn(u->r, m->source ? m->source : u->source, m->value_at,
                "Dyad has no number for this stateSelect: it stands in Modelica's words");
        eg_hint(u->r, "other programs do not read it; write a literal: StateSelect.prefer");
        return false;
    }
    fputs("statePriority = ", u->out);
    eg_unparse_expression(u, number);
    return true;
}

/* Stands for the numbers of an array of several dimensions: what is given to its parts is given to each. */
static const char several[] = "";

/* The value of one part of an array, whose number is u->index. */
static void write_element_value(eg_unparser *u, const eg_modifier *m)
{
    const eg_expr *e = m->value;
    if (!u->index) {
        eg_unparse_expression(u, e);
        return;
    }
    if (e->kind != EG_E_ARRAY || e->count == 0 || u->index == several) {
        if (e->kind != EG_E_COLLECT || e->iterator_count != 1 || u->index == several) {
            eg_unparse_refuse(u, m->value_at, "a value for an array of parts cannot be written",
                              "give each part its own: {a, b, c}, or `each`");
            return;
        }
        const char *before = u->index;
        u->index = NULL;
        eg_unparse_expression(u, e->items[0]); /* the loop variable has the name of the index, see below */
        u->index = before;
        return;
    }
    for (uint32_t i = 0; i + 1 < e->count; i++) {
        fprintf(u->out, "ifelse(%s == %u, ", u->index, i + 1);
        eg_unparse_expression(u, e->items[i]);
        fputs(", ", u->out);
    }
    eg_unparse_expression(u, e->items[e->count - 1]);
    for (uint32_t i = 0; i + 1 < e->count; i++)
        fputc(')', u->out);
}

static void write_modifications(eg_unparser *u, const eg_modifier *of);

/* Is something written between the parentheses behind the name? */
static bool said_anything(const eg_modifier *m)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (m->arguments[i]->is_redeclaration || attribute(m, m->arguments[i]))
            return true;
    return false;
}

static void write_modification(eg_unparser *u, const char *name, const eg_modifier *m)
{
    const char *index = u->index;
    if (m->is_each)
        u->index = NULL;
    if (is_state_select(m) && write_priority(u, m)) {
        u->index = index;
        return;
    }
    fputs(m->is_final ? "final " : "", u->out);
    eg_unparse_name(u, name);
    write_modifications(u, m);
    if (m->value) {
        fputs(" = ", u->out);
        write_element_value(u, m);
    }
    u->index = index;
}

/* (a = 1, b(guess = 2)); nothing when there are none. */
static void write_modifications(eg_unparser *u, const eg_modifier *of)
{
    bool is_open = false;
    for (uint32_t i = 0; of && i < of->count; i++) {
        const eg_modifier *m = of->arguments[i];
        if (m->is_redeclaration) {
            eg_unparse_refuse(u, m->at, "redeclarations cannot be written", "write a component of its own");
            continue;
        }
        const char *name = attribute(of, m);
        if (!name || (!m->value && !said_anything(m)))
            continue;
        fputs(is_open ? ", " : "(", u->out);
        is_open = true;
        write_modification(u, name, m);
    }
    if (is_open)
        fputc(')', u->out);
}

/* ---------------------------------------------------------------- elements */

static void write_doc(eg_unparser *u, const char *doc)
{
    if (!doc)
        return;
    eg_unparse_indent(u);
    eg_unparse_string(u, doc);
    fputc('\n', u->out);
}

static bool is_value(eg_unparser *u, const eg_component *c)
{
    eg_definition *d = eg_resolve(u->r, u->scope, u->source, c->type, true);
    eg_category category = d ? eg_classify(u->r, d, NULL) : EG_C_OTHER;
    return category == EG_C_VALUE || category == EG_C_RECORD;
}

static bool is_connector(eg_unparser *u, const eg_component *c)
{
    eg_definition *d = eg_resolve(u->r, u->scope, u->source, c->type, true);
    return d && eg_classify(u->r, d, NULL) == EG_C_CONNECTOR;
}

static void write_dimensions(eg_unparser *u, const eg_component *c)
{
    for (uint32_t i = 0; i < c->dimension_count; i++) {
        fputs(i > 0 ? ", " : "[", u->out);
        eg_unparse_expression(u, c->dimensions[i]);
    }
    if (c->dimension_count > 0)
        fputc(']', u->out);
}

static void write_variable(eg_unparser *u, const eg_component *c)
{
    static const char *const words[] = {"variable", "variable", "parameter", "constant"};
    if (c->variability == EG_V_DISCRETE || c->is_input || c->is_output)
        eg_unparse_refuse(u, c->at,
                          c->variability == EG_V_DISCRETE ? "discrete variables cannot be written"
                                                          : "input and output variables cannot be written",
                          c->variability == EG_V_DISCRETE ? NULL : "declare a RealInput or a RealOutput");
    fprintf(u->out, "%s%s ", c->is_final && c->variability >= EG_V_PARAMETER ? "final " : "",
            words[c->variability]);
    eg_unparse_name(u, c->name);
    fputs("::", u->out);
    eg_unparse_class_name(u, c->type);
    write_modifications(u, c->modifier);
    write_dimensions(u, c);
    if (c->modifier && c->modifier->value && c->variability >= EG_V_PARAMETER) {
        fputs(" = ", u->out);
        eg_unparse_expression(u, c->modifier->value);
    }
}

/* m[n] is [Class(...) for i in 1:n]; where values are built by a loop its variable is taken. */
static const char *index_of(const eg_modifier *m)
{
    for (uint32_t i = 0; m && i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        if (a->value && a->value->kind == EG_E_COLLECT)
            return a->value->iterators[0].name;
        const char *inner = index_of(a);
        if (inner)
            return inner;
    }
    return NULL;
}

static void write_part(eg_unparser *u, const eg_component *c)
{
    if (c->is_input || c->is_output || c->is_flow || c->is_redeclared)
        eg_unparse_refuse(u, c->at, "such a declaration cannot be written",
                          "leave the prefix out: input, output, flow or redeclare");
    eg_unparse_name(u, c->name);
    if (c->is_replaceable) {
        fputs("::", u->out);
        eg_unparse_class_name(u, c->constraint ? c->constraint->type : c->type);
        if (c->constraint)
            write_modifications(u, c->constraint->modifier);
    }
    fprintf(u->out, " = %s", c->dimension_count > 0 ? "[" : "");
    const eg_twin *twin = eg_unparse_twin(u, u->scope, c);
    const eg_modifier *modifier = twin ? eg_unparse_twin_modifier(u, twin) : c->modifier;
    if (twin)
        fputs(twin->to->short_name ? twin->to->short_name : twin->to->name, u->out);
    else
        eg_unparse_class_name(u, c->type);
    const char *found = index_of(c->modifier);
    if (c->dimension_count > 1)
        u->index = several;
    else if (c->dimension_count == 0)
        u->index = NULL;
    else if (found)
        u->index = found;
    else
        u->index = "i";
    if (modifier && said_anything(modifier))
        write_modifications(u, modifier);
    else
        fputs("()", u->out);
    for (uint32_t i = 0; i < c->dimension_count; i++) {
        const char *name = c->dimension_count > 1 ? eg_textf(u->r, "i%u", i + 1) : u->index;
        fprintf(u->out, "%s for ", i > 0 ? "," : "");
        eg_unparse_name(u, name);
        fputs(" in 1:", u->out);
        eg_unparse_expression(u, c->dimensions[i]);
    }
    if (c->dimension_count > 0)
        fputc(']', u->out);
    u->index = NULL;
}

static void write_component(eg_unparser *u, const eg_component *c)
{
    eg_unparse_check_fixed(u, c);
    if (c->is_inner || c->is_outer)
        eg_unparse_refuse(u, c->at, "inner and outer components cannot be written",
                          "connect the component, or pass its values as parameters");
    eg_unparse_lines_before(u, c->at);
    write_doc(u, c->comment);
    eg_unparse_indent(u);
    if (is_value(u, c))
        write_variable(u, c);
    else
        write_part(u, c);
    if (c->condition) {
        fputs(" if ", u->out);
        eg_unparse_expression(u, c->condition);
    }
    const char *pictures = eg_pictures_in_dyad(u->r, c->pictures, is_connector(u, c));
    if (pictures)
        fprintf(u->out, " %s", pictures);
    eg_unparse_end_of_line(u, eg_unparse_behind(u, c->at, c->pictures));
}

static void write_extends(eg_unparser *u, const eg_extension *extension)
{
    eg_component inherited = {.name = "", .type = extension->base, .modifier = extension->modifier};
    eg_unparse_check_fixed(u, &inherited);
    eg_unparse_indent(u);
    fputs("extends ", u->out);
    eg_unparse_class_name(u, extension->base);
    if (extension->modifier && said_anything(extension->modifier))
        write_modifications(u, extension->modifier);
    fputc('\n', u->out);
}

static void write_element(eg_unparser *u, const void *item)
{
    const eg_class_element *e = item;
    if (e->kind == EG_EL_EXTENDS)
        write_extends(u, e->extension);
    else
        write_component(u, e->component);
}

static void write_element_modelica(eg_unparser *u, const void *item)
{
    const eg_class_element *e = item;
    eg_unparse_modelica_element(u, e);
}

/* Extends clauses stand first in Dyad. */
static void write_elements(eg_dyad_writing *w)
{
    int index = 0;
    for (int first = 1; first >= 0; first--)
        for (uint32_t i = 0; i < w->class->element_count; i++) {
            const eg_class_element *e = &w->class->elements[i];
            if ((e->kind != EG_EL_EXTENDS && e->kind != EG_EL_COMPONENT) ||
                (e->kind == EG_EL_EXTENDS) != first)
                continue;
            w->said[i] = eg_unparse_or_carry(w->u, e, write_element, write_element_modelica,
                                             (eg_carried){.kind = "element", .index = index}, &w->carried);
            if (!w->said[i] && e->kind == EG_EL_COMPONENT)
                eg_unparse_forget_twin(w->u, e->component);
            index++;
        }
    eg_unparse_grounds(w);
}

/* What stands inside of a class stands before it in Dyad, which knows no classes inside of others. */
static void write_inner_classes(eg_unparser *u, const eg_syntax *class)
{
    eg_definition *around = u->scope;
    for (uint32_t i = 0; i < class->element_count; i++) {
        const eg_class_element *e = &class->elements[i];
        eg_member *member = e->kind == EG_EL_CLASS ? eg_find_member(u->r, around, e->class->name) : NULL;
        if (!member || member->kind != EG_M_CLASS)
            continue;
        u->scope = member->definition;
        eg_unparse_dyad_class(u, e->class);
        fputc('\n', u->out);
    }
    u->scope = around;
}

/* ---------------------------------------------------------------- classes */

/* annotation(experiment(...)) becomes an analysis of the component. */
static void write_analysis(eg_unparser *u, const eg_syntax *class)
{
    static const struct {
        const char *modelica, *dyad;
    } names[] = {
        {"StartTime", "start"}, {"StopTime", "stop"}, {"Tolerance", "reltol"}, {"Interval", "saveat"}};
    const char *comma = "";
    if (!class->experiment)
        return;
    const char *own = eg_unparse_own_name(u, u->scope);
    fputs("\nanalysis ", u->out);
    eg_unparse_name(u, own);
    fputs("Transient\n  extends TransientAnalysis(", u->out);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const eg_modifier *m = argument(class->experiment, names[i].modelica);
        if (!m || !m->value)
            continue;
        fprintf(u->out, "%s%s = ", comma, names[i].dyad);
        eg_unparse_expression(u, m->value);
        comma = ", ";
    }
    const eg_modifier *count = argument(class->experiment, "NumberOfIntervals");
    const eg_modifier *stop = argument(class->experiment, "StopTime");
    const eg_modifier *start = argument(class->experiment, "StartTime");
    if (count && is_number(count->value) && stop && is_number(stop->value) &&
        !argument(class->experiment, "Interval")) {
        fprintf(u->out, "%ssaveat = (", comma);
        eg_unparse_expression(u, stop->value);
        fputs(" - ", u->out);
        if (start && start->value)
            eg_unparse_expression(u, start->value);
        else
            fputc('0', u->out);
        fputs(") / ", u->out);
        eg_unparse_expression(u, count->value);
    }
    fputs(")\n  model = ", u->out);
    eg_unparse_name(u, own);
    fputs("()\nend\n", u->out);
}

static void write_own_name(eg_unparser *u)
{
    eg_unparse_name(u, eg_unparse_own_name(u, u->scope));
}

static void write_type(eg_unparser *u, const eg_syntax *class)
{
    fputs(class->is_enumeration ? "enum " : class->restriction == EG_R_TYPE ? "type " : "connector ", u->out);
    write_own_name(u);
    fputs(" =", u->out);
    for (uint32_t i = 0; i < class->literal_count; i++) {
        fputs(" | ", u->out);
        eg_unparse_name(u, class->literals[i]);
    }
    if (!class->is_enumeration) {
        fputs(class->base_is_input ? " input " : class->base_is_output ? " output " : " ", u->out);
        eg_unparse_class_name(u, class->base);
        write_modifications(u, class->modifier);
    }
    fputc('\n', u->out);
}

/* connector Pin: potential v::Voltage, flow i::Current */
static void write_connector(eg_unparser *u, const eg_syntax *class)
{
    fputs("connector ", u->out);
    write_own_name(u);
    fputc('\n', u->out);
    for (uint32_t i = 0; i < class->element_count; i++) {
        const eg_component *c = class->elements[i].component;
        write_doc(u, c->comment);
        fprintf(u->out, "  %s ",
                c->is_flow     ? "flow"
                : c->is_stream ? "stream"
                : c->is_input  ? "input"
                : c->is_output ? "output"
                               : "potential");
        eg_unparse_name(u, c->name);
        fputs("::", u->out);
        eg_unparse_class_name(u, c->type);
        write_modifications(u, c->modifier);
        write_dimensions(u, c);
        fputc('\n', u->out);
    }
    fputs("end\n", u->out);
}

/* Variables of simple types, and nothing else. */
static bool is_plain_connector(const eg_syntax *class)
{
    for (uint32_t i = 0; i < class->element_count; i++) {
        const eg_component *c = class->elements[i].component;
        if (class->elements[i].kind != EG_EL_COMPONENT || c->condition || c->variability != EG_V_CONTINUOUS ||
            (c->modifier && c->modifier->value))
            return false;
    }
    return class->element_count > 0 && !class->is_expandable;
}

static void refuse_class(eg_unparser *u, const void *item)
{
    const eg_syntax *class = item;
    eg_unparse_refuse(u, class->at,
                      eg_textf(u->r, "a %s cannot be written", eg_restriction_names[class->restriction]),
                      "leave it out, or write it as a model or a connector");
}

static void write_class_modelica(eg_unparser *u, const void *item)
{
    u->leaves_classes = u->hoisted.count > 0;
    eg_unparse_modelica_class(u, item);
}

/* A class that Dyad knows nothing like: a component that holds it in its metadata. */
static void carry_class(eg_unparser *u, const eg_syntax *class)
{
    eg_list carried = {0};
    eg_unparse_or_carry(u, class, refuse_class, write_class_modelica, (eg_carried){.kind = "class"},
                        &carried);
    fputs("component ", u->out);
    write_own_name(u);
    fputc('\n', u->out);
    eg_unparse_metadata(u, NULL, &carried);
    fputs("end\n", u->out);
}

/* A package is the module; what it has beside classes, constants, is carried. */
static void write_package(eg_unparser *u, const eg_syntax *class)
{
    bool has_constants = false;
    for (uint32_t i = 0; i < class->element_count; i++)
        has_constants = has_constants || class->elements[i].kind == EG_EL_COMPONENT;
    if (has_constants) {
        carry_class(u, class);
        fputc('\n', u->out);
    }
    write_inner_classes(u, class);
}

static void write_component_class(eg_unparser *u, const eg_syntax *class)
{
    eg_dyad_writing w = {.u = u, .class = class};
    w.said = eg_new_array(u->r, class->element_count + 1u, sizeof *w.said);
    if (!w.said)
        return;
    fputs(class->is_partial ? "partial component " : "component ", u->out);
    write_own_name(u);
    fputc('\n', u->out);
    u->depth++;
    write_elements(&w);
    u->depth--;
    eg_unparse_relations(&w);
    eg_unparse_metadata(u, class, &w.carried);
    fputs("end\n", u->out);
    write_analysis(u, class);
}

static void write_equations_of(eg_unparser *u, const void *item)
{
    eg_dyad_writing w = {.u = u, .class = item};
    w.said = eg_new_array(u->r, w.class->element_count + 1u, sizeof *w.said);
    if (!w.said)
        return;
    u->depth++;
    write_elements(&w);
    u->depth--;
    eg_unparse_relations(&w);
    if (w.carried.count > 0 && !u->unsaid)
        u->unsaid = "something is carried";
}

const char *eg_unparse_equations(eg_unparser *u, const eg_class *native)
{
    eg_definition *const around = u->scope;
    eg_source *const source = u->source;
    eg_definition *d = eg_written_class(u->r, u->r->root, native);
    if (!d || !d->syntax)
        return NULL;
    u->scope = d;
    u->source = d->syntax->source;
    u->unsaid = NULL;
    const char *text = eg_unparse_text(u, write_equations_of, d->syntax);
    u->scope = around;
    u->source = source;
    return u->unsaid ? NULL : text;
}

/* model A = B(x = 1) */
static void write_short_model(eg_unparser *u, const eg_syntax *class)
{
    const eg_class *native = eg_unparse_native(eg_resolve(u->r, u->scope, u->source, class->base, true));
    const bool is_plain = !class->modifier || (class->modifier->count == 0 && !class->modifier->value);
    if (native && is_plain && native->kind != EG_PARTIAL) { /* it stands for that class */
        const eg_stand_in s = {.full = native->name, .name = eg_unparse_own_name(u, u->scope)};
        eg_unparse_one_stand_in(u, &s);
        return;
    }
    eg_extension extension = {.base = class->base, .modifier = class->modifier, .at = class->at};
    eg_class_element element = {.kind = EG_EL_EXTENDS, .extension = &extension};
    eg_syntax *long_one = eg_new(u->r, sizeof *long_one);
    if (!long_one)
        return;
    *long_one = *class;
    long_one->is_short = false;
    long_one->elements = &element;
    long_one->element_count = 1;
    write_component_class(u, long_one);
}

void eg_unparse_dyad_class(eg_unparser *u, const eg_syntax *class)
{
    eg_restriction r = class->restriction;
    bool is_model = r == EG_R_MODEL || r == EG_R_BLOCK || r == EG_R_CLASS;
    bool is_type = (r == EG_R_TYPE || r == EG_R_CONNECTOR) && class->is_short &&
                   class->dimension_count == 0 && !class->is_derivative;
    if (u->hoisted.count > 0 && r == EG_R_PACKAGE && !class->is_short) {
        write_package(u, class);
        return;
    }
    if (u->hoisted.count > 0)
        write_inner_classes(u, class);
    bool is_connector = r == EG_R_CONNECTOR && is_plain_connector(class);
    if (u->hoisted.count == 0 || !(is_type || is_model || is_connector)) {
        carry_class(u, class);
        return;
    }
    eg_unparse_lines_before(u, class->at);
    write_doc(u, class->comment);
    if (is_type)
        write_type(u, class);
    else if (is_connector)
        write_connector(u, class);
    else if (class->is_short)
        write_short_model(u, class);
    else
        write_component_class(u, class);
}
