/* A text in Modelica that was parsed once, for readings of several of its models: they share its tree, which
 * none of them changes, and its table of names, to which each adds its own. One reading at a time. */
#ifndef EG_MODELICA_PARSED_H
#define EG_MODELICA_PARSED_H

#include "modelica/text/syntax.h"

typedef struct eg_parsed {
    eg_stored *stored; /* without errors of syntax */
    eg_symbols *names;
    const char *path; /* of the file that it is, saved or not; NULL: it is none */
} eg_parsed;

/* May readings share the tree of a text of this name? Those of other languages are not finished when they are
 * parsed. */
bool eg_is_shareable(const char *name);

/* eg_spec_read or eg_spec_read_text of a text that is parsed already; its source must outlive the spec. */
eg_status eg_spec_read_parsed(const eg_parsed *parsed, const eg_read_options *options,
                              eg_diagnostics *diagnostics, eg_spec **spec);

#endif
