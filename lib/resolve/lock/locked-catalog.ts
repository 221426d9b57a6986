/** A catalog that operators of a lock file come from. */
export interface LockedCatalog {
  /** Name of its CatalogSource. */
  readonly name: string;

  /** Namespace of its CatalogSource. */
  readonly namespace: string;

  /**
   * Image of the catalog.
   *
   * @default - none or unknown
   */
  readonly image?: string;

  /**
   * Digest of its content, such as `sha256:…`: the `contentHash` of the `Catalog`.
   *
   * @default - the content was unknown when the lock was created
   */
  readonly digest?: string;
}
