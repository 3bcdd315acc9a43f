/* study_rights.c - evidence that rules demand, and machines that rights leave without a
 * licence. */
#include <string.h>

#include "base/arena.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"

enum { E_TOOL, E_DAYS, E_FILE, E_AS_OF, E_KEYS };
static const struct doc_field evidence_fields[] = {
    [E_TOOL] = { "tool", DOC_WANT_TEXT, DOC_OPTIONAL },
    [E_DAYS] = { "days", DOC_WANT_TEXT, DOC_OPTIONAL },
    [E_FILE] = { "file", DOC_WANT_TEXT, DOC_OPTIONAL },
    [E_AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema evidence_schema =
    DOC_SCHEMA("evidence", evidence_fields);

static bool read_evidence(struct study *s, const struct doc_entry *e,
                          struct evidence *out)
{
    const struct doc_node *v[E_KEYS];
    struct date as_of;
    *out = (struct evidence){ .name = e->key, .at = e->key_at };
    if (doc_is_null(e->value))
        return true;
    if (!doc_bind(&evidence_schema, e->value, v, s->dg) ||
        (v[E_AS_OF] != NULL && !doc_get_date(v[E_AS_OF], &as_of, s->dg)))
        return false;
    out->tool = study_text(v[E_TOOL], NULL);
    out->file = study_text(v[E_FILE], NULL);
    if (v[E_DAYS] == NULL)
        return true;
    out->days = study_formula_like(s, v[E_DAYS], UNIT_ONE, "the days of an evidence");
    return out->days != NO_NODE;
}

bool study_read_evidence(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    size_t n = node != NULL ? node->count : 0;
    s->evidence = ARENA_ARRAY(s->arena, n, struct evidence);
    for (size_t i = 0; i < n; i++)
        ok = read_evidence(s, &node->entries[i], &s->evidence[i]) && ok;
    s->evidence_count = n;
    return ok;
}

static bool find_cluster(struct study *s, const struct doc_node *word, const char *name)
{
    const char **known = ARENA_ARRAY(s->arena, s->cluster_count, const char *);
    for (size_t i = 0; i < s->cluster_count; i++) {
        known[i] = s->clusters[i].id;
        if (strcmp(known[i], name) == 0)
            return true;
    }
    return doc_unknown(word, "cluster", known, s->cluster_count, s->dg);
}

static bool add_right(struct study *s, const char *name, const struct doc_node *machine,
                      const struct doc_node *hosts)
{
    struct right_use r = { .name = name, .machine = machine->text, .at = machine->at };
    if (!find_cluster(s, machine, machine->text))
        return false;
    if (hosts != NULL) {
        if (!doc_expect(hosts, "the hosts of a right", DOC_WANT_TEXT, s->dg))
            return false;
        r.hosts = study_formula_like(s, hosts, UNIT_ONE, "the hosts of a right");
        if (r.hosts == NO_NODE)
            return false;
    }
    ARENA_PUSH(s->arena, s->rights, s->right_count, s->right_capacity) = r;
    return true;
}

/* "{dr: 1}", "[test, dev]" or "dr". */
static bool read_right(struct study *s, const struct doc_entry *e)
{
    const struct doc_node *v = e->value;
    bool ok = true;
    if (v->kind == DOC_SCALAR)
        return add_right(s, e->key, v, NULL);
    for (size_t i = 0; i < v->count; i++) {
        if (v->kind == DOC_SEQUENCE) {
            if (!doc_expect(doc_at(v, i), "a cluster", DOC_WANT_TEXT, s->dg))
                return false;
            ok = add_right(s, e->key, doc_at(v, i), NULL) && ok;
            continue;
        }
        const struct doc_entry *m = &v->entries[i];
        struct doc_node word = { .kind = DOC_SCALAR, .text = m->key, .at = m->key_at };
        word.length = strlen(m->key);
        ok = add_right(s, e->key, &word, m->value) && ok;
    }
    return ok;
}

bool study_read_rights(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++)
        ok = read_right(s, &node->entries[i]) && ok;
    return ok;
}

void study_check_rights(struct study *s)
{
    for (size_t i = 0; i < s->evidence_count; i++)
        if (!s->evidence[i].used)
            diag_warn(s->dg, s->evidence[i].at,
                      "no licence of this study asks for the evidence '%s'",
                      s->evidence[i].name);
    for (size_t i = 0; i < s->right_count; i++)
        if (!s->rights[i].used)
            diag_warn(s->dg, s->rights[i].at,
                      "no licence of this study knows the right '%s'; nothing is left "
                      "out for it",
                      s->rights[i].name);
}

/* ---- readings: of a line, or of the study for every line of a licence ---- */

enum { R_READING, R_BY, R_WHY, R_KEYS };
static const struct doc_field reading_fields[] = {
    [R_READING] = { "reading", DOC_WANT_TEXT, DOC_REQUIRED },
    [R_BY] = { "decided_by", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_WHY] = { "why", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema reading_schema = DOC_SCHEMA("a reading", reading_fields);

bool study_read_decided(struct study *s, const struct doc_node *line,
                        const char *licence, struct decided *out)
{
    const struct doc_node *v[R_KEYS];
    const struct doc_node *node = line;
    *out = (struct decided){ 0 };
    if (node == NULL && s->readings != NULL)
        node = doc_get(s->readings, licence);
    if (node == NULL)
        return true;
    if (node->kind == DOC_SCALAR) {
        out->reading = node;
        return doc_expect(node, "a reading", DOC_WANT_TEXT, s->dg);
    }
    if (!doc_bind(&reading_schema, node, v, s->dg))
        return false;
    out->reading = v[R_READING];
    out->by = study_text(v[R_BY], NULL);
    out->why = study_text(v[R_WHY], NULL);
    return true;
}
