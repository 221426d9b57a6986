import { accessFiles, readPieces } from '../../bundle/files/file-access';
import { exactJson, parseJson } from '../../formats/json/exact-json';
import { utf8Text } from '../../formats/json/utf8-text';
import { JsonObjects } from '../../formats/yaml/json-objects';
import { locator } from '../../formats/yaml/read-yaml';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { append } from '../../text/lists';
import { CatalogError } from '../declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from '../declcfg/catalog-problem';
import { type BundleBlob, type CatalogBlob, packageOf } from '../declcfg/declcfg';
import { type CatalogFilter, checkFilter } from '../filter/catalog-filter';
import { catalogIndex } from '../filter/catalog-index';
import { applyFilterPlan, type FilteredBlobs, type FilterPlan, planFilter } from '../filter/filter';
import { asCatalogError, type CatalogPath } from '../read/catalog-files';
import { CatalogReader, ProblemLocator } from '../read/catalog-reader';
import type { CatalogReadLimits } from '../read/read-options';
import { validateBlobs } from '../validate/read-catalog';
import { JsonSplitter } from './json-splitter';
import { type BlobSplitter, type RawBlob, type RawMeta, StreamError } from './raw-blob';
import { YamlSplitter } from './yaml-splitter';

/** Maximum number of problems, after which the rest of a catalog is not read. */
const MAX_PROBLEMS = 100;

/**
 * Filters the catalog in files without holding all of it: the files are read twice, first for the fields that the filter depends on, then for the
 * blobs that it keeps.
 *
 * `maxFileBytes` limits each blob, `maxTotalBytes` the blobs that are kept.
 *
 * @param paths lists the files, called for each pass
 * @throws CatalogError if a file cannot be read, opm would refuse a package that affects the result, or the filter names something that the
 * catalog does not have
 */
export function filterFiles(paths: () => Iterable<CatalogPath>, filter: CatalogFilter, limits: CatalogReadLimits): FilteredBlobs {
  checkFilter(filter);
  const plan = planFromFiles(paths, filter, limits);
  const blobs: CatalogBlob[] = [];
  let bytes = 0;
  forEachBlob(paths(), limits, (meta) => mayBeKept(plan, meta), (blob, raw, file) => {
    const kept = applyFilterPlan(plan, blob);
    if (kept !== undefined) {
      bytes += raw.bytes.length;
      if (bytes > limits.maxTotalBytes) {
        throw new CatalogError([{
          code: CatalogErrorCode.LIMIT,
          message: `the kept blobs have more than ${limits.maxTotalBytes} bytes (limit maxTotalBytes); keep less, or raise the limit`,
          file,
          line: raw.line,
        }]);
      }
      blobs.push(kept);
    }
  });
  return { blobs, notes: plan.notes };
}

function planFromFiles(paths: () => Iterable<CatalogPath>, filter: CatalogFilter, limits: CatalogReadLimits): FilterPlan {
  const named = filter.packages === undefined || filter.dependencies === true ? undefined : new Set(filter.packages.map(({ name }) => name));
  const matters = (packageName: string | undefined): boolean => named === undefined || (packageName !== undefined && named.has(packageName));
  const slim: CatalogBlob[] = [];
  const packageNames: string[] = [];
  forEachBlob(paths(), limits, ({ schema, package: packageName }) => schema !== 'olm.bundle' || packageName === undefined || matters(packageName), (blob) => {
    if (blob.schema === 'olm.package') {
      packageNames.push(blob.name);
    }
    if (blob.schema !== undefined && matters(packageOf(blob))) {
      slim.push(slimBlob(blob));
    }
  });
  validateBlobs(slim);
  return planFilter(catalogIndex(slim), filter, packageNames);
}

/** Whether to read a blob in the second pass. Only bundles are large enough to be worth skipping. */
function mayBeKept({ packages }: FilterPlan, { schema, package: packageName, name }: RawMeta): boolean {
  return schema !== 'olm.bundle' || packageName === undefined || name === undefined || packages.get(packageName)?.bundles.has(name) === true;
}

/**
 * Reads the blobs of files one by one.
 *
 * @param isRelevant whether to read the blob with these meta fields
 * @param visit called for each blob that was read
 */
function forEachBlob(
  paths: Iterable<CatalogPath>, limits: CatalogReadLimits, isRelevant: (meta: RawMeta) => boolean,
  visit: (blob: CatalogBlob, raw: RawBlob, file: string) => void,
): void {
  const problems: CatalogProblem[] = [];
  for (const path of paths) {
    for (const raw of blobStream(path, limits)) {
      if (raw.meta === undefined || isRelevant(raw.meta)) {
        readRawBlob(raw, path.file, limits, problems).forEach((blob) => visit(blob, raw, path.file));
      }
      if (problems.length >= MAX_PROBLEMS) {
        throw new CatalogError(problems);
      }
    }
  }
  if (problems.length > 0) {
    throw new CatalogError(problems);
  }
}

