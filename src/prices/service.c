#include "prices/service.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "prices/pedigree.h"

enum {
    LABEL,
    COMPONENTS,
    READINGS,
    DEFAULTS,
    SOURCE,
    AS_OF,
    CONFIDENCE,
    NOTE,
    SERVICE_KEYS,
};
static const struct doc_field service_fields[] = {
    [LABEL] = { "label", DOC_WANT_TEXT, DOC_OPTIONAL },
    [COMPONENTS] = { "components", DOC_WANT_MAPPING, DOC_REQUIRED },
    [READINGS] = { "readings", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [DEFAULTS] = { "defaults", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema service_schema = DOC_SCHEMA("a service", service_fields);

enum {
    C_LABEL,
    C_UNIT,
    C_METER,
    C_FREE,
    C_PRICE,
    C_TIERS,
    C_PER,
    C_TERM,
    C_CHAIN,
    C_SOURCE,
    C_AS_OF,
    C_CONFIDENCE,
    C_NOTE,
    COMPONENT_KEYS,
};
static const struct doc_field component_fields[] = {
    [C_LABEL] = { "label", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_UNIT] = { "unit", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_METER] = { "meter", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_FREE] = { "free", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_PRICE] = { "price", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_TIERS] = { "tiers", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [C_PER] = { "per", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_TERM] = { "term", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_CHAIN] = { "chain", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [C_SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema component_schema =
    DOC_SCHEMA("a component", component_fields);

bool service_said(const struct doc_node *row)
{
    return doc_get(row, "components") != NULL;
}

/* ---- a chain out of the short form ---- */

struct step {
    struct arena *a;
    struct doc_entry entries[8];
    size_t count;
};

static void put(struct step *s, const char *key, const struct doc_node *value)
{
    if (value != NULL)
        s->entries[s->count++] = (struct doc_entry){ key, value->at, value };
}

static struct doc_node *mapping(const struct step *s, struct where at)
{
    struct doc_node *out = ARENA_NEW(s->a, struct doc_node);
    struct doc_entry *entries = ARENA_ARRAY(s->a, s->count, struct doc_entry);
    memcpy(entries, s->entries, s->count * sizeof *entries);
    *out = (struct doc_node){ .kind = DOC_MAPPING, .at = at, .text = "" };
    out->entries = entries;
    out->count = s->count;
    return out;
}

static const struct doc_node *word(struct arena *a, const char *text, struct where at)
{
    struct doc_node *out = ARENA_NEW(a, struct doc_node);
    *out = (struct doc_node){ .kind = DOC_SCALAR, .at = at, .text = text };
    out->length = strlen(text);
    return out;
}

static const struct doc_node *sequence(struct arena *a,
                                       const struct doc_node *const *nodes, size_t n,
                                       struct where at)
{
    struct doc_node *out = ARENA_NEW(a, struct doc_node);
    struct doc_entry *entries = ARENA_ARRAY(a, n, struct doc_entry);
    for (size_t i = 0; i < n; i++)
        entries[i] = (struct doc_entry){ NULL, nodes[i]->at, nodes[i] };
    *out = (struct doc_node){ .kind = DOC_SEQUENCE, .at = at, .text = "" };
    out->entries = entries;
    out->count = n;
    return out;
}

/* The step that prices: one price, or graduated tiers behind an allowance. */
static const struct doc_node *
price_step(struct arena *a, const struct doc_node *const *v, struct where at)
{
    struct step s = { .a = a };
    const struct doc_node *rows = v[C_TIERS];
    if (rows == NULL && v[C_FREE] != NULL) {
        struct step row = { .a = a };
        put(&row, "price", v[C_PRICE]);
        const struct doc_node *one = mapping(&row, v[C_PRICE]->at);
        rows = sequence(a, &one, 1, v[C_PRICE]->at);
    }
    if (rows != NULL) {
        put(&s, "tiers", word(a, "graduated", rows->at));
        put(&s, "rows", rows);
        put(&s, "free", v[C_FREE]);
        put(&s, "per", v[C_PER]);
    } else {
        put(&s, "price", v[C_PRICE]);
    }
    put(&s, "source", v[C_SOURCE]);
    put(&s, "as_of", v[C_AS_OF]);
    put(&s, "confidence", v[C_CONFIDENCE]);
    put(&s, "note", v[C_NOTE]);
    return mapping(&s, at);
}

static const struct doc_node *chain_of(struct arena *a, const struct doc_entry *e,
                                       const struct doc_node *const *v)
{
    const struct doc_node *steps[3];
    struct step meter = { .a = a }, term = { .a = a };
    size_t n = 0;
    put(&meter, "meter", v[C_METER] != NULL ? v[C_METER] : word(a, e->key, e->key_at));
    steps[n++] = mapping(&meter, e->value->at);
    steps[n++] = price_step(a, v, e->value->at);
    if (v[C_TERM] != NULL) {
        put(&term, "term", v[C_TERM]);
        steps[n++] = mapping(&term, v[C_TERM]->at);
    }
    return sequence(a, steps, n, e->value->at);
}

/* One price in one of three ways. */
static bool check_component(const struct doc_entry *e, const struct doc_node *const *v,
                            struct diag *dg)
{
    int ways = (v[C_PRICE] != NULL) + (v[C_TIERS] != NULL) + (v[C_CHAIN] != NULL);
    if (ways != 1)
        return diag_error(dg, e->value->at,
                          "component '%s' says price:, tiers: or chain:, one of the "
                          "three",
                          e->key);
    if (v[C_PER] != NULL && v[C_FREE] == NULL && v[C_TIERS] == NULL)
        return diag_error(dg, v[C_PER]->at,
                          "per: stands beside free: or tiers:; leave it out here");
    if (v[C_CHAIN] == NULL)
        return true;
    const struct doc_node *beside = v[C_FREE] != NULL    ? v[C_FREE]
                                    : v[C_PER] != NULL   ? v[C_PER]
                                    : v[C_METER] != NULL ? v[C_METER]
                                                         : v[C_TERM];
    return beside == NULL ||
           diag_error(dg, beside->at,
                      "beside chain: this is a step of the chain; write it there");
}

static bool read_components(struct arena *a, const struct doc_node *node,
                            struct licence *out, struct diag *dg)
{
    struct licence_metric *metrics = ARENA_ARRAY(a, node->count, struct licence_metric);
    struct step meters = { .a = a };
    bool ok = true;
    if (node->count == 0 || node->count > 8)
        return diag_error(dg, node->at, "a service has from 1 to 8 components");
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        const struct doc_node *v[COMPONENT_KEYS];
        if (!doc_bind(&component_schema, e->value, v, dg) ||
            !check_component(e, v, dg)) {
            ok = false;
            continue;
        }
        struct licence_metric *m = &metrics[i];
        m->name = e->key;
        m->label = v[C_LABEL] != NULL ? v[C_LABEL]->text : e->key;
        m->unit = v[C_UNIT] != NULL ? v[C_UNIT]->text : "";
        m->chain = v[C_CHAIN] != NULL ? v[C_CHAIN] : chain_of(a, e, v);
        if (v[C_UNIT] != NULL)
            put(&meters, e->key, v[C_UNIT]);
    }
    out->metrics = metrics;
    out->metric_count = node->count;
    out->meters = mapping(&meters, node->at);
    return ok;
}

static void count_all(struct arena *a, struct licence *l)
{
    struct reading *r = ARENA_NEW(a, struct reading);
    *r = (struct reading){ .name = "all" };
    r->counts = ARENA_ARRAY(a, l->metric_count, bool);
    for (size_t i = 0; i < l->metric_count; i++)
        r->counts[i] = true;
    l->readings = r;
    l->reading_count = 1;
}

bool service_read(struct arena *a, const struct model *m, const struct doc_entry *e,
                  struct licence *out, struct diag *dg)
{
    const struct doc_node *v[SERVICE_KEYS];
    if (!doc_bind(&service_schema, e->value, v, dg))
        return false;
    *out = (struct licence){ .id = e->key, .at = e->key_at, .pedigree = m->pedigree };
    out->service = true;
    out->label = v[LABEL] != NULL ? v[LABEL]->text : e->key;
    out->defaults = v[DEFAULTS];
    struct pedigree_keys keys = { v[SOURCE], v[AS_OF], v[CONFIDENCE], NULL, v[NOTE] };
    if (!pedigree_read(&keys, &out->pedigree, dg) ||
        !read_components(a, v[COMPONENTS], out, dg))
        return false;
    if (v[READINGS] != NULL)
        return model_read_readings(a, v[READINGS], out, dg);
    count_all(a, out);
    return true;
}
