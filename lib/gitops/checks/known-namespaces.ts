import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { apiObjectsIn } from '../../constructs/model/chart-objects';
import { Cluster } from '../../constructs/cluster';
import { RukpakBundle } from '../../constructs/rukpak/rukpak-bundle';
import { RukpakBundleDeployment } from '../../constructs/rukpak/rukpak-bundle-deployment';
import { RukpakBundleInstance } from '../../constructs/rukpak/rukpak-bundle-instance';
import { fieldAt, stringField, stringListField } from '../../formats/json/json-value';
import { OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { OLM_NAMESPACE, OPERATOR_NAMESPACE, RUKPAK_NAMESPACE } from '../../olm/names';
import { FLUX_NAMESPACE } from '../flux/flux-object';
import type { CheckedCluster } from './checked-cluster';

const OF_KUBERNETES = ['default', 'kube-node-lease', 'kube-public', 'kube-system'];

/** Namespaces of each cluster with OpenShift, besides those of its OLM, in which its documentation lets users create objects. */
const OF_OPENSHIFT = [
  'openshift', 'openshift-config', 'openshift-config-managed', 'openshift-console', 'openshift-dns', 'openshift-image-registry', 'openshift-ingress',
  'openshift-ingress-operator', 'openshift-machine-api', 'openshift-machine-config-operator', 'openshift-monitoring', 'openshift-network-operator',
  'openshift-user-workload-monitoring',
];

const ARGO_GROUP = 'argoproj.io';

/** Namespaces that the app creates, and those that are known to be in the cluster. */
export interface KnownNamespaces {
  readonly names: ReadonlySet<string>;

  /** Whether something in the app creates namespaces whose names are not known. */
  readonly isPartial: boolean;
}

/** Returns the namespaces that a cluster has after the app is applied, as far as the app knows. */
export function knownNamespaces(view: CheckedCluster): KnownNamespaces {
  const created = [...view.applicationNamespaces, ...createdByFlux(view), ...createdByRukpak(view)];
  return {
    names: new Set([
      ...OF_KUBERNETES, ...(view.isOpenShift ? OF_OPENSHIFT : []),
      ...view.options.existingNamespaces ?? [], ...Cluster.of(view.cluster)?.existingNamespaces ?? [],
      ...namesOf(view, 'core', 'Namespace'), ...namesOf(view, 'project.openshift.io', 'Project'), ...namesOf(view, 'project.openshift.io', 'ProjectRequest'),
      ...ofControllers(view), ...created.filter((name) => name !== undefined),
    ]),
    isPartial: created.includes(undefined),
  };
}

function namesOf(view: CheckedCluster, group: string, kind: string): string[] {
  return view.ofKind(group, kind).map(({ name }) => name);
}

/** Returns the namespaces of the controllers whose kinds the app has: without them, nothing would read the objects. */
function ofControllers(view: CheckedCluster): string[] {
  const groups = new Set(view.objects.map(({ apiGroup }) => apiGroup));
  const { olm } = view;
  return [
    ...(olm === undefined ? [] : [olm.namespace, olm.operatorNamespace, olm.catalogNamespace]),
    // Without one, constructs assume those of upstream's releases.
    ...(olm === undefined && groups.has(OLM_GROUP) ? [OLM_NAMESPACE, OPERATOR_NAMESPACE] : []),
    ...(groups.has(OLM_V1_GROUP) ? ['olmv1-system'] : []),
    ...(groups.has(RUKPAK_GROUP) ? [RUKPAK_NAMESPACE, ...namespacesOf(view.objects.filter(isOfRukpak))] : []),
    ...(groups.has(ARGO_GROUP) ? ['argocd'] : []),
    // Argo CD reads AppProjects and its own ConfigMap in its namespace only.
    ...namespacesOf([...view.ofKind(ARGO_GROUP, 'AppProject'), ...view.ofKind('core', 'ConfigMap').filter(({ name }) => name === 'argocd-cm')]),
    ...([...groups].some((group) => group.endsWith('.fluxcd.io')) ? [FLUX_NAMESPACE] : []),
  ];
}

function namespacesOf(objects: readonly ApiObject[]): string[] {
  return objects.flatMap(({ metadata: { namespace } }) => namespace ?? []);
}

/** RukPak reads the objects of its constructs in the namespace of its controllers. */
function isOfRukpak({ node: { scopes } }: ApiObject): boolean {
  return scopes.some((scope) => (
    RukpakBundleDeployment.isRukpakBundleDeployment(scope) || RukpakBundle.isRukpakBundle(scope) || RukpakBundleInstance.isRukpakBundleInstance(scope)
  ));
}

/**
 * Returns the namespaces that Applications of Argo CD create, undefined for one with a parameter in its name. They are those of all clusters: the
 * Application of a cluster may be in another one, where Argo CD runs.
 *
 * @see https://argo-cd.readthedocs.io/en/stable/user-guide/sync-options/#create-namespace
 */
export function namespacesOfApplications(app: IConstruct): (string | undefined)[] {
  const objects = apiObjectsIn(app.node.findAll());
  return objects.filter(({ apiGroup }) => apiGroup === ARGO_GROUP).flatMap((object) => {
    const isSet = object.kind === 'ApplicationSet';
    const spec = isSet ? fieldAt(object.toJson(), 'spec', 'template', 'spec') : fieldAt(object.toJson(), 'spec');
    const namespace = stringField(fieldAt(spec, 'destination'), 'namespace');
    const creates = stringListField(fieldAt(spec, 'syncPolicy'), 'syncOptions').includes('CreateNamespace=true');
    return !creates || namespace === undefined ? [] : [isSet && namespace.includes('{{') ? undefined : namespace];
  });
}

/** @see https://fluxcd.io/flux/components/helm/helmreleases/#install-configuration */
function createdByFlux(view: CheckedCluster): string[] {
  return view.ofKind('helm.toolkit.fluxcd.io', 'HelmRelease').map((object) => fieldAt(view.manifestOf(object), 'spec'))
    .filter((spec) => fieldAt(spec, 'install', 'createNamespace') === true)
    .flatMap((spec) => stringField(spec, 'targetNamespace') ?? []);
}

/** Returns the namespaces that RukPak creates, undefined for those in a bundle with unknown content. */
function createdByRukpak(view: CheckedCluster): (string | undefined)[] {
  return view.operators.filter(({ engine }) => engine === 'RukPak').flatMap(({ bundle, object, namespace }) => (
    bundle === undefined ? [undefined] : object === undefined || installNamespaceOf(view, object) === undefined ? [namespace] : []
  ));
}

/** Returns the existing namespace that a BundleDeployment of RukPak names. Since RukPak 0.20.0; before, RukPak creates one. */
export function installNamespaceOf(view: CheckedCluster, object: ApiObject): string | undefined {
  return object.apiGroup === RUKPAK_GROUP ? stringField(fieldAt(view.manifestOf(object), 'spec'), 'installNamespace') : undefined;
}
