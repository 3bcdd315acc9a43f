/* price - bill of materials, licences and cost by year of a study. */
#include <math.h>
#include <stdio.h>

#include "base/arena.h"
#include "commands/study_call.h"
#include "decisions/study_order.h"
#include "doc/json.h"
#include "report/bill.h"
#include "report/decision_document.h"
#include "report/results_rules.h"
#include "writers/text.h"

static struct study_options study;
static const char *scenario;
static bool as_json, as_csv;

static const struct option_row rows[] = {
    { "scenario", 0, OPTION_TEXT, "ID", "another scenario than the study's own",
      &scenario, 0, 0 },
    { "case", 0, OPTION_TEXT, "ID", "one case of a file of cases is the study",
      &study.case_id, 0, 0 },
    { "set", 0, OPTION_LIST, "[SCENARIO:]NAME=VALUE",
      "another value of an input; scenarios that override it keep theirs unless named",
      &study.set, 0, 0 },
    { "rules", 0, OPTION_TEXT, "NAME",
      "check the sheets by rules/NAME.yaml, beside the study or of templates/",
      &study.rules, 0, 0 },
    { "json", 0, OPTION_FLAG, NULL, "the lines as JSON", &as_json, 0, 0 },
    { "csv", 0, OPTION_FLAG, NULL, "the lines as CSV", &as_csv, 0, 0 },
};

static struct option_table options(void)
{
    return (struct option_table){ rows, sizeof rows / sizeof *rows };
}

static void json_line_of(struct json_out *j, const char *alternative,
                         const struct bill_line *l)
{
    json_line(j);
    json_object(j);
    json_pair_string(j, "alternative", alternative);
    json_pair_string(j, "kind", bill_kinds[l->kind]);
    json_pair_string(j, "description", l->description);
    json_pair_string(j, "part", l->part);
    json_pair_number(j, "quantity", l->quantity);
    json_pair_string(j, "quantity_unit", l->quantity_unit);
    json_pair_number(j, "unit_price", l->price);
    json_pair_string(j, "price_unit", l->price_unit);
    json_pair_number(j, "extended", l->extended);
    json_pair_string(j, "source", l->pedigree != NULL ? l->pedigree->source : NULL);
    json_pair_string(j, "as_of", l->pedigree != NULL ? l->pedigree->as_of : NULL);
    json_pair_string(j, "confidence",
                     l->pedigree != NULL ? l->pedigree->confidence : NULL);
    json_pair_string(j, "group", l->group);
    json_pair_string(j, "price_source", l->source);
    json_pair_number(j, "maintenance", l->maintenance);
    json_pair_number(j, "off", l->off);
    json_pair_number(j, "net", l->net);
    json_pair_string(j, "available", l->available);
    json_pair_string(j, "by", l->by);
    json_end(j);
}

static void json_sheet(struct json_out *j, const struct maker *m, size_t i)
{
    const struct alternative *alt = &m->s->alternatives[i];
    struct bill b = bill_of(m, m->d->chosen, i);
    json_line(j);
    json_object(j);
    json_pair_string(j, "alternative", alt->id);
    json_pair_string(j, "available", bill_available(m, m->d->chosen, alt));
    json_pair_number(j, "total",
                     decide_value(m->d, m->d->chosen, alt->order->sheet.whole));
    json_pair_number(j, "unrounded",
                     decide_value(m->d, m->d->chosen, alt->order->sheet.exact_whole));
    json_key(j, "price_performance");
    json_array(j);
    results_ratios(j, m->d, m->d->chosen, i);
    json_end(j);
    json_key(j, "price_sources");
    json_array(j);
    for (size_t k = 0; k < b.source_count; k++) {
        json_object(j);
        json_pair_string(j, "key", b.sources[k].key);
        json_pair_string(j, "words", b.sources[k].words);
        json_end(j);
    }
    json_end(j);
    json_end(j);
}

