/* The constants of Modelica.Constants.
 *
 * c, q, h, k and N_A are exact by the definition of the SI (26th CGPM, 2018); F, R and sigma follow from
 * them and are computed here as MSL computes them. G and mu_0 are measured (CODATA 2018). */
#include "base/constants.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define LIGHT 299792458.0
#define CHARGE 1.602176634e-19
#define PLANCK 6.62607015e-34
#define BOLTZMANN 1.380649e-23
#define AVOGADRO 6.02214076e23
#define MU_0 1.25663706212e-6

/* Sorted by name, as bsearch needs it: capitals first. */
static const eg_constant constants[] = {
    {"D2R", PI / 180.0, NULL, "rad/deg", "radians in one degree"},
    {"F", CHARGE *AVOGADRO, "FaradayConstant", "C/mol", "Faraday constant, q*N_A"},
    {"G", 6.67430e-11, NULL, "m3/(kg.s2)", "constant of gravitation"},
    {"Integer_inf", 2147483647.0, "Integer", "1", "largest Integer whose negative is an Integer too"},
    {"N_A", AVOGADRO, NULL, "1/mol", "Avogadro constant"},
    {"R", BOLTZMANN *AVOGADRO, NULL, "J/(mol.K)", "molar gas constant, k*N_A"},
    {"R2D", 180.0 / PI, NULL, "deg/rad", "degrees in one radian"},
    {"T_zero", -273.15, "Temperature_degC", "degC", "absolute zero"},
    {"c", LIGHT, "Velocity", "m/s", "speed of light in vacuum"},
    {"e", 2.71828182845904523536, NULL, "1", "base of the natural logarithm"},
    {"eps", DBL_EPSILON, NULL, "1", "distance from 1 to the next larger number"},
    {"epsilon_0", 1.0 / (MU_0 * LIGHT * LIGHT), NULL, "F/m", "electric constant, 1/(mu_0*c^2)"},
    {"g_n", 9.80665, "Acceleration", "m/s2", "standard gravity"},
    {"gamma", 0.57721566490153286061, NULL, "1", "Euler's constant"},
    {"h", PLANCK, NULL, "J.s", "Planck constant"},
    {"inf", DBL_MAX, NULL, "1", "largest finite number"},
    {"k", BOLTZMANN, NULL, "J/K", "Boltzmann constant"},
    {"mu_0", MU_0, "Permeability", "V.s/(A.m)", "magnetic constant"},
    {"pi", PI, NULL, "1", "circumference over diameter of a circle"},
    {"q", CHARGE, "ElectricCharge", "C", "elementary charge"},
    {"sigma",
     2.0 * (PI * PI * PI * PI * PI) * (BOLTZMANN * BOLTZMANN * BOLTZMANN * BOLTZMANN) /
         (15.0 * (PLANCK * PLANCK * PLANCK) * (LIGHT * LIGHT)),
     NULL, "W/(m2.K4)", "Stefan-Boltzmann constant"},
    {"small", DBL_MIN, NULL, "1", "smallest normalised positive number"},
};

/* Temperature coefficients at 20 degC, Modelica.Electrical.Machines.Thermal.Constants. Sorted. */
static const char thermal[] = "Modelica.Electrical.Machines.Thermal.Constants.";
static const eg_constant thermal_constants[] = {
    {"alpha20Aluminium", 4.000e-3, "LinearTemperatureCoefficient", "1/K", "resistance of aluminium"},
    {"alpha20Brass", 1.100e-3, "LinearTemperatureCoefficient", "1/K", "resistance of brass"},
    {"alpha20Bronze", 0.800e-3, "LinearTemperatureCoefficient", "1/K", "resistance of bronze"},
    {"alpha20Copper", 3.920e-3, "LinearTemperatureCoefficient", "1/K", "resistance of copper"},
    {"alpha20Zero", 0.0, "LinearTemperatureCoefficient", "1/K", "a resistance that does not change"},
};

const eg_constant *eg_constants(size_t *count)
{
    *count = sizeof constants / sizeof *constants;
    return constants;
}

static int compare(const void *name, const void *constant)
{
    return strcmp(name, ((const eg_constant *)constant)->name);
}

const eg_constant *eg_constant_find(const char *name)
{
    static const char package[] = "Modelica.Constants.", machine[] = "ModelicaServices.Machine.";
    if (strncmp(name, thermal, sizeof thermal - 1) == 0)
        return bsearch(name + sizeof thermal - 1, thermal_constants,
                       sizeof thermal_constants / sizeof *thermal_constants, sizeof *thermal_constants,
                       compare);
    bool of_machine = strncmp(name, machine, sizeof machine - 1) == 0;
    if (of_machine)
        name += sizeof machine - 1;
    else if (strncmp(name, package, sizeof package - 1) == 0)
        name += sizeof package - 1;
    const eg_constant *found =
        bsearch(name, constants, sizeof constants / sizeof *constants, sizeof *constants, compare);
    /* Only four of them are the machine's own. */
    if (found && of_machine && strcmp(name, "eps") != 0 && strcmp(name, "small") != 0 &&
        strcmp(name, "inf") != 0 && strcmp(name, "Integer_inf") != 0)
        return NULL;
    return found;
}
