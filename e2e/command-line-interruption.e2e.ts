import { fieldAt, mapListField, stringField } from '../lib/formats/json/json-value';
import { ProgramProcess } from './command-line/program-process';
import { stopped } from './command-line/stopped';
import { letGo, type ScriptedCsv, ScriptedOlm } from './waiters/scripted-olm';
import { WaiterCluster } from './waiters/waiter-cluster';

/**
 * Interruption of a command in each of its phases, on a real API server: by Ctrl-C, by SIGTERM, and then the same command again until it is done. And
 * dry runs, which change nothing.
 */

const OLM = '/apis/operators.coreos.com';
const CRDS = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions';
const V1: ScriptedCsv = { name: 'plain.v1.0.0', version: '1.0.0' };
const HOLD = 'act.test/hold';

let cluster: WaiterCluster;
let kubeconfig: string;

beforeAll(async () => {
  cluster = await WaiterCluster.start(false);
  kubeconfig = cluster.controlPlane.kubeconfig;
}, 20 * 60_000);

afterAll(() => cluster.stop());

const subscription = (namespace: string, spec: object = {}): object => (
  { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'Subscription', metadata: { name: 'plain', namespace }, spec: { name: 'plain', ...spec } }
);
const catalog = (namespace: string): object => (
  { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'CatalogSource', metadata: { name: 'plain', namespace }, spec: { sourceType: 'grpc', address: 'cat:50051' } }
);
const group = (namespace: string): object => (
  { apiVersion: 'operators.coreos.com/v1', kind: 'OperatorGroup', metadata: { name: 'og', namespace }, spec: { targetNamespaces: [namespace] } }
);

/** Returns the arguments of a command for manifests. */
function command(name: string, file: string, objects: readonly object[], ...more: readonly string[]): string[] {
  return [name, '-f', cluster.write(file, JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects })), '--kubeconfig', kubeconfig, ...more];
}

/** Runs a command until it prints a line, and interrupts it: it stops in time, and prints its state. */
async function interrupted(args: readonly string[], signal: 'SIGINT' | 'SIGTERM', line: RegExp): Promise<void> {
  const running = new ProgramProcess(args);
  await running.lines(line);
  const { stdout } = await stopped(running, signal);
  expect(stdout).toMatch(/^WHAT +STATE +TIME( +DETAIL)?$/m);
  expect(stdout).toMatch(/ interrupted +\d/);
}

const PHASES: readonly {
  readonly phase: string;
  /** Subject of the wait. @default - the operator */
  readonly subject?: string;
  readonly prepare: (olm: ScriptedOlm) => Promise<unknown>;
  readonly finish: (olm: ScriptedOlm) => Promise<unknown>;
}[] = [
  {
    phase: 'connecting', subject: 'catalog',
    prepare: (olm) => connection(olm, 'CONNECTING'),
    finish: (olm) => connection(olm, 'READY'),
  },
  { phase: 'resolving', prepare: () => Promise.resolve(), finish: (olm) => olm.install(V1) },
  {
    phase: 'unpacking',
    prepare: (olm) => olm.refer({ conditions: [{ type: 'BundleUnpacking', status: 'True', reason: 'UnpackingInProgress', message: 'unpacking' }] }),
    finish: async (olm) => {
      await olm.refer({ conditions: [] });
      await olm.install(V1);
    },
  },
  {
    phase: 'approving',
    prepare: (olm) => olm.plan('install-1', [V1.name]),
    finish: async (olm) => {
      await cluster.merge(olm.path('installplans', 'install-1'), { spec: { approved: true } });
      await olm.carryOut('install-1', V1);
    },
  },
  {
    phase: 'installing',
    prepare: async (olm) => {
      await olm.plan('install-1', [V1.name]);
      await cluster.merge(olm.path('installplans', 'install-1'), { spec: { approved: true } });
      await olm.planPhase('install-1', 'Installing');
    },
    finish: (olm) => olm.carryOut('install-1', V1),
  },
  {
    phase: 'starting',
    prepare: async (olm) => {
      await olm.begin(V1);
      await olm.csvPhase(V1.name, 'Installing');
      await olm.refer({ currentCSV: V1.name, installedCSV: V1.name, state: 'AtLatestKnown' });
    },
    finish: (olm) => olm.csvPhase(V1.name, 'Succeeded'),
  },
  {
    phase: 'serving',
    prepare: async (olm) => {
      await olm.begin({ ...V1, apis: [{ crd: 'servings.act.test', kind: 'Serving' }] });
      await olm.csvPhase(V1.name, 'Succeeded');
      await olm.refer({ currentCSV: V1.name, installedCSV: V1.name, state: 'AtLatestKnown' });
    },
    finish: () => cluster.serve('servings.act.test', 'Serving'),
  },
  { phase: 'settling', prepare: (olm) => olm.install(V1), finish: () => Promise.resolve() },
];