function readRawBlob(raw: RawBlob, file: string, limits: CatalogReadLimits, problems: CatalogProblem[]): CatalogBlob[] {
  const reader = new CatalogReader(limits, new ProblemLocator());
  const text = utf8Text(raw.bytes);
  if (text === undefined) {
    reader.addProblem(CatalogErrorCode.SYNTAX, 'the file is not UTF-8; save it as UTF-8', file, { line: 1, column: 1 });
  } else if (raw.isJson) {
    readJson(reader, text, file, limits);
  } else {
    reader.read(text, file);
  }
  append(problems, reader.problems.map((problem) => (problem.line === undefined ? problem : { ...problem, line: problem.line + raw.line - 1 })));
  return reader.blobs;
}

/** Reads a blob that was split off as a JSON object, and so must be one: flow-style YAML is split incorrectly. */
function readJson(reader: CatalogReader, json: string, file: string, limits: CatalogReadLimits): void {
  const options = { maxDepth: limits.maxYamlDepth, maxNodes: limits.maxYamlNodes };
  try {
    const object = new JsonObjects(json, options, 'uint64').next();
    if (object === undefined || 'fault' in object) {
      const message = 'this object is not JSON; read YAML that begins with a brace with Catalog.fromFile';
      reader.addProblem(CatalogErrorCode.SYNTAX, message, file, { line: 1, column: 1 });
    } else {
      reader.readValue(object.value, { file, line: 1, locate: locator(json, options) });
    }
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
    reader.addProblem(error.limit ? CatalogErrorCode.LIMIT : CatalogErrorCode.SYNTAX, error.message, file, error.position);
  }
}

/** Types of properties that filters depend on. */
const PROPERTIES = new Set(['olm.package', 'olm.gvk', 'olm.gvk.required', 'olm.package.required']);

/**
 * Returns a blob with only the fields that filters and opm's rules between blobs need, without those that make catalogs large: manifests, icons
 * and related images. It shares no memory with the original. Kept blobs are read again.
 */
function slimBlob(blob: CatalogBlob): CatalogBlob {
  return detached(withoutContents(blob));
}

function withoutContents(blob: CatalogBlob): CatalogBlob {
  switch (blob.schema) {
    case 'olm.package':
      return { schema: blob.schema, name: blob.name, defaultChannel: blob.defaultChannel };
    case 'olm.bundle':
      return slimBundle(blob);
    default:
      return blob;
  }
}

/** A placeholder for the image is enough: whether a bundle has an image or manifests is checked when it is kept. */
function slimBundle({ schema, name, package: packageName, properties }: BundleBlob): BundleBlob {
  return { schema, name, package: packageName, image: 'slim', properties: properties.filter(({ type }) => PROPERTIES.has(type)), relatedImages: [] };
}

/** Copies strings: a substring keeps the whole string in memory. */
function detached<Value>(value: Value): Value {
  return parseJson(exactJson(value), 'uint64') as Value;
}

/** Size of the pieces that are read, in bytes: large enough for few calls, small enough for little memory. */
const PIECE_BYTES = 512 * 1024;

const SPACES = new Set([0x20, 0x09, 0x0d, 0x0a]);
const OPEN_BRACE = 0x7b;

/**
 * Reads the blobs of a file one after the other, with only the current one in memory.
 *
 * @throws CatalogError if the file cannot be read, or split into blobs
 */
function* blobStream({ path, file }: CatalogPath, limits: CatalogReadLimits): Generator<RawBlob> {
  let splitter: BlobSplitter | undefined;
  const pieces = readPieces(path, PIECE_BYTES);
  try {
    for (;;) {
      const next = asCatalogError(file, () => accessFiles(() => pieces.next()));
      if (next.done === true) {
        break;
      }
      splitter ??= splitterFor(next.value, limits.maxFileBytes);
      yield* splitter?.push(next.value) ?? [];
    }
    yield* splitter?.end() ?? [];
  } catch (error) {
    if (!(error instanceof StreamError)) {
      throw error;
    }
    const code = error.isLimit ? CatalogErrorCode.LIMIT : CatalogErrorCode.SYNTAX;
    throw new CatalogError([{ code, message: error.message, file, line: error.line }]);
  } finally {
    pieces.return(undefined);
  }
}

/** Returns the splitter for a file by its first character: a file that begins with a brace is JSON. Returns undefined for an empty file. */
function splitterFor(piece: Buffer, maxBytes: number): BlobSplitter | undefined {
  const first = piece.find((byte) => !SPACES.has(byte));
  if (first === undefined) {
    return piece.length === 0 ? undefined : new YamlSplitter(maxBytes);
  }
  return first === OPEN_BRACE ? new JsonSplitter(maxBytes) : new YamlSplitter(maxBytes);
}
