#include "report/steps.h"

#include <string.h>

#include "base/arena.h"
#include "quantities/explain.h"

/* Arguments come before their users in a graph, but an input that stands for another
 * node may come before it: so once more for each override. */
static bool *that_matter(const struct maker *m, node_id target)
{
    const struct graph *g = m->s->graph;
    const struct scenario_case *c = &m->s->scenarios[m->d->chosen];
    bool *used = ARENA_ARRAY(m->a, graph_count(g) + 1, bool);
    used[target] = true;
    for (size_t round = 0; round <= c->count; round++) {
        for (node_id id = (node_id)graph_count(g); id > 0; id--) {
            const struct node *n = graph_node(g, id);
            bool goes_on = used[id] && decide_value(m->d, m->d->chosen, id) != 0;
            for (unsigned i = 0; i < n->arg_count && (goes_on || id == target); i++)
                used[n->args[i]] = true;
        }
        for (size_t i = 0; i < c->count; i++)
            if (used[c->overrides[i].input] && c->overrides[i].by != NO_NODE)
                used[c->overrides[i].by] = true;
    }
    return used;
}

/* The costs by their titles, all else by its name. */
static const char *name_of(const struct maker *m, const struct explain_row *r,
                           bool *subtotal)
{
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        const struct alternative *a = &m->s->alternatives[i];
        *subtotal = r->id == a->cost || r->id == a->purchase;
        if (*subtotal)
            return arena_printf(m->a, "%s of %s " TEXT_QUIET "%s" TEXT_END,
                                r->id == a->cost ? "total cost" : "purchase", a->title,
                                r->name);
    }
    return spoken(m, r->name);
}

static bool tells(const struct maker *m, const struct explain_row *r, const bool *used)
{
    double x = decide_value(m->d, m->d->chosen, r->id);
    const struct node *n = graph_node(m->s->graph, r->id);
    bool factor = n->kind == NODE_OP && n->unit.text[0] == '\0' && x == 1;
    return used[r->id] && x != 0 && !factor && strcmp(r->text, r->value) != 0;
}

static void add_cone(struct maker *m, const char *title, node_id target)
{
    static const struct doc_column columns[] = {
        { .title = "Figure", .weight = 1.2 },
        { .title = "How it comes about", .weight = 1.6 },
        { .title = "Value", .align = DOC_RIGHT },
    };
    const struct explain_query query = { m->s->graph, &m->s->scenarios[m->d->chosen],
                                         target, 6 };
    struct explanation e;
    if (!explain(&query, m->a, &e, m->s->dg))
        return;
    const bool *used = that_matter(m, target);
    struct doc_table *t = add_table(m, columns, 3);
    t->title = title;
    for (size_t i = 0; i < e.count; i++) {
        const struct explain_row *r = &e.rows[i];
        bool last = r->id == target, subtotal = false;
        if (!last && !tells(m, r, used))
            continue;
        const char *cells[] = { name_of(m, r, &subtotal),
                                arena_printf(m->a, "%s%s%s", r->text,
                                             r->binding[0] != '\0' ? "; " : "",
                                             r->binding),
                                r->value };
        add_row(m, t,
                last       ? DOC_ROW_TOTAL
                : subtotal ? DOC_ROW_SUBTOTAL
                           : DOC_ROW,
                cells);
    }
    t->note = arena_printf(
        m->a,
        "In the scenario \"%s\". What comes to 0, factors of 1 and "
        "list prices, which the bill has, are left out; values to 6 digits.",
        scenario_title(m, m->d->chosen));
}

void add_steps(struct maker *m)
{
    size_t best = advise(m).best;
    add_heading(m, "How the figures come about");
    if (m->s->break_even_count == 0)
        add_cone(m, NULL, m->s->alternatives[best].cost);
    for (size_t q = 0; q < m->s->break_even_count; q++) {
        const struct break_even_question *b = &m->s->break_evens[q];
        const char *variable = spoken(m, graph_node(m->s->graph, b->variable)->name);
        add_cone(m,
                 arena_printf(m->a,
                              "Both costs and their difference; the break-even is the "
                              "%s that makes it 0",
                              variable),
                 b->difference);
    }
}
