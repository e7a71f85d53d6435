/* The trajectory's memory: filled by the recorder (simulate), read by result. */
#ifndef EG_BASE_TRAJECTORY_H
#define EG_BASE_TRAJECTORY_H

#include "base/arena.h"
#include "base/names.h"
#include "elastogap/trajectory.h"

/* Where a variable's values are: a column of the row store, or one constant. Several variables that
 * are equal by construction (flanges of one node) share a column. */
typedef struct eg_trajectory_source {
    eg_signal info;
    long column; /* -1: constant */
    double value;
} eg_trajectory_source;

typedef struct eg_trajectory_constant {
    const char *name, *unit, *doc;
    double value;
    bool is_truth;       /* a Boolean, 0 or 1 */
    const char *literal; /* of an enumeration; NULL: a number. It lasts as long as the arena */
} eg_trajectory_constant;

/* A text of which there is a copy, at the place from which it was copied. */
typedef struct eg_trajectory_text {
    const char *text, *copy;
} eg_trajectory_text;

enum { EG_TRAJECTORY_TEXTS = 64, EG_TRAJECTORY_LOT = 64 };

/* A table of them by place, half empty at least. */
typedef struct eg_trajectory_texts {
    eg_trajectory_text *slots;
    size_t room, count; /* room: a power of 2, or 0 */
} eg_trajectory_texts;

struct eg_trajectory {
    eg_arena *arena; /* owns names, units, docs */
    eg_trajectory_source *signals;
    size_t signal_count, signal_capacity;
    eg_trajectory_constant *constants; /* parameters; written to MAT, not to CSV */
    size_t constant_count, constant_capacity;
    eg_names *names;     /* name -> signal; complete at any time, so that asking changes nothing */
    size_t column_count; /* of the row store, time not counted */
    double *rows;        /* (row_count x (1 + column_count)), time first */
    size_t row_count, row_capacity;
    eg_event *events; /* component and name in the arena */
    size_t event_count, event_capacity;
    size_t named_events; /* the first so many have the names of their components in the arena */
    eg_trajectory_text texts[EG_TRAJECTORY_TEXTS]; /* of which there are copies, the newest */
    eg_trajectory_texts lasting;                   /* components of events */
};

eg_trajectory *eg_trajectory_create(void);
/* Strings are copied. column -1 with `value`: a constant. Returns 0, -1 out of memory. */
int eg_trajectory_add_signal(eg_trajectory *t, eg_signal info, long column, double value);
int eg_trajectory_add_constant(eg_trajectory *t, eg_trajectory_constant constant);
/* Room for as many rows, for whoever knows how many there will be. Without memory it is found later. */
void eg_trajectory_reserve(eg_trajectory *t, size_t rows);
/* Room for one more row, or several behind each other; the pointer (1 + column_count values each) is valid
 * until the next call. NULL: out of memory. */
double *eg_trajectory_add_row(eg_trajectory *t);
double *eg_trajectory_add_rows(eg_trajectory *t, size_t count);
/* So many columns more, which are NAN in the rows that there are. 0, -1 out of memory. */
int eg_trajectory_add_columns(eg_trajectory *t, size_t count);
/* Components are told apart by where their names stand: these last until eg_trajectory_end_events. They are
 * looked up by the lot, whose waits for memory overlap. Both return 0, -1 out of memory: then the events that
 * have no names are gone. */
int eg_trajectory_add_event(eg_trajectory *t, eg_event event);
int eg_trajectory_end_events(eg_trajectory *t);

/* The trajectory as if only the signals that match a pattern had been recorded (all when pattern_count is 0);
 * shares everything else with `all`, which must outlive it. 0, or -1 when out of memory. */
int eg_trajectory_view(const eg_trajectory *all, const char *const *patterns, size_t pattern_count,
                       eg_trajectory *view);
void eg_trajectory_view_release(eg_trajectory *view);

#endif
