import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Chart, Testing } from 'cdk8s';
import { CatalogRef, InstallPlanApproval, OperatorGroupRef, OperatorSubscription } from 'olm-constructs';
import { InClusterProgram, OperandRemoval, OperatorRemovalJob, OperatorWaitJob } from 'olm-constructs/gitops';
import { fieldAt, mapListField, stringField } from '../lib/formats/json/json-value';
import { buildSingleFile } from '../scripts/package/single-file';
import { planOf } from '../test/builders/upgrade-plan';
import { itWith } from '../test/needed';
import { ProgramProcess } from './command-line/program-process';
import { FULL_RUN } from './programs/full-run';
import { type ScriptedCsv, ScriptedOlm } from './waiters/scripted-olm';
import { WaiterCluster } from './waiters/waiter-cluster';

/** The Jobs on a real API server: their objects, and their program with exactly their rights. The test simulates OLM and the kubelet. */

const V1: ScriptedCsv = { name: 'plain.v1.0.0', version: '1.0.0' };
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly data?: { readonly [key: string]: string };
  readonly binaryData?: { readonly [key: string]: string };
  readonly rules?: readonly object[];
  readonly spec?: { readonly template: { readonly spec: { readonly containers: readonly [{ readonly args: readonly string[] }] } } };
}

let cluster: WaiterCluster;
let folder: string;
let program: InClusterProgram;

beforeAll(async () => {
  cluster = await WaiterCluster.start(false);
  folder = mkdtempSync(join(tmpdir(), 'operator-wait-job-'));
  const file = join(folder, 'olm-constructs.js');
  await buildSingleFile(file);
  program = InClusterProgram.fromFile(file);
}, 20 * 60_000);

