/* curves - the scaling curves that quantities were read off, with what they leave. */
#include <math.h>

#include "base/arena.h"
#include "base/format.h"
#include "decisions/study_curves.h"
#include "report/fit_plot.h"
#include "report/section.h"

enum { SHOWN = 4 }; /* significant digits of a coefficient */

static const char *number(const struct maker *m, double x)
{
    return isnan(x) ? "" : isinf(x) ? "open" : format_number(m->a, x, SHOWN);
}

static void add_coefficients(struct maker *m, const struct fit_result *f)
{
    static const struct doc_column columns[] = {
        { .title = "Coefficient" },
        { .title = "Value", .align = DOC_RIGHT },
        { .title = "Standard error", .align = DOC_RIGHT },
        { .title = "From", .align = DOC_RIGHT },
        { .title = "To", .align = DOC_RIGHT },
        { .title = "Meaning" },
    };
    static const char *const holds[] = { "", " (given)", " (at its lower bound)",
                                         " (at its upper bound)" };
    struct doc_table *t = add_table(m, columns, 6);
    for (unsigned k = 0; k < f->model->param_count; k++) {
        const struct fit_parameter *p = &f->parameters[k];
        const char *cells[] = { p->name,
                                number(m, p->value),
                                number(m, p->stderr_),
                                number(m, p->low),
                                number(m, p->high),
                                arena_printf(m->a, "%s%s", p->meaning,
                                             holds[p->hold]) };
        add_row(m, t, DOC_ROW, cells);
    }
    t->note = arena_printf(
        m->a,
        "%s; in base units; %g %% intervals by %s; weights: %s; as issued: a change of "
        "the measurements does not move them in the workbook.",
        f->model->formula, 100 * f->level, f->interval_method,
        fit_weights_name(f->points.weights));
}

static void add_curve(struct maker *m, const struct study_curve_view *c)
{
    struct plot *curve = ARENA_NEW(m->a, struct plot);
    struct plot *rest = ARENA_NEW(m->a, struct plot);
    *curve = fit_plot_curve(m->a, c->request, c->fit);
    curve->name = arena_printf(m->a, "curve-%s", c->name);
    add_heading(
        m, arena_printf(m->a, "%s over %s", c->request->y_name, c->request->x_name));
    for (size_t i = 0; i < c->fit->sentence_count; i++)
        add_text(m, c->fit->sentences[i]);
    if (c->fit->model != NULL)
        add_coefficients(m, c->fit);
    add_plot(m, curve, "");
    if (c->fit->model == NULL)
        return;
    *rest = fit_plot_residuals(m->a, c->request, c->fit);
    rest->name = arena_printf(m->a, "curve-%s-residuals", c->name);
    add_plot(m, rest, "");
}

static void build(struct maker *m)
{
    struct study_curve_view c;
    for (size_t i = 0; study_curve_at(m->s, i, &c); i++)
        add_curve(m, &c);
}

const struct section section_curves = {
    .name = "curves",
    .title = "Scaling curves",
    .build = build,
};
