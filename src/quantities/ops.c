/* ops.c - the exact value of every op, and the table of their rows. */
#include <math.h>
#include <string.h>

#include "base/erlang.h"
#include "quantities/graph.h"
#include "quantities/interval.h"
#include "quantities/op.h"
#include "quantities/ops_batch.h"
#include "quantities/vmath.h"

bool nearly_equal(double a, double b)
{
    return a == b || fabs(a - b) <= 0x1p-48 * fmax(fabs(a), fabs(b));
}

typedef bool exact_pair(struct exact a, struct exact b, struct exact *out);

/* Exact where both are and the result fits; otherwise the double. */
static struct value pair(const struct value *a, const struct value *b, exact_pair *op,
                         double x)
{
    struct exact e;
    if (a->is_exact && b->is_exact && op(a->exact, b->exact, &e))
        return value_of_exact(e);
    return value_of_double(x);
}

static const char *point_add(const struct op_call *c, struct value *out)
{
    const struct value *a = &c->args[0], *b = &c->args[1];
    *out = pair(a, b, exact_add, a->x + b->x);
    return NULL;
}

static const char *point_sub(const struct op_call *c, struct value *out)
{
    const struct value *a = &c->args[0], *b = &c->args[1];
    *out = pair(a, b, exact_sub, a->x - b->x);
    return NULL;
}

static const char *point_mul(const struct op_call *c, struct value *out)
{
    const struct value *a = &c->args[0], *b = &c->args[1];
    *out = pair(a, b, exact_mul, a->x * b->x);
    return NULL;
}

static const char *point_div(const struct op_call *c, struct value *out)
{
    const struct value *a = &c->args[0], *b = &c->args[1];
    *out = value_of_double(NAN);
    if (b->x == 0)
        return "division by zero";
    *out = pair(a, b, exact_div, a->x / b->x);
    return NULL;
}

static const char *point_pow(const struct op_call *c, struct value *out)
{
    double base = c->args[0].x, n = c->args[1].x, x = vmath_pow_of(base, n);
    *out = value_of_double(x);
    if (isnan(x) && !isnan(base) && !isnan(n))
        return "a negative number to a power that is not whole";
    if (isinf(x)) {
        *out = value_of_double(NAN);
        return base == 0 ? "zero to a negative power" : "a power too large";
    }
    struct exact product = exact_int(1);
    if (!c->args[0].is_exact || n != floor(n) || n < 0 || n > 64)
        return NULL;
    for (int i = 0; i < (int)n; i++)
        if (!exact_mul(product, c->args[0].exact, &product))
            return NULL;
    *out = value_of_exact(product);
    return NULL;
}

static const char *point_neg(const struct op_call *c, struct value *out)
{
    const struct value *a = &c->args[0];
    *out = a->is_exact ? value_of_exact(exact_neg(a->exact)) : value_of_double(-a->x);
    return NULL;
}

static const char *extreme(const struct op_call *c, struct value *out, double sign)
{
    *out = c->args[0];
    for (unsigned i = 1; i < c->count && !isnan(out->x); i++)
        if (isnan(c->args[i].x) || sign * c->args[i].x > sign * out->x)
            *out = c->args[i];
    return NULL;
}

static const char *point_min(const struct op_call *c, struct value *out)
{
    return extreme(c, out, -1);
}

static const char *point_max(const struct op_call *c, struct value *out)
{
    return extreme(c, out, 1);
}

static const char *point_sum(const struct op_call *c, struct value *out)
{
    *out = c->args[0];
    for (unsigned i = 1; i < c->count; i++)
        *out = pair(out, &c->args[i], exact_add, out->x + c->args[i].x);
    return NULL;
}

static const char *point_if(const struct op_call *c, struct value *out)
{
    if (isnan(c->args[0].x))
        *out = c->args[0];
    else
        *out = c->args[0].x != 0 ? c->args[1] : c->args[2];
    return NULL;
}

/* Truth of a comparison; one that involves "none" is none. */
static const char *truth(const struct op_call *c, bool holds, struct value *out)
{
    *out = value_of_exact(exact_int(holds));
    for (unsigned i = 0; i < c->count; i++)
        if (isnan(c->args[i].x))
            *out = c->args[i];
    return NULL;
}

static bool same(const struct op_call *c)
{
    return nearly_equal(c->args[0].x, c->args[1].x);
}

static const char *point_lt(const struct op_call *c, struct value *out)
{
    return truth(c, c->args[0].x < c->args[1].x && !same(c), out);
}

static const char *point_le(const struct op_call *c, struct value *out)
{
    return truth(c, c->args[0].x < c->args[1].x || same(c), out);
}

static const char *point_gt(const struct op_call *c, struct value *out)
{
    return truth(c, c->args[0].x > c->args[1].x && !same(c), out);
}

static const char *point_ge(const struct op_call *c, struct value *out)
{
    return truth(c, c->args[0].x > c->args[1].x || same(c), out);
}