afterAll(async () => {
  await cluster.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns the objects of a Job for the Subscription that `ScriptedOlm` plays. */
function jobFor(namespace: string, create: (chart: Chart, subscription: OperatorSubscription) => unknown = waiting): Manifest[] {
  const chart = Testing.chart();
  create(chart, new OperatorSubscription(chart, 'operator', {
    catalog: CatalogRef.named('plain', namespace), packageName: 'plain', channel: 'stable', startingCsv: V1.name, approval: InstallPlanApproval.MANUAL, namespace,
  }));
  return (Testing.synth(chart) as Manifest[]).filter(({ kind }) => !['Namespace', 'OperatorGroup', 'Subscription'].includes(kind));
}

/** Returns what creates a Job with an upgrade plan that leads from one version to the others. */
function planned(namespace: string, before: string, ...approvals: string[]): (chart: Chart, subscription: OperatorSubscription) => OperatorWaitJob {
  const upgradePlan = planOf({ namespace, packageName: 'plain', before, approvals });
  return (chart, subscription) => new OperatorWaitJob(chart, 'wait', { waitFor: [subscription], program, upgradePlan });
}

const waiting = (chart: Chart, subscription: OperatorSubscription): OperatorWaitJob => new OperatorWaitJob(chart, 'wait', { waitFor: [subscription], program });

function collection({ apiVersion, kind, metadata: { namespace } }: Manifest): string {
  const group = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
  return `${group}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${kind.toLowerCase()}s`;
}

async function started(manifests: readonly Manifest[], namespace: string): Promise<ProgramProcess> {
  for (const object of manifests) {
    await cluster.send('POST', `${collection(object)}?fieldValidation=Strict`, object);
  }
  return rerun(manifests, namespace);
}

/** Runs a Job as the kubelet does: the files of its ConfigMaps, its arguments, its account. */
async function rerun(manifests: readonly Manifest[], namespace: string): Promise<ProgramProcess> {
  const mounted = join(folder, namespace);
  mkdirSync(mounted, { recursive: true });
  for (const { data = {}, binaryData = {} } of manifests) {
    Object.entries(data).forEach(([name, content]) => writeFileSync(join(mounted, name), content));
    Object.entries(binaryData).forEach(([name, content]) => writeFileSync(join(mounted, name), Buffer.from(content, 'base64')));
  }
  const job = manifests.find(({ kind }) => kind === 'Job')!;
  const args = job.spec!.template.spec.containers[0].args
    .map(arg => (arg === '/manifests' ? join(mounted, 'manifests.json') : arg.replace(/^\/manifests\//, `${mounted}/`)));
  return new ProgramProcess(args, { KUBECONFIG: await accountOf(manifests) }, join(mounted, 'olm-constructs.js'));
}

async function accountOf(manifests: readonly Manifest[]): Promise<string> {
  const account = manifests.find(({ kind }) => kind === 'ServiceAccount')!;
  const answer = await cluster.send('POST', `${collection(account)}/${account.metadata.name}/token`, {
    apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {},
  });
  const file = resolve(folder, `${account.metadata.namespace!}.kubeconfig`);
  writeFileSync(file, cluster.through(cluster.controlPlane.port, { token: stringField(fieldAt(answer, 'status'), 'token') }));
  return file;
}

describe('OperatorWaitJob', () => {
  test('approves the pinned version and ends when the operator is ready', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'ready');
    const running = await started(jobFor('ready'), 'ready');
    await olm.subscribe();
    await cluster.merge(olm.path('subscriptions', 'plain'), { spec: { startingCSV: V1.name } });
    await olm.plan('install-1', [V1.name]);
    await olm.carryOut('install-1', V1);

    const { exitCode, stdout, stderr } = await running.end();
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr + stdout }).toEqual({ exitCode: 0, stderr: '' });
    expect(stdout).toMatch(/operator ready\/plain +ready/);
    expect(stderr).not.toMatch(/forbidden|not allowed/);
  });

  test('fails with the explanation at the end of its log, and in an Event on the Subscription', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'failing');
    const running = await started(jobFor('failing'), 'failing');
    await olm.subscribe();
    await cluster.merge(olm.path('subscriptions', 'plain'), { spec: { startingCSV: V1.name } });
    await olm.plan('install-1', ['plain.v2.0.0']);

    const { exitCode, stdout } = await running.end();
    const reason = 'InstallPlan failing/install-1 would install plain.v2.0.0; not allowed: plain.v2.0.0';
    expect(exitCode).toBe(1);
    // Kubernetes copies the end of the log into the termination message.
    expect(stdout.slice(-2048).replace(/\s+/g, ' ')).toContain(reason);
    const events = mapListField(await cluster.find('/api/v1/namespaces/failing/events'), 'items');
    expect(events.map(event => [event['type'], event['reason'], fieldAt(event, 'involvedObject', 'name')])).toEqual([['Warning', 'NotReady', 'plain']]);
    expect(events[0]!['message']).toContain(reason);
  });

  itWith(FULL_RUN)('carries out an upgrade plan, one InstallPlan after the other, with the rights of any other Job', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'planned');
    const manifests = jobFor('planned', planned('planned', 'plain.v0.8.0', 'plain.v0.9.0', V1.name));
    expect(manifests.map(({ kind, rules }) => [kind, rules])).toEqual(jobFor('planned').map(({ kind, rules }) => [kind, rules]));
    await olm.subscribe();
    await cluster.merge(olm.path('subscriptions', 'plain'), { spec: { startingCSV: V1.name } });
    await olm.install({ name: 'plain.v0.8.0', version: '0.8.0' });
    const running = await started(manifests, 'planned');
    await olm.plan('install-1', ['plain.v0.9.0']);
    await olm.carryOut('install-1', { name: 'plain.v0.9.0', version: '0.9.0', replaces: 'plain.v0.8.0' });
    await olm.plan('install-2', [V1.name]);
    await olm.carryOut('install-2', { ...V1, replaces: 'plain.v0.9.0' });

    const { exitCode, stdout, stderr } = await running.end();
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr + stdout }).toEqual({ exitCode: 0, stderr: '' });
    expect(stderr).toMatch(/approves InstallPlan planned\/install-1.*[^]*approves InstallPlan planned\/install-2/);
    expect(stderr).not.toMatch(/forbidden|not allowed/);
  });

  itWith(FULL_RUN).each([
    ['newer', ['plain.v2.0.0'], 'not in .*plan\\.json: plain\\.v2\\.0\\.0'],
    ['provider', ['plain.v0.9.0', 'other.v1.0.0'], 'not in .*plan\\.json: other\\.v1\\.0\\.0'],
    ['jump', [V1.name], 'plain\\.v1\\.0\\.0 follows plain\\.v0\\.9\\.0, and plain\\.v0\\.8\\.0 is installed'],
  ])('refuses what an upgrade plan does not have, or not yet: %s', async (namespace, csvs, reason) => {
    const olm = await ScriptedOlm.inNamespace(cluster, namespace);
    await olm.subscribe();
    await cluster.merge(olm.path('subscriptions', 'plain'), { spec: { startingCSV: V1.name } });
    await olm.install({ name: 'plain.v0.8.0', version: '0.8.0' });
    const running = await started(jobFor(namespace, planned(namespace, 'plain.v0.8.0', 'plain.v0.9.0', V1.name)), namespace);
    await olm.plan('install-1', csvs);

    const { exitCode, stdout } = await running.end();
    expect(exitCode).toBe(1);
    expect(stdout.replace(/\s+/g, ' ')).toMatch(new RegExp(`InstallPlan ${namespace}/install-1 would install .*${reason}`));
    expect(fieldAt(await cluster.find(olm.path('installplans', 'install-1')), 'spec', 'approved')).toBe(false);
  });

  test('hands over the operator of a renamed Subscription, and may change no other one', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'renamed');
    await olm.subscribe();
    await olm.install(V1);
    await cluster.merge(olm.path('clusterserviceversions', V1.name), { metadata: { labels: { 'operators.coreos.com/plain.renamed': '' } } });
    const uid = fieldAt(await cluster.find(olm.path('clusterserviceversions', V1.name)), 'metadata', 'uid');
    const chart = Testing.chart();
    const subscription = new OperatorSubscription(chart, 'operator', {
      catalog: CatalogRef.named('plain', 'renamed'), packageName: 'plain', channel: 'stable', startingCsv: V1.name, approval: InstallPlanApproval.MANUAL,
      namespace: 'renamed', createNamespace: false, operatorGroup: OperatorGroupRef.named('og'), name: 'sea', previousName: 'plain',
    });
    new OperatorWaitJob(chart, 'wait', { waitFor: [subscription], program });
    const manifests = Testing.synth(chart) as Manifest[];
    const running = await started(manifests.filter(({ kind }) => kind !== 'Subscription'), 'renamed');
    // Until the new Subscription is applied, nothing is handed over.
    await cluster.send('POST', '/apis/operators.coreos.com/v1alpha1/namespaces/renamed/subscriptions', manifests.find(({ kind }) => kind === 'Subscription'));

    const { exitCode, stdout, stderr } = await running.end();
    expect({ exitCode, stderr: exitCode === 0 ? '' : stderr + stdout }).toEqual({ exitCode: 0, stderr: '' });
    expect(stderr).toMatch(/deletes the previous Subscription without its operator[^]*records in the status of Subscription renamed\/sea that plain\.v1\.0\.0 is installed/);
    expect(stderr).not.toMatch(/forbidden|not allowed/);
    expect(await cluster.find(olm.path('subscriptions', 'plain'))).toBeUndefined();
    expect(fieldAt(await cluster.find(olm.path('subscriptions', 'sea')), 'status', 'installedCSV')).toBe(V1.name);
    expect(fieldAt(await cluster.find(olm.path('clusterserviceversions', V1.name)), 'metadata', 'uid')).toBe(uid);

    const may = async (verb: string, resource: string, subresource: string, name: string): Promise<unknown> => fieldAt(await cluster.send(
      'POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        spec: {
          user: 'system:serviceaccount:renamed:sea-wait', groups: ['system:serviceaccounts', 'system:authenticated'],
          resourceAttributes: { verb, group: 'operators.coreos.com', resource, subresource, name, namespace: 'renamed' },
        },
      }), 'status', 'allowed');
    expect(await may('delete', 'subscriptions', '', 'plain')).toBe(true);
    expect(await may('patch', 'subscriptions', 'status', 'sea')).toBe(true);
    for (const [verb, resource, subresource, name] of [
      ['delete', 'subscriptions', '', 'sea'], ['delete', 'subscriptions', '', 'other'], ['patch', 'subscriptions', 'status', 'plain'],
      ['patch', 'subscriptions', '', 'sea'], ['delete', 'clusterserviceversions', '', V1.name],
    ] as const) {
      expect([verb, resource, name, await may(verb, resource, subresource, name)]).toEqual([verb, resource, name, false]);
    }
  });

  test('runs a pod that the Pod Security profile restricted admits', async () => {
    await cluster.send('POST', '/api/v1/namespaces', { metadata: { name: 'strict', labels: { 'pod-security.kubernetes.io/enforce': 'restricted' } } });
    const manifests = jobFor('strict');
    await cluster.send('POST', '/api/v1/namespaces/strict/serviceaccounts', manifests.find(({ kind }) => kind === 'ServiceAccount'));
    const { spec } = manifests.find(({ kind }) => kind === 'Job')!.spec!.template;

    await cluster.send('POST', '/api/v1/namespaces/strict/pods?dryRun=All', { metadata: { name: 'pod' }, spec });
  });

  test('may do nothing but what its roles allow', async () => {
    const account = { kind: 'ServiceAccount', name: 'plain-wait', namespace: 'ready' };
    const may = async (verb: string, group: string, resource: string, namespace?: string): Promise<unknown> => fieldAt(await cluster.send(
      'POST', '/apis/authorization.k8s.io/v1/subjectaccessreviews', {
        spec: {
          user: `system:serviceaccount:${account.namespace}:${account.name}`, groups: ['system:serviceaccounts', 'system:authenticated'],
          resourceAttributes: { verb, group, resource, ...(namespace === undefined ? {} : { namespace }) },
        },
      }), 'status', 'allowed');

    expect(await cluster.find(`${RBAC}/namespaces/ready/roles/plain-wait`)).toBeDefined();
    expect(await may('patch', 'operators.coreos.com', 'installplans', 'ready')).toBe(true);
    for (const [verb, group, resource, namespace] of [
      ['patch', 'operators.coreos.com', 'installplans', 'failing'], ['patch', 'operators.coreos.com', 'subscriptions', 'ready'],
      ['delete', 'operators.coreos.com', 'clusterserviceversions', 'ready'], ['get', '', 'secrets', 'ready'], ['list', '', 'pods', 'kube-system'],
      ['create', '', 'pods', 'ready'], ['list', '', 'namespaces'], ['update', 'operators.coreos.com', 'installplans', 'ready'],
    ] as const) {
      expect([verb, resource, await may(verb, group, resource, namespace)]).toEqual([verb, resource, false]);
    }
  });
});

