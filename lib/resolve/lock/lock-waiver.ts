import { exactJson } from '../../formats/json/exact-json';
import { field, isMap, mapListField, stringField } from '../../formats/json/json-value';
import { CrdChangeKind } from '../../formats/schema/changes/crd-change';
import { repeated } from '../../text/group-by';
import { suggestNames } from '../../text/suggest-names';
import type { PlacedProblem } from './lock-error';

/** A change in an upgrade that is accepted although it would otherwise be refused. */
export interface LockWaiver {
  /** Kind of the change: that of a change of a CRD, such as `field-removed`, `right-gained`, `rights-unknown`, `not-checked` or `not-reached`. */
  readonly rule: string;

  /**
   * Subject of the change: a field of a CRD, such as `caches.example.com/v1/spec.size`, a right, such as `get secrets`, a role, such as
   * `ClusterRole other through ClusterRoleBinding demo`, or a CSV that cannot be checked or that OLM does not install. With `**` at the end, it
   * matches everything with that prefix.
   */
  readonly field: string;

  /** Reason why it is accepted. */
  readonly reason: string;

  /**
   * Version whose installation the waiver accepts. Once the operator is locked to this version, the field is omitted, since it is the version of the
   * block.
   *
   * @default - the locked version, because the waiver was for the upgrade to it
   */
  readonly version?: string;
}

/** Rule of waivers for a forbidden right that an operator gains. @internal */
export const RIGHT_GAINED = 'right-gained';

/** Rule of waivers for a role whose rights are unknown. @internal */
export const RIGHTS_UNKNOWN = 'rights-unknown';

/** Rule of waivers for a version for which the catalog has no manifests. @internal */
export const NOT_CHECKED = 'not-checked';

/** Rule of waivers for a version that OLM does not install in place of the earlier one. @internal */
export const NOT_REACHED = 'not-reached';

/** Rules that a waiver may accept. */
const RULES: readonly string[] = [RIGHT_GAINED, RIGHTS_UNKNOWN, NOT_CHECKED, NOT_REACHED, ...Object.values(CrdChangeKind)];

/**
 * Returns what is wrong with the waivers of a lock file: missing reasons, unknown rules and duplicates.
 *
 * @param value content of the file
 * @internal
 */
export function waiverProblems(value: unknown): PlacedProblem[] {
  return mapListField(value, 'operators').flatMap((item, operator) => {
    const waivers = field(item, 'waivers');
    if (!Array.isArray(waivers)) {
      return [];
    }
    const again = new Set(repeated(waivers.map((waiver) => waiverKey(waiver, stringField(item, 'version')))).map(({ index }) => index));
    return waivers.flatMap((waiver: unknown, index) => (
      isMap(waiver) ? problemsOf(waiver, again.has(index), ['operators', operator, 'waivers', index]) : []
    ));
  });
}

function problemsOf(waiver: object, isRepeated: boolean, path: PlacedProblem['path']): PlacedProblem[] {
  const [rule, reason] = [stringField(waiver, 'rule'), field(waiver, 'reason')];
  const what = `the waiver for '${rule ?? ''}' of '${stringField(waiver, 'field') ?? ''}'`;
  return [
    ...(rule === undefined || RULES.includes(rule) ? [] : [{
      path: [...path, 'rule'], message: `unknown rule '${rule}' in a waiver; rules: ${suggestNames(rule, RULES)}`,
    }]),
    ...(typeof reason === 'string' && reason.trim() !== '' ? [] : [{
      path: [...path, ...(reason === undefined ? [] : ['reason'])], message: `${what} has no reason; set \`reason\` to why the change is acceptable`,
    }]),
    ...(isRepeated ? [{ path, message: `${what} occurs twice; remove one of the two` }] : []),
  ];
}

/** Returns the key that waivers for the same change of an operator share. */
function waiverKey(waiver: unknown, locked: string | undefined): string {
  return exactJson([field(waiver, 'rule'), field(waiver, 'field'), stringField(waiver, 'version') ?? locked]);
}
