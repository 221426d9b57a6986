#!/usr/bin/env bash
# nuget.sh DIST: publishes to NuGet with a key that is valid for minutes.
set -euo pipefail
dotnet nuget push "$1/dotnet/*.nupkg" --api-key "$NUGET_API_KEY" --source https://api.nuget.org/v3/index.json --skip-duplicate
