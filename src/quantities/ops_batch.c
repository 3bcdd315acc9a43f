#include "quantities/ops_batch.h"

#include <math.h>
#include <string.h>

#include "base/clones.h"
#include "base/erlang.h"
#include "quantities/graph.h"
#include "quantities/op.h"
#include "quantities/vmath.h"

/* A loop a pattern of single arguments, so that each runs over plain arrays. */
#define LOOP(X, Y, RESULT) \
    for (size_t i = 0; i < n; i++) { \
        const double x = (X), y = (Y); \
        out[i] = (RESULT); \
    }

#define BINARY(NAME, RESULT) \
    TARGET_CLONES static void NAME##_loop(const struct batch_call *c) \
    { \
        const double *restrict a = c->args[0], *restrict b = c->args[1]; \
        double *restrict out = c->out; \
        const size_t n = c->n; \
        switch (c->single & 3) { \
        case 0: \
            LOOP(a[i], b[i], RESULT) \
            break; \
        case 1: \
            LOOP(a[0], b[i], RESULT) \
            break; \
        case 2: \
            LOOP(a[i], b[0], RESULT) \
            break; \
        default: \
            LOOP(a[0], b[0], RESULT) \
        } \
    } \
    void batch_##NAME(const struct batch_call *c) \
    { \
        NAME##_loop(c); \
    }

#define UNARY_LOOP(NAME, RESULT) \
    TARGET_CLONES static void NAME##_loop(const struct batch_call *c) \
    { \
        const double *restrict a = c->args[0]; \
        double *restrict out = c->out; \
        const size_t n = (c->single & 1) != 0 ? 1 : c->n; \
        for (size_t i = 0; i < n; i++) { \
            const double x = a[i]; \
            out[i] = (RESULT); \
        } \
    }

#define UNARY(NAME, RESULT) \
    UNARY_LOOP(NAME, RESULT) \
    void batch_##NAME(const struct batch_call *c) \
    { \
        NAME##_loop(c); \
        spread(c); \
    }

#define CUT(NAME, RESULT) \
    UNARY_LOOP(NAME, RESULT) \
    void batch_##NAME(const struct batch_call *c) \
    { \
        NAME##_loop(c); \
        round_close_ones(c, NAME); \
        spread(c); \
    }

/* After a unary loop over a single argument: its result for all. */
static void spread(const struct batch_call *c)
{
    for (size_t i = 1; (c->single & 1) != 0 && i < c->n; i++)
        c->out[i] = c->out[0];
}

/* As nearly_equal() in ops.c, without calls and branches. */
IN_CLONES bool same(double a, double b)
{
    double p = fabs(a), q = fabs(b), larger = p > q ? p : q;
    return (a == b) | (fabs(a - b) <= 0x1p-48 * larger);
}

/* As round6(), but for x that rounding_is_close() tells. */
IN_CLONES double to_6_places(double x)
{
    double v = fabs(x) * 1e6, y = floor(v + 0.5) / 1e6;
    y = ((v < 0x1p52) & (x != floor(x))) ? y : fabs(x);
    return x < 0 ? -y : y;
}

/* What the loop left out, which is next to nothing. */
static void round_close_ones(const struct batch_call *c, double (*cut)(double))
{
    const double *x = c->args[0];
    const size_t n = (c->single & 1) != 0 ? 1 : c->n;
    for (size_t i = 0; i < n; i++)
        if (rounding_is_close(fabs(x[i]) * 1e6 + 0.5))
            c->out[i] = cut(round6(x[i])) + 0.0;
}

/* A truth value, or NaN where an argument is. */
IN_CLONES double truth(bool holds, double x, double y)
{
    double t = holds ? 1 : 0;
    t = x == x ? t : x;
    return y == y ? t : y;
}

BINARY(add, x + y)
BINARY(sub, x - y)
BINARY(mul, (x) * (y))
BINARY(div, y == 0 ? NAN : x / y)
BINARY(lt, truth((x < y) & !same(x, y), x, y))
BINARY(le, truth((x < y) | same(x, y), x, y))
BINARY(gt, truth((x > y) & !same(x, y), x, y))
BINARY(ge, truth((x > y) | same(x, y), x, y))
BINARY(eq, truth(same(x, y), x, y))
BINARY(ne, truth(!same(x, y), x, y))
BINARY(and, truth((x != 0) & (y != 0), x, y))
BINARY(or, truth((x != 0) | (y != 0), x, y))
UNARY(neg, -x)
UNARY(not, truth(x == 0, x, x))
UNARY(cent, x)
UNARY(sqrt, x >= 0 ? sqrt(x) : NAN)
/* + 0.0 makes a negative zero positive, as a whole number is in point(). */
CUT(ceil, ceil(to_6_places(x)) + 0.0)
CUT(floor, floor(to_6_places(x)) + 0.0)

