/* A terminal is made of components of the library that nobody sees (their names begin with a dollar sign):
 *
 *     force     the input f pushes the flange, as what is connected would; sensors give s, v and a.
 *     motion    the inputs s, v and a lead the flange, a sensor gives f, the force that this takes.
 *
 * f is positive into the FMU, as a flow variable of Modelica is. Inputs may jump, which nothing moves along
 * exactly: the motion goes through the filter of Sources.Position, (p/w + 1)^-2, which is given
 * s + 2 v/w + a/w^2. So the flange obeys der2(x) = a + 2 w (v - der(x)) + w^2 (s - x): where v and a are the
 * derivatives of s, it moves along s; where they are held over communication steps h it goes on smoothly
 * between them, as long as w h is small. f_crit = w/(2 pi) is that of the library, 50 Hz, or what
 * `motion:F_CRIT` says. Heat ports take and give heat flow and temperature. */
#include "fmi/shape.h"

#include "fmi/icons.h"

#include "base/file.h"
#include "base/names.h"
#include "network/compile/compile.h"
#include "network/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct domain {
    const char *effort, *unit;                 /* what flows */
    const char *motion[3], *motion_units[3];   /* what is across, with its derivatives; NULL: none */
    const char *give, *give_input, *give_port; /* the class that makes the flow of a signal */
    const char *sensors[3];                    /* for the motion, by their outputs of the same names */
    const char *drive, *drive_input;           /* the class that takes the motion */
    const char *meter, *meter_from, *meter_to; /* that measures the flow */
    const char *port;                          /* of sensors and drives */
} domain;

static const domain domains[] = {
    {"f",
     "N",
     {"s", "v", "a"},
     {"m", "m/s", "m/s2"},
     "Modelica.Mechanics.Translational.Sources.Force",
     "f",
     "flange",
     {"Modelica.Mechanics.Translational.Sensors.PositionSensor",
      "Modelica.Mechanics.Translational.Sensors.SpeedSensor",
      "Modelica.Mechanics.Translational.Sensors.AccSensor"},
     "Modelica.Mechanics.Translational.Sources.Position",
     "s_ref",
     "Modelica.Mechanics.Translational.Sensors.ForceSensor",
     "flange_a",
     "flange_b",
     "flange"},
    {"tau",
     "N.m",
     {"phi", "w", "a"},
     {"rad", "rad/s", "rad/s2"},
     "Modelica.Mechanics.Rotational.Sources.Torque",
     "tau",
     "flange",
     {"Modelica.Mechanics.Rotational.Sensors.AngleSensor",
      "Modelica.Mechanics.Rotational.Sensors.SpeedSensor", "Modelica.Mechanics.Rotational.Sensors.AccSensor"},
     "Modelica.Mechanics.Rotational.Sources.Position",
     "phi_ref",
     "Modelica.Mechanics.Rotational.Sensors.TorqueSensor",
     "flange_a",
     "flange_b",
     "flange"},
    {"Q_flow",
     "W",
     {"T", NULL, NULL},
     {"K", NULL, NULL},
     "Modelica.Thermal.HeatTransfer.Sources.PrescribedHeatFlow",
     "Q_flow",
     "port",
     {"Modelica.Thermal.HeatTransfer.Sensors.TemperatureSensor", NULL, NULL},
     "Modelica.Thermal.HeatTransfer.Sources.PrescribedTemperature",
     "T",
     "Modelica.Thermal.HeatTransfer.Sensors.HeatFlowSensor",
     "port_a",
     "port_b",
     "port"},
};

static const char add3[] = "Modelica.Blocks.Math.Add3";
static const double F_CRIT = 50; /* [Hz] */

typedef struct shaping {
    eg_spec *spec;
    eg_diagnostics *d;
    eg_place place;
    const char *name; /* of the flange */
    const domain *domain;
    bool failed, is_reported; /* failed and not reported: out of memory */
} shaping;

/* ---------------------------------------------------------------- names */

static const char *join(shaping *s, const char *format, const char *a, const char *b)
{
    const char *text = eg_arena_format(s->spec->arena, format, a, b);
    s->failed = s->failed || !text;
    return text ? text : "";
}

