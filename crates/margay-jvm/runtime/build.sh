#!/usr/bin/env bash
# Compiles Margay's own Java classes into runtime/classes, with a JDK 17. Run it after changing a source here;
# a test fails when the two have come apart.
set -euo pipefail
export LC_ALL=C # the order of the files is part of their digest
cd "$(dirname "$0")"
sources=(margay/rt/*.java margay/*.java korat/finitization/*.java korat/finitization/impl/*.java org/*/*.java org/*/*/*.java gov/nasa/jpf/*/*.java)
rm -rf classes
exports=(--add-exports java.base/jdk.internal.misc=ALL-UNNAMED --add-exports java.base/jdk.internal.reflect=ALL-UNNAMED)
javac -source 17 -target 17 "${exports[@]}" -g -Xlint:all -proc:none -d classes "${sources[@]}"
cat "${sources[@]}" | sha256sum | cut -d' ' -f1 > classes/SOURCES
