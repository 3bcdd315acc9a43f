/* study_inputs.c - inputs: value, range, choices, distribution, where it comes from. */
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "prices/pedigree.h"

enum {
    VALUE,
    RANGE,
    CHOICES,
    DISTRIBUTION,
    AGAINST,
    SOURCE,
    AS_OF,
    CONFIDENCE,
    OWNER,
    HELP,
    KEYS,
};
static const struct doc_field fields[] = {
    [VALUE] = { "value", DOC_WANT_TEXT, DOC_REQUIRED },
    [RANGE] = { "range", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [CHOICES] = { "choices", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [DISTRIBUTION] = { "distribution", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [AGAINST] = { "against", DOC_WANT_TEXT, DOC_OPTIONAL },
    [SOURCE] = { "source", DOC_WANT_TEXT, DOC_OPTIONAL },
    [AS_OF] = { "as_of", DOC_WANT_TEXT, DOC_OPTIONAL },
    [CONFIDENCE] = { "confidence", DOC_WANT_TEXT, DOC_OPTIONAL },
    [OWNER] = { "owner", DOC_WANT_TEXT, DOC_OPTIONAL },
    [HELP] = { "help", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("an input", fields);

/* A bare value beside a range with a unit: the value is the one that is wrong. */
static bool lacks_unit(struct study *s, const struct doc_node *value,
                       const struct doc_node *end, const struct unit *unit)
{
    struct value ignored;
    struct unit own;
    if (!dim_is_none(unit->dim) || !study_literal(s, end, NULL, &ignored, &own) ||
        dim_is_none(own.dim))
        return false;
    diag_error(s->dg, value->at,
               "the unit is missing, and the range is in %s; write for example %s %s",
               own.text, value->text, own.text);
    return true;
}

static bool read_range(struct study *s, const struct doc_node *node, struct unit unit,
                       const struct doc_node *value, struct input *in)
{
    struct unit ignored;
    if (node->count != 2)
        return diag_error(s->dg, node->at,
                          "a range has %zu ends; write two, as in "
                          "[1 TB, 1 PB]",
                          node->count);
    if (lacks_unit(s, value, doc_at(node, 0), &unit) ||
        lacks_unit(s, value, doc_at(node, 1), &unit) ||
        !study_literal(s, doc_at(node, 0), &unit, &in->lo, &ignored) ||
        !study_literal(s, doc_at(node, 1), &unit, &in->hi, &ignored))
        return false;
    if (in->lo.x > in->hi.x)
        return diag_error(s->dg, node->at,
                          "a range that begins above its end; write the "
                          "smaller number first");
    in->ranged = true;
    if (in->value.x < in->lo.x || in->value.x > in->hi.x)
        diag_warn(s->dg, node->at, "the value lies outside its own range");
    return true;
}

static bool are_different(struct study *s, const struct doc_node *node,
                          const struct input *in)
{
    for (size_t i = 0; i < in->choice_count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(in->choices[i], in->choices[k]) == 0)
                return diag_error(s->dg, doc_at(node, i)->at,
                                  "the choice '%s' stands here twice; write each once",
                                  in->choices[i]);
    return true;
}

static bool read_choices(struct study *s, const struct doc_node *node,
                         const struct doc_node *value, struct input *in)
{
    static const char *const yes_no[] = { "no", "yes" };
    size_t chosen;
    if (node == NULL) {
        in->choices = yes_no;
        in->choice_count = 2;
    } else if (!doc_get_texts(s->arena, node, &in->choices, &in->choice_count, s->dg)) {
        return false;
    } else if (in->choice_count == 0) {
        return diag_error(s->dg, node->at,
                          "a list of choices without one; write at least one");
    } else if (!are_different(s, node, in)) {
        return false;
    }
    if (!doc_get_choice(value, in->choices, in->choice_count, &chosen, s->dg))
        return false;
    in->value = value_of_exact(exact_int((long long)chosen));
    in->lo = value_of_exact(exact_int(0));
    in->hi = value_of_exact(exact_int((long long)in->choice_count - 1));
    in->ranged = true;
    return true;
}

/* The shapes by name, with how many numbers each takes and how they are written. */
static const struct {
    const char *name;
    enum shape shape;
    size_t numbers;
    const char *keys[2]; /* NULL: a list */
    const char *example;
} shapes[] = {
    { "uniform", SHAPE_UNIFORM, 2, { NULL, NULL }, "uniform: [15 %, 75 %]" },
    { "triangular",
      SHAPE_TRIANGULAR,
      3,
      { NULL, NULL },
      "triangular: [15 %, 30 %, 75 %]" },
    { "normal",
      SHAPE_NORMAL,
      2,
      { "mean", "deviation" },
      "normal: {mean: 10 TB, deviation: 2 TB}" },
    { "lognormal",
      SHAPE_LOGNORMAL,
      2,
      { "median", "spread" },
      "lognormal: {median: 1 USD/GB, spread: 1.5}" },
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static bool read_number(struct study *s, const struct doc_node *node, size_t shape,
                        size_t i, struct unit unit, double *out)
{
    struct value v;
    struct unit ignored;
    bool bare = shapes[shape].shape == SHAPE_LOGNORMAL && i == 1;
    if (!study_literal(s, node, bare ? &UNIT_ONE : &unit, &v, &ignored))
        return false;
    *out = v.x;
    return true;
}

static bool read_shape(struct study *s, const struct doc_entry *e, size_t k,
                       struct unit unit, struct distribution *d)
{
    const struct doc_node *v = e->value;
    size_t n = shapes[k].numbers;
    bool list = shapes[k].keys[0] == NULL;
    if ((list ? v->kind != DOC_SEQUENCE : v->kind != DOC_MAPPING) || v->count != n)
        return diag_error(s->dg, v->at,
                          "a %s distribution is written otherwise; write %s", e->key,
                          shapes[k].example);
    for (size_t i = 0; i < n; i++) {
        const struct doc_node *number =
            list ? doc_at(v, i) : doc_get(v, shapes[k].keys[i]);
        if (number == NULL)
            return diag_error(s->dg, v->at, "'%s' is missing here; write %s",
                              shapes[k].keys[i], shapes[k].example);
        if (!read_number(s, number, k, i, unit, &d->p[i]))
            return false;
    }
    d->shape = shapes[k].shape;
    return true;
}

static bool sensible(struct study *s, const struct doc_node *at,
                     const struct distribution *d)
{
    const double *p = d->p;
    bool ok = true;
    switch (d->shape) {
    case SHAPE_NONE:
        break;
    case SHAPE_UNIFORM:
        ok = p[0] < p[1];
        break;
    case SHAPE_TRIANGULAR:
        ok = p[0] <= p[1] && p[1] <= p[2] && p[0] < p[2];
        break;
    case SHAPE_NORMAL:
        ok = p[1] > 0;
        break;
    case SHAPE_LOGNORMAL:
        ok = p[0] > 0 && p[1] > 1;
        break;
    }
    return ok ||
           diag_error(s->dg, at->at,
                      "these numbers make no distribution; ends and mode must ascend, "
                      "a deviation be above 0, a lognormal spread above 1");
}

static bool read_distribution(struct study *s, const struct doc_node *node,
                              struct unit unit, struct distribution *d)
{
    static const char *const names[] = { "uniform", "triangular", "normal", "lognormal",
                                         "source" };
    for (size_t i = 0; i < node->count; i++) {
        const struct doc_entry *e = &node->entries[i];
        size_t k = 0;
        while (k < SHAPES && strcmp(shapes[k].name, e->key) != 0)
            k++;
        if (k == SHAPES && strcmp(e->key, "source") == 0) {
            if (!doc_get_text(e->value, &d->source, s->dg))
                return false;
        } else if (k == SHAPES) {
            struct doc_node word = { .kind = DOC_SCALAR,
                                     .text = e->key,
                                     .at = e->key_at };
            word.length = strlen(e->key);
            return doc_unknown(&word, "distribution", names, 5, s->dg);
        } else if (d->shape != SHAPE_NONE) {
            return diag_error(s->dg, e->key_at, "a second distribution; write one");
        } else if (!read_shape(s, e, k, unit, d)) {
            return false;
        }
    }
    if (d->shape == SHAPE_NONE)
        return diag_error(s->dg, node->at, "a distribution without a shape; write %s",
                          shapes[1].example);
    return sensible(s, node, d);
}

static bool is_yes_or_no(const struct doc_node *value)
{
    return !value->quoted &&
           (strcmp(value->text, "yes") == 0 || strcmp(value->text, "no") == 0);
}

static bool read_input(struct study *s, const struct doc_entry *e)
{
    const struct doc_node *v[KEYS];
    struct input in = { .ranged = false };
    struct unit unit = UNIT_ONE;
    /* `cpus: 4 CPU` is short for `cpus: {value: 4 CPU}` */
    if (e->value->kind == DOC_SCALAR) {
        memset(v, 0, sizeof v);
        v[VALUE] = e->value;
    } else if (!doc_bind(&schema, e->value, v, s->dg)) {
        return false;
    }
    bool choice = v[CHOICES] != NULL || is_yes_or_no(v[VALUE]);
    if (choice ? !read_choices(s, v[CHOICES], v[VALUE], &in)
               : !study_literal(s, v[VALUE], NULL, &in.value, &unit))
        return false;
    if (v[RANGE] != NULL && !read_range(s, v[RANGE], unit, v[VALUE], &in))
        return false;
    if (v[DISTRIBUTION] != NULL &&
        !read_distribution(s, v[DISTRIBUTION], unit, &in.distribution))
        return false;
    struct pedigree_keys keys = { v[SOURCE], v[AS_OF], v[CONFIDENCE], v[OWNER],
                                  v[HELP] };
    if (!pedigree_read(&keys, &in.pedigree, s->dg))
        return false;
    if (unit.dim.money[1] != 0 && in.pedigree.as_of == NULL)
        return diag_error(s->dg, v[VALUE]->at,
                          "a rate between two currencies without a date; write for "
                          "example {value: %s, as_of: %s}",
                          v[VALUE]->text, date_text(s->arena, s->prices_as_of));
    struct study_name *name = study_declare(s, NAME_INPUT, e->key, e->key_at);
    if (name == NULL)
        return false;
    name->help = in.pedigree.help;
    name->node = graph_input(s->graph, e->key, &in, unit, v[VALUE]->at);
    return true;
}

bool study_read_inputs(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++)
        ok = read_input(s, &node->entries[i]) && ok;
    return ok;
}
