import { FakeCluster } from '../fake-cluster';
import type { ResourceProvider } from '../../../lib/pulumi/provider/resource-provider';
import {
  catalogReady, clusterCatalogReady, clusterExtensionReady, olmDetection, olmReady, operatorAdoption, operatorPlace, operatorReady, plainReady,
  rukpakReady,
} from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

/** Inputs of a waiter, by their meaning for its provider. */
interface Inputs {
  readonly provider: ResourceProvider;
  /** Inputs that have to be set, with a value of each. */
  readonly required: JsonMap;
  /** Inputs whose change replaces the resource. */
  readonly replacing: readonly string[];
  /** The other inputs, with a valid value and an invalid one; their change updates the resource. */
  readonly updating: { readonly [input: string]: readonly [valid: unknown, ...invalid: readonly unknown[]] };
  /** Those of them that are stored without another wait, besides the ones of every waiter. All are if there is nothing to wait for. */
  readonly stored: readonly string[] | 'all';
}

/** Inputs of every waiter. */
const COMMON: Inputs['updating'] = {
  revision: ['two', 2],
  deleteUnreachable: [true, 'yes'],
  timeouts: [{ total: 60, settling: 0, terminalGrace: 1, transientGrace: 2, phases: { resolving: 30 } }, { total: '60' }, { phases: { resolving: -1 } }, { settling: -1 }],
  customTimeouts: [{ create: 1, update: 2, delete: 3 }, { create: '1' }, { update: -1 }, { delete: true }],
};

const PARTS = { crds: ['subscriptions.operators.coreos.com'], deployments: [{ namespace: 'olm', name: 'olm-operator' }], csvs: [], apiServices: ['v1.packages'] };

/** An object of an operator without OLM. */
const OBJECT = { apiVersion: 'v1', kind: 'Service', name: 'hello' };

/** An operator of a lock. */
const LOCKED = { packageName: 'hello', version: '1.0.0', csv: 'hello.v1.0.0', channel: 'stable', catalog: 'shop', catalogNamespace: 'olm' };

/** An operator of an upgrade plan. */
const PLANNED = { namespace: 'team', packageName: 'hello', kind: 'added', before: '', after: 'hello.v1.0.0', approvals: ['hello.v1.0.0'] };

