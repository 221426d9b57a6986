// Generated from the OpenAPI of Kubernetes v1.36.3 by `npm run generate`. Do not edit.

import {
  atomicListOf,
  boolean,
  dateTime,
  int32,
  int64,
  intOrString,
  keyedListOf,
  mapOf,
  quantity,
  required,
  setOf,
  string,
  struct,
} from '../crds/schema';

export const RuleWithOperations = struct({
  apiGroups: atomicListOf(string()),
  apiVersions: atomicListOf(string()),
  operations: atomicListOf(string()),
  resources: atomicListOf(string()),
  scope: string(),
});

export const LabelSelectorRequirement = struct({
  key: required(string()),
  operator: required(string()),
  values: atomicListOf(string()),
});

export const LabelSelector = struct({
  matchExpressions: atomicListOf(LabelSelectorRequirement),
  matchLabels: mapOf(string()),
}, { 'x-kubernetes-map-type': 'atomic' });

export const RollingUpdateDeployment = struct({
  maxSurge: intOrString(),
  maxUnavailable: intOrString(),
});

export const DeploymentStrategy = struct({
  rollingUpdate: RollingUpdateDeployment,
  type: string(),
});

export const NodeSelectorRequirement = struct({
  key: required(string()),
  operator: required(string()),
  values: atomicListOf(string()),
});

export const NodeSelectorTerm = struct({
  matchExpressions: atomicListOf(NodeSelectorRequirement),
  matchFields: atomicListOf(NodeSelectorRequirement),
}, { 'x-kubernetes-map-type': 'atomic' });

export const PreferredSchedulingTerm = struct({
  preference: required(NodeSelectorTerm),
  weight: required(int32()),
});

export const NodeSelector = struct({
  nodeSelectorTerms: required(atomicListOf(NodeSelectorTerm)),
}, { 'x-kubernetes-map-type': 'atomic' });

export const NodeAffinity = struct({
  preferredDuringSchedulingIgnoredDuringExecution: atomicListOf(PreferredSchedulingTerm),
  requiredDuringSchedulingIgnoredDuringExecution: NodeSelector,
});

export const PodAffinityTerm = struct({
  labelSelector: LabelSelector,
  matchLabelKeys: atomicListOf(string()),
  mismatchLabelKeys: atomicListOf(string()),
  namespaceSelector: LabelSelector,
  namespaces: atomicListOf(string()),
  topologyKey: required(string()),
});

export const WeightedPodAffinityTerm = struct({
  podAffinityTerm: required(PodAffinityTerm),
  weight: required(int32()),
});

export const PodAffinity = struct({
  preferredDuringSchedulingIgnoredDuringExecution: atomicListOf(WeightedPodAffinityTerm),
  requiredDuringSchedulingIgnoredDuringExecution: atomicListOf(PodAffinityTerm),
});

export const PodAntiAffinity = struct({
  preferredDuringSchedulingIgnoredDuringExecution: atomicListOf(WeightedPodAffinityTerm),
  requiredDuringSchedulingIgnoredDuringExecution: atomicListOf(PodAffinityTerm),
});

export const Affinity = struct({
  nodeAffinity: NodeAffinity,
  podAffinity: PodAffinity,
  podAntiAffinity: PodAntiAffinity,
});

