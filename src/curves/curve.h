/* curve.h - a scaling law: one metric as a function of one size.
 *
 * A curve is a constant table of facts and pure functions.  It allocates nothing,
 * keeps no state and knows nothing of the fitter.  To add a law, write
 * curves/<name>.c that defines `curve_<name>` and add X(<name>) in curves.c; the
 * registry test then holds its gradient against differences, its texts against its
 * functions, and its starts against noise-free points.
 *
 * Texts are expressions over `x` (`y` in an inverse) and the parameters' names with
 * + - * / ^, comparison, exp ln sqrt min max, if(condition, a, b) and
 * erlang_b(servers, erlangs), so that a graph of quantities can carry the law.
 */
#ifndef CURVES_CURVE_H
#define CURVES_CURVE_H

#include <stdbool.h>
#include <stddef.h>

enum { CURVE_MOST_PARAMS = 4, CURVE_MOST_STARTS = 4 };

/* A range that ends at an open bound (a share above 0) is never fitted at that bound;
 * at a closed one the fit may stop, and then names it.  A `given` parameter is never
 * fitted: the user sets it, otherwise it is `standard`, and where that is NAN the
 * law's settle() takes it from the data. */
struct curve_param {
    const char *name, *meaning;
    signed char unit_y, unit_x; /* its unit is y^unit_y * x^unit_x */
    double lower, upper;
    bool open; /* both ends are outside the range */
    bool given;
    double standard;
};

/* Sorted by x, all finite.  A residual is weight * (y - law), see law_residual(). */
struct curve_data {
    size_t n;
    const double *x, *y, *weight;
    bool log; /* residuals are weight * y * ln(y / law); every y is positive */
};

/* A point of interest, as text over the parameters and as a function that is false
 * where these parameters have none. */
struct curve_mark {
    const char *text; /* NULL: this law never has one */
    bool (*at)(const double *p, double *out);
};

/* A law with a kink is two smooth laws that meet at the knee.  The fitter tries every
 * split of the points, so it needs each side continued past the knee, and the law
 * whose knee is held. */
struct curve_kink {
    double (*knee)(const double *p);
    double (*side)(const double *p, double x, bool right);
    void (*side_gradient)(const double *p, double x, bool right, double *g);
    /* Parameter `held` follows from the others once the knee is known; dp[j] is its
     * derivative by parameter j. */
    unsigned held;
    double (*hold)(const double *p, double knee, double *dp);
};

/* What a law is for; a choice among laws tries those of the metric's family. */
enum curve_family {
    CURVE_RATE = 1,    /* throughput over users, threads, cores, drives, sizes */
    CURVE_LATENCY = 2, /* response time over load */
    CURVE_PRICE = 4,   /* price over years or units built */
};

struct curve {
    const char *name, *title;
    const char *also;     /* other names in use, blank between; NULL: none */
    const char *use;      /* what it describes, one line */
    const char *formula;  /* y of x */
    const char *inverse;  /* x of y, below the peak; NULL where not closed */
    unsigned families;    /* of enum curve_family */
    bool bare_x;          /* x is a bare number: its unit is 1 */
    double x_above;       /* the law holds for x > this */
    unsigned param_count; /* given ones included */
    struct curve_param params[CURVE_MOST_PARAMS];

    /* NAN where the law has no value. */
    double (*value)(const double *p, double x);
    void (*gradient)(const double *p, double x, double *g); /* by each parameter */
    /* Up to CURVE_MOST_STARTS rows of param_count, best first; given parameters are
     * read from and copied from `p`.  Returns the number of rows, 0 where the data
     * cannot carry the law. */
    size_t (*starts)(const struct curve_data *d, const double *p,
                     double (*rows)[CURVE_MOST_PARAMS]);
    /* Fills given parameters that are NAN; NULL: there are none.  Returns NULL, or in
     * words what is missing. */
    const char *(*settle)(const struct curve_data *d, double *p);
    const struct curve_kink *kink; /* NULL: smooth */

    struct curve_mark peak; /* x of the largest value */
    /* 0 where the peak of p is at x, nearly straight in p, with its gradient by p. */
    double (*peak_miss)(const double *p, double x, double *g);
    struct curve_mark knee;  /* x at which another regime begins */
    struct curve_mark limit; /* y approached as x grows */
    struct curve_mark edge;  /* x at which the law ends (saturation) */
};

/* Every law, in the order in which reports list them. */
const struct curve *curve_at(size_t i);              /* NULL past the end */
const struct curve *curve_find(const char *name);    /* NULL: no such law */
size_t curve_names(const char **names, size_t room); /* all of them, for nearest() */

/* Parameters that are fitted. */
unsigned curve_free_count(const struct curve *c);

/* The law has a kink whose knee is a parameter of its own, not what two others make of
 * it. */
bool curve_free_knee(const struct curve *c);

#endif
