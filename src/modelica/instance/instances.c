/* The tree of instances: making parts, finding out what they are, elements of arrays. */
#include <string.h>

#include "modelica/instance/node.h"
#include "modelica/scope/quoted.h"
#include "modelica/text/same.h"

/* What an extends clause on the way to an inherited element says; the clause nearest to the element is the
 * innermost. */
typedef struct chain {
    const eg_modifier *modifier;
    eg_definition *home; /* the class that has the clause, */
    eg_node *node;       /* and its instance; NULL: none */
    const struct chain *outer;
    int depth;
} chain;

static const eg_modifier says_nothing = {0};

eg_scope eg_scope_of(eg_node *node, eg_definition *home)
{
    return (eg_scope){.node = node, .home = home, .source = home->syntax ? home->syntax->source : NULL};
}

eg_source *eg_node_source(const eg_node *node)
{
    for (; node; node = node->parent)
        if (node->home && node->home->syntax)
            return node->home->syntax->source;
    return NULL;
}

uint32_t eg_node_at(const eg_node *node)
{
    for (; node; node = node->parent)
        if (node->component)
            return node->component->at;
    return 0;
}

/* ---------------------------------------------------------------- making nodes */

bool eg_count_instances(eg_reader *r, const eg_node *parent, const char *name, uint32_t at, long long count)
{
    r->instances += count;
    if (r->instances <= r->limit)
        return eg_has_room(r, eg_node_source(parent), at);
    eg_error(r, eg_node_source(parent), at,
             "with \"%s\" the model has more than %lld components, parameters and variables", name, r->limit);
    eg_hint(r, "make the arrays smaller");
    r->gave_up = true;
    return false;
}

eg_node *eg_node_new(eg_reader *r, eg_node *parent, const char *name, uint32_t at)
{
    if (!eg_count_instances(r, parent, name, at, 1))
        return NULL;
    eg_node *node = eg_new(r, sizeof *node);
    if (!node)
        return NULL;
    node->name = name;
    node->parent = parent;
    node->depth = parent ? parent->depth + 1 : 0;
    node->value = EG_NO_VALUE;
    return node;
}

bool eg_keep_part(eg_reader *r, eg_node *parent, eg_node *node, const char *name)
{
    if (!eg_list_add(r, &parent->parts, node))
        return false;
    if (eg_pairs_set(r->parts, parent, name, node) == 0)
        return true;
    r->out_of_memory = true;
    return false;
}

eg_node *eg_part_of(eg_reader *r, eg_node *node, const char *name)
{
    return eg_pairs_get(r->parts, node, name);
}

/* ---------------------------------------------------------------- entries of a part */

static bool add_chain(eg_reader *r, eg_list *list, const chain *c, const char *name)
{
    if (!c)
        return true;
    if (!add_chain(r, list, c->outer, name))
        return false;
    eg_entry entry = {.modifier = c->modifier, .node = c->node, .home = c->home};
    if (!c->modifier)
        return true;
    return name ? eg_entries_for(r, &entry, 1, name, list) : eg_entry_add(r, list, entry);
}

/* ---------------------------------------------------------------- parts written in Modelica */

/* Declared again as it is inherited it is one thing (chapter 7.1). */
static bool is_declared_alike(eg_reader *r, const eg_node *known, eg_definition *home,
                              const eg_component *component)
{
    if (!known->home || !known->component || !eg_same_component(known->component, component))
        return false;
    eg_member *one = eg_find_member(r, known->home, component->name);
    eg_member *other = eg_find_member(r, home, component->name);
    const eg_definition *type = one && other ? eg_member_type(r, other) : NULL;
    return type && eg_member_type(r, one) == type;
}

static void refuse_twice(eg_reader *r, const eg_node *known, eg_definition *home,
                         const eg_component *component)
{
    eg_error(r, home->syntax->source, component->at,
             "\"%s\" is declared here and in %.200s, which is extended too", component->name,
             known->home ? known->home->full : "a class of the component library");
    eg_hint(r, "take another name for one of them");
}

/* What the constraint of a replaceable declaration says holds whatever takes its place. */
static bool add_constraint(eg_reader *r, eg_list *list, eg_node *node, eg_definition *home,
                           const eg_constraint *constraint)
{
    return !constraint ||
           eg_entry_add(r, list, (eg_entry){.modifier = constraint->modifier, .node = node, .home = home});
}

