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
    struct measured m = { .take = study_text(v[TAKE], take_names[TAKE_ONLY]) };
    m.value = t.is_exact ? value_of_exact(t.exact) : value_of_double(t.value);
    m.ids = t.from.ids;
    m.count = t.from.count;
    n->help = study_text(v[HELP], NULL);
    n->node = graph_measured(s->graph, e->key, &m, unit, e->key_at);
    graph_label(s->graph, n->node, n->help);
    return true;
}

bool study_read_measured(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++)
        ok = read_measured(s, &node->entries[i]) && ok;
    return ok;
}
