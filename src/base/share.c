#include "base/share.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/arena.h"

const char *path_folder(struct arena *a, const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash == NULL ? "" : arena_strndup(a, path, (size_t)(slash - path) + 1);
}

const char *path_join(struct arena *a, const char *folder, const char *name)
{
    size_t n = strlen(folder);
    if (name[0] == '/' || n == 0)
        return arena_strdup(a, name);
    return arena_printf(a, "%s%s%s", folder, folder[n - 1] == '/' ? "" : "/", name);
}

static const char *binary_folder(struct arena *a)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n <= 0)
        return NULL;
    path[n] = '\0';
    return path_folder(a, path);
}

static const char *readable(const char *path)
{
    return access(path, R_OK) == 0 ? path : NULL;
}

static const char *in_share(struct arena *a, const char *kind, const char *name)
{
    const char *binary = binary_folder(a);
    /* bin/ beside share/ where installed; build/MODE/ in the source tree */
    const char *const roots[] = {
        binary != NULL ? path_join(a, binary, "../share/priceperf") : NULL,
        binary != NULL ? path_join(a, binary, "../..") : NULL,
        PRICEPERF_PREFIX "/share/priceperf",
    };
    for (size_t i = 0; i < sizeof roots / sizeof *roots; i++) {
        if (roots[i] == NULL)
            continue;
        const char *path = path_join(a, path_join(a, roots[i], kind), name);
        if (readable(path) != NULL)
            return path;
    }
    return NULL;
}

const char *share_find(struct arena *a, const char *folder, const char *kind,
                       const char *name)
{
    const char *beside = path_join(a, folder, name);
    if (readable(beside) != NULL)
        return beside;
    if (name[0] == '/')
        return NULL;
    const char *within = path_join(a, path_join(a, folder, kind), name);
    if (readable(within) != NULL)
        return within;
    return in_share(a, kind, name);
}
