#!/usr/bin/env bash
# go.sh DIST: commits the Go module to its repository, and tags it, so that the module proxy and its checksum database serve it. GO_REPOSITORY is for
# tests.
set -euo pipefail
dist=$(realpath "$1")
scripts=$(realpath "$(dirname "$0")")
repository=${GO_REPOSITORY:-git@github.com:olm-constructs/olm-constructs-go.git}
version=$(cat "$dist/version.txt")
work=$(mktemp -d)
trap 'rm -rf "$work"; if [ -n "${SSH_AGENT_PID:-}" ]; then kill "$SSH_AGENT_PID"; fi' EXIT
eval "$(ssh-agent -s)" >/dev/null
ssh-add -q - <<<"$GO_GITHUB_DEPLOY_KEY"
export GIT_SSH_COMMAND="ssh -o StrictHostKeyChecking=yes -o UserKnownHostsFile=$scripts/known_hosts"
git clone --quiet "$repository" "$work/module"
cd "$work/module"
git config user.name 'github-actions[bot]'
git config user.email '41898282+github-actions[bot]@users.noreply.github.com'
git rm -r -q --ignore-unmatch olmconstructs
cp -R "$dist/go/." .
git add --all
git commit --quiet --message "olm-constructs $version"
git tag "olmconstructs/v$version"
git push --quiet --atomic origin HEAD "olmconstructs/v$version"
