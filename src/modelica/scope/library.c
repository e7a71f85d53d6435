/* Texts in files: chapter 13 of the language specification. A class A lies in DIR/A.mo, or DIR/A/package.mo
 * with its own classes beside it; a library may have its version in its name, "A 1.2.0". A file is read when
 * somebody asks for what it may hold. */
#define _XOPEN_SOURCE 700 /* realpath */

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/stack.h"
#include "modelica/scope/library.h"
#include "modelica/text/parser.h"

/* ---------------------------------------------------------------- finding files */

/* Where the text of a class lies. */
typedef struct place {
    const char *file;
    const char *directory; /* of its own classes; NULL: none */
} place;

/* DIR/A.emx or DIR/A.sidops, which holds the model A; "": there is none. */
static const char *of_20sim(eg_reader *r, const char *own)
{
    static const char *const endings[] = {".emx", ".sidops"};
    for (int i = 0; i < 2; i++) {
        const char *file = eg_textf(r, "%s%s", own, endings[i]);
        if (eg_is_file(file))
            return file;
    }
    return "";
}

/* DIR/A/package.mo or DIR/A.mo; both at once would leave it open which is meant. Where there is neither, a
 * text of 20-sim's. */
static bool locate(eg_reader *r, const char *directory, const char *name, place *found)
{
    const char *own = eg_textf(r, "%s/%s", directory, name);
    const char *package = eg_textf(r, "%s/package.mo", own);
    const char *single = eg_textf(r, "%s.mo", own);
    bool has_package = eg_is_file(package), has_single = eg_is_file(single);
    if (has_package && has_single) {
        eg_error(r, NULL, 0, "\"%s\" has two texts: %.300s and %.300s", name, package, single);
        eg_hint(r, "remove one of them");
    }
    if (!has_package && !has_single) {
        single = of_20sim(r, own);
        has_single = *single;
    }
    *found = has_package ? (place){package, own} : (place){single, NULL};
    return has_package || has_single;
}

/* In an include directory: by its name, with a version behind it, or the directory itself is the library. */
static bool locate_library(eg_reader *r, const char *directory, const char *name, place *found)
{
    if (locate(r, directory, name, found))
        return true;
    const char *versioned = eg_newest_version(r, directory, name);
    if (versioned)
        return locate(r, directory, versioned, found);
    const char *package = eg_textf(r, "%s/package.mo", directory);
    if (!eg_is_named(directory, name) || !eg_is_file(package))
        return false;
    *found = (place){package, directory};
    return true;
}

/* In the package's directory; for the root, in one of the include directories. */
static bool locate_child(eg_reader *r, const eg_definition *package, const char *name, place *found)
{
    if (name[0] == '\'' || strchr(name, '/'))
        return false;
    if (package->directory)
        return locate(r, package->directory, name, found);
    for (size_t i = 0; i < r->include_count && !package->enclosing; i++)
        if (locate_library(r, r->include_dirs[i], name, found))
            return true;
    return false;
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void eg_library_names(eg_reader *r, const char *directory, eg_list *names)
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
        eg_list_add(r, names, found.items[i]);
}

void eg_library_locate(eg_reader *r, eg_definition *package)
{
    place found;
    if (package->kind != EG_D_SCOPE || !package->enclosing || package->file || package->syntax ||
        !locate_child(r, package->enclosing, package->name, &found))
        return;
    package->file = found.file;
    package->directory = found.directory;
}

/* Does a file beside the package's own text hold the same class? */
void eg_library_check_beside(eg_reader *r, const eg_definition *package, const eg_syntax *class)
{
    place found;
    if (!package->directory || class->source != package->syntax->source ||
        !locate_child(r, package, class->name, &found))
        return;
    eg_error(r, class->source, class->at, "\"%s\" is declared here and in %.300s", class->name, found.file);
    eg_hint(r, "remove one of them, or give them different names");
}

/* ---------------------------------------------------------------- reading files */

static eg_stored *parse_file(eg_reader *r, const char *path)
{
    eg_source *source;
    eg_status status = eg_load_file(r, path, &source);
    if (status == EG_ERROR_MEMORY)
        r->out_of_memory = true;
    if (status != EG_OK || !eg_source_is_text(source, r->diagnostics)) {
        r->errors++;
        return NULL;
    }
    eg_list_add(r, &r->files, (void *)(uintptr_t)source->name);
    return eg_parse(r, source);
}

