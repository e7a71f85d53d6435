/* Results are named by path, without the quotes of quoted identifiers: 'a.b' and b of the component a would
 * be one name. Only texts with quoted identifiers can hold such a pair, and only these are looked through. */
#include <string.h>

#include "component/spec.h"
#include "modelica/instance/node.h"

typedef struct checking {
    eg_reader *r;
    const eg_spec *spec;
    eg_names *taken;
} checking;

static void take(checking *c, const char *path, eg_place place)
{
    int outcome = eg_names_add(c->taken, path, 0);
    if (outcome < 0)
        c->r->out_of_memory = true;
    if (outcome <= 0 || c->r->errors >= EG_ERROR_LIMIT)
        return;
    c->r->errors++;
    eg_report(c->r->diagnostics, EG_ERROR, place, "two results would have the name \"%.200s\"", path);
    eg_remedy(c->r->diagnostics, "quotes are no part of the name of a result: call one of them differently");
}

static void take_of_instance(checking *c, const eg_instance *instance, const char *name)
{
    take(c, eg_textf(c->r, "%s%s%s", instance->path, *instance->path ? "." : "", name),
         eg_instance_place(instance));
}

bool eg_check_collisions(eg_reader *r, const eg_spec *spec)
{
    checking c = {r, spec, eg_names_create(64)};
    if (!c.taken) {
        r->out_of_memory = true;
        return false;
    }
    for (size_t i = 0; i < spec->instance_count; i++) {
        const eg_class *class = spec->instances[i].class;
        for (size_t k = 0; k < class->variable_count; k++)
            take_of_instance(&c, &spec->instances[i], class->variables[k].name);
        for (size_t k = 0; k < class->parameter_count; k++)
            take_of_instance(&c, &spec->instances[i], class->parameters[k].name);
    }
    for (size_t i = 0; i < spec->declared_count; i++)
        take(&c, spec->declared[i].path, EG_NOWHERE);
    for (size_t i = 0; i < spec->variable_count; i++)
        take(&c, spec->variables[i].path, spec->variables[i].place);
    for (size_t i = 0; i < spec->connector_count; i++)
        take(&c, spec->connectors[i].path, spec->connectors[i].place);
    eg_names_free(c.taken);
    return !r->out_of_memory;
}
