/* What the program does when it is told to end. */
#ifndef EG_CLI_SIGNALS_H
#define EG_CLI_SIGNALS_H

#include <stdbool.h>

/* From now on an interrupt, a hang-up or a request to end takes the files in the making along and then
 * ends the program as that signal does by itself. A signal that is ignored stays so (nohup). A file that
 * grows beyond its limit (ulimit -f) becomes an error like a full disk, with a message. */
void eg_signals_begin(void);
/* What is written to stderr before it ends so, up to some 1000 bytes; "": nothing. */
void eg_signals_last_words(const char *text);

/* From now on the first interrupt (Ctrl-C) is only noted, and a second one ends the program. */
void eg_signals_note_interrupts(void);
bool eg_signals_interrupted(void);

#endif
