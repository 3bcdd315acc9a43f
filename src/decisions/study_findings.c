/* study_findings.c - sentences with figures that the report says while they hold.
 *
 *     findings:
 *       - id: basis
 *         when: executions / duration < stated
 *         say: "Executions give {{executions / duration : 4 1/s}}, {{stated}} were
 * stated."
 */
#include "base/arena.h"
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
    return sentence_read(s, v[F_SAY], &out->say);
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
