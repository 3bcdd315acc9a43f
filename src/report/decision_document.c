#include "report/decision_document.h"

#include "base/arena.h"
#include "report/section.h"
#include "report/template.h"

static void add_section(struct document *doc, const struct decision *d,
                        const struct section *kind)
{
    struct arena *a = d->study->arena;
    struct doc_section part = { .title = kind->title, .name = kind->name };
    struct maker m = { .a = a, .d = d, .s = d->study, .blocks = &part.blocks };
    part.new_page = kind->new_page;
    part.untitled = kind->untitled;
    kind->build(&m);
    if (part.blocks.count > 0)
        ARENA_PUSH(a, doc->sections, doc->count, doc->capacity) = part;
}

static struct document *begin(const struct decision *d)
{
    const struct study *s = d->study;
    struct document *doc = ARENA_NEW(s->arena, struct document);
    doc->title = s->title;
    doc->subtitle = s->question;
    doc->author = s->document.prepared_by;
    doc->subject = s->question;
    doc->keywords = arena_printf(s->arena, "%s, %s, purchase decision", s->id,
                                 s->document.reference);
    doc->date = s->document.date;
    doc->reference = s->document.reference;
    doc->version = s->document.version;
    doc->status = s->document.status;
    doc->checksum = s->checksum;
    doc->producer = "priceperf " PRICEPERF_VERSION;
    return doc;
}

const struct document *decision_document(const struct decision *d)
{
    const struct study *s = d->study;
    struct layout layout;
    if (!layout_read(s->arena, s->folder, s->template, &layout, s->dg))
        return NULL;
    struct document *doc = begin(d);
    doc->paper = layout.letter ? DOC_LETTER : DOC_A4;
    for (size_t i = 0; i < layout.count; i++)
        add_section(doc, d, layout.sections[i]);
    return doc;
}

const struct document *decision_sections(const struct decision *d,
                                         const char *const *names, size_t count)
{
    struct document *doc = begin(d);
    for (size_t i = 0; i < count; i++)
        add_section(doc, d, section_find(names[i]));
    return doc;
}
