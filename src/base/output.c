#include "base/output.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/output_part.h"

enum { TRIES = 1000 };

static const struct where nowhere;

struct output {
    struct arena *arena;
    const char *target, *staging;
    int ticket;           /* of the staging folder */
    const char **parents; /* made by us, outermost first */
    size_t parent_count, parent_capacity;
};

/* A temporary name is nothing to tell a user: what it will become is. */
static const char *as_known(struct arena *a, const char *path)
{
    const char *mark = strstr(path, ".priceperf-");
    if (mark == NULL)
        return path;
    const char *name = mark;
    while (name > path && name[-1] != '/')
        name--;
    if (*name != '.' || mark == name)
        return path;
    const char *rest = mark + strcspn(mark, "/");
    return arena_printf(a, "%.*s%.*s%s", (int)(name - path), path,
                        (int)(mark - name - 1), name + 1, rest);
}

static bool failed(struct diag *dg, const char *path, const char *what)
{
    const char *why = strerror(errno);
    return diag_world(dg, nowhere, "'%s' %s: %s", as_known(dg->arena, path), what, why);
}

static const char *without_slashes(struct arena *a, const char *path)
{
    size_t n = strlen(path);
    while (n > 1 && path[n - 1] == '/')
        n--;
    return arena_strndup(a, path, n);
}

/* The real path of what is there, so that a link stays and what it leads to is
 * replaced; the path itself where nothing is. */
static const char *resolved(struct arena *a, const char *path)
{
    char *real = realpath(path, NULL);
    if (real == NULL)
        return without_slashes(a, path);
    const char *kept = arena_strdup(a, real);
    free(real); /* realpath's own, not the arena's */
    return kept;
}

/* "dir/.base.priceperf-PID-N"; neither clock nor chance, and not in any output. */
static const char *beside(struct arena *a, const char *path, int try)
{
    const char *slash = strrchr(path, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - path) + 1;
    return arena_printf(a, "%.*s.%s.priceperf-%ld-%d", (int)folder, path, path + folder,
                        (long)getpid(), try);
}

static bool make_parents(struct output *out, struct diag *dg)
{
    for (const char *p = out->target + 1; (p = strchr(p, '/')) != NULL; p++) {
        const char *part =
            arena_strndup(out->arena, out->target, (size_t)(p - out->target));
        if (mkdir(part, 0777) == 0)
            ARENA_PUSH(out->arena, out->parents, out->parent_count,
                       out->parent_capacity) = part;
        else if (errno != EEXIST)
            return failed(dg, part, "cannot be made");
    }
    return true;
}

static bool make_staging(struct output *out, struct diag *dg)
{
    for (int try = 0; try < TRIES; try++) {
        out->staging = beside(out->arena, out->target, try);
        out->ticket = begun_remember(out->staging);
        if (mkdir(out->staging, 0777) == 0)
            return true;
        int error = errno;
        begun_forget(out->ticket);
        errno = error;
        if (error != EEXIST)
            break;
    }
    return failed(dg, out->target, "cannot be written; choose another folder");
}

/* `"generator"`, blanks, `:`, blanks, `"priceperf`. */
static bool holds_mark(const char *text)
{
    const char *p = strstr(text, "\"" OUTPUT_MARK_KEY "\"");
    if (p == NULL)
        return false;
    p += strlen("\"" OUTPUT_MARK_KEY "\"");
    p += strspn(p, " \t\r\n");
    if (*p++ != ':')
        return false;
    p += strspn(p, " \t\r\n");
    return strncmp(p, "\"" OUTPUT_MARK, strlen("\"" OUTPUT_MARK)) == 0;
}

static bool is_ours(struct arena *a, const char *folder)
{
    char head[OUTPUT_MARK_WITHIN + 1];
    FILE *f = fopen(arena_printf(a, "%s/" OUTPUT_MARK_FILE, folder), "rb");
    if (f == NULL)
        return false;
    size_t n = fread(head, 1, OUTPUT_MARK_WITHIN, f);
    head[n] = '\0';
    fclose(f);
    return holds_mark(head);
}