/* What is inherited twice is one thing, if both ways say the same of it. */
static void check_same(eg_reader *r, const eg_node *known, const chain *c)
{
    uint32_t count = 0;
    const eg_modifier *other = NULL;
    for (; c; c = c->outer) {
        const eg_modifier *m = c->modifier ? eg_find_argument(r, c->modifier, known->name) : NULL;
        bool is_known = false;
        for (uint32_t i = 0; m && i < known->entry_count; i++)
            is_known = is_known || known->entries[i].modifier == m;
        count += m != NULL;
        other = m && !is_known ? m : other;
    }
    if (!other && count == known->inherited_count)
        return;
    for (uint32_t i = 0; !other && i < known->entry_count; i++)
        other = known->entries[i].modifier;
    if (!other)
        return;
    eg_error(r, other->source, other->at,
             "\"%s\" is inherited twice, and only one of the extends clauses modifies it so", known->name);
    eg_hint(r, "extend it once, or write the same modifiers both times around the same class");
}

static uint32_t count_chain(eg_reader *r, const chain *c, const char *name)
{
    uint32_t count = 0;
    for (; c; c = c->outer)
        count += c->modifier && eg_find_argument(r, c->modifier, name);
    return count;
}

bool eg_add_default_inner(eg_reader *r, eg_node *model, eg_definition *home, const eg_component *outer)
{
    eg_component *component = eg_new(r, sizeof *component);
    eg_node *part = component ? eg_node_new(r, model, outer->name, outer->at) : NULL;
    eg_list list = {0};
    if (!part)
        return false;
    *component = *outer;
    component->is_outer = false;
    component->is_inner = true;
    component->modifier = NULL;
    part->component = component;
    part->home = home;
    part->comment = outer->comment;
    return eg_part_entries(r, model, outer->name, &list) &&
           eg_entries_keep(r, &list, &part->entries, &part->entry_count) &&
           eg_keep_part(r, model, part, outer->name);
}

static bool add_part(eg_reader *r, eg_node *node, eg_definition *home, const eg_component *component,
                     const chain *c)
{
    eg_node *known = eg_part_of(r, node, component->name);
    if (component->is_redeclared)
        return true; /* a modifier of what is inherited */
    if (component->is_outer && (!known || known->parent != node))
        return known || eg_share_inner(r, node, home, component);
    if (known) {
        if (known->component != component && known->home != home &&
            !is_declared_alike(r, known, home, component))
            refuse_twice(r, known, home, component);
        else if (eg_count_steps(r, home->syntax->source, component->at, 1))
            check_same(r, known, c);
        return true;
    }
    eg_node *part = eg_node_new(r, node, component->name, component->at);
    if (!part)
        return false;
    part->component = component;
    part->home = home;
    part->comment = component->comment;
    part->is_static = node->is_static;
    part->inherited_count = count_chain(r, c, component->name);
    eg_list list = {0};
    const eg_modifier *own = component->modifier ? component->modifier : &says_nothing;
    /* what is final in a record follows from its other members, of whatever value it gets as a whole */
    bool follows = node->is_record && component->is_final && own->value;
    bool ok = (follows ? eg_entries_for(r, node->entries, node->entry_count, component->name, &list)
                       : eg_part_entries(r, node, component->name, &list)) &&
              add_chain(r, &list, c, component->name);
    if (ok && (component->modifier || component->is_final))
        ok = eg_entry_add(
            r, &list,
            (eg_entry){.modifier = own, .node = node, .home = home, .is_final = component->is_final});
    bool kept = false;
    ok = ok && add_constraint(r, &list, node, home, component->constraint) &&
         eg_entries_keep(r, &list, &part->entries, &part->entry_count) &&
         (!node->bus || eg_keep_potential(r, node, part, &kept));
    return ok && (kept || eg_keep_part(r, node, part, component->name));
}

/* ---------------------------------------------------------------- parts from the component library */

/* A port of a partial class becomes a connector of the model that extends it, with what is said of it
 * there. */
