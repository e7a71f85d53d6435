/* Reading: text or file to tokens to syntax tree to instances to spec. */
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/stack.h"
#include "component/spec_again.h"
#include "component/spec_bound.h"
#include "modelica/instance/influence.h"
#include "modelica/scope/bundled.h"
#include "modelica/parsed.h"
#include "modelica/scope/quoted.h"
#include "modelica/text/parser.h"
#include "modelica/tests.h"

eg_read_options eg_read_options_default(void)
{
    return (eg_read_options){.size = sizeof(eg_read_options)};
}

/* ---------------------------------------------------------------- the reader's life */

void eg_reader_end(eg_reader *r)
{
    eg_spec_free(r->scratch);
    r->scratch = NULL;
    if (!r->parsed)
        eg_symbols_free(r->symbols);
    eg_pairs_free(r->seen);
    eg_pairs_free(r->members);
    eg_pairs_free(r->arguments);
    eg_pairs_free(r->parts);
    eg_pairs_free(r->values);
    eg_pairs_free(r->redeclared);
    eg_pairs_free(r->discrete);
    eg_pairs_free(r->derived);
    eg_pairs_free(r->held);
    eg_pairs_free(r->untraced);
    eg_pairs_free(r->traces);
    eg_arena_free(r->arena);
}

static bool begin(eg_reader *r, eg_arena *kept, const eg_read_options *options, eg_diagnostics *diagnostics,
                  const eg_parsed *parsed)
{
    *r = (eg_reader){.kept = kept, .diagnostics = diagnostics, .parsed = parsed};
    const size_t most = SIZE_MAX >> 11; /* so that a kilobyte for each, and tenfolds, stay in range */
    r->limit = options->max_components ? (long long)options->max_components : EG_SIZE_LIMIT;
    if (options->max_components > most)
        r->limit = (long long)most;
    r->room = (size_t)64 << 20; /* a kilobyte for each component; and what the texts themselves take */
    r->room += (size_t)r->limit << 10;
    r->include_dirs = options->include_dirs;
    r->include_count = options->include_count;
    r->unsaved = options->unsaved;
    r->unsaved_count = options->unsaved_count;
    r->arena = eg_arena_create();
    if (parsed)
        r->symbols = parsed->names;
    else if (r->arena)
        r->symbols = eg_symbols_create(r->arena);
    r->seen = eg_pairs_create();
    r->members = eg_pairs_create();
    r->arguments = eg_pairs_create();
    r->parts = eg_pairs_create();
    r->values = eg_pairs_create();
    r->redeclared = eg_pairs_create();
    r->discrete = eg_pairs_create();
    r->derived = eg_pairs_create();
    r->held = eg_pairs_create();
    r->untraced = eg_pairs_create();
    r->traces = eg_pairs_create();
    r->asker.holds = true;
    if (!r->arena || !r->symbols || !r->seen || !r->members || !r->arguments || !r->parts || !r->values ||
        !r->redeclared || !r->discrete || !r->derived || !r->held || !r->untraced || !r->traces)
        return false;
    r->root = eg_root_create(r);
    return r->root != NULL;
}

bool eg_reader_begin(eg_reader *r, eg_arena *kept, const eg_read_options *options,
                     eg_diagnostics *diagnostics)
{
    return begin(r, kept, options, diagnostics, NULL);
}

/* ---------------------------------------------------------------- which model */

static bool is_model(const eg_syntax *syntax)
{
    return syntax->restriction == EG_R_MODEL || syntax->restriction == EG_R_BLOCK ||
           syntax->restriction == EG_R_CLASS;
}

/* The last model of a class that is not partial, looking into packages. */
static eg_definition *last_model(eg_reader *r, eg_definition *scope, eg_syntax *syntax, int depth)
{
    eg_member *member = eg_find_member(r, scope, syntax->name);
    if (!member || member->kind != EG_M_CLASS || depth > EG_NESTING_LIMIT)
        return NULL;
    if (is_model(syntax) && !syntax->is_partial)
        return member->definition;
    if (syntax->restriction != EG_R_PACKAGE)
        return NULL;
    for (uint32_t i = syntax->element_count; i-- > 0;) {
        if (syntax->elements[i].kind != EG_EL_CLASS)
            continue;
        eg_definition *found = last_model(r, member->definition, syntax->elements[i].class, depth + 1);
        if (found)
            return found;
    }
    return NULL;
}

