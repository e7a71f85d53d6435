/* elastogap diagram: a model's network as a picture. */
#include "base/file.h"
#include "base/names.h"
#include "cli/diagram.h"
#include "cli/load.h"
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

typedef struct settings {
    eg_load_settings load;
    const char *output, *layout;
    bool dark, light, scene;
} settings;

int eg_diagram_layout_named(const char *name, eg_diagram_layout *layout)
{
    *layout = eg_diagram_options_default().layout;
    if (!name)
        return EG_EXIT_DONE;
    if (strcmp(name, "network") != 0 && strcmp(name, "modelica") != 0)
        return eg_print_usage_error("--layout is network or modelica, but not '%s'", name);
    *layout = name[0] == 'n' ? EG_DIAGRAM_NETWORK : EG_DIAGRAM_MODELICA;
    return EG_EXIT_DONE;
}

bool eg_diagram_is_path(const char *path)
{
    return eg_path_ends(path, ".svg") || eg_path_ends(path, ".png") || eg_path_ends(path, ".pdf");
}

static int check_output(const settings *set)
{
    const char *path = set->output;
    if (!path || set->scene || eg_file_is_special(path) || eg_diagram_is_path(path))
        return EG_EXIT_DONE;
    return eg_print_usage_error("--output must end in .svg, .png or .pdf, but is '%s'", path);
}

static eg_status write_out(const settings *set, const eg_diagram *diagram, eg_diagnostics *diagnostics)
{
    char *text = NULL;
    size_t length = 0;
    if (set->output && !set->scene)
        return eg_diagram_write(diagram, set->output, diagnostics);
    eg_status status =
        set->scene ? eg_diagram_scene(diagram, &text, &length) : eg_diagram_svg(diagram, &text, &length);
    if (status == EG_OK)
        status = eg_print_text(set->output, text, length, diagnostics);
    free(text);
    return status;
}

static int draw(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *const files[] = {arguments->items[0], set->output};
    eg_spec *spec = NULL;
    eg_diagram *diagram = NULL;
    if (set->dark && set->light)
        return eg_print_usage_error("--dark and --light exclude each other: leave one of them out");
    eg_diagram_options options = eg_diagram_options_default();
    if (eg_diagram_layout_named(set->layout, &options.layout) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    if (set->scene && options.layout == EG_DIAGRAM_MODELICA)
        return eg_print_usage_error("--scene needs the layout network: what modelica draws does not move");
    if (check_output(set) != EG_EXIT_DONE || eg_print_check_files(files, 2) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    if (set->dark || set->light)
        options.theme = set->dark ? EG_DIAGRAM_DARK : EG_DIAGRAM_LIGHT;
    int outcome = eg_load_spec(arguments->items[0], &set->load, diagnostics, &spec);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(eg_diagram_create_at_start(spec, &options, diagnostics, &diagram));
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(write_out(set, diagram, diagnostics));
    eg_print_diagnostics(diagnostics, 0);
    eg_diagram_free(diagram);
    eg_spec_free(spec);
    eg_diagnostics_free(diagnostics);
    return outcome;
}

static int run_diagram(const eg_command *command, int argc, char **argv)
{
    settings set = {0};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_text("--output", "FILE", &set.output,
                       "where to: .svg, .png or .pdf (default: SVG to the standard output)"),
        eg_option_text("-o", "FILE", &set.output, "the same in short"),
        eg_option_text("--layout", "WHICH", &set.layout,
                       "who places components: network (the program; default) or modelica (the text)"),
        eg_option_flag("--dark", &set.dark, "light lines on a dark ground, whatever the viewer prefers"),
        eg_option_flag("--light", &set.light, "dark lines on a light ground, whatever the viewer prefers"),
        eg_option_flag("--scene", &set.scene,
                       "instead of the picture what stands where and which signals move it, as JSON"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, draw, &set);
}

const eg_command eg_command_diagram = {
    .name = "diagram",
    .usage = "FILE|CLASS [OPTION]...",
    .doc = "draws a model's network as a picture (SVG, PNG, PDF)",
    .text =
        "Draws the components of the model as an engineer would sketch them: masses as blocks along the "
        "line of motion, between bars that stand for what moves together; springs, dampers, gaps, walls, "
        "forces; heat and signals around them, with names and main values. Colours follow the light or "
        "dark of the viewer. Contacts stand as they do when a run begins, with the width of those that are "
        "open, and friction says whether it is stuck or slides; where the start cannot be found a note says "
        "why. Names longer than 22 characters are shortened; the whole name shows where "
        "the pointer rests. With --layout modelica components stand where the model's text puts them, with "
        "the icons of their classes and lines as annotated; those without a place stand below, and a "
        "warning names them. PNG and PDF need the library librsvg (Debian: librsvg2-2). " EG_LOAD_TEXT "\n\n"
        "Exit status: 0 done; 1 the model is wrong; 2 wrong usage; 3 the file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_diagram,
};
