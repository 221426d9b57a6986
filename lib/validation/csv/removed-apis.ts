import { compareVersions, parseVersion } from '../catalog/version';
import { mapsField, textField, textsField } from '../json-value';
import type { ValuePath } from '../source-position';
import { crdDescriptionsOf, permissionRulesOf, specOf } from './csv-parts';
import { placedMaps } from './placed';
import { parseTolerantVersion } from './readers/tolerant-version';
import type { SubjectObject, ValidationSubject } from './subject';

/** The releases of Kubernetes whose removals upstream knows. */
export type RemovalRelease = '1.22.0' | '1.25.0' | '1.26.0';

/** A place in a bundle that uses an API, or that may act on one. */
export interface ApiUse {
  /** What it is, such as `CronJob cleanup`. */
  readonly what: string;
  readonly file: string;
  readonly path: ValuePath;
}

/** Kinds by apiVersion that Kubernetes no longer serves since a release. */
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

/** Every object of a bundle, and every resource that its CSV names, of an API that was removed in a release. */
export function removedApiUses({ objects, crds, csv }: ValidationSubject, release: RemovalRelease): ApiUse[] {
  const oldCrds = release === '1.22.0' ? crds.filter(({ apiVersion }) => apiVersion === 'apiextensions.k8s.io/v1beta1') : [];
  const old = objects.filter(({ apiVersion, kind }) => isRemoved(release, apiVersion, kind));
  return [
    ...[...oldCrds, ...old].map(({ kind, name, file }) => ({ what: `${kind} ${name}`, file, path: ['apiVersion'] })),
    ...(release === '1.25.0' && csv !== undefined ? describedResources(csv, release) : []),
  ];
}

function isRemoved(release: RemovalRelease, apiVersion: string, kind: string): boolean {
  const kinds = REMOVED[release];
  return Object.hasOwn(kinds, apiVersion) && kinds[apiVersion]!.includes(kind);
}

/** The resources that the descriptions of CRDs name. Upstream looks at them for this release only. */
function describedResources(csv: SubjectObject, release: RemovalRelease): ApiUse[] {
  return (['owned', 'required'] as const).flatMap((side) => crdDescriptionsOf(csv, side)).flatMap(({ value, path }) => (
    placedMaps(value, 'resources', path)
      .filter((resource) => isRemoved(release, textField(resource.value, 'version') ?? '', textField(resource.value, 'kind') ?? ''))
      .map((resource) => ({ what: `the resource ${textField(resource.value, 'kind')}`, file: csv.file, path: resource.path }))
  ));
}

/** Every rule of permissions on PodSecurityPolicies, which 1.25 removed for good. */
export function removedResourceRules({ csv }: ValidationSubject): ApiUse[] {
  if (csv === undefined || describesResource(csv, 'podsecuritypolicies')) {
    return [];
  }
  return permissionRulesOf(csv)
    .filter(({ value }) => textsField(value, 'apiGroups').includes('policy') && textsField(value, 'resources').includes('podsecuritypolicies'))
    .map(({ serviceAccountName, path }) => ({ what: `permissions of ${serviceAccountName} on podsecuritypolicies`, file: csv.file, path }));
}

function describesResource(csv: SubjectObject, plural: string): boolean {
  return (['owned', 'required'] as const).flatMap((side) => crdDescriptionsOf(csv, side)).some(({ value }) => (
    mapsField(value, 'resources').some((resource) => `${(textField(resource, 'kind') ?? '').toLowerCase()}s` === plural)
  ));
}

/** Whether the bundle is meant for no release older than that: by the option, or by what the CSV says. */
export function isForRelease({ options, csv }: ValidationSubject, release: RemovalRelease): boolean {
  const minimum = csv === undefined ? undefined : textField(specOf(csv), 'minKubeVersion');
  return [options.k8sVersion, minimum].some((text) => {
    const version = parseVersion(parseTolerantVersion(text ?? '') ?? '');
    return version !== undefined && compareVersions(version, parseVersion(release)!) >= 0;
  });
}
