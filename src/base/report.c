/* The list of diagnostics, and how one is shown to a person.
 *
 * Messages come from anywhere, also from files that are no text at all or whose lines are a hundred
 * megabytes long. So what is kept of a source line is a window around the column, what is kept of a
 * message is bounded, and bytes that a terminal would not show as characters are written as \xNN. */
#include "base/report.h"

#include "base/arena.h"
#include "base/utf8.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_LIMIT = 110,   /* bytes of a source line that are shown whole */
    WINDOW_BEFORE = 60, /* bytes kept before the column of a longer one */
    WINDOW_BEHIND = 40,
    MESSAGE_LIMIT = 4000 /* bytes of a message; the rest is cut off */
};

static const char ellipsis[] = "...";

struct eg_diagnostics {
    eg_diagnostic *items;
    size_t count, capacity;
    size_t errors;
    /* Messages for which there was no memory: counted behind `count`, errors and others apart. */
    size_t lost_errors, lost_others;
};

static const eg_diagnostic lost_error = {.severity = EG_ERROR,
                                         .message = "out of memory; the text of this message is lost"};
static const eg_diagnostic lost_other = {.severity = EG_WARNING,
                                         .message = "out of memory; the text of this message is lost"};

/* ---------------------------------------------------------------- the list */

eg_diagnostics *eg_diagnostics_create(void)
{
    return calloc(1, sizeof(eg_diagnostics));
}

static void release(eg_diagnostic *d)
{
    free((char *)d->file);
    free((char *)d->message);
    free((char *)d->source);
    free((char *)d->remedy);
}

void eg_diagnostics_free(eg_diagnostics *list)
{
    if (!list)
        return;
    for (size_t i = 0; i < list->count; i++)
        release(&list->items[i]);
    free(list->items);
    free(list);
}

size_t eg_diagnostics_count(const eg_diagnostics *list)
{
    return list->count + list->lost_errors + list->lost_others;
}

size_t eg_diagnostics_errors(const eg_diagnostics *list)
{
    return list->errors + list->lost_errors;
}

const eg_diagnostic *eg_diagnostics_get(const eg_diagnostics *list, size_t i)
{
    if (i < list->count)
        return &list->items[i];
    if (i < list->count + list->lost_errors)
        return &lost_error;
    return i < eg_diagnostics_count(list) ? &lost_other : NULL;
}

void eg_diagnostics_forget(eg_diagnostics *list, size_t count)
{
    while (list && list->count > count) {
        eg_diagnostic *d = &list->items[--list->count];
        list->errors -= d->severity == EG_ERROR;
        release(d);
    }
}

/* ---------------------------------------------------------------- appending */

static bool is_continuation(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

static char *copy_text(const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy)
        memcpy(copy, text, size);
    return copy;
}

/* Formats into new memory, cut to MESSAGE_LIMIT bytes between two characters. NULL: out of memory. */
static char *format_text(const char *format, va_list arguments)
{
    char text[MESSAGE_LIMIT + sizeof ellipsis];
    int length = vsnprintf(text, MESSAGE_LIMIT + 1, format, arguments);
    if (length < 0)
        text[0] = '\0';
    if (length > MESSAGE_LIMIT) {
        length = MESSAGE_LIMIT;
        while (length > 0 && is_continuation(text[length - 1]))
            length--;
        memcpy(text + length, ellipsis, sizeof ellipsis);
    }
    return copy_text(text);
}

/* Length of the line that begins at `source`, looking no further than `limit`. */
static size_t line_length(const char *source, size_t limit)
{
    size_t n = 0;
    while (n < limit && source[n] && source[n] != '\n' && source[n] != '\r')
        n++;
    return n;
}

/* Copies the source line, or what is around the column when it is long, and says where the column is
 * in the copy. */
static void copy_source(eg_diagnostic *d, eg_place place)
{
    if (!place.source)
        return;
    size_t column = place.column > 0 ? (size_t)place.column - 1 : 0;
    size_t length = line_length(place.source, column + LINE_LIMIT + 1);
    bool is_inside = place.column > 0 && column <= length;
    if (column > length) /* a caller's mistake: then the line's end is shown, without a caret */
        column = length;
    size_t first = 0, last = length;
    if (length > LINE_LIMIT) {
        first = column > WINDOW_BEFORE ? column - WINDOW_BEFORE : 0;
        last =
            first + WINDOW_BEFORE + WINDOW_BEHIND < length ? first + WINDOW_BEFORE + WINDOW_BEHIND : length;
        while (first > 0 && is_continuation(place.source[first]))
            first--;
        while (last < length && is_continuation(place.source[last]))
            last++;
    }
    size_t mark = first > 0 ? sizeof ellipsis - 1 : 0;
    char *copy = malloc(mark + (last - first) + sizeof ellipsis);
    if (!copy)
        return;
    memcpy(copy, ellipsis, mark);
    memcpy(copy + mark, place.source + first, last - first);
    strcpy(copy + mark + (last - first), last < length ? ellipsis : "");
    d->source = copy;
    if (is_inside)
        d->caret = (int)(column - first + mark) + 1;
}

void eg_report(eg_diagnostics *list, eg_severity severity, eg_place place, const char *format, ...)
{
    if (!list)
        return;
    eg_diagnostic d = {.severity = severity, .line = place.line, .column = place.column};
    va_list arguments;
    va_start(arguments, format);
    d.message = format_text(format, arguments);
    va_end(arguments);
    if (place.file)
        d.file = copy_text(place.file);
    copy_source(&d, place);

    bool lost = !d.message || (place.file && !d.file);
    void *items = list->items;
    if (!lost && eg_grow(&items, &list->capacity, list->count + 1, sizeof *list->items) == 0) {
        list->items = items;
        list->items[list->count++] = d;
        list->errors += severity == EG_ERROR;
        return;
    }
    release(&d);
    if (severity == EG_ERROR)
        list->lost_errors++;
    else
        list->lost_others++;
}

