/* Blocks that take vectors of signals: Sum, MultiSum, MultiProduct, MinMax and MatrixGain. Sums and products
 * are built term by term: sum[i] holds the first i terms. */
#include "component/by_equations.h"

static const eg_port vector_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nu", "Input signals"),
                                       EG_PORT_OF(EG_REAL_OUTPUT, "y", "Output signal")};

#define NUMBER(name_, value_, min_, doc_)                                                                    \
    {                                                                                                        \
        .name = (name_), .type = EG_INTEGER, .value = (value_), .min = (min_), .max = 2147483647.0,          \
        .is_structural = true, .doc = (doc_)                                                                 \
    }
#define DIGITS NUMBER("significantDigits", 3.0, 1.0, "Digits of the number that the icon shows")
#define FACTORS(size_)                                                                                       \
    {                                                                                                        \
        .name = "k", .columns = 1, .value_text = "ones(" size_ ")", .is_structural = true,                   \
        .doc = "Factors of the inputs"                                                                       \
    }
#define TERMS(name_, size_, doc_)                                                                            \
    {                                                                                                        \
        .name = (name_), .size = (size_), .is_protected = true, .doc = (doc_)                                \
    }

static const eg_parameter sum_parameters[] = {NUMBER("nin", 1.0, 0.0, "Number of inputs"), FACTORS("nin")};
static const eg_port sum_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nin", "Input signals"),
                                    EG_PORT_OF(EG_REAL_OUTPUT, "y", "Output signal")};
static const eg_variable sum_variables[] = {TERMS("sum", "nin", "First terms of the sum")};

const eg_class eg_class_sum = {
    .name = EG_MSL_BLOCK("Math.Sum"),
    .kind = EG_BLOCK,
    .doc = "Weighted sum of a vector of signals",
    .text = "The output is k[1]*u[1] + ... + k[nin]*u[nin], and 0 without inputs.",
    .extends = EG_TEXTS(EG_INTERFACE("MISO")),
    .examples = EG_TEXTS("Filters"),
    .equations =
        EG_TEXTS("assert(size(k, 1) == nin, \"k must have a factor for each input\");",
                 "for i in 1:nin loop sum[i] = (if i > 1 then sum[i - 1] else 0) + k[i]*u[i]; end for;",
                 "y = if nin > 0 then sum[nin] else 0;"),
    .by_equations = true,
    EG_PARAMETERS(sum_parameters),
    EG_PORTS(sum_ports),
    EG_VARIABLES(sum_variables),
};

static const eg_parameter multi_sum_parameters[] = {DIGITS, NUMBER("nu", 0.0, 0.0, "Number of inputs"),
                                                    FACTORS("nu")};
static const eg_variable multi_sum_variables[] = {TERMS("sum", "nu", "First terms of the sum")};

const eg_class eg_class_multi_sum = {
    .name = EG_MSL_BLOCK("Math.MultiSum"),
    .kind = EG_BLOCK,
    .doc = "Weighted sum of any number of signals",
    .text = "The output is k[1]*u[1] + ... + k[nu]*u[nu], and 0 without inputs.",
    .extends = EG_TEXTS(EG_INTERFACE("PartialRealMISO")),
    .examples = EG_TEXTS("Filters"),
    .equations =
        EG_TEXTS("assert(size(k, 1) == nu, \"k must have a factor for each input\");",
                 "for i in 1:nu loop sum[i] = (if i > 1 then sum[i - 1] else 0) + k[i]*u[i]; end for;",
                 "y = if nu > 0 then sum[nu] else 0;"),
    .by_equations = true,
    EG_PARAMETERS(multi_sum_parameters),
    EG_PORTS(vector_ports),
    EG_VARIABLES(multi_sum_variables),
};

static const eg_parameter multi_product_parameters[] = {DIGITS, NUMBER("nu", 0.0, 0.0, "Number of inputs")};
static const eg_variable multi_product_variables[] = {
    TERMS("product", "nu", "First factors of the product, multiplied")};

