/* Numbers that are sought, by fits and optima alike.
 *
 * What is sought are unknowns u: the numbers themselves or, where bounds leave room for a factor of ten,
 * their logarithms. */
#ifndef EG_FIT_SOUGHT_H
#define EG_FIT_SOUGHT_H

#include "ensemble/ensemble.h"

#include <math.h>

/* What an unknown is. */
typedef enum eg_sought_kind {
    EG_SOUGHT_VALUE, /* of the ensemble's name `item` */
    EG_SOUGHT_DELAY, /* of sensor `item`, or of the clock of `file` */
    EG_SOUGHT_GAIN,
    EG_SOUGHT_BIAS
} eg_sought_kind;

typedef struct eg_sought {
    eg_sought_kind kind;
    const char *name, *unit;
    size_t item;
    long file; /* the only one that it is for; -1: all */
    double low, high, start;
    bool is_log;
    double scale; /* of u: what counts as a change of it */
} eg_sought;

#define EG_SOUGHT_BEGIN                                                                                      \
    (eg_sought)                                                                                              \
    {                                                                                                        \
        .file = -1, .low = -INFINITY, .high = INFINITY, .start = NAN, .unit = ""                             \
    }

/* From unknowns to the numbers themselves, and back; d(number)/du. */
double eg_sought_value(const eg_sought *s, double u);
double eg_sought_unknown(const eg_sought *s, double value);
double eg_sought_slope(const eg_sought *s, double u);

/* "LOW:HIGH", "LOW:START:HIGH", or one number, which is its start. How many numbers; 0: it is none of
 * these. */
int eg_sought_read(const char *text, eg_sought *s);
/* "ball.v(start)" is "ball.v.start". NULL: out of memory. */
const char *eg_sought_name(eg_arena *arena, const char *from, const char *to);
/* Of a value: its unit and limits, and where it has none yet its start, as the model stands. EG_OK;
 * EG_ERROR_USAGE (reported): it is no Real number. */
eg_status eg_sought_take(eg_sought *s, const eg_ensemble *ensemble, eg_diagnostics *d);
/* Sees to it that it begins within its bounds. EG_OK, EG_ERROR_USAGE (reported). */
eg_status eg_sought_bound(eg_sought *s, eg_diagnostics *d);
double eg_sought_scale(const eg_sought *s);
/* Where search number `start` begins: the first one where it stands; the others between bounds that are
 * there, else at half to twice of that, or as far to both sides as its scale. */
double eg_sought_begin(const eg_sought *s, unsigned long long seed, size_t start, size_t unknown);

#endif
