import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { readKubeconfig } from './control-plane/kubeconfig';
import { ControlPlane } from './control-plane/control-plane';
import { binary } from './programs/binaries';
import { KUBECTL } from './programs/program';
import { sendRequest } from './waiters/send-request';
import { SimulatedRukpak } from './waiters/simulated-rukpak';
import type { JsonMap } from '../lib/formats/json/json-value';
import type { ApiRequest } from '../lib/cluster/client/api-client';
import { clientFor } from '../lib/cluster/client/clients';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';
import { rukpakCrd } from '../lib/olm/rukpak/crds/rukpak-crds';
import { RukpakVersion } from '../lib/olm/rukpak/rukpak-version';
import { NotReadyError } from '../lib/pulumi/provider/resource-provider';
import { rukpakReady } from '../lib/pulumi/waiters';

/** The waiters of RukPak against a real API server with the CRDs of its releases with Bundles, and with a simulation of its provisioners. */

const API = '/apis/core.rukpak.io/v1alpha1';

/** The last release of each kind. BundleInstances and BundleDeployments were never in one release. */
const CRDS = [
  rukpakCrd(RukpakVersion.V0_16_0, 'Bundle'), rukpakCrd(RukpakVersion.V0_16_0, 'BundleDeployment'), rukpakCrd(RukpakVersion.V0_5_0, 'BundleInstance'),
];

let controlPlane: ControlPlane;
let rukpak: SimulatedRukpak;
let kubeconfig: string;

function send(method: ApiRequest['method'], path: string, body?: object): Promise<unknown> {
  const type = method === 'PATCH' ? 'application/merge-patch+json' as const : undefined;
  return sendRequest(clientFor(findCluster({ kubeconfig }, {}), {}), { method, path, body, ...(type === undefined ? {} : { type }) }, [404]);
}

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
  kubeconfig = readFileSync(controlPlane.kubeconfig, 'utf8');
  for (const crd of CRDS) {
    await send('POST', '/apis/apiextensions.k8s.io/v1/customresourcedefinitions', crd);
  }
  await send('POST', '/api/v1/namespaces', { metadata: { name: 'demo' } });
  for (const plural of ['bundles', 'bundledeployments', 'bundleinstances']) {
    for (let tries = 0; await send('GET', `${API}/${plural}`) === undefined; tries++) {
      expect(tries).toBeLessThan(300);
      await sleep(100);
    }
  }
  rukpak = new SimulatedRukpak(readKubeconfig(await binary(KUBECTL), controlPlane.kubeconfig), 'v1alpha1');
}, 20 * 60_000);

afterAll(async () => {
  await (rukpak as SimulatedRukpak | undefined)?.stop();
  await controlPlane.stop();
});

const content = (image: string): object => (
  { provisionerClassName: 'core-rukpak-io-plain', source: { type: 'image', image: { ref: `registry.test/${image}` } } }
);
const create = (kind: string, name: string, spec: object): Promise<unknown> => (
  send('POST', `${API}/${kind.toLowerCase()}s`, { apiVersion: 'core.rukpak.io/v1alpha1', kind, metadata: { name }, spec })
);
const install = (kind: string, name: string, image: string): Promise<unknown> => (
  create(kind, name, { provisionerClassName: 'core-rukpak-io-plain', template: { spec: content(image) } })
);
const inputs = (kind: string, name: string, more: JsonMap = {}): JsonMap => (
  { kubeconfig, kind, name, apiVersion: 'core.rukpak.io/v1alpha1', timeouts: { settling: 0.2, transientGrace: 1, total: 60 }, ...more }
);

