import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { OlmV1Version, OlmVersion, rukpak } from 'olm-constructs';
import { readDocument } from './documents';

const { devDependencies, engines, peerDependencies } = JSON.parse(readFileSync(join(resolve(__dirname, '../..'), 'package.json'), 'utf8')) as {
  readonly [field: string]: { readonly [name: string]: string };
};

/** Rows of the table with what the library runs with, by their first cells. */
const rows = Object.fromEntries(readDocument('docs/project/compatibility.md').split('## What it runs with')[1]!.split('\n')
  .filter((line) => line.startsWith('| ')).map((line) => line.split(' | ')).map(([first, second]) => [first!.slice('| '.length), second!]));

/** Returns the first two numbers of a version, or of the lowest version in a range. */
const minor = (version: string): string => /\d+\.\d+/.exec(version)![0];

/** Returns the oldest and the newest of the releases that a class names. */
function ends(all: readonly { readonly version: string }[]): readonly [string, string] {
  return [all[0]!.version, all.at(-1)!.version];
}

describe('the compatibility policy states', () => {
  it.each([
    ['Node.js', minor(engines!['node']!)],
    ['cdk8s, constructs', `\`cdk8s\` ${minor(peerDependencies!['cdk8s']!)}, \`constructs\` ${minor(peerDependencies!['constructs']!)} and newer`],
    ['Pulumi', `\`@pulumi/pulumi\` ${minor(devDependencies!['@pulumi/pulumi']!)}, \`@pulumi/kubernetes\` ${minor(devDependencies!['@pulumi/kubernetes']!)} and newer`],
    ['OLM v0', `from ${ends(OlmVersion.all).join(' to ')}`],
    ['OLM v1', ends(OlmV1Version.all).map(minor).join(' to ')],
    ['RukPak', ends(rukpak.RukpakVersion.all).join(' to ')],
  ])('the supported versions of %s', (program, versions) => {
    expect(rows[program]).toContain(versions);
  });
});
