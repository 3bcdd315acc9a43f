/* outputs: whole or not at all, and never over what is not ours. */
#include "check.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/output.h"

static const char *const report_names[] = { "results.json", "report.pdf", "charts",
                                            NULL };
static const char mark[] = "{\"study\": \"s\",\n \"generator\" : \"priceperf 1\"}\n";

struct world {
    struct arena *arena;
    struct diag dg;
    const char *folder; /* a fresh one for each test */
};

static const char *in(struct world *w, const char *name)
{
    return arena_printf(w->arena, "%s/%s", w->folder, name);
}

static int setup(void **state)
{
    struct arena *a = arena_new();
    struct world *w = ARENA_NEW(a, struct world);
    char *folder = arena_strdup(a, "/tmp/priceperf-test-XXXXXX");
    *w = (struct world){ a, diag_on(a), mkdtemp(folder) };
    *state = w;
    return w->folder == NULL;
}

static void remove_all(const char *folder)
{
    DIR *d = opendir(folder);
    if (d == NULL)
        return;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        char path[1024];
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (remove(path) != 0)
            remove_all(path);
    }
    closedir(d);
    rmdir(folder);
}

static int teardown(void **state)
{
    struct world *w = *state;
    remove_all(w->folder);
    arena_free(w->arena);
    return 0;
}

static size_t entries(const char *folder)
{
    size_t n = 0;
    DIR *d = opendir(folder);
    assert_non_null(d);
    for (struct dirent *e; (e = readdir(d)) != NULL;)
        n += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    closedir(d);
    return n;
}

static const char *content(struct world *w, const char *name)
{
    char text[256];
    FILE *f = fopen(in(w, name), "rb");
    if (f == NULL)
        return NULL;
    size_t n = fread(text, 1, sizeof text - 1, f);
    fclose(f);
    return arena_strndup(w->arena, text, n);
}

static bool write_text(struct world *w, const char *path, const char *text)
{
    return path != NULL && output_write(path, text, strlen(text), &w->dg);
}

static bool write_report(struct world *w, const char *folder, const char *pdf)
{
    struct output *out = output_begin(w->arena, folder, report_names, &w->dg);
    return out != NULL &&
           write_text(w, output_path(out, "results.json", &w->dg), mark) &&
           write_text(w, output_path(out, "report.pdf", &w->dg), pdf) &&
           write_text(w, output_path(out, "charts/a/b.svg", &w->dg), pdf) &&
           output_commit(out, &w->dg);
}

static void test_a_folder_appears_with_its_parents(void **state)
{
    struct world *w = *state;
    assert_true(write_report(w, in(w, "out/deep/report/"), "first"));
    assert_string_equal(content(w, "out/deep/report/report.pdf"), "first");
    assert_string_equal(content(w, "out/deep/report/charts/a/b.svg"), "first");
    assert_int_equal(entries(in(w, "out/deep")), 1);
}

static void test_ours_is_replaced_as_a_whole(void **state)
{
    struct world *w = *state;
    assert_true(write_report(w, in(w, "r"), "first"));
    assert_true(write_text(w, in(w, "r/charts/old.svg"), "x"));
    assert_true(write_report(w, in(w, "r"), "second"));
    assert_string_equal(content(w, "r/report.pdf"), "second");
    assert_null(content(w, "r/charts/old.svg"));
    assert_int_equal(entries(w->folder), 1);
}

static void test_a_link_to_ours_stays_a_link(void **state)
{
    struct world *w = *state;
    assert_true(write_report(w, in(w, "real"), "first"));
    assert_int_equal(symlink("real", in(w, "link")), 0);
    assert_true(write_report(w, in(w, "link"), "second"));
    struct stat st;
    assert_int_equal(lstat(in(w, "link"), &st), 0);
    assert_true(S_ISLNK(st.st_mode));
    assert_string_equal(content(w, "real/report.pdf"), "second");
}

static void test_nothing_is_visible_before_the_commit(void **state)
{
    struct world *w = *state;
    assert_true(write_report(w, in(w, "r"), "first"));
    struct output *out = output_begin(w->arena, in(w, "r"), report_names, &w->dg);
    assert_true(write_text(w, output_path(out, "report.pdf", &w->dg), "second"));
    assert_string_equal(content(w, "r/report.pdf"), "first");
    output_abandon(out);
    assert_string_equal(content(w, "r/report.pdf"), "first");
    assert_int_equal(entries(w->folder), 1);
}

