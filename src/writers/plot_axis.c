#include "writers/plot_axis.h"

#include <math.h>
#include <string.h>

#include "base/arena.h"
#include "base/buf.h"
#include "writers/plot_unit.h"

enum { MOST_TICKS = 400 };

static void push(struct arena *a, struct axis *axis, double at, bool major)
{
    if (axis->count < MOST_TICKS)
        axis->ticks[axis->count++] = (struct axis_tick){ at, major ? "" : NULL };
    (void)a;
}

/* The smallest of 1, 2, 5 x 10^n that is at least `least`. */
static double step_from(double least)
{
    double decade = pow(10, floor(log10(least)));
    static const double steps[] = { 1, 2, 5, 10 };
    for (size_t i = 0; i < 4; i++)
        if (steps[i] * decade >= least * (1 - 1e-9))
            return steps[i] * decade;
    return 10 * decade;
}

static int minor_parts(double step)
{
    double lead = step / pow(10, floor(log10(step) + 1e-9));
    return lead > 1.5 && lead < 3 ? 4 : 5;
}

static void linear_ticks(struct arena *a, struct axis *axis, double scale, size_t most)
{
    double low = axis->low / scale, high = axis->high / scale;
    double step = step_from((high - low) / (double)most);
    int parts = minor_parts(step);
    double minor = step / parts;
    double first = ceil(low / minor - 1e-6), last = floor(high / minor + 1e-6);
    if (last - first >= MOST_TICKS)
        return;
    for (double k = first; k <= last; k++)
        push(a, axis, k * minor * scale, fmod(k, parts) == 0);
}

/* How many decades pass from one label to the next. */
static int decade_stride(double decades, size_t most)
{
    int stride = 1;
    while (decades / stride + 1 > (double)most)
        stride++;
    return stride;
}

static void log_ticks(struct arena *a, struct axis *axis, size_t most)
{
    double decades = log10(axis->high / axis->low);
    int stride = decade_stride(decades, most);
    bool all = decades * 9 <= (double)most, some = decades * 3 + 1 <= (double)most;
    int from = (int)floor(log10(axis->low) + 1e-9);
    int to = (int)ceil(log10(axis->high) - 1e-9);
    for (int e = from; e <= to; e++)
        for (int k = 1; k < 10; k++) {
            /* Dividing keeps 0.1 and 0.001 the nearest doubles. */
            double at = e < 0 ? k / pow(10, -e) : k * pow(10, e);
            if (at < axis->low * (1 - 1e-9) || at > axis->high * (1 + 1e-9))
                continue;
            bool major = k == 1 ? e % stride == 0 : all || (some && (k == 2 || k == 5));
            if (k == 1 || decades < 12)
                push(a, axis, at, major);
        }
}

static void binary_ticks(struct arena *a, struct axis *axis, size_t most)
{
    int from = (int)ceil(log2(axis->low) - 1e-9);
    int to = (int)floor(log2(axis->high) + 1e-9);
    int stride = decade_stride(to - from, most);
    for (int e = from; e <= to; e++)
        push(a, axis, ldexp(1, e), (e - from) % stride == 0);
}

static void round_log(struct axis *axis)
{
    bool wide = axis->high / axis->low > 1e5;
    if (axis->high / axis->low < 3 && axis->scale == PLOT_LOG) {
        axis->low *= 0.97;
        axis->high *= 1.03;
        return;
    }
    double base = axis->scale == PLOT_LOG2 ? 2 : 10;
    double low = pow(base, floor(log(axis->low) / log(base) + 1e-9));
    double high = pow(base, ceil(log(axis->high) / log(base) - 1e-9));
    if (wide || base == 2) {
        axis->low = low;
        axis->high = high;
        return;
    }
    axis->low = low * (axis->low >= 5 * low ? 5 : axis->low >= 2 * low ? 2 : 1);
    axis->high = high * (axis->high <= high / 5   ? 0.2
                         : axis->high <= high / 2 ? 0.5
                                                  : 1);
}

