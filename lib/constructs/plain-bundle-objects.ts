import { Construct } from 'constructs';
import { PlainResult } from './bundle-engine-result';
import { chartObjects } from './helm-chart';
import { ConstructError } from './model/construct-error';
import { checkNamespace } from './model/prop-checks';
import { checkSoleOwner } from './model/sole-owner';
import type { PlainBundleDeploymentProps } from './plain-bundle-deployment';
import { PlainObjects } from './plain-objects';
import { fieldAt } from '../formats/json/json-value';
import { isClusterScoped } from '../formats/schema/cluster-scoped';
import { KubernetesManifest } from '../formats/schema/kubernetes-manifest';

/** Props that apply to charts only. */
const CHART_PROPS = ['values', 'releaseName', 'helmExecutable'] as const;

/**
 * Creates the objects of a bundle without a ClusterServiceVersion.
 *
 * @throws ConstructError when a prop is invalid, or the chart cannot be rendered
 */
export function deployPlainBundle(scope: Construct, props: PlainBundleDeploymentProps): PlainResult & { readonly namespace: string } {
  const { bundle, namespace, crdScope = scope, createNamespace, labels, annotations } = props;
  if (namespace === undefined) {
    throw new ConstructError(scope, "namespace is required: set 'namespace', or that of the chart");
  }
  checkNamespace(scope, 'namespace', namespace);
  const unused = bundle.chart === undefined ? CHART_PROPS.find(prop => props[prop] !== undefined) : undefined;
  if (unused !== undefined) {
    throw new ConstructError(scope, `'${unused}' is for Helm charts, and the bundle '${bundle.source}' has media type ${bundle.mediaType}; omit it`);
  }
  const manifests = bundle.chart === undefined ? bundle.objects.map(({ content }) => content as unknown as KubernetesManifest)
    : chartObjects(scope, bundle.chart, { ...props, namespace });
  const objects = inNamespace(manifests, namespace);
  const created = new PlainObjects(scope, { labels, annotations, createNamespace }, namespace).create([objects], crdScope);
  checkSoleOwner(scope, 'install the bundle once in a cluster');
  return { namespace, ...created };
}

/**
 * Sets the namespace of objects that have none, unless their kind is cluster-scoped: a well-known kind, or one of a CRD in the bundle. Kinds defined
 * elsewhere are treated as namespaced; the API server drops the namespace of a cluster-scoped object.
 */
function inNamespace(manifests: readonly KubernetesManifest[], namespace: string): KubernetesManifest[] {
  const crds = manifests.filter(({ kind }) => kind === 'CustomResourceDefinition');
  const clusterKinds = new Set(crds.filter(crd => fieldAt(crd, 'spec', 'scope') === 'Cluster').map(crd => (
    JSON.stringify([fieldAt(crd, 'spec', 'group'), fieldAt(crd, 'spec', 'names', 'kind')]))));
  return manifests.map(manifest => {
    const { apiVersion, kind, metadata } = manifest;
    const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
    const isCluster = isClusterScoped(group, kind) || clusterKinds.has(JSON.stringify([group, kind]));
    const { namespace: own, ...others } = metadata;
    return { ...manifest, metadata: isCluster ? others : { ...others, namespace: own ?? namespace } };
  });
}
