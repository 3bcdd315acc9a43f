/* Every op: a block of draws is, bit for bit, what point() gives on doubles. */
#include "check.h"

#include "base/exact.h"
#include "quantities/graph.h"
#include "quantities/op.h"
#include "quantities/random.h"

static const double special[] = { 0,         -0.0,      1,           -1,     2,
                                  0.5,       -0.5,      NAN,         1e-7,   -1e-7,
                                  5e-7,      0.1,       0.3,         1e15,   -1e15,
                                  1e300,     -1e300,    1 + 0x1p-49, 1e-310, 3,
                                  2.4999995, 2.4999996, 17,          1e6,    100 };
enum { SPECIALS = sizeof special / sizeof *special };

/* A mixture: whole numbers, near-equal numbers, wide ranges, special values. */
static double number(uint64_t key, uint64_t i)
{
    double u[3];
    random_uniforms(key, 3 * i, u, 3);
    if (u[0] < 0.3)
        return special[(size_t)(u[1] * SPECIALS)];
    if (u[0] < 0.5)
        return floor(u[1] * 12) - 3;
    if (u[0] < 0.6)
        return 7 * (1 + (floor(u[1] * 9) - 4) * 0x1p-50);
    if (u[0] < 0.7) /* just below and above where six places tie */
        return (floor(u[1] * 9) + 5e-7) * (1 + (floor(u[2] * 9) - 6) * 0x1p-52);
    if (u[0] < 0.8)
        return (u[1] - 0.5) * 20;
    return (u[1] < 0.5 ? -1 : 1) * exp((u[2] - 0.5) * 100);
}

static const struct table *table(void)
{
    static struct value x[4], y[4];
    static const struct table t = { .x = x, .y = y, .count = 4 };
    static const char *const rows[][2] = {
        { "0", "0.1" }, { "0.7", "0.3" }, { "7", "0.35" }, { "1000", "123456.789" }
    };
    for (size_t i = 0; i < 4; i++) {
        struct exact e;
        assert_true(exact_parse(rows[i][0], strlen(rows[i][0]), &e, NULL));
        x[i] = value_of_exact(e);
        assert_true(exact_parse(rows[i][1], strlen(rows[i][1]), &e, NULL));
        y[i] = value_of_exact(e);
    }
    return &t;
}

static bool same_bits(double a, double b)
{
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

struct trial {
    const struct op *op;
    unsigned count;
    uint64_t key, single;
    size_t n;
};

static double args[MOST_ARGS][BLOCK];

static double want_at(const struct trial *t, size_t i)
{
    struct value values[MOST_ARGS], out;
    struct op_call call = { values, t->count, NULL };
    if (t->op->rule == RULE_LOOKUP)
        call.table = table();
    for (unsigned k = 0; k < t->count; k++)
        values[k] = value_of_double(args[k][(t->single >> k & 1) != 0 ? 0 : i]);
    t->op->point(&call, &out);
    return out.x;
}

static void check_trial(const struct trial *t)
{
    double out[BLOCK];
    const double *at[MOST_ARGS];
    struct batch_call call = { at, t->single, t->count, NULL, t->n, out };
    if (t->op->rule == RULE_LOOKUP)
        call.table = table();
    for (unsigned k = 0; k < t->count; k++) {
        at[k] = args[k];
        for (size_t i = 0; i < t->n; i++)
            args[k][i] = number(t->key + k, i);
    }
    t->op->batch(&call);
    for (size_t i = 0; i < t->n; i++) {
        double want = want_at(t, i);
        if (same_bits(out[i], want))
            continue;
        print_error("%s(%.17g, %.17g, ...) singles %#llx: got %.17g, want %.17g\n",
                    t->op->name, args[0][i], args[1][i], (unsigned long long)t->single,
                    out[i], want);
        fail();
    }
}

static void batch_is_point(void **state)
{
    (void)state;
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        if (strcmp(op->name, "cent") == 0)
            continue;
        for (unsigned round = 0; round < 64; round++) {
            unsigned most = op->most < 7 ? op->most : 7;
            struct trial t = { .op = op, .key = random_key(round, op->name) };
            t.count = op->least + round % (most - op->least + 1);
            t.single = round / 2 % 8;
            t.n = round % 3 == 0 ? BLOCK : round * 7 + 1;
            check_trial(&t);
        }
    }
}

static void cent_is_the_identity(void **state)
{
    (void)state;
    double x[3] = { 0.123456, -7.005, 1e9 + 0.001 }, out[3];
    const double *at[] = { x };
    struct batch_call call = { at, 0, 1, NULL, 3, out };
    op_find("cent")->batch(&call);
    assert_memory_equal(x, out, sizeof x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(batch_is_point),
        cmocka_unit_test(cent_is_the_identity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
