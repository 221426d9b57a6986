import { ApiObject } from 'cdk8s';
import { Catalog } from '../../catalog/catalog';
import { checkArguments } from '../../formats/options/check-arguments';
import { checkOptions } from '../../formats/options/check-options';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { ConstructError } from './construct-error';
import { checkOptionsIn } from './prop-checks';

const CATALOG_REF = Symbol.for('olm-constructs.CatalogRef');

/**
 * A catalog that Subscriptions take their packages from: an `OperatorRegistry`, an `ImageCatalog`, a `CatalogRef`, or a custom construct that creates
 * a CatalogSource. A Subscription is applied after a catalog that is a construct.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/catalogsource/
 */
export interface ICatalog {
  /** Name of the CatalogSource. */
  readonly catalogName: string;

  /** Namespace of the CatalogSource: that of the Subscription, or OLM's global catalog namespace. */
  readonly catalogNamespace: string;

  /**
   * Content of the catalog, if known: Subscriptions are checked against it. The catalog in the cluster may be newer.
   *
   * @default - unknown: packages, channels and versions are not checked
   */
  readonly catalogContent?: Catalog;
}

/** Options of a `CatalogRef`. */
export interface CatalogRefOptions {
  /**
   * Content of the catalog: from a file, a folder or the image of the catalog. Package, channel, version, CSV, install mode and version of Kubernetes
   * of each Subscription to the catalog are checked against it at synthesis, and deprecations are warnings. The catalog in the cluster may be
   * newer: update the content when it lacks what you subscribe to.
   *
   * @default - unknown: nothing is checked
   */
  readonly content?: Catalog;
}

/** A reference to a CatalogSource: by name, or an object of the app. */
export class CatalogRef implements ICatalog {
  /**
   * Refers to a CatalogSource that is in the cluster, or that something outside the app creates.
   *
   * @param name name of the CatalogSource
   * @param namespace its namespace: that of the Subscription, or OLM's global catalog namespace
   * @param options what is known about the catalog
   * @throws Error when a key of the options is unknown
   */
  public static named(name: string, namespace: string, options: CatalogRefOptions = {}): CatalogRef {
    checkArguments('CatalogRef.named', { name, namespace });
    checkOptions('options of CatalogRef.named', 'CatalogRefOptions', options);
    return new CatalogRef(name, namespace, options);
  }

  /**
   * Refers to a CatalogSource of this app. Subscriptions to it are applied after it.
   *
   * @param object the CatalogSource, with a namespace
   * @param options what is known about the catalog
   * @throws ConstructError when the object is of another kind, or has no namespace, or a key of the options is unknown
   */
  public static fromObject(object: ApiObject, options: CatalogRefOptions = {}): CatalogRef {
    checkArguments('CatalogRef.fromObject', { object });
    checkOptionsIn(object, 'options of CatalogRef.fromObject', 'CatalogRefOptions', options);
    if (object.kind !== 'CatalogSource' || object.apiGroup !== OLM_GROUP) {
      throw new ConstructError(object, `expected a CatalogSource of ${OLM_GROUP}, got the kind ${object.kind} of ${object.apiGroup}`);
    }
    if (object.metadata.namespace === undefined) {
      throw new ConstructError(object, 'the CatalogSource has no namespace; set metadata.namespace');
    }
    return new CatalogRef(object.name, object.metadata.namespace, options, object);
  }

  /**
   * Whether a value is a `CatalogRef`, from any copy of this library.
   *
   * @param x the value
   */
  public static isCatalogRef(x: unknown): x is CatalogRef {
    return typeof x === 'object' && x !== null && CATALOG_REF in x;
  }

  /** Name of the CatalogSource. */
  public readonly catalogName: string;

  /** Namespace of the CatalogSource. */
  public readonly catalogNamespace: string;

  /** Content of the catalog, if it was supplied. */
  public readonly catalogContent?: Catalog;

  /** The CatalogSource, if it is part of this app. */
  public readonly object?: ApiObject;

  private constructor(name: string, namespace: string, { content }: CatalogRefOptions, object?: ApiObject) {
    this.catalogName = name;
    this.catalogNamespace = namespace;
    if (content !== undefined) {
      this.catalogContent = content;
    }
    if (object !== undefined) {
      this.object = object;
    }
    Object.defineProperty(this, CATALOG_REF, { value: true });
  }
}

/** Returns the content of the catalog that a CatalogSource of the app belongs to, or undefined if it is unknown. */
export function catalogContentOf({ node }: ApiObject): Catalog | undefined {
  return (node.scope as Partial<ICatalog> | undefined)?.catalogContent;
}
