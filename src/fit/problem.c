#include "fit/problem.h"

#include "base/names.h"
#include "base/number.h"
#include "base/units.h"
#include "component/instance.h"
#include "simulate/choose.h"

#include <ctype.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- texts */

static eg_status wrong(eg_fit_problem *p, const char *option, const char *text, const char *remedy)
{
    eg_report(p->d, EG_ERROR, EG_NOWHERE, "%s cannot be '%s'", option, text);
    eg_remedy(p->d, "%s", remedy);
    return EG_ERROR_USAGE;
}

/* Without blanks around it, in the arena. */
static char *cut(eg_arena *arena, const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    return eg_arena_text(arena, from, (size_t)(to - from));
}

static eg_sought *add_sought(eg_fit_problem *p)
{
    eg_sought *s = &p->sought[p->sought_count++];
    *s = EG_SOUGHT_BEGIN;
    return s;
}

static long find_name(const eg_fit_problem *p, const char *name)
{
    for (size_t i = 0; i < p->name_count; i++)
        if (strcmp(p->names[i], name) == 0)
            return (long)i;
    return -1;
}

/* Of one for each file the first one is filled in, and copied. */
static eg_status read_free(eg_fit_problem *p, const char *text, bool is_each)
{
    const char *equals = strchr(text, '='), *end = equals ? equals : text + strlen(text);
    const char *name = eg_sought_name(p->arena, text, end);
    if (!name)
        return EG_ERROR_MEMORY;
    const size_t first = p->sought_count, copies = is_each ? p->file_count : 1;
    eg_sought *s = add_sought(p);
    if (!*name || (equals && eg_sought_read(equals + 1, s) < 2))
        return wrong(p, is_each ? "--each" : "--free", text,
                     "write NAME, NAME=LOW:HIGH or NAME=LOW:START:HIGH in that order, as in gap.c=1e3:1e7");
    if (find_name(p, name) >= 0) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "%s is sought twice", name);
        eg_remedy(p->d, "name it once");
        return EG_ERROR_USAGE;
    }
    s->kind = EG_SOUGHT_VALUE;
    s->item = p->name_count;
    s->name = name;
    p->names[p->name_count++] = name;
    for (size_t f = 0; f < copies && is_each; f++) {
        if (f > 0)
            *add_sought(p) = p->sought[first];
        p->sought[first + f].file = (long)f;
        if (p->file_count > 1)
            p->sought[first + f].name = eg_arena_format(p->arena, "%s (%s)", name, p->files[f].path);
        if (!p->sought[first + f].name)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* "NAME = COLUMN[UNIT]" */
static eg_status read_row_value(eg_fit_problem *p, const char *text)
{
    const char *equals = strchr(text, '='), *name;
    char *right = equals ? cut(p->arena, equals + 1, text + strlen(text)) : NULL;
    if (equals && !right)
        return EG_ERROR_MEMORY;
    if (!equals || !*right)
        return wrong(p, "--row", text, "write NAME = COLUMN, as in ball.v.start = speed[m/s]");
    name = eg_sought_name(p->arena, text, equals);
    eg_row_value *row = &p->rows[p->row_count++];
    row->values = eg_arena_array(p->arena, p->file_count, sizeof *row->values);
    if (!name || !row->values || !eg_fit_data_name(p->arena, right, strlen(right), &row->column, &row->unit))
        return EG_ERROR_MEMORY;
    if (find_name(p, name) >= 0) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "%s cannot be sought and given by rows", name);
        eg_remedy(p->d, "leave it out of --free, or of --each");
        return EG_ERROR_USAGE;
    }
    row->item = p->name_count;
    p->names[p->name_count++] = name;
    return EG_OK;
}

/* The values of a column in the unit that the model has. */
static eg_status take_row_values(eg_fit_problem *p, eg_row_value *row, size_t file, const eg_sought *s)
{
    const eg_fit_data *data = &p->files[file];
    const long place = eg_fit_data_find(data, row->column, p->d);
    if (place < 0)
        return EG_ERROR_USAGE;
    const char *unit = row->unit ? row->unit : data->units[place];
    double *values = eg_arena_array(p->arena, data->rows + 1, sizeof *values);
    if (!values)
        return EG_ERROR_MEMORY;
    memcpy(values, data->values + (size_t)place * data->rows, data->rows * sizeof *values);
    for (size_t k = 0; k < data->rows; k++)
        if (unit && !isnan(values[k]) && !eg_unit_convert(values[k], unit, s->unit, &values[k])) {
            eg_report(p->d, EG_ERROR, EG_NOWHERE, "column %s is in %s, but %s is in %s", row->column, unit,
                      s->name, *s->unit ? s->unit : "no unit that is known");
            eg_remedy(p->d, "give the column a unit that fits, as in \"width[mm]\"");
            return EG_ERROR_USAGE;
        }
    row->values[file] = values;
    return EG_OK;
}

