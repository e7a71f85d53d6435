/* inner and outer: chapter 5.4 of the language specification. An outer component is no component of its
 * own but another name for the nearest inner one of that name in the instances around it. */
#include <string.h>

#include "modelica/instance/node.h"

static const eg_node *is_inner(const eg_node *part)
{
    return part && part->component && part->component->is_inner ? part : NULL;
}

/* An outer array is as large as the inner one, so far as the declarations tell in numbers. */
static bool same_sizes(eg_reader *r, eg_node *node, const eg_member *there, const eg_member *here)
{
    const eg_component *a = there->component, *b = here->component;
    bool fits = a->dimension_count + eg_type_dimensions(there->type) ==
                b->dimension_count + eg_type_dimensions(here->type);
    for (uint32_t i = 0; fits && a->dimension_count == b->dimension_count && i < a->dimension_count; i++) {
        const eg_expr *one = a->dimensions[i], *other = b->dimensions[i];
        fits = one->kind != EG_E_NUMBER || other->kind != EG_E_NUMBER || one->number == other->number;
    }
    if (fits)
        return true;
    eg_error(r, here->owner->syntax->source, b->at,
             "\"%s\" is outer, but the inner one around \"%.200s\" has other dimensions", b->name,
             eg_node_path(r, node));
    eg_hint(r, "declare both with the same sizes");
    return false;
}

static bool is_of_kind(eg_reader *r, const eg_node *inner, eg_node *node, eg_definition *home,
                       const eg_component *component)
{
    eg_definition *of_inner = NULL, *of_outer = NULL;
    eg_member *there = eg_find_member(r, inner->home, inner->name);
    eg_member *here = eg_find_member(r, home, component->name);
    eg_definition *type = there ? eg_member_type(r, there) : NULL;
    eg_definition *wanted = here ? eg_member_type(r, here) : NULL;
    if (!type || !wanted)
        return true; /* was reported */
    eg_category category = eg_classify(r, type, &of_inner);
    bool fits = category == eg_classify(r, wanted, &of_outer);
    if (fits && category == EG_C_VALUE)
        fits = of_inner->type == of_outer->type;
    if (fits && !same_sizes(r, node, there, here))
        return false;
    if (!fits) {
        eg_error(r, home->syntax->source, component->at,
                 "\"%s\" is outer of type %.200s, but the inner one around \"%.200s\" is of type %.200s",
                 component->name, wanted->full, eg_node_path(r, node), type->full);
        eg_hint(r, "declare both of one type");
    }
    return fits;
}

/* Can a component of that class stand in the model without anybody saying more of it? */
static bool has_defaults(eg_reader *r, eg_definition *home, const eg_component *component)
{
    eg_member *here = eg_find_member(r, home, component->name);
    eg_definition *type = here ? eg_member_type(r, here) : NULL;
    return type && !component->condition && component->dimension_count == 0 && !eg_is_partial(r, type) &&
           eg_classify(r, type, NULL) == EG_C_MODEL && type->kind == EG_D_SCOPE;
}

/* Settings may speak of it, though no class declares it. */
static void take_settings(eg_reader *r, const eg_node *model, eg_definition *home,
                          const eg_component *component)
{
    eg_definition *type = eg_member_type(r, eg_find_member(r, home, component->name));
    for (uint32_t i = 0; i < model->entry_count; i++) {
        const eg_modifier *whole = model->entries[i].modifier;
        for (uint32_t k = 0; k < whole->count; k++) {
            eg_modifier *setting = whole->arguments[k];
            if (!setting->is_awaited || strcmp(setting->name, component->name) != 0)
                continue;
            setting->is_awaited = false;
            eg_check_component_modifier(r, type, component->name, setting);
        }
    }
}

static bool share_default(eg_reader *r, eg_node *node, eg_node *model, eg_definition *home,
                          const eg_component *component)
{
    eg_warn(r, home->syntax->source, component->at,
            "\"%s\" is outer, but nothing declares it inner: it stands in the model as its class has it",
            component->name);
    eg_hint(r, "declare it in the model: inner %s %s;",
            eg_reference_text(r, component->type, component->type->count), component->name);
    if (!eg_add_default_inner(r, model, home, component))
        return false;
    take_settings(r, model, home, component);
    eg_node *part = eg_part_of(r, model, component->name);
    if (part && part != node && eg_pairs_set(r->parts, node, component->name, part) != 0)
        r->out_of_memory = true;
    return !r->out_of_memory;
}

bool eg_share_inner(eg_reader *r, eg_node *node, eg_definition *home, const eg_component *component)
{
    eg_source *source = home->syntax->source;
    if (component->is_inner) {
        eg_error(r, source, component->at, "\"%s\" is both inner and outer, which is not supported",
                 component->name);
        eg_hint(r, "declare one of them under another name");
        return true;
    }
    for (eg_node *above = node->parent; above; above = above->parent) {
        eg_node *part = eg_part_of(r, above, component->name);
        if (!is_inner(part))
            continue;
        if (is_of_kind(r, part, node, home, component) &&
            eg_pairs_set(r->parts, node, component->name, part) != 0)
            r->out_of_memory = true;
        return !r->out_of_memory;
    }
    eg_node *model = node;
    while (model->parent)
        model = model->parent;
    if (!model->is_static && !eg_part_of(r, model, component->name) && has_defaults(r, home, component))
        return share_default(r, node, model, home, component);
    const char *path = eg_node_path(r, node);
    eg_error(r, source, component->at, "\"%s\" is outer, but nothing around%s%.200s%s declares it inner",
             component->name, *path ? " \"" : "", path, *path ? "\"" : " the model");
    eg_hint(r, "declare it in the model: inner %s %s;",
            eg_reference_text(r, component->type, component->type->count), component->name);
    return true;
}
