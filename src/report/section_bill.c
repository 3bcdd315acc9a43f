/* bill - the bill of materials of every alternative in the chosen scenario. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "report/bill.h"
#include "report/section.h"

static const char *source_of(const struct maker *m, const struct pedigree *p)
{
    if (p == NULL)
        return "";
    bool dated =
        p->as_of != NULL && p->source != NULL && strstr(p->source, p->as_of) != NULL;
    return arena_printf(m->a, "%s%s%s%s", p->source != NULL ? p->source : "no source",
                        dated              ? ""
                        : p->as_of != NULL ? ", "
                                           : ", no date",
                        p->as_of != NULL && !dated ? p->as_of : "",
                        p->confidence != NULL
                            ? arena_printf(m->a, ", %s confidence", p->confidence)
                            : "");
}

/* A reader multiplies the line: as few digits as give the amount that stands there. */
static int digits_of(const struct bill_line *l)
{
    int digits = 6;
    double exact = l->quantity * l->price;
    double ratio = l->extended / exact;
    for (; digits < 12 && isfinite(ratio); digits++) {
        double step = pow(10, floor(log10(fabs(l->quantity))) - (digits - 1));
        double seen = floor(l->quantity / step + 0.5) * step;
        if (fabs(seen * l->price - exact) * ratio < 0.005)
            break;
    }
    return digits;
}

static const char *with_unit(const struct maker *m, double x, const char *unit,
                             int digits)
{
    if (isnan(x))
        return unit != NULL ? unit : "";
    return arena_printf(m->a, "%s%s%s", format_number(m->a, x, digits),
                        unit[0] != '\0' ? " " : "", unit);
}

static void add_line(struct maker *m, struct doc_table *t, const struct bill_line *l)
{
    const char *cells[] = {
        l->description,
        l->part != NULL ? l->part : "",
        with_unit(m, l->quantity, l->quantity_unit, digits_of(l)),
        with_unit(m, l->price, l->price_unit, 6),
        format_cents(m->a, l->extended),
        source_of(m, l->pedigree),
    };
    add_row(m, t, l->kind == BILL_TOTAL ? DOC_ROW_TOTAL : DOC_ROW, cells);
}

static void build(struct maker *m)
{
    struct doc_column *c = ARENA_ARRAY(m->a, 6, struct doc_column);
    c[0] = (struct doc_column){ .title = "Description", .weight = 1.4 };
    c[1] = (struct doc_column){ .title = "Part", .weight = 0.3 };
    c[2] = (struct doc_column){ .title = "Quantity", .align = DOC_RIGHT };
    c[3] = (struct doc_column){ .title = "Unit price", .align = DOC_RIGHT };
    c[4] = (struct doc_column){ .title = "Extended",
                                .unit = m->s->currency,
                                .align = DOC_DECIMAL };
    c[5] = (struct doc_column){ .title = "Price from", .weight = 1.4 };
    struct doc_table *t = add_table(m, c, 6);
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        const char *group[] = { m->s->alternatives[i].title, "", "", "", "", "" };
        struct bill bill = bill_of(m, m->d->chosen, i);
        add_row(m, t, DOC_ROW_GROUP, group);
        for (size_t k = 0; k < bill.count; k++)
            add_line(m, t, &bill.lines[k]);
    }
    t->note = arena_printf(
        m->a,
        "In the scenario \"%s\". Licences of which none is required are left "
        "out.",
        scenario_title(m, m->d->chosen));
}

const struct section section_bill = {
    .name = "bill",
    .title = "Bill of materials",
    .build = build,
};
