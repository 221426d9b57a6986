#!/usr/bin/env bash
# expect-new-tag.sh DIST: fails if the version has been released.
set -euo pipefail
tag=$(cat "$1/releasetag.txt")
if [ -n "$(git ls-remote --tags origin "refs/tags/$tag")" ]; then
  echo "$tag has been released; add a version to CHANGELOG.md" >&2
  exit 1
fi
