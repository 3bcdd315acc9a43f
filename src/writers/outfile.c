#include "writers/outfile.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/diag.h"

static bool fail(struct diag *dg, const char *path, int error)
{
    return diag_world(dg, (struct where){ 0 }, "cannot write '%s': %s", path,
                      strerror(error));
}

/* 0 or errno. */
static int put(const char *path, const void *bytes, size_t size)
{
    FILE *f = fopen(path, "wb");
    if (f == NULL)
        return errno;
    errno = 0;
    int error = 0;
    if (fwrite(bytes, 1, size, f) != size || fflush(f) != 0)
        error = errno ? errno : EIO;
    if (fclose(f) != 0 && error == 0)
        error = errno ? errno : EIO;
    return error;
}

bool outfile_write(const char *path, const void *bytes, size_t size, struct diag *dg)
{
    struct stat st;
    /* Renaming over a device would replace it. */
    if (stat(path, &st) == 0 && !S_ISREG(st.st_mode)) {
        int error = S_ISDIR(st.st_mode) ? EISDIR : put(path, bytes, size);
        return error == 0 || fail(dg, path, error);
    }
    const char *part = arena_printf(dg->arena, "%s.part", path);
    int error = put(part, bytes, size);
    if (error == 0 && rename(part, path) != 0)
        error = errno;
    if (error == 0)
        return true;
    unlink(part);
    return fail(dg, path, error);
}
