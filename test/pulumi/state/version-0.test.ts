import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FakeCluster } from '../fake-cluster';
import { Program } from '../program';
import { OLM_OBJECTS, clusterWithOperator } from './cluster-objects';
import { CatalogReady, OlmReady, OperatorAdoption, OperatorNamespace, OperatorReady } from '../../../lib/pulumi';
import { SCHEMA_VERSION } from '../../../lib/pulumi/provider/state-schema';
import * as waiters from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

/** A resource in the state of a stack from before states had a version. Its kubeconfig names a fake cluster. */
interface StoredWaiter {
  readonly name: string;
  readonly type: string;
  readonly id: string;
  readonly inputs: JsonMap;
  readonly outputs: JsonMap;
}

const STORED = JSON.parse(readFileSync(join(__dirname, 'version-0.json'), 'utf8')) as readonly StoredWaiter[];
const EACH = STORED.map((stored) => [stored.name, stored] as const);

/** The program that created the state, with today's names. */
function program(): void {
  const cluster = {
    kubeconfig: 'blue', context: 'staging', deleteUnreachable: false,
    timeouts: { total: 90, settling: 0, terminalGrace: 1, transientGrace: 2, phases: { resolving: 60 } },
  };
  new CatalogReady('catalog/CatalogReady', { ...cluster, namespace: 'olm', name: 'shop', deployment: 'shop', revision: 'shop-1' });
  new OlmReady('olm/OlmReady', { ...cluster, objects: OLM_OBJECTS, onDestroy: { removeOperators: true, force: false } });
  new OperatorNamespace('hello/OperatorPlace', {
    ...cluster, namespace: 'team', operatorGroup: 'hello', removeNamespace: true, removeOperatorGroup: true, force: false,
  });
  new OperatorAdoption('hello/OperatorAdoption', { ...cluster, namespace: 'team', subscription: 'hello', operatorGroup: 'hello', package: 'hello' });
  new OperatorReady('hello/OperatorReady', {
    ...cluster, namespace: 'team', subscription: 'hello', package: 'hello', channel: 'stable', revision: 'OwnNamespace', recover: 1, adopt: true,
    pin: { csv: 'hello.v1.0.0', version: '1.0.0', intermediateCsvs: ['hello.v0.9.0'], dependencyCsvs: ['helper.v2.0.0'] },
    onDestroy: { operands: 'delete', deleteCrds: true, force: false },
  });
}

let inputs: ReadonlyMap<string, JsonMap>;
let blue: FakeCluster;

