/* ops_interval.c - arithmetic over boxes: what ops with smooth pieces can be. */
#include <math.h>

#include "base/erlang.h"
#include "quantities/graph.h"
#include "quantities/interval.h"
#include "quantities/vmath.h"

struct span span_constant(double x)
{
    return (struct span){ .lo = x,
                          .hi = x,
                          .left = x,
                          .right = x,
                          .form = FORM_FLAT,
                          .domain = isnan(x) ? DOMAIN_NONE : DOMAIN_ALL };
}

struct range {
    double lo, hi;
};

static const struct range everything = { -INFINITY, INFINITY };

/* Outwards by more than what the operation itself rounds. */
static struct range outwards(double lo, double hi)
{
    if (isnan(lo) || isnan(hi))
        return everything;
    return (struct range){ isinf(lo) ? lo : lo - fabs(lo) * 0x1p-51 - 0x1p-1060,
                           isinf(hi) ? hi : hi + fabs(hi) * 0x1p-51 + 0x1p-1060 };
}

static void set_values(struct span *out, struct range r)
{
    r = outwards(r.lo, r.hi);
    out->lo = r.lo;
    out->hi = r.hi;
}

static void set_slopes(struct span *out, struct range r)
{
    r = outwards(r.lo, r.hi);
    out->slope_lo = r.lo;
    out->slope_hi = r.hi;
}

static struct range values(const struct span *s)
{
    return (struct range){ s->lo, s->hi };
}

static struct range slopes(const struct span *s)
{
    return (struct range){ s->slope_lo, s->slope_hi };
}

static void raise_form(struct span *out, enum form form)
{
    if (out->form < form)
        out->form = form;
}

static void partly(struct span *out)
{
    if (out->domain < DOMAIN_PART)
        out->domain = DOMAIN_PART;
}

/* Nothing is known, and there may be a pole. */
static void unbounded(struct span *out)
{
    set_values(out, everything);
    set_slopes(out, everything);
    out->form = FORM_JUMPS;
    partly(out);
}

static struct range plus(struct range a, struct range b)
{
    return (struct range){ a.lo + b.lo, a.hi + b.hi };
}

static struct range minus(struct range a, struct range b)
{
    return (struct range){ a.lo - b.hi, a.hi - b.lo };
}

/* 0 times a bound that is not known is 0: the values themselves are finite. */
static double product(double a, double b)
{
    return a == 0 || b == 0 ? 0 : a * b;
}

static struct range times(struct range a, struct range b)
{
    double p = product(a.lo, b.lo), q = product(a.lo, b.hi);
    double r = product(a.hi, b.lo), s = product(a.hi, b.hi);
    return (struct range){ fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)) };
}

/* Of a range without 0. */
static struct range inverse(struct range a)
{
    return outwards(1 / a.hi, 1 / a.lo);
}

void interval_add(const struct span_call *c, struct span *out)
{
    set_values(out, plus(values(&c->args[0]), values(&c->args[1])));
    set_slopes(out, plus(slopes(&c->args[0]), slopes(&c->args[1])));
}

void interval_sub(const struct span_call *c, struct span *out)
{
    set_values(out, minus(values(&c->args[0]), values(&c->args[1])));
    set_slopes(out, minus(slopes(&c->args[0]), slopes(&c->args[1])));
}

void interval_neg(const struct span_call *c, struct span *out)
{
    const struct range zero = { 0, 0 };
    set_values(out, minus(zero, values(&c->args[0])));
    set_slopes(out, minus(zero, slopes(&c->args[0])));
}

void interval_sum(const struct span_call *c, struct span *out)
{
    struct range v = values(&c->args[0]), s = slopes(&c->args[0]);
    for (unsigned i = 1; i < c->count; i++) {
        v = plus(v, values(&c->args[i]));
        s = plus(s, slopes(&c->args[i]));
        v = outwards(v.lo, v.hi);
        s = outwards(s.lo, s.hi);
    }
    set_values(out, v);
    set_slopes(out, s);
}

