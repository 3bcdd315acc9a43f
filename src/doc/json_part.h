/* json_part.h - what json_stream.c and json_seek.c share. */
#ifndef DOC_JSON_PART_H
#define DOC_JSON_PART_H

#include "doc/json_stream.h"

/* What may come next. */
enum { VALUE, KEY, COLON, FIRST_KEY, FIRST_ITEM, AFTER, OVER, FAILED };

/* The next byte that is no blank, not taken; NUL at the end of the file. */
char json_front_byte(struct json_stream *s);

/* The place of the window's front. */
struct where json_front(const struct json_stream *s);

#endif
