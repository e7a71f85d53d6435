/* Dyad's libraries: LIB/Project.toml names the library, LIB/dyad/ holds its texts. All texts of one directory
 * are one module, whatever their names; a directory inside is a module inside. A text is read when it holds a
 * definition that somebody asks for. */
#define _XOPEN_SOURCE 700 /* realpath */

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "modelica/scope/library.h"
#include "modelica/text/parser.h"

static bool is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

eg_list eg_library_files(eg_reader *r, const char *directory, bool (*is_one)(const char *name))
{
    eg_list files = {0};
    DIR *listing = opendir(directory);
    if (!listing)
        return files;
    for (const struct dirent *entry = readdir(listing); entry; entry = readdir(listing))
        if (is_one(entry->d_name))
            eg_list_add(r, &files, (void *)(uintptr_t)eg_textf(r, "%s/%s", directory, entry->d_name));
    closedir(listing);
    if (files.count > 1)
        qsort(files.items, files.count, sizeof *files.items, compare_names);
    return files;
}

/* ---------------------------------------------------------------- what a text defines */

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

bool eg_has_definition(const char *text, const char *name, const char *const *keywords, size_t count)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at; at = strstr(at + 1, name)) {
        const char *before = at;
        if (is_letter(at[length]))
            continue;
        while (before > text && (before[-1] == ' ' || before[-1] == '\t'))
            before--;
        for (size_t i = 0; i < count && before < at; i++) {
            size_t word = strlen(keywords[i]);
            if ((size_t)(before - text) >= word && strncmp(before - word, keywords[i], word) == 0)
                return true;
        }
    }
    return false;
}

static bool has_definition(const char *text, const char *name)
{
    static const char *const keywords[] = {"component", "analysis", "type", "enum", "connector", "struct"};
    return eg_has_definition(text, name, keywords, EG_COUNT(keywords));
}

static eg_definition *define_from(eg_reader *r, eg_definition *module, const char *file, const char *name)
{
    eg_source *source;
    eg_status status = eg_load_file(r, file, &source);
    if (status == EG_ERROR_MEMORY)
        r->out_of_memory = true;
    if (status != EG_OK || !has_definition(source->text, name) || !eg_source_is_text(source, r->diagnostics))
        return NULL;
    if (r->main_source && strcmp(r->main_source->text, source->text) == 0)
        return NULL; /* the text that is asked for lies here too */
    eg_stored *stored = eg_parse(r, source);
    for (uint32_t i = 0; stored && i < stored->count; i++)
        if (stored->classes[i]->name == name)
            return eg_define(r, module, stored->classes[i]);
    return NULL;
}

/* Texts that lie side by side without a Project.toml, in a directory with the name of a library: what is
 * built in of that. NULL: nothing is. */
static eg_definition *built_in(eg_reader *r, const eg_definition *module, const char *name)
{
    const char *directory = strrchr(module->module, '/');
    const char *library = directory && !module->enclosing ? eg_symbol(r, directory + 1) : NULL;
    const eg_class *class = library && eg_dyad_package_exists(library)
                                ? eg_class_find(eg_textf(r, "%s.%s", library, name))
                                : NULL;
    if (!class || class->kind == EG_PARTIAL)
        return NULL;
    const eg_member *package = eg_find_member(r, r->root, library);
    const eg_member *member = package && package->kind == EG_M_CLASS
                                  ? eg_find_member(r, package->definition, eg_symbol(r, name))
                                  : NULL;
    return member && member->kind == EG_M_CLASS ? member->definition : NULL;
}

eg_definition *eg_dyad_module_child(eg_reader *r, eg_definition *module, const char *name)
{
    if (!module->module || name[0] == '\'' || strchr(name, '/'))
        return NULL;
    eg_definition *native = built_in(r, module, name);
    if (native)
        return native;
    eg_list files = eg_library_files(r, module->module, eg_source_is_dyad);
    for (size_t i = 0; i < files.count && !r->out_of_memory; i++) {
        eg_definition *found = define_from(r, module, files.items[i], name);
        if (found)
            return found;
    }
    const char *inside = eg_textf(r, "%s/%s", module->module, name);
    return module->enclosing && is_directory(inside) ? eg_define_module(r, module, name, inside) : NULL;
}

/* ---------------------------------------------------------------- finding libraries */

/* Of `name = "Lib"` in Project.toml; NULL: there is none. */
static const char *project_name(eg_reader *r, const char *directory)
{
    char *text;
    size_t length;
    const char *path = eg_textf(r, "%s/Project.toml", directory), *name = NULL;
    if (!eg_is_file(path) || eg_file_read(path, EG_SOURCE_LIMIT, NULL, &text, &length) != EG_OK)
        return NULL;
    char *rest = text;
    for (char *line = strtok_r(rest, "\r\n", &rest); line && !name; line = strtok_r(NULL, "\r\n", &rest)) {
        char *value = line + strspn(line, " \t");
        if (strncmp(value, "name", 4) != 0)
            continue;
        value += 4 + strspn(value + 4, " \t");
        if (*value != '=')
            continue;
        value += 1 + strspn(value + 1, " \t\"");
        name = eg_symbol_of(r, value, strcspn(value, "\" \t"));
    }
    free(text);
    return name;
}

/* Is DIRECTORY the library of that name? */
static bool is_library(eg_reader *r, const char *directory, const char *name)
{
    if (!is_directory(eg_textf(r, "%s/dyad", directory)))
        return false;
    const char *own = project_name(r, directory);
    const char *last = strrchr(directory, '/');
    return own ? own == name : strcmp(last ? last + 1 : directory, name) == 0;
}

