#!/bin/sh
# Services of the cloud models: a line a case.
"$PRICEPERF" check "$(dirname "$0")/cloud.yaml" 2>&1 | grep '^ok \|^FAILED \|^tests'
