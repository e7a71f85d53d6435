/* Models of MSL that people know by their names, as texts of our own in examples/. They stand under the name
 * of MSL where no checkout of it has them; the build makes the list from the files (tools/amalgamate.c), so
 * that programs, libraries and FMUs have them without any file. */
#ifndef EG_MODELICA_SCOPE_BUNDLED_H
#define EG_MODELICA_SCOPE_BUNDLED_H

#include "modelica/scope/definition.h"

typedef struct eg_bundled {
    const char *name;         /* MSL's, of the class; NULL behind the last one */
    const char *const *lines; /* the text of the file, NULL behind the last one */
} eg_bundled;

extern const eg_bundled eg_bundled_texts[];

/* The class `name` of the package, or the package of that name in which some of them lie; NULL: neither. What
 * is read is noted in r->bundled. */
eg_definition *eg_bundled_child(eg_reader *r, eg_definition *package, const char *name);

/* Names of what stands in the package, appended to a list of const char *. */
void eg_bundled_names(eg_reader *r, const eg_definition *package, eg_list *names);

#endif
