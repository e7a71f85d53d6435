/* The descriptors of the translational classes, in MSL's names and in Dyad's: their members are those of the
 * libraries, their texts and units are sane, their equations are complete. */
#include "component/class.h"

#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define MSL "Modelica.Mechanics.Translational."
#define DYAD "TranslationalComponents."

/* ---------------------------------------------------------------- what the classes must look like
 *
 * Written down from the declarations of MSL 4.1.0 and from the pages of Dyad's library, in a shorthand:
 *     parameters  name[unit]=default, ~value falls back on a start attribute, ! required, (...) protected,
 *                 {lowest..} the range
 *     ports       <flange_a  >flange_b  ^support  (flange_a  )flange_b  |support (rotational)  *heat  +input
 *                 -output, with [unit] and ?condition
 *     variables   name[unit], with =start when not 0, ! when fixed, (...) protected */

typedef struct expectation {
    const char *name, *parameters, *ports, *variables;
} expectation;

#define COMPLIANT "useHeatPort=false stateSelect=prefer s_nominal[m]=0.0001{0..}"
#define TWO_FLANGES "<flange_a >flange_b"
#define HEAT " *heatPort?useHeatPort"
#define SUPPORTED ">flange ^support?useSupport"
#define ROT "Modelica.Mechanics.Rotational."
#define ROT_COMPLIANT "useHeatPort=false stateSelect=prefer phi_nominal[rad]=0.0001{0..}"
#define ROT_FLANGES "(flange_a )flange_b"
#define ROT_RELATIVE "phi_rel[rad] w_rel[rad/s] a_rel[rad/s2]"
#define ROT_SUPPORTED ")flange |support?useSupport"
#define R2T "useSupportR=false useSupportT=false"
#define R2T_PORTS "(flangeR >flangeT |supportR?useSupportR ^supportT?useSupportT"
#define EPS "2.22044604925031e-16"

