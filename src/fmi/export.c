/* The texts of a model are carried as they are, in directories that stand to each other as they did: what all
 * of their paths begin with is cut off, so that nothing of the machine's directories shows. Packages around a
 * file come along. The token is a hash of everything that is carried but the runtime. */
#include "fmi/export.h"

#include "fmi/icons.h"

#include "base/file.h"
#include "base/hash.h"
#include "elastogap/simulate.h"
#include "engine/engine.h"
#include "fmi/archive.h"
#include "fmi/description.h"
#include "fmi/experiment.h"
#include "fmi/reference.h"
#include "fmi/source/source.h"

#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* realpath and open_memstream are POSIX. */

typedef struct exporting {
    const eg_spec *spec;
    const eg_fmu_options *o;
    eg_diagnostics *d;
    eg_arena *arena;
    eg_model *model;
    eg_fmu_list list;
    eg_member_file *members; /* names in the arena */
    char **owned;            /* (members) bytes to be freed, or NULL */
    size_t count, capacity, owned_capacity;
    const char **paths; /* real paths of the texts */
    size_t path_count, path_capacity;
    size_t prefix; /* what all of them begin with */
    const char *identifier;
    bool out_of_memory;
} exporting;

static bool no_memory(exporting *x)
{
    x->out_of_memory = true;
    return false;
}

/* Takes over `owned`, if there is any. */
static bool add(exporting *x, const char *name, const char *bytes, size_t length, char *owned)
{
    if (!name || !bytes ||
        eg_grow((void **)&x->members, &x->capacity, x->count + 1, sizeof *x->members) < 0 ||
        eg_grow((void **)&x->owned, &x->owned_capacity, x->count + 1, sizeof *x->owned) < 0) {
        free(owned);
        return no_memory(x);
    }
    x->members[x->count] = (eg_member_file){.name = name, .bytes = bytes, .length = length};
    x->owned[x->count++] = owned;
    return true;
}

/* ---------------------------------------------------------------- texts */

static bool add_path(exporting *x, const char *path)
{
    char *real = realpath(path, NULL);
    bool known = false;
    if (!real) {
        if (errno == ENOMEM)
            return no_memory(x);
        eg_file_report(x->d, "read", path, errno);
        return false;
    }
    for (size_t i = 0; i < x->path_count; i++)
        known = known || strcmp(x->paths[i], real) == 0;
    bool ok =
        known || eg_grow((void **)&x->paths, &x->path_capacity, x->path_count + 1, sizeof *x->paths) == 0;
    if (ok && !known) {
        x->paths[x->path_count] = eg_arena_copy(x->arena, real);
        ok = x->paths[x->path_count] != NULL;
        x->path_count += ok;
    }
    free(real);
    return ok || no_memory(x);
}

