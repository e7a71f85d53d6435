/* Files that appear whole or not at all.
 *
 *   eg_file *f = eg_file_create(path, diagnostics, &status);
 *   eg_file_put(f, text, length); ...
 *   return eg_file_commit(f, diagnostics);
 *
 * What is written goes into a file with a name of its own in the same directory, which takes the wanted
 * name only when every byte has been written. What was there before stays until then, keeps its
 * permissions, and a symbolic link stays a link: what it leads to is written. Something that is no
 * ordinary file (/dev/stdout, a pipe) cannot be replaced and is written to directly.
 *
 * The file in the making is called .elastogap-0.part (or -1 and so on, where several are made at a time)
 * and is locked by who makes it. One that nobody holds any more was left by a process that was killed:
 * whoever next makes a file in that directory removes it. */
#ifndef EG_BASE_FILE_H
#define EG_BASE_FILE_H

#include "base/report.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct eg_file eg_file;

/* NULL when it cannot be made; then *status is EG_ERROR_FILE (a diagnostic names path, cause and
 * remedy) or EG_ERROR_MEMORY. Else *status is EG_OK, and eg_file_commit or eg_file_discard must follow. */
eg_file *eg_file_create(const char *path, eg_diagnostics *diagnostics, eg_status *status);

/* One that is kept in memory, for whoever wants a text and no file. NULL: out of memory. It ends with
 * eg_file_take or eg_file_discard. */
eg_file *eg_file_create_kept(void);
/* Completes and frees it: *bytes (*length of them and a NUL behind; free with free()). EG_OK or
 * EG_ERROR_MEMORY, then without bytes. */
eg_status eg_file_take(eg_file *file, char **bytes, size_t *length);

/* The descriptor that a name like /dev/stdout, - (the same) or /dev/fd/3 stands for, or -1. */
int eg_file_stream(const char *path);

/* Do both names lead to one file, which may still have to be made, or to one stream? Devices such as
 * /dev/null take what comes and are none. */
bool eg_file_is_same(const char *one, const char *other);

/* Can a file be written there, as far as one can tell before a long job? EG_OK; EG_ERROR_FILE with a
 * diagnostic, EG_ERROR_MEMORY. Nothing is left behind, and a pipe or device is not opened. */
eg_status eg_file_try(const char *path, eg_diagnostics *diagnostics);

/* Appends bytes. An error is kept and reported by eg_file_commit, so that writers need not ask. */
void eg_file_put(eg_file *file, const char *bytes, size_t length);
void eg_file_text(eg_file *file, const char *text); /* up to its NUL */
/* The text as a field of CSV (RFC 4180): in quotes, those in it doubled. */
void eg_file_quoted(eg_file *file, const char *text);

/* Room for `length` bytes in the buffer, to be filled in place and taken over with eg_file_advance. Never
 * NULL: after an error the room is there but goes nowhere. length <= EG_FILE_ROOM. */
enum { EG_FILE_ROOM = 65536 };
char *eg_file_room(eg_file *file, size_t length);
void eg_file_advance(eg_file *file, size_t length);

/* Has an error happened? Then a long job may stop early. */
int eg_file_failed(const eg_file *file);

/* For programs and libraries that write by themselves: the descriptor, and the name of the file that
 * holds the bytes until the commit. */
int eg_file_descriptor(const eg_file *file);
const char *eg_file_temporary(const eg_file *file);
/* Their writing failed for the reason `error` (an errno): the commit will report it. */
void eg_file_fail(eg_file *file, int error);

/* Completes the file and frees `file`. EG_OK; EG_ERROR_FILE with a diagnostic, and nothing is left behind. */
eg_status eg_file_commit(eg_file *file, eg_diagnostics *diagnostics);
/* Gives up: nothing is left behind. Accepts NULL. */
void eg_file_discard(eg_file *file);

/* Removes the files in the making of this process, which is about to end. Only for handlers of signals,
 * where it may be called at any time: it is async-signal-safe and frees nothing. Without /proc nothing
 * happens; the next file in their directory removes them. */
void eg_file_abandon_all(void);

/* Reads a whole file (or pipe) into *bytes (*length of them and a NUL behind; free with free()).
 * EG_ERROR_FILE with a diagnostic when that fails or there are more than `most` bytes, as in what has no end
 * (/dev/zero); EG_ERROR_MEMORY. */
eg_status eg_file_read(const char *path, size_t most, eg_diagnostics *diagnostics, char **bytes,
                       size_t *length);

/* Does the path name something that is written to directly: /dev/stdout and its kin, a pipe, a device? Such
 * a name has no ending that would tell a format. */
int eg_file_is_special(const char *path);

/* Ends what was written to a stream of open_memstream(text, ...): the text, malloc'ed; NULL when memory was
 * out, or when `out` is NULL since the stream could not be made. */
static inline char *eg_text_end(FILE *out, char **text)
{
    bool failed = !out || ferror(out);
    if (out && fclose(out) == 0 && !failed)
        return *text;
    free(out ? *text : NULL);
    return NULL;
}

/* Reports that `path` could not be read or written ("read", "write"), with cause and remedy by errno. */
void eg_file_report(eg_diagnostics *diagnostics, const char *verb, const char *path, int error);

#endif
