#include "quantities/random.h"

#include <string.h>

#include "base/clones.h"

static const uint64_t GAMMA = 0x9e3779b97f4a7c15u;

IN_CLONES uint64_t mix(uint64_t z)
{
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

uint64_t random_key(uint64_t seed, const char *name)
{
    uint64_t h = 14695981039346656037u;
    for (; *name != '\0'; name++)
        h = (h ^ (unsigned char)*name) * 1099511628211u;
    return mix(mix(seed + GAMMA) ^ mix(h));
}

/* The mantissa of a number in [1, 2); less 1 and half a step it lies in (0, 1). */
IN_CLONES double unit_interval(uint64_t z)
{
    uint64_t b = (z >> 12) | 0x3ff0000000000000u;
    double x;
    memcpy(&x, &b, sizeof x);
    return (x - 1) + 0x1p-53;
}

TARGET_CLONES static void fill(uint64_t state, double *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        out[i] = unit_interval(mix(state + i * GAMMA));
}

void random_uniforms(uint64_t key, uint64_t first, double *out, size_t n)
{
    fill(key + (first + 1) * GAMMA, out, n);
}
