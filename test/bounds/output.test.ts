import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { ManifestTree } from 'olm-constructs/gitops';
import { COMMANDS } from '../../lib/cli/commands';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';
import { runInCluster } from '../cli/act/cluster-command';
import { clusterWithOlm } from '../cli/act/one-step-cluster';

jest.mock('../../lib/cli/frame/cluster', () => ({ ...jest.requireActual<object>('../../lib/cli/frame/cluster'), connect: jest.fn() }));

/** Folder in which the commands run, below one that nothing may change. */
const HOME = 'a/b/work';

/** Calls a function in a folder with the files of commands, and removes the folder afterwards. */
async function inSandbox(work: (sandbox: string) => Promise<void> | void): Promise<void> {
  const leave = enterCommandFolder();
  const sandbox = process.cwd();
  mkdirSync(HOME, { recursive: true });
  process.chdir(HOME);
  try {
    await work(sandbox);
  } finally {
    leave();
  }
}

/** A name of strangers that leads out of a folder if it is a path; others are in the tests of paths. */
const NAME = '../../x';

const IN = '../../../';
const ANNOTATIONS = `${IN}bundle/metadata/annotations.yaml`;
const CSV = `${IN}bundle/manifests/hello-operator.clusterserviceversion.yaml`;
const CRD = `${IN}bundle/manifests/hello.example.com_greetings.yaml`;

function replaceIn(file: string, what: RegExp, by: string): void {
  writeFileSync(file, readFileSync(file, 'utf8').replace(what, () => by));
}

/** Sources of names: where a stranger writes them. */
const SOURCES: { readonly [source: string]: (name: string) => void } = {
  'the package of a bundle': (name) => replaceIn(ANNOTATIONS, /(?<=package\.v1: ).*/, JSON.stringify(name)),
  'the ClusterServiceVersion of a bundle': (name) => replaceIn(CSV, /(?<=^metadata:\n {2}name: ).*/m, JSON.stringify(name)),
  'the group of a CRD': (name) => replaceIn(CRD, /(?<=^ {2}group: ).*/m, JSON.stringify(name)),
  'the package of a catalog': (name) => writeFileSync(`${IN}catalog/hello-operator/catalog.yaml`, ['olm.package', 'olm.channel', 'olm.bundle'].map((schema) => JSON.stringify({
    schema, name: { 'olm.package': name, 'olm.channel': 'stable', 'olm.bundle': 'x.v1.0.0' }[schema], ...(schema === 'olm.package' ? { defaultChannel: 'stable' } : { package: name }),
    ...(schema === 'olm.channel' ? { entries: [{ name: 'x.v1.0.0' }] } : {}),
    ...(schema === 'olm.bundle' ? { image: 'quay.io/x/y:1', properties: [{ type: 'olm.package', value: { packageName: name, version: '1.0.0' } }] } : {}),
  })).join('\n---\n')),
  'the package in a lock file': (name) => replaceIn(`${IN}olm.lock.yaml`, /(?<=package: ).*/, JSON.stringify(name)),
  'the name of a file of manifests': (name) => {
    const [file] = [name.replaceAll('/', '\\')];
    if (file !== '..' && file.length < 250) {
      writeFileSync(`${IN}manifests/${file}.yaml`, readFileSync(`${IN}manifests/pod.yaml`));
    }
  },
};

/** Commands that write files: those with --out, and those whose operand is a folder or that write into the project. */
const COMMAND_LINES: readonly (readonly [command: string, args: readonly string[]])[] = [
  ['synth', [`${IN}bundle`, '--olm', 'existing']],
  ['synth', [`${IN}bundle`, '--engine', 'plain', '--out', 'out']],
  ['synth', [`${IN}bundle`, '--engine', 'olm-v1', '--repository', 'registry.example.com/x', '--out', 'out']],
  ['synth', [`${IN}bundle`, `${IN}bundle-next`, '--engine', 'olm-v1', '--repository', 'registry.example.com/x']],
  ['bundle create', [`${IN}operator.yaml`, '--package', 'hello-operator', '--version', '0.3.0', '--out', 'out']],
  ['bundle init', [`${IN}operator.yaml`, '--package', 'hello-operator', '--out', 'out/olm.bundle.yaml']],
  ['catalog render', [`${IN}bundle`, '--out', 'out']],
  ['catalog filter', [`${IN}catalog`, '--out', 'out']],
  ['catalog merge', [`${IN}catalog`, `${IN}catalog-next`, '--out', 'out']],
  ['catalog template', [`${IN}template.yaml`, '--bundle', `quay.io/example/hello-bundle:v0.1.0=${IN}bundle`, '--out', 'out']],
  ['import', [`${IN}bundle`]],
  ['import', ['--lock', `${IN}olm.lock.yaml`, '--catalog', `${IN}catalog`]],
  ['init', ['project', '--bundle', `${IN}bundle`]],
  ['tree write', [`${IN}manifests`, 'tree']],
  ['lock', ['--app', `${process.execPath} ${IN}app.cjs`]],
  ['run', [`${IN}bundle`, '--apply-only', '--out', 'out']],
  ['install', ['hello-operator', '--apply-only', '--out', 'out']],
  ['catalog add', ['quay.io/example/catalog:v1', '--apply-only', '--out', 'out']],
];

