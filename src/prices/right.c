/* right - machines that need no licence, or fewer: a passive secondary, a test server.
 * The study names them under rights: and may have to show evidence. */
#include "prices/primitive.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"

enum { RIGHT, NEEDS, MOST, WORDS };
static const struct doc_field fields[] = {
    [RIGHT] = { "right", DOC_WANT_TEXT, DOC_REQUIRED },
    [NEEDS] = { "needs", DOC_WANT_TEXT, DOC_OPTIONAL },
    [MOST] = { "at_most", DOC_WANT_TEXT, DOC_OPTIONAL },
    [WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a right", fields);

static struct right_use *use_of(struct chain *c, const char *name, const char *machine)
{
    struct right_use *found = NULL;
    for (size_t i = 0; i < c->right_count; i++) {
        struct right_use *r = &c->rights[i];
        if (strcmp(r->name, name) != 0)
            continue;
        r->used = true;
        if (strcmp(r->machine, machine) == 0)
            found = r;
    }
    return found;
}

/* So many of the machine's hosts are left to license. */
static bool cover(struct chain *c, struct chain_part *p, const struct right_use *r,
                  const struct doc_node *const *values)
{
    struct where at = values[RIGHT]->at;
    node_id zero = chain_number(c, 0, at);
    node_id hosts = p->hosts != NO_NODE            ? p->hosts
                    : p->machine->count != NO_NODE ? p->machine->count
                                                   : chain_number(c, 1, at);
    node_id covered = r->hosts != NO_NODE ? r->hosts : hosts;
    if (values[MOST] != NULL)
        covered = graph_op2(c->g, "min", covered, chain_formula(c, 0, values[MOST]), at,
                            c->dg);
    if (values[NEEDS] != NULL)
        covered =
            graph_if(c->g, chain_evidence(c, values[NEEDS]->text, NO_NODE, at, NULL),
                     covered, zero, at, c->dg);
    if (c->assumption == AS_UNPROVED)
        covered = zero;
    node_id left = graph_op2(c->g, "sub", hosts, covered, at, c->dg);
    p->hosts = graph_op2(c->g, "max", left, zero, at, c->dg);
    chain_add(
        c,
        arena_printf(graph_arena(c->g), "%s: to license, others by %s", p->machine->id,
                     values[WORDS] != NULL ? values[WORDS]->text : values[RIGHT]->text),
        p->hosts);
    return p->hosts != NO_NODE;
}

static bool build(struct chain *c, const struct doc_node *const *values)
{
    const struct doc_node *right = values[RIGHT];
    if (!chain_counts(c, right))
        return false;
    if (c->amount != NO_NODE)
        return diag_error(c->dg, right->at, "a right stands before the price");
    use_of(c, right->text, "");
    for (size_t i = 0; i < c->part_count; i++) {
        struct chain_part *p = &c->parts[i];
        struct right_use *r =
            p->machine != NULL ? use_of(c, right->text, p->machine->id) : NULL;
        if (r == NULL)
            continue;
        c->leans = true;
        if (!cover(c, p, r, values))
            return false;
    }
    return true;
}

const struct primitive primitive_right = {
    .name = "right",
    .summary = "machines that a right of the study leaves without a licence",
    .schema = &schema,
    .build = build,
};
