#include "writers/xlsx_part.h"

enum { USUAL_WIDTH = 640, USUAL_HEIGHT = 360, GRID_GREY = 0xD9D9D9 };

/* The pixels that libxlsxwriter gives a chart of scale 1. */
static const double own_width = 480, own_height = 288;

/* Lines differ in dash and marker, areas in lightness, and both in colour. */
static const struct {
    lxw_color_t line, area;
    uint8_t dash, marker;
} hands[] = {
    { 0x1F4E79, 0x1F4E79, LXW_CHART_LINE_DASH_SOLID, LXW_CHART_MARKER_CIRCLE },
    { 0xC55A11, 0xF8CBAD, LXW_CHART_LINE_DASH_DASH, LXW_CHART_MARKER_SQUARE },
    { 0x538135, 0x70AD47, LXW_CHART_LINE_DASH_ROUND_DOT, LXW_CHART_MARKER_TRIANGLE },
    { 0x7F7F7F, 0xEDEDED, LXW_CHART_LINE_DASH_DASH_DOT, LXW_CHART_MARKER_DIAMOND },
    { 0x7030A0, 0x7030A0, LXW_CHART_LINE_DASH_LONG_DASH, LXW_CHART_MARKER_X },
};
enum { HANDS = sizeof hands / sizeof *hands };

static uint8_t type_of(const struct sheet_chart *c)
{
    static const uint8_t types[] = {
        [SHEET_CHART_LINES] = LXW_CHART_SCATTER_STRAIGHT,
        [SHEET_CHART_POINTS] = LXW_CHART_SCATTER,
        [SHEET_CHART_COLUMNS] = LXW_CHART_COLUMN,
        [SHEET_CHART_STACKED] = LXW_CHART_COLUMN_STACKED,
        [SHEET_CHART_BARS] = LXW_CHART_BAR,
    };
    return types[c->kind];
}

static void set_axis(lxw_chart_axis *axis, const struct sheet_axis *from)
{
    lxw_chart_font title = { .size = 10, .bold = LXW_EXPLICIT_FALSE };
    lxw_chart_font numbers = { .size = 9 };
    lxw_chart_line grid = { .color = GRID_GREY, .width = 0.75F };
    if (from->title != NULL)
        chart_axis_set_name(axis, from->title);
    chart_axis_set_name_font(axis, &title);
    chart_axis_set_num_font(axis, &numbers);
    if (from->number_format != NULL)
        chart_axis_set_num_format(axis, from->number_format);
    if (from->log)
        chart_axis_set_log_base(axis, 10);
    if (from->bounded) {
        chart_axis_set_min(axis, from->minimum);
        chart_axis_set_max(axis, from->maximum);
    }
    chart_axis_major_gridlines_set_line(axis, &grid);
    chart_axis_set_label_position(axis, LXW_CHART_AXIS_LABEL_POSITION_LOW);
}

static void set_marker(lxw_chart_series *made, size_t hand)
{
    lxw_chart_fill fill = { .color = hands[hand].line };
    lxw_chart_line line = { .color = hands[hand].line, .width = 0.75F };
    chart_series_set_marker_type(made, hands[hand].marker);
    chart_series_set_marker_size(made, 5);
    chart_series_set_marker_fill(made, &fill);
    chart_series_set_marker_line(made, &line);
}

static void add_series(lxw_chart *chart, const struct sheet_chart *c, size_t i)
{
    const struct sheet_series *s = &c->series[i];
    size_t hand = i % HANDS;
    lxw_chart_series *made = chart_add_series(chart, NULL, NULL);
    chart_series_set_categories(made, s->sheet, s->x.first_row, s->x.first_column,
                                s->x.last_row, s->x.last_column);
    chart_series_set_values(made, s->sheet, s->y.first_row, s->y.first_column,
                            s->y.last_row, s->y.last_column);
    if (s->name != NULL)
        chart_series_set_name(made, s->name);
    if (c->kind == SHEET_CHART_LINES) {
        lxw_chart_line line = { .color = hands[hand].line,
                                .width = 2,
                                .dash_type = hands[hand].dash };
        chart_series_set_line(made, &line);
        if (!s->markers)
            chart_series_set_marker_type(made, LXW_CHART_MARKER_NONE);
    } else if (c->kind != SHEET_CHART_POINTS) {
        lxw_chart_fill fill = { .color = hands[hand].area };
        lxw_chart_line edge = { .color = LXW_COLOR_BLACK, .width = 0.5F };
        chart_series_set_fill(made, &fill);
        chart_series_set_line(made, &edge);
    }
    if (s->markers || c->kind == SHEET_CHART_POINTS)
        set_marker(made, hand);
}

void xlsx_add_chart(lxw_workbook *file, lxw_worksheet *to, const struct sheet_chart *c)
{
    lxw_chart *chart = workbook_add_chart(file, type_of(c));
    lxw_chart_font title = { .size = 12, .bold = true };
    for (size_t i = 0; i < c->series_count; i++)
        add_series(chart, c, i);
    if (c->title != NULL) {
        chart_title_set_name(chart, c->title);
        chart_title_set_name_font(chart, &title);
    } else {
        chart_title_off(chart);
    }
    set_axis(chart->x_axis, &c->x);
    set_axis(chart->y_axis, &c->y);
    chart_legend_set_position(chart, c->no_legend ? LXW_CHART_LEGEND_NONE
                                                  : LXW_CHART_LEGEND_BOTTOM);
    unsigned width = c->width != 0 ? c->width : USUAL_WIDTH;
    unsigned height = c->height != 0 ? c->height : USUAL_HEIGHT;
    lxw_chart_options place = { .x_scale = width / own_width,
                                .y_scale = height / own_height,
                                .description = xlsx_text(c->alt) };
    worksheet_insert_chart_opt(to, c->row, c->column, chart, &place);
}
