#include "writers/text.h"

#include <stdbool.h>
#include <string.h>

#include "base/arena.h"
#include "report/document.h"
#include "writers/text_table.h"
#include "writers/text_wrap.h"

enum { WIDTH = 88 };

struct out {
    FILE *to;
    struct arena *arena;
};

static bool has_text(const char *text)
{
    return text != NULL && text[0] != '\0';
}

static void put(struct out *o, const char *first, const char *text)
{
    struct text_place place = { first, WIDTH };
    text_put(o->to, o->arena, text, place);
}

static void blank(struct out *o)
{
    fputc('\n', o->to);
}

static void heading(struct out *o, const char *text, const char *rule)
{
    struct text_lines lines = text_wrap(o->arena, text_plain(o->arena, text), WIDTH);
    size_t widest = 0;
    for (size_t i = 0; i < lines.count; i++) {
        size_t width = text_width(lines.items[i]);
        widest = width > widest ? width : widest;
        fprintf(o->to, "%s\n", lines.items[i]);
    }
    if (rule) {
        text_repeat(o->to, rule, widest);
        blank(o);
    }
}

/* "label   value (note)", the values below each other. */
static void figures(struct out *o, const struct doc_block *b)
{
    size_t widest = 0;
    for (size_t i = 0; i < b->count; i++) {
        size_t width = text_width(text_plain(o->arena, b->figures[i].label));
        widest = width > widest ? width : widest;
    }
    widest = widest > 34 ? 34 : widest;
    for (size_t i = 0; i < b->count; i++) {
        const struct doc_figure *f = &b->figures[i];
        const char *label = text_plain(o->arena, f->label);
        size_t width = text_width(label);
        const char *note =
            has_text(f->note) ? arena_printf(o->arena, " (%s)", f->note) : "";
        const char *value =
            arena_printf(o->arena, "%s%s", f->value ? f->value : "", note);
        if (width > widest) {
            put(o, "", label);
            label = "";
            width = 0;
        }
        put(o, arena_printf(o->arena, "%s%*s", label, (int)(widest - width + 2), ""),
            value);
    }
}

static void checks(struct out *o, const struct doc_block *b)
{
    static const char *const words[] = { "met", "FAILED", "unknown", "info" };
    for (size_t i = 0; i < b->count; i++) {
        const struct doc_check *c = &b->checks[i];
        const char *word = has_text(c->word) ? c->word : words[c->status];
        const char *evidence =
            has_text(c->evidence) ? arena_printf(o->arena, " (%s)", c->evidence) : "";
        put(o, arena_printf(o->arena, "%-8s  ", word),
            arena_printf(o->arena, "%s%s", c->text ? c->text : "", evidence));
    }
}

static void notice(struct out *o, const struct doc_block *b)
{
    static const char *const words[] = { "WARNING: ", "STOP: ", "Note: " };
    bool both = has_text(b->title) && has_text(b->text);
    put(o, words[b->notice],
        arena_printf(o->arena, "%s%s%s", b->title ? b->title : "", both ? "\n" : "",
                     b->text ? b->text : ""));
}

static void signatures(struct out *o, const struct doc_block *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const struct doc_signature *s = &b->signatures[i];
        fprintf(o->to, "%-10s %-28s %-12s ____________________\n",
                text_plain(o->arena, s->role),
                has_text(s->name) ? text_plain(o->arena, s->name)
                                  : "____________________",
                has_text(s->date) ? text_plain(o->arena, s->date) : "__________");
    }
}

static void blocks(struct out *o, const struct doc_blocks *bs);

static void block(struct out *o, const struct doc_block *b)
{
    switch (b->kind) {
    case DOC_HEADING:
        heading(o, b->text, NULL);
        break;
    case DOC_PARAGRAPH:
    case DOC_LEAD:
        put(o, "", b->text);
        break;
    case DOC_BULLETS:
        for (size_t i = 0; i < b->count; i++)
            put(o, "- ", b->texts[i]);
        break;
    case DOC_FIGURES:
    case DOC_FACTS:
        figures(o, b);
        break;
    case DOC_TABLE:
        text_table(o->to, o->arena, b->table, WIDTH);
        break;
    case DOC_PLOT:
        text_plot(b->plot, o->to);
        if (has_text(b->text))
            put(o, "    ", b->text);
        break;
    case DOC_NOTICE:
        notice(o, b);
        break;
    case DOC_SIGNATURES:
        signatures(o, b);
        break;
    case DOC_CHECKS:
        checks(o, b);
        break;
    case DOC_COLUMNS:
    case DOC_TOGETHER:
    case DOC_PAGE_BREAK:
        break;
    }
}

static void blocks(struct out *o, const struct doc_blocks *bs)
{
    for (size_t i = 0; i < bs->count; i++) {
        const struct doc_block *b = &bs->items[i];
        bool holder = b->kind == DOC_COLUMNS || b->kind == DOC_TOGETHER;
        if (b->kind == DOC_PAGE_BREAK)
            continue;
        if (!holder) {
            blank(o);
            block(o, b);
            continue;
        }
        blocks(o, &b->left);
        blocks(o, &b->right);
    }
}

static void title(struct out *o, const struct document *doc)
{
    const char *const parts[] = { doc->reference, doc->version, doc->status, doc->date,
                                  doc->author };
    static const char *const labels[] = { "", "version ", "", "", "" };
    const char *line = "";
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        if (has_text(parts[i]))
            line = arena_printf(o->arena, "%s%s%s%s", line, line[0] ? ", " : "",
                                labels[i], parts[i]);
    if (has_text(doc->title))
        heading(o, doc->title, "=");
    if (has_text(doc->subtitle))
        put(o, "", doc->subtitle);
    if (line[0])
        put(o, "", line);
    if (has_text(doc->checksum))
        put(o, "", arena_printf(o->arena, "inputs %s", doc->checksum));
}

void text_write(const struct document *doc, FILE *to)
{
    static const char *const rules[] = { "=", "-", NULL };
    struct out o = { to, arena_new() };
    title(&o, doc);
    for (size_t i = 0; i < doc->count; i++) {
        const struct doc_section *s = &doc->sections[i];
        unsigned level = s->level < 1 ? 1 : s->level > 3 ? 3 : s->level;
        if (has_text(s->title)) {
            blank(&o);
            heading(&o, s->title, rules[level - 1]);
        }
        blocks(&o, &s->blocks);
    }
    arena_free(o.arena);
}