/* "$NAME.part" */
static const char *hidden(shaping *s, const char *part)
{
    return join(s, "$%s.%s", s->name, part);
}

/* "$NAME.part.port" */
static const char *hidden_port(shaping *s, const char *part, const char *port)
{
    return join(s, "%s.%s", hidden(s, part), port);
}

static eg_instance *add(shaping *s, const char *part, const char *class_name)
{
    const eg_class *class = eg_class_find(class_name);
    eg_instance *x =
        class && !s->failed ? eg_spec_add_instance(s->spec, class, hidden(s, part), s->place, s->d) : NULL;
    s->failed = s->failed || !x;
    return x;
}

static void set(eg_instance *x, const char *parameter, double value)
{
    int k = x ? eg_class_parameter(x->class, parameter) : -1;
    if (k < 0)
        return;
    x->p[k] = value;
    x->given[k] = true;
}

static void link(shaping *s, const char *from, const char *to)
{
    s->failed = s->failed || eg_spec_add_connection(s->spec, from, to, s->place) < 0;
}

/* "NAME.member" as a signal of the whole model; answers its path. */
static const char *add_signal(shaping *s, const char *member, const char *unit, bool is_input)
{
    eg_connector c = {.path = join(s, "%s.%s", s->name, member),
                      .kind = is_input ? EG_REAL_INPUT : EG_REAL_OUTPUT,
                      .unit = unit,
                      .comment = is_input ? "Given from outside" : "Given to the outside",
                      .place = s->place,
                      .start = strcmp(unit, "K") == 0 ? 293.15 : 0,
                      .is_outside = true};
    s->failed = s->failed || eg_spec_add_connector(s->spec, c) < 0;
    return c.path;
}

/* ---------------------------------------------------------------- terminals */

static void give_force(shaping *s)
{
    static const char *const parts[] = {"position", "speed", "acceleration"};
    const domain *m = s->domain;
    add(s, "source", m->give);
    link(s, hidden_port(s, "source", m->give_port), s->name);
    link(s, add_signal(s, m->effort, m->unit, true), hidden_port(s, "source", m->give_input));
    for (int i = 0; i < 3 && m->sensors[i]; i++) {
        add(s, parts[i], m->sensors[i]);
        link(s, hidden_port(s, parts[i], m->port), s->name);
        link(s, hidden_port(s, parts[i], m->motion[i]),
             add_signal(s, m->motion[i], m->motion_units[i], false));
    }
}

static void give_motion(shaping *s, double f_crit)
{
    static const char *const inputs[] = {"u1", "u2", "u3"};
    const domain *m = s->domain;
    const double w = 2 * 3.14159265358979323846 * f_crit;
    eg_instance *drive = add(s, "drive", m->drive);
    set(drive, "exact", 0);
    set(drive, "f_crit", f_crit);
    add(s, "meter", m->meter);
    link(s, hidden_port(s, "drive", m->port), hidden_port(s, "meter", m->meter_from));
    link(s, hidden_port(s, "meter", m->meter_to), s->name);
    link(s, hidden_port(s, "meter", m->effort), add_signal(s, m->effort, m->unit, false));
    if (!m->motion[1]) {
        link(s, add_signal(s, m->motion[0], m->motion_units[0], true),
             hidden_port(s, "drive", m->drive_input));
        return;
    }
    eg_instance *sum = add(s, "sum", add3);
    set(sum, "k2", 2 / w);
    set(sum, "k3", 1 / (w * w));
    for (int i = 0; i < 3; i++)
        link(s, add_signal(s, m->motion[i], m->motion_units[i], true), hidden_port(s, "sum", inputs[i]));
    link(s, hidden_port(s, "sum", "y"), hidden_port(s, "drive", m->drive_input));
}

