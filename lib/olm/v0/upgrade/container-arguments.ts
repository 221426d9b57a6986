import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';

/** Arguments of a program of OLM. */
export interface ProgramArguments {
  /** Name of the container. */
  readonly program: string;
  /** One entry for each argument; a flag and its value in a separate argument are one entry. */
  readonly arguments: readonly string[];
}

interface Container {
  readonly name: string;
  readonly command?: readonly string[];
  readonly args?: readonly string[];
}

interface PodOwner {
  readonly spec: { readonly template: { readonly spec: { readonly containers: readonly Container[] } } };
}

/** Returns the programs of a Deployment, or of the Deployments in a ClusterServiceVersion. */
export function programsOf(manifest: KubernetesManifest): ProgramArguments[] {
  return podOwners(manifest).flatMap(({ spec }) => spec.template.spec.containers).map(({ name, command = [], args = [] }) => (
    { program: name, arguments: withValues([...command.slice(1), ...args]) }
  ));
}

function podOwners(manifest: KubernetesManifest): readonly PodOwner[] {
  switch (manifest.kind) {
    case 'Deployment': return [manifest as unknown as PodOwner];
    case 'ClusterServiceVersion': return (manifest['spec'] as { install: { spec: { deployments: PodOwner[] } } }).install.spec.deployments;
    default: return [];
  }
}

function withValues(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const last = joined.at(-1);
    if (!arg.startsWith('-') && last?.startsWith('-') === true && !/[= ]/.test(last)) {
      joined[joined.length - 1] = `${last} ${arg === '' ? '""' : arg}`;
    } else {
      joined.push(arg);
    }
  }
  return joined;
}
