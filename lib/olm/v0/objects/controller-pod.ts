import { defined } from '../../../formats/json/defined';
import { hasFeature } from '../model/release-features';
import type { CompleteReleaseSettings } from '../settings/complete-settings';
import type { ControllerSettings } from '../settings/pod-settings';
import { SERVICE_ACCOUNT_NAME } from './rbac';

/** Differences between the pods of OLM's three programs. */
export interface ControllerPod {
  /** Name of the container and value of the `app` label. */
  readonly name: string;
  readonly settings: ControllerSettings;
  readonly imagePullPolicy: 'Always' | 'IfNotPresent';
  readonly command: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly object[];
  readonly ports: readonly object[];
  /** Port and scheme of the probes. */
  readonly probe: { readonly port: number; readonly scheme?: 'HTTP' | 'HTTPS' };
  /** Default memory request, as a Kubernetes quantity. */
  readonly memory: string;
  /** Security context in releases whose pods violate the restricted Pod Security level. */
  readonly formerSecurityContext?: object;
  /** Whether a volume for temporary files is mounted even if the root file system is writable. */
  readonly temporaryFiles?: boolean;
  /** Additional volumes, and their mounts. */
  readonly volumes?: readonly object[];
  readonly volumeMounts?: readonly object[];
}

const TEMPORARY_FILES = 'tmpfs';

/** Returns the labels that select the pods of a controller. */
export function controllerLabels(name: string): { [key: string]: string } {
  return { app: name };
}

/** Returns the pod template of one of OLM's programs. */
export function podTemplate(settings: CompleteReleaseSettings, pod: ControllerPod): object {
  const { podAnnotations = {}, nodeSelector, tolerations = [], affinity, priorityClassName } = pod.settings;
  const volumes = [...pod.volumes ?? [], ...(hasTemporaryFiles(settings, pod) ? [{ name: TEMPORARY_FILES, emptyDir: {} }] : [])];
  return {
    metadata: {
      labels: controllerLabels(pod.name),
      ...(Object.keys(podAnnotations).length > 0 ? { annotations: podAnnotations } : {}),
    },
    spec: {
      containers: [container(settings, pod)],
      ...(settings.pullSecrets.length > 0 ? { imagePullSecrets: settings.pullSecrets.map((name) => ({ name })) } : {}),
      ...defined({ priorityClassName }),
      nodeSelector: { 'kubernetes.io/os': 'linux', ...nodeSelector },
      ...(tolerations.length > 0 ? { tolerations } : {}),
      ...defined({ affinity }),
      ...(hasFeature(settings.version, 'podSecurity')
        ? { securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } } }
        : {}),
      serviceAccountName: SERVICE_ACCOUNT_NAME,
      ...(volumes.length > 0 ? { volumes } : {}),
    },
  };
}

function container(settings: CompleteReleaseSettings, pod: ControllerPod): object {
  const { port, scheme } = pod.probe;
  const probe = { httpGet: { path: '/healthz', port, ...(scheme ? { scheme } : {}) } };
  const securityContext = containerSecurityContext(settings, pod);
  const volumeMounts = [...pod.volumeMounts ?? [], ...(hasTemporaryFiles(settings, pod) ? [{ name: TEMPORARY_FILES, mountPath: '/tmp' }] : [])];
  return {
    name: pod.name,
    image: settings.images.olm,
    imagePullPolicy: pod.imagePullPolicy,
    command: pod.command,
    ...(pod.args ? { args: pod.args } : {}),
    ...(pod.env !== undefined && pod.env.length > 0 ? { env: pod.env } : {}),
    ports: pod.ports,
    livenessProbe: probe,
    readinessProbe: probe,
    resources: pod.settings.resources ?? { requests: { cpu: '10m', memory: pod.memory } },
    ...(securityContext ? { securityContext } : {}),
    terminationMessagePolicy: 'FallbackToLogsOnError',
    ...(volumeMounts.length > 0 ? { volumeMounts } : {}),
  };
}

function containerSecurityContext({ version }: CompleteReleaseSettings, pod: ControllerPod): object | undefined {
  if (!hasFeature(version, 'podSecurity')) {
    return pod.formerSecurityContext;
  }
  return {
    allowPrivilegeEscalation: false,
    capabilities: { drop: ['ALL'] },
    ...(hasFeature(version, 'readOnlyRootFilesystem') ? { readOnlyRootFilesystem: true } : {}),
  };
}

function hasTemporaryFiles({ version }: CompleteReleaseSettings, pod: ControllerPod): boolean {
  return pod.temporaryFiles ?? hasFeature(version, 'readOnlyRootFilesystem');
}
