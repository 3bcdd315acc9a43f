/* study_findings.c - sentences with figures that the report says while they hold.
 *
 *     findings:
 *       - id: basis
 *         when: executions / duration < stated
 *         say: "Executions give {{executions / duration : 4 1/s}}, {{stated}} were
 * stated."
 *
 * A figure is a formula, then behind " : " the significant digits and the unit to show
 * it in, either of which may be left out.
 */
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

enum { F_ID, F_WHEN, F_SAY, F_SCENARIO, F_KEYS };
static const struct doc_field fields[] = {
    [F_ID] = { "id", DOC_WANT_TEXT, DOC_REQUIRED },
    [F_WHEN] = { "when", DOC_WANT_TEXT, DOC_OPTIONAL },
    [F_SAY] = { "say", DOC_WANT_TEXT, DOC_REQUIRED },
    [F_SCENARIO] = { "scenario", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a finding", fields);

struct writer { /* of one sentence's parts */
    struct study *s;
    const struct doc_node *say;
    struct finding_part *parts;
    size_t count, capacity;
};

/* " : 4 TB" behind a figure. */
static bool read_shape(struct writer *w, const char *text, size_t offset,
                       struct finding_part *part)
{
    struct study *s = w->s;
    const char *why;
    size_t wrong, n;
    while (*text == ' ') {
        text++;
        offset++;
    }
    if (*text >= '1' && *text <= '9') {
        part->digits = *text - '0';
        text++;
        offset++;
        while (*text == ' ') {
            text++;
            offset++;
        }
    }
    n = strlen(text);
    while (n > 0 && text[n - 1] == ' ')
        n--;
    if (n == 0)
        return true;
    if (!unit_parse(s->arena, text, n, &part->unit, &why, &wrong))
        return diag_error(s->dg, doc_inside(w->say, offset + wrong), "%s", why);
    if (!dim_equal(part->unit.dim, graph_node(s->graph, part->figure)->unit.dim))
        return diag_error(
            s->dg, doc_inside(w->say, offset),
            "this figure is in %s and cannot be shown in %s",
            dim_text(s->arena, graph_node(s->graph, part->figure)->unit.dim),
            part->unit.text);
    return true;
}

static bool read_figure(struct writer *w, const char *start, const char *end,
                        struct finding_part *part)
{
    struct study *s = w->s;
    size_t offset = (size_t)(start - w->say->text);
    const char *inside = arena_strndup(s->arena, start, (size_t)(end - start));
    const char *colon = strstr(inside, " : ");
    const char *formula =
        colon == NULL ? inside
                      : arena_strndup(s->arena, inside, (size_t)(colon - inside));
    struct scope scope = study_scope(s);
    part->digits = DIGITS;
    part->figure =
        expr_build(s->graph, formula, doc_inside(w->say, offset), &scope, s->dg);
    if (part->figure == NO_NODE)
        return false;
    part->unit = graph_node(s->graph, part->figure)->unit;
    return colon == NULL ||
           read_shape(w, colon + 3, offset + (size_t)(colon + 3 - inside), part);
}

static bool read_say(struct study *s, const struct doc_node *say, struct finding *out)
{
    struct writer w = { .s = s, .say = say };
    const char *text = say->text;
    while (*text != '\0') {
        const char *open = strstr(text, "{{");
        struct finding_part part = { .figure = NO_NODE };
        if (open == NULL) {
            part.text = text;
            text += strlen(text);
        } else {
            const char *close = strstr(open, "}}");
            if (close == NULL)
                return diag_error(s->dg, doc_inside(say, (size_t)(open - say->text)),
                                  "'{{' is not closed; write }} behind the figure");
            part.text = arena_strndup(s->arena, text, (size_t)(open - text));
            if (!read_figure(&w, open + 2, close, &part))
                return false;
            text = close + 2;
        }
        ARENA_PUSH(s->arena, w.parts, w.count, w.capacity) = part;
    }
    out->parts = w.parts;
    out->count = w.count;
    return true;
}

static bool read_finding(struct study *s, const struct doc_node *node,
                         struct finding *out)
{
    const struct doc_node *v[F_KEYS];
    const char **ids = ARENA_ARRAY(s->arena, s->scenario_count, const char *);
    *out = (struct finding){ .at = node->at };
    if (!doc_bind(&schema, node, v, s->dg) || !doc_get_id(v[F_ID], &out->id, s->dg))
        return false;
    for (size_t i = 0; i < s->scenario_count; i++)
        ids[i] = s->scenarios[i].id;
    if (v[F_SCENARIO] != NULL &&
        !doc_get_choice(v[F_SCENARIO], ids, s->scenario_count, &out->scenario, s->dg))
        return false;
    if (v[F_WHEN] != NULL) {
        out->when = study_formula_like(s, v[F_WHEN], UNIT_ONE, "a condition");
        if (out->when == NO_NODE)
            return false;
    }
    return read_say(s, v[F_SAY], out);
}

bool study_read_findings(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    size_t n = node != NULL ? node->count : 0;
    s->findings = ARENA_ARRAY(s->arena, n, struct finding);
    s->finding_count = n;
    for (size_t i = 0; i < n; i++)
        ok = read_finding(s, doc_at(node, i), &s->findings[i]) && ok;
    return ok;
}
