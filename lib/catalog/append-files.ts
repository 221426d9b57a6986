import { realpathSync, statSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Bundle } from '../bundle/bundle';
import { writeFiles } from '../formats/output/write-files';
import { groupBy } from '../text/group-by';
import { type CatalogBlob, packageOf } from './declcfg/declcfg';
import { blobsToJsonLines, blobsToYaml, blobToJson } from './declcfg/write-blob';
import { type CatalogFile, catalogFile, catalogFiles } from './read/catalog-files';
import { catalogReadLimits } from './read/read-options';
import { type AppendedBlobs, appendBundles } from './render/append-bundles';
import type { CatalogAppendOptions } from './render/append-options';
import { readPlacedBlobs, validateBlobs } from './validate/read-catalog';

/** What was added to the files of a catalog. */
export interface AppendedFiles extends AppendedBlobs {
  /** Paths of the files that changed. */
  readonly files: readonly string[];
}

/**
 * Adds bundles to a catalog in a file or folder: rewrites the files with blobs that change, all of them or none. A new blob comes into the file of
 * its package.
 *
 * @throws CatalogError if the catalog cannot be read, or opm would refuse the result
 */
export function appendToFiles(path: string, bundles: readonly Bundle[], options: CatalogAppendOptions): AppendedFiles {
  const limits = catalogReadLimits();
  const isFile = statSync(path, { throwIfNoEntry: false })?.isFile() === true;
  const files = isFile ? [{ ...catalogFile(path, limits), file: basename(path) }] : [...catalogFiles(path, limits)];
  const { blobs, fileOf } = readPlacedBlobs(files, limits);
  const appended = appendBundles(blobs, bundles, options);
  validateBlobs(appended.blobs);
  const changed = changedFiles(files, blobs, fileOf, appended.blobs, isFile ? basename(path) : undefined);
  const folder = isFile ? dirname(realpathSync(path)) : path;
  writeFiles(folder, changed);
  return { ...appended, files: [...changed.keys()].map((file) => (isFile ? path : `${path.replace(/(?<!\/)\/+$/, '')}/${file}`)) };
}

/** Identifies a blob whose content may change. */
function keyOf(blob: CatalogBlob): string {
  return blob.schema === undefined ? blobToJson(blob) : JSON.stringify([blob.schema, packageOf(blob), 'name' in blob ? blob.name : '']);
}

function changedFiles(
  files: readonly CatalogFile[], before: readonly CatalogBlob[], fileOf: (blob: CatalogBlob) => string | undefined, after: readonly CatalogBlob[],
  only: string | undefined,
): Map<string, string> {
  const places = new Map(before.map((blob) => [keyOf(blob), fileOf(blob)!]));
  const homes = new Map(before.filter(({ schema }) => schema === 'olm.package').map((blob) => [packageOf(blob)!, fileOf(blob)!]));
  const kept = new Set(before);
  const members = groupBy(after, (blob) => (
    places.get(keyOf(blob)) ?? homes.get(packageOf(blob)!) ?? only ?? `${packageOf(blob)!}/catalog.yaml`
  ));
  const contents = new Map(files.map(({ file, content }) => [file, content]));
  const changed = [...members].filter(([, blobs]) => blobs.some((blob) => !kept.has(blob)));
  return new Map(changed.map(([file, blobs]) => [file, written(blobs, contents.get(file) ?? '')]));
}

/** Writes blobs in the format of the earlier content. */
function written(blobs: readonly CatalogBlob[], earlier: string): string {
  return earlier.trimStart().startsWith('{') ? blobsToJsonLines(blobs) : blobsToYaml(blobs);
}
