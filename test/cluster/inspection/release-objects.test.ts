import { Duration } from 'cdk8s';
import { clusterStatus, ClusterStatus } from '../../../lib/cluster/inspection/cluster-status';
import { explainObject } from '../../../lib/cluster/inspection/explain/explain';
import { ObjectIndex } from '../../../lib/cluster/inspection/source/object-index';
import { Listing, ObjectSource } from '../../../lib/cluster/inspection/source/object-source';
import { resourceName } from '../../../lib/cluster/waiting/view/api-resource';
import { fieldAt, JsonMap, mapListField } from '../../../lib/formats/json/json-value';
import type { KubernetesManifest } from '../../../lib/formats/schema/kubernetes-manifest';
import { OlmVersion } from '../../../lib/olm/v0/model/olm-version';
import { OlmRelease } from '../../../lib/olm/v0/olm-release';
import { DefaultCatalog } from '../../../lib/olm/v0/settings/default-catalog';
import { OlmSettings } from '../../../lib/olm/v0/settings/olm-settings';
import { conditions } from '../waiting/objects';

const CREATED = '2026-11-20T12:00:00Z';
const NOW = Date.parse('2026-11-20T13:00:00Z');

/** A cluster with all objects of a kind, unless the account may not list them. */
class Cluster implements ObjectSource {
  readonly #index = new ObjectIndex();
  readonly #forbidden: readonly string[];

  public constructor(objects: readonly KubernetesManifest[], forbidden: readonly string[] = []) {
    this.#forbidden = forbidden;
    objects.forEach((object) => {
      const [group = '', kind = ''] = [object.apiVersion.includes('/') ? object.apiVersion.split('/')[0] : '', object.kind];
      this.#index.add({ group, kind }, object);
    });
  }

