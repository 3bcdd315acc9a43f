/* A results.json as facts, by the tables of facts_parts.h. */
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/output.h"
#include "decisions/decide.h"
#include "doc/json.h"
#include "doc/source.h"
#include "report/facts_parts.h"
#include "report/results.h"

struct visit {
    struct edition *e;
    const struct fact_part *part;
    const struct doc_node *outer, *inner; /* inner: outer where nothing is nested */
    const char *scenario, *subject;
    bool ok;
};

static bool is_nothing(const struct doc_node *n)
{
    return n == NULL || doc_is_null(n);
}

/* NULL where a part of the path is not there. */
static const struct doc_node *follow(struct arena *a, const struct doc_node *n,
                                     const char *path)
{
    const char *dot = strchr(path, '.');
    const char *key = dot != NULL ? arena_strndup(a, path, (size_t)(dot - path)) : path;
    if (n != NULL && n->kind == DOC_SEQUENCE)
        n = doc_at(n, strtoul(key, NULL, 10));
    else
        n = doc_get(n, key);
    return dot != NULL && n != NULL ? follow(a, n, dot + 1) : n;
}

static bool wrong(struct visit *v, const struct doc_node *n, const char *key,
                  const char *wanted)
{
    v->ok = diag_error(v->e->dg, n->at, "'%s' is %s; results of priceperf have %s here",
                       key, doc_kind_words(n->kind), wanted);
    return false;
}

static const char *scalar(struct visit *v, const struct doc_node *n, const char *key)
{
    if (is_nothing(n))
        return NULL;
    if (n->kind == DOC_SCALAR)
        return n->text;
    wrong(v, n, key, "one value");
    return NULL;
}

static const char *number(struct visit *v, const struct doc_node *n, const char *key)
{
    const char *text = scalar(v, n, key);
    if (text == NULL || (!n->quoted && json_number_length(text) == n->length))
        return text;
    v->ok = diag_error(v->e->dg, n->at,
                       "'%s' is no number; results of priceperf have "
                       "a number or null here",
                       key);
    return NULL;
}

static const char *joined(struct visit *v, const struct doc_node *n, const char *key)
{
    struct buf b = buf_on(v->e->arena);
    if (is_nothing(n))
        return NULL;
    if (n->kind != DOC_SEQUENCE) {
        wrong(v, n, key, "a list");
        return NULL;
    }
    for (size_t i = 0; i < n->count; i++) {
        const char *text = scalar(v, n->entries[i].value, key);
        buf_printf(&b, "%s%s", i > 0 ? ", " : "", text != NULL ? text : "null");
    }
    return n->count > 0 ? buf_text(&b) : "none";
}

static const char *unit_of(struct visit *v, const char *unit)
{
    if (unit == NULL || strcmp(unit, FACTS_MONEY) == 0)
        return unit == NULL || v->e->currency == NULL ? "" : v->e->currency;
    if (unit[0] != '@')
        return unit;
    const struct doc_node *n = doc_get(v->inner, unit + 1);
    if (n == NULL)
        n = doc_get(v->outer, unit + 1);
    const char *text = scalar(v, n, unit + 1);
    return text != NULL ? text : "";
}

static void add_numbers(struct visit *v, const struct fact_field *f, struct fact fact,
                        const struct doc_node *n)
{
    bool years = strcmp(f->key, "cost_by_year") == 0; /* its first is the purchase */
    if (is_nothing(n))
        return;
    if (n->kind != DOC_SEQUENCE) {
        wrong(v, n, f->key, "a list");
        return;
    }
    for (size_t i = years; i < n->count && v->ok && !v->e->full; i++) {
        fact.text = number(v, n->entries[i].value, f->key);
        fact.field =
            i > 0 ? arena_printf(v->e->arena, "%s %zu", f->name, i + !years) : f->name;
        edition_add(v->e, fact);
    }
}

