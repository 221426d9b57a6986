#!/usr/bin/env bash
# github.sh DIST: creates the release and its tag, with what users download.
set -euo pipefail
tag=$(cat "$1/releasetag.txt")
gh release create "$tag" --repo "$GITHUB_REPOSITORY" --target "$GITHUB_SHA" --title "$tag" --notes-file "$1/changelog.md" \
  "$1"/js/*.tgz "$1"/olm-constructs.js "$1"/olm-constructs.js.LICENSES.txt "$1"/*.sbom.cdx.json "$1"/SHA256SUMS
