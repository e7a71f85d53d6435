/* Names of MSL 3 that MSL 4.0 gave up: models written for it are read as they are. What kept its name in
 * another package (Modelica.SIunits) is known where it stands now. */
#include <string.h>

#include "modelica/scope/definition.h"

#define BRAKE "Modelica.Mechanics.Translational.Components.Brake."
#define SHAFT(class) "Modelica.Mechanics.Rotational.Components." class "."

static const struct {
    const char *former, *present; /* an element stays in its class, which goes by its present name */
} names[] = {
    {"Modelica.Blocks.Sources.Clock", "Modelica.Blocks.Sources.ContinuousClock"},
    {"Modelica.Blocks.Sources.Sine.freqHz", "Modelica.Blocks.Sources.Sine.f"},
    {"Modelica.Blocks.Sources.Cosine.freqHz", "Modelica.Blocks.Sources.Cosine.f"},
    {"Modelica.Blocks.Sources.ExpSine.freqHz", "Modelica.Blocks.Sources.ExpSine.f"},
    {"Modelica.Blocks.Tables.CombiTable1D", "Modelica.Blocks.Tables.CombiTable1Dv"},
    {"Modelica.Blocks.Tables.CombiTable2D", "Modelica.Blocks.Tables.CombiTable2Ds"},
    {"Modelica.Blocks.Types.InitPID", "Modelica.Blocks.Types.Init"},
    {"Modelica.Blocks.Types.Init.DoNotUse_InitialIntegratorState", "Modelica.Blocks.Types.Init.InitialState"},
    {"Modelica.Blocks.Interfaces.BlockIcon", "Modelica.Blocks.Icons.Block"},
    {"Modelica.Blocks.Interfaces.BooleanBlockIcon", "Modelica.Blocks.Icons.BooleanBlock"},
    {"Modelica.Blocks.Interfaces.DiscreteBlockIcon", "Modelica.Blocks.Icons.DiscreteBlock"},
    {"Modelica.Blocks.Interfaces.IntegerBlockIcon", "Modelica.Blocks.Icons.IntegerBlock"},
    {"Modelica.Blocks.Interfaces.partialBooleanBlockIcon", "Modelica.Blocks.Icons.PartialBooleanBlock"},
    {"Modelica.Icons.Info", "Modelica.Icons.Information"},
    {"Modelica.Icons.Library", "Modelica.Icons.Package"},
    {"Modelica.Icons.Library2", "Modelica.Icons.Package"},
    {"Modelica.Icons.RotationalSensor", "Modelica.Icons.RoundSensor"},
    {"Modelica.Icons.TranslationalSensor", "Modelica.Icons.RectangularSensor"},
    {BRAKE "mue_pos", BRAKE "mu_pos"},
    {BRAKE "mue0", BRAKE "mu0"},
    {SHAFT("Brake") "mue_pos", SHAFT("Brake") "mu_pos"},
    {SHAFT("Brake") "mue0", SHAFT("Brake") "mu0"},
    {SHAFT("Clutch") "mue_pos", SHAFT("Clutch") "mu_pos"},
    {SHAFT("Clutch") "mue0", SHAFT("Clutch") "mu0"},
    {SHAFT("OneWayClutch") "mue_pos", SHAFT("OneWayClutch") "mu_pos"},
    {SHAFT("OneWayClutch") "mue0", SHAFT("OneWayClutch") "mu0"},
    {"Modelica.Mechanics.Rotational.Sources.SignTorque.tau_constant",
     "Modelica.Mechanics.Rotational.Sources.SignTorque.tau_nominal"},
};

/* Parameters that MSL 4.0 took away, since they had no effect or but one that anybody wanted. */
static const char *const dropped[] = {
    "Modelica.Blocks.Nonlinear.Limiter.limitsAtInit",
    "Modelica.Blocks.Nonlinear.VariableLimiter.limitsAtInit",
    "Modelica.Blocks.Continuous.LimPID.limitsAtInit",
    "Modelica.Blocks.Nonlinear.DeadZone.deadZoneAtInit",
    "Modelica.Thermal.HeatTransfer.Rankine.ToKelvin.n",
    "Modelica.Thermal.HeatTransfer.Rankine.FromKelvin.n",
    "Modelica.Thermal.HeatTransfer.Fahrenheit.FromKelvin.n",
};

/* Is `text` the name of what `owner` has under `name`? */
static bool is_name_of(const char *text, const char *owner, const char *name)
{
    size_t length = strlen(owner);
    return strncmp(text, owner, length) == 0 && text[length] == '.' && strcmp(text + length + 1, name) == 0;
}

const char *eg_present_name(const char *owner, const char *name)
{
    for (size_t i = 0; i < EG_COUNT(names); i++)
        if (is_name_of(names[i].former, owner, name))
            return names[i].present;
    return NULL;
}

const char *eg_present_member(eg_reader *r, const char *owner, const char *name)
{
    const char *present = eg_present_name(owner, name);
    return present ? eg_symbol(r, strrchr(present, '.') + 1) : name;
}

bool eg_is_dropped(const char *owner, const char *name)
{
    for (size_t i = 0; i < EG_COUNT(dropped); i++)
        if (is_name_of(dropped[i], owner, name))
            return true;
    return false;
}
