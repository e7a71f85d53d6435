/* Classes in Dyad: from the tree of Modelica text to components and analyses. */
#include "modelica/text/unparse.h"

#include <string.h>

static bool is_number(const eg_expr *e)
{
    return e && e->kind == EG_E_NUMBER;
}

static bool is_true(const eg_expr *e)
{
    return e && e->kind == EG_E_BOOLEAN && e->number != 0;
}

static const eg_modifier *argument(const eg_modifier *m, const char *name)
{
    for (uint32_t i = 0; m && i < m->count; i++)
        if (m->arguments[i]->name && strcmp(m->arguments[i]->name, name) == 0)
            return m->arguments[i];
    return NULL;
}

/* ---------------------------------------------------------------- modifications */

/* start is a guess, unless it is fixed: then it is the initial value, and `fixed` needs no word. */
static const char *attribute(const eg_modifier *of, const eg_modifier *m)
{
    bool is_fixed = argument(of, "fixed") && is_true(argument(of, "fixed")->value);
    if (strcmp(m->name, "start") == 0)
        return is_fixed ? "initial" : "guess";
    if (strcmp(m->name, "fixed") == 0 && is_fixed && argument(of, "start"))
        return NULL;
    return strcmp(m->name, "unit") == 0 ? "units" : m->name;
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

static void write_modification(eg_unparser *u, const char *name, const eg_modifier *m)
{
    const char *index = u->index;
    if (m->is_each)
        u->index = NULL;
    fprintf(u->out, "%s%s", m->is_final ? "final " : "", name);
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
        if (!name)
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
    return category == EG_C_VALUE;
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
                          "declare a RealInput or a RealOutput");
    fprintf(u->out, "%s%s %s::", c->is_final ? "final " : "", words[c->variability], c->name);
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
    if (c->is_inner || c->is_outer)
        eg_unparse_refuse(u, c->at, "inner and outer components cannot be written", NULL);
    fprintf(u->out, "%s = %s", c->name, c->dimension_count > 0 ? "[" : "");
    eg_unparse_class_name(u, c->type);
    const char *found = index_of(c->modifier);
    u->index = c->dimension_count > 1 ? several : c->dimension_count == 0 ? NULL : found ? found : "i";
    if (c->modifier && c->modifier->count > 0)
        write_modifications(u, c->modifier);
    else
        fputs("()", u->out);
    for (uint32_t i = 0; i < c->dimension_count; i++) {
        const char *name = c->dimension_count > 1 ? eg_textf(u->r, "i%u", i + 1) : u->index;
        fprintf(u->out, "%s for %s in 1:", i > 0 ? "," : "", name);
        eg_unparse_expression(u, c->dimensions[i]);
    }
    if (c->dimension_count > 0)
        fputc(']', u->out);
    u->index = NULL;
}

static void write_component(eg_unparser *u, const eg_component *c)
{
    if (eg_is_dyad_keyword(c->name))
        eg_unparse_refuse(u, c->at, eg_textf(u->r, "\"%s\" is a keyword and cannot be a name", c->name),
                          "rename it");
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
    eg_unparse_end_of_line(u, c->at);
}

static void write_extends(eg_unparser *u, const eg_extension *extension)
{
    eg_unparse_indent(u);
    fputs("extends ", u->out);
    eg_unparse_class_name(u, extension->base);
    write_modifications(u, extension->modifier);
    fputc('\n', u->out);
}

static void write_elements(eg_unparser *u, const eg_syntax *class)
{
    for (uint32_t i = 0; i < class->element_count; i++)
        if (class->elements[i].kind == EG_EL_EXTENDS)
            write_extends(u, class->elements[i].extension);
    for (uint32_t i = 0; i < class->element_count; i++) {
        const eg_element *e = &class->elements[i];
        if (e->kind == EG_EL_COMPONENT)
            write_component(u, e->component);
    }
}

