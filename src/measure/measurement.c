#include "measure/measurement.h"

#include <string.h>

#include "base/arena.h"
#include "doc/json.h"

const char *const flag_names[FLAG_COUNT] = {
    [FLAG_PARTIAL] = "partial",
    [FLAG_INTERRUPTED] = "interrupted",
    [FLAG_ERRORS] = "errors",
    [FLAG_SATURATED] = "saturated",
    [FLAG_CUMULATIVE] = "cumulative",
    [FLAG_CACHED] = "cached",
    [FLAG_SHORT] = "short",
    [FLAG_UNSTEADY] = "unsteady",
    [FLAG_OMISSION] = "omission",
    [FLAG_DISAGREES] = "disagrees",
    [FLAG_UNIT] = "unit",
};

static bool read_number(struct arena *a, const char *text, struct parameter *p)
{
    struct exact number;
    size_t used = 0, length = strlen(text);
    exact_parse(text, length, &number, &used);
    if (used == 0)
        return false;
    size_t start = used + strspn(text + used, " ");
    struct unit unit = UNIT_ONE;
    if (start < length) {
        const char *why;
        size_t at;
        if (!unit_parse(a, text + start, length - start, &unit, &why, &at))
            return false;
    }
    p->kind = PARAMETER_NUMBER;
    p->dim = unit.dim;
    p->is_exact = exact_mul(number, unit.scale, &p->exact);
    p->number =
        p->is_exact ? exact_double(p->exact) : exact_double(number) * unit.factor;
    return true;
}

struct parameter parameter_of(struct arena *a, const char *key, const char *text)
{
    struct parameter p = { .key = key, .text = text };
    bool yes = strcmp(text, "yes") == 0 || strcmp(text, "true") == 0;
    bool no = strcmp(text, "no") == 0 || strcmp(text, "false") == 0;
    if (yes || no) {
        p.kind = PARAMETER_BOOL;
        p.text = yes ? "yes" : "no";
    } else {
        read_number(a, text, &p);
    }
    return p;
}

bool parameter_equal(const struct parameter *a, const struct parameter *b)
{
    if (a->kind != b->kind || strcmp(a->key, b->key) != 0)
        return false;
    if (a->kind != PARAMETER_NUMBER)
        return strcmp(a->text, b->text) == 0;
    int order;
    if (!dim_equal(a->dim, b->dim))
        return false;
    if (a->is_exact && b->is_exact && exact_cmp(a->exact, b->exact, &order))
        return order == 0;
    return a->number == b->number;
}

const struct parameter *setting_find(const struct setting *s, const char *key)
{
    for (size_t i = 0; i < s->count; i++)
        if (strcmp(s->items[i].key, key) == 0)
            return &s->items[i];
    return NULL;
}

static void add_told(struct json_out *out, const struct measurement *m)
{
    if (m->duration > 0) {
        json_key(out, "duration");
        json_number(out, m->duration);
    }
    if (m->samples > 0) {
        json_key(out, "samples");
        json_number(out, m->samples);
    }
    if (m->repeat > 0) {
        json_key(out, "repeat");
        json_int(out, m->repeat);
    }
    if (m->file->tool != NULL) {
        json_key(out, "tool");
        json_string(out, m->file->tool);
    }
    if (m->state != NULL) {
        json_key(out, "state");
        json_raw(out, m->state->canonical);
    }
    if (m->note != NULL) {
        json_key(out, "note");
        json_string(out, m->note);
    }
}

void measurement_add_json(struct buf *to, const struct measurement *m)
{
    struct json_out out = { .text = *to };
    json_line(&out);
    json_object(&out);
    json_key(&out, "file");
    json_string(&out, m->file->path);
    json_key(&out, "line");
    json_int(&out, m->at.line);
    json_key(&out, "format");
    json_string(&out, m->file->format);
    json_key(&out, "system");
    json_string(&out, m->system);
    json_key(&out, "metric");
    json_string(&out, m->metric->name);
    json_key(&out, "statistic");
    json_string(&out, m->statistic);
    json_key(&out, "value");
    json_number(&out, m->value);
    json_key(&out, "unit");
    json_string(&out, metric_unit(to->arena, m->metric));
    json_key(&out, "direction");
    json_string(&out, direction_names[m->metric->direction]);
    json_key(&out, "parameters");
    json_raw(&out, m->setting->canonical);
    json_key(&out, "flags");
    json_array(&out);
    for (unsigned i = 0; i < FLAG_COUNT; i++)
        if (m->flags >> i & 1)
            json_string(&out, flag_names[i]);
    json_end(&out);
    add_told(&out, m);
    json_end(&out);
    *to = out.text;
}

const char *measurement_json(struct arena *a, const struct measurement *m)
{
    struct buf text = buf_on(a);
    measurement_add_json(&text, m);
    return text.text;
}
