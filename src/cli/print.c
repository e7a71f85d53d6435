/* How the program says things. */
#include "cli/print.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    MOST_ERRORS = 100, /* shown one by one */
    MOST_WARNINGS = 20,
    WIDTH = 100
};

int eg_exit_status(eg_status status)
{
    switch (status) {
    case EG_OK: return EG_EXIT_DONE;
    case EG_DIFFERENT:
    case EG_ERROR_MODEL: return EG_EXIT_MODEL;
    case EG_ERROR_USAGE: return EG_EXIT_USAGE;
    case EG_ERROR_MEMORY:
    case EG_ERROR_SIMULATION:
    case EG_ERROR_FILE:
    case EG_ERROR_UNAVAILABLE: break;
    }
    return EG_EXIT_FAILED;
}

/* What the command line says of colours; NULL: nothing. */
static const char *wanted_colour;

bool eg_print_colour(const char *when)
{
    wanted_colour = when;
    return strcmp(when, "auto") == 0 || strcmp(when, "always") == 0 || strcmp(when, "never") == 0;
}

/* May this stream be coloured? Where nothing else is said only a terminal, and not when NO_COLOR is set
 * (no-color.org). */
static bool is_coloured(FILE *stream)
{
    if (wanted_colour && strcmp(wanted_colour, "auto") != 0)
        return strcmp(wanted_colour, "always") == 0;
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (no_color && *no_color)
        return false;
    return isatty(fileno(stream)) && !(terminal && strcmp(terminal, "dumb") == 0);
}

/* ---------------------------------------------------------------- messages */

/* Has the program said that something is wrong? Want of memory is what leaves no message of its own. */
static bool said_error, said_no_memory;

static void print_diagnostic(const eg_diagnostic *d, bool coloured)
{
    said_error = said_error || d->severity == EG_ERROR;
    char small[512];
    size_t length = eg_diagnostic_format(d, coloured, small, sizeof small);
    char *large = length < sizeof small ? NULL : malloc(length + 1);
    if (large)
        eg_diagnostic_format(d, coloured, large, length + 1);
    fputs(large ? large : small, stderr);
    free(large);
}

size_t eg_print_diagnostics(const eg_diagnostics *list, size_t first)
{
    bool coloured = is_coloured(stderr);
    size_t count = eg_diagnostics_count(list), errors = 0, warnings = 0;
    for (size_t i = first; i < count; i++) {
        const eg_diagnostic *d = eg_diagnostics_get(list, i);
        size_t shown = d->severity == EG_ERROR ? errors++ : warnings++;
        if (shown < (d->severity == EG_ERROR ? MOST_ERRORS : MOST_WARNINGS))
            print_diagnostic(d, coloured);
    }
    if (warnings > MOST_WARNINGS)
        fprintf(stderr, "... and %zu more warnings\n", warnings - MOST_WARNINGS);
    if (errors > MOST_ERRORS)
        fprintf(stderr, "... and %zu more errors\n", errors - MOST_ERRORS);
    return count;
}

eg_status eg_print_text(const char *path, const char *text, size_t length, eg_diagnostics *diagnostics)
{
    eg_status status = EG_OK;
    if (!path) {
        fwrite(text, 1, length, stdout);
        return EG_OK;
    }
    eg_file *file = eg_file_create(path, diagnostics, &status);
    if (!file)
        return status;
    eg_file_put(file, text, length);
    return eg_file_commit(file, diagnostics);
}

/* By its own names, or as the file or pipe that it is redirected to. What goes into a device mixes with
 * nothing. */
static bool is_standard_output(const char *path)
{
    struct stat named, output;
    if (eg_file_stream(path) == STDOUT_FILENO)
        return true;
    return stat(path, &named) == 0 && fstat(STDOUT_FILENO, &output) == 0 && !S_ISCHR(named.st_mode) &&
           named.st_ino == output.st_ino && named.st_dev == output.st_dev;
}

FILE *eg_print_beside(const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (paths[i] && is_standard_output(paths[i]))
            return stderr;
    return stdout;
}

int eg_print_check_files(const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = i + 1; k < count; k++)
            if (paths[i] && paths[k] && eg_file_is_same(paths[i], paths[k]))
                return eg_print_usage_error(
                    "'%s' is named twice, and one file would overwrite the other: choose another name",
                    paths[k]);
    return EG_EXIT_DONE;
}

int eg_print_usage_error(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char message[1000];
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    eg_diagnostic d = {.severity = EG_ERROR, .file = "elastogap", .message = message};
    print_diagnostic(&d, is_coloured(stderr));
    return EG_EXIT_USAGE;
}

int eg_print_no_memory(void)
{
    if (!said_no_memory)
        fputs("elastogap: error: out of memory\n", stderr);
    said_error = said_no_memory = true;
    return EG_EXIT_FAILED;
}

bool eg_print_memory_was_out(void)
{
    return said_no_memory;
}

/* ---------------------------------------------------------------- text */

/* Where to end a line that has room for `room` bytes: behind the last word that fits. */
static size_t line_end(const char *text, size_t length, size_t room)
{
    if (length <= room)
        return length;
    size_t end = room;
    while (end > 0 && text[end] != ' ')
        end--;
    return end > 0 ? end : length;
}

void eg_print_wrapped(FILE *stream, const char *text, int indent)
{
    size_t room = (size_t)(WIDTH - indent);
    while (*text) {
        size_t length = strcspn(text, "\n");
        size_t end = *text == ' ' ? length : line_end(text, length, room);
        if (end > 0)
            fprintf(stream, "%*s%.*s\n", indent, "", (int)end, text);
        else
            fputc('\n', stream);
        text += end;
        if (*text == '\n' || *text == ' ')
            text++;
    }
}

char *eg_print_duration(double seconds, char text[EG_PRINT_SIZE])
{
    if (seconds < 1e-3)
        snprintf(text, EG_PRINT_SIZE, "%.0f us", seconds * 1e6);
    else if (seconds < 1.0)
        snprintf(text, EG_PRINT_SIZE, "%.3g ms", seconds * 1e3);
    else
        snprintf(text, EG_PRINT_SIZE, "%.3g s", seconds);
    return text;
}

char *eg_print_number(double value, int digits, char text[EG_PRINT_SIZE])
{
    snprintf(text, EG_PRINT_SIZE, "%.*g", digits, value + 0.0); /* nothing is 0, whatever its sign */
    return text;
}

void eg_print_folded(const char *text)
{
    while (*text) {
        size_t length = strcspn(text, "\r\n");
        printf("%.*s", (int)length, text);
        text += length;
        length = strspn(text, "\r\n \t");
        text += length;
        if (length > 0 && *text)
            printf(" ");
    }
}

int eg_print_finish(int status)
{
    if ((status == EG_EXIT_FAILED || status == EG_EXIT_USAGE) && !said_error)
        status = eg_print_no_memory();
    errno = 0;
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    fprintf(stderr, "elastogap: error: cannot write to standard output%s\n",
            errno == ENOSPC ? ": no space is left" : "");
    return EG_EXIT_FAILED;
}

void eg_print_keep_streams(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++)
        if (fcntl(i, F_GETFD) < 0)
            (void)open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY);
}