/* Which runs there are: of files, or of rows with their values. */
static eg_status find_runs(eg_fit_problem *p)
{
    size_t count = 0;
    for (size_t i = 0; i < p->row_count; i++) {
        eg_sought s = EG_SOUGHT_BEGIN;
        s.item = p->rows[i].item;
        s.name = p->names[s.item];
        eg_status status = eg_sought_take(&s, p->ensemble, p->d);
        for (size_t f = 0; f < p->file_count && status == EG_OK; f++)
            status = take_row_values(p, &p->rows[i], f, &s);
        if (status != EG_OK)
            return status;
    }
    for (size_t f = 0; f < p->file_count; f++)
        count += p->row_count > 0 ? p->files[f].rows : 1;
    p->runs = eg_arena_array(p->arena, count + 1, sizeof *p->runs);
    if (!p->runs)
        return EG_ERROR_MEMORY;
    for (size_t f = 0; f < p->file_count; f++)
        for (size_t k = 0; k < (p->row_count > 0 ? p->files[f].rows : 1); k++)
            p->runs[p->run_count++] = (eg_data_run){f, p->row_count > 0 ? (long)k : -1};
    return EG_OK;
}

/* ---------------------------------------------------------------- sensors */

static const char sensor_words[] =
    "write COLUMN: and what is sought of it, delay, gain, bias, each perhaps =VALUE, =LOW:HIGH or "
    "=LOW:START:HIGH, and noise=VALUE where it is known; or time: delay";

static eg_status seek(eg_fit_problem *p, size_t sensor, eg_sought_kind kind, const char *word,
                      const eg_sought *range, long file)
{
    const char *column = p->sensors[sensor].column;
    eg_sought *s = add_sought(p);
    s->kind = kind;
    s->item = sensor;
    s->file = file;
    s->low = range->low;
    s->high = range->high;
    s->start = range->start;
    s->unit = kind == EG_SOUGHT_DELAY ? "s" : "";
    s->name = file < 0 || p->file_count == 1
                  ? eg_arena_format(p->arena, "%s.%s", column, word)
                  : eg_arena_format(p->arena, "%s.%s (%s)", column, word, p->files[file].path);
    return s->name ? EG_OK : EG_ERROR_MEMORY;
}

/* One of the things that are said of a sensor. */
static eg_status read_sensor_part(eg_fit_problem *p, size_t sensor, const char *text, const char *whole)
{
    eg_fit_sensor *of = &p->sensors[sensor];
    const char *equals = strchr(text, '=');
    const char *word = cut(p->arena, text, equals ? equals : text + strlen(text));
    const bool is_clock = strcmp(of->column, "time") == 0;
    eg_sought range = EG_SOUGHT_BEGIN;
    const int numbers = equals ? eg_sought_read(equals + 1, &range) : 0;
    if (!word)
        return EG_ERROR_MEMORY;
    if (equals && numbers == 0)
        return wrong(p, "--sensor", whole, sensor_words);
    if (strcmp(word, "noise") == 0 && numbers == 1 && range.start > 0 && !is_clock) {
        of->noise = range.start;
        return EG_OK;
    }
    if (strcmp(word, "delay") == 0) {
        range.start = isnan(range.start) && numbers == 0 ? 0 : range.start;
        if (numbers == 1) {
            of->delay = range.start;
            return EG_OK;
        }
        eg_status status = EG_OK;
        for (size_t f = 0; f < (is_clock ? p->file_count : 1) && status == EG_OK; f++)
            status = seek(p, sensor, EG_SOUGHT_DELAY, word, &range, is_clock ? (long)f : -1);
        return status;
    }
    const bool is_gain = strcmp(word, "gain") == 0;
    if (is_clock || (!is_gain && strcmp(word, "bias") != 0))
        return wrong(p, "--sensor", whole, sensor_words);
    if (numbers == 1) {
        *(is_gain ? &of->gain : &of->bias) = range.start;
        return EG_OK;
    }
    *(is_gain ? &of->seeks_gain : &of->seeks_bias) = true;
    range.start = isnan(range.start) && numbers == 0 ? (double)is_gain : range.start;
    return seek(p, sensor, is_gain ? EG_SOUGHT_GAIN : EG_SOUGHT_BIAS, word, &range, -1);
}

