/* Tokens of Modelica 3.6 (chapter 2 of its specification), of Dyad and of 20-sim's SIDOPS, one after the
 * other on demand. */
#ifndef EG_MODELICA_TEXT_LEXER_H
#define EG_MODELICA_TEXT_LEXER_H

#include "modelica/reader.h"

/* name, spelling */
#define EG_KEYWORD_LIST(X)                                                                                   \
    X(ALGORITHM, "algorithm")                                                                                \
    X(AND, "and")                                                                                            \
    X(ANNOTATION, "annotation")                                                                              \
    X(BLOCK, "block")                                                                                        \
    X(BREAK, "break")                                                                                        \
    X(CLASS, "class")                                                                                        \
    X(CONNECT, "connect")                                                                                    \
    X(CONNECTOR, "connector")                                                                                \
    X(CONSTANT, "constant")                                                                                  \
    X(CONSTRAINEDBY, "constrainedby")                                                                        \
    X(DER, "der")                                                                                            \
    X(DISCRETE, "discrete")                                                                                  \
    X(EACH, "each")                                                                                          \
    X(ELSE, "else")                                                                                          \
    X(ELSEIF, "elseif")                                                                                      \
    X(ELSEWHEN, "elsewhen")                                                                                  \
    X(ENCAPSULATED, "encapsulated")                                                                          \
    X(END, "end")                                                                                            \
    X(ENUMERATION, "enumeration")                                                                            \
    X(EQUATION, "equation")                                                                                  \
    X(EXPANDABLE, "expandable")                                                                              \
    X(EXTENDS, "extends")                                                                                    \
    X(EXTERNAL, "external")                                                                                  \
    X(FALSE, "false")                                                                                        \
    X(FINAL, "final")                                                                                        \
    X(FLOW, "flow")                                                                                          \
    X(FOR, "for")                                                                                            \
    X(FUNCTION, "function")                                                                                  \
    X(IF, "if")                                                                                              \
    X(IMPORT, "import")                                                                                      \
    X(IMPURE, "impure")                                                                                      \
    X(IN, "in")                                                                                              \
    X(INITIAL, "initial")                                                                                    \
    X(INNER, "inner")                                                                                        \
    X(INPUT, "input")                                                                                        \
    X(LOOP, "loop")                                                                                          \
    X(MODEL, "model")                                                                                        \
    X(NOT, "not")                                                                                            \
    X(OPERATOR, "operator")                                                                                  \
    X(OR, "or")                                                                                              \
    X(OUTER, "outer")                                                                                        \
    X(OUTPUT, "output")                                                                                      \
    X(PACKAGE, "package")                                                                                    \
    X(PARAMETER, "parameter")                                                                                \
    X(PARTIAL, "partial")                                                                                    \
    X(PROTECTED, "protected")                                                                                \
    X(PUBLIC, "public")                                                                                      \
    X(PURE, "pure")                                                                                          \
    X(RECORD, "record")                                                                                      \
    X(REDECLARE, "redeclare")                                                                                \
    X(REPLACEABLE, "replaceable")                                                                            \
    X(RETURN, "return")                                                                                      \
    X(STREAM, "stream")                                                                                      \
    X(THEN, "then")                                                                                          \
    X(TRUE, "true")                                                                                          \
    X(TYPE, "type")                                                                                          \
    X(WHEN, "when")                                                                                          \
    X(WHILE, "while")                                                                                        \
    X(WITHIN, "within")

/* Longer spellings stand before those that they begin with. */
#define EG_SYMBOL_LIST(X)                                                                                    \
    X(DOT_PLUS, ".+")                                                                                        \
    X(DOT_MINUS, ".-")                                                                                       \
    X(DOT_STAR, ".*")                                                                                        \
    X(DOT_SLASH, "./")                                                                                       \
    X(DOT_CARET, ".^")                                                                                       \
    X(ASSIGN, ":=")                                                                                          \
    X(LESS_EQUAL, "<=")                                                                                      \
    X(NOT_EQUAL, "<>")                                                                                       \
    X(GREATER_EQUAL, ">=")                                                                                   \
    X(EQUAL, "==")                                                                                           \
    X(LEFT, "(")                                                                                             \
    X(RIGHT, ")")                                                                                            \
    X(LEFT_BRACKET, "[")                                                                                     \
    X(RIGHT_BRACKET, "]")                                                                                    \
    X(LEFT_BRACE, "{")                                                                                       \
    X(RIGHT_BRACE, "}")                                                                                      \
    X(COMMA, ",")                                                                                            \
    X(SEMICOLON, ";")                                                                                        \
    X(COLON, ":")                                                                                            \
    X(DOT, ".")                                                                                              \
    X(PLUS, "+")                                                                                             \
    X(MINUS, "-")                                                                                            \
    X(STAR, "*")                                                                                             \
    X(SLASH, "/")                                                                                            \
    X(CARET, "^")                                                                                            \
    X(LESS, "<")                                                                                             \
    X(GREATER, ">")                                                                                          \
    X(IS, "=")

