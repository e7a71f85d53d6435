/* What a.b[i].c means: from a name in a scope to nodes of the instance tree, or to what a native component
 * has under the name. Arrays of components without subscripts, or with vectors of them, give several
 * targets: mass.m, mass[2:5].flange_a. */
#include <string.h>

#include "modelica/instance/node.h"

/* The walk along a reference. */
typedef struct walk {
    eg_reader *r;
    const eg_scope *scope;
    const eg_reference *reference;
    uint32_t i; /* the part that is looked at */
    eg_targets *t;
} walk;

static const eg_part *part_of(const walk *w)
{
    return &w->reference->parts[w->i];
}

static bool is_last(const walk *w)
{
    return w->i + 1 == w->reference->count;
}

static const char *text_so_far(const walk *w)
{
    return eg_reference_text(w->r, w->reference, w->i + 1);
}

static void set_single(walk *w, eg_target target)
{
    w->t->one = target;
    w->t->items = &w->t->one;
    w->t->count = 1;
    w->t->rank = 0;
}

/* ---------------------------------------------------------------- subscripts on components */

static bool refuse_subscripts(walk *w)
{
    eg_error(w->r, w->scope->source, part_of(w)->at, "\"%.200s\" is not an array; it has no elements",
             text_so_far(w));
    eg_hint(w->r, "leave the subscripts out");
    return false;
}

/* A value keeps its subscripts for later, when it is known. */
static bool keep_subscripts(walk *w)
{
    if (!is_last(w)) {
        eg_error(w->r, w->scope->source, part_of(w)->at, "\"%.200s\" is a value; it has no parts",
                 text_so_far(w));
        eg_hint(w->r, "leave out what follows the subscript");
        return false;
    }
    w->t->rest = part_of(w);
    return true;
}

static bool add_dimensions(walk *w, const eg_selection *s)
{
    for (int i = 0; i < s->rank; i++) {
        if (!s->index[i].numbers)
            continue;
        if (w->t->rank == EG_RANK_LIMIT) {
            eg_error(w->r, w->scope->source, part_of(w)->at, "more than %d dimensions", EG_RANK_LIMIT);
            eg_hint(w->r, "use fewer subscripts in one name");
            return false;
        }
        w->t->dims[w->t->rank++] = (long)s->index[i].count;
    }
    return true;
}

/* The new list has for every old target the elements that are selected, the last index running fastest. */
static bool take_elements(walk *w, const eg_selection *s)
{
    eg_targets *t = w->t;
    size_t total = t->count * s->count;
    if (total == 1) {
        eg_node *element = eg_element_of(w->r, t->items[0].node, eg_selected(s, 0));
        t->items[0].node = element;
        return element != NULL;
    }
    if (!eg_count_steps(w->r, w->scope->source, part_of(w)->at, (long long)total))
        return false;
    eg_target *items = eg_new_array(w->r, total, sizeof *items);
    if (!items)
        return false;
    for (size_t k = 0; k < t->count; k++)
        for (size_t j = 0; j < s->count; j++) {
            items[k * s->count + j].node = eg_element_of(w->r, t->items[k].node, eg_selected(s, j));
            if (!items[k * s->count + j].node)
                return false;
        }
    t->items = items;
    t->count = total;
    return true;
}

static bool same_dims(const eg_node *a, const eg_node *b)
{
    if (b->kind != EG_N_ARRAY || a->rank != b->rank)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (a->dims[i] != b->dims[i])
            return false;
    return true;
}

static bool select_elements(walk *w)
{
    eg_targets *t = w->t;
    const eg_node *first = t->items[0].node;
    for (size_t k = 1; k < t->count; k++)
        if (!same_dims(first, t->items[k].node)) {
            eg_error(w->r, w->scope->source, part_of(w)->at,
                     "\"%.200s\" has not the same size in all elements", text_so_far(w));
            eg_hint(w->r, "write a subscript for the element that is meant");
            return false;
        }
    eg_selection s;
    return eg_select(w->r, w->scope, part_of(w), first->rank, first->dims, &s) && add_dimensions(w, &s) &&
           take_elements(w, &s);
}