static const expectation expectations[] = {
    {MSL "Components.Fixed", "s0[m]=0", ">flange", ""},
    {MSL "Components.Mass", "m[kg]~1{0..} L[m]=0 stateSelect=default", TWO_FLANGES, "s[m] v[m/s] a[m/s2]"},
    {MSL "Components.Rod", "L[m]~0", TWO_FLANGES, "s[m]"},
    {MSL "Components.Spring", "c[N/m]~1{0..} s_rel0[m]=0", TWO_FLANGES, "s_rel[m] f[N]"},
    {MSL "Components.Damper", "d[N.s/m]~0{0..} " COMPLIANT, TWO_FLANGES HEAT,
     "s_rel[m] v_rel[m/s] f[N] lossPower[W]"},
    {MSL "Components.SpringDamper", "c[N/m]~1{0..} d[N.s/m]~1{0..} s_rel0[m]=0 " COMPLIANT, TWO_FLANGES HEAT,
     "s_rel[m] v_rel[m/s] f[N] lossPower[W] (f_c[N]) (f_d[N])"},
    {MSL "Components.ElastoGap",
     "c[N/m]~1{0..} d[N.s/m]~1{0..} s_rel0[m]=0 s_ref[m]=1{" EPS
     "..} f_ref[N]=c*s_ref{0..} n=1{1..1000000000} " COMPLIANT,
     TWO_FLANGES HEAT, "s_rel[m] v_rel[m/s] f[N] lossPower[W] (f_c[N]) (f_d2[N]) (f_d[N]) (ratio) contact"},
    {MSL "Components.RelativeStates", "stateSelect=prefer", TWO_FLANGES, "s_rel[m] v_rel[m/s] a_rel[m/s2]"},
    {MSL "Components.InitializeFlange",
     "use_s_start=true use_v_start=true use_a_start=true stateSelect=default",
     ">flange +s_start[m]?use_s_start +v_start[m/s]?use_v_start +a_start[m/s2]?use_a_start",
     "s_flange[m] v_flange[m/s]"},
    {MSL "Sources.Force", "useSupport=false", SUPPORTED " +f[N]", "s[m] (s_support[m])"},
    {MSL "Sources.ConstantForce", "f_constant[N]! useSupport=false", SUPPORTED, "s[m] f[N] (s_support[m])"},
    {MSL "Sources.ForceStep", "stepForce[N]~1 offsetForce[N]~0 startTime[s]=0 useSupport=false", SUPPORTED,
     "s[m] f[N] (s_support[m])"},
    {MSL "Sources.Position",
     "exact=false f_crit[Hz]=50{0..} (w_crit[rad/s]=2*pi*f_crit) (af=1.3617) (bf=0.618) useSupport=false",
     SUPPORTED " +s_ref[m]", "s[m] v[m/s] a[m/s2] (s_support[m])"},
    {MSL "Sources.Speed", "exact=false f_crit[Hz]=50{0..} (w_crit[rad/s]=2*pi*f_crit) useSupport=false",
     SUPPORTED " +v_ref[m/s]", "s[m]! v[m/s] a[m/s2] (s_support[m])"},
    {MSL "Sensors.PositionSensor", "", "<flange -s[m]", ""},
    {MSL "Sensors.SpeedSensor", "", "<flange -v[m/s]", ""},
    {MSL "Sensors.AccSensor", "", "<flange -a[m/s2]", "v[m/s]"},
    {MSL "Sensors.RelPositionSensor", "", TWO_FLANGES " -s_rel[m]", ""},
    {MSL "Sensors.RelSpeedSensor", "", TWO_FLANGES " -v_rel[m/s]", "s_rel[m]"},
    {MSL "Sensors.RelAccSensor", "", TWO_FLANGES " -a_rel[m/s2]", "s_rel[m] v_rel[m/s]"},
    {MSL "Sensors.ForceSensor", "", TWO_FLANGES " -f[N]", ""},

    {DYAD "Components.Fixed", "s0[m]=0", ">flange", ""},
    {DYAD "Components.Mass", "m[kg]!{0..} L[m]=0 g[m/s2]=-9.80665 theta[rad]=0", TWO_FLANGES,
     "s[m] v[m/s] a[m/s2]"},
    {DYAD "Components.Rod", "L[m]=0", TWO_FLANGES, "s[m]"},
    {DYAD "Components.Spring", "c[N/m]!{0..} s_rel0[m]=0", TWO_FLANGES, "s_rel[m] f[N]"},
    {DYAD "Components.Damper", "d[N.s/m]!{0..}", TWO_FLANGES, "s_rel[m] v_rel[m/s] f[N] lossPower[W]"},
    {DYAD "Components.SpringDamper", "c[N/m]!{0..} d[N.s/m]!{0..} s_rel0[m]!", TWO_FLANGES,
     "s_rel[m] v_rel[m/s] f[N] lossPower[W] f_c[N] f_d[N]"},
    {DYAD "Components.ElastoGap",
     "c[N/m]!{0..} d[N.s/m]!{0..} s_rel0[m]=0 s_ref[m]=1{" EPS "..} f_ref[N]=c*s_ref{0..} n=1{1..1000000000}",
     TWO_FLANGES " *heat_port", "s_rel[m] v_rel[m/s] f[N] lossPower[W] f_c[N] f_d2[N] f_d[N] ratio"},
    {DYAD "Components.RelativeStates", "", TWO_FLANGES, "s_rel[m] v_rel[m/s] a_rel[m/s2]"},
    {DYAD "Sources.Force", "", TWO_FLANGES " +f[N]", ""},
    {DYAD "Sources.ConstantForce", "f_constant[N]!", ">flange ^support", "s[m] f[N]"},
    {DYAD "Sources.ForceStep", "stepForce[N]=1 offsetForce[N]=0 startTime[s]=0", ">flange ^support",
     "s[m] f[N]"},
    {DYAD "Sources.Position",
     "ref_type=Filtered f_crit[Hz]=50{0..} (w_crit[rad/s]=2*pi*f_crit) (a_f=1.3617) (b_f=0.618)",
     ">flange ^support +s_ref[m]", "s[m] v[m/s] a[m/s2]"},
    {DYAD "Sources.Speed", "ref_type=Filtered f_crit[Hz]=50{0..} (w_crit[rad/s]=2*pi*f_crit)",
     ">flange ^support +v_ref[m/s]", "s[m]! v[m/s] a[m/s2]"},
    {DYAD "Sensors.PositionSensor", "", "<flange -s[m]", ""},
    {DYAD "Sensors.SpeedSensor", "", "<flange -v[m/s]", ""},
    {DYAD "Sensors.VelocitySensor", "", "<flange -v[m/s]", ""},
    {DYAD "Sensors.AccelerationSensor", "", "<flange -a[m/s2]", "v[m/s]"},
    {DYAD "Sensors.RelativePositionSensor", "", TWO_FLANGES " -s_rel[m]", ""},
    {DYAD "Sensors.RelativeSpeedSensor", "", TWO_FLANGES " -v_rel[m/s]", "s_rel[m]"},
    {DYAD "Sensors.RelativeVelocitySensor", "", TWO_FLANGES " -v_rel[m/s]", "s_rel[m]"},
    {DYAD "Sensors.RelativeAccelerationSensor", "", TWO_FLANGES " -a_rel[m/s2]", "s_rel[m] v_rel[m/s]"},
    {DYAD "Sensors.ForceSensor", "", TWO_FLANGES " -f[N]", ""},
    {ROT "Components.Fixed", "phi0[rad]=0", ")flange", ""},
    {ROT "Components.Inertia", "J[kg.m2]~1{0..} stateSelect=default", ROT_FLANGES,
     "phi[rad] w[rad/s] a[rad/s2]"},
    {ROT "Components.Disc", "deltaPhi[rad]=0", ROT_FLANGES, "phi[rad]"},
    {ROT "Components.Spring", "c[N.m/rad]~100000{0..} phi_rel0[rad]=0", ROT_FLANGES, "phi_rel[rad] tau[N.m]"},
    {ROT "Components.Damper", "d[N.m.s/rad]~0{0..} " ROT_COMPLIANT, ROT_FLANGES HEAT,
     ROT_RELATIVE " tau[N.m] lossPower[W]"},
    {ROT "Components.SpringDamper",
     "c[N.m/rad]~100000{0..} d[N.m.s/rad]~0{0..} phi_rel0[rad]=0 " ROT_COMPLIANT, ROT_FLANGES HEAT,
     ROT_RELATIVE " tau[N.m] lossPower[W] (tau_c[N.m]) (tau_d[N.m])"},
    {ROT "Components.ElastoBacklash",
     "c[N.m/rad]~100000{1e-60..} d[N.m.s/rad]~0{0..} b[rad]=0{0..} phi_rel0[rad]=0 " ROT_COMPLIANT
     " (bMax[rad]=b/2) (bMin[rad]=-bMax) (bEps[rad]=1e-10)",
     ROT_FLANGES HEAT, ROT_RELATIVE " tau[N.m] lossPower[W] (tau_c[N.m]) (tau_d[N.m]) (phi_diff[rad])"},
    {ROT "Components.RelativeStates", "stateSelect=prefer phi_nominal[rad]=1{0..}", ROT_FLANGES,
     ROT_RELATIVE},
    {ROT "Components.IdealGear", "ratio~1 useSupport=false", ROT_FLANGES " |support?useSupport",
     "phi_a[rad] phi_b[rad] (phi_support[rad])"},
    {ROT "Components.IdealGearR2T", "ratio[rad/m]~1 " R2T, R2T_PORTS, ""},
    {MSL "Components.IdealGearR2T", "ratio[rad/m]~1 " R2T, R2T_PORTS, ""},
    {ROT "Components.IdealRollingWheel", "radius[m]~0.3{0..} " R2T, R2T_PORTS, ""},
    {MSL "Components.IdealRollingWheel", "radius[m]~0.3{0..} " R2T, R2T_PORTS, ""},
    {ROT "Sources.Torque", "useSupport=false", ROT_SUPPORTED " +tau[N.m]", "(phi_support[rad])"},
    {ROT "Sources.ConstantTorque", "tau_constant[N.m]! useSupport=false", ROT_SUPPORTED,
     "phi[rad] w[rad/s] tau[N.m] (phi_support[rad])"},
    {ROT "Sources.TorqueStep", "stepTorque[N.m]~1 offsetTorque[N.m]~0 startTime[s]=0 useSupport=false",
     ROT_SUPPORTED, "phi[rad] tau[N.m] (phi_support[rad])"},
    {ROT "Sources.Position",
     "exact=false f_crit[Hz]=50{0..} (w_crit[rad/s]=2*pi*f_crit) (af=1.3617) (bf=0.618) useSupport=false",
     ROT_SUPPORTED " +phi_ref[rad]", "phi[rad] w[rad/s] a[rad/s2] (phi_support[rad])"},
    {ROT "Sources.Speed", "exact=false f_crit[Hz]=50{0..} (w_crit[rad/s]=2*pi*f_crit) useSupport=false",
     ROT_SUPPORTED " +w_ref[rad/s]", "phi[rad]! w[rad/s] a[rad/s2] (phi_support[rad])"},
    {ROT "Sensors.AngleSensor", "", "(flange -phi[rad]", ""},
    {ROT "Sensors.SpeedSensor", "", "(flange -w[rad/s]", ""},
    {ROT "Sensors.AccSensor", "", "(flange -a[rad/s2]", "w[rad/s]"},
    {ROT "Sensors.RelAngleSensor", "", ROT_FLANGES " -phi_rel[rad]", ""},
    {ROT "Sensors.RelSpeedSensor", "", ROT_FLANGES " -w_rel[rad/s]", "phi_rel[rad]"},
    {ROT "Sensors.RelAccSensor", "", ROT_FLANGES " -a_rel[rad/s2]", "phi_rel[rad] w_rel[rad/s]"},
    {ROT "Sensors.TorqueSensor", "", ROT_FLANGES " -tau[N.m]", ""},

    {"ThermalComponents.Sources.FixedTemperature", "T[K]!", "*port", ""},
    {"BlockComponents.Sources.Constant", "k!", "-y", ""},
    {"BlockComponents.Sources.Step", "start_time[s]=0 offset=0 height!", "-y", ""},
    {"BlockComponents.Sources.Ramp", "start_time[s]=0 offset=0 duration[s]!{0..} height!", "-y", ""},
    {"BlockComponents.Sources.Sine", "start_time[s]=0 offset=0 amplitude! frequency[Hz]! phase[rad]=0", "-y",
     ""},
};

