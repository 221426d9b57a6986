import { Bundle } from '../bundle/bundle';
import { BUNDLE_ANNOTATION } from '../bundle/model/bundle-content';
import { Manifest } from '../bundle/model/manifest';
import { parseJson } from '../formats/json/exact-json';
import { defined } from '../formats/json/defined';
import { isMap, type JsonMap, mapField, mapListField, stringField } from '../formats/json/json-value';
import { groupVersion } from '../formats/schema/api-groups';
import { byName } from './waiting/operator/situation';
import { csvProperties, ownedApis } from './waiting/view/cluster-service-version';
import type { KubernetesObject } from './waiting/view/kubernetes-object';

/** What is left in a cluster of the bundle of an operator. */
export interface InstalledBundleObjects {
  readonly packageName: string;
  readonly csv: KubernetesObject;

  /** CustomResourceDefinitions of the cluster. */
  readonly crds: readonly KubernetesObject[];

  /** InstallPlan that installed the ClusterServiceVersion. @default - it no longer exists */
  readonly plan?: KubernetesObject;
}

/**
 * Returns the bundle of an installed operator: its ClusterServiceVersion and properties, its CRDs, and the objects that its InstallPlan lists.
 * Without the InstallPlan, the other objects of the bundle are unknown.
 */
export function installedBundle({ packageName, csv, crds, plan }: InstalledBundleObjects): Bundle {
  const { name, annotations = {} } = csv.metadata;
  const owned = [...new Set(ownedApis(csv).map(({ crd }) => crd))];
  const contents = [
    { apiVersion: 'operators.coreos.com/v1alpha1', kind: 'ClusterServiceVersion', metadata: { name, annotations: { ...annotations } }, spec: csv.spec },
    ...owned.map((crd) => crdContent(crd, byName(crds, crd))),
    ...(plan === undefined ? [] : plannedObjects(plan, name)),
  ];
  return Bundle._of(`ClusterServiceVersion ${csv.metadata.namespace ?? ''}/${name}`, {
    mediaType: 'registry+v1',
    annotations: { [BUNDLE_ANNOTATION.PACKAGE]: packageName },
    manifests: contents.map((content, index) => Manifest._of(`manifests/${String(index)}.json`, content)),
    dependencies: [],
    properties: csvProperties(csv).flatMap(({ type, value }) => (typeof type === 'string' ? [{ type, value }] : [])),
  });
}

function crdContent(name: string, found: KubernetesObject | undefined): JsonMap {
  return { apiVersion: 'apiextensions.k8s.io/v1', kind: 'CustomResourceDefinition', metadata: { name }, ...defined({ spec: found?.spec }) };
}

/** Kinds of objects that OLM derives from a ClusterServiceVersion, or that the bundle already has. */
const DERIVED = ['ClusterServiceVersion', 'CustomResourceDefinition', 'Subscription'];

/** Returns the objects of a bundle in its InstallPlan, without roles and accounts that OLM derives from the ClusterServiceVersion. */
function plannedObjects(plan: KubernetesObject, csv: string): JsonMap[] {
  return mapListField(plan.status, 'plan').filter((step) => stringField(step, 'resolving') === csv).flatMap((step) => {
    const resource = mapField(step, 'resource');
    const [kind = '', name = '', group = '', version = ''] = ['kind', 'name', 'group', 'version'].map((key) => stringField(resource, key));
    const manifest = parsed(stringField(resource, 'manifest'));
    const metadata = mapField(manifest, 'metadata');
    const isOwned = mapListField(metadata, 'ownerReferences').some((owner) => stringField(owner, 'kind') === 'ClusterServiceVersion');
    if (DERIVED.includes(kind) || name === '' || isOwned || mapField(metadata, 'labels')['olm.owner'] === csv) {
      return [];
    }
    const isContent = stringField(manifest, 'kind') === kind && stringField(metadata, 'name') === name;
    return [isContent ? manifest : { apiVersion: groupVersion({ group, version }), kind, metadata: { name } }];
  });
}

/** Returns the content of a step, or an empty map: for a bundle that OLM unpacked, the step only refers to a ConfigMap. */
function parsed(manifest: string | undefined): JsonMap {
  try {
    const content = parseJson(manifest ?? '{}');
    return isMap(content) ? content : {};
  } catch {
    return {};
  }
}
