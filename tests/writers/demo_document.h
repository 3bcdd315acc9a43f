/* demo_document.h - a report with every kind of block, for the tests of the writers. */
#ifndef TESTS_WRITERS_DEMO_DOCUMENT_H
#define TESTS_WRITERS_DEMO_DOCUMENT_H

#include "base/arena.h"
#include "report/document.h"
#include "writers/demo_plots.h"

static inline struct doc_block *demo_block(struct arena *a, struct doc_blocks *to,
                                           enum block_kind kind)
{
    struct doc_block *b = &ARENA_PUSH(a, to->items, to->count, to->capacity);
    *b = (struct doc_block){ .kind = kind };
    return b;
}

static inline struct doc_blocks *demo_section(struct arena *a, struct document *doc,
                                              const char *title, const char *name)
{
    struct doc_section *s = &ARENA_PUSH(a, doc->sections, doc->count, doc->capacity);
    *s = (struct doc_section){ .title = title, .name = name };
    return &s->blocks;
}

static inline void demo_text(struct arena *a, struct doc_blocks *to, const char *text)
{
    demo_block(a, to, DOC_PARAGRAPH)->text = text;
}

static inline struct doc_row *demo_row(struct arena *a, struct doc_table *t,
                                       enum doc_row_kind kind, const char *const *cells)
{
    struct doc_row *row = &ARENA_PUSH(a, t->rows, t->count, t->capacity);
    struct doc_cell *made = ARENA_ARRAY(a, t->column_count, struct doc_cell);
    for (size_t i = 0; i < t->column_count; i++)
        made[i].text = cells[i];
    *row = (struct doc_row){ .kind = kind, .cells = made };
    return row;
}

static inline struct doc_table *demo_table(struct arena *a, struct doc_blocks *to,
                                           const struct doc_column *columns, size_t n)
{
    struct doc_table *t = ARENA_NEW(a, struct doc_table);
    *t = (struct doc_table){ .columns = columns, .column_count = n };
    demo_block(a, to, DOC_TABLE)->table = t;
    return t;
}

static inline void demo_first_page(struct arena *a, struct document *doc)
{
    static const struct doc_figure figures[] = {
        { "Total cost, 5 years", "144 000 USD", "undiscounted" },
        { "Present value", "139 200 USD", "at 5 % a year, from 2008-06-20" },
        { "Cash in year 1", "96 000 USD", "of it 96 000 USD capital" },
        { "5 to 95 % of draws", "54.1 to 299.9 TB",
          "break-even; 100 000 draws, seed 1" },
        { "Cost of being wrong", "47 938 USD", "if the database stays as tested" },
    };
    static const struct doc_figure facts[] = {
        { "Basis of prices", "list",
          "Oracle price list of 2008-06-04, valid until 2008-09-30" },
        { "Licences before / after", "4 / 8 processors", "shortfall none" },
        { "Approval threshold reached", "100 000 USD",
          "board; three quotes needed, two had" },
        { "Weakest assumption 1", "reduction 50 %",
          "article's assumption, 22.79 % measured; owner: DBA team" },
        { "Weakest assumption 2", "disk price 1 USD/GB",
          "no quote; owner: storage team" },
        { "Weakest assumption 3", "same work at 4 CPUs",
          "58 % CPU in the mixed run; owner: operations" },
    };
    static const struct doc_check checks[] = {
        { .status = DOC_MET,
          .text = "Certified for the database release",
          .evidence = "vendor matrix, 2008-05" },
        { .status = DOC_FAILED,
          .text = "Keeps 95 % of throughput",
          .evidence = "28 TPS before, 13 TPS after",
          .link = "#sec:checks" },
        { .status = DOC_UNKNOWN,
          .text = "Restore within 4 h",
          .evidence = "nobody measured it" },
    };
    static const struct doc_signature signatures[] = {
        { .role = "Prepared", .name = "A. Example", .date = "2008-06-20" },
        { .role = "Reviewed" },
        { .role = "Approved" },
    };
    struct doc_blocks *b = demo_section(a, doc, "Decision", "sec:decision");
    doc->sections[0].untitled = true;
    demo_block(a, b, DOC_LEAD)->text =
        "Buy " TEXT_STRONG "uncompressed storage" TEXT_END
        " as long as the database stays below " TEXT_STRONG "96 TB" TEXT_END
        "; above it, Advanced Compression is cheaper, provided that "
        "the assumed reduction of 50 % holds (" TEXT_GOTO "sec:assumptions" TEXT_TO
        "measured: 22.79 %" TEXT_END ").";
    struct doc_block *f = demo_block(a, b, DOC_FIGURES);
    f->figures = figures;
    f->count = COUNT(figures);
    struct doc_block *columns = demo_block(a, b, DOC_COLUMNS);
    columns->share = 0.46;
    struct doc_block *left = demo_block(a, &columns->left, DOC_FACTS);
    left->figures = facts;
    left->count = COUNT(facts);
    struct doc_block *c = demo_block(a, &columns->left, DOC_CHECKS);
    c->checks = checks;
    c->count = COUNT(checks);
    demo_block(a, &columns->right, DOC_PLOT)->plot = demo_break_even(a);
    struct doc_block *w = demo_block(a, b, DOC_NOTICE);
    w->notice = DOC_WARNING;
    w->title = "the throughput bases disagree";
    w->text = "Executions over 1800 s give 26.05 and 21.21 where 28 and 13 TPS were "
              "stated; by "
              "rows per second compressed reads are 21.0 % faster.";
    struct doc_block *s = demo_block(a, b, DOC_SIGNATURES);
    s->signatures = signatures;
    s->count = COUNT(signatures);
}