enum { CLASSES = EG_COUNT(expectations) };

static const eg_class *class_at(size_t i)
{
    const eg_class *class = eg_class_find(expectations[i].name);
    if (!class)
        fail_msg("%s is not registered", expectations[i].name);
    return class;
}

/* ---------------------------------------------------------------- descriptors as shorthand */

static void add(char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    size_t length = strlen(text);
    vsnprintf(text + length, 2000 - length, format, arguments);
    va_end(arguments);
}

static void add_unit(char *text, const char *unit)
{
    if (unit && *unit)
        add(text, "[%s]", unit);
}

static void add_default(char *text, const eg_parameter *p)
{
    if (p->need == EG_REQUIRED)
        add(text, "!");
    else if (p->value_text)
        add(text, "=%s", p->value_text);
    else if (p->type == EG_BOOLEAN)
        add(text, "=%s", p->value != 0.0 ? "true" : "false");
    else if (p->type == EG_ENUMERATION)
        add(text, "=%s", p->literals[(int)p->value]);
    else
        add(text, "%c%.15g", p->need == EG_FALLS_BACK ? '~' : '=', p->value);
}

static void render_parameters(const eg_class *class, char *text)
{
    *text = 0;
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *p = &class->parameters[i];
        add(text, "%s%s%s", i ? " " : "", p->is_protected ? "(" : "", p->name);
        add_unit(text, p->unit);
        add_default(text, p);
        if (p->min != 0.0 || p->max != 0.0)
            add(text, p->max == INFINITY ? "{%.15g..}" : "{%.15g..%.15g}", p->min, p->max);
        add(text, "%s", p->is_protected ? ")" : "");
    }
}

