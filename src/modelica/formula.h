/* From expressions of equations to the formulas of a spec: what is known when the model is read becomes a
 * number, what changes with time a variable by its path. */
#ifndef EG_MODELICA_FORMULA_H
#define EG_MODELICA_FORMULA_H

#include "component/spec.h"
#include "modelica/node.h"

typedef struct eg_formulas {
    eg_reader *r;
    eg_spec *spec;
    eg_scope scope;
    bool is_discrete;              /* in a when clause: nothing there changes continuously */
    bool is_smooth;                /* in noEvent(...) */
    const struct eg_local *locals; /* variables of the function that is being carried out */
    int calls;                     /* functions that call each other */
} eg_formulas;

/* A formula with its type, EG_REAL ... EG_BOOLEAN, and unit (NULL: not known). */
typedef struct eg_typed {
    int formula;
    int type;
    const eg_quantity *unit;
} eg_typed;

/* A variable of a function: its present value. */
typedef struct eg_local {
    const char *name;
    eg_typed value; /* formula -1: none yet */
    const struct eg_local *next;
} eg_local;

/* The formula of a scalar expression; false when something was reported or memory is out. */
bool eg_formula_of(eg_formulas *f, const eg_expr *e, eg_typed *out);
/* The same, which must be Boolean; `what` names it in messages. */
bool eg_formula_of_condition(eg_formulas *f, const eg_expr *e, const char *what, eg_typed *out);
/* Is it known when the model is read? True also where looking for that reported something. */
bool eg_formula_is_fixed(eg_formulas *f, const eg_expr *e);
/* The variable that a reference names; false (reported) when it names none. */
bool eg_formula_of_variable(eg_formulas *f, const eg_expr *e, eg_typed *out);

/* Building blocks: false when memory is out. */
bool eg_formula_add(eg_formulas *f, int op, int a, int b, int c, int *formula);
bool eg_formula_number(eg_formulas *f, double number, int *formula);
bool eg_formula_path(eg_formulas *f, const char *path, int *formula);

/* formula_call.c */
bool eg_formula_of_call(eg_formulas *f, const eg_expr *e, eg_typed *out);
/* formula_function.c: a function written in Modelica, its statements carried out. */
bool eg_formula_of_function(eg_formulas *f, const eg_expr *e, eg_definition *function, eg_typed *out);

#endif
