/* Pictures from one language into the other. Both are lists of pieces between commas, which a scanner that
 * knows brackets, strings and comments finds in the texts as they stand. */
#include "modelica/text/pictures.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"

/* ---------------------------------------------------------------- slices */

static eg_extract slice_of(const char *text)
{
    return (eg_extract){text, text ? strlen(text) : 0};
}

static eg_extract trimmed(eg_extract s)
{
    while (s.length > 0 && isspace((unsigned char)s.text[0])) {
        s.text++;
        s.length--;
    }
    while (s.length > 0 && isspace((unsigned char)s.text[s.length - 1]))
        s.length--;
    return s;
}

static const char *kept(eg_reader *r, eg_extract s)
{
    return eg_textf(r, "%.*s", (int)s.length, s.text);
}

/* Where the string, quoted name or comment that begins at i ends; i itself where none begins. */
static size_t behind_quoted(eg_extract s, size_t i)
{
    const char c = s.text[i];
    if (c == '"' || c == '\'') {
        for (i++; i < s.length && s.text[i] != c; i++)
            i += s.text[i] == '\\';
        return i + 1 < s.length ? i + 1 : s.length;
    }
    if (c == '/' && i + 1 < s.length && s.text[i + 1] == '/') {
        while (i < s.length && s.text[i] != '\n')
            i++;
    } else if (c == '/' && i + 1 < s.length && s.text[i + 1] == '*') {
        for (i += 2; i + 1 < s.length && !(s.text[i] == '*' && s.text[i + 1] == '/'); i++)
            ;
        i = i + 2 < s.length ? i + 2 : s.length;
    }
    return i;
}

/* The first of the characters outside of brackets, strings and comments; the length where there is none. */
static size_t find_outside(eg_extract s, const char *wanted)
{
    int depth = 0;
    for (size_t i = 0; i < s.length;) {
        size_t behind = behind_quoted(s, i);
        if (behind > i) {
            i = behind;
            continue;
        }
        if (depth == 0 && strchr(wanted, s.text[i]))
            return i;
        depth += strchr("([{", s.text[i]) != NULL;
        depth -= strchr(")]}", s.text[i]) != NULL;
        i++;
    }
    return s.length;
}

/* Without comments before it; those inside and behind go with it. */
static eg_extract behind_comments(eg_extract s)
{
    s = trimmed(s);
    while (s.length > 1 && s.text[0] == '/' && (s.text[1] == '/' || s.text[1] == '*')) {
        const size_t behind = behind_quoted(s, 0);
        s = trimmed((eg_extract){s.text + behind, s.length - behind});
    }
    return s;
}

/* Takes the piece before the next comma from the rest; false where nothing is left. */
static bool take_piece(eg_extract *rest, eg_extract *piece)
{
    *rest = behind_comments(*rest);
    if (rest->length == 0)
        return false;
    size_t comma = find_outside(*rest, ",");
    *piece = trimmed((eg_extract){rest->text, comma});
    size_t taken = comma < rest->length ? comma + 1 : comma;
    rest->text += taken;
    rest->length -= taken;
    return true;
}

/* The same but for white space? */
static bool same_words(eg_extract a, eg_extract b)
{
    size_t i = 0, k = 0;
    for (;;) {
        while (i < a.length && isspace((unsigned char)a.text[i]))
            i++;
        while (k < b.length && isspace((unsigned char)b.text[k]))
            k++;
        if (i == a.length || k == b.length)
            return i == a.length && k == b.length;
        if (a.text[i++] != b.text[k++])
            return false;
    }
}

/* ---------------------------------------------------------------- arguments of Modelica */

/* name(...) or name = ... */
static bool is_named(eg_extract piece, const char *name)
{
    size_t length = strlen(name);
    if (piece.length <= length || strncmp(piece.text, name, length) != 0)
        return false;
    return strchr("(= \t\r\n", piece.text[length]) != NULL;
}

static bool find_argument(eg_extract list, const char *name, eg_extract *piece)
{
    while (take_piece(&list, piece))
        if (is_named(*piece, name))
            return true;
    return false;
}

/* What stands in the parentheses of name(...). */
static eg_extract inside(eg_extract piece)
{
    const char *open = memchr(piece.text, '(', piece.length);
    if (!open || piece.text[piece.length - 1] != ')')
        return (eg_extract){0};
    return (eg_extract){open + 1, (size_t)(piece.text + piece.length - open) - 2};
}

