/* evidence - what is counted so far holds where the study shows what the rule demands,
 * as a metering tool's days; otherwise the full capacity counts. */
#include "prices/primitive.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"

enum { EVIDENCE, DAYS, UNLESS, OTHERWISE, WORDS };
static const struct doc_field fields[] = {
    [EVIDENCE] = { "evidence", DOC_WANT_TEXT, DOC_REQUIRED },
    [DAYS] = { "days", DOC_WANT_TEXT, DOC_OPTIONAL },
    [UNLESS] = { "unless", DOC_WANT_TEXT, DOC_OPTIONAL },
    [OTHERWISE] = { "otherwise", DOC_WANT_TEXT, DOC_REQUIRED },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("evidence", fields);

node_id chain_evidence(struct chain *c, const char *name, node_id days, struct where at,
                       const struct evidence **found)
{
    struct evidence *e = NULL;
    c->leans = true;
    for (size_t i = 0; i < c->evidence_count; i++)
        if (strcmp(c->evidence[i].name, name) == 0)
            e = &c->evidence[i];
    if (e != NULL)
        e->used = true;
    if (found != NULL)
        *found = e;
    if (c->assumption != AS_STATED)
        return chain_number(c, c->assumption == AS_PROVED, at);
    if (e == NULL || (days != NO_NODE && e->days == NO_NODE))
        return chain_number(c, 0, at);
    return days == NO_NODE ? chain_number(c, 1, at)
                           : graph_op2(c->g, "ge", e->days, days, at, c->dg);
}

/* Said once for the line, in the base case; the price is of full capacity then. */
static void warn_missing(struct chain *c, const struct doc_node *const *values,
                         node_id held, const struct evidence *found)
{
    const char *days = values[DAYS] != NULL ? values[DAYS]->text : NULL;
    if (c->trial || c->assumption != AS_STATED || c->level > 0 ||
        chain_base(c, held) != 0)
        return;
    diag_warn(c->dg, found != NULL ? found->at : c->line_at,
              "%s is counted at full capacity: its rule asks for %s%s%s%s, and the "
              "study %s; write it under evidence:",
              c->product, values[EVIDENCE]->text, days != NULL ? " of " : "",
              days != NULL ? days : "", days != NULL ? " days" : "",
              found != NULL ? "has not so many" : "shows none");
}

static node_id held_in(struct chain *c, size_t part,
                       const struct doc_node *const *values, node_id held)
{
    if (values[UNLESS] == NULL || c->assumption == AS_UNPROVED)
        return held;
    return graph_op2(c->g, "or", held, chain_formula(c, part, values[UNLESS]),
                     values[UNLESS]->at, c->dg);
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *e = values[EVIDENCE];
    struct arena *a = graph_arena(c->g);
    const struct evidence *found;
    if (!chain_counts(c, e))
        return false;
    node_id days = values[DAYS] != NULL ? chain_formula(c, 0, values[DAYS]) : NO_NODE;
    if (values[DAYS] != NULL && days == NO_NODE)
        return false;
    node_id held = chain_evidence(c, e->text, days, e->at, &found);
    node_id all = held;
    for (size_t i = 0; i < chain_values(c); i++) {
        node_id holds = held_in(c, i, values, held);
        node_id full = chain_formula(c, i, values[OTHERWISE]);
        full = graph_op2(c->g, "max", chain_value(c, i), full, e->at, c->dg);
        node_id after = graph_if(c->g, holds, chain_value(c, i), full, e->at, c->dg);
        node_id before = chain_value(c, i);
        if (!chain_set(c, i, after))
            return false;
        all = i == 0 ? holds : graph_op2(c->g, "and", all, holds, e->at, c->dg);
        chain_add_limit(
            c,
            chain_words(c, i,
                        values[WORDS] != NULL
                            ? values[WORDS]->text
                            : arena_printf(a, "at full capacity without %s", e->text)),
            (node_id[]){ after, before, full });
    }
    warn_missing(c, values, all, found);
    return true;
}

const struct primitive primitive_evidence = {
    .name = "evidence",
    .summary = "full capacity counts where the study lacks what the rule demands",
    .schema = &schema,
    .build = build,
};
