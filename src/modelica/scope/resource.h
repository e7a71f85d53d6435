/* Files that a model names: beside its text, or of a library. */
#ifndef EG_MODELICA_SCOPE_RESOURCE_H
#define EG_MODELICA_SCOPE_RESOURCE_H

#include "modelica/value/evaluate.h"

/* The path of "modelica://Lib.Sub/Resources/data.txt" or "file:///data/data.txt"; other names stay as they
 * are. NULL when the library is not found (then *library is its name), or memory is out. */
const char *eg_resource_path(eg_reader *r, const char *name, const char **library);

/* The path of a file named in an instance: a name that does not begin with / is looked for in the
 * directories of the texts in which the instance, then what it stands in, is written; where it is in none
 * of them it stays as it is, which means the current folder. */
const char *eg_file_beside(eg_reader *r, const eg_node *node, const char *name);

#endif