  public list(interest: Parameters<ObjectSource['list']>[0]): Promise<Listing> {
    return Promise.resolve(this.#forbidden.includes(resourceName(interest.resource))
      ? { problem: { kind: 'forbidden', message: 'forbidden', account: 'ann' } } : { items: this.#index.select(interest) });
  }

  public notes(): readonly string[] {
    return [];
  }
}

const RUNNING = { observedGeneration: 1, replicas: 1, updatedReplicas: 1, availableReplicas: 1 };

/** Returns an object as it is in a cluster in which OLM runs. */
function running(object: KubernetesManifest): KubernetesManifest {
  const metadata = { ...object.metadata, creationTimestamp: CREATED, generation: 1 };
  const status: { readonly [kind: string]: object } = {
    CustomResourceDefinition: { conditions: conditions({ type: 'Established' }, { type: 'NamesAccepted' }) },
    Deployment: RUNNING, ClusterServiceVersion: { phase: 'Succeeded' }, Namespace: { phase: 'Active' },
    CatalogSource: { connectionState: { lastObservedState: 'READY' } },
  };
  const replicas = object.kind === 'Deployment' ? { spec: { ...object['spec'] as object, replicas: 1 } } : {};
  return { ...object, ...replicas, metadata, ...(status[object.kind] === undefined ? {} : { status: status[object.kind] }) };
}

/** Returns the objects of a release, with what OLM creates itself. */
function installed(settings: OlmSettings): KubernetesManifest[] {
  const all = OlmRelease.of(settings)._manifests.map(running);
  const server = all.find(({ kind }) => kind === 'ClusterServiceVersion')!;
  const made = mapListField(fieldAt(server['spec'], 'install', 'spec'), 'deployments').map(({ name, spec }: JsonMap): KubernetesManifest => running({
    apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: name as string, namespace: server.metadata.namespace! }, spec,
  }));
  return [...all, ...made, {
    apiVersion: 'apiregistration.k8s.io/v1', kind: 'APIService', metadata: { name: 'v1.packages.operators.coreos.com' },
    status: { conditions: conditions({ type: 'Available' }) },
  }];
}

const titleOf = ({ kind, metadata: { name, namespace } }: KubernetesManifest): string => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`;
const statusOf = (objects: readonly KubernetesManifest[], forbidden?: readonly string[]): Promise<ClusterStatus> => (
  clusterStatus(new Cluster(objects, forbidden), { now: NOW })
);

/** Returns the objects of the release that were not found as they should be. */
function faults({ olm }: ClusterStatus): string[] {
  return (olm?.objects ?? []).filter(({ state }) => state !== 'found').map(({ object, state, difference }) => `${object}: ${difference ?? state}`);
}

const RELEASES = OlmVersion.all.map((version): [string, OlmVersion] => [version.version, version]);

describe('an OLM of release', () => {
  it.each(RELEASES)('%s is ready with all of its objects, each of which is listed', async (_, version) => {
    const objects = installed({ version });
    const { olm } = await statusOf(objects);
    expect({ verdict: olm?.verdict, detail: olm?.detail, objects: olm?.objects?.map(({ object, state }) => `${object}: ${state}`) }).toEqual({
      verdict: 'healthy', objects: OlmRelease.of({ version })._manifests.map((object) => `${titleOf(object)}: found`),
    });
    expect(await explainObject({ name: 'olm' }, new Cluster(objects), NOW)).toMatchObject({ verdict: 'healthy', chain: { mark: 'ok' } });
  });

  it.each(RELEASES)('%s is not ready without any one of them', async (_, version) => {
    const objects = installed({ version });
    for (const missing of OlmRelease.of({ version })._manifests) {
      const title = titleOf(missing);
      const rest = objects.filter((object) => titleOf(object) !== title);
      const status = await statusOf(rest);
      if (missing.kind === 'CatalogSource') {
        expect({ title, verdict: status.olm?.verdict, faults: faults(status) }).toEqual({ title, verdict: 'healthy', faults: [`${title}: omitted`] });
        continue;
      }
      expect({ title, verdict: status.olm?.verdict, isListed: faults(status).includes(`${title}: missing`) })
        .toEqual({ title, verdict: 'failed', isListed: true });
      const explained = await explainObject({ name: 'olm' }, new Cluster(rest), NOW);
      expect({ title, verdict: explained.verdict, mark: explained.chain.mark }).toEqual({ title, verdict: 'failed', mark: 'waiting' });
      expect(JSON.stringify([explained.causes, explained.chain])).toContain(missing.metadata.name);
    }
  });
});

describe('an OLM with settings', () => {
  it.each<[string, OlmSettings]>([
    ['without a default catalog', { defaultCatalog: DefaultCatalog.none() }],
    ['without NetworkPolicies', { networkPolicies: false }],
    ['with other namespaces', { namespace: 'olm-system', operatorNamespace: 'shared', catalogNamespace: 'catalogs' }],
    ['with one namespace for everything', { namespace: 'olm', operatorNamespace: 'olm' }],
    ['with other images', { images: { olm: 'registry.example/olm:v0.46.0' }, registryMirror: 'mirror.example' }],
    ['that watches some namespaces', { watchedNamespaces: ['shop', 'team'] }],
    ['with other replicas and resources', { packageserver: { replicas: 3 }, debug: true }],
    ['with its own OLMConfig', { olmConfig: { disableCopiedCsvs: true, packageServerSyncInterval: Duration.minutes(5) } }],
    ['with pull secrets', { pullSecrets: ['registry'] }],
    ['with monitoring', { monitoring: { labels: { team: 'platform' } } }],
  ])('%s is ready', async (_, settings) => {
    const { olm } = await statusOf(installed(settings));
    expect({ verdict: olm?.verdict, detail: olm?.detail, faults: olm?.objects?.filter(({ state }) => ['missing', 'differs', 'unknown'].includes(state)) })
      .toEqual({ verdict: 'healthy', faults: [] });
  });
});

describe('an object of OLM that differs from its release', () => {
  const changed = (kind: string, name: string, change: (object: KubernetesManifest) => object): KubernetesManifest[] => (
    installed({}).map((object) => (object.kind === kind && object.metadata.name === name ? { ...object, ...change(object) } : object))
  );

  it.each<[string, KubernetesManifest[], string]>([
    ['a ClusterRole without a rule', changed('ClusterRole', 'system:controller:operator-lifecycle-manager', (object) => ({ rules: mapListField(object, 'rules').slice(1) })),
      'ClusterRole system:controller:operator-lifecycle-manager: lacks one rule of the release'],
    ['a ClusterRoleBinding without its account', changed('ClusterRoleBinding', 'olm-operator-binding-olm', () => ({ subjects: [] })),
      'ClusterRoleBinding olm-operator-binding-olm: does not bind ClusterRole system:controller:operator-lifecycle-manager to ServiceAccount olm/olm-operator-serviceaccount'],
    ['an OperatorGroup with other namespaces', changed('OperatorGroup', 'global-operators', () => ({ spec: { targetNamespaces: ['shop'] } })),
      'OperatorGroup operators/global-operators: has the target namespaces shop instead of those of the whole cluster'],
    ['a CRD without a version', changed('CustomResourceDefinition', 'operatorconditions.operators.coreos.com', (object) => ({
      spec: { ...object['spec'] as object, versions: mapListField(object['spec'], 'versions').map((version) => ({ ...version, served: version['name'] === 'v1' })) },
    })), 'CustomResourceDefinition operatorconditions.operators.coreos.com: does not serve version v2'],
    ['a ServiceAccount that is being deleted', changed('ServiceAccount', 'olm-operator-serviceaccount', ({ metadata }) => ({ metadata: { ...metadata, deletionTimestamp: CREATED } })),
      'ServiceAccount olm/olm-operator-serviceaccount: is being deleted'],
  ])('%s is reported', async (_, objects, expected) => {
    const status = await statusOf(objects);
    expect({ verdict: status.olm?.verdict, faults: faults(status) }).toEqual({ verdict: 'failed', faults: [expected] });
  });

  it('is no fault if a rule was added, or lists are in another order', async () => {
    const objects = changed('ClusterRole', 'aggregate-olm-view', (object) => ({
      rules: [{ apiGroups: ['x'], resources: ['y'], verbs: ['get'] }, ...mapListField(object, 'rules').map((rule) => ({ ...rule, verbs: [...rule['verbs'] as string[]].reverse() }))],
    }));
    const status = await statusOf(objects);
    expect({ verdict: status.olm?.verdict, faults: faults(status) }).toEqual({ verdict: 'healthy', faults: [] });
  });
});

describe('an object of OLM that cannot be read', () => {
  it('is unknown, and no fault', async () => {
    const status = await statusOf(installed({}).filter(({ kind }) => kind !== 'ClusterRole'), ['clusterroles.rbac.authorization.k8s.io', 'serviceaccounts']);
    expect(status.olm?.verdict).toBe('healthy');
    expect(faults(status)).toEqual([
      'ServiceAccount olm/olm-operator-serviceaccount: unknown', 'ClusterRole system:controller:operator-lifecycle-manager: unknown',
      'ClusterRole aggregate-olm-edit: unknown', 'ClusterRole aggregate-olm-view: unknown',
    ]);
  });
});
