/* What info says of a user's own model. */
#ifndef EG_CLI_INFO_H
#define EG_CLI_INFO_H

#include "cli/load.h"

/* Reads the model and prints it; returns the exit status. */
int eg_info_model(const char *input, const eg_load_settings *load);

#endif