eg_definition *eg_dyad_find_library(eg_reader *r, const char *name)
{
    for (size_t i = 0; i < r->include_count; i++) {
        const char *const candidates[] = {eg_textf(r, "%s/%s", r->include_dirs[i], name),
                                          eg_textf(r, "%s/%s.jl", r->include_dirs[i], name),
                                          r->include_dirs[i]};
        for (size_t k = 0; k < sizeof candidates / sizeof *candidates; k++)
            if (is_library(r, candidates[k], name))
                return eg_define_module(r, r->root, name, eg_textf(r, "%s/dyad", candidates[k]));
    }
    /* Texts that lie side by side may call each other by the name of their directory. */
    const char *directory = r->root->module, *last = directory ? strrchr(directory, '/') : NULL;
    return last && strcmp(last + 1, name) == 0 ? eg_define_module(r, r->root, name, directory) : NULL;
}

bool eg_dyad_is_base(const eg_definition *native)
{
    return native && native->kind == EG_D_NATIVE && native->native->kind == EG_PARTIAL;
}

eg_stored *eg_parse_silently(eg_reader *r, eg_source *source)
{
    const eg_reader before = *r;
    r->diagnostics = NULL;
    r->seen = eg_pairs_create();
    if (!r->seen) {
        r->seen = before.seen;
        r->out_of_memory = true;
        return NULL;
    }
    eg_stored *stored = eg_parse(r, source);
    const bool is_right = r->errors == before.errors;
    eg_pairs_free(r->seen);
    r->seen = before.seen;
    r->diagnostics = before.diagnostics;
    r->errors = before.errors;
    r->warnings = before.warnings;
    r->gave_up = before.gave_up;
    return is_right ? stored : NULL;
}

/* The class of that name in the texts of a directory, without its being defined; NULL: there is none. */
static eg_syntax *peek(eg_reader *r, const char *directory, const char *name)
{
    eg_list files = eg_library_files(r, directory, eg_source_is_dyad);
    for (size_t i = 0; i < files.count && !r->out_of_memory; i++) {
        eg_source *source;
        if (eg_load_file(r, files.items[i], &source) != EG_OK || !has_definition(source->text, name) ||
            !eg_source_is_text(source, NULL))
            continue;
        const eg_stored *stored = eg_parse_silently(r, source);
        for (uint32_t k = 0; stored && k < stored->count; k++)
            if (stored->classes[k]->name == name)
                return stored->classes[k];
    }
    return NULL;
}

/* Was the library that -I names written for other parameters: does what is built in need one that its text
 * does not have? */
static bool is_other_version(const eg_class *class, const eg_syntax *text)
{
    for (size_t i = 0; i < class->parameter_count; i++) {
        bool is_declared = class->parameters[i].need != EG_REQUIRED;
        for (uint32_t k = 0; k < text->element_count && !is_declared; k++)
            is_declared = text->elements[k].kind == EG_EL_COMPONENT &&
                          strcmp(text->elements[k].component->name, class->parameters[i].name) == 0;
        if (!is_declared)
            return true;
    }
    return false;
}

static eg_definition *other_version(eg_reader *r, eg_definition *package, const char *name)
{
    const eg_class *class = eg_class_find(eg_textf(r, "%s.%s", package->full, name));
    eg_syntax *text = class && package->module ? peek(r, package->module, name) : NULL;
    if (!text || !is_other_version(class, text))
        return NULL;
    text->replaces_native = true;
    return eg_define(r, package, text);
}

/* Beside what is built in of a library of Dyad stand the texts of the library that -I names. Base classes
 * go by these where there are any: what else extends them speaks of their connectors by the text's names. So
 * do classes of another version of the library. */
eg_definition *eg_dyad_text_child(eg_reader *r, eg_definition *package, const char *name,
                                  const eg_definition *native)
{
    bool is_library = package->enclosing == r->root && eg_dyad_package_exists(package->full);
    if (!is_library || (!package->module && !eg_dyad_find_library(r, package->name)))
        return NULL;
    if (native && !eg_dyad_is_base(native))
        return other_version(r, package, name);
    return package->module ? eg_dyad_module_child(r, package, name) : NULL;
}

/* ---------------------------------------------------------------- the module around a file */

/* Climbs from LIB/dyad/A/B to LIB/dyad; the modules on the way are made from the outermost in. */
static eg_definition *enter_modules(eg_reader *r, const char *directory, const char *base,
                                    const char *library)
{
    eg_definition *d = eg_define_module(r, r->root, library, eg_textf(r, "%s", base));
    const char *rest = directory + strlen(base);
    while (d && *rest == '/') {
        size_t length = strcspn(rest + 1, "/");
        const char *name = eg_symbol_of(r, rest + 1, length);
        rest += 1 + length;
        d = name ? eg_define_module(r, d, name, eg_textf(r, "%.*s", (int)(rest - directory), directory))
                 : NULL;
    }
    return d;
}

eg_definition *eg_dyad_module_of(eg_reader *r, const char *path)
{
    char *directory = path ? realpath(path, NULL) : NULL;
    char *slash = directory ? strrchr(directory, '/') : NULL;
    eg_definition *found = r->root;
    if (slash) {
        *slash = '\0';
        found->module = eg_textf(r, "%s", directory);
        char *base = eg_new_array(r, strlen(directory) + 1, 1);
        for (char *at = base ? strcpy(base, directory) : NULL; at && (at = strrchr(base, '/')); *at = '\0') {
            if (strcmp(at, "/dyad") != 0)
                continue;
            const char *parent = eg_textf(r, "%.*s", (int)(at - base), base);
            const char *name = project_name(r, parent);
            if (!name)
                continue;
            found->module = NULL;
            found = enter_modules(r, directory, base, name);
            break;
        }
    }
    free(directory);
    return found;
}
