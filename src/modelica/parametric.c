#include "modelica/parametric.h"

#include <stdlib.h>

#include "component/spec_again.h"
#include "elastogap/spec.h"

/* Texts of what was read first live as long as what was read again. */
static eg_status read_back(eg_spec *flat, eg_diagnostics *d, eg_spec **kept)
{
    eg_status status = eg_spec_read_for(flat, EG_FOR_DERIVATIVES, d, kept);
    if (status == EG_OK && !(*kept)->shared)
        (*kept)->shared = eg_arena_share(flat->arena);
    if (status == EG_OK)
        status = eg_spec_complete(*kept, d);
    if (status != EG_OK) {
        eg_spec_free(*kept);
        *kept = NULL;
    }
    return status;
}

eg_status eg_spec_keep_parameters(eg_spec *spec, eg_diagnostics *d, eg_spec **kept)
{
    char *text = NULL;
    size_t length = 0;
    eg_spec *flat = NULL;
    *kept = NULL;
    eg_status status = eg_spec_flatten(spec, d, &text, &length);
    if (status == EG_OK)
        status = eg_spec_read_text(text, length, eg_spec_name(spec), NULL, d, &flat);
    if (status == EG_OK)
        status = read_back(flat, d, kept);
    eg_spec_free(flat);
    free(text);
    return status;
}
