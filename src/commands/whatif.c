/* whatif - a study with other values: costs, break-evens, sweeps. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/arena.h"
#include "base/format.h"
#include "commands/study_call.h"
#include "commands/sweep.h"
#include "doc/json.h"
#include "report/build.h"

static struct study_options study;
static const char *scenario;
static struct option_list sweeps;
static struct option_list figures;
static bool as_json, as_csv, with_licences;

static const struct option_row rows[] = {
    { "scenario", 0, OPTION_TEXT, "ID", "only this scenario", &scenario, 0, 0 },
    { "case", 0, OPTION_TEXT, "ID", "one case of a file of cases is the study",
      &study.case_id, 0, 0 },
    { "set", 0, OPTION_LIST, "[SCENARIO:]NAME=VALUE",
      "another value of an input; scenarios that override it keep theirs unless named",
      &study.set, 0, 0 },
    { "sweep", 0, OPTION_LIST, "NAME=A:B:N[:log]",
      "costs at N values of an input from A to B, at values NAME=a,b,c, or at all "
      "choices of NAME; several sweeps make a table of all combinations; years=1:5:5 "
      "costs up to the end of each year",
      &sweeps, 0, 0 },
    { "licences", 0, OPTION_FLAG, NULL,
      "also licences required, paid once and a year, and which rule was binding",
      &with_licences, 0, 0 },
    { "show", 0, OPTION_LIST, "FORMULA", "another column of a sweep", &figures, 0, 0 },
    { "draws", 0, OPTION_COUNT, "N", "draws of each risk question", &study.draws, 100,
      MOST_DRAWS },
    { "json", 0, OPTION_FLAG, NULL, "all quantities as JSON, or the sweep", &as_json, 0,
      0 },
    { "csv", 0, OPTION_FLAG, NULL, "the sweep as CSV", &as_csv, 0, 0 },
};

static struct option_table options(void)
{
    return (struct option_table){ rows, sizeof rows / sizeof *rows };
}

static double shown(const struct maker *m, size_t sc, node_id id)
{
    return decide_value(m->d, sc, id) / graph_node(m->s->graph, id)->unit.factor;
}

static void json_quantities(struct json_out *j, const struct maker *m, size_t sc)
{
    json_key(j, "quantities");
    json_object(j);
    for (size_t i = 0; i < m->s->name_count; i++) {
        const struct study_name *n = &m->s->names[i];
        json_key(j, n->name);
        json_line(j);
        json_object(j);
        json_pair_number(j, "value", shown(m, sc, n->node));
        json_pair_string(j, "unit", graph_node(m->s->graph, n->node)->unit.text);
        json_end(j);
    }
    json_end(j);
}

static const char *decided_by(const struct maker *m, size_t sc,
                              const struct licence_count *c)
{
    const char *text = "";
    for (size_t i = 0; i < c->step_count; i++)
        if (decide_binds(m->d, sc, &c->steps[i]))
            text = arena_printf(m->a, "%s%s%s", text, text[0] != '\0' ? ", " : "",
                                c->steps[i].words);
    return text;
}

static void json_licence(struct json_out *j, const struct maker *m, size_t sc,
                         const struct line *l)
{
    for (size_t i = 0; i < l->licence->licence->metric_count; i++) {
        const struct licence_count *c = &l->licence->counts[i];
        if (c->absent || decide_value(m->d, sc, c->counted) == 0)
            continue;
        json_line(j);
        json_object(j);
        json_pair_string(j, "line", l->id);
        json_pair_string(j, "product", l->licence->licence->id);
        json_pair_string(j, "metric", c->metric->name);
        json_pair_number(j, "required", decide_value(m->d, sc, c->required));
        json_pair_number(j, "one_time", decide_value(m->d, sc, c->amount));
        json_pair_number(j, "a_year",
                         c->by_year != NULL ? decide_value(m->d, sc, c->by_year[1])
                                            : 0);
        json_pair_string(j, "binding", decided_by(m, sc, c));
        json_end(j);
    }
}

static void json_licences(struct json_out *j, const struct maker *m, size_t sc,
                          const struct alternative *alt)
{
    json_key(j, "licences");
    json_array(j);
    for (size_t k = 0; k < alt->line_count; k++)
        if (alt->lines[k].licence != NULL)
            json_licence(j, m, sc, &alt->lines[k]);
    json_end(j);
}

static void json_alternatives(struct json_out *j, const struct maker *m, size_t sc)
{
    json_key(j, "alternatives");
    json_array(j);
    for (size_t i = 0; i < m->s->alternative_count; i++) {
        const struct alternative_answer *a = &m->d->scenarios[sc].alternatives[i];
        if (!with_licences)
            json_line(j);
        json_object(j);
        json_pair_string(j, "id", m->s->alternatives[i].id);
        json_pair_number(j, "purchase", a->purchase);
        json_pair_number(j, "yearly", a->yearly);
        json_pair_number(j, "cost_nominal", a->nominal);
        json_pair_number(j, "cost_total", a->cost);
        if (with_licences)
            json_licences(j, m, sc, &m->s->alternatives[i]);
        json_end(j);
    }
    json_end(j);
}

static void json_break_evens(struct json_out *j, const struct maker *m, size_t sc)
{
    json_key(j, "break_even");
    json_array(j);
    for (size_t q = 0; q < m->s->break_even_count; q++) {
        const struct break_even_question *b = &m->s->break_evens[q];
        const struct roots *r = &m->d->break_evens[q][sc].roots;
        double factor = graph_node(m->s->graph, b->variable)->unit.factor;
        json_line(j);
        json_object(j);
        json_pair_string(j, "id", b->id);
        json_pair_string(j, "unit", graph_node(m->s->graph, b->variable)->unit.text);
        json_key(j, "roots");
        json_array(j);
        for (size_t i = 0; i < r->root_count; i++)
            json_number(j, r->roots[i] / factor);
        json_end(j);
        json_end(j);
    }
    json_end(j);
}

static bool wanted(const struct maker *m, size_t sc)
{
    return scenario == NULL || sc == m->d->chosen;
}

static void print_json(const struct maker *m)
{
    struct json_out j = json_on(m->a);
    json_object(&j);
    json_pair_string(&j, "study", m->s->id);
    json_key(&j, "scenarios");
    json_array(&j);
    for (size_t sc = 0; sc < m->s->scenario_count; sc++) {
        if (!wanted(m, sc))
            continue;
        json_object(&j);
        json_pair_string(&j, "scenario", m->s->scenarios[sc].id);
        json_quantities(&j, m, sc);
        json_alternatives(&j, m, sc);
        json_break_evens(&j, m, sc);
        json_end(&j);
    }
    json_end(&j);
    json_end(&j);
    fputs(json_text(&j), stdout);
}

/* ---- text ---- */