/* The kind of the connector or port with this path; -1: there is none. */
static int kind_of(const eg_spec *spec, const char *path, eg_place *place)
{
    long i = eg_names_find(spec->connector_paths, path);
    const char *dot = strrchr(path, '.');
    if (i >= 0) {
        *place = spec->connectors[i].place;
        return (int)spec->connectors[i].kind;
    }
    for (size_t k = 0; k < spec->instance_count && dot; k++) {
        const eg_instance *x = &spec->instances[k];
        if (strlen(x->path) != (size_t)(dot - path) || strncmp(x->path, path, (size_t)(dot - path)) != 0)
            continue;
        for (size_t p = 0; p < x->class->port_count; p++)
            if (strcmp(x->class->ports[p].name, dot + 1) == 0 &&
                eg_instance_has(x, x->class->ports[p].condition)) {
                *place = eg_instance_place(x);
                return (int)x->class->ports[p].kind;
            }
    }
    return -1;
}

static bool is_connected(const eg_spec *spec, const char *path)
{
    for (size_t i = 0; i < spec->connection_count; i++)
        if (strcmp(spec->connections[i].from, path) == 0 || strcmp(spec->connections[i].to, path) == 0)
            return true;
    return false;
}

static bool refuse(shaping *s, const char *text, const char *remedy)
{
    eg_report(s->d, EG_ERROR, s->place, text, s->name);
    eg_remedy(s->d, "%s", remedy);
    s->failed = s->is_reported = true;
    return false;
}

const char *eg_fmu_shape_class(size_t i)
{
    enum { EACH = 7 };
    if (i >= EACH * sizeof domains / sizeof *domains)
        return NULL;
    const domain *m = &domains[i / EACH];
    const char *const classes[EACH] = {m->give,  m->sensors[0], m->sensors[1], m->sensors[2],
                                       m->drive, m->meter,      add3};
    return classes[i % EACH] ? classes[i % EACH] : add3;
}

/* "=motion", "=motion:200" */
static bool is_motion(const char *text, double *f_crit)
{
    char *end;
    if (!text || strncmp(text, "=motion", 7) != 0 || (text[7] && text[7] != ':'))
        return false;
    if (!text[7])
        return true;
    *f_crit = strtod(text + 8, &end);
    return end > text + 8 && !*end && *f_crit > 0 && *f_crit < 1e9;
}

static bool add_terminal(shaping *s, const char *text)
{
    const char *equals = strrchr(text, '=');
    s->name = equals ? eg_arena_text(s->spec->arena, text, (size_t)(equals - text)) : text;
    s->place = EG_NOWHERE;
    if (!s->name)
        return false;
    double f_crit = F_CRIT;
    bool is_force = equals && strcmp(equals + 1, "force") == 0;
    if (!is_force && !is_motion(equals, &f_crit))
        return refuse(s, "--flange %s does not say what goes in",
                      "write NAME=force, NAME=motion or NAME=motion:F_CRIT");
    int kind = kind_of(s->spec, s->name, &s->place);
    if (kind < 0 || eg_port_is_signal((eg_port_kind)kind))
        return refuse(s, "the model has no flange or heat port %s",
                      "name a connector of the model's top level, or an open one of a component");
    if (eg_names_find(s->spec->connector_paths, s->name) < 0 && is_connected(s->spec, s->name))
        return refuse(s, "%s is connected inside the model", "name a flange or heat port that is open");
    s->domain = &domains[eg_port_is_rotational((eg_port_kind)kind) ? 1 : 0];
    if (eg_port_is_thermal((eg_port_kind)kind))
        s->domain = &domains[2];
    if (is_force)
        give_force(s);
    else
        give_motion(s, f_crit);
    return !s->failed;
}

/* ---------------------------------------------------------------- inputs */

/* What "source.y" drove follows the input of that name from now on. */
static void replace_source(shaping *s, const char *path, const char *by)
{
    for (size_t i = 0; i < s->spec->connection_count; i++) {
        eg_connection *c = &s->spec->connections[i];
        if (strcmp(c->from, path) == 0)
            c->from = by;
        if (strcmp(c->to, path) == 0)
            c->to = by;
    }
}

static bool is_source(const eg_class *c)
{
    for (size_t p = 0; p < c->port_count; p++)
        if (c->ports[p].kind != EG_REAL_OUTPUT)
            return false;
    return c->port_count == 1 && c->block;
}

