#!/usr/bin/env bash
# pypi.sh DIST: publishes to PyPI as a trusted publisher, with attestations.
set -euo pipefail
tools="$RUNNER_TEMP/pypi/bin"
"$tools/python" -m pypi_attestations sign "$1"/python/*.whl "$1"/python/*.tar.gz
"$tools/twine" upload --non-interactive --attestations "$1"/python/*
