/* What the parts of a sweep share.
 *
 * A design (design.c, of laws, law.c, and Sobol's sequence, sobol.c) says what the values of a row are: a
 * pure function of its number. Threads (pool.c) take chunks of rows (share.c) and compute them by the
 * ensemble engine; what they come to goes into a journal (journal.c) as chunks come, in any order; when all
 * rows are there the table is written in theirs (making.c, of lines, lines.c). run.c puts it together, also
 * for ranks of a cluster (crew.h). */
#ifndef EG_SWEEP_SWEEP_H
#define EG_SWEEP_SWEEP_H

#include "base/file.h"
#include "base/hash.h"
#include "base/report.h"
#include "elastogap/sweep.h"
#include "modelica/expression.h"

#include <stdbool.h>
#include <stdint.h>

/* Of the text that says why a row failed, with its NUL. */
enum { EG_REASON_SIZE = 400 };

/* ---- law.c */
/* Of the name that the text begins with, if it is written as a law is ("gauss(1, 2)") or is nothing else;
 * else 0. */
size_t eg_law_name_length(const char *text);
/* Tells that such a text is no law, which ones there are, and which is nearest. */
void eg_law_tell_unknown(const char *text, eg_severity severity, eg_diagnostics *d);
/* Do the law's numbers make sense, and the form that they should have. */
bool eg_law_is_right(const eg_law *law);
const char *eg_law_usage(const eg_law *law);
/* The points that a range or a list has (0: it is none), and point k of them. */
size_t eg_law_points(const eg_law *law);
double eg_law_point(const eg_law *law, size_t k);

/* As eg_law_read takes it; of a long list the first values, and "..." behind them. */
enum { EG_LAW_SIZE = 200 };
void eg_law_write(const eg_law *law, char text[EG_LAW_SIZE]);

/* ---- sobol.c */
enum { EG_SOBOL_DIGITS = 52 };
/* Direction numbers of a dimension, from 0: directions[EG_SOBOL_DIGITS], whose highest digit is 2^51. */
void eg_sobol_directions(int dimension, uint64_t *directions);
/* Point k in this dimension, in units of 2^-52; in the order of Gray's code (Antonov and Saleev 1979). */
uint64_t eg_sobol_point(const uint64_t *directions, uint64_t k);

/* ---- design.c */
/* Bits that depend on all three numbers and look random: splitmix64 (Steele, Lea and Flood 2014). */
uint64_t eg_sweep_bits(uint64_t seed, uint64_t row, uint64_t column);
/* Of all that makes the rows what they are. */
uint64_t eg_design_fingerprint(const eg_design *design);
const char *eg_design_factor(const eg_design *design, size_t factor); /* name */
size_t eg_design_factors(const eg_design *design);
const eg_law *eg_design_law(const eg_design *design, size_t factor);
eg_design_kind eg_design_kind_of(const eg_design *design);
size_t eg_design_count(const eg_design *design);
/* Rows that belong together: of Saltelli's designs A, what is between, B; else 1. */
size_t eg_design_block(const eg_design *design);
uint64_t eg_design_seed(const eg_design *design);
/* The values that belong to independent normal numbers, one a factor, which are overwritten; of designs that
 * draw all factors. */
void eg_design_of_normals(const eg_design *design, double *normals, double *values);
/* The chance of a factor in a row, of EG_DESIGN_RANDOM. */
double eg_design_chance(const eg_design *design, size_t row, size_t factor);

/* ---- journal.c: what has been computed, chunk by chunk, in the order in which it came. A chunk that was not
 * written whole, as one that a kill has cut off, does not count. */
typedef struct eg_chunk {
    size_t first, count;   /* rows */
    size_t balanced, open; /* as of eg_ensemble_statistics */
    double *results;       /* (count x wanted) */
    double *energy_errors; /* (count) */
    eg_status *statuses;   /* (count) */
    char *reasons;         /* of those that failed, in order, each with its NUL */
    size_t reasons_length;
} eg_chunk;

/* How often what has been appended is forced to the disk [s]. */
static const double eg_journal_sync_seconds = 0.75;

/* Room for `count` rows. False: out of memory; release it in any case. */
bool eg_chunk_reserve(eg_chunk *chunk, size_t *capacity, size_t count, size_t wanted);
void eg_chunk_release(eg_chunk *chunk);

/* Where a chunk is in the journal. */
typedef struct eg_chunk_place {
    size_t first, count;
    uint64_t offset, length;
} eg_chunk_place;

typedef struct eg_journal {
    char *path;
    int descriptor;
    size_t rows, wanted;
    uint64_t length; /* of what is whole */
    eg_chunk_place *places;
    size_t place_count, place_capacity;
    size_t done; /* rows in all chunks */
    int error;   /* errno of the first failure to write; 0: none */
} eg_journal;

/* Opens, or makes, the journal of a sweep with this fingerprint; `places` are in the order of rows. EG_OK,
 * EG_ERROR_USAGE, EG_ERROR_FILE (all reported), EG_ERROR_MEMORY. Close it in any case. */
eg_status eg_journal_open(eg_journal *j, const char *path, bool resume, uint64_t fingerprint, size_t rows,
                          size_t wanted, eg_diagnostics *d);
/* A chunk as the journal has it, with its checksum, behind `front` bytes that are free; *length with these.
 * In malloc'ed memory; NULL: out of memory. */
