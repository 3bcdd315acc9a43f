#!/bin/sh
# Installs the Debian packages that a target needs and that are missing.
#   sh tools/need.sh build|test|check|bench
# On a system without apt it stops with the list of packages by their common names.
set -eu

build="build-essential pkg-config libyaml-dev libgsl-dev libxlsxwriter-dev libcairo2-dev
libpango1.0-dev libfontconfig-dev libsqlite3-dev libexpat1-dev zlib1g-dev fonts-dejavu-core"
test="$build libcmocka-dev poppler-utils qpdf libxml2-utils unzip python3
libreoffice-calc-nogui python3-uno"
check="$test clang clang-tidy clang-format libclang-rt-14-dev"
bench="$test python3-numpy python3-scipy r-base-core"
common="a C17 compiler, make, pkg-config, libyaml, GSL, libxlsxwriter, cairo,
pango (with pangocairo and pangoft2), fontconfig, SQLite, expat, zlib and the DejaVu fonts;
for the tests cmocka, poppler's tools, qpdf, xmllint, unzip, python3,
LibreOffice Calc and its python3 bridge (uno)"

case ${1:-} in
build) packages=$build ;;
test) packages=$test ;;
check) packages=$check ;;
bench) packages=$bench ;;
*)
    echo "usage: sh tools/need.sh build|test|check|bench" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1 || ! command -v apt-get >/dev/null 2>&1; then
    if pkg-config --exists yaml-0.1 gsl xlsxwriter pangocairo sqlite3 expat zlib 2>/dev/null; then
        exit 0
    fi
    echo "priceperf: this system has no apt; install by its own means:" >&2
    echo "$common" >&2
    exit 2
fi

missing=
for p in $packages; do
    status=$(dpkg-query -W -f '${Status}' "$p" 2>/dev/null || true)
    [ "$status" = "install ok installed" ] || missing="$missing $p"
done
[ -n "$missing" ] || exit 0

sudo=
if [ "$(id -u)" -ne 0 ]; then
    sudo=sudo
    if ! command -v sudo >/dev/null 2>&1; then
        echo "priceperf: neither root nor sudo; have installed:$missing" >&2
        exit 2
    fi
fi
echo "priceperf: installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
$sudo apt-get update -qq
# shellcheck disable=SC2086 # a list of packages
$sudo apt-get install -y -qq --no-install-recommends $missing >/dev/null
