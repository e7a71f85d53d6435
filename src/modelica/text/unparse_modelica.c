/* Classes in Modelica: appendix A.2 of its specification, from the tree back to text. */
#include "modelica/text/unparse.h"

/* ---------------------------------------------------------------- modifiers */

static void write_arguments(eg_unparser *u, const eg_modifier *m);
static void write_component(eg_unparser *u, const eg_component *c, const eg_modifier *m);
static void write_class(eg_unparser *u, const eg_syntax *class);
static void write_constraint(eg_unparser *u, const eg_constraint *constraint);

static void write_modification(eg_unparser *u, const eg_modifier *m)
{
    write_arguments(u, m);
    if (m && m->value) {
        fputs(" = ", u->out);
        eg_unparse_expression(u, m->value);
    }
}

/* redeclare Spring s(c = 1), redeclare model M = N */
static void write_redeclaration(eg_unparser *u, const eg_modifier *m)
{
    const eg_component *c = m->component;
    bool replaceable = c ? c->is_replaceable : m->class->is_replaceable;
    bool redeclares = !replaceable || (c && c->is_redeclared);
    fprintf(u->out, "%s%s%s%s", redeclares ? "redeclare " : "", m->is_each ? "each " : "",
            m->is_final ? "final " : "", replaceable ? "replaceable " : "");
    if (c) {
        write_component(u, c, m);
        write_constraint(u, c->constraint);
    } else {
        write_class(u, m->class);
        write_constraint(u, m->class->constraint);
    }
}

static void write_argument(eg_unparser *u, const eg_modifier *m)
{
    if (m->is_redeclaration) {
        write_redeclaration(u, m);
        return;
    }
    fprintf(u->out, "%s%s", m->is_each ? "each " : "", m->is_final ? "final " : "");
    eg_unparse_name(u, m->name);
    write_modification(u, m);
}

/* (a = 1, b(c = 2)) */
static void write_arguments(eg_unparser *u, const eg_modifier *m)
{
    if (!m || m->count == 0)
        return;
    fputc('(', u->out);
    for (uint32_t i = 0; i < m->count; i++) {
        if (i > 0)
            fputs(", ", u->out);
        write_argument(u, m->arguments[i]);
    }
    fputc(')', u->out);
}

/* What a text in Dyad says of a part by name = Class(...) depends on the class of the part. */
static void settle(eg_unparser *u, const eg_reference *class, const eg_modifier *m)
{
    eg_definition *d = m && m->count > 0 ? eg_resolve(u->r, u->scope, u->source, class, true) : NULL;
    for (uint32_t i = 0; d && eg_find_bases(u->r, d) && i < m->count; i++)
        eg_dyad_settle(u->r, d, m, i);
}

static void write_dimensions(eg_unparser *u, eg_expr *const *dimensions, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fputs(i > 0 ? ", " : "[", u->out);
        eg_unparse_expression(u, dimensions[i]);
    }
    if (count > 0)
        fputc(']', u->out);
}

static void write_comment(eg_unparser *u, const char *comment)
{
    if (!comment)
        return;
    fputc(' ', u->out);
    eg_unparse_string(u, comment);
}

static void write_constraint(eg_unparser *u, const eg_constraint *constraint)
{
    if (!constraint)
        return;
    fputs(" constrainedby ", u->out);
    eg_unparse_class_name(u, constraint->type);
    write_arguments(u, constraint->modifier);
}

void eg_unparse_pictures(eg_unparser *u, const eg_pictures *pictures)
{
    const char *text = eg_pictures_in_modelica(u->r, pictures, false);
    if (text)
        fprintf(u->out, " annotation(%s)", text);
}

/* ---------------------------------------------------------------- elements */