static eg_status read_sensor(eg_fit_problem *p, const char *text)
{
    const char *colon = strchr(text, ':');
    if (!colon)
        return wrong(p, "--sensor", text, sensor_words);
    const size_t sensor = p->sensor_count++;
    eg_fit_sensor *of = &p->sensors[sensor];
    *of = (eg_fit_sensor){.column = cut(p->arena, text, colon), .gain = 1, .noise = NAN};
    if (!of->column)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < sensor; i++)
        if (strcmp(p->sensors[i].column, of->column) == 0)
            return wrong(p, "--sensor", text, "say all of a column at once: 'pos: delay, bias'");
    eg_status status = EG_OK;
    for (const char *from = colon + 1; from && status == EG_OK;) {
        const char *comma = strchr(from, ',');
        const char *part = cut(p->arena, from, comma ? comma : from + strlen(from));
        status = part ? read_sensor_part(p, sensor, part, text) : EG_ERROR_MEMORY;
        from = comma ? comma + 1 : NULL;
    }
    return status;
}

static long sensor_of(const eg_fit_problem *p, const char *column)
{
    for (size_t i = 0; i < p->sensor_count; i++)
        if (strcmp(p->sensors[i].column, column) == 0)
            return (long)i;
    return -1;
}

/* ---------------------------------------------------------------- matches */

typedef struct match {
    const char *column, *unit, *expression;
    bool is_events;
    eg_event_ask ask;
    size_t number;      /* of the readout's expressions */
    struct match *over; /* "... over COLUMN = EXPRESSION"; NULL: over time */
} match;

/* "time(COMPONENT, EVENT)": false where it is something else. */
static bool read_events(eg_arena *arena, const char *text, match *m)
{
    const size_t length = strlen(text);
    if (strncmp(text, "time", 4) != 0)
        return false;
    const char *open = text + 4 + strspn(text + 4, " ");
    if (*open != '(' || text[length - 1] != ')')
        return false;
    const char *end = text + length - 1, *comma = strchr(open, ',');
    m->is_events = true;
    m->ask.kind = EG_ASK_TIME;
    m->ask.component = cut(arena, open + 1, comma && comma < end ? comma : end);
    m->ask.event = comma && comma < end ? cut(arena, comma + 1, end) : NULL;
    return true;
}

/* The part of a match from `from` to `to`, of one between two columns either of them. */
static eg_status read_match_part(eg_fit_problem *p, const char *whole, const char *from, const char *to,
                                 match *m)
{
    const char *equals = memchr(from, '=', (size_t)(to - from));
    *m = (match){0};
    const char *left = equals ? cut(p->arena, from, equals) : "";
    const char *right = equals ? cut(p->arena, equals + 1, to) : "";
    if (!left || !right)
        return EG_ERROR_MEMORY;
    if (!*left || !*right)
        return wrong(
            p, "--match", whole,
            "write COLUMN = EXPRESSION, as in 'pos[mm] = ball.s'; COLUMN = time(COMPONENT, EVENT), as "
            "in 'hit = time(gap, contact begins)'; or one column over another one, as in 'force = "
            "-gap.f over depth[mm] = -gap.s_rel'");
    if (!eg_fit_data_name(p->arena, left, strlen(left), &m->column, &m->unit))
        return EG_ERROR_MEMORY;
    m->expression = right;
    (void)read_events(p->arena, right, m);
    if (m->is_events && !m->ask.component)
        return EG_ERROR_MEMORY;
    return EG_OK;
}

static eg_status read_match(eg_fit_problem *p, const char *text, match *m)
{
    const char *word = strstr(text, " over "), *end = text + strlen(text);
    eg_status status = read_match_part(p, text, text, word ? word : end, m);
    if (status != EG_OK || !word)
        return status;
    m->over = eg_arena_array(p->arena, 1, sizeof *m->over);
    status = m->over ? read_match_part(p, text, word + strlen(" over "), end, m->over) : EG_ERROR_MEMORY;
    if (status == EG_OK && (m->is_events || m->over->is_events))
        status = wrong(p, "--match", text, "times of events are held against a column alone");
    if (status == EG_OK && p->row_count > 0)
        status =
            wrong(p, "--match", text, "with --row each row is a run of its own, and shows one point only");
    p->has_loops = true;
    return status;
}

static eg_status read_expressions(eg_fit_problem *p, match *matches)
{
    const char **texts = eg_arena_array(p->arena, 2 * p->o->match_count + 1, sizeof *texts);
    size_t count = 0;
    if (!texts)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < p->o->match_count; i++)
        if (!matches[i].is_events) {
            matches[i].number = count;
            texts[count++] = matches[i].expression;
            if (matches[i].over) {
                matches[i].over->number = count;
                texts[count++] = matches[i].over->expression;
            }
        } else if (!eg_readout_check_component(p->ensemble->model, matches[i].ask.component, p->d)) {
            return EG_ERROR_USAGE;
        }
    eg_status status = eg_readout_read(&p->readout, p->ensemble->model, texts, count, "--match", p->d);
    for (size_t i = 0; i < count && status == EG_OK; i++)
        if (p->readout.expressions[i].reduction_count > 0)
            status = wrong(p, "--match", texts[i],
                           "what a column is held against has a value at each time; times of events are "
                           "COLUMN = time(COMPONENT, EVENT)");
    return status;
}

