/* The equations of a class whose form depends on an enumeration parameter (`cases` of its descriptor: the law
 * of a contact), for each of its values: conditions on the parameter are carried out, and what is left is
 * what an instance with that value obeys. */
#ifndef EG_MODELICA_FLAT_CLASS_CASES_H
#define EG_MODELICA_FLAT_CLASS_CASES_H

#include "component/class.h"

typedef struct eg_class_cases {
    const eg_parameter *parameter; /* NULL: the class has no cases, and everything here is nothing */
    int count;                     /* of its values */
    const char **common;           /* equations that do not depend on it; NULL-terminated */
    char ***own;                   /* (count) those of one value, with its relations; NULL-terminated */
    bool *is_whole;                /* (count) the own ones are all: this value makes it another class */
} eg_class_cases;

/* False when memory is out, or the descriptor's text is no Modelica (a test looks at all).
 * eg_class_cases_free is due in either case. */
bool eg_class_cases_make(const eg_class *class, eg_class_cases *cases);
void eg_class_cases_free(eg_class_cases *cases);

#endif
