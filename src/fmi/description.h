/* modelDescription.xml of both versions. */
#ifndef EG_FMI_DESCRIPTION_H
#define EG_FMI_DESCRIPTION_H

#include "fmi/variables.h"

typedef struct eg_fmu_description {
    const eg_model *model;
    const eg_fmu_list *list;
    int version;            /* 2 or 3 */
    const char *identifier; /* of the library */
    const char *comment;    /* of the model, or NULL */
    bool is_source;         /* sources/IDENTIFIER.c takes the place of a library */
} eg_fmu_description;

/* The whole text, malloc'ed; where it stands for the token, token is written. NULL out of memory. */
char *eg_fmu_describe(const eg_fmu_description *d, const char *token);

#endif
