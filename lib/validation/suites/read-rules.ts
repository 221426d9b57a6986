import { BundleErrorCode } from '../../bundle/model/bundle-error';
import type { Rule } from '../model/rule';
import { FindingSeverity } from '../model/severity';

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
