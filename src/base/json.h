/* A JSON text in the making (RFC 8259), into a file: who writes need not think of commas.
 *
 *   eg_json j = {.file = file};
 *   eg_file_text(file, "{");
 *   eg_json_text(&j, "model", name);
 *   eg_json_opening(&j, "rows", "["); eg_json_number(&j, NULL, 1); eg_json_closing(&j, "]");
 *   eg_file_text(file, "\n}\n");
 */
#ifndef EG_BASE_JSON_H
#define EG_BASE_JSON_H

#include "base/file.h"

typedef struct eg_json {
    eg_file *file;
    bool begun;      /* the innermost object or array has a member */
    bool is_in_html; /* texts hold nothing that could end a <script> in which the JSON stands: no < > or & */
} eg_json;

/* The text in quotes, what JSON does not take escaped; bytes that are no UTF-8 become U+FFFD. */
void eg_json_string(eg_json *j, const char *text);
/* The comma before a member, and its name when it has one; the value is to follow. */
void eg_json_member(eg_json *j, const char *name);
/* What JSON has no number for becomes null. */
void eg_json_value(eg_json *j, double value);
/* A member with its value; of an array: name NULL. */
void eg_json_number(eg_json *j, const char *name, double value);
void eg_json_text(eg_json *j, const char *name, const char *text);
void eg_json_truth(eg_json *j, const char *name, bool value);
/* A member that is an object or an array: "{" or "[" and what closes it. */
void eg_json_opening(eg_json *j, const char *name, const char *bracket);
void eg_json_closing(eg_json *j, const char *bracket);

#endif