void interval_cent(const struct span_call *c, struct span *out)
{
    *out = c->args[0];
}

static bool is_zero(const struct span *s)
{
    return s->form == FORM_FLAT && s->lo == 0 && s->hi == 0;
}

void interval_mul(const struct span_call *c, struct span *out)
{
    const struct span *a = &c->args[0], *b = &c->args[1];
    if (out->domain == DOMAIN_ALL && (is_zero(a) || is_zero(b))) {
        *out = span_constant(0);
        return;
    }
    set_values(out, times(values(a), values(b)));
    set_slopes(out, plus(times(slopes(a), values(b)), times(values(a), slopes(b))));
    if (a->form != FORM_FLAT && b->form != FORM_FLAT)
        raise_form(out, FORM_SMOOTH);
}

void interval_div(const struct span_call *c, struct span *out)
{
    const struct span *a = &c->args[0], *b = &c->args[1];
    if (b->lo == 0 && b->hi == 0)
        out->domain = DOMAIN_NONE;
    if (b->lo <= 0 && b->hi >= 0) {
        unbounded(out);
        return;
    }
    if (out->domain == DOMAIN_ALL && is_zero(a)) {
        *out = span_constant(0);
        return;
    }
    struct range over = inverse(values(b)), q = times(values(a), over);
    set_values(out, q);
    set_slopes(out, times(minus(slopes(a), times(q, slopes(b))), over));
    if (b->form != FORM_FLAT)
        raise_form(out, FORM_SMOOTH);
}

/* x^n over a range; false where it has a pole in it or is nowhere defined.  What lies
 * below 0 is left out where n is not whole. */
static bool power(struct range x, double n, struct range *out)
{
    bool whole = n == floor(n), even = whole && fmod(n, 2) == 0;
    if (!whole && x.lo < 0)
        x.lo = 0;
    if (x.hi < x.lo || (n < 0 && x.lo <= 0 && x.hi >= 0))
        return false;
    double p = vmath_pow_of(x.lo, n), q = vmath_pow_of(x.hi, n);
    *out = outwards(fmin(p, q), fmax(p, q));
    *out = outwards(out->lo, out->hi); /* a power may be 2 units off */
    if (even && n > 0 && x.lo < 0 && x.hi > 0)
        out->lo = 0;
    return true;
}

static void power_of_varying(const struct span_call *c, struct span *out)
{
    const struct span *a = &c->args[0], *n = &c->args[1];
    raise_form(out, FORM_SMOOTH);
    if (!(a->lo > 0)) {
        unbounded(out);
        return;
    }
    struct range logs = outwards(vmath_log_of(a->lo), vmath_log_of(a->hi));
    struct range t = times(logs, values(n));
    struct range v = outwards(vmath_exp_of(t.lo - fabs(t.lo) * 0x1p-50),
                              exp(t.hi + fabs(t.hi) * 0x1p-50));
    struct range by_n = times(slopes(n), logs);
    struct range by_a = times(values(n), times(slopes(a), inverse(values(a))));
    set_values(out, v);
    set_slopes(out, times(v, plus(by_n, by_a)));
}

void interval_pow(const struct span_call *c, struct span *out)
{
    const struct span *a = &c->args[0], *n = &c->args[1];
    struct range v, slope;
    if (n->form != FORM_FLAT) {
        power_of_varying(c, out);
    } else if (n->lo == 1) {
        *out = *a;
    } else if (n->lo == 0) {
        *out = span_constant(1);
    } else if (!power(values(a), n->lo, &v)) {
        bool whole = n->lo == floor(n->lo);
        unbounded(out);
        if (!whole && a->hi < 0)
            out->domain = DOMAIN_NONE;
    } else {
        raise_form(out, FORM_SMOOTH);
        set_values(out, v);
        if (!power(values(a), n->lo - 1, &slope))
            slope = n->lo > 0 ? (struct range){ 0, INFINITY } : everything;
        struct range factor = times((struct range){ n->lo, n->lo }, slope);
        set_slopes(out, times(factor, slopes(a)));
        if (n->lo != floor(n->lo) && a->lo < 0)
            partly(out);
    }
    if (out->lo == INFINITY || out->hi == -INFINITY)
        out->domain = DOMAIN_NONE;
    else if (isinf(out->hi) || isinf(out->lo))
        partly(out);
}

