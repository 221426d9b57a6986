import { BundleLimits } from '../../size';
import type { JsonMap } from '../../json-value';
import { field, integerField, mapsField, textField, textMapField, textsField } from '../../json-value';
import type { FieldFault, FieldPlace } from './field-fault';
import { labelValueFaults, qualifiedNameFaults } from './names';

const ORPHAN = 'orphan';
const FOREGROUND = 'foregroundDeletion';

/** What is wrong with a name; `prefix` says that something will be put behind it. Each in words that go on from "must". */
export type NameFaults = (name: string, prefix: boolean) => string[];

/**
 * What is wrong with the metadata of an object that is about to be made in no namespace.
 *
 * @param metadata the field metadata, of whatever shape
 * @param place where it stands
 * @param nameFaults what the kind of object asks of its name
 *
 * @see https://github.com/kubernetes/apimachinery/blob/master/pkg/api/validation/objectmeta.go
 */
export function objectMetaFaults(metadata: unknown, place: FieldPlace, nameFaults: NameFaults = () => []): FieldFault[] {
  const name = textField(metadata, 'name') ?? '';
  const generateName = textField(metadata, 'generateName') ?? '';
  const namespace = textField(metadata, 'namespace') ?? '';
  const generation = integerField(metadata, 'generation') ?? 0;
  return [
    ...(generateName === '' ? [] : place.child('generateName').faults(nameFaults(generateName, true), generateName)),
    ...(name === ''
      ? [place.child('name').fault('be given: generateName alone does not do in a bundle')]
      : place.child('name').faults(nameFaults(name, false), name)),
    ...(namespace === '' ? [] : [place.child('namespace').fault('be left out: OLM chooses the namespace', namespace)]),
    ...(generation < 0 ? [place.child('generation').fault('not be negative', generation)] : []),
    ...labelsFaults(textMapField(metadata, 'labels'), place.child('labels')),
    ...annotationsFaults(textMapField(metadata, 'annotations'), place.child('annotations')),
    ...ownerFaults(mapsField(metadata, 'ownerReferences'), place.child('ownerReferences')),
    ...finalizerFaults(textsField(metadata, 'finalizers'), place.child('finalizers')),
  ];
}

/** A name at whose end something will be put may end in a dash. */
export function withoutTrailingDash(name: string): string {
  return name.length > 1 && name.endsWith('-') ? `${name.slice(0, -2)}a` : name;
}

/** What is wrong with labels: Kubernetes names the field of all of them. */
export function labelsFaults(labels: { readonly [key: string]: string }, place: FieldPlace): FieldFault[] {
  return Object.entries(labels).flatMap(([key, value]) => [
    ...qualifiedNameFaults(key).map((demand) => keyFault(place, key, demand)),
    ...labelValueFaults(value).map((demand) => place.fault(`hold a sound value for ${JSON.stringify(key)}, one which must ${demand}`, value, [key])),
  ]);
}

/** What is wrong with annotations: their keys count without regard to case, and all of them share one limit. */
export function annotationsFaults(annotations: { readonly [key: string]: string }, place: FieldPlace): FieldFault[] {
  const entries = Object.entries(annotations);
  const bytes = entries.reduce((sum, [key, value]) => sum + Buffer.byteLength(key) + Buffer.byteLength(value), 0);
  const limit = BundleLimits.ANNOTATIONS_BYTES;
  return [
    ...entries.flatMap(([key]) => qualifiedNameFaults(key.toLowerCase()).map((demand) => keyFault(place, key, demand))),
    ...(bytes > limit ? [place.fault(`have at most ${limit} bytes, keys and values together, got ${bytes}`)] : []),
  ];
}

function keyFault(place: FieldPlace, key: string, demand: string): FieldFault {
  return place.fault(`have sound keys: each must ${demand}`, key, [key]);
}

function ownerFaults(owners: readonly JsonMap[], place: FieldPlace): FieldFault[] {
  const controllers = owners.filter((owner) => field(owner, 'controller') === true).length;
  return [
    ...owners.flatMap((owner, index) => ownerReferenceFaults(owner, place.unnamedItem(index))),
    ...Array.from({ length: Math.max(0, controllers - 1) }, () => place.fault('name one controller at most')),
  ];
}

function ownerReferenceFaults(owner: JsonMap, place: FieldPlace): FieldFault[] {
  const apiVersion = textField(owner, 'apiVersion') ?? '';
  const missing = ['kind', 'name', 'uid'].filter((key) => (textField(owner, key) ?? '') === '');
  return [
    ...(apiVersion === '' ? [place.child('apiVersion').fault('be given')] : []),
    ...(apiVersion !== '' && !/^(?:[^/]*\/)?[^/]+$/.test(apiVersion)
      ? [place.child('apiVersion').fault('be a version, or a group, a slash and a version', apiVersion)]
      : []),
    ...missing.map((key) => place.child(key).fault('be given')),
    ...(/^\/?v1$/.test(apiVersion) && textField(owner, 'kind') === 'Event' ? [place.fault('not name an Event, which can own nothing')] : []),
  ];
}

function finalizerFaults(finalizers: readonly string[], place: FieldPlace): FieldFault[] {
  return [
    ...finalizers.flatMap((finalizer) => place.faults(qualifiedNameFaults(finalizer), finalizer)),
    ...(finalizers.includes(ORPHAN) && finalizers.includes(FOREGROUND)
      ? [place.fault(`not hold both ${ORPHAN} and ${FOREGROUND}`)]
      : []),
  ];
}

