/* Classes of Modelica's library in Dyad.
 *
 * What Dyad's libraries have goes by its name there: parameters and connectors have the names of that class,
 * and defaults that differ are written out. Dyad has no conditional connectors: a support that is not used
 * stands on a Fixed, a heat port that is off on a FixedTemperature, one for the whole component. What they do
 * not have gets a component of the text's own that stands for it. */
#include "modelica/text/unparse.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

#define TRANSLATION(name) "Modelica.Mechanics.Translational." name
#define ROTATION(name) "Modelica.Mechanics.Rotational." name
#define HEAT(name) "Modelica.Thermal.HeatTransfer." name
#define BLOCK(name) "Modelica.Blocks." name
#define D_TRANSLATION(name) "TranslationalComponents." name
#define D_ROTATION(name) "RotationalComponents." name
#define D_HEAT(name) "ThermalComponents." name
#define D_BLOCK(name) "BlockComponents." name

/* The same name in both libraries. */
#define SAME_T(room, name, names)                                                                            \
    {                                                                                                        \
        TRANSLATION(room name), D_TRANSLATION(name), names                                                   \
    }
/* Sources that Dyad's library has by their full names alone. */
#define SAME_SOURCE(name)                                                                                    \
    {                                                                                                        \
        TRANSLATION("Sources." name), D_TRANSLATION("Sources." name), ""                                     \
    }
#define SAME_R(room, name, names)                                                                            \
    {                                                                                                        \
        ROTATION(room name), D_ROTATION(name), names                                                         \
    }
#define SAME_H(room, name)                                                                                   \
    {                                                                                                        \
        HEAT(room name), D_HEAT(name), ""                                                                    \
    }
#define SAME_B(room, name, names)                                                                            \
    {                                                                                                        \
        BLOCK(room name), D_BLOCK(name), names                                                               \
    }
#define SHAFT "flange_a=spline_a flange_b=spline_b"
#define WAVE "f=frequency startTime=start_time"

/* Parameters, connectors and variables that have other names in Dyad: "theirs=ours". "T.start=T0": the start
 * value of a variable is a parameter. */
