/* svg_text.h - what cairo's SVG still needs: stable names, and words.
 *
 * Cairo numbers surfaces, clips and masks through the whole process, so that the same
 * picture would differ by what was drawn before it.
 */
#ifndef WRITERS_SVG_TEXT_H
#define WRITERS_SVG_TEXT_H

struct buf;

/* Numbers every name anew in the order of its first use, and gives the picture a
 * title and a description for those who do not see it. */
void svg_settle(struct buf *svg, const char *title, const char *description);

#endif