/** Sources that a command reads. */
const READ: { readonly [command: string]: RegExp } = {
  'catalog filter': /catalog/, 'catalog merge': /catalog/, 'tree write': /manifests/, 'import': /bundle|CRD|lock/, 'lock': /lock/, 'install': /catalog/, 'catalog add': /none/,
};

/** Returns everything in a folder with its contents, but not the folder of the commands. */
function stateOf(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => !`${path}/`.startsWith(`${HOME}/`)).sort()
    .map((path) => (lstatSync(join(folder, path)).isFile() ? `${path}: ${readFileSync(join(folder, path), 'latin1')}` : path));
}

async function runs(command: string, args: readonly string[]): Promise<void> {
  const line = [...command.split(' '), ...args];
  if (!['run', 'install', 'catalog add'].includes(command)) {
    await runCommandLine(line);
    return;
  }
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  try {
    await runInCluster(clusterWithOlm(), line);
  } finally {
    jest.useRealTimers();
  }
}

describe('no command writes outside of its folder', () => {
  test('and all that write files are listed', () => {
    const writing = COMMANDS.filter(({ load }) => load().options['out'] !== undefined).map(({ name }) => name);
    expect([...new Set(COMMAND_LINES.map(([name]) => name))].sort()).toEqual([...writing, 'init', 'tree write', 'lock'].sort());
  });

  test.each(COMMAND_LINES.flatMap(([command, args]) => Object.keys(SOURCES)
    .filter((source) => (READ[command] ?? / bundle/).test(source)).map((source) => [command, args.join(' '), source, args] as const)))('%s %s, with the name of %s', async (command, _, source, args) => {
    await inSandbox(async (sandbox) => {
      SOURCES[source]!(NAME);
      const before = stateOf(sandbox);
      await runs(command, args);
      expect(stateOf(sandbox)).toEqual(before);
    });
  });

  test('into a folder with links that lead out of it', () => inSandbox(async (sandbox) => {
    mkdirSync(join(sandbox, 'outside'));
    for (const [command, args] of COMMAND_LINES) {
      for (const folder of ['out', 'dist', 'imports', 'tree', 'project']) {
        mkdirSync(folder, { recursive: true });
        for (const name of ['hello-operator', 'images', 'clusters', 'catalog.yaml', 'operator.k8s.yaml', 'catalog.k8s.yaml', 'pod.yaml', 'package.json']) {
          rmSync(join(folder, name), { recursive: true, force: true });
          symlinkSync(join(sandbox, 'outside'), join(folder, name));
        }
      }
      await runs(command, args);
      expect([command, args, stateOf(join(sandbox, 'outside'))]).toEqual([command, args, []]);
    }
  }));
});

describe('no function writes outside of its folder', () => {
  test('a tree with a path that was changed', () => inSandbox((sandbox) => {
    const tree = ManifestTree.ofFolder(`${IN}manifests`);
    tree.files['clusters/../../x'] = '';
    const before = stateOf(sandbox);
    expect(() => tree.write('out')).toThrow(/^out: the path "clusters\/.*leads out of the folder/);
    expect([stateOf(sandbox), readdirSync('.')]).toEqual([before, []]);
  }));

  test('the record of an earlier run', () => inSandbox(async (sandbox) => {
    await runCommandLine(['synth', `${IN}bundle`, '--engine', 'plain', '--out', 'out']);
    const hash = createHash('sha256').update('mine').digest('hex');
    writeFileSync(join(sandbox, 'mine'), 'mine');
    writeFileSync('out/.olm-constructs.sha256', `${hash}  ../../../mine\n${hash}  ..\\mine\n${hash}  ..\n`);
    await runCommandLine(['synth', `${IN}bundle`, '--engine', 'plain', '--out', 'out', '--prune']);
    expect(readFileSync(join(sandbox, 'mine'), 'utf8')).toBe('mine');
  }));

  test('an image layout, and a folder that is none', () => inSandbox(() => {
    const layout = Bundle.fromPath(`${IN}bundle`).toImageLayout();
    writeFileSync('mine', 'mine');
    expect(() => layout.write('mine')).toThrow('this is a file');
    layout.write('out');
    expect(readdirSync('.')).toEqual(['mine', 'out']);
  }));
});