/* ---------------------------------------------------------------- columns */

/* The unit of a column's numbers, and how they follow from values x of its expression: factor*x + shift. */
static eg_status find_unit(eg_fit_problem *p, const match *m, const char *of_file, const char **unit,
                           double *factor, double *shift)
{
    const char *own = m->is_events ? "s" : p->readout.expressions[m->number].unit;
    const char *given = m->unit ? m->unit : of_file;
    double zero = 0, one = 1;
    *unit = eg_arena_copy(p->arena, given ? given : own); /* an expression's goes with the readout */
    if (!*unit)
        return EG_ERROR_MEMORY;
    *factor = 1;
    *shift = 0;
    if (!given)
        return EG_OK;
    if (!eg_unit_convert(0, own, given, &zero) || !eg_unit_convert(1, own, given, &one)) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "column %s is in %s, but %s is in %s", m->column, given,
                  m->expression, *own ? own : "no unit that is known");
        if (!*own)
            eg_remedy(p->d, "leave the unit out, and give the numbers in those of the expression");
        else
            eg_remedy(p->d, "write a unit for the column that can be converted into %s", own);
        return EG_ERROR_USAGE;
    }
    *shift = zero;
    *factor = one - zero;
    return EG_OK;
}

/* The standard deviations of a column's samples. */
static eg_status find_weights(eg_fit_problem *p, eg_fit_column *c, const double **deviations)
{
    *deviations = NULL;
    for (size_t i = 0; i < p->o->weight_count; i++) {
        const char *text = p->o->weights[i], *equals = strchr(text, '=');
        const char *left = equals ? cut(p->arena, text, equals) : "";
        const char *right = equals ? cut(p->arena, equals + 1, text + strlen(text)) : "";
        if (!left || !right)
            return EG_ERROR_MEMORY;
        if (!*left || !*right)
            return wrong(p, "--weight", text, "write COLUMN = the column of its standard deviations");
        if (strcmp(left, c->name) != 0)
            continue;
        const eg_fit_data *data = &p->files[c->file];
        const long column = eg_fit_data_find(data, right, p->d);
        if (column < 0)
            return EG_ERROR_USAGE;
        *deviations = data->values + (size_t)column * data->rows;
    }
    return EG_OK;
}

static eg_status time_column(eg_fit_problem *p, const eg_fit_data *data, const double **times, double *factor)
{
    const char *name, *unit, *text = p->o->time ? p->o->time : "time";
    if (!eg_fit_data_name(p->arena, text, strlen(text), &name, &unit))
        return EG_ERROR_MEMORY;
    const long column = eg_fit_data_find(data, name, p->d);
    if (column < 0) {
        eg_remedy(p->d, "name the column of times: --time t[ms]");
        return EG_ERROR_USAGE;
    }
    unit = unit ? unit : data->units[column];
    *factor = 1;
    if (unit && !eg_unit_convert(1, unit, "s", factor)) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "times cannot be in %s", unit);
        eg_remedy(p->d, "give the time's column a unit of time, as in \"time[ms]\"");
        return EG_ERROR_USAGE;
    }
    *times = data->values + (size_t)column * data->rows;
    return EG_OK;
}

/* Does the row give all values that it has to? */
static bool is_row_whole(const eg_fit_problem *p, size_t file, size_t row)
{
    for (size_t i = 0; i < p->row_count; i++)
        if (isnan(p->rows[i].values[file][row]))
            return false;
    return true;
}

static eg_status make_samples(eg_fit_problem *p, eg_fit_column *c, const double *deviations)
{
    const size_t rows = p->files[c->file].rows + 1;
    c->time = eg_arena_array(p->arena, rows, sizeof *c->time);
    c->value = eg_arena_array(p->arena, rows, sizeof *c->value);
    c->number = eg_arena_array(p->arena, rows, sizeof *c->number);
    c->deviation = deviations ? eg_arena_array(p->arena, rows, sizeof *c->deviation) : NULL;
    c->sample_of = p->row_count > 0 ? eg_arena_array(p->arena, rows, sizeof *c->sample_of) : NULL;
    const bool has_all = c->time && c->value && c->number && (c->deviation || !deviations);
    return has_all && (c->sample_of || p->row_count == 0) ? EG_OK : EG_ERROR_MEMORY;
}

