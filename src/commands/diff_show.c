/* The differences of `priceperf diff` for other programs. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "commands/diff_call.h"
#include "commands/runs_call.h"
#include "doc/json.h"

static const struct fact *fact_of(const struct change *c)
{
    return c->is != NULL ? c->is : c->was;
}

static const char *kind_of(const struct change *c)
{
    return c->was == NULL ? "added" : c->is == NULL ? "removed" : "changed";
}

/* ---- JSON ---- */

static void json_fact(struct json_out *j, const char *key, const struct fact *f)
{
    json_key(j, key);
    if (f == NULL)
        json_null(j);
    else if (f->number)
        json_number(j, strtod(f->text, NULL));
    else
        json_string(j, f->text);
}

static void json_change(struct json_out *j, const struct change *c)
{
    const struct fact *f = fact_of(c);
    json_line(j);
    json_object(j);
    json_pair_string(j, "group", fact_group_name(f->group));
    json_pair_string(j, "scenario", f->scenario);
    json_pair_string(j, "subject", f->subject);
    json_pair_string(j, "field", f->field);
    json_pair_string(j, "change", kind_of(c));
    json_fact(j, "was", c->was);
    json_pair_string(j, "was_unit", c->was != NULL ? c->was->unit : NULL);
    json_fact(j, "is", c->is);
    json_pair_string(j, "is_unit", c->is != NULL ? c->is->unit : NULL);
    json_pair_number(j, "difference", c->difference);
    json_pair_number(j, "share", c->share);
    json_key(j, "two_percent");
    json_bool(j, c->marked);
    json_key(j, "worse");
    json_bool(j, c->worse);
    json_end(j);
}

static void json_edition(struct json_out *j, const char *key, const struct edition *e)
{
    json_key(j, key);
    json_line(j);
    json_object(j);
    json_pair_string(j, "path", e->path);
    json_pair_string(j, "kind", e->kind);
    json_pair_string(j, "id", e->id);
    json_pair_string(j, "version", e->version);
    json_pair_string(j, "date", e->date);
    json_pair_string(j, "prices_as_of", e->prices_as_of);
    json_pair_string(j, "currency", e->currency);
    json_pair_string(j, "scenario", e->chosen);
    json_pair_string(j, "recommended", e->recommended);
    json_key(j, "tie");
    json_bool(j, e->tie);
    json_end(j);
}

void diff_show_json(const struct changes *c)
{
    struct json_out j = json_on(c->a->arena);
    json_object(&j);
    json_edition(&j, "a", c->a);
    json_edition(&j, "b", c->b);
    json_key(&j, "equal");
    json_bool(&j, c->count == 0);
    json_pair_string(&j, "decision", changes_decision(c));
    json_key(&j, "not_compared");
    json_line(&j);
    json_array(&j);
    for (size_t g = 0; g < FACT_GROUPS; g++)
        if (c->uncarried[g])
            json_string(&j, fact_group_name((enum fact_group)g));
    json_end(&j);
    json_key(&j, "changes");
    json_array(&j);
    for (size_t i = 0; i < c->count; i++)
        json_change(&j, &c->items[i]);
    json_end(&j);
    json_end(&j);
    fputs(json_text(&j), stdout);
}

/* ---- CSV ---- */

static void csv_text(const char *text)
{
    putchar(',');
    if (text != NULL)
        runs_csv_cell(text);
}

static void csv_number(double x)
{
    char text[JSON_NUMBER_SIZE];
    putchar(',');
    if (!isnan(x))
        fputs(json_number_text(x, text), stdout);
}

void diff_show_csv(const struct changes *c)
{
    puts("group,scenario,subject,field,change,was,was_unit,is,is_unit,difference,share,"
         "two_percent,worse");
    for (size_t i = 0; i < c->count; i++) {
        const struct change *one = &c->items[i];
        const struct fact *f = fact_of(one);
        fputs(fact_group_name(f->group), stdout);
        csv_text(f->scenario);
        csv_text(f->subject);
        csv_text(f->field);
        csv_text(kind_of(one));
        csv_text(one->was != NULL ? one->was->text : NULL);
        csv_text(one->was != NULL ? one->was->unit : NULL);
        csv_text(one->is != NULL ? one->is->text : NULL);
        csv_text(one->is != NULL ? one->is->unit : NULL);
        csv_number(one->difference);
        csv_number(one->share);
        csv_text(one->marked ? "yes" : "no");
        csv_text(one->worse ? "yes" : "no");
        putchar('\n');
    }
}
