// Generated from the OpenAPI of Kubernetes v1.36.3 by `npm run generate`. Do not edit.

import {
  atomicListOf,
  boolean,
  changedIn,
  dateTime,
  int32,
  int64,
  intOrString,
  keyedListOf,
  mapOf,
  marksSince,
  quantity,
  required,
  setOf,
  since,
  string,
  struct,
  until,
} from '../../../formats/schema/schema';

export const RuleWithOperations = struct({
  apiGroups: marksSince('0.25.0', atomicListOf(string())),
  apiVersions: marksSince('0.25.0', atomicListOf(string())),
  operations: marksSince('0.25.0', atomicListOf(string())),
  resources: marksSince('0.25.0', atomicListOf(string())),
  scope: string(),
});

export const LabelSelectorRequirement = struct({
  key: required(string()),
  operator: required(string()),
  values: marksSince('0.29.0', atomicListOf(string())),
});

export const LabelSelector = marksSince('0.28.0', struct({
  matchExpressions: marksSince('0.29.0', atomicListOf(LabelSelectorRequirement)),
  matchLabels: mapOf(string()),
}, { 'x-kubernetes-map-type': 'atomic' }));

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
  values: marksSince('0.29.0', atomicListOf(string())),
});

export const NodeSelectorTerm = marksSince('0.28.0', struct({
  matchExpressions: marksSince('0.29.0', atomicListOf(NodeSelectorRequirement)),
  matchFields: marksSince('0.29.0', atomicListOf(NodeSelectorRequirement)),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const PreferredSchedulingTerm = struct({
  preference: required(NodeSelectorTerm),
  weight: required(int32()),
});

export const NodeSelector = marksSince('0.28.0', struct({
  nodeSelectorTerms: required(marksSince('0.29.0', atomicListOf(NodeSelectorTerm))),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const NodeAffinity = struct({
  preferredDuringSchedulingIgnoredDuringExecution: marksSince('0.29.0', atomicListOf(PreferredSchedulingTerm)),
  requiredDuringSchedulingIgnoredDuringExecution: NodeSelector,
});

export const PodAffinityTerm = struct({
  labelSelector: LabelSelector,
  matchLabelKeys: since('0.28.0', atomicListOf(string())),
  mismatchLabelKeys: since('0.28.0', atomicListOf(string())),
  namespaceSelector: since('0.19.0', LabelSelector),
  namespaces: marksSince('0.29.0', atomicListOf(string())),
  topologyKey: required(string()),
});

export const WeightedPodAffinityTerm = struct({
  podAffinityTerm: required(PodAffinityTerm),
  weight: required(int32()),
});

export const PodAffinity = struct({
  preferredDuringSchedulingIgnoredDuringExecution: marksSince('0.29.0', atomicListOf(WeightedPodAffinityTerm)),
  requiredDuringSchedulingIgnoredDuringExecution: marksSince('0.29.0', atomicListOf(PodAffinityTerm)),
});

export const PodAntiAffinity = struct({
  preferredDuringSchedulingIgnoredDuringExecution: marksSince('0.29.0', atomicListOf(WeightedPodAffinityTerm)),
  requiredDuringSchedulingIgnoredDuringExecution: marksSince('0.29.0', atomicListOf(PodAffinityTerm)),
});

export const Affinity = struct({
  nodeAffinity: NodeAffinity,
  podAffinity: PodAffinity,
  podAntiAffinity: PodAntiAffinity,
});

export const ConfigMapKeySelector = marksSince('0.28.0', struct({
  key: required(string()),
  name: marksSince('0.29.0', string(undefined, { default: '' })),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const ObjectFieldSelector = marksSince('0.28.0', struct({
  apiVersion: string(),
  fieldPath: required(string()),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const FileKeySelector = marksSince('0.28.0', struct({
  key: required(string()),
  optional: marksSince('0.29.0', boolean(undefined, { default: false })),
  path: required(string()),
  volumeName: required(string()),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const ResourceFieldSelector = marksSince('0.28.0', struct({
  containerName: string(),
  divisor: quantity(),
  resource: required(string()),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const SecretKeySelector = marksSince('0.28.0', struct({
  key: required(string()),
  name: marksSince('0.29.0', string(undefined, { default: '' })),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const EnvVarSource = struct({
  configMapKeyRef: ConfigMapKeySelector,
  fieldRef: ObjectFieldSelector,
  fileKeyRef: since('0.36.0', FileKeySelector),
  resourceFieldRef: ResourceFieldSelector,
  secretKeyRef: SecretKeySelector,
});

export const EnvVar = struct({
  name: required(string()),
  value: string(),
  valueFrom: EnvVarSource,
});

export const ConfigMapEnvSource = marksSince('0.28.0', struct({
  name: marksSince('0.29.0', string(undefined, { default: '' })),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const SecretEnvSource = marksSince('0.28.0', struct({
  name: marksSince('0.29.0', string(undefined, { default: '' })),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const EnvFromSource = struct({
  configMapRef: ConfigMapEnvSource,
  prefix: string(),
  secretRef: SecretEnvSource,
});

export const ExecAction = struct({
  command: marksSince('0.29.0', atomicListOf(string())),
});

export const HTTPHeader = struct({
  name: required(string()),
  value: required(string()),
});

export const HTTPGetAction = struct({
  host: string(),
  httpHeaders: marksSince('0.29.0', atomicListOf(HTTPHeader)),
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
  sleep: since('0.28.0', SleepAction),
  tcpSocket: TCPSocketAction,
});

export const Lifecycle = struct({
  postStart: LifecycleHandler,
  preStop: LifecycleHandler,
  stopSignal: since('0.33.0', string()),
});

export const GRPCAction = struct({
  port: required(int32()),
  service: marksSince('0.29.0', string(undefined, { default: '' })),
});

export const Probe = struct({
  exec: ExecAction,
  failureThreshold: int32(),
  grpc: since('0.21.0', GRPCAction),
  httpGet: HTTPGetAction,
  initialDelaySeconds: int32(),
  periodSeconds: int32(),
  successThreshold: int32(),
  tcpSocket: TCPSocketAction,
  terminationGracePeriodSeconds: since('0.19.0', int64()),
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
  request: since('0.29.0', string()),
});

export const ResourceRequirements = struct({
  claims: since('0.25.0', keyedListOf(['name'], ResourceClaim)),
  limits: mapOf(quantity()),
  requests: mapOf(quantity()),
});

export const ContainerRestartRuleOnExitCodes = struct({
  operator: required(string()),
  values: marksSince('0.29.0', setOf(int32())),
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
  add: marksSince('0.29.0', atomicListOf(string())),
  drop: marksSince('0.29.0', atomicListOf(string())),
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
  hostProcess: since('0.20.0', boolean()),
  runAsUserName: string(),
});

export const SecurityContext = struct({
  allowPrivilegeEscalation: boolean(),
  appArmorProfile: since('0.29.0', AppArmorProfile),
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
  recursiveReadOnly: since('0.29.0', string()),
  subPath: string(),
  subPathExpr: string(),
});

export const Container = struct({
  args: marksSince('0.29.0', atomicListOf(string())),
  command: marksSince('0.29.0', atomicListOf(string())),
  env: marksSince('0.29.0', keyedListOf(['name'], EnvVar)),
  envFrom: marksSince('0.29.0', atomicListOf(EnvFromSource)),
  image: string(),
  imagePullPolicy: string(),
  lifecycle: Lifecycle,
  livenessProbe: Probe,
  name: required(string()),
  ports: keyedListOf(['containerPort', 'protocol'], ContainerPort),
  readinessProbe: Probe,
  resizePolicy: since('0.26.0', atomicListOf(ContainerResizePolicy)),
  resources: ResourceRequirements,
  restartPolicy: since('0.27.0', string()),
  restartPolicyRules: since('0.36.0', atomicListOf(ContainerRestartRule)),
  securityContext: SecurityContext,
  startupProbe: Probe,
  stdin: boolean(),
  stdinOnce: boolean(),
  terminationMessagePath: string(),
  terminationMessagePolicy: string(),
  tty: boolean(),
  volumeDevices: marksSince('0.29.0', keyedListOf(['devicePath'], VolumeDevice)),
  volumeMounts: marksSince('0.29.0', keyedListOf(['mountPath'], VolumeMount)),
  workingDir: string(),
});

export const PodDNSConfigOption = struct({
  name: string(),
  value: string(),
});

export const PodDNSConfig = struct({
  nameservers: marksSince('0.29.0', atomicListOf(string())),
  options: marksSince('0.29.0', atomicListOf(PodDNSConfigOption)),
  searches: marksSince('0.29.0', atomicListOf(string())),
});

export const EphemeralContainer = struct({
  args: marksSince('0.29.0', atomicListOf(string())),
  command: marksSince('0.29.0', atomicListOf(string())),
  env: marksSince('0.29.0', keyedListOf(['name'], EnvVar)),
  envFrom: marksSince('0.29.0', atomicListOf(EnvFromSource)),
  image: string(),
  imagePullPolicy: string(),
  lifecycle: Lifecycle,
  livenessProbe: Probe,
  name: required(string()),
  ports: marksSince('0.21.0', keyedListOf(['containerPort', 'protocol'], ContainerPort)),
  readinessProbe: Probe,
  resizePolicy: since('0.26.0', atomicListOf(ContainerResizePolicy)),
  resources: ResourceRequirements,
  restartPolicy: since('0.27.0', string()),
  restartPolicyRules: since('0.36.0', atomicListOf(ContainerRestartRule)),
  securityContext: SecurityContext,
  startupProbe: Probe,
  stdin: boolean(),
  stdinOnce: boolean(),
  targetContainerName: string(),
  terminationMessagePath: string(),
  terminationMessagePolicy: string(),
  tty: boolean(),
  volumeDevices: marksSince('0.29.0', keyedListOf(['devicePath'], VolumeDevice)),
  volumeMounts: marksSince('0.29.0', keyedListOf(['mountPath'], VolumeMount)),
  workingDir: string(),
});

export const HostAlias = struct({
  hostnames: marksSince('0.29.0', atomicListOf(string())),
  ip: changedIn('0.29.0', marksSince('0.29.0', string(undefined, { default: '' })), required(marksSince('0.29.0', string(undefined, { default: '' })))),
});

export const LocalObjectReference = marksSince('0.28.0', struct({
  name: marksSince('0.29.0', string(undefined, { default: '' })),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const PodOS = struct({
  name: required(string()),
});

export const PodReadinessGate = struct({
  conditionType: required(string()),
});

export const PodResourceClaim = struct({
  name: required(string()),
  resourceClaimName: since('0.29.0', string()),
  resourceClaimTemplateName: since('0.29.0', string()),
  source: until('0.29.0', struct({ resourceClaimName: string(), resourceClaimTemplateName: string() })),
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
  appArmorProfile: since('0.29.0', AppArmorProfile),
  fsGroup: int64(),
  fsGroupChangePolicy: string(),
  runAsGroup: int64(),
  runAsNonRoot: boolean(),
  runAsUser: int64(),
  seLinuxChangePolicy: since('0.31.0', string()),
  seLinuxOptions: SELinuxOptions,
  seccompProfile: SeccompProfile,
  supplementalGroups: marksSince('0.29.0', atomicListOf(int64())),
  supplementalGroupsPolicy: since('0.29.0', string()),
  sysctls: marksSince('0.29.0', atomicListOf(Sysctl)),
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
  matchLabelKeys: since('0.23.0', atomicListOf(string())),
  maxSkew: required(int32()),
  minDomains: since('0.22.0', int32()),
  nodeAffinityPolicy: since('0.23.0', string()),
  nodeTaintsPolicy: since('0.23.0', string()),
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
  fsType: marksSince('0.29.0', string(undefined, { default: 'ext4' })),
  kind: string(),
  readOnly: marksSince('0.29.0', boolean(undefined, { default: false })),
});

export const AzureFileVolumeSource = struct({
  readOnly: boolean(),
  secretName: required(string()),
  shareName: required(string()),
});

export const CephFSVolumeSource = struct({
  monitors: required(marksSince('0.29.0', atomicListOf(string()))),
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

export const ConfigMapVolumeSource = marksSince('0.28.0', struct({
  defaultMode: int32(),
  items: marksSince('0.29.0', atomicListOf(KeyToPath)),
  name: marksSince('0.29.0', string(undefined, { default: '' })),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' }));

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
  items: marksSince('0.29.0', atomicListOf(DownwardAPIVolumeFile)),
});

export const EmptyDirVolumeSource = struct({
  medium: string(),
  sizeLimit: quantity(),
});

export const TypedLocalObjectReference = marksSince('0.28.0', struct({
  apiGroup: string(),
  kind: required(string()),
  name: required(string()),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const TypedObjectReference = struct({
  apiGroup: string(),
  kind: required(string()),
  name: required(string()),
  namespace: since('0.25.0', string()),
});

export const VolumeResourceRequirements = struct({
  claims: until('0.28.0', since('0.25.0', keyedListOf(['name'], ResourceClaim))),
  limits: mapOf(quantity()),
  requests: mapOf(quantity()),
});

export const PersistentVolumeClaimSpec = struct({
  accessModes: marksSince('0.29.0', atomicListOf(string())),
  dataSource: TypedLocalObjectReference,
  dataSourceRef: since('0.20.0', TypedObjectReference),
  resources: VolumeResourceRequirements,
  selector: LabelSelector,
  storageClassName: string(),
  volumeAttributesClassName: since('0.28.0', string()),
  volumeMode: string(),
  volumeName: string(),
});

export const PersistentVolumeClaimTemplate = struct({
  metadata: struct(),
  spec: required(PersistentVolumeClaimSpec),
});

export const EphemeralVolumeSource = struct({
  readOnly: until('0.19.0', boolean()),
  volumeClaimTemplate: PersistentVolumeClaimTemplate,
});

export const FCVolumeSource = struct({
  fsType: string(),
  lun: int32(),
  readOnly: boolean(),
  targetWWNs: marksSince('0.29.0', atomicListOf(string())),
  wwids: marksSince('0.29.0', atomicListOf(string())),
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
  iscsiInterface: marksSince('0.29.0', string(undefined, { default: 'default' })),
  lun: required(int32()),
  portals: marksSince('0.29.0', atomicListOf(string())),
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

export const ConfigMapProjection = marksSince('0.28.0', struct({
  items: marksSince('0.29.0', atomicListOf(KeyToPath)),
  name: marksSince('0.29.0', string(undefined, { default: '' })),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const DownwardAPIProjection = struct({
  items: marksSince('0.29.0', atomicListOf(DownwardAPIVolumeFile)),
});

export const PodCertificateProjection = struct({
  certificateChainPath: string(),
  credentialBundlePath: string(),
  keyPath: string(),
  keyType: required(string()),
  maxExpirationSeconds: int32(),
  signerName: required(string()),
  userAnnotations: since('0.40.0', mapOf(string())),
});

export const SecretProjection = marksSince('0.28.0', struct({
  items: marksSince('0.29.0', atomicListOf(KeyToPath)),
  name: marksSince('0.29.0', string(undefined, { default: '' })),
  optional: boolean(),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const ServiceAccountTokenProjection = struct({
  audience: string(),
  expirationSeconds: int64(),
  path: required(string()),
});

export const VolumeProjection = struct({
  clusterTrustBundle: since('0.28.0', ClusterTrustBundleProjection),
  configMap: ConfigMapProjection,
  downwardAPI: DownwardAPIProjection,
  podCertificate: since('0.36.0', PodCertificateProjection),
  secret: SecretProjection,
  serviceAccountToken: ServiceAccountTokenProjection,
});

export const ProjectedVolumeSource = struct({
  defaultMode: int32(),
  sources: marksSince('0.29.0', atomicListOf(VolumeProjection)),
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
  keyring: marksSince('0.29.0', string(undefined, { default: '/etc/ceph/keyring' })),
  monitors: required(marksSince('0.29.0', atomicListOf(string()))),
  pool: marksSince('0.29.0', string(undefined, { default: 'rbd' })),
  readOnly: boolean(),
  secretRef: LocalObjectReference,
  user: marksSince('0.29.0', string(undefined, { default: 'admin' })),
});

export const ScaleIOVolumeSource = struct({
  fsType: marksSince('0.29.0', string(undefined, { default: 'xfs' })),
  gateway: required(string()),
  protectionDomain: string(),
  readOnly: boolean(),
  secretRef: required(LocalObjectReference),
  sslEnabled: boolean(),
  storageMode: marksSince('0.29.0', string(undefined, { default: 'ThinProvisioned' })),
  storagePool: string(),
  system: required(string()),
  volumeName: string(),
});

export const SecretVolumeSource = struct({
  defaultMode: int32(),
  items: marksSince('0.29.0', atomicListOf(KeyToPath)),
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
  image: since('0.29.0', ImageVolumeSource),
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
  containers: required(marksSince('0.29.0', keyedListOf(['name'], Container))),
  dnsConfig: PodDNSConfig,
  dnsPolicy: string(),
  enableServiceLinks: boolean(),
  ephemeralContainers: marksSince('0.29.0', keyedListOf(['name'], EphemeralContainer)),
  hostAliases: marksSince('0.29.0', keyedListOf(['ip'], HostAlias)),
  hostIPC: boolean(),
  hostNetwork: boolean(),
  hostPID: boolean(),
  hostUsers: since('0.23.0', boolean()),
  hostname: string(),
  hostnameOverride: since('0.36.0', string()),
  imagePullSecrets: marksSince('0.29.0', keyedListOf(['name'], LocalObjectReference)),
  initContainers: marksSince('0.29.0', keyedListOf(['name'], Container)),
  nodeName: string(),
  nodeSelector: marksSince('0.20.0', mapOf(string(), undefined, { 'x-kubernetes-map-type': 'atomic' })),
  os: since('0.21.0', PodOS),
  overhead: mapOf(quantity()),
  preemptionPolicy: string(),
  priority: int32(),
  priorityClassName: string(),
  readinessGates: marksSince('0.29.0', atomicListOf(PodReadinessGate)),
  resourceClaims: since('0.25.0', keyedListOf(['name'], PodResourceClaim)),
  resources: since('0.31.0', ResourceRequirements),
  restartPolicy: string(),
  runtimeClassName: string(),
  schedulerName: string(),
  schedulingGates: since('0.25.0', keyedListOf(['name'], PodSchedulingGate)),
  schedulingGroup: since('0.45.0', PodSchedulingGroup),
  securityContext: PodSecurityContext,
  serviceAccount: string(),
  serviceAccountName: string(),
  setHostnameAsFQDN: boolean(),
  shareProcessNamespace: boolean(),
  subdomain: string(),
  terminationGracePeriodSeconds: int64(),
  tolerations: marksSince('0.29.0', atomicListOf(Toleration)),
  topologySpreadConstraints: keyedListOf(['topologyKey', 'whenUnsatisfiable'], TopologySpreadConstraint),
  volumes: marksSince('0.29.0', keyedListOf(['name'], Volume)),
  workloadRef: until('0.45.0', since('0.40.0', struct({ name: required(string()), podGroup: required(string()), podGroupReplicaKey: string() }))),
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

export const ObjectReference = marksSince('0.28.0', struct({
  apiVersion: string(),
  fieldPath: string(),
  kind: string(),
  name: string(),
  namespace: string(),
  resourceVersion: string(),
  uid: string(),
}, { 'x-kubernetes-map-type': 'atomic' }));

export const PolicyRule = struct({
  apiGroups: marksSince('0.29.0', atomicListOf(string())),
  nonResourceURLs: marksSince('0.29.0', atomicListOf(string())),
  resourceNames: marksSince('0.29.0', atomicListOf(string())),
  resources: marksSince('0.29.0', atomicListOf(string())),
  verbs: required(marksSince('0.29.0', atomicListOf(string()))),
});

export const Condition = struct({
  lastTransitionTime: required(dateTime()),
  message: required(string(undefined, { maxLength: 32768 })),
  observedGeneration: int64(undefined, { minimum: 0 }),
  reason: required(string(undefined, { maxLength: 1024, minLength: 1, pattern: '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$' })),
  status: required(string(undefined, { enum: ['True', 'False', 'Unknown'] })),
  type: required(string(undefined, { maxLength: 316, pattern: '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$' })),
});
