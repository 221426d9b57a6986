import { readdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { load } from 'js-yaml';

/** An object of the cluster; only what OLM reads here is typed. */
export interface Stored {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace: string;
    readonly uid: string;
    readonly generation: number;
    readonly labels?: Readonly<Record<string, string>>;
  };
  readonly spec: Readonly<Record<string, unknown>>;
  readonly status?: Readonly<Record<string, unknown>>;
}

/** A bundle in the catalogs of the cluster. */
export interface PlayedBundle {
  readonly csv: Stored;
  readonly crds: readonly Stored[];
  readonly package: string;
}

/** Names of the CRDs that an operator owns or requires. */
export function crdsOf({ spec }: Stored, list: 'owned' | 'required'): string[] {
  const { customresourcedefinitions = {} } = spec as { customresourcedefinitions?: { [of in typeof list]?: readonly { name: string }[] } };
  return (customresourcedefinitions[list] ?? []).map(({ name }) => name);
}

/** Reads the bundle in a folder. */
export function bundleIn(folder: string): PlayedBundle {
  const read = (file: string): unknown => load(readFileSync(path.join(folder, file), 'utf8'));
  const manifests = readdirSync(path.join(folder, 'manifests')).map(file => read(`manifests/${file}`) as Stored);
  const { annotations } = read('metadata/annotations.yaml') as { annotations: Readonly<Record<string, string>> };
  return {
    csv: manifests.find(({ kind }) => kind === 'ClusterServiceVersion')!,
    crds: manifests.filter(({ kind }) => kind === 'CustomResourceDefinition'),
    package: annotations['operators.operatorframework.io.bundle.package.v1']!,
  };
}
