/* the NIST reference sets: 27 nonlinear from both starts and in other units, 11 linear.
 */
#include "check.h"

#include <complex.h>

#include "base/arena.h"
#include "curves/nls.h"

#define DATA "tests/curves/"

enum { MOST_ROWS = 260, MOST_X = 6, P = NLS_MOST_PARAMS };

/* r = weight (y - model(theta * unit)); models are complex so that a step along the
 * imaginary axis gives a derivative without any cancellation. */
typedef double complex (*model_fn)(const double complex *b, const double *x);

struct set {
    char name[16];
    size_t n;
    unsigned p, predictors;
    int intercept;
    double start[2][P], b[P], sd[P], rss;
    double x[MOST_ROWS][MOST_X], y[MOST_ROWS];
    model_fn model;
    double unit[P], y_unit;
};

static double complex misra1a(const double complex *b, const double *x)
{
    return b[0] * (1 - cexp(-b[1] * x[0]));
}

static double complex misra1b(const double complex *b, const double *x)
{
    double complex u = 1 + b[1] * x[0] / 2;
    return b[0] * (1 - 1 / (u * u));
}

static double complex misra1c(const double complex *b, const double *x)
{
    return b[0] * (1 - 1 / csqrt(1 + 2 * b[1] * x[0]));
}

static double complex misra1d(const double complex *b, const double *x)
{
    return b[0] * b[1] * x[0] / (1 + b[1] * x[0]);
}

static double complex chwirut(const double complex *b, const double *x)
{
    return cexp(-b[0] * x[0]) / (b[1] + b[2] * x[0]);
}

static double complex lanczos(const double complex *b, const double *x)
{
    return b[0] * cexp(-b[1] * x[0]) + b[2] * cexp(-b[3] * x[0]) +
           b[4] * cexp(-b[5] * x[0]);
}

static double complex gauss(const double complex *b, const double *x)
{
    double complex u = (x[0] - b[3]) / b[4], v = (x[0] - b[6]) / b[7];
    return b[0] * cexp(-b[1] * x[0]) + b[2] * cexp(-u * u) + b[5] * cexp(-v * v);
}

static double complex danwood(const double complex *b, const double *x)
{
    return b[0] * cexp(b[1] * log(x[0]));
}

static double complex kirby2(const double complex *b, const double *x)
{
    double t = x[0];
    return (b[0] + t * (b[1] + t * b[2])) / (1 + t * (b[3] + t * b[4]));
}

static double complex hahn1(const double complex *b, const double *x)
{
    double t = x[0];
    return (b[0] + t * (b[1] + t * (b[2] + t * b[3]))) /
           (1 + t * (b[4] + t * (b[5] + t * b[6])));
}

static double complex nelson(const double complex *b, const double *x)
{
    return b[0] - b[1] * x[0] * cexp(-b[2] * x[1]);
}

static double complex mgh17(const double complex *b, const double *x)
{
    return b[0] + b[1] * cexp(-x[0] * b[3]) + b[2] * cexp(-x[0] * b[4]);
}

static double complex roszman1(const double complex *b, const double *x)
{
    return b[0] - b[1] * x[0] - catan(b[2] / (x[0] - b[3])) / M_PI;
}

static double complex enso(const double complex *b, const double *x)
{
    double complex t = 2 * M_PI * x[0];
    return b[0] + b[1] * ccos(t / 12) + b[2] * csin(t / 12) + b[4] * ccos(t / b[3]) +
           b[5] * csin(t / b[3]) + b[7] * ccos(t / b[6]) + b[8] * csin(t / b[6]);
}

static double complex mgh09(const double complex *b, const double *x)
{
    double t = x[0];
    return b[0] * (t * t + t * b[1]) / (t * t + t * b[2] + b[3]);
}

static double complex rat42(const double complex *b, const double *x)
{
    return b[0] / (1 + cexp(b[1] - b[2] * x[0]));
}

