/* See README.md. */
#ifndef EG_SYSTEM_STRING_H
#define EG_SYSTEM_STRING_H

#include "fmi/source/embedded.h"

#define strdup eg_embedded_strdup
#define strtok_r eg_embedded_strtok

#endif
