import type { KubernetesManifest } from '../../../lib/formats/schema/kubernetes-manifest';
import type { OlmSettings } from '../../../lib/olm/v0/settings/olm-settings';
import { releaseManifests } from '../../../lib/olm/v0/release/release';

/** Container of one of OLM's programs. */
export interface ProgramContainer {
  readonly command: string[];
  readonly args?: string[];
  readonly env?: { readonly name: string; readonly value?: string }[];
  readonly ports: object[];
  readonly livenessProbe: object;
  readonly resources: object;
  readonly volumeMounts?: object[];
}

/** Replicas and pod template of one of OLM's programs. */
export interface Program {
  readonly replicas: number;
  readonly template: {
    readonly metadata: { readonly annotations?: object };
    readonly spec: { readonly containers: [ProgramContainer]; readonly [field: string]: unknown };
  };
}

export type ProgramName = 'olmOperator' | 'catalogOperator' | 'packageserver';

export const PROGRAMS: readonly ProgramName[] = ['olmOperator', 'catalogOperator', 'packageserver'];

/** Returns a program of a release. The one of packageserver is in its ClusterServiceVersion. */
export function program(name: ProgramName, settings: OlmSettings): Program {
  const manifest = releaseManifests(settings)[name];
  if (name !== 'packageserver') {
    return manifest['spec'] as Program;
  }
  const { install } = manifest['spec'] as { install: { spec: { deployments: [{ spec: Program }] } } };
  return install.spec.deployments[0].spec;
}

/** Returns the command line of a program. */
export function commandLine(name: ProgramName, settings: OlmSettings): string[] {
  const { command, args = [] } = program(name, settings).template.spec.containers[0];
  return [...command, ...args];
}

/** Returns the objects of a kind in a release, by name. */
export function objectsOf(kind: string, settings: OlmSettings): { [name: string]: KubernetesManifest } {
  const objects = releaseManifests(settings).all.filter((object) => object.kind === kind);
  return Object.fromEntries(objects.map((object) => [object.metadata.name, object]));
}
