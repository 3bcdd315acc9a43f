/* study_need.c - what a line of hardware is for: capacity, rates, what is written. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_hardware_parts.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

static const struct dim NUMBER = { 0 };
static const struct dim BYTES = { .bytes = 1 };
static const struct dim BYTE_RATE = { .bytes = 1, .time = -1 };
static const struct dim TIME = { .time = 1 };

enum {
    N_CAPACITY,
    N_IOPS,
    N_BANDWIDTH,
    N_READ_PCT,
    N_BLOCK,
    N_WRITTEN,
    N_YEARS,
    N_USE,
    N_FILL,
    N_KEYS,
};
static const struct doc_field need_fields[] = {
    [N_CAPACITY] = { "capacity", DOC_WANT_TEXT, DOC_OPTIONAL },
    [N_IOPS] = { "iops", DOC_WANT_TEXT, DOC_OPTIONAL },
    [N_BANDWIDTH] = { "bandwidth", DOC_WANT_TEXT, DOC_OPTIONAL },
    [N_READ_PCT] = { "read_pct", DOC_WANT_TEXT, DOC_OPTIONAL },
    [N_BLOCK] = { "block", DOC_WANT_TEXT, DOC_OPTIONAL },
    [N_WRITTEN] = { "written", DOC_WANT_TEXT, DOC_OPTIONAL },
    [N_YEARS] = { "years", DOC_WANT_TEXT, DOC_OPTIONAL },
    [N_USE] = { "max_utilisation", DOC_WANT_TEXT, DOC_OPTIONAL },
    [N_FILL] = { "max_fill", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema need_schema = DOC_SCHEMA("a workload", need_fields);

node_id work_op(const struct work *w, const char *name, node_id a, node_id b)
{
    return hardware_op(w->s, name, a, b, w->line->at);
}

node_id work_formula(const struct work *w, const struct doc_node *text, struct dim dim,
                     const char *what, const char *example)
{
    struct scope scope = study_scope(w->s);
    struct hardware_want want = { dim, what, example };
    return hardware_formula(w->s->graph, text, &scope, &want, w->s->dg);
}

/* `oltp` is a workload of the study, unless it is the mapping itself. */
static const struct doc_node *find_need(const struct work *w)
{
    const struct doc_node *node = w->k->need;
    if (node == NULL || node->kind == DOC_MAPPING)
        return node;
    const struct doc_node *all = w->s->workloads, *found = doc_get(all, node->text);
    size_t n = all != NULL ? all->count : 0;
    const char **names = ARENA_ARRAY(w->s->arena, n, const char *);
    for (size_t i = 0; i < n; i++)
        names[i] = all->entries[i].key;
    if (found != NULL)
        w->sizing->workload = node->text;
    else if (n > 0)
        doc_unknown(node, "workload", names, n, w->s->dg);
    else
        diag_error(w->s->dg, node->at,
                   "no workload '%s'; add workloads: to the study, or write for: "
                   "{capacity: 90 TB, iops: 4000, read_pct: 70 %%}",
                   node->text);
    return found;
}

