/* Plots: ticks, and every label inside the picture and apart from all others. */
#include "check.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cairo.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/diag.h"
#include "writers/demo_plots.h"
#include "writers/font.h"
#include "writers/plot_axis.h"
#include "writers/plot_cairo.h"
#include "writers/plot_scene.h"
#include "writers/plot_unit.h"
#include "writers/png.h"

#define NBSP "\xc2\xa0"

/* "1 TB|10 TB|", the labelled ticks. */
static const char *tick_texts(struct arena *a, const struct axis *axis)
{
    const char *all = "";
    for (size_t i = 0; i < axis->count; i++)
        if (axis->ticks[i].text)
            all = arena_printf(a, "%s%s|", all, axis->ticks[i].text);
    return all;
}

static const struct {
    struct plot_axis axis;
    double low, high;
    size_t most;
    const char *ticks, *title;
} tick_cases[] = {
    { { .title = "Size", .unit = "TB", .scale = PLOT_LOG, .low = 1, .high = 1000 },
      0,
      0,
      5,
      "1" NBSP "TB|10" NBSP "TB|100" NBSP "TB|1" NBSP "PB|",
      "Size (log scale)" },
    { { .title = "Size", .unit = "TB", .low = 0, .high = 100 },
      0,
      0,
      6,
      "0|20|40|60|80|100|",
      "Size (TB)" },
    { { .title = "Size", .unit = "GB", .low = 0, .high = 4000 },
      0,
      0,
      5,
      "0|1|2|3|4|",
      "Size (TB)" },
    { { .title = "Cost",
        .unit = "USD",
        .better = PLOT_LOWER_BETTER,
        .from_zero = true },
      200,
      290000,
      4,
      "0|100|200|300|",
      "Cost (thousand USD) \xe2\x80\x93 lower is better" },
    { { .title = "Cost", .unit = "USD", .scale = PLOT_LOG, .low = 1e4, .high = 1e6 },
      0,
      0,
      4,
      "10,000|100,000|1" NBSP "million|",
      "Cost (USD, log scale)" },
    { { .title = "Latency", .unit = "s", .scale = PLOT_LOG, .low = 1e-5, .high = 0.1 },
      0,
      0,
      5,
      "10" NBSP "us|100" NBSP "us|1" NBSP "ms|10" NBSP "ms|100" NBSP "ms|",
      "Latency (log scale)" },
    { { .title = "Block", .unit = "KiB", .scale = PLOT_LOG2, .low = 4, .high = 64 },
      0,
      0,
      9,
      "4|8|16|32|64|",
      "Block (KiB, log scale)" },
    /* No trailing digits noise: 0.1 * 3 is not 0.30000000000000004. */
    { { .title = "Share", .low = 0, .high = 0.5 },
      0,
      0,
      6,
      "0|0.1|0.2|0.3|0.4|0.5|",
      "Share" },
    { { .title = "Difference", .low = -2, .high = 2 },
      0,
      0,
      4,
      "-2|-1|0|1|2|",
      "Difference" },
};

static void test_ticks(void **state)
{
    struct arena *a = arena_new();
    for (size_t i = 0; i < COUNT(tick_cases); i++) {
        struct axis axis = axis_make(a, &tick_cases[i].axis, tick_cases[i].low,
                                     tick_cases[i].high, tick_cases[i].most);
        assert_string_equal(tick_texts(a, &axis), tick_cases[i].ticks);
        assert_string_equal(axis_title(a, &axis), tick_cases[i].title);
    }
    arena_free(a);
    (void)state;
}

static void test_values(void **state)
{
    struct arena *a = arena_new();
    assert_string_equal(axis_value(a, 1000, "TB", 3), "1" NBSP "PB");
    assert_string_equal(axis_value(a, 210.6134, "TB", 4), "210.6" NBSP "TB");
    assert_string_equal(axis_value(a, 0.00048, "s", 3), "480" NBSP "us");
    assert_string_equal(axis_value(a, 96000, "USD", 3), "96,000" NBSP "USD");
    assert_string_equal(unit_number(a, 3e-9, 2), "3\xc3\x97"
                                                 "10\xe2\x81\xbb\xe2\x81\xb9");
    assert_string_equal(unit_number(a, INFINITY, 3), "unbounded");
    arena_free(a);
    (void)state;
}

