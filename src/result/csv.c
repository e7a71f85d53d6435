/* Writing a trajectory as CSV: comma, quoted header, "time" first, every variable by its dotted name.
 *
 * A model has far more variables than independent columns: flanges of one node are equal, parameters
 * and fixed positions never change, discrete variables rarely. So numbers are formatted once per column
 * and only when their bits changed; a row is then a sequence of copies of short texts. Of the columns many
 * say the same, or the opposite, as the forces at two flanges do: a number that has been formatted lately is
 * copied too. */
#include "result/formats.h"

#include "base/file.h"
#include "base/number.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The text of one number with the comma before it. It is copied whole, which a compiler does without a
 * loop; what is behind the length is overwritten by the next one. */
enum { CELL_TEXT = 32 };

typedef struct cell {
    char text[CELL_TEXT];
    uint64_t bits; /* of the number in the text */
    size_t length; /* 0: nothing formatted yet */
} cell;

/* Texts of numbers without their signs, those that were formatted lately. */
enum { KNOWN_BITS = 9, KNOWN_TEXT = EG_NUMBER_SIZE - 1 };

typedef struct known_text {
    uint64_t bits;
    size_t length; /* 0: none yet */
    char text[KNOWN_TEXT];
} known_text;

static const known_text *text_of(known_text *known, uint64_t bits)
{
    known_text *k = &known[bits * UINT64_C(0x9E3779B97F4A7C15) >> (64 - KNOWN_BITS)];
    if (k->length == 0 || k->bits != bits) {
        double value;
        memcpy(&value, &bits, sizeof value);
        k->bits = bits;
        k->length = eg_number_write(value, k->text);
    }
    return k;
}

static void cell_set(cell *c, known_text *known, double value)
{
    const uint64_t sign = UINT64_C(1) << 63;
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (c->length != 0 && c->bits == bits)
        return;
    const known_text *k = text_of(known, bits & ~sign);
    const size_t begin = bits & sign && !isnan(value) ? 2 : 1; /* nan has no sign */
    c->bits = bits;
    c->text[0] = ',';
    c->text[1] = '-';
    memcpy(c->text + begin, k->text, KNOWN_TEXT);
    c->length = begin + k->length;
}

/* What a row is made of. */
typedef struct sheet {
    cell *cells;  /* time, the columns, then the constants */
    size_t *used; /* the columns that some variable shows, in ascending order */
    size_t used_count;
    const cell **entries; /* one a variable */
    known_text *known;
} sheet;

static void sheet_free(sheet *s)
{
    free(s->cells);
    free(s->used);
    free(s->entries);
    free(s->known);
}

/* Points every variable to its cell and formats the constants. Returns 0, or -1 when out of memory. */
static int sheet_init(sheet *s, const eg_trajectory *t)
{
    size_t constants = 0;
    for (size_t i = 0; i < t->signal_count; i++)
        constants += t->signals[i].column < 0;
    s->cells = calloc(1 + t->column_count + constants, sizeof *s->cells);
    s->used = calloc(1 + t->column_count, sizeof *s->used);
    s->entries = calloc(1 + t->signal_count, sizeof *s->entries);
    s->known = calloc((size_t)1 << KNOWN_BITS, sizeof *s->known);
    if (!s->cells || !s->used || !s->entries || !s->known)
        return -1;
    cell *constant = s->cells + 1 + t->column_count;
    for (size_t i = 0; i < t->signal_count; i++) {
        const eg_trajectory_source *source = &t->signals[i];
        if (source->column < 0) {
            cell_set(constant, s->known, source->value);
            s->entries[i] = constant++;
        } else {
            s->entries[i] = &s->cells[1 + source->column];
            s->used[source->column] = 1;
        }
    }
    for (size_t column = 0; column < t->column_count; column++)
        if (s->used[column])
            s->used[s->used_count++] = column;
    return 0;
}

static void write_header(eg_file *file, const eg_trajectory *t)
{
    eg_file_quoted(file, "time");
    for (size_t i = 0; i < t->signal_count; i++) {
        eg_file_put(file, ",", 1);
        eg_file_quoted(file, t->signals[i].info.name);
    }
    eg_file_put(file, "\n", 1);
}

static void write_row(eg_file *file, sheet *s, const double *row, size_t signal_count)
{
    cell_set(&s->cells[0], s->known, row[0]);
    for (size_t i = 0; i < s->used_count; i++)
        cell_set(&s->cells[1 + s->used[i]], s->known, row[1 + s->used[i]]);
    eg_file_put(file, s->cells[0].text + 1, s->cells[0].length - 1);
    const size_t batch = EG_FILE_ROOM / CELL_TEXT - 1;
    for (size_t i = 0; i < signal_count;) {
        size_t end = signal_count - i > batch ? i + batch : signal_count;
        char *begin = eg_file_room(file, EG_FILE_ROOM), *out = begin;
        for (; i < end; i++) {
            memcpy(out, s->entries[i]->text, CELL_TEXT);
            out += s->entries[i]->length;
        }
        eg_file_advance(file, (size_t)(out - begin));
    }
    eg_file_put(file, "\n", 1);
}

eg_status eg_csv_put(const eg_trajectory *t, eg_file *file)
{
    sheet s = {0};
    const bool fits = sheet_init(&s, t) == 0;
    if (fits)
        write_header(file, t);
    for (size_t row = 0; fits && row < t->row_count && !eg_file_failed(file); row++)
        write_row(file, &s, t->rows + row * (1 + t->column_count), t->signal_count);
    sheet_free(&s);
    return fits ? EG_OK : EG_ERROR_MEMORY;
}

eg_status eg_csv_write(const eg_trajectory *t, const char *path, eg_diagnostics *diagnostics)
{
    eg_status status;
    eg_file *file = eg_file_create(path, diagnostics, &status);
    if (!file)
        return status;
    status = eg_csv_put(t, file);
    if (status == EG_OK)
        return eg_file_commit(file, diagnostics);
    eg_file_discard(file);
    return status;
}
