/* Where what is delayed is not smooth. Discontinuities of derivatives are tracked as Wille and Baker do
 * (Appl. Numer. Math. 9 (1992) 209): each delayed x has an order of smoothness behind each cause, the number
 * of integrations on the shortest way from it to x in the equations' matrix (solve/reach.h). A jump has
 * order 0, a kink 1. What does not lead to x is no cause of its own. */
#ifndef EG_NETWORK_USER_BREAKS_H
#define EG_NETWORK_USER_BREAKS_H

#include "network/network.h"

/* From this order on x counts as smooth: an engine of order 8 does not notice. */
enum { EG_SMOOTH = 10 };

typedef struct eg_breaks eg_breaks;

/* For the delays of the model of `s`. NULL: out of memory. */
eg_breaks *eg_breaks_create(eg_network *s);
void eg_breaks_free(eg_breaks *b); /* accepts NULL */
/* All that changes at events is as it was behind the last one, which is where a run begins; and where a run
 * goes on from elsewhere that is not known until it is taken. */
void eg_breaks_note(eg_breaks *b, const eg_network *s);
void eg_breaks_forget(eg_breaks *b);
void eg_breaks_take(eg_breaks *b, const eg_network *s);
/* An event begins, at which these switching functions have led here (NULL: none). */
void eg_breaks_begin(eg_breaks *b, const eg_network *s, const bool *fired);
/* And it has been handled, what was delayed being of order delayed[i] there: the order of x of each delay. */
void eg_breaks_end(eg_breaks *b, const eg_network *s, const int *delayed, int *order);

#endif