/* What stands inside of a class stands before it in Dyad, which knows no classes inside of others. */
static void write_inner_classes(eg_unparser *u, const eg_syntax *class)
{
    eg_definition *around = u->scope;
    for (uint32_t i = 0; i < class->element_count; i++) {
        const eg_element *e = &class->elements[i];
        eg_member *member = e->kind == EG_EL_CLASS ? eg_find_member(u->r, around, e->class->name) : NULL;
        if (!member || member->kind != EG_M_CLASS)
            continue;
        u->scope = member->definition;
        eg_unparse_dyad_class(u, e->class);
        fputc('\n', u->out);
    }
    u->scope = around;
}

/* A package is the module; only what stands in it is written. */
static void write_package(eg_unparser *u, const eg_syntax *class)
{
    for (uint32_t i = 0; i < class->element_count; i++)
        if (class->elements[i].kind == EG_EL_COMPONENT)
            eg_unparse_refuse(u, class->elements[i].component->at, "constants of a package cannot be written",
                              "write their values where they are used");
    write_inner_classes(u, class);
}

/* ---------------------------------------------------------------- relations */

static void write_relations(eg_unparser *u, eg_equation *const *body, uint32_t count, bool is_initial);

static void write_if(eg_unparser *u, const eg_equation *q, bool is_initial)
{
    for (uint32_t i = 0; i < q->branch_count; i++) {
        const eg_branch *b = &q->branches[i];
        eg_unparse_indent(u);
        fputs(!b->condition ? "else" : i > 0 ? "elseif " : "if ", u->out);
        if (b->condition)
            eg_unparse_expression(u, b->condition);
        fputc('\n', u->out);
        write_relations(u, b->body, b->count, is_initial);
    }
    eg_unparse_indent(u);
    fputs("end\n", u->out);
}

static bool is_call_of(const eg_expr *e, const char *name)
{
    return e->kind == EG_E_CALL && e->reference->count == 1 && strcmp(e->reference->parts[0].name, name) == 0;
}

/* Statements that Dyad has no words for; true when it was one (reported). */
static bool refuse_relation(eg_unparser *u, const eg_equation *q)
{
    const char *what = NULL;
    if (q->kind == EG_Q_WHEN)
        what = "when clauses cannot be written";
    else if (q->kind == EG_Q_CALL && !is_call_of(q->left, "assert"))
        what = "calls beside assert cannot be written";
    else if (q->kind != EG_Q_EQUALITY && q->kind != EG_Q_CONNECT && q->kind != EG_Q_CALL &&
             q->kind != EG_Q_FOR && q->kind != EG_Q_IF)
        what = "statements of algorithms cannot be written";
    if (what)
        eg_unparse_refuse(u, q->at, what, NULL);
    return what != NULL;
}

static void write_relation(eg_unparser *u, const eg_equation *q, bool is_initial)
{
    if (refuse_relation(u, q))
        return;
    eg_unparse_lines_before(u, q->at);
    if (q->kind == EG_Q_IF) {
        write_if(u, q, is_initial);
        return;
    }
    eg_unparse_indent(u);
    if (q->kind == EG_Q_FOR) {
        eg_unparse_iterators(u, q->iterators, q->iterator_count);
        fputc('\n', u->out);
        write_relations(u, q->branches[0].body, q->branches[0].count, is_initial);
        eg_unparse_indent(u);
        fputs("end\n", u->out);
        return;
    }
    if (q->kind == EG_Q_CONNECT) {
        fputs("connect(", u->out);
        eg_unparse_reference(u, q->left->reference);
        fputs(", ", u->out);
        eg_unparse_reference(u, q->right->reference);
        fputc(')', u->out);
    } else {
        if (is_initial)
            fputs("initial ", u->out);
        eg_unparse_expression(u, q->left);
        if (q->right) {
            fputs(" = ", u->out);
            eg_unparse_expression(u, q->right);
        }
    }
    eg_unparse_end_of_line(u, q->at);
}

static void write_relations(eg_unparser *u, eg_equation *const *body, uint32_t count, bool is_initial)
{
    u->depth++;
    for (uint32_t i = 0; i < count; i++)
        write_relation(u, body[i], is_initial);
    u->depth--;
}

