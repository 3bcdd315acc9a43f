/* check.h - what the test programs share: cmocka, and numbers compared as numbers. */
#ifndef TESTS_CHECK_H
#define TESTS_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* |got - want| <= relative * |want|, or both exactly equal; prints all three. */
#define check_close(got, want, relative) \
    check_close_at((got), (want), (relative), #got, __FILE__, __LINE__)

static inline void check_close_at(double got, double want, double relative,
                                  const char *what, const char *file, int line)
{
    double difference = fabs(got - want);
    if (got == want || difference <= relative * fabs(want))
        return;
    print_error("%s: got %.17g, want %.17g, difference %.3g (allowed %.3g relative)\n",
                what, got, want, difference, relative);
    _fail(file, line);
}

#endif
