import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Catalog } from 'olm-constructs/catalog';
import { OperatorUpgradePlan } from 'olm-constructs/resolve';
import { ExitCode } from '../lib/cli/frame/cli-error';
import { fieldAt } from '../lib/formats/json/json-value';
import { bundleOf } from '../test/builders/bundle-of';
import { type CommandLineResult, runCommandLine } from '../test/builders/command-line';
import { compileProgram } from '../test/builders/compiled-program';
import { ProgramProcess } from './command-line/program-process';
import { type ScriptedCsv, ScriptedOlm } from './waiters/scripted-olm';
import { WaiterCluster } from './waiters/waiter-cluster';

/** `plan --from-cluster`, and what carries out its plan, on a real API server on which the test simulates OLM's controllers. */

const CSVS = ['1.0.0', '1.1.0', '1.2.0'].map((version, index): ScriptedCsv => ({
  name: `plain.v${version}`, version, ...(index === 0 ? {} : { replaces: `plain.v1.${index - 1}.0` }),
}));
const [V1, V2, V3] = CSVS as [ScriptedCsv, ScriptedCsv, ScriptedCsv];
const CATALOG = Catalog.fromBundles(CSVS.map(({ version, replaces }) => bundleOf({ package: 'plain', version, ...(replaces === undefined ? {} : { replaces }) })));

let cluster: WaiterCluster;
let app: string;
let kubeconfig: string;

beforeAll(async () => {
  cluster = await WaiterCluster.start(false);
  kubeconfig = cluster.write('kubeconfig', cluster.kubeconfig);
  symlinkSync(resolve('node_modules'), join(cluster.folder, 'node_modules'));
  mkdirSync(join(cluster.folder, 'catalog'));
  CATALOG.writeDirectory(join(cluster.folder, 'catalog'));
  app = `"${process.execPath}" "${compileProgram('e2e/command-line/planned-app.ts', cluster.folder)}"`;
}, 20 * 60_000);
afterAll(() => cluster.stop());

const lockFile = (namespace: string): string => join(cluster.folder, `${namespace}.lock.yaml`);

function run(namespace: string, ...args: string[]): Promise<CommandLineResult> {
  return runCommandLine([...args, '--app', app], {
    env: { PATH: process.env['PATH'], NAMESPACE: namespace, CATALOG: join(cluster.folder, 'catalog'), LOCK_FILE: lockFile(namespace), CDK8S_OUTDIR: join(cluster.folder, 'dist') },
  });
}

/** Plans the upgrade from the cluster to the lock, which has the newest version. */
async function plan(namespace: string, config = kubeconfig): Promise<CommandLineResult> {
  expect((await run(namespace, 'lock')).stderr).toBe('');
  return run(namespace, 'plan', lockFile(namespace), '--from-cluster', '-o', 'json', '--kubeconfig', config);
}

/** A namespace in which OLM has installed the first version. */
async function installed(namespace: string): Promise<ScriptedOlm> {
  const olm = await ScriptedOlm.inNamespace(cluster, namespace);
  await olm.subscribe();
  await olm.install(V1);
  return olm;
}

describe('a plan from a cluster', () => {
  it('contains the path from what is installed there, and is carried out accordingly', async () => {
    const olm = await installed('upgraded');
    const planned = await plan('upgraded');
    expect(planned).toMatchObject({ exitCode: ExitCode.SUCCESS, stderr: '' });
    const { operators, installPlans } = OperatorUpgradePlan.fromString(planned.stdout);
    expect(operators).toMatchObject([{ namespace: 'upgraded', packageName: 'plain', before: V1.name, after: V3.name, approvals: [V2.name, V3.name] }]);
    expect(installPlans.map(({ csvs }) => csvs)).toEqual([[V2.name], [V3.name]]);

    const manifest = cluster.write('upgraded.json', JSON.stringify({
      apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'plain', namespace: 'upgraded' },
      spec: { name: 'plain', channel: 'stable', source: 'plain', sourceNamespace: 'upgraded', installPlanApproval: 'Manual', startingCSV: V3.name },
    }));
    await cluster.merge(olm.path('subscriptions', 'plain'), { spec: { startingCSV: V3.name } });
    const waiting = new ProgramProcess(['wait', '-f', manifest, '--approve', '--plan', cluster.write('plan.json', planned.stdout), '-o', 'json', '--kubeconfig', kubeconfig]);
    await olm.plan('install-2', [V2.name]);
    await olm.carryOut('install-2', V2);
    await olm.plan('install-3', [V3.name]);
    await olm.carryOut('install-3', V3);
    const { exitCode, stdout, stderr } = await waiting.end();
    expect(exitCode === 0 ? '' : stdout + stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({ results: [{ state: 'ready', detail: V3.name }], actions: [{ name: 'install-2' }, { name: 'install-3' }] });
    expect(JSON.parse((await plan('upgraded')).stdout)).toMatchObject({ operators: [] });
  });

  it('lists an operator that is not installed yet as a new one', async () => {
    await ScriptedOlm.inNamespace(cluster, 'empty');
    const { operators } = OperatorUpgradePlan.fromString((await plan('empty')).stdout);
    expect(operators).toMatchObject([{ kind: 'added', before: '', approvals: [V3.name] }]);
  });

  it('accepts the InstallPlan that waits, if it is on the path', async () => {
    const olm = await installed('waiting');
    await olm.plan('install-2', [V2.name]);
    await olm.refer({ currentCSV: V2.name, installedCSV: V1.name });
    expect(await plan('waiting')).toMatchObject({ exitCode: ExitCode.SUCCESS });
    expect(fieldAt(await cluster.find(olm.path('installplans', 'install-2')), 'spec', 'approved')).toBe(false);
  });

  it.each<[string, (olm: ScriptedOlm) => Promise<unknown>, string]>([
    ['an operator has failed', (olm) => olm.csvPhase(V1.name, 'Failed'), 'plain.v1.0.0 is in phase Failed'],
    ['an InstallPlan waits for something else', async (olm) => {
      await olm.plan('install-2', ['plain.v9.0.0']);
      await olm.refer({ currentCSV: 'plain.v9.0.0', installedCSV: V1.name });
    }, 'plain.v9.0.0'],
    ['an InstallPlan has failed', async (olm) => {
      await olm.plan('install-2', [V2.name]);
      await olm.planPhase('install-2', 'Failed', 'no rights');
    }, 'no rights'],
  ])('is not made if %s', async (title, happen, message) => {
    const namespace = title.replaceAll(' ', '-').toLowerCase();
    await happen(await installed(namespace));
    expect(await plan(namespace)).toMatchObject({ exitCode: ExitCode.ERROR, stdout: '', stderr: expect.stringContaining(message) as string });
  });

  it('is not made for an account that may not list what is installed', async () => {
    await installed('hidden');
    const config = JSON.parse(readFileSync(kubeconfig, 'utf8')) as { users: { user: object }[] };
    const guest = cluster.write('guest.json', JSON.stringify({ ...config, users: config.users.map((found) => ({ ...found, user: { ...found.user, as: 'guest' } })) }));
    expect(await plan('hidden', guest)).toMatchObject({
      exitCode: ExitCode.ERROR, stdout: '', stderr: expect.stringMatching(/^error: the account guest is not allowed to list/) as string,
    });
  });
});