/* Real y = 2*x is a relation: in Dyad the value of a variable is what it begins with. */
static void write_declared_values(eg_unparser *u, const eg_syntax *class)
{
    for (uint32_t i = 0; i < class->element_count; i++) {
        const eg_component *c = class->elements[i].component;
        if (class->elements[i].kind != EG_EL_COMPONENT || c->variability >= EG_V_PARAMETER || !c->modifier ||
            !c->modifier->value)
            continue;
        eg_unparse_indent(u);
        fprintf(u->out, "%s = ", c->name);
        eg_unparse_expression(u, c->modifier->value);
        fputc('\n', u->out);
    }
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
    fprintf(u->out, "\nanalysis %sTransient\n  extends TransientAnalysis(", class->name);
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
    fprintf(u->out, ")\n  model = %s()\nend\n", class->name);
}

static void write_type(eg_unparser *u, const eg_syntax *class)
{
    if (class->is_enumeration) {
        fprintf(u->out, "enum %s =", class->name);
        for (uint32_t i = 0; i < class->literal_count; i++)
            fprintf(u->out, " | %s", class->literals[i]);
    } else {
        fprintf(u->out, "type %s = ", class->name);
        eg_unparse_class_name(u, class->base);
        write_modifications(u, class->modifier);
    }
    fputc('\n', u->out);
}

static bool can_be_written(eg_unparser *u, const eg_syntax *class)
{
    bool is_model = class->restriction == EG_R_MODEL || class->restriction == EG_R_BLOCK ||
                    class->restriction == EG_R_CLASS || class->restriction == EG_R_PACKAGE;
    if ((is_model && !class->is_short) || (class->restriction == EG_R_TYPE && class->is_short))
        return true;
    const char *what =
        class->is_short ? "short class definitions cannot be written"
                        : eg_textf(u->r, "a %s cannot be written", eg_restriction_names[class->restriction]);
    eg_unparse_refuse(u, class->at, what, NULL);
    return false;
}

/* All classes of a module have names of their own. */
static bool claim_name(eg_unparser *u, const eg_syntax *class)
{
    for (size_t i = 0; i < u->names.count; i++)
        if (u->names.items[i] == class->name) {
            eg_unparse_refuse(u, class->at, "a second class of this name cannot be written",
                              "rename one of them");
            return false;
        }
    return eg_list_add(u->r, &u->names, (void *)(uintptr_t) class->name);
}

static void write_sections(eg_unparser *u, const eg_syntax *class)
{
    for (uint32_t i = 0; i < class->section_count; i++) {
        const eg_section *s = &class->sections[i];
        if (s->is_algorithm)
            eg_unparse_refuse(u, s->at, "algorithms cannot be written", "write equations");
        else if (s->is_initial)
            write_relations(u, s->body, s->count, true);
    }
    u->depth++;
    write_declared_values(u, class);
    u->depth--;
    for (uint32_t i = 0; i < class->section_count; i++)
        if (!class->sections[i].is_algorithm && !class->sections[i].is_initial)
            write_relations(u, class->sections[i].body, class->sections[i].count, false);
}

void eg_unparse_dyad_class(eg_unparser *u, const eg_syntax *class)
{
    if (!can_be_written(u, class) || !claim_name(u, class))
        return;
    if (class->restriction == EG_R_PACKAGE) {
        write_package(u, class);
        return;
    }
    write_inner_classes(u, class);
    eg_unparse_lines_before(u, class->at);
    write_doc(u, class->comment);
    if (class->is_short) {
        write_type(u, class);
        return;
    }
    fprintf(u->out, "%scomponent %s\n", class->is_partial ? "partial " : "", class->name);
    u->depth++;
    write_elements(u, class);
    u->depth--;
    fputs("relations\n", u->out);
    write_sections(u, class);
    fputs("end\n", u->out);
    write_analysis(u, class);
}