static void render_ports(const eg_class *class, char *text)
{
    *text = 0;
    for (size_t i = 0; i < class->port_count; i++) {
        const eg_port *p = &class->ports[i];
        add(text, "%s%c%s", i ? " " : "", "<>^()|**+-"[p->kind], p -> name);
        add_unit(text, p->unit);
        if (p->condition)
            add(text, "?%s", p->condition);
    }
}

static void render_variables(const eg_class *class, char *text)
{
    *text = 0;
    for (size_t i = 0; i < class->variable_count; i++) {
        const eg_variable *v = &class->variables[i];
        add(text, "%s%s%s", i ? " " : "", v->is_protected ? "(" : "", v->name);
        add_unit(text, v->unit);
        if (v->start != 0.0)
            add(text, "=%.15g", v->start);
        add(text, "%s%s", v->fixed ? "!" : "", v->is_protected ? ")" : "");
    }
}

static void members_are_those_of_the_libraries(void **state)
{
    (void)state;
    char text[2000];
    for (size_t i = 0; i < CLASSES; i++) {
        const eg_class *class = class_at(i);
        render_parameters(class, text);
        assert_string_equal(text, expectations[i].parameters);
        render_ports(class, text);
        assert_string_equal(text, expectations[i].ports);
        render_variables(class, text);
        assert_string_equal(text, expectations[i].variables);
    }
}

