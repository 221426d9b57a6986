import { BundleErrorCode } from '../bundle-error';
import { describe, isMap, textField } from '../json-value';
import { Manifest } from '../manifest';
import type { BundleFiles } from './bundle-files';
import { isHidden, isManifestName, MANIFESTS } from './bundle-files';
import { readDocumentFile } from './document-file';
import { Problems } from './problems';
import type { ReadLimits } from './read-options';

/**
 * Reads the objects in manifests/, in the order of their file names.
 *
 * Which files count is as in opm's registry parser: hidden files do not, and a file that is no object does not. But opm drops every file
 * that it cannot read with no more than a warning, and so a bundle may lose half of what it needs. Here such a file is a problem,
 * unless its name says that it is no manifest, as README.md does.
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
      problems.add(BundleErrorCode.LAYOUT, `OLM does not look into folders of ${MANIFESTS}/; move the file up into it`, file);
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
    const message = `a manifest must be a map, the fields of a Kubernetes object, got ${describe(value)}`;
    problems.add(BundleErrorCode.MANIFEST, message, file, locate([]));
    return undefined;
  }
  const kind = textField(value, 'kind');
  if (kind === undefined || kind === '') {
    const message = `a manifest must say its kind, got ${describe(value['kind'])}; a file that is no Kubernetes object must not be here`;
    problems.add(BundleErrorCode.MANIFEST, message, file, locate(['kind']) ?? locate([]));
    return undefined;
  }
  return Manifest._of(file, value, locate);
}
