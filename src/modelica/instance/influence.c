/* Every question is an edge from who asks to what is asked for, unless who asks decides the structure: then
 * what is asked for does so too, at once. In the end this is passed on along the edges. There are as many
 * edges as references between parameters, and two passes over them suffice nearly always, since an edge is
 * noted before those that start where it ends, the first time. */
#include "modelica/instance/influence.h"

#include "component/spec_bound.h"

typedef struct edge {
    eg_asker from;
    const void *owner, *part;
} edge;

static bool holds(const eg_reader *r, const void *owner, const void *part)
{
    return eg_pairs_get(r->held, owner, part) != NULL;
}

static void hold(eg_reader *r, const void *owner, const void *part)
{
    if (eg_pairs_set(r->held, owner, part, r) != 0)
        r->out_of_memory = true;
}

void eg_note_influence(eg_reader *r, const void *owner, const void *part)
{
    if (r->asker.keeps || r->is_asserting)
        return;
    /* In flat text a number that equations have is held, unless they name what it came from. */
    const bool is_held = r->asker.holds || (r->is_for_text && !r->asker.owner);
    if (is_held)
        hold(r, owner, part);
    if (!r->asker.owner && !(is_held && part))
        return;
    edge *e = eg_new(r, sizeof *e);
    if (e) {
        *e = (edge){r->asker, owner, part};
        eg_list_add(r, &r->influences, e);
    }
}

bool eg_note_declared(eg_reader *r, const eg_node *node)
{
    return eg_list_add(r, &r->declared, (void *)(uintptr_t)node);
}

/* Does what is asked for by it have to stay what it is? */
static bool reaches(const eg_reader *r, const eg_asker *from)
{
    return holds(r, from->owner, from->part) ||
           (r->is_for_text && eg_pairs_get(r->untraced, from->owner, from->part));
}

static void pass_on(eg_reader *r)
{
    for (bool changed = true; changed && !r->out_of_memory;) {
        changed = false;
        for (size_t i = 0; i < r->influences.count; i++) {
            const edge *e = r->influences.items[i];
            if (!e->from.owner || holds(r, e->owner, e->part) || !reaches(r, &e->from))
                continue;
            hold(r, e->owner, e->part);
            changed = true;
        }
    }
}

/* Of a spec for flat text: by their paths. */
static bool hold_paths(eg_reader *r, eg_spec *spec)
{
    bool ok = true;
    for (size_t i = 0; ok && i < r->declared.count && i < spec->declared_count; i++)
        if (r->declared.items[i] && holds(r, r->declared.items[i], NULL))
            ok = eg_spec_hold_path(spec, spec->declared[i].path, NULL) == 0;
    for (size_t i = 0; ok && i < r->influences.count; i++) {
        const edge *e = r->influences.items[i];
        if (!e->part || !holds(r, e->owner, e->part))
            continue;
        const eg_parameter *p = e->part;
        const char *path = eg_node_path(r, (eg_node *)(uintptr_t)e->owner);
        ok = eg_spec_hold_path(spec, eg_textf(r, "%s%s%s", path, *path ? "." : "", p->name), NULL) == 0;
    }
    return ok;
}

/* Parameters of components that others ask for, each once. */
static bool hold_parameters(eg_reader *r, eg_spec *spec)
{
    for (size_t i = 0; i < r->influences.count; i++) {
        const edge *e = r->influences.items[i];
        if (!e->part || eg_pairs_get(r->held, e->owner, e->part) != r)
            continue;
        if (eg_pairs_set(r->held, e->owner, e->part, spec) != 0)
            return false;
        long at = eg_names_find(spec->paths, eg_node_path(r, (eg_node *)(uintptr_t)e->owner));
        const eg_class *class = at < 0 ? NULL : spec->instances[at].class;
        for (size_t k = 0; class && k < class->parameter_count; k++)
            if (&class->parameters[k] == e->part &&
                eg_spec_hold(spec, (eg_held){.instance = (int)at, .parameter = (int)k}) < 0)
                return false;
    }
    return true;
}

/* What a variable of type String may be is known when all texts are: for results, and for messages. */
static bool add_legends(eg_reader *r, eg_spec *spec)
{
    const char **texts = eg_new_array(r, r->texts.count + 1, sizeof *texts);
    const char **names =
        eg_new_array(r, r->texts.count + 1, sizeof *names); /* a name has a letter at least */
    for (size_t i = 0; texts && names && i < r->texts.count; i++) {
        texts[i] = r->texts.items[i];
        names[i] = *texts[i] ? texts[i] : "(empty)";
    }
    if (texts && eg_spec_name_texts(spec, texts) < 0)
        r->out_of_memory = true;
    for (size_t i = 0; i < r->legends.count && !r->out_of_memory; i++) {
        eg_legend legend = *(const eg_legend *)r->legends.items[i];
        if (legend.type_name && !legend.literals)
            legend.literals = names;
        if (eg_spec_add_legend(spec, legend) < 0)
            r->out_of_memory = true;
    }
    return !r->out_of_memory;
}

bool eg_settle_influence(eg_reader *r, eg_spec *spec)
{
    pass_on(r);
    for (size_t i = 0; i < r->declared.count && i < spec->declared_count; i++) {
        eg_declared *d = &spec->declared[i];
        const eg_node *node = r->declared.items[i];
        d->is_tunable = node && d->type == EG_REAL && !d->is_fixed && !holds(r, node, NULL);
    }
    if (!r->out_of_memory && (r->is_for_text ? !hold_paths(r, spec) : !hold_parameters(r, spec)))
        r->out_of_memory = true;
    return !r->out_of_memory && add_legends(r, spec);
}