/* When row i was measured: by the column of times; of events the value itself; of runs of rows without such a
 * column, and of one column over another, at the end. */
static double time_of(const eg_fit_problem *p, const eg_fit_column *c, const double *times, double factor,
                      double cell, size_t i)
{
    if (c->is_events)
        return (cell - c->shift) / c->factor;
    return times ? times[i] * factor : p->stop;
}

/* Takes the samples that there are, in order of time; of one column over another those of which `over` has a
 * cell, too. */
static eg_status take_samples(eg_fit_problem *p, eg_fit_column *c, const double *cells, const double *over)
{
    const eg_fit_data *data = &p->files[c->file];
    const double *times = NULL, *deviations = NULL;
    const bool is_by_end =
        over || (p->row_count > 0 && !p->o->time && eg_fit_data_find(data, "time", NULL) < 0);
    double factor = 1, last = -INFINITY;
    eg_status status = c->is_events || is_by_end ? EG_OK : time_column(p, data, &times, &factor);
    if (status == EG_OK)
        status = find_weights(p, c, &deviations);
    if (status == EG_OK)
        status = make_samples(p, c, deviations);
    for (size_t i = 0; i < data->rows && status == EG_OK; i++) {
        const double t = time_of(p, c, times, factor, cells[i], i);
        const bool is_there = !isnan(cells[i]) && !isnan(t) && !(deviations && isnan(deviations[i])) &&
                              !(over && isnan(over[i])) && is_row_whole(p, c->file, i);
        const eg_place place = {.file = data->path, .line = data->lines[i]};
        if (c->sample_of)
            c->sample_of[i] = is_there ? (long)c->count : -1;
        if (!is_there) {
            c->missing++;
            continue;
        }
        if (t < last && p->row_count == 0) {
            eg_report(p->d, EG_ERROR, place, "times fall, from %.9g to %.9g s", last, t);
            eg_remedy(p->d, "sort the rows by time");
            status = EG_ERROR_USAGE;
        }
        if (deviations && !(deviations[i] > 0)) {
            eg_report(p->d, EG_ERROR, place, "the standard deviation of %s is not more than 0", c->name);
            eg_remedy(p->d, "write a standard deviation above 0, or leave the row out");
            status = EG_ERROR_USAGE;
        }
        last = t;
        c->time[c->count] = t;
        c->value[c->count] = cells[i];
        if (over)
            c->over->value[c->count] = over[i];
        c->number[c->count] = i;
        if (deviations)
            c->deviation[c->count] = deviations[i];
        c->count++;
    }
    return status;
}

static double spread(const double *values, size_t count)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        low = fmin(low, values[i]);
        high = fmax(high, values[i]);
    }
    if (high > low)
        return high - low;
    return high != 0 ? fabs(high) : 1;
}

/* Data that stands still may be meant, but a sensor that was not connected looks the same. */
static void look_at_values(eg_fit_problem *p, const char *name, const double *values, size_t count,
                           const char *file)
{
    size_t same = 1;
    while (same < count && values[same] == values[0])
        same++;
    if (count < 2 || same < count)
        return;
    eg_report(p->d, EG_WARNING, EG_NOWHERE, "all %zu samples of %s in %s are %.9g", count, name, file,
              values[0]);
    eg_remedy(p->d, "see whether the column is the right one, and the sensor was connected");
}

/* The column that another one is held over, and its cells. */
static eg_status add_over(eg_fit_problem *p, eg_fit_column *c, const match *m, const double **cells)
{
    const eg_fit_data *data = &p->files[c->file];
    const long place = eg_fit_data_find(data, m->column, p->d);
    eg_fit_over *over = c->over = eg_arena_array(p->arena, 1, sizeof *over);
    if (place < 0)
        return EG_ERROR_USAGE;
    if (!over || !(over->value = eg_arena_array(p->arena, data->rows + 1, sizeof *over->value)))
        return EG_ERROR_MEMORY;
    over->name = m->column;
    over->text = m->expression;
    over->sensor = sensor_of(p, m->column);
    over->expression = m->number;
    *cells = data->values + (size_t)place * data->rows;
    return find_unit(p, m, data->units[place], &over->unit, &over->factor, &over->shift);
}