char *eg_chunk_encode(const eg_chunk *chunk, size_t wanted, size_t front, size_t *length);
/* Appends such bytes; one thread at a time. False: j->error says why, or out of memory where that is 0. */
bool eg_journal_append(eg_journal *j, const char *bytes, size_t length);
/* Puts `places` in the order of rows. */
void eg_journal_sort(eg_journal *j);
/* Reads the chunk at a place, also while others are appended. EG_OK, EG_ERROR_FILE (reported),
 * EG_ERROR_MEMORY. */
eg_status eg_journal_read(const eg_journal *j, const eg_chunk_place *place, eg_chunk *chunk, size_t *capacity,
                          eg_diagnostics *d);
/* remove: it is needed no more. */
void eg_journal_close(eg_journal *j, bool remove);

/* ---- lines.c: rows of the table, in memory: lines of text, or records of eight bytes a column. */
enum { EG_STATUS_SIZE = 8 }; /* bytes of a record for how a row has gone */
typedef struct eg_lines {
    const eg_ensemble *ensemble;
    const eg_sweep_options *o;
    bool has_level;   /* a column of it */
    bool has_records; /* for HDF5; row and level are int64_t, all else but the status double */
    char *text;       /* free() it */
    size_t length, capacity;
    char *reasons; /* of rows that failed, with has_records: int64_t row, text[EG_REASON_SIZE]; free() it */
    size_t reasons_length, reasons_capacity;
    bool out_of_memory;
} eg_lines;

/* Appends the line of titles, or a row. */
void eg_lines_header(eg_lines *lines);
void eg_lines_row(eg_lines *lines, const eg_sweep_row *row, size_t level);
void eg_lines_clear(eg_lines *lines);
void eg_lines_release(eg_lines *lines);
/* What the column of a result is called, maybe in text[EG_TITLE_SIZE]. */
enum { EG_TITLE_SIZE = 1000 };
const char *eg_lines_title(const eg_lines *lines, size_t wanted, char text[EG_TITLE_SIZE]);
/* The unit of a result, or of what a name gives a value to, a parameter or start value; "" where it has
 * none. */
const char *eg_sweep_unit_of_wanted(const eg_ensemble *ensemble, size_t wanted);
const char *eg_sweep_unit_of_name(const eg_result_names *names, const char *name);

/* ---- table.c: the file that rows go to, text or HDF5 (hdf5.c), by its ending. It appears whole or not at
 * all. */
typedef struct eg_sweep_table eg_sweep_table;
bool eg_sweep_table_has_records(const char *path);
/* Can there be such a table? EG_OK; EG_ERROR_UNAVAILABLE, EG_ERROR_USAGE (reported). */
eg_status eg_sweep_table_check(const eg_ensemble *e, const eg_sweep_options *o, const char *path,
                               eg_diagnostics *d);
/* lines: an empty one, of those that will be put. NULL unless *status is EG_OK; EG_ERROR_FILE,
 * EG_ERROR_UNAVAILABLE (reported), EG_ERROR_MEMORY. */
eg_sweep_table *eg_sweep_table_create(eg_lines *lines, const eg_design *design, const char *path,
                                      eg_diagnostics *d, eg_status *status);
/* Appends the rows; the file's bytes do not depend on how many come together. */
void eg_sweep_table_put(eg_sweep_table *table, const eg_lines *lines);
bool eg_sweep_table_failed(const eg_sweep_table *table);
/* Frees it. EG_OK, EG_ERROR_FILE (reported). */
eg_status eg_sweep_table_commit(eg_sweep_table *table, eg_diagnostics *d);
void eg_sweep_table_discard(eg_sweep_table *table); /* accepts NULL */

/* ---- hdf5.c */
typedef struct eg_hdf5_table eg_hdf5_table;
/* Is the library there, and is there room for the names of the columns? */
eg_status eg_hdf5_table_check(const eg_ensemble *e, const eg_sweep_options *o, const char *path,
                              eg_diagnostics *d);
/* In the file's place; NULL unless *status is EG_OK. What cannot be written is the file's failure. */
eg_hdf5_table *eg_hdf5_table_create(const eg_lines *lines, const eg_design *design, eg_file *file,
                                    const char *path, eg_diagnostics *d, eg_status *status);
void eg_hdf5_table_put(eg_hdf5_table *table, const eg_lines *lines);
/* Writes what is left, where the file has not failed, and frees it; accepts NULL. */
void eg_hdf5_table_end(eg_hdf5_table *table);

/* ---- making.c: a table in the making. */
typedef struct eg_making eg_making;

/* Begins the table of a journal that has all its rows, or will have. takers: threads that compute them. NULL
 * unless *status is EG_OK; EG_ERROR_FILE (reported), EG_ERROR_MEMORY. End or abandon it. */
eg_making *eg_making_begin(const eg_ensemble *e, const eg_design *design, const eg_sweep_options *o,
                           const eg_journal *j, const char *path, size_t takers, eg_diagnostics *d,
                           eg_status *status);
/* The journal has one more chunk. */
void eg_making_add(eg_making *t, const eg_chunk_place *place);
/* Nothing is left of it. Accepts NULL. */
void eg_making_abandon(eg_making *t);
/* With all chunks in the journal, in the order of rows: completes it and fills in what it counts, st->rows
 * being there. EG_OK, EG_ERROR_FILE (reported), EG_ERROR_MEMORY; where all rows have failed that of the first
 * (reported). */
eg_status eg_making_end(eg_making *t, eg_diagnostics *d, eg_sweep_statistics *st);

/* ---- run.c */
/* Adds what one list reports to another. */
void eg_diagnostics_pass_on(const eg_diagnostics *from, eg_diagnostics *to);

#endif
