import { exactJson } from '../../formats/json/exact-json';
import { compareUtf8 } from '../../formats/json/go-json';
import { type LockChange, LockChangeKind, type LockFieldChange } from './lock-change';
import { catalogKey, type LockContent, operatorKey } from './lock-content';

/** Fields of an operator in the order of the file, except those that identify it. */
const OPERATOR_FIELDS = ['version', 'csv', 'channel', 'catalog', 'catalogNamespace', 'bundle', 'subscription', 'requiredBy', 'waivers'] as const;

const CATALOG_FIELDS = ['image', 'digest'] as const;

/** Fields that are listed for an operator that is new or removed. */
const SHOWN = ['version', 'channel', 'requiredBy'] as const;

/** Returns the differences between two lock files. */
export function lockChanges(before: LockContent, after: LockContent): LockChange[] {
  return [
    ...changesOf('catalog', CATALOG_FIELDS, CATALOG_FIELDS, byKey(before.catalogs, catalogKey), byKey(after.catalogs, catalogKey)),
    ...changesOf('operator', OPERATOR_FIELDS, SHOWN, byKey(before.operators, operatorKey), byKey(after.operators, operatorKey)),
  ];
}

/** Returns a line for each change, such as `~ operator demo/cache: version 1.0.0 -> 1.1.0`. */
export function changeLines(changes: readonly LockChange[]): string[] {
  return changes.map(({ kind, subject, fields }) => {
    const sign = { [LockChangeKind.ADDED]: '+', [LockChangeKind.CHANGED]: '~', [LockChangeKind.REMOVED]: '-' }[kind];
    const listed = fields.map(({ field, before, after }) => (
      kind === LockChangeKind.CHANGED ? `${field} ${before === '' ? '(none)' : before} -> ${after === '' ? '(none)' : after}` : `${field} ${before}${after}`
    ));
    return `${sign} ${subject}${listed.length === 0 ? '' : `: ${listed.join(', ')}`}`;
  });
}

type Blocks = ReadonlyMap<string, { readonly [field: string]: unknown }>;

function changesOf(what: string, fields: readonly string[], shown: readonly string[], before: Blocks, after: Blocks): LockChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].sort(compareUtf8).flatMap((key) => {
    const [old, next] = [before.get(key), after.get(key)];
    const kind = old === undefined ? LockChangeKind.ADDED : next === undefined ? LockChangeKind.REMOVED : LockChangeKind.CHANGED;
    const changes = fieldChanges(kind === LockChangeKind.CHANGED ? fields : shown, old ?? {}, next ?? {});
    return kind === LockChangeKind.CHANGED && changes.length === 0 ? [] : [{ kind, subject: `${what} ${key}`, fields: changes }];
  });
}

function fieldChanges(
  fields: readonly string[], old: { readonly [field: string]: unknown }, next: { readonly [field: string]: unknown },
): LockFieldChange[] {
  return fields.flatMap((field) => {
    const [before, after] = [text(old[field]), text(next[field])];
    return before === after ? [] : [{ field, before, after }];
  });
}

function text(value: unknown): string {
  return Array.isArray(value) ? value.map((item: unknown) => (typeof item === 'string' ? item : exactJson(item))).join(' ')
    : typeof value === 'string' ? value : '';
}

function byKey<Item extends object>(items: readonly Item[], key: (item: Item) => string): Blocks {
  return new Map(items.map((item) => [key(item), item as { readonly [field: string]: unknown }]));
}
