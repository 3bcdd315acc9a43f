/* What a study says of a file, checked against what the file says of itself. */
#include "fio_test.h"

#include "doc/yaml.h"

static const struct {
    const char *block;
    const char *message; /* NULL: all is well */
    const char *flags;   /* of the IOPS */
    const char *where;   /* parameters it must have */
} cases[] = {
    { "file: x\n", NULL, "", "op=read;rw=randread" },
    { "expect: {rw: randread, queue_depth: 4}\n", NULL, "", "op=read" },
    { "expect: {rw: randwrite}\n",
      "expected rw: randwrite, but in 'f.json' it is randread", "", "op=read" },
    { "expect: {codec: lz4}\n", "'f.json' does not tell the 'codec'", "", "op=read" },
    { "parameters: {array: a1, rw: read}\n", NULL, "", "array=a1;rw=randread" },
    { "ceiling: 2100 1/s\n", NULL, "cached", "op=read" },
    { "ceiling: {drives: 14, each: 150 1/s}\n", NULL, "cached", "op=read" },
    { "ceiling: {drives: 20, each: 150 1/s}\n", NULL, "", "op=read" },
    { "ceiling: 10 MB/s\n", "a ceiling is a rate of operations", "", "op=read" },
    { "ceiling: {drives: 0, each: 150 1/s}\n", "1 to 1000000", "", "op=read" },
};

static void test_stated(void **state)
{
    (void)state;
    static const char text[] =
        "{\"fio version\" : \"fio-3.33\", \"jobs\" : [{\"jobname\" : \"j\",\n"
        "\"job options\" : {\"rw\" : \"randread\", \"iodepth\" : \"4\"},\n"
        "\"read\" : {\"iops\" : 2500.0, \"runtime\" : 10000}}]}\n";
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct reading r = { .arena = arena_new() };
        r.runs = runs_new(r.arena);
        r.dg = diag_on(r.arena);
        struct source yaml =
            source_of("s.yaml", cases[i].block, strlen(cases[i].block));
        struct raw raw = { .path = "f.json" };
        raw.block = yaml_parse(r.arena, yaml, &r.dg);
        raw.source = source_of("f.json", text, sizeof text - 1);
        r.ok = reader_find("fio-json")->read(&raw, r.runs, &r.dg);
        if (cases[i].message == NULL ? !r.ok : r.ok || !says(&r, cases[i].message))
            fail_msg("case %zu: %s", i,
                     r.dg.count > 0 ? r.dg.messages[0].text : "no message");
        const struct measurement *m = find(&r, "iops", "mean", cases[i].where);
        if (m == NULL || strcmp(flags_text(m->flags), cases[i].flags) != 0)
            fail_msg("case %zu: flags %s", i,
                     m != NULL ? flags_text(m->flags) : "none");
        end_reading(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_stated) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
