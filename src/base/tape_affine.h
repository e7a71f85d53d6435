/* What instructions of a tape come to between events, where truth values and what changes at events only
 * stand still: sums of what moves with fixed factors, and functions of time of known law. */
#ifndef EG_BASE_TAPE_AFFINE_H
#define EG_BASE_TAPE_AFFINE_H

#include "base/tape.h"

/* Polynomials of time, up to this degree: with them steps of the engine `exact` are still its polynomials. */
enum { EG_TAPE_TIME_DEGREE = 4 };

/* How an instruction follows what moves. */
enum {
    EG_TAPE_STILL,   /* not at all */
    EG_TAPE_AFFINE,  /* by fixed factors; and it may follow time beside that */
    EG_TAPE_PRODUCT, /* products of two such add to it, by fixed factors */
    EG_TAPE_CURVED   /* otherwise */
};

typedef struct eg_tape_form {
    signed char moves; /* see above */
    signed char time;  /* the degree of its polynomials in time; -1: it does not follow time */
    bool swings;       /* they are factors of harmonics and exponentials */
} eg_tape_form;

/* Of all instructions, from those of the inputs. */
void eg_tape_find_forms(const eg_tape *tape, const eg_tape_form *input, eg_tape_form *form);

static inline bool eg_tape_is_frozen(eg_tape_form form)
{
    return form.moves == EG_TAPE_STILL && form.time < 0;
}

/* Is the instruction itself a product of two that are affine: its operands a and b, or twice a? */
bool eg_tape_is_product(const eg_tape *tape, const eg_tape_form *form, int node);

/* Why an instruction is curved though no operand of it is: words. */
const char *eg_tape_curved_because(const eg_tape *tape, int node);

/* How the parts that follow time go on from an instant, all else standing still. */
typedef struct eg_tape_series {
    const eg_tape *tape;
    const eg_tape_form *form;
    const int *list,
        *at; /* instructions that follow time, ascending; (all instructions) their places there */
    int count, order;
    double unit;          /* [s], a power of 2 */
    const double *value;  /* (all instructions) at the instant; */
    const eg_late *late;  /* (the same) what rounding leaves out of them; NULL: nothing that is felt */
    double *coefficients; /* (count x (order + 1)) Taylor coefficients, by powers of time in units */
    double *growth; /* (count) by what factor [1/s] derivatives grow from one order to the next, at most */
} eg_tape_series;
void eg_tape_find_series(eg_tape_series *series);

#endif
