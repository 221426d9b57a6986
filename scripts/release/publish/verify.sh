#!/usr/bin/env bash
# verify.sh DIST: fails unless DIST has exactly the files that were built. CHECKSUMS is the checksum of SHA256SUMS, which arrives as an output of the
# job that built them, and not with them.
set -euo pipefail
cd "$1"
echo "$CHECKSUMS  SHA256SUMS" | sha256sum --check --strict
sha256sum --check --strict --quiet SHA256SUMS
unlisted=$(find . -type f ! -path ./SHA256SUMS -printf '%P\n' | LC_ALL=C sort | comm -23 - <(sed 's/^[0-9a-f]*  //' SHA256SUMS | LC_ALL=C sort))
if [ -n "$unlisted" ]; then
  echo "not in SHA256SUMS: $unlisted" >&2
  exit 1
fi
