/* Walking through a library: package.order first, then what the package's text holds, then the files
 * beside it by name. */
#include "base/stack.h"
#include "modelica/scope/listing.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "modelica/scope/bundled.h"
#include "modelica/scope/library.h"
#include "modelica/text/parser.h"

typedef struct walk {
    eg_reader *r;
    eg_listing listing;
    void *context;
} walk;

/* ---------------------------------------------------------------- names in a package */

static void add_name(eg_reader *r, eg_list *names, const char *name)
{
    const char *symbol = eg_symbol(r, name);
    for (size_t i = 0; symbol && i < names->count; i++)
        if (names->items[i] == symbol)
            return;
    if (symbol)
        eg_list_add(r, names, (void *)(uintptr_t)symbol);
}

/* One name a line. */
static void add_order(eg_reader *r, const char *directory, eg_list *names)
{
    char *text;
    size_t length;
    const char *path = eg_textf(r, "%s/package.order", directory);
    if (!eg_is_file(path) || eg_file_read(path, EG_SOURCE_LIMIT, NULL, &text, &length) != EG_OK)
        return;
    char *rest = text;
    for (char *line = strtok_r(rest, "\r\n", &rest); line; line = strtok_r(NULL, "\r\n", &rest)) {
        line += strspn(line, " \t");
        line[strcspn(line, " \t")] = '\0';
        if (*line)
            add_name(r, names, line);
    }
    free(text);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void add_files(eg_reader *r, const char *directory, eg_list *names)
{
    eg_list found = {0};
    DIR *listing = opendir(directory);
    if (!listing)
        return;
    for (const struct dirent *entry = readdir(listing); entry; entry = readdir(listing)) {
        const char *name = entry->d_name;
        size_t length = strlen(name);
        bool is_text = length > 3 && strcmp(name + length - 3, ".mo") == 0 && strcmp(name, "package.mo") != 0;
        if (is_text)
            eg_list_add(r, &found, (void *)(uintptr_t)eg_textf(r, "%.*s", (int)length - 3, name));
        else if (name[0] != '.' && eg_is_file(eg_textf(r, "%s/%s/package.mo", directory, name)))
            eg_list_add(r, &found, (void *)(uintptr_t)eg_textf(r, "%s", name));
    }
    closedir(listing);
    if (found.count > 1)
        qsort(found.items, found.count, sizeof *found.items, compare_names);
    for (size_t i = 0; i < found.count; i++)
        add_name(r, names, found.items[i]);
}

static void add_classes(eg_reader *r, const eg_definition *d, eg_list *names)
{
    for (uint32_t i = 0; d->syntax && i < d->syntax->element_count; i++) {
        const eg_element *e = &d->syntax->elements[i];
        if (e->kind == EG_EL_CLASS && !e->is_protected)
            add_name(r, names, e->class->name);
    }
}

/* ---------------------------------------------------------------- classes */

static const char *kind_of(eg_reader *r, const eg_definition *d)
{
    if (!d->syntax)
        return "package";
    return eg_textf(r, "%s%s", d->syntax->is_partial ? "partial " : "",
                    eg_restriction_names[d->syntax->restriction]);
}

static bool is_package(const eg_definition *d)
{
    return d->kind == EG_D_SCOPE &&
           (!d->syntax || (d->syntax->restriction == EG_R_PACKAGE && !d->syntax->is_short));
}

static void list(walk *w, const eg_definition *d, bool is_heading)
{
    eg_listed listed = {.name = is_heading ? d->full : d->name,
                        .kind = kind_of(w->r, d),
                        .comment = d->syntax ? d->syntax->comment : NULL,
                        .is_heading = is_heading};
    w->listing(w->context, &listed);
}

/* The class of that name; what is wrong in its text is not reported but listed. */
static eg_definition *open_class(walk *w, eg_definition *package, const char *name)
{
    eg_reader *r = w->r;
    eg_diagnostics *diagnostics = r->diagnostics;
    r->diagnostics = NULL;
    eg_member *member = eg_find_member(r, package, name);
    eg_definition *d =
        member && member->kind == EG_M_CLASS && !member->is_protected ? member->definition : NULL;
    if (d && d->file)
        eg_library_load(r, d);
    bool is_broken = r->errors > 0;
    r->diagnostics = diagnostics;
    r->errors = 0;
    r->gave_up = false;
    if (!is_broken)
        return d;
    w->listing(w->context, &(eg_listed){.name = name, .kind = "", .is_broken = true});
    return NULL;
}

static void list_package(walk *w, eg_definition *d, int depth)
{
    eg_list names = {0}, packages = {0};
    eg_reader *r = w->r;
    if (d->directory)
        add_order(r, d->directory, &names);
    add_classes(r, d, &names);
    if (d->directory)
        add_files(r, d->directory, &names);
    eg_list bundled = {0};
    eg_bundled_names(r, d, &bundled);
    for (size_t i = 0; i < bundled.count; i++)
        add_name(r, &names, bundled.items[i]);
    list(w, d, true);
    for (size_t i = 0; i < names.count; i++) {
        eg_definition *child = open_class(w, d, names.items[i]);
        if (child && is_package(child))
            eg_list_add(r, &packages, child);
        else if (child)
            list(w, child, false);
    }
    for (size_t i = 0; i < packages.count && depth < EG_DEPTH_LIMIT; i++)
        list_package(w, packages.items[i], depth + 1);
}

/* ---------------------------------------------------------------- parameters and connectors */

static void list_component(walk *w, eg_definition *d, const eg_component *c)
{
    eg_member *member = eg_find_member(w->r, d, c->name);
    eg_definition *type = member && member->component == c ? eg_member_type(w->r, member) : NULL;
    bool is_connector = type && eg_classify(w->r, type, NULL) == EG_C_CONNECTOR;
    if (!is_connector && c->variability != EG_V_PARAMETER)
        return;
    eg_listed listed = {.name = c->name,
                        .kind = is_connector ? "connector" : "parameter",
                        .type = eg_reference_text(w->r, c->type, c->type->count),
                        .comment = c->comment};
    w->listing(w->context, &listed);
}

static void list_components(walk *w, eg_definition *d, int depth)
{
    uint32_t base = 0;
    if (d->kind != EG_D_SCOPE || !d->syntax || depth > EG_DEPTH_LIMIT || !eg_find_bases(w->r, d) ||
        !eg_count_steps(w->r, d->syntax->source, d->syntax->at, 1))
        return;
    if (d->syntax->is_short && d->base_count > 0)
        list_components(w, d->bases[0].definition, depth + 1);
    for (uint32_t i = 0; i < d->syntax->element_count; i++) {
        const eg_element *e = &d->syntax->elements[i];
        if (e->kind == EG_EL_EXTENDS && base < d->base_count)
            list_components(w, d->bases[base++].definition, depth + 1);
        else if (e->kind == EG_EL_COMPONENT && !e->is_protected && !e->component->is_redeclared)
            list_component(w, d, e->component);
    }
}

static void list_class(walk *w, eg_definition *d)
{
    if (is_package(d)) {
        list_package(w, d, 0);
        return;
    }
    list(w, d, true);
    list_components(w, d, 0);
}

/* ---------------------------------------------------------------- what is asked for */

static eg_status list_name(walk *w, const char *name)
{
    eg_reader *r = w->r;
    eg_definition *d = eg_definition_by_name(r, name);
    if (r->errors > 0)
        return EG_ERROR_MODEL;
    eg_list bundled = {0};
    if (d && !d->syntax)
        eg_bundled_names(r, d, &bundled);
    if (!d || d->kind != EG_D_SCOPE || d->is_written || (!d->syntax && bundled.count == 0))
        return EG_ERROR_FILE;
    list_class(w, d);
    return EG_OK;
}

static eg_status list_file(walk *w, const char *path)
{
    eg_reader *r = w->r;
    eg_source *source;
    eg_definition *package;
    const char *inside = eg_textf(r, "%s/package.mo", path);
    const char *file = eg_is_file(inside) ? inside : path;
    eg_status status = eg_load_file(r, file, &source);
    if (status != EG_OK)
        return status == EG_ERROR_FILE ? EG_ERROR_MODEL : status;
    eg_stored *stored = eg_library_enter(r, source, file, &package);
    for (uint32_t i = 0; stored && r->errors == 0 && i < stored->count; i++) {
        eg_member *member = eg_find_member(r, package, stored->classes[i]->name);
        if (member && member->kind == EG_M_CLASS)
            list_class(w, member->definition);
    }
    return r->errors > 0 ? EG_ERROR_MODEL : EG_OK;
}

typedef struct asked {
    const char *name;
    const eg_read_options *options;
    eg_diagnostics *diagnostics;
    eg_listing listing;
    void *context;
    eg_status status;
} asked;

static void carry_out(void *context)
{
    asked *a = context;
    eg_reader r;
    struct stat info;
    eg_arena *kept = eg_arena_create();
    a->status = EG_ERROR_MEMORY;
    if (!kept)
        return;
    walk w = {.r = &r, .listing = a->listing, .context = a->context};
    if (eg_reader_begin(&r, kept, a->options, a->diagnostics))
        a->status = strchr(a->name, '/') || stat(a->name, &info) == 0 ? list_file(&w, a->name)
                                                                      : list_name(&w, a->name);
    if (r.out_of_memory)
        a->status = EG_ERROR_MEMORY;
    eg_reader_end(&r);
    eg_arena_free(kept);
}

eg_status eg_list_library(const char *name, const eg_read_options *options, eg_diagnostics *diagnostics,
                          eg_listing listing, void *context)
{
    asked a = {name, options, diagnostics, listing, context, EG_OK};
    return eg_with_stack(carry_out, &a) ? a.status : EG_ERROR_MEMORY;
}
