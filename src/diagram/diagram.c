/* A diagram from beginning to end. */
#include "diagram/diagram.h"

#include "base/report.h"

#include <stdlib.h>

eg_diagram_options eg_diagram_options_default(void)
{
    return (eg_diagram_options){
        .size = sizeof(eg_diagram_options), .theme = EG_DIAGRAM_AUTO, .layout = EG_DIAGRAM_NETWORK};
}

/* What only the spec owns. */
static void forget_spec(eg_diagram *d)
{
    for (int i = 0; i < d->box_count; i++)
        d->boxes[i].instance = NULL;
}

static eg_status lay_out(eg_diagram *d, const eg_spec *spec, const eg_trajectory *start)
{
    eg_status status = eg_diagram_read_network(d, spec);
    if (status == EG_OK)
        status = eg_diagram_read_states(d, start);
    if (status == EG_OK)
        status = eg_diagram_label(d);
    if (status == EG_OK)
        status = eg_diagram_place(d);
    if (status == EG_OK)
        status = eg_diagram_route(d);
    return status;
}

eg_status eg_diagram_create(eg_spec *spec, const eg_diagram_options *options, eg_diagnostics *diagnostics,
                            eg_diagram **diagram)
{
    const eg_diagram_options set = options ? *options : eg_diagram_options_default();
    *diagram = NULL;
    if (!eg_options_fit(set.size, sizeof set, "eg_diagram_options", diagnostics))
        return EG_ERROR_USAGE;
    eg_status status = eg_spec_complete(spec, diagnostics);
    if (status != EG_OK)
        return status;
    eg_diagram *d = calloc(1, sizeof *d);
    if (d)
        d->arena = eg_arena_create();
    status = d && d->arena ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        d->theme = set.theme;
        d->is_canvas = set.layout == EG_DIAGRAM_MODELICA;
        d->name = eg_arena_copy(d->arena, spec->name ? spec->name : "model");
        status = d->name ? EG_OK : EG_ERROR_MEMORY;
    }
    if (status == EG_OK)
        status = d->is_canvas ? eg_diagram_read_canvas(d, spec, diagnostics) : lay_out(d, spec, set.start);
    if (status == EG_OK) {
        if (!d->is_canvas && d->box_count == 0)
            eg_report(diagnostics, EG_NOTE, EG_NOWHERE, "%.200s has no components: there is nothing to draw",
                      d->name);
        forget_spec(d);
        *diagram = d;
        return EG_OK;
    }
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(diagnostics, "while laying out the diagram");
    eg_diagram_free(d);
    return status;
}

void eg_diagram_free(eg_diagram *d)
{
    if (!d)
        return;
    eg_diagram_free_canvas(d);
    eg_arena_free(d->arena);
    free(d->boxes);
    free(d->terminals);
    free(d->segments);
    free(d->pieces);
    free(d);
}