beforeAll(async () => {
  const { registered } = await Program.run(program);
  inputs = new Map(registered.map(({ type, name, inputs: given }) => [`${type} ${name}`, { ...JSON.parse(JSON.stringify(given)) as JsonMap, kubeconfig: 'blue' }]));
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterAll(() => jest.restoreAllMocks());

beforeEach(() => {
  blue = clusterWithOperator();
});

/** The provider that the state refers to, as Pulumi's process finds it. */
function provider({ inputs: { __provider } }: StoredWaiter): (typeof waiters)[keyof typeof waiters] {
  const [, name] = /^exports\.handler = \(\) => require\("olm-constructs\/pulumi\/waiters"\)\.(\w+);\n$/.exec(String(__provider))!;
  return waiters[name as keyof typeof waiters];
}

/** Inputs of today's program. */
function asked({ type, name }: StoredWaiter): JsonMap {
  return inputs.get(`${type} ${name}`)!;
}

const UNCHANGED = { changes: false, replaces: [], deleteBeforeReplace: false };

test('all kinds of waiters that existed then have a state', () => {
  const later = ['olmDetection', 'clusterCatalogReady', 'clusterExtensionReady', 'plainReady', 'rukpakReady', 'imagePush'];
  const kinds = Object.keys(waiters).filter((name) => !later.includes(name));
  expect(STORED.map(({ outputs }) => kinds.find((name) => String(outputs['__provider']).includes(`.${name};`))).sort()).toEqual(kinds.sort());
});

describe.each(EACH)('the state of %s, written before states had a version', (_, stored) => {
  const { id, outputs } = stored;

  test('belongs to the resource that the current program registers', () => {
    expect(asked(stored)).toMatchObject({ __provider: stored.inputs['__provider'], kubeconfig: 'blue' });
  });

  test('plans nothing on `pulumi up`, nor after a refresh', async () => {
    const { check, diff, read } = provider(stored);
    expect((await check(stored.inputs, asked(stored))).failures).toEqual([]);
    expect(await diff(id, outputs, asked(stored))).toEqual(UNCHANGED);
    // A refresh compares with the inputs of the state.
    expect(await diff(id, outputs, stored.inputs)).toEqual(UNCHANGED);
    expect(await diff(id, (await read(id, outputs)).props, asked(stored))).toEqual(UNCHANGED);
  });

  test('is read into a current state', async () => {
    const { id: found, props } = await provider(stored).read(id, outputs);
    expect(found).toBe(id);
    const { removal: _, ...expected } = asked(stored);
    expect(props).toMatchObject({ ...expected, clusterUid: 'uid-of-blue', ready: true, drift: [], schemaVersion: SCHEMA_VERSION });
    expect(JSON.stringify(props)).not.toMatch(/"(short|long|through|along)":/);
  });

  test('is updated for a changed setting without a request to the cluster', async () => {
    const { outs } = await provider(stored).update(id, outputs, { ...asked(stored), deleteUnreachable: true });
    expect(outs).toEqual({ ...outputs, ...asked(stored), deleteUnreachable: true, schemaVersion: SCHEMA_VERSION });
    expect(blue.lists).toEqual([]);
  });

  test('continues the wait if something else changes', async () => {
    const { outs } = await provider(stored).update(id, { ...outputs, ready: false }, asked(stored));
    expect(outs).toMatchObject({ ...asked(stored), ready: true, schemaVersion: SCHEMA_VERSION });
  });

  test('is rejected if a newer release wrote it', async () => {
    const newer = { ...outputs, schemaVersion: SCHEMA_VERSION + 1 };
    const { read, diff, update, delete: remove } = provider(stored);
    const calls = [() => read(id, newer), () => diff(id, newer, asked(stored)), () => update(id, newer, asked(stored)), () => remove(id, newer)];
    for (const call of calls) {
      await expect(call()).rejects.toThrow(
        `was written by a newer olm-constructs (schema ${SCHEMA_VERSION + 1}, this release reads up to ${SCHEMA_VERSION}); update the package`);
    }
    expect(blue.changes).toEqual([]);
  });
});

test('new titles for the steps of a removal do not plan an update, but new steps do', async () => {
  const olm = STORED.find(({ name }) => name === 'olm/OlmReady')!;
  const steps = asked(olm)['removal'] as readonly JsonMap[];
  const { diff } = provider(olm);
  const reworded = steps.map((step) => ({ ...step, title: 'a step', reason: 'in other words' }));
  expect(await diff(olm.id, olm.outputs, { ...asked(olm), removal: reworded })).toEqual(UNCHANGED);
  expect(await diff(olm.id, olm.outputs, { ...asked(olm), removal: steps.slice(1) })).toEqual({ ...UNCHANGED, changes: true });
});

describe('the removal of an old state', () => {
  const removed: { readonly [name: string]: readonly string[] } = {
    'catalog/CatalogReady': [],
    'olm/OlmReady': [
      'clusterserviceversions/packageserver', 'apiservices/v1.packages.operators.coreos.com', 'subscriptions/hello', 'installplans/install-1', 'catalogsources/shop',
      'clusterserviceversions/hello.v1.0.0', 'customresourcedefinitions/subscriptions.operators.coreos.com', 'deployments/olm-operator',
    ],
    'hello/OperatorPlace': ['operatorgroups/hello', 'namespaces/team'],
    'hello/OperatorAdoption': [],
    'hello/OperatorReady': ['subscriptions/hello', 'clusterserviceversions/hello.v1.0.0', 'customresourcedefinitions/hellos.demo.test'],
  };

  test.each(EACH)('is that of %s', async (name, stored) => {
    if (name === 'hello/OperatorPlace') {
      // In a stack, these are removed before it.
      ['install-1', 'hello.v1.0.0', 'hellos.demo.test'].forEach((gone) => blue.remove(gone));
      blue.remove('hello');
      installGroup();
    }
    await provider(stored).delete(stored.id, stored.outputs);
    expect(blue.changes.map((change) => change.replace(/.*\/([^/]+\/[^/]+)$/, '$1'))).toEqual(removed[name]);
  });

  const installGroup = (): void => blue.add({ path: '/apis/operators.coreos.com/v1/operatorgroups', name: 'hello', namespace: 'team', spec: { targetNamespaces: ['team'] } });
});
