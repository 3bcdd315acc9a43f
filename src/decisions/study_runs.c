/* study_runs.c - raw files, and single figures taken out of them. */
#include "base/arena.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "measure/select.h"
#include "readers/reader.h"

enum { METRIC, STATISTIC, WHERE, TAKE, UNIT, HELP, KEYS };
static const struct doc_field fields[] = {
    [METRIC] = { "metric", DOC_WANT_TEXT, DOC_OPTIONAL },
    [STATISTIC] = { "statistic", DOC_WANT_TEXT, DOC_OPTIONAL },
    [WHERE] = { "where", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [TAKE] = { "take", DOC_WANT_TEXT, DOC_OPTIONAL },
    [UNIT] = { "unit", DOC_WANT_TEXT, DOC_OPTIONAL },
    [HELP] = { "help", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a measured figure", fields);

bool study_read_runs(struct study *s, const struct doc_node *node)
{
    s->runs = runs_new(s->arena);
    return node == NULL || reader_load(s->runs, node, s->path, s->dg);
}

static bool shown_unit(struct study *s, const struct doc_node *node,
                       const struct taken *t, struct unit *out)
{
    *out = t->written != NULL && dim_equal(t->written->dim, t->dim)
               ? *t->written
               : unit_base(s->arena, t->dim);
    if (node == NULL)
        return true;
    if (!doc_get_unit(s->arena, node, out, s->dg))
        return false;
    return dim_equal(out->dim, t->dim) ||
           diag_error(s->dg, node->at, "this figure is in %s and cannot be shown in %s",
                      dim_text(s->arena, t->dim), node->text);
}

/* What is doubtful about what a figure is taken from, once. */
static void warn_doubtful(struct study *s, const struct doc_entry *e,
                          const struct taken *t)
{
    const uint32_t doubtful = UINT32_C(1) << FLAG_CACHED | UINT32_C(1) << FLAG_UNIT;
    for (size_t i = 0; i < t->from.count; i++) {
        const struct measurement *m = &s->runs->items[t->from.ids[i]];
        if ((m->flags & doubtful) == 0)
            continue;
        diag_warn(s->dg, e->key_at, "'%s' is taken from a doubtful measurement: %s",
                  e->key, m->note != NULL ? m->note : "served from memory");
        diag_note(s->dg, m->at, "it is here");
        return;
    }
}

static bool read_measured(struct study *s, const struct doc_entry *e)
{
    const struct doc_node *v[KEYS];
    struct taken t;
    struct unit unit;
    if (!doc_bind(&schema, e->value, v, s->dg) ||
        !runs_take_node(s->runs, e->value, &t, s->dg) ||
        !shown_unit(s, v[UNIT], &t, &unit))
        return false;
    struct study_name *n = study_declare(s, NAME_MEASURED, e->key, e->key_at);
    if (n == NULL)
        return false;
    warn_doubtful(s, e, &t);
    struct measured m = { .take = study_text(v[TAKE], take_names[TAKE_ONLY]) };
    m.value = t.is_exact ? value_of_exact(t.exact) : value_of_double(t.value);
    m.ids = t.from.ids;
    m.count = t.from.count;
    n->help = study_text(v[HELP], NULL);
    n->node = graph_measured(s->graph, e->key, &m, unit, e->key_at);
    graph_label(s->graph, n->node, n->help);
    return true;
}

/* ---- no price per IOPS out of memory ---- */

/* USD/IOPS, or IOPS/USD. */
static bool is_price_of_rate(struct dim d)
{
    bool rest = d.bytes == 0 && d.watts == 0 && d.money[1] == 0;
    return rest && d.money[0] == d.time && (d.time == 1 || d.time == -1);
}

static const struct measurement *cached_in(const struct study *s, const struct node *n)
{
    if (n->kind != NODE_MEASURED)
        return NULL;
    for (size_t i = 0; i < n->as.measured->count; i++) {
        const struct measurement *m = &s->runs->items[n->as.measured->ids[i]];
        if (m->flags >> FLAG_CACHED & 1)
            return m;
    }
    return NULL;
}

static bool check_quantity(struct study *s, const struct study_name *q,
                           const struct scenario_case *scenario)
{
    struct plan plan;
    if (!plan_make(s->graph, scenario, &q->node, 1, &plan, s->dg))
        return false;
    for (size_t i = 0; i < plan.count; i++) {
        const struct node *n = graph_node(s->graph, plan.order[i]);
        const struct measurement *m = cached_in(s, n);
        if (m == NULL)
            continue;
        diag_error(s->dg, q->at,
                   "no price per IOPS: '%s' rests on '%s', which was served from "
                   "memory; take another run, or the ceiling itself",
                   q->name, n->name);
        diag_note(s->dg, m->at, "%s", m->note != NULL ? m->note : "flagged as cached");
        return false;
    }
    return true;
}

bool study_check_cached(struct study *s)
{
    bool ok = true;
    for (size_t i = 0; i < s->name_count; i++) {
        const struct study_name *q = &s->names[i];
        const struct node *n = graph_node(s->graph, q->node);
        if (q->kind != NAME_QUANTITY || n == NULL || !is_price_of_rate(n->unit.dim))
            continue;
        bool fine = true;
        for (size_t k = 0; fine && k < s->scenario_count; k++)
            fine = check_quantity(s, q, &s->scenarios[k]);
        ok = fine && ok;
    }
    return ok;
}

bool study_read_measured(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++)
        ok = read_measured(s, &node->entries[i]) && ok;
    return ok;
}
