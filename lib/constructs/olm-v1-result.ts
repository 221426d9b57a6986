import type { ClusterExtension } from './olm-v1/cluster-extension';
import type { IClusterCatalog } from './olm-v1/i-cluster-catalog';

/** What the engine for OLM v1 created. */
export interface OlmV1Result {
  /** Catalog that serves the bundle or the package: created here, or that of the engine's options. */
  readonly catalog: IClusterCatalog;

  /** ClusterExtension that installs the bundle or the package. */
  readonly extension: ClusterExtension;
}
