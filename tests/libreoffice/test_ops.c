/* Every op in a spreadsheet: its Excel text beside the value that C gives.
 * `test_ops PATH [ROWS]` writes them, ROWS random ones besides the chosen, for
 * recalc.py to compare with what LibreOffice gives. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "quantities/graph.h"
#include "quantities/op.h"
#include "report/sheet.h"
#include "writers/xlsx.h"
#include "writers/xlsx_formula.h"

enum { ARGS = 3, FORMULA_COLUMN = ARGS };

/* "ROUND(%1,6)" with the cells of a row for %1 %2 %3 %*. */
static const char *expand(struct arena *a, const char *text, uint32_t row,
                          unsigned count)
{
    struct buf b = buf_on(a);
    for (const char *p = text; *p != '\0'; p++) {
        if (*p != '%') {
            buf_char(&b, *p);
            continue;
        }
        p++;
        unsigned first = *p == '*' ? 0 : (unsigned)(*p - '1');
        unsigned last = *p == '*' ? count - 1 : first;
        for (unsigned i = first; i <= last; i++) {
            buf_add(&b, i > first ? "," : "");
            buf_add(&b, cell_address(a, row, (uint16_t)i, false));
        }
    }
    return buf_text(&b);
}

static void test_every_text_is_a_plain_formula(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        const char *why;
        if (op->excel == NULL)
            continue;
        unsigned count = op->most < ARGS ? op->most : ARGS;
        const char *formula = expand(a, op->excel, 4, count);
        if (!xlsx_formula_is_plain(a, formula, &why))
            fail_msg("%s: '%s' %s", op->name, formula, why);
    }
    arena_free(a);
}

struct table_of_ops {
    struct arena *arena;
    struct sheet *sheet;
    const struct op *op;
    uint32_t row;
    uint64_t seed;
};

static double chance(struct table_of_ops *t) /* in [0, 1) */
{
    t->seed = t->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(t->seed >> 11) * 0x1p-53;
}

/* A cell keeps 16 digits of a number. */
static double as_in_a_cell(double x)
{
    char text[32];
    snprintf(text, sizeof text, "%.16G", x);
    return strtod(text, NULL);
}

static bool is(const struct table_of_ops *t, const char *name)
{
    return strcmp(t->op->name, name) == 0;
}

/* Where LibreOffice calculates by rules of its own, both far from any figure that a
 * price or a measurement gives:
 * - whole numbers are never nearly equal, whatever their size;
 * - a power too small for a double is an error. */
static bool has_rules_of_its_own(const struct table_of_ops *t, const double *x,
                                 double result)
{
    if (t->op->rule == RULE_COMPARE)
        return x[0] != x[1] && x[0] == floor(x[0]) && x[1] == floor(x[1]) &&
               nearly_equal(x[0], x[1]);
    if (is(t, "pow"))
        return result == 0 && x[0] != 0;
    return false;
}

/* One row; none where the op has no value. */
static void add_row(struct table_of_ops *t, const double *given, unsigned count)
{
    struct value args[ARGS], out;
    double x[ARGS];
    for (unsigned i = 0; i < count; i++) {
        x[i] = as_in_a_cell(given[i]);
        args[i] = value_of_double(x[i]);
    }
    struct op_call call = { .args = args, .count = count };
    if (t->op->point(&call, &out) != NULL || !isfinite(out.x) ||
        has_rules_of_its_own(t, x, out.x))
        return;
    for (unsigned i = 0; i < count; i++)
        cell_number(t->arena, t->sheet, t->row, (uint16_t)i, x[i]);
    struct cell *c = cell_formula(t->arena, t->sheet, t->row, FORMULA_COLUMN,
                                  expand(t->arena, t->op->excel, t->row, count));
    c->number = out.x;
    t->row++;
}

static const double chosen[] = {
    0,       1,         -1,         0.5,       -0.5,         2.5,       3,
    0.1,     0.2,       0.3,        1.0 / 3,   2.0 / 3,      1e-6,      5e-7,
    4.5e-7,  1.0000005, 2.9999995,  2.9999994, -2.9999995,   7.0000004, 1e6 + 5e-7,
    1e9 / 7, 96e12,     123456.789, 48000,     -17.25,       1e-12,     6.02214076e23,
    0.22789, 211.00005, 1.005,      2.675,     1234567.8905, 1e15 + .3, 8.0 + 4e-16,
};
enum { CHOSEN = sizeof chosen / sizeof *chosen };

