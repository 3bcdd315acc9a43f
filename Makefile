# priceperf.  Targets:
#   all (default)   build/release/priceperf
#   report          install what is missing, build, write out/oracle-compression/
#   test            install what the tests need, build, run every test
#   lint            layers, shape, clang-format, clang-tidy
#   test-licences   the worked licence cases, a line a case
#   check           lint, gcc and clang with warnings as errors, tests under sanitizers
#   check-long      property tests at full size, longer fuzzing
#   bench           speeds beside their peers
#   golden          record tests/golden/*/ anew; review the diff
#   install         PREFIX=/usr/local DESTDIR=
#   clean
# MODE=release|debug|asan chooses the flags; objects never mix.  V=1 shows commands.
# JOBS= processes and tests at a time.  Targets but all and install ask apt for packages.
MODE   ?= release
PREFIX ?= /usr/local
JOBS   ?= $(shell nproc 2>/dev/null || echo 2)
B      := build/$(MODE)$(if $(findstring clang,$(CC)),-clang)
Q      := $(if $(V),,@)
# The same again with what need.sh installed; -j unless make was told.
AGAIN   = $(MAKE) --no-print-directory $(if $(filter -j%,$(MAKEFLAGS)),,-j$(JOBS))

VERSION  := 0.1.0
LIBS     := yaml-0.1 gsl xlsxwriter pangocairo pangoft2 cairo cairo-pdf cairo-svg fontconfig sqlite3 expat zlib
SAN      := address,undefined
WARN     := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes \
            -Wmissing-prototypes -Wwrite-strings -Wvla -Wformat=2 -Werror
CFLAGS.release := -O2 -g
CFLAGS.debug   := -O0 -g3
CFLAGS.asan    := -O1 -g -fsanitize=$(SAN) -fno-sanitize-recover=undefined -fno-omit-frame-pointer
CFLAGS.fuzz    := -O1 -g -fsanitize=fuzzer-no-link,$(SAN) -fno-omit-frame-pointer
CPPFLAGS += -Isrc -Itests -include base/banned.h -D_GNU_SOURCE -DPRICEPERF_VERSION='"$(VERSION)"' -DPRICEPERF_PREFIX='"$(PREFIX)"' \
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
BENCHES := $(patsubst %.c,$B/%,$(sort $(wildcard bench/*.c)))
.DELETE_ON_ERROR:
.SECONDARY:
.PHONY: all report test test-licences unit check check-long long bench bench-run golden lint tidy install clean fuzz need-%

all: $(BIN)

$B/%.o: %.c Makefile
	@mkdir -p $(@D)
	$Q$(CC) $(CPPFLAGS) $(CFLAGS) -MMD -MP -c -o $@ $<
$(LIB): $(filter-out $B/src/main.o,$(OBJS))
	$Qrm -f $@ && $(AR) rcs $@ $^
$(BIN): $B/src/main.o $(LIB)
	$Q$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)
$(TESTS) $(LONG): $B/tests/%: $B/tests/%.o $(LIB)
	$Q$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS) -lcmocka
$(BENCHES): $B/%: $B/%.o $(LIB)
	$Q$(CC) $(CFLAGS) $(LDFLAGS) -o $@ $^ $(LDLIBS)

need-%:
	$Qsh tools/need.sh $*

report: need-build
	$Q$(AGAIN) all
	$Q$(BIN) report data/oracle-compression/study.yaml -o out/oracle-compression

unit: $(TESTS)
test: need-test
	$Q$(AGAIN) all unit
	$QPRICEPERF=$(BIN) JOBS=$(JOBS) sh tests/run.sh $(TESTS)
# Worked licence and price cases, a line a case.
test-licences: all
	$Q$(BIN) check tests/licences/*.yaml
golden: all
	$QPRICEPERF=$(BIN) sh tests/golden.sh --record

long: $(LONG)
check-long: need-check
	$Q$(AGAIN) all long
	$Qfor p in $(LONG); do PRICEPERF=$(BIN) $$p || exit 1; done
	$QPRICEPERF=$(BIN) sh tests/libreoffice/long.sh
	$Qpython3 tests/readers/memory.py $(BIN) 2
	$Q$(AGAIN) MODE=fuzz CC=clang fuzz

# Found inputs stay in build/; what is worth keeping goes to tests/fuzz/corpus.
FUZZER := $B/tests/fuzz/fuzz_readers
FUZZ_SECONDS ?= 300
fuzz: $(FUZZER)
	$Qmkdir -p $B/corpus && $(FUZZER) -max_total_time=$(FUZZ_SECONDS) -max_len=65536 \
	    -timeout=5 -rss_limit_mb=1024 -artifact_prefix=$B/ $B/corpus tests/fuzz/corpus
$(FUZZER): $(FUZZER).o $(filter $B/src/base/% $B/src/doc/% $B/src/measure/% $B/src/readers/%,$(OBJS))
	$Q$(CC) $(CFLAGS) -fsanitize=fuzzer,$(SAN) $(LDFLAGS) -o $@ $^ $(LDLIBS)

bench: need-bench
	$Q$(AGAIN) all bench-run
bench-run: all $(BENCHES)
	$Qfor script in bench/*.sh; do BENCH=$B/bench PRICEPERF=$(BIN) sh $$script || exit 1; done

TIDY := $(SRCS:%.c=$B/%.tidy)
$B/%.tidy: %.c .clang-tidy
	@mkdir -p $(@D)
	$Qclang-tidy --quiet $< -- $(CPPFLAGS) $(filter-out -Werror,$(CFLAGS)) 2>/dev/null
	@touch $@
tidy: $(TIDY)
lint: need-check
	$Qsh tests/layers.sh
	$Qsh tests/shape.sh
	$Qclang-format --dry-run -Werror $(wildcard */*.[ch] */*/*.[ch])
	$Q$(AGAIN) tidy
check: lint
	$Q$(AGAIN) CC=gcc all unit
	$Q$(AGAIN) CC=clang all unit
	$Q$(AGAIN) MODE=asan test

SHARE := $(DESTDIR)$(PREFIX)/share/priceperf
install: all
	install -d $(DESTDIR)$(PREFIX)/bin $(SHARE)
	install $(BIN) $(DESTDIR)$(PREFIX)/bin/priceperf
	tar cf - models templates data | (cd $(SHARE) && tar xof -)
clean:
	rm -rf build out

-include $(OBJS:.o=.d) $(TESTS:=.d) $(LONG:=.d) $(FUZZER:=.d) $(BENCHES:=.d)