/* flow parameter Type name[n](modifiers) = value */
static void write_component(eg_unparser *u, const eg_component *c, const eg_modifier *m)
{
    static const char *const variabilities[] = {"", "discrete ", "parameter ", "constant "};
    fprintf(u->out, "%s%s%s",
            c->is_flow     ? "flow "
            : c->is_stream ? "stream "
                           : "",
            variabilities[c->variability],
            c->is_input    ? "input "
            : c->is_output ? "output "
                           : "");
    eg_unparse_class_name(u, c->type);
    settle(u, c->type, m);
    fputc(' ', u->out);
    eg_unparse_name(u, c->name);
    write_dimensions(u, c->dimensions, c->dimension_count);
    write_modification(u, m);
}

static void write_prefixes(eg_unparser *u, bool redeclared, bool final, bool inner, bool outer,
                           bool replaceable)
{
    fprintf(u->out, "%s%s%s%s%s", redeclared ? "redeclare " : "", final ? "final " : "",
            inner ? "inner " : "", outer ? "outer " : "", replaceable ? "replaceable " : "");
}

static void write_declaration(eg_unparser *u, const eg_component *c)
{
    eg_unparse_indent(u);
    write_prefixes(u, c->is_redeclared, c->is_final, c->is_inner, c->is_outer, c->is_replaceable);
    write_component(u, c, c->modifier);
    if (c->condition) {
        fputs(" if ", u->out);
        eg_unparse_expression(u, c->condition);
    }
    write_constraint(u, c->constraint);
    write_comment(u, c->comment);
    eg_unparse_pictures(u, c->pictures);
    fputc(';', u->out);
    eg_unparse_end_of_line(u, eg_unparse_behind(u, c->at, c->pictures));
}

static void write_extends(eg_unparser *u, const eg_extension *extension)
{
    eg_unparse_indent(u);
    fputs("extends ", u->out);
    eg_unparse_class_name(u, extension->base);
    settle(u, extension->base, extension->modifier);
    write_arguments(u, extension->modifier);
    fputc(';', u->out);
    eg_unparse_end_of_line(u, extension->at);
}

static void write_local_class(eg_unparser *u, const eg_syntax *class)
{
    eg_unparse_indent(u);
    write_prefixes(u, class->is_redeclared, class->is_final, class->is_inner, class->is_outer,
                   class->is_replaceable);
    write_class(u, class);
    write_constraint(u, class->constraint);
    fputs(";\n", u->out);
}

static void write_import(eg_unparser *u, const eg_import_clause *import)
{
    eg_unparse_indent(u);
    fputs("import ", u->out);
    const eg_part *last = &import->name->parts[import->name->count - 1];
    if (import->alias && import->alias != last->name)
        fprintf(u->out, "%s = ", import->alias);
    for (uint32_t i = 0; i < import->name->count; i++)
        fprintf(u->out, "%s%s", i > 0 ? "." : "", import->name->parts[i].name);
    fputs(import->alias ? ";\n" : ".*;\n", u->out);
}

void eg_unparse_modelica_element(eg_unparser *u, const eg_class_element *e)
{
    switch (e->kind) {
    case EG_EL_COMPONENT:
        eg_unparse_lines_before(u, e->component->at);
        write_declaration(u, e->component);
        break;
    case EG_EL_EXTENDS:
        eg_unparse_lines_before(u, e->extension->at);
        write_extends(u, e->extension);
        break;
    case EG_EL_CLASS: write_local_class(u, e->class); break;
    case EG_EL_IMPORT: write_import(u, e->import); break;
    }
}

/* ---------------------------------------------------------------- classes */

static void write_short(eg_unparser *u, const eg_syntax *class)
{
    fputs(" = ", u->out);
    if (class->is_enumeration) {
        fputs("enumeration(", u->out);
        for (uint32_t i = 0; i < class->literal_count; i++) {
            fputs(i > 0 ? ", " : "", u->out);
            eg_unparse_name(u, class->literals[i]);
            if (class->literal_comments)
                write_comment(u, class->literal_comments[i]);
        }
        fputc(')', u->out);
    } else {
        fputs(class->base_is_input ? "input " : class->base_is_output ? "output " : "", u->out);
        eg_unparse_class_name(u, class->base);
        write_dimensions(u, class->dimensions, class->dimension_count);
        write_arguments(u, class->modifier);
    }
    write_comment(u, class->comment);
}

