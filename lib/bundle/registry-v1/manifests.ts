import { describeType, isMap, stringField } from '../../formats/json/json-value';
import { nearestPosition } from '../../formats/json/source-position';
import { type BundleFiles, isHidden, isManifestName, MANIFESTS } from '../files/bundle-files';
import { readDocumentFile } from '../files/document-file';
import { Problems } from '../files/problems';
import type { ReadLimits } from '../files/read-options';
import { BundleErrorCode } from '../model/bundle-error';
import { Manifest } from '../model/manifest';

/**
 * Reads the objects in manifests/, in the order of their file names.
 *
 * As in opm's registry parser, hidden files and files that are not objects are ignored. However, opm drops every file that it cannot read, with only
 * a warning, so a bundle may lose half of what it needs. Here an unreadable file is a problem, unless its name shows that it is not a manifest, such
 * as README.md.
 */
export function readManifests({ files, nested }: BundleFiles, limits: ReadLimits, problems: Problems): Manifest[] {
  const manifests: Manifest[] = [];
  for (const [file, content] of files) {
    if (file.startsWith(`${MANIFESTS}/`) && !isHidden(file)) {
      const manifest = readManifest(file, content, limits, isManifestName(file) ? problems : new Problems());
      if (manifest !== undefined) {
        manifests.push(manifest);
      }
    }
  }
  for (const file of nested) {
    if (file.startsWith(`${MANIFESTS}/`)) {
      problems.add(BundleErrorCode.LAYOUT, `OLM ignores subfolders of ${MANIFESTS}/; move the file to ${MANIFESTS}/`, file);
    }
  }
  return manifests;
}

function readManifest(file: string, content: Buffer, limits: ReadLimits, problems: Problems): Manifest | undefined {
  const document = readDocumentFile(file, content, 'object', limits, problems);
  if (document === undefined || document.value === undefined || document.value === null) {
    return undefined;
  }
  const { value, locate } = document;
  if (!isMap(value)) {
    const message = `a manifest must be a map, the fields of a Kubernetes object, got ${describeType(value)}`;
    problems.add(BundleErrorCode.MANIFEST, message, file, locate([]));
    return undefined;
  }
  const kind = stringField(value, 'kind');
  if (kind === undefined || kind === '') {
    const message = `a manifest must have a kind, got ${describeType(value['kind'])}; remove the file if it is not a Kubernetes object`;
    problems.add(BundleErrorCode.MANIFEST, message, file, nearestPosition(locate, ['kind']));
    return undefined;
  }
  return Manifest._of(file, value, locate);
}
