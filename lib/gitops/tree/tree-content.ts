import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isMap, mapListField } from '../../formats/json/json-value';
import { readStream } from '../../formats/yaml/stream';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { FLUX_STAGES } from '../flux/staged-objects';

const LIMITS = { maxDepth: 200, maxNodes: 5_000_000, target: 'object' } as const;
const STAGES = new Set<string>(FLUX_STAGES);

/** Maximum number of files in a tree, so that a wrong folder, such as /, is an error instead of an endless wait. */
const MAX_FILES = 200_000;

/** Returns the content of all manifests in a folder, by their paths in the folder. */
export function readTree(folder: string): Map<string, Buffer> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new Error(`${folder}: folder not found; pass the folder of a manifest tree`);
  }
  const files = new Map<string, Buffer>();
  const open = [''];
  for (let inner = open.pop(); inner !== undefined; inner = open.pop()) {
    for (const entry of readdirSync(join(folder, inner), { withFileTypes: true })) {
      const path = inner === '' ? entry.name : `${inner}/${entry.name}`;
      if (entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'node_modules') {
        open.push(path);
      } else if (entry.isFile() && /\.(ya?ml|json)$/.test(entry.name) && !entry.name.startsWith('.')) {
        files.set(path, readFileSync(join(folder, path)));
      }
    }
    if (files.size > MAX_FILES) {
      throw new Error(`${folder}: the folder has more than ${MAX_FILES} manifests; pass the folder of a manifest tree`);
    }
  }
  return files;
}

/** Returns the cluster of a file: its folder without `clusters`, or without `stages` and the stage. */
export function clusterOfFile(path: string): string {
  const folder = dirname(path) === '.' ? '' : dirname(path);
  if (folder.startsWith('clusters/')) {
    return folder.slice('clusters/'.length);
  }
  const [isStages, isStage] = [/^stages(\/|$)/.test(folder), STAGES.has(basename(folder))];
  return isStages ? (isStage ? dirname(folder) : folder).slice('stages/'.length) : folder;
}

/** Returns the objects of a manifest, including those in lists. */
export function objectsIn(file: string, content: Buffer): object[] {
  try {
    const objects: object[] = [];
    for (const { value, line } of readStream(content.toString(), LIMITS)) {
      if (value === undefined || value === null) {
        continue;
      }
      if (!isMap(value) || typeof value['kind'] !== 'string' || typeof value['apiVersion'] !== 'string') {
        throw new Error(`${file}:${line}: this is not a Kubernetes object: it must have apiVersion and kind`);
      }
      objects.push(...value['kind'].endsWith('List') && Array.isArray(value['items']) ? mapListField(value, 'items') : [value]);
    }
    return objects;
  } catch (error) {
    throw error instanceof YamlSyntaxError ? new Error(`${file}: ${error.message}`) : error;
  }
}
