import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { KubernetesClient } from '../cluster/kubernetes-client';
import { KubernetesObject, title } from '../cluster/kubernetes-object';
import { ControlPlane } from '../control-plane/control-plane';
import { GuardedProcess } from '../control-plane/guarded-process';
import { LOOPBACK } from '../control-plane/ports';
import { OWN_MOUNTS } from './olm-programs';

interface Variable {
  readonly name: string;
  readonly value?: string;
  readonly valueFrom?: { readonly fieldRef?: { readonly fieldPath: string } };
}

interface SecretVolume {
  readonly secretName: string;
  /** Files to mount; if omitted, all of them, named after their keys. */
  readonly items?: readonly { readonly key: string; readonly path: string }[];
}

interface Container {
  readonly name: string;
  readonly command: readonly string[];
  readonly args?: readonly string[];
  readonly env?: readonly Variable[];
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

interface PodSpec {
  readonly serviceAccountName: string;
  readonly containers: readonly Container[];
  readonly volumes?: readonly { readonly name: string; readonly secret?: SecretVolume }[];
}

/** Requirements of a container's process besides its Deployment. */
export interface ContainerProcessOptions {
  readonly client: KubernetesClient;
  readonly controlPlane: ControlPlane;
  /** Port on which the process reaches the API server. */
  readonly port: number;
  /** Program that replaces the container's command. */
  readonly executable: string;
  /** Program that gives the process private mounts. */
  readonly unshare: string;
  /** An empty folder that stands in for the container's root for relative paths. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Arguments after those of the container. */
  readonly extraArguments: readonly string[];
}

/** Mounts the ServiceAccount's files where a pod has them, visible only to the process, and then becomes the process. */
const IN_A_POD = 'mount -t tmpfs none /var/run && mkdir -p /var/run/secrets/kubernetes.io'
  + ' && cp -R "$1" /var/run/secrets/kubernetes.io/serviceaccount && shift && exec "$@"';

/**
 * Runs the first container of a Deployment as a process of this machine, as in a pod: with its arguments and environment, the files of
 * its Secrets, and the permissions of its ServiceAccount.
 */
export async function startContainer(deployment: KubernetesObject, options: ContainerProcessOptions): Promise<GuardedProcess> {
  const { client, controlPlane, folder } = options;
  const { namespace = '', name } = deployment.metadata;
  const pod = (deployment as unknown as { spec: { template: { spec: PodSpec } } }).spec.template.spec;
  const [container] = pod.containers as [Container];
  const environment = environmentOf(container, deployment);
  const account = path.join(folder, 'service-account');
  mkdirSync(account, { recursive: true });
  writeFileSync(path.join(account, 'token'), await client.serviceAccountToken(namespace, pod.serviceAccountName), { mode: 0o600 });
  writeFileSync(path.join(account, 'ca.crt'), readFileSync(controlPlane.certificateAuthorityFile));
  writeFileSync(path.join(account, 'namespace'), namespace);
  await mountSecrets(client, pod, container, namespace, folder);
  const args = [...container.command.slice(1), ...container.args ?? []].map(argument => expanded(argument, environment));
  return new GuardedProcess(title(deployment), options.unshare, [
    ...OWN_MOUNTS, 'sh', '-c', IN_A_POD, 'sh', account, options.executable, ...args, ...options.extraArguments,
  ], path.join(folder, `${name}.log`), {
    workingDirectory: folder,
    environment: {
      ...environment,
      ...options.environment,
      KUBECONFIG: '',
      KUBERNETES_SERVICE_HOST: LOOPBACK,
      KUBERNETES_SERVICE_PORT: String(options.port),
    },
  });
}

/** Environment variables of a container. Supports only those pod fields that the Deployment also has. */
function environmentOf({ env = [] }: Container, { metadata }: KubernetesObject): Record<string, string> {
  return Object.fromEntries(env.map(({ name, value, valueFrom }) => {
    const field = valueFrom?.fieldRef?.fieldPath;
    if (field !== undefined && field !== 'metadata.namespace') {
      throw new Error(`variable ${name} refers to the pod field ${field}, which is not supported`);
    }
    return [name, field === undefined ? value ?? '' : metadata.namespace ?? ''];
  }));
}

/** Replaces `$(VARIABLE)` in an argument, as Kubernetes does. */
function expanded(argument: string, environment: Record<string, string>): string {
  return argument.replace(/\$\((\w+)\)/g, (reference, name: string) => environment[name] ?? reference);
}

/** Writes the files of mounted Secrets below the folder. */
async function mountSecrets(client: KubernetesClient, pod: PodSpec, container: Container, namespace: string, folder: string): Promise<void> {
  for (const { name, mountPath } of container.volumeMounts ?? []) {
    const secret = pod.volumes?.find(volume => volume.name === name)?.secret;
    if (secret === undefined) {
      continue;
    }
    const { data = {} } = await client.read({ apiVersion: 'v1', kind: 'Secret', metadata: { name: secret.secretName, namespace } }) as {
      data?: Record<string, string>;
    };
    const items = secret.items ?? Object.keys(data).map(key => ({ key, path: key }));
    mkdirSync(path.join(folder, mountPath), { recursive: true });
    for (const item of items) {
      writeFileSync(path.join(folder, mountPath, item.path), Buffer.from(data[item.key] ?? '', 'base64'), { mode: 0o600 });
    }
  }
}
