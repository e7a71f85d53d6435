/* What classes say of themselves: annotation(Documentation(info = "...")) as plain text. */
#ifndef EG_MODELICA_SCOPE_DOCUMENTATION_H
#define EG_MODELICA_SCOPE_DOCUMENTATION_H

#include <stddef.h>

/* Its text, line by line: paragraphs and items of lists are lines of any length, without the tags of HTML and
 * with its entities as characters; lines of <pre> are kept as they are, behind four spaces.
 * malloc'ed, the caller's; NULL: it says nothing, or memory is out. `annotation`: what stands in its
 * parentheses, length bytes. */
char *eg_documentation_of(const char *annotation, size_t length);

#endif
