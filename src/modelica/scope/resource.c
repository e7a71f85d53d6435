/* Names of files in models (chapter 13.5 of the language specification). */
#include "modelica/scope/resource.h"

#include <string.h>

#include "modelica/instance/node.h"
#include "modelica/scope/library.h"

/* The directory in which a file lies; NULL when the name has none. */
static const char *directory_of(eg_reader *r, const char *file)
{
    const char *slash = file ? strrchr(file, '/') : NULL;
    return slash ? eg_textf(r, "%.*s", (int)(slash - file), file) : NULL;
}

/* Where a package or class lies: its own directory, or that of the text it is written in. */
static const char *place_of(eg_reader *r, const eg_definition *d)
{
    if (d->directory)
        return d->directory;
    if (!d->syntax || d->is_written)
        return NULL;
    const char *directory = directory_of(r, d->syntax->source->name);
    return directory ? directory : ".";
}

const char *eg_resource_path(eg_reader *r, const char *name, const char **library)
{
    static const char modelica[] = "modelica://", file[] = "file://";
    *library = NULL;
    if (strncmp(name, file, sizeof file - 1) == 0)
        return name + sizeof file - 1;
    if (strncmp(name, modelica, sizeof modelica - 1) != 0)
        return name;
    const char *at = name + sizeof modelica - 1, *directory = NULL;
    size_t whole = strcspn(at, "/");
    *library = eg_textf(r, "%.*s", (int)strcspn(at, "./"), at);
    eg_definition *d = r->root;
    for (const char *end = at + whole; at < end;) {
        size_t length = strcspn(at, "./");
        const char *symbol = eg_symbol_of(r, at, length);
        eg_member *member = symbol && d->kind == EG_D_SCOPE ? eg_find_member(r, d, symbol) : NULL;
        if (!member || member->kind != EG_M_CLASS)
            break;
        d = member->definition;
        const char *own = place_of(r, d);
        directory = own ? own : directory;
        at += length + (at[length] == '.');
    }
    const char *rest = name + sizeof modelica - 1 + whole;
    return directory ? eg_textf(r, "%s%s", directory, rest) : NULL;
}

const char *eg_file_beside(eg_reader *r, const eg_node *node, const char *name)
{
    if (name[0] == '/')
        return name;
    for (; node; node = node->parent) {
        const eg_source *source = eg_node_source(node);
        const char *directory = source ? directory_of(r, source->name) : NULL;
        const char *path = directory ? eg_textf(r, "%s/%s", directory, name) : NULL;
        if (path && eg_is_file(path))
            return path;
    }
    return name;
}
