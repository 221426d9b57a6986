import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readKubeconfig } from './control-plane/kubeconfig';
import { ControlPlane } from './control-plane/control-plane';
import { binary } from './programs/binaries';
import { KUBECTL } from './programs/program';
import { sendRequest } from './waiters/send-request';
import { SimulatedOlmV1 } from './waiters/simulated-olm-v1';
import type { JsonMap } from '../lib/formats/json/json-value';
import type { ApiRequest } from '../lib/cluster/client/api-client';
import { clientFor } from '../lib/cluster/client/clients';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { olmV1CustomResourceDefinitions } from '../lib/olm/v1/crds/custom-resource-definitions';
import { OlmV1Version } from '../lib/olm/v1/olm-v1-version';
import { CrdDescriptions } from '../lib/formats/schema/custom-resource-definition';
import { NotReadyError } from '../lib/pulumi/provider/resource-provider';
import { clusterCatalogReady, clusterExtensionReady } from '../lib/pulumi/waiters';

/** The waiters of OLM v1 against a real API server with its CRDs, and with a simulation of catalogd and operator-controller. */

const V1 = '/apis/olm.operatorframework.io/v1';

let controlPlane: ControlPlane;
let olm: SimulatedOlmV1;
let kubeconfig: string;

function send(method: ApiRequest['method'], path: string, body?: object): Promise<unknown> {
  return sendRequest(clientFor(findCluster({ kubeconfig }, {}), {}), { method, path, body }, [404]);
}

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  kubeconfig = readFileSync(controlPlane.kubeconfig, 'utf8');
  for (const crd of olmV1CustomResourceDefinitions(OlmV1Version.DEFAULT, false, CrdDescriptions.NONE)) {
    await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
  }
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'demo' } });
  for (let tries = 0; await send('GET', `${V1}/clusterextensions`) === undefined || await send('GET', `${V1}/clustercatalogs`) === undefined; tries++) {
    expect(tries).toBeLessThan(300);
    await sleep(100);
  }
  olm = new SimulatedOlmV1(readKubeconfig(await binary(KUBECTL), controlPlane.kubeconfig));
}, 20 * 60_000);

afterAll(async () => {
  await (olm as SimulatedOlmV1 | undefined)?.stop();
  await controlPlane.stop();
});

const catalog = (name: string, ref: string): Promise<unknown> => send('POST', `${V1}/clustercatalogs`, {
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterCatalog', metadata: { name }, spec: { source: { type: 'Image', image: { ref } } },
});
const extension = (name: string, version?: string): Promise<unknown> => send('POST', `${V1}/clusterextensions`, {
  apiVersion: 'olm.operatorframework.io/v1', kind: 'ClusterExtension', metadata: { name },
  spec: { namespace: 'demo', source: { sourceType: 'Catalog', catalog: { packageName: name, ...(version === undefined ? {} : { version }) } } },
});
const inputs = (name: string, more: JsonMap = {}): JsonMap => (
  { kubeconfig, name, timeouts: { settling: 0.2, transientGrace: 1, total: 30 }, ...more }
);

async function failure(call: Promise<unknown>): Promise<NotReadyError> {
  const error: unknown = await call.then(() => undefined, (thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NotReadyError);
  return error as NotReadyError;
}

describe('a ClusterCatalog', () => {
  it('is ready once it is served, and deleted with its finalizer handled', async () => {
    await catalog('shop', 'registry.test/shop:v1');
    const { id, outs } = await clusterCatalogReady.create(inputs('shop', { remove: true }));
    expect(outs).toMatchObject({ ready: true, baseUrl: 'https://catalogd.test/catalogs/shop', resolvedImage: `registry.test/shop@sha256:${'a'.repeat(64)}` });
    expect((await clusterCatalogReady.read(id, outs)).props).toMatchObject({ drift: [] });
    await clusterCatalogReady.delete(id, outs);
    expect(await send('GET', `${V1}/clustercatalogs/shop`)).toBeUndefined();
  });

  it('is explained if its image does not exist', async () => {
    await catalog('lost', 'registry.test/missing:v1');
    const { reasons } = await failure(clusterCatalogReady.create(inputs('lost')));
    expect(reasons.join('\n')).toContain('  - ClusterCatalog lost cannot be served: source catalog content: error creating image source: '
      + 'reading manifest v1 in registry.test/missing: manifest unknown\n    remedy: push the image, or correct its reference');
  });
});

describe('a ClusterExtension', () => {
  it('is ready once its Deployment runs and its API is served, and removed with both', async () => {
    await extension('widget');
    const { id, outs } = await clusterExtensionReady.create(inputs('widget'));
    expect(outs).toMatchObject({
      ready: true, bundleName: 'widget.v1.1.0', installedVersion: '1.1.0', installNamespace: 'demo', deployments: ['widget'],
      ownedApis: [{ crd: 'widgets.demo.test', group: 'demo.test', kind: 'Widget', plural: 'widgets', version: 'v1' }],
    });
    expect((await clusterExtensionReady.read(id, outs)).props).toMatchObject({ drift: [] });

    // An object of its API stops the removal, and is deleted first if that is set.
    await send('POST', '/apis/demo.test/v1/namespaces/demo/widgets', { apiVersion: 'demo.test/v1', kind: 'Widget', metadata: { name: 'mine' } });
    await expect(clusterExtensionReady.delete(id, outs)).rejects.toThrow('OLM v1 would delete one object together with the CRDs: Widget demo/mine');
    expect(await send('GET', '/apis/demo.test/v1/namespaces/demo/widgets/mine')).toBeDefined();
    await clusterExtensionReady.delete(id, { ...outs, onDestroy: { operands: 'delete' } });
    for (const path of [`${V1}/clusterextensions/widget`, '/apis/apps/v1/namespaces/demo/deployments/widget', '/apis/demo.test/v1/widgets']) {
      expect(await send('GET', path)).toBeUndefined();
    }
  });

  it('is explained if there is no such version, and ready after the program is corrected', async () => {
    await extension('gadget', '9.9.9');
    const { id, reasons, properties } = await failure(clusterExtensionReady.create(inputs('gadget', { version: '9.9.9' })));
    expect(reasons.join('\n')).toContain('  - ClusterExtension gadget cannot be installed: no bundles found for package "gadget" matching version "9.9.9"');
    await clientFor(findCluster({ kubeconfig }, {}), {}).request({
      method: 'PATCH', path: `${V1}/clusterextensions/gadget`, body: { spec: { source: { catalog: { version: '1.0.0' } } } }, type: 'application/merge-patch+json',
    }, new AbortController().signal);
    const { outs } = await clusterExtensionReady.update(id, properties, inputs('gadget', { version: '1.0.0' }));
    expect(outs).toMatchObject({ ready: true, installedVersion: '1.0.0' });
  });
});
