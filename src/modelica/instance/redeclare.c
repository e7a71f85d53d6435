/* replaceable and redeclare: chapter 7.3 of the language specification.
 *
 * A redeclaration is a modifier that brings another type, or another class. For a component the
 * outermost one among the entries of its node says what it is (eg_find_type). For a class the outermost
 * one that reaches the instance in which the class is declared is kept with that instance
 * (eg_keep_class), and whoever names the class inside of it gets the new one (eg_class_of). What the
 * replaced declaration modifies, or its constraint if it has one, holds for the new one too.
 *
 * Beside the instances, classes know what their extends clauses redeclare (eg_redeclared_member), so
 * that modifiers and constants are looked up in the right class. */
#include <string.h>

#include "modelica/instance/node.h"

/* ---------------------------------------------------------------- classes that are brought */

/* `home` is the class around the redeclaration, `node` its instance (NULL: none). */
static eg_definition *new_class(eg_reader *r, const eg_modifier *m, eg_definition *home, eg_node *node)
{
    const void *owner = node ? (const void *)node : (const void *)home;
    eg_definition *d = eg_pairs_get(r->redeclared, m, owner);
    if (d)
        return d;
    d = eg_definition_new(r, EG_D_SCOPE, home, m->name);
    if (!d)
        return NULL;
    d->syntax = m->class;
    d->scope = node;
    if (eg_pairs_set(r->redeclared, m, owner, d) != 0)
        r->out_of_memory = true;
    return r->out_of_memory ? NULL : d;
}

/* Is it the class, or does it extend it? Remembered, since the same class can be reached along many ways. */
static bool derives(eg_reader *r, eg_definition *d, const eg_definition *from, int depth)
{
    if (d == from)
        return true;
    if (d->kind != EG_D_SCOPE || d->base_count == 0 || depth > EG_DEPTH_LIMIT)
        return false;
    const void *known = eg_pairs_get(r->redeclared, d, from);
    if (known)
        return known == d;
    bool does = false;
    for (uint32_t i = 0; i < d->base_count && !does; i++)
        does = derives(r, d->bases[i].definition, from, depth + 1);
    void *answer = does ? (void *)d : (void *)r->nothing;
    if (d->bases_state == EG_DONE && eg_pairs_set(r->redeclared, d, from, answer) != 0)
        r->out_of_memory = true;
    return does;
}

eg_node *eg_instance_around(eg_reader *r, eg_node *node, const eg_definition *class)
{
    for (; node; node = node->parent)
        if (node->type && !node->is_static && derives(r, node->type, class, 0))
            return node;
    return NULL;
}

eg_definition *eg_class_of(eg_reader *r, eg_node *node, const eg_definition *found_in, eg_definition *class)
{
    for (; r->has_redeclared && node; node = node->parent) {
        eg_definition *other = eg_pairs_get(r->redeclared, node, class->name);
        if (other && derives(r, node->type, found_in, 0))
            return other;
    }
    return class;
}

/* redeclare model A = B(...): B may itself be replaced in the instance where this is written. */
static bool find_short_base(eg_reader *r, eg_definition *d, eg_node *node)
{
    const eg_syntax *syntax = d->syntax;
    if (!node || !syntax->base || !r->has_redeclared)
        return true;
    eg_definition *base = eg_resolve_in(r, node, d->enclosing, syntax->source, syntax->base);
    if (!base || !base->scope)
        return true; /* as without the instance */
    d->bases = eg_new(r, sizeof *d->bases);
    if (!d->bases || !eg_find_bases(r, base))
        return false;
    d->bases[0] = (eg_base){.definition = base, .modifier = syntax->modifier, .at = syntax->at};
    d->base_count = 1;
    d->bases_state = EG_DONE;
    return true;
}

/* ---------------------------------------------------------------- does it fit */

/* Where it stands, and of what name. */
typedef struct replacing {
    const char *name;
    eg_source *source;
    uint32_t at;
    bool is_class; /* whose own dimensions, T = Real3[2], are not those that the constraint speaks of */
} replacing;

