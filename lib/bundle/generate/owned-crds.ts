import { defined } from '../../formats/json/defined';
import { field, isMap, type JsonMap, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { groupBy, missing } from '../../text/group-by';
import { quoted } from '../../text/phrases';
import { GenerationNoteCode } from '../model/generation-note';
import { specOf } from './collect-objects';
import { type CrdVersion, crdVersionsOf } from './crd-versions';
import type { GenerationNotes } from './generation-notes';
import type { InputObject } from './input-object';

/**
 * Returns the owned CRDs of a ClusterServiceVersion: an entry for each served version, in the order of the manifests. An entry of the base is kept as
 * it is.
 *
 * @param base entries of the base
 * @param hasDescriptors whether entries without specDescriptors get those of the schema
 */
export function ownedCrds(crds: readonly InputObject[], base: readonly JsonMap[], hasDescriptors: boolean, notes: GenerationNotes): JsonMap[] {
  const ofBase = groupBy(base, versionKey);
  const owned = crds.flatMap((crd) => crdVersionsOf(crd).flatMap((version) => {
    if (!version.isServed) {
      notes.inform(GenerationNoteCode.CRD, `has the version ${quoted(version.name)}, which is not served, so the operator does not own it`, crd);
      return [];
    }
    const [known] = ofBase.get(versionKey({ name: crd.name, version: version.name, kind: version.kind })) ?? [];
    const entry = known ?? defined({
      name: crd.name, version: version.name, kind: version.kind, displayName: titleOf(version), description: descriptionOf(version.schema),
    });
    const descriptors = hasDescriptors && mapListField(entry, 'specDescriptors').length === 0 ? specDescriptors(version.schema) : [];
    return [descriptors.length === 0 ? entry : { ...entry, specDescriptors: descriptors }];
  }));
  noteLost(base, owned, crds, notes);
  crds.forEach((crd) => noteVersion(crd, notes));
  return owned;
}

function versionKey(entry: JsonMap): string {
  return JSON.stringify(['name', 'version', 'kind'].map((key) => stringField(entry, key) ?? null));
}

function noteLost(base: readonly JsonMap[], owned: readonly JsonMap[], crds: readonly InputObject[], notes: GenerationNotes): void {
  const byName = groupBy(crds, ({ name }) => name);
  for (const entry of missing(base, owned, versionKey)) {
    const [name, version] = [stringField(entry, 'name') ?? '', stringField(entry, 'version') ?? ''];
    const [crd] = byName.get(name) ?? [];
    const reason = crd === undefined ? 'there is no such CRD among the manifests; add it'
      : `the CRD serves ${crdVersionsOf(crd).filter(({ isServed }) => isServed).map((served) => `${served.kind} ${served.name}`).join(', ')}; correct the entry`;
    notes.decide(GenerationNoteCode.BASE, `the base owns ${quoted(name)} ${version} (${stringField(entry, 'kind') ?? ''}), which is left out: ${reason}, or remove it from the base`);
  }
}

function noteVersion(crd: InputObject, notes: GenerationNotes): void {
  if (crd.version !== 'v1') {
    notes.decide(GenerationNoteCode.CRD, `has the apiVersion ${crd.apiVersion}, which Kubernetes does not serve since 1.22; convert it to apiextensions.k8s.io/v1, for example with controller-gen`, crd);
  } else if (Object.keys(specOf(crd)).length === 0) {
    notes.decide(GenerationNoteCode.CRD, 'has no spec; the API server refuses it', crd);
  }
}

/** Returns the title of a schema, or the words of the kind: `Node Health Check` for NodeHealthCheck. */
function titleOf({ schema, kind }: CrdVersion): string {
  return stringField(schema, 'title') ?? words(kind);
}

function words(name: string): string {
  const spaced = name.replace(/(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/g, ' ');
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

function descriptionOf(schema: unknown): string | undefined {
  const description = stringField(schema, 'description')?.trim();
  return description === '' ? undefined : description;
}

/** Prefix of the descriptors with which consoles choose an input. */
const UI = 'urn:alm:descriptor:com.tectonic.ui:';

/** Returns a descriptor for each field of a custom resource's spec, in the order of the schema. */
function specDescriptors(schema: JsonMap): JsonMap[] {
  const properties = mapField(mapField(mapField(schema, 'properties'), 'spec'), 'properties');
  return Object.entries(properties).map(([path, property]) => {
    const inputs = inputsOf(property);
    return {
      path, displayName: stringField(property, 'title') ?? words(path), ...defined({ description: descriptionOf(property) }),
      ...(inputs.length === 0 ? {} : { 'x-descriptors': inputs }),
    };
  });
}

/** Returns the inputs that a console shows for a field. */
function inputsOf(property: unknown): string[] {
  const values = field(property, 'enum');
  if (Array.isArray(values)) {
    return values.map((value) => `${UI}select:${String(value)}`);
  }
  switch (isMap(property) ? property['type'] : undefined) {
    case 'boolean': return [`${UI}booleanSwitch`];
    case 'integer':
    case 'number': return [`${UI}number`];
    case 'string': return [`${UI}text`];
    default: return [];
  }
}
