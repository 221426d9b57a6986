import { fieldAt } from '../json/json-value';

/**
 * Annotation with the operator or catalog that an object is part of, as `KIND/NAMESPACE/NAME`, or `KIND/NAME` for a cluster-scoped kind. Constructs
 * write it, and waits, removals and explanations go by it. It is not a label, because a label holds neither a `/` nor more than 63 characters.
 */
export const PART_OF = 'olm-constructs/part-of';

/** Kind of an operator that is installed without OLM and without RukPak: its objects have no object that represents them. */
export const PLAIN_OPERATOR = 'PlainOperator';

/** Kinds of which other objects are parts. */
export type WholeKind = 'Subscription' | 'CatalogSource' | 'ClusterExtension' | 'BundleDeployment' | 'BundleInstance' | typeof PLAIN_OPERATOR;

/** Operator or catalog that an object is part of. */
export interface Whole {
  /** Kind of the object that installs the operator or serves the catalog, or `PlainOperator`. Constructs write one of `WholeKind`. */
  readonly kind: string;

  /** Namespace of that object. @default - cluster-scoped */
  readonly namespace?: string;
  readonly name: string;
}

/** Returns the annotations of the objects of an operator or catalog. */
export function partOf(kind: WholeKind, name: string, namespace?: string): { readonly [PART_OF]: string } {
  return { [PART_OF]: [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/') };
}

/** Returns what an object is part of according to its annotation, or undefined if it has none or the annotation is invalid. */
export function wholeOf(object: unknown): Whole | undefined {
  const value = fieldAt(object, 'metadata', 'annotations', PART_OF);
  const parts = typeof value === 'string' ? value.split('/') : [];
  const [kind = '', place = '', name = ''] = parts;
  if (parts.length < 2 || parts.length > 3 || parts.includes('')) {
    return undefined;
  }
  return parts.length === 2 ? { kind, name: place } : { kind, namespace: place, name };
}
