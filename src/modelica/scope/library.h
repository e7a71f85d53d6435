/* Names of files and directories that hold libraries. */
#ifndef EG_MODELICA_SCOPE_LIBRARY_H
#define EG_MODELICA_SCOPE_LIBRARY_H

#include "modelica/scope/definition.h"

bool eg_is_file(const char *path);

/* The names of the classes that lie as files in a package's directory, sorted, appended to a list of
 * const char *. */
void eg_library_names(eg_reader *r, const char *directory, eg_list *names);

/* Does the path end in the name, with or without a version: "/a/Lib" and "/a/Lib 1.2" are named Lib. */
bool eg_is_named(const char *path, const char *name);

/* Of "Lib 1.2.0", "Lib 1.10.0", "Lib 2.0.0-beta", "Lib 1.3.mo" in a directory the newest, without ".mo";
 * NULL: there is none. A directory that cannot be read has none. */
const char *eg_newest_version(eg_reader *r, const char *directory, const char *name);

/* The class `name` of the package in a directory that is none of -I, where it is a package of its own there
 * (DIRECTORY/name/package.mo); NULL when it is not. */
eg_definition *eg_library_in(eg_reader *r, eg_definition *package, const char *directory, const char *name);

/* ---------------------------------------------------------------- loose.c */

/* The class `name` of the root, or of a package that nothing but `within` speaks of, from a text that lies
 * loose; NULL: there is none. */
eg_definition *eg_loose_child(eg_reader *r, eg_definition *package, const char *name);

/* ---------------------------------------------------------------- dyad/library.c */

/* The files of a directory whose names `is_one` accepts, as paths, in the order of their names. */
eg_list eg_library_files(eg_reader *r, const char *directory, bool (*is_one)(const char *name));
/* Does "keyword name" stand in the text? The parser will tell for certain. */
bool eg_has_definition(const char *text, const char *name, const char *const *keywords, size_t count);
/* NULL where the text is wrong, or says what cannot be read: nobody has asked for it. */
eg_stored *eg_parse_silently(eg_reader *r, eg_source *source);

/* The class or module `name` in the directory of a module; NULL: none. */
eg_definition *eg_dyad_module_child(eg_reader *r, eg_definition *module, const char *name);
/* The library `name` in one of the include directories; NULL: none. */
eg_definition *eg_dyad_find_library(eg_reader *r, const char *name);
/* The module that the file lies in: that of LIB/dyad/..., else the root, to which then all texts of its
 * directory belong. NULL when out of memory. */
eg_definition *eg_dyad_module_of(eg_reader *r, const char *path);

#endif