/* Open inputs are connected to an input of the whole model, which takes the place of sources. */
static bool take_input(shaping *s, const eg_instance *x, const eg_port *port, const char *path)
{
    bool is_open =
        port->kind == EG_REAL_INPUT && eg_instance_has(x, port->condition) && !is_connected(s->spec, path);
    bool is_given = port->kind == EG_REAL_OUTPUT && is_source(x->class) && is_connected(s->spec, path);
    const char *by = join(s, "$%s%s.y", path, "");
    if (!is_open && !is_given)
        return false;
    if (is_open)
        link(s, by, path);
    else
        replace_source(s, path, by);
    s->failed = s->failed || eg_spec_add_input(s->spec, path, 0, eg_instance_place(x), s->d) != EG_OK;
    return true;
}

static bool add_input(shaping *s, const char *pattern)
{
    size_t count = s->spec->instance_count, found = 0;
    for (size_t i = 0; i < count && !s->failed; i++) {
        const eg_class *class = s->spec->instances[i].class;
        for (size_t p = 0; p < class->port_count && !s->failed; p++) {
            const eg_instance *x = &s->spec->instances[i]; /* more instances may move it */
            const char *path = join(s, "%s.%s", x->path, class->ports[p].name);
            if (x->path[0] != '$' && eg_match(pattern, path))
                found += take_input(s, x, &class->ports[p], path);
        }
    }
    s->name = pattern;
    s->place = EG_NOWHERE;
    return (found > 0 || refuse(s, "--inputs %s finds no open input and no source",
                                "name signals as source.y or force.f")) &&
           !s->failed;
}

eg_status eg_fmu_give_shape(eg_spec *spec, const eg_fmu_shape *shape, eg_diagnostics *d)
{
    shaping s = {.spec = spec, .d = d};
    bool whole = true;
    for (size_t i = 0; i < shape->flange_count && whole; i++)
        whole = add_terminal(&s, shape->flanges[i]);
    for (size_t i = 0; i < shape->input_count && whole; i++)
        whole = add_input(&s, shape->inputs[i]);
    spec->output_patterns = shape->outputs;
    spec->output_pattern_count = shape->output_count;
    if (whole)
        return EG_OK;
    if (s.is_reported)
        return EG_ERROR_MODEL;
    return EG_ERROR_MEMORY;
}

bool eg_fmu_shape_holds(const eg_fmu_shape *shape, const eg_fmu_list *list, eg_diagnostics *d)
{
    for (size_t k = 0; k < shape->output_count; k++) {
        bool found = false;
        for (size_t i = 0; i < list->count; i++)
            found = found || (list->items[i].kind == EG_FMU_OUTPUT &&
                              eg_match(shape->outputs[k], list->items[i].name));
        if (found)
            continue;
        eg_report(d, EG_ERROR, EG_NOWHERE, "--outputs %s finds no variable", shape->outputs[k]);
        eg_remedy(d, "`elastogap simulate` writes all variables with their names");
        return false;
    }
    return true;
}

/* ---------------------------------------------------------------- terminalsAndIcons.xml */

static void write_text(FILE *out, const char *text)
{
    for (; *text; text++)
        if (*text == '&' || *text == '<' || *text == '"')
            fprintf(out, "&#%d;", *text);
        else
            fputc(*text, out);
}

static void write_member(FILE *out, const char *name, const char *member, const char *kind)
{
    fprintf(out, "      <TerminalMemberVariable variableName=\"");
    write_text(out, name);
    fprintf(out, ".%s\" memberName=\"%s\" variableKind=\"%s\"/>\n", member, member, kind);
}

/* The name of terminal number i, before its "=". */
static void name_terminal(const eg_fmu_shape *shape, size_t i, char name[1000])
{
    snprintf(name, 1000, "%.*s", (int)(strrchr(shape->flanges[i], '=') - shape->flanges[i]),
             shape->flanges[i]);
}

int eg_fmu_terminal_kind(const eg_fmu_shape *shape, const eg_spec *spec, size_t i)
{
    char name[1000];
    eg_place place;
    name_terminal(shape, i, name);
    return kind_of(spec, name, &place);
}

