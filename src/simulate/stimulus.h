/* Inputs of a run as functions of time, from a table: linear between rows where a value is continuous,
 * held from row to row where it is not. Two rows of one time are a jump. Before its first row and behind
 * its last one the table's values stay.
 *
 * The table falls into pieces in which every continuous column is one straight line and no other one
 * changes; what lies between two pieces is an event. */
#ifndef EG_SIMULATE_STIMULUS_H
#define EG_SIMULATE_STIMULUS_H

#include "base/trajectory.h"

#include <stdbool.h>

/* Between two pieces. */
typedef struct eg_stimulus_break {
    double time;
    size_t left, right; /* rows that end the piece before and begin the one behind */
    bool is_step;       /* a value jumps, or one that is held changes: more than a kink */
} eg_stimulus_break;

typedef struct eg_stimulus {
    const eg_trajectory *table;
    size_t count;   /* columns */
    size_t *signal; /* (count) of the table */
    bool *is_held;  /* (count) */
    eg_stimulus_break *breaks;
    size_t break_count;
    long piece; /* the one that counts: breaks[piece] to breaks[piece + 1]; -1: before the first */
} eg_stimulus;

/* Columns `signal[count]` of the table, which must outlive the drive. False: out of memory. */
bool eg_stimulus_init(eg_stimulus *drive, const eg_trajectory *table, const size_t *signal,
                      const bool *is_held, size_t count);
void eg_stimulus_release(eg_stimulus *drive);
/* A run begins at t. */
void eg_stimulus_begin(eg_stimulus *drive, double t);
/* The end of the piece; INFINITY: there is none. */
double eg_stimulus_next(const eg_stimulus *drive);
/* Column i at t, by the line of the present piece, however far t is outside. */
double eg_stimulus_value(const eg_stimulus *drive, size_t i, double t);
/* Column i at t, in the present piece or one behind it: what it will be there, on the left side of a jump. */
double eg_stimulus_ahead(const eg_stimulus *drive, size_t i, double t);
/* Goes on to the piece that begins at t. Was there more than a kink on the way? */
bool eg_stimulus_advance(eg_stimulus *drive, double t);
/* Does column i jump from piece - 1 to the present one? */
bool eg_stimulus_steps(const eg_stimulus *drive, size_t i);

#endif
