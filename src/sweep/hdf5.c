/* The table of a sweep as an HDF5 file, by the library HDF5 (docs/sweep.md says what is in it).
 *
 * Rows are records of a compound type, since columns may have any names, those with a slash too. They are put
 * together to chunks of the same number of rows whoever computed them, which are written whole and one after
 * the other: so the file's bytes follow from the rows, and nothing but a chunk is in memory. The file is
 * made of what the journal has, under another name until it is whole, so that a kill leaves the journal. */
#include "sweep/sweep.h"

#include "base/hdf5_library.h"
#include "ensemble/ensemble.h"
#include "simulate/readout.h"

#ifdef EG_HAVE_HDF5

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes of a chunk, before they are compressed; and what descriptions of a compound type may take: an
 * object's header is 64 KiB at most. */
static const size_t chunk_bytes = 262144, most_described = 60000;
enum { DEFLATE = 4, TRUNCATE = 0x0002 /* H5F_ACC_TRUNC, which is a call in the header */ };

/* A data set that grows by whole chunks. */
typedef struct stream {
    hid_t set, type;
    size_t record, capacity, used; /* bytes of a row; rows of a chunk; and those that are in the buffer */
    hsize_t written;               /* rows */
    char *buffer;
} stream;

struct eg_hdf5_table {
    eg_hdf5 h;
    eg_file *file;
    hid_t id, driver;
    stream rows, reasons;
};

/* ---------------------------------------------------------------- names */

/* A column: what is told of it in the data set "columns", as texts of one length. */
typedef struct column {
    char *name;
    const char *unit, *kind;
    char law[EG_LAW_SIZE];
    hid_t type; /* the library's own or the status's */
    size_t size;
} column;

typedef struct columns {
    column *items;
    size_t count;
} columns;

static void columns_release(columns *c)
{
    for (size_t i = 0; c->items && i < c->count; i++)
        free(c->items[i].name);
    free(c->items);
}

static bool is_taken(const columns *c, const char *name)
{
    for (size_t i = 0; i < c->count; i++)
        if (strcmp(c->items[i].name, name) == 0)
            return true;
    return false;
}

/* Members of a compound type have different names: a model may have a parameter `row`. False: out of
 * memory. */
static bool add(columns *c, const char *name, const char *unit, const char *kind)
{
    const size_t size = strlen(name) + 24;
    char *own = malloc(size);
    if (!own)
        return false;
    (void)snprintf(own, size, "%s", name);
    for (int number = 2; is_taken(c, own); number++)
        (void)snprintf(own, size, "%s (%d)", name, number);
    c->items[c->count++] = (column){.name = own, .unit = unit, .kind = kind, .size = sizeof(double)};
    return true;
}

static bool list_columns(columns *c, const eg_lines *l, const eg_result_names *names)
{
    const eg_ensemble *e = l->ensemble;
    *c = (columns){.items = calloc(e->name_count + e->wanted_count + 5, sizeof *c->items)};
    bool good = c->items && add(c, "row", "", "number");
    if (good && l->has_level)
        good = add(c, "level", "", "number");
    for (size_t i = 0; i < e->name_count && good; i++)
        good = add(c, e->setters[i].name, eg_sweep_unit_of_name(names, e->setters[i].name), "value");
    for (size_t i = 0; i < e->wanted_count && good; i++) {
        char text[EG_TITLE_SIZE];
        good = add(c, eg_lines_title(l, i, text), eg_sweep_unit_of_wanted(e, i), "result");
    }
    good = good && add(c, "status", "", "status");
    if (good)
        c->items[c->count - 1].size = EG_STATUS_SIZE;
    return good && add(c, "energy_error", "", "error");
}

/* The laws that columns are drawn by; those of a table have none. */
static void add_laws(columns *c, const eg_design *design)
{
    const size_t factors = eg_design_factors(design);
    size_t first = 0;
    while (strcmp(c->items[first].kind, "number") == 0)
        first++;
    first += eg_design_columns(design) - factors;
    for (size_t i = 0; i < factors; i++)
        eg_law_write(eg_design_law(design, i), c->items[first + i].law);
}

