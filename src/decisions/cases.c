#include "decisions/cases.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "base/nearest.h"
#include "decisions/decide.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "doc/yaml.h"
#include "prices/price_sheet.h"
#include "quantities/op.h"

/* ---- what a study must give ---- */

static node_id formula(struct study *s, const char *text, const struct doc_node *node,
                       struct where at)
{
    struct scope scope = study_scope(s);
    bool yes = strcmp(text, "yes") == 0;
    if (yes || strcmp(text, "no") == 0)
        return graph_const(s->graph, value_of_exact(exact_int(yes)), UNIT_ONE, at);
    if (node != NULL)
        return study_formula(s, node);
    return expr_build(s->graph, text, at, &scope, s->dg);
}

static struct value value_of(struct study *s, node_id id)
{
    static const struct scenario_case base = { .id = "base" };
    return plan_value(
        s->graph, s->scenario_count > 0 ? &s->scenarios[s->chosen] : &base, id, s->dg);
}

/* An amount that is written as one number is expected to the cent, or whatever the
 * currency has for it, or to the decimals written where they are more. */
static struct value as_stated(const struct study *s, struct value v, struct unit unit,
                              const char *text)
{
    size_t digits = strspn(text, "-0123456789");
    int places = currency_places(s->currency);
    int written = 0;
    if (text[digits] == '.')
        written = (int)strspn(text + digits + 1, "0123456789");
    if (digits == 0 || !dim_is_money(unit.dim) || !v.is_exact)
        return v;
    if (!exact_round(v.exact, written > places ? written : places, ROUND_HALF_UP,
                     &v.exact))
        return v;
    return value_of_exact(v.exact);
}

static bool agree(const struct value *a, const struct value *b)
{
    int order;
    if (a->is_exact && b->is_exact && exact_cmp(a->exact, b->exact, &order))
        return order == 0;
    return fabs(a->x - b->x) <= 1e-12 * fmax(fabs(a->x), fabs(b->x));
}

static const char *words_of(struct study *s, node_id id, struct value v)
{
    return format_quantity(s->arena, v.x, graph_node(s->graph, id)->unit, 12);
}

/* One line of words where the expectation does not hold. */
static void judge(struct study *s, const struct doc_entry *e, bool must,
                  struct buf *out)
{
    if (!doc_expect(e->value, "what is expected", DOC_WANT_TEXT, s->dg))
        return;
    node_id is = formula(s, e->key, NULL, e->key_at);
    node_id want = formula(s, e->value->text, e->value, e->value->at);
    const struct node *a = graph_node(s->graph, is), *b = graph_node(s->graph, want);
    if (a == NULL || b == NULL)
        return;
    struct value got = value_of(s, is), wanted = value_of(s, want);
    bool like = dim_equal(a->unit.dim, b->unit.dim) ||
                (wanted.x == 0 && dim_is_none(b->unit.dim));
    struct value stated = as_stated(s, got, b->unit, e->value->text);
    if (like && agree(&stated, &wanted) == must)
        return;
    if (!like && !must)
        return;
    graph_show_as(s->graph, is, graph_node(s->graph, want)->unit);
    buf_printf(out, "%s:%u:%u: %s is %s, %s %s\n", e->key_at.file, e->key_at.line,
               e->key_at.column, e->key, words_of(s, is, got),
               must ? "expected" : "which must never come out:", e->value->text);
}

struct case_result case_judge(struct study *s)
{
    struct case_result r = { .id = s->id, .status = CASE_OK };
    struct buf words = buf_on(s->arena);
    const struct doc_node *expect = doc_get(s->root, "expect");
    const struct doc_node *never = doc_get(s->root, "never");
    for (size_t i = 0; expect != NULL && i < expect->count; i++)
        judge(s, &expect->entries[i], true, &words);
    for (size_t i = 0; never != NULL && i < never->count; i++)
        judge(s, &never->entries[i], false, &words);
    r.words = buf_text(&words);
    if (*r.words != '\0' || diag_failed(s->dg))
        r.status = CASE_FAILED;
    return r;
}

/* ---- files of cases ---- */

static bool reserved(const char *key)
{
    static const char *const words[] = { "cases",   "each", "id",   "skip",
                                         "refuses", "note", "study" };
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], key) == 0)
            return true;
    return false;
}

static size_t find_entry(const struct doc_entry *entries, size_t n, const char *key)
{
    size_t i = 0;
    while (i < n && strcmp(entries[i].key, key) != 0)
        i++;
    return i;
}

/* `over` laid over `under`: mappings go into each other, all else replaces. */
static const struct doc_node *laid_over(struct arena *a, const struct doc_node *under,
                                        const struct doc_node *over)
{
    if (under == NULL || under->kind != DOC_MAPPING || over->kind != DOC_MAPPING)
        return over;
    struct doc_entry *entries =
        ARENA_ARRAY(a, under->count + over->count, struct doc_entry);
    size_t n = 0;
    for (size_t i = 0; i < under->count; i++)
        entries[n++] = under->entries[i];
    for (size_t i = 0; i < over->count; i++) {
        size_t k = find_entry(entries, n, over->entries[i].key);
        struct doc_entry e = over->entries[i];
        if (k < n && strcmp(e.key, "alternatives") != 0)
            e.value = laid_over(a, entries[k].value, e.value);
        entries[k] = e;
        n += k == n;
    }
    struct doc_node *out = ARENA_NEW(a, struct doc_node);
    *out = *over;
    out->entries = entries;
    out->count = n;
    return out;
}

