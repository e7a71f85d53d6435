/* From expressions of equations and statements to the formulas of a spec: what is known when the model
 * is read becomes a number, what changes with time a variable by its path. Formulas are scalar; an
 * array is as many of them. */
#ifndef EG_MODELICA_FORMULA_FORMULA_H
#define EG_MODELICA_FORMULA_FORMULA_H

#include "component/spec.h"
#include "modelica/instance/node.h"

/* An expression that has been carried out: its type, EG_REAL ... EG_STRING, unit (NULL: not known),
 * shape, and the formulas of its elements. Literals of enumerations are counted from 1. */
typedef struct eg_typed {
    int type;
    int formula; /* of a scalar; -1: none */
    const eg_quantity *unit;
    int rank; /* 0: a scalar */
    const long *dims;
    size_t count;                /* elements; 1 for a scalar */
    const int *formulas;         /* of an array, the last dimension running fastest */
    const char *text;            /* EG_STRING that is known; NULL: `formula` is the number of the text */
    const char *const *literals; /* enumerations */
    const char *type_name;
    const char *const *names;      /* EG_RECORD: of its fields, */
    const struct eg_typed *fields; /* and what they are */
    uint32_t field_count;
} eg_typed;

enum { EG_RECORD = EG_STRING + 1 };

#define EG_NOT_TYPED ((eg_typed){.type = EG_REAL, .formula = -1, .count = 1})

/* A variable that statements give values, one after the other: of a function, or of the model whose algorithm
 * is being carried out. */
typedef struct eg_local_variable {
    const char *name;      /* of the function's variable; the path of the model's (both interned) */
    eg_typed shape;        /* type, unit, dims; no formulas */
    size_t first;          /* its elements: slots[first], ..., -1 where there is no value yet */
    const char *text;      /* of a String */
    bool is_output;        /* functions */
    bool is_input;         /* functions: cannot be assigned */
    bool is_when;          /* models: assigned in a when clause */
    bool *is_assigned;     /* models: (elements) */
    uint32_t at;           /* models: where it is assigned first */
    eg_definition *record; /* of functions: a record, whose fields are the variables "name.field"; or NULL */
} eg_local_variable;

typedef struct eg_locals {
    eg_local_variable *items;
    uint32_t count, capacity;
    int *slots; /* formulas */
    size_t slot_count, slot_capacity;
    bool are_paths; /* of a model */
} eg_locals;

/* A condition that changes, below which something is carried out that is needed only where it holds (or does
 * not). */
typedef struct eg_asked {
    int condition; /* a formula */
    bool holds;
    const struct eg_asked *outer;
} eg_asked;

typedef struct eg_formulas {
    eg_reader *r;
    eg_spec *spec;
    eg_scope scope;
    bool is_discrete;        /* in a when clause: nothing there changes continuously */
    bool is_smooth;          /* in noEvent(...) */
    bool is_for_now;         /* formulas are wanted for their numbers only: nothing is kept */
    uint32_t at;             /* what is being carried out, for messages */
    const eg_locals *locals; /* NULL: none */
    int calls;               /* functions that call each other */
    bool is_guarded;         /* in a branch whose condition changes: */
    int guard;               /* the formula under which it holds */
    int when;                /* the clause that is being carried out */
    int branches;            /* around what is carried out, and which may not be taken */
    const eg_asked *asked;   /* the innermost condition around it; NULL: none */
    eg_list *claims;         /* in a loop that changes: what is asserted there (eg_user_equation); or NULL */
} eg_formulas;

/* Is a branch being carried out that may never be taken? What has no value there is no error. */
static inline bool eg_formula_may_be_passed_by(const eg_formulas *f)
{
    return f->branches > 0 || f->is_guarded;
}

/* ---------------------------------------------------------------- formula.c
 *
 * false when something was reported or memory is out. */

