/* What a run of an FMU stores: its variables at output points and at both sides of events. */
#ifndef EG_FMI_IMPORT_ROWS_H
#define EG_FMI_IMPORT_ROWS_H

#include "base/trajectory.h"
#include "fmi/import/mockup.h"

/* Variables that one call reads. */
typedef struct eg_row_block {
    eg_port_type type;
    uint32_t *references;
    size_t count, values; /* references, values that they have together */
    size_t first;         /* of `all` */
} eg_row_block;

typedef struct eg_mockup_rows {
    eg_mockup *unit;
    eg_trajectory *trajectory;
    eg_row_block *blocks;
    size_t block_count;
    double *all;    /* as they are read */
    size_t *column; /* (columns) of `all` */
    long events, time_events;
    size_t first_event; /* of the present instant */
    bool has_told;      /* of a value that is not finite */
} eg_mockup_rows;

/* The signals: variables that may change and that match a pattern (all when there is none). EG_OK,
 * EG_ERROR_USAGE (a pattern matches nothing, or the results would be too large; reported), EG_ERROR_MEMORY.
 * expected: rows. */
eg_status eg_mockup_rows_init(eg_mockup_rows *r, eg_mockup *unit, const char *const *patterns,
                              size_t pattern_count, double expected);
void eg_mockup_rows_release(eg_mockup_rows *r); /* leaves the trajectory to whoever took it */
/* The values of what does not change, once they are known. */
eg_status eg_mockup_rows_add_constants(eg_mockup_rows *r);
/* A row of the instance's present values. EG_OK, EG_ERROR_SIMULATION (reported), EG_ERROR_MEMORY. */
eg_status eg_mockup_rows_add(eg_mockup_rows *r, double t);
/* Rows from number `count` on are none. */
void eg_mockup_rows_cut(eg_mockup_rows *r, size_t count);
/* What happens between the left row, which comes next, and the right one. */
void eg_mockup_rows_begin_event(eg_mockup_rows *r);
void eg_mockup_rows_note(eg_mockup_rows *r, double t, const char *component, const char *name,
                         bool is_time_event);
/* The right row has been stored; its pair is the one before, unless there `is_alone`. */
void eg_mockup_rows_end_event(eg_mockup_rows *r, bool is_alone);

#endif
