import { spawnSync } from 'node:child_process';
import * as path from 'node:path';
import { KubernetesObject } from '../cluster/kubernetes-object';
import { mountVolume, Volume } from './mounted-volume';

interface Container {
  readonly command: readonly string[];
  readonly args?: readonly string[];
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
}

interface PodSpec {
  readonly initContainers: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes: readonly Volume[];
}

/** The only Pod among the objects or, without one, the pod template of the only Deployment. */
export function podSpecOf(objects: readonly KubernetesObject[]): PodSpec {
  const pod = objects.find(({ kind }) => kind === 'Pod');
  if (pod !== undefined) {
    return pod['spec'] as PodSpec;
  }
  const deployment = objects.find(({ kind }) => kind === 'Deployment');
  return (deployment as unknown as { spec: { template: { spec: PodSpec } } }).spec.template.spec;
}

/** Maps a path of the container into the folder that imitates its file system. */
export function pathIn(root: string, containerPath: string): string {
  return path.join(root, containerPath);
}

/** Maps the mount paths in an argument, and paths below them, into the folder. */
function moved(argument: string, mountPaths: readonly string[], root: string): string {
  return mountPaths.reduce((mapped, mountPath) =>
    mapped.replace(new RegExp(`(?<![\\w./-])${mountPath}(?![\\w.-])`, 'g'), pathIn(root, mountPath)), argument);
}

/** How a container's command ended. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly stderr: string;
}

/** Creates the init container's mounts below a folder, which stands in for the container's root. */
export function mountInitContainer(objects: readonly KubernetesObject[], root: string): void {
  const { initContainers, volumes } = podSpecOf(objects);
  for (const { name, mountPath } of initContainers.flatMap(({ volumeMounts }) => volumeMounts)) {
    const volume = volumes.find(candidate => candidate.name === name);
    if (volume === undefined) {
      throw new Error(`the init container mounts volume ${name}, which the pod does not have`);
    }
    mountVolume(volume, objects, pathIn(root, mountPath));
  }
}

/** Runs the registry's init container in a shell of this machine instead of the image's `/busybox/sh`. */
export function runInitContainer(objects: readonly KubernetesObject[], root: string, shell: readonly string[]): CommandResult {
  const [container] = podSpecOf(objects).initContainers as readonly [Container];
  const [command, ...rest] = [...container.command, ...container.args ?? []];
  if (command !== '/busybox/sh') {
    throw new Error(`the init container runs ${String(command)}, which the image does not have; its shell is /busybox/sh`);
  }
  const mountPaths = container.volumeMounts.map(({ mountPath }) => mountPath);
  const [program, ...shellArgs] = shell as [string];
  const { status, stderr } = spawnSync(program, [...shellArgs, ...rest.map(argument => moved(argument, mountPaths, root))], { encoding: 'utf8' });
  return { exitCode: status, stderr };
}
