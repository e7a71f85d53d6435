/* Values of expressions. What changes with time has no value here: it is refused. */
#ifndef EG_MODELICA_VALUE_EVALUATE_H
#define EG_MODELICA_VALUE_EVALUATE_H

#include "modelica/value/value.h"

/* A loop variable and its present value. */
typedef struct eg_iteration {
    const char *name;
    eg_value value; /* of one that changes with time: its type */
    const struct eg_iteration *outer;
    bool changes;
    int formula; /* of one that changes */
} eg_iteration;

/* Where an expression stands: in which class, and in which instance of it. */
typedef struct eg_scope {
    eg_node *node;       /* NULL: in no instance; only constants are visible then */
    eg_definition *home; /* the class in whose text it is written */
    eg_source *source;
    const eg_iteration *loops;
    const eg_value *subscripted; /* inside a subscript: what "end" is the end of */
    int dimension;               /* which of its dimensions, from 0 */
    eg_node *around;             /* in a function: the instance whose equations call it; or NULL */
} eg_scope;

/* The instance whose classes may be redeclared; NULL: none. */
static inline eg_node *eg_scope_instance(const eg_scope *scope)
{
    return scope->node ? scope->node : scope->around;
}

/* The value; false (reported) and EG_NO_VALUE when it has none. */
bool eg_evaluate(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value);
/* A scalar of a type; `what` names it in messages: "the condition". */
bool eg_evaluate_boolean(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what,
                         bool *value);
bool eg_evaluate_integer(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what,
                         long *value);
/* The size of a dimension: an Integer, or a type whose values are the indices, Boolean or an enumeration. */
bool eg_evaluate_size(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what, long *size);
/* The elements that a loop variable runs through; a vector. */
bool eg_evaluate_range(eg_reader *r, const eg_scope *scope, const eg_iterator *it, eg_value *values);

/* The dimensions of an expression that may change with time (formula_function.c). */
bool eg_evaluate_shape(eg_reader *r, const eg_scope *scope, const eg_expr *e, int *rank, const long **dims);

/* evaluate_reference.c */
bool eg_evaluate_reference(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value);

/* subscripts.c */

/* What subscripts select in one dimension: one index, or a vector of them. They count from 1. */
typedef struct eg_index {
    const double *numbers; /* NULL: a single one, `number` */
    size_t count;
    double number;
} eg_index;

/* The elements of an array of `rank` dims that subscripts select. */
typedef struct eg_selection {
    int rank;
    const long *dims;
    size_t count; /* of elements */
    eg_index index[EG_RANK_LIMIT];
} eg_selection;

/* Is it a literal, or a truth value, and can it be an index of a dimension of n elements: one for each of its
 * type's? The first of them has the index 1. */
bool eg_is_index_literal(const eg_value *v, long n);

/* Evaluates the subscripts of a part; dimensions without one are taken whole. false (reported) when there
 * are too many or one is out of range. */
bool eg_select(eg_reader *r, const eg_scope *scope, const eg_part *part, int rank, const long *dims,
               eg_selection *selection);
/* The flat index, from 0, of selected element `k`; the last dimension runs fastest. */
size_t eg_selected(const eg_selection *selection, size_t k);
/* value[subscripts] */
bool eg_subscript(eg_reader *r, const eg_scope *scope, const eg_value *value, const eg_part *part,
                  eg_value *result);

/* evaluate_array.c: element by element, or as matrices. */
bool eg_operate(eg_reader *r, const eg_scope *scope, uint32_t at, eg_token_kind op, const eg_value *a,
                const eg_value *b, eg_value *result);
bool eg_evaluate_array(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value);
bool eg_evaluate_rows(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value);
bool eg_evaluate_collect(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value);

#endif