/* Elements of a vector of ports. */
static bool take_ports(walk *w)
{
    eg_targets *t = w->t;
    long dims[] = {t->items[0].member->size};
    eg_selection s;
    if (!eg_select(w->r, w->scope, part_of(w), 1, dims, &s) || !add_dimensions(w, &s) ||
        !eg_count_steps(w->r, w->scope->source, part_of(w)->at, (long long)(t->count * s.count)))
        return false;
    eg_target *items = eg_new_array(w->r, t->count * s.count, sizeof *items);
    for (size_t k = 0; items && k < t->count; k++)
        for (size_t j = 0; j < s.count; j++) {
            items[k * s.count + j] = t->items[k];
            items[k * s.count + j].element = (int)eg_selected(&s, j) + 1;
        }
    t->items = items;
    t->count = items ? t->count * s.count : 0;
    return items != NULL;
}

/* A parameter of a native component that has elements. */
static bool is_matrix(const eg_target *t)
{
    return t->member->kind == EG_M_PARAMETER && t->native->class->parameters[t->member->index].columns != 0;
}

/* Fields of a record may depend on which case it is of, as those of Dyad's enumerations do: whoever asks for
 * them asks for the case first. */
static bool is_conditional(const eg_node *node)
{
    const eg_syntax *home = node->home ? node->home->syntax : NULL;
    return node->component && node->component->condition && home && home->restriction != EG_R_RECORD &&
           !home->is_dyad && !node->home->is_written;
}

/* Finds out what the targets are, and applies the subscripts of the part that led to them. */
static bool settle(walk *w)
{
    eg_targets *t = w->t;
    bool has_subscripts = part_of(w)->subscript_count > 0;
    if (t->count == 0)
        return true;
    if (t->items[0].member && t->items[0].member->size > 0)
        return take_ports(w);
    if (t->items[0].member)
        return !has_subscripts || (is_matrix(&t->items[0]) ? keep_subscripts(w) : refuse_subscripts(w));
    for (size_t k = 0; k < t->count; k++) {
        eg_node_kind kind = eg_shape(w->r, t->items[k].node);
        if (kind == EG_N_BROKEN || kind == EG_N_UNKNOWN)
            return false;
        t->is_absent = t->is_absent || kind == EG_N_ABSENT;
        t->is_conditional = t->is_conditional || is_conditional(t->items[k].node);
    }
    if (t->is_absent) {
        t->count = 0;
        return true;
    }
    eg_node_kind kind = t->items[0].node->kind;
    if (kind == EG_N_ARRAY)
        return select_elements(w);
    if (!has_subscripts)
        return true;
    return kind == EG_N_VALUE || kind == EG_N_VARIABLE ? keep_subscripts(w) : refuse_subscripts(w);
}

/* ---------------------------------------------------------------- into an instance */

static bool refuse_part(walk *w, eg_definition *inside, const char *name)
{
    eg_error(w->r, w->scope->source, part_of(w)->at, "\"%.200s\" is not known: %.200s has no \"%s\"",
             text_so_far(w), inside->full, name);
    eg_hint_member(w->r, inside, name);
    return false;
}

/* What an expandable connector declares exists when something is connected to it, and nothing else does. */
static bool refuse_absent(walk *w, const eg_node *bus, const eg_member *member)
{
    eg_error(w->r, w->scope->source, part_of(w)->at,
             "\"%.200s\" does not exist: the expandable connector %.200s has %s \"%s\"", text_so_far(w),
             bus->type->full, member->kind == EG_M_NONE ? "no part" : "no connection that leads to its",
             part_of(w)->name);
    eg_hint(w->r, "connect a signal or connector to it, in a connection of this model or of one that is "
                  "connected with it");
    return false;
}

