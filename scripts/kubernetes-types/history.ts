/**
 * Change of a field of a Kubernetes type in OLM's CRDs. The OpenAPI is that of the Kubernetes version of the newest release; older releases of
 * OLM were built with older versions. The entries were found by comparing the CRDs of every release.
 *
 * Releases are releases of OLM.
 */
export interface FieldHistory {
  /** Short name of the type. */
  readonly type: string;
  readonly field: string;
  /** First release with the field. */
  readonly since?: string;
  /** First release without the field. */
  readonly until?: string;
  /** First release in which the field has its keywords about merging and defaults, if not `MARKS_SINCE`. */
  readonly marksSince?: string;
  /** First release in which the field is required. */
  readonly requiredSince?: string;
  /** Expression that builds the field, if the OpenAPI no longer has it. */
  readonly source?: string;
}

/**
 * First release with keywords about merging and defaults in Kubernetes' own types: its CRD generator is the first to support them. A field with a
 * `since` has always had these keywords.
 */
export const MARKS_SINCE = '0.29.0';

/** First release with such keywords on whole types, for the same reason. */
export const TYPE_MARKS_SINCE = '0.28.0';

/** Version that precedes all known releases. */
export const ALWAYS = '0.0.0';

/** All changes, by release and type. */
export const history: readonly FieldHistory[] = [
  { type: 'Container', field: 'ports', marksSince: ALWAYS },
  { type: 'ContainerPort', field: 'protocol', marksSince: ALWAYS },
  { type: 'PodSpec', field: 'topologySpreadConstraints', marksSince: ALWAYS },
  { type: 'EphemeralVolumeSource', field: 'readOnly', until: '0.19.0', source: 'boolean()' },
  { type: 'PodAffinityTerm', field: 'namespaceSelector', since: '0.19.0' },
  { type: 'Probe', field: 'terminationGracePeriodSeconds', since: '0.19.0' },
  { type: 'PersistentVolumeClaimSpec', field: 'dataSourceRef', since: '0.20.0' },
  { type: 'PodSpec', field: 'nodeSelector', marksSince: '0.20.0' },
  { type: 'WindowsSecurityContextOptions', field: 'hostProcess', since: '0.20.0' },
  { type: 'EphemeralContainer', field: 'ports', marksSince: '0.21.0' },
  { type: 'PodSpec', field: 'os', since: '0.21.0' },
  { type: 'Probe', field: 'grpc', since: '0.21.0' },
  { type: 'TopologySpreadConstraint', field: 'minDomains', since: '0.22.0' },
  { type: 'PodSpec', field: 'hostUsers', since: '0.23.0' },
  { type: 'TopologySpreadConstraint', field: 'matchLabelKeys', since: '0.23.0' },
  { type: 'TopologySpreadConstraint', field: 'nodeAffinityPolicy', since: '0.23.0' },
  { type: 'TopologySpreadConstraint', field: 'nodeTaintsPolicy', since: '0.23.0' },
  { type: 'PodResourceClaim', field: 'source', until: '0.29.0', source: 'struct({ resourceClaimName: string(), resourceClaimTemplateName: string() })' },
  { type: 'PodSpec', field: 'resourceClaims', since: '0.25.0' },
  { type: 'PodSpec', field: 'schedulingGates', since: '0.25.0' },
  { type: 'ResourceRequirements', field: 'claims', since: '0.25.0' },
  { type: 'RuleWithOperations', field: 'apiGroups', marksSince: '0.25.0' },
  { type: 'RuleWithOperations', field: 'apiVersions', marksSince: '0.25.0' },
  { type: 'RuleWithOperations', field: 'operations', marksSince: '0.25.0' },
  { type: 'RuleWithOperations', field: 'resources', marksSince: '0.25.0' },
  { type: 'TypedObjectReference', field: 'namespace', since: '0.25.0' },
  { type: 'VolumeResourceRequirements', field: 'claims', since: '0.25.0', until: '0.28.0', source: 'keyedListOf([\'name\'], ResourceClaim)' },
  { type: 'Container', field: 'resizePolicy', since: '0.26.0' },
  { type: 'EphemeralContainer', field: 'resizePolicy', since: '0.26.0' },
  { type: 'Container', field: 'restartPolicy', since: '0.27.0' },
  { type: 'EphemeralContainer', field: 'restartPolicy', since: '0.27.0' },
  { type: 'LifecycleHandler', field: 'sleep', since: '0.28.0' },
  { type: 'PersistentVolumeClaimSpec', field: 'volumeAttributesClassName', since: '0.28.0' },
  { type: 'PodAffinityTerm', field: 'matchLabelKeys', since: '0.28.0' },
  { type: 'PodAffinityTerm', field: 'mismatchLabelKeys', since: '0.28.0' },
  { type: 'VolumeProjection', field: 'clusterTrustBundle', since: '0.28.0' },
  { type: 'HostAlias', field: 'ip', requiredSince: '0.29.0' },
  { type: 'PodResourceClaim', field: 'resourceClaimName', since: '0.29.0' },
  { type: 'PodResourceClaim', field: 'resourceClaimTemplateName', since: '0.29.0' },
  { type: 'PodSecurityContext', field: 'appArmorProfile', since: '0.29.0' },
  { type: 'PodSecurityContext', field: 'supplementalGroupsPolicy', since: '0.29.0' },
  { type: 'ResourceClaim', field: 'request', since: '0.29.0' },
  { type: 'SecurityContext', field: 'appArmorProfile', since: '0.29.0' },
  { type: 'Volume', field: 'image', since: '0.29.0' },
  { type: 'VolumeMount', field: 'recursiveReadOnly', since: '0.29.0' },
  { type: 'PodSecurityContext', field: 'seLinuxChangePolicy', since: '0.31.0' },
  { type: 'PodSpec', field: 'resources', since: '0.31.0' },
  { type: 'Lifecycle', field: 'stopSignal', since: '0.33.0' },
  { type: 'Container', field: 'restartPolicyRules', since: '0.36.0' },
  { type: 'EnvVarSource', field: 'fileKeyRef', since: '0.36.0' },
  { type: 'EphemeralContainer', field: 'restartPolicyRules', since: '0.36.0' },
  { type: 'PodSpec', field: 'hostnameOverride', since: '0.36.0' },
  { type: 'VolumeProjection', field: 'podCertificate', since: '0.36.0' },
  { type: 'PodCertificateProjection', field: 'userAnnotations', since: '0.40.0' },
  {
    type: 'PodSpec',
    field: 'workloadRef',
    since: '0.40.0',
    until: '0.45.0',
    source: 'struct({ name: required(string()), podGroup: required(string()), podGroupReplicaKey: string() })',
  },
  { type: 'PodSpec', field: 'schedulingGroup', since: '0.45.0' },
];

/** Returns the change of a field, or an empty object if it never changed. */
export function historyOf(type: string, field: string): Partial<FieldHistory> {
  return history.find((entry) => entry.type === type && entry.field === field) ?? {};
}

/** Returns the fields of a type that the OpenAPI no longer has. */
export function formerFields(type: string): readonly (FieldHistory & { readonly source: string })[] {
  return history.filter((entry): entry is FieldHistory & { readonly source: string } => entry.type === type && entry.source !== undefined);
}