/* Where it stands among those of its side. */
static eg_fmu_spot place_terminal(const eg_fmu_shape *shape, const eg_spec *spec, size_t number)
{
    const eg_port_kind kind = (eg_port_kind)eg_fmu_terminal_kind(shape, spec, number);
    size_t index = 0, count = 0;
    for (size_t i = 0; i < shape->flange_count; i++) {
        const eg_port_kind other = (eg_port_kind)eg_fmu_terminal_kind(shape, spec, i);
        bool same_side = eg_fmu_stands_right(other) == eg_fmu_stands_right(kind);
        index += same_side && i < number;
        count += same_side;
    }
    return eg_fmu_spot_of(kind, index, count);
}

/* Terminals are 20 wide; their pictures show a border around them. */
static void write_picture(FILE *out, eg_fmu_spot spot)
{
    enum { HALF = 13 };
    fprintf(out,
            "      <TerminalGraphicalRepresentation defaultConnectionColor=\"%d %d %d\" x1=\"%g\" y1=\"%g\" "
            "x2=\"%g\" y2=\"%g\" iconBaseName=\"%s\"/>\n",
            (int)(spot.color >> 16 & 255), (int)(spot.color >> 8 & 255), (int)(spot.color & 255),
            spot.x - HALF, spot.y - HALF, spot.x + HALF, spot.y + HALF, spot.icon);
}

static void write_terminal(FILE *out, const eg_spec *spec, const char *name, eg_fmu_spot spot)
{
    static const char *const classes[] = {"Modelica.Mechanics.Translational.Interfaces.Flange_",
                                          "Modelica.Mechanics.Rotational.Interfaces.Flange_",
                                          "Modelica.Thermal.HeatTransfer.Interfaces.HeatPort_"};
    eg_place place;
    eg_port_kind kind = (eg_port_kind)kind_of(spec, name, &place);
    int i = 0;
    if (eg_port_is_thermal(kind))
        i = 2;
    else if (eg_port_is_rotational(kind))
        i = 1;
    bool is_b = kind == EG_FLANGE_B || kind == EG_ROT_FLANGE_B || kind == EG_HEAT_B;
    /* The partner needs not have speed and acceleration. */
    fprintf(out, "    <Terminal name=\"");
    write_text(out, name);
    fprintf(out, "\" matchingRule=\"%s\" terminalKind=\"%s%c\">\n", domains[i].motion[1] ? "bus" : "plug",
            classes[i], is_b ? 'b' : 'a');
    for (int k = 0; k < 3 && domains[i].motion[k]; k++)
        write_member(out, name, domains[i].motion[k], "signal");
    write_member(out, name, domains[i].effort, "inflow");
    write_picture(out, spot);
    fprintf(out, "    </Terminal>\n");
}

char *eg_fmu_terminals(const eg_fmu_shape *shape, const eg_spec *spec)
{
    char *text = NULL, name[1000];
    size_t length;
    FILE *out = open_memstream(&text, &length);
    if (!out)
        return NULL;
    fprintf(out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiTerminalsAndIcons fmiVersion=\"3.0\">\n"
            "  <GraphicalRepresentation>\n"
            "    <CoordinateSystem x1=\"-100\" y1=\"-100\" x2=\"100\" y2=\"100\" "
            "suggestedScalingFactorTo_mm=\"0.1\"/>\n"
            "    <Icon x1=\"%g\" y1=\"%g\" x2=\"%g\" y2=\"%g\"/>\n  </GraphicalRepresentation>\n",
            -EG_DRAWING_REACH, -EG_DRAWING_REACH, EG_DRAWING_REACH, EG_DRAWING_REACH);
    fputs(shape->flange_count > 0 ? "  <Terminals>\n" : "", out);
    for (size_t i = 0; i < shape->flange_count; i++) {
        name_terminal(shape, i, name);
        write_terminal(out, spec, name, place_terminal(shape, spec, i));
    }
    fprintf(out, "%s</fmiTerminalsAndIcons>\n", shape->flange_count > 0 ? "  </Terminals>\n" : "");
    return eg_text_end(out, &text);
}