static const char *point_eq(const struct op_call *c, struct value *out)
{
    return truth(c, same(c), out);
}

static const char *point_ne(const struct op_call *c, struct value *out)
{
    return truth(c, !same(c), out);
}

static const char *point_and(const struct op_call *c, struct value *out)
{
    return truth(c, c->args[0].x != 0 && c->args[1].x != 0, out);
}

static const char *point_or(const struct op_call *c, struct value *out)
{
    return truth(c, c->args[0].x != 0 || c->args[1].x != 0, out);
}

static const char *point_not(const struct op_call *c, struct value *out)
{
    return truth(c, c->args[0].x == 0, out);
}

/* Whole numbers come out exact, so that packs and counts reach the bill exactly. */
static struct value whole(double x)
{
    struct exact e;
    if (!exact_from_double(x, &e))
        return value_of_double(x);
    return (struct value){ x + 0.0, true, e }; /* an exact zero has no sign */
}

static const char *point_ceil(const struct op_call *c, struct value *out)
{
    *out = whole(ceil(round6(c->args[0].x)));
    return NULL;
}

static const char *point_floor(const struct op_call *c, struct value *out)
{
    *out = whole(floor(round6(c->args[0].x)));
    return NULL;
}

static struct value rounded(const struct value *v, int places)
{
    struct exact e;
    if (v->is_exact && exact_round(v->exact, places, ROUND_HALF_UP, &e))
        return value_of_exact(e);
    return value_of_double(round_to(v->x, places));
}

static const char *to_places(const struct op_call *c, double otherwise,
                             struct value *out)
{
    double places = c->count > 1 ? c->args[1].x : otherwise;
    *out = value_of_double(NAN);
    if (!(places >= -9 && places <= 15) || places != floor(places))
        return "rounding to places that are not a whole number from -9 to 15";
    *out = rounded(&c->args[0], (int)places);
    return NULL;
}

static const char *point_round(const struct op_call *c, struct value *out)
{
    return to_places(c, 0, out);
}

static const char *point_cent(const struct op_call *c, struct value *out)
{
    return to_places(c, 2, out);
}

static const char *point_exp(const struct op_call *c, struct value *out)
{
    double y = vmath_exp_of(c->args[0].x);
    *out = value_of_double(isinf(y) ? NAN : y);
    return isinf(y) ? "an exponential too large" : NULL;
}

static const char *point_ln(const struct op_call *c, struct value *out)
{
    *out = value_of_double(c->args[0].x > 0 ? vmath_log_of(c->args[0].x) : NAN);
    return c->args[0].x <= 0 ? "the logarithm of a number that is not positive" : NULL;
}

static const char *point_sqrt(const struct op_call *c, struct value *out)
{
    *out = value_of_double(c->args[0].x >= 0 ? sqrt(c->args[0].x) : NAN);
    return c->args[0].x < 0 ? "the square root of a negative number" : NULL;
}

static const char *point_erlang_b(const struct op_call *c, struct value *out)
{
    *out = value_of_double(erlang_b(c->args[0].x, c->args[1].x));
    if (isnan(out->x) && !isnan(c->args[0].x) && !isnan(c->args[1].x))
        return "Erlang B of servers that are not a whole number from 0 to 1000000, or "
               "of "
               "a negative load";
    return NULL;
}

size_t table_row(const struct table *t, double x)
{
    size_t i = 0;
    while (i + 1 < t->count && (t->x[i + 1].x <= x || nearly_equal(t->x[i + 1].x, x)))
        i++;
    return i;
}

static const char *point_step(const struct op_call *c, struct value *out)
{
    const struct value *x = &c->args[1];
    *out = isnan(x->x) ? *x : c->table->y[table_row(c->table, x->x)];
    return NULL;
}

static struct value slope(const struct table *t, size_t row)
{
    const struct value *x = &t->x[row], *y = &t->y[row];
    struct value rise = pair(&y[1], &y[0], exact_sub, y[1].x - y[0].x);
    struct value run = pair(&x[1], &x[0], exact_sub, x[1].x - x[0].x);
    return pair(&rise, &run, exact_div, rise.x / run.x);
}

double table_slope(const struct table *t, size_t row)
{
    return slope(t, row).x;
}

static const char *point_line(const struct op_call *c, struct value *out)
{
    const struct table *t = c->table;
    const struct value *x = &c->args[1];
    *out = isnan(x->x) ? *x : t->y[0];
    if (isnan(x->x) || t->count == 1)
        return NULL;
    size_t i = table_row(t, x->x);
    if (i + 1 == t->count)
        i--;
    struct value steepness = slope(t, i);
    struct value along = pair(x, &t->x[i], exact_sub, x->x - t->x[i].x);
    struct value up = pair(&steepness, &along, exact_mul, steepness.x * along.x);
    *out = pair(&t->y[i], &up, exact_add, t->y[i].x + up.x);
    return NULL;
}

