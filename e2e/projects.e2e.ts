import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { Bundle } from 'olm-constructs/bundle';
import { Catalog } from 'olm-constructs/catalog';
import { installPackage } from './package/installed-package';
import { FULL_RUN } from './programs/full-run';
import { itWith } from '../test/needed';

const ROOT = resolve(__dirname, '..');
const EXAMPLES = join(ROOT, 'examples');

/** What a command in a project did. */
interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

// The dependencies are links to those of the repository, as `npm install` would need a registry.
describe('a project that `init` of the published package creates', () => {
  let folder: string;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-projects-'));
    await installPackage(folder);
    linkAll(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    mkdirSync(join(folder, 'node_modules', '.bin'));
    linkAll(join(ROOT, 'node_modules', '.bin'), join(folder, 'node_modules', '.bin'));
    chmodSync(join(folder, 'node_modules/olm-constructs/build/lib/cli/main.js'), 0o755);
    symlinkSync('../olm-constructs/build/lib/cli/main.js', join(folder, 'node_modules', '.bin', 'olm-constructs'));
    Catalog.fromBundles([Bundle.fromDirectory(join(EXAMPLES, 'quickstart/bundle'))]).writeDirectory(join(folder, 'hub'));
    Catalog.fromBundles(['quickstart/bundle', 'bundle-upgrade/bundle-0.2.0'].map((path) => Bundle.fromDirectory(join(EXAMPLES, path)))).writeDirectory(join(folder, 'hub-next'));
  }, 10 * 60_000);
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (cwd: string, command: string, ...args: string[]): Ran => {
    const PATH = [join(folder, 'node_modules', '.bin'), process.env['PATH']].join(delimiter);
    return spawnSync(command, args, { cwd: join(folder, cwd), encoding: 'utf8', env: { ...process.env, PATH } });
  };
  const passes = ({ status, stdout, stderr }: Ran): void => expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  const init = (name: string, ...args: string[]): void => passes(run('.', 'olm-constructs', 'init', name, ...args));

  /** Reads a catalog in a folder instead of that of OperatorHub.io. */
  const useHub = (name: string, hub: string): void => {
    const file = join(folder, name, 'package.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/catalog filter \S+/, `catalog filter ../${hub}`));
  };

  test('with cdk8s compiles, passes its test and synthesizes', () => {
    init('hello');
    passes(run('hello', 'npm', 'test'));
    passes(run('hello', 'npm', 'run', 'synth'));
    expect(readdirSync(join(folder, 'hello/dist'))).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml', '0002-operator.k8s.yaml']);
    expect(readFileSync(join(folder, 'hello/dist/0002-operator.k8s.yaml'), 'utf8')).toContain('installPlanApproval: Automatic\n');
  }, 5 * 60_000);

  test('with Pulumi compiles and passes its test', () => {
    init('program', '--with', 'pulumi');
    passes(run('program', 'npm', 'test'));
  }, 5 * 60_000);

  const lockMoves = (tool: string): void => {
    const name = `locked-${tool}`;
    init(name, '--package', 'hello-operator', '--with', tool);
    const locked = (): string => readFileSync(join(folder, name, 'olm.lock.yaml'), 'utf8');
    useHub(name, 'hub');
    passes(run(name, 'npm', 'run', 'update'));
    expect(locked()).toContain('version: 0.1.0\n');
    passes(run(name, 'npm', 'test'));
    writeFileSync(join(folder, name, 'old.lock.yaml'), locked());
    useHub(name, 'hub-next');
    passes(run(name, 'npm', 'run', 'update'));
    expect(locked()).toContain('version: 0.2.0\n');
    passes(run(name, 'npm', 'test'));
    // The commands of the job that updates operators.
    expect(run(name, 'npx', '--no-install', 'olm-constructs', 'lock', '--update-all').stdout).toContain('is up to date');
    const plan = run(name, 'npx', '--no-install', 'olm-constructs', 'plan', 'old.lock.yaml', 'olm.lock.yaml', '-o', 'markdown');
    expect(plan).toMatchObject({ status: 0, stdout: expect.stringContaining('| hello-operator.v0.1.0 | hello-operator.v0.2.0 |') as string });
  };
  test.each(['cdk8s'])('with a package locks it, and its lock moves with the catalog: %s', lockMoves, 10 * 60_000);
  itWith(FULL_RUN).each(['pulumi'])('with a package locks it, and its lock moves with the catalog: %s', lockMoves, 10 * 60_000);
});

/** Links the content of a folder into another one that may have some of it. */
function linkAll(from: string, into: string): void {
  const present = readdirSync(into);
  readdirSync(from).filter((name) => !present.includes(name) && name !== '.bin').forEach((name) => symlinkSync(join(from, name), join(into, name)));
}