/* Does it come from text alone? What classes of the library hold inside is not all that MSL's hold. */
static bool is_all_text(const eg_definition *d, int depth)
{
    bool is =
        d->kind == EG_D_ICON || (d->kind == EG_D_SCOPE && d->syntax && !d->is_written && !d->syntax->is_dyad);
    for (uint32_t i = 0; is && i < d->base_count && depth < EG_DEPTH_LIMIT; i++)
        is = is_all_text(d->bases[i].definition, depth + 1);
    return is;
}

static bool refuse_fit(eg_reader *r, const replacing *at, const eg_definition *type,
                       const eg_definition *constraint, const char *name, bool is_there)
{
    eg_error(r, at->source, at->at,
             is_there ? "%.200s cannot take the place of \"%s\": its \"%s\" is of another type than in %.200s"
                      : "%.200s cannot take the place of \"%s\": it has no \"%s\", which %.200s has",
             type->full, at->name, name, constraint->full);
    eg_hint(r, is_there ? "extend %.200s, or declare it of the same type" : "extend %.200s, or declare it",
            constraint->full);
    return false;
}

/* What can be connected, and all else that is public, must be there under the same name (chapter 6.4). */
static void check_members(eg_reader *r, eg_definition *new_type, eg_definition *constraint,
                          const replacing *at)
{
    eg_list names = {0};
    eg_find_bases(r, constraint);
    eg_find_bases(r, new_type);
    const bool is_text = is_all_text(new_type, 0) && is_all_text(constraint, 0);
    eg_member_names(r, constraint, &names);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = eg_symbol(r, names.items[i]);
        eg_member *member = name ? eg_find_member(r, constraint, name) : NULL;
        eg_definition *native = NULL, *other_native = NULL;
        if (!member || member->is_protected)
            continue;
        eg_definition *type = member->kind == EG_M_COMPONENT ? eg_member_type(r, member) : NULL;
        eg_category category = type ? eg_classify(r, type, &native) : EG_C_UNKNOWN;
        if (member->kind != EG_M_PORT && category != EG_C_CONNECTOR && !(is_text && type))
            continue;
        eg_member *other = eg_find_member(r, new_type, name);
        if (!other)
            return;
        if (other->kind == EG_M_NONE || (is_text && other->is_protected)) {
            refuse_fit(r, at, new_type, constraint, name, false);
            return;
        }
        eg_definition *other_type = other->kind == EG_M_COMPONENT ? eg_member_type(r, other) : NULL;
        if (category == EG_C_VALUE && other_type &&
            (eg_classify(r, other_type, &other_native) != EG_C_VALUE || native->type != other_native->type)) {
            refuse_fit(r, at, new_type, constraint, name, true);
            return;
        }
    }
}

static void check_fit(eg_reader *r, eg_definition *new_type, eg_definition *constraint, const replacing *at)
{
    eg_definition *native = NULL, *wanted = NULL;
    if (!new_type || !constraint || new_type == constraint)
        return;
    eg_category of_new = eg_classify(r, new_type, &native),
                of_constraint = eg_classify(r, constraint, &wanted);
    if (of_new == EG_C_BROKEN || of_constraint == EG_C_BROKEN)
        return;
    bool fits = of_new == of_constraint;
    const uint32_t own = at->is_class && new_type->syntax ? new_type->syntax->dimension_count : 0;
    if (fits && of_new == EG_C_VALUE)
        fits = native->type == wanted->type &&
               eg_type_dimensions(new_type) - own == eg_type_dimensions(constraint);
    if (!fits) {
        eg_error(r, at->source, at->at,
                 "%.200s cannot take the place of \"%s\": it is not of the kind of %.200s", new_type->full,
                 at->name, constraint->full);
        eg_hint(r, "redeclare it as a class that extends %.200s", constraint->full);
    } else if (of_new == EG_C_MODEL || of_new == EG_C_RECORD)
        check_members(r, new_type, constraint, at);
}

