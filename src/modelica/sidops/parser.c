/* Texts of 20-sim: what is around models, submodels inside of each other, and the classes made of them. */
#include "modelica/sidops/sidops.h"

#include <string.h>

/* ---------------------------------------------------------------- the file around the model */

static bool is_document(const char *text)
{
    text += strspn(text, "\xEF\xBB\xBF \t\r\n");
    return *text == '<';
}

static bool is_blank(const char *text)
{
    return text[strspn(text, "\xEF\xBB\xBF \t\r\n")] == '\0';
}

/* The text with blanks in place of all that is no SIDOPS: places stay what they are. NULL: there is none. */
static const char *only_sidops(eg_reader *r, const eg_source *source)
{
    static const char open[] = "<![CDATA[", close[] = "]]>";
    const char *text = source->text, *from = strstr(text, "<Sidops");
    const char *end = from ? strstr(from, "</Sidops>") : NULL;
    char *out = eg_new_array(r, source->length + 1, 1);
    if (!out || !from || !end)
        return NULL;
    for (size_t i = 0; i < source->length; i++)
        out[i] = text[i] == '\n' || text[i] == '\r' ? text[i] : ' ';
    for (const char *part = strstr(from, open); part && part < end; part = strstr(part, open)) {
        part += sizeof open - 1;
        const char *stop = strstr(part, close);
        size_t length = (size_t)((stop && stop < end ? stop : end) - part);
        memcpy(out + (part - text), part, length);
        part += length;
    }
    return out;
}

/* The file's name without directories and ending. */
static const char *model_name(eg_parser *p)
{
    const char *name = strrchr(p->source->name, '/');
    name = name ? name + 1 : p->source->name;
    const char *dot = strrchr(name, '.');
    size_t length = dot ? (size_t)(dot - name) : strlen(name);
    char *plain = eg_new(p->r, length + 1);
    if (!plain)
        return NULL;
    for (size_t i = 0; i < length; i++)
        plain[i] = name[i] == '\'' || name[i] == '\\' ? '_' : name[i];
    return eg_sidops_quote(p, length > 0 ? plain : "model");
}

/* ---------------------------------------------------------------- heads */

eg_sidops_model *eg_sidops_new_model(eg_parser *p, eg_sidops_model *around, const char *name, uint32_t at)
{
    eg_sidops_model *m = eg_new(p->r, sizeof *m);
    eg_syntax *class = eg_new(p->r, sizeof *class);
    if (!m || !class || !name)
        return NULL;
    const char *own = eg_sidops_with_ending(p, name, "model");
    *class = (eg_syntax){.name = around ? eg_symbol(p->r, own) : name,
                         .restriction = EG_R_MODEL,
                         .at = at,
                         .source = p->source};
    *m = (eg_sidops_model){.name = name, .class = class, .around = around, .at = at};
    m->names = around ? around->names : NULL;
    return class->name ? m : NULL;
}

/* Skips numbers and names up to one of the words that go on. */
static bool skip_to(eg_parser *p, const char *const *words)
{
    while (p->token.kind != EG_T_FINISH && !p->r->out_of_memory) {
        for (size_t i = 0; words[i]; i++)
            if (eg_sidops_at(p, words[i]))
                return true;
        eg_parse_advance(p);
    }
    return eg_parse_unexpected(p, eg_textf(p->r, "\"%s\"", words[0]));
}

/* restrictions ..., or icon ..., up to the "end;" of it; groups inside of figures have ends, too. That of
 * "line 1 2 3 4 end;" says where a line has its arrow. */
static bool skip_block(eg_parser *p)
{
    static const char *const lists[] = {"figures", "terminals", "group"};
    bool is_in_list = false, begins = true;
    int depth = 1;
    while (p->token.kind != EG_T_FINISH && depth > 0) {
        if (eg_sidops_at(p, "group"))
            depth++;
        if (eg_sidops_at(p, "implementation"))
            return true;
        const bool is_end =
            eg_sidops_at(p, "end") && eg_parse_peek(p) == EG_T_SEMICOLON && (begins || !is_in_list);
        begins = p->token.kind == EG_T_SEMICOLON;
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
            begins = begins || eg_sidops_at(p, lists[i]);
        is_in_list = is_in_list || begins;
        eg_parse_advance(p);
        if (is_end && --depth == 0)
            return eg_parse_expect(p, EG_T_SEMICOLON);
    }
    return eg_parse_unexpected(p, "\"end\"");
}