eg_status eg_hdf5_table_check(const eg_ensemble *e, const eg_sweep_options *o, const char *path,
                              eg_diagnostics *d)
{
    enum { MEMBER = 80 }; /* what is told of a member beside its name, and rounding of that */
    eg_hdf5 h;
    const eg_lines l = {.ensemble = e, .o = o};
    size_t described = 5 * (MEMBER + sizeof "energy_error");
    for (size_t i = 0; i < e->name_count; i++)
        described += strlen(e->setters[i].name) + MEMBER;
    for (size_t i = 0; i < e->wanted_count; i++) {
        char text[EG_TITLE_SIZE];
        described += strlen(eg_lines_title(&l, i, text)) + MEMBER;
    }
    if (described < most_described)
        return eg_hdf5_load(&h, path, d);
    eg_report(d, EG_ERROR, (eg_place){.file = path},
              "HDF5 has no room for the names of %zu columns of a table", e->name_count + e->wanted_count);
    eg_remedy(d, "write a .csv file, or ask for less");
    return EG_ERROR_USAGE;
}

/* ---------------------------------------------------------------- failures */

/* The last call has failed, and not for the disk, of which the driver tells: memory, as a rule. */
static void fail(const eg_hdf5_table *t)
{
    eg_file_fail(t->file, ENOMEM);
}

/* ---------------------------------------------------------------- bytes */

/* The library's way to the disk. It must not see that a disk is full: files that it cannot close it looks
 * for again when the process ends, and falls over them. So what cannot be written is the file's failure
 * alone, which is not committed then. */
typedef struct driver {
    H5FD_t base; /* first: an H5FD_t * is a driver * */
    eg_file *file;
    haddr_t allocated, end;
} driver;

/* All that it is told is a name, which is the table's address. */
static H5FD_t *driver_open(const char *name, unsigned flags, hid_t access, haddr_t most)
{
    void *table;
    driver *x = sscanf(name, "%p", &table) == 1 ? calloc(1, sizeof *x) : NULL;
    (void)flags;
    (void)access;
    (void)most;
    if (x)
        x->file = ((const eg_hdf5_table *)table)->file;
    return x ? &x->base : NULL;
}

static herr_t driver_close(H5FD_t *file)
{
    free(file);
    return 0;
}

static herr_t driver_query(const H5FD_t *file, unsigned long *flags)
{
    (void)file;
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

static haddr_t driver_allocated(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const driver *)file)->allocated;
}

static herr_t driver_allocate(H5FD_t *file, H5FD_mem_t type, haddr_t address)
{
    (void)type;
    ((driver *)file)->allocated = address;
    return 0;
}

static haddr_t driver_end(const H5FD_t *file, H5FD_mem_t type)
{
    (void)type;
    return ((const driver *)file)->end;
}

/* What has never been written is 0. */
static herr_t driver_read(H5FD_t *file, H5FD_mem_t type, hid_t how, haddr_t address, size_t size,
                          void *buffer)
{
    const driver *x = (const driver *)file;
    char *to = buffer;
    (void)type;
    (void)how;
    while (size > 0) {
        const ssize_t n = pread(eg_file_descriptor(x->file), to, size, (off_t)address);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            break;
        to += n;
        address += (haddr_t)n;
        size -= (size_t)n;
    }
    memset(to, 0, size);
    return 0;
}

static herr_t driver_write(H5FD_t *file, H5FD_mem_t type, hid_t how, haddr_t address, size_t size,
                           const void *buffer)
{
    driver *x = (driver *)file;
    const char *from = buffer;
    (void)type;
    (void)how;
    if (address + size > x->end)
        x->end = address + size;
    while (size > 0 && !eg_file_failed(x->file)) {
        const ssize_t n = pwrite(eg_file_descriptor(x->file), from, size, (off_t)address);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            eg_file_fail(x->file, n < 0 ? errno : ENOSPC);
            break;
        }
        from += n;
        address += (haddr_t)n;
        size -= (size_t)n;
    }
    return 0;
}

/* At the end the file is as long as what is allocated: a reader expects that. */
static herr_t driver_truncate(H5FD_t *file, hid_t how, hbool_t closing)
{
    driver *x = (driver *)file;
    (void)how;
    (void)closing;
    if (!eg_file_failed(x->file) && ftruncate(eg_file_descriptor(x->file), (off_t)x->allocated) != 0)
        eg_file_fail(x->file, errno);
    x->end = x->allocated;
    return 0;
}

