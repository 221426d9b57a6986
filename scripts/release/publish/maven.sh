#!/usr/bin/env bash
# maven.sh DIST: signs the files of the Maven repository in DIST/java, and uploads them to Maven Central as one bundle.
set -euo pipefail
umask 077
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export GNUPGHOME="$work/gnupg"
mkdir "$GNUPGHOME"
gpg --batch --quiet --import <<<"$MAVEN_GPG_PRIVATE_KEY"
cp -R "$1/java" "$work/bundle"
cd "$work/bundle"
find . -type f \( -name 'maven-metadata*' -o -name '*.md5' -o -name '*.sha*' -o -name '*.asc' \) -delete
find . -type f | while read -r file; do
  gpg --batch --quiet --pinentry-mode loopback --passphrase-fd 0 --armor --detach-sign "$file" <<<"$MAVEN_GPG_PRIVATE_KEY_PASSPHRASE"
  md5sum "$file" | cut -d ' ' -f 1 >"$file.md5"
  sha1sum "$file" | cut -d ' ' -f 1 >"$file.sha1"
done
zip -q -r "$work/bundle.zip" .
# The password is not an argument, which other processes could read.
printf 'header = "Authorization: Bearer %s"\n' "$(printf '%s:%s' "$MAVEN_USERNAME" "$MAVEN_PASSWORD" | base64 -w 0)" |
  curl --config - --fail-with-body --silent --show-error --form bundle=@"$work/bundle.zip" \
    'https://central.sonatype.com/api/v1/publisher/upload?publishingType=AUTOMATIC'