/* The part `name` of one node that is a model. */
static bool enter(walk *w, eg_node *node, eg_target *found)
{
    const char *name = part_of(w)->name;
    *found = (eg_target){0};
    if (!eg_expand(w->r, node))
        return false;
    found->node = eg_part_of(w->r, node, name);
    eg_member *member = eg_find_member(w->r, node->type, name);
    if (!member)
        return false;
    if (member->is_protected && w->i > 0 && member->kind != EG_M_NONE) {
        eg_error(w->r, w->scope->source, part_of(w)->at, "\"%.200s\" is protected; it is not visible here",
                 text_so_far(w));
        eg_hint(w->r, "declare it in the public part of its class, or a public variable that is equal to it");
        return false;
    }
    if (found->node)
        return true;
    if (node->bus)
        return refuse_absent(w, node, member);
    if (member->kind != EG_M_PARAMETER && member->kind != EG_M_PORT && member->kind != EG_M_VARIABLE)
        return member->kind == EG_M_COMPONENT ? false : refuse_part(w, node->type, name);
    *found = (eg_target){.node = node, .native = eg_native_of(node, member->owner), .member = member};
    return found->native != NULL;
}

/* A native class may have variables with a dot in their names ("p.v" of 20-sim's): the part and the next one,
 * where they are one name of the node's class. NULL: they are not. */
static eg_member *find_dotted(walk *w, const eg_node *node)
{
    if (is_last(w) || part_of(w)->subscript_count > 0 || !node->type ||
        eg_classify(w->r, node->type, NULL) != EG_C_MODEL)
        return NULL;
    const char *dotted = eg_symbol(w->r, eg_textf(w->r, "%s.%s", part_of(w)->name, part_of(w)[1].name));
    const eg_member *port = eg_find_member(w->r, node->type, part_of(w)->name);
    eg_definition *native = port && port->kind == EG_M_PORT ? port->owner : node->type;
    eg_member *member = dotted && native->native ? eg_find_member(w->r, native, dotted) : NULL;
    bool known = member && (member->kind == EG_M_VARIABLE || member->kind == EG_M_PARAMETER);
    return known ? member : NULL;
}

