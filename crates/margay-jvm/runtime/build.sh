#!/usr/bin/env bash
# Compiles Margay's own Java classes into runtime/classes. Run it after changing a source here;
# a test fails when the two have come apart.
set -euo pipefail
export LC_ALL=C # the order of the files is part of their digest
cd "$(dirname "$0")"
sources=(margay/rt/*.java margay/*.java korat/finitization/*.java korat/finitization/impl/*.java)
rm -rf classes
javac --release 17 -g -Xlint:all -proc:none -d classes "${sources[@]}"
cat "${sources[@]}" | sha256sum | cut -d' ' -f1 > classes/SOURCES
