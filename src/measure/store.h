/* store.h - the run store: measurements kept in one SQLite file.
 *
 *     file(sha256 unique, path as given, size, format, tool, version, time)
 *     metric(name unique, unit, direction)
 *     setting(canonical JSON and units of its numbers, unique)
 *     parameter(setting, key, text)
 *     measurement(file, line, position, system, metric, statistic, value, exact,
 *                 resolution, written, setting, repeat, flags, duration, samples,
 *                 state, note)
 *
 * A file is known by its checksum: adding it again, under whatever path, changes
 * nothing.  A run's time is the run's own (NULL where its file does not tell), so the
 * same files give the same store, whenever they were added.  Everything is added in
 * one transaction: all of it or nothing.
 *
 * `exact` is NULL where the value is a double by birth, '=' where the shortest decimal
 * of `value` is exact, otherwise num/den.  `state` is a setting too.
 */
#ifndef MEASURE_STORE_H
#define MEASURE_STORE_H

#include "measure/runs.h"

struct store_added {
    size_t files, known_files, measurements;
};

/* Adds every file of `r` that the store does not hold yet, and makes the store where
 * there is none.  What is at `path` and is no run store is an error and left alone; a
 * disk that is full or a folder that cannot be written is one of the world. */
bool store_add(const char *path, const struct runs *r, struct store_added *out,
               struct diag *dg);

/* Appends all that the store holds, in the order it was added; `at` is where the path
 * was named. */
bool store_read(const char *path, struct where at, struct runs *out, struct diag *dg);

/* A file begins so. */
bool store_recognised(const char *head, size_t length);

#endif