static eg_definition *model_of_text(eg_reader *r, eg_definition *package, const eg_stored *stored)
{
    for (uint32_t i = stored->count; i-- > 0;) {
        eg_definition *found = last_model(r, package, stored->classes[i], 0);
        if (found)
            return found;
    }
    if (!r->out_of_memory) {
        eg_error(r, stored->source, 0, "the text holds no model that could be simulated");
        eg_hint(r, "write \"model Name ... end Name;\"; partial models, packages and functions are none");
    }
    return NULL;
}

/* By name: from the root, from the text's own package, inside its classes. */
static eg_definition *model_by_name(eg_reader *r, const char *name, eg_definition *package,
                                    const eg_stored *stored)
{
    eg_source *source = eg_source_create(r->kept, "model name", name, strlen(name));
    eg_reference *reference = source ? eg_parse_name(r, source) : NULL;
    if (!reference) {
        eg_error(r, NULL, 0, "\"%.200s\" is not the name of a class", name);
        eg_hint(r, "write a path of names, as in Modelica.Mechanics.Translational.Examples.PreLoad");
        return NULL;
    }
    eg_definition *found = eg_resolve(r, package, source, reference, true);
    for (uint32_t i = 0; stored && !found && i < stored->count; i++) {
        eg_member *member = eg_find_member(r, package, stored->classes[i]->name);
        if (member && member->kind == EG_M_CLASS)
            found = eg_resolve(r, member->definition, source, reference, true);
    }
    return found;
}

/* The class of the text whose name is nearest, or NULL. */
static const char *nearest_class(const char *name, const eg_stored *stored)
{
    enum { MOST = 100 };
    const char *names[MOST];
    uint32_t count = stored ? stored->count : 0;
    if (count > MOST)
        count = MOST;
    for (uint32_t i = 0; i < count; i++)
        names[i] = stored->classes[i]->name;
    return eg_nearest(name, names, count);
}

static void refuse_model_name(eg_reader *r, const char *name, eg_definition *package, const eg_stored *stored)
{
    eg_error(r, NULL, 0, "the model \"%.200s\" is not known", name);
    const char *near = nearest_class(name, stored);
    if (near) {
        eg_hint(r, "did you mean \"%s\"?", near);
        return;
    }
    eg_definition *from = package;
    if (stored && stored->count > 0) {
        eg_member *member = eg_find_member(r, package, stored->classes[0]->name);
        if (member && member->kind == EG_M_CLASS && member->definition->kind == EG_D_SCOPE)
            from = member->definition;
    }
    const char *last = strrchr(name, '.');
    eg_hint_unknown(r, from, name, last ? last + 1 : name);
}

/* Can it be simulated on its own? */
static bool check_model(eg_reader *r, eg_definition *model, eg_source *source)
{
    const char *why = NULL, *hint = "write a model that has it as a part, and give that";
    if (model->kind == EG_D_NATIVE || model->kind == EG_D_ICON || model->is_written)
        why = "is a class of the component library";
    else if (model->kind != EG_D_SCOPE || !model->syntax || !is_model(model->syntax))
        why = "is not a model";
    else if (eg_is_partial(r, model)) {
        why = "is partial";
        hint = "write a model that extends it, and give that";
    }
    if (!why)
        return true;
    eg_error(r, model->syntax ? model->syntax->source : source, model->syntax ? model->syntax->at : 0,
             "\"%.200s\" cannot be simulated: it %s", model->full, why);
    eg_hint(r, "%s", hint);
    return false;
}

/* ---------------------------------------------------------------- settings */

/* "mass.m=2,5", as much of the world writes it. */
static bool has_decimal_comma(const char *text)
{
    const char *comma = strchr(text, ',');
    return comma && comma > text && comma[-1] >= '0' && comma[-1] <= '9' && comma[1] >= '0' &&
           comma[1] <= '9';
}

/* "mass.m=2.5 kg": a name behind a number and a blank. */
static bool has_unit(const char *text)
{
    for (const char *c = text; *c; c++) {
        const char *behind = c + 1 + strspn(c + 1, " ");
        if (*c >= '0' && *c <= '9' && behind > c + 1 && ((*behind | 32) >= 'a' && (*behind | 32) <= 'z'))
            return true;
    }
    return false;
}