/* Argument k as n doubles: itself, or one double spread over `block`. */
static const double *whole(const struct batch_call *c, unsigned k, double *block)
{
    if ((c->single >> k & 1) == 0)
        return c->args[k];
    for (size_t i = 0; i < c->n; i++)
        block[i] = c->args[k][0];
    return block;
}

static void copy_first(const struct batch_call *c)
{
    double block[BLOCK];
    memcpy(c->out, whole(c, 0, block), c->n * sizeof *c->out);
}

/* out = RESULT of y, what there is, and x, the next argument, from left to right. */
#define FOLD(NAME, RESULT) \
    TARGET_CLONES static void NAME##_loop(const struct batch_call *c, unsigned k) \
    { \
        const double *restrict a = c->args[k]; \
        double *restrict out = c->out; \
        const size_t n = c->n; \
        if ((c->single >> k & 1) != 0) { \
            LOOP(a[0], out[i], RESULT) \
        } else { \
            LOOP(a[i], out[i], RESULT) \
        } \
    } \
    void batch_##NAME(const struct batch_call *c) \
    { \
        copy_first(c); \
        for (unsigned k = 1; k < c->count; k++) \
            NAME##_loop(c, k); \
    }

FOLD(sum, y + x)
FOLD(min, y != y || x >= y ? y : x)
FOLD(max, y != y || x <= y ? y : x)

TARGET_CLONES static void if_loop(const double *restrict truth,
                                  const double *restrict yes, const double *restrict no,
                                  const struct batch_call *c)
{
    double *restrict out = c->out;
    for (size_t i = 0; i < c->n; i++) {
        double t = truth[i], chosen = t != 0 ? yes[i] : no[i];
        out[i] = t == t ? chosen : t;
    }
}

void batch_if(const struct batch_call *c)
{
    double t[BLOCK], yes[BLOCK], no[BLOCK];
    if_loop(whole(c, 0, t), whole(c, 1, yes), whole(c, 2, no), c);
}

void batch_exp(const struct batch_call *c)
{
    copy_first(c);
    vmath_exp(c->out, c->n);
    for (size_t i = 0; i < c->n; i++)
        c->out[i] = c->out[i] <= 0x1.fffffffffffffp1023 ? c->out[i] : NAN;
}

void batch_ln(const struct batch_call *c)
{
    copy_first(c);
    vmath_log(c->out, c->n);
    for (size_t i = 0; i < c->n; i++)
        c->out[i] = c->out[i] >= -0x1.fffffffffffffp1023 ? c->out[i] : NAN;
}

void batch_pow(const struct batch_call *c)
{
    double power[BLOCK];
    copy_first(c);
    vmath_pow(c->out, whole(c, 1, power), c->n);
    for (size_t i = 0; i < c->n; i++)
        c->out[i] = isinf(c->out[i]) ? NAN : c->out[i];
}

static double rounded(double x, double places)
{
    if (!(places >= -9 && places <= 15) || places != floor(places))
        return NAN;
    return round_to(x, (int)places);
}

void batch_round(const struct batch_call *c)
{
    double block[BLOCK], places[BLOCK] = { 0 };
    const double *x = whole(c, 0, block),
                 *p = c->count > 1 ? whole(c, 1, places) : places;
    for (size_t i = 0; i < c->n; i++)
        c->out[i] = rounded(x[i], p[i]);
}

void batch_erlang_b(const struct batch_call *c)
{
    double servers[BLOCK], load[BLOCK];
    const double *s = whole(c, 0, servers), *a = whole(c, 1, load);
    for (size_t i = 0; i < c->n; i++)
        c->out[i] = erlang_b(s[i], a[i]);
}

void batch_step(const struct batch_call *c)
{
    double block[BLOCK];
    const double *x = whole(c, 1, block);
    for (size_t i = 0; i < c->n; i++)
        c->out[i] = isnan(x[i]) ? NAN : c->table->y[table_row(c->table, x[i])].x;
}

enum { SLOPES = 64 };

/* Slopes come from exact decimals, which is slow: each row's once a block. */
struct slopes {
    const struct table *table;
    uint64_t known;
    double of[SLOPES];
};

static double slope_at(struct slopes *s, size_t row)
{
    if (row >= SLOPES)
        return table_slope(s->table, row);
    if ((s->known >> row & 1) == 0) {
        s->of[row] = table_slope(s->table, row);
        s->known |= (uint64_t)1 << row;
    }
    return s->of[row];
}

static double along_line(struct slopes *s, double x)
{
    const struct table *t = s->table;
    if (isnan(x) || t->count == 1)
        return isnan(x) ? x : t->y[0].x;
    size_t i = table_row(t, x);
    if (i + 1 == t->count)
        i--;
    return t->y[i].x + slope_at(s, i) * (x - t->x[i].x);
}

void batch_line(const struct batch_call *c)
{
    double block[BLOCK];
    const double *x = whole(c, 1, block);
    struct slopes slopes = { .table = c->table };
    for (size_t i = 0; i < c->n; i++)
        c->out[i] = along_line(&slopes, x[i]);
}
