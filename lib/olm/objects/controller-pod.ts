import type { CompleteReleaseSettings } from './complete-settings';
import type { ControllerSettings } from './controller-settings';
import { hasFeature } from './release-features';
import { SERVICE_ACCOUNT_NAME } from './service-account';

/** What sets one of OLM's three programs apart from the others. */
export interface ControllerPod {
  /** Name of the container and value of the `app` label. */
  readonly name: string;
  readonly settings: ControllerSettings;
  readonly imagePullPolicy: 'Always' | 'IfNotPresent';
  readonly command: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly object[];
  readonly ports: readonly object[];
  /** Where the program answers probes. */
  readonly probe: { readonly port: number; readonly scheme?: 'HTTP' | 'HTTPS' };
  /** Requested memory, as a Kubernetes quantity. */
  readonly memory: string;
  /** Security context in releases whose pods do not meet the restricted Pod Security level. */
  readonly formerSecurityContext?: object;
  /** Whether the program has a folder for temporary files even where its own file system can be written to. */
  readonly temporaryFiles?: boolean;
  /** Volumes beside that for temporary files, and their mounts. */
  readonly volumes?: readonly object[];
  readonly volumeMounts?: readonly object[];
}

const TEMPORARY_FILES = 'tmpfs';

/** The labels by which a controller's pods are found. */
export function controllerLabels(name: string): { [key: string]: string } {
  return { app: name };
}

/** The pod template of one of OLM's programs. */
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
      ...(priorityClassName === undefined ? {} : { priorityClassName }),
      nodeSelector: { 'kubernetes.io/os': 'linux', ...nodeSelector },
      ...(tolerations.length > 0 ? { tolerations } : {}),
      ...(affinity === undefined ? {} : { affinity }),
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
