/* Modelica text in the making. */
#include "modelica/text/writer.h"

#include "base/arena.h"
#include "base/number.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void eg_write_bytes(eg_writer *w, const char *bytes, size_t length)
{
    void *text = w->text;
    if (w->out_of_memory || eg_grow(&text, &w->capacity, w->length + length + 1, 1) != 0) {
        w->out_of_memory = true;
        return;
    }
    w->text = text;
    memcpy(w->text + w->length, bytes, length);
    w->length += length;
    w->text[w->length] = '\0';
}

void eg_write(eg_writer *w, const char *text)
{
    eg_write_bytes(w, text, strlen(text));
}

void eg_write_integer(eg_writer *w, long number)
{
    char text[32];
    snprintf(text, sizeof text, "%ld", number);
    eg_write(w, text);
}

void eg_write_number(eg_writer *w, double number, bool inside)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(number, text);
    bool parentheses = inside && signbit(number);
    eg_write(w, parentheses ? "(" : "");
    eg_write(w, text);
    eg_write(w, parentheses ? ")" : "");
}

/* Runs of bytes that stand for themselves, and the escapes between them. */
static void write_escaped(eg_writer *w, const char *text, const char *special)
{
    while (*text) {
        size_t run = strcspn(text, special);
        eg_write_bytes(w, text, run);
        text += run;
        if (!*text)
            break;
        char escape[3] = {'\\', *text++, '\0'};
        eg_write(w, escape);
    }
}

void eg_write_string(eg_writer *w, const char *text)
{
    eg_write(w, "\"");
    write_escaped(w, text, "\"\\");
    eg_write(w, "\"");
}

void eg_write_path(eg_writer *w, const char *owner, const char *name)
{
    eg_write(w, "'");
    write_escaped(w, owner, "'\\");
    if (name) {
        eg_write(w, *owner ? "." : "");
        write_escaped(w, name, "'\\");
    }
    eg_write(w, "'");
}

bool eg_is_plain_identifier(const char *name)
{
    bool is_plain = *name == '_' || (*name >= 'a' && *name <= 'z') || (*name >= 'A' && *name <= 'Z');
    for (const char *c = name; *c && is_plain; c++)
        is_plain =
            *c == '_' || (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    return is_plain;
}
