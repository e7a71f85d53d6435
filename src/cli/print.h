/* What the program says: diagnostics and progress on stderr, everything else on stdout. */
#ifndef EG_CLI_PRINT_H
#define EG_CLI_PRINT_H

#include "elastogap/base.h"

#include <stdbool.h>
#include <stdio.h>

/* The exit statuses of the program: a contract with the scripts that call it. */
enum {
    EG_EXIT_DONE = 0,
    EG_EXIT_MODEL = 1,  /* the model is wrong; for compare: outside the tube */
    EG_EXIT_USAGE = 2,  /* the command line is wrong */
    EG_EXIT_FAILED = 3, /* the simulation, or writing its results, failed */
};

/* The exit status that a library call's answer leads to. */
int eg_exit_status(eg_status status);

/* Shows the messages from number `first` on, on stderr; of very many only the first ones and how many
 * more there are. Returns how many there are, to go on from. */
size_t eg_print_diagnostics(const eg_diagnostics *list, size_t first);

/* Whether messages have colours from now on: "auto" (on a terminal, unless NO_COLOR is set), "always",
 * "never"; false: it is none of these. `when` is kept. */
bool eg_print_colour(const char *when);

/* "elastogap: error: ..." on stderr, for what concerns the program itself, as its command line. Returns
 * EG_EXIT_USAGE. */
int eg_print_usage_error(const char *format, ...) EG_PRINTF(1, 2);
/* The same for want of memory, said once. Returns EG_EXIT_FAILED. */
int eg_print_no_memory(void);
/* Has that been said? */
bool eg_print_memory_was_out(void);

/* Writes a text to the file `path`, whole or not at all, or to stdout when `path` is NULL. Returns EG_OK,
 * EG_ERROR_FILE with a message, or EG_ERROR_MEMORY. */
eg_status eg_print_text(const char *path, const char *text, size_t length, eg_diagnostics *diagnostics);

/* Where to print what a person wants to know beside these files (count; NULL: none of that kind): stdout,
 * or stderr when one of them is the standard output, so that nothing mixes with what is read from there. */
FILE *eg_print_beside(const char *const *paths, size_t count);

/* Files to read and to write (count; NULL: none of that kind): EG_EXIT_DONE, or EG_EXIT_USAGE with a message
 * where two are one, of which a part would be lost. */
int eg_print_check_files(const char *const *paths, size_t count);

/* Text in lines of at most 100 columns, each indented. A line of the text that begins with white space
 * keeps its shape. */
void eg_print_wrapped(FILE *stream, const char *text, int indent);

/* Text of several lines as one, on stdout. */
void eg_print_folded(const char *text);

/* Room for any text of the functions below. */
enum { EG_PRINT_SIZE = 40 };
/* A duration for people: "870 us", "12.3 ms", "4.56 s". Returns text. */
char *eg_print_duration(double seconds, char text[EG_PRINT_SIZE]);
/* A number with as many digits as it needs, at most `digits`. Returns text. */
char *eg_print_number(double value, int digits, char text[EG_PRINT_SIZE]);

/* At the beginning: a stream that the caller has closed stays unusable but takes its number, which would else
 * be that of the next file: what is printed would go into a result. */
void eg_print_keep_streams(void);

/* After everything was printed: did stdout take it all? EG_EXIT_FAILED with a message when not, else
 * `status`. A command that failed without saying why, as what is out of memory does, gets that message
 * here. */
int eg_print_finish(int status);

#endif
