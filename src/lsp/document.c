#include "lsp/document.h"

#include "base/names.h"
#include "base/utf8.h"
#include "lsp/text_view.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- names */

static int hex(char c)
{
    if (isdigit((unsigned char)c))
        return c - '0';
    return isxdigit((unsigned char)c) ? tolower((unsigned char)c) - 'a' + 10 : -1;
}

char *eg_document_path_of(const char *uri)
{
    static const char scheme[] = "file://";
    if (strncmp(uri, scheme, sizeof scheme - 1) != 0)
        return NULL;
    const char *from = strchr(uri + sizeof scheme - 1, '/'); /* behind the host */
    char *path = from ? malloc(strlen(from) + 1) : NULL;
    char *to = path;
    for (const char *c = from; path && *c; c++)
        if (*c == '%' && hex(c[1]) >= 0 && hex(c[2]) >= 0) {
            *to++ = (char)(16 * hex(c[1]) + hex(c[2]));
            c += 2;
        } else {
            *to++ = *c;
        }
    if (path)
        *to = '\0';
    return path;
}

char *eg_document_uri_of(const char *path)
{
    static const char plain[] = "/-_.~";
    char *uri = malloc(3 * strlen(path) + sizeof "file://");
    char *to = uri;
    if (!uri)
        return NULL;
    to += sprintf(to, "file://");
    for (const char *c = path; *c; c++)
        if (isalnum((unsigned char)*c) || strchr(plain, *c))
            *to++ = *c;
        else
            to += sprintf(to, "%%%02X", (unsigned char)*c);
    *to = '\0';
    return uri;
}

/* Of a text that is no file: its name tells the reader which language it is in. */
static char *made_up_path(const char *uri, const char *language)
{
    const char *ending = "";
    if (!eg_text_ends(uri, ".mo") && !eg_text_ends(uri, ".dyad"))
        ending = strcmp(language, "dyad") == 0 ? ".dyad" : ".mo";
    char *path = malloc(strlen(uri) + strlen(ending) + 1);
    if (path)
        sprintf(path, "%s%s", uri, ending);
    return path;
}

/* ---------------------------------------------------------------- texts */

eg_document *eg_document_create(const char *uri, const char *language, const char *text, size_t length,
                                json_int_t version)
{
    eg_document *d = calloc(1, sizeof *d);
    if (!d)
        return NULL;
    d->uri = strdup(uri);
    d->path = eg_document_path_of(uri);
    d->has_file = d->path != NULL;
    if (!d->path)
        d->path = made_up_path(uri, language);
    d->version = version;
    if (!d->uri || !d->path || !eg_document_replace(d, 0, 0, text, length)) {
        eg_document_free(d);
        return NULL;
    }
    return d;
}

void eg_document_forget_findings(eg_document *d)
{
    for (size_t i = 0; i < d->finding_count; i++) {
        free(d->findings[i].message);
        free(d->findings[i].remedy);
        free(d->findings[i].model);
        free(d->findings[i].elsewhere);
    }
    free(d->findings);
    d->findings = NULL;
    d->finding_count = 0;
}

void eg_document_free(eg_document *d)
{
    if (!d)
        return;
    eg_document_forget_findings(d);
    eg_text_view_free(d->view);
    free(d->uri);
    free(d->path);
    free(d->text);
    free(d);
}

bool eg_document_replace(eg_document *d, size_t from, size_t to, const char *text, size_t length)
{
    const size_t total = d->length - (to - from) + length;
    if (!d->text || total + 1 > d->capacity) {
        const size_t capacity = total + total / 4 + 64;
        char *larger = realloc(d->text, capacity);
        if (!larger)
            return false;
        d->text = larger;
        d->capacity = capacity;
    }
    memmove(d->text + from + length, d->text + to, d->length - to);
    if (length > 0)
        memcpy(d->text + from, text, length);
    d->length = total;
    d->text[total] = '\0';
    d->edited = (uint32_t)(from + length);
    return true;
}