static void add_field(struct visit *v, const struct fact_field *f)
{
    const struct doc_node *n = follow(v->e->arena, v->inner, f->key);
    struct fact fact = { v->part->group, v->scenario,
                         v->subject,     f->name,
                         NULL,           "",
                         false,          (f->want & DETAIL) != 0 };
    int want = f->want & ~DETAIL;
    fact.number = want == NUMBER || want == NUMBERS;
    if (fact.number)
        fact.unit = unit_of(v, f->unit);
    if (want == NUMBERS) {
        add_numbers(v, f, fact, n);
        return;
    }
    fact.text = want == NUMBER  ? number(v, n, f->key)
                : want == TEXTS ? joined(v, n, f->key)
                                : scalar(v, n, f->key);
    edition_add(v->e, fact);
}

static void add_fields(struct visit *v)
{
    for (size_t i = 0; i < v->part->count && v->ok; i++)
        add_field(v, &v->part->fields[i]);
}

/* One half of a subject; NULL where a key of it is null, and there is nothing to say.
 */
static const char *name_by(struct visit *v, const struct doc_node *n,
                           const char *const *keys, size_t most, const char *begin)
{
    struct buf b = buf_on(v->e->arena);
    buf_add(&b, begin);
    for (size_t i = 0; i < most && keys[i] != NULL; i++) {
        const struct doc_node *part = doc_get(n, keys[i]);
        if (part == NULL) {
            v->ok = diag_error(v->e->dg, n->at, "an entry of '%s' without '%s'",
                               v->part->list, keys[i]);
            return NULL;
        }
        const char *text = part->kind == DOC_SEQUENCE ? joined(v, part, keys[i])
                                                      : scalar(v, part, keys[i]);
        if (text == NULL)
            return NULL;
        buf_printf(&b, "%s%s", b.length > 0 ? ": " : "", text);
    }
    return buf_text(&b);
}

static const struct doc_node *list_in(struct visit *v, const struct doc_node *n,
                                      const char *key)
{
    const struct doc_node *list = doc_get(n, key);
    if (is_nothing(list))
        return NULL;
    if (list->kind == DOC_SEQUENCE)
        return list;
    wrong(v, list, key, "a list");
    return NULL;
}

static bool is_object(struct visit *v, const struct doc_node *n, const char *list)
{
    return n->kind == DOC_MAPPING || wrong(v, n, list, "objects");
}

static void visit_nested(struct visit *v, const char *outer)
{
    const struct doc_node *list = list_in(v, v->outer, v->part->nested);
    for (size_t i = 0; list != NULL && i < list->count && v->ok && !v->e->full; i++) {
        v->inner = list->entries[i].value;
        if (!is_object(v, v->inner, v->part->nested))
            return;
        v->subject = name_by(v, v->inner, v->part->inner, 2, outer);
        if (v->subject != NULL)
            add_fields(v);
    }
}

/* YAML files are compared by what they say, raw ones by their bytes. */
static bool is_written(const struct doc_node *file)
{
    static const char *const kinds[] = { "study", "prices", "claims" };
    const char *format = doc_text(doc_get(file, "format"));
    for (size_t i = 0; format != NULL && i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(format, kinds[i]) == 0)
            return true;
    return false;
}

static void visit_object(struct visit *v, const struct doc_node *object)
{
    v->outer = v->inner = object;
    if (!is_object(v, object, v->part->list) ||
        (v->part->group == FACTS_FILES && is_written(object)))
        return;
    v->scenario = scalar(v, doc_get(object, "scenario"), "scenario");
    v->subject = name_by(v, object, v->part->outer, 4, "");
    if (v->subject == NULL)
        return;
    if (v->part->nested == NULL)
        add_fields(v);
    else
        visit_nested(v, v->subject);
}

static bool add_part(struct edition *e, const struct doc_node *root,
                     const struct fact_part *p)
{
    struct visit v = { .e = e, .part = p, .ok = true };
    const struct doc_node *list = list_in(&v, root, p->list);
    if (list != NULL)
        e->carries[p->group] = true;
    for (size_t i = 0; list != NULL && i < list->count && v.ok && !e->full; i++)
        visit_object(&v, list->entries[i].value);
    return v.ok;
}

