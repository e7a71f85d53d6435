/* Telling the caller of a run how far it is. */
#ifndef EG_SIMULATE_TELL_H
#define EG_SIMULATE_TELL_H

#include "elastogap/simulate.h"

/* Who is told, and when next by the clock. */
typedef struct eg_teller {
    const eg_simulate_options *options;
    double next; /* [s] */
} eg_teller;

eg_teller eg_teller_begin(const eg_simulate_options *options);
/* Calls options->progress with the time reached, if it is due. 0: go on. */
int eg_teller_tell(eg_teller *teller, double time);

#endif
