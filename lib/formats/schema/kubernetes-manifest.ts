import { ownValue } from '../json/json-value';
import { OLM_GROUP, OLM_V1_GROUP, RBAC_GROUP } from './api-groups';

/** A Kubernetes object as sent to the API server. */
export interface KubernetesManifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ManifestMetadata;
  readonly [field: string]: unknown;
}

/** The fields of `metadata` that a release of OLM uses. Cluster-scoped objects have no `namespace` key. */
export interface ManifestMetadata {
  readonly name: string;
  readonly namespace?: string;
  readonly labels?: { readonly [key: string]: string };
  readonly annotations?: { readonly [key: string]: string };
}

/** Cluster-scoped kinds by API group; the core group is the empty string. */
const CLUSTER_SCOPED: { readonly [group: string]: readonly string[] } = {
  '': ['Namespace', 'Node', 'PersistentVolume'],
  'admissionregistration.k8s.io': [
    'MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding', 'MutatingWebhookConfiguration', 'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding', 'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  'certificates.k8s.io': ['CertificateSigningRequest', 'ClusterTrustBundle'],
  'console.openshift.io': ['ConsoleCLIDownload', 'ConsoleLink', 'ConsolePlugin', 'ConsoleQuickStart', 'ConsoleYAMLSample'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'networking.k8s.io': ['IPAddress', 'IngressClass', 'ServiceCIDR'],
  'node.k8s.io': ['RuntimeClass'],
  [OLM_V1_GROUP]: ['ClusterCatalog', 'ClusterExtension', 'ClusterExtensionRevision', 'ClusterObjectSet'],
  [OLM_GROUP]: ['OLMConfig', 'Operator'],
  [RBAC_GROUP]: ['ClusterRole', 'ClusterRoleBinding'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
};

/** Whether a kind is cluster-scoped. The core group is the empty string, or `core`. */
export function isClusterScoped(group: string, kind: string): boolean {
  return ownValue(CLUSTER_SCOPED, group === 'core' ? '' : group)?.includes(kind) ?? false;
}

/** Whether a string is a kind with its group, such as `Database.example.com`. */
export function isKindAndGroup(text: string): boolean {
  return /^[A-Z][A-Za-z0-9]*(?:\.[a-z0-9-]+)+$/.test(text);
}

/** Kinds whose resource has the same name. */
const UNCHANGED = /endpoints$/;

/**
 * Returns the name of the resource of a kind, such as `networkpolicies` for NetworkPolicy: the English plural in lower case, as for all kinds of
 * Kubernetes and of operators that bundles contain. A CustomResourceDefinition may define another name.
 */
export function resourceOfKind(kind: string): string {
  const name = kind.toLowerCase();
  if (UNCHANGED.test(name)) {
    return name;
  }
  if (/[^aeiou]y$/.test(name)) {
    return `${name.slice(0, -1)}ies`;
  }
  return /(?:s|x|ch|sh)$/.test(name) ? `${name}es` : `${name}s`;
}
