import { BundleErrorCode } from '../../bundle-error';
import type { Rule } from '../rule';
import { FindingSeverity } from '../severity';

/** A rule about reading a bundle at all. Its faults come from the readers. */
export type ReadingRule = Omit<Rule, 'check'> & {
  /** What the readers call it; nothing for all else. */
  readonly codes: readonly BundleErrorCode[];
};

const SOURCE = 'https://olm.operatorframework.io/docs/tasks/creating-operator-bundle/';

/** What keeps a bundle, or something in it, from being read. */
export const READING: readonly ReadingRule[] = [
  {
    id: 'read-unsafe-entry',
    severity: FindingSeverity.ERROR,
    summary: 'a bundle consists of plain files and folders',
    remedy: 'replace the link or device by the file that is meant',
    source: SOURCE,
    codes: [BundleErrorCode.UNSAFE_ENTRY],
  },
  {
    id: 'read-limit',
    severity: FindingSeverity.ERROR,
    summary: 'the bundle stays within the limits of reading',
    remedy: 'make the bundle smaller, or raise the limit if it is to be trusted',
    source: SOURCE,
    codes: [BundleErrorCode.LIMIT],
  },
  {
    id: 'read-bundle',
    severity: FindingSeverity.ERROR,
    summary: 'the folder or archive can be read',
    remedy: 'pack the bundle anew, with manifests/ and metadata/ at its top',
    source: SOURCE,
    codes: [],
  },
];
