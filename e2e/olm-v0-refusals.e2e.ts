import { fieldAt, isMap, type JsonMap, mapListField } from '../lib/formats/json/json-value';
import { OlmVersion } from '../lib/olm/v0/model/olm-version';
import { OlmRelease } from '../lib/olm/v0/olm-release';
import { OLM_V0_BREACHES, OLM_V0_PASSING, type Refusal } from '../test/validation/suites/olm-v0-breaches';
import { type Change, changedBundle, CRD, CSV } from '../test/validation/valid-bundle';
import { Cluster } from './cluster/cluster';
import type { KubernetesObject } from './cluster/kubernetes-object';
import { ControlPlane } from './control-plane/control-plane';

/** What the suite OLM_V0 reports, a real API server refuses, and it accepts what the suite accepts. */

let cluster: Cluster;

beforeAll(async () => {
  cluster = await Cluster.of(await ControlPlane.start());
  for (const crd of OlmRelease.of({ version: OlmVersion.DEFAULT })._manifests.filter(({ kind }) => kind === 'CustomResourceDefinition')) {
    const object = crd as unknown as KubernetesObject;
    expect(await cluster.client.apply({ content: JSON.stringify(object), object })).toMatchObject({ accepted: true });
    await cluster.client.waitUntilEstablished(object);
  }
}, 20 * 60_000);
afterAll(() => cluster.close());

/** Returns an object of a changed bundle as it reaches the API server: OLM makes Deployments and roles of the CSV. */
function sentObject(change: Change, by: Refusal): KubernetesObject {
  const { files } = changedBundle(change);
  const [other] = Object.keys(change.files ?? {});
  const object = JSON.parse(files.get(by === 'crd' ? CRD : other ?? CSV)!.toString()) as JsonMap;
  const install = fieldAt(object, 'spec', 'install', 'spec');
  const metadata = { name: 'demo' };
  switch (by) {
    case 'deployment':
      return inDefault({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: mapListField(install, 'deployments')[0]!['spec'] });
    case 'role':
      return inDefault({
        apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', metadata, rules: mapListField(install, 'permissions')[0]!['rules'],
      });
    default:
      return inDefault(object);
  }
}

const NAMESPACED = ['ClusterServiceVersion', 'ConfigMap', 'Deployment', 'Role', 'Secret', 'Service'];

function inDefault(object: JsonMap): KubernetesObject {
  const { namespace: _, ...metadata } = isMap(object['metadata']) ? object['metadata'] : {};
  const place = NAMESPACED.includes(String(object['kind'])) ? { namespace: 'default' } : {};
  return { ...object, metadata: { ...metadata, ...place } } as unknown as KubernetesObject;
}

/** A change, with its rule and who refuses it. */
type Case = Change & { readonly id: string; readonly what: string; readonly refusedBy: Refusal };

const sent = (all: readonly Case[]): [string, string, Case][] => (
  all.filter(({ refusedBy }) => refusedBy !== 'olm').map((each) => [each.id, each.what, each])
);

it.each<Refusal>(['csv', 'crd', 'deployment', 'role'])('the API server accepts the valid bundle: its %s', async (kind) => {
  expect(await cluster.client.tryCreate(sentObject({}, kind))).toMatchObject({ accepted: true, refusal: '' });
});

it.each(sent(OLM_V0_BREACHES))('the API server refuses what %s finds: %s', async (_, _what, breach) => {
  expect(await cluster.client.tryCreate(sentObject(breach, breach.refusedBy))).toMatchObject({ accepted: false });
});

it.each(sent(OLM_V0_PASSING))('the API server accepts what %s accepts: %s', async (_, _what, passing) => {
  expect(await cluster.client.tryCreate(sentObject(passing, passing.refusedBy))).toMatchObject({ accepted: true, refusal: '' });
});
