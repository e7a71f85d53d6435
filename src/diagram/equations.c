/* What equations alone say of components: in flat text, of 20-sim's submodels, of users' models whose
 * connectors have become variables.
 *
 * Which ones there are is in the names of variables. "front.p_1_v" and "'mass.flange_a.s'" belong to
 * the components front and mass, to their ports p_1 and flange_a; so do "sine.y" and "force.f" to ports that
 * are signals. Equations that say of two components that such variables are equal are what connections were;
 * those between forces are left out, as they follow. */
#include "diagram/diagram.h"

#include "base/names.h"
#include "base/tape.h"

#include <string.h>

/* Where a variable stands. */
typedef struct variable {
    const char *owner, *port; /* texts of the diagram's arena */
    eg_domain domain;
    bool is_flow;
} variable;

static const char *const potentials[] = {"s", "phi", "v", "w", "T", NULL}, *const flows[] = {"f", "tau",
                                                                                             "Q_flow", "F",
                                                                                             NULL};

static bool is_among(const char *text, const char *const *list)
{
    while (*list && strcmp(*list, text) != 0)
        list++;
    return *list != NULL;
}

/* Splits what stands behind the last `separator`, which becomes the text's end; NULL: there is none. */
static char *split(char *text, char separator)
{
    char *at = strrchr(text, separator);
    if (at)
        *at++ = '\0';
    return at;
}

/* False: out of memory. */
static bool read_name(eg_diagram *d, const char *path, variable *v)
{
    const size_t length = strlen(path);
    const bool is_quoted = length > 2 && path[0] == '\'' && path[length - 1] == '\'';
    char *text = is_quoted ? eg_arena_text(d->arena, path + 1, length - 2) : eg_arena_copy(d->arena, path);
    if (!text)
        return false;
    char *last = split(text, '.');
    *v = (variable){.owner = last ? text : d->name, .port = last ? last : text, .domain = EG_SIGNAL};
    if (!last)
        return true;
    char *name = split(last, '_'); /* of 20-sim's ports, p_1_v */
    char *port = last;
    if (!name || (!is_among(name, potentials) && !is_among(name, flows))) {
        if (name)
            name[-1] = '_';
        name = last;
        port = split(text, '.');
    }
    if (!port || (!is_among(name, potentials) && !is_among(name, flows))) {
        if (port && port != last)
            port[-1] = '.';
        return true;
    }
    v->port = port;
    v->is_flow = is_among(name, flows);
    v->domain = strcmp(name, "T") == 0 || strcmp(name, "Q_flow") == 0 ? EG_THERMAL : EG_MECHANICAL;
    return true;
}

static const char *variable_of(const eg_spec *spec, int formula)
{
    return formula >= 0 && spec->formulas[formula].op == EG_OP_VARIABLE ? spec->formulas[formula].path : NULL;
}

/* Does an equation of its own component give the signal: is it alone on the left of one, but of no equality
 * of two variables? */
static bool is_given(const eg_spec *spec, const char *path)
{
    for (size_t i = 0; i < spec->equation_count; i++) {
        const eg_user_equation *e = &spec->equations[i];
        const char *left = variable_of(spec, e->left);
        if (e->kind == EG_USER_EQUATION && left && strcmp(left, path) == 0 && !variable_of(spec, e->right))
            return true;
    }
    return false;
}

static eg_port_kind kind_of(const variable *v, bool gives)
{
    if (v->domain == EG_SIGNAL)
        return gives ? EG_REAL_OUTPUT : EG_REAL_INPUT;
    return v->domain == EG_THERMAL ? EG_HEAT_A : EG_FLANGE_A;
}

static eg_diagram_end end_of(const eg_names *declared, const char *path, const variable *v, bool gives)
{
    return (eg_diagram_end){path, v->owner, v->port, kind_of(v, gives), eg_names_find(declared, path) >= 0};
}

static eg_status read_links(eg_diagram *d, const eg_spec *spec, const eg_names *declared,
                            eg_diagram_link *links, size_t *count)
{
    variable v, o;
    for (size_t i = 0; i < spec->equation_count; i++) {
        const eg_user_equation *e = &spec->equations[i];
        const char *left = variable_of(spec, e->left), *right = variable_of(spec, e->right);
        if (e->kind != EG_USER_EQUATION || !left || !right)
            continue;
        if (!read_name(d, left, &v) || !read_name(d, right, &o))
            return EG_ERROR_MEMORY;
        if (strcmp(v.owner, o.owner) == 0 || v.is_flow || o.is_flow || v.domain != o.domain)
            continue;
        const bool gives = v.domain == EG_SIGNAL && is_given(spec, left);
        links[(*count)++] = (eg_diagram_link){
            {end_of(declared, left, &v, gives), end_of(declared, right, &o, !gives)}, v.domain == EG_SIGNAL};
    }
    return EG_OK;
}

eg_status eg_diagram_read_variables(eg_diagram *d, const eg_spec *spec, const char **owners,
                                    eg_diagram_link *links, size_t *count)
{
    variable v;
    *count = 0;
    eg_names *declared = eg_names_create(spec->variable_count + 1);
    eg_status status = declared ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < spec->variable_count && status == EG_OK; i++) {
        const char *path = spec->variables[i].path;
        if (!read_name(d, path, &v) || eg_names_add(declared, path, (long)i) < 0)
            status = EG_ERROR_MEMORY;
        else
            owners[i] = v.owner;
    }
    if (status == EG_OK)
        status = read_links(d, spec, declared, links, count);
    eg_names_free(declared);
    return status;
}
