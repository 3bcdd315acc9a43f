#!/bin/sh
# One script for each kind of file that is written.
for script in "$(dirname "$0")"/run_*.sh; do
    sh "$script"
done