static void refuse_within(eg_reader *r, const eg_stored *stored, const char *within, const char *expected)
{
    uint32_t at = stored->within ? stored->within->parts[0].at : 0;
    if (!*within)
        eg_error(r, stored->source, at, "this file lies in the package \"%.200s\", but does not say so",
                 expected);
    else if (!*expected)
        eg_error(r, stored->source, at,
                 "this file says that it belongs to \"%.200s\", but it lies in no package", within);
    else
        eg_error(r, stored->source, at,
                 "this file says that it belongs to \"%.200s\", but it lies in the package \"%.200s\"",
                 within, expected);
    if (*expected)
        eg_hint(r, "begin it with \"within %.200s;\"", expected);
    else
        eg_hint(r, "begin it with \"within ;\", or put it into the directory of the package");
}

/* The class of that name; reports when the file holds none, or says that it belongs elsewhere. */
static eg_syntax *expected_class(eg_reader *r, const eg_stored *stored, const eg_definition *package,
                                 const char *name)
{
    const char *within = stored->within ? eg_reference_text(r, stored->within, stored->within->count) : "";
    const char *expected = package->enclosing ? package->full : "";
    if (strcmp(within, expected) != 0 && !eg_source_is_sidops(stored->source->name)) {
        refuse_within(r, stored, within, expected);
        return NULL;
    }
    for (uint32_t i = 0; i < stored->count; i++)
        if (stored->classes[i]->name == name)
            return stored->classes[i];
    if (r->errors == 0) {
        eg_error(r, stored->source, 0, "this file should hold the class \"%.200s\"", name);
        eg_hint(r, "give class and file the same name");
    }
    return NULL;
}

static eg_definition *define_at(eg_reader *r, eg_definition *package, const char *name, const place *found)
{
    eg_stored *stored = parse_file(r, found->file);
    eg_syntax *class = stored ? expected_class(r, stored, package, name) : NULL;
    eg_definition *d = class ? eg_define(r, package, class) : NULL;
    if (d)
        d->directory = found->directory;
    return d;
}

eg_definition *eg_library_child(eg_reader *r, eg_definition *package, const char *name)
{
    place found;
    if (locate_child(r, package, name, &found))
        return define_at(r, package, name, &found);
    eg_definition *d = eg_dyad_module_child(r, package, name);
    return d || package->enclosing ? d : eg_dyad_find_library(r, name);
}

eg_definition *eg_library_in(eg_reader *r, eg_definition *package, const char *directory, const char *name)
{
    place found;
    if (!locate(r, directory, name, &found) || !found.directory)
        return NULL;
    return define_at(r, package, name, &found);
}

void eg_library_load(eg_reader *r, eg_definition *package)
{
    const char *file = package->file;
    package->file = NULL;
    if (!file)
        return;
    eg_stored *stored = parse_file(r, file);
    eg_syntax *class = stored ? expected_class(r, stored, package->enclosing, package->name) : NULL;
    if (!class)
        return;
    package->syntax = class;
    package->bases_state = EG_UNTOUCHED;
}

/* ---------------------------------------------------------------- which library a file belongs to */

/* The packages around a file, by the directories that have a package.mo. */
typedef struct surroundings {
    const char *name;    /* "A.B" of DIR/A/B; "" when there are none */
    eg_list directories; /* of const char *: DIR/A/B, DIR/A */
} surroundings;

/* Cuts the last part off a path; the part, or NULL when nothing is left. */
static char *cut_last(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return NULL;
    *slash = '\0';
    return slash + 1;
}

/* A library's directory may have any name; then its package.mo tells. */
static const char *library_name(eg_reader *r, const char *directory, const char *file, const char *expected)
{
    const char *last = strrchr(directory, '/') + 1;
    const char *name = eg_textf(r, "%.*s", (int)strcspn(last, " "), last);
    if (!*expected || strcmp(name, expected) == 0)
        return name;
    eg_stored *stored = parse_file(r, file);
    return stored && stored->count > 0 ? stored->classes[0]->name : name;
}

/* Climbs from a directory as long as there is a package.mo; `within` is what the file says. */
static void look_around(eg_reader *r, char *directory, const char *within, surroundings *s)
{
    const char *file = eg_textf(r, "%s/package.mo", directory);
    const char *library = eg_textf(r, "%.*s", (int)strcspn(within, "."), within);
    s->name = "";
    while (eg_is_file(file) && !r->out_of_memory) {
        const char *whole = eg_textf(r, "%s", directory), *own = file;
        const char *last = cut_last(directory);
        if (!last || !eg_list_add(r, &s->directories, (void *)(uintptr_t)whole))
            return;
        file = eg_textf(r, "%s/package.mo", directory);
        if (!eg_is_file(file))
            last = library_name(r, whole, own, library);
        s->name = *s->name ? eg_textf(r, "%s.%s", last, s->name) : eg_textf(r, "%s", last);
    }
}