static const struct {
    const char *modelica, *dyad, *names;
} pairs[] = {
    SAME_T("Components.", "Fixed", ""),
    SAME_T("Components.", "Mass", ""),
    SAME_T("Components.", "Rod", ""),
    SAME_T("Components.", "Spring", ""),
    SAME_T("Components.", "Damper", ""),
    SAME_T("Components.", "SpringDamper", ""),
    SAME_T("Components.", "ElastoGap", "heatPort=heat_port"),
    SAME_T("Components.", "RelativeStates", ""),
    {TRANSLATION("Components.IdealGearR2T"), D_ROTATION("IdealGearR2T"),
     "flangeR=spline flangeT=flange supportR=support_r supportT=support_t"},
    {TRANSLATION("Components.IdealRollingWheel"), D_ROTATION("IdealRollingWheel"),
     "flangeR=spline flangeT=flange supportR=support_r supportT=support_t"},
    {TRANSLATION("Sensors.AccSensor"), D_TRANSLATION("AccelerationSensor"), ""},
    SAME_T("Sensors.", "ForceSensor", ""),
    SAME_T("Sensors.", "MultiSensor", ""),
    SAME_T("Sensors.", "PositionSensor", ""),
    SAME_T("Sensors.", "PowerSensor", ""),
    SAME_T("Sensors.", "SpeedSensor", ""),
    {TRANSLATION("Sensors.RelAccSensor"), D_TRANSLATION("RelativeAccelerationSensor"), ""},
    {TRANSLATION("Sensors.RelPositionSensor"), D_TRANSLATION("RelativePositionSensor"), ""},
    {TRANSLATION("Sensors.RelSpeedSensor"), D_TRANSLATION("RelativeSpeedSensor"), ""},
    SAME_SOURCE("Accelerate"),
    SAME_T("Sources.", "ConstantForce", ""),
    SAME_SOURCE("ConstantSpeed"),
    {TRANSLATION("Sources.Force"), D_TRANSLATION("Force"), "flange=flange_b support=flange_a"},
    {TRANSLATION("Sources.Force2"), D_TRANSLATION("Force"), ""},
    SAME_T("Sources.", "ForceStep", ""),
    SAME_SOURCE("InverseSpeedDependentForce"),
    SAME_SOURCE("LinearSpeedDependentForce"),
    SAME_SOURCE("QuadraticSpeedDependentForce"),
    SAME_SOURCE("SignForce"),
    SAME_T("Sources.", "Position", "af=a_f bf=b_f"),
    SAME_T("Sources.", "Speed", ""),
    SAME_R("Components.", "Fixed", "flange=spline"),
    SAME_R("Components.", "Inertia", SHAFT),
    SAME_R("Components.", "Spring", SHAFT),
    SAME_R("Components.", "Damper", SHAFT),
    SAME_R("Components.", "SpringDamper", SHAFT),
    SAME_R("Components.", "IdealGear", SHAFT),
    SAME_R("Components.", "IdealGearR2T",
           "flangeR=spline flangeT=flange supportR=support_r supportT=support_t"),
    SAME_R("Components.", "IdealRollingWheel",
           "flangeR=spline flangeT=flange supportR=support_r supportT=support_t"),
    {ROTATION("Sources.Torque"), D_ROTATION("TorqueSource"), "flange=spline"},
    SAME_R("Sensors.", "AngleSensor", "flange=spline"),
    {ROTATION("Sensors.SpeedSensor"), D_ROTATION("VelocitySensor"), "flange=spline"},
    SAME_H("Components.", "BodyRadiation"),
    SAME_H("Components.", "Convection"),
    SAME_H("Components.", "ConvectiveResistor"),
    {HEAT("Components.HeatCapacitor"), D_HEAT("HeatCapacitor"), "T.start=T0 der_T=dT"},
    SAME_H("Components.", "ThermalConductor"),
    SAME_H("Components.", "ThermalResistor"),
    SAME_H("Sensors.", "HeatFlowSensor"),
    {HEAT("Sensors.RelTemperatureSensor"), D_HEAT("RelativeTemperatureSensor"), ""},
    SAME_H("Sensors.", "TemperatureSensor"),
    SAME_H("Sources.", "FixedHeatFlow"),
    SAME_H("Sources.", "FixedTemperature"),
    SAME_H("Sources.", "PrescribedHeatFlow"),
    SAME_H("Sources.", "PrescribedTemperature"),
    SAME_B("Math.", "Add", ""),
    SAME_B("Math.", "Add3", ""),
    SAME_B("Math.", "Division", ""),
    SAME_B("Math.", "Feedback", ""),
    SAME_B("Math.", "Gain", ""),
    SAME_B("Math.", "Product", ""),
    SAME_B("Nonlinear.", "Limiter", "uMax=y_max uMin=y_min"),
    SAME_B("Routing.", "RealPassThrough", ""),
    SAME_B("Continuous.", "Integrator", "y_start=x0"),
    SAME_B("Sources.", "Constant", ""),
    SAME_B("Sources.", "ContinuousClock", "startTime=start_time"),
    SAME_B("Sources.", "Cosine", WAVE),
    SAME_B("Sources.", "ExpSine", WAVE),
    SAME_B("Sources.", "Ramp", "startTime=start_time"),
    SAME_B("Sources.", "Sine", WAVE),
    SAME_B("Sources.", "Step", "startTime=start_time"),
};

/* ---------------------------------------------------------------- names */

/* What stands behind "name=" in the list; NULL: nothing does. */
static const char *renamed(eg_reader *r, const char *list, const char *name)
{
    const size_t length = strlen(name);
    while (*list) {
        const size_t size = strcspn(list, " ");
        if (strncmp(list, name, length) == 0 && list[length] == '=')
            return eg_symbol_of(r, list + length + 1, size - length - 1);
        list += size + strspn(list + size, " ");
    }
    return NULL;
}

static const char *name_in_dyad(eg_reader *r, const eg_twin *t, const char *name)
{
    const char *other = renamed(r, t->names, name);
    return other ? other : name;
}

static bool has_member(const eg_class *class, const char *name)
{
    return eg_class_parameter(class, name) >= 0 || eg_class_port(class, name) >= 0 ||
           eg_class_variable(class, name) >= 0;
}

static bool is_part_of_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '\'';
}

/* Does the text speak of that member of a component of this name, "gap.contact", "gap[i].contact",
 * anywhere? */
