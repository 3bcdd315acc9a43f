#include "report/adding.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"

double adding_step(const double *part, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (fabs(part[i]) >= 1000)
            return 1;
    return 0.01;
}

/* The part that a step in the direction `sign` brings least away from what it was; the
 * first of several. */
static size_t nearest_to_give(const double *part, const double *exact, size_t count,
                              double sign)
{
    size_t best = count;
    double most = -INFINITY;
    for (size_t i = 0; i < count; i++) {
        double want = sign * (exact[i] - part[i]);
        if (exact[i] != 0 && want > most) {
            most = want;
            best = i;
        }
    }
    return best;
}

double adding_round(double *part, size_t count, double total, double step)
{
    double exact[64], sum = 0, want = floor(total / step + 0.5);
    if (count > 64)
        return want * step;
    memcpy(exact, part, count * sizeof *part);
    for (size_t i = 0; i < count; i++) {
        exact[i] /= step;
        part[i] = floor(exact[i] + 0.5);
        sum += part[i];
    }
    for (size_t tries = 0; sum != want && tries < count; tries++) {
        double sign = sum < want ? 1 : -1;
        size_t i = nearest_to_give(part, exact, count, sign);
        if (i == count)
            break;
        part[i] += sign;
        sum += sign;
    }
    for (size_t i = 0; i < count; i++)
        part[i] *= step;
    return want * step;
}

const char *adding_text(const struct maker *m, double rounded, double step)
{
    if (rounded == 0)
        return "";
    const char *cents = format_cents(m->a, rounded);
    return step < 1 ? cents : arena_strndup(m->a, cents, strlen(cents) - 3);
}
