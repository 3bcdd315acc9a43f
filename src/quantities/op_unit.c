#include "quantities/op_unit.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"

bool fits_any_unit(const struct node *n)
{
    return n->kind == NODE_CONST && n->as.constant.x == 0 && dim_is_none(n->unit.dim);
}

/* In words a reader of the message knows: the shown unit, or that there is none. */
static const char *said(const struct unit_call *c, const struct node *n)
{
    if (dim_is_none(n->unit.dim))
        return "a bare number";
    return n->unit.text[0] != '\0' ? n->unit.text : dim_text(c->arena, n->unit.dim);
}

static const char *op_words(const struct op *op)
{
    static const char *const signs[][2] = {
        { "add", "+" }, { "sub", "-" }, { "mul", "*" }, { "div", "/" },
        { "pow", "^" }, { "lt", "<" },  { "le", "<=" }, { "gt", ">" },
        { "ge", ">=" }, { "eq", "=" },  { "ne", "!=" },
    };
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (op_find(signs[i][0]) == op)
            return signs[i][1];
    return op->name;
}

/* All of args[from..] alike; *unit is that of the first that has one. */
static bool alike(const struct unit_call *c, unsigned from, struct unit *unit)
{
    const struct node *first = NULL;
    *unit = c->args[from]->unit;
    for (unsigned i = from; i < c->count; i++) {
        if (fits_any_unit(c->args[i]))
            continue;
        if (first == NULL) {
            first = c->args[i];
            *unit = first->unit;
        } else if (!dim_equal(first->unit.dim, c->args[i]->unit.dim)) {
            return diag_error(
                c->dg, c->at,
                "'%s' needs two of a kind and has %s and %s; convert one, or "
                "multiply it by a price or a rate",
                op_words(c->op), said(c, first), said(c, c->args[i]));
        }
    }
    return true;
}

static bool bare(const struct unit_call *c, unsigned from)
{
    for (unsigned i = from; i < c->count; i++)
        if (!dim_is_none(c->args[i]->unit.dim))
            return diag_error(
                c->dg, c->at,
                "'%s' needs a bare number and has %s; divide by 1 %s first",
                op_words(c->op), said(c, c->args[i]), said(c, c->args[i]));
    return true;
}

/* "USD/CPU" for 4 "CPU" is money, although counts are bare numbers. */
static bool cancels(const struct unit_call *c, const char *each)
{
    const char *slash = strrchr(each, '/');
    for (unsigned i = 0; slash != NULL && i < c->count; i++)
        if (dim_is_none(c->args[i]->unit.dim) &&
            strcmp(slash + 1, c->args[i]->unit.text) == 0)
            return true;
    return false;
}

/* What a rate (22 %/year, 8/h) makes of the other factor's unit: USD becomes USD/year.
 * Whatever else is written in the rate's unit goes into the figure. */
static bool show_per_time(const struct unit_call *c, struct dim dim, struct unit *out)
{
    static const struct dim rate = { .time = -1 };
    for (unsigned i = 0; i < 2; i++) {
        const struct unit *per = &c->args[i]->unit, *of = &c->args[1 - i]->unit;
        const char *slash = dim_equal(per->dim, rate) ? strrchr(per->text, '/') : NULL;
        if (slash == NULL || of->text[0] == '\0')
            continue;
        const char *words = /* 4 CPU at 10 USD/CPU are USD */
            strchr(of->text, '/') == NULL ? of->text : dim_text(c->arena, of->dim);
        const char *why, *text = arena_printf(c->arena, "%s%s", words, slash);
        size_t at;
        if (unit_parse(c->arena, text, strlen(text), out, &why, &at) &&
            dim_equal(out->dim, dim))
            return true;
    }
    return false;
}

/* A product is shown like its factor with the same dimension, or like one factor by the
 * other's time; others in base units. */
static struct unit show_product(const struct unit_call *c, struct dim dim, bool divide)
{
    if (dim_is_none(dim))
        return UNIT_ONE;
    for (unsigned i = 0; i < c->count; i++)
        if (dim_equal(c->args[i]->unit.dim, dim) &&
            (divide || !cancels(c, c->args[i]->unit.text)))
            return c->args[i]->unit;
    struct unit shown;
    if (!divide && show_per_time(c, dim, &shown))
        return shown;
    return unit_base(c->arena, dim);
}

