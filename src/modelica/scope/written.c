/* Classes of the component library as texts, which are carried out as a user's own: those that have no other
 * source, and those written in C where only their equations help; of these the descriptor becomes a text. */
#include <math.h>
#include <string.h>

#include "component/describe.h"
#include "modelica/scope/definition.h"
#include "modelica/text/parser.h"

/* Lines of the text, joined at the end. */
typedef struct writer {
    eg_reader *r;
    eg_list lines;
} writer;

static void add(writer *w, const char *line)
{
    eg_list_add(w->r, &w->lines, (void *)(uintptr_t)line);
}

const char *eg_joined(eg_reader *r, const char *const *pieces, size_t count)
{
    size_t length = 1;
    for (size_t i = 0; i < count; i++)
        length += strlen(pieces[i]);
    char *text = eg_new_array(r, length, 1), *end = text;
    for (size_t i = 0; text && i < count; i++) {
        size_t size = strlen(pieces[i]);
        memcpy(end, pieces[i], size);
        end += size;
    }
    return text;
}

/* ---------------------------------------------------------------- parts of declarations */

static const char *quoted(eg_reader *r, const char *text)
{
    const char *out = "\"";
    for (const char *c = text ? text : ""; *c; c++)
        out = eg_textf(r, *c == '"' || *c == '\\' ? "%s\\%c" : "%s%c", out, *c);
    return eg_textf(r, "%s\"", out);
}

static const char *type_of(const eg_parameter *p)
{
    static const char *const names[] = {"Real", "Integer", "Boolean", NULL, "String"};
    return p->type == EG_ENUMERATION ? p->type_name : names[p->type];
}

static const char *number_of(eg_reader *r, const eg_parameter *p, double value)
{
    if (p->type == EG_BOOLEAN)
        return value != 0.0 ? "true" : "false";
    if (p->type == EG_ENUMERATION)
        return eg_textf(r, "%s.%s", p->type_name, p->literals[(int)value]);
    if (isinf(value))
        return value > 0 ? "Modelica.Constants.inf" : "-Modelica.Constants.inf";
    return eg_textf(r, "%.17g", value);
}

static const char *attributes_of(eg_reader *r, const eg_parameter *p)
{
    const char *list = "";
    if (p->unit && *p->unit)
        list = eg_textf(r, ", unit = \"%s\"", p->unit);
    if ((p->min != 0.0 || p->max != 0.0) && p->min > -INFINITY)
        list = eg_textf(r, "%s, min = %s", list, number_of(r, p, p->min));
    if ((p->min != 0.0 || p->max != 0.0) && p->max < INFINITY)
        list = eg_textf(r, "%s, max = %s", list, number_of(r, p, p->max));
    if (p->need == EG_FALLS_BACK)
        list = eg_textf(r, "%s, start = %s", list, number_of(r, p, p->value));
    return *list ? eg_textf(r, "(%s)", list + 2) : "";
}

static const char *default_of(eg_reader *r, const eg_parameter *p)
{
    if (p->need != EG_HAS_DEFAULT)
        return "";
    if (p->type == EG_STRING && !p->value_text)
        return eg_textf(r, " = %s", quoted(r, p->text));
    return eg_textf(r, " = %s", p->value_text ? p->value_text : number_of(r, p, p->value));
}

static void write_parameter(writer *w, const eg_parameter *p)
{
    const char *dims;
    if (p->columns == 0)
        dims = "";
    else if (p->columns == 1)
        dims = "[:]";
    else
        dims = "[:, :]";
    add(w, eg_textf(w->r, "%s %s %s%s%s%s %s;\n", p->is_constant ? "constant" : "parameter", type_of(p),
                    p->name, dims, attributes_of(w->r, p), default_of(w->r, p), quoted(w->r, p->doc)));
}

static void write_port(writer *w, const eg_port *p)
{
    eg_reader *r = w->r;
    add(w, eg_textf(r, "%s %s%s%s %s;\n", eg_port_connector(p->kind), p->name,
                    p->unit && *p->unit ? eg_textf(r, "(unit = \"%s\")", p->unit) : "",
                    p->condition ? eg_textf(r, " if %s", p->condition) : "", quoted(r, p->doc)));
}

static void declare_variable(writer *w, const eg_variable *v, const char *name)
{
    static const char *const names[] = {"Real", "Integer", "Boolean"};
    eg_reader *r = w->r;
    const char *list = "";
    if (v->unit && *v->unit)
        list = eg_textf(r, ", unit = \"%s\"", v->unit);
    if (v->fixed)
        list = eg_textf(r, "%s, start = %.17g, fixed = true", list, v->start);
    add(w, eg_textf(r, "%s %s%s%s %s;\n", names[v->type], name, *list ? eg_textf(r, "(%s)", list + 2) : "",
                    v->condition ? eg_textf(r, " if %s", v->condition) : "", quoted(r, v->doc)));
}

/* Of a vector of variables, "x[1]", "x[2]", ..., the first one declares all: how long it is; 0: v is none of
 * them, -1: another has declared it. */
static int length_of_vector(eg_reader *r, const eg_class *class, const eg_variable *v)
{
    const char *bracket = strchr(v->name, '[');
    int length = 0;
    if (!bracket)
        return 0;
    while (eg_class_variable(class, eg_textf(r, "%.*s[%d]", (int)(bracket - v->name), v->name, length + 1)) >=
           0)
        length++;
    return strcmp(bracket, "[1]") == 0 ? length : -1;
}

