/** Icon of a catalog, shown in consoles. */
export interface CatalogIcon {
  /** Image in base64. */
  readonly base64Data: string;

  /** Media type of the image, such as `image/svg+xml`. */
  readonly mediaType: string;
}

/** How a catalog is shown in consoles, and which one OLM prefers. */
export interface CatalogDisplay {
  /**
   * Display name of the catalog, shown in consoles.
   *
   * @default - the display name of the operator, for a registry of a single package; else the name of the CatalogSource
   */
  readonly displayName?: string;

  /**
   * Publisher of the catalog.
   *
   * @default - none
   */
  readonly publisher?: string;

  /**
   * Description of the catalog.
   *
   * @default - none
   */
  readonly description?: string;

  /**
   * Icon of the catalog.
   *
   * @default - none
   */
  readonly icon?: CatalogIcon;

  /**
   * Priority of the catalog: OLM takes dependencies from the catalog with the highest priority.
   *
   * @default 0
   */
  readonly priority?: number;
}