/* A redeclaration may narrow the constraint of what it replaces, for itself and those around it (7.3.2). */
static eg_definition *narrowed(eg_reader *r, eg_definition *constraint, const eg_entry *e)
{
    const eg_modifier *m = e->modifier;
    const eg_constraint *c = NULL;
    if (m->is_redeclaration && m->class)
        c = m->class->constraint;
    else if (m->is_redeclaration && m->component)
        c = m->component->constraint;
    eg_definition *own = c ? eg_resolve(r, e->home, m->source, c->type, true) : NULL;
    if (!own)
        return constraint;
    check_fit(r, own, constraint, &(replacing){m->name, m->source, m->at, false});
    return own;
}

void eg_check_constraints(eg_reader *r, eg_definition *d)
{
    for (uint32_t i = 0; d->syntax && !d->syntax->is_dyad && i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        const bool is_class = e->kind == EG_EL_CLASS;
        const eg_constraint *c = NULL;
        if (is_class)
            c = e->class->constraint;
        else if (e->kind == EG_EL_COMPONENT)
            c = e->component->constraint;
        if (!c)
            continue;
        const replacing at = {.name = is_class ? e->class->name : e->component->name,
                              .source = d->syntax->source,
                              .at = is_class ? e->class->at : e->component->at,
                              .is_class = is_class};
        eg_member *member = eg_find_member(r, d, at.name);
        eg_definition *type = NULL;
        if (member && member->kind == EG_M_CLASS && is_class)
            type = member->definition;
        else if (member && member->kind == EG_M_COMPONENT && !is_class)
            type = eg_member_type(r, member);
        if (type && eg_find_bases(r, type))
            check_fit(r, type, eg_resolve(r, d, d->syntax->source, c->type, true), &at);
    }
}

/* What the declaration modifies that is replaced must be there in what takes its place; `at` is the
 * redeclaration. */
