/* Inputs of a run as functions of time, from a table: linear between rows where a value is continuous,
 * held from row to row where it is not. Two rows of one time are a jump. Before its first row and behind
 * its last one the table's values stay.
 *
 * The table falls into pieces in which every continuous column is one straight line and no other one
 * changes; what lies between two pieces is an event. */
#ifndef EG_SIMULATE_DRIVE_H
#define EG_SIMULATE_DRIVE_H

#include "base/trajectory.h"

#include <stdbool.h>

/* Between two pieces. */
typedef struct eg_drive_break {
    double time;
    size_t left, right; /* rows that end the piece before and begin the one behind */
    bool is_step;       /* a value jumps, or one that is held changes: more than a kink */
} eg_drive_break;

typedef struct eg_drive {
    const eg_trajectory *table;
    size_t count;   /* columns */
    size_t *signal; /* (count) of the table */
    bool *is_held;  /* (count) */
    eg_drive_break *breaks;
    size_t break_count;
    long piece; /* the one that counts: breaks[piece] to breaks[piece + 1]; -1: before the first */
} eg_drive;

/* Columns `signal[count]` of the table, which must outlive the drive. False: out of memory. */
bool eg_drive_init(eg_drive *drive, const eg_trajectory *table, const size_t *signal, const bool *is_held,
                   size_t count);
void eg_drive_release(eg_drive *drive);
/* A run begins at t. */
void eg_drive_begin(eg_drive *drive, double t);
/* The end of the piece; INFINITY: there is none. */
double eg_drive_next(const eg_drive *drive);
/* Column i at t, by the line of the present piece, however far t is outside. */
double eg_drive_value(const eg_drive *drive, size_t i, double t);
/* Column i at t, in the present piece or one behind it: what it will be there, on the left side of a jump. */
double eg_drive_ahead(const eg_drive *drive, size_t i, double t);
/* Goes on to the piece that begins at t. Was there more than a kink on the way? */
bool eg_drive_advance(eg_drive *drive, double t);
/* Does column i jump from piece - 1 to the present one? */
bool eg_drive_steps(const eg_drive *drive, size_t i);

#endif
