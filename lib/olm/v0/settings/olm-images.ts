/** Images that replace those of a release, as references such as `quay.io/org/image@sha256:…`. */
export interface OlmImages {
  /**
   * Image of olm-operator, catalog-operator and packageserver. catalog-operator also unpacks bundles with it (`--util-image`).
   *
   * @default - the image of the release, see `OlmVersion.olmImage`
   */
  readonly olm?: string;

  /**
   * Image that catalog-operator uses to serve and unpack catalogs and bundles (`--opmImage`). Not supported before 0.29.0.
   *
   * @default - the image of the release, see `OlmVersion.opmImage`
   */
  readonly opm?: string;

  /**
   * Image that serves CatalogSources of the types `configmap` and `internal` (`--configmapServerImage`).
   *
   * @default quay.io/operator-framework/configmap-operator-registry:latest
   */
  readonly configMapServer?: string;

  /**
   * Image of the default catalog, if that is the catalog of OperatorHub.io.
   *
   * @default quay.io/operatorhubio/catalog:latest
   */
  readonly defaultCatalog?: string;
}