describe('OperatorRemovalJob', () => {
  const removing = (operands: OperandRemoval) => (chart: Chart, subscription: OperatorSubscription): OperatorRemovalJob => (
    new OperatorRemovalJob(chart, 'removal', { remove: [subscription], crds: ['gadgets.jobs.test'], operands, deleteCrds: true, program })
  );
  const GADGETS = '/apis/jobs.test/v1/namespaces/removed/gadgets';

  test('deletes nothing while there are operands, and everything of the operator with them on request', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'removed');
    await olm.subscribe();
    await olm.install({ ...V1, apis: [{ crd: 'gadgets.jobs.test', kind: 'Gadget' }] });
    await cluster.send('POST', GADGETS, { apiVersion: 'jobs.test/v1', kind: 'Gadget', metadata: { name: 'mine' } });

    const guarded = await (await started(jobFor('removed', removing(OperandRemoval.ABORT)), 'removed')).end();
    expect(guarded.exitCode).toBe(1);
    expect(guarded.stdout.replace(/\s+/g, ' ')).toMatch(/Gadget removed\/mine/);
    expect(await cluster.find(olm.path('subscriptions', 'plain'))).toBeDefined();

    // Argo CD runs the hook of the next commit, with its rights.
    const manifests = jobFor('removed', removing(OperandRemoval.DELETE));
    await cluster.merge(`${RBAC}/clusterroles/removed.plain-removal`, manifests.find(({ kind }) => kind === 'ClusterRole')!);
    const done = await ScriptedOlm.whileCleaningUp(cluster, async () => (await rerun(manifests, 'removed')).end());
    expect({ exitCode: done.exitCode, text: done.exitCode === 0 ? '' : done.stdout + done.stderr }).toEqual({ exitCode: 0, text: '' });
    expect(await cluster.find(olm.path('subscriptions', 'plain'))).toBeUndefined();
    expect(await cluster.find(olm.path('clusterserviceversions', V1.name))).toBeUndefined();
    expect(await cluster.find('/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.jobs.test')).toBeUndefined();
    expect(done.stderr).not.toMatch(/forbidden|not allowed/);
  });
});