static double complex mgh10(const double complex *b, const double *x)
{
    return b[0] * cexp(b[1] / (x[0] + b[2]));
}

static double complex eckerle4(const double complex *b, const double *x)
{
    double complex u = (x[0] - b[2]) / b[1];
    return b[0] / b[1] * cexp(-0.5 * u * u);
}

static double complex rat43(const double complex *b, const double *x)
{
    return b[0] / cexp(clog(1 + cexp(b[1] - b[2] * x[0])) / b[3]);
}

static double complex bennett5(const double complex *b, const double *x)
{
    /* A negative base has no real power; the fit must turn back there. */
    if (creal(b[1]) + x[0] <= 0)
        return NAN;
    return b[0] * cexp(-clog(b[1] + x[0]) / b[2]);
}

static const struct {
    const char *name;
    model_fn model;
} models[] = {
    { "Misra1a", misra1a },   { "Chwirut2", chwirut }, { "Chwirut1", chwirut },
    { "Lanczos3", lanczos },  { "Gauss1", gauss },     { "Gauss2", gauss },
    { "DanWood", danwood },   { "Misra1b", misra1b },  { "Kirby2", kirby2 },
    { "Hahn1", hahn1 },       { "Nelson", nelson },    { "MGH17", mgh17 },
    { "Lanczos1", lanczos },  { "Lanczos2", lanczos }, { "Gauss3", gauss },
    { "Misra1c", misra1c },   { "Misra1d", misra1d },  { "Roszman1", roszman1 },
    { "ENSO", enso },         { "MGH09", mgh09 },      { "Thurber", hahn1 },
    { "BoxBOD", misra1a },    { "Rat42", rat42 },      { "MGH10", mgh10 },
    { "Eckerle4", eckerle4 }, { "Rat43", rat43 },      { "Bennett5", bennett5 },
};

static void read_numbers(FILE *f, double *out, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (fscanf(f, "%lf", &out[i]) != 1)
            fail_msg("a number is missing");
}

static FILE *open_sets(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f == NULL)
        fail_msg("%s: run the tests from the project's root", path);
    char line[256];
    long at = 0;
    while (fgets(line, sizeof line, f) != NULL && line[0] == '#')
        at = ftell(f);
    fseek(f, at, SEEK_SET);
    return f;
}

static bool read_set(FILE *f, bool linear, struct set *s)
{
    *s = (struct set){ .y_unit = 1 };
    if (fscanf(f, " set %15s %zu %u %u", s->name, &s->n, &s->p, &s->predictors) != 4)
        return false;
    if (linear)
        assert_int_equal(fscanf(f, "%d", &s->intercept), 1);
    for (int i = 0; !linear && i < 2; i++)
        read_numbers(f, s->start[i], s->p);
    read_numbers(f, s->b, s->p);
    read_numbers(f, s->sd, s->p);
    read_numbers(f, &s->rss, 1);
    assert_true(s->n <= MOST_ROWS && s->predictors <= MOST_X && s->p <= P);
    for (size_t i = 0; i < s->n; i++) {
        read_numbers(f, s->x[i], s->predictors);
        read_numbers(f, &s->y[i], 1);
        if (strcmp(s->name, "Nelson") == 0)
            s->y[i] = log(s->y[i]);
    }
    for (unsigned k = 0; k < P; k++)
        s->unit[k] = 1;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strcmp(models[i].name, s->name) == 0)
            s->model = models[i].model;
    return true;
}

static void residuals(const void *data, const double *theta, double *r)
{
    const struct set *s = data;
    double complex b[P];
    for (unsigned k = 0; k < s->p; k++)
        b[k] = theta[k] * s->unit[k];
    for (size_t i = 0; i < s->n; i++)
        r[i] = (creal(s->model(b, s->x[i])) - s->y[i]) * s->y_unit;
}

