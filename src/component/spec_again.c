#include "component/spec_again.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "component/spec_check.h"

/* ---------------------------------------------------------------- what is kept of a reading */

static eg_reading *make_reading(eg_arena *kept, eg_read_again *read, const void *context,
                                const char *const *settings, size_t setting_count)
{
    eg_reading *reading = calloc(1, sizeof *reading);
    if (!reading)
        return NULL;
    *reading = (eg_reading){.kept = eg_arena_share(kept),
                            .arena = eg_arena_create(),
                            .read = read,
                            .context = context,
                            .settings = calloc(setting_count + 1, sizeof *settings),
                            .setting_count = setting_count};
    if (!reading->arena || !reading->settings) {
        eg_reading_free(reading);
        return NULL;
    }
    for (size_t i = 0; i < setting_count; i++)
        reading->settings[i] = settings[i];
    return reading;
}

int eg_spec_remember_reading(eg_spec *spec, eg_arena *arena, eg_read_again *read, const void *context,
                             const char *const *settings, size_t setting_count)
{
    spec->reading = make_reading(arena, read, context, settings, setting_count);
    return spec->reading ? 0 : -1;
}

void eg_reading_free(eg_reading *reading)
{
    if (!reading)
        return;
    free(reading->settings);
    free(reading->edits);
    eg_arena_free(reading->arena);
    eg_arena_free(reading->kept);
    free(reading);
}

/* How many numbers the edit holds. */
static size_t numbers_of(const eg_edit *edit)
{
    return edit->kind == EG_EDIT_MATRIX ? edit->rows * edit->columns : edit->numbers != NULL;
}

eg_reading *eg_reading_clone(const eg_reading *reading)
{
    eg_reading *copy = make_reading(reading->kept, reading->read, reading->context, reading->settings,
                                    reading->setting_count);
    bool failed = !copy;
    for (size_t i = 0; i < reading->setting_count && !failed; i++)
        failed = !(copy->settings[i] = eg_arena_copy(copy->arena, reading->settings[i]));
    for (size_t i = 0; i < reading->edit_count && !failed; i++)
        failed = eg_reading_keep(copy, &reading->edits[i]) != 0;
    if (failed) {
        eg_reading_free(copy);
        return NULL;
    }
    copy->has_experiment = reading->has_experiment;
    return copy;
}

int eg_reading_keep(eg_reading *reading, const eg_edit *edit)
{
    const size_t count = numbers_of(edit);
    void *items = reading->edits;
    if (eg_grow(&items, &reading->edit_capacity, reading->edit_count + 1, sizeof *edit) != 0)
        return -1;
    reading->edits = items;
    eg_edit kept = *edit;
    double *numbers = eg_arena_array(reading->arena, count, sizeof *numbers);
    kept.path = eg_arena_copy(reading->arena, edit->path);
    kept.text = edit->text ? eg_arena_copy(reading->arena, edit->text) : NULL;
    kept.numbers = edit->numbers ? numbers : NULL;
    if (!numbers || !kept.path || (edit->text && !kept.text))
        return -1;
    if (edit->numbers)
        memcpy(numbers, edit->numbers, count * sizeof *numbers);
    reading->edits[reading->edit_count++] = kept;
    return 0;
}

