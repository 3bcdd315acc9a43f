#include "base/output_part.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/arena.h"

enum { OPEN_MOST = 16, LISTING = 4096, DEEPEST = 16 };

enum slot_state { SLOT_FREE, SLOT_FILLING, SLOT_BEGUN };

/* Static, so that the handler never reads memory that an arena has given back. */
static struct slot {
    atomic_int state;
    char path[PATH_MAX];
} slots[OPEN_MOST];

static const int ending[] = { SIGINT, SIGTERM, SIGHUP };
enum { ENDINGS = sizeof ending / sizeof *ending };

static void remove_begun(int number)
{
    for (int i = 0; i < OPEN_MOST; i++)
        if (atomic_load(&slots[i].state) == SLOT_BEGUN)
            remove_tree(slots[i].path);
    signal(number, SIG_DFL);
    raise(number);
}

static void watch(void)
{
    static atomic_bool watching;
    if (atomic_exchange(&watching, true))
        return;
    for (int i = 0; i < ENDINGS; i++) {
        struct sigaction now, ours = { .sa_handler = remove_begun };
        sigfillset(&ours.sa_mask);
        if (sigaction(ending[i], NULL, &now) == 0 && now.sa_handler == SIG_DFL)
            sigaction(ending[i], &ours, NULL); /* nohup's SIG_IGN stays */
    }
}

int begun_remember(const char *path)
{
    watch();
    size_t length = strlen(path);
    if (length >= PATH_MAX)
        return -1;
    for (int i = 0; i < OPEN_MOST; i++) {
        int state = SLOT_FREE;
        if (!atomic_compare_exchange_strong(&slots[i].state, &state, SLOT_FILLING))
            continue;
        memcpy(slots[i].path, path, length + 1);
        atomic_store(&slots[i].state, SLOT_BEGUN);
        return i;
    }
    return -1;
}

void begun_forget(int ticket)
{
    if (ticket >= 0)
        atomic_store(&slots[ticket].state, SLOT_FREE);
}

bool begun_holds(const char *path)
{
    for (int i = 0; i < OPEN_MOST; i++) {
        if (atomic_load(&slots[i].state) != SLOT_BEGUN)
            continue;
        size_t n = strlen(slots[i].path);
        if (strncmp(path, slots[i].path, n) == 0 && path[n] == '/')
            return true;
    }
    return false;
}

void signals_hold(sigset_t *before)
{
    sigset_t held;
    sigemptyset(&held);
    for (int i = 0; i < ENDINGS; i++)
        sigaddset(&held, ending[i]);
    pthread_sigmask(SIG_BLOCK, &held, before);
}

void signals_release(const sigset_t *before)
{
    pthread_sigmask(SIG_SETMASK, before, NULL);
}

/* Where two names cannot be exchanged: the old one steps aside and comes back if the
 * new one cannot take its place. */
static bool swap_in_steps(struct arena *a, const char *from, const char *to)
{
    const char *aside = arena_printf(a, "%s-old", from);
    if (rename(to, aside) != 0)
        return false;
    if (rename(from, to) != 0) {
        int error = errno;
        rename(aside, to);
        errno = error;
        return false;
    }
    return rename(aside, from) == 0;
}

bool swap_into_place(struct arena *a, const char *from, const char *to)
{
    struct stat st;
    if (lstat(to, &st) != 0)
        return errno == ENOENT && rename(from, to) == 0;
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_EXCHANGE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    return swap_in_steps(a, from, to);
}

bool move_into_place(const char *from, const char *to, bool replace)
{
    if (replace)
        return rename(from, to) == 0;
    if (renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE) == 0)
        return true;
    if (errno != EINVAL && errno != ENOSYS)
        return false;
    if (link(from, to) != 0)
        return false;
    unlink(from);
    return true;
}

/* As the kernel writes it; readdir() allocates, which a handler may not. */
struct listed {
    uint64_t inode, offset;
    unsigned short size;
    unsigned char type;
    char name[];
};

static bool is_dots(const char *name)
{
    return strcmp(name, ".") == 0 || strcmp(name, "..") == 0;
}

static void remove_at(int folder, const char *name, int depth);

static void remove_inside(int fd, int depth)
{
    _Alignas(struct listed) char listing[LISTING];
    for (;;) {
        long got = syscall(SYS_getdents64, fd, listing, sizeof listing);
        if (got <= 0)
            return;
        for (long at = 0; at < got;) {
            const struct listed *entry = (const struct listed *)(void *)(listing + at);
            if (!is_dots(entry->name))
                remove_at(fd, entry->name, depth + 1);
            at += entry->size;
        }
    }
}

static void remove_at(int folder, const char *name, int depth)
{
    if (unlinkat(folder, name, 0) == 0 || depth > DEEPEST)
        return;
    int fd = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return;
    remove_inside(fd, depth);
    close(fd);
    unlinkat(folder, name, AT_REMOVEDIR);
}

void remove_tree(const char *path)
{
    remove_at(AT_FDCWD, path, 0);
}

typedef bool on_file(int fd);

static bool start_writing(int fd)
{
    sync_file_range(fd, 0, 0, SYNC_FILE_RANGE_WRITE); /* fsync tells what failed */
    return true;
}

static bool wait_until_written(int fd)
{
    return fsync(fd) == 0;
}

static bool each_file(int folder, const char *name, on_file *act)
{
    int fd = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return false;
    struct stat st;
    bool ok = fstat(fd, &st) == 0;
    DIR *d = ok && S_ISDIR(st.st_mode) ? fdopendir(fd) : NULL;
    if (d == NULL) {
        ok = ok && act(fd);
        close(fd);
        return ok;
    }
    for (struct dirent *e; ok && (e = readdir(d)) != NULL;)
        ok = is_dots(e->d_name) || each_file(dirfd(d), e->d_name, act);
    closedir(d);
    return ok;
}

/* All at once first: then the disk commits them together and not one by one. */
bool flush_tree(const char *path)
{
    return each_file(AT_FDCWD, path, start_writing) &&
           each_file(AT_FDCWD, path, wait_until_written);
}
