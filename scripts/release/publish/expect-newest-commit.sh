#!/usr/bin/env bash
# Fails unless this is the newest commit of main: what is released has been reviewed, and nothing has been added since.
set -euo pipefail
if [ "$GITHUB_REF" != refs/heads/main ]; then
  echo "releases are built from main, and not from $GITHUB_REF" >&2
  exit 1
fi
newest=$(git ls-remote origin refs/heads/main | cut -f 1)
if [ "$newest" != "$GITHUB_SHA" ]; then
  echo "main is at $newest, and this is $GITHUB_SHA; start the workflow again" >&2
  exit 1
fi