function connection(olm: ScriptedOlm, state: string): Promise<unknown> {
  return cluster.merge(`${olm.path('catalogsources', 'plain')}/status`, { status: { connectionState: { lastObservedState: state } } });
}

describe('wait stops in each phase, and completes when it runs again', () => {
  test.each(PHASES.map((found) => [found.phase, found] as const))('%s', async (phase, { subject = 'operator', prepare, finish }) => {
    const namespace = `during-${phase}`;
    const olm = await ScriptedOlm.inNamespace(cluster, namespace);
    await olm.subscribe();
    await prepare(olm);
    const args = command('wait', `${phase}.json`, [subject === 'catalog' ? catalog(namespace) : subscription(namespace)]);
    const line = new RegExp(`^${subject} ${namespace}/plain: ${phase}, waiting for `, 'm');
    await interrupted(args, 'SIGINT', line);
    await interrupted(args, 'SIGTERM', line);
    const again = new ProgramProcess(args);
    await finish(olm);
    expect(await again.end()).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(new RegExp(`${subject} ${namespace}/plain +ready`)) as string });
  });
});

describe('remove', () => {
  test('stops at each stage, and completes when it runs again', async () => {
    const namespace = 'leaving';
    const olm = await ScriptedOlm.inNamespace(cluster, namespace);
    await olm.subscribe();
    await olm.install({ ...V1, apis: [{ crd: 'leavings.act.test', kind: 'Leaving' }], finalizer: HOLD });
    await cluster.merge(olm.path('clusterserviceversions', V1.name), { metadata: { labels: { [`operators.coreos.com/plain.${namespace}`]: '' } } });
    const operand = `/apis/act.test/v1/namespaces/${namespace}/leavings`;
    await cluster.send('POST', operand, { apiVersion: 'act.test/v1', kind: 'Leaving', metadata: { name: 'mine', finalizers: [HOLD] } });
    const operatorGroup = `${OLM}/v1/namespaces/${namespace}/operatorgroups/og`;
    const held = [`${CRDS}/leavings.act.test`, olm.path('catalogsources', 'plain'), operatorGroup];
    for (const path of held) {
      await cluster.merge(path, { metadata: { finalizers: [HOLD] } });
    }
    const args = command('remove', 'leaving.json', [subscription(namespace), catalog(namespace), group(namespace)], '--operands', 'delete', '--delete-crds');
    const stages: readonly (readonly [RegExp, string])[] = [
      [/operator leaving\/plain: operands, waiting for Leaving leaving\/mine to be deleted/, `${operand}/mine`],
      [/operator leaving\/plain: operator, waiting for ClusterServiceVersion leaving\/plain.v1.0.0 to be deleted/, olm.path('clusterserviceversions', V1.name)],
      [/the other objects: deleting, waiting for CatalogSource leaving\/plain to be deleted/, olm.path('catalogsources', 'plain')],
      [/operator namespace leaving: operator group, waiting for OperatorGroup leaving\/og to be deleted/, operatorGroup],
    ];
    for (const [line, path] of stages) {
      await interrupted(args, 'SIGINT', line);
      await interrupted(args, 'SIGTERM', line);
      // The requested deletion continues, and no later step has begun.
      expect(fieldAt(await cluster.find(path), 'metadata', 'deletionTimestamp')).toBeDefined();
      if (line === stages[1]![0]) {
        // The last command sees the operator go, and deletes its CRD.
        const last = new ProgramProcess(args);
        await last.lines(line);
        await letGo(cluster, path);
        await last.lines(/operator leaving\/plain: crds, waiting for CustomResourceDefinition leavings.act.test to be deleted/);
        last.kill('SIGTERM');
        expect((await last.end()).exitCode).toBe(143);
        await letGo(cluster, held[0]!);
      } else {
        await letGo(cluster, path);
      }
    }
    expect(await new ProgramProcess(args).end()).toMatchObject({ exitCode: 0 });
    const left = await Promise.all([...held, `${operand}/mine`, olm.path('subscriptions', 'plain')].map((path) => cluster.find(path)));
    expect(left.filter((object) => object !== undefined)).toEqual([]);
  });
});

