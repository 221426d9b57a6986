import { readFileSync } from 'node:fs';
import { Chart, Testing } from 'cdk8s';
import { loadAll } from 'js-yaml';

/** A synthesized object, as far as tests look into it. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly namespace?: string;
    readonly labels?: { readonly [key: string]: string };
    readonly annotations?: { readonly [key: string]: string };
  };
  readonly spec: { readonly [field: string]: unknown };
  readonly [field: string]: unknown;
}

/** Synthesizes a chart, after all checks of its app. */
export function synth(chart: Chart): Manifest[] {
  return Testing.synth(chart) as Manifest[];
}

/** Returns the objects in a file. `Yaml.load` of cdk8s starts a process for each file. */
export function manifestsIn(file: string): Manifest[] {
  return (loadAll(readFileSync(file, 'utf8')) as (Manifest | null)[]).filter((manifest) => manifest !== null);
}

/** Returns the only object of a kind. */
export function one(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.filter(manifest => manifest.kind === kind);
  expect(found).toHaveLength(1);
  return found[0]!;
}

/** Returns the kinds of objects, in order. */
export function kindsOf(manifests: readonly Manifest[]): string[] {
  return manifests.map(({ kind }) => kind);
}

/** Returns the names of all objects of a kind, in order. */
export function namesOf(manifests: readonly Manifest[], kind: string): string[] {
  return manifests.filter(manifest => manifest.kind === kind).map(({ metadata }) => metadata.name);
}