/* "TranslationalComponents.Components.Mass" is TranslationalComponents.Mass for short. */
static void dyad_classes_have_short_names(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLASSES; i++) {
        const eg_class *class = class_at(i);
        if (strncmp(class->name, "Modelica.", 9) == 0) {
            assert_null(class->short_name);
            continue;
        }
        char name[200];
        size_t package = (size_t)(strchr(class->name, '.') - class->name);
        snprintf(name, sizeof name, "%.*s%s", (int)package, class->name, strrchr(class->name, '.'));
        assert_string_equal(class->short_name, name);
        assert_ptr_equal(eg_class_find(name), class);
    }
}

/* ---------------------------------------------------------------- texts, units, ranges */

static const struct {
    const char *quantity, *unit;
} units[] = {
    {"Length", "m"},
    {"Distance", "m"},
    {"Position", "m"},
    {"Velocity", "m/s"},
    {"Mass", "kg"},
    {"Acceleration", "m/s2"},
    {"Force", "N"},
    {"Power", "W"},
    {"TranslationalSpringConstant", "N/m"},
    {"Time", "s"},
    {"Frequency", "Hz"},
    {"TranslationalDampingConstant", "N.s/m"},
    {"Angle", "rad"},
    {"Temperature", "K"},
    {"AngularFrequency", "rad/s"},
    {"Inertia", "kg.m2"},
    {"Torque", "N.m"},
    {"AngularVelocity", "rad/s"},
    {"AngularAcceleration", "rad/s2"},
    {"RotationalSpringConstant", "N.m/rad"},
    {"RotationalDampingConstant", "N.m.s/rad"},
};

static void check_unit(const char *owner, const char *quantity, const char *unit)
{
    if (!quantity) {
        if (unit && *unit && strcmp(unit, "rad/m") != 0) /* a ratio in MSL is a Real with a unit */
            fail_msg("%s has a unit but no quantity", owner);
        return;
    }
    for (size_t i = 0; i < EG_COUNT(units); i++)
        if (strcmp(units[i].quantity, quantity) == 0) {
            assert_string_equal(unit, units[i].unit);
            return;
        }
    fail_msg("%s: unknown quantity %s", owner, quantity);
}

