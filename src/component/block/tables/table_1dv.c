/* CombiTable1Dv: a vector of functions, each of its own signal, given by columns of one table. A row of
 * CombiTable1Ds with one column each does the work. */
#include "component/block/tables/spline.h"
#include "component/by_equations.h"
#include "component/table_of_file.h"

static const eg_parameter parameters[] = {
    EG_TABLE_ON_FILE,
    {.name = "table",
     .columns = EG_ANY_COLUMNS,
     .value_text = "fill(0.0, 0, 2)",
     .is_structural = true,
     .doc = "x, not falling, and the values there in further columns; two rows of one x are a jump"},
    EG_TABLE_FILE_PARAMETERS,
    {.name = "columns",
     .columns = 1,
     .type = EG_INTEGER,
     .value_text = "if tableOnFile then {2} else 2:size(table, 2)",
     .is_structural = true,
     .doc = "Output i is column columns[i] of the table at u[i]"},
    EG_PARAMETER_SMOOTHNESS("Interpolation: lines, steps (the value of the row before), or cubics"),
    EG_PARAMETER_EXTRAPOLATION(EG_LAST_TWO_POINTS, EG_EXTRAPOLATION_TEXT),
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
