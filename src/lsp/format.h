/* The layout of texts: indentation and blanks, of Modelica and of Dyad. */
#ifndef EG_LSP_FORMAT_H
#define EG_LSP_FORMAT_H

#include <stddef.h>

typedef enum eg_format_status {
    EG_FORMAT_DONE,
    EG_FORMAT_WRONG, /* the text has errors of syntax */
    EG_FORMAT_FAILED /* memory is out, or the text would not say the same: nothing is changed */
} eg_format_status;

/* The text with `width` blanks for each level. Lines stay lines: what is changed are the blanks at their
 * beginnings and ends and between words, and of several empty lines one stays. Comments, strings and all
 * words are as they were: the result is read and compared. `name` tells the language. *formatted is
 * malloc'ed, with a NUL, and NULL unless EG_FORMAT_DONE is returned. */
eg_format_status eg_format_text(const char *name, const char *text, size_t length, int width,
                                char **formatted);

#endif
