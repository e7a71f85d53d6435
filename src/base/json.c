/* Writing JSON (RFC 8259). */
#include "base/json.h"

#include "base/number.h"
#include "base/utf8.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

void eg_json_string(eg_json *j, const char *text)
{
    eg_file_text(j->file, "\"");
    for (const char *c = text; *c;) {
        char escaped[12];
        const size_t length = eg_utf8_length(c, SIZE_MAX);
        if ((unsigned char)*c < 0x20 || (j->is_in_html && (*c == '<' || *c == '>' || *c == '&')))
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)(unsigned char)*c & 0xFFu);
        else if (*c == '"' || *c == '\\')
            snprintf(escaped, sizeof escaped, "\\%c", *c);
        else if (length > 0)
            snprintf(escaped, sizeof escaped, "%.*s", (int)length, c);
        else
            snprintf(escaped, sizeof escaped, "\\ufffd");
        eg_file_text(j->file, escaped);
        c += length > 0 ? length : 1;
    }
    eg_file_text(j->file, "\"");
}

void eg_json_member(eg_json *j, const char *name)
{
    eg_file_text(j->file, j->begun ? ",\n  " : "\n  ");
    j->begun = true;
    if (name) {
        eg_json_string(j, name);
        eg_file_text(j->file, ": ");
    }
}

void eg_json_value(eg_json *j, double value)
{
    char text[EG_NUMBER_SIZE];
    if (isfinite(value))
        eg_number_write(value, text);
    eg_file_text(j->file, isfinite(value) ? text : "null");
}

void eg_json_number(eg_json *j, const char *name, double value)
{
    eg_json_member(j, name);
    eg_json_value(j, value);
}

void eg_json_text(eg_json *j, const char *name, const char *text)
{
    eg_json_member(j, name);
    eg_json_string(j, text);
}

void eg_json_truth(eg_json *j, const char *name, bool value)
{
    eg_json_member(j, name);
    eg_file_text(j->file, value ? "true" : "false");
}

void eg_json_opening(eg_json *j, const char *name, const char *bracket)
{
    eg_json_member(j, name);
    eg_file_text(j->file, bracket);
    j->begun = false;
}

void eg_json_closing(eg_json *j, const char *bracket)
{
    eg_file_text(j->file, j->begun ? "\n  " : "");
    eg_file_text(j->file, bracket);
    j->begun = true;
}