/* ---------------------------------------------------------------- places */

/* Behind the end of the line that begins at `from`; the text's length where there is none. */
static size_t next_line(const char *text, size_t length, size_t from)
{
    const char *end = memchr(text + from, '\n', length - from);
    const size_t i = end ? (size_t)(end - text) : length;
    const char *alone = memchr(text + from, '\r', i - from);
    if (alone && alone + 1 != end)
        return (size_t)(alone - text) + 1;
    return i < length ? i + 1 : length;
}

static bool ends_line(char c)
{
    return c == '\n' || c == '\r';
}

static size_t begin_of_line(const char *text, size_t length, int line)
{
    size_t at = 0;
    for (int i = 0; i < line; i++) {
        const size_t next = next_line(text, length, at);
        if (next == length && (next == at || !ends_line(text[next - 1])))
            return length;
        at = next;
    }
    return at;
}

/* A character of four bytes is two units. */
static int units(size_t bytes)
{
    return bytes == 4 ? 2 : 1;
}

static size_t character(const char *text, size_t left)
{
    const size_t bytes = eg_utf8_length(text, left);
    return bytes > 0 ? bytes : 1;
}

size_t eg_position_offset(const char *text, size_t length, eg_position at)
{
    size_t i = begin_of_line(text, length, at.line);
    for (int column = 0; i < length && !ends_line(text[i]);) {
        const size_t bytes = character(text + i, length - i);
        column += units(bytes);
        if (column > at.column)
            break;
        i += bytes;
    }
    return i;
}

/* Of bytes [begin, offset) of one line. */
static int columns_between(const char *text, size_t length, size_t begin, size_t offset)
{
    int columns = 0;
    for (size_t i = begin; i < offset && !ends_line(text[i]);) {
        const size_t bytes = character(text + i, length - i);
        if (i + bytes > offset)
            break;
        columns += units(bytes);
        i += bytes;
    }
    return columns;
}

eg_position eg_position_of(const char *text, size_t length, size_t offset)
{
    eg_position at = {0, 0};
    size_t begin = 0;
    if (offset > length)
        offset = length;
    for (;;) {
        const size_t next = next_line(text, length, begin);
        if (next > offset || next == begin || !ends_line(text[next - 1]))
            break;
        begin = next;
        at.line++;
    }
    at.column = columns_between(text, length, begin, offset);
    return at;
}

size_t eg_position_offset_of_place(const char *text, size_t length, int line, int column)
{
    if (line < 1)
        return 0;
    const size_t begin = begin_of_line(text, length, line - 1);
    const size_t at = begin + (size_t)(column > 0 ? column - 1 : 0);
    return at < length ? at : length;
}

json_t *eg_position_json(eg_position at)
{
    return json_pack("{s:i, s:i}", "line", at.line, "character", at.column);
}

eg_position eg_position_in(eg_source *source, size_t offset)
{
    const eg_place place = eg_source_place(source, (uint32_t)offset);
    const size_t begin = offset - (size_t)(place.column > 0 ? place.column - 1 : 0);
    const int column = columns_between(source->text, source->length, begin, offset);
    return (eg_position){place.line > 0 ? place.line - 1 : 0, column};
}

json_t *eg_position_range(eg_source *source, size_t from, size_t to)
{
    return json_pack("{s:o, s:o}", "start", eg_position_json(eg_position_in(source, from)), "end",
                     eg_position_json(eg_position_in(source, to)));
}

bool eg_position_read(const json_t *from, eg_position *at)
{
    const json_t *line = json_object_get(from, "line"), *column = json_object_get(from, "character");
    if (!json_is_integer(line) || !json_is_integer(column))
        return false;
    const json_int_t most = 1 << 29, l = json_integer_value(line), c = json_integer_value(column);
    *at = (eg_position){.line = (int)(l < most ? l : most), .column = (int)(c < most ? c : most)};
    return l >= 0 && c >= 0;
}