/* icon ...: a port whose terminals have names of their own, "p_high" or "p high", is a pair. */
static bool parse_icon(eg_parser *p, eg_sidops_model *m)
{
    const char *from = p->source->text + p->token.at;
    if (!skip_block(p))
        return false;
    size_t length = (size_t)(p->source->text + p->last_end - from);
    char *icon = eg_new(p->r, length + 1);
    if (!icon)
        return false;
    memcpy(icon, from, length);
    for (size_t i = 0; i < m->ports.count; i++) {
        eg_sidops_port *port = m->ports.items[i];
        if (port->kind != EG_SIDOPS_SIGNAL)
            port->is_pair = port->is_pair || strstr(icon, eg_textf(p->r, " %s_high ", port->name)) ||
                            strstr(icon, eg_textf(p->r, " %s high ", port->name));
    }
    return true;
}

/* type|knot Name ports ... parameters ... restrictions ... end; */
static bool parse_type(eg_parser *p, eg_sidops_model *m)
{
    static const char *const words[] = {"ports", "parameters", "variables", "restrictions", "end", NULL};
    eg_parse_advance(p);
    m->has_interface = true;
    eg_parse_advance(p);
    if (!skip_to(p, words))
        return false;
    for (;;) {
        if (eg_sidops_accept(p, "ports")) {
            if (!eg_sidops_ports(p, m))
                return false;
        } else if (eg_sidops_accept(p, "parameters")) {
            if (!eg_sidops_declarations(p, m, EG_V_PARAMETER))
                return false;
        } else if (eg_sidops_accept(p, "variables")) {
            if (!eg_sidops_declarations(p, m, EG_V_CONTINUOUS))
                return false;
        } else {
            return skip_block(p);
        }
    }
}

/* ---------------------------------------------------------------- equations */

static bool parse_section(eg_parser *p, eg_sidops_model *m)
{
    if (eg_sidops_accept(p, "constants"))
        return eg_sidops_declarations(p, m, EG_V_CONSTANT);
    if (eg_sidops_accept(p, "parameters"))
        return eg_sidops_declarations(p, m, EG_V_PARAMETER);
    if (eg_sidops_accept(p, "variables") || eg_sidops_accept(p, "externals"))
        return eg_sidops_declarations(p, m, EG_V_CONTINUOUS);
    if (eg_sidops_accept(p, "initialequations"))
        return eg_sidops_statements(p, &m->started);
    if (eg_sidops_accept(p, "equations"))
        return eg_sidops_statements(p, &m->written);
    if (eg_sidops_accept(p, "code")) {
        m->is_code = true;
        return eg_sidops_statements(p, &m->written);
    }
    if (eg_sidops_accept(p, "finalequations")) {
        eg_list dropped = {0};
        eg_warn(p->r, p->source, p->token.at, "what stands under \"finalequations\" is not carried out");
        return eg_sidops_statements(p, &dropped);
    }
    eg_parse_unexpected(p, "a section (parameters, variables, equations, ...)");
    static const char *const words[] = {"constants",        "parameters", "variables", "equations",
                                        "initialequations", "code",       "ports"};
    if (p->token.kind == EG_T_NAME)
        eg_hint_nearest(p->r, p->token.name, words, sizeof words / sizeof *words);
    return false;
}

static bool parse_equations(eg_parser *p, eg_sidops_model *m)
{
    while (p->token.kind != EG_T_FINISH && !eg_sidops_at(p, "implementation_end")) {
        if (p->token.kind == EG_T_STRING) {
            eg_parse_advance(p);
            continue;
        }
        const uint32_t before = p->token.at;
        if (parse_section(p, m))
            continue;
        if (p->r->out_of_memory || p->stopped)
            return false;
        if (p->token.at == before) /* a word that begins a section, but none here */
            eg_parse_advance(p);
        do
            eg_sidops_recover(p);
        while (!eg_sidops_at_section(p));
    }
    return true;
}

