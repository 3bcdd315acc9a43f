/* What fio's readers say to what is no result, or a damaged one; and how they tell
 * snapshots, repeats and failures. */
#include "fio_test.h"

#include "base/buf.h"

#define JOB(side) \
    "{\"fio version\" : \"fio-3.33\",\n\"jobs\" : [{\"jobname\" : \"j\",\n" side "}]}" \
    "\n"
#define READ(text) JOB("\"read\" : {" text "}")
#define GOOD \
    READ("\"iops\" : 100.0,\n\"bw_bytes\" : 409600,\"runtime\" : 10000,\"total_ios\" " \
         ": 1000")
#define TERSE_LATENCY ";1;2;1.5;0.5"
#define TERSE_BLOCK(io, iops) \
    ";" io ";" iops ";" iops ";10000" TERSE_LATENCY TERSE_LATENCY \
    ";99.000000%=2;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;0%=0;" \
    "0%=0" \
    ";0%=0;0%=0;0%=0;0%=0;0%=0" TERSE_LATENCY ";1;2;100%;1.0;0.5"
#define TERSE_TAIL \
    ";1%;1%;5;0;3;1;2;3;4;5;6;7" \
    ";1;2;3;4;5;6;7;8;9;10;11;12;13;14;15;16;17;18;19;20;21;22"
#define TERSE(io, iops) \
    "3;fio-3.33;j;0;0" TERSE_BLOCK(io, iops) TERSE_BLOCK("0", "0") TERSE_TAIL

static const struct {
    const char *format, *text;
    const char *message; /* NULL: nothing is wrong */
    unsigned line;
    size_t measurements;
} cases[] = {
    { "fio-json", GOOD, NULL, 0, 2 },
    { "fio-json", READ("\"iops\" : nan,\n\"bw_bytes\" : 4096"), "'nan' is not a finite",
      3, 1 },
    { "fio-json", READ("\"iops\" : -inf,\n\"bw_bytes\" : 4096"), "'-inf' is not", 3,
      1 },
    { "fio-json", READ("\"iops\" : 4,97,\n\"bw_bytes\" : 4096"), "decimal comma", 3,
      0 },
    { "fio-json", READ("\"iops\" : 9223372036854775808,\"bw_bytes\" : 4096"),
      "out of range", 3, 1 },
    { "fio-json", READ("\"iops\" : -5,\"bw_bytes\" : 4096"), "out of range", 3, 1 },
    { "fio-json", "{\"fio version\" : \"fio-3.33\",\n\"jobs\" : [{\"read\"",
      "cut short", 2, 0 },
    { "fio-json", READ("\"iops\" : 1, \"io\x01"), "control character", 3, 0 },
    { "fio-json", READ("\"iops\" : 0"), "did no I/O", 2, 0 },
    { "fio-json", "\"fio version\"\n", "no result", 0, 0 },
    { "fio-json", "[ ", "cut short", 1, 0 },
    { "fio-json", "[{}, 3]", "a value stands", 1, 0 },
    { "fio-json", "[\n" GOOD ", " GOOD "]\n", NULL, 0, 4 },
    { "fio-terse", TERSE("4000", "100") "\n", NULL, 0, 15 },
    { "fio-terse", "3;fio-3.33;j;0;0;1;2;3\n", "no result", 0, 0 },
    { "fio-terse",
      "3;fio-3.33;j;0;0" TERSE_BLOCK("4000", "100") TERSE_BLOCK("0", "0") "\n",
      "it was cut short", 1, 0 },
    { "fio-terse", TERSE("4000", "1,5") "\n", "has a comma in it", 1, 13 },
    { "fio-terse", TERSE("4000", "nan") "\n", "'nan' is not", 1, 13 },
    { "fio-text", "a: (g=0): rw=read, bs=4K-4K/4K-4K/4K-4K, ioengine=sync, iodepth=1\n",
      "no result", 0, 0 },
    { "fio-text",
      "a: (groupid=0, jobs=1): err= 0: pid=1\n  read: IOPS=nan, BW=1KiB/s "
      "(1kB/s)(1KiB/1000msec)\nRun status group 0\n",
      "'nan,' is not a finite number", 2, 1 },
    { "fio-text",
      "a: (groupid=0, jobs=1): err= 0: pid=1\n  read: IOPS=1,5, BW=1KiB/s "
      "(1kB/s)(1KiB/1000msec)\nRun status group 0\n",
      "has a comma in it", 2, 1 },
    { "fio-log", "1, 2, 0, 0\n2, x, 0, 0\n3, 4, 0, 0\n", "1 rows are not", 2, 9 },
    { "fio-log", "1, -2, 0, 0\n", "1 rows are not", 1, 0 },
    { "fio-log", "1, 2,5, 0, 0\n", "1 rows are not", 1, 0 },
    { "fio-log", "1, 9223372036854775808, 0, 0\n", "1 rows are not", 1, 0 },
    { "fio-log", "1, 2, 7, 0\n", "1 rows are not", 1, 0 },
    { "fio-hist", "1, 0, 4096, 1, 2, 3\n", "1856 or 1216", 1, 0 },
};

