/* The table of a sweep: rows from the journal, in their order, with the values that the design gives them. */
#include "sweep/sweep.h"

#include "base/file.h"
#include "base/number.h"
#include "ensemble/ensemble.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The file. */
struct eg_table {
    const eg_ensemble *ensemble;
    const eg_sweep_options *o;
    bool has_level;
    eg_file *file;
};

/* What reads the journal. */
typedef struct writer {
    const eg_ensemble *ensemble;
    const eg_design *design;
    const eg_sweep_options *o;
    eg_table *table;
    eg_chunk chunk;
    size_t capacity;
    double *values;
    bool *seen; /* (wanted) some row had such an event */
    size_t failed, first_failed;
    eg_status first_status;
    char first_reason[400];
} writer;

/* ---------------------------------------------------------------- lines */

/* What a column of results is called. */
static const char *title_of(const eg_table *t, size_t i, char *room, size_t size)
{
    const eg_wanted *x = &t->ensemble->wanted[i];
    const char *component = x->component ? x->component : "*", *event = x->event ? x->event : "*";
    if (t->o->titles)
        return t->o->titles[i];
    switch (x->kind) {
    case EG_WANTED_FINAL: snprintf(room, size, "%s", x->signal); break;
    case EG_WANTED_MINIMUM: snprintf(room, size, "min(%s)", x->signal); break;
    case EG_WANTED_MAXIMUM: snprintf(room, size, "max(%s)", x->signal); break;
    case EG_WANTED_EVENT_COUNT: snprintf(room, size, "count(%s, %s)", component, event); break;
    case EG_WANTED_EVENT_TIME: snprintf(room, size, "time(%s, %s, %ld)", component, event, x->number); break;
    case EG_WANTED_EVENT_DURATION:
        snprintf(room, size, "duration(%s, %s, %s, %ld)", component, event, x->signal, x->number);
        break;
    }
    return room;
}

static void put_name(const eg_table *t, const char *name, const char *before)
{
    eg_file_text(t->file, before);
    eg_file_quoted(t->file, name);
}

static void put_header(const eg_table *t)
{
    char room[1000] = "";
    put_name(t, "row", "");
    if (t->has_level)
        put_name(t, "level", ",");
    for (size_t i = 0; i < t->ensemble->name_count; i++)
        put_name(t, t->ensemble->setters[i].name, ",");
    for (size_t i = 0; i < t->ensemble->wanted_count; i++)
        put_name(t, title_of(t, i, room, sizeof room), ",");
    put_name(t, "status", ",");
    put_name(t, "energy_error", ",");
    put_name(t, "reason", ",");
    eg_file_text(t->file, "\n");
}

/* Where there is no number the field is empty. */
static void put_number(const eg_table *t, double value)
{
    char *at = eg_file_room(t->file, EG_NUMBER_SIZE + 1);
    *at = ',';
    eg_file_advance(t->file, 1 + (isnan(value) ? 0 : eg_number_write(value, at + 1)));
}

eg_table *eg_table_create(const char *path, const eg_ensemble *e, const eg_sweep_options *o, bool has_level,
                          eg_diagnostics *d, eg_status *status)
{
    eg_table *t = calloc(1, sizeof *t);
    *status = EG_ERROR_MEMORY;
    if (!t)
        return NULL;
    *t = (eg_table){.ensemble = e, .o = o, .has_level = has_level};
    t->file = eg_file_create(path, d, status);
    if (t->file) {
        put_header(t);
        return t;
    }
    free(t);
    return NULL;
}

void eg_table_put(eg_table *t, const eg_sweep_row *row, size_t level)
{
    char text[EG_NUMBER_SIZE];
    eg_file_put(t->file, text, eg_number_write((double)row->row, text));
    if (t->has_level)
        put_number(t, (double)level);
    for (size_t i = 0; i < t->ensemble->name_count; i++)
        put_number(t, row->values[i]);
    for (size_t i = 0; i < t->ensemble->wanted_count; i++)
        put_number(t, row->results[i]);
    eg_file_text(t->file, ",");
    eg_file_quoted(t->file, eg_set_status_word(row->status));
    put_number(t, row->energy_error);
    eg_file_text(t->file, ",");
    if (*row->reason)
        eg_file_quoted(t->file, row->reason);
    eg_file_text(t->file, "\n");
}

bool eg_table_failed(const eg_table *t)
{
    return eg_file_failed(t->file);
}

