/* The rows of a price model as facts.  A row of a list is known by what chooses it, and
 * not by its place: "price from 2008-06-16", "rows up_to 1000". */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "doc/schema.h"
#include "prices/model.h"
#include "report/facts.h"

struct rows {
    struct edition *e;
    const char *subject;
};

static const struct fact row_fact = { .group = FACTS_MODELS, .unit = "" };

/* Whether a key holds words, dates or the like, which are never amounts. */
static bool holds_words(const char *key)
{
    static const char *const keys[] = { "source", "as_of", "confidence", "note",
                                        "label",  "words", "title",      "vendor",
                                        "from",   "until", "against",    "unit" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return false;
}

/* What a row gives, where that comes from and when it ends; all else chooses it. */
static bool is_given(const struct doc_node *row, const char *key)
{
    static const char *const keys[] = { "is",    "price",      "rate", "source",
                                        "as_of", "confidence", "note", "words" };
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (strcmp(key, keys[i]) == 0)
            return true;
    return strcmp(key, "until") == 0 && doc_get(row, "from") != NULL;
}

static void text_of(struct buf *b, const struct doc_node *n)
{
    if (n->kind == DOC_SCALAR)
        buf_add(b, n->text);
    for (size_t i = 0; i < n->count; i++) {
        buf_add(b, i > 0 ? ", " : "");
        if (n->kind == DOC_MAPPING)
            buf_printf(b, "%s ", n->entries[i].key);
        text_of(b, n->entries[i].value);
    }
}

static void add_text(struct rows *r, const char *field, const char *text)
{
    struct fact f = row_fact;
    f.subject = r->subject;
    f.field = field;
    f.text = text;
    edition_add(r->e, f);
}

static void add_value(struct rows *r, const char *field, const char *key,
                      const struct doc_node *n)
{
    struct arena *a = r->e->arena;
    struct diag unheard = diag_on(a);
    struct doc_quantity q;
    struct buf b = buf_on(a);
    struct fact f = row_fact;
    text_of(&b, n);
    f.subject = r->subject;
    f.field = field;
    f.text = buf_text(&b);
    if (n->kind == DOC_SCALAR && !holds_words(key)) {
        bool quantity = doc_get_quantity(a, n, "", &q, &unheard);
        f.number = quantity || doc_get_number(n, &q.number, &unheard);
        f.unit = quantity ? q.unit.text : "";
    }
    if (f.number)
        f.text = arena_strndup(a, n->text, strcspn(n->text, " "));
    edition_add(r->e, f);
}

static const char *chosen_by(struct arena *a, const struct doc_node *row)
{
    struct buf b = buf_on(a);
    for (size_t i = 0; i < row->count; i++)
        if (!is_given(row, row->entries[i].key)) {
            buf_printf(&b, "%s%s ", b.length > 0 ? ", " : "", row->entries[i].key);
            text_of(&b, row->entries[i].value);
        }
    return b.length > 0 ? buf_text(&b) : "otherwise";
}

static void add_row(struct rows *r, const char *field, const struct doc_node *row)
{
    struct arena *a = r->e->arena;
    const char *which = arena_printf(a, "%s, %s", field, chosen_by(a, row));
    for (size_t i = 0; i < row->count; i++) {
        const char *key = row->entries[i].key;
        bool main = strcmp(key, "is") == 0 || strcmp(key, "price") == 0;
        if (is_given(row, key))
            add_value(r, main ? which : arena_printf(a, "%s: %s", which, key), key,
                      row->entries[i].value);
    }
}

static bool has_rows(const struct doc_node *n)
{
    return n->kind == DOC_SEQUENCE && n->count > 0 &&
           n->entries[0].value->kind == DOC_MAPPING;
}

static void add_key(struct rows *r, const char *field, const struct doc_entry *e)
{
    if (!has_rows(e->value)) {
        add_value(r, field, e->key, e->value);
        return;
    }
    for (size_t i = 0; i < e->value->count; i++)
        add_row(r, field, e->value->entries[i].value);
}

/* The first key names the step, "price"; the others belong to it, "price: source". */
static void add_step(struct rows *r, const struct doc_node *step)
{
    if (step->kind != DOC_MAPPING)
        return;
    const char *name = step->count > 0 ? step->entries[0].key : "";
    for (size_t i = 0; i < step->count; i++)
        add_key(r,
                i == 0
                    ? name
                    : arena_printf(r->e->arena, "%s: %s", name, step->entries[i].key),
                &step->entries[i]);
}

static void add_pedigree(struct rows *r, const struct pedigree *p)
{
    add_text(r, "source", p->source);
    add_text(r, "as of", p->as_of);
    add_text(r, "confidence", p->confidence);
    add_text(r, "note", p->help);
}

static void add_mapping(struct rows *r, const char *field, const struct doc_node *n)
{
    for (size_t i = 0; n != NULL && i < n->count; i++)
        add_value(r, arena_printf(r->e->arena, "%s %s", field, n->entries[i].key),
                  n->entries[i].key, n->entries[i].value);
}

static void add_reading(struct rows *r, const struct licence *l,
                        const struct reading *x)
{
    struct buf b = buf_on(r->e->arena);
    for (size_t i = 0; i < l->metric_count; i++)
        if (x->counts[i])
            buf_printf(&b, "%s%s",
                       b.length > 0  ? ", "
                       : x->cheapest ? "least of "
                                     : "",
                       l->metrics[i].name);
    add_text(r, arena_printf(r->e->arena, "reading %s", x->name), buf_text(&b));
    add_text(r, arena_printf(r->e->arena, "reading %s: against", x->name), x->against);
}

static void add_licence(struct edition *e, const struct licence *l)
{
    struct rows r = { e, l->id };
    add_text(&r, "label", l->label);
    add_mapping(&r, "default of", l->defaults);
    add_mapping(&r, "unit of", l->meters);
    for (size_t i = 0; i < l->reading_count; i++)
        add_reading(&r, l, &l->readings[i]);
    for (size_t i = 0; i < l->metric_count; i++) {
        const struct licence_metric *m = &l->metrics[i];
        r.subject = arena_printf(e->arena, "%s by %s", l->id, m->name);
        add_text(&r, "label", m->label);
        add_text(&r, "unit", m->unit);
        for (size_t k = 0; k < m->chain->count; k++)
            add_step(&r, m->chain->entries[k].value);
    }
}

void edition_add_model(struct edition *e, const struct model *m)
{
    for (size_t i = 0; i < m->item_count; i++) {
        struct rows r = { e, m->items[i].id };
        add_value(&r, "price", "price", m->items[i].price);
        add_text(&r, "label", m->items[i].label);
        add_pedigree(&r, &m->items[i].pedigree);
    }
    for (size_t i = 0; i < m->licence_count; i++)
        add_licence(e, &m->licences[i]);
}

void edition_of_model(struct edition *e, const struct model *m)
{
    struct rows r = { e, "the model" };
    e->kind = "prices";
    e->id = m->id;
    e->title = m->title;
    e->carries[FACTS_MODELS] = true;
    e->prices_as_of = m->pedigree.as_of;
    add_text(&r, "prices", m->id);
    add_text(&r, "title", m->title);
    add_text(&r, "vendor", m->vendor);
    add_text(&r, "currency", m->currency);
    add_pedigree(&r, &m->pedigree);
    edition_add_model(e, m);
}
