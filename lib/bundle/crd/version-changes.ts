import { CrdRule, CrdVerdict } from './crd-change';
import type { CrdChange } from './crd-change';
import type { CrdVersion } from './crd-schema';
import { schemaChanges } from './schema-changes';
import { goJson } from '../go-json';
import type { JsonMap } from '../json-value';
import { fieldAt, textField, textsField } from '../json-value';

/** What changes outside of the schemas, in what every version shares. */
export function sharedChanges(before: JsonMap, after: JsonMap): CrdChange[] {
  const [oldScope, scope] = [before, after].map((crd) => textField(fieldAt(crd, 'spec'), 'scope') ?? '') as [string, string];
  const [oldStrategy, strategy] = [before, after].map(conversionStrategy) as [string, string];
  return [
    ...(oldScope === scope ? [] : [{
      rule: CrdRule.SCOPE,
      verdict: CrdVerdict.REFUSED,
      message: `the scope changes from ${oldScope} to ${scope}; the API server refuses that too, as long as the old CRD is there`,
      before: goJson(oldScope),
      after: goJson(scope),
    }]),
    ...(oldStrategy === strategy ? [] : [{
      rule: CrdRule.CONVERSION,
      verdict: CrdVerdict.ALLOWED,
      message: `objects are converted by ${strategy}, and were by ${oldStrategy}`,
      before: goJson(oldStrategy),
      after: goJson(strategy),
    }]),
  ];
}

/** How objects are converted between versions: `None` or `Webhook`. */
export function conversionStrategy(crd: JsonMap): string {
  return textField(fieldAt(crd, 'spec', 'conversion'), 'strategy') ?? 'None';
}

/** The versions that come and go. */
export function versionChanges(crd: JsonMap, before: readonly CrdVersion[], after: readonly CrdVersion[]): CrdChange[] {
  const [old, current] = [byName(before), byName(after)];
  const stored = new Set(storedVersions(crd, before));
  const gone = [...new Set([...old.keys(), ...stored])].filter((name) => !current.has(name)).map((name): CrdChange => (
    stored.has(name)
      ? {
        rule: CrdRule.STORED_VERSION_REMOVED,
        verdict: CrdVerdict.REFUSED,
        message: 'is gone, and objects are stored in it: the API server refuses that, until they are written anew and it is taken out of '
          + 'status.storedVersions',
        version: name,
      }
      : { rule: CrdRule.VERSION_REMOVED, verdict: CrdVerdict.ALLOWED, message: 'is gone; no objects are stored in it', version: name }
  ));
  const unserved = before.filter(({ name, served }) => served && current.get(name)?.served === false);
  const added = after.filter(({ name }) => !old.has(name));
  return [
    ...gone,
    ...unserved.map(({ name }): CrdChange => (
      { rule: CrdRule.VERSION_NOT_SERVED, verdict: CrdVerdict.ALLOWED, message: 'is no longer served: clients must use another version', version: name }
    )),
    ...added.map(({ name }): CrdChange => ({ rule: CrdRule.VERSION_ADDED, verdict: CrdVerdict.ALLOWED, message: 'is new', version: name })),
  ];
}

/** The versions that objects may be stored in: those of a CRD from a cluster stand in its status. */
export function storedVersions(crd: JsonMap, versions: readonly CrdVersion[]): string[] {
  return [...new Set([...textsField(fieldAt(crd, 'status'), 'storedVersions'), ...versions.filter(({ storage }) => storage).map(({ name }) => name)])];
}

/** How the schemas of the versions change that stay. */
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
