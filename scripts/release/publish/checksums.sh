#!/usr/bin/env bash
# checksums.sh DIST: writes DIST/SHA256SUMS, with all files of the release, and prints the checksum of this file as an output of the step.
set -euo pipefail
cd "$1"
rm -f SHA256SUMS
find . -type f -printf '%P\0' | LC_ALL=C sort -z | xargs -0 sha256sum >../SHA256SUMS.new
mv ../SHA256SUMS.new SHA256SUMS
echo "sha256=$(sha256sum SHA256SUMS | cut -d ' ' -f 1)"
