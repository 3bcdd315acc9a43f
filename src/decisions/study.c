#include "decisions/study.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/nearest.h"
#include "base/share.h"
#include "decisions/study_curves.h"
#include "decisions/study_parts.h"
#include "doc/schema.h"
#include "doc/yaml.h"
#include "quantities/op.h"

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
    MODELS,
    RUNS,
    MEASURED,
    CURVES,
    INPUTS,
    QUANTITIES,
    ALTERNATIVES,
    SCENARIOS,
    QUESTIONS,
    FINDINGS,
    CLAIMS,
    REPORT,
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
    [MODELS] = { "models", DOC_WANT_ANY, DOC_OPTIONAL },
    [RUNS] = { "runs", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [MEASURED] = { "measured", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [CURVES] = { "curves", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [INPUTS] = { "inputs", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [QUANTITIES] = { "quantities", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [ALTERNATIVES] = { "alternatives", DOC_WANT_MAPPING, DOC_REQUIRED },
    [SCENARIOS] = { "scenarios", DOC_WANT_MAPPING, DOC_OPTIONAL },
    [QUESTIONS] = { "questions", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [FINDINGS] = { "findings", DOC_WANT_SEQUENCE, DOC_OPTIONAL },
    [CLAIMS] = { "claims", DOC_WANT_TEXT, DOC_OPTIONAL },
    [REPORT] = { "report", DOC_WANT_MAPPING, DOC_OPTIONAL },
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

const struct study_name *study_find(const struct study *s, const char *name)
{
    for (size_t i = 0; i < s->name_count; i++)
        if (strcmp(s->names[i].name, name) == 0)
            return &s->names[i];
    return NULL;
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

static bool is_formula_name(const char *name)
{
    size_t n = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
                            "0123456789");
    return n > 0 && name[n] == '\0' && !(name[0] >= '0' && name[0] <= '9') &&
           strcmp(name, "and") != 0 && strcmp(name, "or") != 0 &&
           strcmp(name, "not") != 0;
}

static const struct study_name *same_but_case(const struct study *s, const char *name)
{
    for (size_t i = 0; i < s->name_count; i++)
        if (strcasecmp(s->names[i].name, name) == 0)
            return &s->names[i];
    return NULL;
}

struct study_name *study_declare(struct study *s, enum name_kind kind, const char *name,
                                 struct where at)
{
    if (!is_formula_name(name)) {
        diag_error(s->dg, at,
                   "'%s' cannot be used in formulas; write letters, digits and "
                   "'_', not beginning with a digit",
                   name);
        return NULL;
    }
    const struct study_name *taken = same_but_case(s, name);
    if (taken != NULL || op_find(name) != NULL) {
        if (taken == NULL)
            diag_error(s->dg, at, "'%s' is a function; choose another name", name);
        else if (strcmp(taken->name, name) == 0)
            diag_error(s->dg, at, "the name '%s' is given twice", name);
        else
            diag_error(s->dg, at,
                       "'%s' and '%s' differ only in case, which a spreadsheet "
                       "does not tell apart; rename one",
                       name, taken->name);
        if (taken != NULL)
            diag_note(s->dg, taken->at, "first defined here");
        return NULL;
    }
    struct study_name n = { .kind = kind, .name = name, .at = at };
    ARENA_PUSH(s->arena, s->names, s->name_count, s->name_capacity) = n;
    return &s->names[s->name_count - 1];
}

node_id study_formula(struct study *s, const struct doc_node *node)
{
    struct scope scope = study_scope(s);
    scope.node = node;
    return expr_build(s->graph, node->text, doc_inside(node, 0), &scope, s->dg);
}

node_id study_formula_like(struct study *s, const struct doc_node *node,
                           struct unit like, const char *what)
{
    node_id id = study_formula(s, node);
    const struct node *n = graph_node(s->graph, id);
    if (n == NULL || dim_equal(n->unit.dim, like.dim))
        return id;
    diag_error(s->dg, node->at, "%s is in %s here; it must be %s", what,
               dim_text(s->arena, n->unit.dim),
               dim_is_none(like.dim) ? "a bare number" : dim_text(s->arena, like.dim));
    return NO_NODE;
}

/* Only constants: the names of a literal resolve to nothing. */
static node_id no_names(void *context, const char *name, struct where at,
                        struct diag *dg)
{
    (void)context;
    diag_error(dg, at,
               "a number with its unit should stand here, not the name '%s'; "
               "formulas go under quantities",
               name);
    return NO_NODE;
}

static bool knows_none(void *context, const char *name)
{
    (void)context;
    (void)name;
    return false;
}

bool study_literal(struct study *s, const struct doc_node *node,
                   const struct unit *like, struct value *out, struct unit *unit)
{
    struct scope scope = { .resolve = no_names, .known = knows_none, .node = node };
    if (!doc_expect(node, "a number with its unit", DOC_WANT_TEXT, s->dg))
        return false;
    node_id id = expr_build(s->graph, node->text, doc_inside(node, 0), &scope, s->dg);
    const struct node *n = graph_node(s->graph, id);
    if (n == NULL)
        return false;
    bool negative = n->kind == NODE_OP && strcmp(n->op->name, "neg") == 0;
    const struct node *number = negative ? graph_node(s->graph, n->args[0]) : n;
    if (number->kind != NODE_CONST)
        return diag_error(s->dg, node->at,
                          "one number with its unit should stand here; "
                          "formulas go under quantities");
    *out = number->as.constant;
    if (negative)
        *out = out->is_exact ? value_of_exact(exact_neg(out->exact))
                             : value_of_double(-out->x);
    *unit = number->unit;
    bool zero = out->x == 0 && dim_is_none(unit->dim);
    if (like == NULL || zero || dim_equal(unit->dim, like->dim))
        return true;
    if (dim_is_none(unit->dim))
        return diag_error(s->dg, node->at,
                          "the unit is missing; write for example %s %s", node->text,
                          like->text);
    return diag_error(s->dg, node->at, "this is in %s and should be in %s", unit->text,
                      like->text[0] != '\0' ? like->text : "no unit");
}

static bool build_quantity(struct study *s, struct study_name *n, struct where at)
{
    if (n->state == STATE_OPEN) {
        diag_error(s->dg, at,
                   "'%s' is defined by itself, in a circle; give one of the "
                   "quantities in it a value of its own",
                   n->name);
        diag_note(s->dg, n->at, "'%s' is defined here", n->name);
        return false;
    }
    if (n->state == STATE_FAILED)
        return false;
    size_t i = (size_t)(n - s->names);
    n->state = STATE_OPEN;
    node_id id = n->curve ? study_build_curve(s, n->curve) : study_formula(s, n->def);
    n = &s->names[i];
    n->state = STATE_FAILED;
    if (id == NO_NODE)
        return false;
    /* a name on a node that carries one already, or on a constant of its own */
    if (graph_node(s->graph, id)->name != NULL)
        id = graph_alias(s->graph, id, n->def ? n->def->at : n->at, s->dg);
    if (n->unit_set && !graph_show_as(s->graph, id, n->unit))
        return diag_error(s->dg, n->def ? n->def->at : n->at,
                          "this quantity is in %s and cannot be shown in "
                          "%s",
                          dim_text(s->arena, graph_node(s->graph, id)->unit.dim),
                          n->unit.text);
    graph_name(s->graph, id, n->name);
    graph_label(s->graph, id, n->help);
    n->node = id;
    n->state = STATE_BUILT;
    return true;
}

static node_id resolve(void *context, const char *name, struct where at,
                       struct diag *dg)
{
    struct study *s = context;
    for (size_t i = 0; i < s->name_count; i++) {
        struct study_name *n = &s->names[i];
        if (strcmp(n->name, name) != 0)
            continue;
        if (n->node == NO_NODE &&
            (n->kind != NAME_QUANTITY || !build_quantity(s, n, at)))
            return NO_NODE;
        return s->names[i].node;
    }
    node_id id = graph_find(s->graph, name);
    if (id != NO_NODE)
        return id;
    const char **names = ARENA_ARRAY(s->arena, s->name_count, const char *);
    for (size_t i = 0; i < s->name_count; i++)
        names[i] = s->names[i].name;
    const char *near = nearest(name, names, s->name_count);
    if (near == NULL)
        return expr_unknown(s->graph, name, at, dg);
    diag_error(dg, at, "unknown name '%s'; did you mean '%s'?", name, near);
    return NO_NODE;
}

static bool known(void *context, const char *name)
{
    const struct study *s = context;
    return study_find(s, name) != NULL || graph_find(s->graph, name) != NO_NODE;
}

struct scope study_scope(struct study *s)
{
    return (struct scope){ .resolve = resolve, .known = known, .context = s };
}

enum { Q_FORMULA, Q_UNIT, Q_HELP, Q_KEYS };
static const struct doc_field quantity_fields[] = {
    [Q_FORMULA] = { "formula", DOC_WANT_TEXT, DOC_REQUIRED },
    [Q_UNIT] = { "unit", DOC_WANT_TEXT, DOC_OPTIONAL },
    [Q_HELP] = { "help", DOC_WANT_TEXT, DOC_OPTIONAL },
};
static const struct doc_schema quantity_schema =
    DOC_SCHEMA("a quantity", quantity_fields);

static bool declare_quantity(struct study *s, const struct doc_entry *e)
{
    const struct doc_node *v[Q_KEYS] = { NULL };
    if (e->value->kind == DOC_SCALAR)
        v[Q_FORMULA] = e->value;
    else if (!doc_bind(&quantity_schema, e->value, v, s->dg))
        return false;
    if (!doc_expect(v[Q_FORMULA], "a formula", DOC_WANT_TEXT, s->dg))
        return false;
    struct study_name *n = study_declare(s, NAME_QUANTITY, e->key, e->key_at);
    if (n == NULL)
        return false;
    n->def = v[Q_FORMULA];
    n->formula = v[Q_FORMULA]->text;
    n->help = study_text(v[Q_HELP], NULL);
    n->unit_set = v[Q_UNIT] != NULL;
    return v[Q_UNIT] == NULL || doc_get_unit(s->arena, v[Q_UNIT], &n->unit, s->dg);
}

bool study_read_quantities(struct study *s, const struct doc_node *node)
{
    bool ok = true;
    for (size_t i = 0; node != NULL && i < node->count; i++)
        ok = declare_quantity(s, &node->entries[i]) && ok;
    return ok;
}

bool study_build_quantities(struct study *s)
{
    bool ok = true;
    for (size_t i = 0; i < s->name_count; i++)
        if (s->names[i].kind == NAME_QUANTITY && s->names[i].node == NO_NODE)
            ok = build_quantity(s, &s->names[i], s->names[i].at) && ok;
    return ok;
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

static bool read_models(struct study *s, const struct doc_node *node)
{
    const char *const *names;
    size_t count;
    bool ok = true;
    if (node == NULL)
        return true;
    if (!doc_get_texts(s->arena, node, &names, &count, s->dg))
        return false;
    struct model *models = ARENA_ARRAY(s->arena, count, struct model);
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
    s->models = models;
    s->model_count = count;
    return ok;
}

static bool read_head(struct study *s, const struct doc_node *const *v)
{
    long long version;
    bool ok = doc_get_int(v[VERSION], 1, 1, &version, s->dg) &&
              doc_get_id(v[STUDY], &s->id, s->dg) &&
              doc_get_date(v[PRICES_AS_OF], &s->prices_as_of, s->dg);
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
    const struct doc_node *v[KEYS];
    *s = (struct study){ .arena = a, .dg = dg, .path = path };
    s->folder = path_folder(a, path);
    s->graph = graph_new(a);
    s->root = yaml_read(a, path, (struct where){ 0 }, dg);
    const char *slash = strrchr(path, '/');
    struct study_file self = { .path = slash != NULL ? slash + 1 : path,
                               .kind = "study" };
    if (s->root == NULL || !doc_bind(&schema, s->root, v, dg) || !read_head(s, v) ||
        !study_note_file(s, &self, path, (struct where){ 0 }))
        return false;
    bool ok = read_models(s, v[MODELS]);
    ok = read_discount(s, v[DISCOUNT_RATE]) && ok;
    ok = study_read_inputs(s, v[INPUTS]) && ok;
    ok = study_read_runs(s, v[RUNS]) && ok;
    ok = ok && study_read_measured(s, v[MEASURED]);
    ok = ok && study_read_curves(s, v[CURVES]);
    if (!ok || !study_read_quantities(s, v[QUANTITIES]))
        return false;
    if (!study_read_alternatives(s, v[ALTERNATIVES]) || !study_build_quantities(s))
        return false;
    return study_read_scenarios(s, v[SCENARIOS]) && study_check_curves(s) &&
           read_against(s, v[INPUTS]) && study_read_questions(s, v[QUESTIONS]) &&
           study_read_findings(s, v[FINDINGS]) && read_report(s, v[REPORT]) &&
           !diag_failed(dg);
}
