import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as bundle from 'olm-constructs/bundle';
import * as catalog from 'olm-constructs/catalog';
import { COMMAND_LINE_TERMS, inCommandLineTerms } from '../../../lib/cli/frame/command-line-terms';
import { bundleOf } from '../../builders/bundle-of';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';
import { tarOfFiles } from '../../builders/tar-archive';

let leave: () => void;

beforeEach(() => {
  leave = enterCommandFolder();
});

afterEach(() => leave());

/** Names of the library that are none on the command line: members of its classes and enums, options in quotes, and options to set. */
const LIBRARY = new RegExp([
  `\\b(?:${[...Object.keys(bundle), ...Object.keys(catalog)].join('|')})\\.\\w+`, "'[a-z]+[A-Z]\\w*'", '\\bset [a-z]+[A-Z]\\w*', "\\boption '", '\\(option ', '\\bthe option [a-z]',
].join('|'));

test.each<[string, () => string[], string]>([
  ['catalog merge of catalogs with the same package', () => ['catalog', 'merge', 'catalog', 'catalog-next'], 'or unite them with --union'],
  ['catalog push to an invalid reference', () => ['catalog', 'push', 'catalog', 'localhost:5000/x/c@sha256:aa', '--dry-run'], 'must be followed by a digest'],
  ['catalog push with an invalid repository', () => ['catalog', 'push', 'catalog', 'localhost:5000/x/c:v1', '--dry-run', '--bundle-repository', 'x'], '--bundle-repository must be a repository'],
  ['catalog push with an invalid reference of an image', () => ['catalog', 'push', 'catalog', 'localhost:5000/x:v1', '--mount-from', 'A:b'], '--mount-from must be a repository'],
  ['bundle push to an invalid reference', () => ['bundle', 'push', 'bundle', 'x'], 'not an image reference'],
  ['catalog filter that removes the default channel', () => {
    write('channels.json', [
      { schema: 'olm.package', name: 'demo', defaultChannel: 'a' }, { schema: 'olm.channel', package: 'demo', name: 'a', entries: [{ name: 'demo.v1.0.0' }] },
      { schema: 'olm.channel', package: 'demo', name: 'b', entries: [{ name: 'demo.v1.0.0' }] },
      { schema: 'olm.bundle', package: 'demo', name: 'demo.v1.0.0', image: 'quay.io/x/y:v1', properties: [{ type: 'olm.package', value: { packageName: 'demo', version: '1.0.0' } }] },
    ]);
    return ['catalog', 'filter', 'channels.json', '--channel', 'demo=b'];
  }, 'set --default-channel to choose another'],
  ['catalog filter of YAML that begins with a brace', () => {
    writeFileSync('flow.yaml', '{ schema: olm.package, name: etcd }');
    return ['catalog', 'filter', 'flow.yaml'];
  }, 'pass YAML that begins with a brace through the standard input, as -'],
  ['catalog validate of an archive of something else', () => {
    writeFileSync('other.tar', tarOfFiles({ 'notes.txt': 'mine' }));
    return ['catalog', 'validate', 'other.tar'];
  }, 'name an image layout, or the folder or file of the catalog'],
  ['bundle push of a layout with several bundles', () => {
    const [one, other] = ['bundle', 'bundle-next'].map((path) => bundle.Bundle.fromPath(path).toImageLayout());
    const files = { ...one!.toBase64Files(), ...other!.toBase64Files() };
    const manifests = [one!, other!].flatMap((layout) => (
      (JSON.parse(Buffer.from(layout.toBase64Files()['index.json']!, 'base64').toString()) as { manifests: object[] }).manifests
    ));
    mkdirSync('several/blobs/sha256', { recursive: true });
    Object.entries(files).forEach(([file, content]) => writeFileSync(join('several', file), Buffer.from(content, 'base64')));
    write('several/index.json', [{ schemaVersion: 2, manifests }]);
    return ['bundle', 'push', 'several', 'localhost:5000/x:v1', '--dry-run'];
  }, 'copy one of them into a layout of its own'],
  ['catalog append with contradictory options', () => ['catalog', 'append', 'catalog', 'bundle-next', '--channel', 'x', '--semver', '--replaces', 'y'], '--replaces contradicts --semver'],
  ['catalog render of bundles without an order', () => {
    ['1.0.0', '2.0.0'].forEach((version) => bundleOf({ version }).writeDirectory(version));
    return ['catalog', 'render', '1.0.0', '2.0.0'];
  }, 'order the bundles by version with --channels order, or put them into different channels'],
  ['one of several inputs', () => {
    writeFileSync('other.tar', tarOfFiles({ 'notes.txt': 'mine' }));
    return ['catalog', 'validate', 'catalog', 'other.tar', '-o', 'json'];
  }, 'name an image layout'],
])('%s is explained in terms of the command line', async (_, args, expected) => {
  const { stdout, stderr } = await runCommandLine(args());
  expect(stderr).toContain(expected);
  expect(`${stdout}${stderr}`.match(LIBRARY)).toBeNull();
});

/** Source code of the library, with each message in one piece. */
const SOURCES = readdirSync(join(__dirname, '../../../lib'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.startsWith('cli/'))
  .map((file) => readFileSync(join(__dirname, '../../../lib', file), 'utf8').replace(/['"`]\s*\n\s*\+ ['"`]/g, '').replace(/\$\{[^}]*\}/g, '')).join('\n');

test.each(COMMAND_LINE_TERMS)('the library says %j', (library) => {
  // The name of a number is not part of the same literal.
  expect(SOURCES.includes(library.replace(/ must be$/, ''))).toBe(true);
  expect(inCommandLineTerms(library).match(LIBRARY)).toBeNull();
});

function write(file: string, blobs: readonly object[]): void {
  writeFileSync(file, blobs.map((blob) => `${JSON.stringify(blob)}\n`).join(''));
}
