/* What the language forbids of a class whatever it is used for. Each answers false where it has reported
 * something, or nothing, and the error counts. */
#ifndef EG_MODELICA_SCOPE_LEGAL_H
#define EG_MODELICA_SCOPE_LEGAL_H

#include "modelica/scope/definition.h"

/* May a class or component be called so? The types of the language keep their names. */
bool eg_check_name(eg_reader *r, eg_source *source, uint32_t at, const char *name);
/* Of an enumeration: is each there once, and none an attribute? */
bool eg_check_literals(eg_reader *r, const eg_syntax *syntax);
/* May the class extend that one, the whole of it or beside what else it has? */
bool eg_check_base(eg_reader *r, const eg_definition *d, const eg_definition *base, uint32_t at);
/* May a text in the class speak of time? Only models and blocks may (3.7.3). */
bool eg_check_time(eg_reader *r, const eg_definition *home, eg_source *source, uint32_t at);
/* Has a record, a connector, a function or a package only what such a class may hold? */
void eg_check_contents(eg_reader *r, eg_definition *d);

#endif
