import { Bundle } from '../../bundle/bundle';
import { MANIFESTS, METADATA } from '../../bundle/files/bundle-files';
import { BUNDLE_ANNOTATION } from '../../bundle/model/bundle-content';
import { BundleError } from '../../bundle/model/bundle-error';
import { BundleErrorCode, type BundleProblem } from '../../bundle/model/bundle-problem';
import { CatalogErrorCode, type CatalogProblem } from '../../catalog/declcfg/catalog-problem';
import { renderingProblems } from '../../catalog/render/render-bundles';
import { defined } from '../../formats/json/defined';
import { goField } from '../../formats/json/folded-keys';
import type { ValuePath } from '../../formats/json/source-position';
import type { BundleView } from '../model/bundle-view';
import { FindingSeverity } from '../model/finding';
import type { Fault, Rule } from '../model/rule';
import type { RuleFault } from './content';

const LAYOUT = 'https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/';
const PARSER = 'https://github.com/operator-framework/operator-registry/blob/master/pkg/registry/parse.go';
const CATALOGS = 'https://github.com/operator-framework/operator-registry/tree/master/alpha/declcfg';

/** A rule of the suite: the readers report its faults. */
export type LoadingSuiteRule = Omit<Rule, 'check'> & {
  /** Error codes of `Bundle` that the rule covers, or an empty list for all that no other rule covers. */
  readonly codes: readonly BundleErrorCode[];

  /** Rules of other suites that report the same fault at another place. */
  readonly sameAs: readonly string[];
};

function loading(
  id: string, summary: string, remedy: string, codes: readonly BundleErrorCode[], sameAs: readonly string[] = [], source: string = LAYOUT,
): LoadingSuiteRule {
  return { id, severity: FindingSeverity.ERROR, summary, remedy, source, codes, sameAs };
}

const CATALOG_RULE = loading(
  'loading-catalog', 'a catalog can contain the bundle', 'correct the value in the CSV or in metadata/annotations.yaml', [], [], CATALOGS,
);

const CRD_RULE = loading(
  'loading-crd', 'each owned CRD is in manifests/', 'add the CRD, or correct name, version and kind of the owned CRD', [], ['bundle-crd-missing', 'content-owned-crd'], CATALOGS,
);

/** What `Bundle`, and catalogs that are rendered from it, refuse. The order matters: the last rule covers all other codes. */
export const LOADING_RULES: readonly LoadingSuiteRule[] = [
  loading('loading-annotations', 'the annotations are strings, and name the media type registry+v1, the package and its channels', 'correct metadata/annotations.yaml',
    [BundleErrorCode.ANNOTATIONS, BundleErrorCode.MEDIA_TYPE], ['format-annotations-file']),
  loading('loading-dependencies', 'each dependency has a type that OLM knows, and a value with the fields of the type', 'correct or remove the dependency',
    [BundleErrorCode.DEPENDENCIES]),
  loading('loading-properties', 'each property has a type and a value', 'correct or remove the property', [BundleErrorCode.PROPERTIES]),
  loading('loading-csv', 'the only CSV has a name, a version, install modes, and complete owned and required APIs', 'correct the CSV',
    [BundleErrorCode.CSV], ['load-csv-missing', 'content-csv']),
  loading('loading-file', 'every tool of OLM reads the same from each file', 'correct the file, or remove it from the bundle',
    [BundleErrorCode.SYNTAX, BundleErrorCode.AMBIGUOUS, BundleErrorCode.MANIFEST, BundleErrorCode.LIMIT], [], PARSER),
  CATALOG_RULE,
  CRD_RULE,
  loading('loading-layout', 'the folders manifests/ and metadata/ contain all files of the bundle', 'move the files to manifests/ or metadata/', [],
    ['format-manifests-dir', 'format-metadata-dir']),
];

/** Reports what `Bundle` refuses in a bundle, or, if there is nothing, what a catalog with only this bundle refuses. */
export function* checkLoading({ complete }: { readonly complete: BundleView }): Iterable<RuleFault> {
  try {
    const { bundle, files, folders, nested, limits } = complete;
    const read = bundle ?? Bundle._ofFiles('', { files, folders, nested }, limits);
    yield* renderingProblems([read]).map((problem) => ({
      rule: problem.code === CatalogErrorCode.CRD ? CRD_RULE : CATALOG_RULE, fault: catalogFault(complete, problem),
    }));
  } catch (error) {
    if (!(error instanceof BundleError)) {
      throw error;
    }
    yield* error.problems.map((problem) => ({ rule: ruleOf(problem), fault: bundleFault(problem) }));
  }
}

function ruleOf({ code }: BundleProblem): LoadingSuiteRule {
  return LOADING_RULES.find(({ codes }) => codes.includes(code)) ?? LOADING_RULES.at(-1)!;
}

function bundleFault({ code, message, file, line, column }: BundleProblem): Fault {
  return {
    message: `${message}${consequence(code, file)}`,
    ...defined({ file }),
    ...(line === undefined ? {} : { position: { line, column: column ?? 1 } }),
  };
}

/** Returns what opm makes of a file that it cannot read: this is why such a bundle passes its checks. */
function consequence(code: BundleErrorCode, file = ''): string {
  if (code !== BundleErrorCode.SYNTAX && code !== BundleErrorCode.MANIFEST) {
    return '';
  }
  return file.startsWith(`${METADATA}/`) ? '; opm drops the file without a message'
    : file.startsWith(`${MANIFESTS}/`) ? '; opm leaves the file out, with a warning' : '';
}

/** Paths of the values that problems of catalogs are about: in the CSV, or in the annotations. */
const PLACES: { readonly [code: string]: { readonly csv?: ValuePath; readonly annotation?: string } } = {
  [CatalogErrorCode.VERSION]: { csv: ['spec', 'version'] },
  [CatalogErrorCode.BUNDLE_NAME]: { csv: ['metadata', 'name'] },
  [CatalogErrorCode.SKIPS]: { csv: ['spec', 'skips'] },
  [CatalogErrorCode.CRD]: { csv: ['spec', 'customresourcedefinitions'] },
  [CatalogErrorCode.NO_HEAD]: { csv: ['spec', 'replaces'] },
  [CatalogErrorCode.REPLACES_CYCLE]: { csv: ['spec', 'replaces'] },
  [CatalogErrorCode.PACKAGE_NAME]: { annotation: BUNDLE_ANNOTATION.PACKAGE },
  [CatalogErrorCode.NO_CHANNEL]: { annotation: BUNDLE_ANNOTATION.CHANNELS },
  [CatalogErrorCode.CHANNEL_NAME]: { annotation: BUNDLE_ANNOTATION.CHANNELS },
};

function catalogFault({ csv, annotationsFile, documents }: BundleView, { code, message }: CatalogProblem): Fault {
  if (code === CatalogErrorCode.PROPERTY) {
    const file = [...documents.values()].find((document) => document.file.startsWith(`${METADATA}/`) && goField(document.value, 'properties') !== undefined)?.file;
    return { message, ...defined({ file: file ?? csv?.file }), path: file === undefined ? ['metadata', 'annotations', 'olm.properties'] : ['properties'] };
  }
  const { csv: path = [], annotation } = PLACES[code] ?? {};
  return annotation === undefined ? { message, ...defined({ file: csv?.file }), path }
    : { message, ...defined({ file: annotationsFile }), path: ['annotations', annotation] };
}
