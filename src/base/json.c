/* Writing JSON (RFC 8259). */
#include "base/json.h"

#include "base/number.h"

#include <math.h>
#include <stdio.h>

/* The length of the character in UTF-8 (RFC 3629) that begins there; 0: there is none, as in Latin 1. */
static size_t character(const char *text)
{
    static const struct {
        unsigned char first, last; /* of its first byte */
        unsigned char low, high;   /* of its second one, which rules out what is too long or a surrogate */
        size_t length;
    } forms[] = {{0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3}, {0xE1, 0xEC, 0x80, 0xBF, 3},
                 {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3}, {0xF0, 0xF0, 0x90, 0xBF, 4},
                 {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4}};
    const unsigned char *c = (const unsigned char *)text;
    if (*c < 0x80)
        return 1;
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (*c < forms[i].first || *c > forms[i].last)
            continue;
        if (c[1] < forms[i].low || c[1] > forms[i].high)
            return 0;
        for (size_t k = 2; k < forms[i].length; k++)
            if (c[k] < 0x80 || c[k] > 0xBF)
                return 0;
        return forms[i].length;
    }
    return 0;
}

void eg_json_string(eg_json *j, const char *text)
{
    eg_file_text(j->file, "\"");
    for (const char *c = text; *c;) {
        char escaped[12];
        const size_t length = character(c);
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