static const H5FD_class_t driver_class = {
    .name = "elastogap",
    .maxaddr = (haddr_t)INT64_MAX,
    .fc_degree = H5F_CLOSE_STRONG, /* with all that is open in it */
    .open = driver_open,
    .close = driver_close,
    .query = driver_query,
    .get_eoa = driver_allocated,
    .set_eoa = driver_allocate,
    .get_eof = driver_end,
    .read = driver_read,
    .write = driver_write,
    .truncate = driver_truncate,
    .fl_map = H5FD_FLMAP_DICHOTOMY,
};

/* ---------------------------------------------------------------- types */

static hid_t text_type(const eg_hdf5 *h, size_t size)
{
    const hid_t type = h->type_copy(h->text);
    h->type_set_size(type, size);
    h->type_set_cset(type, H5T_CSET_UTF8);
    h->type_set_pad(type, H5T_STR_NULLTERM);
    return type;
}

static hid_t type_of_rows(const eg_hdf5 *h, const columns *c, size_t *record)
{
    size_t size = 0;
    for (size_t i = 0; i < c->count; i++)
        size += c->items[i].size;
    const hid_t type = h->type_create(H5T_COMPOUND, size), status = text_type(h, EG_STATUS_SIZE);
    bool good = type >= 0;
    size_t at = 0;
    for (size_t i = 0; i < c->count && good; i++) {
        const column *x = &c->items[i];
        hid_t own = h->doubles;
        if (strcmp(x->kind, "number") == 0)
            own = h->integers;
        else if (strcmp(x->kind, "status") == 0)
            own = status;
        good = h->type_insert(type, x->name, at, own) >= 0;
        at += x->size;
    }
    h->type_close(status);
    *record = size;
    return good ? type : -1;
}

static hid_t type_of_reasons(const eg_hdf5 *h, size_t *record)
{
    *record = sizeof(int64_t) + EG_REASON_SIZE;
    const hid_t type = h->type_create(H5T_COMPOUND, *record), text = text_type(h, EG_REASON_SIZE);
    const bool good = type >= 0 && h->type_insert(type, "row", 0, h->integers) >= 0 &&
                      h->type_insert(type, "reason", sizeof(int64_t), text) >= 0;
    h->type_close(text);
    return good ? type : -1;
}

/* ---------------------------------------------------------------- streams */

/* Whole chunks are written past the library's cache. Times would change the bytes. */
static bool stream_begin(eg_hdf5_table *t, stream *s, const char *name)
{
    const eg_hdf5 *h = &t->h;
    if (s->type < 0)
        return false;
    s->capacity = s->record < chunk_bytes ? chunk_bytes / s->record : 1;
    s->buffer = malloc(s->capacity * s->record);
    const hsize_t none = 0, most = H5S_UNLIMITED, chunk = s->capacity;
    const hid_t space = h->space_simple(1, &none, &most), how = h->list_create(h->of_creation);
    const hid_t access = h->list_create(h->of_access);
    bool good = s->buffer && space >= 0 && how >= 0 && access >= 0 && h->set_times(how, 0) >= 0 &&
                h->set_chunk(how, 1, &chunk) >= 0 && h->set_shuffle(how) >= 0 &&
                h->set_deflate(how, DEFLATE) >= 0 && h->set_cache(access, 0, 0, 0) >= 0;
    if (good)
        s->set = h->set_create(t->id, name, s->type, space, H5P_DEFAULT, how, access);
    h->list_close(access);
    h->list_close(how);
    h->space_close(space);
    return good && s->set >= 0;
}

static bool write_rows(const eg_hdf5 *h, stream *s)
{
    const hsize_t all = s->written + s->used, first = s->written, count = s->used;
    if (h->set_extent(s->set, &all) < 0)
        return false;
    const hid_t memory = h->space_simple(1, &count, NULL), place = h->set_space(s->set);
    const bool good = memory >= 0 && place >= 0 &&
                      h->space_select(place, H5S_SELECT_SET, &first, NULL, &count, NULL) >= 0 &&
                      h->set_write(s->set, s->type, memory, place, H5P_DEFAULT, s->buffer) >= 0;
    if (!good)
        return false; /* what is open is closed with the file */
    h->space_close(memory);
    h->space_close(place);
    s->written = all;
    s->used = 0;
    return true;
}