static bool check_applied(eg_reader *r, eg_definition *new_type, const eg_modifier *applied,
                          const eg_modifier *at)
{
    eg_category category = eg_classify(r, new_type, NULL);
    for (uint32_t i = 0; applied && i < applied->count && category == EG_C_MODEL; i++) {
        const char *name = applied->arguments[i]->name;
        const eg_member *member = eg_find_member(r, new_type, name);
        if (!member || member->kind != EG_M_NONE)
            continue;
        eg_error(r, at->source, at->at,
                 "%.200s cannot take the place of \"%s\": it has no \"%s\", which is modified there",
                 new_type->full, at->name, name);
        eg_hint(r, "write behind the replaceable declaration: constrainedby Type, with a type that has none");
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------- classes of an instance */

static bool add_applied(eg_reader *r, eg_definition *d, const eg_modifier *m, eg_definition *home,
                        eg_node *node)
{
    eg_applied *applied = m ? eg_new(r, sizeof *applied) : NULL;
    if (applied)
        *applied = (eg_applied){m, home, node};
    return applied ? eg_list_add(r, &d->applied, applied) : !r->out_of_memory;
}

/* A redeclaration that has a constraint of its own says by it what holds for itself and for those around it;
 * what the constraint of the replaced class says goes on holding (chapter 7.3.2). */
static bool add_constraints(eg_reader *r, eg_definition *d, const eg_list *entries)
{
    bool ok = true;
    for (size_t i = entries->count; i-- > 0 && ok;) {
        const eg_entry *e = entries->items[i];
        const eg_constraint *c =
            e->modifier->is_redeclaration && e->modifier->class ? e->modifier->class->constraint : NULL;
        ok = !c || add_applied(r, d, c->modifier, e->home, e->node);
    }
    return ok;
}

bool eg_keep_class(eg_reader *r, eg_node *node, eg_definition *home, const eg_syntax *class,
                   const eg_list *entries)
{
    const eg_entry *outermost = NULL;
    for (size_t i = 0; i < entries->count && !outermost; i++) {
        const eg_entry *entry = entries->items[i];
        if (entry->modifier->is_redeclaration && entry->modifier->class)
            outermost = entry;
    }
    if (!outermost || eg_pairs_get(r->redeclared, node, class->name))
        return !r->out_of_memory;
    const eg_modifier *m = outermost->modifier;
    eg_definition *d = new_class(r, m, outermost->home, outermost->node);
    if (!d || !find_short_base(r, d, outermost->node))
        return !r->out_of_memory;
    const eg_modifier *replaced = class->constraint ? class->constraint->modifier : NULL;
    if (!class->constraint && class->is_short)
        replaced = class->modifier;
    if (!add_applied(r, d, replaced, home, node) || !add_constraints(r, d, entries))
        return false;
    r->has_redeclared = true;
    if (eg_pairs_set(r->redeclared, node, class->name, d) != 0) {
        r->out_of_memory = true;
        return false;
    }
    const eg_member *own = eg_pairs_get(r->members, home, class->name);
    eg_definition *constraint = own ? own->definition : NULL;
    if (class->constraint)
        constraint = eg_resolve(r, home, home->syntax->source, class->constraint->type, false);
    for (size_t i = entries->count; i-- > 0;)
        constraint = narrowed(r, constraint, entries->items[i]);
    check_fit(r, d, constraint, &(replacing){m->name, m->source, m->at, true});
    for (size_t i = 0; i < d->applied.count; i++)
        if (!check_applied(r, d, ((const eg_applied *)d->applied.items[i])->modifier, m))
            break;
    return !r->out_of_memory;
}

/* ---------------------------------------------------------------- components */

static const eg_entry *find_redeclaration(const eg_node *node)
{
    for (uint32_t i = 0; i < node->entry_count; i++)
        if (node->entries[i].modifier->is_redeclaration && node->entries[i].modifier->component)
            return &node->entries[i];
    return NULL;
}

/* What other redeclarations say, and with a constraint what the declaration says, holds no longer. What the
 * constraint of any of them says does: it takes the place of that redeclaration. */
static bool drop_entries(eg_reader *r, eg_node *node, const eg_modifier *chosen)
{
    eg_entry *entries = eg_new_array(r, 2 * (size_t)node->entry_count, sizeof *entries);
    uint32_t count = 0;
    if (!entries)
        return false;
    for (uint32_t i = 0; i < node->entry_count; i++) {
        const eg_modifier *m = node->entries[i].modifier;
        bool is_other = m->is_redeclaration && m != chosen;
        bool is_replaced = node->component->constraint && m == node->component->modifier;
        if (!is_other && !is_replaced)
            entries[count++] = node->entries[i];
        const eg_constraint *c = m->is_redeclaration && m->component ? m->component->constraint : NULL;
        if (!c || !c->modifier)
            continue;
        entries[count] = node->entries[i];
        entries[count].modifier = c->modifier;
        entries[count++].is_final = false;
    }
    node->entries = entries;
    node->entry_count = count;
    return true;
}

static void check_entries(eg_reader *r, eg_node *node)
{
    for (uint32_t i = 0; i < node->entry_count; i++)
        eg_check_component_modifier(r, node->type, node->name, node->entries[i].modifier);
}

/* redeclare B b[n]: other sizes, in as many dimensions; they are numbers of the place where this is
 * written. */
static bool take_dimensions(eg_reader *r, eg_node *node, const eg_entry *entry, eg_node *from)
{
    const eg_modifier *m = entry->modifier;
    const eg_component *by = m->component;
    eg_scope scope = eg_scope_of(from, entry->home);
    scope.source = m->source;
    if (by->dimension_count == 0)
        return true;
    if (by->dimension_count != node->component->dimension_count) {
        eg_error(r, m->source, m->at, "\"%s\" has %u dimensions; it cannot be redeclared with %u", m->name,
                 node->component->dimension_count, by->dimension_count);
        eg_hint(r, "give it as many, or none, to keep those of its declaration");
        return false;
    }
    eg_component *c = eg_new(r, sizeof *c);
    eg_expr **dimensions = eg_new_array(r, by->dimension_count, sizeof *dimensions);
    if (!c || !dimensions)
        return false;
    for (uint32_t i = 0; i < by->dimension_count; i++) {
        long size = 0;
        eg_expr *e = eg_new(r, sizeof *e);
        dimensions[i] = e ? e : by->dimensions[i];
        if (!e)
            return false;
        *e = *by->dimensions[i];
        if (e->kind == EG_E_COLON)
            continue;
        if (!eg_evaluate_size(r, &scope, by->dimensions[i], "the number of elements", &size))
            return false;
        *e = (eg_expr){
            .kind = EG_E_NUMBER, .at = node->component->at, .is_integer = true, .number = (double)size};
    }
    *c = *node->component;
    c->dimensions = dimensions;
    node->component = c;
    return true;
}

bool eg_find_type(eg_reader *r, eg_node *node)
{
    const eg_component *c = node->component;
    const eg_entry *entry = find_redeclaration(node);
    eg_member *member = eg_find_member(r, node->home, c->name);
    if (!member)
        return false;
    eg_definition *declared = eg_member_type(r, member);
    node->type = declared;
    if (!entry) {
        if (declared && r->has_redeclared)
            node->type = eg_resolve_in(r, node->parent, node->home, node->home->syntax->source, c->type);
        if (node->type && (node->type != declared || c->is_replaceable))
            check_entries(r, node);
        return node->type != NULL;
    }
    const eg_modifier *m = entry->modifier;
    eg_node *from = entry->node ? entry->node : node->parent;
    if (c->constraint)
        declared = eg_resolve(r, node->home, node->home->syntax->source, c->constraint->type, false);
    for (uint32_t i = node->entry_count; i-- > 0;)
        declared = narrowed(r, declared, &node->entries[i]);
    node->type = eg_resolve_in(r, from, entry->home, m->source, m->component->type);
    if (!node->type || !take_dimensions(r, node, entry, from) || !drop_entries(r, node, m))
        return false;
    node->comment = m->component->comment ? m->component->comment : node->comment;
    check_fit(r, node->type, declared, &(replacing){m->name, m->source, m->at, false});
    const eg_modifier *applied = c->constraint ? c->constraint->modifier : c->modifier;
    if (!check_applied(r, node->type, applied, m))
        return false;
    check_entries(r, node);
    return true;
}

/* ---------------------------------------------------------------- what classes know of it */

static bool add_redeclaration(eg_reader *r, eg_list *list, const eg_definition *d, const eg_class_element *e)
{
    eg_modifier *m = eg_new(r, sizeof *m);
    if (!m)
        return false;
    if (e->kind == EG_EL_COMPONENT && e->component->modifier)
        *m = *e->component->modifier;
    m->is_redeclaration = true;
    m->source = d->syntax->source;
    if (e->kind == EG_EL_COMPONENT) {
        m->name = e->component->name;
        m->at = e->component->at;
        m->component = e->component;
        m->is_final = e->component->is_final;
    } else {
        m->name = e->class->name;
        m->at = e->class->at;
        m->class = e->class;
    }
    return eg_list_add(r, list, m);
}

const eg_modifier *eg_redeclarations_of(eg_reader *r, eg_definition *d)
{
    if (d->has_redeclarations)
        return d->redeclarations;
    d->has_redeclarations = true;
    eg_list list = {0};
    for (uint32_t i = 0; i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        bool is_one = (e->kind == EG_EL_COMPONENT && e->component->is_redeclared) ||
                      (e->kind == EG_EL_CLASS && e->class->is_redeclared);
        if (is_one && !add_redeclaration(r, &list, d, e))
            return NULL;
    }
    eg_modifier *all = list.count > 0 ? eg_new(r, sizeof *all) : NULL;
    if (!all)
        return NULL;
    *all = (eg_modifier){.arguments = (eg_modifier **)list.items,
                         .count = (uint32_t)list.count,
                         .at = d->syntax->at,
                         .source = d->syntax->source};
    d->redeclarations = all;
    return all;
}

/* A class that a package inherits sees the constants and classes of the package where it is written, not what
 * the package that extends it makes of them. */
static void refuse_changed(eg_reader *r, eg_definition *d, const eg_base *base, const eg_member *inherited)
{
    const eg_definition *class = inherited->kind == EG_M_CLASS ? inherited->definition : NULL;
    bool is_changed = (base->modifier && base->modifier->count > 0) || eg_redeclarations_of(r, d);
    if (!class || class->kind != EG_D_SCOPE || d->syntax->restriction != EG_R_PACKAGE || !is_changed)
        return;
    eg_error(
        r, d->syntax->source, base->at,
        "\"%s\" of %.200s cannot be used: the extends clause changes constants or classes, which \"%s\" does "
        "not see",
        inherited->name, d->full, inherited->name);
    eg_hint(r, "declare \"%s\" in %.200s itself, or make parameters of the constants", inherited->name,
            d->full);
}

eg_member *eg_redeclared_member(eg_reader *r, eg_definition *d, const eg_base *base, eg_member *inherited)
{
    const eg_modifier *m = base->modifier ? eg_find_argument(r, base->modifier, inherited->name) : NULL;
    if (!m || !m->is_redeclaration) {
        refuse_changed(r, d, base, inherited);
        return inherited;
    }
    eg_definition *home = d->syntax->is_short ? d->enclosing : d;
    eg_member *member = eg_new(r, sizeof *member);
    if (!member)
        return NULL;
    *member = *inherited;
    member->owner = d;
    if (m->class && inherited->kind == EG_M_CLASS) {
        member->definition = new_class(r, m, home, NULL);
        return member->definition ? member : NULL;
    }
    if (!m->component || inherited->kind != EG_M_COMPONENT)
        return inherited;
    eg_component *component = eg_new(r, sizeof *component);
    if (!component)
        return NULL;
    *component = *m->component;
    component->variability = inherited->component->variability;
    component->constraint = component->constraint ? component->constraint : inherited->component->constraint;
    member->component = component;
    member->type_state = EG_DONE;
    member->type = eg_resolve(r, home, m->source, component->type, false);
    return member;
}

/* ---------------------------------------------------------------- checks of what is written */

static bool is_replaceable(const eg_member *member, bool *is_final)
{
    if (member->kind == EG_M_COMPONENT) {
        *is_final = member->component->is_final;
        return member->component->is_replaceable;
    }
    const eg_syntax *syntax = member->kind == EG_M_CLASS ? member->definition->syntax : NULL;
    *is_final = syntax && syntax->is_final;
    return syntax && syntax->is_replaceable;
}

void eg_check_redeclaration(eg_reader *r, const eg_definition *type, const eg_member *member,
                            const eg_modifier *m)
{
    bool is_final = false, is_class = member->kind == EG_M_CLASS;
    bool can = is_replaceable(member, &is_final);
    if (is_class != (m->class != NULL)) {
        eg_error(r, m->source, m->at, "\"%s\" is a %s in %.200s; it cannot be redeclared as a %s", m->name,
                 is_class ? "class" : "component", type->full, is_class ? "component" : "class");
        eg_hint(r, "write redeclare %s",
                is_class ? "model (or package, function) NAME = CLASS" : "CLASS NAME");
    } else if (is_final) {
        eg_error(r, m->source, m->at, "\"%s\" is final in %.200s; it cannot be redeclared", m->name,
                 type->full);
        eg_hint(r, "leave the redeclaration out, or final where it is declared");
    } else if (member->kind == EG_M_COMPONENT && member->component->variability == EG_V_CONSTANT) {
        eg_error(r, m->source, m->at, "\"%s\" is a constant of %.200s; it cannot be redeclared", m->name,
                 type->full);
        eg_hint(r, "modify its value: %s(%s = ...)", type->name, m->name);
    } else if (!can) {
        eg_error(r, m->source, m->at, "\"%s\" is not replaceable in %.200s; it cannot be redeclared", m->name,
                 type->full);
        eg_hint(r, "write \"replaceable\" before its declaration there, or leave the redeclaration out");
    }
}

/* Is its class known only when there is an instance? */
bool eg_type_is_open(eg_reader *r, eg_member *member)
{
    const eg_component *c = member->component;
    if (c->is_replaceable)
        return true;
    eg_member *first = c->type->is_global ? NULL : eg_lookup(r, member->owner, c->type->parts[0].name, NULL);
    return first && first->kind == EG_M_CLASS && first->definition->syntax &&
           first->definition->syntax->is_replaceable;
}