/* annotation(Icon(...), experiment(...)) */
static void write_annotation(eg_unparser *u, const eg_syntax *class)
{
    const char *pictures = eg_pictures_in_modelica(u->r, class->pictures, true);
    if (!class->experiment && !pictures)
        return;
    u->depth++;
    eg_unparse_indent(u);
    fprintf(u->out, "annotation(%s%s", pictures ? pictures : "", pictures && class->experiment ? ", " : "");
    if (class->experiment) {
        fputs("experiment", u->out);
        write_arguments(u, class->experiment);
    }
    fputs(");\n", u->out);
    u->depth--;
}

static void write_elements(eg_unparser *u, const eg_syntax *class)
{
    bool is_protected = false;
    for (uint32_t i = 0; i < class->element_count; i++) {
        const eg_class_element *e = &class->elements[i];
        bool is_elsewhere = u->hoisted.count > 0 && e->kind == EG_EL_IMPORT; /* names are written in full */
        if (is_elsewhere || (u->leaves_classes && e->kind == EG_EL_CLASS))
            continue;
        if (e->is_protected != is_protected) {
            is_protected = e->is_protected;
            eg_unparse_indent(u);
            fputs(is_protected ? "protected\n" : "public\n", u->out);
        }
        u->depth++;
        eg_unparse_modelica_element(u, e);
        u->depth--;
    }
}

static bool has_text(const eg_section *s)
{
    return s->count > 0 || s->is_algorithm;
}

static void write_long(eg_unparser *u, const eg_syntax *class, const char *name)
{
    write_comment(u, class->comment);
    fputc('\n', u->out);
    write_elements(u, class);
    for (uint32_t i = 0; i < class->section_count; i++)
        if (has_text(&class->sections[i]))
            eg_unparse_modelica_section(u, &class->sections[i]);
    write_annotation(u, class);
    eg_unparse_indent(u);
    fputs("end ", u->out);
    eg_unparse_name(u, name);
}

/* From "model" to "end Name", or to the end of a short definition; without indentation before and ";" behind.
 */
static void write_class(eg_unparser *u, const eg_syntax *class)
{
    eg_definition *around = u->scope;
    const eg_member *member = u->scope ? eg_find_member(u->r, u->scope, class->name) : NULL;
    bool is_inside = member && member->kind == EG_M_CLASS && member->definition->syntax == class;
    if (is_inside)
        u->scope = member->definition;
    const char *name = u->scope && u->scope->syntax == class ? eg_unparse_own_name(u, u->scope) : class->name;
    if (class->is_external)
        eg_unparse_refuse(u, class->at, "functions of other languages are not written",
                          "write the function as an algorithm");
    if (class->restriction == EG_R_OPERATOR || class->is_derivative)
        eg_unparse_refuse(u, class->at, "operators and derivatives of functions are not written",
                          "write a function with a name, without the annotation derivative");
    fprintf(u->out, "%s%s%s%s ", class->is_encapsulated ? "encapsulated " : "",
            class->is_partial ? "partial " : "", class->is_expandable ? "expandable " : "",
            eg_restriction_names[class->restriction]);
    if (class->extends_itself)
        fputs("extends ", u->out);
    eg_unparse_name(u, name);
    if (class->extends_itself)
        write_arguments(u, class->modifier);
    if (class->is_short)
        write_short(u, class);
    else
        write_long(u, class, name);
    u->scope = around;
}

void eg_unparse_modelica_class(eg_unparser *u, const eg_syntax *class)
{
    eg_unparse_lines_before(u, class->at);
    eg_unparse_indent(u);
    write_class(u, class);
    fputs(";\n", u->out);
    if (class->test_count > 0) {
        eg_warn(u->r, u->source, class->at,
                "the tests of %.200s are not written: Modelica has no place for them", class->name);
    }
}
