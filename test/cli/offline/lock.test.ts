import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { compileProgram } from '../../builders/compiled-program';

const ROOT = resolve(__dirname, '../../..');

const OLD = join(ROOT, 'examples/quickstart/bundle');
const NEW = join(ROOT, 'examples/bundle-upgrade/bundle-0.2.0');
const V1ALPHA1 = 'operators.coreos.com/v1alpha1';

describe('olm-constructs lock', () => {
  let folder: string;
  let before: string;
  beforeAll(() => {
    before = process.cwd();
    folder = mkdtempSync(join(tmpdir(), 'olm-lock-command-'));
    process.chdir(folder);
    symlinkSync(join(ROOT, 'node_modules'), 'node_modules');
    // Each command runs the app in a process of its own.
    compileProgram('test/cli/offline/locked-app.ts', folder);
    appIs('program.cjs');
  });
  afterAll(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true });
  });

  const lock = (...args: string[]): Promise<CommandLineResult> => runCommandLine(['lock', ...args], { env: { PATH: process.env['PATH'] } });
  const appIs = (program: string): void => writeFileSync('cdk8s.yaml', `app: '"${process.execPath}" ${program}'\n`);
  const write = (...bundles: string[]): void => writeFileSync('bundles.json', JSON.stringify(bundles));

  it('creates the lock, keeps the version, upgrades on request, and checks', async () => {
    write(OLD);
    const missing = await lock('--check');
    expect(missing).toMatchObject({ exitCode: 1, stderr: '' });
    expect(missing.stdout).toMatch(/^olm\.lock\.yaml does not exist; `olm-constructs lock` would write:\n {2}\+ catalog olm\/hello-operator-catalog: digest sha256:/);

    const created = await lock();
    expect(created).toMatchObject({ exitCode: 0, stderr: '' });
    expect(created.stdout).toContain('olm.lock.yaml written; commit it:\n');
    expect(created.stdout).toContain('  + operator hello-operator/hello-operator: version 0.1.0, channel candidate-v0\n');
    expect(await lock('--check')).toMatchObject({ exitCode: 0, stdout: 'olm.lock.yaml is up to date\n' });

    write(OLD, NEW);
    const outdated = await lock('--check', '-o', 'json');
    expect(outdated.exitCode).toBe(1);
    expect(JSON.parse(outdated.stdout)).toMatchObject({ files: [{ path: 'olm.lock.yaml', exists: true, changes: [{ subject: 'catalog olm/hello-operator-catalog' }] }] });
    const kept = await lock();
    expect(kept.stdout).not.toContain('version');

    copyFileSync('olm.lock.yaml', 'old.lock.yaml');
    const upgraded = await lock('--update', 'hello-operator');
    expect(upgraded.stdout).toContain('  ~ operator hello-operator/hello-operator: version 0.1.0 -> 0.2.0, csv hello-operator.v0.1.0 -> hello-operator.v0.2.0');
    expect(readFileSync('olm.lock.yaml', 'utf8')).toContain('csv: hello-operator.v0.2.0');

    const planned = await runCommandLine(['plan', 'old.lock.yaml', 'olm.lock.yaml', '-o', 'json'], { env: { PATH: process.env['PATH'] } });
    expect(planned.stderr).toBe('');
    expect(JSON.parse(planned.stdout)).toMatchObject({ operators: [{
      packageName: 'hello-operator', before: 'hello-operator.v0.1.0', approvals: ['hello-operator.v0.2.0'], problems: [], down: ['Deployment hello-operator'],
    }] });
  });

  it('plans from what is installed in a dump of a cluster', async () => {
    const dumped = (csv: string, installPlan?: string): void => writeFileSync('dump.json', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [
      {
        apiVersion: V1ALPHA1, kind: 'Subscription', metadata: { name: 'hello-operator', namespace: 'hello-operator' },
        spec: { name: 'hello-operator', channel: 'candidate-v0', source: 'hello-operator-catalog', sourceNamespace: 'olm' },
        status: { installedCSV: csv, currentCSV: csv, ...(installPlan === undefined ? {} : { installPlanRef: { name: 'install-a' } }) },
      },
      {
        apiVersion: V1ALPHA1, kind: 'ClusterServiceVersion', metadata: { name: csv, namespace: 'hello-operator' },
        spec: { version: csv.slice(csv.indexOf('.v') + 2) }, status: { phase: 'Succeeded' },
      },
      {
        apiVersion: V1ALPHA1, kind: 'InstallPlan', metadata: { name: 'install-a', namespace: 'hello-operator' },
        spec: { clusterServiceVersionNames: [installPlan ?? csv] }, status: { phase: installPlan === undefined ? 'Complete' : 'RequiresApproval' },
      },
    ] }));
    const plan = (): Promise<CommandLineResult> => (
      runCommandLine(['plan', 'olm.lock.yaml', '--from', 'dump.json', '-o', 'json'], { env: { PATH: process.env['PATH'] } })
    );
    write(OLD, NEW);
    dumped('hello-operator.v0.1.0', 'hello-operator.v0.2.0');

    const { stdout, exitCode } = await plan();
    expect(JSON.parse(stdout)).toMatchObject({ operators: [{ before: 'hello-operator.v0.1.0', approvals: ['hello-operator.v0.2.0'], problems: [] }] });
    expect(exitCode).toBe(0);

    dumped('hello-operator.v0.1.0', 'hello-operator.v0.3.0');
    expect(await plan()).toMatchObject({ exitCode: 4, stdout: '', stderr: expect.stringContaining('error: InstallPlan hello-operator/install-a requires approval, and installs '
      + 'hello-operator.v0.3.0, which is not in the plan; ') as string });

    dumped('hello-operator.v0.2.0');
    expect(JSON.parse((await plan()).stdout)).toMatchObject({ operators: [] });
  });

  it('writes several locks, or none of them', async () => {
    const content = 'lockVersion: 1\ncatalogs: []\noperators: []\n';
    const locksAre = (...paths: string[]): void => {
      const answers = paths.map((path) => ({ path, construct: path, problems: [], plan: [], content }));
      writeFileSync('several.cjs', `const { mkdirSync, writeFileSync } = require('node:fs');
const { folder } = JSON.parse(process.env.OLM_CONSTRUCTS_LOCK);
mkdirSync(folder, { recursive: true });
${JSON.stringify(answers)}.forEach((answer, index) => writeFileSync(folder + '/' + index + '.json', JSON.stringify(answer)));
`);
    };
    appIs('several.cjs');
    // No folder can be created there.
    locksAre('a.lock.yaml', '/proc/none/b.lock.yaml', 'new/c.lock.yaml');
    const refused = await lock();
    expect([refused.exitCode, refused.stdout, existsSync('a.lock.yaml'), existsSync('new')]).toEqual([4, '', false, false]);
    expect(refused.stderr).toMatch(/^error: .*\/proc/);
    locksAre('a.lock.yaml', 'new/b.lock.yaml', 'c.lock.yaml');
    expect(await lock()).toMatchObject({ exitCode: 0, stderr: '' });
    expect(['a.lock.yaml', 'new/b.lock.yaml', 'c.lock.yaml'].map((path) => readFileSync(path, 'utf8'))).toEqual([content, content, content]);
    appIs('program.cjs');
  });

  it('reports an unknown package', async () => {
    write(OLD);
    expect(await lock('--update', 'helo')).toMatchObject({
      exitCode: 1, stderr: "error: no Subscription of the app installs 'helo', and the lock does not have it; packages: hello-operator\n",
    });
  });

  it('reports an app that fails, and one without a lock', async () => {
    appIs('main.cjs');
    writeFileSync('main.cjs', "throw new Error('no network');\n");
    const failed = await lock();
    expect(failed.exitCode).toBe(4);
    expect(failed.stderr).toContain('failed with exit code 1:\n');
    expect(failed.stderr).toContain('no network');

    writeFileSync('main.cjs', '');
    const without = await lock();
    expect(without.exitCode).toBe(4);
    expect(without.stderr).toContain("has no lock; create one before its Subscriptions, with new OperatorLock(chart, 'lock'), and call app.synth()");
  });

  it('reports a folder without an app', async () => {
    rmSync('cdk8s.yaml');
    expect(await lock()).toMatchObject({
      exitCode: 4, stderr: 'error: cdk8s.yaml does not exist; run the command in the folder of the app, or set --app to the command that runs it\n',
    });
    expect(await lock('--update', 'x', '--update-all')).toMatchObject({ exitCode: 2 });
  });
});