static void print_break_even(const struct maker *m, size_t q, size_t sc)
{
    const struct break_even_question *b = &m->s->break_evens[q];
    const struct break_even_answer *x = &m->d->break_evens[q][sc];
    printf("  %s:", b->id);
    if (x->roots.root_count == 0)
        printf(" none");
    for (size_t i = 0; i < x->roots.root_count; i++)
        printf("%s %s", i > 0 ? "," : "",
               format_scaled(m->a, x->roots.roots[i],
                             graph_node(m->s->graph, b->variable)->unit, 5));
    if (x->note[0] != '\0')
        printf("; %s", x->note);
    putchar('\n');
}

/* A count as a number, bytes and the like with their unit. */
static const char *amount_of(const struct maker *m, node_id id, double x)
{
    struct unit unit = graph_node(m->s->graph, id)->unit;
    return dim_is_none(unit.dim) ? format_number(m->a, x, 9)
                                 : format_scaled(m->a, x, unit, 9);
}

/* What one licence line requires and costs, each metric that counts. */
static void print_line(const struct maker *m, size_t sc, const struct line *l)
{
    size_t counting = 0;
    for (size_t i = 0; i < l->licence->licence->metric_count; i++) {
        const struct licence_count *c = &l->licence->counts[i];
        if (c->absent || decide_value(m->d, sc, c->counted) == 0)
            continue;
        counting++;
        const char *binding = decided_by(m, sc, c);
        printf("    %s by %s: %s required%s%s\n", l->label, c->metric->label,
               amount_of(m, c->required, decide_value(m->d, sc, c->required)),
               binding[0] != '\0' ? "; " : "", binding);
    }
    if (counting == 0)
        return;
    printf("      %s once", in_money(m, decide_value(m->d, sc, l->amount)));
    if (l->yearly != NO_NODE)
        printf(", %s a year", in_money(m, decide_value(m->d, sc, l->yearly)));
    putchar('\n');
}

