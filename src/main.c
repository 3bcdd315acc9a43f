/* main.c - the table of subcommands; everything else is in commands/. */
#include <stdio.h>

int main(void)
{
    fputs("priceperf " PRICEPERF_VERSION "\n", stdout);
    return 0;
}
