/* Texts of library/ as tokens: what tools/library.c makes descriptors of. */
#ifndef EG_TOOLS_LIBRARY_TEXT_H
#define EG_TOOLS_LIBRARY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

typedef struct token {
    const char *at; /* in the text of the file; behind the last one a token of length 0 */
    int length;
    bool is_spaced; /* something stands between it and the one before */
} token;

/* Tokens first ... end - 1; none of them: it is not there. */
typedef struct span {
    int first, end;
} span;

/* A declaration. */
typedef struct element {
    bool is_protected, is_parameter, is_constant, is_input, is_structural, is_follower;
    span all; /* without the annotation */
    span type, size, modifiers, value, condition, doc;
    const char *name;
} element;

/* A class, or an enumeration (is_type). */
typedef struct text {
    const char *path, *bytes;
    token *tokens;
    int count, next;
    const char *package, *name, *full;
    const char *hook; /* the table in C of the block; NULL: none */
    span heading;     /* "partial block NAME ..." */
    bool is_type;
    span literals;
    bool is_partial, is_model, is_compiled, is_native;
    span doc, info, settings; /* settings: those of __elastogap */
    element *elements;
    span *equations; /* each with its semicolon */
    bool *is_initial;
    int element_count, equation_count;
} text;

/* Reads a file, or ends the program with what is wrong in which line. */
void read_text(text *x, const char *path);

/* The program is short: what it takes it keeps to its end. */
void *must(void *memory);
/* Room for one more item behind `count` of them. */
void *grown(void *items, int count, size_t size);
/* A whole file. */
char *read_all(const char *path);
/* `length` bytes as a text. */
const char *copied(const char *at, size_t length);
/* Ends the program: the file, the line of the token, and what is wrong. */
_Noreturn void refuse(const text *x, int at, const char *what);
/* Of a name or a number. */
bool is_letter(char c);
/* Is token i this word? */
bool is_at(const text *x, int i, const char *word);
/* Three texts as one. */
const char *joined(const char *a, const char *b, const char *c);
/* function(a, b), or function(a) without b. */
const char *called(const char *function, const char *a, const char *b);
/* Is token i a string? */
bool is_string(const text *x, int i);
bool is_none(span s);
/* What the tokens say, with one space where there was any. */
const char *said(const text *x, span s);
/* Is token i one of the words, which end with NULL? */
bool is_one_of(const text *x, int i, const char *const *words);
/* Of name = value or name(arguments), one of the list: the value, or what is in the brackets. */
span argument(const text *x, span list, const char *name);

#endif
