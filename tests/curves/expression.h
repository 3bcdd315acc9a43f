/* expression.h - evaluates a curve's text, so that a test can hold it against the
 * curve's function.  Names are x, y and the parameters; anything unknown fails. */
#ifndef TESTS_CURVES_EXPRESSION_H
#define TESTS_CURVES_EXPRESSION_H

#include "check.h"

#include "curves/curve.h"
#include "curves/queueing.h"

struct expression {
    const char *at;
    const struct curve *curve;
    const double *p;
    double x, y;
};

static double expression_sum(struct expression *e);

static void expression_blank(struct expression *e)
{
    while (*e->at == ' ')
        e->at++;
}

static bool expression_take(struct expression *e, char c)
{
    expression_blank(e);
    if (*e->at != c)
        return false;
    e->at++;
    return true;
}

static double expression_call(struct expression *e, const char *name)
{
    double a[3] = { 0 };
    int n = 0;
    do {
        a[n] = expression_sum(e);
        if (expression_take(e, '<')) {
            double right = expression_sum(e);
            a[n] = a[n] < right;
        }
        n++;
    } while (n < 3 && expression_take(e, ','));
    if (!expression_take(e, ')'))
        fail_msg("no ) at '%s'", e->at);
    if (strcmp(name, "exp") == 0)
        return exp(a[0]);
    if (strcmp(name, "ln") == 0)
        return log(a[0]);
    if (strcmp(name, "sqrt") == 0)
        return sqrt(a[0]);
    if (strcmp(name, "min") == 0)
        return fmin(a[0], a[1]);
    if (strcmp(name, "max") == 0)
        return fmax(a[0], a[1]);
    if (strcmp(name, "if") == 0)
        return a[0] != 0 ? a[1] : a[2];
    if (strcmp(name, "erlang_b") == 0)
        return queue_blocked(a[0], a[1]);
    fail_msg("unknown function '%s'", name);
    return NAN;
}

static double expression_name(struct expression *e)
{
    char name[32];
    size_t n = strspn(e->at, "abcdefghijklmnopqrstuvwxyz_0123456789");
    assert_true(n > 0 && n < sizeof name);
    memcpy(name, e->at, n);
    name[n] = '\0';
    e->at += n;
    if (expression_take(e, '('))
        return expression_call(e, name);
    if (strcmp(name, "x") == 0)
        return e->x;
    if (strcmp(name, "y") == 0)
        return e->y;
    for (unsigned i = 0; i < e->curve->param_count; i++)
        if (strcmp(name, e->curve->params[i].name) == 0)
            return e->p[i];
    fail_msg("unknown name '%s'", name);
    return NAN;
}

static double expression_atom(struct expression *e)
{
    if (expression_take(e, '(')) {
        double v = expression_sum(e);
        assert_true(expression_take(e, ')'));
        return v;
    }
    if (*e->at < '0' || *e->at > '9')
        return expression_name(e);
    char *end;
    double v = strtod(e->at, &end);
    e->at = end;
    return v;
}

static double expression_power(struct expression *e)
{
    if (expression_take(e, '-'))
        return -expression_power(e);
    double v = expression_atom(e);
    return expression_take(e, '^') ? pow(v, expression_power(e)) : v;
}

static double expression_product(struct expression *e)
{
    double v = expression_power(e);
    for (;;)
        if (expression_take(e, '*'))
            v *= expression_power(e);
        else if (expression_take(e, '/'))
            v /= expression_power(e);
        else
            return v;
}

static double expression_sum(struct expression *e)
{
    double v = expression_product(e);
    for (;;)
        if (expression_take(e, '+'))
            v += expression_product(e);
        else if (expression_take(e, '-'))
            v -= expression_product(e);
        else
            return v;
}

static double expression_value(const char *text, const struct curve *c, const double *p,
                               double x, double y)
{
    struct expression e = { text, c, p, x, y };
    double v = expression_sum(&e);
    expression_blank(&e);
    if (*e.at != '\0')
        fail_msg("left over: '%s' of '%s'", e.at, text);
    return v;
}

#endif
