/* --watch: a command that is carried out anew whenever a file that it reads is saved. */
#ifndef EG_CLI_WATCH_H
#define EG_CLI_WATCH_H

#include "cli/options.h"

/* What is watched: files, and directories with all texts of models in them; NULL is none. */
typedef struct eg_watched {
    const char *const *paths;
    size_t count;
    const eg_texts *libraries; /* further ones; or NULL */
} eg_watched;

#define EG_WATCH_OPTION(target)                                                                              \
    eg_option_flag("--watch", target, "run again whenever a file that is read is saved, until Ctrl-C")

/* Carries the command out in a process of its own, and again each time that one of these has changed,
 * until Ctrl-C; says what has changed on stderr. Texts beside a text are watched with it. A run that is
 * under way is ended when something changes. Returns the exit status: EG_EXIT_DONE after Ctrl-C. */
int eg_watch(eg_act *act, void *settings, const eg_texts *arguments, const eg_watched *what);

#endif