static bool is_among(const char *const *names, const char *name)
{
    for (; *names != NULL; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

/* The first entry, in alphabetic order, that is not among the names; *empty tells
 * whether there is any entry. */
static bool read_strangers(struct arena *a, const char *folder,
                           const char *const *names, const char **stranger, bool *empty)
{
    DIR *d = opendir(folder);
    if (d == NULL)
        return false;
    *stranger = NULL;
    *empty = true;
    for (struct dirent *e; (e = readdir(d)) != NULL;) {
        if (strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0)
            continue;
        *empty = false;
        if (!is_among(names, e->d_name) &&
            (*stranger == NULL || strcmp(e->d_name, *stranger) < 0))
            *stranger = arena_strdup(a, e->d_name);
    }
    closedir(d);
    return true;
}

/* May the target be replaced? */
static bool may_replace(struct output *out, const char *const *names, struct diag *dg)
{
    struct stat st;
    if (stat(out->target, &st) != 0)
        return errno == ENOENT || failed(dg, out->target, "cannot be looked at");
    if (!S_ISDIR(st.st_mode))
        return diag_world(dg, nowhere,
                          "'%s' is a file; choose another folder to write to",
                          out->target);
    const char *stranger;
    bool empty;
    if (!read_strangers(out->arena, out->target, names, &stranger, &empty))
        return failed(dg, out->target, "cannot be read");
    if (empty)
        return true;
    if (!is_ours(out->arena, out->target))
        return diag_world(dg, nowhere,
                          "'%s' holds files and is not a report of ours; choose "
                          "another folder",
                          out->target);
    if (stranger != NULL)
        return diag_world(dg, nowhere,
                          "'%s' holds '%s', which no report wrote and a new report "
                          "would remove; move it away or choose another folder",
                          out->target, stranger);
    return true;
}

static void remove_parents(struct output *out)
{
    while (out->parent_count > 0)
        rmdir(out->parents[--out->parent_count]);
}

struct output *output_begin(struct arena *a, const char *folder,
                            const char *const *names, struct diag *dg)
{
    struct output *out = ARENA_NEW(a, struct output);
    *out = (struct output){ .arena = a, .target = resolved(a, folder) };
    if (*folder == '\0') {
        diag_world(dg, nowhere, "the name of the folder to write to is empty");
        return NULL;
    }
    if (!may_replace(out, names, dg))
        return NULL;
    if (!make_parents(out, dg) || !make_staging(out, dg)) {
        remove_parents(out);
        return NULL;
    }
    return out;
}

const char *output_path(struct output *out, const char *name, struct diag *dg)
{
    const char *path = arena_printf(out->arena, "%s/%s", out->staging, name);
    size_t inside = strlen(out->staging) + 1;
    for (const char *p = path + inside; (p = strchr(p, '/')) != NULL; p++) {
        const char *part = arena_strndup(out->arena, path, (size_t)(p - path));
        if (mkdir(part, 0777) != 0 && errno != EEXIST) {
            failed(dg, part, "cannot be made");
            return NULL;
        }
    }
    return path;
}

bool output_commit(struct output *out, struct diag *dg)
{
    sigset_t before;
    bool ok = flush_tree(out->staging) || failed(dg, out->target, "cannot be written");
    signals_hold(&before);
    if (ok && !swap_into_place(out->arena, out->staging, out->target))
        ok = failed(dg, out->target, "cannot be replaced");
    remove_tree(out->staging); /* ours on failure, otherwise what was there before */
    if (!ok)
        remove_parents(out);
    begun_forget(out->ticket);
    signals_release(&before);
    return ok;
}

void output_abandon(struct output *out)
{
    remove_tree(out->staging);
    begun_forget(out->ticket);
    remove_parents(out);
}

static bool make_temporary(struct output_file *f, struct arena *a, struct diag *dg)
{
    for (int try = 0; try < TRIES; try++) {
        f->temporary = beside(a, f->target, try);
        f->ticket = begun_remember(f->temporary);
        int fd = open(f->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0)
            return close(fd) == 0 || failed(dg, f->target, "cannot be written");
        int error = errno;
        begun_forget(f->ticket);
        errno = error;
        if (error != EEXIST)
            break;
    }
    return failed(dg, f->target, "cannot be written");
}

bool output_file_begin(struct output_file *f, struct arena *a, const char *path,
                       bool replace, struct diag *dg)
{
    if (begun_holds(path)) { /* its folder is not in place either */
        *f = (struct output_file){ .target = path, .temporary = path };
        return true;
    }
    *f = (struct output_file){ .target = resolved(a, path), .replace = replace };
    struct stat st;
    bool there = stat(f->target, &st) == 0;
    if (!there && errno != ENOENT)
        return failed(dg, path, "cannot be written");
    if (there && S_ISDIR(st.st_mode))
        return diag_world(dg, nowhere, "'%s' is a folder; name a file", path);
    if (there && !S_ISREG(st.st_mode)) {
        f->temporary = f->target; /* a device or a pipe is never renamed over */
        return true;
    }
    if (there && !replace)
        return diag_world(dg, nowhere,
                          "'%s' is there already; remove it or choose another name",
                          path);
    return make_temporary(f, a, dg);
}

bool output_file_commit(struct output_file *f, struct diag *dg)
{
    if (f->temporary == f->target)
        return true;
    bool ok = flush_tree(f->temporary) || failed(dg, f->target, "cannot be written");
    if (ok && !move_into_place(f->temporary, f->target, f->replace))
        ok = failed(dg, f->target, "cannot be written");
    if (!ok)
        unlink(f->temporary);
    begun_forget(f->ticket);
    return ok;
}

void output_file_abandon(struct output_file *f)
{
    if (f->temporary == f->target)
        return;
    unlink(f->temporary);
    begun_forget(f->ticket);
}

bool output_write(const char *path, const void *bytes, size_t length, struct diag *dg)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL)
        return failed(dg, path, "cannot be written");
    bool ok = fwrite(bytes, 1, length, f) == length && fflush(f) == 0;
    int error = errno;
    if (fclose(f) != 0 && ok) {
        error = errno;
        ok = false;
    }
    errno = error;
    return ok || failed(dg, path, "cannot be written");
}

bool output_replace(struct arena *a, const char *path, const void *bytes, size_t length,
                    struct diag *dg)
{
    struct output_file f;
    if (!output_file_begin(&f, a, path, true, dg))
        return false;
    if (output_write(f.temporary, bytes, length, dg))
        return output_file_commit(&f, dg);
    output_file_abandon(&f);
    return false;
}
