/* The drive of components whose motion is given with its derivatives: the signal is a bundle (parts.h),
 * and the motion is that signal. */
#ifndef EG_COMPONENT_SOURCE_GIVEN_MOTION_H
#define EG_COMPONENT_SOURCE_GIVEN_MOTION_H

#include "component/common.h"

extern const eg_drive_ops eg_given_motion;

/* Moves `port` relative to `support` with the signals at the ports input[0..2], of which the last one or
 * two may be EG_NONE. */
int eg_declare_given_motion(eg_parts *parts, int port, int support, const int input[3]);

#endif