void interval_exp(const struct span_call *c, struct span *out)
{
    const struct span *a = &c->args[0];
    struct range v = outwards(vmath_exp_of(a->lo), vmath_exp_of(a->hi));
    v.lo = fmax(v.lo, 0);
    set_values(out, v);
    set_slopes(out, times(v, slopes(a)));
    raise_form(out, FORM_SMOOTH);
    if (isinf(v.hi))
        out->domain = isinf(v.lo) ? DOMAIN_NONE : DOMAIN_PART;
}

void interval_ln(const struct span_call *c, struct span *out)
{
    const struct span *a = &c->args[0];
    raise_form(out, FORM_SMOOTH);
    if (a->lo > 0) {
        set_values(out, (struct range){ vmath_log_of(a->lo), vmath_log_of(a->hi) });
        set_slopes(out, times(slopes(a), inverse(values(a))));
        return;
    }
    unbounded(out);
    if (a->hi <= 0)
        out->domain = DOMAIN_NONE;
    else
        out->hi = vmath_log_of(a->hi) + fabs(vmath_log_of(a->hi)) * 0x1p-50;
}

void interval_sqrt(const struct span_call *c, struct span *out)
{
    const struct span *a = &c->args[0];
    raise_form(out, FORM_SMOOTH);
    if (a->hi < 0) {
        unbounded(out);
        out->domain = DOMAIN_NONE;
        return;
    }
    /* Below 0 by no more than rounding may be 0 itself: the ends tell. */
    if (a->lo < 0 && !(a->left >= 0 && a->right >= 0 && a->form <= FORM_AFFINE))
        partly(out);
    struct range v = { sqrt(fmax(a->lo, 0)), sqrt(a->hi) };
    set_values(out, v);
    struct range steepness = { 0.5 / v.hi, v.lo > 0 ? 0.5 / v.lo : INFINITY };
    set_slopes(out, times(slopes(a), steepness));
}

/* B falls in the servers c and rises in the load a, by dB/da = B (c/a - 1 + B), which
 * is from 0 to 1. */
void interval_erlang_b(const struct span_call *c, struct span *out)
{
    const struct span *s = &c->args[0], *a = &c->args[1];
    if (a->hi < 0 || (s->form == FORM_FLAT && s->lo != floor(s->lo)))
        out->domain = DOMAIN_NONE;
    double fewest = fmax(ceil(s->lo), 0), most = fmin(floor(s->hi), 1e6);
    if (out->domain == DOMAIN_NONE || fewest > most) {
        unbounded(out);
        return;
    }
    if (a->lo < 0 || fewest != s->lo || most != s->hi)
        partly(out);
    double load = fmax(a->lo, 0);
    struct range b = { erlang_b(most, load), erlang_b(fewest, a->hi) };
    set_values(out, (struct range){ b.lo * (1 - 0x1p-40), b.hi * (1 + 0x1p-40) });
    raise_form(out, s->form == FORM_FLAT ? FORM_SMOOTH : FORM_JUMPS);
    struct range rise = { 0, 1 };
    if (load > 0) {
        struct range more = { fewest / a->hi - 1 + b.lo, most / load - 1 + b.hi };
        more = times(b, more);
        rise.lo = fmax(rise.lo, more.lo - 1e-12);
        rise.hi = fmin(rise.hi, more.hi + 1e-12);
    }
    set_slopes(out, times(rise, slopes(a)));
    if (s->form != FORM_FLAT)
        set_slopes(out, everything);
}
