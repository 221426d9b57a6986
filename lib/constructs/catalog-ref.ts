/**
 * A CatalogSource that a Subscription takes its package from, by name.
 *
 * Use it for catalogs that are not part of the app; a catalog of the app is an `OperatorRegistry`.
 *
 * @see https://olm.operatorframework.io/docs/concepts/crds/catalogsource/
 */
export class CatalogRef {
  /**
   * A CatalogSource by its name and namespace.
   *
   * @param name the name of the CatalogSource
   * @param namespace its namespace: the one of the Subscription, or OLM's global catalog namespace
   */
  public static named(name: string, namespace: string): CatalogRef {
    return new CatalogRef(name, namespace);
  }

  /** The name of the CatalogSource. */
  public readonly name: string;

  /** The namespace of the CatalogSource. */
  public readonly namespace: string;

  private constructor(name: string, namespace: string) {
    this.name = name;
    this.namespace = namespace;
  }
}
