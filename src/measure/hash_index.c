#include "measure/hash_index.h"

#include <string.h>

#include "base/arena.h"

uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ p[i]) * UINT64_C(1099511628211);
    return hash;
}

uint64_t hash_text(uint64_t hash, const char *text)
{
    return hash_bytes(hash, text, strlen(text) + 1);
}

static size_t first_slot(const struct hash_index *ix, uint64_t hash)
{
    return (size_t)(hash ^ hash >> 32) & (ix->capacity - 1);
}

size_t hash_index_get(const struct hash_index *ix, uint64_t hash,
                      bool (*same)(const void *wanted, size_t item), const void *wanted)
{
    if (ix->capacity == 0)
        return SIZE_MAX;
    for (size_t i = first_slot(ix, hash); ix->slots[i].item != 0;
         i = (i + 1) & (ix->capacity - 1))
        if (ix->slots[i].hash == hash && same(wanted, ix->slots[i].item - 1))
            return ix->slots[i].item - 1;
    return SIZE_MAX;
}

static void insert(struct hash_index *ix, struct hash_slot slot)
{
    size_t i = first_slot(ix, slot.hash);
    while (ix->slots[i].item != 0)
        i = (i + 1) & (ix->capacity - 1);
    ix->slots[i] = slot;
    ix->count++;
}

static void grow(struct arena *a, struct hash_index *ix)
{
    struct hash_index bigger = { .capacity = ix->capacity ? ix->capacity * 2 : 64 };
    bigger.slots = ARENA_ARRAY(a, bigger.capacity, struct hash_slot);
    for (size_t i = 0; i < ix->capacity; i++)
        if (ix->slots[i].item != 0)
            insert(&bigger, ix->slots[i]);
    arena_drop(a, ix->slots);
    *ix = bigger;
}

void hash_index_put(struct arena *a, struct hash_index *ix, uint64_t hash, size_t item)
{
    if ((ix->count + 1) * 4 > ix->capacity * 3)
        grow(a, ix);
    insert(ix, (struct hash_slot){ hash, item + 1 });
}

void hash_index_replace(struct hash_index *ix, uint64_t hash, size_t old, size_t item)
{
    size_t i = first_slot(ix, hash);
    while (ix->slots[i].hash != hash || ix->slots[i].item != old + 1)
        i = (i + 1) & (ix->capacity - 1);
    ix->slots[i].item = item + 1;
}
