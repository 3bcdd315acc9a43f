/* JSON files: what is written is read back, and its folder is known as ours. */
#include "check.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/output.h"
#include "doc/json.h"
#include "writers/json.h"

static const char *const names[] = { OUTPUT_MARK_FILE, NULL };

static const char *fresh_folder(struct arena *a)
{
    char *folder = mkdtemp(arena_strdup(a, "/tmp/priceperf-test-XXXXXX"));
    assert_non_null(folder);
    return folder;
}

static bool write_results(struct arena *a, const char *folder, double root,
                          struct diag *dg)
{
    struct output *out = output_begin(a, folder, names, dg);
    if (out == NULL)
        return false;
    struct json_out json = json_on(a);
    json_begin_results(&json);
    json_key(&json, "study");
    json_string(&json, "caf\xC3\xA9 \"quoted\"");
    json_key(&json, "root");
    json_number(&json, root);
    json_end(&json);
    return json_write(&json, output_path(out, OUTPUT_MARK_FILE, dg), dg) &&
           output_commit(out, dg);
}

static void test_a_folder_with_results_is_replaced(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    const char *parent = fresh_folder(a);
    const char *folder = arena_printf(a, "%s/out", parent);
    const char *file = arena_printf(a, "%s/%s", folder, OUTPUT_MARK_FILE);
    assert_true(write_results(a, folder, 96e12, &dg));
    assert_true(write_results(a, folder, 70.2045e12, &dg));

    struct where nowhere = { 0 };
    const struct doc_node *root = json_read(a, file, nowhere, &dg);
    assert_non_null(root);
    assert_false(diag_failed(&dg));
    const char *copy = arena_printf(a, "%s/copy.json", parent);
    assert_true(json_write_tree(a, root, copy, &dg));
    struct json_out first = json_on(a), second = json_on(a);
    json_tree(&first, root);
    json_tree(&second, json_read(a, copy, nowhere, &dg));
    assert_string_equal(json_text(&first), json_text(&second));
    assert_non_null(strstr(json_text(&first), "70204500000000"));
    assert_non_null(strstr(json_text(&first), "caf\xC3\xA9 \\\"quoted\\\""));

    unlink(file);
    unlink(copy);
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(rmdir(parent), 0);
    arena_free(a);
}

static void test_a_full_disk_is_reported(void **state)
{
    (void)state;
    struct arena *a = arena_new();
    struct diag dg = diag_on(a);
    struct json_out json = json_on(a);
    json_begin_results(&json);
    json_end(&json);
    assert_false(json_write(&json, "/dev/full", &dg));
    assert_int_equal(dg.world_errors, 1);
    assert_non_null(strstr(dg.messages[0].text, "'/dev/full' cannot be written"));
    arena_free(a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_folder_with_results_is_replaced),
        cmocka_unit_test(test_a_full_disk_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
