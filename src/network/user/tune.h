/* Other values for the parameters of a model that was read with its parameters kept (origins.h).
 *
 * Such a model consists of formulas whose numbers know what they come of: so with other values of the
 * parameters it is the same formulas with other numbers, and nothing has to be read or compiled, as long as
 * no value decides what the formulas are. A term that was left out since its factor was 0, a number that
 * becomes 0 or is it no more, a comparison of parameters that comes out otherwise: these do, and then the
 * numbers stay what they were. */
#ifndef EG_NETWORK_USER_TUNE_H
#define EG_NETWORK_USER_TUNE_H

#include "network/user/user.h"

typedef struct eg_user_tuner eg_user_tuner;

/* For a model that nobody else uses; its numbers at present are those it was compiled with. NULL: out of
 * memory, or not a model of equations alone. */
eg_user_tuner *eg_user_tuner_create(eg_model *m);
void eg_user_tuner_free(eg_user_tuner *tuner); /* accepts NULL */
/* value[parameters] in the order of the parametric facet's. Networks of the model must be made anew
 * afterwards. True: the numbers are those that compiling would have come to, but for rounding; false: it has
 * to be compiled, and is as it was. */
bool eg_user_tune(eg_user_tuner *tuner, const double *value);

#endif
