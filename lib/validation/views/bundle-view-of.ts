import type { Bundle } from '../../bundle';
import type { BundleProblem } from '../../bundle-error';
import { isMap } from '../../json-value';
import type { BundleFiles } from '../../read/bundle-files';
import { isHidden, MANIFESTS, METADATA } from '../../read/bundle-files';
import type { FileFault } from '../../read/document-file';
import { decodeFile } from '../../read/document-file';
import { goField } from '../../read/property-list';
import type { ReadLimits } from '../../read/read-options';
import type { SubjectDocument, SubjectObject, SubjectOptions } from '../subject';
import { subjectObject, ValidationSubject } from '../subject';

/**
 * The view of a bundle that shows everything that can be read, also what some of OLM's tools lose.
 *
 * @param source the files
 * @param refused what a bundle must not hold, and was left out of them
 * @param limits the limits
 * @param options what the user says about the place where the bundle is to run
 */
export function subjectOfFiles(
  source: BundleFiles,
  refused: readonly BundleProblem[],
  limits: ReadLimits,
  options: SubjectOptions,
): ValidationSubject {
  const documents = new Map<string, SubjectDocument>();
  const faults = new Map<string, FileFault>();
  for (const [file, content] of source.files) {
    const { document, loss, fault } = decodeFile(content, isManifest(file) ? 'object' : 'any', limits);
    if (document !== undefined) {
      documents.set(file, { file, ...document, ...(loss === undefined ? {} : { loss }) });
    }
    if (fault !== undefined) {
      faults.set(file, fault);
    }
  }
  const annotationsFile = annotationsFileOf(documents);
  const content = annotationsFile === undefined ? undefined : source.files.get(annotationsFile);
  const text = content === undefined ? undefined : decodeFile(content, 'text', limits).document?.value;
  return new ValidationSubject({
    ...source,
    options,
    refused,
    documents,
    faults,
    ...objectsIn(documents),
    annotationsFile,
    annotations: textsOf(goField(text, 'annotations')),
  });
}

/**
 * The view of a bundle that was read before. Its files are not kept, so each manifest stands for the file it came from as JSON, and
 * metadata/ is what it said.
 */
export function subjectOfBundle(bundle: Bundle, options: SubjectOptions): ValidationSubject {
  const files = new Map<string, Buffer>();
  const documents = new Map<string, SubjectDocument>();
  for (const manifest of bundle.manifests) {
    files.set(manifest.file, Buffer.from(manifest.toJson()));
    documents.set(manifest.file, { file: manifest.file, value: manifest.content, locate: (path) => manifest._positionOf(path) });
  }
  for (const [name, value] of metadataOf(bundle)) {
    const file = `${METADATA}/${name}.yaml`;
    files.set(file, Buffer.from(JSON.stringify(value)));
    documents.set(file, { file, value, locate: () => undefined });
  }
  return new ValidationSubject({
    options,
    files,
    folders: new Set([MANIFESTS, METADATA]),
    nested: [],
    refused: [],
    documents,
    faults: new Map(),
    ...objectsIn(documents),
    annotationsFile: `${METADATA}/annotations.yaml`,
    annotations: bundle.annotations,
  });
}

function metadataOf(bundle: Bundle): (readonly [name: string, value: unknown])[] {
  const dependencies = bundle.dependencies.length > 0 ? [['dependencies', { dependencies: bundle.dependencies }] as const] : [];
  return [['annotations', { annotations: bundle.annotations }] as const, ...dependencies];
}

function objectsIn(documents: ReadonlyMap<string, SubjectDocument>): {
  readonly objects: readonly SubjectObject[];
  readonly csv: SubjectObject | undefined;
  readonly crds: readonly SubjectObject[];
} {
  const objects: SubjectObject[] = [];
  for (const { file, value } of documents.values()) {
    if (isManifest(file) && !isHidden(file) && isMap(value)) {
      objects.push(subjectObject(file, value));
    }
  }
  return {
    objects,
    csv: objects.find(({ kind }) => kind === 'ClusterServiceVersion'),
    crds: objects.filter(({ kind }) => kind === 'CustomResourceDefinition'),
  };
}

/** The file that holds the annotations: the first one that has any. A file of the customary name goes before all others. */
function annotationsFileOf(documents: ReadonlyMap<string, SubjectDocument>): string | undefined {
  const holders = [...documents.values()].filter(({ file, value }) => !isManifest(file) && isMap(goField(value, 'annotations')));
  const canonical = `${METADATA}/annotations.yaml`;
  return (holders.find(({ file }) => file === canonical) ?? holders[0])?.file;
}

/** The entries of a map that are text; null stands for empty text, as in Go. */
export function textsOf(map: unknown): { readonly [key: string]: string } {
  const texts = Object.entries(isMap(map) ? map : {}).filter(([, text]) => typeof text === 'string' || text === null);
  return Object.fromEntries(texts.map(([key, text]) => [key, (text ?? '') as string]));
}

/** Whether a file stands in manifests/. */
export function isManifest(file: string): boolean {
  return file.startsWith(`${MANIFESTS}/`);
}
