/** Images that take the place of a release's own. Each is a reference such as `quay.io/org/image@sha256:…`. */
export interface OlmImages {
  /**
   * The image of olm-operator, catalog-operator and packageserver. catalog-operator also unpacks bundles with it
   * (`--util-image`).
   *
   * @default - the release's own, see `OlmVersion.olmImage`
   */
  readonly olm?: string;

  /**
   * The image with which catalog-operator serves and unpacks catalogs and bundles (`--opmImage`). Releases before 0.29.0
   * have no such setting.
   *
   * @default - the release's own, see `OlmVersion.opmImage`
   */
  readonly opm?: string;

  /**
   * The image that serves CatalogSources of type `configmap` and `internal` (`--configmapServerImage`).
   *
   * @default quay.io/operator-framework/configmap-operator-registry:latest
   */
  readonly configMapServer?: string;

  /**
   * The image of the default catalog, where that is the one of OperatorHub.io.
   *
   * @default quay.io/operatorhubio/catalog:latest
   */
  readonly defaultCatalog?: string;
}