static inline void demo_alternatives(struct arena *a, struct document *doc)
{
    static const struct doc_column columns[] = {
        { .title = "Alternative" },
        { .title = "Must-haves", .align = DOC_CENTRE },
        { .title = "Total cost", .unit = "USD", .align = DOC_DECIMAL },
        { .title = "Present value", .unit = "USD", .align = DOC_DECIMAL },
        { .title = "Per TPS", .unit = "USD", .align = DOC_DECIMAL },
        { .title = "Measured throughput", .unit = "1/s", .align = DOC_DECIMAL },
        { .title = "What differs between the runs" },
    };
    static const char *const rows[][7] = {
        { "uncompressed", "\xe2\x9c\x93 met", "96 000", "96 000", "3 428.57", "28",
          "block size 8 KiB, 4 hosts, fill 60 %" },
        { "compressed (Advanced Compression), licensed by processor as the vendor does",
          "\xe2\x9c\x97 1 failed", "144 000.5", "139 200", "11 076.92", "13.25",
          "block size 16 KiB, 4 hosts, fill 60 %, 58 % CPU; queries return 757.3 rows "
          "against 336.6" },
        { "HPE Primera A630", "? 2 unknown", "unknown", "\xe2\x80\x93", "none",
          "\xe2\x80\x93", "another workload: not comparable" },
    };
    struct doc_blocks *b =
        demo_section(a, doc, "Alternatives side by side", "sec:alternatives");
    doc->sections[doc->count - 1].new_page = true;
    demo_text(a, b,
              "All alternatives serve the same workload over the same 5 years. Prices "
              "are list "
              "prices of 2008-06-04 in USD unless a line says otherwise; see " TEXT_GOTO
              "sec:bill" TEXT_TO "the bill of materials" TEXT_END ".");
    struct doc_table *t = demo_table(a, b, columns, COUNT(columns));
    t->title = "Cost and throughput";
    demo_row(a, t, DOC_ROW_CHOSEN, rows[0]);
    demo_row(a, t, DOC_ROW, rows[1]);
    demo_row(a, t, DOC_ROW, rows[2]);
    t->note =
        "Present value at 5 % a year. Unknown is an answer: the vendor gave no price.";
    struct doc_block *h = demo_block(a, b, DOC_HEADING);
    h->text = "What moves the result";
    h = demo_block(a, b, DOC_PLOT);
    h->plot = demo_tornado(a);
    h->text = "Each input from its low to its high value, all others as assumed. The "
              "arrow: no "
              "break-even in the range.";
    h = demo_block(a, b, DOC_PLOT);
    h->plot = demo_histogram(a);
}