static const char *hint_of_setting(const char *text)
{
    if (has_decimal_comma(text))
        return "write a decimal point, mass.m=2.5 for instance";
    return has_unit(text) ? "leave the unit out: values are in SI units, mass.m=2.5 is 2.5 kg"
                          : "write NAME=VALUE, mass.m=2.5 for instance";
}

/* The value behind "a.b.c =". */
static eg_expr *value_of(const eg_modifier *setting)
{
    while (setting->count > 0)
        setting = setting->arguments[0];
    return setting->value;
}

/* pi needs no import in a setting, unless the model means something else by it. */
static bool know_pi(eg_reader *r, eg_definition *model, eg_expr *e)
{
    static const char *const names[] = {"Modelica", "Constants", "pi"};
    const bool is_name = e && e->kind == EG_E_REFERENCE && e->reference->count == 1;
    for (uint32_t i = 0; e && i < e->count; i++)
        if (!know_pi(r, model, e->items[i]))
            return false;
    if (!is_name || strcmp(e->reference->parts[0].name, "pi") != 0 ||
        eg_lookup(r, model, e->reference->parts[0].name, NULL))
        return true;
    eg_part *parts = eg_new_array(r, 3, sizeof *parts);
    for (size_t i = 0; parts && i < 3; i++)
        parts[i] = (eg_part){.name = eg_symbol(r, names[i]), .at = e->at};
    if (parts) {
        e->reference->parts = parts;
        e->reference->count = 3;
    }
    return parts != NULL;
}

/* Its one line is that of the file that it comes from. */
static eg_source *source_of_setting(eg_reader *r, const char *text, const eg_setting_place *place)
{
    const bool is_filed = place && place->file;
    eg_source *source = eg_source_create(r->kept, is_filed ? place->file : "setting", text, strlen(text));
    if (source && is_filed)
        source->lines_before = place->line - 1;
    return source;
}

/* "ball.s(start)=1" is another way to write ball.s.start=1. */
static const char *with_start(eg_reader *r, const char *text)
{
    static const char ending[] = "(start)";
    const size_t path = strcspn(text, "="), tail = strlen(ending);
    size_t length = path;
    while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t'))
        length--;
    if (length <= tail || strncmp(text + length - tail, ending, tail) != 0)
        return text;
    return eg_textf(r, "%.*s.start%s", (int)(length - tail), text, text + path);
}

/* Every setting becomes an entry that holds for the whole model; the last one given is the outermost. */
static bool read_settings(eg_reader *r, eg_definition *model, const eg_read_options *options,
                          eg_entry **entries)
{
    size_t count = options->setting_count;
    *entries = eg_new_array(r, count, sizeof **entries);
    for (size_t i = 0; *entries && i < count; i++) {
        const char *written = with_start(r, options->settings[i]);
        const char *text = written ? eg_with_quotes(r, model, written) : "";
        eg_source *source =
            source_of_setting(r, text, options->setting_places ? &options->setting_places[i] : NULL);
        eg_modifier *whole = eg_new(r, sizeof *whole);
        eg_modifier **arguments = eg_new(r, sizeof *arguments);
        if (!source || !whole || !arguments)
            return false;
        *whole = (eg_modifier){.is_setting = true, .source = source, .arguments = arguments, .count = 1};
        int errors = r->errors;
        bool is_text = eg_source_is_text(source, r->diagnostics);
        r->errors += !is_text;
        arguments[0] = is_text ? eg_parse_setting(r, source) : NULL;
        if (!arguments[0]) {
            if (r->errors > errors && is_text)
                eg_hint(r, "%s", hint_of_setting(text));
            whole->count = 0;
        }
        if (arguments[0] && !know_pi(r, model, value_of(arguments[0])))
            return false;
        (*entries)[count - 1 - i] = (eg_entry){.modifier = whole, .home = r->root};
        const eg_member *member = arguments[0] ? eg_find_member(r, model, arguments[0]->name) : NULL;
        if (member && member->kind == EG_M_NONE)
            arguments[0]->is_awaited = true;
        else
            eg_check_modifier(r, model, whole, false);
    }
    return *entries && !r->out_of_memory;
}

