/* What commands that draw diagrams share. */
#ifndef EG_CLI_DIAGRAM_H
#define EG_CLI_DIAGRAM_H

#include "elastogap/diagram.h"

#include <stdbool.h>

/* The layout of this name (NULL: the default one). EG_EXIT_DONE, or EG_EXIT_USAGE (said). */
int eg_diagram_layout_named(const char *name, eg_diagram_layout *layout);
/* Does the ending tell a format that diagrams are written in? */
bool eg_diagram_is_path(const char *path);

#endif