/* Its noise is known, or taken to be as large a part of what is to be seen as that of the column is. */
static eg_status complete_over(eg_fit_problem *p, eg_fit_column *c)
{
    enum { MOST = 100000 };
    const eg_fit_sensor *sensor = c->over->sensor < 0 ? NULL : &p->sensors[c->over->sensor];
    const bool knows = sensor && !isnan(sensor->noise);
    c->over->spread = spread(c->over->value, c->count);
    look_at_values(p, c->over->name, c->over->value, c->count, p->files[c->file].path);
    c->over->noise = knows ? sensor->noise : NAN;
    if (knows && !c->knows_noise) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "the noise of %s is known, but not that of %s over it",
                  c->over->name, c->name);
        eg_remedy(p->d, "say that of both, --sensor '%s: noise=...', or of none", c->name);
        return EG_ERROR_USAGE;
    }
    if (c->deviation) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "samples of %s over %s have one deviation for all", c->name,
                  c->over->name);
        eg_remedy(p->d, "leave --weight out, and say --sensor '%s: noise=...'", c->name);
        return EG_ERROR_USAGE;
    }
    if (c->count > MOST) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "%zu samples of %s over %s are more than %d", c->count, c->name,
                  c->over->name, (int)MOST);
        eg_remedy(p->d, "leave some of the rows out; a loop needs some hundreds");
        return EG_ERROR_USAGE;
    }
    return EG_OK;
}

static eg_status check_sensor(eg_fit_problem *p, const eg_fit_column *c)
{
    const eg_fit_sensor *sensor = c->sensor < 0 ? NULL : &p->sensors[c->sensor];
    if (c->is_events && sensor &&
        (sensor->seeks_gain || sensor->seeks_bias || sensor->gain != 1 || sensor->bias != 0)) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE,
                  "%s holds times of events, which have a delay, but no gain or bias", c->name);
        eg_remedy(p->d, "write its --sensor with a delay alone");
        return EG_ERROR_USAGE;
    }
    for (int side = 0; side < 2 && c->over; side++) {
        const long number = side == 0 ? c->sensor : c->over->sensor;
        bool has_delay = number >= 0 && p->sensors[number].delay != 0;
        for (size_t j = 0; j < p->sought_count && number >= 0; j++)
            has_delay =
                has_delay || (p->sought[j].kind == EG_SOUGHT_DELAY && p->sought[j].item == (size_t)number);
        if (has_delay) {
            eg_report(p->d, EG_ERROR, EG_NOWHERE, "%s over %s has no times, and so no delay", c->name,
                      c->over->name);
            eg_remedy(p->d, "write its --sensor without the delay, or match both columns over time");
            return EG_ERROR_USAGE;
        }
    }
    return EG_OK;
}

static eg_status add_column(eg_fit_problem *p, const match *m, size_t number, size_t file, long place)
{
    const eg_fit_data *data = &p->files[file];
    eg_fit_column *c = &p->columns[p->column_count];
    *c = (eg_fit_column){.file = file,
                         .match = number,
                         .sensor = sensor_of(p, m->column),
                         .is_events = m->is_events,
                         .expression = m->number,
                         .ask = m->ask,
                         .name = m->column,
                         .text = m->expression,
                         .first = p->residuals.m};
    const double *over = NULL;
    eg_status status = find_unit(p, m, data->units[place], &c->unit, &c->factor, &c->shift);
    if (status == EG_OK && m->over)
        status = add_over(p, c, m->over, &over);
    if (status == EG_OK)
        status = take_samples(p, c, data->values + (size_t)place * data->rows, over);
    if (status == EG_OK)
        status = check_sensor(p, c);
    if (status != EG_OK)
        return status;
    const eg_fit_sensor *sensor = c->sensor < 0 ? NULL : &p->sensors[c->sensor];
    c->knows_noise = c->deviation || (sensor && !isnan(sensor->noise));
    c->spread = spread(c->value, c->count);
    look_at_values(p, c->name, c->value, c->count, data->path);
    c->noise = c->knows_noise && !c->deviation ? sensor->noise : c->spread;
    if (c->deviation)
        c->noise = 1;
    status = c->over && c->count > 0 ? complete_over(p, c) : EG_OK;
    if (c->over && !(c->text = eg_arena_format(p->arena, "%s over %s", m->expression, c->over->text)))
        status = EG_ERROR_MEMORY;
    p->residuals.m += c->count;
    p->column_count += c->count > 0;
    return status;
}

