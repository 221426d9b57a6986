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
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'networking.k8s.io': ['IPAddress', 'IngressClass', 'ServiceCIDR'],
  'node.k8s.io': ['RuntimeClass'],
  'olm.operatorframework.io': ['ClusterCatalog', 'ClusterExtension', 'ClusterExtensionRevision', 'ClusterObjectSet'],
  'operators.coreos.com': ['OLMConfig', 'Operator'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment'],
};

/** Whether a kind is cluster-scoped. The core group is the empty string, or `core`. */
export function isClusterScoped(group: string, kind: string): boolean {
  return CLUSTER_SCOPED[group === 'core' ? '' : group]?.includes(kind) ?? false;
}
