import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { compareUtf8 } from '../formats/json/go-json';
import { type OutputFiles, writeFiles } from '../formats/output/write-files';
import { shell, shellPath } from '../text/shell';
import { MANIFESTS, METADATA } from './files/bundle-files';
import { refusal } from './files/refusal';
import type { BundleWriteOptions } from './generate/generation-options';
import { BundleErrorCode } from './model/bundle-problem';

/**
 * Writes the files of a bundle into a folder: all of them, or none.
 *
 * @param folder path of the folder
 * @param files contents by path
 * @throws BundleError if other files there would become part of the bundle
 */
export function writeBundle(folder: string, files: OutputFiles, { prune = false }: BundleWriteOptions): void {
  const others = otherFiles(folder, files);
  if (others.length > 0 && !prune) {
    const remedy = others.length === 1 ? `delete it (\`${shell`rm ${shellPath(join(folder, others[0]!))}`}\`)` : 'delete them';
    const message = `the folder has ${others.join(', ')}, which this bundle does not have, and which would become part of it; nothing was written: ${remedy}, set prune, or choose another folder`;
    throw refusal(folder, BundleErrorCode.LAYOUT, message);
  }
  writeFiles(folder, files, { deleted: others });
}

/** Returns the files in manifests/ and metadata/ that are not among those to write. */
function otherFiles(folder: string, files: OutputFiles): string[] {
  return [MANIFESTS, METADATA].filter((part) => existsSync(join(folder, part))).flatMap((part) => (
    readdirSync(join(folder, part), { withFileTypes: true }).filter((entry) => entry.isFile()).map(({ name }) => `${part}/${name}`).filter((path) => !files.has(path)).sort(compareUtf8)
  ));
}