static eg_status find_columns(eg_fit_problem *p, const match *matches)
{
    p->columns = eg_arena_array(p->arena, p->o->match_count * p->file_count + 1, sizeof *p->columns);
    eg_status status = p->columns ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < p->o->match_count; i++) {
        size_t found = 0;
        for (size_t f = 0; f < p->file_count && status == EG_OK; f++) {
            const long place = eg_fit_data_find(&p->files[f], matches[i].column, NULL);
            if (place >= 0)
                status = add_column(p, &matches[i], i, f, place);
            found += place >= 0;
        }
        if (status == EG_OK && found == 0) {
            (void)eg_fit_data_find(&p->files[0], matches[i].column, p->d);
            status = EG_ERROR_USAGE;
        }
    }
    for (size_t i = 0; i < p->sensor_count && status == EG_OK; i++) {
        bool is_used = strcmp(p->sensors[i].column, "time") == 0;
        for (size_t k = 0; k < p->column_count; k++)
            is_used = is_used || p->columns[k].sensor == (long)i ||
                      (p->columns[k].over && p->columns[k].over->sensor == (long)i);
        if (!is_used) {
            eg_report(p->d, EG_ERROR, EG_NOWHERE, "--sensor is about %s, which no --match names",
                      p->sensors[i].column);
            eg_remedy(p->d, "name a column of --match, or add a --match for this one");
            status = EG_ERROR_USAGE;
        }
    }
    return status;
}

/* ---------------------------------------------------------------- what values there are */

static double range_of_time(const eg_fit_problem *p)
{
    double range = 0;
    for (size_t i = 0; i < p->column_count; i++)
        range = fmax(range, p->columns[i].time[p->columns[i].count - 1] - p->columns[i].time[0]);
    return range > 0 ? range : fmax(p->stop - p->start, 1e-9);
}

/* The column behind sensor `sensor`: its unit, or how far it spreads. NULL: there is none. */
static const char *unit_behind(const eg_fit_problem *p, size_t sensor, double *spread_there)
{
    for (size_t i = 0; i < p->column_count; i++) {
        const eg_fit_column *c = &p->columns[i];
        const bool is_over = c->over && c->over->sensor == (long)sensor;
        if (c->sensor != (long)sensor && !is_over)
            continue;
        *spread_there = is_over ? c->over->spread : c->spread;
        return is_over ? c->over->unit : c->unit;
    }
    return NULL;
}

static double scale_of(const eg_fit_problem *p, const eg_sought *s)
{
    double spread_there;
    if (s->kind == EG_SOUGHT_DELAY)
        return 0.01 * range_of_time(p);
    if (s->kind == EG_SOUGHT_BIAS && unit_behind(p, s->item, &spread_there))
        return spread_there;
    return eg_sought_scale(s);
}

static eg_status complete_sought(eg_fit_problem *p, eg_sought *s)
{
    if (s->kind == EG_SOUGHT_VALUE) {
        eg_status status = eg_sought_take(s, p->ensemble, p->d);
        if (status != EG_OK)
            return status;
        p->base[s->item] = s->start;
    }
    double spread_there;
    const char *unit = s->kind == EG_SOUGHT_BIAS ? unit_behind(p, s->item, &spread_there) : NULL;
    if (unit)
        s->unit = unit;
    eg_status status = eg_sought_bound(s, p->d);
    s->scale = scale_of(p, s);
    return status;
}

/* ---------------------------------------------------------------- all of it */

static eg_status read_files(eg_fit_problem *p)
{
    const eg_fit_options *o = p->o;
    const char *missing = NULL;
    if (o->data_count == 0)
        missing = "there is no data: name a file of measurements, --data";
    else if (o->match_count == 0)
        missing = "say which column is held against what: --match 'pos[mm] = ball.s'";
    else if (o->free_count + o->each_count + o->sensor_count == 0)
        missing = "say what is sought: --free gap.c=1e3:1e7";
    if (missing) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "%s", missing);
        eg_remedy(p->d, "elastogap fit --help shows what is asked for");
        return EG_ERROR_USAGE;
    }
    p->files = eg_arena_array(p->arena, o->data_count, sizeof *p->files);
    eg_status status = p->files ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < o->data_count && status == EG_OK; i++)
        status = eg_fit_data_read(p->arena, o->data[i], p->d, &p->files[i]);
    p->file_count = o->data_count;
    return status;
}

static eg_status read_texts(eg_fit_problem *p, match *matches)
{
    const eg_fit_options *o = p->o;
    const size_t most = o->free_count + o->each_count * p->file_count + o->sensor_count * (3 + p->file_count);
    p->names = eg_arena_array(p->arena, o->free_count + o->each_count + o->row_count + 1, sizeof *p->names);
    p->rows = eg_arena_array(p->arena, o->row_count + 1, sizeof *p->rows);
    p->sought = eg_arena_array(p->arena, most + 1, sizeof *p->sought);
    p->sensors = eg_arena_array(p->arena, o->sensor_count + 1, sizeof *p->sensors);
    eg_status status = p->names && p->sought && p->sensors && p->rows ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < o->free_count && status == EG_OK; i++)
        status = read_free(p, o->free[i], false);
    for (size_t i = 0; i < o->each_count && status == EG_OK; i++)
        status = read_free(p, o->each[i], true);
    for (size_t i = 0; i < o->row_count && status == EG_OK; i++)
        status = read_row_value(p, o->rows[i]);
    for (size_t i = 0; i < o->sensor_count && status == EG_OK; i++)
        status = read_sensor(p, o->sensors[i]);
    for (size_t i = 0; i < o->match_count && status == EG_OK; i++)
        status = read_match(p, o->matches[i], &matches[i]);
    return status;
}