/* A scalar expression of numbers, truth values, literals. */
bool eg_formula_of(eg_formulas *f, const eg_expr *e, eg_typed *out);
/* An expression of any shape. */
bool eg_formula_of_any(eg_formulas *f, const eg_expr *e, eg_typed *out);
/* A scalar Boolean; `what` names it in messages. */
bool eg_formula_of_condition(eg_formulas *f, const eg_expr *e, const char *what, eg_typed *out);
/* The same, or a vector of Booleans; of an empty one false is made. */
bool eg_formula_of_conditions(eg_formulas *f, const eg_expr *e, const char *what, eg_typed *out);
/* What must be known when the model is read: a whole number; the elements that a loop variable runs through.
 */
bool eg_formula_integer(eg_formulas *f, const eg_expr *e, const char *what, long *number);
/* The size of a dimension: such a number, or a type whose values are the indices. */
bool eg_formula_size(eg_formulas *f, const eg_expr *e, long *size);
bool eg_formula_range(eg_formulas *f, const eg_iterator *it, eg_value *values);
/* What a range consists of: the first number and the step, and how many there are (formulas). */
typedef struct eg_range {
    int type, first, step, count;
} eg_range;
/* Is it a range whose bounds change? false when something was reported or memory is out. */
bool eg_formula_changing_range(eg_formulas *f, const eg_expr *e, eg_range *range, bool *changes);
/* The formula under which what is being carried out is needed; -1: always. False when memory is out. */
bool eg_formula_guard(eg_formulas *f, int *guard);

/* Building blocks. What is computed from numbers alone is a number. false when memory is out. */
bool eg_formula_add(eg_formulas *f, int op, int a, int b, int c, int *formula);
bool eg_formula_number(eg_formulas *f, double number, int *formula);
bool eg_formula_path(eg_formulas *f, const char *path, int *formula);
/* Is the formula a number? In flat text it stays one, and what it was made of is held. */
bool eg_formula_known(eg_formulas *f, int formula, double *number);
/* The same where nothing is decided by it: the formula stays what it is. */
bool eg_formula_seen(const eg_formulas *f, int formula, double *number);
/* The same where it is decided which way to go: for flat text both ways are tried first (keeps_choices). */
bool eg_formula_decides(eg_formulas *f, int formula, double *number);
/* Is it a number that flat text has no other expression for? */
bool eg_formula_is_literal(const eg_formulas *f, int formula, double *number);
/* The value of a parameter, which flat text names. */
bool eg_formula_parameter(eg_formulas *f, const char *path, double number, int *formula);

/* Are both ways tried of what values of parameters decide? */
static inline bool eg_formula_tries(const eg_formulas *f)
{
    return f->r->is_for_text && !f->is_for_now;
}
/* Carries something out; for flat text with both ways of what values of parameters decide, and where one of
 * them has no value once more, with the way that is taken. */
typedef bool eg_attempt(eg_formulas *f, void *context);
bool eg_formula_try(eg_formulas *f, eg_attempt *attempt, void *context);

/* ---------------------------------------------------------------- external_table.c */

/* The call of a function of MSL's external tables. */
bool eg_formula_of_external_table(eg_formulas *f, const eg_expr *e, const eg_definition *d, eg_typed *out);

/* ---------------------------------------------------------------- derived.c */

/* Notes that `path` names what the class calls `name`, which its equations may give. is_computed: the network
 * does where they do not. False when memory is out. */
bool eg_note_derivation(eg_reader *r, const char *path, eg_node *node, eg_native *native, const char *name,
                        bool is_computed);
/* What takes the place of the variable; -1: nothing does. */
bool eg_formula_derive(eg_formulas *f, const char *path, int *formula);

/* ---------------------------------------------------------------- typed.c */

eg_typed eg_typed_scalar(int type, int formula, const eg_quantity *unit);
/* The formula of element i. */
int eg_typed_at(const eg_typed *t, size_t i);
/* The element itself. */
eg_typed eg_typed_element(const eg_typed *t, size_t i);
bool eg_typed_same_shape(const eg_typed *a, const eg_typed *b);
bool eg_typed_is_number(const eg_typed *t);
/* "Real", "Integer array of 3" */
const char *eg_typed_describe(eg_reader *r, const eg_typed *t);
/* Texts are numbered from 1 on as equations speak of them. Memory that runs out is noted in the reader. */
double eg_text_number(eg_reader *r, const char *text);
/* Gives a text that is known its number as formula. False when
 * memory is out. */
