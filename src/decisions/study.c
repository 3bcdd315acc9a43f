#include "decisions/study.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/share.h"
#include "base/utf8.h"
#include "decisions/study_curves.h"
#include "decisions/study_finance.h"
#include "decisions/study_hardware.h"
#include "decisions/study_order.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "doc/yaml.h"

enum {
    VERSION,
    STUDY,
    TITLE,
    QUESTION,
    DOCUMENT,
    CURRENCY,
    PRICES_AS_OF,
    STALE_AFTER,
    HORIZON,
    DISCOUNT_RATE,
    FINANCE,
    SITE,
    WORKLOADS,
    MODELS,
    ITEMS,
    LICENCES,
    RUNS,
    MEASURED,
    CURVES,
    INPUTS,
    QUANTITIES,
    CLUSTERS,
    ENTITLEMENTS,
    PRICE_SHEET,
    RIGHTS,
    EVIDENCE,
    READINGS,
    ALTERNATIVES,
    SCENARIOS,
    QUESTIONS,
    FINDINGS,
    CLAIMS,
    REPORT,
    EXPECT,
    NEVER,
    KEYS,
};
static const struct doc_field fields[] = {
    [VERSION] = { "priceperf", DOC_WANT_TEXT, DOC_REQUIRED },
    [STUDY] = { "study", DOC_WANT_TEXT, DOC_REQUIRED },
    [TITLE] = { "title", DOC_WANT_TEXT, DOC_OPTIONAL },
    [QUESTION] = { "question", DOC_WANT_TEXT, DOC_OPTIONAL },
    [DOCUMENT] = { "document", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [CURRENCY] = { "currency", DOC_WANT_TEXT, DOC_REQUIRED },
    [PRICES_AS_OF] = { "prices_as_of", DOC_WANT_TEXT, DOC_REQUIRED },
    [STALE_AFTER] = { "stale_after", DOC_WANT_TEXT, DOC_OPTIONAL },
    [HORIZON] = { "horizon", DOC_WANT_TEXT, DOC_REQUIRED },
    [DISCOUNT_RATE] = { "discount_rate", DOC_WANT_TEXT, DOC_REQUIRED },
    [FINANCE] = { "finance", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [SITE] = { "site", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [WORKLOADS] = { "workloads", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [MODELS] = { "models", DOC_WANT_ANY, DOC_OPTIONAL },
    [ITEMS] = { "items", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [LICENCES] = { "licences", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [RUNS] = { "runs", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [MEASURED] = { "measured", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [CURVES] = { "curves", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [INPUTS] = { "inputs", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [QUANTITIES] = { "quantities", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [CLUSTERS] = { "clusters", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [ENTITLEMENTS] = { "entitlements", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [PRICE_SHEET] = { "price_sheet", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [RIGHTS] = { "rights", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [EVIDENCE] = { "evidence", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [READINGS] = { "readings", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [ALTERNATIVES] = { "alternatives", DOC_WANT_MAPPING, DOC_REQUIRED },
    [SCENARIOS] = { "scenarios", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [QUESTIONS] = { "questions", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [FINDINGS] = { "findings", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [CLAIMS] = { "claims", DOC_WANT_TEXT, DOC_OPTIONAL },
    [REPORT] = { "report", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [EXPECT] = { "expect", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [NEVER] = { "never", DOC_WANT_MAPPING, DOC_OPTIONAL },
};
static const struct doc_schema schema = DOC_SCHEMA("a study", fields);

enum {
    D_DATE,
    D_REFERENCE,
    D_VERSION,
    D_STATUS,
    D_PREPARED,
    D_REVIEWED,
    D_APPROVED,
    D_KEYS
};
static const struct doc_field document_fields[] = {
    [D_DATE] = { "date", DOC_WANT_TEXT, DOC_OPTIONAL },
    [D_REFERENCE] = { "reference", DOC_WANT_SCALAR, DOC_OPTIONAL },
    [D_VERSION] = { "version", DOC_WANT_SCALAR, DOC_OPTIONAL },
    [D_STATUS] = { "status", DOC_WANT_SCALAR, DOC_OPTIONAL },
    [D_PREPARED] = { "prepared_by", DOC_WANT_SCALAR, DOC_OPTIONAL },
    [D_REVIEWED] = { "reviewed_by", DOC_WANT_SCALAR, DOC_OPTIONAL },
    [D_APPROVED] = { "approved_by", DOC_WANT_SCALAR, DOC_OPTIONAL },
};
static const struct doc_schema document_schema =
    DOC_SCHEMA("the document", document_fields);

const char *study_text(const struct doc_node *node, const char *otherwise)
{
    return node != NULL ? node->text : otherwise;
}

size_t study_alternative(const struct study *s, const char *id)
{
    size_t i = 0;
    while (i < s->alternative_count && strcmp(s->alternatives[i].id, id) != 0)
        i++;
    return i;
}

size_t study_scenario(const struct study *s, const char *id)
{
    size_t i = 0;
    while (i < s->scenario_count && strcmp(s->scenarios[i].id, id) != 0)
        i++;
    return i;
}

size_t study_break_even(const struct study *s, const char *id)
{
    size_t i = 0;
    while (i < s->break_even_count && strcmp(s->break_evens[i].id, id) != 0)
        i++;
    return i;
}

void study_check_price(struct study *s, const char *what, const struct pedigree *p,
                       struct where at)
{
    struct date d;
    if (p->as_of == NULL) {
        diag_warn(s->dg, at, "the price of %s has no date; it is treated as stale",
                  what);
    } else if (date_parse(p->as_of, strlen(p->as_of), &d)) {
        long age = date_first_day(s->prices_as_of) - date_last_day(d);
        if (age > s->stale_days)
            diag_warn(s->dg, at,
                      "the price of %s is of %s, %ld days before prices_as_of; "
                      "ask for a new one",
                      what, p->as_of, age);
    }
    if (p->source == NULL)
        diag_warn(s->dg, at, "the price of %s has no source", what);
    if (p->confidence != NULL && strcmp(p->confidence, "low") == 0)
        diag_warn(s->dg, at, "the price of %s is of low confidence", what);
}

static bool read_document(struct study *s, const struct doc_node *node)
{
    const struct doc_node *v[D_KEYS] = { NULL };
    if (node != NULL && !doc_bind(&document_schema, node, v, s->dg))
        return false;
    struct document_facts *d = &s->document;
    d->date = date_text(s->arena, s->prices_as_of);
    d->reference = study_text(v[D_REFERENCE], "");
    d->version = study_text(v[D_VERSION], "");
    d->status = study_text(v[D_STATUS], "");
    d->prepared_by = study_text(v[D_PREPARED], "");
    d->reviewed_by = study_text(v[D_REVIEWED], "");
    d->approved_by = study_text(v[D_APPROVED], "");
    struct date date;
    if (v[D_DATE] == NULL)
        return true;
    d->date = v[D_DATE]->text;
    return doc_get_date(v[D_DATE], &date, s->dg);
}

enum { REPORT_TEMPLATE, REPORT_SCENARIO, REPORT_KEYS };
static const struct doc_field report_fields[] = {
    [REPORT_TEMPLATE] = { "template", DOC_WANT_TEXT, DOC_OPTIONAL },
    [REPORT_SCENARIO] = { "scenario", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema report_schema = DOC_SCHEMA("the report", report_fields);

static bool read_report(struct study *s, const struct doc_node *node)
{
    const struct doc_node *v[REPORT_KEYS] = { NULL };
    const char **ids = ARENA_ARRAY(s->arena, s->scenario_count, const char *);
    if (node != NULL && !doc_bind(&report_schema, node, v, s->dg))
        return false;
    for (size_t i = 0; i < s->scenario_count; i++)
        ids[i] = s->scenarios[i].id;
    s->template = study_text(v[REPORT_TEMPLATE], "purchase-decision");
    return v[REPORT_SCENARIO] == NULL ||
           doc_get_choice(v[REPORT_SCENARIO], ids, s->scenario_count, &s->chosen,
                          s->dg);
}

/* `against: measured_reduction` of an input: built last, since it is any formula. */
static bool read_against(struct study *s, const struct doc_node *inputs)
{
    bool ok = true;
    for (size_t i = 0; i < s->name_count; i++) {
        struct study_name *n = &s->names[i];
        const struct doc_node *against = doc_get(doc_get(inputs, n->name), "against");
        if (n->kind != NAME_INPUT || against == NULL)
            continue;
        node_id id = study_formula_like(s, against, graph_node(s->graph, n->node)->unit,
                                        "the measured figure");
        s->names[i].against = id;
        ok = id != NO_NODE && ok;
    }
    return ok;
}

static bool read_money(struct study *s, const struct doc_node *node)
{
    s->currency = node->text;
    if (!doc_get_unit(s->arena, node, &s->money, s->dg))
        return false;
    return dim_is_money(s->money.dim) ||
           diag_error(s->dg, node->at,
                      "'%s' is no currency; write its ISO code, as in USD", node->text);
}

static bool read_horizon(struct study *s, const struct doc_node *node)
{
    struct unit year = UNIT_ONE, unit;
    struct value v;
    const char *why;
    size_t wrong;
    if (!unit_parse(s->arena, "years", 5, &year, &why, &wrong) ||
        !study_literal(s, node, &year, &v, &unit))
        return false;
    double years = v.x / year.factor;
    if (years != floor(years) || years < 1 || years > LONGEST_HORIZON)
        return diag_error(s->dg, node->at,
                          "a horizon is a whole number of years from 1 to "
                          "%d",
                          LONGEST_HORIZON);
    s->horizon = (unsigned)years;
    return true;
}

static bool read_stale(struct study *s, const struct doc_node *node)
{
    struct unit day = UNIT_ONE, unit;
    struct value v;
    const char *why;
    size_t wrong;
    s->stale_days = 366;
    if (node == NULL)
        return true;
    if (!unit_parse(s->arena, "days", 4, &day, &why, &wrong) ||
        !study_literal(s, node, &day, &v, &unit))
        return false;
    if (v.x < 0 || v.x > 1e10)
        return diag_error(s->dg, node->at,
                          "a negative or endless time; write for example "
                          "365 days");
    s->stale_days = (long)(v.x / day.factor);
    return true;
}

static bool read_discount(struct study *s, const struct doc_node *node)
{
    struct unit rate = UNIT_ONE, unit;
    struct input in = { .pedigree = { .help =
                                          "rate at which later payments count less" } };
    const char *why;
    size_t wrong;
    if (!unit_parse(s->arena, "%/year", 6, &rate, &why, &wrong) ||
        !study_literal(s, node, &rate, &in.value, &unit))
        return false;
    if (in.value.x * 31536000 <= -1)
        return diag_error(s->dg, node->at, "a discount rate of -100 %% or less");
    struct study_name *n = study_declare(s, NAME_INPUT, "discount_rate", node->at);
    if (n == NULL)
        return false;
    n->help = in.pedigree.help;
    n->node = graph_input(s->graph, "discount_rate", &in,
                          dim_is_none(unit.dim) ? rate : unit, node->at);
    return (s->discount_rate = n->node) != NO_NODE;
}

/* Prices that the study itself lists, as a model of its own. */
static bool read_own(struct study *s, const struct doc_node *const *v, struct model *m)
{
    *m =
        (struct model){ .id = s->id, .title = s->title, .vendor = "", .path = s->path };
    m->currency = s->currency;
    return model_of_study(s->arena, v[ITEMS], v[LICENCES], m, s->dg);
}

static bool read_models(struct study *s, const struct doc_node *const *v)
{
    const struct doc_node *node = v[MODELS];
    const char *const *names = NULL;
    size_t count = 0;
    bool ok = true, own = v[ITEMS] != NULL || v[LICENCES] != NULL;
    if (node == NULL && !own)
        return true;
    if (node != NULL && !doc_get_texts(s->arena, node, &names, &count, s->dg))
        return false;
    struct model *models = ARENA_ARRAY(s->arena, count + 1, struct model);
    for (size_t i = 0; i < count; i++) {
        const struct doc_node *at = node->kind == DOC_SEQUENCE ? doc_at(node, i) : node;
        const char *path = share_find(s->arena, s->folder, "models", names[i]);
        if (path == NULL) {
            ok = diag_error(s->dg, at->at,
                            "no price model '%s' beside the study nor among "
                            "the installed ones",
                            names[i]);
            continue;
        }
        struct study_file file = { .path = names[i], .kind = "prices" };
        ok = model_read(s->arena, path, at->at, &models[i], s->dg) &&
             study_note_file(s, &file, path, at->at) && ok;
    }
    ok = (!own || read_own(s, v, &models[count])) && ok;
    s->models = models;
    s->model_count = count + own;
    return ok;
}

/* The properties of a workbook take no longer ones. */
static bool is_short(struct study *s, const struct doc_node *node)
{
    enum { LONGEST = 255 };
    return node == NULL || utf8_units16(node->text) <= LONGEST ||
           diag_error(s->dg, node->at, "a title of %zu characters; write at most %d",
                      utf8_units16(node->text), LONGEST);
}

static bool read_head(struct study *s, const struct doc_node *const *v)
{
    long long version;
    bool ok = doc_get_int(v[VERSION], 1, 1, &version, s->dg) &&
              doc_get_id(v[STUDY], &s->id, s->dg) &&
              doc_get_date(v[PRICES_AS_OF], &s->prices_as_of, s->dg);
    ok = is_short(s, v[TITLE]) && ok;
    s->title = study_text(v[TITLE], v[STUDY]->text);
    s->question = study_text(v[QUESTION], "");
    s->claims_path = study_text(v[CLAIMS], NULL);
    if (v[CLAIMS] != NULL)
        s->claims_at = v[CLAIMS]->at;
    ok = ok && read_document(s, v[DOCUMENT]);
    ok = read_money(s, v[CURRENCY]) && ok;
    ok = read_horizon(s, v[HORIZON]) && ok;
    return read_stale(s, v[STALE_AFTER]) && ok;
}

bool study_read(struct arena *a, const char *path, struct study *s, struct diag *dg)
{
    const struct doc_node *root = yaml_read(a, path, (struct where){ 0 }, dg);
    const struct doc_node *cases = root != NULL ? doc_get(root, "cases") : NULL;
    if (cases != NULL)
        return diag_error(dg, cases->at,
                          "a file of cases and not a study; choose one with --case ID, "
                          "or judge all with check");
    return root != NULL && study_bind(a, root, path, s, dg);
}

bool study_bind(struct arena *a, const struct doc_node *root, const char *path,
                struct study *s, struct diag *dg)
{
    const struct doc_node *v[KEYS];
    *s = (struct study){ .arena = a, .dg = dg, .path = path };
    s->folder = path_folder(a, path);
    s->graph = graph_new(a);
    s->root = root;
    const char *slash = strrchr(path, '/');
    struct study_file self = { .path = slash != NULL ? slash + 1 : path,
                               .kind = "study" };
    if (!doc_bind(&schema, s->root, v, dg) || !read_head(s, v) ||
        !study_note_file(s, &self, path, (struct where){ 0 }))
        return false;
    bool ok = read_models(s, v);
    ok = read_discount(s, v[DISCOUNT_RATE]) && ok;
    ok = study_read_inputs(s, v[INPUTS]) && ok;
    ok = study_read_runs(s, v[RUNS]) && ok;
    ok = ok && study_read_measured(s, v[MEASURED]);
    ok = ok && study_read_curves(s, v[CURVES]);
    if (!ok || !study_read_quantities(s, v[QUANTITIES]))
        return false;
    s->workloads = v[WORKLOADS];
    if (!study_read_finance(s, v[FINANCE]) || !study_read_site(s, v[SITE]) ||
        !study_read_clusters(s, v[CLUSTERS]) ||
        !study_read_entitlements(s, v[ENTITLEMENTS]) ||
        !study_read_terms(s, v[PRICE_SHEET]) || !study_read_evidence(s, v[EVIDENCE]) ||
        !study_read_rights(s, v[RIGHTS]))
        return false;
    s->readings = v[READINGS];
    if (!study_read_alternatives(s, v[ALTERNATIVES]) || !study_build_quantities(s))
        return false;
    study_check_rights(s);
    return study_read_scenarios(s, v[SCENARIOS]) && study_check_curves(s) &&
           study_check_cached(s) && read_against(s, v[INPUTS]) &&
           read_report(s, v[REPORT]) && study_read_questions(s, v[QUESTIONS]) &&
           study_read_findings(s, v[FINDINGS]) && !diag_failed(dg);
}
