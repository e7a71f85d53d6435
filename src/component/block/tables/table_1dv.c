/* CombiTable1Dv: a vector of functions, each of its own signal, given by columns of one table. A row of
 * CombiTable1Ds with one column each does the work. */
#include "component/block/tables/spline.h"
#include "component/by_equations.h"
#include "component/table_of_file.h"

static const char *const smoothnesses[] = {"LinearSegments",
                                           "ContinuousDerivative",
                                           "ConstantSegments",
                                           "MonotoneContinuousDerivative1",
                                           "MonotoneContinuousDerivative2",
                                           "ModifiedContinuousDerivative",
                                           NULL};
static const char *const extrapolations[] = {"HoldLastPoint", "LastTwoPoints", "Periodic", "NoExtrapolation",
                                             NULL};

static const eg_parameter parameters[] = {
    EG_TABLE_ON_FILE,
    {.name = "table",
     .columns = EG_ANY_COLUMNS,
     .value_text = "fill(0.0, 0, 2)",
     .is_structural = true,
     .doc = "x, not falling, and the values there in further columns; two rows of one x are a jump"},
    EG_TABLE_FILE_PARAMETERS{.name = "columns",
                             .columns = 1,
                             .type = EG_INTEGER,
                             .value_text = "if tableOnFile then {2} else 2:size(table, 2)",
                             .is_structural = true,
                             .doc = "Output i is column columns[i] of the table at u[i]"},
    {.name = "smoothness",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.Smoothness",
     .literals = smoothnesses,
     .value = EG_LINEAR_SEGMENTS,
     .is_structural = true,
     .doc = "Interpolation: lines, steps (the value of the row before), or cubics"},
    {.name = "extrapolation",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.Extrapolation",
     .literals = extrapolations,
     .value = 1.0,
     .is_structural = true,
     .doc = "Beyond the ends: HoldLastPoint, LastTwoPoints (the line goes on), Periodic, or NoExtrapolation: "
            "the run ends with an error"},
    {.name = "verboseExtrapolation",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: a warning tells when an input leaves the table"},
    {.name = "n",
     .type = EG_INTEGER,
     .value_text = "size(columns, 1)",
     .doc = "Number of inputs and of outputs"},
};
static const eg_port ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "n", "Input signals"),
                                EG_PORTS_OF(EG_REAL_OUTPUT, "y", "n", "Output signals")};

#define SAME(name) "each final " name " = " name ", "
#define FILE_MODIFIERS                                                                                       \
    SAME("tableOnFile") SAME("tableName") SAME("fileName") SAME("delimiter") SAME("nHeaderLines")
#define MODIFIERS SAME("table") SAME("smoothness") SAME("extrapolation") SAME("verboseExtrapolation")
#define COLUMN "final columns = {{columns[i]} for i in 1:n}"
EG_EQUATION_BLOCK(combi_table_1dv, "Tables.CombiTable1Dv", "Functions of one signal each, given by a table",
                  "Output y[i] is interpolated at u[i] in the column columns[i] of the table, as by "
                  "CombiTable1Ds.\n\n" EG_TABLE_FILE_TEXT,
                  "Replay",
                  EG_TEXTS("for i in 1:n loop connect(u[i], t[i].u); connect(t[i].y[1], y[i]); end for;"),
                  .components = EG_TEXTS(
                      "protected Modelica.Blocks.Tables.CombiTable1Ds[n] t(" FILE_MODIFIERS MODIFIERS COLUMN
                      ") \"A table for each signal\";"),
                  .extends = EG_TEXTS(EG_INTERFACE("MIMOs")), EG_PARAMETERS(parameters), EG_PORTS(ports))
