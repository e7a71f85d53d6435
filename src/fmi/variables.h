/* The variables of an FMU: what the description lists and the runtime knows. Both make the list from the same
 * model, so that value references, which are indices in it, agree. */
#ifndef EG_FMI_VARIABLES_H
#define EG_FMI_VARIABLES_H

#include "network/network.h"
#include "base/names.h"

typedef enum eg_fmu_kind {
    EG_FMU_TIME,
    EG_FMU_PARAMETER,  /* may be set before the start */
    EG_FMU_CONSTANT,   /* a parameter that may not */
    EG_FMU_INPUT,      /* index among the model's inputs */
    EG_FMU_OUTPUT,     /* index: column of what can be observed */
    EG_FMU_LOCAL,      /* likewise */
    EG_FMU_STATE,      /* index: unknown of the system */
    EG_FMU_DERIVATIVE, /* of it */
    EG_FMU_INDICATOR   /* index: switching function */
} eg_fmu_kind;

typedef struct eg_fmu_variable {
    char *name; /* the list's */
    const char *unit, *doc;
    eg_fmu_kind kind;
    const char *display_unit; /* NULL: the unit itself */
    eg_type type;
    const char *type_name;           /* of an enumeration; its values are 1, 2, ... */
    const char *const *literals;     /* their names; NULL-terminated */
    const char *const *literal_docs; /* what a user's text says of each, or NULL; NULL: see eg_literal_doc */
    const char *text;                /* of a string: its start */
    int row, column;                 /* of an element of a component's matrix, from 1; 0: none */
    int rows, columns;               /* of that matrix; 1 column: a vector */
    size_t slot;                     /* of a string: which one of them */
    bool is_discrete;
    bool is_tunable; /* a parameter that may also be set while the run goes on */
    int index;
    int shown;             /* of a state that is a variable: the column where that is observed; else -1 */
    long alias;            /* the variable of which this is another name, or -1 */
    double start;          /* of parameters, constants and inputs */
    bool has_min, has_max; /* parameters: may not be less, more than */
    double min, max;
    double nominal; /* of outputs and locals, where the user has given one; else 0 */
} eg_fmu_variable;

/* Room for the value of a string, with the zero at its end. */
enum { EG_FMU_TEXT = 1024 };

typedef struct eg_fmu_list {
    eg_fmu_variable *items; /* value reference = index */
    size_t count, capacity;
    size_t strings;
    size_t inputs, outputs, states, indicators; /* how many, and where the first of each is: */
    size_t first_input, first_output, first_state, first_derivative, first_indicator;
    eg_names *names;
} eg_fmu_list;

/* May it be read between the steps of Co-Simulation, and if it is an input be given for times on the way? */
static inline bool eg_fmu_is_intermediate(const eg_fmu_variable *v)
{
    return v->type == EG_REAL && !v->is_discrete && v->kind >= EG_FMU_INPUT && v->kind <= EG_FMU_DERIVATIVE;
}

/* Where the value of a variable is found when it is asked for: its index, but of a state the column. What
 * friction holds moves with another body, whatever its own unknown is. */
static inline int eg_fmu_value_index(const eg_fmu_variable *v)
{
    return v->kind == EG_FMU_STATE ? v->shown : v->index;
}

/* 0, -1 out of memory; to be released in any case. Strings but names belong to the model. */
int eg_fmu_list_make(eg_fmu_list *list, const eg_model *model);
void eg_fmu_list_release(eg_fmu_list *list);

/* A path as the naming convention "structured" of FMI has it, malloc'ed: as it is where it is made of
 * identifiers and subscripts, else as one name in quotes, 'x y'. NULL out of memory. */
char *eg_fmu_structured_name(const char *path);

#endif
