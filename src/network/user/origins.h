/* What the numbers of users' equations come of, in a model that was read with its parameters kept.
 *
 * A number that follows from parameters is computed with as the number that it is: it decides what is solved
 * for what, so that equations and states are those of the same text read without. Beside it stands of which
 * instruction of a tape of parameters it comes (eg_tape.origins): a product of two such numbers comes of the
 * product there. So every constant of the final tape has an exact derivative by all parameters, and what has
 * been solved by numbers alone has it too. */
#ifndef EG_NETWORK_USER_ORIGINS_H
#define EG_NETWORK_USER_ORIGINS_H

#include "base/parametric.h"
#include "network/user/build.h"

typedef struct eg_user_origins {
    eg_tape tape;  /* inputs: parameters */
    double *value; /* (instructions), once all is compiled */
    eg_system_parameter *parameters;
    int count;
    size_t capacity;
    eg_names *by_path;
    int *formula;   /* (spec's formulas) the instruction, while compiling; or -1 */
    int *decisions; /* instructions that are 0, as which they have decided the structure */
    int decision_count;
    size_t decision_capacity;
} eg_user_origins;

/* Of a spec that keeps its parameters (bounds); else nothing is done. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_begin_origins(eg_user_builder *b);
/* The origin of a constant formula of the spec: an instruction, -1 where it is a number and nothing else, -2
 * when out of memory. */
int eg_user_origin_of(eg_user_builder *b, int formula);
/* That of the start value of a variable: a formula of parameters, or a parameter of its own, "x(start)". */
int eg_user_origin_of_start(eg_user_builder *b, const char *path, const char *unit, double start);
/* Which parameters have a derivative is known when all is compiled. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_end_origins(eg_user_builder *b);
void eg_user_origins_free(eg_user_origins *origins); /* accepts NULL */

#endif