static inline void demo_bill(struct arena *a, struct document *doc)
{
    static const struct doc_column columns[] = {
        { .title = "Item" },
        { .title = "Quantity", .align = DOC_DECIMAL },
        { .title = "Unit price", .unit = "USD", .align = DOC_DECIMAL },
        { .title = "Extended", .unit = "USD", .align = DOC_DECIMAL },
        { .title = "Source" },
    };
    struct doc_blocks *b = demo_section(a, doc, "Bill of materials", "sec:bill");
    demo_text(
        a, b,
        "Every line leads back to a dated price; a subtotal stands under each group.");
    struct doc_table *t = demo_table(a, b, columns, COUNT(columns));
    static const char *const groups[] = { "Server hardware", "Storage hardware",
                                          "Software", "Services" };
    for (size_t g = 0; g < 4; g++) {
        demo_row(a, t, DOC_ROW_GROUP, (const char *[]){ groups[g], "", "", "", "" });
        for (size_t i = 0; i < 10; i++) {
            const char *cells[5] = {
                arena_printf(a, "%s item %zu%s", groups[g], i + 1,
                             i % 4 == 3 ? ", with a description that is long enough to "
                                          "take a second line"
                                        : ""),
                arena_printf(a, i % 3 ? "%zu" : "%zu.5 TB", i * 7 + 1),
                arena_printf(a, "%zu.%02zu", 15 + i * i * 97, i * 9),
                arena_printf(a, "%zu.%02zu", (i * 7 + 1) * (15 + i * i * 97), i * 9),
                "list 2008-06-04",
            };
            struct doc_row *row = demo_row(a, t, DOC_ROW, cells);
            row->name = arena_printf(a, "item:%zu-%zu", g, i);
            row->cells[4].link = "https://example.org/price-list?a=1&b='2'";
        }
        demo_row(a, t, DOC_ROW_SUBTOTAL,
                 (const char *[]){ "Subtotal", "", "", "123 456.78", "" });
    }
    demo_row(a, t, DOC_ROW_TOTAL,
             (const char *[]){ "Total", "", "", "493 827.12", "" });
}

static inline void demo_measurements(struct arena *a, struct document *doc)
{
    static const struct doc_column columns[] = {
        { .title = "Run" },
        { .title = "System" },
        { .title = "Metric" },
        { .title = "Block size", .align = DOC_RIGHT },
        { .title = "Queue depth", .align = DOC_RIGHT },
        { .title = "Threads", .align = DOC_RIGHT },
        { .title = "Value", .align = DOC_DECIMAL },
        { .title = "Low", .align = DOC_DECIMAL },
        { .title = "High", .align = DOC_DECIMAL },
        { .title = "File" },
        { .title = "Line", .align = DOC_RIGHT },
        { .title = "SHA-256 (first half)" },
    };
    static const char *const row[] = {
        "TPC-C order lines",
        "Velociraptor WD1500ADFD",
        "iops",
        "8 KiB",
        "32",
        "4",
        "1 234.5 1/s",
        "1 201 1/s",
        "1 268.25 1/s",
        TEXT_MONO "runs/2008/tables-compressed.csv" TEXT_END,
        "12345",
        TEXT_MONO "9f86d081884c7d659a2feaa0c55ad015" TEXT_END,
    };
    struct doc_blocks *b = demo_section(a, doc, "Measurements", "sec:measurements");
    struct doc_block *p = demo_block(a, b, DOC_PLOT);
    p->plot = demo_curve(a);
    p->text = "Measured points with their error bars, the fitted law and its interval.";
    demo_text(a, b,
              "A table of twelve columns is set smaller, and its words break rather "
              "than be cut:");
    struct doc_table *t = demo_table(a, b, columns, COUNT(columns));
    for (size_t i = 0; i < 5; i++)
        demo_row(a, t, DOC_ROW, row);
    demo_block(a, b, DOC_PLOT)->plot = demo_stairs(a);
    demo_block(a, b, DOC_PLOT)->plot = demo_latency(a);
}

