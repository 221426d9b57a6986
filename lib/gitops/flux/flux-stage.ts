/** A stage of an app: Flux starts it when the stages before it are ready. */
export enum FluxStage {
  /** OLM itself: its CRDs, namespaces and controllers, and all objects that need no other stage. */
  OLM = 'olm',

  /** Catalogs: registries, CatalogSources and ClusterCatalogs, and packageserver, which OLM installs to serve their content. */
  CATALOGS = 'catalogs',

  /** Operators: Subscriptions, OperatorGroups, ClusterExtensions, and operators that are installed without OLM. */
  OPERATORS = 'operators',

  /** Custom resources of the operators. */
  OPERANDS = 'operands',
}

/** The stages in order. */
export const FLUX_STAGES: readonly FluxStage[] = [FluxStage.OLM, FluxStage.CATALOGS, FluxStage.OPERATORS, FluxStage.OPERANDS];
