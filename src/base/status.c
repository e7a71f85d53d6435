/* Status codes as text, and the version. */
#include "elastogap/base.h"

const char *eg_status_text(eg_status status)
{
    switch (status) {
#define STATUS_CASE(name, value, text)                                                                       \
    case name: return text;
        EG_STATUS_LIST(STATUS_CASE)
#undef STATUS_CASE
    }
    return "unknown status";
}

const char *eg_version(void)
{
    return EG_VERSION;
}
