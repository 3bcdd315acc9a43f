/* Summary - the answer for the scenario that the selector names. */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "report/book.h"
#include "report/build.h"

enum { SELECTOR_ROW = 3 };

static void add_selector(struct book *b, struct sheet *s)
{
    struct validation *v = ARENA_NEW(b->a, struct validation);
    uint16_t first = model_column(0),
             last = model_column((int)b->s->scenario_count - 1);
    const char *ids =
        area_on_sheet(b->a, b->model->name,
                      (struct area){ FIRST_ROW - 1, FIRST_ROW - 1, first, last });
    put_text(b, s, SELECTOR_ROW, 0, "Scenario shown", LOOK_LABEL);
    put_text(b, s, SELECTOR_ROW, 1, b->s->scenarios[b->d->chosen].id, LOOK_INPUT);
    v->area = (struct area){ SELECTOR_ROW, SELECTOR_ROW, 1, 1 };
    v->kind = VALID_CHOICES;
    v->from = ids;
    v->title = "Scenario";
    v->message = "Choose one of the study's scenarios.";
    s->validations = v;
    s->validation_count = 1;
    put_text(b, s, SELECTOR_ROW, 2, "its number", LOOK_NOTE);
    put_formula(b, s, SELECTOR_ROW, 3,
                arena_printf(b->a, "MATCH(%s,%s,0)",
                             cell_address(b->a, SELECTOR_ROW, 1, false), ids),
                (double)b->d->chosen + 1);
    book_name(b, NAME_SELECTED, s->name, SELECTOR_ROW, 3);
}

struct figure {
    const char *words;
    node_id node;
    double value;
};

static void add_alternative(struct book *b, struct sheet *s, size_t i, uint32_t row)
{
    const struct alternative *alt = &b->s->alternatives[i];
    const struct alternative_answer *a = &b->d->scenarios[b->d->chosen].alternatives[i];
    bool finance = b->s->finance != NULL;
    const struct figure f[] = {
        { finance ? "Capex, before tax" : "Purchase (capex)",
          finance ? alt->capex : alt->purchase,
          finance ? decide_value(b->d, b->d->chosen, alt->capex) : a->purchase },
        { finance ? "Opex over all years, before tax" : "Recurring a year (opex)",
          finance ? alt->opex : alt->yearly,
          finance ? decide_value(b->d, b->d->chosen, alt->opex) : a->yearly },
        { "Total, undiscounted", alt->nominal, a->nominal },
        { "Total, present value", alt->cost, a->cost },
    };
    uint16_t column = (uint16_t)(1 + i);
    put_text(b, s, row, column, alt->title, LOOK_HEADER);
    for (uint32_t k = 0; k < 4; k++) {
        struct cell *c =
            put_formula(b, s, row + 1 + k, column, selected(b, f[k].node), f[k].value);
        c->style = (struct style){ .look = k == 3 ? LOOK_TOTAL : LOOK_PLAIN,
                                   .number_format = FORMAT_MONEY };
        if (i == 0)
            put_text(b, s, row + 1 + k, 0, f[k].words, LOOK_LABEL);
    }
}

/* The cheapest in words, live; ties name the first in the study's order. */
static void add_cheapest(struct book *b, struct sheet *s, uint32_t row, uint32_t costs)
{
    uint16_t last = (uint16_t)b->s->alternative_count;
    const struct scenario_answer *sc = &b->d->scenarios[b->d->chosen];
    const char *range = arena_printf(b->a, "%s:%s", cell_address(b->a, costs, 1, true),
                                     cell_address(b->a, costs, last, true));
    const char *titles =
        arena_printf(b->a, "%s:%s", cell_address(b->a, costs - 4, 1, true),
                     cell_address(b->a, costs - 4, last, true));
    put_text(b, s, row, 0, "Lowest present value", LOOK_LABEL);
    struct cell *c = put_formula(
        b, s, row, 1,
        arena_printf(b->a, "INDEX(%s,MATCH(MIN(%s),%s,0))", titles, range, range), 0);
    size_t best = 0;
    for (size_t i = 1; i < b->s->alternative_count; i++)
        if (sc->alternatives[i].cost < sc->alternatives[best].cost)
            best = i;
    c->text = b->s->alternatives[best].title;
    c->style.look = LOOK_RESULT;
}

void add_summary(struct book *b)
{
    static const double widths[] = { 30, 24, 24, 24, 24, 24, 24, 24 };
    struct sheet *s = book_sheet(b, "Summary", "#1F4E79");
    struct maker m = { .a = b->a, .d = b->d, .s = b->s };
    sheet_title(b, s, b->s->title, b->s->question);
    sheet_widths(b, s, widths, 8);
    add_selector(b, s);
    uint32_t row = SELECTOR_ROW + 2;
    put_text(
        b, s, row, 0,
        arena_printf(b->a, "Cost over %u years, %s", b->s->horizon, b->s->currency),
        LOOK_HEADER);
    for (size_t i = 0; i < b->s->alternative_count && i < 7; i++)
        add_alternative(b, s, i, row);
    add_cheapest(b, s, row + 6, row + 4);
    put_text(b, s, row + 8, 0, "As issued", LOOK_HEADING);
    const char *sentence = advise(&m).sentence;
    char *plain = arena_strdup(b->a, sentence);
    size_t n = 0;
    for (const char *p = sentence; *p != '\0'; p++)
        if ((unsigned char)*p >= 0x20)
            plain[n++] = *p;
    plain[n] = '\0';
    put_text(b, s, row + 9, 0, plain, LOOK_ISSUED);
    put_text(b, s, row + 10, 0,
             arena_printf(b->a, "reference %s, version %s, %s, inputs %s",
                          b->s->document.reference, b->s->document.version,
                          b->s->document.date, b->s->checksum),
             LOOK_NOTE);
    size_t warnings = b->s->dg->warnings, findings = b->d->finding_count;
    put_text(b, s, row + 11, 0,
             arena_printf(b->a, "%zu warning%s and %zu finding%s: see the sheet Checks",
                          warnings, warnings == 1 ? "" : "s", findings,
                          findings == 1 ? "" : "s"),
             warnings + findings > 0 ? LOOK_WARNING : LOOK_NOTE);
    sheet_stale(b, s, row + 9, row + 9, 1);
}