#define ROW(NAME, LEAST, MOST, RULE, DEGREE, EXCEL, WORDS) \
    { \
        .name = #NAME, .least = (LEAST), .most = (MOST), .rule = (RULE), \
        .degree = (DEGREE), .point = point_##NAME, .batch = batch_##NAME, \
        .interval = interval_##NAME, .excel = (EXCEL), .words = (WORDS) \
    }

static const struct op ops[] = {
    ROW(add, 2, 2, RULE_SAME, DEGREE_LINEAR, "%1+%2", "%1 + %2"),
    ROW(sub, 2, 2, RULE_SAME, DEGREE_LINEAR, "%1-%2", "%1 - %2"),
    ROW(mul, 2, 2, RULE_PRODUCT, DEGREE_PRODUCT, "%1*%2", "%1 * %2"),
    ROW(div, 2, 2, RULE_QUOTIENT, DEGREE_QUOTIENT, "%1/%2", "%1 / %2"),
    ROW(pow, 2, 2, RULE_POWER, DEGREE_OTHER, "(%1^%2)", "%1 ^ %2"),
    ROW(neg, 1, 1, RULE_SAME, DEGREE_LINEAR, "(-%1)", "- %1"),
    ROW(min, 1, MOST_ARGS, RULE_SAME, DEGREE_PIECES, "MIN(%*)", "the least of %*"),
    ROW(max, 1, MOST_ARGS, RULE_SAME, DEGREE_PIECES, "MAX(%*)", "the greatest of %*"),
    ROW(sum, 1, MOST_ARGS, RULE_SAME, DEGREE_LINEAR, "SUM(%*)", "the sum of %*"),
    ROW(if, 3, 3, RULE_IF, DEGREE_PIECES, "IF(%1<>0,%2,%3)", "%2 if %1, else %3"),
    ROW(lt, 2, 2, RULE_COMPARE, DEGREE_PIECES, "IF(%1<%2,1,0)", "%1 < %2"),
    ROW(le, 2, 2, RULE_COMPARE, DEGREE_PIECES, "IF(%1<=%2,1,0)", "%1 <= %2"),
    ROW(gt, 2, 2, RULE_COMPARE, DEGREE_PIECES, "IF(%1>%2,1,0)", "%1 > %2"),
    ROW(ge, 2, 2, RULE_COMPARE, DEGREE_PIECES, "IF(%1>=%2,1,0)", "%1 >= %2"),
    ROW(eq, 2, 2, RULE_COMPARE, DEGREE_PIECES, "IF(%1=%2,1,0)", "%1 = %2"),
    ROW(ne, 2, 2, RULE_COMPARE, DEGREE_PIECES, "IF(%1<>%2,1,0)", "%1 is not %2"),
    ROW(and, 2, 2, RULE_NUMBER, DEGREE_PIECES, "IF(AND(%1<>0,%2<>0),1,0)", "%1 and %2"),
    ROW(or, 2, 2, RULE_NUMBER, DEGREE_PIECES, "IF(OR(%1<>0,%2<>0),1,0)", "%1 or %2"),
    ROW(not, 1, 1, RULE_NUMBER, DEGREE_PIECES, "IF(%1=0,1,0)", "not %1"),
    ROW(ceil, 1, 1, RULE_NUMBER, DEGREE_PIECES, "(-INT(-ROUND(%1,6)))",
        "%1 rounded up"),
    ROW(floor, 1, 1, RULE_NUMBER, DEGREE_PIECES, "INT(ROUND(%1,6))", "%1 rounded down"),
    ROW(round, 1, 2, RULE_NUMBER, DEGREE_PIECES, "ROUND(%1,%2)", "%1 rounded"),
    ROW(cent, 1, 2, RULE_MONEY, DEGREE_LINEAR, "ROUND(%1,%2)", "%1 to the cent"),
    ROW(exp, 1, 1, RULE_NUMBER, DEGREE_OTHER, "EXP(%1)", "exp of %1"),
    ROW(ln, 1, 1, RULE_NUMBER, DEGREE_OTHER, "LN(%1)", "the natural logarithm of %1"),
    ROW(sqrt, 1, 1, RULE_NUMBER, DEGREE_OTHER, "SQRT(%1)", "the square root of %1"),
    ROW(erlang_b, 2, 2, RULE_NUMBER, DEGREE_OTHER,
        "(POISSON(%1,%2,0)/POISSON(%1,%2,1))", "Erlang B of %1 servers at load %2"),
    ROW(step, 2, 2, RULE_LOOKUP, DEGREE_PIECES, NULL, "the row of the table at %2"),
    ROW(line, 2, 2, RULE_LOOKUP, DEGREE_PIECES, NULL, "along the table at %2"),
};

size_t op_count(void)
{
    return sizeof ops / sizeof *ops;
}

const struct op *op_at(size_t i)
{
    return i < op_count() ? &ops[i] : NULL;
}

const struct op *op_find(const char *name)
{
    for (size_t i = 0; i < op_count(); i++)
        if (strcmp(ops[i].name, name) == 0)
            return &ops[i];
    return NULL;
}
