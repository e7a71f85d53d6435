/* What a class is, line by line: the part of listing.c that looks inside of classes. */
#ifndef EG_MODELICA_SCOPE_LISTING_CLASS_H
#define EG_MODELICA_SCOPE_LISTING_CLASS_H

#include "modelica/scope/definition.h"
#include "modelica/scope/listing.h"

/* "partial model", "type", "package"; of what the component library has the same words. */
const char *eg_listed_kind_of(eg_reader *r, const eg_definition *d);
/* One line that says what it is; NULL: nobody has said. */
const char *eg_listed_comment(eg_reader *r, const eg_definition *d);
/* Lists a definition that is no package, from its heading on; `asked` is what it was asked for by, NULL: its
 * own name. */
void eg_list_class(eg_reader *r, eg_definition *d, const char *asked, eg_listing listing, void *context);
/* Lists the parameters, connectors, variables and parts of a class, inherited ones too, and of a class of the
 * component library. */
void eg_list_members(eg_reader *r, eg_definition *d, eg_listing listing, void *context);

/* listing.c: the names of what stands in a package, in the order of package.order, then as in texts and
 * directories, as a list of const char *. */
eg_list eg_listed_names(eg_reader *r, const eg_definition *package);

#endif