/* A file in the directory of a package that does not say `within` stands for itself. */
static void warn_of_no_within(eg_reader *r, const eg_stored *stored, const char *lies_in)
{
    eg_warn(r, stored->source, stored->classes[0]->at,
            "this file lies in the package \"%.200s\", but does not say so; it is read on its own", lies_in);
    eg_hint(r, "begin it with \"within %.200s;\"", lies_in);
}

/* The path from the root, malloc'ed, also of a file that is not saved yet; NULL: there is no such
 * directory. */
static char *absolute_path(eg_reader *r, const char *path)
{
    char *whole = realpath(path, NULL);
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    if (whole)
        return whole;
    char *directory = realpath(slash ? eg_textf(r, "%.*s", (int)(slash + 1 - path), path) : ".", NULL);
    whole = directory ? strdup(eg_textf(r, "%s/%s", directory, name)) : NULL;
    free(directory);
    return whole;
}

/* Where the file's packages lie; none when it stands alone. False (reported): it lies elsewhere than it
 * says. */
static bool find_surroundings(eg_reader *r, const char *path, const eg_stored *stored, surroundings *s)
{
    const char *within = stored->within ? eg_reference_text(r, stored->within, stored->within->count) : "";
    char *directory = path && stored->count > 0 ? absolute_path(r, path) : NULL;
    const char *name = directory ? cut_last(directory) : NULL;
    bool fits = true;
    *s = (surroundings){.name = ""};
    if (name) {
        const char *inside = within;
        if (strcmp(name, "package.mo") == 0)
            inside = eg_textf(r, "%s%s%s", within, *within ? "." : "", stored->classes[0]->name);
        look_around(r, directory, inside, s);
        fits = !*s->name || strcmp(s->name, inside) == 0;
        if (!fits && !*within)
            warn_of_no_within(r, stored, s->name);
        else if (!fits)
            refuse_within(r, stored, within, s->name);
        if (!fits)
            s->directories = (eg_list){0};
    }
    free(directory);
    return fits || !*within;
}

/* ---------------------------------------------------------------- the text that is asked for */

static eg_definition *enter_within(eg_reader *r, const eg_stored *stored, const surroundings *s, size_t count)
{
    eg_definition *package = r->root;
    for (uint32_t i = 0; i < count; i++) {
        const eg_part *part = &stored->within->parts[i];
        size_t level = s->directories.count - 1 - i;
        eg_definition *inner = s->directories.count > 0
                                   ? eg_define_directory(r, package, part->name, s->directories.items[level])
                                   : eg_define_package(r, package, part->name);
        if (!inner || inner->kind != EG_D_SCOPE) {
            eg_error(r, stored->source, part->at, "\"%.200s\" is not a package",
                     eg_reference_text(r, stored->within, i + 1));
            eg_hint(r, "write the name of a package behind within");
            return NULL;
        }
        package = inner;
    }
    return package;
}

eg_stored *eg_library_enter(eg_reader *r, eg_source *source, const char *path, eg_definition **package)
{
    *package = r->root;
    if (!eg_source_is_text(source, r->diagnostics)) {
        r->errors++;
        return NULL;
    }
    eg_stored *stored = eg_parse(r, source);
    return stored && r->errors == 0 && eg_library_place(r, stored, path, package) ? stored : NULL;
}

bool eg_library_place(eg_reader *r, eg_stored *stored, const char *path, eg_definition **package)
{
    surroundings s;
    const eg_source *source = stored->source;
    *package = r->root;
    if (!find_surroundings(r, path, stored, &s))
        return false;
    if (path && s.directories.count == 0 && !eg_source_is_dyad(source->name)) {
        const char *slash = strrchr(path, '/');
        r->beside = slash ? eg_textf(r, "%.*s", (int)(slash - path), path) : ".";
    }
    size_t levels = stored->within ? stored->within->count : 0;
    eg_definition *enclosing =
        eg_source_is_dyad(source->name) ? eg_dyad_module_of(r, path) : enter_within(r, stored, &s, levels);
    if (!enclosing)
        return false;
    *package = enclosing;
    for (uint32_t i = 0; i < stored->count; i++) {
        eg_definition *d = eg_define(r, enclosing, stored->classes[i]);
        if (d && s.directories.count > levels)
            d->directory = s.directories.items[0];
    }
    return !r->out_of_memory;
}

