/* Reasons: reason.h. */
#include "base/reason.h"

#include <stdarg.h>
#include <stdio.h>

bool eg_refuse(char *reason, size_t size, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(reason, size, format, list);
    va_end(list);
    return false;
}