/* What no component of the model has taken, none that stands in for an outer one among them, is refused. */
static void check_awaited(eg_reader *r, eg_definition *model, const eg_entry *settings, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const eg_modifier *whole = settings[i].modifier;
        if (whole->count > 0 && whole->arguments[0]->is_awaited)
            eg_check_modifier(r, model, whole, false);
    }
}

/* ---------------------------------------------------------------- a model to a spec */

static bool keep_texts(eg_spec *spec, const eg_definition *model)
{
    const eg_pictures *pictures = model->syntax->pictures;
    spec->name = eg_arena_copy(spec->arena, model->full);
    if (pictures && pictures->annotation.text) {
        const eg_extract *a = &pictures->annotation;
        spec->pictures = eg_arena_format(spec->arena, "%.*s", (int)a->length, a->text);
        if (!spec->pictures)
            return false;
    }
    if (model->syntax->comment) {
        spec->comment = eg_arena_copy(spec->arena, model->syntax->comment);
        return spec->name && spec->comment;
    }
    return spec->name != NULL;
}

/* A test says for itself from when to when it runs. */
static void set_span(eg_spec *spec, const eg_test *test)
{
    eg_experiment e = eg_spec_experiment(spec);
    if (!isnan(test->start))
        e.start_time = test->start;
    if (!isnan(test->stop))
        e.stop_time = test->stop;
    eg_spec_set_experiment(spec, e);
}

static void unfold(eg_reader *r, eg_definition *model, eg_source *source, const eg_read_options *options,
                   eg_spec *spec)
{
    eg_entry *settings;
    const eg_test *test = NULL;
    if (!check_model(r, model, source) || !read_settings(r, model, options, &settings))
        return;
    if (options->test && !(test = eg_apply_test(r, model, options->test)))
        return;
    eg_node *node = eg_node_of_model(r, model, settings, (uint32_t)options->setting_count);
    for (size_t i = 0; node && i < options->setting_count; i++) {
        settings[i].node = node; /* settings see what the model sees */
        settings[i].home = model;
    }
    if (!node || !keep_texts(spec, model)) {
        r->out_of_memory = true;
        return;
    }
    const bool is_emitted = eg_emit(r, node, spec);
    check_awaited(r, model, settings, options->setting_count);
    if (is_emitted && eg_take_on(r, node, spec) && eg_connect_all(r, node, spec) &&
        eg_connect_discrete(r, spec) && eg_connect_variables(r, spec) && eg_dyad_leave_out_silent(r, spec) &&
        (!r->has_quoted || eg_check_collisions(r, spec)) && eg_make_canvas(r, node, spec)) {
        eg_read_experiment(r, node, spec);
        eg_settle_influence(r, spec);
    }
    if (test)
        set_span(spec, test);
    if (model->syntax->open_ports &&
        !(spec->open_ports = eg_arena_copy(spec->arena, model->syntax->open_ports)))
        r->out_of_memory = true;
}

static bool keep_files(eg_reader *r, eg_spec *spec)
{
    spec->files = eg_arena_array(spec->arena, r->files.count, sizeof *spec->files);
    for (size_t i = 0; spec->files && i < r->files.count; i++)
        spec->files[spec->file_count++] = r->files.items[i];
    spec->bundled = eg_arena_array(spec->arena, r->bundled.count, sizeof *spec->bundled);
    for (size_t i = 0; spec->bundled && i < r->bundled.count; i++)
        spec->bundled[spec->bundled_count++] = ((const eg_bundled *)r->bundled.items[i])->lines;
    return spec->files && spec->bundled;
}

/* The reading's outcome; on failure nothing is left of the spec. */
static eg_status conclude(eg_reader *r, eg_status status, eg_diagnostics *diagnostics, eg_spec **spec)
{
    if (status == EG_OK && (r->out_of_memory || !keep_files(r, *spec)))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK && r->errors > 0)
        status = EG_ERROR_MODEL;
    if (r->errors >= EG_ERROR_LIMIT)
        eg_report(diagnostics, EG_NOTE, EG_NOWHERE, "further errors are not shown");
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(diagnostics, "while reading the model");
    eg_reader_end(r);
    if (status != EG_OK) {
        eg_spec_free(*spec);
        *spec = NULL;
    }
    return status;
}

