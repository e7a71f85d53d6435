#include "modelica/value/conversions.h"

#include <string.h>

#define PI 3.14159265358979323846

/* Factors and divisors as in MSL 4.1, so that numbers round as they do there. */
static const eg_conversion conversions[] = {
    {"to_unit1", 0, 1, 1, 0},
    {"to_degC", -273.15, 1, 1, 0},
    {"from_degC", 273.15, 1, 1, 0},
    {"to_degF", -273.15, 9.0 / 5, 1, 32},
    {"from_degF", -32, 5.0 / 9, 1, 273.15},
    {"to_degRk", 0, 9.0 / 5, 1, 0},
    {"from_degRk", 0, 5.0 / 9, 1, 0},
    {"to_deg", 0, 180 / PI, 1, 0},
    {"from_deg", 0, PI / 180, 1, 0},
    {"to_rpm", 0, 30 / PI, 1, 0},
    {"from_rpm", 0, PI / 30, 1, 0},
    {"to_kmh", 0, 3.6, 1, 0},
    {"from_kmh", 0, 1, 3.6, 0},
    {"to_day", 0, 1, 86400, 0},
    {"from_day", 0, 86400, 1, 0},
    {"to_hour", 0, 1, 3600, 0},
    {"from_hour", 0, 3600, 1, 0},
    {"to_minute", 0, 1, 60, 0},
    {"from_minute", 0, 60, 1, 0},
    {"to_litre", 0, 1000, 1, 0},
    {"from_litre", 0, 1, 1000, 0},
    {"to_Ah", 0, 1, 3600, 0},
    {"from_Ah", 0, 3600, 1, 0},
    {"to_Wh", 0, 1, 3600, 0},
    {"from_Wh", 0, 3600, 1, 0},
    {"to_kWh", 0, 1, 3.6e6, 0},
    {"from_kWh", 0, 3.6e6, 1, 0},
    {"to_bar", 0, 1, 1e5, 0},
    {"from_bar", 0, 1e5, 1, 0},
    {"to_gps", 0, 1000, 1, 0},
    {"from_gps", 0, 1, 1000, 0},
    {"to_Hz", 0, 1, 2 * PI, 0},
    {"from_Hz", 0, 2 * PI, 1, 0},
    {"to_cm2", 0, 10000, 1, 0},
    {"from_cm2", 0, 0.0001, 1, 0},
};

static const char *const packages[] = {"Modelica.Units.Conversions.", "Modelica.SIunits.Conversions."};

enum {
    CONVERSIONS = sizeof conversions / sizeof *conversions,
    PACKAGES = sizeof packages / sizeof *packages
};

const eg_conversion *eg_conversion_find(const char *full)
{
    for (size_t k = 0; k < PACKAGES; k++) {
        size_t length = strlen(packages[k]);
        if (strncmp(full, packages[k], length) != 0)
            continue;
        for (size_t i = 0; i < CONVERSIONS; i++)
            if (strcmp(full + length, conversions[i].name) == 0)
                return &conversions[i];
    }
    return NULL;
}

bool eg_conversion_package(const char *full)
{
    size_t length = strlen(full);
    for (size_t k = 0; k < PACKAGES; k++)
        if (strncmp(packages[k], full, length) == 0 && packages[k][length] == '.')
            return true;
    return false;
}

const eg_conversion *eg_conversions(size_t *count)
{
    *count = CONVERSIONS;
    return conversions;
}

double eg_conversion_apply(const eg_conversion *c, double x)
{
    return (x + c->before) * c->factor / c->divisor + c->after;
}
