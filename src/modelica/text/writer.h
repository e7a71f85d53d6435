/* Modelica text in the making: a growing text, and how names, numbers and strings are written. */
#ifndef EG_MODELICA_TEXT_WRITER_H
#define EG_MODELICA_TEXT_WRITER_H

#include <stdbool.h>
#include <stddef.h>

/* All zero: an empty text. Memory that runs out is noticed once, in out_of_memory; what is written after that
 * goes nowhere. */
typedef struct eg_writer {
    char *text; /* malloc'ed, NUL-terminated unless NULL; the owner of the writer frees it */
    size_t length, capacity;
    bool out_of_memory;
} eg_writer;

void eg_write(eg_writer *w, const char *text);
void eg_write_bytes(eg_writer *w, const char *bytes, size_t length);
void eg_write_integer(eg_writer *w, long number);
/* The shortest text that reads back to the same double; `number` is finite. Negative ones in parentheses
 * where an operator stands around (`inside`). */
void eg_write_number(eg_writer *w, double number, bool inside);
/* "text" with its escapes. */
void eg_write_string(eg_writer *w, const char *text);
/* 'owner.name': one quoted identifier of the dotted path; without the dot when owner is "", and without the
 * name when that is NULL. */
void eg_write_path(eg_writer *w, const char *owner, const char *name);

/* Is it an identifier that needs no quotes? */
bool eg_is_plain_identifier(const char *name);

#endif
