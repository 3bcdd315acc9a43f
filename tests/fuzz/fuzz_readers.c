/* libFuzzer's entry: the first byte chooses the reader, the others are the file. */
#include "fuzz/fuzz_readers.h"

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t length);

int LLVMFuzzerTestOneInput(const unsigned char *bytes, size_t length)
{
    if (length > 0)
        fuzz_read(fuzz_reader(bytes[0]), (const char *)bytes + 1, length - 1);
    return 0;
}