static void test_an_abandoned_folder_leaves_no_parents(void **state)
{
    struct world *w = *state;
    struct output *out = output_begin(w->arena, in(w, "a/b/c"), report_names, &w->dg);
    assert_non_null(out);
    output_abandon(out);
    assert_int_equal(entries(w->folder), 0);
}

static void expect_refused(struct world *w, const char *folder, const char *words)
{
    size_t before = w->dg.count;
    assert_null(output_begin(w->arena, folder, report_names, &w->dg));
    assert_int_equal(w->dg.count, before + 1);
    assert_int_equal(w->dg.messages[before].level, DIAG_WORLD);
    if (strstr(w->dg.messages[before].text, words) == NULL)
        fail_msg("'%s' does not say '%s'", w->dg.messages[before].text, words);
}

static void test_what_is_not_ours_is_refused(void **state)
{
    struct world *w = *state;
    static const char *const others[] = {
        "{}",
        "{\"generator\": \"another\"}",
        "{\"generator\" \"priceperf\"}",
        "{\"note\": \"generator: priceperf\"}",
    };
    mkdir(in(w, "d"), 0777);
    assert_true(write_text(w, in(w, "d/thesis.txt"), "mine"));
    expect_refused(w, in(w, "d"), "is not a report of ours");
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        assert_true(write_text(w, in(w, "d/results.json"), others[i]));
        expect_refused(w, in(w, "d"), "is not a report of ours");
    }
    assert_string_equal(content(w, "d/thesis.txt"), "mine");
    assert_true(write_text(w, in(w, "file"), "mine"));
    expect_refused(w, in(w, "file"), "is a file");
    expect_refused(w, in(w, "file/under"), "Not a directory");
    expect_refused(w, "", "empty");
    assert_int_equal(entries(w->folder), 2);
}

static void test_a_users_file_in_ours_is_not_lost(void **state)
{
    struct world *w = *state;
    assert_true(write_report(w, in(w, "r"), "first"));
    assert_true(write_text(w, in(w, "r/notes.txt"), "mine"));
    expect_refused(w, in(w, "r"), "'notes.txt'");
    assert_string_equal(content(w, "r/notes.txt"), "mine");
}

static void test_an_empty_folder_is_used(void **state)
{
    struct world *w = *state;
    mkdir(in(w, "r"), 0777);
    assert_true(write_report(w, in(w, "r"), "first"));
    assert_string_equal(content(w, "r/report.pdf"), "first");
}

static void test_full_disk_is_reported(void **state)
{
    struct world *w = *state;
    assert_false(output_write("/dev/full", "x", 1, &w->dg));
    assert_int_equal(w->dg.world_errors, 1);
    assert_non_null(strstr(w->dg.messages[0].text, strerror(ENOSPC)));
}

static void test_a_small_disk_keeps_the_old_report(void **state)
{
    struct world *w = *state;
    if (mount("none", w->folder, "tmpfs", 0, "size=64k") != 0) {
        print_message("no file system can be mounted here\n");
        skip();
    }
    char *large = arena_alloc(w->arena, 100001);
    memset(large, 'x', 100000);
    bool first = write_report(w, in(w, "r"), "first");
    struct output *out = output_begin(w->arena, in(w, "r"), report_names, &w->dg);
    bool second = write_text(w, output_path(out, "report.pdf", &w->dg), large);
    output_abandon(out);
    const char *words = arena_printf(w->arena, "'%s' cannot", in(w, "r/report.pdf"));
    bool named = strstr(w->dg.messages[0].text, words) != NULL;
    const char *kept = content(w, "r/report.pdf");
    size_t left = entries(w->folder);
    umount(w->folder);
    assert_true(first);
    assert_false(second);
    assert_true(named); /* not by its temporary name */
    assert_string_equal(kept, "first");
    assert_int_equal(left, 1);
}

