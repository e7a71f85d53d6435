#include "base/linear_mode.h"

#include <stdlib.h>

void eg_linear_mode_free(eg_linear_mode *mode)
{
    if (!mode)
        return;
    free(mode->start);
    free(mode->column);
    free(mode->value);
    free(mode->is_state);
    free(mode->curvature);
    free(mode->input_net);
    free(mode->input_order);
    free(mode->loss_element);
    free(mode);
}