describe('a dry run prints every write, and writes nothing:', () => {
  /** Resource versions of everything that a command might change. */
  async function versions(): Promise<string[]> {
    const plurals = ['subscriptions', 'installplans', 'clusterserviceversions', 'catalogsources'].map((plural) => `${OLM}/v1alpha1/${plural}`);
    const paths = [...plurals, `${OLM}/v1/operatorgroups`, CRDS, '/api/v1/namespaces', '/api/v1/events', '/apis/act.test/v1/dries'];
    const lists = await Promise.all(paths.map((path) => cluster.find(path)));
    return lists.flatMap((list) => mapListField(list, 'items')).map(({ metadata }) => (
      [stringField(metadata, 'namespace'), stringField(metadata, 'name'), stringField(metadata, 'resourceVersion')].join(' ')
    )).sort();
  }

  async function foreseen(args: readonly string[]): Promise<string[]> {
    const before = await versions();
    const { exitCode, stderr } = await new ProgramProcess([...args, '--dry-run']).end();
    expect({ exitCode, versions: await versions() }).toEqual({ exitCode: 0, versions: before });
    return [...stderr.matchAll(/: dry run: (.*)/g)].map(([, line]) => line!);
  }

  beforeAll(async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'dry-run');
    await olm.subscribe();
    await cluster.merge(olm.path('subscriptions', 'plain'), { spec: { startingCSV: V1.name } });
    await olm.plan('install-1', [V1.name]);
  });

  test('wait -f --approve', async () => {
    const pinned = subscription('dry-run', { channel: 'stable', source: 'plain', sourceNamespace: 'dry-run', installPlanApproval: 'Manual', startingCSV: V1.name });
    expect(await foreseen(command('wait', 'dry-wait.json', [pinned], '--approve'))).toEqual([expect.stringContaining('approves InstallPlan dry-run/install-1')]);
  });

  test('remove -f', async () => {
    const olm = await ScriptedOlm.inNamespace(cluster, 'dry-run-2');
    await olm.subscribe();
    await olm.install({ ...V1, apis: [{ crd: 'dries.act.test', kind: 'Dry' }] });
    await cluster.send('POST', '/apis/act.test/v1/namespaces/dry-run-2/dries', { apiVersion: 'act.test/v1', kind: 'Dry', metadata: { name: 'mine' } });
    const objects = [subscription('dry-run-2'), catalog('dry-run-2'), group('dry-run-2')];
    const changes = await foreseen(command('remove', 'dry-remove.json', objects, '--operands', 'delete', '--delete-crds'));
    expect(changes.map((change) => /\((.*)\)$/.exec(change)?.[1])).toEqual([
      'Subscription dry-run-2/plain', 'Dry dry-run-2/mine', `ClusterServiceVersion dry-run-2/${V1.name}`, 'CustomResourceDefinition dries.act.test',
      'CatalogSource dry-run-2/plain', 'OperatorGroup dry-run-2/og',
    ]);
    expect(changes.every((change) => change.startsWith('deletes '))).toBe(true);
  });
});

describe('with OLM itself', () => {
  const path = '/apis/apps/v1/namespaces/olm/deployments/olm-operator';
  const bindings = '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings';

  beforeAll(async () => {
    await cluster.send('POST', '/api/v1/namespaces', { metadata: { name: 'olm' } }, [409]);
    await cluster.send('POST', bindings, {
      metadata: { name: 'olm-operator-binding-olm' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'system:controller:operator-lifecycle-manager' },
    });
    await cluster.send('POST', '/apis/apps/v1/namespaces/olm/deployments', {
      apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'olm-operator', finalizers: [HOLD] },
      spec: {
        selector: { matchLabels: { app: 'olm-operator' } },
        template: { metadata: { labels: { app: 'olm-operator' } }, spec: { containers: [{ name: 'olm', image: 'quay.io/operator-framework/olm:v0.46.0' }] } },
      },
    });
  });

  test('wait stops while its controllers start, and completes when it runs again', async () => {
    const args = command('wait', 'olm.json', [{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'olm-operator', namespace: 'olm' } }]);
    const line = /^OLM: controllers, waiting for Deployment olm\/olm-operator/m;
    await interrupted(args, 'SIGINT', line);
    await interrupted(args, 'SIGTERM', line);
    const again = new ProgramProcess(args);
    await cluster.merge(`${path}/status`, { status: { observedGeneration: 1, replicas: 1, updatedReplicas: 1, readyReplicas: 1, availableReplicas: 1 } });
    expect(await again.end()).toMatchObject({ exitCode: 0 });
  });

  test('uninstall stops while it deletes the controllers, and completes when it runs again', async () => {
    const args = ['uninstall', '--remove-operators', '--kubeconfig', kubeconfig];
    await ScriptedOlm.whileCleaningUp(cluster, async () => {
      const line = /^removal of OLM: .*waiting for .*Deployment olm\/olm-operator/m;
      await interrupted(args, 'SIGINT', line);
      await interrupted(args, 'SIGTERM', line);
      // No controller of Kubernetes runs, so that the Namespace is not deleted to its end.
      const again = new ProgramProcess([...args, '--timeout', '20s']);
      await again.lines(line);
      await letGo(cluster, path);
      await again.lines(/^removal of OLM: namespaces, waiting for /m);
      expect(await again.end()).toMatchObject({ exitCode: 3 });
    });
    expect(await cluster.find(`${OLM}/v1alpha1/subscriptions`)).toBeUndefined();
    expect(await cluster.find(`${bindings}/olm-operator-binding-olm`)).toBeUndefined();
  });
});