/* The numbers of name = {{1, 2}, {3, 4}}: as many as are wanted, or false. */
static bool read_numbers(eg_extract list, const char *name, double *numbers, int count)
{
    eg_extract piece;
    int found = 0;
    if (!find_argument(list, name, &piece))
        return false;
    size_t i = find_outside(piece, "=");
    for (i = i < piece.length ? i + 1 : i; i < piece.length && found <= count;) {
        char *after;
        if (strchr("{}, \t\r\n", piece.text[i])) {
            i++;
            continue;
        }
        double number = strtod(piece.text + i, &after);
        if (after == piece.text + i || after > piece.text + piece.length || found == count)
            return false;
        numbers[found++] = number;
        i = (size_t)(after - piece.text);
    }
    return found == count;
}

/* Removes the pieces of these names. */
static const char *without(eg_reader *r, eg_extract list, const char *first, const char *second)
{
    const char *left = "";
    eg_extract piece;
    bool any = false;
    for (eg_extract rest = list; take_piece(&rest, &piece);)
        any = any || is_named(piece, first) || (second && is_named(piece, second));
    if (!any)
        return kept(r, trimmed(list));
    while (take_piece(&list, &piece))
        if (!is_named(piece, first) && !(second && is_named(piece, second)))
            left = eg_textf(r, "%s%s%.*s", left, *left ? ", " : "", (int)piece.length, piece.text);
    return left;
}

/* ---------------------------------------------------------------- strings */

/* A string of Modelica or JSON with its quotes, as what it stands for. */
static const char *unquoted(eg_reader *r, eg_extract s)
{
    char *text = eg_new(r, s.length + 1);
    size_t length = 0;
    s = trimmed(s);
    if (!text || s.length < 2 || s.text[0] != '"')
        return NULL;
    for (size_t i = 1; i + 1 < s.length; i++) {
        bool escapes = s.text[i] == '\\' && i + 2 < s.length;
        i += escapes;
        char c = s.text[i];
        if (escapes && (c == 'n' || c == 't'))
            c = c == 'n' ? '\n' : '\t';
        text[length++] = c;
    }
    return text;
}

static const char *quoted(eg_reader *r, const char *text)
{
    char *out = eg_new(r, 2 * strlen(text) + 3), *to = out;
    if (!out)
        return "\"\"";
    *to++ = '"';
    for (; *text; text++) {
        if (*text == '\r')
            continue;
        if (strchr("\"\\\n\t", *text))
            *to++ = '\\';
        if (*text == '\n')
            *to++ = 'n';
        else if (*text == '\t')
            *to++ = 't';
        else
            *to++ = *text;
    }
    *to = '"';
    return out;
}

/* ---------------------------------------------------------------- objects of Dyad */

/* {...}, also within [...]; nothing for {^name}, which stands for something elsewhere. */
static eg_extract members_of(eg_extract object)
{
    object = trimmed(object);
    if (object.length > 1 && object.text[0] == '[')
        object = trimmed((eg_extract){object.text + 1, object.length - 2});
    if (object.length < 2 || object.text[0] != '{' || object.text[object.length - 1] != '}' ||
        object.text[1] == '^')
        return (eg_extract){0};
    return trimmed((eg_extract){object.text + 1, object.length - 2});
}

static bool take_member(eg_extract *rest, eg_extract *key, eg_extract *value)
{
    eg_extract piece;
    if (!take_piece(rest, &piece))
        return false;
    size_t colon = find_outside(piece, ":");
    *key = trimmed((eg_extract){piece.text, colon});
    *value = colon < piece.length ? trimmed((eg_extract){piece.text + colon + 1, piece.length - colon - 1})
                                  : (eg_extract){piece.text + piece.length, 0};
    if (key->length >= 2 && key->text[0] == '"')
        *key = (eg_extract){key->text + 1, key->length - 2};
    return true;
}

static bool is_key(eg_extract key, const char *name)
{
    return key.length == strlen(name) && strncmp(key.text, name, key.length) == 0;
}

static bool find_member(eg_extract members, const char *name, eg_extract *value)
{
    eg_extract key;
    while (take_member(&members, &key, value))
        if (is_key(key, name))
            return true;
    return false;
}