/* The range of an axis from data ends at or beyond the data, whatever it is. */
static void test_ranges_hold_data(void **state)
{
    static const double values[] = { -5e9, -3, -0.001, 0,    1e-7, 0.02,
                                     1,    7,  99,     1234, 8e12 };
    struct arena *a = arena_new();
    for (size_t i = 0; i < COUNT(values); i++)
        for (size_t k = i; k < COUNT(values); k++)
            for (int scale = 0; scale < 3; scale++) {
                struct plot_axis of = { .scale = (enum plot_scale)scale };
                if (scale != PLOT_LINEAR && values[i] <= 0)
                    continue;
                struct axis axis = axis_make(a, &of, values[i], values[k], 6);
                assert_true(axis_place(&axis, values[i]) > -1e-9);
                assert_true(axis_place(&axis, values[k]) < 1 + 1e-9);
                assert_true(axis.count > 0);
            }
    arena_free(a);
    (void)state;
}

static size_t wrong;

static void check_inside(const struct plot_scene *s, const struct plot_label *l)
{
    const struct plot_box *b = &l->box;
    if (b->x >= -0.01 && b->y >= -0.01 && b->x + b->width <= s->width + 0.01 &&
        b->y + b->height <= s->height + 0.01)
        return;
    print_error("%s (%g x %g): '%s' at %g %g, %g x %g, is cut\n", s->plot->name,
                s->width, s->height, l->text, b->x, b->y, b->width, b->height);
    wrong++;
}

static void check_apart(const struct plot_scene *s, const struct plot_label *l,
                        const struct plot_label *o)
{
    const struct plot_box *b = &l->box, *c = &o->box;
    if (b->x >= c->x + c->width - 0.01 || c->x >= b->x + b->width - 0.01 ||
        b->y >= c->y + c->height - 0.01 || c->y >= b->y + b->height - 0.01)
        return;
    print_error("%s (%g x %g): '%s' lies on '%s'\n", s->plot->name, s->width, s->height,
                l->text, o->text);
    wrong++;
}

static void test_labels(void **state)
{
    static const double widths[] = { 0, 520, 300, 236 };
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct font_set fonts;
    assert_true(font_open(&fonts, &dg));
    struct ink ink = { .arena = a, .fonts = &fonts };
    for (size_t i = 0; i < COUNT(demo_plots); i++)
        for (size_t k = 0; k < COUNT(widths); k++) {
            const struct plot *plot = demo_plots[i](a);
            struct plot_scene s = plot_scene_make(&ink, plot, widths[k]);
            assert_true(s.label_count > 3);
            assert_int_equal(s.left_out, 0);
            for (size_t x = 0; x < s.label_count; x++) {
                check_inside(&s, &s.labels[x]);
                for (size_t y = 0; y < x; y++)
                    check_apart(&s, &s.labels[x], &s.labels[y]);
            }
        }
    assert_int_equal(wrong, 0);
    ink_close(&ink);
    font_close(&fonts);
    arena_free(a);
    (void)state;
}

static const char *slurp(struct arena *a, const char *path, size_t *size)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    fseek(f, 0, SEEK_END);
    *size = (size_t)ftell(f);
    rewind(f);
    char *text = arena_alloc(a, *size + 1);
    assert_int_equal(fread(text, 1, *size, f), *size);
    fclose(f);
    return text;
}

static void test_files(void **state)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    char folder[] = "/tmp/priceperf-plot-XXXXXX";
    assert_non_null(mkdtemp(folder));
    static const struct {
        const char *extension, *begins;
    } kinds[] = { { "pdf", "%PDF-1.5" }, { "svg", "<?xml" }, { "png", "\x89PNG" } };
    const char *first[3][COUNT(demo_plots)];
    size_t sizes[3][COUNT(demo_plots)];
    /* The second time in another order: no byte may depend on what was drawn before. */
    for (size_t round = 0; round < 2; round++)
        for (size_t n = 0; n < COUNT(demo_plots); n++)
            for (size_t k = 0; k < 3; k++) {
                size_t i = round ? COUNT(demo_plots) - 1 - n : n, size;
                const char *path =
                    arena_printf(a, "%s/p.%s", folder, kinds[k].extension);
                assert_true(plot_write(demo_plots[i](a), path, "2008-06-20", &dg));
                const char *bytes = slurp(a, path, &size);
                assert_int_equal(
                    memcmp(bytes, kinds[k].begins, strlen(kinds[k].begins)), 0);
                if (round == 0) {
                    first[k][i] = bytes;
                    sizes[k][i] = size;
                } else {
                    assert_int_equal(size, sizes[k][i]);
                    assert_memory_equal(bytes, first[k][i], size);
                }
                unlink(path);
            }
    assert_non_null(strstr(first[1][0], "<title>Compression pays above 96 TB</title>"));
    assert_int_equal(dg.count, 0);
    assert_int_equal(rmdir(folder), 0); /* nothing else was left there */
    arena_free(a);
    (void)state;
}