static bool add_port(eg_reader *r, eg_node *node, const eg_native *native, const eg_port *port)
{
    eg_list entries = {0};
    const char *name = eg_symbol(r, port->name);
    if (!name)
        return false;
    if (eg_part_of(r, node, name))
        return true;
    eg_node *part = eg_node_new(r, node, name, eg_node_at(node));
    if (!part)
        return false;
    part->type = part->native = native->definition;
    part->category = EG_C_CONNECTOR;
    part->port_kind = port->kind;
    part->comment = port->doc;
    return eg_entries_for(r, native->entries, native->entry_count, name, &entries) &&
           eg_entries_keep(r, &entries, &part->entries, &part->entry_count) &&
           eg_keep_part(r, node, part, name);
}

static bool has_component_already(const eg_node *node)
{
    for (uint32_t i = 0; i < node->native_count; i++)
        if (node->natives[i].class->kind != EG_PARTIAL)
            return true;
    return false;
}

static bool check_native(eg_reader *r, const eg_node *node, const eg_class *class)
{
    eg_definition *type = node->type;
    if (class->kind == EG_PARTIAL || !type->syntax)
        return true;
    if (has_component_already(node)) {
        eg_error(r, type->syntax->source, type->syntax->at,
                 "%.200s extends two components; it can be only one", type->full);
        eg_hint(r, "declare them as parts of the model and connect them");
        return false;
    }
    if (!node->parent) {
        eg_error(r, type->syntax->source, type->syntax->at,
                 "%.200s is a single %s; it cannot be simulated on its own", type->full, class->name);
        eg_hint(r, "write a model that has it as a part: model Test %s part; ... end Test;", type->name);
        return false;
    }
    return true;
}

/* The same for a class of the component library. */
static void check_same_native(eg_reader *r, const eg_native *known, const chain *c)
{
    for (; c; c = c->outer) {
        bool is_known = !c->modifier;
        for (uint32_t i = 0; i < known->entry_count; i++)
            is_known = is_known || known->entries[i].modifier == c->modifier;
        for (uint32_t i = 0; !is_known && i < c->modifier->count; i++) {
            const eg_modifier *m = c->modifier->arguments[i];
            const eg_member *member = eg_native_member(r, known->definition, m->name);
            if (!member || member->kind == EG_M_NONE)
                continue;
            eg_error(r, m->source, m->at,
                     "%s is inherited twice, and only one of the extends clauses modifies \"%s\" so",
                     known->class->name, m->name);
            eg_hint(r, "extend it once, or modify it where this class is used");
        }
    }
}

static bool add_native(eg_reader *r, eg_node *node, eg_definition *definition, const chain *c)
{
    const eg_class *class = definition->native;
    const eg_native *known = node->is_static ? NULL : eg_native_of(node, definition);
    if (known && eg_count_steps(r, eg_node_source(node), eg_node_at(node), 1))
        check_same_native(r, known, c);
    if (node->is_static || known)
        return true;
    if (!check_native(r, node, class))
        return true;
    eg_native *natives = eg_new_array(r, node->native_count + 1u, sizeof *natives);
    if (!natives)
        return false;
    if (node->native_count)
        memcpy(natives, node->natives, node->native_count * sizeof *natives);
    eg_native *native = &natives[node->native_count];
    node->natives = natives;
    node->native_count++;
    native->class = class;
    native->definition = definition;
    native->p = eg_new_array(r, class->parameter_count, sizeof *native->p);
    native->state = eg_new_array(r, class->parameter_count, sizeof *native->state);
    native->given = eg_new_array(r, class->parameter_count, sizeof *native->given);
    native->asked = eg_arena_array(r->kept, class->parameter_count, sizeof *native->asked);
    r->out_of_memory |= !native->asked; /* the spec's arena does not say so itself */
    native->matrices = eg_new_array(r, class->parameter_count, sizeof *native->matrices);
    if (!native->matrices || !native->p || !native->state || !native->given || !native->asked)
        return false;
    if (c) {
        eg_list list = {0};
        for (uint32_t i = 0; i < node->entry_count; i++)
            if (!eg_entry_add(r, &list, node->entries[i]))
                return false;
        if (!add_chain(r, &list, c, NULL) ||
            !eg_entries_keep(r, &list, &native->entries, &native->entry_count))
            return false;
    } else {
        native->entries = node->entries;
        native->entry_count = node->entry_count;
    }
    for (size_t i = 0; class->kind == EG_PARTIAL && i < class->port_count; i++)
        if (!add_port(r, node, native, &class->ports[i]))
            return false;
    return true;
}

