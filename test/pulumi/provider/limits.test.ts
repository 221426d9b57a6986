import type { FakeCluster, FakeObject } from '../fake-cluster';
import { notReady } from '../not-ready';
import { clusterCatalog, clusterExtension } from '../olm-v1-objects';
import { REFS, runPlainOperator } from '../plain-objects';
import { bundle, bundleDeployment } from '../rukpak-objects';
import { clusterWithOperator } from '../state/cluster-objects';
import { ApiError } from '../../../lib/cluster/client/client-error';
import type { ResourceProvider } from '../../../lib/pulumi/provider/resource-provider';
import {
  catalogReady, clusterCatalogReady, clusterExtensionReady, olmDetection, olmReady, operatorAdoption, operatorReady, plainReady, rukpakReady,
} from '../../../lib/pulumi/waiters';
import type { JsonMap } from '../../../lib/formats/json/json-value';
import { printedLines } from '../printed-lines';

jest.mock('../../../lib/pulumi/provider/clusters', () => jest.requireActual<object>('../fake-cluster'));

/** A waiter with what it observes and removes. */
interface Case {
  readonly provider: ResourceProvider;
  readonly inputs: JsonMap;
  /** A resource without whose list a refresh cannot know whether what it handles exists. */
  readonly listed?: string;
  /** An object that its removal deletes, with its path in the API. */
  readonly removed?: readonly [object: FakeObject, path: string];
  /** Its settings with which a removal removes finalizers. @default - `FORCED` */
  readonly forced?: JsonMap;
}

const V1 = '/apis/olm.operatorframework.io/v1';
const RUKPAK = '/apis/core.rukpak.io';
/** Timeouts of removals: long enough for `force`, which acts after a minute. */
const TIMEOUTS = { total: 90, terminalGrace: 600, transientGrace: 600 };

const FORCED = { onDestroy: { force: true } };
const SUBSCRIPTION: FakeObject = {
  path: '/apis/operators.coreos.com/v1alpha1/subscriptions', name: 'hello', namespace: 'team', spec: { name: 'hello', source: 'shop', sourceNamespace: 'olm' },
};
const PACKAGE_SERVER: FakeObject = { path: '/apis/operators.coreos.com/v1alpha1/clusterserviceversions', name: 'packageserver', namespace: 'olm' };
const SERVICE: FakeObject = { path: '/api/v1/services', name: 'hello-webhook', namespace: 'team' };

