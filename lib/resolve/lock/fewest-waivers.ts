import { CrdChangeKind } from '../../formats/schema/changes/crd-change';
import { largest } from '../../text/lists';
import type { LockWaiver } from './lock-waiver';

/** Subject of a waiver, or of a change that it accepts. */
export type WaivedChange = Pick<LockWaiver, 'rule' | 'field'>;

/** Suffix of a field that matches everything with the prefix before it. */
const ANY_SUFFIX = '**';

const CRD_RULES: readonly string[] = Object.values(CrdChangeKind);

/** Whether a waiver accepts a change. Only `**` at the end is a pattern: a single `*` is part of paths in CRDs and of rights. */
export function waives(waiver: WaivedChange, { rule, field }: WaivedChange): boolean {
  return waiver.rule === rule
    && (waiver.field === field || (waiver.field.endsWith(ANY_SUFFIX) && field.startsWith(waiver.field.slice(0, -ANY_SUFFIX.length))));
}

/**
 * Returns the fewest waivers that accept changes: one for each rule and version of a CRD, with the longest path that all of its changes below the
 * version have in common. Each right and each version that cannot be checked has its own waiver, because a shorter right includes more than the
 * changes.
 */
export function fewestWaivers(changes: readonly WaivedChange[]): WaivedChange[] {
  const groups = new Map<string, { readonly rule: string; readonly fields: Set<string> }>();
  for (const { rule, field } of changes) {
    const key = JSON.stringify([rule, CRD_RULES.includes(rule) ? versionOf(field) : field]);
    const group = groups.get(key) ?? { rule, fields: new Set<string>() };
    groups.set(key, group);
    group.fields.add(field);
  }
  return [...groups.values()].flatMap(({ rule, fields }) => coveringFields([...fields]).map((field) => ({ rule, field })));
}

/** Returns the CRD and version at the start of a field, such as `caches.example.com/v1`. */
function versionOf(field: string): string {
  return field.split('/', 2).join('/');
}

/** Returns fields or patterns that match all fields. The version itself is a field of its own: a pattern with it would also match `v1beta1`. */
function coveringFields(fields: readonly string[]): string[] {
  const below = fields.filter((field) => field !== versionOf(field));
  return [...fields.filter((field) => !below.includes(field)), ...(below.length === 0 ? [] : [coveringField(below)])];
}

/** Returns the field, or the pattern with the longest prefix of whole names that matches all fields. */
function coveringField(fields: readonly string[]): string {
  const [first = '', ...others] = fields;
  if (others.length === 0) {
    return first;
  }
  const common = others.reduce(commonPrefix, first);
  const whole = fields.includes(common) ? common : common.slice(0, largest(['/', '.', '[]'].map((end) => (
    common.lastIndexOf(end) < 0 ? 0 : common.lastIndexOf(end) + end.length
  ))));
  return `${whole}${ANY_SUFFIX}`;
}

function commonPrefix(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) {
    length += 1;
  }
  return one.slice(0, length);
}
