/* Texts in files: chapter 13 of the language specification. A class A lies in DIR/A.mo, or DIR/A/package.mo
 * with its own classes beside it. A file is read when somebody asks for what it may hold. */
#define _XOPEN_SOURCE 700 /* realpath */

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "modelica/definition.h"
#include "modelica/parser.h"

static bool is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* ---------------------------------------------------------------- finding files */

/* Sets file, and directory when the class is one, if name lies in `directory`. */
static bool locate(eg_reader *r, const char *directory, const char *name, const char **file,
                   const char **own_directory)
{
    const char *path = eg_textf(r, "%s/%s/package.mo", directory, name);
    if (is_file(path)) {
        *file = path;
        *own_directory = eg_textf(r, "%s/%s", directory, name);
        return true;
    }
    path = eg_textf(r, "%s/%s.mo", directory, name);
    if (!is_file(path))
        return false;
    *file = path;
    *own_directory = NULL;
    return true;
}

/* In the package's directory; for the root, in one of the include directories. */
static bool locate_child(eg_reader *r, const eg_definition *package, const char *name, const char **file,
                         const char **own_directory)
{
    if (name[0] == '\'')
        return false;
    if (package->directory)
        return locate(r, package->directory, name, file, own_directory);
    for (size_t i = 0; i < r->include_count && !package->enclosing; i++)
        if (locate(r, r->include_dirs[i], name, file, own_directory))
            return true;
    return false;
}

void eg_library_locate(eg_reader *r, eg_definition *package)
{
    if (package->kind == EG_D_SCOPE && package->enclosing && !package->file && !package->syntax)
        locate_child(r, package->enclosing, package->name, &package->file, &package->directory);
}

/* ---------------------------------------------------------------- reading files */

static eg_stored *parse_file(eg_reader *r, const char *path)
{
    eg_source *source;
    eg_status status = eg_source_load(r->kept, path, r->diagnostics, &source);
    if (status == EG_ERROR_MEMORY)
        r->out_of_memory = true;
    if (status != EG_OK || !eg_source_is_text(source, r->diagnostics)) {
        r->errors++;
        return NULL;
    }
    return eg_parse(r, source);
}

/* The class of that name; reports when the file holds none, or says that it belongs elsewhere. */
static eg_syntax *expected_class(eg_reader *r, const eg_stored *stored, const eg_definition *package,
                                 const char *name)
{
    const char *within = stored->within ? eg_reference_text(r, stored->within, stored->within->count) : "";
    const char *expected = package->enclosing ? package->full : "";
    if (strcmp(within, expected) != 0) {
        eg_error(r, stored->source, stored->within ? stored->within->parts[0].at : 0,
                 "this file says that it belongs to \"%.200s\", but it lies where \"%.200s\" is looked for",
                 within, expected);
        eg_hint(r, "begin it with \"within %.200s;\"", expected);
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

eg_definition *eg_library_child(eg_reader *r, eg_definition *package, const char *name)
{
    const char *file, *directory;
    if (!locate_child(r, package, name, &file, &directory))
        return NULL;
    eg_stored *stored = parse_file(r, file);
    eg_syntax *class = stored ? expected_class(r, stored, package, name) : NULL;
    eg_definition *d = class ? eg_define(r, package, class) : NULL;
    if (d)
        d->directory = directory;
    return d;
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

/* ---------------------------------------------------------------- the text that is asked for */

static eg_definition *enter_within(eg_reader *r, const eg_stored *stored)
{
    eg_definition *package = r->root;
    for (uint32_t i = 0; stored->within && i < stored->within->count; i++) {
        const eg_part *part = &stored->within->parts[i];
        eg_definition *inner = eg_define_package(r, package, part->name);
        if (!inner || inner->kind != EG_D_SCOPE) {
            eg_error(r, stored->source, part->at, "\"%.200s\" is not a package",
                     eg_reference_text(r, stored->within, i + 1));
            return NULL;
        }
        package = inner;
    }
    return package;
}

eg_stored *eg_library_enter(eg_reader *r, eg_source *source, eg_definition **package)
{
    *package = r->root;
    if (!eg_source_is_text(source, r->diagnostics)) {
        r->errors++;
        return NULL;
    }
    eg_stored *stored = eg_parse(r, source);
    if (!stored || r->errors > 0)
        return NULL;
    eg_definition *enclosing = enter_within(r, stored);
    if (!enclosing)
        return NULL;
    *package = enclosing;
    for (uint32_t i = 0; i < stored->count; i++)
        eg_define(r, enclosing, stored->classes[i]);
    return r->out_of_memory ? NULL : stored;
}

/* ---------------------------------------------------------------- which library a file belongs to */

/* Cuts the last part off a path; the part, or NULL when nothing is left. */
static char *cut_last(char *path)
{
    char *slash = strrchr(path, '/');
    if (!slash || slash == path)
        return NULL;
    *slash = '\0';
    return slash + 1;
}

/* Climbs from `directory` as the enclosing packages do; true when every directory has its package's name
 * and a package.mo. With `keep` the packages remember their directories. */
static bool climb(eg_reader *r, char *directory, eg_definition *package, bool keep)
{
    for (; package->enclosing; package = package->enclosing) {
        const char *file = eg_textf(r, "%s/package.mo", directory);
        const char *whole = eg_textf(r, "%s", directory);
        const char *last = cut_last(directory);
        if (!last || strcmp(last, package->name) != 0 || !is_file(file))
            return false;
        if (!keep)
            continue;
        package->directory = whole;
        if (!package->syntax)
            package->file = file;
    }
    return true;
}

void eg_library_adopt(eg_reader *r, const char *path, eg_definition *package, const eg_stored *stored)
{
    if (!stored || stored->count == 0)
        return;
    char *whole = realpath(path, NULL);
    char *trial = realpath(path, NULL);
    eg_member *member = eg_pairs_get(r->members, package, stored->classes[0]->name);
    eg_definition *lowest = package;
    if (!whole || !trial)
        goto done;
    const char *name = cut_last(whole);
    cut_last(trial);
    if (name && strcmp(name, "package.mo") == 0 && member && member->kind == EG_M_CLASS)
        lowest = member->definition;
    if (lowest->enclosing && climb(r, trial, lowest, false))
        climb(r, whole, lowest, true);
done:
    free(whole);
    free(trial);
}
