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

/** Writes a layout with several images, which are bundles. */
function writeSeveral(): void {
  const layouts = ['bundle', 'bundle-next'].map((path) => bundle.Bundle.fromPath(path).toImageLayout().toBase64Files());
  const manifests = layouts.flatMap((files) => (JSON.parse(Buffer.from(files['index.json']!, 'base64').toString()) as { manifests: object[] }).manifests);
  mkdirSync('several/blobs/sha256', { recursive: true });
  layouts.flatMap((files) => Object.entries(files)).forEach(([file, content]) => writeFileSync(join('several', file), Buffer.from(content, 'base64')));
  write('several/index.json', [{ schemaVersion: 2, manifests }]);
  const content = Object.keys(layouts[0]!).concat(Object.keys(layouts[1]!)).map((file) => [file, readFileSync(join('several', file))] as const);
  writeFileSync('several.tar', tarOfFiles(Object.fromEntries(content)));
}

/** Every command that reads an image layout, with its arguments. */
const READERS: readonly (readonly string[])[] = [
  ['validate', 'several'], ...['json', 'sarif', 'junit', 'github'].map((output) => ['validate', 'several', '-o', output]), ['validate', 'several', 'bundle'],
  ['report', 'several'], ['report', 'several', 'bundle', '-o', 'json'], ['diff', 'several', 'bundle'], ['diff', 'bundle', 'several'], ['rights', 'several'],
  ['migrate', 'several'], ['images', 'several'], ['synth', 'several', '--out', 'made'], ['import', 'several'], ['bundle', 'push', 'several', 'localhost:5000/x:v1', '--dry-run'],
  ['catalog', 'push', 'several', 'localhost:5000/x:v1', '--dry-run'], ['catalog', 'validate', 'several'], ['catalog', 'validate', 'several', 'catalog', '-o', 'json'],
  ['catalog', 'render', 'several'], ['catalog', 'merge', 'several', 'catalog'], ['catalog', 'filter', 'several'], ['catalog', 'graph', 'several'],
  ['catalog', 'diff', 'several', 'catalog'], ['catalog', 'append', 'catalog', 'several', '--channel', 'x'],
];

describe.each(['several', 'several.tar'])('the layout %s with several images', (path) => {
  test.each(READERS.map((args) => [args.join(' '), args] as const))('is refused by `%s` with the remedy of the command line', async (_, args) => {
    writeSeveral();
    const { stdout, stderr } = await runCommandLine(args.map((argument) => (argument === 'several' ? path : argument)));
    expect(`${stdout}${stderr}`.replace(/\s+/g, ' ')).toContain('copy one of them into a layout of its own, such as with skopeo');
    // SARIF also has the remedies of all rules, which name fields of a ClusterServiceVersion.
    expect(args.includes('sarif') ? null : `${stdout}${stderr}`.match(LIBRARY)).toBeNull();
  });
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