/* The members of vendor "Dyad" but these two, as text. */
static const char *dyad_without(eg_reader *r, eg_extract value, const char *first, const char *second)
{
    const char *left = "";
    eg_extract members = members_of(value), key, inner;
    while (take_member(&members, &key, &inner))
        if (!is_key(key, first) && !is_key(key, second))
            left = eg_textf(r, "%s%s\"%.*s\": %.*s", left, *left ? ", " : "", (int)key.length, key.text,
                            (int)inner.length, inner.text);
    return left;
}

/* ---------------------------------------------------------------- is it what it should be? */

/* Of what texts carry for the other language: who has written it by hand may have erred, and what is wrong
 * must not make the other text wrong. */

enum { NESTING = 50 };

static bool is_json(eg_extract s, int depth);

/* Pieces between commas, each with a key in an object. */
static bool is_json_list(eg_extract list, bool has_keys, int depth)
{
    eg_extract piece;
    list = trimmed(list);
    if (list.length > 0 && list.text[list.length - 1] == ',')
        return false;
    while (take_piece(&list, &piece)) {
        const size_t colon = has_keys ? find_outside(piece, ":") : 0;
        const eg_extract key = trimmed((eg_extract){piece.text, colon});
        if (has_keys && (colon >= piece.length || key.length < 2 || key.text[0] != '"' ||
                         behind_quoted(key, 0) != key.length || key.text[key.length - 1] != '"'))
            return false;
        const size_t from = has_keys ? colon + 1 : 0;
        if (!is_json(trimmed((eg_extract){piece.text + from, piece.length - from}), depth))
            return false;
    }
    return true;
}

static bool is_json_word(eg_extract s)
{
    static const char *const words[] = {"true", "false", "null"};
    char *after;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (s.length == strlen(words[i]) && strncmp(s.text, words[i], s.length) == 0)
            return true;
    if (!isdigit((unsigned char)s.text[0]) && s.text[0] != '-')
        return false;
    strtod(s.text, &after);
    return after == s.text + s.length;
}

static bool is_json(eg_extract s, int depth)
{
    if (s.length == 0 || depth > NESTING)
        return false;
    const char first = s.text[0], last = s.text[s.length - 1];
    const eg_extract within = {s.text + 1, s.length > 1 ? s.length - 2 : 0};
    if (first == '{' || first == '[')
        return s.length > 1 && last == (first == '{' ? '}' : ']') &&
               is_json_list(within, first == '{', depth + 1);
    if (first == '"')
        return s.length > 1 && last == '"' && behind_quoted(s, 0) == s.length;
    return is_json_word(s);
}

