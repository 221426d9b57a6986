import { type CrdChange, CrdVerdict } from '../../formats/schema/changes/crd-change';
import type { BundleCrdChange } from '../../report/build-comparison';

/** A finding without the CSVs before and after the change. */
export interface ChangeFinding {
  readonly rule: string;
  readonly field: string;
  readonly message: string;
}

/** Returns the changes of CustomResourceDefinitions because of which OLM v1 refuses an upgrade. */
export function crdFindings(changes: readonly BundleCrdChange[]): ChangeFinding[] {
  return changes.flatMap((crd) => crd.changes
    .filter(({ verdict }) => verdict !== CrdVerdict.ALLOWED)
    .map((change) => ({ rule: change.rule, field: fieldOf(crd.name, change), message: change.message })));
}

function fieldOf(crd: string, { version, servedBeside, path }: CrdChange): string {
  const versions = version === undefined ? '' : `/${version}${servedBeside === undefined ? '' : ` beside ${servedBeside}`}`;
  return `${crd}${versions}${path === undefined || path === '' ? '' : `/${path}`}`;
}