/* The model of a text whose classes stand in `package`. */
static void read_stored(eg_reader *r, const eg_stored *stored, eg_definition *package,
                        const eg_read_options *options, eg_spec *spec)
{
    eg_definition *model = options->model ? model_by_name(r, options->model, package, stored)
                                          : model_of_text(r, package, stored);
    if (!model && options->model && r->errors == 0)
        refuse_model_name(r, options->model, package, stored);
    if (model)
        unfold(r, model, stored->source, options, spec);
}

static void read_source(eg_reader *r, eg_source *source, const char *path, const eg_read_options *options,
                        eg_spec *spec)
{
    eg_definition *package;
    r->main_source = source;
    eg_stored *stored = eg_library_enter(r, source, path, &package);
    if (stored && r->errors == 0)
        read_stored(r, stored, package, options, spec);
}

static void read_parsed(eg_reader *r, const eg_read_options *options, eg_spec *spec)
{
    eg_definition *package;
    eg_stored *stored = r->parsed->stored;
    const char *path = r->parsed->path;
    r->main_source = stored->source;
    if (path && (!eg_list_add(r, &r->sources, stored->source) ||
                 !eg_list_add(r, &r->files, (void *)(uintptr_t)stored->source->name)))
        return;
    if (eg_library_place(r, stored, path, &package) && r->errors == 0)
        read_stored(r, stored, package, options, spec);
}

/* ---------------------------------------------------------------- files and classes */

static bool exists(const eg_reader *r, const char *path)
{
    struct stat info;
    return eg_is_held(r, path) || stat(path, &info) == 0;
}

static bool is_file_name(const char *name)
{
    return eg_source_is_model(name);
}

/* A directory with a package.mo stands for the package. */
static const char *file_of(eg_reader *r, const char *path)
{
    const char *inside = eg_textf(r, "%s/package.mo", path);
    return exists(r, inside) ? inside : path;
}

static bool is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

/* A directory of texts that lie loose: one of their models, by name. */
static eg_status read_loose(eg_reader *r, const char *directory, const eg_read_options *options,
                            eg_spec *spec)
{
    if (!options->model) {
        eg_report(r->diagnostics, EG_ERROR, EG_NOWHERE,
                  "%.300s is a directory without a package.mo: which of its models is meant?", directory);
        eg_remedy(r->diagnostics, "name it: %.300s --model NAME", directory);
        return EG_ERROR_FILE;
    }
    r->beside = directory;
    eg_definition *model = model_by_name(r, options->model, r->root, NULL);
    if (model)
        unfold(r, model, NULL, options, spec);
    else if (r->errors == 0)
        refuse_model_name(r, options->model, r->root, NULL);
    return EG_OK;
}

static eg_status read_file(eg_reader *r, const char *path, const eg_read_options *options, eg_spec *spec)
{
    eg_source *source;
    const char *file = file_of(r, path);
    if (file == path && is_directory(path))
        return read_loose(r, path, options, spec);
    eg_status status = eg_load_file(r, file, &source);
    if (status == EG_OK && eg_list_add(r, &r->files, (void *)(uintptr_t)source->name))
        read_source(r, source, file, options, spec);
    return status;
}

/* The name of a class; what `options->model` says is looked for inside of it. */
static eg_status read_class(eg_reader *r, const char *name, const eg_read_options *options, eg_spec *spec)
{
    eg_definition *d = model_by_name(r, name, r->root, NULL);
    if (r->errors > 0 || r->out_of_memory)
        return EG_OK;
    if (!d) {
        eg_error(r, NULL, 0, "\"%.200s\" is neither a file nor a class that is known", name);
        eg_hint(
            r,
            "give the path of a .mo, .dyad, .emx or .sidops file, or name the directory of the library with "
            "-I or MODELICAPATH");
        return EG_ERROR_FILE;
    }
    if (options->model)
        d = model_by_name(r, options->model, d, NULL);
    if (d)
        unfold(r, d, NULL, options, spec);
    else if (r->errors == 0)
        refuse_model_name(r, options->model, r->root, NULL);
    return EG_OK;
}

/* ---------------------------------------------------------------- a reading, or two */

/* What is to be read: a text with a name, or (text NULL) a file or class of that name. */
typedef struct request {
    const char *text, *name;
    size_t length;
    const eg_read_options *options;
    eg_read_options defaults; /* where the caller gives none */
    const eg_parsed *parsed;  /* it is parsed already; or NULL */
    const eg_kept *former;    /* the same was read before; or NULL */
    eg_purpose purpose;       /* what the spec is read for */
    eg_diagnostics *diagnostics;
    eg_arena *arena;
    eg_paths written_out; /* components that a first reading wants to be carried out by their equations */
} request;