bool eg_is_class_name(const char *name)
{
    struct stat info;
    return !eg_source_is_model(name) && !strchr(name, '/') && stat(name, &info) != 0;
}

eg_definition *eg_definition_by_name(eg_reader *r, const char *name)
{
    eg_source *source = eg_source_create(r->kept, "class name", name, strlen(name));
    eg_reference *reference = source ? eg_parse_name(r, source) : NULL;
    eg_definition *d = reference ? eg_resolve(r, r->root, source, reference, true) : NULL;
    if (d && d->file)
        eg_library_load(r, d);
    return d;
}

typedef struct visiting {
    const char *path;
    const char *text; /* called `path`; NULL: what lies there */
    size_t length;
    const eg_read_options *options;
    eg_diagnostics *diagnostics;
    eg_on_classes *visit;
    void *context;
    eg_status status;
} visiting;

/* Does its text hold the class as one of its own, rather than inside of another? */
static bool is_outermost(const eg_definition *d)
{
    const eg_syntax *around = d->enclosing ? d->enclosing->syntax : NULL;
    return !around || around->source != d->syntax->source;
}

static eg_status visit_class(visiting *v, eg_reader *r)
{
    eg_definition *d = eg_definition_by_name(r, v->path);
    if (r->errors > 0)
        return EG_ERROR_MODEL;
    if (!d || d->kind != EG_D_SCOPE || !d->syntax || d->is_written) {
        eg_report(v->diagnostics, EG_ERROR, EG_NOWHERE,
                  "\"%.200s\" is neither a file nor a class that is written in a text", v->path);
        eg_remedy(v->diagnostics,
                  "give the path of a .mo, .dyad, .emx or .sidops file, or name the directory of the library "
                  "with -I or MODELICAPATH");
        return EG_ERROR_FILE;
    }
    if (!is_outermost(d)) {
        eg_error(r, d->syntax->source, d->syntax->at, "\"%.200s\" stands inside of another class", d->full);
        eg_hint(r, "give the file, %.300s", d->syntax->source->name);
        return EG_ERROR_MODEL;
    }
    eg_stored stored = {.source = d->syntax->source, .classes = &d->syntax, .count = 1};
    r->main_source = d->syntax->source;
    v->visit(v->context, r, &stored, d->enclosing);
    return r->errors > 0 ? EG_ERROR_MODEL : EG_OK;
}

static eg_status visit_file(visiting *v, eg_reader *r)
{
    eg_definition *package;
    eg_status status = EG_OK;
    if (!v->text)
        status = eg_load_file(r, v->path, &r->main_source);
    else if (!(r->main_source = eg_source_create(r->kept, v->path, v->text, v->length)))
        status = EG_ERROR_MEMORY;
    eg_stored *stored =
        status == EG_OK ? eg_library_enter(r, r->main_source, v->text ? NULL : v->path, &package) : NULL;
    if (stored && r->errors == 0)
        v->visit(v->context, r, stored, package);
    return status == EG_OK && r->errors > 0 ? EG_ERROR_MODEL : status;
}

static void carry_out(void *context)
{
    visiting *v = context;
    eg_reader r;
    eg_arena *kept = eg_arena_create();
    v->status = EG_ERROR_MEMORY;
    if (!kept)
        return;
    if (eg_reader_begin(&r, kept, v->options, v->diagnostics))
        v->status = !v->text && eg_is_class_name(v->path) ? visit_class(v, &r) : visit_file(v, &r);
    if (r.out_of_memory)
        v->status = EG_ERROR_MEMORY;
    eg_reader_end(&r);
    eg_arena_free(kept);
}

eg_status eg_library_visit(const char *path, const eg_read_options *options, eg_diagnostics *diagnostics,
                           eg_on_classes *visit, void *context)
{
    visiting v = {
        .path = path, .options = options, .diagnostics = diagnostics, .visit = visit, .context = context};
    return eg_with_stack(carry_out, &v) ? v.status : EG_ERROR_MEMORY;
}

eg_status eg_library_visit_text(const char *text, size_t length, const char *name,
                                eg_diagnostics *diagnostics, eg_on_classes *visit, void *context)
{
    const eg_read_options options = eg_read_options_default();
    visiting v = {.path = name,
                  .text = text,
                  .length = length,
                  .options = &options,
                  .diagnostics = diagnostics,
                  .visit = visit,
                  .context = context};
    return eg_with_stack(carry_out, &v) ? v.status : EG_ERROR_MEMORY;
}
