/* study_musts.c - must-haves: those that an alternative lists, and the rules of its
 * lines. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

enum { M_ID, M_THAT, M_WORDS, M_EVIDENCE, M_KEYS };
static const struct doc_field must_fields[] = {
    [M_ID] = { "id", DOC_WANT_TEXT, DOC_REQUIRED },
    [M_THAT] = { "that", DOC_WANT_TEXT, DOC_REQUIRED },
    [M_WORDS] = { "words", DOC_WANT_TEXT, DOC_OPTIONAL },
    [M_EVIDENCE] = { "evidence", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema must_schema = DOC_SCHEMA("a must-have", must_fields);

static bool read_must(struct study *s, const struct doc_node *node,
                      struct must_have *out)
{
    const struct doc_node *v[M_KEYS];
    if (!doc_bind(&must_schema, node, v, s->dg) ||
        !doc_get_id(v[M_ID], &out->id, s->dg))
        return false;
    out->words = study_text(v[M_WORDS], v[M_THAT]->text);
    out->evidence = study_text(v[M_EVIDENCE], "");
    out->state = strcmp(v[M_THAT]->text, "unknown") == 0 ? MUST_UNKNOWN : MUST_KNOWN;
    if (out->state == MUST_UNKNOWN)
        return true;
    struct check c = { CHECK_MUST_HAVE, out->words, out->id };
    out->truth = graph_check(s->graph, &c,
                             study_formula_like(s, v[M_THAT], UNIT_ONE, "a must-have"),
                             v[M_THAT]->at);
    return out->truth != NO_NODE;
}

static size_t line_checks(const struct alternative *alt)
{
    size_t n = 0;
    for (size_t i = 0; i < alt->line_count; i++)
        n += alt->lines[i].check_count;
    return n;
}

/* What licence rules and the limits of hardware demand; an alternative that breaks one
 * is not feasible. */
static size_t rule_musts(struct study *s, const struct alternative *alt,
                         struct must_have *out)
{
    size_t n = 0;
    for (size_t i = 0; i < alt->line_count; i++) {
        const struct line *l = &alt->lines[i];
        for (size_t k = 0; k < l->check_count; k++) {
            struct must_have m = { .words = l->checks[k].words, .state = MUST_KNOWN };
            m.evidence = l->licence != NULL ? "licence rule" : "limit of the hardware";
            m.id = arena_printf(s->arena, "rule-%zu", n + 1);
            struct check c = { CHECK_MUST_HAVE, m.words, m.id };
            m.truth = graph_check(s->graph, &c, l->checks[k].truth, l->checks[k].at);
            out[n++] = m;
        }
    }
    return n;
}

bool study_read_musts(struct study *s, const struct doc_node *node, bool with_lines,
                      struct alternative *alt)
{
    size_t n = node != NULL ? node->count : 0;
    struct must_have *must =
        ARENA_ARRAY(s->arena, with_lines ? n + line_checks(alt) : n, struct must_have);
    bool ok = true;
    for (size_t i = 0; i < n; i++)
        ok = read_must(s, doc_at(node, i), &must[i]) && ok;
    if (with_lines && ok)
        n += rule_musts(s, alt, must + n);
    alt->must_haves = must;
    alt->must_have_count = n;
    return ok;
}
