/* See README.md. */
#ifndef EG_SYSTEM_SYS_STAT_H
#define EG_SYSTEM_SYS_STAT_H

#include "fmi/source/embedded.h"

#define stat eg_embedded_stat
#define S_ISREG(mode) ((mode) == EG_EMBEDDED_FILE)
#define S_ISDIR(mode) ((mode) == EG_EMBEDDED_DIRECTORY)
#define S_ISCHR(mode) 0
#define S_ISBLK(mode) 0

#endif
