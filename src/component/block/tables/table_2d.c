/* CombiTable2Ds and CombiTable2Dv: functions of two signals, given by a table.
 *
 *     table = [ 0,    x2[1],  x2[2],  ...
 *              x1[1], z[1,1], z[1,2], ...
 *              x1[2], z[2,1], z[2,2], ... ]
 *
 * Between four points z is linear in u1 and in u2, or, for steps, the value at the lower of both: either
 * way z = sum of a[i](u1)*z[i,j]*b[j](u2), where a[i] is the function of one signal that is 1 at x1[i] and 0
 * at all other rows. Two points on each side suffice for it: what lies beyond them goes on at 0, and at the
 * ends of the table as the table does.
 *
 * A table of steps that goes on along its last two points does so as in MSL (bilinear extrapolation in
 * ModelicaStandardTables.c): where one input has left the table, z is linear in both. */
#include "component/block/tables/spline.h"
#include "component/by_equations.h"
#include "component/table_of_file.h"

#define TABLE_PARAMETERS                                                                                     \
    EG_TABLE_ON_FILE,                                                                                        \
        {.name = "table",                                                                                    \
         .columns = EG_ANY_COLUMNS,                                                                          \
         .need = EG_REQUIRED,                                                                                \
         .is_structural = true,                                                                              \
         .doc = "u1 in the first column, u2 in the first row, both rising, and the values where they meet"}, \
        EG_TABLE_FILE_PARAMETERS,                                                                            \
        EG_PARAMETER_SMOOTHNESS("Interpolation: lines, or steps (the value at the row and column "           \
                                "before)"),                                                                  \
        EG_PARAMETER_EXTRAPOLATION(                                                                          \
            EG_LAST_TWO_POINTS,                                                                              \
            "Beyond the ends: HoldLastPoint, LastTwoPoints (the lines go on), Periodic, or "                 \
            "NoExtrapolation: the run ends with an error"),                                                  \
    {                                                                                                        \
        .name = "verboseExtrapolation", .type = EG_BOOLEAN, .is_structural = true,                           \
        .doc = "true: a warning tells when an input leaves the table"                                        \
    }

#define NUMBER_OF(name_, text_, doc_)                                                                        \
    {                                                                                                        \
        .name = (name_), .type = EG_INTEGER, .is_protected = true, .value_text = (text_),                    \
        .is_structural = true, .doc = (doc_)                                                                 \
    }
#define CASE_OF(name_, text_, doc_)                                                                          \
    {                                                                                                        \
        .name = (name_), .type = EG_BOOLEAN, .is_protected = true, .value_text = (text_),                    \
        .is_structural = true, .doc = (doc_)                                                                 \
    }
static const eg_parameter parameters[] = {
    TABLE_PARAMETERS,
    NUMBER_OF("n1", "max(0, size(table, 1) - 1)", "Number of values of u1 in the table"),
    NUMBER_OF("n2", "max(0, size(table, 2) - 1)", "Number of values of u2 in the table"),
    CASE_OF("isSteps", "smoothness == Modelica.Blocks.Types.Smoothness.ConstantSegments",
            "true: the table is of steps"),
    CASE_OF("goesOn", "extrapolation == Modelica.Blocks.Types.Extrapolation.LastTwoPoints",
            "true: the table goes on beyond its ends"),
    NUMBER_OF("m1", "if isSteps and goesOn then n1 else 0", "n1 where steps go on as lines, else 0"),
    NUMBER_OF("m2", "if isSteps and goesOn then n2 else 0", "n2 where steps go on as lines, else 0"),
};
static const eg_port ports[] = {EG_PORT_OF(EG_REAL_INPUT, "u1", "First input"),
                                EG_PORT_OF(EG_REAL_INPUT, "u2", "Second input"),
                                EG_PORT_OF(EG_REAL_OUTPUT, "y", "Output signal")};
#define PROTECTED(name_, size_, doc_)                                                                        \
    {                                                                                                        \
        .name = (name_), .size = (size_), .is_protected = true, .doc = (doc_)                                \
    }
static const eg_variable variables[] = {
    {.name = "x1", .is_protected = true, .doc = "u1, brought into the table where it holds or repeats"},
    {.name = "x2", .is_protected = true, .doc = "u2, brought into the table where it holds or repeats"},
    PROTECTED("weight1", "n1", "Share of every row"),
    PROTECTED("weight2", "n2", "Share of every column"),
    PROTECTED("line1", "m1", "Share of every row where a table of steps is left"),
    PROTECTED("line2", "m2", "Share of every column where a table of steps is left"),
};

#define BEYOND(how) "extrapolation == Modelica.Blocks.Types.Extrapolation." how
/* first, last: elements of the table. */
#define INSIDE(x, u, first, last, n)                                                                         \
    x " = if " BEYOND("HoldLastPoint") " then min(max(" u ", " first "), " last                              \
                                       ") elseif " BEYOND("Periodic") " and " n " > 1 then " first           \
                                                                      " + mod(" u " - " first ", " last      \
                                                                      " - " first ") else " u ";"
#define IS_IN(u, first, last) u " >= " first " and " u " <= " last
#define INSIDE_BOTH                                                                                          \
    IS_IN("u1", "table[2, 1]", "table[end, 1]") " and " IS_IN("u2", "table[1, 2]", "table[1, end]")