bool eg_edit_is_of_text(const eg_spec *spec, const eg_edit *edit)
{
    eg_instance *owner;
    const char *member;
    if (edit->kind == EG_EDIT_ADD || edit->kind == EG_EDIT_CONNECT)
        return false;
    if (eg_spec_split(spec, edit->path, &owner, &member) != EG_OK)
        return true;
    for (size_t i = 0; i < spec->reading->edit_count; i++) {
        const eg_edit *added = &spec->reading->edits[i];
        if (added->kind == EG_EDIT_ADD && strcmp(added->path, owner->path) == 0)
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- what the spec knows of a path */

/* How values of a path are written in a setting. */
typedef struct member {
    eg_type type;
    const char *type_name; /* of an enumeration, with its literals; "String": they are texts */
    const char *const *literals;
    int columns;                   /* of a matrix; 0: it is none, or not known */
    const eg_parameter *parameter; /* of a component, */
    const eg_variable *variable;   /* or that; NULL: a value of the user's, or not known */
    const char *owner;             /* the component */
} member;

static int declared_columns(const eg_spec *spec, const char *path)
{
    size_t length = strlen(path);
    int columns = 0;
    for (size_t i = 0; i < spec->declared_count; i++) {
        const char *own = spec->declared[i].path;
        if (strncmp(own, path, length) == 0 && own[length] == '[')
            columns += strncmp(own + length, "[1,", 3) == 0 || strcmp(own + length, "[1]") == 0;
    }
    return columns;
}

static void look_up_declared(const eg_spec *spec, const char *path, member *m)
{
    long variable = eg_names_find(spec->variable_paths, path);
    if (variable >= 0)
        m->type = spec->variables[variable].type;
    for (size_t i = 0; i < spec->declared_count; i++)
        if (strcmp(spec->declared[i].path, path) == 0)
            m->type = spec->declared[i].type;
    for (size_t i = 0; i < spec->legend_count && m->type == EG_ENUMERATION; i++)
        if (strcmp(spec->legends[i].path, path) == 0 && spec->legends[i].literals) {
            m->type_name = spec->legends[i].type_name;
            m->literals = spec->legends[i].literals;
        }
    m->columns = declared_columns(spec, path);
}

static member look_up(const eg_spec *spec, const eg_edit *edit)
{
    member m = {.type = EG_REAL};
    eg_instance *owner;
    const char *name;
    if (eg_spec_split(spec, edit->path, &owner, &name) != EG_OK) {
        look_up_declared(spec, edit->path, &m);
        return m;
    }
    int parameter = eg_class_parameter(owner->class, name), variable = eg_class_variable(owner->class, name);
    m.owner = owner->path;
    if (edit->kind == EG_EDIT_START && variable >= 0) {
        m.variable = &owner->class->variables[variable];
        m.type = m.variable->type;
    } else if (parameter >= 0) {
        m.parameter = &owner->class->parameters[parameter];
        m.type = m.parameter->type;
        m.type_name = m.parameter->type_name;
        m.literals = m.parameter->literals;
        m.columns = eg_columns_of_calls(m.parameter);
    }
    return m;
}

/* ---------------------------------------------------------------- settings as texts */

/* Could the path end, by what stands in it, before its end? Names in quotes hold what they like. */
static bool is_one_path(const char *path)
{
    static const char others[] = "_.,[] ";
    bool quoted = false;
    for (const char *c = path; *c; c++) {
        const unsigned char byte = (unsigned char)*c;
        if (*c == '\'')
            quoted = !quoted;
        else if (*c == '\\' && quoted && c[1])
            c++;
        else if (!quoted && !strchr(others, *c) && byte < 0x80 && !(byte >= '0' && byte <= '9') &&
                 !((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z'))
            return false;
    }
    return *path && !quoted;
}

/* false (reported): the number cannot be a value of the member. */
static bool check_number(const char *path, const member *m, double x, eg_diagnostics *d)
{
    if (m->parameter && m->parameter->columns == 0)
        return eg_parameter_accepts(m->parameter, m->owner, x, EG_NOWHERE, d);
    if (m->variable)
        return eg_variable_accepts(m->variable, m->owner, x, EG_NOWHERE, d);
    int literals = 0;
    while (m->literals && m->literals[literals])
        literals++;
    const char *wrong = NULL;
    if (!isfinite(x))
        wrong = "is not a finite number";
    else if (m->type == EG_BOOLEAN && x != 0.0 && x != 1.0)
        wrong = "is neither 0 nor 1, which stand for false and true";
    else if (m->type == EG_ENUMERATION && !(x >= 0.0 && x < literals && x == floor(x)))
        wrong = "is not the index, from 0, of one of its literals";
    if (wrong) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s = %s: this %s", path, eg_amount_of(x, NULL).text, wrong);
        eg_remedy(d, "give a value that its type has: elastogap info shows it");
    }
    return !wrong;
}

static const char *write_number(eg_arena *arena, const member *m, double x)
{
    char number[EG_NUMBER_SIZE];
    eg_number_write(x, number);
    if (m->type == EG_BOOLEAN)
        return x != 0.0 ? "true" : "false";
    if (m->type != EG_ENUMERATION)
        return eg_arena_copy(arena, number);
    const char *literal = m->literals[(size_t)x];
    return strcmp(m->type_name, "String") == 0 ? eg_arena_format(arena, "\"%s\"", literal)
                                               : eg_arena_format(arena, "%s.%s", m->type_name, literal);
}

static const char *write_text(eg_arena *arena, const char *text)
{
    char *copy = eg_arena_alloc(arena, 2 * strlen(text) + 3), *at = copy;
    if (!copy)
        return NULL;
    *at++ = '"';
    for (; *text; text++) {
        if (*text == '"' || *text == '\\')
            *at++ = '\\';
        *at++ = *text;
    }
    *at = '"';
    return copy;
}

/* {{1,2},{3,4}}, or {1,2} where rows are single numbers. */
static const char *write_matrix(eg_arena *arena, const eg_edit *edit, size_t columns)
{
    const size_t count = edit->rows * columns;
    char *copy = eg_arena_array(arena, count + 2, EG_NUMBER_SIZE + 3), *at = copy;
    for (size_t k = 0; copy && k < count; k++) {
        *at++ = k == 0 ? '{' : ',';
        if (columns > 1 && k % columns == 0)
            *at++ = '{';
        at += eg_number_write(edit->numbers[k], at);
        if (columns > 1 && (k + 1) % columns == 0)
            *at++ = '}';
    }
    if (copy)
        *at = '}';
    return copy;
}

/* "= value" for the path; NULL: reported. */
static const char *write_value(eg_arena *arena, const eg_edit *edit, const member *m, eg_status *status,
                               eg_diagnostics *d)
{
    const char *value = NULL;
    *status = EG_ERROR_MODEL;
    if (edit->kind == EG_EDIT_MATRIX && (m->columns == 0 || edit->rows == 0 || edit->rows > 1000000000)) {
        eg_report(d, EG_ERROR, EG_NOWHERE,
                  m->columns == 0 ? "%s is a number, not a matrix" : "%s cannot have that number of rows",
                  edit->path);
        eg_remedy(d, m->columns == 0 ? "give one number" : "give from 1 to 1e9 rows");
        return NULL;
    }
    if (edit->kind == EG_EDIT_STRING && m->parameter && m->type != EG_STRING &&
        !(m->type_name && strcmp(m->type_name, "String") == 0)) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s is no text", edit->path);
        eg_remedy(d, "use eg_spec_set or eg_spec_set_matrix");
        return NULL;
    }
    if (edit->kind == EG_EDIT_STRING)
        value = write_text(arena, edit->text);
    else if (edit->kind == EG_EDIT_MATRIX)
        value = write_matrix(arena, edit, (size_t)m->columns);
    else if (check_number(edit->path, m, edit->numbers[0], d))
        value = write_number(arena, m, edit->numbers[0]);
    else
        return NULL;
    *status = value ? EG_OK : EG_ERROR_MEMORY;
    return value;
}

/* ---------------------------------------------------------------- once more */

/* Adds the setting, and drops an older one of the same path: it would be without effect. The order of others
 * stays. */
static size_t add_setting(const char **settings, size_t count, const char *path, const char *setting)
{
    const size_t length = strlen(path);
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if (strncmp(settings[i], path, length) != 0 || settings[i][length] != '=')
            settings[kept++] = settings[i];
    settings[kept++] = setting;
    return kept;
}

static bool is_known(const eg_diagnostics *list, const eg_diagnostic *message)
{
    for (size_t i = 0; i < eg_diagnostics_count(list); i++) {
        const eg_diagnostic *other = eg_diagnostics_get(list, i);
        if (other->severity == message->severity && other->line == message->line &&
            strcmp(other->message, message->message) == 0)
            return true;
    }
    return false;
}

/* What has been said of the text before is not said again. */
static void pass_on(const eg_diagnostics *said, eg_diagnostics *d)
{
    for (size_t i = 0; d && i < eg_diagnostics_count(said); i++) {
        const eg_diagnostic *m = eg_diagnostics_get(said, i);
        if (m->severity == EG_ERROR || !is_known(d, m))
            eg_report_again(d, m);
    }
}

/* All that calls have done to the spec since it was read. */
static eg_status follow(const eg_spec *spec, eg_spec *next, eg_diagnostics *d)
{
    const eg_reading *reading = spec->reading;
    for (size_t i = 0; i < reading->edit_count; i++) {
        eg_status status = eg_spec_edit(next, &reading->edits[i], d);
        if (status != EG_OK)
            return status;
    }
    if (reading->has_experiment)
        next->experiment = spec->experiment;
    next->output_patterns = spec->output_patterns;
    next->output_pattern_count = spec->output_pattern_count;
    return EG_OK;
}

static eg_status read_with(const eg_spec *spec, const char *const *settings, size_t count, eg_purpose purpose,
                           eg_diagnostics *d, eg_spec **next)
{
    const eg_reading *reading = spec->reading;
    eg_status status = reading->read(reading->context, settings, count, purpose, d, next);
    if (status == EG_OK)
        status = follow(spec, *next, d);
    if (status != EG_OK) {
        eg_spec_free(*next);
        *next = NULL;
    }
    return status;
}

eg_status eg_spec_read_again(const eg_spec *spec, const char *const *settings, size_t count,
                             eg_diagnostics *diagnostics, eg_spec **next)
{
    const eg_reading *reading = spec->reading;
    const size_t before = reading->setting_count;
    const char **all = calloc(before + count + 1, sizeof *all);
    *next = NULL;
    if (!all)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < before + count; i++)
        all[i] = i < before ? reading->settings[i] : settings[i - before];
    eg_status status = read_with(spec, all, before + count, EG_FOR_RUNS, diagnostics, next);
    free(all);
    return status;
}

eg_status eg_spec_read_for(const eg_spec *spec, eg_purpose purpose, eg_diagnostics *diagnostics,
                           eg_spec **next)
{
    *next = NULL;
    return read_with(spec, spec->reading->settings, spec->reading->setting_count, purpose, diagnostics, next);
}

/* The spec becomes what `next` is. How it is read stays, and so do texts that callers may hold: they live as
 * long as that. */
static void become(eg_spec *spec, eg_spec *next)
{
    const eg_spec old = *spec;
    *spec = *next;
    *next = old;
    next->reading = spec->reading;
    spec->reading = old.reading;
    spec->name = old.name;
    spec->comment = old.comment;
    spec->pictures = old.pictures;
}

static eg_status read_anew(eg_spec *spec, const char *const *settings, size_t count, eg_diagnostics *d)
{
    eg_spec *next = NULL;
    eg_diagnostics *said = eg_diagnostics_create();
    if (!said)
        return EG_ERROR_MEMORY;
    eg_status status = read_with(spec, settings, count, EG_FOR_RUNS, said, &next);
    pass_on(said, d);
    if (status == EG_OK)
        become(spec, next);
    eg_spec_free(next);
    eg_diagnostics_free(said);
    return status;
}

/* The settings with those of the edit: `value`, and of a start whether it holds. NULL: out of memory. */
static const char **settings_with(eg_reading *reading, const eg_edit *edit, const char *value, size_t *count)
{
    const bool is_start = edit->kind == EG_EDIT_START;
    const char *const paths[] = {eg_arena_format(reading->arena, is_start ? "%s.start" : "%s", edit->path),
                                 eg_arena_format(reading->arena, "%s.fixed", edit->path)};
    const char *const values[] = {value, edit->fixed ? "true" : "false"};
    const char **settings = calloc(reading->setting_count + 2, sizeof *settings);
    bool failed = !settings;
    *count = reading->setting_count;
    for (size_t i = 0; i < *count && !failed; i++)
        settings[i] = reading->settings[i];
    for (size_t i = 0; i < (is_start ? 2 : 1) && !failed; i++) {
        const char *text = paths[i] ? eg_arena_format(reading->arena, "%s=%s", paths[i], values[i]) : NULL;
        failed = !text;
        if (text)
            *count = add_setting(settings, *count, paths[i], text);
    }
    if (!failed)
        return settings;
    free(settings);
    return NULL;
}

eg_status eg_spec_set_again(eg_spec *spec, const eg_edit *edit, eg_diagnostics *d)
{
    eg_reading *reading = spec->reading;
    const member m = look_up(spec, edit);
    eg_status status = EG_ERROR_MODEL;
    size_t count = 0;
    if (!is_one_path(edit->path)) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "\"%s\" is not the name of a value", edit->path);
        eg_remedy(d, "write one path, as in ball.m or rig.stop.c");
        return EG_ERROR_MODEL;
    }
    const char *value = write_value(reading->arena, edit, &m, &status, d);
    if (!value && status != EG_ERROR_MEMORY)
        return status;
    const char **settings = value ? settings_with(reading, edit, value, &count) : NULL;
    status = settings ? read_anew(spec, settings, count, d) : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        free(reading->settings);
        reading->settings = settings;
        reading->setting_count = count;
        return EG_OK;
    }
    free(settings);
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(d, "while changing values");
    return status;
}