static void test_bad_input(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading r = read_text(cases[i].format, cases[i].text);
        if (r.runs->count != cases[i].measurements)
            fail_msg("case %zu: %zu measurements", i, r.runs->count);
        if ((cases[i].message == NULL) != (r.dg.count == 0))
            fail_msg("case %zu: %s", i,
                     r.dg.count > 0 ? r.dg.messages[0].text : "none");
        if (cases[i].message != NULL &&
            (strstr(r.dg.messages[0].text, cases[i].message) == NULL ||
             r.dg.messages[0].at.line != cases[i].line))
            fail_msg("case %zu: line %u: %s", i, r.dg.messages[0].at.line,
                     r.dg.messages[0].text);
        end_reading(&r);
    }
}

/* A document as --status-interval writes it, so many seconds after the start. */
static const char *document(struct arena *a, int seconds, int stamp, int ios)
{
    return arena_printf(a,
                        "{\"fio version\" : \"fio-3.33\", \"timestamp_ms\" : %d000,"
                        "\"jobs\" : [{\"jobname\" : \"j\", \"read\" : {\"iops\" : %d.0,"
                        "\"runtime\" : %d000, \"total_ios\" : %d}}]}\n",
                        stamp, ios / seconds, seconds, ios);
}

static void test_snapshots_and_repeats(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    static const struct {
        int seconds[3], stamps[3], ios[3];
        size_t measurements;
        double last;
    } runs[] = {
        { { 10, 20, 30 }, { 110, 120, 130 }, { 1000, 2000, 3300 }, 1, 110 },
        { { 10, 10, 10 }, { 110, 125, 140 }, { 1000, 1100, 1200 }, 3, 120 },
        { { 10, 11, 12 }, { 110, 125, 140 }, { 1000, 1100, 1200 }, 3, 100 },
        { { 10, 20, 10 }, { 110, 120, 140 }, { 1000, 2000, 1500 }, 2, 150 },
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        struct buf b = buf_on(a);
        for (size_t k = 0; k < 3; k++)
            buf_add(&b,
                    document(a, runs[i].seconds[k], runs[i].stamps[k], runs[i].ios[k]));
        struct reading r = read_text("fio-json", buf_text(&b));
        assert_int_equal(r.runs->count, runs[i].measurements);
        check_close(r.runs->items[r.runs->count - 1].value, runs[i].last, 0);
        assert_int_equal(r.runs->items[r.runs->count - 1].repeat, r.runs->count - 1);
        end_reading(&r);
    }
    arena_free(a);
}