static bool unit_of_product(const struct unit_call *c, bool divide, struct unit *unit)
{
    struct dim dim = c->args[0]->unit.dim, other = c->args[1]->unit.dim;
    if (!(divide ? dim_div(dim, other, &dim) : dim_mul(dim, other, &dim)))
        return diag_error(c->dg, c->at,
                          "'%s' of %s and %s mixes more than two currencies or is too "
                          "high a power",
                          op_words(c->op), said(c, c->args[0]), said(c, c->args[1]));
    *unit = show_product(c, dim, divide);
    return true;
}

static bool unit_of_power(const struct unit_call *c, struct unit *unit)
{
    const struct node *base = c->args[0], *n = c->args[1];
    *unit = UNIT_ONE;
    if (!dim_is_none(n->unit.dim))
        return bare(c, 1);
    if (dim_is_none(base->unit.dim))
        return true;
    double power = n->kind == NODE_CONST ? n->as.constant.x : NAN;
    struct dim dim;
    if (!(power >= 1 && power <= 9) || power != floor(power) ||
        !dim_pow(base->unit.dim, (int)power, &dim))
        return diag_error(c->dg, c->at,
                          "'^' of %s needs a whole constant from 1 to 9 as exponent",
                          said(c, base));
    *unit = unit_base(c->arena, dim);
    return true;
}

static bool unit_of_lookup(const struct unit_call *c, struct unit *unit)
{
    const struct node *table = c->args[0];
    if (table->kind != NODE_TABLE)
        return diag_error(c->dg, c->at, "'%s' needs a table as its first argument",
                          c->op->name);
    *unit = table->unit;
    if (fits_any_unit(c->args[1]) ||
        dim_equal(table->as.table->x_unit.dim, c->args[1]->unit.dim))
        return true;
    return diag_error(c->dg, c->at, "'%s' looks up %s in a table of %s", c->op->name,
                      said(c, c->args[1]),
                      dim_text(c->arena, table->as.table->x_unit.dim));
}

static bool unit_of_if(const struct unit_call *c, struct unit *unit)
{
    if (!dim_is_none(c->args[0]->unit.dim))
        return diag_error(c->dg, c->at,
                          "'if' needs a comparison first and has %s; write for example "
                          "if(size > 1 TB, a, b)",
                          said(c, c->args[0]));
    return alike(c, 1, unit);
}

static bool unit_of_money(const struct unit_call *c, struct unit *unit)
{
    *unit = c->args[0]->unit;
    if (!dim_is_money(unit->dim) && !dim_is_none(unit->dim))
        return diag_error(c->dg, c->at, "'%s' rounds money and has %s", op_words(c->op),
                          said(c, c->args[0]));
    return c->count < 2 || bare(c, 1);
}

static bool arity(const struct unit_call *c)
{
    const struct op *op = c->op;
    if (c->count >= op->least && c->count <= op->most)
        return true;
    if (op->least == op->most)
        return diag_error(c->dg, c->at, "'%s' takes %u argument%s and has %u",
                          op_words(op), op->least, op->least == 1 ? "" : "s", c->count);
    return diag_error(c->dg, c->at, "'%s' takes %u to %u arguments and has %u",
                      op_words(op), op->least, op->most, c->count);
}

bool op_unit(const struct unit_call *c, struct unit *unit)
{
    *unit = UNIT_ONE;
    if (!arity(c))
        return false;
    switch (c->op->rule) {
    case RULE_SAME:
        return alike(c, 0, unit);
    case RULE_COMPARE: {
        struct unit ignored;
        return alike(c, 0, &ignored);
    }
    case RULE_PRODUCT:
        return unit_of_product(c, false, unit);
    case RULE_QUOTIENT:
        return unit_of_product(c, true, unit);
    case RULE_POWER:
        return unit_of_power(c, unit);
    case RULE_NUMBER:
        return bare(c, 0);
    case RULE_IF:
        return unit_of_if(c, unit);
    case RULE_MONEY:
        return unit_of_money(c, unit);
    case RULE_LOOKUP:
        return unit_of_lookup(c, unit);
    }
    return false;
}
