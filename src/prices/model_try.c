/* model_try.c - every chain of a model built once, without a line that uses it. */
#include "base/arena.h"
#include "doc/schema.h"
#include "prices/hardware.h"
#include "prices/licence.h"
#include "prices/pedigree.h"

/* The meters that a licence declares, each worth 1 in its unit. */
static bool trial_meters(struct graph *g, const struct licence *l,
                         struct licence_use *use, struct diag *dg)
{
    struct arena *a = graph_arena(g);
    size_t n = l->meters != NULL ? l->meters->count : 0;
    struct meter *meters = ARENA_ARRAY(a, n, struct meter);
    for (size_t i = 0; i < n; i++) {
        const struct doc_entry *e = &l->meters->entries[i];
        struct unit unit;
        if (!doc_get_unit(a, e->value, &unit, dg))
            return false;
        meters[i] = (struct meter){ .name = e->key, .at = e->key_at };
        meters[i].node = graph_const(g, value_of_exact(unit.scale), unit, e->key_at);
    }
    use->meters = meters;
    use->meter_count = n;
    return true;
}

static bool try_item(struct graph *g, const struct item *item, struct diag *dg)
{
    struct scope scope = graph_scope(g);
    struct hardware hardware;
    return (item->price == NULL || price_node(g, item->price, dg) != NO_NODE) &&
           hardware_read(g, item, &scope, &hardware, dg);
}

bool model_try(struct arena *a, const struct model *m, struct diag *dg)
{
    bool ok = true;
    struct graph *g = graph_new(a);
    for (size_t i = 0; i < m->item_count; i++)
        ok = try_item(g, &m->items[i], dg) && ok;
    for (size_t i = 0; i < m->licence_count; i++) {
        const struct licence *l = &m->licences[i];
        struct licence_use use = { .at = l->at, .years = 1, .trial = true };
        struct licence_result result;
        use.reading = &l->readings[0];
        ok = trial_meters(g, l, &use, dg) && licence_build(g, l, &use, &result, dg) &&
             ok;
    }
    return ok;
}
