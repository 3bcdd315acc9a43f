/* results_readings.h - of an entry of "licences" in results.json: who decided the
 * reading and why, what each reading gives, and both ends of what leans on evidence and
 * rights.
 *
 *     "decided_by", "why" (null: not said), "undecided",
 *     "readings": [{"reading", "chosen", "required", "amount", "cost"}],
 *     "evidence": {"with": {"required", "amount", "cost"}, "without": {...}}
 *
 * amount is paid at purchase, cost over the horizon, undiscounted; null where the line
 * lacks what the reading counts.  "readings" is empty where a rule has one meaning,
 * "evidence" is null where nothing leans on any; it is of one host.
 */
#ifndef REPORT_RESULTS_READINGS_H
#define REPORT_RESULTS_READINGS_H

#include <stddef.h>

struct decision;
struct json_out;
struct licence_count;
struct line;

void results_readings(struct json_out *j, const struct decision *d, size_t scenario,
                      const struct line *line);
void results_evidence(struct json_out *j, const struct decision *d, size_t scenario,
                      const struct licence_count *count);

#endif
