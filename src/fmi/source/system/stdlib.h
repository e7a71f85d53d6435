/* See README.md. */
#ifndef EG_SYSTEM_STDLIB_H
#define EG_SYSTEM_STDLIB_H

#include "fmi/source/embedded.h"

#define realpath(path, room) eg_embedded_realpath(path)

#endif
