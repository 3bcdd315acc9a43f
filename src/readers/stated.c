#include "readers/stated.h"

#include <string.h>

#include "base/arena.h"
#include "doc/schema.h"

enum { DRIVES, EACH, CEILING_KEYS };
static const struct doc_field ceiling_fields[] = {
    [DRIVES] = { "drives", DOC_WANT_SCALAR, DOC_REQUIRED },
    [EACH] = { "each", DOC_WANT_TEXT, DOC_REQUIRED },
};
static const struct doc_schema ceiling_schema = DOC_SCHEMA("a ceiling", ceiling_fields);

static bool read_rate(struct arena *a, const struct doc_node *node, double *out,
                      struct diag *dg)
{
    struct doc_quantity q;
    if (!doc_get_quantity(a, node, "150 IOPS", &q, dg))
        return false;
    if (!dim_equal(q.unit.dim, (struct dim){ .time = -1 }))
        return diag_error(dg, node->at,
                          "a ceiling is a rate of operations; write for "
                          "example 150 IOPS");
    *out = q.number.x * q.unit.factor;
    return *out > 0 ||
           diag_error(dg, node->at, "a ceiling of nothing; write a rate above 0");
}

static bool read_ceiling(struct arena *a, const struct doc_node *node, double *out,
                         struct diag *dg)
{
    const struct doc_node *v[CEILING_KEYS];
    long long drives;
    if (!doc_is(node, DOC_MAPPING))
        return read_rate(a, node, out, dg);
    if (!doc_bind(&ceiling_schema, node, v, dg) ||
        !doc_get_int(v[DRIVES], 1, 1000000, &drives, dg) ||
        !read_rate(a, v[EACH], out, dg))
        return false;
    *out *= (double)drives;
    return true;
}

bool stated_read_limits(struct arena *a, const struct doc_node *expect,
                        const struct doc_node *ceiling, struct stated *out,
                        struct diag *dg)
{
    bool ok = true;
    out->expect = expect;
    if (expect != NULL)
        ok = doc_expect(expect, "'expect'", DOC_WANT_MAPPING, dg);
    if (ceiling != NULL)
        ok = read_ceiling(a, ceiling, &out->ceiling, dg) && ok;
    if (!ok)
        out->expect = NULL;
    return ok;
}

bool stated_read(struct arena *a, const struct doc_node *block, struct stated *out,
                 struct diag *dg)
{
    const struct doc_node *parameters = doc_get(block, "parameters");
    *out = (struct stated){ .count = 0 };
    bool ok = stated_read_limits(a, doc_get(block, "expect"), doc_get(block, "ceiling"),
                                 out, dg);
    if (parameters != NULL &&
        doc_expect(parameters, "'parameters'", DOC_WANT_MAPPING, dg)) {
        out->parameters = ARENA_ARRAY(a, parameters->count, struct parameter);
        for (size_t i = 0; i < parameters->count; i++) {
            const struct doc_entry *e = &parameters->entries[i];
            const char *text;
            if (doc_get_text(e->value, &text, dg))
                out->parameters[out->count++] = parameter_of(a, e->key, text);
            else
                ok = false;
        }
    }
    if (!ok)
        out->expect = NULL;
    return ok;
}

bool stated_expect(struct arena *a, const struct stated *s,
                   const struct setting *setting, struct where file, struct diag *dg)
{
    bool ok = true;
    for (size_t i = 0; s->expect != NULL && i < s->expect->count; i++) {
        const struct doc_entry *e = &s->expect->entries[i];
        const char *text;
        if (!doc_get_text(e->value, &text, dg))
            return false;
        struct parameter want = parameter_of(a, e->key, text);
        const struct parameter *got = setting_find(setting, e->key);
        if (got == NULL)
            ok = diag_error(dg, e->key_at,
                            "'%s' does not tell the '%s' that is expected", file.file,
                            e->key);
        else if (!parameter_equal(got, &want))
            ok = diag_error(dg, e->value->at,
                            "expected %s: %s, but in '%s' it is %s; is this the right "
                            "file?",
                            e->key, text, file.file, got->text);
        if (!ok)
            return false;
    }
    return ok;
}

/* Deviations and counts are no rates; all else of the IOPS is one: a median, a
 * percentile, and the fastest second too, which came from memory where it is above. */
static bool is_rate(const struct measurement *m)
{
    return strcmp(m->metric->name, "iops") == 0 &&
           strcmp(m->statistic, "stddev") != 0 && strcmp(m->statistic, "count") != 0;
}

void stated_judge(struct arena *a, const struct stated *s, struct measurement *m)
{
    if (s->ceiling <= 0 || !is_rate(m) || m->value <= s->ceiling)
        return;
    m->flags |= UINT32_C(1) << FLAG_CACHED;
    m->note = arena_printf(a, "%.6g 1/s is above the %.6g 1/s that the drives can give",
                           m->value, s->ceiling);
}