#define UNIT(n) "{if k == i then 1.0 else 0.0 for k in max(1, i - 2):min(i + 2, " n ")}"
#define WEIGHTS(w, count, points, n, how, x)                                                                 \
    "for i in 1:" count " loop " w "[i] = Elastogap.Math.interpolate(" points ", " UNIT(n) ", " how ", " x   \
                                                                                           "); end for;"
#define ROWS "table[max(2, i - 1):min(i + 3, n1 + 1), 1]"
#define COLUMNS "table[1, max(2, i - 1):min(i + 3, n2 + 1)]"
#define LINES "Modelica.Blocks.Types.Smoothness.LinearSegments"
/* A single row or column is the same everywhere. */
#define IS_LEFT                                                                                              \
    "(n1 > 1 and not (" IS_IN("u1", "table[2, 1]", "table[end, 1]") ") or n2 > 1 and not (" IS_IN(           \
        "u2", "table[1, 2]", "table[1, end]") "))"

/* Where an input leaves the table. */
#define COMPLAINTS                                                                                           \
    "if extrapolation == Modelica.Blocks.Types.Extrapolation.NoExtrapolation then assert(" INSIDE_BOTH       \
    ", \"an input lies outside of the table, and extrapolation is NoExtrapolation\"); elseif "               \
    "verboseExtrapolation and extrapolation <> Modelica.Blocks.Types.Extrapolation.Periodic then "           \
    "assert(" INSIDE_BOTH ", \"an input lies outside of the table: its values are extrapolated\", "          \
    "AssertionLevel.warning); end if;"

EG_EQUATION_BLOCK(
    combi_table_2ds, "Tables.CombiTable2Ds", "Function of two signals, given by a table",
    "The output is interpolated in the table at u1, the rows, and u2, the columns: between four points it "
    "is linear in each of the two, or the value at the row and column before. Where an input passes a row or "
    "a column is an event. Where one has left a table of steps that goes on along the last two points, the "
    "output is linear in both.\n\nOf Smoothness lines and steps are read, and the table stands in the model, "
    "not in a "
    "file.",
    "Characteristic",
    EG_TEXTS("assert(not tableOnFile, \"a table of two signals cannot stand in a file: give table\");",
             "assert(smoothness == Modelica.Blocks.Types.Smoothness.LinearSegments or smoothness == "
             "Modelica.Blocks.Types.Smoothness.ConstantSegments, \"a table of two signals is interpolated by "
             "lines or steps: give it more rows and columns instead of a cubic\");",
             "assert(min(cat(1, {1.0}, {table[i + 1, 1] - table[i, 1] for i in 2:n1})) > 0 and "
             "min(cat(1, {1.0}, {table[1, i + 1] - table[1, i] for i in 2:n2})) > 0, \"the first column "
             "and the "
             "first row of the table must rise\");",
             INSIDE("x1", "u1", "table[2, 1]", "table[end, 1]", "n1"),
             INSIDE("x2", "u2", "table[1, 2]", "table[1, end]", "n2"),
             WEIGHTS("weight1", "n1", ROWS, "n1", "smoothness", "x1"),
             WEIGHTS("weight2", "n2", COLUMNS, "n2", "smoothness", "x2"),
             WEIGHTS("line1", "m1", ROWS, "n1", LINES, "u1"),
             WEIGHTS("line2", "m2", COLUMNS, "n2", LINES, "u2"),
             "if m1 > 0 then y = if " IS_LEFT " then line1*(table[2:end, 2:end]*line2) else "
             "weight1*(table[2:end, 2:end]*weight2); else y = weight1*(table[2:end, 2:end]*weight2); end if;",
             COMPLAINTS),
    .extends = EG_TEXTS(EG_INTERFACE("SI2SO")), EG_PARAMETERS(parameters), EG_PORTS(ports),
    EG_VARIABLES(variables))

/* ---------------------------------------------------------------- CombiTable2Dv */

static const eg_parameter vector_parameters[] = {
    TABLE_PARAMETERS,
    EG_PARAMETER_COUNT("n", 1.0, 0.0, "Length of the vectors"),
};
static const eg_port vector_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u1", "n", "First vector of inputs"),
                                       EG_PORTS_OF(EG_REAL_INPUT, "u2", "n", "Second vector of inputs"),
                                       EG_PORTS_OF(EG_REAL_OUTPUT, "y", "n", "Output signals")};
#define SAME(name) "each final " name " = " name
#define MODIFIERS                                                                                            \
    SAME("tableOnFile")                                                                                      \
    ", " SAME("table") ", " SAME("smoothness") ", " SAME("extrapolation") ", " SAME("verboseExtrapolation")
EG_EQUATION_BLOCK(combi_table_2dv, "Tables.CombiTable2Dv",
                  "The same function of several pairs of signals, given by a table",
                  "Output y[i] is interpolated in the table at u1[i] and u2[i], as by CombiTable2Ds.",
                  "Characteristic",
                  EG_TEXTS("for i in 1:n loop connect(u1[i], t[i].u1); connect(u2[i], t[i].u2);"
                           " connect(t[i].y, y[i]); end for;"),
                  .components = EG_TEXTS("protected Modelica.Blocks.Tables.CombiTable2Ds[n] t(" MODIFIERS
                                         ") \"A table for each pair\";"),
                  .extends = EG_TEXTS(EG_INTERFACE("MI2MO")), EG_PARAMETERS(vector_parameters),
                  EG_PORTS(vector_ports))