static const struct {
    const char *text, *flags;
} flagged[] = {
    { "fio: terminating on signal 2\n" GOOD, "interrupted" },
    { GOOD "fio: terminating on signal 2\n", "interrupted" },
    { JOB("\"error\" : 5, \"read\" : {\"iops\" : 100.0,\"runtime\" : 10000}"),
      "errors" },
    { READ("\"iops\" : 100.0,\"runtime\" : 500"), "short" },
    { READ("\"iops\" : 100.0,\"runtime\" : 10000,\"total_ios\" : 2000"), "disagrees" },
    { READ("\"iops\" : 100.0,\"bw_bytes\" : 409600,\"runtime\" : 10000,\"io_kbytes\" : "
           "8000"),
      "disagrees" },
    { JOB("\"job options\" : {\"bs\" : \"8k\"}, \"read\" : {\"iops\" : "
          "100.0,\"bw_bytes\" : "
          "409600, \"runtime\" : 10000}"),
      "disagrees" },
    { JOB("\"job options\" : {\"iodepth\" : \"4\"}, \"read\" : {\"iops\" : 100.0, "
          "\"runtime\" "
          ": 10000, \"lat_ns\" : {\"mean\" : 50000000.0, \"max\" : 1, \"N\" : 1000}}"),
      "disagrees" },
    { JOB("\"job options\" : {\"runtime\" : \"60\", \"time_based\" : \"1\"}, \"read\" "
          ": "
          "{\"iops\" : 100.0,\"runtime\" : 10000}"),
      "interrupted" },
    { GOOD "{\"fio version\" : \"fio-3.33\",\n\"jobs\" : [{\"jobname\" : \"j\",",
      "cumulative" },
};

static void test_flags(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof flagged / sizeof *flagged; i++) {
        struct reading r = read_text("fio-json", flagged[i].text);
        const struct measurement *m = find(&r, "iops", "mean", "op=read");
        if (m == NULL || strcmp(flags_text(m->flags), flagged[i].flags) != 0)
            fail_msg("case %zu: %s", i, m != NULL ? flags_text(m->flags) : "none");
        if (strcmp(flagged[i].flags, "disagrees") == 0)
            assert_non_null(m->note);
        end_reading(&r);
    }
}

/* Jobs of one group that do different things: each side has the options of its own. */
static void test_jobs_of_two_kinds(void **state)
{
    (void)state;
    struct reading r = read_text(
        "fio-json",
        "{\"fio version\" : \"fio-3.33\", \"jobs\" : [\n"
        "{\"jobname\" : \"a\", \"job options\" : {\"rw\" : \"read\", \"bs\" : \"64k\"},"
        "\"read\" : {\"iops\" : 10.0, \"runtime\" : 10000}},\n"
        "{\"jobname\" : \"b\", \"job options\" : {\"rw\" : \"write\", \"bs\" : \"4k\"},"
        "\"write\" : {\"iops\" : 20.0, \"runtime\" : 10000}},\n"
        "{\"jobname\" : \"c\", \"job options\" : {\"rw\" : \"randwrite\", \"bs\" : "
        "\"4k\"},"
        "\"write\" : {\"iops\" : 30.0, \"runtime\" : 10000}}]}\n");
    const struct measurement *m =
        find(&r, "iops", "mean", "op=read;job=a;rw=read;block_size=65536 B;threads=1");
    assert_non_null(m);
    check_close(m->value, 10, 0);
    m = find(&r, "iops", "mean", "op=write;job=;rw=;block_size=4096 B;threads=2");
    assert_non_null(m);
    check_close(m->value, 50, 0);
    end_reading(&r);
}

/* A log's unit comes from the document beside it. */
static void test_companion(void **state)
{
    (void)state;
    static const struct {
        const char *companion;
        size_t readings;
        double mean;
    } units[] = { { "\"fio version\" : \"fio-3.33\"", 1, 1500e-9 },
                  { "\"fio version\" : \"fio-2.18\"", 1, 1500e-6 },
                  { NULL, 2, 1500e-9 } };
    for (size_t i = 0; i < 3; i++) {
        struct arena *a = arena_new();
        struct runs *runs = runs_new(a);
        struct diag dg = diag_on(a);
        struct raw raw = { .path = "x_lat.1.log", .companion = units[i].companion };
        static const char text[] = "1, 1000, 0, 4096\n2, 2000, 0, 4096\n";
        raw.source = source_of(raw.path, text, sizeof text - 1);
        assert_true(reader_find("fio-log")->read(&raw, runs, &dg));
        size_t means = 0;
        for (size_t k = runs->count; k-- > 0;)
            if (strcmp(runs->items[k].statistic, "mean") == 0) {
                means++;
                if (k == 0)
                    check_close(runs->items[k].value, units[i].mean, 1e-12);
            }
        assert_int_equal(means, units[i].readings);
        arena_free(a);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_input), cmocka_unit_test(test_snapshots_and_repeats),
        cmocka_unit_test(test_flags),     cmocka_unit_test(test_jobs_of_two_kinds),
        cmocka_unit_test(test_companion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
