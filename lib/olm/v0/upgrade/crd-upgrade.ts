import { defined } from '../../../formats/json/defined';
import { ownValue } from '../../../formats/json/json-value';
import { CrdChangeKind } from '../../../formats/schema/changes/crd-change';
import { type CrdVersion, crdVersions } from '../../../formats/schema/changes/crd-schema';
import { schemaChanges } from '../../../formats/schema/changes/schema-changes';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import { isBefore } from '../../../formats/schema/release-range';
import { printableMessage } from '../../../text/printable';
import { lossOfObjects, releaseStorage } from './stored-versions';
import type { OlmCrdVersionChange } from './upgrade-plan';

/** A release to compare. */
export interface PlannedRelease {
  /** Version without a leading `v`. */
  readonly version: string;
  /** All objects, in the order in which they are applied. */
  readonly objects: readonly KubernetesManifest[];
}

/** An object in both releases. */
export interface ObjectPair {
  readonly before: KubernetesManifest;
  readonly after: KubernetesManifest;
}

/** Changed fields of a version of a CRD, by path. Fields under an added or removed field are not listed. */
export interface FieldChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** Returns the changed fields of each version that both CRDs have, in the order of the second one. */
export function changedFields(before: KubernetesManifest, after: KubernetesManifest): { version: string; changes: FieldChanges }[] {
  const old = new Map(crdVersions(before).map((version) => [version.name, version]));
  return crdVersions(after).flatMap((current) => {
    const version = old.get(current.name);
    return version === undefined ? [] : [{ version: current.name, changes: fieldChanges(version, current) }];
  });
}

/** Returns the changed fields of a version of a CRD. */
export function fieldChanges(before: Pick<CrdVersion, 'schema'>, after: Pick<CrdVersion, 'schema'>): FieldChanges {
  // A change inside a keyword is also reported with its own path.
  const changes = schemaChanges(before.schema, after.schema).map(({ change }) => change).filter(({ rule }) => rule !== CrdChangeKind.INNER_SCHEMA);
  const paths = (isOf: (rule: CrdChangeKind) => boolean): string[] => [...new Set(changes.filter(({ rule }) => isOf(rule)).map(({ path }) => path))];
  return {
    added: paths((rule) => rule === CrdChangeKind.FIELD_ADDED),
    removed: paths((rule) => rule === CrdChangeKind.FIELD_REMOVED),
    changed: paths((rule) => rule !== CrdChangeKind.FIELD_ADDED && rule !== CrdChangeKind.FIELD_REMOVED),
  };
}

/** Returns the paths at which two CRDs differ outside of their schemas. */
export function pathsOutsideSchemas(before: KubernetesManifest, after: KubernetesManifest): string[] {
  return differingPaths(withoutSchemas(before), withoutSchemas(after));
}

function withoutSchemas(crd: KubernetesManifest): object {
  const spec = crd['spec'] as { readonly versions: readonly object[] };
  return { ...crd, spec: { ...spec, versions: spec.versions.map((version) => ({ ...version, schema: undefined })) } };
}

/** Returns the CRDs whose versions differ between two releases, including removed CRDs. */
export function crdVersionChanges(from: PlannedRelease, to: PlannedRelease): OlmCrdVersionChange[] {
  const after = crdsByName(to);
  return [...crdsByName(from)].map(([name, crd]) => versionChange(name, crd, after.get(name))).filter(isChange);
}

/**
 * Refuses a downgrade that loses objects.
 *
 * @throws if the new release is older and lacks a version of a CRD, or a whole CRD, in which objects may be stored: the API server rejects such a
 * CRD, or its objects are lost
 */
export function refuseLossOfStoredVersions(from: PlannedRelease, to: PlannedRelease): void {
  if (!isBefore(to.version, from.version)) {
    return;
  }
  const loss = lossOfObjects(releaseStorage(from.version, from.objects), releaseStorage(to.version, to.objects), 'kept');
  if (loss !== undefined) {
    throw new Error(printableMessage(loss));
  }
}

function crdsByName({ objects }: PlannedRelease): Map<string, KubernetesManifest> {
  return new Map(objects.filter(({ kind }) => kind === 'CustomResourceDefinition').map((crd) => [crd.metadata.name, crd]));
}

function versionChange(crd: string, before: KubernetesManifest, after: KubernetesManifest | undefined): OlmCrdVersionChange {
  const old = crdVersions(before);
  const current = after === undefined ? [] : crdVersions(after);
  const stored = old.filter(({ storage }) => storage).map(({ name }) => name);
  const storedAfter = current.find(({ storage }) => storage)?.name;
  return {
    crd,
    servedBefore: old.filter(({ served }) => served).map(({ name }) => name),
    servedAfter: current.filter(({ served }) => served).map(({ name }) => name),
    storedBefore: stored.join(', '),
    ...defined({ storedAfter }),
    storedAtRisk: stored.filter((name) => !current.some((version) => version.name === name)),
  };
}

function isChange({ servedBefore, servedAfter, storedBefore, storedAfter }: OlmCrdVersionChange): boolean {
  return storedBefore !== storedAfter || servedBefore.join() !== servedAfter.join();
}

/** A difference between two values. */
export interface Difference {
  /** Path of the difference, such as `spec.ports[0].name`. */
  readonly path: string;
  readonly before: unknown;
  readonly after: unknown;
}

type Fields = { readonly [name: string]: unknown };

/**
 * Returns the innermost differences between two values. Lists of different lengths differ as a whole: which element was added depends on the
 * meaning of the list.
 */
export function differencesOf(before: unknown, after: unknown, path = ''): Difference[] {
  if (Object.is(before, after)) {
    return [];
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((value, index) => differencesOf(value, after[index], `${path}[${index}]`));
  }
  if (!isFields(before) || !isFields(after)) {
    return [{ path, before, after }];
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name) => differencesOf(ownValue(before, name), ownValue(after, name), path === '' ? name : `${path}.${name}`));
}

/** Returns the paths of these differences. */
export function differingPaths(before: unknown, after: unknown): string[] {
  return differencesOf(before, after).map(({ path }) => path);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
