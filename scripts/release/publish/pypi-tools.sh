#!/usr/bin/env bash
# Installs twine and pypi-attestations in exactly the versions and with the hashes of pypi-tools.txt. Wheels run no code when they are installed.
set -euo pipefail
python3 -m venv "$RUNNER_TEMP/pypi"
"$RUNNER_TEMP/pypi/bin/pip" install --no-deps --only-binary :all: --require-hashes --no-cache-dir --requirement "$(dirname "$0")/pypi-tools.txt"