static eg_status check_options(eg_fit_problem *p)
{
    const eg_fit_options *o = p->o;
    const char *wrong_one = NULL;
    if (o->starts < 1 || o->starts > 1000000)
        wrong_one = "starts is not from 1 to 1000000";
    else if (o->threads < 0 || o->threads > 1024)
        wrong_one = "threads is not from 0 to 1024";
    else if (!(o->level > 0.5 && o->level < 0.99999))
        wrong_one = "level is not from 0.5 to 0.99999";
    else if (o->engine && strcmp(o->engine, "fixed") == 0)
        wrong_one = "fits need an engine that locates events, which fixed does not";
    if (wrong_one) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "%s", wrong_one);
        eg_remedy(p->d, "write a value in that range, or leave the option out");
    }
    return wrong_one ? EG_ERROR_USAGE : EG_OK;
}

static eg_status check_counts(eg_fit_problem *p)
{
    if (p->sought_count == 0) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "nothing is sought: --free gap.c, or a sensor's delay");
        eg_remedy(p->d, "name what is sought by --free, --each or --sensor");
        return EG_ERROR_USAGE;
    }
    if (p->residuals.m <= p->sought_count) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "%zu samples cannot tell %zu numbers and their intervals",
                  p->residuals.m, p->sought_count);
        eg_remedy(p->d, "seek fewer, or measure more");
        return EG_ERROR_USAGE;
    }
    return EG_OK;
}

static void set_run(eg_fit_problem *p)
{
    const eg_fit_options *o = p->o;
    p->run = eg_simulate_options_default(p->ensemble->model);
    p->run.engine = o->engine;
    p->run.tolerance = o->tolerance;
    p->run.max_steps = o->max_steps;
    p->start = isnan(o->start_time) ? p->run.start_time : o->start_time;
    p->stop = isnan(o->stop_time) ? p->run.stop_time : o->stop_time;
}

eg_status eg_fit_problem_init(eg_fit_problem *p, const eg_spec *spec, const eg_fit_options *o,
                              eg_diagnostics *d)
{
    *p = (eg_fit_problem){.arena = eg_arena_create(), .o = o, .d = d, .horizon = INFINITY, .step_factor = 1};
    match *matches = p->arena ? eg_arena_array(p->arena, o->match_count + 1, sizeof *matches) : NULL;
    eg_status status = matches ? check_options(p) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = read_files(p);
    if (status == EG_OK)
        status = read_texts(p, matches);
    if (status == EG_OK)
        status = eg_ensemble_create(spec, p->names, p->name_count, NULL, 0, d, &p->ensemble);
    if (status == EG_OK)
        status = read_expressions(p, matches);
    if (status == EG_OK) {
        set_run(p);
        status = find_runs(p);
    }
    if (status == EG_OK)
        status = find_columns(p, matches);
    if (status != EG_OK)
        return status;
    const size_t n = p->sought_count;
    p->residuals.n = n;
    p->base = eg_arena_array(p->arena, p->name_count + 1, sizeof *p->base);
    p->low = eg_arena_array(p->arena, n + 1, sizeof *p->low);
    p->high = eg_arena_array(p->arena, n + 1, sizeof *p->high);
    p->steps = eg_arena_array(p->arena, n + 1, sizeof *p->steps);
    if (!p->base || !p->low || !p->high || !p->steps)
        return EG_ERROR_MEMORY;
    status = check_counts(p);
    for (size_t i = 0; i < n && status == EG_OK; i++) {
        eg_sought *s = &p->sought[i];
        status = complete_sought(p, s);
        p->low[i] = s->is_log ? log(s->low) : s->low;
        p->high[i] = s->is_log ? log(s->high) : s->high;
    }
    if (status != EG_OK)
        return status;
    p->team = eg_fit_team_create(p);
    return p->team ? EG_OK : EG_ERROR_MEMORY;
}

void eg_fit_problem_release(eg_fit_problem *p)
{
    eg_fit_team_free(p->team);
    eg_readout_release(&p->readout);
    eg_ensemble_free(p->ensemble);
    eg_arena_free(p->arena);
    *p = (eg_fit_problem){0};
}
