/* SHA-256 against the examples of FIPS 180-4 and NIST's long message. */
#include "check.h"

#include "base/sha256.h"

static void check_sum(const char *text, const char *want)
{
    char got[SHA256_TEXT];
    sha256_of(text, strlen(text), got);
    assert_string_equal(got, want);
}

static void test_vectors(void **state)
{
    (void)state;
    check_sum("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    check_sum("abc",
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    check_sum("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
              "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
    check_sum("abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
              "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
              "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1");
}

static void test_million(void **state)
{
    (void)state;
    struct sha256 s = sha256_start();
    char block[1000], got[SHA256_TEXT];
    memset(block, 'a', sizeof block);
    for (int i = 0; i < 1000; i++)
        sha256_add(&s, block, sizeof block);
    sha256_end(&s, got);
    assert_string_equal(
        got, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

static void test_pieces_of_any_length(void **state)
{
    (void)state;
    char text[300], want[SHA256_TEXT], got[SHA256_TEXT];
    for (size_t i = 0; i < sizeof text; i++)
        text[i] = (char)(i * 7);
    for (size_t n = 0; n <= sizeof text; n++) {
        sha256_of(text, n, want);
        struct sha256 s = sha256_start();
        for (size_t i = 0, step = 1; i < n; i += step, step = step % 70 + 1)
            sha256_add(&s, text + i, i + step <= n ? step : n - i);
        sha256_end(&s, got);
        assert_string_equal(got, want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_vectors),
        cmocka_unit_test(test_million),
        cmocka_unit_test(test_pieces_of_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
