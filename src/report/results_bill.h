/* results_bill.h - in results.json: what each scenario sets, and the bills in each.
 *
 *     "scenarios": [{"scenario", "title", "overrides": [{"input", "value", "unit",
 *                    "choice", "by"}]}]         by: a figure or formula in its place
 *     "bill": [{"scenario", "alternative", "line" (its id, else its label; null of the
 *               total and its rounding), "kind", "description", "part", "quantity",
 *               "quantity_unit", "unit_price", "price_unit", "extended", "source",
 *               "as_of", "confidence"}]
 */
#ifndef REPORT_RESULTS_BILL_H
#define REPORT_RESULTS_BILL_H

struct decision;
struct json_out;

void results_scenarios(struct json_out *j, const struct decision *d);
void results_bill(struct json_out *j, const struct decision *d);

#endif