/* Why an alternative may not be bought at all, one line a broken must-have. */
static void print_broken(const struct alternative *alt,
                         const struct alternative_answer *a)
{
    for (size_t k = 0; k < alt->must_have_count; k++) {
        bool told = a->musts[k] != STATUS_FAILED;
        for (size_t i = 0; i < k && !told; i++)
            told = a->musts[i] == STATUS_FAILED &&
                   strcmp(alt->must_haves[i].words, alt->must_haves[k].words) == 0;
        if (!told)
            printf("    not feasible, since this fails: %s\n",
                   alt->must_haves[k].words);
    }
}

static void print_alternative(const struct maker *m, size_t sc, size_t i)
{
    const struct alternative *alt = &m->s->alternatives[i];
    printf("  %-24s %16s\n", alt->title,
           in_money(m, m->d->scenarios[sc].alternatives[i].cost));
    print_broken(alt, &m->d->scenarios[sc].alternatives[i]);
    for (size_t k = 0; with_licences && k < alt->line_count; k++)
        if (alt->lines[k].licence != NULL)
            print_line(m, sc, &alt->lines[k]);
}

static void print_text(const struct maker *m)
{
    for (size_t i = 0; i < study.set.count; i++)
        printf("%s%s%s", i == 0 ? "with " : ", ", study.set.items[i],
               i + 1 == study.set.count ? "\n" : "");
    for (size_t sc = 0; sc < m->s->scenario_count; sc++) {
        const struct scenario_answer *a = &m->d->scenarios[sc];
        if (!wanted(m, sc))
            continue;
        printf("%s\n", m->s->scenarios[sc].id);
        for (size_t i = 0; i < m->s->alternative_count; i++)
            print_alternative(m, sc, i);
        printf("  %-24s %16s\n", "cheaper",
               a->tie ? "the same" : m->s->alternatives[a->order[0]].title);
        for (size_t q = 0; q < m->s->break_even_count; q++)
            print_break_even(m, q, sc);
    }
    for (size_t i = 0; i < m->s->risk_count; i++) {
        const struct draws_result *r = &m->d->risks[i];
        node_id v = m->s->break_evens[m->s->risks[i].of].variable;
        printf("risk in %s, %zu draws: break-even 5 %% %s, 50 %% %s, 95 %% %s\n",
               m->s->scenarios[m->s->risks[i].scenario].id, r->draws,
               in_unit(m, v, r->break_even.p5), in_unit(m, v, r->break_even.p50),
               in_unit(m, v, r->break_even.p95));
        if (study.set.count > 0)
            puts(
                "  what is drawn keeps the spread that the study gives it, whatever is "
                "set");
    }
}

static int run(struct command_call *call, const struct option_list *words)
{
    if (!command_one_form(call, as_json + as_csv, "--json and --csv"))
        return EXIT_INPUT;
    if (sweeps.count > 0) {
        struct study *s = study_open(call, words, &study);
        const struct sweep_call sweep = { s,        scenario,      &sweeps,
                                          &figures, with_licences, as_json,
                                          as_csv };
        return s != NULL && sweep_print(call, &sweep) ? EXIT_ANSWER : EXIT_INPUT;
    }
    struct decision *d = study_decide(call, words, &study);
    if (d == NULL || !study_choose(call, d, scenario))
        return EXIT_INPUT;
    struct maker m = { .a = call->arena, .d = d, .s = d->study };
    if (as_json)
        print_json(&m);
    else
        print_text(&m);
    return EXIT_ANSWER;
}

const struct command command_whatif = {
    .name = "whatif",
    .summary = "costs and break-evens with other values, or over a sweep",
    .usage = "STUDY [--scenario ID] [--set [SCENARIO:]NAME=VALUE]... "
             "[--sweep NAME=A:B:N[:log]]... [--licences]",
    .examples = "  priceperf whatif data/oracle-compression/study.yaml --set copies=3\n"
                "  priceperf whatif study.yaml --scenario measured --set 'disk_price=2 "
                "USD/GB'\n"
                "  priceperf whatif study.yaml --sweep 'database_size=1 TB:1 "
                "PB:13:log' --csv\n"
                "  priceperf whatif study.yaml --licences --set cores=32 "
                "--sweep servers=1:8:8 --sweep years=1:5:5\n",
    .options = options,
    .run = run,
};
