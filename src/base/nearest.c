#include "base/nearest.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 64 };

static int lower(char c)
{
    return tolower((unsigned char)c);
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Optimal string alignment distance. */
static unsigned distance(const char *a, size_t n, const char *b, size_t m)
{
    unsigned rows[3][LONGEST + 1];
    unsigned *before = rows[0], *last = rows[1], *now = rows[2];
    for (size_t j = 0; j <= m; j++)
        last[j] = (unsigned)j;
    for (size_t i = 1; i <= n; i++) {
        now[0] = (unsigned)i;
        for (size_t j = 1; j <= m; j++) {
            unsigned other = lower(a[i - 1]) != lower(b[j - 1]);
            unsigned d =
                smaller(smaller(last[j] + 1, now[j - 1] + 1), last[j - 1] + other);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]))
                d = smaller(d, before[j - 2] + 1);
            now[j] = d;
        }
        unsigned *spare = before;
        before = last;
        last = now;
        now = spare;
    }
    return last[m];
}

const char *nearest(const char *word, const char *const *names, size_t count)
{
    size_t n = strlen(word);
    const char *best = NULL;
    unsigned best_distance = 0;
    if (n > LONGEST)
        return NULL;
    for (size_t i = 0; i < count; i++) {
        size_t m = strlen(names[i]);
        if (m > LONGEST)
            continue;
        size_t longer = n > m ? n : m;
        unsigned limit = longer / 3 > 1 ? (unsigned)(longer / 3) : 1;
        unsigned d = distance(word, n, names[i], m);
        if (d <= limit && d < longer && (best == NULL || d < best_distance)) {
            best = names[i];
            best_distance = d;
        }
    }
    return best;
}