static inline void demo_rest(struct arena *a, struct document *doc)
{
    static const char *const bullets[] = {
        /* clang wants brackets around texts in several parts */
        ("More CPUs are one reading of the remedy only: the compressed mixed run sat "
         "at "
         "58 % CPU, the other at 96 %, so that something else than the processor may "
         "have held it back, and nobody recorded what it was."),
        "Per user plus per CPU is not how the vendor sells.",
        ("The seven tables are not the whole database; <b>this is no markup</b> & "
         "neither is \"this\"."),
    };
    struct doc_blocks *b = demo_section(a, doc, "Assumptions", "sec:assumptions");
    struct doc_block *l = demo_block(a, b, DOC_BULLETS);
    l->texts = bullets;
    l->count = COUNT(bullets);
    const char *text = "";
    for (int i = 0; i < 30; i++)
        text = arena_printf(a,
                            "%sSentence %d of a paragraph that goes on over the end of "
                            "a page and must break "
                            "between its lines. ",
                            text, i + 1);
    for (int i = 0; i < 4; i++)
        demo_text(a, b, text);
    struct doc_block *n = demo_block(a, b, DOC_NOTICE);
    n->notice = DOC_STOP;
    n->text = "A price is older than the study allows.";
    n = demo_block(a, b, DOC_NOTICE);
    n->notice = DOC_NOTE;
    n->title = "calendar";
    n->text = "1 year = 12 months = 8760 h.";
    struct doc_block *together = demo_block(a, b, DOC_TOGETHER);
    struct doc_block *h = demo_block(a, &together->left, DOC_HEADING);
    h->text = "Kept together";
    h->level = 2;
    demo_block(a, &together->left, DOC_PLOT)->plot = demo_cash(a);
    demo_text(a, &together->left, "This line stays with the picture above.");
    demo_block(a, b, DOC_PAGE_BREAK);
    demo_block(a, b, DOC_PLOT)->plot = demo_bars(a);
    b = demo_section(a, doc, "Checks and names in other scripts", "sec:checks");
    doc->sections[doc->count - 1].level = 2;
    demo_text(a, b, "Größe, naïve, Ελληνικά, Кириллица, العربية, 5 µs, ≤ ≥ ± × – —.");
    struct doc_block *link = demo_block(a, b, DOC_PARAGRAPH);
    link->text = "Source: https://example.org/";
    link->link = "https://example.org/";
}

static inline const struct document *demo_document(struct arena *a)
{
    struct document *doc = ARENA_NEW(a, struct document);
    *doc = (struct document){
        .title = "Oracle Database 11g Advanced Compression",
        .subtitle = "From which database size on does the option pay for itself?",
        .author = "Purchasing, Example Ltd",
        .subject = "Purchase decision",
        .keywords = "break-even, compression",
        .date = "2008-06-20",
        .reference = "PR-1",
        .version = "1",
        .status = "draft",
        .checksum = "9f86d081884c7d65",
        .producer = "priceperf 0.1.0",
    };
    demo_first_page(a, doc);
    demo_alternatives(a, doc);
    demo_bill(a, doc);
    demo_measurements(a, doc);
    demo_rest(a, doc);
    return doc;
}

#endif