/* Pairs of chosen values, and each beside its neighbours within and beyond 2^-48. */
static void add_pairs(struct table_of_ops *t, unsigned count)
{
    static const double nearby[] = { 0, 0x1p-52, 0x1p-49, 0x1.8p-48, 0x1p-46, 1e-9 };
    for (size_t i = 0; i < CHOSEN; i++) {
        for (size_t j = 0; j < CHOSEN; j++) {
            double x[ARGS] = { chosen[i], chosen[j], chosen[(i + j) % CHOSEN] };
            add_row(t, x, count);
        }
        for (size_t j = 0; j < sizeof nearby / sizeof *nearby; j++) {
            double up[ARGS] = { chosen[i], chosen[i] * (1 + nearby[j]), 2 };
            double down[ARGS] = { chosen[i], chosen[i] * (1 - nearby[j]), 2 };
            add_row(t, up, count);
            add_row(t, down, count);
        }
    }
}

/* Where the sixth place ties, and the doubles on either side. */
static void add_ties(struct table_of_ops *t, size_t rows)
{
    for (size_t i = 0; i < rows; i++) {
        double most = pow(10, floor(chance(t) * 10));
        double tie = (floor(chance(t) * most * 1e6) + 0.5) / 1e6;
        double whole = floor(chance(t) * most) + 5e-7;
        double x[] = { tie,
                       nextafter(tie, 0),
                       nextafter(tie, INFINITY),
                       -tie,
                       whole,
                       nextafter(whole, 0),
                       nextafter(nextafter(whole, 0), 0),
                       nextafter(whole, INFINITY),
                       floor(chance(t) * 1e6) / (1 + floor(chance(t) * 400)),
                       (chance(t) - 0.5) * most };
        for (size_t k = 0; k < sizeof x / sizeof *x; k++)
            add_row(t, &x[k], 1);
    }
}

static void add_servers(struct table_of_ops *t)
{
    static const double loads[] = { 0.1, 0.5, 0.8, 0.95, 1, 1.1, 2 };
    for (double c = 1; c <= 500; c += c < 20 ? 1 : 24)
        for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
            double x[] = { c, c * loads[i] };
            add_row(t, x, 2);
        }
}

static void fill_sheet(struct table_of_ops *t, size_t rows)
{
    const struct op *op = t->op;
    if (is(t, "erlang_b"))
        add_servers(t);
    else if (op->most == 1)
        add_ties(t, rows);
    if (is(t, "round"))
        for (size_t i = 0; i < CHOSEN; i++)
            for (double places = -3; places <= 6; places++) {
                double x[] = { chosen[i], places };
                add_row(t, x, 2);
            }
    else if (op->most == 1)
        for (size_t i = 0; i < CHOSEN; i++)
            add_row(t, &chosen[i], 1);
    else if (!is(t, "erlang_b"))
        add_pairs(t, op->most < ARGS ? op->most : ARGS);
}

static int write_ops(const char *path, size_t rows, const char *only)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct sheet *sheets = ARENA_ARRAY(a, op_count(), struct sheet);
    struct workbook book = { .created = { 2008, 6, 20, 0, 0, 0 }, .sheets = sheets };
    for (size_t i = 0; i < op_count(); i++) {
        const struct op *op = op_at(i);
        if (op->excel == NULL || (only != NULL && strcmp(only, op->name) != 0))
            continue;
        struct sheet *s = &sheets[book.sheet_count++];
        s->name = arena_printf(a, "op %s", op->name);
        cell_text(a, s, 0, 0, op->excel);
        struct table_of_ops t = { a, s, op, 1, i + 1 };
        fill_sheet(&t, rows);
    }
    bool ok = xlsx_write(&book, path, &dg);
    diag_print(&dg, stderr);
    arena_free(a);
    return ok ? 0 : 1;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_text_is_a_plain_formula),
    };
    if (argc > 1)
        return write_ops(argv[1], argc > 2 ? strtoul(argv[2], NULL, 10) : 200,
                         argc > 3 ? argv[3] : NULL);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