async function failure(call: Promise<unknown>): Promise<NotReadyError> {
  const error: unknown = await call.then(() => undefined, (thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(NotReadyError);
  return error as NotReadyError;
}

/** Returns the output printed while a function runs. */
async function printed(run: () => Promise<unknown>): Promise<string> {
  const write = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
  try {
    await run();
    return write.mock.calls.map(([line]) => String(line)).join('');
  } finally {
    write.mockRestore();
  }
}

describe('a Bundle', () => {
  it('is ready once it is unpacked, and deleted with its finalizer handled', async () => {
    await create('Bundle', 'shop', content('shop:v1'));
    const { id, outs } = await rukpakReady.create(inputs('Bundle', 'shop'));
    expect(outs).toMatchObject({ ready: true, contentUrl: expect.stringContaining('/shop.tgz') as string, resolvedSource: `registry.test/shop@sha256:${'a'.repeat(64)}` });
    expect((await rukpakReady.read(id, outs)).props).toMatchObject({ drift: [] });
    await rukpakReady.delete(id, outs);
    expect(await send('GET', `${API}/bundles/shop`)).toBeUndefined();
  });

  it('is explained if its image does not exist', async () => {
    await create('Bundle', 'lost', content('missing:v1'));
    const { reasons } = await failure(rukpakReady.create(inputs('Bundle', 'lost')));
    expect(reasons.join('\n')).toContain('  - Bundle lost cannot be unpacked: source bundle content: reading manifest in registry.test/missing:v1: manifest unknown\n'
      + '    remedy: correct the source in the spec');
  });
});

describe('a BundleDeployment with Bundles', () => {
  it('is ready once its Bundle is installed and its API is served, step by step', async () => {
    await install('BundleDeployment', 'widget', 'widget:v1');
    let outs: JsonMap = {};
    const lines = await printed(async () => ({ outs } = await rukpakReady.create(inputs('BundleDeployment', 'widget'))));
    expect(lines).toMatch(/unpacking, waiting for RukPak to unpack the bundle[^]*bundle deployment widget: ready after/);
    expect(outs).toMatchObject({
      ready: true, activeBundle: expect.stringMatching(/^widget-[0-9a-f]{6}$/) as string, deployments: ['demo/widget'], resolvedSource: `registry.test/widget@sha256:${'a'.repeat(64)}`,
      ownedApis: [{ crd: 'widgetes.demo.test', group: 'demo.test', kind: 'Widget', plural: 'widgetes', version: 'v1' }],
    });

    // An upgrade is ready once the next Bundle is installed, and the previous one is gone.
    await send('PATCH', `${API}/bundledeployments/widget`, { spec: { template: { spec: content('gadget:v2') } } });
    const upgraded = (await rukpakReady.update('id', outs, inputs('BundleDeployment', 'widget', { revision: 'v2' }))).outs;
    expect(upgraded).toMatchObject({ ready: true, resolvedSource: `registry.test/gadget@sha256:${'a'.repeat(64)}` });
    expect(upgraded['activeBundle']).not.toBe(outs['activeBundle']);
    expect(await send('GET', `${API}/bundles/${String(outs['activeBundle'])}`)).toBeUndefined();

    // An object of its API stops the removal, and is deleted first if that is set.
    await send('POST', '/apis/demo.test/v1/namespaces/demo/widgetes', { apiVersion: 'demo.test/v1', kind: 'Widget', metadata: { name: 'mine' } });
    await expect(rukpakReady.delete('id', upgraded)).rejects.toThrow('RukPak would delete one object together with the CRDs: Widget demo/mine');
    expect(await send('GET', '/apis/demo.test/v1/namespaces/demo/widgetes/mine')).toBeDefined();
    await rukpakReady.delete('id', { ...upgraded, onDestroy: { operands: 'delete' } });
    const gone = [`${API}/bundledeployments/widget`, `${API}/bundles/${String(upgraded['activeBundle'])}`, '/apis/apps/v1/namespaces/demo/deployments/widget', '/apis/demo.test/v1/widgetes'];
    for (const path of gone) {
      expect(await send('GET', path)).toBeUndefined();
    }
  });

  it('is explained with the error of its Bundle, and ready after the source is corrected', async () => {
    await install('BundleDeployment', 'broken', 'missing:v1');
    const { reasons, properties } = await failure(rukpakReady.create(inputs('BundleDeployment', 'broken')));
    expect(reasons.join('\n')).toMatch(/ {2}- the bundle of BundleDeployment broken cannot be unpacked: Failed to unpack the broken-\w+ Bundle: .*manifest unknown/);
    await send('PATCH', `${API}/bundledeployments/broken`, { spec: { template: { spec: content('fixed:v1') } } });
    expect((await rukpakReady.update('id', properties, inputs('BundleDeployment', 'broken'))).outs).toMatchObject({ ready: true });
  });

  it('lists what has no owner when it is removed', async () => {
    await install('BundleDeployment', 'lasting', 'kept:v1');
    const { outs } = await rukpakReady.create(inputs('BundleDeployment', 'lasting'));
    expect(await printed(() => rukpakReady.delete('id', outs))).toContain(
      'removal of bundle deployment lasting: left CustomResourceDefinition lastinges.demo.test: its annotation helm.sh/resource-policy keeps it');
    expect(await send('GET', '/apis/apps/v1/namespaces/demo/deployments/lasting')).toBeUndefined();
    expect(await send('GET', '/apis/demo.test/v1/lastinges')).toBeDefined();
  });
});

describe('a BundleInstance', () => {
  it('is ready once the Bundle of its template is installed, and removed with it', async () => {
    await install('BundleInstance', 'early', 'early:v1');
    const { outs } = await rukpakReady.create(inputs('BundleInstance', 'early'));
    expect(outs).toMatchObject({ ready: true, activeBundle: expect.stringMatching(/^early-/) as string, deployments: ['demo/early'] });
    await rukpakReady.delete('id', outs);
    for (const path of [`${API}/bundleinstances/early`, `${API}/bundles/${String(outs['activeBundle'])}`, '/apis/demo.test/v1/earlyes']) {
      expect(await send('GET', path)).toBeUndefined();
    }
  });
});
