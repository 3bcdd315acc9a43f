#include "prices/model.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"
#include "doc/yaml.h"
#include "prices/hardware.h"
#include "prices/pedigree.h"
#include "prices/service.h"

enum {
    VERSION,
    PRICES,
    TITLE,
    VENDOR,
    CURRENCY,
    SOURCE,
    AS_OF,
    CONFIDENCE,
    NOTE,
    ITEMS,
    LICENCES,
    MODEL_KEYS,
};
static const struct doc_field model_fields[] = {
    [VERSION] = { "priceperf", DOC_WANT_TEXT, DOC_REQUIRED },
    [PRICES] = { "prices", DOC_WANT_TEXT, DOC_REQUIRED },
    [TITLE] = { "title", DOC_WANT_TEXT, DOC_OPTIONAL },
    [VENDOR] = { "vendor", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CURRENCY] = { "currency", DOC_WANT_TEXT, DOC_REQUIRED },
    [SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
    [ITEMS] = { "items", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [LICENCES] = { "licences", DOC_WANT_MAPPING, DOC_OPTIONAL },
};
static const struct doc_schema model_schema = DOC_SCHEMA("a price model", model_fields);

enum {
    I_LABEL,
    I_PART,
    I_PRICE,
    I_PACK,
    I_CAPACITY,
    I_IOPS,
    I_BANDWIDTH,
    I_POWER,
    I_RACK,
    I_DRIVES,
    I_SHELVES,
    I_LEAST,
    I_MOST,
    I_WARRANTY,
    I_LIFETIME,
    I_ENDURANCE,
    I_MAINTENANCE,
    I_RESIDUAL,
    I_SOURCE,
    I_AS_OF,
    I_CONFIDENCE,
    I_NOTE,
    ITEM_KEYS
};
static const struct doc_field item_fields[] = {
    [I_LABEL] = { "label", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_PART] = { "part", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_PRICE] = { "price", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_PACK] = { "pack", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_CAPACITY] = { "capacity", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_IOPS] = { "iops", DOC_WANT_ANY, DOC_OPTIONAL },
    [I_BANDWIDTH] = { "bandwidth", DOC_WANT_ANY, DOC_OPTIONAL },
    [I_POWER] = { "power", DOC_WANT_ANY, DOC_OPTIONAL },
    [I_RACK] = { "rack", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_DRIVES] = { "drives", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_SHELVES] = { "shelves", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_LEAST] = { "least", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_MOST] = { "most", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_WARRANTY] = { "warranty", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_LIFETIME] = { "lifetime", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_ENDURANCE] = { "endurance", DOC_WANT_ANY, DOC_OPTIONAL },
    [I_MAINTENANCE] = { "maintenance", DOC_WANT_ANY, DOC_OPTIONAL },
    [I_RESIDUAL] = { "residual", DOC_WANT_ANY, DOC_OPTIONAL },
    [I_SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [I_NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema item_schema = DOC_SCHEMA("an item", item_fields);

enum { L_LABEL, L_METRICS, L_READINGS, L_METERS, L_DEFAULTS, L_NOTE, LICENCE_KEYS };
static const struct doc_field licence_fields[] = {
    [L_LABEL] = { "label", DOC_WANT_TEXT, DOC_OPTIONAL },
    [L_METRICS] = { "metrics", DOC_WANT_MAPPING, DOC_REQUIRED },
    [L_READINGS] = { "readings", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [L_METERS] = { "meters", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [L_DEFAULTS] = { "defaults", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [L_NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema licence_schema = DOC_SCHEMA("a licence", licence_fields);

enum { M_LABEL, M_UNIT, M_CHAIN, METRIC_KEYS };
static const struct doc_field metric_fields[] = {
    [M_LABEL] = { "label", DOC_WANT_TEXT, DOC_OPTIONAL },
    [M_UNIT] = { "unit", DOC_WANT_TEXT, DOC_OPTIONAL },
    [M_CHAIN] = { "chain", DOC_WANT_SEQUENCE, DOC_REQUIRED },
};
static const struct doc_schema metric_schema =
    DOC_SCHEMA("a licence metric", metric_fields);

enum { R_COUNT, R_CHEAPEST, R_WORDS, R_AGAINST, READING_KEYS };
static const struct doc_field reading_fields[] = {
    [R_COUNT] = { "count", DOC_WANT_ANY, DOC_OPTIONAL },
    [R_CHEAPEST] = { "cheapest", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [R_WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_AGAINST] = { "against", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema reading_schema = DOC_SCHEMA("a reading", reading_fields);

static const char *text_or(const struct doc_node *node, const char *otherwise)
{
    return node != NULL ? node->text : otherwise;
}

static bool read_item(const struct model *m, const struct doc_entry *e,
                      struct item *out, struct diag *dg)
{
    const struct doc_node *v[ITEM_KEYS];
    if (!doc_bind(&item_schema, e->value, v, dg))
        return false;
    *out = (struct item){ .id = e->key, .at = e->key_at, .pedigree = m->pedigree };
    out->label = text_or(v[I_LABEL], e->key);
    out->price = v[I_PRICE];
    out->part = text_or(v[I_PART], NULL);
    out->row = e->value;
    if (out->price == NULL && !hardware_said(out))
        return diag_error(dg, e->value->at,
                          "'%s' has no price; write for example price: 10 USD/drive",
                          e->key);
    struct pedigree_keys keys = { v[I_SOURCE], v[I_AS_OF], v[I_CONFIDENCE], NULL,
                                  v[I_NOTE] };
    return pedigree_read(&keys, &out->pedigree, dg);
}

static bool read_metrics(struct arena *a, const struct doc_node *node,
                         struct licence *out, struct diag *dg)
{
    struct licence_metric *metrics = ARENA_ARRAY(a, node->count, struct licence_metric);
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_node *v[METRIC_KEYS];
        if (!doc_bind(&metric_schema, node->entries[i].value, v, dg))
            return false;
        metrics[i] = (struct licence_metric){ node->entries[i].key,
                                              text_or(v[M_LABEL], node->entries[i].key),
                                              text_or(v[M_UNIT], node->entries[i].key),
                                              v[M_CHAIN] };
    }
    out->metrics = metrics;
    out->metric_count = node->count;
    return true;
}

static bool read_counts(struct arena *a, const struct doc_node *node,
                        const struct licence *l, struct reading *out, struct diag *dg)
{
    const char *const *names;
    const char **known = ARENA_ARRAY(a, l->metric_count, const char *);
    size_t count;
    for (size_t i = 0; i < l->metric_count; i++)
        known[i] = l->metrics[i].name;
    if (!doc_get_texts(a, node, &names, &count, dg))
        return false;
    out->counts = ARENA_ARRAY(a, l->metric_count, bool);
    for (size_t k = 0; k < count; k++) {
        size_t i = 0;
        while (i < l->metric_count && strcmp(known[i], names[k]) != 0)
            i++;
        if (i == l->metric_count)
            return doc_unknown(node->kind == DOC_SEQUENCE ? doc_at(node, k) : node,
                               "metric", known, l->metric_count, dg);
        out->counts[i] = true;
    }
    return true;
}

struct reading_list {
    const struct reading *readings;
    size_t count;
};

/* Each name of a cheapest reading: a metric, or a reading that counts some. */
static bool read_ways(struct arena *a, const struct doc_node *node,
                      const struct licence *l, struct reading_list others,
                      struct reading *out, struct diag *dg)
{
    const bool **ways = ARENA_ARRAY(a, node->count, const bool *);
    out->counts = ARENA_ARRAY(a, l->metric_count, bool);
    for (size_t k = 0; k < node->count; k++) {
        const char *name = doc_text(doc_at(node, k));
        struct reading one = { 0 };
        for (size_t i = 0; name != NULL && i < others.count; i++)
            if (others.readings[i].counts != NULL && !others.readings[i].cheapest &&
                strcmp(others.readings[i].name, name) == 0)
                one = others.readings[i];
        for (size_t i = 0; name != NULL && i < l->metric_count; i++)
            if (strcmp(l->metrics[i].name, name) == 0)
                one.counts = NULL;
        if (one.counts == NULL && !read_counts(a, doc_at(node, k), l, &one, dg))
            return false;
        ways[k] = one.counts;
        for (size_t i = 0; i < l->metric_count; i++)
            out->counts[i] = out->counts[i] || one.counts[i];
    }
    out->ways = ways;
    out->way_count = node->count;
    return true;
}

/* Without readings of its own a licence is read by each metric alone. */
static void plain_readings(struct arena *a, struct licence *l)
{
    struct reading *readings = ARENA_ARRAY(a, l->metric_count, struct reading);
    for (size_t i = 0; i < l->metric_count; i++) {
        readings[i].name = l->metrics[i].name;
        readings[i].counts = ARENA_ARRAY(a, l->metric_count, bool);
        readings[i].counts[i] = true;
    }
    l->readings = readings;
    l->reading_count = l->metric_count;
}

bool model_read_readings(struct arena *a, const struct doc_node *node,
                         struct licence *l, struct diag *dg)
{
    if (node == NULL) {
        plain_readings(a, l);
        return true;
    }
    struct reading *readings = ARENA_ARRAY(a, node->count, struct reading);
    for (int pass = 0; pass < 2; pass++) /* the cheapest is one of what others count */
        for (size_t i = 0; i < node->count; i++) {
            const struct doc_entry *e = &node->entries[i];
            const struct doc_node *v[READING_KEYS];
            if (!doc_bind(&reading_schema, e->value, v, dg))
                return false;
            if ((v[R_COUNT] == NULL) == (v[R_CHEAPEST] == NULL))
                return diag_error(dg, e->key_at,
                                  "a reading says count: or cheapest:, one of the two");
            if ((v[R_CHEAPEST] != NULL) != (pass == 1))
                continue;
            readings[i] = (struct reading){
                e->key, text_or(v[R_WORDS], NULL), text_or(v[R_AGAINST], NULL),
                NULL,   v[R_CHEAPEST] != NULL,     NULL,
                0
            };
            if (pass == 0 && !read_counts(a, v[R_COUNT], l, &readings[i], dg))
                return false;
            if (pass == 1 && !read_ways(a, v[R_CHEAPEST], l,
                                        (struct reading_list){ readings, node->count },
                                        &readings[i], dg))
                return false;
        }
    l->readings = readings;
    l->reading_count = node->count;
    return true;
}

static bool read_licence(struct arena *a, const struct model *m,
                         const struct doc_entry *e, struct licence *out,
                         struct diag *dg)
{
    const struct doc_node *v[LICENCE_KEYS];
    if (!doc_bind(&licence_schema, e->value, v, dg))
        return false;
    *out = (struct licence){ .id = e->key, .at = e->key_at, .pedigree = m->pedigree };
    out->label = text_or(v[L_LABEL], e->key);
    out->meters = v[L_METERS];
    out->defaults = v[L_DEFAULTS];
    if (v[L_METRICS]->count == 0)
        return diag_error(dg, v[L_METRICS]->at,
                          "a licence without a metric; write what it "
                          "counts, as in processor: {chain: [...]}");
    return read_metrics(a, v[L_METRICS], out, dg) &&
           model_read_readings(a, v[L_READINGS], out, dg);
}

static bool read_lists(struct arena *a, const struct doc_node *const *v,
                       struct model *m, struct diag *dg)
{
    size_t items = v[ITEMS] != NULL ? v[ITEMS]->count : 0;
    size_t licences = v[LICENCES] != NULL ? v[LICENCES]->count : 0;
    struct item *item = ARENA_ARRAY(a, items, struct item);
    struct licence *licence = ARENA_ARRAY(a, licences + items, struct licence);
    bool ok = true;
    m->items = item;
    m->licences = licence;
    for (size_t i = 0; i < licences; i++)
        ok = read_licence(a, m, &v[LICENCES]->entries[i], &licence[i], dg) && ok;
    m->licence_count = licences;
    for (size_t i = 0; i < items; i++) {
        const struct doc_entry *e = &v[ITEMS]->entries[i];
        if (service_said(e->value))
            ok = service_read(a, m, e, &licence[m->licence_count++], dg) && ok;
        else
            ok = read_item(m, e, &item[m->item_count++], dg) && ok;
    }
    m->service_count = m->licence_count - licences;
    return ok;
}

bool model_bind(struct arena *a, const struct doc_node *root, const char *path,
                struct model *out, struct diag *dg)
{
    const struct doc_node *v[MODEL_KEYS];
    long long version;
    if (!doc_bind(&model_schema, root, v, dg) ||
        !doc_get_int(v[VERSION], 1, 1, &version, dg))
        return false;
    *out = (struct model){ .id = v[PRICES]->text, .path = path };
    out->title = text_or(v[TITLE], v[PRICES]->text);
    out->vendor = text_or(v[VENDOR], "");
    out->currency = v[CURRENCY]->text;
    struct unit unit;
    if (!doc_get_unit(a, v[CURRENCY], &unit, dg))
        return false;
    if (!dim_is_money(unit.dim))
        return diag_error(dg, v[CURRENCY]->at,
                          "'%s' is no currency; write its ISO code, "
                          "as in USD",
                          v[CURRENCY]->text);
    struct pedigree_keys keys = { v[SOURCE], v[AS_OF], v[CONFIDENCE], NULL, NULL };
    return pedigree_read(&keys, &out->pedigree, dg) && read_lists(a, v, out, dg);
}

bool model_of_study(struct arena *a, const struct doc_node *items,
                    const struct doc_node *licences, struct model *out, struct diag *dg)
{
    const struct doc_node *v[MODEL_KEYS] = { [ITEMS] = items, [LICENCES] = licences };
    return read_lists(a, v, out, dg);
}

bool model_read(struct arena *a, const char *path, struct where at, struct model *out,
                struct diag *dg)
{
    const struct doc_node *root = yaml_read(a, path, at, dg);
    return root != NULL && model_bind(a, root, path, out, dg);
}