static void stream_put(eg_hdf5_table *t, stream *s, const char *bytes, size_t length)
{
    for (size_t count = length / s->record; count > 0 && !eg_file_failed(t->file);) {
        const size_t room = s->capacity - s->used, now = count < room ? count : room;
        memcpy(s->buffer + s->used * s->record, bytes, now * s->record);
        bytes += now * s->record;
        count -= now;
        s->used += now;
        if (s->used < s->capacity)
            continue;
        eg_hdf5_enter();
        if (!write_rows(&t->h, s))
            fail(t);
        eg_hdf5_leave();
    }
}

static void stream_end(eg_hdf5_table *t, stream *s)
{
    if (s->set >= 0 && s->used > 0 && !eg_file_failed(t->file) && !write_rows(&t->h, s))
        fail(t);
    if (s->set >= 0 && t->h.set_close(s->set) < 0)
        fail(t);
    if (s->type >= 0)
        t->h.type_close(s->type);
    free(s->buffer);
}

/* ---------------------------------------------------------------- what is told of them */

static bool put_text_attribute(const eg_hdf5_table *t, const char *name, const char *text)
{
    const eg_hdf5 *h = &t->h;
    const hid_t type = text_type(h, strlen(text)), space = h->space_scalar(H5S_SCALAR);
    h->type_set_pad(type, H5T_STR_NULLPAD); /* it has no NUL */
    const hid_t id = h->attribute_create(t->id, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = id >= 0 && h->attribute_write(id, type, text) >= 0;
    h->attribute_close(id);
    h->space_close(space);
    h->type_close(type);
    return good;
}

static bool put_number_attribute(const eg_hdf5_table *t, const char *name, unsigned long long number)
{
    const eg_hdf5 *h = &t->h;
    const int64_t value = (int64_t)number;
    const hid_t space = h->space_scalar(H5S_SCALAR);
    const hid_t id = h->attribute_create(t->id, name, h->integers, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool good = id >= 0 && h->attribute_write(id, h->integers, &value) >= 0;
    h->attribute_close(id);
    h->space_close(space);
    return good;
}

static bool put_attributes(const eg_hdf5_table *t, const eg_lines *l, const eg_design *design)
{
    static const char *const names[EG_DESIGN_KINDS] = {
        [EG_DESIGN_GRID] = "grid",         [EG_DESIGN_RANDOM] = "random",
        [EG_DESIGN_LATIN] = "lhs",         [EG_DESIGN_SOBOL] = "sobol",
        [EG_DESIGN_SALTELLI] = "saltelli", [EG_DESIGN_SALTELLI_SECOND] = "saltelli2",
    };
    return put_text_attribute(t, "program", "elastogap " EG_VERSION) &&
           put_text_attribute(t, "model", l->ensemble->model->name) &&
           put_text_attribute(t, "design", l->has_level ? "subset" : names[eg_design_kind_of(design)]) &&
           put_number_attribute(t, "count", eg_design_count(design)) &&
           put_number_attribute(t, "seed", eg_design_seed(design));
}

enum { TOLD = 4 }; /* members of the data set "columns" */

static const char *told_of(const column *x, int i)
{
    const char *const texts[TOLD] = {x->name, x->unit, x->kind, x->law};
    return texts[i];
}

/* A small table of texts of the same length. */
static bool put_columns(const eg_hdf5_table *t, const columns *c)
{
    static const char *const names[TOLD] = {"name", "unit", "kind", "distribution"};
    const eg_hdf5 *h = &t->h;
    size_t widths[TOLD], record = 0, at = 0;
    const hsize_t count = c->count;
    for (int k = 0; k < TOLD; k++) {
        widths[k] = 1;
        for (size_t i = 0; i < c->count; i++) {
            const size_t length = strlen(told_of(&c->items[i], k)) + 1;
            widths[k] = length > widths[k] ? length : widths[k];
        }
        record += widths[k];
    }
    char *texts = calloc(c->count, record);
    const hid_t type = h->type_create(H5T_COMPOUND, record);
    bool good = texts && type >= 0;
    for (int k = 0; k < TOLD && good; k++) {
        const hid_t own = text_type(h, widths[k]);
        good = h->type_insert(type, names[k], at, own) >= 0;
        h->type_close(own);
        for (size_t i = 0; i < c->count; i++) {
            const char *text = told_of(&c->items[i], k);
            memcpy(texts + i * record + at, text, strlen(text));
        }
        at += widths[k];
    }
    /* In one chunk, as the others are: there are readers that take no other tables. */
    const hid_t space = h->space_simple(1, &count, NULL), how = h->list_create(h->of_creation);
    good = good && h->set_times(how, 0) >= 0 && h->set_chunk(how, 1, &count) >= 0;
    const hid_t set = good ? h->set_create(t->id, "columns", type, space, H5P_DEFAULT, how, H5P_DEFAULT) : -1;
    good = set >= 0 && h->set_write(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, texts) >= 0;
    if (set >= 0)
        h->set_close(set);
    h->list_close(how);
    h->space_close(space);
    h->type_close(type);
    free(texts);
    return good;
}

/* ---------------------------------------------------------------- the whole */

static bool begin(eg_hdf5_table *t, const eg_lines *l, const columns *c, const eg_design *design)
{
    const eg_hdf5 *h = &t->h;
    char name[40];
    (void)snprintf(name, sizeof name, "%p", (void *)t);
    h->set_auto(H5E_DEFAULT, NULL, NULL); /* it would print */
    t->driver = h->driver_register(&driver_class);
    const hid_t access = h->list_create(h->of_file_access);
    if (t->driver < 0 || access < 0 || h->set_driver(access, t->driver, NULL) < 0)
        return false;
    t->id = h->file_create(name, TRUNCATE, H5P_DEFAULT, access);
    h->list_close(access);
    if (t->id < 0)
        return false;
    t->rows.type = type_of_rows(h, c, &t->rows.record);
    t->reasons.type = type_of_reasons(h, &t->reasons.record);
    return put_attributes(t, l, design) && put_columns(t, c) && stream_begin(t, &t->rows, "rows") &&
           stream_begin(t, &t->reasons, "reasons");
}

eg_hdf5_table *eg_hdf5_table_create(const eg_lines *l, const eg_design *design, eg_file *file,
                                    const char *path, eg_diagnostics *d, eg_status *status)
{
    columns c = {0};
    eg_result_names names = {0};
    eg_hdf5_table *t = calloc(1, sizeof *t);
    bool good = t && eg_model_result_names(l->ensemble->model, &names, NULL) == 0;
    good = good && list_columns(&c, l, &names);
    *status = good ? EG_OK : EG_ERROR_MEMORY;
    if (good) {
        t->file = file;
        t->id = t->driver = t->rows.set = t->rows.type = t->reasons.set = t->reasons.type = -1;
        add_laws(&c, design);
        *status = eg_hdf5_load(&t->h, path, d);
    }
    if (*status == EG_OK) {
        eg_hdf5_enter();
        if (!begin(t, l, &c, design))
            fail(t);
        eg_hdf5_leave();
    } else {
        free(t);
        t = NULL;
    }
    columns_release(&c);
    eg_result_names_release(&names);
    return t;
}

void eg_hdf5_table_put(eg_hdf5_table *t, const eg_lines *l)
{
    stream_put(t, &t->rows, l->text, l->length);
    stream_put(t, &t->reasons, l->reasons, l->reasons_length);
}

void eg_hdf5_table_end(eg_hdf5_table *t)
{
    if (!t)
        return;
    eg_hdf5_enter();
    stream_end(t, &t->rows);
    stream_end(t, &t->reasons);
    if (t->id >= 0 && t->h.file_close(t->id) < 0)
        fail(t);
    if (t->driver >= 0)
        t->h.driver_unregister(t->driver);
    eg_hdf5_leave();
    free(t);
}

#else

eg_status eg_hdf5_table_check(const eg_ensemble *e, const eg_sweep_options *o, const char *path,
                              eg_diagnostics *d)
{
    (void)e;
    (void)o;
    return eg_hdf5_missing(path, d);
}

eg_hdf5_table *eg_hdf5_table_create(const eg_lines *lines, const eg_design *design, eg_file *file,
                                    const char *path, eg_diagnostics *d, eg_status *status)
{
    (void)lines;
    (void)design;
    (void)file;
    *status = eg_hdf5_missing(path, d);
    return NULL;
}

void eg_hdf5_table_put(eg_hdf5_table *table, const eg_lines *lines)
{
    (void)table;
    (void)lines;
}

void eg_hdf5_table_end(eg_hdf5_table *table)
{
    (void)table;
}

#endif
