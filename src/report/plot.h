/* plot.h - a chart as plain data: axes, series, marks and notes.
 *
 * One description is drawn by one code into a page of the PDF and into a picture of
 * its own (PDF, SVG, PNG).  A chart builder fills this and never calls a drawing
 * library.  Zero is the default everywhere: an axis from its data, linear, colours,
 * dashes and markers by the order of the series.  All strings are UTF-8 without
 * markup and owned by the caller's arena; NULL is the same as "".
 *
 * Values are in the axis's own `unit`.  Tick labels step its prefix by themselves:
 * 1000 on an axis in TB reads "1 PB", 0.0002 on one in s reads "200 us".
 */
#ifndef REPORT_PLOT_H
#define REPORT_PLOT_H

#include <stdbool.h>
#include <stddef.h>

/* The log scales need values > 0 and leave out others; LOG2 has its ticks at powers of
 * two: block sizes, queue depths. */
enum plot_scale { PLOT_LINEAR, PLOT_LOG, PLOT_LOG2 };
enum plot_better { PLOT_NO_BETTER, PLOT_HIGHER_BETTER, PLOT_LOWER_BETTER };

/* low == high: the range comes from the data, rounded out to ticks.  A given range is
 * kept as it is, and what lies outside is clipped.  A category axis (bars, tornado)
 * has names instead; its values are 0, 1, 2 ... and the first is on top or left.  Names
 * on x whose bars would have no room for them are drawn on y, and those of a tornado
 * always are. */
struct plot_axis {
    const char *title; /* "Database size, uncompressed" */
    const char *unit;  /* "TB", "s", "1/s", "USD", "USD/TB", "%"; "" for a count */
    enum plot_scale scale;
    enum plot_better better; /* printed beside the title: "lower is better" */
    double low, high;
    bool from_zero; /* a range from data begins at zero (linear only) */
    const char *const *names;
    size_t name_count;
};

enum plot_kind {
    PLOT_LINE,      /* (x, y) joined; y NaN breaks the line */
    PLOT_STAIRCASE, /* y holds from x until the next x: packs, tiers, whole CPUs */
    PLOT_POINTS,    /* a marker at (x, y), an error bar where low < high */
    PLOT_BAND,      /* between low and high at x: an interval */
    PLOT_BARS,      /* y at category x; several series stand beside each other */
    PLOT_STACKED,   /* the same, but they stand on each other */
    PLOT_TORNADO,   /* category x reaches from low to high around the plot's base */
    PLOT_HISTOGRAM, /* height y between the edges low and high */
};

/* Which fields count is the series kind's matter, see above. */
struct plot_point {
    double x, y;
    double low, high;
    const char *label;                  /* text at a point; seldom, it must find room */
    const char *low_label, *high_label; /* tornado: the input at either end, "15 %" */
};

struct plot_series {
    enum plot_kind kind;
    const char *name; /* direct label at the end of a line, or in the legend */
    const struct plot_point *points;
    size_t count;
    unsigned style; /* 0: by its place in the plot; n > 0: style n, so that a band or
                       points share the colour of their line */
    bool unnamed;   /* leave it out of labels and legend */
};

enum plot_mark_kind {
    PLOT_MARK_POINT, /* a ring at (x, y), a drop line to the x axis, the label beside */
    PLOT_MARK_AT,    /* the point asked for: a dotted line at x, labelled on top */
    PLOT_MARK_LIMIT, /* an end of the range that is searched: a solid line at x */
    PLOT_MARK_LEVEL, /* a dashed line at y */
    PLOT_MARK_SPAN,  /* between x and x2: shaded lightly, labelled on top */
};

struct plot_mark {
    enum plot_mark_kind kind;
    double x, y, x2;
    const char *label; /* "break-even 96 TB" */
};

struct plot {
    const char *name;  /* file name without extension: "break-even-size" */
    const char *title; /* one line; what the chart shows */
    const char *alt;   /* what it says, in a sentence: text output, description */
    struct plot_axis x, y;
    const struct plot_series *series;
    size_t series_count;
    const struct plot_mark *marks;
    size_t mark_count;
    const char *const *notes; /* below the chart, small; "interval: 95 % of draws" */
    size_t note_count;
    double base; /* tornado: where the bars part; bars: where they stand (0) */
    const char *base_label;     /* "as assumed: 96 TB" */
    double width_mm, height_mm; /* 0: 170 by 95 (tornado and bars: by their number) */
};

#endif