/* ---------------------------------------------------------------- submodels */

static bool parse_implementation(eg_parser *p, eg_sidops_model *m)
{
    if (!eg_sidops_expect(p, "implementation"))
        return false;
    if (eg_sidops_accept(p, "eq")) {
        if (!parse_equations(p, m))
            return false;
    } else if (eg_sidops_accept(p, "bg")) {
        if (!eg_sidops_network(p, m))
            return false;
    } else {
        eg_parse_unexpected(p, "\"eq\" or \"bg\"");
        eg_hint(p->r, "models of equations and models of submodels are read");
        return false;
    }
    if (!eg_sidops_expect(p, "implementation_end"))
        return false;
    eg_parse_accept(p, EG_T_SEMICOLON);
    return true;
}

/* [description 'text'] type ... [icon ...] [implementation ...]; what has no implementation is its ports
 * alone. */
static bool parse_body(eg_parser *p, eg_sidops_model *m)
{
    static const char *const heads[] = {"type", "knot", NULL};
    if (!skip_to(p, heads) || !parse_type(p, m) || (eg_sidops_at(p, "icon") && !parse_icon(p, m)))
        return false;
    return !eg_sidops_at(p, "implementation") || parse_implementation(p, m);
}

static const char *parse_label(eg_parser *p)
{
    const char *label = NULL;
    if (p->token.kind == EG_T_STRING)
        label = eg_token_text(&p->lexer, &p->token);
    else
        eg_parse_unexpected(p, "the name of an implementation");
    eg_parse_advance(p);
    return label;
}

/* specifications active 'a' specification 'a' ... specification_end; specification 'b' ... end; Of several
 * implementations the active one counts. */
static bool parse_specifications(eg_parser *p, eg_sidops_model *m)
{
    const eg_sidops_model empty = *m;
    bool found = false;
    if (!eg_sidops_expect(p, "active"))
        return false;
    const char *active = parse_label(p);
    while (active && eg_sidops_accept(p, "specification")) {
        eg_sidops_model *one = eg_new(p->r, sizeof *one);
        eg_syntax *class = eg_new(p->r, sizeof *class);
        const char *label = parse_label(p);
        if (!one || !class || !label)
            return false;
        *one = empty;
        *class = *empty.class;
        one->class = class;
        size_t globals = m->globals.count;
        if (!parse_body(p, one))
            return false;
        if (strcmp(label, active) == 0) {
            *m = *one;
            found = true;
        } else if (!m->around) {
            m->globals.count = globals;
        }
        static const char *const ends[] = {"specification_end", NULL};
        if (!skip_to(p, ends))
            return false;
        eg_parse_advance(p);
        eg_parse_accept(p, EG_T_SEMICOLON);
    }
    if (eg_sidops_accept(p, "end"))
        eg_parse_accept(p, EG_T_SEMICOLON);
    if (found || !active)
        return found;
    eg_error(p->r, p->source, m->at, "the implementation \"%.100s\" of \"%.100s\" is missing", active,
             m->name);
    eg_hint(p->r, "choose one that the file holds");
    return false;
}

bool eg_sidops_submodel(eg_parser *p, eg_sidops_model *m)
{
    static const char *const heads[] = {"type", "knot", "specifications", NULL};
    if (!skip_to(p, heads))
        return false;
    return eg_sidops_accept(p, "specifications") ? parse_specifications(p, m) : parse_body(p, m);
}

/* ---------------------------------------------------------------- classes */

static bool keep_sections(eg_parser *p, eg_sidops_model *m)
{
    const eg_list *const bodies[] = {&m->equations, &m->steps, &m->starts};
    m->class->sections = eg_new_array(p->r, 3, sizeof *m->class->sections);
    if (!m->class->sections)
        return false;
    for (int i = 0; i < 3; i++)
        if (bodies[i]->count > 0)
            m->class->sections[m->class->section_count++] =
                (eg_section){.is_algorithm = i == 1,
                             .is_initial = i == 2,
                             .at = m->at,
                             .body = (eg_equation **)bodies[i]->items,
                             .count = (uint32_t)bodies[i]->count};
    return true;
}

