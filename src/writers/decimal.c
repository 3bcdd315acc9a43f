#include "writers/decimal.h"

#include <ctype.h>
#include <string.h>

static bool digit(const char *s)
{
    return isdigit((unsigned char)*s) != 0;
}

/* Bytes of a group separator before exactly three more digits, else 0. */
static size_t separator(const char *s)
{
    static const char *const known[] = {
        " ", ",", "'", "\xc2\xa0", "\xe2\x80\xaf", "\xe2\x80\x89"
    };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        size_t n = strlen(known[i]);
        if (strncmp(s, known[i], n) == 0 && digit(s + n) && digit(s + n + 1) &&
            digit(s + n + 2) && !digit(s + n + 3))
            return n;
    }
    return 0;
}

bool decimal_point(const char *text, size_t *at)
{
    const char *s = text;
    while (*s && !digit(s))
        s++;
    if (!*s)
        return false;
    if (s > text && s[-1] == '.') { /* ".5" */
        *at = (size_t)(s - 1 - text);
        return true;
    }
    for (size_t n = 0; digit(s) || (n = separator(s)) > 0;)
        s += digit(s) ? 1 : n;
    *at = (size_t)(s - text);
    return true;
}
