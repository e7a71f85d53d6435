/* Classes in texts that lie loose, in no package: in files that are named besides the model's own, in those
 * next to it, and directly in the directories of -I. What a file is called does not matter, what it says
 * `within` does. They are asked last, when nothing else leads to the name: so a directory full of texts costs
 * nothing until a class is missing, and only texts that hold "model Name" or the like are parsed. */
#include <string.h>
#include <sys/stat.h>

#include "modelica/formula/formula.h"
#include "modelica/scope/library.h"
#include "modelica/text/parser.h"
#include "modelica/value/functions.h"

typedef struct loose_file {
    const char *path;
    eg_source *source; /* NULL: it cannot be read */
} loose_file;

static bool is_modelica(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && strcmp(dot, ".mo") == 0;
}

/* Pipes and the like, of which a look may never end, are no texts. */
static bool add_file(eg_reader *r, const char *path)
{
    if (!eg_is_file(path))
        return true;
    loose_file *file = eg_new(r, sizeof *file);
    if (!file)
        return false;
    file->path = path;
    if (eg_peek_file(r, path, &file->source) == EG_ERROR_MEMORY)
        r->out_of_memory = true;
    return !r->out_of_memory && eg_list_add(r, &r->loose, file);
}

static bool add_place(eg_reader *r, const char *path)
{
    struct stat info;
    if (stat(path, &info) == 0 && !S_ISDIR(info.st_mode))
        return add_file(r, path);
    eg_list files = eg_library_files(r, path, is_modelica);
    for (size_t i = 0; i < files.count; i++)
        if (!add_file(r, files.items[i]))
            return false;
    return !r->out_of_memory;
}

/* Reads what there is once: what the caller names comes before what lies beside the model. */
static bool gather(eg_reader *r)
{
    if (r->has_loose)
        return true;
    r->has_loose = true;
    for (size_t i = 0; i < r->include_count; i++)
        if (!add_place(r, r->include_dirs[i]))
            return false;
    return !r->beside || add_place(r, r->beside);
}

/* The class in the file; NULL: there is none that belongs to the package. */
static eg_syntax *class_in(eg_reader *r, const loose_file *file, const eg_definition *package,
                           const char *name)
{
    static const char *const keywords[] = {"model", "block",    "package", "class",   "connector",
                                           "type",  "function", "record",  "operator"};
    eg_source *source;
    if (!file->source || !eg_has_definition(file->source->text, name, keywords, EG_COUNT(keywords)) ||
        (r->main_source && strcmp(r->main_source->text, file->source->text) == 0) ||
        !eg_source_is_text(file->source, NULL) || eg_load_file(r, file->path, &source) != EG_OK)
        return NULL;
    const eg_stored *stored = eg_parse_silently(r, source);
    const eg_reference *within = stored ? stored->within : NULL;
    const char *belongs_to = within ? eg_reference_text(r, within, within->count) : "";
    if (!stored || strcmp(belongs_to, package->enclosing ? package->full : "") != 0)
        return NULL;
    for (uint32_t i = 0; i < stored->count; i++)
        if (stored->classes[i]->name == name)
            return stored->classes[i];
    return NULL;
}

static bool is_named_after(const char *path, const char *name)
{
    const char *slash = strrchr(path, '/'), *last = slash ? slash + 1 : path;
    const size_t length = strlen(name);
    return strncmp(last, name, length) == 0 && strcmp(last + length, ".mo") == 0;
}

static void refuse_two(eg_reader *r, const eg_syntax *one, const eg_syntax *other)
{
    eg_error(r, one->source, one->at, "\"%s\" is declared here and in %.300s", one->name,
             other->source->name);
    eg_hint(r, "remove or rename one of them");
}

/* Among files of one kind, those that bear the class's name or those that do not. */
static eg_syntax *find_among(eg_reader *r, const eg_definition *package, const char *name, bool bears_name)
{
    eg_syntax *found = NULL;
    for (size_t i = 0; i < r->loose.count && !r->out_of_memory; i++) {
        const loose_file *file = r->loose.items[i];
        if (is_named_after(file->path, name) != bears_name)
            continue;
        eg_syntax *class = class_in(r, file, package, name);
        if (found && class && strcmp(found->source->text, class->source->text) != 0) {
            refuse_two(r, found, class);
            return found;
        }
        found = found ? found : class;
        if (found && bears_name)
            return found;
    }
    return found;
}

/* A word of the language: a class that happens to be called so in a text beside it is not meant. */
static bool is_built_in(const char *name)
{
    static const char *const words[] = {"time",       "der",      "pre",      "edge",  "change",
                                        "initial",    "terminal", "sample",   "delay", "reinit",
                                        "semiLinear", "assert",   "terminate"};
    for (size_t i = 0; i < EG_COUNT(words); i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return eg_function_is_known(name) || eg_is_reduction(name);
}

eg_definition *eg_loose_child(eg_reader *r, eg_definition *package, const char *name)
{
    const bool is_open = package == r->root || (!package->syntax && !package->directory);
    if (!is_open || name[0] == '\'' || is_built_in(name))
        return NULL;
    if (package == r->root && r->beside) {
        eg_definition *library = eg_library_in(r, package, r->beside, name);
        if (library || r->out_of_memory)
            return library;
    }
    eg_syntax *class = gather(r) ? find_among(r, package, name, true) : NULL;
    if (!class && !r->out_of_memory)
        class = find_among(r, package, name, false);
    if (!class || !eg_list_add(r, &r->files, (void *)(uintptr_t) class->source->name))
        return NULL;
    eg_definition *d = eg_define(r, package, class);
    if (d)
        d->is_loose = true;
    return d;
}