static void read_what(eg_reader *r, const request *q, eg_status *status, eg_spec *spec)
{
    const char *name = q->name;
    if (q->parsed) {
        read_parsed(r, q->options, spec);
    } else if (q->text) {
        eg_source *source = eg_source_create(r->kept, name, q->text, q->length);
        if (source)
            read_source(r, source, NULL, q->options, spec);
        r->out_of_memory = r->out_of_memory || !source;
    } else if (!exists(r, name) && !is_file_name(name) && !strchr(name, '/')) {
        *status = read_class(r, name, q->options, spec);
    } else {
        *status = read_file(r, name, q->options, spec);
    }
}

/* Remembers what the reading found to be carried out by its equations; false when memory is out. */
static bool remember(request *q, const eg_reader *r)
{
    q->written_out.items = eg_arena_array(q->arena, r->written_out.count, sizeof *q->written_out.items);
    for (size_t i = 0; q->written_out.items && i < r->written_out.count; i++) {
        q->written_out.items[i] = eg_arena_copy(q->arena, r->written_out.items[i]);
        if (!q->written_out.items[i])
            return false;
        q->written_out.count++;
    }
    return q->written_out.items != NULL;
}

static const char *const *keep_texts_of(eg_arena *arena, const char *const *texts, size_t count, bool *failed)
{
    const char **copies = eg_arena_array(arena, count, sizeof *copies);
    *failed = *failed || !copies;
    for (size_t i = 0; copies && i < count; i++) {
        copies[i] = eg_arena_copy(arena, texts[i]);
        *failed = *failed || !copies[i];
    }
    return copies;
}

static const char *keep_text(eg_arena *arena, const char *text, size_t length, bool *failed)
{
    const char *copy = text ? eg_arena_text(arena, text, length) : NULL;
    *failed = *failed || (text && !copy);
    return copy;
}

static eg_status read_again(const void *context, const char *const *settings, size_t count,
                            eg_purpose purpose, eg_diagnostics *diagnostics, eg_spec **spec);

/* So that the spec can be read again with other settings; false when memory is out. */
static bool keep(eg_reader *r, const request *q, eg_spec *spec)
{
    bool failed = false;
    const eg_read_options *o = q->options;
    eg_arena *arena = spec->arena;
    eg_kept *kept = eg_arena_alloc(arena, sizeof *kept);
    eg_source **sources = eg_arena_array(arena, r->sources.count, sizeof *sources);
    if (!kept || !sources)
        return false;
    for (size_t i = 0; i < r->sources.count; i++)
        sources[i] = r->sources.items[i];
    *kept = (eg_kept){.text = keep_text(arena, q->text, q->length, &failed),
                      .length = q->length,
                      .name = keep_text(arena, q->name, strlen(q->name), &failed),
                      .options = *o,
                      .sources = sources,
                      .source_count = r->sources.count};
    kept->options.setting_places = NULL; /* settings that are given later come from no file */
    kept->options.include_dirs = keep_texts_of(arena, o->include_dirs, o->include_count, &failed);
    kept->options.unsaved = NULL; /* those that were read are among the sources */
    kept->options.unsaved_count = 0;
    kept->options.model = keep_text(arena, o->model, o->model ? strlen(o->model) : 0, &failed);
    kept->options.test = keep_text(arena, o->test, o->test ? strlen(o->test) : 0, &failed);
    const char *const *settings = keep_texts_of(arena, o->settings, o->setting_count, &failed);
    return !failed &&
           eg_spec_remember_reading(spec, arena, read_again, kept, settings, o->setting_count) == 0;
}

