import { FakeCluster } from '../fake-cluster';
import type { ResourceProvider } from '../../../lib/pulumi/provider/resource-provider';
import { catalogReady, olmDetection, olmReady, operatorAdoption, operatorPlace, operatorReady } from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/json/json-value';

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
}

/** Inputs of every waiter. */
const COMMON: Inputs['updating'] = {
  revision: ['two', 2],
  deleteUnreachable: [true, 'yes'],
  timeouts: [{ total: 60, settling: 0, terminalGrace: 1, transientGrace: 2, phases: { resolving: 30 } }, { total: '60' }, { phases: { resolving: -1 } }, { settling: -1 }],
  customTimeouts: [{ create: 1, update: 2, delete: 3 }, { create: '1' }, { update: -1 }, { delete: true }],
};

const PARTS = { crds: ['subscriptions.operators.coreos.com'], deployments: [{ namespace: 'olm', name: 'olm-operator' }], csvs: [], apiServices: ['v1.packages'] };

const WAITERS: { readonly [name: string]: Inputs } = {
  CatalogReady: {
    provider: catalogReady, required: { namespace: 'olm', name: 'shop' }, replacing: ['namespace', 'name'], updating: { ...COMMON, deployment: ['shop', ''] },
  },
  OlmReady: {
    provider: olmReady, required: { parts: PARTS, removal: [] }, replacing: [],
    updating: {
      ...COMMON,
      parts: [{ ...PARTS, csvs: [{ namespace: 'olm', name: 'packageserver' }] }, { crds: [''] }, { deployments: ['one'] }, { csvs: ['one'] }, { apiServices: [1] }],
      removal: [[{ title: 'controllers', targets: [{ kind: 'Deployment' }] }], ['controllers']],
      release: [{ version: '0.46.0', crds: [{ name: 'a', stored: 'v1', versions: ['v1'] }] }, '0.46.0', {}, { version: '0.46.0', crds: ['a'] }],
      onDestroy: [{ removeOperators: true, force: true }, { removeOperators: 'yes' }, { force: 'yes' }, { operands: 'delete' }],
    },
  },
  OlmDetection: {
    provider: olmDetection, required: { existing: 'fail', namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' }, replacing: [],
    updating: {
      ...COMMON, existing: ['adopt', 'take'], namespace: ['other', ''], operatorNamespace: ['other', ''], catalogNamespace: ['other', ''],
      release: [{ version: '0.46.0', crds: [] }, '0.46.0', {}],
    },
  },
  OperatorAdoption: {
    provider: operatorAdoption, required: { namespace: 'team', subscription: 'hello', package: 'hello' }, replacing: [],
    updating: { ...COMMON, namespace: ['other', ''], subscription: ['other', ''], package: ['other', ''], operatorGroup: ['other', ''] },
  },
  OperatorPlace: {
    provider: operatorPlace, required: { namespace: 'team' }, replacing: ['namespace'],
    updating: { ...COMMON, operatorGroup: ['hello', ''], removeOperatorGroup: [true, 'yes'], removeNamespace: [true, 'yes'], force: [true, 'yes'] },
  },
  OperatorReady: {
    provider: operatorReady, required: { namespace: 'team', subscription: 'hello' }, replacing: ['namespace', 'subscription', 'package'],
    updating: {
      ...COMMON,
      channel: ['stable', 1],
      pin: [
        { csv: 'hello.v1.0.0', version: '1.0.0', intermediateCsvs: ['hello.v0.9.0'], dependencyCsvs: ['needed.v1.0.0'] },
        {}, { csv: '' }, { csv: 'a', version: 1 }, { csv: 'a', intermediateCsvs: 'b' }, { csv: 'a', dependencyCsvs: [''] },
      ],
      upgradePlan: [
        {
          planVersion: 1, installPlans: [{ namespace: 'team', csvs: ['hello.v1.0.0'] }],
          operators: [{ namespace: 'team', packageName: 'hello', kind: 'added', before: '', after: 'hello.v1.0.0', approvals: ['hello.v1.0.0'] }],
        },
        {}, { operators: [{ packageName: 'hello' }] }, { operators: [], installPlans: ['a'] }, 'olm.plan.json',
      ],
      recover: [1, -1, 0.5],
      adopt: [true, 'yes'],
      previousSubscription: ['greet', ''],
      onDestroy: [
        { operands: 'ignore', deleteCrds: true, deleteDependencies: true, force: true }, { operands: 'all' }, { operands: 'abort', deleteCrds: 'yes' },
        { resetConversion: 'yes' }, { deleteDependencies: 'plain' }, { deleteDependencies: ['plain'] }, { force: 'yes' },
      ],
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
  const { provider, required, replacing, updating } = waiter;
  const outputs = { ...required, kubeconfig: 'blue', clusterUid: 'uid-of-blue', ready: true, drift: [] };
  const diff = (change: JsonMap): ReturnType<ResourceProvider['diff']> => provider.diff('id', outputs, { ...required, kubeconfig: 'blue', ...change });

  test('must include the required ones', async () => {
    expect(await problemsOf(waiter, {})).toEqual(Object.keys(required).map((input) => `${input} is missing`));
    expect(await problemsOf(waiter, required)).toEqual([]);
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

  test('replace the resource if they identify it', async () => {
    for (const input of replacing) {
      expect(await problemsOf(waiter, { ...required, [input]: '' })).toEqual([expect.stringMatching(new RegExp(`^${input} `))]);
      expect(await diff({ [input]: 'another' })).toMatchObject({ changes: true, replaces: [input] });
    }
  });
});
