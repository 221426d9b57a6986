import { goJson } from '../../json/go-json';
import { deepFreeze, field, fieldAt, type JsonMap, stringField, stringListField } from '../../json/json-value';
import { checkArguments } from '../../options/check-arguments';
import { compareKubeVersions } from '../../semver/kubernetes-version';
import { changesText, CrdChange, CrdChangeKind, CrdVerdict } from './crd-change';
import { type CrdVersion, crdVersions } from './crd-schema';
import { sameKeyword, schemaChanges } from './schema-changes';

/**
 * Changes between two CustomResourceDefinitions, each with the verdict of OLM v1's CRD upgrade safety check.
 *
 * OLM v1 blocks an upgrade for every change that it refuses, and for every one without a rule. OLM v0 is more tolerant: it blocks only if a
 * stored version is removed, or objects in the cluster violate the new schema.
 *
 * The rules are those of OLM v1.11. Descriptions are ignored, except in `additionalProperties`, `allOf`, `anyOf` and `not`, which it compares
 * as a whole.
 *
 * @see https://operator-framework.github.io/operator-controller/concepts/crd-upgrade-safety/
 */
export class CrdComparison {
  /**
   * Compares two CustomResourceDefinitions of apiextensions.k8s.io/v1 or v1beta1, as objects: `manifest.content` of a bundle, or the
   * output of `kubectl get crd -o json`. Stored versions are those in the old one's status, and its storage version.
   *
   * @param oldCrd the old definition
   * @param newCrd the new definition
   */
  public static of(oldCrd: { [key: string]: unknown }, newCrd: { [key: string]: unknown }): CrdComparison {
    checkArguments('CrdComparison.of', { oldCrd, newCrd });
    return new CrdComparison(stringField(fieldAt(newCrd, 'metadata'), 'name') ?? '', crdChanges(oldCrd, newCrd));
  }

  /** Name of the definition: plural, dot, group. */
  public readonly name: string;

  /** All changes, in the order of the old definition's versions and fields. */
  public readonly changes: CrdChange[];

  private constructor(name: string, changes: CrdChange[]) {
    this.name = name;
    this.changes = deepFreeze(changes);
  }

  /** Whether OLM v1 allows an upgrade with these changes. */
  public get isSafe(): boolean {
    return this.unsafeChanges.length === 0;
  }

  /** The changes that block an upgrade in OLM v1. */
  public get unsafeChanges(): CrdChange[] {
    return this.changes.filter(({ verdict }) => verdict !== CrdVerdict.ALLOWED);
  }

  /** Returns the changes as a table, the unsafe ones first, or `no changes` if there are none. */
  public toText(): string {
    return changesText(this.changes).join('\n');
  }
}

/** Returns all changes between two CustomResourceDefinitions, in the order of the old one's versions and fields. */
function crdChanges(oldCrd: JsonMap, newCrd: JsonMap): CrdChange[] {
  const [before, after] = [crdVersions(oldCrd), crdVersions(newCrd)];
  return [
    ...sharedChanges(oldCrd, newCrd),
    ...versionChanges(oldCrd, before, after),
    ...sameVersionChanges(before, after),
    ...(conversionStrategy(newCrd) === 'Webhook' ? [] : servedVersionChanges(before, after)),
  ];
}

/** Returns the changes outside the schemas, which affect every version. */
function sharedChanges(before: JsonMap, after: JsonMap): CrdChange[] {
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

/** Returns how objects are converted between versions: `None` or `Webhook`. @internal */
export function conversionStrategy(crd: JsonMap): string {
  return stringField(fieldAt(crd, 'spec', 'conversion'), 'strategy') ?? 'None';
}

/** Returns the removed versions, those that are no longer served, and the added ones. */
function versionChanges(crd: JsonMap, before: readonly CrdVersion[], after: readonly CrdVersion[]): CrdChange[] {
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
function storedVersions(crd: JsonMap, versions: readonly CrdVersion[]): string[] {
  const listed = stringListField(fieldAt(crd, 'status'), 'storedVersions');
  const current = versions.filter(({ storage }) => storage).map(({ name }) => name);
  return [...new Set([...listed, ...current])];
}

/** Returns how the schemas of the remaining versions change. */
function sameVersionChanges(before: readonly CrdVersion[], after: readonly CrdVersion[]): CrdChange[] {
  const current = byName(after);
  return before.flatMap(({ name, schema }) => {
    const version = current.get(name);
    return version === undefined ? [] : schemaChanges(schema, version.schema).map(({ change }) => ({ ...change, version: name }));
  });
}

function byName(versions: readonly CrdVersion[]): Map<string, CrdVersion> {
  return new Map(versions.map((version) => [version.name, version]));
}

/** Maximum number of served versions that are compared, the least mature first. No real definition has half as many. */
const SERVED_VERSIONS_COMPARED = 16;

/** A difference between a served version and a less mature one. */
interface ServedDifference {
  readonly change: CrdChange;
  /** Schema in the less mature version, and in the other one. */
  readonly schemas: readonly [JsonMap, JsonMap];
}

/**
 * Returns the differences between served versions that did not exist before. Without a conversion webhook, the API server converts objects by
 * changing `apiVersion` only, so each version must be able to represent the less mature ones.
 */
function servedVersionChanges(before: readonly CrdVersion[], after: readonly CrdVersion[]): CrdChange[] {
  const known = new Map(servedDifferences(before).map((difference) => [goJson(difference.change), difference]));
  return servedDifferences(after)
    .filter((difference) => !isSame(known.get(goJson(difference.change)), difference))
    .map(({ change }) => change);
}

function servedDifferences(versions: readonly CrdVersion[]): ServedDifference[] {
  const served = versions.filter((version) => version.served)
    .sort((left, right) => compareKubeVersions(left.name, right.name))
    .slice(0, SERVED_VERSIONS_COMPARED);
  return served.flatMap((older, index) => served.slice(index + 1).flatMap((newer) => (
    schemaChanges(older.schema, newer.schema)
      .filter(({ change: { verdict } }) => verdict !== CrdVerdict.ALLOWED)
      .map((found) => ({ change: { ...found.change, version: newer.name, servedBeside: older.name }, schemas: [found.before, found.after] as const }))
  )));
}

/** The message of a change inside a keyword does not contain what changes, so the schemas are also compared. */
function isSame(known: ServedDifference | undefined, { change: { rule, keyword = '' }, schemas }: ServedDifference): boolean {
  const stays = (schema: JsonMap, index: number): boolean => sameKeyword(keyword, field(schema, keyword), field(known?.schemas[index], keyword));
  return known !== undefined && (rule !== CrdChangeKind.INNER_SCHEMA || schemas.every(stays));
}