static void round_linear(struct axis *axis, size_t most)
{
    double room = (axis->high - axis->low) * 0.04;
    bool from_zero = axis->of->from_zero || axis->low == 0;
    bool above_zero = axis->low >= 0;
    if (!from_zero || axis->low < 0)
        axis->low -= room;
    if (above_zero && axis->low < 0)
        axis->low = 0;
    if (axis->of->from_zero && axis->low > 0)
        axis->low = 0;
    if (axis->high != 0)
        axis->high += room;
    double step = step_from((axis->high - axis->low) / (double)most) / 2;
    axis->low = floor(axis->low / step + 1e-6) * step;
    axis->high = ceil(axis->high / step - 1e-6) * step;
}

static void choose_range(struct axis *axis, double low, double high, size_t most)
{
    bool is_log = axis->scale != PLOT_LINEAR;
    axis->low = axis->of->low;
    axis->high = axis->of->high;
    if (axis->low < axis->high && !(is_log && axis->low <= 0))
        return;
    axis->low = low <= high ? low : is_log ? 1 : 0;
    axis->high = low <= high ? high : is_log ? 10 : 1;
    if (axis->of->from_zero && !is_log) {
        axis->low = fmin(axis->low, 0);
        axis->high = fmax(axis->high, 0);
    }
    if (axis->low == axis->high) { /* one value: room around it */
        double room = is_log ? axis->low / 2 : axis->low == 0 ? 1 : fabs(axis->low) / 2;
        axis->low -= room;
        axis->high += room;
    }
    if (is_log)
        round_log(axis);
    else
        round_linear(axis, most);
}

static void name_ticks(struct arena *a, struct axis *axis, size_t most)
{
    const struct plot_axis *of = axis->of;
    axis->low = -0.5;
    axis->high = (double)of->name_count - 0.5;
    axis->ticks = ARENA_ARRAY(a, of->name_count, struct axis_tick);
    for (size_t i = 0; i < of->name_count; i++)
        axis->ticks[axis->count++] =
            (struct axis_tick){ (double)i, of->names[i] ? of->names[i] : "" };
    axis->unit = of->unit ? of->unit : "";
    (void)most;
}

static size_t labelled(const struct axis *axis)
{
    size_t n = 0;
    for (size_t i = 0; i < axis->count; i++)
        n += axis->ticks[i].text != NULL;
    return n;
}

struct axis axis_make(struct arena *a, const struct plot_axis *of, double low,
                      double high, size_t most)
{
    struct axis axis = { .of = of, .scale = of->scale, .unit = "" };
    if (of->name_count > 0) {
        name_ticks(a, &axis, most);
        return axis;
    }
    choose_range(&axis, low, high, most);
    axis.ticks = ARENA_ARRAY(a, MOST_TICKS, struct axis_tick);
    double largest = fmax(fabs(axis.low), fabs(axis.high));
    struct unit_step step = unit_step_for(a, of->unit, largest);
    if (axis.scale == PLOT_LINEAR)
        linear_ticks(a, &axis, step.scale, most);
    else if (axis.scale == PLOT_LOG2)
        binary_ticks(a, &axis, most);
    else
        log_ticks(a, &axis, most);
    if (axis.scale != PLOT_LINEAR && labelled(&axis) < 2) {
        axis.count = 0; /* less than a decade: even steps say more */
        linear_ticks(a, &axis, 1, most);
    }
    axis.unit = unit_label_ticks(a, &axis, step);
    return axis;
}

double axis_place(const struct axis *axis, double v)
{
    if (axis->scale == PLOT_LINEAR || axis->of->name_count > 0)
        return (v - axis->low) / (axis->high - axis->low);
    return v > 0 ? log(v / axis->low) / log(axis->high / axis->low) : NAN;
}

const char *axis_title(struct arena *a, const struct axis *axis)
{
    const struct plot_axis *of = axis->of;
    struct buf b = buf_on(a);
    buf_add(&b, of->title ? of->title : "");
    bool has_unit = axis->unit[0] && strcmp(axis->unit, "1") != 0;
    bool is_log = axis->scale != PLOT_LINEAR && of->name_count == 0;
    if (has_unit || is_log)
        buf_printf(&b, " (%s%s%s)", has_unit ? axis->unit : "",
                   has_unit && is_log ? ", " : "", is_log ? "log scale" : "");
    if (of->better == PLOT_HIGHER_BETTER)
        buf_add(&b, " \xe2\x80\x93 higher is better");
    else if (of->better == PLOT_LOWER_BETTER)
        buf_add(&b, " \xe2\x80\x93 lower is better");
    return buf_text(&b);
}
