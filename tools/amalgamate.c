/* Makes of the library's source, preprocessed as one text, a list of pieces from which a source FMU is put
 * together: every declaration and definition at file scope with the names that it defines, in order.
 *
 *   amalgamate unity TO.c FILE.c...   writes a text that includes all of them, one behind the other
 *   amalgamate pieces FILE.i TO       the pieces, of that text preprocessed without the system's headers
 *   amalgamate texts TO.c NAME FILE...   writes the list of modelica/scope/bundled.h: classes and their files
 *
 * The preprocessor has put macros of the library in and left those of the C library alone, since it was shown
 * empty headers in their place. What remains is to make one file of many: a name that a file keeps to itself
 * and another knows too gets the file's name behind it; everything but the functions of FMI becomes static;
 * unnamed unions in structs, which C99 does not have, become members of their own; attributes go.
 *
 * A piece is a line "@ NAME..." (the names it defines) and the lines of its text. The list of native classes,
 * of which an exporter takes those that a model needs, begins with "@* NAME". */
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct token {
    const char *at; /* text of the token */
    int length;
    const char *space; /* white space in front of it */
    int space_length;
    int file;
    char kind;  /* 'a' name, '0' number, '"' string or character, else the first character */
    bool gone;  /* not to be printed */
    int size;   /* to be printed behind it, where more than 0 */
    bool fixed; /* a member: not renamed */
} token;

typedef struct name {
    const char *at;
    int length, scope; /* a file, or -1 - room: headers of a room */
    int number;        /* of the rename, 0: none */
    struct name *next;
} name;

typedef struct text {
    token *tokens;
    int count, capacity;
    char **files;
    int file_count;
    name *table[65536];
} text;

