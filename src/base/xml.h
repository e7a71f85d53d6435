/* Text in XML and HTML. */
#ifndef EG_BASE_XML_H
#define EG_BASE_XML_H

#include "base/file.h"

#include <stdio.h>

/* What becomes of tabs and line ends. */
typedef enum eg_xml_blanks {
    EG_XML_KEPT,     /* they stay: between tags */
    EG_XML_REFERRED, /* they become references: in attributes, whose readers else see blanks */
    EG_XML_REPLACED  /* as all that XML cannot hold: in names, which are one line */
} eg_xml_blanks;

/* One character at *text, which ends at `end`, as it is written in text and in attributes of either quotes;
 * *text goes on behind it. What XML 1.0 cannot hold (controls, bytes that are no UTF-8, U+FFFE and U+FFFF)
 * and what turns the direction of the text around becomes U+FFFD. *length receives the bytes; they end with
 * no NUL. */
const char *eg_xml_character(const char **text, const char *end, eg_xml_blanks blanks, size_t *length);

/* All of a text that ends with a NUL, or as many bytes of one. */
void eg_xml_put(FILE *out, const char *text, eg_xml_blanks blanks);
void eg_xml_put_bytes(FILE *out, const char *text, size_t count, eg_xml_blanks blanks);
/* All of a text between the tags of a page. */
void eg_xml_put_page(eg_file *page, const char *text);

#endif