static bool add_warnings(struct edition *e, const struct doc_node *root)
{
    static const struct fact_part p = { .list = "warnings", .group = FACTS_WARNINGS };
    struct visit v = { .e = e, .part = &p, .ok = true };
    const struct doc_node *list = list_in(&v, root, p.list);
    if (list != NULL)
        e->carries[FACTS_WARNINGS] = true;
    for (size_t i = 0; list != NULL && i < list->count && v.ok; i++) {
        const char *text = scalar(&v, list->entries[i].value, p.list);
        edition_add(
            e, (struct fact){ FACTS_WARNINGS, NULL, text, "", text, "", false, false });
    }
    return v.ok;
}

/* ---- the head ---- */

static bool add_head(struct edition *e, const struct doc_node *root)
{
    struct visit v = { .e = e,
                       .part = fact_head(),
                       .outer = root,
                       .inner = root,
                       .subject = "",
                       .ok = true };
    const struct doc_node *currency = doc_get(root, "currency");
    const char *generator = scalar(&v, doc_get(root, OUTPUT_MARK_KEY), OUTPUT_MARK_KEY);
    if (generator == NULL || strncmp(generator, OUTPUT_MARK, strlen(OUTPUT_MARK)) != 0)
        return v.ok && diag_error(e->dg, root->at,
                                  "no results of priceperf; it names itself in '%s'",
                                  OUTPUT_MARK_KEY);
    e->kind = "results";
    e->id = scalar(&v, doc_get(root, "study"), "study");
    e->title = scalar(&v, doc_get(root, "title"), "title");
    e->currency = scalar(&v, currency, "currency");
    if (currency != NULL)
        e->currency_at = currency->at;
    const struct doc_node *document = doc_get(root, "document");
    if (!is_nothing(document) && document->kind != DOC_MAPPING)
        return wrong(&v, document, "document", "an object");
    e->version = scalar(&v, doc_get(document, "version"), "version");
    e->date = scalar(&v, doc_get(document, "date"), "date");
    e->prices_as_of = scalar(&v, doc_get(document, "prices_as_of"), "prices_as_of");
    e->chosen = scalar(&v, doc_get(document, "recommended_in"), "recommended_in");
    add_fields(&v);
    return v.ok;
}

/* The first of the order of the chosen scenario. */
static bool add_decision(struct edition *e, const struct doc_node *root)
{
    static const struct fact_part p = { .list = "rankings", .group = FACTS_DECISION };
    struct visit v = { .e = e, .part = &p, .ok = true };
    const struct doc_node *list = list_in(&v, root, p.list);
    for (size_t i = 0; list != NULL && i < list->count && e->chosen != NULL; i++) {
        const struct doc_node *one = list->entries[i].value;
        const char *scenario = doc_text(doc_get(one, "scenario"));
        if (scenario == NULL || strcmp(scenario, e->chosen) != 0)
            continue;
        const char *tie = doc_text(doc_get(one, "tie"));
        e->recommended = doc_text(doc_at(doc_get(one, "order"), 0));
        e->tie = tie != NULL && strcmp(tie, "true") == 0;
        break;
    }
    const char *best = e->recommended == NULL ? "none is feasible"
                       : e->tie               ? "tie"
                                              : e->recommended;
    struct fact f = { FACTS_DECISION, NULL, "recommendation", "scenario", e->chosen, "",
                      false,          false };
    edition_add(e, f);
    f.field = "alternative";
    f.text = list != NULL ? best : NULL;
    edition_add(e, f);
    return v.ok;
}

bool edition_of_results(struct edition *e, const struct doc_node *root)
{
    if (root->kind != DOC_MAPPING)
        return diag_error(e->dg, root->at, "no results of priceperf but %s",
                          doc_kind_words(root->kind));
    if (!add_head(e, root) || !add_decision(e, root))
        return false;
    for (size_t i = 0; fact_part_at(i) != NULL; i++)
        if (!add_part(e, root, fact_part_at(i)))
            return false;
    return add_warnings(e, root) && !e->full;
}

bool edition_of_decision(struct edition *e, const struct decision *d)
{
    const char *json = results_json(d);
    const struct doc_node *root =
        json_parse(e->arena, source_of(e->path, json, strlen(json)), e->dg);
    if (root == NULL || !edition_of_results(e, root))
        return false;
    e->kind = "study";
    for (size_t i = 0; i < d->study->model_count; i++)
        edition_add_model(e, &d->study->models[i]);
    e->carries[FACTS_MODELS] = true;
    return !e->full;
}
