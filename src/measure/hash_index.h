/* hash_index.h - finds things in an array by hash; order never depends on it. */
#ifndef MEASURE_HASH_INDEX_H
#define MEASURE_HASH_INDEX_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;

struct hash_index {
    struct hash_slot {
        uint64_t hash;
        size_t item; /* plus 1; 0 is empty */
    } * slots;
    size_t capacity, count; /* capacity is a power of two */
};

#define HASH_START UINT64_C(14695981039346656037)

/* FNV-1a, carried on from `hash`. */
uint64_t hash_text(uint64_t hash, const char *text);
uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length);

/* The item under `hash` that `same` accepts; SIZE_MAX: none. */
size_t hash_index_get(const struct hash_index *ix, uint64_t hash,
                      bool (*same)(const void *wanted, size_t item),
                      const void *wanted);
void hash_index_put(struct arena *a, struct hash_index *ix, uint64_t hash, size_t item);
/* `old` must be in it. */
void hash_index_replace(struct hash_index *ix, uint64_t hash, size_t old, size_t item);

#endif
