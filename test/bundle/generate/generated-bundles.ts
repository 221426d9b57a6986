import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { PATH_LIMITS, walkTar } from '../../../lib/formats/archive/walk-tar';
import { isMap } from '../../../lib/formats/json/json-value';
import { Bundle, ManifestSource } from '../../../lib/bundle';
import { readManifestText } from '../../../lib/formats/manifests/read-manifests';
import { Needed } from '../../needed';

/** What operator-sdk made of the manifests of public operators, and of manifests made for that. */
export const GENERATED = Needed.sharedData('generated-bundles');

/** Names of the cases. */
export const GENERATED_CASES = [
  'awx', 'extdns', 'grafana', 'limitador', 'nhc-ocp', 'tackle',
  'made-base-csv', 'made-other-subjects', 'made-roles', 'made-two-deployments', 'made-unsupported', 'made-webhooks',
];

/** Manifests, options, and the bundle that operator-sdk made of them. */
export interface GeneratedCase {
  readonly input: string;
  readonly options: { readonly package: string; readonly version: string; readonly channels: string[]; readonly defaultChannel: string };

  /** Files of the expected bundle. */
  readonly expected: { readonly [path: string]: string };
}

/** Reads a case. */
export function generatedCase(name: string): GeneratedCase {
  const files: { [path: string]: string } = {};
  const error = (reason: string): Error => new Error(`${name}: ${reason}`);
  walkTar(gunzipSync(readFileSync(join(GENERATED.value, `${name}.tar.gz`))), PATH_LIMITS, { damaged: error, exceeded: error }, ({ path, type }) => (
    type !== 'File' ? undefined : (content) => { files[path.replace(/^\.\//, '')] = content.toString(); }
  ));
  const expected = Object.entries(files).filter(([path]) => path.startsWith('expected/')).map(([path, content]) => [path.slice('expected/'.length), content]);
  return { input: files['input.yaml']!, options: JSON.parse(files['options.json']!) as GeneratedCase['options'], expected: Object.fromEntries(expected) as { [path: string]: string } };
}

/** Makes the bundle of a case. */
export function generatedBundle({ input, options }: GeneratedCase): Bundle {
  const { package: packageName, ...others } = options;
  return Bundle.fromManifests(ManifestSource.fromString(input, 'input.yaml'), { packageName, ...others });
}

/** Values that are neither maps nor lists, by their paths. Empty maps and lists are values, too. */
export type Leaves = ReadonlyMap<string, unknown>;

/** Returns the values of the files of a bundle, by file and path. Entries of lists that have a name are at this name. */
export function leavesOf(files: { readonly [path: string]: object }): Leaves {
  const leaves = new Map<string, unknown>();
  const visit = (path: string, value: unknown): void => {
    const parsed = path.endsWith('/alm-examples') ? JSON.parse(value as string) as unknown : value;
    const entries = Array.isArray(parsed) ? parsed.map((item: unknown, index): [string, unknown] => [keyOf(item, index), item])
      : isMap(parsed) ? Object.entries(parsed) : [];
    if (entries.length === 0) {
      leaves.set(path, parsed);
    }
    entries.forEach(([key, inner]) => visit(`${path}/${key}`, inner));
  };
  Object.entries(files).forEach(([file, content]) => visit(file, content));
  return leaves;
}

function keyOf(item: unknown, index: number): string {
  const name = isMap(item) ? ['serviceAccountName', 'generateName', 'type'].map((key) => item[key]).find((value) => typeof value === 'string') : undefined;
  return typeof name === 'string' ? `${index}:${name}` : String(index);
}

/** Reads YAML or JSON files of a bundle. */
export function parsedFiles(files: { readonly [path: string]: string }): { readonly [path: string]: object } {
  return Object.fromEntries(Object.entries(files).filter(([path]) => path.startsWith('manifests/')).map(([path, content]) => [path, readManifestText(content, path).objects[0]!.object]));
}
