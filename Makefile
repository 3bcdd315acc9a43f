# priceperf.  Targets:
#   all (default)   build/release/priceperf
#   report          install what is missing, build, write out/oracle-compression/
#   test            install what the tests need, build, run every test
#   check           lint (layers, shape, clang-tidy), gcc and clang, tests under sanitizers
#   check-long      property tests at full size, longer fuzzing
#   bench           ratios beside their peers
#   golden          re-record the expected outputs; review the diff
#   install         PREFIX=/usr/local DESTDIR=
#   clean
# MODE=release|debug|asan chooses the flags; objects never mix.  V=1 shows commands.
MODE   ?= release
PREFIX ?= /usr/local
CC     ?= cc
B      := build/$(MODE)$(if $(findstring clang,$(CC)),-clang)
Q      := $(if $(V),,@)

VERSION  := 0.1.0
LIBS     := yaml-0.1 gsl xlsxwriter pangocairo pangoft2 cairo cairo-pdf cairo-svg fontconfig sqlite3 expat zlib
SAN      := address,undefined
WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wwrite-strings -Wvla -Wformat=2 -Werror
CFLAGS.release := -O2 -g
CFLAGS.debug   := -O0 -g3
CFLAGS.asan    := -O1 -g -fsanitize=$(SAN) -fno-sanitize-recover=undefined -fno-omit-frame-pointer
CFLAGS.fuzz    := -O1 -g -fsanitize=fuzzer-no-link,$(SAN) -fno-omit-frame-pointer
CPPFLAGS += -Isrc -Itests -D_GNU_SOURCE -DPRICEPERF_VERSION='"$(VERSION)"' -DPRICEPERF_PREFIX='"$(PREFIX)"' \
            $(shell pkg-config --cflags $(LIBS) 2>/dev/null)
CFLAGS   += -std=c17 -ffp-contract=off -pthread $(WARN) $(CFLAGS.$(MODE))
LDLIBS   += $(shell pkg-config --libs $(LIBS) 2>/dev/null) -lm -pthread

SRCS  := $(sort $(wildcard src/*.c src/*/*.c))
OBJS  := $(SRCS:%.c=$B/%.o)
LIB   := $B/libpriceperf.a
BIN   := $B/priceperf
LONG  := $(patsubst tests/%.c,$B/tests/%,$(sort $(wildcard tests/*/long_*.c)))
TESTS := $(patsubst tests/%.c,$B/tests/%,$(sort $(wildcard tests/*/test_*.c)))
# Loops over draws: optimised for vectors, with the same results (no errno, no traps).
FAST  := $(addprefix $B/src/quantities/,vmath.o random.o distribution.o ops_batch.o draws.o sample.o)
$(FAST): CFLAGS += $(if $(filter release,$(MODE)),-O3) -fno-math-errno -fno-trapping-math
.DELETE_ON_ERROR:
.PHONY: all report test unit check check-long bench bench-run golden lint install clean fuzz need-%

all: $(BIN)

$B/%.o: %.c Makefile
	@mkdir -p $(@D)
	$Q$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
$(LIB): $(filter-out $B/src/main.o,$(OBJS))
	$Qrm -f $@ && $(AR) rcs $@ $^
$(BIN): $B/src/main.o $(LIB)
	$Q$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$B/tests/%: $B/tests/%.o $(LIB)
	$Q$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka

need-%:
	$Qsh tools/need.sh $*

report: need-build
	$Q$(MAKE) --no-print-directory all
	$Q$(BIN) report data/oracle-compression/study.yaml -o out/oracle-compression

test: need-test
	$Q$(MAKE) --no-print-directory all unit
	$QPRICEPERF=$(BIN) sh tests/run.sh $(TESTS)
unit: $(TESTS)

BENCHES := $(patsubst %.c,$B/%,$(sort $(wildcard bench/*.c)))
bench: need-bench
	$Q$(MAKE) --no-print-directory all bench-run
bench-run: $(BENCHES)
	$Qfor script in bench/*.sh; do BENCH=$B/bench PRICEPERF=$(BIN) sh $$script || exit 1; done
$(BENCHES): $B/%: $B/%.o $(LIB)
	$Q$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

check-long: need-check $(LONG)
	$Qfor p in $(LONG); do $$p || exit 1; done
	$Q$(MAKE) --no-print-directory MODE=fuzz CC=clang fuzz

# Found inputs stay in build/; what is worth keeping goes to tests/fuzz/corpus.
FUZZER := $B/tests/fuzz/fuzz_readers
FUZZ_SECONDS ?= 300
fuzz: $(FUZZER)
	$Qmkdir -p $B/corpus && $(FUZZER) -max_total_time=$(FUZZ_SECONDS) -max_len=65536 \
	    -timeout=5 -rss_limit_mb=1024 -artifact_prefix=$B/ $B/corpus tests/fuzz/corpus
$(FUZZER): $(FUZZER).o $(filter $B/src/base/% $B/src/doc/% $B/src/measure/% $B/src/readers/%,$(OBJS))
	$Q$(CC) $(CFLAGS) -fsanitize=fuzzer,$(SAN) $(LDFLAGS) -o $@ $^ $(LDLIBS)

-include $(OBJS:.o=.d) $(TESTS:=.d) $(LONG:=.d)