static void check_doc(const char *owner, const char *doc)
{
    if (!doc || !*doc || strchr(doc, '\n') || doc[strlen(doc) - 1] == '.')
        fail_msg("%s: a doc string is one line without a full stop, not \"%s\"", owner, doc ? doc : "NULL");
}

static void check_parameter(const eg_class *class, const eg_parameter *p)
{
    char owner[200];
    snprintf(owner, sizeof owner, "%s.%s", class->name, p->name);
    check_doc(owner, p->doc);
    check_unit(owner, p->quantity, p->unit);
    bool has_range = p->min != 0.0 || p->max != 0.0;
    assert_true(p->min <= p->max);
    if (has_range && p->need != EG_REQUIRED && !p->value_text)
        assert_true(p->min <= p->value && p->value <= p->max);
    if (p->type == EG_ENUMERATION) {
        assert_non_null(p->type_name);
        for (int i = 0; i <= (int)p->value; i++)
            assert_non_null(p->literals[i]);
    }
    if (p->value_text)
        assert_non_null(class->complete);
}

/* A condition names a Boolean parameter of the class. */
static void check_condition(const eg_class *class, const char *condition)
{
    if (!condition)
        return;
    int i = eg_class_parameter(class, condition);
    assert_true(i >= 0);
    assert_int_equal(class->parameters[i].type, EG_BOOLEAN);
    assert_true(class->parameters[i].is_structural);
}

static void texts_units_and_ranges_are_sane(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLASSES; i++) {
        const eg_class *class = class_at(i);
        check_doc(class->name, class->doc);
        assert_true(strlen(class->text) > 15);
        bool alone = strncmp(class->name, ROT, strlen(ROT)) == 0; /* Dyad has no rotational classes */
        assert_true(class->also || alone);
        for (const char *const *p = class->also; p && *p; p++)
            assert_string_not_equal(*p, class->name);
        for (size_t k = 0; k < class->parameter_count; k++)
            check_parameter(class, &class->parameters[k]);
        for (size_t k = 0; k < class->port_count; k++) {
            check_doc(class->name, class->ports[k].doc);
            check_condition(class, class->ports[k].condition);
        }
        for (size_t k = 0; k < class->variable_count; k++) {
            check_doc(class->name, class->variables[k].doc);
            check_unit(class->name, class->variables[k].quantity, class->variables[k].unit);
            check_condition(class, class->variables[k].condition);
        }
    }
}

static void names_are_unique(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLASSES; i++) {
        const eg_class *class = class_at(i);
        const char *names[80];
        size_t count = 0;
        for (size_t k = 0; k < class->parameter_count; k++)
            names[count++] = class->parameters[k].name;
        for (size_t k = 0; k < class->port_count; k++)
            names[count++] = class->ports[k].name;
        for (size_t k = 0; k < class->variable_count; k++)
            names[count++] = class->variables[k].name;
        for (size_t a = 0; a < count; a++)
            for (size_t b = 0; b < a; b++)
                assert_string_not_equal(names[a], names[b]);
    }
}

/* A namesake that is registered names this class in turn, or another one that does. */
static void namesakes_know_each_other(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLASSES; i++) {
        const eg_class *class = class_at(i);
        for (const char *const *p = class->also; p && *p; p++) {
            const eg_class *other = eg_class_find(*p);
            bool known = !other || !other->also; /* blocks of MSL need not know Dyad's */
            for (const char *const *q = known ? NULL : other->also; q && *q; q++)
                known = known || strcmp(*q, class->name) == 0;
            if (!known)
                fail_msg("%s does not name %s in turn", *p, class->name);
        }
    }
}

/* ---------------------------------------------------------------- equations */

