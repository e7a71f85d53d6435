/* A text that is being read. Lines end at '\n', "\r\n" or '\r'. */
#include "modelica/text/source.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/names.h"
#include "base/utf8.h"

eg_source *eg_source_create(eg_arena *arena, const char *name, const char *text, size_t length)
{
    eg_source *source = eg_arena_alloc(arena, sizeof *source);
    if (!source)
        return NULL;
    source->arena = arena;
    source->name = eg_arena_copy(arena, name ? name : "text");
    source->text = eg_arena_text(arena, text, length);
    source->length = length;
    return source->name && source->text ? source : NULL;
}

/* ---------------------------------------------------------------- files */

static bool is_too_long(const char *path, size_t length, eg_diagnostics *diagnostics)
{
    if (length <= EG_SOURCE_LIMIT)
        return false;
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path}, "the file has %zu bytes; at most %zu are read",
              length, EG_SOURCE_LIMIT);
    eg_remedy(diagnostics, "divide it into several files: a library of packages");
    return true;
}

eg_status eg_source_load(eg_arena *arena, const char *path, eg_diagnostics *diagnostics, eg_source **source)
{
    struct stat info;
    char *text = NULL;
    size_t length = 0;
    *source = NULL;
    bool exists = stat(path, &info) == 0;
    if (exists && is_too_long(path, (size_t)info.st_size, diagnostics))
        return EG_ERROR_MODEL;
    if (exists && (S_ISCHR(info.st_mode) || S_ISBLK(info.st_mode))) {
        eg_report(diagnostics, EG_ERROR, (eg_place){.file = path}, "cannot read the file: it is a device");
        eg_remedy(diagnostics, "name a file or a pipe");
        return EG_ERROR_FILE;
    }
    eg_status status = eg_file_read(path, EG_SOURCE_LIMIT, diagnostics, &text, &length);
    if (status == EG_OK && is_too_long(path, length, diagnostics))
        status = EG_ERROR_MODEL;
    if (status == EG_OK) {
        *source = eg_source_create(arena, path, text, length);
        status = *source ? EG_OK : EG_ERROR_MEMORY;
    }
    free(text);
    return status;
}

/* ---------------------------------------------------------------- what is text */

static bool is_control(unsigned char c)
{
    return (c < 0x20 && c != '\n' && c != '\t' && c != '\r') || c == 0x7F;
}

static bool has_prefix(const eg_source *source, const char *bytes, size_t count)
{
    return source->length >= count && memcmp(source->text, bytes, count) == 0;
}

static void report_no_text(eg_source *source, size_t offset, eg_diagnostics *diagnostics)
{
    unsigned char c = (unsigned char)source->text[offset];
    eg_place place = eg_source_place(source, (uint32_t)offset);
    const char *what;
    if (c == 0)
        what = "a NUL byte";
    else if (is_control(c))
        what = "a control character";
    else
        what = "no valid UTF-8";
    eg_report(diagnostics, EG_ERROR, place, "\"%.300s\" is not text: byte %zu (0x%02X) is %s", source->name,
              offset, c, what);
    if (c >= 0x80)
        eg_remedy(diagnostics, "save the file in the encoding UTF-8");
    else
        eg_remedy(diagnostics, "give a Modelica text, a file whose name ends in .mo");
}

bool eg_source_is_text(eg_source *source, eg_diagnostics *diagnostics)
{
    if (has_prefix(source, "\xFF\xFE", 2) || has_prefix(source, "\xFE\xFF", 2)) {
        eg_report(diagnostics, EG_ERROR, (eg_place){.file = source->name, .line = 1, .column = 1},
                  "\"%.300s\" is written in UTF-16", source->name);
        eg_remedy(diagnostics, "save the file in the encoding UTF-8");
        return false;
    }
    const unsigned char *text = (const unsigned char *)source->text;
    for (size_t i = 0; i < source->length;) {
        if (text[i] >= ' ' && text[i] < 0x7F) { /* most of them */
            i++;
            continue;
        }
        size_t length = eg_utf8_length((const char *)text + i, source->length - i);
        if (length == 0 || is_control(text[i])) {
            report_no_text(source, i, diagnostics);
            return false;
        }
        i += length;
    }
    return true;
}

/* ---------------------------------------------------------------- places */

/* The offset behind the next end of line, or the text's length when there is none. */
static size_t next_line(const eg_source *source, size_t from)
{
    const char *text = source->text;
    size_t i = from + strcspn(text + from, "\n\r");
    if (i >= source->length)
        return source->length;
    return text[i] == '\r' && text[i + 1] == '\n' ? i + 2 : i + 1;
}

static bool find_lines(eg_source *source)
{
    size_t count = 1, at = 0;
    while ((at = next_line(source, at)) < source->length)
        count++;
    uint32_t *lines = eg_arena_array(source->arena, count + 1, sizeof *lines);
    if (!lines)
        return false;
    at = 0;
    for (size_t line = 1; line < count; line++)
        lines[line] = (uint32_t)(at = next_line(source, at));
    source->lines = lines;
    source->line_count = count;
    return true;
}

eg_place eg_source_place(eg_source *source, uint32_t offset)
{
    if (!source)
        return EG_NOWHERE;
    if (!source->lines && !find_lines(source))
        return (eg_place){.file = source->name};
    size_t low = 0, high = source->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->lines[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    uint32_t start = source->lines[low];
    return (eg_place){.file = source->name,
                      .line = source->lines_before + (int)low + 1,
                      .column = (int)(offset - start) + 1,
                      .source = source->text + start};
}

bool eg_source_is_dyad(const char *name)
{
    return eg_text_ends(name, ".dyad");
}

bool eg_source_is_sidops(const char *name)
{
    return eg_text_ends(name, ".emx") || eg_text_ends(name, ".sidops");
}

bool eg_source_is_model(const char *name)
{
    return eg_text_ends(name, ".mo") || eg_source_is_dyad(name) || eg_source_is_sidops(name);
}