static bool speaks_of(const eg_unparser *u, const char *component, const char *member)
{
    const char *text = u->source->text;
    const size_t length = strlen(component), size = strlen(member);
    for (const char *at = strstr(text, component); at; at = strstr(at + 1, component)) {
        const char *behind = at + length;
        if (*behind == '[')
            behind += strcspn(behind, "]") + 1;
        if ((at == text || !is_part_of_name(at[-1])) && *behind == '.' &&
            strncmp(behind + 1, member, size) == 0 && !is_part_of_name(behind[1 + size]))
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- is there a twin? */

static const eg_modifier *argument(const eg_modifier *m, const char *name)
{
    for (uint32_t i = 0; m && i < m->count; i++)
        if (m->arguments[i]->name && strcmp(m->arguments[i]->name, name) == 0)
            return m->arguments[i];
    return NULL;
}

/* Choices of states and their sizes change how a motion is computed, not the motion. */
static bool is_of_states(const char *name)
{
    return strcmp(name, "stateSelect") == 0 || strcmp(name, "s_nominal") == 0 ||
           strcmp(name, "phi_nominal") == 0;
}

/* The value that is written for a parameter, or its default; false: it does not stand there. */
static bool value_of(const eg_parameter *p, const eg_modifier *m, double *value)
{
    *value = p->value;
    if (!m)
        return !p->value_text;
    if (!m->value || m->count > 0 || (m->value->kind != EG_E_BOOLEAN && m->value->kind != EG_E_NUMBER))
        return false;
    *value = m->value->number;
    return true;
}

/* Is the connector there? -1: nobody knows. Conditions of these classes are one Boolean parameter. */
static int is_there(const eg_class *class, const eg_port *port, const eg_modifier *given)
{
    const int index = port->condition ? eg_class_parameter(class, port->condition) : -1;
    double value = 1;
    if (port->condition &&
        (index < 0 || !value_of(&class->parameters[index], argument(given, port->condition), &value)))
        return -1;
    return value != 0;
}

static bool is_condition(const eg_class *class, const char *parameter)
{
    for (size_t i = 0; i < class->port_count; i++)
        if (class->ports[i].condition && strcmp(class->ports[i].condition, parameter) == 0)
            return true;
    return false;
}

/* Every connector of Modelica's class is one of Dyad's; what Dyad's has besides stands on the ground. */
static bool ports_fit(eg_unparser *u, eg_twin *t, const eg_modifier *given)
{
    bool is_used[16] = {false};
    for (size_t i = 0; i < t->from->port_count; i++) {
        const eg_port *port = &t->from->ports[i];
        const int index = eg_class_port(t->to, name_in_dyad(u->r, t, port->name));
        const int there = is_there(t->from, port, given);
        if (there < 0 || (there > 0 && index < 0))
            return false;
        if (there > 0)
            is_used[index] = true;
    }
    for (size_t i = 0; i < t->to->port_count; i++) {
        const eg_port_kind kind = t->to->ports[i].kind;
        if (is_used[i])
            continue;
        if (!eg_port_is_thermal(kind) && !eg_port_is_mechanical(kind))
            return false;
        t->grounded |= 1U << i;
    }
    return true;
}

/* One that Dyad's class does not have must do what it does by default. */
static bool may_be_left_out(const eg_class *class, const eg_parameter *p, const eg_modifier *m)
{
    double value;
    if (is_of_states(p->name) || is_condition(class, p->name) || p->is_derived || !m)
        return true;
    return value_of(p, m, &value) && value == p->value;
}

static bool parameters_fit(eg_unparser *u, const eg_twin *t, const eg_modifier *given)
{
    for (size_t i = 0; i < t->from->parameter_count; i++) {
        const eg_parameter *p = &t->from->parameters[i];
        const eg_modifier *m = argument(given, p->name);
        const int index = eg_class_parameter(t->to, name_in_dyad(u->r, t, p->name));
        if (m && (m->is_redeclaration || (m->count > 0 && index >= 0)))
            return false;
        if (index < 0 && !may_be_left_out(t->from, p, m))
            return false;
        const bool differs = index >= 0 && (!p->value_text != !t->to->parameters[index].value_text);
        if (differs && !m)
            return false;
    }
    return true;
}

/* Start values of variables that Dyad's class has too. */
static bool variables_fit(eg_unparser *u, const eg_twin *t, const eg_modifier *given)
{
    const char *start = NULL; /* the variable whose start is a parameter */
    for (size_t i = 0; i < t->from->variable_count; i++)
        if (renamed(u->r, t->names, eg_textf(u->r, "%s.start", t->from->variables[i].name)))
            start = t->from->variables[i].name;
    for (uint32_t i = 0; given && i < given->count; i++) {
        const eg_modifier *m = given->arguments[i];
        if (!m->name || eg_class_parameter(t->from, m->name) >= 0)
            continue;
        const bool is_start = start && strcmp(start, m->name) == 0;
        if (m->is_redeclaration || eg_class_variable(t->from, m->name) < 0 ||
            eg_class_variable(t->to, m->name) < 0 || (start && !is_start))
            return false;
        for (uint32_t k = 0; is_start && k < m->count; k++)
            if (strcmp(m->arguments[k]->name, "start") != 0 && strcmp(m->arguments[k]->name, "fixed") != 0)
                return false;
    }
    return !start || (argument(given, start) && eg_unparse_is_fixed(argument(given, start)));
}

/* Nobody speaks of what Dyad's class lacks. */
static bool is_all_there(eg_unparser *u, const eg_twin *t)
{
    for (size_t i = 0; i < t->from->variable_count; i++) {
        const char *name = t->from->variables[i].name;
        if (!has_member(t->to, name_in_dyad(u->r, t, name)) && speaks_of(u, t->component->name, name))
            return false;
    }
    for (size_t i = 0; i < t->from->parameter_count; i++) {
        const char *name = t->from->parameters[i].name;
        if (!has_member(t->to, name_in_dyad(u->r, t, name)) && speaks_of(u, t->component->name, name))
            return false;
    }
    return true;
}

/* Does a modifier in here speak of what a component `name` has inside, other than its own? */
static bool is_modified_in(const eg_modifier *m, const eg_modifier *own, const char *name)
{
    for (uint32_t i = 0; m && i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        if (a != own && a->name == name && (a->count > 0 || a->is_redeclaration))
            return true;
        if (is_modified_in(a, own, name))
            return true;
    }
    return false;
}

static bool is_modified_elsewhere(const eg_unparser *u, const eg_component *c)
{
    for (size_t i = 0; i < u->hoisted.count; i++) {
        const eg_definition *d = u->hoisted.items[i];
        for (uint32_t k = 0; k < d->syntax->element_count; k++) {
            const eg_class_element *e = &d->syntax->elements[k];
            const eg_modifier *m = e->kind == EG_EL_EXTENDS ? e->extension->modifier : NULL;
            if (e->kind == EG_EL_COMPONENT)
                m = e->component->modifier;
            if (is_modified_in(m, c->modifier, c->name))
                return true;
        }
        if (d->syntax->is_short && is_modified_in(d->syntax->modifier, c->modifier, c->name))
            return true;
    }
    return false;
}

const eg_class *eg_unparse_native(const eg_definition *d)
{
    if (d && d->kind == EG_D_NATIVE)
        return d->native;
    return d && d->is_written ? eg_class_find(d->full) : NULL;
}

static void find_twin(eg_unparser *u, const eg_component *c, const eg_class *from, eg_twin *into)
{
    const bool is_plain =
        !c->is_replaceable && !c->is_redeclared && !c->is_inner && !c->is_outer && c->dimension_count < 2;
    for (size_t i = 0; is_plain && i < EG_COUNT(pairs); i++) {
        eg_twin t = {.component = c, .from = from, .names = pairs[i].names};
        if (strcmp(pairs[i].modelica, from->name) != 0 || !(t.to = eg_class_find(pairs[i].dyad)))
            continue;
        if (ports_fit(u, &t, c->modifier) && parameters_fit(u, &t, c->modifier) &&
            variables_fit(u, &t, c->modifier) && is_all_there(u, &t) && !is_modified_elsewhere(u, c))
            *into = t;
        return;
    }
}

const eg_twin *eg_unparse_twin(eg_unparser *u, eg_definition *scope, const eg_component *c)
{
    for (size_t i = 0; i < u->twins.count; i++) {
        const eg_twin *t = u->twins.items[i];
        if (t->component == c)
            return t->to ? t : NULL;
    }
    if (!(u->to_dyad || u->is_carried) || u->hoisted.count == 0 || !scope->syntax ||
        scope->syntax->source != u->source)
        return NULL;
    eg_twin *t = eg_new(u->r, sizeof *t);
    if (!t || !eg_list_add(u->r, &u->twins, t))
        return NULL;
    *t = (eg_twin){.component = c};
    const eg_class *from = eg_unparse_native(eg_resolve(u->r, scope, u->source, c->type, true));
    if (from)
        find_twin(u, c, from, t);
    return t->to ? t : NULL;
}

void eg_unparse_forget_twin(const eg_unparser *u, const eg_component *c)
{
    for (size_t i = 0; i < u->twins.count; i++) {
        eg_twin *t = u->twins.items[i];
        if (t->component == c)
            t->to = NULL;
    }
}

/* ---------------------------------------------------------------- what is written of it */

static eg_modifier *new_argument(eg_reader *r, const char *name, eg_expr *value, uint32_t at)
{
    eg_modifier *m = eg_new(r, sizeof *m);
    if (m && value)
        *m = (eg_modifier){.name = name, .value = value, .at = at, .value_at = at, .is_each = true};
    return value ? m : NULL;
}

static eg_expr *new_number(eg_reader *r, const eg_parameter *p, double value, uint32_t at)
{
    eg_expr *e = eg_new(r, sizeof *e);
    if (!e)
        return NULL;
    *e = (eg_expr){.kind = p->type == EG_BOOLEAN ? EG_E_BOOLEAN : EG_E_NUMBER,
                   .at = at,
                   .is_integer = p->type == EG_INTEGER || (value == floor(value) && fabs(value) < 1e15),
                   .number = value};
    if (value >= 0 || p->type == EG_BOOLEAN)
        return e;
    static const eg_token_kind minus[] = {EG_T_MINUS};
    eg_expr *sum = eg_new(r, sizeof *sum);
    eg_expr **items = eg_new_array(r, 1, sizeof *items);
    if (!sum || !items)
        return NULL;
    e->number = -value;
    items[0] = e;
    *sum = (eg_expr){.kind = EG_E_SUM, .at = at, .count = 1, .items = items, .operators = minus};
    return sum;
}

/* A default of Modelica's class that is none, or another one, in Dyad; NULL: they agree. */
static eg_modifier *default_of(eg_unparser *u, const eg_twin *t, const eg_parameter *p, uint32_t at)
{
    const char *name = name_in_dyad(u->r, t, p->name);
    const int index = eg_class_parameter(t->to, name);
    if (index < 0 || p->need == EG_REQUIRED || p->value_text || p->type > EG_BOOLEAN)
        return NULL;
    const eg_parameter *other = &t->to->parameters[index];
    if (other->need == EG_HAS_DEFAULT && other->value == p->value)
        return NULL;
    return new_argument(u->r, name, new_number(u->r, p, p->value, at), at);
}

/* The parameter that a start value has become; NULL: none. */
static eg_modifier *start_of(eg_unparser *u, const eg_twin *t, const eg_variable *v, const eg_modifier *given,
                             uint32_t at)
{
    const char *name = renamed(u->r, t->names, eg_textf(u->r, "%s.start", v->name));
    const eg_modifier *start = argument(argument(given, v->name), "start");
    if (!name)
        return NULL;
    if (!start || !start->value) {
        static const eg_parameter real = {.type = EG_REAL};
        return new_argument(u->r, name, new_number(u->r, &real, v->start, at), at);
    }
    eg_modifier *m = new_argument(u->r, name, start->value, at);
    if (m)
        m->is_each = start->is_each || argument(given, v->name)->is_each;
    return m;
}

/* The literal of an enumeration by the name that Dyad's library has for that. */
static eg_expr *literal_of(eg_unparser *u, const eg_class *class, const char *parameter, eg_expr *value)
{
    const int index = eg_class_parameter(class, parameter);
    const eg_parameter *p = index >= 0 ? &class->parameters[index] : NULL;
    if (!p || p->type != EG_ENUMERATION || !value || value->kind != EG_E_REFERENCE)
        return value;
    eg_expr *e = eg_new(u->r, sizeof *e);
    eg_reference *name = eg_new(u->r, sizeof *name);
    eg_part *part = eg_new(u->r, sizeof *part);
    if (!e || !name || !part)
        return value;
    part->at = value->at;
    part->name = eg_symbol(u->r, eg_textf(u->r, "%s.%s", p->type_name,
                                          value->reference->parts[value->reference->count - 1].name));
    *name = (eg_reference){.parts = part, .count = 1};
    *e = *value;
    e->reference = name;
    return e;
}

/* Adds name(attribute = value) to the arguments of m, or to the one of that name that is there; what that
 * says itself goes first. */
static void add_attribute(eg_unparser *u, eg_modifier *m, const char *name, const char *attribute,
                          const eg_modifier *value)
{
    uint32_t k = 0;
    while (k < m->count && strcmp(m->arguments[k]->name, name) != 0)
        k++;
    eg_modifier *of = eg_new(u->r, sizeof *of), *one = eg_new(u->r, sizeof *one);
    if (!of || !one || (k < m->count && argument(m->arguments[k], attribute)))
        return;
    *of = k < m->count ? *m->arguments[k] : (eg_modifier){.name = name, .at = value->at};
    eg_modifier **arguments = eg_new_array(u->r, of->count + 1u, sizeof *arguments);
    if (!arguments)
        return;
    for (uint32_t i = 0; i < of->count; i++)
        arguments[i] = of->arguments[i];
    *one = *value;
    one->name = attribute;
    arguments[of->count++] = one;
    of->arguments = arguments;
    m->arguments[k] = of;
    m->count += k == m->count;
}

/* stateSelect and s_nominal of a component are what its variables wish, and so they go into Dyad. */
static void add_wishes(eg_unparser *u, const eg_twin *t, const eg_modifier *given, eg_modifier *m)
{
    static const char *const pairs_of[][2] = {
        {"s_rel", "v_rel"}, {"phi_rel", "w_rel"}, {"s", "v"}, {"phi", "w"}};
    size_t k = 0;
    while (k < EG_COUNT(pairs_of) && eg_class_variable(t->to, pairs_of[k][0]) < 0)
        k++;
    for (uint32_t i = 0; k < EG_COUNT(pairs_of) && given && i < given->count; i++) {
        const eg_modifier *a = given->arguments[i];
        const bool is_select = a->name && strcmp(a->name, "stateSelect") == 0;
        if (!a->name || !a->value || !is_of_states(a->name))
            continue;
        add_attribute(u, m, pairs_of[k][0], is_select ? "stateSelect" : "nominal", a);
        if (is_select && eg_class_variable(t->to, pairs_of[k][1]) >= 0)
            add_attribute(u, m, pairs_of[k][1], "stateSelect", a);
    }
}

eg_modifier *eg_unparse_twin_modifier(eg_unparser *u, const eg_twin *t)
{
    const eg_modifier *given = t->component->modifier;
    const uint32_t at = t->component->at, count = given ? given->count : 0;
    eg_modifier *m = eg_new(u->r, sizeof *m);
    const size_t most = count + t->from->parameter_count + t->from->variable_count + 5; /* 4 are wishes */
    eg_modifier **all = eg_new_array(u->r, (uint32_t)most, sizeof(eg_modifier *));
    if (!m || !all)
        return NULL;
    *m = given ? *given : (eg_modifier){.at = at};
    m->arguments = all;
    m->count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const char *name = given->arguments[i]->name;
        const char *ours = name ? name_in_dyad(u->r, t, name) : NULL;
        const bool is_start = name && renamed(u->r, t->names, eg_textf(u->r, "%s.start", name));
        eg_modifier *copy = eg_new(u->r, sizeof *copy);
        if (!copy || !ours || is_start || !has_member(t->to, ours))
            continue;
        *copy = *given->arguments[i];
        copy->name = ours;
        copy->value = literal_of(u, t->to, ours, copy->value);
        all[m->count++] = copy;
    }
    for (size_t i = 0; i < t->from->parameter_count; i++) {
        const eg_parameter *p = &t->from->parameters[i];
        eg_modifier *other = argument(given, p->name) ? NULL : default_of(u, t, p, at);
        if (other)
            all[m->count++] = other;
    }
    for (size_t i = 0; i < t->from->variable_count; i++) {
        eg_modifier *start = start_of(u, t, &t->from->variables[i], given, at);
        if (start)
            all[m->count++] = start;
    }
    add_wishes(u, t, given, m);
    return m;
}

bool eg_unparse_is_own_start(eg_unparser *u, const eg_component *c, const char *variable)
{
    const eg_twin *t = c ? eg_unparse_twin(u, u->scope, c) : NULL;
    return t && renamed(u->r, t->names, eg_textf(u->r, "%s.start", variable));
}

/* ---------------------------------------------------------------- members */

const char *eg_unparse_member_name(eg_unparser *u, const eg_reference *name, uint32_t i)
{
    const char *own = name->parts[i].name;
    eg_member *member =
        i > 0 && (u->to_dyad || u->is_carried) ? eg_lookup(u->r, u->scope, name->parts[0].name, NULL) : NULL;
    for (uint32_t k = 1; k < i && member; k++) {
        eg_definition *type = member->kind == EG_M_COMPONENT ? eg_member_type(u->r, member) : NULL;
        member = type && eg_find_bases(u->r, type) ? eg_find_member(u->r, type, name->parts[k].name) : NULL;
    }
    if (!member || member->kind != EG_M_COMPONENT || !member->component || !member->owner)
        return own;
    const eg_twin *t = eg_unparse_twin(u, member->owner, member->component);
    return t ? name_in_dyad(u->r, t, own) : own;
}

/* ---------------------------------------------------------------- what stands on the ground */

/* Kinds of connectors, and what holds them. */
static const struct {
    const char *name, *declaration, *port;
} grounds[] = {
    {"ground", "TranslationalComponents.Fixed()", "flange"},
    {"housing", "RotationalComponents.Fixed()", "spline"},
    {"surroundings", "ThermalComponents.FixedTemperature(T = 293.15)", "port"},
};

static size_t ground_of(eg_port_kind kind)
{
    if (eg_port_is_thermal(kind))
        return 2;
    if (eg_port_is_rotational(kind))
        return 1;
    return 0;
}

/* A name that the text does not use. */
static const char *ground_name(eg_unparser *u, size_t kind)
{
    const char *name = grounds[kind].name;
    while (strstr(u->source->text, name))
        name = eg_textf(u->r, "%s_", name);
    return name;
}

static const eg_twin *twin_of_element(const eg_dyad_writing *w, uint32_t i)
{
    const eg_class_element *e = &w->class->elements[i];
    return e->kind == EG_EL_COMPONENT && w->said[i] ? eg_unparse_twin(w->u, w->u->scope, e->component) : NULL;
}

void eg_unparse_grounds(eg_dyad_writing *w)
{
    bool is_needed[EG_COUNT(grounds)] = {false};
    for (uint32_t i = 0; i < w->class->element_count; i++) {
        const eg_twin *t = twin_of_element(w, i);
        for (size_t k = 0; t && k < t->to->port_count; k++)
            if (t->grounded & 1U << k)
                is_needed[ground_of(t->to->ports[k].kind)] = true;
    }
    for (size_t k = 0; k < EG_COUNT(grounds); k++) {
        if (!is_needed[k])
            continue;
        eg_unparse_indent(w->u);
        fprintf(w->u->out, "%s = %s\n", ground_name(w->u, k), grounds[k].declaration);
    }
}

static void connect_to_ground(eg_dyad_writing *w, const eg_twin *t, const eg_port *port)
{
    eg_unparser *u = w->u;
    const eg_component *c = t->component;
    const char *index = "i";
    if (c->dimension_count > 0) {
        eg_unparse_indent(u);
        fprintf(u->out, "for %s in 1:", index);
        eg_unparse_expression(u, c->dimensions[0]);
        fputc('\n', u->out);
        u->depth++;
    }
    eg_unparse_indent(u);
    const size_t ground = ground_of(port->kind);
    fprintf(u->out, "connect(%s.%s, ", ground_name(u, ground), grounds[ground].port);
    eg_unparse_name(u, c->name);
    fprintf(u->out, "%s.%s)\n", c->dimension_count > 0 ? "[i]" : "", port->name);
    if (c->dimension_count > 0) {
        u->depth--;
        eg_unparse_indent(u);
        fputs("end\n", u->out);
    }
    w->relations++;
}

void eg_unparse_ground_connections(eg_dyad_writing *w)
{
    for (uint32_t i = 0; i < w->class->element_count; i++) {
        const eg_twin *t = twin_of_element(w, i);
        for (size_t k = 0; t && k < t->to->port_count; k++)
            if (t->grounded & 1U << k)
                connect_to_ground(w, t, &t->to->ports[k]);
    }
}

/* ---------------------------------------------------------------- interfaces and components that stand
 * for others */

/* Partial classes and connectors, which Dyad's libraries have under names of their own. NULL: neither. */
static const char *interface_name(eg_unparser *u, const eg_class *class)
{
    static const struct {
        const char *modelica, *dyad;
    } rooms[] = {{TRANSLATION("Interfaces."), "TranslationalComponents.Interfaces."},
                 {ROTATION("Interfaces."), "RotationalComponents.Interfaces."},
                 {HEAT("Interfaces."), "ThermalComponents.Interfaces."},
                 {BLOCK("Interfaces."), "BlockComponents.Interfaces."}};
    static const char *const connectors[][2] = {{TRANSLATION("Interfaces.Flange"), "Flange"},
                                                {ROTATION("Interfaces.Flange"), "Spline"},
                                                {HEAT("Interfaces.HeatPort"), "HeatPort"},
                                                {BLOCK("Interfaces.RealInput"), "RealInput"},
                                                {BLOCK("Interfaces.RealOutput"), "RealOutput"},
                                                {BLOCK("Interfaces.BooleanInput"), "BooleanInput"},
                                                {BLOCK("Interfaces.BooleanOutput"), "BooleanOutput"},
                                                {BLOCK("Interfaces.IntegerInput"), "IntegerInput"},
                                                {BLOCK("Interfaces.IntegerOutput"), "IntegerOutput"}};
    for (size_t i = 0; i < EG_COUNT(connectors); i++)
        if (strcmp(class->name, connectors[i][0]) == 0)
            return eg_textf(u->r, "Dyad.%s", connectors[i][1]);
    for (size_t i = 0; i < EG_COUNT(rooms); i++)
        if (strncmp(class->name, rooms[i].modelica, strlen(rooms[i].modelica)) == 0)
            return eg_textf(u->r, "%s%s", rooms[i].dyad, class->name + strlen(rooms[i].modelica));
    return NULL;
}

static bool is_of_dyad(const eg_class *class)
{
    static const char *const libraries[] = {"TranslationalComponents.", "RotationalComponents.",
                                            "ThermalComponents.", "BlockComponents."};
    for (size_t i = 0; i < EG_COUNT(libraries); i++)
        if (strncmp(class->name, libraries[i], strlen(libraries[i])) == 0)
            return true;
    return false;
}

static bool is_taken(const eg_unparser *u, const char *name)
{
    for (size_t i = 0; i < u->stand_ins.count; i++)
        if (strcmp(((const eg_stand_in *)u->stand_ins.items[i])->name, name) == 0)
            return true;
    for (size_t i = 0; i < EG_COUNT(pairs); i++) { /* where it is short the text's own would win */
        const char *last = strrchr(pairs[i].dyad, '.');
        if (strcmp(last + 1, name) == 0)
            return true;
    }
    return strstr(u->source->text, eg_textf(u->r, " %s\n", name)) ||
           strstr(u->source->text, eg_textf(u->r, " %s ", name)) ||
           strstr(u->source->text, eg_textf(u->r, " %s(", name));
}

const char *eg_unparse_library_class(eg_unparser *u, uint32_t at, const eg_class *class)
{
    if (!u->to_dyad || is_of_dyad(class))
        return class->name;
    const char *interface = interface_name(u, class);
    if (interface)
        return interface;
    return eg_unparse_stand_in(u, at, class->name, class->doc);
}

/* May Dyad say the equation? Not what is said of events, nor names that it has for something else. */
static bool is_plain_equation(const char *equation)
{
    static const char *const words[] = {"when ",   "algorithm", "noEvent(",        "smooth(",   "pre(",
                                        "edge(",   "change(",   "initial",         "sample(",   "reinit(",
                                        "eps",     "delay(",    "Modelica.Units.", "terminal(", "homotopy(",
                                        "assert(", "Elastogap."};
    for (size_t i = 0; i < EG_COUNT(words); i++)
        if (strstr(equation, words[i]))
            return false;
    return true;
}

/* A default that follows from other parameters: an expression, and no prose. */
static bool is_plain_default(const eg_parameter *p)
{
    const char *text = p->formula ? p->formula : p->value_text;
    for (; text && *text; text++)
        if (!is_part_of_name(*text) && !strchr("+-*/.()", *text))
            return false;
    return true;
}

/* A block of numbers and Real signals that are always there, and of no components:
 * its equations are plain. */
static bool is_plain_block(const eg_class *class)
{
    bool is_plain = class->kind == EG_BLOCK && !class->components && class->equations && class->equations[0];
    for (size_t i = 0; is_plain && i < class->parameter_count; i++) {
        const eg_parameter *p = &class->parameters[i];
        is_plain = p->type <= EG_BOOLEAN && p->columns == 0 && !p->is_derived && is_plain_default(p);
    }
    for (size_t i = 0; is_plain && i < class->port_count; i++) {
        const eg_port *port = &class->ports[i];
        is_plain = (port->kind == EG_REAL_INPUT || port->kind == EG_REAL_OUTPUT) && !port->condition &&
                   !port->size && !port->value && port->element == 0;
    }
    for (size_t i = 0; is_plain && i < class->variable_count; i++) {
        const eg_variable *v = &class->variables[i];
        is_plain = v->type == EG_REAL && !v->condition && !v->size && !v->value && !strpbrk(v->name, "[.");
    }
    for (size_t i = 0; is_plain && class->equations[i]; i++)
        is_plain = is_plain_equation(class->equations[i]);
    return is_plain;
}

const char *eg_unparse_stand_in(eg_unparser *u, uint32_t at, const char *full, const char *doc)
{
    for (size_t i = 0; i < u->stand_ins.count; i++) {
        const eg_stand_in *s = u->stand_ins.items[i];
        if (strcmp(s->full, full) == 0)
            return s->name;
    }
    const char *last = strrchr(full, '.');
    const char *name = last ? last + 1 : full;
    eg_stand_in *made = eg_new(u->r, sizeof *made);
    while (is_taken(u, name))
        name = eg_textf(u->r, "%s_", name);
    if (!made || !eg_list_add(u->r, &u->stand_ins, made))
        return name;
    *made = (eg_stand_in){.full = full, .name = name, .doc = doc};
    const eg_definition *d = eg_definition_by_name(u->r, full);
    const eg_class *native = d ? eg_unparse_native(d) : NULL;
    if (native && is_plain_block(native)) {
        eg_warn(u->r, u->source, at, "%.200s is not known in Dyad: its equations say it", full);
        eg_hint(u->r, "the component %.200s stands for it", name);
        return name;
    }
    eg_warn(u->r, u->source, at, "%.200s is not known in Dyad: Modelica in the metadata says it", full);
    eg_hint(u->r, "the component %.200s stands for it; other programs do not read this metadata", name);
    return name;
}

void eg_unparse_one_stand_in(eg_unparser *u, const eg_stand_in *s)
{
    const eg_definition *d = eg_definition_by_name(u->r, s->full);
    const bool is_class = !(d && d->kind == EG_D_TYPE);
    eg_carried class = {.kind = "class",
                        .text =
                            eg_textf(u->r, "%s %s = %s;\n", is_class ? "model" : "type", s->name, s->full)};
    eg_list carried = {0};
    if (!class.text || !eg_list_add(u->r, &carried, &class))
        return;
    if (s->doc) {
        eg_unparse_string(u, s->doc);
        fputc('\n', u->out);
    }
    const eg_class *native = d ? eg_unparse_native(d) : NULL;
    const char *equations = native && is_plain_block(native) ? eg_unparse_equations(u, native) : NULL;
    fprintf(u->out, "component %s\n%s", s->name, equations ? equations : "");
    eg_unparse_metadata(u, NULL, &carried);
    fputs("end\n", u->out);
}

void eg_unparse_stand_ins(eg_unparser *u)
{
    for (size_t i = 0; i < u->stand_ins.count; i++) {
        eg_unparse_one_stand_in(u, u->stand_ins.items[i]);
        fputc('\n', u->out);
    }
}
