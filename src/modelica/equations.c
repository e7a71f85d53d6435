/* What a class says by equations. Only connect and assert can be carried out; a class that has variables or
 * other equations, or extends a class that leaves equations to be written, is refused: once, whatever
 * number of instances and equations there are. */
#include <string.h>

#include "modelica/node.h"

/* What was found in one class and the classes that it extends. */
typedef struct findings {
    eg_reader *r;
    long variables, equations;
    const eg_component *variable; /* the first one */
    const eg_equation *equation;
    const eg_section *section; /* where it stands */
    const eg_class *partial;   /* extended, and leaves equations to be written */
    eg_source *source;         /* where the first of them stands */
    uint32_t at;
} findings;

static void note_place(findings *f, eg_definition *d, uint32_t at)
{
    if (f->source)
        return;
    f->source = d->syntax->source;
    f->at = at;
}

/* ---------------------------------------------------------------- equations */

bool eg_is_assert(const eg_equation *q)
{
    return q->kind == EG_Q_CALL && q->left->reference->count == 1 &&
           strcmp(q->left->reference->parts[0].name, "assert") == 0;
}

static void look_at_equations(findings *f, eg_definition *d, const eg_section *section,
                              eg_equation *const *body, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        bool is_nest = q->kind == EG_Q_FOR || q->kind == EG_Q_IF;
        for (uint32_t k = 0; is_nest && k < q->branch_count; k++)
            look_at_equations(f, d, section, q->branches[k].body, q->branches[k].count);
        if (is_nest || eg_is_assert(q) || (q->kind == EG_Q_CONNECT && !section->is_initial))
            continue;
        f->equations++;
        note_place(f, d, q->at);
        if (!f->equation) {
            f->equation = q;
            f->section = section;
        }
    }
}

/* ---------------------------------------------------------------- variables, bases */

static bool is_variable(eg_reader *r, eg_definition *d, const eg_component *c)
{
    if (c->variability == EG_V_PARAMETER || c->variability == EG_V_CONSTANT || c->is_outer)
        return false;
    eg_member *member = eg_find_member(r, d, c->name);
    eg_definition *type = member && member->component == c ? eg_member_type(r, member) : NULL;
    return type && eg_classify(r, type, NULL) == EG_C_VALUE;
}

/* Partial classes that a model made of components can extend: they leave nothing to be said by equations. */
static bool is_complete(const eg_class *class)
{
    static const char *const complete[] = {
        "Modelica.Mechanics.Translational.Interfaces.PartialAbsoluteSensor",
        "Modelica.Thermal.HeatTransfer.Interfaces.PartialConditionalHeatPort",
    };
    for (size_t i = 0; i < EG_COUNT(complete); i++)
        if (strcmp(class->name, complete[i]) == 0)
            return true;
    return class->variable_count == 0 && !class->equations;
}

static void look_at(findings *f, eg_definition *d, int depth)
{
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT)
        return;
    const eg_syntax *syntax = d->syntax;
    eg_find_bases(f->r, d); /* of those that were not found the rest is still worth a look */
    if (!eg_count_steps(f->r, syntax->source, syntax->at, 1 + syntax->element_count))
        return;
    for (uint32_t i = 0; i < syntax->element_count; i++) {
        const eg_element *e = &syntax->elements[i];
        if (e->kind != EG_EL_COMPONENT || !is_variable(f->r, d, e->component))
            continue;
        f->variables++;
        note_place(f, d, e->component->at);
        f->variable = f->variable ? f->variable : e->component;
    }
    for (uint32_t i = 0; i < syntax->section_count; i++)
        look_at_equations(f, d, &syntax->sections[i], syntax->sections[i].body, syntax->sections[i].count);
    for (uint32_t i = 0; i < d->base_count; i++) {
        eg_definition *base = d->bases[i].definition;
        if (base->native && base->native->kind == EG_PARTIAL && !is_complete(base->native)) {
            note_place(f, d, d->bases[i].at);
            f->partial = base->native;
        }
        look_at(f, base, depth + 1);
    }
}

/* ---------------------------------------------------------------- the refusal */

static const char *counted(eg_reader *r, long n, const char *what)
{
    return eg_textf(r, "%ld %s%s", n, what, n == 1 ? "" : "s");
}

static void hint(const findings *f)
{
    const eg_section *section = f->section;
    if (f->variables == 0 && section && section->is_initial && !section->is_algorithm)
        eg_hint(f->r, "give start values in the declarations: mass(s(start = 1, fixed = true))");
    else if (f->variable && (f->variable->is_input || f->variable->is_output))
        eg_hint(f->r, "declare \"%s\" as Modelica.Blocks.Interfaces.%s and connect it", f->variable->name,
                f->variable->is_input ? "RealInput" : "RealOutput");
    else if (f->variable && f->equations == 0 && !f->partial)
        eg_hint(f->r, "make \"%s\" a parameter, or leave it out", f->variable->name);
    else if (f->partial && f->equations == 0)
        eg_hint(f->r, "extend PartialTwoFlanges instead, and connect components between the flanges");
    else
        eg_hint(f->r,
                "build the model from components and connect: forces by Translational.Components, signals by "
                "Modelica.Blocks");
}

static void refuse(const findings *f, eg_node *node)
{
    eg_reader *r = f->r;
    const char *path = eg_node_path(r, node), *what;
    const char *equations = f->section && f->section->is_initial ? "initial equation" : "equation";
    if (f->section && f->section->is_algorithm)
        equations = "statement";
    if (f->variables > 0 && f->equations > 0)
        what = eg_textf(r, "has %s and %s of its own", counted(r, f->variables, "variable"),
                        counted(r, f->equations, equations));
    else if (f->variables > 0)
        what = eg_textf(r, "has %s of its own (\"%s\"), which %s equations",
                        counted(r, f->variables, "variable"), f->variable->name,
                        f->variables == 1 ? "needs" : "need");
    else if (f->equations > 0)
        what = eg_textf(r, "has %s of its own", counted(r, f->equations, equations));
    else
        what = eg_textf(r, "extends %s, which needs equations", f->partial->name);
    eg_error(r, f->source, f->at, "%.200s%s%.200s%s %s; equations other than connect are not supported",
             node->type->full, *path ? " (of \"" : "", path, *path ? "\")" : "", what);
    hint(f);
}

bool eg_refuse_equations(eg_reader *r, eg_node *node)
{
    eg_definition *d = node->type;
    if (d->equations_state == EG_UNTOUCHED) {
        findings f = {.r = r};
        d->equations_state = EG_DONE;
        look_at(&f, d, 0);
        d->needs_equations = f.variables > 0 || f.equations > 0 || f.partial;
        if (d->needs_equations)
            refuse(&f, node);
    }
    return d->needs_equations;
}