/* Arguments of an annotation: names, then values or parentheses, all of which are closed. */
static bool is_arguments(eg_extract list)
{
    eg_extract piece;
    int depth = 0;
    for (size_t i = 0; i < list.length;) {
        const size_t behind = behind_quoted(list, i);
        depth += behind == i && strchr("([{", list.text[i]) != NULL;
        depth -= behind == i && strchr(")]}", list.text[i]) != NULL;
        if (depth < 0)
            return false;
        i = behind > i ? behind : i + 1;
    }
    list = trimmed(list);
    if (depth != 0 || list.length == 0 || list.text[list.length - 1] == ',')
        return false;
    while (take_piece(&list, &piece)) {
        size_t name = 0;
        while (name < piece.length && (isalnum((unsigned char)piece.text[name]) || piece.text[name] == '_'))
            name++;
        const eg_extract rest = trimmed((eg_extract){piece.text + name, piece.length - name});
        if (name == 0 || isdigit((unsigned char)piece.text[0]) || rest.length == 0 ||
            !strchr("(=.", rest.text[0]))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- where a component stands */

typedef struct place {
    double x1, y1, x2, y2; /* Dyad's */
    double rotation;       /* Modelica's, in degrees, against the clock */
} place;

static bool place_of_modelica(eg_extract placement, const char *name, place *p)
{
    eg_extract piece;
    double extent[4], origin[2] = {0, 0}, rotation = 0;
    if (!find_argument(placement, name, &piece) || !read_numbers(inside(piece), "extent", extent, 4))
        return false;
    read_numbers(inside(piece), "origin", origin, 2);
    read_numbers(inside(piece), "rotation", &rotation, 1);
    p->x1 = 5 * (origin[0] + extent[0] + 100);
    p->x2 = 5 * (origin[0] + extent[2] + 100);
    p->y1 = 5 * (100 - origin[1] - extent[3]);
    p->y2 = 5 * (100 - origin[1] - extent[1]);
    p->rotation = rotation;
    return true;
}

static double number_member(eg_extract members, const char *name, double otherwise)
{
    eg_extract value;
    char *after;
    if (!find_member(members, name, &value) || value.length == 0)
        return otherwise;
    double number = strtod(value.text, &after);
    return after == value.text + value.length ? number : otherwise;
}

static bool place_of_dyad(eg_extract placement, const char *name, place *p)
{
    eg_extract value;
    if (!find_member(placement, name, &value))
        return false;
    eg_extract m = members_of(value);
    double turned = number_member(m, "rot", 0);
    *p = (place){number_member(m, "x1", NAN), number_member(m, "y1", NAN), number_member(m, "x2", NAN),
                 number_member(m, "y2", NAN), turned == 0 ? 0 : fmod(360 - turned, 360)};
    return isfinite(p->x1 + p->y1 + p->x2 + p->y2 + p->rotation);
}

static const char *number_text(eg_reader *r, double number)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(number == 0 ? 0 : number, text);
    return eg_textf(r, "%s", text);
}

static const char *place_in_dyad(eg_reader *r, const char *name, place p)
{
    double turned = p.rotation == 0 ? 0 : fmod(360 - p.rotation, 360);
    return eg_textf(
        r, "\"%s\": {\"iconName\": \"default\", \"x1\": %s, \"y1\": %s, \"x2\": %s, \"y2\": %s, \"rot\": %s}",
        name, number_text(r, p.x1), number_text(r, p.y1), number_text(r, p.x2), number_text(r, p.y2),
        number_text(r, turned));
}

/* What is turned is turned about its middle. */
static const char *place_in_modelica(eg_reader *r, const char *name, place p)
{
    double x = p.rotation == 0 ? 0 : (p.x1 + p.x2) / 10 - 100;
    double y = p.rotation == 0 ? 0 : 100 - (p.y1 + p.y2) / 10;
    const char *turned = p.rotation == 0
                             ? ""
                             : eg_textf(r, ", origin = {%s, %s}, rotation = %s", number_text(r, x),
                                        number_text(r, y), number_text(r, p.rotation));
    return eg_textf(r, "%s(extent = {{%s, %s}, {%s, %s}}%s)", name, number_text(r, p.x1 / 5 - 100 - x),
                    number_text(r, 100 - p.y2 / 5 - y), number_text(r, p.x2 / 5 - 100 - x),
                    number_text(r, 100 - p.y1 / 5 - y), turned);
}

/* "placement": {...}; "" where the annotation does not say. */
static const char *placement_in_dyad(eg_reader *r, eg_extract annotation, bool is_connector)
{
    eg_extract piece;
    place diagram, icon;
    if (!find_argument(annotation, "Placement", &piece))
        return "";
    bool has_diagram = place_of_modelica(inside(piece), "transformation", &diagram);
    bool has_icon = place_of_modelica(inside(piece), "iconTransformation", &icon);
    if (has_diagram && !has_icon && is_connector) {
        icon = diagram;
        has_icon = true;
    }
    if (!has_diagram && !has_icon)
        return "";
    return eg_textf(r, "\"placement\": {%s%s%s}", has_icon ? place_in_dyad(r, "icon", icon) : "",
                    has_icon && has_diagram ? ", " : "",
                    has_diagram ? place_in_dyad(r, "diagram", diagram) : "");
}

/* Placement(...); "" where the metadata do not say. */
static const char *placement_in_modelica(eg_reader *r, eg_extract members)
{
    eg_extract dyad, placement;
    place diagram, icon;
    if (!find_member(members, "Dyad", &dyad) || !find_member(members_of(dyad), "placement", &placement))
        return "";
    bool has_diagram = place_of_dyad(members_of(placement), "diagram", &diagram);
    bool has_icon = place_of_dyad(members_of(placement), "icon", &icon);
    if (!has_diagram && !has_icon)
        return "";
    const char *first = place_in_modelica(r, "transformation", has_diagram ? diagram : icon);
    const char *second = has_diagram && has_icon ? place_in_modelica(r, "iconTransformation", icon) : "";
    bool differs = *second && strcmp(second + strlen("iconT"), first + strlen("t")) != 0;
    return eg_textf(r, "Placement(%s%s%s)", first, differs ? ", " : "", differs ? second : "");
}

/* ---------------------------------------------------------------- into Modelica */

static const char *carried_annotation(eg_reader *r, eg_extract members)
{
    eg_extract own, text;
    if (!find_member(members, "elastogap", &own) || !find_member(members_of(own), "annotation", &text))
        return NULL;
    const char *annotation = unquoted(r, text);
    return annotation && is_arguments(slice_of(annotation)) ? annotation : NULL;
}

/* All members but this program's own, and of Dyad's but the tests of a class. */
static const char *foreign_members(eg_reader *r, eg_extract members)
{
    const char *left = "";
    eg_extract key, value;
    while (take_member(&members, &key, &value)) {
        const char *text;
        if (is_key(key, "elastogap"))
            continue;
        if (is_key(key, "Dyad")) {
            const char *inner = dyad_without(r, value, "tests", "tests");
            if (!*inner)
                continue;
            text = eg_textf(r, "{%s}", inner);
        } else {
            text = kept(r, value);
        }
        left = eg_textf(r, "%s%s\"%.*s\": %s", left, *left ? ", " : "", (int)key.length, key.text, text);
    }
    return left;
}

/* Do the metadata say what the annotation that they carry would be put as? */
static bool says_the_same(eg_reader *r, const char *annotation, const char *foreign)
{
    for (int is_connector = 0; is_connector < 2; is_connector++) {
        const char *placement = placement_in_dyad(r, slice_of(annotation), is_connector);
        const char *members = *placement ? eg_textf(r, "\"Dyad\": {%s}", placement) : "";
        if (same_words(slice_of(members), slice_of(foreign)))
            return true;
    }
    return false;
}

static const char *join(eg_reader *r, const char *a, const char *b)
{
    return eg_textf(r, "%s%s%s", a, *a && *b ? ", " : "", b);
}

const char *eg_pictures_in_modelica(eg_reader *r, const eg_pictures *p, bool of_class)
{
    if (!p)
        return NULL;
    if (p->annotation.text) {
        const char *own =
            of_class ? without(r, p->annotation, "experiment", NULL) : kept(r, trimmed(p->annotation));
        return *own ? own : NULL;
    }
    eg_extract members = members_of(p->metadata);
    const char *carried = carried_annotation(r, members), *foreign = foreign_members(r, members);
    if (carried && says_the_same(r, carried, foreign))
        return carried;
    const char *all = placement_in_modelica(r, members);
    all = join(r, all, carried ? without(r, slice_of(carried), "Placement", "__elastogap") : "");
    if (*foreign)
        all = join(r, all, eg_textf(r, "__elastogap(dyad = %s)", quoted(r, eg_textf(r, "{%s}", foreign))));
    return *all ? all : NULL;
}

/* ---------------------------------------------------------------- into Dyad */

/* The metadata that the annotation carries; nothing where it carries none. */
static eg_extract carried_metadata(eg_reader *r, eg_extract annotation)
{
    eg_extract piece, value;
    if (!find_argument(annotation, "__elastogap", &piece) || !find_argument(inside(piece), "dyad", &value))
        return (eg_extract){0};
    size_t equals = find_outside(value, "=");
    if (equals >= value.length)
        return (eg_extract){0};
    const char *text = unquoted(r, (eg_extract){value.text + equals + 1, value.length - equals - 1});
    const eg_extract metadata = trimmed(slice_of(text));
    return text && is_json(metadata, 0) && metadata.text[0] == '{' ? metadata : (eg_extract){0};
}

/* Does the annotation say no more than what the metadata that it carries would be put as? */
static bool is_as_carried(eg_reader *r, eg_extract annotation, eg_extract metadata)
{
    const eg_pictures again = {.metadata = metadata};
    const char *text = metadata.text ? eg_pictures_in_modelica(r, &again, false) : NULL;
    return text && same_words(slice_of(text), annotation);
}

/* Those of other vendors and of Dyad, with the place that the annotation gives. */
static const char *put_members(eg_reader *r, eg_extract annotation, bool is_connector)
{
    eg_extract metadata = carried_metadata(r, annotation), key, value;
    eg_extract members = metadata.text ? members_of(metadata) : (eg_extract){0};
    const char *placement = placement_in_dyad(r, annotation, is_connector), *others = "", *dyad = "";
    if (is_as_carried(r, annotation, metadata))
        return kept(r, members);
    while (take_member(&members, &key, &value))
        if (is_key(key, "Dyad"))
            dyad = dyad_without(r, value, "placement", "tests");
        else if (!is_key(key, "elastogap"))
            others =
                join(r, others,
                     eg_textf(r, "\"%.*s\": %.*s", (int)key.length, key.text, (int)value.length, value.text));
    dyad = join(r, dyad, placement);
    return join(r, *dyad ? eg_textf(r, "\"Dyad\": {%s}", dyad) : "", others);
}

const char *eg_pictures_members(eg_reader *r, const eg_pictures *p)
{
    if (!p || !p->annotation.text)
        return NULL;
    eg_extract own = slice_of(without(r, p->annotation, "experiment", NULL));
    const char *members = put_members(r, own, false);
    return *members ? members : NULL;
}

const char *eg_pictures_annotation(eg_reader *r, const eg_pictures *p)
{
    if (!p || !p->annotation.text)
        return NULL;
    const char *own = without(r, p->annotation, "experiment", NULL);
    eg_extract metadata = carried_metadata(r, slice_of(own));
    if (is_as_carried(r, slice_of(own), metadata))
        return NULL;
    own = without(r, slice_of(own), "__elastogap", NULL);
    return *own ? quoted(r, own) : NULL;
}

const char *eg_pictures_in_dyad(eg_reader *r, const eg_pictures *p, bool is_connector)
{
    if (!p)
        return NULL;
    if (p->metadata.text)
        return kept(r, p->metadata);
    const char *members = put_members(r, p->annotation, is_connector);
    const char *annotation = eg_pictures_annotation(r, p);
    const char *own = annotation ? eg_textf(r, "\"elastogap\": {\"annotation\": %s}", annotation) : "";
    const char *all = join(r, members, own);
    return *all ? eg_textf(r, "{%s}", all) : NULL;
}

/* ---------------------------------------------------------------- icons of models */

enum { POINTS = 400 }; /* of a line; further ones are left out */

/* What the graphics of an icon have in common. */
typedef struct graphic {
    eg_extract list; /* its arguments */
    double origin[2], rotation;
    double from[4]; /* the extent of the coordinate system, which becomes -100 ... 100 */
    eg_drawing *d;
} graphic;

static int32_t color_of(const graphic *g, const char *name, int32_t otherwise)
{
    double rgb[3];
    if (!read_numbers(g->list, name, rgb, 3))
        return otherwise;
    int32_t color = 0;
    for (int i = 0; i < 3; i++)
        color = color << 8 | (int32_t)fmin(255, fmax(0, rgb[i]));
    return color;
}

/* FillPattern.Solid, LinePattern.None: the last word of the argument's value. */
static bool is_said(const graphic *g, const char *name, const char *word)
{
    eg_extract piece;
    size_t length = strlen(word);
    return find_argument(g->list, name, &piece) && piece.length > length &&
           strncmp(piece.text + piece.length - length, word, length) == 0;
}

static int32_t fill_of(const graphic *g)
{
    eg_extract piece;
    bool is_filled = find_argument(g->list, "fillPattern", &piece) && !is_said(g, "fillPattern", ".None");
    return is_filled ? color_of(g, "fillColor", 0) : EG_NO_COLOR;
}

static int32_t stroke_of(const graphic *g, const char *name)
{
    return is_said(g, "pattern", ".None") ? EG_NO_COLOR : color_of(g, name, 0);
}

static void put_point(const graphic *g, double x, double y)
{
    const double angle = g->rotation * 3.14159265358979323846 / 180;
    const double px = g->origin[0] + x * cos(angle) - y * sin(angle);
    const double py = g->origin[1] + x * sin(angle) + y * cos(angle);
    eg_draw_point(g->d, 200 * (px - g->from[0]) / (g->from[2] - g->from[0]) - 100,
                  200 * (py - g->from[1]) / (g->from[3] - g->from[1]) - 100);
}

/* {{1, 2}, {3, 4}, ...}: how many points. */
static int read_points(eg_extract list, double (*points)[2])
{
    eg_extract piece;
    int found = 0;
    if (!find_argument(list, "points", &piece))
        return 0;
    size_t i = find_outside(piece, "=");
    for (i = i < piece.length ? i + 1 : i; i < piece.length && found < 2 * POINTS;) {
        char *after;
        double number = strtod(piece.text + i, &after);
        bool is_number = after > piece.text + i && after <= piece.text + piece.length;
        if (is_number)
            points[found / 2][found % 2] = number;
        found += is_number;
        i = is_number ? (size_t)(after - piece.text) : i + 1;
    }
    return found / 2;
}

static void draw_points(const graphic *g, bool is_closed)
{
    double points[POINTS][2], thickness = 0.25;
    int count = read_points(g->list, points);
    read_numbers(g->list, is_closed ? "lineThickness" : "thickness", &thickness, 1);
    const double width = fmax(1.5, 6 * thickness); /* hairlines show */
    if (count < 2)
        return;
    if (is_closed)
        eg_draw_polygon(g->d, stroke_of(g, "lineColor"), fill_of(g), width);
    else
        eg_draw_line(g->d, stroke_of(g, "color"), width);
    for (int i = 0; i < count; i++)
        put_point(g, points[i][0], points[i][1]);
}

static void draw_extent(const graphic *g, bool is_ellipse)
{
    double e[4];
    if (!read_numbers(g->list, "extent", e, 4))
        return;
    eg_draw_polygon(g->d, stroke_of(g, "lineColor"), fill_of(g), 2);
    const double corners[4][2] = {{e[0], e[1]}, {e[2], e[1]}, {e[2], e[3]}, {e[0], e[3]}};
    for (int i = 0; i < 4 && !is_ellipse; i++)
        put_point(g, corners[i][0], corners[i][1]);
    for (int i = 0; i < 36 && is_ellipse; i++) {
        const double angle = i * 3.14159265358979323846 / 18;
        put_point(g, (e[0] + e[2]) / 2 + (e[2] - e[0]) / 2 * cos(angle),
                  (e[1] + e[3]) / 2 + (e[3] - e[1]) / 2 * sin(angle));
    }
}

/* The string with the model's name for %name. */
static void draw_words(const graphic *g, const char *name)
{
    double e[4];
    char words[48];
    size_t length = 0;
    eg_extract piece;
    if (!read_numbers(g->list, "extent", e, 4) ||
        !(find_argument(g->list, "textString", &piece) || find_argument(g->list, "string", &piece)))
        return;
    size_t i = find_outside(piece, "=") + 1;
    eg_extract value = trimmed((eg_extract){piece.text + i, piece.length > i ? piece.length - i : 0});
    for (i = 1; i + 1 < value.length && length + 1 < sizeof words; i++) {
        if (strncmp(value.text + i, "%name", 5) == 0) {
            int put = snprintf(words + length, sizeof words - length, "%s", name);
            length = put > 0 ? (size_t)fmin((double)length + put, sizeof words - 1) : length;
            i += 4;
            continue;
        }
        words[length++] = value.text[i];
    }
    words[length] = '\0';
    const double scale = 200 / (g->from[3] - g->from[1]), high = fabs(e[3] - e[1]) * fabs(scale);
    const double x = g->origin[0] + (e[0] + e[2]) / 2, y = g->origin[1] + (e[1] + e[3]) / 2;
    eg_draw_text(g->d, 200 * (x - g->from[0]) / (g->from[2] - g->from[0]) - 100,
                 200 * (y - g->from[1]) / (g->from[3] - g->from[1]) - 100, fmin(0.6 * high, 60),
                 fabs(e[2] - e[0]) * fabs(200 / (g->from[2] - g->from[0])),
                 color_of(g, "textColor", color_of(g, "lineColor", 0x0000FF)), words);
}

static void draw_graphic(const graphic *g, eg_extract piece, const char *name)
{
    if (is_named(piece, "Line"))
        draw_points(g, false);
    else if (is_named(piece, "Polygon"))
        draw_points(g, true);
    else if (is_named(piece, "Rectangle"))
        draw_extent(g, false);
    else if (is_named(piece, "Ellipse"))
        draw_extent(g, true);
    else if (is_named(piece, "Text"))
        draw_words(g, name);
}

bool eg_pictures_draw(const char *annotation, const char *name, eg_drawing *d)
{
    eg_extract icon, system, graphics, piece;
    graphic g = {.from = {-100, -100, 100, 100}, .d = d};
    const size_t before = d->shape_count;
    if (!annotation || !find_argument(slice_of(annotation), "Icon", &icon))
        return false;
    if (find_argument(inside(icon), "coordinateSystem", &system))
        read_numbers(inside(system), "extent", g.from, 4);
    if (!find_argument(inside(icon), "graphics", &graphics) || g.from[2] == g.from[0] ||
        g.from[3] == g.from[1])
        return false;
    const char *open = memchr(graphics.text, '{', graphics.length);
    if (!open || graphics.text[graphics.length - 1] != '}')
        return false;
    eg_extract rest = {open + 1, (size_t)(graphics.text + graphics.length - open) - 2};
    while (take_piece(&rest, &piece)) {
        g.list = inside(piece);
        g.origin[0] = g.origin[1] = g.rotation = 0;
        read_numbers(g.list, "origin", g.origin, 2);
        read_numbers(g.list, "rotation", &g.rotation, 1);
        if (g.list.text && !is_said(&g, "visible", "false"))
            draw_graphic(&g, piece, name);
    }
    return d->shape_count > before;
}

/* ---------------------------------------------------------------- diagrams of models */

/* Beyond it nobody has laid anything out. */
#define FARTHEST 1e5

/* Numbers that need not be there, but must be numbers where they are. */
static bool read_optional(eg_extract list, const char *name, double *numbers, int count)
{
    eg_extract piece;
    return !find_argument(list, name, &piece) || read_numbers(list, name, numbers, count);
}

static bool is_drawable(const eg_canvas_place *p)
{
    const double *e = p->extent;
    for (int i = 0; i < 4; i++)
        if (!(fabs(e[i]) <= FARTHEST) || !(fabs(p->origin[i % 2]) <= FARTHEST))
            return false;
    return e[0] != e[2] && e[1] != e[3] && fabs(p->rotation) <= FARTHEST;
}

static bool place_in_annotation(eg_extract annotation, bool on_icon, eg_canvas_place *p)
{
    eg_extract piece, where, shown;
    if (!find_argument(annotation, "Placement", &piece))
        return false;
    const eg_extract placement = inside(piece);
    if (!(on_icon && find_argument(placement, "iconTransformation", &where)) &&
        !find_argument(placement, "transformation", &where))
        return false;
    p->is_hidden = find_argument(placement, "visible", &shown) && shown.length > 5 &&
                   strncmp(shown.text + shown.length - 5, "false", 5) == 0;
    return read_numbers(inside(where), "extent", p->extent, 4) &&
           read_optional(inside(where), "origin", p->origin, 2) &&
           read_optional(inside(where), "rotation", &p->rotation, 1);
}

/* Dyad turns about the middle of the extent. */
static bool place_in_metadata(eg_extract metadata, bool on_icon, eg_canvas_place *p)
{
    eg_extract dyad, placement;
    place found;
    if (!find_member(members_of(metadata), "Dyad", &dyad) ||
        !find_member(members_of(dyad), "placement", &placement) ||
        !place_of_dyad(members_of(placement), on_icon ? "icon" : "diagram", &found))
        return false;
    p->origin[0] = (found.x1 + found.x2) / 10 - 100;
    p->origin[1] = 100 - (found.y1 + found.y2) / 10;
    p->extent[2] = (found.x2 - found.x1) / 10;
    p->extent[3] = (found.y2 - found.y1) / 10;
    p->extent[0] = -p->extent[2];
    p->extent[1] = -p->extent[3];
    p->rotation = found.rotation;
    return true;
}

bool eg_pictures_place(const eg_pictures *p, bool on_icon, eg_canvas_place *where)
{
    *where = (eg_canvas_place){0};
    if (!p || !(p->annotation.text ? place_in_annotation(p->annotation, on_icon, where)
                                   : place_in_metadata(p->metadata, on_icon, where)))
        return false;
    return is_drawable(where);
}

bool eg_pictures_line(const eg_pictures *p, eg_drawing *d)
{
    eg_extract piece;
    graphic g = {.from = {-100, -100, 100, 100}, .d = d};
    const size_t shapes = d->shape_count, points = d->point_count;
    if (!p || !p->annotation.text || !find_argument(p->annotation, "Line", &piece))
        return false;
    g.list = inside(piece);
    if (!g.list.text || !read_optional(g.list, "origin", g.origin, 2) ||
        !read_optional(g.list, "rotation", &g.rotation, 1))
        return false;
    if (is_said(&g, "visible", "false"))
        return true;
    draw_points(&g, false);
    bool good = d->shape_count > shapes && d->shapes[shapes].count > 1;
    for (size_t i = points; good && i < d->point_count; i++)
        good = fabs(d->points[i][0]) <= FARTHEST && fabs(d->points[i][1]) <= FARTHEST;
    if (!good) {
        d->shape_count = shapes;
        d->point_count = points;
        return false;
    }
    d->shapes[shapes].width /= 3; /* on a canvas, where icons are of some 20 units */
    d->shapes[shapes].is_dashed =
        find_argument(g.list, "pattern", &piece) && !is_said(&g, "pattern", ".Solid");
    return true;
}