enum { E_RATIO, E_SOURCE, E_KEYS };
static const struct doc_field reduction_fields[] = {
    [E_RATIO] = { "ratio", DOC_WANT_TEXT, DOC_REQUIRED },
    [E_SOURCE] = { "source", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema reduction_schema =
    DOC_SCHEMA("a reduction", reduction_fields);

/* A ratio without a source is a vendor's promise; an input brings its own. */
bool study_read_reduction(struct work *w)
{
    const struct doc_node *node = w->k->reduction, *v[E_KEYS] = { node };
    if (node == NULL)
        return true;
    if (node->kind == DOC_MAPPING && !doc_bind(&reduction_schema, node, v, w->s->dg))
        return false;
    w->sizing->ratio = work_formula(w, v[E_RATIO], NUMBER, "a reduction", "2.5");
    const struct node *n = graph_node(w->s->graph, w->sizing->ratio);
    if (n == NULL)
        return false;
    const char *source = v[E_SOURCE] != NULL ? v[E_SOURCE]->text : NULL;
    if (source == NULL && n->kind == NODE_INPUT)
        source = n->as.input->pedigree.source;
    if (source == NULL && n->kind == NODE_OP && n->name != NULL)
        source = arena_printf(w->s->arena, "%s of the study", n->name);
    if (source == NULL)
        return diag_error(w->s->dg, node->at,
                          "a reduction without its source; write {ratio: 2.5, source: "
                          "where it was measured}");
    w->sizing->ratio_source = source;
    graph_label(w->s->graph, w->sizing->ratio, "reduction of data");
    return true;
}

/* "90 TB usable": the last word, where it is one of three, and the text before it. */
static const struct doc_node *cut_word(const struct work *w,
                                       const struct doc_node *text, const char **word)
{
    static const char *const words[] = { "usable", "raw", "effective" };
    *word = words[0];
    for (size_t i = 0; i < 3; i++) {
        size_t n = strlen(words[i]);
        if (text->length <= n + 1 || text->text[text->length - n - 1] != ' ' ||
            strcmp(text->text + text->length - n, words[i]) != 0)
            continue;
        struct doc_node *cut = ARENA_NEW(w->s->arena, struct doc_node);
        *cut = *text;
        cut->length = text->length - n - 1;
        cut->text = arena_strndup(w->s->arena, text->text, cut->length);
        *word = words[i];
        return cut;
    }
    return text;
}

static bool read_capacity(struct work *w, const struct doc_node *text)
{
    const char *word;
    if (text == NULL)
        return true;
    const struct doc_node *cut = cut_word(w, text, &word);
    node_id id = work_formula(w, cut, BYTES, "a capacity", "90 TB");
    if (id == NO_NODE)
        return false;
    if (*word == 'r') {
        w->need.raw = id;
        return true;
    }
    w->need.capacity = id;
    if (*word == 'u')
        return true;
    if (w->sizing->ratio == NO_NODE)
        return diag_error(w->s->dg, text->at,
                          "effective capacity rests on a reduction; add reduction: "
                          "{ratio: 2.5, source: ...} to the line");
    w->need.capacity = work_op(w, "div", id, w->sizing->ratio);
    graph_label(w->s->graph, w->need.capacity, "capacity after reduction");
    return true;
}

static bool same_rates(const struct work *w, const struct hardware_rate *r)
{
    return r->read == r->write && raid_reads(&w->layout) == 0 &&
           raid_writes(&w->layout) == 1 && w->need.penalty == NO_NODE;
}

static double literal(const struct work *w, node_id id)
{
    const struct node *n = graph_node(w->s->graph, id);
    return n != NULL && n->kind == NODE_CONST ? n->as.constant.x : -1;
}

/* Splits a rate by the share of reads; without one all are reads, where it does not
 * matter. */
static bool split(struct work *w, node_id rate, node_id reads, node_id *read,
                  node_id *write)
{
    *read = rate;
    *write = NO_NODE;
    if (rate == NO_NODE || reads == NO_NODE || literal(w, reads) == 1)
        return true;
    node_id rest = work_op(w, "sub", hardware_number(w->s, 1, w->line->at), reads);
    *read = work_op(w, "mul", rate, reads);
    *write = work_op(w, "mul", rate, rest);
    return *write != NO_NODE;
}

/* A rate at 4 KiB says little of 64 KiB. */
static void compare_terms(const struct work *w, const struct hardware_rate *r,
                          node_id block, node_id reads, const struct doc_node *at)
{
    double a = literal(w, r->block), b = literal(w, block);
    if (a > 0 && b > 0 && a != b)
        diag_warn(w->s->dg, at->at,
                  "the rate of '%s' is stated at blocks of %g bytes and the workload "
                  "has %g",
                  w->drive.item->id, a, b);
    a = literal(w, r->read_pct);
    b = literal(w, reads);
    if (a >= 0 && b >= 0 && a != b)
        diag_warn(w->s->dg, at->at,
                  "the rate of '%s' is stated at %g %% reads and the workload has "
                  "%g %%",
                  w->drive.item->id, a * 100, b * 100);
}

static bool read_rates(struct work *w, const struct doc_node *const *v)
{
    struct array_need *n = &w->need;
    struct scope scope = study_scope(w->s);
    node_id iops = NO_NODE, bytes = NO_NODE, reads = NO_NODE, block = NO_NODE;
    if (v[N_IOPS] != NULL)
        iops = hardware_iops(w->s->graph, v[N_IOPS], &scope, w->s->dg);
    if (v[N_BANDWIDTH] != NULL)
        bytes = work_formula(w, v[N_BANDWIDTH], BYTE_RATE, "a bandwidth", "800 MB/s");
    if (v[N_READ_PCT] != NULL)
        reads = work_formula(w, v[N_READ_PCT], NUMBER, "a share of reads", "70 %");
    if (v[N_BLOCK] != NULL)
        block = work_formula(w, v[N_BLOCK], BYTES, "a block size", "8 KiB");
    if (literal(w, reads) > 1)
        return diag_error(w->s->dg, v[N_READ_PCT]->at, "a share of reads above 100 %%");
    const struct doc_node *rate = v[N_IOPS] != NULL ? v[N_IOPS] : v[N_BANDWIDTH];
    if (v[N_READ_PCT] == NULL && rate != NULL &&
        !(same_rates(w, &w->drive.iops) && same_rates(w, &w->drive.bandwidth)))
        return diag_error(
            w->s->dg, rate->at,
            "reads and writes cost differently here; add read_pct: 70 %%");
    if (iops != NO_NODE && block != NO_NODE && v[N_BANDWIDTH] == NULL &&
        (w->drive.bandwidth.read != NO_NODE || w->drive.bandwidth.write != NO_NODE))
        bytes = work_op(w, "mul", iops, block);
    if (rate != NULL)
        compare_terms(w, &w->drive.iops, block, reads, rate);
    return split(w, iops, reads, &n->reads, &n->writes) &&
           split(w, bytes, reads, &n->read_bytes, &n->write_bytes) &&
           (v[N_IOPS] == NULL || iops != NO_NODE) &&
           (v[N_BANDWIDTH] == NULL || bytes != NO_NODE) &&
           (v[N_READ_PCT] == NULL || reads != NO_NODE) &&
           (v[N_BLOCK] == NULL || block != NO_NODE);
}

static bool read_share(struct work *w, const struct doc_node *text, const char *what,
                       node_id *out)
{
    if (text == NULL)
        return true;
    *out = work_formula(w, text, NUMBER, what, "80 %");
    double x = literal(w, *out);
    if (*out != NO_NODE && x != -1 && (x <= 0 || x > 1))
        return diag_error(w->s->dg, text->at, "%s outside 0 %% to 100 %%", what);
    return *out != NO_NODE;
}

/* How long drives must last. */
static bool read_time(struct work *w, const struct doc_node *years)
{
    struct unit year;
    const char *why;
    size_t wrong;
    if (years == NULL)
        years = w->k->life;
    if (years != NULL) {
        w->need.time = work_formula(w, years, TIME, "years", "5 years");
        return w->need.time != NO_NODE;
    }
    if (!unit_parse(w->s->arena, "years", 5, &year, &why, &wrong))
        return false;
    struct exact span;
    exact_mul(year.scale, exact_int(w->s->horizon), &span);
    w->need.time = graph_const(w->s->graph, value_of_exact(span), year, w->line->at);
    return true;
}

bool study_read_need(struct work *w)
{
    const struct doc_node *v[N_KEYS] = { NULL }, *node = find_need(w);
    struct array_need *n = &w->need;
    if (w->k->penalty != NULL) {
        n->penalty = work_formula(w, w->k->penalty, NUMBER, "a write penalty", "2");
        if (n->penalty == NO_NODE)
            return false;
    }
    if (w->k->need == NULL)
        return true;
    if (node == NULL || !doc_bind(&need_schema, node, v, w->s->dg))
        return false;
    if (v[N_WRITTEN] != NULL) {
        n->written =
            work_formula(w, v[N_WRITTEN], BYTE_RATE, "what is written", "2 TB/day");
        if (n->written == NO_NODE)
            return false;
    }
    return read_capacity(w, v[N_CAPACITY]) && read_rates(w, v) &&
           read_share(w, v[N_USE], "max_utilisation", &n->use) &&
           read_share(w, v[N_FILL], "max_fill", &n->fill) && read_time(w, v[N_YEARS]);
}
