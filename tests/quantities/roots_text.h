/* roots_text.h - what roots_find() says, in one line: "1 a 96 b 1000 | cross 96". */
#ifndef TESTS_QUANTITIES_ROOTS_TEXT_H
#define TESTS_QUANTITIES_ROOTS_TEXT_H

#include "quantities/model.h"

#include "base/buf.h"
#include "base/format.h"
#include "quantities/roots.h"

static inline const char *roots_text(struct arena *arena, const struct roots *r)
{
    static const char *const who[] = { "a", "b", "=", "?" };
    static const char *const kinds[] = { "cross", "jump", "touch", "equal" };
    struct buf b = buf_on(arena);
    for (size_t i = 0; i < r->stretch_count; i++)
        buf_printf(&b, "%s %s ", format_exact(arena, r->stretches[i].from),
                   who[r->stretches[i].cheaper]);
    buf_printf(&b, "%s |", format_exact(arena, r->stretches[r->stretch_count - 1].to));
    for (size_t i = 0; i < r->crossing_count; i++) {
        const struct crossing *c = &r->crossings[i];
        buf_printf(&b, " %s %s", kinds[c->kind], format_exact(arena, c->x));
        if (c->kind == CROSSING_EQUAL)
            buf_printf(&b, "..%s", format_exact(arena, c->to));
    }
    if (r->beyond_count > 0)
        buf_add(&b, " | beyond");
    for (size_t i = 0; i < r->beyond_count; i++)
        buf_printf(&b, " %s", format_exact(arena, r->beyond[i]));
    return buf_text(&b);
}

/* The costs as formulas in `x`; b NULL: a is the difference. */
static inline struct roots_query roots_query_of(struct model *m, const char *a,
                                                const char *b, const char *lo,
                                                const char *hi)
{
    node_id x = graph_find(m->g, "x");
    if (x == NO_NODE)
        x = model_input(m, "x", "1");
    struct roots_query q = { .graph = m->g, .scenario = &base_case, .variable = x };
    q.a = model_formula(m, a);
    q.b = b == NULL ? NO_NODE : model_formula(m, b);
    q.lo = model_number(lo);
    q.hi = model_number(hi);
    q.beyond = true;
    return q;
}

#endif
