/* See README.md. */
#ifndef EG_SYSTEM_STRINGS_H
#define EG_SYSTEM_STRINGS_H

#include "fmi/source/embedded.h"

#define strcasecmp(a, b) eg_embedded_strncasecmp(a, b, (size_t)-1)
#define strncasecmp eg_embedded_strncasecmp

#endif