/* "I.y": a part I with a variable y. */
static bool write_in_part(writer *w, const eg_variable *v)
{
    const char *dot = strchr(v->name, '.');
    int length = dot ? (int)(dot - v->name) : 0;
    if (!dot)
        return false;
    add(w, eg_textf(w->r, "model Part_%.*s\n", length, v->name));
    declare_variable(w, v, dot + 1);
    add(w, eg_textf(w->r, "end Part_%.*s;\nPart_%.*s %.*s;\n", length, v->name, length, v->name, length,
                    v->name));
    return true;
}

static void write_variable(writer *w, const eg_class *class, const eg_variable *v)
{
    if (write_in_part(w, v))
        return;
    int length = length_of_vector(w->r, class, v);
    const char *size = length > 0 ? eg_textf(w->r, "[%d]", length) : "";
    if (length >= 0)
        declare_variable(w, v, eg_textf(w->r, "%.*s%s", (int)strcspn(v->name, "["), v->name, size));
}

/* ---------------------------------------------------------------- the class */

static void write_declarations(writer *w, const eg_class *class, bool is_protected)
{
    for (size_t i = 0; i < class->parameter_count; i++)
        if (class->parameters[i].is_protected == is_protected)
            write_parameter(w, &class->parameters[i]);
    for (size_t i = 0; i < class->port_count && !is_protected; i++)
        write_port(w, &class->ports[i]);
    for (size_t i = 0; i < class->variable_count; i++)
        if (class->variables[i].is_protected == is_protected)
            write_variable(w, class, &class->variables[i]);
}

/* An equation may bring the word of its section: "initial equation x = 0;". */
static bool names_section(const char *equation)
{
    return strncmp(equation, "initial ", 8) == 0 || strncmp(equation, "algorithm ", 10) == 0;
}

static void write_equations(writer *w, const eg_class *class)
{
    for (size_t i = 0; class->equations[i]; i++) {
        add(w, names_section(class->equations[i]) ? "" : "equation\n");
        add(w, class->equations[i]);
        add(w, "\n");
    }
}

/* The text that a descriptor comes to; NULL when memory is out. */
static const char *text_of(eg_reader *r, const eg_class *class, const char *name)
{
    writer w = {.r = r};
    const char *partial = class->kind == EG_PARTIAL ? "partial " : "";
    const char *restriction = class->kind == EG_MODEL ? "model" : "block";
    add(&w, eg_textf(r, "%s%s %s %s\n", partial, restriction, name, quoted(r, class->doc)));
    write_declarations(&w, class, false);
    add(&w, "protected\n");
    write_declarations(&w, class, true);
    if (class->equations)
        write_equations(&w, class);
    add(&w, eg_textf(r, "end %s;\n", name));
    return eg_joined(r, (const char *const *)w.lines.items, w.lines.count);
}

eg_definition *eg_definition_of_text(eg_reader *r, eg_definition *package, const char *name, const char *text)
{
    eg_source *source = text ? eg_source_create(r->kept, name, text, strlen(text)) : NULL;
    eg_stored *stored = source ? eg_parse(r, source) : NULL;
    const char *last = strrchr(name, '.');
    eg_definition *d = stored && stored->count == 1
                           ? eg_definition_new(r, EG_D_SCOPE, package, last ? last + 1 : name)
                           : NULL;
    if (!d) {
        r->out_of_memory = r->out_of_memory || r->errors == 0;
        return NULL;
    }
    d->syntax = stored->classes[0];
    d->is_written = true;
    return d;
}

eg_definition *eg_written_class(eg_reader *r, eg_definition *package, const eg_class *class)
{
    size_t pieces = 0;
    while (class->source && class->source[pieces])
        pieces++;
    const char *text = class->source ? eg_joined(r, class->source, pieces)
                                     : text_of(r, class, strrchr(class->name, '.') + 1);
    return eg_definition_of_text(r, package, class->name, text);
}

/* ---------------------------------------------------------------- equations alone */

static bool is_initial(const char *text)
{
    return strncmp(text, "initial equation", strlen("initial equation")) == 0;
}

/* One class that holds the equations; those that begin with "initial equation" stand last. */
static const char *text_of_equations(eg_reader *r, const char *const *equations)
{
    writer w = {.r = r};
    add(&w, "class Equations equation\n");
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; equations && equations[i]; i++)
            if (is_initial(equations[i]) == (pass == 1)) {
                add(&w, equations[i]);
                add(&w, "\n");
            }
    add(&w, "end Equations;");
    return eg_joined(r, (const char *const *)w.lines.items, w.lines.count);
}

eg_syntax *eg_class_syntax_of(eg_reader *r, const eg_class *class, const char *const *equations)
{
    const char *text = text_of_equations(r, equations);
    eg_source *source = text ? eg_source_create(r->kept, class->name, text, strlen(text)) : NULL;
    eg_stored *stored = source ? eg_parse(r, source) : NULL;
    if (!source)
        r->out_of_memory = true;
    return stored && stored->count == 1 && r->errors == 0 ? stored->classes[0] : NULL;
}
