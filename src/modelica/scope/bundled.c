#include "modelica/scope/bundled.h"

#include "modelica/text/parser.h"

#include <string.h>

/* What follows the name of the package in that of a class which lies somewhere in it; NULL: it does not. */
static const char *behind(const eg_definition *package, const char *full)
{
    size_t length = strlen(package->full);
    if (length == 0)
        return full;
    return strncmp(full, package->full, length) == 0 && full[length] == '.' ? full + length + 1 : NULL;
}

static eg_syntax *read_text(eg_reader *r, const eg_bundled *b)
{
    size_t lines = 0;
    while (b->lines[lines])
        lines++;
    const char *text = eg_joined(r, b->lines, lines);
    eg_source *source = text ? eg_source_create(r->kept, b->name, text, strlen(text)) : NULL;
    eg_stored *stored = source ? eg_parse(r, source) : NULL;
    if (!stored || stored->count != 1 || !eg_list_add(r, &r->bundled, (void *)(uintptr_t)b)) {
        r->out_of_memory = r->out_of_memory || r->errors == 0;
        return NULL;
    }
    return stored->classes[0];
}

eg_definition *eg_bundled_child(eg_reader *r, eg_definition *package, const char *name)
{
    size_t length = strlen(name);
    for (const eg_bundled *b = eg_bundled_texts; b->name; b++) {
        const char *inner = behind(package, b->name);
        if (!inner || strncmp(inner, name, length) != 0 || (inner[length] != '\0' && inner[length] != '.'))
            continue;
        eg_syntax *syntax = inner[length] == '\0' ? read_text(r, b) : NULL;
        if (inner[length] == '\0' && !syntax)
            return NULL;
        eg_definition *d = eg_definition_new(r, EG_D_SCOPE, package, name);
        if (d) {
            d->syntax = syntax;
            d->is_native_package = !syntax;
        }
        return d;
    }
    return NULL;
}

void eg_bundled_names(eg_reader *r, const eg_definition *package, eg_list *names)
{
    for (const eg_bundled *b = eg_bundled_texts; b->name; b++) {
        const char *inner = behind(package, b->name);
        const char *symbol = inner ? eg_symbol_of(r, inner, strcspn(inner, ".")) : NULL;
        if (symbol)
            eg_list_add(r, names, (void *)(uintptr_t)symbol);
    }
}
