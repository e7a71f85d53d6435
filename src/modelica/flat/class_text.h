/* The equations of a native class as syntax: the text of its descriptor is parsed once, every name in it
 * means something of the class, and what depends on parameters alone has a value for a given instance. */
#ifndef EG_MODELICA_FLAT_CLASS_TEXT_H
#define EG_MODELICA_FLAT_CLASS_TEXT_H

#include "component/spec.h"
#include "modelica/instance/node.h"

/* The equations of the class, and its initial ones, as sections of a class without declarations. NULL when
 * they are no Modelica (reported, with the class as file) or memory is out. */
eg_syntax *eg_class_syntax(eg_reader *r, const eg_class *class);

typedef enum eg_meaning_kind {
    EG_MEANS_NOTHING,
    EG_MEANS_PARAMETER, /* index */
    EG_MEANS_VARIABLE,  /* index */
    EG_MEANS_SIGNAL,    /* index: port */
    EG_MEANS_IN_PORT,   /* index: port; member: "s", "f", "T", ... */
    EG_MEANS_ELEMENTS,  /* name of a vector of ports or variables */
    EG_MEANS_TIME,
    EG_MEANS_NUMBER, /* a constant of the library: number */
    EG_MEANS_LITERAL /* of an enumeration: number, from 0 */
} eg_meaning_kind;

typedef struct eg_meaning {
    eg_meaning_kind kind;
    int index;
    const char *member;
    double number;
} eg_meaning;

/* What a name in the equations of a class means; subscripts are not looked at. */
eg_meaning eg_class_meaning(const eg_class *class, const eg_reference *reference);

/* A loop variable of the descriptor's text. */
typedef struct eg_class_loop {
    const char *name;
    double value;
    const struct eg_class_loop *outer;
} eg_class_loop;

/* Where in which instance an expression stands. */
typedef struct eg_class_scope {
    const eg_instance *instance;
    const eg_class_loop *loops;
    const eg_parameter *known; /* the only one that has a value; NULL: all have */
} eg_class_scope;

/* The value of an expression that depends on parameters alone, truth values as 0 and 1, enumerations and
 * strings as the number of the literal; false when it has none. */
bool eg_class_value(const eg_class_scope *scope, const eg_expr *e, double *value);
/* Does a parameter decide which equations of its class there are? Not a Real: a ratio that decides how bodies
 * are counted is a factor of the same equations with any value. */
bool eg_class_decides(const eg_parameter *p);
/* The same, for what decides the form of equations: only where no parameter takes part that can be changed
 * while a model is used. */
bool eg_class_structural_value(const eg_class_scope *scope, const eg_expr *e, double *value);

#endif