/* Without the keys that are the case's own and not the study's. */
static const struct doc_node *only_study(struct arena *a, const struct doc_node *node)
{
    struct doc_entry *entries = ARENA_ARRAY(a, node->count, struct doc_entry);
    struct doc_node *out = ARENA_NEW(a, struct doc_node);
    *out = *node;
    out->count = 0;
    for (size_t i = 0; i < node->count; i++)
        if (!reserved(node->entries[i].key))
            entries[out->count++] = node->entries[i];
    out->entries = entries;
    return out;
}

static const struct doc_node *study_of(struct arena *a, const struct doc_node *root,
                                       const struct doc_node *c)
{
    const struct doc_node *all = laid_over(a, only_study(a, root), only_study(a, c));
    struct doc_entry *entries = ARENA_ARRAY(a, all->count + 1, struct doc_entry);
    struct doc_node *out = ARENA_NEW(a, struct doc_node);
    *out = *all;
    for (size_t i = 0; i < all->count; i++)
        entries[i] = all->entries[i];
    entries[all->count] = (struct doc_entry){ "study", c->at, doc_get(c, "id") };
    out->entries = entries;
    out->count = all->count + 1;
    return out;
}

static const char *messages(struct arena *a, const struct diag *dg, bool errors_only)
{
    struct buf b = buf_on(a);
    for (size_t i = 0; i < dg->count; i++) {
        const struct diag_message *m = &dg->messages[i];
        if (errors_only && m->level != DIAG_ERROR && m->level != DIAG_WORLD)
            continue;
        buf_printf(&b, "%s:%u:%u: %s\n", m->at.file != NULL ? m->at.file : "",
                   m->at.line, m->at.column, m->text);
    }
    return buf_text(&b);
}

static struct case_result refused(struct arena *a, const struct diag *dg,
                                  const char *want)
{
    struct case_result r = { .status = CASE_OK };
    for (size_t i = 0; i < dg->count; i++)
        if (dg->messages[i].level == DIAG_ERROR &&
            strstr(dg->messages[i].text, want) != NULL && dg->messages[i].at.line > 0)
            return r;
    r.status = CASE_FAILED;
    const char *said = messages(a, dg, true);
    r.words = arena_printf(a, "no error says '%s'\n%s", want,
                           *said != '\0' ? said : "nothing is refused\n");
    return r;
}

static struct case_result run_case(struct arena *a, const struct doc_node *root,
                                   const struct doc_node *c, const char *path)
{
    struct diag dg = diag_on(a);
    struct study *s = ARENA_NEW(a, struct study);
    const char *skip = doc_text(doc_get(c, "skip"));
    const char *refuses = doc_text(doc_get(c, "refuses"));
    struct case_result r = { .status = CASE_SKIPPED, .words = skip };
    if (skip == NULL) {
        bool ok = study_bind(a, study_of(a, root, c), path, s, &dg) && decide_points(s);
        if (refuses != NULL) {
            r = refused(a, &dg, refuses);
        } else if (!ok) {
            r = (struct case_result){ .status = CASE_FAILED };
            r.words = messages(a, &dg, true);
        } else {
            r = case_judge(s);
            if (diag_failed(&dg))
                r.words = arena_printf(a, "%s%s", r.words, messages(a, &dg, true));
        }
    }
    r.id = doc_text(doc_get(c, "id"));
    return r;
}

static const struct doc_node *case_named(struct arena *a, const struct doc_node *each,
                                         const char *id, struct where at,
                                         struct diag *dg)
{
    size_t count = each != NULL && each->kind == DOC_SEQUENCE ? each->count : 0;
    const char **ids = ARENA_ARRAY(a, count + 1, const char *);
    for (size_t i = 0; i < count; i++) {
        ids[i] = doc_text(doc_get(doc_at(each, i), "id"));
        if (ids[i] != NULL && strcmp(ids[i], id) == 0)
            return doc_at(each, i);
        if (ids[i] == NULL)
            ids[i] = "";
    }
    const char *near = nearest(id, ids, count);
    if (count == 0)
        diag_error(dg, at, "a file without each: has no case '%s'; leave --case out",
                   id);
    else if (near != NULL)
        diag_error(dg, at, "unknown case '%s'; did you mean '%s'?", id, near);
    else
        diag_error(dg, at, "unknown case '%s'; the file begins with '%s'", id, ids[0]);
    return NULL;
}

bool case_read(struct arena *a, const char *path, const char *id, struct where at,
               struct study *s, struct diag *dg)
{
    const struct doc_node *root = yaml_read(a, path, (struct where){ 0 }, dg);
    if (root == NULL || !doc_expect(root, "the file", DOC_WANT_MAPPING, dg))
        return false;
    const struct doc_node *c = case_named(a, doc_get(root, "each"), id, at, dg);
    return c != NULL && study_bind(a, study_of(a, root, c), path, s, dg);
}

bool cases_run(struct arena *a, const struct doc_node *root, const char *path,
               struct diag *dg, const struct case_result **out, size_t *count)
{
    const struct doc_node *each = doc_get(root, "each");
    if (each == NULL || each->kind != DOC_SEQUENCE)
        return diag_error(dg, root->at,
                          "a file of cases without each:; list the cases there");
    struct case_result *results = ARENA_ARRAY(a, each->count, struct case_result);
    for (size_t i = 0; i < each->count; i++) {
        const struct doc_node *c = doc_at(each, i), *id = doc_get(c, "id");
        if (!doc_expect(c, "a case", DOC_WANT_MAPPING, dg))
            return false;
        if (id == NULL || !doc_is_id(id->text))
            return diag_error(dg, c->at, "a case without an id; write id: NAME");
        results[i] = run_case(a, root, c, path);
    }
    *out = results;
    *count = each->count;
    return true;
}
