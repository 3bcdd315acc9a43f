#include "curves/curve.h"

#include <string.h>

#define CURVES(X) \
    X(constant) \
    X(proportional) \
    X(affine) \
    X(power) \
    X(logarithmic) \
    X(amdahl) \
    X(gustafson) \
    X(usl) \
    X(usl_normalised) \
    X(saturation) \
    X(exp_saturation) \
    X(ceiling) \
    X(smooth_ceiling) \
    X(piecewise) \
    X(cache_cliff) \
    X(logistic) \
    X(exp_decline) \
    X(learning) \
    X(mm1) \
    X(mmc)

#define DECLARE(name) extern const struct curve curve_##name;
#define ENTRY(name)   &curve_##name,
CURVES(DECLARE)
static const struct curve *const curves[] = { CURVES(ENTRY) };
enum { COUNT = sizeof curves / sizeof *curves };

const struct curve *curve_at(size_t i)
{
    return i < COUNT ? curves[i] : NULL;
}

static bool is_also(const char *names, const char *name)
{
    size_t n = strlen(name);
    while (names && n > 0 && *names) {
        size_t word = strcspn(names, " ");
        if (word == n && strncmp(names, name, n) == 0)
            return true;
        names += word + (names[word] == ' ');
    }
    return false;
}

const struct curve *curve_find(const char *name)
{
    for (size_t i = 0; i < COUNT; i++)
        if (strcmp(curves[i]->name, name) == 0 || is_also(curves[i]->also, name))
            return curves[i];
    return NULL;
}

size_t curve_names(const char **names, size_t room)
{
    size_t n = room < COUNT ? room : COUNT;
    for (size_t i = 0; i < n; i++)
        names[i] = curves[i]->name;
    return n;
}

bool curve_free_knee(const struct curve *c)
{
    return c->kink && strcmp(c->knee.text, c->params[c->kink->held].name) == 0;
}

unsigned curve_free_count(const struct curve *c)
{
    unsigned n = 0;
    for (unsigned i = 0; i < c->param_count; i++)
        n += !c->params[i].given;
    return n;
}
