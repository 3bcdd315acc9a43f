/* the shipped price models: all are read, and every row says where it comes from. */
#include "check.h"

#include <glob.h>

#include "base/arena.h"
#include "base/diag.h"
#include "doc/tree.h"
#include "prices/model.h"

/* Source, date and confidence: of the step, else of the licence's or the model's. */
static void wants(const char *path, const char *what, const struct pedigree *p,
                  const struct doc_node *step)
{
    const char *source = doc_get(step, "source") != NULL ? "" : p->source;
    const char *as_of = doc_get(step, "as_of") != NULL ? "" : p->as_of;
    const char *confidence = doc_get(step, "confidence") != NULL ? "" : p->confidence;
    if (source == NULL || as_of == NULL || confidence == NULL)
        fail_msg("%s: a price of %s lacks its%s%s%s", path, what,
                 source == NULL ? " source" : "", as_of == NULL ? " date" : "",
                 confidence == NULL ? " confidence" : "");
}

/* Each price of a chain is a row: one alone, or those of a list or of tiers. */
static size_t rows_of_step(const char *path, const struct licence *l,
                           const struct doc_node *step)
{
    const struct doc_node *price = doc_get(step, "price");
    const struct doc_node *tiers = doc_get(step, "rows");
    struct pedigree own = l->pedigree;
    if (doc_is(price, DOC_SEQUENCE)) {
        for (size_t i = 0; i < price->count; i++) {
            struct pedigree p = own;
            if (doc_get(step, "source") != NULL)
                p.source = "";
            if (doc_get(step, "as_of") != NULL)
                p.as_of = "";
            if (doc_get(step, "confidence") != NULL)
                p.confidence = "";
            wants(path, l->id, &p, doc_at(price, i));
        }
        return price->count;
    }
    if (price != NULL && !(price->text[0] >= '0' && price->text[0] <= '9'))
        return 0; /* the line gives it */
    bool priced = price != NULL || (doc_get(step, "tiers") != NULL && tiers != NULL);
    if (priced)
        wants(path, l->id, &own, step);
    return price != NULL ? 1 : priced ? tiers->count : 0;
}

static size_t rows_of_licence(const char *path, const struct licence *l)
{
    size_t rows = 0;
    for (size_t i = 0; i < l->metric_count; i++)
        for (size_t k = 0; k < l->metrics[i].chain->count; k++)
            rows += rows_of_step(path, l, doc_at(l->metrics[i].chain, k));
    return rows;
}

static size_t rows_of(const char *pattern)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    glob_t found;
    size_t rows = 0;
    assert_int_equal(glob(pattern, 0, NULL, &found), 0);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        struct model m;
        if (!model_read(a, found.gl_pathv[i], (struct where){ 0 }, &m, &dg) ||
            !model_try(a, &m, &dg))
            fail_msg("%s is not read", found.gl_pathv[i]);
        for (size_t k = 0; k < m.item_count; k++)
            wants(found.gl_pathv[i], m.items[k].id, &m.items[k].pedigree, NULL);
        rows += m.item_count;
        for (size_t k = 0; k < m.licence_count; k++)
            rows += rows_of_licence(found.gl_pathv[i], &m.licences[k]);
    }
    globfree(&found);
    arena_free(a);
    return rows;
}

static void at_least(const char *pattern, size_t least)
{
    size_t rows = rows_of(pattern);
    if (rows < least)
        fail_msg("%s has %zu rows of prices, fewer than %zu", pattern, rows, least);
}

static void test_hardware(void **state)
{
    (void)state;
    at_least("models/hardware/*.yaml", 140);
}

static void test_cloud(void **state)
{
    (void)state;
    at_least("models/cloud/*.yaml", 30);
}

static void test_licences(void **state)
{
    (void)state;
    at_least("models/licences/*.yaml", 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hardware),
        cmocka_unit_test(test_cloud),
        cmocka_unit_test(test_licences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
