import type { PlacedProblem } from './lock-error';
import { CrdChangeKind } from '../../formats/schema/changes/crd-change';
import { field, isMap, mapListField, stringField } from '../../formats/json/json-value';
import { suggestNames } from '../../text/suggest-names';

/** Rule of waivers for a forbidden right that an operator gains. */
export const RIGHT_GAINED = 'right-gained';

/** Rule of waivers for a version for which the catalog has no manifests. */
export const NOT_CHECKED = 'not-checked';

/** Rules that a waiver may accept. */
const RULES: readonly string[] = [RIGHT_GAINED, NOT_CHECKED, ...Object.values(CrdChangeKind)];

/**
 * Returns what is wrong with the waivers of a lock file: missing reasons, unknown rules and duplicates.
 *
 * @param value content of the file
 */
export function waiverProblems(value: unknown): PlacedProblem[] {
  return mapListField(value, 'operators').flatMap((item, operator) => {
    const waivers = field(item, 'waivers');
    return !Array.isArray(waivers) ? [] : waivers.flatMap((waiver: unknown, index) => (
      isMap(waiver) ? problemsOf(waiver, waivers.slice(0, index), ['operators', operator, 'waivers', index], stringField(item, 'version')) : []
    ));
  });
}

function problemsOf(waiver: object, earlier: readonly unknown[], path: PlacedProblem['path'], locked: string | undefined): PlacedProblem[] {
  const [rule, reason] = [stringField(waiver, 'rule'), field(waiver, 'reason')];
  const what = `the waiver for '${rule ?? ''}' of '${stringField(waiver, 'field') ?? ''}'`;
  return [
    ...(rule === undefined || RULES.includes(rule) ? [] : [{
      path: [...path, 'rule'], message: `unknown rule '${rule}' in a waiver; rules: ${suggestNames(rule, RULES)}`,
    }]),
    ...(typeof reason === 'string' && reason.trim() !== '' ? [] : [{
      path: [...path, ...(reason === undefined ? [] : ['reason'])], message: `${what} has no reason; set \`reason\` to why the change is acceptable`,
    }]),
    ...(earlier.some((other) => sameWaiver(other, waiver, locked)) ? [{ path, message: `${what} occurs twice; remove one of the two` }] : []),
  ];
}

function sameWaiver(one: unknown, other: unknown, locked: string | undefined): boolean {
  return ['rule', 'field'].every((key) => field(one, key) === field(other, key))
    && (stringField(one, 'version') ?? locked) === (stringField(other, 'version') ?? locked);
}
