/* Changes as a document for a terminal. */
#include <math.h>

#include "base/arena.h"
#include "base/buf.h"
#include "report/build.h"
#include "report/changes_rows.h"

static struct doc_section *begin_section(struct document *doc, struct arena *a,
                                         const char *title)
{
    struct doc_section *s = &ARENA_PUSH(a, doc->sections, doc->count, doc->capacity);
    *s = (struct doc_section){ .title = title, .level = 2 };
    return s;
}

static const char *head_of(struct arena *a, const struct edition *e)
{
    struct buf b = buf_on(a);
    buf_printf(&b, "%s: %s '%s'", e->path, e->kind[0] == 'p' ? "price model" : e->kind,
               e->id != NULL ? e->id : "");
    if (e->version != NULL && *e->version != '\0')
        buf_printf(&b, ", version %s", e->version);
    if (e->date != NULL && *e->date != '\0')
        buf_printf(&b, " of %s", e->date);
    if (e->prices_as_of != NULL)
        buf_printf(&b, ", prices as of %s", e->prices_as_of);
    return buf_text(&b);
}

static void add_head(struct maker *m, const struct changes *c)
{
    struct doc_figure *f = ARENA_ARRAY(m->a, 2, struct doc_figure);
    f[0] = (struct doc_figure){ "A", head_of(m->a, c->a), NULL };
    f[1] = (struct doc_figure){ "B", head_of(m->a, c->b), NULL };
    struct doc_block *b = add_block(m, DOC_FACTS);
    b->figures = f;
    b->count = 2;
    const char *decision = changes_decision(c);
    if (*decision != '\0')
        add_text(m, decision);
}

/* What a table leaves out; NULL: nothing. */
static const char *rest_of(struct arena *a, const struct change_rows *rows)
{
    if (rows->left > 0)
        return arena_printf(a,
                            "%zu rows and %zu finer figures follow; --csv lists them.",
                            rows->left, rows->finer);
    if (rows->finer > 0)
        return arena_printf(a, "%zu finer figures follow; --csv lists them.",
                            rows->finer);
    return NULL;
}

static void add_warnings(struct maker *m, const struct change_rows *rows)
{
    const char **texts = ARENA_ARRAY(m->a, rows->count, const char *);
    for (size_t i = 0; i < rows->count; i++) {
        const struct change *c = rows->items[i].first;
        texts[i] = c->was == NULL ? arena_printf(m->a, "new: %s", c->is->text)
                                  : arena_printf(m->a, "gone: %s", c->was->text);
    }
    struct doc_block *b = add_block(m, DOC_BULLETS);
    b->texts = texts;
    b->count = rows->count;
    if (rows->left > 0)
        add_text(m, rest_of(m->a, rows));
}

/* Which columns a table needs: scenarios, differences. */
struct table_shape {
    bool where, numbers, kinds;
};

static struct table_shape shape_of(const struct change_rows *rows)
{
    struct table_shape s = { 0 };
    for (size_t i = 0; i < rows->count; i++) {
        const struct change *c = rows->items[i].first;
        s.where = s.where || rows->items[i].where[0] != '\0';
        s.numbers = s.numbers || !isnan(c->difference);
        s.kinds = s.kinds || c->was == NULL || c->is == NULL;
    }
    return s;
}

/* Numbers keep their units on their line. */
static const char *unbroken(struct arena *a, const char *text)
{
    struct buf b = buf_on(a);
    for (; *text != '\0'; text++)
        if (*text == ' ')
            buf_add(&b, "\xc2\xa0");
        else
            buf_char(&b, *text);
    return buf_text(&b);
}

static void add_changes(struct maker *m, const struct change_rows *rows)
{
    struct table_shape s = shape_of(rows);
    struct doc_column *columns = ARENA_ARRAY(m->a, 6, struct doc_column);
    size_t n = 0;
    columns[n++] = (struct doc_column){ .title = "what", .weight = 2 };
    if (s.where)
        columns[n++] = (struct doc_column){ .title = "in" };
    columns[n++] = (struct doc_column){ .title = "A" };
    columns[n++] = (struct doc_column){ .title = "B" };
    if (s.numbers)
        columns[n++] = (struct doc_column){ .title = "difference" };
    if (s.numbers || s.kinds)
        columns[n++] = (struct doc_column){ .title = "change" };
    struct doc_table *t = add_table(m, columns, n);
    for (size_t i = 0; i < rows->count; i++) {
        const struct change *c = rows->items[i].first;
        const char *cells[6];
        n = 0;
        cells[n++] = rows->items[i].what;
        if (s.where)
            cells[n++] = rows->items[i].where;
        cells[n++] = change_was(m->a, c);
        cells[n++] = change_is(m->a, c);
        if (s.numbers)
            cells[n++] = unbroken(m->a, change_difference(m->a, c));
        if (s.numbers || s.kinds)
            cells[n++] = unbroken(m->a, change_share(m->a, c));
        add_row(m, t, DOC_ROW, cells);
    }
    t->note = rest_of(m->a, rows);
}

static void add_group(struct document *doc, struct maker *m, const struct changes *c,
                      enum fact_group g)
{
    struct change_rows rows = change_rows_of(c, g);
    if (rows.count == 0)
        return;
    m->blocks = &begin_section(doc, m->a, fact_group_title(g))->blocks;
    if (g == FACTS_WARNINGS)
        add_warnings(m, &rows);
    else
        add_changes(m, &rows);
}

static void add_foot(struct document *doc, struct maker *m, const struct changes *c)
{
    struct buf b = buf_on(m->a);
    m->blocks = &begin_section(doc, m->a, NULL)->blocks;
    for (size_t g = 0; g < FACT_GROUPS; g++)
        if (c->uncarried[g])
            buf_printf(&b, "%s%s", b.length > 0 ? ", " : "",
                       fact_group_title((enum fact_group)g));
    if (b.length > 0)
        add_text(m,
                 arena_printf(m->a, "Not compared, as only one of the two has it: %s.",
                              buf_text(&b)));
    if (c->count == 0) {
        add_text(m, "No difference in price, quantity or decision.");
        return;
    }
    add_text(m, arena_printf(m->a,
                             "%zu differences; %zu amounts of money moved by 2 %% or "
                             "more (*), %zu of them costs that rose (**).",
                             c->count, c->marked, c->worse));
    if (c->marked > 0)
        add_text(m, "The TPC lets a documented change of prices update a published "
                    "price/performance without a new run; one that makes it worse by "
                    "2 % or more has to be published again within 30 days.");
}

const struct document *changes_document(const struct changes *c)
{
    struct document *doc = ARENA_NEW(c->a->arena, struct document);
    struct maker m = { .a = c->a->arena };
    const char *id = c->b->id != NULL ? c->b->id : c->b->path;
    doc->title = arena_printf(m.a, "%s: B against A", id);
    m.blocks = &begin_section(doc, m.a, NULL)->blocks;
    add_head(&m, c);
    for (size_t g = 0; g < FACT_GROUPS; g++)
        add_group(doc, &m, c, (enum fact_group)g);
    add_foot(doc, &m, c);
    return doc;
}
