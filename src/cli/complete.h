/* What could stand at the place of a command line where a shell asks: elastogap --complete, for the functions
 * that elastogap completion prints. */
#ifndef EG_CLI_COMPLETE_H
#define EG_CLI_COMPLETE_H

#include "cli/options.h"

/* The first argument by which a shell asks. */
#define EG_COMPLETE "--complete"

/* Prints the names among these that begin with the word, one a line. */
void eg_complete_names(const char *word, const char *const *names, size_t count);
/* The same of a command's line: words[count], the last of which, perhaps empty, is to be completed. Where a
 * file may stand, the line ":files" comes first. What cannot be read has no candidates. Returns the exit
 * status. */
int eg_complete(const eg_command *command, const eg_option *options, size_t option_count,
                const char *const *words, size_t count);

#endif