static void test_a_folder_that_cannot_be_written(void **state)
{
    struct world *w = *state;
    if (mount("none", w->folder, "tmpfs", MS_RDONLY, "size=64k") != 0) {
        print_message("no file system can be mounted here\n");
        skip();
    }
    struct output_file f;
    struct output *out = output_begin(w->arena, in(w, "r"), report_names, &w->dg);
    bool file = output_file_begin(&f, w->arena, in(w, "f"), true, &w->dg);
    umount(w->folder);
    assert_null(out);
    assert_false(file);
    assert_int_equal(w->dg.world_errors, 2);
    assert_non_null(strstr(w->dg.messages[0].text, strerror(EROFS)));
}

static void test_a_file_is_not_replaced_unasked(void **state)
{
    struct world *w = *state;
    struct output_file f;
    assert_true(output_file_begin(&f, w->arena, in(w, "a"), false, &w->dg));
    assert_true(write_text(w, f.temporary, "first"));
    assert_null(content(w, "a"));
    assert_true(output_file_commit(&f, &w->dg));
    assert_string_equal(content(w, "a"), "first");

    assert_false(output_file_begin(&f, w->arena, in(w, "a"), false, &w->dg));
    assert_true(output_file_begin(&f, w->arena, in(w, "a"), true, &w->dg));
    assert_true(write_text(w, f.temporary, "second"));
    assert_true(output_file_commit(&f, &w->dg));
    assert_string_equal(content(w, "a"), "second");
    assert_int_equal(entries(w->folder), 1);
}

static void test_a_file_that_appears_meanwhile_stays(void **state)
{
    struct world *w = *state;
    struct output_file f;
    assert_true(output_file_begin(&f, w->arena, in(w, "a"), false, &w->dg));
    assert_true(write_text(w, f.temporary, "ours"));
    assert_true(write_text(w, in(w, "a"), "theirs"));
    assert_false(output_file_commit(&f, &w->dg));
    assert_string_equal(content(w, "a"), "theirs");
    assert_int_equal(entries(w->folder), 1);
}

static void test_a_device_is_written_directly(void **state)
{
    struct world *w = *state;
    struct output_file f;
    assert_true(output_file_begin(&f, w->arena, "/dev/null", false, &w->dg));
    assert_string_equal(f.temporary, "/dev/null");
    assert_true(output_file_commit(&f, &w->dg));
    struct stat st;
    assert_int_equal(stat("/dev/null", &st), 0);
    assert_true(S_ISCHR(st.st_mode));
}

static void begin_and_die(struct world *w, int number)
{
    struct output_file f;
    struct output *out = output_begin(w->arena, in(w, "p/r"), report_names, &w->dg);
    bool ok = out != NULL && output_file_begin(&f, w->arena, in(w, "f"), true, &w->dg);
    ok = ok && write_text(w, output_path(out, "charts/x/y.svg", &w->dg), "half");
    if (ok)
        raise(number);
    _exit(1);
}

static void test_signals_leave_nothing_behind(void **state)
{
    struct world *w = *state;
    static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
    mkdir(in(w, "p"), 0777);
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        pid_t child = fork();
        if (child == 0)
            begin_and_die(w, numbers[i]);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), numbers[i]);
        assert_int_equal(entries(w->folder), 1);
        assert_int_equal(entries(in(w, "p")), 0);
    }
}

#define IN_A_FOLDER(test) cmocka_unit_test_setup_teardown(test, setup, teardown)

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_A_FOLDER(test_a_folder_appears_with_its_parents),
        IN_A_FOLDER(test_ours_is_replaced_as_a_whole),
        IN_A_FOLDER(test_a_link_to_ours_stays_a_link),
        IN_A_FOLDER(test_nothing_is_visible_before_the_commit),
        IN_A_FOLDER(test_an_abandoned_folder_leaves_no_parents),
        IN_A_FOLDER(test_what_is_not_ours_is_refused),
        IN_A_FOLDER(test_a_users_file_in_ours_is_not_lost),
        IN_A_FOLDER(test_an_empty_folder_is_used),
        IN_A_FOLDER(test_full_disk_is_reported),
        IN_A_FOLDER(test_a_small_disk_keeps_the_old_report),
        IN_A_FOLDER(test_a_folder_that_cannot_be_written),
        IN_A_FOLDER(test_a_file_is_not_replaced_unasked),
        IN_A_FOLDER(test_a_file_that_appears_meanwhile_stays),
        IN_A_FOLDER(test_a_device_is_written_directly),
        IN_A_FOLDER(test_signals_leave_nothing_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