static void print_json(const struct maker *m)
{
    struct json_out j = json_on(m->a);
    json_object(&j);
    json_pair_string(&j, "study", m->s->id);
    json_pair_string(&j, "scenario", m->s->scenarios[m->d->chosen].id);
    json_pair_string(&j, "currency", m->s->currency);
    json_key(&j, "lines");
    json_array(&j);
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        struct bill bill = bill_of(m, m->d->chosen, i);
        for (size_t k = 0; k < bill.count; k++)
            json_line_of(&j, m->s->alternatives[i].id, &bill.lines[k]);
    }
    json_end(&j);
    json_key(&j, "sheets");
    json_array(&j);
    for (size_t i = 0; i < m->s->alternative_count; i++)
        json_sheet(&j, m, i);
    json_end(&j);
    if (m->d->rules.profile != NULL)
        results_rules(&j, &m->d->rules);
    json_end(&j);
    fputs(json_text(&j), stdout);
}

static void csv_text(const char *text)
{
    putchar('"');
    for (; text != NULL && *text != '\0'; text++) {
        if (*text == '"')
            putchar('"');
        putchar(*text);
    }
    putchar('"');
}

static void csv_number(double x)
{
    char text[JSON_NUMBER_SIZE];
    if (!isnan(x))
        fputs(json_number_text(x, text), stdout);
}

static void csv_line(const struct maker *m, const char *alternative,
                     const struct bill_line *l)
{
    const struct pedigree *p = l->pedigree;
    printf("%s,%s,", alternative, bill_kinds[l->kind]);
    csv_text(l->description);
    putchar(',');
    csv_text(l->part);
    putchar(',');
    csv_number(l->quantity);
    putchar(',');
    csv_text(l->quantity_unit);
    putchar(',');
    csv_number(l->price);
    putchar(',');
    csv_text(l->price_unit);
    putchar(',');
    csv_number(l->extended);
    printf(",%s,", m->s->currency);
    csv_text(p != NULL ? p->source : NULL);
    putchar(',');
    csv_text(p != NULL ? p->as_of : NULL);
    putchar(',');
    csv_text(l->group);
    putchar(',');
    csv_text(l->source);
    putchar(',');
    csv_number(l->maintenance);
    putchar(',');
    csv_number(l->net);
    putchar(',');
    csv_text(l->available);
    putchar(',');
    csv_text(p != NULL ? p->confidence : NULL);
    putchar('\n');
}

static void print_csv(const struct maker *m)
{
    puts("alternative,kind,description,part,quantity,quantity_unit,unit_price,price_"
         "unit,extended,currency,source,as_of,group,price_source,maintenance,net,"
         "available,confidence");
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        struct bill bill = bill_of(m, m->d->chosen, i);
        for (size_t k = 0; k < bill.count; k++)
            csv_line(m, m->s->alternatives[i].id, &bill.lines[k]);
    }
}

static int run(struct command_call *call, const struct option_list *words)
{
    static const char *const sections[] = { "bill", "rules", "sizing", "licences",
                                            "alternatives" };
    if (!command_one_form(call, as_json + as_csv, "--json and --csv"))
        return EXIT_INPUT;
    struct decision *d = study_decide(call, words, &study);
    if (d == NULL || !study_choose(call, d, scenario))
        return EXIT_INPUT;
    struct maker m = { .a = call->arena, .d = d, .s = d->study };
    if (as_json)
        print_json(&m);
    else if (as_csv)
        print_csv(&m);
    else
        text_write(decision_sections(d, sections, 5), stdout);
    return d->rules.failed > 0 ? EXIT_FOUND : EXIT_ANSWER;
}

const struct command command_price = {
    .name = "price",
    .summary = "bill of materials, licences and cost by year",
    .usage = "STUDY [--scenario ID] [--set [SCENARIO:]NAME=VALUE]... [--rules NAME]",
    .examples =
        "  priceperf price data/oracle-compression/study.yaml\n"
        "  priceperf price study.yaml --scenario with-support --csv > bill.csv\n"
        "  priceperf price data/tpc-ds-sample/study.yaml --rules tpc\n",
    .options = options,
    .run = run,
};