static void jacobian(const void *data, const double *theta, double *j)
{
    const struct set *s = data;
    const double h = 1e-100;
    double complex b[P];
    for (unsigned k = 0; k < s->p; k++)
        b[k] = theta[k] * s->unit[k];
    for (unsigned k = 0; k < s->p; k++) {
        double complex keep = b[k];
        b[k] = keep + h * I;
        for (size_t i = 0; i < s->n; i++)
            j[k * s->n + i] = cimag(s->model(b, s->x[i])) / h * s->unit[k] * s->y_unit;
        b[k] = keep;
    }
}

static double norm(const struct set *s)
{
    double sum = 0;
    for (size_t i = 0; i < s->n; i++)
        sum += s->y[i] * s->y[i] * s->y_unit * s->y_unit;
    return sqrt(sum);
}

static double lre(double got, double want)
{
    double e = fabs(got - want) / fabs(want);
    return got == want ? 11 : fmin(11, -log10(e));
}

struct digits {
    double b, sd, rss;
};

static struct digits digits_of(const struct set *s, const struct nls_result *r,
                               const double *cov)
{
    struct digits d = { 11, 11, lre(r->rss / s->y_unit / s->y_unit, s->rss) };
    for (unsigned k = 0; k < s->p; k++) {
        double sd = sqrt(cov[k * s->p + k] * r->rss / (double)(s->n - s->p));
        d.b = fmin(d.b, lre(r->theta[k] * s->unit[k], s->b[k]));
        d.sd = fmin(d.sd, lre(sd * s->unit[k], s->sd[k]));
    }
    return d;
}

static bool solve(struct arena *a, const struct set *s, int start, struct nls_result *r,
                  struct digits *d)
{
    struct nls_problem m = { .n = s->n,
                             .p = s->p,
                             .norm = norm(s),
                             .residuals = residuals,
                             .jacobian = jacobian,
                             .data = s };
    double row[1][P] = { { 0 } }, cov[P * P], weakest;
    for (unsigned k = 0; k < s->p; k++)
        row[0][k] = s->start[start][k] / s->unit[k];
    struct nls *w = nls_new(a, s->n, s->p);
    bool converged = nls_solve(w, &m, row, 1, 0, r);
    *d = (struct digits){ 0 };
    if (nls_covariance(w, &m, r->theta, cov, &weakest))
        *d = digits_of(s, r, cov);
    return converged;
}

static void test_nonlinear_from_both_starts(void **state)
{
    (void)state;
    FILE *f = open_sets(DATA "nist_nonlinear.txt");
    struct arena *a = arena_new();
    static struct set s;
    unsigned good = 0, all = 0;
    print_message("%-10s start   b    sd   rss  offset  runs\n", "set");
    while (read_set(f, false, &s))
        for (int start = 0; start < 2; start++) {
            struct nls_result r;
            struct digits d;
            bool ok = solve(a, &s, start, &r, &d);
            bool exact = strcmp(s.name, "Lanczos1") == 0;
            bool right = ok && d.b >= 6 && (exact || (d.sd >= 5 && d.rss >= 8));
            print_message("%-10s %d     %4.1f  %4.1f  %4.1f  %.1e  %u%s\n", s.name,
                          start + 1, d.b, d.sd, d.rss, r.offset, r.runs,
                          right ? "" : "  <- too few digits");
            assert_true(!exact || r.status == NLS_EXACT);
            good += right;
            all++;
        }
    fclose(f);
    arena_free(a);
    assert_int_equal(all, 54);
    assert_int_equal(good, 54);
}

/* A factor between 1e-3 and 1e3, even in its logarithm, of a fixed sequence. */
static double factor(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return pow(10, (double)(*seed >> 11) * 0x1p-53 * 6 - 3);
}