eg_native *eg_native_of(eg_node *node, const eg_definition *native)
{
    for (uint32_t i = 0; i < node->native_count; i++)
        if (node->natives[i].class == native->native)
            return &node->natives[i];
    return NULL;
}

/* ---------------------------------------------------------------- expanding */

static bool expand_class(eg_reader *r, eg_node *node, eg_definition *d, const chain *c);

/* Is the class that d extends redeclared to another one in this instance? */
static bool is_replaced(eg_reader *r, eg_node *node, const eg_definition *d, eg_definition *base)
{
    if (!r->has_redeclared || !base->syntax || !base->syntax->is_replaceable || d->scope == node)
        return false;
    return eg_class_of(r, node, base->enclosing, base) != base;
}

static bool refuse_replaced(eg_reader *r, const eg_definition *d, const eg_base *base)
{
    eg_error(r, d->syntax->source, base->at,
             "%.200s extends \"%s\", which is redeclared here; what is replaceable cannot be extended",
             d->full, base->definition->name);
    eg_hint(r, "extend the class itself, or declare a component of the replaceable class");
    return true;
}

/* What replaced classes say, inside of `outer`, the innermost first. */
static const chain *applied_chain(eg_reader *r, const eg_definition *d, const chain *outer, int depth)
{
    chain *all = eg_new_array(r, d->applied.count, sizeof *all);
    for (size_t i = d->applied.count; all && i-- > 0; outer = &all[i]) {
        const eg_applied *a = d->applied.items[i];
        all[i] = (chain){
            .modifier = a->modifier, .home = a->home, .node = a->node, .outer = outer, .depth = depth};
    }
    return outer;
}

static bool expand_base(eg_reader *r, eg_node *node, eg_definition *d, const eg_base *base, const chain *c)
{
    int depth = c ? c->depth + 1 : 1;
    chain own = {.modifier = eg_redeclarations_of(r, d), .home = d, .node = node, .outer = c, .depth = depth};
    chain inner = {.modifier = base->modifier,
                   .home = d,
                   .node = node,
                   .outer = own.modifier ? &own : c,
                   .depth = depth};
    const chain *all = &inner;
    chain constraint = {.outer = &inner, .depth = depth};
    if (d->syntax->is_short) {
        inner.home = d->enclosing;
        inner.node = d->scope ? d->scope : eg_instance_around(r, node->parent, d->enclosing);
        all = applied_chain(r, d, &inner, depth);
        if (d->applied.count == 0 && d->syntax->constraint && d->syntax->constraint->modifier) {
            constraint.modifier = d->syntax->constraint->modifier;
            constraint.home = inner.home;
            constraint.node = inner.node;
            all = &constraint;
        }
    }
    if (depth > EG_DEPTH_LIMIT || !eg_count_steps(r, d->syntax->source, d->syntax->at, 1))
        return false;
    if (!d->scope && !d->syntax->extends_itself && is_replaced(r, node, d, base->definition))
        return refuse_replaced(r, d, base);
    return expand_class(r, node, base->definition, all);
}

/* A replaceable class of an instance: what it was redeclared to. */
static bool keep_class(eg_reader *r, eg_node *node, eg_definition *d, const eg_syntax *class, const chain *c)
{
    eg_list list = {0};
    return eg_entries_for(r, node->entries, node->entry_count, class->name, &list) &&
           add_chain(r, &list, c, class->name) && eg_keep_class(r, node, d, class, &list);
}

static bool refuse_own_class(eg_reader *r, const eg_syntax *syntax)
{
    if (!syntax->is_external)
        return false;
    eg_error(r, syntax->source, syntax->at, "\"%s\" is written in another language, which is not supported",
             syntax->name);
    eg_hint(r, "write it in Modelica");
    return true;
}