void eg_remedy(eg_diagnostics *list, const char *format, ...)
{
    if (!list || list->count == 0 || list->lost_errors + list->lost_others > 0)
        return;
    eg_diagnostic *newest = &list->items[list->count - 1];
    free((char *)newest->remedy);
    va_list arguments;
    va_start(arguments, format);
    newest->remedy = format_text(format, arguments);
    va_end(arguments);
}

void eg_report_memory(eg_diagnostics *list, const char *format, ...)
{
    char where[200];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(where, sizeof where, format, arguments);
    va_end(arguments);
    eg_report(list, EG_ERROR, EG_NOWHERE, "out of memory %s", where);
    eg_remedy(
        list,
        "close other programs, raise --memory-limit where one is set, or ask for less: a smaller model, "
        "fewer points");
}

void eg_report_again(eg_diagnostics *list, const eg_diagnostic *message)
{
    const eg_place place = {message->file, message->line, message->column, message->source};
    eg_report(list, message->severity, place, "%s", message->message);
    if (message->remedy)
        eg_remedy(list, "%s", message->remedy);
}

/* ---------------------------------------------------------------- showing */

/* What has been written so far; counts on when the buffer is full. */
typedef struct output {
    char *buffer;
    size_t size, length;
} output;

static void put_byte(output *out, char c)
{
    if (out->length + 1 < out->size)
        out->buffer[out->length] = c;
    out->length++;
}

static void put(output *out, const char *text)
{
    while (*text)
        put_byte(out, *text++);
}

static void put_number(output *out, int n)
{
    char digits[16];
    snprintf(digits, sizeof digits, ":%d", n);
    put(out, digits);
}

/* Bytes of the character at `c`, or 0 when there is none that a terminal shows: controls, which it obeys, are
 * none. */
static int character_length(const unsigned char *c)
{
    if (c[0] < 0x20 || c[0] == 0x7F || (c[0] == 0xC2 && c[1] < 0xA0))
        return 0;
    return (int)eg_utf8_length((const char *)c, SIZE_MAX);
}

/* One character of the source or of a message; returns its bytes. *columns receives the room that it
 * takes on the screen. */
static int put_character(output *out, const char *c, int *columns)
{
    int length = character_length((const unsigned char *)c);
    *columns = length > 0 || *c == '\t' ? 1 : 4;
    if (*c == '\t') {
        put_byte(out, '\t');
    } else if (length == 0) {
        char escaped[8];
        snprintf(escaped, sizeof escaped, "\\x%02X", (unsigned)(unsigned char)*c);
        put(out, escaped);
    }
    for (int i = 0; i < length; i++)
        put_byte(out, c[i]);
    return length > 0 ? length : 1;
}

/* A message may have several lines; the later ones are indented. */
static void put_text(output *out, const char *text)
{
    int columns;
    while (*text) {
        if (*text == '\n') {
            put(out, "\n    ");
            text++;
        } else {
            text += put_character(out, text, &columns);
        }
    }
}

/* The source line, and below it as much white space as leads to the caret: a tab for a tab, so that
 * both lines agree whatever the width of a tab is. */
static void put_source(output *out, const eg_diagnostic *d, bool colour)
{
    put(out, "  ");
    int columns, bytes;
    for (const char *c = d->source; *c; c += bytes)
        bytes = put_character(out, c, &columns);
    put(out, "\n");
    if (d->caret < 1)
        return;
    put(out, "  ");
    char scratch[8] = "";
    const char *c = d->source, *end = d->source + d->caret - 1;
    for (; *c && c < end; c += bytes) {
        output ignored = {scratch, sizeof scratch, 0};
        bytes = put_character(&ignored, c, &columns);
        for (int i = 0; i < columns; i++)
            put_byte(out, *c == '\t' ? '\t' : ' ');
    }
    put(out, colour ? "\033[1;32m^\033[0m\n" : "^\n");
}

static void put_place(output *out, const eg_diagnostic *d)
{
    if (!d->file)
        return;
    put_text(out, d->file);
    if (d->line > 0)
        put_number(out, d->line);
    if (d->line > 0 && d->column > 0)
        put_number(out, d->column);
    put(out, ": ");
}

size_t eg_diagnostic_format(const eg_diagnostic *d, int colour, char *buffer, size_t size)
{
    static const char *const words[] = {"note", "warning", "error"};
    static const char *const colours[] = {"\033[1;36m", "\033[1;35m", "\033[1;31m"};
    output out = {buffer, size, 0};
    put_place(&out, d);
    put(&out, colour ? colours[d->severity] : "");
    put(&out, words[d->severity]);
    put(&out, ": ");
    put(&out, colour ? "\033[0m" : "");
    put_text(&out, d->message);
    put(&out, "\n");
    if (d->source)
        put_source(&out, d, colour != 0);
    if (d->remedy) {
        put(&out, "  remedy: ");
        put_text(&out, d->remedy);
        put(&out, "\n");
    }
    if (size > 0)
        buffer[out.length < size ? out.length : size - 1] = '\0';
    return out.length;
}

bool eg_options_fit(size_t size, size_t known, const char *name, eg_diagnostics *list)
{
    if (size == 0 || size == known)
        return true;
    eg_report(list, EG_ERROR, EG_NOWHERE, "%s has a size of %zu bytes, but %zu in this library, version %s",
              name, size, known, EG_VERSION);
    eg_remedy(list, "compile the program with the headers of the library that it is linked with");
    return false;
}
