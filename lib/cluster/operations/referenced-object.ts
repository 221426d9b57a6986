import { OLM_GROUP } from '../../formats/schema/api-groups';
import { suggestNames } from '../../text/suggest-names';
import { referencedCsvs } from '../waiting/operator/situation';
import { recordedCrds, selectsCrds } from '../waiting/removal/operator-crds';
import { type KubernetesObject, specString } from '../waiting/view/kubernetes-object';
import { clusterCatalogPart, extensionPart, objectsPart, operatorPart, type RemovalOptions, type RemovalPart } from './removal-plan';
import { printable } from '../../text/printable';

/** Kinds that can be removed by name, with the names that kubectl accepts for them. */
const KINDS = {
  Subscription: ['subscription', 'subscriptions', 'sub', 'subs'],
  ClusterServiceVersion: ['clusterserviceversion', 'clusterserviceversions', 'csv', 'csvs'],
  CatalogSource: ['catalogsource', 'catalogsources', 'catsrc'],
  ClusterExtension: ['clusterextension', 'clusterextensions'],
  ClusterCatalog: ['clustercatalog', 'clustercatalogs'],
} as const;

/** Operator of OLM v0 by kind and name, as in `subscription/plain`. */
export interface ReferencedOperator {
  readonly kind: 'Subscription' | 'ClusterServiceVersion';
  readonly name: string;
}

/** Catalog, or operator of OLM v1, by kind and name, as in `catalogsource/cat`. */
export interface ReferencedPart {
  readonly kind: Exclude<keyof typeof KINDS, ReferencedOperator['kind']>;
  readonly name: string;
}

/** Object by kind and name. */
export type ReferencedObject = ReferencedOperator | ReferencedPart;

/** Operators of OLM v0 in a namespace. */
export interface OperatorsInNamespace {
  readonly subscriptions: readonly KubernetesObject[];
  readonly csvs: readonly KubernetesObject[];

  /** OLM's records of the operators that are referenced, if they exist. */
  readonly records: readonly KubernetesObject[];
}

/** Error for an invalid reference to an object. */
export class UnknownObjectError extends Error {
  public constructor(message: string) {
    super(printable(message));
    this.name = 'UnknownObjectError';
  }
}

/** An operator with nothing left to remove. */
export interface GoneOperator {
  /** Message that the operator does not exist, with the names of those that do, in case the name is wrong. */
  readonly gone: string;
}

/**
 * Parses a reference such as `subscription/plain`; as in kubectl, the kind may include its group, such as `subscription.operators.coreos.com/plain`.
 *
 * @throws UnknownObjectError if it is not a reference, or its kind cannot be removed
 */
export function parseReference(reference: string): ReferencedObject {
  const [, written = '', name = ''] = /^([^/]+)\/([^/]+)$/.exec(reference) ?? [];
  if (written === '') {
    throw new UnknownObjectError(`'${reference}' is not KIND/NAME, such as subscription/plain`);
  }
  const plain = written.toLowerCase().replace(/\.(v1alpha1\.|v1\.)?operators\.coreos\.com$|\.(v1\.)?olm\.operatorframework\.io$/, '');
  const found = Object.entries(KINDS).find(([, names]) => (names as readonly string[]).includes(plain));
  if (found === undefined) {
    throw new UnknownObjectError(`unknown kind '${written}'; known kinds: ${suggestNames(plain, Object.values(KINDS).map(([singular]) => singular))}`);
  }
  return { kind: found[0] as ReferencedObject['kind'], name };
}

/** Whether an object is an operator of OLM v0, which is removed by `removalOfOperator`. */
export function isOperator(object: ReferencedObject): object is ReferencedOperator {
  return object.kind === 'Subscription' || object.kind === 'ClusterServiceVersion';
}

/** Returns kind, namespace and name of an object. */
export function titleOf({ kind, name }: ReferencedObject, namespace: string): string {
  return kind === 'ClusterExtension' || kind === 'ClusterCatalog' ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}

/** Returns how to remove an object of OLM v1, or a catalog. */
export function removalOfReference({ kind, name }: ReferencedPart, namespace: string, options: RemovalOptions): RemovalPart {
  switch (kind) {
    case 'ClusterExtension': return extensionPart(name, options);
    case 'ClusterCatalog': return clusterCatalogPart(name, options);
    case 'CatalogSource': return objectsPart(`catalog ${namespace}/${name}`, [{ apiVersion: `${OLM_GROUP}/v1alpha1`, kind, namespace, name }], options);
  }
}

/**
 * Returns how to remove an operator by its Subscription or its ClusterServiceVersion. When the Subscription is gone, for example because an earlier
 * removal was interrupted, its package is assumed to have its name.
 *
 * @param operators objects in the namespace
 */
export function removalOfOperator(
  { kind, name }: ReferencedOperator, namespace: string, { subscriptions, csvs, records }: OperatorsInNamespace, options: RemovalOptions,
): RemovalPart | GoneOperator {
  const names = csvs.map(({ metadata }) => metadata.name);
  const subscription = kind === 'Subscription' ? byName(subscriptions, name) : subscriptions.find((found) => referencedCsvs(found).includes(name));
  if (subscription !== undefined) {
    return operatorPart({ namespace, name: subscription.metadata.name }, options, specString(subscription, 'name'), { reportsGroups: true });
  }
  if (kind === 'ClusterServiceVersion') {
    if (byName(csvs, name) === undefined) {
      return { gone: missing(`ClusterServiceVersion ${namespace}/${name}`, names) };
    }
    return operatorPart({ namespace, name }, options, undefined, { csvs: [name], reportsGroups: true });
  }
  const label = `operators.coreos.com/${name}.${namespace}`;
  const left = csvs.filter(({ metadata }) => metadata.labels?.[label] !== undefined).map(({ metadata }) => metadata.name);
  const crds = recordedCrds(byName(records, `${name}.${namespace}`));
  if (left.length === 0 && !(selectsCrds(options.deleteCrds) && crds.length > 0)) {
    const others = subscriptions.map(({ metadata }) => metadata.name);
    const referenced = new Set(subscriptions.flatMap(referencedCsvs));
    const orphans = names.filter((csv) => !referenced.has(csv));
    const rest = orphans.length === 0 ? '' : `; without a Subscription: ${orphans.map((csv) => `clusterserviceversion/${csv}`).join(', ')}`;
    const kept = crds.length === 0 ? '' : `; of its operator, ${crds.map((crd) => `CustomResourceDefinition ${crd}`).join(', ')} exists, which --delete-crds deletes`;
    return { gone: `${missing(`Subscription ${namespace}/${name}`, others)}${rest}${kept}` };
  }
  return operatorPart({ namespace, name }, options, name, { csvs: left, reportsGroups: true });
}

function missing(title: string, names: readonly string[]): string {
  const { length } = names;
  const [, name = ''] = title.split('/');
  return `${title} does not exist: nothing to remove${length === 0 ? '' : `; in the namespace: ${suggestNames(name, names)}`}`;
}

function byName(objects: readonly KubernetesObject[], name: string): KubernetesObject | undefined {
  return objects.find(({ metadata }) => metadata.name === name);
}
