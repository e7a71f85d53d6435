/* Statements being carried out: what statements.c and algorithm.c share. */
#ifndef EG_MODELICA_FORMULA_STATEMENTS_H
#define EG_MODELICA_FORMULA_STATEMENTS_H

#include "modelica/formula/formula.h"

typedef struct eg_running {
    eg_formulas *f;
    eg_locals *env;
    int returned, broken; /* formulas: has a return, a break been reached? */
    int guard;            /* the statement is carried out where this holds; -1: always */
    int changing;         /* conditions that change, around the statement */
    int when;             /* inside of when: its condition, a formula; -1: outside */
    bool is_initial;      /* of an initial algorithm */
    eg_list partly;       /* partly.c: what has a value under a condition only, */
    long steps;           /* and how much was asked about that */
} eg_running;

/* partly.c: one of `then` and *value, which are formulas or what stands for none, is none; *value receives
 * what is there where the condition holds or does not. False when memory is out. */
bool eg_choose_partly(eg_running *x, int condition, int then, int *value);

/* A branch whose condition changes, and what stands for it where that does not hold. */
bool eg_running_branch(eg_running *x, uint32_t at, int condition, const eg_branch *branch,
                       bool (*otherwise)(eg_running *x, const void *what), const void *what);

/* Where the statement is carried out this must hold; `one` is its assertion, but for that and the clause.
 * False when memory is out. */
bool eg_running_claim(eg_running *x, const eg_user_equation *one);

/* loop.c: passes through `body`, as long as the condition holds, which is asked before each; both get `what`.
 * How many passes there are need not be known. */
typedef struct eg_loop_parts {
    bool (*condition)(eg_running *x, const void *what, int *formula);
    bool (*body)(eg_running *x, const void *what);
    const void *what;
} eg_loop_parts;
bool eg_running_loop(eg_running *x, uint32_t at, const eg_loop_parts *parts);

/* algorithm.c */
bool eg_running_when(eg_running *x, const eg_equation *q);
/* The clause of the spec in which an assert, terminate or print stands. */
bool eg_running_clause(eg_running *x, int *when);

/* message.c: assert(condition, message, level), without its place; the message alone. */
bool eg_formula_assert(eg_formulas *f, const eg_equation *q, eg_user_equation *one, eg_typed *condition);
bool eg_formula_message(eg_formulas *f, const eg_expr *e, eg_user_equation *one);
/* Is it Modelica.Utilities.Streams.print(message), by whatever name it was imported? */
bool eg_is_print(eg_formulas *f, const eg_equation *q);
/* Can it be carried out, in a clause (in_when) and to no file? If not, it is left out with a warning. */
bool eg_print_is_heard(eg_formulas *f, const eg_equation *q, bool in_when);

#endif