/* What the model waits for, to be told of. */
static const char *open_ports(eg_parser *p, const eg_sidops_model *m)
{
    const char *text = NULL;
    for (size_t i = 0; i < m->ports.count; i++) {
        const eg_sidops_port *port = m->ports.items[i];
        if (port->kind == EG_SIDOPS_SIGNAL)
            continue;
        const char *names = port->name;
        if (port->is_pair)
            names = eg_textf(p->r, "%s_high, %s_low", port->name, port->name);
        text = text ? eg_textf(p->r, "%s, %s", text, names) : names;
    }
    return text;
}

bool eg_sidops_finish(eg_parser *p, eg_sidops_model *m)
{
    for (size_t i = 0; i < m->submodels.count; i++)
        if (!eg_sidops_finish(p, m->submodels.items[i]))
            return false;
    if (!eg_sidops_expand_knot(p, m) || !eg_sidops_guess_ports(p, m))
        return false;
    eg_sidops_forget_unused(m);
    if (!eg_sidops_make_ports(p, m) || !eg_sidops_give_meaning(p, m) || !keep_sections(p, m))
        return false;
    m->class->open_ports = m->around ? NULL : open_ports(p, m);
    m->class->elements = eg_new_array(p->r, m->elements.count, sizeof *m->class->elements);
    if (!m->class->elements)
        return false;
    m->class->element_count = (uint32_t)m->elements.count;
    for (size_t i = 0; i < m->elements.count; i++)
        m->class->elements[i] = *(eg_class_element *)m->elements.items[i];
    return true;
}

/* ---------------------------------------------------------------- texts */

/* SIDOPS alone: [ports ... end;] and the sections of one implementation; a whole submodel, too. */
static bool parse_plain(eg_parser *p, eg_sidops_model *m)
{
    if (eg_sidops_accept(p, "ports")) {
        if (!eg_sidops_ports(p, m) || !skip_block(p))
            return false;
    } else if (!eg_sidops_at_section(p) && strstr(p->source->text, "implementation")) {
        return eg_sidops_submodel(p, m);
    }
    return parse_equations(p, m);
}

static bool parse_model(eg_parser *p, eg_sidops_model *m, const char *document)
{
    if (!document)
        return parse_plain(p, m);
    return eg_sidops_submodel(p, m);
}

eg_stored *eg_sidops_parse(eg_reader *r, eg_source *source)
{
    eg_parser p;
    eg_stored *stored = eg_new(r, sizeof *stored);
    eg_syntax **classes = eg_new_array(r, 1, sizeof *classes);
    const char *document = is_document(source->text) ? source->text : NULL;
    if (!stored || !classes)
        return NULL;
    stored->source = source;
    stored->classes = classes;
    if (document || is_blank(source->text)) {
        const char *text = document ? only_sidops(r, source) : NULL;
        if (!text) {
            eg_error(r, source, 0, "this file holds no model of 20-sim");
            eg_hint(
                r,
                "a .emx file has its model between <Sidops> and </Sidops>, and SIDOPS alone its equations");
            return r->out_of_memory ? NULL : stored;
        }
        source->text = text;
    }
    eg_parse_start(&p, r, source);
    eg_pairs *names = eg_pairs_create();
    eg_sidops_model *m = eg_sidops_new_model(&p, NULL, model_name(&p), p.token.at);
    if (m)
        m->names = names;
    r->out_of_memory = r->out_of_memory || !names;
    bool ok = m && names && parse_model(&p, m, document);
    if (ok && p.token.kind != EG_T_FINISH && !p.failed)
        ok = eg_parse_unexpected(&p, "the end of the model");
    ok = ok && r->errors == 0 && eg_sidops_finish(&p, m) &&
         (!document || eg_sidops_experiment(&p, m, document));
    if (ok)
        classes[stored->count++] = m->class;
    if (document)
        source->text = document;
    eg_pairs_free(names);
    return r->out_of_memory ? NULL : stored;
}
