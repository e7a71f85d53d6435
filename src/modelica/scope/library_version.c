/* Libraries whose version stands in the name of their directory: "Lib 1.2.0" (chapter 18.8 of the
 * language specification). Versions are compared by their numbers; "-beta" or " Beta 1" behind them
 * marks one before the release, which is taken only when there is no release. */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "modelica/scope/library.h"

bool eg_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

bool eg_is_named(const char *path, const char *name)
{
    size_t length = strlen(path), wanted = strlen(name);
    while (length > 1 && path[length - 1] == '/')
        length--;
    size_t start = length;
    while (start > 0 && path[start - 1] != '/')
        start--;
    if (length - start < wanted || strncmp(path + start, name, wanted) != 0)
        return false;
    return length - start == wanted || path[start + wanted] == ' ';
}

/* ---------------------------------------------------------------- comparing */

/* Which of two runs of digits is the greater number, of whatever length; moves behind both. */
static int compare_numbers(const char **a, const char **b)
{
    *a += strspn(*a, "0");
    *b += strspn(*b, "0");
    size_t n = strspn(*a, "0123456789"), m = strspn(*b, "0123456789");
    int order = n != m ? (n > m) - (n < m) : strncmp(*a, *b, n);
    *a += n;
    *b += m;
    return order;
}

/* "2.0.0-beta", "2.0 Beta 1": what comes before the release. */
static bool is_before_release(const char *version)
{
    char next = version[strspn(version, "0123456789.")];
    return next != '\0' && next != '+';
}

/* Below 0 when version a is older than b; what comes before a release is older than any release. */
static int compare_versions(const char *a, const char *b)
{
    if (is_before_release(a) != is_before_release(b))
        return is_before_release(a) ? -1 : 1;
    while (isdigit((unsigned char)*a) || isdigit((unsigned char)*b)) {
        int order = compare_numbers(&a, &b);
        if (order != 0)
            return order;
        a += *a == '.';
        b += *b == '.';
    }
    return strcmp(a, b);
}

/* ---------------------------------------------------------------- looking */

/* "Lib 1.2.0" of the directory's entry, without ".mo"; NULL: it is no version of the library. */
static const char *version_of(eg_reader *r, const char *entry, const char *name)
{
    size_t length = strlen(name), whole = strlen(entry);
    if (strncmp(entry, name, length) != 0 || entry[length] != ' ' ||
        !isdigit((unsigned char)entry[length + 1]))
        return NULL;
    if (whole > 3 && strcmp(entry + whole - 3, ".mo") == 0)
        whole -= 3;
    return eg_textf(r, "%.*s", (int)whole, entry);
}

static bool holds_library(eg_reader *r, const char *directory, const char *versioned)
{
    return eg_is_file(eg_textf(r, "%s/%s/package.mo", directory, versioned)) ||
           eg_is_file(eg_textf(r, "%s/%s.mo", directory, versioned));
}

const char *eg_newest_version(eg_reader *r, const char *directory, const char *name)
{
    const char *newest = NULL;
    size_t skip = strlen(name) + 1;
    DIR *listing = opendir(directory);
    if (!listing)
        return NULL;
    for (const struct dirent *entry = readdir(listing); entry; entry = readdir(listing)) {
        const char *versioned = version_of(r, entry->d_name, name);
        if (!versioned || (newest && compare_versions(versioned + skip, newest + skip) <= 0))
            continue;
        if (holds_library(r, directory, versioned))
            newest = versioned;
    }
    closedir(listing);
    return newest;
}