static bool expand_class(eg_reader *r, eg_node *node, eg_definition *d, const chain *c)
{
    if (d->kind == EG_D_NATIVE)
        return add_native(r, node, d, c);
    if (d->kind != EG_D_SCOPE || !d->syntax)
        return true;
    const eg_syntax *syntax = d->syntax;
    uint32_t base = 0;
    if (!eg_find_bases(r, d) || refuse_own_class(r, syntax))
        return !r->out_of_memory;
    if (!node->is_static)
        eg_check_class(r, d);
    if (syntax->is_short)
        return d->base_count == 0 || expand_base(r, node, d, &d->bases[0], c);
    if (d->applied.count > 0)
        c = applied_chain(r, d, c, c ? c->depth + 1 : 1);
    if (syntax->extends_itself && d->base_count > 0 && !expand_base(r, node, d, &d->bases[base++], c))
        return false;
    for (uint32_t i = 0; i < syntax->element_count; i++) {
        const eg_class_element *e = &syntax->elements[i];
        bool ok = true;
        if (e->kind == EG_EL_EXTENDS)
            ok = base >= d->base_count || expand_base(r, node, d, &d->bases[base++], c);
        else if (e->kind == EG_EL_COMPONENT && (!node->is_static || eg_is_of_class(e->component)))
            ok = add_part(r, node, d, e->component, c);
        else if (e->kind == EG_EL_CLASS && e->class->is_replaceable && !node->is_static)
            ok = keep_class(r, node, d, e->class, c);
        if (!ok)
            return false;
    }
    return true;
}

/* A declaration with the name of something that an extended component has. */
static void check_names(eg_reader *r, const eg_node *node)
{
    for (size_t i = 0; node->native_count > 0 && i < node->parts.count; i++) {
        const eg_node *part = node->parts.items[i];
        for (uint32_t k = 0; part->component && k < node->native_count; k++) {
            const eg_class *class = node->natives[k].class;
            if (eg_class_parameter(class, part->name) < 0 && eg_class_port(class, part->name) < 0 &&
                eg_class_variable(class, part->name) < 0)
                continue;
            eg_error(r, eg_node_source(part), part->component->at,
                     "\"%s\" is declared here and in %s, which is extended too", part->name, class->name);
            eg_hint(r, "take another name");
        }
    }
}

bool eg_expand(eg_reader *r, eg_node *node)
{
    if (node->is_expanded)
        return true;
    node->is_expanded = true;
    if (node->depth > EG_DEPTH_LIMIT) {
        eg_error(r, eg_node_source(node), eg_node_at(node), "components are nested more than %d deep",
                 EG_DEPTH_LIMIT);
        eg_hint(r, "look for a class that contains itself, and take that component out");
        node->kind = EG_N_BROKEN;
        return false;
    }
    if (node->category == EG_C_RECORD && eg_is_expandable(node->type) && !eg_make_bus(r, node))
        return false;
    if (!expand_class(r, node, node->type, NULL))
        return false;
    check_names(r, node);
    return true;
}

eg_node *eg_node_of_model(eg_reader *r, eg_definition *model, const eg_entry *settings, uint32_t count)
{
    eg_node *node = eg_node_new(r, NULL, "", 0);
    if (!node)
        return NULL;
    node->kind = EG_N_MODEL;
    node->category = EG_C_MODEL;
    node->state = EG_DONE;
    node->type = model;
    node->home = model;
    node->entries = settings;
    node->entry_count = count;
    return node;
}

bool eg_is_of_class(const eg_component *c)
{
    return c->variability == EG_V_CONSTANT ||
           (c->variability == EG_V_PARAMETER && c->modifier && c->modifier->value);
}

eg_node *eg_node_of_class(eg_reader *r, eg_definition *d)
{
    if (d->statics)
        return d->statics;
    eg_node *node = eg_node_new(r, NULL, d->full, 0);
    if (!node)
        return NULL;
    node->kind = EG_N_MODEL;
    node->category = EG_C_OTHER;
    node->state = EG_DONE;
    node->is_static = true;
    node->type = d;
    node->home = d;
    d->statics = node;
    return node;
}

/* ---------------------------------------------------------------- paths */

const char *eg_node_path(eg_reader *r, eg_node *node)
{
    if (node->path)
        return node->path;
    const char *above = node->parent ? eg_node_path(r, node->parent) : "";
    const char *text = eg_textf(r, "%s%s%s", above, *above ? "." : "", eg_unquoted(r, node->name));
    r->has_quoted = r->has_quoted || *node->name == '\'';
    for (int i = 0; node->is_element && i < node->rank; i++)
        text = eg_textf(r, "%s%s%ld", text, i ? "," : "[", node->index[i] + 1);
    node->path = node->is_element ? eg_textf(r, "%s]", text) : text;
    return node->path;
}
