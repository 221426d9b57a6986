import { IConstruct } from 'constructs';

/** An OLM that this app installs or that is in the cluster already, as seen by other constructs. */
export interface IOlmInstallation extends IConstruct {
  /** Namespace of OLM's own pods. */
  readonly namespace: string;

  /** Namespace for operators that watch all namespaces. */
  readonly operatorNamespace: string;

  /** Namespace of global catalogs, which are visible in every namespace. */
  readonly catalogNamespace: string;
}
