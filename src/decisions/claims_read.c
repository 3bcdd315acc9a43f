#include "decisions/claims_read.h"

#include <string.h>

#include "base/arena.h"
#include "base/share.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "doc/yaml.h"

const char *const words_names[WORDS_COUNT] = {
    "exact", "about", "nearly", "at least", "slightly", "range", "one of", "direction",
};
const char *const change_names[CHANGE_COUNT] = {
    "none", "reduction", "increase", "share", "times", "faster", "share of the result",
};

enum { R_VERSION, R_CLAIMS, R_SOURCE, R_MEASURED, R_LIST, R_KEYS };

static const struct doc_field root_fields[] = {
    [R_VERSION] = { "priceperf", DOC_WANT_TEXT, DOC_REQUIRED },
    [R_CLAIMS] = { "claims", DOC_WANT_TEXT, DOC_REQUIRED },
    [R_SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [R_MEASURED] = { "measured", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [R_LIST] = { "stated", DOC_WANT_SEQUENCE, DOC_REQUIRED },
};
static const struct doc_schema root_schema = DOC_SCHEMA("a claim file", root_fields);

enum {
    C_ID,
    C_QUANTITY,
    C_WORDS,
    C_STATED,
    C_FIGURES,
    C_PAIRS,
    C_AS,
    C_MEASURE,
    C_BASES,
    C_NOTE,
    C_KEYS,
};
static const struct doc_field claim_fields[] = {
    [C_ID] = { "id", DOC_WANT_TEXT, DOC_REQUIRED },
    [C_QUANTITY] = { "quantity", DOC_WANT_TEXT, DOC_REQUIRED },
    [C_WORDS] = { "words", DOC_WANT_TEXT, DOC_REQUIRED },
    [C_STATED] = { "stated", DOC_WANT_ANY, DOC_REQUIRED },
    [C_FIGURES] = { "figures", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [C_PAIRS] = { "pairs", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [C_AS] = { "as", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_MEASURE] = { "measure", DOC_WANT_TEXT, DOC_OPTIONAL },
    [C_BASES] = { "bases", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [C_NOTE] = { "note", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema claim_schema = DOC_SCHEMA("a claim", claim_fields);

enum { P_BEFORE, P_AFTER, P_KEYS };
static const struct doc_field pair_fields[] = {
    [P_BEFORE] = { "before", DOC_WANT_ANY, DOC_REQUIRED },
    [P_AFTER] = { "after", DOC_WANT_ANY, DOC_REQUIRED },
};
static const struct doc_schema pair_schema = DOC_SCHEMA("a pair", pair_fields);

enum { G_FIGURE, G_SCENARIO, G_KEYS };
static const struct doc_field figure_fields[] = {
    [G_FIGURE] = { "figure", DOC_WANT_TEXT, DOC_REQUIRED },
    [G_SCENARIO] = { "scenario", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema figure_schema = DOC_SCHEMA("a figure", figure_fields);

enum { B_NAME, B_FIGURES, B_PAIRS, B_KEYS };
static const struct doc_field basis_fields[] = {
    [B_NAME] = { "name", DOC_WANT_TEXT, DOC_REQUIRED },
    [B_FIGURES] = { "figures", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [B_PAIRS] = { "pairs", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
};
static const struct doc_schema basis_schema = DOC_SCHEMA("a basis", basis_fields);

/* A formula, alone or with the scenario it is to be read in. */
static bool read_figure(struct study *s, const struct doc_node *node, double *value,
                        struct unit *unit)
{
    const struct doc_node *v[G_KEYS] = { node, NULL };
    const char **ids = ARENA_ARRAY(s->arena, s->scenario_count, const char *);
    size_t scenario = 0;
    for (size_t i = 0; i < s->scenario_count; i++)
        ids[i] = s->scenarios[i].id;
    if (node->kind == DOC_MAPPING && !doc_bind(&figure_schema, node, v, s->dg))
        return false;
    if (!doc_expect(v[G_FIGURE], "a figure", DOC_WANT_TEXT, s->dg))
        return false;
    if (v[G_SCENARIO] != NULL &&
        !doc_get_choice(v[G_SCENARIO], ids, s->scenario_count, &scenario, s->dg))
        return false;
    node_id id = study_formula(s, v[G_FIGURE]);
    if (id == NO_NODE)
        return false;
    size_t errors = s->dg->errors;
    *value = plan_value(s->graph, &s->scenarios[scenario], id, s->dg).x;
    *unit = graph_node(s->graph, id)->unit;
    return s->dg->errors == errors;
}

static bool read_figures(struct study *s, const struct doc_node *node,
                         struct figure_set *out)
{
    double *values = ARENA_ARRAY(s->arena, node->count, double);
    for (size_t i = 0; i < node->count; i++) {
        struct unit unit;
        if (!read_figure(s, doc_at(node, i), &values[i], &unit))
            return false;
        if (i > 0 && !dim_equal(unit.dim, out->unit.dim))
            return diag_error(s->dg, doc_at(node, i)->at,
                              "figures of different units in "
                              "one claim");
        out->unit = unit;
    }
    out->values = values;
    out->count = node->count;
    return true;
}

static bool read_pairs(struct study *s, const struct doc_node *node,
                       struct figure_set *out)
{
    double *before = ARENA_ARRAY(s->arena, node->count, double);
    double *after = ARENA_ARRAY(s->arena, node->count, double);
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_node *v[P_KEYS];
        struct unit b, a;
        if (!doc_bind(&pair_schema, doc_at(node, i), v, s->dg) ||
            !read_figure(s, v[P_BEFORE], &before[i], &b) ||
            !read_figure(s, v[P_AFTER], &after[i], &a))
            return false;
        if (!dim_equal(a.dim, b.dim))
            return diag_error(s->dg, v[P_AFTER]->at, "before is in %s and after in %s",
                              dim_text(s->arena, b.dim), dim_text(s->arena, a.dim));
        out->measured = b;
        if (before[i] == 0 || after[i] == 0)
            return diag_error(s->dg, v[P_BEFORE]->at,
                              "a pair with a zero has no ratio");
    }
    out->before = before;
    out->after = after;
    out->count = node->count;
    out->unit = UNIT_ONE;
    return true;
}

static bool read_set(struct study *s, const struct doc_node *figures,
                     const struct doc_node *pairs, struct figure_set *out)
{
    if (figures != NULL && pairs != NULL)
        return diag_error(s->dg, pairs->at, "a claim has figures or pairs, not both");
    if (figures != NULL)
        return read_figures(s, figures, out);
    return pairs == NULL || read_pairs(s, pairs, out);
}

static bool read_bases(struct study *s, const struct doc_node *node, struct claim *c)
{
    if (node == NULL)
        return true;
    struct figure_set *bases = ARENA_ARRAY(s->arena, node->count, struct figure_set);
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_node *v[B_KEYS];
        if (!doc_bind(&basis_schema, doc_at(node, i), v, s->dg) ||
            !read_set(s, v[B_FIGURES], v[B_PAIRS], &bases[i]))
            return false;
        bases[i].name = v[B_NAME]->text;
    }
    c->bases = bases;
    c->base_count = node->count;
    return true;
}

/* How many decimals the number was stated with: they say what it may be rounded to. */
static int decimals(const char *text)
{
    const char *point = strchr(text, '.');
    int n = 0;
    if (point != NULL)
        while (point[1 + n] >= '0' && point[1 + n] <= '9')
            n++;
    return n;
}

static bool read_number(struct study *s, const struct doc_node *node, struct claim *c,
                        size_t i)
{
    struct value v;
    if (!study_literal(s, node, NULL, &v, &c->unit))
        return false;
    c->stated[i] = v.x;
    c->decimals = decimals(node->text);
    return true;
}

static bool read_stated(struct study *s, const struct doc_node *node, struct claim *c)
{
    static const char *const directions[] = { "falls", "unchanged", "rises" };
    size_t i;
    c->stated_text = node->text;
    if (c->words == WORDS_DIRECTION) {
        if (!doc_get_choice(node, directions, 3, &i, s->dg))
            return false;
        c->direction = (int)i - 1;
        return true;
    }
    if (node->kind == DOC_SEQUENCE) {
        if (c->words != WORDS_RANGE || node->count != 2)
            return diag_error(s->dg, node->at,
                              "two stated numbers go with words: range");
        c->stated_text = arena_printf(s->arena, "%s to %s", doc_at(node, 0)->text,
                                      doc_at(node, 1)->text);
        if (!read_number(s, doc_at(node, 0), c, 0) ||
            !read_number(s, doc_at(node, 1), c, 1))
            return false;
        return c->stated[0] <= c->stated[1] ||
               diag_error(s->dg, node->at,
                          "a range that begins above its end; write the smaller number "
                          "first");
    }
    if (c->words == WORDS_RANGE)
        return diag_error(
            s->dg, node->at,
            "words: range needs two stated numbers, as in [15 %%, 57 %%]");
    if (node->kind == DOC_MAPPING) {
        c->stated_text = NULL; /* said as the figure it is */
        return read_figure(s, node, &c->stated[0], &c->unit);
    }
    return read_number(s, node, c, 0);
}

static bool fits_unit(struct study *s, const struct doc_node *stated,
                      const struct claim *c)
{
    if (c->words == WORDS_DIRECTION || c->own.count == 0 ||
        dim_equal(c->unit.dim, c->own.unit.dim))
        return true;
    return diag_error(s->dg, stated->at, "stated in %s, but the figures are in %s",
                      dim_text(s->arena, c->unit.dim),
                      dim_text(s->arena, c->own.unit.dim));
}

static bool read_change(struct study *s, const struct doc_node *const *v,
                        struct claim *c)
{
    static const char *const measures[] = { "size", "rate", "time" };
    size_t as = CHANGE_NONE, measure = MEASURE_SIZE;
    if (v[C_AS] != NULL &&
        !doc_get_choice(v[C_AS], change_names, CHANGE_COUNT, &as, s->dg))
        return false;
    if (v[C_MEASURE] != NULL &&
        !doc_get_choice(v[C_MEASURE], measures, 3, &measure, s->dg))
        return false;
    c->change = (enum change)as;
    c->measure = (enum claim_measure)measure;
    if (v[C_PAIRS] != NULL && c->words != WORDS_DIRECTION && c->change == CHANGE_NONE)
        return diag_error(s->dg, v[C_PAIRS]->at,
                          "pairs need as: reduction, increase, "
                          "share, times or faster");
    if (c->change == CHANGE_FASTER && v[C_MEASURE] == NULL)
        return diag_error(s->dg, v[C_AS]->at, "faster needs measure: time or rate");
    return true;
}

static bool read_claim(struct study *s, const struct doc_node *node, struct claim *c)
{
    const struct doc_node *v[C_KEYS];
    struct sentence note;
    size_t words;
    *c = (struct claim){ .at = node->at };
    if (!doc_bind(&claim_schema, node, v, s->dg) ||
        !doc_get_choice(v[C_WORDS], words_names, WORDS_COUNT, &words, s->dg))
        return false;
    c->id = v[C_ID]->text;
    c->quantity = v[C_QUANTITY]->text;
    c->words = (enum claim_words)words;
    if (!read_change(s, v, c) || !read_stated(s, v[C_STATED], c) ||
        !read_set(s, v[C_FIGURES], v[C_PAIRS], &c->own) ||
        !read_bases(s, v[C_BASES], c) || !fits_unit(s, v[C_STATED], c))
        return false;
    if (v[C_NOTE] == NULL)
        return true;
    if (!sentence_read(s, v[C_NOTE], &note))
        return false;
    c->note = sentence_text(s, &note, 0);
    return true;
}

static bool twice(struct study *s, const struct claim *claims, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (claims[k].id != NULL && claims[i].id != NULL &&
            strcmp(claims[k].id, claims[i].id) == 0)
            return diag_error(s->dg, claims[i].at, "a second claim '%s'", claims[i].id);
    return true;
}

bool claims_read(struct study *s, const char **source, struct claim **out,
                 size_t *count)
{
    const struct doc_node *v[R_KEYS];
    struct study_file file = { .path = s->claims_path, .kind = "claims" };
    long long version;
    const char *path = path_join(s->arena, s->folder, s->claims_path);
    const struct doc_node *root = yaml_read(s->arena, path, s->claims_at, s->dg);
    if (root == NULL || !doc_bind(&root_schema, root, v, s->dg) ||
        !doc_get_int(v[R_VERSION], 1, 1, &version, s->dg) ||
        !study_note_file(s, &file, path, s->claims_at) ||
        !study_read_measured(s, v[R_MEASURED]))
        return false;
    struct claim *claims = ARENA_ARRAY(s->arena, v[R_LIST]->count, struct claim);
    bool ok = true;
    for (size_t i = 0; i < v[R_LIST]->count; i++)
        ok = read_claim(s, doc_at(v[R_LIST], i), &claims[i]) && twice(s, claims, i) &&
             ok;
    *source = study_text(v[R_SOURCE], "");
    *out = claims;
    *count = v[R_LIST]->count;
    return ok;
}
