/* Users' equations as linear rows: sum of coefficient*column + constant = 0. A column is a variable, the
 * derivative of one, or a formula that is not linear in these (opaque: it is never solved for). */
#ifndef EG_NETWORK_USER_LINEAR_H
#define EG_NETWORK_USER_LINEAR_H

#include "network/user/build.h"

/* What is solved for first. A variable whose derivative nobody asks for is a helper; then derivatives; last
 * variables with a derivative, the one first that wants least to be a state. */
typedef enum eg_column_rank {
    EG_COLUMN_HELPER,
    EG_COLUMN_RATE,
    EG_COLUMN_NEVER,
    EG_COLUMN_PLAIN,
    EG_COLUMN_COMPARED, /* an event depends on it: it should be as exact as can be */
    EG_COLUMN_GUESSED,  /* it has a start value */
    EG_COLUMN_FIXED,    /* which must hold */
    EG_COLUMN_PREFERRED,
    EG_COLUMN_ALWAYS,
    EG_COLUMN_SET, /* by reinit, which asks for a state (chapter 8.3.6 of the language specification) */
    EG_COLUMN_OPAQUE
} eg_column_rank;

typedef struct eg_linear_column {
    int node; /* raw instruction */
    int item; /* k: quantity k; n + k: its derivative; -1: opaque */
    eg_column_rank rank;
    int level;            /* how many derivatives lie below it, as far as equations v = der(s) tell */
    int count;            /* active rows in which it stands */
    int *rows, row_count; /* in which it has stood, some no longer */
    size_t row_capacity;
    int row;               /* that defines it, or -1 */
    int first_item, items; /* opaque ones: what they depend on, items[first_item ...] */
} eg_linear_column;

/* coefficient*column; `origin`: of what it comes (eg_tape.origins), or -1. */
typedef struct eg_linear_term {
    int index; /* the column */
    double coefficient;
    int origin;
} eg_linear_term;

typedef struct eg_linear_row {
    eg_linear_term *terms;
    int count;
    size_t capacity;
    double constant;
    int origin;         /* of the constant, or -1 */
    int equation;       /* b->equations */
    int pivot;          /* column that it defines, or -1 */
    int order;          /* of the definition */
    bool is_derivative; /* of a constraint, */
    int of;             /* that row */
    bool is_changed;    /* it is no longer the equation as written */
} eg_linear_row;

typedef struct eg_linear_system {
    eg_user_builder *b;
    eg_linear_column *columns;
    int column_count;
    size_t column_capacity;
    int *column_of; /* (raw instructions) or -1 */
    size_t column_of_capacity;
    eg_linear_row *rows;
    int row_count;
    size_t row_capacity;
    eg_user_items items;
    int *at; /* (columns) scratch: where a column stands in the row at hand, + 1 */
    size_t at_capacity;
    int visits;  /* of formulas, while one question is answered */
    bool failed; /* memory is out */
} eg_linear_system;

/* A row for the equation, or for the derivative of `row` (>= 0); answers its number, -1 when out of memory.
 */
int eg_linear_add_equation(eg_linear_system *l, int equation);
int eg_linear_add_derivative(eg_linear_system *l, int row);
/* What the row says of the column is put into the row `target`, terms that cancel to rounding left out;
 * columns' counts follow. -1 out of memory. */
int eg_linear_put_in(eg_linear_system *l, int target, int column, int source);
/* Where a row has more formulas than EG_LONG_SUM, their sum takes their place, as one formula: each of a
 * chain of equations x[i] = x[i-1] + f(x[i-1]) would have one term more than that before it. -1 out of
 * memory. */
enum { EG_LONG_SUM = 50 };
int eg_linear_gather(eg_linear_system *l, int row);
double eg_linear_coefficient(const eg_linear_row *row, int column);
/* Can the column be differentiated, as far as can be told? */
bool eg_linear_has_rate(eg_linear_system *l, int column);
/* Raw instructions: what the row says the column is; its terms of one sign (`negative`: the others). */
int eg_linear_solved(eg_linear_system *l, const eg_linear_row *row, int column);
int eg_linear_side(eg_linear_system *l, const eg_linear_row *row, bool negative);
void eg_linear_release(eg_linear_system *l);

#endif
