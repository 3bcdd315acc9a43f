/* build.h - what the sections of a report share: blocks, tables and words for figures.
 */
#ifndef REPORT_BUILD_H
#define REPORT_BUILD_H

#include "decisions/decide.h"
#include "report/document.h"

/* What a section is built from and into. */
struct maker {
    struct arena *a;
    const struct decision *d;
    const struct study *s;
    struct doc_blocks *blocks;
};

struct doc_block *add_block(struct maker *m, enum block_kind kind);
void add_text(struct maker *m, const char *text);
void add_heading(struct maker *m, const char *text);
void add_plot(struct maker *m, const struct plot *plot, const char *caption);
void add_notice(struct maker *m, enum doc_notice notice, const char *title,
                const char *text);

/* A table that rows are added to; the block keeps pointing at it. */
struct doc_table *add_table(struct maker *m, const struct doc_column *columns,
                            size_t count);
/* As many texts as the table has columns. */
struct doc_row *add_row(struct maker *m, struct doc_table *t, enum doc_row_kind kind,
                        const char *const *texts);

/* Words for figures: in the variable's or the study's own unit, few digits. */
const char *in_money(const struct maker *m, double amount); /* "48,000 USD" */
/* The same to three digits: differences, estimates, whatever is no line of a bill. */
const char *in_money_about(const struct maker *m, double amount);
const char *money_number(const struct maker *m, double amount);      /* "48,000" */
const char *in_unit(const struct maker *m, node_id id, double base); /* "96 TB" */
const char *of_node(const struct maker *m, size_t scenario, node_id id);
const char *spoken(const struct maker *m, const char *name); /* "database size" */
/* How a reader knows a scenario: its title, else its key. */
const char *scenario_title(const struct maker *m, size_t scenario);
/* The value of an input in words: its choice, or number and unit. */
const char *input_text(const struct maker *m, const struct node *input, double value);

/* Who is recommended in the chosen scenario, and while what holds. */
struct advice {
    size_t best, other; /* alternatives; other is the next in order */
    bool tie, alone;    /* alone: there is no other */
    const char *sentence;
};
struct advice advise(const struct maker *m);

#endif
