/* op.h - operations: one row each, the same in every walk.
 *
 * An op is a pure function of its arguments, blind to clock and threads.  Its row
 * holds all that any walk wants of it: the exact value (point), 512 draws at once
 * (batch), an enclosure over a box of the searched variable (interval), the text of
 * a spreadsheet cell, and words.  To add an op: its functions and one row in ops.c.
 */
#ifndef QUANTITIES_OP_H
#define QUANTITIES_OP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct value;
struct table;
struct span; /* interval.h */

enum { BLOCK = 512, MOST_ARGS = 64 }; /* draws in a batch; arguments of an op */

/* What units go in and come out; also how a workbook converts shown units. */
enum unit_rule {
    RULE_SAME,     /* all alike; the result is like the first that has a unit */
    RULE_PRODUCT,  /* dimensions multiply */
    RULE_QUOTIENT, /* the second divides the first */
    RULE_POWER,    /* a constant whole exponent, or bare numbers */
    RULE_NUMBER,   /* bare numbers only */
    RULE_COMPARE,  /* two alike; the result is 0 or 1 */
    RULE_IF,       /* truth, then two alike */
    RULE_MONEY,    /* money in one currency, or a bare number; the result is like it; a
                      second argument, a bare number, is its decimals, 2 without */
    RULE_LOOKUP,   /* a table and an x like its x */
};

/* In the searched variable, structurally: what of affine arguments is affine. */
enum degree {
    DEGREE_LINEAR,   /* affine wherever its arguments are: + - neg sum */
    DEGREE_PRODUCT,  /* affine where at most one factor varies */
    DEGREE_QUOTIENT, /* affine where the divisor does not vary */
    DEGREE_PIECES,   /* affine pieces: min max if ceil floor step line compare */
    DEGREE_OTHER,
};

struct op_call {
    const struct value *args;
    unsigned count;
    const struct table *table; /* of a RULE_LOOKUP, else NULL; then args[1] is x */
};

struct batch_call {
    const double *const *args; /* each of n doubles, or of one */
    uint64_t single;           /* bit i: args[i] is one double, the same for all n */
    unsigned count;
    const struct table *table;
    size_t n;    /* 1 .. BLOCK */
    double *out; /* n doubles, none of the arguments' */
};

struct span_call {
    const struct span *args;
    unsigned count;
    const struct table *table;
};

struct op {
    const char *name;
    unsigned least, most; /* arguments */
    enum unit_rule rule;
    enum degree degree;
    /* NULL, or what is wrong ("division by zero"); *out is then NaN. */
    const char *(*point)(const struct op_call *call, struct value *out);
    void (*batch)(const struct batch_call *call);
    void (*interval)(const struct span_call *call, struct span *out);
    /* Cell text: %1 %2 %3 are arguments, %* all of them with commas; NULL with
     * RULE_LOOKUP, which formula.c writes. */
    const char *excel;
    const char *words; /* "%1 + %2" */
};

const struct op *op_find(const char *name); /* NULL where there is none */
size_t op_count(void);
const struct op *op_at(size_t i);

/* The rounding that engine and spreadsheet share: half away from zero, as decimals of
 * 15 digits say; places from -15 to 15.  round6() is what ceil and floor begin with. */
double round_to(double x, int places);
double round6(double x);
/* Is v, |x| in units of the last place and a half, so close below a whole number that
 * 15 digits may make it one?  Elsewhere round_to() cuts v as it is. */
bool rounding_is_close(double v);
/* Equal as LibreOffice compares: within a relative 2^-48. */
bool nearly_equal(double a, double b);
/* The slope of a table's line from `row` to the next one. */
double table_slope(const struct table *t, size_t row);
/* The last row of a table that starts at or below x; the first where none does. */
size_t table_row(const struct table *t, double x);

#endif