static void test_nonlinear_in_other_units(void **state)
{
    (void)state;
    FILE *f = open_sets(DATA "nist_nonlinear.txt");
    struct arena *a = arena_new();
    static struct set s;
    uint64_t seed = 20080604;
    unsigned good = 0, all = 0, lies = 0;
    while (read_set(f, false, &s))
        for (int draw = 0; draw < 20; draw++) {
            for (unsigned k = 0; k < s.p; k++)
                s.unit[k] = factor(&seed);
            s.y_unit = factor(&seed);
            struct nls_result r;
            struct digits d;
            bool ok = solve(a, &s, draw % 2, &r, &d);
            if (!ok || d.b < 4)
                print_message("%s start %d draw %d: %s, %.1f digits\n", s.name,
                              draw % 2 + 1, draw / 2, ok ? "converged" : "failed", d.b);
            good += ok && d.b >= 4;
            lies += ok && d.b < 4;
            all++;
            arena_empty(a);
        }
    fclose(f);
    arena_free(a);
    print_message("%u of %u, %u false successes\n", good, all, lies);
    assert_int_equal(all, 540);
    assert_int_equal(lies, 0);
    assert_int_equal(good, 540);
}

static double term(const struct set *s, size_t i, unsigned k)
{
    if (s->intercept && k == 0)
        return 1;
    if (s->predictors > 1)
        return s->x[i][k - (unsigned)s->intercept];
    double v = 1;
    for (unsigned e = 0; e < k + (s->intercept ? 0 : 1); e++)
        v *= s->x[i][0];
    return v;
}

/* Residuals in long double, so that the second step is iterative refinement. */
static void linear_residuals(const void *data, const double *theta, double *r)
{
    const struct set *s = data;
    for (size_t i = 0; i < s->n; i++) {
        long double sum = -(long double)s->y[i], v = 1;
        for (unsigned k = 0; k < s->p; k++) {
            if (s->predictors > 1 || !s->intercept)
                v = (long double)term(s, i, k);
            sum += v * (long double)theta[k];
            v *= (long double)s->x[i][0];
        }
        r[i] = (double)sum;
    }
}

static void linear_jacobian(const void *data, const double *theta, double *j)
{
    (void)theta;
    const struct set *s = data;
    for (unsigned k = 0; k < s->p; k++)
        for (size_t i = 0; i < s->n; i++)
            j[k * s->n + i] = term(s, i, k);
}

static void test_linear_sets(void **state)
{
    (void)state;
    FILE *f = open_sets(DATA "nist_linear.txt");
    struct arena *a = arena_new();
    static struct set s;
    unsigned all = 0;
    while (read_set(f, true, &s)) {
        struct nls_problem m = { .n = s.n,
                                 .p = s.p,
                                 .norm = norm(&s),
                                 .residuals = linear_residuals,
                                 .jacobian = linear_jacobian,
                                 .data = &s };
        struct nls_result r = { .rss = 0 };
        double cov[P * P], weakest;
        struct nls *w = nls_new(a, s.n, s.p);
        bool ok = nls_refine(w, &m, &r);
        assert_true(nls_covariance(w, &m, r.theta, cov, &weakest));
        struct digits d = digits_of(&s, &r, cov);
        double need = strcmp(s.name, "Filip") == 0      ? 7
                      : strcmp(s.name, "Wampler4") == 0 ? 8
                      : strcmp(s.name, "Wampler5") == 0 ? 6
                                                        : 9;
        print_message("%-10s b %4.1f  sd %4.1f  rss %4.1f  %s\n", s.name, d.b, d.sd,
                      d.rss, ok ? "" : "not converged");
        assert_true(ok && d.b >= need);
        assert_true(s.rss == 0 ? r.status == NLS_EXACT : d.sd >= 7 && d.rss >= 9);
        all++;
    }
    fclose(f);
    arena_free(a);
    assert_int_equal(all, 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nonlinear_from_both_starts),
        cmocka_unit_test(test_nonlinear_in_other_units),
        cmocka_unit_test(test_linear_sets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
