import { IConstruct } from 'constructs';

/** An OLM, which this app installs or which is in the cluster already, as other constructs see it. */
export interface IOlmInstallation extends IConstruct {
  /** Namespace of OLM's own pods. */
  readonly namespace: string;

  /** Namespace for operators that watch all namespaces. */
  readonly operatorNamespace: string;

  /** Namespace of global catalogs, which are visible in every namespace. */
  readonly catalogNamespace: string;
}