const eg_class eg_class_multi_product = {
    .name = EG_MSL_BLOCK("Math.MultiProduct"),
    .kind = EG_BLOCK,
    .doc = "Product of any number of signals",
    .text = "The output is u[1]*...*u[nu], and 0 without inputs.",
    .extends = EG_TEXTS(EG_INTERFACE("PartialRealMISO")),
    .examples = EG_TEXTS("Filters"),
    .equations =
        EG_TEXTS("for i in 1:nu loop product[i] = (if i > 1 then product[i - 1] else 1)*u[i]; end for;",
                 "y = if nu > 0 then product[nu] else 0;"),
    .by_equations = true,
    EG_PARAMETERS(multi_product_parameters),
    EG_PORTS(vector_ports),
    EG_VARIABLES(multi_product_variables),
};

static const eg_parameter min_max_parameters[] = {NUMBER("nu", 0.0, 0.0, "Number of inputs")};
static const eg_port min_max_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nu", "Input signals"),
                                        EG_PORT_OF(EG_REAL_OUTPUT, "yMax", "The largest of them"),
                                        EG_PORT_OF(EG_REAL_OUTPUT, "yMin", "The smallest of them")};
static const eg_variable min_max_variables[] = {TERMS("largest", "nu", "The largest of the first inputs"),
                                                TERMS("smallest", "nu", "The smallest of the first inputs")};

const eg_class eg_class_min_max = {
    .name = EG_MSL_BLOCK("Math.MinMax"),
    .kind = EG_BLOCK,
    .doc = "The largest and the smallest of any number of signals",
    .text = "Where another input takes over is an event. Without inputs yMax is the smallest number and yMin "
            "the largest.",
    .examples = EG_TEXTS("Filters"),
    .equations =
        EG_TEXTS("for i in 1:nu loop largest[i] = if i > 1 then max(largest[i - 1], u[i]) else u[1]; "
                 "smallest[i] = if i > 1 then min(smallest[i - 1], u[i]) else u[1]; end for;",
                 "yMax = if nu > 0 then largest[nu] else -Modelica.Constants.inf;",
                 "yMin = if nu > 0 then smallest[nu] else Modelica.Constants.inf;"),
    .by_equations = true,
    EG_PARAMETERS(min_max_parameters),
    EG_PORTS(min_max_ports),
    EG_VARIABLES(min_max_variables),
};

static const eg_parameter matrix_parameters[] = {
    {.name = "K",
     .columns = EG_ANY_COLUMNS,
     .value_text = "[1, 0; 0, 1]",
     .is_structural = true,
     .doc = "What the inputs are multiplied by"},
    {.name = "nin",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "size(K, 2)",
     .doc = "Number of inputs"},
    {.name = "nout",
     .type = EG_INTEGER,
     .is_protected = true,
     .value_text = "size(K, 1)",
     .doc = "Number of outputs"},
};
static const eg_port matrix_ports[] = {EG_PORTS_OF(EG_REAL_INPUT, "u", "nin", "Input signals"),
                                       EG_PORTS_OF(EG_REAL_OUTPUT, "y", "nout", "Output signals")};
static const eg_variable matrix_variables[] = {TERMS("sum", "nout, nin", "First terms of the sums")};

const eg_class eg_class_matrix_gain = {
    .name = EG_MSL_BLOCK("Math.MatrixGain"),
    .kind = EG_BLOCK,
    .doc = "A matrix times a vector of signals",
    .text = "The outputs are K*u.",
    .extends = EG_TEXTS(EG_INTERFACE("MIMO")),
    .examples = EG_TEXTS("Filters"),
    .equations = EG_TEXTS("for i in 1:nout loop for j in 1:nin loop "
                          "sum[i, j] = (if j > 1 then sum[i, j - 1] else 0) + K[i, j]*u[j]; end for; "
                          "y[i] = sum[i, nin]; end for;"),
    .by_equations = true,
    EG_PARAMETERS(matrix_parameters),
    EG_PORTS(matrix_ports),
    EG_VARIABLES(matrix_variables),
};