/* What was drawn is what a reader of PNG files gets. */
static void test_png(void **state)
{
    struct arena *a = arena_new();
    char path[] = "/tmp/priceperf-png-XXXXXX";
    int made = mkstemp(path);
    assert_true(made >= 0);
    close(made);
    cairo_surface_t *drawn = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 37, 11);
    cairo_t *cr = cairo_create(drawn);
    for (int x = 0; x < 37; x++) {
        cairo_set_source_rgb(cr, x / 37.0, 1 - x / 37.0, x % 5 / 5.0);
        cairo_rectangle(cr, x, x % 7, 1, 4);
        cairo_fill(cr);
    }
    cairo_destroy(cr);
    struct buf out = buf_on(a);
    assert_true(png_encode(drawn, 5669, &out));
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(out.text, 1, out.length, f), out.length);
    assert_int_equal(fclose(f), 0);
    cairo_surface_t *read = cairo_image_surface_create_from_png(path);
    assert_int_equal(cairo_surface_status(read), CAIRO_STATUS_SUCCESS);
    assert_int_equal(cairo_image_surface_get_width(read), 37);
    assert_int_equal(cairo_image_surface_get_height(read), 11);
    for (int y = 0; y < 11; y++) {
        int stride = cairo_image_surface_get_stride(drawn);
        const unsigned char *want = cairo_image_surface_get_data(drawn) + y * stride;
        const unsigned char *got = cairo_image_surface_get_data(read) +
                                   y * cairo_image_surface_get_stride(read);
        for (int x = 0; x < 37; x++) /* the fourth byte means nothing */
            assert_memory_equal(got + 4 * x, want + 4 * x, 3);
    }
    cairo_surface_destroy(read);
    cairo_surface_destroy(drawn);
    unlink(path);
    arena_free(a);
    (void)state;
}

static void test_all_formats(void **state)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    char folder[] = "/tmp/priceperf-plot-XXXXXX";
    assert_non_null(mkdtemp(folder));
    const struct plot *plots[] = { demo_tornado(a), demo_cash(a) };
    assert_true(plot_write_all(plots, 2, folder, "2008-06-20", &dg));
    static const char *const names[] = { "sensitivity-size.pdf", "sensitivity-size.svg",
                                         "sensitivity-size.png", "cash-flow.pdf",
                                         "cash-flow.svg",        "cash-flow.png" };
    for (size_t i = 0; i < COUNT(names); i++)
        assert_int_equal(unlink(arena_printf(a, "%s/%s", folder, names[i])), 0);
    assert_int_equal(rmdir(folder), 0);
    assert_false(plot_write_all(plots, 2, folder, "2008-06-20", &dg)); /* gone */
    assert_int_equal(dg.world_errors, 1);
    arena_free(a);
    (void)state;
}

static void test_wrong_paths(void **state)
{
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    assert_false(plot_write(demo_break_even(a), "/tmp/chart.jpg", NULL, &dg));
    assert_int_equal(dg.errors, 1);
    assert_false(plot_write(demo_break_even(a), "/nowhere/at/all.png", NULL, &dg));
    assert_int_equal(dg.world_errors, 1);
    assert_non_null(strstr(dg.messages[1].text, "No such file"));
    arena_free(a);
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ticks),
        cmocka_unit_test(test_values),
        cmocka_unit_test(test_ranges_hold_data),
        cmocka_unit_test(test_labels),
        cmocka_unit_test(test_files),
        cmocka_unit_test(test_png),
        cmocka_unit_test(test_all_formats),
        cmocka_unit_test(test_wrong_paths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
