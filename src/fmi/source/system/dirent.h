/* See README.md. */
#ifndef EG_SYSTEM_DIRENT_H
#define EG_SYSTEM_DIRENT_H

#include "fmi/source/embedded.h"

#define DIR eg_embedded_directory
#define dirent eg_embedded_entry
#define opendir eg_embedded_open
#define readdir eg_embedded_next
#define closedir eg_embedded_close

#endif
