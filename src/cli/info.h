/* What info says of a user's own models and libraries. */
#ifndef EG_CLI_INFO_H
#define EG_CLI_INFO_H

#include "cli/load.h"

/* Reads the model and prints it; returns the exit status. */
int eg_info_model(const char *input, const eg_load_settings *load);

enum { EG_INFO_UNKNOWN = -1 };

/* Prints what a library, or a class of it, holds. The exit status, or EG_INFO_UNKNOWN when nothing has
 * that name. */
int eg_info_library(const char *name, const eg_texts *includes);

#endif