bool eg_number_text(eg_formulas *f, eg_typed *t);
/* A value as formulas, and back: the value of what is known in every element. */
bool eg_typed_of_value(eg_formulas *f, const eg_expr *e, const eg_value *v, eg_typed *out);
bool eg_typed_to_value(eg_formulas *f, const eg_typed *t, eg_value *v);
/* An array of `rank` dims with room for its elements; *formulas receives it. */
bool eg_typed_array(eg_formulas *f, uint32_t at, eg_typed like, int rank, const long *dims, eg_typed *out,
                    int **formulas);
/* Can something of type `to` take a value of type `from`? Reports when not: "... is of type Real; it
 * cannot be Boolean". Warns where units differ. `name` is what takes it. */
bool eg_typed_fits(eg_formulas *f, uint32_t at, const char *name, const eg_typed *to, const eg_typed *from);
/* The type that holds both, in *a; false (reported) when there is none: `what` is "the branches" and the
 * like. */
bool eg_typed_join(eg_formulas *f, uint32_t at, const char *what, eg_typed *a, const eg_typed *b);

/* ---------------------------------------------------------------- formula_name.c */

bool eg_formula_of_reference(eg_formulas *f, const eg_expr *e, eg_typed *out);
/* The variable that a reference names; false (reported) when it names none. */
bool eg_formula_of_variable(eg_formulas *f, const eg_expr *e, eg_typed *out);
/* The same for a whole variable without its last subscripts, as the path of a model's variable; or, with
 * *path NULL, the records of the model that are named. */
bool eg_formula_path_of(eg_formulas *f, const eg_expr *e, const char **path, eg_typed *shape,
                        eg_targets *records);
/* The array of signals (connectors of one number each) of which the node is an element: *path NULL where
 * it is none. */
bool eg_formula_signal_array(eg_formulas *f, eg_node *node, const char **path, eg_typed *shape);
/* Type, unit and dimensions of a variable of the model; false (reported) when the node is none. */
bool eg_formula_shape_of(eg_formulas *f, const eg_expr *e, const eg_node *node, eg_typed *shape);
/* Is it known when the model is read? True also where looking for that reported something. */
bool eg_formula_is_fixed(eg_formulas *f, const eg_expr *e);
/* The variable of the function or algorithm of that name or path; NULL: there is none. */
eg_local_variable *eg_local_variable_find(const eg_locals *locals, const char *name);
/* Of a function: x, or the field x.y of a record. */
eg_local_variable *eg_local_variable_named(eg_formulas *f, const eg_locals *locals,
                                           const eg_reference *reference);
/* How many elements, and which, the subscripts of a part select: one index for each dimension or a vector. */
typedef struct eg_picked {
    int rank;                        /* of the array */
    const long *dims;                /* of the array */
    const int *index[EG_RANK_LIMIT]; /* formulas of indices, from 1; NULL: all */
    size_t count[EG_RANK_LIMIT];
    bool is_vector[EG_RANK_LIMIT];
    size_t total;
} eg_picked;
bool eg_formula_pick(eg_formulas *f, const eg_part *part, int rank, const long *dims, eg_picked *picked);
/* The flat index of selected element k where all its indices are known; otherwise false. */
bool eg_picked_at(eg_formulas *f, const eg_picked *p, size_t k, size_t *flat);
/* A truth value: is element `flat` of the array the selected element k? */
bool eg_picked_is(eg_formulas *f, const eg_picked *p, size_t k, size_t flat, int *truth);

/* ---------------------------------------------------------------- record.c */

typedef struct eg_field {
    const eg_component *component;
    eg_definition *home;
} eg_field;

/* The field of that name; NULL: there is none. */
const eg_typed *eg_typed_field(const eg_typed *record, const char *name);
/* Records side by side: the array has `rank` dims before those that each of them may have, and is a record
 * whose fields are arrays. There is one at least. */
