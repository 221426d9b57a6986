import type { KubernetesManifest } from './kubernetes-manifest';
import { SERVICE_ACCOUNT_NAME } from './service-account';

/** What sets one of OLM's three programs apart from the others. */
export interface ControllerPod {
  /** Name of the container and value of the `app` label. */
  readonly name: string;
  readonly image: string;
  readonly imagePullPolicy: 'Always' | 'IfNotPresent';
  readonly command: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly object[];
  readonly port: { readonly containerPort: number; readonly name?: string; readonly protocol?: string };
  /** The scheme in which the port answers the probes. */
  readonly probeScheme: 'HTTP' | 'HTTPS';
  /** Requested memory, as a Kubernetes quantity. */
  readonly memory: string;
}

/** The port of both controllers, for probes and metrics. */
export const CONTROLLER_PORT = { containerPort: 8080, name: 'metrics' } as const;

const TEMPORARY_FILES = { name: 'tmpfs', mountPath: '/tmp' } as const;

/** The labels by which a controller's pods are found. */
export function controllerLabels(name: string): { [key: string]: string } {
  return { app: name };
}

/** The pod template of one of OLM's programs. It meets the restricted Pod Security profile. */
export function podTemplate(pod: ControllerPod): object {
  return {
    metadata: { labels: controllerLabels(pod.name) },
    spec: {
      containers: [container(pod)],
      nodeSelector: { 'kubernetes.io/os': 'linux' },
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      serviceAccountName: SERVICE_ACCOUNT_NAME,
      volumes: [{ name: TEMPORARY_FILES.name, emptyDir: {} }],
    },
  };
}

/** The Deployment of one of OLM's two controllers. */
export function controllerDeployment(namespace: string, pod: ControllerPod): KubernetesManifest {
  const labels = controllerLabels(pod.name);
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: pod.name, namespace, labels },
    spec: {
      replicas: 1,
      // Two controllers at once would work against each other, so the old one goes first.
      strategy: { type: 'Recreate' },
      selector: { matchLabels: labels },
      template: podTemplate(pod),
    },
  };
}

function container(pod: ControllerPod): object {
  const probe = { httpGet: { path: '/healthz', port: pod.port.containerPort, scheme: pod.probeScheme } };
  return {
    name: pod.name,
    image: pod.image,
    imagePullPolicy: pod.imagePullPolicy,
    command: pod.command,
    ...(pod.args ? { args: pod.args } : {}),
    ...(pod.env ? { env: pod.env } : {}),
    ports: [pod.port],
    livenessProbe: probe,
    readinessProbe: probe,
    resources: { requests: { cpu: '10m', memory: pod.memory } },
    securityContext: {
      allowPrivilegeEscalation: false,
      capabilities: { drop: ['ALL'] },
      readOnlyRootFilesystem: true,
    },
    terminationMessagePolicy: 'FallbackToLogsOnError',
    volumeMounts: [TEMPORARY_FILES],
  };
}