/* *again: the reading is of no use, and must be made once more. */
static eg_status read_once(request *q, bool *again, eg_spec **spec)
{
    eg_reader r;
    eg_status status = EG_OK;
    bool is_second = *again;
    *again = false;
    *spec = eg_spec_create(q->name, q->diagnostics);
    if (!*spec)
        return EG_ERROR_MEMORY;
    if (!begin(&r, (*spec)->arena, q->options, q->diagnostics, q->parsed))
        return conclude(&r, EG_ERROR_MEMORY, q->diagnostics, spec);
    r.former = q->former;
    r.is_for_text = q->purpose != EG_FOR_RUNS;
    r.is_for_derivatives = q->purpose == EG_FOR_DERIVATIVES;
    if (r.is_for_text && eg_spec_keep_bounds(*spec) != 0)
        return conclude(&r, EG_ERROR_MEMORY, q->diagnostics, spec);
    r.to_write_out = is_second ? &q->written_out : NULL;
    read_what(&r, q, &status, *spec);
    *again = status == EG_OK && !is_second && r.errors == 0 && !r.out_of_memory && r.written_out.count > 0;
    if (*again && !remember(q, &r))
        r.out_of_memory = true;
    if (status == EG_OK && !*again && !q->former && r.errors == 0 && !r.out_of_memory && !keep(&r, q, *spec))
        r.out_of_memory = true;
    return conclude(&r, status, q->diagnostics, spec);
}

static eg_status read_twice(request *q, eg_spec **spec)
{
    bool again = false;
    size_t before = q->diagnostics ? eg_diagnostics_count(q->diagnostics) : 0;
    q->defaults = eg_read_options_default();
    q->options = q->options ? q->options : &q->defaults;
    q->arena = eg_arena_create();
    if (!q->arena)
        return EG_ERROR_MEMORY;
    eg_status status = read_once(q, &again, spec);
    if (status == EG_OK && again) {
        eg_spec_free(*spec);
        eg_diagnostics_forget(q->diagnostics, before);
        status = read_once(q, &again, spec);
    }
    eg_arena_free(q->arena);
    return status;
}

typedef struct reading {
    request *request;
    eg_spec **spec;
    eg_status status;
} reading;

static void carry_out(void *context)
{
    reading *x = context;
    x->status = read_twice(x->request, x->spec);
}

static eg_status read_all(request *q, eg_spec **spec)
{
    const eg_read_options *o = q->options;
    if (o && !eg_options_fit(o->size, sizeof *o, "eg_read_options", q->diagnostics))
        return EG_ERROR_USAGE;
    reading x = {.request = q, .spec = spec};
    return eg_with_stack(carry_out, &x) ? x.status : EG_ERROR_MEMORY;
}

eg_status eg_spec_read_text(const char *text, size_t length, const char *name, const eg_read_options *options,
                            eg_diagnostics *diagnostics, eg_spec **spec)
{
    request q = {
        .text = text, .name = name, .length = length, .options = options, .diagnostics = diagnostics};
    *spec = NULL;
    if (length > EG_SOURCE_LIMIT) {
        eg_report(diagnostics, EG_ERROR, EG_NOWHERE, "the text has %zu bytes; at most %zu are read", length,
                  EG_SOURCE_LIMIT);
        eg_remedy(diagnostics, "divide it into several files: a library of packages");
        return EG_ERROR_MODEL;
    }
    return read_all(&q, spec);
}

eg_status eg_spec_read(const char *file_or_class, const eg_read_options *options, eg_diagnostics *diagnostics,
                       eg_spec **spec)
{
    request q = {.name = file_or_class, .options = options, .diagnostics = diagnostics};
    *spec = NULL;
    return read_all(&q, spec);
}

bool eg_is_shareable(const char *name)
{
    return !eg_source_is_dyad(name) && !eg_source_is_sidops(name);
}

eg_status eg_spec_read_parsed(const eg_parsed *parsed, const eg_read_options *options,
                              eg_diagnostics *diagnostics, eg_spec **spec)
{
    const eg_source *source = parsed->stored->source;
    request q = {.text = parsed->path ? NULL : source->text,
                 .name = source->name,
                 .length = source->length,
                 .options = options,
                 .parsed = parsed,
                 .diagnostics = diagnostics};
    *spec = NULL;
    return read_all(&q, spec);
}

static eg_status read_again(const void *context, const char *const *settings, size_t count,
                            eg_purpose purpose, eg_diagnostics *diagnostics, eg_spec **spec)
{
    const eg_kept *kept = context;
    eg_read_options options = kept->options;
    options.settings = settings;
    options.setting_count = count;
    request q = {.text = kept->text,
                 .name = kept->name,
                 .length = kept->length,
                 .options = &options,
                 .purpose = purpose,
                 .diagnostics = diagnostics,
                 .former = kept};
    *spec = NULL;
    return read_all(&q, spec);
}
