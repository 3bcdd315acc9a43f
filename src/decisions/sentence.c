/* sentence.c - text with figures in it.
 *
 * A figure is a formula in double braces; behind " : " follow the significant digits
 * and the unit to show it in, either of which may be left out:
 * "{{executions / duration : 4 1/s}}".
 */
#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/format.h"
#include "decisions/study_parts.h"
#include "doc/tree.h"

struct writer { /* of one sentence's parts */
    struct study *s;
    const struct doc_node *say;
    struct sentence_part *parts;
    size_t count, capacity;
};

/* " : 4 TB" behind a figure. */
static bool read_shape(struct writer *w, const char *text, size_t offset,
                       struct sentence_part *part)
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
                        struct sentence_part *part)
{
    struct study *s = w->s;
    size_t offset = (size_t)(start - w->say->text);
    const char *inside = arena_strndup(s->arena, start, (size_t)(end - start));
    const char *colon = strstr(inside, " : ");
    const char *formula =
        colon == NULL ? inside
                      : arena_strndup(s->arena, inside, (size_t)(colon - inside));
    struct scope scope = study_scope(s);
    scope.node = w->say;
    scope.from = offset;
    part->figure =
        expr_build(s->graph, formula, doc_inside(w->say, offset), &scope, s->dg);
    if (part->figure == NO_NODE)
        return false;
    part->unit = graph_node(s->graph, part->figure)->unit;
    return colon == NULL ||
           read_shape(w, colon + 3, offset + (size_t)(colon + 3 - inside), part);
}

bool sentence_read(struct study *s, const struct doc_node *say, struct sentence *out)
{
    struct writer w = { .s = s, .say = say };
    const char *text = say->text;
    while (*text != '\0') {
        const char *open = strstr(text, "{{");
        struct sentence_part part = { .figure = NO_NODE };
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

const char *sentence_text(struct study *s, const struct sentence *sentence,
                          size_t scenario)
{
    struct buf b = buf_on(s->arena);
    for (size_t i = 0; i < sentence->count; i++) {
        const struct sentence_part *p = &sentence->parts[i];
        buf_add(&b, p->text);
        if (p->figure == NO_NODE)
            continue;
        double x = plan_value(s->graph, &s->scenarios[scenario], p->figure, s->dg).x;
        if (dim_is_money(p->unit.dim) && p->unit.factor == 1) {
            buf_add(&b, format_money(s->arena, x, p->unit.text));
            continue;
        }
        buf_add(&b, p->digits > 0
                        ? format_digits(s->arena, x / p->unit.factor, p->digits)
                        : format_number(s->arena, x / p->unit.factor, DIGITS));
        if (p->unit.text[0] != '\0')
            buf_printf(&b, " %s", p->unit.text);
    }
    return buf_text(&b);
}
