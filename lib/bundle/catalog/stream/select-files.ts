import { isUtf8 } from 'node:buffer';
import { documentStream } from './document-stream';
import { lightDocument } from './light-document';
import type { RawDocument, RawMeta } from './raw-document';
import { CatalogError, CatalogErrorCode } from '../catalog-error';
import type { CatalogProblem } from '../catalog-error';
import { packageOf } from '../document-order';
import type { CatalogPath } from '../read/catalog-files';
import { CatalogReader } from '../read/catalog-reader';
import { ProblemPlaces } from '../read/document-place';
import { checkDocuments } from '../read/read-catalog';
import type { CatalogReadLimits } from '../read/read-options';
import { catalogIndex } from '../selection/catalog-index';
import type { CatalogSelection } from '../selection/catalog-selection';
import { applyPlan, planSelection } from '../selection/plan';
import type { SelectionPlan } from '../selection/plan';
import type { SelectedDocuments } from '../selection/select';
import type { CatalogDocument } from '../wire';
import { JsonObjects } from '../../yaml/json-objects';
import { locator } from '../../yaml/read-yaml';
import { YamlSyntaxError } from '../../yaml/yaml-syntax-error';

/** After so many problems, the rest of a catalog is not read. */
const MOST_PROBLEMS = 100;

/**
 * Keeps what a selection names of the catalog in files, without ever holding the catalog: the files are read twice, first for what a
 * selection goes by, then for the documents that it keeps.
 *
 * `maxFileBytes` is the limit of one document here, and `maxTotalBytes` that of the documents that are kept.
 *
 * @param paths gives the files anew at each call
 * @throws CatalogError when a file cannot be read, when opm would refuse one of the packages that matter to the selection, or when the
 * selection asks for what is not there
 */
export function selectFromFiles(paths: () => Iterable<CatalogPath>, selection: CatalogSelection, limits: CatalogReadLimits): SelectedDocuments {
  const plan = planFromFiles(paths, selection, limits);
  const documents: CatalogDocument[] = [];
  let bytes = 0;
  read(paths(), limits, (meta) => mayBeKept(plan, meta), (document, raw, file) => {
    const kept = applyPlan(plan, document);
    if (kept !== undefined) {
      bytes += raw.bytes.length;
      if (bytes > limits.maxTotalBytes) {
        throw new CatalogError([{
          code: CatalogErrorCode.LIMIT,
          message: `what the selection keeps up to here has more than ${limits.maxTotalBytes} bytes (limit maxTotalBytes); keep less, or raise the limit`,
          file,
          line: raw.line,
        }]);
      }
      documents.push(kept);
    }
  });
  return { documents, notes: plan.notes };
}

function planFromFiles(paths: () => Iterable<CatalogPath>, selection: CatalogSelection, limits: CatalogReadLimits): SelectionPlan {
  const named = selection.packages === undefined || selection.dependencies === true ? undefined : new Set(selection.packages.map(({ name }) => name));
  const matters = (packageName: string | undefined): boolean => named === undefined || (packageName !== undefined && named.has(packageName));
  const light: CatalogDocument[] = [];
  const packageNames: string[] = [];
  read(paths(), limits, ({ schema, package: packageName }) => schema !== 'olm.bundle' || packageName === undefined || matters(packageName), (document) => {
    if (document.schema === 'olm.package') {
      packageNames.push(document.name);
    }
    if (document.schema !== undefined && matters(packageOf(document))) {
      light.push(lightDocument(document));
    }
  });
  checkDocuments(light);
  return planSelection(catalogIndex(light), selection, packageNames);
}

/** Only bundles are large enough to be worth not reading. */
function mayBeKept({ packages }: SelectionPlan, { schema, package: packageName, name }: RawMeta): boolean {
  return schema !== 'olm.bundle' || packageName === undefined || name === undefined || packages.get(packageName)?.bundles.has(name) === true;
}

/**
 * Reads the documents of files one by one.
 *
 * @param wanted whether a document is read, by what it says of itself
 * @param take is given each document that was read
 */
function read(
  paths: Iterable<CatalogPath>, limits: CatalogReadLimits, wanted: (meta: RawMeta) => boolean,
  take: (document: CatalogDocument, raw: RawDocument, file: string) => void,
): void {
  const problems: CatalogProblem[] = [];
  for (const path of paths) {
    for (const raw of documentStream(path, limits)) {
      if (raw.meta === undefined || wanted(raw.meta)) {
        documentsOf(raw, path.file, limits, problems).forEach((document) => take(document, raw, path.file));
      }
      if (problems.length >= MOST_PROBLEMS) {
        throw new CatalogError(problems);
      }
    }
  }
  if (problems.length > 0) {
    throw new CatalogError(problems);
  }
}

function documentsOf(raw: RawDocument, file: string, limits: CatalogReadLimits, problems: CatalogProblem[]): CatalogDocument[] {
  const reader = new CatalogReader(limits, new ProblemPlaces());
  if (!isUtf8(raw.bytes)) {
    reader.add(CatalogErrorCode.SYNTAX, 'the text is not UTF-8; save the file as UTF-8', file, { line: 1, column: 1 });
  } else if (raw.isJson) {
    readJson(reader, raw.bytes.toString('utf8'), file, limits);
  } else {
    reader.read(raw.bytes.toString('utf8'), file);
  }
  problems.push(...reader.problems.map((problem) => (problem.line === undefined ? problem : { ...problem, line: problem.line + raw.line - 1 })));
  return reader.documents;
}

/** A text that was cut out as a JSON object must be one: YAML that only looks like it is cut in the wrong places. */
function readJson(reader: CatalogReader, text: string, file: string, limits: CatalogReadLimits): void {
  const options = { maxDepth: limits.maxYamlDepth, maxNodes: limits.maxYamlNodes };
  try {
    const object = new JsonObjects(text, options).next();
    if (object === undefined || 'fault' in object) {
      const message = 'this object is not JSON; a file that begins with a brace and is YAML can be read with Catalog.fromFile only';
      reader.add(CatalogErrorCode.SYNTAX, message, file, { line: 1, column: 1 });
    } else {
      reader.readValue(object.value, { file, line: 1, locate: locator(text, options) });
    }
  } catch (error) {
    if (!(error instanceof YamlSyntaxError)) {
      throw error;
    }
    reader.add(error.limit ? CatalogErrorCode.LIMIT : CatalogErrorCode.SYNTAX, error.message, file, error.position);
  }
}