const CASES: { readonly [name: string]: Case } = {
  CatalogReady: { provider: catalogReady, inputs: { namespace: 'olm', name: 'shop' }, listed: 'catalogsources' },
  OlmReady: {
    provider: olmReady, listed: 'deployments',
    inputs: {
      parts: { crds: [], deployments: [{ namespace: 'olm', name: 'olm-operator' }], csvs: [], apiServices: [] },
      removal: [{
        title: 'packageserver', reason: 'it is served by OLM', targets: [{ apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', namespace: 'olm', name: 'packageserver' }],
      }],
    },
    removed: [PACKAGE_SERVER, '/apis/operators.coreos.com/v1alpha1/namespaces/olm/clusterserviceversions/packageserver'],
  },
  OlmDetection: {
    provider: olmDetection, listed: 'deployments', inputs: { existing: 'use', namespace: 'olm', operatorNamespace: 'operators', catalogNamespace: 'olm' },
  },
  OperatorAdoption: { provider: operatorAdoption, inputs: { namespace: 'team', subscription: 'hello', package: 'hello' } },
  OperatorReady: {
    provider: operatorReady, inputs: { namespace: 'team', subscription: 'hello', package: 'hello' }, listed: 'subscriptions',
    removed: [SUBSCRIPTION, '/apis/operators.coreos.com/v1alpha1/namespaces/team/subscriptions/hello'],
  },
  ClusterCatalogReady: {
    provider: clusterCatalogReady, inputs: { name: 'shop', remove: true }, listed: 'clustercatalogs',
    removed: [clusterCatalog(), `${V1}/clustercatalogs/shop`], forced: { force: true },
  },
  ClusterExtensionReady: {
    provider: clusterExtensionReady, inputs: { name: 'hello' }, listed: 'clusterextensions',
    removed: [clusterExtension('1.0.0'), `${V1}/clusterextensions/hello`],
  },
  PlainReady: {
    provider: plainReady, inputs: { name: 'hello', namespace: 'team', objects: REFS }, listed: 'deployments',
    removed: [SERVICE, '/api/v1/namespaces/team/services/hello-webhook'],
  },
  'RukpakReady of a BundleDeployment': {
    provider: rukpakReady, inputs: { kind: 'BundleDeployment', name: 'hello' }, listed: 'bundledeployments',
    removed: [bundleDeployment('quay.io/demo/hello@sha256:1'), `${RUKPAK}/v1alpha2/bundledeployments/hello`],
  },
  'RukpakReady of a Bundle': {
    provider: rukpakReady, inputs: { kind: 'Bundle', name: 'hello' }, listed: 'bundles',
    removed: [bundle(), `${RUKPAK}/v1alpha1/bundles/hello`],
  },
};

let blue: FakeCluster;

beforeEach(() => {
  printedLines();
  blue = clusterWithOperator();
  runPlainOperator(blue);
});

afterEach(() => jest.restoreAllMocks());

/** The last outputs of a waiter that was ready. */
const stateOf = ({ inputs }: Case, more: JsonMap = {}): JsonMap => ({ kubeconfig: 'blue', ...inputs, ready: true, drift: [], ...more });

const withListed = Object.entries(CASES).filter(([, { listed }]) => listed !== undefined);
const withRemoval = Object.entries(CASES).filter(([, { removed }]) => removed !== undefined);

describe.each(Object.entries(CASES))('the timeouts of %s', (_, of) => {
  it('end a wait', async () => {
    blue.stop();
    const { reasons } = await notReady(of.provider.create({ kubeconfig: 'blue', ...of.inputs, timeouts: { total: 0.2 } }));
    expect(reasons.join()).toMatch(/ within 0 s: [^]*connection refused/);
  });
});

describe.each(withListed)('a refresh of %s', (_, of) => {
  it('fails, and drops nothing, if the account may not list what it handles', async () => {
    blue.refuse(of.listed!, new ApiError(403, 'Forbidden', 'forbidden'));
    await expect(of.provider.read('id', stateOf(of))).rejects.toThrow(
      new RegExp(`could not be inspected: gave up immediately while inspecting[^]*not allowed to list and watch ${of.listed!}`));
  });
});

describe.each(withRemoval)('the removal of %s', (_, of) => {
  const [object, path] = of.removed!;
  const { forced = FORCED } = of;

  beforeEach(() => {
    blue.add({ ...object, metadata: { finalizers: ['demo.test/cleanup'] } });
    blue.hold(object.name);
    // An operator would stop the removal of OLM.
    blue.remove('hello.v1.0.0');
  });

  /** Removes it until the removal ends. */
  const removed = async (more: JsonMap): Promise<string> => {
    jest.useFakeTimers();
    try {
      const end = of.provider.delete('id', stateOf(of, more)).then(() => 'done', (error: Error) => error.message);
      await jest.advanceTimersByTimeAsync(91_000);
      return await end;
    } finally {
      jest.useRealTimers();
    }
  };

  it('has a timeout, and keeps finalizers by default', async () => {
    expect(await removed({ timeouts: TIMEOUTS })).toContain('did not finish within 1 min 30 s');
    expect(blue.changes).toContain(`DELETE ${path}`);
    expect(blue.changes.filter((change) => change.startsWith('PATCH'))).toEqual([]);
  });

  it('removes finalizers with force', async () => {
    await removed({ ...forced, timeouts: TIMEOUTS });
    expect(blue.changes).toContain(`PATCH ${path}`);
  });
});