eg_status eg_table_end(eg_table *t, bool keep, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    if (!t)
        return status;
    if (keep)
        status = eg_file_commit(t->file, d);
    else
        eg_file_discard(t->file);
    free(t);
    return status;
}

/* ---------------------------------------------------------------- rows */

static void note(writer *w, const eg_sweep_row *row)
{
    for (size_t i = 0; i < w->ensemble->wanted_count; i++)
        w->seen[i] = w->seen[i] || (!isnan(row->results[i]) && row->results[i] > 0) ||
                     w->ensemble->wanted[i].kind <= EG_WANTED_MAXIMUM;
    if (row->status == EG_OK)
        return;
    if (w->failed++ > 0)
        return;
    w->first_failed = row->row;
    w->first_status = row->status;
    snprintf(w->first_reason, sizeof w->first_reason, "%s", row->reason);
}

static void put_chunk(writer *w)
{
    const eg_chunk *c = &w->chunk;
    const char *reason = c->reasons, *end = c->reasons + c->reasons_length;
    for (size_t i = 0; i < c->count; i++) {
        eg_sweep_row row = {.row = c->first + i,
                            .values = w->values,
                            .results = c->results + i * w->ensemble->wanted_count,
                            .status = c->statuses[i],
                            .energy_error = c->energy_errors[i],
                            .reason = ""};
        eg_design_row(w->design, row.row, w->values);
        if (row.status != EG_OK && reason < end) {
            row.reason = reason;
            reason += strlen(reason) + 1;
        }
        eg_table_put(w->table, &row, 0);
        note(w, &row);
        if (w->o->visit)
            w->o->visit(w->o->visitor, &row);
    }
}

/* ---------------------------------------------------------------- the whole */

static void tell(const writer *w, const eg_sweep_statistics *st, eg_diagnostics *d)
{
    if (w->failed > 0)
        eg_report(d, w->failed == st->rows ? EG_ERROR : EG_WARNING, EG_NOWHERE,
                  "%zu of %zu rows have failed, the first of them row %zu: %s", w->failed, st->rows,
                  w->first_failed, *w->first_reason ? w->first_reason : eg_status_text(w->first_status));
    if (st->open > 0) {
        eg_report(d, EG_WARNING, EG_NOWHERE,
                  "the energy balance does not close in %zu of the %zu rows in which it was looked at",
                  st->open, st->balanced);
        eg_remedy(d,
                  "look at energy_error in the table, and do not trust such rows before another engine or a "
                  "smaller tolerance has confirmed them");
    }
    for (size_t i = 0; i < w->ensemble->wanted_count && w->failed < st->rows; i++) {
        const eg_wanted *x = &w->ensemble->wanted[i];
        if (w->seen[i] || !x->event || x->number > 1)
            continue;
        eg_report(d, EG_NOTE, EG_NOWHERE, "in no row was there an event '%s' of %s", x->event,
                  x->component ? x->component : "*");
        eg_remedy(d, "if it should be there: elastogap simulate --stats lists the events of a run");
    }
}

eg_status eg_sweep_write(const eg_ensemble *e, const eg_design *design, const eg_sweep_options *o,
                         const eg_journal *j, const char *path, eg_diagnostics *d, eg_sweep_statistics *st)
{
    eg_status status;
    writer w = {.ensemble = e, .design = design, .o = o};
    w.values = calloc(e->name_count + 1, sizeof *w.values);
    w.seen = calloc(e->wanted_count + 1, sizeof *w.seen);
    w.table = eg_table_create(path, e, o, false, d, &status);
    if (w.table && (!w.values || !w.seen))
        status = EG_ERROR_MEMORY;
    for (size_t i = 0; i < j->place_count && status == EG_OK && !eg_table_failed(w.table); i++) {
        status = eg_journal_read(j, &j->places[i], &w.chunk, &w.capacity, d);
        if (status == EG_OK) {
            put_chunk(&w);
            st->balanced += w.chunk.balanced;
            st->open += w.chunk.open;
        }
    }
    const eg_status ended = eg_table_end(w.table, status == EG_OK, d);
    status = status == EG_OK ? ended : status;
    if (status == EG_OK) {
        st->failed = w.failed;
        tell(&w, st, d);
        status = w.failed == st->rows ? w.first_status : EG_OK;
    }
    eg_chunk_release(&w.chunk);
    free(w.values);
    free(w.seen);
    return status;
}
