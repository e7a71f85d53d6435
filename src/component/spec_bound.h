/* What the values of a spec were made of, so that flat text can say it: of one that was read for that
 * (eg_spec_read_for). Formulas whose number is known, EG_OP_CONSTANT, name there in `a` the formula that
 * came to it, or a parameter, EG_OP_VARIABLE with the path of a parameter; `b` is how many operators and
 * names that takes. A value without such a formula is the number that it is. */
#ifndef EG_COMPONENT_SPEC_BOUND_H
#define EG_COMPONENT_SPEC_BOUND_H

#include "component/spec.h"

/* What modifiers say of a parameter of a component besides its value. */
typedef struct eg_said {
    double min, max;
    bool is_final;
} eg_said;

/* A parameter that has been used as a number, and the value that was made of it; NULL: something was
 * decided. */
typedef struct eg_held_path {
    const char *path, *into;
} eg_held_path;

typedef struct eg_bounds {
    eg_names *formulas; /* path of a parameter, "gap.c", or start value, "gap.s_rel(start)" -> its formula */
    eg_names *held;     /* path of a parameter that has been used as a number: it must stay that; in */
    eg_held_path *held_list;
    size_t held_count, held_capacity;
    eg_names *said; /* path of a parameter of a component -> what modifiers say of it, in */
    eg_said *said_list;
    size_t said_count, said_capacity;
    eg_names
        *only; /* paths of parameters that stay what they are, all others being numbers; NULL: all stay */
} eg_bounds;

/* Makes room for them: the spec has none yet. 0, -1 out of memory. */
int eg_spec_keep_bounds(eg_spec *spec);
void eg_bounds_free(eg_bounds *bounds);
/* When it is compiled, only these parameters and start values ("gap.c", "ball.s(start)") stay what they are;
 * the texts must outlive that. 0, -1 out of memory. */
int eg_spec_keep_only(eg_spec *spec, const char *const *paths, size_t count);
/* The value of `path` comes of the formula. The path is copied. 0, -1 out of memory. */
int eg_spec_bind(eg_spec *spec, const char *path, int formula);
/* The parameter has been used as a number, for the value of that path (NULL: to decide something);
 * likewise. */
int eg_spec_hold_path(eg_spec *spec, const char *path, const char *into);
/* Modifiers say this of a component's parameter; likewise. */
int eg_spec_say(eg_spec *spec, const char *path, eg_said said);
/* Is the formula a number that was made of parameters? */
static inline bool eg_formula_is_bound(const eg_formula *x)
{
    return x->op == EG_OP_CONSTANT && x->a >= 0;
}

/* Calls `each` with the path of every parameter that the formula names, each time that it does; false as soon
 * as that answers false. */
typedef bool eg_named(void *context, const char *path);
bool eg_formula_names(const eg_spec *spec, int formula, eg_named *each, void *context);

#endif
