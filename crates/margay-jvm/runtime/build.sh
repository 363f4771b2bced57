#!/usr/bin/env bash
# Compiles Margay's own Java classes into runtime/classes. Run it after changing a source here;
# a test fails when the two have come apart.
set -euo pipefail
cd "$(dirname "$0")"
rm -rf classes
javac --release 17 -g -Xlint:all -proc:none -d classes margay/*.java margay/rt/*.java
cat margay/*.java margay/rt/*.java | sha256sum | cut -d' ' -f1 > classes/SOURCES
