/* Writing JSON (RFC 8259). */
#include "base/json.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>

void eg_json_string(eg_json *j, const char *text)
{
    eg_file_text(j->file, "\"");
    for (const char *c = text; *c; c++) {
        char escaped[8];
        if ((unsigned char)*c < 0x20)
            snprintf(escaped, sizeof escaped, "\\u%04x", (unsigned)*c);
        else
            snprintf(escaped, sizeof escaped, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
        eg_file_text(j->file, escaped);
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