/* What Dyad has beside these. */
#define EG_DYAD_KEYWORD_LIST(X)                                                                              \
    X(ANALYSIS, "analysis")                                                                                  \
    X(CASE, "case")                                                                                          \
    X(COMPONENT, "component")                                                                                \
    X(CONTINUITY, "continuity")                                                                              \
    X(DEFAULT, "default")                                                                                    \
    X(ENUM, "enum")                                                                                          \
    X(EXAMPLE, "example")                                                                                    \
    X(METADATA, "metadata")                                                                                  \
    X(NULL, "null")                                                                                          \
    X(PATH, "path")                                                                                          \
    X(POTENTIAL, "potential")                                                                                \
    X(RELATIONS, "relations")                                                                                \
    X(STATE, "state")                                                                                        \
    X(STRUCT, "struct")                                                                                      \
    X(STRUCTURAL, "structural")                                                                              \
    X(SWITCH, "switch")                                                                                      \
    X(TEST, "test")                                                                                          \
    X(TRANSITION, "transition")                                                                              \
    X(USING, "using")                                                                                        \
    X(VARIABLE, "variable")

#define EG_DYAD_SYMBOL_LIST(X)                                                                               \
    X(DOUBLE_COLON, "::")                                                                                    \
    X(ARROW, "=>")                                                                                           \
    X(PERCENT, "%")                                                                                          \
    X(PIPE, "|")                                                                                             \
    X(QUOTIENT, "\xC3\xB7")                                                                                  \
    X(ROOT, "\xE2\x88\x9A")                                                                                  \
    X(CUBE_ROOT, "\xE2\x88\x9B")                                                                             \
    X(QUESTION, "?")

/* What SIDOPS has beside Modelica's: where a submodel ends and its port begins. */
#define EG_SIDOPS_SYMBOL_LIST(X) X(BACKSLASH, "\\")

typedef enum eg_token_kind {
    EG_T_FINISH, /* the text's end, or too many errors */
    EG_T_NAME,
    EG_T_NUMBER,
    EG_T_STRING,
#define EG_TOKEN_ENUM(name, spelling) EG_T_##name,
    EG_KEYWORD_LIST(EG_TOKEN_ENUM) EG_SYMBOL_LIST(EG_TOKEN_ENUM) EG_DYAD_KEYWORD_LIST(EG_TOKEN_ENUM)
        EG_DYAD_SYMBOL_LIST(EG_TOKEN_ENUM) EG_SIDOPS_SYMBOL_LIST(EG_TOKEN_ENUM)
#undef EG_TOKEN_ENUM
            EG_TOKEN_KINDS
} eg_token_kind;

typedef struct eg_token {
    eg_token_kind kind;
    uint32_t at, end; /* bytes [at, end) of the text */
    const char *name; /* names: interned; 'quoted' ones keep their quotes */
    double number;
    bool is_integer; /* numbers: written without point and exponent, below 2^53 */
    bool has_doc;    /* Dyad: lines that begin with # stand directly before it, */
    uint32_t doc;    /* from here on */
} eg_token;

typedef struct eg_lexer {
    eg_reader *r;
    eg_source *source;
    uint32_t at; /* the next byte to look at */
    bool is_dyad;
    bool is_sidops;         /* all words are names there, and 'text' is a string */
    const eg_list *aliases; /* Dyad: names that stand for others, and these, in turn; NULL: none */
} eg_lexer;

/* Starts behind a byte order mark. A source whose name ends in .dyad is Dyad, in .emx or .sidops SIDOPS. */
void eg_lexer_start(eg_lexer *lexer, eg_reader *r, eg_source *source);
/* The next token. What is no token is reported and skipped. */
eg_token eg_lexer_next(eg_lexer *lexer);
/* The characters that a string token stands for, escapes resolved; NULL when out of memory. */
const char *eg_token_text(eg_lexer *lexer, const eg_token *token);
/* How messages call a token: "';'", "the name \"x\"", "the end of the text". */
const char *eg_token_describe(eg_lexer *lexer, const eg_token *token);
const char *eg_token_kind_text(eg_token_kind kind);
/* Does the relation hold between two things, the first of which is less (order < 0), the same (0) or more? */
bool eg_relation_holds(eg_token_kind op, int order);
/* Is the word a keyword of Dyad, of Modelica? */
bool eg_is_dyad_keyword(const char *name);
bool eg_is_keyword(const char *name);

#endif