static bool is_of_connector(const char *name)
{
    static const char *const names[] = {"s", "f", "phi", "tau", "T", "Q_flow", "Q"};
    for (size_t i = 0; i < EG_COUNT(names); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool refuse_depth(walk *w, const eg_target *target)
{
    bool is_connector =
        target->member ? target->member->kind == EG_M_PORT : target->node->kind == EG_N_CONNECTOR;
    const char *text = eg_reference_text(w->r, w->reference, w->i);
    if (is_connector && !is_of_connector(part_of(w)->name)) {
        eg_error(w->r, w->scope->source, part_of(w)->at, "the connector \"%.200s\" has no \"%s\"", text,
                 part_of(w)->name);
        eg_hint(w->r, "a flange has s and f, or phi and tau; a heat port T and Q_flow");
    } else if (is_connector) {
        eg_error(w->r, w->scope->source, part_of(w)->at,
                 "\"%.200s.%s\" changes with time; it has no value here", text, part_of(w)->name);
        eg_hint(w->r, "only parameters and constants can stand here, and only connectors in connect");
    } else {
        eg_error(w->r, w->scope->source, part_of(w)->at, "\"%.200s\" is a value; it has no parts", text);
        eg_hint(w->r, "leave out what follows \"%.200s\"", text);
    }
    return false;
}

static bool step(walk *w)
{
    eg_targets *t = w->t;
    bool dotted = false;
    for (size_t k = 0; k < t->count; k++) {
        if (t->items[k].member || t->items[k].node->kind != EG_N_MODEL)
            return refuse_depth(w, &t->items[k]);
        eg_target found;
        eg_member *member = eg_expand(w->r, t->items[k].node) ? find_dotted(w, t->items[k].node) : NULL;
        if (member) {
            found = (eg_target){.node = t->items[k].node,
                                .native = eg_native_of(t->items[k].node, member->owner),
                                .member = member};
            dotted = true;
        } else if (!enter(w, t->items[k].node, &found))
            return false;
        t->items[k] = found;
    }
    w->i += dotted;
    return settle(w);
}

/* ---------------------------------------------------------------- through classes */

static bool refuse_variable(walk *w, const eg_definition *class)
{
    eg_error(w->r, w->scope->source, part_of(w)->at,
             "\"%.200s\" belongs to instances of %.200s; it has no value here", text_so_far(w), class->full);
    eg_hint(w->r, "only constants of a class are visible from outside of its instances");
    return false;
}

/* A constant of a class of the component library. */
static bool enter_native_constant(walk *w, const eg_member *member)
{
    const eg_parameter *p = &member->owner->native->parameters[member->index];
    eg_definition *d = eg_definition_new(w->r, EG_D_CONSTANT, member->owner, member->name);
    eg_constant *constant = d ? eg_new(w->r, sizeof *constant) : NULL;
    if (!constant)
        return false;
    *constant = (eg_constant){.name = p->name,
                              .value = p->value,
                              .unit = p->unit,
                              .type = p->type == EG_INTEGER ? "Integer" : NULL};
    d->constant = constant;
    w->t->class = d;
    return is_last(w) || refuse_depth(w, &(eg_target){.member = &(eg_member){.kind = EG_M_PARAMETER}});
}

/* Does the class that the scope is in, itself and no instance of it, have this member? */
static bool is_inside(const walk *w, const eg_member *member)
{
    return w->i == 0 && w->scope->node && w->scope->node->is_static &&
           eg_find_member(w->r, w->scope->home, member->name) == member;
}

/* A parameter of a class that is asked for by the name of the class, Data.m: other tools take what the class
 * says itself, and so do many models. A package has no instances, and no parameters. */
static bool is_parameter_of(walk *w, const eg_definition *class, const eg_member *member)
{
    const eg_component *c = member->component;
    if (!eg_is_of_class(c) || is_inside(w, member))
        return eg_is_of_class(c);
    if (w->i == 0 || class->syntax->restriction == EG_R_PACKAGE)
        return false;
    eg_warn(w->r, member->owner->syntax->source, c->at,
            "\"%.200s\" is asked for without an instance of %.200s: it is the value that stands here",
            text_so_far(w), class->full);
    eg_hint(w->r, "declare it constant, or give an instance of %.200s a name and write that", class->full);
    return true;
}

/* A constant that a class or package declares. */
static bool enter_constant(walk *w, eg_definition *class, const eg_member *member)
{
    if (member->kind == EG_M_PARAMETER && member->owner->native->parameters[member->index].is_constant)
        return enter_native_constant(w, member);
    if (member->kind != EG_M_COMPONENT)
        return refuse_variable(w, class);
    if (member->component->variability != EG_V_CONSTANT && !is_parameter_of(w, class, member))
        return refuse_variable(w, class);
    eg_node *statics = eg_node_of_class(w->r, class);
    if (!statics || !eg_expand(w->r, statics))
        return false;
    eg_node *node = eg_part_of(w->r, statics, member->name);
    if (!node)
        return false;
    set_single(w, (eg_target){.node = node});
    return settle(w);
}

static bool enter_literal(walk *w, eg_definition *type)
{
    const char *name = eg_present_member(w->r, type->full, part_of(w)->name);
    size_t count = 0;
    if (!name)
        return false;
    for (; type->literals[count]; count++)
        if (strcmp(type->literals[count], name) == 0) {
            w->t->class = type;
            w->t->literal = (int)count;
            return is_last(w) ||
                   refuse_depth(w, &(eg_target){.member = &(eg_member){.kind = EG_M_PARAMETER}});
        }
    eg_error(w->r, w->scope->source, part_of(w)->at, "%.200s has no literal \"%s\"", type->full, name);
    if (!eg_hint_nearest(w->r, name, type->literals, count) && count > 0)
        eg_hint(w->r, "the first one is %.200s", type->literals[0]);
    return false;
}

/* The enumeration of the cases of Dyad's enumeration with fields, where the name is one of these; NULL. */
static eg_definition *cases_of(walk *w, eg_definition *class, const char *name)
{
    const eg_syntax *s = class->kind == EG_D_SCOPE ? class->syntax : NULL;
    for (uint32_t i = 0; s && i < s->case_count; i++) {
        if (s->cases[i].name != name)
            continue;
        eg_member *type = eg_find_member(w->r, class, eg_symbol(w->r, "enum"));
        return type && eg_classify(w->r, type->definition, NULL) == EG_C_VALUE ? type->definition : NULL;
    }
    return NULL;
}

/* From a class on: to a class inside of it, a constant, a literal. */
static bool walk_classes(walk *w, eg_definition *class)
{
    while (!is_last(w)) {
        w->i++;
        eg_definition *native = NULL;
        if (eg_classify(w->r, class, &native) == EG_C_VALUE && native->literals)
            return enter_literal(w, native);
        const char *name = part_of(w)->name;
        eg_definition *cases = cases_of(w, class, name);
        if (cases)
            return enter_literal(w, cases);
        eg_member *member = eg_find_member(w->r, class, name);
        if (!member)
            return false;
        if (member->kind == EG_M_NONE || member->kind == EG_M_IMPORT)
            return refuse_part(w, class, name);
        if (!eg_check_access(w->r, w->scope->home, class, member, w->scope->source, part_of(w)->at, false))
            return false;
        if (member->kind != EG_M_CLASS)
            return enter_constant(w, class, member);
        class = member->definition;
    }
    w->t->class = class;
    if (part_of(w)->subscript_count > 0)
        return refuse_subscripts(w);
    return true;
}

/* ---------------------------------------------------------------- the first name */

static bool refuse_first(walk *w)
{
    const char *name = part_of(w)->name;
    eg_error(w->r, w->scope->source, part_of(w)->at, "\"%s\" is not known here", name);
    if (w->reference->count == 1)
        eg_hint_unknown_value(w->r, w->scope->home, name);
    else
        eg_hint_unknown(w->r, w->scope->home, eg_reference_text(w->r, w->reference, w->reference->count),
                        name);
    return false;
}

/* Is it a member, not imported, of the class of the scope's instance? */
static bool is_own(const walk *w, eg_definition *found_in, const eg_member *member)
{
    return w->scope->node && !w->scope->node->is_static && found_in == w->scope->home &&
           eg_find_member(w->r, found_in, part_of(w)->name) == member;
}

/* Whose constant it is: of the package whose constants are being computed where that inherits it, with what
 * its extends clause says; of the class in which the name was found; one that is imported of the class that
 * declares it. */
static eg_definition *class_of_constant(const walk *w, eg_definition *found_in, const eg_member *member)
{
    const eg_node *node = w->scope->node;
    if (node && node->is_static && found_in == w->scope->home &&
        eg_find_member(w->r, node->type, member->name) == member)
        return node->type;
    return eg_find_member(w->r, found_in, member->name) == member ? found_in : member->owner;
}

static bool start(walk *w)
{
    eg_definition *found_in = NULL;
    const char *name = part_of(w)->name;
    eg_definition *from = w->reference->is_global ? w->r->root : w->scope->home;
    eg_member *member = eg_lookup(w->r, from, name, &found_in);
    if (w->r->out_of_memory)
        return false;
    if (!member || (member->kind == EG_M_NONE && w->reference->is_global))
        return refuse_first(w);
    if (member->kind == EG_M_NONE)
        return false;
    if (member->kind == EG_M_CLASS)
        return walk_classes(w, eg_class_of(w->r, eg_scope_instance(w->scope), found_in, member->definition));
    if (member->kind == EG_M_COMPONENT && !is_own(w, found_in, member))
        return enter_constant(w, class_of_constant(w, found_in, member), member);
    if (!is_own(w, found_in, member))
        return refuse_variable(w, found_in);
    eg_target found;
    if (!enter(w, w->scope->node, &found))
        return false;
    set_single(w, found);
    return settle(w);
}

bool eg_find_targets(eg_reader *r, const eg_scope *scope, const eg_reference *reference, eg_targets *targets)
{
    *targets = (eg_targets){.literal = -1};
    walk w = {.r = r, .scope = scope, .reference = reference, .t = targets};
    if (!start(&w))
        return false;
    while (!targets->class && !targets->is_absent && !targets->rest && !is_last(&w)) {
        w.i++;
        if (!step(&w))
            return false;
    }
    return true;
}

bool eg_find_values(eg_reader *r, const eg_scope *scope, const eg_reference *reference, eg_targets *targets)
{
    if (!eg_find_targets(r, scope, reference, targets))
        return false;
    if (!targets->is_conditional || targets->is_absent)
        return true;
    eg_error(r, scope->source, reference->parts[0].at,
             "\"%.200s\" exists on a condition; it can only be connected and modified",
             eg_reference_text(r, reference, reference->count));
    eg_hint(r, "declare what the equations speak of without \"if\", and connect it with what is there on the "
               "condition");
    return false;
}
