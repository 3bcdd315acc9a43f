/* interval.h - what a quantity can be while one variable goes through a box [l, r].
 *
 * The roots walk (roots.h) asks every op for a span: an enclosure of its values and
 * of its slopes over the box, the values at both ends, and the form of the function
 * there.  Once every min, ceil, comparison and table row is decided on the box, what
 * is left is affine and is solved exactly; where the slopes exclude zero there is at
 * most one root.  Enclosures are rounded outwards by a few units in the last place.
 */
#ifndef QUANTITIES_INTERVAL_H
#define QUANTITIES_INTERVAL_H

#include "quantities/op.h"

/* From the simplest; a result is as a rule of its arguments' greatest. */
enum form {
    FORM_FLAT,   /* one value on all of the box */
    FORM_AFFINE, /* a straight line */
    FORM_SMOOTH, /* continuous, slopes bounded as stated */
    FORM_KINKED, /* the same, with an undecided min, max or line in it */
    FORM_JUMPS,  /* an undecided ceil, step, if or comparison; slopes unbounded */
};

enum domain { DOMAIN_ALL, DOMAIN_PART, DOMAIN_NONE }; /* of the box: where defined */

struct span {
    double lo, hi;             /* encloses the values; infinite where not known */
    double slope_lo, slope_hi; /* encloses difference quotients over the box */
    double left, right;        /* at the ends, as the point walk has it; NaN: none */
    enum form form;
    enum domain domain;
};

struct span span_constant(double x); /* NaN: DOMAIN_NONE */

/* An interval function finds in `out` the ends, the greatest form and the worst
 * domain of the arguments (of an `if`: of the condition only); it sets the enclosures
 * and worsens, or where a branch is decided betters, the form.  It is called only
 * where some argument is not flat and, but for `if`, none is DOMAIN_NONE. */
#define INTERVAL_OPS(X) \
    X(add) \
    X(sub) \
    X(mul) \
    X(div) \
    X(pow) \
    X(neg) \
    X(min) \
    X(max) \
    X(sum) \
    X(if) \
    X(lt) \
    X(le) \
    X(gt) \
    X(ge) \
    X(eq) \
    X(ne) \
    X(and) \
    X(or) \
    X(not ) \
    X(ceil) \
    X(floor) \
    X(round) \
    X(cent) /* the identity, as in all searches and draws */ \
    X(exp) \
    X(ln) \
    X(sqrt) \
    X(erlang_b) \
    X(step) \
    X(line)
#define INTERVAL_DECLARE(name) \
    void interval_##name(const struct span_call *call, struct span *out);
INTERVAL_OPS(INTERVAL_DECLARE)

#endif
