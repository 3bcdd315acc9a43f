/* study_machines.c - what machines and licence lines say of themselves, and the
 * clusters of the study that a line counts. */
#include <ctype.h>
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "quantities/op.h"

/* A number, a formula, or the beginning of one; anything else is a word. */
static bool is_formula(struct study *s, const char *text)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                            "0123456789.");
    if (n == 0 || isdigit((unsigned char)*text))
        return true;
    const char *word = arena_strndup(s->arena, text, n);
    struct scope scope = study_scope(s);
    return scope.known(scope.context, word) ||
           (op_find(word) != NULL && text[n] == '(');
}

static bool read_one(struct study *s, const struct doc_entry *e, struct meter *out)
{
    const char *text = e->value->text;
    *out = (struct meter){ .name = e->key, .at = e->value->at };
    if (!doc_expect(e->value, "what is counted", DOC_WANT_TEXT, s->dg))
        return false;
    out->text = text;
    bool yes = strcmp(text, "yes") == 0, no = strcmp(text, "no") == 0;
    if (yes || no) {
        out->node = graph_const(s->graph, value_of_exact(exact_int(yes)), UNIT_ONE,
                                e->value->at);
        return true;
    }
    if (!is_formula(s, text))
        return true;
    out->node = study_formula(s, e->value);
    return out->node != NO_NODE;
}

static const struct meter *find(const struct meter *m, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(m[i].name, name) == 0)
            return &m[i];
    return NULL;
}

/* cores = sockets x cores_per_socket: the third follows from two of them. */
static void derive(struct study *s, struct meter *m, size_t *n, struct where at)
{
    static const struct {
        const char *name, *op, *a, *b;
    } rules[] = {
        { "cores", "mul", "sockets", "cores_per_socket" },
        { "cores_per_socket", "div", "cores", "sockets" },
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        const struct meter *a = find(m, *n, rules[i].a), *b = find(m, *n, rules[i].b);
        if (find(m, *n, rules[i].name) != NULL || a == NULL || b == NULL ||
            a->node == NO_NODE || b->node == NO_NODE)
            continue;
        struct meter more = { .name = rules[i].name, .at = at };
        more.node = graph_op2(s->graph, rules[i].op, a->node, b->node, at, s->dg);
        m[(*n)++] = more;
    }
}

bool study_read_meters(struct study *s, const struct doc_node *node,
                       const struct meter **out, size_t *count)
{
    size_t n = 0, given = node != NULL ? node->count : 0;
    struct meter *m = ARENA_ARRAY(s->arena, given + 2, struct meter);
    for (size_t i = 0; i < given; i++)
        if (!read_one(s, &node->entries[i], &m[n++]))
            return false;
    if (node != NULL)
        derive(s, m, &n, node->at);
    *out = m;
    *count = n;
    return true;
}

static bool read_cluster(struct study *s, const struct doc_entry *e,
                         struct machine *out)
{
    *out = (struct machine){ .id = e->key, .at = e->key_at };
    if (!doc_is_id(e->key))
        return diag_error(s->dg, e->key_at,
                          "'%s' cannot name a cluster; write a letter, then letters, "
                          "digits, '-' and '_'",
                          e->key);
    if (!doc_expect(e->value, "a cluster", DOC_WANT_MAPPING, s->dg) ||
        !study_read_meters(s, e->value, &out->meters, &out->meter_count))
        return false;
    const struct meter *hosts = find(out->meters, out->meter_count, "hosts");
    if (hosts != NULL && hosts->node == NO_NODE)
        return diag_error(s->dg, hosts->at, "hosts is a number, not the word '%s'",
                          hosts->text);
    if (hosts != NULL)
        out->count = hosts->node;
    return true;
}

bool study_read_clusters(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    size_t n = node != NULL ? node->count : 0;
    struct machine *clusters = ARENA_ARRAY(s->arena, n, struct machine);
    for (size_t i = 0; i < n; i++)
        ok = read_cluster(s, &node->entries[i], &clusters[i]) && ok;
    s->clusters = clusters;
    s->cluster_count = n;
    return ok;
}

/* {role: prod}: every word must be the cluster's. */
static bool fits(const struct machine *m, const struct doc_node *filter)
{
    for (size_t i = 0; i < filter->count; i++) {
        const struct meter *is =
            find(m->meters, m->meter_count, filter->entries[i].key);
        const char *want = doc_text(filter->entries[i].value);
        if (is == NULL || is->text == NULL || want == NULL ||
            strcmp(is->text, want) != 0)
            return false;
    }
    return true;
}

static bool pick_names(struct study *s, const struct doc_node *node,
                       struct machine *out, size_t *count)
{
    const char *const *names;
    size_t n;
    const char **known = ARENA_ARRAY(s->arena, s->cluster_count, const char *);
    for (size_t i = 0; i < s->cluster_count; i++)
        known[i] = s->clusters[i].id;
    if (!doc_get_texts(s->arena, node, &names, &n, s->dg))
        return false;
    for (size_t k = 0; k < n; k++) {
        size_t i = 0;
        while (i < s->cluster_count && strcmp(known[i], names[k]) != 0)
            i++;
        if (i == s->cluster_count)
            return doc_unknown(node->kind == DOC_SEQUENCE ? doc_at(node, k) : node,
                               "cluster", known, s->cluster_count, s->dg);
        for (size_t before = 0; before < *count; before++)
            if (out[before].id == known[i])
                return diag_error(s->dg, node->at, "the cluster '%s' is counted twice",
                                  names[k]);
        out[(*count)++] = s->clusters[i];
    }
    return true;
}

bool study_pick_machines(struct study *s, const struct doc_node *node,
                         struct licence_use *use)
{
    struct machine *out = ARENA_ARRAY(s->arena, s->cluster_count, struct machine);
    size_t n = 0;
    if (node == NULL)
        return true;
    bool all = node->kind == DOC_SCALAR && strcmp(node->text, "all") == 0;
    if (all || node->kind == DOC_MAPPING) {
        for (size_t i = 0; i < s->cluster_count; i++)
            if (all || fits(&s->clusters[i], node))
                out[n++] = s->clusters[i];
    } else if (!pick_names(s, node, out, &n)) {
        return false;
    }
    if (n == 0)
        return diag_error(s->dg, node->at,
                          "no cluster of this study is meant; name some of clusters:, "
                          "or all");
    use->machines = out;
    use->machine_count = n;
    return true;
}
