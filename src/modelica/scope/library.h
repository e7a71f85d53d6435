/* Names of files and directories that hold libraries. */
#ifndef EG_MODELICA_SCOPE_LIBRARY_H
#define EG_MODELICA_SCOPE_LIBRARY_H

#include "modelica/scope/definition.h"

bool eg_is_file(const char *path);

/* Does the path end in the name, with or without a version: "/a/Lib" and "/a/Lib 1.2" are named Lib. */
bool eg_is_named(const char *path, const char *name);

/* Of "Lib 1.2.0", "Lib 1.10.0", "Lib 2.0.0-beta", "Lib 1.3.mo" in a directory the newest, without ".mo";
 * NULL: there is none. A directory that cannot be read has none. */
const char *eg_newest_version(eg_reader *r, const char *directory, const char *name);

/* ---------------------------------------------------------------- dyad/library.c */

/* The class or module `name` in the directory of a module; NULL: none. */
eg_definition *eg_dyad_module_child(eg_reader *r, eg_definition *module, const char *name);
/* The library `name` in one of the include directories; NULL: none. */
eg_definition *eg_dyad_find_library(eg_reader *r, const char *name);
/* The module that the file lies in: that of LIB/dyad/..., else the root, to which then all texts of its
 * directory belong. NULL when out of memory. */
eg_definition *eg_dyad_module_of(eg_reader *r, const char *path);

#endif
