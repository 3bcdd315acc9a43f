/* share.h - where installed data (models, templates) are found.
 *
 * Beside the study first; then in the share folder, which is that of the running
 * binary (PREFIX/share/priceperf beside PREFIX/bin, or the source tree it was built
 * in), and last the PREFIX it was built for.
 */
#ifndef BASE_SHARE_H
#define BASE_SHARE_H

struct arena;

/* The folder part of a path: "" where it has none, else with its final '/'. */
const char *path_folder(struct arena *a, const char *path);
/* folder + name, unless name is absolute. */
const char *path_join(struct arena *a, const char *folder, const char *name);

/* A readable file: folder/name, folder/kind/name, SHARE/kind/name, for kind "models";
 * NULL where there is none. */
const char *share_find(struct arena *a, const char *folder, const char *kind,
                       const char *name);

#endif