static const char *const words[] = {"if",  "then", "else", "end", "not",     "der",      "abs", "min",
                                    "max", "sin",  "time", "pi",  "initial", "equation", NULL};

static bool is_word(const char *name)
{
    for (const char *const *p = words; *p; p++)
        if (strcmp(*p, name) == 0)
            return true;
    return false;
}

/* Copies the next identifier, dots included, and moves on; false at the end. */
static bool next_name(const char **text, char *name)
{
    const char *p = *text;
    while (*p && !isalpha((unsigned char)*p))
        p += isdigit((unsigned char)*p) ? strspn(p, "0123456789.eE") : 1;
    size_t length = strspn(p, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.");
    memcpy(name, p, length);
    name[length] = 0;
    *text = p + length;
    return length > 0;
}

/* Marks the member that a name in an equation stands for. */
static void use_name(const eg_class *class, char *name, bool *parameter, bool *port, bool *variable)
{
    if (is_word(name) || strstr(name, ".ReferenceType."))
        return;
    char *dot = strchr(name, '.');
    if (dot)
        *dot = 0;
    int i = eg_class_parameter(class, name), k = eg_class_port(class, name),
        l = eg_class_variable(class, name);
    if (i >= 0)
        parameter[i] = true;
    else if (k >= 0)
        port[k] = true;
    else if (l >= 0)
        variable[l] = true;
    else
        fail_msg("%s: an equation names %s, which the class does not have", class->name, name);
    bool signal = k >= 0 && eg_port_is_signal(class->ports[k].kind);
    if ((k >= 0 && !signal) != (dot != NULL))
        fail_msg("%s: %s is used as what it is not", class->name, name);
}

static void check_equation(const eg_class *class, const char *equation)
{
    int depth = 0, open = 0;
    for (const char *p = equation; *p; p++) {
        depth += *p == '(' ? 1 : *p == ')' ? -1 : 0;
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
    if (equation[strlen(equation) - 1] != ';')
        fail_msg("%s: \"%s\" is no whole equation", class->name, equation);
    for (const char *p = equation; (p = strstr(p, "end if;")); p++)
        open++;
    bool is_if = strncmp(equation, "if ", 3) == 0 || strncmp(equation, "initial equation if ", 20) == 0;
    assert_int_equal(open, is_if);
}

/* Every member takes part in the equations, but for the parameters that only advise. */
static void equations_are_complete(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLASSES; i++) {
        const eg_class *class = class_at(i);
        bool parameter[20] = {0}, port[20] = {0}, variable[20] = {0};
        assert_non_null(class->equations);
        for (const char *const *p = class->equations; *p; p++) {
            check_equation(class, *p);
            const char *rest = *p;
            char name[200];
            while (next_name(&rest, name))
                use_name(class, name, parameter, port, variable);
        }
        for (size_t k = 0; k < class->parameter_count; k++) {
            const char *name = class->parameters[k].name;
            bool advises = strcmp(name, "stateSelect") == 0 || strstr(name, "_nominal");
            bool is_hidden = class->parameters[k].is_protected || strcmp(name, "f_crit") == 0;
            bool in_f_ref = strcmp(name, "c") == 0 && eg_class_parameter(class, "f_ref") >= 0;
            if (!parameter[k] && !advises && !is_hidden && !in_f_ref)
                fail_msg("%s: no equation uses %s", class->name, name);
        }
        for (size_t k = 0; k < class->port_count; k++)
            if (!port[k])
                fail_msg("%s: no equation uses %s", class->name, class->ports[k].name);
        for (size_t k = 0; k < class->variable_count; k++)
            if (!variable[k])
                fail_msg("%s: no equation uses %s", class->name, class->variables[k].name);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_those_of_the_libraries), cmocka_unit_test(dyad_classes_have_short_names),
        cmocka_unit_test(texts_units_and_ranges_are_sane),    cmocka_unit_test(names_are_unique),
        cmocka_unit_test(namesakes_know_each_other),          cmocka_unit_test(equations_are_complete),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
