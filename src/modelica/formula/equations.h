/* Equations being carried out: what equations.c, equalities.c, branches.c, equation_calls.c and when.c
 * share. Functions return false when something was reported or memory is out, where nothing else is said. */
#ifndef EG_MODELICA_FORMULA_EQUATIONS_H
#define EG_MODELICA_FORMULA_EQUATIONS_H

#include "modelica/formula/statements.h"

/* left = right, two formulas */
typedef struct eg_equality {
    int left, right;
    uint32_t at;
    bool is_reinit; /* in a when clause: the state left becomes right */
} eg_equality;

typedef struct eg_equalities {
    eg_equality *items;
    size_t count;
} eg_equalities;

/* equations.c: the equation, which gets its place, to the spec. False when memory is out. */
bool eg_add_equation(eg_formulas *f, eg_user_equation q, uint32_t at);

/* equalities.c */
bool eg_append_equalities(eg_formulas *f, eg_equalities *list, const eg_equality *items, size_t count);
/* left = right of any shape, one equality for each element. */
bool eg_equate(eg_formulas *f, uint32_t at, const eg_typed *left, const eg_typed *right, eg_equalities *list);
/* The equalities of an equation, which may be (a, , b) = f(x). */
bool eg_equate_sides(eg_formulas *f, const eg_equation *q, eg_equalities *list);
/* Are both formulas the same variable? */
bool eg_same_variable(const eg_formulas *f, int a, int b);

/* branches.c: what takes the equations of a branch or of a loop's pass to the list. */
typedef bool eg_gathering(eg_formulas *f, eg_equation *const *body, uint32_t count, eg_equalities *list);
/* What stands in the branches, each under the condition that none before it holds; `conditions` and
 * `branches` have room for as many as there are. */
bool eg_gather_branches(eg_formulas *f, const eg_equation *q, eg_gathering *gather, int *conditions,
                        eg_equalities *branches);
/* What stands in a loop, pass by pass, from its iterator `i` on. */
bool eg_gather_passes(eg_formulas *f, const eg_equation *q, uint32_t i, eg_gathering *gather,
                      eg_equalities *list);
/* The equalities of an if-equation. */
bool eg_collect_if(eg_formulas *f, const eg_equation *q, eg_equalities *list);

/* equation_calls.c; `when` is the clause around it, -1: none. False when memory is out. */
bool eg_is_call_of(const eg_equation *q, const char *name);
bool eg_carry_assert(eg_formulas *f, const eg_equation *q, int when);
bool eg_carry_call(eg_formulas *f, const eg_equation *q, int when);

/* when.c: false when memory is out. */
bool eg_carry_when(eg_formulas *f, const eg_equation *q);

#endif