bool eg_record_stack(eg_formulas *f, uint32_t at, const eg_typed *items, size_t count, int rank,
                     const long *dims, eg_typed *out);
/* Records of the model, an array of them where they have dimensions. */
bool eg_formula_of_records(eg_formulas *f, const eg_expr *e, const eg_targets *records, eg_typed *out);
/* A record of the model; Data(c = 1). */
bool eg_formula_of_record(eg_formulas *f, const eg_expr *e, eg_node *node, eg_typed *out);
bool eg_formula_of_constructor(eg_formulas *f, const eg_expr *e, eg_definition *record, eg_typed *out);
/* Adds a function's record and its fields to the locals. */
bool eg_record_declare(eg_formulas *f, eg_locals *locals, eg_local_variable local, eg_definition *record,
                       int depth);
/* Gives all its fields their values. */
bool eg_record_set(eg_formulas *f, uint32_t at, eg_locals *locals, const eg_local_variable *local,
                   const eg_typed *value);
/* What a variable of a function is now, a record or not. */
bool eg_typed_of_local(eg_formulas *f, const eg_expr *e, const eg_locals *locals,
                       const eg_local_variable *local, eg_typed *out);
eg_local_variable *eg_local_variable_field(eg_formulas *f, const eg_locals *locals,
                                           const eg_local_variable *local, const char *name);
bool eg_record_of_local(eg_formulas *f, const eg_expr *e, const eg_locals *locals,
                        const eg_local_variable *local, eg_typed *out);

/* ---------------------------------------------------------------- formula_array.c */

/* {a, b}, [a, b; c, d], {f(i) for i in 1:n}, a:b */
bool eg_formula_of_array(eg_formulas *f, const eg_expr *e, eg_typed *out);
bool eg_formula_of_rows(eg_formulas *f, const eg_expr *e, eg_typed *out);
bool eg_formula_of_collect(eg_formulas *f, const eg_expr *e, eg_typed *out);
bool eg_formula_of_range(eg_formulas *f, const eg_expr *e, eg_typed *out);
/* a op b of any shapes (chapter 10.6 of the language specification). */
bool eg_formula_operate(eg_formulas *f, uint32_t at, eg_token_kind op, const eg_typed *a, const eg_typed *b,
                        eg_typed *out);
/* op of every element. */
bool eg_formula_each(eg_formulas *f, uint32_t at, int op, const eg_typed *a, eg_typed *out);
/* condition ? a : b of every element; shapes are the same. */
bool eg_formula_select(eg_formulas *f, uint32_t at, int condition, const eg_typed *a, const eg_typed *b,
                       eg_typed *out);

/* ---------------------------------------------------------------- formula_call.c, formula_reduce.c */

bool eg_formula_of_call(eg_formulas *f, const eg_expr *e, eg_typed *out);
/* Functions of arrays by name; *found: there is one of this name. */
bool eg_formula_of_reduction(eg_formulas *f, const eg_expr *e, const char *name, eg_typed *out, bool *found);
bool eg_is_reduction(const char *name);
/* Is it a function about the shape of its argument alone? */
bool eg_is_of_shape(const char *name);

/* ---------------------------------------------------------------- formula_function.c, statements.c */

/* A call of a function written in Modelica: its statements carried out. The values of its outputs; with
 * `wanted` 1 the first one alone. */
bool eg_formula_of_function(eg_formulas *f, const eg_expr *e, eg_definition *function, eg_typed *outputs,
                            uint32_t wanted);
/* The results of a call of several outputs, (a, b) = f(x). */
bool eg_formula_of_results(eg_formulas *f, const eg_expr *e, eg_typed *results, uint32_t count);
/* The same as a value, where everything is known: calls in parameters. */
bool eg_function_value(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_definition *function,
                       eg_value *value);

/* Variables of a function or model; false when memory is out. */
bool eg_local_variable_add(eg_formulas *f, eg_locals *locals, eg_local_variable local);
/* Carries statements out on the locals. */
bool eg_carry_statements(eg_formulas *f, eg_locals *locals, const eg_section *section);

#endif
