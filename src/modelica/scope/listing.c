/* Walking through a library: package.order first, then what the package's text holds, then the files
 * beside it by name. */
#include "base/names.h"
#include "base/stack.h"
#include "modelica/scope/listing_class.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "modelica/scope/bundled.h"
#include "modelica/scope/library.h"
#include "modelica/text/parser.h"
#include "modelica/value/functions.h"

typedef struct walk {
    eg_reader *r;
    eg_listing listing;
    void *context;
    const eg_stored
        *stored; /* the text that was asked for, and what stands behind its `within`; NULL: none */
    eg_definition *package;
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

static void add_files(eg_reader *r, const char *directory, eg_list *names)
{
    eg_list found = {0};
    eg_library_names(r, directory, &found);
    for (size_t i = 0; i < found.count; i++)
        add_name(r, names, found.items[i]);
}

static void add_classes(eg_reader *r, const eg_definition *d, eg_list *names)
{
    for (uint32_t i = 0; d->syntax && i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        if (e->kind == EG_EL_CLASS && !e->is_protected)
            add_name(r, names, e->class->name);
    }
}

/* ---------------------------------------------------------------- classes */

static bool is_package(const eg_definition *d)
{
    return d->kind == EG_D_SCOPE &&
           (!d->syntax || (d->syntax->restriction == EG_R_PACKAGE && !d->syntax->is_short));
}

static void list(walk *w, const eg_definition *d, bool is_heading)
{
    eg_listed listed = {.is = is_heading ? EG_LISTED_HEADING : EG_LISTED_CLASS,
                        .name = is_heading ? d->full : d->name,
                        .kind = eg_listed_kind_of(w->r, d),
                        .comment = eg_listed_comment(w->r, d)};
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
    w->listing(w->context, &(eg_listed){.is = EG_LISTED_BROKEN, .name = name});
    return NULL;
}

static void add_names(eg_reader *r, const eg_list *from, eg_list *names)
{
    for (size_t i = 0; i < from->count; i++)
        add_name(r, names, from->items[i]);
}

/* Of functions by their full names those that stand in the package. */
static void add_functions(eg_reader *r, const eg_definition *package, eg_list *names)
{
    eg_list all = {0};
    size_t length = strlen(package->full);
    eg_function_names(r, &all);
    for (size_t i = 0; i < all.count; i++) {
        const char *name = all.items[i];
        if (strncmp(name, package->full, length) == 0 && name[length] == '.' &&
            !strchr(name + length + 1, '.'))
            add_name(r, names, name + length + 1);
    }
}

/* What the program itself has in the package. */
static void add_built_in(eg_reader *r, const eg_definition *package, eg_list *names)
{
    eg_list found = {0};
    eg_bundled_names(r, package, &found);
    if (package->is_native_package && !package->syntax && package->enclosing) {
        eg_native_names(r, package, &found);
        add_functions(r, package, &found);
    }
    add_names(r, &found, names);
}

eg_list eg_listed_names(eg_reader *r, const eg_definition *package)
{
    eg_list names = {0};
    if (package->directory)
        add_order(r, package->directory, &names);
    add_classes(r, package, &names);
    if (package->directory)
        add_files(r, package->directory, &names);
    add_built_in(r, package, &names);
    return names;
}

static void list_package(walk *w, eg_definition *d, int depth)
{
    eg_list packages = {0};
    eg_reader *r = w->r;
    const eg_list names = eg_listed_names(r, d);
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

/* ---------------------------------------------------------------- who uses a class */

static bool extends(eg_reader *r, eg_definition *user, const eg_definition *d)
{
    for (uint32_t i = 0; eg_find_bases(r, user) && i < user->base_count; i++)
        if (user->bases[i].definition == d)
            return true;
    return false;
}

static bool has_part(eg_reader *r, eg_definition *user, const eg_definition *d)
{
    for (uint32_t i = 0; i < user->syntax->element_count; i++) {
        const eg_class_element *e = &user->syntax->elements[i];
        eg_member *m = e->kind == EG_EL_COMPONENT ? eg_find_member(r, user, e->component->name) : NULL;
        if (m && m->kind == EG_M_COMPONENT && m->component == e->component && eg_member_type(r, m) == d)
            return true;
    }
    return false;
}

/* The class `user`, and those in it, as far as their texts have been read. */
static void list_users_in(walk *w, eg_definition *user, const eg_definition *d, int depth)
{
    eg_reader *r = w->r;
    if (!user->syntax || depth > EG_DEPTH_LIMIT ||
        !eg_count_steps(r, user->syntax->source, user->syntax->at, 1))
        return;
    if (user != d && (extends(r, user, d) || has_part(r, user, d)))
        w->listing(w->context, &(eg_listed){.is = EG_LISTED_USER, .name = user->full});
    for (uint32_t i = 0; i < user->syntax->element_count; i++) {
        const eg_class_element *e = &user->syntax->elements[i];
        eg_member *m = e->kind == EG_EL_CLASS ? eg_find_member(r, user, e->class->name) : NULL;
        if (m && m->kind == EG_M_CLASS && m->definition->enclosing == user)
            list_users_in(w, m->definition, d, depth + 1);
    }
}

/* Classes of the text, or of the library's package, that extend the class or have parts of it. What is wrong
 * in others is not reported. */
static void list_users(walk *w, eg_definition *d)
{
    eg_reader *r = w->r;
    eg_diagnostics *diagnostics = r->diagnostics;
    eg_definition *top = d;
    if (!d->syntax || d->native || d->is_written || r->errors > 0)
        return;
    r->diagnostics = NULL;
    while (top->enclosing && *top->enclosing->full)
        top = top->enclosing;
    if (top->syntax || !w->stored)
        list_users_in(w, top, d, 0);
    for (uint32_t i = 0; w->stored && i < w->stored->count; i++) {
        eg_member *m = eg_find_member(r, w->package, w->stored->classes[i]->name);
        bool is_other =
            m && m->kind == EG_M_CLASS && m->definition != top && (!*w->package->full || !top->syntax);
        if (is_other)
            list_users_in(w, m->definition, d, 0);
    }
    r->diagnostics = diagnostics;
    r->errors = 0;
    r->gave_up = false;
}

/* The class `user` of a library, and all that stands in it, in its text or in files beside it, which are read
 * for that; what uses the native class is listed. */
static void search_users(walk *w, eg_definition *user, const eg_definition *native, int depth)
{
    eg_reader *r = w->r;
    if (!user->syntax || user->is_written || depth > EG_DEPTH_LIMIT ||
        !eg_count_steps(r, user->syntax->source, user->syntax->at, 1))
        return;
    if (extends(r, user, native) || has_part(r, user, native))
        w->listing(w->context, &(eg_listed){.is = EG_LISTED_USER, .name = user->full});
    r->errors = 0;
    const eg_list names = eg_listed_names(r, user);
    for (size_t i = 0; i < names.count; i++) {
        eg_definition *child = open_class(w, user, names.items[i]);
        if (child && child->enclosing == user)
            search_users(w, child, native, depth + 1);
    }
}

/* A listing without what is broken: who is asked for users is not told of texts that cannot be read. */
static void list_users_alone(void *context, const eg_listed *listed)
{
    const walk *asked = context;
    if (listed->is == EG_LISTED_USER)
        asked->listing(asked->context, listed);
}

/* Of the include directories; what is wrong in their texts is not reported. */
static eg_status list_native_users(walk *w, const char *name)
{
    eg_reader *r = w->r;
    eg_list names = {0};
    eg_diagnostics *diagnostics = r->diagnostics;
    walk quiet = {.r = r, .listing = list_users_alone, .context = w};
    const eg_definition *native = eg_definition_by_name(r, name);
    r->diagnostics = NULL;
    for (size_t i = 0; native && i < r->include_count; i++)
        add_files(r, r->include_dirs[i], &names);
    for (size_t i = 0; native && i < names.count; i++) {
        eg_definition *top = eg_definition_by_name(r, names.items[i]);
        r->errors = 0;
        r->gave_up = false;
        if (top && top->file)
            eg_library_load(r, top);
        r->errors = 0;
        r->gave_up = false;
        if (top)
            search_users(&quiet, top, native, 0);
    }
    r->diagnostics = diagnostics;
    r->errors = 0;
    r->gave_up = false;
    return native ? EG_OK : EG_ERROR_FILE;
}

static void list_class(walk *w, eg_definition *d)
{
    if (is_package(d)) {
        list_package(w, d, 0);
        return;
    }
    eg_list_class(w->r, d, NULL, w->listing, w->context);
    list_users(w, d);
}

/* ---------------------------------------------------------------- what is asked for */

/* A name in a package of the user's that is nearly right; false where there is none. */
static bool refuse_name(eg_reader *r, const char *name)
{
    const char *dot = strrchr(name, '.');
    const eg_definition *package =
        dot ? eg_definition_by_name(r, eg_textf(r, "%.*s", (int)(dot - name), name)) : NULL;
    if (!package || !package->syntax || package->is_written)
        return false;
    const eg_list names = eg_listed_names(r, package);
    if (!eg_nearest(dot + 1, (const char *const *)names.items, names.count))
        return false;
    eg_error(r, package->syntax->source, package->syntax->at, "\"%.200s\" has no class \"%.200s\"",
             package->full, dot + 1);
    eg_hint_nearest(r, dot + 1, (const char *const *)names.items, names.count);
    return true;
}

static eg_status list_name(walk *w, const char *name)
{
    eg_reader *r = w->r;
    eg_definition *d = eg_definition_by_name(r, name);
    if (r->errors > 0)
        return EG_ERROR_MODEL;
    if (!d)
        return refuse_name(r, name) ? EG_ERROR_MODEL : EG_ERROR_FILE;
    if (is_package(d)) {
        list_package(w, d, 0);
    } else {
        eg_list_class(r, d, name, w->listing, w->context);
        list_users(w, d);
    }
    return r->errors > 0 ? EG_ERROR_MODEL : EG_OK;
}

/* The class of that name among those of the file: "Stop", "Lib.Stop", or "Lib.Stop" said as "Stop". */
static eg_definition *class_of_file(eg_reader *r, const eg_stored *stored, eg_definition *package,
                                    const char *name)
{
    for (uint32_t i = 0; i < stored->count; i++) {
        eg_member *member = eg_find_member(r, package, stored->classes[i]->name);
        eg_definition *d = member && member->kind == EG_M_CLASS ? member->definition : NULL;
        size_t length = d ? strlen(d->full) : 0;
        if (!d)
            continue;
        if (strcmp(name, d->name) == 0 || strcmp(name, d->full) == 0)
            return d;
        if (strncmp(name, d->full, length) == 0 && name[length] == '.')
            return eg_definition_by_name(r, name);
        member = stored->count == 1 && !strchr(name, '.') ? eg_find_member(r, d, eg_symbol(r, name)) : NULL;
        if (member && member->kind == EG_M_CLASS)
            return member->definition;
    }
    return NULL;
}

static void gather_class_names(eg_reader *r, const eg_syntax *class, const char *outer, eg_list *names)
{
    const char *name = *outer ? eg_textf(r, "%s.%s", outer, class->name) : class->name;
    eg_list_add(r, names, (void *)(uintptr_t)name);
    for (uint32_t i = 0; i < class->element_count; i++)
        if (class->elements[i].kind == EG_EL_CLASS)
            gather_class_names(r, class->elements[i].class, name, names);
}

static void refuse_class(eg_reader *r, const eg_stored *stored, const char *name)
{
    eg_list names = {0}, lasts = {0};
    for (uint32_t i = 0; i < stored->count; i++)
        gather_class_names(r, stored->classes[i], "", &names);
    for (size_t i = 0; i < names.count; i++) {
        const char *dot = strrchr(names.items[i], '.');
        eg_list_add(r, &lasts, dot ? (void *)(uintptr_t)(dot + 1) : names.items[i]);
    }
    eg_error(r, stored->source, 0, "the text has no class \"%.200s\"", name);
    if (eg_hint_nearest(r, name, (const char *const *)names.items, names.count) ||
        eg_hint_nearest(r, name, (const char *const *)lasts.items, lasts.count))
        return;
    const char *all = "";
    for (size_t i = 0; i < names.count && i < 20; i++)
        all = eg_textf(r, "%s%s%s", all, i > 0 ? ", " : "", (const char *)names.items[i]);
    eg_hint(r, "it has: %.600s%s", all, names.count > 20 ? ", ..." : "");
}

static eg_status list_file(walk *w, const char *path, const char *class)
{
    eg_reader *r = w->r;
    eg_source *source;
    eg_definition *package;
    const char *inside = eg_textf(r, "%s/package.mo", path);
    const char *file = eg_is_file(inside) ? inside : path;
    eg_status status = eg_load_file(r, file, &source);
    if (status != EG_OK)
        return status == EG_ERROR_FILE ? EG_ERROR_MODEL : status;
    r->main_source = source;
    eg_stored *stored = eg_library_enter(r, source, file, &package);
    w->stored = stored;
    w->package = package;
    eg_definition *chosen = stored && class ? class_of_file(r, stored, package, class) : NULL;
    if (chosen)
        list_class(w, chosen);
    else if (stored && class && r->errors == 0)
        refuse_class(r, stored, class);
    for (uint32_t i = 0; stored && !class && r->errors == 0 && i < stored->count; i++) {
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
    bool of_users; /* who uses the native class of that name */
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
    const bool begun = eg_reader_begin(&r, kept, a->options, a->diagnostics);
    if (begun && a->of_users)
        a->status = list_native_users(&w, a->name);
    else if (begun)
        a->status = strchr(a->name, '/') || stat(a->name, &info) == 0
                        ? list_file(&w, a->name, a->options->model)
                        : list_name(&w, a->name);
    if (r.out_of_memory)
        a->status = EG_ERROR_MEMORY;
    eg_reader_end(&r);
    eg_arena_free(kept);
}

eg_status eg_list_library(const char *name, const eg_read_options *options, eg_diagnostics *diagnostics,
                          eg_listing listing, void *context)
{
    asked a = {name, options, diagnostics, listing, context, false, EG_OK};
    return eg_with_stack(carry_out, &a) ? a.status : EG_ERROR_MEMORY;
}

eg_status eg_list_users(const char *name, const eg_read_options *options, eg_diagnostics *diagnostics,
                        eg_listing listing, void *context)
{
    asked a = {name, options, diagnostics, listing, context, true, EG_OK};
    return eg_with_stack(carry_out, &a) ? a.status : EG_ERROR_MEMORY;
}