export const ConfigMapKeySelector = struct({
  key: required(string()),
  name: string(undefined, { default: '' }),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' });

export const ObjectFieldSelector = struct({
  apiVersion: string(),
  fieldPath: required(string()),
}, { 'x-kubernetes-map-type': 'atomic' });

export const FileKeySelector = struct({
  key: required(string()),
  optional: boolean(undefined, { default: false }),
  path: required(string()),
  volumeName: required(string()),
}, { 'x-kubernetes-map-type': 'atomic' });

export const ResourceFieldSelector = struct({
  containerName: string(),
  divisor: quantity(),
  resource: required(string()),
}, { 'x-kubernetes-map-type': 'atomic' });

export const SecretKeySelector = struct({
  key: required(string()),
  name: string(undefined, { default: '' }),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' });

export const EnvVarSource = struct({
  configMapKeyRef: ConfigMapKeySelector,
  fieldRef: ObjectFieldSelector,
  fileKeyRef: FileKeySelector,
  resourceFieldRef: ResourceFieldSelector,
  secretKeyRef: SecretKeySelector,
});

export const EnvVar = struct({
  name: required(string()),
  value: string(),
  valueFrom: EnvVarSource,
});

export const ConfigMapEnvSource = struct({
  name: string(undefined, { default: '' }),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' });

export const SecretEnvSource = struct({
  name: string(undefined, { default: '' }),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' });

export const EnvFromSource = struct({
  configMapRef: ConfigMapEnvSource,
  prefix: string(),
  secretRef: SecretEnvSource,
});

export const ExecAction = struct({
  command: atomicListOf(string()),
});

export const HTTPHeader = struct({
  name: required(string()),
  value: required(string()),
});

export const HTTPGetAction = struct({
  host: string(),
  httpHeaders: atomicListOf(HTTPHeader),
  path: string(),
  port: required(intOrString()),
  scheme: string(),
});

export const SleepAction = struct({
  seconds: required(int64()),
});

export const TCPSocketAction = struct({
  host: string(),
  port: required(intOrString()),
});

export const LifecycleHandler = struct({
  exec: ExecAction,
  httpGet: HTTPGetAction,
  sleep: SleepAction,
  tcpSocket: TCPSocketAction,
});

export const Lifecycle = struct({
  postStart: LifecycleHandler,
  preStop: LifecycleHandler,
  stopSignal: string(),
});

export const GRPCAction = struct({
  port: required(int32()),
  service: string(undefined, { default: '' }),
});

export const Probe = struct({
  exec: ExecAction,
  failureThreshold: int32(),
  grpc: GRPCAction,
  httpGet: HTTPGetAction,
  initialDelaySeconds: int32(),
  periodSeconds: int32(),
  successThreshold: int32(),
  tcpSocket: TCPSocketAction,
  terminationGracePeriodSeconds: int64(),
  timeoutSeconds: int32(),
});

export const ContainerPort = struct({
  containerPort: required(int32()),
  hostIP: string(),
  hostPort: int32(),
  name: string(),
  protocol: string(undefined, { default: 'TCP' }),
});

export const ContainerResizePolicy = struct({
  resourceName: required(string()),
  restartPolicy: required(string()),
});

export const ResourceClaim = struct({
  name: required(string()),
  request: string(),
});

export const ResourceRequirements = struct({
  claims: keyedListOf(['name'], ResourceClaim),
  limits: mapOf(quantity()),
  requests: mapOf(quantity()),
});

export const ContainerRestartRuleOnExitCodes = struct({
  operator: required(string()),
  values: setOf(int32()),
});

export const ContainerRestartRule = struct({
  action: required(string()),
  exitCodes: ContainerRestartRuleOnExitCodes,
});

export const AppArmorProfile = struct({
  localhostProfile: string(),
  type: required(string()),
});

export const Capabilities = struct({
  add: atomicListOf(string()),
  drop: atomicListOf(string()),
});

export const SELinuxOptions = struct({
  level: string(),
  role: string(),
  type: string(),
  user: string(),
});

export const SeccompProfile = struct({
  localhostProfile: string(),
  type: required(string()),
});

export const WindowsSecurityContextOptions = struct({
  gmsaCredentialSpec: string(),
  gmsaCredentialSpecName: string(),
  hostProcess: boolean(),
  runAsUserName: string(),
});

export const SecurityContext = struct({
  allowPrivilegeEscalation: boolean(),
  appArmorProfile: AppArmorProfile,
  capabilities: Capabilities,
  privileged: boolean(),
  procMount: string(),
  readOnlyRootFilesystem: boolean(),
  runAsGroup: int64(),
  runAsNonRoot: boolean(),
  runAsUser: int64(),
  seLinuxOptions: SELinuxOptions,
  seccompProfile: SeccompProfile,
  windowsOptions: WindowsSecurityContextOptions,
});

export const VolumeDevice = struct({
  devicePath: required(string()),
  name: required(string()),
});

export const VolumeMount = struct({
  mountPath: required(string()),
  mountPropagation: string(),
  name: required(string()),
  readOnly: boolean(),
  recursiveReadOnly: string(),
  subPath: string(),
  subPathExpr: string(),
});

export const Container = struct({
  args: atomicListOf(string()),
  command: atomicListOf(string()),
  env: keyedListOf(['name'], EnvVar),
  envFrom: atomicListOf(EnvFromSource),
  image: string(),
  imagePullPolicy: string(),
  lifecycle: Lifecycle,
  livenessProbe: Probe,
  name: required(string()),
  ports: keyedListOf(['containerPort', 'protocol'], ContainerPort),
  readinessProbe: Probe,
  resizePolicy: atomicListOf(ContainerResizePolicy),
  resources: ResourceRequirements,
  restartPolicy: string(),
  restartPolicyRules: atomicListOf(ContainerRestartRule),
  securityContext: SecurityContext,
  startupProbe: Probe,
  stdin: boolean(),
  stdinOnce: boolean(),
  terminationMessagePath: string(),
  terminationMessagePolicy: string(),
  tty: boolean(),
  volumeDevices: keyedListOf(['devicePath'], VolumeDevice),
  volumeMounts: keyedListOf(['mountPath'], VolumeMount),
  workingDir: string(),
});

export const PodDNSConfigOption = struct({
  name: string(),
  value: string(),
});

export const PodDNSConfig = struct({
  nameservers: atomicListOf(string()),
  options: atomicListOf(PodDNSConfigOption),
  searches: atomicListOf(string()),
});

export const EphemeralContainer = struct({
  args: atomicListOf(string()),
  command: atomicListOf(string()),
  env: keyedListOf(['name'], EnvVar),
  envFrom: atomicListOf(EnvFromSource),
  image: string(),
  imagePullPolicy: string(),
  lifecycle: Lifecycle,
  livenessProbe: Probe,
  name: required(string()),
  ports: keyedListOf(['containerPort', 'protocol'], ContainerPort),
  readinessProbe: Probe,
  resizePolicy: atomicListOf(ContainerResizePolicy),
  resources: ResourceRequirements,
  restartPolicy: string(),
  restartPolicyRules: atomicListOf(ContainerRestartRule),
  securityContext: SecurityContext,
  startupProbe: Probe,
  stdin: boolean(),
  stdinOnce: boolean(),
  targetContainerName: string(),
  terminationMessagePath: string(),
  terminationMessagePolicy: string(),
  tty: boolean(),
  volumeDevices: keyedListOf(['devicePath'], VolumeDevice),
  volumeMounts: keyedListOf(['mountPath'], VolumeMount),
  workingDir: string(),
});

export const HostAlias = struct({
  hostnames: atomicListOf(string()),
  ip: required(string(undefined, { default: '' })),
});

export const LocalObjectReference = struct({
  name: string(undefined, { default: '' }),
}, { 'x-kubernetes-map-type': 'atomic' });

export const PodOS = struct({
  name: required(string()),
});

export const PodReadinessGate = struct({
  conditionType: required(string()),
});

export const PodResourceClaim = struct({
  name: required(string()),
  resourceClaimName: string(),
  resourceClaimTemplateName: string(),
});

export const PodSchedulingGate = struct({
  name: required(string()),
});

export const PodSchedulingGroup = struct({
  podGroupName: string(),
});

export const Sysctl = struct({
  name: required(string()),
  value: required(string()),
});

export const PodSecurityContext = struct({
  appArmorProfile: AppArmorProfile,
  fsGroup: int64(),
  fsGroupChangePolicy: string(),
  runAsGroup: int64(),
  runAsNonRoot: boolean(),
  runAsUser: int64(),
  seLinuxChangePolicy: string(),
  seLinuxOptions: SELinuxOptions,
  seccompProfile: SeccompProfile,
  supplementalGroups: atomicListOf(int64()),
  supplementalGroupsPolicy: string(),
  sysctls: atomicListOf(Sysctl),
  windowsOptions: WindowsSecurityContextOptions,
});

export const Toleration = struct({
  effect: string(),
  key: string(),
  operator: string(),
  tolerationSeconds: int64(),
  value: string(),
});

export const TopologySpreadConstraint = struct({
  labelSelector: LabelSelector,
  matchLabelKeys: atomicListOf(string()),
  maxSkew: required(int32()),
  minDomains: int32(),
  nodeAffinityPolicy: string(),
  nodeTaintsPolicy: string(),
  topologyKey: required(string()),
  whenUnsatisfiable: required(string()),
});

export const AWSElasticBlockStoreVolumeSource = struct({
  fsType: string(),
  partition: int32(),
  readOnly: boolean(),
  volumeID: required(string()),
});

export const AzureDiskVolumeSource = struct({
  cachingMode: string(),
  diskName: required(string()),
  diskURI: required(string()),
  fsType: string(undefined, { default: 'ext4' }),
  kind: string(),
  readOnly: boolean(undefined, { default: false }),
});

export const AzureFileVolumeSource = struct({
  readOnly: boolean(),
  secretName: required(string()),
  shareName: required(string()),
});

export const CephFSVolumeSource = struct({
  monitors: required(atomicListOf(string())),
  path: string(),
  readOnly: boolean(),
  secretFile: string(),
  secretRef: LocalObjectReference,
  user: string(),
});

export const CinderVolumeSource = struct({
  fsType: string(),
  readOnly: boolean(),
  secretRef: LocalObjectReference,
  volumeID: required(string()),
});

export const KeyToPath = struct({
  key: required(string()),
  mode: int32(),
  path: required(string()),
});

export const ConfigMapVolumeSource = struct({
  defaultMode: int32(),
  items: atomicListOf(KeyToPath),
  name: string(undefined, { default: '' }),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' });

export const CSIVolumeSource = struct({
  driver: required(string()),
  fsType: string(),
  nodePublishSecretRef: LocalObjectReference,
  readOnly: boolean(),
  volumeAttributes: mapOf(string()),
});

export const DownwardAPIVolumeFile = struct({
  fieldRef: ObjectFieldSelector,
  mode: int32(),
  path: required(string()),
  resourceFieldRef: ResourceFieldSelector,
});

export const DownwardAPIVolumeSource = struct({
  defaultMode: int32(),
  items: atomicListOf(DownwardAPIVolumeFile),
});

export const EmptyDirVolumeSource = struct({
  medium: string(),
  sizeLimit: quantity(),
});

export const TypedLocalObjectReference = struct({
  apiGroup: string(),
  kind: required(string()),
  name: required(string()),
}, { 'x-kubernetes-map-type': 'atomic' });

export const TypedObjectReference = struct({
  apiGroup: string(),
  kind: required(string()),
  name: required(string()),
  namespace: string(),
});

export const VolumeResourceRequirements = struct({
  limits: mapOf(quantity()),
  requests: mapOf(quantity()),
});

export const PersistentVolumeClaimSpec = struct({
  accessModes: atomicListOf(string()),
  dataSource: TypedLocalObjectReference,
  dataSourceRef: TypedObjectReference,
  resources: VolumeResourceRequirements,
  selector: LabelSelector,
  storageClassName: string(),
  volumeAttributesClassName: string(),
  volumeMode: string(),
  volumeName: string(),
});

export const PersistentVolumeClaimTemplate = struct({
  metadata: struct(),
  spec: required(PersistentVolumeClaimSpec),
});

export const EphemeralVolumeSource = struct({
  volumeClaimTemplate: PersistentVolumeClaimTemplate,
});

export const FCVolumeSource = struct({
  fsType: string(),
  lun: int32(),
  readOnly: boolean(),
  targetWWNs: atomicListOf(string()),
  wwids: atomicListOf(string()),
});

export const FlexVolumeSource = struct({
  driver: required(string()),
  fsType: string(),
  options: mapOf(string()),
  readOnly: boolean(),
  secretRef: LocalObjectReference,
});

export const FlockerVolumeSource = struct({
  datasetName: string(),
  datasetUUID: string(),
});

export const GCEPersistentDiskVolumeSource = struct({
  fsType: string(),
  partition: int32(),
  pdName: required(string()),
  readOnly: boolean(),
});

export const GitRepoVolumeSource = struct({
  directory: string(),
  repository: required(string()),
  revision: string(),
});

export const GlusterfsVolumeSource = struct({
  endpoints: required(string()),
  path: required(string()),
  readOnly: boolean(),
});

export const HostPathVolumeSource = struct({
  path: required(string()),
  type: string(),
});

export const ImageVolumeSource = struct({
  pullPolicy: string(),
  reference: string(),
});

export const ISCSIVolumeSource = struct({
  chapAuthDiscovery: boolean(),
  chapAuthSession: boolean(),
  fsType: string(),
  initiatorName: string(),
  iqn: required(string()),
  iscsiInterface: string(undefined, { default: 'default' }),
  lun: required(int32()),
  portals: atomicListOf(string()),
  readOnly: boolean(),
  secretRef: LocalObjectReference,
  targetPortal: required(string()),
});

export const NFSVolumeSource = struct({
  path: required(string()),
  readOnly: boolean(),
  server: required(string()),
});

export const PersistentVolumeClaimVolumeSource = struct({
  claimName: required(string()),
  readOnly: boolean(),
});

export const PhotonPersistentDiskVolumeSource = struct({
  fsType: string(),
  pdID: required(string()),
});

export const PortworxVolumeSource = struct({
  fsType: string(),
  readOnly: boolean(),
  volumeID: required(string()),
});

export const ClusterTrustBundleProjection = struct({
  labelSelector: LabelSelector,
  name: string(),
  optional: boolean(),
  path: required(string()),
  signerName: string(),
});

export const ConfigMapProjection = struct({
  items: atomicListOf(KeyToPath),
  name: string(undefined, { default: '' }),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' });

export const DownwardAPIProjection = struct({
  items: atomicListOf(DownwardAPIVolumeFile),
});

export const PodCertificateProjection = struct({
  certificateChainPath: string(),
  credentialBundlePath: string(),
  keyPath: string(),
  keyType: required(string()),
  maxExpirationSeconds: int32(),
  signerName: required(string()),
  userAnnotations: mapOf(string()),
});

export const SecretProjection = struct({
  items: atomicListOf(KeyToPath),
  name: string(undefined, { default: '' }),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' });

export const ServiceAccountTokenProjection = struct({
  audience: string(),
  expirationSeconds: int64(),
  path: required(string()),
});

export const VolumeProjection = struct({
  clusterTrustBundle: ClusterTrustBundleProjection,
  configMap: ConfigMapProjection,
  downwardAPI: DownwardAPIProjection,
  podCertificate: PodCertificateProjection,
  secret: SecretProjection,
  serviceAccountToken: ServiceAccountTokenProjection,
});

export const ProjectedVolumeSource = struct({
  defaultMode: int32(),
  sources: atomicListOf(VolumeProjection),
});

export const QuobyteVolumeSource = struct({
  group: string(),
  readOnly: boolean(),
  registry: required(string()),
  tenant: string(),
  user: string(),
  volume: required(string()),
});

export const RBDVolumeSource = struct({
  fsType: string(),
  image: required(string()),
  keyring: string(undefined, { default: '/etc/ceph/keyring' }),
  monitors: required(atomicListOf(string())),
  pool: string(undefined, { default: 'rbd' }),
  readOnly: boolean(),
  secretRef: LocalObjectReference,
  user: string(undefined, { default: 'admin' }),
});

export const ScaleIOVolumeSource = struct({
  fsType: string(undefined, { default: 'xfs' }),
  gateway: required(string()),
  protectionDomain: string(),
  readOnly: boolean(),
  secretRef: required(LocalObjectReference),
  sslEnabled: boolean(),
  storageMode: string(undefined, { default: 'ThinProvisioned' }),
  storagePool: string(),
  system: required(string()),
  volumeName: string(),
});

export const SecretVolumeSource = struct({
  defaultMode: int32(),
  items: atomicListOf(KeyToPath),
  optional: boolean(),
  secretName: string(),
});

export const StorageOSVolumeSource = struct({
  fsType: string(),
  readOnly: boolean(),
  secretRef: LocalObjectReference,
  volumeName: string(),
  volumeNamespace: string(),
});

export const VsphereVirtualDiskVolumeSource = struct({
  fsType: string(),
  storagePolicyID: string(),
  storagePolicyName: string(),
  volumePath: required(string()),
});

export const Volume = struct({
  awsElasticBlockStore: AWSElasticBlockStoreVolumeSource,
  azureDisk: AzureDiskVolumeSource,
  azureFile: AzureFileVolumeSource,
  cephfs: CephFSVolumeSource,
  cinder: CinderVolumeSource,
  configMap: ConfigMapVolumeSource,
  csi: CSIVolumeSource,
  downwardAPI: DownwardAPIVolumeSource,
  emptyDir: EmptyDirVolumeSource,
  ephemeral: EphemeralVolumeSource,
  fc: FCVolumeSource,
  flexVolume: FlexVolumeSource,
  flocker: FlockerVolumeSource,
  gcePersistentDisk: GCEPersistentDiskVolumeSource,
  gitRepo: GitRepoVolumeSource,
  glusterfs: GlusterfsVolumeSource,
  hostPath: HostPathVolumeSource,
  image: ImageVolumeSource,
  iscsi: ISCSIVolumeSource,
  name: required(string()),
  nfs: NFSVolumeSource,
  persistentVolumeClaim: PersistentVolumeClaimVolumeSource,
  photonPersistentDisk: PhotonPersistentDiskVolumeSource,
  portworxVolume: PortworxVolumeSource,
  projected: ProjectedVolumeSource,
  quobyte: QuobyteVolumeSource,
  rbd: RBDVolumeSource,
  scaleIO: ScaleIOVolumeSource,
  secret: SecretVolumeSource,
  storageos: StorageOSVolumeSource,
  vsphereVolume: VsphereVirtualDiskVolumeSource,
});

export const PodSpec = struct({
  activeDeadlineSeconds: int64(),
  affinity: Affinity,
  automountServiceAccountToken: boolean(),
  containers: required(keyedListOf(['name'], Container)),
  dnsConfig: PodDNSConfig,
  dnsPolicy: string(),
  enableServiceLinks: boolean(),
  ephemeralContainers: keyedListOf(['name'], EphemeralContainer),
  hostAliases: keyedListOf(['ip'], HostAlias),
  hostIPC: boolean(),
  hostNetwork: boolean(),
  hostPID: boolean(),
  hostUsers: boolean(),
  hostname: string(),
  hostnameOverride: string(),
  imagePullSecrets: keyedListOf(['name'], LocalObjectReference),
  initContainers: keyedListOf(['name'], Container),
  nodeName: string(),
  nodeSelector: mapOf(string(), undefined, { 'x-kubernetes-map-type': 'atomic' }),
  os: PodOS,
  overhead: mapOf(quantity()),
  preemptionPolicy: string(),
  priority: int32(),
  priorityClassName: string(),
  readinessGates: atomicListOf(PodReadinessGate),
  resourceClaims: keyedListOf(['name'], PodResourceClaim),
  resources: ResourceRequirements,
  restartPolicy: string(),
  runtimeClassName: string(),
  schedulerName: string(),
  schedulingGates: keyedListOf(['name'], PodSchedulingGate),
  schedulingGroup: PodSchedulingGroup,
  securityContext: PodSecurityContext,
  serviceAccount: string(),
  serviceAccountName: string(),
  setHostnameAsFQDN: boolean(),
  shareProcessNamespace: boolean(),
  subdomain: string(),
  terminationGracePeriodSeconds: int64(),
  tolerations: atomicListOf(Toleration),
  topologySpreadConstraints: keyedListOf(['topologyKey', 'whenUnsatisfiable'], TopologySpreadConstraint),
  volumes: keyedListOf(['name'], Volume),
});

export const PodTemplateSpec = struct({
  metadata: struct(),
  spec: PodSpec,
});

export const DeploymentSpec = struct({
  minReadySeconds: int32(),
  paused: boolean(),
  progressDeadlineSeconds: int32(),
  replicas: int32(),
  revisionHistoryLimit: int32(),
  selector: required(LabelSelector),
  strategy: DeploymentStrategy,
  template: required(PodTemplateSpec),
});

export const ObjectReference = struct({
  apiVersion: string(),
  fieldPath: string(),
  kind: string(),
  name: string(),
  namespace: string(),
  resourceVersion: string(),
  uid: string(),
}, { 'x-kubernetes-map-type': 'atomic' });

export const PolicyRule = struct({
  apiGroups: atomicListOf(string()),
  nonResourceURLs: atomicListOf(string()),
  resourceNames: atomicListOf(string()),
  resources: atomicListOf(string()),
  verbs: required(atomicListOf(string())),
});

export const Condition = struct({
  lastTransitionTime: required(dateTime()),
  message: required(string(undefined, { maxLength: 32768 })),
  observedGeneration: int64(undefined, { minimum: 0 }),
  reason: required(string(undefined, { maxLength: 1024, minLength: 1, pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$' })),
  status: required(string(undefined, { enum: ['True', 'False', 'Unknown'] })),
  type: required(string(undefined, { maxLength: 316, pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$' })),
});
