/* The hidden class of links that equations state. */
#ifndef EG_COMPONENT_INTERFACE_USER_LINK_H
#define EG_COMPONENT_INTERFACE_USER_LINK_H

#include "component/class.h"

enum { EG_CONSTRAINT_MAX_ENDS = 4 };

/* Its parameters. */
enum {
    EG_LINK_COUNT,
    EG_LINK_LENGTH,
    EG_LINK_HAS_B,
    EG_LINK_HAS_C,
    EG_LINK_HAS_D,
    EG_LINK_COEFFICIENT /* of flanges a, b, c, d */
};
extern const eg_class eg_class_user_link;

#endif
