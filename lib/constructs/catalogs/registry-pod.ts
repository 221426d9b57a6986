import { defined } from '../../formats/json/defined';
import { ContainerResources, Toleration } from '../../olm/v0/settings/pod-settings';

/** Port of the registry's gRPC service: the one that OLM's NetworkPolicies allow for catalogs. */
export const REGISTRY_PORT = 50051;

/** Name of the port in pods and Services. */
export const REGISTRY_PORT_NAME = 'grpc';

const PARTS_FOLDER = '/parts';
const CONFIGS_FOLDER = '/configs';
const TMP_FOLDER = '/tmp';

/** Settings of the pods of a registry. */
export interface RegistryPodSettings {
  /** Image with `opm` and a busybox shell. */
  readonly image: string;
  /** Names of the ConfigMaps with the packed catalog. */
  readonly configMaps: readonly string[];
  readonly resources: ContainerResources;
  readonly pullSecrets: readonly string[];
  readonly nodeSelector: { [key: string]: string };
  readonly tolerations: readonly Toleration[];
  readonly priorityClassName?: string | undefined;
}

/** Requirements of the Pod Security profile `restricted`, and a read-only root file system. */
const RESTRICTED_CONTAINER = {
  allowPrivilegeEscalation: false,
  capabilities: { drop: ['ALL'] },
  readOnlyRootFilesystem: true,
};

/**
 * Returns the spec of the pods that serve a packed catalog.
 *
 * The parts come from ConfigMaps, all projected into one folder. opm cannot serve such a folder (it fails on the `..data` links that
 * Kubernetes creates), so an init container of the same image joins the parts and unpacks them into an empty volume. The gzip stream has its
 * own checksum: if a part is missing or damaged, the init container fails, and the pod never serves half a catalog.
 */
export function registryPodSpec(settings: RegistryPodSettings): { [key: string]: unknown } {
  return {
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
    ...(settings.pullSecrets.length > 0 ? { imagePullSecrets: settings.pullSecrets.map(name => ({ name })) } : {}),
    ...defined({ priorityClassName: settings.priorityClassName }),
    nodeSelector: { 'kubernetes.io/os': 'linux', ...settings.nodeSelector },
    ...(settings.tolerations.length > 0 ? { tolerations: settings.tolerations } : {}),
    initContainers: [unpackContainer(settings)],
    containers: [serveContainer(settings)],
    volumes: [
      {
        name: 'parts',
        projected: { sources: settings.configMaps.map(name => ({ configMap: { name } })) },
      },
      { name: 'configs', emptyDir: {} },
      { name: 'tmp', emptyDir: {} },
    ],
  };
}

function unpackContainer(settings: RegistryPodSettings): { [key: string]: unknown } {
  return {
    name: 'unpack',
    image: settings.image,
    imagePullPolicy: 'IfNotPresent',
    command: ['/busybox/sh', '-c', `cat ${PARTS_FOLDER}/* | gzip -dc > ${CONFIGS_FOLDER}/catalog.json`],
    resources: settings.resources,
    securityContext: RESTRICTED_CONTAINER,
    terminationMessagePolicy: 'FallbackToLogsOnError',
    volumeMounts: [
      { name: 'parts', mountPath: PARTS_FOLDER, readOnly: true },
      { name: 'configs', mountPath: CONFIGS_FOLDER },
    ],
  };
}

function serveContainer(settings: RegistryPodSettings): { [key: string]: unknown } {
  const probe = { grpc: { port: REGISTRY_PORT }, timeoutSeconds: 5 };
  return {
    name: 'registry',
    image: settings.image,
    imagePullPolicy: 'IfNotPresent',
    command: ['/bin/opm'],
    // opm keeps its cache in the temporary folder; the empty address disables its profiling port.
    args: ['serve', CONFIGS_FOLDER, `--port=${REGISTRY_PORT}`, '--pprof-addr='],
    ports: [{ name: REGISTRY_PORT_NAME, containerPort: REGISTRY_PORT, protocol: 'TCP' }],
    startupProbe: { ...probe, periodSeconds: 2, failureThreshold: 75 },
    readinessProbe: { ...probe, periodSeconds: 5 },
    livenessProbe: { ...probe, periodSeconds: 20 },
    resources: settings.resources,
    securityContext: RESTRICTED_CONTAINER,
    terminationMessagePolicy: 'FallbackToLogsOnError',
    volumeMounts: [
      { name: 'configs', mountPath: CONFIGS_FOLDER, readOnly: true },
      { name: 'tmp', mountPath: TMP_FOLDER },
    ],
  };
}
