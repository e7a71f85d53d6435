/* The same program with an operating system under it. */
#include <stdio.h>

void print(const char *text);

void print(const char *text)
{
    fputs(text, stdout);
}
