import type { KubernetesManifest } from '../kubernetes-manifest';

/** How a program of OLM is called, from its name to its last argument. */
export interface ProgramArguments {
  /** Name of the container. */
  readonly program: string;
  /** One entry an argument; a flag that is followed by its value in a separate argument is one entry with it. */
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

/** The programs that an object runs: a Deployment's, or those of the Deployments in a ClusterServiceVersion. */
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
