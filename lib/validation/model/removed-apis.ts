import { mapListField, stringField, stringListField } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import { compareVersions, parseTolerantVersion, parseVersion } from '../../formats/semver/version';
import type { BundleObject, BundleView } from './bundle-view';
import { crdDescriptionsOf, permissionRulesOf, specOf } from './csv-parts';
import { locatedMaps } from './rule';

/** Releases of Kubernetes whose removed APIs upstream checks. */
export type RemovalRelease = '1.22.0' | '1.25.0' | '1.26.0';

/** A use of an API, or a permission on it, in a bundle. */
export interface ApiUse {
  /** Description, such as `CronJob cleanup`. */
  readonly what: string;
  readonly file: string;
  readonly path: ValuePath;
}

/** Kinds that each release of Kubernetes removed, by apiVersion. */
const REMOVED: { readonly [release in RemovalRelease]: { readonly [apiVersion: string]: readonly string[] } } = {
  '1.22.0': {
    'admissionregistration.k8s.io/v1beta1': ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
    'apiregistration.k8s.io/v1beta1': ['APIService'],
    'authentication.k8s.io/v1beta1': ['TokenReview'],
    'authorization.k8s.io/v1beta1': ['LocalSubjectAccessReview', 'SelfSubjectAccessReview', 'SubjectAccessReview'],
    'certificates.k8s.io/v1beta1': ['CertificateSigningRequest'],
    'coordination.k8s.io/v1beta1': ['Lease'],
    'extensions/v1beta1': ['Ingress'],
    'networking.k8s.io/v1beta1': ['Ingress', 'IngressClass'],
    'rbac.authorization.k8s.io/v1beta1': ['ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'],
    'scheduling.k8s.io/v1beta1': ['PriorityClass'],
    'storage.k8s.io/v1beta1': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
  },
  '1.25.0': {
    'autoscaling/v2beta1': ['HorizontalPodAutoscaler'],
    'batch/v1beta1': ['CronJob'],
    'discovery.k8s.io/v1beta1': ['EndpointSlice'],
    'events.k8s.io/v1beta1': ['Event'],
    'node.k8s.io/v1beta1': ['RuntimeClass'],
    'policy/v1beta1': ['PodDisruptionBudget', 'PodSecurityPolicy'],
  },
  '1.26.0': {
    'autoscaling/v2beta2': ['HorizontalPodAutoscaler'],
  },
};

export const REMOVAL_RELEASES = Object.keys(REMOVED) as readonly RemovalRelease[];

/** Returns the objects of a bundle, and the resources listed in its CSV, whose API was removed in a release. */
export function removedApiUses({ objects, crds, csv }: BundleView, release: RemovalRelease): ApiUse[] {
  const oldCrds = release === '1.22.0' ? crds.filter(({ apiVersion }) => apiVersion === 'apiextensions.k8s.io/v1beta1') : [];
  const old = objects.filter(({ apiVersion, kind }) => isRemoved(release, apiVersion, kind));
  return [
    ...[...oldCrds, ...old].map(({ kind, name, file }) => ({ what: `${kind} ${name}`, file, path: ['apiVersion'] })),
    ...(release === '1.25.0' && csv !== undefined ? describedResources(csv, release) : []),
  ];
}

/** Returns the release of Kubernetes that removed a kind of an API, or undefined if it was not removed. */
export function removalOf(apiVersion: string, kind: string): RemovalRelease | undefined {
  return apiVersion === 'apiextensions.k8s.io/v1beta1' ? '1.22.0' : REMOVAL_RELEASES.find((release) => isRemoved(release, apiVersion, kind));
}

function isRemoved(release: RemovalRelease, apiVersion: string, kind: string): boolean {
  const kinds = REMOVED[release];
  return Object.hasOwn(kinds, apiVersion) && kinds[apiVersion]!.includes(kind);
}

/** Returns the removed resources that descriptions of CRDs list. Upstream checks these only for one release. */
function describedResources(csv: BundleObject, release: RemovalRelease): ApiUse[] {
  return (['owned', 'required'] as const).flatMap((side) => crdDescriptionsOf(csv, side)).flatMap(({ value, path }) => (
    locatedMaps(value, 'resources', path)
      .filter((resource) => isRemoved(release, stringField(resource.value, 'version') ?? '', stringField(resource.value, 'kind') ?? ''))
      .map((resource) => ({ what: `the resource ${stringField(resource.value, 'kind')}`, file: csv.file, path: resource.path }))
  ));
}

/** Returns the permissions on PodSecurityPolicies, which Kubernetes 1.25 removed without a replacement. */
export function removedResourceRules({ csv }: BundleView): ApiUse[] {
  if (csv === undefined || describesResource(csv, 'podsecuritypolicies')) {
    return [];
  }
  return permissionRulesOf(csv)
    .filter(({ value }) => stringListField(value, 'apiGroups').includes('policy') && stringListField(value, 'resources').includes('podsecuritypolicies'))
    .map(({ serviceAccountName, path }) => ({ what: `permissions of ${serviceAccountName} on podsecuritypolicies`, file: csv.file, path }));
}

function describesResource(csv: BundleObject, plural: string): boolean {
  return (['owned', 'required'] as const).flatMap((side) => crdDescriptionsOf(csv, side)).some(({ value }) => (
    mapListField(value, 'resources').some((resource) => `${(stringField(resource, 'kind') ?? '').toLowerCase()}s` === plural)
  ));
}

/** Whether the bundle only targets a release and later ones, according to the option or the CSV. */
export function isForRelease({ options, csv }: BundleView, release: RemovalRelease): boolean {
  const minimum = csv === undefined ? undefined : stringField(specOf(csv), 'minKubeVersion');
  return [options.k8sVersion, minimum].some((target) => {
    const version = parseVersion(parseTolerantVersion(target ?? '') ?? '');
    return version !== undefined && compareVersions(version, parseVersion(release)!) >= 0;
  });
}
