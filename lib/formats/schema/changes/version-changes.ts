import { goJson } from '../../json/go-json';
import { fieldAt, type JsonMap, stringField, stringListField } from '../../json/json-value';
import { type CrdChange, CrdChangeKind, CrdVerdict } from './crd-change';
import type { CrdVersion } from './crd-schema';
import { schemaChanges } from './schema-changes';

/** Returns the changes outside the schemas, which affect every version. */
export function sharedChanges(before: JsonMap, after: JsonMap): CrdChange[] {
  return [...scopeChanges(before, after), ...conversionChanges(before, after)];
}

function scopeChanges(before: JsonMap, after: JsonMap): CrdChange[] {
  const oldScope = scopeOf(before);
  const scope = scopeOf(after);
  return oldScope === scope ? [] : [{
    rule: CrdChangeKind.SCOPE,
    verdict: CrdVerdict.REFUSED,
    message: `the scope changes from ${oldScope} to ${scope}; the API server refuses that too, as long as the old CRD exists`,
    before: goJson(oldScope),
    after: goJson(scope),
  }];
}

function scopeOf(crd: JsonMap): string {
  return stringField(fieldAt(crd, 'spec'), 'scope') ?? '';
}

function conversionChanges(before: JsonMap, after: JsonMap): CrdChange[] {
  const oldStrategy = conversionStrategy(before);
  const strategy = conversionStrategy(after);
  return oldStrategy === strategy ? [] : [{
    rule: CrdChangeKind.CONVERSION,
    verdict: CrdVerdict.ALLOWED,
    message: `the conversion strategy changes from ${oldStrategy} to ${strategy}`,
    before: goJson(oldStrategy),
    after: goJson(strategy),
  }];
}

/** Returns how objects are converted between versions: `None` or `Webhook`. */
export function conversionStrategy(crd: JsonMap): string {
  return stringField(fieldAt(crd, 'spec', 'conversion'), 'strategy') ?? 'None';
}

/** Returns the removed versions, those that are no longer served, and the added ones. */
export function versionChanges(crd: JsonMap, before: readonly CrdVersion[], after: readonly CrdVersion[]): CrdChange[] {
  const old = byName(before);
  const current = byName(after);
  const stored = new Set(storedVersions(crd, before));
  const removed = [...new Set([...old.keys(), ...stored])].filter((name) => !current.has(name));
  const notServed = before.filter(({ name, served }) => served && current.get(name)?.served === false);
  const added = after.filter(({ name }) => !old.has(name));
  return [
    ...removed.map((name) => removedVersion(name, stored.has(name))),
    ...notServed.map(({ name }): CrdChange => ({
      rule: CrdChangeKind.VERSION_NOT_SERVED,
      verdict: CrdVerdict.ALLOWED,
      message: 'is no longer served: clients must use another version',
      version: name,
    })),
    ...added.map(({ name }): CrdChange => ({ rule: CrdChangeKind.VERSION_ADDED, verdict: CrdVerdict.ALLOWED, message: 'is new', version: name })),
  ];
}

function removedVersion(version: string, isStored: boolean): CrdChange {
  if (!isStored) {
    return { rule: CrdChangeKind.VERSION_REMOVED, verdict: CrdVerdict.ALLOWED, message: 'is removed; no objects are stored in it', version };
  }
  return {
    rule: CrdChangeKind.STORED_VERSION_REMOVED,
    verdict: CrdVerdict.REFUSED,
    message: 'is removed, although objects may be stored in it: the API server refuses that until they are rewritten and the version is removed from '
      + 'status.storedVersions',
    version,
  };
}

/** Returns the versions in which objects may be stored: a CRD from a cluster lists them in its status. */
export function storedVersions(crd: JsonMap, versions: readonly CrdVersion[]): string[] {
  const listed = stringListField(fieldAt(crd, 'status'), 'storedVersions');
  const current = versions.filter(({ storage }) => storage).map(({ name }) => name);
  return [...new Set([...listed, ...current])];
}

/** Returns how the schemas of the remaining versions change. */
export function sameVersionChanges(before: readonly CrdVersion[], after: readonly CrdVersion[]): CrdChange[] {
  const current = byName(after);
  return before.flatMap(({ name, schema }) => {
    const version = current.get(name);
    return version === undefined ? [] : schemaChanges(schema, version.schema).map(({ change }) => ({ ...change, version: name }));
  });
}

function byName(versions: readonly CrdVersion[]): Map<string, CrdVersion> {
  return new Map(versions.map((version) => [version.name, version]));
}