static bool is_there(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

/* The packages around a text are known by their directories. */
static bool add_packages(exporting *x, const char *path)
{
    char *real = realpath(path, NULL), package[PATH_MAX + 16];
    bool ok = real || no_memory(x);
    for (char *slash = real ? strrchr(real, '/') : NULL; ok && slash; slash = strrchr(real, '/')) {
        *slash = '\0';
        snprintf(package, sizeof package, "%s/package.mo", real);
        if (!is_there(package))
            break;
        ok = add_path(x, package);
    }
    free(real);
    return ok;
}

/* As many whole directories as all paths have in common. */
static size_t common_prefix(const exporting *x)
{
    if (x->path_count == 0)
        return 0;
    size_t length = strrchr(x->paths[0], '/') - x->paths[0] + 1;
    for (size_t i = 1; i < x->path_count; i++) {
        size_t k = 0;
        while (k < length && x->paths[i][k] == x->paths[0][k])
            k++;
        length = k;
    }
    while (length > 0 && x->paths[0][length - 1] != '/')
        length--;
    return length;
}

static bool gather_texts(exporting *x)
{
    const eg_spec *s = x->spec;
    for (size_t i = 0; i < s->file_count; i++)
        if (!add_path(x, s->files[i]) || !add_packages(x, s->files[i]))
            return false;
    if (x->path_count == 0 && s->bundled_count == 0) {
        eg_report(x->d, EG_ERROR, EG_NOWHERE,
                  "the model has not been read from a file that an FMU could carry");
        eg_remedy(x->d, "read the model from a file, and export that");
        return false;
    }
    return true;
}

static bool carry(exporting *x)
{
    x->prefix = common_prefix(x);
    for (size_t i = 0; i < x->path_count; i++) {
        char *bytes;
        size_t length;
        if (eg_file_read(x->paths[i], SIZE_MAX / 2, x->d, &bytes, &length) != EG_OK ||
            !add(x, eg_arena_format(x->arena, "resources/model/%s", x->paths[i] + x->prefix), bytes, length,
                 bytes))
            return false;
    }
    return true;
}

/* Does the file lie in or below the directory of a text, so that it will be found from there again? */
static bool is_beside_text(const eg_spec *s, const char *path)
{
    for (size_t i = 0; i < s->file_count; i++) {
        const char *slash = strrchr(s->files[i], '/');
        size_t length = slash ? (size_t)(slash - s->files[i]) + 1 : 0;
        if (strncmp(s->files[i], path, length) == 0 && (length > 0 || path[0] != '/'))
            return true;
    }
    return false;
}

/* A text or setting that names the whole path finds nothing elsewhere. */
static bool is_named_whole(const exporting *x, const char *path)
{
    bool found = false;
    for (size_t i = 0; i < x->path_count && path[0] == '/'; i++) {
        char *bytes;
        size_t length;
        if (eg_file_read(x->paths[i], SIZE_MAX / 2, x->d, &bytes, &length) != EG_OK)
            return true;
        found = found || strstr(bytes, path);
        free(bytes);
    }
    for (size_t i = 0; i < x->o->setting_count && path[0] == '/'; i++)
        found = found || strstr(x->o->settings[i], path);
    return found;
}

/* Files from which tables are read come along; they are looked for beside the texts. */
static bool gather_tables(exporting *x)
{
    for (size_t i = 0; i < x->spec->instance_count; i++) {
        const eg_instance *c = &x->spec->instances[i];
        int name = c->has_read_table ? eg_class_parameter(c->class, "fileName") : -1;
        const char *path = name >= 0 && c->origin->texts ? c->origin->texts[name] : NULL;
        if (!c->has_read_table)
            continue;
        if (path && is_beside_text(x->spec, path) && !is_named_whole(x, path)) {
            if (!add_path(x, path))
                return false;
            continue;
        }
        eg_report(x->d, EG_ERROR, eg_instance_place(c),
                  "%s reads its table from a file that an FMU cannot carry: %.300s", c->path,
                  path ? path : "");
        eg_remedy(x->d, "put the file beside the text of the model and name it without its directory");
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------- the manifest */

static void write_includes(const exporting *x, FILE *out)
{
    for (size_t i = 0; i < x->o->include_count; i++) {
        char *real = realpath(x->o->includes[i], NULL);
        size_t length = real ? strlen(real) : 0;
        bool is_used = false;
        for (size_t k = 0; real && k < x->path_count; k++)
            is_used = is_used || (strncmp(x->paths[k], real, length) == 0 &&
                                  (x->paths[k][length] == '/' || x->paths[k][length] == '\0'));
        if (is_used && length + 1 >= x->prefix)
            fprintf(out, "include model/%s\n", length + 1 == x->prefix ? "." : real + x->prefix);
        else if (is_used) /* the texts used lie deeper: the package's own directory is missing */
            fprintf(out, "include model\n");
        free(real);
    }
}

/* What the runtime reads first. */
static char *make_manifest(const exporting *x, const char *token)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fprintf(out, "token %s\n", token);
    if (x->path_count > 0)
        fprintf(out, "file model/%s\nmodel %s\n", x->paths[0] + x->prefix, x->spec->name);
    else /* the library's own (modelica/scope/bundled.h) */
        fprintf(out, "class %s\n", x->spec->name);
    fprintf(out, "engine %s\n", x->o->engine ? x->o->engine : "auto");
    write_includes(x, out);
    for (size_t i = 0; i < x->o->setting_count; i++)
        fprintf(out, "set %s\n", x->o->settings[i]);
    const eg_fmu_shape *s = &x->o->shape;
    for (size_t i = 0; i < s->flange_count; i++)
        fprintf(out, "flange %s\n", s->flanges[i]);
    for (size_t i = 0; i < s->input_count; i++)
        fprintf(out, "input %s\n", s->inputs[i]);
    for (size_t i = 0; i < s->output_count; i++)
        fprintf(out, "output %s\n", s->outputs[i]);
    return eg_text_end(out, &text);
}

/* ---------------------------------------------------------------- documentation */

static char *make_page(const exporting *x)
{
    char *text = NULL;
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fprintf(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>%s</title></head><body>\n"
        "<h1>%s</h1>\n<p>Exported by elastogap %s. The model's texts lie in resources/model; parameters "
        "that are set before initialization are modifiers of the model, so that all that depends on them "
        "is evaluated anew.</p>\n"
        "<p>Model Exchange: all states are unknowns of the equations; each goes by the variable that it is, "
        "states[i] by none. Between events every contact, friction element and relation "
        "keeps its mode. An event indicator is positive within the mode; where it begins at 0, round-off "
        "(and 1e-30) is added to it, and to nothing else.</p>\n"
        "<p>Co-Simulation: elastogap's own engine steps, with all events located; inputs are constant "
        "between communication points.</p>\n</body></html>\n",
        x->identifier, x->identifier, eg_version());
    return eg_text_end(out, &text);
}

static const char license[] =
    "The library in binaries/ is elastogap, Copyright the elastogap authors, licensed under the Apache\n"
    "License, Version 2.0 (http://www.apache.org/licenses/LICENSE-2.0).\n"
    "\n"
    "It may contain, linked statically: SUNDIALS (BSD-3-Clause, Lawrence Livermore National Security and\n"
    "Southern Methodist University); KLU, BTF (LGPL-2.1-or-later), AMD, COLAMD and SuiteSparse_config\n"
    "(BSD-3-Clause), all of SuiteSparse by Timothy A. Davis and others.\n"
    "\n"
    "The model in resources/ is under whatever licence its author gives it.\n";

/* ---------------------------------------------------------------- all of it */

/* The last part of the model's name, as a C identifier. */
static const char *identifier_of(exporting *x)
{
    const char *dot = strchr(x->model->name, '\'') ? NULL : strrchr(x->model->name, '.');
    char *name = eg_arena_copy(x->arena, dot ? dot + 1 : x->model->name);
    for (char *c = name; c && *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return name && isdigit((unsigned char)*name) ? eg_arena_format(x->arena, "_%s", name) : name;
}

/* The texts and the manifest become one file of C with the library. */
static bool add_source(exporting *x)
{
    eg_source_wish wish = {.pieces = x->o->pieces,
                           .length = x->o->pieces_length,
                           .version = x->o->version,
                           .identifier = x->identifier,
                           .texts = x->members,
                           .text_count = x->count,
                           .shape = &x->o->shape,
                           .bundled = (const char *const *const *)x->spec->bundled,
                           .bundled_count = x->spec->bundled_count};
    size_t length = 0;
    char *text = eg_source_choose(&wish, &length);
    for (size_t i = 0; i < x->count; i++)
        free(x->owned[i]);
    x->count = 0;
    char *build = text ? eg_source_build_description(&wish) : NULL;
    bool whole = add(x, eg_arena_format(x->arena, "sources/%s.c", x->identifier), text, length, text);
    return add(x, "sources/buildDescription.xml", build, build ? strlen(build) : 0, build) && whole;
}

/* As it is, packed or not. */
static bool add_program(exporting *x)
{
    const char *platform = x->o->version == 3 ? "x86_64-linux" : "linux64";
    const eg_member_file *runtime = &x->o->runtime;
    const char *name = eg_arena_format(x->arena, "binaries/%s/%s.so", platform, x->identifier);
    if (!add(x, name, runtime->bytes, runtime->length, NULL))
        return false;
    x->members[x->count - 1] = *runtime;
    x->members[x->count - 1].name = name;
    return true;
}

/* A text that was made for the archive, in a folder of it; takes it over. */
static bool add_made(exporting *x, const char *folder, const char *name, char *text)
{
    return add(x, eg_arena_format(x->arena, "%s/%s", folder, name), text, text ? strlen(text) : 0, text);
}

static const char reference_folder[] = "extra/org.fmi-standard.fmi-ls-ref";

/* What the direct run comes to; a model that cannot be run as it is has none. The token does not depend on
 * it: digits of a result are the machine's. */
static bool add_reference(exporting *x)
{
    eg_fmu_reference_wish wish = {.engine = x->o->engine ? x->o->engine : "auto"};
    const char *name = eg_arena_format(x->arena, "%s_out.csv", x->identifier);
    const eg_fmu_related related = {"text/csv", name, "result",
                                    "Default experiment, inputs at their start values"};
    char *results = eg_fmu_reference(x->model, &x->list, &wish, x->d);
    if (!results)
        return true;
    bool whole = name && add_made(x, reference_folder, name, results);
    return whole && add_made(x, reference_folder, "fmi-ls-manifest.xml", eg_fmu_manifest_of(&related, 1));
}

/* Rows by the engine that is best at this model: exact, or whatever takes it at the least tolerance. */
static char *make_best(exporting *x, eg_fmu_experiment *e)
{
    eg_diagnostics *d = eg_diagnostics_create(); /* what exact does not take is no mistake */
    eg_fmu_reference_wish wish = {.engine = "exact", .is_best = true};
    char *rows = d ? eg_fmu_reference(x->model, &x->list, &wish, d) : NULL;
    const bool is_exact = rows != NULL;
    eg_diagnostics_free(d);
    if (!rows) {
        wish.engine = "auto";
        rows = eg_fmu_reference(x->model, &x->list, &wish, x->d);
    }
    e->interval = wish.interval;
    e->by = is_exact
                ? "by elastogap's engine exact, to round-off"
                : eg_arena_format(x->arena, "by elastogap's engine %s, at a tolerance of 1e-12", wish.by);
    return rows;
}

static char *take_rows(exporting *x, eg_fmu_experiment *e)
{
    const char *slash = strrchr(x->o->rows_path, '/');
    e->by = eg_arena_format(x->arena, "rows of %s", slash ? slash + 1 : x->o->rows_path);
    return eg_fmu_check_rows(x->o->rows, x->o->rows_path, &x->list, &e->interval, x->d) ? strdup(x->o->rows)
                                                                                        : NULL;
}

static void relate(exporting *x, eg_fmu_related *files, size_t *count, eg_fmu_related file,
                   const char *ending)
{
    file.source = ending ? eg_arena_format(x->arena, "%s%s", x->identifier, ending) : file.source;
    files[(*count)++] = file;
}

/* All that FMI-LS-REF has a place for. */
static bool add_experiment(exporting *x)
{
    eg_fmu_experiment e = {.identifier = x->identifier, .spec = x->spec, .list = &x->list};
    char *rows = x->o->rows ? take_rows(x, &e) : make_best(x, &e);
    eg_fmu_related *files = eg_arena_array(x->arena, x->count + 5, sizeof *files);
    const size_t texts = x->count;
    size_t count = 0;
    if (!rows && !x->o->rows) {
        eg_report(x->d, EG_ERROR, EG_NOWHERE, "the FMU has no reference results to carry");
        eg_remedy(x->d, "leave --reference out, or give rows of your own by --reference-from");
    }
    if (!rows || !files || !e.by) {
        free(rows);
        return rows ? no_memory(x) : false;
    }
    for (size_t i = 0; i < texts; i++)
        if (eg_text_ends(x->members[i].name, ".mo") || eg_text_ends(x->members[i].name, ".dyad"))
            relate(x, files, &count,
                   (eg_fmu_related){"text/plain", eg_arena_format(x->arena, "../../%s", x->members[i].name),
                                    "model", "A text that the FMU was made of"},
                   NULL);
    relate(x, files, &count,
           (eg_fmu_related){"application/x-ssp-parameter-set", NULL, "parameter", "As it was made"}, ".ssv");
    relate(x, files, &count,
           (eg_fmu_related){"application/x-ma-hs-experiments", NULL, "experiment/validation",
                            "The model's experiment"},
           ".exp");
    relate(x, files, &count, (eg_fmu_related){"text/csv", NULL, "result", e.by}, "_ref.csv");
    const bool has_inputs = x->list.inputs > 0;
    bool whole = add_made(x, reference_folder, eg_arena_format(x->arena, "%s_ref.csv", x->identifier), rows);
    whole = add_made(x, reference_folder, eg_arena_format(x->arena, "%s.ssv", x->identifier),
                     eg_fmu_parameter_set(&e)) &&
            whole;
    whole = add_made(x, reference_folder, eg_arena_format(x->arena, "%s.exp", x->identifier),
                     eg_fmu_experiments(&e)) &&
            whole;
    if (has_inputs)
        whole = add_made(x, reference_folder, eg_arena_format(x->arena, "%s_in.csv", x->identifier),
                         eg_fmu_stimuli(&e)) &&
                whole;
    whole = add_made(x, "documentation", "fmi-ls-ref.txt", eg_fmu_told(&e)) && whole;
    return add_made(x, reference_folder, "fmi-ls-manifest.xml", eg_fmu_manifest_of(files, count)) && whole;
}

/* terminalsAndIcons/NAME.svg and .png, and what FMI 2 has in their stead. */
static bool add_picture(exporting *x, const char *name, const eg_drawing *d, bool is_of_model)
{
    enum { PIXELS = 96 };
    static const char *const endings[] = {"png", "svg"};
    char *files[2] = {NULL, eg_drawing_svg(d, name)};
    size_t lengths[2] = {0, files[1] ? strlen(files[1]) : 0};
    eg_drawing_png(d, PIXELS, &files[0], &lengths[0]);
    const char *icon = files[0];
    bool whole = true;
    for (int i = 0; i < 2; i++) /* each takes its bytes over, also when one before has failed */
        whole = add(x, eg_arena_format(x->arena, "terminalsAndIcons/%s.%s", name, endings[i]), files[i],
                    lengths[i], files[i]) &&
                whole;
    return whole && (!is_of_model || x->o->version != 2 || add(x, "model.png", icon, lengths[0], NULL));
}

static bool add_pictures(exporting *x)
{
    eg_drawing d = {0};
    const eg_fmu_shape *shape = &x->o->shape;
    char *terminals = eg_fmu_terminals(shape, x->spec);
    bool whole = add(x, "terminalsAndIcons/terminalsAndIcons.xml", terminals,
                     terminals ? strlen(terminals) : 0, terminals);
    eg_fmu_draw_icon(x->spec, &d);
    whole = whole && add_picture(x, "icon", &d, true);
    eg_drawing_free(&d);
    for (size_t i = 0; whole && i < shape->flange_count; i++) {
        const int kind = eg_fmu_terminal_kind(shape, x->spec, i);
        bool was_drawn = false;
        for (size_t k = 0; k < i; k++)
            was_drawn = was_drawn || eg_fmu_terminal_kind(shape, x->spec, k) == kind;
        if (was_drawn)
            continue;
        eg_fmu_draw_terminal((eg_port_kind)kind, &d);
        whole = add_picture(x, eg_fmu_spot_of((eg_port_kind)kind, 0, 1).icon, &d, false);
        eg_drawing_free(&d);
    }
    return whole;
}

static bool add_rest(exporting *x)
{
    eg_fmu_description d = {x->model,      &x->list,         x->o->version,
                            x->identifier, x->spec->comment, x->o->pieces != NULL};
    char token[20], *page = make_page(x), *draft = eg_fmu_describe(&d, ""), *manifest = make_manifest(x, "");
    if (!page || !draft || !manifest) {
        free(page);
        free(draft);
        free(manifest);
        return no_memory(x);
    }
    uint64_t h = eg_hash(EG_HASH_OF_NOTHING, draft, strlen(draft));
    h = eg_hash(h, manifest, strlen(manifest));
    for (size_t i = 0; i < x->count; i++)
        h = eg_hash(h, x->members[i].bytes, x->members[i].length);
    free(draft);
    free(manifest);
    snprintf(token, sizeof token, "%016llx", (unsigned long long)h);
    char *xml = eg_fmu_describe(&d, token);
    manifest = make_manifest(x, token);
    /* Each of them takes its bytes over, also when one before has failed. */
    bool whole = add(x, "resources/fmu.txt", manifest, manifest ? strlen(manifest) : 0, manifest);
    if (whole && x->o->pieces)
        whole = add_source(x);
    whole = whole && add_pictures(x);
    whole = add(x, "documentation/index.html", page, strlen(page), page) && whole;
    whole = add(x, "documentation/licenses/license.txt", license, sizeof license - 1, NULL) && whole;
    whole = add(x, "modelDescription.xml", xml, xml ? strlen(xml) : 0, xml) && whole;
    whole = whole && (x->o->has_experiment ? add_experiment(x) : add_reference(x));
    return whole && (x->o->pieces || add_program(x));
}

static eg_status export_all(exporting *x, eg_spec *spec, const char *path)
{
    eg_status status = eg_fmu_give_shape(spec, &x->o->shape, x->d);
    if (status == EG_OK)
        status = eg_model_compile(spec, x->d, &x->model);
    if (status != EG_OK)
        return status;
    const eg_engine_ops *engine = x->o->engine ? eg_engine_find(x->o->engine) : NULL;
    if (engine && !eg_engine_takes(engine, x->model->n, x->d))
        return EG_ERROR_USAGE;
    if (x->o->pieces && !eg_source_fits(x->model, x->o->engine, x->d))
        return EG_ERROR_MODEL;
    if (eg_fmu_list_make(&x->list, x->model) < 0 || !(x->identifier = identifier_of(x)))
        return EG_ERROR_MEMORY;
    if (!eg_fmu_shape_holds(&x->o->shape, &x->list, x->d))
        return EG_ERROR_MODEL;
    if (!gather_texts(x) || !gather_tables(x) || !carry(x) || !add_rest(x))
        return x->out_of_memory ? EG_ERROR_MEMORY : EG_ERROR_MODEL;
    return eg_archive_write(path, x->members, x->count, x->d);
}

eg_status eg_fmu_write(eg_spec *spec, const char *path, const eg_fmu_options *options,
                       eg_diagnostics *diagnostics)
{
    exporting x = {.spec = spec, .o = options, .d = diagnostics, .arena = eg_arena_create()};
    eg_status status = x.arena ? export_all(&x, spec, path) : EG_ERROR_MEMORY;
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(diagnostics, "while exporting");
    for (size_t i = 0; i < x.count; i++)
        free(x.owned[i]);
    free(x.members);
    free(x.owned);
    free(x.paths);
    eg_fmu_list_release(&x.list);
    eg_model_free(x.model);
    eg_arena_free(x.arena);
    return status;
}