const WAITERS: { readonly [name: string]: Inputs } = {
  CatalogReady: {
    provider: catalogReady, required: { namespace: 'olm', name: 'shop' }, replacing: ['namespace', 'name'], updating: { ...COMMON, deployment: ['shop', ''] },
    stored: [],
  },
  OlmReady: {
    provider: olmReady, required: { parts: PARTS, removal: [] }, replacing: [], stored: ['onDestroy', 'removal'],
    updating: {
      ...COMMON,
      parts: [{ ...PARTS, csvs: [{ namespace: 'olm', name: 'packageserver' }] }, { crds: [''] }, { deployments: ['one'] }, { csvs: ['one'] }, { apiServices: [1] }],
      removal: [[{ title: 'controllers', targets: [{ kind: 'Deployment' }] }], ['controllers']],
      release: [{ version: '0.46.0', crds: [{ name: 'a', stored: 'v1', versions: ['v1'] }] }, '0.46.0', {}, { version: '0.46.0', crds: ['a'] }],
      onDestroy: [{ removeOperators: true, force: true }, { removeOperators: 'yes' }, { force: 'yes' }, { operands: 'delete' }],
    },
  },
  OlmDetection: {
    provider: olmDetection, required: { existing: 'use', namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' }, replacing: [], stored: [],
    updating: {
      ...COMMON, existing: ['adopt', 'take'], namespace: ['other', ''], operatorNamespace: ['other', ''], catalogNamespace: ['other', ''],
      release: [
        { version: '0.46.0', crds: [{ name: 'a', stored: 'v1', versions: ['v1'] }] },
        '0.46.0', {}, { version: '0.46.0' }, { crds: [] }, { version: '', crds: [] }, { version: '0.46.0', crds: [{ versions: 'v1' }] },
      ],
    },
  },
  OperatorAdoption: {
    provider: operatorAdoption, required: { namespace: 'team', subscription: 'hello', package: 'hello' }, replacing: [], stored: [],
    updating: { ...COMMON, namespace: ['other', ''], subscription: ['other', ''], package: ['other', ''], operatorGroup: ['other', ''] },
  },
  OperatorPlace: {
    provider: operatorPlace, required: { namespace: 'team' }, replacing: ['namespace'], stored: 'all',
    updating: { ...COMMON, operatorGroup: ['hello', ''], removeOperatorGroup: [true, 'yes'], removeNamespace: [true, 'yes'], force: [true, 'yes'] },
  },
  OperatorReady: {
    provider: operatorReady, required: { namespace: 'team', subscription: 'hello' }, replacing: ['namespace', 'subscription', 'package'],
    stored: ['upgradePlan', 'locked', 'recover', 'adopt', 'previousSubscription', 'onDestroy'],
    updating: {
      ...COMMON,
      channel: ['stable', 1],
      pin: [
        { csv: 'hello.v1.0.0', version: '1.0.0', intermediateCsvs: ['hello.v0.9.0'], dependencyCsvs: ['needed.v1.0.0'] },
        {}, { version: '1.0.0' }, { csv: '' }, { csv: 'a', version: 1 }, { csv: 'a', intermediateCsvs: 'b' }, { csv: 'a', dependencyCsvs: [''] },
      ],
      upgradePlan: [
        {
          planVersion: 1, installPlans: [{ namespace: 'team', csvs: ['hello.v1.0.0'] }],
          operators: [PLANNED],
        },
        {}, { operators: [{ packageName: 'hello' }] }, { operators: [], installPlans: ['a'] }, 'olm.plan.json',
        ...['namespace', 'packageName', 'before', 'approvals'].map((missing) => ({ operators: [{ ...PLANNED, [missing]: undefined }] })),
        ...Object.keys(PLANNED).map((wrong) => ({ operators: [{ ...PLANNED, [wrong]: 1 }] })),
        { operators: [], planVersion: 'one' }, { operators: [], installPlans: [{ namespace: 'team' }] }, { operators: [], installPlans: [{ csvs: [] }] },
        { operators: [], installPlans: [{ namespace: 'team', csvs: [1] }] }, { operators: [], installPlans: [{ namespace: '', csvs: [] }] },
      ],
      locked: [
        [{ packageName: 'hello', version: '', csv: 'hello.v1.0.0', channel: '', catalog: 'shop', catalogNamespace: 'olm', subscription: 'hello' }],
        {}, ...['packageName', 'version', 'csv', 'channel', 'catalog', 'catalogNamespace'].map((missing) => [{ ...LOCKED, [missing]: undefined }]),
        ...['packageName', 'csv', 'catalog', 'catalogNamespace', 'subscription'].map((empty) => [{ ...LOCKED, [empty]: '' }]),
        [{ ...LOCKED, version: 1 }], [{ ...LOCKED, channel: 1 }],
      ],
      recover: [1, -1, 0.5],
      adopt: [true, 'yes'],
      previousSubscription: ['greet', ''],
      onDestroy: [
        { operands: 'ignore', deleteCrds: true, resetConversion: true, deleteDependencies: true, deleteLeftovers: true, force: true },
        { operands: 'all' }, { operands: 'abort', deleteCrds: 'yes' },
        { resetConversion: 'yes' }, { deleteDependencies: 'plain' }, { deleteDependencies: ['plain'] }, { deleteLeftovers: 'yes' }, { force: 'yes' },
      ],
    },
  },
  ClusterCatalogReady: {
    provider: clusterCatalogReady, required: { name: 'shop' }, replacing: ['name'], stored: ['remove', 'force'],
    updating: { ...COMMON, remove: [true, 'yes'], force: [true, 'yes'] },
  },
  ClusterExtensionReady: {
    provider: clusterExtensionReady, required: { name: 'hello' }, replacing: ['name'], stored: ['onDestroy'],
    updating: {
      ...COMMON, version: ['1.0.0', ''],
      onDestroy: [{ operands: 'abort', force: true }, { operands: 'keep' }, { operands: '' }, { force: 'yes' }, { deleteCrds: true }],
    },
  },
  PlainReady: {
    provider: plainReady, required: { name: 'hello', namespace: 'team', objects: [] }, replacing: [], stored: ['onDestroy'],
    updating: {
      ...COMMON, name: ['greet', ''], namespace: ['other', ''],
      objects: [
        [{ apiVersion: 'v1', kind: 'Service', name: 'hello', namespace: 'team' }], 'hello',
        ...['apiVersion', 'kind', 'name'].map((missing) => [{ ...OBJECT, [missing]: undefined }]),
        ...['apiVersion', 'kind', 'name', 'namespace'].map((empty) => [{ ...OBJECT, [empty]: '' }]),
      ],
      bundle: [{ name: 'hello.v1.0.0', version: '1.0.0' }, 'hello', {}, { version: '1.0.0' }, { name: '' }, { name: 'hello', version: '' }],
      onDestroy: [
        { operands: 'delete', deleteCrds: false, resetConversion: true, force: true },
        { operands: 'keep' }, { deleteCrds: 'all' }, { resetConversion: 'yes' }, { force: 'yes' }, { deleteDependencies: true },
      ],
    },
  },
  RukpakReady: {
    provider: rukpakReady, required: { name: 'hello', kind: 'BundleInstance' }, replacing: ['name', 'kind'], stored: ['onDestroy'],
    updating: {
      ...COMMON, apiVersion: ['core.rukpak.io/v1alpha2', 'core.rukpak.io/v1'],
      onDestroy: [{ operands: 'ignore', force: true }, { operands: 'keep' }, { force: 'yes' }, { deleteCrds: true }],
    },
  },
};

beforeAll(() => {
  new FakeCluster('blue');
  jest.spyOn(process.stdout, 'write').mockReturnValue(true);
});

afterAll(() => jest.restoreAllMocks());

async function problemsOf({ provider }: Inputs, inputs: JsonMap): Promise<string[]> {
  return (await provider.check({}, inputs)).failures.map(({ property, reason }) => `${property} ${reason}`);
}

describe.each(Object.entries(WAITERS))('the inputs of %s', (_, waiter) => {
  const { provider, required, replacing, updating, stored } = waiter;
  const outputs = { ...required, kubeconfig: 'blue', clusterUid: 'uid-of-blue', ready: true, drift: [] };
  const diff = (change: JsonMap): ReturnType<ResourceProvider['diff']> => provider.diff('id', outputs, { ...required, kubeconfig: 'blue', ...change });

  test('must include the required ones', async () => {
    expect(await problemsOf(waiter, {})).toEqual(Object.keys(required).map((input) => `${input} is missing`));
    expect(await problemsOf(waiter, required)).toEqual([]);
    for (const input of Object.keys(required)) {
      expect(await problemsOf(waiter, { ...required, [input]: null })).toEqual([`${input} is missing`]);
    }
  });

  test.each(Object.entries(updating))('have a checked type: %s', async (input, [valid, ...invalid]) => {
    expect(await problemsOf(waiter, { ...required, [input]: valid })).toEqual([]);
    for (const value of invalid) {
      expect(await problemsOf(waiter, { ...required, [input]: value })).toEqual([expect.stringMatching(new RegExp(`^${input} `))]);
    }
  });

  test.each(Object.entries(updating))('update the resource: %s', async (input, [value]) => {
    expect(await diff({ [input]: value })).toMatchObject({ changes: true, replaces: [] });
  });

  test.each(Object.entries(updating))('start another wait, unless they only affect how it waits or removes: %s', async (input, [value]) => {
    const waits = stored !== 'all' && ![...stored, 'timeouts', 'customTimeouts', 'deleteUnreachable'].includes(input);
    const update = provider.update('id', { ...outputs, kubeconfig: 'nowhere' }, { ...required, kubeconfig: 'nowhere', [input]: value });
    if (waits) {
      await expect(update).rejects.toThrow('did not become ready: nothing is listening at nowhere');
    } else {
      expect((await update).outs).toMatchObject({ ready: true, [input]: value });
    }
  });

  test('replace the resource if they identify it', async () => {
    for (const input of replacing) {
      expect(await problemsOf(waiter, { ...required, [input]: '' })).toEqual([expect.stringMatching(new RegExp(`^${input} `))]);
      expect(await diff({ [input]: 'another' })).toMatchObject({ changes: true, replaces: [input] });
    }
  });
});
