/* random.h - uniform random numbers without a state: uniform(seed, name, draw).
 *
 * Draw d of the input called `name` is the same whatever else is drawn, in whatever
 * order and by however many threads; adding an input changes no other's draws.
 * The generator is SplitMix64 used as a counter: mix(key + (d + 1) * gamma) with gamma
 * the golden ratio and mix the variant 13 of Stafford (Steele, Lea, Flood 2014, "Fast
 * splittable pseudorandom number generators", which passes BigCrush); the key is FNV-1a
 * of the name, mixed with the seed by the same function.  The upper 52 bits give
 * (k + 1/2) / 2^52, so that 0 and 1 never come.
 */
#ifndef QUANTITIES_RANDOM_H
#define QUANTITIES_RANDOM_H

#include <stddef.h>
#include <stdint.h>

uint64_t random_key(uint64_t seed, const char *name);
/* Draws first, first + 1, ... first + n - 1 of a key. */
void random_uniforms(uint64_t key, uint64_t first, double *out, size_t n);

#endif
