/* What classes, and what they declare, are in words: for hovers and completions. */
#ifndef EG_LSP_DESCRIBE_H
#define EG_LSP_DESCRIBE_H

#include "lsp/mentions.h"

#include "modelica/scope/listing.h"

#include <stdio.h>

/* Markdown about a class: what it models, its signs, parameters with units and defaults, ports, equations. */
void eg_describe_class_to(FILE *out, eg_text_view *view, eg_definition *d);
/* The same about what a class declares. */
void eg_describe_member_to(FILE *out, eg_text_view *view, eg_member *member);
/* "parameter SpringConstant [N/m] >= 0 = 1" */
void eg_describe_listed_to(FILE *out, const eg_listed *listed);
/* What a word of the language means; NULL: it is none that needs words. */
const char *eg_describe_word(const char *word, size_t length);

#endif
