/* measurements - what was measured, run against run, and in what the runs differ. */
#include <math.h>

#include "base/arena.h"
#include "base/format.h"
#include "measure/runs.h"
#include "report/compare.h"
#include "report/section.h"

/* The digits a value was written with, as far as they are known. */
static int digits_of(const struct measurement *m)
{
    if (!(m->resolution > 0) || m->value == 0)
        return DIGITS;
    double n = floor(log10(fabs(m->value))) - floor(log10(m->resolution) + 0.5) + 1;
    return n < 1 ? 1 : n > 12 ? 12 : (int)n;
}

static const char *value_text(const struct maker *m, const struct measurement *x)
{
    struct unit unit =
        x->written != NULL ? *x->written : unit_base(m->a, x->metric->dim);
    return format_quantity(m->a, x->value, unit, digits_of(x));
}

static const char *better(const struct measurement *x)
{
    switch (x->metric->direction) {
    case DIRECTION_HIGHER:
        return "higher";
    case DIRECTION_LOWER:
        return "lower";
    case DIRECTION_NONE:
        break;
    }
    return "neither";
}

static void add_pairs(struct maker *m, const struct pair_list *list)
{
    struct doc_column *c = ARENA_ARRAY(m->a, 7, struct doc_column);
    c[0] = (struct doc_column){ .title = "System", .weight = 0.8 };
    c[1] = (struct doc_column){ .title = "Metric, better", .weight = 0.8 };
    c[2] = (struct doc_column){ .title = arena_printf(m->a, "%s: no", list->key),
                                .align = DOC_RIGHT };
    c[3] = (struct doc_column){ .title = arena_printf(m->a, "%s: yes", list->key),
                                .align = DOC_RIGHT };
    c[4] = (struct doc_column){ .title = "yes/no", .align = DOC_RIGHT };
    c[5] = (struct doc_column){ .title = "Same in both", .weight = 0.8 };
    c[6] = (struct doc_column){ .title = "Differs as well", .weight = 1.6 };
    struct doc_table *t = add_table(m, c, 7);
    for (size_t i = 0; i < list->count; i++) {
        const struct run_pair *p = &list->items[i];
        double ratio = p->after->value / p->before->value;
        const char *cells[] = {
            p->before->system,
            arena_printf(m->a, "%s, %s", spoken(m, p->before->metric->name),
                         better(p->before)),
            value_text(m, p->before),
            value_text(m, p->after),
            format_digits(m->a, ratio, DIGITS),
            p->what,
            p->differs,
        };
        add_row(m, t, DOC_ROW, cells);
    }
    t->note = arena_printf(m->a,
                           "A ratio compares like with like only where nothing stands "
                           "in the last column; counts "
                           "of work that differ by 5 %% or more are given there. In "
                           "all %zu measurements from "
                           "%zu files; each is in the workbook with its file and line.",
                           m->s->runs->count, m->s->runs->file_count);
}

static void build(struct maker *m)
{
    const struct runs *r = m->s->runs;
    if (r->count == 0)
        return;
    struct pair_list list = runs_compare(m->a, r);
    if (list.count > 0)
        add_pairs(m, &list);
}

const struct section section_measurements = {
    .name = "measurements",
    .title = "Measurements",
    .build = build,
};
