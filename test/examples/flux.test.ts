import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { load } from 'js-yaml';
import { Bundle } from 'olm-constructs/bundle';
import { InClusterProgram, ManifestTree } from 'olm-constructs/gitops';
import { fluxApp } from '../../examples/flux/app';

const ROOT = join(__dirname, '..', '..');
const EXAMPLE = join(ROOT, 'examples', 'flux');

describe('the example flux', () => {
  const folder = mkdtempSync(join(tmpdir(), 'flux-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'program.js'), 'console.log("waits")');
  const program = InClusterProgram.fromFile(join(folder, 'program.js'));
  const released = Bundle.fromDirectory(join(EXAMPLE, 'bundle'));
  const next = Bundle.fromDirectory(join(ROOT, 'examples', 'bundle-upgrade', 'bundle-0.2.0'));
  const treeOf = (...bundles: Bundle[]): { [path: string]: string } => ManifestTree.of(fluxApp({ program, bundles })).files;

  const [before, after] = [treeOf(released), treeOf(released, next)];

  test('writes the files that its README lists', () => {
    const listed = /```text\n([^`]*)```/.exec(readFileSync(join(EXAMPLE, 'README.md'), 'utf8'))![1]!;
    expect(Object.keys(before).map(file => `dist/flux/${file}`)).toEqual(listed.trim().split('\n'));
  });

  test('waits for the version of the last bundle, and for the Job that approves it', () => {
    const waited = (tree: { readonly [path: string]: string }): string[] => [...tree['flux.yaml']!.matchAll(/name: (hello-operator(?:-wait-|\.)\S+)/g)].map(([, name]) => name!);
    expect(waited(before)).toEqual([expect.stringMatching(/^hello-operator-wait-[0-9a-f]{10}$/), 'hello-operator.v0.1.0']);
    expect(waited(after)).toEqual([expect.stringMatching(/^hello-operator-wait-[0-9a-f]{10}$/), 'hello-operator.v0.2.0']);
    expect(waited(before)[0]).not.toBe(waited(after)[0]);
  });

  test('changes the registry, the Subscription and the Job with an upgrade, and nothing of OLM', () => {
    expect(Object.keys(after).filter(path => after[path] !== before[path])).toEqual(['flux.yaml', 'stages/catalogs/operators.yaml', 'stages/operators/operators.yaml']);
  });

  test('is a project that installs what it imports', () => {
    const { dependencies } = JSON.parse(readFileSync(join(EXAMPLE, 'package.json'), 'utf8')) as { dependencies: { [name: string]: string } };
    const imported = ['app.ts', 'main.ts'].flatMap(file => [...readFileSync(join(EXAMPLE, file), 'utf8').matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name!));
    const packages = imported.filter(name => !name.startsWith('node:')).map(name => name.split('/')[0]!);
    expect([...new Set(packages)].filter(name => dependencies[name] === undefined)).toEqual([]);
    expect(load(readFileSync(join(EXAMPLE, 'cdk8s.yaml'), 'utf8'))).toEqual({ language: 'typescript', app: 'npx tsx main.ts', output: 'deploy' });
  });
});
