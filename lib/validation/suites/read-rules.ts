import { BundleErrorCode } from '../../bundle/model/bundle-problem';
import { FindingSeverity } from '../model/finding';
import type { Rule } from '../model/rule';
import type { LoadRule } from '../views/manifests-loader';

/** A rule about reading a bundle. The readers report its faults. */
export type ReadingRule = Omit<Rule, 'check'> & {
  /** Error codes of the readers that the rule covers, or an empty list for all codes that no other rule covers. */
  readonly codes: readonly BundleErrorCode[];
};

const SOURCE = 'https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/';

/** Faults that keep a bundle, or a part of it, from being read. */
export const READ_RULES: readonly ReadingRule[] = [
  {
    id: 'read-unsafe-entry',
    severity: FindingSeverity.ERROR,
    summary: 'the bundle contains only regular files and folders',
    remedy: 'replace the link or device with a regular file',
    source: SOURCE,
    codes: [BundleErrorCode.UNSAFE_ENTRY],
  },
  {
    id: 'read-limit',
    severity: FindingSeverity.ERROR,
    summary: 'the bundle stays within the limits of reading',
    remedy: 'reduce the size of the bundle, or raise the limit if you trust the bundle',
    source: SOURCE,
    codes: [BundleErrorCode.LIMIT],
  },
  {
    id: 'read-accepted',
    severity: FindingSeverity.WARNING,
    summary: 'the bundle was read without accepted problems',
    remedy: 'fix the file in the bundle; until then, check that what opm leaves out is not needed',
    source: 'https://github.com/operator-framework/operator-registry/blob/master/pkg/registry/parse.go',
    codes: [
      BundleErrorCode.AMBIGUOUS, BundleErrorCode.SYNTAX, BundleErrorCode.MANIFEST, BundleErrorCode.DEPENDENCIES, BundleErrorCode.PROPERTIES,
    ],
  },
  {
    id: 'read-bundle',
    severity: FindingSeverity.ERROR,
    summary: 'the folder or archive can be read',
    remedy: 'repackage the bundle with manifests/ and metadata/ at its root',
    source: SOURCE,
    codes: [],
  },
];

const LOADER_SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/manifests/bundleloader.go';

/** A rule about loading a bundle. The loader itself reports its faults, because no other rule can run after them. */
export type LoadingRule = Omit<Rule, 'check'> & { readonly id: LoadRule };

function loading(id: LoadRule, summary: string, remedy: string): LoadingRule {
  return { id, severity: FindingSeverity.ERROR, summary, remedy, source: LOADER_SOURCE };
}

/** Faults for which operator-sdk refuses to load a bundle. */
export const LOAD_RULES: readonly LoadingRule[] = [
  loading('load-annotations', 'each file whose name starts with annotations contains a map of annotations', 'correct or rename the file'),
  loading('load-crd-type', 'each field of a CRD has the type that Kubernetes defines', 'set a value of the right type'),
  loading(
    'load-crd-version',
    'CRDs have the apiVersion apiextensions.k8s.io/v1 or v1beta1',
    'migrate the CRD to apiextensions.k8s.io/v1',
  ),
  loading('load-csv-missing', 'manifests/ contains a CSV', 'add a CSV, or fix the file that should contain it'),
  loading('load-csv-several', 'manifests/ contains only one CSV', 'create a separate bundle for each CSV'),
  loading('load-csv-type', 'each field of the CSV has the type that OLM defines', 'set a value of the right type'),
  loading('load-folder', 'manifests/ contains no folders', 'move the files to manifests/ itself'),
  loading('load-hidden-file', 'manifests/ contains no hidden files', 'remove or rename the file'),
  loading('load-object', 'each file in manifests/ contains a Kubernetes object', 'correct the file, or move it out of manifests/'),
];