static void *must(void *memory)
{
    if (!memory) {
        fputs("amalgamate: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

static char *read_all(const char *path)
{
    FILE *in = fopen(path, "rb");
    size_t length = 0, room = 1 << 20;
    char *bytes = must(malloc(room));
    if (!in) {
        fprintf(stderr, "amalgamate: cannot read %s\n", path);
        exit(1);
    }
    for (size_t got; (got = fread(bytes + length, 1, room - length - 1, in)) > 0;) {
        length += got;
        if (room - length < 2)
            bytes = must(realloc(bytes, room *= 2));
    }
    fclose(in);
    bytes[length] = '\0';
    return bytes;
}

/* ---------------------------------------------------------------- one text of all files */

static void unity(int count, char **paths)
{
    for (int i = 0; i < count; i++) {
        char *bytes = read_all(paths[i]);
        printf("#include \"%s\"\n", paths[i]);
        for (char *line = bytes; line; line = strchr(line, '\n')) {
            line += *line == '\n';
            if (strncmp(line, "#define ", 8) == 0)
                printf("#undef %.*s\n",
                       (int)strspn(line + 8, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789"
                                             "abcdefghijklmnopqrstuvwxyz"),
                       line + 8);
        }
        free(bytes);
    }
}

/* ---------------------------------------------------------------- texts of models */

/* One line, or a part of a long one: C99 promises literals of 4095 characters. Question marks might be
 * trigraphs. Returns where the next one begins. */
static const char *print_line(const char *at)
{
    int length = 0;
    fputs("    \"", stdout);
    for (bool ends = false; *at && length < 900 && !ends; at++, length++) {
        unsigned char c = (unsigned char)*at;
        ends = c == '\n';
        if (ends)
            fputs("\\n", stdout);
        else if (c == '"' || c == '\\' || c == '?')
            printf("\\%c", c);
        else if (c < 32 || c > 126)
            printf("\\%03o", c);
        else
            putchar(c);
    }
    fputs("\",\n", stdout);
    return at;
}

static void texts(int count, char **arguments)
{
    printf("#include \"modelica/scope/bundled.h\"\n");
    for (int i = 0; i < count; i++) {
        char *bytes = read_all(arguments[2 * i + 1]);
        printf("\nstatic const char *const text_%d[] = {\n", i);
        for (const char *at = bytes; *at;)
            at = print_line(at);
        printf("    NULL};\n");
        free(bytes);
    }
    printf("\nconst eg_bundled eg_bundled_texts[] = {\n");
    for (int i = 0; i < count; i++)
        printf("    {\"%s\", text_%d},\n", arguments[2 * i], i);
    printf("    {NULL, NULL}};\n");
}

/* ---------------------------------------------------------------- tokens */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool is_token(const token *t, const char *word)
{
    return (int)strlen(word) == t->length && memcmp(t->at, word, (size_t)t->length) == 0;
}

static int file_of(text *x, const char *path, int length)
{
    for (int i = 0; i < x->file_count; i++)
        if ((int)strlen(x->files[i]) == length && memcmp(x->files[i], path, (size_t)length) == 0)
            return i;
    x->files = must(realloc(x->files, (size_t)(x->file_count + 1) * sizeof *x->files));
    char *copy = x->files[x->file_count] = must(calloc(1, (size_t)length + 1));
    memcpy(copy, path, (size_t)length);
    return x->file_count++;
}

static const char *end_of_token(const char *at)
{
    if (*at == '"' || *at == '\'') {
        const char *end = at + 1;
        while (*end && *end != *at)
            end += *end == '\\' ? 2 : 1;
        return end + 1;
    }
    if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
        while (is_letter(*at) || *at == '.' || ((*at == '+' || *at == '-') && strchr("eEpP", at[-1])))
            at++;
        return at;
    }
    if (is_letter(*at)) {
        while (is_letter(*at))
            at++;
        return at;
    }
    if (at[0] == '-' && at[1] == '>')
        return at + 2;
    return strncmp(at, "...", 3) == 0 ? at + 3 : at + 1;
}

static void tokenize(text *x, const char *at)
{
    int file = 0;
    const char *space = at;
    while (*at) {
        if (isspace((unsigned char)*at)) {
            at++;
            continue;
        }
        if (*at == '#') { /* # LINE "FILE" FLAGS */
            const char *quote = strchr(at, '"'), *end = strchr(at, '\n');
            if (quote && quote < end)
                file = file_of(x, quote + 1, (int)strcspn(quote + 1, "\""));
            at = space = end;
            continue;
        }
        if (x->count == x->capacity)
            x->tokens =
                must(realloc(x->tokens, (size_t)(x->capacity = 2 * x->capacity + 1000) * sizeof *x->tokens));
        const char *end = end_of_token(at);
        char kind = *at;
        if (isdigit((unsigned char)kind))
            kind = '0';
        else if (is_letter(kind))
            kind = 'a';
        x->tokens[x->count++] = (token){at, (int)(end - at), space, (int)(at - space), file, kind, 0, 0, 0};
        at = space = end;
    }
}

/* ---------------------------------------------------------------- names */

static name **slot_of(text *x, const char *at, int length)
{
    unsigned h = 5381;
    for (int i = 0; i < length; i++)
        h = h * 33 + (unsigned char)at[i];
    return &x->table[h % 65536];
}

static bool same_name(const name *n, const char *at, int length)
{
    return n->length == length && memcmp(n->at, at, (size_t)length) == 0;
}

static name *find_name(text *x, const token *t, int scope)
{
    for (name *n = *slot_of(x, t->at, t->length); n; n = n->next)
        if (same_name(n, t->at, t->length) && n->scope == scope)
            return n;
    return NULL;
}

/* Rooms by what a file sees first that has no such name in its own. */
static const char *const rooms[] = {"src/base/",      "include/",      "src/law/",     "src/fixed/",
                                    "src/component/", "src/network/",  "src/engine/",  "src/fmi/",
                                    "src/result/",    "src/simulate/", "src/modelica/"};
enum {
    ROOMS = sizeof rooms / sizeof *rooms,
    FORWARD = -1000 /* the scope of names that are only announced */
};

static int room_of(const text *x, int file)
{
    for (int i = 0; i < ROOMS; i++)
        if (strstr(x->files[file], rooms[i]))
            return i;
    return ROOMS;
}

/* What the token means where it stands. */
static name *meaning(text *x, const token *t)
{
    name *n = find_name(x, t, t->file);
    if (!n)
        n = find_name(x, t, -1 - room_of(x, t->file));
    for (int i = 0; i <= ROOMS && !n; i++)
        n = find_name(x, t, -1 - i);
    return n;
}

/* Names of the C library, which files may use for themselves as long as they do not include its header. */
static const char *const taken[] = {
    "abort", "abs",   "atan",  "bool",   "ceil",  "clock", "cos",    "div",   "exit",      "exp",    "floor",
    "fmax",  "fmin",  "free",  "gamma",  "index", "log",   "pow",    "raise", "remainder", "remove", "rename",
    "rint",  "round", "scalb", "signal", "sin",   "sqrt",  "system", "tan",   "time",      "trunc",  "y0",
    "y1",    "j0",    "j1",    "link",   "read",  "write", "step",   "labs",  "fdim",      "fma"};

/* How often has the name been taken by others? */
static int others(text *x, const char *at, int length, int scope)
{
    int count = 0;
    for (name *n = *slot_of(x, at, length); n; n = n->next)
        count += same_name(n, at, length) && n->scope != scope && n->scope != FORWARD && scope != FORWARD;
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        count += (int)strlen(taken[i]) == length && memcmp(taken[i], at, (size_t)length) == 0;
    return count;
}

static void define(text *x, const token *t, int scope)
{
    if (find_name(x, t, scope))
        return;
    name *n = must(malloc(sizeof *n)), **slot = slot_of(x, t->at, t->length);
    *n = (name){t->at, t->length, scope, others(x, t->at, t->length, scope), *slot};
    *slot = n;
}

/* ---------------------------------------------------------------- pieces */

typedef struct piece {
    int first, end; /* tokens */
    bool is_function, is_static, is_typedef;
    int names[400], name_count; /* tokens that name what it defines */
} piece;

static int closing(const text *x, int open, int end)
{
    int depth = 0;
    for (int i = open; i < end; i++) {
        char c = x->tokens[i].kind;
        depth += (c == '(' || c == '{' || c == '[') - (c == ')' || c == '}' || c == ']');
        if (depth == 0)
            return i;
    }
    return end - 1;
}

/* The piece that begins at the token. */
static void cut(const text *x, int first, piece *p)
{
    bool value = false;
    *p = (piece){.first = first};
    for (int i = first; i < x->count; i++) {
        const token *t = &x->tokens[i];
        if (t->kind == '(' || t->kind == '[') {
            i = closing(x, i, x->count);
        } else if (t->kind == '{') {
            int close = closing(x, i, x->count);
            p->is_function = !value && i > first && x->tokens[i - 1].kind == ')';
            i = close;
            if (p->is_function) {
                p->end = i + 1;
                return;
            }
        } else if (t->kind == ';') {
            p->end = i + 1;
            return;
        }
        value = value || t->kind == '=';
        p->is_static = p->is_static || is_token(t, "static");
        p->is_typedef = p->is_typedef || is_token(t, "typedef");
    }
    p->end = x->count;
}

static void drop_attributes(text *x, const piece *p)
{
    for (int i = p->first; i < p->end; i++) {
        token *t = &x->tokens[i];
        if (is_token(t, "__attribute__")) {
            int close = closing(x, i + 1, p->end);
            for (; i <= close; i++)
                x->tokens[i].gone = true;
            i--;
        } else if (is_token(t, "__extension__") || is_token(t, "_Noreturn")) {
            t->gone = true;
        }
    }
}

static void add_name(piece *p, int at)
{
    if (p->name_count < (int)(sizeof p->names / sizeof *p->names))
        p->names[p->name_count++] = at;
}

static void add_constants(const text *x, piece *p, int open)
{
    int close = closing(x, open, p->end);
    for (int i = open + 1; i < close; i++) {
        if (x->tokens[i].kind == 'a' && (x->tokens[i - 1].kind == ',' || i == open + 1))
            add_name(p, i);
        if (x->tokens[i].kind == '(')
            i = closing(x, i, close);
    }
}

/* Members are named in their struct alone, and unnamed unions become members one by one. */
static void mark_members(text *x, int open, int end)
{
    int close = closing(x, open, end);
    for (int i = open + 1; i < close; i++) {
        token *t = &x->tokens[i];
        if ((is_token(t, "union") || is_token(t, "struct")) && x->tokens[i + 1].kind == '{') {
            int inner = closing(x, i + 1, end);
            if (x->tokens[inner + 1].kind == ';')
                t->gone = x->tokens[i + 1].gone = x->tokens[inner].gone = x->tokens[inner + 1].gone = true;
        }
        if (t->kind == 'a' && strchr(";,[:)", x->tokens[i + 1].kind))
            t->fixed = true;
    }
}

/* Tags, constants of enumerations and members, wherever they stand in the piece; names of the first two only
 * outside functions. */
static void look_inside(text *x, piece *p)
{
    int depth = 0;
    for (int i = p->first; i < p->end; i++) {
        const token *t = &x->tokens[i];
        depth += (t->kind == '{') - (t->kind == '}');
        if (t->kind != 'a' || i + 2 >= p->end)
            continue;
        bool is_enum = is_token(t, "enum"), is_struct = is_token(t, "struct") || is_token(t, "union");
        int body = x->tokens[i + 1].kind == '{' ? i + 1 : i + 2;
        if ((!is_enum && !is_struct) || x->tokens[body].kind != '{')
            continue;
        bool is_local = p->is_function && depth > 0;
        if (body == i + 2 && !is_local)
            add_name(p, i + 1);
        if (is_enum && !is_local)
            add_constants(x, p, body);
        if (is_struct)
            mark_members(x, body, p->end);
    }
    for (int i = p->first + 1; i < p->end; i++)
        if (x->tokens[i].kind == 'a' && (x->tokens[i - 1].kind == '.' || is_token(&x->tokens[i - 1], "->")))
            x->tokens[i].fixed = true;
}

static bool is_word(const token *t)
{
    static const char *const words[] = {"const",    "void",   "int",    "char",   "long",     "double",
                                        "unsigned", "static", "extern", "struct", "enum",     "union",
                                        "signed",   "float",  "short",  "inline", "volatile", "restrict"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_token(t, words[i]))
            return true;
    return false;
}

/* What the piece declares: functions, variables, types. */
static void find_declared(text *x, piece *p)
{
    for (int i = p->first; i < p->end; i++) {
        const token *t = &x->tokens[i];
        if (t->gone)
            continue;
        if (t->kind == '{' || t->kind == '[' || (t->kind == '(' && x->tokens[i + 1].kind != '*')) {
            i = closing(x, i, p->end);
            continue;
        }
        if (t->kind == '=') { /* to the next declarator */
            for (; i < p->end && x->tokens[i].kind != ',' && x->tokens[i].kind != ';'; i++)
                if (strchr("({[", x->tokens[i].kind))
                    i = closing(x, i, p->end);
            continue;
        }
        if (t->kind != 'a' || is_word(t))
            continue;
        int next = i + 1;
        while (next < p->end - 1 && x->tokens[next].gone)
            next++;
        if (strchr("(=[;,)", x->tokens[next].kind) &&
            !(x->tokens[next].kind == '(' && x->tokens[next + 1].kind == '*')) {
            add_name(p, i);
            if (x->tokens[next].kind == '(')
                return;
            if (x->tokens[next].kind == ')') { /* (*name)(...) */
                if (x->tokens[next + 1].kind == '(')
                    return;
            }
        }
    }
}

/* Items of the initializer in braces that opens at the token. */
static int count_items(const text *x, int open, int end)
{
    int close = closing(x, open, end), count = 0;
    for (int i = open + 1; i < close; i++) {
        if (strchr("({[", x->tokens[i].kind))
            i = closing(x, i, close);
        count += x->tokens[i + 1].kind == ',' || (i + 1 == close && x->tokens[i].kind != ',');
    }
    return count;
}

/* How many items the definition of the array has; 0: it is not defined. */
static int size_of_array(const text *x, const piece *all, int count, const token *declared)
{
    for (int i = 0; i < count; i++) {
        const token *own = all[i].name_count == 1 ? &x->tokens[all[i].names[0]] : declared;
        int open = all[i].first;
        if (own == declared || own->length != declared->length ||
            memcmp(own->at, declared->at, (size_t)declared->length) != 0)
            continue;
        while (open < all[i].end && x->tokens[open].kind != '{')
            open++;
        if (open < all[i].end)
            return count_items(x, open, all[i].end);
    }
    return 0;
}

/* A static array cannot be declared without its size, as an extern one can: its definition has it. */
static void size_arrays(text *x, const piece *all, int count, const piece *declared)
{
    for (int k = 0; k < declared->name_count && is_token(&x->tokens[declared->first], "extern"); k++) {
        token *t = &x->tokens[declared->names[k]];
        if (t[1].kind == '[' && t[2].kind == ']')
            t[1].size = size_of_array(x, all, count, t);
    }
}

static bool is_header(const text *x, int file)
{
    size_t length = strlen(x->files[file]);
    return length > 1 && strcmp(x->files[file] + length - 2, ".h") == 0;
}

static bool is_enum_or_struct(const token *t)
{
    return is_token(t, "struct") || is_token(t, "enum") || is_token(t, "union");
}

static bool is_entry(const token *t)
{
    return t->length > 5 && strncmp(t->at, "fmi", 3) == 0 && isdigit((unsigned char)t->at[3]) &&
           isupper((unsigned char)t->at[4]);
}

/* ---------------------------------------------------------------- output */

static void print_name(text *x, const token *t)
{
    const name *n = meaning(x, t);
    printf("%.*s", t->length, t->at);
    if (t->fixed || !n || n->number == 0)
        return;
    const char *path = n->scope >= 0 ? x->files[n->scope] : rooms[-1 - n->scope] + 4;
    const char *slash = n->scope >= 0 ? strrchr(path, '/') : NULL, *base = slash ? slash + 1 : path;
    printf("_%.*s%d", (int)strcspn(base, "./"), base, n->number);
}

static void print_piece(text *x, const piece *p)
{
    const token *names = x->tokens;
    bool is_public = false, is_type = p->is_typedef, is_chosen = false;
    for (int i = 0; i < p->name_count; i++) {
        is_public = is_public || (is_entry(&names[p->names[i]]) && !p->is_typedef);
        is_chosen = is_chosen || (is_token(&names[p->names[i]], "classes") &&
                                  strstr(x->files[names[p->first].file], "component/library.c"));
    }
    printf(is_chosen ? "@*" : "@");
    for (int i = 0; i < p->name_count; i++) {
        putchar(' ');
        token t = names[p->names[i]];
        t.fixed = false;
        print_name(x, &t);
    }
    putchar('\n');
    const token *first = &x->tokens[p->first];
    /* A struct, union or enum without declarator. */
    is_type = is_type ||
              (is_enum_or_struct(first) && (x->tokens[p->end - 2].kind == '}' || p->end - p->first == 3));
    if (!is_type && !is_public)
        printf("EG_STATIC ");
    bool is_first = true;
    for (int i = p->first; i < p->end; i++) {
        const token *t = &x->tokens[i];
        if (t->gone || (i < p->first + 4 && (is_token(t, "static") || is_token(t, "extern"))) ||
            is_token(t, "inline"))
            continue;
        bool has_line = memchr(t->space, '\n', (size_t)t->space_length) != NULL;
        if (!is_first && has_line) { /* its last line's indent */
            const char *end = t->space + t->space_length, *line = end;
            while (line[-1] != '\n')
                line--;
            printf("\n%.*s", (int)(end - line), line);
        } else if (!is_first && t->space_length > 0) {
            putchar(' ');
        }
        is_first = false;
        if (t->kind == 'a')
            print_name(x, t);
        else
            printf("%.*s", t->length, t->at);
        if (t->size > 0)
            printf("%d", t->size);
    }
    putchar('\n');
}

/* typedef struct eg_arena eg_arena; struct eg_arena; */
static bool is_forward(const text *x, const piece *p)
{
    const token *first = &x->tokens[p->first];
    return (is_enum_or_struct(first) && p->end - p->first == 3) ||
           (p->is_typedef && is_enum_or_struct(first + 1) && p->end - p->first == 5);
}

/* What a file keeps to itself: types, constants, and what is static. What a header of its room declares is
 * not its own. */
static void define_own(text *x, const piece *p)
{
    int file = x->tokens[p->first].file;
    bool is_type = !p->is_function && !p->is_static;
    for (int i = 0; i < p->name_count && !is_header(x, file); i++) {
        const token *t = &x->tokens[p->names[i]];
        bool is_eg = t->length > 3 && strncmp(t->at, "eg_", 3) == 0;
        if ((is_type && is_eg && !p->is_typedef && !is_enum_or_struct(&x->tokens[p->first])) ||
            p->is_function > p->is_static)
            continue;
        if (!find_name(x, t, -1 - room_of(x, file)) && !find_name(x, t, FORWARD) && !is_entry(t))
            define(x, t, file);
    }
}

static void pieces(const char *path)
{
    text *x = must(calloc(1, sizeof *x));
    tokenize(x, read_all(path));
    int count = 0;
    piece *all = must(malloc(40000 * sizeof *all)); /* pages that are not touched cost nothing */
    for (int i = 0; i < x->count; i = all[count - 1].end) {
        piece *p = &all[count++];
        cut(x, i, p);
        drop_attributes(x, p);
        look_inside(x, p);
        find_declared(x, p);
        for (int k = 0; k < p->name_count && is_header(x, x->tokens[i].file); k++)
            define(x, &x->tokens[p->names[k]],
                   is_forward(x, p) ? FORWARD : -1 - room_of(x, x->tokens[i].file));
        if (count == 40000) {
            fputs("amalgamate: too many pieces\n", stderr);
            exit(1);
        }
    }
    for (int i = 0; i < count; i++) {
        size_arrays(x, all, count, &all[i]);
        define_own(x, &all[i]);
    }
    for (int i = 0; i < count; i++)
        if (all[i].end - all[i].first > 1)
            print_piece(x, &all[i]);
    free(all);
}

int main(int argc, char **argv)
{
    bool is_unity = argc > 3 && strcmp(argv[1], "unity") == 0;
    bool is_texts = argc > 4 && argc % 2 == 1 && strcmp(argv[1], "texts") == 0;
    if (!is_unity && !is_texts && !(argc == 4 && strcmp(argv[1], "pieces") == 0))
        return 2;
    if (!freopen(argv[is_unity || is_texts ? 2 : 3], "w", stdout))
        return 1;
    if (is_unity)
        unity(argc - 3, argv + 3);
    else if (is_texts)
        texts((argc - 3) / 2, argv + 3);
    else
        pieces(argv[2]);
    return fflush(stdout) != 0 || ferror(stdout);
}
