/* sizing - how many drives, shelves and controllers, and which limit asked for them. */
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "report/results_sizing.h"
#include "report/section.h"

static const char *in_counts(const struct maker *m, node_id id)
{
    return format_number(m->a, decide_value(m->d, m->d->chosen, id), 9);
}

/* "capacity 600, iops 30, layout 4" */
static const char *limits(const struct maker *m, const struct sizing *z)
{
    struct buf b = buf_on(m->a);
    for (size_t i = 0; i < z->size.limit_count; i++)
        buf_printf(&b, "%s%s %s", i > 0 ? ", " : "", z->size.limits[i].name,
                   in_counts(m, z->size.limits[i].count));
    return buf_text(&b);
}

/* What the drives give: usable capacity, and effective never without its ratio. */
static const char *figures(const struct maker *m, const struct sizing *z)
{
    struct buf b = buf_on(m->a);
    for (size_t i = 0; i < z->figure_count; i++) {
        const struct line_figure *f = &z->figures[i];
        if (!f->shown)
            continue;
        buf_printf(&b, "%s%s %s", b.length > 0 ? ", " : "", f->name,
                   of_node(m, m->d->chosen, f->node));
        if (strcmp(f->name, "effective") == 0)
            buf_printf(
                &b, " (%s to 1, %s)",
                format_number(m->a, decide_value(m->d, m->d->chosen, z->ratio), 3),
                z->ratio_source);
    }
    return buf_text(&b);
}

static void add_line(struct maker *m, struct doc_table *t, const struct line *l)
{
    const struct sizing *z = l->sizing;
    double spares = decide_value(m->d, m->d->chosen, z->count) -
                    decide_value(m->d, m->d->chosen, z->size.count);
    const char *cells[] = {
        z->layout != NULL ? arena_printf(m->a, "%s, %s", l->label, z->layout)
                          : l->label,
        spares > 0 ? arena_printf(m->a, "%s, %s spare", in_counts(m, z->count),
                                  format_number(m->a, spares, 9))
                   : in_counts(m, z->count),
        sizing_binding(m->d, m->d->chosen, z),
        limits(m, z),
        figures(m, z),
    };
    add_row(m, t, DOC_ROW, cells);
}

static bool sized(const struct alternative *alt)
{
    for (size_t k = 0; k < alt->line_count; k++)
        if (alt->lines[k].sizing != NULL)
            return true;
    return false;
}

static void build(struct maker *m)
{
    static const struct doc_column columns[] = {
        { .title = "Hardware", .weight = 1.2 },
        { .title = "Count", .align = DOC_RIGHT },
        { .title = "By" },
        { .title = "Count by each limit", .weight = 1.2 },
        { .title = "Gives", .weight = 1.4 },
    };
    struct doc_table *t = NULL;
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        const struct alternative *alt = &m->s->alternatives[i];
        const char *group[] = { alt->title, "", "", "", "" };
        if (!sized(alt))
            continue;
        if (t == NULL)
            t = add_table(m, columns, 5);
        add_row(m, t, DOC_ROW_GROUP, group);
        for (size_t k = 0; k < alt->line_count; k++)
            if (alt->lines[k].sizing != NULL)
                add_line(m, t, &alt->lines[k]);
    }
    if (t != NULL)
        t->note = arena_printf(
            m->a,
            "In the scenario \"%s\". The count is the greatest of its limits, whole "
            "drives, shelves and controllers.",
            scenario_title(m, m->d->chosen));
}

const struct section section_sizing = {
    .name = "sizing",
    .title = "Sizing",
    .build = build,
};
